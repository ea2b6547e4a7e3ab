"""Sea power: how many ships a kingdom has in each sea, who needs them, and how they are built and sold (AC-07, rulings 30, 32).

One ship carries one brigade; a patrol needs one too. Groups that fly need none.
"""

from __future__ import annotations

from postern.rulesets.alamaze.movement.travel import flies
from postern.rulesets.alamaze.world import Group, Kingdom, World


def sea_of(world: World, area: str) -> str:
    """The letter of the sea in which an area lies, "" for land."""
    return world.tables.sea_letters.get(world.tables.areas[area].sea, "")


def rating(kingdom: Kingdom, sea: str) -> int:
    """A kingdom's sea power in a sea: its fleets there (AC-07-02)."""
    fleet = kingdom.fleets.get(sea)
    return fleet.number if fleet is not None else 0


def ships_for(world: World, group: Group) -> int:
    """The ships that a group needs on the water: one a brigade, one for a patrol (AC-07-03)."""
    return 0 if flies(world, group) else max(group.size, 1)


def groups_in(world: World, code: str, sea: str) -> list[Group]:
    """A kingdom's groups that need ships in a sea, by number."""
    return [one for one in world.groups_of(code) if one.area and sea_of(world, one.area) == sea and ships_for(world, one)]


def ships_needed(world: World, code: str, sea: str) -> int:
    """The ships that a kingdom's groups in a sea need (AC-07-08)."""
    return sum(ships_for(world, one) for one in groups_in(world, code, sea))


def room_at(world: World, code: str, area: str) -> int | None:
    """How many more brigades a kingdom can keep in an area: its spare ships there; None on land, where none are needed.
    Recruits and reinforcements on the water ask for it (AC-07-09, AC-07-13)."""
    sea = sea_of(world, area)
    return max(rating(world.kingdoms[code], sea) - ships_needed(world, code, sea), 0) if sea else None


def take_ships(kingdom: Kingdom, sea: str, number: int) -> None:
    """Takes ships out of a sea; what is left keeps its quality."""
    fleet = kingdom.fleets[sea]
    fleet.number -= number
    if fleet.number <= 0:
        del kingdom.fleets[sea]
