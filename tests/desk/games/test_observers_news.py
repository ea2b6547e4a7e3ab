"""What those who look on hear besides the reports: press to all, pauses, new deadlines, turns taken back, the end."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.timing.clock import ManualClock
from postern.store.tables import OutState
from tests.desk.box import GAME, Box, text_of
from tests.desk.onlooking import OLGA, PLAYERS, begun, flat, observe, to, turn, unsubscribing, watching
from tests.desk.playing import ANN, BOB, begin, finished, newest

__all__ = ["begun"]


def test_press_to_all_goes_to_observers_without_a_way_back(
    box: Box, begun: dict[str, EmailMessage], desk: Desk, workers: Workers
) -> None:
    told = observe(box)
    (said, letter, seen) = sorted(
        box.reply(begun["ANN"], "PRESS TO ALL\nA word to everybody\nEND"), key=lambda letter: str(letter["To"])
    )
    assert "Your message went to BOB and those who observe the game." in flat(said)
    assert (str(letter["To"]), str(seen["To"])) == (BOB, OLGA)
    assert str(seen["Subject"]) == "[TOY-1 turn 1] ANN writes to all"
    assert "A word to everybody" in text_of(seen)
    assert unsubscribing(seen) == unsubscribing(told), "the address of the observer alone"
    (note,) = box.reply(seen, "Well said!")
    assert "reaches neither players nor game master" in flat(note)

    letters = box.reply(begun["BOB"], "PRESS ANON TO ALL\nNameless\nEND")
    (seen,) = to(box, letters, OLGA)
    assert "A player who gives no name writes to all players:" in flat(seen)
    assert "BOB" not in seen.as_string()
    assert to(box, box.reply(begun["ANN"], "PRESS TO BOB\nfor you alone\nEND"), OLGA) == []
    assert to(box, box.reply(begun["ANN"], "PRESS POSTAL TO ALL\nlater\nEND"), OLGA) == []
    subjects = [str(letter["Subject"]) for letter in to(box, turn(box, workers), OLGA)]
    assert subjects == ["[TOY-1 turn 2] Public report of turn 1", "[TOY-1 turn 2] ANN writes to all"]


def test_who_plays_alone_still_writes_to_those_who_look_on(home: Path, box: Box, desk: Desk, workers: Workers) -> None:
    (home / "games" / "toy-1.toml").write_text(GAME.replace("computers = 1", "computers = 2"))
    desk.read_files()
    first = begin(box, workers, ANN=PLAYERS["ANN"])
    (nobody,) = box.reply(first["ANN"], "PRESS TO ALL\nAnybody there?\nEND")
    assert "There is nobody to write to." in flat(nobody)
    observe(box)
    letters = box.reply(first["ANN"], "PRESS TO ALL\nAnybody there?\nEND")
    assert sorted(str(letter["To"]) for letter in letters) == [ANN, OLGA]
    assert "Your message went to those who observe the game." in flat(to(box, letters, ANN)[0])
    (again,) = box.reply(first["ANN"], "PRESS 1")
    assert "those who observe the game" in flat(again)


def test_press_stays_among_players_where_the_file_says_so(home: Path, box: Box, desk: Desk, workers: Workers) -> None:
    (home / "games" / "toy-1.toml").write_text("observers_read_press = false\n" + GAME)
    desk.read_files()
    first = begin(box, workers, **PLAYERS)
    assert "write to all" not in flat(observe(box))
    letters = box.reply(first["ANN"], "PRESS TO ALL\nA word\nEND")
    assert sorted(str(letter["To"]) for letter in letters) == [ANN, BOB]
    assert "Your message went to BOB." in flat(next(letter for letter in letters if letter["To"] == ANN))


@pytest.mark.parametrize("how", ["ANON TO ALL", "POSTAL TO ALL", "TO ALL"])
def test_press_to_all_reaches_observers_though_every_player_has_blocked_its_writer(
    how: str, box: Box, begun: dict[str, EmailMessage], workers: Workers
) -> None:
    observe(box)
    box.reply(begun["BOB"], "BLOCK ANON" if how.startswith("ANON") else "BLOCK ANN")
    letters = box.reply(begun["ANN"], f"PRESS {how}\nA word to everybody\nEND")
    if how.startswith("POSTAL"):
        assert [str(letter["To"]) for letter in letters] == [ANN]
        letters = turn(box, workers)
    seen = [str(letter["To"]) for letter in letters if "A word to everybody" in text_of(letter)]
    assert seen == [OLGA], "once, and no player"


def test_observers_hear_that_the_game_is_paused_and_goes_on(
    box: Box, begun: dict[str, EmailMessage], desk: Desk, clock: ManualClock
) -> None:
    told = observe(box)
    asyncio.run(master.pause(desk, "TOY-1", "the game master is on a train"))
    (paused,) = to(box, box.news(), OLGA)
    assert str(paused["Subject"]) == "[TOY-1 turn 1] The game is paused"
    assert "TOY-1 is paused: the game master is on a train. You will hear when it goes on." in flat(paused)
    assert unsubscribing(paused) == unsubscribing(told)
    clock.advance(timedelta(minutes=5))
    asyncio.run(master.resume(desk, "TOY-1"))
    (on,) = to(box, box.news(), OLGA)
    assert str(on["Subject"]) == "[TOY-1 turn 1] The game goes on"
    assert "its turn 1 runs Fri 27 Nov 2026, 20:00 CET (19:00 UTC) or earlier" in flat(on)
    rows = [row for row in box.rows() if row.recipient == OLGA and row.kind == "observer"]
    assert [row.state for row in rows] == [OutState.VOID, OutState.WAITING], "of what has not gone out only the newest counts"
    box.reply(on, "STOP")
    asyncio.run(master.pause(desk, "TOY-1"))
    assert to(box, box.news(), OLGA) == []


def test_observers_hear_that_the_deadline_has_moved_and_not_who_is_away(
    box: Box, begun: dict[str, EmailMessage], desk: Desk, clock: ManualClock
) -> None:
    observe(box)
    asyncio.run(master.extend(desk, "TOY-1", timedelta(days=1), None))
    (moved,) = to(box, box.news(), OLGA)
    assert str(moved["Subject"]) == "[TOY-1 turn 1] New deadline: Sat 28 Nov 20:00 CET"
    assert "Turn 1 of TOY-1 now runs Sat 28 Nov 2026, 20:00 CET (19:00 UTC) or earlier." in flat(moved)
    clock.advance(timedelta(minutes=5))
    letters = box.reply(begun["ANN"], "AWAY 28 Nov")
    (moved,) = to(box, [*letters, *box.news()], OLGA)
    assert "Turn 1 of TOY-1 now runs" in flat(moved)
    assert "ANN" not in moved.as_string()
    assert "away" not in flat(moved)


def test_observers_hear_that_the_game_is_halted(box: Box, begun: dict[str, EmailMessage], desk: Desk, workers: Workers) -> None:
    observe(box)
    box.reply(begun["ANN"], "crash")
    with pytest.raises(master.MasterError):
        asyncio.run(master.run_now(desk, workers, "TOY-1"))
    (halted,) = to(box, box.news(), OLGA)
    assert "TOY-1 is paused: its turn could not be run; the game master has been told." in flat(halted)
    assert "rules break" not in halted.as_string()


@pytest.mark.parametrize(
    ("back", "words"),
    [(1, "The public report of turn 1, and those of later turns, are void"), (2, "The public report of turn 2 is void")],
)
def test_observers_hear_that_turns_are_taken_back(
    back: int, words: str, box: Box, begun: dict[str, EmailMessage], desk: Desk, workers: Workers
) -> None:
    observe(box)
    for _ in range(2):
        turn(box, workers)
    asyncio.run(master.rollback(desk, "TOY-1", back, "a slip in the rules"))
    (told,) = to(box, box.news(), OLGA)
    assert str(told["Subject"]) == f"[TOY-1] Turn {back} is taken back"
    assert words in flat(told)
    assert "a slip in the rules" in flat(told)
    assert "paused; you will hear when it goes on" in flat(told)
    asyncio.run(master.resume(desk, "TOY-1"))
    box.news()
    states = {row.subject: row.state for row in box.rows() if row.recipient == OLGA and row.kind == "observer"}
    assert states[f"[TOY-1] Turn {back} is taken back"] == OutState.WAITING, "it goes out beside the newest word"


def test_the_end_by_vote_is_told_with_all_that_was_held_and_how_to_ask_for_the_history(
    box: Box, begun: dict[str, EmailMessage], desk: Desk
) -> None:
    observe(box)
    box.reply(begun["ANN"], "PRESS POSTAL TO ALL\nFarewell\nEND")
    box.reply(begun["ANN"], "PROPOSE DRAW")
    letters = box.reply(begun["BOB"], "VOTE YES")
    assert [str(letter["To"]) for letter in letters if "Farewell" in text_of(letter)] == [BOB, OLGA]
    over = next(letter for letter in to(box, letters, OLGA) if "over" in str(letter["Subject"]))
    assert str(over["Subject"]) == "[TOY-1 turn 1] The game is over"
    assert "TOY-1 is over: a draw of ANN, BOB, ALDER, by vote. Thank you for watching." in flat(over)
    assert "Reply with HISTORY to see how it went" in flat(over)


@pytest.fixture(params=["", 'open = false\nobservers = "yes"\n'])
def over(request: pytest.FixtureRequest, home: Path, box: Box, desk: Desk, workers: Workers) -> EmailMessage:
    """The last letter to OLGA about a game that has run out by its rules, open to all or to observers alone."""
    (home / "games" / "toy-2.toml").write_text(GAME.replace("TOY-1", "TOY-2"))
    desk.read_files()
    asyncio.run(master.create(desk, "TOY-2"))
    first = begin(box, workers, **PLAYERS)
    (home / "games" / "toy-1.toml").write_text(request.param + GAME)
    desk.read_files()
    observe(box)
    box.reply(first["ANN"], "PROPOSE END TURN 1")
    box.reply(first["BOB"], "VOTE YES")
    (last,) = to(box, turn(box, workers), OLGA)
    return last


def test_the_last_letter_tells_of_the_history_which_a_reply_brings(over: EmailMessage, box: Box) -> None:
    assert str(over["Subject"]) == "[TOY-1 turn 1] The game is over"
    assert "Thank you for watching; how it went is told below. Reply with HISTORY" in flat(over)
    assert "FINAL STANDINGS" in text_of(finished(box, newest(box, OLGA, "public")))
    for words, files in {
        "HISTORY": ["TOY-1-history.pdf"],
        "History full": ["TOY-1-history.pdf", "TOY-1-history-log.zip"],
        "HISTORY TOY-1": ["TOY-1-history.pdf"],
    }.items():
        (answer,) = box.reply(over, words)
        assert (str(answer["To"]), str(answer["Subject"])) == (OLGA, "[TOY-1] the history of the game")
        whole = finished(box, newest(box, OLGA, "answer"))
        assert "FINAL STANDINGS" in text_of(whole)
        assert [part.get_filename() for part in whole.iter_attachments()] == files


def test_replies_after_the_end_are_answered_kindly(over: EmailMessage, box: Box, desk: Desk) -> None:
    (games,) = box.reply(over, "GAMES")
    assert "TOY-2: The Market of Guesses" in flat(games)
    assert "You observe" not in flat(games)
    (help_,) = box.reply(over, "HELP")
    assert "OBSERVE QJ-101" in flat(help_)
    (thanks,) = box.reply(over, "Thank you, that was fun!")
    assert "TOY-1, which you observed, is over" in flat(thanks)
    assert "HISTORY in reply tells how the game went" in flat(thanks)
    (asked,) = box.reply(over, "OBSERVE TOY-2")
    box.reply(asked, "")
    assert watching(desk, "TOY-2") == [OLGA]
    (gone,) = box.reply(over, "STOP")
    assert "You no longer observe TOY-1" in flat(gone)
    assert watching(desk, "TOY-2") == [OLGA]
