"""The turn told to one nation, phase by phase (ruling 19.1), before it what needs attention, and the turn as a table: a row
for each force and location, what it did when, and battles where rows meet. An event kind has its sentence in
``data/tellings``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Any

from postern.game.events import Event
from postern.game.kit.orders.digits import is_number
from postern.game.kit.report.frames import unread_blocks
from postern.game.kit.report.telling import Group, Mood, Said, Tellings, grouped, in_mood, listed, once, told_to
from postern.game.report import Battle, Block, Bullets, Lane, Meeting, Section, Span, Table, Text, Timeline
from postern.game.report import Column as Col
from postern.rulesets.cosmos.knowledge import View
from postern.rulesets.cosmos.tables.amounts import written
from postern.rulesets.cosmos.tables.orders import TRAITS
from postern.rulesets.cosmos.tables.scenario import CONTENT, PHASES

_FORMS = {
    "amounts": lambda value: listed([f"{number} {name}" for name, number in value.items() if number]) or "nothing",
    "written": written,
}
"""Ways to tell a fact: ``{cost:amounts}`` is "30 gold and 50 men", ``{cost:written}`` "gold:30 men:50"."""


@cache
def tellings() -> Tellings:
    """The words of the game. Raises ValueError when two files have a sentence for the same kind."""
    return Tellings(CONTENT.merged("tellings"), _FORMS)


_BEFORE, _AFTER = 0, PHASES + 1
_FAILED = ("order failed", "order-failed", "order-note")
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


_MOST_OWN, _MOST_OTHERS = 12, 5
_MOVES = ("move", "farmove", "sneak", "farsneak")
_LONGEST = 40
_IN_WORDS = {"wait": "waits", "search": "searches"}
"""Orders whose number counts down from phase to phase."""
_GONE = ("fled", "dissolved", "destroyed")
_CAPTION = "Each row is a force or a place of yours, or a force that you saw; battles have the numbers of the map."


@dataclass
class _Row:
    """A lane being made. ``met`` marks who fought."""

    key: str
    name: str
    note: str = ""
    number: int = 0
    own: bool = False
    spans: list[Span] = field(default_factory=list)
    met: bool = False


def battles_of(events: Sequence[Event]) -> list[Event]:
    """The battles of which the reader has an account, in the order of time: their places from 1 are their numbers on the
    map."""
    return [event for event in events if event.kind == "battle"]


def timeline_section(view: View, events: Sequence[Event]) -> Section | None:
    """The section with the time line; None for a turn in which nothing was done or seen."""
    line = timeline(view, events)
    return Section("phases", "The turn, phase by phase", (line,)) if line.lanes else None


def timeline(view: View, events: Sequence[Event]) -> Timeline:
    """The rows of own forces and places that did something or fought, then of others that moved in sight or fought.

    Where there are too many, those are kept that fought, then those that did most; the order stays.
    """
    rows = _own_rows(view, events) | _other_rows(view, events)
    leaders = _leaders(events)
    meetings = [(phase_of(event), _who_met(view, event, rows, leaders)) for event in battles_of(events)]
    kept = _kept([row for row in rows.values() if row.own], _MOST_OWN)
    kept += _kept([row for row in rows.values() if not row.own], _MOST_OTHERS)
    place = {row.key: at for at, row in enumerate(kept)}
    return Timeline(
        PHASES,
        tuple(Lane(row.name, tuple(row.spans), row.note, row.number, row.own) for row in kept),
        tuple(Meeting(phase, tuple(place[key] for key in met if key in place)) for phase, met in meetings),
        _CAPTION,
    )


def _kept(rows: list[_Row], most: int) -> list[_Row]:
    liked = sorted(rows, key=lambda row: (not row.met, -len(row.spans)))[:most]
    return [row for row in rows if row in liked]


# --- own rows -----------------------------------------------------------------------------------------------------------------


def _own_rows(view: View, events: Sequence[Event]) -> dict[str, _Row]:
    found: dict[str, _Row] = {}
    away = {event.data["who"]: phase_of(event) for event in events if event.kind in _GONE}
    for event in events:
        if event.kind != "program" or event.data["owner"] != view.code:
            continue
        if spans := own_spans(event.data["steps"], away.get(event.data["who"], PHASES)):
            row = _own_row(view, int(event.data["who"]))
            row.spans = spans
            found[row.key] = row
    return dict(sorted(found.items(), key=lambda pair: int(pair[0])))


def _own_row(view: View, number: int) -> _Row:
    world = view.world
    unit, location = world.units.get(number), world.locations.get(number)
    side = view.nation.number
    if unit is not None:
        name = unit.name or world.tables.unit_types[unit.type].name
        return _Row(str(number), f"{name} {number}", unit.tactics, side, True)
    if location is not None:
        return _Row(str(number), location.name or f"{location.type} {number}", location.type, side, True)
    return _Row(str(number), str(number), "gone", side, True)


def own_spans(steps: Sequence[Sequence[Any]], until: int = PHASES) -> list[Span]:
    """The steps of a program as spans; what is not done goes on ``until`` this phase. What took no time is left out, and so is
    what came to nothing at once: both have a next step that begins in the phase in which they ended."""
    spans: list[Span] = []
    for at, (text, begins, ends, failed) in enumerate(steps):
        first, last = begins or 1, ends or max(until, begins)
        follows = steps[at + 1][1] if at + 1 < len(steps) else 0
        if first == last and (follows == last or failed or TRAITS[text.split()[0]].free):
            continue
        first = max(first, spans[-1].last + 1) if spans else first
        told = f"{short(text)} (in vain)" if failed else short(text)
        if spans and spans[-1].text == told and spans[-1].last + 1 == first:
            first = spans.pop().first
        if first <= last:
            spans.append(Span(first, last, told))
    return spans


def short(order: str) -> str:
    """An order as a row has room for it: "to 125", "control", "recruit 2 50"."""
    name, *rest = order.split()
    if name in _IN_WORDS:
        return _IN_WORDS[name]
    if name in _MOVES and rest:
        return f"{'sneaks ' if 'sneak' in name else ''}to {' '.join(rest)}"
    return order[:_LONGEST]


# --- others -------------------------------------------------------------------------------------------------------------------


def _other_rows(view: View, events: Sequence[Event]) -> dict[str, _Row]:
    """Foreign forces whose steps were seen, one after the other."""
    found: dict[str, _Row] = {}
    for event in events:
        if event.kind == "moved" and event.data["owner"] != view.code:
            who, phase = str(event.data["who"]), phase_of(event)
            row = found.setdefault(who, _other_row(view, who, event.data))
            start = max(row.spans[-1].last + 1 if row.spans else 1, phase - 1)
            if start <= phase:
                row.spans.append(Span(start, phase, f"to {event.data['goal']}"))
    return found


def _other_row(view: View, who: str, data: Mapping[str, Any]) -> _Row:
    nation = view.world.tables.nations[data["owner"]]
    name = str(data["name"]).split(") ", 1)[-1]
    return _Row(who, f"{name} {who}", f"{nation.name}, seen", nation.no if nation.played else 0)


def _who_met(view: View, event: Event, rows: dict[str, _Row], leaders: Mapping[int, str]) -> list[str]:
    """The rows of those who fought; whoever has none yet gets one, a single one for each nation of others."""
    keys = list(dict.fromkeys(_keys(view, event, rows, leaders)))
    for key in keys:
        if key not in rows:
            rows[key] = _own_row(view, int(key)) if is_number(key) else _nation_row(view, key)
        rows[key].met = True
    return keys


def _keys(view: View, event: Event, rows: Mapping[str, _Row], leaders: Mapping[int, str]) -> Iterator[str]:
    """The rows of a battle's units: those of their leaders, or their own. A nation of others has one for itself where none of
    its units has one."""
    for code in dict.fromkeys(one["owner"] for one in event.data["units"]):
        numbers = {one["id"]: str(one["place"]) for one in event.data["units"] if one["owner"] == code}
        if code == view.code:
            fought = _fought(event) & set(numbers) or set(numbers)
            yield from (_own_key(view, n, place, rows, leaders) for n, place in numbers.items() if n in fought)
        else:
            own = [key for n in numbers for key in (str(n), leaders.get(n, "")) if key in rows]
            yield from own or [code]


def _own_key(view: View, number: int, place: str, rows: Mapping[str, _Row], leaders: Mapping[int, str]) -> str:
    """The row of an own unit's force; for one that did nothing else, that of the location in which it stood."""
    unit = view.world.units.get(number)
    key = str(unit.leader or number) if unit is not None else leaders.get(number, str(number))
    return place if key not in rows and is_number(place) and int(place) in view.world.locations else key


def _fought(event: Event) -> set[int]:
    """The units that attacked, were attacked, or fled."""
    segments = event.data["segments"]
    attacks = [one for segment in segments for one in segment.get("attacks", ())]
    fled = {one["unit"] for segment in segments for one in segment.get("fled", ())}
    return fled.union(*({one["by"], one["on"]} for one in attacks))


def _leaders(events: Sequence[Event]) -> dict[int, str]:
    """Who led each unit when it was last seen to move."""
    found: dict[int, str] = {}
    for event in events:
        if event.kind == "moved":
            for name in event.data["others"]:
                found[int(str(name).partition("(")[0])] = str(event.data["who"])
    return found


def _nation_row(view: View, code: str) -> _Row:
    nation = view.world.tables.nations[code]
    return _Row(code, nation.name, "met", nation.no if nation.played else 0)
