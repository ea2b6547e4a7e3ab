"""The public report holds nothing but what every player knows: it comes out the same from every seat's own view."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from postern import render
from postern.game.events import Event
from postern.game.report import Map
from postern.rulesets.great_jewels.geography import PROVINCES
from postern.rulesets.great_jewels.ruleset import RULESET
from postern.rulesets.great_jewels.world import World
from tests.rules.great_jewels.games import new_game, next_turn, played
from tests.rules.great_jewels.test_noninterference import CHANGES

SEED = "secrets"


def of_every_seat(world: World, events: tuple[Event, ...] = ()) -> set[bytes]:
    """The public report as each seat's view alone gives it, from the events that all of them may be told."""
    common = [event for event in events if event.seen_by.issuperset(world.players)]
    return {render.to_json(RULESET.public(RULESET.view(world, seat), common)) for seat in world.players}


@pytest.mark.rule("QJ-02-20", "QJ-31-31")
@pytest.mark.parametrize("turns", range(7))
def test_every_seats_view_gives_the_same_public_report(turns: int) -> None:
    assert len(of_every_seat(played(SEED, turns))) == 1


@pytest.mark.rule("QJ-02-20", "QJ-31-31")
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    which=st.lists(st.sampled_from(CHANGES), min_size=1, max_size=4),
    pick=st.integers(min_value=0, max_value=10_000),
    seat=st.integers(min_value=0, max_value=11),
)
def test_what_any_one_seat_may_not_know_is_not_in_it(
    which: list[Callable[[World, str, int], None]], pick: int, seat: int
) -> None:
    world = played(SEED, 6)
    before = of_every_seat(world)
    for change in which:
        change(world, list(world.players)[seat], pick)
    assert of_every_seat(world) == before


@pytest.mark.rule("QJ-02-19", "QJ-31-31")
def test_until_the_end_it_names_no_place_no_people_no_score_and_no_last_turn() -> None:
    """Two worlds in which everything private differs have one public report."""
    one, other = played(SEED, 5), played("another", 5)
    assert [player.home for player in one.players.values()] != [player.home for player in other.players.values()]
    assert [player.score for player in one.players.values()] != [player.score for player in other.players.values()]
    assert of_every_seat(one) == of_every_seat(other)
    words = render.to_text(RULESET.public(RULESET.view(one, "LORD"), ()))
    assert not set(re.findall(r"\b[A-S]\d+\b", words)) & set(PROVINCES)
    assert re.findall(r"\d+", words) == ["5", "5"]


@pytest.mark.rule("QJ-02-10")
def test_at_the_beginning_it_brings_the_land_that_all_were_sent() -> None:
    world = new_game(SEED)
    report = RULESET.public(RULESET.view(world, "LORD"), ())
    (chart,) = [block.chart for section in report.sections for block in section.blocks if isinstance(block, Map)]
    assert {area.name: area.terrain for area in chart.areas} == {name: kind.value for name, kind in world.terrain_map.items()}
    assert not any(area.owner or area.glyphs or area.home for area in chart.areas)
    assert (chart.owners, chart.markers, chart.clashes, chart.focus) == ((), (), (), ())
    assert {route.kind for route in chart.routes} == {"road"}
    assert report.kind == "setup"


@pytest.mark.rule("QJ-02-19")
def test_at_the_end_it_brings_the_table_that_all_are_told() -> None:
    world = played(SEED, 4)
    world.end_turn = world.turn
    outcome = next_turn(world, SEED)
    assert outcome.finished
    (document,) = of_every_seat(outcome.world, outcome.events)
    words = render.to_text(render.from_json(document))
    assert f"The game is over. It was won by {outcome.winners[0]}. The ending turn, now revealed, was turn 5." in " ".join(
        words.split()
    )
    assert "(you)" not in words
    for standing in outcome.standings:
        assert re.search(rf"{standing.rank}  {standing.seat} +{standing.score}\b", words)


@pytest.mark.rule("QJ-02-17")
def test_a_win_by_jewels_is_told_to_all() -> None:
    world = played(SEED, 2)
    leader = next(number for number, one in sorted(world.leaders.items()) if one.owner == "LORD")
    for jewel in (1, 2, 3):
        world.talismans[jewel].leader, world.talismans[jewel].province = leader, ""
    outcome = next_turn(world, SEED)
    assert outcome.winners == ("LORD",)
    (document,) = of_every_seat(outcome.world, outcome.events)
    words = " ".join(render.to_text(render.from_json(document)).split())
    assert "LORD holds all three Great Jewels and is Lord of Zorplia. The game is over." in words
