"""The coverage command: what counts as proof."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from postern.cli.rules import RECORD, app, collected, coverage_of

_TESTS = '''
import pytest

@pytest.mark.rule("X-1", "X-2")
def test_one(): ...

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("X-3"))])
def test_two(n): ...

@pytest.mark.parametrize("n", [pytest.param(n, marks=pytest.mark.rule(f"X-{n}")) for n in ()])
def test_nothing(n): ...

@pytest.mark.rule("X-4")
def helper(): ...

"""pytest.mark.rule("X-5")"""
'''


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "docs/rules").mkdir(parents=True)
    (tmp_path / "tests/rules/toy").mkdir(parents=True)
    rows = "".join(f"X-{number}\t1\t1\trule\tSays something.\n" for number in range(1, 6))
    (tmp_path / "docs/rules/toy.tsv").write_text("id\tsection\tlines\tkind\tstatement\n" + rows)
    (tmp_path / "tests/rules/toy/test_it.py").write_text(_TESTS)
    return tmp_path


def test_only_test_functions_cite_clauses(project: Path) -> None:
    assert set(collected("toy", project)) == {"X-1", "X-2", "X-3"}


_MIXED = """
import pytest

@pytest.mark.rule("X-1")
def test_passes(): ...

@pytest.mark.rule("X-1", "X-2")
def test_fails():
    raise AssertionError

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("X-3")), pytest.param(2, marks=pytest.mark.rule("X-4"))])
def test_passes_in_part(n):
    assert n == 1

@pytest.fixture
def broken():
    yield
    raise AssertionError

@pytest.mark.rule("X-5")
def test_cannot_tidy_up(broken): ...

@pytest.mark.rule("X-5")
def test_is_left_out():
    pytest.skip("not today")
"""


def _run(project: Path, *options: str) -> int:
    """A run of the project's tests that is put on record."""
    record = ("-p", "postern.cli.citations", "--citations", str(RECORD))
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", *record, *options], cwd=project, check=False)
    return done.returncode


@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["one process", "several"])
def test_after_a_run_only_tests_that_passed_cite_clauses(project: Path, options: tuple[str, ...]) -> None:
    (project / "tests/rules/toy/test_it.py").write_text(_MIXED)
    assert coverage_of("toy", project).missing == ()
    assert _run(project, *options) == 1
    found = coverage_of("toy", project)
    assert found.cited == {"X-1": 1, "X-3": 1}
    assert found.missing == ("X-2", "X-4", "X-5")
    result = CliRunner().invoke(app, ["toy", "--root", str(project)])
    assert result.exit_code == 1
    assert "2 cited by a test that passed in the last whole run" in result.output


def test_a_run_with_other_files_says_nothing(project: Path) -> None:
    assert _run(project) == 0
    assert coverage_of("toy", project).passed
    test = project / "tests/rules/toy/test_it.py"
    test.write_text(test.read_text() + "# something new\n")
    assert not coverage_of("toy", project).passed
    result = CliRunner().invoke(app, ["toy", "--root", str(project)])
    assert "3 cited by a test (no whole run with these files is on record)" in result.output
    (project / RECORD).write_text("nonsense")
    assert not coverage_of("toy", project).passed


def test_a_run_that_was_broken_off_is_not_put_on_record(project: Path) -> None:
    (project / "tests/rules/toy/test_it.py").write_text(_TESTS + "\ndef test_stop(): pytest.exit('enough')\n")
    assert _run(project) == 2
    assert not (project / RECORD).exists()


def test_a_gap_is_named_and_fails(project: Path) -> None:
    found = coverage_of("toy", project)
    assert found.missing == ("X-4", "X-5")
    result = CliRunner().invoke(app, ["toy", "--root", str(project)])
    assert result.exit_code == 1
    assert "missing X-4" in result.output


def test_too_many_untestable_clauses_fail(project: Path) -> None:
    (project / "docs/rules/toy.untestable.tsv").write_text("X-4\thistory\nX-5\tthanks\n")
    found = coverage_of("toy", project)
    assert found.missing == ()
    assert not found.whole


def test_a_cited_clause_that_does_not_exist_fails(project: Path) -> None:
    more = _TESTS.replace('"X-4"', '"X-9"').replace("def helper", "def test_three")
    (project / "tests/rules/toy/test_it.py").write_text(more)
    assert coverage_of("toy", project).unknown == ("X-9",)


def test_rulings_are_cited_like_clauses(project: Path) -> None:
    (project / "docs/rules/toy").mkdir()
    (project / "docs/rules/toy/rulings.md").write_text(
        "# R\n\n**1.1 Ties** are broken.\n\n**1.2 Ends.** Now.\n\nNo **1.3** here.\n"
    )
    more = _TESTS.replace('"X-4"', '"X-R-1.2"').replace("def helper", "def test_three")
    (project / "tests/rules/toy/test_it.py").write_text(more)
    found = coverage_of("toy", project)
    assert (found.rulings, found.unknown, found.cited["X-R-1.2"]) == (("X-R-1.1", "X-R-1.2"), (), 1)
    assert "1 of 2 rulings cited" in CliRunner().invoke(app, ["toy", "--root", str(project)]).output
    (project / "tests/rules/toy/test_it.py").write_text(more.replace("X-R-1.2", "X-R-1.3"))
    assert coverage_of("toy", project).unknown == ("X-R-1.3",)


def test_a_game_without_ledger_is_said_kindly(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["nothing", "--root", str(tmp_path)])
    assert result.exit_code == 2
    assert "No ledger" in result.output
