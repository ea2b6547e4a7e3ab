"""Groups: their names, sizes, and what they give each other by orders 699 to 702 and 740 to 743 (AC-06, ruling 79)."""

from __future__ import annotations

import pytest

from postern.rulesets.alamaze.rules.groups import group_name, size_word, value_in, value_vs_center
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world.records import Leader, Wizard, World
from tests.rules.alamaze.build import failures, give, new_world, problem, put_group, quiet_world, told


def run(world: World, text: str) -> Turn:
    return give(world, {"WA": text}, until="745")


def two_groups() -> World:
    """1WA with four brigades, a General, a Captain and two wizards, and 2WA with two, in one area; 4WA is inactive."""
    world = quiet_world()
    leaders = [Leader("Drlas", "General"), Leader("Herik", "Captain")]
    wizards = [Wizard("RE", "Rebern", 3), Wizard("OL", "Olbern", 2)]
    put_group(world, "1WA", "MN", 4, leaders=leaders, wizards=wizards)
    put_group(world, "2WA", "MN", 2, leaders=[Leader("Gamir", "Captain")], wizards=[], morale=70, attrition=30)
    return world


@pytest.mark.rule("AC-06-01", "AC-06-03", "AC-06-04", "AC-06-05", "AC-06-06", "AC-06-07")
def test_groups_are_named_and_coded_by_number() -> None:
    world = new_world()
    for code, kingdom in world.kingdoms.items():
        own = world.groups_of(code)
        assert [one.id for one in own] == [f"{number}{code}" for number in (1, 2, 3, 4)]
        assert not any(hasattr(kingdom, name) for name in ("brigades", "leaders", "wizards"))
    assert [group_name(world, one) for one in world.groups_of("WA")] == [
        "1st Warlock",
        "2nd Warlock",
        "3rd Warlock",
        "4th Warlock",
    ]


@pytest.mark.rule("AC-06-08")
def test_orders_take_the_id_and_not_the_name() -> None:
    for text in ("720 4th_Warlock MO", "740 2nd Warlock 1WA"):
        problem(quiet_world(), "WA", text)


@pytest.mark.rule("AC-06-03")
def test_there_is_no_fifth_group() -> None:
    world = two_groups()
    put_group(world, "4WA", "MN", 1)
    assert problem(world, "WA", "702 1WA 5WA WA 1").why == "5WA is no group of ours."
    assert problem(world, "WA", "702 1WA 4WA WA 1").why == "4WA is active already."


@pytest.mark.parametrize(
    ("brigades", "word"),
    [
        pytest.param(0, "Patrol", marks=pytest.mark.rule("AC-06-19")),
        pytest.param(1, "Brigade", marks=pytest.mark.rule("AC-06-25")),
        pytest.param(2, "Brigade", marks=pytest.mark.rule("AC-06-25")),
        pytest.param(3, "Division", marks=pytest.mark.rule("AC-06-28")),
        pytest.param(5, "Division", marks=pytest.mark.rule("AC-06-28")),
        pytest.param(6, "Army", marks=pytest.mark.rule("AC-06-29")),
        pytest.param(10, "Army", marks=pytest.mark.rule("AC-06-29")),
        pytest.param(11, "Army Group", marks=pytest.mark.rule("AC-06-30")),
        pytest.param(30, "Army Group", marks=pytest.mark.rule("AC-06-30")),
    ],
)
def test_size_words(brigades: int, word: str) -> None:
    assert size_word(edition("classic"), brigades) == word


@pytest.mark.rule("AC-06-15")
def test_there_are_four_kinds_of_troops_of_each_arm() -> None:
    tables = edition("classic")
    arms = [row["arm"] for row in tables.content.rows("decided_troop_values")]
    assert {arm: arms.count(arm) for arm in arms} == {"infantry": 4, "cavalry": 4, "archers": 4}
    stages = [row["value_used"] for row in tables.content.rows("combat_stages") if row["battle"] == "group vs group"]
    assert {"long_missile", "charge", "melee"} < set(stages)


@pytest.mark.rule("AC-06-26", "AC-06-35", "AC-06-36")
def test_brigades_differ_by_kingdom_and_veterans_are_two_thousand() -> None:
    tables = edition("classic")
    veterans = tables.brigades["VE"]
    arms = ("li", "mi", "hi", "gu", "lc", "mc", "hc", "ec", "sk", "ar", "xa", "ha")
    assert sum(getattr(veterans, f"men_{arm}") for arm in arms) == 2_000
    kinds = [tables.brigades[code] for code in tables.kingdoms]
    mixtures = {(*(getattr(one, f"men_{arm}") for arm in arms), one.men_special) for one in kinds}
    assert len(mixtures) == len(tables.kingdoms) == 15


@pytest.mark.rule("AC-06-27", "AC-06-37")
def test_three_weak_brigades_can_be_less_than_a_strong_one() -> None:
    """Against centers 3 x 1,760 is less than 6,190. On plains a brigade of Giants has 6,190 with an advantage of a tenth, three
    of the Underworld in a forest 3 x (1,232 + 528/2)."""
    world = new_world()
    strong = put_group(world, "2GI", "MN", 1, leaders=[])
    weak = put_group(world, "2UN", "MN", 3, leaders=[])
    assert (value_vs_center(world, weak), value_vs_center(world, strong)) == (5_280, 6_190)
    assert (value_in(world, weak, "Forest"), value_in(world, strong, "Plains")) == (4_488, 6_809)


@pytest.mark.rule("AC-06-12", "AC-06-14")
def test_brigades_go_over_and_morale_becomes_the_mean() -> None:
    """Two brigades of morale 70 and attrition 30 and one of 100 and 0: (2 x 70 + 100) / 3 = 80 and (2 x 30 + 0) / 3 = 20."""
    world = two_groups()
    turn = run(world, "700 1WA 2WA WA 1")
    one, two = world.groups["1WA"], world.groups["2WA"]
    assert (one.brigades, two.brigades) == ({"WA": 3}, {"WA": 3})
    assert (one.morale, two.morale, two.attrition) == (100, 80, 20)
    assert told(turn, "troops-transferred", "WA") == [{"giver": "1WA", "taker": "2WA", "area": "MN", "moved": ["1 WA"]}]


def test_a_transfer_of_troops_ends_an_ambush_and_one_of_figures_does_not() -> None:
    world = two_groups()
    for id in ("1WA", "2WA"):
        world.groups[id].ambush = True
    run(world, "701 1WA 2WA DR")
    assert (world.groups["1WA"].ambush, world.groups["2WA"].ambush) == (True, True)
    run(world, "741 1WA 2WA WA 1")
    assert (world.groups["1WA"].ambush, world.groups["2WA"].ambush) == (False, False)


def test_hungry_brigades_are_hungry_with_a_patrol_too() -> None:
    world = two_groups()
    world.groups["2WA"].brigades = {}
    world.groups["1WA"].unfed = 2
    run(world, "700 1WA 2WA WA 1")
    assert world.groups["2WA"].unfed == 2


@pytest.mark.rule("AC-06-14")
def test_two_kinds_go_over_with_one_order_every_turn() -> None:
    world = two_groups()
    world.groups["1WA"].brigades = {"WA": 2, "RE": 2}
    for text in ("700 1WA 2WA WA 1 RE 1", "741 1WA 2WA RE 1"):
        give(world, {"WA": text}, until="745")
    assert world.groups["2WA"].brigades == {"WA": 3, "RE": 2}
    assert world.groups["1WA"].brigades == {"WA": 1}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("700 1WA 2WA WA 5", "1WA does not have 5 WA."),
        ("700 1WA 2WA RE 1", "1WA does not have 1 RE."),
        ("700 1WA 1WA WA 1", "It names the same group twice."),
        ("700 1WA 3WA WA 1", "1WA stands in MN, 3WA in JO; only groups in one area can give to each other."),
        ("700 1WA 4WA WA 1", "4WA is inactive; it has to be given troops or figures first."),
        ("701 1WA 2WA GA", "1WA has no leader GA."),
        ("701 1WA 2WA - - KE", "1WA has no wizard KE."),
        ("701 1WA 2WA - - - CHAMP", "1WA does not hold CHAMP."),
        ("701 1WA 2WA", "It names no figure and no artifact."),
        ("702 1WA 4WA", "Nothing is given."),
        ("740 2WA 2SO", "Groups of different kingdoms cannot be combined."),
        ("740 2WA 3WA", "2WA stands in MN, 3WA in JO; only groups in one area can give to each other."),
    ],
)
@pytest.mark.rule("AC-06-13")
def test_what_cannot_be_given(text: str, why: str) -> None:
    assert problem(two_groups(), "WA", text).why == why


@pytest.mark.rule("AC-06-13")
def test_groups_of_allies_cannot_be_combined_either() -> None:
    world = two_groups()
    world.kingdoms["WA"].declared["EL"] = world.kingdoms["EL"].declared["WA"] = "A"
    elven = put_group(world, "1EL", "MN", 1)
    turn = run(world, "740 1WA 1EL\n700 1WA 1EL WA 1\n701 1WA 1EL DR")
    assert len(failures(turn)) == 3
    assert elven.brigades == {"EL": 1}


def test_a_group_has_at_most_three_kinds_of_brigades() -> None:
    world = two_groups()
    world.groups["1WA"].brigades["SN"] = 1
    world.groups["2WA"].brigades = {"RE": 1, "VE": 1, "GH": 1}
    assert problem(world, "WA", "700 1WA 2WA SN 1").why == "2WA would have more than 3 kinds of brigades."


@pytest.mark.rule("AC-06-14", "AC-06-82")
def test_figures_and_artifacts_change_groups_as_far_as_there_is_room() -> None:
    world = two_groups()
    one, two = world.groups["1WA"], world.groups["2WA"]
    one.artifacts = ["CHAMP"]
    run(world, "701 1WA 2WA DR HE RE 94600")
    assert [leader.name for leader in two.leaders] == ["Gamir", "Drlas", "Herik"]
    assert ([wizard.code for wizard in two.wizards], two.artifacts) == (["RE"], ["CHAMP"])
    one.leaders = [Leader("Zarth", "Captain")]
    turn = run(world, "742 1WA 2WA ZA")
    assert (len(two.leaders), [leader.name for leader in one.leaders]) == (3, ["Zarth"])
    assert "2WA is full" in failures(turn)[0]


def test_a_group_has_at_most_three_wizards() -> None:
    world = two_groups()
    world.groups["2WA"].wizards = [Wizard("AA", "Aaron", 1), Wizard("AB", "Abner", 0), Wizard("AC", "Acker", 0)]
    run(world, "701 1WA 2WA DR - RE")
    assert [one.code for one in world.groups["2WA"].wizards] == ["AA", "AB", "AC"]
    assert [one.name for one in world.groups["2WA"].leaders] == ["Gamir", "Drlas"]


@pytest.mark.parametrize("order", ["699", "702", "743"])
@pytest.mark.parametrize(
    ("columns", "size", "leaders", "wizards"),
    [("WA 1 HE RE", 1, ["Herik"], ["RE"]), ("WA 2", 2, [], []), ("- - - RE", 0, [], ["RE"]), ("- - DR", 0, ["Drlas"], [])],
)
@pytest.mark.rule("AC-06-32", "AC-06-33", "AC-06-19")
def test_an_inactive_group_becomes_active_beside_the_giver(
    order: str, columns: str, size: int, leaders: list[str], wizards: list[str]
) -> None:
    world = two_groups()
    new = world.groups["4WA"]
    assert (new.area, new.patrol) == ("", False)
    run(world, f"{order} 1WA 4WA {columns}")
    assert (new.area, new.size, new.patrol) == ("MN", size, not size)
    assert ([one.name for one in new.leaders], [one.code for one in new.wizards]) == (leaders, wizards)
    assert world.groups["1WA"].size == 4 - size


def test_the_first_split_comes_before_transfers_the_second_before_the_move() -> None:
    world = two_groups()
    run(world, "720 4WA MO\n702 1WA 4WA WA 1\n743 1WA 3WA WA 1")
    assert (world.groups["4WA"].area, world.groups["3WA"].area) == ("MO", "JO")


@pytest.mark.rule("AC-06-34")
def test_a_group_that_gives_all_away_is_inactive() -> None:
    world = two_groups()
    one = world.groups["1WA"]
    one.artifacts = ["CHAMP"]
    one.ambush = True
    turn = run(world, "700 1WA 2WA WA 4\n701 1WA 2WA DR HE RE\n742 1WA 2WA - - OL")
    assert (one.area, one.size, one.leaders, one.wizards, one.artifacts, one.ambush) == ("", 0, [], [], [], False)
    assert world.groups["2WA"].artifacts == ["CHAMP"]
    assert told(turn, "group-inactive", "WA") == [{"group": "1WA", "area": "MN"}]


@pytest.mark.rule("AC-06-24")
def test_a_patrol_moves_and_combines_as_any_group() -> None:
    world = two_groups()
    world.groups["2WA"].brigades = {}
    put_group(world, "3WA", "MO", 1)
    run(world, "720 2WA MO\n740 2WA 3WA")
    assert world.groups["2WA"].area == ""
    assert [one.name for one in world.groups["3WA"].leaders] == ["Gamir"]


@pytest.mark.rule("AC-06-12", "AC-06-82")
def test_what_is_too_much_for_a_combined_group_is_lost_the_least_first() -> None:
    """Of four leaders the Captain is lost, of four wizards the adept, of four kinds the one with the least value: a brigade of
    Recruits 1,716, one of Skeletons 1,994, Warlocks 2,442 each, Ghouls 2,960."""
    world = two_groups()
    one, two = world.groups["1WA"], world.groups["2WA"]
    one.leaders = [Leader("Drlas", "General"), Leader("Herik", "Captain")]
    two.leaders = [Leader("Gamir", "Captain II"), Leader("Zarth", "Marshal")]
    two.wizards = [Wizard("KE", "Kemir", 1), Wizard("BR", "Brsen", 0)]
    one.brigades, two.brigades = {"WA": 1, "RE": 1}, {"SN": 1, "GH": 1}
    turn = run(world, "740 2WA 1WA")
    assert [leader.title for leader in one.leaders] == ["General", "Captain II", "Marshal"]
    assert [wizard.code for wizard in one.wizards] == ["RE", "OL", "KE"]
    assert one.brigades == {"WA": 1, "SN": 1, "GH": 1}
    assert told(turn, "groups-combined")[0]["lost"] == ["Captain Herik", "Brsen", "1 RE"]
    assert two.area == ""


def test_who_cast_in_one_group_does_not_cast_again_in_another() -> None:
    world = two_groups()
    world.groups["2WA"].leaders = []
    turn = give(world, {"WA": "718 1WA RE MO\n720 2WA MO\n742 1WA 2WA - - RE\n830 2WA RE 1WA"}, until="830")
    assert failures(turn) == ["Rebern also casts 718 this turn; one spell a wizard and turn."]


@pytest.mark.parametrize(("spell", "power"), [(88, 3), (830, 2)])
def test_a_wizard_joins_another_group_wherever_it_is(spell: int, power: int) -> None:
    world = two_groups()
    far = put_group(world, "3WA", "ZZ", 1, wizards=[])
    world.groups["1WA"].wizards = [Wizard("RE", "Rebern", power), Wizard("OL", "Olbern", power - 1)]
    turn = give(world, {"WA": f"{spell} 1WA RE 3WA\n{spell} 1WA OL 3WA"}, until=str(spell))
    assert [one.code for one in far.wizards] == ["RE"]
    assert f"is a spell of power {power}" in failures(turn)[0]


def test_a_wizard_does_not_join_three_others() -> None:
    world = two_groups()
    put_group(world, "3WA", "ZZ", 1, wizards=[Wizard(f"A{n}", f"A{n}", 1) for n in "ABC"])
    assert problem(world, "WA", "830 1WA RE 3WA").why == "3WA has 3 wizards already; it cannot take another."


@pytest.mark.parametrize(
    ("spell", "power", "brigades", "works"),
    [
        (850, 3, 2, True),
        (850, 3, 3, False),
        (850, 2, 2, False),
        (851, 4, 5, True),
        (851, 4, 6, False),
        (852, 5, 10, True),
        (852, 5, 11, False),
        (853, 6, 30, True),
        (853, 5, 2, False),
    ],
)
def test_teleports_by_size_and_power(spell: int, power: int, brigades: int, works: bool) -> None:
    world = quiet_world()
    group = put_group(world, "1WA", "MN", brigades, wizards=[Wizard("RE", "Rebern", power)])
    give(world, {"WA": f"{spell} 1WA RE AB"}, until=str(spell))
    assert group.area == ("AB" if works else "MN")


@pytest.mark.parametrize(
    ("letter", "why"),
    [
        ("850 1WA RE LM", "LM is water; nobody can be set down there."),
        ("720 1WA MO\n850 1WA RE AB", "1WA already has 720; a group has one movement order a turn."),
        ("850 1WA RE MN", "1WA stands in MN already."),
    ],
)
def test_where_nobody_is_set_down(letter: str, why: str) -> None:
    world = quiet_world()
    put_group(world, "1WA", "MN", 2, wizards=[Wizard("RE", "Rebern", 3)])
    assert problem(world, "WA", letter).why == why


@pytest.mark.parametrize(
    ("power", "brigades", "area", "works"),
    [
        (0, 2, "MG", True),
        (0, 3, "MG", False),
        (1, 5, "MG", True),
        (2, 11, "MG", False),
        (5, 30, "MG", True),
        (3, 2, "MB", False),
    ],
)
@pytest.mark.rule("AC-06-108")
def test_the_gem_of_planes_moves_larger_groups_for_stronger_wizards(power: int, brigades: int, area: str, works: bool) -> None:
    world = quiet_world()
    group = put_group(world, "1WA", "MN", brigades, wizards=[Wizard("RE", "Rebern", power)], artifacts=["GEM"])
    give(world, {"WA": f"729 1WA RE {area}"}, until="729")
    assert group.area == (area if works else "MN")


def test_the_gem_has_to_be_there() -> None:
    world = quiet_world()
    put_group(world, "1WA", "MN", 2)
    assert problem(world, "WA", "729 1WA RE MG").why == "1WA does not have the Gem of Planes."
