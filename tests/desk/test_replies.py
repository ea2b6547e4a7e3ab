"""What a letter means by the letter that it replies to: words to the game master, and the master's words to a player."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage

import pytest

from postern.desk import master
from postern.desk.context import Desk
from postern.desk.due import run_due
from postern.desk.workers import Workers
from tests.desk.box import Box, text_of
from tests.desk.playing import on_file

MASTER = "gm@example.org"
PEOPLE = ("ANNE", "BERT", "CLEO")


@pytest.fixture
async def letters(desk: Desk, box: Box, workers: Workers) -> dict[str, EmailMessage]:
    """TOY-1 in its first turn with ANNE, BERT and a computer player; what they reply to."""
    await master.create(desk, "TOY-1")
    for name in PEOPLE[:2]:
        (question,) = box.send(f"{name.lower()}@example.org", f"JOIN TOY-1\nNAME={name}")
        box.reply(question, "")
    await run_due(desk, workers)
    return {str(letter["To"]).partition("@")[0].upper(): letter for letter in box.news()}


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def to(found: list[EmailMessage], name: str) -> list[EmailMessage]:
    return [letter for letter in found if str(letter["To"]).startswith(name.lower())]


def told(found: list[EmailMessage], name: str) -> str:
    """All that this reader is told, in one line."""
    return " ".join(flat(letter) for letter in to(found, name))


def by_master(box: Box, line: str, name: str = "ANNE") -> EmailMessage:
    """What ANNE gets because the game master writes this."""
    (menu,) = box.send(MASTER, "GM")
    return to(box.reply(menu, line, MASTER), name)[0]


@pytest.mark.parametrize(
    "line",
    ["SAY TOY-1\nWho wants a break?\nEND", "SAY TOY-1 ANNE\nAre you well?\nEND", "PAUSE TOY-1 holidays", "EXTEND TOY-1 1d"],
)
def test_words_in_reply_to_a_game_master_reach_the_game_master(
    letters: dict[str, EmailMessage], box: Box, desk: Desk, line: str
) -> None:
    answers = box.reply(by_master(box, line), "Fine with me, and thank you for asking.\nMy guess was right, by the way.")
    assert "Fine with me, and thank you for asking. My guess was right" in told(answers, "gm")
    assert "ANNE in TOY-1" in told(answers, "gm")
    assert "Your message went to the game master." in told(answers, "anne")
    assert "no order" not in told(answers, "anne")
    assert on_file(desk, "ANNE") is None


def test_orders_beside_such_words_are_filed_and_only_the_words_passed_on(
    letters: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    pause = by_master(box, "SAY TOY-1\nHello\nEND")
    answers = box.reply(pause, "Thank you for the word.\n\nguess 4\nREADY")
    assert on_file(desk, "ANNE") is not None
    assert "guess 4" in str(on_file(desk, "ANNE")).lower()
    assert "Thank you for the word." in told(answers, "gm")
    assert "guess 4" not in told(answers, "gm").lower()


@pytest.mark.parametrize("slip", ["gues 4", "guess 44", "REDY"])
def test_an_order_or_command_with_a_slip_in_it_is_no_word_to_the_game_master(
    letters: dict[str, EmailMessage], box: Box, slip: str
) -> None:
    assert to(box.reply(by_master(box, "SAY TOY-1\nHello\nEND"), slip), "gm") == []


def test_the_same_words_in_reply_to_a_report_go_to_nobody(letters: dict[str, EmailMessage], box: Box) -> None:
    assert to(box.reply(letters["ANNE"], "Fine with me, and thank you for asking."), "gm") == []


def test_a_vacation_notice_is_not_passed_on(letters: dict[str, EmailMessage], box: Box) -> None:
    said = by_master(box, "SAY TOY-1\nHello\nEND")
    answers = box.reply(said, "I am out of the office until Monday and will read your letter then.")
    assert to(answers, "gm") == []


def test_a_reply_that_lost_its_ids_is_known_by_its_subject(letters: dict[str, EmailMessage], box: Box) -> None:
    said = by_master(box, "SAY TOY-1 ANNE\nHello\nEND")
    answers = box.send("anne@example.org", "Hello yourself, dear master.", str(said["Reply-To"]), f"AW: {said['Subject']}")
    assert "Hello yourself" in told(answers, "gm")


@pytest.fixture
def ejected(letters: dict[str, EmailMessage], box: Box) -> EmailMessage:
    return by_master(box, "EJECT TOY-1 ANNE never writes")


def test_an_ejected_players_reply_reaches_the_game_master(ejected: EmailMessage, box: Box) -> None:
    answers = box.reply(ejected, "I was in hospital.\nMay I come back?")
    assert "Who was ANNE in TOY-1 writes to you (anne@example.org): I was in hospital. May I come back?" in told(answers, "gm")
    assert "RESEAT TOY-1 ANNE" in told(answers, "gm")
    assert "Your message went to the game master." in told(answers, "anne")
    assert "You hold no seat in TOY-1 any more" in told(answers, "anne")


def test_commands_for_everybody_in_such_a_reply_are_still_carried_out(ejected: EmailMessage, box: Box) -> None:
    answers = box.reply(ejected, "GAMES")
    assert to(answers, "gm") == []
    assert to(answers, "anne")


def test_nobody_else_writes_to_the_game_master_as_somebody_ejected(ejected: EmailMessage, box: Box) -> None:
    subject = f"Re: {ejected['Subject']}"
    assert to(box.send("anne@example.org", "I cheated, all of you!", subject=subject), "gm") == []
    assert to(box.reply(ejected, "I cheated, all of you!", "mallory@example.net"), "gm") == []


def seated(desk: Desk) -> dict[str, str]:
    """Who sits in TOY-1: name → address, or "computer"."""
    (line,) = asyncio.run(master.list_games(desk))
    return {seat.name: "computer" if seat.computer else seat.address for seat in line.seats}


def test_a_former_player_is_seated_again_with_all_that_was_theirs(
    letters: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    box.reply(letters["ANNE"], "guess 4")
    gone = by_master(box, "EJECT TOY-1 ANNE never writes")
    assert seated(desk)["ANNE"] == "computer"
    back = by_master(box, "RESEAT TOY-1 ANNE")
    assert seated(desk)["ANNE"] == "anne@example.org"
    assert "the seat ANNE in TOY-1" in flat(back)
    assert str(on_file(desk, "ANNE")).lower() == "guess 4"
    assert "guess 4" in told(box.reply(back, "SHOW"), "anne")
    assert "You hold no seat" not in told(box.reply(gone, "guess 5"), "anne"), "the old letter asks to confirm"
    assert str(on_file(desk, "ANNE")).lower() == "guess 4", "and opens nothing"


def test_somebody_else_is_seated_without_what_was_anothers(letters: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.reply(letters["ANNE"], "guess 4")
    by_master(box, "EJECT TOY-1 ANNE")
    by_master(box, "RESEAT TOY-1 ANNE cleo@example.org", "CLEO")
    assert seated(desk)["ANNE"] == "cleo@example.org"
    assert on_file(desk, "ANNE") is None


def test_who_was_ejected_while_the_game_gathers_gets_name_and_seat_again(box: Box, desk: Desk) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (question,) = box.send("anne@example.org", "JOIN TOY-1\nNAME=ANNE")
    box.reply(question, "")
    by_master(box, "EJECT TOY-1 ANNE")
    assert seated(desk) == {}
    by_master(box, "RESEAT TOY-1 ANNE")
    assert seated(desk) == {"ANNE": "anne@example.org"}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("RESEAT TOY-1 ANNE", "ANNE in TOY-1 has a player"),
        ("RESEAT TOY-1 NOBODY", "TOY-1 has no seat NOBODY; there are: ANNE, BERT, ALDER"),
        ("RESEAT TOY-1 ALDER", "not on record who held ALDER in TOY-1; name the address"),
        ("RESEAT TOY-1 ALDER bert@example.org", "bert@example.org holds another seat in TOY-1"),
        ("RESEAT TOY-1 ALDER orders+x@example.org", "cannot be a player's address"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(letters: dict[str, EmailMessage], box: Box, line: str, why: str) -> None:
    (menu,) = box.send(MASTER, "GM")
    assert why in told(box.reply(menu, line, MASTER), "gm")
