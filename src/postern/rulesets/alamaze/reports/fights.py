"""The battles of a turn as one kingdom saw them: two sides, their losses stage by stage, who had the better of it.

Three kinds of events become one form (rulings 23, 24): ``battle`` between groups, ``assault`` of an own group on a center, and
``assaulted`` of an own center by a foreign group. Parts are in thousandths of a percent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from postern.game.front import Fight, Force
from postern.game.kit.telling import counted
from postern.game.kit.wordings import chosen
from postern.rulesets.alamaze.reports.reading import Reading
from postern.rulesets.alamaze.telling import CONTENT

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


def weighty(reading: Reading) -> list[Combat]:
    """Those that have a page of their own."""
    return [one for one in battles(reading) if one.weight >= WEIGHTY]


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
    every = sorted(battles(reading), key=lambda one: (-one.weight, one.number))
    shown = sorted(every[:_FRONT], key=lambda one: one.number)
    return tuple(_fight(reading, one) for one in shown), len(every) - len(shown)


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
