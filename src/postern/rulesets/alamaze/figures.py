"""What happens to figures: bases, capture, death, and who rules when a ruler is lost (AC-08, AC-19, rulings 35 to 37)."""

from __future__ import annotations

from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import PEOPLE, Figure, Kingdom

ROYAL = ("King", "Queen", "Regent", "Demon Prince", "Consul")
"""Ranks of those who can rule."""


def rank_percent(turn: Turn, figure: Figure) -> int:
    """The share of the ruler's influence that a political figure acts with (AC-08-10). Demon Princes count as Princes, Consuls
    as 80 percent (ruling 33)."""
    row = turn.tables.emissary_ranks.get(figure.rank)
    return row.power_percent if row else turn.tables.emissary_ranks["Prince"].power_percent


def rank_cost(turn: Turn, figure: Figure) -> int:
    """What an act of a political figure costs in gold (AC-08-09); a ruler's own acts have prices of their own."""
    row = turn.tables.emissary_ranks.get(figure.rank)
    return row.gold_cost if row else turn.tables.emissary_ranks["Prince"].gold_cost


def refuge(turn: Turn, kingdom: Kingdom, leaving: str = "") -> str:
    """Where figures flee to: the capital, else the own center with the highest defense, else group 1's area (rulings 35, 37).
    ``leaving`` is the area that is being lost."""
    capital = turn.world.centers.get(kingdom.capital)
    if capital is not None and capital.owner == kingdom.code and kingdom.capital != leaving:
        return kingdom.capital
    centers = [one for one in turn.world.centers_of(kingdom.code) if one.area != leaving]
    if centers:
        return max(centers, key=lambda one: (one.defense, one.area)).area
    first = turn.world.groups.get(f"1{kingdom.code}")
    return first.area if first is not None and first.area else kingdom.capital


def relocate(turn: Turn, kingdom: Kingdom, figure: Figure, area: str) -> None:
    """A figure has a new base."""
    figure.area = area
    turn.tell_kingdoms("relocated", (kingdom.code,), figure=figure.name, area=area)


def imprison(turn: Turn, kingdom: Kingdom, figure: Figure, captor: str, known: bool = True) -> None:
    """A figure becomes a prisoner: of a kingdom, at its capital (AC-04-26), or of the people of the center where it is. A
    captured High Priestess serves her captor (AC-08-30); of a captured ruler a successor is named at once (AC-08-36). Unless
    he is ``known``, the captor does not learn whom he serves (AC-12-04)."""
    holder = turn.world.kingdoms.get(captor)
    where = figure.area
    if figure.priestess and holder is not None:
        del kingdom.figures[figure.code]
        figure.area = holder.capital
        figure.code = free_code(holder, figure.code)
        holder.figures[figure.code] = figure
        turn.tell_kingdoms("priestess-changed", (kingdom.code, holder.code), figure=figure.name, taker=holder.code)
        return
    figure.held_by = holder.code if holder is not None else PEOPLE
    if holder is not None:
        figure.area = holder.capital
    figure.silent = not known
    others = (holder.code,) if holder is not None and known else ()
    data = {"figure": figure.name, "rank": figure.rank, "of": kingdom.code, "by": captor, "area": where}
    turn.tell_kingdoms("captured", (kingdom.code, *others), **data)
    if kingdom.ruler == figure.code:
        succeed(turn, kingdom)


def die(turn: Turn, kingdom: Kingdom, figure: Figure, how: str) -> None:
    """A figure is gone for good."""
    del kingdom.figures[figure.code]
    turn.tell_kingdoms("died", (kingdom.code,), figure=figure.name, rank=figure.rank, how=how)
    if kingdom.ruler == figure.code:
        succeed(turn, kingdom)


def succeed(turn: Turn, kingdom: Kingdom) -> None:
    """The next ruler: the next of several rulers with full influence, else the highest emissary as Regent with the share of his
    rank, else a new Regent with the least influence (AC-08-37..42, rulings 36 and 82). He moves to the capital at once."""
    least = turn.tables.value("influence.minimum")
    kingdom.old_influence = max(kingdom.old_influence, kingdom.influence)
    heirs = [one for one in kingdom.lower_ranks() if one.rank in ROYAL]
    emissaries = [one for one in kingdom.lower_ranks() if one.rank in turn.tables.emissary_ranks]
    if heirs:
        heir = heirs[0]
    elif emissaries:
        heir = max(emissaries, key=lambda one: turn.tables.emissary_ranks[one.rank].power_percent)
        kingdom.influence = max(least, round(kingdom.influence * rank_percent(turn, heir) / 100, 2))
        heir.rank = "Regent"
    else:
        heir = Figure(free_code(kingdom, "RE"), "Regent", "Regent", refuge(turn, kingdom))
        kingdom.figures[heir.code] = heir
        kingdom.influence = least
    kingdom.ruler = heir.code
    heir.area = refuge(turn, kingdom)
    hundredths = round(kingdom.influence * 100)
    turn.tell_kingdoms("successor", (kingdom.code,), figure=heir.name, rank=heir.rank, hundredths=hundredths)


def free_code(kingdom: Kingdom, wanted: str) -> str:
    """This code, or the next that no figure of the kingdom has (ruling 3)."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    tries = [wanted, *(wanted[0] + one for one in letters), *(one + other for one in letters for other in letters)]
    return next(one for one in tries if one not in kingdom.figures)


def free(turn: Turn, kingdom: Kingdom, figure: Figure, area: str = "") -> None:
    """A prisoner is free and at home, or at this area. A king who comes back rules again with a part of what he had, and his
    Regent becomes a Prince (AC-08-43, AC-08-44, ruling 36)."""
    figure.held_by, figure.silent = "", False
    figure.area = area or refuge(turn, kingdom)
    turn.tell_kingdoms("freed", (kingdom.code,), figure=figure.name, rank=figure.rank)
    regent = kingdom.figures.get(kingdom.ruler)
    if figure.rank in ("King", "Queen") and regent is not None and regent.rank == "Regent":
        regent.rank = "Prince"
        kingdom.ruler = figure.code
        kept = kingdom.old_influence * turn.tables.value("influence.returning_king")
        kingdom.influence = max(kingdom.influence, round(kept, 2))
        kingdom.old_influence = 0
        turn.tell_kingdoms("king-returned", (kingdom.code,), figure=figure.name, hundredths=round(kingdom.influence * 100))
