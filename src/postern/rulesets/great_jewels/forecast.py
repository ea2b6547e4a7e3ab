"""The forecast: what would follow from one seat's orders alone, in the world as that seat knows it, as a document."""

from __future__ import annotations

from collections.abc import Sequence

from postern.game.events import Event, seen
from postern.game.orders import OrderSheet
from postern.game.report import Battle, Block, Bullets, Column, Masthead, Report, Section, Table, Text
from postern.rulesets.great_jewels.geography import hex_of
from postern.rulesets.great_jewels.holdings import slim
from postern.rulesets.great_jewels.readback import ReadBack, read_back
from postern.rulesets.great_jewels.report import ACCENT, PHASES, TITLE
from postern.rulesets.great_jewels.sighted import seen_turn
from postern.rulesets.great_jewels.telling import Said, sentence
from postern.rulesets.great_jewels.telling.combat import FACTORS
from postern.rulesets.great_jewels.telling.foreseen import foreseen, foreseen_battle
from postern.rulesets.great_jewels.told_once import told_once
from postern.rulesets.great_jewels.tryout import Trial, try_out
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.wording import counted

CAUTION = (
    "This is a forecast, not a result: it runs your orders alone on what you know. Nobody else acts in it, places that you do "
    "not see stand as you last saw them, and nothing is left to luck: no storms, no new leaders, no tricks of talismans."
)


def _asked(orders: int) -> str:
    return f"your {counted(orders, 'order')}" if orders else "a turn without orders"


def forecast(sheet: OrderSheet, view: View) -> Report:
    """What these orders alone would bring: moves and their costs, fights with those last seen, what is left."""
    trial = try_out(sheet, view, whole=True)
    sections = [Section("caution", "A forecast", (Text(CAUTION, "note"),))]
    orders = read_back(sheet, trial, view)
    if problems := _problems(sheet, orders):
        sections.append(problems)
    sections += [_orders(orders), _account(trial, view), *_after(trial, view)]
    return Report(
        masthead=Masthead(
            game="",
            title=f"{TITLE}: forecast",
            turn=view.turn,
            seat=view.seat,
            line=f"What {_asked(len(sheet.orders))} would bring if nobody else did anything.",
            facts=(("Score now", str(view.player.score)),),
        ),
        sections=tuple(sections),
        accent=ACCENT,
        kind="forecast",
    )


def _problems(sheet: OrderSheet, orders: Sequence[ReadBack]) -> Section | None:
    unread = [
        (f"`{one.text}`", "not read", one.why, f"{one.remedy} {one.paste}".strip()) for one in sheet.problems if not one.note
    ]
    tried = [
        (
            f"`{one.order.code}`",
            "in part" if one.words else "not possible",
            failure.why,
            f"{failure.remedy} {failure.paste}".strip(),
        )
        for one in orders
        for failure in one.failures
    ]
    rows = tuple(unread + tried)
    if not rows:
        return None
    columns = (Column("Order"), Column(""), Column("Why", wide=True), Column("Possible", wide=True))
    return Section("problems", "Orders that would not be carried out as written", (Table(columns, rows),))


def _orders(orders: Sequence[ReadBack]) -> Section:
    items = tuple(f"`{one.order.code}`: {one.words}" for one in orders if one.words)
    blocks: tuple[Block, ...] = (Bullets(items),) if items else (Text("There are no orders that can be carried out."),)
    return Section("orders", "Your orders", blocks)


def _account(trial: Trial, view: View) -> Section:
    said = _said(trial.turn.events, view.seat)
    blocks: list[Block] = []
    for number, heading in PHASES:
        told = [(event, one) for event, one in said if _number(event) == number]
        if not told:
            continue
        blocks.append(Text(f"**{heading}**", "lead"))
        if sentences := tuple(dict.fromkeys(_sentence(event, one, view) for event, one in told if one.battle is None)):
            blocks.append(Bullets(sentences))
        battles = sorted((one.battle for _, one in told if one.battle is not None), key=lambda battle: hex_of(battle.place))
        if battles and not any(isinstance(block, Battle) for block in blocks):
            blocks.append(Text(FACTORS))
        blocks.extend(map(foreseen_battle, battles))
    if not blocks:
        blocks.append(Text("Nothing that can be foreseen."))
    return Section("account", "What would happen", tuple(blocks))


def _said(events: Sequence[Event], seat: str) -> list[tuple[Event, Said]]:
    return told_once([(event, said) for event in seen(events, seat) if (said := sentence(event, seat)) is not None])


def _number(event: Event) -> str:
    return "".join(character for character in event.step if character.isdigit())


def _sentence(event: Event, said: Said, view: View) -> str:
    """The sentence of what would happen; of a capture, on what it hangs where the land was not seen this turn."""
    text = foreseen(said.text)
    if event.kind != "captured" or event.data["by"] != view.seat:
        return text
    entry = view.entries.get(event.data["province"])
    if entry is None or not entry.terrain:
        return f"{text[:-1]} if nobody is there: you have never seen it."
    seen_at = f"as you saw it at the end of turn {seen_turn(entry)}"
    return text if entry.turn == view.turn else f"{text[:-1]} if it is still {seen_at}."


def _after(trial: Trial, view: View) -> list[Section]:
    """What the seat would hold at the beginning of the next turn."""
    world = trial.turn.world
    provinces = sorted((one for one in world.provinces.values() if one.owner == view.seat), key=lambda one: hex_of(one.name))
    leaders = sorted((one for one in world.leaders.values() if one.owner == view.seat), key=lambda one: one.number)
    places = slim(
        ("Province", "Garrison", "Citadel", "Navies", "Zorans", "T/O", "Notes"),
        [
            (
                one.name,
                str(one.garrison),
                str(one.csps or ""),
                str(one.navies or ""),
                str(one.zorans),
                str(one.turns_owned),
                ", ".join(
                    word
                    for word, holds in (
                        ("newly captured", one.name not in view.provinces),
                        ("besieged", one.besieged),
                        ("ravaged", one.ravaged),
                        ("road", one.road),
                    )
                    if holds
                ),
            )
            for one in provinces
        ],
        ("Navies",),
        "Provinces, after levies and taxes (T/O: turns owned)",
    )
    armies = slim(
        ("Leader", "From", "To", "Troops", "Bonus", "Zorans", "Rams", "Towers"),
        [
            (
                f"L{one.number}",
                view.leaders[one.number].province if one.number in view.leaders else "",
                one.province,
                str(one.troops),
                str(one.bonus),
                *(str(amount or "") for amount in (one.zorans, one.rams, one.towers)),
            )
            for one in leaders
        ],
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
    return [Section("after", "What you would hold then", tuple(blocks))]
