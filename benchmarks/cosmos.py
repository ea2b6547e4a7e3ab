"""COSMOS Fantasy, eight nations with 40 units each in turn 10 of two_tides: the turn, its documents, a letter, a battle."""

from __future__ import annotations

import time
from collections import Counter
from copy import deepcopy
from itertools import permutations

from benchmarks.figures import Figure, processor_seconds
from benchmarks.turns import documents_of_all
from postern.game.chance import Chance
from postern.game.orders import OrderSheet
from postern.game.ruleset import Outcome, Signup
from postern.rulesets.cosmos.game import RULESET
from postern.rulesets.cosmos.rules.battle.course import fight
from postern.rulesets.cosmos.setup import played_nations
from postern.rulesets.cosmos.tables.scenario import scenario
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import Unit, World

_SCENARIO, _SEED = "two_tides", "benchmark"
_TURN, _UNITS, _RUNS = 10, 40, 5


def late_world() -> World:
    """The world before turn 10 of a war of all against all: each nation sent its forces into the next one's land turn by turn,
    and had its losses made good. Computer players have no part in it: how they play does not change what is measured."""
    codes = played_nations(scenario(_SCENARIO))
    signups = [Signup(code.upper(), {"nation": code}) for code in codes]
    world = RULESET.setup({"scenario": _SCENARIO}, signups, Chance(_SEED))
    for one, other in permutations(codes, 2):
        world.nations[one].policies[other] = "enemy"
    _reinforce(world)
    while world.turn < _TURN:
        world = _resolved(world).world
        _reinforce(world)
    return world


def _reinforce(world: World) -> None:
    """Gives each nation units at its home, of the mass types that it has most of, until there are 40."""
    for nation in world.seated():
        own = [unit.type for unit in world.units.values() if unit.owner == nation.code]
        kinds = Counter(one for one in own if world.tables.unit_types[one].mass).most_common(3)
        for number in range(_UNITS - len(own)):
            kind, _ = kinds[number % len(kinds)]
            size = world.tables.unit_types[kind].std
            unit = Unit(nation.next_unit, nation.code, kind, str(nation.home), size, tactics="attack")
            world.units[unit.id] = unit
            nation.next_unit += 1


def letter(world: World, seat: str) -> str:
    """The orders of one seat: every force marches on one of the lands of the next seat, and takes it."""
    seats = RULESET.active(world)
    own, victim = world.nation_of(seat).code, world.nation_of(seats[(seats.index(seat) + 1) % len(seats)]).code
    goals = [number for number, one in sorted(world.hexes.items()) if one.owner == victim]
    lines: list[str] = []
    for number, unit in sorted(world.units.items()):
        if unit.owner == own and not unit.leader and goals:
            lines += [f"{number}:", "tactics attack", f"farmove {goals[number * 7 % len(goals)]}", "control -1"]
    return "\n".join(lines)


def sheets_of(world: World) -> dict[str, OrderSheet]:
    """The letters of all seats, as read."""
    return {seat: RULESET.read(letter(world, seat), RULESET.view(world, seat)) for seat in RULESET.active(world)}


def _resolved(world: World) -> Outcome[World]:
    return RULESET.resolve(world, sheets_of(world), Chance(_SEED))


def _great_battle(world: World) -> Turn:
    """A turn in whose next step all units of all players, 320, fight in one hex of plains."""
    world = deepcopy(world)
    taken = {location.outside for location in world.locations.values()}
    place = next(str(one.hex) for one in world.tables.hexes.values() if one.terrain == "plains" and str(one.hex) not in taken)
    for unit in world.units.values():
        if world.nations[unit.owner].seat:
            unit.position, unit.tactics, unit.hidden, unit.questing, unit.embarked = place, "attack", False, False, False
    turn = Turn(world, [], Chance(_SEED).turn(world.turn))
    turn.step, turn.phase = "1h", 1
    return turn


def _fought(world: World) -> tuple[float, int, int]:
    """Seconds of processor of this battle, with how many units, and after how many segments it was over."""
    turn = _great_battle(world)
    start = time.process_time()
    fight(turn)
    took = time.process_time() - start
    account = next(one for one in turn.events if one.kind == "battle")
    return took, len(account.data["units"]), account.data["lasted"]


def measure() -> list[Figure]:
    """Adjudication, documents, answers and a battle of COSMOS Fantasy."""
    world = late_world()
    sheets = sheets_of(world)
    turn, slowest = processor_seconds(lambda: RULESET.resolve(world, sheets, Chance(_SEED)), _RUNS)
    outcome = RULESET.resolve(world, sheets, Chance(_SEED))
    seats = RULESET.active(outcome.world)
    drawn = documents_of_all(RULESET, outcome)
    view = RULESET.view(world, seats[0])
    text = letter(world, seats[0])
    orders = len(RULESET.read(text, view).orders)
    answer, worst = processor_seconds(lambda: RULESET.check(RULESET.read(text, view), view), _RUNS)
    forecast, _ = processor_seconds(lambda: RULESET.forecast(RULESET.read(text, view), view), 1)
    fights = sorted(_fought(world) for _ in range(3))
    took, units, segments = fights[1]
    return [
        Figure(
            f"COSMOS turn {_TURN}, 8 nations, {_UNITS} units each: adjudication",
            f"{turn:.2f} s (worst {slowest:.2f})",
            "under 1.5 s",
            "processor time of 1 core",
        ),
        Figure(
            "… all documents of that turn for 8 players",
            f"{drawn.clock:.1f} s",
            "under 6 s",
            drawn.told,
        ),
        Figure(
            f"… answer to a letter of {orders} orders",
            f"{answer:.2f} s (worst {worst:.2f})",
            "",
            "processor time, read and checked",
        ),
        Figure("… its forecast of three turns", f"{forecast:.2f} s", "", "processor time"),
        Figure(
            f"… a battle of {units} units",
            f"{took:.2f} s (worst {fights[-1][0]:.2f})",
            "under 2 s",
            f"processor time, {segments} segments",
        ),
    ]
