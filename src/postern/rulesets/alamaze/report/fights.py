"""The battles of a turn as one kingdom saw them, and how they are told.

- Two sides, their losses stage by stage, who had the better of it. Three kinds of events become one form (rulings 23, 24):
  ``battle`` between groups, ``assault`` of an own group on a center, and ``assaulted`` of an own center by a foreign group.
  Parts are in thousandths of a percent.
- Each is told in a box with its stages, weighty ones on a page besides (AC-06-100, AC-06-107, rulings 23, 24).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from postern.game.battle import BattlePage, Ground, Host, Measure, Stage, Unit
from postern.game.battle import Blow as Shown
from postern.game.front import Fight, Force, Tone
from postern.game.kit.report.fights import foremost, weighty
from postern.game.kit.report.telling import counted
from postern.game.kit.report.wordings import chosen
from postern.game.report import Battle, Block, Column, Section, Table, Text
from postern.rulesets.alamaze.report.forces import artifact
from postern.rulesets.alamaze.report.reading import CONTENT, STYLES, Reading
from postern.rulesets.alamaze.report.realm import bullets
from postern.rulesets.alamaze.rules.economy import date

WORDS: Mapping[str, Mapping[str, Any]] = CONTENT.toml("battle_words")
"""Verdicts and tales by the fate of a battle."""
BATTLES = ("battle", "assault", "assaulted")
WHOLE = 100_000
"""All of a side, in thousandths of a percent."""
WEIGHTY = 25
"""A battle in which both sides together lost so many percent has a page of its own."""
_TAKEN = 30
"""What the fall of a center weighs."""
_FRONT = 4


@dataclass(frozen=True)
class Blow:
    """One stage: what each side struck, and what each had lost when it was over. Walls strike back without a number."""

    name: str
    struck: tuple[int | None, int | None]
    lost: tuple[int, int]


@dataclass(frozen=True)
class Combat:
    """A battle from the reader's side. ``number`` is that on the map; ``fate`` a key of ``WORDS``; ``lost`` are the parts of
    both sides, retreat included; ``defense`` is that of walls, 0 without."""

    number: int
    data: Mapping[str, Any]
    fate: str
    ours: str
    foe: str
    place: str
    stages: tuple[Blow, ...]
    lost: tuple[int, int]
    defense: int = 0

    @property
    def good(self) -> bool:
        return self.fate.endswith("won")

    @property
    def bad(self) -> bool:
        return self.fate.endswith("lost")

    @property
    def weight(self) -> int:
        """Percent lost on both sides, more where a center fell."""
        return sum(self.lost) * 100 // WHOLE + (_TAKEN if self.data.get("taken") else 0)


def battles(reading: Reading) -> list[Combat]:
    """The battles that the reader was told of, in the order of time."""
    found = [one for one in reading.events if one.kind in BATTLES]
    read = {"battle": _field, "assault": _assault, "assaulted": _assaulted}
    return [read[one.kind](reading, number, one.data) for number, one in enumerate(found, start=1)]


def _field(reading: Reading, number: int, data: Mapping[str, Any]) -> Combat:
    fate = {"ours": "won", "theirs": "lost"}.get(data["held"], "held")
    stages = tuple(
        Blow(one["stage"], (one["struck"][0], one["struck"][1]), (one["lost"][0], one["lost"][1])) for one in data["stages"]
    )
    lost = (_gone(data["ours"]), _gone(data["theirs"]))
    place = reading.place(data["area"])
    return Combat(number, data, fate, data["ours"]["group"], data["theirs"]["group"], place, stages, lost)


def _assault(reading: Reading, number: int, data: Mapping[str, Any]) -> Combat:
    stages = tuple(Blow(one["stage"], (one["broken"], None), (one["lost"], _broken(data, one))) for one in data["stages"])
    lost = (_gone(data["ours"]), stages[-1].lost[1] if stages else 0)
    fate = "storm won" if data["taken"] else "storm lost"
    return Combat(number, data, fate, data["ours"]["group"], data["name"], _center(data), stages, lost, data["defense"])


def _assaulted(reading: Reading, number: int, data: Mapping[str, Any]) -> Combat:
    stages = tuple(Blow(one["stage"], (None, one["broken"]), (_broken(data, one), one["lost"])) for one in data["stages"])
    lost = (stages[-1].lost[0] if stages else 0, _gone(data["theirs"]))
    fate = "walls lost" if data["taken"] else "walls won"
    return Combat(number, data, fate, data["name"], data["theirs"]["group"], _center(data), stages, lost, data["defense"])


def _center(data: Mapping[str, Any]) -> str:
    return f"{data['name']} {data['area']}"


def _gone(side: Mapping[str, Any]) -> int:
    return WHOLE if side["destroyed"] else min(side["lost"] + side["on_retreat"], WHOLE)


def _broken(data: Mapping[str, Any], stage: Mapping[str, Any]) -> int:
    """The part of the defense that is broken after a stage."""
    return WHOLE - WHOLE * stage["left"] // data["defense"] if data["defense"] else 0


def percent(part: int) -> str:
    """A part in percent: ``3.4%``."""
    return f"{part / 1_000:.1f}%"


def said(reading: Reading, one: Combat, key: str) -> str:
    """The verdict, outcome or holder of a battle in words."""
    return str(WORDS[one.fate][key]).format(place=one.place)


def tale(reading: Reading, one: Combat) -> str:
    """What came of it in a sentence, the same each time it is asked."""
    words = chosen(WORDS[one.fate]["tales"], f"{one.place}/{one.ours}/{one.foe}/{reading.turn}")
    return words.format(
        ours=one.ours, foe=one.foe, place=one.place, lost=round(one.lost[0] / 1_000), killed=round(one.lost[1] / 1_000)
    )


def kingdom_number(reading: Reading, code: str) -> int:
    """The number of a kingdom, for its colour; 0 for nobody."""
    codes = list(reading.tables.kingdoms)
    return codes.index(code) + 1 if code in codes else 0


def foreign_kingdom(one: Combat) -> str:
    """The kingdom on the other side, "" for a neutral center."""
    return str(one.data["theirs"]["kingdom"] if "theirs" in one.data else one.data["owner"])


def front_fights(reading: Reading) -> tuple[tuple[Fight, ...], int]:
    """The weightiest battles for the front page, in the order of time, and how many more there were."""
    shown, more = foremost(battles(reading), _FRONT)
    return tuple(_fight(reading, one) for one in shown), more


def _fight(reading: Reading, one: Combat) -> Fight:
    other = foreign_kingdom(one)
    forces = (
        _force(one.ours, one, 0, True, kingdom_number(reading, reading.code)),
        _force(one.foe, one, 1, False, kingdom_number(reading, other)),
    )
    verdict = f"{said(reading, one, 'verdict')}, {counted(len(one.stages), 'stage')}"
    return Fight(one.number, one.place, verdict, tale(reading, one), forces)


def _force(name: str, one: Combat, side: int, own: bool, number: int) -> Force:
    """A side: an own group with its combat value, walls with their defense; how strong a foreign group was, nobody knows."""
    told: Mapping[str, Any] = one.data.get("ours" if own else "theirs", {})
    walls = one.defense and not told
    strength = one.defense if walls else told["own"]["value"] if own else None
    return Force(name, strength, strength * one.lost[side] // WHOLE if strength is not None else None, own, number)


def hosts_lost(one: Combat) -> Sequence[tuple[int, int]]:
    """What each side had left after each stage, in percent."""
    return [((WHOLE - ours) * 100 // WHOLE, (WHOLE - theirs) * 100 // WHOLE) for ours, theirs in (s.lost for s in one.stages)]


_NOTE = "Strengths are percent of what each side had when it began. What each stage struck is in the section Battles."
_BLOWS = 4
"""Stages told on a page: those that cost most."""


def battle_section(reading: Reading) -> tuple[Block, ...]:
    """Every battle with its stages, and what else belongs to war."""
    boxes = [_box(reading, one) for one in battles(reading)]
    return (*boxes, *bullets(reading.told("battles"))) or (Text("No battle was fought that we know of."),)


def pages(reading: Reading) -> list[Section]:
    """A section for each weighty battle."""
    return [
        Section(f"battle-{one.number}", title(one), (battle_page(reading, one),)) for one in weighty(battles(reading), WEIGHTY)
    ]


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
