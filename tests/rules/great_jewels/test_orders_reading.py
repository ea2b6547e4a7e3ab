"""Letters as people write them become orders, problems with remedies, or nothing; and never a crash (gaps part 24)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postern.game.orders import OrderSheet
from postern.rulesets.great_jewels.expected import check
from postern.rulesets.great_jewels.orders.model import Message, Move
from postern.rulesets.great_jewels.orders.reading import quoted, read
from postern.rulesets.great_jewels.orders.signup import read_signup
from postern.rulesets.great_jewels.view import View, view_of
from tests.rules.great_jewels.build import allies, land, leader, own, saw, talisman


def seen(turn: int = 5) -> View:
    world = land(turn, LORD="QUNTAG", KING="AZONI", KNIGHT="SLENTH")
    own(world, "E5", "LORD", garrison=10, zorans=50)
    for number in (13, 14, 15):
        leader(world, number, "LORD", "E5", troops=12, bonus=3)
    leader(world, 31, "KING", "E5", troops=3)
    world.players["LORD"].met.append("KING")
    return view_of(world, "LORD")


VIEW = seen()


def codes(text: str, view: View = VIEW) -> list[str]:
    return [order.code for order in read(text, view).orders]


def problems(text: str, view: View = VIEW) -> list[str]:
    return [problem.code for problem in read(text, view).problems if not problem.note]


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
        ("L13MB4 // L14MB4", ["L13MB4"]),
        ("// L13MB4", []),
        ("> L13MB4\n| L14MB4\nL15MB4", ["L15MB4"]),
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
    ["L13AL31 (conditional)", "L13MB4 (force march)", "L13 attacks L31 - assault", "L13MB4 (not yet)"],
)
def test_a_remark_that_says_how_or_whether_is_not_passed_over(text: str) -> None:
    assert codes(text) == []
    assert problems(text) == ["NOT UNDERSTOOD"]


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
    assert not problems(reply)


# --- messages -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-29-66")
def test_a_message_takes_the_lines_below_it_as_written_up_to_end() -> None:
    sheet = read("D=KNIGHT\nDear knight,\n  L13MB4 is a lie // truly\nEND\nL13MB4", VIEW)
    assert [order.code for order in sheet.orders] == ["D=KNIGHT", "L13MB4"]
    assert sheet.orders[0].data == Message("KNIGHT", ("Dear knight,", "  L13MB4 is a lie // truly"))


@pytest.mark.rule("QJ-29-65", "QJ-29-68")
def test_messages_to_all_met_and_without_a_name() -> None:
    sheet = read("D=*\nhello\n\nd = * (anon)\nboo\n\nD=KING(ANON): psst\n\nmessage to king: plain", VIEW)
    assert [order.data for order in sheet.orders] == [
        Message("*", ("hello",)),
        Message("*", ("boo",), anonymous=True),
        Message("KING", ("psst",), anonymous=True),
        Message("KING", ("plain",)),
    ]


@pytest.mark.rule("QJ-29-66", "QJ-29-68")
@pytest.mark.parametrize(
    "letter",
    [
        "Tell KING: sorry\nD=KNIGHT(ANON)\nhit KING\nhe is weak",
        "Tell KING: sorry\nTell KNIGHT (anon):\nhit KING\nhe is weak\nEND",
        "D=KING\nsorry\n- D=KNIGHT(ANON)\nhit KING\nhe is weak\nEND\n",
    ],
)
def test_a_line_that_begins_a_message_ends_the_one_above_it(letter: str) -> None:
    sheet = read(letter, VIEW)
    assert [order.data for order in sheet.orders] == [
        Message("KING", ("sorry",)),
        Message("KNIGHT", ("hit KING", "he is weak"), anonymous=True),
    ]
    assert not sheet.problems


@pytest.mark.rule("QJ-29-66")
@pytest.mark.parametrize(
    "text", ['"D=KNIGHT" was his order', "he sent D=KNIGHT", "> D=KNIGHT", "tell him: no", "I tell KNIGHT: no"]
)
def test_a_message_may_quote_the_line_that_begins_another(text: str) -> None:
    sheet = read(f"D=KING\n{text}\nfarewell\nEND", VIEW)
    assert [order.data for order in sheet.orders] == [Message("KING", (text, "farewell"))]


@pytest.mark.rule("QJ-29-65", "QJ-29-66")
def test_no_message_goes_to_who_is_out_of_the_game() -> None:
    world = land(LORD="QUNTAG", KING="AZONI", KNIGHT="SLENTH")
    world.players["KING"].out = True
    world.players["LORD"].met.append("KING")
    sheet = read("D=KING: hello\n\nD=*: all\n\nD=KNIGHT: you", view_of(world, "LORD"))
    assert [order.code for order in sheet.orders] == ["D=KNIGHT"]
    assert ["out of the game" in problem.why for problem in sheet.problems] == [True, True]


@pytest.mark.rule("QJ-29-65")
def test_a_message_to_all_met_needs_somebody_met() -> None:
    world = land(LORD="QUNTAG", KING="AZONI")
    assert problems("D=*\nhello", view_of(world, "LORD")) == ["NOT MET"]


@pytest.mark.rule("QJ-29-67")
def test_a_message_has_ten_lines_of_140_signs() -> None:
    lines = [f"line {number}" for number in range(1, 13)]
    sheet = read("D=KING\n" + "\n".join(lines), VIEW)
    assert sheet.orders[0].data == Message("KING", tuple(lines[:10]))
    cut = read("D=KING\n" + "x" * 141 + "\nEND", VIEW)
    assert cut.orders[0].data == Message("KING", ("x" * 140,))
    assert [problem.note for problem in cut.problems] == [True]
    ten = "\n".join(["D=KING", *lines[:10], "END", "L13MB4"])
    assert codes(ten) == ["D=KING", "L13MB4"]
    beside = "\n".join(["D=KING: line 0", *lines[:10]])
    assert read(beside, VIEW).orders[0].data == Message("KING", ("line 0", *lines[:9]))


def test_at_most_ten_messages_a_turn() -> None:
    text = "D=KING: hello\n\n" * 11
    assert len(codes(text)) == 10
    assert problems(text) == ["TOO MANY MESSAGES"]


def test_an_unknown_addressee_and_an_empty_message_are_told() -> None:
    sheet = read("D=KNIGT\nhello\n\nD=LORD: me\n\nD=KING\n\n", VIEW)
    assert not sheet.orders
    assert sheet.problems[0].paste == "D=KNIGHT"
    assert len(sheet.problems) == 3


def test_orders_swallowed_by_a_message_are_pointed_out() -> None:
    press = read("D=KING\nsorry\nMessage to KNIGHT: hit him\nEND", VIEW)
    assert [order.code for order in press.orders] == ["D=KING"]
    assert "look like orders: Message to KNIGHT: hit him" in press.problems[0].why
    sheet = read("D=KING: hello\nL13MB4", VIEW)
    assert [problem.note for problem in sheet.problems] == [True]
    assert "L13MB4" in sheet.problems[0].why
    refused = read("D=KNIGT\nhello\nL13MB4\nE=5", VIEW)
    assert not refused.orders
    assert [problem.note for problem in refused.problems] == [False, False]
    assert "L13MB4, E=5" in refused.problems[1].why
    assert "put a line END" in refused.problems[1].remedy


def test_a_flood_of_unreadable_lines_is_told_in_short() -> None:
    sheet = read("\n".join(f"L13 jumps over {number}" for number in range(5000)) + "\nL13MB4", VIEW)
    assert len(sheet.problems) < 70
    assert any("more pieces" in problem.why for problem in sheet.problems)
    assert [order.code for order in read("B4," * 3000 + "\nL13MB4", VIEW).orders] in ([], ["L13MB4"])


def test_quoted_names_the_lines_that_are_message_text() -> None:
    lines = ["L13MB4", "D=KING", "READY when you are", "CANCEL it all", "END", "READY", "D=*: short", "", "STATUS"]
    assert quoted(lines) == {2, 3, 4}
    assert quoted(["D=KING", "READY", "D=KNIGHT", "CANCEL", "END", "READY"]) == {1, 3, 4}


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


def refused(text: str, view: View = VIEW) -> tuple[str, str, str]:
    """The last problem: why, what to write instead, the line to paste."""
    problem = read(text, view).problems[-1]
    return problem.why, problem.remedy, problem.paste


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
    assert refused("T127 do something")[1] == "T127=nnn uses it; T127L13 hands it to a leader beside it, T127G to the garrison."


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


def coast() -> View:
    """LORD at home in the coastal A5 and in L4 and B5; ECHO's L25 stands with his L15, his ally LIMA's L67 with L13."""
    world = land(5, LORD="QUNTAG", ECHO="AZONI", LIMA="QUNTAG")
    own(world, "A5", "LORD", garrison=20, zorans=90)
    own(world, "B5", "LORD", garrison=9, zorans=90)
    own(world, "L4", "LORD", garrison=9, zorans=90)
    leader(world, 13, "LORD", "B5", troops=30)
    leader(world, 14, "LORD", "B5", zorans=3)
    leader(world, 15, "LORD", "H9", troops=8)
    leader(world, 3, "LORD", "L4", troops=6)
    leader(world, 5, "LORD", "L4", troops=5)
    leader(world, 25, "ECHO", "H9", troops=3)
    leader(world, 67, "LIMA", "B5", troops=3)
    leader(world, 68, "LIMA", "H9", troops=3)
    talisman(world, 84, 13)
    allies(world, "LORD", "LIMA")
    saw(world, "LORD", "A5", "B5", "L4", "H9")
    return view_of(world, "LORD")


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
