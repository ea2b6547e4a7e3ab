"""Worlds for tests: a game of all kingdoms at turn 1, changed as a test wants it; letters read, checked and run."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from typing import Any

from postern.game.chance import Chance
from postern.game.kit.turn import run
from postern.game.orders import Problem, Verdict
from postern.game.ruleset import Signup
from postern.rulesets.alamaze.knowledge import view_of
from postern.rulesets.alamaze.orders.reading import read
from postern.rulesets.alamaze.report.answers import check
from postern.rulesets.alamaze.sequence import SEQUENCE
from postern.rulesets.alamaze.setup import set_up
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.tables.grammar import Command
from postern.rulesets.alamaze.turn import Issued, Ledgers, Turn
from postern.rulesets.alamaze.world.records import Center, Figure, Group, Wizard, World


@cache
def _fresh(name: str) -> World:
    seats = [Signup(code, {"kingdom": code}) for code in edition(name).kingdoms]
    return set_up(name, {}, seats, Chance("tests"))


def new_world(name: str = "classic") -> World:
    """A game of all kingdoms at turn 1; the player of kingdom WA is called WA."""
    return deepcopy(_fresh(name))


def quiet_world(name: str = "classic") -> World:
    """The same at turn 7, Late Winter without reinforcements or awards, with every treasury full."""
    world = new_world(name)
    world.turn = 7
    for kingdom in world.kingdoms.values():
        kingdom.gold = kingdom.food = 500_000
    return world


def put_group(world: World, id: str, area: str, brigades: int = 0, kind: str = "", **more: Any) -> Group:
    """Puts a kingdom's group into an area, with so many brigades of its own kind or another; other fields as told."""
    group = world.groups[id]
    group.area = area
    if brigades:
        group.brigades = {kind or world.tables.start_groups[f"1{group.kingdom}"].brigade_code: brigades}
    for name, value in more.items():
        setattr(group, name, value)
    return group


def center(world: World, area: str, **more: Any) -> Center:
    """The population center in an area, changed as told."""
    found = world.centers[area]
    for name, value in more.items():
        setattr(found, name, value)
    return found


def figure(world: World, kingdom: str, code: str, area: str = "", rank: str = "") -> Figure:
    """A figure of a kingdom, put into an area and given a rank as told."""
    found = world.kingdoms[kingdom].figures[code]
    found.area, found.rank = area or found.area, rank or found.rank
    return found


def spell_world(kingdom: str, area: str) -> World:
    """A world in which the first group of a kingdom stands in an area with a wizard ZZ of power 8."""
    world = quiet_world()
    put_group(world, f"1{kingdom}", area, wizards=[Wizard("ZZ", "Zzonan", 8)])
    return world


def issued(world: World, letters: Mapping[str, str]) -> list[Issued]:
    """Orders of letters by kingdom, a line each. Raises AssertionError for a line that is no order."""
    found = []
    for code, text in letters.items():
        seat = world.kingdoms[code].seat
        sheet = read(text, view_of(world, seat))
        assert not sheet.problems, sheet.problems
        found += Issued.of(seat, sheet, Command)
    return found


def begin(world: World, letters: Mapping[str, str] | None = None, seed: str = "tests") -> Turn:
    """A turn on this very world with these letters, not yet run."""
    turn = Turn(world, issued(world, letters or {}), Chance(seed).turn(world.turn))
    turn.submitted = frozenset(world.kingdoms[code].seat for code in letters or {})
    return turn


def play(world: World, letters: Mapping[str, str] | None = None, seed: str = "tests", until: str = "") -> Turn:
    """Runs a turn on this very world with these letters, to the step with this label or to its end."""
    return run(SEQUENCE, begin(world, letters, seed), until=until)


_OF_ITSELF = ("189", "194", "195", "246", "247", "797")
"""Steps at which kingdoms gain and pay, and states end, whatever they order."""


def give(world: World, letters: Mapping[str, str] | None = None, seed: str = "tests", until: str = "") -> Turn:
    """The same, for tests of orders alone: nothing is harvested, eaten or counted meanwhile."""
    return run(SEQUENCE, begin(world, letters, seed), until=until, skip=lambda label: label in _OF_ITSELF)


def told(turn: Turn, kind: str, code: str = "") -> list[dict[str, Any]]:
    """What was told of a kind of event, to this kingdom or to anybody."""
    seat = turn.world.kingdoms[code].seat if code else ""
    return [dict(one.data) for one in turn.events if one.kind == kind and (not seat or seat in one.seen_by)]


def booked(turn: Turn, code: str, heading: str) -> tuple[int, int]:
    """What a turn changed so far under a heading of a kingdom's ledger: food and gold."""
    return turn.state(Ledgers).lines.get((code, heading), (0, 0))


def failures(turn: Turn) -> list[str]:
    """Why orders were not carried out."""
    return [one.why for one in turn.failures if not one.note]


def answer(world: World, code: str, text: str) -> Verdict:
    """The answer to a letter."""
    view = view_of(world, world.kingdoms[code].seat)
    return check(read(text, view), view)


def problem(world: World, code: str, text: str) -> Problem:
    """The one problem of a letter. Raises AssertionError where there are none or several."""
    (only,) = answer(world, code, text).problems
    return only
