"""Strongholds of mercenaries (chapter 26): what they do for themselves, and whom they sell nothing."""

from __future__ import annotations

from postern.rulesets.great_jewels.steps.forces import is_stronghold
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force

_RULES = decided("mercenaries")


def open_strongholds(turn: Turn) -> None:
    """Step 3a, before the purchases: what talismans bring in strongholds."""
    for force in turn.holders():
        place = turn.place_of(force)
        if force.leader and place and is_stronghold(turn.province(place)):
            hooks.IN_STRONGHOLD.fold(turn, force, None, place)


def ban(turn: Turn, name: str) -> None:
    """Whoever gives an attack that is carried out in a stronghold, or has a spell fall on a force of another there, never buys
    from mercenaries again; the victim may (QJ-26-11, ruling 9)."""
    player = turn.player(name)
    if player is not None and not player.banned:
        player.banned = True
        turn.tell("banned", to=[name])


def resent_spell(turn: Turn, caster: str, force: Force) -> None:
    """A spell of this player has taken hold of this force: in a stronghold it bans him, unless the force is his own."""
    place = turn.place_of(force)
    if place and turn.owner_of(force) != caster and is_stronghold(turn.province(place)):
        ban(turn, caster)


def fortify(turn: Turn) -> None:
    """Step 12: every stronghold builds CSPs with the zorans it has, at most 4 a turn and never more CSPs than it has defenders
    then (QJ-26-14)."""
    price = int(decided("building")["csp"])
    for province in turn.world.provinces.values():
        if not is_stronghold(province):
            continue
        number = min(int(_RULES["csps_a_turn"]), province.zorans // price, province.garrison - province.csps)
        if number > 0:
            province.csps += number
            province.zorans -= number * price


def recruit(turn: Turn) -> None:
    """Step 13, with all other levies: strongholds that have been discovered gain 3 troops (QJ-26-13, QJ-23-12)."""
    for province in turn.world.provinces.values():
        if is_stronghold(province) and province.discovered:
            province.garrison += int(_RULES["recruits_a_turn"])
