"""Tell quotations in plain text from what was typed above, between and below them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
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
from postern.post.reading.sheet import Reason, Section, Sheet

_MARKED = re.compile(r"^\s{0,3}>")
_ODD_MARK = re.compile(r"^(?:\t| {0,3}(?:[|:»}]|[A-Za-z]{1,4}>) ?)")
_ADDRESS = re.compile(r"[<(][^\s<>()][^\s<>()@]*@[^\s<>()]+[>)]")
_LONGEST_ATTRIBUTION = 400
_LINES_OF_ATTRIBUTION = 4
_LONGEST_HEAD = 9
_FEWEST_FIELDS = 3
_FIELD = re.compile(r"^\s*(?:\*+\s*)?[^\W\d_][^:：]{0,20}[:：](?:\s|\*|$)")
_EMAIL = re.compile(r"[^\s<>()]+@[^\s<>()]+")
_BLANK = " "
"""What stands for the name of a mail header where a line is blank."""
_OPENS = re.compile(
    r"(?<!\S)(?:(?:On|At|Am|Le|El|Il|Il giorno|Op|Den|Em|No dia|A|Dne|Dnia|W dniu|Vào|Στις|На|Quoting)\s+"
    r"(?:[^\s\d,.]{2,15}[.,]{0,2}\s+){0,3}\d|[^\W\d_]{2,12}(?:\.,|[.,])\s\d{1,2}\b|"
    r"\d{1,4}(?:[-./]\s?\d{1,2}[-./]\s?\d{1,4}|年))"
)
"""How an introduction begins, up to its date, so that it can be told from what stands before it on its line."""
_TYPED = re.compile(r"[\d=]|[A-Z]{3}")
"""What stands in orders and commands, but not in the name of a day."""


def with_introductions_apart(lines: Sequence[str]) -> list[str]:
    """The lines, where an introduction that was written behind something else begins a line of its own."""
    done: list[str] = []
    for place, line in enumerate(lines):
        behind = _introduction_behind(lines, place) if len(line) <= _LONGEST_ATTRIBUTION and not _MARKED.match(line) else 0
        done += [line[:behind].rstrip(), line[behind:]] if behind else [line]
    return done


def _introduction_behind(lines: Sequence[str], place: int) -> int:
    """Where on this line an introduction begins that has words before it; 0 where none does."""
    line = lines[place]
    for found in _OPENS.finditer(line):
        if not _TYPED.search(line[: found.start()]):
            continue
        tail = line[found.start() :].strip()
        for below in lines[place + 1 : place + _LINES_OF_ATTRIBUTION]:
            if (
                tail.endswith((":", "："))
                or len(tail) > _LONGEST_ATTRIBUTION
                or not below.strip()
                or _OPENS.match(below.strip())
            ):
                break
            tail = f"{tail} {below.strip()}"
        if tail.endswith((":", "：")) and (WROTE.search(tail) or _ADDRESS.search(tail)) and _is_introduction(tail):
            return found.start()
    return 0


def mark_quotations(sheet: Sheet) -> None:
    """Set quotations aside, each with its introduction.

    Quotations are lines marked with `>` (with another mark only right below an introduction), and unmarked ones as
    Outlook writes them: those end at our own end mark, or never.
    """
    for place, line in enumerate(sheet.lines):
        if sheet.why[place] is None and _MARKED.match(line):
            sheet.why[place] = Reason.QUOTATION
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
        if sheet.why[start] is None or (start and sheet.why[start - 1] is not None):
            continue
        last = start - 1
        while last >= 0 and start - last <= 3 and not sheet.lines[last].strip():
            last -= 1
        first = introduction_start(sheet, last)
        if first is not None:
            sheet.mark(first, start, Reason.QUOTATION)
            sheet.heads.update(range(first, last + 1))


def ends_with_introduction(lines: Sequence[str]) -> bool:
    """Whether the last of these lines are an introduction."""
    sheet = Sheet.blank([*lines[-_LINES_OF_ATTRIBUTION:]])
    return introduction_start(sheet, len(sheet.lines) - 1) is not None


def introduction_start(sheet: Sheet, last: int) -> int | None:
    """The first line of the introduction that ends on this line, if one does."""
    if last < 0 or sheet.why[last] is not None:
        return None
    framed = _within_dashes(sheet.lines[last])
    if framed:
        return last if _is_introduction(framed) else None
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


def _within_dashes(line: str) -> str:
    """What stands within dashes, as an introduction ("--- Joe wrote: ---"); "" where nothing does."""
    line = line[:_LONGEST_ATTRIBUTION].strip()
    return f"{line.strip('- ').removesuffix(':')}:" if line.startswith("---") and line.endswith("---") else ""


def _is_introduction(text: str) -> bool:
    if WROTE.search(text) or INTRODUCTION.match(text) or (OPENER.match(text) and DATED.search(text)):
        return True
    # In a language that none of the tables knows: what ends in a colon and names an address, or a time and a year.
    named = "@" in text or WHEN.match(text) is not None
    return named and not text.startswith("<") and ("<" in text or ">" not in text)


def _mark_unmarked(sheet: Sheet) -> None:
    """Find quotations whose lines bear no mark; they reach to our end mark, and without one to the end."""
    number = 0
    names = cache(lambda place: _header_name(sheet.lines[place]) if sheet.lines[place].strip() else _BLANK)
    while number < len(sheet.lines):
        first = _unmarked_start(sheet, number, names)
        if first is None:
            number += 1
            continue
        odd = _odd_end(sheet, number + 1) if _says_wrote(sheet, number) else 0
        end = odd or _end(sheet, number)
        forwarded = IS_FORWARD.search(sheet.lines[first][:200]) is not None
        if _says_wrote(sheet, number) or _says_all(sheet, number):
            sheet.heads.update(range(first, number + 1))
        if not (odd or forwarded):
            end = _mark_sections(sheet, first, number, end, names)
        sheet.mark(first, end, Reason.FORWARDED if forwarded else Reason.QUOTATION)
        number = end


def _mark_sections(sheet: Sheet, first: int, last: int, end: int, names: Callable[[int], str]) -> int:
    """Note where a quotation without marks has heads of its own in it: each begins what may be another's letter.

    Its first head is on the lines from ``first`` to ``last``. Returns where it ends.
    """
    text = _below_headers(sheet, last, end, names)
    place = text
    while place < end:
        inner = _unmarked_start(sheet, place, names)
        if inner is not None and inner >= text:
            sheet.sections.append(Section(first, text, inner))
            first, text = inner, _below_headers(sheet, place, end, names)
            if IS_FORWARD.search(sheet.lines[first][:200]):
                sheet.mark(first, end, Reason.FORWARDED)
                return end
            place = text
        else:
            place += 1
    sheet.sections.append(Section(first, text, end))
    return end


def _below_headers(sheet: Sheet, last: int, end: int, names: Callable[[int], str]) -> int:
    """Where the text begins below a head's line: below the mail headers that stand there, if any do."""
    strange = next((place for place in range(last, min(last + 4, end)) if names(place) is not _BLANK and place > last), last)
    strange = last if _fields(sheet, last) else strange
    below, begun = (strange + found if (found := _fields(sheet, strange)) else last + 1), False
    for place in range(last, min(last + _LONGEST_HEAD, end)):
        name = names(place)
        if name in FIRST_HEADERS or name in OTHER_HEADERS:
            below, begun = place + 1, True
        elif name is _BLANK and begun:
            break
    return below


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
            sheet.marks[place] = len(mark.group())
        elif sheet.lines[place].strip():
            break
    return end


def _unmarked_start(sheet: Sheet, number: int, names: Callable[[int], str]) -> int | None:
    line = sheet.lines[number]
    if sheet.why[number] is not None or names(number) is _BLANK:
        return None
    if SEPARATOR.match(line) or BARE_SEPARATOR.match(line):
        return number
    framed = _within_dashes(line)
    if framed and (WROTE.search(framed) or _ADDRESS.search(framed)) and _is_introduction(framed):
        return number
    if RULE.match(line) or line.lstrip().startswith("-----"):
        below = range(number + 1, min(number + 4, len(sheet.lines)))
        following = next((place for place in below if sheet.lines[place].strip()), None)
        if following is not None and (_is_header_block(sheet, following, names) or _fields(sheet, following)):
            return number
        if RULE.match(line):
            return None
    if _is_header_block(sheet, number, names) or _fields(sheet, number):
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


def _fields(sheet: Sheet, number: int) -> int:
    """How many lines of mail headers stand here, in whichever language: three or more, with an address and a time or a year."""
    if not _FIELD.match(sheet.lines[number][:200]):
        return 0
    some = sheet.lines[number : number + _LONGEST_HEAD]
    found = next((count for count, line in enumerate(some) if not _FIELD.match(line[:200])), len(some))
    head = "\n".join(line[:200] for line in some[:found])
    return found if found >= _FEWEST_FIELDS and "@" in head and DATED.search(_EMAIL.sub("", head)) else 0


def _header_name(line: str) -> str:
    found = HEADER.match(line[:200])
    return found.group(1).lower() if found is not None else ""
