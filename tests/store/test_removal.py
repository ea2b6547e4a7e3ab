"""Numbers that stand in reply addresses and in the reasons of letters are never given twice."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from sqlmodel import Session

from postern.store.engine import Store
from postern.store.tables import Game, Held, InboxLetter, OutboxLetter, Seat, TurnRecord

NOW = datetime(2026, 11, 20, tzinfo=UTC)
Row = Game | Seat | TurnRecord | Held | InboxLetter | OutboxLetter


def number_of(row: Row) -> int:
    assert row.id is not None
    return row.id


@pytest.mark.parametrize("kind", ["game", "seat", "turn_record", "held", "inbox_letter", "outbox_letter"])
def test_a_number_is_not_used_again(store: Store, kind: str) -> None:
    made = iter(range(10))

    def make(session: Session) -> Row:
        number = next(made)
        game = Game(name=f"G-{number}", ruleset="r", title="t", seed="s", created_at=NOW)
        session.add(game)
        session.flush()
        game_id = number_of(game)
        rows: dict[str, Callable[[], Row]] = {
            "game": lambda: game,
            "seat": lambda: Seat(game_id=game_id, number=1, name="A", joined_at=NOW),
            "turn_record": lambda: TurnRecord(game_id=game_id, turn=1, seed="", sheets=b"", world_sha256="", ran_at=NOW),
            "held": lambda: Held(kind="join", address="a@a.example", game_id=game_id, created_at=NOW),
            "inbox_letter": lambda: InboxLetter(
                source_key=f"k{number}", sha256=f"s{number}", raw=b"", arrived_at=NOW, stored_at=NOW
            ),
            "outbox_letter": lambda: OutboxLetter(
                message_id=f"m{number}",
                dedupe_key=f"d{number}",
                kind="k",
                recipient="r",
                subject="",
                next_try=NOW,
                created_at=NOW,
            ),
        }
        row = rows[kind]()
        session.add(row)
        session.flush()
        return row

    def make_and_remove(session: Session) -> int:
        row = make(session)
        number = number_of(row)
        session.delete(row)
        session.flush()
        return number

    first = store.write_now(make_and_remove)
    assert store.write_now(lambda session: number_of(make(session))) > first
