"""Whether the daemon is well, judged by its last look at itself, in words."""

from __future__ import annotations

from datetime import datetime, timedelta

from postern.desk.abandoned import runs, system
from postern.desk.durations import spoken
from postern.desk.pulse import Facts
from postern.post.condition import Condition, Link

_STALE = timedelta(seconds=60)
_DOWN = timedelta(minutes=10)
_UNHANDLED = timedelta(minutes=5)
_UNSENT = timedelta(hours=1)
_LATE = timedelta(minutes=15)
_ROOM = 100_000_000


def complaints(facts: Facts, now: datetime) -> list[str]:
    """What is wrong, one sentence each with what to do; empty when all is well."""
    if facts.system and facts.system == system() and not runs(facts.pid):
        return [f"The daemon (process {facts.pid}) has ended: start it, and look at its log if nobody stopped it."]
    silent = abs(now - facts.at)
    if silent > _STALE:
        return [f"The daemon (process {facts.pid}) has not moved for {spoken(silent)}: restart it and look at its log."]
    told = [
        *_link("mailbox", facts.mailbox, now),
        *_link("way out (SMTP)", facts.sending, now),
        *(f'The task "{task}" fails and begins again: {error}' for task, error in facts.failing.items()),
    ]
    if facts.queues.inbox_oldest > _UNHANDLED.total_seconds():
        told.append(f"{facts.queues.inbox} letters wait to be handled, the oldest for {_long(facts.queues.inbox_oldest)}.")
    if facts.queues.outbox_overdue > _UNSENT.total_seconds() and not facts.held_back:
        told.append(f"{facts.queues.outbox} letters wait to be sent, the oldest for {_long(facts.queues.outbox_overdue)}.")
    if facts.queues.turn_overdue > _LATE.total_seconds():
        told.append(f"A turn is {_long(facts.queues.turn_overdue)} late.")
    if facts.disk_free < _ROOM:
        told.append(f"Only {facts.disk_free // 1_000_000} MB are free beside the database: make room.")
    return told


def summary(facts: Facts) -> str:
    """One line for when all is well."""
    line = f"Well: mailbox {facts.mailbox.link}, {facts.queues.inbox} letters in and {facts.queues.outbox} out waiting."
    return f"{line} Letters are held back: {facts.held_back}." if facts.held_back else line


def _link(what: str, condition: Condition, now: datetime) -> list[str]:
    if condition.link is Link.REFUSED:
        return [f"The {what} refuses us: {condition.detail}. Look with: postern gm doctor"]
    if condition.link is Link.DOWN and now - condition.since > _DOWN:
        return [f"The {what} has not been reached for {spoken(now - condition.since)}: {condition.detail}"]
    return []


def _long(seconds: float) -> str:
    return spoken(timedelta(seconds=seconds))
