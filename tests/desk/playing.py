"""Whole small games to begin a test with."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.games.due import run_due
from postern.store import games, seats
from postern.store.tables import Game, OutboxLetter
from tests.desk.begun import once
from tests.desk.box import Box, parse
from tests.desk.documents.finished import finish_letter

_NO_LIMIT = 10**9
ANN, BOB, CID = "ann@a.example", "bob@b.example", "cid@c.example"


def join(box: Box, address: str, name: str, game: str = "TOY-1") -> EmailMessage:
    """Asks for a seat and confirms; the letter that says so."""
    (asked,) = box.send(address, f"JOIN {game}\nNAME={name}")
    return next(letter for letter in box.reply(asked, "") if letter["To"] == asked["To"])


def begin(box: Box, workers: Workers, game: str = "TOY-1", **names: str) -> dict[str, EmailMessage]:
    """Opens a game and seats these people (name → address) in it. Name → first report."""

    def play() -> dict[str, EmailMessage]:
        asyncio.run(master.create(box.desk, game))
        for name, address in names.items():
            join(box, address, name, game)
        return reports(box, workers, names)

    return once(box, play, type(workers), game, tuple(names.items()))


def run_turn(box: Box, workers: Workers, names: dict[str, str], game: str = "TOY-1") -> dict[str, EmailMessage]:
    """Runs the turn at once. Name → report, as a draft without its documents."""
    asyncio.run(master.run_now(box.desk, workers, game))
    return reports(box, workers, names)


def game_of(session: Session, name: str = "TOY-1") -> Game:
    """The game with this name, which there is."""
    game = games.by_name(session, name)
    assert game is not None, f"there is no game {name}"
    return game


def on_file(desk: Desk, name: str, game: str = "TOY-1", turn: int | None = None) -> str | None:
    """The orders on file for a seat, of the turn awaited unless another is named."""

    def find(session: Session) -> str | None:
        found = game_of(session, game)
        seat = next(seat for seat in seats.of_game(session, found.id) if seat.name == name)
        return seats.orders(session, seat.id, found.turn if turn is None else turn)

    return desk.store.read_now(find)


def reports(box: Box, workers: Workers, names: dict[str, str]) -> dict[str, EmailMessage]:
    asyncio.run(run_due(box.desk, workers))
    by_address = {str(letter["To"]): letter for letter in box.news()}
    return {name: by_address[address] for name, address in names.items() if address in by_address}


def finished(box: Box, row: OutboxLetter) -> EmailMessage:
    """A draft of the outbox with the documents that a worker makes."""
    return parse(finished_bytes(box, row))


def finished_bytes(box: Box, row: OutboxLetter) -> bytes:
    """The bytes of such a letter, as it is sent."""
    from postern.desk.delivery.sending import _letter_job

    return finish_letter(box.desk.store.write_now(_letter_job, row.draft or b"", _NO_LIMIT, True))


def newest(box: Box, address: str, kind: str = "report") -> OutboxLetter:
    """The newest row of the outbox of this kind for this address."""
    return [row for row in box.rows() if row.recipient == address and row.kind == kind][-1]
