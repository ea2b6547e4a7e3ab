"""Alamaze Classic, fifteen kingdoms of computer players at turn 20: the turn, its documents, a letter, a plan."""

from __future__ import annotations

from benchmarks.figures import Figure, processor_seconds
from benchmarks.turns import documents_of_all, sheets_for
from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.rulesets.alamaze.game import CLASSIC
from postern.rulesets.alamaze.world.records import World

_SEED, _TURN, _RUNS = "benchmark", 20, 7


def late_world() -> World:
    """The world before turn 20 of a game among computer players."""
    seats = [Signup(f"P{number}") for number in range(CLASSIC.max_seats)]
    world = CLASSIC.setup({}, seats, Chance(_SEED))
    while world.turn < _TURN and not world.finished:
        world = CLASSIC.resolve(world, sheets_for(CLASSIC, world, _SEED), Chance(_SEED)).world
    return world


def measure() -> list[Figure]:
    """Adjudication, documents, an answer and a plan of Alamaze Classic."""
    world = late_world()
    sheets = sheets_for(CLASSIC, world, _SEED)
    turn, worst = processor_seconds(lambda: CLASSIC.resolve(world, sheets, Chance(_SEED)), _RUNS)
    drawn = documents_of_all(CLASSIC, CLASSIC.resolve(world, sheets, Chance(_SEED)))
    seat = max(sheets, key=lambda one: len(sheets[one].orders))
    view, text = CLASSIC.view(world, seat), sheets[seat].text
    answer, slowest = processor_seconds(lambda: CLASSIC.check(CLASSIC.read(text, view), view), _RUNS)
    plan, longest = processor_seconds(lambda: CLASSIC.plan(view, Chance(_SEED)), _RUNS)
    name = f"Alamaze turn {world.turn}, {len(CLASSIC.active(world))} kingdoms: adjudication"
    return [
        Figure(name, f"{turn * 1000:.0f} ms (worst {worst * 1000:.0f})", "under 400 ms", "processor time of 1 core"),
        Figure("… all documents of that turn for all players", f"{drawn.clock:.1f} s", "under 8 s", drawn.told),
        Figure(
            f"… answer to a letter of {len(sheets[seat].orders)} orders",
            f"{answer * 1000:.0f} ms (worst {slowest * 1000:.0f})",
            "",
            "processor time, read and checked",
        ),
        Figure("… a computer kingdom's plan", f"{plan * 1000:.0f} ms (worst {longest * 1000:.0f})", "", "processor time"),
    ]
