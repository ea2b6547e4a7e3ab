"""Seats that are given up or abandoned go to standbys: the first reply has it, the old letters open nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk
from postern.desk.documents.work import TurnJob, run_turn
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.games import turns
from postern.desk.games.due import run_due
from postern.desk.timing.clock import ManualClock
from tests.desk import playing
from tests.desk.box import GAME, Box, text_of
from tests.desk.playing import ANN, BOB, on_file

CLEO, DAN, GM = "cleo@c.example", "dan@d.example", "gm@example.org"
DEADLINE = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)
Begin = Callable[..., dict[str, EmailMessage]]


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


@pytest.fixture
def begin(home: Path, desk: Desk, box: Box, workers: Workers) -> Begin:
    def do(lines: str = "") -> dict[str, EmailMessage]:
        (home / "games" / "toy-1.toml").write_text(GAME + lines)
        desk.read_files()
        return playing.begin(box, workers, ANN=ANN, BOB=BOB)

    return do


def standby(box: Box, address: str, words: str = "STANDBY TOY-1") -> list[EmailMessage]:
    (asked,) = box.send(address, words)
    assert "reply to this letter" in flat(asked)
    return box.reply(asked, "")


def holder(desk: Desk, name: str) -> tuple[str, bool, str]:
    seat = next(seat for seat in asyncio.run(master.show(desk, "TOY-1")).seats if seat.name == name)
    return seat.address, seat.computer, seat.state


def by_address(letters: list[EmailMessage]) -> dict[str, EmailMessage]:
    return {str(letter["To"]): letter for letter in letters}


def test_a_resigned_seat_is_offered_and_the_first_reply_has_it(begin: Begin, desk: Desk, box: Box) -> None:
    first = begin()
    assert len(standby(box, CLEO)) == 1
    assert len(standby(box, DAN, "STANDBY")) == 1
    box.reply(first["ANN"], "guess 4\nSAY BOB\nmy secret plan\nEND")
    letters = by_address(box.insist(first["ANN"], "RESIGN YES"))
    assert set(letters) == {ANN, CLEO, DAN}
    offer = letters[CLEO]
    assert str(offer["Subject"]) == "[TOY-1 turn 1] A seat is free: ANN. The first reply has it"
    assert "Score 2" in flat(offer)
    assert "A computer player keeps it until then." in flat(offer)
    for letter in (offer, letters[DAN]):
        assert ANN not in letter.as_string()
        assert "guess 4" not in letter.as_string()
        assert "secret plan" not in letter.as_string()
        assert all(len(line) <= 72 for line in text_of(letter).splitlines())
    assert holder(desk, "ANN") == ("", True, "playing")

    (taken,) = box.reply(letters[DAN], "yes, gladly")
    assert str(taken["To"]) == DAN
    assert str(taken["Subject"]) == "[TOY-1 turn 1] You are ANN"
    assert str(taken["Reply-To"]) != str(first["ANN"]["Reply-To"])
    assert b'"report"' in (box.rows()[-1].draft or b""), "the newest report comes in full"
    assert on_file(desk, "ANN") is None
    assert holder(desk, "ANN") == (DAN, False, "playing")
    (gone,) = box.reply(offer, "")
    assert "no longer free" in flat(gone)
    assert DAN not in gone.as_string()
    (answer,) = box.reply(taken, "guess 7")
    assert "1 order on file" in str(answer["Subject"])
    (again,) = box.reply(letters[DAN], "guess 8")
    assert on_file(desk, "ANN") == "guess 8", "a reply to the offer itself counts for the seat, too"
    assert str(again["To"]) == DAN


def test_the_old_token_opens_nothing_and_tells_nothing(begin: Begin, desk: Desk, box: Box) -> None:
    first = begin()
    standby(box, CLEO)
    letters = by_address(box.insist(first["ANN"], "RESIGN YES"))
    assert letters[ANN]["Reply-To"] is None, "the last letter is no key either"
    box.reply(letters[CLEO], "")
    for words in ("guess 9\nREADY", "STATUS", "REPORT", "RESIGN YES", "PRESS TO ALL\nI was ANN\nEND", "ABSENCE today"):
        for letter in box.reply(first["ANN"], words):
            assert str(letter["To"]) == ANN
            assert "TOY-1 turn" not in str(letter["Subject"])
            for secret in (CLEO, BOB, "order on file", "awaited", "Turn 1 runs"):
                assert secret not in letter.as_string()
    assert on_file(desk, "ANN") is None
    assert holder(desk, "ANN") == (CLEO, False, "playing")


def test_an_abandoned_seat_is_offered_and_its_player_may_come_back_first(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    first = begin('missed = "standby"\nmissed_turns = 2\nreminders = []\n')
    standby(box, CLEO, "STANDBY")
    for turn in (0, 1):
        box.reply(first["ANN"], "guess 1")
        clock.advance(DEADLINE + timedelta(days=7 * turn) - clock.now())
        asyncio.run(run_due(desk, workers))
        letters = box.news()
    offer = next(letter for letter in letters if letter["To"] == CLEO)
    assert "needs a player" in flat(offer)
    assert holder(desk, "BOB") == (BOB, False, "playing"), "until somebody takes it the seat is still his"
    (listed,) = box.send("eve@e.example", "GAMES")
    assert "Seats to take over at once, in games that have begun: TOY-1." in flat(listed)
    box.reply(first["BOB"], "guess 3")
    (gone,) = box.reply(offer, "")
    assert "its player came back" in flat(gone)
    assert holder(desk, "BOB")[0] == BOB


def test_a_standby_is_asked_once_about_a_seat(begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers) -> None:
    first = begin('missed = "standby"\nmissed_turns = 1\nreminders = []\n')
    standby(box, CLEO)
    for turn in (0, 1):
        box.reply(first["ANN"], "guess 1")
        clock.advance(DEADLINE + timedelta(days=7 * turn) - clock.now())
        asyncio.run(run_due(desk, workers))
        asked = [letter for letter in box.news() if letter["To"] == CLEO]
        assert len(asked) == (1 if turn == 0 else 0)
    assert CLEO not in by_address(standby(box, "dan@d.example"))


def test_who_was_replaced_is_told_so_but_not_by_whom(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    first = begin('missed = "standby"\nmissed_turns = 1\nreminders = []\n')
    standby(box, CLEO)
    box.reply(first["ANN"], "guess 1")
    clock.advance(DEADLINE - clock.now())
    asyncio.run(run_due(desk, workers))
    offer = by_address(box.news())[CLEO]
    letters = by_address(box.reply(offer, ""))
    assert "Nothing came from you for 1 turn of TOY-1, so your seat BOB went to another player." in flat(letters[BOB])
    assert CLEO not in letters[BOB].as_string()
    assert letters[BOB]["Reply-To"] is None
    assert BOB not in letters[CLEO].as_string().replace("You are BOB", "")
    assert holder(desk, "BOB") == (CLEO, False, "playing")


def test_a_player_of_the_game_is_not_offered_a_second_seat(begin: Begin, desk: Desk, box: Box) -> None:
    first = begin()
    (listed,) = box.reply(first["BOB"], "STANDBY")
    assert "You are on the list of standbys" in flat(listed)
    letters = box.insist(first["ANN"], "RESIGN YES")
    told = by_address(letters)
    assert set(told) == {ANN, GM}
    assert "nobody is on the list of standbys" in flat(told[GM])
    late = standby(box, CLEO)
    assert len(late) == 2, "who comes later is offered it at once"
    assert "A seat is free: ANN" in str(late[1]["Subject"])


def test_the_list_is_joined_by_reply_only_and_left_by_one(begin: Begin, desk: Desk, box: Box) -> None:
    first = begin()
    (asked,) = box.send(CLEO, "STANDBY TOY-1")
    (declined,) = box.reply(asked, "NO")
    assert "thrown away" in flat(declined)
    (listed,) = standby(box, DAN)
    (off,) = box.reply(listed, "STANDBY OFF")
    assert "You are no longer on the list of standbys of TOY-1." in flat(off)
    letters = by_address(box.insist(first["ANN"], "RESIGN YES"))
    assert set(letters) == {ANN, GM}
    (unknown,) = box.send(CLEO, "STANDBY TOY-9")
    assert "There is no game TOY-9" in flat(unknown)


def test_a_seat_ejected_by_the_master_is_offered_as_well(begin: Begin, desk: Desk, box: Box) -> None:
    begin()
    standby(box, CLEO)
    (welcome,) = box.send(GM, "GM")
    letters = by_address(box.reply(welcome, "EJECT TOY-1 BOB never writes"))
    assert "A seat is free: BOB" in str(letters[CLEO]["Subject"])


def test_the_masters_hear_who_took_a_seat_from_its_player(begin: Begin, box: Box) -> None:
    begin()
    (welcome,) = box.send(GM, "GM")
    told = " ".join(flat(letter) for letter in box.reply(welcome, "EJECT TOY-1 BOB never writes") if letter["To"] == GM)
    assert "The seat BOB in TOY-1 was taken back by a game master, and nobody is on the list of standbys." in told


def test_who_takes_a_seat_over_is_told_nothing_of_whoever_had_it(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    """EXPORT counts from the day on which its reader took the seat, not from that of its first player."""
    first = begin()
    standby(box, CLEO)
    clock.advance(timedelta(hours=1))
    box.reply(first["ANN"], "guess 4\nPRESS TO BOB\nthe pact of Ann\nEND")
    box.reply(first["BOB"], "PRESS TO ANN\nthe word of Bob\nEND")
    reports = playing.run_turn(box, workers, {"ANN": ANN})
    clock.advance(timedelta(hours=1))
    letters = by_address(box.insist(reports["ANN"], "RESIGN YES"))
    clock.advance(timedelta(hours=1))
    (taken,) = box.reply(letters[CLEO], "")
    clock.advance(timedelta(hours=1))
    box.reply(taken, "guess 6\nPRESS TO BOB\nthe pact of Cleo\nEND")
    box.reply(taken, "EXPORT")
    (file,) = playing.finished(box, playing.newest(box, CLEO, "answer")).iter_attachments()
    words = file.get_content().decode()
    assert "the pact of Cleo" in words
    for theirs in ("the pact of Ann", "the word of Bob", "guess 4"):
        assert theirs not in words, theirs


def test_a_seat_is_not_taken_while_its_turn_runs(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    """The reply waits: the running turn is still its old player's, and none that the new one has missed."""
    begin('missed = "standby"\nmissed_turns = 1\nreminders = []\n')
    standby(box, CLEO)
    clock.advance(DEADLINE - clock.now())
    asyncio.run(run_due(desk, workers))
    offer = [letter for letter in box.news() if letter["To"] == CLEO][-1]
    claimed = desk.store.write_now(turns.claim, desk, 1, True)
    assert claimed is not None
    assert isinstance(claimed.job, TurnJob)
    assert box.reply(offer, "") == []
    assert desk.store.write_now(turns.commit, desk, claimed, run_turn(claimed.job))
    box.news()
    box.handle()
    assert CLEO in [holder(desk, name)[0] for name in ("ANN", "BOB")]
    assert [player.score.missed for player in asyncio.run(master.players(desk)) if player.address == CLEO] == [0]


def test_press_of_who_had_the_seat_before_is_not_shown_to_who_takes_it(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock
) -> None:
    first = begin()
    standby(box, CLEO)
    box.reply(first["ANN"], "PRESS ANON TO BOB\nthe pact of Ann\nEND")
    box.reply(first["BOB"], "PRESS TO ANN\nthe word of Bob\nEND")
    clock.advance(timedelta(hours=1))
    (taken,) = box.reply(by_address(box.insist(first["ANN"], "RESIGN YES"))[CLEO], "")
    clock.advance(timedelta(hours=1))
    box.reply(first["BOB"], "PRESS TO ANN\nwelcome to you\nEND")
    (again,) = box.reply(taken, "PRESS 1")
    assert "welcome to you" in text_of(again)
    assert "pact of Ann" not in text_of(again)
    assert "word of Bob" not in text_of(again)


def test_the_vote_of_who_had_the_seat_before_is_not_that_of_who_takes_it(begin: Begin, desk: Desk, box: Box) -> None:
    first = begin()
    standby(box, CLEO)
    box.reply(first["ANN"], "PROPOSE DRAW")
    (taken,) = box.reply(by_address(box.insist(first["ANN"], "RESIGN YES"))[CLEO], "")
    box.reply(first["BOB"], "VOTE YES")
    assert asyncio.run(master.show(desk, "TOY-1")).state == "running", "the new player of ANN has not voted"
    box.reply(taken, "VOTE YES")
    assert asyncio.run(master.show(desk, "TOY-1")).state == "finished"


def test_a_seat_whose_player_came_back_and_left_again_is_offered_again(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    """To somebody who replied too late the first time, too."""
    first = begin('missed = "standby"\nmissed_turns = 1\nreminders = []\n')
    standby(box, CLEO, "STANDBY")

    def next_turn() -> list[EmailMessage]:
        box.reply(first["ANN"], "guess 1")
        clock.advance(timedelta(days=7))
        asyncio.run(run_due(desk, workers))
        return [letter for letter in box.news() if letter["To"] == CLEO]

    clock.advance(timedelta(hours=8))
    (offer,) = next_turn()
    box.reply(first["BOB"], "guess 3")
    (gone,) = box.reply(offer, "")
    assert "its player came back" in flat(gone)
    assert next_turn() == []
    (again,) = next_turn()
    assert "needs a player" in flat(again)
    box.reply(again, "")
    assert holder(desk, "BOB")[0] == CLEO
