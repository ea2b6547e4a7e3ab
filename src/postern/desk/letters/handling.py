"""One letter, from the bytes that were stored to the function that answers it, inside one transaction.

The steps: read it → did a person write it → what was it sent to (``post/tokens``) → whose is it → split it into commands and
orders → hand it on. A player's letter goes to ``processing``, any other to the module of its kind. Everything that is decided
about a letter is in the database when the transaction commits, or nothing is.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import structlog
from sqlalchemy import event
from sqlmodel import Session

from postern.desk.answers.answer import Deferred, Sitter
from postern.desk.answers.places import quoted
from postern.desk.commands import registry
from postern.desk.context import Desk
from postern.desk.delivery.bounces import note_report, our_letter, welcome_back
from postern.desk.delivery.loop_guard import mind
from postern.desk.documents.templates import Part
from postern.desk.gamemaster import mail as mastery
from postern.desk.games import pressing, voting
from postern.desk.language.parse import CommandLine, Piece, split, within
from postern.desk.letters import authentication, confirming, onlookers, replies, strangers, unreadable
from postern.desk.letters.processing import Writer, filing_of, process
from postern.desk.letters.reach import WHOLE_SEAT, Reach, is_public, to_press, to_vote
from postern.desk.letters.read_stored import read_stored
from postern.desk.letters.subject import with_subject
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.outbox.outgoing import (
    CONFIRM_GENERATION,
    MASTER_GENERATION,
    OBSERVER_GENERATION,
    NewLetter,
    put_answer,
    tell_masters,
)
from postern.post.letter import Incoming, Kind, Verdict, is_address
from postern.post.proof.keys import KeysWanted
from postern.post.proof.password import take_passwords
from postern.post.reading import read_letter
from postern.post.reading.notices import INVITED
from postern.post.tokens import SeatToken, find_token
from postern.store import inbox, seats
from postern.store.engine import database_fault
from postern.store.scoped import NeedsAll, Scope, ScopedSession, is_conflict, need_all
from postern.store.sealing import Damaged
from postern.store.tables import InboxLetter, LetterState, PressCopy

_log = structlog.get_logger(__name__)

_LINES_SHOWN = 12
BATCH = 32
BATCH_SECONDS = 0.15
"""How many letters share one commit while many wait, and for how long: a commit costs a wait for the disk."""

_SORRY = """Your letter needs a person's eye
Something went wrong here while I read your letter. It is kept; the game
master has been told and will look at it. Nothing in it has been carried
out yet, and what was on file before stands.
"""


@dataclass(frozen=True)
class Handled:
    """What became of a letter. ``deferred``: it still waits, because its game's turn is running or because keys must be looked
    up in DNS (``wanted``).

    ``woke`` names the work that it made for other tasks: letters to send, drafts to finish, turns to look at.
    """

    letter_id: int
    source_key: str
    state: LetterState
    deferred: bool = False
    woke: frozenset[str] = frozenset()
    waited: float = 0.0
    """Seconds since it was stored."""
    wanted: tuple[str, ...] = ()
    for_all: bool = False
    """Whether nothing was done, since the letter wants the whole database to itself (``store/scoped``)."""


def handle_some(session: Session, desk: Desk, after: int = 0, most: int = BATCH) -> list[Handled]:
    """Handles waiting letters with an id above ``after``, oldest first, until none waits or it is time to commit.

    Each letter is handled in a savepoint of its own, together with its answer, wholly or not at all. A letter whose
    handling raises is kept as failed; only faults of the database itself are raised.
    """
    remember_all(session)
    return list(handle_rows(session, desk, inbox.next_new(session, after, most)))


def handle_rows(session: Session, desk: Desk, rows: Sequence[InboxLetter]) -> Iterator[Handled]:
    """Handles these letters one after the other until it is time to commit, and gives what became of each. In a scoped
    session it stops at the first that wants the whole database to itself."""
    done, began = 0, time.monotonic()
    for row in rows:
        if done and time.monotonic() - began >= BATCH_SECONDS:
            break
        if row not in session or row.state != LetterState.NEW:
            continue  # a letter before it in the batch has settled it
        handled = _handle_row(session, desk, row)
        session.flush()
        done += 1
        yield handled
        if handled.for_all:
            break


def remember_all(session: Session) -> None:
    """A session forgets what nobody holds, and would load it again for the next letter."""
    held: list[object] = []
    event.listen(session, "loaded_as_persistent", lambda _session, loaded: held.append(loaded))


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
    except NeedsAll:
        return Handled(letter_id, source_key, LetterState.NEW, for_all=True)
    except Exception as error:
        if isinstance(session, ScopedSession) and (is_conflict(error) or not database_fault(error)):
            # Done again by itself, it shows whether the fault is its own.
            _log.info("a letter is handled again by itself", letter=letter_id, error=f"{type(error).__name__}: {error}")
            return Handled(letter_id, source_key, LetterState.NEW, for_all=True)
        if database_fault(error):
            raise
        _put_aside(session, desk, row, error)
        state = LetterState.FAILED
    woke, waited = frozenset(str(name) for name in session.info), (desk.clock.now() - stored_at).total_seconds()
    return Handled(letter_id, source_key, state, woke=woke, waited=waited)


def fail(session: Session, desk: Desk, row: InboxLetter, error: Exception) -> None:
    """Keeps a letter that could not be handled, tells the game masters why, and its writer that a person will look."""
    now = desk.clock.now()
    trace = "".join(traceback.format_exception(error))
    inbox.settle(session, row, LetterState.FAILED, f"{type(error).__name__}: {error}", now)
    incoming = take_passwords(read_letter(row.raw, own_addresses=(desk.address,), complete=row.complete))
    writer = _address(incoming)
    row.address = writer
    session.add(row)
    facts = {"letter_id": row.id, "writer": writer, "subject": incoming.subject, "trace": trace}
    tell_masters(session, desk, Part("master_letter_failed", facts), f"failed/{row.id}", now)
    token = find_token(desk.key, incoming)
    letter = _heard(LetterAtHand(session, desk, row, incoming, now), token)
    if letter.incoming.verdict.answerable:
        sitter = _sitter(letter, token)
        to = sitter.address if sitter is not None else writer
        put_answer(letter, NewLetter(to, [Part("sorry", {"subject": incoming.subject}, _SORRY)]))


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
    """Reads the letter and finds out whose it is. Returns the state that it is left in, and why."""
    if isinstance(row.raw, Damaged):
        return unreadable.damaged(session, desk, row)
    letter = LetterAtHand(session, desk, row, read_stored(session, desk, row), desk.clock.now())
    incoming = letter.incoming
    row.address, row.written_at = _address(incoming), incoming.date
    _log.debug("a letter was read", letter=row.id, address=row.address, subject=incoming.subject, lines=incoming.lines)
    token = find_token(desk.key, incoming)
    _stay_in_scope(letter, token)
    letter = _heard(letter, token)
    if not letter.incoming.readable:
        return unreadable.keep(letter, _sitter(letter, token))
    if (done := _from_program(letter, token)) is not None:
        return done
    if not row.address and token is None:
        return LetterState.IGNORED, "no address to answer to"
    welcome_back(session, desk, row.address)
    if not row.complete and (reader := _of_no_seat(letter, token)) is not None:
        return unreadable.too_large(letter, reader or row.address, known=bool(reader))
    if token is not None and _is_of_no_seat(token):
        if (done := _at_other_address(letter, token)) is not None:
            return done
        token = None
    copy, ballot = pressing.copy_of(session, token), voting.paper_of(session, token)
    seat_token = ballot.token if ballot is not None else token
    sitter = _reader(letter, copy) if copy is not None else _sitter(letter, seat_token)
    pieces = _read_pieces(letter, sitter) if row.complete else ()
    if sitter is not None:
        return _from_seat(letter, pieces, sitter, to_copy=copy is not None, ballot=ballot)
    if not is_address(row.address):
        return unreadable.unanswerable(letter)
    if copy is not None:  # stale: what the letter brings besides can only be for the same seat
        seat_token = SeatToken(copy.seat_id, copy.generation)
    return _without_token(letter, pieces, seat_token)


def _stay_in_scope(letter: LetterAtHand, token: SeatToken | None) -> None:
    """Where letters of other games are handled at the same time: raises NeedsAll unless this is a plain one, to a seat of the
    games and players that are held, from the address of who plays it."""
    session, row = letter.session, letter.row
    if not isinstance(session, ScopedSession):
        return
    sitter = _sitter(letter, token)
    if sitter is None or not row.complete or not letter.incoming.readable or row.address != sitter.address:
        raise NeedsAll
    if Scope(sitter.game.id, sitter.player.id) not in session.scopes:
        raise NeedsAll


def _heard(letter: LetterAtHand, token: SeatToken | None) -> LetterAtHand:
    """The letter; one that came to a reply address of ours and only bears marks that lists and relays put on people's letters
    is no machine's, but a suspect's."""
    verdict = letter.incoming.verdict
    if token is None or verdict.certain or verdict.answerable or onlookers.asks_to_leave(letter, token):
        return letter
    return replace(letter, incoming=replace(letter.incoming, verdict=Verdict(Kind.SUSPECT, verdict.reason)))


def _from_program(letter: LetterAtHand, token: SeatToken | None) -> tuple[LetterState, str] | None:
    """Notes what a mail program reports (a bounce, an unsubscription). None for a letter that a person wrote. The game master
    hears, once a seat and turn, of a program's letter to a seat's reply address."""
    about = our_letter(letter)
    if about is None and letter.incoming.verdict.answerable:
        return None
    need_all(letter.session)
    reason = note_report(letter, about)
    if not reason:
        return None
    if onlookers.left_by_program(letter):
        return LetterState.HANDLED, "let go of an observer"
    if (sitter := _sitter(letter, token)) is not None and reason != INVITED:
        game, seat, incoming = sitter.game, sitter.seat, letter.incoming
        facts = {"letter_id": letter.row.id, "game": game, "seat": seat, "reason": reason, "subject": incoming.subject}
        facts["lines"] = [line for line in incoming.typed if line.strip()][:_LINES_SHOWN]
        once = f"automatic/{seat.id}/{game.turn}"
        tell_masters(letter.session, letter.desk, Part("master_automatic", facts), once, letter.now, game)
    return LetterState.IGNORED, reason


def _is_of_no_seat(token: SeatToken) -> bool:
    """Whether a token is that of a question, an observer or a game master."""
    return token.generation in (CONFIRM_GENERATION, OBSERVER_GENERATION) or token.generation > MASTER_GENERATION


def _at_other_address(letter: LetterAtHand, token: SeatToken) -> tuple[LetterState, str] | None:
    """Handles a letter to the reply address of a question, an observer or a game master. None where that address counts no
    more: the letter is then handled as one without a token."""
    if token.generation == CONFIRM_GENERATION:
        return confirming.confirm(letter, token.seat_id)
    if token.generation == OBSERVER_GENERATION:
        return onlookers.answer(letter, _read_pieces(letter, None) if letter.row.complete else (), token)
    master = mastery.address_of(letter.session, letter.desk, token)
    if not master:
        return None
    return mastery.answer(letter, master)


def _from_seat(
    letter: LetterAtHand, pieces: tuple[Piece, ...], sitter: Sitter, *, to_copy: bool, ballot: voting.Paper | None
) -> tuple[LetterState, str]:
    """Handles a letter with the token of a seat: to the reply address of press (``to_copy``), of a letter that asks for a vote
    (``ballot``), or of any other letter to that seat."""
    told, reach = _strange(letter, sitter), WHOLE_SEAT
    if to_copy:
        reach = to_press(letter.row.address, sitter)
        if pieces and not isinstance(pieces[0], CommandLine) and letter.incoming.verdict.kind is Kind.SUSPECT:
            pieces = ()
            told.append("It was not passed on: if you wrote it yourself, send it again below a line PRESS BACK.")
        pieces = _press_back(letter, sitter, pieces)
    else:
        pieces, more = replies.pieces_of_reply(letter, sitter, pieces)
        told += more
        pieces = with_subject(letter.incoming, pieces, filing_of(letter, sitter, to_read=True))
    if ballot is not None:
        reach = to_vote(ballot.number)
        pieces = tuple(voting.about(piece, ballot.number) for piece in pieces)
    return process(letter, pieces, Writer(sitter, sitter.address, told, reach))


def _without_token(letter: LetterAtHand, pieces: tuple[Piece, ...], stale: SeatToken | None) -> tuple[LetterState, str]:
    """Handles a letter that no token proves: as its seat's where something else does, else as a stranger's. ``stale`` is a
    genuine token that counts no more."""
    if (done := replies.from_former_player(letter, pieces, stale)) is not None:
        return done
    if all(map(is_public, pieces)) or strangers.too_many(letter.session, letter.desk, letter.row.address):
        return strangers.answer(letter, pieces, old=stale)
    known = authentication.authenticate(letter, stale)
    if isinstance(known, authentication.Unknown):
        return strangers.answer(letter, pieces, known.why, stale)
    sitter, letter = known.sitter, replace(letter, incoming=known.incoming)
    pieces, more = replies.pieces_of_reply(letter, sitter, _read_pieces(letter, sitter))
    return process(letter, pieces, Writer(sitter, sitter.address, [known.said, *more], Reach(known.way)))


def _of_no_seat(letter: LetterAtHand, token: SeatToken | None) -> str | None:
    """The address of the game master that the token is for, "" where it is no player's, either; None for a seat's."""
    if token is not None and token.generation > MASTER_GENERATION:
        return mastery.address_of(letter.session, letter.desk, token) or ""
    seat = _sitter(letter, token) is not None or pressing.copy_of(letter.session, token) is not None
    return None if seat else ""


def _strange(letter: LetterAtHand, sitter: Sitter) -> list[str]:
    """What its player should know of a letter with the seat's token: that another sent it, what was taken out of it."""
    said = []
    if not letter.row.address:
        said.append(
            "I could not read who sent this letter; it came to the reply address of your seat. If that was not you, somebody "
            "has got hold of it: reply with NEW SECRET."
        )
    elif letter.row.address != sitter.address:
        # Which address is not said: it may be another player's.
        said.append(
            "This letter came from another address than yours, with the reply address of your seat. If that was not you, "
            "somebody has got hold of it: reply with NEW SECRET."
        )
    if any(not password.sets for password in letter.incoming.passwords):
        said.append("The line with a password was taken out of your letter; a reply needs none.")
    return said


def _read_pieces(letter: LetterAtHand, sitter: Sitter | None) -> tuple[Piece, ...]:
    """The letter's commands and orders. An empty letter whose subject is a command counts as that command."""
    desk = letter.desk
    lines = within(letter.incoming.lines, desk.config.limits.line_length, desk.config.limits.order_lines)
    if not any(line.strip() for line in lines):
        found = split([letter.incoming.subject.strip()], registry.forms(), frozenset())
        return tuple(piece for piece in found if isinstance(piece, CommandLine))
    return split(lines, registry.forms(), quoted(letter.session, desk, sitter, lines))


def _press_back(letter: LetterAtHand, sitter: Sitter, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """What replies to press is press itself, up to a line END, unless it begins with a command."""
    if not pieces or isinstance(pieces[0], CommandLine):
        return tuple(pieces)
    lines = within(letter.incoming.lines, letter.desk.config.limits.line_length, letter.desk.config.limits.order_lines)
    end = next((at for at, line in enumerate(lines) if line.strip().upper() == "END"), len(lines))
    rest = lines[end + 1 :]
    return (CommandLine("PRESS", 1, "", tuple(lines[:end])), *split(rest, registry.forms(), sitter.rules.quoted(rest)))


def _sitter(letter: LetterAtHand, token: SeatToken | None) -> Sitter | None:
    """The player whose seat this token is of; None where it is no seat's, or no longer."""
    found = seats.with_game(letter.session, token.seat_id) if token is not None else None
    if token is None or found is None:
        return None
    seat, game, player = found
    if seat.generation != token.generation or player is None:
        return None
    return Sitter(seat, game, letter.desk.game_config(game), player)


def _reader(letter: LetterAtHand, copy: PressCopy) -> Sitter | None:
    """The player who got this copy of press; None where it is theirs no more."""
    found = pressing.reader_of(letter.session, copy)
    return Sitter(found[0], found[1], letter.desk.game_config(found[1]), found[2]) if found is not None else None


def _address(incoming: Incoming) -> str:
    """In small letters where it is plain ASCII: others have letters that become ASCII ones by that (the Kelvin sign)."""
    email = incoming.sender.email
    return email.lower() if email.isascii() else email
