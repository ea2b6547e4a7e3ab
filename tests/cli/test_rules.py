"""The coverage command: what counts as proof."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from postern.cli.rules import app, cited_clauses, coverage_of

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
    assert set(cited_clauses(project / "tests/rules/toy")) == {"X-1", "X-2", "X-3"}


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


def test_a_game_without_ledger_is_said_kindly(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["nothing", "--root", str(tmp_path)])
    assert result.exit_code == 2
    assert "No ledger" in result.output
