"""Whole games: twelve computer players from the first turn to a winner, with what must always hold checked each turn."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.ruleset import RULESET
from tests.rules.great_jewels.games import assert_sound, new_game, next_turn, played

_TURNS = 31  # the last possible end turn is 30, and T142 may add one


@pytest.mark.slow
@pytest.mark.parametrize("number", range(20))
@pytest.mark.rule("QJ-02-16", "QJ-02-19")
def test_a_whole_game_comes_to_a_winner(number: int) -> None:
    seed = f"whole game {number}"
    world = new_game(seed)
    assert_sound(world)
    outcome = None
    for turn in range(1, _TURNS + 1):
        assert RULESET.turn(world) == turn
        outcome = next_turn(world, seed)
        world = outcome.world
        assert_sound(world)
        if outcome.finished:
            break
    assert outcome is not None
    assert outcome.finished
    assert outcome.winners
    best = max(standing.score for standing in outcome.standings)
    winner = next(standing for standing in outcome.standings if standing.seat in outcome.winners)
    assert winner.score == best or winner.note
    assert 20 <= turn <= _TURNS or winner.note


def test_computer_players_grow_fight_and_use_what_they_find() -> None:
    start, world = played("lively", 0), played("lively", 12)
    owned = dict.fromkeys(world.players, 0)
    for place in world.provinces.values():
        if place.owner:
            owned[place.owner] += 1
    assert sum(owned.values()) > 120, owned
    assert sum(count >= 4 for count in owned.values()) >= 9, owned
    guarded = [name for name, place in start.provinces.items() if place.garrison and not place.owner and not place.city]
    assert sum(bool(world.provinces[name].owner) for name in guarded) >= 8  # won from neutrals
    in_hands = [one for one in world.talismans.values() if one.leader and world.leaders[one.leader].owner in world.players]
    in_land = [one for one in world.talismans.values() if one.province and world.provinces[one.province].owner]
    assert len(in_hands) + len(in_land) >= 8
    assert max(player.score for player in world.players.values()) > 1000


def test_their_orders_are_nearly_all_carried_out() -> None:
    world = played("lively", 6)
    sent = failed = refused = 0
    for _ in range(2):
        outcome = next_turn(world, "lively")
        for seat in RULESET.active(world):
            view = RULESET.view(world, seat)
            sheet = RULESET.read(RULESET.plan(view, Chance("lively")), view)
            assert not sheet.problems, [problem.text for problem in sheet.problems]
            sent += len(sheet.orders)
            refused += sum(not problem.note for problem in RULESET.check(sheet, view).problems)
        failed += sum(event.kind == "order-failed" for event in outcome.events)
        world = outcome.world
    assert sent > 200
    assert failed * 10 < sent
    assert not refused, "the check tells beforehand what is impossible"


@pytest.mark.slow
def test_computer_players_slay_dragons() -> None:
    left = {seed: sum(place.dragon > 0 for place in played(seed, 25).provinces.values()) for seed in ("a", "b", "c")}
    assert sum(left.values()) <= 15, left  # of eighteen, and what hatches besides


@pytest.mark.slow
def test_computer_players_take_forbidden_cities() -> None:
    taken = {seed: len(played(seed, 25).cities_taken) for seed in ("a", "b", "c", "d", "e", "f")}
    assert sum(count > 0 for count in taken.values()) >= 3, taken


def test_the_same_seed_gives_the_same_bytes() -> None:
    first, second = new_game("twice"), new_game("twice")
    for _ in range(3):
        assert RULESET.dump(first) == RULESET.dump(second)
        first, second = next_turn(first, "twice").world, next_turn(second, "twice").world
    assert RULESET.dump(first) != RULESET.dump(played("another", 3))


def test_resolving_again_from_stored_bytes_equals_the_original() -> None:
    before = played("replay", 4)
    stored = RULESET.dump(before)
    first = next_turn(before, "replay")
    assert RULESET.dump(before) == stored, "a turn must not touch the world it starts from"
    second = next_turn(RULESET.load(stored), "replay")
    assert RULESET.dump(first.world) == RULESET.dump(second.world)
    assert first.events == second.events


def test_a_seat_without_orders_goes_on_by_itself() -> None:
    world = new_game("silence")
    outcome = RULESET.resolve(world, {}, Chance("silence"))
    assert_sound(outcome.world)
    assert all(player.missed == 1 for player in outcome.world.players.values())
