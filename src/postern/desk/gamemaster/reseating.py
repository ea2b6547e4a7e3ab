"""Gives a former player their seat back, after they were ejected or resigned."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.games import standbys
from postern.desk.games.lookup import MasterError, ensure_idle, found_game, found_seat
from postern.desk.games.mailboxes import seats_of_mailbox
from postern.desk.games.readiness import settle_early
from postern.desk.games.reporting import report_request
from postern.desk.games.seating import begin_if_full, free_seats
from postern.desk.outbox.outgoing import URGENT, About, NewLetter, put
from postern.desk.settings.preferences import prefs_of
from postern.post.letter import is_address
from postern.post.tokens import plus_address
from postern.store import games, journal, seats, turns
from postern.store import standbys as waiting
from postern.store.tables import Game, GameState, Seat, SeatState


def reseat(session: Session, desk: Desk, name: str, seat_name: str, address: str, actor: str) -> str:
    """Give a seat back to who held it last, who gets the newest report, or offer it to ``address``. Return what was done.

    Who held it last finds orders on file and votes as they left them. Anybody else confirms first, like any standby, and
    finds none of that.
    """
    game, now = found_game(session, name), desk.clock.now()
    if game.state in (GameState.FINISHED, GameState.MOVED):
        raise MasterError(f"{game.name} is {game.state}; nobody can be seated in it")
    ensure_idle(game, now)
    seat = seats.left_before_the_start(session, game.id, seat_name) or found_seat(session, game, seat_name)
    shown = seat.name.partition("/")[0]
    if seat.player_id is not None:
        raise MasterError(f"{shown} in {game.name} has a player; EJECT takes it from them")
    last = seats.last_holder(session, seat)
    address = address.strip().lower() or last
    if not address:
        example = f"RESEAT {game.name} {shown} joe@example.org"
        raise MasterError(f"it is not on record who held {shown} in {game.name}; name the address, as in {example}")
    if not is_address(address) or plus_address(address, "x") == plus_address(desk.address.lower(), "x"):
        raise MasterError(f'"{address}" cannot be a player\'s address; write one such as joe@example.org')
    if seats_of_mailbox(session, game, address):
        raise MasterError(f"{address} holds another seat in {game.name}; one person cannot have two")
    if address != last:
        return _offer(session, desk, game, seat, address, actor)
    _make_playable(session, desk, game, seat, shown)
    seat.player_id = seats.player(session, address, now).id
    seat.computer, seat.missed, seat.ready_turn, seat.late_turn = False, 0, 0, 0
    seats.rotate(session, seat)
    session.add(seat)
    waiting.remove(session, address, game.id)
    session.flush()
    journal.note(session, now, actor, "reseated", game.id, seat=seat.name)
    if game.state == GameState.FORMING:
        begin_if_full(session, desk, game, now)
    else:
        settle_early(session, game, desk.game_config(game), now)
    _tell(session, desk, game, seat, address, now)
    standbys.tell_of_master(session, desk, game, seat, address, now)
    return f"{address} is {shown} in {game.name} again, and is told."


def _offer(session: Session, desk: Desk, game: Game, seat: Seat, address: str, actor: str) -> str:
    """Offer the seat to a new address, which has it by its reply; the players hear of that then."""
    if game.turn == 0:
        raise MasterError(f"{game.name} has not begun: whoever is to play writes JOIN {game.name} from their own address")
    _ensure_in_play(session, desk, game, seat.name)
    now = desk.clock.now()
    if seat.state == SeatState.OUT:
        seat.state = SeatState.RESIGNED
    session.add(seat)
    session.flush()
    standbys.offer(session, desk, standbys.Vacancy(game, seat, abandoned=False), address, now, by_master=True)
    journal.note(session, now, actor, "offered", game.id, seat=seat.name)
    return f"{seat.name} in {game.name} is offered to {address}, who has it by replying; the players are told then."


def _ensure_in_play(session: Session, desk: Desk, game: Game, name: str) -> None:
    """Raise MasterError where the seat is out of the game by its rules."""
    rules = desk.rules(game)
    if name not in rules.active(rules.load(games.world(session, game.id, game.turn))):
        raise MasterError(f"{name} is out of {game.name} by its rules; there is nothing left to play")


def _make_playable(session: Session, desk: Desk, game: Game, seat: Seat, name: str) -> None:
    """Brings a seat back among those that are played. Raises MasterError where there is nothing left to play."""
    if game.state == GameState.FORMING:
        taken = {other.name for other in seats.of_game(session, game.id) if other.id != seat.id}
        if free_seats(session, desk, game) < 1 or name in taken:
            why = f"{name} is another player now" if name in taken else "all seats are taken"
            raise MasterError(f"{game.name}: {why}")
    elif game.turn > 0:
        _ensure_in_play(session, desk, game, name)
    seat.name, seat.state = name, SeatState.PLAYING


def _tell(session: Session, desk: Desk, game: Game, seat: Seat, address: str, now: datetime) -> None:
    config, prefs = desk.game_config(game), prefs_of(seats.settings(session, address))
    newest = turns.latest(session, game.id)
    has_report = newest is not None and turns.report(session, newest.id, seat.id) is not None
    requests = [report_request(newest, seat, game, config, prefs)] if newest is not None and has_report else []
    letter = NewLetter(
        address,
        [Part("reseated", {"game": game, "seat": seat, "zone": config.zone, "with_report": bool(requests)})],
        kind="news",
        about=About(game, seat, game.turn),
        requests=requests,
        priority=URGENT,
        prefs=prefs,
    )
    put(session, desk, letter, f"reseated/{seat.id}/{seat.generation}", now)
