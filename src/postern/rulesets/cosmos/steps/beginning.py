"""Part 1 of the turn: letters are charged, new orders join the programs, messages go out
(CF-4-02, rulings 1.4, 1.5, 1.9, 1.10).

And what comes to nations and units at the beginning of a phase.
"""

from __future__ import annotations

from postern.game.kit.sheets import Given
from postern.rulesets.cosmos.charging import charge, giver_of
from postern.rulesets.cosmos.economy.transfers import receive_transfers
from postern.rulesets.cosmos.movement.falling import let_fall
from postern.rulesets.cosmos.orders.items import auto_take
from postern.rulesets.cosmos.orders.messages import Message, receivers
from postern.rulesets.cosmos.programs import append, forget_sources, pending_of
from postern.rulesets.cosmos.sight.look import look
from postern.rulesets.cosmos.taking_over import announce_offers
from postern.rulesets.cosmos.turn import Issued, Turn
from postern.rulesets.cosmos.world import Nation, Unit

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
