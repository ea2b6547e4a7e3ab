"""What players of a game propose to one another, and their votes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlmodel import Session, col, delete, select

from postern.store.tables import Ballot, Proposal


def propose(
    session: Session, game_id: int, seat_id: int, kind: str, detail: dict[str, Any], now: datetime, closes_at: datetime
) -> Proposal:
    """A new proposal, open for votes until ``closes_at``. Its number counts from 1 in its game."""
    number = 1 + max((one.number for one in of_game(session, game_id)), default=0)
    made = Proposal(
        game_id=game_id,
        number=number,
        seat_id=seat_id,
        kind=kind,
        detail=detail,
        opened_at=now,
        closes_at=closes_at,
    )
    session.add(made)
    session.flush()
    return made


def of_game(session: Session, game_id: int, state: str = "") -> list[Proposal]:
    """The proposals of a game in their order; with ``state`` only those that are "open", "passed", "failed" or "void"."""
    query = select(Proposal).where(Proposal.game_id == game_id).order_by(col(Proposal.number))
    return list(session.exec(query.where(Proposal.state == state) if state else query))


def undecided(session: Session) -> list[Proposal]:
    """Every open proposal, oldest first."""
    return list(session.exec(select(Proposal).where(Proposal.state == "open").order_by(col(Proposal.id))))


def cast(session: Session, proposal: Proposal, seat_id: int, yes: bool, now: datetime) -> None:
    """Writes a vote down, in place of an earlier one of the same seat."""
    session.merge(Ballot(proposal_id=proposal.id, seat_id=seat_id, yes=yes, cast_at=now))
    session.flush()


def withdraw(session: Session, game_id: int, seat_id: int) -> None:
    """Takes back the votes of a seat that has another player now, where nothing is decided yet."""
    here = select(Proposal.id).where(Proposal.game_id == game_id, Proposal.state == "open")
    session.exec(delete(Ballot).where(col(Ballot.seat_id) == seat_id, col(Ballot.proposal_id).in_(here)))


def ballots(session: Session, proposal: Proposal) -> dict[int, bool]:
    """Seat → its vote."""
    rows = session.exec(select(Ballot).where(Ballot.proposal_id == proposal.id))
    return {row.seat_id: row.yes for row in rows}
