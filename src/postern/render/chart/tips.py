"""What can be said of each area in a line of words: shown when a reader points at it, and told where a map cannot be seen."""

from __future__ import annotations

from dataclasses import dataclass

from postern.game.chart import Area, Chart, Room
from postern.render.chart.places import grouped
from postern.render.chart.symbols import symbols_of


@dataclass(frozen=True)
class Told:
    """One area in words: its land, who holds it, what else is in it, and when it was seen; "" where there is nothing to say."""

    name: str
    land: str
    owner: str
    more: tuple[str, ...]
    sight: str


def told(chart: Chart) -> list[Told]:
    """Each area in words, in the chart's order: land, owner, forces, glyphs, sites, what lies below, battle, sight."""
    lands = {terrain.key: terrain.name for terrain in chart.terrains}
    owners = {owner.key: owner.name for owner in chart.owners}
    markers = grouped(chart)
    symbols = symbols_of(chart)
    clashes = {clash.area: f"battle: {clash.text}" if clash.text else "battle" for clash in chart.clashes}
    below = {one.area: f"inside and below: {', '.join(map(_room, one.rooms))}" for one in chart.below}
    sites: dict[str, list[str]] = {}
    for site in chart.sites:
        sites.setdefault(site.area, []).append(f"{symbols[site.kind].name} {site.name}".strip())
    watched: dict[str, list[str]] = {}
    for ring in chart.rings:
        for name in ring.areas:
            watched.setdefault(name, []).append(f"sea patrol of {owners.get(ring.owner, ring.owner)}")
    found = []
    for area in chart.areas:
        more = []
        for marker in markers.get(area.name, ()):
            force = " ".join(part for part in (marker.text, marker.strength) if part)
            more.append(f"{owners.get(marker.owner, marker.owner)}: {force}")
        more += [_glyph(symbols[glyph.kind].name, glyph.text) for glyph in area.glyphs]
        more += [*sites.get(area.name, ()), *watched.get(area.name, ())]
        more += [one for one in (below.get(area.name, ""), clashes.get(area.name, "")) if one]
        found.append(Told(area.name, lands.get(area.terrain, ""), owners.get(area.owner, ""), tuple(more), _sight(area)))
    return found


def tips(chart: Chart) -> list[str]:
    """A line for each area, in the chart's order."""
    return [
        f"{one.name}: " + "; ".join(filter(None, (one.land, one.owner and f"held by {one.owner}", *one.more, one.sight)))
        for one in told(chart)
    ]


def _glyph(name: str, text: str) -> str:
    """A glyph with its number: "citadel 14" for one that the legend calls "citadel and its points"."""
    return f"{name.partition(' and its ')[0]} {text}" if text else name


def _room(room: Room) -> str:
    about = ", ".join(part for part in (room.what, room.who) if part)
    return f"{room.name} ({about})" if about else room.name


def _sight(area: Area) -> str:
    if area.sight == "never":
        return "never seen"
    if area.sight == "remembered":
        return f"last seen in turn {area.last_seen}" if area.last_seen is not None else "not seen now"
    return ""
