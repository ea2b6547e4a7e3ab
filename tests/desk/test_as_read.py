"""What the desk makes of a letter as read: orders typed into our quoted letter, what is left aside, what is unreadable."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Sequence
from email.message import EmailMessage

import pytest
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.gamemaster import master
from postern.desk.language.parse import within
from postern.desk.timing.clock import ManualClock
from postern.store import outbox
from postern.store.tables import LetterState, OutboxLetter
from tests.desk.box import Box, parse, text_of
from tests.desk.letters.test_letters import ANN, running
from tests.desk.playing import on_file

__all__ = ["running"]

BROKEN = "Content-Type: multipart/mixed; boundary=a\r\n\r\n" + "Content-Type: multipart/mixed\r\n" * 80 + "guess 3\r\n"


def flat(message: EmailMessage) -> str:
    return " ".join(text_of(message).split())


def quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines())


def broken(sender: str, to: str = "orders@example.org", more: str = "") -> bytes:
    return f"From: {sender}\r\nTo: {to}\r\nSubject: my orders\r\n{more}{BROKEN}".encode()


def test_an_order_edited_inside_our_quoted_letter_counts(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (answer,) = box.reply(running["ANN"], "guess 3\nbuy 2")
    edited = text_of(answer).replace("GUESS 3  you guess 3", "GUESS 5")
    assert edited != text_of(answer)
    (second,) = box.reply(answer, f"On Fri, 20 Nov 2026 at 12:00, Postern wrote:\n{quoted(edited)}\n")
    assert "line 1 1 GUESS 5" in flat(second)
    (third,) = box.reply(answer, quoted(text_of(answer).replace("ON FILE FOR TURN 1 (2)", "guess 7")))
    assert on_file(desk, "ANN") == "guess 7"
    assert "1 line as orders" in flat(third)
    (html,) = box.reply(answer, quoted(text_of(answer)))
    assert "only quoted text" in flat(html)
    assert on_file(desk, "ANN") == "guess 7"


@pytest.mark.parametrize("typed", ["guess 5", ""])
def test_orders_quoted_out_of_ones_own_earlier_letter_are_not_given_again(
    running: dict[str, EmailMessage], box: Box, desk: Desk, typed: str
) -> None:
    """Who replies to what they sent quotes their own orders, and below them our letter: without marks, as Outlook does."""
    (first,) = box.reply(running["ANN"], "HELP")
    box.reply(first, "guess 3\nbuy 2")
    head = "-----Original Message-----\nFrom: {}\nSent: Friday\nTo: {}\nSubject: x\n\n"
    body = f"{typed}\n\n{head.format('Ann', 'Postern')}guess 3\nbuy 2\n\n{head.format('Postern', 'Ann')}{text_of(first)}"
    (answer,) = box.send(
        ANN, body, str(first["Reply-To"]), In_Reply_To="<7@home.example>", References=f"{first['Message-ID']} <7@home.example>"
    )
    assert on_file(desk, "ANN") == (typed or "guess 3\nbuy 2")
    assert ("only quoted text" in flat(answer)) is not bool(typed)


def test_our_own_words_that_come_back_without_marks_are_no_commands(
    running: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    """A robot sends our letter back as it is; in it a line happens to be a command. What a person typed above it counts."""
    (answer,) = box.reply(running["ANN"], "guess 3")
    echo = text_of(answer).replace("\n\n", "\n\nready.\n\n", 1)
    row = next(row for row in box.rows() if row.message_id == answer["Message-ID"])
    desk.store.write_now(change_text, row.id, echo)
    (told,) = box.reply(answer, echo)
    assert not ready(desk, "ANN")
    assert on_file(desk, "ANN") == "guess 3"
    assert "only quoted text" in flat(told)
    box.reply(answer, f"guess 5\n{echo}")
    assert (on_file(desk, "ANN"), ready(desk, "ANN")) == ("guess 5", False)
    box.reply(answer, f"READY\n{echo}")
    assert ready(desk, "ANN")
    assert on_file(desk, "ANN") == "guess 5"


def change_text(session: Session, letter_id: int, text: str) -> None:
    row = session.get(OutboxLetter, letter_id)
    assert row is not None
    message = parse(row.raw or b"")
    part = message.get_body(("plain",))
    assert part is not None
    part.set_content(text)
    row.raw, row.bare = message.as_bytes(), None
    session.add(row)


def ready(desk: Desk, name: str) -> bool:
    return next(seat.ready for seat in asyncio.run(master.show(desk, "TOY-1")).seats if seat.name == name)


def test_our_letters_are_looked_up_only_where_something_is_quoted_that_is_ours(
    running: dict[str, EmailMessage], box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, ...]] = []
    real = outbox.written

    def written(session: Session, message_ids: Sequence[str], *, whole: bool) -> list[outbox.Written]:
        asked.append(tuple(message_ids))
        return real(session, message_ids, whole=whole)

    monkeypatch.setattr(outbox, "written", written)
    (answer,) = box.reply(running["ANN"], "guess 3\n-- \nAnn")
    assert asked == []
    box.send(ANN, "guess 4\n> what somebody wrote", str(answer["Reply-To"]), In_Reply_To="<1@elsewhere.example>")
    assert asked == []
    box.reply(answer, f"guess 5\n\n{quoted(text_of(answer))}")
    assert asked == [(str(answer["Message-ID"]),)]


def test_every_line_of_a_letter_is_accounted_for(running: dict[str, EmailMessage], box: Box) -> None:
    body = "guess 3\nbuy 1\nREADY\nPRESS TO BOB\nGood luck,\nmy friend\nEND\n\n-- \nAnn of the hills\n\n> one\n> two\n> three\n"
    _, answer = box.reply(running["ANN"], body)
    assert (
        "How I read your letter: 2 lines as orders, READY, PRESS with 2 lines as commands; left aside: "
        '2 lines of signature ("Ann of the hills"), 3 lines of quoted text.'
    ) in flat(answer)
    (empty,) = box.reply(running["ANN"], "")
    assert "left aside" not in flat(empty)
    (only_aside,) = box.reply(running["ANN"], "-- \nAnn of the hills")
    assert 'Left aside: 2 lines of signature ("Ann of the hills").' in flat(only_aside)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            "guess 3\n# later\nhelo there\nbuy 1",
            '2 lines as orders, 1 line that I could not read, 1 line without an order ("# later")',
        ),
        ("guess 3\nSAY BOB\nhello\nEND", "4 lines as orders."),
        ("guess 3\n#\n# 1\n# 2\n# 3", '1 line as orders, 4 lines without an order ("# 1", "# 2", "# 3" and others)'),
        ("Thank you\n# x", '1 line that I could not read, 1 line without an order ("# x")'),
        ("guess 3\nGAME TOY-9\nguess 4\nbuy 1", "1 line as orders, 2 lines passed over, GAME as a command"),
        ("CANCEL\nguess 3\nCANCEL", "1 line as orders, CANCEL, CANCEL as commands"),
    ],
)
def test_nothing_that_the_game_passed_over_counts_as_an_order(
    running: dict[str, EmailMessage], box: Box, body: str, told: str
) -> None:
    (answer,) = box.reply(running["ANN"], body)
    assert f"How I read your letter: {told}" in flat(answer)


LINES = ("guess 3", "buy 1", "# note", "Hello there", "SAY BOB", "END", "READY", "STATUS", "", "guess 3x", "-----", "| buy 1 |")


def test_the_lines_that_the_answer_accounts_for_are_those_of_the_letter(running: dict[str, EmailMessage], box: Box) -> None:
    chance = random.Random(15)
    for _ in range(60):
        lines = [chance.choice(LINES) for _ in range(chance.randint(1, 9))]
        answer = flat(box.reply(running["ANN"], "\n".join(lines))[-1])
        read = answer.partition("How I read your letter: ")[2]
        commands = re.findall(r"\b(?:READY|STATUS)\b", re.sub(r'"[^"]*"', "", read))
        counted = sum(map(int, re.findall(r"(\d+) lines? (?:as|that|without|passed|of)", read)))
        assert counted + len(commands) == sum(1 for line in lines if line.strip()), (lines, read)


def test_a_very_long_line_is_read_to_its_end(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    words = "word " * 100
    press, _ = box.reply(running["ANN"], f"PRESS TO BOB\n{words}the end of it")
    assert "the end of it" in flat(press)
    limit = desk.config.limits.line_length
    line = ", ".join(["guess 3"] * (limit // 9 + 1))
    assert within([line], limit, 9) == [line[: line.rindex(",", 0, limit) + 1], line[line.rindex(",", 0, limit) + 2 :]]
    assert within(["x" * limit * 3], limit, 2) == ["x" * limit * 3], "a word stays whole: cut, it might say something else"


def test_attachments_and_signatures_are_told(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    first = running["ANN"]
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Message-ID"] = ANN, str(first["Reply-To"]), "<files@home.example>"
    letter.set_content("buy 1\n")
    letter.add_attachment("guess 4\n", filename="orders.txt")
    letter.add_attachment(b"BEGIN:VCALENDAR", maintype="text", subtype="calendar", filename="turn.ics")
    letter.add_attachment(b"x", maintype="image", subtype="png", filename="me.png")
    box.put(letter.as_bytes())
    box.news()
    box.handle()
    (answer,) = box.news()
    assert on_file(desk, "ANN") == "buy 1\nguess 4"
    assert "The text of orders.txt was read with it. Not read: turn.ics (a calendar entry), me.png (a picture)." in flat(answer)
    below = "-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----"
    signed = f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nguess 6\n{below}"
    (answer,) = box.reply(first, signed)
    assert on_file(desk, "ANN") == "guess 6"
    assert "It came with an OpenPGP signature, which I did not check." in flat(answer)


def test_orders_in_a_document_are_told_first_to_be_unread(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    first = running["ANN"]

    def send(body: str, subject: str = "") -> EmailMessage:
        letter = parse(box.letter(ANN, body, str(first["Reply-To"]), subject))
        letter.add_attachment(
            b"PK",
            maintype="application",
            subtype="vnd.openxmlformats-officedocument.wordprocessingml.document",
            filename="o.docx",
        )
        box.put(letter.as_bytes())
        box.news()
        box.handle()
        return box.news()[-1]

    told = "These parts of your letter were not read: o.docx (a Word document). Please send plain text."
    for body in ("", "see my orders\n\nSent from my iPhone"):
        answer = flat(send(body, "my orders"))
        assert answer.startswith(told)
        assert "only a subject" not in answer
    assert told not in flat(send("guess 3"))
    assert on_file(desk, "ANN") == "guess 3"


def test_a_letter_with_nothing_above_a_telephones_own_line_is_empty(
    running: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    to = str(running["ANN"]["Reply-To"])
    (answer,) = box.send(ANN, "Sent from my iPhone", to, "my guess")
    assert "Your letter has only a subject, and I read neither a command nor an order in it." in flat(answer)
    (answer,) = box.reply(running["ANN"], "\n\nSent from my iPhone")
    assert "Your letter was empty, so nothing was changed." in flat(answer)


READ = "Your letter itself holds no orders, so I read those in its subject (as line 1)."


@pytest.mark.parametrize(
    ("subject", "body", "filed", "told"),
    [
        ("guess 3", "", "guess 3", READ),
        ("guess 3", "Sent from my iPhone", "guess 3", READ),
        ("guess 3", "READY", "guess 3", READ),
        ("guess 3", "Hello there\n\nAnn", "guess 3", READ),
        ("buy 2", "ADD", "guess 1\n\nbuy 2", READ),
        ("guess 3", "guess 4", "guess 4", 'I did not read the orders in the subject of your letter, "guess 3"'),
        ("Re: guess 3", "", "guess 1", 'I did not read the orders in the subject of your letter, "Re: guess 3"'),
        ("guess 4", "guess 4\nbuy 1", "guess 4\nbuy 1", "ON FILE"),
        ("[TOY-1] guess 3", "", "guess 1", "ON FILE"),
        ("good morning", "buy 1", "buy 1", "ON FILE"),
    ],
)
def test_orders_in_the_subject_are_read_where_the_letter_has_none(
    running: dict[str, EmailMessage], box: Box, desk: Desk, subject: str, body: str, filed: str, told: str
) -> None:
    to = str(running["ANN"]["Reply-To"])
    box.send(ANN, "guess 1", to)
    answer = box.send(ANN, body, to, subject)[-1]
    assert on_file(desk, "ANN") == filed
    assert told in flat(answer)
    assert ("subject" in flat(answer)) is ("subject" in told)


def test_orders_in_the_subject_of_what_may_be_a_program_are_not_read(
    running: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    box.send(ANN, "", str(running["ANN"]["Reply-To"]), "guess 3", X_Auto_Response_Suppress="DR")
    box.send(ANN, "I am out of the office until Monday.", str(running["ANN"]["Reply-To"]), "guess 4")
    assert on_file(desk, "ANN") in (None, "guess 3")
    (press,) = [letter for letter in box.reply(running["BOB"], "PRESS TO ANN\nHi") if letter["To"] == ANN]
    box.send(ANN, "thank you", str(press["Reply-To"]), "guess 5")
    assert on_file(desk, "ANN") != "guess 5"


def test_our_letter_that_was_saved_and_filled_in_comes_back_as_a_file(
    running: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    (answer,) = box.reply(running["ANN"], "guess 3\nbuy 2")
    saved = text_of(answer).replace("ON FILE FOR TURN 1 (2)", "ON FILE FOR TURN 1 (2)\nbuy 1")
    letter = parse(box.letter(ANN, "", str(answer["Reply-To"]), In_Reply_To=str(answer["Message-ID"])))
    letter.add_attachment(saved, filename="orders.txt")
    box.put(letter.as_bytes())
    box.handle()
    assert on_file(desk, "ANN") == "buy 1"


def test_what_was_left_aside_of_a_held_letter_is_told_once_it_is_confirmed(
    running: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    desk.config = desk.config.model_copy(update={"limits": desk.config.limits.model_copy(update={"attachments": 0})})
    letter = parse(box.letter(ANN, "guess 2\n-- \nAnn of the hills"))
    letter.add_attachment("buy 1", filename="more.txt")
    box.put(letter.as_bytes())
    box.handle()
    (asked,) = box.news()[-1:]
    (answer,) = box.reply(asked, "")
    assert on_file(desk, "ANN") == "guess 2"
    assert '1 line as orders; left aside: 2 lines of signature ("Ann of the hills").' in flat(answer)
    assert "Your letter brings 1 text file; I read 0." in flat(answer)


def test_a_player_whose_letter_cannot_be_taken_apart_is_told_what_to_do(
    running: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    box.put(broken(ANN, str(running["ANN"]["Reply-To"])))
    box.news()
    handled = box.handle()
    assert handled is not None
    assert handled.state is LetterState.FAILED
    mine, masters = box.news()
    assert (mine["To"], masters["To"]) == (ANN, "gm@example.org")
    assert "[TOY-1 turn 1] I could not read your letter" in str(mine["Subject"])
    assert "It has more than 60 parts that hold parts. Nothing in it was carried out" in flat(mine)
    assert "plain text typed straight into a reply to this letter" in flat(mine)
    assert "Its writer was asked to send plain text." in flat(masters)
    assert on_file(desk, "ANN") is None
    box.reply(mine, "guess 3")
    assert on_file(desk, "ANN") == "guess 3"


@pytest.mark.parametrize("header", ["Auto-Submitted: auto-replied\r\n", "Return-Path: <>\r\n", "Precedence: bulk\r\n"])
def test_a_machine_whose_letter_cannot_be_taken_apart_gets_no_answer(
    running: dict[str, EmailMessage], box: Box, header: str
) -> None:
    box.put(broken("robot@machine.example", more=header))
    box.news()
    handled = box.handle()
    assert handled is not None
    assert handled.state is LetterState.FAILED
    (masters,) = box.news()
    assert masters["To"] == "gm@example.org"
    assert "It was not answered:" in flat(masters)


def test_a_stranger_who_sends_such_letters_on_and_on_is_answered_a_few_times(desk: Desk, box: Box, clock: ManualClock) -> None:
    answered, most = 0, desk.config.limits.guest_answers_per_hour
    for number in range(most + 3):
        box.put(broken("eve@e.example", more=f"X-Number: {number}\r\n"))
        box.news()
        box.handle()
        answered += sum(letter["To"] == "eve@e.example" for letter in box.news())
    assert answered == most
