"""``postern mail``: letters that are held back, and letting them go. A running daemon sees it within seconds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from postern.cli.serve import ConfigFile, opened
from postern.desk import mailroom

app = typer.Typer(help="See what mail is held back, and let it go.", no_args_is_help=True)
_CONFIG = Path("config/postern.toml")


@app.command("list")
def list_stops(config: ConfigFile = _CONFIG) -> None:
    """Lists brakes on answers, and addresses whose letters come back."""
    desk = opened(config)
    try:
        found = desk.store.write_now(mailroom.stops)
    finally:
        desk.close()
    table = Table("address", "since", "until", "held", "why", box=None)
    for stop in found:
        until = f"{stop.until:%d %b %H:%M} UTC" if stop.until else "its next letter"
        table.add_row(stop.address or "(the whole server)", f"{stop.since:%d %b %H:%M} UTC", until, str(stop.held), stop.reason)
    Console().print(table if found else "No mail is held back.")


@app.command()
def release(
    address: Annotated[str, typer.Argument(help="Whose letters may go out again.")] = "",
    server: Annotated[bool, typer.Option("--server", help="Takes off the brake on the whole server.")] = False,
    config: ConfigFile = _CONFIG,
) -> None:
    """Takes a brake off, or sends again to an address whose letters came back; what was held goes out."""
    if bool(address) == server:
        typer.echo("Name either an address or --server.", err=True)
        raise typer.Exit(2)
    desk = opened(config)
    try:
        done = desk.store.write_now(mailroom.release, desk, address.lower())
    finally:
        desk.close()
    if not done:
        typer.echo(f"Nothing holds back mail to {address or 'everybody'}; see postern mail list.", err=True)
        raise typer.Exit(1)
    typer.echo(f"Mail to {address or 'everybody'} goes out again.")
