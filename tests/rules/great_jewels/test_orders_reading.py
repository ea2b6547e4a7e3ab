"""Letters as people write them become orders, problems with remedies, or nothing; and never a crash (ruling 24)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postern.game.orders import OrderSheet
from postern.rulesets.great_jewels.knowledge import view_of
from postern.rulesets.great_jewels.orders.choices import read_signup
from postern.rulesets.great_jewels.orders.messages import quoted
from postern.rulesets.great_jewels.orders.reading.letter import read
from postern.rulesets.great_jewels.turn.orders import Message, Move
from tests.rules.great_jewels.build import land, leader, own
from tests.rules.great_jewels.orders_read import VIEW, coast, codes, problems, seen


@pytest.mark.parametrize(
    "text",
    [
        "❌ L13MB4",
        "L13MB4 👎",
        "☐ L13MB4",
        "[ ] L13MB4",
        "L13MB4 / L14MB4",
        "L13MB4 (not L14!)",
        "L13MB4 [only if free]",
        "L13MB4 (leave 5 troops)",
        "L13 move to B4. L14",
    ],
)
def test_what_is_in_doubt_is_asked_about(text: str) -> None:
    assert codes(text) == []
    assert problems(text) == ["NOT UNDERSTOOD"]


@pytest.mark.parametrize("text", ["L13MB4; L0M*", "L13MB4\nL0 follows L13", "L13MB4\nsame for L0"])
def test_leaders_are_counted_from_one_where_a_move_is_copied_too(text: str) -> None:
    assert codes(text) == ["L13MB4"]
    assert problems(text) == ["NO SUCH LEADER"]


def test_a_capital_i_for_an_l_is_asked_about_with_the_line_to_send() -> None:
    assert [problem.paste for problem in read("I13MB4", VIEW).problems] == ["L13MB4"]


@pytest.mark.rule("QJ-29-04", "QJ-29-05")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("l13mb4b5", ["L13MB4B5"]),
        ("  L13 M B4 B5 ", ["L13MB4B5"]),
        ("L13MB4, L14MB5; GE5BC4", ["L13MB4", "L14MB5", "GE5BC4"]),
        ("L13MB4, B5, B6", ["L13MB4B5B6"]),
        ("L13MB4, B5B6", ["L13MB4B5B6"]),
        ("L13MB4, R10", ["L13MB4R10"]),
        ("L13MB4, L15R10B5; GL5R12M5", ["L13MB4", "L15R10B5", "GL5R12M5"]),
        ("L13 marches to B4 via B2, B3", ["L13MB2B3B4"]),
        ("L13MB4.", ["L13MB4"]),
        ("L13MB4B5 👍", ["L13MB4B5"]),
        ("✅ L13MB4B5\n✔️ L14MB4\n🔸 L15MB4 🔥🔥", ["L13MB4B5", "L14MB4", "L15MB4"]),
        ("1️⃣ L13MB4\n2️⃣ L14MB4", ["L13MB4", "L14MB4"]),
        ("⚔️ GE5BC4 ⚔️\n- [x] L13T5TL14 🪖", ["GE5BC4", "L13T5TL14"]),
        ("L13MB4 (main attack!)\nL14MB4 -- main attack!\nL15MB4 [main]", ["L13MB4", "L14MB4", "L15MB4"]),
        ("L13MB4 pls!\nL14MB4 thanks 🙏\nL15MB4 ;)", ["L13MB4", "L14MB4", "L15MB4"]),
        ("L13MB4 and L14MB4 & L15MB4", ["L13MB4", "L14MB4", "L15MB4"]),
        ("L13MB4→B5\nL14MB4➡️B5\nL15 ➡️ B4", ["L13MB4B5", "L14MB4B5", "L15MB4"]),
        ("L 13 move b 4 b 5", ["L13MB4B5"]),
        ("L 13 moves to b 4 and then to b 5 and then b 6", ["L13MB4B5B6"]),
        ("L13 moves from E5 to B4 and then to B5", ["L13MB4B5"]),
        ("L13 moves from E5 to B4, and then to B5.", ["L13MB4B5"]),
        ("L13MB4, then B5", ["L13MB4B5"]),
        ("l13, move to B4, B5.\nL14. Move to B4. Then B5.", ["L13MB4B5", "L14MB4B5"]),
        ("L013MB04", ["L13MB4"]),
        ("1) L13MB4\n2. L14MB4\n- L15MB4\n* GE5BD", ["L13MB4", "L14MB4", "L15MB4", "GE5BD"]),
        ("13MB4", ["L13MB4"]),
        ("L13T5TGARRISON", ["L13T5TG"]),
        ("L13TALLZL14", ["L13T#ZL14"]),
        ("L13MB4 // to B4, L13MB4", ["L13MB4"]),
        ("// L13MB4", []),
        ("| L13MB4 | L14MB4 |\n|--------|--------|\n| L15MB4 |", ["L13MB4", "L14MB4", "L15MB4"]),
        ("│ 1 │ L13 │ MB4 │\n| 2 | L14MB4 | L14 moves to B4 |", ["L13MB4", "L14MB4"]),
        ("L13MB4\n-- \nL14MB4", ["L13MB4"]),
        ("L13MB4\n--\nL14MB4", ["L13MB4", "L14MB4"]),
        ("GE5BC–", ["GE5BC-"]),
        ("L13R5＊", ["L13R5*"]),
        ("L13\u00a0M\u00a0B4", ["L13MB4"]),
        ("Ｌ13ＭＢ4", ["L13MB4"]),
        ("\u200bL13MB4\ufeff", ["L13MB4"]),
        ("“L13MB4”", ["L13MB4"]),
        ("L13: MB4", ["L13MB4"]),
        ("L13 → B4", ["L13MB4"]),
        ("A=KING L13MB4", ["A=KING", "L13MB4"]),
        ("L13 and L14 move to B4", ["L13MB4", "L14MB4"]),
        ("L13 and L14 AL31", ["L13AL31", "L14AL31"]),
        ("L13, L14 and L15 attack L31", ["L13AL31", "L14AL31", "L15AL31"]),
        ("L13MB4 (to help KING)", ["L13MB4"]),
        ("L13\n\nGE5\n-----\n====", []),
        ("L13MB4\r\nL14MB4\rL15MB4", ["L13MB4", "L14MB4", "L15MB4"]),
    ],
)
def test_letters_are_read_as_people_write_them(text: str, expected: list[str]) -> None:
    sheet = read(text, VIEW)
    assert [order.code for order in sheet.orders] == expected
    assert not sheet.problems


@pytest.mark.parametrize(
    ("text", "named"),
    [("L13MB4 // L14MB4 // L15MB4", "L14MB4, L15MB4"), ("L13 // L13MB4", "L13MB4"), ("L13MB4 // L14MB4, thanks", "L14MB4")],
)
def test_an_order_behind_the_mark_of_a_remark_is_named(text: str, named: str) -> None:
    (told,) = read(text, VIEW).problems
    assert (told.why, told.note) == (f"Behind the mark of a remark and not read: {named}.", False)


@pytest.mark.parametrize("text", ["L13MB4.", "L13MB4. ", "L13 moves to B4.", "// L13MB4.\nL13MB4!"])
def test_full_stops_say_nothing(text: str) -> None:
    sheet = read(text, VIEW)
    assert [order.code for order in sheet.orders] == ["L13MB4"]
    assert not sheet.problems


@pytest.mark.parametrize("text", ["E=2\u00b2", "L13MB\u00b2", "L13T\u2464ZL14", "L13T1\u00b9ZL14"])
def test_a_raised_or_circled_digit_is_none(text: str) -> None:
    sheet = read(text, VIEW)
    assert not sheet.orders
    assert [one.line for one in sheet.problems] == [1]


@pytest.mark.rule("QJ-29-19")
def test_the_same_move_copies_the_order_just_before_it() -> None:
    sheet = read("L13MB4B5\n// together\nL14M*\nL15F*", VIEW)
    assert [order.data for order in sheet.orders] == [
        Move(13, ("B4", "B5")),
        Move(14, ("B4", "B5")),
        Move(15, ("B4", "B5"), force_march=True),
    ]
    assert [order.code for order in sheet.orders] == ["L13MB4B5", "L14MB4B5", "L15FB4B5"]


@pytest.mark.rule("QJ-29-19")
@pytest.mark.parametrize("text", ["L14M*", "L13MB4\nGE5BD\nL14M*", "L13MB99\nL14M*", "L13SC1\nL14M*"])
def test_the_same_move_needs_a_move_right_before_it(text: str) -> None:
    problem = read(text, VIEW).problems[-1]
    assert problem.code == "NOT UNDERSTOOD"
    assert "L14M*" in problem.why


def test_follow_copies_the_move_of_the_leader_named() -> None:
    assert codes("L13MB4\nL15MD5\nL14 follows L13") == ["L13MB4", "L15MD5", "L14MB4"]


@pytest.mark.rule("QJ-29-06")
def test_what_cannot_be_read_is_given_back_with_its_place_and_a_remedy() -> None:
    sheet = read("L13MB4, L14 mvoe B5\nGB2BX\nGE5BC4", VIEW)
    assert [order.code for order in sheet.orders] == ["L13MB4", "GE5BC4"]
    first, second = sheet.problems
    assert (first.code, first.line, first.column, first.text) == ("NOT UNDERSTOOD", 1, 9, "L14 mvoe B5")
    assert first.paste == "L14MB5"
    assert (second.code, second.line, second.text) == ("NOT UNDERSTOOD", 2, "GB2BX")


@pytest.mark.rule("QJ-29-06")
@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("L13MA9", "NO SUCH PROVINCE", "A3 to A8"),
        ("GT1BC4", "NOT UNDERSTOOD", "GT1BC4"),
        ("T45=S5", "NO SUCH PROVINCE", "S12 to S17"),
        ("T78=A1", "NO SUCH PROVINCE", "A3 to A8"),
        ("T114=GS5", "NO SUCH PROVINCE", "S12 to S17"),
        ("T124=GS5", "NO SUCH PROVINCE", "S12 to S17"),
        ("T1=TL13S5", "NO SUCH PROVINCE", "S12 to S17"),
        ("T1=DB4S5", "NO SUCH PROVINCE", "S12 to S17"),
        ("T1 seals S5", "NO SUCH PROVINCE", "S12 to S17"),
        ("T200L13", "TALISMAN NOT USABLE", "T1 to T152"),
        ("T49=3", "TALISMAN NOT USABLE", "no order"),
        ("T133=TL13B4", "TALISMAN NOT USABLE", "Geas"),
        ("T1=GA=LORD[KING]", "TALISMAN NOT USABLE", "geas"),
        ("T45=LORD", "NOT UNDERSTOOD", "a province"),
        ("L13T5RG", "NOT UNDERSTOOD", "cannot be stored"),
        ("GE5R#*", "NOT UNDERSTOOD", "single target"),
        ("GE5AG", "NOT UNDERSTOOD", "cannot attack a garrison"),
        ("GE5BC0", "NOT UNDERSTOOD", "1 or more"),
        ("L0MB4", "NO SUCH LEADER", "L1"),
        ("L13 attacks the garrison in B4", "NOT THERE", "L13 is in E5"),
        ("L13B4", "NOT UNDERSTOOD", "what L13 does"),
        ("E=25", "NOT UNDERSTOOD", "ending turn is named with the orders of turn 1 only"),
        ("TYPE=RILRIS", "NOT UNDERSTOOD", "type is chosen with the orders of turn 1 only"),
    ],
)
def test_problems_say_what_is_wrong(text: str, code: str, part: str) -> None:
    sheet = read(text, VIEW)
    assert not sheet.orders
    assert [problem.code for problem in sheet.problems] == [code]
    assert part in sheet.problems[0].why


def test_choices_of_turn_1_are_refused_beside_other_orders_on_their_line() -> None:
    sheet = read("A=LORD TYPE=RILRIS E=25", VIEW)
    assert [order.code for order in sheet.orders] == ["A=LORD"]
    assert [(problem.text, "turn 1 only" in problem.why) for problem in sheet.problems] == [
        ("TYPE=RILRIS", True),
        ("E=25", True),
    ]


@pytest.mark.parametrize(
    ("text", "paste"),
    [
        ("LI3MB4", "L13MB4"),
        ("L13NB4", "L13MB4"),
        ("L13 marhc to B4", "L13MB4"),
        ("L13 atack the garison", "L13AG"),
        ("GE5 biuld 4 citadle", "GE5BC4"),
        ("KL13MB4", "L13MB4"),
        ("L13B4B5", "L13MB4B5"),
        ("1.L13MB4", "L13MB4"),
        ("L13XR", "L13XR#"),
        ("GE5BN", "GE5BN1"),
        ("T45 M7", "T45=M7"),
    ],
)
def test_a_near_miss_gets_a_line_to_paste(text: str, paste: str) -> None:
    (problem,) = read(text, VIEW).problems
    assert problem.paste == paste
    assert codes(problem.paste) == [paste]


@pytest.mark.rule("QJ-02-18", "QJ-04-01")
def test_the_choices_of_turn_1_are_read_on_turn_1_and_within_their_bounds() -> None:
    view = seen(turn=1)
    assert codes("E=20\nE=30\nTYPE=rilris", view) == ["E=20", "E=30", "TYPE=RILRIS"]
    assert problems("E=19\nE=31\nTYPE=ELF", view) == ["NOT UNDERSTOOD"] * 3
    assert read("E=31", view).problems[0].paste == "E=30"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("All leaders in E5 move to D5", ["L13MD5", "L14MD5", "L15MD5"]),
        ("attack KING's L31 with L13 and L14", ["L13AL31", "L14AL31"]),
        ("E5 - build 4 CSPs", ["GE5BC4"]),
        ("L13 drops all zorans", ["L13T#ZG"]),
        ("L13 drops 3 rams", ["L13XR3"]),
        ("give L14 5 troops from E5", ["GE5T5TL14"]),
        ("send 3 raiders from E5 to D5", ["GE5R3D5"]),
        ("make KING my ally", ["A=KING"]),
        ("remove KING as ally", ["N=KING"]),
        ("use palantir T45 on M7", ["T45=M7"]),
        ("L13MB4\nL14 same as L13", ["L13MB4", "L14MB4"]),
    ],
)
def test_more_ways_of_saying_it(text: str, expected: list[str]) -> None:
    sheet = read(text, VIEW)
    assert [order.code for order in sheet.orders] == expected
    assert not sheet.problems


@pytest.mark.rule("QJ-29-30")
def test_a_condition_parted_off_by_a_comma_is_not_left_away() -> None:
    assert codes("L13 attacks L31, if attacked") == ["L13CL31"]
    assert codes("L14MD5; L13 attacks L31, but only if attacked") == ["L14MD5"]
    for text in ("if L31 attacks, L13 attacks L31", "L13MB4, unless KING is there", "L13 attacks L31, if KING does"):
        assert not codes(text)
        assert len(problems(text)) == 1
    assert codes("L13MB4, if possible") == ["L13MB4"]
    view = coast()
    (problem,) = read("if L25 attacks L15, L15 attacks L25", view).problems
    assert problem.remedy == "L15 stands in H9. To attack whom you saw there, if attacked:  L15CL25"


@pytest.mark.rule("QJ-29-06")
@pytest.mark.parametrize(
    "text",
    [
        *("L13AL31 (conditional)", "L13MB4 (force march)", "L13 attacks L31 - assault", "L13MB4 (not yet)"),
        *("L13MB4 (later)", "L13MB4 - maybe next turn", "L13MB4 [example]", "L13MB4 - after the others"),
        *("L13MB4 (no)", "L13MB4 - I won't", "L13MB4 (until they go)", "L13MB4 - whenever you like"),
    ],
)
def test_a_remark_that_says_how_or_whether_is_not_passed_over(text: str) -> None:
    assert codes(text) == []
    assert problems(text) == ["NOT UNDERSTOOD"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("L13MB4   to help Anna", "to help Anna"),
        ("1. L13MB4\tfor the siege, my old friend", "for the siege, my old friend"),
        ("L13 M B4  so that Anna's brother-in-law is safe.", "so that Anna's brother-in-law is safe."),
        ("A=KING \u00a0 as agreed", "as agreed"),
    ],
)
def test_words_apart_that_say_what_an_order_is_for_are_a_remark_and_told(line: str, words: str) -> None:
    sheet = read(line, VIEW)
    assert len(sheet.orders) == 1
    (note,) = sheet.problems
    assert note.note
    assert note.order == sheet.orders[0].code
    assert note.why == f'The words behind it, "{words}", were taken as a remark.'


@pytest.mark.parametrize(
    "line",
    [
        *("L13MB4 to help Anna", "L13MB4   to help L14", "L13MB4   to be decided", "L13MB4   to help Anna if she asks"),
        *("L13MB4   for Anna?", "L13MB4   to the north", "L13MB4   for next turn", "L13MB4   to attack KING", "L13MB4   to"),
        *("L13MB4   to march on", "L13MB4   for Anna, not for KING", "L13MB4   to give KING zorans", "L13MB4   Anna's idea"),
        *("L13MB4   for now or never", "L13MB4   to raid and sail", "L13MB4   because I don't know", "L13B4   to help Anna"),
        *("L13MB4   as soon as Anna comes", "L13MB4   to help Anna; cancel", "L13MB4   to building sites"),
    ],
)
def test_words_that_may_say_more_are_asked_about(line: str) -> None:
    sheet = read(line, VIEW)
    assert not sheet.orders
    assert sheet.problems


@pytest.mark.rule("QJ-29-47", "QJ-29-48")
def test_not_at_war_is_not_read_as_its_opposite() -> None:
    assert codes("L13 at war\nL14 not at peace\nL15 at peace") == ["L13Q", "L14Q", "L15P"]
    assert codes("L13 not at war\nL14 no longer at war") == []


def test_who_copies_a_move_copies_that_of_the_leader_named() -> None:
    for words in ("same as L13", "moves with L13", "follows L13"):
        assert codes(f"L13MB4\nL15MD5\nL14 {words}") == ["L13MB4", "L15MD5", "L14MB4"]


def test_all_leaders_of_a_province_are_those_who_stand_there() -> None:
    assert codes("All leaders in H9 move to H8", coast()) == ["L15MH8"]


def test_only_a_province_that_goes_on_with_a_move_belongs_to_the_order_before() -> None:
    assert codes("GE5BC4, B5") == ["GE5BC4"]
    assert problems("GE5BC4, B5") == ["NOT UNDERSTOOD"]


def test_an_attack_by_anothers_leader_on_a_garrison_elsewhere_is_read_and_judged_later() -> None:
    assert codes("L31 attacks the garrison of F7") == ["L31AG"]


@pytest.mark.rule("QJ-29-05")
def test_a_province_with_the_name_of_a_leader_is_its_garrison_where_it_acts_or_is_given_something() -> None:
    """As our own words have it: province L4 is never leader 4."""
    world = land(5, LORD="QUNTAG", KING="AZONI")
    own(world, "L4", "LORD", garrison=20, zorans=50)
    for number in (4, 5):
        leader(world, number, "LORD", "L4", troops=12, bonus=3)
    view = view_of(world, "LORD")
    assert codes("province L4 gives 5 troops to L5", view) == ["GL4T5TL5"]
    assert codes("Province L4 raids K3 with 4 troops", view) == ["GL4R4K3"]
    assert codes("L5 hands 5 troops to province L4", view) == ["L5T5TG"]
    assert codes("L4 gives 5 troops to L5", view) == ["L4T5TL5"]
    assert codes("L5 moves to province L4", view) == ["L5ML4"]
    for code in ("GL4T5TL5", "GL4R4K3", "GL4BC2", "L4T5TG"):
        (order,) = read(code, view).orders
        assert codes(order.words, view) == [code]


def test_staying_needs_no_order_and_is_no_mistake() -> None:
    sheet = read("L13 holds", VIEW)
    assert not sheet.orders
    assert [(problem.code, problem.note) for problem in sheet.problems] == [("NO ORDER NEEDED", True)]


def test_greetings_are_set_aside_with_a_note() -> None:
    letter = "Hi, my orders for this week:\n\nL13MB4\n\nThanks,\nBob\nOn Mon, 3 Nov 2026 the moderator wrote:"
    sheet = read(letter, VIEW)
    assert [order.code for order in sheet.orders] == ["L13MB4"]
    assert sheet.problems
    assert all(problem.note for problem in sheet.problems)


def test_an_order_among_chatter_is_never_lost_silently() -> None:
    assert problems("please attack the garrison") == ["NOT UNDERSTOOD"]
    assert problems("L13, L14MB4") == ["NOT UNDERSTOOD"]
    assert codes("L13, L14MB4") == ["L14MB4"]


def test_each_line_that_is_no_order_is_told_for_itself() -> None:
    """A question below a greeting is answered by the desk, which gets to know the line."""
    sheet = read("Hello!\nHow do I win?\nL13MB4\nThanks, Nora\n", VIEW)
    assert [(one.line, one.text, one.note) for one in sheet.problems] == [
        (1, "Hello!", True),
        (2, "How do I win?", True),
        (4, "Thanks, Nora", True),
    ]


@pytest.mark.rule("QJ-29-06")
@pytest.mark.parametrize(
    ("text", "paste", "goods"),
    [("L13TL14", "L13T#TL14", "troops"), ("GE5TZL13", "GE5T#ZL13", "zorans"), ("L13TTG", "L13T#TG", "troops")],
)
def test_a_transfer_that_does_not_say_how_many_is_told_so(text: str, paste: str, goods: str) -> None:
    (problem,) = read(text, VIEW).problems
    assert problem.paste == paste
    assert f"how many {goods}" in problem.why
    assert codes(paste) == [paste]


def test_a_garrison_that_hands_to_a_garrison_is_offered_nothing_that_cannot_be_read() -> None:
    (problem,) = read("GE5TG", VIEW).problems
    assert not problem.paste


def test_the_way_to_order_all_leaders_of_a_province_is_read() -> None:
    assert codes("all leaders in B5 move to C5", coast()) == ["L13MC5", "L14MC5"]


@pytest.mark.parametrize("home", ["A5", "C6"])
@pytest.mark.parametrize("text", ["bring L13 back home", "send L13 home"])
def test_home_is_a_place_to_march_to(home: str, text: str) -> None:
    view = coast()
    view = replace(view, player=replace(view.player, home=home))
    (problem,) = read(text, view).problems
    assert problem.remedy.endswith(f"To march there:  L13M{home}")


def test_an_order_with_words_behind_it_is_offered_alone() -> None:
    (problem,) = read("L13MB4 and then come back", VIEW).problems
    assert (problem.remedy, problem.paste) == ("Did you mean this?", "L13MB4")


@pytest.mark.rule("QJ-02-18")
@pytest.mark.parametrize("text", ["END=22", "end = 22", "END TURN 22", "E=22"])
def test_the_ending_turn_is_named_as_in_a_letter_to_join(text: str) -> None:
    assert codes(text, seen(1)) == ["E=22"]
    signup, _ = read_signup(f"NAME=GREEDY\n{text}", [])
    assert signup is not None
    assert signup.wishes == {"end": "22"}


@pytest.mark.rule("QJ-29-05")
def test_whole_letters_as_they_come() -> None:
    phone = (
        "Hi! Here we go 🙂\n\n"
        "Leader 13 moves to D5, C5.\n"
        "L14 follows L13\n"
        "• garrison of E5 gives five troops to L15\n"
        "• E5 builds a road\n\n"
        "Sent from my phone"
    )
    assert codes(phone) == ["L13MD5C5", "L14MD5C5", "GE5T5TL15", "GE5BD"]
    assert not problems(phone)
    form = (
        "// Orders for turn 5, LORD. Fill in after a name.\n\n"
        "// L13 in E5: 12 troops, bonus 3\nL13 AL31\n"
        "// L14 in E5: 12 troops, bonus 3\nL14\n"
        "// GE5: 10 troops, 50 zorans\nGE5 BC4\n"
        "-- \nA Person, LORD of Quntag, L15MB4"
    )
    assert codes(form) == ["L13AL31", "GE5BC4"]
    assert not problems(form)
    reply = "GE5BC4\n\nOn Friday the moderator wrote:\n> L13MB4\n> GE5BC1\n"
    assert codes(reply) == ["GE5BC4"]
    assert [(problem.line, problem.paste) for problem in read(reply, VIEW).problems if not problem.note] == [
        (4, "L13MB4"),
        (5, "GE5BC1"),
    ]


@pytest.mark.rule("QJ-29-04")
@pytest.mark.parametrize("line", ["> L13MB4", ">> L13MB4", "| L13MB4", "|L13MB4", "> > Leader 13 moves to B4"])
def test_an_order_behind_a_mark_of_quotation_is_asked_about(line: str) -> None:
    sheet = read(f"GE5BC4\n{line}", VIEW)
    assert [order.code for order in sheet.orders] == ["GE5BC4"]
    (problem,) = sheet.problems
    assert (problem.line, problem.paste, problem.note) == (2, "L13MB4", False)
    assert "quotation" in problem.why


def test_the_head_of_a_message_behind_a_mark_of_quotation_is_asked_about() -> None:
    (problem,) = read("> d=Knight", VIEW).problems
    assert problem.paste == "D=KNIGHT"
    assert not read("> D=KNIGHT\nL13MB4", VIEW).orders[1:]


def test_what_a_table_says_of_an_order_is_no_second_one_and_may_put_it_off() -> None:
    sheet = read("| L13MB4 | to help KNIGHT |", VIEW)
    assert [order.code for order in sheet.orders] == ["L13MB4"]
    assert [(problem.note, problem.text) for problem in sheet.problems] == [(True, "to help KNIGHT")]
    assert codes("| L13MB4 | only if nobody is there |") == []
    assert problems("| L13MB4 | only if nobody is there |") == ["NOT UNDERSTOOD"]


LINES = st.sampled_from(
    "L13MB4|> L14MB4|GE5BC4|// later|-----|L13|Thanks, Anna|L99MZ1|D=KNIGHT|END|ADD|* |1.|"
    "\u2502 L13MB4 \u2502|\u2502 L13 \u2502 not yet \u2502|same for L14|L13MB4, xyzzy 12|Hello".split("|")
)


@given(st.lists(LINES, max_size=25))
@settings(max_examples=200, deadline=None)
def test_no_line_with_an_order_vanishes(lines: list[str]) -> None:
    sheet = read("\n".join(lines), VIEW)
    told = {order.line for order in sheet.orders} | {problem.line for problem in sheet.problems}
    told |= {at + 1 for at in quoted(lines)}
    silent = [line for at, line in enumerate(lines, 1) if at not in told]
    assert not any(codes(line) or problems(line) for line in silent)


@given(st.text())
@settings(max_examples=300)
def test_any_text_is_read_without_a_crash(text: str) -> None:
    sheet = read(text, VIEW)
    assert isinstance(sheet, OrderSheet)
    for order in sheet.orders:
        assert order.words
        assert order.line >= 1
    quoted(text.split("\n"))


ORDERISH = st.text("LGTMFSRAKCBNXDZUPQHEY0123456789#*=+-[],;: \n/>|.ABCDEFGHIJLORDKING²٣٠①Ⅳ½", max_size=120)


@given(ORDERISH)
@settings(max_examples=500)
def test_text_that_looks_like_orders_is_read_without_a_crash(text: str) -> None:
    for order in read(text, VIEW).orders:
        if not isinstance(order.data, Message):
            assert codes(order.code) == [order.code]
