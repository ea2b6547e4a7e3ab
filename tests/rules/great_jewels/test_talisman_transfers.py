"""Handing talismans over (chapter 28) and the notes that hold for all of them (28.1)."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.rules.hooks import usable
from postern.rulesets.great_jewels.turn.orders import Attack, GiveTalisman, Move, Spell, UseTalisman
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import LeaderEntry, ProvinceEntry, World, leader_force
from tests.kit.tables import Row, table
from tests.rules.great_jewels.build import allies, change, failures, land, leader, own, run_typed, saw, talisman
from tests.rules.great_jewels.tables import holds


def _camp() -> World:
    """E5 is AAA's; leaders 11 and 12 of AAA and 21 of BBB stand there, 13 of AAA stands in E6."""
    world = land()
    own(world, "E5", "AAA", garrison=10)
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 12, "AAA", "E5", troops=5)
    leader(world, 13, "AAA", "E6", troops=5)
    leader(world, 21, "BBB", "E5", troops=1, at_peace=True)
    return world


_CAMP = "E5 AAA garrison=10; L11 AAA E5 troops=5; L12 AAA E5 troops=5; L13 AAA E6 troops=5; L21 BBB E5 troops=1 at_peace;"
_BESIEGED = "E5 AAA garrison=10 besieged; L11 AAA E5 troops=5; L12 AAA E5 troops=5; L21 BBB E5 troops=40;"
_MANY = range(4, 29)

HANDED_OVER = (
    Row("to any leader in the province, who cannot refuse it", "QJ-28-01 QJ-28-07 QJ-28-09",
        f"{_CAMP} T75 L11; T57 L12", "AAA: T75L12, T57L21", "T75 L12; T57 L21"),
    Row("not to a leader in another province, and not to a dead one", "QJ-28-07",
        f"{_CAMP} T75 L11", "AAA: T75L13, T75L99", "T75 L11; AAA fails NOT_THERE NO_SUCH_LEADER",
        "is in E5, L13 is in E6"),
    Row("only by its holder, and only once a turn", "",
        f"{_CAMP} T75 L21; T57 L11", "AAA: T75L11, T57L12, T57L21",
        "T75 L21; T57 L12; AAA fails ALREADY_HAS_AN_ORDER NOT_YOURS"),
    Row("into the garrison of any player and out of one's own", "QJ-28-08",
        f"{_CAMP} T75 L21; T57 E5", "AAA: T57L11; BBB: T75G", "T75 E5; T57 L11"),
    Row("not into a neutral province", "", f"{_CAMP} T75 L13", "AAA: T75G", "T75 L13; AAA fails NOT_YOURS"),
    Row("into a besieged garrison only by note 7, and out of it never", "QJ-28-08 QJ-28.1-007",
        f"{_BESIEGED} T56 L11; T57 L12; T75 E5", "AAA: T56G, T57G, T75L11",
        "T56 E5; T57 L12; T75 E5; AAA fails BESIEGED BESIEGED"),
    Row("the Underground Railroad into a besieged garrison, whose raiders it lets out", "QJ-28.1-289 QJ-28.1-291",
        f"{_CAMP} E5 besieged; P15 AAA garrison=1; T129 L11", "AAA: T129G, GE5R4P15", f"T129 E5; P15 garrison={1 + 4 + 8}"),
    Row("in order of their numbers: T106 lifts the siege for what comes after it", "",
        f"{_BESIEGED} T106 L11; T57 L12; T119 L12", "AAA: T119G, T106G, T57G",
        "T119 E5; T57 L12; AAA fails BESIEGED"),
    Row("any number of them to one leader", "QJ-28-06",
        _CAMP + "; ".join(f"T{number} L11" for number in _MANY), "AAA: " + ", ".join(f"T{number}L12" for number in _MANY),
        "; ".join(f"T{number} L12" for number in _MANY)),
    Row("without notes 1 and 2 it works at once: the tax of 7, doubled", "QJ-28.1-009",
        f"{_CAMP} T54 L11", "AAA: T54G", "E5 zorans=14 garrison=10"),
    Row("the Mind Leech reaches only whom one sees", "QJ-28.1-264", f"{_CAMP} L29 BBB P15; T122 L11", "AAA: T122L29",
        "T122 L11; AAA fails NO_SUCH_LEADER"),
)  # fmt: skip
NOTES = (
    Row("note 3: nothing is done to forces of non-players", "QJ-28.1-003",
        "L11 AAA M7 troops=5; L31 LOTU M7 troops=5; M7 city=GOLD garrison=10; T92 L11", "AAA: T92=L31",
        "L31 M7; AAA fails TALISMAN_NOT_USABLE"),
    Row("note 4: bearers of a Great Jewel are immune", "QJ-28.1-004", f"{_CAMP} T92 L11; T1 L21", "AAA: T92=L21",
        "L21 E5; AAA fails TALISMAN_NOT_USABLE"),
    Row("note 5: beside a Great Jewel it does not work", "QJ-28.1-005", f"{_CAMP} T78 L13; T1 L13", "AAA: T78=K9",
        "L13 E6; AAA fails TALISMAN_NOT_USABLE"),
    Row("killing only a leader's troops wins no talisman", "QJ-28-03",
        "L12 AAA E7 troops=4; L21 BBB E7 troops=1 bonus=90; T57 L21", "AAA: L12AL21", "L21 troops=0; T57 L21"),
    Row("without note 5 it works beside a Great Jewel", "QJ-28.1-005", f"{_CAMP} T45 L13; T1 L13", "AAA: T45=K9", "L13 E6"),
)  # fmt: skip


@table((*HANDED_OVER, *NOTES))
def test_talismans_are_handed_over_and_used(row: Row) -> None:
    holds(row)


def test_why_an_unseen_leader_gets_no_talisman_is_told_without_his_place() -> None:
    for number, far in ((122, True), (75, False)):
        given = f"{_CAMP} L29 BBB P15; T{number} L11"
        (told,) = holds(Row("", "", given, f"AAA: T{number}L29", "AAA fails NO_SUCH_LEADER")).failures
        assert ("reaches only a leader whom you can see" in told.why) == far
        assert "P15" not in told.why


@pytest.mark.rule("QJ-28-07")
def test_who_has_nobody_there_to_hand_it_to_reads_so() -> None:
    world = _camp()
    talisman(world, 75, 13)
    alone = run_typed(world, AAA=[GiveTalisman(75, 11)])
    assert (alone.failures[0].remedy, alone.failures[0].paste) == ("No other leader is in E6.", "")
    talisman(world, 75, 12)
    for besieged in (False, True):  # a siege keeps talismans in the garrison, not with the leaders beside it
        change(world, "E5", besieged=besieged)
        turn = run_typed(world, AAA=[GiveTalisman(75, 13)])
        assert (turn.failures[0].remedy, turn.failures[0].paste) == ("In E5 are L11, L21.", "T75L11")


@pytest.mark.rule("QJ-28-16")
def test_a_talisman_handed_over_is_printed_with_a_flag() -> None:
    world = _camp()
    talisman(world, 75, 11)
    turn = run_typed(world, AAA=[GiveTalisman(75, 12)])
    entry = turn.world.players["AAA"].seen["E5"]
    flags = {one.number: {held.number: held.flags for held in one.talismans} for one in entry.leaders}
    assert flags[12] == {75: ("-T",)}
    later = run_typed(turn.world)
    entry = later.world.players["AAA"].seen["E5"]
    assert [held.flags for one in entry.leaders for held in one.talismans if held.number == 75] == [()]


@pytest.mark.rule("QJ-28-12")
def test_a_talisman_is_printed_behind_its_holder_with_number_and_name() -> None:
    world = _camp()
    talisman(world, 75, 11)
    talisman(world, 57, "E5")
    entry = run_typed(world).world.players["AAA"].seen["E5"]
    assert [(one.number, one.name) for one in entry.talismans] == [(57, "ORACLE")]
    bearer = next(one for one in entry.leaders if one.number == 11)
    assert [(one.number, one.name) for one in bearer.talismans] == [(75, "THE VIEW FROM THE TOP")]


@pytest.mark.rule("QJ-28.1-001", "QJ-28-10")
def test_note_1_a_talisman_does_nothing_on_the_turn_it_arrives() -> None:
    world = _camp()
    talisman(world, 45, 11)
    turn = run_typed(world, AAA=[GiveTalisman(45, 12), UseTalisman(45, province="K9")])
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    assert "K9" not in turn.visits["AAA"]
    later = run_typed(turn.world, AAA=[UseTalisman(45, province="K9")])
    assert failures(later, "AAA") == []
    assert "K9" in later.visits["AAA"]


@pytest.mark.rule("QJ-28.1-001")
def test_note_1_counts_a_capture_as_a_transfer() -> None:
    world = land()
    change(world, "E5", zorans=0)
    talisman(world, 45, "E5")
    leader(world, 11, "AAA", "E5", troops=5)
    turn = run_typed(world, AAA=[UseTalisman(45, province="K9")])
    assert turn.world.provinces["E5"].owner == "AAA"
    assert "K9" not in turn.visits["AAA"]
    later = run_typed(turn.world, AAA=[UseTalisman(45, province="K9")])
    assert "K9" in later.visits["AAA"]


@pytest.mark.rule("QJ-28.1-002")
def test_note_2_a_talisman_acts_only_when_it_is_handed_over() -> None:
    world = _camp()
    change(world, "E5", ravaged=True)
    talisman(world, 56, 11)
    handed = run_typed(world, AAA=[GiveTalisman(56, None)])
    assert not handed.world.provinces["E5"].ravaged
    idle = _camp()
    change(idle, "E5", ravaged=True)
    talisman(idle, 56, "E5")
    assert run_typed(idle).world.provinces["E5"].ravaged
    walks = [Move(12, ("E6",))]
    talisman(idle, 147, 11)
    held = run_typed(idle, AAA=[GiveTalisman(147, 12), *walks])
    assert held.world.leaders[12].province == "E5"
    assert run_typed(held.world, AAA=walks).world.leaders[12].province == "E6"


@pytest.mark.rule("QJ-28.1-114")
@pytest.mark.parametrize(
    ("number", "on_leader", "in_garrison"), [(75, True, False), (53, False, True), (57, True, True), (97, True, True)]
)
def test_a_talisman_works_only_where_the_list_says(number: int, on_leader: bool, in_garrison: bool) -> None:
    """The View from the Top only with a leader, King's Levy only in a garrison, the others in both."""
    for holder, works in ((11, on_leader), ("E5", in_garrison)):
        world = _camp()
        one = talisman(world, number, holder)
        assert usable(Turn(world, [], Chance("seed").turn(5)), one) == works


@pytest.mark.rule("QJ-28.1-006")
def test_note_6_only_the_owner_sees_it() -> None:
    world = _camp()
    talisman(world, 63, 11)
    talisman(world, 75, 11)
    turn = run_typed(world)
    seen = {
        name: {held.number for one in turn.world.players[name].seen["E5"].leaders for held in one.talismans}
        for name in ("AAA", "BBB")
    }
    assert seen == {"AAA": {63, 75}, "BBB": {75}}


@pytest.mark.rule("QJ-28-02", "QJ-28-03")
def test_a_garrisons_talisman_is_won_by_capture_and_a_leaders_by_killing_him() -> None:
    world = land()
    own(world, "E5", "BBB", garrison=1)
    talisman(world, 75, "E5")
    leader(world, 11, "AAA", "E5", troops=100)
    leader(world, 12, "AAA", "E7", troops=100)
    leader(world, 21, "BBB", "E7", troops=1, bonus=0)
    talisman(world, 57, 21)
    turn = run_typed(world, AAA=[Attack(leader_force(11), "attack", None), Attack(leader_force(12), "attack", 21)])
    assert turn.world.provinces["E5"].owner == "AAA"
    assert turn.world.talismans[75].province == "E5"
    assert 21 not in turn.world.leaders
    assert turn.world.talismans[57].leader == 12


@pytest.mark.rule("QJ-28-04")
def test_talismans_of_the_dead_are_dealt_by_the_strength_of_the_surviving_attackers() -> None:
    won = {11: 0, 12: 0}
    for seed in range(12):
        world = land()
        allies(world, "AAA", "BBB")
        leader(world, 11, "AAA", "E7", troops=90)
        leader(world, 12, "AAA", "E7", troops=30)
        leader(world, 21, "BBB", "E7", troops=1)
        for number in range(4, 24):
            talisman(world, number, 21)
        turn = run_typed(
            world, f"spoils {seed}", AAA=[Attack(leader_force(11), "attack", 21), Attack(leader_force(12), "attack", 21)]
        )
        for number in range(4, 24):
            won[turn.world.talismans[number].leader] += 1
    assert 150 <= won[11] <= 210  # 180 of 240 expected
    assert won[11] + won[12] == 240


@pytest.mark.rule("QJ-28.1-264", "QJ-28.1-266")
def test_the_mind_leech_reaches_any_visible_leader_of_another_player_who_then_has_it() -> None:
    world = land()
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 21, "BBB", "K9", troops=5)
    talisman(world, 122, 11)
    turn = run_typed(world, AAA=[GiveTalisman(122, 21)])
    assert failures(turn, "AAA") == ["NO SUCH LEADER"]  # not on AAA's printout
    world.players["AAA"].seen["K9"] = ProvinceEntry("K9", world.turn, "-----", leaders=(LeaderEntry(21, "BBB", 5),))
    turn = run_typed(world, AAA=[GiveTalisman(122, 21)])
    assert failures(turn, "AAA") == []
    assert turn.world.talismans[122].leader == 21
    back = run_typed(turn.world, BBB=[GiveTalisman(122, 21)])
    assert failures(back, "BBB") == ["NOT THERE"]  # he carries it: it is his to give


@pytest.mark.rule("QJ-28.1-265")
def test_the_mind_leech_shows_what_its_new_bearer_sees_on_that_turn_only() -> None:
    world = land()
    own(world, "K9", "BBB", garrison=7)
    leader(world, 11, "AAA", "K9", troops=5, at_peace=True)
    leader(world, 21, "BBB", "K9", troops=50)
    talisman(world, 122, 11)
    turn = run_typed(world, AAA=[GiveTalisman(122, 21)], BBB=[Move(21, ("K10",))])
    assert turn.world.leaders[21].province == "K10"
    assert "K10" in turn.world.players["AAA"].seen
    later = run_typed(turn.world, BBB=[Move(21, ("K11",))])
    assert "K11" not in later.visits["AAA"]


@pytest.mark.rule("QJ-28.1-265")
def test_the_mind_leech_shows_where_its_new_bearer_started_and_passed_too() -> None:
    world = land()
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 21, "BBB", "K9", troops=50)
    saw(world, "AAA", "K9")
    talisman(world, 122, 11)
    turn = run_typed(world, AAA=[GiveTalisman(122, 21)], BBB=[Move(21, ("K10", "K11"))])
    assert turn.visits["AAA"] >= {"K9", "K10", "K11"}


@pytest.mark.rule("QJ-28.1-265")
def test_the_mind_leech_says_nothing_of_ones_own_leader() -> None:
    world = land()
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 12, "AAA", "E5", troops=5)
    talisman(world, 122, 11)
    turn = run_typed(world, AAA=[GiveTalisman(122, 12)])
    assert turn.world.talismans[122].leader == 12
    assert "T122" not in turn.answers.get("AAA", {})


def test_spells_of_a_jewel_that_was_handed_over_wait_a_turn() -> None:
    world = _camp()
    talisman(world, 1, 11)
    turn = run_typed(world, AAA=[GiveTalisman(1, 12), Spell(1, "P", leader=13)])
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    assert turn.protected == set()


@pytest.mark.rule("QJ-28.1-109")
def test_who_was_carried_off_before_a_talisman_reached_him_is_not_told_to_others() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="QUNTAG")
    for number, seat in ((11, "AAA"), (21, "BBB"), (31, "CCC")):
        leader(world, number, seat, "E5", troops=5, at_peace=True)
    talisman(world, 74, 11)
    talisman(world, 75, 31)
    saw(world, "CCC", "E5")
    turn = run_typed(world, AAA=[GiveTalisman(74, 21)], CCC=[GiveTalisman(75, 21)])
    away = turn.world.leaders[21].province
    (told,) = turn.failures
    assert told.code == "NOT THERE"
    assert away not in f"{told.why} {told.remedy}".replace(".", " ").replace(":", " ").split()
