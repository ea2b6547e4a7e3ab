"""Worlds for tests: a scenario with its players, units put where a test wants them, programs given as text, phases run."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from functools import cache
from typing import Any

from postern.game.chance import Chance
from postern.game.kit.orders.kinds import Refusal
from postern.game.kit.turn import run
from postern.game.ruleset import Signup
from postern.rulesets.cosmos.orders.grammar import grammar
from postern.rulesets.cosmos.sequence import SEQUENCE
from postern.rulesets.cosmos.setup import set_up
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import Location, Pending, Unit, World

PLAYERS = {"thalmar": ("Am", "Rc", "Sl", "Gh"), "two_tides": ("Am", "Rc", "Sl", "Gh", "Co", "Ss", "Ub", "Ah")}


@cache
def _fresh(slug: str) -> World:
    seats = [Signup(code.upper(), {"nation": code}) for code in PLAYERS[slug]]
    return set_up({"scenario": slug}, seats, Chance("tests"))


def scenario_world(slug: str = "thalmar") -> World:
    """A game of all nations at turn 1; the player of nation Am is AM."""
    return deepcopy(_fresh(slug))


def empty_world(slug: str = "thalmar") -> World:
    """The same without a unit on the map."""
    world = scenario_world(slug)
    world.units.clear()
    for nation in world.nations.values():
        nation.ruler = nation.heir = 0
    return world


def add_unit(world: World, owner: str, kind: str | int, position: str | int, individuals: int = 0, **more: Any) -> Unit:
    """A new unit of a type by name or number; its standard size unless told otherwise. Units of one owner are numbered on.

    ``morale`` is in points.
    """
    more["spirit"] = 100 * more.pop("morale", 0)
    number = kind if isinstance(kind, int) else world.tables.type_numbers[kind.lower()]
    row, nation = world.tables.unit_types[number], world.nations[owner]
    first = 3100 + 400 * (nation.number - 1) if nation.seat else 7000
    unit_id = more.pop("id", max((one for one in world.units if first < one < first + 400), default=first) + 1)
    unit = Unit(unit_id, owner, number, str(position), individuals or row.std, **more)
    world.units[unit_id] = unit
    nation.next_unit = max(nation.next_unit, unit_id + 1)
    return unit


def form(leader: Unit, *members: Unit) -> Unit:
    """Puts units into one force, in this order."""
    leader.members = [one.id for one in members]
    for one in members:
        one.leader = leader.id
    return leader


def program(*lines: str) -> list[Pending]:
    """A program from its lines; blocks stand between ``orders:`` and ``.`` Raises AssertionError for what is no order."""
    blocks: list[list[Pending]] = [[]]
    for line in filter(None, (one.strip() for part in lines for one in part.split("\n"))):
        if line == "orders:":
            blocks.append([])
        elif line == ".":
            block = blocks.pop()
            blocks[-1][-1].inner = block
        else:
            found = grammar().find(line)
            assert found is not None, line
            assert not isinstance(found.order, Refusal), (line, found.order)
            blocks[-1].append(Pending(grammar().code_of(found.order)))
    (whole,) = blocks
    return whole


def give(actor: Unit | Location, *lines: str) -> None:
    """Makes this its program."""
    actor.program = program(*lines)


def begin(world: World, seed: str = "tests") -> Turn:
    """A turn on this world, not yet run."""
    return Turn(world, [], Chance(seed).turn(world.turn))


def run_to(turn: Turn, label: str) -> Turn:
    """Runs a turn from where it stands to the step with this label, for example ``7h``."""
    done = turn.step if turn.step != "0" else ""
    reached = not done

    def skip(step: str) -> bool:
        nonlocal reached
        if not reached:
            reached = step == done
            return True
        return False

    return run(SEQUENCE, turn, until=label, skip=skip)


def run_phases(turn: Turn, number: int) -> Turn:
    """Runs the first, or the next, so many phases."""
    return run_to(turn, f"{turn.phase + number}i")


def run_turn(world: World, seed: str = "tests") -> Turn:
    """Runs a whole turn."""
    return run(SEQUENCE, begin(world, seed))


def told(turn: Turn, kind: str, seat: str = "") -> list[dict[str, Any]]:
    """What was told of a kind of event, to this seat or to anybody, with its step."""
    events: Iterable[Any] = (one for one in turn.events if one.kind == kind and (not seat or seat in one.seen_by))
    return [{**one.data, "step": one.step} for one in events]
