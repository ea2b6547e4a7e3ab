"""Which failures of a tried-out order are told as notes, since the seat cannot know, and which are mistakes all the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postern.rulesets.great_jewels.report.form import province_code
from postern.rulesets.great_jewels.world.records import World
from tests.rules.great_jewels.build import change, failures, leader, own, run, talisman
from tests.rules.great_jewels.test_expected import errors, only, print_entries, scene, verdict


@pytest.mark.rule("QJ-29-06")
@pytest.mark.parametrize("giver", ["L99", "L31"])
def test_an_attacker_who_is_not_the_players_is_a_mistake_whomever_he_is_to_attack(giver: str) -> None:
    found = verdict(f"{giver}AL77")
    assert not found.accepted
    assert errors(found) == ["NO SUCH LEADER"]


@pytest.mark.rule("QJ-28.1-273")
def test_artillery_fires_at_no_leader_who_was_not_seen() -> None:
    world = scene()
    talisman(world, 124, 13)
    found = verdict("T124=77", world)
    assert not found.accepted
    assert errors(found) == ["NO SUCH LEADER"]


@pytest.mark.rule("QJ-15-10", "QJ-17-05")
def test_siege_equipment_of_another_player_is_not_the_givers_to_hand_over() -> None:
    world = scene()
    leader(world, 33, "KING", "E5", troops=5, rams=2)
    print_entries(world, "LORD")
    found = verdict("L33T1RL31", world)
    assert not found.accepted
    assert errors(found) == ["NOT YOURS"]


@pytest.mark.rule("QJ-15-10", "QJ-17-05")
def test_guardians_never_take_siege_equipment() -> None:
    world = scene()
    change(world, "D5", city="SILVER", garrison=40)
    leader(world, 900, "LOTU", "D5", troops=9)
    leader(world, 15, "LORD", "D5", troops=9, rams=2)
    print_entries(world, "LORD")
    found = verdict("L15T1RL900", world)
    assert not found.accepted
    assert errors(found) == ["NOT YOURS"]


@pytest.mark.rule("QJ-15-10")
def test_engines_built_for_another_player_depend_on_his_word_as_those_handed_over_do() -> None:
    found = verdict("GE5BR2L31")
    assert [one.words for one in found.accepted] == ["E5 builds 2 rams for L31 of KING"]
    assert only(found).note
    assert "who has not accepted siege equipment for him" in only(found).why
    world = scene()
    own(world, "P8", "BBB")
    print_entries(world, "LORD", "P8")
    assert errors(verdict("GP8BR2L32", world)) == ["NOT YOURS"]


@pytest.mark.rule("QJ-09-07")
@pytest.mark.parametrize(("navies", "friend"), [(0, False), (2, False), (0, True), (2, True)])
def test_whoever_sails_from_anothers_province_reads_on_what_it_depends(navies: int, friend: bool) -> None:
    world = scene()
    own(world, "A4", "KING", garrison=3, navies=navies)
    leader(world, 18, "LORD", "A4", troops=3)
    world.players["LORD"].allies += ["KING"] * friend
    print_entries(world, "LORD")
    found = verdict("L18SA6", world)
    assert [one.code for one in found.accepted] == ["L18SA6"]
    assert only(found).note
    assert only(found).why == "L18 sails only if KING, who owns the port, has declared you an ally and has a navy for him."


@pytest.mark.rule("QJ-09-07")
def test_nobodys_navies_carry_nobody() -> None:
    world = scene()
    change(world, "A4", navies=2)
    leader(world, 18, "LORD", "A4", troops=3)
    print_entries(world, "LORD")
    assert errors(verdict("L18SA6", world)) == ["NO NAVY"]
    assert errors(verdict("L77SA6", world)) == ["NO SUCH LEADER"]


@pytest.mark.rule("QJ-09-07")
def test_a_navy_is_offered_only_where_it_can_be_built() -> None:
    world = scene()
    own(world, "A4", "LORD", garrison=3, zorans=25)
    leader(world, 18, "LORD", "A4", troops=3)
    print_entries(world, "LORD")
    assert only(verdict("L18SA6", world)).paste == "GA4BN1"
    assert not errors(verdict("GA4BN1\nL18SA6", world))
    world.provinces["A4"].besieged = True
    assert (only(verdict("L18SA6", world)).remedy, only(verdict("L18SA6", world)).paste) == ("", "")
    change(world, "A4", besieged=False, zorans=24)
    assert only(verdict("L18SA6", world)).remedy == "A navy costs 25 zorans there; A4 has 24 left."
    assert only(verdict("L18SA6", world)).paste == ""


@pytest.mark.rule("QJ-29-06")
def test_a_leader_and_a_place_alone_are_offered_as_a_move_that_he_can_make() -> None:
    assert only(verdict("L13 E6")).paste == "L13ME6"
    there = only(verdict("L13 E5"))
    assert there.why == "L13 E5 does not say what L13 does. L13 is in E5 already."
    assert (there.remedy, there.paste) == ("To stay there needs no order.", "")
    assert only(verdict("L13 E5 E6")).paste == "L13ME6"
    assert only(verdict("L99 E6")).why == "L99 E6 does not say what L99 does. You have no leader L99."
    assert only(verdict("L13 L4")).paste == ""


@pytest.mark.rule("QJ-28-07", "QJ-29-06")
def test_the_line_to_paste_for_a_talisman_hands_it_to_ones_own_and_never_out_of_a_siege() -> None:
    world = scene()
    leader(world, 12, "KING", "E5", troops=3)
    talisman(world, 50, 13)
    print_entries(world, "LORD", "P8")
    found = only(verdict("T50L32", world))
    assert (found.remedy, found.paste) == ("In E5 are L12, L14, L31.", "T50L14")
    talisman(world, 50, "E5")
    world.provinces["E5"].besieged = True
    found = only(verdict("T50L32", world))
    assert (found.remedy, found.paste) == ("E5 is besieged: no talisman can leave its garrison.", "")
    assert errors(verdict("T50L77", world)) == ["NO SUCH LEADER"]
    world = scene()
    talisman(world, 50, 13)
    world.leaders[14].province = "B4"
    print_entries(world, "LORD")
    assert (only(verdict("T50L14", world)).remedy, only(verdict("T50L14", world)).paste) == ("In E5 is L31.", "")


@pytest.mark.rule("QJ-29-06")
def test_no_line_to_paste_attacks_an_ally() -> None:
    for friend, paste in ((False, "L13AL31"), (True, "")):
        world = scene()
        world.players["LORD"].allies += ["KING"] * friend
        print_entries(world, "LORD", "P8")
        found = only(verdict("L13AL32", world))
        assert (found.remedy, found.paste) == ("Leaders of others in E5: L31.", paste)


@pytest.mark.rule("QJ-28.1-169", "QJ-28.1-225", "QJ-28.1-260")
@pytest.mark.parametrize(("number", "first", "second"), [(108, "KING", "BBB"), (120, "KING", "BBB"), (92, "L31", "L31")])
def test_a_talisman_that_goes_away_when_it_is_used_takes_one_order(number: int, first: str, second: str) -> None:
    world = scene()
    talisman(world, number, 13)
    found = verdict(f"T{number}={first}\nT{number}={second}", world)
    assert [one.line for one in found.accepted] == [1]
    assert errors(found) == ["NOT YOURS"]
    assert failures(run(world, LORD=f"T{number}={first}\nT{number}={second}"), "LORD") == ["NOT YOURS"]


def fog_over(world: World, province: str, *fogged: int) -> None:
    """Fog keeps the garrison of a province off LORD's printout, or these leaders in it, if any are named."""
    entry = world.players["LORD"].seen[province]
    if not fogged:
        fresh = replace(entry, garrison=0, csps=0, zorans=0, talismans=(), fogged=True)
    else:
        fresh = replace(entry, leaders=tuple(replace(one, troops=0, fogged=one.number in fogged) for one in entry.leaders))
    world.players["LORD"].seen[province] = fresh


@pytest.mark.rule("QJ-28.1-142")
def test_whether_a_garrison_lies_in_the_fog_is_not_known_to_him_who_attacks_it() -> None:
    world = scene()
    own(world, "F5", "KING", garrison=4)
    leader(world, 15, "LORD", "F5", troops=9)
    print_entries(world, "LORD")
    fog_over(world, "F5")
    found = verdict("L15AG", world)
    assert len(found.accepted) == 1
    assert only(found).note
    assert only(found).why == "Fog hides whether F5 has garrison troops; the attack takes place only if it has."
    assert not failures(run(world, LORD="L15AG"), "LORD")


@pytest.mark.rule("QJ-28.1-142")
def test_that_a_garrison_in_plain_sight_has_no_troops_is_known() -> None:
    world = scene()
    own(world, "F5", "KING", garrison=0)
    leader(world, 15, "LORD", "F5", troops=9)
    print_entries(world, "LORD")
    assert errors(verdict("L15AG", world)) == ["NOT THERE"]


@pytest.mark.rule("QJ-28.1-196", "QJ-28.1-141")
def test_what_a_leader_in_the_fog_carries_is_not_known_to_him_who_commands_the_rings() -> None:
    world = scene()
    talisman(world, 99, 13)
    assert errors(verdict("T99=GL31MD5[KING]", world)) == ["TALISMAN NOT USABLE"]
    talisman(world, 30, 31)
    fog_over(world, "E5", 31)
    found = verdict("T99=GL31MD5[KING]", world)
    assert len(found.accepted) == 1
    assert only(found).note
    assert "only if he carries a Ring of Power" in only(found).why
    assert not failures(run(world, LORD="T99=GL31MD5[KING]"), "LORD")


@pytest.mark.rule("QJ-28.1-273", "QJ-28.1-301")
@pytest.mark.parametrize("order", ["T124=GF5", "T132=F5"])
def test_who_holds_a_province_next_door_that_is_not_seen_shows_when_the_artillery_fires(order: str) -> None:
    world = scene()
    world.leaders[13].rams = 6
    for number in (124, 132):
        talisman(world, number, 13)
    own(world, "F5", "KING", garrison=4, csps=3)
    found = verdict(order, world)
    assert len(found.accepted) == 1
    assert only(found).note
    assert only(found).why.startswith("You do not see the garrison of F5 now")
    assert not failures(run(world, LORD=order), "LORD")
    print_entries(world, "LORD", "F5")
    assert not verdict(order, world).problems
    change(world, "F5", owner="", garrison=4)
    print_entries(world, "LORD", "F5")
    assert errors(verdict(order, world)) == ["TALISMAN NOT USABLE"]
    change(world, "F5", city="SILVER")
    print_entries(world, "LORD", "F5")
    assert errors(verdict(order, world)) == ["TALISMAN NOT USABLE"]


@pytest.mark.rule("QJ-28.1-109", "QJ-28.1-110")
def test_whom_the_flying_dutchman_has_carried_off_nobody_attacks_where_he_was() -> None:
    world = scene()
    talisman(world, 74, 14)
    assert errors(verdict("T74L31\nL13AL31", world)) == ["NOT THERE"]
    assert failures(run(world, LORD="T74L31\nL13AL31"), "LORD") == ["NOT THERE"]


@pytest.mark.rule("QJ-28.1-109", "QJ-28.1-110")
def test_what_the_passenger_of_the_flying_dutchman_is_to_do_or_to_get_depends_on_where_he_lands() -> None:
    world = scene()
    for number in (16, 74, 94):
        talisman(world, number, 14)
    found = verdict("T74L13\nL13R2D5\nT94L13\nT16L13", world)
    assert len(found.accepted) == 4
    assert [(one.line, one.note) for one in found.problems] == [(2, True), (3, True)]
    assert all("The Flying Dutchman carries L13 to a random province before" in one.why for one in found.problems)


@pytest.mark.rule("QJ-28.1-130")
def test_troops_who_run_from_the_screaming_meemies_are_not_there_to_fight_or_to_raid() -> None:
    world = scene()
    own(world, "F5", "KING", garrison=4)
    leader(world, 15, "LORD", "F5", troops=9, bonus=2)
    talisman(world, 79, 15)
    print_entries(world, "LORD")
    orders = "T79G\nL15AG"
    assert errors(verdict(orders, world)) == ["NOT THERE"]
    assert failures(run(world, LORD=orders), "LORD") == ["NOT THERE"]
    talisman(world, 79, 14)
    orders = "T79L13\nL13R2D5"
    assert errors(verdict(orders, world)) == ["NOT ENOUGH TROOPS"]
    assert failures(run(world, LORD=orders), "LORD") == ["NOT ENOUGH TROOPS"]


@pytest.mark.rule("QJ-12-10")
def test_a_siege_seen_on_an_earlier_printout_may_be_over() -> None:
    world = scene()
    own(world, "F5", "KING", garrison=4)
    print_entries(world, "LORD", "F5")
    world.players["LORD"].seen["F5"] = replace(world.players["LORD"].seen["F5"], flags=("-S",))
    assert errors(verdict("GE5R2F5", world)) == ["BESIEGED"]
    world.players["LORD"].seen["F5"] = replace(world.players["LORD"].seen["F5"], turn=world.turn - 2)
    assert not errors(verdict("GE5R2F5", world))
    assert not failures(run(world, LORD="GE5R2F5"), "LORD")


@pytest.mark.rule("QJ-24-09", "QJ-30-09")
def test_whom_the_guardians_may_kill_before_he_moves_is_told_so() -> None:
    world = scene()
    change(world, "F5", city="SILVER", garrison=40)
    leader(world, 15, "LORD", "F5", troops=1)
    print_entries(world, "LORD")
    world.players["LORD"].seen["F5"] = replace(world.players["LORD"].seen["F5"], locked=False)
    found = verdict("L15MF6", world)
    assert len(found.accepted) == 1
    assert only(found).note
    assert only(found).why == "As far as you can see L15 falls in combat before he can move; he goes if he lives."


@pytest.mark.rule("QJ-12-05", "QJ-14-10", "QJ-17-03", "QJ-22-06")
def test_what_hangs_on_an_allys_own_declaration_is_told() -> None:
    """Nobody is told who has declared him an ally: troops for an ally of one's own people may be refused, raiders may die."""
    world = scene()
    own(world, "E6", "KING", garrison=9)
    leader(world, 15, "LORD", "E6", troops=5)
    world.players["KING"].people = world.players["LORD"].people
    world.players["LORD"].allies.append("KING")
    print_entries(world, "LORD", "E6")
    hands = "The troops change hands only if KING has declared you an ally, too."
    joins = "The raiders join the garrison of E6 only if KING has declared you an ally, too; otherwise they die."
    for code, why in (("L15T2TG", hands), ("GE6T2TL15", hands), ("GE5T2TL31", hands), ("GE5R2E6", joins), ("GE5R1*", joins)):
        found = verdict(code, world)
        assert [one.code for one in found.accepted] == [code]
        assert (only(found).why, only(found).note) == (why, True)
    assert not verdict("GE5T2ZL31", world).problems
    assert failures(run(world, LORD="L15T2TG"), "LORD") == ["NOT YOURS"]
    world.players["KING"].allies.append("LORD")
    assert not run(world, LORD="L15T2TG").failures


@pytest.mark.rule("QJ-18-01", "QJ-17-01", "QJ-29-06")
def test_an_empty_garrison_of_another_player_may_have_troops_when_combat_begins() -> None:
    world = scene()
    own(world, "E6", "KING")
    leader(world, 15, "LORD", "E6", troops=9)
    leader(world, 33, "KING", "E6", troops=9)
    print_entries(world, "LORD", "E6")
    found = verdict("L15AG", world)
    assert [one.code for one in found.accepted] == ["L15AG"]
    why = "There are no garrison troops in E6 when combat begins."
    assert only(found).why == f"{why} The attack takes place only if KING hands the garrison some this turn."
    assert only(found).note
    assert not run(world, LORD="L15AG", KING="L33T#TG").failures
    own(world, "E6", "")
    print_entries(world, "LORD", "E6")
    assert errors(verdict("L15AG", world)) == ["NOT THERE"]


@pytest.mark.rule("QJ-28.1-036", "QJ-17-04", "QJ-29-06")
@pytest.mark.parametrize(("line", "kind"), [("L13T5ZL77", "zorans"), ("T16L77", "talisman"), ("GE5T5ZL77", "zorans")])
def test_a_gift_for_a_leader_under_the_cloak_stands_and_the_turn_hands_it_over(line: str, kind: str) -> None:
    world = scene()
    leader(world, 77, "KING", "E5", troops=5)
    talisman(world, 48, 77)
    talisman(world, 16, 13)
    world.leaders[13].zorans = 9
    found = verdict(line, world)
    assert [one.code for one in found.accepted] == [line]
    assert only(found).note
    assert "only if he is there, unseen (T48)" in only(found).why
    turn = run(world, LORD=line)
    assert failures(turn, "LORD") == []
    assert (turn.world.leaders[77].zorans == 5) == (kind == "zorans")
    assert (turn.world.talismans[16].leader == 77) == (kind == "talisman")


@pytest.mark.rule("QJ-17-02", "QJ-29-06")
@pytest.mark.parametrize("line", ["L13T5TL77", "GE5T2TL77"])
def test_troops_for_a_leader_who_is_nowhere_are_a_mistake(line: str) -> None:
    assert errors(verdict(line)) == ["NO SUCH LEADER"]


@pytest.mark.rule("QJ-26-01", "QJ-26-02")
def test_the_tunnels_of_a_former_stronghold_are_known_from_the_printout() -> None:
    """Another player holds it now; its printout says that its tunnels lead to the strongholds, and the check knows."""
    world = scene()
    change(world, "P8", mercenary=True, discovered=True, garrison=20)
    own(world, "J10", "KING", garrison=0)
    change(world, "J10", mercenary=True, discovered=True)
    leader(world, 78, "LORD", "J10", troops=5, at_peace=True)
    leader(world, 79, "LORD", "P8")
    world = run(world).world
    entry = world.players["LORD"].seen["J10"]
    assert "TUN=MERC" in province_code(entry)
    found = verdict("L78MP8", world)
    assert [one.code for one in found.accepted] == ["L78MP8"]
    assert run(world, LORD="L78MP8").world.leaders[78].province == "P8"
    change(world, "J10", mercenary=False)
    plain = run(world).world
    assert "TUN=MERC" not in province_code(plain.players["LORD"].seen["J10"])
    assert errors(verdict("L78MP8", plain)) == ["NOT ADJACENT"]
