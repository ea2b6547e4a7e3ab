"""The section on production: what centers bring, gold and food as steps, the ledger, the coming turn (ruling 70)."""

from __future__ import annotations

from postern.game.report import Block, Column, Steps, Table, Text
from postern.rulesets.alamaze.economy.calendar import date
from postern.rulesets.alamaze.economy.consumption import upkeep
from postern.rulesets.alamaze.economy.production import yield_of
from postern.rulesets.alamaze.reports.reading import Reading
from postern.rulesets.alamaze.reports.realm import bullets
from postern.rulesets.alamaze.treasury import CONSUMPTION, LATE, ORDERS, PRODUCTION, SPOILAGE, TRADE
from postern.rulesets.alamaze.world import Center

HEADINGS = {
    PRODUCTION: "Production",
    TRADE: "Trade and other",
    CONSUMPTION: "Consumption of the groups",
    ORDERS: "Orders",
    LATE: "Late sources",
    SPOILAGE: "Spoilage",
}
_SHORT = {
    PRODUCTION: "centers",
    TRADE: "trade",
    CONSUMPTION: "groups",
    ORDERS: "orders",
    LATE: "late",
    SPOILAGE: "spoiled",
}


def production(reading: Reading) -> tuple[Block, ...]:
    """Centers with what they brought, net of what their people eat (AC-04-09); the ledger; what the next turn brings."""
    blocks: list[Block] = [centers(reading), *bullets(reading.told("production"))]
    if reading.data("ledger"):
        blocks += [*steps(reading), ledger(reading)]
    return (*blocks, *coming(reading))


def centers(reading: Reading) -> Table:
    """All own centers; one that came to us after the harvest brings nothing yet."""
    harvest = reading.only("harvest").get("centers", {})
    own = reading.world.centers_of(reading.code)
    columns = (
        *(Column(one) for one in ("Area", "Center", "Type")),
        *(Column(one, number=True) for one in ("Defense", "Census", "Food", "of", "Gold", "of")),
    )
    rows = [
        (
            one.area,
            one.name + (" (capital)" if one.area == reading.kingdom.capital else ""),
            one.type.lower(),
            *(f"{number:,}" for number in (one.defense, one.census)),
            _brought(harvest, one, 0, reading.setup),
            f"{one.food:,}",
            _brought(harvest, one, 1, reading.setup),
            f"{one.gold:,}",
        )
        for one in own
    ]
    food, gold = (sum(values[column] for values in harvest.values()) for column in (0, 1))
    total = ("", "**together**", "", "", "", f"**{food:,}**", "", f"**{gold:,}**", "")
    return Table(columns, (*rows, total) if harvest else tuple(rows), caption="Food and gold brought, of the base production")


def _brought(harvest: dict[str, list[int]], center: Center, column: int, setup: bool) -> str:
    if center.area in harvest:
        return f"{harvest[center.area][column]:,}"
    return "-" if setup else "next"


def steps(reading: Reading) -> tuple[Steps, ...]:
    """Gold and food from the beginning of the turn to its end."""
    told = reading.only("ledger")
    found = []
    for name, column in (("Gold", 1), ("Food", 0)):
        changes = ((_SHORT[heading], told["lines"].get(heading, (0, 0))[column]) for heading in _SHORT)
        found.append(Steps(name, told["before"][column], tuple((label, amount) for label, amount in changes if amount)))
    return tuple(found)


def ledger(reading: Reading) -> Table:
    """The ledger of the turn, by heading."""
    told = reading.only("ledger")
    rows = [("On hand at the start", *(f"{one:,}" for one in told["before"]))]
    rows += [
        (name, *(f"{one:,}" for one in told["lines"].get(heading, (0, 0))))
        for heading, name in HEADINGS.items()
        if heading in told["lines"] or heading != LATE
    ]
    rows.append(("**On hand now**", *(f"**{one:,}**" for one in told["after"])))
    return Table((Column("Ledger", wide=True), Column("Food", number=True), Column("Gold", number=True)), tuple(rows))


def expected(reading: Reading) -> tuple[int, int]:
    """Food and gold that the own centers bring in the coming turn if nothing changes."""
    brought = [yield_of(reading.world, one) for one in reading.world.centers_of(reading.code)]
    return sum(food for food, _ in brought), sum(gold for _, gold in brought)


def needed(reading: Reading) -> tuple[int, int]:
    """Food and gold that the own active groups need in the coming turn."""
    due = [upkeep(reading.world, one) for one in reading.groups() if one.area]
    return sum(food for food, _ in due), sum(gold for _, gold in due)


def missing(reading: Reading) -> tuple[int, int]:
    """Food and gold that will be short in the coming turn, 0 where there is enough."""
    kingdom, brought, need = reading.kingdom, expected(reading), needed(reading)
    have = (kingdom.food + brought[0], kingdom.gold + brought[1])
    return max(need[0] - have[0], 0), max(need[1] - have[1], 0)


def coming(reading: Reading) -> tuple[Block, ...]:
    """What the coming turn brings and takes, with a warning where it will not do."""
    if reading.world.finished:
        return ()
    brought, need, short = expected(reading), needed(reading), missing(reading)
    when = f"turn {reading.world.turn} ({date(reading.tables, reading.world.turn)})"
    text = f"Forecast for {when}, nothing changed: food {brought[0]:,}, gold {brought[1]:,}; "
    text += f"the groups will need {need[0]:,} food and {need[1]:,} gold."
    lacking = [f"{number:,} {name}" for number, name in zip(short, ("food", "gold"), strict=True) if number]
    warning = (Text(f"**{' and '.join(lacking)} will be missing.**", "bad"),) if lacking else ()
    return (Text(text), *warning)
