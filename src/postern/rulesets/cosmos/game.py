"""COSMOS Fantasy as the desk knows it: what the server asks of a game, each a call into its subject's module."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from postern.game.chance import Chance
from postern.game.events import Event
from postern.game.kit.game import TurnGame
from postern.game.kit.orders.sheets import Given
from postern.game.kit.turn import Sign
from postern.game.orders import OrderSheet, Problem
from postern.game.report import Report, Section
from postern.game.ruleset import Choice, Signup, Standing
from postern.rulesets.cosmos.computer import plan
from postern.rulesets.cosmos.computer.census import EXCESS, UNUSED, USABLE, uses
from postern.rulesets.cosmos.knowledge import View, view_of
from postern.rulesets.cosmos.orders.grammar import grammar
from postern.rulesets.cosmos.orders.letters import Message
from postern.rulesets.cosmos.orders.reading import LAYOUT, letter_of, of_the_game, read
from postern.rulesets.cosmos.report.answers import check
from postern.rulesets.cosmos.report.handbook import handbook
from postern.rulesets.cosmos.report.notes import learn
from postern.rulesets.cosmos.report.public import deeds, public_report, uncovered
from postern.rulesets.cosmos.report.tables import lands, units
from postern.rulesets.cosmos.report.turn_report import forecast, report
from postern.rulesets.cosmos.rules.points import standings
from postern.rulesets.cosmos.sequence import SEQUENCE
from postern.rulesets.cosmos.setup import TURNS, choices, read_options, read_signup, set_up
from postern.rulesets.cosmos.tables.scenario import scenario
from postern.rulesets.cosmos.turn import Issued, Turn
from postern.rulesets.cosmos.world.document import WORLDS
from postern.rulesets.cosmos.world.records import World


class Cosmos(TurnGame[World, View, Turn]):
    """COSMOS Fantasy: The Cold Beacon of Thalmar for 2 to 4 players, The War of Two Tides for 4 to 8."""

    slug = "cosmos"
    title = "COSMOS Fantasy"
    min_seats = 2
    max_seats = 8
    worlds = WORLDS
    sequence = SEQUENCE
    last_step = "8"
    grammar = grammar()
    layout = LAYOUT
    usable: tuple[str, ...] = USABLE
    unused: Mapping[str, str] = UNUSED
    excess: tuple[str, ...] = EXCESS
    view = staticmethod(view_of)
    quoted = staticmethod(of_the_game)
    read = staticmethod(read)
    check = staticmethod(check)
    forecast = staticmethod(forecast)
    report = staticmethod(report)
    plan = staticmethod(plan)
    final = staticmethod(standings)
    uncovered = staticmethod(uncovered)
    deeds = staticmethod(deeds)
    uses = staticmethod(uses)
    handbook = staticmethod(handbook)

    def terms(self, options: Mapping[str, Any], seats: int) -> tuple[str, ...]:
        """Return which scenario is played, and for how many turns; nothing where it is the usual one."""
        chosen = read_options(options, seats)
        if chosen == read_options({}, seats):
            return ()
        return (f"The scenario is {scenario(chosen.scenario).name}, for {chosen.turns} turns.",)

    def signup(
        self, text: str, taken: Sequence[str], options: Mapping[str, Any] = MappingProxyType({})
    ) -> tuple[Signup | None, list[Problem]]:
        """Return what a JOIN letter says: a name, and nations in the order of liking."""
        return read_signup(text, taken, scenario(read_options(options).scenario))

    def signup_choices(self, options: Mapping[str, Any], wishes: Sequence[Mapping[str, str]]) -> Sequence[Choice]:
        """Return what a JOIN letter may choose: the nation."""
        return choices(scenario(read_options(options).scenario), wishes)

    def setup(self, options: Mapping[str, Any], seats: Sequence[Signup], chance: Chance) -> World:
        """Return a new world, ready for the orders of turn 1. Raises ValueError when options or seats do not fit."""
        world = set_up(options, seats, chance)
        _tell_blurbs(world)
        return world

    def active(self, world: World) -> tuple[str, ...]:
        """Return the seats whose nations are still there, in the order of the nations' numbers."""
        return tuple(one.seat for one in world.seated())

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

    def public(self, view: View, events: Sequence[Event]) -> Report:
        """Return what everybody knows alike: who plays, who fell, how the game ended."""
        return public_report(view.world, events)

    def standings(self, view: View) -> tuple[Standing, ...]:
        """Return the final table once the game is over; before that a player knows his own points alone."""
        if view.world.finished:
            return standings(view.world)
        return (Standing(view.seat, view.nation.points + view.nation.bonus, 0, "your points; those of others are secret"),)

    def last_turn(self, world: World) -> int:
        """Return the last turn that a game can have."""
        return max(TURNS)

    def logged(self, sheet: OrderSheet) -> tuple[str, ...]:
        """Return the orders in the game's own form, without messages."""
        given = [order.data for order in sheet.orders if isinstance(order.data, Given)]
        return tuple(letter_of([one for one in given if not isinstance(one.order, Message)]).split("\n"))

    def holdings(self, view: View) -> Sequence[Section]:
        """Return units, and hexes with locations, of the nation."""
        return units(view.world, view.nation), lands(view.world, view.nation)


def _tell_blurbs(world: World) -> None:
    """Every nation learns of what it has come to know."""
    for nation in world.seated():
        nation.new_blurbs = len(learn(world, nation))


RULESET = Cosmos()
