"""`./run fuzz letters|orders [--game SLUG] [--seconds N | --runs N] [--megabytes N] [libFuzzer's own options]`: grow inputs
until one breaks the target, for so long or so many of them; these are the same in every run of the same program. Orders are
those of every game, one after another, unless one is named; a game whose turns take long gets fewer runs (``examples``).

Begins from the target's seeds, and stops at the first input that raises, that takes more than ten seconds of processor time,
or with which memory runs over; that input is left in the working folder as fuzz-found-*. Without such a one it ends well
after the time.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.kit.game import Game

TARGETS = {"letters": "postern.post", "orders": "postern.rulesets"}
"""What can be fuzzed, and the package whose branches are watched meanwhile."""

_SECONDS_TO_START_AND_END = 180
_SECONDS_OF_A_RUN = 1
_SECONDS_OF_AN_INPUT = 10.0
"""Of processor time: on a busy machine an input waits, and is no slower for that."""
_SECONDS_TO_HANG = 120
_WORLDS = "worlds"
_EXAMPLES = 60
"""How many examples a game usually has in the proofs of the kit."""


def main(words: list[str]) -> int:
    """Fuzz one target in a process of its own, for libFuzzer leaves without tidying up. Returns its exit code."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("target", choices=list(TARGETS))
    parser.add_argument("--game", default="", help="whose orders; without it every game's")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--runs", type=int, default=0)
    parser.add_argument("--megabytes", type=int, default=1_500, help="memory that is never needed")
    chosen, more = parser.parse_known_args(words)
    if chosen.target == "orders" and not chosen.game:
        return max(main([*words, f"--game={game.slug}", *_share(game, chosen.runs)]) for game in _games())
    # What comparisons teach, and the time that an input took, differ from run to run.
    fixed = [f"-runs={chosen.runs}", "-seed=1", "-use_cmp=0", "-entropic=0"]
    bound = fixed if chosen.runs else [f"-max_total_time={chosen.seconds}"]
    options = [*bound, f"-rss_limit_mb={chosen.megabytes}", f"-timeout={_SECONDS_TO_HANG}"]
    options += ["-artifact_prefix=fuzz-found-", "-print_final_stats=1", *more]
    environment = os.environ | ({"PYTHONHASHSEED": "0"} if chosen.runs else {})
    seconds = _SECONDS_OF_A_RUN * chosen.runs or chosen.seconds
    with tempfile.TemporaryDirectory(prefix="fuzz-") as corpus:
        if chosen.target == "orders":
            _keep_worlds(chosen.game, Path(corpus))
        command = [sys.executable, "-m", "tests.fuzz.runner", chosen.target, chosen.game, corpus, *options]
        timeout = seconds + _SECONDS_TO_START_AND_END
        return subprocess.run(command, check=False, timeout=timeout, env=environment).returncode


def _games() -> Sequence[Game]:
    from tests.kit.games import GAMES

    return GAMES


def _share(game: Game, runs: int) -> list[str]:
    """The runs of a game where so many are asked for; the last word counts."""
    return [f"--runs={max(1, runs * game.examples // _EXAMPLES)}"] if runs else []


def _keep_worlds(game: str, corpus: Path) -> None:
    """Play up to the worlds of which the game's orders are read."""
    from tests.kit import reading

    (corpus / _WORLDS).mkdir()
    for name, world in reading.worlds(game).items():
        (corpus / _WORLDS / name).write_bytes(world)


def run(name: str, game: str, corpus: Path, options: list[str]) -> None:
    """Write the target's seeds and fuzz it in this process, which ends with it."""
    import atheris

    with atheris.instrument_imports(include=[TARGETS[name]]):
        module = import_module(f"tests.fuzz.{name}")
    target = module.Orders(game, corpus / _WORLDS) if name == "orders" else module
    signal.signal(signal.SIGPROF, _too_long)
    files = []
    for number, seed in enumerate(target.seeds()):
        files.append(corpus / f"{number:04}")
        files[-1].write_bytes(seed)
    first = "-seed_inputs=" + ",".join(map(str, files))  # in this order; a folder has none
    atheris.Setup([name, f"-max_len={module.LONGEST}", first, *options], lambda data: _one(target, data))
    atheris.Fuzz()


def _one(target: Any, data: bytes) -> None:
    """Give the target one input. Raises TimeoutError when it takes too long."""
    signal.setitimer(signal.ITIMER_PROF, _SECONDS_OF_AN_INPUT)
    try:
        target.one(data)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _too_long(number: int, frame: object) -> None:
    raise TimeoutError(f"one input took more than {_SECONDS_OF_AN_INPUT:.0f} seconds of processor time")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
