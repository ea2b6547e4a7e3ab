"""Raids of guardians (AK-P9.2-04, AK-D9.2)."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.rules.realm.economy import collect, raid, raid_chance
from tests.rules.adventurer_kings.build import add_character, empty_world, only, step, told, turn_of
from tests.rules.adventurer_kings.realm import decide, lair, seats


@pytest.mark.rule("AK-D9.2-03", "AK-P9.2-04", "AK-D9.2-04")
@pytest.mark.parametrize(
    ("year", "since", "attacked", "chance"),
    [
        (1, 1, None, 5),
        (4, 1, None, 14),
        (12, 1, None, 38),
        (13, 1, None, 40),  # 41 without the limit
        (9, 7, None, 11),
        (6, 1, 6, 0),
        (6, 1, 5, 0),
        (6, 1, 4, 11),
        (6, 1, 2, 17),
    ],
)
def test_a_guardian_grows_bolder_with_each_full_year_since_its_last_effective_attack(
    year: int, since: int, attacked: int | None, chance: int
) -> None:
    world = empty_world()
    world.turn = year
    lair(world, 82, since=since, attacked={} if attacked is None else {"AA": attacked})
    assert raid_chance(world, world.provinces[82].features[0], "AA") == chance


@pytest.mark.rule("AK-D9.2-03", "AK-D9.2-04", "AK-10.1-33")
def test_who_talked_to_it_has_peace_and_who_attacked_it_protects_himself_alone() -> None:
    world = empty_world()
    guardian = lair(world, 82, peace=["BB"], attacked={"CC": 1})
    feature = world.provinces[82].features[0]
    assert [raid_chance(world, feature, code) for code in ("AA", "BB", "CC")] == [5, 0, 0]
    feature.tier = 0
    assert raid_chance(world, feature, "AA") == 0
    feature.tier, feature.guardian = 2, None
    assert raid_chance(world, feature, "AA") == 0
    assert guardian.since == 1


@pytest.mark.rule("AK-D9.2-03", "AK-P9.2-04")
@pytest.mark.parametrize(
    ("tiers", "raided", "gold"), [([1], 25, 6), ([2], 50, 4), ([3], 75, 2), ([1, 2], 75, 2), ([3, 3], 100, 0)]
)
def test_a_raid_takes_25_percent_of_the_tax_for_each_tier(tiers: list[int], raided: int, gold: int) -> None:
    world = empty_world()
    for tier in tiers:
        lair(world, 82, tier=tier)
    turn = turn_of(world)
    decide(turn, {"raid": True})
    step(turn, "3", raid)
    assert world.provinces[82].raided == raided
    step(turn, "4", collect)
    assert world.kingdoms["AA"].gold == 10 + gold


@pytest.mark.rule("AK-D9.2-03", "AK-D0-10")
def test_guardians_raid_by_province_and_feature_and_only_what_a_player_owns() -> None:
    world = empty_world()
    for place in (101, 82, 40):
        lair(world, place)
    lair(world, 82)
    turn = turn_of(world)
    asked = decide(turn)
    step(turn, "3", raid)
    assert list(asked) == [("raid", 40, 1), ("raid", 82, 1), ("raid", 82, 2)]
    assert set(asked.values()) == {5}
    assert not told(turn, "raid")


@pytest.mark.rule("AK-D1.4-04")
@pytest.mark.parametrize(("found", "monster", "feature"), [(["AA"], "Troll", "82.1"), ([], "", "")])
def test_a_raid_tells_of_the_lair_only_to_who_found_it(found: list[str], monster: str, feature: str) -> None:
    world = empty_world()
    lair(world, 82)
    world.provinces[82].features[0].found_by = found
    add_character(world, "BB", 82)
    turn = turn_of(world)
    decide(turn, {"raid": True})
    step(turn, "3", raid)
    event = only(turn, "raid")
    assert seats(event) == "AB"
    assert (event.data["monster"], event.data["feature"], event.data["loss"], event.data["chance"]) == (
        monster,
        feature,
        50,
        "5",
    )


def test_a_forecast_has_no_raids() -> None:
    world = empty_world()
    lair(world, 82)
    assert not step(turn_of(world, expected=True), "3", raid).events
