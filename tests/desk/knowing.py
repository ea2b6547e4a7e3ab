"""A desk that accepts every way of being known, with two games, and letters that reach it as bytes."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage

from sqlmodel import Session

from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.games.due import run_due
from postern.post.proof.keys import Keys
from postern.store import games, inbox, seats
from postern.store.tables import Game, InboxLetter, LetterState, Seat
from tests.desk.box import GAME, Box
from tests.desk.signing import Dns, Provider

ANN, BOB = "ann@a.example", "bob@b.example"
HOME = Provider("a.example")
TRUST = '[trust]\naccept = ["token", "dkim", "password", "pgp"]\n'
PASSWORD = "sesame street"


def take_seat(box: Box, address: str, name: str, game: str = "TOY-1") -> EmailMessage:
    """Joins; the letter that says so."""
    (asked,) = box.send(address, f"JOIN {game}\nNAME={name}")
    (joined,) = box.reply(asked, "")
    return joined


def start(box: Box, workers: Workers, *names: str) -> dict[str, EmailMessage]:
    """Games with ANN and BOB in turn 1. Game and name → the first report."""
    box.desk.keys = Keys(Dns((HOME, Provider("b.example"), Provider("evil.example"))))
    reports: dict[str, EmailMessage] = {}
    for game in names:
        if game != "TOY-1":
            path = box.desk.config.games_folder / f"{game.lower()}.toml"
            path.write_text(GAME.replace("TOY-1", game))
            box.desk.read_files()
        asyncio.run(master.create(box.desk, game))
        take_seat(box, ANN, "ANN", game)
        take_seat(box, BOB, "BOB", game)
        asyncio.run(run_due(box.desk, workers))
        for letter in box.news():
            reports[f"{game} {str(letter['To']).partition('@')[0].upper()}"] = letter
    return reports


def receive(box: Box, raw: bytes) -> list[EmailMessage]:
    """Has the desk handle a letter, keys asked for included; what it wrote because of it."""
    box.put(raw)
    box.news()
    handled = box.handle()
    while handled is not None and handled.deferred and handled.wanted:
        asyncio.run(box.desk.keys.fetch(handled.wanted))
        handled = box.handle()
    return box.news()


def seat_of(box: Box, name: str, game: str = "TOY-1") -> tuple[Seat, Game]:
    def find(session: Session) -> tuple[Seat, Game]:
        found = games.by_name(session, game)
        assert found is not None
        return next(seat for seat in seats.of_game(session, found.id) if seat.name == name), found

    return box.desk.store.write_now(find)


def filed(box: Box, name: str = "ANN", game: str = "TOY-1") -> str | None:
    """The orders on file for turn 1."""
    seat, _ = seat_of(box, name, game)
    return box.desk.store.write_now(seats.orders, seat.id, 1)


def last_letter(box: Box) -> InboxLetter:
    """The letter that came in last."""
    found = [row for state in LetterState for row in box.desk.store.write_now(inbox.in_state, state)]
    return max(found, key=lambda row: row.id)
