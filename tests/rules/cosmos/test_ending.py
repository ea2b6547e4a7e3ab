"""What is told when the game is over: deeds, figures, the open map (ruling 12.8)."""

from __future__ import annotations

from copy import deepcopy

from postern.game.events import Deed, Event
from postern.rulesets.cosmos.report.public import deeds, figures, uncovered
from tests.rules.cosmos.build import add_unit, scenario_world


def battle(*units: tuple[int, str, int, int], seat: str = "AM", step: str = "3h") -> Event:
    rows = [
        {"id": number, "owner": owner, "before": {"individuals": before}, "after": {"individuals": after}}
        for number, owner, before, after in units
    ]
    return Event("battle", step, frozenset({seat}), {"hex": 190, "units": rows})


def test_a_battle_is_told_once_with_what_all_saw() -> None:
    world = scenario_world()
    told = deeds(
        world,
        world,
        [
            battle((1, "Am", 100, 90)),
            battle((1, "Am", 100, 90), (2, "Gh", 200, 120), seat="GH"),
            battle((3, "Wd", 20, 0), step="5h"),
        ],
    )
    assert told == (Deed("battle", "AM", "GH", "190", 90),)  # a battle of which one side alone is known has no victor


def test_who_fled_did_not_fall() -> None:
    world = scenario_world()
    event = battle((1, "Am", 100, 100), (2, "Wd", 60, 0))
    event.data["units"][1]["fled_with"] = {"individuals": 40}
    assert deeds(world, world, [event]) == (Deed("battle", "AM", "The Wild", "190", 20),)


def test_sieges_quests_and_falls() -> None:
    before = scenario_world()
    after = deepcopy(before)
    after.locations[1501].besieged = True
    add_unit(after, "Gh", "goblin rabble", 190)
    after.nations["Gh"].policies["Am"] = "enemy"
    after.nations["Rc"].deeds.append("5")
    after.nations["Sl"].eliminated = True
    shrine = after.tables.locations[after.tables.deeds[5].location].name
    assert deeds(before, after, []) == (
        Deed("siege", "GH", "AM", "190"),
        Deed("feat", "RC", "", "", 50, f"kept a vigil at {shrine}"),
        Deed("fall", "SL"),
    )


def test_figures_and_the_open_map_go_by_the_players_names() -> None:
    world = scenario_world()
    assert figures(world)["AM"] == {"hexes": 12, "cities and towns": 3, "soldiers": 495, "gold": 300}
    told = uncovered(world)
    assert list(told.sides) == ["AM", "RC", "SL", "GH"]
    assert [owner.key for owner in told.chart.owners][:4] == ["AM", "RC", "SL", "GH"]
    assert {area.owner for area in told.chart.areas} == {"", "AM", "RC", "SL", "GH"}
    assert sum(area.owner == "AM" for area in told.chart.areas) == 12
