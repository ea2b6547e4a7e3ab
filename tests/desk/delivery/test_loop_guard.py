"""Machines at the other end: exchanges that would go on for ever stop, people are not held up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage

import pytest

from postern.desk.context import Desk, open_desk
from postern.desk.delivery import loop_guard, mailroom
from postern.desk.gamemaster import master
from postern.desk.runtime import loop_memory
from postern.desk.timing.clock import ManualClock
from postern.post.letter import END_MARK
from postern.store.tables import OutState
from tests.desk.box import Box, parse, text_of
from tests.desk.playing import on_file

ANN, BOB, GM = "ann@a.example", "bob@b.example", "gm@example.org"
SECOND = timedelta(seconds=1)
Words = Callable[[EmailMessage, int], str]
"""What a machine answers: to which letter, after how many others."""


def limit(desk: Desk, **values: object) -> None:
    desk.config = desk.config.model_copy(update={"limits": desk.config.limits.model_copy(update=values)})


def held(box: Box) -> list[str]:
    return [row.recipient for row in box.rows() if row.state == OutState.HELD]


def sent_to(letters: list[EmailMessage], address: str) -> list[EmailMessage]:
    return [letter for letter in letters if letter["To"] == address]


def robot(box: Box, clock: ManualClock, letter: EmailMessage, words: Words, rounds: int, pause: timedelta = SECOND) -> int:
    """Answers each letter that goes out until none does; returns how often."""
    for done in range(rounds):
        clock.advance(pause)
        box.put(box.letter(ANN, words(letter, done), str(letter["Reply-To"])))
        box.news()
        before = len(held(box))
        box.handle()
        fresh = sent_to(box.news(), ANN)
        if not fresh or len(held(box)) > before:
            return done + 1
        letter = fresh[0]
    return rounds


@pytest.mark.parametrize(
    "words",
    [
        lambda letter, done: f"Thank you for your message. It has ticket number #{48213 + done * 7}. We will write soon.",
        lambda letter, done: text_of(letter),
        lambda letter, done: text_of(letter).replace(END_MARK, ""),
        lambda letter, done: "STATUS",
    ],
    ids=["tickets", "echo", "echo without our mark", "a command"],
)
def test_a_robot_that_strips_every_header_is_stopped(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage, words: Words
) -> None:
    assert robot(box, clock, report, words, 30) <= 8
    assert list(desk.loops.on) == [ANN]
    told = [row for row in box.rows() if row.recipient == GM]
    assert len(told) == 1
    assert told[0].subject == f"[Postern] Answers to {ANN} are held back"


def test_a_robot_is_stopped_though_many_others_were_answered_before(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop_memory, "_REMEMBERED", 2)
    desk.loops.forget(ANN)
    for number in range(2):
        box.send(f"somebody{number}@else.example", "GAMES")
    assert robot(box, clock, report, lambda letter, done: "STATUS", 30) <= 8


def test_a_slow_robot_is_stopped_as_well(desk: Desk, box: Box, clock: ManualClock, report: EmailMessage) -> None:
    rounds = robot(box, clock, report, lambda letter, done: "We have got your letter.", 60, timedelta(minutes=5))
    assert 8 < rounds <= 20


def test_a_robot_of_many_words_is_stopped_by_their_number(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage
) -> None:
    limit(desk, exchanges_per_hour=30)
    words = [f"{'abcdefghij'[number % 10] * 40} {'klmnopqrst'[number // 10] * 40}" for number in range(100)]
    assert 30 < robot(box, clock, report, lambda letter, done: words[done], 100) <= 32


def test_while_a_brake_is_on_orders_go_on_file_and_one_answer_waits(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage
) -> None:
    robot(box, clock, report, lambda letter, done: "STATUS", 30)
    for number in (3, 4, 5):
        clock.advance(SECOND)
        box.reply(report, f"guess {number}")
    assert on_file(desk, "ANN") == "guess 5"
    assert held(box) == [ANN]
    clock.advance(timedelta(minutes=59))
    assert not desk.store.write_now(loop_guard.look, desk)
    clock.advance(timedelta(minutes=2))
    assert desk.store.write_now(loop_guard.look, desk)
    desk.store.write_now(loop_guard.take_off_due, desk)
    assert desk.loops.on == {}
    assert held(box) == []
    (waiting,) = [row for row in box.rows() if row.recipient == ANN and row.kind == "answer"][-1:]
    assert waiting.state == OutState.WAITING
    assert b"GUESS 5" in (waiting.raw or b"")


def test_a_brake_outlives_a_restart_and_comes_off_by_hand(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage
) -> None:
    robot(box, clock, report, lambda letter, done: "STATUS", 30)
    again = open_desk(desk.config, clock)
    again.store.write_now(loop_guard.remember, again)
    assert list(again.loops.on) == [ANN]
    (stop,) = again.store.write_now(mailroom.stops)
    assert (stop.address, stop.held) == (ANN, 1)
    assert again.store.write_now(mailroom.release, again, ANN)
    assert not again.store.write_now(mailroom.release, again, ANN)
    again.close()
    assert held(box) == []
    desk.store.write_now(loop_guard.look, desk)
    (answer,) = sent_to(box.reply(report, "guess 7"), ANN)
    assert "GUESS 7" in text_of(answer)


def test_a_brake_put_on_again_lasts_longer_and_is_told_once_a_day(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage
) -> None:
    for hours in (1, 2, 4):
        robot(box, clock, report, lambda letter, done: "STATUS", 30)
        (stop,) = desk.store.write_now(mailroom.stops)
        assert stop.until is not None
        assert stop.until - stop.since == timedelta(hours=hours)
        clock.advance(timedelta(hours=hours, minutes=1))
        desk.store.write_now(loop_guard.take_off_due, desk)
    assert len([row for row in box.rows() if row.recipient == GM]) == 1


def test_forty_letters_on_the_last_evening_are_all_answered(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage
) -> None:
    for number in range(40):
        clock.advance(timedelta(seconds=20))
        (answer,) = box.reply(report, f"guess {1 + number % 9}\nbuy {1 + number // 9}")
        assert "2 orders on file" in str(answer["Subject"])
    assert desk.loops.on == {}


def test_letters_that_waited_are_all_answered(desk: Desk, box: Box, clock: ManualClock, report: EmailMessage) -> None:
    limit(desk, exchanges_per_hour=20)
    for batch in range(10):
        for number in range(50):
            box.put(box.letter(ANN, f"guess {1 + batch % 9}\nbuy {number}", str(report["Reply-To"])))
        clock.advance(SECOND)
        while box.handle():
            clock.advance(SECOND / 100)
        assert len(sent_to(box.news(), ANN)) == 50, batch
    assert desk.loops.on == {}


def test_too_many_answers_stop_them_for_everybody(desk: Desk, box: Box, clock: ManualClock, report: EmailMessage) -> None:
    limit(desk, answers_per_hour=10)
    for number in range(9):
        box.reply(report, f"guess {1 + number}")
    assert list(desk.loops.on) == [""]
    assert held(box) == []
    (row,) = [row for row in box.rows() if row.recipient == GM]
    assert row.subject == "[Postern] Answers to everybody are held back"
    assert b"since 12:00 (UTC)" in (row.raw or b"")
    box.reply(report, "guess 8")
    assert on_file(desk, "ANN") == "guess 8"
    assert held(box) == [ANN]
    asyncio.run(master.pause(desk, "TOY-1"))
    paused = [row.state for row in box.rows() if "paused" in row.subject]
    assert paused
    assert set(paused) <= {OutState.WAITING, OutState.DRAFT}, "news goes out all the same"
    assert desk.store.write_now(mailroom.release, desk, "")
    assert held(box) == []
    box.reply(report, "guess 9")
    assert (held(box), desk.loops.on) == ([], {}), "what was counted before counts no more"


def test_forged_letters_silence_nobody(desk: Desk, box: Box, clock: ManualClock, report: EmailMessage) -> None:
    for _ in range(40):
        clock.advance(SECOND)
        box.send(ANN, "STATUS")
    assert desk.loops.on == {}
    (told,) = [row for row in box.rows() if row.recipient == GM]
    assert told.subject == "[Postern] Letters in the name of ANN in TOY-1"
    (answer,) = sent_to(box.reply(report, "NEW SECRET"), ANN)
    assert "secret" in text_of(answer)
    assert held(box) == []


def test_forged_letters_that_repeat_themselves_get_no_answer_and_others_do(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage
) -> None:
    answered = 0
    for _ in range(10):
        clock.advance(SECOND)
        answered += len(sent_to(box.send(ANN, "GAMES"), ANN))
    assert 4 <= answered <= 6
    (answer,) = sent_to(box.send(ANN, "HELP"), ANN)
    assert "JOIN" in text_of(answer)


def test_forged_letters_of_masses_stop_no_player(desk: Desk, box: Box, clock: ManualClock, report: EmailMessage) -> None:
    limit(desk, answers_per_hour=10)
    for number in range(20):
        box.send(f"somebody{number}@else.example", "GAMES")
    assert desk.loops.on == {}
    (answer,) = sent_to(box.reply(report, "guess 8"), ANN)
    assert "GUESS 8" in text_of(answer)


def test_a_forged_letter_withdraws_no_answer_that_is_held(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage
) -> None:
    robot(box, clock, report, lambda letter, done: "STATUS", 30)
    clock.advance(SECOND)
    box.reply(report, "guess 5")
    box.send(ANN, "guess 6")
    (answer,) = [row for row in box.rows() if row.state == OutState.HELD]
    assert b"GUESS 5" in (answer.raw or b"")
    box.send(ANN, "guess 7", X_Auto_Response_Suppress="All")
    assert desk.loops.on == {ANN: "exchange"}, "nor does it change the brake that is on"


def test_a_forged_letter_that_looks_automatic_holds_up_no_other(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage
) -> None:
    clock.advance(timedelta(hours=2))
    for _ in range(3):
        box.send(ANN, "STATUS", X_Auto_Response_Suppress="All")
    (answer,) = sent_to(box.send(ANN, "guess 4", str(report["Reply-To"]), X_Auto_Response_Suppress="All"), ANN)
    assert "GUESS 4" in text_of(answer)


def test_a_brake_says_what_it_saw_and_comes_off_by_a_reply(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage
) -> None:
    robot(box, clock, report, lambda letter, done: "STATUS", 30)
    (row,) = [row for row in box.rows() if row.recipient == GM]
    letter = parse(row.raw or b"")
    words = " ".join(text_of(letter).split())
    assert "4 letters since 12:00 (UTC) answered ours with the same words, and changed no orders" in words
    assert "they came to a reply address of ours" in words
    box.reply(report, "guess 3")
    assert held(box) == [ANN]
    (done,) = box.reply(letter, f"RELEASE {ANN}")
    assert f"Letters to {ANN} go out again." in text_of(done)
    assert (held(box), desk.loops.on) == ([], {})
    (mended,) = box.reply(letter, f"RELEASE {ANN}")
    assert "NOT DONE" in text_of(mended)


def test_all_brakes_come_off_by_a_reply(desk: Desk, box: Box, clock: ManualClock, report: EmailMessage) -> None:
    limit(desk, answers_per_hour=10)
    for number in range(9):
        box.reply(report, f"guess {1 + number}")
    (row,) = [row for row in box.rows() if row.recipient == GM]
    box.reply(parse(row.raw or b""), "RELEASE ALL")
    assert (held(box), desk.loops.on) == ([], {})


def test_many_brakes_are_told_in_two_letters(desk: Desk, box: Box, clock: ManualClock, report: EmailMessage) -> None:
    addresses = [f"robot{number}@else.example" for number in range(6)]
    for address in addresses:
        desk.store.write_now(loop_guard.put_on_and_tell, desk, address, "exchange", "many letters")
        clock.advance(SECOND)
    assert len([row for row in box.rows() if row.recipient == GM]) == 1
    clock.advance(timedelta(minutes=16))
    for _ in range(2):
        desk.store.write_now(loop_guard.tell, desk)
    (_, row) = [row for row in box.rows() if row.recipient == GM]
    assert row.subject == "[Postern] Answers to 5 addresses are held back"
    assert all(f"RELEASE {address}" in text_of(parse(row.raw or b"")) for address in addresses[1:])


def test_a_letter_that_looks_automatic_is_answered_once_an_hour(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage
) -> None:
    clock.advance(timedelta(hours=2))
    (answer,) = box.reply(report, "I am out of the office until Monday.\nguess 4")
    assert "looks automatic" in text_of(answer)
    assert on_file(desk, "ANN") == "guess 4"
    clock.advance(timedelta(minutes=10))
    box.reply(report, "I am out of the office until Monday.\nguess 5")
    assert on_file(desk, "ANN") == "guess 5"
    assert held(box) == [ANN]
    assert [row for row in box.rows() if row.recipient == GM] == []
    clock.advance(timedelta(minutes=51))
    desk.store.write_now(loop_guard.take_off_due, desk)
    assert held(box) == []


def test_a_person_is_answered_at_once_although_a_program_wrote_before(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage
) -> None:
    for number in (4, 5):
        box.reply(report, f"I am out of the office until Monday.\nguess {number}")
    assert held(box) == [ANN]
    (answer,) = box.reply(report, "guess 6")
    assert "GUESS 6" in text_of(answer)
    assert held(box) == []


def test_what_a_vacation_says_changes_no_orders(desk: Desk, box: Box, clock: ManualClock, report: EmailMessage) -> None:
    box.reply(report, "guess 3")
    box.reply(report, "I am currently out of the office until 3 December.\nIn urgent cases ask my colleague.")
    assert on_file(desk, "ANN") == "guess 3"


def test_letters_of_ours_carry_our_loop_header(box: Box, report: EmailMessage) -> None:
    assert report["X-Loop"] == "orders@example.org"
    (answer,) = box.reply(report, "guess 3")
    assert (answer["X-Loop"], answer["Auto-Submitted"]) == ("orders@example.org", "auto-replied")


def test_the_last_answer_before_a_pause_says_so(desk: Desk, box: Box, clock: ManualClock, report: EmailMessage) -> None:
    answers = []
    for _ in range(12):
        clock.advance(SECOND)
        answers += sent_to(box.reply(report, "STATUS"), ANN)
        if desk.loops.on:
            break
    assert desk.loops.on == {ANN: "exchange"}
    last = [" ".join(text_of(one).split()) for one in answers]
    assert "hold my answers back until Fri 20 Nov 2026, 13:" in last[-1]
    assert not any("hold my answers back" in one for one in last[:-1])
    assert held(box) == [], "the answer that says so is sent"


def test_so_does_the_last_of_too_many_letters(desk: Desk, box: Box, clock: ManualClock, report: EmailMessage) -> None:
    limit(desk, exchanges_per_hour=5)
    answers = []
    for number in range(12):
        clock.advance(SECOND)
        answers += sent_to(box.reply(report, f"HELP {'abcdefghijklm'[number] * 20}"), ANN)
        if desk.loops.on:
            break
    said = ["hold my answers back until" in " ".join(text_of(one).split()) for one in answers]
    assert said == [False] * (len(said) - 1) + [True]


def test_who_gives_new_orders_is_not_told_of_a_pause_that_does_not_come(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage
) -> None:
    for number in range(30):
        clock.advance(SECOND)
        (answer,) = box.reply(report, f"guess {1 + number % 9}\nbuy {1 + number // 9}")
        assert "hold my answers back" not in text_of(answer)


def test_letters_without_proof_are_told_before_they_get_no_answer(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage
) -> None:
    """Of one that repeats itself, and of one that uses up the answers of an hour."""
    for sender, words in (("eve@e.example", ["GAMES"] * 10), ("fay@f.example", [f"HELP {one}" for one in "abcdefghijklmnop"])):
        answers = []
        for body in words:
            clock.advance(timedelta(seconds=20))
            answers += sent_to(box.send(sender, body), sender)
        said = [
            "no answer for 1 hour" in (text := " ".join(text_of(one).split())) or "last of the 12 answers" in text
            for one in answers
        ]
        assert len(answers) < len(words)
        assert said == [False] * (len(said) - 1) + [True], sender
