"""The command line: a table of its words. The code behind a word is read when the word is used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer
from typer import core
from typer.main import get_group


@dataclass(frozen=True)
class Word:
    """A word of the command line: its help, and the ``module:NAME`` of its function, or of the Typers of its own words."""

    help: str
    targets: tuple[str, ...]


WORDS: Mapping[str, Word] = {
    "demo": Word("Plays one turn by mail on an embedded mail server, and shows each step.", ("demo.command:demo",)),
    "serve": Word(
        "Watches the mailbox, answers letters, runs turns, until SIGTERM; SIGHUP reads the settings again.", ("serve:serve",)
    ),
    "health": Word(
        "Says whether the daemon is well, by its last look at itself: exit code 0, or 1 with what is wrong.",
        ("health:health",),
    ),
    "backup": Word(
        "Writes everything into one file: database, signing key, settings, secrets. The daemon may run on.", ("backup:backup",)
    ),
    "restore": Word(
        "Puts a backup in place, after checking it. What it replaces is kept aside. Stop the daemon first.",
        ("backup:restore",),
    ),
    "reread": Word(
        "Puts letters that came since then back to be read again, for example after a restore. Known ones are not done twice.",
        ("backup:reread",),
    ),
    "export": Word("Writes one game into a file, to be taken in by another server.", ("moving:export",)),
    "import": Word(
        "Takes in a game of another server; its players get a letter with the address to reply to.", ("moving:import_",)
    ),
    "game": Word("Open, look after and run games.", ("game:app", "mending:app")),
    "gm": Word("Look after the whole desk.", ("gm:app",)),
    "mail": Word("See what mail is held back, and let it go.", ("mail:app",)),
    "play": Word("Play a turn without mail: rehearse, judge, look.", ("play:app", "league:app")),
    "rules": Word("The rules ledger of a game and its proof.", ("rules:app",)),
    "player": Word("The players and how reliable they are.", ("player:app",)),
}


@cache
def command(name: str) -> Any:
    """The click command of a word, its code read. Raises KeyError for a word that is none."""
    found, *more = (_found(target) for target in WORDS[name].targets)
    parent = typer.Typer(add_completion=False)
    if isinstance(found, typer.Typer):
        for others in more:
            found.add_typer(others)
        parent.add_typer(found, name=name)
    else:
        parent.command(name)(found)
    return get_group(parent).commands[name]


def _found(target: str) -> Any:
    module, _, attribute = target.partition(":")
    return getattr(import_module(f"postern.cli.{module}"), attribute)


class _Words(core.TyperGroup):
    """The words with their help; a word that is used gets its code."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, word in WORDS.items():
            self.add_command(core.TyperCommand(name, help=word.help))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that these words begin with, and the words behind it."""
        name, found, rest = super().resolve_command(ctx, args)
        return name, found and command(name or ""), rest


app = typer.Typer(
    name="postern",
    help="Postern, an email play-by-mail bot.",
    cls=_Words,
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
    if ctx.obj is not None:
        ctx.obj()
    if config and ctx.invoked_subcommand:
        ctx.default_map = {ctx.invoked_subcommand: _with_config(command(ctx.invoked_subcommand), config)}


def _with_config(command: object, config: str) -> dict[str, Any]:
    """What every command below this one is given, unless --config stands behind its words: click's ``default_map``."""
    below: dict[str, object] = getattr(command, "commands", {})
    return {name: _with_config(one, config) for name, one in below.items()} or {"config": config}
