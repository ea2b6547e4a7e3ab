"""Whose seats one person holds: addresses that differ in case or in the tag behind a plus sign are one mailbox."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.outbox.outgoing import tell_masters
from postern.post.letter import mailbox_of
from postern.store import masters, seats, votes
from postern.store.tables import Game, Seat


def seats_of_mailbox(session: Session, game: Game, address: str) -> list[Seat]:
    """Return the seats of the game whose players read the mailbox of this address, under whatever tag and case."""
    mailbox, held = mailbox_of(address), seats.addresses(session, game.id)
    return [seat for seat in seats.of_game(session, game.id) if seat.id in held and mailbox_of(held[seat.id]) == mailbox]


FREED_BY = "freed_by"
"""Where a proposal that took a seat from its player keeps whose votes did it (``mark``): they cannot take it over."""


def mailboxes(session: Session, game_id: int, held: Sequence[Seat]) -> dict[int, str]:
    """Return the mailbox behind each of these seats; a seat without an address counts as a mailbox of its own."""
    addresses = seats.addresses(session, game_id)
    return {seat.id: mailbox_of(addresses[seat.id]) if seat.id in addresses else f"seat {seat.id}" for seat in held}


def mark(desk: Desk, mailbox: str) -> str:
    """Return a mark by which this desk knows a mailbox again, and from which nobody learns the address."""
    return hmac.new(desk.key.encode(), mailbox.encode(), "sha256").hexdigest()[:16]


def freed_by(session: Session, desk: Desk, seat: Seat) -> frozenset[str]:
    """Return the marks of those who voted to take this seat from its present or last player."""
    passed = votes.of_game(session, seat.game_id, "passed")
    theirs = [one for one in passed if one.detail.get("seat") == seat.name and one.opened_at >= seat.joined_at]
    return frozenset(found for one in theirs for found in one.detail.get(FREED_BY, ()))


def tell_of_several(session: Session, desk: Desk, game: Game, address: str, now: datetime) -> None:
    """Tell the game masters where one mailbox holds several seats of a game, once for each seat that comes to it."""
    held = seats_of_mailbox(session, game, address)
    if len(held) > 1:
        part = Part("master_several", {"game": game, "names": [seat.name for seat in held]})
        numbers = "+".join(f"{seat.id}.{seat.generation}" for seat in held)
        tell_masters(session, desk, part, f"several/{game.id}/{numbers}", now, game)


def is_master_of(session: Session, desk: Desk, game: Game, address: str) -> bool:
    """Return whether a game master of this game reads the mailbox of this address."""
    everybody = [*desk.config.desk.game_masters, *masters.of_game(session, game.name)]
    return mailbox_of(address) in {mailbox_of(one) for one in everybody}
