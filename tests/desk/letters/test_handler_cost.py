"""What an order letter costs, in counts that no busy machine changes: statements, function calls, pages turned into text."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.handling import Handler
from sqlalchemy import event
from sqlmodel import Session

from postern.desk.documents.templates import Part
from postern.desk.letters import handling
from postern.desk.outbox.outgoing import About, NewLetter, put
from postern.post.letter import Address, Outgoing, now
from postern.post.plain import compose_plain
from postern.post.reading import html
from postern.post.reading.sent import opening, packed, texts_of
from postern.store import outbox
from tests.letters.test_forms import report

STATEMENTS = 13
CALLS, CALLS_OF_REPLY, CALLS_OF_STATUS, CALLS_OF_ALAMAZE = 10_600, 28_800, 5_500, 13_500
LETTERS, WARM = 6, 14


@pytest.fixture(autouse=True)
def one_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    """All letters that wait are handled together: a busy machine would divide them, and count what that costs."""
    monkeypatch.setattr(handling, "BATCH_SECONDS", 3_600.0)


@pytest.fixture
def handler(tmp_path: Path) -> Iterator[Handler]:
    found = Handler(tmp_path, "great_jewels")
    found.take_in(found.orders(WARM))
    found.handle()
    yield found
    found.desk.close()


def calls(handler: Handler) -> float:
    """Function calls for each letter that waits."""
    profile = cProfile.Profile()
    profile.enable()
    done = handler.handle()
    profile.disable()
    assert done == LETTERS
    return int(pstats.Stats(profile).total_calls) / done  # type: ignore[attr-defined]


def watch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail where a page of ours, or of the letter's, is laid out as text."""
    monkeypatch.setattr(html, "html_to_text", pytest.fail)
    monkeypatch.setattr(html, "read_html", pytest.fail)


def test_an_order_letter_takes_few_statements(handler: Handler) -> None:
    asked: list[str] = []
    handler.take_in(handler.orders(WARM + LETTERS)[WARM:])
    event.listen(handler.desk.store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    assert handler.handle() == LETTERS
    around = sum(statement.startswith("BEGIN") for statement in asked) * 2  # and the look for the next letters
    assert (len(asked) - around) / LETTERS <= STATEMENTS, "\n".join(asked)


def test_an_order_letter_takes_few_calls_and_turns_no_page_into_text(handler: Handler, monkeypatch: pytest.MonkeyPatch) -> None:
    watch(monkeypatch)
    handler.take_in(handler.orders(WARM + LETTERS)[WARM:])
    assert calls(handler) <= CALLS


def test_status_takes_few_calls(handler: Handler) -> None:
    handler.take_in(["STATUS"] * 2)
    handler.handle()
    handler.take_in(["STATUS"] * LETTERS)
    assert calls(handler) <= CALLS_OF_STATUS


def test_an_order_letter_of_hundreds_of_forms_takes_few_calls(tmp_path: Path) -> None:
    handler = Handler(tmp_path, "alamaze_classic")
    handler.take_in(handler.orders(WARM))
    handler.handle()
    handler.take_in(handler.orders(WARM + LETTERS)[WARM:])
    assert calls(handler) <= CALLS_OF_ALAMAZE
    handler.desk.close()


def test_a_reply_that_quotes_a_late_report_takes_few_calls(handler: Handler, monkeypatch: pytest.MonkeyPatch) -> None:
    late = report("great_jewels")
    message_id = "<1.postern@example.org>"
    raw = compose_plain(
        Outgoing(
            sender=Address("orders@example.org"),
            to=(Address("ann@players.test"),),
            subject="a report",
            text=late.text,
            html=late.page,
            message_id=message_id,
            date=now(),
        )
    )
    texts = texts_of(raw)

    def write(session: Session) -> None:
        moment = handler.desk.clock.now()
        outbox.write(
            session,
            outbox.NewOutboxLetter(
                message_id=message_id,
                dedupe_key="a report",
                kind="report",
                recipient="ann@players.test",
                subject="a report",
                next_try=moment,
                created_at=moment,
                game_id=handler.game.id,
                seat_id=handler.seat.id,
                raw=raw,
                bare=packed(texts),
                opening=opening(texts),
            ),
        )

    handler.desk.store.write_now(write)
    watch(monkeypatch)
    quotation = "\n".join(f"> {line}" for line in late.text.split("\n"))
    bodies = [
        f"{body.partition('-- ')[0]}\nOn Fri, 20 Nov 2026 at 20:00, Postern wrote:\n{quotation}\n"
        for body in handler.orders(WARM + LETTERS)
    ]
    handler.take_in(bodies[WARM:], In_Reply_To=message_id)
    assert calls(handler) <= CALLS_OF_REPLY
    assert len(late.text.split("\n")) > 300


def test_what_we_write_is_kept_ready_for_its_replies(handler: Handler) -> None:
    part = Part("sorry", {"subject": "hello"})
    letter = NewLetter("ann@players.test", [part], about=About(handler.game, handler.seat))

    def look(session: Session) -> list[outbox.Written]:
        put(session, handler.desk, letter, "kept", handler.desk.clock.now())
        return outbox.written(session, [outbox.latest_to(session, "ann@players.test", 1)[0].message_id], whole=True)

    (found,) = handler.desk.store.write_now(look)
    assert found.opening is not None
    assert found.bare is not None
    assert b"yourletter" in found.bare
    assert found.rules == "great_jewels"
