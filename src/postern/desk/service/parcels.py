"""Moving a game to another server: one file that holds it, and what players are told on both sides.

The file is gzipped JSON lines (``docs/game-file.md``): a head that says what it is, a line for each row, and an end with the
checksum of everything before it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.gamemaster.actions import draft_file, put_file
from postern.desk.games import observing
from postern.desk.games.lookup import MasterError, ensure_idle, found_game
from postern.desk.games.turns import deadline_after, tell_players
from postern.desk.settings.config import game_paths
from postern.desk.settings.gamefile import GameConfig
from postern.desk.settings.tomlfile import ConfigError, parse
from postern.post.letter import is_address
from postern.store import games, journal, outbox
from postern.store.parcel import ParcelError, pack, unpack
from postern.store.tables import Game, GameState

VERSION = 1
_LONGEST = 256_000_000
"""Bytes of one line: a world of many megabytes fits, a file made to fill the memory does not."""


class Head(BaseModel):
    """The first line. ``to``: where the game moves, "" for a copy; ``file``: the text of its file in config/games."""

    model_config = ConfigDict(extra="forbid")

    postern: Literal["game"]
    version: int
    game: str
    ruleset: str
    sender: str
    to: str
    made_at: datetime
    file: str


class End(BaseModel):
    """The last line: how many lines stand before it, and their SHA-256."""

    model_config = ConfigDict(extra="forbid")

    lines: int
    sha256: str


@dataclass(frozen=True)
class Exported:
    """What was written: how many rows of each table."""

    game: str
    rows: dict[str, int]


@dataclass(frozen=True)
class Imported:
    """What came in. ``file``: the game's file, where one was written; ``told``: whether players got a letter."""

    game: str
    turn: int
    state: str
    deadline: datetime | None
    file: Path | None
    told: bool


async def export(desk: Desk, name: str, file: Path, to: str = "", actor: str = "master") -> Exported:
    """Writes the game into a new file (0600). With ``to``, the address of another desk, the game moves there, and this desk
    tells its players so from now on. Raises MasterError; then nothing was done."""
    return await desk.store.write(_export, desk, name, file, to, actor)


async def bring(desk: Desk, name: str, file: Path, *, copy: bool = False) -> Imported:
    """Takes the game of this file in, under this name. A game that moves goes on here and its players are told; a ``copy``
    is paused and nobody is told. Raises MasterError that names line and remedy; then nothing was done."""
    try:
        head = read_head(file)
        config, text = _file_text(desk, head, name.upper())
        path = desk.config.games_folder / f"{name.lower()}.toml" if config is None and text else None
        draft = draft_file(path, text) if path is not None else None
        try:
            done = await desk.store.write(_bring, desk, name.upper(), head, file, copy)
        except BaseException:
            if draft is not None:
                draft.unlink(missing_ok=True)
            raise
    except (ParcelError, ValidationError) as error:
        raise MasterError(f"{file}: {_first(error)}") from error
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise MasterError(f"{file} cannot be read: {error}") from error
    if path is not None and draft is not None:
        put_file(draft, path)
        desk.read_files()
    return Imported(done.game, done.turn, done.state, done.deadline, path, done.told)


def _export(session: Session, desk: Desk, name: str, file: Path, to: str, actor: str) -> Exported:
    game = found_game(session, name)
    now = desk.clock.now()
    if to and (not is_address(to) or to.lower() == desk.address.lower()):
        raise MasterError(f'"{to}" is not the address of another desk, such as orders@new.example.org')
    ensure_idle(game, now)
    if game.turn == 0:
        raise MasterError(f"{game.name} has not begun; create it on the other server and let its players JOIN there")
    if game.state == GameState.MOVED:
        raise MasterError(f"{game.name} has moved to {game.reason}; postern game resume {game.name} takes it back first")
    head = Head(
        postern="game",
        version=VERSION,
        game=game.name,
        ruleset=game.ruleset,
        sender=desk.address,
        to=to,
        made_at=now,
        file=_own_file(desk, game.name),
    )
    rows = _write(session, game, head, file)
    try:
        if to:
            _leave(session, game, to, actor, now)
    except BaseException:
        file.unlink(missing_ok=True)
        raise
    return Exported(game.name, rows)


def _leave(session: Session, game: Game, to: str, actor: str, now: datetime) -> None:
    outbox.void_unsent(session, game.id, game.turn, ("reminder",))
    game.state, game.reason = GameState.MOVED, to
    game.deadline = game.early_at = None
    session.add(game)
    journal.note(session, now, actor, "moved", game.id, to=to)
    session.flush()


def _write(session: Session, game: Game, head: Head, file: Path) -> dict[str, int]:
    """Writes the file whole or not at all, on the disk before anything else is done."""
    counts: Counter[str] = Counter()
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise MasterError(f"{file} exists already; choose another name") from error
    except OSError as error:
        raise MasterError(f"{file} cannot be written: {error.strerror}") from error
    try:
        with os.fdopen(descriptor, "wb") as raw:
            with gzip.GzipFile("", "wb", 6, raw, mtime=0) as out:
                digest, lines = hashlib.sha256(), 0
                for line in _lines(session, game, head, counts):
                    digest.update(line)
                    lines += 1
                    out.write(line)
                out.write(End(lines=lines, sha256=digest.hexdigest()).model_dump_json().encode() + b"\n")
            raw.flush()
            os.fsync(raw.fileno())
    except BaseException as error:
        file.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise MasterError(f"{file} cannot be written: {error.strerror}") from error
        raise
    return dict(counts)


def _lines(session: Session, game: Game, head: Head, counts: Counter[str]) -> Iterator[bytes]:
    yield head.model_dump_json().encode() + b"\n"
    for table, row in pack(session, game):
        counts[table] += 1
        yield json.dumps({"table": table, "row": row}, ensure_ascii=False).encode() + b"\n"


def read_head(file: Path) -> Head:
    """The file's head. Raises OSError, ValidationError, or ParcelError when it is no such file, or of another version."""
    with gzip.open(file) as lines:
        first = lines.readline(_LONGEST)
    try:
        found = json.loads(first)
    except ValueError as error:
        raise ParcelError("it is not a game that postern export wrote") from error
    if not isinstance(found, dict) or found.get("postern") != "game":
        raise ParcelError("it is not a game that postern export wrote")
    if found.get("version") != VERSION:
        raise ParcelError(f"it is of form {found.get('version')}; this version of Postern reads form {VERSION}")
    return Head.model_validate(found)


def _rows(file: Path) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """The rows, as they come; raises ParcelError at the end when the checksum does not fit."""
    digest = hashlib.sha256()
    with gzip.open(file) as lines:
        digest.update(lines.readline(_LONGEST))
        number = 1
        while line := lines.readline(_LONGEST):
            number += 1
            try:
                found = json.loads(line)
            except ValueError as error:
                raise ParcelError(f"line {number} is not JSON") from error
            if isinstance(found, dict) and "sha256" in found:
                end = End.model_validate(found)
                if (end.lines, end.sha256) != (number - 1, digest.hexdigest()):
                    raise ParcelError("its checksum does not fit: it was damaged or changed on its way; export it again")
                return
            if not isinstance(found, dict) or set(found) != {"table", "row"} or not isinstance(found["row"], dict):
                raise ParcelError(f'line {number} is no {{"table": …, "row": {{…}}}}')
            digest.update(line)
            yield number, str(found["table"]), found["row"]
    raise ParcelError("its end is missing: it was cut off on its way; copy it again")


def _bring(session: Session, desk: Desk, name: str, head: Head, file: Path, copy: bool) -> Imported:
    if not copy and head.to.lower() != desk.address.lower():
        where = f"moves to {head.to}" if head.to else "was exported without --to"
        raise MasterError(
            f"{head.game} {where}, and this desk is {desk.address}. Export it with --to {desk.address}, or take it in with "
            "--copy: paused, and told to nobody"
        )
    if games.by_name(session, name) is not None:
        raise MasterError(f"{name} exists here already; take the game in under another name: postern import NAME-1 {file}")

    def change(row: dict[str, Any]) -> None:
        row["name"], row["config"] = name, {**row["config"], "name": name}
        row["runner"], row["runner_until"] = "", None
        GameConfig.model_validate(row["config"])

    game = unpack(session, _rows(file), change)
    _check_world(session, desk, game)
    now = desk.clock.now()
    told = not copy and game.state in (GameState.RUNNING, GameState.PAUSED)
    if copy and game.state == GameState.RUNNING:
        game.state, game.reason = GameState.PAUSED, f"a copy from {head.sender}"
        game.deadline = game.early_at = None
    elif game.state == GameState.RUNNING and (game.deadline is None or game.deadline <= now):
        game.deadline = deadline_after(session, desk, game, desk.game_config(game), now)
    session.add(game)
    journal.note(session, now, "master", "taken in", game.id, sender=head.sender, was=head.game)
    session.flush()
    if told:
        tell_players(session, desk, game, Part("moved_here", {"address": desk.address}), now.isoformat(), now)
        observing.tell_moved_here(session, desk, game, now)
    return Imported(game.name, game.turn, game.state, game.deadline, None, told)


def _check_world(session: Session, desk: Desk, game: Game) -> None:
    try:
        rules = desk.rules(game)
        world = rules.load(games.world(session, game.id, game.turn))
    except KeyError as error:
        raise ParcelError(f"the world of turn {game.turn} is not in it") from error
    except ValueError as error:
        raise ParcelError(f"the world of turn {game.turn} cannot be used: {error}") from error
    if rules.turn(world) != game.turn:
        raise ParcelError(f"the world of turn {game.turn} says that it is of turn {rules.turn(world)}")


def _own_file(desk: Desk, name: str) -> str:
    """The text of the game's file; "" when there is none that can be used."""
    if name in desk.files:
        for path in game_paths(desk.config.games_folder):
            text = path.read_text(encoding="utf-8", errors="replace")
            if re.search(rf'(?m)^\s*name\s*=\s*"{re.escape(name)}"', text):
                return text
    return ""


def _file_text(desk: Desk, head: Head, name: str) -> tuple[GameConfig | None, str]:
    """The settings that this server has under the name, and the text of the file that came along, under the new name."""
    config = desk.files.get(name)
    if config is not None and config.ruleset != head.ruleset:
        raise MasterError(
            f"{name} is {config.ruleset} in {desk.config.games_folder}, and the game in {head.game}'s file is {head.ruleset}; "
            "take it in under another name"
        )
    text = re.sub(r'(?m)^(\s*name\s*=\s*)"[^"]*"', rf'\g<1>"{name}"', head.file, count=1)
    if text:
        try:
            parse(text, Path("the game's file"), GameConfig)
        except ConfigError:
            text = ""  # its last good settings are in the database
    return config, text


def _first(error: ParcelError | ValidationError) -> str:
    if isinstance(error, ParcelError):
        return str(error)
    problem = error.errors()[0]
    return f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}"
