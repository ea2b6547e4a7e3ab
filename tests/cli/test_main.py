"""The command line's words: their help, and that no code is read before a word is used."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from postern.cli.main import WORDS, command

PROJECT = Path(__file__).parents[2]

_HEAVY = (
    "sqlalchemy",
    "pydantic",
    "reportlab",
    "dateparser",
    "authlib",
    "httpx2",
    "distributed",
    "postern.rulesets",
    "postern.desk",
)
_TOLD = """import sys
from postern.cli.__main__ import main
try:
    main()
finally:
    print(*sys.modules)"""


def postern(*words: str, folder: Path | None = None) -> str:
    """What a process of its own prints for these words, and in the last line which modules it has read."""
    call = [sys.executable, "-c", _TOLD, *words]
    return subprocess.run(call, cwd=folder, capture_output=True, text=True, check=True, timeout=120).stdout


@pytest.mark.parametrize("name", WORDS)
def test_the_table_has_the_help_of_the_command_itself(name: str) -> None:
    assert command(name).help == WORDS[name].help


def test_help_reads_no_command() -> None:
    told = postern("--help")
    assert all(name in told for name in WORDS)
    loaded = told.splitlines()[-1].split()
    assert not [name for name in loaded if name.startswith(_HEAVY)]


def test_a_list_of_games_reads_no_rules_and_nothing_that_draws(tmp_path: Path) -> None:
    shutil.copytree(PROJECT / "config", tmp_path / "config")
    done = postern("game", "create", "QJ-101", folder=tmp_path)
    assert "QJ-101 is open" in done.splitlines()[0]
    *told, modules = postern("game", "list", folder=tmp_path).splitlines()
    assert "QJ-101" in "\n".join(told)
    heavy = (
        "postern.rulesets.",
        "reportlab",
        "PIL",
        "dateparser",
        "authlib",
        "httpx2",
        "distributed",
        "lxml",
        "ftfy",
        "alembic",
    )
    assert not [name for name in modules.split() if name.startswith(heavy)]
