"""A recorded game, and playing it again."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from postern import render
from postern.cli.play import NAMES
from postern.desk.settings.rulesets import ruleset
from postern.game.chance import Chance
from postern.game.events import Event, seen
from postern.game.ruleset import LEVELS, Ruleset, Signup

FOLDER = Path(__file__).parent
SUBJECTS = ("world", "events", "verdicts", "forecasts", "reports")
"""What has a fingerprint each turn: the world after it, its events, the answers to its orders, forecasts, and the reports."""


@dataclass(frozen=True)
class Recording:
    """A game: who plays from which seed, each turn's orders by seat, and the fingerprints of each turn by subject."""

    slug: str
    seed: str
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    orders: tuple[Mapping[str, str], ...]
    fingerprints: tuple[Mapping[str, str], ...]


def stored() -> list[Path]:
    return sorted(FOLDER.glob("*.json.gz"))


def load(path: Path) -> Recording:
    found = json.loads(gzip.decompress(path.read_bytes()))
    return Recording(**{**found, "seats": tuple(found["seats"])})


def save(path: Path, recording: Recording) -> None:
    data = json.dumps(recording.__dict__, indent=0, sort_keys=True).encode()
    path.write_bytes(gzip.compress(data, mtime=0))


def fingerprint(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def encoded(events: tuple[Event, ...]) -> bytes:
    plain = [(one.kind, one.step, sorted(one.seen_by), one.data) for one in events]
    return json.dumps(plain, default=str, ensure_ascii=False).encode()


def record(slug: str, seed: str, seats: int, turns: int, options: Mapping[str, Any]) -> Recording:
    """A game of computer players of all levels, and silent seats now and then, from its beginning."""
    rules = ruleset(slug)
    chance = Chance(seed)
    world: Any = rules.setup(options, [Signup(name) for name in NAMES[:seats]], chance)
    given: list[Mapping[str, str]] = []
    prints: list[Mapping[str, str]] = []
    while len(given) < turns and not (prints and rules.active(world) == ()):
        missing = chance.turn(rules.turn(world)).stream("recording", "missing")
        orders = {
            seat: rules.plan(rules.view(world, seat), chance, level=LEVELS[place % len(LEVELS)])
            for place, seat in enumerate(rules.active(world))
            if not missing.percent(5)
        }
        given.append(orders)
        world, found, finished = run(rules, world, orders, chance)
        prints.append(found)
        if finished:
            break
    return Recording(slug, seed, NAMES[:seats], options, tuple(given), tuple(prints))


def replay(recording: Recording) -> Iterator[tuple[int, Mapping[str, str], Mapping[str, str]]]:
    """The turns of a recorded game run again: the turn, the fingerprints recorded, and those found now."""
    rules = ruleset(recording.slug)
    chance = Chance(recording.seed)
    world: Any = rules.setup(recording.options, [Signup(name) for name in recording.seats], chance)
    for number, (orders, before) in enumerate(zip(recording.orders, recording.fingerprints, strict=True), start=1):
        world, found, _ = run(rules, world, orders, chance)
        yield number, before, found


def run(rules: Ruleset[Any, Any], world: Any, orders: Mapping[str, str], chance: Chance) -> tuple[Any, Mapping[str, str], bool]:
    """One turn: the next world, the fingerprints, and whether the game is over. Forecasts are those of one seat in four."""
    sheets, verdicts, forecasts = {}, [], []
    for place, (seat, text) in enumerate(sorted(orders.items())):
        view = rules.view(world, seat)
        sheets[seat] = rules.read(text, view)
        verdicts.append(repr(rules.check(sheets[seat], view)).encode())
        if place % 4 == rules.turn(world) % 4:
            forecasts.append(render.to_json(rules.forecast(sheets[seat], view)))
    outcome = rules.resolve(world, sheets, chance)
    reports = [
        render.to_json(rules.report(rules.view(outcome.world, seat), seen(outcome.events, seat)))
        for seat in rules.active(world)
    ]
    found = {
        "world": fingerprint(rules.dump(outcome.world)),
        "events": fingerprint(encoded(outcome.events)),
        "verdicts": fingerprint(*verdicts),
        "forecasts": fingerprint(*forecasts),
        "reports": fingerprint(*reports),
    }
    return outcome.world, found, outcome.finished
