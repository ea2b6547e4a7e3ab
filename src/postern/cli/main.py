"""The command line: one module a group of commands."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from postern.cli import game, gm, league, mail, mending, play, rules
from postern.cli.backup import backup, reread, restore
from postern.cli.demo.command import demo
from postern.cli.health import health
from postern.cli.moving import export, import_
from postern.cli.player import app as players
from postern.cli.serve import serve

app = typer.Typer(
    name="postern",
    help="Postern, an email play-by-mail bot.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def everywhere(
    ctx: typer.Context,
    config: Annotated[
        str, typer.Option("--config", "-c", help="The settings file, postern.toml; also after the command.")
    ] = "",
) -> None:
    """Postern, an email play-by-mail bot."""
    if config:
        ctx.default_map = _with_config(ctx.command, config)


def _with_config(command: object, config: str) -> dict[str, Any]:
    """What every command below this one is given, unless --config stands behind its words: click's ``default_map``."""
    below: dict[str, object] = getattr(command, "commands", {})
    return {name: _with_config(one, config) for name, one in below.items()} or {"config": config}


app.command()(demo)
app.command()(serve)
app.command()(health)
app.command()(backup)
app.command()(restore)
app.command()(reread)
app.command()(export)
app.command("import")(import_)
game.app.add_typer(mending.app)  # without a name of its own: more commands of ``postern game``
app.add_typer(game.app, name="game")
app.add_typer(gm.app, name="gm")
app.add_typer(mail.app, name="mail")
play.app.command("league")(league.play_league)
app.add_typer(play.app, name="play")
app.add_typer(rules.app, name="rules")
app.add_typer(players, name="player")
