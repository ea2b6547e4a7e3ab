"""Whose seats one person holds: addresses that differ in case or in the tag behind a plus sign are one mailbox."""

from __future__ import annotations

from sqlmodel import Session

from postern.desk.context import Desk
from postern.post.letter import mailbox_of
from postern.store import masters, seats
from postern.store.tables import Game, Seat


def seats_of_mailbox(session: Session, game: Game, address: str) -> list[Seat]:
    """Return the seats of the game whose players read the mailbox of this address, under whatever tag and case."""
    mailbox, held = mailbox_of(address), seats.addresses(session, game.id)
    return [seat for seat in seats.of_game(session, game.id) if seat.id in held and mailbox_of(held[seat.id]) == mailbox]


def is_master_of(session: Session, desk: Desk, game: Game, address: str) -> bool:
    """Return whether a game master of this game reads the mailbox of this address."""
    everybody = [*desk.config.desk.game_masters, *masters.of_game(session, game.name)]
    return mailbox_of(address) in {mailbox_of(one) for one in everybody}
