"""However many letters a server refuses, the game masters hear of the first at once, of the others in one letter later."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from postern.desk.context import Desk
from postern.desk.delivery import unsent
from postern.desk.delivery.sending import BATCH, Dispatch
from postern.desk.documents.workers import LocalWorkers
from postern.desk.runtime.signals import Signals
from postern.desk.timing.clock import ManualClock
from postern.post.smtp import Delivery, SendResult
from postern.store import outbox
from tests.desk.box import parse, text_of
from tests.desk.wayout import SENT, Handed, WayOut

GM = "gm@example.org"
NO_ROOM = SendResult(Delivery.REFUSED, 552, "mailbox full")


def write(desk: Desk, first: int, count: int) -> None:
    now = desk.clock.now()
    for number in range(first, first + count):
        letter = outbox.NewOutboxLetter(
            message_id=f"<{number}@x>",
            dedupe_key=f"x/{number}",
            kind="news",
            recipient=f"reader-{number}@a.example",
            subject=f"news {number}",
            raw=b"Subject: s\r\n\r\n",
            next_try=now,
            created_at=now,
        )
        desk.store.write_now(outbox.write, letter)


class Refusing(WayOut):
    """A server that takes letters to the game master alone."""

    def __init__(self) -> None:
        super().__init__(lambda letter: SENT if letter.recipient == GM else NO_ROOM)

    def told(self) -> list[Handed]:
        """What it took."""
        return [letter for letter in self.handed if letter.recipient == GM]


def send(desk: Desk, way_out: WayOut) -> None:
    dispatch = Dispatch(desk, way_out, LocalWorkers(0), Signals())

    async def go() -> None:
        while await dispatch.send_waiting():
            pass

    asyncio.run(go())


def test_many_refused_letters_are_two_letters_to_the_master(desk: Desk, clock: ManualClock) -> None:
    write(desk, 0, 140)
    way_out = Refusing()
    send(desk, way_out)
    (first,) = way_out.told()
    assert str(parse(first.raw)["Subject"]) == f"[Postern] {BATCH} letters did not arrive"
    write(desk, 140, 3)
    clock.advance(unsent.EVERY - timedelta(seconds=1))
    send(desk, way_out)
    assert not desk.store.write_now(unsent.tell, desk)
    clock.advance(timedelta(seconds=2))
    assert desk.store.write_now(unsent.tell, desk)
    send(desk, way_out)
    _, second = way_out.told()
    words = " ".join(text_of(parse(second.raw)).split())
    assert str(parse(second.raw)["Subject"]) == f"[Postern] {143 - BATCH} letters did not arrive"
    assert words.count("552 mailbox full") == 40
    assert f"And {143 - BATCH - 40} more, none of which arrived." in words
    clock.advance(timedelta(days=1))
    assert not desk.store.write_now(unsent.tell, desk), "all is told, once"


def test_one_refused_letter_is_told_at_once_and_one_an_hour_later_too(desk: Desk, clock: ManualClock) -> None:
    way_out = Refusing()
    for number in range(2):
        write(desk, number, 1)
        send(desk, way_out)
        subjects = [str(parse(letter.raw)["Subject"]) for letter in way_out.told()]
        assert subjects[number:] == [f"[Postern] A letter to reader-{number}@a.example did not arrive"]
        clock.advance(timedelta(hours=1))


def test_letters_to_the_masters_themselves_are_not_told_of(desk: Desk, clock: ManualClock) -> None:
    way_out = WayOut(lambda _: NO_ROOM)
    write(desk, 0, 1)
    send(desk, way_out)
    clock.advance(timedelta(hours=1))
    assert not desk.store.write_now(unsent.tell, desk)
    assert len(way_out.handed) == 2
