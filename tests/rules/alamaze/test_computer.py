"""Computer kingdoms: letters that the game takes, made from the view alone; centers won, capitals guarded, gold spent."""

from __future__ import annotations

from functools import cache

import pytest

from postern.game.chance import Chance
from postern.game.kit.planner import Budget
from postern.game.orders import OrderSheet
from postern.game.ruleset import LEVELS, Level
from postern.rulesets.alamaze.computer import plan
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.game import CLASSIC
from postern.rulesets.alamaze.knowledge import view_of
from postern.rulesets.alamaze.orders.goals import conditions_fault, objectives_fault
from postern.rulesets.alamaze.report.answers import try_out
from postern.rulesets.alamaze.rules.regions import order_limit, words_by_region
from postern.rulesets.alamaze.world.document import dump, load
from postern.rulesets.alamaze.world.records import CenterMemory, Figure, GroupMemory, Issue, Leader, Wizard, World
from tests.rules.alamaze.build import center, figure, new_world, put_group, quiet_world

_CHANCE = Chance("computers")
_TURNS = 3
_HOME = 5
"""The home region of WA, whose capital is KP."""


def _letter(world: World, code: str = "WA", level: Level = "normal", standing_in: bool = False) -> list[str]:
    return plan(view_of(world, world.kingdoms[code].seat), _CHANCE, standing_in, level).splitlines()


def _numbers(lines: list[str]) -> list[int]:
    return [int(line.split()[0]) for line in lines]


def _of(lines: list[str], giver: str) -> list[int]:
    """The numbers of the orders of a group or figure."""
    return [int(line.split()[0]) for line in lines if line.split()[1:2] == [giver]]


@cache
def _game() -> tuple[tuple[bytes, dict[str, str]], ...]:
    """The first turns of a game in which the levels sit in turn: each world, and the letters that were sent."""
    world = new_world()
    found = []
    for _ in range(_TURNS + 1):
        letters = {
            seat: CLASSIC.plan(CLASSIC.view(world, seat), _CHANCE, level=LEVELS[place % len(LEVELS)])
            for place, seat in enumerate(CLASSIC.active(world))
        }
        found.append((dump(world), letters))
        sheets = {seat: CLASSIC.read(text, CLASSIC.view(world, seat)) for seat, text in letters.items()}
        world = CLASSIC.resolve(world, sheets, _CHANCE).world
    return tuple(found)


# --- every letter ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", range(_TURNS + 1))
def test_no_order_is_refused_and_none_is_beyond_the_limit(turn: int) -> None:
    data, letters = _game()[turn]
    world = load(data)
    for seat, text in letters.items():
        view = CLASSIC.view(world, seat)
        sheet = CLASSIC.read(text, view)
        assert not sheet.problems
        assert not [one for one in CLASSIC.check(sheet, view).problems if not one.note], seat
        assert 4 <= len(sheet.orders) <= order_limit(world, view.kingdom), seat


def test_the_same_view_gives_the_same_letter() -> None:
    world = load(_game()[_TURNS][0])
    before = dump(world)
    assert _letter(world) == _letter(load(before))
    assert dump(world) == before


def test_a_kingdom_that_plays_no_longer_orders_nothing() -> None:
    world = new_world()
    world.kingdoms["WA"].active = False
    assert _letter(world) == []


def test_easy_kingdoms_do_less() -> None:
    world = load(_game()[_TURNS][0])
    easy, normal = (sum(len(_letter(world, code, level)) for code in world.kingdoms) for level in LEVELS[:2])
    assert easy < normal


def test_who_stands_in_for_a_player_spends_nothing() -> None:
    world = load(_game()[_TURNS][0])
    for code in world.kingdoms:
        view = view_of(world, world.kingdoms[code].seat)
        stand_in = CLASSIC.read(plan(view, _CHANCE, standing_in=True), view)
        after, idle = (try_out(sheet, view).turn.world.kingdoms[code] for sheet in (stand_in, OrderSheet("")))
        assert (after.gold, after.food) == (idle.gold, idle.food)
        assert {one.data.number for one in stand_in.orders} <= {120, 190}


def test_what_is_bought_can_be_paid() -> None:
    """Before the turn no order fails for want of gold or food."""
    world = new_world()
    for code in world.kingdoms:
        world.kingdoms[code].gold = 9_000
        view = view_of(world, world.kingdoms[code].seat)
        turn = try_out(CLASSIC.read("\n".join(_letter(world, code)), view), view).turn
        assert not [one.why for one in turn.failures if one.code == "NO MEANS"]


def test_a_letter_holds_what_may_be_given_and_can_be_paid() -> None:
    letter = Budget({"gold": 10_000, "food": 3_000}, 2)
    assert letter.order(560, "1WA", gold=7_000, food=3_000)
    assert not letter.order(560, "1WA", gold=7_000)
    assert not letter.order(560, "1WA", food=1)
    assert letter.order(480, "OR", gold=3_000)
    assert not letter.order(995)
    assert letter.lines == ["560 1WA", "480 OR"]


@pytest.mark.parametrize(("level", "least", "most"), [("easy", 40, 100), ("normal", 4, 30), ("hard", 0, 0)])
def test_easy_kingdoms_rest_often_and_hard_ones_never(level: Level, least: int, most: int) -> None:
    """Easy ones in 35 of 100 cases: of 200 about 70; normal ones in 8: about 16."""
    world = new_world()
    survey = Survey(view_of(world, "WA"), world, _CHANCE.turn(1).stream("rest"), level)
    assert least <= sum(survey.rests() for _ in range(200)) <= most


# --- goals -----------------------------------------------------------------------------------------------------------------


def test_goals_are_chosen_on_the_first_turn() -> None:
    world = new_world()
    for code, kingdom in world.kingdoms.items():
        chosen = {line.split()[0]: line.split()[1:] for line in _letter(world, code) if line[:3] in ("991", "993")}
        assert objectives_fault(world.tables, chosen["991"]) == ""
        assert conditions_fault(world, kingdom, chosen["993"]) == ""
    world.turn = 2
    assert not {991, 993} & set(_numbers(_letter(world)))


def test_four_regions_are_claimed() -> None:
    world = quiet_world()
    world.kingdoms["WA"].controlled = [1, 2, 3]
    assert 996 not in _numbers(_letter(world))
    world.kingdoms["WA"].controlled = [1, 2, 3, 4]
    assert 996 in _numbers(_letter(world))


@pytest.mark.parametrize(("turn", "influence", "claims"), [(15, 22, False), (16, 22, True), (16, 21.9, False)])
def test_a_secret_victory_is_claimed_as_soon_as_it_holds(turn: int, influence: float, claims: bool) -> None:
    world = quiet_world()
    world.turn = turn
    kingdom = world.kingdoms["WA"]
    kingdom.conditions, kingdom.influence = ["3A"], influence
    assert (995 in _numbers(_letter(world))) == claims


@pytest.mark.parametrize(
    ("turn", "rewarded", "claims"), [(9, "", False), (10, "", True), (10, "lesser", False), (15, "", True)]
)
def test_rewards_are_asked_for_when_the_objectives_are_reached(turn: int, rewarded: str, claims: bool) -> None:
    """T4, substantial in a region, P3, council and influence 15, and D7, two wizards of power 4: three points."""
    world = quiet_world()
    world.turn, kingdom = turn, world.kingdoms["WA"]
    for area in world.centers:
        if world.region_of(area) == _HOME and not world.centers[area].owner:
            center(world, area, owner="WA")
    kingdom.region_words = words_by_region(world, "WA")  # as they are told at each turn's end
    kingdom.objectives, kingdom.rewarded, kingdom.influence = ["T4", "P3", "D7"], rewarded, 15
    world.council.members = ["WA"]
    world.groups["1WA"].wizards = [Wizard("AA", "Aa", 4), Wizard("BB", "Bb", 4)]
    assert (992 in _numbers(_letter(world))) == claims


# --- groups ----------------------------------------------------------------------------------------------------------------


def _nearest_village(world: World, capital: str = "KP") -> str:
    """The neutral village nearest to a capital."""
    villages = [area for area, one in world.centers.items() if one.type == "Village" and not one.owner]
    return min(villages, key=lambda area: (world.tables.grid.distance(area, capital), area))


def _seen(world: World, area: str, defense: int | None = 2_500, code: str = "WA") -> None:
    """A kingdom knows a center, and its defense."""
    owner = world.centers[area].owner
    world.kingdoms[code].memory.centers[area] = CenterMemory(world.turn - 1, owner, defense)


@pytest.mark.parametrize(
    ("brigades", "leaders", "order"),
    [
        (4, [], 180),  # 9,768: certain even against 135 percent of 2,500, so they are asked first
        (1, [Leader("Captain", "Captain")], 190),  # 2,442 and 5 percent are 2,564: more than 2,500, enough for a siege
        (1, [], None),  # 2,442: hopeless, and without a General nobody speaks for it
    ],
)
def test_a_group_wins_the_center_where_it_stands(brigades: int, leaders: list[Leader], order: int | None) -> None:
    world = quiet_world()
    village = _nearest_village(world)
    put_group(world, "2WA", village, brigades, leaders=leaders, wizards=[])
    _seen(world, village)
    actions = [number for number in _of(_letter(world), "2WA") if number < 200]
    assert actions == ([order] if order else [])


def test_a_general_speaks_where_arms_do_not_reach() -> None:
    """6 brigades of 2,442 and a General have 16,117 against a town of 30,000: too little to storm, but in a friendly region
    it may yield: 5.4 for the ratio, 5 for the General, and what a friendly region gives, 30 or more in all."""
    world = quiet_world()
    towns = [area for area, one in world.centers.items() if one.type == "Village" and not one.owner]
    put_group(world, "2WA", towns[0], 6, leaders=[Leader("Gen", "General")], wizards=[])
    world.kingdoms["WA"].reactions[world.region_of(towns[0])] = "Friendly"
    _seen(world, towns[0], 30_000)
    assert 170 in _of(_letter(world), "2WA")
    put_group(world, "2WA", towns[0], 6, leaders=[])
    assert 170 not in _of(_letter(world), "2WA")


def test_groups_march_to_what_they_can_win() -> None:
    world = quiet_world()
    village = _nearest_village(world)
    for group in world.groups_of("WA"):
        put_group(world, group.id, "")
        group.brigades, group.leaders, group.wizards = {}, [], []
    put_group(world, "1WA", "KP", 6)
    for one in world.kingdoms["WA"].lower_ranks():
        one.held_by = "people"  # or an emissary would go for the village
    world.kingdoms["WA"].memory.centers = {}
    _seen(world, village)
    (march,) = [line.split() for line in _letter(world) if line.startswith("720 1WA")]
    grid = world.tables.grid
    assert march[-1] == village or grid.distance(march[-1], village) < grid.distance("KP", village)


@pytest.mark.parametrize(("brigades", "goes"), [(1, False), (4, True)])
def test_the_defense_of_a_center_that_nobody_looked_at_is_guessed(brigades: int, goes: bool) -> None:
    """Villages have 2,000 to 3,000: a brigade of 2,442 is too weak for a usual one, four are enough."""
    world = quiet_world()
    village = _nearest_village(world)
    kingdom = world.kingdoms["WA"]
    for group in world.groups_of("WA"):
        put_group(world, group.id, "")
        group.brigades, group.leaders, group.wizards = {}, [], []
    put_group(world, "1WA", "KP", brigades)
    for one in kingdom.lower_ranks():
        one.held_by = "people"
    kingdom.memory.centers, kingdom.gold = {}, 0
    kingdom.memory.regions = {area: one.region for area, one in world.tables.areas.items()}
    _seen(world, village, None)
    assert bool([line for line in _letter(world) if line.startswith("720 1WA")]) == goes


def test_nobody_speaks_where_there_is_no_hope() -> None:
    """A brigade and a General before a Hostile city of 20,000: 1.2 for the ratio and 5 for the General less 15 for the city."""
    world = quiet_world()
    city = next(area for area, one in world.centers.items() if one.type == "City" and not one.owner)
    put_group(world, "2WA", city, 1, leaders=[Leader("Gen", "General")], wizards=[])
    world.kingdoms["WA"].reactions[world.region_of(city)] = "Hostile"
    _seen(world, city, 20_000)
    assert not [number for number in _of(_letter(world), "2WA") if number < 200]


def test_nobody_guards_a_center_that_is_not_ours() -> None:
    world = quiet_world()
    village = _nearest_village(world)
    put_group(world, "1WA", village, 2)
    _seen(world, village)
    world.kingdoms["WA"].memory.groups["1DE"] = GroupMemory(world.turn - 1, village, "Army Group")
    assert 120 not in _of(_letter(world), "1WA")


def test_an_army_comes_back_to_a_capital_in_danger() -> None:
    world = quiet_world()
    grid = world.tables.grid
    near, far = (next(one for one in grid.ring("KP", steps) if not world.tables.areas[one].sea) for steps in (1, 3))
    put_group(world, "1WA", far, 6)
    for id in ("2WA", "3WA"):
        put_group(world, id, "")
        world.groups[id].brigades, world.groups[id].leaders, world.groups[id].wizards = {}, [], []

    def goal() -> int:
        marches = [line.split() for line in _letter(world) if line.startswith("720 1WA")]
        return min((grid.distance(one[-1], "KP") for one in marches), default=99)

    world.kingdoms["WA"].memory.groups["1SO"] = GroupMemory(world.turn - 1, near, "Army Group")
    assert goal() == 0
    assert not [line for line in _letter(world) if line.startswith("720 1WA") and near in line.split()[-1:]]


def test_a_group_at_home_stands_ready_against_who_is_too_strong() -> None:
    world = quiet_world()
    put_group(world, "1WA", "KP", 2)
    world.kingdoms["WA"].memory.groups["1DE"] = GroupMemory(world.turn - 1, "KP", "Army Group")
    assert "120 1WA 1DE" in _letter(world)
    world.kingdoms["WA"].declared["DE"] = "A"
    assert not {110, 120} & set(_of(_letter(world), "1WA"))


def test_a_weak_enemy_at_an_own_center_is_attacked() -> None:
    world = quiet_world()
    put_group(world, "1WA", "KP", 10)
    world.kingdoms["WA"].memory.groups["1DE"] = GroupMemory(world.turn - 1, "KP", "Brigade")
    lines = _letter(world)
    assert 110 in _of(lines, "1WA")
    assert any(line.startswith("10") and line.endswith("1DE") and line.split()[1] == "1WA" for line in lines), "a spell helps"


# --- court, agents, wizards, treasury --------------------------------------------------------------------------------------


def _emissary(world: World) -> str:
    """An emissary of WA, made a Prince; the others stay prisoners of the people."""
    kingdom = world.kingdoms["WA"]
    code, *others = [one.code for one in kingdom.lower_ranks()]
    for other in others:
        kingdom.figures[other].held_by = "people"
    figure(world, "WA", code, rank="Prince")
    return code


def test_an_emissary_wins_a_village_and_goes_where_he_can() -> None:
    """A Prince has 80 percent of 13, 10.4; a Tolerant village resists with 2.5 and a Hostile city with 25."""
    world = quiet_world()
    village, code = _nearest_village(world), _emissary(world)
    world.kingdoms["WA"].reactions = dict.fromkeys(world.kingdoms["WA"].reactions, "Tolerant")
    figure(world, "WA", code, village)
    assert _of(_letter(world), code) == [330]
    world.kingdoms["WA"].memory.centers = {}
    figure(world, "WA", code, "KP")
    _seen(world, village)
    assert [line for line in _letter(world) if line.split()[1:2] == [code]] == [f"350 {code} {village}"]


def test_a_poor_chance_is_not_taken() -> None:
    world = quiet_world()
    code = _emissary(world)
    city = next(area for area, one in world.centers.items() if one.type == "City" and not one.owner)
    world.kingdoms["WA"].reactions = dict.fromkeys(world.kingdoms["WA"].reactions, "Hostile")
    figure(world, "WA", code, city)
    assert 330 not in _of(_letter(world), code)


@pytest.mark.parametrize(("details", "vote"), [(["R", "WA"], "Y"), (["L", "WA"], "N"), (["R", "SO"], "N"), (["L", "SO"], "Y")])
def test_votes_lift_us_and_lower_others(details: list[str], vote: str) -> None:
    world = quiet_world()
    world.council.members = ["WA", "SO"]
    world.council.issue = Issue(1, details, False)
    assert f"400 {vote}" in _letter(world)


def test_agents_look_at_centers_and_train() -> None:
    world = quiet_world()
    _seen(world, _nearest_village(world), None)
    world.kingdoms["WA"].influence = 25  # room for 27 orders
    agents = {one.code for one in world.kingdoms["WA"].figures.values() if one.agent}
    given = {number for code in agents for number in _of(_letter(world), code)}
    assert {970, 500} <= given


@pytest.mark.parametrize(("code", "capital", "group"), [("TR", "HJ", "1TR"), ("WA", "KP", "4WA")])
def test_wizards_at_home_do_research_while_there_is_gold(code: str, capital: str, group: str) -> None:
    """WA, strong in magic with a potential of 7, takes them out of the army before it marches; TR, of 3, does not."""
    world = quiet_world()
    put_group(world, f"1{code}", capital, 18, wizards=[Wizard("ZZ", "Zz", 2)])
    kingdom = world.kingdoms[code]
    kingdom.memory.centers = {}
    kingdom.memory.regions = {area: one.region for area, one in world.tables.areas.items()}
    lines = _letter(world, code)
    assert f"799 {group} ZZ" in lines
    assert (f"702 1{code} 4{code} - - - ZZ" in lines) == (group[0] == "4")
    kingdom.gold = 1_000
    assert not [line for line in _letter(world, code) if line.startswith("799 ") and line.endswith("ZZ")]


def test_an_army_marches_while_its_wizards_study() -> None:
    """Neither kingdom keeps its army at home: the wizard of WA studies in a group of his own."""
    for code, capital in (("WA", "KP"), ("TR", "HJ")):
        world = quiet_world()
        village = _nearest_village(world, capital)
        put_group(world, f"1{code}", capital, 18, wizards=[Wizard("ZZ", "Zz", 2)])
        for one in world.kingdoms[code].lower_ranks():
            one.held_by = "people"
        _seen(world, village, code=code)
        marches = [line for line in _letter(world, code) if line.split()[1] == f"1{code}" and line[:3] in ("718", "720")]
        assert len(marches) == 1


def test_agents_are_hired_for_a_condition_that_asks_for_them() -> None:
    world = quiet_world()
    kingdom = world.kingdoms["WA"]
    kingdom.influence, kingdom.conditions = 25, ["8B"]
    for number in range(6):
        name = world.tables.spare_names[number]
        kingdom.figures[name[:2].upper()] = Figure(name[:2].upper(), name, "Envoy", "KP")
    for number in range(6, 9):  # six agents: one more than a normal kingdom has by itself, four less than ten
        name = world.tables.spare_names[number]
        kingdom.figures[name[:2].upper()] = Figure(name[:2].upper(), name, "Agent", "KP", 1)
    assert [line for line in _letter(world) if line.startswith("510 A ")]
    kingdom.conditions, kingdom.gold = ["1A"], 60_000  # not so much that agents are hired for their own sake
    assert not [line for line in _letter(world) if line.startswith("510 A ")]


def test_a_hungry_kingdom_buys_food() -> None:
    world = quiet_world()
    kingdom = world.kingdoms["WA"]
    kingdom.food = 0
    put_group(world, "1WA", "KP", 40)
    assert [line for line in _letter(world) if line.startswith("200 G ")]
    kingdom.food = 500_000
    assert not [line for line in _letter(world) if line.startswith("200 ")]


def test_a_rich_king_raises_his_influence_and_calls_recruits() -> None:
    world = quiet_world()
    put_group(world, "1WA", "KP", 3)
    lines = _letter(world)
    king = world.kingdoms["WA"].ruler
    assert {470, 480} & set(_of(lines, king))
    assert lines.count("560 1WA") == 2
    world.kingdoms["WA"].gold, world.kingdoms["WA"].food = 0, 50_000
    for one in world.centers_of("WA"):
        one.gold = 0
    poor = _letter(world)
    assert not {560, 480, 470, 600} & set(_numbers(poor))
