"""Alamaze as the desk knows it: the ``Ruleset`` interface, each method a call into its subject's module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from postern.game.chance import Chance
from postern.game.events import Event
from postern.game.kit.turn import run
from postern.game.orders import OrderSheet, Verdict
from postern.game.ruleset import Level, Outcome, Signup
from postern.rulesets.alamaze import document
from postern.rulesets.alamaze.check import check
from postern.rulesets.alamaze.edition import edition
from postern.rulesets.alamaze.orders.command import Command
from postern.rulesets.alamaze.orders.reading import read
from postern.rulesets.alamaze.sequence import SEQUENCE
from postern.rulesets.alamaze.setup import FEWEST, set_up
from postern.rulesets.alamaze.turn import Issued, Turn
from postern.rulesets.alamaze.victory.points import standings
from postern.rulesets.alamaze.view import View, view_of
from postern.rulesets.alamaze.world import World


class Alamaze:
    """One edition of Alamaze."""

    min_seats = FEWEST

    def __init__(self, name: str) -> None:
        self._edition = name
        self.slug = edition(name).texts["slug"]
        self.title = edition(name).texts["title"]
        self.max_seats = len(edition(name).kingdoms)

    def setup(self, options: Mapping[str, Any], seats: Sequence[Signup], chance: Chance) -> World:
        """A new world, ready for the orders of turn 1. Raises ValueError when options or seats do not fit."""
        return set_up(self._edition, options, seats, chance)

    def dump(self, world: World) -> bytes:
        """The world as canonical JSON."""
        return document.dump(world)

    def load(self, data: bytes) -> World:
        """The world from JSON, checked. Raises ValueError whose text says where and what is wrong."""
        return document.load(data)

    def schema(self) -> Mapping[str, Any]:
        """JSON Schema of the world's document."""
        return document.schema()

    def turn(self, world: World) -> int:
        """The turn whose orders are awaited, from 1."""
        return world.turn

    def active(self, world: World) -> tuple[str, ...]:
        """The seats whose kingdoms still play, in the order of their codes."""
        return tuple(one.seat for one in world.seated())

    def view(self, world: World, seat: str) -> View:
        """All that this seat may know. Raises KeyError for an unknown seat."""
        return view_of(world, seat)

    def read(self, text: str, view: View) -> OrderSheet:
        """Every line becomes an order, nothing or a Problem; never raises."""
        return read(text, view)

    def check(self, sheet: OrderSheet, view: View) -> Verdict:
        """The orders tried on the world as the kingdom knows it."""
        return check(sheet, view)

    def resolve(self, world: World, sheets: Mapping[str, OrderSheet], chance: Chance) -> Outcome[World]:
        """The turn. Kingdoms without a letter have their standing orders alone (AC-28-09)."""
        there = set(self.active(world))
        letters = [one for seat in self.active(world) if seat in sheets for one in Issued.of(seat, sheets[seat], Command)]
        of_turn = chance.turn(world.turn)
        turn = Turn(deepcopy(world), letters, of_turn)
        turn.submitted = frozenset(sheets)
        run(SEQUENCE, turn)
        after = turn.world
        failed = [failure.event() for failure in turn.told_failures()]
        prints = Event("chance", "999", frozenset(there), {"fingerprint": of_turn.fingerprint})
        out = tuple(sorted(there - set(self.active(after))))
        table = standings(after) if after.finished else ()
        return Outcome(after, (*failed, *turn.events, prints), after.finished, tuple(after.winners), table, out)

    def plan(self, view: View, chance: Chance, standing_in: bool = False, level: Level = "normal") -> str:
        """A computer kingdom's orders, as text."""
        from postern.rulesets.alamaze.computer import plan

        return plan(view, chance, standing_in, level)


CLASSIC = Alamaze("classic")
