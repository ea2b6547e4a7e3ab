"""``./run mutate SLUG --clauses``: does each test that cites a clause notice when what carries it out is changed?

A pair of a clause and a test, with all its cases that cite the clause, counts as noticed when one fails with a change. Changed
are the parts of the code and the rows of the tables that name the clause, as far as the test runs them, and for a clause that
is data the cells with its numbers; where nothing names it, lines that the tests which cite it run and few others do. Most
changes are made in a process forked from one that has all tests in memory; those of tables and of values at the top of modules
need a fresh one.
"""

from __future__ import annotations

import csv
import gc
import json
import os
import random
import resource
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
from tests.mutate.carriers import Change, changes_of, every_change, told_cells

_SLOWER, _LEAST = 10, 15
"""A test that takes so many times the processor time that it took, and at least so many seconds, never ends: it notices."""
_PATIENCE = 1_800
"""Seconds by the clock after which the same is said, however busy the machine is."""
_WIDER = 3
"""So many times as many changes are tried where nothing names the clause."""
_CASES = 30
"""So many cases of a test are run at most."""
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


def data_of(file: Path) -> dict[str, str]:
    """The clauses of a ledger that are data, with their statements."""
    with file.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["id"]: row["statement"] for row in rows if row["kind"] == "data"}


def sample_of(slug: str, root: Path, many: int, seed: str) -> tuple[list[Pair], dict[str, list[str]]]:
    """Choose pairs of a clause and a quick test that cites it; beside them some of all tests that cite each of these clauses.

    Raises RuntimeError when the tests cannot be collected.
    """
    clauses = set(ledger(root / "docs" / "rules" / f"{slug}.tsv"))
    tests = {clause: cases for clause, cases in collected(slug, root, "-m", "not slow").items() if clause in clauses}
    pairs = sorted({(clause, _test(case)) for clause, cases in tests.items() for case in cases})
    chosen = random.Random(seed).sample(pairs, min(many, len(pairs)))
    citing: dict[str, list[str]] = {}
    for clause, test in chosen:
        mine = [case for case in tests[clause] if _test(case) == test]
        citing.setdefault(clause, []).extend([*mine, *tests[clause][:_SIBLINGS]])
    return chosen, citing


def _test(case: str) -> str:
    """The test of a case."""
    return case.partition("[")[0]


Told = Callable[[Judged], None]


class Bench:
    """A pytest plugin that judges pairs in place of running the tests, one after the other, and keeps what it found."""

    def __init__(self, slug: str, root: Path, pairs: Sequence[Pair], citing: Citing, tries: int, told: Told) -> None:
        self._root, self._pairs, self._citing, self._tries, self._told = root, pairs, citing, tries, told
        self._seen: dict[tuple[str, ...], tuple[Lines, float] | None] = {}
        self._watch: set[str] = set()
        self._often = Counter[tuple[str, int]]()
        self._files = files_of(slug, root)
        self._names = {path: str(root / "src" / path) for path in self._files}
        self._clauses = ledger(root / "docs" / "rules" / f"{slug}.tsv")
        self._data = data_of(root / "docs" / "rules" / f"{slug}.tsv")
        self.judged: list[Judged] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Judges all pairs."""
        items = {item.nodeid: item for item in session.items}
        self._watch = {name for path, name in self._names.items() if path.suffix == ".py"}
        cases = [self._cases(items, clause, test) for clause, test in self._pairs]
        ran = [self._ran(some) if some else None for some in cases]
        self._often = Counter(line for one in ran if one is not None for line in one[0])
        with tempfile.TemporaryDirectory() as home:
            shutil.copytree(self._root / "src", home, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
            for (clause, test), some, seen in zip(self._pairs, cases, ran, strict=True):
                if seen is None:
                    found = Judged(clause, test, None, (), "it fails as it is" if some else "there is no such test")
                else:
                    found = self._judge(clause, test, some, *seen, items, Path(home))
                self.judged.append(found)
                self._told(found)
        return True

    def _cases(self, items: Mapping[str, pytest.Item], clause: str, test: str) -> list[pytest.Item]:
        """The cases of a test that cite the clause, some of them where they are very many."""
        citing = set(self._citing.get(clause, items))
        every = [item for name, item in items.items() if test in (name, _test(name)) and name in citing]
        return every if len(every) <= _CASES else random.Random(f"{clause} {test}").sample(every, _CASES)

    def _ran(self, some: Sequence[pytest.Item]) -> tuple[Lines, float] | None:
        key = tuple(item.nodeid for item in some)
        if key not in self._seen:
            self._seen[key] = _watched(some, self._watch)
        return self._seen[key]

    def _judge(
        self,
        clause: str,
        test: str,
        some: Sequence[pytest.Item],
        run: Lines,
        usual: float,
        items: Mapping[str, pytest.Item],
        home: Path,
    ) -> Judged:
        tried: list[Change] = []
        for change in self._chosen(clause, test, run, items):
            tried.append(change)
            if self._noticed(change, some, run, usual, home):
                return Judged(clause, test, change, tuple(tried))
        return Judged(clause, test, None, tuple(tried), "" if tried else "nothing that names the clause can be changed")

    def _chosen(self, clause: str, test: str, run: Lines, items: Mapping[str, pytest.Item]) -> list[Change]:
        """Changes of what names the clause and is run, with those of tables; for data the cells with its numbers; where nothing
        names the clause, lines that those who cite it run and few others do."""
        chance = random.Random(f"{clause} {test}")
        named, whole = changes_of(self._files, clause, self._clauses)
        carried = [one for one in named if one.code and one.mutant.function]
        found = [one for one in carried if self._line(one) in run]
        beside = [one for one in named if not (one.code and one.mutant.function)]
        if clause in self._data and not any(not one.code for one in named):
            beside = [*told_cells(self._files, self._data[clause]), *beside]
        else:
            chance.shuffle(beside)
        if found:
            chance.shuffle(found)
            return [*_spread(found, self._tries), *beside[: self._tries // 2]]
        if carried:  # run when modules are read, if at all
            chance.shuffle(carried)
            return [*_spread(carried, self._tries // 2), *beside[: self._tries // 2]]
        found = [one for one in whole if one.mutant.function and self._line(one) in run]
        if found:
            chance.shuffle(found)
            return [*_spread(found, self._tries), *beside[: self._tries // 2]]
        return [*beside[: self._tries // 2], *self._rare(clause, test, run, items, chance)]

    def _rare(
        self, clause: str, test: str, run: Lines, items: Mapping[str, pytest.Item], chance: random.Random
    ) -> list[Change]:
        """Changes of lines that the tests which cite the clause run and few others do."""
        others = [items[name] for name in self._citing.get(clause, ()) if name in items and _test(name) != test]
        siblings = [run, *(one[0] for other in others[:_SIBLINGS] if (one := self._ran([other])) is not None)]
        shared = {line: sum(line in lines for lines in siblings) for line in run}
        rare = {line: self._often[line] for line, many in shared.items() if 2 * many >= len(siblings)}
        every = [one for path, source in self._files.items() if path.suffix == ".py" for one in every_change(path, source)]
        found = [one for one in every if one.mutant.function and self._line(one) in rare]
        chance.shuffle(found)
        found.sort(key=lambda one: rare[self._line(one)])
        return _spread(found, _WIDER * self._tries)

    def _line(self, change: Change) -> tuple[str, int]:
        return self._names[change.path], change.mutant.line

    def _noticed(self, change: Change, some: Sequence[pytest.Item], run: Lines, usual: float, home: Path) -> bool:
        changed = change.mutant.applied(change.source)
        codes = _new_codes(self._names[change.path], change.source, changed) if change.code else {}
        patience = int(max(_LEAST, _SLOWER * usual))
        if codes and self._line(change) in run:
            return _forked(lambda: _run(some, codes), patience) != _PASSED
        path = home / change.path
        path.write_text(changed, encoding="utf-8")
        try:
            return _fresh(self._root, home, [item.nodeid for item in some]) != _PASSED
        finally:
            path.write_text(change.source, encoding="utf-8")


def _spread(changes: Sequence[Change], many: int) -> list[Change]:
    """So many changes, one of each function before a second of any."""
    nth: Counter[tuple[Path, str]] = Counter()
    ranked = []
    for one in changes:
        key = (one.path, one.mutant.function)
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
    gc.unfreeze()  # what the tests' modules brought along is kept out of the collector's sight
    for one in gc.get_objects():
        if isinstance(one, types.FunctionType) and one.__code__.co_filename == name:
            new = codes.get(f"{one.__code__.co_qualname} {one.__code__.co_firstlineno}")
            if new is not None:
                one.__code__ = new
                many += 1
    return many


def _run(some: Sequence[pytest.Item], codes: Mapping[str, types.CodeType]) -> int:
    """Runs the cases of a test with changed functions, up to the first that fails; in a forked process."""
    name = next(iter(codes.values())).co_filename
    if not replace_codes(name, codes):
        return _PASSED
    return _PASSED if all(_passes(item) for item in some) else _FAILED


def _passes(item: pytest.Item) -> bool:
    return not any(one.failed for one in runtestprotocol(item, log=False, nextitem=None))


def _forked(work: Callable[[], int], patience: int) -> int:
    """The exit code of work done in a forked process; it is ended after so many seconds of processor time."""
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (patience, patience))
        signal.alarm(_PATIENCE)
        code = _FAILED
        try:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            code = work()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _fresh(root: Path, home: Path, cases: Sequence[str]) -> int:
    chosen = home / "chosen.txt"
    chosen.write_text("\n".join(cases), encoding="utf-8")
    run = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--no-header", f"@{chosen}"]
    env = {**os.environ, "PYTHONPATH": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        return subprocess.run(run, cwd=root, env=env, capture_output=True, timeout=_PATIENCE, check=False).returncode
    except subprocess.TimeoutExpired:
        return _FAILED


def _watched(some: Sequence[pytest.Item], files: Collection[str]) -> tuple[Lines, float] | None:
    """The lines of these files that the cases of a test run, and how long that takes; None where one fails."""
    with tempfile.NamedTemporaryFile() as file:
        began = _spent()
        if _forked(lambda: _watch(some, files, file.name), _PATIENCE) != _PASSED:
            return None
        took = _spent() - began
        return frozenset((name, line) for name, line in json.loads(Path(file.name).read_text(encoding="utf-8"))), took


def _spent() -> float:
    """The processor time of all processes that were forked and ended."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def _watch(some: Sequence[pytest.Item], files: Collection[str], target: str) -> int:
    lines: set[tuple[str, int]] = set()

    def local(frame: types.FrameType, event: str, _: Any) -> Any:
        lines.add((frame.f_code.co_filename, frame.f_lineno))
        return local

    def begun(frame: types.FrameType, event: str, _: Any) -> Any:
        return local(frame, event, None) if frame.f_code.co_filename in files else None

    sys.settrace(begun)
    passed = all(_passes(item) for item in some)
    sys.settrace(None)
    Path(target).write_text(json.dumps(sorted(lines)), encoding="utf-8")
    return _PASSED if passed else _FAILED


def judge(slug: str, root: Path, pairs: Sequence[Pair], citing: Citing, tries: int, told: Told) -> list[Judged]:
    """Judges pairs of clauses and tests. Raises RuntimeError when the tests cannot be collected."""
    bench = Bench(slug, root, pairs, citing, tries, told)
    tests = sorted({case for some in citing.values() for case in some} or {test for _, test in pairs})
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
        else:
            print(f"  noticed: {one.clause} {one.test}, by change {len(one.tried)}", flush=True)

    judged = judge(slug, root, pairs, citing, tries, told)
    many = sum(one.noticed is not None for one in judged)
    changes, share = sum(len(one.tried) for one in judged), 100 * many / max(1, len(judged))
    took = time.monotonic() - began
    print(f"{many} of {len(judged)} pairs were noticed ({share:.0f} %), with {changes} changes; {took:.0f} s", flush=True)
    return 1 if share < least else 0
