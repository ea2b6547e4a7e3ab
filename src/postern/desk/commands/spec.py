"""What a desk command is: its form, what it needs, what it does, and how HELP tells of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from postern.desk.answer import Call
from postern.desk.asking import Kept
from postern.desk.parse import Form


class Need(Enum):
    """Who may give a command: anybody, the holder of a seat, or only while the seat's game goes on."""

    NOBODY = "nobody"
    SEAT = "seat"
    GAME = "game"


@dataclass(frozen=True)
class Command:
    """One desk command. ``summary`` is its line in HELP, ``help`` its own topic (Markdown)."""

    form: Form
    run: Callable[[Call], None]
    need: Need
    summary: str
    help: str
    confirmed: Callable[[Call, Kept], None] | None = None
    """For what cannot be undone: ``run`` only asks (``asking.ask``), and this does it when the player's own address has said
    YES. It is given what was kept for it."""
