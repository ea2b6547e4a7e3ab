"""Adventurer Kings, twelve kings of computer players in year 10: set-up, the year, its documents, a letter, a plan."""

from __future__ import annotations

from benchmarks.figures import Figure, processor_seconds
from benchmarks.turns import documents_of_all, sheets_for
from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.rulesets.adventurer_kings.game import RULESET
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.tables import GRID, TABLES
from postern.rulesets.adventurer_kings.world import World

_SEED, _YEAR, _RUNS = "benchmark", 10, 7
_NAMES = ("ALMA", "BERT", "CORA", "DORN", "EDDA", "FLINT", "GRETA", "HUGO", "INGA", "JORN", "KIRA", "LUX")


def new_world() -> World:
    """A new game of twelve kings who chose nothing."""
    return RULESET.setup({}, [Signup(name) for name in _NAMES], Chance(_SEED))


def late_world() -> World:
    """The world before year 10 of a game among computer players."""
    world = new_world()
    while world.turn < _YEAR and not world.finished:
        world = RULESET.resolve(world, sheets_for(RULESET, world, _SEED), Chance(_SEED)).world
    return world


def full_view(world: World, seat: str) -> View:
    """What a kingdom knows that has taken as many Heroes into service as it may."""
    code = world.kingdom_of(seat).code
    free = (one for one in world.characters.values() if one.status == "free")
    for one in list(free)[: TABLES.number("heroes_per_kingdom_max") + 1 - len(world.serving(code))]:
        one.status, one.kingdom, one.province = "serving", code, world.kingdoms[code].home
    return RULESET.view(world, seat)


def whole_letter(view: View) -> str:
    """A letter with an action in every phase of every character who serves."""
    lines = []
    for one in view.world.serving(view.code):
        near = min(GRID.neighbours(one.province))
        lines += [f"CHAR {one.id}", "1 EX", f"2 MO {near}", "3 EX", "4 PR TA", f"5 MO {one.province}"]
    return "\n".join(lines)


def measure() -> list[Figure]:
    """Set-up, adjudication, documents, answers and a plan of Adventurer Kings."""
    made, most = processor_seconds(new_world, _RUNS)
    world = late_world()
    sheets = sheets_for(RULESET, world, _SEED)
    turn, worst = processor_seconds(lambda: RULESET.resolve(world, sheets, Chance(_SEED)), _RUNS)
    drawn = documents_of_all(RULESET, RULESET.resolve(world, sheets, Chance(_SEED)))
    views = {seat: RULESET.view(world, seat) for seat in sheets}
    plan, longest = processor_seconds(lambda: [RULESET.plan(view, Chance(_SEED)) for view in views.values()], _RUNS)
    view = full_view(world, min(sheets))
    text = whole_letter(view)
    orders = len(RULESET.read(text, view).orders)
    answer, slowest = processor_seconds(lambda: RULESET.check(RULESET.read(text, view), view), _RUNS)
    name = f"Adventurer Kings year {world.turn}, {len(RULESET.active(world))} kings: adjudication"
    return [
        Figure(name, f"{turn * 1000:.0f} ms (worst {worst * 1000:.0f})", "under 400 ms", "processor time of 1 core"),
        Figure("… all documents of that year for all players", f"{drawn.clock:.1f} s", "under 6 s", drawn.told),
        Figure(
            f"… answer to a letter of {orders} orders for {len(view.world.serving(view.code))} characters",
            f"{answer * 1000:.0f} ms (worst {slowest * 1000:.0f})",
            "under 30 ms",
            "processor time, read and checked",
        ),
        Figure("… plans of all computer kings", f"{plan * 1000:.0f} ms (worst {longest * 1000:.0f})", "", "processor time"),
        Figure("… set-up", f"{made * 1000:.0f} ms (worst {most * 1000:.0f})", "", "processor time"),
    ]
