"""Encounters for tests: a hero of AA and an opponent in province 82, with dice that fall as told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from postern.rulesets.adventurer_kings.orders.exploring import meet, search
from postern.rulesets.adventurer_kings.rules.encounters.fighters import Encounter, Fighter, of_character, of_monster, own_plan
from postern.rulesets.adventurer_kings.rules.encounters.odds import hit_chance
from postern.rulesets.adventurer_kings.rules.plans import Plan, Tactic, read_plan
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Character, Feature, Guardian, World
from tests.rules.adventurer_kings.build import add_character, carry_out, empty_world, turn_of

T = TypeVar("T")
PLACE = 82


class Dice:
    """A stream: dice of 100 fall as told and then show ``rest``, all others show ``other``s in turn and then their lowest
    face; a choice is always the first."""

    def __init__(self, *faces: int, other: Sequence[int] = (), rest: int = 1) -> None:
        self.faces, self.other, self.rest = list(faces), list(other), rest
        self.thrown = 0

    def between(self, low: int, high: int) -> int:
        if high == 100:
            self.thrown += 1
            return self.faces.pop(0) if self.faces else self.rest
        return self.other.pop(0) if self.other else low

    def choice(self, items: Sequence[T]) -> T:
        return items[0]

    def weighted(self, items: Sequence[T], weights: Sequence[int]) -> T:
        return items[0]


def load(turn: Turn, dice: Dice) -> Turn:
    """Load all dice of a year."""
    turn.dice = lambda *name: dice  # type: ignore[assignment,method-assign]
    return turn


def tactics(text: str) -> list[Tactic]:
    """The tactics of a plan."""
    plan = read_plan(text) if text else Plan()
    assert isinstance(plan, Plan), plan
    return list(plan.tactics)


def hero(world: World, skills: dict[str, int] | None = None, code: str = "AA", **more: Any) -> Character:
    """A Hero in the home of AA, of this kingdom; Brave and Neutral."""
    return add_character(world, code, PLACE, skills, **more)


def side(turn: Turn, who: Character, plan: str = "", dice: Dice | None = None) -> Fighter:
    """A character as a side."""
    return of_character(turn, who, tactics(plan), dice or Dice())  # type: ignore[arg-type]


def against(
    skills: dict[str, int] | None = None,
    kind: str = "Ogre",
    plan: str = "",
    dice: Dice | None = None,
    points: int = 20,
    **more: Any,
) -> Encounter:
    """A hero who has begun an encounter with a monster, not run yet."""
    world = empty_world()
    turn = turn_of(world)
    me, foe = side(turn, hero(world, skills, **more), plan), of_monster(kind, points)
    me.starts = True
    return Encounter(turn, "search", PLACE, (me, foe), dice or Dice())  # type: ignore[arg-type]


def between(
    one: Character, other: Character, turn: Turn, plan: str = "", why: Any = "meeting", dice: Dice | None = None
) -> Encounter:
    """An encounter that a character has begun with another one, who uses his own plan; not run yet."""
    first, second = side(turn, one, plan), of_character(turn, other, own_plan(other), dice or Dice())  # type: ignore[arg-type]
    first.starts = True
    friendly = turn.world.relation(one.kingdom, other.kingdom) == "Allied"
    return Encounter(turn, why, PLACE, (first, second), dice or Dice(), friendly=friendly)  # type: ignore[arg-type]


def lair(world: World, kind: str = "Ogre", points: int = 20, full: int = 0, tier: int = 2, **more: Any) -> Feature:
    """A feature that AA knows in province 82, with a guardian."""
    guardian = Guardian(kind, full or points, points, **more)
    one = Feature("Cave", tier, guardian=guardian, gold=9, items=[11, 16], found_by=["AA"])
    world.provinces[PLACE].features.append(one)
    return one


def searched(world: World, who: Character, plan: str = "", dice: Dice | None = None, number: int = 1) -> Turn:
    """The year in which this character searches a feature."""
    order = f"1 SE {PLACE}.{number}{f' : {plan}' if plan else ''}"
    turn = load(turn_of(world, {who.kingdom: f"CHAR {who.id}\n{order}"}), dice or Dice())
    carry_out(turn, search)
    return turn


def met(world: World, who: Character, other: Character, plan: str = "", dice: Dice | None = None) -> Turn:
    """The year in which this character starts an encounter with another."""
    order = f"1 EN {other.id}{f' : {plan}' if plan else ''}"
    turn = load(turn_of(world, {who.kingdom: f"CHAR {who.id}\n{order}"}), dice or Dice())
    carry_out(turn, meet)
    return turn


def chances(me: Fighter, foe: Fighter) -> Any:
    """The chances to hit with melee and with arrows."""
    return hit_chance(me, foe, "ME"), hit_chance(me, foe, "FI")


def words(meeting: Encounter) -> list[str]:
    """What was done: by whom, with which tactic, and how it went."""
    return [f"{one['actor']} {one['tactic']} {one['word']}" for one in meeting.blows]
