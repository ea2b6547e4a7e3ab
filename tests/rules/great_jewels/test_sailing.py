"""Chapter 9: oceans and navies; T71, T72, T73, T83, T110, T150."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from postern.rulesets.great_jewels.report.telling import sentence
from postern.rulesets.great_jewels.rules.movement.sailing import drifted, landing_multiple, storm_percent
from postern.rulesets.great_jewels.tables import COAST, PROVINCES, SEA_LANE, along_coast, coastal, sailing_distance
from postern.rulesets.great_jewels.turn.orders import Attack, BuildNavies, GiveTalisman, Move, QJOrder, Sail, Spell
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, World
from tests.rules.great_jewels.build import change, failures, land, leader, own, saw, talisman
from tests.rules.great_jewels.upto import clean, failure, upto


def harbour(**army: int) -> World:
    """L13 of AAA in his own A4 with one navy."""
    world = land()
    own(world, "A4", "AAA", navies=1)
    leader(world, 13, "AAA", "A4", **army)
    return world


def sail(world: World, goal: str, seed: str = "calm", step: str = "7a", expected: bool = False) -> Turn:
    return upto(world, step, seed, expected=expected, AAA=[Sail(13, goal)])


def calm(world: World, goal: str, step: str = "7a") -> Turn:
    """A voyage without a storm: the first seed that brings one."""
    for seed in range(60):
        turn = sail(world, goal, f"calm {seed}", step)
        voyage = next((event for event in turn.events if event.kind == "sailed"), None)
        if voyage is None or (voyage.data["landfall"] == goal and not voyage.data["lost"] and not voyage.data["drowned"]):
            return turn
    raise AssertionError("sixty storms in a row")


@pytest.mark.rule("QJ-09-01")
def test_one_ocean_surrounds_the_land() -> None:
    assert len(COAST) == 54
    assert len(SEA_LANE) == 60
    for here, there in zip(SEA_LANE, (*SEA_LANE[1:], SEA_LANE[0]), strict=True):
        assert max(abs(here[0] - there[0]), abs(here[1] - there[1])) == 1
    assert {name for name in PROVINCES if coastal(name)} == set(COAST)


@pytest.mark.rule("QJ-09-02", "QJ-09-07", "QJ-09-13")
def test_a_navy_carries_one_leader_with_all_he_has() -> None:
    world = harbour(troops=20, zorans=9, rams=3, towers=2)
    talisman(world, 60, 13)
    leader(world, 14, "AAA", "A4", troops=1)
    for seed in range(60):
        turn = upto(world, "7a", f"{seed}", AAA=[Sail(13, "A7"), Sail(14, "A8")])
        if turn.world.leaders[13].province == "A7" and turn.world.leaders[13].troops == 20:
            break
    one = turn.world.leaders[13]
    assert (one.province, one.troops, one.zorans, one.rams, one.towers) == ("A7", 20, 9, 3, 2)
    assert turn.world.talismans[60].leader == 13
    assert turn.world.leaders[14].province == "A4"
    assert failures(turn, "AAA") == ["NO NAVY"]
    assert (turn.province("A4").navies, turn.province("A7").navies) == (0, 1)
    assert turn.departures["A4"] == ["L13->SEA"]
    assert "-S" in turn.flags[Force(leader=13)]


@pytest.mark.rule("QJ-09-03", "QJ-09-04")
@pytest.mark.parametrize("owner", ["BBB", ""])
def test_the_navy_belongs_to_whoever_owns_the_province_where_it_lies(owner: str) -> None:
    world = harbour(troops=1)
    change(world, "A7", owner=owner, garrison=50)
    leader(world, 14, "BBB", "A7")
    turn = calm(world, "A7", step="11")
    assert turn.province("A7").navies == 1
    assert turn.province("A7").owner == owner
    theirs = upto(turn.world, "7a", BBB=[Sail(14, "A4")])
    assert (14 in theirs.moved) == (owner == "BBB")
    assert failures(theirs, "BBB") == ([] if owner == "BBB" else ["NO NAVY"])


def test_navies_of_a_province_may_be_used_by_whom_its_owner_calls_an_ally() -> None:
    world = land()
    own(world, "A4", "BBB", navies=1)
    leader(world, 13, "AAA", "A4")
    assert failures(sail(world, "A7"), "AAA") == ["NO NAVY"]
    world.players["BBB"].allies = ["AAA"]
    assert 13 in sail(world, "A7").moved


@pytest.mark.rule("QJ-09-04", "QJ-09-07")
def test_owners_hear_of_navies_that_others_sail_away_with_and_leave_with_them() -> None:
    world = land(AAA="AZONI", BBB="QUNTAG", CCC="SLENTH")
    own(world, "A4", "BBB", navies=2)
    own(world, "A7", "CCC", navies=1)
    leader(world, 13, "AAA", "A4")
    world.players["BBB"].allies = ["AAA"]
    turn = calm(world, "A7")
    heard = [(event, said.text) for event in turn.events for name in event.seen_by if (said := sentence(event, name))]
    assert [(sorted(event.seen_by), text) for event, text in heard if "navy" in text] == [
        (["BBB"], "Somebody sailed away from A4 with a navy of yours; 1 is left there."),
        (["CCC"], "A navy came to A7 from the sea and is yours; 2 now lie there."),
    ]
    own(world, "A4", "AAA", navies=2)
    own(world, "A7", "AAA")
    assert not [event for event in calm(world, "A7").events if event.kind.startswith("navy")]


@pytest.mark.rule("QJ-09-07")
def test_each_province_has_navies_of_its_own_and_walkers_take_none() -> None:
    world = harbour()
    own(world, "A7", "AAA", navies=1)
    for number, place in ((12, "A4"), (14, "A7"), (15, "A7")):
        leader(world, number, "AAA", place)
    orders: list[QJOrder] = [Move(12, ("A5",)), Sail(13, "A8"), Sail(14, "A8"), Sail(15, "A3")]
    turn = upto(world, "5b", AAA=orders)
    assert turn.leaving == {12, 13, 14}
    assert failures(turn, "AAA") == ["NO NAVY"]


@pytest.mark.rule("QJ-28.2-12")
@pytest.mark.parametrize("sealed", ["A4", "A7"])
def test_nobody_sails_out_of_a_sealed_province_or_into_one(sealed: str) -> None:
    world = harbour()
    talisman(world, 1, "B4")
    saw(world, "AAA", sealed)
    turn = upto(world, "7a", AAA=[Spell(1, "S", province=sealed), Sail(13, "A7")])
    assert failures(turn, "AAA") == ["SEALED"]
    assert turn.world.leaders[13].province == "A4"


def test_a_navy_built_this_turn_sails_this_turn() -> None:
    world = harbour()
    change(world, "A4", navies=0, zorans=25)
    short = sail(world, "A7")
    assert failure(short, "NO NAVY").paste == "GA4BN1"
    assert 13 in upto(world, "7a", AAA=[Sail(13, "A7"), BuildNavies("A4", 1)]).moved


@pytest.mark.rule("QJ-09-08", "QJ-09-09")
def test_twelve_hexes_counting_water_and_landing() -> None:
    expected = {
        ("A3", "A4"): 2,
        ("B2", "C1"): 2,
        ("A3", "C1"): 4,
        ("A8", "C12"): 4,
        ("A3", "A8"): 6,
        ("G16", "K18"): 6,
        ("A5", "C12"): 8,
        ("B2", "B10"): 10,
        ("B2", "J2"): 10,
        ("A5", "J2"): 15,
        ("H1", "S12"): 14,
    }
    for (here, there), hexes in expected.items():
        assert sailing_distance(here, there) == hexes == sailing_distance(there, here)
    world = harbour()
    reach = {name for name in COAST if name != "A4" and 13 in sail(world, name, step="5b").leaving}
    assert reach == {name for name in COAST if name != "A4" and sailing_distance("A4", name) <= 12}
    far = failure(sail(world, "S12", step="5b", expected=True), "NOT ENOUGH MP")
    assert "a navy sails 12" in far.why
    assert 13 in sail(world, far.paste.removeprefix("L13S"), step="5b").leaving


@pytest.mark.rule("QJ-09-10", "QJ-09-11", "QJ-09-12")
def test_storms_drive_off_and_drown_more_often_the_farther_one_sails() -> None:
    assert [storm_percent(distance) for distance in (2, 7, 12)] == [2, 12, 22]
    assert (sailing_distance("A4", "A5"), sailing_distance("A4", "E14")) == (2, 12)
    drifts, losses, drowned, survivors = Counter[str](), Counter[str](), 0, Counter[int]()
    for goal in ("A5", "E14"):
        for seed in range(400):
            world = harbour(troops=100)
            turn = sail(world, goal, str(seed))
            voyage = next(event.data for event in turn.events if event.kind == "sailed")
            drifts[goal] += voyage["landfall"] != goal
            losses[goal] += voyage["lost"] > 0
            drowned += voyage["drowned"]
            survivors[voyage["before"] - voyage["lost"]] += 1
            assert not voyage["drowned"] or voyage["lost"] == 100  # the leader drowns only with all his troops
            if voyage["landfall"] != goal:
                assert voyage["landfall"] in {along_coast(goal, places) for places in (-3, -2, -1, 1, 2, 3)}
            if not voyage["drowned"]:
                assert turn.world.leaders[13].province == voyage["landfall"]
            else:
                assert 13 not in turn.world.leaders
            assert turn.province(voyage["landfall"]).navies == 1
    assert drifts["A5"] < 25 < drifts["E14"]
    assert losses["A5"] < 25 < losses["E14"]
    assert drowned > 0
    assert set(survivors) == {100, 90, 80, 70, 60, 50, 0}
    assert drowned < survivors[0]  # and then in one case of two


@pytest.mark.rule("QJ-09-10", "QJ-09-11")
def test_drift_and_losses_are_rolled_apart() -> None:
    drifts = losses = both = 0
    for seed in range(400):
        voyage = next(event.data for event in sail(harbour(troops=100), "E14", f"{seed}").events if event.kind == "sailed")
        drifts += voyage["landfall"] != "E14"
        losses += voyage["lost"] > 0
        both += voyage["landfall"] != "E14" and voyage["lost"] > 0
    assert 60 < drifts < 116  # 22 in 100 each: 88 expected
    assert 60 < losses < 116
    assert 6 < both < 36  # 5 in 100 together: 19 expected


@pytest.mark.rule("QJ-09-11", "QJ-15-03")
def test_a_storm_takes_whole_tenths_and_the_engines_that_nobody_mans_then() -> None:
    seen = set()
    for seed in range(400):
        turn = sail(harbour(troops=19, rams=19, towers=6), "E14", f"{seed}")
        voyage = next(event.data for event in turn.events if event.kind == "sailed")
        one = turn.world.leaders.get(13)
        if one is not None and one.province == voyage["landfall"]:
            assert one.troops == 19 - voyage["lost"]
            assert (one.rams, one.towers) == (one.troops, one.troops // 3)
            seen.add(voyage["lost"])
    assert seen == {0, 1, 3, 5, 7, 9, 19}  # of 1.9, 3.8, 5.7, 7.6 and 9.5


def test_a_drowned_leaders_talismans_wash_ashore_and_what_sinks_is_gone() -> None:
    for seed in range(600):
        world = harbour(troops=10, zorans=30)
        talisman(world, 60, 13)
        turn = sail(world, "E14", str(seed))
        voyage = next(event.data for event in turn.events if event.kind == "sailed")
        if voyage["drowned"]:
            assert turn.world.talismans[60].holder == Force(garrison=voyage["landfall"])
            assert sum(province.zorans for province in turn.world.provinces.values()) == 0
            return
    raise AssertionError("nobody drowned")


@pytest.mark.rule("QJ-09-10", "QJ-09-13", "QJ-28.1-344")
@pytest.mark.parametrize("ally", [False, True])
def test_a_fleet_that_drifts_home_has_landed_there(ally: bool) -> None:
    """It is where it was, its move is done, and its navy lies there as before; a trap at home has sprung for it."""
    world = harbour(troops=20)
    leader(world, 21, "BBB", "A4", troops=1)
    talisman(world, 152, 21)
    if ally:
        world.provinces["A4"].owner, world.players["BBB"].allies = "BBB", ["AAA"]
    turns = (sail(world, "A5", f"home {seed}", "15b") for seed in range(2000))
    turn = next(turn for turn in turns if any(one.kind == "sailed" and one.data["landfall"] == "A4" for one in turn.events))
    voyage = next(one for one in turn.events if one.kind == "sailed")
    assert turn.world.leaders[13].province == "A4"
    assert turn.province("A4").navies == 1
    assert not any(one.kind in ("navy gone", "navy came") for one in turn.events)
    assert turn.flags[Force(leader=13)] >= ({"-S"} if ally else {"-S", "-X"})
    assert turn.departures["A4"] == ["L13->SEA"]
    said = sentence(voyage, "AAA")
    assert said is not None
    assert said.text.endswith("a storm drove him back to A4.")


def test_drifting_skips_where_nobody_can_land() -> None:
    world = harbour()
    change(world, "A6", terrain="I")
    change(world, "A7", city="GOLD", garrison=40)
    turn = upto(world, "0")
    assert drifted(turn, world.leaders[13], "A5", 1, 1) == "A8"
    assert drifted(turn, world.leaders[13], "A5", 2, -1) == "A3"


@pytest.mark.rule("QJ-09-14")
def test_a_sailor_captures_unguarded_land() -> None:
    assert calm(harbour(troops=1), "A7", step="11").province("A7").owner == "AAA"
    guarded = harbour(troops=1)
    change(guarded, "A7", garrison=1)
    assert calm(guarded, "A7", step="11").province("A7").owner == ""


@pytest.mark.rule("QJ-09-15")
def test_landing_at_home_is_like_marching_in() -> None:
    world = harbour(troops=7)
    own(world, "A7", "AAA", garrison=5)
    turn = calm(world, "A7", step="11")
    assert turn.world.leaders[13].province == "A7"
    assert turn.world.leaders[13].troops == 7
    assert turn.province("A7").garrison == 5
    assert "A7" in turn.visits["AAA"]


@pytest.mark.rule("QJ-09-16")
def test_landings_are_waylaid_by_the_owners_idle_forces_only() -> None:
    world = harbour(troops=60)
    own(world, "A7", "BBB", garrison=12)
    leader(world, 14, "BBB", "A7", troops=12)

    def left(turn: Turn) -> int:
        return turn.world.leaders[13].troops

    both = left(calm(world, "A7"))
    assert both == 60 - 24 * 4 // 6  # in their favourite terrain they strike in assault mode
    world.players["BBB"].allies = ["AAA"]
    assert left(calm(world, "A7")) == 60
    world.players["BBB"].allies = []
    leader(world, 15, "CCC", "A7", troops=1)
    world.leaders[15].owner = "AAA"
    busy = [Attack(Force(leader=14), "attack", 15)]
    for seed in range(60):
        turn = upto(world, "7a", str(seed), AAA=[Sail(13, "A7")], BBB=busy)
        voyage = next(event.data for event in turn.events if event.kind == "sailed")
        if voyage["landfall"] == "A7" and not voyage["lost"]:
            assert left(turn) == 60 - 12 * 4 // 6
            break
    neutral = harbour(troops=60)
    change(neutral, "A7", garrison=30)
    assert left(calm(neutral, "A7")) == 60


@pytest.mark.rule("QJ-09-17")
def test_no_navy_stays_at_sea() -> None:
    for seed in range(50):
        turn = sail(harbour(troops=5), "E14", str(seed), step="15c")
        assert sum(province.navies for province in turn.world.provinces.values()) == 1
        assert all(one.province in turn.world.provinces for one in turn.world.leaders.values())


@pytest.mark.rule("QJ-09-18")
def test_navies_that_cross_do_not_fight() -> None:
    world = harbour(troops=10)
    own(world, "A7", "BBB", navies=1)
    leader(world, 14, "BBB", "A7", troops=10)
    for seed in range(60):
        turn = upto(world, "7a", str(seed), AAA=[Sail(13, "A7")], BBB=[Sail(14, "A4")])
        voyages = [event.data for event in turn.events if event.kind == "sailed"]
        if all(not voyage["lost"] and voyage["landfall"] == voyage["goal"] for voyage in voyages):
            assert turn.world.leaders[13].troops == turn.world.leaders[14].troops == 10
            return
    raise AssertionError("always stormy")


@pytest.mark.parametrize(
    ("goal", "facts", "code"),
    [
        ("J6", {}, "NOT COASTAL"),
        ("A7", {"terrain": "I"}, "IMPASSABLE"),
        ("A7", {"city": "GOLD", "garrison": 40}, "LOCKED"),
        ("A4", {}, "NOT ADJACENT"),
    ],
)
def test_where_nobody_sails(goal: str, facts: dict[str, int], code: str) -> None:
    world = harbour()
    change(world, goal, **facts)
    turn = sail(world, goal)
    assert failures(turn, "AAA") == [code]
    assert turn.world.leaders[13].province == "A4"
    assert turn.province("A4").navies == 1


def test_inland_leaders_need_the_coast() -> None:
    world = harbour()
    world.leaders[13].province = "J6"
    turn = sail(world, "A7")
    assert failures(turn, "AAA") == ["NOT COASTAL"]
    assert failure(turn, "NOT COASTAL").remedy == "Your navies lie in A4."
    change(world, "A4", navies=0)
    assert failure(sail(world, "A7"), "NOT COASTAL").remedy == "Your coastal provinces: A4."


def test_a_check_of_orders_expects_a_calm_sea() -> None:
    for seed in range(40):
        turn = sail(harbour(troops=10), "E14", str(seed), expected=True)
        assert turn.world.leaders[13].province == "E14"
        assert turn.world.leaders[13].troops == 10
        assert clean(turn)


def test_sailing_is_the_move_of_the_turn() -> None:
    turn = upto(harbour(), "7a", AAA=[Sail(13, "A7"), Move(13, ("A5",))])
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER"]


# --- talismans of the sea ------------------------------------------------------------------------------------------------


def voyages(world: World, goal: str, seeds: int = 150) -> list[dict[str, Any]]:
    found = []
    for seed in range(seeds):
        turn = sail(world, goal, str(seed))
        found.append(dict(next(event.data for event in turn.events if event.kind == "sailed")))
    return found


@pytest.mark.rule("QJ-28.1-100", "QJ-28.1-101", "QJ-28.1-102")
def test_t71_never_drifts_and_is_not_waylaid_on_landing() -> None:
    world = harbour(troops=60)
    own(world, "E14", "BBB", garrison=30)
    talisman(world, 71, 13)
    seen = voyages(world, "E14")
    assert all(voyage["landfall"] == "E14" for voyage in seen)
    assert any(voyage["lost"] for voyage in seen)
    assert calm(world, "E14").world.leaders[13].troops == 60
    talisman(world, 71, 13, gained=world.turn)
    assert any(voyage["landfall"] != "E14" for voyage in voyages(world, "E14"))
    assert calm(world, "E14").world.leaders[13].troops < 60


@pytest.mark.rule("QJ-28.1-103", "QJ-28.1-104", "QJ-28.1-105")
def test_t72_suffers_no_losses_and_is_not_waylaid_on_landing() -> None:
    world = harbour(troops=60)
    own(world, "E14", "BBB", garrison=30)
    talisman(world, 72, 13)
    seen = voyages(world, "E14")
    assert not any(voyage["lost"] or voyage["drowned"] for voyage in seen)
    assert any(voyage["landfall"] != "E14" for voyage in seen)
    assert calm(world, "E14").world.leaders[13].troops == 60
    talisman(world, 72, 13, gained=world.turn)
    assert any(voyage["lost"] for voyage in voyages(world, "E14"))


@pytest.mark.rule("QJ-28.1-106", "QJ-28.1-107")
def test_t73_triples_the_welcome_on_three_coasts() -> None:
    world = harbour(troops=99)
    for name in ("A6", "A7", "A8", "B9"):
        own(world, name, "BBB", garrison=6)
    talisman(world, 73, "A7")
    turn = upto(world, "0")
    assert [landing_multiple(turn, name) for name in ("A6", "A7", "A8", "B9")] == [3, 3, 3, 1]
    assert calm(world, "A8").world.leaders[13].troops == 99 - 3 * 24 // 6
    assert calm(world, "B9").world.leaders[13].troops == 99 - 24 // 6
    world.provinces["A8"].owner = "AAA"
    assert landing_multiple(upto(world, "0"), "A8") == 1
    talisman(world, 73, "A7", gained=world.turn)
    assert landing_multiple(upto(world, "0"), "A7") == 1


@pytest.mark.rule("QJ-28.1-143", "QJ-28.1-144", "QJ-28.1-145", "QJ-28.1-147")
def test_t83_sails_to_any_coast_safely() -> None:
    world = harbour(troops=60, towers=3, rams=5)
    own(world, "S12", "BBB", garrison=30)
    talisman(world, 83, 13, gained=world.turn)
    for seed in range(60):
        one = sail(world, "S12", str(seed)).world.leaders[13]
        assert (one.province, one.troops, one.towers, one.rams) == ("S12", 60, 3, 5)
    reach = [name for name in COAST if name != "A4" and 13 in sail(world, name, step="5b").leaving]
    assert len(reach) == 53
    talisman(world, 2, 13)  # note 5
    assert failures(sail(world, "S12"), "AAA") == ["NOT ENOUGH MP"]


@pytest.mark.rule("QJ-28.1-146")
def test_t83_needs_a_coast_at_both_ends_and_no_city() -> None:
    world = harbour(troops=5)
    talisman(world, 83, 13)
    change(world, "S12", city="GOLD", garrison=40)
    change(world, "S13", terrain="I")
    assert failures(sail(world, "S12"), "AAA") == ["LOCKED"]
    assert failures(sail(world, "S13"), "AAA") == ["IMPASSABLE"]
    assert failures(sail(world, "J6"), "AAA") == ["NOT COASTAL"]
    world.leaders[13].province = "B4"
    world.provinces["B4"].navies = 1
    assert failures(sail(world, "S14"), "AAA") == ["NOT COASTAL"]


@pytest.mark.rule("QJ-28.1-228", "QJ-28.1-229")
def test_t110_sends_foreign_navies_back() -> None:
    world = harbour(troops=60)
    own(world, "A7", "BBB", garrison=30)
    talisman(world, 110, "A7", gained=world.turn)
    turn = calm(world, "A7")
    one = turn.world.leaders[13]
    assert (one.province, one.troops) == ("A4", 60)
    assert (turn.province("A4").navies, turn.province("A7").navies) == (1, 0)
    assert any(event.kind == "landing refused" and event.seen_by == {"BBB"} for event in turn.events)
    world.players["BBB"].allies = ["AAA"]
    assert calm(world, "A7").world.leaders[13].province == "A7"
    world.players["BBB"].allies = []
    world.provinces["A7"].owner = "AAA"
    assert calm(world, "A7").world.leaders[13].province == "A7"


@pytest.mark.rule("QJ-28.1-335", "QJ-28.1-336", "QJ-28.1-337")
def test_t150_the_kraken_may_destroy_the_garrison() -> None:
    def risen(troops: int, owner: str = "BBB", gained: int = 0, jewel: bool = False) -> int:
        count = 0
        for seed in range(100):
            world = harbour(troops=troops)
            change(world, "A5", owner=owner, garrison=30)
            talisman(world, 150, 13, gained=gained)
            talisman(world, 72, 13)
            talisman(world, 71, 13)
            if jewel:
                talisman(world, 1, 13)
            turn = sail(world, "A5", str(seed))
            assert turn.province("A5").garrison in (0, 30)
            count += turn.province("A5").garrison == 0
        return count

    assert risen(500) == 100
    assert 30 < risen(250, gained=5) < 70
    assert risen(500, owner="") == 0  # note 3
    assert risen(500, owner="AAA") == 0
    assert risen(500, jewel=True) == 0  # note 5


@pytest.mark.rule("QJ-28.1-337")
def test_both_sides_read_what_the_kraken_did() -> None:
    world = harbour(troops=500)
    change(world, "A5", owner="BBB", garrison=30)
    for number in (150, 72, 71):
        talisman(world, number, 13)
    (told,) = [event for event in sail(world, "A5").events if event.kind == "kraken"]
    assert told.seen_by == {"AAA", "BBB"}
    assert (told.data["province"], told.data["holder"], told.data["troops"]) == ("A5", "BBB", 30)


@pytest.mark.rule("QJ-28.1-158", "QJ-28.1-337")
@pytest.mark.parametrize(("peaceful", "left"), [(False, 0), (True, 30)])
def test_no_kraken_attacks_under_a_cease_fire(peaceful: bool, left: int) -> None:
    world = harbour(troops=500)
    change(world, "A5", owner="BBB", garrison=30)
    for number in (71, 72, 150):
        talisman(world, number, 13)
    leader(world, 21, "BBB", "A5", at_peace=True)
    talisman(world, 87, 21)
    orders: list[QJOrder] = [GiveTalisman(87, None)] if peaceful else []
    turn = upto(world, "7a", AAA=[Sail(13, "A5")], BBB=orders)
    assert turn.world.leaders[13].province == "A5"
    assert turn.province("A5").garrison == left


def test_the_coast_is_a_ring() -> None:
    assert along_coast("B3", 1) == "A3"
    assert along_coast("A3", -1) == "B3"


@pytest.mark.rule("QJ-09-13", "QJ-09-15", "QJ-28.1-242")
def test_a_landing_ends_the_move_like_a_march() -> None:
    world = harbour(troops=60, bonus=4)
    world.players["BBB"].waylay = False
    own(world, "A7", "BBB", garrison=10)
    talisman(world, 115, 13)
    turn = calm(world, "A7")
    assert (turn.world.leaders[13].troops, turn.province("A7").garrison) == (64, 6)
    (voyage,) = [event.data for event in turn.events if event.kind == "sailed"]
    assert not voyage["refused"]


@pytest.mark.rule("QJ-09-08")
def test_a_landing_just_twelve_hexes_away_is_offered_instead_of_one_out_of_reach() -> None:
    world = harbour()
    edge = max((name for name in COAST if name != "A4"), key=lambda name: (sailing_distance("A4", name) == 12, name))
    assert sailing_distance("A4", edge) == 12
    beyond = along_coast(edge, 1) if sailing_distance("A4", along_coast(edge, 1)) > 12 else along_coast(edge, -1)
    assert failure(sail(world, beyond, step="5b", expected=True), "NOT ENOUGH MP").paste == f"L13S{edge}"


@pytest.mark.rule("QJ-09-07")
def test_as_many_leaders_sail_as_there_are_navies_by_order_of_their_lines() -> None:
    world = harbour()
    change(world, "A4", navies=2)
    for number in (14, 15):
        leader(world, number, "AAA", "A4")
    turn = upto(world, "5b", AAA=[Sail(15, "A7"), Sail(13, "A7"), Sail(14, "A7")])
    assert turn.leaving == {15, 13}
    assert failures(turn, "AAA") == ["NO NAVY"]


@pytest.mark.rule("QJ-24-06")
def test_nobody_finds_a_city_by_setting_sail_for_a_coast_out_of_reach() -> None:
    told = []
    for city in ("GOLD", ""):
        world = harbour(troops=5)
        change(world, "S12", city=city, garrison=40)
        turn = sail(world, "S12")
        assert "S12" not in turn.visits["AAA"]
        told.append([(one.code, one.why, one.remedy) for one in turn.failures])
    assert told[0] == told[1]
    assert told[0][0][0] == "NOT ENOUGH MP"
