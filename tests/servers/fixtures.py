"""When tests with real servers run, and when they may be left out."""

from __future__ import annotations

import os

import pytest

from tests.servers.mail import missing


def need_servers() -> None:
    """Skip with the reason where Postfix and Dovecot cannot run; under CI=true that is a failure."""
    reason = missing()
    if reason and os.environ.get("CI", "").lower() in ("1", "true"):
        pytest.fail(f"Postfix and Dovecot are needed: {reason}")
    if reason:
        pytest.skip(reason)
