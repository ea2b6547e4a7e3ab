"""The next deadline as an event for the reader's calendar (iCalendar, RFC 5545; published as in RFC 5546)."""

from __future__ import annotations

from datetime import datetime

from postern.desk.answer import Wish
from postern.desk.context import Desk
from postern.desk.prefs import Prefs
from postern.store.tables import Game, GameState, Seat, SeatState


def calendar_wish(desk: Desk, game: Game, seat: Seat, prefs: Prefs, now: datetime, leaving: bool = False) -> list[Wish]:
    """The event as it stands now: due at the deadline, or cancelled where there is none. Nothing for who wants none.

    The UID is the same for a game and seat for ever. SEQUENCE counts the seconds since the game was created: it rises
    with every change, and needs no memory.
    """
    if not prefs.calendar:
        return []
    plays = game.state == GameState.RUNNING and seat.state == SeatState.PLAYING and not leaving
    due = game.deadline if plays else None
    facts = (
        ("uid", f"{game.name.lower()}.{seat.id}@{desk.domain}"),
        ("sequence", str(int((now - game.created_at).total_seconds()))),
        ("stamp", now.isoformat()),
        ("due", due.isoformat() if due is not None else ""),
        ("summary", f"{game.name}: orders for turn {game.turn} are due" if due is not None else f"{game.name}: no deadline"),
        ("seat", seat.name),
        ("organizer", desk.address),
    )
    return [Wish("calendar", ("ics",), game.ruleset, name=f"{game.name}-deadline", facts=facts)]


def event(facts: dict[str, str]) -> tuple[bytes, str]:
    """The calendar's bytes and its method: PUBLISH, or CANCEL for a deadline that is no more."""
    from icalendar import Calendar, Event, vCalAddress

    due = datetime.fromisoformat(facts["due"]) if facts["due"] else None
    method = "PUBLISH" if due is not None else "CANCEL"
    calendar, entry = Calendar(), Event()
    calendar.add("prodid", "-//Postern//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", method)
    stamp = datetime.fromisoformat(facts["stamp"])
    entry.add("uid", facts["uid"])
    entry.add("sequence", int(facts["sequence"]))
    entry.add("dtstamp", stamp)
    entry.add("dtstart", due or stamp)
    entry.add("summary", facts["summary"])
    entry.add("description", f"You are {facts['seat']}. Reply to your newest letter of the game with your orders.")
    entry.add("status", "CONFIRMED" if due is not None else "CANCELLED")
    entry.add("transp", "TRANSPARENT")
    entry.add("organizer", vCalAddress(f"mailto:{facts['organizer']}"))
    calendar.add_component(entry)
    return calendar.to_ical(), method
