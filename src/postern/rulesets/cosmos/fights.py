"""The battles of a turn as one nation saw them: the two sides, who fell, who had the better of it (CF-15-03, ruling 19.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from postern.game.events import Event
from postern.game.front import Fight, Force
from postern.game.kit.digits import is_number
from postern.game.kit.telling import capital, counted, filled, listed
from postern.game.kit.wordings import chosen
from postern.rulesets.cosmos.account import phase_of
from postern.rulesets.cosmos.places import hex_of
from postern.rulesets.cosmos.scenario import CONTENT
from postern.rulesets.cosmos.view import View

Row = Mapping[str, Any]
Verdict = Literal["won", "lost", "held"]

WORDS = CONTENT.toml("battle_words")
"""Titles, verdicts and tales of battles; which of several is read goes by a hash of the battle."""
WEIGHTY = 40
"""A battle in which so many of both sides fell or fled has a page of its own."""
_FRONT = 4


@dataclass(frozen=True)
class Sides:
    """A battle's units parted into those of the reader's army and all others."""

    event: Event
    number: int
    ours: Sequence[Row]
    theirs: Sequence[Row]

    @property
    def phase(self) -> int:
        return phase_of(self.event)

    @property
    def key(self) -> str:
        """What tells this battle from every other of the game's report, for the choice of words."""
        return f"{self.event.step}/{self.event.data['place']}/{len(self.event.data['units'])}"


def battles(events: Sequence[Event]) -> list[Sides]:
    """The battles of which the reader has an account, in the order of time; their numbers are those of the map."""
    found = [event for event in events if event.kind == "battle"]
    return [_sides(event, number) for number, event in enumerate(found, start=1)]


def _sides(event: Event, number: int) -> Sides:
    own, armies = event.data["own"], event.data["armies"]
    ours = {code for code in armies if code == own or (own in armies and armies[code] == armies[own])}
    units = event.data["units"]
    return Sides(event, number, *([one for one in units if (one["owner"] in ours) == mine] for mine in (True, False)))


def left(row: Row) -> int:
    """How many individuals of a unit live on: those who stayed, or with whom it fled."""
    return int(row.get("fled_with", row["after"])["individuals"]) if row["fate"] == "fled" else int(row["after"]["individuals"])


def had(rows: Iterable[Row]) -> int:
    """The individuals at the start."""
    return sum(row["before"]["individuals"] for row in rows)


def fell(rows: Iterable[Row]) -> int:
    """How many individuals died."""
    return sum(row["before"]["individuals"] - left(row) for row in rows)


def fled(rows: Iterable[Row]) -> int:
    """How many individuals fled."""
    return sum(left(row) for row in rows if row["fate"] == "fled")


def weight(sides: Sides) -> int:
    """How much a battle weighs: all who fell or fled on both sides."""
    every = (*sides.ours, *sides.theirs)
    return fell(every) + fled(every)


def verdict(sides: Sides) -> Verdict:
    """Who had the better of it: whoever is alone on the field; otherwise nobody."""
    stay, others = (any(not row["fate"] for row in rows) for rows in (sides.ours, sides.theirs))
    return "held" if stay == others else "won" if stay else "lost"


def judged(sides: Sides) -> str:
    """The verdict in words: "Won in six segments"."""
    return str(WORDS[verdict(sides)]["verdict"]).format(segments=counted(sides.event.data["lasted"], "segment"))


def place_of(view: View, sides: Sides) -> str:
    """Where it was fought, in words: "hex 177", or "Westmarch in 177"."""
    place = str(sides.event.data["place"])
    location = view.world.locations.get(int(place)) if is_number(place) else None
    if location is None:
        return f"hex {sides.event.data['hex']}"
    return f"{location.name or location.type} in {hex_of(view.world, place)}"


def nations_of(view: View, rows: Iterable[Row]) -> str:
    """The owners of these units, by name."""
    return listed([view.world.tables.nations[code].name for code in dict.fromkeys(row["owner"] for row in rows)]) or "nobody"


def type_names(view: View, rows: Sequence[Row]) -> str:
    """What these units are: "Goblin Rabble and Goblin Archers", "Warboss and 5 other kinds"."""
    many: dict[str, int] = {}
    for row in rows:
        name = view.world.tables.unit_types[row["type"]].name
        many[name] = many.get(name, 0) + row["before"]["individuals"]
    names = sorted(many, key=lambda name: -many[name])
    return listed(names) if len(names) <= 2 else f"{names[0]} and {len(names) - 1} other kinds"


def told(view: View, sides: Sides) -> str:
    """What came of it in one or two sentences, the same each time it is asked."""
    row = WORDS[verdict(sides)]
    facts = {
        "place": place_of(view, sides),
        "foes": nations_of(view, sides.theirs),
        "types": type_names(view, sides.theirs),
        "lost": fell(sides.ours),
        "killed": fell(sides.theirs),
        "away": fled(sides.ours),
        "driven": fled(sides.theirs),
        "segments": sides.event.data["lasted"],
        "phase": sides.phase,
    }
    return capital(filled(chosen(row["tales"], f"tale/{sides.key}"), facts, {}))


def ranked(events: Sequence[Event]) -> list[Sides]:
    """The battles by weight, the weightiest first."""
    return sorted(battles(events), key=lambda one: (-weight(one), one.number))


def weighty(events: Sequence[Event]) -> list[Sides]:
    """Those that have a page of their own, in the order of time."""
    return [one for one in battles(events) if weight(one) >= WEIGHTY]


def front_fights(view: View, events: Sequence[Event]) -> tuple[tuple[Fight, ...], int]:
    """The weightiest battles for the front page, in the order of time, and how many more there were."""
    every = ranked(events)
    shown = sorted(every[:_FRONT], key=lambda one: one.number)
    return tuple(_fight(view, one) for one in shown), len(every) - len(shown)


def _fight(view: View, sides: Sides) -> Fight:
    rows = (*sides.ours, *sides.theirs)
    forces = []
    for code in dict.fromkeys(row["owner"] for row in rows):
        nation = view.world.tables.nations[code]
        some = [row for row in rows if row["owner"] == code]
        name = "you" if code == view.code else nation.name
        forces.append(Force(name, had(some), fell(some), code == view.code, nation.no if nation.played else 0))
    return Fight(sides.number, _short_place(view, sides), judged(sides), told(view, sides), tuple(forces))


def _short_place(view: View, sides: Sides) -> str:
    """The location's name, or the hex: what a heading has room for."""
    place = str(sides.event.data["place"])
    location = view.world.locations.get(int(place)) if is_number(place) else None
    return location.name if location is not None and location.name else f"hex {sides.event.data['hex']}"
