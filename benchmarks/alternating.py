"""The handler of this source and of an older commit, in turns: on a busy machine only such figures can be compared."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.figures import Figure

BEFORE = "c7b4215"
_ROOT = Path(__file__).parents[1]
_LETTERS, _RUNS = 200, 5
_MEASURED = (("great_jewels", "orders", 150), ("alamaze_classic", "orders", 120), ("great_jewels", "STATUS", 250))


def handler() -> list[Figure]:
    """From letter bytes to durable commit with the answer built, letters a second of one core's processor time."""
    figures = []
    with _older() as before:
        for game, what, aim in _MEASURED:
            now: list[float] = []
            then: list[float] = []
            for _ in range(_RUNS):
                now.append(_LETTERS / _seconds(_ROOT, game, what))
                if before is not None and game != "alamaze_classic":  # it came later
                    then.append(_LETTERS / _seconds(before, game, what))
            how = f"{BEFORE} in turn: {statistics.median(then):.0f} a second" if then else f"not measured at {BEFORE}"
            figures.append(
                Figure(f"handler alone, {game}: {what}", f"{statistics.median(now):.0f} a second", f"at least {aim}", how)
            )
    return figures


@contextmanager
def _older() -> Iterator[Path | None]:
    """A temporary worktree of the older commit; None where the repository does not hold it."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        tree = Path(folder) / BEFORE
        git = ["git", "-C", str(_ROOT), "worktree"]
        made = subprocess.run([*git, "add", "--quiet", "--detach", str(tree), BEFORE], capture_output=True, check=False)
        try:
            yield tree if made.returncode == 0 else None
        finally:
            if made.returncode == 0:
                subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def _seconds(tree: Path, game: str, what: str) -> float:
    """Processor time of the handler whose source lies in this tree."""
    command = [sys.executable, str(_ROOT / "benchmarks" / "handling.py"), game, what, str(_LETTERS)]
    done = subprocess.run(command, env={"PYTHONPATH": str(tree / "src")}, capture_output=True, text=True, check=True)
    return float(done.stdout)
