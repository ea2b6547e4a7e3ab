"""Orders typed into our own letter as it is quoted: found by comparing the quotation with what we sent."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import islice

from postern.post.reading.alignment import Alignment, Patience, Whose, align
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
from postern.post.reading.sent import BARE_END, Answered, SentLetter, bare_lines
from postern.post.reading.sheet import Reason, Section, Sheet, without_mark

_MARKED = re.compile(r"^\s{0,3}>")
_DEEPER = re.compile(r"^\s{0,3}>\s?>")
_LINK = re.compile(r"https?://|mailto:|<[^\s<>@]+@[^\s<>@]+>|\[cid:", re.IGNORECASE)
_APPENDED = re.compile(r"<(?:https?://|mailto:|tel:)[^\s<>]*>|\[cid:[^\]\s]*\]", re.IGNORECASE)
"""What programs write behind the words of a link, and for a picture."""
_ADDRESS = re.compile(r"[^\s<>()\[\]\"';,:=]+@[^\s<>()\[\]\"';,:=]+")
_TOKEN = re.compile(r"\+[^@]*(?=@)")
_FEWEST_ECHOED = 4
"""Lines below which nobody looks for our letter without its end mark."""
_SHARE = 2 / 3
_FOREIGN, _LIKELY = 1 / 3, 0.9
"""Shares of a whole letter of ours without marks from which on the rest may be typed: the letter is named as answered, or it is
only one of those that may be."""
_WRAPPED = 50
_LONGEST_HEAD = 9
_MOST_COMPARED = 3_000
_SHORTEST_NAME, _LONGEST_NAME = 2, 60
_LONGEST_MARK = 2
"""Characters of a remark's mark: `;` or `//`."""


class Comparison:
    """Compares the quotations of one part with the letters that it answers, ``sent``."""

    def __init__(self, sheet: Sheet, sent: Answered) -> None:
        self._sheet, self._sent, self._patience = sheet, sent, Patience()

    def _bare(self, places: Sequence[int]) -> list[str]:
        lines = [self._sheet.bare(place) for place in places]
        return bare_lines([_APPENDED.sub("", line) if "<" in line or "[" in line else line for line in lines]) if lines else []

    def _compared(self, places: Sequence[int]) -> tuple[list[int], Alignment | None, SentLetter | None]:
        """Compare the lines at these places with our letters until one has most of them; all, where it is not known which is
        answered. Returns the places without those whose lines are empty, and the comparison that found most, with its letter;
        None where we sent nothing."""
        pairs = [(place, line) for place, line in zip(places, self._bare(places), strict=True) if line and line != BARE_END]
        kept, bare = [place for place, _ in pairs], [line for _, line in pairs]
        best: Alignment | None = None
        letter: SentLetter | None = None
        for answered, texts in self._sent if bare else ():
            found: Alignment | None = None
            for text in texts:
                also = align(bare, text, self._patience)
                found = also if found is None else found.with_other(also)
                if found.share == 1:
                    break
            if found is not None and (best is None or found.share > best.share):
                best, letter = found, answered
            if best is not None and best.share >= (_SHARE if answered.named else 1):
                break
        return kept, best, letter

    def take_edited(self) -> None:
        """Free the lines of a marked quotation that are not part of the letter that was answered.

        This holds only where at least two thirds of the quoted lines are ours, or are lines of ours that were changed, so
        that it is that letter's quotation and no other's, and only for single quotation marks. A line's tail that the program
        left without a mark is quoted too.
        """
        sheet = self._sheet
        quoted = _quoted(sheet)
        places, found, letter = self._compared(_with_tails(sheet, quoted))
        if found is None:
            return
        tails = {place for place in places if sheet.why[place] is None}
        for number, place in enumerate(places):
            if place in tails and number in found.follow:
                sheet.mark(place, place + 1, Reason.QUOTATION)
            elif place in tails:
                found.whose[number] = Whose.TYPED
        numbers = [number for number, place in enumerate(places) if place not in tails]
        foreign = [found.quoted[number] for number in numbers if found.whose[number] is not Whose.OURS]
        strange = sum(1 for line in foreign if not _is_of_ours(line, found))
        enough = bool(numbers) and len(numbers) - strange >= _SHARE * len(numbers)
        self._settle(places, found, letter, free=enough)

    def take_unmarked(self, own: Collection[str]) -> None:
        """Free the lines of quotations without marks that are not part of the letter that was answered: the quoted text was
        deleted, or cut short, and something typed below its head.

        A head that names an address, but none of ours (``own``), is above another's letter: nothing below it is freed. Nor is
        it in a whole letter, down to our end mark, of which little is known.
        """
        sheet = self._sheet
        for section in sheet.sections:
            if _is_anothers("\n".join(sheet.lines[section.head : section.text]), own):
                return
            free = [place for place in _within(section) if _is_unmarked(sheet, place)][:_MOST_COMPARED]
            places, found, letter = self._compared(free)
            if found is None:
                continue
            ended = Reason.ENDING in sheet.why[section.text : section.end]
            least = _FOREIGN if letter is None or letter.named else _LIKELY
            self._settle(places, found, letter, free=not ended or found.share >= least)
            typed = False
            for place in free:  # blank lines go with what was typed above them, and so does all below a signature's line
                if sheet.lines[place].strip():
                    typed = sheet.why[place] is None or SIGNATURE.match(sheet.lines[place]) is not None
                if typed:
                    sheet.why[place] = None

    def mark_echo(self) -> None:
        """Set aside our own letter where it comes back without marks of a quotation.

        From its beginning on, down to our end mark, a line is ours or was typed into it. Where the beginning is not found it
        is followed upwards from the end mark to the first line that is not ours. What stands above is the writer's, even
        where the same words stand somewhere in our letter.
        """
        sheet = self._sheet
        ended = Reason.ENDING in sheet.why
        end = sheet.why.index(Reason.ENDING) if ended else len(sheet.why)
        places = [place for place in range(end) if sheet.why[place] is None and sheet.lines[place].strip()][-_MOST_COMPARED:]
        if len(places) < _FEWEST_ECHOED and not ended:
            return
        bare = bare_lines([sheet.lines[place] for place in places])
        if not ended and not self._sent.may_begin(bare):
            return
        begin = self._beginning(bare)
        if begin is None and not ended:
            return
        kept, found, letter = self._compared(places[begin or 0 :])
        if found is None:
            return
        if begin is None or found.share < _SHARE:
            if begin is not None:
                kept, found, letter = self._compared(places)
            if found is None or not ended:
                return
            first = next((at + 1 for at in range(len(kept) - 1, -1, -1) if found.whose[at] is not Whose.OURS), 0)
            kept, found, letter = self._compared(kept[first:])
            if found is None:
                return
        typed = {place for place, whose in zip(kept, found.whose, strict=True) if whose is Whose.TYPED}
        for place in places:
            if place >= kept[0] and place not in typed:
                sheet.mark(place, place + 1, Reason.QUOTATION)
        self._settle(kept, found, letter, free=True)
        above = [place for place in places if kept and place < kept[0]]
        if above:
            head = introduction_start(sheet, above[-1])
            if head is not None:
                sheet.mark(head, kept[0], Reason.QUOTATION)
                sheet.heads.update(range(head, kept[0]))

    def _beginning(self, bare: Sequence[str]) -> int | None:
        """The last line on which one of our letters begins; that the next line goes on as it does keeps a short one apart. The
        last line of a letter is no beginning: a command may be the first word of ours."""
        begins = ["".join(bare[number : number + 2]) if line else "" for number, line in enumerate(bare[:-1])]
        best: int | None = None
        for _, texts in self._sent if bare else ():
            for text in texts:
                numbers = (number for number in range(len(begins) - 1, -1, -1) if begins[number])
                found = next((number for number in numbers if text.text.startswith(begins[number])), None)
                best = found if best is None or (found is not None and found > best) else best
        return best

    def note_ours(self) -> None:
        """Note which lines of other quotations stand in what we sent: in them is nothing that the writer could mean."""
        sheet = self._sheet
        heads: dict[int, bool] = {}
        rest = [
            place
            for place, why in enumerate(sheet.why)
            if why in (Reason.QUOTATION, Reason.FORWARDED)
            and place not in sheet.compared
            and sheet.lines[place].strip(" >\t")
            and not _is_introduction(sheet, place, heads)
        ]
        places, found, _ = self._compared(rest[:_MOST_COMPARED])
        if found is not None:
            sheet.ours.update(place for place, whose in zip(places, found.whose, strict=True) if whose is not Whose.TYPED)
        sheet.ours.update(rest[_MOST_COMPARED:])

    def _settle(self, places: Sequence[int], found: Alignment, letter: SentLetter | None, *, free: bool) -> None:
        """Note what a comparison found, and ``free`` what was typed; what a program broke off a line goes with it."""
        sheet = self._sheet
        sheet.compared.update(places)
        for number, place in enumerate(places):
            if found.whose[number] is Whose.OURS:
                sheet.ours.add(place)
                if letter is not None and (part := letter.part_of(sheet.content(place).strip(" \t*_|`"))):
                    sheet.frames[place] = part, sheet.content(place).strip(" \t*_|`")
            elif free and found.whose[number] is Whose.TYPED and _may_be_typed(sheet.content(place), number in found.inserted):
                sheet.lines[place] = sheet.content(place)
                sheet.marks.pop(place, None)
                sheet.why[place] = None
        for number, above in found.joined.items() if free else ():
            if sheet.why[places[above]] is None:
                sheet.lines[places[above]] += f" {sheet.content(places[number]).strip()}"
                sheet.why[places[number]] = Reason.QUOTATION
                sheet.ours.add(places[number])


def _with_tails(sheet: Sheet, quoted: Sequence[int]) -> list[int]:
    """The places of quoted lines, and of lines without a mark right below a long one: these may be its tail."""
    done: list[int] = []
    for place in quoted:
        done.append(place)
        while (
            len(sheet.lines[done[-1]]) >= _WRAPPED
            and len(without_mark(sheet.lines[done[-1]])) >= _WRAPPED
            and done[-1] + 1 < len(sheet.lines)
            and sheet.why[done[-1] + 1] is None
            and sheet.lines[done[-1] + 1].strip()
        ):
            done.append(done[-1] + 1)
    return done


def _is_of_ours(bare: str, found: Alignment) -> bool:
    """Whether this was a line of ours until it was written on, as a name in the order form is, or lost its remark mark."""
    if len(bare) >= _SHORTEST_NAME and any(line.find(bare, 0, len(bare) + _LONGEST_MARK) >= 0 for line in found.sent.lines):
        return True
    return any(bare[:length] in found.sent.whole for length in range(_SHORTEST_NAME, min(len(bare), _LONGEST_NAME)))


def _within(section: Section) -> range:
    return range(section.text, section.end)


def _is_unmarked(sheet: Sheet, place: int) -> bool:
    return sheet.why[place] is Reason.QUOTATION and not _MARKED.match(sheet.lines[place])


def _is_anothers(head: str, own: Collection[str]) -> bool:
    """Whether a head names an address as its letter's writer's that is none of ours. Ours may have a token behind a plus."""
    written_by = [
        line for line in head.split("\n") if (found := HEADER.match(line)) and found.group(1).lower() in FIRST_HEADERS
    ]
    named = _ADDRESS.findall("\n".join(written_by) or head)
    plain = {_TOKEN.sub("", address.lower()) for address in own}
    return bool(plain and named) and not any(_TOKEN.sub("", address.lower()) in plain for address in named)


def _may_be_typed(line: str, inserted: bool) -> bool:
    """Whether somebody typed a line that is not ours: programs write links, and where the text is not ours line by line, lines
    without a word."""
    return not _LINK.search(line) and (inserted or re.search(r"\w", line) is not None)


def _quoted(sheet: Sheet) -> list[int]:
    """Where quoted lines stand that may be ours or have been typed on."""
    heads: dict[int, bool] = {}
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
    begin, least = place, max(0, place - _LONGEST_HEAD)
    while begin > least and sheet.why[begin - 1] is Reason.QUOTATION:
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
    if named or any(pattern.search(line) for pattern in (WROTE, SEPARATOR, BARE_SEPARATOR)):
        return True
    return RULE.search(line) is not None and "=" not in line  # our own headings are underlined with these
