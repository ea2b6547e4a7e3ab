"""Who fights whom in a province, and who commands (AK-D7.0-01, AK-P7.0, AK-P7.1, AK-P8.1)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.adventurer_kings.world import Army, Character
from tests.rules.adventurer_kings.battles import HOME, PLACE, Scene, factors, units, with_duel
from tests.rules.adventurer_kings.build import add_army, add_character, relate


def join(scene: Scene, code: str, types: str = "LE", skills: dict[str, int] | None = None) -> tuple[Character, list[Army]]:
    """A further leader with armies comes to PLACE in this phase, from the home of AA."""
    leader = add_character(scene.world, code, PLACE, skills)
    scene.came[leader.id] = HOME
    return leader, [add_army(scene.world, code, one, PLACE, leader.id) for one in types.split()]


def sides(told: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The kingdoms of both sides."""
    return told["attackers"]["codes"], told["defenders"]["codes"]


@pytest.mark.rule("AK-P7.0-01")
def test_battles_are_fought_by_ascending_province_number() -> None:
    scene = Scene("LE", "LE")
    scene.world.provinces[60].owner = "BB"
    add_army(scene.world, "BB", "LE", 60)
    add_army(scene.world, "AA", "LE", 60, add_character(scene.world, "AA", 60).id)
    assert [one["place"] for one in scene.battles()] == [60, PLACE]


@pytest.mark.rule("AK-P7.0-02")
@pytest.mark.parametrize(("mine", "theirs", "terrain", "sea"), [("FL", "LE", "Plain", False), ("LE", "FL", "Sea", True)])
def test_fleets_fight_on_land_and_armies_at_sea_in_the_same_way(mine: str, theirs: str, terrain: str, sea: bool) -> None:
    told = Scene(mine, theirs, terrain=terrain).fight()
    assert (told["sea"], len(told["columns"])) == (sea, 1)


@pytest.mark.rule("AK-D7.0-01", "AK-D7.0-02", "AK-P8.1-04")
def test_the_owner_and_his_allies_defend_against_all_hostile_leaders_who_are_allied() -> None:
    scene = Scene("LE", "LE")
    relate(scene.world, "AA", "CC", "Allied")
    relate(scene.world, "BB", "CC", "Enemy")
    _, (other,) = join(scene, "CC")
    told = scene.fight(unite=1)
    assert sides(told) == (["AA", "CC"], ["BB"])
    assert set(units(told)) == {scene.mine[0].id, other.id}


@pytest.mark.rule("AK-D7.0-01", "AK-P8.1-04")
def test_hostile_leaders_who_are_not_allied_attack_one_after_the_other() -> None:
    scene = Scene("LE", "LE LE LE")
    relate(scene.world, "BB", "CC", "Enemy")
    join(scene, "CC")
    told = scene.battles(order=1, escape=1)
    assert [sides(one) for one in told] == [(["AA"], ["BB"]), (["CC"], ["BB"])]
    assert [one["number"] for one in told] == [1, 2]


@pytest.mark.rule("AK-P8.1-01", "AK-P8.1-02")
@pytest.mark.parametrize(("relation", "battles", "owner"), [("Neutral", 0, "BB"), ("Allied", 0, "BB"), ("Enemy", 1, "AA")])
@pytest.mark.parametrize("theirs", ["BO", ""])
def test_only_enemies_fight_and_conquer(relation: str, battles: int, owner: str, theirs: str) -> None:
    scene = Scene("LE LE LE", theirs)
    relate(scene.world, "AA", "BB", relation)
    assert len(scene.battles()) == (battles if theirs else 0)
    scene.conquer()
    assert scene.world.provinces[PLACE].owner == owner


@pytest.mark.rule("AK-P8.1-01")
def test_uncontrolled_provinces_are_enemies_of_all_but_mercenaries_of_nobody() -> None:
    scene = Scene("LE LE", "BO", owner="")
    assert sides(scene.fight()) == (["AA"], [""])
    scene = Scene("LE LE", "BO", owner="")
    scene.theirs[0].mercenary = True
    assert scene.battles() == []


@pytest.mark.rule("AK-P8.1-03")
@pytest.mark.parametrize("first", [1, 2])
def test_two_neutral_kings_do_not_fight_over_an_uncontrolled_province(first: int) -> None:
    scene = Scene("LE LE LE", "BO", owner="")
    join(scene, "CC", "LE LE LE")
    told = scene.battles(order=first)
    winner = ["AA", "CC"][first - 1]
    assert [sides(one) for one in told] == [([winner], [""])]
    scene.conquer()
    assert scene.world.provinces[PLACE].owner == winner
    assert len(scene.world.armies_in(PLACE)) == 6


@pytest.mark.rule("AK-D7.0-02", "AK-P7.0-03", "AK-D7.0-01")
def test_of_two_enemies_the_first_winner_holds_the_field_against_the_second() -> None:
    scene = Scene("LE LE LE", "BO", owner="")
    relate(scene.world, "AA", "CC", "Enemy")
    join(scene, "CC", "LE")
    told = scene.battles(order=1)
    assert [sides(one) for one in told] == [(["AA"], [""]), (["CC"], ["AA"])]
    assert told[1]["holder"] == "AA"


@pytest.mark.rule("AK-P8.1-06")
def test_enemies_who_meet_in_the_province_of_a_common_ally_pass_each_other() -> None:
    scene = Scene("LE", "")
    for code in ("AA", "CC"):
        relate(scene.world, "BB", code, "Allied")
    relate(scene.world, "AA", "CC", "Enemy")
    join(scene, "CC")
    assert scene.battles() == []
    scene.conquer()
    assert scene.world.provinces[PLACE].owner == "BB"


@pytest.mark.rule("AK-P8.1-07", "AK-D7.0-01")
@pytest.mark.parametrize(
    ("to_owner", "to_invader", "defends"),
    [
        ("Allied", "Allied", True),
        ("Allied", "Neutral", True),
        ("Allied", "Enemy", True),
        ("Neutral", "Allied", False),
        ("Neutral", "Neutral", False),
    ],
)
def test_friends_of_the_owner_fight_for_him_and_never_in_an_attack_between_friends(
    to_owner: str, to_invader: str, defends: bool
) -> None:
    scene = Scene("LE", "LE")
    relate(scene.world, "BB", "CC", to_owner)
    relate(scene.world, "AA", "CC", to_invader)
    join(scene, "CC")
    assert sides(scene.fight()) == (["AA"], ["BB", "CC"] if defends else ["BB"])


# --- commanders ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-P7.1-01", "AK-D7.2-19")
@pytest.mark.parametrize(
    ("types", "skills", "commands"),
    [
        ("LE LE LE", {}, True),  # more armies
        ("LE", {"TA": 9}, False),
        ("LE LE", {"TA": 3}, True),  # as many, better Tactical
        ("LE LE", {"TA": 1}, False),
        ("LE LE", {"TA": 2, "MA": 2}, True),  # the same, higher initiative: 2 + 3 x 2 against 2 + 4
        ("LE LE", {"TA": 2, "DR": 4}, False),  # the lower number
    ],
)
def test_the_largest_contingent_has_the_command(types: str, skills: dict[str, int], commands: bool) -> None:
    scene = Scene("LE LE", "BO", leader={"TA": 2})
    other, _ = join(scene, "AA", types, skills)
    assert scene.fight(unite=1)["attackers"]["commander"]["id"] == (other if commands else scene.leader).id


@pytest.mark.rule("AK-P7.1-03")
def test_defenders_without_a_character_have_a_garrison_commander() -> None:
    scene = Scene("LE", "LE")
    add_character(scene.world, "BB", PLACE, {"TA": 5})
    told = scene.fight()
    assert told["defenders"]["commander"]["name"] == "garrison commander"
    assert "Tactical" not in factors(told, scene.theirs[0])


@pytest.mark.rule("AK-P7.1-02", "AK-D7.1-03", "AK-D3.1-03")
def test_a_character_without_armies_takes_over_from_the_fallen_with_his_own_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene("LE", "BO", leader={"TA": 4}, captain={})
    idle = add_character(scene.world, "AA", PLACE, {"TA": 1})
    add_character(scene.world, "AA", PLACE)
    with_duel(monkeypatch, scene.leader.id, died=True)
    told = scene.fight()
    assert (told["attackers"]["commander"]["id"], told["attackers"]["fell"]["id"]) == (idle.id, scene.leader.id)
    assert (factors(told, scene.mine[0])["Tactical"], factors(told, scene.mine[0])["duel"]) == ("x1.2", "x0.75")
    assert scene.mine[0].leader == idle.id


@pytest.mark.rule("AK-P7.1-02")
def test_without_one_the_leader_of_the_largest_contingent_left_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene("LE LE LE", "BO", leader={"TA": 4}, captain={})
    other, (army,) = join(scene, "AA", "LE", {"TA": 1})
    with_duel(monkeypatch, scene.leader.id, died=True)
    told = scene.fight(unite=1)
    assert told["attackers"]["commander"]["id"] == other.id
    assert ("Tactical" in factors(told, scene.mine[0]), "Tactical" in factors(told, army)) == (False, True)
    assert scene.mine[0].leader == 0


@pytest.mark.rule("AK-P7.1-02")
def test_an_ally_who_takes_over_commands_but_does_not_lead_the_armies(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene("LE", "BO", captain={})
    relate(scene.world, "AA", "CC", "Allied")
    relate(scene.world, "BB", "CC", "Enemy")
    join(scene, "CC", "LE")
    ally = add_character(scene.world, "CC", PLACE, {"TA": 2})
    with_duel(monkeypatch, scene.leader.id, died=True)
    told = scene.fight(unite=1)
    assert told["attackers"]["commander"]["id"] == ally.id
    assert "Tactical" not in factors(told, scene.mine[0])
