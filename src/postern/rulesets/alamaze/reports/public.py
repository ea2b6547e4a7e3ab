"""What everybody may know: for those who look on, and for the history of a game that is over."""

from __future__ import annotations

from collections.abc import Sequence

from postern.game.chart import Area, Chart, Marker, Owner, Region, Site
from postern.game.events import Event
from postern.game.kit import reports
from postern.game.report import Bullets, Report, Section, Text
from postern.game.ruleset import Uncovered
from postern.rulesets.alamaze.reports import chart
from postern.rulesets.alamaze.reports.chart_look import EMBLEMS, SYMBOLS
from postern.rulesets.alamaze.reports.chart_seas import seas
from postern.rulesets.alamaze.reports.deeds import figures
from postern.rulesets.alamaze.reports.reading import named, occasion
from postern.rulesets.alamaze.reports.report import final
from postern.rulesets.alamaze.telling import tellings
from postern.rulesets.alamaze.victory.points import standings
from postern.rulesets.alamaze.world import World

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
    sections = [final(world, ""), reports.news_section(tellings(), told, _ANNOUNCED), players]
    begins = f"{len(rows)} kings begin {tables.texts['title']}; it ends with turn {world.turns} at the latest."
    goes_on = f"Turn {world.turn - 1} of {world.turns} has run."
    return reports.public_report(occasion(world, world.turn == 1), begins, goes_on, sections)


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
    sites = tuple(Site(area, one.type, one.name, keys[one.owner] or chart.NEUTRAL) for area, one in sorted(centers.items()))
    return Chart(
        title="Alamaze",
        subtitle=reports.when(world.turn),
        areas=areas,
        terrains=chart.grounds(tables),
        owners=_owners(world, keys),
        markers=tuple(
            Marker(one.area, keys[one.kingdom], chart.marker_text(tables, one)) for one in world.groups.values() if one.area
        ),
        turn=world.turn - 1,
        column_labels=chart.columns(tables),
        row_labels=chart.rows(tables),
        symbols=tuple(one for one in SYMBOLS if one.kind in {site.kind for site in sites}),
        measure=chart.MEASURE,
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
            number=chart.number_of(tables, one.code),
        )
        for one in kingdoms
    ]
    return (*found, Owner(chart.NEUTRAL, "neutral", "-", neutral=True))
