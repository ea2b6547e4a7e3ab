"""The demonstration, run as a newcomer runs it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_the_demonstration_plays_a_whole_turn_by_mail(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    done = subprocess.run(
        [sys.executable, "-m", "postern.cli", "demo", "--folder", str(folder)],
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
    assert "does not border" in answer
    assert "L99" in answer
    mended = next(folder.glob("*-on-file.txt")).read_text()
    assert "TO MEND" not in mended
