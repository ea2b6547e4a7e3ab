"""Coming in: the first letter, a seat by name or the next open one, and the day on which a game begins."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk, open_desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.games.due import next_moment, run_due
from postern.desk.service.daemon import Daemon
from postern.desk.settings.config import read_config
from postern.desk.settings.gamefile import GameConfig
from postern.desk.settings.tomlfile import ConfigError, load
from postern.desk.timing.clock import ManualClock
from postern.store import games
from tests.desk.box import GAME, Box, text_of

ANN, BOB, EVE = "ann@a.example", "bob@b.example", "eve@e.example"
START = datetime(2026, 12, 1, 11, 0, tzinfo=UTC)
Opening = Callable[..., Desk]


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def seat_names(desk: Desk, name: str = "TOY-1") -> list[str]:
    return [seat.name for seat in asyncio.run(master.show(desk, name)).seats]


@pytest.fixture
def dated(home: Path, clock: ManualClock) -> Iterator[Opening]:
    """Opens TOY-1 with these lines in its file: settings → desk."""
    opened: list[Desk] = []

    def open_with(lines: str, seats: int = 4) -> Desk:
        text = GAME.replace("seats = 3", f"seats = {seats}") + lines
        (home / "games" / "toy-1.toml").write_text(text)
        desk = open_desk(read_config(home / "postern.toml"), clock)
        opened.append(desk)
        asyncio.run(master.create(desk, "TOY-1"))
        return desk

    yield open_with
    for desk in opened:
        desk.close()


@pytest.mark.parametrize("body", ["", "\n\n", "What is this?", "-- \nsent from my phone"])
def test_any_first_letter_is_welcomed_even_an_empty_one(desk: Desk, box: Box, body: str) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (welcome,) = box.send(ANN, body, subject="Hello")
    text = text_of(welcome)
    assert "JOIN TOY-1" in text
    assert "It begins when the last seat is taken." in flat(welcome)
    assert all(len(line) <= 72 for line in text.splitlines())
    assert str(welcome["In-Reply-To"]).endswith("@home.example>")
    assert welcome["Auto-Submitted"] == "auto-replied"
    (told,) = box.send(ANN, body, subject="Hello?")
    assert "JOIN TOY-1" in text_of(told)
    assert "I found none in your letter" in flat(told)


def test_a_name_that_was_missing_comes_by_replying_with_it_alone(desk: Desk, box: Box) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (mend,) = box.send(ANN, "JOIN TOY-1")
    assert "Reply to this letter with that line" in flat(mend)
    (still,) = box.reply(mend, "hello?")
    assert "NAME=ANN" in text_of(still)
    assert seat_names(desk) == []
    (joined,) = box.reply(still, "Name=Ann\n\n> Write it like this:")
    assert "You are ANN" in str(joined["Subject"])
    assert seat_names(desk) == ["ANN"]


@pytest.mark.parametrize("line", ["JOIN toy1", "Join game TOY-1", "join TOY 1.", "play game toy1"])
def test_the_name_of_a_game_is_known_without_its_hyphen_and_behind_the_word(desk: Desk, box: Box, line: str) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (asked,) = box.send(ANN, f"{line}\nNAME=ANN", subject="hello")
    assert str(asked["Subject"]) == "Please confirm: a seat in TOY-1 as ANN"


def test_a_game_that_there_is_not_is_named_in_the_answer(desk: Desk, box: Box) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (answer,) = box.send(ANN, "JOIN TOY7", subject="hello")
    assert "There is no game TOY7 here." in flat(answer)
    assert "JOIN TOY-1" in text_of(answer)


def test_a_name_taken_meanwhile_is_asked_for_again(desk: Desk, box: Box) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (first,) = box.send(ANN, "JOIN TOY-1\nNAME=MAX")
    (second,) = box.send(BOB, "JOIN TOY-1\nNAME=MAX")
    box.reply(first, "")
    (mend,) = box.reply(second, "yes")
    assert "MAX is taken" in text_of(mend)
    (joined,) = box.reply(mend, "NAME=MOE")
    assert "You are MOE" in str(joined["Subject"])


def test_a_reply_from_elsewhere_seats_nobody_but_whom_the_letter_went_to(desk: Desk, box: Box) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (asked,) = box.send(ANN, "JOIN TOY-1\nNAME=ANN")
    (joined,) = box.reply(asked, "", sender=EVE)
    assert joined["To"] == ANN
    assert EVE.encode() not in joined.as_bytes()


def test_join_alone_takes_the_next_open_seat_of_the_game_nearest_to_its_start(home: Path, clock: ManualClock) -> None:
    (home / "games" / "toy-2.toml").write_text(GAME.replace("TOY-1", "TOY-2").replace("seats = 3", "seats = 2"))
    desk = open_desk(read_config(home / "postern.toml"), clock)
    box = Box(desk)
    (none,) = box.send(ANN, "JOIN")
    assert "No game takes new players at this moment." in text_of(none)
    assert "open seat" not in text_of(none), "it is said once"
    asyncio.run(master.create(desk, "TOY-1"))
    asyncio.run(master.create(desk, "TOY-2"))
    (asked,) = box.send(ANN, "JOIN\nNAME=ANN")
    assert "a seat in TOY-2 as ANN" in str(asked["Subject"])
    (joined,) = box.reply(asked, "")
    (second,) = box.reply(joined, "JOIN NAME=ANN")
    assert "[TOY-1] You are ANN" in str(second["Subject"])
    (third,) = box.reply(joined, "join any")
    assert "No game has an open seat for you now." in text_of(third)
    desk.close()


def test_a_ranked_list_of_wishes_reaches_the_rules_in_its_order(desk: Desk, box: Box, workers: Workers) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    for address, name in ((ANN, "ANN"), (BOB, "BOB")):
        (asked,) = box.send(address, f"JOIN\nNAME={name}\nCOLOUR=red, green, blue")
        assert "COLOUR = RED, GREEN, BLUE" in text_of(asked)
        box.reply(asked, "")
    asyncio.run(run_due(desk, workers))
    world = json.loads(desk.store.write_now(games.world, 1, 1))
    assert world["colours"] == {"ANN": "RED", "BOB": "GREEN"}


def test_a_word_that_goes_on_is_not_a_command(desk: Desk, box: Box) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (welcome,) = box.send(ANN, "Join us tonight, will you?")
    assert "Welcome" in str(welcome["Subject"])


def test_on_its_day_the_game_begins_with_enough_players(dated: Opening, clock: ManualClock, workers: Workers) -> None:
    desk = dated("starts = 2026-12-01\nmin_players = 2\n")
    box = Box(desk)
    assert "or Tue 1 Dec 2026, 12:00 CET (11:00 UTC), if 2 players have come by then" in flat(box.send(EVE, "GAMES")[0])
    for address, name in ((ANN, "ANN"), (BOB, "BOB")):
        (asked,) = box.send(address, f"JOIN\nNAME={name}")
        (joined,) = box.reply(asked, "")
    assert "1 seat is still free. The game begins when the last seat is taken, or Tue 1 Dec 2026, 12:00 CET" in flat(joined)
    (status,) = box.reply(joined, "STATUS")
    assert "or Tue 1 Dec 2026, 12:00 CET (11:00 UTC) if enough players have come" in flat(status)
    assert asyncio.run(run_due(desk, workers)) == START
    clock.advance(START - clock.now())
    asyncio.run(run_due(desk, workers))
    line = asyncio.run(master.show(desk, "TOY-1"))
    assert (line.state, [seat.computer for seat in line.seats]) == ("running", [False, False, True, True])
    assert {str(letter["To"]): "the game begins" in str(letter["Subject"]) for letter in box.news()} == {ANN: True, BOB: True}


def test_with_too_few_the_start_moves_by_a_week_and_the_players_are_told(
    dated: Opening, clock: ManualClock, workers: Workers
) -> None:
    desk = dated("starts = 2027-03-25T02:30:00\n")
    box = Box(desk)
    (asked,) = box.send(ANN, "JOIN\nNAME=ANN")
    box.reply(asked, "")
    clock.advance(datetime(2027, 3, 25, 1, 30, tzinfo=UTC) - clock.now())
    moment = asyncio.run(run_due(desk, workers))
    assert moment == datetime(2027, 4, 1, 0, 30, tzinfo=UTC), "the same time on the clock, though summer time began between"
    (told,) = box.news()
    assert str(told["Subject"]) == "[TOY-1] The start moves to Thu 1 Apr 02:30 CEST"
    assert "it has 1 player and needs 3" in flat(told)
    assert str(told["References"]).split()[0] == "<toy-1.turn-0.1@example.org>"
    assert asyncio.run(run_due(desk, workers)) == moment
    assert box.news() == []
    clock.advance(timedelta(days=40))
    moved = asyncio.run(run_due(desk, workers))
    assert moved is not None
    assert moved > clock.now(), "a daemon that slept moves it into the future at once"
    assert len(box.news()) == 1


def test_with_too_few_computer_players_fill_where_the_file_says_so(
    dated: Opening, clock: ManualClock, workers: Workers
) -> None:
    desk = dated('starts = 2026-12-01\ntoo_few = "computers"\n')
    box = Box(desk)
    clock.advance(START - clock.now())
    assert asyncio.run(run_due(desk, workers)) == START + timedelta(days=7), "nobody has come: there is nobody to play with"
    (asked,) = box.send(ANN, "JOIN\nNAME=ANN")
    box.reply(asked, "")
    clock.advance(timedelta(days=7))
    asyncio.run(run_due(desk, workers))
    assert asyncio.run(master.show(desk, "TOY-1")).state == "running"


def test_a_letter_that_came_in_time_still_counts_on_the_day(dated: Opening, clock: ManualClock, workers: Workers) -> None:
    desk = dated("starts = 2026-12-01\nmin_players = 1\n")
    box = Box(desk)
    (asked,) = box.send(ANN, "JOIN\nNAME=ANN")
    box.put(box.letter(ANN, "", str(asked["Reply-To"])))
    clock.advance(START - clock.now() + timedelta(minutes=1))
    assert asyncio.run(run_due(desk, workers)) == clock.now() + timedelta(seconds=1)
    box.handle()
    asyncio.run(run_due(desk, workers))
    assert asyncio.run(master.show(desk, "TOY-1")).state == "running"


def test_an_edited_start_counts_and_an_unedited_one_does_not_move_back(
    dated: Opening, home: Path, clock: ManualClock, workers: Workers
) -> None:
    desk = dated("starts = 2026-12-01\n")
    daemon = Daemon(desk, workers=workers)
    desk.unread_since = lambda: None  # as while it runs and reads the mailbox
    desk.read_through = lambda moment: moment
    clock.advance(START - clock.now())
    moved = asyncio.run(run_due(desk, workers))
    asyncio.run(daemon.tell_file_problems())
    assert desk.store.write_now(next_moment, desk) == moved
    path = home / "games" / "toy-1.toml"
    path.write_text(path.read_text().replace("2026-12-01", "2026-12-24"))
    desk.read_files()
    asyncio.run(daemon.tell_file_problems())
    assert desk.store.write_now(next_moment, desk) == datetime(2026, 12, 24, 11, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('starts = "soon"', "needs a day such as 2026-12-01"),
        ("starts = 2026-12-01T12:00:00Z", "leave the offset out"),
        ("starts = 3", "needs a day such as 2026-12-01"),
        ("min_players = 9", "more than the 2 seats for people"),
    ],
)
def test_a_start_that_cannot_be_is_told(home: Path, line: str, told: str) -> None:
    path = home / "games" / "bad.toml"
    path.write_text(GAME + line + "\n")
    with pytest.raises(ConfigError, match=told):
        load(path, GameConfig)


def test_a_start_survives_being_kept_in_the_database(home: Path) -> None:
    path = home / "games" / "toy-1.toml"
    for line in ("starts = 2026-12-01", 'starts = "when full"', "starts = 2026-12-01T18:30:00"):
        path.write_text(GAME + line + "\n")
        config = load(path, GameConfig)
        assert GameConfig.model_validate(config.model_dump(mode="json")) == config


def test_a_reply_to_a_question_that_a_newer_one_has_replaced_is_answered(box: Box, desk: Desk) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (older,) = box.send("eve@e.example", "JOIN TOY-1\nNAME=EVE")
    (newer,) = box.send("eve@e.example", "JOIN TOY-1\nNAME=EVA")
    (answer,) = box.reply(older, "")
    assert "the newest letter that asks" in " ".join(text_of(answer).split())
    (joined,) = box.reply(newer, "")
    assert "EVA" in str(joined["Subject"])


def test_a_game_without_deadlines_says_when_its_turns_run(home: Path, clock: ManualClock) -> None:
    (home / "games" / "toy-1.toml").write_text(GAME.replace('deadline = "Fri 20:00"', 'deadline = "none"'))
    desk = open_desk(read_config(home / "postern.toml"), clock)
    asyncio.run(master.create(desk, "TOY-1"))
    (answer,) = Box(desk).send("new@n.example", "GAMES")
    desk.close()
    texts = [part.get_content() for part in answer.walk() if part.get_content_maintype() == "text"]
    assert len(texts) == 2
    for text in texts:
        assert "a turn runs when all are ready." in " ".join(text.split())
        assert "turns none" not in text
