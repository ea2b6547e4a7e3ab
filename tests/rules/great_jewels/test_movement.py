"""Chapter 7: movement, and the pre-move check of ruling 11."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from postern.rulesets.great_jewels.orders.arguments import PROVINCE
from postern.rulesets.great_jewels.orders.moves import move_survivors, premove_check
from postern.rulesets.great_jewels.rules.battle.aftermath import kill_leader
from postern.rulesets.great_jewels.rules.movement.ways import cheapest_path, entry_cost, movement_points, walk
from postern.rulesets.great_jewels.turn.orders import Attack, GiveTalisman, Move, QJOrder, UseTalisman
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, World
from tests.rules.great_jewels.build import change, failures, land, leader, notes, own, run_typed, talisman
from tests.rules.great_jewels.upto import clean, failure, upto


def where(turn: Turn, number: int) -> str:
    return turn.world.leaders[number].province


def march(world: World, *path: str, force: bool = False, number: int = 13, step: str = "7a", expected: bool = False) -> Turn:
    return upto(world, step, expected=expected, AAA=[Move(number, path, force)])


@pytest.mark.rule("QJ-07-01", "QJ-07-03")
def test_four_clear_provinces_are_a_whole_turn() -> None:
    for people in ("AZONI", "QUNTAG", "RILRIS", "SLENTH"):
        world = land(AAA=people)
        leader(world, 13, "AAA", "J5", troops=5)
        turn = march(world, "J6", "J7", "J8", "J9")
        assert where(turn, 13) == "J9"
        assert clean(turn)
        turn = march(world, "J6", "J7", "J8", "J9", "J10")
        assert where(turn, 13) == "J9"
        assert notes(turn, "AAA") == ["NOT ENOUGH MP"]


@pytest.mark.rule("QJ-07-02")
def test_points_do_not_keep() -> None:
    world = land()
    leader(world, 13, "AAA", "J5")
    first = march(world, "J6", step="15c")
    assert where(first, 13) == "J6"
    second = march(first.world, "J7", "J8", "J9", "J10", "J11")
    assert where(second, 13) == "J10"


@pytest.mark.rule("QJ-07-04", "QJ-07-05")
@pytest.mark.parametrize(
    ("people", "forest", "mountain"), [("AZONI", 2, 2), ("QUNTAG", 2, 2), ("RILRIS", 2, 1), ("SLENTH", 1, 2)]
)
def test_favourite_terrain_is_easy(people: str, forest: int, mountain: int) -> None:
    world = land(AAA=people)
    one = leader(world, 13, "AAA", "J5")
    change(world, "J6", terrain="F")
    change(world, "K6", terrain="M")
    turn = upto(world, "0")
    assert entry_cost(turn, one, "J6") == forest
    assert entry_cost(turn, one, "K6") == mountain
    change(world, "J7", terrain="F")
    change(world, "J8", terrain="F")
    turn = march(world, "J6", "J7", "J8")
    assert where(turn, 13) == ("J8" if forest == 1 else "J7")


@pytest.mark.rule("QJ-07-06", "QJ-07-07", "QJ-15-02", "QJ-15-04")
def test_towers_halve_the_points_and_rams_do_not() -> None:
    world = land()
    leader(world, 13, "AAA", "J5", troops=9, rams=9)
    leader(world, 14, "AAA", "J5", troops=9, towers=1, rams=4)
    turn = upto(world, "7a", AAA=[Move(13, ("J6", "J7", "J8", "J9")), Move(14, ("J6", "J7", "J8"))])
    assert where(turn, 13) == "J9"
    assert where(turn, 14) == "J7"
    assert "2 of his 2 movement points" in failure(turn, "NOT ENOUGH MP").why


@pytest.mark.rule("QJ-07-08")
def test_the_province_left_costs_nothing() -> None:
    world = land()
    change(world, "J5", terrain="M")
    leader(world, 13, "AAA", "J5")
    change(world, "J6", road=True)
    assert where(march(world, "J6", "J7", "J8", "J9", "J10"), 13) == "J9", "four clear provinces, one road that joins no other"


@pytest.mark.rule("QJ-07-09")
def test_impassable_land_can_only_be_left() -> None:
    world = land()
    change(world, "J6", terrain="I")
    leader(world, 13, "AAA", "J5")
    leader(world, 14, "AAA", "J6")
    turn = upto(world, "7a", expected=True, AAA=[Move(13, ("J6", "J7")), Move(14, ("J7",))])
    assert where(turn, 13) == "J5"
    assert where(turn, 14) == "J7"
    problem = failure(turn, "IMPASSABLE")
    assert "J6 is impassable" in problem.why
    assert problem.paste in ("L13MI5I6J7", "L13MK6J7", "L13MI5J7", "L13MK6K7J7") or problem.paste.startswith("L13M")
    assert where(upto(world, "7a", AAA=[Move(13, _path(problem.paste))]), 13) == "J7"


def _path(paste: str) -> tuple[str, ...]:

    return tuple(re.findall(PROVINCE, paste[paste.index("M") + 1 :]))


@pytest.mark.rule("QJ-07-10", "QJ-07-11")
def test_a_force_march_has_six_points_and_kills_above_twice_the_bonus() -> None:
    world = land()
    leader(world, 13, "AAA", "J5", troops=9, bonus=3)
    turn = march(world, "J6", "J7", "J8", "J9", "J10", "J11", force=True)
    assert where(turn, 13) == "J11"
    assert turn.world.leaders[13].troops == 6
    assert "-F" in turn.flags[Force(leader=13)]
    assert clean(turn)
    few = land()
    leader(few, 13, "AAA", "J5", troops=5, bonus=3)
    assert march(few, "J6", force=True).world.leaders[13].troops == 5


@pytest.mark.rule("QJ-07-10", "QJ-15-06")
@pytest.mark.parametrize("load", [{"rams": 1}, {"towers": 1}])
def test_no_force_march_with_siege_equipment(load: dict[str, int]) -> None:
    world = land()
    leader(world, 13, "AAA", "J5", troops=9, bonus=5, **load)
    turn = march(world, "J6", "J7", force=True, expected=True)
    assert where(turn, 13) == "J5"
    assert turn.world.leaders[13].troops == 9
    problem = failure(turn, "SIEGE EQUIPMENT")
    assert problem.paste == "L13MJ6J7"
    assert 13 not in turn.leaving


@pytest.mark.rule("QJ-07-12")
def test_no_force_march_two_turns_running() -> None:
    world = land()
    leader(world, 13, "AAA", "J5", troops=4, bonus=5)
    first = march(world, "J6", force=True, step="15c")
    second = march(first.world, "J7", force=True, step="15c")
    assert failures(second, "AAA") == ["TWO TURNS IN A ROW"]
    assert where(second, 13) == "J6"
    third = march(second.world, "J7", force=True)
    assert where(third, 13) == "J7"
    assert clean(third)


def test_too_few_points_are_explained_with_a_force_march_to_paste() -> None:
    world = land()
    for name in ("C2", "C3", "D3"):
        change(world, name, terrain="F")
    leader(world, 27, "AAA", "B2", troops=12, bonus=3)
    turn = upto(world, "7a", expected=True, AAA=[Move(27, ("C2", "C3", "D3"))])
    short = failure(turn, "NOT ENOUGH MP")
    assert short.note
    assert where(turn, 27) == "C3"
    assert short.why == "L27 would stop in C3: C2 and C3 cost 4 of his 4 movement points, D3 needs 2 more."
    assert short.paste == "L27FC2C3D3"
    assert short.remedy.startswith("A force march has 6 (troops above twice his bonus, here 6 of 12, would die).")
    assert short.remedy.endswith("L27MC2D3")
    assert where(march(world, "C2", "D3", number=27), 27) == "D3"
    forced = march(world, "C2", "C3", "D3", number=27, force=True)
    assert where(forced, 27) == "D3"
    assert forced.world.leaders[27].troops == 6


def test_a_cheaper_way_is_offered_where_no_force_march_helps() -> None:
    world = land()
    change(world, "J6", terrain="F")
    change(world, "J7", terrain="F")
    leader(world, 13, "AAA", "J5", troops=4, rams=1)
    short = failure(march(world, "J6", "J7", "J8", expected=True), "NOT ENOUGH MP")
    assert short.remedy.startswith("Possible:")
    assert where(march(world, *_path(short.paste)), 13) == "J8"


def test_what_would_have_been_possible_is_not_told_after_the_turn() -> None:
    world = land()
    leader(world, 13, "AAA", "J5", troops=4)
    problem = failure(march(world, "J6", "J8"), "NOT ADJACENT")
    assert problem.why == "L13 stopped in J6: J8 does not border J6."
    assert problem.remedy == problem.paste == ""


def test_a_gap_in_the_path_is_filled() -> None:
    world = land()
    leader(world, 13, "AAA", "J5", troops=4)
    turn = march(world, "J6", "J8", expected=True)
    problem = failure(turn, "NOT ADJACENT")
    assert where(turn, 13) == "J6"
    assert "J8 does not border J6" in problem.why
    assert problem.paste == "L13MJ6J7J8"
    far = march(world, "A5", expected=True)
    assert where(far, 13) == "J5"
    assert failures(far, "AAA") == ["NOT ADJACENT"]
    assert "J6, K6, K5, J4, I4 or I5" in failure(far, "NOT ADJACENT").remedy


def test_only_who_can_leave_counts_as_leaving() -> None:
    world = land()
    leader(world, 13, "AAA", "J5", troops=4)
    leader(world, 14, "AAA", "J5", troops=4)
    turn = upto(world, "5b", AAA=[Move(13, ("J6", "A3")), Move(14, ("A3",))])
    assert turn.leaving == {13}
    assert failures(turn, "AAA") == ["NOT ADJACENT"]


def test_another_players_leader_does_not_obey() -> None:
    world = land()
    leader(world, 13, "BBB", "J5")
    leader(world, 14, "AAA", "J5")
    turn = upto(world, "7a", AAA=[Move(13, ("J6",))])
    assert failures(turn, "AAA") == ["NO SUCH LEADER"]  # he has not seen L13, and is not told whose he is
    assert "L14" in failure(turn, "NO SUCH LEADER").remedy
    assert where(turn, 13) == "J5"


def test_departures_visits_and_flags_are_kept_for_the_printouts() -> None:
    world = land()
    leader(world, 13, "AAA", "J5")
    turn = march(world, "J6", "J7")
    assert turn.departures["J5"] == ["L13->J6"]
    assert turn.visits["AAA"] >= {"J5", "J6", "J7"}
    assert turn.flags[Force(leader=13)] == {"-M"}
    assert turn.moved == {13}


def test_a_path_may_pass_a_province_twice() -> None:
    world = land()
    leader(world, 13, "AAA", "J5")
    turn = march(world, "J6", "J5", "J6", "J7")
    assert where(turn, 13) == "J7"
    assert clean(turn)


def test_tunnels_cost_the_terrain_of_their_far_end_and_roads_do_not_help() -> None:
    world = land()
    change(world, "N13", tunnels=["F7"], road=True)
    change(world, "F7", tunnels=["N13"], road=True, terrain="M")
    leader(world, 13, "AAA", "N13")
    turn = march(world, "F7", "F8", "F9")
    assert where(turn, 13) == "F9"
    assert walk(upto(world, "0"), world.leaders[13], ("F7", "F8", "F9", "F10")).cost == 4


@pytest.mark.rule("QJ-26-03", "QJ-26-04")
def test_strongholds_end_moves_and_their_tunnels_join_them() -> None:
    world = land()
    change(world, "J6", mercenary=True, garrison=40)
    change(world, "P10", mercenary=True, garrison=40, terrain="F")
    leader(world, 13, "AAA", "J5")
    turn = march(world, "J6", "J7")
    assert where(turn, 13) == "J6"
    assert "mercenary stronghold" in failure(turn, "NOT THERE").why
    through = march(turn.world, "P10", "P11")
    assert where(through, 13) == "P10"
    assert "P10" not in list(march(world, "J6", "P10").visits["AAA"])
    assert where(march(world, "J6", "P10"), 13) == "J6"


@pytest.mark.rule("QJ-26-04")
def test_tunnels_of_fallen_strongholds_stay_for_those_who_start_the_turn_there() -> None:
    world = land()
    own(world, "J6", "BBB")
    change(world, "J6", mercenary=True)
    change(world, "P10", mercenary=True)
    leader(world, 13, "AAA", "J5")
    assert where(march(world, "J6", "J7"), 13) == "J7"  # an ordinary province now
    assert where(march(world, "J6", "P10"), 13) == "J6"
    world.leaders[13].province = "J6"
    through = march(world, "P10", "P11")
    assert where(through, 13) == "P10"  # who comes by tunnel stops there
    assert failure(through, "NOT THERE").note


def test_dragons_and_open_cities_end_moves() -> None:
    world = land()
    change(world, "J6", dragon=10)
    leader(world, 13, "AAA", "J5", bonus=1)
    turn = march(world, "J6", "J7")
    assert where(turn, 13) == "J6"
    assert "a dragon lives in J6" in failure(turn, "NOT THERE").why


def test_seals_let_nobody_in_or_out() -> None:
    world = land()
    leader(world, 13, "AAA", "J5")
    leader(world, 14, "AAA", "J7")
    turn = upto(world, "5a", AAA=[Move(13, ("J6",)), Move(14, ("J8",))])
    turn.sealed |= {"J6", "J7"}

    premove_check(turn)
    move_survivors(turn)
    assert failures(turn, "AAA") == ["SEALED", "SEALED"]
    assert where(turn, 13) == "J5"
    assert where(turn, 14) == "J7"


def test_a_leader_who_fell_in_combat_does_not_move() -> None:
    world = land()
    leader(world, 13, "AAA", "J5", troops=1)
    turn = upto(world, "5b", AAA=[Move(13, ("J6",))])
    from postern.rulesets.great_jewels.orders.moves import move_survivors

    kill_leader(turn, 13, "combat")
    move_survivors(turn)
    assert failures(turn, "AAA") == ["NO SUCH LEADER"]


def test_the_helpers_answer_without_changing_anything() -> None:
    world = land()
    one = leader(world, 13, "AAA", "J5", towers=1, troops=3)
    turn = upto(world, "0")
    assert movement_points(turn, one) == 2
    assert movement_points(turn, one, force=True) == 6
    found = cheapest_path(turn, one, "J7")
    assert found is not None
    assert found[1] == Fraction(2)
    assert found[0][-1] == "J7"
    assert cheapest_path(turn, one, "J8") is None
    assert not turn.failures
    assert not turn.events


# --- talismans of movement -----------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-28.1-053", "QJ-28.1-054")
def test_t52_gives_seven_points_also_with_towers_and_no_deaths() -> None:
    world = land()
    leader(world, 13, "AAA", "J2", troops=9, towers=2, bonus=1)
    talisman(world, 52, 13)
    path = ("J3", "J4", "J5", "J6", "J7", "J8", "J9")
    turn = march(world, *path, force=True)
    assert where(turn, 13) == "J9"
    assert turn.world.leaders[13].troops == 9
    assert turn.world.leaders[13].force_marched == 0
    assert where(march(world, *path, "J10"), 13) == "J9"
    talisman(world, 52, 13, gained=world.turn)
    assert where(march(world, *path), 13) == "J4"


@pytest.mark.rule("QJ-28.1-087", "QJ-28.1-088")
def test_t65_ends_every_move_that_enters() -> None:
    world = land()
    own(world, "J6", "AAA", garrison=3)
    talisman(world, 65, "J6")
    leader(world, 13, "AAA", "J5")
    leader(world, 14, "BBB", "J5")
    turn = upto(world, "7a", AAA=[Move(13, ("J6", "J7"))], BBB=[Move(14, ("J6", "J7"))])
    assert where(turn, 13) == where(turn, 14) == "J6"
    talisman(world, 65, "J6", gained=world.turn)  # note 1: not on the turn of transfer
    assert where(upto(world, "7a", AAA=[Move(13, ("J6", "J7"))]), 13) == "J7"


@pytest.mark.rule("QJ-28.1-136", "QJ-28.1-137", "QJ-28.1-139")
def test_t81_steals_a_quarter_to_a_half_where_its_army_passes() -> None:
    world = land()
    own(world, "J6", "BBB", zorans=100)
    own(world, "J7", "AAA", zorans=100)
    change(world, "J8", zorans=100)
    leader(world, 13, "AAA", "J5", troops=5)
    talisman(world, 81, 13)
    path = ("J6", "J7", "J8", "J9")
    shares = set()
    for seed in range(30):
        turn = upto(world, "7a", str(seed), AAA=[Move(13, path)])
        for name in ("J6", "J7"):
            loot = 100 - turn.province(name).zorans
            assert 25 <= loot <= 50
            shares.add(loot)
        assert turn.province("J8").zorans == 100
        assert turn.world.leaders[13].zorans == 200 - turn.province("J6").zorans - turn.province("J7").zorans
        assert {event.kind for event in turn.events if "BBB" in event.seen_by} >= {"was robbed"}
    assert len(shares) > 8
    assert upto(world, "7a", AAA=[Move(13, ("J6",))]).province("J6").zorans == 100  # not where the move ends
    talisman(world, 81, 13, gained=world.turn)
    assert upto(world, "7a", AAA=[Move(13, path)]).province("J6").zorans == 100


@pytest.mark.rule("QJ-28.1-137")
def test_t81_has_a_draw_of_its_own_each_time_it_passes_a_province() -> None:
    world = land()
    own(world, "J6", "BBB", zorans=1_000)
    leader(world, 13, "AAA", "J5", troops=5)
    talisman(world, 81, 13)
    differ = 0
    for seed in range(20):
        turn = upto(world, "7a", str(seed), AAA=[Move(13, ("J6", "J7", "J6", "I6"))])
        first, second = (event.data["zorans"] for event in turn.events if event.kind == "stole")
        assert 250 <= first <= 500
        assert (1_000 - first) * 25 // 100 <= second <= (1_000 - first) * 50 // 100
        differ += first // 10 != second * 100 // (1_000 - first)
    assert differ > 10


@pytest.mark.rule("QJ-28.1-138")
def test_t81_army_is_easier_prey_when_waylaid() -> None:
    world = land()
    own(world, "J6", "BBB", garrison=16)
    leader(world, 13, "AAA", "J5", troops=30)
    plain = march(world, "J6", "J7")
    talisman(world, 81, 13)
    laden = march(world, "J6", "J7")
    # Quntag against Quntag: 16 x 4 assault factors in clear land; 6 factors a troop, with T81 4
    assert plain.world.leaders[13].troops == 30 - 64 // 6
    assert laden.world.leaders[13].troops == 30 - 64 // 4


@pytest.mark.rule("QJ-28.1-178", "QJ-28.1-187", "QJ-28.1-190", "QJ-28.1-191", "QJ-28.1-194")
@pytest.mark.parametrize(("number", "terrain", "race"), [(97, "M", "RILRIS"), (98, "F", "SLENTH")])
def test_wands_make_mountain_and_forest_easy(number: int, terrain: str, race: str) -> None:
    world = land(AAA="AZONI", BBB=race)
    change(world, "J6", terrain=terrain)
    mine, theirs = leader(world, 13, "AAA", "J5"), leader(world, 14, "BBB", "J5")
    assert entry_cost(upto(world, "0"), mine, "J6") == 2
    talisman(world, number, 13)
    assert entry_cost(upto(world, "0"), mine, "J6") == 1
    other = "F" if terrain == "M" else "M"
    change(world, "K6", terrain=other)
    assert entry_cost(upto(world, "0"), mine, "K6") == 2
    talisman(world, number, 13, gained=world.turn)
    assert entry_cost(upto(world, "0"), mine, "J6") == (1 if number == 97 else 2)  # note 1 holds for T98 only
    talisman(world, number, 14)
    assert entry_cost(upto(world, "0"), theirs, "J6") == 1  # his favourite terrain anyway


@pytest.mark.rule("QJ-28.1-203", "QJ-28.1-204", "QJ-28.1-205")
def test_t101_enters_impassable_and_sealed_land() -> None:
    world = land()
    change(world, "J6", terrain="I")
    leader(world, 13, "AAA", "J5", troops=7)
    talisman(world, 101, 13)
    turn = march(world, "J6", "J7")
    assert where(turn, 13) == "J7"
    assert turn.world.leaders[13].troops == 7
    talisman(world, 1, 13)  # note 5: not together with a Great Jewel
    assert where(march(world, "J6"), 13) == "J5"
    open_land = land()
    leader(open_land, 13, "AAA", "J5")
    talisman(open_land, 101, 13)
    turn = upto(open_land, "5a", AAA=[Move(13, ("J6", "J7"))])
    turn.sealed |= {"J5", "J6"}

    premove_check(turn)
    move_survivors(turn)
    assert where(turn, 13) == "J7"


@pytest.mark.rule("QJ-28.1-235", "QJ-28.1-236", "QJ-28.1-237")
def test_t113_lets_any_number_force_march() -> None:
    world = land()
    leader(world, 13, "AAA", "J5", troops=100, bonus=3)
    talisman(world, 113, 13)
    first = march(world, "J6", force=True, step="15c")
    assert first.world.leaders[13].troops == 97
    second = march(first.world, "J7", force=True)
    assert failures(second, "AAA") == ["TWO TURNS IN A ROW"]
    talisman(world, 2, 13)  # note 5
    assert march(world, "J6", force=True).world.leaders[13].troops == 6


@pytest.mark.rule("QJ-28.1-241", "QJ-28.1-242")
def test_t115_draws_troops_where_the_move_ends() -> None:
    world = land(AAA="AZONI", BBB="SLENTH")
    own(world, "J6", "BBB", garrison=10)
    own(world, "J7", "AAA", garrison=10)
    change(world, "J4", garrison=10)
    leader(world, 13, "AAA", "J5", troops=50, bonus=4)
    talisman(world, 115, 13)
    turn = march(world, "J6")
    assert turn.world.leaders[13].troops == 54
    assert turn.province("J6").garrison == 6
    assert march(world, "J7").province("J7").garrison == 10
    assert march(world, "J4").province("J4").garrison == 10  # note 3: not from neutrals
    few = upto(world, "5b", AAA=[Move(13, ("J6",))])
    few.province("J6").garrison = 2

    move_survivors(few)
    assert few.world.leaders[13].troops == 52
    assert few.province("J6").garrison == 0
    talisman(world, 115, 13, gained=world.turn)
    assert march(world, "J6").world.leaders[13].troops == 50


@pytest.mark.rule("QJ-28.1-252", "QJ-28.1-242")
def test_troops_who_look_for_gold_follow_no_siren() -> None:
    world = land(AAA="AZONI", BBB="SLENTH")
    own(world, "J6", "BBB", garrison=10)
    leader(world, 13, "AAA", "J5", troops=50, bonus=4)
    talisman(world, 115, 13)
    talisman(world, 118, "J6", counter=1)
    turn = march(world, "J6")
    assert (turn.world.leaders[13].troops, turn.province("J6").garrison) == (50, 10)


@pytest.mark.rule("QJ-28.1-328", "QJ-28.1-329")
def test_t147_holds_the_leader_who_was_handed_it() -> None:
    world = land()
    leader(world, 13, "AAA", "J5")
    talisman(world, 147, 13, gained=world.turn, transferred=world.turn)
    turn = march(world, "J6")
    assert where(turn, 13) == "J5"
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    talisman(world, 147, 13, gained=world.turn - 1, transferred=world.turn - 1)
    assert where(march(world, "J6"), 13) == "J6"


@pytest.mark.rule("QJ-28.1-123", "QJ-28.1-124", "QJ-28.1-125", "QJ-28.1-126", "QJ-28.1-127")
def test_t78_flies_anywhere_with_three_troops_a_bonus() -> None:
    world = land()
    own(world, "B4", "AAA")
    leader(world, 13, "AAA", "B4", troops=50, bonus=10, rams=4, towers=2, zorans=90)
    talisman(world, 78, 13)
    talisman(world, 60, 13)
    left = set()
    for seed in range(40):
        turn = upto(world, "7a", str(seed), AAA=[UseTalisman(78, province="P15")])
        one = turn.world.leaders[13]
        assert one.province == "P15"
        assert one.zorans == 90
        assert one.rams == one.towers == 0
        assert 30 - 30 // 4 <= one.troops <= 30
        assert [held.number for held in turn.held(Force(leader=13))] == [60, 78]
        left.add(one.troops)
    assert len(left) > 4
    assert 30 in left
    assert turn.departures["B4"] == ["L13->AIR"]
    change(world, "P15", terrain="I")
    assert failures(upto(world, "7a", AAA=[UseTalisman(78, province="P15")]), "AAA") == ["IMPASSABLE"]
    change(world, "P16", city="GOLD", garrison=40)
    assert failures(upto(world, "7a", AAA=[UseTalisman(78, province="P16")]), "AAA") == ["LOCKED"]
    talisman(world, 3, 13)  # note 5
    assert failures(upto(world, "7a", AAA=[UseTalisman(78, province="P14")]), "AAA") == ["TALISMAN NOT USABLE"]


@pytest.mark.rule("QJ-28.1-128")
def test_t78_is_the_move_of_the_turn() -> None:
    world = land()
    leader(world, 13, "AAA", "B4", troops=3, bonus=1)
    talisman(world, 78, 13)
    turn = run_typed(world, AAA=[UseTalisman(78, province="P15"), Move(13, ("B5",))])
    assert where(turn, 13) == "P15"
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER"]
    assert 13 in upto(world, "5b", AAA=[UseTalisman(78, province="P15")]).leaving


@pytest.mark.rule("QJ-28.1-128")
@pytest.mark.parametrize("first", [13, 14])
def test_t78_handed_on_is_the_move_of_who_gets_it(first: int) -> None:
    """L13 hands the carpet to L14, who attacks: he cannot fly as well; L13, who only walks, may."""
    world = land()
    leader(world, 13, "AAA", "B4", troops=3, bonus=1)
    leader(world, 14, "AAA", "B4", troops=3, bonus=1)
    leader(world, 15, "BBB", "B4", troops=9, at_peace=True)
    talisman(world, 78, 13)
    busy = Move(13, ("B5",)) if first == 13 else Attack(Force(leader=14), "attack", 15)
    turn = run_typed(world, AAA=[GiveTalisman(78, 14), busy, UseTalisman(78, province="P15")])
    assert failures(turn, "AAA") == ([] if first == 13 else ["ALREADY HAS AN ORDER"])
    assert where(turn, 14) == ("P15" if first == 13 else "B4")
    assert where(turn, 13) == ("B5" if first == 13 else "B4")


@pytest.mark.rule("QJ-28.1-128")
def test_t78_is_not_bound_by_the_line_of_a_player_who_does_not_have_it() -> None:
    world = land()
    leader(world, 13, "AAA", "B4", troops=3, bonus=1)
    leader(world, 14, "AAA", "B4", troops=3, bonus=1)
    talisman(world, 78, 13)
    own_orders: list[QJOrder] = [Move(14, ("B5",)), UseTalisman(78, province="P15")]
    turn = run_typed(world, AAA=own_orders, BBB=[GiveTalisman(78, 14)])
    assert failures(turn, "AAA") == []
    assert (where(turn, 13), where(turn, 14)) == ("P15", "B5")


@pytest.mark.rule("QJ-28.1-128")
def test_t78_that_could_not_be_handed_on_is_no_second_move() -> None:
    world = land()
    leader(world, 13, "AAA", "B4", troops=3, bonus=1)
    leader(world, 14, "AAA", "K9", troops=3, bonus=1)
    talisman(world, 78, 13)
    turn = run_typed(world, AAA=[GiveTalisman(78, 14), Move(13, ("B5",)), UseTalisman(78, province="P15")])
    assert "ALREADY HAS AN ORDER" in failures(turn, "AAA")
    assert where(turn, 13) == "B5"


def test_a_spell_carries_off_last_and_seals_hold() -> None:
    world = land()
    leader(world, 13, "BBB", "J5", troops=30, bonus=1)
    turn = upto(world, "4")
    turn.teleports[13] = "P15"

    premove_check(turn)
    assert 13 in turn.leaving
    move_survivors(turn)
    assert where(turn, 13) == "P15"
    assert turn.world.leaders[13].troops == 30
    shut = upto(world, "4")
    shut.teleports[13] = "P15"
    shut.sealed.add("J5")
    premove_check(shut)
    move_survivors(shut)
    assert where(shut, 13) == "J5"
    assert 13 not in shut.leaving
