"""What the daemon knows of itself at one moment: its queues, its mailbox, its outgoing mail server."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from postern.post.condition import Condition


@dataclass(frozen=True)
class Queues:
    """How much waits, and for how many seconds the oldest has waited."""

    inbox: int
    inbox_oldest: float
    outbox: int
    outbox_overdue: float
    turn_overdue: float
    outbox_beyond: int = 0
    """How many letters wait for a moment later than the longest pause allows: the clock was ahead when they were put off."""


@dataclass(frozen=True)
class Crew:
    """The workers of a scheduler on another machine, as last seen."""

    scheduler: str
    fitting: int = 0
    """How many are of this version, and so are given work."""
    refused: tuple[str, ...] = ()
    """A sentence on each of the others."""
    fault: str = ""
    """Why the scheduler cannot be asked; "" when it answers."""
    since: datetime | None = None
    """Since when there is none that fits; None while there is one."""
    fallback: bool = False
    """Whether processes of the daemon's machine take over meanwhile."""


@dataclass(frozen=True)
class Facts:
    """What one heartbeat found. ``failing``: task → its last error, while it has not recovered."""

    at: datetime
    pid: int
    mailbox: Condition
    sending: Condition
    queues: Queues
    disk_free: int
    held_back: str = ""
    """Why letters are held back on purpose (a limit, or the server asked for patience); "" when they are not."""
    failing: dict[str, str] = field(default_factory=dict)
    brakes: int = 0
    """Brakes on answers that are on, and below addresses to which nothing is sent because letters come back."""
    paused: int = 0
    system: str = ""
    """Whose processes ``pid`` is one of (``stale_leases.system``)."""
    starting: bool = False
    """Whether it has only begun: nothing but the moment, process and disk is known yet."""
    crew: Crew | None = None
    """The workers of other machines; None where the settings name none."""
