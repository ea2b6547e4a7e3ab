"""A game master's reply address used from elsewhere, and lines that may not be meant: they are asked about at the master's own
address, and what only looks is done at once."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from email.message import EmailMessage

import pytest
from sqlmodel import select

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.gamemaster.verbs import VERBS
from postern.desk.timing.clock import ManualClock
from postern.store import masters, seats
from postern.store.tables import GameState, Journal
from tests.desk.box import Box, text_of
from tests.desk.playing import ANN, BOB, begin, game_of, join

MASTER, MALLORY = "gm@example.org", "mallory@example.net"
WRITTEN = {
    "GAMES": "GAMES",
    "SHOW": "SHOW TOY-1",
    "DIGEST": "DIGEST",
    "RELEASE": "RELEASE ALL",
    "CREATE": "CREATE TOY-1",
    "START": "START TOY-1",
    "PAUSE": "PAUSE TOY-1 holidays",
    "RESUME": "RESUME TOY-1",
    "EXTEND": "EXTEND TOY-1 2d",
    "RUN": "RUN TOY-1",
    "ROLLBACK": "ROLLBACK TOY-1 1",
    "REPLAY": "REPLAY TOY-1 1",
    "HISTORY": "HISTORY TOY-1",
    "SET": "SET TOY-1 grace = 1h",
    "SAY": "SAY TOY-1\nI am no master\nEND",
    "SUBMIT": "SUBMIT TOY-1 ANN\nguess 9\nEND",
    "EJECT": "EJECT TOY-1 ANN",
    "RESEAT": "RESEAT TOY-1 ALDER eve@example.net",
    "PROMOTE": "PROMOTE TOY-1 eve@example.net",
    "DEMOTE": "DEMOTE TOY-1 eve@example.net",
    "OBSERVERS": "OBSERVERS TOY-1",
    "PATCH": 'PATCH TOY-1\n[{"op": "replace", "path": "/goal", "value": 1}]\nEND',
    "WORLD": "WORLD TOY-1",
    "PRESS": "PRESS TOY-1",
    "JOURNAL": "JOURNAL TOY-1",
    "LETTERS": "LETTERS",
    "RETRY": "RETRY 1",
    "DROP": "DROP 1",
    "ANSWER": "ANSWER 1\nno\nEND",
    "HELP": "HELP",
}
LOOKS = frozenset("GAMES SHOW DIGEST HISTORY OBSERVERS WORLD PRESS JOURNAL LETTERS HELP".split())


@pytest.fixture
def first(box: Box, workers: Workers) -> dict[str, EmailMessage]:
    return begin(box, workers, ANN=ANN, BOB=BOB)


def menu(box: Box, master: str = MASTER) -> EmailMessage:
    (letter,) = (letter for letter in box.send(master, "GM") if letter["To"] == master)
    return letter


def told(letters: list[EmailMessage], to: str = MASTER) -> str:
    return " ".join(" ".join(text_of(letter).split()) for letter in letters if letter["To"] == to)


def entries(desk: Desk) -> int:
    return len(desk.store.read_now(lambda session: session.exec(select(Journal)).all()))


def deadline(desk: Desk) -> object:
    return desk.store.read_now(lambda session: game_of(session).deadline)


def test_every_verb_has_its_line_here() -> None:
    assert {verb.word for verb in VERBS} == set(WRITTEN)


@pytest.mark.parametrize("word", sorted(WRITTEN))
def test_from_another_address_a_line_only_looks(first: object, box: Box, desk: Desk, word: str) -> None:
    before = entries(desk)
    letters = box.reply(menu(box), WRITTEN[word], MALLORY)
    assert {letter["To"] for letter in letters} == {MASTER}, "nobody else is written to"
    assert entries(desk) == before, "nothing is changed"
    asks = "came from another address than yours. If you wrote it, reply YES" in told(letters)
    assert asks == (word not in LOOKS)


def test_the_yes_counts_at_the_masters_own_address_alone(first: object, box: Box, desk: Desk) -> None:
    reply_address = menu(box)
    (asked,) = box.reply(reply_address, "PAUSE TOY-1 holidays\nSHOW TOY-1", MALLORY)
    assert "YES" in told(box.reply(reply_address, "YES", MALLORY)), "it has not read the question"
    assert desk.store.read_now(lambda session: game_of(session).state) == GameState.RUNNING
    done = box.reply(asked, "YES\nSHOW TOY-1", "master.phone@example.net")
    assert "TOY-1 is paused; its players are told." in told(done)
    assert "holidays" in told(done, ANN)
    assert "carried out or dropped already" in told(box.reply(asked, "YES"))


def test_a_no_or_a_week_drops_what_came_from_elsewhere(first: object, box: Box, desk: Desk, clock: ManualClock) -> None:
    before = entries(desk)
    (asked,) = box.reply(menu(box), "EJECT TOY-1 ANN\nPAUSE TOY-1", MALLORY)
    assert told(box.reply(asked, "NO")).count("Dropped; nothing was done.") == 2
    (asked,) = box.reply(menu(box), "EJECT TOY-1 ANN", MALLORY)
    clock.advance(timedelta(days=8))
    assert "older than a week" in told(box.reply(asked, "YES"))
    assert entries(desk) == before


def test_drop_behind_observers_does_not_only_look(first: object, box: Box) -> None:
    letters = box.reply(menu(box), "OBSERVERS TOY-1 DROP eve@example.net", MALLORY)
    assert "If you wrote it, reply YES" in told(letters)


def test_a_second_masters_reply_address_is_no_better_from_elsewhere(first: object, box: Box, desk: Desk) -> None:
    second = "second@example.net"
    welcome = next(one for one in box.reply(menu(box), f"PROMOTE TOY-1 {second}") if one["To"] == second)
    asked = next(one for one in box.reply(welcome, "PAUSE TOY-1", MALLORY) if one["To"] == second)
    assert desk.store.read_now(lambda session: game_of(session).state) == GameState.RUNNING
    desk.store.write_now(lambda session: masters.demote(session, second, "TOY-1"))
    box.reply(asked, "YES")
    assert desk.store.read_now(lambda session: game_of(session).state) == GameState.RUNNING, "a master no more"


def test_words_to_a_player_wait_for_the_masters_own_yes(first: dict[str, EmailMessage], box: Box) -> None:
    question = next(one for one in box.reply(first["ANN"], "PRESS TO GM\nMay I?\nEND") if one["To"] == MASTER)
    (shown,) = box.reply(question, "You are out, go away.\nPAUSE TOY-1", MALLORY)
    assert told(box.reply(question, "YES", MALLORY), ANN) == ""
    done = box.reply(shown, "NO")
    assert "The words were dropped" in told(done)
    assert "Dropped; nothing was done." in told(done), "one NO for all that was asked"
    assert told(done, ANN) == ""


# --- lines that may not be meant -----------------------------------------------------------------------------------------


def test_an_extension_to_an_earlier_moment_is_asked_about(first: object, box: Box, desk: Desk) -> None:
    before = deadline(desk)
    (asked,) = box.reply(menu(box), "EXTEND TOY-1 UNTIL 2026-11-25 20:00")
    assert "EARLIER than the present deadline" in told([asked])
    assert deadline(desk) == before
    done = box.reply(asked, "YES")
    assert "the deadline is now Wed 25 Nov 2026" in told(done)
    assert deadline(desk) != before


def test_an_extension_that_moves_nothing_says_so(first: object, box: Box) -> None:
    assert "nothing was moved" in told(box.reply(menu(box), "EXTEND TOY-1 0h"))
    assert "nothing was moved" in told(box.reply(menu(box), "EXTEND TOY-1 UNTIL 2026-11-27 20:00"))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("UNTIL Sun 20:00", "Sun 29 Nov"),
        ("UNTIL Mon 9:00", "Mon 30 Nov"),
        ("UNTIL Sonntag 20:00", "Sun 29 Nov"),
        ("UNTIL Fri 23:00", "Fri 27 Nov"),
        ("UNTIL Fri 20:00", "Fri 4 Dec"),
        ("UNTIL Thu 20:00", "Thu 3 Dec"),
        ("UNTIL 21:30", "Fri 27 Nov"),
        ("UNTIL 19:00", "Sat 28 Nov"),
    ],
)
def test_weekdays_and_times_count_from_the_present_deadline(first: object, box: Box, written: str, read: str) -> None:
    """The deadline is Fri 27 Nov 2026, 20:00; today is Fri 20 Nov."""
    assert f"the deadline is now {read} 2026" in told(box.reply(menu(box), f"EXTEND TOY-1 {written}"))


def test_a_player_becomes_game_master_only_after_a_yes_and_all_are_told(first: object, box: Box, desk: Desk) -> None:
    (asked,) = box.reply(menu(box), f"PROMOTE TOY-1 {BOB.replace('@', '+gm@').title()}")
    assert "plays BOB in TOY-1 and would see all that the others hide" in told([asked])
    assert not desk.store.read_now(lambda session: masters.of_game(session, "TOY-1"))
    done = box.reply(asked, "YES")
    assert "has another game master now, who can see everything in it. It is the player of BOB." in told(done, ANN)


def test_a_second_master_who_does_not_play_is_told_of_without_an_address(first: object, box: Box) -> None:
    done = box.reply(menu(box), "PROMOTE TOY-1 second@example.net")
    for player in (ANN, BOB):
        assert "TOY-1 has another game master now" in told(done, player)
        assert "second@" not in told(done, player)


def test_a_new_address_has_the_seat_only_by_its_own_reply(first: object, box: Box, desk: Desk) -> None:
    eve = "eve@example.net"
    box.reply(menu(box), "EJECT TOY-1 BOB")
    done = box.reply(menu(box), f"RESEAT TOY-1 BOB {eve}")
    assert f"BOB in TOY-1 is offered to {eve}, who has it by replying" in told(done)
    (offered,) = (letter for letter in done if letter["To"] == eve)
    assert not list(offered.iter_attachments())
    held = desk.store.read_now(lambda session: seats.addresses(session, game_of(session).id))
    assert eve not in held.values(), "a slip of the pen gives no seat away"
    taken = box.reply(offered, "")
    assert "BOB in TOY-1 has a new player, seated by the game master" in told(taken, ANN)
    held = desk.store.read_now(lambda session: seats.addresses(session, game_of(session).id))
    assert eve in held.values()


def test_help_names_the_form(first: object, box: Box) -> None:
    assert "RESEAT game seat to who held it last; with address: offered there" in told(box.reply(menu(box), "HELP"))


def test_players_hear_that_a_game_master_plays(box: Box, workers: Workers) -> None:
    """Whoever takes a seat: as the game begins, and as a standby."""
    gem = "gm+play@example.org"
    asyncio.run(master.create(box.desk, "TOY-1"))
    join(box, ANN, "ANN")
    (asked,) = box.send(gem, "JOIN TOY-1\nNAME=GEM")
    letters = box.reply(asked, "")
    words = "The player of GEM in TOY-1 is a game master of it, too, and can see everything in it."
    assert told(letters, ANN).count(words) == 1
    assert words not in told(letters, gem)
