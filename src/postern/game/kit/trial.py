"""Orders tried out before the turn runs: the steps of the turn itself run on the world as one seat knows it.

A game imagines that world from a view and runs its table of steps with the seat's orders alone (``TurnAtWork.expected``). What
fails there is what can be known: the verdict tells it line by line, the forecast beside what would happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from postern.game.kit.turn import Failure, I, T, TurnAtWork
from postern.game.orders import Order, OrderSheet, Problem, Reading, Verdict, shown
from postern.game.report import Block, Bullets, Column, Section, Table, Text

F = TypeVar("F", bound=Failure[Any])


@dataclass(frozen=True)
class Trial(Generic[T, I]):
    """A turn tried out, and its orders one by one as issued, in the order of the sheet."""

    issued: tuple[I, ...]
    turn: T


@dataclass(frozen=True)
class ReadBack(Generic[F]):
    """One order tried out. ``words`` is "" when it fails; ``failures`` is the error, or the notes on what was changed."""

    order: Order
    words: str
    failures: tuple[F, ...]


def failures_by_order(
    issued: Sequence[I], turn: TurnAtWork[Any, I], soften: Callable[[Failure[I], bool], Failure[I]]
) -> dict[int, list[Failure[I]]]:
    """The failures of each order (by its place among ``issued``): the first error, or all notes, each reason once.

    ``soften`` makes a note of a failure that rests on what the seat cannot know; it is told whether the order stands behind the
    one ``beside`` which it failed.
    """
    places = {id(one): place for place, one in enumerate(issued)}
    found: dict[int, list[Failure[I]]] = {}
    for failure in turn.told_failures():
        place = places.get(id(failure.issued))
        if place is None:
            continue
        softer = soften(failure, place > places.get(id(failure.beside), -1) >= 0)
        known = found.setdefault(place, [])
        if all((one.code, one.why) != (softer.code, softer.why) for one in known):
            known.append(softer)
    return {place: [one for one in every if not one.note][:1] or every for place, every in found.items()}


def verdict(
    sheet: OrderSheet, orders: Iterable[ReadBack[Any]], problems: Iterable[Problem], unmentioned: tuple[str, ...]
) -> Verdict:
    """The answer to a sheet: what stands with its words; what fails and what was not read, in the order of the lines."""
    lines = sheet.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    accepted, told = [], [*problems]
    for one in orders:
        told += [_problem(lines, one.order, failure) for failure in one.failures]
        if one.words:
            accepted.append(Reading(one.order.line, one.order.code, one.words))
    return Verdict(tuple(accepted), tuple(sorted(told, key=lambda one: (one.line, one.column))), unmentioned)


def _problem(lines: Sequence[str], order: Order, failure: Failure[Any]) -> Problem:
    text = order.text.split("\n")[0]
    paste = failure.paste if failure.paste != order.code else ""
    column = _column(lines, order.line, text)
    mere_note = failure.note and not paste  # an order that stands only in part has a better form, and wants mending
    return Problem(failure.code, order.line, failure.why, failure.remedy, paste, column, text, mere_note, order.code)


def _column(lines: Sequence[str], line: int, text: str) -> int:
    """Where a piece begins in its line, from 1; 1 when it was put together from several."""
    return max(lines[line - 1].find(text), 0) + 1 if 0 < line <= len(lines) else 1


def problems_section(sheet: OrderSheet, orders: Iterable[ReadBack[Any]]) -> list[Section]:
    """The part of a forecast on lines that were not read and orders that fail; no section when there are none."""
    rows = [_row(one.text, "not read", one) for one in sheet.problems if not one.note]
    for one in orders:
        kind = "in part" if one.words else "not possible"
        rows += [_row(shown(one.order.code), kind, failure) for failure in one.failures]
    columns = (Column("Order"), Column(""), Column("Why", wide=True), Column("Possible", wide=True))
    title = "Orders that would not be carried out as written"
    return [Section("problems", title, (Table(columns, tuple(rows)),))] if rows else []


def _row(text: str, kind: str, one: Problem | Failure[Any]) -> tuple[str, ...]:
    return f"`{text}`", kind, one.why, f"{one.remedy} {one.paste}".strip()


def orders_section(orders: Iterable[ReadBack[Any]]) -> Section:
    """The part of a forecast on the orders that stand, in words."""
    items = tuple(f"`{shown(one.order.code)}`: {one.words}" for one in orders if one.words)
    blocks: tuple[Block, ...] = (Bullets(items),) if items else (Text("There are no orders that can be carried out."),)
    return Section("orders", "Your orders", blocks)
