"""Seats without a player: offered to everybody on the list of standbys, taken by the first who replies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from postern import render
from postern.desk.answers.answer import Deferred
from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.games.mailboxes import freed_by, is_master_of, mark, seats_of_mailbox
from postern.desk.games.readiness import settle_early
from postern.desk.games.reporting import report_request
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.outbox.outgoing import URGENT, About, NewLetter, confirm_token, put, put_answer, tell_masters
from postern.desk.settings.gamefile import GameConfig
from postern.desk.settings.preferences import prefs_of
from postern.post.letter import mailbox_of
from postern.store import games, journal, people, seats, standbys, turns, votes
from postern.store.tables import Game, GameState, Held, LetterState, Seat, SeatState

WISH, OFFER = "standby", "offer"
"""Kinds of what is held: a wish to be on the list, and a seat offered to somebody on it."""

_OFF = ("STANDBY OFF", "STANDBY CANCEL", "OFF", "CANCEL", "NO", "STOP", "UNSUBSCRIBE")


@dataclass(frozen=True)
class Vacancy:
    """A seat that may be taken over. ``abandoned``: its player stays away, and may still come back."""

    game: Game
    seat: Seat
    abandoned: bool


def vacancies(session: Session, desk: Desk, only: Game | None = None) -> list[Vacancy]:
    """The seats to be taken over in games that have begun, or in this one alone."""
    found = []
    for seat, game in standbys.perhaps_vacant(session, only.id if only is not None else None):
        config = desk.usable_config(game)
        if config is not None and (seat.player_id is None or _abandoned(session, game, seat, config)):
            found.append(Vacancy(game, seat, seat.player_id is not None))
    return found


def _abandoned(session: Session, game: Game, seat: Seat, config: GameConfig) -> bool:
    """Whether its player has missed as many turns as the game allows and has not come back with orders since."""
    if config.missed != "standby" or seat.player_id is None or seat.state != SeatState.PLAYING:
        return False
    here = seat.ready_turn == game.turn or seats.orders(session, seat.id, game.turn) is not None
    return seat.missed >= config.missed_turns and not here


def offer_all(
    session: Session, desk: Desk, now: datetime, only: Game | None = None, left: tuple[Seat, str] | None = None
) -> None:
    """Offers every seat to be taken over to every standby who was not asked yet; without any, tells the game masters.

    ``left``: the seat that has just lost its player, and how, as the words behind its name ("was given up").
    """
    for vacancy in vacancies(session, desk, only):
        game, seat = vacancy.game, vacancy.seat
        seated = {mailbox_of(address) for address in seats.addresses(session, game.id).values()}
        asked = people.offered(session, seat.id, seat.generation)
        voted = freed_by(session, desk, seat)
        listed = {address: mailbox_of(address) for address in standbys.addresses(session, game.id)}
        willing = [address for address, box in listed.items() if box not in seated and mark(desk, box) not in voted]
        for address in willing:
            if address not in asked:
                offer(session, desk, vacancy, address, now)
        if not willing:
            how = left[1] if left is not None and left[0].id == seat.id else "has no player"
            part = Part("master_vacant", {"game": game, "seat": seat, "abandoned": vacancy.abandoned, "how": how})
            tell_masters(session, desk, part, f"vacant/{seat.id}/{seat.generation}", now, game)


def offer(session: Session, desk: Desk, vacancy: Vacancy, address: str, now: datetime, *, by_master: bool = False) -> None:
    """Offer the seat to this address, which has it by replying; ``by_master``: the players are told then."""
    game, seat = vacancy.game, vacancy.seat
    data = {"generation": seat.generation, **({"by_master": True} if by_master else {})}
    held = people.hold(session, OFFER, address, game.id, data, now, seat_id=seat.id)
    letter = NewLetter(
        address,
        [Part("offer", _summary(session, desk, game, seat))],
        kind="news",
        about=About(game),
        reply_token=confirm_token(desk, held.id),
        priority=URGENT,
    )
    put(session, desk, letter, f"offer/{held.id}", now)


def _summary(session: Session, desk: Desk, game: Game, seat: Seat) -> dict[str, object]:
    """What somebody may know who is asked to take the seat: how it stands, nothing of who held it."""
    newest = turns.latest(session, game.id)
    data = turns.report(session, newest.id, seat.id) if newest is not None else None
    head = render.from_json(data).masthead if data is not None else None
    config = desk.game_config(game)
    return {
        "game": game,
        "seat_name": seat.name,
        "zone": config.zone,
        "line": head.line if head is not None else "",
        "facts": head.facts if head is not None else (),
        "computer": seat.computer,
    }


def join_list(session: Session, desk: Desk, address: str, game: Game | None, now: datetime) -> None:
    """Puts an address on the list of a game, or on the general one, and offers it what is free now."""
    standbys.add(session, seats.player(session, address, now).id, game.id if game is not None else None, now)
    journal.note(session, now, "player", "standby", game.id if game is not None else None)
    offer_all(session, desk, now, game)


def confirm(letter: LetterAtHand, held: Held) -> tuple[LetterState, str]:
    """A reply to the letter about being a standby: it confirms the wish, and later takes it back."""
    session, desk, now = letter.session, letter.desk, letter.now
    game = games.by_id(session, held.game_id) if held.game_id else None
    first = letter.first_line.upper().rstrip(".!")
    off = held.state != "waiting" and first in _OFF
    if off:
        standbys.remove(session, held.address, held.game_id)
    elif held.state == "waiting":
        held.state = "confirmed"
        session.add(held)
    part, token = Part(WISH, {"game": game, "off": off}), confirm_token(desk, held.id)
    put_answer(letter, NewLetter(held.address, [part], reply_token=token))
    if not off:
        join_list(session, desk, held.address, game, now)
    return LetterState.HANDLED, ""


def accept(letter: LetterAtHand, held: Held) -> tuple[LetterState, str]:
    """A reply to an offer: the first gets the seat with its newest report and a secret of their own.

    Raises Deferred while the game's turn runs: that one is not theirs yet.
    """
    session = letter.session
    seat, game = seats.by_id(session, held.seat_id or 0), games.by_id(session, held.game_id or 0)
    if games.is_being_run(game, letter.now):
        raise Deferred(game.name)
    by_master = "by_master" in held.data
    open_now = (
        seat is not None
        and seat.generation == held.data["generation"]
        and (
            _is_free(game, seat) if by_master else any(one.seat.id == seat.id for one in vacancies(session, letter.desk, game))
        )
    )
    seated = bool(seats_of_mailbox(session, game, held.address))
    if (
        seat is not None
        and not by_master
        and mark(letter.desk, mailbox_of(held.address)) in freed_by(session, letter.desk, seat)
    ):
        open_now = False
    if seat is None or not open_now or seated:
        held.state = "gone"
        session.add(held)
        name = seat.name if seat is not None else ""
        gone = Part("offer_gone", {"game": game, "name": name, "seated": seated})
        put_answer(letter, NewLetter(held.address, [gone]))
        return LetterState.HANDLED, "the seat was taken already"
    if by_master:
        words = f"The seat {seat.name} in {game.name} has a new player, seated by the game master."
        tell_of(session, letter.desk, game, words, f"seated/{held.id}", letter.now)
    take_over(letter, game, seat, held.address)
    held.state, held.data = "confirmed", {**held.data, "seats": {str(seat.id): seat.generation}}
    session.add(held)
    return LetterState.HANDLED, ""


def _is_free(game: Game, seat: Seat) -> bool:
    """Return whether nobody holds the seat, in a game that goes on."""
    return seat.player_id is None and game.state in (GameState.RUNNING, GameState.PAUSED)


def tell_of(session: Session, desk: Desk, game: Game, words: str, reason: str, now: datetime, but: int = 0) -> None:
    """Tell every player, without the one of the seat ``but``, what concerns all of them, once for each ``reason``."""
    addresses = seats.addresses(session, game.id)
    for seat in seats.of_game(session, game.id):
        if seat.id in addresses and seat.id != but:
            data = {"game": game, "seat": seat, "zone": desk.game_config(game).zone, "text": words, "alone": False}
            new = NewLetter(addresses[seat.id], [Part("moderator", data)], kind="news", about=About(game, seat, game.turn))
            put(session, desk, new, f"{reason}/{seat.id}", now)


def tell_of_master(session: Session, desk: Desk, game: Game, seat: Seat, address: str, now: datetime) -> None:
    """Tell the players where this seat is a game master's, who can see what the others hide."""
    if is_master_of(session, desk, game, address):
        words = f"The player of {seat.name} in {game.name} is a game master of it, too, and can see everything in it."
        tell_of(session, desk, game, words, f"master plays/{seat.id}/{seat.generation}", now, seat.id)


def take_over(letter: LetterAtHand, game: Game, seat: Seat, address: str) -> None:
    """Gives the seat to a new player. The player before is told that it is gone, not to whom; their reply addresses become
    invalid."""
    session, now = letter.session, letter.now
    config = letter.desk.game_config(game)
    before = seats.addresses(session, game.id).get(seat.id)
    if before is not None:
        new = NewLetter(
            before,
            [Part("replaced", {"game": game, "seat_name": seat.name, "missed": seat.missed})],
            kind="news",
            about=About(game),
            priority=URGENT,
        )
        put(session, letter.desk, new, f"replaced/{seat.id}/{seat.generation}", now)
    player = seats.player(session, address, now)
    seat.player_id = player.id
    seats.rotate(session, seat)
    seat.computer, seat.state, seat.missed, seat.ready_turn, seat.late_turn = False, SeatState.PLAYING, 0, 0, 0
    seat.joined_at = now
    session.add(seat)
    seats.drop_orders_of(session, seat.id)
    votes.withdraw(session, game.id, seat.id)
    standbys.remove(session, address, game.id)
    standbys.remove(session, address, None)
    session.flush()
    settle_early(session, game, config, now)
    tell_of_master(session, letter.desk, game, seat, address, now)
    journal.note(session, now, "desk", "taken over", game.id, seat=seat.name)
    letter.row.seat_id = seat.id
    newest = turns.latest(session, game.id)
    prefs = prefs_of(seats.settings(session, address))
    answer = NewLetter(
        address,
        [Part("took_over", {"game": game, "seat": seat, "zone": config.zone})],
        kind="report",
        about=About(game, seat, game.turn),
        requests=[report_request(newest, seat, game, config, prefs)] if newest is not None else (),
        prefs=prefs,
    )
    put_answer(letter, answer)


def game_names(found: Sequence[Vacancy]) -> list[str]:
    """The games of these seats, each once."""
    return sorted({vacancy.game.name for vacancy in found})
