"""Turns as jobs for workers: pure functions over bytes, without mail, clock or database.

Every job and result can be pickled. A job names its ruleset by slug or by ``module:NAME``, so that a new process can find it
by itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from postern import render
from postern.desk.settings.rulesets import rules_version, ruleset
from postern.game.chance import Chance
from postern.game.events import seen
from postern.game.orders import OrderSheet
from postern.game.report import following
from postern.game.ruleset import BrokenOrder, Level, Signup


@dataclass(frozen=True)
class SetupJob:
    """A game to be set up: its options, who sits there, its seed."""

    ruleset: str
    options: Mapping[str, Any]
    seats: tuple[Signup, ...]
    seed: str


@dataclass(frozen=True)
class TurnJob:
    """A turn to be run. ``texts``: seat → its orders, None where it missed the turn; ``computers`` plan their own, and for
    ``absent``, who will return, they stand in."""

    ruleset: str
    world: bytes
    seed: str
    texts: Mapping[str, str | None]
    computers: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()
    unread: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Seat → lines of its letters of which no order came, for its report."""
    levels: Mapping[str, Level] = field(default_factory=dict)
    """How well single computer players play; the others are ``normal``."""
    before: Mapping[str, bytes] = field(default_factory=dict)
    """Seat → its report of the turn before, where there is one: what its front page tells goes on in the next."""


@dataclass(frozen=True)
class TurnDone:
    """What came of it: the next world, the turn it awaits, the orders as they were resolved, a report for each seat."""

    world: bytes
    turn: int
    texts: Mapping[str, str | None]
    reports: Mapping[str, bytes]
    public: bytes
    """What all of them know alike, for observers."""
    finished: bool = False
    winners: tuple[str, ...] = ()
    eliminated: tuple[str, ...] = ()
    rules: str = ""
    """The version of the rules that ran it."""
    broken: tuple[BrokenOrder, ...] = ()
    """Orders that failed because the program raised on them."""


def set_up(job: SetupJob) -> TurnDone:
    """The world of turn 1 and each seat's first report. Raises what the ruleset raises."""
    rules = ruleset(job.ruleset)
    world = rules.setup(job.options, job.seats, Chance(job.seed))
    data = rules.dump(world)
    world = rules.load(data)
    reports = {seat.name: render.to_json(rules.report(rules.view(world, seat.name), ())) for seat in job.seats}
    public = render.to_json(rules.public(rules.view(world, job.seats[0].name), ()))
    return TurnDone(data, rules.turn(world), {}, reports, public, rules=rules_version(job.ruleset))


def run_turn(job: TurnJob) -> TurnDone:
    """Reads all orders on their seats' views, lets computers plan, resolves, and reports. Raises what the ruleset raises."""
    rules = ruleset(job.ruleset)
    world = rules.load(job.world)
    chance = Chance(job.seed)
    active = rules.active(world)
    texts: dict[str, str | None] = {}
    sheets: dict[str, OrderSheet] = {}
    for seat in active:
        view = rules.view(world, seat)
        if seat in job.computers or seat in job.absent:
            text: str | None = rules.plan(view, chance, standing_in=seat in job.absent, level=job.levels.get(seat, "normal"))
        else:
            text = job.texts.get(seat)
        texts[seat] = text
        if text is not None:
            sheets[seat] = rules.read(text, view)
    outcome = rules.resolve(world, sheets, chance)
    data = rules.dump(outcome.world)
    after = rules.load(data)
    told = tuple(job.texts) if outcome.finished else active
    reports = {
        seat: render.to_json(
            following(
                rules.report(rules.view(after, seat), seen(outcome.events, seat), job.unread.get(seat, ())),
                render.front_of(job.before[seat]) if seat in job.before else None,
            )
        )
        for seat in told
    }
    common = [event for event in outcome.events if event.seen_by.issuperset(active)]
    public = render.to_json(rules.public(rules.view(after, next(iter(active or told))), common))
    return TurnDone(
        data,
        rules.turn(after),
        texts,
        reports,
        public,
        outcome.finished,
        tuple(outcome.winners),
        tuple(outcome.eliminated),
        rules_version(job.ruleset),
        outcome.broken,
    )


def ensure_fits(job: SetupJob | TurnJob, done: TurnDone) -> None:
    """Raise ValueError where ``done`` is not what this job can have brought: another turn, seats, orders or rules.

    It takes no part of ``done`` for granted, and raises what the ruleset raises for a world that it cannot load.
    """
    rules = ruleset(job.ruleset)
    seats = {seat.name for seat in job.seats} if isinstance(job, SetupJob) else set(job.texts)
    before = 0 if isinstance(job, SetupJob) else rules.turn(rules.load(job.world))
    turn = rules.turn(rules.load(done.world))
    if done.turn != turn or not before < turn + done.finished or turn > before + 1:
        raise ValueError(f"it is of turn {done.turn}, with a world of turn {turn}, after turn {before}")
    if done.rules != rules_version(job.ruleset):
        raise ValueError(f"it is by rules {done.rules}")
    if foreign := {*done.texts, *done.reports, *done.winners, *done.eliminated} - seats:
        raise ValueError(f"seats of another game: {', '.join(sorted(foreign))}")
    told = seats if isinstance(job, SetupJob) else set(done.texts)
    if missing := told - set(done.reports):
        raise ValueError(f"no report for {', '.join(sorted(missing))}")
    if isinstance(job, TurnJob):
        played = {seat: text for seat, text in done.texts.items() if seat not in job.computers | job.absent}
        if changed := [seat for seat, text in played.items() if text != job.texts.get(seat)]:
            raise ValueError(f"other orders than those on file: {', '.join(changed)}")
    for report in (*done.reports.values(), done.public):
        render.from_json(report)


def sheets_json(texts: Mapping[str, str | None]) -> bytes:
    """The orders of a turn as they are kept on record."""
    return json.dumps(dict(texts), sort_keys=True, ensure_ascii=False).encode()


def sheets_from_json(data: bytes) -> dict[str, str | None]:
    """What ``sheets_json`` wrote."""
    return dict(json.loads(data))
