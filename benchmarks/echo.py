"""The least that could answer a letter: fetch it, send it back. What the desk's own speed is measured against.

No reading beyond the From line, no database, no second thought about failures: not a mail robot, only its floor.
"""

from __future__ import annotations

import asyncio
import re
import sys
from dataclasses import dataclass

import aiosmtplib
from aioimaplib import aioimaplib

_FROM = re.compile(rb"^From:.*?([^\s<>]+@[^\s<>]+)", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True)
class Ports:
    """Where the servers listen on this machine, and the mailbox to answer for."""

    imap: int
    smtp: int
    address: str
    password: str


async def echo(ports: Ports) -> None:
    """Answers each letter as it comes, waiting by IDLE, until cancelled. Says "ready" when it listens."""
    box, line = await _open(ports)
    async with line:
        print("ready", flush=True)
        while True:
            await answer_waiting(box, line, ports.address)
            idling = await box.idle_start(timeout=600)
            await box.wait_server_push()
            box.idle_done()
            await idling


async def drain(ports: Ports, letters: int) -> None:
    """Answers this many letters that wait already, one after another, and ends."""
    box, line = await _open(ports)
    async with line:
        print("ready", flush=True)
        done = 0
        while done < letters:
            done += await answer_waiting(box, line, ports.address)
    await box.logout()


async def answer_waiting(box: aioimaplib.IMAP4, line: aiosmtplib.SMTP, address: str) -> int:
    """Fetches and answers each letter not seen before, one after another. Returns how many there were."""
    found = await box.uid_search("UNSEEN", charset=None)
    uids = found.lines[0].decode().split()
    for uid in uids:
        fetched = await box.uid("fetch", uid, "(BODY[])")
        raw = bytes(next(line for line in fetched.lines if isinstance(line, bytearray)))
        sender = _FROM.search(raw)
        assert sender is not None
        await line.sendmail(address, [sender[1].decode()], raw)
    return len(uids)


async def _open(ports: Ports) -> tuple[aioimaplib.IMAP4, aiosmtplib.SMTP]:
    box = aioimaplib.IMAP4("127.0.0.1", ports.imap, timeout=30)
    await box.wait_hello_from_server()
    await box.login(ports.address, ports.password)
    await box.select("INBOX")
    return box, aiosmtplib.SMTP(hostname="127.0.0.1", port=ports.smtp, start_tls=False, local_hostname="localhost")


if __name__ == "__main__":
    _imap, _smtp, _address, _password, *_letters = sys.argv[1:]
    _ports = Ports(int(_imap), int(_smtp), _address, _password)
    asyncio.run(drain(_ports, int(_letters[0])) if _letters else echo(_ports))
