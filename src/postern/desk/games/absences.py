"""Players who are away for some days: deadlines move past those days, within what the game allows in a year."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta

from sqlmodel import Session

from postern.desk.answers.answer import SeatCall
from postern.desk.documents.templates import Part
from postern.desk.games import observing
from postern.desk.games.schedules import scheduled
from postern.desk.games.turns import tell_players
from postern.desk.settings.gamefile import GameConfig
from postern.desk.timing.days import Span
from postern.desk.timing.deadlines import check_gaps, next_deadline
from postern.store import absences, journal
from postern.store.tables import Absence, Game, GameState, Seat


def days_left(session: Session, seat: Seat, config: GameConfig, year: int) -> int:
    """How many days of this year the seat's player may still be away."""
    return config.absence_days - len([day for day in _spent(session, seat) if day.year == year])


def refusal(session: Session, game: Game, seat: Seat, config: GameConfig, span: Span) -> str:
    """Why the player cannot be away for these days, in a sentence; "" when they can."""
    if config.absence_days == 0:
        return "This game takes no absences. EXTEND asks the game master for a later deadline."
    spent = _spent(session, seat)
    for year in sorted({day.year for day in span.days}):
        fresh = sum(day.year == year and day not in spent for day in span.days)
        left = days_left(session, seat, config, year)
        if fresh > left:
            return (
                f"This game allows {config.absence_days} days of absence in a year; of {year} you have {left} left, and this "
                f"takes {fresh}. Nothing was written down. EXTEND asks the game master for a later deadline."
            )
    schedule = scheduled(session, game, config)
    try:
        check_gaps(replace(schedule, away=(*schedule.away, (span.first, span.last))))
    except ValueError:
        return (
            "With these days off the game would stand still for about two years, or longer. Nothing was written down. "
            "RESIGN gives your seat up; EXTEND asks the game master for a later deadline."
        )
    return ""


def announce(call: SeatCall, span: Span) -> bool:
    """Writes the absence down, unless it is known.

    If the deadline falls into it, the deadline moves past it and the others are told; True then.
    """
    session, now = call.session, call.now
    game, seat, config = call.sitter.game, call.sitter.seat, call.sitter.config
    known = [found for found in absences.of_seat(session, seat) if not found.cancelled]
    if any(found.first <= span.first and span.last <= found.last for found in known):
        return False
    absence = Absence(seat_id=seat.id, generation=seat.generation, first=span.first, last=span.last, created_at=now)
    session.add(absence)
    session.flush()
    first, last = span.first.isoformat(), span.last.isoformat()
    journal.note(session, now, "player", "absent", game.id, seat=seat.name, first=first, last=last)
    if game.state != GameState.RUNNING or game.deadline is None or game.late_turn == game.turn:
        return False
    if not span.first <= game.deadline.astimezone(config.zone).date() <= span.last:
        return False
    schedule = replace(scheduled(session, game, config), min_open=timedelta())
    game.deadline, game.reminded_at = next_deadline(schedule, game.deadline), now
    absence.moved = True
    session.add(game)
    session.add(absence)
    session.flush()
    session.info["turns"] = True
    why = f"{seat.name} is away {span_words(span.first, span.last)}, so the deadline moves past those days."
    tell_players(session, call.desk, game, Part("deadline_moved", {"why": why}), f"absence/{absence.id}", now, but={seat.id})
    observing.tell(session, call.desk, game, now, moved=True)  # why is not theirs to know
    return True


def past_absences(session: Session, game: Game, config: GameConfig, moment: datetime) -> tuple[datetime, str]:
    """The moment itself. If somebody is away then: the game's next deadline after their days, and a sentence that names
    them."""
    who = away_at(session, game, config, moment)
    schedule = replace(scheduled(session, game, config), min_open=timedelta())
    try:
        later = next_deadline(schedule, moment) if who else None
    except ValueError:
        later = None
    return (later, f"{who}, so the deadline moves past those days.") if later is not None else (moment, "")


def away_at(session: Session, game: Game, config: GameConfig, moment: datetime) -> str:
    """Who is away on the day of this moment, and how long, as the beginning of a sentence; "" for nobody."""
    day = moment.astimezone(config.zone).date()
    away = absences.of_game(session, game.id) if config.absence_days else []
    there = [(seat.name, span_words(one.first, one.last)) for seat, one in away if one.first <= day <= one.last]
    return " and ".join(f"{name} is away {span}" for name, span in dict(there).items())


def cancel(session: Session, game: Game, seat: Seat, config: GameConfig, now: datetime) -> int:
    """Cancels the seat's absences from now on; a deadline that was moved for them stays. Returns how many there were."""
    today = now.astimezone(config.zone).date()
    ahead = [found for found in absences.of_seat(session, seat) if not found.cancelled and found.last >= today]
    for absence in ahead:
        if absence.first < today and not absence.moved:
            absence.last = today - timedelta(days=1)
        else:
            absence.cancelled = True
        session.add(absence)
    session.flush()
    if ahead:
        journal.note(session, now, "player", "absences cancelled", game.id, seat=seat.name)
    return len(ahead)


def away_words(session: Session, game: Game, config: GameConfig, now: datetime) -> list[str]:
    """Who is or will be away, as every player of the game may know."""
    today = now.astimezone(config.zone).date()
    return [
        f"{seat.name} {span_words(absence.first, absence.last)}"
        for seat, absence in absences.of_game(session, game.id)
        if absence.last >= today
    ]


def span_words(first: date, last: date) -> str:
    """``from Thu 24 Dec to Sat 2 Jan 2027``, ``on Thu 24 Dec 2026``."""
    if first == last:
        return f"on {_named(first)} {first.year}"
    return f"from {_named(first)}{f' {first.year}' if first.year != last.year else ''} to {_named(last)} {last.year}"


def _named(day: date) -> str:
    days = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    return f"{days[day.weekday()]} {day.day} {months[day.month - 1]}"


def _spent(session: Session, seat: Seat) -> set[date]:
    kept = [found for found in absences.of_seat(session, seat) if found.moved or not found.cancelled]
    return {day for absence in kept for day in Span(absence.first, absence.last).days}
