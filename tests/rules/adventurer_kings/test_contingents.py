"""Several contingents of one side (AK-D7.8, AK-P7.8-01, AK-4.12-07)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from postern.rulesets.adventurer_kings.rules.battle.sides import unity
from postern.rulesets.adventurer_kings.world import Army, Character
from tests.rules.adventurer_kings.battles import HOME, PLACE, Scene, units
from tests.rules.adventurer_kings.build import add_army, add_character, relate

UNITY = [  # level, from the same province, from adjacent ones, from afar
    (0, 80, 50, 20),
    (1, 90, 65, 35),
    (2, 95, 80, 50),
    (3, 100, 90, 65),
    (4, 100, 95, 80),
    (5, 100, 100, 90),
    (6, 100, 100, 95),
    (7, 100, 100, 100),
    (9, 100, 100, 100),
]


def second(
    scene: Scene, skills: Mapping[str, int] | None = None, start: int = HOME, types: str = "LE"
) -> tuple[Character, list[Army]]:
    """A second leader of AA with armies, who came from this province."""
    leader = add_character(scene.world, "AA", PLACE, skills)
    scene.came[leader.id] = start
    return leader, [add_army(scene.world, "AA", one, PLACE, leader.id) for one in types.split()]


@pytest.mark.rule("AK-4.12-07", "AK-D7.8-01", *(f"AK-D7.8-{number:02d}" for number in range(2, 8)))
@pytest.mark.parametrize(("level", "same", "adjacent", "far"), UNITY)
def test_the_chance_to_unite_is_that_of_the_march_table(level: int, same: int, adjacent: int, far: int) -> None:
    scene = Scene("LE", "LE", leader={"MA": level})
    other, _ = second(scene, {"MA": level})
    for start, chance in ((HOME, same), (99, adjacent), (118, far)):
        scene.turn.came_from = {scene.leader.id: HOME, other.id: start}
        assert unity(scene.turn, PLACE, scene.leader, other) == chance


@pytest.mark.rule("AK-D7.8-01", "AK-P4.1-05")
@pytest.mark.parametrize(
    ("terrain", "one", "other", "chance"),
    [
        ("Plain", {"MA": 3}, {"MA": 1}, 90),
        ("Plain", {"MA": 1}, {"MA": 3}, 90),
        ("Plain", {"NA": 3}, {"NA": 3}, 80),
        ("Sea", {"NA": 2}, {"NA": 4}, 95),
        ("Sea", {"MA": 3}, {"MA": 3}, 80),
    ],
)
def test_the_lower_level_counts_of_march_on_land_and_naval_at_sea(
    terrain: str, one: Mapping[str, int], other: Mapping[str, int], chance: int
) -> None:
    scene = Scene("LE", "LE", terrain=terrain, leader=one)
    leader, _ = second(scene, other)
    scene.turn.came_from = scene.came
    assert unity(scene.turn, PLACE, scene.leader, leader) == chance


@pytest.mark.rule("AK-P7.8-01", "AK-D7.8-01", "AK-D7.8-08")
@pytest.mark.parametrize(("thrown", "battles"), [(80, [[1, 3]]), (81, [[1], [3]])])
def test_contingents_fight_together_or_one_after_the_other(thrown: int, battles: list[list[int]]) -> None:
    scene = Scene("LE", "LE")
    scene.theirs[0].quality = 9
    second(scene)
    told = scene.battles(unite=thrown, escape=100)
    assert [sorted(units(one)) for one in told] == battles
    assert {one["place"] for one in told} == {PLACE}
    assert len(told[0]["attackers"]["united"]) == len(battles[0])


@pytest.mark.rule("AK-D7.8-08")
@pytest.mark.parametrize(("levels", "first"), [(3, False), (9, True)])
def test_the_higher_initiative_fights_first_and_the_other_what_is_left(levels: int, first: bool) -> None:
    scene = Scene("LE", "LE LE LE")  # the leader has Druid 4
    _, (army,) = second(scene, {"TA": levels})
    told = scene.battles(unite=100, escape=1)
    order = [army.id, scene.mine[0].id] if first else [scene.mine[0].id, army.id]
    assert [list(units(one)) for one in told] == [[one] for one in order]


@pytest.mark.rule("AK-D7.8-08")
def test_the_second_has_no_battle_where_the_first_left_nobody() -> None:
    scene = Scene("LE LE LE", "BO")
    second(scene)
    assert len(scene.battles(unite=100)) == 1


@pytest.mark.rule("AK-D7.8-09")
def test_armies_that_stood_there_and_defenders_are_always_united() -> None:
    scene = Scene("LE", "LE LE", captain={})
    _, (army,) = second(scene)
    del scene.came[army.leader]
    reacting = add_character(scene.world, "BB", PLACE)
    scene.theirs[1].leader, scene.came[reacting.id] = reacting.id, 118
    told = scene.fight(unite=100)
    assert sorted(units(told)) == [scene.mine[0].id, army.id]
    assert sorted(units(told, "defenders")) == [one.id for one in scene.theirs]


@pytest.mark.rule("AK-D7.8-01")
def test_an_ally_of_the_side_unites_like_an_own_leader() -> None:
    scene = Scene("LE", "LE LE LE")
    relate(scene.world, "AA", "CC", "Allied")
    relate(scene.world, "BB", "CC", "Enemy")
    ally = add_character(scene.world, "CC", PLACE)
    scene.came[ally.id] = 118
    add_army(scene.world, "CC", "LE", PLACE, ally.id)
    assert len(scene.battles(unite=20, escape=1)) == 1
    assert [one["from"] for one in scene.turn.events[-1].data["attackers"]["united"]] == [HOME, 118]
