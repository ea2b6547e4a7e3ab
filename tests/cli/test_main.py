"""The command line's words: their help, and that no code is read before a word is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

from postern.cli.main import WORDS, command

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
_HELP = """import sys
from postern.cli.__main__ import main
sys.argv = ["postern", "--help"]
try:
    main()
finally:
    print(*sys.modules)"""


@pytest.mark.parametrize("name", WORDS)
def test_the_table_has_the_help_of_the_command_itself(name: str) -> None:
    assert command(name).help == WORDS[name].help


def test_help_reads_no_command() -> None:
    done = subprocess.run([sys.executable, "-c", _HELP], capture_output=True, text=True, check=True, timeout=120)
    assert all(name in done.stdout for name in WORDS)
    loaded = done.stdout.splitlines()[-1].split()
    assert not [name for name in loaded if name.startswith(_HEAVY)]
