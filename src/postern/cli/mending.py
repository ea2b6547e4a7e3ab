"""More of ``postern game``: what a game master does for players, letters and the world; by letter it is the same."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from sqlmodel import Session

from postern.cli.game import Name, Sure, do
from postern.cli.serve import ConfigFile
from postern.cli.words import refused
from postern.desk.context import Desk
from postern.desk.documents.templates import beside, count
from postern.desk.gamemaster import actions
from postern.desk.gamemaster.entries import entry_line
from postern.desk.gamemaster.reseating import reseat
from postern.desk.gamemaster.world import FORMS, look
from postern.desk.games.lookup import found_game
from postern.desk.timing.moments import Dial
from postern.store import journal

app = typer.Typer()
_CONFIG = Path("config/postern.toml")
_ACTOR = "master"
_PRINTED = ("txt", "html", "json")
SeatName = Annotated[str, typer.Argument(help="The seat's name in the game.")]
Address = Annotated[str, typer.Argument(help="A mail address.")]
TextFile = Annotated[typer.FileText, typer.Argument(help="A file with the text; - reads what is typed.")]
Reason = Annotated[str, typer.Option(help="Told to the players.")]
LetterNumber = Annotated[int, typer.Argument(help="The number of a letter that failed.")]


@app.command()
def say(
    name: Name,
    text: TextFile,
    seat: Annotated[str, typer.Option(help="To the player of this seat alone.")] = "",
    config: ConfigFile = _CONFIG,
) -> None:
    """Sends a text to every player of a game, or to one."""
    told = do(config, lambda desk: desk.store.write(actions.say, desk, name, seat, text.read(), _ACTOR))
    typer.echo(f"Said to {seat.upper() or count(told, 'player')}.")


@app.command()
def submit(name: Name, seat: SeatName, orders: TextFile, config: ConfigFile = _CONFIG) -> None:
    """Puts orders on file for a player who cannot write; the player is told."""
    filed = do(config, lambda desk: desk.store.write(actions.submit, desk, name, seat, orders.read(), _ACTOR))
    typer.echo(f"{seat.upper()} has {count(len(filed.accepted), 'order')} on file now, and is told:")
    for one in filed.accepted:
        typer.echo(beside(f"  {one.code}", one.words, 22))
    for refusal in actions.refusals(filed):
        typer.echo(f"  {refusal}", err=True)


@app.command()
def eject(name: Name, seat: SeatName, reason: Reason = "", config: ConfigFile = _CONFIG) -> None:
    """Takes a seat from its player; it is played on as after RESIGN."""
    do(config, lambda desk: desk.store.write(actions.eject, desk, name, seat, reason, _ACTOR))
    typer.echo(f"{seat.upper()} in {name.upper()} has no player any more; postern game reseat gives it back.")


@app.command("reseat")
def reseat_player(
    name: Name,
    seat: SeatName,
    address: Annotated[str, typer.Option(help="Somebody else than who held the seat last; they confirm first.")] = "",
    config: ConfigFile = _CONFIG,
) -> None:
    """Gives a seat back to the player who held it last, with its newest report, or offers it to somebody else."""
    typer.echo(do(config, lambda desk: desk.store.write(reseat, desk, name, seat, address, _ACTOR)))


@app.command()
def promote(name: Name, address: Address, yes: Sure = False, config: ConfigFile = _CONFIG) -> None:
    """Makes a second game master of this game, who is told, and so are its players."""
    do(config, lambda desk: desk.store.write(partial(actions.promote, sure=yes), desk, name, address, _ACTOR))
    typer.echo(f"{address} is a game master of {name.upper()} now, and is told; so are its players.")


@app.command()
def demote(name: Name, address: Address, config: ConfigFile = _CONFIG) -> None:
    """Takes back what `promote` gave."""
    do(config, lambda desk: desk.store.write(actions.demote, desk, name, address, _ACTOR))
    typer.echo(f"{address} is no game master of {name.upper()} any more.")


@app.command()
def observers(
    name: Name,
    drop: Annotated[str, typer.Option(help="An address that is to observe it no longer, and is told.")] = "",
    config: ConfigFile = _CONFIG,
) -> None:
    """Lists who observes this game, or ends it for one of them."""
    if drop:
        do(config, lambda desk: desk.store.write(actions.drop_observer, desk, name, drop, _ACTOR))
        typer.echo(f"{drop} observes {name.upper()} no longer, and is told.")
        return
    found = do(config, lambda desk: desk.store.read(actions.observers_of, name))
    typer.echo("\n".join(found) or f"Nobody observes {name.upper()}.")


@app.command()
def patch(name: Name, file: TextFile, reason: Reason = "", config: ConfigFile = _CONFIG) -> None:
    """Mends the world by a JSON Patch (RFC 6902); the players are told that it was mended and why, not what."""
    changed = do(config, lambda desk: desk.store.write(actions.patch_world, desk, name, file.read(), reason, _ACTOR))
    typer.echo(f"{name.upper()}: the world was mended; its players are told that it was.")
    for one in changed:
        typer.echo(f"  {one}")


@app.command()
def world(
    name: Name,
    seat: Annotated[str, typer.Option(help="As this seat sees it; without it, with nothing hidden.")] = "",
    form: Annotated[str, typer.Option("--format", help="What is printed: txt, html or json.")] = "txt",
    out: Annotated[
        list[Path] | None, typer.Option(help="Write it to this file instead: .txt .html .pdf .json .png .svg")
    ] = None,
    config: ConfigFile = _CONFIG,
) -> None:
    """Shows the world whose orders are awaited: a report with standings and map, the map alone, or JSON as PATCH takes it."""
    wanted = {path: path.suffix.lstrip(".").lower() for path in out or ()}
    if wrong := [*(str(path) for path, kind in wanted.items() if kind not in FORMS), *([form] if form not in _PRINTED else [])]:
        raise refused(f"{wrong[0]}: there are {', '.join(_PRINTED)} to print and .{', .'.join(FORMS)} as files", 2)

    async def draw(desk: Desk) -> dict[Path, bytes]:
        seen = await desk.store.read(look, desk, name, seat)
        return {path: FORMS[kind](seen) for path, kind in (wanted or {Path("-"): form}).items()}

    for path, data in do(config, draw).items():
        if str(path) == "-":
            typer.echo(data.decode())
        else:
            path.write_bytes(data)
            typer.echo(str(path))


@app.command("set")
def set_option(name: Name, key: str, value: str, config: ConfigFile = _CONFIG) -> None:
    """Changes one setting in the game's file, when the file stays usable."""

    async def work(desk: Desk) -> str:
        return actions.set_option(desk, name, key, value)

    typer.echo(f"{name.upper()}: {do(config, work)}. A running daemon reads it on SIGHUP.")


@app.command()
def press(name: Name, turn: int, config: ConfigFile = _CONFIG) -> None:
    """Prints the press of a turn, where the game lets its masters read it."""
    found = do(config, lambda desk: desk.store.write(actions.press_of, desk, name, turn))
    if not found:
        typer.echo(f"No press in {name.upper()} that turn.")
    for row, writer in found:
        typer.echo(f"{writer} to {', '.join(row.recipients)}:\n{row.text}\n")


@app.command("journal")
def show_journal(name: Name, config: ConfigFile = _CONFIG) -> None:
    """Lists who did what to a game, newest first."""
    typer.echo("\n".join(do(config, lambda desk: desk.store.read(_journal, desk, name))))


def _journal(session: Session, desk: Desk, name: str) -> list[str]:
    game = found_game(session, name)
    dial = Dial(desk.game_config(game).zone)
    return [entry_line(row, dial) for row in journal.of_game(session, game.id)]


@app.command()
def drop(letter: LetterNumber, config: ConfigFile = _CONFIG) -> None:
    """Sets a failed letter aside for good; it stays on record."""
    do(config, lambda desk: desk.store.write(actions.drop_letter, desk, letter, _ACTOR))
    typer.echo(f"Letter {letter} is set aside.")


@app.command()
def answer(letter: LetterNumber, text: TextFile, config: ConfigFile = _CONFIG) -> None:
    """Answers a failed letter in your own words, and sets it aside."""
    do(config, lambda desk: desk.store.write(actions.answer_letter, desk, letter, text.read(), _ACTOR))
    typer.echo(f"Letter {letter} is answered.")
