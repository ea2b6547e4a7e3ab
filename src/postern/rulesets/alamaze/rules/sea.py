"""Sea power: ships, battles of fleets, and who drowns.

- Sea power: how many ships a kingdom has in each sea, who needs them, and how many are left when some go (AC-07, ruling
  30). One ship carries one brigade; a patrol needs one too. Groups that fly need none.
- Battles of fleets: ships, their quality and the leaders aboard decide; troops do not (AC-07-07, AC-22-10..13, ruling 31).
- At the end of a turn ships must carry all who stand on the water (AC-07-11, ruling 30).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from postern.rulesets.alamaze.rules.groups import end_and_tell, end_if_empty, flies, is_empty, leaders_bonus, terrain_factor
from postern.rulesets.alamaze.turn import Activity, Turn
from postern.rulesets.alamaze.world.records import Group, Kingdom, World


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


def drown(turn: Turn) -> None:
    """Brigades beyond a kingdom's ships in a sea drown, those of its last group first, then patrols. Figures die with half of
    the share of their group that drowned."""
    for code in sorted(turn.world.kingdoms):
        for sea in turn.tables.seas:
            _drown_in(turn, code, sea)


def _drown_in(turn: Turn, code: str, sea: str) -> None:
    excess = ships_needed(turn.world, code, sea) - rating(turn.kingdom(code), sea)
    if excess <= 0:
        return
    last_first = groups_in(turn.world, code, sea)[::-1]
    for group in [one for one in last_first if one.brigades] + [one for one in last_first if not one.brigades]:
        if excess > 0:
            excess -= _sink(turn, group, excess)


def _sink(turn: Turn, group: Group, excess: int) -> int:
    """Gives how many ships are no longer needed."""
    before = group.size
    brigades = lose_brigades(turn, group, excess)
    share = brigades / before if before else 1
    figures = lose_figures(turn, group, share * turn.tables.value("sea.figure_share"), "drowned")
    told = {"group": group.id, "area": group.area, "brigades": brigades, "figures": figures}
    turn.tell_kingdoms("drowned", (group.kingdom,), **told)
    end_if_empty(turn, group)
    return brigades or 1
