"""Each thing told once and after its cause: what came of a blow stands with the blow, what became of troops that were driven
out with that, who raids has taken what he took, and a talisman that another line names is not told to be gone."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from postern.game.kit.telling import Data, Said

_NAMED = re.compile(r"\bT([0-9]{1,3})\b")


def _won(won: Data, battle: Data) -> bool:
    killed = {row["force"] for row in battle["forces"] if row["killed"]}
    rows = (row for row in battle["forces"] if row["force"] == won["holder"] and not row["remote"])
    return any(killed & {*row["targets"]} for row in rows)


def _fell(died: Data, battle: Data) -> bool:
    here = died["way"] == "combat" and battle["place"] == died["province"]
    return here and any(row["force"] == f"L{died['leader']}" and row["destroyed"] for row in battle["forces"])


_CAUSES: Mapping[tuple[str, str], Callable[[Data, Data], bool]] = {
    ("leader-died", "waylaid"): lambda died, blow: (
        died["way"] == "waylay" and blow["killed"] and blow["leader"] == died["leader"]
    ),
    ("leader-died", "sailed"): lambda died, storm: (
        died["way"] == "storm" and storm["drowned"] and storm["leader"] == died["leader"]
    ),
    ("leader-died", "dragon-duel"): lambda died, duel: (
        died["way"] == "dragon" and any(number == died["leader"] for number, _ in duel["dead"])
    ),
    ("leader-died", "hot potato"): lambda died, blow: died["way"] == "hot potato" and died["leader"] in blow["leaders"],
    ("leader-died", "battle"): _fell,
    ("talisman-won", "battle"): _won,
    ("raided", "stampede"): lambda raid, drive: (raid["source"], raid["province"]) == (drive["force"], drive["goal"]),
}
"""What comes of what, and by which facts the two belong together."""


def deduplicate(said: Sequence[Said]) -> list[Said]:
    """What is told, without captures that a raid tells, and with deaths and their talismans where their cause is told.

    Whatever no other line tells stays as it is.
    """
    raids = [one.event for one in said if one.event.kind == "raided" and one.event.data["outcome"] == "captured"]
    raided = {(event.step, event.data["province"]) for event in raids}
    more: dict[int, list[str]] = defaultdict(list)
    kept = []
    for at, one in enumerate(said):
        if one.event.kind == "captured" and (one.event.step, one.event.data["province"]) in raided:
            continue
        blow = next((other for other, cause in enumerate(said) if _came_of(one, cause)), None)
        if blow is None:
            kept.append(at)
        elif one.more:
            more[blow].append(one.more)
    return [_with(said[at], more[at]) for at in kept]


def _came_of(said: Said, cause: Said) -> bool:
    event, blow = said.event, cause.event
    belongs = _CAUSES.get((event.kind, blow.kind))
    return belongs is not None and (event.kind == "raided" or blow.step == event.step) and belongs(event.data, blow.data)


def _with(said: Said, more: Sequence[str]) -> Said:
    """A blow with what came of it: in the box of a battle, and in the line that stands under attention."""
    if not more:
        return said
    box = said.battle and replace(said.battle, spoils=(*said.battle.spoils, *more))
    return replace(said, text=" ".join([said.text, *more]), battle=box)


def without_echoes(said: Sequence[Said]) -> list[Said]:
    """Leaves out that a talisman is gone where another sentence names it."""
    named = named_talismans(one for one in said if one.event.kind != "talisman gone")
    return [one for one in said if one.event.kind != "talisman gone" or one.event.data["talisman"] not in named]


def named_talismans(said: Iterable[Said]) -> set[int]:
    """The numbers of the talismans that these sentences name."""
    return {int(number) for one in said for number in _NAMED.findall(one.text)}
