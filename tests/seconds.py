"""A pytest plugin: the processor time of each test, with that of the processes it started and waited for.

At the end of a run it prints what each game cost. ``--keep-seconds`` writes the tests that take longest into ``KEPT``; the next
runs begin with them, so that no worker is left alone with one at the end.
"""

from __future__ import annotations

import csv
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from postern.desk.settings.rulesets import RULESETS

KEPT = Path(__file__).parent / "seconds.csv"
_PROPERTY = "processor_seconds"
_LEAST = 1.0
"""Seconds from which a test is worth a line in ``KEPT``."""
_PARTS = {"tests/rules/": "rules", "tests/kit/": "kit", "tests/recorded/": "recorded"}
BUDGET = {"rules": 90, "kit": 60, "recorded": 60}
"""Processor seconds that a game's tests of one part may take in a run of ``./run test``."""


def spent() -> float:
    """Processor seconds, user and system, of this process and of its children that have ended."""
    return sum(os.times()[:4])


def kept() -> Mapping[str, float]:
    """The processor seconds of the longest tests, by their id, as an earlier run had them."""
    if not KEPT.exists():
        return {}
    with KEPT.open(encoding="utf-8", newline="") as file:
        return {row["test"]: float(row["seconds"]) for row in csv.DictReader(file)}


class Measuring:
    """Measures where tests run."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        """Begins to count."""
        item.stash[_BEGUN] = spent()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        """Notes what the test took from its setting up on, and of which game it is."""
        try:
            return (yield)
        finally:
            item.user_properties.append((_PROPERTY, (round(spent() - item.stash[_BEGUN], 3), game_of(item))))


_BEGUN = pytest.StashKey[float]()


def game_of(item: pytest.Item) -> str:
    """The slug of the game that a test is of; "" for one that is of none or of several."""
    of: Any = getattr(getattr(item, "callspec", None), "params", {}).get("game")
    if hasattr(of, "slug"):
        return str(of.slug)
    folders = item.path.parts
    folder = folders[folders.index("rules") + 1] if "rules" in folders[:-2] else ""
    return next((slug for slug in RULESETS if folder and slug.startswith(folder)), "")


class Adding:
    """Adds up where the run is led, and tells at its end."""

    def __init__(self, keep: bool) -> None:
        self._keep = keep
        self._tests: dict[str, float] = {}
        self._games: defaultdict[tuple[str, str], float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Takes what a test took."""
        found: Any = dict(report.user_properties).get(_PROPERTY)
        if report.when != "teardown" or found is None:
            return
        seconds, game = found
        name = report.nodeid.partition("@")[0] if "@" in report.nodeid.rpartition("]")[2] else report.nodeid
        self._tests[name] = float(seconds)
        part = next((part for folder, part in _PARTS.items() if report.nodeid.startswith(folder)), "other")
        self._games[str(game), part] += float(seconds)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Prints what each game's tests took, beside the budget."""
        games = sorted({game for game, _ in self._games if game})
        for game in games:
            told = (f"{part} {self._games[game, part]:.0f} of {most}" for part, most in BUDGET.items())
            terminalreporter.write_line(f"Processor seconds of {game}: {', '.join(told)}")
        if games:
            terminalreporter.write_line(f"Processor seconds in all: {sum(self._games.values()):.0f}")

    def pytest_sessionfinish(self) -> None:
        """Keeps the longest, where that is asked for."""
        if not self._keep:
            return
        rows = sorted((name, seconds) for name, seconds in self._tests.items() if seconds >= _LEAST)
        with KEPT.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(("test", "seconds"))
            writer.writerows((name, f"{seconds:.1f}") for name, seconds in rows)
