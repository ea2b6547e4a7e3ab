"""Sections on the realm and its economy (ruling 70).

- Sections on the realm: royal court, influence, regions, High Council, prisoners, relations (ruling 70, sections 3 to 8).
- The section on production: what centers bring, gold and food as steps, the ledger, the coming turn (ruling 70).
"""

from __future__ import annotations

from collections.abc import Iterator

from postern.game.kit.orders.digits import is_number
from postern.game.kit.report.telling import counted, listed
from postern.game.report import Block, Bullets, Column, Steps, Table, Text
from postern.rulesets.alamaze.report.reading import Reading
from postern.rulesets.alamaze.rules.economy import date, upkeep, yield_of
from postern.rulesets.alamaze.rules.regions import (
    controller,
    declared,
    natural_enemy,
    order_limit,
    reaction,
    standing_limit,
    vacant,
)
from postern.rulesets.alamaze.turn import CONSUMPTION, LATE, ORDERS, PRODUCTION, SPOILAGE, TRADE
from postern.rulesets.alamaze.world.records import Center, Figure

_SAYS = {"A": "ally", "E": "enemy", "N": "neutral"}


def bullets(lines: list[str]) -> tuple[Block, ...]:
    """The lines as a list; nothing for none."""
    return (Bullets(tuple(lines)),) if lines else ()


# --- 3: the court ---------------------------------------------------------------------------------------------------------


def court(reading: Reading) -> tuple[Block, ...]:
    """Every figure with title, base and deed (AC-12-08: the level of an agent stands beside the title)."""
    columns = (Column("Title"), Column("Name"), Column("Code"), Column("Base"), Column("This turn", wide=True))
    rows = [(title(one), one.name, one.code, _base(reading, one), _deed(reading, one)) for one in figures(reading)]
    return (Table(columns, tuple(rows)), *bullets(reading.told("royal-court")))


def title(figure: Figure) -> str:
    """Rank, of an agent with the level: ``Agent 2``."""
    return f"{figure.rank} {figure.level}" if figure.agent else figure.rank


def figures(reading: Reading) -> list[Figure]:
    """The court in the order of rank: the ruler, other rulers, emissaries, agents, priestesses."""
    ranks = reading.tables.emissary_ranks

    def key(one: Figure) -> tuple[int, int]:
        if one.code == reading.kingdom.ruler:
            return 0, 0
        if one.political:
            return 1, -ranks[one.rank].power_percent if one.rank in ranks else -1_000
        return (2 if one.agent else 3), -one.level

    return sorted(reading.kingdom.figures.values(), key=key)


def _base(reading: Reading, one: Figure) -> str:
    return reading.place(one.area)


def _deed(reading: Reading, one: Figure) -> str:
    if one.held_by:
        held = "the people" if one.held_by not in reading.tables.kingdoms else reading.kingdom_name(one.held_by)
        return f"prisoner of {held}"
    return one.deed or ("" if reading.setup else "idle")


# --- 4: influence ---------------------------------------------------------------------------------------------------------


def influence(reading: Reading) -> tuple[Block, ...]:
    """How influence came to be what it is, and how many orders it allows (AC-09-03)."""
    kingdom, limit = reading.kingdom, order_limit(reading.world, reading.kingdom)
    standing = standing_limit(reading.world, kingdom)
    month = reading.only("month")
    begun = month["influence"][0] / 100 if month else kingdom.influence
    steps = "".join(f", {one['hundredths'] / 100:+.2f} ({_why(one['why'])})" for one in reading.data("influence"))
    course = f"{begun:.2f} at the start{steps} = **{kingdom.influence:.2f}**." if month else f"**{kingdom.influence:.2f}**."
    allowed = f"Up to **{limit}** orders next turn. The standing list may have {standing}; it does not count."
    return (Text(f"{course} {allowed}"),)


def _why(reason: str) -> str:
    """A reason as the ledger of influence names it: an order by its number, else in its own words."""
    return f"order {reason}" if is_number(reason) else reason


# --- 5: regions -----------------------------------------------------------------------------------------------------------


def regions(reading: Reading) -> tuple[Block, ...]:
    """The own influence in a word, the reaction, and who is known to control each region (AC-05-13..16)."""
    columns = (Column("Region"), Column("Our influence"), Column("Reaction to us"), Column("Controlled by", wide=True))
    rows = []
    for number, region in reading.tables.regions.items():
        word = reading.kingdom.region_words.get(number, "unestablished")
        cells = (f"{number} {region.name}", word, _reaction(reading, number), _controller(reading, number))
        rows.append(tuple(f"**{cell}**" if word != "unestablished" else cell for cell in cells))
    return (Table(columns, tuple(rows)), *bullets(reading.told("regions")))


def _reaction(reading: Reading, region: int) -> str:
    """The word, with the one before it where it changed in this turn: ``Suspicious > Tolerant``."""
    now = reaction(reading.world, reading.kingdom, region)
    changed = [one for one in reading.data("reaction") if one["region"] == region]
    return f"{changed[0]['before']} > {now}" if changed and changed[0]["before"] != now else now


def _controller(reading: Reading, region: int) -> str:
    if region in reading.kingdom.controlled:
        return "us"
    known = reading.kingdom.memory.controllers
    if region not in known:
        return "nobody known"
    ruler = controller(reading.world, region)
    return reading.kingdom_name(ruler) if ruler else "nobody"


# --- 6: the council -------------------------------------------------------------------------------------------------------


def council(reading: Reading) -> tuple[Block, ...]:
    """Members and empty chairs, what was decided and what comes next (AC-11-15..18)."""
    members = [reading.kingdom_name(code) for code in reading.world.council.members]
    empty = vacant(reading.world)
    text = f"Members: {listed(members) or 'none'}; {counted(empty, 'chair')} vacant."
    vote = ["Vote on the issue with `400 Y`, `400 N` or `400 A`."] if _may_vote(reading) else []
    return (Text(text), *bullets([*reading.told("high-council"), *vote]))


def _may_vote(reading: Reading) -> bool:
    return reading.world.council.issue is not None and reading.code in reading.world.council.members


# --- 7: prisoners ---------------------------------------------------------------------------------------------------------


def prisoners(reading: Reading) -> tuple[Block, ...]:
    """Whom we hold, and what each is worth at an award and at the end (AC-29)."""
    rows = []
    for code, one in held(reading):
        now, last = worth(reading, one)
        rows.append((one.name, title(one), reading.kingdom_name(code), f"{now} / {last}"))
    if not rows:
        return (Text("We hold no prisoners."),)
    columns = (Column("Name"), Column("Title"), Column("Of"), Column("Points now / at the end", number=True))
    return (Table(columns, tuple(rows)),)


def held(reading: Reading) -> Iterator[tuple[str, Figure]]:
    """The prisoners of the reader, with their kingdoms."""
    for code, kingdom in sorted(reading.world.kingdoms.items()):
        yield from ((code, one) for one in kingdom.figures.values() if one.held_by == reading.code)


def worth(reading: Reading, one: Figure) -> tuple[int, int]:
    """Status points of a prisoner at an award and at the end (ruling 69)."""
    row = reading.tables.prisoner_points[one.rank]
    times = one.level if row.per_level else 1
    return row.interim * times, row.final * times


# --- 8: relations ---------------------------------------------------------------------------------------------------------


def relations(reading: Reading) -> tuple[Block, ...]:
    """Who declared whom ally or enemy; neutral kingdoms are not listed."""
    enemy = natural_enemy(reading.world, reading.kingdom)
    rows = []
    for code, other in sorted(reading.world.kingdoms.items()):
        ours = declared(reading.world, reading.code, code)
        theirs = declared(reading.world, code, reading.code)
        if other.active and code != reading.code and (ours, theirs) != ("N", "N"):
            natural = "natural enemy" if enemy is not None and enemy.code == code else ""
            rows.append((reading.kingdom_name(code), code, _SAYS[ours], _SAYS[theirs], natural))
    if not rows:
        return (Text("All kingdoms are neutral to us, and we to them."),)
    columns = (Column("Kingdom"), Column("Code"), Column("We say"), Column("They say"), Column("", wide=True))
    return (Table(columns, tuple(rows)), Text("All others are neutral."))


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
