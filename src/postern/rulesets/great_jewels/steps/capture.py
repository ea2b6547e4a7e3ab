"""Step 11: capture of provinces (chapter 20, ruling 15), and how a province changes hands by any other means."""

from __future__ import annotations

from collections.abc import Sequence

from postern.rulesets.great_jewels.geography import hex_of
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import LOTU, NOBODY, Force, Leader, Province, Terrain, garrison_force, leader_force


def capture_provinces(turn: Turn) -> None:
    """Provinces without garrison fall to the one player who has leaders there that are not at peace."""
    contested = {leader.province for leader in turn.world.leaders.values()}
    for name in sorted(contested, key=hex_of):
        province, leaders = turn.province(name), turn.leaders_in(name)
        open_city(turn, province)
        if province.garrison or province.dragon or province.city or province.terrain is Terrain.IMPASSABLE:
            continue
        captor = captor_of(turn, province, leaders)
        if captor:
            take_province(turn, name, captor)
        elif _falls_neutral(province, leaders):
            lose_province(turn, name)
    for province in turn.world.provinces.values():
        open_city(turn, province)


def captor_of(turn: Turn, province: Province, leaders: Sequence[Leader]) -> str:
    """The player who captures this province without garrison now, or ""."""
    warlike = [leader for leader in leaders if not leader.at_peace]
    sides = {leader.owner for leader in warlike}
    if len(sides) > 1:
        sides = {one.owner for one in warlike if hooks.CAPTURES.fold(turn, leader_force(one.number), False, province.name)}
    if len(sides) != 1:
        return ""
    (captor,) = sides
    if captor in (province.owner, LOTU):
        return ""
    spared = turn.declared_ally(captor, province.owner)
    own = [leader.number for leader in warlike if leader.owner == captor]
    if spared and turn.hostile.isdisjoint(own):
        struck = any(leader_force(number) in turn.attackers for number in own)
        if struck and garrison_force(province.name) in turn.attacked:
            turn.tell("spared", to=[captor], province=province.name, owner=province.owner, leader=own[0])
        return ""
    return captor


def _falls_neutral(province: Province, leaders: Sequence[Leader]) -> bool:
    """True when nothing of the owner's is left and at least two other players' armies, not at peace, stand there (QJ-20-06)."""
    if province.owner == NOBODY or any(leader.owner == province.owner for leader in leaders):
        return False
    return len({leader.owner for leader in leaders if leader.troops and not leader.at_peace}) > 1


def open_city(turn: Turn, province: Province) -> None:
    """A Forbidden City without guardians is a province like any other (QJ-24-11, QJ-24-18); its name is kept for the
    Forbidden Architect."""
    if not province.city:
        return
    inside = {leader.owner for leader in turn.leaders_in(province.name)}
    if not province.garrison and LOTU not in inside:
        turn.world.cities_taken.append(province.city)
        turn.tell("city-opened", to=inside, province=province.name, city=province.city)
        province.city = ""


def take_province(turn: Turn, name: str, owner: str) -> None:
    """The province becomes this player's, by whatever means: rates, T/O and autobuild start anew (QJ-10-04), flag -X.

    Garrison, citadel, navies, road, zorans and talismans stay as they are; a ravaged province stays ravaged.
    """
    before = turn.province(name).owner
    _change_owner(turn, name, owner)
    turn.province(name).turns_owned = 1
    turn.captured.add(name)
    force = garrison_force(name)
    turn.flag(force, "-X")
    for talisman in turn.held(force):
        turn.place_talisman(talisman.number, force)
    hooks.ON_CAPTURE.fold(turn, force, None, owner)
    turn.tell("captured", to=[owner, before], province=name, by=owner, from_=before)


def lose_province(turn: Turn, name: str) -> None:
    """The province becomes nobody's; troops still in it are a neutral garrison, even where mercenaries once were."""
    before = turn.province(name).owner
    _change_owner(turn, name, NOBODY)
    province = turn.province(name)
    province.turns_owned = 0
    province.mercenaries_gone = province.mercenary
    turn.tell("went-neutral", to=[before], province=name)


def _change_owner(turn: Turn, name: str, owner: str) -> None:
    province = turn.province(name)
    force: Force = garrison_force(name)
    if province.owner:
        hooks.ON_REMOVAL.fold(turn, force, None, force)
        turn.visit(province.owner, name)
    province.owner = owner
    province.rises = province.levy_lost = province.chained_rises = 0
    province.chain_gang = province.autobuild = province.besieged = False
    province.home_of = ""
