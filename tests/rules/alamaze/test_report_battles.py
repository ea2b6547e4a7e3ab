"""Battles in the report: the two of the example, stage by stage, with their pages (AC-06-100, AC-06-107, rulings 23 and 24)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.game.battle import BattlePage
from postern.game.events import Event
from postern.game.report import Battle, Map
from postern.rulesets.alamaze.report.fights import battle_page, battle_section, battles, front_fights, pages
from postern.rulesets.alamaze.report.public import deeds
from tests.rules.alamaze.build import quiet_world
from tests.rules.alamaze.reports import event, reading, report_of

STAGES = [
    ("Long missiles", 562, 539, 3.0, 3.4),
    ("Short missiles", 872, 834, 7.6, 8.7),
    ("Magic (Phase I)", 350, 0, 7.6, 10.8),
    ("Charge, first shock", 327, 738, 11.7, 12.7),
    ("Charge, second shock", 134, 309, 13.4, 13.5),
    ("Magic (Phase II)", 150, 0, 13.4, 14.5),
    ("Melee, first clash", 1_543, 1_332, 20.7, 23.8),
    ("Melee, second clash", 2_118, 1_780, 30.6, 36.5),
]
"""The field battle of the example report: struck, and percent lost, by us and by them."""


def own(**more: Any) -> dict[str, Any]:
    """What a kingdom is told of its own side."""
    base = {
        "brigades": {"WA": 2},
        "leaders": ["Captain Gamir"],
        "wizards": [["Kemir", 1]],
        "morale": 102_000,
        "attrition": 0,
        "value": 6_000,
        "multiplier": 10_143,
        "armour": 1_003,
        "threshold": 33_000,
        "fights_before": 0,
        "brigades_after": {"WA": 2},
        "morale_after": 107_000,
        "attrition_after": 30_600,
        "risen": [["Gamir", "Captain I"]],
        "new": "",
    }
    return {**base, **more}


def side(group: str, lost: int, **more: Any) -> dict[str, Any]:
    """A side of a battle as the other kingdom saw it."""
    base = {
        "group": group,
        "kingdom": group[1:],
        "size": "Brigade",
        "leader": "",
        "stance": "attack",
        "tactic": 2,
        "stunned": [],
        "spells": [],
        "lost": lost,
        "on_retreat": 0,
        "fallen": [],
        "destroyed": False,
    }
    return {**base, **more}


def outcome(group: str, percent: int, enemy: int = 0) -> dict[str, Any]:
    """What the sentence on a battle rests on."""
    facts: dict[str, Any] = {"group": group, "destroyed": False, "percent": percent, "enemy_percent": enemy, "fallen": []}
    return {**facts, "risen": [], "new": ""}


def field(code: str = "WA", **more: Any) -> Event:
    """The example's battle at Bramaford as the Warlock is told it; with SO as the Sorcerer is."""
    ours = side("2WA", 30_600, spells=[[102, "Kemir"]], leader="Captain Gamir")
    theirs = side("2SO", 36_500, leader="Captain Bewyn", stance="defend", on_retreat=5_200, spells=[[0, "Zarl"]])
    stages = [{"stage": name, "struck": [a, b], "lost": [round(x * 1_000), round(y * 1_000)]} for name, a, b, x, y in STAGES]
    mine = own()
    if code == "SO":
        ours, theirs, mine = theirs, ours, own(brigades={"SO": 2}, brigades_after={"SO": 2}, risen=[], attrition_after=41_700)
        stages = [{**one, "struck": one["struck"][::-1], "lost": one["lost"][::-1]} for one in stages]
    data = {
        **outcome(ours["group"], 31, 42),
        "area": "LN",
        "terrain": "Plains",
        "enemy": theirs["group"],
        "attacked": code == "WA",
        "ours": {**ours, "own": mine},
        "theirs": theirs,
        "stages": stages,
        "retreated": [False, True],
        "held": "ours" if code == "WA" else "theirs",
        "ended": "retreat",
        "artifacts": [],
    }
    return event("battle", code, **{**data, **more})


def storm(**more: Any) -> Event:
    """The example's assault on Tamorstead."""
    stages = [(99, 2_234, 1_200), (285, 1_949, 1_200), (157, 1_791, 2_700), (895, 896, 3_400), (889, 7, 3_700), (7, 0, 3_700)]
    names = ("Long missiles", "Magic", "Short missiles", "Storm 1", "Storm 2", "Storm 3")
    group = side("1WA", 3_700)
    data = {
        **outcome("1WA", 4),
        "ours": {**group, "own": own(brigades={"WA": 3}, brigades_after={"WA": 3}, attrition_after=3_700, risen=[])},
        "type": "Village",
        "name": "Tamorstead",
        "area": "KL",
        "owner": "",
        "order": 150,
        "artifacts": [],
        "damage": 7_000,
        "now": {"defense": 2_046, "census": 14_865, "food": 7_568, "gold": 1_931},
        "defense": 2_333,
        "taken": True,
        "plundered": False,
        "ended": "taken",
        "stages": [
            {"stage": name, "broken": broken, "left": left, "lost": lost}
            for name, (broken, left, lost) in zip(names, stages, strict=True)
        ],
    }
    return event("assault", **{**data, **more})


def box(events: list[Event], code: str = "WA") -> Battle:
    (found,) = [one for one in battle_section(reading(quiet_world(), events, code)) if isinstance(one, Battle)]
    return found


def page(events: list[Event], code: str = "WA") -> BattlePage:
    """The page of the one weighty battle."""
    read = reading(quiet_world(), events, code)
    (found,) = pages(read)
    block = found.blocks[0]
    assert isinstance(block, BattlePage)
    return block


@pytest.mark.rule("AC-28-05")
def test_the_example_battle_is_told_stage_by_stage() -> None:
    one = box([field()])
    assert one.title == "1: 2WA against 2SO"
    assert one.forces.rows[0] == ("Long missiles", "562", "539", "3.0%", "3.4%")
    assert one.forces.rows[-1] == ("Melee, second clash", "2,118", "1,780", "30.6%", "36.5%")
    assert one.losses == ("2WA: 30.6%.", "2SO: 41.7%, 5.2% of it in retreat.")
    assert one.outcome.startswith("Victory: ")
    assert one.spoils == ("Gamir is Captain I now.",)


@pytest.mark.rule("AC-06-18")
def test_of_the_enemy_a_page_shows_size_word_leader_and_share_and_nothing_more() -> None:
    told = page([field()])
    ours, theirs = told.hosts
    assert [(one.name, one.before, one.after) for one in ours.units] == [("2 Warlock", 100, 69)]
    assert ours.units[0].text == "attack, tactic 2; morale 102, now 107"
    assert [(one.name, one.before, one.after) for one in theirs.units] == [("2SO, brigade", 100, 58)]
    assert theirs.note == "Captain Bewyn, defend"
    assert ours.note == "Captain Gamir"
    assert (told.verdict, told.tone, told.held) == ("Victory", "good", "we hold the field")
    assert [one.strengths for one in told.stages][-1] == (69, 63)


def test_several_kinds_of_brigades_share_a_hundred_and_those_that_went_are_gone() -> None:
    mixed = own(brigades={"WA": 2, "EL": 1}, brigades_after={"WA": 2})
    units = page([field(ours={**side("2WA", 30_600), "own": mixed})]).hosts[0].units
    assert [(one.name, one.before, one.after, one.gone) for one in units] == [
        ("2 Warlock", 66, 45, False),
        ("1 Elven", 34, None, True),
    ]


@pytest.mark.rule("AC-06-100")
def test_a_spell_is_named_only_to_who_has_the_power_for_it() -> None:
    titles = [one.title for one in page([field()]).blows]
    assert "Kemir: Lightning Attack" in titles
    assert "Zarl: a spell that we cannot name" in titles


@pytest.mark.rule("AC-06-107")
def test_weapons_of_groups_are_not_named() -> None:
    world = quiet_world()
    world.groups["2WA"].artifacts, world.groups["2SO"].artifacts = ["DBANE"], ["PALAM"]
    read = reading(world, [field()])
    told = f"{battle_section(read)} {battle_page(read, battles(read)[0])}"
    assert "Demon Bane" not in told
    assert "Palantir" not in told


def test_the_beaten_side_reads_the_same_battle_from_its_own_side() -> None:
    told = page([field("SO")], "SO")
    assert (told.verdict, told.tone) == ("Defeat", "bad")
    assert [one.own for one in told.hosts] == [True, False]
    assert box([field("SO")], "SO").forces.rows[0] == ("Long missiles", "539", "562", "3.4%", "3.0%")


def test_the_example_assault_is_told_with_the_walls_and_what_is_left() -> None:
    one = box([storm()])
    assert one.forces.rows[0] == ("Long missiles", "99", "-", "1.2%", "4.2%")
    assert one.forces.rows[-1] == ("Storm 3", "7", "-", "3.7%", "100.0%")
    assert one.spoils == ("Left to the place: census 14,865, defense 2,046, food 7,568, gold 1,931.",)
    assert one.outcome.startswith("Taken: ")
    told = page([storm()])
    assert told.hosts[1].units[0].walled
    assert told.hosts[1].units[0].gone
    assert told.ground.walls == "defense 2,333"


def test_what_is_left_of_a_center_that_held_is_not_told_to_who_attacked_it() -> None:
    assert box([storm(taken=False, ended="retreat")]).spoils == ()


def test_an_own_center_that_was_attacked_is_told_from_the_walls() -> None:
    data = {name: value for name, value in storm().data.items() if name != "ours"}
    one = event("assaulted", **{**data, "owner": "WA", "theirs": side("1SO", 3_700)})
    told = page([one])
    assert (told.verdict, told.held) == ("Stormed", "Tamorstead KL is lost")
    assert told.hosts[0].own
    assert told.hosts[0].units[0].walled
    assert box([one]).forces.rows[0] == ("Long missiles", "-", "99", "4.2%", "1.2%")


def test_small_battles_have_no_page_and_the_front_shows_the_weightiest() -> None:
    small = field(ours={**side("2WA", 5_000), "own": own()}, theirs=side("2SO", 6_000))
    read = reading(quiet_world(), [small, field(), storm()])
    assert [one.number for one in battles(read)] == [1, 2, 3]
    assert [one.key for one in pages(read)] == ["battle-2", "battle-3"]
    fights, more = front_fights(read)
    assert ([one.number for one in fights], more) == ([1, 2, 3], 0)
    assert [force.troops for force in fights[1].forces] == [6_000, None]
    assert fights[1].forces[0].lost == 1_836


def test_battles_stand_in_the_report_and_as_crosses_on_the_map() -> None:
    told = report_of(quiet_world(), [field(), storm()])
    keys = [one.key for one in told.sections]
    assert keys.index("battles") < keys.index("battle-1") < keys.index("battle-2") < keys.index("map")
    (chart,) = [block.chart for one in told.sections for block in one.blocks if isinstance(block, Map)]
    assert [(one.area, one.text) for one in chart.clashes] == [("LN", "won"), ("KL", "taken")]


def test_deeds_count_each_battle_once_with_the_fallen_of_both() -> None:
    world = quiet_world()
    (battle, attack) = deeds(world, world, [field(), field("SO"), storm()])
    # 2 x 1,900 Warlock men x 30.6 percent; 2 x 2,000 Sorcerer men x 41.7 percent
    assert (battle.seat, battle.other, battle.place, battle.size) == ("WA", "SO", "LN", 1_162 + 1_668)
    # 3 x 1,900 x 3.7 percent
    assert (attack.seat, attack.other, attack.size) == ("WA", "the people", 210)
