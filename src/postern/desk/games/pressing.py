"""Press, the letters among players: who may get it, how it is delivered, and how a reply reaches a writer who gave no name.

Every reader's copy has a number, and its reply address is a token of that number: a reply goes to the writer of the press,
with or without a name, and neither is shown the other's address. A reply to press without a name goes on without one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session

from postern.desk.answers.answer import Call, SeatCall, Sitter
from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.games import observing
from postern.desk.games.readiness import people
from postern.desk.outbox.outgoing import PRESS_GENERATION, About, NewLetter, put
from postern.desk.settings.gamefile import GameConfig
from postern.post.tokens import SeatToken, find_token, make_token, without_tokens
from postern.store import presses, seats
from postern.store.tables import Game, GameState, Player, Press, PressCopy, Seat

NOBODY = "a player without a name"
"""How a writer without a name is called."""
_HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Message:
    """A letter to be passed on. ``public``: to everybody; ``veiled``: it answers press without a name."""

    writer: Seat
    to: Sequence[Seat]
    text: str
    anonymous: bool = False
    postal: bool = False
    public: bool = False
    veiled: bool = False


def refusal(session: Session, desk: Desk, config: GameConfig, message: Message, now: datetime) -> str:
    """Why the message may not be passed on in this game, as a sentence that says what may; "" when it may."""
    if config.press == "off":
        return "This game has no press by the desk. HELP tells whether the game itself carries messages."
    if message.anonymous and config.press != "anonymous":
        return "This game has no anonymous press; leave ANON out to send it in your name."
    if config.press_to == "all" and not message.public:
        return "In this game all press is public: write PRESS TO ALL. Nothing was sent."
    if config.press_to == "some" and message.public:
        return "This game has no public press: name the players you write to. Nothing was sent."
    if not message.text.strip():
        return "PRESS needs a message on the lines below it; nothing was sent."
    most = desk.config.limits.press_per_hour
    if presses.written_between(session, message.writer.id, now - _HOUR, now) >= most:
        return f"You have written {most} letters within the hour; please wait a while. Nothing was sent."
    return ""


def send(call: SeatCall, message: Message) -> bool:
    """Writes the message down and delivers it; False where it is held until the turn has run."""
    session, game, now = call.session, call.sitter.game, call.now
    press = Press(
        game_id=game.id,
        turn=game.turn,
        seat_id=message.writer.id,
        recipients=[NOBODY] if message.veiled else [seat.name for seat in message.to],
        anonymous=message.anonymous,
        public=message.public,
        text=without_tokens(call.desk.key, message.text),
        created_at=now,
    )
    session.add(press)
    session.flush()
    held = game.state != GameState.FINISHED and (message.postal or call.sitter.config.press_time == "postal")
    for seat in message.to:
        wall = presses.wall(session, seat, None if message.anonymous else message.writer.id)
        if wall is not None and wall.blocks:
            continue
        copy = PressCopy(
            press_id=press.id,
            seat_id=seat.id,
            generation=seat.generation,
            veiled=message.veiled,
            muted=wall is not None,
        )
        session.add(copy)
    session.flush()
    if not held:
        _bring(session, call.desk, game, press, now)
    return not held


def deliver_held(session: Session, desk: Desk, game: Game, now: datetime) -> None:
    """Delivers press that waited for the turn to run, oldest first."""
    for press in presses.held(session, game.id):
        _bring(session, desk, game, press, now)


def _bring(session: Session, desk: Desk, game: Game, press: Press, now: datetime) -> None:
    """Delivers every copy; and what went to all to the observers, whoever of the players has blocked its writer."""
    press.delivered_at = now
    session.add(press)
    for copy in presses.copies(session, press.id):
        _deliver(session, desk, press, copy, now)
    if press.public:
        observing.pass_on(session, desk, game, press, _writer(session, press), now)


def deliver_again(session: Session, desk: Desk, seat: Seat, reasons: Sequence[str], now: datetime) -> None:
    """Delivers press to this seat again whose letters never arrived; ``reasons`` are those for which they were written."""
    for press, copy in presses.delivered(session, seat.id) if reasons else ():
        if any(f"{reason}/".startswith(f"{_reason(press, seat)}/") for reason in reasons):
            _deliver(session, desk, press, copy, now, again=f"/{now.isoformat()}")


def _reason(press: Press, seat: Seat) -> str:
    return f"press/{press.id}/{seat.id}"


def _deliver(session: Session, desk: Desk, press: Press, copy: PressCopy, now: datetime, again: str = "") -> None:
    found = seats.with_game(session, copy.seat_id)
    if copy.muted or found is None or found[2] is None:
        return
    seat, game, player = found[0], found[1], found[2]
    copy.generation = seat.generation
    session.add(copy)
    writer = _writer(session, press)
    letter = NewLetter(
        player.address,
        [Part("press", _told(press, copy, writer, seat) | {"game": game, "seat": seat})],
        kind="press",
        about=About(game, seat, game.turn, reply_name=f"{writer or NOBODY} in {game.name}"),
        reply_token=make_token(desk.key, copy.id, PRESS_GENERATION),
    )
    put(session, desk, letter, _reason(press, seat) + again, now)


def _writer(session: Session, press: Press) -> str:
    return "" if press.anonymous else name_of(session, press.seat_id)


def _told(press: Press, copy: PressCopy, writer: str, seat: Seat) -> dict[str, object]:
    others = [] if copy.veiled else [name for name in press.recipients if name != seat.name]
    return {
        "writer": writer,
        "others": others,
        "public": press.public,
        "veiled": copy.veiled,
        "text": press.text,
        "turn": press.turn,
    }


def name_of(session: Session, seat_id: int) -> str:
    """The seat's name in its game."""
    seat = seats.by_id(session, seat_id)
    return seat.name if seat is not None else "a former player"


def copy_of(session: Session, token: SeatToken | None) -> PressCopy | None:
    """The copy of press whose reply address carries this token."""
    if token is None or token.generation != PRESS_GENERATION:
        return None
    return presses.copy(session, token.seat_id)


def reader_of(session: Session, copy: PressCopy) -> tuple[Seat, Game, Player] | None:
    """Who got this copy; None when the seat has had a new secret or another player since."""
    found = seats.with_game(session, copy.seat_id)
    if found is None or found[2] is None or found[0].generation != copy.generation:
        return None
    return found[0], found[1], found[2]


def replied_to(call: Call) -> tuple[Press, PressCopy] | None:
    """The press that the letter replies to; None for letters that reply to none."""
    copy = copy_of(call.session, find_token(call.desk.key, call.incoming))
    if copy is None or call.sitter is None or copy.seat_id != call.sitter.seat.id:
        return None
    return presses.by_id(call.session, copy.press_id), copy


def back_to(call: SeatCall, press: Press, copy: PressCopy, text: str) -> Message | str:
    """The reply to the writer of this press; a sentence where nobody would read it any more.

    If a writer without a name has left, the reader is not told so, since everybody knows who has left; nor does the reply
    go to whoever holds that seat now.
    """
    everybody = people(seats.of_game(call.session, call.sitter.game.id))
    writer = next((seat for seat in everybody if seat.id == press.seat_id), None)
    if writer is not None and press.anonymous and writer.joined_at > press.created_at:
        writer = None
    if writer is None and not press.anonymous:
        return "Whoever wrote that does not play any more; nothing was sent."
    return Message(call.sitter.seat, [writer] if writer else [], text, anonymous=copy.veiled, veiled=press.anonymous)


def reads_as_orders(session: Session, desk: Desk, sitter: Sitter, text: str) -> bool:
    """Whether a line of this is an order of the game: nobody wants to send those to a rival by mistake."""
    if sitter.game.turn == 0 or sitter.game.state not in (GameState.RUNNING, GameState.PAUSED):
        return False
    return bool(desk.cache.sheet(session, sitter.game, sitter.seat.name, text).orders)
