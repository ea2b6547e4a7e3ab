"""What a letter means by the letter that it replies to: words to the game master, and the master's words to a player."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from email.message import EmailMessage

import pytest

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.games.due import run_due
from postern.desk.timing.clock import ManualClock
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
    box.reply(by_master(box, "RESEAT TOY-1 ANNE cleo@example.org", "CLEO"), "")
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


@pytest.fixture
def question(letters: dict[str, EmailMessage], box: Box) -> EmailMessage:
    """ANNE's question as the game master gets it."""
    return to(box.reply(letters["ANNE"], "PRESS TO GM\nMay I guess twice?\nEND"), "gm")[0]


WORDS = "Dear Anne,\n\nno, you may not. Say hello to Bert!\nStart early, and rest well.\n\nThe master"


def test_a_game_masters_words_go_to_the_player_who_wrote_once_confirmed(question: EmailMessage, box: Box) -> None:
    asked = box.reply(question, WORDS, MASTER)
    assert [letter["To"] for letter in asked] == [MASTER], "nothing goes before the YES"
    assert "Reply YES, and these words go to ANNE in TOY-1" in flat(asked[0])
    assert " ".join(WORDS.split()) in flat(asked[0])
    assert "Not understood" not in flat(asked[0])
    sent = box.reply(asked[0], "Yes.\n\nThe master", MASTER)
    assert "Said to ANNE in TOY-1." in told(sent, "gm")
    assert "Not understood" not in told(sent, "gm")
    assert " ".join(WORDS.split()) in told(sent, "anne")
    assert to(sent, "bert") == []
    assert "Thank you, I see" in told(box.reply(to(sent, "anne")[0], "Thank you, I see."), "gm"), "and so on"
    assert to(box.reply(asked[0], "YES", MASTER), "anne") == [], "once is enough"


def test_no_drops_the_words(question: EmailMessage, box: Box) -> None:
    asked = box.reply(question, WORDS, MASTER)[0]
    assert "dropped" in told(box.reply(asked, "No", MASTER), "gm")
    assert to(box.reply(asked, "YES", MASTER), "anne") == []


def test_lines_for_us_are_carried_out_beside_the_words(question: EmailMessage, box: Box) -> None:
    asked = box.reply(question, "EXTEND TOY-1 1d\nThere is more time now.\nPUASE TOY-1", MASTER)
    at_gm = told(asked, "gm")
    assert "the deadline is now" in at_gm
    assert "these words go to ANNE in TOY-1; NO drops them: There is more time now." in at_gm
    assert "Did you mean PAUSE" in at_gm
    assert "There is more time now." in told(box.reply(to(asked, "gm")[0], "yes", MASTER), "anne")


def test_words_to_who_was_ejected_reach_them_and_their_answer_the_master(ejected: EmailMessage, box: Box) -> None:
    complaint = to(box.reply(ejected, "Why?"), "gm")[0]
    asked = box.reply(complaint, "You never wrote, dear Anne.", MASTER)[0]
    sent = box.reply(asked, "YES", MASTER)
    assert "Said to the player who was ANNE in TOY-1." in told(sent, "gm")
    words = to(sent, "anne")[0]
    assert "You never wrote, dear Anne." in flat(words)
    assert "Who was ANNE in TOY-1 writes to you" in told(box.reply(words, "Let me try once more."), "gm")


def test_words_in_reply_to_a_wish_for_time_and_to_a_complaint_go_to_who_wrote(
    letters: dict[str, EmailMessage], box: Box, clock: ManualClock
) -> None:
    wish = to(box.reply(letters["BERT"], "EXTEND 2d because I am ill"), "gm")[0]
    asked = box.reply(wish, "Get well first, then we shall see.", MASTER)[0]
    assert "Get well first" in told(box.reply(asked, "YES", MASTER), "bert")
    clock.advance(timedelta(minutes=1))
    press = to(box.reply(letters["ANNE"], "PRESS TO BERT\nYou cheat\nEND"), "bert")[0]
    complaint = to(box.reply(press, "ABUSE"), "gm")[0]
    asked = box.reply(complaint, "I had a word with them.", MASTER)[0]
    sent = box.reply(asked, "YES", MASTER)
    assert "I had a word with them." in told(sent, "bert")
    assert to(sent, "anne") == []


def test_words_in_reply_to_a_letter_that_failed_answer_it(letters: dict[str, EmailMessage], box: Box) -> None:
    failed = to(box.reply(letters["ANNE"], "burst"), "gm")[0]
    asked = box.reply(failed, "I put that right by hand, dear Anne.", MASTER)[0]
    assert "these words go to the writer of letter" in flat(asked)
    sent = box.reply(asked, "YES", MASTER)
    assert "I put that right by hand" in told(sent, "anne")
    assert "is answered in your words" in told(sent, "gm")


def test_prose_elsewhere_is_still_not_understood_and_a_yes_to_nothing_does_nothing(
    letters: dict[str, EmailMessage], box: Box
) -> None:
    (menu,) = box.send(MASTER, "GM")
    assert "Not understood" in told(box.reply(menu, "What shall I do with Anne?", MASTER), "gm")
    assert "Not understood" in told(box.reply(menu, "YES", MASTER), "gm")


@pytest.mark.parametrize("tail", ["guess 4", "guess 4\nbuy 1", "READY", "STATUS\nguess 4"])
def test_press_without_end_that_swallows_orders_or_commands_is_asked_about(
    letters: dict[str, EmailMessage], box: Box, desk: Desk, tail: str
) -> None:
    answers = box.reply(letters["ANNE"], f"PRESS TO BERT\nLet us be friends.\n\n{tail}")
    assert to(answers, "bert") == []
    assert on_file(desk, "ANNE") is None
    shown = text_of(to(answers, "anne")[0]).replace("\n  ", "\n")
    assert f"PRESS TO BERT\nLet us be friends.\nEND\n{tail}" in shown
    assert "Let us be friends." in told(box.reply(letters["ANNE"], f"PRESS TO BERT\nLet us be friends.\nEND\n{tail}"), "bert")


@pytest.mark.parametrize(
    "message", ["Ready when you are.\nStatus quo is fine with me.", "I guess 4 of them are yours", "Hello"]
)
def test_press_without_end_and_without_such_lines_goes(letters: dict[str, EmailMessage], box: Box, message: str) -> None:
    assert " ".join(message.split()) in told(box.reply(letters["ANNE"], f"PRESS TO BERT\n{message}"), "bert")


def test_orders_above_an_end_are_part_of_the_message(letters: dict[str, EmailMessage], box: Box) -> None:
    assert "guess 4" in told(box.reply(letters["ANNE"], "PRESS TO BERT\nLast turn I wrote\nguess 4\nEND"), "bert")


def test_a_computer_player_reads_no_letters(letters: dict[str, EmailMessage], box: Box) -> None:
    answer = told(box.reply(letters["ANNE"], "PRESS TO ALDER\nPeace?\nEND"), "anne")
    assert "ALDER is played by the computer and reads no letters; nothing was sent." in answer
    both = box.reply(letters["ANNE"], "PRESS TO BERT ALDER\nPeace?\nEND")
    assert "ALDER is played by the computer" in told(both, "anne")
    assert to(both, "bert") == []
