"""Counts what became of each line that was given to a game as an order; lines that the rules passed over count as such."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from postern.desk.answers.places import Place
from postern.desk.language.parse import OrderLines, Piece, is_typed


@dataclass(frozen=True, slots=True)
class Tally:
    """Numbers of lines, without empty ones. ``without`` are lines that are neither an order nor something to mend."""

    orders: int = 0
    unread: int = 0
    remarks: int = 0
    without: tuple[str, ...] = ()
    passed_over: int = 0


def tally(pieces: Sequence[Piece], places: Sequence[Place]) -> Tally:
    """Counts the lines of these pieces, which the places took. The sum is the number of all lines that belong to no
    command."""
    given = sum(1 for piece in pieces if isinstance(piece, OrderLines) for line in piece.lines if is_typed(line))
    taken, unread, remarks, without = 0, 0, 0, list[str]()
    for place in places:
        filing, sitter = place.filing, place.sitter
        if filing is None or sitter is None:
            continue
        texts = [line.text for line in filing.lines]
        sheet = filing.read("\n".join(texts))
        # The lines below an order that are its text belong to it.
        good = {order.line - 1 for order in sheet.orders} | sitter.rules.quoted(texts)
        bad = {problem.line - 1 for problem in sheet.problems if not problem.note}
        remarked = {problem.line - 1 for problem in sheet.problems}
        taken += filing.given
        for at, line in enumerate(filing.lines):
            if not line.number or not line.text.strip() or at in good:
                continue
            unread += at in bad
            remarks += at in remarked and at not in bad
            without += [line.text.strip()] if at not in remarked else []
    return Tally(taken - unread - remarks - len(without), unread, remarks, tuple(without), given - taken)
