"""Buttons in letters: what a tap writes comes back as the command that the button is for, and as nothing else."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage
from email.utils import parseaddr
from urllib.parse import unquote, urlsplit

import lxml.html
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import Session

from postern.desk.commands import registry
from postern.desk.context import Desk
from postern.desk.documents.mailto import mailto
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.language.parse import guess, match
from postern.store import seats, votes
from tests.desk.box import GAME, Box, text_of
from tests.desk.playing import game_of, on_file

ANN, BOB = "ann@a.example", "bob@b.example"
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
