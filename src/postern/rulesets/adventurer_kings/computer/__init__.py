"""Computer players: they see a ``View``, and write the letter that a person would send."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from postern.game.chance import Chance
from postern.game.kit.copying import copied
from postern.game.kit.orders.sheets import Given
from postern.game.kit.planner import Planner, Proposal, proofread
from postern.game.kit.turn import Sign, run, sparing
from postern.game.orders import OrderSheet, Problem, Verdict
from postern.game.ruleset import Level
from postern.rulesets.adventurer_kings.computer.armies import march
from postern.rulesets.adventurer_kings.computer.court import (
    choose_enemy,
    choose_friends,
    claim,
    help_allies,
    name_heir,
    plan_duels,
    share_science,
    vote,
)
from postern.rulesets.adventurer_kings.computer.heroes import adventure, bless, curse, meet, practise, raise_dead, spy
from postern.rulesets.adventurer_kings.computer.survey import TOML, Survey
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.orders.reading import read
from postern.rulesets.adventurer_kings.sequence import SEQUENCE
from postern.rulesets.adventurer_kings.turn import Issued, Turn

_COURT = (name_heir, choose_friends, choose_enemy, share_science, help_allies, claim, vote, plan_duels)
_DEEDS = (march, raise_dead, meet, curse, spy, bless, adventure, practise)
IDEAS: Mapping[str, Callable[[Survey], Iterator[Proposal]]] = {one.__name__: one for one in (*_COURT, *_DEEDS)}
PLANNER = Planner(IDEAS, TOML["ideas"])


def plan(view: View, chance: Chance, standing_in: bool = False, level: Level = "normal") -> str:
    """Return a computer player's orders. Standing in for a player who wrote nothing it only has characters practise."""
    survey = Survey(view, chance.turn(view.world.turn).stream("plan", view.seat), level, standing_in)
    PLANNER.fill(survey)
    return proofread(survey, view, read, None if standing_in else _check)


def _check(sheet: OrderSheet, view: View) -> Verdict:
    """What becomes of a letter when it is tried out on what the player knows."""

    def tried(spared: Mapping[Sign, str]) -> Turn:
        issued = Issued.of(view.seat, sheet, Given)
        turn = Turn(copied(view.world), issued, Chance("expected").turn(view.world.turn), spared=spared)
        turn.expected = True
        run(SEQUENCE, turn)
        return turn

    failures = sparing(tried).failures
    return Verdict(problems=tuple(Problem(one.code, one.issued.line, one.why, note=one.note) for one in failures))
