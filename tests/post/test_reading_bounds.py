"""Letters ten times above every limit, read by a process that may have no more than so much memory and time."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.post.test_reading_hostile import HOSTILE

_ROOM = 700_000_000
"""Bytes of address space: the interpreter with all it imports takes about half of it."""
_SECONDS = 30

_CHILD = """
import resource, sys
from postern.post.reading import read_letter
from tests.post.test_reading_hostile import HOSTILE
raw = HOSTILE[sys.argv[1]]()
resource.setrlimit(resource.RLIMIT_AS, ({room}, {room}))
resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))
found = read_letter(raw)
print(len(found.lines), found.readable, found.ignored)
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ten-times-too-long", "header-of-5-megabytes", "many-parts", "nested-5000", "nested-divs"])
def test_a_letter_far_above_the_limits_fits_into_a_small_process(name: str) -> None:
    assert name in HOSTILE
    child = _CHILD.format(room=_ROOM, seconds=_SECONDS)
    done = subprocess.run([sys.executable, "-c", child, name], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-1500:]
    assert int(done.stdout.split()[0]) <= 5_000
