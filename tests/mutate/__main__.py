"""Changes one number, comparison or branch of a game's rules at a time, and tells what no test noticed.

First those tests are run that cite the clauses of the changed module. What they let pass is tried with all quick tests of the
game, for a module's words and figures may be proved by tests of other clauses.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from typing import Literal, TypeAlias

from postern.cli.rules import collected, engine_of, ledger
from tests.mutate.carriers import named
from tests.mutate.clauses import report, sample_of
from tests.mutate.mutants import Mutant, mutants

_PATIENCE = 3_600
"""Seconds for the tests of one change: a change after which they never end is noticed, too."""
_NO_RULES = ("computer",)
"""What a computer player does is taste, and no rule."""
_FAILED = 1
"""pytest's exit code when tests failed."""
Noticed: TypeAlias = Literal["by tests of its clauses", "by other tests", "not"]
"""Which tests notice a change."""


@dataclass(frozen=True)
class Rule:
    """A module of the rules that names clauses, and the tests that prove these."""

    path: Path
    """Below ``src``."""
    source: str
    tests: Mapping[str, Sequence[str]]
    """Clause → tests, for the clauses that the module names."""
    others: Sequence[str]
    """Files of tests, those first that speak of the module."""

    def ordered(self, mutant: Mutant) -> list[str]:
        """The tests, those first that cite what the changed line's function names."""
        near = set(named(_function_text(self.source, mutant), list(self.tests)))
        clauses = sorted(self.tests, key=lambda clause: clause not in near)
        return list(dict.fromkeys(test for clause in clauses for test in self.tests[clause]))


def _function_text(source: str, mutant: Mutant) -> str:
    before = source.rfind("\ndef ", 0, mutant.start)
    after = source.find("\ndef ", mutant.start)
    return source[max(before, 0) : after if after >= 0 else None]


def rules_of(slug: str, root: Path) -> list[Rule]:
    """The modules of the game's rules that name clauses with tests. Raises RuntimeError when the tests cannot be collected."""
    clauses = ledger(root / "docs" / "rules" / f"{slug}.tsv")
    tests = collected(slug, root)
    files = {str(path.relative_to(root)): path.read_text(encoding="utf-8") for path in _test_files(slug, root)}
    found = []
    package = root / "src" / "postern" / "rulesets" / engine_of(slug, root)
    for path in sorted(path for path in package.rglob("*.py") if path.relative_to(package).parts[0] not in _NO_RULES):
        source = path.read_text(encoding="utf-8")
        mine = {clause: tests[clause] for clause in named(source, clauses) if clause in tests}
        if mine:
            module = ".".join(path.relative_to(root / "src").with_suffix("").parts)
            others = sorted(files, key=lambda name: (module not in files[name], path.stem not in files[name], name))
            found.append(Rule(path.relative_to(root / "src"), source, mine, others))
    return found


def _test_files(slug: str, root: Path) -> list[Path]:
    rules = root / "tests" / "rules" / engine_of(slug, root)
    return sorted([*rules.rglob("test_*.py"), *(root / "tests" / "kit").glob("test_*.py")])


def noticed(root: Path, home: Path, rule: Rule, mutant: Mutant) -> Noticed:
    """Which tests fail with this change, in the copy of the program at ``home``. Raises RuntimeError when none can run."""
    if _fails(root, home, rule, mutant, rule.ordered(mutant)):
        return "by tests of its clauses"
    if _fails(root, home, rule, mutant, ["-m", "not slow", *rule.others]):
        return "by other tests"
    return "not"


def _fails(root: Path, home: Path, rule: Rule, mutant: Mutant, tests: Sequence[str]) -> bool:
    changed = home / rule.path
    changed.write_text(mutant.applied(rule.source), encoding="utf-8")
    chosen = home / "chosen.txt"
    chosen.write_text("\n".join(tests), encoding="utf-8")
    run = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header", f"@{chosen}"]
    try:
        done = subprocess.run(
            run,
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(home), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        changed.write_text(rule.source, encoding="utf-8")
    told = done.stdout + done.stderr
    if done.returncode == 0:
        return False
    if done.returncode == _FAILED or "Error" in told:  # a module that cannot even be imported is noticed, too
        return True
    raise RuntimeError(told[-3000:])


def main() -> int:
    """Prints what survived; exit code 1 when fewer than ``--least`` percent were noticed."""
    parser = argparse.ArgumentParser(prog="./run mutate", description=__doc__)
    parser.add_argument("slug")
    parser.add_argument("--sample", type=int, default=100, help="How many changes to try.")
    parser.add_argument("--seed", default="1", help="Which changes: the same seed tries the same ones.")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--least", type=float, default=0, help="The percentage that must be noticed.")
    parser.add_argument("--clauses", action="store_true", help="Ask of pairs of a clause and a citing test whether it notices.")
    parser.add_argument("--tries", type=int, default=8, help="With --clauses: how many changes to try for a pair.")
    parser.add_argument("--pair", nargs=2, action="append", metavar=("CLAUSE", "TEST"), help="With --clauses: this pair.")
    asked = parser.parse_args()
    root = Path.cwd()
    if asked.clauses:
        pairs, citing = [(clause, test) for clause, test in asked.pair or ()], dict[str, list[str]]()
        if not pairs:
            pairs, citing = sample_of(asked.slug, root, asked.sample, asked.seed)
        return report(asked.slug, root, pairs, citing, asked.tries, asked.least)
    rules = rules_of(asked.slug, root)
    every = [(rule, mutant) for rule in rules for mutant in mutants(rule.source)]
    sample = random.Random(asked.seed).sample(every, min(asked.sample, len(every)))
    print(f"{asked.slug}: {len(every)} changes in {len(rules)} modules; {len(sample)} of them are tried", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        homes: Queue[Path] = Queue()
        for number in range(asked.jobs):
            home = Path(folder) / str(number)
            shutil.copytree(root / "src", home, ignore=shutil.ignore_patterns("__pycache__"))
            homes.put(home)

        def tried(one: tuple[Rule, Mutant]) -> Noticed:
            home = homes.get()
            try:
                return noticed(root, home, *one)
            finally:
                homes.put(home)

        count: Counter[Noticed] = Counter()
        with ThreadPoolExecutor(asked.jobs) as pool:
            for (rule, mutant), was in zip(sample, pool.map(tried, sample), strict=True):
                count[was] += 1
                if was != "by tests of its clauses":
                    old, new = rule.source[mutant.start : mutant.end], mutant.text
                    where = f"{rule.path}:{mutant.line} {mutant.function}".strip()
                    print(f"  {was} noticed: {where}: {old} -> {new}", flush=True)
    share = 100 * (len(sample) - count["not"]) / len(sample)
    close = count["by tests of its clauses"]
    print(
        f"{len(sample) - count['not']} of {len(sample)} were noticed ({share:.0f} %), {close} of them by tests of the clauses "
        f"that the changed module names; {time.monotonic() - began:.0f} s"
    )
    return 1 if share < asked.least else 0


if __name__ == "__main__":
    sys.exit(main())
