"""Who a force is in a fight: its side, its people, whether it sells itself (chapters 23, 24, 26)."""

from __future__ import annotations

from collections.abc import Sequence

from postern.rulesets.great_jewels.battle_numbers import NON_PLAYER
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import LOTU, NOBODY, Force, Leader, Province


def side_of(turn: Turn, force: Force) -> str:
    """The owner of a force in combat: a player's name, LOTU for all guardians of a Forbidden City, "" for neutrals."""
    if force.garrison and is_guarded_city(turn.province(force.garrison)):
        return LOTU
    return turn.owner_of(force)


def people_of(turn: Turn, force: Force) -> str:
    """The people of a force as the table of attack factors names it; NONPLAYER for all non-player forces (QJ-23-08)."""
    player = turn.player(turn.owner_of(force))
    return player.people.value if player else NON_PLAYER


def same_side(turn: Turn, one: Force, other: Force) -> bool:
    """True for forces of one owner or of mutual allies, who share the multi-army bonus (QJ-18-60, QJ-18-61)."""
    return turn.mutual_allies(side_of(turn, one), side_of(turn, other))


def is_guarded_city(province: Province) -> bool:
    """A Forbidden City that still has its name, and so its guardians."""
    return bool(province.city) and province.owner in (NOBODY, LOTU)


def is_stronghold(province: Province) -> bool:
    """A province that mercenaries still hold; without them it is a province like any other, whatever garrison comes after
    them (ruling 9 and 32)."""
    held = province.mercenary and not province.mercenaries_gone
    return held and province.owner == NOBODY and province.garrison > 0


def is_player_force(turn: Turn, force: Force) -> bool:
    """True when a player owns the force."""
    return turn.player(turn.owner_of(force)) is not None


def take_troops(turn: Turn, force: Force, number: int) -> None:
    """So many troops of a leader or garrison are dead (at most those it has)."""
    if force.leader:
        leader = turn.world.leaders[force.leader]
        leader.troops = max(0, leader.troops - number)
    else:
        province = turn.province(force.garrison)
        province.garrison = max(0, province.garrison - number)


def largest(leaders: Sequence[Leader]) -> Leader:
    """The leader with most troops, ties to the lowest number (ruling 7)."""
    return min(leaders, key=lambda leader: (-leader.troops, leader.number))


def divided(amount: int, weights: Sequence[int]) -> list[int]:
    """The amount in whole shares proportional to the weights, by largest remainder; ties to the earlier place.

    The shares add up to the amount; with no weight above 0 all shares are 0.
    """
    total = sum(weights)
    if total <= 0:
        return [0] * len(weights)
    shares = [amount * weight // total for weight in weights]
    left = amount - sum(shares)
    by_remainder = sorted(range(len(weights)), key=lambda place: (-(amount * weights[place] % total), place))
    for place in by_remainder[:left]:
        shares[place] += 1
    return shares
