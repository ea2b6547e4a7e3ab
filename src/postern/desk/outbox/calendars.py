"""The next deadline for the reader's calendar; ``documents.ics`` writes it as a file."""

from __future__ import annotations

from datetime import datetime, timedelta

from postern.desk.context import Desk
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.settings.preferences import Prefs
from postern.store.tables import Game, GameState, Seat, SeatState

_ALARMS = (timedelta(days=1), timedelta(hours=2))
"""How long before the deadline the calendar tells of it in a game whose file has no reminders."""


def calendar_request(
    desk: Desk, game: Game, seat: Seat, prefs: Prefs, now: datetime, leaving: bool = False, announced: bool = True
) -> list[DocumentRequest]:
    """The calendar event as it stands now: due at the deadline, or cancelled where there is none. Empty for players who want
    none, and where there is nothing to cancel because no deadline was ``announced`` (as in practice games).

    Its alarms are at the moments of the game's reminders that are still to come: a letter of reminder goes only to those whose
    orders are missing, and a calendar cannot know that.

    The UID of a game and seat never changes. SEQUENCE is the number of seconds since the game was created: it rises with
    every change, and need not be stored.
    """
    if not prefs.calendar or game.practice:
        return []
    plays = game.state == GameState.RUNNING and seat.state == SeatState.PLAYING and not leaving
    due = game.deadline if plays else None
    if due is None and not announced:
        return []
    spans = desk.game_config(game).reminders or _ALARMS
    ahead = [span for span in sorted(spans, reverse=True) if due is not None and due - span > now]
    facts = (
        ("uid", f"{game.name.lower()}.{seat.id}@{desk.domain}"),
        ("sequence", str(int((now - game.created_at).total_seconds()))),
        ("stamp", now.isoformat()),
        ("due", due.isoformat() if due is not None else ""),
        ("summary", f"{game.name}: orders for turn {game.turn} are due" if due is not None else f"{game.name}: no deadline"),
        ("seat", seat.name),
        ("organizer", desk.address),
        ("alarms", " ".join(str(int(span.total_seconds())) for span in ahead)),
    )
    return [DocumentRequest("calendar", ("ics",), game.ruleset, name=f"{game.name}-deadline", facts=facts)]
