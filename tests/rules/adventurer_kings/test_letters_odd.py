"""Letters as strangers write them: each line of theirs is an order, refused with what to write instead, or named."""

from __future__ import annotations

import pytest

from postern.game.orders import Verdict
from postern.rulesets.adventurer_kings.game import RULESET
from postern.rulesets.adventurer_kings.orders.acting import act
from postern.rulesets.adventurer_kings.orders.reading import merge
from tests.rules.adventurer_kings.build import add_character, empty_world, failures, step, turn_of
from tests.rules.adventurer_kings.test_mistakes import _elmet

VIEW = RULESET.view(_elmet(), "A")
"""Aldric (1) and Ansgar (4) in Elmshire (82), Tove (5) in Holt (64), Karn (83) beside Elmshire; the Kings of BB and CC."""


def _verdict(text: str) -> Verdict:
    return RULESET.check(RULESET.read(text, VIEW), VIEW)


def _read(text: str) -> list[str]:
    """The orders that are read, each with the number of its character."""
    return [f"{one.data.head.name} {one.code}".strip() for one in RULESET.read(text, VIEW).orders]


def _wrong(text: str) -> list[tuple[int, str, str]]:
    """The line of each problem that is no note, its reason and remedy, and the line to paste."""
    told = [one for one in _verdict(text).problems if not one.note]
    return [(one.line, f"{one.why} {one.remedy}", one.paste) for one in told]


@pytest.mark.rule("AK-D3.0-01", "AK-D3.0-04")
@pytest.mark.parametrize(
    "text",
    [
        *("Aldric: 1 EX", "Aldric, 1 EX", "Aldric 1 EX", "Aldric - 1 EX.", "King Aldric: 1 EX", "Aldric (1): 1 EX", "1: 1 EX"),
        *("Aldric:\n1 EX", "Aldric\n1 EX", "KING\n1 EX", "King:\n1 EX", "king aldric\n\n1 EX", "#1\n1 EX", "The King:\n1 EX"),
        *("CHAR 1 1 EX", "CHAR 1: 1 EX", "Char 1 - 1 EX", "CHAR 1, 1 EX", "CHAR1\n1 EX", "CHAR: 1\n1 EX", "1. CHAR 1\n1 EX"),
        *("CHAR 1 Aldric\n1 EX", "CHAR 1 (King Aldric)\n1 EX", "CHAR 1 = Aldric\n1 EX", "CHAR Aldric (1)\n1 EX"),
        *("HERO 1\n1 EX", "character “Aldric”\n1 EX", "**CHAR 1**\n* 1 EX", "- CHAR 1\n  - 1 EX", "| CHAR 1 |\n| 1 | EX |"),
    ],
)
def test_whose_orders_they_are_may_be_said_in_many_ways(text: str) -> None:
    assert _read(text) == ["1 1 EX"]
    assert _wrong(text) == []


@pytest.mark.rule("AK-D3.0-01", "AK-D3.0-05")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        *(
            (one, "1 MO 83")
            for one in ("1. MO 83", "1) MO 83", "1: MO 83", "Phase 1: MO 83", "1 - MO 83", "(1) MO 83", "1,MO,83")
        ),
        *(
            (one, "1 MO 83")
            for one in ("1st MO 83", "1MO 83", "1 MO83", "1\tMO\t83", "| 1 | MO | 83 |", "1 Mo 83.", "1 MO 83!")
        ),
        *(
            (one, "1 MO 83")
            for one in ("1 move to 83", "1 march to province 83", "Phase 1 - go to 83", "1 – MO 83", "1 MO 83,")
        ),
        *((one, "1 MO KARN") for one in ("1 MO Karn", "1 move to karn.")),
        *((one, "1 EX") for one in ("1 explore", "1 Ex…", "1 EX?", "1 EX // by hand", "* 1 EX", "1EX")),
        *((one, "1 DE") for one in ("1 wait", "1 nothing", "1 hold", "1 defend.")),
        *((one, "1 PR TA") for one in ("1 practise Tactical", "1 practice ta", "1 train TA")),
        *((one, "1 LE 1,2") for one in ("1 LE 1 and 2", "1 leave armies 1, 2", "1 LE 1 & 2", "1 LE #1, # 2", "1 LE 1,2,")),
        *((one, "1 SE 82.1 : SC, ME") for one in ("1 SE 82.1: sc,me", "1 search 82.1 with SC, ME", "1 SE 82.1 : SC, ME,")),
        *((one, "1 CA BL 82") for one in ("1 CA Bless 82", "1 cast spell Bless 82", "1 CA BL 82")),
        ("1 use Flaming Sword", "1 US 13"),
    ],
)
def test_a_phase_and_its_action_may_be_written_in_many_ways(line: str, code: str) -> None:
    assert _read(f"CHAR 1\n{line}") == [f"1 {code}"]


@pytest.mark.rule("AK-D3.0-01", "AK-D3.0-02")
@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("CHAR 1 1 MO 83 2 EX 3 PR TA", ["1 1 MO 83", "1 2 EX", "1 3 PR TA"]),
        ("Aldric: 1 MO 83, 2 EX, 3 PR TA.", ["1 1 MO 83", "1 2 EX", "1 3 PR TA"]),
        ("CHAR 1\n1 MO karn. then 2 ex. And 3 PR TA", ["1 1 MO KARN", "1 2 EX", "1 3 PR TA"]),
        ("CHAR 1: 1 MO 83, 2 EX, CHAR 4: 1 EX", ["1 1 MO 83", "1 2 EX", "4 1 EX"]),
        ("Aldric: 1 EX\nAldric: 2 EX\nAnsgar: 1 EX\n2 PR TA", ["1 1 EX", "1 2 EX", "4 1 EX", "4 2 PR TA"]),
        ("CHAR 1\n1 EN 4 : TA, FI, 2 EX", ["1 1 EN 4 : TA, FI", "1 2 EX"]),
        ("CHAR 1\n1 LE 1,2 TO 4", ["1 1 LE 1,2 TO 4"]),
        ("CHAR 1\n1 EX\nAnsgar\n1 EX\nTove\n1 EX", ["1 1 EX", "4 1 EX", "5 1 EX"]),
        ("PLAN 4 FI, ME\nPLAN 1: ME\nPLAN Tove = FL", ["PLAN 4 FI, ME", "PLAN 1 ME", "PLAN TOVE FL"]),
        ("PLAN 1 SC, CA-FB, FI, ME, FL, US-38, US-38,\nME", ["PLAN 1 SC, CA-FB, FI, ME, FL, US-38, US-38, ME"]),
        ("PLAN 1 CA–FB, ME", ["PLAN 1 CA-FB, ME"]),
        ("CHAR 1\n1 EX\nPLAN 1 ME\n2 EX", ["1 1 EX", "PLAN 1 ME", "1 2 EX"]),
        ("TREAT BB, CC", ["TREAT BB", "TREAT CC"]),
        ("Ansgar\nEX\nPR TA\n3 DE\nexplore", ["4 1 EX", "4 2 PR TA", "4 3 DE", "4 4 EX"]),
        ("CHAR 1\n1 EX\nmove to Karn ; at last\n5 DE", ["1 1 EX", "1 2 MO KARN", "1 5 DE"]),
        ("BREAK #2 and #3", ["BREAK 2", "BREAK 3"]),
        ("HEIR Odo TA2, MA1, DR1", ["HEIR Odo TA2 MA1 DR1"]),
        ("MSG BB Hi; 1 EX // and more", ["MSG BB Hi; 1 EX // and more"]),
        ("CHAR 1\n1 EX\n-- \nAldric:", ["1 1 EX"]),
    ],
)
def test_several_on_a_line_are_as_many_orders(text: str, codes: list[str]) -> None:
    assert _read(text) == codes


@pytest.mark.rule("AK-D3.0-06", "AK-D3.0-14")
@pytest.mark.parametrize(
    ("text", "line", "told", "paste"),
    [
        ("CHAR 1\n1 move to 83 in spring", 2, "no province 83 IN SPRING", "1 MO 83"),
        ("CHAR 1\n1 MO Kar", 2, "Did you mean Karn (83)?", "1 MO 83"),
        ("Aldric: MO 83", 1, "The number of the phase", "ALDRIC: 1 MO 83"),
        ("CHAR 1\n1-5 EX", 2, "Each phase has a line of its own", "1 EX"),
        ("CHAR 1\n1 RE 2 LE", 2, "The type stands before the number", "1 RE LE 2"),
        ("CHAR 1\n1 RE LE2", 2, "A blank stands between", "1 RE LE 2"),
        ("CHAR 1\n1 MV 83", 2, "There is no action MV", "1 MO 83"),
        ("CHAR ansgr\n1 EX", 1, "What stands below it, line 2, was not read", "CHAR 4"),
        ("TREAT WITH BB", 1, "stands a kingdom alone", "TREAT BB"),
        ("CLAIM VICTORY", 1, "behind CLAIM nothing", "CLAIM"),
        ("GIVE GOLD 6 BB", 1, "Gold is given as in", "GIVEGOLD 6 TO BB"),
        ("GIVEGOLD BB 6 gold", 1, "Gold is given as in", "GIVEGOLD 6 TO BB"),
        ("PLAN Aldrik ME", 1, "Did you mean Aldric (1)?", "PLAN 1 ME"),
    ],
)
def test_what_is_refused_comes_with_a_line_that_is_accepted(text: str, line: int, told: str, paste: str) -> None:
    ((at, words, offered),) = _wrong(text)
    assert (at, offered) == (line, paste)
    assert told in words
    lines = text.split("\n")
    lines[line - 1] = paste
    assert line not in {one for one, _, _ in _wrong("\n".join(lines))}


@pytest.mark.rule("AK-D3.0-06")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("CHAR 1\n1 EX ; 2 PR TA", "Behind the mark of a remark and not read: 2 PR TA."),
        ("CHAR 1; 1 MO 83; 2 EX", "not read: 1 MO 83, 2 EX."),
        ("CHAR 1\n1 EX // 2 EX", "not read: 2 EX."),
        ("CHAR 1\n1 EX\nAnsgr\n1 EX", "CHAR ANSGR names no living character of yours. What stands below it, line 4,"),
        ("CHAR 1\n1 EX\nBob the Great\n1 EX", "CHAR BOB THE GREAT names no living character of yours."),
        ("KingBB: 1 EX", "CHAR KINGBB names no living character of yours."),
        ("CHAR 2\n1 MO 83", "CHAR 2 names no living character of yours. What stands below it, line 2, was not read."),
        ("CHAR 1\n1 MO", "1 MO is not how MO is written. It is written 1 MO 63"),
        ("CHAR 1\n1 GI 13", "It is written 1 GI 13 TO 7"),
        ("PLAN ME", "as in PLAN 7 ME"),
        ("NAME CHAR Ansgar Bob", "The number of a Hero or a province must be a whole number"),
        ("1 EX", "No line CHAR stands above it"),
        ("CHAR 1\n3", "3 could not be read as an order."),
        ("CHAR 1\n1 EX\nSincerely, Odo", "SINCERELY,ODO could not be read"),
    ],
)
def test_what_is_not_read_is_named(text: str, told: str) -> None:
    assert [words for _, words, _ in _wrong(text) if told in words]


@pytest.mark.parametrize(
    "text", ["", "  \n\n", "; 1 EX", "CHAR 1 ; the King\n; 1 EX ; explored 8%", "CHAR 1", "> 1 EX", "--\n***"]
)
def test_what_says_nothing_brings_nothing(text: str) -> None:
    assert (_read(text), _wrong(text)) == ([], [])


@pytest.mark.rule("AK-D3.0-08", "AK-D3.0-15")
@pytest.mark.parametrize(
    ("filed", "new", "codes"),
    [
        ("CHAR 1\n1 EX", "2 PR TA\nCHAR 4\n1 EX", ["1 1 EX", "4 1 EX"]),
        ("CHAR 1\n1 EX\nCHAR 4\n1 EX", "Ansgar: 2 EX, 3 EX", ["1 1 EX", "4 2 EX", "4 3 EX"]),
        ("CHAR 1\n1 EX\nCHAR 4\n1 EX", "Ansgar: 2 EX\nAnsgar: 3 EX", ["1 1 EX", "4 2 EX", "4 3 EX"]),
        ("CHAR 1\n1 EX\nCHAR 4\n1 EX", "CHAR 1\nCHAR 4\n2 EX", ["1 1 EX", "4 2 EX"]),
        ("CHAR 1\n1 EX", "Ansgar\n2 EX\nPLAN 1 SC, CA-FB, FI, ME, FL, US-38, US-38,\nME", ["PLAN 1", "1 1 EX", "4 2 EX"]),
        ("PLAN 1 ME\nTREAT BB", "CHAR 4\n1 EX\nPLAN 1 FL", ["PLAN 1 FL", "TREAT BB", "4 1 EX"]),
    ],
)
def test_a_later_letter_may_name_its_characters_so_too(filed: str, new: str, codes: list[str]) -> None:
    found = _read(merge(filed, new, VIEW))
    assert len(found) == len(codes)
    assert all(one.startswith(code) for one, code in zip(found, codes, strict=True))


@pytest.mark.rule("AK-D3.0-06")
def test_an_action_without_a_number_is_that_of_the_next_phase_and_the_answer_says_so() -> None:
    found = _verdict("CHAR 4\nEX\n2 PR TA")
    assert [(one.line, one.why) for one in found.problems] == [
        (2, "The number of the phase, 1 to 5, is missing before it: it is read as 1 EX.")
    ]
    assert [one.line for one in found.accepted] == [2, 3]


@pytest.mark.rule("AK-D3.0-08")
def test_what_was_told_of_an_earlier_letter_is_not_told_with_every_later_one() -> None:
    filed = merge("", "CHAR 1\n1 EX ; 2 PR TA", VIEW)
    assert _wrong(filed)
    assert _wrong(merge(filed, "CHAR 4\n1 EX", VIEW)) == []
    (refused,) = RULESET.read("CHAR 99\n1 EX\n2 EX\nCHAR 1\n1 EX", VIEW).problems
    assert (refused.line, refused.lines) == (1, 3)


@pytest.mark.rule("AK-D3.0-15")
def test_a_block_that_comes_twice_is_told_in_the_first_letter_too() -> None:
    text = merge("", "CHAR 1\n1 EX\nCHAR 4\n1 EX\nCHAR 1\n2 EX", VIEW)
    notes = [one.why for one in RULESET.read(text, VIEW).problems if one.note]
    assert notes == ["The block of this character comes again further down, and that one counts."]
    assert _read(text) == ["1 2 EX", "4 1 EX"]


@pytest.mark.rule("AK-D3.0-07")
def test_a_character_who_dies_has_his_lost_orders_told_once() -> None:
    world = empty_world()
    add_character(world, "AA", 82, name="Tove")
    turn = turn_of(world, {"AA": "CHAR 4\n1 EX\n2 SP\n3 PR ME\n4 DE"})
    world.characters[4].status = "dead"
    for phase in range(1, 6):
        turn.phase = phase
        step(turn, f"{phase}b", act)
    assert failures(turn) == ["GONE"]
    (one,) = turn.failures
    assert one.issued.code == "1 EX"
    assert one.why == "Tove is dead. Lost with it are 3 more orders: 2 SP; 3 PR ME; 4 DE."


@pytest.mark.rule("AK-D3.0-07")
def test_who_is_dismissed_has_each_later_order_refused_when_it_is_tried() -> None:
    assert [
        line for line, words, _ in _wrong("CHAR 1\n1 FI 4\nCHAR 4\n2 EX\n3 EX") if "no longer in your service" in words
    ] == [4, 5]


@pytest.mark.rule("AK-D3.0-06")
def test_a_forecast_names_who_is_idle_and_fights_nothing() -> None:
    report = RULESET.forecast(RULESET.read("CHAR 1\n1 MO 83\n2 EX\n3 EX\n4 EX\n5 EX", VIEW), VIEW)
    keys = [one.key for one in report.sections]
    assert keys[:3] == ["caution", "orders", "idle"]
    assert "battles" not in keys
    idle = next(one for one in report.sections if one.key == "idle")
    assert [text.partition(" at ")[0] for text in idle.blocks[0].items] == ["Ansgar (4)", "Tove (5)"]  # type: ignore[union-attr]
