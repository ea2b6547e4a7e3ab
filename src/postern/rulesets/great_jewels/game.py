"""Quest of the Great Jewels as the desk knows it: the ``Ruleset`` interface, each method a call into its subject's module."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from postern.game.events import Event
from postern.game.kit.copying import copied
from postern.game.kit.game import TurnGame
from postern.game.orders import OrderSheet, Problem
from postern.game.report import Section
from postern.game.ruleset import Choice, Signup
from postern.rulesets.great_jewels.computer.census import EXCESS, UNUSED, USABLE, uses
from postern.rulesets.great_jewels.computer.planning import plan
from postern.rulesets.great_jewels.knowledge import View, view_of
from postern.rulesets.great_jewels.orders.choices import choices, read_signup
from postern.rulesets.great_jewels.orders.messages import deliveries, quoted, unread
from postern.rulesets.great_jewels.orders.reading.letter import begins_order, read
from postern.rulesets.great_jewels.report.answers import check
from postern.rulesets.great_jewels.report.changes import deeds, untold_losses
from postern.rulesets.great_jewels.report.documents import dated, forecast, public_report, report, uncovered
from postern.rulesets.great_jewels.report.handbook import handbook
from postern.rulesets.great_jewels.report.tables import holdings, standings
from postern.rulesets.great_jewels.rules.scoring import final_standings
from postern.rulesets.great_jewels.sequence import SEQUENCE, begin, close, skips
from postern.rulesets.great_jewels.setup import FEWEST_SEATS, MOST_SEATS, set_up
from postern.rulesets.great_jewels.turn.orders import Message, QJOrder
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world import document
from postern.rulesets.great_jewels.world.records import World
from postern.rulesets.great_jewels.world.variants import check_seats, read_variant, sentences


class GreatJewels(TurnGame[World, View, Turn]):
    """Quest of the Great Jewels, for 4 to 12 players."""

    worlds = document.WORLDS
    sequence = SEQUENCE
    last_step = "15"
    slug = "great_jewels"
    title = "Quest of the Great Jewels"
    min_seats = FEWEST_SEATS
    max_seats = MOST_SEATS
    account: tuple[str, ...] = ("account", "battles")
    usable: tuple[str, ...] = USABLE
    unused: Mapping[str, str] = UNUSED
    excess: tuple[str, ...] = EXCESS
    setup = staticmethod(set_up)
    view = staticmethod(view_of)
    quoted = staticmethod(quoted)
    begins_order = staticmethod(begins_order)
    read = staticmethod(read)
    check = staticmethod(check)
    forecast = staticmethod(forecast)
    begin = staticmethod(begin)
    skips = staticmethod(skips)
    close = staticmethod(close)
    final = staticmethod(final_standings)
    standings = staticmethod(standings)
    uncovered = staticmethod(uncovered)
    report = staticmethod(report)
    dated = staticmethod(dated)
    public = staticmethod(public_report)
    plan = staticmethod(plan)
    deeds = staticmethod(deeds)
    uses = staticmethod(uses)
    handbook = staticmethod(handbook)

    def terms(self, options: Mapping[str, Any], seats: int) -> tuple[str, ...]:
        """How this game departs from the book: teams, other ways to win."""
        variant = read_variant(options)
        check_seats(variant, seats)
        return sentences(variant)

    def signup(
        self, text: str, taken: Sequence[str], options: Mapping[str, Any] = MappingProxyType({})
    ) -> tuple[Signup | None, list[Problem]]:
        """Reads the lines of a JOIN letter (ruling 26)."""
        return read_signup(text, taken, read_variant(options))

    def signup_choices(self, options: Mapping[str, Any], wishes: Sequence[Mapping[str, str]]) -> Sequence[Choice]:
        """Return what a JOIN letter may choose: people, last turn, team."""
        return choices(read_variant(options))

    def active(self, world: World) -> tuple[str, ...]:
        """The seats that have not been eliminated, in seat order."""
        return tuple(name for name, player in world.players.items() if not player.out)

    def told(self, before: World, turn: Turn, given: Mapping[str, OrderSheet]) -> Iterable[Event]:
        """Return unread lines, failures (of geas orders, too, which came from elsewhere), what the steps told, losses that no
        step told of, and messages."""
        told = (*unread(given), *super().told(before, turn, given))
        return (*told, *untold_losses(before, turn), *deliveries(before, turn.orders))

    def end_after(self, world: World, turn: int) -> World:
        """The same world with another ending turn (QJ-02-19), which the players have agreed on."""
        changed = copied(world)
        changed.end_turn = turn
        return changed

    def logged(self, sheet: OrderSheet) -> tuple[str, ...]:
        """The orders in the book's form, without diplomatic messages and what could not be read."""
        issued = [order for order in sheet.orders if isinstance(order.data, QJOrder)]
        return tuple(order.code for order in issued if not isinstance(order.data, Message))

    def holdings(self, view: View) -> Sequence[Section]:
        """Return provinces, leaders and talismans of the seat."""
        return (holdings(view),)


RULESET = GreatJewels()
