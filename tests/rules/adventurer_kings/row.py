"""Adventurer Kings as the kit proves it."""

from __future__ import annotations

import re

from postern.game.report import Report, Table
from postern.game.ruleset import Outcome
from postern.rulesets.adventurer_kings.game import RULESET
from postern.rulesets.adventurer_kings.world import World
from tests.kit.game import Game, Held
from tests.rules.adventurer_kings.accounts import accounted, assert_sound
from tests.rules.adventurer_kings.secrets import HIDDEN, SHOWN, far, near

_WORDS = (
    "CHAR 1 2 3 4 5 6 0 12 63 64 82 99 162 163 MO EX SE RE HI DI FI LE PI CA US EN PR SP DE PU TR GI TO ALL LE BO AX GA FL "
    "45.1 63.1 64.2 : , SC TA SA-SHADOW FU GI-13 GI-8G ST CA-FB CA-IN CA-KI US-38 ME FL TREAT BREAK SCI CLAIM VOTE GIVEGOLD "
    "HEIR NAME CHAR PROV PLAN NONE MSG AA BB CC TA2 MA1 WH1 DR1 BL RE AN IT Plain Odo Elm #88 #12 ; > READY CLEAR Hello "
    "12,15 13,22 -1 six 99999999 ² NA TAC"
).split()
_PHRASES = (
    "CHAR 1\n1 RE LE 2\n2 MO 63\n3 MO 64\n4 PR TA\n5 DE",
    "CHAR 1 ; the King\n1 EX\n2 SE 45.1 : SC\n3 SE 45.1 : TA, FI, ME, FL\n4 GI 13 TO 1 ; item 13\n5 PR AR",
    "CHAR 2\n1 CA BL\n2 CA CL 63\n3 US 40\n4 US 32 63\n5 PR WH",
    "char 3:\n1 hi 44\n2 fi 9\n3 le 12,15 to 2\n4 pi all\n5 di 31",
    "CHAR 4\n1 RE #88\n2 SP 46\n3 DE 46\n4 PU 41\n5 TR 41",
    "CHAR 5\n1 EN 33 : ST, FL\n2 EN 33 : CA-IN, ST\n3 EN 33 : GI-8G, TA, ME\n4 EN 33\n5 MO 62 63",
    "CHAR 6\n1 SE 45.2 : SA-shadow, FU\n2 SE 45.2 : US-38, CA-FB, ME\n3 LE ALL\n4 EX.\n5 SP",
    "PLAN 1 CA-FB, ME\nPLAN 7 FI, ME, FL\nPLAN 2 NONE",
    "TREAT BB\nBREAK 3\nSCI CC\nCLAIM\nVOTE 3\nGIVEGOLD 6 TO BB",
    "HEIR Odo TA2 MA1 WH1\nNAME CHAR 15 Ansgar\nNAME PROV 82 Elm Shire",
    "MSG BB Six gold for your granaries, as promised.\nMSG ALL Peace",
    "CHAR 99\n1 EX\nTREAT BB\n6 EX\nEX\n1 MV 83\nfly away",
    "> CHAR 1\n> 1 EX\n; a remark\nCHAR 1\n1 EX ; and see\n1 MO 63",
)


def _ended(outcome: Outcome[World], turn: int) -> None:
    """The game is over after its last year, when a King has more than 55 % of the world's tax base, or by an election; the best
    score wins, with the ties of AK-D10.1-05."""
    world = outcome.world
    best = max(one.score for one in outcome.standings)
    assert {one.seat for one in outcome.standings if one.score == best} >= set(outcome.winners)
    assert turn == world.turns or world.emperor


def _held(world: World, seat: str) -> Held:
    code = world.kingdom_of(seat).code
    own = world.owned(code)
    homes = frozenset(str(number) for number in own if world.provinces[number].home_of)
    areas = frozenset(str(number) for number in own)
    return Held(frozenset(world.provinces[number].name for number in own), areas, homes, ("Provinces", len(own)))


def _listed(report: Report) -> frozenset[str]:
    """The first column of the table of provinces."""
    tables = (block for one in report.sections for block in one.blocks if isinstance(block, Table))
    own = (table for table in tables if [one.title for one in table.columns[:2]] == ["No.", "Province"])
    return frozenset(row[0] for table in own for row in table.rows if row[0])


ADVENTURER_KINGS = Game(
    rules=RULESET,
    hidden=HIDDEN,
    shown=SHOWN,
    far=far,
    near=near,
    sound=assert_sound,
    ended=_ended,
    accounted=accounted,
    held=_held,
    listed=_listed,
    last_turn=15,
    words=tuple(_WORDS),
    phrases=_PHRASES,
    begins=re.compile(r"CHAR \d+$"),
    options=({"turns": 10},),
    examples=30,
    clauses={"noninterference": ("AK-D1.4-04",), "whole games": ("AK-D10.4-01",), "reading": ("AK-D3.0-06",)},
)
