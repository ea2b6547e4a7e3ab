"""The incoming letter that is being handled, as one value that is passed from function to function."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from postern.desk.context import Desk
from postern.post.letter import Incoming
from postern.store.tables import InboxLetter


@dataclass(frozen=True)
class LetterAtHand:
    """An incoming letter: its row in the inbox, what was read in it, and what its handling works with.

    All that is decided about it goes through ``session``, one transaction; ``now`` is the moment for all of it.
    """

    session: Session
    desk: Desk
    row: InboxLetter
    incoming: Incoming
    now: datetime

    @property
    def first_line(self) -> str:
        """The first line that is not empty, without blanks around it; "" in an empty letter."""
        return next((line.strip() for line in self.incoming.typed if line.strip()), "")
