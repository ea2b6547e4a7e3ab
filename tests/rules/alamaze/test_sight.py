"""What kingdoms see, and what they remember and may know (AC-20, AC-12-14, rulings 29, 45, 70 to 72, 81)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.alamaze.knowledge import imagined
from postern.rulesets.alamaze.rules.sight import look_around
from postern.rulesets.alamaze.sequence import carry_out
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.turn import Activity, Turn
from postern.rulesets.alamaze.world.document import dump, load
from postern.rulesets.alamaze.world.records import (
    CenterMemory,
    Figure,
    FleetMemory,
    GroupMemory,
    Skeleton,
    World,
)
from tests.rules.alamaze.build import answer, begin, center, failures, play, problem, put_group, quiet_world, told
from tests.rules.alamaze.dice import loaded

TABLES = edition("classic")
NOWHERE = "KO"
"""Plains of region 5, beside the Warlock capital, without a center."""


def bare() -> World:
    """A world in which no group is active and only capitals have owners."""
    world = quiet_world()
    for group in world.groups.values():
        group.area = ""
    for one in world.centers.values():
        one.owner = one.owner if any(one.area == kingdom.capital for kingdom in world.kingdoms.values()) else ""
    return world


def seen(world: World, passed: dict[str, list[str]] | None = None) -> Turn:
    """The step in which everybody looks around."""
    turn = begin(world)
    turn.state(Activity).passed = passed or {}
    look_around(turn)
    return turn


def late(world: World, letters: dict[str, str], number: int, **hidden: str) -> Turn:
    """The orders of a number, carried out while these groups are masked or invisible."""
    turn = play(world, letters, until="247")
    for id, how in hidden.items():
        world.groups[id[1:]].hidden = how
    carry_out(number, turn)
    return turn


# --- groups ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-20-02")
def test_a_group_reports_type_and_place_of_centers_that_it_passed() -> None:
    world = bare()
    put_group(world, "1SO", NOWHERE, 3)
    center(world, "LN", owner="EL")
    turn = seen(world, {"1SO": ["LN", NOWHERE]})
    data = {"by": "1SO", "area": "LN", "name": world.centers["LN"].name, "type": "Village"}
    assert told(turn, "center-passed", "SO") == [data]
    assert told(turn, "center-passed", "EL") == told(turn, "center-seen", "SO") == []
    assert world.kingdoms["SO"].memory.centers["LN"] == CenterMemory(7, None)
    assert world.kingdoms["SO"].memory.regions["LN"] == 5


@pytest.mark.rule("AC-20-03")
def test_a_group_reports_center_groups_and_sighting_where_it_ends() -> None:
    world = bare()
    put_group(world, "1SO", "LN", 3)
    put_group(world, "1EL", "LN", 7)
    put_group(world, "3EL", NOWHERE, 7)
    center(world, "LN", owner="EL")
    world.sightings[1].area = "LN"
    turn = seen(world)
    (found,) = told(turn, "center-seen", "SO")
    assert (found["by"], found["area"], found["type"], found["owner"]) == ("1SO", "LN", "Village", "EL")
    assert "defense" not in found
    (group,) = told(turn, "group-seen", "SO")
    assert (group["group"], group["size"], group["leader"], group["by"]) == ("1EL", "Army", "Marshal Glorin", "1SO")
    assert told(turn, "site-seen", "SO") == [{"by": "1SO", "area": "LN", "terrain": "Plains"}]
    memory = world.kingdoms["SO"].memory
    assert memory.centers["LN"] == CenterMemory(7, "EL")
    assert memory.groups == {"1EL": GroupMemory(7, "LN", "Army", "Marshal Glorin")}
    assert memory.sites == {"LN": 7}


@pytest.mark.rule("AC-20-01", "AC-20-03", "AC-06-31")
@pytest.mark.parametrize(
    ("how", "size", "leader"),
    [
        ({"ambush": True}, None, ""),
        ({"hidden": "invisible"}, None, ""),
        ({"hidden": "masked"}, "Masked", ""),
        ({}, "Division", "General Olsen"),
    ],
)
def test_what_hides_a_group_from_eyes(how: dict[str, Any], size: str | None, leader: str) -> None:
    world = bare()
    put_group(world, "1WA", "KP", 1)
    put_group(world, "1UN", "KP", 3, **how)
    turn = seen(world)
    found = told(turn, "group-seen", "WA")
    assert [one["by"] for one in found] == (["1WA", "KP"] if size else [])
    assert {(one["size"], one["leader"]) for one in found} == ({(size, leader)} if size else set())
    assert world.kingdoms["WA"].memory.groups.keys() == ({"1UN"} if size else set())


def test_what_is_not_there_any_more_is_forgotten() -> None:
    world = bare()
    memory = world.kingdoms["WA"].memory
    memory.groups = {"1EL": GroupMemory(3, NOWHERE, "Army"), "2EL": GroupMemory(5, "KQ", "Army")}
    memory.sites = {NOWHERE: 3, "KQ": 3}
    center(world, "LN", destroyed=True)
    memory.centers["LN"] = CenterMemory(2, "SO")
    put_group(world, "1WA", NOWHERE, 1)
    put_group(world, "2WA", "LN", 1)
    seen(world)
    assert memory.groups.keys() == {"2EL"}
    assert memory.sites.keys() == {"KQ"}
    assert "LN" not in memory.centers


# --- centers --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-20-04")
def test_own_centers_report_groups_in_their_area() -> None:
    world = bare()
    put_group(world, "1UN", "KP", 3)
    put_group(world, "1EL", "LN", 3)
    turn = seen(world)
    (found,) = told(turn, "group-seen", "WA")
    assert (found["by"], found["group"], found["size"]) == ("KP", "1UN", "Division")


@pytest.mark.rule("AC-20-05")
@pytest.mark.parametrize("reports", [True, False])
def test_of_more_than_fifteen_centers_some_villages_do_not_report(monkeypatch: pytest.MonkeyPatch, reports: bool) -> None:
    dice, world = loaded(monkeypatch, *(["report"] if reports else [])), bare()
    large = [one for one in world.centers.values() if one.type == "City"][:11]
    small = sorted((one for one in world.centers.values() if one.type == "Village"), key=lambda one: one.census)[:5]
    for one in [*large, *small]:
        one.owner = "WA"
    assert len(world.centers_of("WA")) == 17
    put_group(world, "1UN", small[0].area, 3)
    put_group(world, "2UN", small[2].area, 3)
    turn = seen(world)
    assert dice.percents["report"] == 50
    told_by = {one["by"] for one in told(turn, "group-seen", "WA")}
    assert told_by == ({small[0].area, small[2].area} if reports else {small[2].area})


@pytest.mark.rule("AC-20-05")
def test_of_fifteen_all_report(monkeypatch: pytest.MonkeyPatch) -> None:
    dice, world = loaded(monkeypatch), bare()
    villages = [one for one in world.centers.values() if one.type == "Village"][:14]
    for one in villages:
        one.owner = "WA"
    seen(world)
    assert "report" not in dice.percents


def test_a_lost_center_is_remembered_with_its_new_owner() -> None:
    world = bare()
    center(world, "KQ", owner="WA", defense=2_345)
    seen(world)
    world.turn = 6
    center(world, "KQ", owner="SO", defense=9_999)
    seen(world)
    known = world.kingdoms["WA"].memory.centers["KQ"]
    assert (known.owner, known.turn, known.defense) == ("SO", 7, 2_345)


def test_a_figure_knows_whose_banner_flies_over_its_base() -> None:
    world = bare()
    ambassador, agent = (world.kingdoms["WA"].figures[code] for code in ("FA", "VA"))
    ambassador.area, agent.area, agent.held_by = "AH", "PN", "DA"
    turn = seen(world)
    memory = world.kingdoms["WA"].memory
    assert memory.centers["AH"] == CenterMemory(7, "EL")
    assert memory.regions["AH"] == 1
    assert "PN" not in memory.centers
    assert told(turn, "center-seen", "WA") == []
    assert imagined(world, "WA").centers["AH"].owner == "EL"


# --- regional intelligence ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-20-08", "AC-20-09", "AC-20-10", "AC-20-11", "AC-20-12")
@pytest.mark.parametrize(
    ("share", "told_of"),
    [
        (0.51, ["1EL", "1UN", "2UN"]),
        (0.50, ["1EL", "1UN"]),
        (0.36, ["1EL", "1UN"]),
        (0.35, ["1EL"]),
        (0.16, ["1EL"]),
        (0.15, []),
        (0.0, []),
    ],
)
def test_the_more_influence_the_smaller_groups_are_heard_of(share: float, told_of: list[str]) -> None:
    world = bare()
    mine, theirs = center(world, "KP"), center(world, "LN")
    for one in world.centers.values():
        one.destroyed = world.region_of(one.area) == 5 and one not in (mine, theirs)
    mine.census, theirs.census = round(share * 100_000), round((1 - share) * 100_000)
    put_group(world, "1EL", NOWHERE, 11)
    put_group(world, "1UN", NOWHERE, 6)
    put_group(world, "2UN", NOWHERE, 3)
    put_group(world, "3UN", NOWHERE, 2)
    put_group(world, "3EL", NOWHERE, 12, ambush=True)
    put_group(world, "1TR", NOWHERE, 12, hidden="invisible")
    put_group(world, "2TR", NOWHERE, 12, hidden="masked")
    put_group(world, "1AN", "WC", 12)
    put_group(world, "1WA", NOWHERE, 12)
    turn = seen(world)
    found = [one for one in told(turn, "regional-intelligence", "WA") if one["region"] == 5]
    assert [one["group"] for one in found] == told_of
    assert "area" not in str(found)
    assert [one["size"] for one in found] == ["Army Group", "Army", "Division"][: len(found)]


# --- reconnaissance -------------------------------------------------------------------------------------------------------


def spied(monkeypatch: pytest.MonkeyPatch, world: World, level: int, **hidden: str) -> dict[str, Any]:
    """What agent DA of this level finds in KP."""
    loaded(monkeypatch, "success.970")
    world.kingdoms["DA"].figures["DA"].level = level
    turn = late(world, {"DA": "970 DA KP"}, 970, **hidden)
    (found,) = told(turn, "recon", "DA")
    return found


@pytest.mark.rule("AC-20-06", "AC-20-07")
def test_reconnaissance_reports_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    world = bare()
    put_group(world, "1WA", "KP", 3)
    world.kingdoms["WA"].figures["OR"].artifacts = ["CROWN"]
    world.sightings[1].area = "KP"
    loaded(monkeypatch, "success.970")
    world.kingdoms["DA"].figures["DA"].level = 1
    turn = play(world, {"DA": "970 DA KP"}, until="247")
    world.kingdoms["WA"].figures["OR"].deed = "spent 15,000 gold"
    carry_out(970, turn)
    (found,) = told(turn, "recon", "DA")
    home = world.centers["KP"]
    values = {"defense": home.defense, "census": home.census, "food": home.food, "gold": home.gold}
    assert found["center"] == {"area": "KP", "name": "Wenenmere", "type": "Town", "owner": "WA", **values}
    assert found["groups"] == [
        {"group": "1WA", "kingdom": "WA", "area": "KP", "size": "Division", "leader": "General Drlas", "brigades": None}
    ]
    assert [(one["figure"], one["rank"], one["deed"]) for one in found["figures"]][:2] == [
        ("Orran", "King", "spent 15,000 gold"),
        ("Mimir", "Baron", ""),
    ]
    assert {one["code"] for one in found["figures"]} == {"OR", "MI", "IL", "VA", "GR"}
    assert [(one["number"], one["holder"]) for one in found["artifacts"]] == [("91021", "figure")]
    assert found["site"] is True
    memory = world.kingdoms["DA"].memory
    assert memory.centers["KP"] == CenterMemory(7, "WA", home.defense, home.census, home.food, home.gold)
    assert memory.groups["1WA"].size == "Division"
    assert memory.sites["KP"] == 7
    assert memory.artifacts == {"CROWN": "KP"}


@pytest.mark.rule("AC-12-14")
@pytest.mark.parametrize(
    ("level", "masked", "in_ambush", "brigades", "traces"),
    [
        (4, "Masked", False, None, False),
        (5, "Masked", False, 3, False),
        (6, "Masked", False, 3, False),
        (7, "Army", True, 3, False),
        (9, "Army", True, 3, False),
        (10, "Army", True, 3, True),
    ],
)
def test_the_level_sees_through_masks_and_ambush(
    monkeypatch: pytest.MonkeyPatch, level: int, masked: str, in_ambush: bool, brigades: int | None, traces: bool
) -> None:
    world = bare()
    world.turn = 6
    put_group(world, "1WA", "KP", 3)
    put_group(world, "2WA", "KP", 6)
    put_group(world, "3WA", "KP", 2, ambush=True)
    put_group(world, "1SO", "KP", 2)
    found = spied(monkeypatch, world, level, _2WA="masked", _1SO="invisible")
    groups = {one["group"]: one for one in found["groups"]}
    assert groups["2WA"]["size"] == masked
    assert ("3WA" in groups) == in_ambush
    assert groups["1WA"]["brigades"] == brigades
    assert groups["2WA"]["brigades"] == (6 if level >= 7 else None)
    assert "1SO" not in groups
    assert found["traces"] == traces


def test_a_trail_leads_to_the_group_if_region_and_reach_are_right(monkeypatch: pytest.MonkeyPatch) -> None:
    def trail(area: str, level: int = 3, ambush: bool = False, hidden: str = "") -> tuple[list[dict[str, Any]], str]:
        loaded(monkeypatch, "success.971")
        world = bare()
        world.kingdoms["DA"].figures["DA"].level = level
        put_group(world, "1WA", area, 3, ambush=ambush)
        turn = late(world, {"DA": "971 DA 1WA 5"}, 971, _1WA=hidden)
        return told(turn, "recon", "DA"), told(turn, "order", "DA")[0]["result"]

    reports, result = trail(NOWHERE)
    assert [one["area"] for one in reports] == [NOWHERE]
    assert result.endswith("report on KO")
    assert trail("UJ") == ([], "trailing: 1WA not found")
    assert trail(NOWHERE, ambush=True) == ([], "trailing: 1WA not found")
    assert [one["area"] for one in trail(NOWHERE, 7, ambush=True)[0]] == [NOWHERE]
    assert trail(NOWHERE, 12, hidden="invisible") == ([], "trailing: 1WA not found")
    world = bare()
    world.kingdoms["DA"].figures["DA"].level = 2
    assert problem(world, "DA", "971 DA 1WA 5").why.endswith("971 needs level 3.")


# --- ravens, Palantirs, Locate --------------------------------------------------------------------------------------------


def test_a_raven_sees_as_an_agent_of_level_1() -> None:
    world = bare()
    put_group(world, "1SO", "UJ", 1)
    put_group(world, "1WA", "KP", 7)
    turn = late(world, {"SO": "888 1SO DR KP"}, 888, _1WA="masked")
    (found,) = told(turn, "recon", "SO")
    assert (found["level"], found["center"]["owner"], found["groups"][0]["size"]) == (1, "WA", "Masked")
    assert problem(world, "SO", "888 1SO DR JJ").why == "JJ is 11 areas from 1SO; ravens fly at most 10."


@pytest.mark.rule("AC-06-108")
@pytest.mark.parametrize("holder", ["group", "figure", "center"])
def test_a_palantir_shows_any_area_once_a_turn(holder: str) -> None:
    world = bare()
    del world.sightings[1]
    group = put_group(world, "1SO", "UJ", 1)
    holders: dict[str, Any] = {"group": group, "figure": world.kingdoms["SO"].figures["XI"], "center": world.centers["UJ"]}
    holders[holder].artifacts = ["PALAM"]
    turn = play(world, {"SO": "972 18663 AH\n972 PALAM KP"}, until="972")
    assert len(told(turn, "recon", "SO")) == 1
    assert failures(turn) == ["Palantir Ambalar has shown another area this turn."]
    assert not answer(world, "SO", "972 18663 AH").problems


def test_not_everything_is_a_palantir() -> None:
    world = bare()
    world.centers["UJ"].artifacts = ["PLOW"]
    assert problem(world, "SO", "972 PLOW KP").why == "Plow of the Prophet shows nothing."
    assert problem(world, "SO", "972 PALAM KP").why == "We have no artifact PALAM."


@pytest.mark.parametrize(
    ("letter", "area"),
    [("G 1WA", "KP"), ("G 2WA", ""), ("G 3WA", ""), ("E MI WA", "KP"), ("E ZZ WA", ""), ("E OR WA", "")],
)
def test_locate_finds_groups_and_figures(letter: str, area: str) -> None:
    world = bare()
    put_group(world, "1SO", "UJ", 1)
    put_group(world, "1WA", "KP", 3)
    put_group(world, "2WA", "KP", 3)
    world.kingdoms["WA"].figures["OR"].artifacts = ["GUARD"]
    turn = late(world, {"SO": f"855 1SO DR {letter}"}, 855, _2WA="invisible")
    assert [one["area"] for one in told(turn, "located", "SO")] == [area]
    assert ("1WA" in world.kingdoms["SO"].memory.groups) == (letter == "G 1WA")


# --- the view -------------------------------------------------------------------------------------------------------------


def test_nothing_is_foreseen_of_what_will_be_seen() -> None:
    world = bare()
    put_group(world, "1WA", NOWHERE, 1)
    turn = begin(world)
    turn.expected = True
    look_around(turn)
    assert turn.events == []
    assert world.kingdoms["WA"].memory.groups == {}


def test_the_view_holds_what_is_remembered_and_no_secret() -> None:
    """Everything that Warlock does not know of may be otherwise, and his view is the same to the letter."""
    world = bare()
    memory = world.kingdoms["WA"].memory
    memory.groups = {
        "1EL": GroupMemory(6, "KQ", "Army"),
        "2EL": GroupMemory(6, "KQ", "Masked"),
        "3EL": GroupMemory(6, "KQ", "Army", "", 8),
        "1TR": GroupMemory(5, "KQ", "Army"),
    }
    memory.centers["LN"] = CenterMemory(3, "EL", 2_000)
    memory.centers["KQ"] = CenterMemory(3, "WA", 2_000)
    memory.sites = {world.sightings[1].area: 3}
    memory.fleets = {"EL": {"D": FleetMemory(3, 4, 13.0)}}
    world.kingdoms["WA"].skeletons[0].known_by = ["SO"]
    world.kingdoms["EL"].skeletons = [Skeleton("0001", True, ["WA", "SO"]), Skeleton("0002", False, ["SO"])]
    named, silent = Figure("NA", "Named", "Agent", "KP", 3, "WA"), Figure("SI", "Silent", "Agent", "KP", 3, "WA", silent=True)
    world.kingdoms["EL"].figures |= {"NA": named, "SI": silent}
    view = imagined(world, "WA")
    assert {id: (one.area, one.size) for id, one in view.groups.items() if one.kingdom != "WA"} == {
        "1EL": ("KQ", 6),
        "2EL": ("KQ", 1),
        "3EL": ("KQ", 8),
    }
    assert (view.centers["LN"].owner, view.centers["LN"].defense, view.centers["LN"].census) == ("EL", 2_000, 0)
    assert view.centers["KQ"].owner == ""
    elves = view.kingdoms["EL"]
    assert (elves.gold, elves.capital, list(elves.figures)) == (0, "", ["NA"])
    assert [(one.code, one.known_by) for one in elves.skeletons] == [("0001", ["WA"])]
    assert elves.fleets["D"].number == 4
    assert view.kingdoms["WA"].skeletons == []
    _change_all_secrets(world)
    assert dump(imagined(world, "WA")) == dump(view)


def _change_all_secrets(world: World) -> None:
    elves = world.kingdoms["EL"]
    elves.gold, elves.food, elves.influence, elves.capital = 1, 2, 9, "BE"
    del elves.figures["SI"], elves.skeletons[1], elves.figures["KE"]
    elves.fleets, elves.declared, elves.conditions, elves.standing = {}, {"SO": "E"}, ["1A"], ["920 RE AH"]
    elves.reactions[5] = "Hostile"
    world.kingdoms["WA"].skeletons[0].known_by = []
    for id in ("1EL", "1SO", "2SO"):
        put_group(world, id, "KP", 9)
    for area in ("LN", "KQ"):
        center(world, area, owner="SO", defense=1, census=2, food=3, gold=4, artifacts=["PLOW"])
    world.sightings = {}
    world.lost_artifacts = {"PLOW": "KP"}


def test_a_world_with_memories_is_written_and_read() -> None:
    world = quiet_world()
    seen(world)
    world.kingdoms["WA"].memory.fleets = {"EL": {"D": FleetMemory(3, 4, 13.0)}}
    assert dump(load(dump(world))) == dump(world)


def test_after_a_turn_the_view_knows_who_stands_beside_us() -> None:
    world = bare()
    put_group(world, "1WA", NOWHERE, 3)
    put_group(world, "1UN", NOWHERE, 3)
    play(world)
    assert imagined(world, "WA").groups["1UN"].area == NOWHERE
    assert not answer(world, "WA", "200 F 300").problems
