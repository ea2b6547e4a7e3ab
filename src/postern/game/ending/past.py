"""What is known of a game when it is over, turn by turn: who stood where, who held what, and the deeds worth telling."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from postern.game.chart import Symbol
from postern.game.events import Deed
from postern.game.ruleset import Standing, Uncovered


@dataclass(frozen=True)
class Stage:
    """The game after one turn. ``holders`` has the areas that seats held; ``deeds`` None where the turn's are not known."""

    turn: int
    standings: tuple[Standing, ...]
    holders: Mapping[str, str]
    figures: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    deeds: tuple[Deed, ...] | None = ()

    @cached_property
    def scores(self) -> Mapping[str, int]:
        """The score of every seat."""
        return {one.seat: one.score for one in self.standings}

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        """The place of every seat, from 1."""
        return {one.seat: one.rank for one in self.standings}

    @cached_property
    def leaders(self) -> tuple[str, ...]:
        """Who stood first, in seat order; nobody while nobody had points, or all were equal."""
        first = tuple(sorted(seat for seat, rank in self.ranks.items() if rank == 1))
        ahead = any(self.scores[seat] > 0 for seat in first) and len(first) < len(self.ranks)
        return first if ahead else ()

    def lands(self, seat: str) -> int:
        """How many areas the seat held."""
        return sum(holder == seat for holder in self.holders.values())


def stage_of(turn: int, stood: Uncovered, deeds: Sequence[Deed] | None) -> Stage:
    """The stage after this turn, from its world with nothing hidden."""
    holders = {area.name: area.owner for area in stood.chart.areas if area.owner in stood.sides}
    return Stage(turn, stood.standings, holders, stood.figures, None if deeds is None else tuple(deeds))


@dataclass(frozen=True)
class Conquest:
    """An area that went from one holder ("": nobody) to a seat in a turn."""

    turn: int
    area: str
    by: str
    from_: str


@dataclass(frozen=True)
class Past:
    """A whole game: its stages from the start to the end (at least one), and what the last world says of its seats."""

    name: str
    stages: tuple[Stage, ...]
    sides: Mapping[str, str]
    starts: Mapping[str, str] = field(default_factory=dict)
    winners: tuple[str, ...] = ()
    land: str = "area"
    lands: str = "areas"
    troops: str = "troops"
    emblems: Mapping[str, Symbol] = field(default_factory=dict)

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, in the order of the chart's owners."""
        return tuple(self.sides)

    @property
    def end(self) -> Stage:
        """The last stage."""
        return self.stages[-1]

    def scores(self, seat: str) -> tuple[int, ...]:
        """The seat's score at each stage."""
        return tuple(stage.scores[seat] for stage in self.stages)

    def steps(self) -> Iterator[tuple[Stage, Stage]]:
        """Each stage with the one before it."""
        return zip(self.stages, self.stages[1:], strict=False)

    def deeds(self, *kinds: str) -> Iterator[tuple[int, Deed]]:
        """The known deeds of these kinds with their turns, in the order of time."""
        for stage in self.stages:
            yield from ((stage.turn, deed) for deed in stage.deeds or () if deed.kind in kinds)

    @cached_property
    def conquests(self) -> tuple[Conquest, ...]:
        """Every area that a seat came to hold after the start, in the order of time."""
        return tuple(
            Conquest(after.turn, area, holder, before.holders.get(area, ""))
            for before, after in self.steps()
            for area, holder in after.holders.items()
            if before.holders.get(area, "") != holder
        )

    @cached_property
    def reigns(self) -> tuple[tuple[tuple[str, ...], int, int], ...]:
        """Who led from which turn to which, in the order of time: each time somebody came to the front."""
        found: list[tuple[tuple[str, ...], int, int]] = []
        for stage in self.stages:
            if not stage.leaders:
                continue
            if found and found[-1][0] == stage.leaders:
                found[-1] = (stage.leaders, found[-1][1], stage.turn)
            else:
                found.append((stage.leaders, stage.turn, stage.turn))
        return tuple(found)

    def pick(self, phrasings: Sequence[str], topic: str, place: int) -> str:
        """One of several phrasings: the first by a hash of game and topic, then each in its turn, so that neighbours differ."""
        start = int.from_bytes(hashlib.sha256(f"{self.name}/{topic}".encode()).digest()[:4], "big")
        return phrasings[(start + place) % len(phrasings)]

    def counted_lands(self, count: int) -> str:
        """Says 1 province, 9 provinces, no provinces."""
        return f"{count or 'no'} {self.land if count == 1 else self.lands}"


def ordinal(place: int) -> str:
    """Says first to twelfth in words, then 13th."""
    return _ORDINALS[place - 1] if 1 <= place <= len(_ORDINALS) else f"{place}{_ending(place)}"


_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()


def _ending(number: int) -> str:
    return "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
