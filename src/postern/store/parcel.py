"""The rows of one game, out of this database and into another: which tables go along, and by what their rows belong to it.

Numbers are given anew on the other side, so that every reference to a row that goes along is followed; a reference to one
that stays becomes empty. Players go along as they are referred to; one whose address is known there is that person.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Column, Date, Integer, Table, insert, select
from sqlmodel import Session, SQLModel
from sqlmodel.sql.sqltypes import AutoString

from postern.store.tables import Game
from postern.store.types import Moment, Packed

GOES_ALONG: Mapping[str, str] = {
    "game": "id",
    "seat": "game_id",
    "seat_orders": "seat_id",
    "filed_orders": "seat_id",
    "world_state": "game_id",
    "absence": "seat_id",
    "turn_record": "game_id",
    "attendance": "turn_id",
    "standby": "game_id",
    "observer": "game_id",
    "credential": "seat_id",
    "seat_report": "turn_id",
    "public_report": "turn_id",
    "press": "game_id",
    "press_copy": "press_id",
    "press_wall": "seat_id",
    "proposal": "game_id",
    "ballot": "proposal_id",
    "journal": "game_id",
}
"""Table → the column by which its rows belong to the game: a reference to a table above it. Players go along besides."""

STAYS: Mapping[str, str] = {
    "inbox_letter": "letters that came in belong to the mailbox that got them",
    "outbox_letter": "letters going out are sent by the server that wrote them",
    "held": "what waits for a confirmation names a letter and a token of the old server",
    "used_proof": "what a letter was known by is remembered where the letter came in",
    "greeting": "whom a server has answered lately is its own business",
    "brake": "which machines a server has stopped answering is its own business",
    "trouble": "an address that fails from one server may be reached from another",
    "game_master": "who looks after games is settled on each server",
    "sealed_by": "each server seals its letters with its own secret",
}
"""Table → why its rows stay behind."""

_ADDED: Mapping[tuple[str, str], Any] = {
    ("seat", "ready_asked"): [],
    ("turn_record", "unread"): {},
    ("turn_record", "rules"): "",
}
"""Columns that files of older programs lack, with what stands there then."""


class ParcelError(Exception):
    """The rows do not make a game; the text says which and why."""


def pack(session: Session, game: Game) -> Iterator[tuple[str, dict[str, Any]]]:
    """The game's rows, each after those it refers to, as (table, what JSON can hold)."""
    numbers: dict[str, list[int]] = {"game": [game.id]}
    rows: list[tuple[str, Mapping[str, Any]]] = []
    people: set[int] = set()
    for name, belongs in GOES_ALONG.items():
        table = _table(name)
        parents = numbers["game" if name == "game" else _refers_to(table.c[belongs])]
        query = select(table).where(table.c[belongs].in_(parents)).order_by(*table.primary_key.columns)
        found = [dict(row) for row in session.connection().execute(query).mappings()]
        numbers[name] = [row["id"] for row in found] if "id" in table.c else []
        rows += [(name, row) for row in found]
        people |= {row[column.name] for row in found for column in table.c if _refers_to(column) == "player"} - {None}
    players = select(_table("player")).where(_table("player").c.id.in_(people)).order_by(_table("player").c.id)
    for player in session.connection().execute(players).mappings():
        yield "player", _as_json(_table("player"), dict(player))
    for name, row in rows:
        yield name, _as_json(_table(name), row)


def unpack(
    session: Session, rows: Iterator[tuple[int, str, Mapping[str, Any]]], change: Callable[[dict[str, Any]], None]
) -> Game:
    """Puts rows (line, table, as ``pack`` gave them) into this database; ``change`` may alter the game's own row before.

    Raises ParcelError that names the line; then the transaction must be undone.
    """
    numbers: dict[tuple[str, int], int] = {}
    made: list[int] = []
    for line, name, raw in rows:
        try:
            if name not in GOES_ALONG and name != "player":
                raise ParcelError(f'the table "{name}" is not known here; the file was made by a newer Postern')
            table = _table(name)
            row = _from_json(table, raw)
            if name == "game":
                change(row)
            old = row.get("id")
            known = _known_player(session, row) if name == "player" else None
            number = known or _insert(session, table, _renumbered(table, row, numbers))
            if old is not None:
                numbers[name, old] = number
            if name == "game":
                made.append(number)
        except ParcelError as error:
            raise ParcelError(f"line {line}: {error}") from error
    if len(made) != 1:
        raise ParcelError(f"the file holds {len(made)} games instead of one")
    session.flush()
    return session.get_one(Game, made[0])


def _known_player(session: Session, row: Mapping[str, Any]) -> int | None:
    found = session.connection().execute(select(_table("player").c.id).where(_table("player").c.address == row["address"]))
    number: int | None = found.scalar()
    return number


def _insert(session: Session, table: Table, row: dict[str, Any]) -> int:
    given = {name: value for name, value in row.items() if name != "id"}
    key = session.connection().execute(insert(table).values(given)).inserted_primary_key
    return int(key[0]) if key is not None and "id" in table.c else 0


def _renumbered(table: Table, row: dict[str, Any], numbers: Mapping[tuple[str, int], int]) -> dict[str, Any]:
    for column in table.c:
        parent = _refers_to(column)
        if not parent or row[column.name] is None:
            continue
        if parent in STAYS:
            row[column.name] = None
        elif (parent, row[column.name]) in numbers:
            row[column.name] = numbers[parent, row[column.name]]
        else:
            raise ParcelError(
                f"{table.name}.{column.name} names {parent} {row[column.name]}, which is not in the file before it"
            )
    return row


def _as_json(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    return {column.name: _out(row[column.name]) for column in table.c}


def _out(value: Any) -> Any:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    return value.isoformat() if isinstance(value, date) else value


def _from_json(table: Table, raw: Mapping[str, Any]) -> dict[str, Any]:
    unknown = sorted(set(raw) - {column.name for column in table.c})
    if unknown:
        raise ParcelError(f'{table.name} has no "{unknown[0]}" here; the file was made by a newer Postern')
    return {column.name: _read(table, column, raw) for column in table.c}


def _read(table: Table, column: Column[Any], raw: Mapping[str, Any]) -> Any:
    if column.name not in raw and (table.name, column.name) in _ADDED:
        return _ADDED[table.name, column.name]
    if column.name not in raw:
        raise ParcelError(f"{table.name}.{column.name} is missing")
    value = raw[column.name]
    if value is None and column.nullable:
        return None
    wanted, made = _kind(column)
    try:
        return made(value)
    except (ValueError, TypeError) as error:
        raise ParcelError(f"{table.name}.{column.name} needs {wanted}, not {str(value)[:40]!r}") from error


def _kind(column: Column[Any]) -> tuple[str, Callable[[Any], Any]]:
    for kind, found in _KINDS.items():
        if isinstance(column.type, kind):
            return found
    raise TypeError(f"no parcel holds columns such as {column} yet: {column.type!r}")


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("no zone")
    return moment.astimezone(UTC)


def _bytes(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


def _only(*kinds: type) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        if type(value) not in kinds:
            raise ValueError("of another kind")
        return value

    return check


_KINDS: Mapping[type, tuple[str, Callable[[Any], Any]]] = {
    Moment: ("a moment such as 2026-11-20T19:00:00+00:00", _moment),
    Packed: ("bytes in base64", _bytes),
    JSON: ("a list or an object", _only(dict, list)),
    Date: ("a day such as 2026-11-20", date.fromisoformat),
    Boolean: ("true or false", _only(bool)),
    Integer: ("a whole number", _only(int)),
    AutoString: ("a text", _only(str)),
}


def _refers_to(column: Column[Any]) -> str:
    """The table whose rows this column names; "" when it names none."""
    return next((key.column.table.name for key in column.foreign_keys), "")


def _table(name: str) -> Table:
    return SQLModel.metadata.tables[name]
