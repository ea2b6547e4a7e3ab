"""What a computer player orders in a world that a test has built."""

from __future__ import annotations

from dataclasses import replace

from postern.game.chance import Chance
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.rules.printouts import write_entries
from postern.rulesets.great_jewels.tables import neighbours
from postern.rulesets.great_jewels.world.records import Terrain, World
from tests.rules.great_jewels.build import change, unplayed


def planned(world: World, *sees: str, standing_in: bool = False) -> list[str]:
    """The orders of AAA's computer player (``standing_in``: for a person), who has these provinces and his own on his
    printout; all of them can be read, and carried out."""
    turn = unplayed(world)
    for name in sees:
        turn.visit("AAA", name)
    write_entries(turn)
    entries = turn.world.players["AAA"].seen
    world.players["AAA"].seen = {name: replace(entry, turn=world.turn) for name, entry in entries.items()}
    view = RULESET.view(world, "AAA")
    text = RULESET.plan(view, Chance("computer"), standing_in=standing_in)
    sheet = RULESET.read(text, view)
    assert not sheet.problems
    assert not [problem for problem in RULESET.check(sheet, view).problems if not problem.note]
    return text.split()


def moves(orders: list[str], number: int) -> list[str]:
    """Those of the orders that move this leader."""
    return [order for order in orders if order.startswith(f"L{number}M")]


def lair(world: World) -> None:
    """A dragon and its gold."""
    change(world, "F7", dragon=10, zorans=300)


def closed_in(world: World, name: str) -> None:
    """No land around a province can be entered."""
    for other in neighbours(name):
        change(world, other, terrain="I")
        world.terrain_map[other] = Terrain.IMPASSABLE
