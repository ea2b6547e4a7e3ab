"""What is due waits for a look into the mailbox that began after its moment, and longer when the mailbox could not be read
before: letters that came in time may lie unread there."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.outbox.outgoing import tell_masters
from postern.store import inbox, journal
from postern.store.tables import Game

_ACTION = "waits for the mailbox"
_TOLD_AFTER = timedelta(minutes=1)
_LOOK_WITHIN = timedelta(minutes=5)
"""How long a look into the mailbox is waited for that begins after a moment; longer only where it could not be read before."""


def at_hand(desk: Desk, due: datetime, now: datetime) -> datetime:
    """Until when letters must have arrived to count among those that came before that moment: a look that begins at the
    moment brings what came before it a little later."""
    return (desk.read_through(due) if now < due + _LOOK_WITHIN else None) or due


def unread_by(desk: Desk, due: datetime, now: datetime) -> bool:
    """Whether the mailbox is still waited for: no look has ended that began at that moment or later, or it had not been read
    for ``mailbox_patience`` then."""
    return _unlooked(desk, due, now) or _out(desk, due, now)


def _unlooked(desk: Desk, due: datetime, now: datetime) -> bool:
    return now < due + _LOOK_WITHIN and desk.read_through(due) is None


def _out(desk: Desk, due: datetime, now: datetime) -> bool:
    settings, unread = desk.config.desk, desk.unread_since()
    return unread is not None and due - unread >= settings.mailbox_patience and now < due + settings.mailbox_wait


def waits_for_mailbox(session: Session, desk: Desk, game: Game, due: datetime, now: datetime) -> bool:
    """Whether the turn or start, due since then, waits: for a look into the mailbox that began then or later; and longer where
    the mailbox had not been read for ``mailbox_patience`` by then.

    Then it waits until the mailbox was read once and what came is handled, for ``mailbox_wait`` at most; the game masters are
    told, once a turn.
    """
    unread, until = desk.unread_since(), due + desk.config.desk.mailbox_wait
    out = _out(desk, due, now)
    if not out and _unlooked(desk, due, now):
        return True
    if now >= until:
        return False
    noted = journal.newest(session, game.id, _ACTION)
    waited = noted is not None and noted.at >= due and noted.detail.get("turn") == game.turn
    if unread is None:
        return waited and inbox.count_new(session) > 0
    if not out:
        return False
    if not waited:
        journal.note(session, now, "desk", _ACTION, game.id, turn=game.turn, since=unread.isoformat())
    if now - due >= _TOLD_AFTER:
        part = Part("master_unread", {"game": game, "since": unread, "until": until})
        if tell_masters(session, desk, part, f"unread/{game.id}/{game.turn}/{due.isoformat()}", now, game):
            session.info["letters"] = True
    return True
