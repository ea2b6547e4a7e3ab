"""Which cases of a test a commit runs: those marked ``sampled(count)`` are many, slow, and much alike.

The commit's id chooses, so that a run can be repeated, and that all of them come up in time. Of each game of the kit
(``tests/kit/``) as many are run.
"""

from __future__ import annotations

import random
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest


def commit(root: Path) -> str:
    """The id of the commit that is checked out, or "" where there is none."""
    try:
        found = subprocess.run(["git", "rev-parse", "HEAD"], cwd=root, capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return found.stdout.strip()


def left_out(items: Iterable[pytest.Item], commit: str) -> list[pytest.Item]:
    """The sampled cases that are another commit's."""
    cases: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sampled") is not None:
            game = getattr(getattr(item, "callspec", None), "params", {}).get("game")
            cases[f"{item.nodeid.partition('[')[0]} {game.slug if game else ''}".rstrip()].append(item)
    found = []
    for test, alike in cases.items():
        mark = alike[0].get_closest_marker("sampled")
        assert mark is not None
        chosen = set(random.Random(f"{commit} {test}").sample(range(len(alike)), min(mark.args[0], len(alike))))
        found += [item for at, item in enumerate(alike) if at not in chosen]
    return found
