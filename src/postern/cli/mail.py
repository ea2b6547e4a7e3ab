"""``postern mail``: letters that are held back, and letting them go. A running daemon sees it within seconds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from postern.cli.serve import ConfigFile, opened
from postern.cli.words import refused
from postern.desk.delivery import mailroom
from postern.desk.timing.moments import Dial, briefly

app = typer.Typer(help="See what mail is held back, and let it go.", no_args_is_help=True)
_CONFIG = Path("config/postern.toml")


@app.command("list")
def list_stops(config: ConfigFile = _CONFIG) -> None:
    """Lists brakes on answers, and addresses whose letters come back."""
    desk = opened(config)
    try:
        found, dial = desk.store.write_now(mailroom.stops), Dial(desk.config.desk.zone)
    finally:
        desk.close()
    table = Table("address", "since", "until", "held", "why", box=None)
    for stop in found:
        until = briefly(stop.until, dial) if stop.until else "its next letter"
        table.add_row(stop.address or "(the whole server)", briefly(stop.since, dial), until, str(stop.held), stop.reason)
    Console().print(table if found else "No mail is held back.")


@app.command()
def release(
    address: Annotated[str, typer.Argument(help="Whose letters may go out again.")] = "",
    server: Annotated[bool, typer.Option("--server", help="Takes off the brake on the whole server.")] = False,
    config: ConfigFile = _CONFIG,
) -> None:
    """Takes a brake off, or sends again to an address whose letters came back; what was held goes out."""
    if bool(address) == server:
        raise refused("Name either an address or --server.", 2)
    desk = opened(config)
    try:
        done = desk.store.write_now(mailroom.release, desk, address.lower())
    finally:
        desk.close()
    if not done:
        raise refused(f"Nothing holds back mail to {address or 'everybody'}; see postern mail list.")
    typer.echo(f"Mail to {address or 'everybody'} goes out again.")
