"""The daemon's settings, ``config/postern.toml``, and the games' files beside it."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, field_validator, model_validator

from postern.desk.settings.auth_policy import TrustSettings
from postern.desk.settings.gamefile import UNRULED, GameConfig, check_zone
from postern.desk.settings.rulesets import RULESETS, check_slug
from postern.desk.settings.tomlfile import ConfigError, load
from postern.desk.timing.durations import Duration
from postern.post.bounds import MOST_MULTIPARTS, ReadingLimits
from postern.post.letter import is_address
from postern.post.settings import PostSettings

_MOST_PROCESSES = 64
_TAKE_OVER = 2
"""Local processes that take over where no worker of a scheduler can be had."""
_SCHEDULER = re.compile(r"(?:dask|tls)://(?:\[[0-9A-Fa-f:.]+\]|[\w.-]+):(\d{1,5})")


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class DeskSettings(_Strict):
    """Who runs this desk and where its files lie. Relative paths count from the settings file's folder."""

    game_masters: tuple[str, ...] = ()
    """Addresses that are told when something needs a person."""
    data: Path = Path("../var")
    """Where the database and the secret lie unless said otherwise."""
    games: Path = Path("games")
    digest_at: time | None = time(7)
    """When the day's digest goes to the game masters; "never": it does not."""
    timezone: str = "UTC"
    """The game masters' time zone."""
    tell_after: Duration = timedelta(minutes=10)
    """How long something must fail before the game masters are written to; what may heal by itself: twelve times that."""
    mailbox_patience: Duration = timedelta(minutes=30)
    """A turn whose mailbox could not be read for so long when it falls due waits until it was read once."""
    mailbox_wait: Duration = timedelta(hours=12)
    """For how long it does so at most; 0: it never waits."""
    clock_wait: Duration = timedelta(hours=12)
    """For how long turns, votes and deadlines wait at most after the clock jumped; 0: they never wait."""
    store: str = ""
    """SQLAlchemy's URL of the database; empty: SQLite in ``data``."""

    @property
    def zone(self) -> ZoneInfo:
        """The game masters' time zone."""
        return ZoneInfo(self.timezone)

    @field_validator("timezone")
    @classmethod
    def _check_zone(cls, value: str) -> str:
        return check_zone(value)

    @field_validator("digest_at", mode="before")
    @classmethod
    def _check_digest(cls, value: object) -> object:
        return None if value == "never" else value

    @field_validator("store")
    @classmethod
    def _check_store(cls, value: str) -> str:
        if value and not re.match(r"(sqlite|postgresql)(\+\w+)?://", value):
            raise ValueError("is no database for Postern; use sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME")
        return value

    @field_validator("game_masters")
    @classmethod
    def _check_addresses(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for address in value:
            if not is_address(address):
                raise ValueError(f'"{address}" is not a mail address such as "gm@example.org"')
        return tuple(address.lower() for address in value)


class WorkSettings(_Strict):
    """Who runs turns and draws documents: so many processes of this machine (0: the daemon itself, for small machines and
    tests), or the workers of a Dask scheduler. Relative paths count from the settings file's folder."""

    workers: int | str = Field(default=2, validation_alias=AliasChoices("workers", "processes"))
    fallback: bool = True
    """Whether local processes take over while no worker of the scheduler can be had."""
    ca_file: Path | None = None
    """With tls://: the certificates of the authority that signed all others; below our own certificate and its key."""
    cert_file: Path | None = None
    key_file: Path | None = None

    @property
    def scheduler(self) -> str:
        """The scheduler's address as ``dask worker`` takes it, "" where all workers are local."""
        return self.workers.replace("dask://", "tcp://") if isinstance(self.workers, str) else ""

    @property
    def processes(self) -> int:
        """How many local processes there are, at most: with a scheduler those that may take over."""
        return self.workers if isinstance(self.workers, int) else _TAKE_OVER

    @property
    def certificates(self) -> tuple[Path, Path, Path] | None:
        """The files with authority, certificate and key, as they stand in the settings; None without tls://."""
        if self.ca_file is None or self.cert_file is None or self.key_file is None:
            return None
        return self.ca_file, self.cert_file, self.key_file

    @field_validator("workers", mode="before")
    @classmethod
    def _check_workers(cls, value: object) -> object:
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_PROCESSES:
            return value
        address = _SCHEDULER.fullmatch(value) if isinstance(value, str) else None
        if address is None or not 0 < int(address[1]) < 65536:
            raise ValueError(
                f"is a number of local processes from 0 to {_MOST_PROCESSES}, or a Dask scheduler with its port, such as "
                '"dask://scheduler.example.org:8786" or "tls://scheduler.example.org:8786"'
            )
        if find_spec("distributed") is None:
            raise ValueError('names a Dask scheduler, and Dask is not installed; install it with: pip install "postern[dask]"')
        return value

    @model_validator(mode="after")
    def _check_certificates(self) -> WorkSettings:
        encrypted = isinstance(self.workers, str) and self.workers.startswith("tls://")
        for name in ("ca_file", "cert_file", "key_file"):
            if encrypted and getattr(self, name) is None:
                raise ValueError(f"workers: tls:// needs ca_file, cert_file and key_file; {name} is missing")
            if not encrypted and getattr(self, name) is not None:
                raise ValueError(f'{name}: is for workers = "tls://..." alone; take it out, or write tls:// there')
        return self


class Limits(_Strict):
    """What one letter or one address may ask for."""

    order_lines: int = Field(default=600, ge=1)
    line_length: int = Field(default=400, ge=40)
    commands: int = Field(default=20, ge=1)
    parts: int = Field(default=200, ge=1)
    """How many MIME parts of a letter are read; and so on, see ``ReadingLimits``."""
    nesting: int = Field(default=30, ge=1, le=MOST_MULTIPARTS)
    attachments: int = Field(default=20, ge=0)
    unpacked: int = Field(default=400_000, ge=10_000, le=4_000_000)
    guest_answers_per_hour: int = Field(default=12, ge=1)
    stranger_answers_per_hour: int = Field(default=300, ge=1)
    """To all unknown addresses together: masses of letters under made-up senders keep no player waiting."""
    press_per_hour: int = Field(default=30, ge=1)
    """How many letters to other players one seat may write within an hour."""
    observed_games: int = Field(default=5, ge=0)
    """How many games that go on one address may observe."""
    greeting_every: Duration = timedelta(days=1)
    machine_answers_every: Duration = timedelta(hours=1)
    """How often a letter that looks automatic is answered."""
    echoes: int = Field(default=4, ge=1)
    """So many letters that only repeat themselves, each at once upon our answer, put a brake on answers to their writer."""
    exchanges_per_hour: int = Field(default=120, ge=1)
    """Letters of one player that each follow upon our answer to the one before; beyond, a brake is put on."""
    answers_per_hour: int = Field(default=3_000, ge=1)
    """To the letters of all players, of the whole server; beyond, a brake is put on."""
    brake_for: Duration = timedelta(hours=1)
    """How long a brake is on; twice as long each time it comes on again within a day."""
    bounces: int = Field(default=3, ge=1)
    """So many letters that came back for ever pause all letters to their address."""
    send_for: Duration = timedelta(days=5)
    """How long an unsent letter is tried again before it is given up."""
    keep_sent: Duration = timedelta(days=30)
    """How long sent letters stay in the database whole; a report can be had again for ever."""
    keep_received: Duration = timedelta(days=90)
    """How long letters that are done with stay in the database whole; what became of them stays for ever, and the letters
    themselves lie in the mailbox's folder."""

    @property
    def reading(self) -> ReadingLimits:
        """What concerns the parts of a letter."""
        return ReadingLimits(self.parts, self.nesting, self.attachments, self.unpacked)


class LogSettings(_Strict):
    """What the daemon logs, on standard error, one line an event."""

    format: Literal["text", "json"] = "text"
    level: Literal["debug", "info", "warning", "error"] = "info"


class MetricsSettings(_Strict):
    """Metrics for Prometheus, at http://host:port/metrics. Port 0: none."""

    host: str = "127.0.0.1"
    port: int = Field(default=0, ge=0, le=65535)


class PracticeSettings(_Strict):
    """Private games against computer players, which anybody may begin by mail with PRACTICE."""

    rulesets: tuple[str, ...] = tuple(RULESETS)
    """Which games can be practised, the usual one first; none: there is no practice. By default all that are installed."""
    seats: int = Field(default=6, ge=1)
    """The size of a practice game, as far as its rules allow."""
    per_address: int = Field(default=1, ge=1)
    """How many one address may have at a time."""
    at_most: int = Field(default=200, ge=1)
    """How many there may be in all, so that made-up senders fill no disk."""
    ends_after: Duration = timedelta(days=14)
    """A practice game whose player was silent so long is removed."""

    @field_validator("rulesets")
    @classmethod
    def _check_rulesets(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for slug in value:
            check_slug(slug)
        return value


class BackupSettings(_Strict):
    """Backups that the daemon makes by itself. ``every`` 0: none. ``folder`` counts from the data folder."""

    every: Duration = timedelta()
    keep: int = Field(default=14, ge=1)
    """How many of them are kept; older ones are removed."""
    folder: Path = Path("backups")

    @field_validator("every")
    @classmethod
    def _check_every(cls, value: timedelta) -> timedelta:
        if timedelta() < value < timedelta(minutes=10):
            raise ValueError('is too often for a backup of everything; use at least "10m", or "0s" for none')
        return value


class Config(_Strict):
    """All of ``postern.toml``."""

    post: PostSettings
    desk: DeskSettings = DeskSettings()
    work: WorkSettings = WorkSettings()
    limits: Limits = Limits()
    log: LogSettings = LogSettings()
    metrics: MetricsSettings = MetricsSettings()
    practice: PracticeSettings = PracticeSettings()
    trust: TrustSettings = TrustSettings()
    backup: BackupSettings = BackupSettings()
    home: Path = Path()
    """The folder of the settings file; set by ``read_config``."""
    file: Path | None = None
    """The settings file itself; set by ``read_config``."""

    @property
    def data(self) -> Path:
        """The data folder."""
        return (self.home / self.desk.data).resolve()

    @property
    def store_url(self) -> str:
        """The database's URL."""
        return self.desk.store or f"sqlite:///{self.data / 'postern.sqlite'}"

    @property
    def token_file(self) -> Path:
        """Where access tokens are kept."""
        named = self.post.oauth.token_file if self.post.oauth is not None else None
        return self.home / (named or self.data / "oauth.token")

    @property
    def games_folder(self) -> Path:
        """Where the games' files lie."""
        return (self.home / self.desk.games).resolve()


@dataclass(frozen=True)
class GameFiles:
    """The games' files as read: those that can be used, and what is wrong with the others (file → one line each)."""

    games: Mapping[str, GameConfig]
    problems: Mapping[str, tuple[str, ...]]


def read_config(path: Path) -> Config:
    """The settings in this file. Raises ConfigError that names file, line and remedy."""
    config = load(path, Config)
    return config.model_copy(update={"home": path.resolve().parent, "file": path.resolve()})


def game_paths(folder: Path) -> list[Path]:
    """The games' files in the folder. Files whose names begin with a dot are left out: editors write such, as locks and
    drafts."""
    return sorted(path for path in folder.glob("*.toml") if not path.name.startswith("."))


def read_games(folder: Path, ruled: bool = True) -> GameFiles:
    """Every game's file in the folder, by the game's name; if not ``ruled``, without asking the games' rules about it.

    A file that cannot be used does not stop the others. Of two files with the same name neither counts: a copy that was to
    become another game must not change the one that is played.
    """
    found: dict[str, dict[Path, GameConfig]] = {}
    problems: dict[str, tuple[str, ...]] = {}
    for path in game_paths(folder):
        try:
            config = load(path, GameConfig, None if ruled else UNRULED)
        except ConfigError as error:
            problems[str(path)] = tuple(error.problems)
            continue
        found.setdefault(config.name, {})[path] = config
    for name, files in found.items():
        for path in files if len(files) > 1 else ():
            others = " and ".join(other.name for other in files if other != path)
            problems[str(path)] = (f"{path}: name: {name} stands in {others}, too, so neither counts; give one its own name",)
    return GameFiles({name: next(iter(files.values())) for name, files in found.items() if len(files) == 1}, problems)


def token_key(config: Config) -> str:
    """The secret key that signs tokens and seals letters: from the settings, or from ``token.key`` in the data folder
    (0600), which is made when missing."""
    path = key_file(config)
    if path is None:
        return config.post.token_key()
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        return _make_key(path)


def key_file(config: Config) -> Path | None:
    """The file that holds the secret; None where the settings or a variable hold it."""
    secret = config.post.secret
    if secret.password is not None or secret.password_env is not None:
        return None
    return config.home / (secret.password_file or config.data / "token.key")


def key_place(config: Config) -> str:
    """Where the secret key is kept, in words."""
    return str(key_file(config) or "[post.secret]")


def kept_key(config: Config) -> str:
    """The secret key as it is, "" when there is none yet; none is made."""
    path = key_file(config)
    try:
        return config.post.token_key() if path is None else path.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def _make_key(path: Path) -> str:
    """Writes a new key beside its place and links it there, so that two daemons starting together agree on one."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(32) + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(draft)
    return path.read_text(encoding="ascii").strip()
