"""Absences move deadlines past them, within the year's allowance; the others learn when, never why; EXTEND asks a person."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.games.due import run_due
from postern.desk.settings.gamefile import GameConfig
from postern.desk.settings.tomlfile import ConfigError, load
from postern.desk.timing.clock import ManualClock
from tests.desk import playing
from tests.desk.box import GAME, Box, text_of

ANN, BOB, GM = "ann@a.example", "bob@b.example", "gm@example.org"
DEADLINE = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def deadline_of(desk: Desk) -> datetime | None:
    return asyncio.run(master.show(desk, "TOY-1")).deadline


def to(letters: list[EmailMessage], address: str) -> EmailMessage:
    return next(letter for letter in letters if letter["To"] == address)


def set_lines(home: Path, desk: Desk, lines: str) -> None:
    """Adds lines to the game's file, which is read again."""
    path = home / "games" / "toy-1.toml"
    path.write_text(f"{path.read_text()}{lines}\n")
    desk.read_files()


@pytest.fixture
def first(box: Box, workers: Workers) -> dict[str, EmailMessage]:
    return playing.begin(box, workers, ANN=ANN, BOB=BOB)


def test_a_deadline_inside_moves_past_and_the_others_are_told_when_not_why(
    first: dict[str, EmailMessage], desk: Desk, box: Box
) -> None:
    letters = box.reply(first["ANN"], "ABSENCE from 26 Nov to 5 Dec, my mother is ill\nABSENCE from 27 Nov to 5 Dec")
    assert deadline_of(desk) == DEADLINE + timedelta(days=14)
    answer, told = to(letters, ANN), to(letters, BOB)
    assert len(letters) == 2
    assert "You are away from Thu 26 Nov to Sat 5 Dec 2026" in flat(answer)
    assert "Of 2026 you have 11 days of absence left." in flat(answer)
    assert str(told["Subject"]) == "[TOY-1 turn 1] New deadline: Fri 11 Dec 20:00 CET"
    assert "ANN is away from Thu 26 Nov to Sat 5 Dec 2026, so the deadline moves past those days." in flat(told)
    assert "mother" not in told.as_string()
    assert ANN not in told.as_string()
    (status,) = box.reply(first["BOB"], "STATUS")
    assert "Away: ANN from Thu 26 Nov to Sat 5 Dec 2026." in flat(status), "once, though it was said twice"
    assert all(len(line) <= 72 for letter in (answer, told, status) for line in text_of(letter).splitlines())


def test_later_turns_keep_clear_of_it_and_reminders_follow(
    first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    letters = box.reply(first["ANN"], "absence 4.12. bis 12.12.")
    assert [str(letter["To"]) for letter in letters] == [ANN], "this turn's deadline is not touched: nobody is bothered"
    clock.advance(DEADLINE - clock.now())
    asyncio.run(run_due(desk, workers))
    assert deadline_of(desk) == DEADLINE + timedelta(days=21)
    report = to(box.news(), BOB)
    assert "Fri 18 Dec 2026, 20:00 CET" in flat(report)


def test_a_moved_deadline_is_reminded_of_at_its_new_time(
    first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    clock.advance(DEADLINE - timedelta(hours=20) - clock.now())
    asyncio.run(run_due(desk, workers))
    assert len(box.news()) == 2
    box.reply(first["ANN"], "ABSENCE today to 28 Nov")
    clock.advance(timedelta(days=6, hours=20))
    asyncio.run(run_due(desk, workers))
    assert {str(letter["To"]) for letter in box.news()} == {ANN, BOB}


def test_the_year_s_allowance_is_kept_across_overlaps_and_new_year(
    first: dict[str, EmailMessage], desk: Desk, box: Box
) -> None:
    box.reply(first["ANN"], "ABSENCE 2026-12-12 to 2026-12-22")
    (same,) = box.reply(first["ANN"], "ABSENCE 2026-12-20 to 2026-12-24")
    assert "Of 2026 you have 8 days of absence left." in flat(same)
    (too_long,) = box.reply(first["ANN"], "ABSENCE 2026-12-24 to 2027-01-10")
    assert "You are away from Thu 24 Dec 2026 to Sun 10 Jan 2027" in flat(too_long), "7 days of 2026, 10 of 2027"
    (refused,) = box.reply(first["ANN"], "ABSENCE 2027-03-01 to 2027-03-12")
    assert "of 2027 you have 11 left, and this takes 12. Nothing was written down." in flat(refused)
    assert "2027-03" not in flat(refused)
    assert "Mar" not in flat(refused).split("AWAY")[1]


def test_days_told_twice_are_spent_once(first: dict[str, EmailMessage], box: Box) -> None:
    box.reply(first["ANN"], "ABSENCE 2026-12-01 to 2026-12-20")
    (longer,) = box.reply(first["ANN"], "ABSENCE 2026-12-19 to 2026-12-21")
    assert "Of 2026 you have no days of absence left." in flat(longer)


def test_absences_that_would_stop_the_game_for_years_are_refused(
    home: Path, first: dict[str, EmailMessage], desk: Desk, box: Box
) -> None:
    set_lines(home, desk, "absence_days = 366")
    for words in ("from 2026-12-10 to 2029-12-31", "from 2026-11-20 to 2029-12-31", "from 9998-12-30 to 9999-12-31"):
        assert "stand still for about two years" in flat(box.reply(first["ANN"], f"ABSENCE {words}")[0]), words
    assert deadline_of(desk) == DEADLINE
    assert "You are away from" in flat(box.reply(first["ANN"], "ABSENCE from 2026-12-10 to 2027-12-09")[0])
    assert "You are away from" in flat(box.reply(first["BOB"], "ABSENCE from 2027-12-10 to 2028-11-25")[0])
    assert "stand still" in flat(box.reply(first["ANN"], "ABSENCE from 2028-11-26 to 2029-01-31")[0]), "both in a row"


def test_a_turn_for_which_no_day_is_left_is_kept_and_the_masters_are_told(
    home: Path, first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    set_lines(home, desk, "absence_days = 366")
    box.reply(first["ANN"], "ABSENCE from 2026-12-03 to 2028-11-15")
    clock.advance(timedelta(days=7, hours=8))
    set_lines(home, desk, 'holidays = ["2028-11-16 to 2029-10-31"]')
    asyncio.run(run_due(desk, workers))
    shown = asyncio.run(master.show(desk, "TOY-1"))
    assert (shown.state, shown.turn, shown.deadline) == ("running", 2, None)
    letters = box.news()
    assert "leave no day for one within two years" in flat(to(letters, GM))
    assert "Turn 2 runs half an hour after all are ready" in flat(to(letters, ANN))
    with pytest.raises(master.MasterError, match="turn 2 of TOY-1 has no deadline; say until when"):
        asyncio.run(master.extend(desk, "TOY-1", by=timedelta(days=2)))
    given = clock.now() + timedelta(days=9)
    assert asyncio.run(master.extend(desk, "TOY-1", until=given)) == deadline_of(desk) == given
    assert "6 Dec 2026" in flat(to(box.news(), ANN))
    asyncio.run(master.pause(desk, "TOY-1"))
    with pytest.raises(master.MasterError, match="no deadline within two years"):
        asyncio.run(master.resume(desk, "TOY-1"))
    refused = box.reply(to(letters, GM), "RESUME TOY-1")
    assert "no deadline within two years" in flat(to(refused, GM))
    assert asyncio.run(master.show(desk, "TOY-1")).state == "paused", "a line that is not done changes nothing"
    answer = box.reply(first["ANN"], "ABSENCE CANCEL")
    assert "taken back" in flat(to(answer, ANN))
    asyncio.run(master.resume(desk, "TOY-1"))
    assert deadline_of(desk) == DEADLINE + timedelta(days=7)


def test_taking_it_back_leaves_the_told_deadline_and_its_days_spent(
    first: dict[str, EmailMessage], desk: Desk, box: Box
) -> None:
    box.reply(first["ANN"], "ABSENCE 26 Nov to 28 Nov")
    moved = deadline_of(desk)
    box.reply(first["ANN"], "ABSENCE 10 Dec to 12 Dec")
    letters = box.reply(first["ANN"], "ABSENCE CANCEL")
    assert len(letters) == 1
    assert "A deadline that moved for them stays where it is." in flat(letters[0])
    assert "Nobody is away." in flat(letters[0])
    assert "you have 18 days" in flat(letters[0]), "3 days moved a deadline and are spent, 3 did not"
    assert deadline_of(desk) == moved == DEADLINE + timedelta(days=7)
    (none,) = box.reply(first["ANN"], "absence cancel")
    assert "There was no absence of yours to take back." in flat(none)


def test_who_comes_back_sooner_keeps_the_days_that_are_over_as_spent_and_gets_the_others_back(
    first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    box.reply(first["ANN"], "ABSENCE 28 Nov to 5 Dec")
    clock.advance(DEADLINE + timedelta(days=3) - clock.now())
    asyncio.run(run_due(desk, workers))
    assert deadline_of(desk) == DEADLINE + timedelta(days=14)
    (back,) = box.reply(first["ANN"], "ABSENCE CANCEL")
    assert "Nobody is away." in flat(back)
    assert "you have 19 days" in flat(back), "28 and 29 November are over, the 30th is today"
    assert "There was no absence of yours to take back." in flat(box.reply(first["ANN"], "ABSENCE CANCEL")[0])


def test_an_absence_of_which_today_is_the_last_day_can_still_be_taken_back(
    first: dict[str, EmailMessage], box: Box, clock: ManualClock
) -> None:
    box.reply(first["ANN"], "ABSENCE 21 Nov to 22 Nov")
    clock.advance(timedelta(days=2))
    assert "Away: ANN" in flat(box.reply(first["BOB"], "STATUS")[0])
    (back,) = box.reply(first["ANN"], "ABSENCE CANCEL")
    assert "Your absences are taken back." in flat(back)
    assert "you have 20 days" in flat(back)


def test_on_which_day_a_deadline_falls_is_told_by_the_clocks_of_the_game(
    home: Path, desk: Desk, box: Box, workers: Workers
) -> None:
    """Friday evening in New York is Saturday in UTC."""
    (home / "games" / "toy-1.toml").write_text(GAME.replace("Europe/Berlin", "America/New_York"))
    desk.read_files()
    first = playing.begin(box, workers, ANN=ANN, BOB=BOB)
    friday = deadline_of(desk)
    assert friday == datetime(2026, 11, 28, 1, 0, tzinfo=UTC)
    box.reply(first["ANN"], "ABSENCE 28 Nov to 29 Nov")
    assert deadline_of(desk) == friday
    box.reply(first["BOB"], "ABSENCE 27 Nov")
    assert deadline_of(desk) == friday + timedelta(days=7)


def test_what_is_unclear_is_asked_back_and_nothing_is_written(first: dict[str, EmailMessage], desk: Desk, box: Box) -> None:
    (asked,) = box.reply(first["ANN"], "ABSENCE from 3/12 to 5/12")
    assert "3/12 could be 3 Dec or 12 Mar" in flat(asked)
    assert "Nobody is away." in flat(asked)
    (listed,) = box.reply(first["ANN"], "ABSENCE")
    assert "Of 2026 you have 21 days" in flat(listed)


def test_resigning_takes_the_absences_along(first: dict[str, EmailMessage], desk: Desk, box: Box) -> None:
    box.reply(first["ANN"], "ABSENCE 10 Dec to 12 Dec")
    box.insist(first["ANN"], "RESIGN YES")
    (status,) = box.reply(first["BOB"], "STATUS")
    assert "Away" not in text_of(status)


def test_a_game_may_take_no_absences(home: Path, first: dict[str, EmailMessage], desk: Desk, box: Box) -> None:
    path = home / "games" / "toy-1.toml"
    path.write_text(path.read_text() + "absence_days = 0\n")
    desk.read_files()
    (refused,) = box.reply(first["ANN"], "ABSENCE 26 Nov to 28 Nov")
    assert "This game takes no absences." in flat(refused)
    assert deadline_of(desk) == DEADLINE


def test_all_being_ready_still_runs_the_turn_early(
    first: dict[str, EmailMessage], desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    box.reply(first["ANN"], "guess 1\nREADY\nABSENCE 26 Nov to 28 Nov")
    box.reply(first["BOB"], "guess 1\nREADY")
    clock.advance(timedelta(hours=1))
    asyncio.run(run_due(desk, workers))
    assert asyncio.run(master.show(desk, "TOY-1")).turn == 2


def test_extend_asks_the_game_master_once_and_moves_nothing(first: dict[str, EmailMessage], desk: Desk, box: Box) -> None:
    letters = box.reply(first["ANN"], "EXTEND by 2 days because of the flu")
    asked, answer = to(letters, GM), to(letters, ANN)
    assert str(asked["Subject"]) == "[TOY-1 turn 1] ANN asks for a later deadline"
    assert "ANN asks for 2d more for turn 1 of TOY-1: because of the flu." in flat(asked)
    assert "EXTEND TOY-1 2d" in text_of(asked)
    assert "Until you hear otherwise the deadline stands as it is." in flat(answer)
    assert GM not in answer.as_string()
    assert deadline_of(desk) == DEADLINE
    granted = box.reply(asked, "EXTEND TOY-1 2d")
    assert deadline_of(desk) == DEADLINE + timedelta(days=2)
    assert "New deadline" in str(to(granted, BOB)["Subject"])
    letters = box.reply(first["ANN"], "EXTEND")
    assert [str(letter["To"]) for letter in letters] == [ANN]
    assert "asked by you in this turn already" in flat(letters[0])
    assert len(box.reply(first["BOB"], "extend 12h, please")) == 2


@pytest.mark.parametrize("line", ["Extend my best wishes to all", "Absence makes the heart grow fonder"])
def test_words_that_go_on_otherwise_are_no_commands(first: dict[str, EmailMessage], box: Box, line: str) -> None:
    letters = box.reply(first["ANN"], line)
    assert len(letters) == 1
    assert "passed over" in text_of(letters[0]) or "is no order" in text_of(letters[0])


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ('weekdays = "Mon"', "no deadline falls on"),
        ('weekdays = "Someday"', "no day of the week"),
        ('holidays = ["2027-01-02 to 2026-12-24"]', "first day first"),
        ('holidays = "Christmas"', "needs a list of days"),
        ('holidays = ["Christmas"]', "valid date"),
        ('holidays = ["2026-11-20 to 2027-11-20", "2027-11-21 to 2028-11-21"]', "no deadline within two years"),
        ("holidays = [9999-12-31]", "beyond the end of the calendar"),
        ("starts = 9999-12-31T23:00:00", "starts: lies beyond"),
    ],
)
def test_days_off_that_cannot_be_are_told(home: Path, lines: str, told: str) -> None:
    path = home / "games" / "bad.toml"
    path.write_text(GAME.replace("Europe/Berlin", "America/New_York") + lines + "\n")
    with pytest.raises(ConfigError, match=told):
        load(path, GameConfig)


def test_days_off_survive_being_kept(home: Path) -> None:
    path = home / "games" / "toy-1.toml"
    path.write_text(GAME + 'holidays = [2026-12-01, "2026-12-24 to 2027-01-02"]\nweekdays = "Mon-Fri"\n')
    config = load(path, GameConfig)
    assert len(config.holidays) == 11
    assert GameConfig.model_validate(config.model_dump(mode="json")) == config


def test_a_new_secret_keeps_the_days_of_absence(first: dict[str, EmailMessage], desk: Desk, box: Box) -> None:
    letters = box.reply(first["ANN"], "ABSENCE from 26 Nov to 5 Dec")
    (renewed,) = box.insist(to(letters, ANN), "NEW SECRET")
    (mine,) = box.reply(renewed, "ABSENCE")
    assert "26 Nov" in flat(mine)
    (status,) = box.reply(first["BOB"], "STATUS")
    assert "Away: ANN from Thu 26 Nov to Sat 5 Dec 2026." in flat(status)


def test_extend_that_an_absence_moves_says_so_before_and_after(first: dict[str, EmailMessage], desk: Desk, box: Box) -> None:
    box.reply(first["BOB"], "ABSENCE from 28 Nov to 30 Nov")
    assert deadline_of(desk) == DEADLINE
    letters = box.reply(first["ANN"], "EXTEND 2d because of the flu")
    why = "BOB is away from Sat 28 Nov to Mon 30 Nov 2026, so the deadline moves past those days."
    then = "It would then be Fri 4 Dec 2026, 20:00 CET (19:00 UTC)."
    assert f"With 2d more: {why} {then}" in flat(to(letters, GM))
    assert f"If it is granted: {why} {then}" in flat(to(letters, ANN))
    granted = box.reply(to(letters, GM), "EXTEND TOY-1 2d")
    assert deadline_of(desk) == DEADLINE + timedelta(days=7)
    assert all(why in flat(to(granted, address)) for address in (ANN, BOB, GM))


def test_extend_until_a_moment_on_such_a_day_stays_and_says_who_is_away(
    first: dict[str, EmailMessage], desk: Desk, box: Box
) -> None:
    box.reply(first["BOB"], "ABSENCE from 28 Nov to 30 Nov")
    letters = box.reply(first["ANN"], "EXTEND 4d")
    assert "away" not in flat(to(letters, GM)), "nobody is then"
    granted = box.reply(to(letters, GM), "EXTEND TOY-1 UNTIL 2026-11-29 20:00")
    assert deadline_of(desk) == DEADLINE + timedelta(days=2)
    assert "BOB is away from Sat 28 Nov to Mon 30 Nov 2026; the deadline falls on such a day all the same." in flat(
        to(granted, GM)
    )


def test_a_vote_on_the_deadline_moves_past_an_absence_too(first: dict[str, EmailMessage], desk: Desk, box: Box) -> None:
    box.reply(first["BOB"], "ABSENCE from 28 Nov to 30 Nov")
    letters = box.reply(first["ANN"], "PROPOSE EXTEND 2d")
    letters = box.reply(to(letters, BOB), "VOTE YES 1")
    assert deadline_of(desk) == DEADLINE + timedelta(days=7)
    assert "BOB is away from Sat 28 Nov to Mon 30 Nov 2026, so the deadline moves past those days." in flat(to(letters, ANN))


@pytest.mark.parametrize("words", ["ABSENCE ab morgen 2 Wochen", "ABSENCE for two weeks", "AWAY the next 14 days"])
def test_a_length_of_time_is_read_in_a_letter(first: dict[str, EmailMessage], desk: Desk, box: Box, words: str) -> None:
    answer = to(box.reply(first["ANN"], words), ANN)
    assert "You are away" in flat(answer), flat(answer)
    assert deadline_of(desk) == DEADLINE + timedelta(days=14 if "morgen" in words else 7)
