"""Everything that is stored about one person, as a JSON document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlmodel import Session, col, select

from postern.store import personal
from postern.store.tables import Game, Journal, Player, Press, PressCopy, Seat, SeatReport, TurnRecord

_UNREADABLE = "latin-1"
_COUNTS = {
    "outbox_letter": frozenset({"id", "dedupe_key"}),
    "press": frozenset({"id"}),
    "press_copy": frozenset({"id", "press_id"}),
}
"""Numbers that count the letters to everybody: those of press to all tell which seat was passed over, and so who wrote it."""


def export(session: Session, player_id: int) -> bytes:
    """The document: the player, their seats with what each game holds of them, and every other row about them.

    Raises LookupError for a player who is not on record.
    """
    player = session.get(Player, player_id)
    if player is None:
        raise LookupError(f"there is no player {player_id}")
    who = personal.person(session, player)
    document: dict[str, Any] = {
        "about": "Everything that is stored about you. Letters are whole, as they came and went; times are in UTC.",
        "player": _row(player.model_dump()),
        "seats": [_seat(session, seat) for seat in who.seats],
    }
    for name, rows in personal.rows(session, who):
        if name not in ("seat", "seat_report"):
            document[name] = [_row(_shown(name, row)) for row in rows]
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


def _shown(name: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """The row without such numbers, and without what a letter was made of where the letter itself is there."""
    hidden = _COUNTS.get(name, frozenset()) | ({"draft"} if row.get("raw") else set())
    return {key: value for key, value in row.items() if key not in hidden}


def _seat(session: Session, seat: Seat) -> dict[str, Any]:
    game = session.get(Game, seat.game_id)
    assert game is not None, "a seat has its game"
    records = session.exec(select(TurnRecord).where(TurnRecord.game_id == game.id).order_by(col(TurnRecord.turn))).all()
    mine = [record for record in records if record.ran_at >= seat.joined_at]
    reports = dict(session.exec(select(SeatReport.turn_id, SeatReport.data).where(SeatReport.seat_id == seat.id)).all())
    return {
        **_row(seat.model_dump()),
        "game": game.name,
        "turns": [
            {
                "turn": record.turn,
                "void": record.void,
                "ran_at": record.ran_at.isoformat(),
                "orders": json.loads(record.sheets).get(seat.name),
                "report": json.loads(reports[record.id]) if record.id in reports else None,
            }
            for record in mine
        ],
        "press_received": [_received(one) for one in _press_to(session, game, seat)],
        "journal": [
            _row(line.model_dump())
            for line in session.exec(select(Journal).where(Journal.game_id == game.id))
            if line.detail.get("seat") == seat.name and line.at >= seat.joined_at
        ],
    }


def _press_to(session: Session, game: Game, seat: Seat) -> list[Press]:
    found = (
        select(Press)
        .join(PressCopy, col(PressCopy.press_id) == col(Press.id))
        .where(
            PressCopy.seat_id == seat.id,
            Press.game_id == game.id,
            col(Press.delivered_at) >= seat.joined_at,
        )
    )
    return list(session.exec(found))


def _received(press: Press) -> dict[str, Any]:
    """What the reader was shown: no sender's number, which would tell who wrote without a name, nor the names of all others."""
    named = set() if press.public else {"recipients"}
    return _row(press.model_dump(include={"turn", "anonymous", "public", "text", "created_at", *named}))


def _row(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _plain(value) for name, value in row.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, date):  # a moment is one, too
        return value.isoformat()
    if isinstance(value, bytes):
        try:
            return value.decode("utf-8")
        except UnicodeDecodeError:
            return value.decode(_UNREADABLE)
    return value
