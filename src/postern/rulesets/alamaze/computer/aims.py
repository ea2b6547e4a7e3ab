"""What the goals of a kingdom ask for: regions, and other measures that are not reached yet (AC-26, AC-30)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.rules.measures import MEASURES, rival
from postern.rulesets.alamaze.rules.regions import WORDS
from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.tables.kingdoms import Requirement
from postern.rulesets.alamaze.world.records import Kingdom, World

_LIKING = {"Friendly": 0.2, "Tolerant": 0.1, "Suspicious": 0.0}
_DISLIKING = -0.2
_HOME, _BESIDE, _RULED = 0.5, 0.15, -0.2
"""How much nearer a region is to be ours when it is home, borders on home, or is controlled by another."""


def asked(world: World, kingdom: Kingdom) -> Iterator[Requirement]:
    """What the chosen goals ask for: the secret conditions, and the objectives as long as they can be claimed."""
    tables = world.tables
    claimed = kingdom.rewarded or world.turn > tables.whole("eso.last_claim")
    codes = [*kingdom.conditions, *([] if claimed else kingdom.objectives)]
    return (row for code in codes for row in tables.requirements[code])


def goal_holds(world: World, kingdom: Kingdom, code: str) -> bool:
    """True when a condition holds as far as the kingdom knows: its shares as it was told them, and of a rival the worse where
    nothing is known of his home."""
    return all(_have(world, kingdom, row) >= row.least for row in world.tables.requirements[code])


def _have(world: World, kingdom: Kingdom, row: Requirement) -> float:
    enemy = rival(world, kingdom)
    if row.measure == "above_rival" and enemy is not None and enemy.active:
        return enemy.code not in world.council.members  # his influence is a secret: that it is less is the hope
    known = MEASURES[row.measure](world, kingdom, row.of)
    if row.measure == "regions" and row.of != "control":
        enough = WORDS[: WORDS.index(row.of) + 1]
        return sum(region in kingdom.controlled or word in enough for region, word in kingdom.region_words.items())
    if row.measure == "regions_above_rival" and enemy is not None and enemy.active:
        home = world.tables.kingdoms[enemy.code].home_region
        return known - (home not in kingdom.memory.controllers and home not in kingdom.controlled)
    return known


def wanting(world: World, kingdom: Kingdom, measure: str) -> Iterator[Requirement]:
    """What goals ask for of a measure and is not reached."""
    for row in asked(world, kingdom):
        if row.measure == measure and MEASURES[measure](world, kingdom, row.of) < row.least:
            yield row


def parts(world: World, code: str) -> dict[int, float]:
    """The part of each region's people, as of old, that live in our centers: what others hold is not known."""
    own = dict.fromkeys(world.tables.regions, 0)
    for center in world.centers_of(code):
        own[world.region_of(center.area)] += center.census
    return {number: own[number] / region.census for number, region in world.tables.regions.items()}


def shares_sought(world: World, kingdom: Kingdom) -> list[float]:
    """The shares that goals ask for, the highest first: for each region to be won one. Who is near the Standard Victory goes
    for it."""
    tables = world.tables
    enough = {one.word: float(one.above_share or one.at_least_share or 0) for one in tables.influence_words}
    number: dict[float, int] = {}
    for row in asked(world, kingdom):
        if row.measure in ("regions", "regions_above_rival"):
            share = enough[row.of or "control"]
            number[share] = max(number.get(share, 0), int(row.least))
    if len(kingdom.controlled) >= tables.whole("rex.regions") - 1:
        number[enough["control"]] = tables.whole("rex.regions")
    sought: list[float] = []
    for share in sorted(number, reverse=True):
        sought += [share] * (number[share] - len(sought))
    return sought or [enough["control"]]


def regions_sought(world: World, kingdom: Kingdom) -> dict[int, float]:
    """The regions that a kingdom goes for, with the share that it needs: those of which most is its own, that like it, or that
    are near."""
    have, tables = parts(world, kingdom.code), world.tables
    home = tables.kingdoms[kingdom.code].home_region
    near = tables.regions[home].neighbours
    ruled = {one for other in world.kingdoms.values() if other is not kingdom for one in other.controlled}

    def hope(region: int) -> float:
        place = _HOME if region == home else _BESIDE if region in near else 0.0
        return have[region] + _LIKING.get(kingdom.reactions[region], _DISLIKING) + place + _RULED * (region in ruled)

    best = sorted(tables.regions, key=lambda one: (-hope(one), one))
    return dict(zip(best, shares_sought(world, kingdom), strict=False))


def region_weights(world: World, kingdom: Kingdom) -> Mapping[int, float]:
    """What centers are worth by their region: more where a goal asks for the region, most where little is wanting."""
    rule, have, sought = NUMBERS.pursuit, parts(world, kingdom.code), regions_sought(world, kingdom)

    def percent(region: int) -> int:
        if region not in sought:
            return rule.aside_pct
        if have[region] > sought[region]:
            return rule.held_pct
        return rule.near_pct if have[region] * 100 >= sought[region] * rule.near_from_pct else rule.sought_pct

    return {region: percent(region) / 100 for region in world.tables.regions}


def chosen_conditions(tables: Edition, code: str) -> list[str]:
    """Secret conditions by the strengths of a kingdom: many shares where many regions like it, else few regions wholly; Princes
    where the court is near to them, else more regions than the rival; wizards where they can go far, else agents: few masters
    where they can become such, or many."""
    row, rule = tables.kingdoms[code], NUMBERS.goals
    liked = sum(_LIKING.get(row.start_reaction(region), 0) > 0 for region in tables.regions)
    land = "1B" if liked >= rule.wide_from else "1A"
    court = "3B" if not row.natural_enemy or _titles_wanting(tables, code, 3) <= rule.titles_most else "7A"
    return [
        land,
        court,
        "4A" if row.magic_potential >= rule.mages_from else "8A" if row.agent_cap >= rule.masters_from else "8B",
    ]


def _titles_wanting(tables: Edition, code: str, princes: int) -> int:
    """How many titles make so many of the first emissaries Princes."""
    ranks = list(tables.emissary_ranks)
    have = sorted(
        (ranks.index(one.kind) for one in tables.start_figures if one.kingdom == code and one.kind in ranks), reverse=True
    )
    return sum(len(ranks) - 1 - one for one in [*have, *[0] * princes][:princes])


def chosen_objectives(tables: Edition, code: str) -> list[str]:
    """Objectives of one point more than is needed, so that one may fail."""
    row, rule = tables.kingdoms[code], NUMBERS.goals
    if row.agent_cap >= rule.agents_from and row.magic_potential < rule.mages_from:
        return ["T4", "P3", "D1"]
    return ["T1", "P3", "D7" if row.magic_potential >= rule.mages_from else "D6"]
