"""Two hosts at one PostgreSQL handle letters of different games at the same time: what comes of it is what one alone does."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlmodel import Session, col, select

from postern.desk.commands import registry
from postern.desk.context import Desk, open_desk
from postern.desk.documents.workers import LocalWorkers
from postern.desk.gamemaster import master
from postern.desk.games.due import run_due
from postern.desk.letters.handling import handle_some
from postern.desk.letters.side_by_side import SideBySide, scopes_of
from postern.desk.settings.config import read_config
from postern.store import inbox
from postern.store.engine import Store
from postern.store.scoped import Hold, NeedsAll, Scope, hold, is_conflict, need_all
from postern.store.tables import FiledOrders, InboxLetter, LetterState, OutboxLetter, Player, Seat, SeatOrders
from tests.desk.box import GAME, Box
from tests.servers.postgres import RealPostgres

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("postgres")]

PROJECT = Path(__file__).parents[3]
GAMES = [f"TOY-{number}" for number in range(1, 7)]
SEED = 20261124
LETTERS = 240


@pytest.fixture
def url(postgres: RealPostgres) -> str:
    return postgres.new_database()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = Store(url, "secret")
    yield opened
    opened.close()


@pytest.fixture
def desk(home: Path, url: str) -> Iterator[Desk]:
    settings = home / "postern.toml"
    limits = "[limits]\nechoes = 100000\nexchanges_per_hour = 100000\n"
    settings.write_text(settings.read_text().replace("[work]", f'store = "{url}"\n[work]') + limits)
    for name in GAMES:
        (home / "games" / f"{name.lower()}.toml").write_text(GAME.replace("TOY-1", name))
    opened = open_desk(read_config(settings))
    yield opened
    opened.close()


@pytest.fixture
async def reports(desk: Desk) -> dict[tuple[str, str], EmailMessage]:
    """ANN and BOB play all games: the first report of each seat, by address and game."""
    box = Box(desk)
    for name in GAMES:
        await master.create(desk, name)
        for player in ("ann", "bob"):
            (asked,) = box.send(f"{player}@{player[0]}.example", f"JOIN {name}\nNAME={player}")
            box.reply(asked, "")
    await run_due(desk, LocalWorkers(0))
    begun = [letter for letter in box.news() if "begins" in letter["Subject"]]
    return {(str(letter["To"]), name): letter for letter in begun for name in GAMES if f"[{name} " in letter["Subject"]}


def test_locks_of_games_and_players_keep_others_out_and_let_them_by(store: Store) -> None:
    first, second, third = Scope(1, 1), Scope(2, 2), Scope(3, 1)
    with _hold(store) as other:
        with _hold(store) as one:
            assert one.take([("a", first)]) == ["a"]
            assert other.take([("a", first), ("b", second), ("c", third)]) == ["b"]
            assert other.take([("c", third), ("d", Scope(3, 3))]) == [], "what comes after something of its game waits with it"
        assert other.take([("a", first)]) == [], "and to the end: what was before it may be left undone"
    with _hold(store) as other:
        assert other.take([("a", first), ("c", third)]) == ["a", "c"]


def test_who_wants_everything_waits_for_all_and_keeps_all_waiting(store: Store) -> None:
    wrote = threading.Event()

    def write_all() -> None:
        store.write_now(lambda session: session.connection())
        wrote.set()

    with _hold(store) as one:
        assert one.take([("a", Scope(1, 1))])
        thread = threading.Thread(target=write_all)
        thread.start()
        assert not wrote.wait(0.3)
    thread.join(10)
    assert wrote.is_set()


def test_a_row_that_another_changed_meanwhile_is_not_written_over(desk: Desk, reports: object) -> None:
    with _hold(desk.store) as one, one.transaction([]) as session:
        mine = session.exec(select(Player).order_by(col(Player.id))).first()
        assert mine is not None
        with _hold(desk.store) as other, other.transaction([]) as meanwhile:
            theirs = meanwhile.get(Player, mine.id)
            assert theirs is not None
            theirs.settings = {"html": False}
            meanwhile.add(theirs)
        mine.settings = {"html": True}
        session.add(mine)
        with pytest.raises(Exception, match="could not serialize") as raised:
            session.flush()
        assert is_conflict(raised.value)
        session.rollback()


def test_what_reaches_further_is_done_with_the_whole_database(desk: Desk, reports: dict[tuple[str, str], EmailMessage]) -> None:
    box, side = _box(desk), SideBySide(desk)
    report = reports["ann@a.example", "TOY-1"]
    to = str(report["Reply-To"])
    for body in ("guess 3", "GAME TOY-2\nguess 4", "buy 1", "RESIGN"):
        box.put(box.letter("ann@a.example", body, to))
    box.put(box.letter("ann@a.example", "GAMES"))
    box.put(box.letter("eve@e.example", "guess 9", to))
    beside, alone = [], []
    while True:
        done = desk.store.write_beside_now(side.handle_beside, ())
        beside += [one.letter_id for one in done.handled if not one.for_all]
        if done.for_all:
            batch = desk.store.write_now(handle_some, desk, done.for_all[0] - 1, len(done.for_all))
            alone += [one.letter_id for one in batch]
        elif not done.handled:
            break
    first = min(beside)
    assert beside == [first, first + 2], "orders for the own game alone"
    assert alone == [first + 1, first + 3, first + 4, first + 5]
    assert desk.store.read_now(inbox.count_new) == 0
    assert _orders(desk)["TOY-2", "ANN"] == ["guess 4"]


def test_only_plain_commands_are_handled_beside_those_of_other_games() -> None:
    beside = {command.form.name for command in registry.all_commands() if command.own_game_only}
    assert beside == {
        *("ORDERS", "ADD", "CANCEL", "UNDO", "REDO", "SHOW", "FORECAST", "READY", "WAIT"),
        *("STATUS", "WHO", "REPORT", "MAP", "HELP", "RULES", "PRESS", "MSG"),
    }


def test_a_scoped_transaction_says_that_it_is_one(store: Store) -> None:
    store.write_now(need_all)
    with _hold(store) as one, pytest.raises(NeedsAll), one.transaction([]) as session:
        need_all(session)


@pytest.mark.slow
def test_two_hosts_do_what_one_alone_does(
    desk: Desk, home: Path, postgres: RealPostgres, reports: dict[tuple[str, str], EmailMessage]
) -> None:
    """Orders, commands and press in all games by two players, strangers between them: handled by two processes at once, and
    once more by one process alone on a copy of the database."""
    box = _box(desk)
    for raw in _letters(box, reports):
        box.put(raw)
    desk.store.engine.dispose()
    alone = postgres.new_database(like=str(desk.store.engine.url.database))
    one, two = _race(desk)
    assert len(one) + len(two) == LETTERS
    assert min(len(one), len(two)) >= LETTERS // 10, "both had their share"
    together = _outcome(desk)

    settings = home / "postern.toml"
    settings.write_text(settings.read_text().replace(str(desk.config.desk.store), alone).replace('"var"', '"alone"'))
    (home / "alone").mkdir()
    for file in (home / "var").iterdir():
        if file.is_file() and "desks" not in file.name and "lock" not in file.name:
            (home / "alone" / file.name).write_bytes(file.read_bytes())
    single = open_desk(read_config(settings))
    try:
        while single.store.write_now(handle_some, single):
            pass
        assert _outcome(single) == together
    finally:
        single.close()


def _box(desk: Desk) -> Box:
    """One whose letters are none of those that filled the seats."""
    return Box(desk, itertools.count(1_000))


def _hold(store: Store) -> AbstractContextManager[Hold]:
    return hold(store.engine)


def _letters(box: Box, reports: dict[tuple[str, str], EmailMessage]) -> Iterator[bytes]:
    """Letters that can be told apart by what they leave on file: numbers of shares grow with them."""
    chance = random.Random(SEED)
    for number in range(LETTERS):
        (address, _), report = chance.choice(sorted(reports.items(), key=lambda one: one[0]))
        friend = "BOB" if address.startswith("ann") else "ANN"
        other = chance.choice(GAMES)
        body = chance.choice(
            [
                f"guess {1 + number % 9}\nbuy {number}",
                f"ADD\nbuy {number}",
                f"ADD buy {number}\nSTATUS",
                "UNDO",
                "READY",
                "WAIT",
                f"PRESS TO {friend}\nletter {number}\nEND",
                f"guess {1 + number % 9}\nREADY",
                f"GAME {other}\nguess {1 + number % 9}",
                "ZONE UTC",
                "WHO",
            ]
        )
        if number % 15 == 0:
            yield box.letter(f"guest{number}@example.org", "GAMES")
        else:
            yield box.letter(address, body, str(report["Reply-To"]), str(report["Subject"]))


def _race(desk: Desk) -> list[list[int]]:
    words = [sys.executable, "-m", "tests.desk.racer", str(desk.config.file)]
    racers = [subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=PROJECT) for _ in range(2)]
    try:
        for racer in racers:
            assert racer.stdout is not None
            assert racer.stdout.readline().strip() == "ready"
        for racer in racers:
            assert racer.stdin is not None
            racer.stdin.write("handle_beside\n")
            racer.stdin.flush()
        return [json.loads(racer.stdout.readline()) for racer in racers if racer.stdout is not None]
    finally:
        for racer in racers:
            racer.kill()
            racer.communicate()


def _outcome(desk: Desk) -> dict[str, object]:
    """All that came of the letters, without the moments and numbers that differ from run to run."""

    def look(session: Session) -> dict[str, object]:
        seats = session.exec(select(Seat).order_by(col(Seat.id))).all()
        states = session.exec(select(InboxLetter.source_key, InboxLetter.state, InboxLetter.seat_id)).all()
        written = session.exec(select(OutboxLetter).order_by(col(OutboxLetter.id))).all()
        filed = session.exec(select(FiledOrders).order_by(col(FiledOrders.id))).all()
        return {
            "ready": [(seat.id, seat.ready_turn, seat.name) for seat in seats],
            "letters": sorted(tuple(row) for row in states),
            "answers": Counter((one.recipient, one.kind, one.subject, one.dedupe_key.partition("/")[0]) for one in written),
            "answered": sorted(one.dedupe_key for one in written if one.dedupe_key.startswith("answer/")),
            "orders": _orders(desk),
            "undo": {seat.id: [one.text for one in filed if one.seat_id == seat.id] for seat in seats},
        }

    return desk.store.read_now(look)


def _orders(desk: Desk) -> dict[tuple[str, str], list[str]]:
    def look(session: Session) -> dict[tuple[str, str], list[str]]:
        rows = session.exec(select(SeatOrders, Seat).join(Seat, col(Seat.id) == col(SeatOrders.seat_id))).all()
        return {(GAMES[seat.game_id - 1], seat.name): orders.text.split("\n") for orders, seat in rows}

    return desk.store.read_now(look)


def test_the_scope_of_a_letter_is_that_of_its_reply_address(desk: Desk, reports: dict[tuple[str, str], EmailMessage]) -> None:
    box = _box(desk)
    one, two = reports["ann@a.example", "TOY-1"], reports["bob@b.example", "TOY-3"]
    box.put(box.letter("ann@a.example", "guess 1", str(one["Reply-To"])))
    box.put(box.letter("bob@b.example", "guess 1", str(two["Reply-To"])))
    box.put(box.letter("bob@b.example", "guess 1", f"{one['Reply-To']}, {two['Reply-To']}"))
    box.put(box.letter("bob@b.example", "guess 1"))
    numbers = desk.store.read_now(inbox.numbers_of_new, (), 9)
    found = desk.store.read_now(scopes_of, desk.key, numbers)
    assert [found[number] for number in numbers] == [Scope(1, 1), Scope(3, 2), None, None]
    assert desk.store.read_now(inbox.numbers_of_new, numbers[:3], 9) == numbers[3:]
    assert desk.store.read_now(lambda session: {row.state for row in inbox.new_ones(session, numbers)}) == {LetterState.NEW}
