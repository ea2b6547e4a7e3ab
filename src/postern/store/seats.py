"""Seats, their players and the orders on file."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

import sqlalchemy
from sqlalchemy import bindparam, insert, update
from sqlalchemy.orm import class_mapper
from sqlmodel import Session, col, delete, select

from postern.store.tables import (
    Absence,
    Credential,
    FiledOrders,
    Game,
    GameState,
    OutboxLetter,
    Player,
    Seat,
    SeatOrders,
    SeatState,
    table,
)

T = TypeVar("T")


class Readiness(NamedTuple):
    """As much of a ``Seat`` as tells whether its player is awaited."""

    id: int
    name: str
    player_id: int | None
    computer: bool
    state: str
    ready_turn: int


_FIRST_GENERATION = 1
_MOST_GENERATIONS = 2**31 - 3
"""So that the highest one still fits into a column of 32 bits."""
_PLAYERS = table(Player.__tablename__)
# Statements of every letter, built once: building one takes longer than running it.
_WITH_GAME = (
    select(Seat, Game, Player)
    .join(Game, col(Game.id) == col(Seat.game_id))
    .join(Player, col(Player.id) == col(Seat.player_id), isouter=True)
    .where(col(Seat.id) == bindparam("seat"))
)
_OF_ADDRESS = (
    select(Seat, Game)
    .join(Game, col(Game.id) == col(Seat.game_id))
    .join(Player, col(Player.id) == col(Seat.player_id))
    .where(Player.address == bindparam("address"), Game.state != GameState.FINISHED, Seat.state != SeatState.RESIGNED)
    .order_by(col(Game.practice), col(Game.id).desc())
)
_SEATS = table(Seat.__tablename__)
_READY = (
    sqlalchemy.select(*(_SEATS.c[name] for name in Readiness._fields))
    .where(_SEATS.c.game_id == bindparam("game"), _SEATS.c.state != SeatState.LEFT)
    .order_by(_SEATS.c.number)
)
_OF_GAME = select(Seat).where(col(Seat.game_id) == bindparam("game"), Seat.state != SeatState.LEFT).order_by(col(Seat.number))
_SETTINGS = sqlalchemy.select(_PLAYERS.c.settings).where(_PLAYERS.c.address == bindparam("address"))
_ON_FILE = table(SeatOrders.__tablename__)
_THIS_ROW = (_ON_FILE.c.seat_id == bindparam("seat"), _ON_FILE.c.turn == bindparam("of_turn"))
_ORDERS = sqlalchemy.select(_ON_FILE.c.text).where(*_THIS_ROW)
_CHANGE_ORDERS = update(_ON_FILE).where(*_THIS_ROW).values(text=bindparam("new"), updated_at=bindparam("now"))
_DROP_ORDERS = sqlalchemy.delete(_ON_FILE).where(*_THIS_ROW)


def by_id(session: Session, seat_id: int) -> Seat | None:
    """The seat with this number."""
    return session.get(Seat, seat_id)


def with_game(session: Session, seat_id: int) -> tuple[Seat, Game, Player | None] | None:
    """The seat, its game and its player, if it has one. Where the session has loaded all three, nothing is asked."""
    seat = _loaded(session, Seat, seat_id)
    game = _loaded(session, Game, seat.game_id) if seat is not None else None
    who = _loaded(session, Player, seat.player_id) if seat is not None and seat.player_id is not None else None
    if seat is not None and game is not None and who is not None:
        return seat, game, who
    row = session.exec(_WITH_GAME, params={"seat": seat_id}).first()
    return None if row is None else (row[0], row[1], row[2])


def played(session: Session, seat_ids: Collection[int]) -> dict[int, tuple[int, int, int]]:
    """Of those of these seats that a person plays: generation, number of the game, number of the player."""
    rows = session.exec(
        select(Seat.id, Seat.generation, Seat.game_id, Seat.player_id).where(
            col(Seat.id).in_(list(seat_ids)), col(Seat.player_id).is_not(None)
        )
    )
    return {seat: (generation, game, player) for seat, generation, game, player in rows if player is not None}


def _loaded(session: Session, kind: type[T], number: int) -> T | None:
    """What the session has of this kind under this number, without a look into the database."""
    found: T | None = session.identity_map.get(class_mapper(kind).identity_key_from_primary_key((number,)))
    return found


def rotate(session: Session, seat: Seat) -> None:
    """Gives the seat a new secret: every token and confirmation of it is worth nothing from now on; password and key go."""
    seat.generation = fresh_generation(seat.generation)
    session.exec(delete(Credential).where(col(Credential.seat_id) == seat.id))
    session.add(seat)
    session.flush()


def renew(session: Session, seat: Seat) -> None:
    """``rotate`` for a seat that keeps its player: the days of absence stay."""
    before = seat.generation
    rotate(session, seat)
    days = update(Absence).where(col(Absence.seat_id) == seat.id, col(Absence.generation) == before)
    session.connection().execute(days.values(generation=seat.generation))


def fresh_generation(before: int) -> int:
    """Another generation than this one, by chance: it must not come again after a restore of a state that knew less."""
    fresh = _FIRST_GENERATION + 1 + secrets.randbelow(_MOST_GENERATIONS)
    return fresh + (fresh >= before)


def of_game(session: Session, game_id: int) -> list[Seat]:
    """All seats of a game in seat order, without those that were left before it began."""
    return list(session.exec(_OF_GAME, params={"game": game_id}))


def readiness(session: Session, game_id: int) -> list[Readiness]:
    """As ``of_game``, only what tells who is awaited, as the database has it (what was changed must be flushed): asked with
    every letter."""
    return [Readiness._make(row) for row in session.connection().execute(_READY, {"game": game_id})]


def settings(session: Session, address: str) -> dict[str, Any]:
    """What the player with this address changed of the desk's usual ways; nothing for an address without a player."""
    return session.connection().execute(_SETTINGS, {"address": address}).scalar() or {}


def addresses(session: Session, game_id: int) -> dict[int, str]:
    """Seat number (``Seat.id``) → address of its player, for the seats that have one."""
    rows = session.exec(
        select(Seat.id, Player.address).join(Player, col(Player.id) == col(Seat.player_id)).where(Seat.game_id == game_id)
    )
    return {seat_id: address for seat_id, address in rows if seat_id is not None}


def of_address(session: Session, address: str) -> list[tuple[Seat, Game]]:
    """The seats that this address holds in games not yet finished, newest game first, practice games last."""
    return [(seat, game) for seat, game in session.exec(_OF_ADDRESS, params={"address": address})]


def known_player(session: Session, address: str) -> Player | None:
    """The player with this address, if there is one."""
    return session.exec(select(Player).where(Player.address == address)).first()


def of_player(session: Session, player_id: int) -> list[tuple[Seat, Game]]:
    """All seats that this player holds, of finished games too, newest game first."""
    query = select(Seat, Game).join(Game, col(Game.id) == col(Seat.game_id)).where(Seat.player_id == player_id)
    return [(seat, game) for seat, game in session.exec(query.order_by(col(Game.id).desc(), col(Seat.id)))]


def last_holder(session: Session, seat: Seat) -> str:
    """The address to which the newest letter about this seat went, and where its player has moved since; "" without any."""
    query = select(OutboxLetter.recipient).where(OutboxLetter.seat_id == seat.id, OutboxLetter.kind != "master")
    address = session.exec(query.order_by(col(OutboxLetter.id).desc()).limit(1)).first()
    if address is None or known_player(session, address) is not None:
        return address or ""
    former = {one if isinstance(one, str) else one[0]: who.address for who in players(session) for one in who.former}
    return former.get(address, "")


def left_before_the_start(session: Session, game_id: int, name: str) -> Seat | None:
    """The newest seat of this name that its player left while the game gathered them, where nobody has the name now."""
    found = list(session.exec(select(Seat).where(Seat.game_id == game_id).order_by(col(Seat.id).desc())))
    wanted = name.strip().upper()
    if any(seat.name.upper() == wanted for seat in found):
        return None
    left = (seat for seat in found if seat.state == SeatState.LEFT and seat.name.upper().startswith(f"{wanted}/"))
    return next(left, None)


def player(session: Session, address: str, now: datetime) -> Player:
    """The player with this address, written down when new."""
    known = known_player(session, address)
    if known is None:
        known = Player(address=address, created_at=now)
        session.add(known)
        session.flush()
    return known


def orders(session: Session, seat_id: int, turn: int) -> str | None:
    """The text of orders on file, or None when there is none."""
    text: str | None = session.connection().execute(_ORDERS, {"seat": seat_id, "of_turn": turn}).scalar()
    return text


def put_orders(session: Session, seat_id: int, turn: int, text: str | None, now: datetime) -> None:
    """Replaces the text of orders on file; None takes it off file."""
    connection, place = session.connection(), {"seat": seat_id, "of_turn": turn}
    if text is None:
        connection.execute(_DROP_ORDERS, place)
    elif not connection.execute(_CHANGE_ORDERS, place | {"new": text, "now": now}).rowcount:
        row = {"seat_id": seat_id, "turn": turn, "text": text, "updated_at": now}
        connection.execute(insert(_ON_FILE), row)


def drop_orders_of(session: Session, seat_id: int) -> None:
    """Takes the orders of this seat off file, those of turns that have run too: a turn taken back would bring them again."""
    session.exec(delete(SeatOrders).where(col(SeatOrders.seat_id) == seat_id))
    session.exec(delete(FiledOrders).where(col(FiledOrders.seat_id) == seat_id))


def drop_orders_after(session: Session, game_id: int, turn: int) -> None:
    """Takes the orders of later turns off file."""
    of_game_ids = select(Seat.id).where(Seat.game_id == game_id)
    for kept in (SeatOrders, FiledOrders):
        session.exec(delete(kept).where(col(kept.seat_id).in_(of_game_ids), col(kept.turn) > turn))


def all_orders(session: Session, game_id: int, turn: int) -> dict[int, str]:
    """Seat number (``Seat.id``) → text of orders on file for this turn, for the seats that have any."""
    rows = session.exec(
        select(SeatOrders.seat_id, SeatOrders.text)
        .join(Seat, col(Seat.id) == col(SeatOrders.seat_id))
        .where(Seat.game_id == game_id, SeatOrders.turn == turn)
    )
    return dict(rows.all())


def players(session: Session) -> list[Player]:
    """Everybody who is known here, by address."""
    return list(session.exec(select(Player).order_by(Player.address)))
