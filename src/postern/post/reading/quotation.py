"""Tell quotations in plain text from what was typed above, between and below them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from postern.post.letter import END_MARK
from postern.post.reading.phrases import (
    BARE_SEPARATOR,
    DATED,
    FIRST_HEADERS,
    HEADER,
    INTRODUCTION,
    IS_FORWARD,
    OPENER,
    OTHER_HEADERS,
    RULE,
    SEPARATOR,
    WHEN,
    WROTE,
)
from postern.post.reading.sheet import Reason, Sheet

_MARKED = re.compile(r"^\s{0,3}>")
_ODD_MARK = re.compile(r"^(?:\t| {0,3}(?:[|:»}]|[A-Za-z]{1,4}>) ?)")
_ADDRESS = re.compile(r"[<(][^\s<>()][^\s<>()@]*@[^\s<>()]+[>)]")
_LONGEST_ATTRIBUTION = 400
_LONGEST_HEAD = 9


def mark_quotations(sheet: Sheet) -> None:
    """Set quotations aside, each with its introduction.

    Quotations are lines marked with `>` (with another mark only right below an introduction), and unmarked ones as
    Outlook writes them: those end at our own end mark, or never.
    """
    for place, line in enumerate(sheet.lines):
        if _MARKED.match(line):
            sheet.mark(place, place + 1, Reason.QUOTATION)
    _mark_introductions(sheet)
    _mark_unmarked(sheet)
    mark_endings(sheet)


def mark_endings(sheet: Sheet) -> None:
    """Set the last line of every letter of ours aside."""
    for place, line in enumerate(sheet.lines):
        if line.strip() == END_MARK:
            sheet.mark(place, place + 1, Reason.ENDING)


def _mark_introductions(sheet: Sheet) -> None:
    """Count the introduction of a marked quotation (`On …, … wrote:`, up to four lines) as part of it."""
    for start in range(len(sheet.lines)):
        if sheet.why[start] is None:
            continue
        last = start - 1
        while last >= 0 and start - last <= 3 and not sheet.lines[last].strip():
            last -= 1
        first = introduction_start(sheet, last)
        if first is not None:
            sheet.mark(first, start, Reason.QUOTATION)
            sheet.heads.update(range(first, last + 1))


def introduction_start(sheet: Sheet, last: int) -> int | None:
    """The first line of the introduction that ends on this line, if one does."""
    if last < 0 or sheet.why[last] is not None:
        return None
    line = sheet.lines[last][:_LONGEST_ATTRIBUTION].strip()
    if line.startswith("---") and line.endswith("---"):  # "--- Joe wrote: ---"
        return last if _is_introduction(f"{line.strip('- ').removesuffix(':')}:") else None
    if not sheet.lines[last].rstrip().endswith((":", "：")):
        return None
    joined = ""
    fallback = None
    for first in range(last, max(-1, last - 4), -1):
        if sheet.why[first] is not None or not sheet.lines[first].strip():
            break
        joined = f"{sheet.lines[first].strip()} {joined}".strip()
        if len(joined) > _LONGEST_ATTRIBUTION:
            break
        if _is_introduction(joined):
            # Above what is an introduction by itself, an order may begin as an opener does, but names no date.
            if OPENER.match(joined) and (fallback is None or DATED.search(" ".join(sheet.lines[first:fallback]))):
                return first
            fallback = first if fallback is None else fallback
    return fallback


def _is_introduction(text: str) -> bool:
    if WROTE.search(text) or INTRODUCTION.match(text) or (OPENER.match(text) and DATED.search(text)):
        return True
    # In a language that none of the tables knows: what ends in a colon and names an address, or a time and a year.
    named = "@" in text or WHEN.match(text) is not None
    return named and not text.startswith("<") and ("<" in text or ">" not in text)


def _mark_unmarked(sheet: Sheet) -> None:
    """Find quotations whose lines bear no mark; they reach to our end mark, and without one to the end."""
    number = 0
    names = cache(lambda place: _header_name(sheet.lines[place]))
    while number < len(sheet.lines):
        free = sheet.why[number] is None and sheet.lines[number].strip()
        first = _unmarked_start(sheet, number, names) if free else None
        if first is None:
            number += 1
            continue
        end = (_odd_end(sheet, number + 1) if _says_wrote(sheet, number) else 0) or _end(sheet, number)
        reason = Reason.FORWARDED if IS_FORWARD.search(sheet.lines[first][:200]) else Reason.QUOTATION
        if _says_wrote(sheet, number) or _says_all(sheet, number):
            sheet.heads.update(range(first, number + 1))
        sheet.mark(first, end, reason)
        number = end


def _end(sheet: Sheet, start: int) -> int:
    """The place behind our end mark, or behind the last line; right below mail headers, where marked lines begin."""
    for place in range(start + 1, min(start + _LONGEST_HEAD, len(sheet.lines))):
        if sheet.why[place] is not None:
            return place
        if sheet.lines[place].strip() and not _header_name(sheet.lines[place]):
            break
    found = (place for place in range(start, len(sheet.lines)) if sheet.lines[place].strip() == END_MARK)
    return next(found, len(sheet.lines) - 1) + 1


def _odd_end(sheet: Sheet, start: int) -> int:
    """Where lines with one and the same unusual mark end that begin here; 0 if none do."""
    while start < len(sheet.lines) and not sheet.lines[start].strip():
        start += 1
    mark = _ODD_MARK.match(sheet.lines[start]) if start < len(sheet.lines) else None
    if mark is None:
        return 0
    end = start
    for place in range(start, len(sheet.lines)):
        if sheet.lines[place].startswith(mark.group().rstrip(" ") or mark.group()):
            end = place + 1
        elif sheet.lines[place].strip():
            break
    return end


def _unmarked_start(sheet: Sheet, number: int, names: Callable[[int], str]) -> int | None:
    line = sheet.lines[number]
    if SEPARATOR.match(line) or BARE_SEPARATOR.match(line):
        return number
    if RULE.match(line):
        below = range(number + 1, min(number + 4, len(sheet.lines)))
        following = next((place for place in below if sheet.lines[place].strip()), None)
        return number if following is not None and _is_header_block(sheet, following, names) else None
    if _is_header_block(sheet, number, names):
        return number
    if _says_all(sheet, number):
        return introduction_start(sheet, number)
    if _says_wrote(sheet, number):
        first = introduction_start(sheet, number)
        if first is not None:
            joined = " ".join(sheet.lines[first : number + 1])
            # Without marked lines below, only an unmistakable introduction may cut away what follows it.
            sure = (DATED.search(joined) and (OPENER.match(joined) or "<" in joined)) or _odd_end(sheet, number + 1)
            return first if sure else None
    return None


def _says_wrote(sheet: Sheet, number: int) -> bool:
    """Whether an introduction ends on this line; one program puts the letter's id on a line of its own below the words."""
    line = sheet.lines[number][-_LONGEST_ATTRIBUTION:]
    if line.rstrip().endswith(">:") and line.lstrip().startswith("<") and number:
        line = f"{sheet.lines[number - 1][-_LONGEST_ATTRIBUTION:]} {line}"
    return bool(WROTE.search(line))


def _says_all(sheet: Sheet, number: int) -> bool:
    """Whether this line says by itself, in whichever language, that somebody with an address wrote at a time what follows."""
    line = sheet.lines[number][-_LONGEST_ATTRIBUTION:].strip()
    return line.endswith((":", "：")) and bool(_ADDRESS.search(line)) and WHEN.match(line) is not None


def _is_header_block(sheet: Sheet, number: int, names: Callable[[int], str]) -> bool:
    """Whether mail headers stand here and in the lines just below: `From:` and at least two others, in any order."""
    name = names(number)
    if name not in FIRST_HEADERS and name not in OTHER_HEADERS:
        return False
    found_names = [names(place) for place in range(number, min(number + _LONGEST_HEAD, len(sheet.lines)))]
    if name in FIRST_HEADERS:
        return len({found for found in found_names[1:] if found in OTHER_HEADERS}) >= 2
    # Another field first, as some webmail writes it: then all of them must stand close together.
    close = found_names[:4]
    return any(found in FIRST_HEADERS for found in close[1:]) and len({found for found in close if found in OTHER_HEADERS}) >= 3


def _header_name(line: str) -> str:
    found = HEADER.match(line[:200])
    return found.group(1).lower() if found is not None else ""
