"""What must hold of a world between two years, and that nothing comes from nothing: gold, armies and artifacts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from postern.game.chance import Chance
from postern.game.events import Event
from postern.rulesets.adventurer_kings.game import RULESET
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.world import World
from tests.kit.playing import planned

_NUMBERS = re.compile(r"\d+")


def assert_sound(world: World) -> None:
    """A world that there can be: it loads, each artifact is somewhere once, nobody dead leads or serves, relations are
    mutual, and nothing of the year before is left."""
    assert RULESET.load(RULESET.dump(world)) == world
    artifacts = Counter(number for number in _items(world) if TABLES.items[number].kind == "artifact")
    assert set(artifacts.values()) <= {1}, artifacts
    for army in world.armies.values():
        leader = world.characters.get(army.leader)
        assert leader is None or (leader.status in ("serving", "defending") and leader.province == army.province), army
        assert not (army.mercenary and army.owner), army
        assert army.used == 0, army
    for who in world.characters.values():
        assert (who.status in ("serving", "valhalla") or not who.king) or who.status == "dead", who
        assert who.alive or not who.items, who
        assert not who.spells, who
    for kingdom in world.kingdoms.values():
        assert kingdom.gold >= 0
        for code, relation in kingdom.relations.items():
            assert world.kingdoms[code].relations[kingdom.code] == relation
    assert not any(one.blessed or one.recruited or one.turned or one.raided for one in world.provinces.values())


def _items(world: World) -> Iterator[int]:
    for who in world.characters.values():
        yield from who.items
    for place in world.provinces.values():
        yield from place.lying
        for feature in place.features:
            yield from feature.items


def accounted(world: World, seed: str) -> World:
    """Play a year of computer players and return the world after it. Each treasury changed by the lines of its ledger, each
    army that came or went stands in something that was told, and no artifact is lost or doubled."""
    before = {code: kingdom.gold for code, kingdom in world.kingdoms.items()}
    artifacts = Counter(number for number in _items(world) if TABLES.items[number].kind == "artifact")
    armies = set(world.armies)
    outcome = RULESET.resolve(world, planned(RULESET, world, seed), Chance(seed))
    after = outcome.world
    for code, kingdom in after.kingdoms.items():
        for ledger in (one.data for one in outcome.events if one.kind == "ledger" and one.seen_by == {kingdom.seat}):
            assert ledger["old"] == before[code], kingdom.name
            assert ledger["old"] + sum(gold for _, gold in ledger["lines"]) == ledger["new"], ledger
            gods = any(one.kind == "returned" and kingdom.seat in one.seen_by for one in outcome.events)
            assert gods or ledger["new"] == kingdom.gold, kingdom.name
    told = set(_told(outcome.events))
    strange = armies.symmetric_difference(after.armies) - told
    assert not strange, sorted(strange)
    assert Counter(number for number in _items(after) if TABLES.items[number].kind == "artifact") == artifacts
    return after


def _told(events: Iterable[Event]) -> Iterator[int]:
    """All numbers in what was told, those in words among them."""
    for event in events:
        yield from _numbers(event.data)


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield value
    elif isinstance(value, str):
        yield from map(int, _NUMBERS.findall(value))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _numbers(one)
    elif hasattr(value, "values"):
        for one in value.values():
            yield from _numbers(one)
