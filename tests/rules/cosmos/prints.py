"""Prints of the rulebook: numbers by which a run of its words can be recognised, while its text stays out of this repository.

``rulebook_prints.bin`` holds 4 bytes for each print. Of every four runs of nine words that follow each other the one with the
least number is kept; so a passage of twelve words or more always has one of them (known as winnowing).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

RUN, WINDOW, BYTES = 9, 4, 4
LONGEST = RUN + WINDOW - 1
"""A passage of so many words is recognised wherever it begins."""
FILE = Path(__file__).with_name("rulebook_prints.bin")


def runs(text: str) -> list[tuple[bytes, str]]:
    """Each run of nine words of a text: its number and the words."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    found = [" ".join(words[at : at + RUN]) for at in range(len(words) - RUN + 1)]
    return [(blake2b(run.encode(), digest_size=BYTES).digest(), run) for run in found]


def prints_of(text: str) -> set[bytes]:
    """The prints of a text."""
    numbers = [number for number, _ in runs(text)]
    return {min(numbers[at : at + WINDOW]) for at in range(max(1, len(numbers) - WINDOW + 1)) if numbers}


def copied(text: str, prints: Iterable[bytes]) -> list[str]:
    """The runs of words of a text that the prints know."""
    known = set(prints)
    return [run for number, run in runs(text) if number in known]


def rulebook() -> set[bytes]:
    """The prints of the rulebook."""
    data = FILE.read_bytes()
    return {data[at : at + BYTES] for at in range(0, len(data), BYTES)}
