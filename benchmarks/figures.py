"""What a benchmark gives: rows of a table, each a figure, its aim and how it was measured."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measured figure. ``aim`` is what the project wants ("" for a figure that is only shown)."""

    what: str
    value: str
    aim: str = ""
    how: str = ""


def median_seconds(work: Callable[[], object], runs: int) -> tuple[float, float]:
    """Median and largest wall-clock seconds of several runs, after one to warm up."""
    work()
    taken = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken), max(taken)


def processor_seconds(work: Callable[[], object], runs: int) -> tuple[float, float]:
    """Median and largest seconds of processor of several runs in this process, after one to warm up. Other work on the machine
    changes them little."""
    work()
    taken = []
    for _ in range(runs):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return statistics.median(taken), max(taken)


def percentile(values: list[float], share: int) -> float:
    """The value that ``share`` percent of the values do not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(0, -(-share * len(ordered) // 100) - 1)]
