"""The turn report as a document: what needs attention, the sections of ruling 70 in their order, the map, the order form
(AC-01-05, AC-01-06, AC-28-05)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from postern.game.events import Event
from postern.game.kit.reports import final_section, turn_report, won_by
from postern.game.kit.telling import counted, once
from postern.game.report import Block, Bullets, Letter, Map, OrderForm, Report, Section, Text
from postern.rulesets.alamaze.economy.calendar import date, season, shares
from postern.rulesets.alamaze.influence import order_limit
from postern.rulesets.alamaze.reports import chronicle, economy, forces, realm
from postern.rulesets.alamaze.reports.battle_pages import battle_section, pages
from postern.rulesets.alamaze.reports.chart import chart_of
from postern.rulesets.alamaze.reports.dossier import begin, dossier
from postern.rulesets.alamaze.reports.fights import BATTLES
from postern.rulesets.alamaze.reports.front import front_page, season_line
from postern.rulesets.alamaze.reports.orderform import DUE, order_form
from postern.rulesets.alamaze.reports.reading import FAILED, Reading, occasion
from postern.rulesets.alamaze.reports.sketch import sketch
from postern.rulesets.alamaze.victory.points import standings
from postern.rulesets.alamaze.view import View
from postern.rulesets.alamaze.world import World

_CAPTION = "Pale: not seen this turn (t5: last seen in turn 5). Towns, villages, borders and sightings stand here once found."
_NOTHING_BAD = "No order failed, and nothing bad was heard."
_AFTER_MAP = 11
"""The sections from this one on tell what the kingdom has; the map stands before them."""

Blocks = tuple[Block, ...]
SECTIONS: dict[int, Callable[[Reading], Blocks]] = {
    2: chronicle.political,
    3: realm.court,
    4: realm.influence,
    5: realm.regions,
    6: realm.council,
    7: realm.prisoners,
    8: realm.relations,
    9: battle_section,
    10: forces.manoeuvres,
    11: forces.groups,
    12: forces.navy,
    13: forces.encounters,
    14: economy.production,
    15: chronicle.covert,
    16: chronicle.lost,
    17: chronicle.victory,
    19: chronicle.spells,
}
"""By their numbers in ``report_sections.csv``; 1 is the head, 18 the orders."""
ORDERS = 18
_AT_SETUP = (3, 4, 5, 8, 11, 12, 14, 17, 19)
"""The sections that the letter before the first turn has."""


def report(view: View, events: Sequence[Event], unread: Sequence[str] = ()) -> Report:
    """The report of the turn just run; with no events before turn 1, the kingdom's dossier."""
    reading = Reading(view, events)
    world = view.world
    head = occasion(world, reading.setup)
    sections = [final(world, view.seat), *(_setup(reading) if reading.setup else _turn(reading, unread))]
    if not world.finished and reading.kingdom.active:
        sections.append(Section("orders", f"Order form for turn {world.turn}", (OrderForm(order_form(reading)),)))
    if prints := reading.only("chance"):
        sections.append(
            Section("small-print", "Small print", (Text(f"Chance of this turn: {prints['fingerprint']}.", "note"),))
        )
    return turn_report(head, view.seat, _line(reading), _facts(reading), sections, front_page(reading))


def _setup(reading: Reading) -> Iterator[Section]:
    yield begin(reading)
    yield from dossier(reading)
    yield _map(reading)
    yield from _numbered(reading, _AT_SETUP)


def _turn(reading: Reading, unread: Sequence[str]) -> Iterator[Section]:
    yield attention(reading, unread)
    if letters := messages(reading):
        yield Section("messages", "Messages", letters)
    yield from _numbered(reading, range(2, _AFTER_MAP))
    yield from pages(reading)
    yield _map(reading)
    yield from _numbered(reading, range(_AFTER_MAP, ORDERS))
    yield Section(key_of(reading, ORDERS), title_of(reading, ORDERS), chronicle.orders(reading, unread))
    yield from _numbered(reading, range(ORDERS + 1, max(SECTIONS) + 1))


def _numbered(reading: Reading, numbers: Sequence[int]) -> Iterator[Section]:
    """Sections with their titles; one with nothing in it is left out."""
    for number in numbers:
        if blocks := SECTIONS[number](reading):
            yield Section(key_of(reading, number), title_of(reading, number), blocks)


def title_of(reading: Reading, number: int) -> str:
    """The heading of a section, from the table."""
    return reading.tables.report_sections[number]


def key_of(reading: Reading, number: int) -> str:
    """The key of a section, from its heading. The orders carried out are told from the order form."""
    key = title_of(reading, number).lower().replace(" ", "-")
    return "orders-done" if number == ORDERS else key


def _map(reading: Reading) -> Section:
    chart = replace(chart_of(reading), note=_CAPTION)
    return Section("map", "The map", (Map(chart, sketch(reading), _CAPTION),))


def attention(reading: Reading, unread: Sequence[str]) -> Section:
    """What to look at first: bad and weighty news, orders that were not carried out, lines that nobody understood."""
    apart = (*BATTLES, *FAILED)
    urgent = once([one.text for one in reading.said if one.weight == "attention" and one.event.kind not in apart])
    failed = [f"`{one['text']}`: {one['why']} {one['remedy']}".strip() for one in reading.data("order-failed")]
    blocks: list[Block] = []
    if failed:
        blocks += [Text("Orders that were not carried out:", "bad"), Bullets(tuple(failed))]
    if unread:
        blocks.append(
            Text(f"{counted(len(unread), 'line')} of your letters did not become orders; see below the orders.", "bad")
        )
    blocks += realm.bullets(urgent)
    return Section("attention", "Needs your attention", tuple(blocks) or (Text(_NOTHING_BAD, "good"),))


def messages(reading: Reading) -> Blocks:
    """What kings wrote to this one, and what it wrote to them (AC-31-02, ruling 75)."""
    return tuple(Letter(one["sender"], "\n".join(one["lines"]), ", ".join(one["kingdoms"])) for one in reading.data("message"))


def final(world: World, reader: str) -> Section | None:
    """The final table; None until the end. ``reader``: the seat that reads it, or ""."""
    how = f"Victory: {world.victory}." if world.victory else ""
    return final_section(occasion(world, False), reader, standings(world) if world.finished else (), "Points", "Kingdom", how)


# --- the head -------------------------------------------------------------------------------------------------------------


def _line(reading: Reading) -> str:
    """One line on where the kingdom stands."""
    world, kingdom = reading.world, reading.kingdom
    if reading.setup:
        return (
            f"You rule the {reading.name} kingdom from {reading.place(kingdom.capital)}. The game ends with turn {world.turns}."
        )
    if world.finished:
        return f"The game is over, won by {won_by(world.winners, reading.view.seat)}."
    if not kingdom.active:
        return f"The {reading.name} kingdom has left the game."
    return f"{date(reading.tables, reading.turn)}: {_harvest(reading)}"


def _harvest(reading: Reading) -> str:
    """What the season left of the production of regions, where it left less than all."""
    groups: dict[tuple[int, int], list[str]] = {}
    for number in reading.tables.regions:
        part = shares(reading.tables, reading.turn, number)
        if part != (100, 100):
            groups.setdefault(part, []).append(str(number))
    if not groups:
        return "all regions brought in full."
    parts = [
        f"regions {', '.join(some)} brought {food}% of their food and {gold}% of their gold"
        for (food, gold), some in groups.items()
    ]
    return f"{'; '.join(parts)}; centers that eat food ate double there."


def _facts(reading: Reading) -> tuple[tuple[str, str], ...]:
    kingdom, tables = reading.kingdom, reading.tables
    ruler = kingdom.figures.get(kingdom.ruler)
    seat = f"{ruler.rank} {ruler.name}, seat at {reading.place(kingdom.capital)}" if ruler else "none"
    when = season_line(reading) if reading.turn else f"{date(tables, 1)} ({season(tables, 1)})"
    return (
        ("Kingdom", f"{reading.name} ({reading.code})"),
        ("Ruler", seat),
        ("Season", when),
        ("Influence", f"{kingdom.influence:.2f}: up to {order_limit(reading.world, kingdom)} orders"),
        ("Treasury", f"{kingdom.gold:,} gold, {kingdom.food:,} food"),
    )


def dated(report: Report, due: datetime) -> Report:
    """The report with the deadline of the next orders in its order form (AC-28-06)."""
    line = f"; Orders for this turn are due on {due:%A, %d %B %Y, %H:%M} {due:%Z}."
    sections = [replace(one, blocks=tuple(_with(block, line) for block in one.blocks)) for one in report.sections]
    return replace(report, sections=tuple(sections))


def _with(block: Block, line: str) -> Block:
    if not isinstance(block, OrderForm):
        return block
    return replace(block, lines=tuple(line if one == DUE else one for one in block.lines))
