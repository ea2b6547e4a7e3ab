"""Buttons in letters: what a tap writes comes back as the command that the button is for, and as nothing else."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo

import lxml.html
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import Session

from postern.desk.commands import registry
from postern.desk.context import Desk
from postern.desk.documents.mailto import mailto
from postern.desk.documents.templates import Part
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.gamemaster.mail import errands
from postern.desk.games.due import run_due
from postern.desk.language.parse import guess, match
from postern.desk.timing.clock import ManualClock
from postern.desk.timing.moments import Dial
from postern.store import seats, votes
from tests.desk.box import GAME, NOON, Box, text_of
from tests.desk.playing import finished, game_of, newest, on_file

ANN, BOB, MASTER = "ann@a.example", "bob@b.example", "gm@example.org"
SIGNATURE = "\n\n-- \nSent from my telephone\n"


def tapped(href: str) -> tuple[str, dict[str, str]]:
    """Whom a link writes to, and the fields of that letter, as RFC 6068 (2) has them: a plus sign is a plus sign."""
    uri = urlsplit(href)
    assert uri.scheme == "mailto"
    fields = dict(field.split("=", 1) for field in uri.query.split("&"))
    return unquote(uri.path, errors="strict"), {name: unquote(value, errors="strict") for name, value in fields.items()}


def buttons(letter: EmailMessage) -> dict[str, str]:
    """What the buttons of a letter say → where they lead."""
    part = letter.get_body(("html",))
    assert part is not None
    page = lxml.html.document_fromstring(str(part.get_content()))
    return {link.text_content(): str(link.get("href")) for link in page.iter("a") if "button" in str(link.get("class"))}


def tap(box: Box, letter: EmailMessage, label: str, sender: str = "") -> list[EmailMessage]:
    """A reader taps the button and sends what their mail program has made of it, with their signature."""
    to, fields = tapped(buttons(letter)[label])
    assert to == parseaddr(str(letter["Reply-To"]))[1], "a tap writes to the letter's own reply address"
    return box.send(sender or str(letter["To"]), fields["body"] + SIGNATURE, to, fields["subject"])


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def is_ready(desk: Desk, name: str) -> bool:
    def find(session: Session) -> bool:
        game = game_of(session)
        return next(seat for seat in seats.of_game(session, game.id) if seat.name == name).ready_turn == game.turn

    return desk.store.read_now(find)


def test_ready_and_wait(box: Box, desk: Desk, report: EmailMessage) -> None:
    assert list(buttons(report)) == ["My orders are final", "What follows?", "My orders"]
    (answer,) = box.reply(report, "guess 7")
    assert not is_ready(desk, "ANN")
    (answer,) = tap(box, answer, "My orders are final")
    assert is_ready(desk, "ANN")
    assert "My orders are final" not in buttons(answer)
    (answer,) = tap(box, answer, "Not ready after all")
    assert not is_ready(desk, "ANN")
    assert on_file(desk, "ANN") == "guess 7"


def test_show_and_forecast(box: Box, desk: Desk, report: EmailMessage) -> None:
    box.reply(report, "guess 7")
    (shown,) = tap(box, report, "My orders")
    assert "ON FILE FOR TURN 1 (1)" in text_of(shown)
    (forecast,) = tap(box, shown, "What follows?")
    assert forecast["Subject"] == "[TOY-1 turn 1] ANN: forecast"
    assert list(buttons(forecast)) == ["My orders are final", "My orders"]
    assert on_file(desk, "ANN") == "guess 7"


def test_a_tap_in_an_old_letter_says_nothing_of_the_turn_that_is_awaited_now(
    box: Box, desk: Desk, report: EmailMessage, workers: Workers
) -> None:
    box.reply(report, "guess 7")
    asyncio.run(master.run_now(desk, workers, "TOY-1"))
    box.news()
    (answer,) = tap(box, report, "My orders are final")
    assert not is_ready(desk, "ANN")
    assert "turn 1" in flat(answer)


@pytest.mark.parametrize(("label", "state"), [("I vote yes", "passed"), ("I vote no", "failed")])
def test_a_vote(box: Box, desk: Desk, report: EmailMessage, label: str, state: str) -> None:
    (asked,) = (letter for letter in box.reply(report, "PROPOSE EXTEND 2d") if letter["To"] == BOB)
    assert list(buttons(asked)) == ["I vote yes", "I vote no"]
    tap(box, asked, label)
    (proposal,) = desk.store.read_now(lambda session: votes.of_game(session, game_of(session).id))
    assert proposal.state == state


def test_the_list_of_votes_has_buttons_too(box: Box, desk: Desk, report: EmailMessage) -> None:
    (asked,) = (letter for letter in box.reply(report, "PROPOSE EXTEND 2d") if letter["To"] == BOB)
    (told,) = box.reply(asked, "STATUS\nVOTE")
    (listed,) = box.reply(told, "VOTE")
    assert "I vote no" in buttons(listed)
    tap(box, listed, "I vote no")
    (proposal,) = desk.store.read_now(lambda session: votes.of_game(session, game_of(session).id))
    assert proposal.state == "failed"


@pytest.mark.parametrize(("label", "seated"), [("Confirm", 1), ("Decline", 0)])
def test_a_question(box: Box, desk: Desk, label: str, seated: int) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (asked,) = box.send(ANN, "JOIN TOY-1\nNAME=ANN")
    (answer,) = tap(box, asked, label)

    def people(session: Session) -> int:
        return sum(seat.player_id is not None for seat in seats.of_game(session, game_of(session).id))

    assert desk.store.read_now(people) == seated
    assert ("thrown away" in flat(answer)) == (seated == 0)


@pytest.mark.parametrize(("label", "holds"), [("Confirm", False), ("Decline", True)])
def test_what_cannot_be_undone(box: Box, desk: Desk, report: EmailMessage, label: str, holds: bool) -> None:
    (asked,) = box.reply(report, "RESIGN")
    tap(box, asked, label)

    def has_seat(session: Session) -> bool:
        return any(seat.name == "ANN" and seat.player_id is not None for seat in seats.of_game(session, game_of(session).id))

    assert desk.store.read_now(has_seat) == holds


def test_a_no_stays_a_no_where_a_mail_program_leaves_out_the_body(box: Box, desk: Desk) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (asked,) = box.send(ANN, "JOIN TOY-1\nNAME=ANN")
    to, fields = tapped(buttons(asked)["Decline"])
    (answer,) = box.send(ANN, "", to, fields["subject"])
    assert "thrown away" in flat(answer)


def test_a_letter_about_two_games_has_buttons_for_the_one_that_a_reply_reaches(
    box: Box, desk: Desk, report: EmailMessage
) -> None:
    (desk.config.games_folder / "toy-2.toml").write_text(GAME.replace("TOY-1", "TOY-2"))
    desk.read_files()
    asyncio.run(master.create(desk, "TOY-2"))
    (asked,) = box.send(ANN, "JOIN TOY-2\nNAME=ANN")
    box.reply(asked, "")
    (answer,) = box.reply(report, "STATUS\nGAME TOY-2\nSTATUS")
    assert "TOY-2: you are ANN" in str(answer.get_body(("html",)))
    assert {tapped(href)[1]["subject"].partition("]")[0] for href in buttons(answer).values()} == {"[TOY-1 turn 1"}


def test_who_shows_a_letter_to_others_hands_over_no_seat(box: Box, report: EmailMessage) -> None:
    """Mail programs write out where the links of a quoted letter lead."""
    to, _ = tapped(next(iter(buttons(report).values())))
    token = to.partition("+")[2].partition("@")[0]
    links = "\n".join(f"Look: {label} <{href}>" for label, href in buttons(report).items())
    answers = box.reply(report, f"PRESS TO BOB\n{links}\nor {to.upper()}, orders+{'a' * 24}@example.org\nEND")
    (press,) = (letter for letter in answers if letter["To"] == BOB)
    assert token in links
    assert token not in press.as_string().lower()
    assert "<mailto:orders@example.org?subject=" in flat(press)
    assert f"orders+{'a' * 24}@example.org" in flat(press), "what is no token of ours stays"


def test_what_a_button_says_is_no_command_where_a_letter_is_quoted_without_a_mark(box: Box, report: EmailMessage) -> None:
    (asked,) = box.reply(report, "RESIGN")
    (answer,) = box.reply(report, "READY")
    labels = [*buttons(report), *buttons(asked), *buttons(answer), "I vote yes", "I vote no"]
    assert len(set(labels)) >= 7
    for label in labels:
        assert match(label, registry.forms()) is None
        assert guess(label, registry.forms()) == ""


def test_news_of_the_deadline_has_buttons_while_the_game_runs(
    box: Box, desk: Desk, report: EmailMessage, clock: ManualClock
) -> None:
    box.reply(report, "guess 7")
    asyncio.run(master.extend(desk, "TOY-1", by=timedelta(hours=24)))
    moved = finished(box, newest(box, ANN, "news"))
    assert "New deadline" in str(moved["Subject"])
    assert list(buttons(moved)) == ["My orders are final", "My orders", "What follows?"]
    tap(box, moved, "My orders are final")
    assert is_ready(desk, "ANN")
    clock.advance(timedelta(minutes=1))
    asyncio.run(master.pause(desk, "TOY-1", "a holiday"))
    assert buttons(finished(box, newest(box, ANN, "news"))) == {}


@pytest.fixture
def waiting(home: Path) -> None:
    file = home / "games" / "toy-1.toml"
    file.write_text(f'missed = "wait"\n{file.read_text()}')


def test_where_the_turn_waits_a_player_sees_his_orders_and_a_game_master_runs_it(
    waiting: None, box: Box, desk: Desk, report: EmailMessage, clock: ManualClock, workers: Workers
) -> None:
    box.reply(report, "guess 7")
    box.news()
    clock.advance(timedelta(days=8))
    asyncio.run(run_due(desk, workers))
    letters = {(str(letter["To"]), str(letter["Subject"])): letter for letter in box.news()}
    waits = letters[ANN, "[TOY-1 turn 1] The turn waits for orders"]
    assert list(buttons(waits)) == ["My orders", "What follows?"]
    (shown,) = tap(box, waits, "My orders")
    assert "ON FILE FOR TURN 1 (1)" in text_of(shown)
    tap(box, letters[MASTER, "[TOY-1 turn 1] The turn waits for BOB"], "Run it without them")
    asyncio.run(run_due(desk, workers))
    assert desk.store.read_now(lambda session: game_of(session).turn) == 2


def to_master(letters: list[EmailMessage]) -> EmailMessage:
    return next(letter for letter in letters if letter["To"] == MASTER)


def test_a_game_master_grants_a_later_deadline(box: Box, desk: Desk, report: EmailMessage) -> None:
    before = desk.store.read_now(lambda session: game_of(session).deadline)
    asked = to_master(box.reply(report, "EXTEND 2d please"))
    assert list(buttons(asked)) == ["Grant it"]
    tap(box, asked, "Grant it")
    after = desk.store.read_now(lambda session: game_of(session).deadline)
    assert before is not None
    assert after == before + timedelta(days=2)


@pytest.mark.parametrize(("label", "readers"), [("Send them", [MASTER, ANN]), ("Drop them", [MASTER])])
def test_a_game_masters_words_to_a_player(box: Box, report: EmailMessage, label: str, readers: list[str]) -> None:
    asked = to_master(box.reply(report, "PRESS TO GM\nMay I?\nEND"))
    (shown,) = box.reply(asked, "You may.", MASTER)
    assert {str(letter["To"]) for letter in tap(box, shown, label)} == set(readers)


def test_buttons_of_two_lines_have_one_in_the_subject(desk: Desk) -> None:
    data = {"game": SimpleNamespace(name="TOY-1", turn=3), "early": False, "reply": "orders+abc2@example.org"}
    page = desk.templates.page([Part("master_no_deadline", data)])
    links = {link.text_content(): str(link.get("href")) for link in lxml.html.document_fromstring(page.html).iter("a")}
    _, fields = tapped(links["Set a new deadline"])
    assert fields == {"subject": "[TOY-1 turn 3] PAUSE TOY-1", "body": "PAUSE TOY-1\r\nRESUME TOY-1"}


def test_what_buttons_for_game_masters_write_are_words_of_theirs(desk: Desk) -> None:
    game = SimpleNamespace(name="TOY-1", turn=3, title="Toy")
    brakes = [
        SimpleNamespace(address="a@b.example", reason="x", until=NOON),
        SimpleNamespace(address="", reason="x", until=NOON),
    ]
    parts = [
        Part("master_halted", {"game": game, "trace": ""}),
        Part("master_letter_failed", {"letter_id": 12, "writer": "a", "subject": "b", "trace": ""}),
        Part("master_brake", {"brakes": brakes, "zone": Dial(ZoneInfo("UTC"))}),
        Part("master_asked", {"game": game, "seat_name": "ANN", "former": "a@b.example", "text": "hello"}),
        Part("master_answer", {"done": []}),
        Part("digest", {"lines": ""}),
    ]
    for part in parts:
        page = desk.templates.page(
            [Part("sorry", {"subject": ""}), replace(part, data={**part.data, "reply": "orders+ab@example.org"})]
        )
        links = [str(link.get("href")) for link in lxml.html.document_fromstring(page.html).iter("a")]
        assert links, part.name
        for link in links:
            found = errands(tapped(link)[1]["body"].splitlines())
            assert found
            assert all(wanted.verb is not None for wanted in found), (part.name, found)


_WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=40)


@given(_WORDS, st.lists(_WORDS, min_size=1, max_size=3))
def test_whatever_a_link_says_arrives(subject: str, lines: list[str]) -> None:
    body = "\n".join(lines)
    to, fields = tapped(mailto("orders+abc2@example.org", subject, body))
    assert (to, fields["subject"]) == ("orders+abc2@example.org", subject)
    assert fields["body"].split("\r\n") == (body.splitlines() or [""])


def test_a_link_is_written_as_rfc_6068_has_it() -> None:
    assert mailto("orders+a1@b.example", "[QJ-1 turn 2] A&B", "VOTE YES 1\nEND") == (
        "mailto:orders%2Ba1@b.example?subject=%5BQJ-1%20turn%202%5D%20A%26B&body=VOTE%20YES%201%0D%0AEND"
    )
