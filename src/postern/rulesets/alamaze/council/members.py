"""Who sits on the High Council, and what joining and leaving it does (AC-11-01, AC-11-18..27, ruling 56)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from postern.rulesets.alamaze.influence import change_influence
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Kingdom, World

Why: TypeAlias = Literal["vote", "skeleton", "magic", "sale", "gone"]
"""Why a king leaves the Council. After a sale he may bid again at once; "gone" is one who plays no longer."""


def vacant(world: World) -> int:
    """How many chairs are empty."""
    return world.tables.whole("council.seats") - len(world.council.members)


def offered(world: World) -> int:
    """How many chairs go to the highest bidders of a turn: all that are empty, but one at most before all five have been
    filled once (ruling 56)."""
    return vacant(world) if world.council.complete else min(vacant(world), world.tables.whole("council.chairs_at_first"))


def barred(world: World, code: str) -> bool:
    """True in the turn after a king was removed: he may not bid (AC-11-20, AC-11-23)."""
    removed = world.council.removed.get(code)
    return removed is not None and world.turn <= removed + world.tables.whole("council.barred")


def join(turn: Turn, kingdom: Kingdom) -> None:
    """A king takes a chair; it raises his influence (AC-11-26)."""
    council = turn.world.council
    council.members.append(kingdom.code)
    council.first = council.first or turn.world.turn
    council.complete = council.complete or not vacant(turn.world)
    change_influence(turn, kingdom, turn.tables.value("council.joined"), "council")
    turn.tell_all("council-joined", kingdom=kingdom.code)


def leave(turn: Turn, kingdom: Kingdom, why: Why) -> None:
    """A king loses his chair, and influence (AC-09-11, AC-11-27); of one who plays no longer nothing but the chair
    (ruling 172)."""
    council = turn.world.council
    council.members.remove(kingdom.code)
    if why == "gone":
        return
    if why != "sale":
        council.removed[kingdom.code] = turn.world.turn
    change_influence(turn, kingdom, turn.tables.value("council.left"), "council")
    turn.tell_all("council-left", kingdom=kingdom.code, why=why)


def tell_vacancies(turn: Turn) -> None:
    """All kings are told of empty chairs, and for how many they can bid (AC-11-18)."""
    if chairs := vacant(turn.world):
        turn.tell_all("chairs-vacant", chairs=chairs, offered=offered(turn.world))
