"""Orders typed into our own letter as it is quoted: found by comparing the quotation with what we sent."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, count, islice

from postern.post.reading.characters import plain_characters
from postern.post.reading.phrases import (
    BARE_SEPARATOR,
    FIRST_HEADERS,
    HEADER,
    OTHER_HEADERS,
    RULE,
    SEPARATOR,
    SIGNATURE,
    WROTE,
)
from postern.post.reading.quotation import introduction_start
from postern.post.reading.sheet import Reason, Sheet, without_mark

_MARKED = re.compile(r"^\s{0,3}>")
_DEEPER = re.compile(r"^\s{0,3}>\s?>")
_LINK = re.compile(r"https?://|mailto:|<[^\s<>@]+@[^\s<>@]+>|\[cid:", re.IGNORECASE)
_ADDRESS = re.compile(r"[^\s<>()\[\]\"';,:=]+@[^\s<>()\[\]\"';,:=]+")
_TOKEN = re.compile(r"\+[^@]*(?=@)")
_FEWEST_ECHOED = 4
"""Lines below which nobody looks for our letter without its end mark."""
_SHARE = 2 / 3
_WRAPPED = 50
_LONGEST_SENT = 400_000
_LONGEST_HEAD = 9
_MOST_COMPARED = 3_000
_SHORTEST_NAME, _LONGEST_NAME = 2, 60
_DRAWN = str.maketrans("", "", "*_|`#+-\u00b7\u2022\u25e6\u25aa")
"""What programs draw where they make plain text of a page: `*bold*`, `|code|`, bullets, frames. It is none of the words."""


def take_edited(sheet: Sheet, sent: Answered) -> None:
    """Free the quoted lines that are not part of the letter that was answered, whose texts are `sent`.

    Of these only as many are looked at as it takes to find every quoted line among them.

    The rule never takes our own words for orders: what counts are characters without white space, so that lines of
    ours which a mail program wrapped or joined stay quoted (see `_Ours`). It holds only where at least two thirds of the
    quoted lines are ours, or are lines of ours that were written on, so that this is that letter's quotation and no
    other's, and only for single quotation marks. A line's tail that the program left without a mark is quoted too.
    """
    heads: dict[int, bool] = {}
    quoted = foreign = _quoted(sheet, heads)
    ours = _NOTHING
    for ours in sent:
        _mark_tails(sheet, ours)
        quoted = _quoted(sheet, heads)
        bare = [_bare(sheet.content(place)) for place in quoted]
        foreign = [place for number, place in enumerate(quoted) if not ours.holds(*_around(bare, number))]
        if not foreign:
            break
    strange = sum(1 for place in foreign if not ours.begins_one(_bare(sheet.content(place))))
    if not quoted or len(quoted) - strange < _SHARE * len(quoted):
        return
    for place in foreign:
        content = sheet.content(place)
        if _LINK.search(content) or not re.search(r"\w", content):
            continue
        sheet.lines[place] = content
        sheet.why[place] = None


def take_unmarked(sheet: Sheet, sent: Answered, own: Collection[str]) -> None:
    """Free the lines of quotations without marks that stand in nothing we sent: the quoted text was deleted, or cut short,
    and something typed below its head.

    A head that names an address, but none of ours (``own``), is above another's letter: nothing below it is freed.
    """
    for section in sheet.sections:
        if _is_anothers("\n".join(sheet.lines[section.head : section.text]), own):
            return
        free = [
            place
            for place in range(section.text, section.end)
            if sheet.why[place] is Reason.QUOTATION and not _MARKED.match(sheet.lines[place])
        ][:_MOST_COMPARED]
        known, ours = _compared(sheet, [place for place in free if sheet.lines[place].strip()], sent)
        typed = False
        for place in free if ours.text else ():
            if sheet.lines[place].strip():
                typed = SIGNATURE.match(sheet.lines[place]) is not None or (
                    place not in known and _may_be_typed(sheet.lines[place])
                )
            if typed:
                sheet.why[place] = None


def _is_anothers(head: str, own: Collection[str]) -> bool:
    """Whether a head names an address as its letter's writer's that is none of ours. Ours may have a token behind a plus."""
    written_by = [
        line for line in head.split("\n") if (found := HEADER.match(line)) and found.group(1).lower() in FIRST_HEADERS
    ]
    named = _ADDRESS.findall("\n".join(written_by) or head)
    plain = {_TOKEN.sub("", address.lower()) for address in own}
    return bool(plain and named) and not any(_TOKEN.sub("", address.lower()) in plain for address in named)


def _may_be_typed(line: str) -> bool:
    return not _LINK.search(line) and re.search(r"\w", line) is not None


def _compared(sheet: Sheet, places: Sequence[int], sent: Answered) -> tuple[set[int], _Ours]:
    """Which of these lines are ours, and what of ours it took to find all of them."""
    bare = [_bare(sheet.bare(place)) for place in places]
    known: set[int] = set()
    ours = _NOTHING
    for ours in sent if places else ():
        known = {place for number, place in enumerate(places) if ours.holds(*_around(bare, number))}
        if len(known) == len(places):
            break
    return known, ours


def note_ours(sheet: Sheet, sent: Answered) -> None:
    """Note which lines of those set aside stand in what we sent: in them is nothing that the writer could mean."""
    heads: dict[int, bool] = {}
    quoted = [
        place
        for place, why in enumerate(sheet.why)
        if why in (Reason.QUOTATION, Reason.FORWARDED) and sheet.lines[place].strip(" >\t")
    ]
    sheet.ours |= _compared(
        sheet, [place for place in quoted[:_MOST_COMPARED] if not _is_introduction(sheet, place, heads)], sent
    )[0]
    sheet.ours.update(quoted[_MOST_COMPARED:])


def mark_echo(sheet: Sheet, sent: Answered) -> None:
    """Set aside our own letter (`sent` are its texts) where it comes back without marks of a quotation.

    From its beginning on, down to our end mark, a line is ours or was typed into it. Where the beginning is not found it is
    followed upwards from the end mark to the first line that is not ours. What stands above is the writer's, even where the
    same words stand somewhere in our letter.
    """
    ended = Reason.ENDING in sheet.why
    end = sheet.why.index(Reason.ENDING) if ended else len(sheet.why)
    places = [place for place in range(end) if sheet.why[place] is None and sheet.lines[place].strip()][-_MOST_COMPARED:]
    if len(places) < _FEWEST_ECHOED and not ended:
        return
    ours = [_NOTHING, *sent][-1]
    bare = [_bare(sheet.lines[place]) for place in places]
    first = next((number for number in range(len(bare) - 1, -1, -1) if _begins(bare, number, ours)), None)
    if first is None and not ended:
        return
    held = [ours.holds(*_around(bare, number)) for number in range(len(bare))]
    if first is None or sum(held[first:]) < _SHARE * len(held[first:]):
        first = next((number + 1 for number in range(len(held) - 1, -1, -1) if not held[number]), 0) if ended else len(held)
    for number in range(first, len(places)):
        if held[number]:
            sheet.mark(places[number], places[number] + 1, Reason.QUOTATION)
    if 0 < first < len(places):
        head = introduction_start(sheet, places[first - 1])
        if head is not None:
            sheet.mark(head, places[first], Reason.QUOTATION)
            sheet.heads.update(range(head, places[first]))


def _begins(bare: Sequence[str], number: int, ours: _Ours) -> bool:
    """Whether one of our letters begins on this line; that the next line goes on as it does keeps a short one apart. The last
    line of a letter is no beginning: a command may be the first word of ours."""
    beginning = "".join(bare[number : number + 2])
    return (
        bool(bare[number]) and number + 1 < len(bare) and any(ours.text.startswith(beginning, place) for place in ours.letters)
    )


@dataclass(slots=True)
class _Patience:
    """How many characters of ours may still be searched through for the lines of one letter."""

    left: int = 200_000_000


@dataclass(frozen=True, slots=True)
class _Ours:
    """What we sent, without white space: as one text, line by line, and where letters and lines begin and lines end in it."""

    text: str = ""
    lines: frozenset[str] = frozenset()
    letters: tuple[int, ...] = ()
    begins: frozenset[int] = frozenset()
    ends: frozenset[int] = frozenset()
    patience: _Patience = field(default_factory=_Patience)
    whole: dict[str, bool] = field(default_factory=dict)
    """Of lines that were asked for: a short one stands in it at thousands of places, and may be quoted as often."""

    def and_one(self, sent: str) -> _Ours:
        """This and one more text."""
        pieces = [_bare(line) for line in sent[:_LONGEST_SENT].split("\n")]
        places = list(accumulate(map(len, pieces), initial=len(self.text)))
        return _Ours(
            self.text + "".join(pieces),
            self.lines.union(pieces),
            (*self.letters, len(self.text)),
            self.begins.union(places[:-1]),
            self.ends.union(places[1:]),
            self.patience,
        )

    def has(self, words: str) -> bool:
        """Whether this stands somewhere in it, as far as the patience goes."""
        self.patience.left -= len(self.text)
        return self.patience.left >= 0 and words in self.text

    def holds(self, above: str, line: str, below: str) -> bool:
        """Whether a quoted line is ours: it is one line of ours or several whole ones, or a piece of one beside the rest
        of it. A few words that only happen to stand within a line of ours, such as an order given there as an example,
        are not ours by that. Where too much has been asked for any letter of a person's, a line stays what it seemed."""
        if line in self.lines or self.patience.left < 0:
            return True
        if not self.has(line):
            return False
        if (above and self.has(above + line)) or (below and self.has(line + below)):
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


_NOTHING = _Ours()


class Answered:
    """The texts of ours that a letter answers, for comparing: asked for and made ready once, and only as far as it takes.
    Gives the first of them, the first two, and so on."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = iter(texts)
        self._ready: list[_Ours] = []

    def __iter__(self) -> Iterator[_Ours]:
        for number in count():
            if number == len(self._ready):
                text = next(self._texts, None)
                if text is None:
                    return
                self._ready.append((self._ready[-1] if self._ready else _Ours()).and_one(text))
            yield self._ready[number]


def _around(bare: Sequence[str], number: int) -> tuple[str, str, str]:
    """The line above, the line itself, and the one below; empty where there is none."""
    return bare[number - 1] if number else "", bare[number], bare[number + 1] if number + 1 < len(bare) else ""


def _quoted(sheet: Sheet, heads: dict[int, bool]) -> list[int]:
    """Where quoted lines stand that may be ours or have been typed on. ``heads`` keeps what was found of lines."""
    unmarked = {place for section in sheet.sections for place in range(section.head, section.end)}
    found = (
        place
        for place in range(len(sheet.lines))
        if _is_candidate(sheet, place) and (place not in unmarked or _MARKED.match(sheet.lines[place]))
    )
    return [place for place in islice(found, _MOST_COMPARED) if not _is_introduction(sheet, place, heads)]


def _is_candidate(sheet: Sheet, place: int) -> bool:
    line = sheet.lines[place]
    return sheet.why[place] is Reason.QUOTATION and bool(line.strip(" >\t")) and not _DEEPER.match(line)


def _is_introduction(sheet: Sheet, place: int, heads: dict[int, bool]) -> bool:
    """Whether the line belongs to what the program wrote above a quotation: a rule, mail headers, "X wrote:"."""
    if place in sheet.heads:
        return True
    begin = place
    while begin > max(0, place - _LONGEST_HEAD) and sheet.why[begin - 1] is Reason.QUOTATION:
        begin -= 1
    for below in range(place, min(begin + _LONGEST_HEAD, len(sheet.lines))):
        if below not in heads:
            heads[below] = _is_head(sheet.content(below)[:400])
        if heads[below]:
            return True
    return False


def _is_head(line: str) -> bool:
    found = HEADER.match(line)
    named = found is not None and found.group(1).lower() in FIRST_HEADERS | OTHER_HEADERS
    return named or any(pattern.search(line) for pattern in (WROTE, RULE, SEPARATOR, BARE_SEPARATOR))


def _mark_tails(sheet: Sheet, ours: _Ours) -> None:
    """Set aside unmarked tails of quoted lines: such a line and the one above it stand as one text in what we sent. A
    paragraph's tail may be several lines. Where the text goes on below, in a quoted line, what stands between was typed."""
    above = ""
    for place, line in enumerate(sheet.lines):
        if sheet.why[place] is None and _bare(line) and len(above) >= _WRAPPED and ours.has(_bare(without_mark(above) + line)):
            below = next((without_mark(one) for one in sheet.lines[place + 1 : place + 2] if _MARKED.match(one)), "")
            if not (below.strip() and ours.has(_bare(without_mark(above) + below))):
                sheet.mark(place, place + 1, Reason.QUOTATION)
        above = line if sheet.why[place] is Reason.QUOTATION else ""


def _bare(text: str) -> str:
    """The text without white space and what is drawn around words, in plain small characters: what stays the same however
    it is wrapped, and whichever program made plain text of our page."""
    return "".join(plain_characters(" ".join(text.split())).translate(_DRAWN).split()).casefold()
