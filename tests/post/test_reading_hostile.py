"""Letters made to do harm cost no more than bounded time and memory, and are still answered for."""

from __future__ import annotations

import base64
import tracemalloc
from collections.abc import Callable

import pytest

from postern.post.letter import Kind
from postern.post.reading import read_letter

_HEAD = b"From: joe@players.test\nTo: orders@postern.test\nSubject: x\nMIME-Version: 1.0\n"
_MEGABYTE = 1_000_000


def _nested(depth: int, lines: int) -> bytes:
    opened = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (at, at) for at in range(depth))
    return _HEAD + opened + b"\nL13MB4\n" + b"x\n" * lines


def _letters_in_letters(depth: int) -> bytes:
    return _HEAD + b"Content-Type: message/rfc822\n\n" * depth + b"\nL13MB4\n"


def _plain(body: bytes, kind: bytes = b"text/plain", more: bytes = b"") -> bytes:
    return _HEAD + b"Content-Type: " + kind + b"\n" + more + b"\n" + body


def _encoded(body: bytes, kind: bytes = b"text/plain") -> bytes:
    return _plain(base64.encodebytes(body), kind, b"Content-Transfer-Encoding: base64\n")


HOSTILE: dict[str, Callable[[], bytes]] = {
    "nested-just-within": lambda: _nested(29, 100_000),
    "a-separator-that-never-ends": lambda: _plain(b"--forwarded message" + b" " * 300_000 + b"x"),
    "dashes-above-quotations": lambda: _plain((b"-" * 300 + b"x\n> x\n") * 1_200),
    "nested-60": lambda: _nested(60, 110_000),
    "nested-5000": lambda: _nested(5_000, 10),
    "letters-in-letters": lambda: _letters_in_letters(2_000),
    "ten-times-too-long": lambda: _plain(b"L13MB4B5 and some more words\n" * 700_000),
    "one-line-of-20-megabytes": lambda: _plain(b"x" * 20 * _MEGABYTE),
    "header-of-5-megabytes": lambda: _HEAD + b"X-Y: " + b"z" * 5 * _MEGABYTE + b"\n\nL13MB4\n",
    "header-of-100000-fields": lambda: _HEAD + b"X-Loop: a@b.test\n" * 100_000 + b"\nL13MB4\n",
    "from-of-a-megabyte": lambda: b"From: " + b"a@b.test, " * 100_000 + b"\n\nL13MB4\n",
    "from-of-brackets": lambda: b"From: " + b"(" * 300_000 + b"\n\nL13MB4\n",
    "from-of-quotes": lambda: b"From: " + b'"\\' * 150_000 + b"\n\nL13MB4\n",
    "encoded-words": lambda: b"Subject: " + b"=?utf-8?q?=41?= " * 20_000 + b"\n\nL13MB4\n",
    "many-parts": lambda: _plain(b"--b\n\nL1\n" * 30_000, b"multipart/mixed; boundary=b"),
    "base64-of-blanks": lambda: _encoded(b" " * 2 * _MEGABYTE),
    "base64-of-base64": lambda: _encoded(base64.b64encode(b"L13MB4\n" * 100_000)),
    "only-equals": lambda: _plain(b"=" * 3 * _MEGABYTE, more=b"Content-Transfer-Encoding: base64\n"),
    "soft-breaks": lambda: _plain(b"=\n" * 110_000, more=b"Content-Transfer-Encoding: quoted-printable\n"),
    "uuencoded": lambda: _plain(b"begin 644 x\n" + b"M" * 2 * _MEGABYTE, more=b"Content-Transfer-Encoding: x-uuencode\n"),
    "flowing": lambda: _plain(b"L13 \n" * 110_000, b"text/plain; format=flowed; delsp=yes"),
    "deep-quotation": lambda: _plain((b">" * 1_000 + b" x\n") * 300),
    "introductions": lambda: _plain(b"On Fri, Nov 20, 2026 at 8:00 PM X <x@y.test>\nwrote:\n" * 6_000),
    "header-blocks": lambda: _plain(b"Subject: a\nTo: b\nSent: c\nX: d\n" * 10_000),
    "signatures": lambda: _plain(b"-- \nSent from my iPhone\n" * 15_000),
    "notices": lambda: _plain(b"This email has been scanned\n\n" * 12_000),
    "one-notice": lambda: _plain(b"If you are not " * 25_000),
    "banners": lambda: _plain((b"CAUTION: This " + b"a" * 80 + b"\n") * 4_000),
    "broken-lines": lambda: _plain((b"a " * 35 + b"\n") * 5_000),
    "pgp": lambda: _plain(b"-----BEGIN PGP SIGNED MESSAGE-----\n" * 10_000),
    "mojibake": lambda: _plain("Ã¶Ã¼â‚¬ ".encode() * 25_000),
    "mojibake-lines": lambda: _plain("Ã¶Ã¼â‚¬ Ã\n".encode() * 6_000),
    "high-bytes": lambda: _plain(bytes(range(0x80, 0x100)) * 3_000),
    "utf-7": lambda: _plain(b"+AGE-" * 80_000, b"text/plain; charset=utf-7"),
    "nested-divs": lambda: _plain(b"<div>" * 60_000 + b"L13MB4", b"text/html"),
    "nested-quotes": lambda: _plain(b'<blockquote type="cite">a' * 15_000, b"text/html"),
    "nested-tables": lambda: _plain(b"<table><tr><td>a" * 20_000, b"text/html"),
    "nested-hidden": lambda: _plain(b'<p style="display:none">a' * 14_000, b"text/html"),
    "nested-lists": lambda: _plain(b"<ul><li>a" * 40_000, b"text/html"),
    "gmail-quotes": lambda: _plain(b'<div class="gmail_quote">a' * 14_000, b"text/html"),
    "entities": lambda: _plain(b"<!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>" + b"&b;" * 100_000, b"text/html"),
    "attributes": lambda: _plain(b"<p " + b"a=b " * 90_000 + b">x", b"text/html"),
    "styles": lambda: _plain(b'<p style="' + b"color : " * 45_000 + b'">x', b"text/html"),
    "style-sheet-of-rules": lambda: _plain(b"<style>" + b".a{display:none}" * 20_000 + b"</style>x", b"text/html"),
    "style-sheet-unended": lambda: _plain(b"<style>" + b"@a{a{}" * 30_000 + b"." * 100_000 + b"</style>x", b"text/html"),
    "style-sheet-of-names": lambda: _plain(b"<style>" + b".a , " * 60_000 + b"{display:none}</style>x", b"text/html"),
    "s-mime-bombs": lambda: _encoded(b"\x30\x80" * 400_000, b"application/pkcs7-mime"),
    "s-mime-octets": lambda: _encoded(
        bytes.fromhex("308006092a864886f70d010702a0803080020101310030800601 00a080") + b"\x24\x80" * 50_000,
        b"application/pkcs7-mime",
    ),
    "winmail-empty": lambda: _encoded(b"\x78\x9f\x3e\x22\1\0" + b"\1\3\x90\6\0\0\0\0\0\0\0" * 100_000, b"application/ms-tnef"),
    "winmail-of-names": lambda: _encoded(
        b"\x78\x9f\x3e\x22\1\0\1\3\x90\6\0" + (1_500_000).to_bytes(4, "little") + bytes(4) + b"\3\x10\1\0\0\0\0\0" * 187_500,
        b"application/ms-tnef",
    ),
}


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_letters_are_read_in_bounded_time(name: str) -> None:
    raw = HOSTILE[name]()
    found = read_letter(raw, own_addresses=("orders@postern.test",), sent=lambda ids: ("L13MB4\nsome words of ours",))
    assert found.raw is raw
    assert len(found.lines) <= 5_000
    assert sum(map(len, found.lines)) <= 4_000_000
    assert len(found.left_out) <= 12
    assert len(found.ignored) <= 30
    assert all(len(item.example) <= 60 for item in found.left_out)


@pytest.mark.parametrize("name", ["ten-times-too-long", "header-of-5-megabytes", "nested-divs", "winmail-of-names"])
def test_reading_takes_a_bounded_multiple_of_the_limit_in_memory(name: str) -> None:
    raw = HOSTILE[name]()
    tracemalloc.start()
    try:
        read_letter(raw)
        assert tracemalloc.get_traced_memory()[1] < 120 * _MEGABYTE
    finally:
        tracemalloc.stop()


def test_what_lies_beyond_the_bounds_is_named() -> None:
    long = read_letter(HOSTILE["ten-times-too-long"]())
    assert long.ignored[0].startswith("what lies behind the first 4,000,000 bytes")
    header = read_letter(HOSTILE["header-of-5-megabytes"]())
    assert header.sender.email == "joe@players.test"
    assert header.lines == ("L13MB4",)
    assert "very long header" in header.ignored[0]


def test_a_letter_that_cannot_be_taken_apart_says_so() -> None:
    found = read_letter(HOSTILE["nested-5000"]())
    assert not found.readable
    assert found.sender.email == "joe@players.test"
    assert found.verdict.kind is Kind.HUMAN
    vacation = read_letter(b"Auto-Submitted: auto-replied\n" + HOSTILE["nested-5000"]())
    assert not vacation.readable
    assert vacation.verdict.kind is Kind.MACHINE
    assert read_letter(_plain(b"L13MB4\n")).readable
