"""The turn's sequence (CF-4-01..13, ruling 2.1) as one table, from new orders to victory points: read ``SEQUENCE`` first. Here
are also the steps in which letters are read into programs (CF-3.2, CF-21.2), and orders to nations are carried out
(CF-4-03)."""

from __future__ import annotations

from typing import cast

from postern.game.kit.orders.sheets import Given
from postern.game.kit.turn import Phases, Step
from postern.rulesets.cosmos.orders.carrying_out import append, forget_sources, pending_of, run_actions
from postern.rulesets.cosmos.orders.families.items import auto_take
from postern.rulesets.cosmos.orders.letters import Message, charge, giver_of, receivers
from postern.rulesets.cosmos.orders.order import NationOrder
from postern.rulesets.cosmos.rules import control, morale, points, works
from postern.rulesets.cosmos.rules.battle import course
from postern.rulesets.cosmos.rules.economy import production, settling
from postern.rulesets.cosmos.rules.economy.sources import receive_transfers
from postern.rulesets.cosmos.rules.movement.paths import let_fall
from postern.rulesets.cosmos.rules.nations import announce_offers, roam
from postern.rulesets.cosmos.rules.sight import look
from postern.rulesets.cosmos.tables.scenario import PHASES
from postern.rulesets.cosmos.turn import Issued, Turn
from postern.rulesets.cosmos.world.records import Nation, Unit

MISSED = 3
"""After so many turns in a row without a letter the player is told (ruling 1.9)."""


def append_orders(turn: Turn) -> None:
    """Adds each nation's orders to the programs of its units and locations, in the order in which they are written."""
    for nation in sorted(turn.world.seated(), key=lambda one: one.number):
        letter = [one for one in turn.orders if one.seat == nation.seat]
        _count_missed(turn, nation, bool(letter))
        bill = charge(turn.world, nation, [one.order for one in letter])
        facts = {"used": bill.points, "limit": bill.limit, "pool": dict(sorted(nation.pool.items()))}
        turn.tell("turn begins", (nation.seat,), **facts)
        for issued, given in zip(letter, bill.paid, strict=True):
            if given is None:
                turn.fail(issued, "NOT PAID", "No allowance and no administration points were left for it.")
            elif turn.takes_up(issued):
                _take(turn, nation, given, issued)


def _count_missed(turn: Turn, nation: Nation, sent: bool) -> None:
    nation.missed = 0 if sent or nation.seat in turn.submitted else nation.missed + 1
    if nation.missed >= MISSED:
        turn.tell("turn missed", (nation.seat,), missed=nation.missed)


def _take(turn: Turn, nation: Nation, given: Given, issued: Issued) -> None:
    """One order of a letter: to a player, to the nation, or into a program."""
    if isinstance(given.order, Message):
        seats = receivers(turn.world, nation.code, given.order)
        named, lines = list(given.order.to), given.order.text.split("\n")
        turn.tell("message", (*seats, nation.seat), sender=nation.code, nations=named, lines=lines)
        return
    if given.head.sort == "nation":
        turn.nation_orders.append((nation.code, issued))
        return
    number = giver_of(given)
    actor = turn.world.units.get(number) or turn.world.locations.get(number)
    if actor is None or actor.owner != nation.code:
        turn.fail(issued, "NOT YOURS", f"{number} is no unit or location of yours.")
        return
    if isinstance(actor, Unit) and actor.leader:
        turn.leave_force(actor)  # whoever is given orders of its own acts alone (CF-8-05)

    def source(one: Given) -> int:
        turn.issued.append(issued if one is given else Issued(issued.seat, one, one.line, one.code))
        return len(turn.issued)

    append(turn, actor, [pending_of(given, source)])
    turn.carried_out(issued)


def look_about(turn: Turn) -> None:
    """A new phase: everybody looks about, and what happened in the phase before is forgotten (ruling 9)."""
    look(turn)
    turn.moved.clear()


def take_and_receive(turn: Turn) -> None:
    """What was sent to other nations arrives at the beginning of the last phase (CF-6.7-04); what has nothing below
    it falls; units are for hire (CF-7.4.3-01), and items are taken by whoever does so unasked (CF-10-08)."""
    receive_transfers(turn)
    let_fall(turn)
    announce_offers(turn)
    auto_take(turn)


def end_of_letters(turn: Turn) -> None:
    """Part 8, after all else: every nation is told what its programs did when, and what pends belongs to no letter any more."""
    _tell_programs(turn)
    forget_sources(turn.world)


def _tell_programs(turn: Turn) -> None:
    """One event for each unit and location that did something: its steps with their phases, for the time line. The phase is 0
    for a step begun before this turn, or one that goes on after it."""
    found: dict[tuple[int, str], list[list[object]]] = {}
    for one in turn.stages:
        found.setdefault((one.actor, one.owner), []).append([one.text, one.begins, one.ends, one.failed])
    for (number, owner), steps in found.items():
        turn.tell("program", turn.seat_of(owner), who=number, owner=owner, steps=steps)


def carry_out_nation_orders(turn: Turn) -> None:
    """Carries out all orders to nations. They take no time (CF-4.4-01)."""
    for code, issued in turn.nation_orders:
        if turn.takes_up(issued) and cast(NationOrder, issued.order.order).carry_out(turn, turn.world.nations[code], issued):
            turn.carried_out(issued)


SEQUENCE: tuple[Step[Turn] | Phases[Turn], ...] = (
    Step("1", "new orders join the programs", append_orders),
    Step("2", "nation orders", carry_out_nation_orders),
    Step("3", "who roams the land", roam),
    Phases(
        PHASES,
        (
            Step("o", "everybody looks about", look_about),
            Step("a", "morale", morale.update),
            Step("b", "sieges", control.update),
            Step("c", "what produces, spells that end", production.count_phase),
            Step("d", "auto-take, transfers arrive", take_and_receive),
            Step("e", "actions", run_actions),
            Step("f", "who fled or retreated appears", points.return_home),
            Step("g", "works", works.progress),
            Step("h", "battles", course.fight),
            Step("i", "control, rulers, wounds", control.follow),
        ),
    ),
    Step("4", "the end of the turn", points.end_turn),
    Step("5", "sieges", control.update_at_end),
    Step("6", "production and upkeep", settling.settle),
    Step("7", "points and limits", points.count_points),
    Step("8", "the letters are done with", end_of_letters),
)
"""Step 3 of the book is the phases: step ``e`` of phase 7 has the label ``7e``."""
