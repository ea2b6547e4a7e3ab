"""What everybody may know, and what is told when the game is over.

- What of a turn is told when the game is over: battles, centers stormed, sieges, regions won, kings who left.
- What everybody may know: for those who look on, and for the history of a game that is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from postern.game.chart import Area, Chart, Marker, Owner, Region, Site
from postern.game.events import Deed, Event
from postern.game.kit.report import frames
from postern.game.report import Bullets, Report, Section, Text
from postern.game.ruleset import Uncovered
from postern.rulesets.alamaze.report import map
from postern.rulesets.alamaze.report.forces import men
from postern.rulesets.alamaze.report.map import seas
from postern.rulesets.alamaze.report.reading import EMBLEMS, SYMBOLS, named, occasion, tellings
from postern.rulesets.alamaze.report.turn_report import final
from postern.rulesets.alamaze.rules.victory import standings
from postern.rulesets.alamaze.world.records import World

_REGION = 1_000
"""What a region won weighs, in men."""
_WHOLE = 100_000
"""All of a side, in thousandths of a percent."""


def deeds(before: World, after: World, events: Sequence[Event]) -> tuple[Deed, ...]:
    """The deeds of the turn between these worlds, of which ``events`` are all."""
    return (
        *_battles(after, events),
        *_storms(after, events),
        *_sieges(after),
        *_regions(before, after),
        *_falls(before, after),
    )


def side_of(world: World, code: str) -> str:
    """A kingdom by its player, or by its own name where nobody leads it; "the people" for none."""
    kingdom = world.kingdoms.get(code)
    return "the people" if kingdom is None else kingdom.seat or world.tables.kingdoms[code].name


def _battles(world: World, events: Iterable[Event]) -> Iterator[Deed]:
    """Each battle once, from what both kingdoms were told of it."""
    found: dict[tuple[str, frozenset[str]], list[Event]] = {}
    for one in events:
        if one.kind == "battle":
            groups = frozenset((one.data["ours"]["group"], one.data["theirs"]["group"]))
            found.setdefault((one.step, groups), []).append(one)
    for told in found.values():
        data = told[0].data
        best, worst = (side_of(world, data[side]["kingdom"]) for side in ("ours", "theirs"))
        if data["held"] == "theirs":
            best, worst = worst, best
        size = sum(fallen(world, one.data["ours"]) for one in told)
        yield Deed("battle", best, worst, data["area"], size, "" if data["held"] else "undecided")


def _storms(world: World, events: Iterable[Event]) -> Iterator[Deed]:
    for one in events:
        if one.kind == "assault":
            best, worst = side_of(world, one.data["ours"]["kingdom"]), side_of(world, one.data["owner"])
            if not one.data["taken"]:
                best, worst = worst, best
            yield Deed("battle", best, worst, one.data["area"], fallen(world, one.data["ours"]))


def fallen(world: World, side: Mapping[str, Any]) -> int:
    """How many men of a side fell."""
    own, tables = side["own"], world.tables
    there = sum(number * sum(men(tables.brigades[code])) for code, number in own["brigades"].items())
    present = there * (_WHOLE - own["attrition"]) // _WHOLE
    lost = _WHOLE if side["destroyed"] else min(side["lost"] + side["on_retreat"], _WHOLE)
    return int(present * lost // _WHOLE)


def _sieges(world: World) -> Iterator[Deed]:
    for group in world.groups.values():
        if group.siege is not None and (center := world.centers.get(group.siege.area)) is not None and center.owner:
            yield Deed("siege", side_of(world, group.kingdom), side_of(world, center.owner), group.siege.area)


def _regions(before: World, after: World) -> Iterator[Deed]:
    for code, kingdom in after.kingdoms.items():
        for region in kingdom.controlled:
            if region not in before.kingdoms[code].controlled and kingdom.seat:
                yield Deed("feat", kingdom.seat, "", "", _REGION, f"won control of {after.tables.regions[region].name}")


def _falls(before: World, after: World) -> Iterator[Deed]:
    for code, kingdom in after.kingdoms.items():
        if kingdom.seat and before.kingdoms[code].active and not kingdom.active:
            yield Deed("fall", kingdom.seat)


def figures(world: World) -> dict[str, dict[str, int]]:
    """What each player has, for the records."""
    found: dict[str, dict[str, int]] = {}
    for one in standings(world):
        kingdom = world.kingdom_of(one.seat)
        found[one.seat] = {
            "centers": len(world.centers_of(kingdom.code)),
            "regions": len(kingdom.controlled),
            "brigades": sum(group.size for group in world.groups_of(kingdom.code)),
            "gold": kingdom.gold,
        }
    return found


_SECRET = (
    "What the kingdoms hold, their influence, their secret conditions and what they see is secret until the game is over. The "
    "final table comes here then."
)
_ANNOUNCED = (
    *("rich-center", "issue-named", "issue-decided", "issue-void", "chairs-vacant", "council-joined", "council-left"),
    *("chair-sold", "skeleton-revealed", "great-trade", "check-failed", "standby", "kingdom-left", "five-players", "game-over"),
)
"""What is told to everybody by the rules (AC-04-35, AC-11-15..18, AC-30-49)."""


def public_report(world: World, events: Sequence[Event]) -> Report:
    """The public report of the turn just run; with no turn run yet, of the beginning."""
    tables = world.tables
    seated = [one for _, one in sorted(world.kingdoms.items()) if one.seat]
    rows = [f"{one.seat} rules the {tables.kingdoms[one.code].name} kingdom ({one.code})" for one in seated]
    notes = () if world.finished else (Text(_SECRET, "note"),)
    players = Section("players", "Who plays", (Bullets(tuple(rows)), *notes))
    told = [named(tables, one) for one in events]
    sections = [final(world, ""), frames.news_section(tellings(), told, _ANNOUNCED), players]
    begins = f"{len(rows)} kings begin {tables.texts['title']}; it ends with turn {world.turns} at the latest."
    goes_on = f"Turn {world.turn - 1} of {world.turns} has run."
    return frames.public_report(occasion(world, world.turn == 1), begins, goes_on, sections)


def uncovered(world: World) -> Uncovered:
    """The world with nothing hidden, for when the game is over."""
    seated = [one for one in world.kingdoms.values() if one.seat]
    sides = {one.seat: world.tables.kingdoms[one.code].name for one in seated}
    starts = {one.seat: one.code for one in seated}
    emblems = {one.seat: EMBLEMS[one.code] for one in seated if one.code in EMBLEMS}
    words = ("center", "centers", "men")
    table = standings(world)
    return Uncovered(table, sides, open_chart(world), tuple(world.winners), starts, figures(world), words, emblems)


def open_chart(world: World) -> Chart:
    """The map of the world as it stands: all regions, centers and groups. Owners are the players, then those whom nobody
    leads. An area is held by the owner of its center."""
    tables = world.tables
    keys = {"": "", **{code: one.seat or code for code, one in world.kingdoms.items()}}
    centers = {area: one for area, one in world.centers.items() if not one.destroyed}
    areas = tuple(
        Area(
            area,
            tables.grid.centre(area),
            tables.grid.polygon(area),
            row.terrain,
            keys[centers[area].owner] if area in centers else "",
        )
        for area, row in tables.areas.items()
    )
    regions = tuple(
        Region(row.name, tuple(area for area, one in tables.areas.items() if one.region == number))
        for number, row in tables.regions.items()
    )
    sites = tuple(Site(area, one.type, one.name, keys[one.owner] or map.NEUTRAL) for area, one in sorted(centers.items()))
    return Chart(
        title="Alamaze",
        subtitle=frames.when(world.turn),
        areas=areas,
        terrains=map.grounds(tables),
        owners=_owners(world, keys),
        markers=tuple(
            Marker(one.area, keys[one.kingdom], map.marker_text(tables, one))
            for _, one in sorted(world.groups.items())
            if one.area
        ),
        turn=world.turn - 1,
        column_labels=map.columns(tables),
        row_labels=map.rows(tables),
        symbols=tuple(one for one in SYMBOLS if one.kind in {site.kind for site in sites}),
        measure=map.MEASURE,
        regions=(*regions, *seas(tables)),
        sites=sites,
    )


def _owners(world: World, keys: dict[str, str]) -> tuple[Owner, ...]:
    tables = world.tables
    kingdoms = sorted(world.kingdoms.values(), key=lambda one: (not one.seat, one.code))
    found = [
        Owner(
            keys[one.code],
            f"{one.seat} ({tables.kingdoms[one.code].name})" if one.seat else tables.kingdoms[one.code].name,
            one.code,
            neutral=not one.seat,
            number=map.number_of(tables, one.code),
        )
        for one in kingdoms
    ]
    return (*found, Owner(map.NEUTRAL, "neutral", "-", neutral=True))
