"""A reply to a game master's letter or to a proposal: words in it are for the game master, or a vote.

Replies to press (``pressing``) and to questions (``confirming``) come to reply addresses of their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlmodel import Session

from postern.desk.answers.answer import Sitter
from postern.desk.commands import registry
from postern.desk.context import Desk
from postern.desk.gamemaster.relaying import WORDS
from postern.desk.games.seating import games_part
from postern.desk.language import assent
from postern.desk.language.parse import CommandLine, OrderLines, Piece, guess
from postern.desk.language.replied_to import proposal_of, replied_to
from postern.desk.letters.reach import is_public
from postern.desk.letters.strangers import too_many
from postern.desk.outbox import to_master
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.outbox.outgoing import VOTE_GENERATION, NewLetter, put_answer
from postern.game.kit.orders.digits import is_number
from postern.post.letter import Frame, Kind
from postern.post.tokens import SeatToken
from postern.store import people, seats
from postern.store.tables import Game, GameState, LetterState, OutboxLetter, Proposal, Seat

_WORD = re.compile(r"[^\W\d_]{2,}")
_PIECE = re.compile(r"[A-Za-z][0-9]")
"""How orders name pieces and places."""
_TERSE = 2
"""A line of no more words may be an order, or a command, with a slip in it."""


Reading = tuple[tuple[Piece, ...], list[str]]
"""A letter's pieces, and sentences about them that its writer is told first."""


def pieces_of_reply(letter: LetterAtHand, sitter: Sitter, pieces: Sequence[Piece]) -> Reading:
    """The pieces of a player's letter, understood by the letter of ours that it replies to: words in reply to a game master
    are for the game master, words in reply to a proposal are a vote."""
    ours = replied_to(letter.session, letter.incoming, sitter.address)
    if not any(isinstance(piece, OrderLines) for piece in pieces) or ours is None or ours.seat_id != sitter.seat.id:
        return tuple(pieces), []
    if to_master.is_from_master(ours):
        return _to_master(letter, sitter, pieces)
    if (proposal := proposal_of(letter.session, ours)) is not None:
        return _vote(letter, sitter, pieces, proposal)
    return tuple(pieces), []


def _to_master(letter: LetterAtHand, sitter: Sitter, pieces: Sequence[Piece]) -> Reading:
    """The pieces of a reply to a game master's letter: words among its orders are for the game master (PRESS TO GM)."""
    done: list[Piece] = []
    said: list[str] = []
    for piece in pieces:
        found = _lines_of_words(letter.session, letter.desk, sitter, piece.lines) if isinstance(piece, OrderLines) else []
        if not isinstance(piece, OrderLines) or not found:
            done.append(piece)
            continue
        words = [line for at, line in enumerate(piece.lines) if at in found or not line.strip()]
        rest = ["" if at in found else line for at, line in enumerate(piece.lines)]
        if letter.incoming.verdict.kind is Kind.SUSPECT:
            said.append("Its words were not passed on: if you wrote them yourself, send them below a line PRESS TO GM.")
        else:
            done.append(CommandLine("PRESS", piece.numbers[found[0]], "TO GM", tuple(words)))
        if any(line.strip() for line in rest):
            done.append(OrderLines(piece.first, tuple(rest)))
    return tuple(done), said


def _vote(letter: LetterAtHand, sitter: Sitter, pieces: Sequence[Piece], proposal: Proposal) -> Reading:
    """The pieces of a reply to a letter that asks for a vote: words among its orders are that vote, where they are sure."""
    incoming = letter.incoming
    words: list[str] = []
    done: list[Piece] = []
    at = 0
    for piece in pieces:
        found = _lines_of_words(letter.session, letter.desk, sitter, piece.lines) if isinstance(piece, OrderLines) else []
        if isinstance(piece, OrderLines) and found:
            at = at or piece.numbers[found[0]]
            words += [piece.lines[place] for place in found]
            rest = tuple("" if place in found else line for place, line in enumerate(piece.lines))
            if any(line.strip() for line in rest):
                done.append(OrderLines(piece.first, rest))
        else:
            done.append(piece)
    voted = any(isinstance(piece, CommandLine) and piece.name == "VOTE" for piece in pieces)
    if not words or voted:
        return tuple(pieces), []
    names = (incoming.sender.name, incoming.sender.email.partition("@")[0], sitter.seat.name, sitter.game.name)
    vote = assent.vote(words, names) if incoming.verdict.kind is not Kind.SUSPECT else None
    if vote is None:
        number = proposal.number
        told = f"I cannot be sure how you vote; no vote was noted. Reply VOTE YES {number} or VOTE NO {number}."
        return tuple(pieces), [told]
    return (CommandLine("VOTE", at, f"{'YES' if vote else 'NO'} {proposal.number}", tuple(words)), *done), []


def from_former_player(
    letter: LetterAtHand, pieces: Sequence[Piece], token: SeatToken | None
) -> tuple[LetterState, str] | None:
    """Passes on to the game master what a player writes who was taken from a seat, in reply to the letter that said so or to
    what the game master wrote since. None for any other letter, and for one that holds only public commands.

    The proof is the Message-ID that it replies to, which only that player has been sent, or the token in that letter.
    """
    session, desk, incoming, address = letter.session, letter.desk, letter.incoming, letter.row.address
    if all(map(is_public, pieces)) or too_many(session, desk, address):
        return None
    ours = replied_to(session, incoming, address)
    place = _seat_of(session, ours) if to_master.is_from_master(ours) else None
    if ours is None or place is None:
        return None
    by_token = token is not None and token.generation < VOTE_GENERATION and token.seat_id == place[0].id
    if ours.message_id not in (*incoming.in_reply_to, *incoming.references) and not by_token:
        return None
    seat, game = place
    text = "\n".join(incoming.typed).strip("\n")
    if not text.strip() or incoming.verdict.kind is Kind.SUSPECT:
        return None
    if seats.addresses(session, game.id).get(seat.id) == address:
        return None
    told = to_master.send(letter, game, seat, text, 1, former=address)
    hold = f"You hold no seat in {game.name} any more: your letter was read as words to its game master, and nothing else."
    put_answer(letter, NewLetter(address, [games_part(session, desk, f"{told} {hold}")], kind="guest"))
    return LetterState.HANDLED, "a former player's words, passed on to the game master"


def _seat_of(session: Session, letter: OutboxLetter | None) -> tuple[Seat, Game] | None:
    """The seat that a game master's letter is about, also where it went to somebody who held it before."""
    seat_id = letter.seat_id if letter is not None else None
    kind, _, number = letter.dedupe_key.partition("/") if letter is not None else ("", "", "")
    if seat_id is None and kind == WORDS and is_number(number):
        held = people.held(session, int(number))
        seat_id = held.seat_id if held is not None else None
    found = seats.with_game(session, seat_id) if seat_id is not None else None
    return (found[0], found[1]) if found is not None else None


def _lines_of_words(session: Session, desk: Desk, sitter: Sitter, lines: Sequence[str]) -> list[int]:
    """The indexes of the lines that are words to a person: no order is read from them, and they are no order or command with a
    slip in it either. Where no line is an order, and one is such words, all are."""
    found = []
    game = sitter.game
    quoted = sitter.rules.quoted(lines)
    plays = game.turn > 0 and game.state in (GameState.RUNNING, GameState.PAUSED)
    sheet = desk.cache.sheet(session, game, sitter.seat.name, "\n".join(lines)) if plays else None
    orders = {order.line - 1 for order in sheet.orders} if sheet is not None else set()
    for at, line in enumerate(lines):
        words = _WORD.findall(line)
        terse = len(words) <= _TERSE and (guess(line, registry.forms()) or any(is_number(character) for character in line))
        if (
            words
            and not isinstance(line, Frame)
            and at not in orders
            and at not in quoted
            and not _PIECE.search(line)
            and not terse
        ):
            found.append(at)
    whole = [at for at, line in enumerate(lines) if not isinstance(line, Frame)]
    return whole if found and not orders and not quoted else found
