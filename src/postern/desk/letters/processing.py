"""A letter whose writer is known: runs its commands, files its orders, and writes the one answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from postern.desk.answers.answer import Answer, Call, Deferred, SeatCall, Sitter, call_of
from postern.desk.answers.asking import ask_about_lines, lines_of
from postern.desk.answers.filing import Filing
from postern.desk.answers.places import Place
from postern.desk.commands import registry
from postern.desk.delivery.bounces import tell_elsewhere
from postern.desk.documents.templates import Part
from postern.desk.games import outdated
from postern.desk.language.parse import CommandLine, OrderLines, Piece
from postern.desk.letters import overtaken
from postern.desk.letters.authentication import signature_words
from postern.desk.letters.closing import close
from postern.desk.letters.cut_lines import orders_not_read
from postern.desk.letters.early_letters import keep_early
from postern.desk.letters.reach import WHOLE_SEAT, Reach, asks_by_itself, is_public
from postern.desk.letters.receipt import receipt, unread
from postern.desk.letters.subject import words_of_subject
from postern.desk.letters.tally import tally
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.timing.durations import spoken
from postern.post.letter import Kind
from postern.store import games, seats
from postern.store.scoped import need_all
from postern.store.tables import Game, GameState, LetterState, SeatState

_OTHER_SEAT = (
    "They came from another address than yours, or in another way than this game accepts, by a letter of another seat: what "
    "proves that seat speaks for it alone."
)


@dataclass(frozen=True)
class Writer:
    """Who a letter is from: the holder of a seat, or a guest (``sitter`` is None).

    ``address`` is where the answer goes, ``told`` what it says first, ``reach`` what the letter's proof covers.
    """

    sitter: Sitter | None
    address: str
    told: Sequence[str] = ()
    reach: Reach = WHOLE_SEAT


def process(letter: LetterAtHand, pieces: Sequence[Piece], writer: Writer) -> tuple[LetterState, str]:
    """Runs the pieces in the writer's name, as far as the letter's proof reaches, and writes the one answer. Returns the state
    that the letter is left in, and why.

    Raises Deferred while the seat's game is running its turn.
    """
    if writer.sitter is not None:
        if (kept := _kept_for_later(letter, pieces, writer.sitter, writer.reach.confirmed)) is not None:
            return kept
        if writer.address in letter.desk.loops.paused:
            tell_elsewhere(letter, writer.address)
    if letter.incoming.verdict.kind is Kind.SUSPECT:
        writer = replace(writer, told=[*writer.told, _looks_automatic(letter)])
    places = _run(letter, pieces, writer)
    _ask_about_the_rest(letter, places, writer)
    used = [place for place in places if place.used or place.answer.headlines] or places[:1]
    done = [piece for piece in pieces if not any(piece is one for place in places for one in place.aside)]
    _tell_how_it_was_read(letter, pieces, used, writer.told)
    limits = letter.desk.config.limits
    signed = signature_words(letter, writer.sitter)
    close(letter, used, writer.address, receipt(limits, letter.incoming, done, tally(done[: limits.commands], used), signed))
    return LetterState.HANDLED, ""


def filing_of(letter: LetterAtHand, sitter: Sitter | None, *, to_read: bool = False) -> Filing | None:
    """Where the orders in a letter to this seat go; None where the seat can give none now. Only ``to_read``: without those on
    file."""
    if sitter is None or sitter.game.turn == 0 or sitter.game.state not in (GameState.RUNNING, GameState.PAUSED):
        return None
    if sitter.seat.state != SeatState.PLAYING:
        return None
    session, cache, game, name = letter.session, letter.desk.cache, sitter.game, sitter.seat.name
    return Filing(
        read=partial(cache.sheet, session, game, name),
        check=partial(cache.verdict, session, game, name),
        before=None if to_read else seats.orders(session, sitter.seat.id, game.turn),
        merge=partial(cache.merged, session, game, name),
    )


def _kept_for_later(
    letter: LetterAtHand, pieces: Sequence[Piece], sitter: Sitter, confirmed: bool
) -> tuple[LetterState, str] | None:
    """Notes whose letter it is, and looks whether it can be handled now: not while the game's turn runs, nor where it was
    written for another turn, or before words of its player that came ahead of it, unless it is ``confirmed``. Returns how such
    a letter is left; None for one that can."""
    _defer_while_running(sitter.game, letter)
    letter.row.seat_id, letter.row.player_id = sitter.seat.id, sitter.player.id
    early = keep_early(letter, sitter)
    kept = early if early is not None else outdated.ask(letter, pieces, sitter)
    return overtaken.ask(letter, pieces, sitter) if kept is None and not confirmed else kept


def _defer_while_running(game: Game, letter: LetterAtHand) -> None:
    if games.is_being_run(game, letter.now):
        raise Deferred(game.name)


def _looks_automatic(letter: LetterAtHand) -> str:
    every = spoken(letter.desk.config.limits.machine_answers_every)
    return f"Your letter looks automatic: {letter.incoming.verdict.reason}. Such letters get one answer in {every}."


def _run(letter: LetterAtHand, pieces: Sequence[Piece], writer: Writer) -> list[Place]:
    """Runs each piece for the seat that it is for: the writer's own, or the one that a line GAME above it names. What the
    letter's proof does not cover is set aside. Returns the seats, with the answer gathered for each."""
    sitter, reach = writer.sitter, writer.reach
    here = Place(sitter, Answer(), filing_of(letter, sitter), used=not pieces)
    here.answer.show_orders = here.filing is not None and not pieces
    places, lost = [here], False
    for piece in pieces[: letter.desk.config.limits.commands]:
        if isinstance(piece, CommandLine) and piece.name == "GAME" and sitter is not None:
            _run_piece(_call(letter, writer, here, piece), piece)
            lost = here.answer.turn_to is None
            here = _turn_to(letter, places, here.answer.turn_to, writer) or here
        elif lost:
            continue
        elif (here.beyond or not reach.allows(piece)) and not asks_by_itself(piece):
            here.aside.append(piece)
        else:
            _run_piece(_call(letter, writer, here, piece), piece)
            here.used = True
    return places


def _call(letter: LetterAtHand, writer: Writer, place: Place, piece: Piece) -> Call:
    """What the command of this piece is given: the seat of the place, or none where the writer counts as a guest."""
    call = Call(letter, writer.address, None, _command(piece), place.answer)
    guest = writer.sitter is not None and writer.reach.as_guest(letter.row.address, writer.sitter, piece)
    return call if guest else call_of(call, place.sitter, place.filing)


def _turn_to(letter: LetterAtHand, places: list[Place], sitter: Sitter | None, writer: Writer) -> Place | None:
    """The place of the seat that a line GAME named, added to ``places`` when it is new; None where there is no such seat."""
    if sitter is None:
        return None
    _defer_while_running(sitter.game, letter)
    place = next((one for one in places if one.sitter is not None and one.sitter.seat.id == sitter.seat.id), None)
    if place is None:
        place = Place(sitter, Answer(), filing_of(letter, sitter))
        place.beyond = not writer.reach.crosses(letter.desk, letter.row.address, sitter)
        places.append(place)
    return place


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
    if not command.own_game_only:
        need_all(call.session)
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
    """Says that a piece below the command that gave the seat up was left out; a mere goodbye is passed over in silence."""
    if isinstance(piece, OrderLines) and call.filing is not None and not call.filing.pass_over(piece.lines, piece.first):
        return
    told = f"You hold no seat in {game.name} any more: what stands below that in your letter, and needs one, was left out."
    if told not in call.answer.headlines:
        call.say(told)


def _command(piece: Piece) -> CommandLine:
    return piece if isinstance(piece, CommandLine) else CommandLine("ORDERS", piece.first, "")


def _no_orders_now(game: Game) -> str:
    if game.state == GameState.FINISHED:
        return f"{game.name} is over; it takes no more orders."
    if game.turn == 0:
        return f"{game.name} has not begun; it takes orders once you have its first report."
    return f"Your seat in {game.name} gives no orders now."


def _ask_about_the_rest(letter: LetterAtHand, places: Sequence[Place], writer: Writer) -> None:
    """Keeps the pieces that the letter's proof does not cover, and asks about them at the player's own address. What is read
    out of the whole letter, a key or a password, is never among them: those commands ask by themselves."""
    for place in places:
        if not place.aside or place.sitter is None:
            continue
        place.used = True
        lines = [line for piece in place.aside for line in lines_of(piece)]
        shown = [line for line in lines if line.strip()]
        why = writer.reach.why or _OTHER_SEAT
        data = {"game": place.sitter.game, "seat": place.sitter.seat, "lines": shown, "why": why}
        call = SeatCall(letter, writer.address, place.sitter, _command(place.aside[0]), place.answer)
        ask_about_lines(call, Part("confirm_lines", data), lines)


def _tell_how_it_was_read(letter: LetterAtHand, pieces: Sequence[Piece], places: Sequence[Place], told: Sequence[str]) -> None:
    """Puts at the head of the first answer what its reader has to know before all else: ``told``, then what was not read."""
    incoming, first = letter.incoming, places[0]
    filing = next((place.filing for place in places if place.filing is not None), None)
    first.answer.not_read = orders_not_read(incoming.left_out, filing) if filing is not None else None
    orders = any(place.filing is not None and place.filing.has_brought_orders() for place in places)
    subject = words_of_subject(incoming, pieces, first.filing)
    missed = unread(letter.desk.config.limits, incoming, pieces, orders=orders, orders_told=bool(subject))
    first.answer.headlines[:0] = [*told, *subject, *missed]
