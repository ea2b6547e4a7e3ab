"""Talismans that strike whoever gets them: T51, T66, T74, T79, T109, T128, T130 (28.1)."""

from __future__ import annotations

from collections import Counter

import pytest

from postern.rulesets.great_jewels.report.telling import sentence
from postern.rulesets.great_jewels.rules.hooks import AT_INCOME
from postern.rulesets.great_jewels.tables import neighbours
from postern.rulesets.great_jewels.turn.orders import (
    AcceptEngines,
    Attack,
    DeclareAlly,
    GiveTalisman,
    Hostile,
    Move,
    Raid,
    Spell,
    Transfer,
)
from postern.rulesets.great_jewels.world.records import People, Player, World, leader_force
from tests.rules.great_jewels.build import (
    allies,
    change,
    failures,
    land,
    leader,
    notes,
    own,
    run_typed,
    saw,
    talisman,
    unplayed,
)

SEEDS = 120


def _camp(number: int) -> World:
    """AAA's leader 11 holds the talisman in BBB's province E5, where BBB's leader 21 stands."""
    world = land()
    own(world, "E5", "BBB", garrison=10)
    leader(world, 11, "AAA", "E5", troops=5, at_peace=True)
    leader(world, 21, "BBB", "E5", troops=8, bonus=6)
    talisman(world, number, 11)
    return world


@pytest.mark.rule("QJ-28.1-051")
def test_shadow_of_fear_takes_all_bonus_of_the_leader_who_gets_it() -> None:
    turn = run_typed(_camp(51), AAA=[GiveTalisman(51, 21)])
    told = [event.data for event in turn.events if event.kind == "bonus lost" and "BBB" in event.seen_by]
    assert told == [{"leader": 21, "lost": 6}]
    assert turn.world.leaders[21].bonus <= 1  # no more than this turn's experience


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-090")
def test_the_poker_chip_doubles_or_destroys_the_zorans_in_a_quarter_of_cases_each() -> None:
    found: Counter[int] = Counter()
    for seed in range(SEEDS):
        world = _camp(66)
        change(world, "E5", zorans=100)
        turn = run_typed(world, f"chip {seed}", AAA=[GiveTalisman(66, None)])
        found[turn.world.provinces["E5"].zorans - 7] += 1
    assert set(found) == {0, 100, 200}
    assert 16 <= found[0] <= 46
    assert 16 <= found[200] <= 46


def test_the_poker_chip_works_on_what_a_leader_carries() -> None:
    found = set()
    for seed in range(20):
        world = _camp(66)
        world.leaders[21].zorans = 30
        found.add(run_typed(world, f"purse {seed}", AAA=[GiveTalisman(66, 21)]).world.leaders[21].zorans)
    assert found == {0, 30, 60}


@pytest.mark.rule("QJ-28.1-109", "QJ-28.1-110")
def test_the_flying_dutchman_carries_a_leader_off_who_neither_moves_nor_attacks() -> None:
    goals = set()
    for seed in range(12):
        world = _camp(74)
        leader(world, 22, "BBB", "E5", troops=8)
        change(world, "K9", city="GOLD")
        turn = run_typed(
            world,
            f"dutch {seed}",
            AAA=[GiveTalisman(74, 21)],
            BBB=[Move(21, ("E6",)), Attack(leader_force(22), "attack", 11)],
        )
        moved = turn.world.leaders[21]
        assert moved.province not in ("E5", "K9")
        assert failures(turn, "BBB") == ["ALREADY HAS AN ORDER"]
        goals.add(moved.province)
        assert moved.province in turn.world.players["BBB"].seen
        attacking = run_typed(world, f"dutch {seed}", AAA=[GiveTalisman(74, 21)], BBB=[Attack(leader_force(21), "attack", 11)])
        assert attacking.world.leaders[11].troops == 5
        assert failures(attacking, "BBB") == ["ALREADY HAS AN ORDER"]
    assert len(goals) > 8


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-111")
def test_the_flying_dutchman_doubles_his_troops_two_times_of_three_and_halves_them_else() -> None:
    world = land()
    one = leader(world, 21, "BBB", "E5")
    talisman(world, 74, 21)
    found: Counter[int] = Counter()
    for seed in range(900):
        one.troops = 40
        AT_INCOME.fold(unplayed(world, f"crew {seed}"), leader_force(21), None, None)
        found[one.troops] += 1
    assert set(found) == {80, 20}
    assert 555 <= found[80] <= 645  # 600 expected
    one.troops = 40
    assert run_typed(world).world.leaders[21].troops in (80, 20)  # in the turn, too


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-111")
def test_the_flying_dutchman_doubles_however_many_troops_there_are() -> None:
    found = set()
    for seed in range(12):
        world = land()
        leader(world, 21, "BBB", "E5", troops=301)
        talisman(world, 74, 21)
        found.add(run_typed(world, f"many {seed}").world.leaders[21].troops)
    assert found == {602, 150}


@pytest.mark.rule("QJ-28.1-130")
def test_screaming_meemies_drive_all_troops_into_one_adjacent_province_never_through_a_tunnel() -> None:
    goals = set()
    for seed in range(25):
        world = _camp(79)
        change(world, "E5", tunnels=["O15"])
        change(world, "O15", tunnels=["E5"])
        for name in neighbours("E5"):
            own(world, name, "BBB", garrison=1)
        world.leaders[11].troops, world.leaders[11].at_peace = 0, True
        turn = run_typed(world, f"meemies {seed}", AAA=[GiveTalisman(79, None)])
        assert turn.world.provinces["E5"].garrison == 8  # only the new levy
        grown = [name for name in neighbours("E5") if turn.world.provinces[name].garrison == 1 + 10 + 8]
        assert len(grown) == 1
        goals.update(grown)
    assert len(goals) >= 4


def test_screaming_meemies_leave_the_leader_where_he_is() -> None:
    turn = run_typed(_camp(79), AAA=[GiveTalisman(79, 21)])
    assert turn.world.leaders[21].province == "E5"
    assert turn.world.leaders[21].troops == 0


@pytest.mark.rule("QJ-28.1-227")
def test_swap_meet_brings_the_giver_one_of_the_receivers_talismans() -> None:
    got = set()
    for seed in range(30):
        world = _camp(109)
        for number in (45, 57, 1):
            talisman(world, number, 21)
        turn = run_typed(world, f"swap {seed}", AAA=[GiveTalisman(109, 21)])
        assert turn.world.talismans[109].leader == 21
        mine = [number for number in (45, 57, 1) if turn.world.talismans[number].leader == 11]
        assert len(mine) == 1
        got.update(mine)
    assert got == {45, 57}  # never a Great Jewel


def test_swap_meet_brings_nothing_from_a_receiver_without_talismans() -> None:
    turn = run_typed(_camp(109), AAA=[GiveTalisman(109, 21)])
    assert [one.number for one in turn.held(leader_force(11))] == []


@pytest.mark.rule("QJ-28.1-227", "QJ-28.1-007", "QJ-12-09")
def test_swap_meet_goes_into_a_besieged_garrison_and_brings_a_talisman_out_of_it() -> None:
    """Its note 7 lets it in; the exchange is its own power, while a transfer out of the garrison stays impossible."""
    world = _camp(109)
    change(world, "E5", besieged=True)
    talisman(world, 45, "E5")
    turn = run_typed(world, AAA=[GiveTalisman(109, None)], BBB=[GiveTalisman(45, 21)])
    assert failures(turn, "BBB") == ["BESIEGED"]
    assert (turn.world.talismans[109].province, turn.world.talismans[45].leader) == ("E5", 11)


@pytest.mark.rule("QJ-28.1-227", "QJ-28.1-182")
def test_a_wand_that_the_swap_meet_takes_out_of_a_garrison_takes_its_citadel_along() -> None:
    world = _camp(109)
    change(world, "E5", csps=13)
    talisman(world, 95, "E5")
    turn = run_typed(world, AAA=[GiveTalisman(109, None)])
    assert (turn.world.talismans[109].province, turn.world.talismans[95].leader) == ("E5", 11)
    assert turn.world.provinces["E5"].csps == 0


@pytest.mark.rule("QJ-28.1-287", "QJ-28.1-288")
def test_summit_conference_flips_what_the_receiver_has_declared_this_turn() -> None:
    stranger = run_typed(_camp(128), AAA=[GiveTalisman(128, 21)])
    assert stranger.world.players["BBB"].allies == ["AAA"]
    friend = _camp(128)
    allies(friend, "BBB", "AAA", mutual=False)
    assert run_typed(friend, AAA=[GiveTalisman(128, 21)]).world.players["BBB"].allies == []
    fresh = _camp(128)
    fresh.players["BBB"].met = ["AAA"]
    turn = run_typed(fresh, AAA=[GiveTalisman(128, 21)], BBB=[DeclareAlly("AAA")])
    assert turn.world.players["BBB"].allies == []
    assert not [event for event in turn.events if "BBB" in event.seen_by and event.kind == "summit"]


def _bribed(zorans: int, troops: int = 8) -> World:
    world = _camp(130)
    world.leaders[11].zorans = zorans
    world.leaders[21].troops = troops
    return world


@pytest.mark.rule("QJ-28.1-293", "QJ-28.1-295")
def test_highway_bribery_wins_an_army_for_three_zorans_a_troop() -> None:
    world = _bribed(24)
    turn = run_typed(world, AAA=[Transfer(leader_force(11), "zorans", 24, 21), GiveTalisman(130, 21)], BBB=[Move(21, ("E6",))])
    won = turn.world.leaders[21]
    assert (won.owner, won.troops, won.zorans, won.province) == ("AAA", 8, 0, "E5")
    assert failures(turn, "BBB") == ["ALREADY HAS AN ORDER"]
    assert [event.kind for event in turn.events if event.kind == "bribery" and "BBB" in event.seen_by] == ["bribery"]


@pytest.mark.rule("QJ-28.1-295")
def test_a_bribe_that_is_too_small_is_lost_with_the_talisman() -> None:
    turn = run_typed(_bribed(23), AAA=[Transfer(leader_force(11), "zorans", 23, 21), GiveTalisman(130, 21)])
    kept = turn.world.leaders[21]
    assert (kept.owner, kept.zorans) == ("BBB", 23)
    assert turn.world.talismans[130].leader == 21


@pytest.mark.rule("QJ-28.1-294")
def test_the_price_counts_the_troops_after_this_turns_transfers() -> None:
    world = _bribed(24)
    turn = run_typed(
        world,
        AAA=[Transfer(leader_force(11), "zorans", 24, 21), GiveTalisman(130, 21)],
        BBB=[Transfer(leader_force(21), "troops", 1, None)],
    )
    assert turn.world.leaders[21].owner == "AAA"
    more = _bribed(24)
    leader(more, 22, "BBB", "E5", troops=3)
    turn = run_typed(
        more,
        AAA=[Transfer(leader_force(11), "zorans", 24, 21), GiveTalisman(130, 21)],
        BBB=[Transfer(leader_force(22), "troops", 1, 21)],
    )
    assert turn.world.leaders[21].owner == "BBB"


def test_zorans_that_the_leader_had_before_are_no_bribe() -> None:
    world = _bribed(3)
    world.leaders[21].zorans = 500
    turn = run_typed(world, AAA=[Transfer(leader_force(11), "zorans", 3, 21), GiveTalisman(130, 21)])
    assert turn.world.leaders[21].owner == "BBB"


def test_the_bearer_of_a_great_jewel_cannot_be_bribed() -> None:
    world = _bribed(24)
    talisman(world, 1, 21)
    turn = run_typed(world, AAA=[Transfer(leader_force(11), "zorans", 24, 21), GiveTalisman(130, 21)])
    assert turn.world.leaders[21].owner == "BBB"


@pytest.mark.rule("QJ-28.1-130")
def test_who_set_the_meemies_on_another_is_told_of_it_as_done_and_the_other_as_bad_news() -> None:
    events = run_typed(_camp(79), AAA=[GiveTalisman(79, None)]).events
    (event,) = [one for one in events if one.kind == "stampede"]
    doer, other = sentence(event, "AAA"), sentence(event, "BBB")
    assert doer is not None
    assert other is not None
    assert " of BBB out into " in doer.text
    assert " of BBB" not in other.text
    assert (doer.weight, other.weight) == ("normal", "attention")


def test_the_garrison_that_stampedes_gives_no_raids_besides() -> None:
    world = _camp(79)
    turn = run_typed(world, AAA=[GiveTalisman(79, None)], BBB=[Raid(leader_force(21), 2, "E6")])
    assert notes(turn, "BBB") == []
    assert turn.world.leaders[21].troops == 6


@pytest.mark.rule("QJ-28.1-130", "QJ-28.1-252", "QJ-28.2-12")
def test_neither_seekers_of_gold_nor_a_sealed_garrison_stampede() -> None:
    seeking = _camp(79)
    talisman(seeking, 118, "E5", counter=1)
    turn = run_typed(seeking, AAA=[GiveTalisman(79, None)])
    assert turn.raids == []
    sealed = _camp(79)
    talisman(sealed, 1, "B4")
    saw(sealed, "AAA", "E5")
    turn = run_typed(sealed, AAA=[GiveTalisman(79, None), Spell(1, "S", province="E5")])
    assert turn.raids == []
    assert "stampede" not in {event.kind for event in turn.events}
    told = [event.seen_by for event in run_typed(_camp(79), AAA=[GiveTalisman(79, None)]).events if event.kind == "stampede"]
    assert told == [{"AAA", "BBB"}]


@pytest.mark.rule("QJ-28.1-002")
@pytest.mark.usefixtures("no_mischief")
def test_what_a_killer_finds_on_his_victim_has_not_been_transferred_to_him() -> None:
    """T143 handed to L21, who dies: its giver shares nothing of what the killer scores. T122: he does not see through him."""
    for number in (143, 122):
        world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="SLENTH")
        leader(world, 11, "AAA", "E5", troops=5, at_peace=True)
        leader(world, 21, "BBB", "E5", troops=1)
        leader(world, 31, "CCC", "E5", troops=90, bonus=7)
        talisman(world, number, 11)
        turn = run_typed(world, AAA=[GiveTalisman(number, 21)], CCC=[Attack(leader_force(31), "attack", 21), Move(31, ("E6",))])
        assert turn.world.talismans[number].leader == 31
        assert "profit sharing" not in {event.kind for event in turn.events}
        assert turn.answers.get("AAA", {}) == {}
        entries = turn.world.players["CCC"].seen["E5"].leaders
        assert [one.flags for leader_entry in entries for one in leader_entry.talismans] == [()]


@pytest.mark.rule("QJ-28.1-110")
def test_no_spell_carries_off_whom_the_flying_dutchman_has_taken_this_turn() -> None:
    world = _camp(74)
    talisman(world, 1, "B4")
    saw(world, "AAA", "E5")
    away = {
        run_typed(world, AAA=[order, Spell(1, "TL", leader=21, province="M7")]).world.leaders[21].province for order in _EITHER
    }
    assert "M7" in away
    assert len(away) == 2


_EITHER = (GiveTalisman(74, 21), GiveTalisman(74, None))
"""To the leader, or to the garrison, where it does nothing."""


@pytest.mark.rule("QJ-28.1-110")
def test_the_bearer_of_the_flying_dutchman_moves_and_attacks_on_later_turns() -> None:
    world = _camp(74)
    talisman(world, 74, 21, transferred=world.turn - 1)
    assert run_typed(world, BBB=[Move(21, ("E6",))]).world.leaders[21].province == "E6"
    fought = run_typed(world, BBB=[Attack(leader_force(21), "attack", 11)])
    assert failures(fought, "BBB") == []
    assert leader_force(11) in fought.attacked


@pytest.mark.rule("QJ-28.1-287")
def test_summit_conference_between_own_forces_changes_nothing() -> None:
    world = _camp(128)
    leader(world, 12, "AAA", "E5")
    turn = run_typed(world, AAA=[GiveTalisman(128, 12)])
    assert failures(turn, "AAA") == []
    assert [player.allies for player in turn.world.players.values()] == [[], []]


@pytest.mark.rule("QJ-28.1-130")
def test_screaming_meemies_drive_nobody_out_where_no_army_can_go() -> None:
    world = _camp(79)
    for name in neighbours("E5"):
        change(world, name, terrain="I")
    turn = run_typed(world, AAA=[GiveTalisman(79, None)])
    assert turn.raids == []
    assert turn.world.provinces["E5"].garrison == 10 + 8


@pytest.mark.rule("QJ-28.1-293", "QJ-21-10")
def test_what_a_bribed_leader_was_to_be_for_his_old_lord_he_is_not_for_the_new_one() -> None:
    """Declared hostile by BBB, L21 would capture a province of AAA's ally for AAA; nor does he accept equipment any more."""
    world = _bribed(24)
    world.players["CCC"] = Player("CCC", People.AZONI, account=3, home="D12", end_vote=25)
    allies(world, "AAA", "CCC")
    own(world, "E5", "CCC", garrison=0)
    turn = run_typed(
        world,
        AAA=[Transfer(leader_force(11), "zorans", 24, 21), GiveTalisman(130, 21)],
        BBB=[Hostile(21), AcceptEngines(21)],
    )
    assert turn.world.leaders[21].owner == "AAA"
    assert turn.world.provinces["E5"].owner == "CCC"
    assert 21 not in turn.accepts
