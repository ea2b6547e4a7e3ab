"""A kingdom that has nothing, and what tests give it: for objectives, conditions and status points."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from postern.rulesets.alamaze.world.records import Figure, Fleet, Kingdom, Leader, Wizard, World
from tests.rules.alamaze.build import new_world

Gift: TypeAlias = Callable[[World, Kingdom], None]


def bare_world(*gifts: Gift, code: str = "WA") -> World:
    """A world in which a kingdom has no centers, no figures but its king, no leaders, wizards, fleets and artifacts; and then
    what is given."""
    world = new_world()
    kingdom = world.kingdoms[code]
    for center in world.centers.values():
        if center.owner == code:
            center.owner = ""
    for group in world.groups_of(code):
        group.brigades, group.leaders, group.wizards, group.artifacts = {}, [], [], []
    kingdom.figures = {kingdom.ruler: kingdom.figures[kingdom.ruler]}
    kingdom.influence, kingdom.fleets, kingdom.skeletons, kingdom.declared = 12, {}, [], {}
    kingdom.reactions = dict.fromkeys(kingdom.reactions, "Suspicious")
    for gift in gifts:
        gift(world, kingdom)
    return world


def control(*regions: int) -> Gift:
    def give(world: World, kingdom: Kingdom) -> None:
        kingdom.controlled = list(regions)

    return give


def share(region: int, percent: int) -> Gift:
    """So many percent of a region's people."""

    def give(world: World, kingdom: Kingdom) -> None:
        first, second, *rest = [one for one in world.centers.values() if world.region_of(one.area) == region]
        first.owner, first.census, second.census = kingdom.code, percent, 100 - percent
        second.owner = ""
        for one in rest:
            one.owner, one.census = "", 0

    return give


def own(kind: str, number: int) -> Gift:
    """So many centers of a kind, the last of the map: no two of the first cities are in one region."""

    def give(world: World, kingdom: Kingdom) -> None:
        for center in [one for one in world.centers.values() if one.type == kind][:number]:
            center.owner = kingdom.code

    return give


def center(area: str, **more: int) -> Gift:
    def give(world: World, kingdom: Kingdom) -> None:
        world.centers[area].owner = kingdom.code
        for name, value in more.items():
            setattr(world.centers[area], name, value)

    return give


def influence(points: float) -> Gift:
    def give(world: World, kingdom: Kingdom) -> None:
        kingdom.influence = points

    return give


def rivals_influence(points: float) -> Gift:
    def give(world: World, kingdom: Kingdom) -> None:
        _rival(world, kingdom).influence = points

    return give


def rival_controls(*regions: int) -> Gift:
    def give(world: World, kingdom: Kingdom) -> None:
        _rival(world, kingdom).controlled = list(regions)

    return give


def rival_out(world: World, kingdom: Kingdom) -> None:
    _rival(world, kingdom).active = False


def rivals_chair(world: World, kingdom: Kingdom) -> None:
    world.council.members.append(_rival(world, kingdom).code)


def _rival(world: World, kingdom: Kingdom) -> Kingdom:
    return world.kingdoms[world.tables.kingdoms[kingdom.code].natural_enemy]


def chair(world: World, kingdom: Kingdom) -> None:
    world.council.members.append(kingdom.code)


def reacting(word: str, number: int) -> Gift:
    def give(world: World, kingdom: Kingdom) -> None:
        for region in list(kingdom.reactions)[:number]:
            kingdom.reactions[region] = word

    return give


def figures(rank: str, number: int, level: int = 0) -> Gift:
    """Figures of the court."""

    def give(world: World, kingdom: Kingdom) -> None:
        for _ in range(number):
            code = _code(kingdom)
            kingdom.figures[code] = Figure(code, f"Figure {code}", rank, kingdom.capital, level)

    return give


def held(rank: str, number: int, level: int = 0, of: str = "EL") -> Gift:
    """Prisoners of another kingdom."""

    def give(world: World, kingdom: Kingdom) -> None:
        home = world.kingdoms[of]
        for _ in range(number):
            code = _code(home)
            home.figures[code] = Figure(code, f"Figure {code}", rank, kingdom.capital, level, kingdom.code)

    return give


def _code(kingdom: Kingdom) -> str:
    return f"Z{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[sum(one[0] == 'Z' for one in kingdom.figures)]}"


def leaders(title: str, number: int) -> Gift:
    def give(world: World, kingdom: Kingdom) -> None:
        world.groups[f"1{kingdom.code}"].leaders += [Leader(f"Leader {n}", title) for n in range(number)]

    return give


def wizards(*powers: int) -> Gift:
    def give(world: World, kingdom: Kingdom) -> None:
        world.groups[f"1{kingdom.code}"].wizards = [Wizard(f"W{n}", f"Wizard {n}", power) for n, power in enumerate(powers)]

    return give


def artifacts(*keys: str) -> Gift:
    """Artifacts, spread over a group, the king and a center."""

    def give(world: World, kingdom: Kingdom) -> None:
        world.groups[f"1{kingdom.code}"].artifacts = list(keys[0::3])
        kingdom.figures[kingdom.ruler].artifacts = list(keys[1::3])
        if keys[2::3]:
            center(kingdom.capital)(world, kingdom)
            world.centers[kingdom.capital].artifacts = list(keys[2::3])

    return give


def recovered(number: int) -> Gift:
    def give(world: World, kingdom: Kingdom) -> None:
        kingdom.recovered = number

    return give


def fleets(**seas: tuple[int, float]) -> Gift:
    def give(world: World, kingdom: Kingdom) -> None:
        kingdom.fleets = {letter: Fleet(number, quality) for letter, (number, quality) in seas.items()}

    return give


def brigades(number: int, kind: str = "GI") -> Gift:
    """Giants in the 1st group, at full strength: each is worth 6,190 against centers."""

    def give(world: World, kingdom: Kingdom) -> None:
        group = world.groups[f"1{kingdom.code}"]
        group.brigades, group.morale, group.attrition = {kind: number}, 100, 0

    return give
