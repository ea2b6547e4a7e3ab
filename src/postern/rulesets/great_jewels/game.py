"""Quest of the Great Jewels as the desk knows it: the ``Ruleset`` interface, each method a call into its subject's module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

from postern.game.chance import Chance
from postern.game.events import Deed, Event
from postern.game.handbook import Handbook
from postern.game.kit.game import Game
from postern.game.kit.turn import Failure, IssuedOrder
from postern.game.orders import OrderSheet, Problem, Verdict
from postern.game.report import Report, Section
from postern.game.ruleset import Choice, Level, Outcome, Signup, Standing, Uncovered
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

    def setup(self, options: Mapping[str, Any], seats: Sequence[Signup], chance: Chance) -> World:
        """A new world, ready for the orders of turn 1. Raises ValueError when options or seats do not fit."""
        return set_up(options, seats, chance)

    def active(self, world: World) -> tuple[str, ...]:
        """The seats that have not been eliminated, in seat order."""
        return tuple(name for name, player in world.players.items() if not player.out)

    def view(self, world: World, seat: str) -> View:
        """All that this seat may know. Raises KeyError for an unknown seat."""
        return view_of(world, seat)

    def quoted(self, lines: Sequence[str]) -> frozenset[int]:
        """Indexes of lines that are the body of a ``D=`` message."""
        return quoted(lines)

    def begins_order(self, line: str) -> bool:
        """Return whether an order in the book's form stands at the line's beginning."""
        return begins_order(line)

    def read(self, text: str, view: View) -> OrderSheet:
        """Every line becomes an order, nothing or a Problem; never raises."""
        return read(text, view)

    def check(self, sheet: OrderSheet, view: View) -> Verdict:
        """The orders tried on the world as the seat knows it."""
        return check(sheet, view)

    def forecast(self, sheet: OrderSheet, view: View) -> Report:
        """What would follow from these orders alone."""
        return forecast(sheet, view)

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

    def report(self, view: View, events: Sequence[Event], unread: Sequence[str] = ()) -> Report:
        """The turn report as a document."""
        return report(view, events, unread)

    def dated(self, report: Report, due: datetime) -> Report:
        """The report with the due date among the book's own codes (QJ-31-05)."""
        return dated(report, due)

    def public(self, view: View, events: Sequence[Event]) -> Report:
        """What all players know alike: who plays, the map that all were sent, how the game ended."""
        return public_report(view, events)

    def plan(self, view: View, chance: Chance, standing_in: bool = False, level: Level = "normal") -> str:
        """A computer player's orders, as text; ``standing_in``: for one turn of a player who will return."""
        return plan(view, chance, standing_in, level)

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

    def deeds(self, before: World, after: World, events: Sequence[Event]) -> tuple[Deed, ...]:
        """Battles, sieges, feats and falls of a turn, for when the game is over."""
        return deeds(before, after, events)

    def logged(self, sheet: OrderSheet) -> tuple[str, ...]:
        """The orders in the book's form, without diplomatic messages and what could not be read."""
        issued = [order for order in sheet.orders if isinstance(order.data, QJOrder)]
        return tuple(order.code for order in issued if not isinstance(order.data, Message))

    def uses(self, sheet: OrderSheet, view: View) -> tuple[str, ...]:
        """Kinds of orders, and talismans that are used."""
        return uses(sheet, view)

    def holdings(self, view: View) -> Sequence[Section]:
        """Return provinces, leaders and talismans of the seat."""
        return (holdings(view),)

    def handbook(self) -> Handbook:
        """The rules in our own words, by topic."""
        return handbook()


def _unread(sheets: Mapping[str, OrderSheet]) -> list[Event]:
    """The lines that could not be read, for the printout of their sender. Remarks among the orders were told at once."""
    return [
        Failure(IssuedOrder(seat, None, one.line, one.text), one.code, one.why, one.remedy, one.paste, step="0").event()
        for seat, sheet in sheets.items()
        for one in sheet.problems
        if not one.note
    ]


RULESET = GreatJewels()
