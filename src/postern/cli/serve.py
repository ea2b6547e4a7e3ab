"""``postern serve``: the daemon itself."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Annotated

import structlog
import typer

from postern.cli.logs import set_up_logging
from postern.desk.context import Desk, open_desk
from postern.desk.settings.config import Config, read_config
from postern.desk.settings.tomlfile import ConfigError
from postern.store.engine import database_fault

_AGAIN = 5.0

ConfigFile = Annotated[Path, typer.Option("--config", "-c", help="The settings file, postern.toml.", dir_okay=False)]


def settings(config: Path) -> Config:
    """What this settings file says; stops with the reason when it cannot be used."""
    try:
        return read_config(config)
    except ConfigError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error


def opened(config: Path, ruled: bool = True) -> Desk:
    """The desk that this settings file describes; stops with the reason when it cannot be used.

    ``ruled``: as in ``read_games``.
    """
    return open_from(settings(config), ruled)


def open_from(config: Config, ruled: bool = True) -> Desk:
    """The desk with these settings; stops with the reason when it cannot be opened. ``ruled``: as in ``read_games``."""
    try:
        desk = open_desk(config, ruled=ruled)
    except ConfigError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    if desk.migrated:
        typer.echo(desk.migrated, err=True)
    return desk


def _opened_when_possible(read: Config) -> Desk:
    """The desk, once its database can be opened: a full disk or another program's lock is waited for,
    and systemd waits with us."""
    from postern.desk.service.heartbeat import ask_for_time, note_start

    said = ""
    while True:
        note_start(read.data)
        try:
            return open_from(read)
        except Exception as error:
            fault = database_fault(error)
            if not fault:
                raise
            if fault != said:
                structlog.get_logger(__name__).error("the database cannot be opened; trying again and again", error=fault)
            said = fault
            ask_for_time()
            time.sleep(_AGAIN)


def serve(
    config: ConfigFile = Path("config/postern.toml"),
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log every step.")] = False,
) -> None:
    """Watches the mailbox, answers letters, runs turns, until SIGTERM; SIGHUP reads the settings again."""
    from postern.desk.documents import template_check
    from postern.desk.service.daemon import Daemon

    read = settings(config)
    if problems := template_check.faults():
        typer.echo("\n".join(problems), err=True)
        raise typer.Exit(2)
    set_up_logging(read.log, verbose)
    desk = _opened_when_possible(read)
    try:
        asyncio.run(Daemon(desk).serve())
    finally:
        desk.close()
