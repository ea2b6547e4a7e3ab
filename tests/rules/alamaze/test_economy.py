"""Production, upkeep, reinforcements, recruits and improvements (AC-14, AC-16, AC-17, AC-25, AC-06-88..97)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.alamaze.rules.economy import date, season, shares, upkeep, yield_of
from postern.rulesets.alamaze.rules.groups import value_vs_center
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.turn import CONSUMPTION, LATE, ORDERS, PRODUCTION, SPOILAGE
from postern.rulesets.alamaze.world.records import Fleet, Siege, World
from tests.rules.alamaze.build import booked, center, failures, new_world, play, problem, put_group, quiet_world, told

TABLES = edition("classic")


# --- the calendar -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        pytest.param(1, "Late Summer 1101", marks=pytest.mark.rule("AC-25-01", "AC-25-02")),
        pytest.param(2, "Early Autumn 1101", marks=pytest.mark.rule("AC-25-05")),
        pytest.param(5, "Early Winter 1101", marks=pytest.mark.rule("AC-25-05")),
        pytest.param(10, "Late Spring 1102", marks=pytest.mark.rule("AC-25-05")),
        pytest.param(13, "Late Summer 1102", marks=pytest.mark.rule("AC-25-05")),
        pytest.param(16, "Late Autumn 1102", marks=pytest.mark.rule("AC-25-05")),
    ],
)
def test_the_date_of_a_turn(turn: int, said: str) -> None:
    assert date(TABLES, turn) == said


@pytest.mark.rule("AC-25-03")
def test_the_south_has_one_month_of_hardship_and_nine_good_ones() -> None:
    assert [shares(TABLES, turn, 8) for turn in range(1, 12)] == [(25, 50), *[(100, 100)] * 9, (25, 50)]


@pytest.mark.rule("AC-25-04")
def test_the_hardship_of_the_north_begins_on_turn_5() -> None:
    assert [shares(TABLES, turn, 2)[0] for turn in range(1, 9)] == [100, 100, 100, 100, 25, 25, 25, 100]


@pytest.mark.parametrize(
    ("turn", "region", "percents"),
    [
        pytest.param(8, 3, (100, 100), marks=pytest.mark.rule("AC-14-09")),
        pytest.param(8, 9, (100, 100), marks=pytest.mark.rule("AC-14-09")),
        pytest.param(11, 3, (100, 100), marks=pytest.mark.rule("AC-14-10")),
        pytest.param(11, 9, (25, 50), marks=pytest.mark.rule("AC-14-10")),
        pytest.param(2, 3, (100, 100), marks=pytest.mark.rule("AC-14-11")),
        pytest.param(2, 9, (100, 100), marks=pytest.mark.rule("AC-14-11")),
        pytest.param(5, 6, (25, 50), marks=pytest.mark.rule("AC-14-12")),
        pytest.param(5, 7, (100, 100), marks=pytest.mark.rule("AC-14-12")),
    ],
)
def test_what_a_season_leaves_of_production(turn: int, region: int, percents: tuple[int, int]) -> None:
    assert shares(TABLES, turn, region) == percents


# --- production -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-14-02", "AC-04-02", "AC-14-01")
def test_centers_bring_their_owner_food_and_gold() -> None:
    """The harvest of the example report: seven centers of region 5 in Early Winter."""
    world = quiet_world()
    world.kingdoms["WA"].food = world.kingdoms["WA"].gold = 0
    for one in world.centers.values():
        one.owner = ""
    bases = {"KP": (3_500, 11_000), "JM": (2_317, 8_573), "JO": (7_241, 2_542), "KQ": (7_765, 2_278), "LN": (6_606, 2_466)}
    for area, (food, gold) in (bases | {"KL": (7_568, 1_931)}).items():
        center(world, area, owner="WA", food=food, gold=gold)
    assert yield_of(world, world.centers["JM"]) == (579, 4_286)
    assert yield_of(world, world.centers["JO"]) == (1_810, 1_271)
    turn = play(world, until="195")
    assert booked(turn, "WA", PRODUCTION) == (
        875 + 579 + 1_810 + 1_941 + 1_651 + 1_892,
        5_500 + 4_286 + 1_271 + 1_139 + 1_233 + 965,
    )
    assert booked(turn, "EL", PRODUCTION) == (0, 0)


@pytest.mark.rule("AC-14-07", "AC-04-14")
def test_a_city_that_eats_food_eats_double_in_its_off_season() -> None:
    world = quiet_world()
    city = next(one for one in world.centers.values() if one.type == "City" and world.region_of(one.area) == 2)
    city.food, city.gold, city.owner = -4_000, 20_000, "WA"
    assert yield_of(world, city) == (-8_000, 10_000)
    world.turn = 2
    assert yield_of(world, city) == (-4_000, 20_000)


@pytest.mark.rule("AC-21-23", "AC-21-24")
def test_a_siege_halves_production_and_then_stops_it() -> None:
    world = quiet_world()
    world.turn = 2
    town = center(world, "JM", owner="WA", food=2_317, gold=8_573)
    besieger = put_group(world, "1SO", "JM", 4, siege=Siege("JM", 1))
    assert yield_of(world, town) == (1_158, 4_286)
    besieger.siege = Siege("JM", 2)
    assert yield_of(world, town) == (0, 0)


@pytest.mark.rule("AC-14-04", "AC-04-12", "AC-04-13", "AC-04-16")
def test_food_and_gold_and_walls_of_a_kind_of_center_lie_in_its_range() -> None:
    ranges = {row["type"]: row for row in TABLES.content.rows("pc_ranges")}
    means = {}
    for kind, row in ranges.items():
        some = [one for one in TABLES.centers.values() if ("Capital" if one.capital else one.type) == kind]
        means[kind] = sum(one.gold for one in some) / len(some)
        for one in some:
            region = TABLES.regions[TABLES.areas[one.area].region]
            assert int(row["census_low"]) <= one.census <= int(row["census_high"]), one
            factor = 1.0 if kind == "Capital" else region.gold_factor
            assert int(row["gold_low"]) * factor - 1 <= one.gold <= int(row["gold_high"]) * factor + 1, one
            assert int(row["defense_low"]) <= one.base_defense <= int(row["defense_high"]) * 1.15 + 1, one
    assert 2.5 <= means["City"] / means["Town"] <= 3.5


@pytest.mark.rule("AC-04-15", "AC-04-19")
def test_villages_bring_about_three_quarters_of_the_food() -> None:
    food = {kind: sum(max(one.food, 0) for one in TABLES.centers.values() if one.type == kind) for kind in ("Town", "Village")}
    assert 0.70 <= food["Village"] / (food["Town"] + food["Village"]) <= 0.80
    assert all(one.food < 0 for one in TABLES.centers.values() if one.type == "City")


@pytest.mark.rule("AC-14-05")
def test_regions_differ_in_what_they_bring() -> None:
    assert {one.food_factor for one in TABLES.regions.values()} == {0.9, 1.0, 1.1}
    assert {one.gold_factor for one in TABLES.regions.values()} == {0.9, 1.0, 1.1}


@pytest.mark.rule("AC-04-06")
def test_without_centers_nothing_comes_in() -> None:
    world = quiet_world()
    for one in world.centers_of("WA"):
        one.owner = ""
    assert booked(play(world, until="195"), "WA", PRODUCTION) == (0, 0)


@pytest.mark.rule("AC-14-13")
def test_a_fifth_of_the_food_spoils_and_no_gold() -> None:
    """The ledger of the example report: of 17,748 food 3,549 spoil."""
    world = new_world()
    warlock = world.kingdoms["WA"]
    warlock.food, warlock.gold = 17_748, 14_394
    for one in world.centers_of("WA"):
        one.owner = ""
    for group in world.groups_of("WA"):
        group.area, group.brigades = "", {}
    turn = play(world)
    assert booked(turn, "WA", SPOILAGE) == (-3_549, 0)
    (ledger,) = told(turn, "ledger", "WA")
    assert ledger["after"] == [14_199, 14_394]


@pytest.mark.rule("AC-04-35")
def test_all_kings_hear_once_of_a_center_rich_in_gold() -> None:
    world = quiet_world()
    center(world, "KP", gold=35_001)
    assert told(play(world), "rich-center", "EL") == [{"area": "KP", "name": world.centers["KP"].name, "owner": "WA"}]
    assert told(play(world), "rich-center") == []


# --- upkeep, hunger, morale -------------------------------------------------------------------------------------------


def alone(world: World, **more: Any) -> World:
    """Turn 2, with WA's two brigades in group 1 in a tolerant region, and no centers."""
    world.turn = 2
    for one in world.centers_of("WA"):
        one.owner = ""
    for group in world.groups_of("WA"):
        group.area, group.brigades = "", {}
    put_group(world, "1WA", "KQ", 2, **more)
    world.kingdoms["WA"].reactions[5] = "Tolerant"
    return world


@pytest.mark.rule("AC-04-08", "AC-06-88")
def test_groups_are_fed_and_paid_each_turn() -> None:
    world = alone(quiet_world())
    turn = play(world)
    assert booked(turn, "WA", CONSUMPTION) == (-4_000, -4_000)
    assert world.groups["1WA"].morale == 100


@pytest.mark.parametrize(
    ("order", "lacking", "lost", "taken"),
    [
        pytest.param("225 1WA", "", 10, (0, -4_000), marks=pytest.mark.rule("AC-06-89", "AC-04-11")),
        pytest.param("230 1WA", "", 6, (-4_000, 0), marks=pytest.mark.rule("AC-06-90", "AC-04-11")),
        pytest.param("", "food", 10, (0, -4_000), marks=pytest.mark.rule("AC-06-89")),
        pytest.param("", "gold", 6, (-4_000, 0), marks=pytest.mark.rule("AC-06-90")),
    ],
)
def test_what_hunger_and_want_of_pay_cost(order: str, lacking: str, lost: int, taken: tuple[int, int]) -> None:
    world = alone(quiet_world())
    if lacking:
        setattr(world.kingdoms["WA"], lacking, 3_999)
    turn = play(world, {"WA": order} if order else {})
    assert booked(turn, "WA", CONSUMPTION) == taken
    assert world.groups["1WA"].morale == 100 - lost


@pytest.mark.rule("AC-06-96")
def test_hunger_of_more_turns_wears_a_group_down_but_not_what_eats_nothing() -> None:
    world = alone(quiet_world())
    put_group(world, "2WA", "KQ", 1, "SN")
    world.kingdoms["WA"].food = 0
    worn = []
    for _ in range(3):
        play(world, {"WA": "225 1WA"})
        worn.append(world.groups["1WA"].attrition)
    assert worn == [0, 10, 25]
    assert (world.groups["2WA"].attrition, world.groups["2WA"].unfed) == (0, 0)


@pytest.mark.rule("AC-06-95")
def test_a_group_worn_beyond_bearing_loses_a_brigade_and_the_rest_is_fuller() -> None:
    world = alone(quiet_world(), attrition=65.0, unfed=1)
    play(world, {"WA": "225 1WA"})
    group = world.groups["1WA"]
    assert (group.brigades, group.attrition) == ({"WA": 1}, 50.0)  # a quarter of two brigades is half of one


@pytest.mark.rule("AC-06-91", "AC-06-97")
def test_morale_and_attrition_multiply_the_value() -> None:
    world = alone(quiet_world())
    group = world.groups["1WA"]
    group.leaders = []
    assert value_vs_center(world, group) == 4_884  # 2 x 2,442; a 1st group has its bonus in battle alone
    group.morale, group.attrition = 80, 25
    assert value_vs_center(world, group) == 2_930


@pytest.mark.parametrize(
    ("reaction", "before", "after"),
    [
        pytest.param("Friendly", 100, 102, marks=pytest.mark.rule("AC-06-93")),
        pytest.param("Friendly", 119, 120, marks=pytest.mark.rule("AC-06-94")),
        pytest.param("Friendly", 131, 131, marks=pytest.mark.rule("AC-06-94")),
        pytest.param("Tolerant", 100, 100, marks=pytest.mark.rule("AC-06-93")),
        pytest.param("Hostile", 100, 97, marks=pytest.mark.rule("AC-06-92")),
    ],
)
def test_the_mood_of_a_region_tells_on_the_morale(reaction: str, before: int, after: int) -> None:
    world = alone(quiet_world(), morale=before)
    world.kingdoms["WA"].reactions[5] = reaction
    play(world)
    assert world.groups["1WA"].morale == after


def test_trolls_mend_while_they_are_fed() -> None:
    world = quiet_world()
    put_group(world, "1TR", world.groups["1TR"].area, 2, attrition=7.5)
    play(world, until="247")
    assert world.groups["1TR"].attrition == 2.5


def test_a_dissolved_brigade_fills_the_others() -> None:
    world = alone(quiet_world(), attrition=20.0)
    world.groups["1WA"].brigades = {"WA": 3, "RE": 1}
    play(world, {"WA": "235 1WA RE"}, until="235")
    group = world.groups["1WA"]
    assert (group.brigades, group.attrition) == ({"WA": 3}, 0)  # 4 x 0.8 brigades of men are more than 3
    assert problem(world, "WA", "235 1WA VE").remedy == "It has WA."


# --- reinforcements ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-16-03", "AC-16-06", "AC-16-08", "AC-16-09", "AC-16-10", "AC-16-13", "AC-04-25")
def test_reinforcements_join_the_lowest_group_at_the_capital_and_eat_at_once() -> None:
    world = quiet_world()
    world.turn = 5
    for number, area in ((1, "KL"), (2, "KP"), (3, "KP")):
        put_group(world, f"{number}WA", area, 1)
    turn = play(world, until="247")
    assert [world.groups[f"{number}WA"].brigades for number in (1, 2, 3)] == [{"WA": 1}, {"WA": 2}, {"WA": 1}]
    assert booked(turn, "WA", CONSUMPTION) == (-8_000, -8_000)
    assert booked(turn, "WA", ORDERS) == (0, 0)


@pytest.mark.rule("AC-16-02", "AC-16-05", "AC-16-01")
def test_number_and_time_of_reinforcements_differ_by_kingdom() -> None:
    rows = TABLES.kingdoms.values()
    assert {one.reinforcement_turns for one in rows} == {(5, 10, 15, 20, 25), (10, 20)}
    assert {one.reinforcement_brigades for one in rows} == {1, 2}


@pytest.mark.rule("AC-16-11", "AC-16-07")
def test_without_a_group_at_the_capital_they_are_lost() -> None:
    world = quiet_world()
    world.turn = 5
    for number in (1, 2, 3, 4):
        put_group(world, f"{number}WA", "KL", 1)
    turn = play(world, until="246")
    (lost,) = told(turn, "reinforcements-lost", "WA")
    assert lost["why"] == "no group at the capital"


@pytest.mark.rule("AC-16-12")
def test_an_inactive_group_with_the_lowest_number_receives_them() -> None:
    world = quiet_world()
    world.turn = 5
    put_group(world, "1WA", "", leaders=[], wizards=[]).brigades = {}
    put_group(world, "2WA", "KP", 1)
    play(world, until="246")
    assert (world.groups["1WA"].area, world.groups["1WA"].brigades) == ("KP", {"WA": 1})


@pytest.mark.rule("AC-16-14", "AC-16-15", "AC-07-09")
def test_at_a_capital_in_the_water_they_need_ships() -> None:
    world = quiet_world()
    world.turn = 5
    sea = next(area for area, one in sorted(TABLES.areas.items()) if one.sea)
    letter = TABLES.sea_letters[TABLES.areas[sea].sea]
    underworld = world.kingdoms["UN"]
    underworld.capital, underworld.fleets = sea, {}
    for group in world.groups_of("UN"):
        group.area, group.brigades = "", {}
    put_group(world, "2UN", sea, 1)
    underworld.fleets[letter] = Fleet(1, 14)
    assert told(play(world, until="246"), "reinforcements-lost", "UN")[0]["why"] == "too few ships at the capital"
    world.turn = 5
    underworld.fleets[letter] = Fleet(2, 14)
    play(world, until="246")
    assert world.groups["1UN"].brigades == {"UN": 1}


# --- recruits ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-17-01", "AC-17-03", "AC-17-07", "AC-17-08", "AC-17-09")
def test_a_recruited_brigade_costs_its_town_people_and_production() -> None:
    world = quiet_world()
    town = center(world, "KP", census=30_000, food=3_500, gold=11_000)
    put_group(world, "3WA", "KP", 2)
    turn = play(world, {"WA": "560 3WA"}, until="560")
    assert (town.census, town.food, town.gold) == (27_000, 2_500, 10_000)
    assert booked(turn, "WA", ORDERS) == (-3_000, -7_000)
    assert world.groups["3WA"].brigades == {"WA": 2, "RE": 1}


@pytest.mark.rule("AC-17-04")
def test_a_village_gives_no_recruits() -> None:
    world = quiet_world()
    put_group(world, "2WA", "JO", 1)
    one = problem(world, "WA", "560 2WA")
    assert one.why == "2WA stands at a village (JO)."
    assert one.remedy == "Recruits come from a town or city of ours: JM, KP."


@pytest.mark.parametrize(
    ("census", "taken"),
    [
        pytest.param(13_000, True, marks=pytest.mark.rule("AC-17-05")),
        pytest.param(12_999, False, marks=pytest.mark.rule("AC-17-05")),
    ],
)
def test_ten_thousand_people_have_to_stay(census: int, taken: bool) -> None:
    world = quiet_world()
    center(world, "KP", census=census)
    put_group(world, "3WA", "KP", 2)
    turn = play(world, {"WA": "560 3WA"}, until="560")
    assert (world.groups["3WA"].brigades.get("RE") == 1) is taken
    assert bool(failures(turn)) is not taken


@pytest.mark.rule("AC-17-10")
def test_a_third_brigade_of_one_town_makes_it_neutral() -> None:
    world = quiet_world()
    town = center(world, "JM", census=60_000)
    for number in (1, 2, 3):
        put_group(world, f"{number}WA", "JM", 1)
    play(world, {"WA": "560 1WA\n560 2WA"}, until="560")
    assert town.owner == "WA"
    world.turn = 7
    play(world, {"WA": "560 1WA\n560 2WA\n560 3WA"}, until="560")
    assert town.owner == ""


@pytest.mark.rule("AC-04-29", "AC-17-10")
def test_a_capital_gives_no_third_brigade_and_another_center_says_what_it_costs() -> None:
    world = quiet_world()
    center(world, "KP", census=90_000)
    center(world, "JM", census=60_000)
    for number in (1, 2, 3):
        put_group(world, f"{number}WA", "KP", 1)
    letter = "560 1WA\n560 2WA\n560 3WA"
    assert "which a capital does not do" in problem(world, "WA", letter).why
    turn = play(world, {"WA": letter}, until="560")
    assert (world.centers["KP"].owner, world.kingdoms["WA"].capital, len(failures(turn))) == ("WA", "KP", 1)
    for number in (1, 2, 3):
        put_group(world, f"{number}WA", "JM", 1)
    world.turn = 7
    assert "the center rebels and is neutral" in problem(world, "WA", letter).why


@pytest.mark.rule("AC-17-13")
def test_an_inactive_group_recruits_at_the_capital() -> None:
    world = quiet_world()
    play(world, {"WA": "560 4WA"}, until="560")
    assert (world.groups["4WA"].area, world.groups["4WA"].brigades) == ("KP", {"RE": 1})


@pytest.mark.rule("AC-17-02", "AC-17-11")
def test_recruits_of_all_kingdoms_are_the_same_and_fight_at_three_quarters() -> None:
    raw, trained = TABLES.brigades[TABLES.brigade_of_order(560)], TABLES.brigades[TABLES.brigade_of_order(550)]
    for name in ("infantry_value", "cavalry_value", "archer_value", "charge", "melee", "value_vs_pc"):
        assert getattr(raw, name) == pytest.approx(0.75 * getattr(trained, name), abs=1.5)


@pytest.mark.rule("AC-17-12")
def test_training_turns_recruits_into_veterans() -> None:
    world = quiet_world()
    put_group(world, "3WA", "KP", 2, "RE")
    turn = play(world, {"WA": "550 3WA 1"}, until="550")
    assert world.groups["3WA"].brigades == {"RE": 1, "VE": 1}
    assert booked(turn, "WA", ORDERS) == (-3_000, -4_000)


# --- improvements -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "name", "by", "people"),
    [
        pytest.param("600 KP D 2", "defense", 2_000, -1_000, marks=pytest.mark.rule("AC-04-33")),
        pytest.param("600 KP F", "food", 1_000, 500, marks=pytest.mark.rule("AC-04-10", "AC-14-06")),
        pytest.param("600 KP G 3", "gold", 3_000, 1_500, marks=pytest.mark.rule("AC-04-10", "AC-14-06")),
    ],
)
def test_a_center_is_improved_by_thousands(order: str, name: str, by: int, people: int) -> None:
    world = quiet_world()
    before = (getattr(world.centers["KP"], name), world.centers["KP"].census)
    turn = play(world, {"WA": order}, until="600")
    assert (getattr(world.centers["KP"], name), world.centers["KP"].census) == (before[0] + by, before[1] + people)
    assert booked(turn, "WA", ORDERS) == (-3 * by, -4 * by)


def test_more_than_three_thousand_is_answered_with_what_is_possible() -> None:
    one = problem(quiet_world(), "WA", "600 KP D 4")
    assert (one.why, one.paste) == ("At most 3 at a time.", "600 KP D 3")


def test_dwarven_defenses_are_for_dwarves() -> None:
    one = problem(quiet_world(), "WA", "599 KP")
    assert one.why == "599 is an order of the Dwarven alone."
    assert one.remedy == "To raise the walls use 600, the area, D and 1 to 3."
    world = quiet_world()
    area = world.kingdoms["DW"].capital
    before = world.centers[area].defense
    turn = play(world, {"DW": f"599 {area}\n599 {area}"}, until="599")
    assert world.centers[area].defense == before + 4_000
    assert len(failures(turn)) == 1


@pytest.mark.rule("AC-04-23")
def test_a_taxed_center_pays_twice_and_is_neutral() -> None:
    world = quiet_world()
    before = play(quiet_world(), until="240")
    turn = play(world, {"WA": "240 JM"}, until="240")
    gold = yield_of(world, world.centers["JM"])[1]
    assert world.centers["JM"].owner == ""
    assert booked(turn, "WA", PRODUCTION)[1] == booked(before, "WA", PRODUCTION)[1] + gold
    assert problem(quiet_world(), "WA", "240 KP").why == "The capital cannot be taxed so."


@pytest.mark.parametrize(
    ("spell", "name", "by"),
    [
        pytest.param(601, "defense", 2_000, marks=pytest.mark.rule("AC-04-34")),
        pytest.param(602, "food", 2_500, marks=pytest.mark.rule("AC-04-34")),
        pytest.param(603, "gold", 2_500, marks=pytest.mark.rule("AC-04-34")),
        (610, "census", 2_500),
    ],
)
def test_spells_raise_the_center_where_the_wizard_is(spell: int, name: str, by: int) -> None:
    world = quiet_world()
    world.groups["1WA"].wizards[0].power = 4
    before = getattr(world.centers["KP"], name)
    play(world, {"WA": f"{spell} 1WA RE"}, until=str(spell))
    assert getattr(world.centers["KP"], name) == before + by


def test_food_and_gold_are_created_by_power() -> None:
    world = quiet_world()
    turn = play(world, {"WA": "208 1WA RE\n209 1WA OL"}, until="209")
    assert booked(turn, "WA", LATE) == (3 * 2_000, 2 * 2_000)


def test_upkeep_of_summoned_brigades() -> None:
    world = quiet_world()
    group = put_group(world, "2WA", "KQ", 1, "MO")
    assert upkeep(world, group) == (2_000, 0)
    assert season(TABLES, 12) == "Summer"
