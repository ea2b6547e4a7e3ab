"""Several games in one letter: a line GAME QJ-2 turns the lines below it to another seat of the same player."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlmodel import Session

from postern.desk.answers.answer import Answer, Sitter
from postern.desk.answers.filing import Filing
from postern.desk.context import Desk
from postern.desk.language.parse import Piece
from postern.store import seats
from postern.store.tables import SeatState

GAME_LINE = re.compile(r"\s*GAME[:\s]\s*([A-Za-z][A-Za-z0-9]*-\d+)\s*[:.]?\s*", re.IGNORECASE)


@dataclass
class Place:
    """One seat that a letter is for (None for a guest), with its answer and orders. ``used``: whether the letter has
    anything for it."""

    sitter: Sitter | None
    answer: Answer
    filing: Filing | None
    used: bool = False
    aside: list[Piece] = field(default_factory=list)
    """What is not carried out for this seat but asked about, since the letter's proof does not reach so far."""
    beyond: bool = False
    """Whether the letter's proof does not reach this seat at all."""


def other_seat(session: Session, desk: Desk, sitter: Sitter, game: str) -> Sitter | None:
    """The seat that the same player holds in the game of this name; None when they hold none there."""
    if game.upper() == sitter.game.name:
        return sitter
    for seat, theirs in seats.of_player(session, sitter.player.id):
        if theirs.name == game.upper() and seat.state != SeatState.LEFT:
            return Sitter(seat, theirs, desk.game_config(theirs), sitter.player)
    return None


def quoted(session: Session, desk: Desk, sitter: Sitter | None, lines: Sequence[str]) -> frozenset[int]:
    """Indexes of lines that are free text of their game, so that no word in them counts as a command."""
    if sitter is None:
        return frozenset()
    found: set[int] = set()
    start, here = 0, sitter
    while start < len(lines):
        texts = here.rules.quoted(lines[start:])
        ends = (at for at in range(start, len(lines)) if at - start not in texts and GAME_LINE.fullmatch(lines[at]))
        end = next(ends, len(lines))
        found |= {start + at for at in texts if start + at < end}
        if end < len(lines) and (line := GAME_LINE.fullmatch(lines[end])):
            here = other_seat(session, desk, sitter, line[1]) or here
        start = end + 1
    return frozenset(found)
