"""Worlds and views kept in memory, so that not every letter has to unpack a world. The database remains the truth: an entry is
found under the game's version, which rises with every change of the world."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlmodel import Session

from postern.desk.settings.rulesets import ruleset
from postern.game.handbook import Handbook
from postern.game.orders import OrderSheet, Verdict
from postern.store import games
from postern.store.tables import Game

K = TypeVar("K", bound=tuple[Any, ...])
V = TypeVar("V")

_WORLDS = 48
"""How many worlds stay in memory; views are lighter and stay longer."""
_VIEWS = 768
_SHEETS = 256
_LOCK = threading.Lock()
"""Held while a memory is looked at or changed, by the store's threads and the event loop, never while something is made."""


@dataclass
class Cache:
    """A small cache of worlds, views and handbooks; the least recently used are dropped first."""

    _worlds: OrderedDict[tuple[int, int], Any] = field(default_factory=OrderedDict)
    _views: OrderedDict[tuple[int, int, str], Any] = field(default_factory=OrderedDict)
    _sheets: OrderedDict[tuple[int, int, str, str], OrderSheet] = field(default_factory=OrderedDict)
    _verdicts: OrderedDict[tuple[int, int, str, str], Verdict] = field(default_factory=OrderedDict)
    _handbooks: dict[str, Handbook] = field(default_factory=dict)

    def view(self, session: Session, game: Game, seat: str) -> Any:
        """What this seat sees of the game now. Raises KeyError when the game has no world yet."""
        key = (_number(game), game.version, seat)
        return _kept(self._views, key, _VIEWS, lambda: ruleset(game.ruleset).view(self._world(session, game), seat))

    def sheet(self, session: Session, game: Game, seat: str, text: str) -> OrderSheet:
        """These orders as the ruleset reads them on the seat's view. Cached, since a letter and the one before it are read
        again often."""
        key = (_number(game), game.version, seat, text)
        return _kept(self._sheets, key, _SHEETS, lambda: ruleset(game.ruleset).read(text, self.view(session, game, seat)))

    def verdict(self, session: Session, game: Game, seat: str, text: str) -> Verdict:
        """What the ruleset says of these orders. Cached, since every SHOW, STATUS and READY asks again."""

        def judge() -> Verdict:
            return ruleset(game.ruleset).check(self.sheet(session, game, seat, text), self.view(session, game, seat))

        return _kept(self._verdicts, (_number(game), game.version, seat, text), _SHEETS, judge)

    def merged(self, session: Session, game: Game, seat: str, filed: str, new: str) -> str:
        """What is on file after a letter with these orders, as the ruleset joins them (``Ruleset.merge``)."""
        return ruleset(game.ruleset).merge(filed, new, self.view(session, game, seat))

    def handbook(self, slug: str) -> Handbook:
        """The ruleset's handbook."""
        if slug not in self._handbooks:
            self._handbooks[slug] = ruleset(slug).handbook()
        return self._handbooks[slug]

    def forget(self, game_id: int) -> None:
        """Drops what is kept of a game."""
        _drop(self._worlds, game_id)
        _drop(self._views, game_id)
        _drop(self._sheets, game_id)
        _drop(self._verdicts, game_id)

    def _world(self, session: Session, game: Game) -> Any:
        key = (_number(game), game.version)
        return _kept(self._worlds, key, _WORLDS, lambda: _load(session, game))


def _load(session: Session, game: Game) -> Any:
    return ruleset(game.ruleset).load(games.world(session, _number(game), game.turn))


def _kept(memory: OrderedDict[K, V], key: K, room: int, make: Callable[[], V]) -> V:
    """What is kept under this key, made when missing; the least lately used goes when there is no room."""
    with _LOCK:
        if key in memory:
            memory.move_to_end(key)
            return memory[key]
    made = make()
    with _LOCK:
        memory[key] = made
        if len(memory) > room:
            memory.popitem(last=False)
    return made


def _drop(memory: OrderedDict[K, V], game_id: int) -> None:
    with _LOCK:
        for key in [key for key in memory if key[0] == game_id]:
            del memory[key]


def _number(game: Game) -> int:
    return game.id
