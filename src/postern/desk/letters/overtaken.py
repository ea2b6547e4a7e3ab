"""Letters that a later one overtook on its way: older words of a player do not undo newer ones, but are asked about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from postern.desk.answers.answer import Sitter
from postern.desk.answers.places import other_seat, quoted
from postern.desk.commands import registry
from postern.desk.context import Desk
from postern.desk.games.outdated import CLOCKS_DIFFER, hold_back
from postern.desk.language.parse import CommandLine, OrderLines, Piece, split, within
from postern.desk.language.replied_to import replied_to
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.post.reading import date_of, read_letter
from postern.store import inbox, seats
from postern.store.sealing import Damaged
from postern.store.tables import GameState, LetterState

_MAY_OVERTAKE = timedelta(days=1)
"""So long a letter may lie with a server on its way while a later one comes."""
_ABOUT = {
    **dict.fromkeys(("ADD", "CANCEL", "UNDO", "REDO", "READY", "WAIT"), "turn"),
    **dict.fromkeys(("MUTE", "BLOCK", "UNMUTE"), "press"),
    **dict.fromkeys(("VOTE", "ABSENCE"), ""),
}
"""What a command's words are about: newer words about the same stand against them. "" for a command that stands for itself."""
Said = tuple[Sitter, set[str]]
"""A seat, and what a letter's words for it are about."""


def ask(letter: LetterAtHand, pieces: Sequence[Piece], sitter: Sitter) -> tuple[LetterState, str] | None:
    """Keep a letter that was written before another of this player which came ahead of it and speaks of the same, for the same
    seat, and ask. Lines below GAME are for another seat, in either letter.

    None for every other letter. Its date alone says so: where it replies to what we wrote after that other came, its clock is
    slow.
    """
    said = _subjects(letter.session, letter.desk, sitter, pieces)
    found = _overtook(letter, sitter, said) if said else None
    if found is None:
        return None
    one, later = found
    hold_back(letter, sitter, one, {"written": letter.incoming.date, "later": later})
    return LetterState.HELD, f"written before a letter that came ahead of it and is about {one.seat.name} in {one.game.name}"


def _overtook(letter: LetterAtHand, sitter: Sitter, said: Mapping[int, Said]) -> tuple[Sitter, datetime] | None:
    """The seat, and when the later letter was written that came ahead of this one and speaks of the same; None where there is
    none."""
    session, date = letter.session, letter.incoming.date
    if date is None:
        return None
    since = letter.row.stored_at - _MAY_OVERTAKE
    before = [one for one in inbox.handled_before(session, sitter.player.id, letter.row.id) if one[2] >= since]
    if all(date >= stored_at for _, _, stored_at, _ in before):
        return None  # written after all the others were here
    later = [one for one in before if one[3] is None or date < one[3] <= one[2] + CLOCKS_DIFFER]
    raws = inbox.raws(session, [one[0] for one in later]) if later else {}
    for number, seat_id, stored_at, noted in later:
        raw, reader = raws[number], _sitter(session, letter.desk, sitter, seat_id)
        written = noted or (None if isinstance(raw, Damaged) else date_of(raw))
        if written is None or isinstance(raw, Damaged) or not date < written <= stored_at + CLOCKS_DIFFER or reader is None:
            continue
        told = _subjects(session, letter.desk, reader, _pieces(session, letter.desk, reader, raw))
        for one, about in said.values():
            opened = one.game.opened_at
            if one.seat.id in told and about & told[one.seat.id][1] and (opened is None or stored_at >= opened):
                ours = replied_to(session, letter.incoming, sitter.address)
                return (one, written) if ours is None or ours.created_at < stored_at else None
    return None


def _sitter(session: Session, desk: Desk, sitter: Sitter, seat_id: int) -> Sitter | None:
    """The same player in another of their seats; None where the seat is theirs no more."""
    if seat_id == sitter.seat.id:
        return sitter
    places = seats.of_player(session, sitter.player.id)
    return next(
        (Sitter(seat, game, desk.game_config(game), sitter.player) for seat, game in places if seat.id == seat_id), None
    )


def _pieces(session: Session, desk: Desk, sitter: Sitter, raw: bytes) -> Sequence[Piece]:
    incoming = read_letter(raw, own_addresses=(desk.address,), limits=desk.config.limits.reading)
    lines = within(incoming.lines, desk.config.limits.line_length, desk.config.limits.order_lines)
    return split(lines, registry.forms(), quoted(session, desk, sitter, lines))


def _subjects(session: Session, desk: Desk, sitter: Sitter, pieces: Sequence[Piece]) -> dict[int, Said]:
    """What the pieces are about, as far as they change something, for each seat that they are for, by its number."""
    found: dict[int, Said] = {}
    here: Sitter | None = sitter
    for piece in pieces:
        about = ""
        if isinstance(piece, CommandLine) and piece.name == "GAME":
            here = other_seat(session, desk, sitter, piece.rest.strip(" :."))
        elif here is None:
            continue
        elif isinstance(piece, OrderLines):
            about = "turn" if _has_orders(session, desk, here, piece) else ""
        elif piece.name in _ABOUT and (piece.rest.strip(" .!?") or piece.name != "ABSENCE"):
            about = _ABOUT[piece.name] or piece.name
        if about and here is not None:
            found.setdefault(here.seat.id, (here, set()))[1].add(about)
    return found


def _has_orders(session: Session, desk: Desk, sitter: Sitter, piece: OrderLines) -> bool:
    game = sitter.game
    if game.turn == 0 or game.state not in (GameState.RUNNING, GameState.PAUSED):
        return False
    return bool(desk.cache.sheet(session, game, sitter.seat.name, "\n".join(piece.lines)).orders)
