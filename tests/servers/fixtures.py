"""When tests with real servers run, and when they may be left out."""

from __future__ import annotations

import os

import pytest

from tests.servers import browser, mail, postgres, spam


def need_servers() -> None:
    """Skip with the reason where Postfix and Dovecot cannot run; under CI=true that is a failure."""
    _need("Postfix and Dovecot are", mail.missing())


def need_postgres() -> None:
    """Skip with the reason where PostgreSQL cannot run; under CI=true that is a failure."""
    _need("PostgreSQL is", postgres.missing())


def need_browser() -> None:
    """Skip with the reason where Chromium cannot run; under CI=true that is a failure."""
    _need("Chromium is", browser.missing())


def need_spamassassin() -> None:
    """Skip with the reason where SpamAssassin cannot run; under CI=true that is a failure."""
    _need("SpamAssassin is", spam.missing())


def _need(what: str, reason: str) -> None:
    if reason and os.environ.get("CI", "").lower() in ("1", "true"):
        pytest.fail(f"{what} needed: {reason}")
    if reason:
        pytest.skip(reason)
