import dataclasses
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from postern.game.report import Battle, Block, Column, Letter, Map, Masthead, Report, Section, Table, Text
from postern.render import to_text
from postern.render.columns import is_whole, table_lines, wrap
from postern.render.marks import width
from tests.render import sample


def test_no_line_is_wider_than_72_columns() -> None:
    assert max(width(line) for line in to_text(sample.report()).split("\n")) <= 72


def test_the_parts_stand_in_the_reports_order() -> None:
    text = to_text(sample.report())
    wanted = [
        "QUEST OF THE GREAT JEWELS",
        "Turn 10 report for GREEDY",
        "Next deadline  Fri 27 Nov 2026, 20:00 CET (19:00 UTC)",
        "NEEDS YOUR ATTENTION",
        "WHAT HAPPENED",
        "+-- AZURE takes D5 ---",
        "THE MAP",
        "B3+ B4# B5+",
        "WHAT YOU HOLD AND SEE",
        "MESSAGES",
        "ORDER FORM",
        "L13M",
        "SMALL PRINT",
    ]
    places = [text.find(part) for part in wanted]
    assert -1 not in places
    assert places == sorted(places)


def test_the_order_form_stands_unwrapped_and_without_decoration() -> None:
    lines = to_text(sample.report()).split("\n")
    assert "; L13 in D5: 36 troops; may march, attack, transfer" in lines
    assert "GB4BC4" in lines


def test_marks_are_taken_off_but_letters_of_players_are_left_as_written() -> None:
    text = to_text(sample.report())
    assert "B4 holds 411 zorans" in text
    assert "| Beware of **him**" in text
    assert "\u202e" not in text


def test_a_battle_is_a_closed_box() -> None:
    lines = to_text(sample.report()).split("\n")
    start = next(index for index, line in enumerate(lines) if line.startswith("+-- AZURE takes D5"))
    end = next(index for index, line in enumerate(lines) if index > start and line.startswith("+---"))
    assert all(len(line) == 72 for line in lines[start : end + 1])
    assert all(line.startswith("| ") and line.endswith(" |") for line in lines[start + 1 : end])


def test_numbers_stand_right_aligned_under_their_heading() -> None:
    table = Table((Column("Place"), Column("Troops", number=True)), (("B4", "7"), ("D12", "1,204")))
    assert table_lines(table, 72) == ["Place  Troops", "-----  ------", "B4          7", "D12     1,204"]


def test_a_wide_cell_wraps_within_its_column() -> None:
    table = Table((Column("Who"), Column("What", wide=True)), (("A", "one two three four five six seven eight"),))
    lines = table_lines(table, 24)
    assert all(len(line) <= 24 for line in lines)
    assert [line[5:] for line in lines[2:]] == ["one two three four", "five six seven", "eight"]


def test_squeezed_remarks_go_below_their_row() -> None:
    columns = (*(Column(f"Number {index}", number=True) for index in range(6)), Column("Remarks", wide=True))
    table = Table(columns, (("1", "2", "3", "4", "5", "6", "besieged by AZURE; two leaders stand outside"),))
    lines = table_lines(table, 72)
    assert lines[-1] == "    besieged by AZURE; two leaders stand outside"


def test_a_table_too_wide_to_stand_side_by_side_becomes_records() -> None:
    columns = tuple(Column(f"Heading{index}") for index in range(14))
    table = Table(columns, (tuple(f"value{index}" for index in range(14)),))
    lines = table_lines(table, 72)
    assert lines[0] == "value0"
    assert "Heading13: value13" in "\n".join(lines)
    assert all(len(line) <= 72 for line in lines)


@given(st.text(max_size=200), st.integers(12, 80))
def test_wrapping_keeps_every_word_within_the_columns(text: str, columns: int) -> None:
    lines = wrap(text, columns, "- ", "  ")
    assert all(width(line) <= columns for line in lines)
    assert "".join("".join(line[2:] for line in lines).split()) == "".join(text.split())


cells = st.text(max_size=60)


@settings(max_examples=60)
@given(st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=4), st.tuples(st.booleans(), st.booleans(), st.booleans()))
def test_any_table_stays_within_the_columns(rows: list[tuple[str, str, str]], wide: tuple[bool, bool, bool]) -> None:
    table = Table(tuple(Column("Head", wide=one) for one in wide), tuple(rows), "A caption")
    assert all(width(line) <= 72 for line in table_lines(table, 72))


@settings(max_examples=60)
@given(st.text(max_size=300))
def test_whatever_a_player_writes_keeps_to_the_columns(text: str) -> None:
    section = Section("m", "Messages", (Letter(text or "X", text, text), Text(text)))
    report = dataclasses.replace(sample.report(), sections=(section,))
    told = to_text(report)
    assert all(width(line) <= 72 or is_whole(line.strip("| ")) for line in told.split("\n"))
    assert not any(sign in told for sign in "\x00\x1b\u202e\u2066\r")


def test_an_address_in_a_letter_stays_whole_on_a_line_of_its_own() -> None:
    address = f"https://maps.example.org/viewer?mid={'1aBcDeFgHi' * 6}"
    section = Section("m", "Messages", (Letter("X", f"Look at {address} and answer. {'x' * 80}", ""),))
    told = to_text(dataclasses.replace(sample.report(), sections=(section,)))
    assert f"\n  |   {address}\n" in told
    assert "x" * 80 not in told


def _told(*blocks: Block, **masthead: Any) -> str:
    head = {"game": "Toy", "title": "Turn 3 report", "turn": 3, "seat": "ANNE", "line": "", **masthead}
    return to_text(Report(Masthead(**head), (Section("fights", "What happened", blocks),) if blocks else ()))


def test_a_battle_tells_its_outcome_who_fought_and_what_it_cost() -> None:
    forces = Table((Column("Force"), Column("Troops", number=True)), (("L13", "12"), ("garrison", "7")))
    battle = Battle("AZURE takes D5", "D5", forces, ("L13 lost 5 troops.",), "D5 falls.", ("L13 takes 9 zorans.",))
    box = _told(battle).split("\n")
    inside = [line.strip("|").strip() for line in box[next(at for at, line in enumerate(box) if line.startswith("+--")) :]]
    assert inside[1:] == [
        "D5 falls.",
        "",
        "Force     Troops",
        "--------  ------",
        "L13           12",
        "garrison       7",
        "",
        "- L13 lost 5 troops.",
        "- L13 takes 9 zorans.",
        "+" + "-" * 70 + "+",
        "",
    ]
    bare = dataclasses.replace(battle, forces=Table(forces.columns, ()), outcome="", place="J6")
    assert "| - L13 lost 5 troops." in _told(bare)
    assert "Troops" not in _told(bare).split("+--")[1]
    assert "+-- AZURE takes D5, J6 ---" in _told(bare)


def test_the_masthead_says_whose_report_it_is_once_and_its_line_stands_apart() -> None:
    facts = (("Next deadline", "Fri 20:00"), ("Score", "12"))
    top = _told(line="Second of 12.", facts=facts).rstrip("\n").split("\n")
    assert top == [
        "TOY",
        "Turn 3 report for ANNE",
        "=" * 72,
        "Second of 12.",
        "",
        "Next deadline  Fri 20:00",
        "Score          12",
    ]
    assert _told(title="Turn 3 report of ANNE").split("\n")[1] == "Turn 3 report of ANNE"
    assert _told(line="Second of 12.").rstrip("\n").split("\n") == ["TOY", "Turn 3 report for ANNE", "=" * 72, "Second of 12."]


def test_a_maps_sketch_is_told_as_it_stands_and_without_one_the_text_says_where_the_map_is() -> None:
    chart = next(block.chart for section in sample.report().sections for block in section.blocks if isinstance(block, Map))
    sketch = "B3+ B4#\n  C3 " + "." * 80
    lines = _told(Map(chart, sketch, "Round about you")).split("\n")
    at = lines.index("Round about you")
    assert lines[at : at + 4] == ["Round about you", "", "B3+ B4#", ("  C3 " + "." * 80)[:72]]
    assert "PDF" in _told(Map(chart, "", "The land")).split("The land")[1]


def test_small_print_keeps_its_blanks_and_goes_on_further_in() -> None:
    line = "   code  " + "B3[GRABIT] (C,LV=10) " * 4
    told = _told(Text(line, "code")).split("\n")
    first = next(at for at, one in enumerate(told) if "code" in one)
    assert told[first].startswith("   code")
    assert told[first + 1].startswith("     ")
    assert all(len(one) <= 72 for one in told)
    assert "   a   b" in _told(Text("   a   b", "code")).split("\n")
