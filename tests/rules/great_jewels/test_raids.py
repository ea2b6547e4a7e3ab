"""Chapters 12 and 14: raids and musters; T129."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.rules.capture import capture_percent
from postern.rulesets.great_jewels.sequence import carry_out
from postern.rulesets.great_jewels.tables import neighbours
from postern.rulesets.great_jewels.turn.orders import Attack, GiveTalisman, Move, Muster, QJOrder, Raid
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, World
from tests.rules.great_jewels.build import allies, change, failures, land, leader, notes, own, run, run_typed, talisman
from tests.rules.great_jewels.upto import clean, failure, upto

J5 = Force(garrison="J5")


def raiders_leave(turn: Turn) -> None:
    turn.step = "4"
    carry_out(turn)


def raid(troops: int | None, goal: str | None, source: Force = J5) -> list[Raid]:
    return [Raid(source, troops, goal)]


def two_own() -> World:
    world = land()
    own(world, "J5", "AAA", garrison=10)
    own(world, "J6", "AAA", garrison=10)
    return world


def garrisons(turn: Turn, *names: str) -> list[int]:
    return [turn.province(name).garrison for name in names]


@pytest.mark.rule("QJ-12-04", "QJ-14-01")
def test_raiders_join_an_own_garrison() -> None:
    turn = upto(two_own(), "10", AAA=raid(4, "J6"))
    assert garrisons(turn, "J5", "J6") == [6, 14]
    assert clean(turn)
    assert garrisons(upto(two_own(), "10", AAA=raid(None, "J6")), "J5", "J6") == [0, 20]
    besieged = two_own()
    change(besieged, "J5", besieged=True)
    turn = upto(besieged, "10", AAA=raid(4, "J6"))
    assert garrisons(turn, "J5", "J6") == [10, 10]
    assert failures(turn, "AAA") == ["BESIEGED"]


def test_raiders_are_away_between_step_four_and_step_ten() -> None:
    turn = upto(two_own(), "4", AAA=raid(4, "J6"))
    assert garrisons(turn, "J5", "J6") == [6, 10]


@pytest.mark.rule("QJ-14-01")
def test_raids_reach_neighbours_only() -> None:
    world = two_own()
    change(world, "J5", tunnels=["P5"])
    turn = upto(world, "10", AAA=[Raid(J5, 1, "J7"), Raid(J5, 1, "J5")])
    assert failures(turn, "AAA") == ["NOT ADJACENT", "NOT ADJACENT"]
    assert [one.why for one in turn.failures] == ["J7 does not border J5.", "The raiders are in J5 already."]
    assert "J5 borders J6, K6, K5, J4, I4 and I5." in turn.failures[0].remedy
    assert garrisons(turn, "J5") == [10]


@pytest.mark.rule("QJ-14-02")
def test_an_army_raids_before_it_moves() -> None:
    world = two_own()
    leader(world, 13, "AAA", "J7", troops=9)
    turn = upto(world, "10", AAA=[*raid(4, "J6", Force(leader=13)), Move(13, ("J8",))])
    assert garrisons(turn, "J6") == [14]
    assert turn.world.leaders[13].troops == 5
    assert turn.world.leaders[13].province == "J8"
    far = upto(world, "10", AAA=[*raid(4, "J9", Force(leader=13)), Move(13, ("J8",))])
    assert failures(far, "AAA") == ["NOT ADJACENT"]


def test_an_army_that_raids_out_its_crew_loses_what_nobody_can_carry() -> None:
    world = two_own()
    leader(world, 13, "AAA", "J7", troops=9, zorans=30, rams=5)
    turn = upto(world, "4", AAA=raid(None, "J6", Force(leader=13)))
    assert (turn.world.leaders[13].troops, turn.world.leaders[13].zorans, turn.world.leaders[13].rams) == (0, 0, 0)
    assert turn.province("J7").zorans == 30


@pytest.mark.rule("QJ-14-03")
def test_any_number_of_provinces_may_be_raided() -> None:
    world = two_own()
    own(world, "J4", "AAA", garrison=1)
    turn = upto(world, "10", AAA=[Raid(J5, 2, "J6"), Raid(J5, 3, "J4"), Raid(J5, 99, "J6")])
    assert garrisons(turn, "J4", "J5", "J6") == [4, 0, 17]
    assert notes(turn, "AAA") == ["NOT ENOUGH TROOPS"]


def test_a_raid_on_all_sides_sends_full_groups_from_the_east_round() -> None:
    world = land()
    for name in neighbours("J5"):
        own(world, name, "AAA")
    own(world, "J5", "AAA", garrison=13)
    around = upto(world, "10", AAA=raid(2, None))
    assert garrisons(around, *neighbours("J5")) == [2] * 6
    short = upto(world, "10", AAA=raid(3, None))
    assert garrisons(short, *neighbours("J5")) == [3, 3, 3, 3, 0, 0]
    assert garrisons(short, "J5") == [1]
    assert failure(short, "NOT ENOUGH TROOPS").paste == "GJ5R2*"
    assert "enough for 4 groups of 3," in failure(short, "NOT ENOUGH TROOPS").why
    assert "enough for 1 group of 8," in failure(upto(world, "10", AAA=raid(8, None)), "NOT ENOUGH TROOPS").why
    change(world, neighbours("J5")[0], terrain="I")
    assert garrisons(upto(world, "10", AAA=raid(3, None)), *neighbours("J5")) == [0, 3, 3, 3, 3, 0]
    assert failures(upto(world, "10", AAA=raid(14, None)), "AAA") == ["NOT ENOUGH TROOPS"]


@pytest.mark.rule("QJ-12-05", "QJ-12-06")
@pytest.mark.parametrize("place", ["J5", "J6"])
@pytest.mark.parametrize("troops", [0, 5])
def test_enemy_leaders_at_either_end_kill_the_raiders(place: str, troops: int) -> None:
    world = two_own()
    leader(world, 14, "BBB", place, troops=troops)
    turn = upto(world, "10", AAA=raid(4, "J6"))
    assert garrisons(turn, "J5", "J6") == [6, 10]
    assert "J6" in turn.visits["AAA"]
    world.players["AAA"].allies = ["BBB"]
    assert garrisons(upto(world, "10", AAA=raid(4, "J6")), "J5", "J6") == [6, 14]


@pytest.mark.rule("QJ-12-05", "QJ-21-07", "QJ-12-06")
def test_raiders_who_leave_under_enemy_eyes_take_no_empty_land() -> None:
    world = land()
    own(world, "J5", "AAA", garrison=90)
    leader(world, 13, "AAA", "K6", troops=40)
    enemy = leader(world, 14, "BBB", "J5", troops=1)
    turn = upto(world, "10", AAA=raid(60, "J6"))
    assert (turn.province("J6").owner, turn.province("J6").garrison) == ("", 0)
    assert "J6" in turn.visits["AAA"]
    assert [event.data["outcome"] for event in turn.events if event.kind == "raided"] == ["killed by enemies"]
    assert not [event for event in upto(world, "10", expected=True, AAA=raid(60, "J6")).events if event.kind == "raid odds"]
    both = upto(world, "10", AAA=[*raid(60, "J6"), *raid(30, "J6", Force(leader=13))])
    assert both.province("J6").garrison == 30  # those from K6, which no enemy watched
    enemy.at_peace = True
    assert upto(world, "10", AAA=raid(60, "J6")).province("J6").garrison == 60


def test_the_way_out_is_watched_in_step_four_only() -> None:
    world = two_own()
    leader(world, 14, "BBB", "J5", troops=5)
    gone = upto(world, "10", AAA=raid(4, "J6"), BBB=[Move(14, ("J4",))])
    assert garrisons(gone, "J6") == [10]
    world.leaders[14].province = "J4"
    late = upto(world, "10", AAA=raid(4, "J6"), BBB=[Move(14, ("J5",))])
    assert garrisons(late, "J6") == [14]


def test_enemies_that_left_before_step_ten_kill_nobody_at_the_goal() -> None:
    world = two_own()
    leader(world, 14, "BBB", "J6", troops=5)
    turn = upto(world, "10", AAA=raid(4, "J6"), BBB=[Move(14, ("J7",))])
    assert garrisons(turn, "J6") == [14]


@pytest.mark.rule("QJ-12-07", "QJ-14-08")
def test_a_muster_brings_in_every_own_neighbour() -> None:
    world = two_own()
    own(world, "K6", "AAA", garrison=7)
    own(world, "K5", "BBB", garrison=7)
    own(world, "I5", "AAA", garrison=7, besieged=True)
    own(world, "J8", "AAA", garrison=7)
    turn = upto(world, "10", AAA=[Muster("J5")])
    assert garrisons(turn, "J5", "J6", "K6", "K5", "I5", "J8") == [27, 0, 0, 7, 7, 7]
    raids = upto(world, "10", AAA=[Raid(Force(garrison="J6"), None, "J5"), Raid(Force(garrison="K6"), None, "J5")])
    assert garrisons(raids, "J5", "J6", "K6") == garrisons(turn, "J5", "J6", "K6")
    lonely = upto(world, "10", AAA=[Muster("B4")])
    assert failures(lonely, "AAA") == ["NOT ENOUGH TROOPS"]


@pytest.mark.rule("QJ-14-09")
@pytest.mark.parametrize(("place", "left"), [("J6", [10, 0]), ("J5", [10, 0])])
def test_mustered_troops_die_like_raiders(place: str, left: list[int]) -> None:
    world = two_own()
    leader(world, 14, "BBB", place, troops=1)
    assert garrisons(upto(world, "10", AAA=[Muster("J5")]), "J5", "J6") == left


def test_who_finds_his_troops_gone_reads_which_own_order_took_them() -> None:
    world = land()
    own(world, "J9", "AAA", garrison=5)
    own(world, "J10", "AAA", garrison=5)
    turn = run(world, AAA="GJ9M\nGJ10R3J11")
    (failed,) = turn.failures
    assert failed.why == "The garrison of J10 has no troops left: GJ9M takes them first."
    turn = run(world, AAA="GJ10R3J11\nGJ10R#J9\nGJ10R1K11")
    (failed,) = turn.failures
    assert failed.why.endswith("GJ10R3J11 and GJ10R#J9 take them first.")
    assert failures(run(world, AAA="GJ10R3J11\nGJ9M"), "AAA") == []


@pytest.mark.parametrize("number", [5, 6])
def test_neither_anothers_muster_nor_raids_from_elsewhere_are_said_to_have_taken_the_troops(number: int) -> None:
    """Whoever goes first: what another player ordered is that player's secret."""
    world = land(turn=number)
    own(world, "J9", "BBB", garrison=5)
    own(world, "I9", "BBB", garrison=5)
    own(world, "J10", "AAA", garrison=5)
    own(world, "I8", "AAA", garrison=5)
    turn = run(world, AAA="GI8R2J9\nGJ10R5J9\nGJ10R3J11", BBB="GJ9M")
    assert "GJ9M" in [one.code for one in turn.done]
    (failed,) = (one for one in turn.failures if one.issued.seat == "AAA")
    assert failed.why == "The garrison of J10 has no troops left: GJ10R5J9 takes them first."


@pytest.mark.rule("QJ-12-10", "QJ-12-09")
def test_no_raid_leaves_or_enters_a_besieged_province() -> None:
    world = two_own()
    change(world, "J6", besieged=True)
    leader(world, 13, "AAA", "J6", troops=9)
    leader(world, 14, "BBB", "J6", troops=90)
    orders: list[QJOrder] = [
        *raid(4, "J6"),
        *raid(1, "J7", Force(leader=13)),
        Muster("J6"),
        *raid(1, "J7", Force(garrison="J6")),
    ]
    turn = upto(world, "10", AAA=orders, BBB=raid(1, "J7", Force(leader=14)))
    assert failures(turn, "AAA") == ["BESIEGED"] * 4
    assert failures(turn, "BBB") == ["BESIEGED"]


@pytest.mark.rule("QJ-12-03")
def test_a_province_emptied_by_raids_is_open_to_capture() -> None:
    world = two_own()
    leader(world, 14, "BBB", "K5", troops=1)
    turn = upto(world, "11", AAA=raid(None, "J6"), BBB=[Move(14, ("J5",))])
    assert turn.province("J5").owner == "BBB"
    held = upto(world, "11", AAA=raid(9, "J6"), BBB=[Move(14, ("J5",))])
    assert held.province("J5").owner == "AAA"


@pytest.mark.rule("QJ-14-04", "QJ-14-05")
def test_each_raider_has_one_chance_in_four_to_take_empty_land() -> None:
    assert round(capture_percent(4), 2) == 68.36
    assert capture_percent(1) == 25
    taken = {1: 0, 4: 0}
    for troops in taken:
        for seed in range(300):
            world = land()
            own(world, "J5", "AAA", garrison=10)
            turn = upto(world, "10", f"{seed}", AAA=raid(troops, "J6"))
            taken[troops] += turn.province("J6").owner == "AAA"
    assert 45 < taken[1] < 105  # 75 expected
    assert 175 < taken[4] < 235  # 205 expected


@pytest.mark.rule("QJ-14-06", "QJ-14-07")
def test_raiders_who_win_are_the_garrison_and_who_fail_are_lost() -> None:
    outcomes = set()
    for seed in range(40):
        world = land()
        own(world, "J5", "AAA", garrison=10)
        turn = upto(world, "13a", str(seed), AAA=raid(3, "J6"))
        place = turn.province("J6")
        assert "J6" in turn.visits["AAA"]
        assert "-R" in turn.flags[Force(garrison="J6")]
        if place.owner == "AAA":
            assert place.garrison == 3 + 8  # with the new levy of clear Quntag land
        else:
            assert (place.owner, place.garrison) == ("", 0)
        outcomes.add(place.owner)
    assert outcomes == {"AAA", ""}


@pytest.mark.rule("QJ-14-04")
def test_two_raiding_players_or_a_leader_who_comes_spoil_it() -> None:
    for seed in range(12):
        world = land()
        own(world, "J5", "AAA", garrison=40)
        own(world, "J7", "BBB", garrison=40)
        both = upto(world, "10", str(seed), AAA=raid(30, "J6"), BBB=raid(30, "J6", Force(garrison="J7")))
        assert both.province("J6").owner == ""
        assert {event.data["outcome"] for event in both.events if event.kind == "raided"} == {"lost"}  # no word of the other
        leader(world, 14, "BBB", "J7", at_peace=True)
        came = upto(world, "10", str(seed), AAA=raid(30, "J6"), BBB=[Move(14, ("J6",))])
        assert came.province("J6").owner == ""
        assert {event.data["outcome"] for event in came.events if event.kind == "raided"} == {"contested"}


def test_raiders_join_their_own_leader_who_takes_the_land() -> None:
    world = land()
    own(world, "J5", "AAA", garrison=10)
    leader(world, 13, "AAA", "J7")
    turn = upto(world, "13a", AAA=[*raid(6, "J6"), Move(13, ("J6",))])
    assert turn.province("J6").owner == "AAA"
    assert turn.province("J6").garrison == 6 + 8
    assert turn.province("J6").turns_owned == 1


@pytest.mark.rule("QJ-28.1-026", "QJ-14-04")
def test_raiders_join_their_own_army_which_takes_contested_land_by_a_quntag_ring() -> None:
    world = land()
    own(world, "J5", "AAA", garrison=10)
    leader(world, 13, "AAA", "J7", troops=10)
    leader(world, 14, "BBB", "K7", troops=9)
    mine: list[QJOrder] = [*raid(6, "J6"), Move(13, ("J6",))]
    theirs = [Move(14, ("J6",))]
    bare = upto(world, "13a", AAA=mine, BBB=theirs)
    assert (bare.province("J6").owner, bare.province("J6").garrison) == ("", 0)
    talisman(world, 32, 13)
    turn = upto(world, "13a", AAA=mine, BBB=theirs)
    assert (turn.province("J6").owner, turn.province("J6").garrison) == ("AAA", 6 + 8)


@pytest.mark.rule("QJ-14-07", "QJ-14-04")
def test_raiders_of_another_are_lost_where_a_leader_takes_the_land_and_he_learns_nothing_of_them() -> None:
    world = land()
    own(world, "J5", "AAA", garrison=10)
    own(world, "K6", "BBB", garrison=10)
    leader(world, 13, "AAA", "J7")
    theirs = raid(4, "J6", Force(garrison="K6"))
    turn = upto(world, "10", AAA=[*raid(6, "J6"), Move(13, ("J6",))], BBB=theirs)
    assert (turn.province("J6").owner, turn.province("J6").garrison) == ("AAA", 6)
    outcomes = {(event.data["by"], event.data["outcome"]) for event in turn.events if event.kind == "raided"}
    assert outcomes == {("AAA", "joined"), ("BBB", "lost")}
    assert not [event for event in turn.events if event.kind == "was raided"]


@pytest.mark.rule("QJ-14-07")
@pytest.mark.parametrize(
    "facts", [{"garrison": 1}, {"dragon": 10}, {"mercenary": True, "garrison": 40}, {"city": "GOLD", "garrison": 40}]
)
def test_raids_on_guarded_land_only_look(facts: dict[str, int]) -> None:
    world = land()
    own(world, "J5", "AAA", garrison=60)
    change(world, "J6", **facts)
    turn = upto(world, "10", AAA=raid(50, "J6"))
    assert turn.province("J6").owner == ""
    assert turn.province("J6").garrison == facts.get("garrison", 0)
    assert "J6" in turn.visits["AAA"]


def test_a_raided_player_learns_of_it_but_not_by_whom() -> None:
    world = land()
    own(world, "J5", "AAA", garrison=10)
    own(world, "J6", "BBB", garrison=3)
    turn = upto(world, "10", AAA=raid(4, "J6"))
    told = [event for event in turn.events if "BBB" in event.seen_by]
    assert [event.kind for event in told] == ["was raided"]
    assert told[0].data["by"] == ""
    assert turn.province("J6").garrison == 3


@pytest.mark.rule("QJ-14-10", "QJ-14-11")
def test_raiders_join_a_mutual_ally_of_the_same_type_only() -> None:
    def arrived(people: str, *, mutual: bool, declared: bool = True) -> int:
        world = land(AAA="AZONI", BBB=people)
        own(world, "J5", "AAA", garrison=10)
        own(world, "J6", "BBB", garrison=3)
        if declared:
            allies(world, "AAA", "BBB", mutual=mutual)
        turn = upto(world, "10", AAA=raid(4, "J6"))
        assert turn.province("J6").owner == "BBB"
        return turn.province("J6").garrison - 3

    assert arrived("AZONI", mutual=True) == 4
    assert arrived("AZONI", mutual=False) == 0
    assert arrived("SLENTH", mutual=True) == 0
    assert arrived("AZONI", mutual=True, declared=False) == 0


def test_seals_and_impassable_land_stop_raiders() -> None:
    world = two_own()
    change(world, "J6", terrain="I")
    assert failures(upto(world, "4", AAA=raid(1, "J6")), "AAA") == ["IMPASSABLE"]
    sealed = upto(two_own(), "3b", AAA=raid(1, "J6"))
    sealed.sealed.add("J6")
    raiders_leave(sealed)
    assert failures(sealed, "AAA") == ["SEALED"]


def test_a_check_of_orders_leaves_the_chance_open() -> None:
    world = land()
    own(world, "J5", "AAA", garrison=10)
    turn = upto(world, "10", expected=True, AAA=raid(4, "J6"))
    assert turn.province("J6").owner == ""
    odds = next(event for event in turn.events if event.kind == "raid odds")
    assert (odds.data["troops"], odds.data["percent"]) == (4, 68)
    assert clean(turn)


@pytest.mark.rule("QJ-12-01")
def test_only_the_owner_has_a_garrison() -> None:
    world = land()
    own(world, "J6", "BBB", garrison=3)
    leader(world, 13, "AAA", "J6", troops=9)
    orders: list[QJOrder] = [Raid(Force(garrison="J6"), 1, "J5"), Muster("J6"), Attack(Force(garrison="J6"), "attack", 13)]
    assert set(failures(upto(world, "10", AAA=orders), "AAA")) == {"NOT YOURS"}


@pytest.mark.rule("QJ-28.1-289", "QJ-28.1-290", "QJ-28.1-291")
def test_t129_raids_anywhere_and_out_of_a_siege() -> None:
    world = two_own()
    own(world, "P15", "AAA", garrison=1)
    talisman(world, 129, "J5", gained=world.turn, transferred=world.turn)
    assert upto(world, "10", AAA=raid(4, "P15")).province("P15").garrison == 5
    change(world, "J5", besieged=True)
    assert upto(world, "10", AAA=raid(4, "P15")).province("P15").garrison == 5
    change(world, "P15", city="GOLD", owner="", garrison=40)
    assert failures(upto(world, "10", AAA=raid(4, "P15")), "AAA") == ["LOCKED"]
    talisman(world, 129, "J5", gained=world.turn - 1, transferred=world.turn - 1)  # note 2
    assert failures(upto(world, "10", AAA=raid(4, "J6")), "AAA") == ["BESIEGED"]
    change(world, "J5", besieged=False)
    assert failures(upto(world, "10", AAA=raid(4, "P15")), "AAA") == ["NOT ADJACENT"]


@pytest.mark.rule("QJ-14-04", "QJ-20-03")
def test_no_raid_takes_land_where_another_players_army_waits_to_take_it() -> None:
    for seed in range(6):
        world = land()
        own(world, "J5", "AAA", garrison=40)
        leader(world, 14, "BBB", "J6", troops=1)
        turn = upto(world, "11", str(seed), AAA=raid(30, "J6"))
        assert turn.province("J6").owner == "BBB"
        assert [event.data["outcome"] for event in turn.events if event.kind == "raided"] == ["contested"]
        world.leaders[14].at_peace = True
        assert upto(world, "11", str(seed), AAA=raid(30, "J6")).province("J6").owner == "AAA"


@pytest.mark.rule("QJ-14-03", "QJ-29-06")
@pytest.mark.parametrize("troops", [2, 3])
def test_a_raid_on_all_sides_is_carried_out_also_with_fewer_groups(troops: int) -> None:
    world = land()
    own(world, "J5", "AAA", garrison=13)
    turn = run_typed(world, AAA=raid(troops, None))
    assert failures(turn, "AAA") == []
    assert notes(turn, "AAA") == ["NOT ENOUGH TROOPS"] * (troops == 3)


@pytest.mark.rule("QJ-14-08", "QJ-28.2-16", "QJ-28.2-12")
@pytest.mark.parametrize(("facts", "sealed", "code"), [({"terrain": "I"}, [], "IMPASSABLE"), ({}, ["J5"], "SEALED")])
def test_nobody_musters_where_nobody_can_enter(facts: dict[str, str], sealed: list[str], code: str) -> None:
    world = two_own()
    change(world, "J5", **facts)
    turn = upto(world, "3b", AAA=[Muster("J5")])
    turn.sealed.update(sealed)
    raiders_leave(turn)
    assert failures(turn, "AAA") == [code]
    assert garrisons(turn, "J5", "J6") == [10, 10]


@pytest.mark.rule("QJ-28.1-158", "QJ-12-05")
def test_under_a_cease_fire_enemy_leaders_kill_no_raiders() -> None:
    world = two_own()
    leader(world, 14, "BBB", "J6", troops=9)
    assert garrisons(upto(world, "10", AAA=raid(4, "J6")), "J6") == [10]
    leader(world, 13, "AAA", "J6")
    talisman(world, 87, 13)
    quiet = upto(world, "10", AAA=[*raid(4, "J6"), GiveTalisman(87, None)])
    assert quiet.cease_fire == {"J6"}
    assert garrisons(quiet, "J6") == [14]
