"""Alamaze as the desk knows it: what the server asks of a game, each a call into its subject's module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from postern.game.chance import Chance
from postern.game.events import Event
from postern.game.handbook import Handbook
from postern.game.kit.game import TurnGame
from postern.game.kit.turn import Sign
from postern.game.orders import OrderSheet, Problem
from postern.game.report import Report, Section
from postern.game.ruleset import Choice, Signup, Standing
from postern.rulesets.alamaze.computer import plan
from postern.rulesets.alamaze.knowledge import View, view_of
from postern.rulesets.alamaze.orders.reading import begins_order, delivered, merged, quoted, read
from postern.rulesets.alamaze.report import forces, realm
from postern.rulesets.alamaze.report.answers import check, forecast, refused_at_once
from postern.rulesets.alamaze.report.handbook import handbook
from postern.rulesets.alamaze.report.public import deeds, public_report, uncovered
from postern.rulesets.alamaze.report.reading import CONTENT, Reading
from postern.rulesets.alamaze.report.turn_report import dated, report
from postern.rulesets.alamaze.rules.victory import standings
from postern.rulesets.alamaze.sequence import SEQUENCE
from postern.rulesets.alamaze.setup import FEWEST, choices, read_options, read_signup, set_up
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.tables.grammar import Command, grammar
from postern.rulesets.alamaze.turn import Issued, Turn
from postern.rulesets.alamaze.world.document import WORLDS
from postern.rulesets.alamaze.world.records import World


class Alamaze(TurnGame[World, View, Turn]):
    """One edition of Alamaze."""

    worlds = WORLDS
    sequence = SEQUENCE
    last_step = "999"
    min_seats = FEWEST
    account: tuple[str, ...] = (
        *("political-events", "royal-court", "high-council", "battles", "manoeuvres", "encounters"),
        *("production", "covert-and-esoteric", "the-lost"),
    )
    unused: Mapping[str, str]
    excess: tuple[str, ...] = ()
    view = staticmethod(view_of)
    quoted = staticmethod(quoted)
    read = staticmethod(read)
    check = staticmethod(check)
    forecast = staticmethod(forecast)
    report = staticmethod(report)
    dated = staticmethod(dated)
    plan = staticmethod(plan)
    final = staticmethod(standings)
    uncovered = staticmethod(uncovered)
    deeds = staticmethod(deeds)

    def __init__(self, name: str) -> None:
        self._edition = name
        self.slug = edition(name).texts["slug"]
        self.title = edition(name).texts["title"]
        self.max_seats = len(edition(name).kingdoms)
        self.usable = tuple(kind.name for kind in grammar(name).kinds)
        named = {number: one.name for number, one in edition(name).spells.items()}
        named |= {number: one.name for number, one in edition(name).orders.items()}
        reasons = {int(row["number"]): row["reason"] for row in CONTENT.rows("unused_by_computers")}
        self.unused = {named[number]: reason for number, reason in reasons.items() if number in named}

    def terms(self, options: Mapping[str, Any], seats: int) -> tuple[str, ...]:
        """How the game departs from the usual one: its turns, teams, no Secret Victory. Raises ValueError that says which
        option is wrong."""
        tables = edition(self._edition)
        chosen, usual = read_options(tables, options, seats), read_options(tables, {}, seats)
        found = []
        if chosen.turns != usual.turns:
            found.append(f"The game is for {chosen.turns} turns.")
        if chosen.teams:
            found.append(f"The kingdoms play in teams of {tables.whole('team.members')}, dealt by lot.")
        if not chosen.secret:
            found.append("There is no Secret Victory.")
        return tuple(found)

    def signup(
        self, text: str, taken: Sequence[str], options: Mapping[str, Any] = MappingProxyType({})
    ) -> tuple[Signup | None, list[Problem]]:
        """Reads the lines of a JOIN letter: a name, and kingdoms in the order of liking."""
        return read_signup(text, taken, edition(self._edition))

    def signup_choices(self, options: Mapping[str, Any], wishes: Sequence[Mapping[str, str]]) -> Sequence[Choice]:
        """Return what a JOIN letter may choose: the kingdom."""
        return choices(edition(self._edition), wishes)

    def setup(self, options: Mapping[str, Any], seats: Sequence[Signup], chance: Chance) -> World:
        """A new world, ready for the orders of turn 1. Raises ValueError when options or seats do not fit."""
        return set_up(self._edition, options, seats, chance)

    def active(self, world: World) -> tuple[str, ...]:
        """The seats whose kingdoms still play, in the order of their codes."""
        return tuple(one.seat for one in world.seated())

    def begins_order(self, line: str) -> bool:
        """Return whether an order by its number, with the columns it needs, stands there."""
        return begins_order(line, edition(self._edition))

    def merge(self, filed: str, new: str, view: View) -> str:
        """The newest letter's orders alone; where it drops orders by number, those that are left and its own (ruling 2)."""
        return merged(filed, new, lambda text: check(read(text, view), view))

    def begin(self, world: World, given: Mapping[str, OrderSheet], chance: Chance, spared: Mapping[Sign, str]) -> Turn:
        """Return the turn. Kingdoms without a letter have their standing orders alone (AC-28-09)."""
        letters: list[Issued] = []
        refused: frozenset[int] = frozenset()
        for seat, sheet in given.items():
            letter = Issued.of(seat, sheet, Command)
            letters += letter
            refused |= refused_at_once(letter, self.view(world, seat))
        turn = Turn(world, letters, chance, spared=spared)
        turn.submitted, turn.uncounted = frozenset(given), refused
        return turn

    def told(self, before: World, turn: Turn, given: Mapping[str, OrderSheet]) -> tuple[Event, ...]:
        """Return failures, messages between kings, and what the steps told."""
        failures = (failure.event() for failure in turn.told_failures())
        return (*failures, *delivered(before, given), *turn.events)

    def public(self, view: View, events: Sequence[Event]) -> Report:
        """What everybody knows alike: who plays, what all kings are told, how the game ended."""
        return public_report(view.world, events)

    def standings(self, view: View) -> tuple[Standing, ...]:
        """The final table once the game is over; before that a player knows his own points alone."""
        if view.world.finished:
            return standings(view.world)
        return (Standing(view.seat, view.kingdom.points, 0, "your points; those of others are secret"),)

    def last_turn(self, world: World) -> int:
        """Return the last turn that a game can have."""
        return world.tables.whole("game.last_turn")

    def logged(self, sheet: OrderSheet) -> tuple[str, ...]:
        """The orders in the game's own form, without messages."""
        return tuple(one.code for one in sheet.orders if isinstance(one.data, Command))

    def uses(self, sheet: OrderSheet, view: View) -> tuple[str, ...]:
        """The orders and spells of this sheet by name, each as often as it stands there."""
        given = (one.data for one in sheet.orders if isinstance(one.data, Command))
        return tuple(grammar(self._edition).kind_of(one).name for one in given)

    def holdings(self, view: View) -> Sequence[Section]:
        """Return groups, court, population centers and ships of the kingdom."""
        reading = Reading(view, ())
        own = {"groups": forces.groups(reading), "court": realm.court(reading)}
        own |= {"centers": (realm.centers(reading),), "navy": forces.navy(reading)}
        return tuple(Section(key, key.capitalize(), blocks) for key, blocks in own.items())

    def handbook(self) -> Handbook:
        """The rules in our own words, by topic."""
        return handbook(self._edition)


CLASSIC = Alamaze("classic")
