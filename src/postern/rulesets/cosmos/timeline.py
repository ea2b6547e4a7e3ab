"""The turn phase by phase: a row for each force and location, what it did when, and battles where rows meet (ruling 19.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from postern.game.events import Event
from postern.game.kit.digits import is_number
from postern.game.report import Lane, Meeting, Section, Span, Timeline
from postern.rulesets.cosmos.account import phase_of
from postern.rulesets.cosmos.scenario import PHASES
from postern.rulesets.cosmos.turn import TRAITS
from postern.rulesets.cosmos.view import View

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
