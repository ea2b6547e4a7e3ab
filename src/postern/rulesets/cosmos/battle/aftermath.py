"""After a battle: morale, wounds, hiding, used-up ladders, lost ships, and the account for each nation (rulings 7.12, 19.1)."""

from __future__ import annotations

from postern.rulesets.cosmos.battle.fight import Fight
from postern.rulesets.cosmos.gear import bonus_of
from postern.rulesets.cosmos.places import hex_of, terrain_at
from postern.rulesets.cosmos.strength import force_of


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
