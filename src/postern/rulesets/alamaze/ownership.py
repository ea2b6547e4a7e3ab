"""Population centers that change hands, and what becomes of those inside (AC-04, AC-08, AC-19, rulings 35 to 37)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from postern.rulesets.alamaze.artifacts.holding import drop_artifact, suits
from postern.rulesets.alamaze.effects import Asked, chance, happens
from postern.rulesets.alamaze.figures import free, go_home, imprison, refuge
from postern.rulesets.alamaze.group_values import value_vs_center
from postern.rulesets.alamaze.influence import change_influence
from postern.rulesets.alamaze.regions import allied
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import PEOPLE, Center, Figure, Kingdom, World

How: TypeAlias = Literal["attack", "siege", "parley", "politics", "region", "revolt"]
"""How a center came to its new owner. Only "attack" and "siege" endanger figures inside (AC-19-19..22)."""


def change_owner(turn: Turn, center: Center, owner: str, how: How) -> None:
    """A center has a new owner, "" for none. Of a lost capital the next is named, figures of kingdoms that the new owner is no
    ally of are captured or flee, the prisoners of the people are his, and artifacts that do not serve him lie in the wild
    (AC-04-23..29, AC-09-12, ruling 28)."""
    before = center.owner
    center.owner = owner
    turn.tell_kingdoms("center-owner", (before, owner), area=center.area, before=before, after=owner, how=how)
    loser, winner = turn.world.kingdoms.get(before), turn.world.kingdoms.get(owner)
    if loser is not None and loser.capital == center.area:
        _lose_capital(turn, loser, center.area)
    inside = list(turn.world.figures_at(center.area))
    if how in ("attack", "siege"):
        for kingdom, figure in inside:
            if not figure.held_by and not (owner and allied(turn.world, owner, kingdom.code)):
                _caught(turn, center, kingdom, figure, owner, how)
    if winner is not None:
        for key in [one for one in center.artifacts if not suits(turn.tables, one, winner.code)]:
            drop_artifact(turn, key)
        if not _owns(turn.world, winner.code, winner.capital):
            _name_capital(turn, winner, center.area)
        come_back(turn, winner)
        for kingdom, figure in inside:
            if figure.held_by == PEOPLE:
                _handed_over(turn, kingdom, figure, owner)


def _owns(world: World, code: str, area: str) -> bool:
    return area in world.centers and world.centers[area].owner == code


def _caught(turn: Turn, center: Center, kingdom: Kingdom, figure: Figure, owner: str, how: How) -> None:
    """Captured, fled to its capital, or, an agent, gone underground (AC-08-27..29, AC-19-19..22, ruling 35)."""
    tables, name = turn.tables, ("capture", center.area, kingdom.code, figure.code)
    ruler = "king_" if figure.code == kingdom.ruler else ""
    roll = {"attack": "capture.ruler_center_falls" if ruler else "capture.figure_center_falls", "siege": "capture.siege_end"}
    asked = Asked(turn.world, kingdom.code, figure=figure, center=center)
    percent = chance(asked, roll[how], tables.value(f"capture.{ruler}{how}_pct"))
    if turn.expected:
        return
    if happens(turn, percent, *name):
        imprison(turn, kingdom, figure, owner)
    elif not figure.agent or (how == "attack" and not happens(turn, tables.value("capture.underground_pct"), *name, "stays")):
        go_home(turn, kingdom, figure, center.area)


def _handed_over(turn: Turn, kingdom: Kingdom, figure: Figure, owner: str) -> None:
    """Whom the people of a neutral center held, its new owner holds, or sets free as his own or an ally's."""
    if allied(turn.world, owner, kingdom.code):
        free(turn, kingdom, figure)
    else:
        imprison(turn, kingdom, figure, owner)


def _lose_capital(turn: Turn, kingdom: Kingdom, lost: str) -> None:
    """The capital moves at once to an alternate one, else to the own center with the highest defense (ruling 36). It costs
    a point of influence (AC-09-12). Prisoners who were held there are free."""
    chosen = next((area for area in kingdom.alternates if can_be_capital(turn.world, kingdom.code, area)), "")
    turn.tell_kingdoms("capital-lost", (kingdom.code,), area=lost)
    _name_capital(turn, kingdom, chosen or refuge(turn, kingdom, lost))
    change_influence(turn, kingdom, turn.tables.value("influence.capital_lost"), "capital")
    for other in turn.world.kingdoms.values():
        for figure in list(other.figures.values()):
            if figure.held_by == kingdom.code:
                free(turn, other, figure)


def _name_capital(turn: Turn, kingdom: Kingdom, area: str) -> None:
    kingdom.capital = area
    turn.tell_kingdoms("capital", (kingdom.code,), area=area)


def can_be_capital(world: World, code: str, area: str) -> bool:
    """True for an own center where no group of a kingdom that is no ally stands in strength; hidden ones do not count."""
    if not _owns(world, code, area):
        return False
    strangers = (one for one in world.groups_at(area) if not allied(world, one.kingdom, code) and not hides(world, one.id))
    return all(value_vs_center(world, one) <= world.centers[area].defense for one in strangers)


def hides(world: World, group: str) -> bool:
    """True for a patrol and for a group that lies in ambush or is invisible: it stands in nobody's way (AC-19-08, AC-19-11)."""
    found = world.groups[group]
    return found.patrol or found.ambush or found.hidden == "invisible"


def come_back(turn: Turn, kingdom: Kingdom) -> None:
    """Figures in exile come home when the kingdom has a center again; until then they are where group 1 is (ruling 37)."""
    for figure in kingdom.figures.values():
        if figure.exiled:
            go_home(turn, kingdom, figure)
