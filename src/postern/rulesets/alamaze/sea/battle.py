"""Battles of fleets: ships, their quality and the leaders aboard decide; troops do not (AC-07-07, AC-22-10..13, ruling 31)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from postern.rulesets.alamaze.activity import Activity
from postern.rulesets.alamaze.group_end import end_and_tell, is_empty
from postern.rulesets.alamaze.group_values import leaders_bonus, terrain_factor
from postern.rulesets.alamaze.sea.power import rating, sea_of, take_ships
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Group, World

_EXACT = 10_000
"""Parts and chances are rolled to a ten-thousandth."""


@dataclass(frozen=True)
class Navy:
    """All fleets of a kingdom in a sea, and the group that they carry; None for a fleet on patrol."""

    kingdom: str
    group: Group | None = None


@dataclass(frozen=True)
class Side:
    """What became of one side: its fleets before the battle, and how many of them it lost."""

    kingdom: str
    fleets: int
    lost: int

    @property
    def share(self) -> float:
        """The part of its fleets that it lost; all, for a side that had none."""
        return self.lost / self.fleets if self.fleets else 1


def strength(world: World, navy: Navy, sea: str) -> float:
    """The strength of a navy: the root of its fleets, their quality, the leaders aboard, how at home it is at sea."""
    fleet = world.kingdoms[navy.kingdom].fleets.get(sea)
    if fleet is None:
        return 0
    leaders = leaders_bonus(world.tables, navy.group) if navy.group is not None else 0
    return math.sqrt(fleet.number) * fleet.quality * (1 + leaders) * terrain_factor(world, navy.kingdom, "Sea")


def part_lost(world: World, own: float, enemy: float, luck: float = 1.0) -> float:
    """The part of its fleets that a navy of one strength loses to one of another; ``luck`` is the enemy's."""
    value = world.tables.value
    if not own:
        return value("sea.loss_maximum")
    return min(max(value("sea.loss_factor") * enemy / own * luck, value("sea.loss_minimum")), value("sea.loss_maximum"))


def fight(turn: Turn, one: Navy, other: Navy, sea: str) -> tuple[Side, Side, str]:
    """A battle of two navies: each strikes with its full strength. Gives both sides and the code of
    the winner: who lost the smaller share, else who is stronger afterwards, else ``one``, which is the patrol."""
    world = turn.world
    navies = (one, other)
    before = {navy.kingdom: strength(world, navy, sea) for navy in navies}
    sides = []
    for navy, enemy in ((one, other), (other, one)):
        fleets = rating(world.kingdoms[navy.kingdom], sea)
        stream = turn.stream("naval", sea, one.kingdom, other.kingdom, navy.kingdom, navy.group.id if navy.group else "")
        spread = round(world.tables.value("sea.luck") * _EXACT)
        luck = stream.between(_EXACT - spread, _EXACT + spread) / _EXACT
        lost = fleets * part_lost(world, before[navy.kingdom], before[enemy.kingdom], luck)
        whole = math.floor(lost)
        whole += stream.odds(round((lost - whole) * _EXACT), _EXACT)
        sides.append(Side(navy.kingdom, fleets, min(whole, fleets)))
    for side in sides:
        if side.lost:
            take_ships(world.kingdoms[side.kingdom], sea, side.lost)
    first, second = sides
    rest = [strength(world, navy, sea) for navy in navies]
    won = first.share < second.share or (first.share == second.share and rest[0] >= rest[1])
    winner = first.kingdom if won else second.kingdom
    told = {"one": first.kingdom, "one_fleets": first.fleets, "one_lost": first.lost}
    told |= {"other": second.kingdom, "other_fleets": second.fleets, "other_lost": second.lost}
    told |= {"groups": [navy.group.id for navy in navies if navy.group is not None], "winner": winner}
    turn.tell_kingdoms("naval-battle", (first.kingdom, second.kingdom), sea=world.tables.seas[sea].sea, **told)
    return first, second, winner


def losses_aboard(turn: Turn, group: Group, share: float, how: str) -> bool:
    """A group aboard ships of which this share sank: it loses as many of its brigades, the least valuable first, and each
    leader and wizard dies with half of the share (AC-22-12). True while anything of it is left; ending it is the caller's."""
    tables = turn.tables
    stream = turn.stream("aboard", how, group.id)
    exact = group.size * share
    drowned = math.floor(exact)
    drowned += stream.odds(round((exact - drowned) * _EXACT), _EXACT)
    brigades = lose_brigades(turn, group, drowned)
    figures = lose_figures(turn, group, share * tables.value("sea.figure_share"), how)
    if brigades or figures:
        told = {"group": group.id, "area": group.area, "brigades": brigades, "figures": figures}
        turn.tell_kingdoms("lost-at-sea", (group.kingdom,), **told, how=how)
    return not is_empty(group)


def lose_brigades(turn: Turn, group: Group, number: int) -> int:
    """So many brigades are gone, the least valuable kinds first; gives how many."""
    tables, left = turn.tables, min(number, group.size)
    gone = left
    for kind in sorted(group.brigades, key=lambda one: (tables.brigades[one].value_vs_pc, one)):
        some = min(left, group.brigades[kind])
        left -= some
        group.brigades[kind] -= some
        if not group.brigades[kind]:
            del group.brigades[kind]
    return gone


def lose_figures(turn: Turn, group: Group, chance: float, how: str) -> list[str]:
    """Each leader and wizard dies with this chance, wraiths and liches never; gives the names of the dead."""
    safe = {one.name for one in group.wizards if one.form}
    names = [*(one.name for one in group.leaders), *(one.name for one in group.wizards)]
    streams = {name: turn.stream("figure lost", how, group.id, name) for name in names if name not in safe}
    dead = [name for name, stream in streams.items() if stream.odds(round(chance * _EXACT), _EXACT)]
    group.leaders = [one for one in group.leaders if one.name not in dead]
    group.wizards = [one for one in group.wizards if one.name not in dead]
    return dead


def fight_of_groups(turn: Turn, attacker: Group, defender: Group) -> str:
    """Two groups aboard ships in one area of a sea: their kingdoms' fleets fight, both suffer what their ships do, and the
    loser's group counts as having retreated. Gives the winner's code (AC-22-17, ruling 31). A group without ships is lost."""
    sea = sea_of(turn.world, attacker.area)
    first, second, winner = fight(turn, Navy(attacker.kingdom, attacker), Navy(defender.kingdom, defender), sea)
    activity = turn.state(Activity)
    groups = (attacker, defender)
    for group, side in ((attacker, first), (defender, second)):
        activity.fought(group.id)
        if side.kingdom != winner:
            activity.retreated.add(group.id)
        losses_aboard(turn, group, side.share, f"battle {attacker.id} {defender.id}")
    for beaten, victor in (groups, groups[::-1]):
        end_and_tell(turn, beaten, victor)
    return winner
