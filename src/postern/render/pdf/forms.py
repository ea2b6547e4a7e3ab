"""Monospaced text in the PDF: the order form and the book's codes, in columns where their lines are short enough."""

from __future__ import annotations

from collections.abc import Sequence

from postern.game.report import OrderForm
from postern.render import style
from postern.render.columns import wrap
from postern.render.marks import clean, plain, width
from postern.render.pdf.boxes import COLUMN_GAP, Lines

_COMMENTS = (";", "#", "//", "--")
MONO_ADVANCE = 0.586
"""The width of a monospaced character, in units of the size of type."""
_LETTER = 72
"""Columns of a letter, at which remarks of an order form are wrapped."""
_COLUMNS = 2
"""Columns of the order form and of the book's codes."""


def form_lines(block: OrderForm, room: float) -> Lines:
    """The form in two columns, where its orders are short enough."""
    texts = [clean(line).replace("\n", " ").rstrip() for line in block.lines]
    narrow = _room(style.SMALL - 1, room, _COLUMNS)
    columns = _COLUMNS if all(width(text) <= narrow for text in texts if not text.startswith(_COMMENTS)) else 1
    size = style.SMALL - 1 if columns > 1 else style.SMALL
    most = _room(size, room, columns)
    texts = _unwrapped(texts) if columns > 1 else texts
    lines = [(part, text.startswith(_COMMENTS)) for text in texts for part in _remark(text, most)]
    return Lines(lines, size, room, columns)


def _unwrapped(texts: Sequence[str]) -> list[str]:
    """The lines, where those of a remark that was wrapped at a letter's width are one: the next one is indented, or its first
    word found no room on the line before. A word with a colon begins a remark of its own, and so does an order that is offered
    with a remark behind it."""
    found: list[str] = []
    for text in texts:
        mark = next((mark for mark in _COMMENTS if text.startswith(mark)), "")
        rest = text[len(mark) :]
        offered = bool(mark) and f" {mark} " in rest
        if mark and rest.strip() and not offered and found and found[-1].startswith(mark):
            first = rest.split()[0]
            full = width(found[-1].rsplit("\n", 1)[-1]) + 1 + width(first) > _LETTER
            if rest.startswith("   ") or (full and not first.endswith(":")):
                found[-1] += f"\n{text}"
                continue
        found.append(text)
    return [_joined(lines) for lines in found]


def _joined(text: str) -> str:
    """The lines of a remark as one."""
    first, *rest = text.split("\n")
    return " ".join([first, *(line.lstrip("".join(_COMMENTS)).strip() for line in rest)])


def _remark(text: str, most: int) -> list[str]:
    """The line; where it is too long, wrapped so that each part of a remark is one."""
    if width(text) <= most:
        return [text]
    mark = next((mark for mark in _COMMENTS if text.startswith(mark)), "")
    rest = text[len(mark) :].lstrip()
    lead = text[: len(text) - len(rest)] if mark else ""
    return wrap(rest, most, lead, f"{lead}  ")


def code_lines(text: str, room: float) -> Lines:
    """The book's own codes in two columns; a long line of one sign is cut."""
    size = style.SMALL - 1
    most = _room(size, room, _COLUMNS)
    lines = [line[:most] if len(set(line)) == 1 else line for line in plain(text).split("\n")]
    return Lines([(part, False) for line in lines for part in verbatim(line, most)], size, room, _COLUMNS)


def _room(size: float, room: float, columns: int) -> int:
    """How many signs fit on a line of a column."""
    return int(((room - COLUMN_GAP * (columns - 1)) / columns) / (size * MONO_ADVANCE))


def verbatim(line: str, columns: int) -> list[str]:
    """The line, wrapped with its own indent only when it is wider than the columns."""
    if width(line) <= columns:
        return [line]
    own = line[: len(line) - len(line.lstrip(" "))][:20]
    return wrap(line.strip(), columns, own, own + "  ")
