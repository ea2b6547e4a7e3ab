"""The game master's desk by mail: every verb, who may use it, what players are told, and the daily digest."""

from __future__ import annotations

import errno
import json
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlmodel import Session, update

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.gamemaster.digest import send_digest
from postern.desk.gamemaster.mail import errands
from postern.desk.gamemaster.verbs import VERBS
from postern.desk.games.due import run_due
from postern.desk.letters import strangers
from postern.desk.timing.clock import ManualClock
from postern.store import games, journal, seats
from postern.store.tables import GameState, LetterState, OutboxLetter, OutState
from tests.desk.box import GAME, Box, text_of
from tests.desk.playing import finished, game_of, newest, on_file

MASTER = "gm@example.org"


def asked(box: Box) -> EmailMessage:
    """The letter that a game master replies to, as GM brings it."""
    (letter,) = box.send(MASTER, "GM")
    assert letter["To"] == MASTER
    return letter


def flat(letter: EmailMessage) -> str:
    """A letter's words without its line breaks."""
    return " ".join(text_of(letter).split())


def told(box: Box, body: str) -> str:
    """The answer to a game master's letter."""
    letters = box.reply(asked(box), body, MASTER)
    return text_of(next(letter for letter in letters if str(letter["Subject"]).startswith("Game master")))


@pytest.fixture
async def running(desk: Desk, box: Box, workers: Workers) -> dict[str, EmailMessage]:
    """TOY-1 in its first turn, with ANNE and BERT; the letters they reply to."""
    await master.create(desk, "TOY-1")
    for name in ("ANNE", "BERT"):
        (question,) = box.send(f"{name.lower()}@example.org", f"JOIN TOY-1\nNAME={name}")
        box.reply(question, "")
    await run_due(desk, workers)
    return {str(letter["To"]).partition("@")[0].upper(): letter for letter in box.news()}


def state(desk: Desk) -> str:
    return desk.store.write_now(lambda session: game_of(session).state)


async def test_gm_is_answered_at_the_masters_address_alone(running: object, box: Box) -> None:
    letters = box.send("mallory@example.net", "GM")
    assert [letter["To"] for letter in letters] == ["mallory@example.net"]
    assert "for game masters" in text_of(letters[0])
    assert "PAUSE game" not in text_of(letters[0])
    assert "PAUSE game" in text_of(asked(box))


async def test_a_masters_letter_counts_by_its_token_and_is_answered_at_his_own_address(running: object, box: Box) -> None:
    letters = box.reply(asked(box), "PAUSE TOY-1 holidays", "mallory@example.net")
    assert all(letter["To"] != "mallory@example.net" for letter in letters)


async def test_a_letter_from_a_masters_address_without_the_token_changes_nothing(running: object, box: Box, desk: Desk) -> None:
    box.send(MASTER, "PAUSE TOY-1")
    assert state(desk) == GameState.RUNNING


async def test_pause_extend_resume_in_one_letter_are_answered_in_order(running: object, box: Box, desk: Desk) -> None:
    answer = told(box, "EXTEND TOY-1 2d\nPAUSE TOY-1 the hall is flooded\nRESUME TOY-1\nEXTEND TOY-1 tomorrow")
    places = [answer.index(words) for words in ("> EXTEND", "the deadline is now", "is paused", "goes on", "NOT DONE")]
    assert places == sorted(places)
    assert state(desk) == GameState.RUNNING


async def test_players_are_told_of_a_pause_with_its_reason(running: object, box: Box) -> None:
    letters = box.reply(asked(box), "PAUSE TOY-1 the hall is flooded", MASTER)
    players = [letter for letter in letters if letter["To"] != MASTER]
    assert len(players) == 2
    assert all("the hall is flooded" in text_of(letter) for letter in players)


async def test_extend_until_a_moment_is_read_in_the_games_zone(running: object, box: Box, desk: Desk) -> None:
    assert "Thu 24 Dec 2026, 20:00 CET (19:00 UTC)" in told(box, "EXTEND TOY-1 UNTIL 2026-12-24 20:00")
    assert "NOT DONE" in told(box, "EXTEND TOY-1 UNTIL 2026-13-44 20:00")
    late = told(box, "EXTEND TOY-1 UNTIL 2027-10-31 02:30")
    assert "Sun 31 Oct 2027, 02:30 CET (01:30 UTC)" in late, "of a time that comes twice the second: nobody is late"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("UNTIL Mon 20:00", "Mon 30 Nov 2026, 20:00"),
        ("until monday at 20:00", "Mon 30 Nov 2026, 20:00"),
        ("TO Mo., 20:00", "Mon 30 Nov 2026, 20:00"),
        ("UNTIL tomorrow 9:30", "Sat 21 Nov 2026, 09:30"),
        ("UNTIL 24 Dec 20:00", "Thu 24 Dec 2026, 20:00"),
        ("24.12. 20:00", "Thu 24 Dec 2026, 20:00"),
        ("UNTIL 2026-12-24T20:00", "Thu 24 Dec 2026, 20:00"),
        ("UNTIL 23:00", "Fri 27 Nov 2026, 23:00"),
        ("UNTIL 00:15", "Sat 28 Nov 2026, 00:15"),
        ("UNTIL today 23:00", "Fri 20 Nov 2026, 23:00"),
        ("UNTIL Friday 23:00", "Fri 27 Nov 2026, 23:00"),
        ("UNTIL next Friday 23:00", "Fri 27 Nov 2026, 23:00"),
        ("UNTIL 3/4 20:00", "3/4 could be 3 Apr or 4 Mar"),
        ("UNTIL Christmas", "is no moment: it is written"),
        ("UNTIL soon 20:00", 'I could not read "soon" as a day. Reply'),
        ("UNTIL Mon 25:00", "is no moment"),
        ("UNTIL 2026-01-02 20:00", "has passed already"),
        ("UNTIL 9999-12-31 23:59", "ten years ahead at most"),
        ("Fri", "UNTIL Fri 20:00"),
    ],
)
async def test_a_moment_is_read_as_people_write_it(running: object, box: Box, written: str, read: str) -> None:
    assert read in " ".join(told(box, f"EXTEND TOY-1 {written}").split())


async def test_run_lets_the_daemon_run_the_turn_at_once(running: object, box: Box, desk: Desk, clock: ManualClock) -> None:
    assert "runs now" in told(box, "RUN TOY-1")
    assert desk.store.write_now(lambda session: games.any_due(session, clock.now()))


async def test_rollback_and_replay(running: object, box: Box, desk: Desk, workers: Workers) -> None:
    await master.run_now(desk, workers, "TOY-1")
    assert "the same, byte for byte" in told(box, "REPLAY TOY-1 1")
    assert "NOT DONE" in told(box, "ROLLBACK TOY-1 5")
    assert "awaits turn 1 again" in told(box, "ROLLBACK TOY-1 1 a wrong map")
    assert desk.store.write_now(lambda session: game_of(session).turn) == 1


async def test_history_of_a_game_that_is_over_comes_with_the_answer(
    running: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers, home: Path
) -> None:
    (home / "games" / "toy-1.toml").write_text("open = false\n" + GAME)  # what players may not ask for, its master may
    desk.read_files()
    await master.run_now(desk, workers, "TOY-1")
    assert "NOT DONE: TOY-1 is not over; its history opens when it is" in told(box, "HISTORY TOY-1")
    box.reply(running["ANNE"], "PROPOSE DRAW")
    box.reply(running["BERT"], "VOTE YES")
    assert "HISTORY TOY-1 FULL brings everybody's orders and reports" in told(box, "HISTORY TOY-1")
    brief = finished(box, newest(box, MASTER, "master"))
    assert "The game ended after turn 1: a draw of ANNE, BERT, ALDER, by vote" in flat(brief)
    assert [part.get_filename() for part in brief.iter_attachments()] == ["TOY-1-history.pdf"]
    told(box, "SHOW TOY-1\nhistory toy-1 full")
    full = finished(box, newest(box, MASTER, "master"))
    assert "> SHOW TOY-1" in text_of(full)
    assert [part.get_filename() for part in full.iter_attachments()] == ["TOY-1-history.pdf", "TOY-1-history-log.zip"]
    assert "There is no game TOY-9" in told(box, "HISTORY TOY-9")


async def test_say_reaches_every_player_whole(running: object, box: Box) -> None:
    letters = box.reply(asked(box), "SAY TOY-1\nGood evening.\n\nREADY is no command here.\nEND\nSHOW TOY-1", MASTER)
    players = [text_of(letter) for letter in letters if letter["To"] != MASTER]
    assert len(players) == 2
    assert all("Good evening." in words and "READY is no command here." in words for words in players)
    assert all("@" not in words for words in players)


async def test_submit_puts_orders_on_file_and_tells_the_player(running: object, box: Box, desk: Desk) -> None:
    letters = box.reply(asked(box), "SUBMIT TOY-1 ANNE\nBUY 2\nnonsense\nEND", MASTER)
    anne = next(letter for letter in letters if letter["To"] == "anne@example.org")
    assert "put orders on file" in text_of(anne).replace("\n", " ")
    mine = text_of(next(letter for letter in letters if letter["To"] == MASTER))
    assert "ANNE has 1 order on file" in mine
    assert "NOT nonsense" in mine
    assert "BUY 2" in str(on_file(desk, "ANNE"))
    assert "NOT DONE" in told(box, "SUBMIT TOY-1 NOBODY\nBUY 1\nEND")


async def test_submit_says_why_an_order_cannot_be_carried_out(running: object, box: Box, desk: Desk) -> None:
    answer = told(box, "SUBMIT TOY-1 ANNE\nBUY 5000\nEND")
    assert "NOT DONE: Nothing was changed." in answer
    assert "NOT BUY 5000: 5000 shares cost" in answer
    assert "is an order of" not in answer
    assert on_file(desk, "ANNE") is None
    assert "No line of it is an order of" not in told(box, "SUBMIT TOY-1 ANNE\nnonsense\nEND")
    assert "no line of it is an order of" in told(box, "SUBMIT TOY-1 ANNE\nEND")


async def test_eject_tells_the_player_and_closes_the_seat_to_old_letters(
    running: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    letters = box.reply(asked(box), "EJECT TOY-1 BERT three turns missed", MASTER)
    bert = next(letter for letter in letters if letter["To"] == "bert@example.org")
    assert "three turns missed" in flat(bert)
    after = box.reply(running["BERT"], "BUY 1")
    assert all("BUY 1" not in text_of(letter) or "confirm" in str(letter["Subject"]).lower() for letter in after)

    def on_file(session: Session) -> list[int]:
        return list(seats.all_orders(session, game_of(session).id, 1))

    assert desk.store.write_now(on_file) == []


async def test_a_second_master_looks_after_his_game_only_and_can_be_taken_back(
    running: object, box: Box, desk: Desk, home: Path
) -> None:
    letters = box.reply(asked(box), "PROMOTE TOY-1 second@example.net", MASTER)
    welcome = next(letter for letter in letters if letter["To"] == "second@example.net")
    assert "is paused" in text_of(box.reply(welcome, "PAUSE TOY-1")[-1])
    refused = text_of(box.reply(welcome, "LETTERS\nPROMOTE TOY-1 third@example.net")[-1])
    assert refused.count("NOT DONE") == 2
    assert "is no game master" in told(box, "DEMOTE TOY-1 second@example.net")
    box.reply(welcome, "RESUME TOY-1")
    assert state(desk) == GameState.PAUSED


async def test_set_changes_the_file_and_keeps_its_comments(running: object, box: Box, desk: Desk, home: Path) -> None:
    path = home / "games" / "toy-1.toml"
    path.write_text(path.read_text() + "# keep me\n")
    assert 'deadline = "Sat 18:00"' in told(box, 'SET TOY-1 deadline = "Sat 18:00"')
    assert "# keep me" in path.read_text()
    assert desk.files["TOY-1"].deadline == ("Sat 18:00",)
    assert "timezone" in told(box, "SET TOY-1 timezone Europe/Paris")
    assert desk.files["TOY-1"].timezone == "Europe/Paris"


async def test_a_setting_that_cannot_be_used_changes_nothing(running: object, box: Box, desk: Desk, home: Path) -> None:
    before = (home / "games" / "toy-1.toml").read_text()
    for wrong in ("SET TOY-1 deadline = 5", "SET TOY-1 seats = 0", "SET TOY-1 nosuch = 1", "SET TOY-1 name = X-1", "SET TOY-1"):
        assert "NOT DONE" in told(box, wrong)
    assert (home / "games" / "toy-1.toml").read_text() == before


async def test_a_games_file_that_cannot_be_written_is_told_with_what_to_do(
    running: object, box: Box, desk: Desk, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    before = sorted(path.name for path in (home / "games").iterdir())
    file = (home / "games" / "toy-1.toml").read_text().replace("TOY-1", "TOY-2")
    for part in ("pathlib.Path.write_text", "os.replace"):
        with monkeypatch.context() as patch:
            patch.setattr(part, refuse)
            for line in ("SET TOY-1 grace = 1h", f"CREATE\n{file}\nEND"):
                answer = " ".join(told(box, line).split())
                assert "toml cannot be written (Read-only file system); let the account" in answer
        assert sorted(path.name for path in (home / "games").iterdir()) == before


async def test_create_from_a_letter(running: object, box: Box, desk: Desk, home: Path) -> None:
    file = (home / "games" / "toy-1.toml").read_text().replace("TOY-1", "TOY-2")
    assert "TOY-2 is open" in told(box, f"CREATE\n{file}\nEND\nGAMES")
    assert (home / "games" / "toy-2.toml").exists()
    assert "NOT DONE" in told(box, "CREATE\nname = 5\nEND")
    assert "NOT DONE" in told(box, f"CREATE\n{file}\nEND")


async def test_patch_mends_the_world_and_tells_players_only_that_it_did(running: object, box: Box, desk: Desk) -> None:
    before = desk.store.write_now(lambda session: games.world(session, game_of(session).id, 1))
    coins = json.loads(before)["coins"]["ANNE"]
    patch = json.dumps([{"op": "replace", "path": "/coins/ANNE", "value": coins + 7}])
    letters = box.reply(asked(box), f"PATCH TOY-1 a slip of the pen\n{patch}\nEND", MASTER)
    mine = next(letter for letter in letters if letter["To"] == MASTER)
    assert "the world was mended in 1 place" in " ".join(text_of(mine).split())
    players = [flat(letter) for letter in letters if letter["To"] != MASTER]
    assert len(players) == 2
    assert all("a slip of the pen" in words and "coins" not in words for words in players)
    after = desk.store.write_now(lambda session: games.world(session, game_of(session).id, 1))
    assert json.loads(after)["coins"]["ANNE"] == coins + 7
    notes = desk.store.write_now(lambda session: [row.action for row in journal.of_game(session, game_of(session).id)])
    assert "patched" in notes
    for wrong in ("not json", "{}", '[{"op": "remove", "path": "/nosuch"}]', '[{"op": "add", "path": "/nosuch", "value": 1}]'):
        assert "NOT DONE" in told(box, f"PATCH TOY-1 why\n{wrong}\nEND")


async def test_press_is_private_unless_the_game_says_otherwise(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.reply(running["ANNE"], "PRESS TO BERT\nMeet me at the ford.\nEND")
    assert "Meet me" not in told(box, "PRESS TOY-1")
    told(box, "SET TOY-1 masters_read_press = true")
    assert "Meet me at the ford." in told(box, "PRESS TOY-1 1")


async def test_failed_letters_are_answered_dropped_or_tried_again(
    running: object, box: Box, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> tuple[LetterState, str]:
        raise RuntimeError("broken")

    with monkeypatch.context() as patch:
        patch.setattr(strangers, "answer", broken)
        for who in ("carol", "dave", "erin", "fred"):
            box.send(f"{who}@example.org", "hello")
    listed = [line.split() for line in told(box, "LETTERS").splitlines() if "broken" in line]
    numbers = {words[1].partition("@")[0]: words[0] for words in listed}
    assert set(numbers) == {"carol", "dave", "erin", "fred"}
    assert "NOT DONE" not in told(box, f"RETRY {numbers['carol']}\nDROP {numbers['dave']}")
    assert box.handle() is not None
    assert [letter["To"] for letter in box.news()] == ["carol@example.org"]
    await master.retry_letter(desk, int(numbers["fred"]))
    assert box.handle() is not None
    assert [letter["To"] for letter in box.news()] == ["fred@example.org"], "the command line does as a letter does"
    letters = box.reply(asked(box), f"ANSWER {numbers['erin']}\nSorry, please write again.\nEND", MASTER)
    erin = next(letter for letter in letters if "erin" in str(letter["To"]))
    assert "Sorry, please write again." in text_of(erin)
    assert "NOT DONE" in told(box, f"DROP {numbers['dave']}")
    assert "No letter has failed." in told(box, "LETTERS")


def test_what_is_not_understood_is_said_with_a_guess(box: Box, desk: Desk) -> None:
    answer = told(box, "PAUS TOY-1\n\nThank you!")
    assert "Did you mean PAUSE?" in answer
    assert answer.count("NOT DONE") == 1, "a courtesy is no line to do"


def test_a_body_ends_at_end_or_with_the_letter() -> None:
    found = errands(["SAY TOY-1", "one", "END", "SAY TOY-1", "two"])
    assert [(line, body) for _, line, body in found] == [("SAY TOY-1", "one"), ("SAY TOY-1", "two")]


async def test_every_verb_without_words_is_answered_kindly(running: object, box: Box) -> None:
    words = {verb.word: verb for verb in VERBS}
    answer = told(box, "\n".join(f"{word}\nEND" if verb.body else word for word, verb in words.items()))
    assert [line[2:] for line in answer.splitlines() if line.startswith("> ")] == list(words)


LONG = "9" * 25


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("EXTEND TOY-1 99999999999d", "longer than any calendar"),
        ("EXTEND TOY-1 4000000d", "ten years ahead at most"),
        ("EXTEND TOY-1 999999999d", "ten years ahead at most"),
        ("EXTEND TOY-1 UNTIL 9999-12-31 23:59", "ten years ahead at most"),
        (f"RETRY {LONG}", "too long a number; the letter's number is needed there"),
        ("RETRY 9999999999", "too long a number"),
        ("RETRY 7", "Letter 7 is not among those that failed"),
        ("RETRY ²", '"²" is not a number; the letter\'s number is needed there'),
        ("ROLLBACK TOY-1 ²", "is not a number"),
        (f"ROLLBACK TOY-1 {LONG}", "too long a number"),
        (f"REPLAY TOY-1 {LONG}", "too long a number"),
    ],
)
async def test_numbers_that_cannot_be_are_answered_kindly(running: object, box: Box, line: str, words: str) -> None:
    answer = " ".join(told(box, line).split())
    assert words in answer
    assert "NOT DONE" in answer


@pytest.mark.parametrize("turn", [0, 1, 2, 2**31, 10**25])
async def test_a_turn_that_has_not_run_is_neither_taken_back_nor_replayed(
    running: object, desk: Desk, workers: Workers, turn: int
) -> None:
    with pytest.raises(master.MasterError, match=f"turn {turn} has not run"):
        await master.rollback(desk, "TOY-1", turn)
    with pytest.raises(master.MasterError, match=f"turn {turn} has not run"):
        await master.replay(desk, workers, "TOY-1", turn)


async def test_the_digest_comes_once_a_day_and_only_when_something_needs_a_person(
    running: object, box: Box, desk: Desk, clock: ManualClock
) -> None:
    def written() -> int:
        desk.store.write_now(lambda session: session.execute(update(OutboxLetter).values(state=OutState.SENT)))
        desk.store.write_now(send_digest, desk)
        return sum("Digest" in str(letter["Subject"]) for letter in box.news())

    box.news()
    clock.advance(timedelta(days=3))
    told(box, "EXTEND TOY-1 20d")
    assert written() == 0
    told(box, "PAUSE TOY-1 the master is away")
    assert written() == 1
    assert written() == 0
    clock.advance(timedelta(days=1))
    assert written() == 1


@pytest.mark.parametrize("body", ["GM PAUSE TOY-1 holidays", "PAUSE TOY-1 holidays"])
async def test_a_master_who_writes_no_reply_is_told_to_send_it_as_one(running: object, box: Box, desk: Desk, body: str) -> None:
    for _ in range(2):
        (answer,) = box.send(MASTER, body)
        assert "PAUSE TOY-1 holidays NOT DONE" in flat(answer)
        assert "If you wrote it, reply to this one with the same words." in flat(answer)
    assert state(desk) == "running"
    box.reply(answer, "PAUSE TOY-1 holidays", MASTER)
    assert state(desk) == "paused"


async def test_a_word_of_the_masters_own_is_led_to_ours(running: object, box: Box) -> None:
    assert "Did you mean EJECT?" in told(box, "kick TOY-1 ANNE")


async def test_words_that_only_look_are_carried_out_whatever_they_are_called(running: object, box: Box) -> None:
    games, seats = told(box, "GAMES").splitlines()[1:], told(box, "SHOW TOY-1").splitlines()[1:]
    assert told(box, "list").splitlines()[1:] == games
    assert told(box, "Status").splitlines()[1:] == games
    assert told(box, "status: toy-1").splitlines()[1:] == seats
    assert "No letter has failed." in told(box, "failed")
    (answer,) = box.send(MASTER, "GM STATUS")
    assert "> STATUS\nNOT DONE: A letter that is no reply" in text_of(answer)


async def test_several_lines_with_gm_bring_the_list_of_words_once(running: object, box: Box) -> None:
    (answer,) = box.send(MASTER, "GM PAUSE TOY-1\nGM GAMES\nGM")
    text = text_of(answer)
    assert [line for line in text.splitlines() if line.startswith("> ")] == ["> PAUSE TOY-1", "> GAMES", "> HELP"]
    assert str(answer["Subject"]) == "Game master: 3 lines, 2 of them not done"


async def test_the_journal_tells_a_patch_in_full_and_long_texts_on_one_line_with_a_mark(running: object, box: Box) -> None:
    patch = json.dumps([{"op": "replace", "path": "/coins/ANNE", "value": value} for value in (77, 5533)])
    said = "Good evening to all of you.\n\nThe hall is flooded, and the boats are all gone to sea by now."
    told(box, f"PATCH TOY-1 he asked\n{patch}\nEND\nSAY TOY-1\n{said}\nEND")
    answer = told(box, "JOURNAL TOY-1")
    whole = " ".join(answer.split())
    assert "(replace /coins/ANNE = 77; replace /coins/ANNE = 5533); because: he asked" in whole
    assert "wrote: Good evening to all of you. The hall is flooded, and the bo…" in whole


async def test_show_says_when_a_computer_plays(running: object, box: Box) -> None:
    assert "ALDER   computer: plays when the turn runs" in told(box, "SHOW TOY-1")


async def test_a_verb_in_the_middle_of_a_line_is_guessed_before_a_likeness(running: object, box: Box, desk: Desk) -> None:
    answer = " ".join(told(box, "Hi, please pause TOY-1\nSET TOY-1 early_dely = 1h").split())
    assert "Did you mean PAUSE TOY-1?" in answer
    assert "did you mean early_delay? " in answer
    assert state(desk) == GameState.RUNNING


async def test_courtesies_and_a_signature_are_no_lines_to_do(running: object, box: Box) -> None:
    letters = box.reply(asked(box), "Hello Postern,\nPAUSE TOY-1\nThanks\nGM Bob", MASTER)
    answer = next(letter for letter in letters if str(letter["Subject"]).startswith("Game master"))
    assert "not done" not in str(answer["Subject"])
    assert "NOT DONE" not in text_of(answer)
    assert "GM Bob" not in text_of(answer)
    assert "NOT DONE" in told(box, "RESUME TOY-1\nflood the hall")
    assert "Did you mean PAUSE?" in told(box, "GAMES\nThanks\npaus TOY-1"), "a slip below the thanks is not passed over"


def test_a_letter_of_very_many_lines_is_carried_out_in_part_and_says_so(desk: Desk, box: Box) -> None:
    said = " ".join(told(box, "GAMES\n" * 200 + "CREATE TOY-1\n" + "GAMES\n" * 99).split())
    assert "One letter brings 200 lines at most: 100 of yours, from this one on, were left undone. Send them in another" in said
    assert said.count("There are no games yet.") == 200
