"""``postern serve``: the daemon itself."""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path
from typing import Annotated

import structlog
import typer

from postern.desk.config import read_config
from postern.desk.context import Desk, open_desk
from postern.desk.daemon import Daemon
from postern.desk.tomlfile import ConfigError

ConfigFile = Annotated[Path, typer.Option("--config", "-c", help="The settings file, postern.toml.", dir_okay=False)]


def opened(config: Path) -> Desk:
    """The desk that this settings file describes; stops with the reason when it cannot be used."""
    try:
        return open_desk(read_config(config))
    except ConfigError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error


def set_up_logging(verbose: bool) -> None:
    """One line an event, to standard error; libraries are heard from warnings up."""
    level = logging.DEBUG if verbose else logging.INFO
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    logging.getLogger("postern").setLevel(level)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(level),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def serve(
    config: ConfigFile = Path("config/postern.toml"),
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log every step.")] = False,
) -> None:
    """Watches the mailbox, answers letters, runs turns, until SIGTERM; SIGHUP reads the games' files again."""
    set_up_logging(verbose)
    desk = opened(config)
    try:
        asyncio.run(Daemon(desk).serve())
    finally:
        desk.close()
