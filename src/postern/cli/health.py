"""``postern health``: is the daemon well? For people, containers and monitors."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import typer

from postern.cli.serve import ConfigFile, settings
from postern.cli.words import wrapped
from postern.desk.service.health import complaints, never, summary
from postern.desk.service.heartbeat import read_facts


def health(config: ConfigFile = Path("config/postern.toml")) -> None:
    """Says whether the daemon is well, by its last look at itself: exit code 0, or 1 with what is wrong."""
    data = settings(config).data
    try:
        facts = read_facts(data)
    except (OSError, ValueError) as error:
        typer.echo(wrapped(never(data, error)))
        raise typer.Exit(1) from error
    told = complaints(facts, datetime.now(UTC))
    for line in told or [f"The daemon is {summary(facts)}."]:
        typer.echo(wrapped(line))
    if told:
        raise typer.Exit(1)
