"""``python -m tests.recorded [GAME ...]``: plays the recorded games again and says turn by turn what came out otherwise.

``--record`` writes the fingerprints anew (the orders stay); ``--new SLUG --seats N --turns N --seed S`` records a game.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.recorded.recording import FOLDER, load, record, replay, save, stored


def compare(path: Path, rewrite: bool) -> list[str]:
    """What differs, a line a turn."""
    recording = load(path)
    lines, found = [], []
    for turn, before, now in replay(recording):
        found.append(now)
        if changed := [subject for subject in now if now[subject] != before.get(subject)]:
            lines.append(f"{path.stem}, turn {turn}: {', '.join(changed)}")
    if rewrite:
        *turns, around = found
        save(path, dataclasses.replace(recording, fingerprints=tuple(turns), around=around))
    return lines


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="names of recorded games; all without any")
    parser.add_argument("--record", action="store_true", help="keep the fingerprints found now")
    parser.add_argument("--new", metavar="SLUG")
    parser.add_argument("--seats", type=int, default=12)
    parser.add_argument("--turns", type=int, default=25)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args(arguments)
    if given.new:
        name = f"{given.new}-{given.seed}.json.gz"
        save(FOLDER / name, record(given.new, given.seed, given.seats, given.turns, {}))
        print(f"recorded {name}")
        return 0
    paths = [one for one in stored() if not given.games or one.name.removesuffix(".json.gz") in given.games]
    with ProcessPoolExecutor() as workers:
        told = [line for lines in workers.map(compare, paths, [given.record] * len(paths)) for line in lines]
    print("\n".join(told) or f"{len(paths)} games came out as recorded, byte for byte.")
    return 1 if told and not given.record else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
