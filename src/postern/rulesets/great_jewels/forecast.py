"""The forecast: what would follow from one seat's orders alone, in the world as that seat knows it, as a document."""

from __future__ import annotations

from dataclasses import replace

from postern.game.events import seen
from postern.game.kit.reports import forecast_report
from postern.game.kit.telling import Mood, Said, told_to
from postern.game.kit.trial import orders_section, problems_section
from postern.game.orders import OrderSheet
from postern.game.report import Block, Report, Section, Text
from postern.rulesets.great_jewels.account import account
from postern.rulesets.great_jewels.deduplicate import deduplicate
from postern.rulesets.great_jewels.geography import hex_of
from postern.rulesets.great_jewels.holdings import carried, joined, slim
from postern.rulesets.great_jewels.readback import read_back
from postern.rulesets.great_jewels.report import occasion
from postern.rulesets.great_jewels.sighted import seen_turn
from postern.rulesets.great_jewels.telling import TELLINGS
from postern.rulesets.great_jewels.tryout import Trial, try_out
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.world import Province

CAUTION = (
    "This is a forecast, not a result: it runs your orders alone on what you know. Nobody else acts in it, places that you do "
    "not see stand as you last saw them, and nothing is left to luck: no storms, no new leaders, no tricks of talismans."
)


def forecast(sheet: OrderSheet, view: View) -> Report:
    """What these orders alone would bring: moves and their costs, fights with those last seen, what is left."""
    trial = try_out(sheet, view, whole=True)
    orders = read_back(sheet, trial, view)
    sections = [*problems_section(sheet, orders), orders_section(orders), _account(trial, view), _after(trial, view)]
    now, fact = occasion(view, False), ("Score now", str(view.player.score))
    return forecast_report(now, view.seat, len(sheet.orders), "a turn without orders", fact, CAUTION, sections)


def _account(trial: Trial, view: View) -> Section:
    said = told_to(TELLINGS, seen(trial.turn.events, view.seat), view.seat, Mood.FORESEEN)
    return account([_hedged(one, view) for one in deduplicate(said)], Mood.FORESEEN)


def _hedged(said: Said, view: View) -> Said:
    """A capture says on what it hangs where the land was not seen this turn, and then is told by itself."""
    data = said.event.data
    if said.event.kind != "captured" or data["by"] != view.seat:
        return said
    entry = view.entries.get(data["province"])
    if entry is None or not entry.terrain:
        return replace(said, text=f"{said.text[:-1]} if nobody is there: you have never seen it.", tone="body")
    if entry.turn == view.turn:
        return said
    seen_at = f"as you saw it at the end of turn {seen_turn(entry)}"
    return replace(said, text=f"{said.text[:-1]} if it is still {seen_at}.", tone="body")


def _after(trial: Trial, view: View) -> Section:
    """What the seat would hold at the beginning of the next turn."""
    world = trial.turn.world
    provinces = sorted((one for one in world.provinces.values() if one.owner == view.seat), key=lambda one: hex_of(one.name))
    leaders = sorted((one for one in world.leaders.values() if one.owner == view.seat), key=lambda one: one.number)
    places = slim(
        ("Province", "Garrison", "Citadel", "Navies", "Zorans", "T/O", "Notes"),
        [
            (one.name, one.garrison, one.csps or "", one.navies or "", one.zorans, one.turns_owned, _notes(view, one))
            for one in provinces
        ],
        ("Navies",),
        "Provinces, after levies and taxes (T/O: turns owned)",
    )
    start = {one.number: one.province for one in view.leaders.values()}
    armies = slim(
        ("Leader", "From", "To", "Troops", "Bonus", "Zorans", "Rams", "Towers"),
        [(f"L{one.number}", start.get(one.number, ""), one.province, one.troops, one.bonus, *carried(one)) for one in leaders],
        ("Zorans", "Rams", "Towers"),
        "Leaders",
    )
    lost = sorted(set(view.leaders) - {one.number for one in leaders})
    blocks: list[Block] = [places, armies]
    if lost:
        blocks.append(Text(f"Expected to fall: {', '.join(f'L{number}' for number in lost)}.", "bad"))
    gone = sorted(set(view.provinces) - {one.name for one in provinces}, key=hex_of)
    if gone:
        blocks.append(Text(f"Expected to be lost: {', '.join(gone)}.", "bad"))
    return Section("after", "What you would hold then", tuple(blocks))


def _notes(view: View, place: Province) -> str:
    captured = "newly captured" if place.name not in view.provinces else ""
    return joined([captured, *(word for word in ("besieged", "ravaged", "road") if getattr(place, word))], ", ")
