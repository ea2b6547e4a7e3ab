"""No secret in a view: change anything that a seat may not know, and nothing that it is sent changes by one byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from postern import render
from postern.game.chance import Chance
from postern.game.events import seen
from postern.game.orders import OrderSheet
from tests.kit.game import Far, Game
from tests.kit.games import of_every_game
from tests.kit.playing import planned, played

SEED, LATE = "secrets", 6
EARLY = 2
"""After so many turns those on the other side of the land are still strangers."""
_PARTS = 4
"""Into so many tests the seats are dealt."""
_SEATS = 2
"""So many seats send orders that touch what is hidden from them."""


def sent(game: Game, world: Any, seat: str, letter: str = "") -> tuple[object, ...]:
    """Everything that is made for a seat from the world: report, computer player's plan, table, and the answers to the plan's
    orders and to those of the letter, with their forecasts."""
    rules = game.rules
    view = rules.view(world, seat)
    plan = rules.plan(view, Chance("any"))
    answers = [_answer(game, text, view) for text in (plan, letter) if text]
    return render.to_json(rules.report(view, ())), plan, rules.standings(view), answers


def _answer(game: Game, letter: str, view: Any) -> tuple[str, str]:
    """How orders are read and judged, and what they are foretold to do."""
    sheet = game.rules.read(letter, view)
    return repr((sheet, game.rules.check(sheet, view))), render.to_text(game.rules.forecast(sheet, view))


def received(game: Game, world: Any, sheets: Mapping[str, OrderSheet], seat: str) -> tuple[object, ...]:
    """All that the seat gets from the turn: its events, its report, and what is made for it afterwards."""
    outcome = game.rules.resolve(world, sheets, Chance(SEED))
    events = seen(outcome.events, seat)
    report = render.to_json(game.rules.report(game.rules.view(outcome.world, seat), events))
    return [(event.kind, event.step, event.data) for event in events], report, sent(game, outcome.world, seat)


@of_every_game("noninterference")
def test_what_a_seat_may_not_know_changes_nothing_that_it_is_sent(game: Game) -> None:
    seats = list(game.rules.active(played(game.rules, SEED, LATE)))

    @settings(max_examples=game.examples * 2 // 3, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(
        which=st.lists(st.sampled_from(game.hidden), min_size=1, max_size=4),
        pick=st.integers(min_value=0, max_value=10_000),
        seat=st.sampled_from(seats),
    )
    def nothing_changes(which: list[Any], pick: int, seat: str) -> None:
        world = played(game.rules, SEED, LATE)
        letter = "\n".join(filter(None, (change(world, seat, pick) for change in which)))
        before = sent(game, played(game.rules, SEED, LATE), seat, letter)
        assert sent(game, world, seat, letter) == before

    nothing_changes()


@of_every_game()
def test_those_hidden_changes_are_changes(game: Game) -> None:
    """So that the test above can fail: each of them changes the world, for one seat or another."""
    plain = game.rules.dump(played(game.rules, SEED, LATE))
    for change in game.hidden:
        touched = 0
        for pick, seat in enumerate(game.rules.active(played(game.rules, SEED, LATE))):
            changed = played(game.rules, SEED, LATE)
            change(changed, seat, pick)
            touched += game.rules.dump(changed) != plain
        assert touched, change.__name__


@of_every_game("noninterference")
def test_orders_that_touch_what_was_changed_are_answered_alike(game: Game) -> None:
    """Each change by itself, with the orders that it gives for what it changed: they are read, and judged as without it."""
    seats = game.rules.active(played(game.rules, SEED, LATE))[:_SEATS]
    touching = set()
    for change in game.hidden:
        for pick, seat in enumerate(seats, 1):
            world = played(game.rules, SEED, LATE)
            if letter := change(world, seat, pick):
                touching.add(change)
                before = game.rules.view(played(game.rules, SEED, LATE), seat)
                assert game.rules.read(letter, before).orders, (change.__name__, letter)
                after = game.rules.view(world, seat)
                assert _answer(game, letter, after) == _answer(game, letter, before), (change.__name__, letter)
    assert len(touching) * 2 >= len(game.hidden)


@of_every_game()
def test_what_a_seat_does_see_changes_what_it_is_sent(game: Game) -> None:
    """So that the first test can fail."""
    for seat in list(game.rules.active(played(game.rules, SEED, LATE)))[:4]:
        for show in game.shown:
            world = played(game.rules, SEED, LATE)
            before = sent(game, world, seat)[0]
            show(world, seat)
            assert sent(game, world, seat)[0] != before, (show.__name__, seat)


def _far_changes(game: Game, seat: str) -> tuple[Far, ...]:
    world = played(game.rules, SEED, EARLY)
    after = game.rules.resolve(world, planned(game.rules, world, SEED), Chance(SEED)).world
    return game.far(world, after, seat)


def _name(change: Far) -> str:
    return change.func.__name__ if isinstance(change, partial) else change.__name__


@pytest.mark.sampled(2)
@pytest.mark.parametrize("part", range(_PARTS))
@of_every_game("noninterference")
def test_what_cannot_reach_a_seat_changes_nothing_in_its_turn(game: Game, part: int) -> None:
    world = played(game.rules, SEED, EARLY)
    sheets = planned(game.rules, world, SEED)
    for seat in game.rules.active(world)[part::_PARTS]:
        before = received(game, world, sheets, seat)
        for pick, change in enumerate(_far_changes(game, seat), start=part):
            changed = played(game.rules, SEED, EARLY)
            change(changed, pick)
            assert received(game, changed, sheets, seat) == before, (_name(change), seat)


@of_every_game()
def test_those_far_changes_are_changes(game: Game) -> None:
    """So that the test above can fail: for two seats in three, at least, each of them changes the world."""
    world = played(game.rules, SEED, EARLY)
    plain, seats = game.rules.dump(world), game.rules.active(world)
    touched: Counter[str] = Counter()
    for seat in seats:
        for change in _far_changes(game, seat):
            changed = played(game.rules, SEED, EARLY)
            change(changed, 1)
            touched[_name(change)] += game.rules.dump(changed) != plain
    assert touched
    assert min(touched.values()) * 3 >= len(seats) * 2, touched


@of_every_game()
def test_what_is_near_does_change_the_turn(game: Game) -> None:
    """So that the test above can fail."""
    world = played(game.rules, SEED, EARLY)
    seat = game.rules.active(world)[0]
    sheets = planned(game.rules, world, SEED)
    before = received(game, world, sheets, seat)
    game.near(world, seat)
    assert received(game, world, sheets, seat) != before
