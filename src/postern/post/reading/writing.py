"""One part's text, step by step, to the lines that the writer typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from postern.post.bounds import Room
from postern.post.letter import Frame, LeftOut
from postern.post.reading.characters import plain_lines, trimmed, without_unseen
from postern.post.reading.edited import Comparison
from postern.post.reading.flowed import is_flowed, stands_nowhere, unflow
from postern.post.reading.mojibake import mended
from postern.post.reading.parts import TextPart
from postern.post.reading.quotation import mark_endings, mark_quotations, with_introductions_apart
from postern.post.reading.sent import Answered
from postern.post.reading.sheet import Reason, Sheet, lines_of
from postern.post.reading.signature import mark_surroundings
from postern.post.reading.signed import mark_armour
from postern.post.reading.wraps import rejoined

_ARMOUR = "-----BEGIN PGP"
_ENCRYPTED = re.compile(r"^-----BEGIN PGP MESSAGE-----\s*$")


_NONE = Answered(())
_OF_OTHERS = (Reason.QUOTATION, Reason.FORWARDED, Reason.ENDING, Reason.ARMOUR)


@dataclass(frozen=True, slots=True)
class Written:
    """What one part says: the writer's lines, what was set aside, and what else there is to say of it."""

    lines: list[str]
    left_out: list[LeftOut]
    signatures: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()

    def says_something(self) -> bool:
        """Whether a word is among the writer's lines."""
        return any(re.search(r"\w", line) for line in self.lines)

    def quotes(self) -> bool:
        """Whether something in it is said to be another letter, or is signed."""
        return any(item.reason in _OF_OTHERS for item in self.left_out)


def read_part(
    part: TextPart,
    sent: Answered = _NONE,
    room: Room | None = None,
    own: Collection[str] = (),
    alone: Callable[[str], bool] = stands_nowhere,
) -> Written:
    """The writer's lines of one part; text files are taken whole, but for our own letter in them.

    `sent` are the texts that the letter answers; `room` is how much of all parts together is looked at; `own` are the
    addresses that we write from; `alone` knows lines that begin an order, to which none above is joined.
    """
    room = room or Room()
    cut: list[LeftOut] = []
    text, beyond, flowed = part.text, tuple[str, ...](), False
    if part.is_html:
        page, beyond = room.page(text)
        from postern.post.reading.html import read_html

        text, cut = read_html(page)
    elif flowed := part.flowed and is_flowed(text):
        text = unflow(text, part.delsp, alone)
    lines, more = room.some(lines_of(without_unseen(mended(text))))
    sheet, unread = Sheet.blank(lines if part.attached else with_introductions_apart(lines)), (*beyond, *more)
    if part.attached:
        mark_endings(sheet)
        comparison = Comparison(sheet, sent)
        comparison.mark_echo()  # our letter as it was saved, to be filled in
        comparison.note_ours()
        return Written(trimmed(plain_lines(sheet.taken())), [*cut, *sheet.left_out()], ignored=unread)
    armoured = _ARMOUR in "\n".join(sheet.lines)
    signatures = mark_armour(sheet) if armoured else ()
    encrypted = next((at for at, line in enumerate(sheet.lines) if _ENCRYPTED.match(line)), None) if armoured else None
    if encrypted is not None:
        sheet.mark(encrypted, len(sheet.lines), Reason.ARMOUR)
    mark_own(sheet, sent, own)
    taken = sheet.taken()
    if part.is_html:
        # What stands before a line of HTML is how deep its list or table lies, nothing that was typed.
        taken = [line if isinstance(line, Frame) else line.lstrip() for line in taken]
    elif not flowed:
        taken = rejoined(taken)
    sealed = ("an encrypted part",) if encrypted is not None else ()
    return Written(trimmed(plain_lines(taken)), [*cut, *sheet.left_out()], signatures, (*unread, *sealed))


def mark_own(sheet: Sheet, sent: Answered = _NONE, own: Collection[str] = ()) -> None:
    """Set aside all that the writer did not type. ``own`` are the addresses that we write from."""
    mark_quotations(sheet)
    comparison = Comparison(sheet, sent)
    comparison.take_unmarked(own)
    if Reason.QUOTATION in sheet.why:
        comparison.take_edited()
    comparison.mark_echo()
    comparison.note_ours()
    mark_surroundings(sheet)
