"""Every table of Postern.

A letter's way: ``InboxLetter`` → (handled in one transaction) → ``SeatOrders``, ``Seat``, ``Held``, ``OutboxLetter``.
Letters, games, seats, runs of turns and what is held never get the number of one that was removed (``sqlite_autoincrement``):
their numbers stand in reply addresses and in the reasons of letters.

A turn's way: ``WorldState`` of turn N and ``SeatOrders`` of N → ``TurnRecord`` of N, ``SeatReport`` of N, ``WorldState``
of N + 1 and ``OutboxLetter`` drafts, in one transaction.

Whole letters and documents stand last in their tables: SQLite reads over them to reach a column that comes behind.
"""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, Index, Table, UniqueConstraint
from sqlmodel import Field, SQLModel

from postern.store.types import Moment, Packed, Sealed


def table(name: str) -> Table:
    """The table itself, for statements that need no objects: they run in half the time."""
    return SQLModel.metadata.tables[name]


class LetterState(StrEnum):
    """What became of a letter that came in."""

    NEW = "new"
    LATER = "later"
    """For a turn that has not come yet, since the desk was restored to an earlier state."""
    HANDLED = "handled"
    HELD = "held"
    FAILED = "failed"
    IGNORED = "ignored"


class OutState(StrEnum):
    """What becomes of a letter that goes out: a draft still needs its documents made."""

    DRAFT = "draft"
    WAITING = "waiting"
    SENT = "sent"
    GAVE_UP = "gave_up"
    VOID = "void"
    HELD = "held"
    """Kept back: a brake is on, or letters to this address come back. Goes out when that is over."""
    BOUNCED = "bounced"
    """Was sent, and came back for ever."""


class GameState(StrEnum):
    """Where a game stands. ``STARTING``: all seats are taken, the world is about to be made."""

    FORMING = "forming"
    STARTING = "starting"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    MOVED = "moved"
    """It goes on at another server; ``reason`` is its address."""


GOING_ON = (GameState.FORMING, GameState.STARTING, GameState.RUNNING, GameState.PAUSED)
"""The states of a game that is played here, or will be."""


class SeatState(StrEnum):
    """Where a seat stands: playing, out of the game by its rules, given up by its player, or left before the start."""

    PLAYING = "playing"
    OUT = "out"
    RESIGNED = "resigned"
    LEFT = "left"


class InboxLetter(SQLModel, table=True):
    """One letter as it came, raw, with what became of it and why."""

    __tablename__ = "inbox_letter"
    __table_args__ = (Index("ix_inbox_seat", "seat_id", "id"), {"sqlite_autoincrement": True})
    id: int = Field(default=None, primary_key=True)
    source_key: str = Field(unique=True)
    """Where it lay: mailbox, UIDVALIDITY and UID, or the Maildir's name for it."""
    sha256: str = Field(unique=True)
    """By which a copy of it is known (``postern.store.sameness``)."""
    message_id: str = ""
    complete: bool = True
    """False when only the header was fetched, because the letter is above the size limit."""
    arrived_at: datetime = Field(sa_type=Moment)
    stored_at: datetime = Field(sa_type=Moment)
    state: str = Field(default=LetterState.NEW, index=True)
    reason: str = ""
    address: str = ""
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    player_id: int | None = Field(default=None, foreign_key="player.id")
    """Who wrote it, where that is known."""
    handled_at: datetime | None = Field(default=None, sa_type=Moment)
    written_at: datetime | None = Field(default=None, sa_type=Moment)
    """When it says that it was written; None where it does not, or was handled before this was kept."""
    raw: bytes = Field(sa_type=Sealed)


class OutboxLetter(SQLModel, table=True):
    """One letter to be sent. Its Message-ID is fixed when the row is written, whatever happens afterwards."""

    __tablename__ = "outbox_letter"
    __table_args__ = (
        Index("ix_outbox_due", "state", "next_try", "priority"),
        Index("ix_outbox_recipient", "recipient", "created_at"),
        Index("ix_outbox_seat", "seat_id", "state"),
        Index("ix_outbox_sent", "sent_at"),
        {"sqlite_autoincrement": True},
    )
    id: int = Field(default=None, primary_key=True)
    message_id: str = Field(unique=True)
    dedupe_key: str = Field(unique=True)
    """Names the reason for this letter; a second letter for the same reason is not written."""
    kind: str
    recipient: str
    subject: str
    state: str = OutState.WAITING
    priority: int = 5
    attempts: int = 0
    next_try: datetime = Field(sa_type=Moment)
    last_error: str = ""
    told: bool = False
    """Whether the game masters know that it was given up."""
    owner: str = ""
    owner_until: datetime | None = Field(default=None, sa_type=Moment)
    game_id: int | None = Field(default=None, foreign_key="game.id", index=True)
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    turn: int | None = None
    created_at: datetime = Field(sa_type=Moment)
    sent_at: datetime | None = Field(default=None, sa_type=Moment)
    draft: bytes | None = Field(default=None, sa_type=Sealed)
    """What is needed to finish the letter: JSON of the desk's, with reports still to be drawn. A draft that has ``raw``, too,
    was refused for its size as it stands there."""
    raw: bytes | None = Field(default=None, sa_type=Sealed)
    bare: bytes | None = Field(default=None, sa_type=Sealed)
    """The lines of its texts, to be compared with what a reply quotes of them; None where ``raw`` has to do."""
    opening: int | None = Field(default=None, sa_type=BigInteger)
    """How its text begins, as a number that tells nothing else."""


class Player(SQLModel, table=True):
    """A person, known by the address that letters go to."""

    __tablename__ = "player"
    id: int = Field(default=None, primary_key=True)
    address: str = Field(unique=True)
    settings: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    """What of the desk's usual ways they changed for themselves."""
    former: list[Any] = Field(default_factory=list, sa_type=JSON)
    """Addresses that were theirs before, each with the moment in which they left it."""
    created_at: datetime = Field(sa_type=Moment)


class Game(SQLModel, table=True):
    """One game. ``config`` is the last good reading of its file, so that a bad edit of the file stops nothing."""

    __tablename__ = "game"
    __table_args__ = {"sqlite_autoincrement": True}
    id: int = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    ruleset: str
    title: str
    state: str = Field(default=GameState.FORMING, index=True)
    reason: str = ""
    """Why the game is paused, for players and game master."""
    practice: bool = False
    """One person's private game against computer players: in nobody's list, removed when its player has fallen silent."""
    config: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    seed: str
    turn: int = 0
    """The turn whose orders are awaited; 0 until the game has started."""
    version: int = 0
    """Counts every change of the world, so that what is kept in memory can tell that it is stale."""
    deadline: datetime | None = Field(default=None, sa_type=Moment)
    opened_at: datetime | None = Field(default=None, sa_type=Moment)
    """Since when the turn's orders are awaited."""
    reminded_at: datetime | None = Field(default=None, sa_type=Moment)
    """The newest moment of reminding that has been dealt with in this turn."""
    late_turn: int = 0
    """The newest turn that waits, or waited, for missing orders after its deadline."""
    early_at: datetime | None = Field(default=None, sa_type=Moment)
    """When the turn runs before its deadline because all are ready; None while somebody is awaited."""
    runner: str = ""
    runner_until: datetime | None = Field(default=None, sa_type=Moment)
    created_at: datetime = Field(sa_type=Moment)
    starts_at: datetime | None = Field(default=None, sa_type=Moment)
    """When a game that still gathers players begins, or gives them another week; None: when its seats are taken."""
    started_at: datetime | None = Field(default=None, sa_type=Moment)
    finished_at: datetime | None = Field(default=None, sa_type=Moment)


class Seat(SQLModel, table=True):
    """A position in a game. ``generation``: 1 at first, another number with each
    new holder or secret; tokens of an earlier one are no longer good."""

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("game_id", "name"), {"sqlite_autoincrement": True})
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    number: int
    name: str
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    generation: int = 1
    computer: bool = False
    state: str = SeatState.PLAYING
    wishes: dict[str, str] = Field(default_factory=dict, sa_type=JSON)
    ready_turn: int = 0
    """The turn for which its player said READY."""
    ready_asked: list[str] = Field(default_factory=list, sa_type=JSON)
    """What READY was asked about in this turn, as fingerprints: said again, it counts (``ready_checks``)."""
    missed: int = 0
    """Turns in a row without orders."""
    late_turn: int = 0
    """The newest turn whose deadline passed without its orders."""
    joined_at: datetime = Field(sa_type=Moment)
    """When its player took it: older press and orders are another's, and EXPORT and FORGET ME leave what is older alone."""


class SeatOrders(SQLModel, table=True):
    """The text of orders on file for a seat and a turn."""

    __tablename__ = "seat_orders"
    seat_id: int = Field(foreign_key="seat.id", primary_key=True)
    turn: int = Field(primary_key=True)
    text: str
    updated_at: datetime = Field(sa_type=Moment)


class FiledOrders(SQLModel, table=True):
    """The orders of a seat and a turn as they stood after a letter: what UNDO puts back. The newest that is not ``undone``
    stands now; only the last few of a turn are kept."""

    __tablename__ = "filed_orders"
    __table_args__ = (Index("ix_filed_orders_seat", "seat_id", "turn", "id"),)
    id: int = Field(default=None, primary_key=True)
    seat_id: int = Field(foreign_key="seat.id")
    turn: int
    text: str
    """Empty where no orders were on file."""
    unread: list[str] = Field(default_factory=list, sa_type=JSON)
    """Lines of the letters that made it of which no order came, for the report of the turn."""
    undone: bool = False
    """Whether UNDO took it back, so that REDO can bring it again."""
    filed_at: datetime = Field(sa_type=Moment)


class WorldState(SQLModel, table=True):
    """The world as it stood when the orders of ``turn`` were awaited. Worlds of old turns stay, for replay."""

    __tablename__ = "world_state"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    turn: int = Field(primary_key=True)
    data: bytes = Field(sa_type=Packed)


class Absence(SQLModel, table=True):
    """Days on which a seat's player is away. ``generation`` tells whose they were: a later player's seat has none of them."""

    __tablename__ = "absence"
    id: int = Field(default=None, primary_key=True)
    seat_id: int = Field(foreign_key="seat.id", index=True)
    generation: int
    first: date
    last: date
    moved: bool = False
    """Whether it moved a deadline: then its days stay spent though it is cancelled."""
    cancelled: bool = False
    created_at: datetime = Field(sa_type=Moment)


class TurnRecord(SQLModel, table=True):
    """One run of a turn. A rolled-back run stays on record, void."""

    __tablename__ = "turn_record"
    __table_args__ = (UniqueConstraint("game_id", "turn", "attempt"), {"sqlite_autoincrement": True})
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    turn: int
    attempt: int = 1
    void: bool = False
    seed: str
    sheets: bytes = Field(sa_type=Packed)
    """JSON: seat name → text of its orders, or null where it missed the turn."""
    unread: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    """Seat name → lines of its letters of the turn of which no order came, as its report lists them."""
    world_sha256: str
    rules: str = ""
    """The version of the rules that ran it (``rules_version`` of the desk); "" for turns of before this was noted."""
    ran_at: datetime = Field(sa_type=Moment)
    next_deadline: datetime | None = Field(default=None, sa_type=Moment)
    finished: bool = False


class Attendance(SQLModel, table=True):
    """Whether a player's orders of one run of a turn came ``in_time``, ``late`` (in the grace period), or were ``missed``."""

    __tablename__ = "attendance"
    turn_id: int = Field(foreign_key="turn_record.id", primary_key=True)
    seat_id: int = Field(foreign_key="seat.id", primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    kind: str


class Standby(SQLModel, table=True):
    """Somebody who would take over a seat: of one game, or (None) of any."""

    __tablename__ = "standby"
    id: int = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    game_id: int | None = Field(default=None, foreign_key="game.id", index=True)
    created_at: datetime = Field(sa_type=Moment)


class Observer(SQLModel, table=True):
    """Somebody who looks on at a game. Its number stands in the reply address by which the letters about it are ended."""

    __tablename__ = "observer"
    __table_args__ = {"sqlite_autoincrement": True}
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    created_at: datetime = Field(sa_type=Moment)


class PublicReport(SQLModel, table=True):
    """What everybody may know of one run of a turn, for those who look on, as the ruleset gave it (JSON, without dates)."""

    __tablename__ = "public_report"
    turn_id: int = Field(foreign_key="turn_record.id", primary_key=True)
    data: bytes = Field(sa_type=Packed)


class SeatReport(SQLModel, table=True):
    """One seat's report of one run of a turn, as the ruleset gave it (JSON, without dates)."""

    __tablename__ = "seat_report"
    turn_id: int = Field(foreign_key="turn_record.id", primary_key=True)
    seat_id: int = Field(foreign_key="seat.id", primary_key=True)
    data: bytes = Field(sa_type=Packed)


class Press(SQLModel, table=True):
    """A message among players, as the desk passed it on."""

    __tablename__ = "press"
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    turn: int
    seat_id: int = Field(foreign_key="seat.id")
    recipients: list[str] = Field(default_factory=list, sa_type=JSON)
    anonymous: bool = False
    public: bool = False
    """Whether it went to everybody."""
    text: str
    created_at: datetime = Field(sa_type=Moment)
    delivered_at: datetime | None = Field(default=None, sa_type=Moment)
    """None while it is held until the turn has run."""


class PressCopy(SQLModel, table=True):
    """One reader's copy of press. Its number is the reply address by which the writer is answered, unseen."""

    __tablename__ = "press_copy"
    __table_args__ = {"sqlite_autoincrement": True}
    id: int = Field(default=None, primary_key=True)
    press_id: int = Field(foreign_key="press.id", index=True)
    seat_id: int = Field(foreign_key="seat.id", index=True)
    generation: int
    """That of the reader's seat: with a new secret the reply address is worth nothing."""
    veiled: bool = False
    """Whether it answers press that the reader wrote without a name: then so does what the reader replies."""
    muted: bool = False
    """Kept for the reader to look up, but not mailed."""


class PressWall(SQLModel, table=True):
    """What a player put between their seat and a writer of press (``other_id`` None: all who give no name)."""

    __tablename__ = "press_wall"
    id: int = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    seat_id: int = Field(foreign_key="seat.id", index=True)
    other_id: int | None = Field(default=None, foreign_key="seat.id")
    blocks: bool = False
    """Whether press is thrown away; else it is kept for looking up."""


class Held(SQLModel, table=True):
    """Something that waits for a reply to a confirmation letter: orders, or a wish to join."""

    __tablename__ = "held"
    __table_args__ = {"sqlite_autoincrement": True}
    id: int = Field(default=None, primary_key=True)
    kind: str
    address: str = Field(index=True)
    game_id: int | None = Field(default=None, foreign_key="game.id")
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    inbox_id: int | None = Field(default=None, foreign_key="inbox_letter.id")
    data: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    state: str = "waiting"
    """waiting, confirmed, or replaced by a later one."""
    created_at: datetime = Field(sa_type=Moment)


class Credential(SQLModel, table=True):
    """Another way than its token in which a seat's player is known: a password or an OpenPGP key.

    It belongs to one ``generation`` of the seat: a new secret, or a new player, and it is worth nothing.
    """

    __tablename__ = "credential"
    seat_id: int = Field(foreign_key="seat.id", primary_key=True)
    kind: str = Field(primary_key=True)
    """password or pgp."""
    generation: int
    data: str
    """The password's Argon2id hash, or the armored public key."""
    created_at: datetime = Field(sa_type=Moment)
    failures: int = 0
    """Wrong tries since ``failed_since``."""
    failed_since: datetime | None = Field(default=None, sa_type=Moment)


class UsedProof(SQLModel, table=True):
    """What a signed letter was known by, and the letter: sent again in another wrapping, it proves nothing more."""

    __tablename__ = "used_proof"
    proof: str = Field(primary_key=True)
    inbox_id: int = Field(foreign_key="inbox_letter.id")
    used_at: datetime = Field(sa_type=Moment, index=True)


class Greeting(SQLModel, table=True):
    """When an unknown address was last answered, so that it is at most once a day."""

    __tablename__ = "greeting"
    address: str = Field(primary_key=True)
    last_at: datetime = Field(sa_type=Moment)


class Proposal(SQLModel, table=True):
    """Something that the players of a game vote on."""

    __tablename__ = "proposal"
    __table_args__ = (UniqueConstraint("game_id", "number"), Index("ix_proposal_open", "state", "closes_at"))
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    number: int
    seat_id: int = Field(foreign_key="seat.id")
    """Who proposed it."""
    kind: str
    detail: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    opened_at: datetime = Field(sa_type=Moment)
    closes_at: datetime = Field(sa_type=Moment)
    state: str = "open"
    """open, passed, failed, or void: the game ended before."""


class Ballot(SQLModel, table=True):
    """One seat's vote; a later one takes its place."""

    __tablename__ = "ballot"
    proposal_id: int = Field(foreign_key="proposal.id", primary_key=True)
    seat_id: int = Field(foreign_key="seat.id", primary_key=True)
    yes: bool
    cast_at: datetime = Field(sa_type=Moment)


class GameMaster(SQLModel, table=True):
    """A game master who writes letters. Those of the settings file look after every game, others after ``games``."""

    __tablename__ = "game_master"
    id: int = Field(default=None, primary_key=True)
    address: str = Field(unique=True)
    games: list[str] = Field(default_factory=list, sa_type=JSON)
    generation: int = 1
    """Raised to make the tokens given out so far useless."""


class Brake(SQLModel, table=True):
    """Answers to an address ("" for the whole server) are held back until then, because a machine seems to answer ours.

    A row stays when its brake is off again, so that one put on soon afterwards lasts longer.
    """

    __tablename__ = "brake"
    address: str = Field(primary_key=True)
    kind: str
    """exchange, server, or machine: then only answers to letters that look automatic are held back."""
    reason: str
    on: bool = Field(default=True, index=True)
    times: int = 1
    since: datetime = Field(sa_type=Moment)
    until: datetime = Field(sa_type=Moment)


class Trouble(SQLModel, table=True):
    """An address from which our letters come back. ``paused_at``: since when letters to it are kept instead of sent."""

    __tablename__ = "trouble"
    address: str = Field(primary_key=True)
    hard: int = 0
    first_at: datetime = Field(sa_type=Moment)
    last_at: datetime = Field(sa_type=Moment)
    last_error: str = ""
    paused_at: datetime | None = Field(default=None, sa_type=Moment)
    told_at: datetime | None = Field(default=None, sa_type=Moment)
    """When its player was last told of it at another address."""


class Journal(SQLModel, table=True):
    """What game masters and the desk itself did to games, for whoever asks later."""

    __tablename__ = "journal"
    id: int = Field(default=None, primary_key=True)
    at: datetime = Field(sa_type=Moment)
    actor: str
    game_id: int | None = Field(default=None, foreign_key="game.id", index=True)
    action: str
    detail: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)


class SealedBy(SQLModel, table=True):
    """The fingerprint of the secret that the letters are sealed with: one row."""

    __tablename__ = "sealed_by"
    fingerprint: str = Field(primary_key=True)
