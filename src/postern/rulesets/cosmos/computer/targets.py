"""What there is to take and to beat off: hexes, towns and castles, enemies before own towns; each with its worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from postern.game.kit.digits import is_number
from postern.rulesets.cosmos.computer.numbers import NUMBERS
from postern.rulesets.cosmos.computer.survey import Survey
from postern.rulesets.cosmos.control_time import control_time, helpers, owned_neighbours
from postern.rulesets.cosmos.places import hex_of, inside_of, outwards, terrain_at
from postern.rulesets.cosmos.strength import efficiency
from postern.rulesets.cosmos.world import Location, Unit

_PERCENT = 100
_HELPLESS = 0.5
"""Strength of strangers that do not keep a hex from being taken."""


@dataclass(frozen=True)
class Target:
    """A position to be taken, or (``fight``) where enemies are to be beaten. ``foe`` is the strength that stands against it."""

    position: str
    place: int
    worth: float
    foe: float = 0.0
    owner: str = ""
    fight: bool = False


def targets(survey: Survey) -> list[Target]:
    """All targets that are known and not taken care of."""
    found = [*_hexes(survey), *_places(survey), *_threats(survey)]
    return [one for one in found if one.position not in survey.claimed]


def points_of(survey: Survey, location: Location) -> float:
    """The victory points of owning a location until the end (``victory.csv``)."""
    found = 0
    for row in survey.tables.victory:
        if row.type == location.type and row.kind == "location":
            found += row.points * location.size if row.per == "size" else row.points
        elif row.type == location.type and row.kind == "each turn":
            found += row.points * survey.turns_left
    return float(found)


def may_take(survey: Survey, owner: str) -> bool:
    """True for what nobody owns, what enemies own, and what nations own on which war may be made."""
    world = survey.world
    if not owner or world.policy(survey.code, owner) == "enemy":
        return True
    if survey.standing_in or world.friendly(survey.code, owner):
        return False
    return world.turn >= (survey.skill.war_from if survey.tables.nations[owner].played else 1)


def _hexes(survey: Survey) -> Iterator[Target]:
    world, tables = survey.world, survey.tables
    inside: dict[int, list[Location]] = {}
    for one in world.locations.values():
        if is_number(one.outside) and int(one.outside) in world.hexes:
            inside.setdefault(int(one.outside), []).append(one)
    for place in sorted(survey.nation.memory.hexes):
        owner = world.hexes[place].owner
        if owner == survey.code or not tables.land(place) or not may_take(survey, owner):
            continue
        here = inside.get(place, [])
        walled = [one for one in here if tables.location_types[one.type].influences_control]
        if any(one.owner and world.hostile(survey.code, one.owner) for one in walled):
            continue  # who holds the town holds the hex (CF-14-04)
        worth = NUMBERS.worth.enemy_hex if owner else NUMBERS.worth.hex
        worth += sum(points_of(survey, one) for one in here if one not in walled)
        yield Target(str(place), place, worth, survey.foes_in(place), owner)


def _places(survey: Survey) -> Iterator[Target]:
    for number, one in sorted(survey.world.locations.items()):
        kind = survey.tables.location_types[one.type]
        if one.owner == survey.code or not kind.influences_control or kind.mode or not may_take(survey, one.owner):
            continue
        worth = points_of(survey, one) * NUMBERS.worth.land_pct / _PERCENT
        place = hex_of(survey.world, one.outside)
        outer = [survey.world.locations[int(spot)] for spot in outwards(survey.world, str(number)) if int(spot) != place]
        guarded = [each for each in outer if each.owner != survey.code and may_take(survey, each.owner)]
        foe = sum(survey.defenders(each) for each in guarded) + survey.foes_in(place)
        yield Target(str(number), place, worth, foe, one.owner)


def _threats(survey: Survey) -> Iterator[Target]:
    for place, foe in survey.threats():
        yield Target(str(place), place, NUMBERS.worth.threat, foe, fight=True)


def work(survey: Survey, leader: Unit, target: Target, taken: frozenset[str] = frozenset()) -> int | None:
    """The phases in which a force takes a target once it is there; None when it cannot. ``taken`` will be owned by then."""
    if target.fight:
        return 1 if target.foe <= _able(survey, leader) else None
    row, world = survey.leads(leader), survey.world
    if row is None or target.foe > max(_able(survey, leader), _HELPLESS):
        return None
    if not efficiency(survey.kind(leader), leader):
        return None  # he is incapacitated
    if target.owner and not row.can_neutralise:
        return None
    if row.helpers == "required" and not any(True for _ in helpers(world, leader)):
        return None
    if row.needs_owned_neighbour and not (
        _neighbours(survey, target) & taken or owned_neighbours(world, survey.code, target.position)
    ):
        return None
    if terrain_at(world, target.position) not in survey.tables.moves[survey.kind(leader).move_profile]:
        return None
    phases = control_time(world, replace(leader, position=target.position))
    inner = [one for one in inside_of(world, target.position) if one.owner and world.hostile(survey.code, one.owner)]
    return phases * (1 + len(inner))


def _neighbours(survey: Survey, target: Target) -> set[str]:
    return {str(one) for one in survey.tables.grid.neighbours(target.place)}


def _able(survey: Survey, leader: Unit) -> float:
    """How strong a defence a force may attack."""
    force = [leader, *(survey.world.units[number] for number in leader.members)]
    return survey.might(force) * _PERCENT / survey.skill.margin_pct
