"""The orders of adventurers: Explore, Search and Encounter (AK-D3.2-01, AK-D3.3, AK-D3.12)."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders.exploring import explore, meet, search
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Feature, Remains, World
from tests.rules.adventurer_kings.build import add_army, carry_out, empty_world, failures, only, told, turn_of
from tests.rules.adventurer_kings.meetings import PLACE, Dice, hero, lair, load, met, searched


def explored(world: World, who: int = 1) -> Turn:
    """The year in which a character of AA explores."""
    turn = turn_of(world, {"AA": f"CHAR {who}\n1 EX"})
    assert carry_out(turn, explore)
    return turn


@pytest.mark.rule("AK-D3.2-01", "AK-P3.2-01")
@pytest.mark.parametrize(("before", "told_of"), [(0, 0), (50, 1), (100, 1)])
def test_at_100_percent_destroyed_armies_are_reported(before: int, told_of: int) -> None:
    world = empty_world()
    world.kingdoms["AA"].exploration[PLACE] = before
    world.provinces[PLACE].remains = [Remains("Orc", "PH", "BB"), Remains("Human", "LC", "")]
    turn = explored(world)
    assert world.kingdoms["AA"].exploration[PLACE] == min(100, before + 50)
    assert [one.data["armies"] for one in told(turn, "remains")] == [
        [{"type": "PH", "race": "Orc", "owner": "BB"}, {"type": "LC", "race": "Human", "owner": ""}]
    ] * told_of


@pytest.mark.rule("AK-DM-44")
def test_what_lies_there_goes_to_the_first_who_explores() -> None:
    world = empty_world()
    world.provinces[PLACE].lying = [12, 38]
    turn = explored(world)
    assert (world.characters[1].items, world.provinces[PLACE].lying) == ([12, 38], [])
    assert only(turn, "picked up").data["items"] == [12, 38]
    assert not told(explored(world), "picked up")


@pytest.mark.rule("AK-D3.3-01")
def test_a_search_needs_the_province_where_he_stands() -> None:
    world = empty_world()
    lair(world)
    turn = turn_of(world, {"AA": "CHAR 1\n1 SE 83.1 : ME"})
    assert not carry_out(turn, search)
    assert failures(turn) == ["ELSEWHERE"]
    assert turn.failures[0].paste == "1 SE 82.1"
    turn = searched(world, hero(world, {"ME": 1}), "ME, FL", Dice(rest=100))
    assert only(turn, "encounter").data["plan"] == "ME, FL"
    assert (only(turn, "encounter").data["feature"], only(turn, "encounter").data["lair"]) == ("82.1", "Cave")


@pytest.mark.rule("AK-D3.3-02", "AK-D3.3-04")
def test_a_number_that_no_feature_has_is_a_lost_action() -> None:
    world = empty_world()
    lair(world)
    turn = turn_of(world, {"AA": "CHAR 1\n1 SE 82.2"})
    assert not carry_out(turn, search)
    assert failures(turn) == ["NOTHING"]
    assert "nothing is there" in turn.failures[0].why
    assert "82.1" not in turn.failures[0].why + turn.failures[0].remedy


@pytest.mark.rule("AK-D3.3-02", "AK-P3.3-01")
def test_without_guardian_the_rest_of_the_treasure_is_taken() -> None:
    world = empty_world()
    feature = lair(world)
    feature.guardian = None
    who = hero(world)
    event = only(searched(world, who, "SC"), "searched").data
    assert (event["gold"], event["items"], world.kingdoms["AA"].gold, who.items) == (9, [11, 16], 19, [11, 16])
    assert (feature.gold, feature.items, feature.scouted) == (0, [], {"AA": 1})
    event = only(searched(world, who), "searched").data
    assert (event["gold"], event["items"]) == (0, [])


@pytest.mark.rule("AK-D3.3-02", "AK-DF-15", "AK-DF-16", "AK-DF-17")
@pytest.mark.parametrize("kind", ["Inn", "Monastery", "Academy"])
def test_inns_show_their_heroes(kind: str) -> None:
    world = empty_world()
    world.provinces[PLACE].features = [Feature("Cave"), Feature(kind, found_by=["AA"])]
    inside, outside = hero(world, code="", inn=2), hero(world, code="", inn=0)
    event = only(searched(world, hero(world), number=2), "searched").data
    assert event["heroes"] == [inside.id] != [outside.id]
    assert event["names"] == [f"{inside.name} ({inside.id})"]


@pytest.mark.rule("AK-D3.3-03", "AK-P3.3-02", "AK-DF-20", "AK-DF-21")
@pytest.mark.parametrize(("found_by", "merit"), [([], {"CH": 4}), (["BB"], {})])
def test_a_feature_found_by_number_is_discovered(found_by: list[str], merit: dict[str, int]) -> None:
    world = empty_world()
    feature = lair(world)
    feature.found_by, feature.discovery = list(found_by), 250
    who = hero(world)
    turn = searched(world, who, "FL")
    assert feature.found_by == [*found_by, "AA"]
    assert only(turn, "discovered").seen_by == {"A"}
    assert who.merit == merit


@pytest.mark.rule("AK-D5.8-01", "AK-D1.4-04")
@pytest.mark.parametrize(
    ("plan", "faces", "known"), [("SC", (), True), ("ST", (), True), ("TA", (), True), ("ME, FL", (100, 1), False)]
)
def test_what_was_seen_inside_is_remembered(plan: str, faces: tuple[int, ...], known: bool) -> None:
    world = empty_world()
    feature = lair(world, riddle="ECHO")
    searched(world, hero(world, {"TH": 2}), plan, Dice(*faces))
    assert (feature.scouted == {"AA": 1}) == known


@pytest.mark.rule("AK-D3.3-01", "AK-P5.0-02")
def test_a_search_without_plan_fights_with_generated_tactics() -> None:
    world = empty_world()
    lair(world, "Minotaur")
    turn = searched(world, hero(world, {"EL": 1}), dice=Dice(100, rest=1))
    assert only(turn, "encounter").data["blows"][0]["tactic"] == "CA-FB"


# --- Encounter ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D3.12-01")
def test_an_encounter_needs_the_same_province() -> None:
    world = empty_world()
    other = hero(world, code="BB")
    other.province = 83
    turn = turn_of(world, {"AA": f"CHAR 1\n1 EN {other.id} : ME"})
    assert not carry_out(turn, meet)
    assert failures(turn) == ["NOT HERE"]
    turn = turn_of(world, {"AA": "CHAR 1\n1 EN 1 : ME"})
    assert not carry_out(turn, meet)
    assert failures(turn) == ["HIMSELF"]


@pytest.mark.rule("AK-D3.12-01", "AK-P5.10-01")
def test_the_other_uses_his_special_plan() -> None:
    world = empty_world()
    other = hero(world, {"AR": 1}, "BB", plan="FL")
    turn = met(world, hero(world, {"ME": 1}), other, "ME")
    assert [one["tactic"] for one in told(turn, "encounter")[0].data["blows"]] == ["FL"]


@pytest.mark.rule("AK-D3.12-01", "AK-4.33-02")
@pytest.mark.parametrize(
    ("spy", "face", "code", "army", "reached"),
    [
        (1, 50, "BB", True, True),
        (1, 51, "BB", True, False),
        (0, 1, "BB", True, False),
        (0, 1, "BB", False, True),
        (0, 1, "AA", True, True),
        (0, 1, "", True, False),
    ],
)
def test_a_foreign_leader_of_armies_is_reached_by_spies(spy: int, face: int, code: str, army: bool, reached: bool) -> None:
    world = empty_world()
    one, other = hero(world, {"SP": spy}), hero(world, code=code, plan="FL")
    if army:
        add_army(world, code, "LE", PLACE, other.id)
    turn = met(world, one, other, "TA", Dice(face))
    assert bool(told(turn, "encounter")) == reached
    assert bool(told(turn, "kept away")) != reached
    assert not failures(turn)


@pytest.mark.rule("AK-D3.12-02")
@pytest.mark.parametrize("relation", ["Enemy", "Neutral"])
def test_enemies_and_neutrals_may_be_met(relation: str) -> None:
    world = empty_world()
    world.kingdoms["AA"].relations["BB"] = relation  # type: ignore[assignment]
    turn = met(world, hero(world), hero(world, code="BB", plan="FL"), "ME", Dice())
    assert len(told(turn, "encounter")) == 2


@pytest.mark.rule("AK-D3.3-01", "AK-D3.12-01")
def test_orders_that_are_tried_out_fight_nobody() -> None:
    world = empty_world()
    other = hero(world, code="BB")
    turn = turn_of(world, {"AA": f"CHAR 1\n1 SE 82.7 : ME\n2 EN {other.id} : ME"}, expected=True)
    load(turn, Dice())
    assert carry_out(turn, search)
    assert carry_out(turn, meet, 1)
    assert not turn.events
