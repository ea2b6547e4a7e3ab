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
from tests.post.test_reading_hostile import HOSTILE, SENT
raw = HOSTILE[sys.argv[1]]()
resource.setrlimit(resource.RLIMIT_AS, ({room}, {room}))
resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))
found = read_letter(raw, sent=lambda ids: SENT)
print(len(found.lines), found.readable, found.ignored)
"""
_SLOWEST = (
    *("marks-on-one-letter", "one-paragraph-of-short-words", "one-paragraph-of-commas", "quotations-in-200-parts"),
    *("introductions-in-200-parts", "parameters", "lists-in-one-another", "numbered-lists"),
)
"""Of a few hundred kilobytes, they once took from twelve seconds to minutes; all of them take less than one now."""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ten-times-too-long", "header-of-5-megabytes", "many-parts", "nested-5000", "nested-divs"])
def test_a_letter_far_above_the_limits_fits_into_a_small_process(name: str) -> None:
    assert name in HOSTILE
    child = _CHILD.format(room=_ROOM, seconds=_SECONDS)
    done = subprocess.run([sys.executable, "-c", child, name], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-1500:]
    assert int(done.stdout.split()[0]) <= 5_000


@pytest.mark.slow
@pytest.mark.parametrize("name", _SLOWEST)
def test_a_crafted_letter_takes_little_of_the_processor(name: str) -> None:
    child = _CHILD.format(room=_ROOM, seconds=8)
    done = subprocess.run([sys.executable, "-c", child, name], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-1500:]
