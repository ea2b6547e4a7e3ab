"""The sequence of a turn as one table (AC-15, ruling 11): fixed steps at their places among the numbers of orders.

An order's number is its place. Read this first: ``FIXED`` says what happens by itself, ``GATHERED`` which numbers are carried
out together, and each other number runs order by order through the effect that its row names,
which a family of ``orders`` gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial

from postern.game.kit.knowledge import NotKnown
from postern.game.kit.orders.declaring import Declared
from postern.game.kit.turn import Step, in_turn
from postern.rulesets.alamaze.orders import acting, goals, standing, supply, trade
from postern.rulesets.alamaze.orders.agents import deeds, errands, odds
from postern.rulesets.alamaze.orders.battle import attacks, battles, spells
from postern.rulesets.alamaze.orders.court import council, emissaries, favour, rulers
from postern.rulesets.alamaze.orders.declared import ORDERS, declarations, joined
from postern.rulesets.alamaze.orders.declared import carry_out as carry_out_declared
from postern.rulesets.alamaze.orders.magic import divination, enchantments, research, sightings
from postern.rulesets.alamaze.orders.movement import marches, ships, transfers
from postern.rulesets.alamaze.orders.trade import carry_out_pairs
from postern.rulesets.alamaze.rules import centers, economy, effects, regions, sea, sight, victory
from postern.rulesets.alamaze.rules.effects import Asked, holds
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.turn import Doing, Turn

FAMILIES = (
    deeds,
    errands,
    odds,
    attacks,
    battles,
    spells,
    council,
    emissaries,
    favour,
    rulers,
    goals,
    divination,
    enchantments,
    research,
    sightings,
    marches,
    ships,
    transfers,
    supply,
    trade,
)
"""The modules that register what orders do."""
EDITIONS = ("classic",)
TOGETHER = frozenset({50, 60, 201, 202, 203, 204, 205, 206, 210, 400, 410, 411, 412, 991, 993, 997})
"""Orders that steps of the turn carry out, those of all kingdoms together: their rows name no handler."""
if _unused := ORDERS.unused(row for one in EDITIONS for row in declarations(edition(one), TOGETHER)):
    raise ValueError(f"no row of orders.csv or spells.csv of any edition names {', '.join(_unused)}")


@cache
def declared(name: str) -> Mapping[int, Declared[Doing]]:
    """Return what each order of an edition does, by number. Raises ValueError for rows and functions that do not fit."""
    return dict(sorted(joined(edition(name), TOGETHER).items()))


def next_turn(turn: Turn) -> None:
    """The orders of the next turn are awaited."""
    turn.world.turn += 1


Run = Callable[[Turn], None]

_END = in_turn(
    economy.morale_by_region,
    economy.announce_riches,
    economy.spoil,
    economy.tell_ledger,
    victory.count_missed,
    regions.tell_vacancies,
    victory.conclude,
    victory.close,
    next_turn,
)
FIXED: tuple[tuple[float, str, Run], ...] = (
    (
        0,
        "standing orders, the limit, the order of processing",
        in_turn(victory.remember, standing.gather, acting.idle, economy.note_places),
    ),
    (189, "sieges that are not ordered again", attacks.lapse),
    (194, "masks and invisibility of the last turn end", enchantments.show),
    (195, "production", economy.produce),
    (246, "scheduled reinforcements", economy.reinforce),
    (247, "consumption", economy.consume),
    (309, "the status quo of the last turn is over", emissaries.forget_status_quo),
    (703, "where groups stand before they move", marches.remember_starts),
    (788.5, "spells upon regions", enchantments.resolve),
    (797, "control of regions", centers.count_regions),
    (899.1, "sieges of groups that moved", attacks.leave),
    (899.4, "groups on the water without ships", sea.drown),
    (899.45, "artifacts in the wild", effects.guard_the_lost),
    (899.5, "what each kingdom sees", sight.look_around),
    (899.6, "hidden groups that others feel", sight.detect),
    (993.5, "objectives and secret conditions of those who chose none", goals.choose_for_others),
    (997.5, "lists of new spells", research.tell_lists),
    (998, "the end of the turn", _END),
)
GATHERED: tuple[tuple[float, str, Run], ...] = (
    (122, "battles of groups", battles.fight_all),
    (201, "orders 201 and 202: food for gold", partial(carry_out_pairs, trade.FOOD)),
    (203, "orders 203 and 204: prisoners for gold", partial(carry_out_pairs, trade.HOSTAGES)),
    (205, "orders 205 and 206: artifacts for gold", partial(carry_out_pairs, trade.ARTIFACTS)),
    (210, "bids for chairs of the High Council", council.take_chair_bids),
    (400, "votes of the High Council", council.vote),
    (410, "bids for the next issue", council.take_issue_bids),
    (411, "orders 411 and 412: chairs for gold", partial(carry_out_pairs, council.CHAIRS)),
    (991, "objectives", goals.choose_objectives),
    (993, "secret conditions", goals.choose_conditions),
    (997, "victory checks of teams", goals.team_check),
)
"""Numbers whose orders of all kingdoms act together, as battles and trades in pairs do."""


def carry_out(number: int, turn: Turn) -> None:
    """Carries out the orders with this number, one by one."""
    if number not in turn.by_number:  # of hundreds of numbers a handful is given
        return
    for issued in turn.by_number[number]:
        doing = Doing(turn, issued)
        if doing.kingdom.active and turn.takes_up(issued) and may_give(doing):
            try:
                obey(doing)
            except NotKnown as what:
                doing.unsure(f"It hangs on {what}, which we do not know.", "The turn decides it.")


def obey(doing: Doing) -> bool:
    """Carries an order out, whoever gave it; False after a failure."""
    return carry_out_declared(doing, declared(doing.tables.name)[doing.order.number])


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


def _steps(name: str) -> tuple[Step[Turn], ...]:
    single: list[tuple[float, str, Run]] = [(n, f"orders {n}", partial(carry_out, n)) for n in declared(name)]
    places = [*FIXED, *GATHERED, *single]
    ordered = sorted(places, key=lambda one: one[0])
    numbers = [place for place, _, _ in ordered]
    if len(set(numbers)) != len(numbers):
        raise ValueError("a place of the sequence is taken twice")
    return tuple(Step(f"{place:g}", name, run) for place, name, run in ordered)


SEQUENCE = _steps("classic")
