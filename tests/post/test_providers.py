"""What is known of providers fills in settings, and gives way to what the game master says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from postern.post.providers import _table, provider
from postern.post.settings import ImapSettings, MaildirSettings, PostSettings, Security


def post(**values: Any) -> PostSettings:
    return PostSettings.model_validate({"address": "postern@gmail.com", "secret": {}} | values)


def imap(settings: PostSettings) -> ImapSettings:
    assert isinstance(settings.mailbox, ImapSettings)
    return settings.mailbox


def test_an_address_a_provider_and_a_password_are_enough() -> None:
    password = {"password_env": "PW"}
    found = post(provider="gmail", mailbox=password, smtp=password)
    assert (imap(found).host, imap(found).port, imap(found).security) == ("imap.gmail.com", 993, Security.TLS)
    assert (found.smtp.host, found.smtp.port, found.smtp.security) == ("smtp.gmail.com", 465, Security.TLS)
    assert imap(found).user == found.smtp.user == "postern@gmail.com"
    assert (found.limits.per_day, found.limits.message_size) == (500, 25_000_000)
    assert found.oauth is None
    assert not found.by_oauth(found.smtp)


def test_what_the_game_master_says_comes_first() -> None:
    found = post(
        provider="outlook",
        smtp={"host": "smtp.office365.com"},
        mailbox={"user": "desk@firm.example", "handled_folder": "Done"},
        limits={"per_day": 0, "per_hour": 90},
        oauth={"client_id": "app"},
    )
    assert (found.smtp.host, found.smtp.port, found.smtp.security) == ("smtp.office365.com", 587, Security.STARTTLS)
    assert (imap(found).user, imap(found).handled_folder) == ("desk@firm.example", "Done")
    assert (found.limits.per_minute, found.limits.per_hour, found.limits.per_day) == (30, 90, 0)
    assert found.oauth is not None
    assert found.oauth.device_url.startswith("https://login.microsoftonline.com/")
    assert found.by_oauth(found.smtp)


def test_a_password_of_one_server_keeps_it_from_using_the_token() -> None:
    found = post(provider="gmail", mailbox={}, smtp={"password_env": "PW"}, oauth={"client_id": "app"})
    assert found.by_oauth(imap(found))
    assert not found.by_oauth(found.smtp)


def test_an_own_server_is_filled_with_nothing() -> None:
    found = post(mailbox={"kind": "imap"}, smtp={"host": "mail.example.org"})
    assert found.provider == "own"
    assert imap(found).user == found.smtp.user == ""
    assert found.limits.per_day == found.limits.message_size == 0


def test_a_maildir_stays_a_maildir() -> None:
    found = post(provider="fastmail", mailbox={"kind": "maildir", "path": "/var/mail/x"}, smtp={})
    assert isinstance(found.mailbox, MaildirSettings)
    assert found.smtp.host == "smtp.fastmail.com"


def test_oauth_needs_safe_addresses() -> None:
    with pytest.raises(ValidationError, match="https://"):
        post(mailbox={}, smtp={}, oauth={"client_id": "app", "token_url": "http://provider.example/token"})
    with pytest.raises(ValidationError, match="token_url"):
        post(mailbox={}, smtp={}, oauth={"client_id": "app"})


@pytest.mark.parametrize("name", _table())
def test_every_provider_in_the_data_is_one_that_settings_know(name: str) -> None:
    found = post(provider=name, mailbox={}, smtp={}, oauth={"client_id": "x", "token_url": "https://x.example"})
    assert found.provider == name
    assert provider(name).title
    if name != "own":
        assert imap(found).host.startswith(("imap.", "outlook."))
        assert found.limits.per_day
        assert found.limits.message_size >= 25_000_000
        assert provider(name).plus_addresses


def test_gmail_gives_a_token_that_lasts_only_when_asked_for_offline_access() -> None:
    found = post(provider="gmail", mailbox={}, smtp={}, oauth={"client_id": "x"})
    assert found.oauth is not None
    assert found.oauth.authorize_extra == {"access_type": "offline", "prompt": "consent"}
    assert found.oauth.device_url == "", "its device flow is not for mail"


def test_the_examples_for_hosts_can_be_used() -> None:
    page = (Path(__file__).parents[2] / "docs/hosting.md").read_text(encoding="utf-8")
    blocks = [tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", page, re.DOTALL)]
    found = [PostSettings.model_validate(block["post"]) for block in blocks if "post" in block]
    assert [settings.provider for settings in found] == ["fastmail", "gmail", "own"]
    assert [settings.by_oauth(settings.smtp) for settings in found] == [False, True, False]
