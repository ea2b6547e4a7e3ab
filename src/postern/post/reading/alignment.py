"""Which quoted lines are ours: the quotation is compared with the letter that was answered, in order.

The texts are compared without white space, so that it does not matter how a program wrapped lines or joined them. What stands
in the quotation and not in the letter at that place is the writer's, whatever else it equals.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import Enum

from postern.post.reading.sent import SentText

_AHEAD = 3
_CUT = 25
_ALIKE = 4
_MOST_PAIRS = 10_000
_SURE = 0.9
_NOWHERE = -1


class Whose(Enum):
    """Whose a quoted line is. Of an undecided one the letter holds the like, only not at that place."""

    OURS = "ours"
    TYPED = "typed"
    UNDECIDED = "undecided"


@dataclass
class Patience:
    """How many characters of ours may still be searched through for the lines of one letter."""

    left: int = 200_000_000


@dataclass
class Alignment:
    """What was found of each quoted line: whose it is and where it stands in our text (-1: nowhere).

    ``joined`` tells which lines a program broke off a line that the writer changed: its place → the place of that line, where
    it goes on. ``inserted`` are those typed between two lines of ours that follow each other; ``follow`` are lines of ours that
    follow the one of ours above them.
    """

    quoted: Sequence[str]
    sent: SentText
    found: list[int]
    whose: list[Whose]
    joined: dict[int, int] = field(default_factory=dict)
    inserted: set[int] = field(default_factory=set)
    follow: set[int] = field(default_factory=set)

    @property
    def share(self) -> float:
        """The part of the quoted lines that are ours."""
        return self.whose.count(Whose.OURS) / len(self.whose) if self.whose else 0.0

    def with_other(self, other: Alignment) -> Alignment:
        """Return the better of two comparisons with texts of the same letter, where lines that are ours in either are ours:
        programs make plain text of our page, and put some of its words elsewhere than our own plain text does."""
        best, less = (other, self) if other.share > self.share else (self, other)
        for number, whose in enumerate(less.whose):
            if whose is Whose.OURS and best.whose[number] is not Whose.OURS:
                best.whose[number] = whose
                best.follow |= {number} & less.follow
        best.joined = {piece: above for piece, above in best.joined.items() if best.whose[above] is not Whose.OURS}
        return best


def align(quoted: Sequence[str], sent: SentText, patience: Patience) -> Alignment:
    """Compare bare quoted lines, none of them empty, with a text of ours."""
    found = _placed(quoted, sent, patience)
    whose = [Whose.TYPED if place == _NOWHERE else Whose.OURS for place in found]
    done = Alignment(quoted, sent, found, whose)
    _judge_pieces(quoted, done)
    _judge_others(quoted, done, patience)
    return done


def _placed(quoted: Sequence[str], sent: SentText, patience: Patience) -> list[int]:
    """Where each quoted line stands in our text: from both ends of a gap as far as they agree, and what is left between
    the lines that stand only once in either (a patience diff)."""
    text, found = sent.text, [_NOWHERE] * len(quoted)
    gaps = [(0, len(quoted), 0, len(text))]
    while gaps:
        first, last, begin, end = gaps.pop()
        while first < last and text.startswith(quoted[first], begin, end):
            after = begin + len(quoted[first])
            if after not in sent.ends and not _goes_on(quoted, first, last, text, after, end):
                break
            found[first], first, begin = begin, first + 1, after
        while first < last and text.endswith(quoted[last - 1], begin, end):
            before = end - len(quoted[last - 1])
            if before not in sent.begins and not _comes_from(quoted, first, last - 1, text, begin, before):
                break
            found[last - 1], last, end = before, last - 1, before
        if first == last or begin >= end or patience.left < 0:
            continue
        anchors = _anchors(quoted, first, last, sent, begin, end, patience)
        for number, place in anchors:
            found[number] = place
            gaps.append((first, number, begin, place))
            first, begin = number + 1, place + len(quoted[number])
        if anchors:
            gaps.append((first, last, begin, end))
    return found


def _goes_on(quoted: Sequence[str], number: int, last: int, text: str, after: int, end: int) -> bool:
    """Whether a line that breaks off within a line of ours is continued by one of the next. The last of a quotation that was
    cut short need not be, where it is long."""
    if number + 1 == len(quoted):
        return len(quoted[number]) >= _CUT
    return any(text.startswith(line, after, end) for line in quoted[number + 1 : min(number + 1 + _AHEAD, last)])


def _comes_from(quoted: Sequence[str], first: int, number: int, text: str, begin: int, before: int) -> bool:
    if number == 0:
        return len(quoted[number]) >= _CUT
    return any(text.endswith(line, begin, before) for line in quoted[max(first, number - _AHEAD) : number])


def _anchors(
    quoted: Sequence[str], first: int, last: int, sent: SentText, begin: int, end: int, patience: Patience
) -> list[tuple[int, int]]:
    """Lines that stand only once in this gap of the quotation and of our text, as many as follow each other in both. Where
    there are none, short gaps are compared line by line."""
    text = sent.text
    often = Counter(quoted[first:last])
    pairs: list[tuple[int, int]] = []
    for number in range(first, last):
        line = quoted[number]
        if often[line] > 1:
            continue
        patience.left -= end - begin
        if patience.left < 0:
            break
        place = text.find(line, begin, end)
        if place not in sent.begins or text.find(line, place + 1, end) >= 0:
            continue
        after = place + len(line)
        if after in sent.ends or _goes_on(quoted, number, last, text, after, end):
            pairs.append((number, place))
    rising = _rising(pairs, quoted)
    if rising or not any(quoted[number] in sent.whole for number in range(first, last)):
        return rising
    return _line_by_line(quoted, first, last, sent, begin, end)


def _rising(pairs: Sequence[tuple[int, int]], quoted: Sequence[str]) -> list[tuple[int, int]]:
    """The longest sequence of pairs whose places rise, each behind the end of the one before."""
    tails: list[int] = []
    chain: list[int] = []
    before: list[int] = []
    for at, (_, place) in enumerate(pairs):
        depth = bisect_left(tails, place)
        before.append(chain[depth - 1] if depth else _NOWHERE)
        tails[depth : depth + 1] = [place]
        chain[depth : depth + 1] = [at]
    done: list[tuple[int, int]] = []
    at = chain[-1] if chain else _NOWHERE
    while at != _NOWHERE:
        number, place = pairs[at]
        if not done or place + len(quoted[number]) <= done[-1][1]:
            done.append(pairs[at])
        at = before[at]
    return done[::-1]


def _line_by_line(quoted: Sequence[str], first: int, last: int, sent: SentText, begin: int, end: int) -> list[tuple[int, int]]:
    places = sorted(place for place in sent.begins if begin <= place < end)
    if not places or len(places) * (last - first) > _MOST_PAIRS:
        return []
    lines = [sent.text[place:after] for place, after in zip(places, [*places[1:], end], strict=True)]
    blocks = SequenceMatcher(None, quoted[first:last], lines, autojunk=False).get_matching_blocks()
    return [(first + block.a + step, places[block.b + step]) for block in blocks for step in range(block.size)]


def _judge_pieces(quoted: Sequence[str], done: Alignment) -> None:
    """A line of ours of which only a piece is quoted was changed: the piece belongs to what stands beside it, in whose line it
    was broken off by the program, or is a piece of ours whose rest was deleted."""
    sent, found = done.sent, done.found
    placed = [number for number, place in enumerate(found) if place != _NOWHERE]
    ends = [0, *(found[number] + len(quoted[number]) for number in placed)]
    begins = [*(found[number] for number in placed), len(sent.text)]
    for at, number in enumerate(placed):
        if begins[at] not in sent.begins and ends[at] != begins[at]:
            above = done.joined.get(number - 1, number - 1)
            gone = sent.text[ends[at] : begins[at]]
            if above >= 0 and done.whose[above] is Whose.TYPED and _is_like(quoted[above], gone):
                done.joined[number] = above
        elif begins[at] not in sent.begins and number - 1 in done.joined and ends[at] == begins[at]:
            done.joined[number] = done.joined[number - 1]  # a long line of which a program made several
    for at, number in enumerate(placed):
        if ends[at + 1] not in sent.ends and begins[at + 1] != ends[at + 1] and number + 1 < len(quoted):
            gone = sent.text[ends[at + 1] : begins[at + 1]]
            if done.whose[number + 1] is Whose.TYPED and _is_like(quoted[number + 1], gone):
                done.whose[number] = Whose.TYPED
                done.joined[number + 1] = number


def _is_like(line: str, gone: str) -> bool:
    """Whether a line is what became of this text of ours: they begin or end alike, or one holds the other."""
    if line in gone or gone in line:
        return True
    return line[:_ALIKE] == gone[:_ALIKE] or line[-_ALIKE:] == gone[-_ALIKE:]


def _judge_others(quoted: Sequence[str], done: Alignment, patience: Patience) -> None:
    """Tell lines that stand nowhere: typed between two lines of ours that follow each other, or in the place of others. Of the
    latter those are undecided of which the like stands among the others, or, where much of the quotation is not as we wrote
    it, anywhere in the letter."""
    sent, above = done.sent, 0
    sure = done.share >= _SURE
    known: dict[tuple[str, int, int], bool] = {}
    below = [len(sent.text)] * (len(quoted) + 1)
    for number in range(len(quoted) - 1, -1, -1):
        below[number] = done.found[number] if done.found[number] != _NOWHERE else below[number + 1]
    for number, line in enumerate(quoted):
        if done.found[number] != _NOWHERE:
            done.follow |= {number} if done.found[number] == above else set()
            above = done.found[number] + len(line)
        elif above == below[number]:
            done.inserted.add(number)
        elif number not in done.joined:
            gap = (line, above, below[number]) if sure else (line, 0, len(sent.text))
            if gap not in known:
                known[gap] = patience.left < 0 or _holds(*gap, sent, patience)
            if known[gap]:
                done.whose[number] = Whose.UNDECIDED


def _holds(line: str, begin: int, end: int, sent: SentText, patience: Patience) -> bool:
    """Whether a line is one of ours, or several whole ones, between these places."""
    place = sent.text.find(line, begin, end)
    while place >= 0 and patience.left >= 0:
        if place in sent.begins and place + len(line) in sent.ends:
            return True
        patience.left -= len(line) + 1
        place = sent.text.find(line, place + 1, end)
    return False
