"""A recorded game, and playing it again.

The games of ``whole/`` are long: beside their orders lie their worlds after every so many turns, so that a stretch of one can
be played alone.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from postern import render
from postern.desk.settings.rulesets import ruleset
from postern.game.chance import Chance
from postern.game.events import Event, seen
from postern.game.ruleset import LEVELS, Ruleset, Signup

FOLDER = Path(__file__).parent
WHOLE = FOLDER / "whole"
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
    every: int = 0
    """After each so many turns the world is kept; 0 where none is."""


@dataclass(frozen=True)
class Stretch:
    """Turns of a recorded game that are played again by themselves, as a game of the kit's tests (``slug``)."""

    path: Path
    slug: str
    first: int
    last: int

    def __str__(self) -> str:
        """The name of the recording, and the turns."""
        return f"{name_of(self.path)}-turns-{self.first}-{self.last}"


def stored() -> list[Path]:
    return sorted(FOLDER.glob("*.json.gz"))


def whole() -> list[Path]:
    """The long games, of which worlds are kept, too."""
    return sorted(WHOLE.glob("*.json.gz"))


def name_of(path: Path) -> str:
    """The name of a recording, as commands and tests give it."""
    return path.name.removesuffix(".json.gz")


def stretches() -> Iterator[Stretch]:
    """All recorded games, cut where a world is kept."""
    for path in (*stored(), *whole()):
        recording = load(path)
        turns = len(recording.orders)
        for first in range(1, turns + 1, recording.every or turns):
            yield Stretch(path, recording.slug, first, min(first + (recording.every or turns) - 1, turns))


def load(path: Path) -> Recording:
    found = json.loads(gzip.decompress(path.read_bytes()))
    return Recording(**{**found, **{name: tuple(found[name]) for name in ("seats", "orders", "fingerprints")}})


def save(path: Path, recording: Recording, worlds: Sequence[str]) -> None:
    data = json.dumps(recording.__dict__, indent=0, sort_keys=True).encode()
    path.write_bytes(gzip.compress(data, mtime=0))
    if recording.every:
        _beside(path).write_bytes(lzma.compress(json.dumps(worlds).encode()))


def worlds(path: Path) -> Sequence[str]:
    """The worlds kept of a long game, as JSON, the first after ``every`` turns."""
    found: Sequence[str] = json.loads(lzma.decompress(_beside(path).read_bytes()))
    return found


def _beside(path: Path) -> Path:
    return path.with_name(f"{name_of(path)}.worlds.xz")


def fingerprint(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def encoded(events: tuple[Event, ...]) -> bytes:
    plain = [(one.kind, one.step, sorted(one.seen_by), one.data) for one in events]
    return json.dumps(plain, default=str, ensure_ascii=False).encode()


def record(recording: Recording, turns: int = 0) -> tuple[Recording, Sequence[str]]:
    """The recording with the fingerprints that are found now, and the worlds to keep. Its orders stay; where it has none, it
    becomes a game of so many turns by computer players of all levels, with silent seats now and then."""
    given: list[Mapping[str, str]] = []
    prints: list[Mapping[str, str]] = []
    kept: list[str] = []
    played = _Game(recording)
    first = played.first()
    for number in range(len(recording.orders) or turns):
        if recording.every and number and number % recording.every == 0:
            kept.append(played.kept())
        missing = played.chance.turn(played.turn).stream("recording", "missing")
        plans = played.plans()
        heard = {seat: text for seat, text in plans.items() if not missing.percent(5)}
        given.append(recording.orders[number] if recording.orders else heard)
        prints.append({**played.run(given[-1]), "plans": _planned(plans)})
        if played.finished:
            break
    around = {"first": first, "ending": played.ending()}
    return replace(recording, orders=tuple(given), fingerprints=tuple(prints), around=around), kept


def replay(stretch: Stretch) -> Iterator[tuple[int, Mapping[str, str], Mapping[str, str]]]:
    """The turns of a stretch played again: the turn, the fingerprints recorded, and those found now. Turn 0 is what stands
    before the game and behind it, as far as the stretch has either; it comes last."""
    recording, first, last = load(stretch.path), stretch.first, stretch.last
    played = _Game(recording, worlds(stretch.path)[(first - 1) // recording.every - 1] if first > 1 else "")
    around = {"first": played.first()} if first == 1 else {}
    for number in range(first, last + 1):
        plans = _planned(played.plans())
        yield number, recording.fingerprints[number - 1], {**played.run(recording.orders[number - 1]), "plans": plans}
    if last == len(recording.orders):
        around["ending"] = played.ending()
    yield 0, {name: recording.around[name] for name in around}, around


def _planned(plans: Mapping[str, str]) -> str:
    return fingerprint(*(f"{seat}\n{text}".encode() for seat, text in plans.items()))


class _Game:
    """A recorded game as it is played."""

    def __init__(self, recording: Recording, world: str = "") -> None:
        self.rules: Ruleset[Any, Any] = ruleset(recording.slug)
        self.chance = Chance(recording.seed)
        signups = [Signup(name) for name in recording.seats]
        self.world: Any = (
            self.rules.load(world.encode()) if world else self.rules.setup(recording.options, signups, self.chance)
        )
        self.finished = False
        self._last: tuple[Any, tuple[Event, ...]] | None = None

    @property
    def turn(self) -> int:
        return self.rules.turn(self.world)

    def kept(self) -> str:
        """The world, as JSON. The game goes on from that, as a stretch that begins here does."""
        data = self.rules.dump(self.world)
        self.world = self.rules.load(data)
        return data.decode()

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
