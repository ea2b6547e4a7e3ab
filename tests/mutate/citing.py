"""A pytest plugin: notes which tests cite each clause (``-p tests.mutate.citing --citing FILE``)."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any


def pytest_addoption(parser: Any) -> None:
    """Adds the option that names the file to write."""
    parser.addoption("--citing", default="", help="Write clause ids and the tests that cite them, as JSON, to this file.")


def pytest_collection_finish(session: Any) -> None:
    """Writes what was found."""
    target = session.config.getoption("--citing")
    if target:
        citing: defaultdict[str, list[str]] = defaultdict(list)
        for item in session.items:
            for clause in {clause for mark in item.iter_markers("rule") for clause in mark.args}:
                citing[clause].append(item.nodeid)
        Path(target).write_text(json.dumps(citing), encoding="utf-8")
