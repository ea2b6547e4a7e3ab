"""Backed up while running, gone on for two turns, lost, restored: the game comes to the very same bytes by its letters."""

from __future__ import annotations

import asyncio
import stat
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.gamemaster import master
from postern.desk.service.backup import make
from postern.desk.service.daemon import Daemon
from postern.desk.service.rereading import reread
from postern.desk.service.restoring import Plan, restore
from postern.desk.settings.config import Config, read_config
from postern.post.embedded import EmbeddedMail
from postern.store import games, inbox, outbox
from postern.store.tables import LetterState
from tests.desk.box import parse, text_of
from tests.desk.playing import on_file
from tests.desk.service.test_daemon import ANN, DESK, House
from tests.desk.service.test_kill import write_settings
from tests.servers.postgres import RealPostgres

pytestmark = pytest.mark.slow
STORES = [
    pytest.param(False, id="sqlite"),
    pytest.param(True, id="postgresql", marks=[pytest.mark.postgres, pytest.mark.xdist_group("postgres")]),
]


@asynccontextmanager
async def running(house: House) -> AsyncIterator[Daemon]:
    daemon = house.daemon()
    task = asyncio.create_task(daemon.run())
    try:
        yield daemon
    finally:
        daemon.stop()
        await task
        daemon.desk.close()


@pytest.fixture
async def house(home: Path, request: pytest.FixtureRequest) -> AsyncIterator[House]:
    if request.param:
        server: RealPostgres = request.getfixturevalue("postgres")
        settings = home / "postern.toml"
        settings.write_text(settings.read_text().replace("[work]", f'store = "{server.new_database()}"\n[work]'))
    async with EmbeddedMail(home / "server", dict.fromkeys((DESK, ANN, "gm@example.org"), "secret")) as mail:
        yield House(mail, write_settings(home, mail))


def settings_of(config: Config) -> Path:
    assert config.file is not None
    return config.file


async def worlds(daemon: Daemon) -> dict[int, bytes]:
    store = daemon.desk.store
    game = await store.read(games.by_name, "TOY-1")
    assert game is not None
    return {turn: await store.read(games.world, game.id, turn) for turn in range(1, game.turn + 1)}


async def orders(daemon: Daemon) -> str | None:
    return await asyncio.to_thread(on_file, daemon.desk, "ANN")


@pytest.mark.parametrize("house", STORES, indirect=True)
async def test_the_game_goes_on_from_its_letters(house: House, tmp_path: Path) -> None:
    backup = tmp_path / "house.zip"
    async with running(house) as daemon:
        await master.create(daemon.desk, "TOY-1")
        await house.send(ANN, "JOIN TOY-1\nNAME=ANN\n")
        asked = await house.letter(ANN, "Please confirm")
        await house.send(ANN, "yes", to=str(asked["Reply-To"]))
        report = await house.letter(ANN, "the game begins")
        await reply(house, report, "guess 3\n")
        await house.letter(ANN, "1 order on file")
        await sent(daemon)  # what the backup does not know as sent goes out again after it is restored
        manifest = await asyncio.to_thread(make, house.config, backup, datetime.now(UTC))

        await reply(house, report, "ADD\nbuy 3\nREADY\n")
        second = await house.letter(ANN, "report of turn 1,")
        await reply(house, second, "guess 5\nbuy 2\nREADY\n")
        third = await house.letter(ANN, "report of turn 2,")
        await reply(house, third, "buy 1\n")
        async with asyncio.timeout(60):
            while await orders(daemon) is None:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        before, ordered = await worlds(daemon), await orders(daemon)
        assert set(before) == {1, 2, 3}
        assert ordered is not None
        await settled(daemon)

    done = await restore(backup, Plan(settings_of(house.config), force=True, reread=True))
    assert (done.lost.letters_in, done.lost.turns, done.paused) == (3, 2, ())
    assert [stat.S_IMODE(place.stat().st_mode) for place in done.aside] == [0o600], "what is kept aside is nobody else's"
    assert done.reread is not None
    assert done.reread >= 3
    async with running(house) as daemon:
        async with asyncio.timeout(60):
            while (await master.show(daemon.desk, "TOY-1")).turn < 3 or await orders(daemon) is None:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        assert await worlds(daemon) == before
        assert await orders(daemon) == ordered
        await house.letter(ANN, "was set back to")
        await settled(daemon)
        states = await daemon.desk.store.read(
            lambda session: Counter({state: len(inbox.in_state(session, state)) for state in LetterState})
        )
        assert +states == {LetterState.HANDLED: 6}

        # Once more, from before the game: every letter is known, nothing happens.
        count = len(house.mail.letters(ANN))
        assert await reread(read_config(settings_of(house.config)), manifest.made_at) >= 6
        await house.send(ANN, "GAMES")
        await house.letter(ANN, "Games to join")
        await settled(daemon)
        assert len(house.mail.letters(ANN)) == count + 1
        assert await worlds(daemon) == before

    letters = [parse(path.read_bytes()) for path in house.mail.letters(ANN)]
    (told,) = [letter for letter in letters if "was set back to" in str(letter["Subject"])]
    assert "You need to do nothing" in text_of(told)
    ids = Counter(str(letter["Message-ID"]) for letter in letters)
    assert set(ids.values()) == {1}


async def reply(house: House, letter: EmailMessage, body: str) -> None:
    """Replies as mail programs do, in the thread of the letter."""
    await house.send(
        ANN, body, to=str(letter["Reply-To"]), subject=f"Re: {letter['Subject']}", references=str(letter["References"])
    )


async def sent(daemon: Daemon) -> None:
    """Until it is on file that every letter has been handed over."""
    async with asyncio.timeout(60):
        while await daemon.desk.store.read(outbox.count_waiting):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def settled(daemon: Daemon) -> None:
    """Until all letters are handled and lie in their folders."""
    async with asyncio.timeout(60):
        while await daemon.desk.store.read(inbox.count_new):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        await daemon._source.settled()
