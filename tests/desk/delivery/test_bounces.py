"""Letters that come back: counted where nobody can forge them, kept after several, told when the player is back."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.delivery import mailroom
from postern.desk.delivery.sending import Dispatch
from postern.desk.documents.templates import Part
from postern.desk.documents.workers import LocalWorkers, Workers
from postern.desk.gamemaster import master
from postern.desk.games.due import run_due
from postern.desk.outbox.outgoing import NewLetter, put
from postern.desk.runtime.signals import Signals
from postern.desk.timing.clock import ManualClock
from postern.post.smtp import Delivery, SendResult
from postern.post.verp import verp_address
from postern.store import games
from postern.store.tables import OutboxLetter, OutState
from tests.desk.box import GAME, Box, parse, text_of
from tests.desk.delivery.test_loop_guard import ANN, BOB, GM, limit
from tests.desk.wayout import SENT, Handed, WayOut

DSN = """\
From: MAILER-DAEMON@mx.example
To: {to}
Return-Path: <>
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b
Message-ID: <{number}@mx.example>

--b
Content-Type: text/plain

I am sorry.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; {recipient}
Action: {action}
Status: {status}
--b
Content-Type: text/rfc822-headers

From: orders@example.org
Message-ID: {original}
--b--
"""


class Post:
    """Sends what the outbox holds, and makes delivery reports for it."""

    def __init__(self, desk: Desk, box: Box, workers: Workers) -> None:
        self.desk, self.box, self.workers = desk, box, workers
        self.envelopes: dict[str, str] = {}
        self.sent: list[EmailMessage] = []
        self.numbers = 0
        self.verdict = SENT
        """What the server says of letters to ANN."""
        self.way_out = WayOut(self.judge)

    def judge(self, letter: Handed) -> SendResult:
        message = parse(letter.raw)
        self.envelopes[str(message["Message-ID"])] = letter.sender
        verdict = self.verdict if letter.recipient == ANN else SENT
        if verdict.delivery is Delivery.SENT:
            self.sent.append(message)
        return verdict

    def run(self) -> list[EmailMessage]:
        """Sends all that is due; returns what left."""
        self.sent.clear()

        async def work() -> None:
            dispatch = Dispatch(self.desk, self.way_out, self.workers, Signals())
            while await dispatch.finish_waiting() or await dispatch.send_waiting():
                pass

        asyncio.run(work())
        return list(self.sent)

    def bounce(
        self, letter: EmailMessage, to: str = "", status: str = "5.1.1", action: str = "failed", original: str = ""
    ) -> None:
        """A report about this letter comes in, to its envelope sender unless said otherwise."""
        self.numbers += 1
        raw = DSN.format(
            to=to or self.envelopes[str(letter["Message-ID"])],
            recipient=letter["To"],
            status=status,
            action=action,
            number=self.numbers,
            original=original or letter["Message-ID"],
        )
        self.box.put(raw.encode())
        self.box.handle()


@pytest.fixture
def post(desk: Desk, box: Box, workers: Workers) -> Post:
    return Post(desk, box, workers)


@pytest.fixture
def bad(post: Post, box: Box, report: EmailMessage) -> list[OutboxLetter]:
    """ANN's address after three letters to it came back; what was written to her before."""
    letters = [letter for letter in post.run() if letter["To"] == ANN]
    for letter in letters[:3]:
        post.bounce(letter)
    return [row for row in box.rows() if row.recipient == ANN]


def to_masters(box: Box) -> list[str]:
    return [row.subject for row in box.rows() if row.recipient == GM]


def test_every_letter_leaves_with_an_envelope_sender_of_its_own(post: Post, report: EmailMessage) -> None:
    letters = post.run()
    senders = [post.envelopes[str(letter["Message-ID"])] for letter in letters]
    assert len(set(senders)) == len(letters) > 3
    assert all(sender.startswith("orders+b-") for sender in senders)


def test_after_three_hard_reports_letters_are_kept(
    desk: Desk, post: Post, box: Box, bad: list[OutboxLetter], workers: Workers
) -> None:
    assert [row.state for row in bad] == [OutState.BOUNCED] * 3
    assert to_masters(box) == [
        f"[Postern] A letter to {ANN} did not arrive",
        f"[Postern] Letters to {ANN} are kept: they come back",
    ]
    (stop,) = desk.store.write_now(mailroom.stops)
    assert (stop.address, stop.until) == (ANN, None)
    box.news()
    box.reply(
        next(letter for letter in post.sent if letter["To"] == BOB and "begins" in letter["Subject"]),
        "PRESS TO ANN\nHello Ann!",
    )
    assert [row.state for row in box.rows() if row.recipient == ANN][3:] == [OutState.HELD]
    assert ANN not in [letter["To"] for letter in post.run()]


def test_a_letter_from_there_brings_what_was_missed(
    desk: Desk, post: Post, box: Box, bad: list[OutboxLetter], report: EmailMessage
) -> None:
    bob = next(letter for letter in post.sent if letter["To"] == BOB and "begins" in letter["Subject"])
    box.reply(bob, "PRESS TO ANN\nHello Ann!")
    box.news()
    box.reply(report, "guess 3")
    letters = [letter for letter in post.run() if letter["To"] == ANN]
    subjects = sorted(str(letter["Subject"]).partition("] ")[2] for letter in letters)
    assert subjects == ["ANN: 1 order on file", "ANN: what you missed while letters to you came back", "BOB writes to you"]
    (caught_up,) = [letter for letter in letters if "what you missed" in letter["Subject"]]
    assert "the game begins" in " ".join(text_of(caught_up).split())
    assert "A new market opens." in text_of(caught_up)
    assert "Hello Ann!" in "".join(text_of(letter) for letter in letters)
    assert desk.store.write_now(mailroom.stops) == []
    assert desk.loops.paused == frozenset()


def test_the_game_master_can_have_letters_sent_again(desk: Desk, post: Post, bad: list[OutboxLetter]) -> None:
    assert desk.store.write_now(mailroom.release, desk, ANN)
    (letter,) = [letter for letter in post.run() if letter["To"] == ANN]
    assert "what you missed" in letter["Subject"]


def test_a_player_who_writes_from_elsewhere_is_told_there(
    desk: Desk, post: Post, box: Box, bad: list[OutboxLetter], report: EmailMessage, clock: ManualClock
) -> None:
    box.news()
    letters = box.reply(report, "guess 4", sender="ann@elsewhere.example")
    told = [letter for letter in letters if letter["To"] == "ann@elsewhere.example"]
    assert len(told) == 1
    text = text_of(told[0])
    assert "letters to your address a…@a.example come back" in " ".join(text.split())
    assert ANN not in text
    letters = box.reply(report, "guess 5", sender="ann@elsewhere.example")
    assert [letter for letter in letters if letter["To"] == "ann@elsewhere.example"] == []
    assert [row.state for row in box.rows() if row.recipient == ANN and row.kind == "answer"][-1] == OutState.HELD


@pytest.mark.parametrize("status", ["4.4.1", "4.4.7", "5.2.2", "5.1.90", "5.7.1", "5.0.0"])
def test_what_failed_is_told_and_blamed_on_no_address_that_it_does_not_name(
    desk: Desk, post: Post, box: Box, report: EmailMessage, status: str
) -> None:
    """RFC 3464, 2.3.3: failed is final, whatever the status says."""
    letters = [letter for letter in post.run() if letter["To"] == ANN]
    for letter in letters:
        post.bounce(letter, status=status, action="failed")
    assert desk.loops.troubled == frozenset()
    rows = {row.message_id: row for row in box.rows() if row.recipient == ANN}
    assert {rows[str(letter["Message-ID"])].state for letter in letters} == {OutState.BOUNCED}
    assert len(to_masters(box)) == 1
    assert "did not arrive" in to_masters(box)[0]


@pytest.mark.parametrize("status", ["4.4.1", "4.4.7", "5.2.2"])
def test_reports_of_delay_are_told_to_nobody(desk: Desk, post: Post, box: Box, report: EmailMessage, status: str) -> None:
    for letter in post.run():
        if letter["To"] == ANN:
            post.bounce(letter, status=status, action="delayed")
    assert desk.loops.troubled == frozenset()
    assert to_masters(box) == []


GMX = """\
This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of
its recipients. This is a permanent error. The following address(es)
failed:

ann@a.example:
SMTP error from remote server for RCPT TO command,
host: mx00.a.example (192.0.2.7) reason: 550 Requested action not taken: mailbox unavailable

--- The header of the original message is following. ---

"""
WEB_DE = """\
Diese Nachricht wurde automatisch von einer Mail-Software erzeugt.

Ihre Nachricht konnte nicht an einen oder mehrere Empf=C3=A4nger
ausgeliefert werden. Folgende Adressen sind betroffen:

   <ann@a.example>
   550 5.1.1 Empf=C3=A4nger unbekannt

--- Header der urspr=C3=BCnglichen Nachricht ---

"""
IONOS = GMX.replace("ann@a.example:", '"ann@a.example":').replace(
    "550 Requested action not taken: mailbox unavailable", "550 5.1.1 User unknown"
)
FULL = GMX.replace("550 Requested action not taken: mailbox unavailable", "552 5.2.2 Mailbox is over its quota")
SOON = GMX.replace("This is a permanent error.", "This is a temporary error; it will be retried.")


@pytest.mark.parametrize("verp", [True, False], ids=["to the envelope sender", "by the Message-ID in the text"])
@pytest.mark.parametrize(
    ("text", "final", "blamed"),
    [(GMX, True, True), (WEB_DE, True, True), (IONOS, True, True), (FULL, True, False), (SOON, False, False)],
    ids=["GMX", "web.de", "IONOS", "full", "for now"],
)
def test_reports_in_plain_text_alone(
    desk: Desk, post: Post, box: Box, report: EmailMessage, text: str, final: bool, blamed: bool, verp: bool
) -> None:
    (letter, *_) = [letter for letter in post.run() if letter["To"] == ANN]
    to = post.envelopes[str(letter["Message-ID"])] if verp else "orders@example.org"
    head = f"From: Mail Delivery System <mailer-daemon@gmx.example>\nTo: {to}\nReturn-Path: <>\nSubject: Mail delivery failed\n"
    head += "Message-ID: <plain@gmx.example>\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
    head += "Content-Transfer-Encoding: quoted-printable\n\n"
    quoted = f"Return-Path: <orders@example.org>\nMessage-ID: {letter['Message-ID']}\nSubject: x\n"
    box.put((head + text + quoted).encode())
    box.handle()
    (row,) = [row for row in box.rows() if row.message_id == letter["Message-ID"]]
    assert (row.state == OutState.BOUNCED) == final
    assert desk.loops.troubled == ({ANN} if blamed else frozenset())
    if final:
        assert ANN in row.last_error


@pytest.mark.parametrize("status", ["5.2.3", "5.3.4"])
def test_a_report_that_comes_back_for_its_size_goes_again_with_fewer_documents(
    desk: Desk, post: Post, box: Box, clock: ManualClock, report: EmailMessage, workers: Workers, home: Path, status: str
) -> None:
    (home / "games" / "toy-1.toml").write_text(GAME.replace("documents = []", 'documents = ["pdf"]'))
    desk.read_files()
    post.run()
    clock.advance(timedelta(days=8))
    asyncio.run(run_due(desk, workers))
    (first,) = [letter for letter in post.run() if letter["To"] == ANN]
    box.news()
    assert "turn-1-ANN.pdf" in first.as_string()
    post.bounce(first, status=status)
    (again,) = [letter for letter in post.run() if letter["To"] == ANN]
    assert again["Message-ID"] == first["Message-ID"]
    assert "refused this letter for its size" in " ".join(text_of(again).split())
    assert "turn-1-ANN.pdf" not in [part.get_filename() for part in again.iter_attachments()]
    assert to_masters(box) == []
    post.bounce(again, status=status)
    assert [letter for letter in post.run() if letter["To"] == ANN] == [], "there is nothing more to be left out"
    (told,) = [letter for letter in box.news() if letter["To"] == "gm@example.org"]
    assert "did not arrive" in str(told["Subject"])
    assert desk.loops.troubled == frozenset(), "the address itself is good"


def test_reports_that_anybody_could_have_written_pause_nobody(desk: Desk, post: Post, box: Box, report: EmailMessage) -> None:
    letters = [letter for letter in post.run() if letter["To"] == ANN]
    for letter in letters * 3:
        post.bounce(letter, to="orders@example.org", original="<guessed.postern@example.org>")
        post.bounce(letter, to="orders+b-aaaaaaaaaaaaaaaaaaaaaaaa@example.org", original="<guessed.postern@example.org>")
    assert desk.loops.troubled == frozenset()
    assert to_masters(box) == []


def test_one_report_sent_again_and_again_counts_once(desk: Desk, post: Post, box: Box, report: EmailMessage) -> None:
    letter = next(letter for letter in post.run() if letter["To"] == ANN)
    for _ in range(5):
        post.bounce(letter)
    assert desk.loops.troubled == {ANN}
    assert desk.loops.paused == frozenset()


def test_without_our_envelope_sender_the_message_id_tells(desk: Desk, post: Post, box: Box, report: EmailMessage) -> None:
    for letter in post.run():
        if letter["To"] == ANN:
            post.bounce(letter, to="orders@example.org")
    assert desk.loops.paused == {ANN}


def test_old_forms_are_read_where_they_come_to_the_envelope_sender(
    desk: Desk, post: Post, box: Box, report: EmailMessage
) -> None:
    letter = next(letter for letter in post.run() if letter["To"] == ANN)
    raw = f"""From: postmaster@qmail.example
To: {post.envelopes[str(letter["Message-ID"])]}
Subject: failure notice

Hi. This is the qmail-send program at qmail.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<{ANN}>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.
"""
    box.put(raw.encode())
    box.handle()
    assert desk.loops.troubled == {ANN}


def test_an_address_refused_by_the_server_counts_too(desk: Desk, post: Post, box: Box, report: EmailMessage) -> None:
    post.verdict = SendResult(Delivery.REFUSED, 550, "no such user", of_recipient=True)
    post.run()
    assert desk.loops.paused == {ANN}


def test_a_refusal_that_names_no_address_counts_for_none(desk: Desk, post: Post, box: Box, report: EmailMessage) -> None:
    post.verdict = SendResult(Delivery.REFUSED, 550, "5.6.0 this letter cannot be parsed")
    post.run()
    assert desk.loops.troubled == frozenset()


def test_letters_of_game_masters_that_come_back_go_round_nowhere(
    desk: Desk, post: Post, box: Box, bad: list[OutboxLetter]
) -> None:
    for _ in range(6):
        fresh = [letter for letter in post.run() if letter["To"] == GM]
        for letter in fresh:
            post.bounce(letter)
    assert len(to_masters(box)) <= 5
    assert post.run() == []


@pytest.mark.parametrize("by_mail", [True, False])
def test_a_game_master_whose_address_is_good_again_gets_every_letter_that_was_kept(
    desk: Desk, post: Post, box: Box, report: EmailMessage, by_mail: bool
) -> None:
    limit(desk, bounces=1)
    letters = {str(letter["To"]): letter for letter in post.run()}
    post.bounce(letters[ANN])
    for letter in post.run():
        post.bounce(letter)
    assert desk.loops.paused == {ANN, GM}
    post.bounce(letters[BOB])
    assert GM not in [letter["To"] for letter in post.run()]
    if by_mail:
        box.send(GM, "GAMES")
    else:
        assert desk.store.write_now(mailroom.release, desk, GM)
    subjects = [letter["Subject"] for letter in post.run() if letter["To"] == GM]
    assert f"[Postern] A letter to {ANN} did not arrive" in subjects
    assert f"[Postern] A letter to {BOB} did not arrive" in subjects


def test_a_vacation_reply_to_the_envelope_sender_is_nothing(desk: Desk, post: Post, box: Box, report: EmailMessage) -> None:
    letter = next(letter for letter in post.run() if letter["To"] == ANN)
    sender = post.envelopes[str(letter["Message-ID"])]
    box.news()
    assert box.send(ANN, "I am out of the office until Monday.", to=sender) == []
    assert box.send(ANN, "GAMES", to=sender) != []


def test_a_server_that_takes_only_the_plain_sender_gets_it(desk: Desk, post: Post, box: Box, report: EmailMessage) -> None:
    plain: list[str] = []

    def strict(letter: Handed) -> SendResult:
        if "+" in letter.sender:
            return SendResult(Delivery.REFUSED, 553, "not your address", about_sender=True)
        plain.append(letter.sender)
        return SENT

    async def work() -> None:
        await Dispatch(desk, WayOut(strict), LocalWorkers(0), Signals()).send_waiting()

    asyncio.run(work())
    assert set(plain) == {"orders@example.org"}
    assert to_masters(box) == []


def test_the_report_of_a_later_turn_is_kept_and_comes_with_the_rest(
    desk: Desk,
    post: Post,
    box: Box,
    bad: list[OutboxLetter],
    report: EmailMessage,
    clock: ManualClock,
    workers: Workers,
) -> None:
    clock.advance(timedelta(days=8))
    asyncio.run(run_due(desk, workers))
    assert ANN not in [letter["To"] for letter in post.run()]
    box.reply(report, "READY")
    (caught_up,) = [letter for letter in post.run() if "what you missed" in letter["Subject"]]
    assert "report of turn 1" in " ".join(text_of(caught_up).split())
    assert "The number was" in text_of(caught_up)


def test_the_last_report_comes_with_the_rest_though_the_game_is_over(
    desk: Desk, post: Post, box: Box, bad: list[OutboxLetter], report: EmailMessage, workers: Workers
) -> None:
    world = json.loads(desk.store.write_now(games.world, 1, 1)) | {"goal": 1}
    desk.store.write_now(games.put_world, 1, 1, json.dumps(world, sort_keys=True).encode())
    asyncio.run(master.run_now(desk, workers, "TOY-1"))
    assert ANN not in [letter["To"] for letter in post.run()]
    box.reply(report, "STATUS")
    (caught_up,) = [letter for letter in post.run() if "what you missed" in letter["Subject"]]
    assert "the game is over" in " ".join(text_of(caught_up).split())
    assert "The number was" in text_of(caught_up)


@pytest.mark.shown(ANN, "ann@new.example")
def test_whoever_moves_away_from_a_bad_address_gets_the_last_report_at_the_new_one(
    desk: Desk, post: Post, box: Box, bad: list[OutboxLetter], workers: Workers
) -> None:
    world = json.loads(desk.store.write_now(games.world, 1, 1)) | {"goal": 1}
    desk.store.write_now(games.put_world, 1, 1, json.dumps(world, sort_keys=True).encode())
    asyncio.run(master.run_now(desk, workers, "TOY-1"))
    asyncio.run(master.move_player(desk, ANN, "ann@new.example"))
    (moved,) = [letter for letter in post.run() if letter["To"] == "ann@new.example"]
    assert "The number was" in text_of(moved)


@pytest.mark.shown(ANN, "ann@new.example")
@pytest.mark.parametrize("by_mail", [True, False])
def test_whoever_moves_away_from_a_bad_address_gets_what_was_missed_at_the_new_one(
    desk: Desk, post: Post, box: Box, report: EmailMessage, clock: ManualClock, workers: Workers, by_mail: bool
) -> None:
    new = "ann@new.example"
    bob = next(letter for letter in post.run() if letter["To"] == BOB and "begins" in letter["Subject"])
    asked = box.reply(report, f"ADDRESS {new}") if by_mail else []
    for row in [row for row in box.rows() if row.recipient == ANN][:3]:
        post.bounce(parse(row.raw or b""), to=verp_address(desk.key, desk.address, row.id))
    assert desk.loops.paused == {ANN}
    box.reply(bob, "PRESS TO ANN\nShall we trade?\nEND")
    clock.advance(timedelta(days=8))
    asyncio.run(run_due(desk, workers))
    assert ANN not in [letter["To"] for letter in post.run()]
    for letter in asked:
        box.send(str(letter["To"]) if letter["To"] == new else "ann@elsewhere.example", "yes", str(letter["Reply-To"]))
    if not by_mail:
        assert asyncio.run(master.move_player(desk, ANN, new)) == ["ANN in TOY-1"]
    arrived = [letter for letter in post.run() if letter["To"] == new]
    assert any("your letters come here now" in letter["Subject"] and "The number was" in text_of(letter) for letter in arrived)
    (press,) = [letter for letter in arrived if "Shall we trade?" in text_of(letter)]
    assert desk.loops.troubled == frozenset()
    (answer, passed_on) = sorted(box.reply(press, "Gladly."), key=lambda letter: str(letter["To"]) != new)
    assert (answer["To"], passed_on["To"]) == (new, BOB), "the reply address of the press is good at the new address"


def test_a_move_by_the_master_that_cannot_be_is_told_why(desk: Desk, report: EmailMessage) -> None:
    for old, new, words in (
        ("nobody@a.example", "x@b.example", "nobody plays from"),
        (ANN, "x@", "cannot be a player's address"),
        (ANN, "orders+x@example.org", "cannot be a player's address"),
        (ANN, BOB, "both hold a seat in TOY-1"),
    ):
        with pytest.raises(master.MasterError, match=words):
            asyncio.run(master.move_player(desk, old, new))


def test_a_report_before_the_sender_has_noted_the_letter(desk: Desk, post: Post, box: Box, report: EmailMessage) -> None:
    row = next(row for row in box.rows() if row.recipient == ANN)
    post.envelopes["<x@y>"] = verp_address(desk.key, desk.address, row.id)
    letter = parse(row.raw or b"")
    post.bounce(letter, to=post.envelopes["<x@y>"])
    assert desk.loops.troubled == {ANN}


def test_a_game_masters_address_is_spoken_of_as_one(desk: Desk, post: Post, box: Box) -> None:
    desk.config = desk.config.model_copy(
        update={"desk": desk.config.desk.model_copy(update={"game_masters": ("gm@example.org", "second@example.org")})}
    )

    def lose(session: Session) -> None:
        for number in range(3):
            put(
                session,
                desk,
                NewLetter("second@example.org", [Part("sorry", {"subject": "x"})], kind="master"),
                f"x/{number}",
                desk.clock.now(),
            )

    desk.store.write_now(lose)
    for letter in [one for one in post.run() if one["To"] == "second@example.org"]:
        post.bounce(letter)
    told = next(one for one in post.run() if one["To"] == "gm@example.org")
    text = " ".join(text_of(told).split())
    assert "It is a game master's." in text
    assert "take it out of game_masters" in text
    assert "player" not in text
    assert "report" not in text
