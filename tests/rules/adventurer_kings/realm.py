"""Helpers for tests of the year's end: throws that come out as a test wants them, kingdoms of any wealth."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from postern.game.events import Event
from postern.rulesets.adventurer_kings.turn import Throw, Turn
from postern.rulesets.adventurer_kings.world import Feature, Guardian, World


def seats(event: Event) -> str:
    """The seats that are told of an event, in order: "AB"."""
    return "".join(sorted(event.seen_by))


def decide(turn: Turn, yes: Mapping[str, bool] | None = None) -> dict[tuple[object, ...], Fraction]:
    """Let throws come out by the first word of their names (others fail); return the chances that were asked for, by name."""
    asked: dict[tuple[object, ...], Fraction] = {}

    def throw(chance: Fraction | int, *name: object) -> Throw:
        asked[name] = Fraction(chance)
        return Throw(Fraction(chance), 50, bool((yes or {}).get(str(name[0]))))

    turn.throw = throw  # type: ignore[method-assign]
    return asked


def enrich(world: World, **tax: int) -> World:
    """Give kingdoms the tax bases told, each in its home, and nothing to all other provinces; return the world."""
    for place in world.provinces.values():
        place.tax = 0
    for code, many in tax.items():
        world.provinces[world.kingdoms[code].home].tax = many
    return world


def lair(world: World, place: int, kind: str = "Troll", tier: int = 2, **more: Any) -> Guardian:
    """A dungeon with a guardian of 25 hit points, which is returned."""
    guardian = Guardian(kind, **{"full": 25, "hit_points": 25, **more})
    world.provinces[place].features.append(Feature("Dungeon", tier, guardian=guardian))
    return guardian
