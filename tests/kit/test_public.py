"""The public report holds nothing but what every player knows: it comes out the same from every seat's own view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from postern import render
from postern.game.events import Event
from tests.kit.game import Game
from tests.kit.games import of_every_game
from tests.kit.playing import next_turn, played

_SEED = "secrets"


def of_every_seat(game: Game, world: Any, events: Sequence[Event] = ()) -> set[bytes]:
    """The public report as each seat's view alone gives it, from the events that all of them may be told."""
    seats = game.rules.active(world)
    common = [event for event in events if event.seen_by.issuperset(seats)]
    return {render.to_json(game.rules.public(game.rules.view(world, seat), common)) for seat in seats}


@of_every_game("public")
@pytest.mark.parametrize("turns", range(7))
def test_every_seats_view_gives_the_same_public_report(game: Game, turns: int) -> None:
    world = played(game.rules, _SEED, turns)
    assert len(of_every_seat(game, world)) == 1
    outcome = next_turn(game.rules, world, _SEED)
    assert len(of_every_seat(game, outcome.world, outcome.events)) == 1


@of_every_game("public")
def test_what_any_one_seat_may_not_know_is_not_in_it(game: Game) -> None:
    plain = of_every_seat(game, played(game.rules, _SEED, 6))

    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(
        which=st.lists(st.sampled_from(game.hidden), min_size=1, max_size=4),
        pick=st.integers(min_value=0, max_value=10_000),
        seat=st.sampled_from(list(game.rules.active(played(game.rules, _SEED, 6)))),
    )
    def it_stays_as_it_is(which: list[Any], pick: int, seat: str) -> None:
        world = played(game.rules, _SEED, 6)
        for change in which:
            change(world, seat, pick)
        assert of_every_seat(game, world) == plain

    it_stays_as_it_is()
