"""Game masters who write letters: each address has a number, so that a reply can be known by a signed token."""

from __future__ import annotations

from sqlmodel import Session, select

from postern.store.seats import fresh_generation
from postern.store.tables import GameMaster


def row(session: Session, address: str) -> GameMaster:
    """The master with this address, made when missing."""
    found = session.exec(select(GameMaster).where(GameMaster.address == address)).first()
    if found is None:
        found = GameMaster(address=address)
        session.add(found)
        session.flush()
    return found


def by_id(session: Session, master_id: int) -> GameMaster | None:
    """The master with this number."""
    return session.get(GameMaster, master_id)


def promote(session: Session, address: str, game: str) -> None:
    """Makes the address a master of this game."""
    found = row(session, address)
    found.games = [*found.games, game]
    session.add(found)


def demote(session: Session, address: str, game: str) -> bool:
    """Takes the game from the master, whose older tokens are no longer good. False when it was not theirs."""
    found = row(session, address)
    if game not in found.games:
        return False
    found.games = [name for name in found.games if name != game]
    found.generation = fresh_generation(found.generation)
    session.add(found)
    return True


def of_game(session: Session, game: str) -> list[str]:
    """The addresses that were made masters of this game."""
    return [found.address for found in session.exec(select(GameMaster)) if game in found.games]


def everybody(session: Session) -> list[GameMaster]:
    """All masters who were ever written to."""
    return list(session.exec(select(GameMaster)))


def is_known(session: Session, address: str) -> bool:
    """Whether this address was made master of some game."""
    found = session.exec(select(GameMaster).where(GameMaster.address == address)).first()
    return found is not None and bool(found.games)
