"""Missiles: who shoots at whom, and the round at stormers (CF-15.6.1-07, CF-15.7.2-06, ruling 7.7)."""

from __future__ import annotations

from postern.rulesets.cosmos.battle.damage import Blow, best_blow, roll
from postern.rulesets.cosmos.battle.fight import Fight
from postern.rulesets.cosmos.battle.fighter import Fighter
from postern.rulesets.cosmos.battle.melee import land, settle

SHOOTING_TACTICS = ("defend", "avoid", "flee")


def shoot(fight: Fight, opening: bool) -> bool:
    """Step 5: units that do not advance shoot; in the opening all do, and those on ships there alone (CF-15.6-10,
    CF-15.7.2-13, CF-12.2-06). True when any did."""
    happened = False
    for one in fight.present():
        if one.fate or not one.missiles or one.left <= 0 or (one.met and not opening) or (one.sea_borne and not opening):
            continue
        only_stormers = not opening and one.tactics not in SHOOTING_TACTICS
        if only_stormers and one.tactics != "attack":
            continue
        target = choose(fight, one, only_stormers)
        if target:
            one.did = happened = True
            one.left = 0
            volley(fight, one, *target, "missile")
    return happened


def choose(fight: Fight, one: Fighter, only_stormers: bool = False) -> tuple[Fighter, Blow] | None:
    """The nearest enemy in range, of several the most individuals; none in melee or in a defensive position (CF-15.7.2-06)."""
    far = reach(fight, one)
    foes = [other for other in fight.foes(one) if not other.met and not other.covered and _reaches(fight, one, other, far)]
    if only_stormers:
        foes = [other for other in foes if other.storms and fight.wall_between(one.spot, other.spot) == one.spot.place]
    for other in sorted(foes, key=lambda other: (fight.battlefield.steps(one.spot, other.spot), -other.living, other.unit.id)):
        if found := best_blow(fight, one, other, melee=False):
            return other, found
    return None


def in_range(fight: Fight, one: Fighter, other: Fighter) -> bool:
    """True when a unit's missiles reach an enemy: as many steps as its range, one in woods, and out of a location or, for those
    who storm it, into it (CF-15.7.1-11, CF-15.5-05, CF-15.6.1-10)."""
    return _reaches(fight, one, other, reach(fight, one))


def _reaches(fight: Fight, one: Fighter, other: Fighter, far: int) -> bool:
    if fight.battlefield.steps(one.spot, other.spot) > far:
        return False
    crossed = fight.battlefield.crossed(one.spot, other.spot)
    return crossed != "-" and (crossed != other.spot.place or fight.may_engage(one, other))


def reach(fight: Fight, one: Fighter) -> int:
    """The range of a unit's missiles where it stands; 0 without any."""
    longest = max((attack.reach for attack in one.attacks if not attack.melee), default=0)
    cap = fight.missile_cap(one)
    return longest if cap is None else min(longest, cap)


def volley(fight: Fight, one: Fighter, other: Fighter, found: Blow, how: str) -> None:
    """All that can of a unit shoot at one target."""
    number = one.count_attacks()
    fight.declare(one, other)
    fight.show(one, other)
    land(fight, one, other, roll(fight, one, found, other, number), number, how)
    settle(fight, other, one)
    if other.tactics == "flee" and not other.fate:
        fight.flees(other, "tactics")


def shoot_stormers(fight: Fight) -> bool:
    """Before stormers of a location first fight, all inside who have missiles shoot at them once, whatever their tactics."""
    happened = False
    for place in sorted({wall for one in fight.present() if (wall := _storms(fight, one))} - fight.volleyed):
        fight.volleyed.add(place)
        for one in [one for one in fight.present() if one.spot.place == place and one.missiles and not one.disabled]:
            foes = [other for other in fight.foes(one) if _storms(fight, other) == place]
            for other in sorted(foes, key=lambda other: (-other.living, other.unit.id)):
                if found := best_blow(fight, one, other, melee=False):
                    volley(fight, one, other, found, "at stormers")
                    happened = True
                    break
    return happened


def _storms(fight: Fight, one: Fighter) -> str:
    """The walled location at whose wall a stormer stands, with somebody inside whom it attacks; "" for none."""
    if not one.storms:
        return ""
    inside = (
        wall
        for other in fight.foes(one)
        if fight.battlefield.melee(one.spot, other.spot)
        and (wall := fight.wall_between(one.spot, other.spot)) == other.spot.place
        and wall
        and fight.may_engage(one, other)
    )
    return next(inside, "")
