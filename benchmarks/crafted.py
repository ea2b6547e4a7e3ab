"""Letters that somebody made to keep the daemon busy: what the worst of them cost from bytes to plain lines."""

from __future__ import annotations

import time

from tests.post.test_reading_hostile import HOSTILE, SENT

from benchmarks.figures import Figure
from postern.post.reading import read_letter

_SHOWN = 5


def crafted() -> list[Figure]:
    """Seconds of processor for reading crafted letters, slowest shapes first."""
    taken = sorted(((_seconds(make()), name) for name, make in HOSTILE.items()), reverse=True)
    rows = [Figure(f"crafted letter: {name}", f"{took:.2f} s", "under 1 s", "of processor") for took, name in taken[:_SHOWN]]
    middle = taken[len(taken) // 2][0]
    return [*rows, Figure(f"… the middle one of {len(taken)} shapes", f"{middle:.2f} s")]


def _seconds(raw: bytes) -> float:
    began = time.process_time()
    read_letter(raw, own_addresses=("orders@postern.test",), sent=lambda ids: SENT)
    return time.process_time() - began
