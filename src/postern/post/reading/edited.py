"""Orders typed into our own letter as it is quoted: found by comparing the quotation with what we sent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from postern.post.reading.characters import plain_characters
from postern.post.reading.phrases import BARE_SEPARATOR, FIRST_HEADERS, HEADER, OTHER_HEADERS, RULE, SEPARATOR, WROTE
from postern.post.reading.sheet import Reason, Sheet

_MARK = re.compile(r"^\s{0,3}>(?!\s?>) ?")
_DEEPER = re.compile(r"^\s{0,3}>\s?>")
_LINK = re.compile(r"https?://|mailto:|<\S+@\S+>|\[cid:", re.IGNORECASE)
_SHARE = 2 / 3
_WRAPPED = 50
_LONGEST_SENT = 400_000
_LONGEST_HEAD = 9
_MOST_COMPARED = 3_000


def take_edited(sheet: Sheet, sent: Sequence[str]) -> None:
    """Free the quoted lines that are not part of the letter that was answered, whose texts are `sent`.

    The rule never takes our own words for orders: a quoted line is the writer's only if its characters, without white
    space, stand nowhere in the texts that we sent; so lines of ours that a mail program wrapped or joined stay quoted. It
    holds only where at least two thirds of the quoted lines are ours, so that this is that letter's quotation and no
    other's, and only for single quotation marks. A line's tail that the program left without a mark is quoted too.
    """
    ours = "".join(_bare(text[:_LONGEST_SENT]) for text in sent)
    if not ours:
        return
    found = (place for place in range(len(sheet.lines)) if _is_candidate(sheet, place))
    quoted = [place for place in islice(found, _MOST_COMPARED) if not _is_introduction(sheet, place)]
    foreign = [place for place in quoted if _bare(_content(sheet.lines[place])) not in ours]
    _mark_tails(sheet, ours)
    if not quoted or len(quoted) - len(foreign) < _SHARE * len(quoted):
        return
    for place in foreign:
        content = _content(sheet.lines[place])
        if _LINK.search(content) or not re.search(r"\w", content):
            continue
        sheet.lines[place] = content
        sheet.why[place] = None


def _is_candidate(sheet: Sheet, place: int) -> bool:
    line = sheet.lines[place]
    return sheet.why[place] is Reason.QUOTATION and bool(line.strip(" >\t")) and not _DEEPER.match(line)


def _is_introduction(sheet: Sheet, place: int) -> bool:
    """Whether the line belongs to what the program wrote above a quotation: a rule, mail headers, "X wrote:"."""
    begin = place
    while begin > max(0, place - _LONGEST_HEAD) and sheet.why[begin - 1] is Reason.QUOTATION:
        begin -= 1
    head = [_content(line) for line in sheet.lines[begin : begin + _LONGEST_HEAD]]
    ends = [number for number, line in enumerate(head) if _is_head(line[:400])]
    return bool(ends) and place <= begin + ends[-1]


def _is_head(line: str) -> bool:
    found = HEADER.match(line)
    named = found is not None and found.group(1).lower() in FIRST_HEADERS | OTHER_HEADERS
    return named or any(pattern.search(line) for pattern in (WROTE, RULE, SEPARATOR, BARE_SEPARATOR))


def _mark_tails(sheet: Sheet, ours: str) -> None:
    """Set aside unmarked tails of quoted lines: such a line and the one above it stand as one text in what we sent."""
    for place in range(1, len(sheet.lines) - 1):
        above, line, below = sheet.lines[place - 1 : place + 2]
        if sheet.why[place] is not None or not line.strip() or len(above) < _WRAPPED or len(line) > _WRAPPED:
            continue
        if _MARK.match(above) and _MARK.match(below) and _bare(_content(above) + line) in ours:
            sheet.mark(place, place + 1, Reason.QUOTATION)


def _content(line: str) -> str:
    return _MARK.sub("", line)


def _bare(text: str) -> str:
    """The text without white space, in plain small characters: what stays the same however it is wrapped."""
    return "".join(plain_characters(" ".join(text.split())).split()).casefold()
