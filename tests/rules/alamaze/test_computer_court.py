"""What computer kingdoms want, and what their rulers, emissaries, councillors, agents and wizards do for it."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from postern.rulesets.alamaze.computer import agents, aims, court, economy, intrigue, ruler
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.knowledge import view_of
from postern.rulesets.alamaze.orders.goals import conditions_fault, objectives_fault
from postern.rulesets.alamaze.world.records import Figure, FigureMemory, Issue, Skeleton, Wizard, World
from tests.rules.alamaze.build import center, play, put_group, quiet_world

_HOME, _CAPITAL = 5, "KP"
"""Of WA, whose ruler is found by code; its natural enemy is SO."""


def _survey(world: World, code: str = "WA") -> Survey:
    view = view_of(world, world.kingdoms[code].seat)
    return Survey(view, view.world, Chance("court").turn(world.turn).stream("computer", code))


def _king(world: World, code: str = "WA") -> str:
    return world.kingdoms[code].ruler


def _agent(world: World, level: int, code: str = "WA") -> Figure:
    """The one agent of a kingdom, at its capital."""
    kingdom = world.kingdoms[code]
    for other in [one.code for one in kingdom.figures.values() if one.agent]:
        del kingdom.figures[other]
    kingdom.figures["QQ"] = Figure("QQ", "Qqan", "Agent", kingdom.capital, level)
    return kingdom.figures["QQ"]


def _found(world: World, code: str, area: str, rank: str, level: int = 0, other: str = "SO") -> None:
    """WA found a figure of a rival last turn."""
    world.kingdoms["WA"].memory.figures.setdefault(other, {})[code] = FigureMemory(world.turn - 1, area, rank, level)


# --- goals -----------------------------------------------------------------------------------------------------------------


def test_goals_fit_the_rules_and_the_strengths() -> None:
    world = quiet_world()
    tables = world.tables
    chosen = {code: aims.chosen_conditions(tables, code) for code in tables.kingdoms}
    for code in tables.kingdoms:
        assert conditions_fault(world, world.kingdoms[code], chosen[code]) == ""
        assert objectives_fault(tables, aims.chosen_objectives(tables, code)) == ""
    assert "4A" in chosen["SO"]  # magic potential 8
    assert "8A" in chosen["RA"]  # its agents train up to level 12
    assert "8B" in chosen["GI"]  # its agents train up to level 8 only
    assert "3B" in chosen["EL"]  # Prince, Count and Governor lack six titles of three Princes
    assert "1B" in chosen["UN"]  # eight regions like it


def test_a_region_that_a_goal_asks_for_is_worth_more_and_most_when_nearly_won() -> None:
    world = quiet_world()
    kingdom = world.kingdoms["WA"]
    kingdom.conditions = ["1A"]
    far = next(one for one in world.tables.regions if one not in aims.regions_sought(world, kingdom))
    before = aims.region_weights(world, kingdom)
    assert len(aims.regions_sought(world, kingdom)) == 3
    assert before[_HOME] > before[far]
    towns = [one for one in world.centers.values() if world.region_of(one.area) == _HOME and not one.owner]
    for one in sorted(towns, key=lambda one: one.census):
        if aims.parts(world, "WA")[_HOME] < 0.3:
            one.owner = "WA"
    assert aims.region_weights(world, kingdom)[_HOME] > before[_HOME]


def test_whoever_controls_three_regions_goes_for_the_fourth() -> None:
    world = quiet_world()
    kingdom = world.kingdoms["WA"]
    kingdom.conditions, kingdom.controlled = ["1C"], [_HOME, 1]
    assert len(aims.shares_sought(world, kingdom)) == 1
    kingdom.controlled = [_HOME, 1, 2]
    assert aims.shares_sought(world, kingdom) == [0.5] * 4


@pytest.mark.parametrize(("word", "holds"), [("significant", False), ("substantial", True)])
def test_a_condition_of_shares_is_believed_only_as_it_was_told(word: str, holds: bool) -> None:
    world = quiet_world()
    kingdom = world.kingdoms["WA"]
    kingdom.region_words = dict.fromkeys(world.tables.regions, "minor") | {1: "substantial", 2: "substantial", 3: word}
    kingdom.region_words |= {4: "significant", 5: "significant"}
    assert aims.goal_holds(world, kingdom, "1B") == holds


def test_a_rival_of_whose_home_nothing_is_known_may_control_it() -> None:
    world = quiet_world()
    kingdom, home = world.kingdoms["WA"], world.tables.kingdoms["SO"].home_region
    kingdom.controlled = [_HOME]
    assert not aims.goal_holds(world, kingdom, "7A")
    kingdom.memory.controllers[home] = ""
    assert aims.goal_holds(world, kingdom, "7A")


# --- the ruler ---------------------------------------------------------------------------------------------------------------


def test_a_lost_capital_is_moved() -> None:
    world = quiet_world()
    center(world, _CAPITAL, owner="SO")
    survey = _survey(world)
    ruler.rule(survey)
    assert survey.letter.lines[0].startswith(f"355 {_king(world)} ")


def test_alternates_are_named_once() -> None:
    world = quiet_world()
    survey = _survey(world)
    ruler.name_alternates(survey)
    (line,) = survey.letter.lines
    number, _, *areas = line.split()
    assert (number, len(areas)) == ("495", 2)
    world.kingdoms["WA"].alternates = areas
    survey = _survey(world)
    ruler.name_alternates(survey)
    assert survey.letter.lines == []


@pytest.mark.parametrize(("held", "said", "order"), [(2, "N", "440 DW E"), (1, "N", ""), (0, "E", "440 DW N"), (1, "E", "")])
def test_whoever_holds_centers_in_our_region_is_an_enemy(held: int, said: str, order: str) -> None:
    world = quiet_world()
    kingdom = world.kingdoms["WA"]
    kingdom.controlled, kingdom.declared = [_HOME], {"DW": said}
    survey = _survey(world)
    there = [one for one in world.tables.centers.values() if world.region_of(one.area) == _HOME and not one.start_controller]
    survey.world.centers = {
        area: one for area, one in survey.world.centers.items() if world.region_of(area) != _HOME or one.owner == "WA"
    }
    for row in there[:held]:
        survey.world.centers[row.area] = center(world, row.area, owner="DW")
    ruler.declare(survey)
    assert survey.letter.lines == ([order] if order else [])


def test_a_ruler_with_the_staff_speaks() -> None:
    world = quiet_world()
    kingdom = world.kingdoms["WA"]
    kingdom.conditions = ["1A"]
    kingdom.reactions = dict.fromkeys(kingdom.reactions, "Tolerant")
    survey = _survey(world)
    ruler.speak(survey)
    assert survey.letter.lines == []
    kingdom.figures[kingdom.ruler].artifacts = ["SORAT"]
    survey = _survey(world)
    ruler.speak(survey)
    assert [line.split()[0] for line in survey.letter.lines] == ["471", "471"]


# --- emissaries --------------------------------------------------------------------------------------------------------------


def test_emissaries_get_the_titles_that_a_goal_asks_for() -> None:
    world = quiet_world()
    kingdom = world.kingdoms["WA"]
    kingdom.conditions, kingdom.influence = ["3B"], 15
    best = next(one for one in kingdom.figures.values() if one.rank == "Count")
    best.area = _CAPITAL
    baron = next(one for one in kingdom.figures.values() if one.rank == "Baron")
    baron.area = "JM"
    survey = _survey(world)
    court.promote(survey)
    assert survey.letter.lines == [f"390 {best.code}", f"350 {baron.code} {_CAPITAL}"]


def test_a_skeleton_of_a_rival_is_made_public() -> None:
    world = quiet_world()
    world.kingdoms["SO"].skeletons = [Skeleton("ABC", True, ["WA"])]
    survey = _survey(world)
    court.reveal(survey)
    (line,) = survey.letter.lines
    assert line.split()[0] == "380"
    assert line.split()[2:] == ["SO", "ABC"]


def test_an_emissary_left_over_keeps_the_order_of_a_town() -> None:
    world = quiet_world()
    own = next(one for one in world.centers_of("WA") if one.type == "Town" and one.area != _CAPITAL)
    kingdom = world.kingdoms["WA"]
    envoy = next(one for one in kingdom.figures.values() if one.political and one.code != kingdom.ruler)
    envoy.area = own.area
    survey = _survey(world)
    court.keep_order(survey)
    assert f"310 {envoy.code}" in survey.letter.lines


def test_consuls_win_over_regions_that_are_sought() -> None:
    world = quiet_world()
    world.kingdoms["AN"].conditions = ["1A"]
    survey = _survey(world, "AN")
    court.consuls(survey)
    assert [line.split()[0] for line in survey.letter.lines][:2] == ["465", "465"]


def test_an_idle_demon_prince_helps_the_other_to_win_a_center() -> None:
    world = quiet_world()
    kingdom = world.kingdoms["DE"]
    survey = _survey(world, "DE")
    idle = [one for one in kingdom.figures.values() if one.rank == "Demon Prince" and one.code != kingdom.ruler]
    survey.usurping.append(idle[0].area)
    court.demons(survey)
    assert survey.letter.lines == [f"283 {idle[0].code}"]


# --- the Council -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("issue", "voice"),
    [
        (Issue(1, ["R", "WA"], True), "Y"),
        (Issue(1, ["L", "WA"], True), "N"),
        (Issue(1, ["R", "SO"], True), "N"),  # the natural enemy
        (Issue(5, ["SO"], True), "Y"),
        (Issue(1, ["R", "DW"], True), "A"),  # neither friend nor rival
        (Issue(5, ["WA"], True), "N"),
    ],
)
def test_a_councillor_votes_for_us_and_against_rivals(issue: Issue, voice: str) -> None:
    assert ruler.voice(_survey(quiet_world()), issue) == voice


def test_who_needs_a_chair_bids_more() -> None:
    bids = []
    for conditions in (["1A"], ["3B"]):
        world = quiet_world()
        world.kingdoms["WA"].conditions = conditions
        survey = _survey(world)
        ruler.bid(survey)
        bids.append(int(survey.letter.lines[0].split()[1]))
    assert bids[0] < 2_500 < bids[1]


def test_a_chair_changes_hands_between_the_two_of_the_turn() -> None:
    world = quiet_world()
    world.council.members = ["SO", "AN", "BL", "DA", "DE"]
    world.turn = 10  # the first member sells, of the ten others DW, EL, ..., WI the first buys
    world.kingdoms["SO"].gold = 0
    world.kingdoms["DW"].conditions = ["3B"]
    letters = {}
    for code in ("SO", "DW", "WA"):
        survey = _survey(world, code)
        survey.letter.left["gold"] = 0 if code == "SO" else 500_000
        ruler.deal_in_chairs(survey)
        letters[code] = survey.letter.lines
    assert letters == {"SO": ["411 DW 8000"], "DW": ["412 SO 8000"], "WA": []}


# --- agents ------------------------------------------------------------------------------------------------------------------


def test_agents_train_for_the_level_that_a_goal_asks_for() -> None:
    world = quiet_world()
    agent = _agent(world, 9)
    world.kingdoms["WA"].conditions = ["8A"]
    survey = _survey(world)
    agents.send_agents(survey)
    assert survey.letter.lines[0] == f"500 {agent.code}"


def test_ten_agents_are_hired_where_a_goal_asks_for_them() -> None:
    world = quiet_world()
    kingdom = world.kingdoms["WA"]
    kingdom.gold, kingdom.conditions = 40_000, ["8B"]
    survey = _survey(world)
    agents.hire_needed(survey)
    assert [line.split()[:2] for line in survey.letter.lines][:2] == [["510", "A"], ["510", "A"]]


def test_where_there_is_much_gold_governors_are_hired() -> None:
    world = quiet_world()
    for gold, many in ((60_000, False), (500_000, True)):
        world.kingdoms["WA"].gold = gold
        for number in range(4):
            world.kingdoms["WA"].figures[f"X{number}"] = Figure(f"X{number}", "Xan", "Envoy", _CAPITAL)
        survey = _survey(world)
        agents.hire_needed(survey)
        assert ("510 D" in [line[:5] for line in survey.letter.lines]) == many


def test_a_captive_of_rank_is_rescued() -> None:
    world = quiet_world()
    agent = _agent(world, 6)
    count = next(one for one in world.kingdoms["WA"].figures.values() if one.rank == "Count")
    count.held_by, count.area = "EL", "KO"
    survey = _survey(world)
    assert intrigue.rescue(survey, agent)
    assert survey.letter.lines == [f"950 QQ KO {count.code} WA"]


@pytest.mark.parametrize(
    ("rank", "level", "order"),
    [
        ("Envoy", 6, "955 QQ KO ZY SO"),  # 35 + 5 * 6 = 65 percent
        ("Duke", 6, ""),  # 0 + 30 is too little, and 55 - 30 no danger
        ("Duke", 7, "955 QQ KO ZY SO"),
        ("King", 11, "955 QQ KO ZY SO"),  # -15 + 55 = 40, caught by 80 - 55 = 25
    ],
)
def test_a_rival_who_was_found_is_kidnapped_if_the_odds_are_good(rank: str, level: int, order: str) -> None:
    world = quiet_world()
    agent = _agent(world, level)
    _found(world, "ZY", "KO", rank)
    survey = _survey(world)
    assert intrigue._strike(survey, agent) == bool(order)
    assert survey.letter.lines == ([order] if order else [])


def test_prisoners_of_rank_are_guarded() -> None:
    world = quiet_world()
    agent = _agent(world, 4)
    count = next(one for one in world.kingdoms["SO"].figures.values() if one.rank == "Count")
    count.held_by, count.area = "WA", _CAPITAL
    survey = _survey(world)
    assert agents.guard(survey, agent)
    assert survey.letter.lines == [f"299 QQ {_CAPITAL}"]


def test_a_prisoner_is_offered_for_ransom_and_asked_for() -> None:
    world = quiet_world()
    count = next(one for one in world.kingdoms["SO"].figures.values() if one.rank == "Count")
    count.held_by, count.area = "WA", _CAPITAL
    lines = []
    for code in ("WA", "SO"):
        survey = _survey(world, code)
        intrigue.ransom(survey)
        lines.append(survey.letter.lines)
    assert lines == [[f"203 SO {count.code} 6000"], [f"204 WA 6000 {count.code}"]]
    play(world, {"WA": lines[0][0], "SO": lines[1][0]})
    assert count.held_by == ""


def test_captives_try_to_escape() -> None:
    world = quiet_world()
    count = next(one for one in world.kingdoms["WA"].figures.values() if one.rank == "Count")
    count.held_by, count.area = "EL", "KO"
    survey = _survey(world)
    intrigue.escape(survey)
    assert survey.letter.lines == [f"385 {count.code} 12000"]


def test_prisoners_die_before_the_capital_falls() -> None:
    world = quiet_world()
    count = next(one for one in world.kingdoms["SO"].figures.values() if one.rank == "Count")
    count.held_by, count.area = "WA", _CAPITAL
    for group in world.groups_of("WA"):
        group.area = "AA"
    survey = _survey(world)
    intrigue.execute(survey)
    assert survey.letter.lines == []
    survey.world.groups["1GI"] = put_group(world, "1GI", _CAPITAL, 40)
    intrigue.execute(survey)
    assert survey.letter.lines == ["430"]


@pytest.mark.parametrize(("levels", "order"), [((16, 16, 2), ["994 3000"]), ((16, 2, 2), [])])
def test_who_earns_at_training_makes_it_dear_when_his_own_are_masters(levels: tuple[int, ...], order: list[str]) -> None:
    world = quiet_world()
    kingdom = world.kingdoms["UN"]
    spies = [one for one in kingdom.figures.values() if one.agent]
    for one in spies[len(levels) :]:
        del kingdom.figures[one.code]
    for one, level in zip(spies, levels, strict=False):
        one.level = level
    survey = _survey(world, "UN")
    agents.set_training_price(survey)
    assert survey.letter.lines == order


def test_what_an_agent_found_is_remembered_and_forgotten() -> None:
    world = quiet_world()
    agent = _agent(world, 5)
    envoy = next(one for one in world.kingdoms["SO"].figures.values() if one.political)
    envoy.area = next(one.area for one in world.centers.values() if world.tables.grid.distance(one.area, agent.area) in (2, 3))
    play(world, {"WA": f"970 QQ {envoy.area}"})
    known = world.kingdoms["WA"].memory.figures["SO"]
    assert known[envoy.code] == FigureMemory(7, envoy.area, envoy.rank)
    there, envoy.area = envoy.area, world.kingdoms["SO"].capital
    play(world, {"WA": f"970 QQ {there}"})
    assert envoy.code not in world.kingdoms["WA"].memory.figures["SO"]


# --- the priestess, wizards, deals ------------------------------------------------------------------------------------------


def test_a_priestess_heals_a_worn_group_in_her_region() -> None:
    world = quiet_world()
    kingdom = world.kingdoms["WA"]
    kingdom.figures["HP"] = Figure("HP", "Hpan", "High Priestess", _CAPITAL)
    put_group(world, "1WA", _CAPITAL, 4, attrition=20)
    survey = _survey(world)
    court.send_priestess(survey)
    assert "793 HP 1WA" in survey.letter.lines


@pytest.mark.parametrize(("conditions", "made"), [(["8A"], True), (["8B"], False)])
def test_agents_become_fanatics_unless_a_goal_asks_for_agents(conditions: list[str], made: bool) -> None:
    world = quiet_world()
    agent, kingdom = _agent(world, 6), world.kingdoms["WA"]
    kingdom.conditions = conditions
    kingdom.figures["HP"] = Figure("HP", "Hpan", "High Priestess", _CAPITAL)
    survey = _survey(world)
    court.send_priestess(survey)
    assert (f"780 HP {agent.code}" in survey.letter.lines) == made


def test_a_king_who_was_found_is_cursed() -> None:
    world = quiet_world()
    put_group(world, "1WA", _CAPITAL, 4, wizards=[Wizard("ZZ", "Zzonan", 5)])
    _found(world, "ZY", "UJ", "King")
    survey = _survey(world)
    court.conspire(survey)
    assert "386 1WA ZZ SO ZY UJ" in survey.letter.lines


def test_two_who_need_what_the_other_has_trade_without_a_word() -> None:
    world = quiet_world()
    first = _survey(world, "WA")
    other = economy.partner_of(first)
    second = _survey(world, other)
    assert economy.partner_of(second) == "WA"
    first.letter.left["food"], first.letter.left["gold"] = 100_000, 1_000
    second.letter.left["food"], second.letter.left["gold"] = 1_000, 100_000
    economy.deal(first)
    economy.deal(second)
    assert (first.letter.lines, second.letter.lines) == ([f"201 {other} 15000 9000"], ["202 WA 9000 15000"])
    for turn in range(1, 41):
        world.turn = turn
        pairs = {code: economy.partner_of(_survey(world, code)) for code in ("AN", "EL")}
        assert all(economy.partner_of(_survey(world, there)) == code for code, there in pairs.items() if there)
