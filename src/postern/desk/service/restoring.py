"""Restores a backup, in place of the present data or beside it: it is checked first, and what it replaces is kept.

What this means for players: letters that arrived after the backup lie in the mailbox's folders and can be read again
(``rereading``); those that the database knows are known by their bytes. Tokens stay valid, since the key is restored with the
database. Tokens of seats that were taken after the backup belong to nobody; their players are asked to confirm once more. A
seat whose secret changed after the backup gets a new secret: what was revoked stays revoked, as far as the replaced database
can be read. What waited to be sent is sent, with its Message-ID. Answers to letters that are read again and reports of turns
that run again are new letters; every player is told beforehand that they may come twice.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO

from sqlmodel import Session

from postern.desk.context import Desk, open_desk
from postern.desk.documents.templates import Part
from postern.desk.games import observing
from postern.desk.games.turns import due_at
from postern.desk.outbox.outgoing import About, NewLetter, put
from postern.desk.runtime.lock import Occupied, hold_all
from postern.desk.service.backup import DATABASES, KEY, SETTINGS, BackupError, Manifest, opened
from postern.desk.service.rereading import RereadError, reread
from postern.desk.settings.config import Config, kept_key, key_file, read_config
from postern.desk.settings.tomlfile import ConfigError
from postern.desk.timing.clock import Clock, SystemClock
from postern.store import copying, games, journal, seats
from postern.store.copying import CopyError, Since
from postern.store.tables import GameState

_STAMP = "%Y%m%dT%H%M%SZ"
_IN_PLAY = (GameState.FORMING, GameState.STARTING, GameState.RUNNING, GameState.PAUSED)


@dataclass(frozen=True)
class Restored:
    """What was done. ``aside``: what is kept of before; ``reread``: letters put back for reading, None when not asked for;
    ``paused``: games whose deadline has passed meanwhile; ``lost``: what the replaced database had since the backup."""

    manifest: Manifest
    config: Config
    aside: tuple[Path, ...]
    put_back: tuple[Path, ...]
    notes: tuple[str, ...]
    reread: int | None
    paused: tuple[str, ...]
    lost: Since


@dataclass(frozen=True)
class Plan:
    """Where the backup goes. ``to``: a new folder instead of the place of ``settings``; ``store``: the database there."""

    settings: Path
    to: Path | None = None
    store: str = ""
    force: bool = False
    reread: bool = False


@dataclass(frozen=True)
class _Checked:
    """A backup that may be put in place: its files in ``folder``, the settings it will run with, and what would be lost."""

    manifest: Manifest
    folder: Path
    config: Config
    plan: Plan
    lost: Since


async def restore(file: Path, plan: Plan, clock: Clock | None = None) -> Restored:
    """Puts the backup in place. Raises BackupError before anything is changed: when the backup is damaged or too new, when
    a daemon runs, or (unless forced) when the database there has more than the backup."""
    clock = clock or SystemClock()
    put_back: list[Path] = []
    with opened(file) as (manifest, folder), ExitStack() as refused:
        copy = folder / DATABASES[manifest.database]
        try:
            copying.check(copy, manifest.database, manifest.revision)
            refused.callback(_take_away, plan, put_back)
            _place_settings(folder, manifest, plan, put_back)
            config = read_config(_settings(plan))
            _check_kind(manifest, config)
            _check_key(folder, config)
            with hold_all(config.data, config.store_url, "restore") as held:
                lost = copying.since(config.store_url, manifest.made_at)
                if lost != Since() and not plan.force:
                    raise BackupError(_newer(manifest, lost))
                refused.pop_all()
                return await _replace(_Checked(manifest, folder, config, plan, lost), clock, held, put_back)
        except ConfigError as error:
            raise BackupError(str(error)) from error
        except (CopyError, Occupied) as error:
            raise BackupError(str(error)) from error
        except OSError as error:
            raise BackupError(f"{error.filename or 'a file'}: {error.strerror or error}") from error


async def _replace(checked: _Checked, clock: Clock, held: IO[bytes], put_back: list[Path]) -> Restored:
    """Puts the backup in the place of what is there, which is kept beside it. Adds to ``put_back`` what was missing there."""
    manifest, folder, config, plan = checked.manifest, checked.folder, checked.config, checked.plan
    stamp = clock.now().strftime(_STAMP)
    url = config.store_url
    generations = copying.generations(url)
    name = copying.sqlite_file(url).name if manifest.database == "sqlite" else "postern.pgdump"
    parent = copying.sqlite_file(url).parent if manifest.database == "sqlite" else config.data
    aside = [parent / f"{name}.before-{stamp}"]
    if not copying.put_in_place(url, folder / DATABASES[manifest.database], aside[0]):
        aside = []
    notes: list[str] = []
    aside += _place_key(folder, config, stamp)
    put_back += _place_missing(folder, manifest, config, plan)
    count: int | None = None
    if plan.reread:
        try:
            count = await reread(config, manifest.made_at)
        except RereadError as error:
            notes.append(f"The letters since the backup could not be put back for reading: {error}")
    desk = open_desk(config, clock, held)
    try:
        paused = await desk.store.write(_after, desk, manifest.made_at, count is not None, generations)
    finally:
        desk.close()
    return Restored(manifest, config, tuple(aside), tuple(put_back), tuple(notes), count, tuple(paused), checked.lost)


def _after(session: Session, desk: Desk, made_at: datetime, rereads: bool, generations: Mapping[int, int]) -> list[str]:
    """Seats whose secret changed since the backup (``generations`` are those of the state that was replaced) get a new one,
    so that what opened them before opens them no more. Games that are overdue wait for their master unless letters are read
    again first; players are told what happened. Returns the names of the games that wait."""
    now = desk.clock.now()
    copying.skip_numbers(session)
    paused = []
    for game in games.in_states(session, *_IN_PLAY):
        due = due_at(game)
        overdue = game.state == GameState.RUNNING and due is not None and due <= now
        if overdue and not rereads:
            game.state, game.reason = GameState.PAUSED, "the desk was restored from a backup"
            game.deadline = game.early_at = None
            session.add(game)
            paused.append(game.name)
            observing.tell(session, desk, game, now)
        journal.note(session, now, "master", "restored", game.id, backup=made_at.isoformat(), reread=rereads)
        addresses = seats.addresses(session, game.id)
        for seat in seats.of_game(session, game.id):
            if generations.get(seat.id, seat.generation) != seat.generation:
                seats.renew(session, seat)
            if seat.id in addresses:
                data = {
                    "game": game,
                    "seat": seat,
                    "made_at": made_at,
                    "rereads": rereads,
                    "deadline": None if overdue else game.deadline,
                    "zone": desk.game_config(game).zone,
                }
                letter = NewLetter(
                    addresses[seat.id], [Part("restored", data)], kind="news", about=About(game, seat, game.turn)
                )
                put(session, desk, letter, f"restored/{now.isoformat()}/{seat.id}", now)
    return paused


def _settings(plan: Plan) -> Path:
    return plan.settings if plan.to is None else plan.to / SETTINGS


def _check_kind(manifest: Manifest, config: Config) -> None:
    kind = copying.kind(config.store_url)
    if kind != manifest.database:
        raise BackupError(
            f"the backup is of {manifest.database}, and the settings name a database of {kind}. Restore it where "
            "the settings name one of its own kind; games move between kinds by postern export and postern import"
        )


def _check_key(folder: Path, config: Config) -> None:
    if key_file(config) is None and kept_key(config) != _key(folder):
        raise BackupError(
            "the secret in [post.secret] is not the one that the backup's letters are sealed with; set that one there first: "
            f"it is in the backup as {KEY}"
        )


def _key(folder: Path) -> str:
    return (folder / KEY).read_text(encoding="ascii").strip()


def _newer(manifest: Manifest, lost: Since) -> str:
    more = (
        (lost.letters_in, "letter that came in", "letters that came in"),
        (lost.letters_out, "letter that went out", "letters that went out"),
        (lost.turns, "turn", "turns"),
        (len(lost.actions), "deed of a game master", "deeds of game masters"),
    )
    words = ", ".join(f"{number} {one if number == 1 else several}" for number, one, several in more if number)
    return (
        f"the database here has more than this backup of {manifest.made_at:%d %b %Y, %H:%M} UTC: {words}. "
        "With --force it is replaced, and kept aside"
    )


def _take_away(plan: Plan, written: Sequence[Path]) -> None:
    """Removes what a restore that is refused has written: settings, or the whole new place."""
    if written and plan.to is not None:
        shutil.rmtree(plan.to)
        return
    for file in written:
        file.unlink(missing_ok=True)


def _place_settings(folder: Path, manifest: Manifest, plan: Plan, written: list[Path]) -> None:
    """Writes the settings and the games' files where there are no settings yet. Adds what it writes to ``written``."""
    target = _settings(plan)
    text = (folder / SETTINGS).read_text(encoding="utf-8")
    if plan.to is not None:
        if plan.to.exists() and (not plan.to.is_dir() or any(plan.to.iterdir())):
            raise BackupError(f"{plan.to} is not empty; --to needs a new folder")
        if manifest.database == "postgresql" and not plan.store:
            raise BackupError("a PostgreSQL backup in a new place needs a database of its own: --store postgresql+psycopg://…")
        text = at_home(text, plan.store)
    elif plan.store:
        raise BackupError("--store goes with --to; without it the settings say which database is meant")
    elif target.exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    written.append(target)
    target.write_text(text, encoding="utf-8")
    target.chmod(0o600)
    games_folder = read_config(target).games_folder
    games_folder.mkdir(parents=True, exist_ok=True)
    for name in manifest.files:
        place = games_folder / Path(name).name
        if name.startswith("config/games/") and not place.exists():
            shutil.copyfile(folder / name, place)
            written.append(place)


def at_home(text: str, store: str) -> str:
    """The text of the settings file, with data, games and database beside it, as ``--to`` lays them out."""
    ours = ['data = "../var"', 'games = "games"', *([f'store = "{store}"'] if store else [])]
    lines: list[str] = []
    table = ""
    found = False
    for line in text.splitlines():
        if header := re.match(r"\s*\[([^\[\]]+)\]", line):
            table = header[1].strip()
        elif table == "desk" and re.match(r"\s*(data|games|store)\s*=", line):
            continue
        lines.append(line)
        if header and table == "desk":
            found = True
            lines += ours
    return "\n".join(lines if found else [*lines, "", "[desk]", *ours]) + "\n"


def _place_key(folder: Path, config: Config, stamp: str) -> list[Path]:
    """Puts the secret in place, where it is in a file. Returns where the one that was there is kept."""
    key, place = _key(folder), key_file(config)
    if place is None:
        return []
    aside: list[Path] = []
    if place.exists():
        if place.read_text(encoding="ascii").strip() == key:
            return []
        aside = [place.with_name(f"{place.name}.before-{stamp}")]
        place.rename(aside[0])
    _write_secret(place, f"{key}\n".encode())
    return aside


def _place_missing(folder: Path, manifest: Manifest, config: Config, plan: Plan) -> list[Path]:
    """Puts back what lay in the data folder and is not there now, and secrets from elsewhere. Returns what was written."""
    places = {name: config.data / name.removeprefix("data/") for name in manifest.files if name.startswith("data/")}
    for name, line in manifest.files.items():
        if line.place:
            places[name] = Path(line.place) if plan.to is None else plan.to / name
    written = []
    for name, place in places.items():
        if not place.exists():
            _write_secret(place, (folder / name).read_bytes())
            written.append(place)
    return written


def _write_secret(place: Path, data: bytes) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.touch(0o600)
    place.write_bytes(data)
