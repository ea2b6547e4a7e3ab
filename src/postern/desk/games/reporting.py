"""Reports, maps and histories that players ask for, and what the desk adds to a report's head."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace

from sqlmodel import Session

from postern.desk.answers.answer import Sitter
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.settings.gamefile import GameConfig
from postern.desk.settings.preferences import Prefs
from postern.desk.timing.moments import Dial, told
from postern.game.orders import Verdict
from postern.store import attendance, games, turns
from postern.store.tables import Game, Seat, TurnRecord


def wanted_turn(session: Session, sitter: Sitter, text: str) -> TurnRecord | str:
    """The record of the turn that the text names, the newest without a number; else a sentence saying what there is."""
    game_id = sitter.game.id
    newest = turns.latest(session, game_id)
    if newest is None:
        return f"{sitter.game.name} has no report yet: it has not begun."
    number = re.search(r"\d+", text)
    wanted = int(number[0]) if number else newest.turn
    record = turns.record(session, game_id, wanted) if wanted <= newest.turn else None
    if record is None or turns.report(session, record.id, sitter.seat.id) is None:
        known = f"that of turn {newest.turn}" if newest.turn else "the first one, of the beginning"
        return f"There is no report of turn {wanted}; the newest is {known}."
    return record


def report_request(record: TurnRecord, seat: Seat | None, game: Game, config: GameConfig, prefs: Prefs) -> DocumentRequest:
    """The seat's report, or without one the public report, in all forms that the reader wants."""
    return DocumentRequest(
        "report",
        ("text", *prefs.documents(config)),
        game.ruleset,
        paper=prefs.paper_for(config),
        turn_id=record.id,
        seat_id=seat.id if seat is not None else 0,
        name=f"{game.name}-turn-{record.turn}-{seat.name if seat is not None else 'public'}",
        facts=report_facts(record, game, prefs.dial(config.zone)),
        footer=_footer(record, prefs.dial(config.zone)),
        due="" if record.finished or record.next_deadline is None else record.next_deadline.isoformat(),
        zone=prefs.dial(config.zone).zone.key,
    )


def public_request(record: TurnRecord, game: Game, config: GameConfig, prefs: Prefs) -> DocumentRequest:
    """The public report for an observer, its PDF a gazette of one page; light, unless the reader has said what they want."""
    wish = report_request(record, None, game, config, prefs)
    return wish if prefs.formats is not None else replace(wish, want=tuple(form for form in wish.want if form in _LIGHT))


_LIGHT = ("text", "html", "png", "pdf")


def map_request(record: TurnRecord, seat: Seat, game: Game) -> DocumentRequest:
    """The map as a picture."""
    return DocumentRequest(
        "map",
        ("png",),
        game.ruleset,
        turn_id=record.id,
        seat_id=seat.id,
        name=f"{game.name}-turn-{record.turn}-{seat.name}",
    )


def history_request(game: Game, config: GameConfig, prefs: Prefs, full: bool) -> DocumentRequest:
    """The history of a game that is over; with ``full`` the logs too."""
    return _history(game, config, prefs, ("pdf", "html", "png", "film", *(["log"] if full else [])))


def ending_request(game: Game, config: GameConfig, prefs: Prefs, *, alone: bool = False) -> DocumentRequest:
    """The same for a game's last letter, which brings a report besides: lighter, in the forms that its reader wants. ``alone``:
    no report goes with it, so that it has a page as other letters have."""
    wanted = {*prefs.documents(config), *(["html"] if alone else [])}
    return _history(game, config, prefs, (*(form for form in ("pdf", "html", "json") if form in wanted), "clip"))


def _history(game: Game, config: GameConfig, prefs: Prefs, want: tuple[str, ...]) -> DocumentRequest:
    dial = prefs.dial(config.zone)
    moments = (("Began", game.started_at), ("Ended", game.finished_at))
    return DocumentRequest(
        "history",
        want,
        game.ruleset,
        paper=prefs.paper_for(config),
        game_id=game.id,
        name=f"{game.name}-history",
        facts=(("Game", game.name), *((label, told(at, dial)) for label, at in moments if at is not None)),
    )


def _footer(record: TurnRecord, dial: Dial) -> str:
    if record.finished or record.next_deadline is None:
        return ""
    return f"Next deadline: {told(record.next_deadline, dial)}"


def report_facts(record: TurnRecord, game: Game, dial: Dial) -> tuple[tuple[str, str], ...]:
    """What a ruleset cannot know: the game's name, when the turn ran, when the next is due. The same at every drawing."""
    facts = [("Game", game.name), ("Run", told(record.ran_at, dial))]
    if record.finished:
        facts.append(("Next deadline", "none: the game is over"))
    elif record.next_deadline is not None:
        facts.append((f"Orders for turn {record.turn + 1}", f"due {told(record.next_deadline, dial)}"))
    return tuple(facts)


@dataclass(frozen=True)
class PastOrders:
    """A seat's orders of a turn that has run: the text as it was on file (None: the turn was missed), and how it read.

    ``computer``: the turn was missed, and these are a computer player's.
    """

    text: str | None
    verdict: Verdict
    computer: bool = False


def past_orders(session: Session, sitter: Sitter, turn: int) -> PastOrders | str:
    """The seat's orders of this turn, read on what the seat saw then; a sentence when it has not run, or ran for another."""
    game_id = sitter.game.id
    record = turns.record(session, game_id, turn) if turn > 0 else None
    if record is None:
        return f"Turn {turn} of {sitter.game.name} has not run, so it has no orders on record."
    if record.ran_at < sitter.seat.joined_at:
        return f"Turn {turn} ran before you had this seat: its orders were another player's. REPORT {turn} tells how it went."
    text = json.loads(record.sheets).get(sitter.seat.name)
    view = sitter.rules.view(sitter.rules.load(games.world(session, game_id, turn)), sitter.seat.name)
    missed = attendance.was_missed(session, record.id, sitter.seat.id)
    return PastOrders(text, sitter.rules.check(sitter.rules.read(text or "", view), view), missed and text is not None)
