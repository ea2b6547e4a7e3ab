"""What we print as an order reads back to exactly that order: line by line, and all of a turn together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.kit.game import Game
from tests.kit.games import of_every_game
from tests.kit.playing import planned, played

_SEED = "lively"


@of_every_game("round trip")
@pytest.mark.parametrize("turns", [0, 4, 11])
def test_orders_of_whole_games_read_back(game: Game, turns: int) -> None:
    rules = game.rules
    world = played(rules, _SEED, turns)
    found = 0
    for seat, sheet in planned(rules, world, _SEED).items():
        view = rules.view(world, seat)
        logged = rules.logged(sheet)
        again = rules.read("\n".join(logged), view)
        assert not again.problems
        assert rules.logged(again) == logged
        assert [order.data for order in again.orders] == [order.data for order in sheet.orders]
        assert [order.words for order in again.orders] == [order.words for order in sheet.orders]
        for order in sheet.orders:
            code = "\n".join(rules.logged(replace(sheet, orders=(order,))))
            assert [one.data for one in rules.read(code, view).orders] == [order.data], code
        found += len(sheet.orders)
    assert found >= 10
    assert {use for sheet in planned(rules, world, _SEED).values() for use in rules.uses(sheet, view)} <= {
        *rules.usable,
        *rules.excess,
    }


@of_every_game("round trip")
def test_what_was_read_reads_back(game: Game) -> None:
    """Phrases of people: what is logged of them is the same orders again."""
    rules = game.rules
    world = played(rules, _SEED, 4)
    view = rules.view(world, rules.active(world)[0])
    for phrase in game.phrases:
        logged = rules.logged(rules.read(phrase, view))
        again = rules.read("\n".join(logged), view)
        assert rules.logged(again) == logged, phrase
        assert not [problem for problem in again.problems if not problem.note], phrase
