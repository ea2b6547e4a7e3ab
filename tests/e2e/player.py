"""Somebody with a mailbox of his own: writes letters as mail programs do, and waits, not for ever, for what comes."""

from __future__ import annotations

import email
import email.policy
import itertools
import os
import smtplib
import time
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import formatdate, parseaddr
from pathlib import Path

from tests.e2e.servers import MailServer

PATIENCE = 60.0
"""Seconds within which anything that has to come must have come, on a machine with a lot to do."""

_numbers = itertools.count(1)


class Player:
    """One address. ``seen`` are the letters that came, in the order in which they were noticed."""

    def __init__(self, address: str, mail: MailServer, desk: str) -> None:
        self.address = address
        self.desk = desk
        self.seen: list[EmailMessage] = []
        self._mail = mail
        self._files: set[str] = set()

    def send(self, body: str, *, to: str = "", subject: str = "orders", **headers: str) -> str:
        """Sends a new letter, to the desk unless said otherwise. Returns its Message-ID."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.address, to or self.desk, subject
        message["Date"] = formatdate(localtime=True)
        message["Message-ID"] = f"<{os.getpid()}.{next(_numbers)}.{time.time_ns()}@home.test>"
        for name, value in headers.items():
            message[name.replace("_", "-")] = value
        message.set_content(body)
        self.hand_over(message.as_bytes(policy=email.policy.SMTP), parseaddr(message["To"])[1])
        return str(message["Message-ID"])

    def reply(self, letter: EmailMessage, body: str, *, quote: bool = True) -> str:
        """Replies to a letter as mail programs do: to its Reply-To, in its thread, with its text quoted below."""
        quoted = ""
        if quote:
            lines = "\n".join(f"> {line}".rstrip() for line in text_of(letter).splitlines())
            quoted = f"\n\nOn {letter['Date']}, {letter['From']} wrote:\n{lines}\n"
        references = f"{letter['References'] or ''} {letter['Message-ID']}".split()
        return self.send(
            body + quoted,
            to=str(letter["Reply-To"] or letter["From"]),
            subject=f"Re: {letter['Subject']}",
            In_Reply_To=str(letter["Message-ID"]),
            References=" ".join(references),
        )

    def hand_over(self, raw: bytes, recipient: str) -> None:
        """Hands bytes to the mail server, as they are."""
        with smtplib.SMTP("127.0.0.1", self._mail.smtp_port, local_hostname="localhost", timeout=30) as line:
            line.sendmail(self.address, [recipient], raw)

    def look(self) -> list[EmailMessage]:
        """Looks into the mailbox once; returns what is new."""
        fresh = []
        for path in self._mail.letters(self.address):
            name = path.name.partition(":")[0]
            if name not in self._files:
                try:
                    raw = path.read_bytes()
                except FileNotFoundError:  # moved from new to cur at this moment; found again at the next look
                    continue
                self._files.add(name)
                fresh.append(parsed(raw))
        self.seen += fresh
        return fresh

    def wait(self, wanted: Callable[[EmailMessage], bool], what: str, patience: float = PATIENCE) -> EmailMessage:
        """The first letter of which this is true, come already or to come. Fails when none has come in time."""
        until = time.monotonic() + patience
        looked_at = 0
        while True:
            self.look()
            for letter in self.seen[looked_at:]:
                if wanted(letter):
                    return letter
            looked_at = len(self.seen)
            if time.monotonic() > until:
                subjects = [str(letter["Subject"]) for letter in self.seen]
                raise AssertionError(f"{self.address} waited {patience:.0f} s in vain for {what}; what came: {subjects}")
            time.sleep(0.02)

    def answer(self, message_id: str, patience: float = PATIENCE) -> EmailMessage:
        """The letter that answers the one with this Message-ID."""
        return self.wait(lambda letter: letter["In-Reply-To"] == message_id, f"an answer to {message_id}", patience)

    def titled(self, *words: str, patience: float = PATIENCE) -> EmailMessage:
        """The first letter with all these words in its subject."""
        return self.wait(lambda letter: all(word in str(letter["Subject"]) for word in words), f"the words {words}", patience)


def parsed(raw: bytes) -> EmailMessage:
    """The letter's bytes as a message."""
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def text_of(letter: EmailMessage) -> str:
    """The letter's text part."""
    part = letter.get_body(("plain",))
    assert part is not None, f"no text in {letter['Subject']}"
    return str(part.get_content()).replace("\r\n", "\n")


def flat(letter: EmailMessage) -> str:
    """The letter's text with every run of white space as one space: for finding words across line ends."""
    return " ".join(text_of(letter).split())


def files_of(letter: EmailMessage) -> dict[str, bytes]:
    """The letter's attachments by file name."""
    found = {}
    for part in letter.iter_attachments():
        content = part.get_content()
        found[str(part.get_filename())] = content if isinstance(content, bytes) else str(content).encode()
    return found


def kinds_of(letter: EmailMessage) -> list[str]:
    """The content types of the letter's parts that hold something themselves."""
    return [part.get_content_type() for part in letter.walk() if not part.is_multipart()]


def save_all(letters: list[EmailMessage], folder: Path) -> None:
    """Writes letters into a folder, for a person to look at."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, letter in enumerate(letters):
        (folder / f"{number:03d}.eml").write_bytes(letter.as_bytes())
