"""A backup: database, signing key, settings and secrets in one file, with a manifest that tells the checksum of each.

The file is a zip::

    manifest.json            what it is, of when, and the SHA-256 of each of the following
    database.sqlite          or database.pgdump: the database in one consistent state
    signing.key              the key that signs reply addresses, wherever it is set
    config/postern.toml      the settings
    config/games/*.toml      the games' files
    data/…                   what else lies in the data folder
    secrets/N-NAME           files with passwords that the settings name elsewhere
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError
from sqlalchemy import make_url

from postern.desk.runtime.lock import LOCK
from postern.desk.service.heartbeat import health_file
from postern.desk.settings.config import Config, game_paths, token_key
from postern.post.settings import MaildirSettings
from postern.store import copying
from postern.store.copying import CopyError

FORMAT = 1
MANIFEST, KEY, SETTINGS = "manifest.json", "signing.key", "config/postern.toml"
DATABASES = {"sqlite": "database.sqlite", "postgresql": "database.pgdump"}
_CHUNK = 1 << 20


class BackupError(Exception):
    """It cannot be done; the text says why, and what can. Nothing was changed."""


class FileLine(BaseModel):
    """One file of the backup. ``place``: where it lay, if that is outside the folders of settings and data."""

    model_config = ConfigDict(extra="forbid")

    bytes: int
    sha256: str
    place: str = ""


class Manifest(BaseModel):
    """What a backup is."""

    model_config = ConfigDict(extra="forbid")

    format: Literal["postern backup"] = "postern backup"
    version: int = FORMAT
    postern: str
    made_at: datetime
    address: str
    database: Literal["sqlite", "postgresql"]
    revision: str
    files: dict[str, FileLine]


@dataclass(frozen=True)
class Source:
    """A file that goes into the backup, and where it lies."""

    path: Path
    outside: bool = False


def make(config: Config, target: Path, now: datetime) -> Manifest:
    """Makes a backup in a new file (0600), whether a daemon runs or not. Raises BackupError, also when the file exists."""
    if target.exists():
        raise BackupError(f"{target} exists already; a backup never overwrites one. Choose another name.")
    try:
        with tempfile.TemporaryDirectory(prefix=".backup-", dir=target.parent) as folder:
            draft = Path(folder) / "draft.zip"
            manifest = _write(config, draft, Path(folder), now)
            _publish(draft, target)
    except FileExistsError as error:
        raise BackupError(f"{target} exists already; a backup never overwrites one. Choose another name.") from error
    except (CopyError, ValueError) as error:
        raise BackupError(str(error)) from error
    except OSError as error:
        raise BackupError(f"{target} cannot be written: {error.strerror or error}") from error
    return manifest


@contextlib.contextmanager
def opened(file: Path) -> Iterator[tuple[Manifest, Path]]:
    """The manifest, and a folder with all files of the backup, each compared with its checksum. Raises BackupError."""
    with tempfile.TemporaryDirectory(prefix="postern-restore-") as folder:
        try:
            with zipfile.ZipFile(file) as archive:
                manifest = _manifest(archive, file)
                for name, line in manifest.files.items():
                    _unpack(archive, name, line, Path(folder))
        except FileNotFoundError as error:
            raise BackupError(f"there is no file {file}") from error
        except (zipfile.BadZipFile, zipfile.LargeZipFile, EOFError, NotImplementedError) as error:
            raise BackupError(f"{file} is not a backup, or it is damaged: {error}") from error
        except KeyError as error:
            raise BackupError(f"{file} is damaged: {error.args[0]}") from error
        except OSError as error:
            raise BackupError(f"{file} cannot be read: {error.strerror or error}") from error
        yield manifest, Path(folder)


def _write(config: Config, draft: Path, folder: Path, now: datetime) -> Manifest:
    kind = copying.kind(config.store_url)
    database = folder / DATABASES[kind]
    revision = _revision(config.store_url)
    copying.copy_out(config.store_url, database)
    key = folder / KEY
    key.write_text(f"{token_key(config)}\n", encoding="ascii")
    sources = {DATABASES[kind]: Source(database), KEY: Source(key), **_files(config)}
    lines: dict[str, FileLine] = {}
    descriptor = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w+b") as out:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for name, source in sources.items():
                lines[name] = _add(archive, name, source)
            manifest = Manifest(
                postern=version("postern"),
                made_at=now,
                address=config.post.address,
                database="postgresql" if kind == "postgresql" else "sqlite",
                revision=revision,
                files=lines,
            )
            archive.writestr(MANIFEST, manifest.model_dump_json(indent=1))
        out.flush()
        os.fsync(out.fileno())
    return manifest


def _revision(url: str) -> str:
    """The newest migration of this database. Raises BackupError where it is none of ours, as when its URL is mistyped."""
    there = copying.kind(url) != "sqlite" or copying.sqlite_file(url).exists()
    revision = copying.revision_of(url) if there else ""
    if not revision:
        raise BackupError(f"{make_url(url)!r} holds no desk, so there is nothing to back up; see [desk] data and store")
    return revision


def _add(archive: zipfile.ZipFile, name: str, source: Source) -> FileLine:
    total, digest = 0, hashlib.sha256()
    with source.path.open("rb") as file, archive.open(name, "w", force_zip64=True) as entry:
        while chunk := file.read(_CHUNK):
            total += len(chunk)
            digest.update(chunk)
            entry.write(chunk)
    return FileLine(bytes=total, sha256=digest.hexdigest(), place=str(source.path) if source.outside else "")


def _publish(draft: Path, target: Path) -> None:
    """Gives the finished file its name, unless another has it by now (a plain rename would take it away)."""
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    os.replace(draft, target)
    descriptor = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _files(config: Config) -> dict[str, Source]:
    """Everything but the database: name in the backup → where it lies."""
    found = {SETTINGS: Source(config.file)} if config.file is not None else {}
    found |= {f"config/games/{path.name}": Source(path) for path in game_paths(config.games_folder)}
    found |= {f"data/{path.relative_to(config.data).as_posix()}": Source(path) for path in _data_files(config)}
    inside = {source.path.resolve() for source in found.values()}
    elsewhere = [path for path in secret_files(config) if path.is_file() and path.resolve() not in inside]
    return found | {f"secrets/{number}-{path.name}": Source(path, True) for number, path in enumerate(elsewhere, 1)}


def _data_files(config: Config) -> Iterator[Path]:
    mailbox = config.post.mailbox
    left_out = {
        (config.data / config.backup.folder).resolve(),
        health_file(config.data).resolve(),
        (config.data / LOCK).resolve(),
    }
    if isinstance(mailbox, MaildirSettings):
        left_out.add((config.home / mailbox.path).resolve())
    database = Path(copying.sqlite_file(config.store_url)) if copying.kind(config.store_url) == "sqlite" else None
    for path in sorted(config.data.rglob("*")):
        resolved = path.resolve()
        if not path.is_file() or any(resolved == other or other in resolved.parents for other in left_out):
            continue
        if ".before-" in path.name or path.name.startswith("."):
            continue
        if database is None or not (path.parent.resolve() == database.parent.resolve() and path.name.startswith(database.name)):
            yield path


def secret_files(config: Config) -> list[Path]:
    """The files that the mail settings name, such as ``password_file``, wherever they lie."""

    def named(model: BaseModel) -> Iterator[Path]:
        for name in type(model).model_fields:
            value = getattr(model, name)
            if isinstance(value, BaseModel):
                yield from named(value)
            elif isinstance(value, Path) and name.endswith("_file"):
                yield config.home / value

    return list(dict.fromkeys(named(config.post)))


def _manifest(archive: zipfile.ZipFile, file: Path) -> Manifest:
    try:
        data = archive.read(MANIFEST)
    except KeyError as error:
        raise BackupError(f"{file} is not a backup of Postern: it has no {MANIFEST}") from error
    try:
        manifest = Manifest.model_validate_json(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BackupError(f"{file}: {MANIFEST} cannot be understood: {where}: {first['msg']}") from error
    if manifest.version != FORMAT:
        raise BackupError(f"{file} is a backup of form {manifest.version}; this version of Postern reads form {FORMAT}")
    needed = {DATABASES[manifest.database], KEY, SETTINGS} - set(manifest.files)
    if needed:
        raise BackupError(f"{file} is not whole: {', '.join(sorted(needed))} is missing from its manifest")
    return manifest


def _unpack(archive: zipfile.ZipFile, name: str, line: FileLine, folder: Path) -> None:
    parts = PurePosixPath(name)
    if parts.is_absolute() or ".." in parts.parts or "\\" in name:
        raise BackupError(f"the backup holds {name!r}, which is no name that Postern gives")
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    total, digest = 0, hashlib.sha256()
    with archive.open(name) as entry, target.open("xb") as file:
        while chunk := entry.read(_CHUNK):
            total += len(chunk)
            if total > line.bytes:
                break
            digest.update(chunk)
            file.write(chunk)
    if (total, digest.hexdigest()) != (line.bytes, line.sha256):
        raise BackupError(f"{name} in the backup is damaged: its checksum does not fit; use another backup")
