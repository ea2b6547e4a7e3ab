"""The demonstration, run as a newcomer runs it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from postern.cli.demo.games import GAMES
from postern.cli.demo.play import Demo
from postern.cli.main import app


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("great_jewels", ("does not border", "L99")),
        ("cosmos", ("serach", 'There is no direction "east"')),
        ("alamaze_classic", ("is not a group ID", "At most 3 at a time")),
        ("adventurer_kings", ("there is no phase 6", "There is no ability TAC")),
    ],
)
def test_the_demonstration_plays_a_whole_turn_by_mail(tmp_path: Path, game: str, told: tuple[str, ...]) -> None:
    folder = tmp_path / "demo"
    done = subprocess.run(
        [sys.executable, "-m", "postern.cli", "demo", "--folder", str(folder), "--game", game],
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "TO MEND (2)" in done.stdout
    assert "report" in done.stdout.splitlines()[-3]
    reports = sorted(folder.glob("*-report.*"))
    assert {path.suffix for path in reports} == {".eml", ".txt", ".pdf", ".png", ".json"}
    assert next(path for path in reports if path.suffix == ".pdf").read_bytes().startswith(b"%PDF-")
    answer = next(folder.glob("*-two-to-mend.txt")).read_text()
    assert all(words in answer for words in told)
    mended = next(folder.glob("*-on-file.txt")).read_text()
    assert "TO MEND" not in mended


def test_a_folder_with_files_of_ones_own_is_never_emptied(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    done = CliRunner().invoke(app, ["demo", "--folder", str(tmp_path)])
    assert done.exit_code == 2
    assert "name another folder" in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_what_an_earlier_demonstration_left_goes(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    for _ in range(2):
        Demo(GAMES["great_jewels"], folder, Console()).empty()
        assert [path.name for path in folder.iterdir()] == [".postern-demo"]
        (folder / "01-report.txt").write_text("old")
