"""Who controls the regions, counted once a turn (AC-05-14..24, ruling 41), and influence that rests on what rulers hold."""

from __future__ import annotations

from postern.rulesets.alamaze.effects import Asked, amount
from postern.rulesets.alamaze.influence import change_influence
from postern.rulesets.alamaze.ownership import change_owner, come_back
from postern.rulesets.alamaze.regions import centers_in, change_reaction, controller, influence_word
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Kingdom

_PROMOTED = ("Provincial Governor", "Ambassador")
"""Who rises when a region is won: one of the first rank, else one of the second (AC-05-22, AC-05-23)."""


def count_regions(turn: Turn) -> None:
    """Regions are lost and won; each turn once, region by region."""
    world = turn.world
    for kingdom in world.known():
        come_back(turn, kingdom)
        lend_influence(turn, kingdom)
    if turn.expected:
        return  # who holds the centers that it does not know, a kingdom cannot reckon with
    for region in world.tables.regions:
        there = sorted({one.owner for one in centers_in(world, region)} & set(world.kingdoms))
        before = controller(world, region)
        after = next((one for one in there if influence_word(world, one, region) == "control"), "")
        if before == after:
            continue
        turn.tell_kingdoms("region", {*there, before}, region=region, before=before, after=after)
        if before:
            _lose(turn, world.kingdoms[before], region)
        if after:
            _win(turn, world.kingdoms[after], region)


def _lose(turn: Turn, kingdom: Kingdom, region: int) -> None:
    """A point of influence less, and the level of reaction that the control brought, if it brought one (AC-05-20, AC-09-10)."""
    kingdom.controlled.remove(region)
    change_influence(turn, kingdom, -turn.tables.value("influence.region"), "region")
    if region in kingdom.gained:
        kingdom.gained.remove(region)
        change_reaction(turn, kingdom, region, -1, "region")


def _win(turn: Turn, kingdom: Kingdom, region: int) -> None:
    """A point of influence and a level of reaction more, all neutral centers, and a title (AC-05-16..19, AC-09-08)."""
    kingdom.controlled = sorted([*kingdom.controlled, region])
    change_influence(turn, kingdom, turn.tables.value("influence.region"), "region")
    if change_reaction(turn, kingdom, region, 1, "region"):
        kingdom.gained = sorted([*kingdom.gained, region])
    for center in centers_in(turn.world, region):
        if not center.owner:
            change_owner(turn, center, kingdom.code, "region")
    _promote(turn, kingdom, region)


def _promote(turn: Turn, kingdom: Kingdom, region: int) -> None:
    """One Governor in the region becomes a Baron, or without one an Ambassador a Governor, for nothing (AC-05-22..24)."""
    here = [one for one in kingdom.lower_ranks() if turn.world.region_of(one.area) == region]
    ranks = list(turn.tables.emissary_ranks)
    for rank in _PROMOTED:
        figure = next((one for one in here if one.rank == rank), None)
        if figure is not None:
            figure.rank = ranks[ranks.index(rank) + 1]
            turn.tell_kingdoms("title", (kingdom.code,), figure=figure.name, before=rank, rank=figure.rank)
            return


def lend_influence(turn: Turn, kingdom: Kingdom) -> None:
    """What the ruler holds lends him influence, and takes it away again when he holds it no longer."""
    king = kingdom.figures.get(kingdom.ruler)
    wanted = amount(Asked(turn.world, kingdom.code, figure=king), "influence", "ruler")
    changed = change_influence(turn, kingdom, wanted - kingdom.lent_influence, "artifact")
    gained = wanted > kingdom.lent_influence
    kingdom.lent_influence = round(kingdom.lent_influence + changed, 2) if gained else wanted
