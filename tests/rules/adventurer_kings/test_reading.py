"""Letters of orders: heads, phases, lines of the kingdom, mistakes that show when a line is read, and letters that follow."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.orders.grammar import ACTIONS, grammar
from postern.rulesets.adventurer_kings.orders.reading import merge, read
from postern.rulesets.adventurer_kings.world import World
from tests.rules.adventurer_kings.build import add_character, empty_world

MARKS = pytest.mark.rule


def _world() -> World:
    world = empty_world()
    add_character(world, "AA", 82, {"ME": 2}, name="Tove")
    add_character(world, "AA", 64, {"WH": 2}, name="Ansgar Long")
    return world


def _view() -> View:
    return View("A", "AA", _world())


def _orders(text: str) -> list[tuple[str, str]]:
    return [(one.data.head.name, one.code) for one in read(text, _view()).orders]


def _problem(text: str) -> tuple[str, str, str, str]:
    (one,) = [one for one in read(text, _view()).problems if not one.note]
    return one.code, one.why, one.remedy, one.paste


@MARKS("AK-D3.0-01", "AK-P3.0-10")
def test_a_letter_has_blocks_of_phases_whatever_its_blanks_and_capitals() -> None:
    text = "char 1    ; the King\n\n  1  mo   63   ; go\n2 ex.\nCHAR tove:\n5 DE\nCHAR #5\n1 pr wh"
    assert _orders(text) == [("1", "1 MO 63"), ("1", "2 EX"), ("4", "5 DE"), ("5", "1 PR WH")]
    assert list(ACTIONS) == "MO EX SE RE HI DI FI LE PI CA US EN PR SP DE PU TR GI".split()


@MARKS("AK-D3.0-02")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("treat bb", "TREAT BB"),
        ("BREAK 2", "BREAK 2"),
        ("SCI BB", "SCI BB"),
        ("CLAIM", "CLAIM"),
        ("VOTE 3", "VOTE 3"),
        ("HEIR Odo TA2 MA1 WH1", "HEIR Odo TA2 MA1 WH1"),
        ("NAME CHAR 4 Ansgar", "NAME CHAR 4 Ansgar"),
        ("NAME PROV 82 Elm Shire", "NAME PROV 82 Elm Shire"),
        ("GIVEGOLD 6 TO BB", "GIVEGOLD 6 TO BB"),
        ("MSG ALL Peace, friends", "MSG ALL Peace, friends"),
    ],
)
def test_lines_of_the_kingdom_stand_outside_of_blocks_and_inside(line: str, code: str) -> None:
    assert _orders(line) == [("", code)]
    assert [one for _, one in _orders(f"CHAR 1\n1 EX\n{line}\n2 EX")] == ["1 EX", code, "2 EX"]
    assert [one for _, one in _orders(f"CHAR 2\n1 EX\n{line}")] == [code], "below a head that is refused as well"


@MARKS("AK-D3.0-03")
def test_a_plan_is_given_and_deleted() -> None:
    assert _orders("PLAN 1 CA-FB, ME\nPLAN Tove none") == [("", "PLAN 1 CA-FB, ME"), ("", "PLAN TOVE NONE")]


@MARKS("AK-D3.0-04", "AK-D3.0-05")
@pytest.mark.parametrize(
    "code",
    [
        "1 MO 63",
        "1 MO SALLOW DOWN",
        "1 SE 45.2 : TA, CA-FB, ME, FL",
        "1 RE LE 2",
        "1 RE #88",
        "1 LE 12,15 TO 4",
        "1 LE ALL TO ANSGAR LONG",
        "1 PI ALL",
        "1 DI 12",
        "1 HI ISHARA",
        "1 FI 4",
        "1 CA BL",
        "1 CA CL 63",
        "1 US 40",
        "1 US 32 63",
        "1 EN 33 : ST, FL",
        "1 SP 46",
        "1 DE 46",
        "1 PU 41",
        "1 TR ISHARA",
        "1 GI 13,22 TO 4",
    ],
)
def test_every_order_is_read_and_written_alike(code: str) -> None:
    assert _orders(f"CHAR 1\n{code}") == [("1", code)]
    assert grammar().collisions() == []


@MARKS("AK-D3.0-15")
def test_of_a_phase_or_block_that_comes_twice_the_last_counts_with_a_warning() -> None:
    twice = read("CHAR 1\n1 EX\n1 MO 63", _view())
    assert [one.code for one in twice.orders] == ["1 MO 63"]
    assert [(one.line, one.note) for one in twice.problems] == [(2, True)]
    blocks = read("CHAR 1\n1 EX\n2 EX\nCHAR 4\n1 EX\nCHAR 1\n3 MO 63", _view())
    assert [(one.data.head.name, one.code) for one in blocks.orders] == [("4", "1 EX"), ("1", "3 MO 63")]
    assert [one.line for one in blocks.problems] == [2, 3]


@MARKS("AK-D3.0-06")
@pytest.mark.parametrize(
    ("line", "code", "paste"),
    [
        ("1 MV 83", "ACTION", "1 MO 83"),
        ("6 EX", "PHASE", ""),
        ("0 EX", "PHASE", ""),
        ("1 EXPLORE 83", "NO PROVINCE", "1 EX"),
        ("1 SE 64", "FEATURE", "1 SE 64.1"),
        ("1 SE 64.1 ME", "COLON", "1 SE 64.1 : ME"),
        ("1 SE 64.1 : SC, TA, TA, TA, TA, TA, TA, ME, FL", "TACTICS", ""),
        ("1 SE 64.1 : CA-ZZ", "SPELL", ""),
        ("1 SE 64.1 : CA-BL", "SPELL", ""),
        ("1 SE 64.1 : HIT", "TACTIC", ""),
        ("1 RE LE -1", "NUMBER", ""),
        ("1 RE 88", "MERCENARY", "1 RE #88"),
        ("1 DI ALL ALL", "TWICE", "1 DI ALL"),
        ("1 LE 11 12", "COMMA", "1 LE 11,12"),
        ("1 PR TAC", "ABILITY", ""),
        ("1 GI 13 31", "TO", "1 GI 13 TO 31"),
        ("GIVEGOLD six TO BB", "NUMBER", ""),
    ],
)
def test_a_line_that_cannot_be_read_is_answered_and_the_others_stand(line: str, code: str, paste: str) -> None:
    text = f"CHAR 1\n{line}\n5 PR TA"
    told = _problem(text)
    assert (told[0], told[3]) == (code, paste), told
    assert _orders(text) == [("1", "5 PR TA")]
    if paste:
        assert _orders(f"CHAR 1\n{paste}") == [("1", paste)]


def test_answers_say_what_to_write() -> None:
    assert "Did you mean TA (Tactical)?" in _problem("CHAR 1\n1 PR TAC")[2]
    assert "6" in _problem("GIVEGOLD six TO BB")[2]
    assert "the order CA BL casts it" in _problem("CHAR 1\n1 SE 64.1 : CA-BL")[1]
    assert "You could write ME." in _problem("CHAR 1\n1 SE 64.1 : HIT")[2]
    assert "CHAR 4 (Tove)" in _problem("CHAR Tovey\n1 EX")[2]


@MARKS("AK-D5.0-01")
def test_a_plan_is_cut_where_its_order_is_wrong() -> None:
    sheet = read("CHAR 1\n1 SE 64.1 : ME, TA", _view())
    assert [one.code for one in sheet.orders] == ["1 SE 64.1 : ME"]
    assert [(one.code, one.note) for one in sheet.problems] == [("TACTICS", True)]


def test_a_phase_without_a_head_and_what_stands_below_a_wrong_one_are_named() -> None:
    assert _problem("1 EX")[0] == "WHOSE"
    sheet = read("CHAR 9\n1 EX\n2 EX\nTREAT BB\nCHAR 1\n1 EX", _view())
    assert [one.code for one in sheet.orders] == ["TREAT BB", "1 EX"]
    (head,) = sheet.problems
    assert (head.line, head.names) == (1, (2, 3))


@MARKS("AK-D3.0-08")
def test_a_later_letter_replaces_what_it_contains() -> None:
    filed = "CHAR 1\n1 EX\n2 EX\nCHAR 4\n1 PR ME\nTREAT BB\nTREAT CC\nPLAN 1 ME\nPLAN 4 FL\nGIVEGOLD 2 TO BB"
    new = "CHAR Tove\n2 EX\nTREAT BB\nPLAN 1 FI"
    merged = merge(filed, new, _view())
    assert _orders(merged) == [
        *(("", "TREAT BB"), ("", "PLAN 1 FI"), ("", "PLAN 4 FL"), ("", "GIVEGOLD 2 TO BB")),
        *(("1", "1 EX"), ("1", "2 EX"), ("4", "2 EX")),
    ]
    assert merge(filed, "CLEAR", _view()) == ""
    assert _orders(merge(filed, "CHAR 1\n1 EX\nclear\nTREAT CC", _view())) == [("", "TREAT CC")]


@MARKS("AK-D3.0-14")
@pytest.mark.parametrize("name", ["Ansgar Long", '"Ansgar Long"', "ansgar long", "5"])
def test_names_may_be_quoted_and_two_of_one_name_are_asked(name: str) -> None:
    assert _orders(f"CHAR {name}\n1 EX") == [("5", "1 EX")]
    world = _world()
    add_character(world, "AA", 64, name="Tove")
    (asked,) = read("CHAR TOVE\n1 EX", View("A", "AA", world)).problems
    assert "4" in asked.why + asked.remedy
    assert "6" in asked.why + asked.remedy
