"""A recorded game, and playing it again."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from postern import render
from postern.cli.play import NAMES
from postern.desk.settings.rulesets import ruleset
from postern.game.chance import Chance
from postern.game.events import Event, seen
from postern.game.ruleset import LEVELS, Ruleset, Signup

FOLDER = Path(__file__).parent
SUBJECTS = ("world", "events", "verdicts", "forecasts", "reports", "public", "plans")
"""What has a fingerprint each turn: the world after it, its events, the answers to its orders, forecasts, the reports of the
seats and the public one, and what computer players would order now in place of what they ordered then."""


@dataclass(frozen=True)
class Recording:
    """A game: who plays from which seed, each turn's orders by seat, and the fingerprints of each turn by subject.

    ``around`` has those of what stands before and behind the turns: the first reports, and the world uncovered at the end.
    """

    slug: str
    seed: str
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    orders: tuple[Mapping[str, str], ...]
    fingerprints: tuple[Mapping[str, str], ...]
    around: Mapping[str, str] = field(default_factory=dict)


def stored() -> list[Path]:
    return sorted(FOLDER.glob("*.json.gz"))


def load(path: Path) -> Recording:
    found = json.loads(gzip.decompress(path.read_bytes()))
    return Recording(**{**found, **{name: tuple(found[name]) for name in ("seats", "orders", "fingerprints")}})


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
    orders: list[Mapping[str, str]] = []
    empty = Recording(slug, seed, NAMES[:seats], options, (), ())
    played = _Game(empty)
    while len(orders) < turns and not played.finished:
        missing = played.chance.turn(played.turn).stream("recording", "missing")
        orders.append({seat: text for seat, text in played.plans().items() if not missing.percent(5)})
        played.run(orders[-1])
    return again(replace(empty, orders=tuple(orders)))


def replay(recording: Recording) -> Iterator[tuple[int, Mapping[str, str], Mapping[str, str]]]:
    """The turns of a recorded game run again: the turn, the fingerprints recorded, and those found now. Turn 0 is ``around``,
    and comes last."""
    played = _Game(recording)
    first = played.first()
    for number, (orders, before) in enumerate(zip(recording.orders, recording.fingerprints, strict=True), start=1):
        plans = fingerprint(*(f"{seat}\n{text}".encode() for seat, text in played.plans().items()))
        yield number, before, {**played.run(orders), "plans": plans}
    yield 0, recording.around, {"first": first, "ending": played.ending()}


def again(recording: Recording) -> Recording:
    """The recording with the fingerprints that are found now. The orders stay."""
    blank = replace(recording, fingerprints=tuple({} for _ in recording.orders))
    *turns, around = (found for _, _, found in replay(blank))
    return replace(recording, fingerprints=tuple(turns), around=around)


class _Game:
    """A recorded game as it is played."""

    def __init__(self, recording: Recording) -> None:
        self.rules: Ruleset[Any, Any] = ruleset(recording.slug)
        self.chance = Chance(recording.seed)
        self.world: Any = self.rules.setup(recording.options, [Signup(name) for name in recording.seats], self.chance)
        self.finished = False
        self._last: tuple[Any, tuple[Event, ...]] | None = None

    @property
    def turn(self) -> int:
        return self.rules.turn(self.world)

    def plans(self) -> Mapping[str, str]:
        """What computer players order, each at a level of its own."""
        seats = enumerate(self.rules.active(self.world))
        return {
            seat: self.rules.plan(self.rules.view(self.world, seat), self.chance, level=LEVELS[place % len(LEVELS)])
            for place, seat in seats
        }

    def first(self) -> str:
        """The fingerprint of what every seat and everybody reads before turn 1."""
        seats = self.rules.active(self.world)
        views = [self.rules.view(self.world, seat) for seat in seats]
        return fingerprint(
            *(render.to_json(self.rules.report(view, ())) for view in views), render.to_json(self.rules.public(views[0], ()))
        )

    def run(self, orders: Mapping[str, str]) -> Mapping[str, str]:
        """Plays one turn, and returns its fingerprints. Forecasts are those of one seat in four."""
        rules, world = self.rules, self.world
        sheets, verdicts, forecasts = {}, [], []
        for place, (seat, text) in enumerate(sorted(orders.items())):
            view = rules.view(world, seat)
            sheets[seat] = rules.read(text, view)
            verdicts.append(_plain(rules.check(sheets[seat], view)))
            if place % 4 == rules.turn(world) % 4:
                forecasts.append(render.to_json(rules.forecast(sheets[seat], view)))
        active = rules.active(world)
        outcome = rules.resolve(world, sheets, self.chance)
        reports = [render.to_json(rules.report(rules.view(outcome.world, seat), seen(outcome.events, seat))) for seat in active]
        common = [event for event in outcome.events if event.seen_by.issuperset(active)]
        public = rules.public(rules.view(outcome.world, next(iter(rules.active(outcome.world) or active))), common)
        self._last, self.world, self.finished = (world, outcome.events), outcome.world, outcome.finished
        return {
            "world": fingerprint(rules.dump(outcome.world)),
            "events": fingerprint(encoded(outcome.events)),
            "verdicts": fingerprint(*verdicts),
            "forecasts": fingerprint(*forecasts),
            "reports": fingerprint(*reports),
            "public": fingerprint(render.to_json(public)),
        }

    def ending(self) -> str:
        """The fingerprint of what everybody may read when the game is over: the open world, and the last turn's deeds."""
        assert self._last is not None
        before, events = self._last
        deeds = self.rules.deeds(before, self.world, events)
        return fingerprint(_plain(self.rules.uncovered(self.world)), *map(_plain, deeds))


def _plain(of: Any) -> bytes:
    """A dataclass as JSON: names of classes and the order of fields are no part of it."""
    return json.dumps(asdict(of), sort_keys=True, default=str, ensure_ascii=False).encode()
