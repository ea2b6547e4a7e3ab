"""Letters whose MIME structure is broken: what stands in them is read, or named; never is such a letter empty."""

from __future__ import annotations

import random

import pytest

from postern.post.letter import Incoming
from postern.post.reading import read_letter

HEAD = "From: joe@players.test\nTo: orders@postern.test\nSubject: orders\nMIME-Version: 1.0\n"
TYPED = "L13MB4\nGB2BC4\n"


def reading(rest: str) -> Incoming:
    return read_letter(f"{HEAD}{rest}".encode())


def multipart(*parts: str, kind: str = "mixed", before: str = "", behind: str = "") -> str:
    inner = "".join(f"--edge\n{part}\n" for part in parts)
    return f"Content-Type: multipart/{kind}; boundary=edge\n\n{before}{inner}--edge--\n{behind}"


PLAIN = f"Content-Type: text/plain\n\n{TYPED}"
PAGE = "Content-Type: text/html\n\n<p>L13MB4</p>\n<p>GB2BC4</p>\n"
BLANK = "Content-Type: text/plain\n\n \n"


BROKEN = [
    f"Content-Type: multipart/mixed\n\n--edge\n{PLAIN}--edge--\n",
    f"Content-Type: multipart/alternative\n\n--edge\n{BLANK}--edge\n{PAGE}--edge--\n",
    f"Content-Type: multipart/mixed\n\n{TYPED}",
    f"Content-Type: multipart/\n\n{TYPED}",
    f"Content-Type: multipart/mixed; boundary=never\n\n--edge\n{PLAIN}--edge--\n",
    f"Content-Type: multipart/signed; boundary=never\n\n{TYPED}",
    multipart(f"Content-Type: multipart/related\n\n--in\n{PAGE}--in--\n", kind="alternative"),
    multipart(BLANK, before=TYPED),
    multipart(BLANK, before=f"This is a multi-part message in MIME format.\n{TYPED}"),
    multipart(BLANK, behind=TYPED),
    multipart(BLANK, PAGE, kind="alternative"),
    multipart(BLANK, PAGE),
    multipart(BLANK, PAGE.replace("text/html", "text/html; name=ATT00001.htm")),
    multipart("Content-Type: text/plain\n\n-- \nJoe\n", PAGE, kind="alternative"),
    multipart("Content-Type: text/plain\n\nSent from my iPhone\n", PAGE, kind="alternative"),
    multipart("Content-Type: text/plain\n\nThis is an HTML message.\n", PAGE, kind="alternative"),
    *(f"Content-Type: {kind}\n\n{TYPED}" for kind in ("text/x-orders", "text/markdown", "plain/text", "text", ";;")),
    *(f"Content-Type: application/{kind}\n\n{TYPED}" for kind in ("octet-stream", "text", "xhtml+xml")),
    "Content-Type: text/enriched\n\n<bold>L13MB4</bold>\n\nGB2BC4\n",
    *(f"Content-Type: text/plain; charset={name}\n\n{TYPED}\n" for name in ("cp500", "utf-16", "utf-16le", "x-none", "hex")),
    *(
        f"Content-Transfer-Encoding: {name}\n\n{TYPED}"
        for name in ("base64", "quoted-printable", "x-uuencode", "x-none", "uuencode")
    ),
]
"""What follows the header of letters with the orders in ``TYPED``."""


@pytest.mark.parametrize("rest", BROKEN)
def test_the_orders_of_a_broken_letter_are_read(rest: str) -> None:
    found = reading(rest)
    assert " ".join(" ".join(found.lines).split()) == "L13MB4 GB2BC4", found.ignored


def test_order_lines_labelled_as_encoded_stay_as_typed() -> None:
    assert reading("Content-Transfer-Encoding: quoted-printable\n\nT3=B4\nA=KING\n").lines == ("T3=B4", "A=KING")
    assert reading("Content-Transfer-Encoding: quoted-printable\n\nT3=B4\n").lines == ("T3=B4",)
    assert reading("Content-Transfer-Encoding: quoted-printable\n\nT3=3DB4=\nL1\n").lines == ("T3=B4L1",)
    assert reading("Content-Transfer-Encoding: base64\n\nL13MB4\n").lines == ("L13MB4",)
    assert reading("Content-Transfer-Encoding: base64\n\nTDEzTUI0Cg==\n").lines == ("L13MB4",)


def test_text_beside_the_parts_of_a_letter_with_text_is_named() -> None:
    assert reading(multipart(PLAIN, behind="L15MC4\n")).ignored == ("text beside its parts",)
    assert reading(multipart(PLAIN, before="L15MC4\n")).ignored == ("text beside its parts",)
    usual = (
        "This is a multi-part message in MIME format.",
        "> This message is in MIME format. Since your mail reader does not understand\nthis format, it may not be legible.",
    )
    for words in usual:
        assert reading(multipart(PLAIN, before=f"{words}\n")).ignored == ()


def test_what_is_no_text_is_named_and_not_read() -> None:
    assert reading("Content-Type: application/octet-stream\n\n\x01\x02\x03\x04L13\n").ignored == ("a file",)
    assert reading("Content-Type: text/calendar\n\nL13MB4\n").ignored == ("a calendar entry",)
    amp = "Content-Type: text/x-amp-html\n\n<p>L15MC4</p>\n"
    assert reading(multipart(amp, PAGE, kind="alternative")).lines == ("L13MB4", "", "GB2BC4")


def test_the_html_of_a_reply_that_only_quotes_is_not_read_instead() -> None:
    quoting = "Content-Type: text/plain\n\n> L13MB4\n-- \nJoe\n"
    assert reading(multipart(quoting, PAGE, kind="alternative")).lines == ()


LETTERS = (
    HEAD + multipart(multipart(BLANK, PAGE, kind="alternative"), before="This is a multi-part message in MIME format.\n"),
    HEAD + multipart(PLAIN, "Content-Type: image/png\n\nxx\n"),
    HEAD + multipart(multipart(PLAIN, PAGE, kind="alternative").replace("edge", "inner"), kind="related"),
    f"{HEAD}{PLAIN}",
    f"{HEAD}{PAGE}",
)


def test_whatever_happens_to_the_structure_the_orders_are_read_or_something_is_named() -> None:
    chance = random.Random(15)
    for number in range(1_500):
        lines = chance.choice(LETTERS).split("\n")
        for _ in range(chance.randint(1, 3)):
            # Only what holds the structure is harmed: below the letter's own header, and no line of orders.
            at = chance.choice([at for at, line in enumerate(lines) if at > 3 and "L13MB4" not in line])
            harm = chance.randrange(4)
            if harm == 0:
                del lines[at]
            elif harm == 1:
                lines.insert(at, lines[at])
            elif harm == 2:
                lines[at] = lines[at][: chance.randint(0, len(lines[at]))]
            else:
                lines.insert(at, "")
        raw = "\n".join(lines)
        found = read_letter(raw.encode())
        told = "\n".join(found.lines), found.ignored, found.left_out, found.over
        assert "L13MB4" in told[0] or any(told[1:]), f"{number}:\n{raw}"
