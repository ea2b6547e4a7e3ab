"""The sequence of a turn as one table (AC-15, ruling 11): fixed steps at their places among the numbers of orders.

An order's number is its place. Read this first: ``FIXED`` says what happens by itself, ``GATHERED`` which numbers are carried
out together, and each other number runs order by order through its handler.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from postern.game.kit.knowledge import NotKnown
from postern.game.kit.turn import Step, in_turn
from postern.rulesets.alamaze.artifacts import holding
from postern.rulesets.alamaze.battle import battles, hidden, siege
from postern.rulesets.alamaze.council import chairs, issues, members
from postern.rulesets.alamaze.court import acting, control, politics
from postern.rulesets.alamaze.economy import consumption, production, reinforcements
from postern.rulesets.alamaze.effects import Asked, holds
from postern.rulesets.alamaze.handlers import HANDLERS
from postern.rulesets.alamaze.magic import on_group, regional, research
from postern.rulesets.alamaze.movement import pursuit
from postern.rulesets.alamaze.sea import drowning
from postern.rulesets.alamaze.sight import month_end
from postern.rulesets.alamaze.steps import beginning, ending, month
from postern.rulesets.alamaze.trade import goods
from postern.rulesets.alamaze.trade.pairs import carry_out_pairs
from postern.rulesets.alamaze.turn import Doing, Turn
from postern.rulesets.alamaze.victory import checks, choices, leaving
from postern.rulesets.alamaze.victory import ending as victory

Run = Callable[[Turn], None]

_END = in_turn(
    consumption.morale_by_region,
    production.announce_riches,
    consumption.spoil,
    consumption.tell_ledger,
    leaving.count_missed,
    members.tell_vacancies,
    victory.conclude,
    month.close,
    ending.next_turn,
)
FIXED: tuple[tuple[float, str, Run], ...] = (
    (
        0,
        "standing orders, the limit, the order of processing",
        in_turn(month.remember, beginning.gather, acting.idle, reinforcements.note_places),
    ),
    (189, "sieges that are not ordered again", siege.lapse),
    (194, "masks and invisibility of the last turn end", on_group.show),
    (195, "production", production.produce),
    (246, "scheduled reinforcements", reinforcements.reinforce),
    (247, "consumption", consumption.consume),
    (309, "the status quo of the last turn is over", politics.forget_status_quo),
    (703, "where groups stand before they move", pursuit.remember_starts),
    (788.5, "spells upon regions", regional.resolve),
    (797, "control of regions", control.count_regions),
    (899.1, "sieges of groups that moved", siege.leave),
    (899.4, "groups on the water without ships", drowning.drown),
    (899.45, "artifacts in the wild", holding.guard_the_lost),
    (899.5, "what each kingdom sees", month_end.look_around),
    (899.6, "hidden groups that others feel", hidden.detect),
    (993.5, "objectives and secret conditions of those who chose none", choices.choose_for_others),
    (997.5, "lists of new spells", research.tell_lists),
    (998, "the end of the turn", _END),
)
GATHERED: tuple[tuple[float, str, Run], ...] = (
    (122, "battles of groups", battles.fight_all),
    (201, "orders 201 and 202: food for gold", partial(carry_out_pairs, goods.FOOD)),
    (203, "orders 203 and 204: prisoners for gold", partial(carry_out_pairs, goods.HOSTAGES)),
    (205, "orders 205 and 206: artifacts for gold", partial(carry_out_pairs, goods.ARTIFACTS)),
    (210, "bids for chairs of the High Council", chairs.take_bids),
    (400, "votes of the High Council", issues.vote),
    (410, "bids for the next issue", issues.take_bids),
    (411, "orders 411 and 412: chairs for gold", partial(carry_out_pairs, chairs.CHAIRS)),
    (991, "objectives", choices.choose_objectives),
    (993, "secret conditions", choices.choose_conditions),
    (997, "victory checks of teams", checks.team_check),
)
"""Numbers whose orders of all kingdoms act together, as battles and trades in pairs do."""


def carry_out(number: int, turn: Turn) -> None:
    """Carries out the orders with this number, one by one."""
    for issued in turn.by_number.get(number, ()):
        doing = Doing(turn, issued)
        if doing.kingdom.active and turn.takes_up(issued) and may_give(doing):
            try:
                HANDLERS[number](doing)
            except NotKnown as what:
                doing.unsure(f"It hangs on {what}, which we do not know.", "The turn decides it.")


def may_give(doing: Doing) -> bool:
    """True when the turn has come for an order, and the kingdom may give it at all (ruling 8)."""
    number, tables = doing.order.number, doing.tables
    row = tables.orders.get(number)
    if row is not None and doing.world.turn < row.first_turn:
        return doing.fail(f"{number} may be given from turn {row.first_turn} on.")
    only = tables.kingdom_orders.get(number)
    if only is None or doing.code in only:
        return True
    figure = doing.kingdom.figures.get(doing.order.figure)
    if holds(Asked(doing.world, doing.code, figure=figure), "order_access", str(number)):
        return True
    whose = " or ".join(tables.kingdoms[code].name for code in sorted(only))
    return doing.fail(f"{number} is an order of the {whose} alone.", tables.instead_of[number])


def _steps() -> tuple[Step[Turn], ...]:
    single: list[tuple[float, str, Run]] = [(n, f"orders {n}", partial(carry_out, n)) for n in HANDLERS]
    places = [*FIXED, *GATHERED, *single]
    ordered = sorted(places, key=lambda one: one[0])
    numbers = [place for place, _, _ in ordered]
    if len(set(numbers)) != len(numbers):
        raise ValueError("a place of the sequence is taken twice")
    return tuple(Step(f"{place:g}", name, run) for place, name, run in ordered)


SEQUENCE = _steps()
