"""Whether the daemon is well, judged by its last heartbeat, in words."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from postern.desk.documents.templates import count, sentence
from postern.desk.runtime.facts import Crew, Facts
from postern.desk.runtime.stale_leases import runs, system
from postern.desk.service.heartbeat import health_file
from postern.desk.timing.durations import spoken
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
        seen = f"it was last seen at work {spoken(max(now - facts.at, timedelta(seconds=1)))} ago"
        return [f"The daemon (process {facts.pid}) has ended; {seen}. Start it, and look at its log if nobody stopped it."]
    silent = abs(now - facts.at)
    if silent > _STALE:
        return [f"The daemon (process {facts.pid}) has not moved for {spoken(silent)}: restart it and look at its log."]
    if facts.starting:
        return []
    told = [
        *_link("mailbox", facts.mailbox, now),
        *_link("mail server for sending", facts.sending, now),
        *_crew(facts.crew, now),
        *(sentence(f'The task "{task}" fails and begins again; see the log: {why}') for task, why in facts.failing.items()),
    ]
    if facts.queues.inbox_oldest > _UNHANDLED.total_seconds():
        told.append(f"{_waiting(facts.queues.inbox)} to be handled, the oldest for {_long(facts.queues.inbox_oldest)}.")
    if facts.queues.outbox_overdue > _UNSENT.total_seconds() and not facts.held_back:
        told.append(f"{_waiting(facts.queues.outbox)} to be sent, the oldest for {_long(facts.queues.outbox_overdue)}.")
    if facts.queues.outbox_beyond:
        told.append(
            f"{_waiting(facts.queues.outbox_beyond)} to be sent for longer than the longest pause allows: the clock was set "
            "back. Restart the daemon if this stays so for some minutes."
        )
    if facts.queues.turn_overdue > _LATE.total_seconds():
        told.append(f"A turn is {_long(facts.queues.turn_overdue)} late.")
    if facts.disk_free < _ROOM:
        told.append(f"Only {facts.disk_free // 1_000_000} MB are free beside the database: make room.")
    return told


def summary(facts: Facts) -> str:
    """How it stands when all is well, as the rest of a sentence that begins with "The daemon is"."""
    if facts.starting:
        return f"starting (process {facts.pid}): ask again in a few seconds"
    mailbox = "its mailbox is read" if facts.mailbox.link is Link.UP else "it cannot reach its mailbox at this moment"
    waiting = {"handled": facts.queues.inbox, "sent": facts.queues.outbox}
    letters = " and ".join(f"{_waiting(letters)} to be {what}" for what, letters in waiting.items() if letters)
    held = f"; letters are held back: {facts.held_back}" if facts.held_back else ""
    return f"well: {mailbox}; {letters or 'no letters wait'}{held}"


def never(data: Path, error: Exception) -> str:
    """What to say when there is no heartbeat to read: for the OSError or ValueError that ``read_facts`` raised."""
    file = health_file(data)
    if isinstance(error, FileNotFoundError):
        return f"No daemon has run with these settings yet: it would tell in {file} how it is. Start one with: postern serve"
    if isinstance(error, OSError):
        return f"What the daemon says of itself cannot be read: {file}: {error.strerror}. Ask as the user that runs it."
    return f"What the daemon says of itself, in {file}, cannot be understood: {error}. Start it anew."


def _link(what: str, condition: Condition, now: datetime) -> list[str]:
    if condition.link is Link.REFUSED:
        return [f"The {what} refuses us: {condition.detail.rstrip('.')}. Look with: postern gm doctor"]
    if condition.link is Link.DOWN and now - condition.since > _DOWN:
        since = spoken(now - condition.since)
        return [f"The {what} has not been reached for {since}: {condition.detail.rstrip('.')}. Look with: postern gm doctor"]
    return []


def _crew(crew: Crew | None, now: datetime) -> list[str]:
    if crew is None:
        return []
    told = list(crew.refused)
    if crew.since is not None and now - crew.since > _DOWN:
        why = f" ({crew.fault})" if crew.fault else ""
        meanwhile = "local processes do their work" if crew.fallback else "turns and documents wait"
        gone = f"No worker of this version has been at {crew.scheduler} for {spoken(now - crew.since)}{why}"
        told.append(f"{gone}; {meanwhile}. Look with: postern gm doctor")
    return told


def _waiting(letters: int) -> str:
    return f"{count(letters, 'letter')} {'waits' if letters == 1 else 'wait'}"


def _long(seconds: float) -> str:
    return spoken(timedelta(seconds=seconds))
