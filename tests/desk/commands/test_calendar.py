"""The deadline in the reader's calendar, and orders of turns that have run."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from icalendar import Calendar
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.timing.clock import ManualClock
from tests.desk.box import Box, text_of
from tests.desk.playing import ANN, BOB, begin, finished, game_of, newest, reports, run_turn

NAMES = {"ANN": ANN, "BOB": BOB}


@pytest.fixture
def first(box: Box, workers: Workers) -> dict[str, EmailMessage]:
    return begin(box, workers, **NAMES)


def events_of(letter: EmailMessage) -> list[EmailMessage]:
    return [part for part in letter.walk() if part.get_content_type() == "text/calendar"]


def event_of(letter: EmailMessage) -> dict[str, Any]:
    """The one event that the letter brings."""
    (part,) = events_of(letter)
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    calendar = Calendar.from_ical(content)
    (entry,) = calendar.walk("VEVENT")
    assert part.get_param("method") == str(calendar["method"])
    start: datetime = entry.decoded("dtstart")
    return {
        "method": str(calendar["method"]),
        "uid": str(entry["uid"]),
        "sequence": int(str(entry["sequence"])),
        "start": start,
        "summary": str(entry["summary"]),
        "status": str(entry["status"]),
        "file": part.get_filename(),
        "words": content.decode(),
        "alarms": [(str(one["action"]), one.decoded("trigger"), str(one["description"])) for one in entry.walk("VALARM")],
    }


def test_the_event_keeps_its_name_and_moves_with_the_deadline(
    first: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock, workers: Workers
) -> None:
    events = [event_of(finished(box, newest(box, ANN)))]
    clock.advance(timedelta(minutes=5))
    moved = asyncio.run(master.extend(desk, "TOY-1", by=timedelta(hours=24)))
    events.append(event_of(finished(box, newest(box, ANN, "news"))))
    clock.advance(timedelta(minutes=5))
    asyncio.run(master.pause(desk, "TOY-1", "a holiday"))
    events.append(event_of(finished(box, newest(box, ANN, "news"))))
    clock.advance(timedelta(minutes=5))
    asyncio.run(master.resume(desk, "TOY-1"))
    events.append(event_of(finished(box, newest(box, ANN, "news"))))
    clock.advance(timedelta(minutes=5))
    run_turn(box, workers, NAMES)
    events.append(event_of(finished(box, newest(box, ANN))))
    assert {event["uid"] for event in events} == {events[0]["uid"]}
    assert [event["sequence"] for event in events] == sorted({event["sequence"] for event in events})
    assert [event["method"] for event in events] == ["PUBLISH", "PUBLISH", "CANCEL", "PUBLISH", "PUBLISH"]
    assert [event["status"] for event in events][2] == "CANCELLED"
    assert events[0]["start"].isoformat() == "2026-11-27T19:00:00+00:00"
    assert events[1]["start"] == moved
    assert (events[0]["summary"], events[4]["summary"]) == (
        "TOY-1: orders for turn 1 are due",
        "TOY-1: orders for turn 2 are due",
    )
    assert events[0]["file"] == "TOY-1-deadline.ics"
    of_bob = event_of(finished(box, newest(box, BOB)))
    assert of_bob["uid"] != events[0]["uid"]
    assert "ANN" not in of_bob["words"]
    assert "@a.example" not in events[0]["words"]


SAYS = "TOY-1: orders for turn 1 are due"


def test_its_alarms_are_at_the_moments_of_the_reminders_that_are_still_to_come(
    first: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock
) -> None:
    before = [timedelta(hours=-24), timedelta(hours=-3)]
    assert event_of(finished(box, newest(box, ANN)))["alarms"] == [("DISPLAY", span, SAYS) for span in before]
    clock.advance(timedelta(minutes=5))
    asyncio.run(master.extend(desk, "TOY-1", until=clock.now() + timedelta(hours=20)))
    assert event_of(finished(box, newest(box, ANN, "news")))["alarms"] == [("DISPLAY", before[1], SAYS)]
    clock.advance(timedelta(minutes=5))
    asyncio.run(master.pause(desk, "TOY-1", "a holiday"))
    assert event_of(finished(box, newest(box, ANN, "news")))["alarms"] == []


@pytest.fixture
def without_reminders(home: Path) -> None:
    file = home / "games" / "toy-1.toml"
    file.write_text(f"reminders = []\n{file.read_text()}")


def test_in_a_game_without_reminders_they_are_a_day_and_two_hours_before(
    without_reminders: None, box: Box, workers: Workers
) -> None:
    begin(box, workers, **NAMES)
    before = [timedelta(days=-1), timedelta(hours=-2)]
    assert event_of(finished(box, newest(box, ANN)))["alarms"] == [("DISPLAY", span, SAYS) for span in before]


def test_the_event_is_cancelled_when_the_game_or_the_seat_is_over(
    first: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers
) -> None:
    begun = event_of(finished(box, newest(box, ANN)))
    box.insist(first["BOB"], "RESIGN YES")
    assert event_of(finished(box, newest(box, BOB, "answer")))["method"] == "CANCEL"
    desk.store.write_now(_rich)
    desk.cache.forget(1)
    run_turn(box, workers, NAMES)
    over = event_of(finished(box, newest(box, ANN)))
    assert (over["method"], over["uid"]) == ("CANCEL", begun["uid"])


def _rich(session: Session) -> None:
    """Makes ANN win with the next turn."""
    import json

    from postern.store import games

    game = game_of(session)
    world = json.loads(games.world(session, game.id, game.turn))
    world["coins"]["ANN"] = 200
    games.put_world(session, game.id, game.turn, json.dumps(world, sort_keys=True).encode())


def test_who_wants_no_calendar_gets_none(first: dict[str, EmailMessage], box: Box, workers: Workers) -> None:
    (answer,) = box.reply(first["ANN"], "FORMAT calendar off")
    assert "calendar" not in text_of(answer).partition("PAPER")[0].partition("YOUR SETTINGS")[2]
    run_turn(box, workers, NAMES)
    kinds = {part.get_content_type() for part in finished(box, newest(box, ANN)).walk()}
    assert "text/calendar" not in kinds
    (answer,) = box.reply(first["ANN"], "FORMAT calendar on")
    assert "calendar" in text_of(answer).partition("PAPER")[0].partition("YOUR SETTINGS")[2]


def test_orders_of_a_past_turn_as_sent_and_as_read(first: dict[str, EmailMessage], box: Box, workers: Workers) -> None:
    box.reply(first["ANN"], "guess 3\nbuy 90\nbuy 1")
    after = run_turn(box, workers, NAMES)
    (answer,) = box.reply(after["ANN"], "ORDERS 1")
    assert str(answer["Subject"]) == "[TOY-1] ANN: your orders of turn 1"
    text = text_of(answer)
    assert "  guess 3\n  buy 90\n  buy 1" in text
    assert "   1  GUESS 3" in text
    assert "Line 2: 90 shares cost 180 coins" in " ".join(text.split())
    (answer,) = box.reply(after["BOB"], "ORDERS OF TURN 1")
    assert "No orders of yours were on file when turn 1 ran" in " ".join(text_of(answer).split())
    (answer,) = box.reply(after["ANN"], "ORDERS 0")
    assert "has not run" in " ".join(text_of(answer).split())
    (answer,) = box.reply(after["ANN"], "ORDERS FOR TURN 2:\nguess 8")
    assert "1 order on file" in str(answer["Subject"])
    (answer,) = box.reply(after["BOB"], "ORDERS 1")
    assert "GUESS" not in text_of(answer)


@pytest.fixture
def without_deadlines(home: Path) -> None:
    file = home / "games" / "toy-1.toml"
    file.write_text(file.read_text().replace('deadline = "Fri 20:00"', 'deadline = "none"'))


def test_a_game_without_deadlines_cancels_none_that_was_never_told(
    without_deadlines: None, box: Box, desk: Desk, clock: ManualClock, workers: Workers
) -> None:
    """Neither with its reports nor when a seat is given up; one that the game master sets is an event, and cancelled if the
    turn runs before it."""
    names = {"ANN": ANN, "BOB": BOB}
    first = begin(box, workers, **names)
    assert events_of(finished(box, newest(box, ANN))) == []
    asyncio.run(master.extend(desk, "TOY-1", until=clock.now() + timedelta(days=2)))
    assert event_of(finished(box, newest(box, ANN, "news")))["method"] == "PUBLISH"
    clock.advance(timedelta(minutes=5))
    run_turn(box, workers, names)
    assert event_of(finished(box, newest(box, ANN)))["method"] == "CANCEL"
    clock.advance(timedelta(minutes=5))
    run_turn(box, workers, names)
    assert events_of(finished(box, newest(box, ANN))) == []
    box.insist(first["BOB"], "RESIGN YES")
    assert not newest(box, BOB, "answer").draft, "no document comes with it"


def test_a_practice_game_brings_no_event(box: Box, desk: Desk, workers: Workers) -> None:
    (welcome,) = box.send(ANN, "")
    (begins,) = box.reply(welcome, "PRACTICE", sender=ANN)
    reports(box, workers, {"ANN": ANN})
    assert events_of(finished(box, newest(box, ANN))) == []
    box.insist(begins, "RESIGN YES")
    assert not newest(box, ANN, "answer").draft, "no document comes with it"
