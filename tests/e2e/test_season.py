"""A season by mail through real servers, on a clock that is moved: a game master and twelve players, from the first letter to
the history of the game. Standbys, absences, a change to summer time, an abandoned seat, a rollback, press, votes, an observer.
"""

from __future__ import annotations

import asyncio
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk, open_desk
from postern.desk.gamemaster import master
from postern.desk.service.daemon import Daemon
from postern.desk.settings.config import read_config
from postern.desk.timing.clock import ManualClock
from postern.store.tables import GameState
from tests.e2e.house import DESK, MASTER, House
from tests.e2e.player import flat
from tests.e2e.servers import serving
from tests.e2e.sitting import report_of, turn_reported
from tests.servers.fixtures import need_servers

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(600), pytest.mark.xdist_group("season")]

GAME = "QJ-12"
NAMES = ("ANNE", "BERT", "CLEO", "DORA", "EMIL", "FRED", "GRETA", "HUGO", "IDA", "JACK", "KARL", "LENA")
STANDBYS = ("MIA", "NILS")
OBSERVER = "OLGA"
BEGIN = datetime(2027, 3, 8, 12, 0, tzinfo=UTC)
"""A Monday. Summer time begins in Berlin on Sunday 28 March 2027."""


class Season:
    """The daemon in a thread of its own, on a clock that stands still until the season moves it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.clock = ManualClock(BEGIN)
        self.people = {name: house.player(f"{name.lower()}@players.test") for name in (*NAMES, *STANDBYS, OBSERVER)}
        self.master = house.player(MASTER)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve)
        self._daemon: Daemon | None = None
        self._open = threading.Event()

    def __enter__(self) -> Season:
        self._thread.start()
        assert self._open.wait(60)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._daemon is not None
        self._loop.call_soon_threadsafe(self._daemon.stop)
        self._thread.join(60)
        assert not self._thread.is_alive()

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        desk = open_desk(read_config(self.house.settings), self.clock)
        try:
            self._daemon = Daemon(desk)
            self._loop.call_soon(self._open.set)
            self._loop.run_until_complete(self._daemon.run())
        finally:
            desk.close()

    @property
    def desk(self) -> Desk:
        assert self._daemon is not None
        return self._daemon.desk

    def game(self) -> master.GameLine:
        """How the game stands."""
        return asyncio.run_coroutine_threadsafe(master.show(self.desk, GAME), self._loop).result(30)

    def move_to(self, moment: datetime) -> None:
        """Moves the clock, which wakes the desk."""
        self._loop.call_soon_threadsafe(self.clock.advance, moment - self.clock.now())
        self._loop.call_soon_threadsafe(self.desk_wakes)

    def desk_wakes(self) -> None:
        assert self._daemon is not None
        self._daemon.signals.wake_all()

    def says(self, name: str, letter: EmailMessage, body: str) -> EmailMessage:
        """A player's reply, and what answers it."""
        player = self.people[name]
        return player.answer(player.reply(letter, body))

    def rules(self, body: str) -> str:
        """The game master's letter, and the words of the answer."""
        opened = self.master.answer(self.master.send("GM", subject="hello"))
        return flat(self.master.answer(self.master.reply(opened, body)))

    def run_turn(self, turn: int, at: datetime) -> None:
        """Lets the deadline of this turn pass; everybody who plays has the report before this returns."""
        assert self.game().deadline == at, f"turn {turn} is due {self.game().deadline}, not {at}"
        self.move_to(at + timedelta(seconds=1))
        playing = {seat.address for seat in self.game().seats if seat.address}
        for player in self.people.values():
            if player.address in playing:
                report_of(player, GAME, turn)

    def report(self, name: str, turn: int) -> EmailMessage:
        """A player's report of a turn."""
        return report_of(self.people[name], GAME, turn)

    def until(self, holds: Callable[[], object], what: str) -> None:
        """Waits until ``holds()`` is true."""
        end = time.monotonic() + 60
        while not holds():
            assert time.monotonic() < end, what
            time.sleep(0.05)


@pytest.fixture
def season() -> Iterator[Season]:
    need_servers()
    addresses = [f"{name.lower()}@players.test" for name in (*NAMES, *STANDBYS, OBSERVER)]
    with tempfile.TemporaryDirectory(prefix="season-") as folder:
        Path(folder).chmod(0o755)
        with serving("real", Path(folder) / "mail", [DESK, MASTER, *addresses]) as mail:
            house = House(mail, Path(folder) / "home", processes=0)
            house.write_game(
                GAME,
                computers=0,
                deadline="Sun 20:00",
                run_early="never",
                documents=["html"],
                press="anonymous",
                missed="standby",
                seed="a season",
            )
            file = house.game_file(GAME)
            file.write_text(file.read_text() + '[votes]\nconcession = "two-thirds"\nsecret = true\n')
            with Season(house) as season:
                yield season


def at(day: str, hour: int) -> datetime:
    return datetime.fromisoformat(f"{day}T{hour:02d}:00:00+00:00")


def test_a_season(season: Season) -> None:
    gather(season)
    first_turn(season)
    away(season)
    summer_time(season)
    abandoned(season)
    taken_back(season)
    over(season)
    secrets_kept(season)


def gather(season: Season) -> None:
    """The game master opens the game by letter; twelve join, two offer to stand by."""
    assert f"{GAME} is open" in season.rules(f"CREATE {GAME}")
    for name in NAMES:
        player = season.people[name]
        asked = player.answer(player.send(f"JOIN {GAME}\nNAME={name}", subject="hello"))
        player.answer(player.reply(asked, "Yes."))
    for name in STANDBYS:
        player = season.people[name]
        asked = player.answer(player.send(f"STANDBY {GAME}", subject="hello"))
        player.answer(player.reply(asked, "Yes."))
    olga = season.people[OBSERVER]
    asked = olga.answer(olga.send(f"OBSERVE {GAME}", subject="hello"))
    olga.answer(olga.reply(asked, "Yes."))
    for name in NAMES:
        season.people[name].titled(GAME, "the game begins")


def first_turn(season: Season) -> None:
    """Orders and press of every colour; the turn runs on the wall clock of winter."""
    for name in NAMES:
        begins = season.people[name].titled(GAME, "the game begins")
        assert "order" in str(season.says(name, begins, "E=25\nREADY")["Subject"]).lower()
    anne = season.people["ANNE"].titled(GAME, "the game begins")
    season.says("ANNE", anne, "PRESS TO BERT\nThe ford is yours if the hill is mine.\nEND")
    got = season.people["BERT"].wait(lambda one: "The ford is yours" in flat(one), "press by name")
    assert "ANNE" in flat(got)
    season.says("ANNE", anne, "PRESS ANON TO CLEO\nSomebody marches on you.\nEND")
    veiled = season.people["CLEO"].wait(lambda one: "Somebody marches" in flat(one), "press without a name")
    assert "ANNE" not in flat(veiled)
    season.says("CLEO", veiled, "PRESS\nWho are you?\nEND")
    season.people["ANNE"].wait(lambda one: "Who are you?" in flat(one), "the answer to press without a name")
    bert = season.people["BERT"].titled(GAME, "the game begins")
    season.says("BERT", bert, "PRESS TO ALL\nThe market is open to everybody.\nEND")
    for name in NAMES:
        if name != "BERT":
            season.people[name].wait(lambda one: "The market is open" in flat(one), f"public press for {name}")
    dora = season.people["DORA"]
    assert "when the turn has run" in flat(season.says("ANNE", anne, "PRESS POSTAL TO DORA\nRead this afterwards.\nEND"))
    dora.look()
    assert not any("Read this afterwards" in flat(one) for one in dora.seen)
    season.run_turn(1, at("2027-03-14", 19))
    dora.wait(lambda one: "Read this afterwards" in flat(one), "postal press, when the turn has run")
    olga = season.people[OBSERVER]
    olga.wait(lambda one: "The market is open" in flat(one), "public press for the observer")
    olga.titled(f"{GAME} turn 2", "Public report of turn 1")
    assert not any("The ford is yours" in flat(one) or "Somebody marches" in flat(one) for one in olga.seen)


def away(season: Season) -> None:
    """An absence moves the deadline past it, for all, within the allowance."""
    report = season.report("EMIL", 1)
    answer = season.says("EMIL", report, "ABSENCE from 21 Mar to 22 Mar")
    assert "You are away" in flat(answer)
    season.until(lambda: season.game().deadline == at("2027-03-28", 18), "the deadline moved past the absence")


def summer_time(season: Season) -> None:
    """The clock went forward that Sunday: 20:00 in Berlin is an hour earlier by UTC."""
    for name in NAMES:
        if name not in ("KARL", "LENA"):
            asked = season.says(name, season.report(name, 1), "READY")
            assert "Reply READY to run the turn without any." in flat(asked)
            season.says(name, asked, "READY")
    season.run_turn(2, at("2027-03-28", 18))
    assert "20:00 CEST (18:00 UTC)" in flat(season.report("ANNE", 2))


def abandoned(season: Season) -> None:
    """LENA resigns and a standby takes over; the old letters open nothing any more."""
    lena = season.report("LENA", 2)
    season.says("LENA", season.says("LENA", lena, "RESIGN"), "YES")
    offers = {
        name: season.people[name].wait(lambda one: "LENA" in str(one["Subject"]) or "LENA" in flat(one), "the offer of a seat")
        for name in STANDBYS
    }
    mia = season.people["MIA"]
    mia.reply(offers["MIA"], "Yes, gladly.")
    season.until(
        lambda: any(seat.name == "LENA" and seat.address == mia.address for seat in season.game().seats), "MIA holds LENA"
    )
    refused = season.says("LENA", lena, "SHOW")
    assert "on file" not in flat(refused).lower()
    season.run_turn(3, at("2027-04-04", 18))


def taken_back(season: Season) -> None:
    """The game master takes the turn back by letter, all are told, and it runs again to the same bytes."""
    assert "the same, byte for byte" in season.rules(f"REPLAY {GAME} 3")
    assert "awaits turn 3 again" in season.rules(f"ROLLBACK {GAME} 3 a map was wrong")
    season.people["ANNE"].wait(lambda one: "a map was wrong" in flat(one), "word of the rollback")
    assert "goes on" in season.rules(f"RESUME {GAME}")
    before = len([one for one in season.people["ANNE"].seen if turn_reported(one, GAME, "ANNE") == 3])
    deadline = season.game().deadline
    assert deadline is not None
    season.move_to(deadline + timedelta(seconds=1))
    season.until(lambda: season.game().turn == 4, "turn 3 ran again")
    season.people["ANNE"].wait(
        lambda one: len([o for o in season.people["ANNE"].seen if turn_reported(o, GAME, "ANNE") == 3]) > before,
        "the new report",
    )


def over(season: Season) -> None:
    """Two thirds agree that CLEO has won; everybody hears it, and the history is open."""
    season.people["ANNE"].look()
    letter = season.people["ANNE"].seen[-1]
    asked = season.says("ANNE", letter, "PROPOSE CONCESSION TO CLEO")
    assert "You propose" in flat(asked)
    for name in NAMES:
        if season.game().state == GameState.FINISHED:
            break
        if name not in ("ANNE", "LENA"):
            ballot = season.people[name].titled(GAME, "your vote, please")
            season.says(name, ballot, "VOTE YES")
    assert season.game().state == GameState.FINISHED
    for name in NAMES[:-1]:
        season.people[name].titled(GAME, "the vote is passed")
    history = season.says("BERT", season.people["BERT"].titled(GAME, "the vote is passed"), "HISTORY FULL")
    assert "CLEO" in flat(history)
    assert {"application/pdf", "application/zip", "image/gif"} <= {part.get_content_type() for part in history.walk()}


def secrets_kept(season: Season) -> None:
    """No letter to a player shows the address of another."""
    addresses = {name: player.address for name, player in season.people.items()}
    for name, player in season.people.items():
        player.look()
        for letter in player.seen:
            words = letter.as_string()
            for other, address in addresses.items():
                assert other == name or address not in words, f"{name} was shown the address of {other}: {letter['Subject']}"
