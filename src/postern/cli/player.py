"""``postern player``: the people who play here, as game masters need to know them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from postern.cli.game import do
from postern.cli.serve import ConfigFile
from postern.desk.gamemaster import master

app = typer.Typer(help="The players and how reliable they are.", no_args_is_help=True)


@app.command("list")
def list_players(config: ConfigFile = Path("config/postern.toml")) -> None:
    """Lists all players: their games, and how many turns brought their orders in time."""
    found = do(config, master.players)
    table = Table("player", "seats", "in time", "late", "missed", "reliable", box=None)
    for line in found:
        score = line.score
        table.add_row(line.address, ", ".join(line.seats), str(score.in_time), str(score.late), str(score.missed), str(score))
    Console().print(table if found else "Nobody has joined a game yet.")


@app.command()
def move(
    old: Annotated[str, typer.Argument(help="The address that the player has now.")],
    new: Annotated[str, typer.Argument(help="The address to which all their letters go from now on.")],
    config: ConfigFile = Path("config/postern.toml"),
) -> None:
    """Gives a player another address when letters to theirs come back; others move by mail with ADDRESS."""
    moved = do(config, lambda desk: master.move_player(desk, old, new))
    typer.echo(
        f"{new.lower()} has: {', '.join(moved) or 'no seat'}. The reply addresses that {old.lower()} had are worth nothing now."
    )


@app.command()
def forget(
    address: Annotated[str, typer.Argument(help="The address of who is to be forgotten.")],
    config: ConfigFile = Path("config/postern.toml"),
) -> None:
    """Forgets somebody who can no longer confirm it at that address; others write FORGET ME. Nobody can take it back."""
    left = do(config, lambda desk: master.forget_player(desk, address))
    typer.echo(f"{address.lower()} is forgotten. Given up: {', '.join(left) or 'no seat'}.")
