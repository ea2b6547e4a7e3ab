"""``postern health``: is the daemon well? For people, containers and monitors."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import typer

from postern.cli.serve import ConfigFile, settings
from postern.desk.health import complaints, summary
from postern.desk.pulse import health_file, read_facts


def health(config: ConfigFile = Path("config/postern.toml")) -> None:
    """Says whether the daemon is well, by its last look at itself: exit code 0, or 1 with what is wrong."""
    data = settings(config).data
    try:
        facts = read_facts(data)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        typer.echo(f"The daemon has left no word in {health_file(data)} ({why}); is it running?")
        raise typer.Exit(1) from error
    told = complaints(facts, datetime.now(UTC))
    typer.echo("\n".join(told) if told else summary(facts))
    if told:
        raise typer.Exit(1)
