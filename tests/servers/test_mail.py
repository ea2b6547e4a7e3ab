"""The private servers take a letter and show it."""

from __future__ import annotations

import imaplib
import smtplib
import time
from pathlib import Path

import pytest

from tests.servers.fixtures import need_servers
from tests.servers.mail import RealMail

pytestmark = pytest.mark.servers


def test_a_letter_goes_through_and_an_unknown_recipient_is_refused(tmp_path: Path) -> None:
    need_servers()
    with RealMail(tmp_path, {"orders@postern.test": "secret", "joe@players.test": "other"}) as mail:
        with smtplib.SMTP("127.0.0.1", mail.smtp_port) as smtp:
            smtp.sendmail("joe@players.test", ["orders+abc@postern.test"], "Subject: hello\r\n\r\nL13MB4\r\n")
            with pytest.raises(smtplib.SMTPRecipientsRefused):
                smtp.sendmail("joe@players.test", ["nobody@postern.test"], "Subject: x\r\n\r\n")
        until = time.monotonic() + 20
        while not mail.letters("orders@postern.test") and time.monotonic() < until:
            time.sleep(0.02)
        (letter,) = mail.letters("orders@postern.test")
        assert "Delivered-To: orders+abc@postern.test" in letter.read_text()
        imap = imaplib.IMAP4("127.0.0.1", mail.imap_port)
        imap.login("orders@postern.test", "secret")
        assert imap.select()[1] == [b"1"]
        imap.logout()
        with pytest.raises(imaplib.IMAP4.error):
            imaplib.IMAP4("127.0.0.1", mail.imap_port).login("joe@players.test", "secret")
