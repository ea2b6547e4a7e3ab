"""All commands by mail: every module of this package that has a ``COMMAND``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from postern.desk.commands.spec import Command
from postern.desk.language.parse import Form, index


@cache
def all_commands() -> tuple[Command[Any], ...]:
    """All commands, in the order in which HELP lists them."""
    package = __name__.rpartition(".")[0]
    names = (one.name for one in iter_modules(import_module(package).__path__))
    found = [getattr(import_module(f"{package}.{name}"), "COMMAND", None) for name in names]
    return tuple(sorted((one for one in found if one is not None), key=lambda one: one.place))


@cache
def forms() -> Mapping[str, Form]:
    """Every word that a command goes by, in capitals, with the form of that command."""
    return index([command.form for command in all_commands()])


def names() -> tuple[str, ...]:
    """The names of all commands, in the order of HELP."""
    return tuple(command.form.name for command in all_commands())


@cache
def _by_name() -> dict[str, Command[Any]]:
    return {command.form.name: command for command in all_commands()}


def find(word: str) -> Command[Any] | None:
    """The command with this name or other word, in any case."""
    form = forms().get(word.strip().upper())
    return _by_name()[form.name] if form else None
