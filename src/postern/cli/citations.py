"""A pytest plugin: notes which clauses the collected tests cite (``-p postern.cli.citations --citations FILE``).

Collecting, not reading source, is what counts: a clause cited by a parameter of a table counts, one beside a helper does not.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any


def pytest_addoption(parser: Any) -> None:
    """Adds the option that names the file to write."""
    parser.addoption("--citations", default="", help="Write clause ids and how many tests cite them, as JSON, to this file.")


def pytest_configure(config: Any) -> None:
    """Makes the marker known in projects that do not declare it."""
    config.addinivalue_line("markers", "rule(*ids): the ledger's clauses that this test proves")


def pytest_collection_finish(session: Any) -> None:
    """Writes what was found."""
    target = session.config.getoption("--citations")
    if not target:
        return
    cited: Counter[str] = Counter()
    for item in session.items:
        cited.update({clause for mark in item.iter_markers("rule") for clause in mark.args})
    Path(target).write_text(json.dumps(cited), encoding="utf-8")
