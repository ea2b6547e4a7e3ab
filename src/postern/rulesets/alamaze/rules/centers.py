"""Population centers: who has them, how they are defended, and who controls their regions.

- Population centers that change hands, and what becomes of those inside (AC-04, AC-08, AC-19, rulings 35 to 37).
- The defense of population centers in battle: what adds to it, how ready it is, wards and domes, and what it costs to fall
  (AC-04-30..32, AC-21-04..10, rulings 15 and 24).
- Who controls the regions, counted once a turn (AC-05-14..24, ruling 41), and influence that rests on what rulers hold.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from postern.rulesets.alamaze.rules.effects import Asked, amount, chance, drop_artifact, happens, suits
from postern.rulesets.alamaze.rules.figures import free, go_home, imprison, refuge, relocate
from postern.rulesets.alamaze.rules.groups import value_vs_center
from postern.rulesets.alamaze.rules.regions import (
    allied,
    centers_in,
    change_influence,
    change_reaction,
    controller,
    influence_word,
)
from postern.rulesets.alamaze.turn import Activity, Doing, Turn
from postern.rulesets.alamaze.world.records import PEOPLE, Center, Figure, Group, Kingdom, World

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


ENTIRE = 10_000


@dataclass
class Defenses:
    """What this turn knows of centers, by area: the part of the defense that earlier attacks of the turn left standing, wards
    against spells, and domes."""

    standing: dict[str, float] = field(default_factory=dict)
    wards: dict[str, int] = field(default_factory=dict)
    domes: set[str] = field(default_factory=set)


def defense_of(world: World, center: Center) -> int:
    """The defense of a center with what artifacts add (ruling 50)."""
    return round(amount(Asked(world, center.owner, center=center), "center_defense", "center", center.defense))


def is_capital(world: World, center: Center) -> bool:
    """True for the capital of its owner."""
    return center.owner in world.kingdoms and world.kingdoms[center.owner].capital == center.area


def readiness(turn: Turn, center: Center, key: str) -> float:
    """How well a center fights on this day: from 15 percent worse to 15 better than its walls, a capital always at its best
    (AC-04-30, AC-04-31, AC-21-07, ruling 15)."""
    if is_capital(turn.world, center):
        return 1 + turn.tables.value("pc.modifier_capital")
    span = round(turn.tables.value("pc.modifier_range") * 100)
    return 1 + turn.stream("readiness", center.area, key).between(-span, span) / 100


def center_to_attack(doing: Doing, group: Group) -> Center | None:
    """The foreign center in the area of a group that may act against one; None after a failure (AC-18-10, AC-21-11..13)."""
    activity = doing.turn.state(Activity)
    center = doing.world.centers.get(group.area)
    if center is None or center.destroyed:
        doing.fail(f"We know of no center in {group.area}, where {group.id} stands.", "Move there first, by 720.")
    elif center.owner == doing.code:
        doing.fail(f"{center.name} ({center.area}) is ours.")
    elif not group.brigades:
        doing.fail(f"{group.id} is a patrol; it needs troops to act against a center.")
    elif group.id in activity.entrenched:
        doing.fail(f"{group.id} entrenches this turn (121) and cannot act against a center.", "Keep one of the two orders.")
    elif group.id in activity.retreated:
        doing.unsure(f"{group.id} had to retreat this turn and cannot act against a center.")
    else:
        return center
    return None


def damage(turn: Turn, center: Center, percent: float) -> dict[str, int]:
    """Lowers defense, census, gold and food for good by so many percent; food that is eaten stays as it is (AC-21-10). Gives
    what is left of each."""
    for name in ("defense", "census", "food", "gold"):
        value = getattr(center, name)
        if value > 0:
            setattr(center, name, value * (ENTIRE - round(percent * 100)) // ENTIRE)
    return {"defense": center.defense, "census": center.census, "food": center.food, "gold": center.gold}


def destroy(turn: Turn, center: Center, by: str) -> None:
    """A center is no more. A kingdom that took it first had its chance to capture who was inside; others flee, prisoners go
    free; its artifacts lie where it was."""
    if by:
        change_owner(turn, center, by, "attack")
    else:
        change_owner(turn, center, "", "revolt")
    center.owner, center.destroyed = "", True
    for kingdom, figure in list(turn.world.figures_at(center.area)):
        if figure.held_by:
            free(turn, kingdom, figure)
        else:
            relocate(turn, kingdom, figure, refuge(turn, kingdom, center.area))
    for key in center.artifacts:
        turn.world.lost_artifacts[key] = center.area
    center.artifacts.clear()
    end_sieges(turn, center.area)


def end_sieges(turn: Turn, area: str) -> None:
    """Sieges of a center are over: it fell, or it is no more."""
    for group in turn.world.groups.values():
        if group.siege is not None and group.siege.area == area:
            group.siege = None


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
