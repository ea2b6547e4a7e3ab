"""A whole small game by mail on PostgreSQL, looked after by two daemons at once, the database restarted in the middle."""

from __future__ import annotations

import asyncio
from collections import Counter
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk
from postern.desk.documents.workers import LocalWorkers
from postern.desk.gamemaster import master
from postern.desk.settings.config import read_config
from postern.game.chance import Chance
from postern.post.embedded import EmbeddedMail
from postern.store import outbox
from tests.desk.box import parse, text_of
from tests.desk.service.test_daemon import ANN, BOB, DESK, GM, House
from tests.servers.postgres import RealPostgres

pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.xdist_group("postgres")]


async def test_a_game_to_its_end_by_mail_with_two_daemons(home: Path, postgres: RealPostgres) -> None:
    game = home / "games" / "toy-1.toml"
    game.write_text(
        game.read_text().replace('"30m"', '"0s"').replace("computers = 1", "computers = 2") + "[options]\ngoal = 50\n"
    )
    settings = home / "postern.toml"
    settings.write_text(settings.read_text().replace("[work]", f'store = "{postgres.new_database()}"\n[work]'))
    async with EmbeddedMail(home / "server", dict.fromkeys((DESK, ANN, BOB, GM), "secret")) as mail:
        config = read_config(settings)
        post = config.post.model_copy(update={"mailbox": mail.imap_settings(DESK), "smtp": mail.smtp_settings()})
        house = House(mail, config.model_copy(update={"post": post}))
        daemons = [house.daemon(), house.daemon()]
        await master.create(daemons[0].desk, "TOY-1")
        running = [asyncio.create_task(daemon.run()) for daemon in daemons]
        try:
            turns = await play(house, postgres)
            await all_sent(daemons[0].desk)
        finally:
            for daemon in daemons:
                daemon.stop()
            await asyncio.gather(*running)
        assert turns >= 3
        check(mail, turns)
        for turn in range(1, turns + 1):
            assert (await master.replay(daemons[1].desk, LocalWorkers(0), "TOY-1", turn)).same
        for daemon in daemons:
            daemon.desk.close()


async def play(house: House, postgres: RealPostgres) -> int:
    """Ann guesses right every turn until the game is over. Returns how many turns that took."""
    await house.send(ANN, "JOIN TOY-1\nNAME=ANN\n")
    asked = await house.letter(ANN, "Please confirm")
    await house.send(ANN, "yes", to=str(asked["Reply-To"]))
    report = await house.letter(ANN, "the game begins")
    turn = 0
    while "the game is over" not in str(report["Subject"]):
        turn += 1
        if turn == 2:
            await asyncio.to_thread(postgres.stop)
            await house.send(ANN, "STATUS", to=str(report["Reply-To"]))
            await asyncio.to_thread(postgres.start)
        number = Chance("fixed").turn(turn).stream("number").between(1, 9)
        await house.send(ANN, f"guess {number}\nREADY\n", to=str(report["Reply-To"]))
        report = await one_of(house, f"report of turn {turn},", "the game is over")
        assert "You guessed it" in text_of(report)
    return turn


async def all_sent(desk: Desk) -> None:
    async with asyncio.timeout(30):
        while set(await desk.store.read(outbox.counts)) != {"sent"}:  # noqa: ASYNC110
            await asyncio.sleep(0.1)


async def one_of(house: House, *words: str) -> EmailMessage:
    waits = [asyncio.create_task(house.letter(ANN, word)) for word in words]
    done, rest = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in rest:
        wait.cancel()
    return done.pop().result()


def check(mail: EmbeddedMail, turns: int) -> None:
    """Every letter of Ann's has one answer, every turn one report, and nothing came twice."""
    letters = [parse(path.read_bytes()) for path in mail.letters(ANN)]
    answers = Counter(str(letter["In-Reply-To"]) for letter in letters if letter["Auto-Submitted"] == "auto-replied")
    assert len(answers) == turns + 3
    assert set(answers.values()) == {1}
    assert len({str(letter["Message-ID"]) for letter in letters}) == len(letters) == len(answers) + turns + 1
