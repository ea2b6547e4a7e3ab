"""An order on which the program raises fails alone: the turn goes on, its giver is told, the game master gets the trace."""

from __future__ import annotations

from typing import Any

import pytest

from postern.game.chance import Chance
from postern.game.kit.turn import BROKEN, TurnAtWork
from postern.game.ruleset import Outcome
from postern.rulesets.alamaze import sequence
from postern.rulesets.alamaze.game import CLASSIC
from postern.rulesets.cosmos.orders import carrying_out
from tests.kit.game import Game
from tests.kit.games import of_every_game
from tests.kit.playing import planned, played

TURN, SEED = 2, "broken"


class _Fault(Exception):
    """A mistake of the program that no rule foresees."""


def _resolved(game: Game, monkeypatch: pytest.MonkeyPatch, place: int) -> tuple[Any, Outcome[Any]]:
    """A turn of computers in which the program raises on one order that would be carried out: which, and what came of it."""
    world = played(game.rules, SEED, TURN)
    sheets = planned(game.rules, world, SEED)
    done: list[Any] = []
    chosen: list[Any] = []

    def carried_out(turn: TurnAtWork[Any, Any], issued: Any) -> None:
        done.append(issued.sign)
        if issued.sign in chosen:
            raise _Fault(issued.code)

    begin = carrying_out.begin

    def begun(doing: Any) -> bool:
        sign = (doing.actor.owner, doing.actor.id, doing.pending.text)
        done.append(sign)
        if sign in chosen:
            raise _Fault(doing.pending.text)
        return begin(doing)

    if game.slug == "cosmos":
        monkeypatch.setattr(carrying_out, "begin", begun)
    else:
        monkeypatch.setattr(TurnAtWork, "carried_out", carried_out)
    whole = game.rules.resolve(world, sheets, Chance(SEED))
    assert not whole.broken
    once = sorted(one for one in set(done) if done.count(one) == 1)
    chosen.append(once[place % len(once)])
    done.clear()
    return chosen[0], game.rules.resolve(world, sheets, Chance(SEED))


@of_every_game()
@pytest.mark.parametrize("place", [3, 17])
def test_an_order_that_raises_fails_alone(game: Game, place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    sign, outcome = _resolved(game, monkeypatch, place)
    (broken,) = outcome.broken
    assert sign[2] in broken.code
    assert "_Fault" in broken.trace
    assert game.rules.turn(outcome.world) == TURN + 2
    told = [one for one in outcome.events if "An error in the program" in str(one.data.get("why", ""))]
    assert told
    assert {seat for one in told for seat in one.seen_by} == {broken.seat}
    game.sound(outcome.world)


def test_an_answer_names_an_order_that_raises_and_judges_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    world = played(CLASSIC, SEED, TURN)
    seat = CLASSIC.active(world)[0]
    view = CLASSIC.view(world, seat)
    letter = "996\n480 ZZ"

    def answered() -> list[tuple[int, str]]:
        return [(one.line, one.code) for one in CLASSIC.check(CLASSIC.read(letter, view), view).problems]

    usual = answered()
    assert (1, BROKEN) not in usual

    def fault(doing: Any) -> bool:
        raise _Fault

    obey = sequence.obey
    monkeypatch.setattr(sequence, "obey", lambda doing: fault(doing) if doing.order.number == 996 else obey(doing))
    assert answered() == [(1, BROKEN), *(one for one in usual if one[0] == 2)]
