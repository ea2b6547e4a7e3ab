"""Sea power, and groups carried by ship: orders 245, 710, 715, 748, spells 660, 661, 708 (AC-07, AC-18, rulings 30 and 32)."""

from __future__ import annotations

import pytest

from postern.rulesets.alamaze.rules.sea import rating, room_at, ships_needed
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world.records import Fleet, Leader, Wizard, World
from tests.rules.alamaze.build import failures, give, new_world, problem, put_group, quiet_world, told


def at_sea(**fleets: int) -> World:
    """A quiet world in which the Warlock has so many fleets of quality 12 in these seas, and no group stands on the water."""
    world = quiet_world()
    world.kingdoms["WA"].fleets = {sea: Fleet(number, 12) for sea, number in fleets.items() if number}
    return world


def sail(world: World, text: str, seed: str = "tests") -> Turn:
    return give(world, {"WA": text}, seed, until="745")


@pytest.mark.rule("AC-07-02", "AC-07-05")
def test_sea_power_is_rated_in_each_of_four_seas() -> None:
    tables = edition("classic")
    names = [one.sea for one in tables.seas.values()]
    assert len(names) == 4
    assert {"Sea of Foreboding", "Sea of Terror"} < set(names)
    world = at_sea(F=2)
    assert [rating(world.kingdoms["WA"], letter) for letter in tables.seas] == [0, 2, 0, 0]


@pytest.mark.rule("AC-07-01", "AC-07-06")
def test_kingdoms_start_with_fleets_and_a_quality() -> None:
    world = new_world()
    assert world.kingdoms["UN"].fleets == {"M": Fleet(3, 14)}
    assert world.kingdoms["WA"].fleets == {"D": Fleet(1, 12)}
    assert world.kingdoms["BL"].fleets == {}


@pytest.mark.parametrize(
    ("brigades", "start", "path", "sails"),
    [
        pytest.param(2, "LN", "LM LL LK LJ", True, id="two brigades over the Sea of Foreboding"),
        pytest.param(3, "LN", "LM LL LK LJ", False, id="three are too many"),
        pytest.param(0, "LN", "LM LL LK LJ", True, id="a patrol"),
        pytest.param(1, "BI", "BJ AJ", False, id="not onto the Sea of Terror"),
        pytest.param(0, "BI", "BJ AJ", False, id="not even a patrol"),
    ],
)
@pytest.mark.rule("AC-07-03", "AC-07-04", "AC-07-08", "AC-18-19", "AC-18-21")
def test_ships_for_each_brigade_are_needed(brigades: int, start: str, path: str, sails: bool) -> None:
    world = at_sea(F=2)
    group = put_group(world, "1WA", start, brigades)
    if not brigades:
        group.brigades = {}
    turn = sail(world, f"710 1WA {path}")
    assert group.area == (path.split()[-1] if sails else start)
    assert bool(failures(turn)) is not sails


@pytest.mark.rule("AC-18-21")
def test_without_ships_the_group_does_not_even_go_to_the_coast() -> None:
    world = at_sea(F=2)
    group = put_group(world, "1WA", "LO", 3)
    turn = sail(world, "710 1WA LN LM")
    assert group.area == "LO"
    assert failures(turn) == ["3 brigades need 3 fleets in the Sea of Foreboding; we have 2."]


@pytest.mark.rule("AC-18-24")
def test_the_same_ships_carry_several_groups() -> None:
    world = at_sea(F=3)
    one, two = put_group(world, "1WA", "LN", 3), put_group(world, "2WA", "LN", 2)
    sail(world, "710 1WA LM LL LK LJ\n710 2WA LM LL LK LJ")
    assert (one.area, two.area) == ("LJ", "LJ")


@pytest.mark.parametrize(("morale", "end", "after"), [(100, "KJ", 93), (99, "LJ", 99)])
@pytest.mark.rule("AC-18-14", "AC-18-15")
def test_a_way_by_sea_costs_points_too(morale: float, end: str, after: float) -> None:
    """Three areas of the sea and the plains of LJ and KJ: 25 points."""
    world = at_sea(F=3)
    group = put_group(world, "1WA", "LN", 3, morale=morale)
    sail(world, "710 1WA LM LL LK LJ KJ")
    assert (group.area, group.morale) == (end, after)


@pytest.mark.rule("AC-18-17", "AC-18-18")
def test_one_sea_order_stops_at_the_first_center() -> None:
    """LJ is a town."""
    for order, end in (("715", "LJ"), ("710", "KJ")):
        world = at_sea(F=3)
        group = put_group(world, "1WA", "LM", 3)
        sail(world, f"{order} 1WA LL LK LJ KJ")
        assert group.area == end


def test_a_sea_order_needs_water() -> None:
    world = at_sea(F=3)
    put_group(world, "1WA", "MN", 3)
    one = problem(world, "WA", "710 1WA MO MP")
    assert (one.why, one.paste) == ("There is no water on this way.", "720 1WA MO MP")


@pytest.mark.rule("AC-18-25")
def test_ships_on_patrol_carry_nobody() -> None:
    world = at_sea(F=3)
    group = put_group(world, "1WA", "LN", 3)
    turn = sail(world, "705 F\n710 1WA LM LL")
    assert group.area == "LN"
    assert failures(turn) == ["Our fleets in the Sea of Foreboding are on patrol (705); they carry nobody this turn."]


# --- ships of mist, storms -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("power", "brigades", "end"), [(2, 2, "LJ"), (2, 3, "LN"), (3, 3, "LJ"), (1, 1, "LN")])
def test_ships_of_mist_carry_a_brigade_for_each_power(power: int, brigades: int, end: str) -> None:
    world = at_sea()
    group = put_group(world, "1WA", "LN", brigades, wizards=[Wizard("RE", "Rebern", power)])
    sail(world, "708 1WA RE LM LL LK LJ")
    assert (group.area, group.morale) == (end, 100)


def test_ships_of_mist_end_on_land() -> None:
    world = at_sea()
    group = put_group(world, "1WA", "LO", 1, wizards=[Wizard("RE", "Rebern", 2)])
    assert "LM is water" in problem(world, "WA", "708 1WA RE LN LM").why
    turn = sail(world, "708 1WA RE LN LM LL LK LJ")
    assert group.area == "LN"
    assert told(turn, "sailed", "WA")[0]["points"] == "5"


@pytest.mark.parametrize("calm", [False, True])
def test_no_ship_sails_into_a_storm(calm: bool) -> None:
    world = at_sea(F=3)
    group = put_group(world, "1WA", "LO", 3)
    put_group(world, "1SO", "LN", 1, wizards=[Wizard("ZA", "Zarl", 5)])
    put_group(world, "1EL", "LO", 1, wizards=[Wizard("EN", "Enor", 5)])
    letters = {"WA": "710 1WA LN LM LL", "SO": "660 1SO ZA F LL"} | ({"EL": "661 1EL EN F LL"} if calm else {})
    give(world, letters, until="710")
    assert group.area == ("LL" if calm else "LO")


def test_a_storm_stops_dragons_but_no_ship_of_mist() -> None:
    world = at_sea()
    mist = put_group(world, "1WA", "LN", 2, wizards=[Wizard("RE", "Rebern", 2)])
    dragons = put_group(world, "1BL", "LN", 2)
    put_group(world, "1SO", "LO", 1, wizards=[Wizard("ZA", "Zarl", 5)])
    letters = {"WA": "708 1WA RE LM LL LK LJ", "BL": "720 1BL LM LL LK LJ", "SO": "660 1SO ZA F LL"}
    give(world, letters, until="720")
    assert (mist.area, dragons.area) == ("LJ", "LM")


@pytest.mark.parametrize(("power", "at_least", "at_most"), [(5, 40, 40), (4, 22, 38), (3, 12, 28)])
def test_a_weaker_wizard_calms_a_storm_less_often(power: int, at_least: int, at_most: int) -> None:
    """75 percent a level lower, 50 percent two levels lower: of 40 tries 30 and 20."""
    calmed = 0
    for seed in range(40):
        world = at_sea()
        put_group(world, "1SO", "LN", 1, wizards=[Wizard("ZA", "Zarl", 5)])
        put_group(world, "1EL", "LO", 1, wizards=[Wizard("EN", "Enor", power)])
        turn = give(world, {"SO": "660 1SO ZA F LL", "EL": "661 1EL EN F LL"}, str(seed), until="661")
        calmed += bool(told(turn, "storm-calmed", "EL"))
    assert at_least <= calmed <= at_most


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("660 1WA RE F LO", "LO is no area of the Sea of Foreboding."),
        ("660 1WA RE T LM", "LM is no area of the Sea of Terror."),
        ("660 1WA RE F LK", "LK is 4 areas from 1WA; the limit is 3."),
    ],
)
def test_where_no_storm_can_be_called(text: str, why: str) -> None:
    world = at_sea()
    put_group(world, "1WA", "LO", 1, wizards=[Wizard("RE", "Rebern", 5)])
    assert problem(world, "WA", text).why == why


# --- ships at the end of the turn ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-07-03", "AC-07-08", "AC-07-11")
def test_who_has_no_ships_at_the_end_of_the_turn_drowns_the_last_group_first() -> None:
    """Three ships for 3 + 2 brigades and a patrol: the two of 2WA and one of 1WA go, not the patrol."""
    world = at_sea(F=3)
    one = put_group(world, "1WA", "LM", 3)
    two = put_group(world, "2WA", "LL", 2)
    patrol = put_group(world, "3WA", "LK", leaders=[Leader("Zarth", "Captain")])
    patrol.brigades = {}
    turn = give(world)
    assert (one.size, two.size, [leader.name for leader in patrol.leaders]) == (2, 0, ["Zarth"])
    assert [(found["group"], found["brigades"]) for found in told(turn, "drowned", "WA")] == [("2WA", 2), ("1WA", 1)]


@pytest.mark.rule("AC-07-11")
def test_half_of_the_figures_of_a_drowned_group_die() -> None:
    drowned = 0
    for seed in range(60):
        world = at_sea()
        group = put_group(
            world, "1WA", "LM", 1, leaders=[Leader("Drlas", "General")], wizards=[Wizard("RE", "Rebern", 1, "lich")]
        )
        give(world, seed=str(seed), until="899.4")
        assert ([one.code for one in group.wizards], group.size) == (["RE"], 0)
        drowned += not group.leaders
    assert 18 <= drowned <= 42


def test_a_group_that_drowns_whole_is_inactive_and_its_artifacts_are_lost() -> None:
    world = at_sea()
    group = put_group(world, "3WA", "LM", 1, artifacts=["CHAMP"])
    give(world, until="899.4")
    assert (group.area, world.lost_artifacts) == ("", {"CHAMP": "LM"})


def test_dragons_over_the_water_need_no_ships() -> None:
    world = quiet_world()
    group = put_group(world, "1BL", "LM", 2)
    give(world)
    assert (group.area, group.size, ships_needed(world, "BL", "F")) == ("LM", 2, 0)


# --- selling and building --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "left", "gold"), [(1, 4, 6_000), (3, 2, 18_000), (4, 5, 0)])
@pytest.mark.rule("AC-07-12")
def test_only_spare_ships_are_sold(number: int, left: int, gold: int) -> None:
    """Of five fleets of quality 12.0 two carry 1WA. A fleet brings 12 x 500 gold."""
    world = at_sea(F=5)
    put_group(world, "1WA", "LM", 2)
    give(world, {"WA": f"245 F {number}"}, until="245")
    assert (rating(world.kingdoms["WA"], "F"), world.kingdoms["WA"].gold - 500_000) == (left, gold)
    assert world.groups["1WA"].size == 2


@pytest.mark.rule("AC-07-12")
def test_ships_of_a_patrol_at_sea_are_not_sold() -> None:
    world = at_sea(F=1)
    put_group(world, "1WA", "LM").brigades = {}
    one = problem(world, "WA", "245 F 1")
    assert one.why == "Of our 1 fleets in the Sea of Foreboding groups at sea need 1; 0 can be sold."


@pytest.mark.parametrize(
    ("before", "text", "number", "quality", "price"),
    [
        pytest.param(None, "748 F 8000 3 LN LM", 3, 12.0, 24_000, id="the first cost 8,000 at the kingdom's quality"),
        pytest.param((2, 12.0), "748 F 6000 1 LN LM", 3, 11.3, 6_000, id="two of 12.0 and one of 10.0"),
        pytest.param((1, 12.0), "748 F 10000 1 LN LM", 2, 13.0, 10_000, id="12.0 and 14.0"),
        pytest.param((1, 16.0), "748 F 16000 2 LN LM", 3, 16.0, 32_000, id="never above 16"),
        pytest.param((1, 12.0), "748 F 4000 1 LN MM", 2, 10.0, 4_000, id="12.0 and 8.0"),
    ],
)
@pytest.mark.rule("AC-07-06")
def test_fleets_are_built(before: tuple[int, float] | None, text: str, number: int, quality: float, price: int) -> None:
    world = at_sea()
    kingdom = world.kingdoms["WA"]
    kingdom.fleets = {"F": Fleet(*before)} if before else {}
    world.centers["LN"].owner = "WA"
    give(world, {"WA": text}, until="748")
    assert (kingdom.fleets["F"], 500_000 - kingdom.gold) == (Fleet(number, quality), price)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("748 F 9000 1 LN LM", "The first fleets in a sea cost 8,000 gold each."),
        ("748 F 8000 4 LN LM", "One to 3 fleets can be built in a sea and turn; 0 are, 4 are ordered."),
        ("748 F 8000 1 KP LM", "LM is not beside KP."),
        ("748 F 8000 1 LN LO", "LO is no area of the Sea of Foreboding."),
        ("748 F 8000 1 MP LM", "We have no center at MP."),
        ("748 D 3000 1 LN TX", "TX is no area of the Drowning Sea."),
        ("748 D 3000 1 LW LV", "A fleet costs 4,000 to 16,000 gold, not 3,000."),
        ("748 D 8000 3 LW LV\n748 D 8000 1 LW LV", "One to 3 fleets can be built in a sea and turn; 3 are, 1 are ordered."),
        ("748 T 8000 1 BI BJ", "A kingdom has at most 12 fleets in a sea; we have 12."),
    ],
)
def test_what_cannot_be_built(text: str, why: str) -> None:
    world = at_sea(D=1, T=12)
    world.centers["LN"].owner = "WA"
    for area in ("LW", "BI"):
        world.centers[area] = world.centers.pop("JM" if area == "LW" else "JO")
        world.centers[area].area = area
    assert problem(world, "WA", text).why == why


def test_dragons_build_no_ships() -> None:
    assert problem(quiet_world(), "BL", "748 F 8000 1 LN LM").why == "Our people build no ships; they fly."


@pytest.mark.rule("AC-07-10")
def test_new_fleets_are_there_after_reinforcements_and_moves() -> None:
    """Reinforcements come at 246, moves at 710, and fleets at 748 only."""
    world = at_sea()
    world.centers["LN"].owner = "WA"
    group = put_group(world, "1WA", "LN", 1)
    turn = give(world, {"WA": "748 F 8000 1 LN LM\n710 1WA LM"}, until="745")
    assert (rating(world.kingdoms["WA"], "F"), group.area) == (0, "LN")
    assert failures(turn) == ["A brigade needs a fleet in the Sea of Foreboding; we have none."]


def test_the_room_on_the_water_is_what_ships_are_left() -> None:
    world = at_sea(F=3)
    put_group(world, "1WA", "LM", 2)
    assert (room_at(world, "WA", "LL"), room_at(world, "WA", "LN"), room_at(world, "WA", "AJ")) == (1, None, 0)
