"""What happens to figures: bases, capture, death, and who rules when a ruler is lost (AC-08, AC-19, rulings 35 to 37)."""

from __future__ import annotations

from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world.records import PEOPLE, Figure, Kingdom

ROYAL = ("King", "Queen", "Regent", "Demon Prince", "Consul")
"""Ranks of those who can rule (AC-08-45)."""
RELOCATE = 350
"""The order whose place a move to the capital takes as a figure's action."""


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
        return max(centers, key=lambda one: (one.defense, one.census)).area
    first = turn.world.groups.get(f"1{kingdom.code}")
    return first.area if first is not None and first.area else kingdom.capital


def relocate(turn: Turn, kingdom: Kingdom, figure: Figure, area: str) -> None:
    """A figure has a new base."""
    if figure.area != area:
        figure.area = area
        turn.tell_kingdoms("relocated", (kingdom.code,), figure=figure.name, area=area)


def go_home(turn: Turn, kingdom: Kingdom, figure: Figure, leaving: str = "") -> None:
    """A figure goes to its capital, or into exile with group 1 when the kingdom has no center (rulings 35 and 37)."""
    figure.exiled = not any(one.area != leaving for one in turn.world.centers_of(kingdom.code))
    relocate(turn, kingdom, figure, refuge(turn, kingdom, leaving))


def imprison(turn: Turn, kingdom: Kingdom, figure: Figure, captor: str, known: bool = True) -> None:
    """A figure becomes a prisoner: of a kingdom, at its capital (AC-04-26), or of the people of the center where it is. A
    captured High Priestess serves her captor (AC-08-30); of a captured ruler a successor is named at once (AC-08-36). Unless
    he is ``known``, the captor does not learn whom he serves (AC-12-04)."""
    holder = turn.world.kingdoms.get(captor)
    where = figure.area
    lay_down(turn, kingdom, figure)
    figure.exiled = False
    if figure.priestess and holder is not None and _room_for_priestess(turn, holder):
        _change_sides(turn, kingdom, figure, holder)
        return
    figure.held_by = holder.code if holder is not None else PEOPLE
    if holder is not None:
        figure.area = holder.capital
    figure.silent, figure.told_area = not known, ""
    others = (holder.code,) if holder is not None and known else ()
    data = {"figure": figure.name, "rank": figure.rank, "of": kingdom.code, "by": captor, "area": where}
    turn.tell_kingdoms("captured", (kingdom.code, *others), **data)
    if kingdom.ruler == figure.code:
        kingdom.lost_rulers[figure.code] = kingdom.influence
        succeed(turn, kingdom)


def carry_off(figure: Figure, area: str) -> None:
    """A prisoner is taken elsewhere, and his own king is not told: where a king has his capital is his secret."""
    figure.told_area = figure.told_area or figure.area
    figure.area = area


def _room_for_priestess(turn: Turn, holder: Kingdom) -> bool:
    """A kingdom has only so many priestesses (ruling 47)."""
    served = sum(one.priestess for one in holder.figures.values())
    return served < turn.tables.whole("priestess.maximum")


def _change_sides(turn: Turn, kingdom: Kingdom, figure: Figure, holder: Kingdom) -> None:
    """A High Priestess serves another kingdom, at its capital and with a new name (AC-08-30, ruling 47)."""
    del kingdom.figures[figure.code]
    before, figure.name = figure.name, new_name(turn, holder)
    figure.code = free_code(holder, figure.name[:2].upper())
    figure.area, figure.held_by = holder.capital, ""
    holder.figures[figure.code] = figure
    turn.tell_kingdoms("priestess-lost", (kingdom.code,), figure=before, taker=holder.code)
    turn.tell_kingdoms("priestess-won", (holder.code,), figure=figure.name, of=kingdom.code)


def lay_down(turn: Turn, kingdom: Kingdom, figure: Figure) -> None:
    """What a captured or killed figure carried goes to its capital; of a kingdom without centers it lies in the wild."""
    capital = turn.world.centers.get(kingdom.capital)
    for key in figure.artifacts:
        if capital is not None and capital.owner == kingdom.code:
            capital.artifacts.append(key)
        else:
            turn.world.lost_artifacts[key] = figure.area
    figure.artifacts = []


def die(turn: Turn, kingdom: Kingdom, figure: Figure, how: str) -> None:
    """A figure is gone for good."""
    lay_down(turn, kingdom, figure)
    del kingdom.figures[figure.code]
    kingdom.lost_rulers.pop(figure.code, None)
    turn.tell_kingdoms("died", (kingdom.code,), figure=figure.name, rank=figure.rank, how=how)
    if kingdom.ruler == figure.code:
        succeed(turn, kingdom)


def succeed(turn: Turn, kingdom: Kingdom) -> None:
    """The next ruler: the next of several rulers with full influence, else the highest emissary as Regent with the share of his
    rank, else a new Regent with the least influence (AC-08-37..42, rulings 36 and 82). He moves to the capital at once, which
    takes his action of the turn if he was elsewhere (AC-08-38)."""
    least = turn.tables.value("influence.minimum")
    free = kingdom.lower_ranks()
    royal = next((one for one in free if one.rank in ROYAL), None)
    emissary = min(
        (one for one in free if one.rank in turn.tables.emissary_ranks),
        key=lambda one: (-rank_percent(turn, one), turn.tables.grid.distance(one.area, kingdom.capital), one.code),
        default=None,
    )
    heir = royal or emissary
    if heir is None:
        name = new_name(turn, kingdom)
        heir = Figure(free_code(kingdom, name[:2].upper()), name, "Regent", refuge(turn, kingdom))
        kingdom.figures[heir.code] = heir
        kingdom.influence = least
    elif heir is emissary:
        kingdom.influence = max(least, round(kingdom.influence * rank_percent(turn, heir) / 100, 2))
        heir.rank = "Regent"
    kingdom.ruler = heir.code
    if heir.area != refuge(turn, kingdom):
        turn.sole_actions.setdefault((kingdom.code, heir.code), RELOCATE)
    go_home(turn, kingdom, heir)
    hundredths = round(kingdom.influence * 100)
    turn.tell_kingdoms("successor", (kingdom.code,), figure=heir.name, rank=heir.rank, hundredths=hundredths)


def free_code(kingdom: Kingdom, wanted: str) -> str:
    """This code, or the next that no figure of the kingdom has (ruling 3)."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    tries = [wanted, *(wanted[0] + one for one in letters), *(one + other for one in letters for other in letters)]
    return next(one for one in tries if one not in kingdom.figures)


def new_name(turn: Turn, kingdom: Kingdom) -> str:
    """A name for a figure that appears by itself; its first two letters are new in the kingdom while there are such names."""
    names = turn.stream("name", kingdom.code, len(kingdom.figures)).shuffled(turn.tables.spare_names)
    return next((one for one in names if one[:2].upper() not in kingdom.figures), names[0])


def free(turn: Turn, kingdom: Kingdom, figure: Figure, area: str = "") -> None:
    """A prisoner is free and at home, or at this area. A ruler who comes back to a kingdom under a Regent rules again with a
    part of what he had, and that Regent becomes a Prince (AC-08-43, AC-08-44, ruling 36)."""
    figure.held_by, figure.silent, figure.told_area = "", False, ""
    if area:
        relocate(turn, kingdom, figure, area)
    else:
        go_home(turn, kingdom, figure)
    turn.tell_kingdoms("freed", (kingdom.code,), figure=figure.name, rank=figure.rank)
    had = kingdom.lost_rulers.pop(figure.code, 0)
    present = kingdom.figures.get(kingdom.ruler)
    if figure.rank not in ROYAL or present is None:
        return
    if present.rank == "Regent":
        present.rank = "Prince"
        kingdom.ruler = figure.code
        kept = round(had * turn.tables.value("influence.returning_king"), 2)
        kingdom.influence = max(kingdom.influence, kept)
        hundredths = round(kingdom.influence * 100)
        turn.tell_kingdoms("king-returned", (kingdom.code,), figure=figure.name, rank=figure.rank, hundredths=hundredths)
    elif figure.rank == "Regent":
        figure.rank = "Prince"
