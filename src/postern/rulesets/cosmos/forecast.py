"""The forecast: what would follow from one player's orders alone, three turns ahead, told by phases (ruling 12.6)."""

from __future__ import annotations

from dataclasses import replace

from postern.game.chance import Chance
from postern.game.events import Event, seen
from postern.game.kit.reports import forecast_report
from postern.game.kit.telling import Mood
from postern.game.kit.turn import run
from postern.game.orders import OrderSheet
from postern.game.report import ORDERS, PROBLEMS, Block, Bullets, Report, Section, Text
from postern.rulesets.cosmos.account import account
from postern.rulesets.cosmos.check import check, programs_after, programs_section
from postern.rulesets.cosmos.report import occasion
from postern.rulesets.cosmos.sequence import SEQUENCE
from postern.rulesets.cosmos.timeline import timeline_section
from postern.rulesets.cosmos.tryout import try_out
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.view import View

TURNS = 3
"""How far a forecast looks ahead."""
_CAUTION = (
    "This is a forecast, not a result: it runs your programs alone on what you know. Nobody else acts in it, places that you "
    "do not see stand as you last saw them, and whoever you have not seen is not there."
)


def forecast(sheet: OrderSheet, view: View) -> Report:
    """What these orders would bring if nobody else did anything: the coming turn by its phases, then the two turns after it, in
    which programs go on."""
    trial = try_out(sheet, view)
    world, sections = trial.turn.world, [_orders(sheet, view), programs_section(programs_after(trial, view))]
    told = seen(trial.turn.events, view.seat)
    if line := timeline_section(view, told):
        sections.append(line)
    sections.append(_told(told, view, view.world.turn))
    for _ in range(TURNS - 1):
        if world.finished:
            break
        later = Turn(world, [], Chance("expected").turn(world.turn), expected=True)
        later.submitted = frozenset((view.seat,))
        number = world.turn
        run(SEQUENCE, later)
        sections.append(_told(later.events, view, number))
    fact = ("Points now", str(view.nation.points + view.nation.bonus))
    return forecast_report(
        occasion(view.world, False), view.seat, len(sheet.orders), "your programs as they stand", fact, _CAUTION, sections
    )


def _told(events: list[Event], view: View, turn: int) -> Section:
    section = account(seen(events, view.seat), view.seat, Mood.FORESEEN)
    return replace(section, key=f"turn-{turn}", title=f"Turn {turn}")


def _orders(sheet: OrderSheet, view: View) -> Section:
    """The orders that stand, in words; with those that do not."""
    verdict = check(sheet, view)
    blocks: list[Block] = [Bullets(tuple(f"`{one.code}`: {one.words}" for one in verdict.accepted))] if verdict.accepted else []
    if wrong := [one for one in verdict.problems if not one.note]:
        lines = tuple(f"`{one.text}`: {one.why} {one.remedy}".strip() for one in wrong)
        return Section(PROBLEMS, "Your orders, and what is wrong with them", (*blocks, Bullets(lines)))
    return Section(ORDERS, "Your orders", tuple(blocks) or (Text("There are no new orders."),))
