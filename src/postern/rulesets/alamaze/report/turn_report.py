"""The turn report as a document, and the letter before the first turn.

- What a player is told at the beginning: the dossier of his kingdom, and what all know of Alamaze (rulings 76 and 81).
- The turn report as a document: what needs attention, the sections of ruling 70 in their order, the map, the order form
  (AC-01-05, AC-01-06, AC-28-05).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from postern.game.events import Event
from postern.game.kit.report.frames import final_section, turn_report, won_by
from postern.game.kit.report.telling import counted, listed, once
from postern.game.report import Block, Bullets, Column, Letter, Map, OrderForm, Report, Section, Table, Text
from postern.rulesets.alamaze.knowledge import View
from postern.rulesets.alamaze.report import forces, news, realm
from postern.rulesets.alamaze.report.fights import BATTLES, battle_section, pages
from postern.rulesets.alamaze.report.forces import men
from postern.rulesets.alamaze.report.form import DUE, order_form
from postern.rulesets.alamaze.report.front import front_page, season_line
from postern.rulesets.alamaze.report.map import chart_of, sketch
from postern.rulesets.alamaze.report.reading import FAILED, Reading, occasion
from postern.rulesets.alamaze.rules.economy import date, season, shares
from postern.rulesets.alamaze.rules.regions import order_limit
from postern.rulesets.alamaze.rules.victory import standings
from postern.rulesets.alamaze.tables import TERRAINS, KingdomRow
from postern.rulesets.alamaze.world.records import World

_KINDS = {
    "li": "light infantry",
    "mi": "medium infantry",
    "hi": "heavy infantry",
    "gu": "guards",
    "lc": "light cavalry",
    "mc": "medium cavalry",
    "hc": "heavy cavalry",
    "ec": "elite cavalry",
    "sk": "skirmishers",
    "ar": "archers",
    "xa": "expert archers",
    "ha": "horse archers",
}


def begin(reading: Reading) -> Section:
    """How to begin, with this kingdom's own numbers."""
    kingdom, limit = reading.kingdom, order_limit(reading.world, reading.kingdom)
    first = next(one for one in reading.groups() if one.area)
    lines = (
        f"Orders are lines of a number and columns; you may give {limit} of them for turn 1. The form at the end has one for "
        "everybody who can act.",
        f"Groups march: `720 {first.id}` and the areas that they enter. They find the towns and villages that no map shows.",
        "Emissaries win centers by words: move them with `350` into a center that is not ours, then try `330`.",
        "Choose objectives with `991` and secret conditions with `993`; whoever chooses none gets those of the house.",
        f"The ruler at {reading.place(kingdom.capital)} can raise his influence with `480 {kingdom.ruler}`: it is the base of "
        "all politics, and of the number of orders.",
        "`HELP start` tells your first turn in ten minutes, `HELP 720` an order, `FORECAST` what your orders would bring.",
    )
    return Section("begin", "How to begin", (Bullets(lines),))


def dossier(reading: Reading) -> tuple[Section, ...]:
    """The kingdom's dossier: itself, its land abilities and its troops (AC-06-56, AC-07-01, AC-16-01, AC-18-01, AC-23-02)."""
    row = reading.tables.kingdoms[reading.code]
    return (
        Section("dossier", f"Dossier of the {row.name} kingdom", (Bullets(tuple(_itself(reading, row))), _orders(reading))),
        Section("group-dossier", "Group dossier", (_terrain(reading, row), *_troops(reading))),
        Section("known", "What all kings know", tuple(_known(reading))),
    )


def _itself(reading: Reading, row: KingdomRow) -> Iterator[str]:
    tables = reading.tables
    home = tables.regions[row.home_region].name
    yield f"Home: {home} (region {row.home_region}), capital {row.capital_name} in {row.capital_area}."
    fleets = f"{counted(row.fleets, 'fleet')} of quality {row.naval_quality:g} in the {row.fleet_sea}" if row.fleets else "none"
    yield f"Sea power: {fleets}."
    turns = ", ".join(map(str, row.reinforcement_turns))
    yield f"Reinforcements: {counted(row.reinforcement_brigades, 'brigade')} at the capital in turns {turns}."
    yield (
        f"Magic: school {row.spell_school}, potential power {row.magic_potential}; research costs "
        f"{row.research_gold_per_level:,} gold for each level of the power that is learnt; the Rite succeeds in "
        f"{row.rite_percent} of 100."
    )
    yield f"Agents can be trained to level {row.agent_cap}. Alignment: {row.alignment}."
    attack, defend = (
        tables.tactics[mode, number].name
        for mode, number in (("attack", row.default_attack_tactic), ("defend", row.default_defense_tactic))
    )
    yield f"Usual tactics: {attack} in attack, {defend} in defense."
    enemy = tables.kingdoms.get(row.natural_enemy)
    yield f"Natural enemy: {enemy.name} ({enemy.code})." if enemy is not None else "Natural enemy: none."
    yield f"Skeletons in your closet: {row.skeletons or 'none'}."


def _orders(reading: Reading) -> Text:
    """Orders that only this kingdom and few others may give (ruling 8)."""
    rows = reading.tables.orders
    own = [number for number, codes in reading.tables.kingdom_orders.items() if reading.code in codes]
    said = listed([f"{number} {rows[number].name}" for number in own if number in rows])
    return Text(f"Orders that only some kingdoms may give: {said}." if said else "You have no orders that only some may give.")


def _terrain(reading: Reading, row: KingdomRow) -> Table:
    """Points to enter an area of each terrain, and what fighting there changes."""
    tables = reading.tables
    cells = []
    for name in TERRAINS:
        ability = row.ability(name)
        fights = f"{tables.abilities[ability].combat_pct:+d}%"
        cells.append((name, ability, f"{tables.movement_costs[ability].to_enter(name):g}", fights))
    columns = (Column("Terrain"), Column("Ability"), Column("Points to enter", number=True), Column("In a fight", number=True))
    return Table(columns, tuple(cells), caption="Movement and terrain")


def _troops(reading: Reading) -> Iterator[Block]:
    """A brigade of the kingdom: its men by kind, by the three classes, its value and its upkeep."""
    tables = reading.tables
    brigade = tables.brigades[tables.own_brigade(reading.code)]
    kinds = [f"{getattr(brigade, f'men_{kind}'):,} {name}" for kind, name in _KINDS.items() if getattr(brigade, f"men_{kind}")]
    kinds += [brigade.men_special] if brigade.men_special else []
    arms = " / ".join(f"{one:,}" for one in men(brigade))
    rows = (
        ("Men", ", ".join(kinds)),
        ("Infantry / cavalry / archers", arms),
        ("Value against centers", f"{brigade.value_vs_pc:,.0f}"),
        ("Food and gold a turn", f"{int(brigade.food_per_turn):,} and {brigade.gold_per_turn:,}"),
    )
    yield Table((Column("A brigade"), Column(brigade.name, wide=True)), rows, caption="Your troops")


def _known(reading: Reading) -> Iterator[Block]:
    """Kingdoms, natural enemies, regions, seas and cities; borders, towns and villages are to be found (AC-03-12, AC-03-14)."""
    tables, playing = reading.tables, reading.world.kingdoms
    rows = []
    for code, one in sorted(playing.items()):
        enemy = tables.kingdoms[code].natural_enemy
        rows.append((code, tables.kingdoms[code].name, one.seat, tables.kingdoms[enemy].name if enemy in playing else "-"))
    columns = (Column("Code"), Column("Kingdom"), Column("Player"), Column("Natural enemy"))
    yield Table(columns, tuple(rows), caption="The kingdoms")
    cities = [f"{row.name} ({area})" for area, row in tables.centers.items() if row.shown_on_public_map]
    regions = ", ".join(f"{number} {row.name}" for number, row in tables.regions.items())
    seas = ", ".join(f"{row.sea} ({letter})" for letter, row in tables.seas.items())
    yield Bullets(
        (
            f"Regions: {regions}. Their borders are for you to find.",
            f"Seas: {seas}.",
            f"Cities: {', '.join(cities)}. Towns and villages, scores of them, stand on no map.",
            f"Turn 1 is {date(tables, 1)}; a season has three turns.",
        )
    )


_CAPTION = "Pale: not seen this turn (t5: last seen in turn 5). Towns, villages, borders and sightings stand here once found."
_NOTHING_BAD = "No order failed, and nothing bad was heard."
_AFTER_MAP = 11
"""The sections from this one on tell what the kingdom has; the map stands before them."""

Blocks = tuple[Block, ...]
SECTIONS: dict[int, Callable[[Reading], Blocks]] = {
    2: news.political,
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
    14: realm.production,
    15: news.covert,
    16: news.lost,
    17: news.victory,
    19: news.spells,
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
    yield Section(key_of(reading, ORDERS), title_of(reading, ORDERS), news.orders(reading, unread))
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
