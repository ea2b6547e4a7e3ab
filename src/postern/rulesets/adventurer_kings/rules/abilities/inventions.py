"""Inventions: how kingdoms come by them, by sages, by espionage and by scientific treaty (AK-P4.3-01, AK-D4.35-01, 02)."""

from __future__ import annotations

from postern.rulesets.adventurer_kings.rules.abilities.levels import power
from postern.rulesets.adventurer_kings.rules.merit import merit
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Character, Kingdom


def discover(turn: Turn, who: Character) -> None:
    """A sage makes an invention that his kingdom does not have, drawn at random, or two of them (AK-D2.0-20); the first in the
    world that has it gives him merit (AK-10.1-07)."""
    kingdom = turn.world.kingdoms[who.kingdom]
    for place in range(2 if power(who, "two_inventions") else 1):
        number = _drawn(turn, _lacking(turn, kingdom), "discovery", who.id, place)
        if number:
            first = number not in turn.world.invented
            _gain(turn, kingdom, number)
            facts = {"invention": TABLES.inventions[number].name, "words": TABLES.inventions[number].words, "first": first}
            turn.tell_kingdom(kingdom.code, "invention made", who=who.id, name=who.title, place=who.province, **facts)
            if first:
                merit(turn, who, "CH", TABLES.number("invention_merit"), f"{TABLES.inventions[number].name} invented")


def steal(turn: Turn, who: Character, victim: Kingdom, *name: object) -> str:
    """A spy brings home a random invention of the victim's that his kingdom does not have, for merit (AK-10.1-08); return its
    name, "" where there is none."""
    kingdom = turn.world.kingdoms[who.kingdom]
    lacking = _lacking(turn, kingdom)
    number = _drawn(turn, [one for one in victim.inventions if one in lacking], "stolen", who.id, *name)
    if not number:
        return ""
    _gain(turn, kingdom, number)
    row = TABLES.inventions[number]
    facts = {"invention": row.name, "words": row.words, "of": victim.name}
    turn.tell_kingdom(kingdom.code, "invention stolen", who=who.id, name=who.title, place=who.province, **facts)
    merit(turn, who, "CH", TABLES.number("espionage_merit"), f"{row.name} by espionage")
    return row.name


def share(turn: Turn, one: Kingdom, other: Kingdom) -> str:
    """By a scientific treaty one kingdom receives a random invention that the other has and it has not (AK-D8.4-01); return
    its name, "" where there is none."""
    lacking = _lacking(turn, one)
    number = _drawn(turn, [each for each in other.inventions if each in lacking], "shared", one.code, other.code)
    if not number:
        return ""
    _gain(turn, one, number)
    row = TABLES.inventions[number]
    turn.tell_kingdom(one.code, "invention received", invention=row.name, words=row.words, of=other.name)
    return row.name


def begin_to_help(turn: Turn) -> None:
    """What was invented in the phase helps from now on (AK-D4.35-02)."""
    for code, number in turn.inventing:
        turn.world.kingdoms[code].inventions.append(number)
    turn.inventing.clear()


def _lacking(turn: Turn, kingdom: Kingdom) -> list[int]:
    coming = [number for code, number in turn.inventing if code == kingdom.code]
    return [number for number in TABLES.inventions if number not in kingdom.inventions and number not in coming]


def _drawn(turn: Turn, numbers: list[int], *name: object) -> int:
    return numbers[turn.dice("invention", *name).between(1, len(numbers)) - 1] if numbers else 0


def _gain(turn: Turn, kingdom: Kingdom, number: int) -> None:
    """It comes into use with the next phase, outside of phases at once."""
    turn.world.invented.setdefault(number, kingdom.code)
    if turn.phase:
        turn.inventing.append((kingdom.code, number))
    else:
        kingdom.inventions.append(number)
