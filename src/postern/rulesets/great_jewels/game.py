"""Quest of the Great Jewels as the desk knows it: the ``Ruleset`` interface, each method a call into its subject's module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from postern.game.chance import Chance
from postern.game.events import Event
from postern.game.kit.game import Game
from postern.game.kit.turn import Failure, IssuedOrder
from postern.game.orders import OrderSheet, Problem
from postern.game.report import Section
from postern.game.ruleset import Choice, Outcome, Signup, Standing, Uncovered
from postern.rulesets.great_jewels.computer.census import EXCESS, UNUSED, USABLE, uses
from postern.rulesets.great_jewels.computer.planning import plan
from postern.rulesets.great_jewels.knowledge import View, view_of
from postern.rulesets.great_jewels.orders.choices import choices, read_signup
from postern.rulesets.great_jewels.orders.messages import deliveries, hear, quoted
from postern.rulesets.great_jewels.orders.reading.letter import begins_order, read
from postern.rulesets.great_jewels.report.answers import check
from postern.rulesets.great_jewels.report.changes import deeds, figures, untold_losses
from postern.rulesets.great_jewels.report.documents import dated, forecast, public_report, report
from postern.rulesets.great_jewels.report.handbook import handbook
from postern.rulesets.great_jewels.report.map import EMBLEMS, open_chart
from postern.rulesets.great_jewels.report.tables import holdings
from postern.rulesets.great_jewels.rules.scoring import count_missed, final_standings
from postern.rulesets.great_jewels.sequence import in_order, run_turn
from postern.rulesets.great_jewels.setup import FEWEST_SEATS, MOST_SEATS, set_up
from postern.rulesets.great_jewels.turn.orders import Issued, Message, QJOrder
from postern.rulesets.great_jewels.world import document
from postern.rulesets.great_jewels.world.records import World, copy_world
from postern.rulesets.great_jewels.world.variants import check_seats, read_variant, sentences

_WORDS = ("province", "provinces", "troops")


class GreatJewels(Game[World, View]):
    """Quest of the Great Jewels, for 4 to 12 players."""

    worlds = document.WORLDS
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

    def resolve(self, world: World, sheets: Mapping[str, OrderSheet], chance: Chance) -> Outcome[World]:
        """The turn. Seats without a sheet missed it: their standing settings go on (ruling 27)."""
        seats = self.active(world)
        before_out = {name for name, player in world.players.items() if player.out}
        given = {seat: sheets[seat] for seat in seats if seat in sheets}
        orders = {seat: Issued.of(seat, sheet, QJOrder) for seat, sheet in given.items()}
        turn = run_turn(world, orders, chance.turn(world.turn))
        count_missed(turn, present=frozenset(given))
        after = turn.world
        letters = deliveries(world, in_order(orders, world))
        hear(after, letters)
        failures = [one.event() for one in turn.told_failures()]  # of geas orders, too, which came from elsewhere
        chance_print = Event("chance", "15", frozenset(seats), {"fingerprint": chance.turn(world.turn).fingerprint})
        events = (*_unread(given), *failures, *turn.events, *untold_losses(world, turn), *letters, chance_print)
        out = tuple(name for name, player in after.players.items() if player.out and name not in before_out)
        standings = final_standings(after) if after.finished else ()
        return Outcome(after, events, after.finished, tuple(after.winners), standings, out, turn.broken())

    def standings(self, view: View) -> tuple[Standing, ...]:
        """The final table once the game is over; before that a seat knows who stands where only through the Oracle."""
        if view.standings:
            return view.standings
        if view.oracle:
            table = sorted(view.oracle.items(), key=lambda item: -item[1])
            return tuple(Standing(name, score, 1 + sum(other > score for _, other in table)) for name, score in table)
        return (Standing(view.seat, view.player.score, 0, "your score; ranks are secret"),)

    def end_after(self, world: World, turn: int) -> World:
        """The same world with another ending turn (QJ-02-19), which the players have agreed on."""
        changed = copy_world(world)
        changed.end_turn = turn
        return changed

    def uncovered(self, world: World) -> Uncovered:
        """The world with nothing hidden, for when the game is over."""
        sides = {name: world.players[name].people.title() for name in sorted(world.players)}
        starts = {name: player.home for name, player in world.players.items()}
        standings, winners = final_standings(world), tuple(world.winners)
        emblems = {name: EMBLEMS[player.people.value] for name, player in world.players.items()}
        return Uncovered(standings, sides, open_chart(world), winners, starts, figures(world), _WORDS, emblems)

    def logged(self, sheet: OrderSheet) -> tuple[str, ...]:
        """The orders in the book's form, without diplomatic messages and what could not be read."""
        issued = [order for order in sheet.orders if isinstance(order.data, QJOrder)]
        return tuple(order.code for order in issued if not isinstance(order.data, Message))

    def holdings(self, view: View) -> Sequence[Section]:
        """Return provinces, leaders and talismans of the seat."""
        return (holdings(view),)


def _unread(sheets: Mapping[str, OrderSheet]) -> list[Event]:
    """The lines that could not be read, for the printout of their sender. Remarks among the orders were told at once."""
    return [
        Failure(IssuedOrder(seat, None, one.line, one.text), one.code, one.why, one.remedy, one.paste, step="0").event()
        for seat, sheet in sheets.items()
        for one in sheet.problems
        if not one.note
    ]


RULESET = GreatJewels()
