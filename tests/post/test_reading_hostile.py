"""Letters made to do harm cost no more than bounded time and memory, and are still answered for."""

from __future__ import annotations

import base64
import tracemalloc
from collections.abc import Callable
from email.message import Message

import pytest

from postern.post.bounds import parsed
from postern.post.letter import Kind
from postern.post.reading import Reply, read_letter, sent
from postern.post.reading.characters import plain_characters
from postern.post.reading.html import html_to_text
from postern.post.reading.mojibake import mended
from postern.post.reading.sent import SentText

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


SENT = ("".join(f"L13MB4\nsome words of ours {number}\n" for number in range(2_000)),) * 3
"""What the letters answer: long, as a report is."""


def _parts(lines: bytes, count: int) -> bytes:
    opened = b"--b\nContent-Type: text/plain\n\n" + lines * (1_990 // len(lines)) + b"\n"
    return _plain(opened * count, b"multipart/mixed; boundary=b", b"In-Reply-To: <a.postern@postern.test>\n")


def _bounce(body: bytes) -> bytes:
    return b"From: mailer-daemon@players.test\nReturn-Path: <>\nTo: orders@postern.test\n" + body


_REPORT = b"""MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

"""

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
    "marks-on-one-letter": lambda: _plain("\u0301\u0323".encode() * 200_000, b"text/plain; charset=utf-8"),
    "one-paragraph-of-short-words": lambda: _plain((b"abc " * 18 + b"\n") * 5_500),
    "one-paragraph-of-commas": lambda: _plain((b"a" * 70 + b",\n") * 5_500),
    "wrote-and-nothing": lambda: _plain(b"wrote " * 11 + b"wrote\n" + (b"wrote " * 11 + b"wrote\n") * 5_600),
    "quotations-in-200-parts": lambda: _parts(b"> a\n> b\n", 199),
    "introductions-in-200-parts": lambda: _parts(b"On Fri, Nov 20, 2026 at 8:00 PM X <x@y.test> wrote:\n", 199),
    "our-last-line-in-200-parts": lambda: _parts(b"(end of letter)\n", 199),
    "quoted-introductions": lambda: _plain(b"> On Fri, Nov 20, 2026 at 8:00 PM X <x@y.test> wrote:\n" * 7_000),
    "dates": lambda: _plain((b"20:00 2026 " * 30 + b"<x@y.test>:\n") * 1_170),
    "quoted-dots": lambda: _plain(b"> .\n" * 50_000),
    "colons": lambda: _plain(b"a:\n" * 59_000),
    "carriage-returns": lambda: _plain(b"\r" * 400_000),
    "parameters": lambda: _plain(b"x", b"text/plain" + b";" * 390_000),
    "parameters-with-values": lambda: _plain(b"x", b"text/plain" + b"; a=b" * 78_000),
    "lists-in-one-another": lambda: _plain(b"<ul><li>" * 100 + b"a<br>" * 79_000, b"text/html"),
    "numbered-lists": lambda: _plain((b"<ol>a" * 100 + b"</ol>b" * 100) * 360, b"text/html"),
    "different-attributes": lambda: _plain(b"<p " + b" ".join(b"a%d=b" % at for at in range(40_000)) + b">x", b"text/html"),
    "paragraphs": lambda: _plain(b"<p>a" * 100_000, b"text/html"),
    "breaks-below-deep-quotations": lambda: _plain(b"<blockquote type=cite>" * 200 + b"a<br>" * 79_000, b"text/html"),
    "report-of-nothing": lambda: _bounce(_REPORT + b"\n" * 59_000),
    "bounce-of-headers": lambda: _bounce(b"\n" + b"Subject: a\nTo: b\nSent: c\nX: d\n" * 12_000),
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
    found = read_letter(raw, own_addresses=("orders@postern.test",), sent=lambda ids: SENT)
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


def test_what_of_its_texts_lies_beyond_the_bounds_is_named() -> None:
    lines = read_letter(_plain(b"> x\n" * 21_000 + b"L13MB4\n"))
    assert lines.ignored == ("what lies behind the first 20,000 lines of text",)
    page = read_letter(_plain(b"<p>L13MB4</p><p>" * 12_000, b"text/html"))
    assert page.ignored[0] == "what lies behind the first 20,000 tags of its web pages"
    assert page.lines[0] == "L13MB4"
    parts = read_letter(_parts(b">\n", 90))
    assert parts.ignored.count("what lies behind the first 20,000 lines of text") == 1


def test_orders_below_the_quotations_of_a_dozen_reports_are_read() -> None:
    quoted = b"".join(b"> a line of a report, number %d\n" % number for number in range(9_000))
    found = read_letter(_plain(quoted + b"\nL13MB4\n"))
    assert (found.lines, found.ignored) == (("L13MB4",), ())
    page = b"<blockquote type=cite>" + b"<p><b>a</b> line of a report</p>" * 9_000 + b"</blockquote><p>L13MB4</p>"
    found = read_letter(_plain(page, b"text/html"))
    assert (found.lines, found.ignored) == (("L13MB4",), ())


def test_what_a_letter_answers_is_asked_for_and_made_ready_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ready(text: str) -> SentText:
        asked.append(text)
        return SentText.of("words")

    def answered(reply: Reply) -> tuple[str, ...]:
        asked.append("")
        return ("<p>words</p>",)

    monkeypatch.setattr(sent, "text_of", ready)
    read_letter(_parts(b"> a\n> L13MB4\n", 150), sent=answered)
    assert asked == ["", "<p>words</p>"]


def test_only_the_beginning_of_a_report_is_searched_for_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def failures(message: Message) -> tuple[set[str], set[str]]:
        seen.append(str(message.get_payload()))
        return set(), set()

    monkeypatch.setattr("flufl.bounce.all_failures", failures)
    raw = _bounce(b"Content-Type: text/plain\n\n" + b"It failed.\n" * 30_000)
    assert read_letter(raw).verdict.kind is Kind.BOUNCE
    assert {text.count("\n") for text in seen} == {3_000}


def test_fields_with_thousands_of_parameters_are_cut() -> None:
    message = parsed(
        b"Content-Type: text/plain; charset=utf-8" + b";a=b" * 90_000 + b"\nX-Long: " + b"x" * 90_000 + b"\n\nL1\n"
    )
    assert len(message["Content-Type"].split(";")) == 50
    assert (len(message["X-Long"]), message.get_content_charset()) == (20_000, "utf-8")


def test_lists_in_one_another_do_not_move_their_lines_in_for_ever() -> None:
    text = html_to_text("<ul><li>" * 100 + "L13MB4<br>" * 50)
    assert max(map(len, text.split("\n"))) < 40
    assert text.count("L13MB4") == 50


def test_thousands_of_marks_on_a_letter_are_cut_before_they_are_ordered() -> None:
    assert plain_characters("a" + "\u0301\u0323" * 5_000 + "b") == plain_characters("a" + "\u0301\u0323" * 15 + "b")
    assert plain_characters("e\u0301" * 50) == "\u00e9" * 50


def test_lines_that_no_program_mangled_so_often_stay_as_they_are() -> None:
    text = mended("gr\u00c3\u00bc\u00c3\u009fe\n" * 5_000)
    assert (text.count("gr\u00fc\u00dfe"), text.count("\n")) == (4_000, 5_000)


def test_a_letter_that_cannot_be_taken_apart_says_so() -> None:
    found = read_letter(HOSTILE["nested-5000"]())
    assert not found.readable
    assert found.sender.email == "joe@players.test"
    assert found.verdict.kind is Kind.HUMAN
    vacation = read_letter(b"Auto-Submitted: auto-replied\n" + HOSTILE["nested-5000"]())
    assert not vacation.readable
    assert vacation.verdict.kind is Kind.MACHINE
    assert read_letter(_plain(b"L13MB4\n")).readable
