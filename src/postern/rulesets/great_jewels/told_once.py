"""Each thing told once and after its cause: what came of a blow stands with the blow, what became of troops that were driven
out with that, and who raids has taken what he took."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from postern.game.events import Event
from postern.rulesets.great_jewels.account import Told
from postern.rulesets.great_jewels.telling import Said


def told_once(said: Sequence[Told]) -> list[Told]:
    """What is told, without captures that a raid tells, and with deaths and their talismans where their cause is told.

    Whatever no other line tells stays as it is.
    """
    raided = {(event.step, event.data["province"]) for event, _ in said if _took(event)}
    more: dict[int, list[str]] = defaultdict(list)
    kept = []
    for at, (event, one) in enumerate(said):
        if event.kind == "captured" and (event.step, event.data["province"]) in raided:
            continue
        blow = _blow(said, at)
        if blow is None:
            kept.append(at)
        elif one.more:
            more[blow].append(one.more)
    return [(said[at][0], _with(said[at][1], more[at])) for at in kept]


def _took(event: Event) -> bool:
    return event.kind == "raided" and event.data["outcome"] == "captured"


def _blow(said: Sequence[Told], at: int) -> int | None:
    """Where the blow is told of which this death, or this talisman won from the dead, came; None: nowhere."""
    event = said[at][0]
    return next((other for other, (blow, _) in enumerate(said) if _came_of(event, blow)), None)


def _came_of(event: Event, blow: Event) -> bool:
    data = event.data
    if event.kind == "raided" and blow.kind == "stampede":
        return bool((data["source"], data["province"]) == (blow.data["force"], blow.data["goal"]))
    if blow.step != event.step:
        return False
    match event.kind, blow.kind:
        case "leader-died", "waylaid":
            return bool(data["way"] == "waylay" and blow.data["killed"] and blow.data["leader"] == data["leader"])
        case "leader-died", "sailed":
            return bool(data["way"] == "storm" and blow.data["drowned"] and blow.data["leader"] == data["leader"])
        case "leader-died", "dragon-duel":
            return data["way"] == "dragon" and any(number == data["leader"] for number, _ in blow.data["dead"])
        case "leader-died", "hot potato":
            return data["way"] == "hot potato" and data["leader"] in blow.data["leaders"]
        case "leader-died", "battle":
            here = data["way"] == "combat" and blow.data["place"] == data["province"]
            return here and any(row["force"] == f"L{data['leader']}" and row["destroyed"] for row in blow.data["forces"])
        case "talisman-won", "battle":
            rows = blow.data["forces"]
            killed = {row["force"] for row in rows if row["killed"]}
            return any(row["force"] == data["holder"] and not row["remote"] and killed & {*row["targets"]} for row in rows)
    return False


def _with(said: Said, more: Sequence[str]) -> Said:
    """A blow with what came of it: in the box of a battle, and in the line that stands under attention."""
    if not more:
        return said
    box = said.battle and replace(said.battle, spoils=(*said.battle.spoils, *more))
    return replace(said, text=" ".join([said.text, *more]), battle=box)
