"""The next deadline for the reader's calendar; ``documents.ics`` writes it as a file."""

from __future__ import annotations

from datetime import datetime

from postern.desk.context import Desk
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.settings.preferences import Prefs
from postern.store.tables import Game, GameState, Seat, SeatState


def calendar_request(
    desk: Desk, game: Game, seat: Seat, prefs: Prefs, now: datetime, leaving: bool = False, announced: bool = True
) -> list[DocumentRequest]:
    """The calendar event as it stands now: due at the deadline, or cancelled where there is none. Empty for players who want
    none, and where there is nothing to cancel because no deadline was ``announced`` (as in practice games).

    The UID of a game and seat never changes. SEQUENCE is the number of seconds since the game was created: it rises with
    every change, and need not be stored.
    """
    if not prefs.calendar or game.practice:
        return []
    plays = game.state == GameState.RUNNING and seat.state == SeatState.PLAYING and not leaving
    due = game.deadline if plays else None
    if due is None and not announced:
        return []
    facts = (
        ("uid", f"{game.name.lower()}.{seat.id}@{desk.domain}"),
        ("sequence", str(int((now - game.created_at).total_seconds()))),
        ("stamp", now.isoformat()),
        ("due", due.isoformat() if due is not None else ""),
        ("summary", f"{game.name}: orders for turn {game.turn} are due" if due is not None else f"{game.name}: no deadline"),
        ("seat", seat.name),
        ("organizer", desk.address),
    )
    return [DocumentRequest("calendar", ("ics",), game.ruleset, name=f"{game.name}-deadline", facts=facts)]
