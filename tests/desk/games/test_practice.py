"""PRACTICE: a game at once from one letter, turns at READY, in nobody's list, gone after a long silence."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from email.message import EmailMessage

import pytest
from sqlalchemy import Table, func
from sqlmodel import SQLModel, select

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.games import practice
from postern.desk.games.due import run_due
from postern.desk.settings.config import PracticeSettings
from postern.desk.settings.rulesets import RULESETS, ruleset
from postern.desk.timing.clock import ManualClock
from postern.store.tables import Player, TurnRecord
from tests.desk.box import Box, text_of

ANN, BOB = "ann@a.example", "bob@b.example"


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


@pytest.fixture
def begun(desk: Desk, box: Box, workers: Workers) -> EmailMessage:
    """The first report of ANN's practice game."""
    (welcome,) = box.send(ANN, "")
    assert "reply with the word PRACTICE" in flat(welcome)
    (begins,) = box.reply(welcome, "practice!\n\n> Welcome.", sender=ANN)
    assert str(begins["Subject"]) == "[PRACTICE-1] Your practice game begins"
    assert "if you stay silent for 14 days it ends by itself" in flat(begins)
    asyncio.run(run_due(desk, workers))
    (report,) = box.news()
    return report


def test_one_word_begins_a_game_and_ready_runs_each_turn(begun: EmailMessage, desk: Desk, box: Box, workers: Workers) -> None:
    assert str(begun["To"]) == ANN
    assert str(begun["Subject"]) == "[PRACTICE-1 turn 1] NOVICE: the game begins"
    assert "Turn 1 runs as soon as you send READY." in flat(begun)
    report = begun
    for turn in (1, 2):
        (answer,) = box.reply(report, "guess 3")
        assert f"Turn {turn} runs as soon as you send READY. You are not ready yet" in flat(answer)
        assert asyncio.run(run_due(desk, workers)) is None
        (answer,) = box.reply(answer, "guess 4\nREADY")
        assert f"All are ready: turn {turn} runs now, and its report comes in a moment." in flat(answer)
        assert "WAIT" not in flat(answer), "there is no time for it"
        asyncio.run(run_due(desk, workers))
        (report,) = box.news()
        assert str(report["Subject"]) == f"[PRACTICE-1 turn {turn + 1}] NOVICE: report of turn {turn}"
        assert all(len(line) <= 72 for line in text_of(report).splitlines())


def test_no_deadline_and_no_reminder_ever(
    begun: EmailMessage, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    clock.advance(timedelta(days=200))
    assert asyncio.run(run_due(desk, workers)) is None
    assert box.news() == []
    assert asyncio.run(master.show(desk, "PRACTICE-1")).turn == 1
    with pytest.raises(master.MasterError, match="it has no deadline and runs when its player is ready"):
        asyncio.run(master.extend(desk, "PRACTICE-1", until=clock.now() + timedelta(days=1)))


def test_a_name_of_ones_own(desk: Desk, box: Box) -> None:
    (begins,) = box.send(ANN, "PRACTICE\nNAME=ANNA\n")
    assert "You are ANNA in PRACTICE-1" in flat(begins)
    (second,) = box.send(BOB, "PRACTICE game\nNAME=TOOLONGANAME\n")
    assert "You are NOVICE in PRACTICE-2" in flat(second)


def test_asking_again_brings_the_game_back(begun: EmailMessage, desk: Desk, box: Box) -> None:
    (again,) = box.send(ANN, "Practice please")
    assert "you are NOVICE in PRACTICE-1" in flat(again)
    assert str(again["Reply-To"]) == str(begun["Reply-To"])
    row = box.rows()[-1]
    assert row.draft is not None
    assert b'"report"' in row.draft


def test_resigning_ends_it_and_makes_room_for_another(begun: EmailMessage, desk: Desk, box: Box) -> None:
    box.insist(begun, "RESIGN YES")
    assert asyncio.run(master.show(desk, "PRACTICE-1")).state == "finished"
    (begins,) = box.send(ANN, "PRACTICE")
    assert "[PRACTICE-2]" in str(begins["Subject"])


def test_it_is_in_nobody_elses_list(begun: EmailMessage, box: Box) -> None:
    (listed,) = box.send(BOB, "GAMES")
    assert "PRACTICE-1" not in text_of(listed)
    for asked in ("JOIN PRACTICE-1\nNAME=BOB", "JOIN PRACTICE-7\nNAME=BOB"):
        (refused,) = box.send(BOB, asked)
        assert "There is no game PRACTICE-" in text_of(refused), "the same words whether there is one or not"
    assert ANN not in text_of(refused)


def test_limits_of_an_address_and_of_the_desk(begun: EmailMessage, desk: Desk, box: Box) -> None:
    settings = desk.config.practice.model_copy(update={"at_most": 2, "per_address": 2})
    desk.config = desk.config.model_copy(update={"practice": settings})
    (second,) = box.send(ANN, "PRACTICE")
    assert "[PRACTICE-2]" in str(second["Subject"])
    (third,) = box.send(ANN, "PRACTICE")
    assert "the practice game you have" in str(third["Subject"])
    (full,) = box.send(BOB, "PRACTICE")
    assert "All practice tables are taken" in text_of(full)
    desk.config = desk.config.model_copy(update={"practice": settings.model_copy(update={"rulesets": ()})})
    (off,) = box.send(BOB, "PRACTICE")
    assert "There are no practice games here." in text_of(off)
    (welcome,) = box.send("eve@e.example", "")
    assert "PRACTICE" not in text_of(welcome)


def test_a_silent_game_is_removed_whole_and_an_old_token_opens_nothing(
    begun: EmailMessage, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    box.reply(begun, "guess 3\nREADY")
    asyncio.run(run_due(desk, workers))
    clock.advance(timedelta(days=13))
    box.reply(begun, "STATUS")
    clock.advance(timedelta(days=13))
    _sent(desk)
    assert desk.store.write_now(practice.remove_silent, desk) == [], "it was heard from 13 days ago"
    clock.advance(timedelta(days=2))
    box.put(box.letter(ANN, "READY", str(begun["Reply-To"])))
    assert desk.store.write_now(practice.remove_silent, desk) == ["PRACTICE-1"]
    left = {table.name: _count(desk, table) for table in SQLModel.metadata.sorted_tables}
    assert {name for name, rows in left.items() if rows} == {"inbox_letter", "outbox_letter", "player", "greeting", "sealed_by"}
    assert desk.store.write_now(lambda session: session.exec(select(Player.address)).all()) == [ANN]
    box.news()
    box.handle()
    (welcome,) = box.news()
    assert "Welcome" in str(welcome["Subject"])

    (begins,) = box.send(BOB, "PRACTICE")
    assert "[PRACTICE-1]" in str(begins["Subject"])
    asyncio.run(run_due(desk, workers))
    box.news()
    answers = box.reply(begun, "RESIGN YES\nguess 9")
    assert all(letter["To"] == ANN and "PRACTICE-1" not in text_of(letter) for letter in answers)
    assert asyncio.run(master.show(desk, "PRACTICE-1")).seats[0].address == BOB


def test_letters_still_to_be_sent_keep_it(begun: EmailMessage, desk: Desk, clock: ManualClock) -> None:
    clock.advance(timedelta(days=30))
    assert desk.store.write_now(practice.remove_silent, desk) == []
    _sent(desk)
    assert desk.store.write_now(practice.remove_silent, desk) == ["PRACTICE-1"]


def test_a_letter_without_token_means_the_real_game_first(begun: EmailMessage, desk: Desk, box: Box) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    box.reply(begun, "JOIN TOY-1\nNAME=ANN")
    box.reply(begun, "SHOW")
    (asked,) = box.send(ANN, "guess 5")
    assert "[TOY-1] ANN: please confirm" in str(asked["Subject"])


def _sent(desk: Desk) -> None:
    table = SQLModel.metadata.tables["outbox_letter"]
    desk.store.write_now(lambda session: session.execute(table.update().values(state="sent")) and None)


def _count(desk: Desk, table: Table) -> int:
    count: int = desk.store.write_now(lambda session: session.execute(select(func.count()).select_from(table)).scalar_one())
    return count


@pytest.mark.parametrize(
    ("words", "level"), [("PRACTICE", "normal"), ("practice easy!", "easy"), ("PRACTICE HARD game", "hard")]
)
def test_the_level_is_asked_for_with_the_game(desk: Desk, box: Box, workers: Workers, words: str, level: str) -> None:
    """The toy's easy players only look on, its hard ones guess every number."""
    (begins,) = box.send(ANN, words)
    assert ("against computer players." if level == "normal" else f"against computer players ({level}).") in flat(begins)
    asyncio.run(run_due(desk, workers))
    (report,) = box.news()
    box.reply(report, "guess 3\nREADY")
    asyncio.run(run_due(desk, workers))
    (record,) = desk.store.read_now(lambda session: session.exec(select(TurnRecord).where(TurnRecord.turn == 1)).all())
    others = {name: text for name, text in json.loads(record.sheets).items() if name != "NOVICE"}
    assert len(others) > 1
    assert {(text or "").count("GUESS") for text in others.values()} == {{"easy": 0, "normal": 1, "hard": 9}[level]}
    (again,) = box.send(ANN, "PRACTICE HARD")
    assert f"against {level} computer players" in flat(again)


INSTALLED = {
    "great_jewels": ("GREAT JEWELS", "PRACTICE QJ", "practice quest of the great jewels please", "Practice Great Jewel"),
    "cosmos": ("COSMOS", "PRACTICE CF", "practice cosmos fantasy", "PRACTICE COSMO"),
    "alamaze_classic": ("ALAMAZE CLASSIC", "PRACTICE AC", "practice alamaze game", "PRACTICE EASY ALAMAZ"),
    "adventurer_kings": ("ADVENTURER KINGS", "PRACTICE AK", "practice the adventurer kings", "PRACTICE HARD ADVENTURER"),
}
"""The games that are installed: how letters offer them, and some ways to ask for one."""


def practising(desk: Desk, *slugs: str) -> None:
    settings = desk.config.practice.model_copy(update={"rulesets": slugs})
    desk.config = desk.config.model_copy(update={"practice": settings})


def test_every_installed_game_may_be_practised_by_default() -> None:
    assert set(PracticeSettings().rulesets) == set(RULESETS) == set(INSTALLED)


@pytest.mark.parametrize("slug", INSTALLED)
def test_a_game_is_practised_by_its_name_short_or_long(desk: Desk, box: Box, workers: Workers, slug: str) -> None:
    practising(desk, *INSTALLED)
    (welcome,) = box.send(ANN, "How do I play?")
    assert f"PRACTICE {INSTALLED[slug][0]}\n" in text_of(welcome)
    for number, words in enumerate((f"PRACTICE {INSTALLED[slug][0]}", *INSTALLED[slug][1:])):
        (begins,) = box.send(f"player{number}@p.example", words)
        assert f"a practice game of {ruleset(slug).title} against computer players" in flat(begins), words
    (report,) = _reports(desk, workers, box)
    assert "the game begins" in str(report["Subject"])


def _reports(desk: Desk, workers: Workers, box: Box) -> list[EmailMessage]:
    asyncio.run(run_due(desk, workers))
    return box.news()[:1]


def test_a_name_of_no_game_begins_none_and_the_names_are_told(desk: Desk, box: Box) -> None:
    practising(desk, *INSTALLED)
    (answer,) = box.send(ANN, "PRACTICE chess")
    assert 'I know no practice game "chess". Write one of these lines: PRACTICE GREAT JEWELS, PRACTICE COSMOS' in flat(answer)
    (begins,) = box.send(ANN, "PRACTICE")
    assert "PRACTICE with a name begins that game: GREAT JEWELS, COSMOS, ALAMAZE CLASSIC, ADVENTURER KINGS." in flat(begins)
    (again,) = box.send(ANN, "PRACTICE COSMOS")
    assert "the practice game you have" in str(again["Subject"])
    assert "Practice makes perfect, they say" not in flat(box.send(BOB, "Practice makes perfect, they say")[0])
