"""What programs on the way do to typed words: links behind them, blanks at line ends, tables, comments, doubled line ends."""

from __future__ import annotations

import quopri

import pytest

from postern.desk.settings.rulesets import begins_order
from postern.post.letter import Incoming
from postern.post.reading import read_letter
from postern.post.reading.characters import plain_lines

HEAD = "From: ann@a.example\nTo: desk@b.example\nSubject: orders\nMIME-Version: 1.0\n"


def plain(body: str, kind: str = "text/plain") -> Incoming:
    return read_letter(f"{HEAD}Content-Type: {kind}; charset=utf-8\n\n{body}".encode(), alone=begins_order)


def flowed(body: str) -> tuple[str, ...]:
    return plain(body, "text/plain; format=flowed").lines


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("L5MS17<tel:517>", "L5MS17"),
        ("L5MS17<http://s17.example/x?y=1>", "L5MS17"),
        ("L5MS17 <https://s17.example/>", "L5MS17"),
        ("3104<tel:3104>:", "3104:"),
        ("move 190<x-apple-data-detectors://4> 174", "move 190 174"),
        ("[3104](tel:3104): move n", "3104: move n"),
        ("EMAIL=joe@players.example<mailto:joe@players.example>", "EMAIL=joe@players.example"),
        ("EMAIL <mailto:joe@players.example>", "EMAIL <mailto:joe@players.example>"),
        ("<http://alone.example>", "<http://alone.example>"),
        ("L13 <5 troops>", "L13 <5 troops>"),
    ],
)
def test_a_link_behind_a_word_is_no_part_of_it(line: str, typed: str) -> None:
    assert plain_lines([line]) == [typed]


@pytest.mark.parametrize(
    "html",
    [
        "<div>L5M<!-- x -->S17</div>",
        "<div>L5M<span style='display:none'>9</span>S17</div>",
        "<div>L5<b>M</b><!--[if mso]>x<![endif]-->S17</div>",
    ],
)
def test_what_is_hidden_within_a_word_does_not_part_it(html: str) -> None:
    assert plain(html, "text/html").lines == ("L5MS17",)


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        (
            "<table><tr><td><p>3113:</p></td><td><p>wait 3</p></td></tr><tr><td><p>480</p></td><td><p>OR</p></td></tr></table>",
            ("3113: wait 3", "480 OR"),
        ),
        ("<table><tr><td><div>L13</div></td><td>MB4<br></td></tr></table>", ("L13 MB4",)),
        ("<table><tr><td><p>L13MB4</p><p>L14MB4</p></td><td><p>x</p></td></tr></table>", ("L13MB4", "L14MB4", "x")),
        ("<table><tr><td><table><tr><td>L13MB4</td></tr></table></td><td><p>x</p></td></tr></table>", ("L13MB4", "x")),
    ],
)
def test_the_cells_of_a_row_are_one_line(html: str, lines: tuple[str, ...]) -> None:
    assert tuple(filter(None, plain(html, "text/html").lines)) == lines


COSMOS = [
    "3104:",
    "waitforall exact 3112 3113 3114 3115 3116 3117 3118 3119 3105",
    "repeat 2",
    "orders:",
    "move n",
    ".",
    "wait 1",
]
ALAMAZE = ["480 OR", "305 1SO 4 WA RE TK 305 1SO 4 WA RE TK 305 1SO 4 WA RE TK", "720 2WA KN", "210 500"]
JEWELS = ["L13MB4", "GB2T5TL13, L13MB4B5, GB2BC4, L15MB4, L16MB4, L17MB4, L18MB4", "L14MB5", "E=25"]


@pytest.mark.parametrize("lines", [COSMOS, ALAMAZE, JEWELS], ids=["cosmos", "alamaze", "great jewels"])
@pytest.mark.parametrize("last", [" ", ""])
def test_blanks_behind_all_lines_join_none(lines: list[str], last: str) -> None:
    assert flowed(" \n".join(lines) + last) == tuple(lines)


def test_what_a_program_broke_is_joined() -> None:
    text = "a sentence that is far longer than a line may be, so that the \nprogram broke it here"
    assert flowed(f"L13MB4\n{text}\nL14MB4") == ("L13MB4", text.replace("\n", ""), "L14MB4")
    listed = "waitforall exact 3112 3113 3114 3115 3116 3117 3118 3119 \n3105 3106"
    assert flowed(f"3104:\n{listed}\nwait 1") == ("3104:", listed.replace("\n", ""), "wait 1")


def test_a_number_alone_is_left_to_the_game() -> None:
    long = "move 190 174 175 190 174 175 190 174 175 190 174 175 190 174 175 190"
    assert plain(f"3104:\n{long}\n3105\nmove n").lines == ("3104:", long, "3105", "move n")


@pytest.mark.parametrize("ends", [b"\r\r\n", b"\r\r\r\n"])
def test_quoted_printable_with_doubled_line_ends_is_decoded(ends: bytes) -> None:
    text = b"E=25\n" + b"L13MB4 and a sentence that goes on for so long that the encoder has to break it somewhere\n" * 4
    coded = quopri.encodestring(text).replace(b"\n", ends)
    found = read_letter(f"{HEAD}Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n".encode() + coded)
    assert [line for line in found.lines if line] == text.decode().splitlines()


def test_orders_above_the_parts_are_kept_to_be_named() -> None:
    body = "L13MB4\n\n--x\nContent-Type: text/plain\n\nL14MB4\n--x--\n"
    found = plain(body, 'multipart/mixed; boundary="x"')
    assert found.lines == ("L14MB4",)
    assert [item.texts for item in found.left_out] == [("L13MB4",)]
    assert "text beside its parts" in found.ignored


def test_a_line_that_is_too_long_is_left_out_whole_and_named() -> None:
    found = plain(f"L13MB4\nmove {'190 ' * 600}\nL14MB4")
    assert found.lines == ("L13MB4", "L14MB4")
    assert any(note.startswith("a line of 2,404 characters that begins ") for note in found.ignored)
