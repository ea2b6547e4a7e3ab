"""What a game master does while the daemon runs: every command of ``postern game``, and the signals of the system."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from postern.desk.context import open_desk
from postern.desk.gamemaster import master
from postern.desk.settings.config import read_config
from tests.e2e.house import MASTER, House
from tests.e2e.player import Player, flat, text_of
from tests.e2e.sitting import first_report, join, place_of, report_of, turn_reported

Newcomer = Callable[[], Player]


def test_pausing_moving_running_and_taking_back_turns(house: House, newcomer: Newcomer) -> None:
    house.write_game("QJ-4")
    house.master("create", "QJ-4")
    assert "exists already" in house.master("create", "QJ-4", expect=1)
    assert "There is no file" in house.master("create", "QJ-99", expect=1)
    ann = newcomer()
    join(ann, "QJ-4", "ANNE")
    first = first_report(ann, "QJ-4")
    place = place_of(first)
    order = f"{place.leaders[0]}M{place.near[0]}"
    ann.answer(ann.reply(first, order))

    house.master("pause", "QJ-4", "--reason", "The game master is at sea.")
    assert "at sea" in flat(ann.titled("QJ-4", "paused"))
    assert re.search(r"QJ-4 .*paused", house.master("list"))
    assert "only a running game" in house.master("pause", "QJ-4", expect=1)
    added = ann.answer(ann.reply(first, f"ADD\n{place.leaders[1]}M{place.near[1]}"))
    assert "2 orders on file" in str(added["Subject"]), "orders are taken while the game waits"
    assert "goes on" in house.master("resume", "QJ-4")
    ann.titled("QJ-4", "The game goes on")

    before = _deadline(house.master("show", "QJ-4"))
    house.master("extend", "QJ-4", "2d")
    assert _deadline(house.master("show", "QJ-4")) - before == timedelta(days=2)
    assert "needs a number" in house.master("extend", "QJ-4", "soon", expect=2)

    assert "turn 2 is awaited" in house.master("run-now", "QJ-4")
    report = report_of(ann, "QJ-4", 1)
    assert "the same, byte for byte" in house.master("replay", "QJ-4", "1")
    house.master("run-now", "QJ-4")
    second = report_of(ann, "QJ-4", 2)
    assert "has not run" in house.master("replay", "QJ-4", "3", expect=1)

    # Taken back to turn 1: its orders are on file again as they were, and running it again gives the same turn.
    house.master("rollback", "QJ-4", "1", "--reason", "A storm was forgotten.")
    assert "A storm was forgotten." in flat(ann.titled("QJ-4", "taken back"))
    status = ann.answer(ann.reply(second, "SHOW"))
    assert "2 orders on file" in str(status["Subject"])
    assert order in text_of(status)
    house.master("run-now", "QJ-4")
    again = ann.wait(
        lambda letter: str(letter["Subject"]) == str(report["Subject"]) and letter["Message-ID"] != report["Message-ID"],
        "the report of turn 1 once more",
    )
    assert _without_times(text_of(again)) == _without_times(text_of(report))
    assert "the same, byte for byte" in house.master("replay", "QJ-4", "1")


def _deadline(shown: str) -> datetime:
    found = re.search(r"is due \w+ (\d+ \w+ \d+, \d+:\d+)", shown)
    assert found, shown
    return datetime.strptime(found[1], "%d %b %Y, %H:%M").replace(tzinfo=UTC)


def _without_times(text: str) -> str:
    return re.sub(r"(?m)^Run .*$", "", text[text.index("QUEST OF") :])


def test_a_turn_runs_at_its_deadline_and_once_when_that_was_missed(house: House, newcomer: Newcomer) -> None:
    house.write_game("QJ-5", seats=6, computers=5, min_hours=0, deadline="daily 00:00", timezone="UTC", documents=[])
    house.master("create", "QJ-5")
    ann = newcomer()
    join(ann, "QJ-5", "ANNE")
    first = first_report(ann, "QJ-5")
    ann.answer(ann.reply(first, "STATUS"))
    # Moved to a few seconds from now: nobody is ready, the clock alone makes it run.
    _extend_to(house, "QJ-5", datetime.now(UTC) + timedelta(seconds=4))
    report_of(ann, "QJ-5", 1)

    _extend_to(house, "QJ-5", datetime.now(UTC) + timedelta(seconds=4))
    house.stop()
    late = ann.send("hello?", subject="while the desk is closed")
    time.sleep(6)
    house.start()
    report_of(ann, "QJ-5", 2)
    ann.answer(late)
    time.sleep(1)
    ann.look()
    assert [turn_reported(letter, "QJ-5") for letter in ann.seen].count(2) == 1
    assert "Turn 3 is due " in house.master("show", "QJ-5")


def _extend_to(house: House, game: str, moment: datetime) -> None:
    """Moves a deadline to a moment, in another process than the daemon's, as the command line does."""
    desk = open_desk(read_config(house.settings))
    try:
        asyncio.run(master.extend(desk, game, until=moment))
    finally:
        desk.close()


def test_the_system_stops_it_within_five_seconds_and_has_it_read_files_again(house: House, newcomer: Newcomer) -> None:
    house.write_game("QJ-6", deadline="Fri 20:00")
    house.write_game("QJ-7", deadline="Fri 20:00")
    house.master("create", "QJ-6")
    house.master("create", "QJ-7")
    ann = newcomer()
    asked = ann.send("GAMES")
    assert "Fri 20:00" in text_of(ann.answer(asked))

    # One file changes, another breaks: the first counts, the second's game goes on as it was, its master is told.
    house.write_game("QJ-6", deadline="Tue 21:15")
    house.game_file("QJ-7").write_text('name = "QJ-7"\nruleset = "great_jewels"\nseats = twelve\n')
    house.reload()
    told = house.player(MASTER).wait(lambda letter: "qj-7.toml" in text_of(letter), "the problem with QJ-7's file")
    assert "qj-7.toml:3" in text_of(told)
    listed = text_of(ann.answer(ann.send("GAMES")))
    assert "QJ-6" in listed
    assert "Tue 21:15" in listed
    assert "QJ-7" in listed
    assert "Fri 20:00" in listed

    letters = [ann.send(f"HELP {topic}") for topic in ("combat", "movement", "start")]
    code, seconds = house.stop()
    assert code == 0
    assert seconds < 5
    house.start()
    for letter in letters:
        ann.answer(letter)
    answers = [letter["In-Reply-To"] for letter in ann.seen]
    assert all(answers.count(letter) == 1 for letter in letters), "none lost, none answered twice"
    house.write_game("QJ-7", deadline="Fri 20:00")
    house.reload()
