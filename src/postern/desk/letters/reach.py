"""What a letter's proof covers: a token counts for its seat alone, and some reply addresses can do one thing only.

Press and letters about a vote are passed on among people, so their reply addresses only answer that press, or vote on that
proposal. Anything else in such a letter is kept, and its player is asked about it at their own address (``asking``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from postern.desk.answers.answer import Call, Sitter
from postern.desk.commands import registry
from postern.desk.context import Desk
from postern.desk.language.parse import CommandLine, Piece
from postern.desk.settings.auth_policy import Way
from postern.game.kit.orders.digits import is_number

_BEYOND_A_SEAT = ("JOIN", "STANDBY", "OBSERVE")
"""What a known player gets at once, in games that the letter's seat has nothing to do with."""
_ABOUT_PRESS = ("MUTE", "BLOCK", "ABUSE")


@dataclass(frozen=True)
class Reach:
    """What a letter's proof covers. ``way``: how its writer is known. ``confirmed``: it confirms a question of ours.
    ``only``: what may be done from a reply address that can do one thing only, and ``why`` its player is asked about the
    rest."""

    way: Way = Way.TOKEN
    confirmed: bool = False
    only: Callable[[Piece], bool] | None = None
    why: str = ""

    def crosses(self, desk: Desk, writer: str, other: Sitter) -> bool:
        """Whether a letter from this address counts for another seat of the same player too."""
        return self.confirmed or (self.only is None and writer == other.address and desk.accepts(self.way, other.config))

    def allows(self, piece: Piece) -> bool:
        """Whether a piece is carried out at once. Commands that only ask, and public ones, always are."""
        return self.only is None or self.only(piece) or asks_by_itself(piece) or is_public(piece)

    def as_guest(self, writer: str, sitter: Sitter, piece: Piece) -> bool:
        """Whether a piece is run as a guest's, because it reaches beyond the seat that is proved."""
        beyond = isinstance(piece, CommandLine) and piece.name in _BEYOND_A_SEAT
        return beyond and not self.confirmed and (self.only is not None or writer != sitter.address)


WHOLE_SEAT = Reach()


def to_press(writer: str, sitter: Sitter) -> Reach:
    """The reach of the reply address of press: a reply answers it. From the reader's own address it may also mute, block or
    report its writer."""

    def only(piece: Piece) -> bool:
        if not isinstance(piece, CommandLine):
            return False
        if piece.name in _ABOUT_PRESS:
            return writer == sitter.address and not piece.rest.strip(" .,:!")
        return piece.name == "PRESS" and _goes_back(piece.rest)

    return Reach(only=only, why="The address that your letter went to answers that press, and does nothing else.")


def to_vote(number: int) -> Reach:
    """The reach of the reply address of a letter that asks for a vote: a reply votes on that proposal, or lists what is
    open."""

    def only(piece: Piece) -> bool:
        named = [word for word in piece.rest.split() if is_number(word.strip("#.!"))] if isinstance(piece, CommandLine) else []
        return (
            isinstance(piece, CommandLine) and piece.name == "VOTE" and all(word.strip("#.!") == str(number) for word in named)
        )

    return Reach(only=only, why="The address that your letter went to votes on that proposal, and does nothing else.")


def _goes_back(rest: str) -> bool:
    words = rest.upper().strip(" :.").split()
    return set(words) <= {"ANON", "ANONYMOUS", "ANONYMOUSLY", "POSTAL", "BACK"}


def asks_by_itself(piece: Piece) -> bool:
    """Whether a command only asks, at the player's own address, before anything is done."""
    command = registry.find(piece.name) if isinstance(piece, CommandLine) else None
    return command is not None and command.confirmed is not None


def is_public(piece: Piece) -> bool:
    """Whether anybody may give this command."""
    command = registry.find(piece.name) if isinstance(piece, CommandLine) else None
    return command is not None and command.need is Call
