"""The daemon killed two hundred times, at any moment, while players keep writing: nothing is lost, nothing done twice."""

from __future__ import annotations

import json
import random
import sqlite3
import tempfile
import threading
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlmodel import Session, col, select

from postern.desk.documents.work import SetupJob, TurnJob, run_turn, set_up
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.game import RULESET
from postern.store import games
from postern.store.engine import open_engine
from postern.store.tables import TurnRecord
from tests.e2e.house import DESK, MASTER, House
from tests.e2e.launcher import Launcher
from tests.e2e.player import Player, text_of
from tests.e2e.servers import serving
from tests.e2e.sitting import first_report, join, turn_reported
from tests.servers.fixtures import need_servers

KILLS = 200
SEED = 20261121
_GAMES = ("QJ-1", "QJ-2", "QJ-3")
_NAMES = ("ANNE", "BERT")
_REAL_EVERY = 12
"""Every so many lives the daemon is the real command with two worker processes, and lives for seconds."""
_AIMED_EVERY = 3
"""Every so many lives the kill waits for work of one kind: some of it is over too soon to be met by chance on every machine."""
_KINDS = ("intake", "turn", "sending")
_IDLE = 0.06
"""How likely a player who waits for no answer writes for the sake of writing, each time he looks into his mailbox."""

_NO_BRAKES = "echoes = 100000\nexchanges_per_hour = 100000"
"""These writers answer each answer at once, often with the same words, as machines do: the desk would put its brake on."""

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(1200), pytest.mark.xdist_group("kill")]


@dataclass
class Writer:
    """A player in one game who never stops: he writes idle letters, and orders with READY when a report comes."""

    player: Player
    game: str
    name: str
    friend: str
    chance: random.Random
    desk: EmailMessage
    """The letter he replies to."""
    sent: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    turn: int = 1
    looked_at: int = 0
    answered: set[str] = field(default_factory=set)

    def act(self) -> None:
        """Looks into the mailbox; writes when there is something to say, or for the sake of writing."""
        self.player.look()
        for letter in self.player.seen[self.looked_at :]:
            self.answered.add(str(letter["In-Reply-To"]))
            if turn_reported(letter, self.game, self.name) == self.turn:
                self.desk, self.turn = letter, self.turn + 1
                self.orders()
        self.looked_at = len(self.player.seen)
        if not self.waits and self.chance.random() < _IDLE:
            self.write(self.chance.choice(("STATUS", "SHOW", "HELP combat", "GAMES", "ADD\n// nothing\n")))

    def orders(self) -> None:
        """A message that can be told from every other, and READY."""
        mark = f"mark {self.game} {self.name} {self.turn:03d}"
        self.marks.append(mark)
        self.write(f"ADD\nD={self.friend}\n{mark}\nEND\nREADY")

    def write(self, body: str) -> None:
        """Sends a reply to the desk."""
        self.sent.append(self.player.reply(self.desk, body, quote=False))

    @property
    def waits(self) -> bool:
        """Whether some letter has no answer yet."""
        return any(message_id not in self.answered for message_id in self.sent)


@contextmanager
def writing(writers: list[Writer]) -> Iterator[None]:
    """The writers at work in a thread, until the end; what went wrong there is raised then."""
    stop = threading.Event()
    faults: list[str] = []

    def work() -> None:
        try:
            while not stop.is_set():
                for writer in writers:
                    writer.act()
                stop.wait(0.05)
        except Exception:
            faults.append(traceback.format_exc())

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(60)
    assert not faults, faults[0]


@pytest.fixture
def house() -> Iterator[House]:
    need_servers()
    addresses = [f"{name.lower()}{game[-1]}@players.test" for game in _GAMES for name in _NAMES]
    with tempfile.TemporaryDirectory(prefix="house-") as folder:
        Path(folder).chmod(0o755)
        with serving("real", Path(folder) / "mail", [DESK, MASTER, *addresses]) as mail:
            opened = House(mail, Path(folder) / "home", processes=0, more=_NO_BRAKES)
            try:
                yield opened
            finally:
                opened.kill()


def begin(house: House) -> list[Writer]:
    """Opens the games and seats two people in each; drawing would leave no time for turns in lives so short."""
    writers = []
    for game in _GAMES:
        documents = ["html"] if game == _GAMES[0] else []
        house.write_game(game, seats=6, computers=4, documents=documents, early_delay="0s")
        house.master("create", game)
    house.start()
    for number, game in enumerate(_GAMES):
        for name in _NAMES:
            player = house.player(f"{name.lower()}{game[-1]}@players.test")
            joined = join(player, game, name)
            friend = _NAMES[1 - _NAMES.index(name)]
            writers.append(Writer(player, game, name, friend, random.Random(f"{SEED} {number} {name}"), joined))
    for writer in writers:
        writer.desk = first_report(writer.player, writer.game)
        writer.orders()
    house.stop()
    return writers


def kill_again_and_again(house: House) -> Counter[str]:
    """Two hundred lives, each cut off at a random moment, or amid work of one kind. Returns what was cut off, and how often."""
    chance = random.Random(SEED)
    cut_off: Counter[str] = Counter()
    longest = min(max(5 * seconds_of_a_turn(), 0.9), 2.5)
    settings = house.settings.read_text()
    with Launcher(house.settings, house.log) as launcher:
        for number in range(KILLS):
            if number % _REAL_EVERY == _REAL_EVERY - 1:
                house.settings.write_text(settings.replace("workers = 0", "workers = 2"))
                house.start()
                time.sleep(chance.uniform(0, 6))
                house.kill()
                house.settings.write_text(settings)
            else:
                launcher.start()
                if number % _AIMED_EVERY == 0:
                    wait_for(house, _KINDS[number // _AIMED_EVERY % len(_KINDS)], longest)
                else:
                    time.sleep(chance.uniform(0.05, longest))
                assert launcher.kill(), "the daemon ended before it was killed"
            cut_off.update(going_on(house))
    return cut_off


def seconds_of_a_turn() -> float:
    """How long a turn of one of the games takes here and now, so that lives are neither too short nor too long for one."""
    names = ("ANNE", "BERT", "CLEO", "DORA", "EMIL", "FRED")
    world = set_up(SetupJob("great_jewels", {}, tuple(Signup(name) for name in names), "pace")).world
    taken = []
    for _ in range(3):
        began = time.monotonic()
        run_turn(TurnJob("great_jewels", world, "pace", dict.fromkeys(names), frozenset(names)))
        taken.append(time.monotonic() - began)
    return min(taken)


_UNDER_WAY = {
    "intake": "SELECT count(*) FROM inbox_letter WHERE state = 'new'",
    "turn": "SELECT count(*) FROM game WHERE runner != ''",
    "documents": "SELECT count(*) FROM outbox_letter WHERE state = 'draft' AND owner != ''",
    "sending": "SELECT count(*) FROM outbox_letter WHERE state = 'waiting' AND owner != ''",
}


def going_on(house: House) -> list[str]:
    """What the database says was under way when the daemon was killed."""
    with closing(sqlite3.connect(house.home / "var" / "postern.sqlite")) as line:
        return [what for what, question in _UNDER_WAY.items() if line.execute(question).fetchone()[0]]


def wait_for(house: House, what: str, seconds: float) -> None:
    """Returns when work of this kind has begun since now, or when the seconds are over."""
    until = time.monotonic() + seconds
    with closing(sqlite3.connect(house.home / "var" / "postern.sqlite")) as line:
        idle = False
        while time.monotonic() < until:
            busy = line.execute(_UNDER_WAY[what]).fetchone()[0] > 0
            if busy and idle:
                return
            idle = idle or not busy
            time.sleep(0.001)


def settle(house: House, writers: list[Writer]) -> None:
    """Lets a daemon that nobody kills finish what is left, until all is answered and sent."""
    house.start()
    until = time.monotonic() + 180
    while True:
        for writer in writers:
            writer.player.look()
            writer.answered.update(str(letter["In-Reply-To"]) for letter in writer.player.seen)
        with closing(sqlite3.connect(house.home / "var" / "postern.sqlite")) as line:
            unsent = line.execute("SELECT count(*) FROM outbox_letter WHERE state != 'sent'").fetchone()[0]
            due = line.execute("SELECT count(*) FROM game WHERE early_at IS NOT NULL OR runner != ''").fetchone()[0]
        waiting = [(writer.game, writer.name) for writer in writers if writer.waits]
        if not waiting and not unsent and not due:
            break
        assert time.monotonic() < until, f"still waiting: {waiting}, unsent {unsent}, due {due}"
        time.sleep(0.2)
    time.sleep(2)
    house.stop()
    for writer in writers:
        writer.player.look()


def test_two_hundred_kills_lose_nothing_and_do_nothing_twice(house: House) -> None:
    writers = begin(house)
    with writing(writers):
        cut_off = kill_again_and_again(house)
    settle(house, writers)
    copies = check_letters(writers)
    turns = check_turns(house, writers)
    check_mailbox(house, writers)
    print(f"cut off: {dict(cut_off)}; letters {sum(len(w.sent) for w in writers)}; turns {turns}; copies {copies}")
    for what in _KINDS:
        assert cut_off[what] >= 3, f"{what} was hardly ever cut off: {cut_off}"
    assert sum(turns.values()) >= 6, "turns ran between the kills"


def check_letters(writers: list[Writer]) -> int:
    """One answer to each letter; copies, where a kill came between handing over and noting it, are the same letter."""
    copies = 0
    for writer in writers:
        by_id: dict[str, list[EmailMessage]] = defaultdict(list)
        answers: dict[str, set[str]] = defaultdict(set)
        for letter in writer.player.seen:
            by_id[str(letter["Message-ID"])].append(letter)
            answers[str(letter["In-Reply-To"])].add(str(letter["Message-ID"]))
        for message_id in writer.sent:
            assert len(answers[message_id]) == 1, f"{writer.name} in {writer.game}: {len(answers[message_id])} answers"
        for same in by_id.values():
            assert len({text_of(letter) for letter in same}) == 1
            copies += len(same) - 1
    return copies


def check_turns(house: House, writers: list[Writer]) -> dict[str, int]:
    """Each turn ran once, with every order that was sent for it once; each player has one report of each turn.

    Idle people fall to computer players sooner or later: looked at are the turns after which writer and friend both stand.
    """
    ran: dict[str, int] = {}
    engine = open_engine(f"sqlite:///{house.home / 'var' / 'postern.sqlite'}")
    with Session(engine) as session:
        records = session.exec(select(TurnRecord).order_by(col(TurnRecord.game_id), col(TurnRecord.turn))).all()
        standing = {
            (record.game_id, record.turn): RULESET.active(RULESET.load(games.world(session, record.game_id, record.turn + 1)))
            for record in records
        }
    engine.dispose()
    for number, game in enumerate(_GAMES, 1):
        mine = [record for record in records if record.game_id == number]
        assert [record.turn for record in mine] == list(range(len(mine))), f"{game}: each turn once, none left out"
        ran[game] = len(mine) - 1
        for writer in writers:
            if writer.game != game:
                continue
            friend = next(other for other in writers if other.game == game and other.name == writer.friend)
            both = {writer.name, friend.name}
            turns = [record.turn for record in mine if record.turn > 0 and both <= set(standing[number, record.turn])]
            given = [str(json.loads(mine[turn].sheets).get(writer.name)) for turn in turns]
            for turn, mark in zip(turns, writer.marks, strict=False):
                assert [sheet.count(mark) for sheet in given] == [int(turn == other) for other in turns]
                reports = {
                    str(letter["Message-ID"]): text_of(letter)
                    for letter in friend.player.seen
                    if turn_reported(letter, game, friend.name) is not None
                }
                assert sum(text.count(mark) for text in reports.values()) == 1, f"{mark} came in one report, once"
            for turn in (0, *turns):
                found = {
                    str(letter["Message-ID"])
                    for letter in writer.player.seen
                    if turn_reported(letter, game, writer.name) == turn
                }
                assert len(found) == 1, f"{writer.name} has {len(found)} reports of turn {turn} of {game}"
    for game in _GAMES:
        assert "the same, byte for byte" in house.master("replay", game, str(ran[game]))
    return ran


def check_mailbox(house: House, writers: list[Writer]) -> None:
    """Every letter was taken in once and has left the inbox for the folder of handled ones, once."""
    joins = 2 * len(writers)
    sent = sum(len(writer.sent) for writer in writers) + joins
    with closing(sqlite3.connect(house.home / "var" / "postern.sqlite")) as line:
        states = dict(line.execute("SELECT state, count(*) FROM inbox_letter GROUP BY state").fetchall())
        left = dict(line.execute("SELECT state, count(*) FROM outbox_letter GROUP BY state").fetchall())
    assert states == {"handled": sent}
    assert set(left) == {"sent"}
    assert not house.mail.letters(DESK)
    handled = house.mail.maildir(DESK) / ".Handled"
    assert sum(1 for part in ("new", "cur") for _ in (handled / part).iterdir()) == sent
