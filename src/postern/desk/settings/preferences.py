"""A player's preferences: documents, paper, clock. Where a player has set nothing, the game's file decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict

from postern.desk.settings.gamefile import Document, GameConfig
from postern.desk.timing.moments import Dial
from postern.store.tables import Player

Echo = Literal["both", "book", "plain"]
Paper = Literal["a4", "letter"]


class Prefs(BaseModel):
    """One player's settings; a default means that they said nothing."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    formats: tuple[Document, ...] | None = None
    """What letters bring besides their text; None: as each game has it."""
    calendar: bool = True
    """Whether reports and news of the deadline bring it for the calendar."""
    paper: Paper | None = None
    hours: Literal[12, 24] = 24
    zone: str = ""
    """An IANA name; "": the zone of each game."""
    echo: Echo = "both"
    """How accepted orders are read back: in the book's codes, in plain words, or both."""
    forecast: bool = False
    """Whether every answer to orders says what would follow from them."""

    @property
    def html(self) -> bool:
        """Whether letters have an HTML part beside their text."""
        return self.formats is None or "html" in self.formats

    def documents(self, config: GameConfig) -> tuple[Document, ...]:
        """What a report of this game brings besides its text."""
        return config.documents if self.formats is None else self.formats

    def paper_for(self, config: GameConfig | None) -> Paper:
        """The paper of a PDF of this game, or of none."""
        return self.paper or (config.paper if config is not None else "a4")

    def dial(self, usual: ZoneInfo) -> Dial:
        """The clock that this player reads in a game of the zone ``usual``."""
        return Dial(ZoneInfo(self.zone) if self.zone else usual, self.hours == 12)


def prefs_of(settings: Mapping[str, Any]) -> Prefs:
    """The settings as they are stored with a player."""
    return Prefs.model_validate(settings) if settings else _NONE


def prefer(player: Player, **changes: object) -> None:
    """Changes settings of a player. Raises ValueError for a value that a setting cannot have."""
    known = Prefs.model_validate({**player.settings, **changes})
    player.settings = known.model_dump(mode="json", exclude_defaults=True)


_NONE = Prefs()
