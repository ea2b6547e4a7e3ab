"""What a game master writes is checked, and faults say where they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import TypeAdapter, ValidationError

from postern.post.settings import ImapSettings, MailboxSettings, MaildirSettings, Password, PostSettings, Security, SmtpSettings

SMTP = {"host": "smtp.example.org", "user": "orders"}


def test_kinds_of_mailboxes_are_told_apart() -> None:
    adapter: TypeAdapter[ImapSettings | MaildirSettings] = TypeAdapter(MailboxSettings)
    imap = adapter.validate_python({"kind": "imap", "host": "imap.example.org", "user": "orders"})
    assert isinstance(imap, ImapSettings)
    assert (imap.port, imap.security, imap.folder) == (993, Security.TLS, "INBOX")
    assert isinstance(adapter.validate_python({"kind": "maildir", "path": "/var/mail/orders"}), MaildirSettings)
    with pytest.raises(ValidationError):
        adapter.validate_python({"kind": "pop3", "host": "x"})


def test_misspelt_settings_are_refused() -> None:
    with pytest.raises(ValidationError, match="hsot"):
        ImapSettings.model_validate({"hsot": "imap.example.org"})
    with pytest.raises(ValidationError):
        ImapSettings.model_validate({"idle_renewal": 1800})


def test_passwords_come_from_one_of_three_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret").write_text("from file\n")
    monkeypatch.setenv("POSTERN_TEST_PASSWORD", "from environment")
    assert Password.model_validate({"password": "plain"}).secret() == "plain"
    assert Password.model_validate({"password_file": tmp_path / "secret"}).secret() == "from file"
    assert Password.model_validate({"password_env": "POSTERN_TEST_PASSWORD"}).secret() == "from environment"
    with pytest.raises(ValidationError, match="one place"):
        Password.model_validate({"password": "a", "password_env": "B"})
    with pytest.raises(ValueError, match="POSTERN_TEST_NONE"):
        Password.model_validate({"password_env": "POSTERN_TEST_NONE"}).secret()
    with pytest.raises(ValueError, match="cannot be read"):
        Password.model_validate({"password_file": tmp_path / "none"}).secret()
    assert "plain" not in repr(Password.model_validate({"password": "plain"}))


def test_the_whole_post() -> None:
    values = {
        "address": "orders@Example.org",
        "mailbox": {"kind": "imap", "user": "orders"},
        "smtp": SMTP,
        "secret": {"password": "0123456789abcdef"},
    }
    post = PostSettings.model_validate(values)
    assert post.domain == "example.org"
    assert post.token_key() == "0123456789abcdef"
    with pytest.raises(ValueError, match="16"):
        PostSettings.model_validate(values | {"secret": {"password": "short"}}).token_key()
    with pytest.raises(ValidationError):
        PostSettings.model_validate(values | {"address": "orders+x@example.org"})


def test_a_password_stands_in_the_settings_only_for_a_server_on_this_machine(tmp_path: Path) -> None:
    assert SmtpSettings.model_validate({"host": "localhost", "password": "sesame"}).secret() == "sesame"
    with pytest.raises(ValidationError, match="password_file") as refused:
        SmtpSettings.model_validate({"host": "smtp.example.org", "password": "sesame"})
    assert "sesame" not in str(refused.value)
    file = tmp_path / "pw"
    file.write_text("sesame\n")
    assert SmtpSettings.model_validate({"host": "smtp.example.org", "password_file": file}).secret() == "sesame"
