"""Goals that are chosen, rewarded and claimed.

- What a player chooses on turn 1: objectives (order 991) and secret conditions (993; AC-26, AC-30, rulings 63 and 66).
- Victory checks: orders 995, 996 and 997 (AC-30-02..05, AC-30-10..21, AC-30-49..52, rulings 66, 67, 77).
- Rewards of the Early Strategic Objective (order 992; AC-26-49..76, ruling 64).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.rules.figures import free_code, refuge
from postern.rulesets.alamaze.rules.measures import met, rival
from postern.rulesets.alamaze.rules.regions import change_influence
from postern.rulesets.alamaze.rules.victory import Claims, team_members
from postern.rulesets.alamaze.tables import Edition, Reward
from postern.rulesets.alamaze.turn import LATE, Doing, Turn, book, gathered
from postern.rulesets.alamaze.world.records import Figure, Group, Kingdom, Leader, Wizard, World

TERRITORIAL, TERRITORY = "Territorial", "Territory"
"""The categories from which one must be chosen (AC-26-43, AC-30-19)."""


def choose_objectives(turn: Turn) -> None:
    """991: of several that are right the first in the letter counts (ruling 63)."""
    for doing in sorted(gathered(turn, 991), key=lambda one: one.issued.line):
        _choose_objectives(doing)


def choose_conditions(turn: Turn) -> None:
    """993: the same for the secret conditions."""
    for doing in sorted(gathered(turn, 993), key=lambda one: one.issued.line):
        _choose_conditions(doing)


def _choose_objectives(doing: Doing) -> bool:
    if not _may_choose(doing, "objectives", doing.kingdom.objectives):
        return False
    chosen = _codes(doing)
    if why := objectives_fault(doing.tables, chosen):
        return doing.fail(why, f"Without a valid choice they are {' and '.join(default_objectives(doing.tables))}.")
    doing.kingdom.objectives = chosen
    points = sum(doing.tables.objectives[code].points for code in chosen)
    doing.tell("objectives", chosen=chosen, points=points, greater=points == doing.tables.whole("eso.most"), default=False)
    return doing.done(f"{points} points of objectives")


def _choose_conditions(doing: Doing) -> bool:
    if not doing.world.secret_victory:
        return doing.fail("There is no Secret Victory in this game.")
    if not _may_choose(doing, "conditions", doing.kingdom.conditions):
        return False
    chosen = _codes(doing)
    if why := conditions_fault(doing.world, doing.kingdom, chosen):
        return doing.fail(why, f"Without a valid choice they are {' '.join(default_conditions(doing.tables))}.")
    doing.kingdom.conditions = chosen
    doing.tell("conditions", chosen=chosen, default=False)
    return doing.done("secret conditions chosen")


def _may_choose(doing: Doing, what: str, have: list[str]) -> bool:
    number, only = doing.order.number, doing.tables.whole("eso.choice_turn")
    if doing.world.turn != only:
        return doing.fail(f"{number} may be given on turn {only} only.", f"Your {what} are fixed: see the victory part.")
    if have:
        return doing.fail(f"Your {what} are chosen by an earlier line: {' '.join(have)}.")
    return True


def _codes(doing: Doing) -> list[str]:
    order = doing.order
    return [one for one in (order.code, order.second_code, order.third_code, order.fourth_code) if one]


def objectives_fault(tables: Edition, chosen: list[str]) -> str:
    """What is wrong with a choice of objectives; "" for nothing (AC-26-36..43)."""
    for code in chosen:
        if code not in tables.objectives:
            return f"There is no objective {code}; there are {' '.join(tables.objectives)}."
    rows = [tables.objectives[code] for code in chosen]
    categories = [one.category for one in rows]
    if (fault := _twice(categories)) or TERRITORIAL not in categories:
        return fault or "One objective must be Territorial: T1 to T6."
    points, least, most = sum(one.points for one in rows), tables.whole("eso.least"), tables.whole("eso.most")
    if len(rows) < tables.whole("eso.fewest") or not least <= points <= most:
        return f"The objectives must have {least} to {most} points; these have {points}."
    return ""


def conditions_fault(world: World, kingdom: Kingdom, chosen: list[str]) -> str:
    """What is wrong with a choice of secret conditions; "" for nothing (AC-30-13, AC-30-19, AC-30-22, AC-30-41..43)."""
    tables = world.tables
    for code in chosen:
        if code not in tables.conditions:
            return f"There is no condition {code}; there are {' '.join(tables.conditions)}."
        if tables.conditions[code].rival and rival(world, kingdom) is None:
            return f"{code} needs a natural enemy; we have none."
    categories = [tables.conditions[code].category for code in chosen]
    if (fault := _twice(categories)) or TERRITORY not in categories:
        return fault or "One condition must be from Territory: 1A, 1B or 1C."
    if len(chosen) != tables.whole("secret.conditions"):
        return f"Exactly {tables.whole('secret.conditions')} conditions are chosen."
    return ""


def _twice(categories: list[str]) -> str:
    twice = next((one for one in categories if categories.count(one) > 1), "")
    return f"Only one may be chosen from a category; there are two from {twice}." if twice else ""


def default_objectives(tables: Edition) -> list[str]:
    """What a player has who chose nothing valid (AC-26-47)."""
    return [code for code, one in tables.objectives.items() if one.default]


def default_conditions(tables: Edition) -> list[str]:
    """The same for secret conditions (AC-30-47)."""
    return [code for code, one in tables.conditions.items() if one.default]


def choose_for_others(turn: Turn) -> None:
    """Whoever made no valid choice has the default one (AC-26-07, AC-30-18)."""
    tables = turn.tables
    for kingdom in turn.world.seated():
        if not kingdom.objectives:
            kingdom.objectives = default_objectives(tables)
            points = sum(tables.objectives[code].points for code in kingdom.objectives)
            told = {"points": points, "greater": points == tables.whole("eso.most"), "default": True}
            turn.tell_kingdoms("objectives", (kingdom.code,), chosen=kingdom.objectives, **told)
        if not kingdom.conditions and turn.world.secret_victory:
            kingdom.conditions = default_conditions(tables)
            turn.tell_kingdoms("conditions", (kingdom.code,), chosen=kingdom.conditions, default=True)


_NOW = " as things stand"
"""What others order in this turn an answer cannot know."""


@ORDERS.effect()
def secret_check(doing: Doing) -> bool:
    """995: all three secret conditions hold at the end of the turn."""
    if not doing.world.secret_victory:
        return doing.fail("There is no Secret Victory in this game.")
    if not _first(doing):
        return False
    reached = {code: met(doing.world, doing.kingdom, code) for code in doing.kingdom.conditions}
    missing = [code for code, one in reached.items() if one is False]
    if missing or not reached:
        return _failed(doing, "Secret", f"Not reached: {' '.join(missing)}.")
    if unclear := [code for code, one in reached.items() if one is None]:
        return doing.done(f"{' '.join(unclear)} cannot be judged from what we know; the check may fail and cost influence")
    doing.turn.state(Claims).secret.append(doing.code)
    return doing.done("all secret conditions are reached" + (_NOW if doing.turn.expected else ""))


@ORDERS.effect()
def standard_check(doing: Doing) -> bool:
    """996: the kingdom controls so many regions."""
    if not _first(doing):
        return False
    need, have = doing.tables.whole("rex.regions"), len(doing.kingdom.controlled)
    if have < need:
        return _failed(doing, "Standard", f"{need} regions are needed; we control {have}.")
    doing.turn.state(Claims).rex.append(doing.code)
    return doing.done(f"{have} regions are ours" + (_NOW if doing.turn.expected else ""))


def team_check(turn: Turn) -> None:
    """997: all members of the team that play ask for it in this turn, and together control so many regions."""
    doings = [one for one in gathered(turn, 997) if _may_check(one) and _first(one)]
    for doing in doings:
        team = team_members(turn.world, doing.kingdom.team)
        asked = {one.code for one in doings}
        silent = [one.code for one in team if one.code not in asked]
        have, need = sum(len(one.controlled) for one in team), turn.tables.whole("team.regions")
        if silent:
            _failed(doing, "Team", f"{' and '.join(silent)} did not ask for it.")
        elif have < need:
            _failed(doing, "Team", f"{need} regions are needed; the team controls {have}.")
        else:
            claims = turn.state(Claims).teams
            claims += [] if doing.kingdom.team in claims else [doing.kingdom.team]
            doing.done(f"the team controls {have} regions")


def _may_check(doing: Doing) -> bool:
    return doing.kingdom.team != 0 or doing.fail("There are no teams in this game.", "The Standard Victory is 996.", "996")


def _first(doing: Doing) -> bool:
    """One check of a kind in a turn."""
    asked, key = doing.turn.state(Claims).asked, (doing.code, doing.order.number)
    if key in asked:
        return doing.fail(f"{doing.order.number} stands twice; once is enough.")
    asked.add(key)
    return True


def _failed(doing: Doing, check: Literal["Secret", "Standard", "Team"], why: str) -> bool:
    """A check that fails is told to all, and costs influence (AC-30-49, AC-30-50, AC-30-52)."""
    if doing.turn.expected:
        return doing.unsure(why, "A check that fails costs half a point of influence and is told to all.")
    doing.turn.tell_all("check-failed", kingdom=doing.code, check=check)
    change_influence(doing.turn, doing.kingdom, doing.tables.value("victory_check.failed_influence"), "victory check")
    return doing.done(f"failed: {why}")


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


@ORDERS.effect("claim_objectives")
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
