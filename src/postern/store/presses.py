"""Press as it was passed on, its readers' copies, and what readers do not want to get."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, col, func, select

from postern.store.tables import Press, PressCopy, PressWall, Seat


def of_turn(session: Session, game_id: int, turn: int) -> list[Press]:
    """All press of one turn, oldest first."""
    return list(session.exec(select(Press).where(Press.game_id == game_id, Press.turn == turn).order_by(col(Press.id))))


def by_id(session: Session, press_id: int) -> Press:
    """The press with this number. Raises KeyError when there is none."""
    press = session.get(Press, press_id)
    if press is None:
        raise KeyError(press_id)
    return press


def copy(session: Session, copy_id: int) -> PressCopy | None:
    """One reader's copy."""
    return session.get(PressCopy, copy_id)


def copies(session: Session, press_id: int) -> list[PressCopy]:
    """The copies of this press, one for each reader."""
    return list(session.exec(select(PressCopy).where(PressCopy.press_id == press_id).order_by(col(PressCopy.id))))


def held(session: Session, game_id: int) -> list[Press]:
    """Press of this game that waits for the turn to run, oldest first."""
    query = select(Press).where(Press.game_id == game_id, col(Press.delivered_at).is_(None))
    return list(session.exec(query.order_by(col(Press.id))))


def delivered(session: Session, seat_id: int) -> list[tuple[Press, PressCopy]]:
    """Press that this seat was brought, oldest first."""
    query = select(Press, PressCopy).join(PressCopy, col(PressCopy.press_id) == col(Press.id))
    query = query.where(PressCopy.seat_id == seat_id, col(Press.delivered_at).is_not(None))
    return list(session.exec(query.order_by(col(PressCopy.id))).all())


def seen_by(session: Session, seat: Seat, turn: int) -> list[tuple[Press, PressCopy | None]]:
    """What the seat's player of now wrote in the turn (no copy) and was brought (their copy), oldest first."""
    since = seat.joined_at
    brought = {
        press.id: one for press, one in delivered(session, seat.id) if press.delivered_at and press.delivered_at >= since
    }
    found = of_turn(session, seat.game_id, turn)
    mine = {press.id for press in found if press.seat_id == seat.id and press.created_at >= since}
    return [(press, brought.get(press.id)) for press in found if press.id in mine or press.id in brought]


def newest_from(session: Session, reader: Seat, writer_id: int) -> Press | None:
    """The newest signed press that the seat's player of now was brought from that one."""
    query = select(Press).join(PressCopy, col(PressCopy.press_id) == col(Press.id))
    query = query.where(
        PressCopy.seat_id == reader.id,
        Press.seat_id == writer_id,
        col(Press.anonymous).is_(False),
        col(Press.delivered_at) >= reader.joined_at,
    )
    return session.exec(query.order_by(col(Press.id).desc())).first()


def written_between(session: Session, seat_id: int, since: datetime, now: datetime) -> int:
    """How many pieces of press this seat wrote from then to now."""
    query = select(func.count()).select_from(Press).where(Press.seat_id == seat_id, col(Press.created_at).between(since, now))
    return session.exec(query).one()


def wall(session: Session, seat: Seat, writer_id: int | None) -> PressWall | None:
    """What the seat's player put between it and that writer; ``None``: and all who give no name."""
    of_writer = col(PressWall.other_id).is_(None) if writer_id is None else col(PressWall.other_id) == writer_id
    mine = (PressWall.seat_id == seat.id, PressWall.player_id == seat.player_id)
    return session.exec(select(PressWall).where(*mine, of_writer)).first()


def walls(session: Session, seat: Seat) -> list[PressWall]:
    """Everything that the seat's player put up."""
    mine = (PressWall.seat_id == seat.id, PressWall.player_id == seat.player_id)
    return list(session.exec(select(PressWall).where(*mine).order_by(col(PressWall.id))))


def put_wall(session: Session, seat: Seat, writer_id: int | None, blocks: bool) -> None:
    """Puts a wall up, in place of one that stood there. The seat has a player."""
    fresh = PressWall(player_id=seat.player_id or 0, seat_id=seat.id, other_id=writer_id)
    standing = wall(session, seat, writer_id) or fresh
    standing.blocks = blocks
    session.add(standing)
    session.flush()


def take_wall_down(session: Session, seat: Seat, writer_id: int | None) -> bool:
    """Takes it down. False when none stood."""
    standing = wall(session, seat, writer_id)
    if standing is None:
        return False
    session.delete(standing)
    session.flush()
    return True
