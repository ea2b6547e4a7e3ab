"""What happened in a battle, as data for reports: units before and after, and each segment attack by attack (CF-15-03)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from postern.rulesets.cosmos.amounts import nearest
from postern.rulesets.cosmos.battle.fighter import Fighter
from postern.rulesets.cosmos.strength import efficiency, wound_pct, wound_points

Data = dict[str, Any]


@dataclass
class Record:
    """The account of one battle. ``segments`` has a dict for each, with a list under each sort of thing that happened."""

    called: Callable[[Any], str]
    segments: list[Data] = field(default_factory=list)
    units: dict[int, Data] = field(default_factory=dict)
    course: list[dict[int, int]] = field(default_factory=list)
    """The wound points of each unit at the start, and after each segment."""

    def segment(self, number: int) -> None:
        """Begins the account of a segment."""
        self.segments.append({"number": number})

    def note(self, sort: str, **data: Any) -> None:
        """Adds one thing that happened in this segment."""
        self.segments[-1].setdefault(sort, []).append(data)

    def enters(self, one: Fighter) -> None:
        """A unit takes part: how it is at the start."""
        self.units[one.unit.id] = {
            "id": one.unit.id,
            "owner": one.owner,
            "name": self.called(one.unit),
            "type": one.kind.no,
            "mass": one.kind.mass,
            "army": one.army,
            "place": one.unit.position,
            "tactics": one.tactics,
            "storms": one.storms,
            "sorties": one.sortied,
            "hidden": one.unit.hidden,
            "rating": f"{float(one.kind.combat_rating):.1f}",
            "before": _state(one),
        }

    def attack(self, one: Fighter, other: Fighter, how: str, **data: Any) -> None:
        """One attack: by how many, how many wounds it did, how many it killed, how many critical hits."""
        self.note("attacks", by=one.unit.id, on=other.unit.id, how=how, **data)

    def fled(self, one: Fighter, why: str, returned: dict[str, int]) -> None:
        """A unit fled, as it was then."""
        self.note("fled", unit=one.unit.id, why=why, returned=returned)
        self.units[one.unit.id]["fled_with"] = _state(one)

    def destroyed(self, one: Fighter) -> None:
        """The last of a unit died."""
        self.note("destroyed", unit=one.unit.id)

    def count(self, fighters: Iterable[Fighter]) -> None:
        """Counts what each unit has left."""
        self.course.append({one.unit.id: 0 if one.fate else one.points() for one in fighters})

    @property
    def eventful(self) -> bool:
        """True when anybody attacked or fled."""
        return any(sort in segment for segment in self.segments for sort in ("attacks", "fled"))

    def leaves(self, one: Fighter) -> None:
        """How a unit is at the end."""
        gone = {"individuals": 0, "points": 0, "wounds": 0, "efficiency": 0, "morale": nearest(one.spirit)}
        self.units[one.unit.id] |= {
            "after": gone if one.fate else _state(one),
            "fate": one.fate,
            "dealt": one.dealt,
            "killed": one.killed,
        }

    def told_to(self, sees: Callable[[int], bool]) -> Data:
        """The account for one nation: what befell units that it does not see is left out."""
        known = {number for number in self.units if sees(number)}

        def part(segment: Data) -> Data:
            found: Data = {"number": segment["number"]}
            for sort, things in segment.items():
                if sort == "number":
                    continue
                if kept := [one for one in things if known.issuperset(v for k, v in one.items() if k in ("by", "on", "unit"))]:
                    found[sort] = kept
            return found

        def left(points: dict[int, int]) -> dict[str, int]:
            found: dict[str, int] = {}
            for number in sorted(known):
                owner = self.units[number]["owner"]
                found[owner] = found.get(owner, 0) + points[number]
            return found

        units = [self.units[number] for number in sorted(known)]
        return {"units": units, "segments": list(map(part, self.segments)), "course": list(map(left, self.course))}


def _state(one: Fighter) -> dict[str, int]:
    unit, kind = one.unit, one.kind
    one.sync()
    return {
        "individuals": unit.individuals,
        "points": wound_points(kind, unit),
        "wounds": wound_pct(kind, unit),
        "efficiency": round(100 * efficiency(kind, unit)),
        "morale": nearest(one.spirit),
    }
