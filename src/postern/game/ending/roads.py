"""Each player's road in three sentences: how it began, what weighed most, how it ended. From scores, land and deeds alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from postern.game.ending.past import Past, Stage, ordinal
from postern.game.ending.phrases import NUMBERS, PHRASES
from postern.game.kit.report.telling import listed


@dataclass(frozen=True)
class _Fact:
    """What a sentence tells: its kind in ``data/ending.toml``, its weight against others, and its words."""

    kind: str
    weight: int
    words: dict[str, str]


def roads(past: Past) -> dict[str, tuple[str, str, str]]:
    """Seat → three sentences, the best placed seat first."""
    return {one.seat: _road(past, one.seat, place) for place, one in enumerate(past.end.standings)}


def _road(past: Past, seat: str, place: int) -> tuple[str, str, str]:
    middle = max(_middle(past, seat), key=lambda fact: fact.weight)
    opening, closing = _opening(past, seat), _closing(past, seat)
    return (
        _said(past, "opening", opening, seat, place),
        _said(past, "middle", middle, seat, place),
        _said(past, "closing", closing, seat, place),
    )


def _said(past: Past, part: str, fact: _Fact, seat: str, place: int) -> str:
    phrasing = past.pick(PHRASES[part][fact.kind], f"{part}/{fact.kind}", place)
    return phrasing.format(seat=seat, **fact.words)


def _opening(past: Past, seat: str) -> _Fact:
    """Land and place after the first third of the game."""
    third = past.stages[(len(past.stages) - 1) // 3]
    start = past.starts.get(seat, "")
    lands = third.lands(seat)
    words = {
        "start": f" from {start}" if start else "",
        "lands": past.counted_lands(lands),
        "turn": str(third.turn),
        "place": ordinal(third.ranks[seat]),
    }
    if third is past.stages[0]:
        return _Fact("short", 0, words)
    return _Fact(_pace(past, third, seat), 0, words)


def _pace(past: Past, third: Stage, seat: str) -> str:
    """Whether the seat was then among the quarter with most land, and in the upper half by points, or the reverse."""
    mine, upper = third.lands(seat), third.ranks[seat] <= len(past.seats) / 2
    larger = sum(third.lands(other) > mine for other in past.seats)
    smaller = sum(third.lands(other) < mine for other in past.seats)
    quarter = len(past.seats) / 4
    return "fast" if larger < quarter and upper else "slow" if smaller < quarter and not upper else "steady"


def _middle(past: Past, seat: str) -> Iterator[_Fact]:
    """All that might be told of the seat's game; "quiet" is always among it."""
    yield _Fact("quiet", 0, {"most": past.counted_lands(max(stage.lands(seat) for stage in past.stages))})
    for turn, deed in past.deeds("battle"):
        if deed.what:
            continue
        words = {"turn": str(turn), "place": deed.place, "fallen": f"{deed.size:,} {past.troops}"}
        if deed.seat == seat:
            yield _Fact("battle-won", deed.size, words | {"foe": deed.other})
        elif deed.other == seat:
            yield _Fact("battle-lost", deed.size, words | {"foe": deed.seat})
    for turn, deed in past.deeds("feat"):
        if deed.seat == seat:
            yield _Fact("feat", deed.size, {"turn": str(turn), "what": deed.what})
    yield from _wars(past, seat)
    yield from _leads(past, seat)


def _wars(past: Past, seat: str) -> Iterator[_Fact]:
    taken = Counter(one.from_ for one in past.conquests if one.by == seat and one.from_)
    lost = Counter(one.by for one in past.conquests if one.from_ == seat)
    for kind, counts in (("conqueror", taken), ("conquered", lost)):
        for foe, count in counts.most_common(1):
            turns = [one.turn for one in past.conquests if {one.by, one.from_} == {seat, foe}]
            words = {"foe": foe, "lands": past.counted_lands(count), "first": str(min(turns)), "last": str(max(turns))}
            yield _Fact(kind, count * NUMBERS["weight_of_land"], words)


def _leads(past: Past, seat: str) -> Iterator[_Fact]:
    led = [stage.turn for stage in past.stages if seat in stage.leaders]
    if led and seat not in past.winners:
        words = {"turns": "one turn" if len(led) == 1 else f"{len(led)} turns", "last": str(led[-1])}
        yield _Fact("led", len(led) * NUMBERS["weight_of_lead"], words)


def _closing(past: Past, seat: str) -> _Fact:
    """How it ended: score, place, what was missing to the first, and the best place on the way."""
    end = past.end
    rank, score = end.ranks[seat], end.scores[seat]
    best = min(reversed(past.stages), key=lambda stage: stage.ranks[seat] if stage.leaders else len(past.seats))
    ahead = [one for one in end.standings if one.rank < rank]
    words = {
        "score": f"{score:,}",
        "place": ordinal(rank),
        "best": ordinal(best.ranks[seat]),
        "best_turn": str(best.turn),
        "lands": past.counted_lands(end.lands(seat)),
        "turn": str(end.turn),
        "behind": f"{ahead[0].score - score:,}" if ahead else "",
        "first": ahead[0].seat if ahead else "",
    }
    fell = next((turn for turn, deed in past.deeds("fall") if deed.seat == seat), None)
    if seat in past.winners:
        return _Fact("won" if len(past.winners) == 1 else "shared", 0, words | _margin(past, end, seat))
    if fell is not None:
        return _Fact("fell", 0, words | {"fell": str(fell)})
    if not ahead:
        return _Fact("ahead", 0, words)
    if ahead[0].score <= score:
        return _Fact("outdone", 0, words)
    if rank - best.ranks[seat] >= NUMBERS["places_sunk"]:
        return _Fact("sank", 0, words)
    close = 100 * (ahead[0].score - score) <= NUMBERS["close_percent"] * ahead[0].score
    return _Fact("close" if close else "steady", 0, words)


def _margin(past: Past, end: Stage, seat: str) -> dict[str, str]:
    rest = [score for other, score in end.scores.items() if other not in past.winners]
    margin = end.scores[seat] - max(rest, default=0)
    next_best = max((other for other in end.scores if other not in past.winners), key=lambda name: end.scores[name], default="")
    words = f", {margin:,} ahead of {next_best}" if next_best and margin > 0 else ""
    return {"margin": words, "others": listed([one for one in past.winners if one != seat])}
