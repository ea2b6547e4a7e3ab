"""The course of battles, step h of a phase: hex by hex in the order of their numbers (CF-15-01, ruling 2.1), each in segments
of eleven steps until nobody wants to or can fight (CF-15.7.2), and what follows: morale, wounds, used-up ladders, lost
ships, and the account for each nation (rulings 7.12, 19.1)."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from postern.rulesets.cosmos.rules import works
from postern.rulesets.cosmos.rules.battle.attacks import (
    MELEE_TACTICS,
    SHOOTING_TACTICS,
    attack_in_melee,
    in_range,
    shoot,
    shoot_stormers,
    unguarded,
)
from postern.rulesets.cosmos.rules.battle.fight import Fight, start_segment
from postern.rulesets.cosmos.rules.battle.fighters import Fighter, Spot
from postern.rulesets.cosmos.rules.battle.start import begin, groups, hostile_pairs, taking_part
from postern.rulesets.cosmos.tables.amounts import HUNDRED
from postern.rulesets.cosmos.tables.numbers import BATTLE
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import hex_of, terrain_at
from postern.rulesets.cosmos.world.records import Unit, World
from postern.rulesets.cosmos.world.strength import bonus_of, force_of


def dead_at_sea(fight: Fight) -> dict[str, int]:
    """For each nation with embarked units, the size of their individuals that died; those who fled do not count."""
    found: dict[str, int] = {}
    for one in fight.fighters:
        if one.sea_borne:
            found[one.owner] = found.get(one.owner, 0) + (one.began - one.living) * one.kind.size
    return dict(sorted(found.items()))


def finish(fight: Fight) -> None:
    """Writes back what the battle made of the units, and tells each nation what it may know."""
    turn = fight.turn
    _use_up_ladders(fight)
    for one in fight.fighters:
        if not one.fate:
            one.sync()
            one.unit.spirit = one.spirit
            if one.fought:
                turn.fought.add(one.unit.id)
        fight.record.leaves(one)
    if fight.record.eventful:
        _tell(fight)


def _use_up_ladders(fight: Fight) -> None:
    """Ladders are used up by the battle in which a force stormed (``items.csv``)."""
    world = fight.world
    stormers = [one.unit for one in fight.fighters if one.storms and one.fought and one.unit.id in world.units]
    holders = {member.id for unit in stormers for member in force_of(world, unit)}
    for number in [number for number, item in sorted(world.items.items()) if item.holder in holders]:
        if "ladders" in bonus_of(world, world.items[number]):
            del world.items[number]


def _tell(fight: Fight) -> None:
    """One account for each nation involved, with all that it saw; who only looked on hears whom it saw fight."""
    turn, place = fight.turn, fight.battlefield.root
    owners = {one.unit.id: one.owner for one in fight.fighters}
    revealed = {one.unit.id for one in fight.fighters if one.revealed}
    involved = set(owners.values())
    where = {"place": place, "hex": hex_of(fight.world, place), "terrain": terrain_at(fight.world, place)}
    for code in turn.others(involved):
        if seat := turn.seat_of(code):
            known = revealed | fight.sees[code] | {number for number, owner in owners.items() if owner == code}
            nations = turn.others({owners[number] for number in known & set(owners)})
            armies = {one.owner: one.army for one in fight.fighters if one.owner in nations}
            arms = {str(whose): arm for whose, arm in fight.battlefield.arms.items() if not isinstance(whose, int)}
            arms |= {code: fight.battlefield.arms[army] for code, army in armies.items() if army in fight.battlefield.arms}
            facts = {
                "nations": nations,
                "armies": armies,
                "arms": arms,
                "star": fight.battlefield.star,
                "lasted": fight.segment,
            }
            turn.tell("battle", seat, own=code, **where, **facts, **fight.record.told_to(known.__contains__))
    fighting = {seat for code in involved for seat in turn.seat_of(code)}
    for looker in sorted(set(fight.watched) - fighting):
        turn.tell("battle seen", (looker,), place=place, nations=turn.others(fight.watched[looker]))


ADVANCING = ("charge", "attack")


def fight_out(fight: Fight) -> None:
    """Fights a battle to its end (ruling 7.12)."""
    fight.record.count(fight.fighters)
    if missiles_first(fight):
        opening_segment(fight)
        fight.record.count(fight.fighters)
    while fight.segment < BATTLE.most_segments and full_segment(fight):
        fight.record.count(fight.fighters)


def missiles_first(fight: Fight) -> bool:
    """True when enemies with missiles start within range of each other, at sea or in one location (CF-15.7.2-13)."""
    return any(
        one.missiles and in_range(fight, one, other)
        for one in fight.present()
        for other in fight.foes(one)
        if one.spot == other.spot
    )


def opening_segment(fight: Fight) -> None:
    """The segment of missiles alone: steps 1, 2, 5, 10 and 11."""
    start_segment(fight, fight.present())
    spread_fear(fight)
    let_flee(fight)
    shoot(fight, opening=True)
    hearten(fight)
    calm(fight)


def full_segment(fight: Fight) -> bool:
    """One full segment. False when nobody attacked, shot, charged or advanced."""
    start_segment(fight, fight.present())
    spread_fear(fight)  # 1
    let_flee(fight)  # 2
    happened = shoot_stormers(fight)
    happened |= attack_in_melee(fight, [one for one in fight.present() if one.tactics in MELEE_TACTICS])  # 3
    happened |= charge(fight, [one for one in fight.present() if not one.met], late=False)  # 4
    happened |= shoot(fight, opening=False)  # 5
    happened |= attack_in_melee(fight, [one for one in fight.present() if has_charged(fight, one)])  # 6
    happened |= advance(fight, [one for one in fight.present() if idle(fight, one)])  # 7
    happened |= charge(fight, [one for one in fight.present() if not one.met], late=True)  # 8
    take_cover(fight)  # 9
    hearten(fight)  # 10
    calm(fight)  # 11
    return happened


def spread_fear(fight: Fight) -> None:
    """Step 1: auras of fear lower the morale of enemies within a step; of several of one army the worst counts
    (ruling 7.10)."""
    sources = [one for one in fight.present() if one.fear or one.dread]
    for other in fight.present() if sources else ():
        if other.kind.able("fearless") or other.kind.able("mindless"):
            continue
        near = [one for one in sources if fight.hostile(one, other) and fight.battlefield.steps(one.spot, other.spot) <= 1]
        aura = max((one.fear for one in near), default=0)
        dread = max((one.dread for one in sources if fight.hostile(one, other)), default=0) if other.kind.mass else 0
        fight.lower(other, (aura + dread) * HUNDRED)


def let_flee(fight: Fight) -> None:
    """Step 2: units with tactics flee leave when enemies who would engage them are closer than any friend who would stand
    (CF-15.7.2-03, CF-15.6-13)."""
    for one in [one for one in fight.present() if one.tactics == "flee"]:
        enemies = [fight.battlefield.steps(one.spot, other.spot) for other in fight.foes(one) if _threatens(fight, other, one)]
        friends = [
            fight.battlefield.steps(one.spot, other.spot)
            for other in fight.present()
            if other.army == one.army and other.tactics != "flee"
        ]
        if enemies and min(enemies) < min(friends, default=min(enemies) + 1):
            fight.flees(one, "tactics")


def _threatens(fight: Fight, other: Fighter, one: Fighter) -> bool:
    """True for an enemy that will engage a unit in melee: it comes, or stands at melee range and fights."""
    if not other.armed or not fight.may_engage(other, one):
        return False
    return other.tactics in ADVANCING or (other.tactics in MELEE_TACTICS and fight.battlefield.melee(other.spot, one.spot))


def can_charge(fight: Fight, one: Fighter) -> bool:
    """True when ability, tactics and terrain let a unit charge (CF-15.6.2-01)."""
    if one.tactics != "charge" or one.sea_borne or not one.kind.able("charge"):
        return False
    cost = fight.move_cost(one)
    fits = fight.ground(one).modifier >= BATTLE.least_charge_terrain_pct
    return cost is not None and cost <= BATTLE.longest_charge_cost and fits


def has_charged(fight: Fight, one: Fighter) -> bool:
    """Step 6: who charged in this segment, or late in the last and did nothing since."""
    late = one.charged_late and one.charged == fight.segment - 1
    return (one.charged == fight.segment or late) and not one.did


def charge(fight: Fight, fighters: list[Fighter], late: bool) -> bool:
    """Steps 4 and 8: units that may charge move a step towards the enemy."""
    happened = False
    for one in fighters:
        if one.fate or not can_charge(fight, one) or not (goal := goal_of(fight, one)):
            continue
        _move(fight, one, goal, "charge")
        one.charged, one.fresh, one.charged_late = fight.segment, True, late
        happened = True
    return happened


def advance(fight: Fight, fighters: list[Fighter]) -> bool:
    """Step 7: units with attack, or charge without being able to, move a step towards the enemy."""
    happened = False
    for one in fighters:
        if one.fate or one.tactics not in ADVANCING or can_charge(fight, one) or not (goal := goal_of(fight, one)):
            continue
        _move(fight, one, goal, "advance")
        one.did = happened = True
    return happened


def _move(fight: Fight, one: Fighter, goal: Spot, how: str) -> None:
    one.spot, one.covered = fight.battlefield.towards(one.spot, goal), False
    fight.record.note("moves", unit=one.unit.id, how=how, place=one.spot.place, arm=one.spot.arm, step=one.spot.step)


def goal_of(fight: Fight, one: Fighter) -> Spot | None:
    """Where a unit goes: to the nearest enemy that it may attack and that is not fully engaged; stormers to their wall;
    nobody comes out from behind walls. None when there is nobody, or one at melee range (ruling 7.9)."""
    targets = [other for other in fight.foes(one) if other.room > 0 and one.armed and fight.may_engage(one, other)]
    if one.storms and (walls := [other for other in targets if fight.wall_between(one.spot, other.spot)]):
        targets = walls
    if fight.behind_walls(one):
        targets = [other for other in targets if other.spot.place == one.spot.place]
    near = [other for other in targets if fight.battlefield.melee(one.spot, other.spot)]
    if not targets or unguarded(one, near):
        return None
    sizes = {army: fight.individuals(army) for army in {other.army for other in targets}}
    nearest = min(targets, key=lambda other: (fight.battlefield.steps(one.spot, other.spot), -sizes[other.army], other.unit.id))
    return nearest.spot


def take_cover(fight: Fight) -> None:
    """Step 9: who did nothing and sees enemies that may shoot or charge at it takes a defensive position (CF-15.7.2-10)."""
    present = fight.present()
    threats = [one for one in present if (one.missiles and one.tactics in SHOOTING_TACTICS) or can_charge(fight, one)]
    for one in present:
        one.covered = idle(fight, one) and any(fight.hostile(one, other) and fight.seen(one, other) for other in threats)


def idle(fight: Fight, one: Fighter) -> bool:
    """True for a unit that has done nothing in this segment, and was not in melee."""
    return not one.did and not one.met and one.charged != fight.segment


def hearten(fight: Fight) -> None:
    """Step 10: the best hero of a side raises the morale of its mass units within a step (CF-9.2.1-07, ruling 7.10)."""
    heroes = [one for one in fight.present() if one.heartens]
    for one in fight.present() if heroes else ():
        near = (
            hero.heartens
            for hero in heroes
            if hero.army == one.army and fight.battlefield.steps(hero.spot, one.spot) <= 1 and one.kind.mass
        )
        if bonus := max(near, default=0):
            fight.raise_(one, bonus)


def calm(fight: Fight) -> None:
    """Step 11: battle morale becomes the mean of itself and the morale before the battle, in hundredths (CF-9.2.1-03)."""
    for one in fight.present():
        one.spirit = round((one.spirit + one.before) / 2)


class Navy(Protocol):
    """What battles at sea need of ships (CF-12.2, rulings 5.11, 5.12)."""

    def melee_at_sea(self, world: World, unit: Unit) -> Fraction:
        """The melee strength of each individual of an embarked unit."""

    def warships_per_size(self, world: World, code: str) -> Fraction:
        """The warships of a nation for each unit of size that it has at sea."""

    def lose_ships(self, turn: Turn, code: str, freed: int, per_size: Fraction) -> object:
        """Takes from a nation the ships lost with individuals of this combined size."""


def fight(turn: Turn) -> None:
    """Fights all battles of this phase."""
    fight_all(turn, works)


def fight_all(turn: Turn, ships: Navy) -> None:
    """The same with what is known of ships. What was stormed in this phase is then forgotten."""
    turn.fought.clear()
    for whole, units in groups(turn):
        alive = [unit for unit in units if unit.id in turn.world.units]
        if hostile_pairs(turn.world, alive) and (involved := taking_part(turn, alive)):
            sailing = sorted({unit.owner for unit in involved if unit.embarked})
            per_size = {code: ships.warships_per_size(turn.world, code) for code in sailing}
            battle = begin(turn, whole, involved, ships.melee_at_sea if sailing else _on_land)
            fight_out(battle)
            finish(battle)
            for code, dead in dead_at_sea(battle).items():
                if dead:
                    ships.lose_ships(turn, code, dead, per_size[code])
    turn.stormed.clear()


def _on_land(world: World, unit: Unit) -> Fraction:
    raise ValueError(f"unit {unit.id} is not at sea")
