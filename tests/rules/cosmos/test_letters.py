"""Letters of orders: heads, blocks, comments, and what happens to lines that cannot stand (CF-3, CF-3.1, ruling 1.1)."""

from __future__ import annotations

import textwrap

import pytest

from postern.game.kit.orders.sheets import LONGEST, MOST_DEEP
from postern.rulesets.cosmos.orders.grammar import grammar
from postern.rulesets.cosmos.orders.letters import quoted
from postern.rulesets.cosmos.orders.reading import LAYOUT, MOST_LINES, letter_of, of_the_game
from tests.rules.cosmos.build import add_unit, scenario_world
from tests.rules.cosmos.letters import appended, dropped, letter, lines_of, texts, warned

Lines = list[tuple[str, str]]


def read(text: str) -> Lines:
    sheet = letter(scenario_world(), text)
    assert not sheet.problems
    return lines_of(sheet)


READ: list[tuple[str, str, Lines, tuple[str, ...]]] = [
    ("arguments stand behind the name", "3104:\nwaitonesig 3101 3102", [("3104", "waitonesig 3101 3102")], ("CF-3.1-01",)),
    ("commas part them as well", "3104:\nwaitonesig 3101,3102 , 3103", [("3104", "waitonesig 3101 3102 3103")], ("CF-3.1-04",)),
    ("no argument is needed where all are optional", "3104:\nclear", [("3104", "clear")], ("CF-3.1-03",)),
    (
        "the last optional arguments are left out",
        "3104:\nclear 2 *\nbreak *",
        [("3104", "clear 2"), ("3104", "break")],
        ("CF-3.1-15",),
    ),
    ("another is written as an asterisk", "3104:\nclear * 2", [("3104", "clear * 2")], ("CF-3.1-15",)),
    ("a head has a colon or none", "3104\nwait 1\n3105 :\nwait 2", [("3104", "wait 1"), ("3105", "wait 2")], ("CF-3.1-10",)),
    ("a location is a head", "1501:\nwait 1", [("1501", "wait 1")], ("CF-3.1-10",)),
    (
        "the second set comes behind the first",
        "3104:\nwait 1\n3105:\nwait 2\n3104:\nwait 3",
        [("3104", "wait 1"), ("3105", "wait 2"), ("3104", "wait 3")],
        ("CF-3.1-11",),
    ),
    (
        "nation orders stand first, below a head or not",
        "policy 2 ally\nnation 1:\npolicy 3 enemy\n3104:\nwait 1",
        [("nation", "policy 2 ally"), ("nation", "policy 3 enemy"), ("3104", "wait 1")],
        ("CF-3.1-13", "CF-3.1-14", "CF-3-01"),
    ),
    ("the nation is named by its code, too", "Nation AM\npolicy rc ally", [("nation", "policy rc ally")], ("CF-3.1-14",)),
    (
        "orders of a block",
        "3104:\nrepeat 2\norders:\nwait 1\nwait 2\n.\nwait 3",
        [("3104", "repeat 2"), ("3104", "-wait 1"), ("3104", "-wait 2"), ("3104", "wait 3")],
        ("CF-3.1-06",),
    ),
    (
        "blocks in blocks, each closed by its own period",
        "3104:\nrepeat 3\norders:\nrepeat 2\norders:\nwait 1\n.\nwait 2\n.\nwait 3",
        [("3104", "repeat 3"), ("3104", "-repeat 2"), ("3104", "--wait 1"), ("3104", "-wait 2"), ("3104", "wait 3")],
        ("CF-3.1-09",),
    ),
    (
        "how far lines are indented means nothing",
        "3104:\n      repeat 2\n orders :\nwait 1\n        .\n   wait 3",
        [("3104", "repeat 2"), ("3104", "-wait 1"), ("3104", "wait 3")],
        ("CF-3.1-08",),
    ),
    (
        "comments, blank lines and quoted lines say nothing",
        "; for turn 1\n3104: ; the General\n\n> wait 9\nwait 1 ; rest",
        [("3104", "wait 1")],
        (),
    ),
    (
        "comments may stand between an order and its block",
        "3104:\nrepeat 2 ; twice\n\n; now\norders:\nwait 1\n.",
        [("3104", "repeat 2"), ("3104", "-wait 1")],
        (),
    ),
    (
        "case means nothing but in new names",
        "3104:\nWAITONESIG $Wall,3101\nMYNAME Old  Guard\nMyAlias $WALL",
        [("3104", "waitonesig $wall 3101"), ("3104", "myname Old Guard"), ("3104", "myalias $wall")],
        (),
    ),
    ("a name keeps its letters behind an ID", "NAME 3112, King's Own", [("nation", "name 3112 King's Own")], ()),
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [pytest.param(text, lines, id=title, marks=pytest.mark.rule(*clauses)) for title, text, lines, clauses in READ],
)
def test_what_a_letter_says(text: str, expected: Lines) -> None:
    assert read(text) == expected


@pytest.mark.rule("CF-3.1-05")
def test_arguments_stand_in_their_sequence() -> None:
    sheet = letter(scenario_world(), "policy enemy 2")
    assert not sheet.orders
    assert dropped(sheet)[0].why == '"enemy" is no nation.'


@pytest.mark.rule("CF-21.6-11", "CF-21.6-10")
def test_an_alias_heads_orders_from_the_turn_after_it_was_made() -> None:
    world = scenario_world()
    text = "nation 1:\nalias 3101 $King\n$king:\nwait 1"
    assert lines_of(letter(world, text)) == [("nation", "alias 3101 $king")]
    world.nations["Am"].aliases["king"] = 3101
    assert lines_of(letter(world, "$King:\nwait 1")) == [("3101", "wait 1")]


def test_what_stands_below_a_head_that_is_not_ones_own_is_dropped_up_to_the_next() -> None:
    sheet = letter(scenario_world(), "3905:\nwait 1\nrepeat 2\norders:\nwait 1\n.\n3104:\nwait 2\n190:\nwait 3")
    assert lines_of(sheet) == [("3104", "wait 2")]
    other, hexagon = dropped(sheet)
    assert (other.line, hexagon.line) == (1, 9)
    assert other.why.startswith("Unit 3905 is not yours")
    assert other.remedy == "Yours are 3101 to 3119. Did you mean 3105?"
    assert "190 is a hex" in hexagon.why


def test_the_head_of_another_nation_drops_what_is_below() -> None:
    sheet = letter(scenario_world(), "nation 2:\npolicy 3 enemy\n3104:\nwait 1")
    assert lines_of(sheet) == [("3104", "wait 1")]
    assert [one.paste for one in dropped(sheet)] == ["nation 1:"]


@pytest.mark.rule("CF-3.1-06")
def test_an_open_block_closes_at_the_next_head_and_at_the_end_with_a_warning() -> None:
    sheet = letter(scenario_world(), "3104:\nrepeat 2\norders:\nwait 1\n3105:\nrepeat 3\norders:\nwait 2")
    assert lines_of(sheet) == [("3104", "repeat 2"), ("3104", "-wait 1"), ("3105", "repeat 3"), ("3105", "-wait 2")]
    assert [one.line for one in warned(sheet)] == [2, 6]
    assert not dropped(sheet)


def test_a_block_goes_with_the_order_that_could_not_be_read() -> None:
    sheet = letter(scenario_world(), "3104:\nrepaet 2\norders:\nwait 1\n.\nwait 2\norders:\nwait 3\n.\nsignal 3105")
    assert lines_of(sheet) == [("3104", "wait 2"), ("3104", "signal 3105")]
    assert [(one.line, one.paste) for one in dropped(sheet)] == [(2, "repeat 2"), (4, ""), (7, ""), (8, "")]
    assert dropped(sheet)[1].why == "It stands in the block of line 2, which could not be read; it is dropped with it."


def test_a_block_is_not_opened_twice() -> None:
    sheet = letter(scenario_world(), "3104:\nrepeat 2\norders:\nwait 1\n.\norders:\nwait 3\n.")
    assert lines_of(sheet) == [("3104", "repeat 2"), ("3104", "-wait 1")]
    assert [one.line for one in dropped(sheet)] == [6, 7]


def test_an_inner_line_that_cannot_be_read_goes_alone() -> None:
    sheet = letter(scenario_world(), "3104:\nrepeat 2\norders:\nwiat 1\nwait 2\n.")
    assert lines_of(sheet) == [("3104", "repeat 2"), ("3104", "-wait 2")]


@pytest.mark.rule("CF-3-01", "CF-3-02", "CF-3-03")
def test_each_order_is_for_those_that_it_is_for() -> None:
    sheet = letter(
        scenario_world(), "wait 1\n3104:\npolicy 2 ally\nheir 3102\nrepeat 2\norders:\npolicy 3 ally\n.\n1501:\nwait 1"
    )
    assert lines_of(sheet) == [("3104", "repeat 2"), ("1501", "wait 1")]
    assert [one.line for one in dropped(sheet)] == [1, 3, 4, 7]
    assert "nation order" in dropped(sheet)[1].why
    assert "nation 1:" in dropped(sheet)[1].remedy


@pytest.mark.rule("CF-3.1-12", "CF-4-02", "CF-1.2-17")
def test_new_orders_come_behind_those_that_pend() -> None:
    world = scenario_world()
    appended(world, AM="3104:\nwait 1\n3105:\nwait 2\n3104:\nwait 3")
    assert texts(world.units[3104].program) == ["wait 1", "wait 3"]
    appended(world, AM="3104:\nwait 4")
    assert texts(world.units[3104].program) == ["wait 1", "wait 3", "wait 4"]


@pytest.mark.rule("CF-8-05", "CF-21.1-09")
@pytest.mark.parametrize(("order", "left"), [("wait 1", True), ("myname Old Guard", True), ("", False)])
def test_a_member_that_is_ordered_leaves_its_force_and_stays_where_it_is(order: str, left: bool) -> None:
    world = scenario_world()
    world.units[3104].members, world.units[3112].leader, world.units[3113].leader = [3112, 3113], 3104, 3104
    appended(world, AM=f"name 3113 Young Guard\n3112:\n{order}")
    assert world.units[3104].members == ([3113] if left else [3112, 3113])
    assert (world.units[3112].leader, world.units[3112].position) == (0 if left else 3104, "1501")


@pytest.mark.rule("CF-3.1-18")
def test_a_stupid_unit_takes_few_orders() -> None:
    world = scenario_world()
    kind = next(one for one in world.tables.unit_types.values() if one.able("stupid"))
    beast = add_unit(world, "Am", kind.no, 190, id=3150)
    sheet = letter(
        world,
        "3150:\nmyname Fang\nmyalias $fang\nclear\nbreak\ninsert 0\norders:\nwait 1\n.\nwait 2\n"
        "3104:\norder 3150\norders:\nwait 1\n.",
    )
    assert [one.text for one in warned(sheet)] == ["wait 1", "wait 2", "wait 1"]
    assert not dropped(sheet)
    assert beast.program == []


def test_a_letter_is_written_as_it_is_read() -> None:
    world = scenario_world()
    text = "policy 2 ally\n3104:\nrepeat 3\norders:\nrepeat 2\norders:\nwait 1\n.\nwait 2\n.\n1501:\nmyalias $city"
    sheet = letter(world, text)
    again = letter(world, letter_of(one.data for one in sheet.orders))
    assert lines_of(again) == lines_of(sheet)
    assert len(lines_of(sheet)) == 6


def test_no_text_breaks_the_reader() -> None:
    world = scenario_world()
    for text in (
        "",
        ":",
        ".",
        "orders:\n.\n.",
        "[M",
        "$:",
        "3104:\n" * 3,
        "name",
        "\x00\x07 ;",
        "repeat " + "9" * 400,
        "$" * 60,
    ):
        letter(world, f"{text}\n3104:\n{text}\nwait 1")


def test_a_letter_beyond_measure_is_read_in_part() -> None:
    sheet = letter(scenario_world(), "3104:\n" + "myalias $x\n" * (MOST_LINES + 5))
    assert len(sheet.orders) == MOST_LINES - 1
    assert dropped(sheet)[0].code == "TOO LONG"


def test_blocks_go_only_so_deep_and_lines_are_read_only_so_far() -> None:
    sheet = letter(scenario_world(), "3104:\n" + "repeat 2\norders:\n" * 1_400)
    assert any(f"No more than {MOST_DEEP} blocks" in one.why for one in dropped(sheet))
    assert not letter(scenario_world(), f"3104:\nsignal {'3105 ' * 500_000}").orders[1:]


# --- messages ------------------------------------------------------------------------------------------------------------

MESSAGE = "[M 2, Sl\nGreetings; wait 3\n3104:\nCANCEL\n]"


@pytest.mark.rule("CF-1.2-12")
def test_a_message_goes_to_those_it_names_and_is_no_order() -> None:
    world = scenario_world()
    sheet = letter(world, f"{MESSAGE}\n3104:\n[m\nTo all\n]\nwait 1")
    assert [one.words for one in sheet.orders[:2]] == [
        "a message of 3 lines goes to Rowan Court, Stonehold League",
        "a message of 1 line goes to all nations",
    ]
    assert (sheet.orders[2].data.head.name, sheet.orders[2].code) == ("3104", "wait 1")
    turn = appended(world, AM=f"{MESSAGE}\n[M\nTo all\n]")
    heard = [
        (one.data["sender"], "\n".join(one.data["lines"]), set(one.seen_by)) for one in turn.events if one.kind == "message"
    ]
    assert heard == [
        ("Am", "Greetings; wait 3\n3104:\nCANCEL", {"AM", "RC", "SL"}),
        ("Am", "To all", {"AM", "RC", "SL", "GH"}),
    ]


def test_the_lines_of_a_message_are_nobody_elses() -> None:
    assert quoted(["3104:", *MESSAGE.split("\n"), "wait 1"]) == {2, 3, 4, 5}
    assert quoted(["[M 2", "no end"]) == frozenset()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[M 2\nno end", "no end"),
        ("[M 9\nhello\n]", 'cannot go to "9"'),
        ("[M 1\nto myself\n]", 'cannot go to "1"'),
        ("[M 2\n\n]", "no text"),
        ("[M 2\n" + "line\n" * 11 + "]", "10 lines"),
    ],
)
def test_messages_that_cannot_go(text: str, why: str) -> None:
    sheet = letter(scenario_world(), text)
    assert not sheet.orders
    assert why in dropped(sheet)[0].why


def test_five_messages_a_letter() -> None:
    sheet = letter(scenario_world(), "[M 2\nhello\n]\n" * 6)
    assert len(sheet.orders) == 5
    assert [one.line for one in dropped(sheet)] == [16]


@pytest.mark.parametrize(
    ("text", "claimed"),
    [
        ("3104:\nclear\nREADY", [0, 1]),
        ("clear\nREADY", []),
        ("3104:\norder 3105\norders:\nwait 1\n.", [0, 1, 2, 3, 4]),
        ("3104:\nrepeat 2\norders\nwait 1\n.", [0, 1, 2, 3, 4]),
        ("ORDERS", []),
        ("3104:\nwait 1\nORDERS", [0, 1]),
        ("12\nSHOW", []),
        ("3104\nwait 1", [0, 1]),
        ("[M\nSTATUS\n]\nHELP", [1, 2]),
    ],
)
def test_lines_of_the_game_are_no_commands(text: str, claimed: list[int]) -> None:
    assert sorted(of_the_game(text.split("\n"))) == claimed


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("3104:", "head"),
        ("nation 2:", "head"),
        ("nation:", "head"),
        ("3104", ""),
        ("3104 200 7", ""),
        ("orders:", "opens"),
        (".", "closes"),
        ("; 3104:", ""),
        ("", ""),
        ("move n", ""),
    ],
)
def test_the_lines_of_a_form_that_say_who_is_ordered_are_known(line: str, part: str) -> None:
    assert LAYOUT.part_of(line) == part


# --- lines that change their meaning on their way ------------------------------------------------------------------------

HEADS = [
    "3104:",
    "3104.",
    "3104 :",
    "3104::",
    "Unit 3104:",
    "UNIT 3104",
    "unit #3104:",
    "no. 3104:",
    "3104 (General):",
    "3104 General:",
    "General 3104:",
    "General 3104",
    "Bryn Wävebreaker (3104):",
    "#3104:",
    "[3104]:",
    "[3104]",
    "(3104)",
    "*3104:*",
    "3104; the General",
]


@pytest.mark.rule("CF-3.1-10")
@pytest.mark.parametrize("head", HEADS)
def test_a_head_is_read_in_every_shape(head: str) -> None:
    sheet = letter(scenario_world(), f"3112:\nwait 3\n{head}\nwait 1\n3106:\nwait 2")
    assert lines_of(sheet) == [("3112", "wait 3"), ("3104", "wait 1"), ("3106", "wait 2")]
    assert not dropped(sheet)


@pytest.mark.rule("CF-3.1-10")
@pytest.mark.parametrize(
    "line", ["3104: myname Old Guard", "3104: wait 9", "Unit 3104: wait 9", "[3104]: wait 9", "3104 wait 9"]
)
def test_a_head_with_its_first_order_on_one_line(line: str) -> None:
    first = "myname Old Guard" if "Old" in line else "wait 9"
    assert read(f"3112:\nwait 3\n{line}\nwait 1") == [("3112", "wait 3"), ("3104", first), ("3104", "wait 1")]
    assert of_the_game(["3112:", line, "clear"]) == {0, 1, 2}


@pytest.mark.parametrize(
    "head",
    ["Captain:", "3104 3105:", "3104/3105:", "3104, 3106", "310A:", "3104 = wait 2", "3104 wiat 2", "the general:"],
)
def test_a_head_that_cannot_be_read_is_one_thing_to_mend(head: str) -> None:
    sheet = letter(scenario_world(), f"3112:\nwait 3\n{head}\nwait 1\nrepeat 2\norders:\nwait 4\n.\nbla bla\n3106:\nwait 2")
    assert lines_of(sheet) == [("3112", "wait 3"), ("3106", "wait 2")]
    assert [one.line for one in dropped(sheet)] == [3]


@pytest.mark.parametrize("line", ["Here are my orders:", "Hello:", "my orders for turn 3:"])
def test_talk_is_no_head(line: str) -> None:
    sheet = letter(scenario_world(), f"{line}\npolicy 2 ally\n3106:\nwait 2")
    assert lines_of(sheet) == [("nation", "policy 2 ally"), ("3106", "wait 2")]


LISTS = sorted({form.text.split(" ")[0] for _, form in grammar().forms if ">..." in form.text and "resource" not in form.text})
_FRONT = {"waitforall": "exact ", "waitforone": "joined ", "bribe": "defect 200 ", "tactics": "attack ", "autotake": "on "}
_FRONT |= {"retreatwhen": "3 ", "fleewhen": "3 ", "give": "3104 "}


def _broken(order: str, width: int) -> list[str]:
    return textwrap.wrap(order, width, break_on_hyphens=False)


@pytest.mark.rule("CF-3.1-08")
@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_whole_or_asked_about_wherever_its_line_was_broken(name: str) -> None:
    world = scenario_world()
    units = " ".join(str(number) for number in (*range(3101, 3112), *range(3101, 3112)))
    order = f"{name} {_FRONT.get(name, '')}{units}"
    whole = letter(world, f"3104:\n{order}\nwait 1")
    for width in range(40, 81):
        lines = _broken(order, width)
        sheet = letter(world, "\n".join(["3104:", *lines, "wait 1"]))
        assert {head for head, _ in lines_of(sheet)} <= {"3104"}, width
        if lines_of(sheet) != lines_of(whole):
            alone = next(at for at, line in enumerate(lines) if line.isdecimal())
            assert alone + 2 in {one.line for one in dropped(sheet)}, width
            assert all(one[1] != "wait 1" for one in lines_of(sheet)), width


def test_a_number_that_may_be_a_head_or_go_on_is_asked() -> None:
    text = "3101:\nwaitforall exact 3112 3113 3114 3115 3116 3117 3118 3119 3105 3106\n3107\nmove 190 174 175\ncontrol -1"
    sheet = letter(scenario_world(), text)
    assert lines_of(sheet) == [("3101", "waitforall exact 3112 3113 3114 3115 3116 3117 3118 3119 3105 3106")]
    (asked,) = dropped(sheet)
    assert asked.line == 3
    assert "3107 may belong to line 2, or be a head" in asked.why
    assert "Write 3107: with a colon" in asked.remedy
    assert asked.why.endswith("it was not read. What stands below it, 2 orders from line 4 on, was not read.")
    assert asked.names == (2, 4, 5)


def test_a_number_below_a_short_order_is_a_head_and_one_that_is_none_of_ours_goes_on() -> None:
    assert read("3104\nmove 190\n3105\nmove 190") == [("3104", "move 190"), ("3105", "move 190")]
    long = f"move {'190 206 ' * 6}190"
    assert read(f"3104:\n{long}\n206\nwait 1") == [("3104", f"{long} 206"), ("3104", "wait 1")]


LOST = [
    ("  recruit 1 50\n    orders:\n      join 3104\n  wait 2\n  wait 3", ["recruit 1 50", "-join 3104"], 1),
    ("repeat 2\n  orders:\n    wait 4\nrepeat 3\n  orders:\n    wait 5\n  .\nwait 6", ["repeat 2", "-wait 4"], 1),
    ("repeat 2\norders:\nwait 4.\nwait 6\nwait 7", ["repeat 2", "-wait 4"], 1),
    ("repeat 2\norders:\nwait 4 .\nwait 6", ["repeat 2", "-wait 4", "wait 6"], 0),
    ("repeat 2\norders:\nwait 4.\nwait 6.\n.\nwait 7", ["repeat 2", "-wait 4", "-wait 6", "wait 7"], 0),
    ("repeat 2\norders:\nwait 4\nwait 6", ["repeat 2", "-wait 4", "-wait 6"], 0),
]


@pytest.mark.rule("CF-3.1-06")
@pytest.mark.parametrize(("orders", "expected", "mend"), LOST)
def test_an_end_of_a_block_that_is_lost_or_joined(orders: str, expected: list[str], mend: int) -> None:
    sheet = letter(scenario_world(), f"3101:\n{orders}\n3106:\nwait 1")
    assert lines_of(sheet) == [*(("3101", one) for one in expected), ("3106", "wait 1")]
    assert len(dropped(sheet)) == mend


@pytest.mark.parametrize(
    ("line", "note"), [("3104:; form 3112; wait 9", False), ("wait 1 ; move 190", False), ("wait 1 ; storm", True)]
)
def test_an_order_behind_the_mark_of_a_remark_is_named(line: str, note: bool) -> None:
    sheet = letter(scenario_world(), f"3104:\nwait 2\n{line}")
    assert [(one.line, one.note) for one in sheet.problems] == [(3, note)]
    assert sheet.problems[0].why.startswith("Behind the mark of a remark and not read: ")
    if "form" in line:
        assert "form 3112, wait 9" in sheet.problems[0].why


def test_full_stops_at_the_ends_of_lines_say_nothing() -> None:
    text = "3104.\nform 3112.\nmyname Old Guard.\nrepeat 2.\norders:.\nmove 190. \n.\nwait 1.\n[M Rc.\nWe come.\n]."
    sheet = letter(scenario_world(), text)
    assert not [one for one in dropped(sheet) if one.code == "NOT UNDERSTOOD"]
    assert [one for _, one in lines_of(sheet)][:5] == ["form 3112", "myname Old Guard", "repeat 2", "-move 190", "wait 1"]
    assert read("3104:\nmyalias $troop.") == [("3104", "myalias $troop.")]


@pytest.mark.parametrize("count", [400, 3_000])
def test_a_line_that_is_too_long_is_refused_and_not_cut(count: int) -> None:
    sheet = letter(scenario_world(), f"3104:\nmove {' '.join(['190'] * count)}\n; {'x' * 9_000}\nwait 1")
    long = len("move ") + 4 * count - 1 > LONGEST
    assert ("3104", "wait 1") in lines_of(sheet)
    assert len(lines_of(sheet)) == 2 - long
    assert [one.code for one in dropped(sheet) if one.line == 2] == ["TOO LONG"] * long
