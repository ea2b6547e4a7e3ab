"""Letters that somebody made to keep the daemon busy: what the worst of them cost."""

from __future__ import annotations

import time

from tests.kit.reading import views
from tests.post.test_reading_hostile import HOSTILE, SENT
from tests.rules.great_jewels.row import GREAT_JEWELS
from tests.rules.great_jewels.test_orders_hostile import HOSTILE as ORDERS
from tests.rules.great_jewels.test_orders_hostile import answered

from benchmarks.figures import Figure
from postern.post.reading import read_letter
from postern.rulesets.great_jewels.knowledge import View

_SHOWN = 4


def crafted() -> list[Figure]:
    """Seconds of processor for reading crafted letters, and for judging crafted orders; slowest shapes first."""
    letters = [(_reading(make()), name) for name, make in HOSTILE.items()]
    view = views(GREAT_JEWELS)[1]
    answered("L1MB4", view)  # forms are made ready at the first order
    orders = [(_judging(make(), view), name) for name, make in ORDERS.items()]
    return [*_slowest("from bytes to lines", letters), *_slowest("from lines to what is said of them", orders)]


def _slowest(how: str, taken: list[tuple[float, str]]) -> list[Figure]:
    taken = sorted(taken, reverse=True)
    rows = [Figure(f"crafted: {name}", f"{took:.2f} s", "under 1 s", how) for took, name in taken[:_SHOWN]]
    return [*rows, Figure(f"… the middle one of {len(taken)} shapes", f"{taken[len(taken) // 2][0]:.2f} s", "", how)]


def _reading(raw: bytes) -> float:
    began = time.process_time()
    read_letter(raw, own_addresses=("orders@postern.test",), sent=lambda ids: SENT)
    return time.process_time() - began


def _judging(text: str, view: View) -> float:
    began = time.process_time()
    answered(text, view)
    return time.process_time() - began
