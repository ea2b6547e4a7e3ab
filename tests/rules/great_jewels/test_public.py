"""What the public report brings at the beginning, in the midst and at the end of a game."""

from __future__ import annotations

import re

import pytest

from postern import render
from postern.game.report import Map, Section
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.report.map import land_chart
from postern.rulesets.great_jewels.tables import PROVINCES
from tests.kit.test_public import of_every_seat
from tests.rules.great_jewels.games import new_game, next_turn, played
from tests.rules.great_jewels.row import GREAT_JEWELS

SEED = "secrets"


@pytest.mark.rule("QJ-02-19", "QJ-31-31")
def test_until_the_end_it_names_no_place_no_people_no_score_and_no_last_turn() -> None:
    """Two worlds in which everything private differs have one public report, but for the land that all were sent."""
    one, other = played(SEED, 5), played("another", 5)
    assert [player.home for player in one.players.values()] != [player.home for player in other.players.values()]
    assert [player.score for player in one.players.values()] != [player.score for player in other.players.values()]
    (told,), (other_told,) = of_every_seat(GREAT_JEWELS, one), of_every_seat(GREAT_JEWELS, other)
    assert without_land(told) == without_land(other_told)
    report = RULESET.public(RULESET.view(one, "LORD"), ())
    words = render.to_text(report)
    assert not set(re.findall(r"\b[A-S]\d+\b", words)) & set(PROVINCES)
    assert re.findall(r"\d+", words) == ["5", "5"]
    (chart,) = [block.chart for section in report.sections for block in section.blocks if isinstance(block, Map)]
    assert not any(area.owner or area.glyphs or area.home for area in chart.areas)
    assert chart == land_chart(RULESET.view(new_game(SEED), "LORD")), "the land as it was sent"


def without_land(document: bytes) -> list[Section]:
    """The sections of a report, but for its map."""
    return [section for section in render.from_json(document).sections if section.key != "map"]


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
    (document,) = of_every_seat(GREAT_JEWELS, outcome.world, outcome.events)
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
    (document,) = of_every_seat(GREAT_JEWELS, outcome.world, outcome.events)
    words = " ".join(render.to_text(render.from_json(document)).split())
    assert "LORD holds all three Great Jewels and is Lord of Zorplia. The game is over." in words
