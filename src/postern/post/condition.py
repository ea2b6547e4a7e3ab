"""How a connection to the mail server stands, for whoever watches over the daemon."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from postern.post.letter import now


class Link(StrEnum):
    """Not tried yet; up; down, and tried again by itself; or refused: we are not let in, a person is needed."""

    UNKNOWN = "unknown"
    UP = "up"
    DOWN = "down"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Condition:
    """The link, since when it is so, and why in one line."""

    link: Link
    since: datetime
    detail: str = ""

    def become(self, link: Link, detail: str = "") -> Condition:
        """The condition from now on; ``since`` stays while the link does."""
        return Condition(link, self.since if link is self.link else now(), detail)


def unknown() -> Condition:
    """Before the first attempt."""
    return Condition(Link.UNKNOWN, now())
