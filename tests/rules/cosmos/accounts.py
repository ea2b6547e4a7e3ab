"""What must always hold of a world, and that nothing in it comes from nothing or goes untold."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from postern.game.chance import Chance
from postern.game.events import Event
from postern.rulesets.cosmos.game import RULESET
from postern.rulesets.cosmos.tables.amounts import HUNDRED, Stock
from postern.rulesets.cosmos.world.document import dump, load
from postern.rulesets.cosmos.world.places import hex_of
from postern.rulesets.cosmos.world.records import World
from tests.kit import playing

_SHIPS = ("warships", "transports")


def assert_sound(world: World) -> None:
    """What must hold of every world between two turns."""
    assert dump(load(dump(world))) == dump(world)
    types = world.tables.unit_types
    for number, unit in world.units.items():
        kind = types[unit.type]
        assert unit.id == number
        assert unit.owner in world.nations
        assert 1 <= unit.individuals <= max(kind.max, 1), unit
        assert len(unit.wounds) <= unit.individuals
        assert all(0 < one < kind.wp * HUNDRED for one in unit.wounds), unit
        assert unit.wounds == sorted(unit.wounds)
        assert not unit.position or hex_of(world, unit.position) in world.hexes
        assert not (unit.leader and unit.members)
        assert all(world.units[one].leader == number for one in unit.members)
        assert not unit.leader or number in world.units[unit.leader].members
        assert all(world.units[one].position == unit.position for one in unit.members)
    for nation in world.nations.values():
        assert all(amount >= 0 for amount in nation.pool.values()), nation.code
        assert min(nation.warships, nation.transports) >= 0
    for one in world.locations.values():
        assert not one.owner or one.owner in world.nations
        assert 0 <= one.damage <= one.strength * (one.rating + 1), one
        assert min(one.size, one.rating, one.strength, one.sapping) >= 0, one
    for hex_ in world.hexes.values():
        assert not hex_.owner or hex_.owner in world.nations
    for item in world.items.values():
        assert not item.holder or item.holder in world.units, item
        assert not (item.holder and item.position), item


def accounted(world: World, seed: str) -> World:
    """Plays a turn of computer nations and returns the world after it, with all that is more or less told and paid for."""
    outcome = RULESET.resolve(world, playing.planned(RULESET, world, seed), Chance(seed))
    _individuals(world, outcome.world, outcome.events)
    _goods(world, outcome.world, outcome.events)
    _ships(world, outcome.world, outcome.events)
    return outcome.world


# --- individuals -----------------------------------------------------------------------------------------------------------


def _individuals(before: World, after: World, events: Iterable[Event]) -> None:
    """New units were recruited; who is gone or fewer is named in an event that his nation was told."""
    events = list(events)
    recruited = {one.data["who"]: one.data["individuals"] for one in events if one.kind == "recruited"}
    played = {one.code for one in before.nations.values() if one.seat}
    for number in after.units.keys() - before.units.keys():
        unit = after.units[number]
        assert unit.owner not in played or unit.individuals <= recruited.get(number, 0), unit
    for number, unit in before.units.items():
        left = after.units.get(number)
        now = left.individuals if left else 0
        assert left is None or unit.type == left.type
        if now != unit.individuals and unit.owner in played:
            seat = before.nations[unit.owner].seat
            told = [one for one in events if seat in one.seen_by and number in set(_numbers(one.data))]
            assert told, (unit, now)
        assert now <= unit.individuals or any(number in set(_numbers(one.data)) for one in events if "merge" in one.kind), unit


def _numbers(data: Any) -> Iterator[int]:
    """All whole numbers in the data of an event, those in names ("3101(Am*) King Aldric III") among them."""
    if isinstance(data, int):
        yield data
    elif isinstance(data, str):
        head = data.partition("(")[0]
        if head.isdigit():
            yield int(head)
    elif isinstance(data, dict):
        for value in data.values():
            yield from _numbers(value)
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from _numbers(value)


# --- goods -----------------------------------------------------------------------------------------------------------------


def _wealth(world: World, code: str) -> Stock:
    """What a nation owns: its pool, and what its units carry."""
    found: Counter[str] = Counter(world.nations[code].pool)
    for unit in world.units.values():
        if unit.owner == code:
            found.update(unit.carries)
    return dict(found)


def _goods(before: World, after: World, events: Iterable[Event]) -> None:
    """What a nation has more is what it produced less what it used and lost, with what came back and was told."""
    back: dict[str, Counter[str]] = {}
    for one in events:
        goods = one.data.get("returned") or (one.data.get("goods") if one.kind == "recovered" else None)
        goods = one.data["mana"] if one.kind == "mana of a vigil" else goods
        if goods and "owner" in one.data:
            kept = back.setdefault(one.data["owner"], Counter())
            kept.update({name: number * HUNDRED for name, number in goods.items()})
    for one in (one for one in events if one.kind == "bribe taken"):
        for nation in (nation for nation in before.nations.values() if nation.seat in one.seen_by):
            back.setdefault(nation.code, Counter())["gold"] += one.data["gold"] * HUNDRED
    for nation in before.nations.values():
        if not nation.seat or nation.eliminated:
            continue
        now, old, told = after.nations[nation.code], _wealth(before, nation.code), back.get(nation.code, Counter())
        new = _wealth(after, nation.code)
        for name in sorted(old.keys() | new.keys()):
            expected = old.get(name, 0) + now.produced.get(name, 0) - now.used.get(name, 0) - now.lost.get(name, 0)
            assert new.get(name, 0) == expected + told[name], (nation.code, name, json.dumps(told))


def _ships(before: World, after: World, events: Iterable[Event]) -> None:
    """No nation has more ships than it had and built."""
    built: Counter[tuple[str, str]] = Counter()
    for one in events:
        if one.kind == "work done" and one.data["what"] in _SHIPS:
            built[one.data["owner"], one.data["what"]] += one.data["number"]
    for code, nation in after.nations.items():
        for ships in _SHIPS:
            assert getattr(nation, ships) <= getattr(before.nations[code], ships) + built[code, ships]
