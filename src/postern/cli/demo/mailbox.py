"""A player's mail client for the demonstration: sends by SMTP, waits for answers by IMAP."""

from __future__ import annotations

import asyncio
import email
import email.policy
import re
from email.message import EmailMessage
from email.utils import make_msgid

import aiosmtplib
from aioimaplib import IMAP4

_POLL = 0.1
_NUMBER = re.compile(rb"\d+")


class Mailbox:
    """One account on the demonstration's server. Letters are read in the order in which they came."""

    def __init__(self, address: str, password: str, imap_port: int, smtp_port: int) -> None:
        self.address, self._password = address, password
        self._imap_port, self._smtp_port = imap_port, smtp_port
        self._client: IMAP4 | None = None
        self._read = 0

    async def open(self) -> None:
        """Logs in and selects the inbox. Raises ConnectionError when the server refuses."""
        client = IMAP4(host="127.0.0.1", port=self._imap_port, timeout=20)
        await client.wait_hello_from_server()
        answer = await client.login(self.address, self._password)
        if answer.result != "OK":
            raise ConnectionError(f"the mail server refused the login of {self.address}")
        await client.select("INBOX")
        self._client = client

    async def close(self) -> None:
        """Logs out."""
        if self._client is not None:
            await self._client.logout()

    async def send(self, to: str, subject: str, text: str, answering: EmailMessage | None = None) -> None:
        """Sends a letter; ``answering`` threads it and quotes the letter below the text, as mail clients do."""
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self.address, to, subject
        letter["Message-ID"] = make_msgid(domain=self.address.partition("@")[2])
        if answering is not None:
            letter["In-Reply-To"] = letter["References"] = str(answering["Message-ID"])
            quoted = "\n".join("> " + line for line in text_of(answering).splitlines())
            text = f"{text}\n\nOn Friday Postern wrote:\n{quoted}\n"
        letter.set_content(text)
        await aiosmtplib.send(letter, hostname="127.0.0.1", port=self._smtp_port, timeout=20)

    async def reply(self, to: EmailMessage, text: str) -> None:
        """Answers a letter to its Reply-To address, quotation below."""
        subject = str(to["Subject"])
        await self.send(
            str(to["Reply-To"] or to["From"]), subject if subject.startswith("Re:") else f"Re: {subject}", text, answering=to
        )

    async def next_letter(self, seconds: float) -> EmailMessage:
        """The next letter not read yet. Raises TimeoutError when none comes in time."""
        assert self._client is not None, "open() comes first"
        async with asyncio.timeout(seconds):
            while True:
                answer = await self._client.search("ALL")
                numbers = [int(number) for number in _NUMBER.findall(answer.lines[0])]
                if len(numbers) > self._read:
                    break
                await asyncio.sleep(_POLL)
                await self._client.noop()
        fetched = await self._client.fetch(str(numbers[self._read]), "(RFC822)")
        self._read += 1
        raw = max((bytes(line) for line in fetched.lines), key=len)
        return email.message_from_bytes(raw, policy=email.policy.default)


def text_of(letter: EmailMessage) -> str:
    """The letter's plain text part, "" when it has none."""
    body = letter.get_body(("plain",))
    return body.get_content() if body is not None else ""
