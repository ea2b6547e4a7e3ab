"""What a player is told at the beginning: the dossier of his kingdom, and what all know of Alamaze (rulings 76 and 81)."""

from __future__ import annotations

from collections.abc import Iterator

from postern.game.kit.telling import counted, listed
from postern.game.report import Block, Bullets, Column, Section, Table, Text
from postern.rulesets.alamaze.economy.calendar import date
from postern.rulesets.alamaze.influence import order_limit
from postern.rulesets.alamaze.reports.forces import men
from postern.rulesets.alamaze.reports.reading import Reading
from postern.rulesets.alamaze.tables import TERRAINS, KingdomRow

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
