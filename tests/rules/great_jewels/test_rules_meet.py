"""Situations in which rules of several chapters meet: jewels change hands, leaders rise, a geas in other people's wars."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.turn.orders import Attack, GiveTalisman, Move, QJOrder, Spell, UseTalisman
from postern.rulesets.great_jewels.world.records import Drevonyx, World, leader_force
from tests.rules.great_jewels.build import allies, change, failures, land, leader, own, run, saw, talisman
from tests.rules.great_jewels.upto import upto


def _three() -> World:
    return land(AAA="QUNTAG", BBB="QUNTAG", CCC="QUNTAG")


# --- jewels that change hands ------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-28.1-184", "QJ-28.2-04", "QJ-28.1-001")
def test_a_wand_takes_the_third_jewel_out_of_a_besieged_garrison_before_it_can_cast() -> None:
    world = land(AAA="SLENTH", BBB="QUNTAG", CCC="AZONI")
    own(world, "K9", "BBB", garrison=10, besieged=True)
    leader(world, 11, "AAA", "K9", troops=2)
    leader(world, 31, "CCC", "E5", troops=9, bonus=3)
    for number, holder in ((96, 11), (1, 11), (2, 11), (3, "K9")):
        talisman(world, number, holder)
    turn = run(world, AAA="T96G", BBB="T3=BL31")
    assert failures(turn, "BBB") == ["NOT YOURS"]
    assert turn.world.leaders[31].bonus == 3
    assert (turn.world.winners, turn.world.players["AAA"].score) == (["AAA"], 1000)


@pytest.mark.rule("QJ-28.2-08", "QJ-30-04")
def test_a_jewel_handed_over_in_time_makes_its_receiver_immune() -> None:
    world = _three()
    leader(world, 11, "AAA", "E5")
    leader(world, 21, "BBB", "K9", troops=5)
    leader(world, 22, "BBB", "K9", troops=5)
    talisman(world, 1, 11)
    talisman(world, 2, 22)
    saw(world, "AAA", "K9")
    turn = run(world, AAA="T1=TL21E5", BBB="T2L21")
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    assert turn.world.leaders[21].province == "K9"


@pytest.mark.rule("QJ-28.2-05", "QJ-28.2-11", "QJ-28.2-03")
def test_two_jewels_in_one_hand_double_a_bonus_twice() -> None:
    world = _three()
    leader(world, 11, "AAA", "B4")
    leader(world, 12, "AAA", "B4", bonus=3)
    talisman(world, 1, 11)
    talisman(world, 2, 11)
    turn = run(world, AAA="T1=BL12\nT2=BL12")
    assert turn.world.leaders[12].bonus == 12
    assert turn.world.players["AAA"].score == 540  # 500 for the jewels, 40 for the home


@pytest.mark.rule("QJ-28.2-19", "QJ-28.2-18", "QJ-18-81", "QJ-28.1-001")
@pytest.mark.parametrize(("order", "number"), [("T1=DH5K9", 1), ("T1=LH5", 1), ("T45=H5", 45), ("T131=20", 131)])
def test_what_works_after_combat_is_lost_with_its_holder(order: str, number: int) -> None:
    world = _three()
    leader(world, 11, "AAA", "E5", troops=1)
    leader(world, 31, "CCC", "E5", troops=20)
    talisman(world, number, 11)
    talisman(world, 20, "H5")
    world.drevonyxes.append(Drevonyx(12, "H5"))
    saw(world, "AAA", "H5")
    turn = run(world, AAA=order, CCC="L31AL11")
    assert failures(turn, "AAA") == ["NOT YOURS"]
    assert turn.world.talismans[number].leader == 31
    assert turn.world.drevonyxes[0].province == "H5"
    assert not turn.answers["AAA"]


@pytest.mark.rule("QJ-25-16", "QJ-28.2-04", "QJ-20-03", "QJ-21-02")
@pytest.mark.parametrize("peaceful", [True, False])
def test_two_players_slay_a_dragon_together_and_its_land_goes_to_the_only_one_not_at_peace(peaceful: bool) -> None:
    for seed in range(40):
        world = _three()
        change(world, "K9", dragon=10, zorans=300)
        leader(world, 11, "AAA", "K9", bonus=40)
        leader(world, 21, "BBB", "K9", bonus=40, at_peace=peaceful)
        talisman(world, 1, 11)
        talisman(world, 2, 11)
        talisman(world, 3, "K9")
        turn = run(world, str(seed))
        if not turn.province("K9").dragon and {11, 21} <= set(turn.world.leaders):
            break
    assert (turn.world.leaders[11].bonus, turn.world.leaders[21].bonus) == (45, 44)
    assert turn.province("K9").owner == ("AAA" if peaceful else "")
    assert turn.world.winners == (["AAA"] if peaceful else [])  # the third jewel lay in the hoard


# --- leaders who rise again --------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-28.1-281", "QJ-20-02", "QJ-28-03")
def test_who_rises_at_home_keeps_the_emptied_home_but_not_his_jewel() -> None:
    world = _three()
    leader(world, 11, "AAA", "E5", troops=3, bonus=2)
    leader(world, 21, "BBB", "E5", troops=30)
    leader(world, 31, "CCC", "B4", troops=30)
    talisman(world, 126, 11)
    talisman(world, 1, 11)
    turn = run(world, BBB="L21AL11", CCC="L31AG")
    assert turn.province("B4").owner == "AAA"
    assert (turn.world.leaders[11].province, turn.world.leaders[11].troops) == ("B4", 0)
    assert turn.world.talismans[1].leader == turn.world.talismans[126].leader == 21


# --- alliances that turn in the middle of a turn -------------------------------------------------------------------------


@pytest.mark.rule("QJ-28.1-287", "QJ-28.1-288", "QJ-18-57")
@pytest.mark.parametrize(("friend", "orders", "fallen"), [(True, "", 15), (False, "", 30), (False, "A=AAA", 15)])
def test_a_summit_conference_decides_whether_the_attack_betrays(friend: bool, orders: str, fallen: int) -> None:
    """60 factors kill 15 troops, or 30 of one who has just been made to call the attacker an ally."""
    world = _three()
    if friend:
        allies(world, "BBB", "AAA", mutual=False)
    world.players["BBB"].met = ["AAA"]
    leader(world, 11, "AAA", "E5", troops=20)
    leader(world, 21, "BBB", "E5", troops=40)
    talisman(world, 128, 11)
    turn = run(world, AAA="T128L21\nL11AL21", BBB=orders)
    assert turn.world.leaders[21].troops == 40 - fallen


@pytest.mark.rule("QJ-28.2-20", "QJ-18-60", "QJ-18-57", "QJ-18-76")
@pytest.mark.parametrize(("friends", "left"), [("", 33), ("AAA", 24), ("CCC", 25)])
def test_an_attack_under_a_geas_counts_as_the_victims_own(friends: str, left: int) -> None:
    """It has part in the bonus of allied armies, it betrays, and it makes a conditional attack real."""
    world = _three()
    if friends:
        allies(world, friends, "BBB")
    leader(world, 12, "AAA", "E5")
    leader(world, 11, "AAA", "K9", troops=10)
    leader(world, 21, "BBB", "K9", troops=10)
    leader(world, 31, "CCC", "K9", troops=40)
    talisman(world, 1, 12)
    saw(world, "AAA", "K9")
    both = "\nL11AL31" if friends == "AAA" else ""
    turn = run(world, AAA=f"T1=GL21AL31[BBB]{both}", CCC="" if friends else "L31CL21")
    assert turn.world.leaders[31].troops == left


@pytest.mark.rule("QJ-28.2-20", "QJ-21-01", "QJ-20-02")
def test_a_geas_that_puts_the_only_defender_at_peace_opens_the_province() -> None:
    world = _three()
    own(world, "K9", "BBB")
    leader(world, 21, "BBB", "K9", troops=5)
    leader(world, 11, "AAA", "K9", troops=5)
    leader(world, 12, "AAA", "E5")
    talisman(world, 1, 12)
    saw(world, "AAA", "K9")
    assert run(world).province("K9").owner == "BBB"
    assert run(world, AAA="T1=GL21P[BBB]").province("K9").owner == "AAA"


# --- beasts, sieges and traps ----------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-27-06", "QJ-12-08", "QJ-20-03")
@pytest.mark.parametrize(("garrison", "army", "owner", "besieged"), [(10, 30, "AAA", True), (4, 6, "BBB", False)])
def test_the_drevonyx_eats_besiegers_and_besieged_alike(garrison: int, army: int, owner: str, besieged: bool) -> None:
    """12 of 40 leave 7 against 21, still a siege; all of 10 leave the leader alone, who takes the land."""
    world = _three()
    own(world, "K9", "AAA", garrison=garrison)
    leader(world, 21, "BBB", "K9", troops=army)
    world.drevonyxes.append(Drevonyx(12, "K9", asleep=False))
    turn = run(world)
    assert (turn.province("K9").owner, turn.province("K9").besieged) == (owner, besieged)


@pytest.mark.rule("QJ-28.1-344", "QJ-28.1-078", "QJ-28.1-038")
@pytest.mark.parametrize(("number", "troops"), [(101, 20), (61, 30), (48, 30)])
def test_the_trap_does_not_hurt_the_rearguard_nor_see_the_cloak(number: int, troops: int) -> None:
    world = _three()
    leader(world, 11, "AAA", "E5", troops=30, bonus=3)
    leader(world, 31, "CCC", "E6", troops=20)
    talisman(world, 152, 31)
    talisman(world, number, 11, counter=200)
    assert run(world, AAA="L11ME6").world.leaders[11].troops == troops


# --- sealed provinces ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-28.2-12", "QJ-28.2-08", "QJ-28.2-06")
def test_a_seal_holds_the_bearer_of_a_jewel_too_while_his_jewel_works_beyond_it() -> None:
    """The seal lies on the land, so his immunity does not help him; what he holds is not shut in with him."""
    world = _three()
    leader(world, 11, "AAA", "E5", troops=9, bonus=4)
    leader(world, 31, "CCC", "K9", troops=9, bonus=3)
    talisman(world, 1, 11)
    talisman(world, 2, "D2")
    own(world, "D2", "BBB", garrison=1)
    saw(world, "AAA", "K9")
    saw(world, "BBB", "E5")
    turn = run(world, AAA="L11ME6\nT1=BL31", BBB="T2=SE5")
    assert failures(turn, "AAA") == ["SEALED"]
    assert turn.world.leaders[11].province == "E5"
    assert turn.world.leaders[31].bonus == 6


@pytest.mark.rule("QJ-28.2-12", "QJ-28.1-205", "QJ-28.1-005")
@pytest.mark.parametrize(("jewel", "place"), [(False, "E6"), (True, "E5")])
def test_the_ninja_hood_opens_a_seal_but_not_for_who_holds_a_jewel(jewel: bool, place: str) -> None:
    world = _three()
    leader(world, 11, "AAA", "E5")
    leader(world, 31, "CCC", "K9")
    talisman(world, 101, 11)
    talisman(world, 2, 31)
    if jewel:
        talisman(world, 1, 11)
    saw(world, "CCC", "E5")
    assert run(world, AAA="L11ME6", CCC="T2=SE5").world.leaders[11].province == place


@pytest.mark.rule("QJ-28.2-12", "QJ-28.2-08", "QJ-28-07", "QJ-30-04")
@pytest.mark.parametrize(("order", "place"), [("", "E5"), ("T1G", "E6")])
def test_a_jewel_laid_into_the_garrison_keeps_the_seal_off_the_province(order: str, place: str) -> None:
    world = _three()
    own(world, "E5", "AAA", garrison=5)
    leader(world, 11, "AAA", "E5")
    leader(world, 12, "AAA", "E5")
    leader(world, 31, "CCC", "K9")
    talisman(world, 1, 11)
    talisman(world, 2, 31)
    saw(world, "CCC", "E5")
    turn = run(world, AAA=f"{order}\nL12ME6", CCC="T2=SE5")
    assert turn.world.leaders[12].province == place


@pytest.mark.rule("QJ-28.2-12", "QJ-28-07", "QJ-18-81", "QJ-20-01")
@pytest.mark.parametrize(("given", "holder"), [(True, "L12"), (False, "L31")])
def test_within_a_seal_jewels_are_given_won_and_land_changes_hands_as_ever(given: bool, holder: str) -> None:
    world = _three()
    own(world, "E5", "AAA", garrison=0)
    leader(world, 11, "AAA", "E5", troops=2)
    leader(world, 12, "AAA", "E5", at_peace=True)
    leader(world, 31, "CCC", "E5", troops=40)
    leader(world, 32, "CCC", "K9")
    talisman(world, 1, 11)
    talisman(world, 2, 32)
    turn = run(world, AAA="T1L12" if given else "", CCC="T2=SE5\nL31AL11")
    assert str(turn.world.talismans[1].holder) == holder
    assert turn.province("E5").owner == "CCC"


@pytest.mark.rule("QJ-28.2-12", "QJ-28.1-264", "QJ-28.1-168", "QJ-28.2-10")
def test_what_is_done_before_the_raiders_leave_passes_a_seal() -> None:
    """The leech flies in, and the banished goes, before the seal shuts; a spell that carries off comes too late."""
    world = _three()
    for number in (11, 12, 13):
        leader(world, number, "AAA", "E5")
    leader(world, 21, "BBB", "K9")
    leader(world, 31, "CCC", "D2")
    for number, holder in ((2, 31), (122, 21), (92, 11), (1, 21)):
        talisman(world, number, holder)
    saw(world, "BBB", "E5")
    saw(world, "CCC", "E5")
    turn = run(world, AAA="T92=12", BBB="T122L11\nT1=TL13K9", CCC="T2=SE5")
    assert turn.world.talismans[122].leader == 11
    assert turn.world.leaders[12].province != "E5"
    assert turn.world.leaders[13].province == "E5"


# --- a geas against its victim's own lines -----------------------------------------------------------------------------------


@pytest.mark.rule("QJ-28.2-20", "QJ-21-01", "QJ-21-05")
@pytest.mark.parametrize(("own_line", "codes"), [("L21Q", ["ALREADY HAS AN ORDER"]), ("L21P", []), ("L22Q", []), ("", [])])
def test_no_line_of_the_victim_takes_back_the_peace_that_a_geas_orders(own_line: str, codes: list[str]) -> None:
    world = _three()
    leader(world, 12, "AAA", "E5")
    leader(world, 21, "BBB", "K9")
    leader(world, 22, "BBB", "K9")
    talisman(world, 1, 12)
    saw(world, "AAA", "K9")
    turn = run(world, AAA="T1=GL21P[BBB]", BBB=own_line)
    assert failures(turn, "BBB") == codes
    assert (turn.world.leaders[21].at_peace, turn.world.leaders[22].at_peace) == (True, False)


@pytest.mark.rule("QJ-28.2-20", "QJ-29-38", "QJ-29-39")
def test_a_geas_on_autobuild_stands_against_the_owners_line() -> None:
    world = _three()
    own(world, "K9", "BBB", garrison=5, zorans=100)
    leader(world, 12, "AAA", "E5")
    talisman(world, 1, 12)
    saw(world, "AAA", "K9")
    turn = run(world, AAA="T1=GGK9BC+[BBB]", BBB="GK9BC-\nGK9BC1")
    assert failures(turn, "BBB") == ["ALREADY HAS AN ORDER"]
    assert turn.province("K9").autobuild


@pytest.mark.rule("QJ-28.2-20", "QJ-29-38", "QJ-29-39")
def test_what_a_geas_builds_or_ends_keeps_no_other_line_of_its_kind_from_another_force_or_thing() -> None:
    world = _three()
    own(world, "K9", "BBB", garrison=5, csps=9)
    own(world, "K8", "BBB", garrison=5)
    leader(world, 12, "AAA", "E5")
    talisman(world, 1, 12)
    saw(world, "AAA", "K9")
    destroyed = run(world, AAA="T1=GGK9XC2[BBB]", BBB="GK9XC1")
    assert failures(destroyed, "BBB") == []
    assert destroyed.province("K9").csps == 9 - 2 - 1
    turned = run(world, AAA="T1=GGK9BC+[BBB]", BBB="GK8BC-\nGK9BC+")
    assert failures(turned, "BBB") == []


@pytest.mark.rule("QJ-28.2-20", "QJ-14-01", "QJ-18-02", "QJ-17-01")
def test_orders_of_the_victim_that_do_not_exclude_the_geas_are_carried_out_beside_it() -> None:
    """He may have given his troops away before the attack that a geas orders; then it comes to nothing."""
    world = _three()
    leader(world, 12, "AAA", "E5")
    leader(world, 21, "BBB", "K9", troops=9)
    leader(world, 22, "BBB", "K9")
    leader(world, 31, "CCC", "K9", troops=9)
    talisman(world, 1, 12)
    saw(world, "AAA", "K9")
    turn = run(world, AAA="T1=GL21AL31[BBB]", BBB="L21T#TL22")
    assert [(one.issued.geas, one.code) for one in turn.failures] == [(True, "NOT ENOUGH TROOPS")]
    assert turn.world.leaders[31].troops == 9


# --- the siren, neutrals who have fought, words ------------------------------------------------------------------------------


@pytest.mark.rule("QJ-28.1-242", "QJ-12-09")
@pytest.mark.parametrize(("besieged", "drawn"), [(False, 4), (True, 0)])
def test_the_siren_draws_nobody_out_of_a_besieged_garrison(besieged: bool, drawn: int) -> None:
    world = _three()
    own(world, "E5", "BBB", garrison=10, besieged=besieged)
    leader(world, 31, "CCC", "E5", troops=30)
    leader(world, 11, "AAA", "E6", troops=5, bonus=4)
    talisman(world, 115, 11)
    assert run(world, AAA="L11ME5").world.leaders[11].troops == 5 + drawn


@pytest.mark.rule("QJ-19-01", "QJ-23-05", "QJ-23-06")
@pytest.mark.parametrize(("order", "protected", "left"), [("L21N", False, 25), ("L21AG", False, 30), ("L21AG", True, 26)])
def test_a_neutral_garrison_that_hits_back_has_no_time_to_waylay(order: str, protected: bool, left: int) -> None:
    """Against one whom a spell protects it cannot hit back, and waits as ever: 30 factors kill 5, 27 of the nine left 4."""
    world = _three()
    change(world, "E6", garrison=10)
    leader(world, 11, "AAA", "E5", troops=30)
    leader(world, 21, "BBB", "E6", troops=1, bonus=40)
    leader(world, 22, "BBB", "K9")
    talisman(world, 1, 22)
    spell = "\nT1=PL21" if protected else ""
    turn = run(world, AAA="L11ME6E7", BBB=f"{order}{spell}")
    assert (turn.world.leaders[11].province, turn.world.leaders[11].troops) == ("E7", left)


@pytest.mark.rule("QJ-28.1-168", "QJ-28.2-10")
def test_who_is_banished_under_a_spell_that_carries_off_reads_that_he_was_banished() -> None:
    world = _three()
    leader(world, 21, "BBB", "E5")
    leader(world, 31, "CCC", "E5")
    leader(world, 11, "AAA", "K9")
    talisman(world, 92, 31)
    talisman(world, 1, 11)
    saw(world, "AAA", "E5")
    turn = run(world, AAA="T1=TL21K9", BBB="L21ME6", CCC="T92=21")
    assert [one.why for one in turn.failures] == ["L21 was banished from E5 this turn."]
    assert turn.world.leaders[21].province not in ("E6", "K9")
    assert [one.why for one in run(world, AAA="T1=TL21K9", BBB="L21ME6").failures] == [
        "L21 is transported by a spell this turn; that is his move, so he can neither move nor attack."
    ]


@pytest.mark.rule("QJ-28.1-273", "QJ-28.1-168")
def test_field_artillery_says_that_its_target_is_gone_or_its_own() -> None:
    world = _three()
    own(world, "E6", "BBB", garrison=5)
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 12, "AAA", "E5")
    leader(world, 21, "BBB", "E6", troops=5)
    leader(world, 31, "CCC", "E6")
    talisman(world, 124, 11)
    talisman(world, 92, 31)
    saw(world, "AAA", "E6")
    gone = run(world, AAA="T124=21", CCC="T92=21")
    assert [(one.code, one.why) for one in gone.failures] == [
        ("NOT THERE", "L21 is gone: he is not in a province next to E5, where L11 stands when combat begins.")
    ]
    assert failures(run(world, AAA="T124=12"), "AAA") == ["OWN FORCE"]
    world.talismans[92].leader = 13
    leader(world, 13, "AAA", "E6")
    talisman(world, 60, 21)
    sent = upto(world, "6", expected=True, AAA=[UseTalisman(92, leader=21), UseTalisman(124, leader=21)])
    assert (21 in sent.world.leaders, sent.world.talismans[60].holder) == (False, None)
    (foreseen,) = sent.failures
    assert (foreseen.code, foreseen.why) == (gone.failures[0].code, gone.failures[0].why)


@pytest.mark.rule("QJ-28.1-168", "QJ-28.2-10", "QJ-28.1-109")
def test_who_undoes_his_own_spell_or_march_is_told_before_the_turn() -> None:
    world = _three()
    leader(world, 11, "AAA", "E5")
    leader(world, 12, "AAA", "E5")
    leader(world, 13, "AAA", "E5")
    for number, holder in ((92, 11), (74, 11), (1, 11)):
        talisman(world, number, holder)
    lines: list[QJOrder] = [UseTalisman(92, leader=12), Spell(1, "TL", leader=12, province="K9"), Move(12, ("E6",))]
    foreseen = upto(world, "15c", expected=True, AAA=lines)
    assert 12 in foreseen.world.leaders  # nobody knows where, but he is still his owner's
    failed = {one.issued.line: one for one in foreseen.failures}
    assert (failed[2].note, failed[2].why.split("; ")[1]) == (True, "the spell cannot carry him off besides.")
    assert failed[3].why == "L12 is banished from E5 this turn."
    (dutchman,) = upto(world, "15c", expected=True, AAA=[GiveTalisman(74, 13), Move(13, ("E6",))]).failures
    assert dutchman.why == "L13 is carried away by the Flying Dutchman this turn and can neither move nor attack."


# --- who has time to waylay -------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-28.2-10", "QJ-19-01")
def test_whom_a_spell_carries_off_waylays_nobody_before_he_goes() -> None:
    world = _three()
    leader(world, 11, "AAA", "E5", troops=30)
    leader(world, 21, "BBB", "E6", troops=20)
    leader(world, 31, "CCC", "K9")
    talisman(world, 1, 31)
    saw(world, "CCC", "E6")
    assert run(world, AAA="L11ME6E7").world.leaders[11].troops == 30 - 13  # his best land: 80 factors
    assert run(world, AAA="L11ME6E7", CCC="T1=TL21J3").world.leaders[11].troops == 30


@pytest.mark.rule("QJ-28.1-184", "QJ-19-01")
def test_a_garrison_that_a_wand_has_won_is_not_bound_by_its_old_owners_attack() -> None:
    world = land(AAA="SLENTH", BBB="QUNTAG", CCC="QUNTAG")
    own(world, "E6", "BBB", garrison=30)
    leader(world, 12, "AAA", "E6")
    leader(world, 31, "CCC", "E5", troops=30)
    leader(world, 32, "CCC", "E6", troops=1)
    talisman(world, 96, 12)
    turn = run(world, AAA="T96G", BBB="GE6AL32", CCC="L31ME6E7")
    assert failures(turn, "BBB") == ["NOT YOURS"]
    assert turn.world.leaders[31].troops == 30 - 15  # 90 factors


@pytest.mark.rule("QJ-28.2-10", "QJ-28.2-12", "QJ-18-01")
@pytest.mark.parametrize(("seal", "troops"), [("", 30), ("T2=SE6", 0), ("T2=XJ3I", 0)])
def test_a_spell_that_carries_its_victim_off_in_vain_leaves_him_his_orders(seal: str, troops: int) -> None:
    world = _three()
    leader(world, 11, "AAA", "E5")
    leader(world, 21, "BBB", "E6", troops=20, bonus=20)
    leader(world, 31, "CCC", "E6", troops=30, bonus=0)
    leader(world, 32, "CCC", "K9")
    talisman(world, 1, 11)
    talisman(world, 2, 32)
    saw(world, "AAA", "E6")
    turn = run(world, AAA="T1=TL21J3", BBB="L21AL31", CCC=seal)
    assert turn.world.leaders[21].province == ("E6" if seal else "J3")
    assert turn.world.leaders[31].troops == troops  # 120 factors
    assert failures(turn, "BBB") == ([] if seal else ["ALREADY HAS AN ORDER"])


@pytest.mark.rule("QJ-28.1-207", "QJ-18-81", "QJ-06-16")
@pytest.mark.parametrize(("victim", "bonus"), [(21, 3 + 3 * 2), (22, 3 + 2)])
def test_a_medal_won_in_a_battle_honours_that_battle(victim: int, bonus: int) -> None:
    world = _three()
    leader(world, 11, "AAA", "E5", troops=9, bonus=3)
    leader(world, 21, "BBB", "E5")
    leader(world, 22, "BBB", "E5")
    talisman(world, 102, 21)
    turn = upto(world, "6", AAA=[Attack(leader_force(11), "attack", victim)])
    assert turn.world.leaders[11].bonus == bonus
