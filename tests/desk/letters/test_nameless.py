"""Press without a name stays without one: nothing that its readers can ask for, or take apart, tells whose it is."""

from __future__ import annotations

import base64
import json
import re
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.outbox.outgoing import PRESS_GENERATION
from postern.desk.timing.clock import ManualClock
from postern.post.tokens import make_token
from postern.post.verp import verp_address
from tests.desk.box import GAME, Box, text_of
from tests.desk.playing import ANN, BOB, CID, begin, finished, newest
from tests.desk.telltale import flat

KEY = "k" * 32
DAN = "dan@d.example"


@pytest.fixture
def first(box: Box, home: Path, desk: Desk, workers: Workers) -> dict[str, EmailMessage]:
    (home / "games" / "toy-1.toml").write_text(GAME.replace("seats = 3", "seats = 4"))
    desk.read_files()
    return begin(box, workers, ANN=ANN, BOB=BOB, CID=CID)


def test_press_of_a_turn_tells_no_readers_of_nameless_press_to_all(first: dict[str, EmailMessage], box: Box) -> None:
    box.reply(first["ANN"], "PRESS ANON TO ALL\nWho am I?\nEND")
    (told,) = box.reply(first["BOB"], "PRESS 1")
    assert "a player without a name to all players" in flat(text_of(told))
    (mine,) = box.reply(first["ANN"], "PRESS 1")
    assert "you, without your name to BOB, CID" in flat(text_of(mine))


def test_an_export_does_not_tell_who_wrote_without_a_name(first: dict[str, EmailMessage], box: Box) -> None:
    """Neither by who else got it nor by numbers: of letters written one after the other, to one seat after the other."""
    for writer in ("ANN", "CID"):
        box.reply(first[writer], "PRESS ANON TO ALL\nWho am I?\nEND")
    box.reply(first["BOB"], "EXPORT")
    (file,) = finished(box, newest(box, BOB, "answer")).iter_attachments()
    document = json.loads(file.get_content())
    (seat,) = document["seats"]
    received = [{**press, "created_at": ""} for press in seat["press_received"]]
    assert received[0] == received[1]
    assert "CID" not in json.dumps(received)
    numbers = {"id", "press_id", "dedupe_key"}
    assert not any(numbers & set(row) for table in ("outbox_letter", "press_copy") for row in document[table])


def test_who_answers_nameless_press_does_not_hear_that_its_writer_has_left(first: dict[str, EmailMessage], box: Box) -> None:
    said = []
    for leaves in (False, True):
        to = _nameless_to_bob(first["ANN"], box)
        if leaves:
            box.insist(first["ANN"], "RESIGN YES")
        written = box.send(BOB, "Are you ANN?", to)
        said.append(flat(text_of(next(letter for letter in written if letter["To"] == BOB))).partition(".")[0])
    assert said[0] == said[1]


def test_who_takes_a_seat_over_does_not_hear_what_was_written_there_without_a_name(
    first: dict[str, EmailMessage], box: Box, clock: ManualClock
) -> None:
    (asked,) = box.send(DAN, "STANDBY TOY-1")
    box.reply(asked, "")
    press = {"before": _nameless_to_bob(first["ANN"], box)}
    clock.advance(timedelta(days=1))
    (offer,) = [letter for letter in box.insist(first["ANN"], "RESIGN YES") if letter["To"] == DAN]
    clock.advance(timedelta(hours=1))
    (taken,) = box.reply(offer, "yes")
    press["after"] = _nameless_to_bob(taken, box)
    got = {when: [letter["To"] for letter in box.send(BOB, "Are you ANN?", to)] for when, to in press.items()}
    assert got["before"] == [BOB]
    assert sorted(got["after"]) == [BOB, DAN]


def _nameless_to_bob(writer: EmailMessage, box: Box) -> str:
    """Where BOB's reply goes to press of this writer's."""
    box.reply(writer, "PRESS ANON TO BOB\nWho am I?\nEND")
    newest = [row.raw or b"" for row in box.rows() if row.kind == "press" and row.recipient == BOB][-1]
    found = re.search(rb"Reply-To: .*?<(.+?)>", newest, re.DOTALL)
    assert found is not None
    return found[1].decode()


def test_what_a_reader_can_take_apart_does_not_count_our_letters() -> None:
    """Reply addresses and envelope senders bear the numbers of our letters, and do not tell whoever has no key which is the
    older."""
    verps = [verp_address(KEY, "orders@x.example", number).partition("@")[0].removeprefix("orders+b-") for number in _NUMBERS]
    for details in ([make_token(KEY, number, PRESS_GENERATION) for number in _NUMBERS], verps):
        plain = [base64.b32decode(detail.upper() + "=" * (-len(detail) % 8)) for detail in details]
        assert sorted(plain) != plain
        assert len({one[0] for one in plain}) > 1


_NUMBERS = range(1, 40)
