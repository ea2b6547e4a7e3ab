"""Letters that go out: written once for each reason, leased to one sender at a time, tried again, given up loudly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from functools import cache
from importlib import import_module

import sqlalchemy
from sqlalchemy import Executable, and_, bindparam, case, or_
from sqlalchemy.orm import defer
from sqlmodel import Session, col, func, select, update

from postern.store.tables import Game, GameState, OutboxLetter, OutState, table

_OUTBOX, _GAME = table(OutboxLetter.__tablename__), table(Game.__tablename__)
_WRITTEN = sqlalchemy.select(_OUTBOX.c.id).where(_OUTBOX.c.dedupe_key == bindparam("reason"))
_UNCLAIMED = (_OUTBOX.c.state.in_((OutState.DRAFT, OutState.WAITING)), _OUTBOX.c.owner == "")
_WAITING = sqlalchemy.select(_OUTBOX.c.id, _OUTBOX.c.dedupe_key).where(*_UNCLAIMED, _OUTBOX.c.kind != "answer")
_WAITING_OF_SEAT = _WAITING.where(_OUTBOX.c.seat_id == bindparam("seat"))
_WAITING_OF_NONE = _WAITING.where(_OUTBOX.c.seat_id.is_(None))


@dataclass(frozen=True, slots=True)
class NewOutboxLetter:
    """A letter for the outbox: what of an ``OutboxLetter`` is given when it is written."""

    message_id: str
    dedupe_key: str
    kind: str
    recipient: str
    subject: str
    next_try: datetime
    created_at: datetime
    state: OutState = OutState.WAITING
    priority: int = 5
    game_id: int | None = None
    seat_id: int | None = None
    turn: int | None = None
    draft: bytes | None = None
    raw: bytes | None = None
    bare: bytes | None = None
    opening: int | None = None


_FIELDS = [field.name for field in fields(NewOutboxLetter)]
_UNTOUCHED = {"attempts": 0, "last_error": "", "told": False, "owner": ""}


def write(session: Session, letter: NewOutboxLetter) -> bool:
    """Puts the letter into the outbox unless one for the same reason (``dedupe_key``) is there. True when it is new."""
    connection = session.connection()
    row = {name: getattr(letter, name) for name in _FIELDS}
    return connection.execute(_insert_new(connection.dialect.name), row).rowcount == 1


@cache
def _insert_new(kind: str) -> Executable:
    """Writes a row unless there is one for its reason, in the words of this kind of database."""
    dialect = import_module(f"sqlalchemy.dialects.{kind}")
    statement = dialect.insert(_OUTBOX).values(_UNTOUCHED).inline().on_conflict_do_nothing(index_elements=["dedupe_key"])
    written: Executable = statement.execution_options(preserve_rowcount=True)
    return written


def is_written(session: Session, reason: str) -> bool:
    """Whether a letter for this reason is or was in the outbox."""
    return session.connection().execute(_WRITTEN, {"reason": reason}).first() is not None


def stuck(session: Session, since: datetime) -> int:
    """How many letters written before this moment have not been sent, nor given up."""
    waiting = select(func.count()).where(
        col(OutboxLetter.state).in_((OutState.WAITING, OutState.DRAFT)), col(OutboxLetter.created_at) < since
    )
    return session.exec(waiting).one()


def claim(
    session: Session,
    state: OutState,
    owner: str,
    now: datetime,
    lease: timedelta,
    limit: int,
    *,
    kinds: Sequence[str] = (),
    other_kinds: bool = False,
    least_tried_first: bool = False,
) -> list[OutboxLetter]:
    """Takes up to ``limit`` letters in this state that are due and nobody's, most urgent first, for ``lease``.

    With ``kinds`` only those of these kinds, or with ``other_kinds`` only those of all others. With ``least_tried_first``
    those with the fewest attempts come before the urgent ones.
    """
    order = [col(OutboxLetter.attempts)] if least_tried_first else []
    free = (
        select(OutboxLetter)
        .where(
            OutboxLetter.state == state,
            col(OutboxLetter.next_try) <= now,
            or_(col(OutboxLetter.owner) == "", col(OutboxLetter.owner_until) < now),
        )
        .order_by(*order, col(OutboxLetter.priority), col(OutboxLetter.id))
        .limit(limit)
    )
    if kinds:
        free = free.where(col(OutboxLetter.kind).not_in(kinds) if other_kinds else col(OutboxLetter.kind).in_(kinds))
    letters = list(session.exec(free))
    if letters:
        session.exec(
            update(OutboxLetter)
            .where(col(OutboxLetter.id).in_([letter.id for letter in letters]))
            .values(owner=owner, owner_until=now + lease)
        )
    return letters


def finish_draft(
    session: Session, letter_id: int, owner: str, raw: bytes, bare: bytes | None = None, opening: int | None = None
) -> bool:
    """The draft's documents are made: from now on it waits to be sent. False when it is no longer this owner's.

    What it was made of stays, for ``lighten``.
    """
    return _change(
        session, letter_id, owner, OutState.DRAFT, state=OutState.WAITING, raw=raw, bare=bare, opening=opening, attempts=0
    )


def lighten(session: Session, letter_id: int, error: str, now: datetime) -> bool:
    """The letter was refused for its size: it is a draft again, to be made anew with fewer documents than it has now. False
    where it was made without any, or is no longer on record whole."""
    changed = session.exec(
        update(OutboxLetter)
        .where(
            col(OutboxLetter.id) == letter_id,
            col(OutboxLetter.state).in_((OutState.WAITING, OutState.SENT)),
            col(OutboxLetter.draft).is_not(None),
            col(OutboxLetter.raw).is_not(None),
        )
        .values(state=OutState.DRAFT, owner="", owner_until=None, last_error=error[:500], next_try=now, attempts=0)
    ).rowcount
    return changed == 1


def mark_sent(session: Session, ids: Sequence[int], owner: str, now: datetime) -> None:
    """These letters have been handed over."""
    session.exec(
        update(OutboxLetter)
        .where(col(OutboxLetter.id).in_(list(ids)), col(OutboxLetter.owner) == owner)
        .values(state=OutState.SENT, sent_at=now, owner="", owner_until=None, last_error="")
    )


def postpone(session: Session, letter_id: int, owner: str, error: str, next_try: datetime) -> None:
    """An attempt failed; the letter is tried again at ``next_try``."""
    session.exec(
        update(OutboxLetter)
        .where(col(OutboxLetter.id) == letter_id, col(OutboxLetter.owner) == owner)
        .values(
            attempts=col(OutboxLetter.attempts) + 1,
            last_error=error[:500],
            next_try=next_try,
            owner="",
            owner_until=None,
        )
    )


def put_back(session: Session, ids: Sequence[int], owner: str) -> None:
    """These letters were claimed and not tried: they are nobody's again."""
    session.exec(
        update(OutboxLetter)
        .where(col(OutboxLetter.id).in_(list(ids)), col(OutboxLetter.owner) == owner)
        .values(owner="", owner_until=None)
    )


def hasten(session: Session, now: datetime, *, untried: bool = False, unless: str = "") -> int:
    """Lets every letter that waits for its next try, ``untried`` also for its first, be tried at once; those not of whose last
    error ``unless`` is the beginning. Returns how many."""
    query = update(OutboxLetter).where(
        col(OutboxLetter.state).in_((OutState.DRAFT, OutState.WAITING)),
        col(OutboxLetter.next_try) > now,
        col(OutboxLetter.attempts) >= (0 if untried else 1),
    )
    if unless:
        query = query.where(~col(OutboxLetter.last_error).startswith(unless, autoescape=True))
    return session.exec(query.values(next_try=now)).rowcount


def recall(session: Session, latest: datetime, now: datetime) -> int:
    """Lets letters be tried at once whose next try is later than ``latest``: a clock that was wrong put it there."""
    waits = col(OutboxLetter.state).in_((OutState.DRAFT, OutState.WAITING))
    query = update(OutboxLetter).where(waits, col(OutboxLetter.next_try) > latest)
    return session.exec(query.values(next_try=now)).rowcount


def count_beyond(session: Session, latest: datetime) -> int:
    """How many letters and drafts wait for a moment later than ``latest``."""
    waits = col(OutboxLetter.state).in_((OutState.DRAFT, OutState.WAITING))
    query = select(func.count()).select_from(OutboxLetter).where(waits, col(OutboxLetter.next_try) > latest)
    return session.exec(query).one()


def give_up(session: Session, letter_id: int, owner: str, error: str) -> bool:
    """No further attempt is made. False when the letter is no longer this owner's."""
    letter = session.get(OutboxLetter, letter_id)
    state = OutState(letter.state) if letter is not None else OutState.WAITING
    return _change(session, letter_id, owner, state, state=OutState.GAVE_UP, last_error=error[:500])


def untold(session: Session) -> list[OutboxLetter]:
    """What was given up and the game masters do not know of yet, oldest first; their own letters apart."""
    lost = select(OutboxLetter).where(
        OutboxLetter.state == OutState.GAVE_UP, col(OutboxLetter.told).is_(False), OutboxLetter.kind != "master"
    )
    return list(session.exec(lost.order_by(col(OutboxLetter.id))))


def release(session: Session, owner: str) -> int:
    """Frees everything that this owner holds, because it is gone or stopping. Returns how many letters."""
    return session.exec(
        update(OutboxLetter).where(col(OutboxLetter.owner) == owner).values(owner="", owner_until=None)
    ).rowcount


def owners(session: Session) -> list[str]:
    """Everybody who holds a letter now."""
    held = col(OutboxLetter.state).in_((OutState.DRAFT, OutState.WAITING)), OutboxLetter.owner != ""
    return list(session.exec(select(OutboxLetter.owner).where(*held).distinct()))


def next_due(session: Session) -> datetime | None:
    """When the next letter (or draft) is to be tried; None when none waits."""
    return session.exec(
        select(func.min(OutboxLetter.next_try)).where(col(OutboxLetter.state).in_((OutState.DRAFT, OutState.WAITING)))
    ).one()


def used_since(session: Session, since: datetime, now: datetime) -> int:
    """How many letters were sent since then, or are being sent at this moment by anybody."""
    sent = select(func.count()).select_from(OutboxLetter)
    sent = sent.where(col(OutboxLetter.sent_at) > since, col(OutboxLetter.sent_at) <= now)
    under_way = (OutboxLetter.state == OutState.WAITING, OutboxLetter.owner != "", col(OutboxLetter.owner_until) >= now)
    return session.exec(sent).one() + session.exec(select(func.count()).select_from(OutboxLetter).where(*under_way)).one()


def due_and_free(session: Session, now: datetime) -> tuple[int, datetime | None]:
    """How many letters are due and nobody's, and since when the oldest of them is."""
    free = or_(col(OutboxLetter.owner) == "", col(OutboxLetter.owner_until) < now)
    return session.exec(
        select(func.count(), func.min(OutboxLetter.next_try)).where(
            OutboxLetter.state == OutState.WAITING, col(OutboxLetter.next_try) <= now, free
        )
    ).one()


def count_waiting(session: Session) -> int:
    """How many letters and drafts wait to be sent, due or not."""
    waiting = col(OutboxLetter.state).in_((OutState.DRAFT, OutState.WAITING))
    return session.exec(select(func.count()).select_from(OutboxLetter).where(waiting)).one()


def any_unsent(session: Session, game_id: int) -> bool:
    """Whether a letter of this game is still to be sent."""
    waits = col(OutboxLetter.state).in_((OutState.DRAFT, OutState.WAITING))
    return session.exec(select(OutboxLetter.id).where(OutboxLetter.game_id == game_id, waits).limit(1)).first() is not None


def void_unsent(session: Session, game_id: int, turn: int, kinds: Sequence[str]) -> int:
    """Withdraws unsent letters of these kinds about this turn of the game or later ones. Returns how many."""
    return session.exec(
        update(OutboxLetter)
        .where(
            col(OutboxLetter.game_id) == game_id,
            col(OutboxLetter.turn) >= turn,
            col(OutboxLetter.kind).in_(list(kinds)),
            col(OutboxLetter.state).in_((OutState.DRAFT, OutState.WAITING, OutState.HELD)),
        )
        .values(state=OutState.VOID)
    ).rowcount


def not_arrived(session: Session, recipient: str, kind: str, since: datetime | None) -> list[str]:
    """The reasons of letters of this kind to this address that have not gone out, or since then came back."""
    waiting = col(OutboxLetter.state).in_((OutState.DRAFT, OutState.WAITING, OutState.HELD))
    lost = col(OutboxLetter.state).in_((OutState.BOUNCED, OutState.GAVE_UP))
    missed = waiting if since is None else waiting | (lost & (col(OutboxLetter.created_at) >= since))
    query = select(OutboxLetter.dedupe_key).where(OutboxLetter.recipient == recipient, OutboxLetter.kind == kind, missed)
    return list(session.exec(query))


def void_to(session: Session, recipient: str) -> int:
    """Withdraws everything that has not gone out to this address. Returns how many letters."""
    settled = (OutState.SENT, OutState.GAVE_UP, OutState.VOID)
    return session.exec(
        update(OutboxLetter)
        .where(col(OutboxLetter.recipient) == recipient, col(OutboxLetter.state).not_in(settled))
        .values(state=OutState.VOID)
    ).rowcount


def bring_forward(session: Session, recipient: str, reason: str, now: datetime) -> None:
    """Let letters to this address for reasons like this one, which were to wait for a later moment, go out now."""
    theirs = col(OutboxLetter.recipient) == recipient, col(OutboxLetter.dedupe_key).startswith(f"{reason}/")
    session.exec(update(OutboxLetter).where(*theirs, *_UNCLAIMED, col(OutboxLetter.next_try) > now).values(next_try=now))


def supersede(session: Session, seat_id: int | None, *reasons: str) -> int:
    """Withdraws what waits for this seat (None: for nobody's) for one of the like reasons (``deadline_moved``), because
    something newer is written.

    What somebody is just sending or finishing goes out all the same, and so does every answer. Returns how many letters.
    """
    # First a look, which hardly ever finds anything: each letter of orders asks this.
    session.flush()
    waiting = session.connection().execute(_WAITING_OF_NONE if seat_id is None else _WAITING_OF_SEAT, {"seat": seat_id})
    begins = tuple(f"{reason}/" for reason in reasons)
    stale = [letter_id for letter_id, key in waiting if key.startswith(begins)]
    if not stale:
        return 0
    return session.exec(
        update(OutboxLetter).where(col(OutboxLetter.id).in_(stale), *_UNCLAIMED).values(state=OutState.VOID)
    ).rowcount


def forget_reason(session: Session, reason: str) -> None:
    """Lets a letter be written for this reason once more; those written keep their place under another name."""
    for letter in session.exec(select(OutboxLetter).where(col(OutboxLetter.dedupe_key).startswith(reason))):
        if letter.dedupe_key == reason or letter.dedupe_key.startswith(f"{reason}/"):
            letter.dedupe_key = f"earlier/{letter.id}/{letter.dedupe_key}"
            session.add(letter)
    session.flush()


def written_between(session: Session, recipient: str, kind: str, since: datetime, now: datetime) -> int:
    """How many letters of this kind were written to this address from then to now, whatever stands behind a + in it: that is
    one mailbox, and anybody may make up as many as they like."""
    local, _, domain = recipient.rpartition("@")
    plain = local.partition("+")[0]
    tagged = and_(
        col(OutboxLetter.recipient).startswith(f"{plain}+", autoescape=True),
        col(OutboxLetter.recipient).endswith(f"@{domain}", autoescape=True),
    )
    # No index finds what begins alike; so only what is newer than the last letter before then is looked at.
    before = select(OutboxLetter.id).where(col(OutboxLetter.created_at) < since).order_by(col(OutboxLetter.id).desc()).limit(1)
    return session.exec(
        select(func.count())
        .select_from(OutboxLetter)
        .where(
            col(OutboxLetter.id) > func.coalesce(before.scalar_subquery(), 0),
            or_(col(OutboxLetter.recipient).in_((recipient, f"{plain}@{domain}")), tagged),
            OutboxLetter.kind == kind,
            col(OutboxLetter.created_at).between(since, now),
        )
    ).one()


def written_to_nobody(session: Session, kind: str, since: datetime, now: datetime) -> int:
    """How many letters of this kind that are about no seat were written from then to now."""
    before = select(OutboxLetter.id).where(col(OutboxLetter.created_at) < since).order_by(col(OutboxLetter.id).desc()).limit(1)
    return session.exec(
        select(func.count())
        .select_from(OutboxLetter)
        .where(
            col(OutboxLetter.id) > func.coalesce(before.scalar_subquery(), 0),
            OutboxLetter.kind == kind,
            col(OutboxLetter.seat_id).is_(None),
            col(OutboxLetter.created_at).between(since, now),
        )
    ).one()


@dataclass(frozen=True, slots=True)
class Written:
    """A letter that was written, to be compared with a reply: the rules of its game ("" where it is of none), how it begins and
    its lines, as far as they are kept."""

    message_id: str
    rules: str
    opening: int | None
    bare: bytes | None = None


_RULES = sqlalchemy.select(_OUTBOX.c.message_id, func.coalesce(_GAME.c.ruleset, ""), _OUTBOX.c.opening).select_from(
    _OUTBOX.outerjoin(_GAME, _OUTBOX.c.game_id == _GAME.c.id)
)
_BY_ID = _RULES.where(_OUTBOX.c.message_id.in_(bindparam("ids", expanding=True)))
_BARE_BY_ID = _BY_ID.add_columns(_OUTBOX.c.bare)
_LATEST = (
    _RULES.where(_OUTBOX.c.recipient == bindparam("recipient"), _OUTBOX.c.raw.is_not(None))
    .order_by(_OUTBOX.c.created_at.desc(), _OUTBOX.c.id.desc())
    .limit(bindparam("most"))
)
_LATEST_ABOUT = _LATEST.where(_OUTBOX.c.subject == bindparam("subject"))


def written(session: Session, message_ids: Sequence[str], *, whole: bool) -> list[Written]:
    """Return the letters with these Message-IDs in their order; their lines only where they are wanted ``whole``."""
    rows = session.connection().execute(_BARE_BY_ID if whole else _BY_ID, {"ids": list(message_ids)})
    found = {row[0]: Written(*row) for row in rows}
    return [found[one] for one in message_ids if one in found]


def latest_to(session: Session, recipient: str, most: int, subject: str = "") -> list[Written]:
    """Return the newest letters to this address whose bytes are on record, newest first; only those with the subject, if one
    is given."""
    values = {"recipient": recipient, "most": most}
    rows = session.connection().execute(
        _LATEST_ABOUT if subject else _LATEST, values | ({"subject": subject} if subject else {})
    )
    return [Written(*row) for row in rows]


def body(session: Session, message_id: str) -> bytes:
    """Return the bytes of the letter with this Message-ID; b"" where they are not on record, or cannot be read."""
    raw = session.exec(select(OutboxLetter.raw).where(OutboxLetter.message_id == message_id)).first()
    return raw or b""


def forget_bodies(session: Session, before: datetime) -> int:
    """Empties letters that were sent or withdrawn and written before that moment; what they were about stays. While a game
    awaits the turn that a letter is about, or the one after it as a report does, its lines stay too: players fill in the form
    of their report however late."""
    awaited = sqlalchemy.exists().where(
        col(Game.id) == OutboxLetter.game_id,
        col(Game.turn) <= col(OutboxLetter.turn) + 1,
        col(Game.state).in_((GameState.RUNNING, GameState.PAUSED)),
    )
    whole = or_(col(OutboxLetter.raw).is_not(None), col(OutboxLetter.draft).is_not(None))
    return session.exec(
        update(OutboxLetter)
        .where(
            col(OutboxLetter.state).in_((OutState.SENT, OutState.VOID, OutState.BOUNCED)),
            col(OutboxLetter.created_at) < before,
            or_(whole, and_(col(OutboxLetter.bare).is_not(None), ~awaited)),
        )
        .values(raw=None, draft=None, bare=case((awaited, col(OutboxLetter.bare)), else_=None))
        .execution_options(synchronize_session=False)
    ).rowcount


def written_for(session: Session, reason: str, since: datetime) -> bool:
    """Whether a letter whose reason begins with this was written since then."""
    query = select(OutboxLetter.id).where(
        col(OutboxLetter.dedupe_key).startswith(reason, autoescape=True), col(OutboxLetter.created_at) >= since
    )
    return session.exec(query.limit(1)).first() is not None


def last_written_for(session: Session, reason: str, now: datetime) -> datetime | None:
    """When the newest letter whose reason begins with this was written, up to ``now``."""
    query = select(func.max(OutboxLetter.created_at)).where(
        col(OutboxLetter.dedupe_key).startswith(reason, autoescape=True), col(OutboxLetter.created_at) <= now
    )
    return session.exec(query).one()


_WITHOUT_BYTES = [defer(getattr(OutboxLetter, name)) for name in ("raw", "draft", "bare")]
"""A letter's bytes take a while to be opened: they are loaded where somebody asks for them."""


def by_message_id(session: Session, message_id: str) -> OutboxLetter | None:
    """The letter with this Message-ID."""
    return session.exec(select(OutboxLetter).where(OutboxLetter.message_id == message_id).options(*_WITHOUT_BYTES)).first()


def only_with_subject(session: Session, recipient: str, subject: str) -> OutboxLetter | None:
    """The letter to this address with this subject, where there is just one."""
    query = select(OutboxLetter).where(OutboxLetter.recipient == recipient, OutboxLetter.subject == subject).limit(2)
    query = query.options(*_WITHOUT_BYTES)
    found = session.exec(query).all()
    return found[0] if len(found) == 1 else None


def counts(session: Session) -> dict[str, int]:
    """How many letters are in each state."""
    return dict(session.exec(select(OutboxLetter.state, func.count()).group_by(OutboxLetter.state)).all())


def _change(session: Session, letter_id: int, owner: str, before: OutState, **values: object) -> bool:
    changed = session.exec(
        update(OutboxLetter)
        .where(col(OutboxLetter.id) == letter_id, col(OutboxLetter.owner) == owner, col(OutboxLetter.state) == before)
        .values(owner="", owner_until=None, **values)
    ).rowcount
    return changed == 1
