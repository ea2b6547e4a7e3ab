"""COSMOS Fantasy as the desk knows it: the ``Ruleset`` interface, each method a call into its subject's module."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from postern.game.chance import Chance
from postern.game.events import Deed, Event
from postern.game.handbook import Handbook
from postern.game.kit.game import TurnGame
from postern.game.kit.sheets import Given
from postern.game.kit.turn import Sign
from postern.game.orders import OrderSheet, Problem, Verdict
from postern.game.report import Report, Section
from postern.game.ruleset import Choice, Level, LinePart, Signup, Standing, Uncovered
from postern.rulesets.cosmos.computer.census import EXCESS, UNUSED, USABLE
from postern.rulesets.cosmos.knowledge import View, view_of
from postern.rulesets.cosmos.report.notes import learn
from postern.rulesets.cosmos.rules.points import standings
from postern.rulesets.cosmos.sequence import SEQUENCE
from postern.rulesets.cosmos.setup import TURNS, read_options, set_up
from postern.rulesets.cosmos.turn import Issued, Turn
from postern.rulesets.cosmos.world import document
from postern.rulesets.cosmos.world.records import World


class Cosmos(TurnGame[World, View, Turn]):
    """COSMOS Fantasy: The Cold Beacon of Thalmar for 2 to 4 players, The War of Two Tides for 4 to 8."""

    worlds = document.WORLDS
    sequence = SEQUENCE
    last_step = "8"
    slug = "cosmos"
    title = "COSMOS Fantasy"
    min_seats = 2
    max_seats = 8
    usable: tuple[str, ...] = USABLE
    unused: Mapping[str, str] = UNUSED
    excess: tuple[str, ...] = EXCESS

    def terms(self, options: Mapping[str, Any], seats: int) -> tuple[str, ...]:
        """Which scenario is played, and for how many turns; nothing where it is the usual one."""
        chosen = read_options(options, seats)
        if chosen == read_options({}, seats):
            return ()
        from postern.rulesets.cosmos.tables.scenario import scenario

        return (f"The scenario is {scenario(chosen.scenario).name}, for {chosen.turns} turns.",)

    def signup(
        self, text: str, taken: Sequence[str], options: Mapping[str, Any] = MappingProxyType({})
    ) -> tuple[Signup | None, list[Problem]]:
        """Reads the lines of a JOIN letter: a name, and nations in the order of liking."""
        from postern.rulesets.cosmos.setup import read_signup
        from postern.rulesets.cosmos.tables.scenario import scenario

        return read_signup(text, taken, scenario(read_options(options).scenario))

    def signup_choices(self, options: Mapping[str, Any], wishes: Sequence[Mapping[str, str]]) -> Sequence[Choice]:
        """Return what a JOIN letter may choose: the nation."""
        from postern.rulesets.cosmos.setup import choices
        from postern.rulesets.cosmos.tables.scenario import scenario

        return choices(scenario(read_options(options).scenario), wishes)

    def setup(self, options: Mapping[str, Any], seats: Sequence[Signup], chance: Chance) -> World:
        """A new world, ready for the orders of turn 1. Raises ValueError when options or seats do not fit."""
        world = set_up(options, seats, chance)
        _tell_blurbs(world)
        return world

    def active(self, world: World) -> tuple[str, ...]:
        """The seats whose nations are still there, in the order of the nations' numbers."""
        return tuple(one.seat for one in world.seated())

    def view(self, world: World, seat: str) -> View:
        """All that this seat may know. Raises KeyError for an unknown seat."""
        return view_of(world, seat)

    def quoted(self, lines: Sequence[str]) -> frozenset[int]:
        """Indexes of lines that are the game's, whatever their words: messages, heads and blocks, orders below a head."""
        from postern.rulesets.cosmos.orders.reading import of_the_game

        return of_the_game(lines)

    def line_part(self, line: str) -> LinePart:
        """Return whether the line is a head, or begins or ends a block."""
        from postern.rulesets.cosmos.orders.reading import LAYOUT

        return LAYOUT.part_of(line)

    def begins_order(self, line: str) -> bool:
        """Return whether an order, a head, or the begin or end of a block stands there."""
        from postern.rulesets.cosmos.orders.grammar import grammar
        from postern.rulesets.cosmos.orders.reading import LAYOUT

        return LAYOUT.begins_order(grammar(), line)

    def read(self, text: str, view: View) -> OrderSheet:
        """Every line becomes an order, nothing or a Problem; never raises."""
        from postern.rulesets.cosmos.orders.reading import read

        return read(text, view)

    def check(self, sheet: OrderSheet, view: View) -> Verdict:
        """The orders tried on the world as the nation knows it."""
        from postern.rulesets.cosmos.report.answers import check

        return check(sheet, view)

    def forecast(self, sheet: OrderSheet, view: View) -> Report:
        """What would follow from these orders alone, three turns ahead."""
        from postern.rulesets.cosmos.report.turn_report import forecast

        return forecast(sheet, view)

    def begin(self, world: World, given: Mapping[str, OrderSheet], chance: Chance, spared: Mapping[Sign, str]) -> Turn:
        """Return the turn. Nations without a letter go on with what pends (ruling 1.9)."""
        letters = [one for seat, sheet in given.items() for one in Issued.of(seat, sheet, Given)]
        turn = Turn(world, letters, chance, spared=spared)
        turn.submitted = frozenset(given)
        return turn

    def told(self, before: World, turn: Turn, given: Mapping[str, OrderSheet]) -> Iterable[Event]:
        """Return failures, and what the steps told; every nation learns of what it has come to know."""
        _tell_blurbs(turn.world)
        return super().told(before, turn, given)

    def shown_chance(self, there: Sequence[str], turn: Turn) -> tuple[str, ...]:
        """Return all players, those whose nations are gone among them."""
        return turn.seats()

    def final(self, world: World) -> tuple[Standing, ...]:
        """Return the final table."""
        return standings(world)

    def report(self, view: View, events: Sequence[Event], unread: Sequence[str] = ()) -> Report:
        """The turn report as a document."""
        from postern.rulesets.cosmos.report.turn_report import report

        return report(view, events, unread)

    def public(self, view: View, events: Sequence[Event]) -> Report:
        """What everybody knows alike: who plays, who fell, how the game ended."""
        from postern.rulesets.cosmos.report.public import public_report

        return public_report(view.world, events)

    def plan(self, view: View, chance: Chance, standing_in: bool = False, level: Level = "normal") -> str:
        """A computer player's orders, as text."""
        from postern.rulesets.cosmos.computer import plan

        return plan(view, chance, standing_in, level)

    def standings(self, view: View) -> tuple[Standing, ...]:
        """The final table once the game is over; before that a player knows his own points alone."""
        if view.world.finished:
            return standings(view.world)
        return (Standing(view.seat, view.nation.points + view.nation.bonus, 0, "your points; those of others are secret"),)

    def last_turn(self, world: World) -> int:
        """Return the last turn that a game can have."""
        return max(TURNS)

    def uncovered(self, world: World) -> Uncovered:
        """The world with nothing hidden, for when the game is over."""
        from postern.rulesets.cosmos.report.public import uncovered

        return uncovered(world)

    def deeds(self, before: World, after: World, events: Sequence[Event]) -> tuple[Deed, ...]:
        """What of a turn is told when the game is over."""
        from postern.rulesets.cosmos.report.public import deeds

        return deeds(before, after, events)

    def logged(self, sheet: OrderSheet) -> tuple[str, ...]:
        """The orders in the game's own form, without messages."""
        from postern.rulesets.cosmos.orders.letters import Message
        from postern.rulesets.cosmos.orders.reading import letter_of

        given = [order.data for order in sheet.orders if isinstance(order.data, Given)]
        return tuple(letter_of([one for one in given if not isinstance(one.order, Message)]).split("\n"))

    def uses(self, sheet: OrderSheet, view: View) -> tuple[str, ...]:
        """What of the game this sheet makes use of."""
        from postern.rulesets.cosmos.computer.census import uses

        return uses(sheet, view)

    def holdings(self, view: View) -> Sequence[Section]:
        """Return units, and hexes with locations, of the nation."""
        from postern.rulesets.cosmos.report.tables import lands, units

        return units(view.world, view.nation), lands(view.world, view.nation)

    def handbook(self) -> Handbook:
        """The rules in our own words, by topic."""
        from postern.rulesets.cosmos.report.handbook import handbook

        return handbook()


def _tell_blurbs(world: World) -> None:
    """Every nation learns of what it has come to know."""
    for nation in world.seated():
        nation.new_blurbs = len(learn(world, nation))


RULESET = Cosmos()
