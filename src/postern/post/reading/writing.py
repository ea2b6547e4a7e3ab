"""One part's text, step by step, to the lines that the writer typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from postern.post.letter import LeftOut
from postern.post.reading.characters import plain_lines, trimmed, without_unseen
from postern.post.reading.edited import mark_echo, take_edited
from postern.post.reading.flowed import unflow
from postern.post.reading.html import read_html
from postern.post.reading.mojibake import mended
from postern.post.reading.parts import TextPart
from postern.post.reading.quotation import mark_endings, mark_quotations
from postern.post.reading.sheet import Reason, Sheet
from postern.post.reading.signature import mark_surroundings
from postern.post.reading.signed import mark_armour
from postern.post.reading.wraps import rejoined

_ENCRYPTED = re.compile(r"^-----BEGIN PGP MESSAGE-----\s*$", re.MULTILINE)


Ours = Callable[[], Iterable[str]]
"""Gives the texts of ours that the letter answers; asked only where something is quoted."""


def _none() -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Written:
    """What one part says: the writer's lines, what was set aside, and what else there is to say of it."""

    lines: list[str]
    left_out: list[LeftOut]
    signatures: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()


def read_part(part: TextPart, sent: Ours = _none) -> Written:
    """The writer's lines of one part; text files are taken whole, but for our own letter in them.

    `sent` gives the texts that the letter answers.
    """
    cut: list[LeftOut] = []
    text = part.text
    if part.is_html:
        text, cut = read_html(text)
    elif part.flowed:
        text = unflow(text, part.delsp)
    sheet = Sheet.of(without_unseen(mended(text)))
    if part.attached:
        mark_endings(sheet)
        if Reason.ENDING in sheet.why:
            mark_echo(sheet, sent())  # our letter as it was saved, to be filled in
        return Written(trimmed(plain_lines(sheet.taken())), [*cut, *sheet.left_out()])
    signatures = mark_armour(sheet)
    encrypted = _ENCRYPTED.search(text)
    if encrypted is not None:
        sheet.mark(text.count("\n", 0, encrypted.start()), len(sheet.lines), Reason.ARMOUR)
    mark_own(sheet, sent)
    taken = sheet.taken()
    if part.is_html:
        # What stands before a line of HTML is how deep its list or table lies, nothing that was typed.
        taken = [line.lstrip() for line in taken]
    elif not part.flowed:
        taken = rejoined(taken)
    ignored = ("an encrypted part",) if encrypted is not None else ()
    return Written(trimmed(plain_lines(taken)), [*cut, *sheet.left_out()], signatures, ignored)


def mark_own(sheet: Sheet, sent: Ours = _none) -> None:
    """Set aside all that the writer did not type."""
    mark_quotations(sheet)
    if Reason.QUOTATION in sheet.why:
        take_edited(sheet, sent())
    elif Reason.ENDING in sheet.why:
        mark_echo(sheet, sent())
    mark_surroundings(sheet)
