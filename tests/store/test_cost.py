"""What is asked of the database with every letter must not cost more the more letters there are."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlmodel import Session, col, update

from postern.store import brakes, inbox, outbox
from postern.store.engine import Store
from postern.store.inbox import Arrival
from postern.store.migrate import migrate
from postern.store.tables import InboxLetter, LetterState, OutState

MANY = 2_000
HOUR = timedelta(hours=1)


def fill(session: Session, noon: datetime) -> None:
    """Letters of two thousand days: all that went out is sent, of what came every other could not be read."""
    for number in range(MANY):
        then = noon - timedelta(days=MANY - number)
        row = outbox.NewOutboxLetter(
            f"<{number}@x>", f"{number}", "guest", f"a+{number}@x", "s", then, then, OutState.SENT, raw=b""
        )
        outbox.write(session, row)
        inbox.take_in(session, [Arrival(f"{number}", f"{number}".encode(), "", then)], then)
    session.exec(update(InboxLetter).values(state=LetterState.FAILED))
    session.exec(update(InboxLetter).where(col(InboxLetter.id) % 2 == 0).values(state=LetterState.HANDLED))


@pytest.fixture
def full(tmp_path: Path, noon: datetime) -> Store:
    store = Store(f"sqlite:///{tmp_path / 'full.sqlite'}", "a secret of sixteen")
    migrate(store.engine)
    store.write_now(fill, noon)
    return store


@pytest.mark.parametrize(
    "ask",
    [
        lambda session, noon: outbox.written_between(session, "a+7@x", "guest", noon - HOUR, noon),
        lambda session, noon: inbox.any_unread(session, noon - HOUR),
        lambda session, _: len(outbox.owners(session)),
        lambda session, _: len(inbox.handled_before(session, 1, MANY)),
        lambda session, _: inbox.later_of_seat(session, 1, 1),
        lambda session, _: int(inbox.last_heard(session, [1, 2, 3]) is not None),
        lambda session, noon: len(brakes.answered_between(session, noon - HOUR, noon)),
    ],
    ids=[
        "letters to a mailbox",
        "letters that could not be read",
        "who holds letters",
        "a seat's letter before this one",
        "a seat's letters after this one",
        "when a game's players were heard of last",
        "what was answered lately",
    ],
)
def test_old_letters_are_not_looked_through(full: Store, noon: datetime, ask: Callable[[Session, datetime], int]) -> None:
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1

    def counted(session: Session) -> int:
        session.connection().connection.dbapi_connection.set_progress_handler(step, 10)  # type: ignore[union-attr]
        return ask(session, noon)

    assert not full.read_now(counted)
    assert steps * 10 < MANY, "steps of SQLite's machine, of which each row would take several"
    full.close()
