"""``postern game``: what a game master does. It works on the database; a running daemon sees it within seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.table import Table
from sqlalchemy.exc import DatabaseError

from postern.cli.serve import ConfigFile, opened
from postern.cli.words import refused
from postern.desk.context import Desk
from postern.desk.documents.templates import count
from postern.desk.documents.workers import LocalWorkers
from postern.desk.gamemaster import master
from postern.desk.games import history as bygone
from postern.desk.games.lookup import Unsure, moment_in
from postern.desk.runtime.stale_leases import Watch
from postern.desk.timing.durations import duration
from postern.desk.timing.moments import Dial, briefly, told
from postern.store import games
from postern.store.engine import database_fault

app = typer.Typer(help="Open, look after and run games.", no_args_is_help=True)

T = TypeVar("T")
Name = Annotated[str, typer.Argument(help="The game, for example QJ-101.")]
Turn = Annotated[int, typer.Argument(help="The number of a turn.", min=1)]
Sure = Annotated[bool, typer.Option("--yes", help="Do it also where you would be asked whether you mean it.")]
_CONFIG = Path("config/postern.toml")


def do(config: Path, work: Callable[[Desk], Awaitable[T]], ruled: bool = True) -> T:
    """Runs one action on the opened desk; a MasterError becomes a plain sentence and exit code 1.

    A game that it was running when it was interrupted is let go of; so is what commands held that were killed. ``ruled``: as in
    ``read_games``.
    """
    desk = opened(config, ruled)
    try:
        gone = Watch(desk.store.presence, desk.owner)
        if desk.store.read_now(gone.look):
            desk.store.write_now(gone.free)
        return asyncio.run(_awaited(work(desk)))
    except Unsure as error:
        raise refused(f"{error}; add --yes if you mean that") from error
    except master.MasterError as error:
        raise refused(error) from error
    except DatabaseError as error:
        if not (fault := database_fault(error)):
            raise
        raise refused(f"the database cannot be used: {fault}; nothing was changed, try again when it can") from error
    except KeyboardInterrupt:
        desk.store.write_now(games.release, desk.owner)
        raise
    finally:
        desk.close()


async def _awaited(work: Awaitable[T]) -> T:
    return await work


@app.command()
def create(name: Name, config: ConfigFile = _CONFIG) -> None:
    """Opens the game that a file in config/games describes, for players to JOIN."""
    typer.echo(do(config, lambda desk: master.create(desk, name)).opened)


@app.command("list")
def list_games(
    practice: Annotated[bool, typer.Option("--practice", help="Practice games, too.")] = False, config: ConfigFile = _CONFIG
) -> None:
    """Lists all games; practice games are only counted, unless asked for."""
    found = do(config, master.list_games, ruled=False)
    lines = [line for line in found if practice or not line.practice]
    table = Table("game", "what", "state", "turn", "deadline", "awaited", box=None)
    for line in lines:
        state = f"{line.state}: {line.reason}" if line.reason else str(line.state)
        due = briefly(line.deadline, Dial(line.config.zone)) if line.deadline else "none"
        table.add_row(line.name, line.title, state, str(line.turn), due, str(line.awaited))
    Console().print(table if lines else "There are no games yet. Open one with: postern game create NAME")
    if left := len(found) - len(lines):
        typer.echo(f"And {count(left, 'practice game')}; --practice lists them, too.")


@app.command()
def show(name: Name, config: ConfigFile = _CONFIG) -> None:
    """Shows one game and its seats."""
    line = do(config, lambda desk: master.show(desk, name))
    typer.echo(f"{line.name}: {line.title}, {line.state}{': ' + line.reason if line.reason else ''}.")
    typer.echo(f"{line.due}\n{line.deadlines}")
    table = Table("seat", "player", "state", "orders", "ready", "missed", "reliable", box=None)
    for seat in line.seats:
        who = "computer" if seat.computer else seat.address
        marks = ("yes" if seat.orders else "", "yes" if seat.ready else "")
        table.add_row(seat.name, who, seat.state, *marks, str(seat.missed or ""), seat.reliable)
    Console().print(table)


@app.command()
def start(name: Name, config: ConfigFile = _CONFIG) -> None:
    """Starts a game that still gathers players; computer players take the free seats."""

    async def work(desk: Desk) -> bool:
        return await master.start(desk, LocalWorkers(0), name)

    do(config, work)
    typer.echo(f"{name.upper()} has begun; the set-up letters are on their way.")


@app.command()
def pause(
    name: Name,
    reason: Annotated[str, typer.Option(help="Told to the players.")] = "",
    config: ConfigFile = _CONFIG,
) -> None:
    """Takes the deadline away until `resume`."""
    do(config, lambda desk: master.pause(desk, name, reason))
    typer.echo(f"{name.upper()} is paused; its players are told.")


@app.command()
def resume(name: Name, config: ConfigFile = _CONFIG) -> None:
    """Lets a paused game go on with a fresh deadline."""

    async def work(desk: Desk) -> str:
        moment = await master.resume(desk, name)
        return f", next deadline {await in_its_zone(desk, name, moment)}" if moment else ""

    typer.echo(f"{name.upper()} goes on{do(config, work)}.")


@app.command()
def extend(
    name: Name,
    by: Annotated[str, typer.Argument(help='A span such as "24h", "30m" or "2d".')] = "",
    until: Annotated[str, typer.Option(help='Instead: a moment in the game\'s zone, "2026-12-24 20:00", "Fri 20:00".')] = "",
    yes: Sure = False,
    config: ConfigFile = _CONFIG,
) -> None:
    """Moves the deadline by a span, or to a moment; to an earlier one with --yes alone."""
    try:
        span: timedelta | None = duration(by) if by else None
    except ValueError as error:
        raise refused(error, 2) from error

    async def work(desk: Desk) -> str:
        shown = await master.show(desk, name)
        to = moment_in(until, shown.config.zone, desk.clock.now(), shown.deadline) if until else None
        extended = partial(master.extend_in, sure=yes)
        moment, away = await desk.store.write(extended, desk, name, span, to, "master")
        return f"{await in_its_zone(desk, name, moment)}; its players are told. {away}".strip()

    typer.echo(f"{name.upper()}: the deadline is now {do(config, work)}")


async def in_its_zone(desk: Desk, name: str, moment: datetime) -> str:
    """The moment in the game's zone and in UTC."""
    return told(moment, Dial((await master.show(desk, name)).config.zone))


@app.command("run-now")
def run_now(name: Name, config: ConfigFile = _CONFIG) -> None:
    """Runs the turn at once, whoever is awaited."""

    async def work(desk: Desk) -> int:
        return await master.run_now(desk, LocalWorkers(0), name)

    turn = do(config, work)
    typer.echo(f"{name.upper()}: the turn has run; turn {turn} is awaited. The daemon sends the reports.")


@app.command()
def rollback(
    name: Name,
    turn: Turn,
    reason: Annotated[str, typer.Option(help="Told to the players.")] = "",
    config: ConfigFile = _CONFIG,
) -> None:
    """Takes a turn and all later ones back; the game is paused until `resume`."""
    do(config, lambda desk: master.rollback(desk, name, turn, reason))
    typer.echo(f"{name.upper()} awaits turn {turn} again and is paused; old reports are void, its players are told.")


@app.command()
def replay(name: Name, turn: Turn, config: ConfigFile = _CONFIG) -> None:
    """Runs a recorded turn again and compares world and reports byte for byte; exit code 1 when they differ.

    After an upgrade reports may be worded differently: that is said, and exit code 0.
    """

    async def work(desk: Desk) -> master.Replay:
        return await master.replay(desk, LocalWorkers(0), name, turn)

    found = do(config, work)
    typer.echo(found.words)
    if not found.same and not found.worded_anew:
        raise typer.Exit(1)


@app.command()
def history(
    name: Name,
    to: Annotated[Path, typer.Option("--to", help="A folder for the files; it is made when missing.", file_okay=False)],
    config: ConfigFile = _CONFIG,
) -> None:
    """Writes the history of a game that is over: text, PDF and film as HISTORY sends them, and the log of HISTORY FULL."""
    files = do(config, lambda desk: bygone.documents(desk, name))
    to.mkdir(parents=True, exist_ok=True)
    for file, data in files.items():
        (to / file).write_bytes(data)
        typer.echo(str(to / file))


@app.command()
def letters(config: ConfigFile = _CONFIG) -> None:
    """Lists letters that could not be handled."""
    found = do(config, master.failed_letters)
    for letter in found:
        typer.echo(f"{letter.id:6} {letter.address:30} {letter.reason}")
    if not found:
        typer.echo("No letter has failed.")


@app.command()
def retry(
    letter: Annotated[int, typer.Argument(help="The number of a letter that failed.")], config: ConfigFile = _CONFIG
) -> None:
    """Has a failed letter handled once more."""
    do(config, lambda desk: master.retry_letter(desk, letter))
    typer.echo(f"Letter {letter} waits to be handled again.")
