"""Attacks on population centers: assault (150), plunder (160), and what a refused threat (180) leads to (AC-21-02..15,
ruling 24)."""

from __future__ import annotations

from typing import Any

from postern.rulesets.alamaze.activity import Activity
from postern.rulesets.alamaze.battle import spells
from postern.rulesets.alamaze.battle.aftermath import Fate, settle_group
from postern.rulesets.alamaze.battle.assault import Assault, storm
from postern.rulesets.alamaze.battle.host import POPULATION, STORM, Stance, host
from postern.rulesets.alamaze.battle.stances import tactic
from postern.rulesets.alamaze.battle.telling import Told, after, as_seen, before, outcome, thousandths
from postern.rulesets.alamaze.battle.walls import (
    Defenses,
    center_to_attack,
    damage,
    defense_of,
    destroy,
    end_sieges,
    readiness,
)
from postern.rulesets.alamaze.economy.production import yield_of
from postern.rulesets.alamaze.group_end import end_beaten
from postern.rulesets.alamaze.ownership import change_owner
from postern.rulesets.alamaze.regions import change_reaction
from postern.rulesets.alamaze.treasury import TRADE, book
from postern.rulesets.alamaze.turn import Doing, Handlers
from postern.rulesets.alamaze.world import Center, Group

ASSAULT, PLUNDER, THREAT = 150, 160, 180
FACTORS = {PLUNDER: "plunder.defense_factor", THREAT: "threat.defense_factor"}
"""How much harder a center fights against more than an assault."""


def assault(doing: Doing) -> bool:
    """150: takes the center in the area of the group by storm (AC-04-29, AC-21-15)."""
    return _attack(doing)


def plunder(doing: Doing) -> bool:
    """160: storms the center to carry everything off and burn it; the region resents the try alone."""
    return _attack(doing)


def _attack(doing: Doing) -> bool:
    group = doing.own_group()
    center = center_to_attack(doing, group) if group else None
    if group is None or center is None or not may_storm(doing, group, center):
        return False
    chosen = tactic(doing, "attack")
    if chosen is None:
        return False
    if doing.turn.expected:
        doing.turn.state(Activity).acted_at_center.add(group.id)
        return doing.done(f"attack on {center.name} ordered")
    return doing.done(carry_out(doing, group, center, chosen))


def may_storm(doing: Doing, group: Group, center: Center) -> bool:
    """False after a failure where the group or a dome stands against an attack: one attack a target and turn (AC-21-11,
    AC-21-48, spell 135)."""
    activity = doing.turn.state(Activity)
    if group.id in activity.defended:
        return doing.fail(f"{group.id} defends this turn; a group that defends cannot attack a center.")
    if group.id in activity.acted_at_center:
        return doing.fail(f"{group.id} has acted against a center this turn; one attack a target and turn.")
    if center.area in doing.turn.state(Defenses).domes:
        return doing.unsure(f"A dome of magic stands over {center.name}; it cannot be attacked this turn.")
    return True


def carry_out(doing: Doing, group: Group, center: Center, chosen: int) -> str:
    """An attack from the first shot to its account; gives its result in a few words."""
    turn, world, number = doing.turn, doing.world, doing.order.number
    activity, standing = turn.state(Activity), turn.state(Defenses).standing
    owner, plundering = center.owner, number == PLUNDER
    aid, way, fights = spells.aid(turn, group, None), Stance("attack", chosen), activity.fights.get(group.id, 0)
    attacker = host(world, group, way, aid, against=owner, fights=fights, terrain=POPULATION)
    side = before(world, group, way, aid, attacker, attacker.values[STORM] * attacker.multiplier, fights)
    factor = turn.tables.value(FACTORS[number]) if number in FACTORS else 1.0
    walls = defense_of(world, center) * standing.get(center.area, 1.0) * readiness(turn, center, group.id) * factor
    course = storm(turn.tables, attacker, walls)
    activity.acted_at_center.add(group.id)
    group.hidden, group.siege = "", None
    toll = settle_group(turn, group, aid, _fate(doing, course, center), POPULATION, center.area)
    after(group, side, course.lost, course.on_retreat, toll)
    facts: dict[str, Any] = {"type": center.type, "name": center.name, "area": center.area, "owner": owner, "order": number}
    facts["artifacts"] = [list(one) for one in end_beaten(turn, group, None, owner)]
    if plundering:
        change_reaction(turn, doing.kingdom, world.region_of(center.area), -1, "plunder")
    if course.taken and plundering:
        facts |= _booty(doing, center)
        destroy(turn, center, doing.code)
    else:
        facts |= _scars(doing, center, course)
        standing[center.area] = standing.get(center.area, 1.0) * (course.left / walls if walls else 0.0)
    if course.taken and not plundering:
        standing.pop(center.area, None)
        end_sieges(turn, center.area)
        change_owner(turn, center, doing.code, "attack")
    _tell(doing, owner, side, course, facts)
    if course.taken:
        return f"{center.area} {'plundered' if plundering else 'taken'}"
    return "destroyed" if not group.brigades else "thrown back"


def _fate(doing: Doing, course: Assault, center: Center) -> Fate:
    value = doing.tables.value
    morale = value(f"morale.conquest_{center.type.lower()}") if course.taken else value("morale.battle_lost")
    destroyed = course.ended == "destroyed"
    return Fate(min(course.lost + course.on_retreat, 1.0), course.taken, not course.taken, destroyed, morale)


def _scars(doing: Doing, center: Center, course: Assault) -> dict[str, Any]:
    """Five to ten percent of everything for good, of a failed attack the part of it that the defense was worn down
    (AC-21-10, ruling 24)."""
    lowest, highest = (doing.tables.whole(f"conquest.damage_{one}_pct") for one in ("lowest", "highest"))
    percent = doing.turn.stream("scars", center.area, doing.order.group).between(lowest, highest) * course.worn
    return {"damage": thousandths(percent / 100), "now": damage(doing.turn, center, percent)}


def _booty(doing: Doing, center: Center) -> dict[str, Any]:
    """Half as much again as the center would bring in this season; food that it eats does not count."""
    food, gold = (int(max(one, 0) * doing.tables.value("plunder.booty_factor")) for one in yield_of(doing.world, center))
    book(doing.turn, doing.kingdom, TRADE, food, gold)
    return {"food": food, "gold": gold}


def _tell(doing: Doing, owner: str, side: Told, course: Assault, facts: dict[str, Any]) -> None:
    """The attacker and the owner of the center are told of the attack: the owner what was seen of the group, the attacker what
    is left of the center when it is his."""
    facts |= {
        "defense": round(course.defense),
        "taken": course.taken,
        "ended": course.ended,
        "stages": [
            {"stage": one.stage, "broken": round(one.broken), "left": round(one.left), "lost": thousandths(one.lost)}
            for one in course.stages
        ],
    }
    facts["plundered"] = course.taken and facts["order"] == PLUNDER
    hidden = () if course.taken else ("now", "damage")
    known = {name: value for name, value in facts.items() if name not in hidden}
    doing.turn.tell_kingdoms("assault", (doing.code,), ours=side, **known, **outcome(side))
    if owner:
        seen = as_seen(doing.world, side, owner)
        doing.turn.tell_kingdoms("assaulted", (owner,), theirs=seen, group=side["group"], **facts)


HANDLERS: Handlers = {ASSAULT: assault, PLUNDER: plunder}
