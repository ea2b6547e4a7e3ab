"""Postern as the Dockerfile installs it: built from what it copies, away from the clone, with all it needs to play."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from postern.desk.settings.rulesets import RULESETS, ruleset

pytestmark = pytest.mark.xdist_group("wheel")  # built and installed once

PROJECT = Path(__file__).parents[2]
MOST_SECONDS = 240
"""After which a process that hangs is ended, on a machine under load."""
_PLAY = """
import runpy, sys
import postern
assert postern.__file__.startswith(sys.argv[1]), postern.__file__
for line in sys.argv[2:]:
    sys.argv = ["postern", "play", *line.split()]
    try:
        runpy.run_module("postern.cli", run_name="__main__")
    except SystemExit as ended:
        if ended.code:
            raise
"""
"""Calls ``postern play`` several times in one process, which reads program and tables once."""


def _run(*command: str, at: Path, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=at, env=os.environ | environment, capture_output=True, text=True, timeout=MOST_SECONDS, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the Dockerfile copies, and nothing else."""
    folder = tmp_path_factory.mktemp("context")
    for sources, target in re.findall(r"(?m)^COPY (.+) (\S+)$", (PROJECT / "Dockerfile").read_text(encoding="utf-8")):
        for name in sources.split():
            if (PROJECT / name).is_dir():
                shutil.copytree(PROJECT / name, folder / target, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
            else:
                shutil.copy(PROJECT / name, folder / target)
    return folder


@pytest.fixture(scope="module")
def installed(context: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which that is installed, from its wheel."""
    target = tmp_path_factory.mktemp("installed")
    where = ("--target", str(target), "--no-index", "--no-cache-dir", "--disable-pip-version-check")
    _run(sys.executable, "-m", "pip", "install", "--no-deps", "--no-build-isolation", *where, ".", at=context)
    return target


def test_every_file_of_the_package_and_every_template_is_installed(context: Path, installed: Path) -> None:
    def files(folder: Path) -> set[Path]:
        return {path.relative_to(folder) for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"}

    wanted = files(context / "src" / "postern") | {"templates" / path for path in files(context / "templates")}
    assert len(wanted) > 500
    assert files(installed / "postern") == wanted


@pytest.mark.parametrize("slug", sorted(RULESETS))
def test_a_turn_is_played_from_the_installed_copy(installed: Path, tmp_path: Path, slug: str) -> None:
    seats = ruleset(slug).min_seats
    answer = "check game game/orders/ALPHA.txt --seat ALPHA"
    calls = (f"new {slug} --seats {seats} --seed 7 --out game", "bots game", answer, "turn game")
    path = {"PYTHONPATH": str(installed), "PYTHONSAFEPATH": "1"}
    told = _run(sys.executable, "-c", _PLAY, str(installed), *calls, at=tmp_path, **path)
    assert "Subject: [PLAY turn 1] ALPHA" in told
    assert f"Turn 1 has run with the orders of {seats} of {seats} seats" in told
    for turn in ("turn-000", "turn-001"):
        documents = [path for path in (tmp_path / "game" / turn).glob("*/report.*") if path.stat().st_size > 1_000]
        assert len(documents) == 4 * seats, turn
