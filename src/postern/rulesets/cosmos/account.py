"""The turn told to one nation, phase by phase (ruling 19.1), and before it what needs attention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from postern.game.events import Event
from postern.game.kit.digits import is_number
from postern.game.kit.reports import unread_blocks
from postern.game.kit.telling import Group, Mood, Said, grouped, in_mood, listed, once, told_to
from postern.game.report import Battle, Block, Bullets, Section, Table, Text
from postern.game.report import Column as Col
from postern.rulesets.cosmos.scenario import PHASES
from postern.rulesets.cosmos.telling import tellings

_BEFORE, _AFTER = 0, PHASES + 1
_FAILED = ("order failed", "order-failed", "order-note")
ELSEWHERE = frozenset({"order failed", "message", "program", "turn begins", "chance", "order-failed", "order-note"})
"""Kinds of events that are told in no sentence: failed orders have a table, letters a section, programs the time line, what
was there at the beginning the front page and the resources; the last three are made by the kit for all games."""
_IN_BATTLES = ("fled", "destroyed")
"""What the account of a battle tells of its units."""
_LOSSES = (*_IN_BATTLES, "dissolved")
_ON_A_PAGE = "Battle {number} at {place} is told on a page of its own."


def _seen_together(events: Sequence[Event], mood: Mood) -> list[str]:
    """All who came into sight in a phase, place by place."""
    places: dict[str, list[str]] = {}
    for one in events:
        places.setdefault(str(one.data["place"]), []).append(str(one.data["name"]))
    return [in_mood(f"[Seen|Would be seen] at {place}: {listed(names)}.", mood) for place, names in sorted(places.items())]


_SIGHTED = Group(lambda one: one.event.kind == "sighted", _seen_together)


def phase_of(event: Event) -> int:
    """The phase in which something happened: 0 before the first, 25 after the last."""
    digits = "".join(one for one in event.step if is_number(one))
    if event.step[-1:].isalpha():
        return int(digits)
    return _BEFORE if digits in ("", "0", "1", "2", "3") else _AFTER


def heading(phase: int) -> str:
    """What a part of the account is called."""
    return {_BEFORE: "Before the first phase", _AFTER: "At the end of the turn"}.get(phase, f"Phase {phase}")


def outside_battles(events: Sequence[Event]) -> list[Event]:
    """The events without those that accounts of battles tell, too: who fled there and who was destroyed."""
    told = {(one.step, unit["id"]) for one in events if one.kind == "battle" for unit in one.data["units"]}
    return [one for one in events if not (one.kind in _IN_BATTLES and (one.step, one.data["who"]) in told)]


def account(
    events: Sequence[Event], seat: str, mood: Mood = Mood.HAPPENED, battles: Mapping[int, Battle | None] = MappingProxyType({})
) -> Section:
    """What happened, in the order of the phases. ``battles`` has the account of each battle by its number, None for one that
    has a page of its own; without it battles are told in a sentence."""
    number, said = 0, []
    for one in told_to(tellings(), outside_battles(events), seat, mood):
        if one.event.kind == "battle":
            number += 1
            if number in battles:
                page = _ON_A_PAGE.format(number=number, place=one.event.data["place"])
                one = replace(one, battle=battles[number], text=page)
        if one.event.kind not in _FAILED:
            said.append(one)
    by_phase: dict[int, list[Said]] = {}
    for one in said:
        by_phase.setdefault(phase_of(one.event), []).append(one)
    blocks: list[Block] = []
    for phase in sorted(by_phase):
        lines = grouped([one for one in by_phase[phase] if one.battle is None], (_SIGHTED,), mood)
        boxes = [one.battle for one in by_phase[phase] if one.battle is not None]
        blocks += [Text(f"**{heading(phase)}**", "lead"), *boxes, *([Bullets(tuple(lines))] if lines else [])]
    nothing = in_mood("Nothing [happened|would happen] where you could see it.", mood)
    title = in_mood("What [happened|would happen]", mood)
    return Section("account", title, tuple(blocks) or (Text(nothing),))


def attention(events: Sequence[Event], seat: str, code: str, unread: Sequence[str]) -> Section:
    """What the reader must look at first: bad news, orders that were not carried out and why, lines that nobody understood.
    That units of others fled or fell stands in the account alone."""
    ours = [one for one in outside_battles(events) if one.kind not in _LOSSES or one.data["owner"] == code]
    said = told_to(tellings(), ours, seat)
    urgent = once([one.text for one in said if one.weight == "attention"])
    blocks: list[Block] = [Bullets(tuple(urgent))] if urgent else []
    failed = [event for event in events if event.kind == "order failed"]
    if failed:
        rows = tuple(
            (
                str(phase_of(one) or "-"),
                f"`{one.data['order']}`",
                str(one.data["name"]),
                f"{one.data['why']} {one.data['remedy']}".strip(),
            )
            for one in failed
        )
        columns = (Col("Phase", number=True), Col("Order"), Col("Of"), Col("Why not", wide=True))
        blocks.append(Table(columns, rows, caption="Orders not carried out"))
    elif not urgent:
        blocks.append(Text("No order failed, and nothing bad was heard.", "good"))
    blocks += unread_blocks(unread)
    return Section("attention", "Needs your attention", tuple(blocks))
