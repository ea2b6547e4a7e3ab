"""SpamAssassin with its local rules alone: what it says of letters, without asking the network."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from email import message_from_bytes
from email.utils import parseaddr
from pathlib import Path

_RECEIVED = (
    "Return-Path: <{sender}>\n"
    "Received: from mail.{domain} (mail.{domain} [IPv6:2001:db8::25])\n"
    "\tby mx.reader.example (Postfix) with ESMTPS id 4XyZ17\n"
    "\tfor <{reader}>; {date}\n"
)
"""What the reader's server writes above a letter; without it many rules do not apply."""
_START = re.compile(rb"^(>*From )", re.MULTILINE)


@dataclass(frozen=True)
class Score:
    """What a letter got, and the rules that gave it."""

    points: float
    rules: tuple[str, ...]


def missing() -> str:
    """Why letters cannot be scored, or ""."""
    return "" if shutil.which("spamassassin") else "spamassassin is not installed"


def scores(letters: Iterable[bytes], home: Path) -> dict[str, Score]:
    """Message-ID → score of each letter, all in one run. ``home``: a folder for what the program keeps."""
    box = b"".join(b"From sender Fri Nov 27 19:00:00 2026\n" + _arrived(letter) + b"\n\n" for letter in letters)
    (home / "wishes").write_text("use_bayes 0\nuse_auto_welcomelist 0\n")
    command = ["spamassassin", "--local", "--test-mode", "--mbox", "--prefspath", str(home / "wishes")]
    told = subprocess.run(command, input=box, capture_output=True, check=True, env={**os.environ, "HOME": str(home)})
    found = {}
    for one in re.split(rb"^From sender .*\n", told.stdout, flags=re.MULTILINE)[1:]:
        letter = message_from_bytes(one)
        status = " ".join(str(letter["X-Spam-Status"]).split())
        points, rules = re.search(r"score=(-?[\d.]+)", status), re.search(r"tests=(.*?) (?:autolearn|version)", status)
        assert points is not None, status
        assert rules is not None, status
        found[str(letter["Message-ID"])] = Score(float(points[1]), tuple(re.split(r",\s*", rules[1])))
    return found


def _arrived(letter: bytes) -> bytes:
    about = message_from_bytes(letter)
    sender = parseaddr(str(about["From"]))[1]
    _, _, domain = sender.partition("@")
    head = _RECEIVED.format(sender=sender, domain=domain, reader=about["To"], date=about["Date"]).encode("ascii")
    return head + _START.sub(rb">\1", letter.replace(b"\r\n", b"\n"))
