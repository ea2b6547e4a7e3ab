"""Letters without a token: from players who are known by their address alone, and from strangers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

from sqlmodel import Session

from postern.desk.answers.answer import Sitter
from postern.desk.context import Desk
from postern.desk.documents.templates import Part, count
from postern.desk.gamemaster.mail import greeting, is_master
from postern.desk.games.seating import games_part
from postern.desk.language.assent import own_subject
from postern.desk.language.parse import CommandLine, OrderLines, Piece, is_typed
from postern.desk.letters import gathering
from postern.desk.letters.authentication import meant, sitters_of
from postern.desk.letters.early_letters import tell_moved
from postern.desk.letters.nearest import WISH, nearest
from postern.desk.letters.processing import Writer, process
from postern.desk.letters.reach import is_public
from postern.desk.outbox.holding import GUEST, MASSES
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.outbox.outgoing import USUAL, VOTE_GENERATION, About, NewLetter, confirm_token, put_answer, tell_masters
from postern.post.tokens import SeatToken
from postern.store import outbox, people, seats
from postern.store.tables import Game, GameState, LetterState

_HOUR = timedelta(hours=1)
_HOW_TO_JOIN = "To take a seat, send a line with JOIN and the name of a game below, and nothing else on that line."
_NOT_UNDERSTOOD = (
    "I am a program and read lines with a command, such as those below; I found none in your letter. HELP tells what you can "
    "write."
)
_NO_SEAT = "Nothing of it was carried out: your address holds no seat in a game here."
_ELSEWHERE = (
    "If you hold a seat under another address, write from there, or reply from anywhere to a letter of your game: that is "
    "how I know you."
)
_ORDER = re.compile(r"\d")
_TERSE = 12
"""A line of orders has no more words, and a number among them; other lines are words to somebody."""
_NO_SEAT_ANY_MORE = (
    "Nothing in your letter was carried out: you wrote to the reply address of a seat in {game}, and hold that seat no more."
)


def answer(
    letter: LetterAtHand, pieces: Sequence[Piece], why: str = "", old: SeatToken | None = None
) -> tuple[LetterState, str]:
    """Runs public commands, holds a known player's letter for confirmation, welcomes a stranger.

    ``why`` tells a player, in a sentence, why the letter does not prove that it is theirs. ``old`` is the token of its
    reply address, which is no longer valid.
    """
    session, desk, incoming, address = letter.session, letter.desk, letter.incoming, letter.row.address
    held_seats = sitters_of(session, desk, address)
    public = [piece for piece in pieces if is_public(piece)]
    if silence := _silence(letter, bool(held_seats) or is_master(session, desk, address)):
        if held_seats and len(public) < len(pieces):
            if (gathered := gathering.gather(letter, held_seats, why)) is not None:
                return gathered
            _hold(letter, held_seats)
            return LetterState.HELD, f"held without an answer: {silence}"
        return LetterState.IGNORED, silence
    without = "" if held_seats else _holds_no_seat(letter, pieces)
    if pieces and (len(public) == len(pieces) or (public and not held_seats)):
        return process(letter, pieces, Writer(None, address, [without] if without else ()))
    former = _game_of_old(session, old)
    if former is not None and former.name not in {sitter.game.name for sitter in held_seats}:
        lead = _NO_SEAT_ANY_MORE.format(game=former.name)
        put_answer(letter, NewLetter(address, [games_part(session, desk, lead)], kind=GUEST))
        return LetterState.HANDLED, "to the reply address of a seat that its writer holds no more"
    if held_seats:
        return _ask(letter, held_seats, why)
    if (found := greeting(session, desk, address.lower(), letter.first_line)) is not None:
        part, token = found
        put_answer(letter, NewLetter(address, [part], kind=GUEST, reply_token=token))
        return LetterState.HANDLED, "a game master's, without proof"
    lines = incoming.lines if letter.first_line else (own_subject(incoming.subject),)
    if (wish := nearest(lines[: desk.config.limits.order_lines])) is not None:
        return process(letter, [wish[0]], Writer(None, address, [wish[1]]))
    return _welcome(letter, without)


def _game_of_old(session: Session, token: SeatToken | None) -> Game | None:
    """The game of the seat that the letter's reply address once was for."""
    if token is None or token.generation >= VOTE_GENERATION:
        return None
    found = seats.with_game(session, token.seat_id)
    return found[1] if found is not None else None


def too_many(session: Session, desk: Desk, address: str) -> bool:
    """Whether letters without proof from this address have used up the answers that they may have in an hour."""
    now = desk.clock.now()
    written = outbox.written_between(session, address, GUEST, now - _HOUR, now)
    return written >= desk.config.limits.guest_answers_per_hour


def _silence(letter: LetterAtHand, known: bool) -> str:
    """Why a letter without proof gets no answer: more came than a person writes, or it repeats itself as a machine does, or
    answers to unknown addresses are used up for everybody; "" where it gets one. ``known``: its address is a player's
    or a game master's."""
    session, desk = letter.session, letter.desk
    now, limits = desk.clock.now(), desk.config.limits
    if too_many(session, desk, letter.row.address):
        return "too many letters in an hour"
    if desk.loops.only_repeats(letter.row.address, letter.incoming, limits, now):
        return "it only says again what was answered"
    if known or outbox.written_to_nobody(session, GUEST, now - _HOUR, now) < limits.stranger_answers_per_hour:
        return ""
    part = Part("master_strangers", {"most": limits.stranger_answers_per_hour})
    tell_masters(session, desk, part, f"strangers/{now.date()}", now)
    return MASSES


def _ask(letter: LetterAtHand, held_seats: Sequence[Sitter], why: str) -> tuple[LetterState, str]:
    """Keeps the letter and asks its writer to confirm it, and for which game where it does not say.

    With nothing in the letter, just sends a fresh address to reply to.
    """
    incoming = letter.incoming
    shown = [line for line in incoming.lines if line.strip()]
    chosen = meant(f"{incoming.subject}\n{incoming.text}", held_seats)
    gone = [sitter for sitter in held_seats if sitter.game.state == GameState.MOVED]
    if chosen in gone or (chosen is None and len(gone) == len(held_seats)):
        return tell_moved(letter, (chosen or gone[0]).game, letter.row.address, GUEST)
    held_seats = [sitter for sitter in held_seats if sitter not in gone]
    if shown and (gathered := gathering.gather(letter, [chosen] if chosen is not None else held_seats, why)) is not None:
        return gathered
    if chosen is None and shown:
        held_id = _hold(letter, held_seats)
        part, about = Part("which", {"games": [sitter.game.name for sitter in held_seats], "lines": shown}), About()
    else:
        sitter = chosen or held_seats[0]
        held_id = _hold(letter, [sitter]) if shown else 0
        others = [other.game.name for other in held_seats if other is not sitter]
        part = Part("confirm", {"game": sitter.game, "seat": sitter.seat, "lines": shown, "others": others, "why": why})
        about = About(sitter.game, sitter.seat, sitter.game.turn)
    token = confirm_token(letter.desk, held_id) if held_id else ""
    put_answer(letter, NewLetter(letter.row.address, [part], kind=GUEST, about=about, reply_token=token))
    return (LetterState.HELD, "waits for its writer's confirmation") if held_id else (LetterState.HANDLED, "")


def _hold(letter: LetterAtHand, places: Sequence[Sitter]) -> int:
    """Keeps a letter for one of these seats; a seat that has a new secret by then is none of them any more."""
    return gathering.hold(letter, places, letter.now).id


def _holds_no_seat(letter: LetterAtHand, pieces: Sequence[Piece]) -> str:
    """What to say of commands for players and of what may be orders in a letter from an address without a seat: each line is
    accounted for, none is quoted. "" where the letter has neither."""
    names = dict.fromkeys(piece.name for piece in pieces if isinstance(piece, CommandLine) and not is_public(piece))
    below = [line for piece in pieces if isinstance(piece, CommandLine) and not is_public(piece) for line in piece.body]
    lines = [line for piece in pieces if isinstance(piece, OrderLines) for line in piece.lines if is_typed(line)]
    orders = any(_ORDER.search(line) and len(line.split()) <= _TERSE for line in lines) and not any(map(_wishes, lines))
    if not names and not orders:
        return ""
    rest = len(lines) + sum(1 for line in below if line.strip())
    told = [f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} for players"] if names else []
    told += [f"{count(rest, 'line')} of orders or words {'was' if rest == 1 else 'were'} not read"] if rest else []
    return f"{_NO_SEAT} {' and '.join(told)}. {_ELSEWHERE}"


def _wishes(line: str) -> bool:
    return WISH.search(line) is not None


def _welcome(letter: LetterAtHand, said: str = "") -> tuple[LetterState, str]:
    """Welcome an unknown address, or tell one that was welcomed what it can write; ``said`` stands before all else."""
    session, desk = letter.session, letter.desk
    now, every = desk.clock.now(), desk.config.limits.greeting_every
    if not people.may_greet(session, letter.row.address, now, every):
        lead = said or (_HOW_TO_JOIN if WISH.search(letter.incoming.text) else _NOT_UNDERSTOOD)
        put_answer(letter, NewLetter(letter.row.address, [games_part(session, desk, lead)], kind=GUEST))
        return LetterState.HANDLED, "an unknown address that was welcomed already: told what it can write"
    part = games_part(session, desk, said, template="welcome")
    put_answer(letter, NewLetter(letter.row.address, [part], kind=GUEST, priority=USUAL))
    return LetterState.HANDLED, "welcomed"
