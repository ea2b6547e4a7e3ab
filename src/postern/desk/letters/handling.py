"""One letter, from raw bytes to its answer in the outbox, inside one transaction.

The steps: read → is it from a person → whose seat → split into commands and orders → run them → file the orders →
write the answer. Everything that a step decides is in the database when the transaction commits, or nothing is.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import structlog
from sqlalchemy import event
from sqlmodel import Session

from postern.desk.answers.answer import Answer, Call, Deferred, SeatCall, Sitter, call_of
from postern.desk.answers.asking import ask_about_lines, lines_of
from postern.desk.answers.filing import Filing
from postern.desk.answers.places import Place, quoted
from postern.desk.commands import registry
from postern.desk.context import Desk
from postern.desk.delivery.bounces import note_report, our_letter, tell_elsewhere, welcome_back
from postern.desk.delivery.loop_guard import mind
from postern.desk.documents.templates import Part
from postern.desk.gamemaster import mail as mastery
from postern.desk.games import outdated, pressing, voting
from postern.desk.language.parse import CommandLine, OrderLines, Piece, split, within
from postern.desk.letters import authentication, confirming, onlookers, replies, strangers, unreadable
from postern.desk.letters.closing import close
from postern.desk.letters.cut_lines import orders_not_read
from postern.desk.letters.early_letters import keep_early
from postern.desk.letters.reach import WHOLE_SEAT, Reach, asks_by_itself, is_public, to_press, to_vote
from postern.desk.letters.read_stored import read_stored
from postern.desk.letters.receipt import receipt, unread
from postern.desk.letters.subject import with_subject, words_of_subject
from postern.desk.letters.tally import tally
from postern.desk.outbox.outgoing import CONFIRM_GENERATION, MASTER_GENERATION, OBSERVER_GENERATION, put_answer, tell_masters
from postern.desk.timing.durations import spoken
from postern.post.letter import Incoming, Kind, is_address
from postern.post.proof.keys import KeysWanted
from postern.post.proof.password import take_passwords
from postern.post.reading import read_letter
from postern.post.tokens import SeatToken, find_token
from postern.store import games, inbox, seats
from postern.store.engine import database_fault
from postern.store.sealing import Damaged
from postern.store.tables import Game, GameState, InboxLetter, LetterState, PressCopy

_log = structlog.get_logger(__name__)

BATCH = 32
BATCH_SECONDS = 0.15
"""How many letters share one commit while many wait, and for how long: a commit costs a wait for the disk."""

_OTHER_SEAT = (
    "They came from another address than yours, or in another way than this game accepts, by a letter of another seat: what "
    "proves that seat speaks for it alone."
)
_SORRY = """Your letter needs a person's eye
Something went wrong here while I read your letter. It is kept; the game
master has been told and will look at it. Nothing in it has been carried
out yet, and what was on file before stands.
"""


@dataclass(frozen=True)
class Handled:
    """What became of a letter. ``deferred``: it still waits, because its game's turn is running, or for keys out of DNS.

    ``woke`` names what the letter made for others to do: letters to send, drafts to finish, turns to look at. ``wanted``
    names the keys that have to be asked for before it is handled.
    """

    letter_id: int
    source_key: str
    state: LetterState
    deferred: bool = False
    woke: frozenset[str] = frozenset()
    waited: float = 0.0
    """Seconds since it was stored."""
    wanted: tuple[str, ...] = ()


def handle_some(session: Session, desk: Desk, after: int = 0, most: int = BATCH) -> list[Handled]:
    """Handles waiting letters with an id above ``after``, oldest first, until none waits or a commit is due.

    Each is handled whole or not at all, behind a savepoint of its own, and together with its answer. A letter whose
    handling raises is kept as failed; only faults of the database itself go through.
    """
    done: list[Handled] = []
    began = time.monotonic()
    held: list[object] = []  # a session forgets what nobody holds, and would load it again for the next letter
    event.listen(session, "loaded_as_persistent", lambda _session, loaded: held.append(loaded))
    for row in inbox.next_new(session, after, most):
        if done and time.monotonic() - began >= BATCH_SECONDS:
            break
        if row not in session or row.state != LetterState.NEW:
            continue  # a letter before it in the batch has settled it
        done.append(_handle_row(session, desk, row))
        session.flush()
    return done


def _handle_row(session: Session, desk: Desk, row: InboxLetter) -> Handled:
    letter_id, source_key, stored_at = row.id, row.source_key, row.stored_at
    try:
        with session.begin_nested():
            state, reason = _handle(session, desk, row)
            inbox.settle(session, row, state, reason, desk.clock.now())
            mind(session, desk, row)
            inbox.write_down(session, row)
    except Deferred:
        return Handled(letter_id, source_key, LetterState.NEW, deferred=True)
    except KeysWanted as keys:
        return Handled(letter_id, source_key, LetterState.NEW, deferred=True, wanted=keys.names)
    except Exception as error:
        if database_fault(error):
            raise
        _put_aside(session, desk, row, error)
        state = LetterState.FAILED
    return Handled(letter_id, source_key, state, woke=_woke(session), waited=(desk.clock.now() - stored_at).total_seconds())


def fail(session: Session, desk: Desk, row: InboxLetter, error: Exception) -> None:
    """Keeps a letter that could not be handled, tells the game masters why, and its writer that a person will look."""
    now = desk.clock.now()
    trace = "".join(traceback.format_exception(error))
    inbox.settle(session, row, LetterState.FAILED, f"{type(error).__name__}: {error}", now)
    incoming = take_passwords(read_letter(row.raw, own_addresses=(desk.address,), complete=row.complete))
    writer = _address(incoming)
    row.address = writer
    session.add(row)
    tell_masters(
        session,
        desk,
        [Part("master_letter_failed", {"letter_id": row.id, "writer": writer, "subject": incoming.subject, "trace": trace})],
        f"failed/{row.id}",
        now,
    )
    if incoming.verdict.answerable:
        put_answer(session, desk, row, incoming, writer, [Part("sorry", {"subject": incoming.subject}, _SORRY)])


def _put_aside(session: Session, desk: Desk, row: InboxLetter, error: Exception) -> None:
    """``fail``; and where even telling of it fails, at least the letter stands in nobody's way."""
    session.add(row)  # it may have been written down before the fault showed
    session.refresh(row)
    try:
        with session.begin_nested():
            fail(session, desk, row, error)
    except Exception as second:
        if database_fault(second):
            raise
        session.refresh(row)
        inbox.settle(session, row, LetterState.FAILED, ascii(f"{error!r}, then {second!r}"), desk.clock.now())


def _handle(session: Session, desk: Desk, row: InboxLetter) -> tuple[LetterState, str]:
    if isinstance(row.raw, Damaged):
        return unreadable.damaged(session, desk, row)
    incoming = read_stored(session, desk, row)
    row.address = _address(incoming)
    _log.debug("a letter was read", letter=row.id, address=row.address, subject=incoming.subject, lines=incoming.lines)
    if not incoming.readable:
        return unreadable.keep(session, desk, row, incoming, _sitter(session, desk, find_token(desk.key, incoming)))
    about = our_letter(session, desk, incoming)
    if about is not None or not incoming.verdict.answerable:
        reason = note_report(session, desk, incoming, about)
        if reason:
            let_go = onlookers.left_by_program(session, desk, incoming)
            return (LetterState.HANDLED, "let go of an observer") if let_go else (LetterState.IGNORED, reason)
    if not row.address:
        return LetterState.IGNORED, "no address to answer to"
    welcome_back(session, desk, row.address)
    token = find_token(desk.key, incoming)
    if not row.complete and (reader := _of_no_seat(session, desk, token)) is not None:
        return unreadable.too_large(session, desk, row, incoming, reader or row.address, known=bool(reader))
    if token is not None and token.generation == CONFIRM_GENERATION:
        if (done := confirming.confirm(session, desk, row, incoming, token.seat_id, process)) is not None:
            return done
        token = None
    if token is not None and token.generation == OBSERVER_GENERATION:
        pieces = read_pieces(session, desk, incoming, None) if row.complete else ()
        return onlookers.answer(session, desk, row, incoming, pieces, process, token)
    if token is not None and token.generation > MASTER_GENERATION:
        if master := mastery.address_of(session, desk, token):
            row.address = master
            return mastery.answer(session, desk, row, incoming, master)
        token = None
    copy = pressing.copy_of(session, token)
    ballot = voting.paper_of(session, token)
    if copy is not None:
        sitter = _reader(session, desk, copy)
    else:
        sitter = _sitter(session, desk, ballot.token if ballot is not None else token)
    pieces = read_pieces(session, desk, incoming, sitter) if row.complete else ()
    if sitter is not None:
        said, reach = _strange(row, incoming, sitter), WHOLE_SEAT
        if copy is not None:
            reach = to_press(row.address, sitter)
            if pieces and not isinstance(pieces[0], CommandLine) and incoming.verdict.kind is Kind.SUSPECT:
                pieces = ()
                said.append("It was not passed on: if you wrote it yourself, send it again below a line PRESS BACK.")
            pieces = _pieces_of_reply(desk, incoming, sitter, pieces)
        else:
            pieces = replies.pieces_of_reply(session, desk, incoming, sitter, pieces, said)
            pieces = with_subject(incoming, pieces, _filing(session, desk, sitter))
        if ballot is not None:
            reach = to_vote(ballot.number)
            pieces = tuple(voting.about(piece, ballot.number) for piece in pieces)
        return process(session, desk, row, incoming, pieces, sitter, row.address, said, reach)
    if not is_address(row.address):
        return unreadable.unanswerable(session, desk, row)
    if copy is not None:  # stale: what the letter brings besides can only be for the same seat
        token = SeatToken(copy.seat_id, copy.generation)
    elif ballot is not None:
        token = ballot.token
    why = ""
    if (done := replies.from_former_player(session, desk, row, incoming, pieces, token)) is not None:
        return done
    if not all(map(is_public, pieces)) and not strangers.too_many(session, desk, row.address):
        known = authentication.authenticate(session, desk, row, incoming, token)
        if isinstance(known, authentication.Known):
            incoming, sitter = known.incoming, known.sitter
            said = [known.said]
            pieces = read_pieces(session, desk, incoming, sitter)
            pieces = replies.pieces_of_reply(session, desk, incoming, sitter, pieces, said)
            return process(session, desk, row, incoming, pieces, sitter, sitter.address, said, Reach(known.way))
        why = known.why
    return strangers.answer(session, desk, row, incoming, pieces, process, why, token)


def _of_no_seat(session: Session, desk: Desk, token: SeatToken | None) -> str | None:
    """The address of the game master that the token is for, "" where it is no player's, either; None for a seat's."""
    if token is not None and token.generation > MASTER_GENERATION:
        return mastery.address_of(session, desk, token) or ""
    seat = _sitter(session, desk, token) is not None or pressing.copy_of(session, token) is not None
    return None if seat else ""


def _strange(row: InboxLetter, incoming: Incoming, sitter: Sitter) -> list[str]:
    """What its player should know of a letter with the seat's token: that another sent it, what was taken out of it."""
    said = []
    if row.address != sitter.address:
        # Which address is not said: it may be another player's.
        said.append(
            "This letter came from another address than yours, with the reply address of your seat. If that was not you, "
            "somebody has got hold of it: reply with NEW SECRET."
        )
    if any(not password.sets for password in incoming.passwords):
        said.append("The line with a password was taken out of your letter; a reply needs none.")
    return said


def read_pieces(session: Session, desk: Desk, incoming: Incoming, sitter: Sitter | None) -> tuple[Piece, ...]:
    """The letter's commands and orders. An empty letter whose subject is a command counts as that command."""
    lines = within(incoming.lines, desk.config.limits.line_length, desk.config.limits.order_lines)
    if not any(line.strip() for line in lines):
        found = split([incoming.subject.strip()], registry.forms(), frozenset())
        return tuple(piece for piece in found if isinstance(piece, CommandLine))
    return split(lines, registry.forms(), quoted(session, desk, sitter, lines))


def _pieces_of_reply(desk: Desk, incoming: Incoming, sitter: Sitter, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """What replies to press is press itself, up to a line END, unless it begins with a command."""
    if not pieces or isinstance(pieces[0], CommandLine):
        return tuple(pieces)
    lines = within(incoming.lines, desk.config.limits.line_length, desk.config.limits.order_lines)
    end = next((at for at, line in enumerate(lines) if line.strip().upper() == "END"), len(lines))
    rest = lines[end + 1 :]
    return (CommandLine("PRESS", 1, "", tuple(lines[:end])), *split(rest, registry.forms(), sitter.rules.quoted(rest)))


def process(
    session: Session,
    desk: Desk,
    row: InboxLetter,
    incoming: Incoming,
    pieces: Sequence[Piece],
    sitter: Sitter | None,
    address: str,
    headlines: Sequence[str] = (),
    reach: Reach = WHOLE_SEAT,
) -> tuple[LetterState, str]:
    """Runs the pieces in the writer's name, as far as their proof reaches, and writes the one answer.

    Raises Deferred when the seat's game is running its turn now.
    """
    now = desk.clock.now()
    if sitter is not None:
        _hold_off(sitter.game, now)
        row.seat_id, row.player_id = sitter.seat.id, sitter.player.id
        if (apart := keep_early(session, desk, row, incoming, sitter)) is not None:
            return apart
        if (kept := outdated.ask(session, desk, row, incoming, pieces, sitter)) is not None:
            return kept
        if sitter.address in desk.loops.paused:
            tell_elsewhere(session, desk, row, incoming, sitter.address)
        address = sitter.address
    said = list(headlines)
    if incoming.verdict.kind is Kind.SUSPECT:
        every = spoken(desk.config.limits.machine_answers_every)
        said.append(f"Your letter looks automatic: {incoming.verdict.reason}. Such letters get one answer in {every}.")
    here = Place(sitter, Answer(), _filing(session, desk, sitter), used=not pieces)
    here.answer.show_orders = here.filing is not None and not pieces
    places, nowhere = [here], False
    for piece in pieces[: desk.config.limits.commands]:
        turns = isinstance(piece, CommandLine) and piece.name == "GAME" and sitter is not None
        if nowhere and not turns:
            continue
        if not turns and (here.beyond or not reach.allows(piece)) and not asks_by_itself(piece):
            here.aside.append(piece)
            continue
        guest = sitter is not None and reach.as_guest(row.address, sitter, piece)
        call = Call(desk, session, now, row, incoming, address, None, _command(piece), here.answer)
        _run_piece(call if guest else call_of(call, here.sitter, here.filing), piece)
        if turns:
            here, nowhere = _turn_to(session, desk, places, here, now)
            there = here.sitter
            if there is not None and sitter is not None and there.seat.id != sitter.seat.id:
                here.beyond = not reach.crosses(desk, row.address, there)
        else:
            here.used = True
    for place in places:
        if place.aside and place.sitter is not None:
            place.used = True
            call = SeatCall(desk, session, now, row, incoming, address, place.sitter, _command(place.aside[0]), place.answer)
            _ask_about(call, place.aside, reach.why or _OTHER_SEAT)
    done = [piece for piece in pieces if not any(piece is one for place in places for one in place.aside)]
    places = [place for place in places if place.used or place.answer.headlines] or places[:1]
    first = places[0].answer
    filing = next((place.filing for place in places if place.filing is not None), None)
    first.not_read = orders_not_read(incoming.left_out, filing) if filing is not None else None
    orders = any(place.filing is not None and place.filing.has_brought_orders() for place in places)
    about_subject = words_of_subject(incoming, pieces, places[0].filing)
    limits, subject = desk.config.limits, bool(about_subject)
    first.headlines[:0] = [*said, *about_subject, *unread(limits, incoming, pieces, orders=orders, orders_told=subject)]
    signed = authentication.signature_words(session, desk, sitter, incoming)
    lines = tally(done[: desk.config.limits.commands], places)
    last = receipt(desk.config.limits, incoming, done, lines, signed)
    close(session, desk, row, incoming, places, address, last, now)
    return LetterState.HANDLED, ""


def _ask_about(call: SeatCall, aside: Sequence[Piece], why: str) -> None:
    """Keeps pieces that the letter's proof does not cover, and asks about them. What is read out of the whole letter, a key or
    a password, is never among them: those ask by themselves."""
    lines = [line for piece in aside for line in lines_of(piece)]
    shown = [line for line in lines if line.strip()]
    data = {"game": call.sitter.game, "seat": call.sitter.seat, "lines": shown, "why": why}
    ask_about_lines(call, Part("confirm_lines", data), lines)


def _turn_to(session: Session, desk: Desk, places: list[Place], here: Place, now: datetime) -> tuple[Place, bool]:
    """The place of the seat that a GAME line named; where there is none, ``here`` again, and that what follows is lost."""
    sitter = here.answer.turn_to
    if sitter is None:
        return here, True
    _hold_off(sitter.game, now)
    known = next((place for place in places if place.sitter and place.sitter.seat.id == sitter.seat.id), None)
    if known is None:
        known = Place(sitter, Answer(), _filing(session, desk, sitter))
        places.append(known)
    return known, False


def _run_piece(call: Call, piece: Piece) -> None:
    if call.sitter is not None and call.sitter.seat.player_id != call.sitter.player.id and not _without_seat(piece):
        _leave_out(call, call.sitter.game, piece)
        return
    if isinstance(piece, OrderLines):
        if call.filing is not None:
            call.filing.take(piece.lines, piece.first)
            call.answer.show_orders = True
        elif call.sitter is not None:
            call.say(_no_orders_now(call.sitter.game))
        return
    command = registry.find(piece.name)
    assert command is not None, "the parser only finds commands that there are"
    if not isinstance(call, command.need) and call.sitter is None:
        call.say(f"{piece.name} is for players; reply to a letter of your game to give it.")
    elif not isinstance(call, command.need) and call.sitter is not None:
        call.say(f"{piece.name}: {_no_orders_now(call.sitter.game)}")
    elif command.confirmed is not None and piece.kept is not None:
        command.confirmed(call, piece.kept)
    else:
        command.run(call)


def _without_seat(piece: Piece) -> bool:
    """Whether a piece still means something below the command that gave the seat up."""
    return is_public(piece) or (isinstance(piece, CommandLine) and piece.name in ("GAME", "EXPORT"))


def _leave_out(call: Call, game: Game, piece: Piece) -> None:
    """What stands below the command that gave the seat up is for nobody; who only says goodbye there is told nothing of it."""
    if isinstance(piece, OrderLines) and call.filing is not None and not call.filing.pass_over(piece.lines, piece.first):
        return
    told = f"You hold no seat in {game.name} any more: what stands below that in your letter, and needs one, was left out."
    if told not in call.answer.headlines:
        call.say(told)


def _woke(session: Session) -> frozenset[str]:
    return frozenset(str(name) for name in session.info)


def _command(piece: Piece) -> CommandLine:
    return piece if isinstance(piece, CommandLine) else CommandLine("ORDERS", piece.first, "")


def _no_orders_now(game: Game) -> str:
    if game.state == GameState.FINISHED:
        return f"{game.name} is over; it takes no more orders."
    if game.turn == 0:
        return f"{game.name} has not begun; it takes orders once you have its first report."
    return f"Your seat in {game.name} gives no orders now."


def _filing(session: Session, desk: Desk, sitter: Sitter | None) -> Filing | None:
    """Where the letter's orders go; None where the seat can give none now."""
    if sitter is None or sitter.game.turn == 0 or sitter.game.state not in (GameState.RUNNING, GameState.PAUSED):
        return None
    if sitter.seat.state != "playing":
        return None
    game, name = sitter.game, sitter.seat.name
    return Filing(
        read=lambda text: desk.cache.sheet(session, game, name, text),
        check=lambda text: desk.cache.verdict(session, game, name, text),
        before=seats.orders(session, sitter.seat.id, game.turn),
    )


def _sitter(session: Session, desk: Desk, token: SeatToken | None) -> Sitter | None:
    found = seats.with_game(session, token.seat_id) if token is not None else None
    if token is None or found is None:
        return None
    seat, game, player = found
    if seat.generation != token.generation or player is None:
        return None
    return Sitter(seat, game, desk.game_config(game), player)


def _reader(session: Session, desk: Desk, copy: PressCopy) -> Sitter | None:
    found = pressing.reader_of(session, copy)
    return Sitter(found[0], found[1], desk.game_config(found[1]), found[2]) if found is not None else None


def _hold_off(game: Game, now: datetime) -> None:
    if games.is_being_run(game, now):
        raise Deferred(game.name)


def _address(incoming: Incoming) -> str:
    """In small letters where it is plain ASCII: others have letters that become ASCII ones by that (the Kelvin sign)."""
    email = incoming.sender.email
    return email.lower() if email.isascii() else email
