"""Battles told: each in a box with its stages, weighty ones on a page besides (AC-06-100, AC-06-107, rulings 23, 24)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from postern.game.battle import BattlePage, Ground, Host, Measure, Stage, Unit
from postern.game.battle import Blow as Shown
from postern.game.front import Tone
from postern.game.report import Battle, Block, Column, Section, Table, Text
from postern.rulesets.alamaze.economy.calendar import date
from postern.rulesets.alamaze.reports.chart_look import STYLES
from postern.rulesets.alamaze.reports.fights import (
    WHOLE,
    Blow,
    Combat,
    battles,
    foreign_kingdom,
    hosts_lost,
    kingdom_number,
    percent,
    said,
    tale,
    weighty,
)
from postern.rulesets.alamaze.reports.forces import artifact
from postern.rulesets.alamaze.reports.reading import Reading
from postern.rulesets.alamaze.reports.realm import bullets

_NOTE = "Strengths are percent of what each side had when it began. What each stage struck is in the section Battles."
_BLOWS = 4
"""Stages told on a page: those that cost most."""


def battle_section(reading: Reading) -> tuple[Block, ...]:
    """Every battle with its stages, and what else belongs to war."""
    boxes = [_box(reading, one) for one in battles(reading)]
    return (*boxes, *bullets(reading.told("battles"))) or (Text("No battle was fought that we know of."),)


def pages(reading: Reading) -> list[Section]:
    """A section for each weighty battle."""
    return [Section(f"battle-{one.number}", title(one), (battle_page(reading, one),)) for one in weighty(reading)]


def title(one: Combat) -> str:
    """What a battle is called."""
    return f"The {'storm' if one.defense else 'battle'} of {one.place}"


# --- the box --------------------------------------------------------------------------------------------------------------


def _box(reading: Reading, one: Combat) -> Battle:
    sides = f"{one.number}: {one.ours} against {one.foe}"
    heads = ("Stage", "We strike", "They strike", "Our losses", "Theirs")
    rows = tuple(
        (stage.name, *("-" if struck is None else f"{struck:,}" for struck in stage.struck), *map(percent, stage.lost))
        for stage in one.stages
    )
    table = Table(tuple(Column(head, number=head != "Stage") for head in heads), rows)
    outcome = f"{said(reading, one, 'outcome')}: {tale(reading, one)}"
    terrain = one.data.get("terrain", one.data.get("type", "")).lower()
    return Battle(sides, f"{one.place}, {terrain}", table, tuple(_losses(one)), outcome, tuple(_spoils(reading, one)))


def _losses(one: Combat) -> Iterator[str]:
    """What it cost both sides, by name where names are known."""
    for name, part, side in ((one.ours, one.lost[0], "ours"), (one.foe, one.lost[1], "theirs")):
        told: Mapping[str, Any] = one.data.get(side, {})
        fallen = f"; fallen: {', '.join(told['fallen'])}" if told.get("fallen") else ""
        retreat = f", {percent(told['on_retreat'])} of it in retreat" if told.get("on_retreat") else ""
        yield f"{name}: {percent(part)}{retreat}{fallen}{'; destroyed' if told.get('destroyed') else ''}."


def _spoils(reading: Reading, one: Combat) -> Iterator[str]:
    """Booty, artifacts that changed hands, leaders who rose."""
    data = one.data
    if data.get("plundered"):
        yield f"Booty: {data['food']:,} food and {data['gold']:,} gold."
    now = data.get("now", {})
    if now and (data["taken"] or "ours" not in data):
        yield "Left to the place: " + ", ".join(f"{name} {value:,}" for name, value in sorted(now.items())) + "."
    for key, taker in data.get("artifacts", ()):
        yield f"{artifact(reading, key)} goes to {reading.kingdom_name(taker)}."
    own = data.get("ours", {}).get("own", {})
    for name, rank in own.get("risen", ()):
        yield f"{name} is {rank} now."
    if own.get("new"):
        yield f"{own['new']} leads from now on."


# --- the page -------------------------------------------------------------------------------------------------------------


def battle_page(reading: Reading, one: Combat) -> BattlePage:
    """The page: order of battle, course, the stages that cost most, losses and spoils."""
    tone: Tone = "good" if one.good else "bad" if one.bad else "body"
    terrain = reading.tables.areas[one.data["area"]].terrain
    hosts = (_own_host(reading, one), _foreign_host(reading, one))
    when = f"Turn {reading.turn} · {date(reading.tables, reading.turn)} · {one.place}, {terrain.lower()}"
    return BattlePage(
        title=title(one),
        place=str(one.data["area"]),
        head=when,
        number=one.number,
        verdict=said(reading, one, "outcome"),
        tone=tone,
        tale=tale(reading, one),
        hosts=hosts,
        ground=Ground(STYLES[terrain], f"defense {one.defense:,}" if one.defense else ""),
        held=said(reading, one, "held"),
        turned=_turned(one),
        measures=tuple(_measures(one)),
        stages=tuple(Stage(stage.name, left) for stage, left in zip(one.stages, hosts_lost(one), strict=True)),
        order="In the order of the stages; a word on those that cost most.",
        blows=tuple(_blows(reading, one, hosts)),
        losses=tuple(_losses(one)),
        booty=tuple(_spoils(reading, one)),
        note=_NOTE,
    )


def _own_host(reading: Reading, one: Combat) -> Host:
    number = kingdom_number(reading, reading.code)
    if "ours" not in one.data:
        return Host("You", (_walls(one, 0),), own=True, ours=True, number=number)
    told = one.data["ours"]
    return Host("You", tuple(_brigades(reading, one)), own=True, ours=True, number=number, note=_note(told))


def _foreign_host(reading: Reading, one: Combat) -> Host:
    code = foreign_kingdom(one)
    name = reading.kingdom_name(code) if code else "Neutral"
    if "theirs" not in one.data:
        return Host(name, (_walls(one, 1),), number=kingdom_number(reading, code))
    told = one.data["theirs"]
    left = (WHOLE - one.lost[1]) * 100 // WHOLE
    unit = Unit(f"{told['group']}, {told['size'].lower()}", 100, left, gone=bool(told["destroyed"]))
    return Host(name, (unit,), number=kingdom_number(reading, code), note=_note(told))


def _walls(one: Combat, side: int) -> Unit:
    left = (WHOLE - one.lost[side]) * 100 // WHOLE
    return Unit(f"Walls of {one.data['name']}", 100, left, f"defense {one.defense:,}", gone=not left, walled=True)


def _brigades(reading: Reading, one: Combat) -> Iterator[Unit]:
    """A line for each kind of brigade, with its part of the group, before and after."""
    told = one.data["ours"]
    own = told["own"]
    total = sum(own["brigades"].values())
    done = f"{told['stance']}, tactic {told['tactic']}; morale {own['morale'] / 1_000:g}, now {own['morale_after'] / 1_000:g}"
    reached = 0
    for place, (code, number) in enumerate(own["brigades"].items(), 1):
        before = 100 * sum(list(own["brigades"].values())[:place]) // total - reached
        reached += before
        left = own["brigades_after"].get(code, 0)
        name = f"{number} {reading.tables.brigades[code].name}"
        text = f"{left} brigades left; {done}" if left < number else done
        yield Unit(name, before, before * (WHOLE - one.lost[0]) // WHOLE if left else None, text, gone=not left)


def _note(told: Mapping[str, Any]) -> str:
    """The leaders; of a foreign side only the first, who was seen, and how it met us."""
    own = told.get("own")
    return ", ".join(own["leaders"] if own is not None else filter(None, (told["leader"], told["stance"])))


def _measures(one: Combat) -> Iterator[Measure]:
    yield Measure("Struck in all", _struck(one, 0), _struck(one, 1))
    yield Measure("Lost, percent", round(one.lost[0] / 1_000), round(one.lost[1] / 1_000))


def _struck(one: Combat, side: int) -> int | None:
    """What a side struck with in all stages; None where one of them is not known."""
    some = [stage.struck[side] for stage in one.stages]
    known = [number for number in some if number is not None]
    return sum(known) if len(known) == len(some) else None


def _costs(one: Combat) -> list[tuple[int, Blow, int, int]]:
    """Each stage with its number from 1 and what it cost both sides."""
    before = (0, 0)
    found = []
    for number, stage in enumerate(one.stages, 1):
        found.append((number, stage, stage.lost[0] - before[0], stage.lost[1] - before[1]))
        before = stage.lost
    return found


def _turned(one: Combat) -> str:
    """The stage in which one side lost most more than the other."""
    number, stage, ours, theirs = max(_costs(one), key=lambda each: abs(each[2] - each[3]), default=(0, None, 0, 0))
    if stage is None or ours == theirs:
        return ""
    return f"{stage.name} (stage {number}) cost us {percent(ours)} and them {percent(theirs)}."


def _blows(reading: Reading, one: Combat, hosts: tuple[Host, Host]) -> Iterator[Shown]:
    """Spells, then the stages that cost most, in order."""
    first = [hosts[side].units[0].name for side in (0, 1)]
    magic = next((number for number, stage in enumerate(one.stages, 1) if stage.name.startswith("Magic")), 0)
    for side, key in ((0, "ours"), (1, "theirs")):
        for number, caster in one.data.get(key, {}).get("spells", ()):
            name = reading.tables.spells[number].name if number else "a spell that we cannot name"
            yield Shown(f"{caster}: {name}", "", "good" if side == 0 else "bad", (first[side],), first[1 - side], stage=magic)
    dear = sorted(_costs(one), key=lambda each: -(each[2] + each[3]))[:_BLOWS]
    for number, stage, ours, theirs in sorted(dear, key=lambda each: each[0]):
        if ours or theirs:
            better = 0 if theirs >= ours else 1
            text = f"It costs us {percent(ours)} and them {percent(theirs)}."
            tone: Tone = "bad" if better else "good"
            yield Shown(stage.name, text, tone, (first[better],), first[1 - better], stage=number)
