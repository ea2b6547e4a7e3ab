"""The desk: the settings, database, clock, secret key, templates and caches that everything else works with."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO

import structlog

from postern.desk.cache import Cache
from postern.desk.documents.templates import Templates
from postern.desk.runtime import stale_leases
from postern.desk.runtime.counting import Counting
from postern.desk.runtime.file_modes import tighten
from postern.desk.runtime.lock import Occupied, hold
from postern.desk.runtime.loop_memory import LoopMemory
from postern.desk.settings.auth_policy import Way
from postern.desk.settings.config import Config, key_place, read_config, read_games, token_key
from postern.desk.settings.gamefile import UNRULED, GameConfig
from postern.desk.settings.resources import letters_folder
from postern.desk.settings.rulesets import AnyRuleset, ruleset
from postern.desk.settings.tomlfile import ConfigError
from postern.desk.timing.clock import Clock, SystemClock
from postern.desk.timing.doubt import ClockWatch, Doubt
from postern.post.proof.keys import Keys
from postern.store import keys
from postern.store.copying import CopyError, copy_out, kind
from postern.store.engine import Store
from postern.store.migrate import NewerDatabase, migrate
from postern.store.tables import Game

_PLACES = ("data", "store", "games")
_MOVED = "{}: desk.{}: was changed and counts from the next start; take along what lies in the old place, or change it back"

_log = structlog.get_logger(__name__)


@dataclass
class Desk:
    """One open desk. ``owner`` names this process in leases (``stale_leases``)."""

    config: Config
    store: Store
    clock: Clock
    key: str = field(repr=False)
    templates: Templates
    files: Mapping[str, GameConfig] = field(default_factory=dict)
    file_problems: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    files_gone: tuple[str, ...] = ()
    """Games whose file was there and is no more."""
    counting: Counting = field(default_factory=Counting)
    cache: Cache = field(default_factory=Cache)
    keys: Keys = field(default_factory=Keys)
    held: IO[bytes] | None = None
    """Our hold on the data folder (``lock.hold``)."""
    unread_since: Callable[[], datetime | None] = lambda: None
    """Since when the mailbox could not be read; None while it is read, and where nobody watches it."""
    read_through: Callable[[datetime], datetime | None] = lambda moment: moment
    """When a look into the mailbox ended that began at this moment or later; None while none has; at once where nobody watches
    it."""
    loops: LoopMemory = field(default_factory=LoopMemory)
    owner: str = ""
    clock_watch: ClockWatch = field(init=False)
    migrated: str = ""
    """What is to be said where opening the desk changed the form of its tables, in a sentence; else ""."""

    def __post_init__(self) -> None:
        self.clock_watch = ClockWatch(self.clock)
        self.owner = self.owner or stale_leases.name_of(self.store.presence)

    @property
    def address(self) -> str:
        """Where players write."""
        return self.config.post.address

    @property
    def domain(self) -> str:
        """The domain of our message ids."""
        return self.config.post.domain

    def clock_doubt(self) -> Doubt | None:
        """Return why what cannot be undone waits: the clock jumped, and no other agrees with it; None where it may be done."""
        return self.clock_watch.look(self.config.desk.clock_wait)

    def game_config(self, game: Game) -> GameConfig:
        """The game's settings: its file when that can be used, or else as they last were. A game that has begun keeps the
        options with which it was set up."""
        known = self.files.get(game.name)
        if known is None:
            return GameConfig.model_validate(game.config, context=UNRULED)
        begun_with = game.config.get("options", {})
        return known if game.turn == 0 or known.options == begun_with else known.model_copy(update={"options": begun_with})

    def usable_config(self, game: Game) -> GameConfig | None:
        """As ``game_config``; None where neither file nor memory can be used (its ruleset is gone), which is logged."""
        try:
            return self.game_config(game)
        except ValueError as error:
            _log.error("a game cannot be used", game=game.name, error=str(error))
            return None

    def accepts(self, way: Way, config: GameConfig) -> bool:
        """Whether this way of authentication counts in this game."""
        return way in (config.trust or self.config.trust).accept

    def rules(self, game: Game) -> AnyRuleset:
        """The game's rules."""
        return ruleset(game.ruleset)

    def read_files(self, ruled: bool = True) -> None:
        """Reads the games' files again. A file that cannot be used leaves its game as it was.

        ``ruled``: as in ``read_games``.
        """
        found = read_games(self.config.games_folder, ruled)
        kept = {name: config for name, config in self.files.items() if name not in found.games}
        # Where a file cannot be used its name may not be known: then nobody can tell which one is gone.
        self.files_gone = () if found.problems else tuple(sorted(kept))
        self.files = {**kept, **found.games}
        self.file_problems = found.problems

    def reload(self) -> None:
        """Reads all settings again. Limits, backups, trust and game masters count at once; mailbox, outgoing server,
        workers and the places of the desk's files and database count from the next start. If the settings file cannot be
        used, everything stays as it was."""
        problems: dict[str, tuple[str, ...]] = {}
        if self.config.file is not None:
            try:
                fresh = read_config(self.config.file)
                places = {name: getattr(self.config.desk, name) for name in _PLACES}
                if moved := [name for name in _PLACES if getattr(fresh.desk, name) != places[name]]:
                    problems[str(self.config.file)] = tuple(_MOVED.format(self.config.file, name) for name in moved)
                self.config = self.config.model_copy(
                    update={
                        "desk": fresh.desk.model_copy(update=places),
                        "limits": fresh.limits,
                        "practice": fresh.practice,
                        "trust": fresh.trust,
                        "backup": fresh.backup,
                    }
                )
            except ConfigError as error:
                problems[str(self.config.file)] = tuple(error.problems)
        self.read_files()
        self.file_problems = {**problems, **self.file_problems}

    def close(self) -> None:
        """Closes the database and the clock, and unlocks the data folder."""
        self.clock.close()
        self.store.close()
        if self.held is not None:
            self.held.close()


def open_desk(config: Config, clock: Clock | None = None, held: IO[bytes] | None = None, *, ruled: bool = True) -> Desk:
    """Opens the database (and brings its tables up to date), makes the secret key when missing, reads the games' files.

    ``held``: a lock on the data folder that the caller has. ``ruled``: as in ``read_games``. Raises ConfigError while a
    restore is under way, when the database is sealed with another key or is of a newer Postern, and when a template of the
    letters cannot be read.
    """
    stationery = Templates(letters_folder())
    try:
        held = held or hold(config.data)
    except Occupied as error:
        raise ConfigError([f"{error}: a backup is being restored here at this moment; try again when that is done"]) from error
    key = token_key(config)
    store = Store(config.store_url, key)
    try:
        copies: list[Path] = []
        migrate(store.engine, lambda was, to: copies.append(_copy_first(config, was, to)))
        store.write_now(keys.take, store.seal)
    except (NewerDatabase, keys.NotOurs, CopyError) as error:
        store.close()
        held.close()
        why = str(error)
        if isinstance(error, keys.NotOurs):
            why = f"the database cannot be used with the secret in {key_place(config)}: {error}"
        if isinstance(error, CopyError):
            why = f"the database needs a new form, and no copy of it could be made first; nothing was changed: {error}"
        raise ConfigError([why]) from error
    tighten(config)
    desk = Desk(config, store, clock or SystemClock(), key, stationery)
    desk.held = held
    desk.migrated = "".join(
        f"The database was brought to the form of this version; as it was before it lies in {copy}." for copy in copies
    )
    if desk.migrated:
        _log.warning("the database was brought to the form of this version", copy=str(copies[0]))
    desk.read_files(ruled)
    return desk


def _copy_first(config: Config, was: str, to: str) -> Path:
    """Copy the database before its tables are changed, into the data folder. Raise CopyError."""
    name = f"before-{was.partition('_')[0]}-to-{to.partition('_')[0]}-{secrets.token_hex(3)}"
    target = config.data / f"{name}.{'dump' if kind(config.store_url) == 'postgresql' else 'sqlite'}"
    try:
        copy_out(config.store_url, target)
    except OSError as error:
        raise CopyError(f"{target}: {error.strerror or error}") from error
    return target
