"""The records of a game: who fought the largest battle, besieged longest, hoarded most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from postern.game.ending.past import Past
from postern.game.kit.report.telling import listed

Row = tuple[str, str, str, str]
"""Record, who, what, turn (or turns)."""


def records(past: Past) -> tuple[Row, ...]:
    """The records that somebody holds; of equals, who was first."""
    return tuple(
        row for found in (_battles(past), _sieges(past), _points(past), _conquests(past), _hoards(past)) for row in found
    )


def _battles(past: Past) -> Iterator[Row]:
    fought = list(past.deeds("battle"))
    if not fought:
        return
    turn, largest = max(fought, key=lambda one: one[1].size)
    if largest.size:
        open_, fell = largest.what == "undecided", f"{largest.size:,} {past.troops} fell"
        who = f"{largest.seat} and {largest.other}" if open_ else largest.seat
        what = f"at {largest.place}, undecided: {fell}" if open_ else f"at {largest.place} over {largest.other}: {fell}"
        yield "Largest battle", who, what, str(turn)
    fallen: Counter[int] = Counter()
    for turn, deed in fought:
        fallen[turn] += deed.size
    turn, most = max(fallen.items(), key=lambda one: one[1])
    if most:
        count = sum(1 for when, _ in fought if when == turn)
        yield "Bloodiest turn", "all together", f"{most:,} {past.troops} fell in {_times(count, 'battle')}", str(turn)
    won = Counter(deed.seat for _, deed in fought if deed.seat in past.sides and not deed.what)
    if won:
        seat, count = _first(won)
        yield "Most battles won", seat, f"{count}", _whole(past)


def _sieges(past: Past) -> Iterator[Row]:
    """A siege lasts as long as the same seat's place is besieged after turn upon turn, whoever comes to besiege it."""
    begun: dict[tuple[str, str], tuple[int, int, set[str]]] = {}
    longest: tuple[int, tuple[str, str], int, tuple[str, ...]] | None = None
    for turn, deed in past.deeds("siege"):
        key = (deed.place, deed.other)
        start, last, by = begun.get(key, (turn, turn, set()))
        if turn > last + 1:
            start, by = turn, set()
        by = by | {deed.seat}
        begun[key] = start, turn, by
        if longest is None or turn - start + 1 > longest[0] or (key == longest[1] and start == turn - longest[0] + 1):
            longest = (turn - start + 1, key, turn, tuple(sorted(by)))
    if longest is not None:
        length, (place, owner), end, seats = longest
        turns = str(end) if length == 1 else f"{end - length + 1}-{end}"
        yield "Longest siege", listed(seats), f"{place}, held by {owner}: {_times(length, 'turn')}", turns


def _points(past: Past) -> Iterator[Row]:
    gains = [
        (after.scores[seat] - before.scores[seat], after.turn, seat) for before, after in past.steps() for seat in past.seats
    ]
    if gains:
        gain, turn, seat = max(gains, key=lambda one: one[0])
        if gain > 0:
            yield "Most points in a turn", seat, f"{gain:,}", str(turn)
    if past.reigns:
        leaders, start, end = max(past.reigns, key=lambda one: one[2] - one[1])
        turns = str(end) if start == end else f"{start}-{end}"
        yield "Longest in the lead", listed(leaders), f"{_times(end - start + 1, 'turn')} without a break", turns


def _conquests(past: Past) -> Iterator[Row]:
    taken = Counter(one.by for one in past.conquests if one.from_)
    if taken:
        seat, count = _first(taken)
        yield f"Most {past.lands} taken from players", seat, f"{count}", _whole(past)
    in_a_turn = Counter((one.turn, one.by) for one in past.conquests)
    if in_a_turn:
        (turn, seat), count = max(in_a_turn.items(), key=lambda one: one[1])
        yield "Greatest advance in a turn", seat, f"{past.counted_lands(count)} more", str(turn)


def _hoards(past: Past) -> Iterator[Row]:
    most: dict[str, tuple[int, str, int]] = {}
    for stage in past.stages:
        for seat, figures in stage.figures.items():
            for what, count in figures.items():
                if count > most.get(what, (0, "", 0))[0]:
                    most[what] = (count, seat, stage.turn)
    for what, (count, seat, turn) in most.items():
        yield f"Most {what}", seat, f"{count:,} at once", str(turn)


def _first(counts: Counter[str]) -> tuple[str, int]:
    return max(counts.items(), key=lambda one: one[1])


def _times(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _whole(past: Past) -> str:
    return f"{past.stages[0].turn}-{past.end.turn}"
