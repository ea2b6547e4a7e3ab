"""A report whose bytes are emptied while its turn is awaited: a reply that quotes it is compared with its lines."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import Session, col, update

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.store import outbox
from postern.store.tables import Game, OutboxLetter, OutState
from tests.desk.box import Box
from tests.desk.letters.recorded import marked, practice, told
from tests.desk.letters.test_cut_lines import HEAD
from tests.desk.letters.test_two_texts import is_ready
from tests.desk.playing import newest

LATER = timedelta(days=31)


def forget(desk: Desk) -> None:
    def empty(session: Session) -> None:
        session.exec(update(OutboxLetter).values(state=OutState.SENT))
        assert outbox.forget_bodies(session, desk.clock.now() + LATER)

    desk.store.write_now(empty)


@pytest.mark.parametrize("slug", ["great_jewels", "cosmos", "alamaze_classic", "adventurer_kings"])
def test_lines_of_our_form_are_no_unread_orders_of_the_player(desk: Desk, box: Box, workers: Workers, slug: str) -> None:
    report = practice(box, workers, slug)
    box.news()
    forget(desk)
    assert newest(box, str(report["To"])).raw is None
    answer = told(box, report, marked(report, lambda line: (), ["READY"]))
    assert HEAD not in answer
    assert is_ready(desk, "PRACTICE-1", "ANNA")


def test_the_lines_go_when_the_turn_has_run(desk: Desk, box: Box, workers: Workers) -> None:
    report = practice(box, workers, "great_jewels")
    box.news()
    forget(desk)
    assert newest(box, str(report["To"])).bare is not None
    desk.store.write_now(lambda session: session.exec(update(Game).values(turn=col(Game.turn) + 1)))
    forget(desk)
    assert newest(box, str(report["To"])).bare is None
