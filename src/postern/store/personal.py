"""Where the database speaks of a person: one rule for every table, for telling them all of it and for forgetting them.

A table is told by its columns: ``player_id``, ``address`` or ``recipient`` (theirs, now or before); only where it has none
of them by ``seat_id``, of the seats that they hold: then a rule says since when a row is theirs, for a seat may have had
another player before. So may an address (``Mailbox``). What is not named in ``RULES`` is deleted when they are forgotten, so
that a new table is safe.
"""

from __future__ import annotations

import email
import email.policy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, SQLColumnExpression, Table, and_, false, func, or_, true
from sqlmodel import Session, SQLModel, col, delete, select

from postern.store.tables import Held, InboxLetter, Journal, LetterState, OutboxLetter, OutState, Player, Seat

FAREWELL = "farewell"
"""The kind of the last letter to somebody who is forgotten: it goes out, and then its row goes too."""
_REMOVED = "(removed at its writer's wish)"


@dataclass(frozen=True)
class Rule:
    """How a table's rows belong to a person, and what becomes of them when the person is forgotten.

    ``since``: the column that says when a row of a seat or an address came to be: it may be another's.
    ``of``: the table that has this column, where the row only points to it.
    """

    by: tuple[str, ...]
    forget: Literal["delete", "blank", "keep"] = "delete"
    since: str = ""
    of: str = ""
    blank: Mapping[str, object] | None = None


RULES: dict[str, Rule] = {
    "seat": Rule(("player_id",), "keep"),
    "seat_orders": Rule(("seat_id",), "delete", since="updated_at"),
    "filed_orders": Rule(("seat_id",), "delete", since="filed_at"),
    "seat_report": Rule(("seat_id",), "keep", since="ran_at", of="turn_record"),
    "absence": Rule(("seat_id",), since="created_at"),
    "credential": Rule(("seat_id",), since="created_at"),
    "ballot": Rule(("seat_id",), since="cast_at"),
    "press_copy": Rule(("seat_id",), since="delivered_at", of="press"),
    "press": Rule(("seat_id",), "blank", since="created_at", blank={"text": _REMOVED}),
    "proposal": Rule(("seat_id",), "keep", since="opened_at"),
    "inbox_letter": Rule(
        ("player_id", "address"),
        "blank",
        since="stored_at",
        blank={"raw": b"", "address": "", "message_id": "", "reason": "", "player_id": None},
    ),
    "outbox_letter": Rule(("recipient",), since="created_at"),
    "held": Rule(("address",), since="created_at"),
    "greeting": Rule(("address",), since="last_at"),
    "trouble": Rule(("address",), since="last_at"),
    "brake": Rule(("address",), since="since"),
}
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_COLUMNS = ("player_id", "address", "recipient")


@dataclass(frozen=True)
class Mailbox:
    """An address, in small letters, and when it was the person's: before and afterwards it was, or may be, somebody else's."""

    address: str
    since: datetime | None = None
    before: datetime | None = None

    @property
    def shared(self) -> bool:
        """Whether only a part of what bears the address is theirs."""
        return self.since is not None or self.before is not None

    def within(self, moment: SQLColumnExpression[datetime]) -> ColumnElement[bool]:
        """Whether the moment lies in that time."""
        clauses: list[ColumnElement[bool]] = [moment >= self.since] if self.since is not None else []
        return and_(true(), *clauses, *([moment < self.before] if self.before is not None else []))


@dataclass(frozen=True)
class Person:
    """A player as the tables know them: number, addresses, and the seats that they hold."""

    player: Player
    mailboxes: tuple[Mailbox, ...]
    seats: tuple[Seat, ...]


def person(session: Session, player: Player) -> Person:
    """Everything by which the player can be found."""
    held = session.exec(select(Seat).where(Seat.player_id == player.id).order_by(col(Seat.id)))
    return Person(player, tuple(_mailboxes(session, player)), tuple(held))


def leave(player: Player, now: datetime) -> None:
    """Writes down that the player's address is theirs no longer."""
    player.former = [*player.former, [player.address, now.isoformat()]]


def _mailboxes(session: Session, player: Player) -> Iterator[Mailbox]:
    """The player's address and those that they left. One that they left is theirs whole as long as nobody else has shown up
    there."""
    others = [other for other in session.exec(select(Player)) if other.id != player.id]
    yield Mailbox(player.address.lower(), _taken_from(others, player.address))
    for address, left in _left(player):
        claimed = any(address in (other.address.lower(), *dict(_left(other))) for other in others)
        bounded = claimed or _heard_since(session, address, left)
        yield Mailbox(address, _taken_from(others, address, left), left if bounded else None)


def _left(player: Player) -> list[tuple[str, datetime]]:
    """The addresses that the player left, and when; the beginning of all time where that is not on record."""
    pairs = [(one, "") if isinstance(one, str) else (str(one[0]), str(one[1])) for one in player.former]
    return [(address.lower(), datetime.fromisoformat(left) if left else _LONG_AGO) for address, left in pairs]


def _taken_from(others: Sequence[Player], address: str, left: datetime | None = None) -> datetime | None:
    """When the last of these players who had the address before was gone from it; None where nobody was."""
    gone = [at for other in others for theirs, at in _left(other) if theirs == address.lower() and at != _LONG_AGO]
    return max((at for at in gone if left is None or at < left), default=None)


def _heard_since(session: Session, address: str, left: datetime) -> bool:
    """Whether somebody has written from the address since, who was not known by a token."""
    wrote = select(InboxLetter.id).where(
        func.lower(InboxLetter.address) == address, col(InboxLetter.player_id).is_(None), col(InboxLetter.stored_at) > left
    )
    asked = select(Held.id).where(func.lower(Held.address) == address, col(Held.created_at) > left)
    return any(session.exec(query.limit(1)).first() is not None for query in (wrote, asked))


def rows(session: Session, who: Person) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """Every table with rows about this person: its name and the rows, column by column."""
    for table in SQLModel.metadata.sorted_tables:
        clause = _theirs(table, who)
        if clause is not None:
            found = session.connection().execute(table.select().where(clause)).mappings().all()
            if found:
                yield table.name, [dict(row) for row in found]


def merge(session: Session, into: Player, other: Player) -> None:
    """Makes two players one: whatever was ``other``'s is ``into``'s, and ``other`` is gone."""
    for table in SQLModel.metadata.sorted_tables:
        if "player_id" in table.c:
            session.exec(table.update().where(table.c.player_id == other.id).values(player_id=into.id))
    into.former = [*into.former, *other.former]
    session.add(into)
    session.delete(other)
    session.flush()


def erase(session: Session, who: Person) -> None:
    """Deletes or blanks all that is personal. Their seats must be given up already; letters not handled yet stay."""
    if session.connection().dialect.name == "sqlite":
        session.connection().exec_driver_sql("PRAGMA secure_delete=ON")
    for table in reversed(SQLModel.metadata.sorted_tables):
        clause, rule = _theirs(table, who), rule_of(table)
        if clause is None or rule is None:
            continue
        if table.name == "inbox_letter":
            clause = and_(clause, table.c.state != LetterState.NEW)
        if rule.forget == "delete":
            session.exec(table.delete().where(clause))
        elif rule.forget == "blank":
            session.exec(table.update().where(clause).values(**(rule.blank or {})))
    for mailbox in who.mailboxes:
        _erase_mentions(session, mailbox)
    session.delete(who.player)
    session.flush()


def farewells_said(session: Session) -> bool:
    """Whether last letters have gone out whose rows are still there."""
    return session.exec(select(OutboxLetter.id).where(*_SAID).limit(1)).first() is not None


def forget_farewells(session: Session) -> None:
    """Deletes the last letters that have gone out, with what was noted because of them."""
    if session.connection().dialect.name == "sqlite":
        session.connection().exec_driver_sql("PRAGMA secure_delete=ON")
    addresses = set(session.exec(select(OutboxLetter.recipient).where(*_SAID)))
    session.exec(delete(OutboxLetter).where(*_SAID))
    for address in addresses:
        if session.exec(select(Player.id).where(Player.address == address)).first() is None:
            _erase_mentions(session, Mailbox(address.lower()))


_SAID = (col(OutboxLetter.kind) == FAREWELL, col(OutboxLetter.state).in_((OutState.SENT, OutState.GAVE_UP, OutState.VOID)))


def rule_of(table: Table) -> Rule | None:
    """The rule for this table; None for one that is about nobody."""
    by = tuple(name for name in _COLUMNS if name in table.c) or tuple({"seat_id"} & set(table.c.keys()))
    return RULES.get(table.name) or (Rule(by) if by and table.name != "player" else None)


def _theirs(table: Table, who: Person) -> ColumnElement[bool] | None:
    """The rows of a table that are about this person; None for a table that is about nobody."""
    rule = rule_of(table)
    if rule is None:
        return None
    clauses: list[ColumnElement[bool]] = []
    for name in rule.by:
        column = table.c[name]
        if name == "player_id":
            clauses.append(column == who.player.id)
        elif name == "seat_id":
            clauses += [_of_seat(table, rule, seat) for seat in who.seats]
        else:
            clauses += [_of_mailbox(table, name, rule, mailbox, who.player) for mailbox in who.mailboxes]
    return or_(false(), *clauses)


def _of_mailbox(table: Table, column: str, rule: Rule, mailbox: Mailbox, player: Player) -> ColumnElement[bool]:
    """What bears the address; where that was another's as well, what is of the time and known as nobody else's."""
    here: ColumnElement[bool] = func.lower(table.c[column]) == mailbox.address
    if not mailbox.shared:
        return here
    if not rule.since:
        return here if mailbox.before is None else false()
    mine = or_(table.c.player_id.is_(None), table.c.player_id == player.id) if "player_id" in table.c else true()
    return and_(here, mailbox.within(table.c[rule.since]), mine)


def _of_seat(table: Table, rule: Rule, seat: Seat) -> ColumnElement[bool]:
    of_seat: ColumnElement[bool] = table.c.seat_id == seat.id
    if not rule.since:
        return of_seat
    if not rule.of:
        return and_(of_seat, table.c[rule.since] >= seat.joined_at)
    there = SQLModel.metadata.tables[rule.of]
    (key,) = (column for column in table.c if column.references(there.c.id))
    return and_(of_seat, key.in_(select(there.c.id).where(there.c[rule.since] >= seat.joined_at)))


def _erase_mentions(session: Session, mailbox: Mailbox) -> None:
    """What names the address in passing: letters to game masters and theirs, reports on letters that came back, the journal."""
    mentions: Callable[[bytes], bool] = _finder(mailbox.address)
    written = mailbox.within(col(OutboxLetter.created_at))
    for letter in session.exec(select(OutboxLetter).where(OutboxLetter.kind == "master", written)):
        told = (letter.subject.encode(), letter.raw or b"", letter.draft or b"", letter.last_error.encode())
        if any(map(mentions, told)):
            session.delete(letter)
    unread = col(InboxLetter.state).in_((LetterState.IGNORED, LetterState.FAILED))
    no_players = and_(col(InboxLetter.state) == LetterState.HANDLED, col(InboxLetter.player_id).is_(None))
    for came in session.exec(select(InboxLetter).where(or_(unread, no_players), mailbox.within(col(InboxLetter.stored_at)))):
        if mentions(came.raw) or mentions(came.reason.encode()):
            came.raw, came.address, came.message_id, came.reason = b"", "", "", ""
            session.add(came)
    for asked in session.exec(select(Held).where(Held.kind == "errands", mailbox.within(col(Held.created_at)))):
        if mentions(str(asked.data).encode()):
            asked.state, asked.data = "declined", {}
            session.add(asked)
    for line in session.exec(select(Journal).where(mailbox.within(col(Journal.at)))):
        detail = {key: "(removed)" if mentions(str(value).encode()) else value for key, value in line.detail.items()}
        if detail != line.detail:
            line.detail = detail
            session.add(line)
    session.flush()


def _finder(address: str) -> Callable[[bytes], bool]:
    """Whether bytes of a letter name the address, as they are or in quoted-printable or base64 parts."""
    wanted = address.lower().encode()

    def mentions(data: bytes) -> bool:
        if wanted in data.lower():
            return True
        parts = email.message_from_bytes(data, policy=email.policy.compat32).walk()
        return any(wanted in body.lower() for part in parts if isinstance(body := part.get_payload(decode=True), bytes))

    return mentions
