"""What cannot be read or carried out as written is answered with what to write instead."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.knowledge import view_of
from postern.rulesets.great_jewels.orders.reading.letter import read
from postern.rulesets.great_jewels.report.answers import check
from tests.rules.great_jewels.build import land, leader, talisman
from tests.rules.great_jewels.orders_read import VIEW, coast, codes, problems, refused


@pytest.mark.rule("QJ-29-05")
def test_the_same_for_another_leader_copies_the_move_above() -> None:
    assert codes("L13FD4C4\nsame for L14") == ["L13FD4C4", "L14FD4C4"]
    assert codes("L13MD4\nSame move for L14 and L15.") == ["L13MD4", "L14MD4", "L15MD4"]
    assert refused("GE5BC2\nsame for L14") == (
        "The line before holds no move that could be copied.",
        "Write the way out: L14ME6",
        "",
    )


@pytest.mark.rule("QJ-29-06")
def test_a_direction_is_answered_with_the_provinces_that_lie_there() -> None:
    why, remedy, paste = refused("L13 move east")
    assert "east of E5 lies E6" in why
    assert (remedy, paste) == ("To go there:", "L13ME6")
    assert refused("force march L14 to the southwest")[2] == "L14FF5"
    why, remedy, paste = refused("L13 go north")
    assert "north of E5 lie D4 (north-west) and D5 (north-east)" in why
    assert (remedy, paste) == ("Write L13MD4 or L13MD5", "")
    assert refused("L13 march N")[1] == "Write L13MD4 or L13MD5"
    assert refused("L13 march west to D4")[2] == "L13MD4"
    world = land(5, LORD="QUNTAG")
    leader(world, 13, "LORD", "A5")
    assert "lies the sea" in refused("L13 move north", view_of(world, "LORD"))[0]


@pytest.mark.rule("QJ-29-06")
def test_examples_are_of_the_readers_own_forces() -> None:
    assert "as in L14AL and the enemy leader's number" in refused("L14 fight the enemy")[1]
    assert "GE5BC2 builds 2 citadel points in E5" in refused("GE5 bilds castles")[1]
    assert "L15 is in E5, next to E6, F6, F5, E4, D4 and D5. To march there:  L15M" in refused("L15 go home to mother")[1]
    assert "L13T5TG hands 5 troops to the garrison of E5" in refused("give L13 something to do")[1]
    assert "GE5BR2L13" in refused("GE5 build 2 rams")[1]
    assert "L13M" in refused("L77 qqq ! 5")[1]
    assert "L31" not in refused("x5y z")[1]
    assert read("<leader> 5 <place>", VIEW).problems


@pytest.mark.rule("QJ-29-06")
def test_a_talismans_name_alone_orders_nothing_and_with_more_it_is_told_its_form() -> None:
    assert problems("T127\nT45") == []
    remedy = "T127=20, for example, uses it; T127L13 hands it to a leader beside it, T127G to the garrison."
    assert refused("T127 do something")[1] == remedy


@pytest.mark.rule("QJ-29-06")
@pytest.mark.parametrize(
    ("text", "paste"),
    [
        ("L13MEl4", "L13ME14"),
        ("L13MSl4", "L13MS14"),
        ("LI3MB4", "L13MB4"),
        ("GE5BCl0", "GE5BC10"),
        ("GE5BC2L4", "GE5BR2L4"),
        ("GE5BC2L", "GE5BC2"),
        ("GE5BC2O5", ""),
        ("GE5BC2O", "GE5BC20"),
        ("E5BC4", "GE5BC4"),
        ("L13 attacks E6", "L13ME6"),
        ("L13AG D5", "L13MD5"),
    ],
)
def test_a_line_to_paste_is_what_was_meant(text: str, paste: str) -> None:
    (problem,) = read(text, VIEW).problems
    assert problem.paste == paste
    assert not (paste and read(paste, VIEW).problems)


@pytest.mark.rule("QJ-29-06")
def test_nobody_is_told_to_attack_his_own_garrison() -> None:
    (problem,) = read("L13 attacks the garrison in B4", VIEW).problems
    assert problem.paste == ""
    assert "march to B4 first" in problem.remedy


@pytest.mark.rule("QJ-29-06")
@pytest.mark.parametrize("text", ["move L13 from E5 to D5 and attack there", "L13 marschiert nach D5"])
def test_words_of_going_somewhere_are_shown_the_way_there(text: str) -> None:
    (problem,) = read(text, VIEW).problems
    assert problem.remedy.endswith("To march there:  L13MD5")


@pytest.mark.rule("QJ-29-06")
def test_a_talisman_after_its_bearer_is_told_its_own_order() -> None:
    world = land(5, LORD="QUNTAG", KING="AZONI")
    leader(world, 13, "LORD", "E5", troops=12)
    talisman(world, 106, 13)
    talisman(world, 124, 13)
    view = view_of(world, "LORD")
    (fired, *held) = read("L13 T124=L31\nL13T106\nL13 T106 to garrison", view).problems
    assert fired.paste == "T124=31"
    assert {(one.remedy, one.paste) for one in held} == {("T106L13 hands it to a leader beside it, T106G to the garrison.", "")}
    assert "LnnTqqTLmm" in read("L13T5", view).problems[0].remedy


@pytest.mark.rule("QJ-29-60")
def test_a_leader_is_told_that_only_owners_ravage() -> None:
    (problem,) = read("L13 ravages M5", VIEW).problems
    assert "only its owner ravages a province" in problem.why
    assert problem.paste == ""


@pytest.mark.rule("QJ-29-06")
def test_no_line_to_paste_names_a_leader_who_cannot_be() -> None:
    (problem,) = read("L0K9", VIEW).problems
    assert "L0" not in problem.paste


@pytest.mark.rule("QJ-29-06")
@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("raid C5 with 7 troops", "To raid C5 with 7 troops:  GB5R7C5"),
        ("GE5 raids C5 with 7 brave troops", "C5 does not border E5. To raid C5 with 7 troops:  GB5R7C5"),
        ("raid A6 with 7 troops", "To raid A6 with 7 troops:  GA5R7A6"),
        ("raid C5", "To raid C5 with 5 troops:  GB5R5C5"),
        ("raid P9 with 7 troops", "None of your garrisons stands beside P9; raiders go next door only."),
        ("attack ECHO", "L15 stands in H9. To attack whom you saw there:  L15AL25"),
        (
            "attack LIMA",
            "L13 stands in B5, which is yours. An attack names who is there, as in L13AL and the enemy leader's number.",
        ),
        ("L14 take 3 troops", "To hand them to L14:  GB5T3TL14"),
        ("build 2 rams for L13", "To build 2 rams onto L13:  GB5BR2L13"),
        ("build 2 rams for L15", "A province of yours builds rams onto an army that stands there; L15 is in H9."),
        ("Build a road in L4", "To build a road in province L4:  GL4BD"),
        ("a fleet for B5 quickly", "Navies are built only on the coast, where B5 does not lie."),
        ("a fleet for A5 quickly", "To build 1 navy in A5:  GA5BN1"),
        ("bilds in B5", "GB5BC2 builds 2 citadel points in B5, GB5BD a road."),
        ("give the skeleton key to L14", "Skeleton Key is T84. To hand it to L14:  T84L14"),
        (
            "give the skeleton key to L15",
            "Skeleton Key is T84. It is in B5, L15 in H9; talismans pass only between forces in one province.",
        ),
        ("transfer 10 troops L13 to L14", "To hand them to L14:  L13T10TL14"),
        ("give L14 the skeleton key", "Skeleton Key is T84. To hand it to L14:  T84L14"),
        ("raid L3 with 2 troops quickly", "To raid province L3 with 2 troops:  GL4R2L3"),
        ("transfer 10 troops L4 to L3", "To hand them to L3:  GL4T10TL3"),
        (
            "I want to send my L14 with 8 soldiers to C5.",
            "To hand him 8 troops and march, on two lines:  GB5T8TL14  and  L14MC5",
        ),
        ("L14 takes 20 men to C5", "To hand him 9 troops and march, on two lines:  GB5T9TL14  and  L14MC5"),
        ("L13 leads 20 brave men to C5", "To march there:  L13MC5"),
        ("move all leaders in B5 quickly to C5", "To order them all at once, begin with them: all leaders in B5 move to C5"),
        ("move all leaders in P9 to C5", "None of your leaders is in P9."),
        ("bring 1 man to L14", "To hand it to L14:  GB5T1TL14"),
    ],
)
def test_a_remedy_takes_the_numbers_and_names_that_were_written(text: str, remedy: str) -> None:
    view = coast()
    found = read(text, view)
    shown = remedy.partition(":  ")[2]
    if found.orders:
        assert [order.code for order in found.orders] == [shown]
        return
    assert found.problems[-1].remedy == remedy
    if shown:
        shown = shown.replace("  and  ", "\n")
        verdict = check(read(shown, view), view)
        assert [one.code for one in verdict.accepted] == shown.splitlines()
        assert not [one for one in verdict.problems if not one.note and not one.paste]


@pytest.mark.rule("QJ-29-06")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("I would like L3 to go to M5 via L5", "L3ML5M5"),
        ("I would like L3 to wander off to M5", "L3MM5"),
        ("bring L3 to M5", "L3MM5"),
        ("everyone marches to L5", "L3ML5"),
    ],
)
def test_a_province_of_row_l_is_no_leader_where_a_march_goes(text: str, code: str) -> None:
    assert refused(text, coast())[1].endswith(f"To march there:  {code}")


@pytest.mark.rule("QJ-29-06")
@pytest.mark.parametrize("text", ["XA5", "GA5R10A4A6", "GA5R5Z1", "ravgae A5", "GA5R5H9"])
def test_no_guess_is_offered_that_would_ruin_or_be_refused(text: str) -> None:
    view = coast()
    (problem,) = check(read(text, view), view).problems
    assert problem.paste == ""


def test_a_guess_that_could_be_carried_out_is_offered() -> None:
    view = coast()
    (problem,) = check(read("GB5BCl", view), view).problems
    assert (problem.remedy, problem.paste) == ("Did you mean this?", "GB5BC1")


@pytest.mark.rule("QJ-29-06")
@pytest.mark.parametrize(
    "text", ["raid all around B5 please now", "build 2 rams for L1", "send everyone to L5", "give 5 zorans to L99"]
)
def test_where_nothing_that_was_meant_is_sure_only_the_forms_are_shown(text: str) -> None:
    remedy = refused(text, coast())[1]
    assert not any(code in remedy for code in ("R#", "BR2", "T#T", "L99", "T5Z"))
    assert ":  " not in remedy


@pytest.mark.parametrize(
    ("line", "codes_read", "why"),
    [
        ("L13 moves from E5 to D4", ["L13MD4"], []),
        ("L13 moves from ge5 to D4", ["L13MD4"], []),
        ("L13 moves from B3 to D4", ["L13MD4"], ["L13 stands in E5 on your printout, not in B3."]),
        ("move L13 from province B3 to D4", ["L13MD4"], ["L13 stands in E5 on your printout, not in B3."]),
        ("L14ME6, L13 moves from B3 to D4", ["L14ME6", "L13MD4"], ["L13 stands in E5 on your printout, not in B3."]),
    ],
)
def test_who_moves_a_leader_from_where_he_is_not_is_told_where_he_stands(
    line: str, codes_read: list[str], why: list[str]
) -> None:
    sheet = read(line, VIEW)
    assert [order.code for order in sheet.orders] == codes_read
    assert [problem.why for problem in sheet.problems] == why
    assert all(problem.note and problem.order == "L13MD4" for problem in sheet.problems)


@pytest.mark.parametrize("text", ["L13 - B4", "L13-B4", "L13 – B4", "L13: B4", "L13/B4", "L13 - B4 - B5"])
def test_a_leader_and_provinces_behind_a_dash_are_offered_as_a_move(text: str) -> None:
    (problem,) = read(text, VIEW).problems
    assert (problem.remedy, problem.paste) == ("To move:", "L13MB4B5" if "B5" in text else "L13MB4")
