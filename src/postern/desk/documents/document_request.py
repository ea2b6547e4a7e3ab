"""A document that a letter asks for. A module of its own, so that the workers that make documents need not import the desk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class DocumentRequest:
    """A document that comes with a letter. A worker makes it after the transaction, from what is stored. ``want``: its
    forms (text goes into the letter, html into its HTML; pdf, png, json and log are attached). Of a history, "film" is its
    moving map and "clip" a lighter one for a letter that brings much besides."""

    kind: Literal["report", "map", "rules", "export", "calendar", "history"]
    want: tuple[str, ...]
    ruleset: str
    paper: str = "a4"
    turn_id: int = 0
    seat_id: int = 0
    player_id: int = 0
    game_id: int = 0
    name: str = ""
    """The files' name without ending."""
    facts: tuple[tuple[str, str], ...] = ()
    """What the desk adds to a report's masthead."""
    footer: str = ""
    """What stands at the foot of every page of it."""
    due: str = ""
    """The moment that a report tells of in the game's own form (ISO 8601), and the reader's zone."""
    zone: str = "UTC"
