"""Sections on forces: manoeuvres, groups, navy, encounters (ruling 70, sections 10 to 13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from postern.game.kit.report.telling import counted
from postern.game.report import Block, Bullets, Column, Table, Text
from postern.rulesets.alamaze.report.reading import Reading
from postern.rulesets.alamaze.report.realm import bullets
from postern.rulesets.alamaze.rules.groups import size_word, value_in, value_vs_center
from postern.rulesets.alamaze.rules.sea import ships_needed
from postern.rulesets.alamaze.tables import BrigadeType
from postern.rulesets.alamaze.world.records import Group, World

INFANTRY, CAVALRY, ARCHERS = ("li", "mi", "hi", "gu"), ("lc", "mc", "hc", "ec"), ("sk", "ar", "xa", "ha")
"""The kinds of men in each of the three classes that reports sum up (AC-06-38..41)."""
_UNUSUAL = (
    *("encounter-barred", "encounter-enigma", "encounter-lost", "encounter-won"),
    *("found-artifact", "found-figures"),
)
UNUSUAL = "Encounters with Unusual Things"
"""The heading of what groups ran into (AC-03-15)."""


# --- 10: manoeuvres -------------------------------------------------------------------------------------------------------


def manoeuvres(reading: Reading) -> tuple[Block, ...]:
    """Moves, transfers and voyages, and the centers that groups passed (AC-18-16)."""
    passed: dict[str, list[str]] = {}
    for one in reading.data("center-passed"):
        passed.setdefault(one["by"], []).append(f"the {one['type'].lower()} {one['name']} ({one['area']})")
    lines = reading.told("manoeuvres") + [f"{group} passed {', '.join(names)}." for group, names in passed.items()]
    return bullets(lines) or (Text("Nobody moved."),)


# --- 11: groups -----------------------------------------------------------------------------------------------------------


def groups(reading: Reading) -> tuple[Block, ...]:
    """A column for each group (AC-06-41, AC-21-65)."""
    own, world = reading.groups(), reading.world
    columns = (Column(""), *(Column(one.id) for one in own))
    rows = tuple((label, *(tell(reading, one) if one.area else "-" for one in own)) for label, tell in _LINES)
    sizes = ("Size", *(size_word(world.tables, one.size).lower() if one.area else "inactive" for one in own))
    return (Table(columns, (sizes, *rows)), *bullets(reading.told("groups")))


def where(world: World, group: Group) -> str:
    """Area, region and terrain of a group: ``KL, 5, plains``."""
    row = world.tables.areas[group.area]
    return f"{group.area}, {row.region}, {row.terrain.lower()}"


def men(row: BrigadeType) -> tuple[int, int, int]:
    """Infantry, cavalry and archers of a brigade."""
    infantry, cavalry, archers = (sum(getattr(row, f"men_{kind}") for kind in kinds) for kinds in (INFANTRY, CAVALRY, ARCHERS))
    return infantry, cavalry, archers


def _arms(reading: Reading, group: Group) -> str:
    brigades = [(reading.tables.brigades[code], number) for code, number in group.brigades.items()]
    sums = [sum(men(row)[arm] * number for row, number in brigades) for arm in range(3)]
    special = "; ".join(f"{number} x {row.men_special}" for row, number in brigades if row.men_special)
    return " / ".join(f"{one:,}" for one in sums) + (f"; {special}" if special else "")


def _brigades(reading: Reading, group: Group) -> str:
    kinds = reading.tables.brigades
    return ", ".join(f"{number} {kinds[code].name}" for code, number in group.brigades.items()) or "none"


def _leaders(reading: Reading, group: Group) -> str:
    return ", ".join(f"{one.title} {one.name}" for one in group.leaders) or "none"


def _wizards(reading: Reading, group: Group) -> str:
    return ", ".join(f"{one.name} {one.power}" if one.power else f"adept {one.name}" for one in group.wizards) or "none"


def artifact(reading: Reading, key: str) -> str:
    """An artifact by name and short number, what it does only where that is known (AC-06-106)."""
    row = reading.tables.artifacts[key]
    return f"{row.name} ({row.short_number})"


def _artifacts(reading: Reading, group: Group) -> str:
    return ", ".join(artifact(reading, key) for key in group.artifacts) or "none"


def _terrain(reading: Reading, group: Group) -> str:
    world = reading.world
    name = world.tables.areas[group.area].terrain
    return f"{world.tables.abilities[world.tables.kingdoms[group.kingdom].ability(name)].combat_pct:+d}%"


def _value_here(reading: Reading, group: Group) -> str:
    return f"{value_in(reading.world, group, reading.tables.areas[group.area].terrain):,}"


def _stance(reading: Reading, group: Group) -> str:
    said = [*(["ambush"] if group.ambush else []), *([group.hidden] if group.hidden else [])]
    return ", ".join([*said, *([f"siege, month {group.siege.turns}"] if group.siege else [])]) or "-"


_LINES: tuple[tuple[str, Callable[[Reading, Group], str]], ...] = (
    ("Area, region, terrain", lambda reading, one: where(reading.world, one)),
    ("Infantry / cavalry / archers", _arms),
    ("Brigades", _brigades),
    ("Leaders", _leaders),
    ("Wizards", _wizards),
    ("Artifacts", _artifacts),
    ("Morale", lambda reading, one: f"{one.morale:g}"),
    ("Attrition", lambda reading, one: f"{one.attrition:g}%"),
    ("Terrain change", _terrain),
    ("Value against centers", lambda reading, one: f"{value_vs_center(reading.world, one):,}"),
    ("Value in this terrain", _value_here),
    ("Stands as", _stance),
)


# --- 12: the navy ---------------------------------------------------------------------------------------------------------


def navy(reading: Reading) -> tuple[Block, ...]:
    """Fleets and quality in each sea, and how many are free to carry groups (AC-07-01)."""
    rows = []
    for letter, sea in reading.tables.seas.items():
        fleet = reading.kingdom.fleets.get(letter)
        needed = ships_needed(reading.world, reading.code, letter)
        if fleet is not None or needed:
            number, quality = (fleet.number, f"{fleet.quality:.1f}") if fleet else (0, "-")
            rows.append((f"{sea.sea} ({letter})", str(number), quality, str(max(number - needed, 0))))
    if not rows:
        return (Text("We have no ships."), *bullets(reading.told("navy")))
    columns = (Column("Sea", wide=True), *(Column(one, number=True) for one in ("Fleets", "Quality", "Free for transport")))
    return (Table(columns, tuple(rows)), Text("Elsewhere we have no ships."), *bullets(reading.told("navy")))


# --- 13: encounters -------------------------------------------------------------------------------------------------------


def encounters(reading: Reading) -> tuple[Block, ...]:
    """What groups and centers saw, what people talk of, and unusual things (AC-18-26, AC-20-01..11, AC-03-15)."""
    parts = (
        ("Groups met and reported", _seen_groups(reading)),
        ("Centers where our groups are", _seen_centers(reading)),
        ("Regional intelligence", _talk(reading)),
        (UNUSUAL, _unusual(reading)),
    )
    blocks: list[Block] = []
    for title, lines in parts:
        blocks += [Text(f"**{title}**", "lead"), *((Bullets(tuple(lines)),) if lines else (Text("Nothing."),))]
    return tuple(blocks)


def group_called(reading: Reading, seen: Mapping[str, Any]) -> str:
    """A foreign group as it was seen, by its size word and first leader; brigades only where somebody counted them
    (AC-06-18, AC-06-31)."""
    count = seen.get("brigades")
    size = seen["size"] if count is None else f"{seen['size']}, {counted(count, 'brigade')}"
    leader = f", {seen['leader']}" if seen.get("leader") else ""
    return f"{seen['group']} ({reading.kingdom_name(seen['group'][1:])}, {size.lower()}{leader})"


def _seen_groups(reading: Reading) -> list[str]:
    found: dict[str, list[str]] = {}
    for one in reading.data("group-seen"):
        found.setdefault(f"{reading.place(one['area'])}: {group_called(reading, one)}", []).append(one["by"])
    lines = [f"{what}, reported by {', '.join(dict.fromkeys(by))}." for what, by in found.items()]
    return lines + reading.lines("something-hidden")


def _seen_centers(reading: Reading) -> list[str]:
    return [
        f"{one['area']}: {one['name']}, a {one['type'].lower()} of {_owner(reading, one['owner'])}, seen by {one['by']}."
        for one in reading.data("center-seen")
    ]


def _owner(reading: Reading, code: str) -> str:
    return f"the {reading.kingdom_name(code)} kingdom" if code else "nobody"


def _talk(reading: Reading) -> list[str]:
    regions = reading.tables.regions
    return [
        f"{regions[one['region']].name}: {one['group']} ({reading.kingdom_name(one['group'][1:])}, {one['size'].lower()})."
        for one in reading.data("regional-intelligence")
    ]


def _unusual(reading: Reading) -> list[str]:
    """What groups rode out to, found, or ran into; a group that met nothing says so."""
    seen = {one["by"]: one for one in reading.data("site-seen")}
    busy = {one["group"] for one in reading.data(*_UNUSUAL)} | set(seen)
    lines = reading.lines(*_UNUSUAL)
    lines += [f"{by} at {one['area']} ({one['terrain'].lower()}): order 140 investigates it." for by, one in seen.items()]
    return lines + [f"{one.id} at {one.area}: nothing." for one in reading.groups() if one.area and one.id not in busy]
