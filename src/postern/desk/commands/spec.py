"""What a command by mail consists of: how it is written, what it needs, what it does, and its lines in HELP."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from postern.desk.answers.answer import Call
from postern.desk.answers.asking import Kept
from postern.desk.language.parse import Form

C = TypeVar("C", bound=Call)


@dataclass(frozen=True)
class Command(Generic[C]):
    """One desk command. ``place``: where HELP lists it, the lowest first; ``summary`` is its line there, ``help`` its own topic
    (Markdown).

    ``need`` is the call without which it cannot be given: ``Call`` for anybody, ``SeatCall`` for the holder of a seat,
    ``OrdersCall`` while the seat's game takes orders.
    """

    place: int
    form: Form
    run: Callable[[C], None]
    need: type[C]
    summary: str
    help: str
    confirmed: Callable[[C, Kept], None] | None = None
    """For what cannot be undone: ``run`` only asks (``asking.ask``), and this does it when the player's own address has said
    YES. It is given what was kept for it."""
    own_game_only: bool = False
    """Whether it changes nothing beyond the seat's own game and player, and decides by nothing beyond them: then hosts that
    share a database handle it at the same time as letters of other games (``store/scoped``)."""
