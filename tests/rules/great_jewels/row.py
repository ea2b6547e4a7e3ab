"""Great Jewels as the kit proves it."""

from __future__ import annotations

import re

from postern.game.report import Report, Table
from postern.game.ruleset import Outcome
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.orders.text import SIGNATURE
from postern.rulesets.great_jewels.world.records import World
from tests.kit.game import Game, Held
from tests.rules.great_jewels.accounts import accounted
from tests.rules.great_jewels.games import assert_sound
from tests.rules.great_jewels.secrets import HIDDEN, SHOWN, far, near

_WORDS = (
    "L1 L2 L3 L13 L31 L999 GB4 GB8 B1 B2 B3 B4 B5 C4 S19 T1 T45 T99 T127 KING LORD NOBODY # * = + - , ; : / // > ( ) [ ] "
    "move march moves to via from and attack force march same for follows all leaders in raid raids build builds citadel "
    "points road navies hand hands troops zorans garrison talisman leader north east southwest hold stays buy mercenaries "
    "unlock ravage destroy ally hostile peace waylay geas M F S A K C R T Z B N D X P Q H E Y U 0 1 5 20 245 99999999 END"
).split()
_PHRASES = (
    "L1 marches to B4 via B3",
    "L1 marches to B1 via B3",
    "E=245",
    "TYPE=AZO",
    "L1, L2 and L3 move to B4",
    "all leaders in B4 attack L31",
    "same for L2",
    "L1 move north-east",
    "L1FB4B5; L2M*",
    "L1T5TL2\nL1T#ZG\nGB4T5TL1\nT5L1",
    "L1R4B5\nGB4R*\nGB4M\nL1AG\nL1KL31\nL1CL31",
    "GB4BC4\nGB4BC+\nGB4BN1\nGB4BD\nGB4BR6L1\nGB4XC2",
    "A=KING\nN=KING\nL1N\nL1P\nL1Q\nL1H\nL1E\nZN\nRB4\nL1Y\nL1UB4=KING\nE=25\nTYPE=AZONI",
    "A=LORD TYPE=AZONI E=25\nL1MB4 L2MB4 GB4BC4",
    "T1=TL146B3\nT45=M7\nT99=GL13MB4[LORD]\nT127=20\nT142=+",
    "GB4TG\nL1TG\nGB4TL1",
    "D=KING\nHello there\nEND\nD=* (ANON)\nnobody knows",
    "> L1MB4\n// remark\n1) L1MB4\n- L2MB4\n",
    "| 1 | L1MB4 | L1 marches to B4 |\n|---|---|---|\n| L1 | MB4 |\n| L2MB4 | not yet |\n|L1MB4\n>> D=KING",
)


def _ended(outcome: Outcome[World], turn: int) -> None:
    """The best score wins, and not before turn 20, unless something else is said of the winner."""
    best = max(standing.score for standing in outcome.standings)
    winner = next(standing for standing in outcome.standings if standing.seat in outcome.winners)
    assert winner.score == best or winner.note
    assert turn >= 20 or winner.note


def _held(world: World, seat: str) -> Held:
    own = frozenset(name for name, one in world.provinces.items() if one.owner == seat)
    return Held(own, own, frozenset(), ("Provinces", len(own)))


def _listed(report: Report) -> frozenset[str]:
    """The first column of the table of provinces."""
    tables = (block for one in report.sections if one.key == "holdings" for block in one.blocks if isinstance(block, Table))
    return frozenset(row[0] for table in tables if table.columns[0].title == "Province" for row in table.rows)


GREAT_JEWELS = Game(
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
    last_turn=31,  # the last possible end turn is 30, and T142 may add one
    words=tuple(_WORDS),
    phrases=_PHRASES,
    nothing_below=re.compile(re.escape(SIGNATURE)),
    begins=re.compile("D="),
    options=({"teams": 2}, {"score_limit": 500}, {"turn_limit": 12}, {"jewels_win": False}),
    clauses={
        "noninterference": ("QJ-02-20", "QJ-22-06"),
        "public": ("QJ-02-20", "QJ-31-31"),
        "round trip": ("QJ-29-04",),
        "whole games": ("QJ-02-16", "QJ-02-19"),
    },
)
