"""What a check is given, and what it finds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from postern.desk.doctor.resolving import Lookup
from postern.desk.settings.config import Config, kept_key
from postern.post.oauth import Tokens


class Level(StrEnum):
    """Fine; works, but worth a look; does not work."""

    OK = "OK"
    WARN = "WARN"
    FAIL = "FAIL"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. ``remedy``: what to do, "" where nothing is."""

    level: Level
    about: str
    said: str
    remedy: str = ""


@dataclass(frozen=True)
class Case:
    """The desk to be examined."""

    config: Config
    lookup: Lookup
    now: datetime

    def tokens(self) -> Tokens | None:
        """Access tokens, where the settings ask for them and the desk has its secret."""
        settings, key = self.config.post.oauth, kept_key(self.config)
        return Tokens(settings, self.config.token_file, key) if settings is not None and key else None
