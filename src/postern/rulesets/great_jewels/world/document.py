"""The world as a JSON document: canonical bytes out, checked records in (``world.json``).

The same world gives the same bytes. What is loaded is checked twice: the shape by the records themselves, and then what they
say of each other (holders and owners that exist, provinces that are on the map, numbers that can be).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from postern.game.kit.documents import Document, WorldDocuments
from postern.rulesets.great_jewels.tables import EDITION, PROVINCES, catalogue_of
from postern.rulesets.great_jewels.world.records import LOTU, NOBODY, World

V = TypeVar("V")
_AMOUNTS = ("garrison", "csps", "navies", "zorans", "turns_owned", "rises", "levy_lost", "dragon")
_LOADS = ("troops", "bonus", "zorans", "rams", "towers")


def _name_the_edition(document: Document) -> Document:
    """Version 2 names the edition of the tables; all games of version 1 were begun with the first."""
    return {"edition": 1, **document}


def _ordered(world: World) -> World:
    """Provinces by name, leaders and talismans by number, players in seat order."""
    return replace(
        world,
        players={name: replace(player, seen=_by_place(player.seen)) for name, player in world.players.items()},
        provinces=_by_place(world.provinces),
        leaders=dict(sorted(world.leaders.items())),
        talismans=dict(sorted(world.talismans.items())),
        terrain_map=_by_place(world.terrain_map),
    )


def _by_place(table: Mapping[str, V]) -> dict[str, V]:
    return {name: table[name] for name in PROVINCES if name in table}


def _faults(world: World) -> Iterator[str]:
    """What the records say of each other that cannot be."""
    yield from _province_faults(world)
    yield from _leader_faults(world)
    yield from _talisman_faults(world)
    yield from _player_faults(world)
    for place, drevonyx in enumerate(world.drevonyxes):
        yield from _unknown(f"drevonyxes.{place}", drevonyx, "province", world.provinces, "province")
        if drevonyx.size < 1:
            yield f"drevonyxes.{place}.size: needs 1 or more, is {drevonyx.size}"


def _unknown(at: str, record: object, what: str, known: Container[object], *names: str) -> Iterator[str]:
    """The fields of a record with these names that speak of a player, leader or province that is not there."""
    for name in names:
        if (value := getattr(record, name)) not in known:
            yield f"{at}.{name}: there is no {what} {value!r}"


def _negative(at: str, record: object, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        if (value := getattr(record, name)) < 0:
            yield f"{at}.{name}: needs 0 or more, is {value}"


def _province_faults(world: World) -> Iterator[str]:
    for missing in sorted(set(PROVINCES) - set(world.provinces)):
        yield f"provinces: {missing} is missing"
    for name, province in world.provinces.items():
        at = f"provinces.{name}"
        if name not in PROVINCES:
            yield f"{at}: there is no such province on the map"
        if province.name != name:
            yield f"{at}.name: is {province.name!r}, needs {name!r}"
        yield from _unknown(at, province, "player", (NOBODY, *world.players), "owner", "home_of")
        yield from _negative(at, province, _AMOUNTS)
        if province.owner != NOBODY and not 1 <= province.turns_owned <= 5:
            yield f"{at}.turns_owned: needs 1 to 5 in an owned province, is {province.turns_owned}"
        for tunnel in province.tunnels:
            if tunnel not in world.provinces or name not in world.provinces[tunnel].tunnels:
                yield f"{at}.tunnels: {tunnel!r} has no tunnel back to {name}"


def _leader_faults(world: World) -> Iterator[str]:
    for number, leader in world.leaders.items():
        at = f"leaders.{number}"
        if leader.number != number or number < 1:
            yield f"{at}.number: is {leader.number}, needs the same number as its key, 1 or more"
        yield from _unknown(at, leader, "player", (LOTU, *world.players), "owner")
        yield from _unknown(at, leader, "province", world.provinces, "province")
        if number >= world.next_leader:
            yield f"next_leader: is {world.next_leader}, needs more than the highest leader number {number}"
        yield from _negative(at, leader, _LOADS)
        if not leader.troops and (leader.zorans or leader.rams or leader.towers):
            yield f"{at}.troops: a leader without troops can carry talismans only"


def _talisman_faults(world: World) -> Iterator[str]:
    if not 1 <= world.edition <= EDITION:
        yield f"edition: is {world.edition}; this program knows editions 1 to {EDITION}"
        return
    known = catalogue_of(world.edition)
    for missing in sorted(known - set(world.talismans)):
        yield f"talismans: T{missing} is missing"
    for number, talisman in world.talismans.items():
        at = f"talismans.{number}"
        if number not in known or talisman.number != number:
            yield f"{at}.number: is {talisman.number}, needs the same number as its key, 1 to {max(known)}"
        if talisman.leader and talisman.province:
            yield f"{at}: is with leader {talisman.leader} and in {talisman.province}; it needs one place"
        yield from _unknown(at, talisman, "leader", (0, *world.leaders), "leader")
        yield from _unknown(at, talisman, "province", ("", *world.provinces), "province")


def _player_faults(world: World) -> Iterator[str]:
    if not world.players:
        yield "players: at least one is needed"
    for name, player in world.players.items():
        at = f"players.{name}"
        if player.name != name:
            yield f"{at}.name: is {player.name!r}, needs {name!r}"
        if not 0 <= player.team <= world.variant.teams:
            yield f"{at}.team: needs 0 to {world.variant.teams}, is {player.team}"
        yield from _unknown(at, player, "province", world.provinces, "home")
        for field in ("allies", "met"):
            for other in getattr(player, field):
                if other not in world.players or other == name:
                    yield f"{at}.{field}: {other!r} is not another player"
        for place, entry in player.seen.items():
            if place not in world.provinces or entry.name != place:
                yield f"{at}.seen.{place}: is an entry of {entry.name!r}"
    for name in world.winners:
        if name not in world.players:
            yield f"winners: there is no player {name!r}"


WORLDS = WorldDocuments(World, (_name_the_edition,), _ordered, _faults)
dump, load, schema = WORLDS.dump, WORLDS.load, WORLDS.schema
