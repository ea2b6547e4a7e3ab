"""Situations: what comes of every turn that a rule test runs, as a fingerprint a test.

The tests of ``tests/rules`` give every order there is, in thousands of small worlds; recorded games give a part of them. For a
test, the worlds, events and failures of all turns that it made are hashed as it ends, and compared with
``situations/GAME.txt``: a sorted line a test. A test that is renamed keeps its fingerprint, so the fingerprints of a file stay
the same while code only moves. Tests that draw texts by chance have none, and a new test has none before it is recorded. Turns
that a cached function made are no part of a test: they are those of whichever test came first.

``python -m tests.recorded.situations [GAME ...]`` writes the files anew: it runs the tests twice, with other hashes, and keeps
what comes out the same. A commit that changes turns on purpose does that, and says why.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from postern.desk.settings.rulesets import RULESETS, ruleset
from postern.game.kit.turn import TurnAtWork
from tests.recorded.recording import encoded, fingerprint

FOLDER = Path(__file__).parent / "situations"
PROPERTY = "situation"
GAMES = tuple(sorted(folder.name for folder in (Path(__file__).parents[1] / "rules").iterdir() if (folder / "row.py").exists()))

_made: list[TurnAtWork[Any, Any]] = []


def _new(cls: type[TurnAtWork[Any, Any]], *_: object, **__: object) -> TurnAtWork[Any, Any]:
    turn: TurnAtWork[Any, Any] = object.__new__(cls)
    if not _kept(sys._getframe(1)):
        _made.append(turn)
    return turn


def _kept(frame: FrameType | None) -> bool:
    """Whether a cached function of the tests is at work."""
    while frame is not None:
        wrapped = getattr(frame.f_globals.get(frame.f_code.co_name), "__wrapped__", None)
        if getattr(wrapped, "__code__", None) is frame.f_code and frame.f_globals["__name__"].startswith("tests."):
            return True
        frame = frame.f_back
    return False


TurnAtWork.__new__ = _new  # type: ignore[method-assign, assignment]


def comparable(item: pytest.Item) -> bool:
    """Whether a test makes the same turns each time: not so where texts are drawn by chance, or where a commit chooses."""
    return not hasattr(getattr(item, "obj", None), "is_hypothesis_test") and item.get_closest_marker("sampled") is None


def begin() -> None:
    """Forgets the turns of the test before."""
    _made.clear()


def of_test(game: str) -> str:
    """The fingerprint of all turns made since ``begin``, but those that only try orders out; "" when there were none."""
    turns = [turn for turn in _made if not turn.expected and (turn.events or turn.failures or turn.done)]
    _made.clear()
    return fingerprint(*(part for turn in turns for part in _parts(turn, game))) if turns else ""


def _parts(turn: TurnAtWork[Any, Any], game: str) -> Iterable[bytes]:
    yield _world(turn, game)
    yield encoded(tuple(turn.events))
    yield json.dumps([(one.issued.seat, one.code, one.why, one.remedy, one.note, one.step) for one in turn.failures]).encode()
    yield json.dumps([(one.seat, one.code) for one in turn.done]).encode()


def _world(turn: TurnAtWork[Any, Any], game: str) -> bytes:
    """The turn's world; nothing where a test made one that no file could hold."""
    slug = next(slug for slug in RULESETS if slug.startswith(game))
    try:
        return ruleset(slug).dump(turn.world)
    except Exception:
        return b""


@cache
def recorded(game: str) -> Mapping[str, str]:
    """Each test of a game with its fingerprint."""
    file = FOLDER / f"{game}.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {test: found for found, _, test in (line.partition(" ") for line in lines)}


class Keeping:
    """A pytest plugin: writes the fingerprints of a run into a file, as JSON by game and test."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._found: defaultdict[str, dict[str, str]] = defaultdict(dict)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Takes the fingerprint of a test that has ended."""
        found: Any = dict(report.user_properties).get(PROPERTY)
        if report.when == "teardown" and found is not None:
            game, name, print_ = found
            self._found[game][name] = print_

    def pytest_sessionfinish(self) -> None:
        """Writes them."""
        self._target.write_text(json.dumps(self._found), encoding="utf-8")


def main(games: Sequence[str]) -> int:
    """Writes the files of these games anew, or of all."""
    FOLDER.mkdir(exist_ok=True)
    for game in games or GAMES:
        root = f"tests/rules/{game}"
        first = _run(game, "1", [root])
        second = _run(game, "2", [f"{root}/{test}" for test, print_ in first.items() if print_])
        same = [test for test, print_ in second.items() if first[test] == print_]
        (FOLDER / f"{game}.txt").write_text("".join(sorted(f"{first[test]} {test}\n" for test in same)), encoding="utf-8")
        print(f"{game}: {len(same)} tests make turns that come out the same; left out: {sorted(second.keys() - same)}")
    return 0


def _run(game: str, seed: str, tests: Sequence[str]) -> Mapping[str, str]:
    """Runs these tests with hashes of this seed: each with its fingerprint. Raises CalledProcessError where one fails."""
    with tempfile.TemporaryDirectory() as folder:
        target, names = Path(folder) / "found", Path(folder) / "names"
        names.write_text("\n".join(tests), encoding="utf-8")
        options = ["-q", "-n", str(os.cpu_count()), "--situations", str(target), "-p", "no:cacheprovider"]
        environment = os.environ | {"PYTHONHASHSEED": seed, "CI": "true"}
        subprocess.run([sys.executable, "-m", "pytest", f"@{names}", *options], env=environment, check=True)
        found: Mapping[str, str] = json.loads(target.read_text(encoding="utf-8"))[game]
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
