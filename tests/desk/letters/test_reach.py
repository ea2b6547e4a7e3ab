"""A token speaks for its seat alone, and the reply addresses of press and votes do one thing."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.commands import registry
from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.language.parse import match, split
from postern.desk.outbox.outgoing import VOTE_GENERATION
from postern.post.tokens import SeatToken, make_token, plus_address, read_token
from postern.store import votes
from tests.desk.box import GAME, Box, text_of
from tests.desk.knowing import seat_of
from tests.desk.playing import ANN, BOB, begin, game_of, join, on_file
from tests.desk.telltale import flat

EVE = "eve@e.example"


@pytest.fixture
def first(box: Box, workers: Workers, home: Path, desk: Desk) -> dict[str, EmailMessage]:
    (home / "games" / "toy-2.toml").write_text(GAME.replace("TOY-1", "TOY-2"))
    desk.read_files()
    letters = begin(box, workers, ANN=ANN, BOB=BOB)
    begin(box, workers, "TOY-2", ANNA=ANN, BOB=BOB)
    return letters


def voted(letters: list[EmailMessage]) -> EmailMessage:
    """The answer to ANN's letter; what came of the vote is told in another one."""
    (found,) = (letter for letter in letters if letter["To"] == ANN and "How I read your letter" in flat(text_of(letter)))
    return found


def to(letters: list[EmailMessage], address: str) -> EmailMessage:
    (found,) = (letter for letter in letters if letter["To"] == address)
    return found


def test_lines_for_another_game_by_a_token_from_elsewhere_wait_for_a_yes(
    first: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    (asked,) = box.reply(first["ANN"], "guess 3\nGAME TOY-2\nguess 4\nREADY\nGAME TOY-1\nbuy 1", EVE)
    assert asked["To"] == ANN
    assert (on_file(desk, "ANN"), on_file(desk, "ANNA", "TOY-2")) == ("guess 3\n\nbuy 1", None)
    assert "> guess 4" in text_of(asked)
    assert "ANNA in TOY-2" in flat(text_of(asked))
    (done,) = box.reply(asked, "YES")
    assert (on_file(desk, "ANN"), on_file(desk, "ANNA", "TOY-2")) == ("guess 3\n\nbuy 1", "guess 4")
    assert "You are ready for turn 1" in flat(text_of(done))
    box.reply(first["ANN"], "GAME TOY-2\nguess 5")
    assert on_file(desk, "ANNA", "TOY-2") == "guess 5", "the player's own address speaks for both"


def test_what_cannot_be_undone_in_another_game_is_asked_about_once(
    first: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    (asked,) = box.reply(first["ANN"], "GAME TOY-2\nRESIGN", EVE)
    assert "ANNA in TOY-2" in flat(text_of(asked))
    box.reply(asked, "YES")
    seats = asyncio.run(master.show(desk, "TOY-2")).seats
    assert [(seat.address, seat.computer) for seat in seats if seat.name == "ANNA"] == [("", True)]


def test_a_new_secret_says_for_which_seats_and_renews_all(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    before = [seat_of(box, name, game)[0].generation for name, game in (("ANN", "TOY-1"), ("ANNA", "TOY-2"))]
    (asked,) = box.reply(first["ANN"], "NEW SECRET")
    assert "Your other seats keep theirs: ANNA in TOY-2" in flat(text_of(asked))
    (renewed,) = box.reply(asked, "YES")
    now = [seat_of(box, name, game)[0].generation for name, game in (("ANN", "TOY-1"), ("ANNA", "TOY-2"))]
    assert (now[0] != before[0], now[1] == before[1]) == (True, True)
    letters = box.insist(renewed, "new secret all")
    assert {str(letter["To"]) for letter in letters} == {ANN}
    assert sorted(str(letter["Subject"])[:6] for letter in letters) == ["[TOY-1", "[TOY-2"]
    after = [seat_of(box, name, game)[0].generation for name, game in (("ANN", "TOY-1"), ("ANNA", "TOY-2"))]
    assert all(new != old for new, old in zip(after, now, strict=True))
    for letter in letters:
        (told,) = box.reply(letter, "STATUS", EVE)
        assert told["To"] == ANN


@pytest.mark.parametrize("sender", [ANN, EVE])
def test_press_is_answered_by_anybody_and_orders_in_the_answer_wait_for_a_yes(
    sender: str, first: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    press = to(box.reply(first["BOB"], "PRESS TO ANN\nHello Ann\nEND"), ANN)
    letters = box.reply(press, "Hello Bob\nEND\nguess 3\nREADY\nSHOW", sender)
    assert "Hello Bob" in text_of(to(letters, BOB))
    assert on_file(desk, "ANN") is None
    box.reply(to(letters, ANN), "yes")
    assert on_file(desk, "ANN") == "guess 3"
    (asked,) = box.reply(press, "guess 5\nbuy 2", sender)
    assert asked["To"] == ANN
    assert on_file(desk, "ANN") == "guess 3"
    box.reply(asked, "YES")
    assert on_file(desk, "ANN") == "guess 5\nbuy 2"


@pytest.mark.parametrize("sender", [ANN, EVE])
def test_the_reply_address_of_a_vote_votes_and_files_nothing(
    sender: str, first: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    asked = to(box.reply(first["BOB"], "PROPOSE EXTEND 2d"), ANN)
    box.reply(first["BOB"], "PROPOSE END TURN 9")
    told = voted(box.reply(asked, "VOTE NO\nguess 3", sender))
    assert "Your vote on proposal 1 is no" in flat(text_of(told))
    assert on_file(desk, "ANN") is None
    box.reply(told, "YES")
    assert on_file(desk, "ANN") == "guess 3"
    other = to(box.reply(asked, "VOTE YES 2", sender), ANN)
    assert "> VOTE YES 2" in text_of(other), "another proposal is asked about"


def test_a_vote_letter_of_before_and_its_seat_token_go_on_working(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.reply(first["BOB"], "PROPOSE EXTEND 2d")
    told = voted(box.reply(first["ANN"], "VOTE NO\nguess 3", EVE))
    assert "Your vote on proposal 1 is no" in flat(text_of(told))
    assert on_file(desk, "ANN") == "guess 3"


def test_a_vote_token_ends_with_a_new_secret_and_names_no_seat(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    asked = to(box.reply(first["BOB"], "PROPOSE EXTEND 2d"), ANN)
    detail = str(asked["Reply-To"]).partition("+")[2].partition("@")[0]
    found = read_token(desk.key, detail)
    assert isinstance(found, SeatToken)
    assert found.generation >= VOTE_GENERATION
    box.insist(first["ANN"], "NEW SECRET")
    box.reply(asked, "VOTE NO", EVE)
    seat, game = seat_of(box, "ANN")
    (proposal,) = desk.store.read_now(lambda session: votes.of_game(session, game.id, "open"))
    assert (seat.id) not in desk.store.read_now(lambda session: votes.ballots(session, proposal))
    for number in (found.seat_id + 512, found.seat_id + 10_240):
        forged = plus_address("orders@example.org", make_token(desk.key, number, found.generation))
        assert all(letter["To"] == EVE for letter in box.send(EVE, "VOTE NO", forged))


def test_a_seat_in_another_game_is_not_taken_by_a_token_from_elsewhere(
    first: dict[str, EmailMessage], box: Box, desk: Desk, home: Path
) -> None:
    (home / "games" / "toy-3.toml").write_text(GAME.replace("TOY-1", "TOY-3"))
    desk.read_files()
    asyncio.run(master.create(desk, "TOY-3"))
    (asked,) = box.reply(first["ANN"], "JOIN TOY-3\nNAME=ANNIE", EVE)
    assert str(asked["Subject"]) == "Please confirm: a seat in TOY-3 as ANNIE"
    assert asked["To"] == ANN
    assert asyncio.run(master.show(desk, "TOY-3")).seats == ()
    assert join(box, BOB, "BOB", "TOY-3")
    assert desk.store.read_now(game_of, "TOY-3").name == "TOY-3"


SECURITY = ("SECRET", "RESIGN", "FORGET", "ADDRESS", "KEY", "PASSWORD")
COMMON = (
    "New:", "New", "Old:", "Old", "NEW: order", "Secret", "Secret:", "Secret plan", "New orders:", "New secrets", "The secret",
    "Forget it", "Forget:", "Me", "Key:", "Key points", "Keys", "Key: L1MB2", "Address:", "Address: 12 Main Street",
    "Address: joe@home.example", "Ann", "Bob:", "Resigned", "Quit it", "Quiet", "Leave", "Yes", "Delete me", "Remove", "Pass",
    "Password", "Adresse: joe@home.example", "New: secret", "Newsecret", "Sec", "Res", "For",
)  # fmt: skip


@pytest.mark.parametrize("line", COMMON)
def test_a_common_word_runs_no_command_of_security(line: str, first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    found = match(line, registry.forms())
    alone = {"Key:", "Address:", "Password"}  # these only tell how things are
    assert found is None or found[0].name not in SECURITY or line in alone, line
    seat = seat_of(box, "ANN")[0]
    (told,) = box.reply(first["ANN"], f"{line}\nguess 3")
    assert "reply to this letter with YES" not in flat(text_of(told)), line
    assert seat_of(box, "ANN")[0].generation == seat.generation


@pytest.mark.parametrize("line", ["NEW SECRET", "new secret.", "New secret please", "NEW SECRET ALL", "please, new secret"])
def test_new_secret_wants_both_words(line: str) -> None:
    pieces = split([line.removeprefix("please, ")], registry.forms(), frozenset())
    assert [getattr(piece, "name", "") for piece in pieces] == ["SECRET"]
