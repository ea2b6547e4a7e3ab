"""A pytest plugin: notes which tests cite each clause (``-p postern.cli.citations --citations FILE``).

Of a run those that passed are noted, of mere collecting (``--collect-only``) all. What pytest collects counts, not what stands
in the source: a clause cited by a parameter of a table counts, one beside a helper does not.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_PROPERTY = "clauses"
_RAN = (0, 1)
"""pytest's exit codes of a run that came to its end: all passed, or some failed."""
_SPEAKS_OF = ("src/postern/game", "src/postern/rulesets", "tests/rules", "tests/kit", "docs/rules")
"""The folders whose files a proof of rules depends on."""


@dataclass(frozen=True)
class Citations:
    """Which tests cite each clause. ``sources`` is the fingerprint of the files that these tests were run with."""

    sources: str
    tests: dict[str, list[str]]

    @classmethod
    def read(cls, file: Path) -> Citations:
        """What a run wrote. Raises OSError where there is no such file, ValueError where it is something else."""
        found = json.loads(file.read_text(encoding="utf-8"))
        try:
            return cls(str(found["sources"]), dict(found["tests"]))
        except (KeyError, TypeError) as error:
            raise ValueError(f"{file} holds no citations") from error


def sources(root: Path) -> str:
    """A fingerprint of all files below ``root`` that a proof of rules depends on."""
    digest = hashlib.sha256()
    for folder in _SPEAKS_OF:
        for file in sorted(path for path in (root / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts):
            digest.update(str(file.relative_to(root)).encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


class Recorder:
    """Collects what tests cite, and writes it when the run is over."""

    def __init__(self, target: Path, root: Path, collecting: bool) -> None:
        self._target, self._collecting = target, collecting
        self._sources = sources(root)
        self._cited: dict[str, tuple[str, ...]] = {}
        self._failed: set[str] = set()

    def pytest_collection_finish(self, session: Any) -> None:
        """Takes all tests, where nothing is run."""
        if self._collecting:
            self._cited = {item.nodeid: tuple(_clauses(item)) for item in session.items}

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Takes a test that passed; one whose setting up or tidying up fails has not."""
        if report.failed:
            self._failed.add(report.nodeid)
        elif report.when == "call" and report.passed:
            self._cited[report.nodeid] = tuple(dict(report.user_properties).get(_PROPERTY, ()))

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """Writes what was found, unless the run was broken off."""
        if exitstatus not in _RAN:
            return
        tests: dict[str, list[str]] = {}
        for test, clauses in self._cited.items():
            for clause in clauses if test not in self._failed else ():
                tests.setdefault(clause, []).append(test)
        self._target.parent.mkdir(parents=True, exist_ok=True)
        self._target.write_text(json.dumps({"sources": self._sources, "tests": tests}), encoding="utf-8")


def _clauses(item: Any) -> Iterable[str]:
    return sorted({clause for mark in item.iter_markers("rule") for clause in mark.args})


def pytest_addoption(parser: Any) -> None:
    """Adds the option that names the file to write."""
    parser.addoption("--citations", default="", help="Write which tests cite each clause, as JSON, to this file.")


def pytest_configure(config: Any) -> None:
    """Makes the marker known in projects that do not declare it. Of several processes the one that hands out tests records."""
    config.addinivalue_line("markers", "rule(*ids): the ledger's clauses that this test proves")
    target = config.getoption("--citations")
    if target and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(Path(target), config.rootpath, config.getoption("--collect-only")))


def pytest_itemcollected(item: Any) -> None:
    """What a test cites goes with its reports, also from one process to another."""
    item.user_properties.append((_PROPERTY, list(_clauses(item))))
