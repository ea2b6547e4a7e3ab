"""The map of the whole world with nothing hidden: for the history of a game that is over."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from postern.game.chart import Area, Chart, Marker, Owner
from postern.game.kit.reports import when
from postern.rulesets.great_jewels.chart import (
    CENTRES,
    GROUNDS,
    HEXAGONS,
    MEASURE,
    ROW_LABELS,
    SYMBOLS,
    army,
    glyphs,
    owner_of,
    owners_of,
    road_pieces,
    tunnels,
)
from postern.rulesets.great_jewels.entries import LeaderEntry, ProvinceEntry, TalismanEntry
from postern.rulesets.great_jewels.geography import PROVINCES
from postern.rulesets.great_jewels.steps.printouts import tag_of
from postern.rulesets.great_jewels.world import Province, World


def open_chart(world: World) -> Chart:
    """The chart of the world as it stands: every garrison, army and talisman. It has all players in its legend."""
    hoards: dict[str, list[TalismanEntry]] = defaultdict(list)
    for talisman in world.talismans.values():
        if talisman.province:
            hoards[talisman.province].append(TalismanEntry(talisman.number, talisman.name))
    monsters: dict[str, list[int]] = defaultdict(list)
    for drevonyx in world.drevonyxes:
        monsters[drevonyx.province].append(drevonyx.size)
    entries = {
        name: _entry(world.provinces[name], world.turn, tuple(hoards[name]), tuple(monsters[name])) for name in PROVINCES
    }
    areas = tuple(_area(world, name, entry) for name, entry in entries.items())
    markers = tuple(_markers(world))
    return Chart(
        title="Zorplia",
        subtitle=when(world.turn),
        areas=areas,
        terrains=GROUNDS,
        owners=tuple(_owners(world, areas, markers)),
        markers=markers,
        routes=(*road_pieces([name for name in PROVINCES if world.provinces[name].road]), *tunnels(entries)),
        turn=world.turn - 1,
        row_labels=ROW_LABELS,
        symbols=SYMBOLS,
        measure=MEASURE,
    )


def _owners(world: World, areas: tuple[Area, ...], markers: tuple[Marker, ...]) -> Iterable[Owner]:
    known = {name: world.players[name].people for name in sorted(world.players)}
    present = {area.owner for area in areas} | {marker.owner for marker in markers} | set(known)
    return owners_of(known, world.players, "", present)


def _entry(province: Province, turn: int, talismans: tuple[TalismanEntry, ...], drevonyxes: tuple[int, ...]) -> ProvinceEntry:
    """The province as a printout would show it to one who sees everything; a Forbidden City keeps its walls."""
    flags = {"-S": province.besieged, "-V": province.ravaged}
    return ProvinceEntry(
        name=province.name,
        turn=turn,
        tag=tag_of(province),
        terrain=province.terrain.value,
        garrison=province.garrison,
        csps=province.csps,
        navies=province.navies,
        zorans=province.zorans,
        road=province.road,
        tunnels=tuple(province.tunnels),
        stronghold=province.mercenary,
        flags=tuple(flag for flag, up in flags.items() if up),
        talismans=talismans,
        drevonyxes=drevonyxes,
        locked=bool(province.city),
    )


def _area(world: World, name: str, entry: ProvinceEntry) -> Area:
    return Area(
        name=name,
        centre=CENTRES[name],
        polygon=HEXAGONS[name],
        terrain=entry.terrain,
        owner=owner_of(entry, world.players),
        glyphs=tuple(glyphs(entry)),
        home=any(player.home == name for player in world.players.values()),
    )


def _markers(world: World) -> list[Marker]:
    """The leaders of each owner in each province, added up."""
    here: dict[tuple[str, str], list[LeaderEntry]] = defaultdict(list)
    for leader in world.leaders.values():
        here[leader.province, leader.owner].append(LeaderEntry(leader.number, leader.owner, leader.troops, leader.bonus))
    return [army(place, owner, leaders) for (place, owner), leaders in here.items()]
