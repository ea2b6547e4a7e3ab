"""Sections on the realm: royal court, influence, regions, High Council, prisoners, relations (ruling 70, sections 3 to 8)."""

from __future__ import annotations

from collections.abc import Iterator

from postern.game.kit.digits import is_number
from postern.game.kit.telling import counted, listed
from postern.game.report import Block, Bullets, Column, Table, Text
from postern.rulesets.alamaze.council.members import vacant
from postern.rulesets.alamaze.influence import natural_enemy, order_limit, standing_limit
from postern.rulesets.alamaze.regions import controller, declared, reaction
from postern.rulesets.alamaze.reports.reading import Reading
from postern.rulesets.alamaze.world import Figure

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
