"""``postern backup``, ``postern restore`` and ``postern reread``."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from postern.cli.serve import ConfigFile, settings
from postern.cli.words import refused
from postern.desk.service.backup import BackupError, make
from postern.desk.service.rereading import RereadError
from postern.desk.service.rereading import reread as put_back_for_reading
from postern.desk.service.restoring import Plan, Restored
from postern.desk.service.restoring import restore as put_in_place

_CONFIG = Path("config/postern.toml")
_FORMS = ["%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%SZ"]


def backup(
    file: Annotated[Path, typer.Argument(help="A new file, for example postern-monday.zip.", dir_okay=False)],
    config: ConfigFile = _CONFIG,
) -> None:
    """Writes everything into one file: database, signing key, settings, secrets. The daemon may run on."""
    try:
        manifest = make(settings(config), file.absolute(), datetime.now(UTC))
    except BackupError as error:
        raise refused(error) from error
    total = sum(line.bytes for line in manifest.files.values())
    typer.echo(f"{file}: {len(manifest.files)} files, {total:,} bytes, as of {manifest.made_at:%d %b %Y, %H:%M:%S} UTC.")
    typer.echo("It holds your keys and passwords: keep it where only you can read it, and on another machine.")


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.", dir_okay=False)],
    to: Annotated[Path | None, typer.Option("--to", help="A new folder for the whole house, instead of its old place.")] = None,
    store: Annotated[str, typer.Option(help="With --to: the database there, as store in the settings.")] = "",
    reread: Annotated[bool, typer.Option("--reread", help="Put letters since the backup back to be read again.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace a database that has more than the backup.")] = False,
    config: ConfigFile = _CONFIG,
) -> None:
    """Puts a backup in place, after checking it. What it replaces is kept aside. Stop the daemon first."""
    try:
        done = asyncio.run(put_in_place(file, Plan(config, to, store, force, reread)))
    except BackupError as error:
        raise refused(error) from error
    for line in _told(done):
        typer.echo(line)


def reread(
    since: Annotated[datetime, typer.Argument(help="A moment in UTC: 2026-11-20 or '2026-11-20 18:30'.", formats=_FORMS)],
    config: ConfigFile = _CONFIG,
) -> None:
    """Puts letters that came since then back to be read again, for example after a restore. Known ones are not done twice."""
    try:
        found = asyncio.run(put_back_for_reading(settings(config), since.replace(tzinfo=UTC)))
    except RereadError as error:
        raise refused(error) from error
    typer.echo(_put_back(found))


def _put_back(number: int) -> str:
    if not number:
        return "No letter has come since then."
    lie = "1 letter lies" if number == 1 else f"{number} letters lie"
    return f"{lie} in the inbox again; the daemon reads what it does not know."


def _told(done: Restored) -> list[str]:
    made = done.manifest.made_at
    lines = [f"Restored to {made:%d %b %Y, %H:%M:%S} UTC; every checksum fits. Settings: {done.config.file}"]
    lines += [f"Kept aside: {path}" for path in done.aside]
    lines += [f"Put back: {path}" for path in done.put_back]
    lines += [f"Mind: {note}" for note in done.notes]
    if done.lost.actions:
        lines.append("Done by game masters since the backup and now undone; do again what still fits:")
        lines += [f"  {action}" for action in done.lost.actions]
    if done.reread is None:
        lines.append("Letters that came since the backup are not read again by themselves. To have that done:")
        lines.append(f"  postern reread '{made:%Y-%m-%d %H:%M}' --config {done.config.file}")
    else:
        lines.append(_put_back(done.reread))
    lines += [f"{name} is overdue and was paused: postern game resume {name} lets it go on." for name in done.paused]
    lines.append(
        "Players are told when the daemon starts. It watches the mailbox that the settings name: start only one house."
    )
    return lines
