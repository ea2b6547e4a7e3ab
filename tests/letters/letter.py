"""One letter of the corpus, and the pieces that all of them are built from."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from postern.post.letter import END_MARK
from tests.letters.tongues import BOT

OURS = f"""\
[QJ-101 turn 7] GREEDY: 9 orders on file, 2 to mend

TO MEND (2)
  line 4   L27MC2C3D3
           L27 would stop in C3: C2 and C3 cost 4 of his 4 movement points,
           D3 needs 2 more. A force march has 6:  L27FC2C3D3
           (troops above twice his bonus, here 6 of 12, would die).

ON FILE FOR TURN 7 (9)
   1  A=LORD          LORD becomes your ally
   2  GB2T5TL31       B2 hands 5 troops to L31 (he then has 12)

ORDERS TO FILL IN
L13 ; in B2, 4 movement points
L15 ; in B2, 4 movement points

Turn 7 runs Fri 27 Nov 2026, 20:00 CET (19:00 UTC), or half an hour after
all are ready. You are not ready yet; 4 of 12 are awaited.

{END_MARK}"""
"""A letter of ours, to be quoted."""


@dataclass(frozen=True)
class Sample:
    """A letter: its name in the test's list, its bytes, the lines that must be read, and whether text of ours is quoted.

    ``sent`` are the texts that the reader is told we had sent. ``reasons`` must be among those of what is left out.
    """

    name: str
    raw: bytes
    expected: tuple[str, ...]
    quotes: bool = False
    sent: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


def quoted(text: str = OURS, mark: str = "> ") -> str:
    """The text with a quotation mark before each line."""
    return "\n".join((mark + line).rstrip() for line in text.split("\n"))


def page(text: str) -> str:
    """The text as simple HTML lines."""
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in text.split("\n"))


def part(text: str, kind: str = "text/plain", charset: str = "utf-8", encoding: str = "", more: str = "") -> bytes:
    """One MIME part, header and body. ``encoding`` is guessed from the charset if empty; ``more`` are parameters."""
    data = text.replace("\n", "\r\n").encode(charset, "xmlcharrefreplace" if kind == "text/html" else "strict")
    encoding = encoding or ("7bit" if data.isascii() else "8bit")
    if encoding == "base64":
        data = base64.encodebytes(data).replace(b"\n", b"\r\n")
    elif encoding == "quoted-printable":
        data = quopri.encodestring(data.replace(b"\r\n", b"\n")).replace(b"\n", b"\r\n")
    return f"Content-Type: {kind}; charset={charset}{more}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n".encode() + data


def multipart(kind: str, parts: Sequence[bytes], more: str = "", boundary: str = "") -> bytes:
    """Several parts as one."""
    boundary = boundary or f"=_{kind}_{len(parts)}_{sum(map(len, parts))}"
    head = (
        f'Content-Type: multipart/{kind}; boundary="{boundary}"{more}\r\n\r\nThis is a multi-part message in MIME format.\r\n'
    )
    body = b"".join(f"--{boundary}\r\n".encode() + piece + b"\r\n" for piece in parts)
    return head.encode() + body + f"--{boundary}--\r\n".encode()


def both(plain: str, html: str, charset: str = "utf-8", encoding: str = "quoted-printable") -> bytes:
    """Plain text and HTML as alternatives."""
    return multipart("alternative", [part(plain, "text/plain", charset, encoding), part(html, "text/html", charset, encoding)])


def file(data: bytes, kind: str, name: str, disposition: str = "attachment") -> bytes:
    """A file that comes along."""
    head = f'Content-Type: {kind}; name="{name}"\r\nContent-Disposition: {disposition}; filename="{name}"\r\n'
    return head.encode() + b"Content-Transfer-Encoding: base64\r\n\r\n" + base64.encodebytes(data).replace(b"\n", b"\r\n")


def letter(content: bytes, program: str = "", *, subject: str = "Re: [QJ-101 turn 7] GREEDY", reply: bool = True) -> bytes:
    """The whole letter: the header that programs write, then the content. ``program`` is a header line or more."""
    head = [
        "Return-Path: <joe@players.test>",
        f"Delivered-To: {BOT}",
        "Received: from mx.players.test (mx.players.test [192.0.2.7])",
        "\tby mail.postern.test (Postfix) with ESMTPS id 4XyZ; Fri, 20 Nov 2026 20:30:01 +0100 (CET)",
        "From: Joe Player <joe@players.test>",
        f"To: Postern <{BOT}>",
        f"Subject: {subject}",
        "Date: Fri, 20 Nov 2026 20:30:00 +0100",
        "Message-ID: <CA+1234@players.test>",
        *(["In-Reply-To: <1.postern@postern.test>", "References: <1.postern@postern.test>"] if reply else []),
        *(program.split("\n") if program else []),
        "MIME-Version: 1.0",
    ]
    return "\r\n".join(head).encode() + b"\r\n" + content
