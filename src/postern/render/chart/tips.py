"""What can be said of each area in a line of words: shown when a reader points at it."""

from __future__ import annotations

from postern.game.chart import Area, Chart
from postern.render.chart.places import grouped
from postern.render.chart.symbols import symbols_of


def tips(chart: Chart) -> list[str]:
    """A line for each area, in the chart's order: land, owner, forces, glyphs, battle, and when it was seen."""
    lands = {terrain.key: terrain.name for terrain in chart.terrains}
    owners = {owner.key: owner.name for owner in chart.owners}
    markers = grouped(chart)
    symbols = symbols_of(chart)
    clashes = {clash.area: f"battle: {clash.text}" if clash.text else "battle" for clash in chart.clashes}
    found = []
    for area in chart.areas:
        parts = [lands.get(area.terrain, "")]
        parts.append(f"held by {owners[area.owner]}" if area.owner in owners else "")
        for marker in markers.get(area.name, ()):
            force = " ".join(part for part in (marker.text, marker.strength) if part)
            parts.append(f"{owners.get(marker.owner, marker.owner)}: {force}")
        parts += [f"{symbols[glyph.kind].name} {glyph.text}".strip() for glyph in area.glyphs]
        parts += [clashes.get(area.name, ""), _sight(area)]
        found.append(f"{area.name}: " + "; ".join(part for part in parts if part))
    return found


def _sight(area: Area) -> str:
    if area.sight == "never":
        return "never seen"
    if area.sight == "remembered":
        return f"last seen in turn {area.last_seen}" if area.last_seen is not None else "not seen now"
    return ""
