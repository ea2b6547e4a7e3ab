"""Battles in two lines for the front page: who won, in a word, who fell by whose hand, and what each side had and lost."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from postern.game.events import Event
from postern.game.front import Fight, Force
from postern.rulesets.great_jewels.chart import clashes
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.wording import counted, listed
from postern.rulesets.great_jewels.world import LOTU

Row = Mapping[str, Any]
MOST = 5
_NAMED = 2
_SMALL = 4
"""Own losses of a force make a victory dear unless the enemy's are so many times as large."""


def battles_of(events: Iterable[Event], seat: str) -> list[Event]:
    """The battles in which this seat had a force."""
    return [one for one in events if one.kind == "battle" and any(row["owner"] == seat for row in one.data["forces"])]


def felled(rows: Sequence[Row], seat: str, allies: Collection[str] = ()) -> list[Row]:
    """The forces of others, but not of allies, that fell by this seat's hand: it attacked them, or they attacked it."""
    own = [row for row in rows if row["owner"] == seat]
    names = {row["force"] for row in own}
    struck = {target for row in own for target in row["targets"]}
    return [
        row
        for row in rows
        if row["destroyed"]
        and row["owner"] != seat
        and row["owner"] not in allies
        and (row["force"] in struck or names.intersection(row["targets"]))
    ]


def fights(view: View, events: Sequence[Event], battles: Sequence[Event]) -> tuple[tuple[Fight, ...], int]:
    """The first of the reader's battles, which come with the weightiest first, and how many others he had."""
    numbers, captured = map_numbers(view, events), captured_by(view.seat, events)
    told = tuple(_fight(one.data, view, numbers.get(one.data["place"], 0), captured) for one in battles[:MOST])
    return told, len(battles) - len(told)


def map_numbers(view: View, events: Sequence[Event]) -> dict[str, int]:
    """The numbers of battles on the map, by province."""
    return {clash.area: number for number, clash in enumerate(clashes(view, events), start=1)}


def captured_by(seat: str, events: Iterable[Event]) -> set[str]:
    """The provinces that this seat captured."""
    return {one.data["province"] for one in events if one.kind == "captured" and one.data["by"] == seat}


def _fight(data: Mapping[str, Any], view: View, number: int, captured: Collection[str]) -> Fight:
    rows, place, seat = data["forces"], data["place"], view.seat
    word = verdict(rows, seat, view.player.allies, place in captured)
    return Fight(number, place, word, _text(rows, view, place), tuple(_forces(rows, view)))


def verdict(rows: Sequence[Row], seat: str, allies: Collection[str] = (), captured: bool = False) -> str:
    """A word on how a battle went for this seat, from what its forces and those of others lost."""
    own = [row for row in rows if row["owner"] == seat]
    foes = [row for row in rows if row["owner"] != seat and row["owner"] not in allies]
    fallen = felled(rows, seat, allies)
    walls = any(row["force"][0] == "G" for row in fallen)
    attacked = any(row["targets"] for row in own)
    if own and all(row["destroyed"] for row in own):
        return "Both fell" if fallen and len(fallen) == len(foes) else "Overrun" if own[0]["force"][0] == "G" else "Destroyed"
    if any(row["destroyed"] for row in own) and lost_of(foes) < _SMALL * lost_of(own):
        return "Dearly won" if fallen and lost_of(fallen) >= lost_of(own) else "A heavy loss"
    if walls:
        return "Stormed" if captured else "Walls cleared"
    if fallen:
        guarded = any(row["force"][0] == "G" for row in own)
        return "Beaten off" if guarded and len(fallen) == len(foes) else "Struck down"
    if any("lost" not in row for row in foes):
        return "Unclear"
    mine, theirs = lost_of(own), lost_of(foes)
    if not mine and not theirs:
        return "No harm done"
    if not attacked:
        return "Held"
    return "Hurt them" if theirs > mine else "Thrown back" if mine > theirs else "Even blows"


def lost_of(rows: Iterable[Row]) -> int:
    """The troops that fell of these forces, as far as they are known."""
    return sum(row.get("lost", 0) for row in rows)


def owner(row: Row) -> str:
    """Whose a force is, in words."""
    return "neutral" if not row["owner"] else "guardians" if row["owner"] == LOTU else str(row["owner"])


def _text(rows: Sequence[Row], view: View, place: str) -> str:
    fallen = felled(rows, view.seat, view.player.allies)
    parts = []
    leaders = [row for row in fallen if row["force"][0] == "L"]
    if len(leaders) > _NAMED:
        whose = listed(sorted({owner(row) for row in leaders}))
        parts.append(f"{len(leaders)} leaders of {whose} were killed.")
    elif leaders:
        names = listed([f"{row['force']} of {owner(row)}" for row in leaders])
        parts.append(f"{names} {'was' if len(leaders) == 1 else 'were'} killed.")
    if any(row["force"][0] == "G" for row in fallen):
        parts.append(f"The garrison of {place} was wiped out.")
    own = [row for row in rows if row["owner"] == view.seat]
    gone = [row["force"] if row["force"][0] == "L" else f"the garrison of {place}" for row in own if row["destroyed"]]
    if gone:
        parts.append(f"You lost {listed(gone) if len(gone) <= _NAMED + 1 else counted(len(gone), 'force')}.")
    others = [row for row in rows if row["owner"] != view.seat]
    theirs = "unknown" if any("lost" not in row for row in others) else str(lost_of(others) or "none")
    mine = lost_of(own)
    if mine or theirs != "none":
        parts.append(f"Your losses: {counted(mine, 'troop') if mine else 'none'}, theirs {theirs}.")
    elif not parts:
        parts.append("No troops were lost.")
    return " ".join(parts)


def _forces(rows: Sequence[Row], view: View) -> Iterable[Force]:
    """The reader first, then each other side with all that it had in the battle."""
    numbers = {name: number for number, name in enumerate(view.players, start=1)}
    names = dict.fromkeys(row["owner"] for row in rows)
    for name in sorted(names, key=lambda one: one != view.seat):
        group = [row for row in rows if row["owner"] == name]
        known = all("troops" in row and "lost" in row for row in group)
        yield Force(
            owner(group[0]),
            sum(row["troops"] for row in group) if known else None,
            lost_of(group) if known else None,
            name == view.seat,
            numbers.get(name, 0),
        )
