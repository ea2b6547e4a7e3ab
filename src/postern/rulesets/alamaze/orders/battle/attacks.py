"""Orders that win population centers: attacks, demands to surrender, sieges.

- Attacks on population centers: assault (150), plunder (160), and what a refused threat (180) leads to (AC-21-02..15,
  ruling 24).
- Asking a center to surrender: parley (170), diplomacy (171), threat (180) (ruling 34).
- Sieges (190): three months in a row by the same group win a center without a storm (AC-21-15..25, ruling 55).
"""

from __future__ import annotations

from typing import Any

from postern.rulesets.alamaze.orders.acting import caster
from postern.rulesets.alamaze.orders.battle import spells
from postern.rulesets.alamaze.orders.battle.battles import orders_of, tactic
from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.rules.aftermath import Fate, Told, after, as_seen, before, outcome, settle_group, thousandths
from postern.rulesets.alamaze.rules.battle import POPULATION, STORM, Assault, Stance, host, storm
from postern.rulesets.alamaze.rules.centers import (
    Defenses,
    center_to_attack,
    change_owner,
    damage,
    defense_of,
    destroy,
    end_sieges,
    is_capital,
    readiness,
)
from postern.rulesets.alamaze.rules.economy import yield_of
from postern.rulesets.alamaze.rules.effects import Asked, chance, happens
from postern.rulesets.alamaze.rules.groups import change_morale, end_beaten, value_vs_center
from postern.rulesets.alamaze.rules.regions import change_reaction, declared, reaction
from postern.rulesets.alamaze.turn import TRADE, Activity, Doing, Turn, book
from postern.rulesets.alamaze.world.records import Center, Group, Kingdom, Siege, World

ASSAULT, PLUNDER, THREAT = 150, 160, 180
FACTORS = {PLUNDER: "plunder.defense_factor", THREAT: "threat.defense_factor"}
"""How much harder a center fights against more than an assault."""


@ORDERS.effect()
def attack_center(doing: Doing) -> bool:
    """150 takes the center in the area of the group by storm (AC-04-29, AC-21-15). 160 storms it to carry everything off and
    burn it; the region resents the try alone."""
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


PARLEY, DIPLOMACY = 170, 171
_ROLLS = {PARLEY: "parley", DIPLOMACY: "diplomacy", THREAT: "threat"}


def chance_to_surrender(world: World, kingdom: Kingdom, group: Group, center: Center, order: int, power: int = 0) -> float:
    """The chance in percent that a center surrenders to a group. ``power`` is that of the wizard who speaks (171)."""
    tables, points = world.tables, world.tables.parley
    ratio = value_vs_center(world, group) / max(defense_of(world, center), 1)
    total = points["ratio", ""] * min(ratio, tables.value("parley.ratio_maximum"))
    total += max((points.get(("leader", one.title), 0.0) for one in group.leaders), default=0.0)
    total += tables.reactions[reaction(world, kingdom, world.region_of(center.area))].parley_points
    total += points["size", center.type.lower()] + points["status quo", ""] * world.status_quo.get(center.area, 0)
    owner = center.owner
    if owner and "E" in (declared(world, kingdom.code, owner), declared(world, owner, kingdom.code)):
        total += points["declared enemy", ""]
    total += points["spell 171", ""] * power
    if order == THREAT:
        total += points["order 180", ""]
    if owner:
        total *= tables.value("parley.controlled_factor")
    asked = Asked(world, kingdom.code, group=group)
    return chance(asked, _ROLLS[order], total, points["result", "lowest"], points["result", "highest"])


@ORDERS.effect()
def parley(doing: Doing) -> bool:
    """170: a General or higher asks the center in the area to surrender."""
    group = doing.own_group()
    if group is None:
        return False
    if not any(("leader", one.title) in doing.tables.parley for one in group.leaders):
        return doing.fail(f"{group.id} has no General or higher to speak for us.", "Transfer one to it by 701.")
    center = _center(doing, group)
    return center is not None and _ask(doing, group, center)


@ORDERS.effect()
def diplomacy(doing: Doing) -> bool:
    """171: a wizard speaks, the better the higher his power."""
    group = doing.own_group()
    center = _center(doing, group) if group else None
    cast = caster(doing) if center else None
    if center is None or cast is None:
        return False
    return _ask(doing, cast[0], center, cast[1].power)


@ORDERS.effect()
def threaten(doing: Doing) -> bool:
    """180: demands surrender; when it is refused the group attacks, and the center fights the harder."""
    group = doing.own_group()
    center = _center(doing, group) if group else None
    if group is None or center is None or not may_storm(doing, group, center):
        return False
    chosen = tactic(doing, "attack")
    if chosen is None:
        return False
    if doing.turn.expected:
        doing.turn.state(Activity).acted_at_center.add(group.id)
        return doing.done(f"threat to {center.name} ordered")
    if _surrenders(doing, group, center):
        return doing.done(f"{center.area} surrendered")
    return doing.done(f"refused; {carry_out(doing, group, center, chosen)}")


def _center(doing: Doing, group: Group) -> Center | None:
    center = center_to_attack(doing, group)
    if center is None:
        return None
    if is_capital(doing.world, center):
        doing.unsure(f"{center.name} is a capital; it surrenders to no words.")
        return None
    if group.id in doing.turn.state(Activity).acted_at_center:
        doing.fail(f"{group.id} has acted against a center this turn.")
        return None
    return center


def _ask(doing: Doing, group: Group, center: Center, power: int = 0) -> bool:
    if _surrenders(doing, group, center, power):
        return doing.done(f"{center.area} surrendered")
    doing.turn.state(Activity).acted_at_center.add(group.id)
    return doing.done(f"{center.name} asked to surrender" if doing.turn.expected else "refused")


def _surrenders(doing: Doing, group: Group, center: Center, power: int = 0) -> bool:
    """Throws the dice, tells both sides, and hands the center over. Nobody inside is taken (AC-04-23, AC-15-24)."""
    turn, number, owner = doing.turn, doing.order.number, center.owner
    percent = chance_to_surrender(doing.world, doing.kingdom, group, center, number, power)
    yielded = happens(turn, percent, "parley", group.id, center.area)
    if not turn.expected:
        others = (owner,) if owner else ()
        data = {"area": center.area, "name": center.name, "owner": owner, "order": number, "yielded": yielded, "by": doing.code}
        doing.tell("parley", *others, group=group.id, **data)
    if yielded:
        turn.state(Activity).acted_at_center.add(group.id)
        end_sieges(turn, center.area)
        change_owner(turn, center, doing.code, "parley")
    return yielded


SIEGE = 190


def besieger(world: World, area: str) -> Group | None:
    """The group that besieges the center in an area."""
    return next((one for one in world.groups.values() if one.siege and one.siege.area == area), None)


def lapse(turn: Turn) -> None:
    """Before this turn's sieges: those that are not ordered again are over (AC-21-16)."""
    for _, group in sorted(turn.world.groups.items()):
        if group.siege is not None and not orders_of(turn, group.id, (SIEGE,)):
            _broken(turn, group, "given up")


def leave(turn: Turn) -> None:
    """A group that moved, or that is no more, besieges nothing (AC-21-22)."""
    moved = turn.state(Activity).moved
    for _, group in sorted(turn.world.groups.items()):
        if group.siege is not None and (group.id in moved or group.area != group.siege.area or not group.brigades):
            _broken(turn, group, "marched away")


@ORDERS.effect()
def besiege(doing: Doing) -> bool:
    """190: one more month. It holds while the value of the group against centers, as reported, is above the defense."""
    group = doing.own_group()
    if group is None:
        return False
    center = center_to_attack(doing, group)
    if center is None or not _may_besiege(doing, group, center):
        _stop(doing, group)
        return False
    value, defense = value_vs_center(doing.world, group), defense_of(doing.world, center)
    if value <= defense:
        _stop(doing, group)
        why = f"{group.id} has a value of {value:,} against centers; the siege of {center.name} needs more than {defense:,}."
        return doing.unsure(why)
    going_on = group.siege is not None and group.siege.area == center.area
    months = group.siege.turns + 1 if group.siege is not None and going_on else 1
    doing.turn.state(Activity).acted_at_center.add(group.id)
    group.ambush, group.hidden = False, ""
    if months >= doing.tables.whole("siege.turns"):
        _falls(doing, group, center)
        return doing.done(f"{center.area} taken by siege")
    group.siege = Siege(center.area, months)
    others = (center.owner,) if center.owner else ()
    data = {"area": center.area, "name": center.name, "owner": center.owner, "month": months, "by": doing.code}
    doing.tell("siege", *others, group=group.id, **data)
    return doing.done(f"{center.area} besieged, month {months}")


def _may_besiege(doing: Doing, group: Group, center: Center) -> bool:
    """One group of a kingdom may lay siege, and one a center (AC-21-19)."""
    if group.id in doing.turn.state(Activity).acted_at_center:
        return doing.fail(f"{group.id} has acted against a center this turn.")
    other = besieger(doing.world, center.area)
    if other is not None and other is not group:
        return doing.unsure(f"{other.id} already besieges {center.name}; one group may besiege a center.")
    own = next((one for one in doing.world.groups_of(doing.code) if one.siege and one is not group), None)
    if own is not None and own.siege is not None:
        return doing.fail(f"{own.id} already besieges {own.siege.area}; one group of a kingdom may lay siege.")
    return True


def _falls(doing: Doing, group: Group, center: Center) -> None:
    """The center is taken unharmed; this month's production goes to its new owner (AC-21-25)."""
    owner = center.owner
    end_sieges(doing.turn, center.area)
    others = (owner,) if owner else ()
    data = {"area": center.area, "name": center.name, "owner": owner, "by": doing.code}
    doing.tell("siege-won", *others, group=group.id, **data)
    change_owner(doing.turn, center, doing.code, "siege")
    change_morale(doing.world, group, doing.tables.value(f"morale.conquest_{center.type.lower()}"))


def _stop(doing: Doing, group: Group) -> None:
    if group.siege is not None:
        _broken(doing.turn, group, "failed")


def _broken(turn: Turn, group: Group, why: str) -> None:
    """A siege is over without success; both sides hear of it (AC-21-18)."""
    if group.siege is None:
        return
    center = turn.world.centers.get(group.siege.area)
    if center is not None:
        both = [one for one in (group.kingdom, center.owner) if one]
        data = {"area": center.area, "name": center.name, "by": group.kingdom, "why": why}
        turn.tell_kingdoms("siege-broken", both, group=group.id, **data)
    group.siege = None
