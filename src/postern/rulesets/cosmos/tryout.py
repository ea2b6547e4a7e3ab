"""A letter tried out: the steps of the turn run on the world as the player knows it (``imagined.py``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from postern.game.chance import Chance
from postern.game.kit.copying import copied
from postern.game.kit.sheets import Given
from postern.game.kit.turn import Sign, run, sparing
from postern.game.orders import OrderSheet
from postern.rulesets.cosmos.programs import every
from postern.rulesets.cosmos.sequence import SEQUENCE
from postern.rulesets.cosmos.turn import Issued, Stage, Turn
from postern.rulesets.cosmos.view import View
from postern.rulesets.cosmos.world import Pending, World

APPENDED = "1"
"""The step after which all programs stand as the letter leaves them."""
BEFORE_END = "7"
"""The last step before programs forget from which letters they are."""


@dataclass(frozen=True)
class Entry:
    """An order in a program as the letter leaves it: its text, how deep in blocks, from which order of the letter it is (below
    0 for one of an earlier turn), and for a begun one the phases that are left."""

    text: str
    depth: int
    source: int
    begun: int | None = None


@dataclass
class Trial:
    """A letter tried out.

    ``issued``: all orders of the letter, those in blocks too. ``programs``: what stands in the program of each unit and
    location behind the letter. ``stages``: the steps of programs in this turn by the order from which they come; ``left``: the
    orders from which something is left for the next turn.
    """

    turn: Turn
    issued: Sequence[Issued] = ()
    programs: dict[int, list[Entry]] = field(default_factory=dict)
    stages: dict[int, list[Stage]] = field(default_factory=dict)
    left: frozenset[int] = frozenset()

    def source_of(self, issued: Issued) -> int:
        """The number under which an order of the letter stands in programs; 0 for one that stands in none."""
        return next((place for place, one in enumerate(self.turn.issued, 1) if one is issued), 0)


def try_out(sheet: OrderSheet, view: View) -> Trial:
    """Runs the turn with these orders alone on what the player knows."""
    letter = Issued.of(view.seat, sheet, Given)
    trial = sparing(lambda spared: _play(view, letter, spared))
    turn = trial.turn
    inner = [one for one in turn.issued if all(one is not other for other in letter)]
    trial.issued = (*letter, *inner)
    for stage in turn.stages:
        trial.stages.setdefault(stage.source, []).append(stage)
    return trial


def _play(view: View, letter: list[Issued], spared: Mapping[Sign, str]) -> Trial:
    world = copied(view.world)
    _number_old(world, view.code)
    turn = Turn(world, letter, Chance("expected").turn(world.turn), expected=True, spared=spared)
    turn.submitted = frozenset((view.seat,))
    trial = Trial(turn)

    def look(label: str) -> None:
        if label == APPENDED:
            behind = _programs(world, view.code)
            trial.programs = {number: list(_entries(program)) for number, program in behind.items() if program}
        elif label == BEFORE_END:
            left = (one.source for program in _programs(world, view.code).values() for one in every(program))
            trial.left = frozenset(left)

    run(SEQUENCE, turn, after=look)
    return trial


def _programs(world: World, code: str) -> Mapping[int, list[Pending]]:
    """The programs of a nation's units and locations by their numbers."""
    units = {n: one.program for n, one in sorted(world.units.items()) if one.owner == code}
    return units | {n: one.program for n, one in sorted(world.locations.items()) if one.owner == code}


def _number_old(world: World, code: str) -> None:
    """Orders of earlier turns are numbered -1, -2 ..., so that their steps are known again."""
    old = (one for program in _programs(world, code).values() for one in every(program))
    for place, one in enumerate(old, 1):
        one.source = -place


def _entries(program: Sequence[Pending], depth: int = 0) -> Iterator[Entry]:
    for one in program:
        yield Entry(one.text, depth, one.source, one.left if one.begun else None)
        yield from _entries(one.inner, depth + 1)
