"""The High Priestess (AC-13, ruling 47)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.alamaze.sequence import carry_out
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.turn import ORDERS
from postern.rulesets.alamaze.world.records import World
from tests.rules.alamaze.build import answer, booked, failures, new_world, play, problem, put_group, quiet_world, told
from tests.rules.alamaze.dice import loaded

TABLES = edition("classic")
DIVINATIONS = {
    750: ("750 JO T 1", 7_000),
    755: ("755 JO D", 7_000),
    760: ("760 JO ARMY 5", 7_000),
    765: ("765 JO 5", 7_000),
    770: ("770 JO WA", 15_000),
    790: ("790 JO WEAPON", 5_000),
    795: ("795 JO 18663", 5_000),
}


def divined(world: World, letter: str, **hidden: str) -> dict[str, Any]:
    """What the Elven High Priestess divines by a letter, while these groups are masked or invisible."""
    turn = play(world, {"EL": letter}, until="247")
    for id, how in hidden.items():
        world.groups[id[1:]].hidden = how
    carry_out(int(letter.split()[0]), turn)
    assert failures(turn) == []
    (answer,) = told(turn, "divined", "EL")
    assert not any(told(turn, "divined", code) for code in world.kingdoms if code != "EL")
    return answer


@pytest.mark.rule("AC-13-02")
def test_few_kingdoms_begin_with_a_priestess() -> None:
    world = new_world()
    with_her = [code for code, one in world.kingdoms.items() if any(figure.priestess for figure in one.figures.values())]
    assert sorted(with_her) == ["AN", "DA", "EL"]


@pytest.mark.rule("AC-13-04", "AC-13-05", "AC-13-06")
@pytest.mark.parametrize("number", DIVINATIONS)
def test_a_divination_is_dear_and_can_cost_her_life(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    letter, gold = DIVINATIONS[number]
    dice = loaded(monkeypatch, "divination")
    world = quiet_world()
    turn = play(world, {"EL": letter}, until=str(number))
    assert booked(turn, "EL", ORDERS) == (0, -gold)
    assert dice.percents == {"divination": 15}
    assert "JO" not in world.kingdoms["EL"].figures
    assert len(told(turn, "divined", "EL")) == 1


@pytest.mark.rule("AC-13-06")
@pytest.mark.parametrize("number", DIVINATIONS)
def test_mostly_she_lives(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    loaded(monkeypatch)
    world = quiet_world()
    play(world, {"EL": DIVINATIONS[number][0]}, until=str(number))
    assert "JO" in world.kingdoms["EL"].figures


@pytest.mark.rule("AC-13-01")
def test_she_has_one_action_and_is_no_political_emissary(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(monkeypatch)
    turn = play(quiet_world(), {"EL": "750 JO T 1\n755 JO D\n793 JO 1EL"}, until="795")
    assert [one["code"] for one in told(turn, "order", "EL")] == ["750 JO T 1"]
    assert len(failures(turn)) == 2
    assert problem(quiet_world(), "EL", "750 GR T 1").why.endswith("is a Count; this order needs a High Priestess.")
    figure = quiet_world().kingdoms["EL"].figures["JO"]
    assert not figure.political
    assert not figure.agent


def test_without_gold_she_divines_nothing() -> None:
    world = quiet_world()
    turn = play(world, {"EL": "750 JO T 1"}, until="247")
    world.kingdoms["EL"].gold = 6_999
    carry_out(750, turn)
    assert failures(turn) == ["It costs 7,000 gold; there are 6,999 when it runs."]
    assert told(turn, "divined") == []


@pytest.mark.rule("AC-13-03")
@pytest.mark.parametrize(
    ("letter", "fits"),
    [
        ("750 JO T 1", lambda one: one.type == "Town" and _region(one.area) == 1),
        ("750 JO - 5", lambda one: _region(one.area) == 5),
        ("750 JO - - WA", lambda one: one.owner == "WA"),
        ("750 JO V 5 WA", lambda one: one.owner == "WA" and one.type == "Village"),
    ],
)
def test_she_finds_population_centers(monkeypatch: pytest.MonkeyPatch, letter: str, fits: Any) -> None:
    loaded(monkeypatch)
    world = quiet_world()
    found = divined(world, letter)["centers"]
    assert {one["area"] for one in found} == {one.area for one in world.centers.values() if fits(one)}
    assert "defense" not in found[0]
    assert all(world.kingdoms["EL"].memory.centers[one["area"]].owner == one["owner"] for one in found)


def _region(area: str) -> int:
    return TABLES.areas[area].region


@pytest.mark.rule("AC-13-03")
@pytest.mark.parametrize(
    ("letter", "ids"),
    [
        ("760 JO DIVISION 5", ["1WA", "2SO"]),
        ("760 JO ARMY 5", ["3SO"]),
        ("760 JO - 5", ["1WA", "2SO", "2WA", "3SO", "3WA", "4SO"]),
        ("760 JO PATROL - SO", ["1SO"]),
    ],
)
def test_she_finds_groups_but_no_invisible_ones(monkeypatch: pytest.MonkeyPatch, letter: str, ids: list[str]) -> None:
    loaded(monkeypatch)
    world = quiet_world()
    world.turn = 6
    for one in world.groups.values():
        if one.kingdom not in ("WA", "SO", "EL"):
            one.area = ""
    world.groups["1SO"].brigades = {}
    put_group(world, "2SO", "KO", 4, ambush=True)
    put_group(world, "3SO", "KO", 6)
    put_group(world, "4SO", "KO", 6)
    put_group(world, "1TR", "KO", 6)
    put_group(world, "3EL", "KO", 6)
    found = divined(world, letter, _4SO="masked", _1TR="invisible")["groups"]
    assert sorted(one["group"] for one in found) == ids
    assert all(one["size"] == "Masked" for one in found if one["group"] == "4SO")
    assert world.kingdoms["EL"].memory.groups.keys() == set(ids)


@pytest.mark.rule("AC-13-03")
def test_she_sees_ships_reactions_and_victory_conditions(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(monkeypatch)
    world = quiet_world()
    found = divined(world, "755 JO D")["fleets"]
    assert [(one["kingdom"], one["fleets"]) for one in found] == [
        (code, one.fleets["D"].number) for code, one in sorted(world.kingdoms.items()) if "D" in one.fleets
    ]
    assert ("WA", 1) in [(one["kingdom"], one["fleets"]) for one in found]
    by_region = divined(world, "765 JO 5")["reactions"]
    assert ["WA", 5, "Friendly"] in by_region
    assert len(by_region) == 15
    by_kingdom = divined(world, "765 JO WA")["reactions"]
    assert ["WA", 5, "Friendly"] in by_kingdom
    assert len(by_kingdom) == 10
    world.kingdoms["WA"].conditions = ["1A", "3A", "4A"]
    assert divined(world, "770 JO WA")["conditions"] == ["1A", "3A", "4A"]


@pytest.mark.rule("AC-13-03")
def test_she_names_an_artifact_not_heard_of(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(monkeypatch)
    world = quiet_world()
    world.sightings = {site: one for site, one in world.sightings.items() if one.item in ("LERIX", "ALVIN", "DBANE")}
    world.kingdoms["EL"].memory.artifacts = {"LERIX": ""}
    world.groups["1EL"].artifacts = ["TORAG"]
    found = divined(world, "790 JO WEAPON")
    assert (found["artifact"], found["number"], found["class_"]) == ("ALVIN", "79969", "WEAPON")
    assert world.kingdoms["EL"].memory.artifacts == {"LERIX": "", "ALVIN": ""}
    assert divined(world, "790 JO WEAPON")["artifact"] == ""
    assert divined(world, "790 JO - 1")["artifact"] == "DBANE"


@pytest.mark.rule("AC-13-03")
@pytest.mark.parametrize("place", ["wild", "group", "figure", "population center"])
def test_she_tells_where_an_artifact_is_and_by_what_it_is_held(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    loaded(monkeypatch)
    world = quiet_world()
    if place != "wild":
        del world.sightings[1]
    holders: dict[str, Any] = {
        "group": world.groups["1WA"],
        "figure": world.kingdoms["WA"].figures["OR"],
        "population center": world.centers["KP"],
    }
    if place in holders:
        holders[place].artifacts = ["PALAM"]
    found = divined(world, "795 JO 18663")
    area = "XP" if place == "wild" else "KP"
    assert (found["area"], found["region"], found["holder"]) == (area, _region(area), place)
    assert world.kingdoms["EL"].memory.artifacts["PALAM"] == area


def test_what_she_cannot_answer() -> None:
    world = quiet_world()
    said = {
        "750 JO T": "Name a region or a kingdom.",
        "750 JO X 1": "X is none of C city, T town, V village.",
        "750 JO T 11": "There is no region 11: regions run from 1 to 10.",
        "760 JO - - WA": "Name a region, or a size and a kingdom.",
        "760 JO HORDE 5": "HORDE is no size of a group.",
        "755 JO X": None,
        "770 JO EL": "EL is our own kingdom.",
        "790 JO": "Name a class of artifacts or a region.",
        "790 JO HOLY": "HOLY is no class of artifacts.",
        "795 JO 12345": "There is no artifact 12345.",
    }
    for letter, why in said.items():
        found = problem(world, "EL", letter)
        assert why is None or found.why == why


@pytest.mark.rule("AC-13-08")
@pytest.mark.parametrize(("before", "after"), [(25.5, 15.5), (4.0, 0)])
def test_she_heals_a_group_in_her_region(before: float, after: float) -> None:
    world = quiet_world()
    world.groups["1EL"].attrition = before
    turn = play(world, {"EL": "793 JO 1EL"}, until="793")
    assert world.groups["1EL"].attrition == after
    assert booked(turn, "EL", ORDERS) == (0, -7_000)
    assert "JO" in world.kingdoms["EL"].figures


@pytest.mark.rule("AC-13-08")
def test_she_heals_nobody_in_another_region_or_hungry() -> None:
    world = quiet_world()
    put_group(world, "1EL", "KO")
    assert "is not in the region of" in problem(world, "EL", "793 JO 1EL").why
    turn = play(quiet_world(), {"EL": "225 1EL\n793 JO 1EL"}, until="793")
    assert failures(turn) == ["1EL goes hungry; hungry troops do not heal."]


@pytest.mark.rule("AC-12-01")
def test_she_makes_fanatics_of_agents_and_may_act_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(monkeypatch)
    world = quiet_world()
    turn = play(world, {"EL": "755 JO D\n780 JO RE MI\n920 RE AH"}, until="920")
    assert failures(turn) == []
    assert [world.kingdoms["EL"].figures[code].rank for code in ("RE", "MI", "EL")] == ["Fanatic", "Fanatic", "Agent"]
    assert booked(turn, "EL", ORDERS) == (0, -7_000 - 5_000 - 1_500)
    assert problem(world, "EL", "780 JO RE").why.endswith("is a fanatic already.")
    assert problem(world, "EL", "780 JO GR").why.endswith("this order needs an agent.")


def test_the_answer_prices_a_divination_and_tells_nothing() -> None:
    world, gone = quiet_world(), quiet_world()
    for one in gone.kingdoms.values():
        if one.code != "EL":
            one.fleets, one.conditions = {}, ["1A"]
    gone.sightings = {}
    for letter, _ in DIVINATIONS.values():
        assert not answer(world, "EL", letter).problems
        assert answer(world, "EL", letter) == answer(gone, "EL", letter)
