"""What carries a clause, how it is changed, and whether a test that cites it notices."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutate.carriers import cells, changes_of, left_out, named, parts, settings, told_cells
from tests.mutate.clauses import _new_codes, replace_codes

CLAUSES = tuple(f"QJ-01-0{number}" for number in range(1, 10))
MODULE = '''"""Rules (QJ-01-09)."""

import math

# QJ-01-01: how many.
MOST = 3

LEAST = 1
"""The fewest (QJ-01-02)."""


def first(a):
    """Takes two (QJ-01-03 to QJ-01-05)."""
    return a < 2


class Thing:
    """A thing (QJ-01-08)."""

    size = 4

    def second(self):
        self.size += 1  # QJ-01-06
        print(self.size)
'''


def test_clauses_are_named_alone_in_ranges_and_in_short() -> None:
    assert named("QJ-01-01, QJ-01-03 to QJ-01-05 and QJ-01-07, -08; QJ-99-01", CLAUSES) == [
        *("QJ-01-01", "QJ-01-03", "QJ-01-05", "QJ-01-07", "QJ-01-04", "QJ-01-08")
    ]


@pytest.mark.parametrize(
    "text", ["QJ-01-03..05", "QJ-01-03, 04, 05", "QJ-01-03, -04, -05", "QJ-01-03 to QJ-01-05", "QJ-01-03 to -05"]
)
def test_several_clauses_are_named_in_short(text: str) -> None:
    assert set(named(f"({text}, ruling 21).", CLAUSES)) == {"QJ-01-03", "QJ-01-04", "QJ-01-05"}


def test_clauses_whose_section_begins_with_letters_are_named() -> None:
    clauses = ("AK-1.6-01", "AK-P3.0-09", "AK-DF-20", "AK-DF-21", "AK-PMC-01", "AK-D11-03")
    assert named("(AK-P3.0-09, AK-DF-20 to 21, AK-PMC-01, AK-R-3.4)", clauses) == [
        "AK-P3.0-09",
        "AK-DF-20",
        "AK-PMC-01",
        "AK-DF-21",
    ]


def test_a_part_is_a_function_a_method_or_a_value_with_its_words() -> None:
    lines = MODULE.splitlines()
    texts = ["\n".join(lines[one.named[0] - 1 : one.named[1]]).strip() for one in parts(MODULE)]
    assert [text.split("\n")[0] for text in texts] == [
        "# QJ-01-01: how many.",
        "LEAST = 1",
        "def first(a):",
        "class Thing:",
        "size = 4",
        "def second(self):",
    ]


@pytest.mark.parametrize(
    ("clause", "changes"),
    [
        ("QJ-01-01", ["3 -> 4"]),
        ("QJ-01-02", ["1 -> 2"]),
        ("QJ-01-04", ["< -> <=", "2 -> 3"]),
        ("QJ-01-06", ["self.size += 1 -> pass", "1 -> 2", "print(self.size) -> pass"]),
        ("QJ-01-07", []),
        ("QJ-01-08", ["4 -> 5", "self.size += 1 -> pass", "1 -> 2", "print(self.size) -> pass"]),
    ],
)
def test_what_names_a_clause_is_changed(clause: str, changes: list[str]) -> None:
    found, whole = changes_of({Path("rules.py"): MODULE}, clause, CLAUSES)
    assert [str(one).partition(": ")[2] for one in found] == changes
    assert not whole


def test_where_only_the_first_words_name_a_clause_all_of_the_module_is_meant() -> None:
    found, whole = changes_of({Path("rules.py"): MODULE}, "QJ-01-09", CLAUSES)
    assert not found
    assert len(whole) == 8


def test_rows_of_tables_are_changed_cell_by_cell() -> None:
    table = 'name,points,kind,clause\na,3,red,QJ-01-01\nb,4.5,blue,"QJ-01-02, see there"\n'
    assert [one.applied(table) for one in cells(table, "QJ-01-02", CLAUSES)] == [
        table.replace("4.5", "5.5"),
        table.replace("blue", "red"),
    ]
    text = "[a]\nb = 1\n# QJ-01-03: c and d.\nc = 2\nd = [3, true]\n\ne = 5  # QJ-01-04\n"
    assert [one.applied(text) for one in settings(text, "QJ-01-04", CLAUSES)] == [text.replace("e = 5", "e = 6")]
    assert len(settings(text, "QJ-01-03", CLAUSES)) == 3


def test_a_clause_that_is_data_is_about_the_cells_with_its_numbers() -> None:
    table = "kind,points,final\nGold production,100,400\nFood production,100,300\nGold,100,8\n"
    found = told_cells({Path("a.csv"): table, Path("b.py"): "x = 100\n"}, "Gold production of 150,000: 100 interim, 400 final.")
    assert [one.mutant.applied(table) for one in found] == [
        table.replace("Gold production,100", "Gold production,101"),
        table.replace("400", "401"),
    ]


def test_a_call_or_a_value_that_is_set_is_left_out() -> None:
    source = "def f(a):\n    a.b = g(\n        1)\n    yield a\n    return a\n"
    first, second = left_out(source)
    assert first.applied(source) == "def f(a):\n    pass\n\n    yield a\n    return a\n"
    assert second.applied(source) == source.replace("yield a", "yield from ()")


def test_living_functions_get_their_new_code(tmp_path: Path) -> None:
    file = tmp_path / "living.py"
    before = "def outer():\n    def inner(a):\n        return a < 2\n    return inner\n\nKEPT = outer()\nTOP = 1\n"
    file.write_text(before, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("living", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    codes = _new_codes(str(file), before, before.replace("< 2", "< 9"))
    assert not module.outer()(5)
    assert replace_codes(str(file), codes) == 1
    assert module.outer()(5)
    assert _new_codes(str(file), before, before.replace("TOP = 1", "TOP = 2")) == {}


@pytest.mark.slow
def test_a_test_that_asserts_its_clause_notices_and_one_that_only_cites_it_does_not() -> None:
    front = "tests/rules/great_jewels/test_front.py::"
    asserts = front + "test_a_garrison_that_fell_by_attacking_is_told_by_the_blows_of_its_attack"
    cites = front + "test_every_people_has_an_emblem"
    run = [sys.executable, "-m", "tests.mutate", "great_jewels", "--clauses", "--tries", "6"]
    run += [word for test in (asserts, cites) for word in ("--pair", "QJ-18-22", test)]
    told = subprocess.run(run, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False).stdout
    assert "1 of 2 pairs were noticed (50 %)" in told, told
    assert f"not noticed: QJ-18-22 {cites}" in told
