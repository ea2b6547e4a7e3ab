"""`./run fuzz letters|orders [--seconds N] [--megabytes N] [libFuzzer's own options]`: grow inputs until one breaks the target.

Begins from the target's seeds, and stops at the first input that raises, that takes more than ten seconds, or with which
memory runs over; that input is left in the working folder as fuzz-found-*. Without such a one it ends well after the time.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

TARGETS = {"letters": "postern.post", "orders": "postern.rulesets.great_jewels"}
"""What can be fuzzed, and the package whose branches are watched meanwhile."""

_SECONDS_TO_START_AND_END = 180


def main(words: list[str]) -> int:
    """Fuzz one target in a process of its own, for libFuzzer leaves without tidying up. Returns its exit code."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("target", choices=list(TARGETS))
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--megabytes", type=int, default=1_500, help="memory that is never needed")
    chosen, more = parser.parse_known_args(words)
    options = [f"-max_total_time={chosen.seconds}", f"-rss_limit_mb={chosen.megabytes}", "-timeout=10"]
    options += ["-artifact_prefix=fuzz-found-", "-print_final_stats=1", *more]
    with tempfile.TemporaryDirectory(prefix="fuzz-") as corpus:
        command = [sys.executable, "-m", "tests.fuzz.runner", chosen.target, corpus, *options]
        return subprocess.run(command, check=False, timeout=chosen.seconds + _SECONDS_TO_START_AND_END).returncode


def run(name: str, corpus: Path, options: list[str]) -> None:
    """Write the target's seeds and fuzz it in this process, which ends with it."""
    import atheris

    with atheris.instrument_imports(include=[TARGETS[name]]):
        target = import_module(f"tests.fuzz.{name}")
    for number, seed in enumerate(target.seeds()):
        (corpus / f"{number:04}").write_bytes(seed)
    atheris.Setup([name, f"-max_len={target.LONGEST}", *options, str(corpus)], target.one)
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
