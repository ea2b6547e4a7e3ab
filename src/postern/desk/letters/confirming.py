"""Replies to a letter that asks for confirmation: what was held is carried out, since only its player could read that letter.

An empty reply confirms, and so do orders and words that agree (``assent``). Anything else may be the protest of somebody in
whose name another wrote: then the desk asks for YES.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from sqlmodel import Session

from postern.desk.answers import asking
from postern.desk.answers.answer import Sitter
from postern.desk.commands import registry
from postern.desk.context import Desk
from postern.desk.delivery import moving
from postern.desk.documents.templates import Part
from postern.desk.gamemaster import mail as mastery
from postern.desk.gamemaster.relaying import WORDS
from postern.desk.games import observing, standbys
from postern.desk.games.seating import begin_words, free_seats, games_part, join_refusal, take_seat
from postern.desk.games.signing_up import read_signup, says_something
from postern.desk.language import assent
from postern.desk.language.parse import CommandLine, OrderLines, Piece, is_typed, split, within
from postern.desk.letters.authentication import meant, sitters_of, without_name
from postern.desk.letters.gathering import ask_now, letters_of
from postern.desk.letters.processing import Writer, process
from postern.desk.letters.reach import Reach
from postern.desk.letters.read_stored import read_stored
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.outbox.outgoing import About, NewLetter, confirm_token, put_answer
from postern.post.letter import Incoming, Kind
from postern.store import games, inbox, people, seats
from postern.store.tables import Game, Held, LetterState, Seat

_IN_PERSON = ("PASSWORD", "KEY")
"""Commands that are not carried out out of a letter that was held: the confirmation does not show what they would set."""
_AS_AGREED = ("ORDERS", "ADD", "READY", "GAME", "JOIN", "OBSERVE")
"""Commands that go with orders or say the wish again: beside these a reply still confirms."""
_UNSURE = "I cannot be sure that your reply means yes."
_KEPT = (
    "What I asked you to confirm is not carried out: your reply says more than yes. If you want it, reply to that letter with "
    "YES alone; if it was not you, with NO."
)
_SETTLED = "Nothing waits for your yes any more: it was carried out already, or you have asked anew since."
_NO = re.compile(r"no(?:$|[\s.,;:!](?!\s*problem))", re.IGNORECASE)
_YES = re.compile(r"(?:(?:(?:forget me|resign|new secret(?: all)?|key|password set)\b)[\s,:.]+)?yes[\s.!]*", re.IGNORECASE)
"""The word alone, or behind the command that was asked about."""


def confirm(letter: LetterAtHand, held_id: int) -> tuple[LetterState, str] | None:
    """Carries out what was held under this number, or drops it when the reply begins with NO.

    A reply that looks automatic confirms only with the word YES, because an autoresponder answers whatever was written in
    its owner's name. Returns None when nothing is held under the number any more, or its seat has another player: the reply
    then proves nothing and is handled like any other letter.
    """
    incoming = letter.incoming
    held = people.held(letter.session, held_id)
    if held is None:
        return None
    if held.kind in (mastery.ERRANDS, WORDS):
        return mastery.confirm(letter, held)
    first = letter.first_line or assent.own_subject(incoming.subject)
    if held.state in ("waiting", "replaced") and _NO.match(first):
        return _decline(letter, held)
    if held.state != "confirmed" and incoming.verdict.kind is Kind.SUSPECT and not _YES.fullmatch(first):
        return _ask_for_yes(letter, held, f"Your letter looks automatic: {incoming.verdict.reason}.")
    if held.kind == asking.ASKED:
        return _asked(letter, held)
    if held.kind != "orders" and held.state == "waiting":
        sitter = next(iter(sitters_of(letter.session, letter.desk, held.address)), None)
        knows = held.kind == "join"  # it looks by itself
        ends = held.kind == observing.WISH and observing.NO.fullmatch(first)
        if not knows and not ends and not _agrees(letter, held, sitter):
            return _ask_for_yes(letter, held, _UNSURE)
    if held.kind in (moving.OLD, moving.NEW):
        return moving.confirm(letter, held, _besides(letter, held))
    if held.kind == standbys.WISH:
        return standbys.confirm(letter, held)
    if held.kind == observing.WISH:
        return observing.confirm(letter, held)
    if held.kind == standbys.OFFER and held.state != "confirmed":
        return standbys.accept(letter, held)
    if held.kind == "join" and held.state == "waiting":
        return _join(letter, held)
    if held.kind == "join" and held.state != "confirmed":
        return _asked_anew(letter, held)
    return _orders(letter, held)


def _asked(letter: LetterAtHand, held: Held) -> tuple[LetterState, str] | None:
    """A reply to the letter that asked about what cannot be undone. Only a YES carries it out; what stands below the YES, and
    orders and commands in any other reply, are handled as their seat's."""
    session, desk, incoming = letter.session, letter.desk, letter.incoming
    sitters = _sitters(session, desk, held)
    sitter = meant(incoming.text, sitters) or next(iter(sitters), None)
    steps = asking.steps(
        held, [sitter, *(one for one in sitters if one is not sitter)] if sitter is not None else [], partial(_pieces, desk)
    )
    waits = asking.waits(held) and bool(steps)
    written = [line for line in incoming.typed if line.strip()] or [assent.own_subject(incoming.subject)]
    word = _YES.fullmatch(written[0].strip()) is not None or assent.is_yes(written[0])
    yes = word or (assent.begins_with_yes(written[0]) and _agrees(letter, held, sitter))
    if sitter is None and not (waits and yes):
        return _ask_for_yes(letter, held, _UNSURE) if waits else None
    fresh = _below(incoming.lines) if word else incoming.lines
    pieces: list[Piece] = []
    if sitter is not None:
        pieces = _more_than_thanks(letter, sitter, fresh)
    if waits and yes:
        held.state = "confirmed"
        session.add(held)
        return process(letter, [*steps, *pieces], Writer(sitter, held.address, reach=Reach(confirmed=True)))
    if waits and not pieces:
        return _ask_for_yes(letter, held, _UNSURE)
    said = [_KEPT] if waits else [_SETTLED] if yes else []
    return process(letter, pieces, Writer(sitter, held.address, said))


def _below(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines with the first one that was typed and is not empty taken out."""
    first = next(at for at, line in enumerate([*lines, "x"]) if is_typed(line))
    return tuple("" if at == first else line for at, line in enumerate(lines))


def _ask_for_yes(letter: LetterAtHand, held: Held, why: str) -> tuple[LetterState, str]:
    part, token = Part("confirm_yes", {"why": why}), confirm_token(letter.desk, held.id)
    put_answer(letter, NewLetter(held.address, [part], reply_token=token))
    return LetterState.HANDLED, "a reply that may not mean yes confirms nothing"


def _decline(letter: LetterAtHand, held: Held) -> tuple[LetterState, str]:
    session = letter.session
    held.state = "declined"
    session.add(held)
    for original in filter(None, (inbox.letter(session, number) for number in letters_of(held))):
        if original.state == LetterState.HELD:
            inbox.settle(session, original, LetterState.IGNORED, "its writer said NO", letter.now)
    game = games.by_id(session, held.game_id) if held.game_id else None
    put_answer(letter, NewLetter(held.address, [Part("declined", {"game": game})]))
    return LetterState.HANDLED, "declined"


def _join(letter: LetterAtHand, held: Held) -> tuple[LetterState, str]:
    """Seats the writer. Lines of the reply count like those of the wish itself: a name that was missing comes that way."""
    session, desk = letter.session, letter.desk
    game = games.by_id(session, held.game_id or 0)
    refusal = join_refusal(session, desk, game, held.address)
    if refusal:
        put_answer(letter, NewLetter(held.address, [games_part(session, desk, refusal)]))
        return LetterState.HANDLED, refusal
    taken = [seat.name for seat in seats.of_game(session, game.id)]
    text = "\n".join((str(held.data["text"]), *_within(desk, letter.incoming.lines)))
    signup, problems = read_signup(desk.rules(game), text, taken, desk.game_config(game).options)
    if signup is None:
        needed = [problem for problem in problems if not problem.note]
        part = Part("join_mend", {"game": game, "problems": needed, "by_reply": True})
        put_answer(letter, NewLetter(held.address, [part], reply_token=confirm_token(desk, held.id)))
        return LetterState.HANDLED, "a wish to join still needs something"
    if not _agrees(letter, held):
        return _ask_for_yes(letter, held, _UNSURE)
    seat = take_seat(session, desk, game, held.address, signup, letter.now)
    held.state, held.seat_id, held.data = "confirmed", seat.id, {**held.data, "seats": {str(seat.id): seat.generation}}
    session.add(held)
    begins = begin_words(game, desk.game_config(game))
    terms = desk.game_config(game).terms
    data = {
        "game": game,
        "seat": seat,
        "free": free_seats(session, desk, game),
        "begins": begins,
        "terms": terms,
        "notes": problems,
    }
    part = Part("joined", data)
    put_answer(letter, NewLetter(held.address, [part], about=About(game, seat, game.turn)))
    return LetterState.HANDLED, ""


def _asked_anew(letter: LetterAtHand, held: Held) -> tuple[LetterState, str]:
    """A wish that its writer took back, or has written anew since."""
    name = games.by_id(letter.session, held.game_id or 0).name
    lead = f"That letter no longer counts: reply to the newest letter that asks you about {name}, or write JOIN {name} again."
    put_answer(letter, NewLetter(held.address, [games_part(letter.session, letter.desk, lead)]))
    return LetterState.HANDLED, f"a wish to join that is {held.state}"


def _counts_for(held: Held, seat: Seat) -> bool:
    """Whether what is held was meant for this seat with the secret that it has now."""
    return bool(held.data.get("seats", {}).get(str(seat.id)) == seat.generation)


def _orders(letter: LetterAtHand, held: Held) -> tuple[LetterState, str] | None:
    """Handles the held letter as its seat's, then what the reply itself holds. Later replies count by themselves."""
    session, desk, incoming = letter.session, letter.desk, letter.incoming
    sitters = _sitters(session, desk, held)
    if not sitters:
        return None
    sitter = meant(incoming.text, sitters)
    if sitter is None:
        names = [sitter.game.name for sitter in sitters]
        token = confirm_token(desk, held.id)
        part = Part("which", {"games": names, "lines": []})
        put_answer(letter, NewLetter(held.address, [part], reply_token=token))
        return LetterState.HANDLED, "does not say for which game"
    letter = replace(letter, incoming=without_name(incoming, sitter.game))
    waits = held.kind == "orders" and held.state == "waiting"
    if not waits:
        return process(letter, _pieces(desk, sitter, letter.incoming.lines), Writer(sitter, sitter.address))
    if not _agrees(letter, held, sitter):
        pieces = _more_than_thanks(letter, sitter, letter.incoming.lines)
        if not pieces:
            return _ask_for_yes(letter, held, _UNSURE)
        return process(letter, pieces, Writer(sitter, sitter.address, [_KEPT], Reach(confirmed=True)))
    return _carry_out(letter, held, sitter)


def _carry_out(letter: LetterAtHand, held: Held, sitter: Sitter) -> tuple[LetterState, str]:
    """Handles the letter that was held together with the reply that confirms it."""
    session, desk = letter.session, letter.desk
    pieces: list[Piece] = []
    several = len(letters_of(held)) > 1
    said = [f"Thank you: your {'letters are' if several else 'letter is'} confirmed and carried out."]
    fresh = letter.incoming.lines
    left: list[str] = []
    for original in filter(None, (inbox.letter(session, number) for number in letters_of(held))):
        was = read_stored(session, desk, original)
        letter = replace(letter, incoming=_with_report_of(letter.incoming, was))
        was = without_name(was, sitter.game)
        found = _pieces(desk, sitter, was.lines)
        left += [piece.name for piece in found if isinstance(piece, CommandLine) and piece.name in _IN_PERSON]
        pieces += [piece for piece in found if not (isinstance(piece, CommandLine) and piece.name in _IN_PERSON)]
        fresh = _not_again(fresh, was.lines)
        inbox.settle(session, original, LetterState.HANDLED, "confirmed by its writer", letter.now)
    if left:
        said.append(f"Left out: {' and '.join(dict.fromkeys(left))}. That counts only in a reply to one of my letters.")
    ask_now(session, held, letter.now)
    held.state, held.seat_id = "confirmed", sitter.seat.id
    held.data = {**held.data, "seats": {str(sitter.seat.id): sitter.seat.generation}}
    session.add(held)
    pieces += _more_than_thanks(letter, sitter, fresh)
    return process(letter, pieces, Writer(sitter, sitter.address, said, Reach(confirmed=True)))


def _with_report_of(reply: Incoming, held: Incoming) -> Incoming:
    """The reply, with what the answer reports of how the held letter was read: what was left out of it, and its files."""
    return replace(
        reply,
        left_out=held.left_out,
        over=held.over,
        ignored=held.ignored,
        files=held.files,
        signatures=held.signatures,
    )


def _more_than_thanks(letter: LetterAtHand, sitter: Sitter, lines: Sequence[str]) -> list[Piece]:
    """The orders and commands in these lines of a reply."""
    found = _pieces(letter.desk, sitter, lines)
    return [piece for piece in found if _counts(letter.session, letter.desk, sitter, piece)]


def _sitters(session: Session, desk: Desk, held: Held) -> list[Sitter]:
    """The seats that what is held may be for, as far as they still are the same address's."""
    found = []
    for seat_id in held.data.get("seats", {}):
        place = seats.with_game(session, int(seat_id))
        seat, game, player = place if place is not None else (None, None, None)
        if seat is None or game is None or player is None or player.address != held.address:
            continue
        if _counts_for(held, seat):
            found.append(Sitter(seat, game, desk.game_config(game), player))
    return found


def _pieces(desk: Desk, sitter: Sitter, lines: Sequence[str]) -> tuple[Piece, ...]:
    kept = _within(desk, lines)
    return split(kept, registry.forms(), sitter.rules.quoted(kept))


def _within(desk: Desk, lines: Sequence[str]) -> list[str]:
    """As many lines, and as much of each, as is read of any letter."""
    return within(lines, desk.config.limits.line_length, desk.config.limits.order_lines)


def _besides(letter: LetterAtHand, held: Held) -> list[str]:
    """Lines of a player's reply that are orders or commands, where only a yes or no was asked for."""
    for sitter in sitters_of(letter.session, letter.desk, held.address):
        if _more_than_thanks(letter, sitter, without_name(letter.incoming, sitter.game).lines):
            return [line for line in letter.incoming.lines if line.strip()]
    return []


def _not_again(lines: Sequence[str], held: Sequence[str]) -> tuple[str, ...]:
    """The reply's lines but for what it only repeats: the whole held letter, which would count twice."""
    first, second = ([line.strip().casefold() for line in text if line.strip()] for text in (held, lines))
    return () if first == second else tuple(lines)


def _agrees(letter: LetterAtHand, held: Held, sitter: Sitter | None = None) -> bool:
    """Whether nothing in the reply speaks against it: lines that are neither orders nor the wish itself say yes, or nothing."""
    desk, incoming = letter.desk, letter.incoming
    lines = _within(desk, incoming.lines if letter.first_line else (assent.own_subject(incoming.subject),))
    game = games.by_id(letter.session, held.game_id) if held.game_id else None
    if held.kind == "join" and game is not None:
        lines = [line for line in lines if not _wishes(desk, game, line)]
    rest: list[str] = []
    for piece in _pieces(desk, sitter, lines) if sitter is not None else split(lines, registry.forms(), frozenset()):
        if isinstance(piece, OrderLines):
            rest += _no_orders(letter.session, desk, sitter, piece)
        elif piece.name not in _AS_AGREED:
            return False
    names = [incoming.sender.name, incoming.sender.email.partition("@")[0], desk.config.post.name]
    names += [*([game.name] if game else []), *([sitter.seat.name] if sitter else [])]
    return assent.agrees(rest, names, only_yes=held.kind in (moving.OLD, asking.ASKED))


def _wishes(desk: Desk, game: Game, line: str) -> bool:
    """Whether a line says something about the seat that is wished for (NAME=ORLA)."""
    rules, options = desk.rules(game), desk.game_config(game).options
    return says_something(rules, line, options)


def _no_orders(session: Session, desk: Desk, sitter: Sitter | None, piece: OrderLines) -> list[str]:
    """The lines in which the game reads no order."""
    if sitter is None or sitter.game.turn == 0:
        return list(piece.lines)
    sheet = sitter.rules.read("\n".join(piece.lines), desk.cache.view(session, sitter.game, sitter.seat.name))
    read = {order.line - 1 for order in sheet.orders} | sitter.rules.quoted(piece.lines)
    return [line for at, line in enumerate(piece.lines) if at not in read]


def _counts(session: Session, desk: Desk, sitter: Sitter, piece: Piece) -> bool:
    """Whether a piece of the reply is more than a word of thanks."""
    if not isinstance(piece, OrderLines):
        return True
    if sitter.game.turn == 0:
        return False
    view = desk.cache.view(session, sitter.game, sitter.seat.name)
    return bool(sitter.rules.read("\n".join(piece.lines), view).orders)
