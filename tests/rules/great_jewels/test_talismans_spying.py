"""Spying and deceiving: Palantiri, T57, T75, T108, T119, T120, T131, and T63, T82, T116 (28.1)."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.tables import neighbours
from postern.rulesets.great_jewels.turn.orders import Attack, GiveTalisman, Move, Raid, UseTalisman
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import ProvinceEntry, World, garrison_force, leader_force
from tests.rules.great_jewels.build import allies, change, failures, land, leader, own, run_typed, saw, talisman
from tests.rules.great_jewels.upto import upto


def _lair() -> World:
    """BBB owns K9 (30 troops, 4 CSPs) where his leader 21 (20 troops) stands; AAA's leader 11 is far away in E5."""
    world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="AZONI")
    own(world, "K9", "BBB", garrison=30, csps=4)
    leader(world, 21, "BBB", "K9", troops=20, bonus=2)
    leader(world, 11, "AAA", "E5", troops=5, at_peace=True)
    return world


def _seen(turn: Turn, player: str, province: str) -> ProvinceEntry:
    return turn.world.players[player].seen[province]


@pytest.mark.rule("QJ-28.1-034")
def test_each_palantir_shows_one_province_anywhere_a_turn() -> None:
    world = _lair()
    for number in (45, 46, 47):
        talisman(world, number, 11)
    uses = [UseTalisman(45, province="K9"), UseTalisman(46, province="M7"), UseTalisman(45, province="N8")]
    turn = run_typed(world, AAA=uses)
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER"]
    assert {"K9", "M7"} <= set(turn.world.players["AAA"].seen)
    assert "N8" not in turn.world.players["AAA"].seen
    entry = _seen(turn, "AAA", "K9")
    assert (entry.tag, entry.csps, [one.number for one in entry.leaders]) == ("BBB", 4, [21])
    assert "K9" in run_typed(turn.world, AAA=[UseTalisman(45, province="K9")]).visits["AAA"]


@pytest.mark.rule("QJ-28.1-035")
def test_a_palantir_shows_no_more_of_a_forbidden_city_than_its_name() -> None:
    world = _lair()
    change(world, "M7", city="SILVER", garrison=40, zorans=300)
    talisman(world, 45, 11)
    entry = _seen(run_typed(world, AAA=[UseTalisman(45, province="M7")]), "AAA", "M7")
    assert (entry.tag, entry.locked, entry.garrison, entry.zorans, entry.terrain) == ("SILVER", True, 0, 0, "")


@pytest.mark.rule("QJ-28.1-067")
def test_the_oracle_tells_every_players_score() -> None:
    world = _lair()
    world.players["CCC"].score = 4321
    talisman(world, 57, 11)
    turn = run_typed(world)
    scores = {name: player.score for name, player in turn.world.players.items()}
    assert turn.world.players["AAA"].told["T57"][1:] == [f"{name} = {score}" for name, score in scores.items()]
    assert scores["CCC"] >= 4321
    assert "T57" not in turn.world.players["BBB"].told


@pytest.mark.rule("QJ-28.1-113")
def test_the_view_from_the_top_shows_all_provinces_around_the_leaders_end() -> None:
    world = _lair()
    talisman(world, 75, 11)
    turn = run_typed(world, AAA=[Move(11, ("E6",))])
    seen = set(turn.world.players["AAA"].seen)
    assert set(neighbours("E6")) <= seen
    assert not (set(neighbours("E5")) - set(neighbours("E6")) - {"E6", "E5"}) & seen


@pytest.mark.rule("QJ-28.1-114")
def test_the_view_from_the_top_shows_nothing_from_a_garrison() -> None:
    world = _lair()
    own(world, "E6", "AAA", garrison=5)
    talisman(world, 75, "E6")
    assert "E7" not in run_typed(world).world.players["AAA"].seen


@pytest.mark.rule("QJ-28.1-223", "QJ-28.1-224", "QJ-28.1-225")
def test_caesars_census_shows_the_summary_without_talismans_and_goes_to_that_player() -> None:
    world = _lair()
    talisman(world, 57, 21)
    talisman(world, 108, 11)
    turn = run_typed(world, AAA=[UseTalisman(108, player="BBB")])
    lines = turn.world.players["AAA"].told["T108"]
    assert lines[0] == 'T108 "CAESAR\'S CENSUS" on [BBB]:'
    assert lines[1].startswith("Total provinces = 2, Levies = 18, Taxes = 17, Garrisons = 49, Csps = 4, Zorans = 17")
    assert lines[2] == "Leaders = 1, Troops = 20"
    assert not any("T57" in line for line in lines)
    assert turn.world.talismans[108].province == "B8"  # BBB's home


@pytest.mark.rule("QJ-28.1-225")
def test_caesars_census_goes_to_another_province_if_the_home_is_lost() -> None:
    world = _lair()
    own(world, "B8", "CCC", garrison=1)
    talisman(world, 108, 11)
    turn = run_typed(world, AAA=[UseTalisman(108, player="BBB")])
    assert turn.world.talismans[108].province == "K9"


@pytest.mark.rule("QJ-28.1-259", "QJ-28.1-260")
def test_the_double_agent_names_a_players_allies_and_goes_to_him() -> None:
    world = _lair()
    allies(world, "BBB", "CCC", mutual=False)
    talisman(world, 120, 11)
    turn = run_typed(world, AAA=[UseTalisman(120, player="BBB")])
    assert turn.world.players["AAA"].told["T120"] == ['T120 "DOUBLE AGENT": [BBB] has declared ally: [CCC]']
    assert turn.world.talismans[120].province == "B8"
    assert failures(run_typed(world, AAA=[UseTalisman(120, player="DDD")]), "AAA") == ["NOT MET"]


@pytest.mark.rule("QJ-28.1-297", "QJ-28.1-298")
def test_the_crystal_ball_finds_any_talisman_but_jewels_and_those_in_cities() -> None:
    world = _lair()
    change(world, "M7", city="SILVER", garrison=40)
    talisman(world, 48, 21, counter=200)
    talisman(world, 63, "K9")
    talisman(world, 75, "M7")
    talisman(world, 1, 21)
    talisman(world, 131, 11)
    found = {
        number: run_typed(world, AAA=[UseTalisman(131, number=number)], BBB=[Move(21, ("K10",))]) for number in (48, 63, 75, 1)
    }
    told = {number: turn.world.players["AAA"].told.get("T131", [""])[0] for number, turn in found.items()}
    assert "K10 with L21[BBB]" in told[48]
    assert "K9[BBB], in the garrison" in told[63]
    assert "cannot be found" in told[75]
    assert told[1] == ""
    assert failures(found[1], "AAA") == ["TALISMAN NOT USABLE"]


@pytest.mark.rule("QJ-28.1-299")
def test_the_crystal_ball_looks_for_no_talisman_two_turns_in_a_row() -> None:
    world = _lair()
    talisman(world, 63, "K9")
    talisman(world, 131, 11)
    first = run_typed(world, AAA=[UseTalisman(131, number=63)])
    second = run_typed(first.world, AAA=[UseTalisman(131, number=63), UseTalisman(131, number=48)])
    assert failures(second, "AAA") == ["TWO TURNS IN A ROW"]
    third = run_typed(second.world, AAA=[UseTalisman(131, number=63)])
    assert failures(third, "AAA") == []
    assert "T131" in third.world.players["AAA"].told


@pytest.mark.rule("QJ-28.1-257")
def test_the_security_blanket_stops_raids_palantiri_and_spells_from_seeing() -> None:
    for covered in (True, False):
        world = _lair()
        own(world, "K10", "AAA", garrison=10)
        talisman(world, 45, 11)
        if covered:
            talisman(world, 119, "K9")
        turn = run_typed(world, AAA=[UseTalisman(45, province="K9")])
        assert ("K9" in turn.world.players["AAA"].seen) is not covered
        raided = run_typed(world, AAA=[Raid(garrison_force("K10"), 1, "K9")])
        assert ("K9" in raided.world.players["AAA"].seen) is not covered
        assert "K9" in turn.world.players["BBB"].seen


@pytest.mark.rule("QJ-28.1-084")
def test_the_doppelganger_doubles_the_troops_that_others_see() -> None:
    world = _lair()
    talisman(world, 45, 11)
    look = [UseTalisman(45, province="K9")]
    plain = _seen(run_typed(world, AAA=look), "AAA", "K9")
    talisman(world, 63, 21)
    army = run_typed(world, AAA=look)
    assert [one.troops for one in _seen(army, "AAA", "K9").leaders] == [2 * plain.leaders[0].troops]
    assert [one.troops for one in _seen(army, "BBB", "K9").leaders] == [20]
    talisman(world, 63, "K9")
    garrison = run_typed(world, AAA=look)
    assert _seen(garrison, "AAA", "K9").garrison == 2 * plain.garrison
    assert _seen(garrison, "BBB", "K9").garrison == plain.garrison


@pytest.mark.rule("QJ-28.1-141")
def test_fog_of_war_on_an_army_hides_all_armies_of_its_owner_there() -> None:
    world = _lair()
    leader(world, 22, "BBB", "K9", troops=7, zorans=5)
    leader(world, 31, "CCC", "K9", troops=3, at_peace=True)
    talisman(world, 75, 22)
    talisman(world, 82, 21)
    talisman(world, 45, 11)
    turn = run_typed(world, AAA=[UseTalisman(45, province="K9")])
    by_number = {one.number: one for one in _seen(turn, "AAA", "K9").leaders}
    for number in (21, 22):
        one = by_number[number]
        assert (one.owner, one.troops, one.bonus, one.zorans, one.talismans, one.fogged) == ("BBB", 0, 0, 0, (), True)
    assert by_number[31].troops == 3
    assert {one.number: one.troops for one in _seen(turn, "BBB", "K9").leaders}[22] == 7


@pytest.mark.rule("QJ-28.1-141")
def test_who_fell_beside_the_fog_of_war_is_hidden_from_others_and_not_from_his_owner() -> None:
    world = _lair()
    leader(world, 22, "BBB", "K9", troops=1)
    leader(world, 31, "CCC", "K9", troops=90, bonus=9)
    talisman(world, 82, 21)
    turn = run_typed(world, CCC=[Attack(leader_force(31), "attack", 22)])
    fallen = {
        player: next(one for one in _seen(turn, player, "K9").leaders if one.number == 22 and one.killed)
        for player in ("BBB", "CCC")
    }
    assert (fallen["CCC"].fogged, fallen["CCC"].flags, fallen["BBB"].fogged) == (True, (), False)


@pytest.mark.rule("QJ-28.1-142")
def test_fog_of_war_in_a_garrison_hides_all_but_owner_and_terrain() -> None:
    world = _lair()
    talisman(world, 82, "K9")
    talisman(world, 75, "K9")
    talisman(world, 45, 11)
    turn = run_typed(world, AAA=[UseTalisman(45, province="K9")])
    entry = _seen(turn, "AAA", "K9")
    assert (entry.tag, entry.terrain, entry.fogged) == ("BBB", "C", True)
    assert (entry.levy, entry.tax, entry.garrison, entry.csps, entry.zorans, entry.talismans) == (0, 0, 0, 0, 0, ())
    assert _seen(turn, "BBB", "K9").csps == 4


def _chameleon() -> World:
    world = _lair()
    talisman(world, 116, 21)
    talisman(world, 45, 11)
    return world


def _looks(turn: Turn) -> list[tuple[int, str]]:
    return [(one.number, one.name) for held in _seen(turn, "AAA", "K9").leaders for one in held.talismans]


@pytest.mark.rule("QJ-28.1-244")
def test_the_chameleon_looks_like_the_talisman_that_its_owner_names() -> None:
    look = [UseTalisman(45, province="K9")]
    turn = run_typed(_chameleon(), AAA=look, BBB=[UseTalisman(116, number=49)])
    (told,) = [event for event in turn.events if event.kind == "guise put on"]
    assert told.seen_by == {"BBB"}
    assert told.data["talisman"] == 49
    assert _looks(turn) == [(49, "SWORD OF DOOM")]
    own_view = [one.number for held in _seen(turn, "BBB", "K9").leaders for one in held.talismans]
    assert own_view == [116]
    assert _looks(run_typed(_chameleon(), AAA=look)) == []


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-245")
def test_the_chameleons_look_halves_its_chance_every_turn() -> None:
    holds = [0, 0, 0, 0]
    runs = 120
    for seed in range(runs):
        world = _chameleon()
        orders = [UseTalisman(116, number=49)]
        for turns in range(4):
            turn = run_typed(world, f"guise {seed}", AAA=[UseTalisman(45, province="K9")], BBB=orders)
            holds[turns] += _looks(turn) == [(49, "SWORD OF DOOM")]
            world, orders = turn.world, []
    assert holds[0] == runs
    assert 42 <= holds[1] <= 78
    assert 16 <= holds[2] <= 46
    assert 4 <= holds[3] <= 28


@pytest.mark.rule("QJ-28.1-246")
def test_the_chameleon_may_change_every_turn_but_not_to_the_same_look_twice_running() -> None:
    look = [UseTalisman(45, province="K9")]
    first = run_typed(_chameleon(), AAA=look, BBB=[UseTalisman(116, number=49)])
    again = run_typed(first.world, AAA=look, BBB=[UseTalisman(116, number=49)])
    assert failures(again, "BBB") == ["TWO TURNS IN A ROW"]
    other = run_typed(first.world, AAA=look, BBB=[UseTalisman(116, number=50)])
    assert failures(other, "BBB") == []
    assert _looks(other) == [(50, "GROND")]
    back = run_typed(other.world, AAA=look, BBB=[UseTalisman(116, number=49)])
    assert _looks(back) == [(49, "SWORD OF DOOM")]


def test_a_player_sees_nothing_with_a_palantir_that_he_has_handed_over() -> None:
    world = _lair()
    talisman(world, 45, 11)
    leader(world, 31, "CCC", "E5", at_peace=True)
    turn = run_typed(world, AAA=[GiveTalisman(45, 31), UseTalisman(45, province="K9")])
    assert failures(turn, "AAA") == ["NOT YOURS"]


@pytest.mark.rule("QJ-28.1-257", "QJ-28.1-265")
def test_the_security_blanket_keeps_the_mind_leech_from_seeing_too() -> None:
    world = _lair()
    saw(world, "AAA", "K9")
    talisman(world, 122, 11)
    assert "K9" in run_typed(world, AAA=[GiveTalisman(122, 21)]).visits["AAA"]
    talisman(world, 119, "K9")
    turn = run_typed(world, AAA=[GiveTalisman(122, 21)])
    assert "K9" not in turn.visits["AAA"]
    assert "something keeps K9 from being seen" in turn.world.players["AAA"].told["T122"][-1]


@pytest.mark.rule("QJ-28.1-297")
@pytest.mark.parametrize("number", [108, 120])
def test_the_crystal_ball_tells_where_a_talisman_ended_the_turn_that_was_sent_away_in_it(number: int) -> None:
    world = _lair()
    talisman(world, 131, 11)
    talisman(world, number, 21)
    turn = run_typed(world, AAA=[UseTalisman(131, number=number)], BBB=[UseTalisman(number, player="CCC")])
    assert turn.world.talismans[number].province == "D12"  # CCC's home
    (line,) = turn.world.players["AAA"].told["T131"]
    assert "ended the turn in D12[CCC]" in line


@pytest.mark.rule("QJ-28.1-297")
def test_the_crystal_ball_looks_for_one_talisman_a_turn_and_answers_no_check_of_orders() -> None:
    world = _lair()
    for number, holder in ((131, 11), (57, 21), (75, 21)):
        talisman(world, number, holder)
    uses = [UseTalisman(131, number=57), UseTalisman(131, number=75)]
    turn = run_typed(world, AAA=uses)
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER"]
    assert len(turn.world.players["AAA"].told["T131"]) == 1
    assert "T131" not in upto(world, "15a", expected=True, AAA=uses[:1]).answers["AAA"]


@pytest.mark.rule("QJ-28.1-223", "QJ-28.1-259")
@pytest.mark.parametrize("number", [108, 120])
@pytest.mark.parametrize(("player", "why"), [("AAA", "You cannot spy on yourself."), ("ZZZ", "No player is called ZZZ.")])
def test_census_and_double_agent_need_another_player(number: int, player: str, why: str) -> None:
    world = _lair()
    talisman(world, number, 11)
    (told,) = run_typed(world, AAA=[UseTalisman(number, player=player)]).failures
    assert told.why == why


@pytest.mark.rule("QJ-28.1-037")
@pytest.mark.parametrize("goes", [True, False])
def test_under_the_cloak_an_army_is_on_its_owners_printout_alone(goes: bool) -> None:
    world = _lair()
    leader(world, 12, "AAA", "K9", troops=1, at_peace=True)
    talisman(world, 48, 21, counter=200)
    turn = run_typed(world, BBB=[Move(21, ("K10",))] if goes else [])
    for player in ("AAA", "BBB"):
        entry = _seen(turn, player, "K9")
        shown = {one.number for one in entry.leaders} | {int(one.split("->")[0].removeprefix("L")) for one in entry.departures}
        assert (21 in shown) == (player == "BBB")


@pytest.mark.rule("QJ-28.1-257")
def test_the_security_blanket_hides_a_province_from_others_only() -> None:
    world = _lair()
    talisman(world, 119, "K9")
    talisman(world, 45, 21)
    talisman(world, 46, 11)
    turn = run_typed(world, BBB=[UseTalisman(45, province="K9")], AAA=[UseTalisman(46, province="K9")])
    assert ("T45" in turn.answers["BBB"], "T46" in turn.answers["AAA"]) == (False, True)
