"""Every cell of the table in docs/security.md, driven through a desk: which proof lets which command do what."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path

import pytest
from sqlmodel import Session, SQLModel

from postern.desk.commands import registry
from postern.desk.context import Desk, open_desk
from postern.desk.documents.workers import LocalWorkers
from postern.desk.gamemaster import master
from postern.desk.games.due import run_due
from postern.desk.outbox.outgoing import CONFIRM_GENERATION
from postern.desk.settings.config import read_config
from postern.desk.timing.clock import ManualClock
from postern.post.proof.keys import Keys
from postern.post.proof.password import hash_password
from postern.post.tokens import read_token
from postern.store import credentials
from tests.desk.box import GAME, NOON, POSTERN, Box, text_of
from tests.desk.knowing import HOME, PASSWORD, TRUST, receive, seat_of, take_seat
from tests.desk.onlooking import OLGA, observe
from tests.desk.signing import Dns, clear_signed, letter, pgp_key
from tests.desk.telltale import flat

TABLE = Path(__file__).parents[3] / "docs" / "security.md"
ANN, BOB, EVE = "ann@a.example", "bob@b.example", "eve@e.example"
KEY_OF_ANN, NEW_KEY = "Ann <ann@a.example>", "Ann anew <ann@a.example>"
OUTCOMES = ("done", "asked", "refused")
SAMPLES = {
    "orders": ("guess 7", "GUESS 7"),
    "answer to press": ("PRESS BACK\nThank you for that\nEND", r"Your message went to BOB"),
    "ORDERS": ("ORDERS", r"ON FILE FOR TURN 1 \(1\) 1 GUESS 2"),
    "ADD": ("ADD buy 1", "BUY 1"),
    "CANCEL": ("CANCEL", "Your orders were taken off file"),
    "UNDO": ("UNDO", "are again as they were before"),
    "REDO": ("REDO", "There is nothing to bring back"),
    "SHOW": ("SHOW", "ON FILE FOR TURN 1"),
    "FORECAST": ("FORECAST ALWAYS", "A forecast comes with every answer"),
    "READY": ("READY", "You are ready"),
    "WAIT": ("WAIT", "the turn waits for you"),
    "STATUS": ("STATUS", "You are ANN"),
    "WHO": ("WHO", "ALDER"),
    "REPORT": ("REPORT", "Here is your first report again"),
    "MAP": ("MAP", "The map at the beginning comes with this letter"),
    "HISTORY": ("HISTORY TOY-1", "TOY-1 is not over"),
    "PRESS": ("PRESS TO BOB\nGood day\nEND", "Your message went to BOB"),
    "MSG": ("MSG BOB Good day", "Your message went to BOB"),
    "ABSENCE": ("ABSENCE from 24 Dec to 2 Jan", "You are away from Thu 24 Dec"),
    "EXTEND": ("EXTEND 2d", "game master has been asked for a later"),
    "MUTE": ("MUTE BOB", "Press from BOB is no longer mailed"),
    "MUTE alone, about the press": ("MUTE", "Press from BOB is no longer mailed"),
    "BLOCK": ("BLOCK BOB", "Press from BOB no longer reaches you"),
    "BLOCK alone, about the press": ("BLOCK", "Press from BOB no longer reaches you"),
    "UNMUTE": ("UNMUTE BOB", "MUTE|BLOCK"),
    "ABUSE": ("ABUSE BOB\nEND", "The game master has that press now"),
    "ABUSE alone, about the press": ("ABUSE", "The game master has that press now"),
    "HELP": ("HELP", "PRACTICE"),
    "RULES": ("RULES", "come with this letter as a PDF"),
    "GAME": ("GAME TOY-2\nguess 4", "GUESS 4"),
    "GAMES": ("GAMES", "TOY-3"),
    "JOIN": ("JOIN TOY-3\nNAME=ANNIE", r"You are ANNIE|ANNIE in TOY-3"),
    "PRACTICE": ("PRACTICE", "PRACTICE-1"),
    "STANDBY": ("STANDBY", "You are on the list"),
    "OBSERVE": ("OBSERVE TOY-3", "You observe TOY-3"),
    "UNOBSERVE": ("UNOBSERVE", "You observe no game|observe TOY-1 no more|no longer"),
    "SETTINGS": ("SETTINGS", "YOUR SETTINGS"),
    "FORMAT": ("FORMAT text", "Your choice of documents is noted"),
    "PAPER": ("PAPER letter", "Your PDFs come on US letter"),
    "CLOCK": ("CLOCK 12", "Times are told on a 12-hour clock"),
    "ZONE": ("ZONE Tokyo", "Times are told in the zone Asia/Tokyo"),
    "ECHO": ("ECHO plain", "Orders are read back in plain words"),
    "ADDRESS": ("ADDRESS ann@new.example", "needs one more reply"),
    "SECRET": ("NEW SECRET", "has a new secret"),
    "PASSWORD": ("PASSWORD SET another-word", "is set"),
    "KEY": (f"KEY\n{pgp_key(NEW_KEY)[1]}", "Your key is registered"),
    "EXPORT": ("EXPORT", "holds all that is stored about you"),
    "FORGET": ("FORGET ME", "stored about you is deleted"),
    "PROPOSE": ("PROPOSE DRAW", "You propose that the game ends now"),
    "VOTE": ("VOTE NO 1", "Your vote on proposal 1 is no"),
    "RESIGN": ("RESIGN", "You have given up your seat"),
    "GM": ("GM", "GM is for game masters"),
}
"""How each row of the table is written, and words of the answer that only come when it is carried out."""


SAYS_ONLY = frozenset(
    "ORDERS REDO SHOW WAIT STATUS WHO REPORT MAP HISTORY EXTEND UNMUTE HELP RULES GAMES UNOBSERVE SETTINGS EXPORT GM".split()
)
"""Rows whose samples change nothing here when they are carried out; all others must."""


@dataclass(frozen=True)
class Cell:
    """One cell: the row, the head of its column, what it says."""

    row: str
    proof: str
    outcome: str


def read_table() -> list[Cell]:
    _, _, below = TABLE.read_text("utf-8").partition("\n## What is done\n")
    section, _, _ = below.partition("\n## ")
    lines = [line for line in section.splitlines() if line.startswith("|")]
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [
        Cell(row[0].strip("`"), proof, outcome.split(" ")[0])
        for row in rows
        for proof, outcome in zip(head[1:], row[1:], strict=True)
    ]


CELLS = read_table()


def test_every_command_has_its_row_and_every_row_its_sample() -> None:
    rows = {cell.row for cell in CELLS}
    assert rows == set(SAMPLES)
    assert set(registry.names()) <= rows
    assert {cell.outcome for cell in CELLS} <= set(OUTCOMES)
    assert {cell.proof for cell in CELLS} == set(PROOFS)


@dataclass
class Stage:
    """A desk with two games that ANN and BOB play, and one that gathers players; the reply addresses of its letters."""

    home: Path
    to: dict[str, str]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    home = tmp_path_factory.mktemp("stage")
    (home / "games").mkdir()
    (home / "postern.toml").write_text(POSTERN + TRUST)
    for number in (1, 2, 3):
        (home / "games" / f"toy-{number}.toml").write_text(GAME.replace("TOY-1", f"TOY-{number}"))
    box, workers = opened(home, ManualClock(NOON)), LocalWorkers(0)
    to: dict[str, str] = {}
    for game in ("TOY-1", "TOY-2", "TOY-3"):
        asyncio.run(master.create(box.desk, game))
    for game in ("TOY-1", "TOY-2"):
        take_seat(box, ANN, "ANN", game)
        take_seat(box, BOB, "BOB", game)
        asyncio.run(run_due(box.desk, workers))
        for written in box.news():
            to[f"{game} {parseaddr(str(written['To']))[1]}"] = str(written["Reply-To"])
    for orders in ("guess 1", "guess 2"):
        box.send(ANN, orders, to[f"TOY-1 {ANN}"])
    (press,) = (one for one in box.send(BOB, "PRESS TO ANN\nHello Ann\nEND", to[f"TOY-1 {BOB}"]) if one["To"] == ANN)
    (vote,) = (one for one in box.send(BOB, "PROPOSE EXTEND 2d", to[f"TOY-1 {BOB}"]) if one["To"] == ANN)
    to |= {"press": str(press["Reply-To"]), "vote": str(vote["Reply-To"]), "observer": str(observe(box)["Reply-To"])}
    seat, _ = seat_of(box, "ANN")
    for kind, proof in ((credentials.PASSWORD, hash_password(PASSWORD)), (credentials.PGP, str(pgp_key(KEY_OF_ANN)[1]))):
        box.desk.store.write_now(credentials.put, seat, kind, proof, NOON)
    box.desk.close()
    return Stage(home, to)


def opened(home: Path, clock: ManualClock) -> Box:
    desk = open_desk(read_config(home / "postern.toml"), clock)
    desk.keys = Keys(Dns((HOME,)))
    box = Box(desk)
    box.news()
    return box


@pytest.fixture
def box(stage: Stage, tmp_path: Path) -> Iterator[Box]:
    home = tmp_path / "home"
    shutil.copytree(stage.home, home)
    box = opened(home, ManualClock(NOON))
    yield box
    box.desk.close()


def token(sender: str, place: str) -> object:
    return lambda box, stage, words: receive(box, letter(sender, words, to=stage.to[place]))


def signed(box: Box, _stage: Stage, words: str) -> list[EmailMessage]:
    return receive(box, HOME.signed(letter(ANN, f"TOY-1\n{words}")))


def clear(box: Box, _stage: Stage, words: str) -> list[EmailMessage]:
    clock = box.desk.clock
    assert isinstance(clock, ManualClock)
    clock.advance(datetime.now(UTC) - clock.now())
    return receive(box, letter(ANN, clear_signed(KEY_OF_ANN, f"TOY-1\n{words}\n")))


PROOFS = {
    "own address replying": (token(ANN, f"TOY-1 {ANN}"),),
    "token, another address": (token(EVE, f"TOY-1 {ANN}"),),
    "press reply": (token(ANN, "press"),),
    "press reply, another address": (token(EVE, "press"),),
    "vote reply": (token(ANN, "vote"), token(EVE, "vote")),
    "observer reply": (token(OLGA, "observer"),),
    "DKIM or PGP signature": (signed, clear),
    "password": (lambda box, _stage, words: receive(box, letter(ANN, f"PASSWORD {PASSWORD}\nTOY-1\n{words}")),),
    "nothing": (lambda box, _stage, words: receive(box, letter(ANN, words, subject="TOY-1")),),
}
"""The columns of the table: how a letter with these words is sent."""


def state(desk: Desk) -> dict[str, list[object]]:
    """All that a letter might change."""
    kept = ("seat", "seat_orders", "player", "credential", "press", "press_wall", "absence", "standby", "observer", "proposal")

    def look(session: Session) -> dict[str, list[object]]:
        tables = [table for table in SQLModel.metadata.sorted_tables if table.name in (*kept, "ballot", "game")]
        return {table.name: [dict(row) for row in session.connection().execute(table.select()).mappings()] for table in tables}

    return desk.store.read_now(look)


def question(box: Box, letters: list[EmailMessage], reader: str) -> EmailMessage | None:
    """The letter to this reader that asks: its reply address carries the token of something that waits."""
    for one in letters:
        detail = parseaddr(str(one["Reply-To"]))[1].partition("@")[0].partition("+")[2]
        found = read_token(box.desk.key, detail)
        if one["To"] == reader and found is not None and found.generation == CONFIRM_GENERATION:
            return one
    return None


def outcome(box: Box, stage: Stage, send: object, row: str, reader: str) -> str:
    """What comes of it: done at once, done after a yes at the reader's own address, or not at all."""
    assert callable(send)
    words, sign = SAMPLES[row]
    before = state(box.desk)
    letters = send(box, stage, words)
    assert EVE not in {str(one["To"]) for one in letters}, "nobody else is answered"

    def done(letters: list[EmailMessage]) -> bool:
        told = any(re.search(sign, flat(text_of(one))) for one in letters if one["To"] == reader)
        tells_master = row.startswith("ABUSE") and any(one["To"] == "gm@example.org" for one in letters)
        half = row == "ADDRESS"  # the other half is the new address's
        if told and not half and not tells_master and row not in SAYS_ONLY:
            assert state(box.desk) != before
        return told

    asked = question(box, letters, reader)
    if done(letters) and asked is None:
        return "done"
    assert state(box.desk) == before, "nothing is changed before it is confirmed"
    for _ in range(2):
        if asked is None:
            break
        letters = box.reply(asked, "YES")
        if done(letters):
            return "asked"
        asked = question(box, letters, reader)
    return "refused"


@pytest.mark.parametrize("cell", CELLS, ids=[f"{cell.row}-{cell.proof}" for cell in CELLS])
def test_every_cell_is_what_the_desk_does(cell: Cell, stage: Stage, tmp_path: Path) -> None:
    reader = OLGA if cell.proof == "observer reply" else ANN
    for number, send in enumerate(PROOFS[cell.proof]):
        if send is clear and cell.row == "KEY":
            continue  # a key inside signed text is none that OpenPGP programs write
        home = tmp_path / str(number)
        shutil.copytree(stage.home, home)
        box = opened(home, ManualClock(NOON))
        try:
            assert outcome(box, stage, send, cell.row, reader) == cell.outcome
        finally:
            box.desk.close()
