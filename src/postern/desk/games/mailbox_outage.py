"""When the mailbox could not be read before a deadline: the turn, start or vote waits, since letters may lie unread there."""

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


def unread_by(desk: Desk, due: datetime, now: datetime) -> bool:
    """Whether the mailbox, which had not been read for ``mailbox_patience`` at that moment, is still waited for."""
    settings, unread = desk.config.desk, desk.unread_since()
    return unread is not None and due - unread >= settings.mailbox_patience and now < due + settings.mailbox_wait


def waits_for_mailbox(session: Session, desk: Desk, game: Game, due: datetime, now: datetime) -> bool:
    """Whether the turn or start, due since then, waits: the mailbox had not been read for ``mailbox_patience`` by then.

    It waits until the mailbox was read once and what came is handled, for ``mailbox_wait`` at most; the game masters are
    told, once a turn.
    """
    until = due + desk.config.desk.mailbox_wait
    if now >= until:
        return False
    unread = desk.unread_since()
    noted = journal.newest(session, game.id, _ACTION)
    waited = noted is not None and noted.at >= due and noted.detail.get("turn") == game.turn
    if unread is None:
        return waited and inbox.count_new(session) > 0
    if not unread_by(desk, due, now):
        return False
    if not waited:
        journal.note(session, now, "desk", _ACTION, game.id, turn=game.turn, since=unread.isoformat())
    if now - due >= _TOLD_AFTER:
        part = Part("master_unread", {"game": game, "since": unread, "until": until})
        if tell_masters(session, desk, part, f"unread/{game.id}/{game.turn}/{due.isoformat()}", now, game):
            session.info["letters"] = True
    return True
