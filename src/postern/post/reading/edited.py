"""Orders typed into our own letter as it is quoted: found by comparing the quotation with what we sent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from postern.post.reading.characters import plain_characters
from postern.post.reading.phrases import BARE_SEPARATOR, FIRST_HEADERS, HEADER, OTHER_HEADERS, RULE, SEPARATOR, WROTE
from postern.post.reading.quotation import introduction_start
from postern.post.reading.sheet import Reason, Sheet

_MARK = re.compile(r"^\s{0,3}>(?!\s?>) ?")
_DEEPER = re.compile(r"^\s{0,3}>\s?>")
_LINK = re.compile(r"https?://|mailto:|<[^\s<>@]+@[^\s<>@]+>|\[cid:", re.IGNORECASE)
_SHARE = 2 / 3
_WRAPPED = 50
_LONGEST_SENT = 400_000
_LONGEST_HEAD = 9
_MOST_COMPARED = 3_000
_SHORTEST_NAME, _LONGEST_NAME = 2, 60
_DRAWN = str.maketrans("", "", "*_|`#+-\u00b7\u2022\u25e6\u25aa")
"""What programs draw where they make plain text of a page: `*bold*`, `|code|`, bullets, frames. It is none of the words."""


def take_edited(sheet: Sheet, sent: Iterable[str]) -> None:
    """Free the quoted lines that are not part of the letter that was answered, whose texts are `sent`.

    Of these only as many are looked at as it takes to find every quoted line among them.

    The rule never takes our own words for orders: what counts are characters without white space, so that lines of
    ours which a mail program wrapped or joined stay quoted (see `_Ours`). It holds only where at least two thirds of the
    quoted lines are ours, or are lines of ours that were written on, so that this is that letter's quotation and no
    other's, and only for single quotation marks. A line's tail that the program left without a mark is quoted too.
    """
    quoted = foreign = _quoted(sheet)
    ours = _Ours.of(())
    texts: list[str] = []
    for text in sent:
        texts.append(text)
        ours = _Ours.of(texts)
        _mark_tails(sheet, ours.text)
        quoted = _quoted(sheet)
        bare = [_bare(_content(sheet.lines[place])) for place in quoted]
        foreign = [place for number, place in enumerate(quoted) if not ours.holds(*_around(bare, number))]
        if not foreign:
            break
    strange = sum(1 for place in foreign if not ours.begins_one(_bare(_content(sheet.lines[place]))))
    if not quoted or len(quoted) - strange < _SHARE * len(quoted):
        return
    for place in foreign:
        content = _content(sheet.lines[place])
        if _LINK.search(content) or not re.search(r"\w", content):
            continue
        sheet.lines[place] = content
        sheet.why[place] = None


def mark_echo(sheet: Sheet, sent: Iterable[str]) -> None:
    """Set aside our own letter (`sent` are its texts) where it comes back without marks of a quotation, down to our end mark.

    From its beginning on, a line is ours or was typed into it. Where the beginning is not found it is followed upwards from
    the end mark to the first line that is not ours. What stands above is the writer's, even where the same words stand
    somewhere in our letter.
    """
    end = sheet.why.index(Reason.ENDING)
    texts = list(sent)
    ours, heads = _Ours.of(texts), [_bare(text[:_LONGEST_SENT]) for text in texts]
    places = [place for place in range(end) if sheet.why[place] is None and sheet.lines[place].strip()][-_MOST_COMPARED:]
    bare = [_bare(sheet.lines[place]) for place in places]
    held = [ours.holds(*_around(bare, number)) for number in range(len(bare))]
    first = next((number for number in range(len(bare) - 1, -1, -1) if _begins(bare, number, heads)), None)
    if first is None or sum(held[first:]) < _SHARE * len(held[first:]):
        first = next((number + 1 for number in range(len(held) - 1, -1, -1) if not held[number]), 0)
    for number in range(first, len(places)):
        if held[number]:
            sheet.mark(places[number], places[number] + 1, Reason.QUOTATION)
    if 0 < first < len(places):
        head = introduction_start(sheet, places[first - 1])
        if head is not None:
            sheet.mark(head, places[first], Reason.QUOTATION)


def _begins(bare: Sequence[str], number: int, heads: Sequence[str]) -> bool:
    """Whether one of our letters begins on this line; that the next line goes on as it does keeps a short one apart."""
    beginning = "".join(bare[number : number + 2])
    return bool(bare[number]) and any(head.startswith(beginning) for head in heads)


@dataclass(frozen=True, slots=True)
class _Ours:
    """What we sent, without white space: as one text, line by line, and where lines begin and end in it."""

    text: str
    lines: frozenset[str]
    begins: frozenset[int]
    ends: frozenset[int]
    whole: dict[str, bool] = field(default_factory=dict)
    """Of lines that were asked for: a short one stands in it at thousands of places, and may be quoted as often."""

    @classmethod
    def of(cls, sent: Sequence[str]) -> _Ours:
        begins, ends, pieces, length = set(), set(), [], 0
        for line in (line for text in sent for line in text[:_LONGEST_SENT].split("\n")):
            piece = _bare(line)
            begins.add(length)
            length += len(piece)
            ends.add(length)
            pieces.append(piece)
        return cls("".join(pieces), frozenset(pieces), frozenset(begins), frozenset(ends))

    def holds(self, above: str, line: str, below: str) -> bool:
        """Whether a quoted line is ours: it is one line of ours or several whole ones, or a piece of one beside the rest
        of it. A few words that only happen to stand within a line of ours, such as an order given there as an example,
        are not ours by that."""
        if line not in self.text:
            return False
        if (above and above + line in self.text) or (below and line + below in self.text):
            return True
        if line not in self.whole:
            found = self.text.find(line)
            while found >= 0 and not (found in self.begins and found + len(line) in self.ends):
                found = self.text.find(line, found + 1)
            self.whole[line] = found >= 0
        return self.whole[line]

    def begins_one(self, line: str) -> bool:
        """Whether a whole line of ours was written on here, as a name in the order form is."""
        return any(line[:length] in self.lines for length in range(_SHORTEST_NAME, min(len(line), _LONGEST_NAME)))


def _around(bare: Sequence[str], number: int) -> tuple[str, str, str]:
    """The line above, the line itself, and the one below; empty where there is none."""
    return bare[number - 1] if number else "", bare[number], bare[number + 1] if number + 1 < len(bare) else ""


def _quoted(sheet: Sheet) -> list[int]:
    """Where quoted lines stand that may be ours or have been typed on."""
    found = (place for place in range(len(sheet.lines)) if _is_candidate(sheet, place))
    return [place for place in islice(found, _MOST_COMPARED) if not _is_introduction(sheet, place)]


def _is_candidate(sheet: Sheet, place: int) -> bool:
    line = sheet.lines[place]
    return sheet.why[place] is Reason.QUOTATION and bool(line.strip(" >\t")) and not _DEEPER.match(line)


def _is_introduction(sheet: Sheet, place: int) -> bool:
    """Whether the line belongs to what the program wrote above a quotation: a rule, mail headers, "X wrote:"."""
    if place in sheet.heads:
        return True
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
    """Set aside unmarked tails of quoted lines: such a line and the one above it stand as one text in what we sent. A
    paragraph's tail may be several lines. Where the text goes on below, in a quoted line, what stands between was typed."""
    above = ""
    for place, line in enumerate(sheet.lines):
        if sheet.why[place] is None and line.strip() and len(above) >= _WRAPPED and _bare(_content(above) + line) in ours:
            below = next((_content(one) for one in sheet.lines[place + 1 : place + 2] if _MARK.match(one)), "")
            if not (below.strip() and _bare(_content(above) + below) in ours):
                sheet.mark(place, place + 1, Reason.QUOTATION)
        above = line if sheet.why[place] is Reason.QUOTATION else ""


def _content(line: str) -> str:
    return _MARK.sub("", line)


def _bare(text: str) -> str:
    """The text without white space and what is drawn around words, in plain small characters: what stays the same however
    it is wrapped, and whichever program made plain text of our page."""
    return "".join(plain_characters(" ".join(text.split())).translate(_DRAWN).split()).casefold()
