"""The turning points of a game: who came to the front, the largest swings, feats and falls, each with its turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from postern.game.ending.past import Past
from postern.game.ending.phrases import NUMBERS, PHRASES
from postern.game.kit.report.telling import listed


@dataclass(frozen=True)
class _Point:
    """A turning point, with its weight among those of its kind."""

    turn: int
    kind: str
    weight: int
    words: dict[str, str]


def turning_points(past: Past) -> tuple[tuple[int, str], ...]:
    """The weightiest turning points in the order of time: turn and sentence."""
    kinds = (_leads(past), _gains(past), _losses(past), _feats(past), _falls(past))
    kept = [
        point
        for points in kinds
        for point in sorted(points, key=lambda one: (-one.weight, one.turn))[: NUMBERS["points_of_a_kind"]]
    ]
    kept.sort(key=lambda one: (one.turn, one.kind))
    told: list[tuple[int, str]] = []
    for place, point in enumerate(kept):
        told.append((point.turn, past.pick(PHRASES["turning"][point.kind], point.kind, place).format(**point.words)))
    return tuple(told)


def _leads(past: Past) -> Iterator[_Point]:
    """Changes at the front, by how long the new leader stayed there; the first and the last count most."""
    for number, (leaders, start, end) in enumerate(past.reigns):
        last = number == len(past.reigns) - 1
        one = len(leaders) == 1
        words = {"seat": listed(leaders), "turns": _turns(end - start + 1)}
        words |= {"verb": "takes" if one else "take", "keep": "keeps" if one else "keep", "give": "gives" if one else "give"}
        if number:
            stage = next(stage for stage in past.stages if stage.turn == start)
            old = past.reigns[number - 1][0]
            mine, theirs = (sum(stage.scores[seat] for seat in seats) for seats in (leaders, old))
            words |= {"old": listed(old), "mine": f"{mine:,}", "theirs": f"{theirs:,}"}
        kind = "first-lead" if not number else "last-lead" if last else "lead"
        yield _Point(start, kind, 1000 if last or not number else end - start + 1, words)


def _gains(past: Past) -> Iterator[_Point]:
    """Each seat's turn that brought it most beyond the mean of all seats in that turn, and the one that cost it most points,
    where these are no less than what a seat gained in a turn in the mean of the game."""
    found: dict[tuple[str, str], _Point] = {}
    usual = sum(past.end.scores.values()) // max(1, len(past.seats) * (len(past.stages) - 1))
    for before, after in past.steps():
        gains = {seat: after.scores[seat] - before.scores[seat] for seat in past.seats}
        mean = sum(gains.values()) // len(gains)
        for seat, gain in gains.items():
            kind, weight = ("gain", gain - mean) if gain >= 0 else ("drop", -gain)
            enough = max(usual, NUMBERS["swing_of_mean"] * mean, 1) if gain >= 0 else max(usual, 1)
            words = {"seat": seat, "points": f"{abs(gain):,}", "mean": f"{mean:,}"}
            if abs(gain) >= enough and ((kind, seat) not in found or weight > found[kind, seat].weight):
                found[kind, seat] = _Point(after.turn, kind, weight, words)
    yield from found.values()


def _losses(past: Past) -> Iterator[_Point]:
    """Turns in which a seat lost many areas to others."""
    lost: Counter[tuple[int, str]] = Counter()
    takers: dict[tuple[int, str], Counter[str]] = {}
    for one in past.conquests:
        if one.from_:
            key = (one.turn, one.from_)
            lost[key] += 1
            takers.setdefault(key, Counter())[one.by] += 1
    for (turn, seat), count in lost.items():
        if count >= NUMBERS["least_losses"]:
            by = listed([name for name, _ in takers[turn, seat].most_common()])
            yield _Point(turn, "losses", count, {"seat": seat, "lands": past.counted_lands(count), "by": by})


def _feats(past: Past) -> Iterator[_Point]:
    for turn, deed in past.deeds("feat"):
        if deed.size >= NUMBERS["least_feat"]:
            yield _Point(turn, "feat", deed.size, {"seat": deed.seat, "what": deed.what})


def _falls(past: Past) -> Iterator[_Point]:
    for turn, deed in past.deeds("fall"):
        yield _Point(turn, "fall", turn, {"seat": deed.seat})


def _turns(count: int) -> str:
    return "one turn" if count == 1 else f"{count} turns"
