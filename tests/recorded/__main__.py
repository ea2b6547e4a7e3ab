"""``python -m tests.recorded [GAME ...]``: plays the recorded games again and says turn by turn what came out otherwise.

``--record`` writes the fingerprints anew (the orders stay). ``--new SLUG --seats N --turns N --seed S --options JSON`` records
a game, and with ``--every N`` a long one of ``whole/``, of which the world after every N turns is kept.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from postern.cli.play import NAMES
from tests.recorded.recording import FOLDER, SUBJECTS, WHOLE, Recording, load, name_of, record, save, stored, whole


def compare(path: Path, rewrite: bool) -> list[str]:
    """What differs, a line a turn."""
    before = load(path)
    now, worlds = record(before)
    if rewrite:
        save(path, now, worlds)
    return [f"{name_of(path)}, {told}" for told in differences(before, now)]


def differences(before: Recording, now: Recording) -> Iterator[str]:
    """The turns that differ, each with its subjects."""
    for turn, (old, new) in enumerate(zip(before.fingerprints, now.fingerprints, strict=False), start=1):
        if changed := [subject for subject in SUBJECTS if new[subject] != old.get(subject)]:
            yield f"turn {turn}: {', '.join(changed)}"
    if changed := [subject for subject in now.around if now.around[subject] != before.around.get(subject)]:
        yield ", ".join(changed)
    if len(before.orders) != len(now.orders):
        yield f"over after turn {len(now.orders)} and no longer {len(before.orders)}"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="names of recorded games; all without any")
    parser.add_argument("--record", action="store_true", help="keep the fingerprints found now")
    parser.add_argument("--new", metavar="SLUG")
    parser.add_argument("--seats", type=int, default=12)
    parser.add_argument("--turns", type=int, default=25)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--options", type=json.loads, default={})
    parser.add_argument("--every", type=int, default=0)
    given = parser.parse_args(arguments)
    if given.new:
        path = (WHOLE if given.every else FOLDER) / f"{given.new}-{given.seed}.json.gz"
        path.parent.mkdir(exist_ok=True)
        empty = Recording(given.new, given.seed, NAMES[: given.seats], given.options, (), (), every=given.every)
        recording, worlds = record(empty, given.turns)
        save(path, recording, worlds)
        print(f"recorded {len(recording.orders)} turns of {name_of(path)}")
        return 0
    paths = [one for one in (*stored(), *whole()) if not given.games or name_of(one) in given.games]
    with ProcessPoolExecutor() as workers:
        told = [line for lines in workers.map(compare, paths, [given.record] * len(paths)) for line in lines]
    print("\n".join(told) or f"{len(paths)} games came out as recorded, byte for byte.")
    return 1 if told and not given.record else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
