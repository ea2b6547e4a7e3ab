"""A seat is not voted away within seconds, nor by one person under several addresses, nor into the hands of who voted."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.games.due import next_moment, run_due
from postern.desk.timing.clock import ManualClock
from postern.post.letter import mailbox_of
from postern.store import seats
from tests.desk.box import GAME, Box
from tests.desk.games.test_voting import flat, to
from tests.desk.playing import begin, game_of, join

MASTER = "gm@example.org"
WIDE = {"ANNE": "anne@a.example", "BERT": "bert@b.example", "CLEO": "cleo@c.example", "DORA": "dora@d.example"}
TWO_DAYS = timedelta(days=2)


@pytest.fixture
def home(home: Path) -> Path:
    (home / "games" / "toy-1.toml").write_text(GAME.replace("seats = 3", "seats = 5"))
    return home


def opened(box: Box, workers: Workers, *turns: str, **names: str) -> dict[str, EmailMessage]:
    """TOY-1 with these people, after a turn for which those of ``turns`` sent orders; what they reply to."""
    letters = begin(box, workers, **(names or WIDE))
    for name in turns:
        box.reply(letters[name], "guess 4")
    asyncio.run(master.run_now(box.desk, workers, "TOY-1"))
    box.news()
    return letters


def holder(desk: Desk, name: str) -> str:
    """The address of who holds the seat, "" for nobody."""

    def find(session: Session) -> str:
        game = game_of(session)
        held = seats.addresses(session, game.id)
        return next(held.get(seat.id, "") for seat in seats.of_game(session, game.id) if seat.name == name)

    return desk.store.read_now(find)


def later(box: Box, workers: Workers, clock: ManualClock, by: timedelta = TWO_DAYS) -> list[EmailMessage]:
    """What is written once that time has passed."""
    clock.advance(by)
    asyncio.run(run_due(box.desk, workers))
    return box.news()


def test_a_vote_about_a_seat_takes_two_days_at_least(box: Box, desk: Desk, workers: Workers, clock: ManualClock) -> None:
    letters = opened(box, workers, "ANNE", "BERT", "DORA")
    asked = box.reply(letters["ANNE"], "PROPOSE REPLACE CLEO")
    assert "It stays open for 2 days at least." in to(asked, "ANNE")
    for name in ("BERT", "DORA"):
        assert "is passed" not in to(box.reply(letters[name], "VOTE YES 1"), name)
    assert later(box, workers, clock, TWO_DAYS - timedelta(minutes=1)) == []
    moment = desk.store.read_now(next_moment, desk)
    assert moment is not None
    assert moment - clock.now() <= timedelta(minutes=1), "the daemon wakes for it"
    assert holder(desk, "CLEO") == WIDE["CLEO"]
    assert "CLEO is taken from its player" in to(later(box, workers, clock, timedelta(minutes=1)), "ANNE")
    assert holder(desk, "CLEO") == ""


def test_a_vote_may_be_taken_back_until_its_time_is_over(box: Box, desk: Desk, workers: Workers, clock: ManualClock) -> None:
    letters = opened(box, workers)
    box.reply(letters["ANNE"], "PROPOSE REPLACE CLEO")
    box.reply(letters["BERT"], "VOTE YES 1")
    box.reply(letters["BERT"], "VOTE NO 1")
    later(box, workers, clock)
    assert holder(desk, "CLEO") == WIDE["CLEO"]


@pytest.mark.parametrize("plays", ["ordered last turn", "orders on file", "says READY", "objects"])
def test_while_the_seat_plays_or_objects_the_game_master_decides(
    box: Box, desk: Desk, workers: Workers, clock: ManualClock, plays: str
) -> None:
    letters = opened(box, workers, *(["CLEO"] if plays == "ordered last turn" else []))
    asked = box.reply(letters["ANNE"], "PROPOSE REPLACE CLEO")
    hers = next(one for one in asked if one["To"] == WIDE["CLEO"])
    assert "The others in TOY-1 vote on taking your seat CLEO from you" in flat(hers)
    assert "a vote about your seat" in str(hers["Subject"])
    words = {"orders on file": "guess 3", "says READY": "READY\nYES", "objects": "VOTE NO 1"}.get(plays, "")
    if words:
        answer = to(box.reply(hers, words), "CLEO")
        assert "game master decides" in answer or plays != "objects"
    for name in ("BERT", "DORA"):
        box.reply(letters[name], "VOTE YES 1")
    told = later(box, workers, clock)
    assert "so this takes the game master's word: a line EJECT TOY-1 CLEO" in to(told, "gm")
    assert "Nothing has changed until then." in to(told, "ANNE")
    assert holder(desk, "CLEO") == WIDE["CLEO"]
    (menu,) = box.send(MASTER, "GM")
    box.reply(menu, "EJECT TOY-1 CLEO")
    assert holder(desk, "CLEO") == ""


@pytest.mark.parametrize("by", ["vote", "the master's word"])
def test_the_seat_goes_to_nobody_who_voted_it_free(box: Box, desk: Desk, workers: Workers, clock: ManualClock, by: str) -> None:
    """Not under another tag of their mailbox, and not after they gave up their own seat."""
    letters = opened(box, workers, *(["CLEO"] if by != "vote" else []))
    box.reply(letters["ANNE"], "PROPOSE REPLACE CLEO")
    for name in ("BERT", "DORA"):
        box.reply(letters[name], "VOTE YES 1")
    later(box, workers, clock)
    if by != "vote":
        (menu,) = box.send(MASTER, "GM")
        box.reply(menu, "EJECT TOY-1 CLEO")
    box.insist(letters["BERT"], "RESIGN YES")
    for address in ("anne+new@a.example", "bert+new@b.example", "BERT@b.example"):
        (asked,) = box.send(address, "STANDBY TOY-1")
        told = box.reply(asked, "")
        offers = [one for one in told if "The seat CLEO in TOY-1" in flat(one)]
        assert offers == [], address
    (asked,) = box.send("eve@e.example", "STANDBY TOY-1")
    offers = [one for one in box.reply(asked, "") if "The seat CLEO in TOY-1" in flat(one)]
    assert len(offers) == 1, "anybody else is offered it"
    box.reply(offers[0], "")
    assert holder(desk, "CLEO") == "eve@e.example"


@pytest.mark.parametrize("wish", ["REPLACE CLEO", "DRAW", "EXTEND 2d"])
def test_one_mailbox_has_one_vote_whatever_seats_it_holds(
    box: Box, desk: Desk, workers: Workers, clock: ManualClock, wish: str
) -> None:
    letters = opened(box, workers, ANNE="tw@a.example", ANNA="tw+b@a.example", ANIA="tw+c@a.example", CLEO="cleo@c.example")
    proposed = to(box.reply(letters["ANNE"], f"PROPOSE {wish}"), "tw@")
    for name in ("ANNA", "ANIA"):
        box.reply(letters[name], "VOTE YES 1")
    told = later(box, workers, clock, timedelta(days=5, seconds=1))
    if wish == "REPLACE CLEO":
        assert "A seat is taken by vote only where two others or more can vote" in proposed
    else:
        assert "1 said yes, 0 no, 1 did not vote; 2 yes were needed" in to(told, "CLEO")
    assert holder(desk, "CLEO") == "cleo@c.example"


def test_votes_of_one_mailbox_that_disagree_are_a_no(box: Box, workers: Workers, clock: ManualClock) -> None:
    letters = opened(box, workers, ANNE="tw@a.example", ANNA="tw+b@a.example", CLEO="cleo@c.example", DORA="dora@d.example")
    box.reply(letters["ANNE"], "PROPOSE EXTEND 2d")
    box.reply(letters["ANNA"], "VOTE NO 1")
    told = box.reply(letters["CLEO"], "VOTE NO 1")
    assert "0 said yes, 2 no, 1 did not vote; 2 yes were needed" in to(told, "DORA")


def test_several_seats_of_one_mailbox_are_told_to_the_master(box: Box, workers: Workers) -> None:
    asyncio.run(master.create(box.desk, "TOY-1"))
    join(box, "tw@a.example", "ANNE")
    (asked,) = box.send("TW+b@a.example", "JOIN TOY-1\nNAME=ANNA")
    told = to(box.reply(asked, ""), "gm")
    assert "The seats ANNE and ANNA in TOY-1 are held from one mailbox under several addresses" in told


def test_several_seats_of_one_mailbox_are_refused_where_the_file_says_so(
    box: Box, desk: Desk, home: Path, workers: Workers
) -> None:
    path = home / "games" / "toy-1.toml"
    path.write_text(f'several_seats = "refused"\n{path.read_text()}')
    desk.read_files()
    asyncio.run(master.create(desk, "TOY-1"))
    join(box, "tw@a.example", "ANNE")
    said = to(box.send("TW+b@a.example", "JOIN TOY-1\nNAME=ANNA"), "tw")
    assert "Your mailbox holds a seat in TOY-1 under another address" in said
    assert "ANNE" not in said


def test_a_change_of_address_makes_no_second_seat_of_one_mailbox(box: Box, desk: Desk, home: Path, workers: Workers) -> None:
    """The same by another way: a player moves to a tag of somebody's mailbox."""
    path = home / "games" / "toy-1.toml"
    path.write_text(f'several_seats = "refused"\n{path.read_text()}')
    desk.read_files()
    begin(box, workers, **WIDE)
    with pytest.raises(master.MasterError, match="one person cannot have two"):
        asyncio.run(master.move_player(desk, WIDE["BERT"], "anne+b@a.example"))
    path.write_text(path.read_text().replace("refused", "told"))
    desk.read_files()
    box.news()
    asyncio.run(master.move_player(desk, WIDE["BERT"], "anne+b@a.example"))
    assert "The seats ANNE and BERT in TOY-1 are held from one mailbox" in to(box.news(), "gm")


@pytest.mark.parametrize(
    ("address", "mailbox"),
    [
        ("tw+b@a.example", "tw@a.example"),
        ("TW@A.example", "tw@a.example"),
        ("+tag@a.example", "+tag@a.example"),
        ("a+b+c@a.example", "a@a.example"),
        ("", ""),
    ],
)
def test_tags_and_case_are_folded(address: str, mailbox: str) -> None:
    assert mailbox_of(address) == mailbox
