"""Whole games: computer players from the first turn to a winner, with what must always hold checked each turn."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from tests.kit.game import Game
from tests.kit.games import of_every_game
from tests.kit.pages import check_reports
from tests.kit.playing import new_game, next_turn, planned, played


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("number", range(20))
@of_every_game("whole games")
def test_a_whole_game_comes_to_a_winner(game: Game, number: int) -> None:
    rules = game.rules
    seed = f"whole game {number}"
    world = new_game(rules, seed)
    game.sound(world)
    outcome, told = None, 0
    for turn in range(1, game.last_turn + 1):
        assert rules.turn(world) == turn
        before, seats = rules.load(rules.dump(world)), rules.active(world)
        outcome = next_turn(rules, world, seed)
        world = outcome.world
        game.sound(world)
        told += check_reports(game, before, outcome, tuple(seats[(turn + at) % len(seats)] for at in range(min(3, len(seats)))))
        if outcome.finished:
            break
    assert outcome is not None
    assert outcome.finished
    assert outcome.winners
    assert told > 10, "front pages speak of land won and lost"
    assert {standing.seat for standing in outcome.standings} >= set(outcome.winners)
    game.ended(outcome, turn)


@of_every_game()
def test_a_game_with_options_goes_on(game: Game) -> None:
    rules = game.rules
    for options in game.options:
        world = new_game(rules, "options", 6, options)
        for _ in range(3):
            world = rules.load(rules.dump(next_turn(rules, world, "options").world))
            game.sound(world)


@of_every_game()
def test_orders_of_computer_players_are_nearly_all_carried_out(game: Game) -> None:
    rules = game.rules
    world = played(rules, "lively", 6)
    sent = failed = 0
    for _ in range(2):
        sheets = planned(rules, world, "lively")
        for seat, sheet in sheets.items():
            assert not sheet.problems, [problem.text for problem in sheet.problems]
            sent += len(sheet.orders)
            refused = [problem for problem in rules.check(sheet, rules.view(world, seat)).problems if not problem.note]
            assert not refused, "the check tells beforehand what is impossible"
        outcome = rules.resolve(world, sheets, Chance("lively"))
        failed += sum(event.kind == "order-failed" for event in outcome.events)
        world = outcome.world
    assert sent >= 10 * len(rules.active(world))
    assert failed * 10 < sent


@of_every_game()
def test_seats_without_orders_go_on_by_themselves(game: Game) -> None:
    rules = game.rules
    world = new_game(rules, "silence")
    outcome = rules.resolve(world, {}, Chance("silence"))
    game.sound(outcome.world)
    assert rules.turn(outcome.world) == rules.turn(world) + 1


@of_every_game("accounts")
def test_every_change_in_the_first_turns_is_accounted_for(game: Game) -> None:
    world = played(game.rules, "ledger", 0)
    for _ in range(6):
        world = game.accounted(world, "ledger")
        game.sound(world)


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", ["ledger one", "ledger two"])
@of_every_game("accounts")
def test_every_change_in_whole_games_is_accounted_for(game: Game, seed: str) -> None:
    world = played(game.rules, seed, 0)
    for _ in range(game.last_turn):
        world = game.accounted(world, seed)
        game.sound(world)
        if not planned(game.rules, world, seed):
            break
