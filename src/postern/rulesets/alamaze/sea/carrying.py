"""How many brigades a kingdom's ships carry in a sea (AC-07, ruling 30)."""

from __future__ import annotations

from postern.rulesets.alamaze.world import Group, World


def load(group: Group) -> int:
    """What a group takes of the ships: a patrol counts as one brigade."""
    return max(group.size, 1)


def carried(world: World, code: str, sea: str) -> int:
    """The brigades of a kingdom that stand in areas of a sea; the sea by its letter."""
    tables = world.tables
    at_sea = (one for one in world.groups_of(code) if one.area and tables.areas[one.area].sea)
    return sum(load(one) for one in at_sea if tables.sea_letters[tables.areas[one.area].sea] == sea)


def room(world: World, code: str, area: str) -> int:
    """How many more brigades of a kingdom can stand in an area: on land any number, in a sea as many as its ships carry."""
    name = world.tables.areas[area].sea
    if not name:
        return 1_000_000
    letter = world.tables.sea_letters[name]
    fleet = world.kingdoms[code].fleets.get(letter)
    return (fleet.number if fleet else 0) - carried(world, code, letter)
