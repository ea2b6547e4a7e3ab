"""An encounter from its beginning to what it leaves behind: experience, loot, points, death, and what the kingdoms are told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from postern.rulesets.adventurer_kings.rules.abilities.levels import experience, power
from postern.rulesets.adventurer_kings.rules.encounters.fighters import Encounter, Fighter
from postern.rulesets.adventurer_kings.rules.encounters.rounds import fight, refusals
from postern.rulesets.adventurer_kings.rules.encounters.stealing import take_treasure
from postern.rulesets.adventurer_kings.rules.encounters.talking import half_points, parley
from postern.rulesets.adventurer_kings.rules.endings import kill
from postern.rulesets.adventurer_kings.rules.merit import merit
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.world import Character

_UNNOTICED = ("scouted", "stolen")
"""Ends of which the other side learns nothing by the encounter itself."""


def run(meeting: Encounter) -> Encounter:
    """Run an encounter: peaceful tactics where the character began it, refusal, rounds, and the result; return it."""
    if meeting.why in ("search", "meeting"):
        parley(meeting)
    if not meeting.outcome:
        refusals(meeting)
    fight(meeting)
    settle(meeting)
    return meeting


def settle(meeting: Encounter, witnesses: Iterable[str] = ()) -> None:
    """Give experience, loot and points, let the dead die, and tell all who saw it (``witnesses`` are seats)."""
    for side in meeting.sides:
        if side.who and not (side is meeting.loser and meeting.outcome == "slain"):
            for name, ability in side.attempted:
                experience(meeting.turn, side.who, name, ability)
    fallen = meeting.loser if meeting.outcome == "slain" else None
    victor = meeting.other(fallen) if fallen else None
    if fallen and victor and victor.who:
        if fallen.who:
            meeting.items += fallen.who.items
        else:
            _win(meeting, victor)
    _tell(meeting, witnesses)
    if fallen and fallen.who and victor:
        _die(meeting, fallen.who, victor)
    _wounds(meeting)


def _win(meeting: Encounter, victor: Fighter) -> None:
    """A monster slain gives its hit points as merit and its treasure (AK-10.1-20, AK-D9.2-05, AK-D5.9-33)."""
    foe, turn = meeting.other(victor), meeting.turn
    merit(turn, victor.hero, "DE", foe.full, f"{foe.name} slain")
    if meeting.feature:
        meeting.feature.guardian = None
        take_treasure(meeting, victor, meeting.feature)
    elif meeting.carried:
        meeting.gold = meeting.carried
        turn.earn(victor.realm, meeting.gold, "treasure", who=victor.name, place=meeting.place, feature="")


def _die(meeting: Encounter, who: Character, victor: Fighter) -> None:
    """A character dies: in a feature his items join its treasure (AK-DM-44); a great necromancer may rise at the
    end of the year (AK-D2.0-15)."""
    if meeting.feature:
        meeting.feature.items += who.items
        who.items = []
    how = meeting.why if meeting.why in ("duel", "random") else "encounter"
    kill(meeting.turn, who, how, victor.name, victor.who.id if victor.who else 0)
    who.rises = power(who, "rise_again")


def _wounds(meeting: Encounter) -> None:
    """A guardian that lives keeps its wounds; enough of them keep it from raiding, for half its points (AK-D9.2-04)."""
    me, foe = meeting.sides
    guardian = foe.guardian
    if guardian is None or me.kingdom is None:
        return
    guardian.hit_points = foe.hit_points
    if 100 * (foe.start - foe.hit_points) >= TABLES.number("effective_attack_pct") * foe.full:
        guardian.attacked[me.kingdom.code] = meeting.turn.world.turn
        if foe.hit_points:
            half_points(meeting, me, guardian, "hurt")
    if meeting.outcome == "fled" and meeting.loser is foe:
        guardian.fled = meeting.turn.world.turn


def _tell(meeting: Encounter, witnesses: Iterable[str]) -> None:
    """Tell each side's kingdom what was seen, with its own plan and what it learnt; others, of a duel, what was seen alone."""
    turn = meeting.turn
    told = set[str]()
    for number, side in enumerate(meeting.sides):
        code = side.kingdom.code if side.kingdom else ""
        if not code or code in told or (number and meeting.outcome in _UNNOTICED):
            continue
        told.add(code)
        own = {"who": side.who.id if side.who else 0, "plan": side.plan, "fates": side.fates}
        learnt = dict(meeting.learnt) if bool(number) == (meeting.why == "random") else {}
        if meeting.outcome == "talked":
            learnt |= _introduced(meeting.other(side))
        turn.tell_kingdom(code, "encounter", side=number, **own, **_names(meeting, number), **learnt, **_seen(meeting))
    others = set(witnesses) - {turn.seat(code) for code in told}
    if others:
        facts = {"side": -1, "who": 0, "plan": "", "fates": []}
        turn.tell("encounter", others, **facts, **_names(meeting, 0), **_seen(meeting))


def _names(meeting: Encounter, number: int) -> dict[str, Any]:
    """How a reader on this side calls the two, and whose loss it was."""
    me, foe = meeting.sides[number], meeting.sides[1 - number]
    lost = "" if meeting.loser is None else "me" if meeting.loser is me else "foe"
    return {"name": me.name, "foe": foe.name, "lost": lost}


def _introduced(foe: Fighter) -> dict[str, Any]:
    """What talk tells of a character: his kingdom and items (AK-D5.4-06)."""
    things = [TABLES.items[one].name for one in foe.hero.items]
    return {"foe_kingdom": foe.kingdom.name if foe.kingdom else "", "foe_items": list(foe.hero.items), "foe_things": things}


def _seen(meeting: Encounter) -> dict[str, Any]:
    """What both saw."""
    feature = meeting.feature
    return {
        "why": meeting.why,
        "place": meeting.place,
        "where": meeting.turn.place(meeting.place),
        "feature": meeting.label,
        "lair": feature.kind if feature else "",
        "sides": [_side(one) for one in meeting.sides],
        "rounds": meeting.round,
        "blows": meeting.blows,
        "outcome": meeting.outcome,
        "loser": meeting.sides.index(meeting.loser) if meeting.loser else -1,
        "gold": meeting.gold,
        "items": list(meeting.items),
        "things": [TABLES.items[one].name for one in meeting.items],
    }


def _side(one: Fighter) -> dict[str, Any]:
    return {
        "who": one.who.id if one.who else 0,
        "name": one.name,
        "kind": one.who.race if one.who else one.name,
        "kingdom": one.kingdom.code if one.kingdom else "",
        "start": one.start,
        "full": one.full,
        "end": one.hit_points,
    }
