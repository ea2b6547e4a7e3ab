"""``./run mutate SLUG --clauses``: does each test that cites a clause notice when what carries it out is changed?

A pair of a clause and a test counts as noticed when the test fails with at least one change. Changed are the parts of the code
and the rows of the tables that name the clause, as far as the test runs them; where nothing names it, lines that the tests
which cite it run and few others do. Most changes are made in a process forked from one that has all tests in memory; those of
tables and of values at the top of modules need a fresh one.
"""

from __future__ import annotations

import gc
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import types
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from postern.cli.rules import collected, engine_of, ledger
from tests.mutate.carriers import Change, changes_of, every_change

_SLOWER, _LEAST = 20, 60
"""A test that takes so many times as long as usual, and at least so many seconds, never ends: the change is noticed."""
_FEW = 0.25
"""At most this part of the other tests runs the lines that are changed where nothing names the clause."""
_SIBLINGS = 3
"""So many tests that cite a clause are asked which lines they run."""
_NO_RULES = ("computer",)
_PASSED, _FAILED = 0, 1
Pair = tuple[str, str]
Citing = Mapping[str, Sequence[str]]
Lines = frozenset[tuple[str, int]]


@dataclass(frozen=True)
class Judged:
    """A pair of a clause and a test: the change that was noticed, if any, all that were tried; ``why`` none could be."""

    clause: str
    test: str
    noticed: Change | None
    tried: tuple[Change, ...]
    why: str = ""


def files_of(slug: str, root: Path) -> dict[Path, str]:
    """The modules and tables of a game's rules, below ``src``, with their text."""
    package = root / "src" / "postern" / "rulesets" / engine_of(slug, root)
    paths = (path for path in sorted(package.rglob("*")) if path.suffix in (".py", ".csv", ".toml"))
    rules = (path for path in paths if path.relative_to(package).parts[0] not in _NO_RULES)
    return {path.relative_to(root / "src"): path.read_text(encoding="utf-8") for path in rules}


def sample_of(slug: str, root: Path, many: int, seed: str) -> tuple[list[Pair], dict[str, list[str]]]:
    """Choose pairs of a clause and a quick test that cites it; beside them some of all tests that cite each of these clauses.

    Raises RuntimeError when the tests cannot be collected.
    """
    clauses = set(ledger(root / "docs" / "rules" / f"{slug}.tsv"))
    tests = collected(slug, root, "-m", "not slow")
    pairs = sorted((clause, test) for clause, citing in tests.items() if clause in clauses for test in citing)
    chosen = random.Random(seed).sample(pairs, min(many, len(pairs)))
    return chosen, {clause: sorted({test, *tests[clause][:_SIBLINGS]}) for clause, test in chosen}


Told = Callable[[Judged], None]


class Bench:
    """A pytest plugin that judges pairs in place of running the tests, one after the other, and keeps what it found."""

    def __init__(self, slug: str, root: Path, pairs: Sequence[Pair], citing: Citing, tries: int, told: Told) -> None:
        self._root, self._pairs, self._citing, self._tries, self._told = root, pairs, citing, tries, told
        self._seen: dict[str, tuple[Lines, float]] = {}
        self._often = Counter[tuple[str, int]]()
        self._files = files_of(slug, root)
        self._names = {path: str(root / "src" / path) for path in self._files}
        self._clauses = ledger(root / "docs" / "rules" / f"{slug}.tsv")
        self.judged: list[Judged] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Judges all pairs."""
        items = {item.nodeid: item for item in session.items}
        folder = str(self._root / "src")
        watched = {name for path, name in self._names.items() if path.suffix == ".py"}
        for test in sorted({test for _, test in self._pairs} & items.keys()):
            if (ran := _watched(items[test], watched)) is not None:
                self._seen[test] = ran
        self._often = Counter(line for lines, _ in self._seen.values() for line in lines)
        with tempfile.TemporaryDirectory() as home:
            shutil.copytree(folder, home, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
            for clause, test in self._pairs:
                if test in self._seen:
                    if not any(
                        changes_of(self._files, clause, self._clauses)
                    ):  # then its other tests say which lines it is about
                        for other in self._citing.get(clause, ()):
                            if other not in self._seen and (ran := _watched(items[other], watched)) is not None:
                                self._seen[other] = ran
                    found = self._judge(clause, items[test], Path(home))
                else:
                    found = Judged(clause, test, None, (), "it fails as it is" if test in items else "there is no such test")
                self.judged.append(found)
                self._told(found)
        return True

    def _judge(self, clause: str, item: pytest.Item, home: Path) -> Judged:
        tried: list[Change] = []
        for change in self._chosen(clause, item.nodeid):
            tried.append(change)
            if self._noticed(change, item, home):
                return Judged(clause, item.nodeid, change, tuple(tried))
        return Judged(clause, item.nodeid, None, tuple(tried), "" if tried else "it runs nothing that names the clause")

    def _chosen(self, clause: str, test: str) -> list[Change]:
        """Changes of what names the clause and is run, with those of tables; else of lines that few others run."""
        chance, run = random.Random(f"{clause} {test}"), self._seen[test][0]
        named, whole = changes_of(self._files, clause, self._clauses)
        for some in (named, whole):
            found = [one for one in some if not one.code or not one.mutant.function or self._line(one) in run]
            if found:
                chance.shuffle(found)
                found.sort(key=lambda one: not (one.code and one.mutant.function))  # those that take no fresh process first
                return _spread(found, self._tries)
        if named:
            return []
        siblings = [self._seen[one][0] for one in self._citing.get(clause, ()) if one in self._seen] or [run]
        shared = {line: sum(line in lines for lines in siblings) for line in run}
        most = {line for line, many in shared.items() if 2 * many >= len(siblings)}
        rare = {line for line in most if self._often[line] - shared[line] <= _FEW * len(self._pairs)}
        every = [one for path, source in self._files.items() if path.suffix == ".py" for one in every_change(path, source)]
        found = [one for one in every if one.mutant.function and self._line(one) in rare]
        chance.shuffle(found)
        found.sort(key=lambda one: self._often[self._line(one)] - shared[self._line(one)])
        return found[: self._tries]

    def _line(self, change: Change) -> tuple[str, int]:
        return self._names[change.path], change.mutant.line

    def _noticed(self, change: Change, item: pytest.Item, home: Path) -> bool:
        changed = change.mutant.applied(change.source)
        codes = _new_codes(self._names[change.path], change.source, changed) if change.code else {}
        patience = int(max(_LEAST, _SLOWER * self._seen[item.nodeid][1]))
        if codes:
            return _forked(lambda: _run(item, codes), patience) != _PASSED
        path = home / change.path
        path.write_text(changed, encoding="utf-8")
        try:
            return _fresh(self._root, home, item.nodeid, patience) != _PASSED
        finally:
            path.write_text(change.source, encoding="utf-8")


def _spread(changes: Sequence[Change], many: int) -> list[Change]:
    """So many changes, one of each line before a second of any."""
    nth: Counter[tuple[Path, int]] = Counter()
    ranked = []
    for one in changes:
        key = (one.path, one.mutant.line)
        ranked.append((nth[key], one))
        nth[key] += 1
    return [one for _, one in sorted(ranked, key=lambda pair: pair[0])][:many]


def _new_codes(name: str, before: str, after: str) -> dict[str, types.CodeType]:
    """The functions whose code the change alters, by name and first line; none where it is a module's or class's own."""
    try:
        old, new = (_functions(compile(text, name, "exec")) for text in (before, after))
    except SyntaxError:
        return {}
    return {key: code for key, code in new.items() if key in old and old[key] != code}


def _functions(code: types.CodeType) -> dict[str, types.CodeType]:
    found = {}
    for one in code.co_consts:
        if isinstance(one, types.CodeType):
            if one.co_flags & 0x2:  # a function's: it has locals of its own; a class body's has not
                found[f"{one.co_qualname} {one.co_firstlineno}"] = one
            else:
                found |= _functions(one)
    return found


def replace_codes(name: str, codes: Mapping[str, types.CodeType]) -> int:
    """Give all living functions of this file their new code; returns how many got it."""
    many = 0
    for one in gc.get_objects():
        if isinstance(one, types.FunctionType) and one.__code__.co_filename == name:
            new = codes.get(f"{one.__code__.co_qualname} {one.__code__.co_firstlineno}")
            if new is not None:
                one.__code__ = new
                many += 1
    return many


def _run(item: pytest.Item, codes: Mapping[str, types.CodeType]) -> int:
    """Runs one test with changed functions; in a forked process."""
    name = next(iter(codes.values())).co_filename
    if not replace_codes(name, codes):
        return _PASSED
    return _FAILED if any(one.failed for one in runtestprotocol(item, log=False, nextitem=None)) else _PASSED


def _forked(work: Callable[[], int], patience: int) -> int:
    """The exit code of work done in a forked process; it is ended after some seconds of patience."""
    child = os.fork()
    if not child:
        signal.alarm(patience)
        code = _FAILED
        try:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            code = work()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _fresh(root: Path, home: Path, test: str, patience: int) -> int:
    run = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--no-header", test]
    env = {**os.environ, "PYTHONPATH": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        return subprocess.run(run, cwd=root, env=env, capture_output=True, timeout=patience, check=False).returncode
    except subprocess.TimeoutExpired:
        return _FAILED


def _watched(item: pytest.Item, files: Collection[str]) -> tuple[Lines, float] | None:
    """The lines of these files that a test runs, and how long it takes; None for one that fails."""
    with tempfile.NamedTemporaryFile() as file:
        began = time.monotonic()
        if _forked(lambda: _watch(item, files, file.name), 600) != _PASSED:
            return None
        took = time.monotonic() - began
        return frozenset((name, line) for name, line in json.loads(Path(file.name).read_text(encoding="utf-8"))), took


def _watch(item: pytest.Item, files: Collection[str], target: str) -> int:
    lines: set[tuple[str, int]] = set()

    def local(frame: types.FrameType, event: str, _: Any) -> Any:
        lines.add((frame.f_code.co_filename, frame.f_lineno))
        return local

    def begun(frame: types.FrameType, event: str, _: Any) -> Any:
        return local(frame, event, None) if frame.f_code.co_filename in files else None

    sys.settrace(begun)
    reports = runtestprotocol(item, log=False, nextitem=None)
    sys.settrace(None)
    Path(target).write_text(json.dumps(sorted(lines)), encoding="utf-8")
    return _FAILED if any(one.failed for one in reports) else _PASSED


def judge(slug: str, root: Path, pairs: Sequence[Pair], citing: Citing, tries: int, told: Told) -> list[Judged]:
    """Judges pairs of clauses and tests. Raises RuntimeError when the tests cannot be collected."""
    bench = Bench(slug, root, pairs, citing, tries, told)
    tests = sorted({*(test for _, test in pairs), *(test for some in citing.values() for test in some)})
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as chosen:
        chosen.write("\n".join(tests))
        chosen.flush()
        code = pytest.main(["-q", "-s", "-n", "0", "-p", "no:cacheprovider", "--no-header", f"@{chosen.name}"], plugins=[bench])
    if len(bench.judged) != len(pairs):
        raise RuntimeError(f"pytest ended with {code}")
    return bench.judged


def lines_of(found: Judged) -> Iterator[str]:
    """A pair that was not noticed in words, with some of the changes that were tried."""
    yield f"  not noticed: {found.clause} {found.test}: {found.why or f'{len(found.tried)} changes'}"
    yield from (f"      {change}" for change in found.tried[:3])


def report(slug: str, root: Path, pairs: Sequence[Pair], citing: Citing, tries: int, least: float) -> int:
    """Prints the pairs of which no change is noticed; gives 1 when fewer than ``least`` percent were."""
    began = time.monotonic()
    print(f"{slug}: {len(pairs)} pairs of a clause and a test", flush=True)

    def told(one: Judged) -> None:
        if one.noticed is None:
            print("\n".join(lines_of(one)), flush=True)

    judged = judge(slug, root, pairs, citing, tries, told)
    many = sum(one.noticed is not None for one in judged)
    changes, share = sum(len(one.tried) for one in judged), 100 * many / max(1, len(judged))
    took = time.monotonic() - began
    print(f"{many} of {len(judged)} pairs were noticed ({share:.0f} %), with {changes} changes; {took:.0f} s", flush=True)
    return 1 if share < least else 0
