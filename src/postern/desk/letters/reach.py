"""How far a letter's proof reaches: a token speaks for its seat alone, and some reply addresses can do one thing only.

Press and letters about a vote are passed on among people: their reply addresses answer that press, or vote on that proposal.
Whatever else a letter holds is kept and asked about at the player's own address (``asking``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from postern.desk.answers.answer import Call, Sitter
from postern.desk.commands import registry
from postern.desk.context import Desk
from postern.desk.language.parse import CommandLine, Piece
from postern.desk.settings.auth_policy import Way

_BEYOND_A_SEAT = ("JOIN", "STANDBY", "OBSERVE")
"""What a known player gets at once, in games that the letter's seat has nothing to do with."""
_ABOUT_PRESS = ("MUTE", "BLOCK", "ABUSE")


@dataclass(frozen=True)
class Reach:
    """``way``: how the letter is known. ``confirmed``: a reply to a question of ours said so. ``only``: what a reply address
    that can do one thing may do, and ``why`` anything else is asked about."""

    way: Way = Way.TOKEN
    confirmed: bool = False
    only: Callable[[Piece], bool] | None = None
    why: str = ""

    def crosses(self, desk: Desk, writer: str, other: Sitter) -> bool:
        """Whether a letter from this address speaks for another seat of the same player, too."""
        return self.confirmed or (self.only is None and writer == other.address and desk.accepts(self.way, other.config))

    def allows(self, piece: Piece) -> bool:
        """Whether a piece is carried out. What only asks may be asked by anybody who has a reply address."""
        return self.only is None or self.only(piece) or asks_by_itself(piece) or is_public(piece)

    def as_guest(self, writer: str, sitter: Sitter, piece: Piece) -> bool:
        """Whether a piece is taken as from somebody who is known by no seat: it reaches beyond the one that is proved."""
        beyond = isinstance(piece, CommandLine) and piece.name in _BEYOND_A_SEAT
        return beyond and not self.confirmed and (self.only is not None or writer != sitter.address)


WHOLE_SEAT = Reach()


def to_press(writer: str, sitter: Sitter) -> Reach:
    """The reply address of press answers it. Its reader may keep more of it away, too, from their own address."""

    def only(piece: Piece) -> bool:
        if not isinstance(piece, CommandLine):
            return False
        if piece.name in _ABOUT_PRESS:
            return writer == sitter.address and not piece.rest.strip(" .,:!")
        return piece.name == "PRESS" and _goes_back(piece.rest)

    return Reach(only=only, why="The address that your letter went to answers that press, and does nothing else.")


def to_vote(number: int) -> Reach:
    """The reply address of a letter that asks for a vote votes on that proposal, and lists what is open."""

    def only(piece: Piece) -> bool:
        named = [word for word in piece.rest.split() if word.strip("#.!").isdigit()] if isinstance(piece, CommandLine) else []
        return (
            isinstance(piece, CommandLine) and piece.name == "VOTE" and all(word.strip("#.!") == str(number) for word in named)
        )

    return Reach(only=only, why="The address that your letter went to votes on that proposal, and does nothing else.")


def _goes_back(rest: str) -> bool:
    words = rest.upper().strip(" :.").split()
    return set(words) <= {"ANON", "ANONYMOUS", "ANONYMOUSLY", "POSTAL", "BACK"}


def asks_by_itself(piece: Piece) -> bool:
    """Whether a command does nothing but ask at the player's own address."""
    command = registry.find(piece.name) if isinstance(piece, CommandLine) else None
    return command is not None and command.confirmed is not None


def is_public(piece: Piece) -> bool:
    """Whether anybody may give this command."""
    command = registry.find(piece.name) if isinstance(piece, CommandLine) else None
    return command is not None and command.need is Call
