"""Worlds for tests: plains with three kingdoms and nothing on them, characters and armies put where a test wants them, letters
played step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from postern.game.chance import Chance
from postern.game.events import Event
from postern.game.kit.orders.sheets import Given
from postern.game.kit.turn import Step
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.orders.reading import read
from postern.rulesets.adventurer_kings.tables import GRID, TABLES
from postern.rulesets.adventurer_kings.turn import Doing, Issued, Turn
from postern.rulesets.adventurer_kings.world import Army, Character, Kingdom, Province, World

HOMES = {"AA": 82, "BB": 88, "CC": 40}
"""Provinces of row 5 (82, 88) and row 3 (40); neighbours of 82 are 64, 81, 83, 99, 100, 101."""


def empty_world(terrain: str = "Plain", alignment: str = "Neutral") -> World:
    """162 provinces of one terrain named P1 to P162, tax 4, Humans with LE and HC; kingdoms AA, BB and CC of the seats A, B
    and C,
    each with its home (tax 8) and its King there (1, 2, 3: Human, Brave, TA2 MA1 DR1). All are Neutral to each other."""
    world = World(["A", "B", "C"])
    for number in GRID.places:
        world.provinces[number] = Province(terrain, f"P{number}", 4, "Human", ["LE", "HC"])
    for place, (code, home) in enumerate(HOMES.items(), 1):
        world.kingdoms[code] = Kingdom(code, place, code[0], f"Land{code}", alignment, "Human", place, home, 10)
        world.provinces[home].owner = world.provinces[home].home_of = code
        world.provinces[home].tax = 8
        world.kingdoms[code].exploration[home] = 100
        add_character(world, code, home, {"TA": 2, "MA": 1, "DR": 1}, king=True, alignment=alignment, name=f"King{code}")
    for one in world.kingdoms.values():
        one.relations = {code: "Neutral" for code in world.kingdoms if code != one.code}
    return world


def add_character(world: World, code: str, place: int, skills: Mapping[str, int] | None = None, **more: Any) -> Character:
    """A character of a kingdom ("": a free Hero), with these skills and aptitude 4 in everything."""
    facts = {"race": "Human", "alignment": "Neutral", "temper": "Brave", "status": "serving" if code else "free", **more}
    facts.setdefault("name", f"Hero{world.next_character}")
    aptitudes = dict.fromkeys(TABLES.abilities, 4)
    return world.new_character(province=place, kingdom=code, skills=dict(skills or {}), aptitudes=aptitudes, **facts)


def add_army(world: World, code: str, kind: str, place: int, leader: int = 0, **more: Any) -> Army:
    """An army of a kingdom ("": of nobody), Average and Human, or of its type's own race."""
    facts = {"race": TABLES.armies[kind].race or "Human", "quality": 2, **more}
    return world.new_army(type=kind, province=place, owner=code, leader=leader, **facts)


def relate(world: World, one: str, other: str, relation: Any) -> None:
    """Set the relation of two kingdoms."""
    world.kingdoms[one].relations[other] = world.kingdoms[other].relations[one] = relation


def turn_of(world: World, letters: Mapping[str, str] | None = None, seed: str = "tests", expected: bool = False) -> Turn:
    """The year on this world (not a copy) with letters by kingdom code. Raises AssertionError for a line that is not read."""
    issued = []
    for code, text in (letters or {}).items():
        sheet = read(text, View(world.kingdoms[code].seat, code, world))
        assert not [one for one in sheet.problems if not one.note], sheet.problems
        issued += Issued.of(world.kingdoms[code].seat, sheet, Given)
    turn = Turn(world, issued, Chance(seed).turn(world.turn))
    turn.expected = expected
    return turn


def doing(turn: Turn, place: int = 0) -> Doing:
    """The order at this place among those of the year, in hand in its phase."""
    issued = turn.orders[place]
    kingdom = turn.world.kingdom_of(issued.seat)
    who = turn.world.characters[int(issued.order.head.name or kingdom.king)]
    turn.phase = getattr(issued.order.order, "phase", 0)
    turn.step = f"{turn.phase}b"
    return Doing(turn, issued, who, kingdom)


def carry_out(turn: Turn, effect: Callable[[Doing, Any], bool], place: int = 0) -> bool:
    """Carry one order out by its effect, without random monsters and experience."""
    return effect(one := doing(turn, place), one.issued.order.order)


def step(turn: Turn, label: str, run: Callable[[Turn], None]) -> Turn:
    """Run one step of the year under its label ("3d": phase 3)."""
    turn.step, turn.phase = label, int(label[0]) if label[-1].isalpha() else 0
    Step(label, "", run).run(turn)
    return turn


def told(turn: Turn, kind: str) -> list[Event]:
    """The events of this kind."""
    return [one for one in turn.events if one.kind == kind]


def only(turn: Turn, kind: str) -> Event:
    """The one event of this kind. Raises AssertionError for none or several."""
    (found,) = told(turn, kind)
    return found


def failures(turn: Turn) -> list[str]:
    """The codes of all failures and notes, in order."""
    return [one.code for one in turn.failures]


class Loaded:
    """A stream in which every die of 100 falls as told, in turn, and every other die shows its lowest face."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def between(self, low: int, high: int) -> int:
        return self.faces.pop(0) if high == 100 and self.faces else low


def always(turn: Turn, *faces: int) -> Turn:
    """Load the dice of a year: dice of 100 show these faces in the order in which they are thrown, then 1."""
    loaded = Loaded(*faces)
    turn.dice = lambda *name: loaded  # type: ignore[assignment,method-assign]
    return turn
