"""Own groups that give each other troops, figures and things, and moves by magic.

- What groups give each other (AC-06-12..14, AC-06-33).
- Transfers between own groups before and after movement: orders 699 to 702 and 740 to 743 (AC-06, rulings 7, 54 and 79).
- Moves by magic that pass no area: wizards to another group (88, 830), whole groups (850 to 853, the Gem of Planes 729).
"""

from __future__ import annotations

from collections import Counter

from postern.rulesets.alamaze.orders.acting import Cast, caster, wizard_of
from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.orders.movement.marches import near
from postern.rulesets.alamaze.rules.effects import Asked, holds
from postern.rulesets.alamaze.rules.groups import Marches, end_if_empty, jump, may_move, water
from postern.rulesets.alamaze.turn import NOT_YOURS, Activity, Doing, Turn
from postern.rulesets.alamaze.world.records import Group, Leader, Wizard


def leader_of(group: Group, said: str) -> Leader | None:
    """The leader of a group by the first two letters of his name (ruling 3)."""
    return next((one for one in group.leaders if one.name[:2].upper() == said), None)


def move_brigades(turn: Turn, giver: Group, taker: Group, kind: str, number: int) -> None:
    """So many brigades of a kind go over. Morale and attrition of the taker become the average by brigades; a group without
    brigades takes those of the giver. A change of troops ends an ambush of either (ruling 29)."""
    have, come = taker.size, number
    for name in ("morale", "attrition"):
        own, other = getattr(taker, name), getattr(giver, name)
        setattr(taker, name, round((own * have + other * come) / (have + come), 2))
    if not have:
        taker.unfed = giver.unfed
    taker.brigades[kind] = taker.brigades.get(kind, 0) + number
    giver.brigades[kind] -= number
    if not giver.brigades[kind]:
        del giver.brigades[kind]
    for one in (giver, taker):
        one.ambush = False
        turn.state(Activity).transferred.add(one.id)


def move_wizard(turn: Turn, wizard: Wizard, giver: Group, taker: Group) -> None:
    """A wizard changes groups. What he cast in this turn stays counted (AC-23-25)."""
    giver.wizards.remove(wizard)
    taker.wizards.append(wizard)
    cast = turn.state(Cast).spells
    if (number := cast.get((giver.id, wizard.code))) is not None:
        cast[taker.id, wizard.code] = number


def activate(giver: Group, taker: Group) -> None:
    """An inactive group stands in the area of the one that gives to it, with the same morale (AC-06-33, ruling 79)."""
    taker.area = giver.area
    taker.morale, taker.attrition, taker.unfed = giver.morale, giver.attrition, giver.unfed
    taker.ambush, taker.hidden, taker.siege = False, "", None


@ORDERS.effect("transfer_troops")
def troops(doing: Doing) -> bool:
    """700, 741: one or two kinds of brigades go to another group in the area. At most three kinds stand in a group."""
    if (pair := _both(doing)) is None:
        return False
    giver, taker = pair
    given = _given(doing)
    if not given:
        return doing.fail("It names no troops.", "Write a kind of brigade and a number.")
    if not _has(doing, giver, given) or not _kinds_fit(doing, taker, given):
        return False
    for kind, number in given.items():
        move_brigades(doing.turn, giver, taker, kind, number)
    moved = [f"{number} {kind}" for kind, number in given.items()]
    doing.tell("troops-transferred", giver=giver.id, taker=taker.id, area=taker.area, moved=moved)
    end_if_empty(doing.turn, giver, taker)
    return doing.done(f"{', '.join(moved)} to {taker.id}")


@ORDERS.effect("transfer_figures")
def figures(doing: Doing) -> bool:
    """701, 742: leaders, a wizard and an artifact go to another group in the area. Who finds no room stays."""
    order, tables = doing.order, doing.tables
    if (pair := _both(doing)) is None:
        return False
    giver, taker = pair
    leaders = _leaders(doing, giver, [order.leader, order.second_leader])
    wizards = _wizards(doing, giver)
    artifacts = _artifacts(doing, giver)
    if leaders is None or wizards is None or artifacts is None:
        return False
    if not leaders and not wizards and not artifacts:
        return doing.fail("It names no figure and no artifact.", "Write leaders, a wizard, an artifact, with - for blanks.")
    room = tables.whole("group.leaders") - len(taker.leaders)
    free = tables.whole("group.wizards") - len(taker.wizards)
    if len(leaders) > room or len(wizards) > free:
        stay = [*(one.name for one in leaders[max(room, 0) :]), *(one.name for one in wizards[max(free, 0) :])]
        leaders, wizards = leaders[: max(room, 0)], wizards[: max(free, 0)]
        limits = f"three leaders and three wizards are the most; there is no room for {', '.join(stay)}"
        if not leaders and not wizards and not artifacts:
            return doing.fail(f"{taker.id} is full: {limits}.")
        doing.note(f"{taker.id} cannot take all: {limits}.")
    moved = _move_figures(doing, giver, taker, leaders, wizards)
    for key in artifacts:
        giver.artifacts.remove(key)
        taker.artifacts.append(key)
        moved.append(tables.artifacts[key].name)
    doing.tell("figures-transferred", giver=giver.id, taker=taker.id, area=taker.area, moved=moved)
    end_if_empty(doing.turn, giver, taker)
    return doing.done(f"{', '.join(moved)} to {taker.id}")


@ORDERS.effect("split_group")
def split(doing: Doing) -> bool:
    """699, 702, 743: an inactive group is given troops, a leader, a wizard, and stands beside the giver (AC-06-33)."""
    order = doing.order
    giver, taker = doing.own_group(), doing.own_group(doing.order.into, active=False)
    if giver is None or taker is None:
        return False
    if taker.area:
        return doing.fail(f"{taker.id} is active already.", "Orders 700 and 701 give to active groups.")
    given = _given(doing)
    leaders, wizards = _leaders(doing, giver, [order.leader]), _wizards(doing, giver)
    if leaders is None or wizards is None or not _has(doing, giver, given):
        return False
    if not given and not leaders and not wizards:
        return doing.fail("Nothing is given.", "Give at least a brigade, a leader or a wizard.")
    activate(giver, taker)
    for kind, number in given.items():
        move_brigades(doing.turn, giver, taker, kind, number)
    moved = [f"{number} {kind}" for kind, number in given.items()]
    moved += _move_figures(doing, giver, taker, leaders, wizards)
    doing.tell("group-split", giver=giver.id, taker=taker.id, area=taker.area, moved=moved)
    end_if_empty(doing.turn, giver, taker)
    return doing.done(f"{taker.id} is active in {taker.area}")


@ORDERS.effect("combine_groups")
def combine(doing: Doing) -> bool:
    """740: all of the first group joins the second. What is above three leaders, three wizards and three kinds of brigades is
    lost, the least valuable first (AC-06-12, AC-06-13)."""
    if doing.order.into[1:] in doing.world.kingdoms and doing.order.into[1:] != doing.code:
        return doing.fail("Groups of different kingdoms cannot be combined.", code=NOT_YOURS)
    if (pair := _both(doing)) is None:
        return False
    giver, taker = pair
    for kind, number in list(giver.brigades.items()):
        move_brigades(doing.turn, giver, taker, kind, number)
    _move_figures(doing, giver, taker, list(giver.leaders), list(giver.wizards))
    lost = _dismiss_surplus(doing, taker)
    doing.tell("groups-combined", giver=giver.id, taker=taker.id, area=taker.area, lost=lost)
    if lost:
        doing.note(f"{taker.id} has no room for {', '.join(lost)}; they are lost.")
    end_if_empty(doing.turn, giver, taker)
    return doing.done(f"{giver.id} is part of {taker.id}")


def _dismiss_surplus(doing: Doing, group: Group) -> list[str]:
    """Takes what is above the limits out of a group, the least valuable first; gives its names."""
    tables, lost = doing.tables, []
    titles = list(tables.leader_ranks)
    while len(group.leaders) > tables.whole("group.leaders"):
        least = min(group.leaders, key=lambda one: titles.index(one.title))
        group.leaders.remove(least)
        lost.append(f"{least.title} {least.name}")
    while len(group.wizards) > tables.whole("group.wizards"):
        weakest = min(group.wizards, key=lambda one: one.power)
        group.wizards.remove(weakest)
        lost.append(weakest.name)
    while len(group.brigades) > tables.whole("group.brigade_types"):
        kind = min(group.brigades, key=lambda one: (group.brigades[one] * tables.brigades[one].value_vs_pc, one))
        lost.append(f"{group.brigades.pop(kind)} {kind}")
    return lost


def _both(doing: Doing) -> tuple[Group, Group] | None:
    """The two own active groups of an order, in one area; None after a failure."""
    giver, taker = doing.own_group(), doing.own_group(doing.order.into)
    if giver is None or taker is None:
        return None
    if giver is taker:
        doing.fail("It names the same group twice.")
        return None
    if giver.area == taker.area:
        return giver, taker
    why = f"{giver.id} stands in {giver.area}, {taker.id} in {taker.area}; only groups in one area can give to each other."
    if {giver.id, taker.id} & doing.turn.state(Marches).uncertain:
        doing.unsure(why)
    else:
        doing.fail(why)
    return None


def _given(doing: Doing) -> Counter[str]:
    """Brigades of an order by kind; none of a kind without a number."""
    order = doing.order
    given: Counter[str] = Counter()
    for kind, number in ((order.brigade, order.quantity), (order.second_brigade, order.second_quantity)):
        if kind and number:
            given[kind] += number
    return given


def _has(doing: Doing, group: Group, given: Counter[str]) -> bool:
    ours = ", ".join(f"{number} {kind}" for kind, number in group.brigades.items()) or "none"
    for kind, number in given.items():
        if group.brigades.get(kind, 0) < number:
            return doing.fail(f"{group.id} does not have {number} {kind}.", f"Its brigades: {ours}.")
    return True


def _kinds_fit(doing: Doing, taker: Group, given: Counter[str]) -> bool:
    most = doing.tables.whole("group.brigade_types")
    if len({*taker.brigades, *given}) <= most:
        return True
    return doing.fail(f"{taker.id} would have more than {most} kinds of brigades.", f"It has {', '.join(taker.brigades)}.")


def _leaders(doing: Doing, group: Group, said: list[str]) -> list[Leader] | None:
    """The leaders that an order names; None after a failure."""
    found = []
    for code in filter(None, said):
        leader = leader_of(group, code)
        if leader is None or leader in found:
            ours = ", ".join(f"{one.name[:2].upper()} ({one.title} {one.name})" for one in group.leaders) or "none"
            doing.fail(f"{group.id} has no leader {code}.", f"Its leaders: {ours}.", code=NOT_YOURS)
            return None
        found.append(leader)
    return found


def _wizards(doing: Doing, group: Group) -> list[Wizard] | None:
    said = doing.order.wizard
    if not said:
        return []
    if (wizard := wizard_of(group, said)) is not None:
        return [wizard]
    ours = ", ".join(f"{one.code} ({one.power or 'adept'})" for one in group.wizards) or "none"
    doing.fail(f"{group.id} has no wizard {said}.", f"Its wizards: {ours}.", code=NOT_YOURS)
    return None


def _artifacts(doing: Doing, group: Group) -> list[str] | None:
    said, tables = doing.order.artifact, doing.tables
    if not said:
        return []
    held = {name: key for key in group.artifacts for name in (key, tables.artifacts[key].short_number)}
    if said in held:
        return [held[said]]
    ours = ", ".join(f"{tables.artifacts[key].short_number} ({tables.artifacts[key].name})" for key in group.artifacts)
    doing.fail(f"{group.id} does not hold {said}.", f"It holds {ours or 'nothing'}.", code=NOT_YOURS)
    return None


def _move_figures(doing: Doing, giver: Group, taker: Group, leaders: list[Leader], wizards: list[Wizard]) -> list[str]:
    for leader in leaders:
        giver.leaders.remove(leader)
        taker.leaders.append(leader)
    for wizard in wizards:
        move_wizard(doing.turn, wizard, giver, taker)
    return [*(f"{one.title} {one.name}" for one in leaders), *(one.name for one in wizards)]


TELEPORTS = (850, 851, 852, 853)


@ORDERS.effect("join_group")
def join(doing: Doing) -> bool:
    """88, 830: the wizard joins another own group, wherever it stands; it must have room for him."""
    group, into = doing.own_group(), doing.own_group(doing.order.into)
    if group is None or into is None:
        return False
    if group is into:
        return doing.fail(f"The wizard is with {group.id} already.")
    most = doing.tables.whole("group.wizards")
    if len(into.wizards) >= most:
        return doing.fail(f"{into.id} has {most} wizards already; it cannot take another.")
    if (found := caster(doing)) is None:
        return False
    _, wizard = found
    move_wizard(doing.turn, wizard, group, into)
    doing.tell("wizard-teleported", wizard=wizard.name, start=group.id, goal=into.id, area=into.area)
    end_if_empty(doing.turn, group, into)
    return doing.done(f"{wizard.name} is with {into.id}")


@ORDERS.effect()
def teleport(doing: Doing) -> bool:
    """850 to 853: the wizard's group is at another area, any but water. It is the group's one move of the turn."""
    group = doing.own_group()
    if (
        group is None
        or not may_move(doing, group)
        or not _fits(doing, group, doing.tables.spells[doing.order.number].largest_group)
    ):
        return False
    if not near(doing, group, doing.order.area) or not _dry(doing, doing.order.area) or caster(doing) is None:
        return False
    return jump(doing, group, doing.order.area, "teleported")


@ORDERS.effect("use_gem")
def gem(doing: Doing) -> bool:
    """729: the Gem of Planes moves the group, the larger the more power its wizard has (ruling 84)."""
    group, area = doing.own_group(), doing.order.area
    if group is None or not may_move(doing, group):
        return False
    if not holds(Asked(doing.world, doing.code, group=group), "order_access", "729"):
        return doing.fail(f"{group.id} does not have the Gem of Planes.", code="NO MEANS")
    wizard = wizard_of(group, doing.order.wizard)
    if wizard is None:
        ours = ", ".join(f"{one.code} ({one.power or 'adept'})" for one in group.wizards) or "none"
        return doing.fail(f"{group.id} has no wizard {doing.order.wizard}.", f"Wizards of {group.id}: {ours}.")
    words = [one.word for one in doing.tables.size_words if one.brigades_low]
    if not _fits(doing, group, words[min(wizard.power, len(words) - 1)]):
        return False
    if not near(doing, group, area, doing.tables.whole("move.flight_areas")) or not _dry(doing, area):
        return False
    return jump(doing, group, area, "teleported")


def _fits(doing: Doing, group: Group, word: str) -> bool:
    """False after a failure if the group is larger than this size word says."""
    most = next(one.brigades_high for one in doing.tables.size_words if one.word == word)
    if most is None or group.size <= most:
        return True
    return doing.fail(f"{group.id} has {group.size} brigades; {doing.order.number} moves at most {most} here.")


def _dry(doing: Doing, area: str) -> bool:
    return not water(doing.world, area) or doing.fail(f"{area} is water; nobody can be set down there.")
