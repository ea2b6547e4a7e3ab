"""The command itself."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console


def demo(
    stay: Annotated[bool, typer.Option("--stay", help="Keep running and print settings for a mail client.")] = False,
    folder: Annotated[Path, typer.Option(help="Where letters, PDF and map are saved; an earlier one is replaced.")] = Path(
        "demo"
    ),
    game: Annotated[
        str, typer.Option(help="Which game: great_jewels, cosmos, alamaze_classic or adventurer_kings.")
    ] = "great_jewels",
) -> None:
    """Plays one turn by mail on an embedded mail server, and shows each step."""
    from postern.cli.demo.games import GAMES
    from postern.cli.demo.play import Demo

    console = Console()
    if game not in GAMES:
        console.print(f"There is no demonstration of {game}; there are: {', '.join(GAMES)}.", markup=False)
        raise typer.Exit(2)
    demonstration = Demo(GAMES[game], folder, console)
    try:
        demonstration.empty()
    except OSError as error:
        console.print(str(error), markup=False, soft_wrap=True)
        raise typer.Exit(2) from error
    try:
        asyncio.run(demonstration.run(stay))
    except (TimeoutError, RuntimeError, ConnectionError) as error:
        console.print(f"The demonstration stopped: {str(error) or 'a letter did not come in time'}", markup=False)
        console.print(f"What happened until then is in {folder}, the daemon's log in {folder / 'daemon.log'}.", markup=False)
        raise typer.Exit(1) from error
