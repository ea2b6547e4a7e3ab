"""Adventurer Kings as the desk knows it: what the server asks of a game, each a call into its subject's module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from postern.game.chance import Chance
from postern.game.kit.game import TurnGame
from postern.game.kit.orders.sheets import Given
from postern.game.kit.turn import Sign
from postern.game.orders import OrderSheet, Problem
from postern.game.report import Bullets, Report, Section
from postern.game.ruleset import Signup, Standing
from postern.rulesets.adventurer_kings.computer import plan
from postern.rulesets.adventurer_kings.knowledge import View, view_of
from postern.rulesets.adventurer_kings.orders.grammar import NAMES, ROWS, grammar
from postern.rulesets.adventurer_kings.orders.reading import LAYOUT, letter_of, merge, read
from postern.rulesets.adventurer_kings.orders.types import Message
from postern.rulesets.adventurer_kings.report.answers import unmentioned
from postern.rulesets.adventurer_kings.report.handbook import handbook
from postern.rulesets.adventurer_kings.report.public import deeds, public_report, uncovered
from postern.rulesets.adventurer_kings.report.state import holdings
from postern.rulesets.adventurer_kings.report.turn_report import ACCOUNT, dated, report
from postern.rulesets.adventurer_kings.rules.realm.offices import final, standings
from postern.rulesets.adventurer_kings.sequence import SEQUENCE
from postern.rulesets.adventurer_kings.setup import choices, read_options, read_signup, set_up, terms
from postern.rulesets.adventurer_kings.turn import Issued, Turn
from postern.rulesets.adventurer_kings.world import WORLDS, World


class AdventurerKings(TurnGame[World, View, Turn]):
    """Adventurer Kings for 4 to 12 players."""

    slug = "adventurer_kings"
    title = "Adventurer Kings"
    accent = "#5b3a8c"
    min_seats = 4
    max_seats = 12
    worlds = WORLDS
    sequence = SEQUENCE
    last_step = "11"
    grammar = grammar()
    layout = LAYOUT
    account = ACCOUNT
    caution = (
        "This is a forecast, not a result: it knows only what you know, and nobody else acts in it. What chance decides comes "
        "out as is likelier; nothing is fought: who attacks wins without loss, and who searches comes back unhurt."
    )
    usable: tuple[str, ...] = tuple(ROWS)
    unused: Mapping[str, str] = {name: row.computers for name, row in ROWS.items() if row.computers}
    view = staticmethod(view_of)
    read = staticmethod(read)
    merge = staticmethod(merge)
    report = staticmethod(report)
    dated = staticmethod(dated)
    plan = staticmethod(plan)
    public = staticmethod(public_report)
    final = staticmethod(final)
    uncovered = staticmethod(uncovered)
    deeds = staticmethod(deeds)
    handbook = staticmethod(handbook)
    signup_choices = staticmethod(choices)
    terms = staticmethod(terms)

    def signup(
        self, text: str, taken: Sequence[str], options: Mapping[str, Any] = MappingProxyType({})
    ) -> tuple[Signup | None, list[Problem]]:
        """Return what a JOIN letter says of King and kingdom."""
        return read_signup(text, taken)

    def setup(self, options: Mapping[str, Any], seats: Sequence[Signup], chance: Chance) -> World:
        """Return a new world. Raises ValueError when options or seats do not fit."""
        return set_up(read_options(options), seats, chance)

    def active(self, world: World) -> tuple[str, ...]:
        """Return the seats whose kingdoms are not given up (AK-D3.0-09)."""
        return tuple(one.seat for one in world.kingdoms.values() if not one.given_up)

    def begin(self, world: World, given: Mapping[str, OrderSheet], chance: Chance, spared: Mapping[Sign, str]) -> Turn:
        """Return the year before its first step."""
        issued = [one for seat, sheet in given.items() for one in Issued.of(seat, sheet, Given)]
        return Turn(world, issued, chance, spared=spared, submitted=frozenset(given))

    def standings(self, view: View) -> tuple[Standing, ...]:
        """Return the final table once the game is over; before that the own score as it stands."""
        return standings(view.world, view.code)

    def unmentioned(self, sheet: OrderSheet, view: View) -> tuple[str, ...]:
        """Return characters whose phases have no order."""
        return unmentioned(sheet, view)

    def called(self, view: View) -> Mapping[str, str]:
        """Return the seats by code, number and name of their kingdoms (AK-D3.0-13)."""
        named = view.world.kingdoms.values()
        return {word: one.seat for one in named for word in (one.code, str(one.number), one.name.upper())}

    def forecast(self, sheet: OrderSheet, view: View) -> Report:
        """Return what the orders would bring, and below them who is left idle (AK-D3.0-06)."""
        found, idle = super().forecast(sheet, view), self.unmentioned(sheet, view)
        place = next(at for at, one in enumerate(found.sections) if one.key == "orders") + 1
        part = [Section("idle", "Without an order", (Bullets(idle),))] if idle else []
        return replace(found, sections=(*found.sections[:place], *part, *found.sections[place:]))

    def uses(self, sheet: OrderSheet, view: View) -> tuple[str, ...]:
        """Return the names of the orders on the sheet."""
        return tuple(NAMES[type(one.data.order)] for one in sheet.orders)

    def last_turn(self, world: World) -> int:
        """Return the last year that a game can have (AK-D10.4-01)."""
        return 20

    def logged(self, sheet: OrderSheet) -> tuple[str, ...]:
        """Return the orders in the game's own form, each block below its head, without messages."""
        return letter_of(one for one in sheet.orders if not isinstance(one.data.order, Message))

    def holdings(self, view: View) -> Sequence[Section]:
        """Return provinces, characters and armies of the kingdom."""
        return holdings(view)


RULESET = AdventurerKings()
