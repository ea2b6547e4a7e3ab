"""The desk by itself: the handler from a letter's bytes to the durable commit, and what a hundred open games weigh."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

import psutil
from sqlmodel import Session, delete
from tests.e2e.house import DESK, MASTER, House
from tests.e2e.player import Player
from tests.e2e.servers import PASSWORD
from tests.e2e.sitting import Place
from tests.servers.mail import RealMail

from benchmarks.figures import Figure
from benchmarks.orders import NO_BRAKES, letters_of_orders
from postern.desk.context import Desk, open_desk
from postern.desk.documents.work import SetupJob, TurnDone, set_up
from postern.desk.gamemaster import master
from postern.desk.games.seating import take_seat
from postern.desk.games.turns import Claimed, claim, commit
from postern.desk.settings.config import read_config
from postern.game.ruleset import Signup
from postern.post.tokens import make_token, plus_address
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.tables import neighbours
from postern.rulesets.great_jewels.world.records import Terrain
from postern.store import games, seats
from postern.store.tables import Game, OutboxLetter, Seat

_PLAYER = "ann@players.test"
_LETTERS, _RUNS = 200, 3
_GAMES = 100
_MEGABYTE = 1_000_000


def memory() -> list[Figure]:
    """RSS of a daemon with 100 games of 12 seats open, each with orders on file, and with its workers at work."""
    with mail_house() as house:
        with open_house(house) as desk:
            open_games(desk, house, _GAMES)
            places = {f"QJ-{number}": reply_address(desk, f"QJ-{number}") for number in range(1, _GAMES + 1)}
        player = house.player(_PLAYER)
        house.start()
        empty = _rss(house)[0]
        sent = [player.send(letters_of_orders(place, 1)[0], to=address) for address, place in places.values()]
        _answered(player, sent)
        alone = _rss(house)[0]
        again = [player.send("REPORT", to=address) for address, _ in list(places.values())[:4]]
        _answered(player, again)
        daemon, workers = _rss(house)
    return [
        Figure(
            f"memory of the daemon, {_GAMES} games of 12 seats",
            f"{alone / _MEGABYTE:.0f} MB",
            "under 250 MB",
            f"RSS, orders on file in each; {empty / _MEGABYTE:.0f} MB before the first letter",
        ),
        Figure(
            "… with two workers that drew reports, until they rest",
            f"{(daemon + workers) / _MEGABYTE:.0f} MB",
            "",
            f"daemon {daemon / _MEGABYTE:.0f}, workers {workers / _MEGABYTE:.0f} (RSS; shared pages counted in each)",
        ),
    ]


def raw_letter(sender: str, to: str, body: str) -> bytes:
    """A letter as a mail program writes it."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, "orders"
    message["Message-ID"] = f"<{time.time_ns()}@home.test>"
    message["Date"] = format_datetime(datetime.now(UTC))
    message.set_content(body)
    return message.as_bytes()


@contextlib.contextmanager
def mail_house() -> Iterator[House]:
    """Real mail servers and a folder with settings."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        Path(folder).chmod(0o755)
        with RealMail(Path(folder) / "mail", dict.fromkeys((DESK, MASTER, _PLAYER), PASSWORD)) as mail:
            house = House(mail, Path(folder) / "home", more=NO_BRAKES)
            try:
                yield house
            finally:
                house.kill()


@contextlib.contextmanager
def open_house(house: House) -> Iterator[Desk]:
    """The desk of its settings, open."""
    desk = open_desk(read_config(house.settings))
    try:
        yield desk
    finally:
        desk.close()


def open_games(desk: Desk, house: House, count: int, players: Sequence[str] = (_PLAYER,)) -> None:
    """Starts this many games with one person and eleven computer players; their worlds are made by two processes. The players
    take turns."""
    names = [f"QJ-{number}" for number in range(1, count + 1)]
    for name in names:
        house.write_game(name, run_early="never")
    desk.read_files()
    for number, name in enumerate(names):
        asyncio.run(master.create(desk, name))
        desk.store.write_now(_sit_down, desk, name, players[number % len(players)])
    claims = [_claimed(desk, name) for name in names]
    with ProcessPoolExecutor(2) as pool:
        done = pool.map(_set_up, [claimed.job for claimed in claims])
        for claimed, world in zip(claims, done, strict=True):
            desk.store.write_now(commit, desk, claimed, world)
    desk.store.write_now(_nothing_to_send)


def _set_up(job: SetupJob) -> TurnDone:
    return set_up(job)


def _sit_down(session: Session, desk: Desk, name: str, player: str) -> None:
    game = _game(session, name)
    take_seat(session, desk, game, player, Signup("ANNE", {"type": "RILRIS"}), datetime.now(UTC))


def _claimed(desk: Desk, name: str) -> Claimed:
    claimed = desk.store.write_now(lambda session: claim(session, desk, _game(session, name).id, True))
    if claimed is None:
        raise RuntimeError(f"{name} could not be started")
    return claimed


def reply_address(desk: Desk, name: str) -> tuple[str, Place]:
    """Where the player of a game writes to, and where he stands."""

    def look(session: Session) -> tuple[Seat, bytes]:
        game = _game(session, name)
        everybody = seats.of_game(session, game.id)
        return next(seat for seat in everybody if not seat.computer), games.world(session, game.id, game.turn)

    seat, data = desk.store.write_now(look)
    view = RULESET.view(RULESET.load(data), seat.name)
    home = next(iter(view.provinces))
    near = tuple(place for place in neighbours(home) if view.terrain(place) is not Terrain.IMPASSABLE)
    place = Place(home, near, tuple(f"L{number}" for number in view.leaders))
    return plus_address(desk.address, make_token(desk.key, seat.id, seat.generation)), place


def _game(session: Session, name: str) -> Game:
    found = games.by_name(session, name)
    if found is None:
        raise RuntimeError(f"{name} is missing")
    return found


def _nothing_to_send(session: Session) -> None:
    """Drops the reports of the beginning: they are not what is measured."""
    session.exec(delete(OutboxLetter))


def _answered(player: Player, sent: list[str]) -> None:
    for message_id in sent:
        player.answer(message_id, patience=120)


def _rss(house: House) -> tuple[int, int]:
    """Bytes in memory of the daemon, and of its worker processes together."""
    assert house.daemon is not None
    process = psutil.Process(house.daemon.pid)
    return process.memory_info().rss, sum(child.memory_info().rss for child in process.children(recursive=True))
