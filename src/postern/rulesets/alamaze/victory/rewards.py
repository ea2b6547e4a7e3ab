"""Rewards of the Early Strategic Objective (order 992; AC-26-49..76, ruling 64)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from postern.rulesets.alamaze.figures import free_code, refuge
from postern.rulesets.alamaze.influence import change_influence
from postern.rulesets.alamaze.tables import Reward
from postern.rulesets.alamaze.treasury import LATE, book
from postern.rulesets.alamaze.turn import Doing, Handlers, Turn
from postern.rulesets.alamaze.victory.measures import met
from postern.rulesets.alamaze.world import Figure, Group, Kingdom, Leader, Wizard, World


def chosen_points(world: World, kingdom: Kingdom) -> int:
    """Points of the objectives that a kingdom chose."""
    return sum(world.tables.objectives[code].points for code in kingdom.objectives)


def achieved_points(world: World, kingdom: Kingdom, perhaps: bool = False) -> int:
    """Points of those that it has reached as things stand; with ``perhaps`` also of those that may be reached."""
    good = (True, None) if perhaps else (True,)
    return sum(world.tables.objectives[code].points for code in kingdom.objectives if met(world, kingdom, code) in good)


def greater(world: World, kingdom: Kingdom) -> bool:
    """True for the Greater, False for the Lesser Early Strategic Objective: the number of chosen points decides
    (AC-26-41, AC-26-42)."""
    return chosen_points(world, kingdom) == world.tables.whole("eso.most")


def points_needed(world: World, kingdom: Kingdom) -> int:
    """How many points must be reached, which are those of the rewards, too (AC-26-39, AC-26-40, AC-26-49, AC-26-50)."""
    return world.tables.whole("eso.points_greater" if greater(world, kingdom) else "eso.points_lesser")


def claim(doing: Doing) -> bool:
    """992: on the turns of the claim, for objectives as they stand now; only once (AC-26-01, AC-26-08, AC-26-73)."""
    world, kingdom, tables = doing.world, doing.kingdom, doing.tables
    first, last = tables.whole("eso.first_claim"), tables.whole("eso.last_claim")
    if world.turn not in (first, last):
        return doing.fail(f"Rewards are claimed on turn {first} or {last} only.")
    if kingdom.rewarded:
        return doing.fail("The rewards were granted already; they are granted once.")
    have, need = achieved_points(world, kingdom), points_needed(world, kingdom)
    if have < need <= achieved_points(world, kingdom, perhaps=True):
        unclear = " ".join(code for code in kingdom.objectives if met(world, kingdom, code) is None)
        return doing.done(f"{have} of {need} points are surely reached; {unclear} cannot be judged from what we know")
    if have < need:
        later = f"Turn {last} stays open." if world.turn == first else ""
        why = f"{have} of {need} points are reached."
        return doing.unsure(why, later) if doing.turn.expected else doing.fail(why, later)
    kingdom.rewarded = "greater" if greater(world, kingdom) else "lesser"
    granted = _granted(doing, need)
    doing.tell("rewards", sort=kingdom.rewarded, granted=granted)
    now = " as things stand" if doing.turn.expected else ""
    return doing.done(f"granted{now}: {' '.join(granted) or 'nothing'}")


def _granted(doing: Doing, budget: int) -> list[str]:
    """The codes from A to E while points last; what cannot be granted is skipped (AC-26-56, AC-26-57)."""
    order, most = doing.order, doing.tables.whole("eso.same_reward")
    granted: list[str] = []
    for code in filter(None, (order.code, order.second_code, order.third_code, order.fourth_code, order.fifth_code)):
        row = doing.tables.rewards.get(code)
        if row is None:
            doing.note(f"There is no reward {code}.", f"There are {' '.join(doing.tables.rewards)}.")
        elif (row.only and doing.code not in row.only) or doing.code in row.never:
            doing.note(f"{code} ({row.reward}) is no reward for our kingdom.")
        elif granted.count(code) >= most:
            doing.note(f"{code} can be had {most} times only.")
        elif row.points > budget:
            doing.note(f"{code} costs {row.points}; {budget} points are left.")
        else:
            budget -= row.points
            granted.append(code)
            if not _GRANTS[row.grant](doing.turn, doing.kingdom, row):
                doing.note(f"{code} ({row.reward}) is lost: there is no room for it in our first group.")
    return granted


# --- what is granted ------------------------------------------------------------------------------------------------------


def _first_group(world: World, kingdom: Kingdom) -> Group | None:
    """The first group that is active (AC-26-75)."""
    return next((one for one in world.groups_of(kingdom.code) if one.area), None)


def _gold(turn: Turn, kingdom: Kingdom, row: Reward) -> bool:
    book(turn, kingdom, LATE, gold=row.amount)
    return True


def _influence(turn: Turn, kingdom: Kingdom, row: Reward) -> bool:
    change_influence(turn, kingdom, row.amount, "reward")
    return True


def _brigade(turn: Turn, kingdom: Kingdom, row: Reward) -> bool:
    group, code = _first_group(turn.world, kingdom), turn.tables.own_brigade(kingdom.code)
    if group is None or (code not in group.brigades and len(group.brigades) >= turn.tables.whole("group.brigade_types")):
        return False
    group.brigades[code] = group.brigades.get(code, 0) + row.amount
    return True


def _figure(turn: Turn, kingdom: Kingdom, row: Reward) -> bool:
    """An emissary or agent, at the capital (AC-26-74)."""
    name = _name(turn, kingdom, row.code)
    code = free_code(kingdom, name[:2].upper())
    kingdom.figures[code] = Figure(code, name, row.rank, refuge(turn, kingdom), row.amount)
    return True


def _leader(turn: Turn, kingdom: Kingdom, row: Reward) -> bool:
    group = _first_group(turn.world, kingdom)
    if group is None or len(group.leaders) >= turn.tables.whole("group.leaders"):
        return False
    group.leaders.append(Leader(_name(turn, kingdom, row.code), row.rank))
    return True


def _wizard(turn: Turn, kingdom: Kingdom, row: Reward) -> bool:
    """A wizard, or an adept, who has no power yet."""
    group = _first_group(turn.world, kingdom)
    if group is None or len(group.wizards) >= turn.tables.whole("group.wizards"):
        return False
    name = _name(turn, kingdom, row.code)
    group.wizards.append(Wizard(name[:2].upper(), name, row.amount))
    return True


_GRANTS: Mapping[str, Callable[[Turn, Kingdom, Reward], bool]] = {
    "gold": _gold,
    "influence": _influence,
    "brigade": _brigade,
    "emissary": _figure,
    "agent": _figure,
    "leader": _leader,
    "wizard": _wizard,
}


def _name(turn: Turn, kingdom: Kingdom, reward: str) -> str:
    """A name whose first two letters are new among all figures of the kingdom (ruling 78)."""
    groups = turn.world.groups_of(kingdom.code)
    taken = {one.name[:2] for one in kingdom.figures.values()}
    taken |= {one.name[:2] for group in groups for one in group.leaders}
    taken |= {one.name[:2] for group in groups for one in group.wizards}
    names = turn.stream("reward", kingdom.code, reward).shuffled(sorted({one.name for one in turn.tables.start_figures}))
    return next((one for one in names if one[:2] not in taken), names[0])


HANDLERS: Handlers = {992: claim}
