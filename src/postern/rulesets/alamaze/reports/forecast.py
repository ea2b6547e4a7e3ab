"""The forecast: what a player's orders would bring if nobody else did anything, on the world as he knows it (ruling 4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from postern.game.events import seen
from postern.game.kit.reports import forecast_report
from postern.game.kit.telling import Mood, in_mood
from postern.game.kit.trial import orders_section, problems_section
from postern.game.orders import OrderSheet
from postern.game.report import Bullets, Report, Section, Text
from postern.rulesets.alamaze.check import tried
from postern.rulesets.alamaze.group_values import size_word
from postern.rulesets.alamaze.reports import economy
from postern.rulesets.alamaze.reports.outlook import outlooks
from postern.rulesets.alamaze.reports.reading import Reading, occasion, sections_of_events
from postern.rulesets.alamaze.reports.realm import influence
from postern.rulesets.alamaze.tryout import try_out
from postern.rulesets.alamaze.view import View

_CAUTION = (
    "This is a forecast, not a result: it runs your orders alone on what you know. Nobody else acts in it, what only chance "
    "decides is left open, and places that you do not see stand as you last saw them."
)


def forecast(sheet: OrderSheet, view: View) -> Report:
    """The orders read back, what would happen, where groups would be, production and treasury."""
    trial = try_out(sheet, view)
    after = replace(view, world=trial.turn.world)
    reading = Reading(after, seen(trial.turn.events, view.seat), Mood.FORESEEN)
    orders = tried(sheet, trial)
    sections = [
        *problems_section(sheet, orders),
        orders_section(orders),
        *_odds(view, sheet),
        _events(reading),
        _arrivals(reading),
        Section("influence", "Influence", influence(reading)),
        *_treasury(reading),
    ]
    kingdom = view.kingdom
    fact = ("Now", f"{kingdom.gold:,} gold, {kingdom.food:,} food")
    return forecast_report(
        occasion(view.world, False), view.seat, len(sheet.orders), "your standing orders", fact, _CAUTION, sections
    )


def _odds(view: View, sheet: OrderSheet) -> Iterator[Section]:
    if found := outlooks(view, sheet):
        codes = {one.line: one.code for one in sheet.orders}
        yield Section("odds", "How it looks", (Bullets(tuple(f"{codes[line]}: {said}." for line, said in found.items())),))


def _events(reading: Reading) -> Section:
    told = [one.text for one in reading.said if sections_of_events().get(one.event.kind, "") != "-"]
    title = in_mood("What [happened|would happen]", Mood.FORESEEN)
    return Section(
        "account", title, (Bullets(tuple(dict.fromkeys(told))),) if told else (Text("Nothing that can be foreseen."),)
    )


def _arrivals(reading: Reading) -> Section:
    """Where each own group would stand, how large and in which state."""
    lines = tuple(
        f"{one.id} would be in {reading.place(one.area)}: {size_word(reading.tables, one.size).lower()}, "
        f"morale {one.morale:g}, attrition {one.attrition:g}%."
        for one in reading.groups()
        if one.area
    )
    return Section("groups", "Where your groups would be", (Bullets(lines),) if lines else (Text("You have no active group."),))


def _treasury(reading: Reading) -> Iterator[Section]:
    if reading.data("ledger"):
        blocks = (*economy.steps(reading), economy.ledger(reading), *economy.coming(reading))
        yield Section("treasury", "Production and treasury", blocks)
