"""Spying: who escapes notice, and what a report says, with its margin of error (AK-4.33-01 to 05, AK-D3.14-01 to 04)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import ceil, floor
from typing import Any

from postern.rulesets.adventurer_kings.rules.abilities.inventions import steal
from postern.rulesets.adventurer_kings.rules.abilities.levels import level, office, power
from postern.rulesets.adventurer_kings.rules.memory import in_sight
from postern.rulesets.adventurer_kings.tables import TABLES, Spying
from postern.rulesets.adventurer_kings.turn import Turn, clamped
from postern.rulesets.adventurer_kings.world import Character, Kingdom, World

_PARTS = 100
"""An error is drawn in hundredths of a percent."""


def spying(world: World, who: Character) -> Spying:
    """Return the row of the Spy table for a character; above its end the last one."""
    return TABLES.spying[min(level(world, who, "SP"), max(TABLES.spying))]


def escape_chance(world: World, who: Character) -> Fraction:
    """Return the chance in percent that somebody escapes notice: by the table, better for the Chancellor (AK-D10.1-02)."""
    return clamped(spying(world, who).escape + (TABLES.number("chancellor_pct") if office(world, who, "CH") else 0))


def unseen_chance(world: World, who: Character) -> Fraction:
    """Return the chance in percent that a spy or trailer escapes notice; in disguise he always does (AK-D4.23-03)."""
    return Fraction(100) if "DI" in who.spells else escape_chance(world, who)


def blurred(turn: Turn, true: int, margin: int, *name: object) -> int:
    """Return a number as a report has it: with an error of up to the margin in percent, rounded towards the true one
    (AK-D3.14-02)."""
    if not true or not margin:
        return true
    error = Fraction(turn.dice("error", *name).between(-margin * _PARTS, margin * _PARTS), 100 * _PARTS)
    found = true * (1 + error)
    return floor(found) if error > 0 else ceil(found)


def report(turn: Turn, who: Character, place: int, margin: int) -> dict[str, Any]:
    """Return the facts of a report on a province: armies by owner and type, characters, the features that its owner knows, and
    his gold. Armies of others under a veil are not seen (AK-D2.0-13)."""
    world = turn.world
    province = world.provinces[place]
    owner = world.kingdoms.get(province.owner)
    seen = Counter((one.owner, one.type) for one in in_sight(world, who.kingdom, place))
    there = [one for one in world.characters_in(place) if one is not who and _shows(world, place, one, who.kingdom)]
    armies: list[dict[str, Any]] = [
        {"owner": code, "type": kind, "number": blurred(turn, many, margin, who.id, place, code, kind), "margin": margin}
        for (code, kind), many in sorted(seen.items())
    ]
    found: dict[str, Any] = {
        "target": place,
        "where": turn.place(place),
        "owner": owner.code if owner else "",
        "armies": armies,
        "armies_said": [_said(world, one["owner"], one["type"], one["number"]) for one in armies],
        "characters": [one.id for one in there],
        "names": [_named(world, one) for one in there],
        "features": [
            f"{place}.{number} {one.kind}" for number, one in enumerate(province.features, 1) if province.owner in one.found_by
        ],
        "margin": margin,
    }
    if owner is not None:
        found["gold"] = blurred(turn, owner.gold, margin, who.id, place, "gold")
    return found


def _shows(world: World, place: int, one: Character, code: str) -> bool:
    """Whether a character is to be found: in the open, or in a feature that the owner or the spy's kingdom knows."""
    province = world.provinces[place]
    known = province.features[one.inn - 1].found_by if one.inn else [code]
    return code in known or bool(province.owner and province.owner in known)


def _said(world: World, code: str, kind: str, many: int) -> str:
    row = TABLES.armies[kind]
    owner = world.kingdoms.get(code)
    return f"{many} {row.name if many == 1 else row.plural}{f' of {owner.name}' if owner else ''}"


def _named(world: World, one: Character) -> str:
    kingdom = world.of(one)
    return f"{one.title} ({one.id}{f', {kingdom.code}' if kingdom else ''})"


def steal_inventions(turn: Turn, who: Character, place: int) -> None:
    """A spy on the home of another kingdom, or on a province of it in which a sage of it stands, may bring an invention home
    (AK-D3.14-04); a great spy may do so wherever he spies (AK-D2.0-18)."""
    world = turn.world
    victim = world.kingdoms.get(world.provinces[place].owner)
    if victim is None or victim.code == who.kingdom:
        return
    sages = [one for one in world.characters_in(place) if one.kingdom == victim.code and level(world, one, "SG")]
    if sages or world.provinces[place].home_of == victim.code:
        each = TABLES.number("spy_invention_pct")
        _try(turn, who, victim, each + each * level(world, who, "SP"), "table")
    if power(who, "steals_inventions"):
        _try(turn, who, victim, TABLES.number("spy_invention_power_pct"), "power")


def _try(turn: Turn, who: Character, victim: Kingdom, chance: int, why: str) -> None:
    if turn.throw(chance, "steals invention", who.id, why):
        steal(turn, who, victim, why)
