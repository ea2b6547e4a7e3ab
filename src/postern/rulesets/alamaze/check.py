"""The answer to a letter: what stands with its result and price, the standing orders, gold and food through the turn, what is
wrong, and who was not mentioned (rulings 2 and 4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from postern.game.kit.trial import ReadBack, Trial, failures_by_order, verdict
from postern.game.kit.turn import Failure
from postern.game.orders import Order, OrderSheet, Problem, Program, Verdict
from postern.rulesets.alamaze.influence import order_limit, standing_limit
from postern.rulesets.alamaze.orders.command import Command
from postern.rulesets.alamaze.orders.dropping import Drop
from postern.rulesets.alamaze.orders.grammar import grammar
from postern.rulesets.alamaze.orders.reading import told
from postern.rulesets.alamaze.reports.outlook import outlooks
from postern.rulesets.alamaze.treasury import CONSUMPTION, LATE, ORDERS, PRODUCTION, SPOILAGE, TRADE, Ledgers
from postern.rulesets.alamaze.tryout import try_out
from postern.rulesets.alamaze.turn import UNSURE, Issued, Turn
from postern.rulesets.alamaze.view import View

_HEADINGS = (PRODUCTION, TRADE, CONSUMPTION, ORDERS, LATE, SPOILAGE)


def check(sheet: OrderSheet, view: View) -> Verdict:
    """The orders tried on the world as the kingdom knows it, each with how it looks where that can be judged."""
    trial = try_out(sheet, view)
    problems = [*sheet.problems, *(_undropped(one) for one in sheet.orders if isinstance(one.data, Drop))]
    programs = (standing_program(trial, view), *treasury_programs(trial, view))
    looks = outlooks(view, sheet)
    orders = [
        replace(one, words=f"{one.words}; {looks[one.order.line]}") if one.words and one.order.line in looks else one
        for one in tried(sheet, trial)
    ]
    told = verdict(sheet, orders, problems, tuple(unmentioned(trial, view)))
    return replace(told, programs=programs)


def tried(sheet: OrderSheet, trial: Trial[Turn, Issued]) -> list[ReadBack[Failure[Issued]]]:
    """Each order of a sheet with its words, its result and price, and what stands against it."""
    found = failures_by_order(trial.issued, trial.turn, _soften)
    places = {id(one): place for place, one in enumerate(_commands(sheet))}
    results = {int(one["line"]): one for one in _results(trial.turn) if one["line"]}
    back = []
    for order in sheet.orders:
        failures = tuple(found.get(places[id(order)], ())) if id(order) in places else ()
        stands = all(one.note for one in failures) and not isinstance(order.data, Drop)
        back.append(ReadBack(order, words_with(order.words, results.get(order.line)) if stands else "", failures))
    return back


def _commands(sheet: OrderSheet) -> list[Order]:
    return [one for one in sheet.orders if isinstance(one.data, Command)]


def _results(turn: Turn) -> list[dict[str, Any]]:
    return [dict(one.data) for one in turn.events if one.kind == "order"]


def words_with(words: str, result: dict[str, Any] | None) -> str:
    """An order read back with what is expected of it and what it costs."""
    if result is None:
        return words
    said = "" if result["result"] in ("done", words) else str(result["result"])
    return "; ".join(filter(None, (words, said, price(result["gold"], result["food"]))))


def price(gold: int, food: int) -> str:
    """Gold and food in words; "" for none."""
    return " and ".join(f"{amount:,} {what}" for amount, what in ((gold, "gold"), (food, "food")) if amount)


def _undropped(order: Order) -> Problem:
    """The answer to a line DROP that found no order: behind ADD, or with nothing on file."""
    why = "Nothing was taken off file by this line."
    return Problem(
        "NOT THERE", order.line, why, "Send DROP with the order's number in the last answer, without ADD.", text=order.text
    )


def _soften(failure: Failure[Issued], behind: bool) -> Failure[Issued]:
    """A failure that rests on what the player cannot know is a warning: the line is kept."""
    return replace(failure, note=True) if failure.code == UNSURE else failure


# --- standing orders, the limit, the treasury --------------------------------------------------------------------------------


def standing_program(trial: Trial[Turn, Issued], view: View) -> Program:
    """The standing orders as the letter leaves them, each with its result, and how many orders count (AC-27-02, AC-27-09)."""
    turn, kingdom = trial.turn, trial.turn.world.kingdoms[view.code]
    results = {one["code"]: one for one in _results(turn) if not one["line"]}
    fails = {one.issued.code: one.why for one in turn.told_failures() if not one.issued.line and not one.note}
    lines = []
    for slot, text in enumerate(kingdom.standing, start=1):
        found = grammar(view.world.edition).find(text.upper())
        words = " ".join(grammar(view.world.edition).words_of(found.order, view, told).split()) if found else text
        outcome = f"fails: {fails[text]}" if text in fails else ""
        lines.append(f"{slot}. {text}: {'; '.join(filter(None, (words_with(words, results.get(text)), outcome)))}")
    count, limit = standing_count(trial), order_limit(view.world, view.kingdom)
    most = standing_limit(view.world, view.kingdom)
    name = f"Standing orders: {len(kingdom.standing)} of {most}; orders of this letter: {count} of {limit}"
    return Program(name, tuple(lines) or ("no standing orders",))


def standing_count(trial: Trial[Turn, Issued]) -> int:
    """How many orders of a letter stand: those that are refused are not on file, and take no place."""
    failed = failures_by_order(trial.issued, trial.turn, _soften)
    return sum(all(one.note for one in failed.get(place, ())) for place in range(len(trial.issued)))


def treasury_programs(trial: Trial[Turn, Issued], view: View) -> Iterator[Program]:
    """Gold and food from heading to heading of the ledger, as far as they can be known (ruling 53)."""
    booked = trial.turn.state(Ledgers).lines
    for place, what, now in ((1, "Gold", view.kingdom.gold), (0, "Food", view.kingdom.food)):
        lines = [f"in the treasury: {now:,}"]
        for heading in _HEADINGS:
            amount = booked.get((view.code, heading), (0, 0))[place]
            now += amount
            lines += [f"{heading}: {amount:+,}, then {now:,}"] if amount else []
        yield Program(f"{what} through the turn", tuple(lines))


# --- who is idle -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Named:
    """Whom a turn's orders name."""

    groups: frozenset[str]
    figures: frozenset[str]


def _named(turn: Turn, view: View) -> _Named:
    orders = [one.order for some in turn.by_number.values() for one in some]
    groups = {name for one in orders for name in (one.group, one.into)}
    figures = {name for one in orders for name in (one.figure, one.second_figure, one.third_figure)}
    acted = {code for kingdom, code in turn.sole_actions if kingdom == view.code}
    return _Named(frozenset(groups), frozenset(figures | acted))


def unmentioned(trial: Trial[Turn, Issued], view: View) -> Iterator[str]:
    """Figures and groups without an order, and orders that could still be given."""
    named = _named(trial.turn, view)
    for figure in view.kingdom.figures.values():
        if not figure.held_by and figure.code not in named.figures:
            yield f"{figure.rank} {figure.name} ({figure.code}) at {figure.area}"
    for group in view.world.groups_of(view.code):
        if group.area and group.id not in named.groups:
            yield f"{group.id} at {group.area}"
    left = order_limit(view.world, view.kingdom) - standing_count(trial)
    if left > 0:
        yield f"{left} more {'order' if left == 1 else 'orders'}"
