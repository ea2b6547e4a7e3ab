"""State of the Kingdom: tables of provinces, characters, armies and finances (AK-P1.4-01, AK-D1.4-07)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from postern.game.events import Event
from postern.game.front import Steps
from postern.game.report import Block, Column, Section, Table, Text
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.report.telling import Reading
from postern.rulesets.adventurer_kings.rules.abilities.levels import wage
from postern.rulesets.adventurer_kings.rules.travel import points_left
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.world import Army, Character

_NONE = "-"


def state(view: View, events: Sequence[Event] = ()) -> tuple[Section, ...]:
    """Return what the kingdom has; the finances as the year's events tell them."""
    blocks: list[Block] = [_provinces(view), _characters(view), _armies(view)]
    if told := Reading(view, events).only("ledger"):
        blocks += [_finances(told), _taxes(Reading(view, events))]
    return (Section("state", "State of the Kingdom", (*blocks, *_science(view))),)


def holdings(view: View) -> tuple[Section, ...]:
    """Return provinces, characters and armies as HELP looks them up: by their numbers with what they are, and by bare names."""
    tables = {"province": _provinces(view), "CHAR": _characters(view), "army": _armies(view)}
    names = {one.title: one.name for one in view.own}
    plain = [
        replace(
            table,
            rows=tuple((f"{kind} {row[0]}", *(names.get(c, c.removesuffix(" (home)")) for c in row[1:])) for row in table.rows),
        )
        for kind, table in tables.items()
    ]
    return (Section("state", "State of the Kingdom", tuple(plain)),)


def _provinces(view: View) -> Table:
    rows, anchors = [], []
    for number in view.world.owned(view.code):
        one = view.world.provinces[number]
        home = " (home)" if number == view.kingdom.home else ""
        armies = listed_numbers(army.id for army in view.world.armies_in(number) if army.owner == view.code)
        explored = f"{view.kingdom.exploration.get(number, 0)}%"
        cells = (f"{one.name}{home}", one.terrain, one.native or _NONE, ", ".join(one.types) or _NONE, str(one.tax), explored)
        rows.append((str(number), *cells, armies))
        anchors.append(f"province-{number}")
    columns = ("Province", "Terrain", "Race", "Types")
    heads = (Column("No.", number=True), *map(Column, columns), Column("Tax", number=True), Column("Explored", number=True))
    return Table((*heads, Column("Armies", wide=True)), tuple(rows), "Provinces", tuple(anchors))


def listed_numbers(numbers: Any) -> str:
    """Return numbers with commas between them, "-" for none."""
    return ", ".join(map(str, numbers)) or _NONE


def levels(who: Character) -> str:
    """Return the levels of a character with his aptitudes: "TA 4/5 ME 3/4" is Tactical 4 with an aptitude of 5."""
    return " ".join(f"{code} {many}/{who.aptitudes.get(code, 0)}" for code, many in _sorted(who.skills) if many) or _NONE


def _sorted(skills: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(skills.items(), key=lambda pair: (-pair[1], list(TABLES.abilities).index(pair[0])))


def items_of(who: Character) -> str:
    """Return the items of a character by number and name."""
    return ", ".join(f"{number} {TABLES.items[number].name}" for number in who.items) or _NONE


def pay_of(view: View, who: Character) -> int:
    """Return what a character is paid at the end of the year; a King costs nothing."""
    return 0 if who.king else wage(who, view.kingdom)


def _characters(view: View) -> Table:
    rows: list[tuple[str, ...]] = []
    for one in view.own:
        nature = f"{one.race}, {one.alignment}, {one.temper}"
        pay = str(pay_of(view, one)) if not one.king else _NONE
        rows.append((str(one.id), one.title, nature, levels(one), items_of(one), str(one.province), pay))
    heads = (Column("No.", number=True), Column("Character"), Column("Nature"), Column("Levels"), Column("Items", wide=True))
    anchors = tuple(f"character-{row[0]}" for row in rows)
    return Table(
        (*heads, Column("At", number=True), Column("Pay", number=True)),
        tuple(rows),
        "Characters (levels: skill/aptitude)",
        anchors,
    )


def leader_of(view: View, army: Army) -> str:
    """Return who leads an army, "garrison" where nobody does."""
    leader = view.world.characters.get(army.leader)
    return leader.title if leader is not None else "garrison"


def _armies(view: View) -> Table:
    rows: list[tuple[str, ...]] = []
    for one in view.world.armies.values():
        if one.owner == view.code:
            worth = TABLES.qualities.get(one.quality)
            quality = worth.name if worth is not None else f"{list(TABLES.qualities.values())[-1].name} +{one.quality - 5}"
            place, moves = str(one.province), str(points_left(view.world, one))
            kind = f"{one.kind.name} ({one.type}){', skeletal' if one.skeletal else ''}"
            rows.append((str(one.id), one.race, kind, quality, place, leader_of(view, one), moves))
    heads = (Column("No.", number=True), Column("Race"), Column("Type"), Column("Quality"), Column("At", number=True))
    columns = (*heads, Column("Leader", wide=True), Column("Moves", number=True))
    return Table(columns, tuple(rows), "Armies", tuple(f"army-{row[0]}" for row in rows))


def _finances(told: Mapping[str, Any]) -> Table:
    rows = [("old treasury", str(told["old"])), *((words, f"{amount:+d}") for words, amount in told["lines"])]
    return Table(
        (Column("Income and expense"), Column("Gold", number=True)), (*rows, ("new treasury", str(told["new"]))), "Finances"
    )


def _taxes(reading: Reading) -> Text:
    """Which province paid how much, and what changed its tax (AK-D9.1-01)."""
    paid = [
        f"{number} {name} {gold}{f' ({why})' if why else ''}"
        for one in reading.data("taxes")
        for number, name, gold, why in one["provinces"]
    ]
    bonus = next((f"; with {one['percent']}% more on the sum" for one in reading.data("taxes") if one["percent"]), "")
    return Text(f"Taxes: {', '.join(paid)}{bonus}." if paid else "There were no taxes.", "note")


def treasury(reading: Reading) -> tuple[Steps, ...]:
    """Return the way of the gold through the year, by sorts of income and expense; none where no year was run."""
    told = reading.only("ledger")
    sums: dict[str, int] = {}
    for words, amount in told.get("lines", ()):
        name = words.partition(":")[0].partition(" (")[0]
        sums[name] = sums.get(name, 0) + amount
    return (Steps("Treasury", told["old"], tuple(sums.items())),) if told else ()


def _science(view: View) -> Iterator[Block]:
    """Inventions of the kingdom, each with what it does."""
    known = [TABLES.inventions[number] for number in sorted(view.kingdom.inventions)]
    if known:
        rows = tuple((str(one.number), one.name, one.words) for one in known)
        yield Table((Column("No.", number=True), Column("Invention"), Column("What it does", wide=True)), rows, "Inventions")
