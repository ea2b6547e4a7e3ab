"""Asking a center to surrender: parley (170), diplomacy (171), threat (180) (ruling 34)."""

from __future__ import annotations

from postern.rulesets.alamaze.activity import Activity
from postern.rulesets.alamaze.battle.centers import THREAT, carry_out, may_storm
from postern.rulesets.alamaze.battle.stances import tactic
from postern.rulesets.alamaze.battle.walls import center_to_attack, defense_of, end_sieges, is_capital
from postern.rulesets.alamaze.effects import Asked, chance, happens
from postern.rulesets.alamaze.group_values import value_vs_center
from postern.rulesets.alamaze.magic.casting import caster
from postern.rulesets.alamaze.ownership import change_owner
from postern.rulesets.alamaze.regions import declared, reaction
from postern.rulesets.alamaze.turn import Doing, Handlers
from postern.rulesets.alamaze.world import Center, Group, Kingdom, World

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


def parley(doing: Doing) -> bool:
    """170: a General or higher asks the center in the area to surrender."""
    group = doing.own_group()
    if group is None:
        return False
    if not any(("leader", one.title) in doing.tables.parley for one in group.leaders):
        return doing.fail(f"{group.id} has no General or higher to speak for us.", "Transfer one to it by 701.")
    center = _center(doing, group)
    return center is not None and _ask(doing, group, center)


def diplomacy(doing: Doing) -> bool:
    """171: a wizard speaks, the better the higher his power."""
    group = doing.own_group()
    center = _center(doing, group) if group else None
    cast = caster(doing) if center else None
    if center is None or cast is None:
        return False
    return _ask(doing, cast[0], center, cast[1].power)


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


HANDLERS: Handlers = {PARLEY: parley, DIPLOMACY: diplomacy, THREAT: threaten}
