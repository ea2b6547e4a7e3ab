"""``postern export`` and ``postern import``: a game moves to another server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from postern.cli.game import Name, do, in_its_zone
from postern.cli.serve import ConfigFile
from postern.desk.context import Desk
from postern.desk.documents.templates import count
from postern.desk.service import parcels

_COUNTED = {"seat": "seat", "player": "player", "turn_record": "turn", "seat_report": "report", "press": "press letter"}
_CONFIG = Path("config/postern.toml")


def export(
    game: Name,
    file: Annotated[Path, typer.Argument(help="A new file, for example qj-101.game.", dir_okay=False)],
    to: Annotated[str, typer.Option("--to", help="The other desk's address: the game moves there. Without: a copy.")] = "",
    config: ConfigFile = _CONFIG,
) -> None:
    """Writes one game into a file, to be taken in by another server."""
    done = do(config, lambda desk: parcels.export(desk, game, file.absolute(), to))
    counted = ", ".join(count(done.rows.get(table, 0), word) for table, word in _COUNTED.items())
    typer.echo(f"{file}: {done.game} with all that belongs to it: {counted}.")
    typer.echo("It holds what nobody may see while the game lasts: the world, the seed, the players' addresses.")
    if to:
        typer.echo(
            f"{done.game} has moved: letters to it here are told to write to {to}. There: postern import {done.game} FILE"
        )


def import_(
    game: Annotated[str, typer.Argument(help="The game's name here, for example QJ-101.")],
    file: Annotated[Path, typer.Argument(help="What postern export wrote.", dir_okay=False)],
    copy: Annotated[bool, typer.Option("--copy", help="Take it in paused and tell nobody.")] = False,
    config: ConfigFile = _CONFIG,
) -> None:
    """Takes in a game of another server; its players get a letter with the address to reply to."""

    async def work(desk: Desk) -> tuple[parcels.Imported, str]:
        done = await parcels.bring(desk, game, file, copy=copy)
        return done, f", next deadline {await in_its_zone(desk, done.game, done.deadline)}" if done.deadline else ""

    done, deadline = do(config, work)
    typer.echo(f"{done.game} is here: {done.state}, turn {done.turn}{deadline}.")
    if done.file:
        typer.echo(f"Its settings are in {done.file}.")
    typer.echo("Its players are told." if done.told else f"Nobody is told. It goes on with: postern game resume {done.game}")
