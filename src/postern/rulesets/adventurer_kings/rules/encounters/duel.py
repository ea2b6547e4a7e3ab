"""Duels of the two commanders before a battle (chapter 17)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from postern.rulesets.adventurer_kings.rules.encounters.course import settle
from postern.rulesets.adventurer_kings.rules.encounters.fighters import (
    FLEE,
    Encounter,
    Fighter,
    of_character,
    own_plan,
    written_plan,
)
from postern.rulesets.adventurer_kings.rules.encounters.odds import refuse_chance
from postern.rulesets.adventurer_kings.rules.encounters.rounds import fight
from postern.rulesets.adventurer_kings.rules.plans import AGGRESSIVE, Tactic
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn, throw
from postern.rulesets.adventurer_kings.world import Character


@dataclass
class Duel:
    """What a duel came to: ``loser`` died or fled (0: nobody, when an excuse was believed), ``armies`` are those that he led
    when it began, which fight at three quarters (AK-D7.1-02)."""

    loser: int = 0
    died: bool = False
    fled: bool = False
    excused: bool = False
    armies: list[int] = field(default_factory=list)


def challenges(who: Character) -> bool:
    """Return whether a commander challenges: his special plan has an aggressive tactic and no flight (AK-P5.10-02)."""
    plan = written_plan(who)
    return any(one.code in AGGRESSIVE for one in plan) and FLEE not in plan


def duel(turn: Turn, attacker: Character, defender: Character, *name: object, witnesses: Iterable[str] = ()) -> Duel | None:
    """Fight the duel of two supreme commanders and return what it came to, None when nobody challenges (AK-D7.1-01) or
    orders are only tried out. ``name`` makes the chance of this battle its own; ``witnesses`` are seats that are told what was
    seen."""
    if turn.expected or not (challenges(attacker) or challenges(defender)):
        return None
    first, second = (attacker, defender) if challenges(attacker) else (defender, attacker)
    stream = turn.dice("encounter", first.id, second.id, "duel", *name)
    sides = tuple(of_character(turn, one, _plan(one), stream) for one in (first, second))
    meeting = Encounter(turn, "duel", attacker.province, (sides[0], sides[1]), stream)
    sides[0].starts = True
    led = {one.id: [army.id for army in turn.world.led_by(one.id)] for one in (attacker, defender)}
    _refuse(meeting)
    fight(meeting)
    settle(meeting, witnesses)
    if meeting.loser is None or meeting.loser.who is None:
        return Duel(excused=True)
    died, loser = meeting.outcome == "slain", meeting.loser.who.id
    return Duel(loser, died, not died, armies=led[loser])


def _plan(who: Character) -> Sequence[Tactic]:
    """The plan of a commander: one without attack and flight is none (AK-D7.1-01)."""
    plan = own_plan(who)
    return plan if any(one.code in (*AGGRESSIVE, "FL", "") for one in plan) else []


def _refuse(meeting: Encounter) -> None:
    """Before round 1 each may refuse, the challenger first (AK-D7.1-04): a coward's excuse is believed with two thirds
    (AK-2.4-12), all others count as fled; so does he whose plan begins with flight, without check (AK-2.4-13)."""
    for me in meeting.sides:
        if me.tactics[:1] == [FLEE]:
            meeting.tell(me, FLEE, "fled")
            meeting.end("fled", me)
        elif (chance := refuse_chance(me, meeting.other(me))) and (thrown := throw(meeting.stream, chance)):
            meeting.tell(me, FLEE, "refused", thrown)
            _excuse(meeting, me)
        if meeting.outcome:
            return


def _excuse(meeting: Encounter, me: Fighter) -> None:
    excuse = throw(meeting.stream, TABLES.share("duel_excuse_pct")) if me.temper.begs else None
    if excuse is not None:
        meeting.tell(me, FLEE, "believed" if excuse else "not believed", excuse)
    meeting.end("excused" if excuse else "refused", None if excuse else me)
