"""What a desk command is: its form, what it needs, what it does, and how HELP tells of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from postern.desk.answers.answer import Call
from postern.desk.answers.asking import Kept
from postern.desk.language.parse import Form


class Need(Enum):
    """Who may give a command: anybody, the holder of a seat, or only while the seat's game goes on."""

    ANYBODY = "anybody"
    SEAT = "seat"
    GAME = "game"


@dataclass(frozen=True)
class Command:
    """One desk command. ``place``: where HELP lists it, the lowest first; ``summary`` is its line there, ``help`` its own topic
    (Markdown)."""

    place: int
    form: Form
    run: Callable[[Call], None]
    need: Need
    summary: str
    help: str
    confirmed: Callable[[Call, Kept], None] | None = None
    """For what cannot be undone: ``run`` only asks (``asking.ask``), and this does it when the player's own address has said
    YES. It is given what was kept for it."""
