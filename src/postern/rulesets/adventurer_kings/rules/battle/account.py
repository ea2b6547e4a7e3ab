"""The account of a battle: one event with everything that a report shows of it, as data (AK-P1.4-04)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from postern.rulesets.adventurer_kings.rules.battle.aftermath import taker
from postern.rulesets.adventurer_kings.rules.battle.field import Battle, Side, Unit
from postern.rulesets.adventurer_kings.rules.battle.lines import total, winner
from postern.rulesets.adventurer_kings.world import Character

GARRISON = "garrison commander"


def strong(strength: Fraction) -> str:
    """Return a strength as reports show it: rounded half up to one decimal (AK-D0-04)."""
    tenths = int(strength * 10 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}"


def account(battle: Battle) -> dict[str, Any]:
    """Return the facts of a battle. What only those who took part may know stands under ``quality`` and ``factors`` of each
    side, by army (AK-D1.4-05)."""
    attack, defend = total(battle)
    ratio = battle.ratio if battle.result != "lose" else 1 / battle.ratio
    return {
        "place": battle.place,
        "name": battle.province.name,
        "where": battle.turn.place(battle.place),
        "terrain": battle.land.name,
        "phase": battle.turn.phase,
        "number": battle.number,
        "sea": battle.at_sea,
        "length": battle.length,
        "illusion": battle.illusion,
        "attacker": battle.called(battle.attackers),
        "defender": battle.called(battle.defenders),
        "attackers": _side(battle, battle.attackers),
        "defenders": _side(battle, battle.defenders),
        "duel": _duel(battle),
        "columns": [_column(battle, number) for number in sorted(battle.sums)],
        "chance": battle.event.told() if battle.event is not None else {},
        "events": battle.events,
        "sums": {"attackers": strong(attack), "defenders": strong(defend)},
        "ratio": strong(battle.ratio),
        "odds": strong(ratio),
        "result": battle.result,
        "holder": _holder(battle),
    }


def _holder(battle: Battle) -> str:
    """The kingdom that holds the province after the battle, "" for nobody."""
    world, owner, last = battle.turn.world, battle.province.owner, battle.defenders.codes
    if battle.result == "win":
        return taker(world, battle.place, battle.attackers.codes)
    return owner if world.relation(owner, last[0]) == "Allied" else taker(world, battle.place, last)


def _character(who: Character | None) -> dict[str, Any]:
    if who is None:
        return {"id": 0, "name": GARRISON, "kingdom": "", "king": False}
    return {"id": who.id, "name": who.title, "kingdom": who.kingdom, "king": who.king}


def _duel(battle: Battle) -> dict[str, Any]:
    if battle.duel is None:
        return {}
    duel, world = battle.duel, battle.turn.world
    name = world.characters[duel.loser].title if duel.loser else ""
    return {"loser": duel.loser, "name": name, "died": duel.died, "fled": duel.fled, "excused": duel.excused}


def _side(battle: Battle, side: Side) -> dict[str, Any]:
    return {
        "codes": side.codes,
        "commander": _character(side.commander),
        "fell": _character(side.fell) if side.fell else {},
        "united": [{**_character(one), "from": place} for one, place in side.united],
        "exploration": side.explored,
        "units": [_unit(one) for one in side.units],
        "quality": {
            str(one.army.id): {"before": one.quality, "after": one.army.quality, "rose": one.rose} for one in side.units
        },
        "factors": {str(one.army.id): [each.told() for each in one.factors] for one in side.units},
        "killed": [_character(one) for one in battle.killed if one.kingdom in side.codes],
    }


def _unit(unit: Unit) -> dict[str, Any]:
    army = unit.army
    return {
        "army": army.id,
        "label": army.title,
        "race": army.race,
        "type": army.type,
        "owner": unit.owner,
        "leader": unit.leader.id if unit.leader else 0,
        "column": unit.column,
        "stand": unit.stand,
        "line": unit.line,
        "fanatical": unit.fanatical,
        "skeletal": army.skeletal,
        "strength": strong(unit.strength),
        "final": strong(unit.final),
        "nemesis": unit.nemesis.army.title if unit.nemesis else "",
        "target": unit.target.army.id if unit.target else 0,
        "fate": unit.fate,
        "to": unit.to,
        "bitten": army.bitten,
        "escape": unit.escape.told() if unit.escape is not None else {},
    }


def _column(battle: Battle, number: int) -> dict[str, Any]:
    won = winner(battle, number)
    facts: dict[str, Any] = {"column": number, "winner": won.name if won else ""}
    for side, strength in zip(battle.sides, battle.sums[number], strict=True):
        facts[side.name] = {"sum": strong(strength), **_lines(side, number)}
    return facts


def _lines(side: Side, number: int) -> dict[str, Any]:
    """The armies of a column by where they stand."""
    there = side.column(number)
    lines = {name: [one.army.id for one in there if one.stand == name] for name in ("front", "outflank", "overfly")}
    return {
        **lines,
        "second": [one.army.id for one in there if one.line == 2],
        "third": [one.army.id for one in there if one.line == 3],
    }
