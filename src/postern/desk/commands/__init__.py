"""The desk's commands by mail, one module each. To add one, write its module and put it into ``COMMANDS``."""

from __future__ import annotations

from postern.desk.commands import absence as _absence
from postern.desk.commands import abuse as _abuse
from postern.desk.commands import add as _add
from postern.desk.commands import address as _address
from postern.desk.commands import block as _block
from postern.desk.commands import cancel as _cancel
from postern.desk.commands import clock as _clock
from postern.desk.commands import echo as _echo
from postern.desk.commands import export as _export
from postern.desk.commands import extend as _extend
from postern.desk.commands import forecast as _forecast
from postern.desk.commands import forget as _forget
from postern.desk.commands import format as _format
from postern.desk.commands import game as _game
from postern.desk.commands import games as _games
from postern.desk.commands import gm as _gm
from postern.desk.commands import help as _help
from postern.desk.commands import history as _history
from postern.desk.commands import join as _join
from postern.desk.commands import key as _key
from postern.desk.commands import map as _map
from postern.desk.commands import mute as _mute
from postern.desk.commands import observe as _observe
from postern.desk.commands import orders as _orders
from postern.desk.commands import paper as _paper
from postern.desk.commands import password as _password
from postern.desk.commands import practice as _practice
from postern.desk.commands import press as _press
from postern.desk.commands import propose as _propose
from postern.desk.commands import ready as _ready
from postern.desk.commands import redo as _redo
from postern.desk.commands import report as _report
from postern.desk.commands import resign as _resign
from postern.desk.commands import rules as _rules
from postern.desk.commands import secret as _secret
from postern.desk.commands import settings as _settings
from postern.desk.commands import show as _show
from postern.desk.commands import standby as _standby
from postern.desk.commands import status as _status
from postern.desk.commands import undo as _undo
from postern.desk.commands import unmute as _unmute
from postern.desk.commands import unobserve as _unobserve
from postern.desk.commands import vote as _vote
from postern.desk.commands import wait as _wait
from postern.desk.commands import who as _who
from postern.desk.commands import zone as _zone
from postern.desk.commands.spec import Command
from postern.desk.parse import index

COMMANDS: tuple[Command, ...] = (
    _orders.COMMAND,
    _add.COMMAND,
    _cancel.COMMAND,
    _undo.COMMAND,
    _redo.COMMAND,
    _show.COMMAND,
    _forecast.COMMAND,
    _ready.COMMAND,
    _wait.COMMAND,
    _status.COMMAND,
    _who.COMMAND,
    _report.COMMAND,
    _map.COMMAND,
    _history.COMMAND,
    _press.COMMAND,
    _absence.COMMAND,
    _extend.COMMAND,
    _mute.COMMAND,
    _block.COMMAND,
    _unmute.COMMAND,
    _abuse.COMMAND,
    _help.COMMAND,
    _rules.COMMAND,
    _game.COMMAND,
    _games.COMMAND,
    _join.COMMAND,
    _practice.COMMAND,
    _standby.COMMAND,
    _observe.COMMAND,
    _unobserve.COMMAND,
    _settings.COMMAND,
    _format.COMMAND,
    _paper.COMMAND,
    _clock.COMMAND,
    _zone.COMMAND,
    _echo.COMMAND,
    _address.COMMAND,
    _secret.COMMAND,
    _password.COMMAND,
    _key.COMMAND,
    _export.COMMAND,
    _forget.COMMAND,
    _propose.COMMAND,
    _vote.COMMAND,
    _resign.COMMAND,
    _gm.COMMAND,
)
"""All commands, in the order in which HELP lists them."""

FORMS = index([command.form for command in COMMANDS])
NAMES = tuple(command.form.name for command in COMMANDS)
_BY_NAME = {command.form.name: command for command in COMMANDS}


def find(word: str) -> Command | None:
    """The command with this name or other word, in any case."""
    form = FORMS.get(word.strip().upper())
    return _BY_NAME[form.name] if form else None
