"""Set aside what mail programs, firms and servers put around a letter: signatures, notices, lines about themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from postern.post.reading.phrases import LEGAL, PROGRAM_LINE, RULE, SCANNER, SIGNATURE
from postern.post.reading.sheet import Reason, Sheet

_LONGEST_SIGNATURE = 12
_LONGEST_NOTICE = 40
_MOST_ROUNDS = 400
"""How often a letter's feet are looked at, one under the other: far above any letter of a person's."""
_LONGEST_PROGRAM_LINE = 120
_FULL_WIDTH = 50
_FEW_WORDS = 3
_WORD = re.compile(r"[a-zß-ÿ]{2,}")
_SENTENCE_END = re.compile(r"[.!?。>)\]]\s*$")
_LINK = re.compile(r"^\s*<?https?://\S{1,200}>?\s*$")
_THIN_RULE = re.compile(r"^\s*[_\-=*~]{2,}\s*$")


def mark_surroundings(sheet: Sheet) -> None:
    """Set aside, in every run of lines between quotations: the signature from `-- ` (at most twelve lines), a server's
    notice at the top, and at the foot notices and lines of the program about itself, up to ``_MOST_ROUNDS``."""
    rounds = _MOST_ROUNDS
    for begin, end in list(sheet.pieces()):
        _mark_banner(sheet, begin, end)
        before = -1
        while end != before and rounds > 0:
            rounds -= 1
            before = end
            end = _mark_foot(sheet, begin, end)
            if end == before:
                start = begin + _signature_start(sheet.lines[begin:end])
                sheet.mark(start, end, Reason.SIGNATURE)
                end = start


def _signature_start(piece: Sequence[str]) -> int:
    """Where the signature begins, or the piece's length."""
    start, below = len(piece), 0
    for number in range(len(piece) - 1, -1, -1):
        if SIGNATURE.match(piece[number]):
            start = number
        below += bool(piece[number].strip())
        if below > _LONGEST_SIGNATURE:
            break
    return start


def _mark_foot(sheet: Sheet, begin: int, end: int) -> int:
    """Set the last paragraph, or the last line, aside if it is no writer's; returns where the rest ends."""
    last = end
    while last > begin and not sheet.lines[last - 1].strip():
        last -= 1
    if last == begin or sheet.why[last - 1] is not None:
        return end
    line = sheet.lines[last - 1]
    said = last - 1 - (last - 1 > begin and _LINK.match(line) is not None)  # where the program is to be had, below its line
    if len(sheet.lines[said]) < _LONGEST_PROGRAM_LINE and PROGRAM_LINE.match(sheet.lines[said]):
        sheet.mark(said, end, Reason.PROGRAM)
        return said
    first = last
    while first > begin and _is_free_text(sheet, first - 1) and last - first <= _LONGEST_NOTICE:
        first -= 1
    for place in range(first, last):
        reason = _notice(sheet.lines, place, last)
        if reason is not None:
            top = place
            while top > begin and (RULE.match(sheet.lines[top - 1]) or _THIN_RULE.match(sheet.lines[top - 1])):
                top -= 1
            sheet.mark(top, end, reason)
            return top
    if RULE.match(line) and sheet.why[last : last + 1] not in ([], [None]):
        sheet.mark(last - 1, last, sheet.why[last] or Reason.LEGAL)
        return last - 1
    return end


def _is_free_text(sheet: Sheet, place: int) -> bool:
    return sheet.why[place] is None and bool(sheet.lines[place].strip())


def _notice(lines: Sequence[str], place: int, last: int) -> Reason | None:
    """Whether a notice begins on this line, told by its first three lines."""
    text = " ".join(line.strip() for line in lines[place : min(place + 3, last)])[:400]
    if SCANNER.match(text) or SCANNER.match(lines[place][:200]):
        return Reason.SCANNER
    return Reason.LEGAL if LEGAL.match(text) else None


def _mark_banner(sheet: Sheet, begin: int, end: int) -> None:
    """Set aside a server's notice above the text: its first line, and those below as long as its sentence goes on."""
    place = begin
    while True:
        while place < end and (not sheet.lines[place].strip() or RULE.match(sheet.lines[place])):
            place += 1
        if place >= end or not SCANNER.match(sheet.lines[place][:200]):
            return
        first = place
        place += 1
        while place < end and _goes_on(sheet.lines[place - 1], sheet.lines[place]):
            place += 1
        sheet.mark(first, place, Reason.SCANNER)


def _goes_on(line: str, below: str) -> bool:
    """Whether a notice's sentence runs on into the line below: a full line above, and words under it, no coded order."""
    if RULE.match(below) or len(_WORD.findall(below)) < _FEW_WORDS:
        return False
    return len(line.rstrip()) >= _FULL_WIDTH and (not _SENTENCE_END.search(line) or len(below) >= _FULL_WIDTH)
