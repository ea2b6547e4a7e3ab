"""HISTORY: sends the history of a finished game to those who played in it, and of open games to anybody."""

from __future__ import annotations

import re

from postern.desk.answers.answer import Call
from postern.desk.commands.spec import Command
from postern.desk.games import observing
from postern.desk.games.reporting import history_request
from postern.desk.language.parse import Form
from postern.desk.settings.preferences import Prefs
from postern.store import bygone, games, observers
from postern.store.tables import Game, GameState

_NAME = r"[A-Za-z][A-Za-z0-9]*-\d+"
_TAKES = re.compile(rf"(?:(?:of|for)\s+)?(?:(?:full\s*)?(?:{_NAME})?|{_NAME}\s+full)[.?!]?", re.IGNORECASE)
_LISTED = 12


def run(call: Call) -> None:
    """Sends the history of the writer's game, of the one whose public letter is replied to, or of the game named."""
    name = re.search(_NAME, call.rest)
    here = call.sitter.game if call.sitter else observing.observer_of(call)[1]
    game = games.by_name(call.session, name[0]) if name else here
    if name is None and game is None:
        call.say(_which(call))
    elif game is None or not _may_ask(call, game):
        call.say(f"There is no game {name[0].upper() if name else ''} here.")
    elif game.state != GameState.FINISHED:
        call.say(_not_yet(call, game))
    elif game.turn == 0:
        call.say(f"{game.name} ended before it began; it has no history.")
    else:
        full = "full" in call.rest.casefold()
        prefs = call.sitter.prefs if call.sitter is not None else Prefs()
        call.answer.requests.append(history_request(game, call.desk.game_config(game), prefs, full))
        call.part("history", game=game, full=full, desk=call.desk.address)


def _may_ask(call: Call, game: Game) -> bool:
    """Whoever sits or sat in the game, or observes it; and everybody, where anybody could have joined it."""
    config = call.desk.usable_config(game)
    if config is None:
        return False
    if (config.open and not game.practice) or bygone.took_part(call.session, game.id, call.address):
        return True
    return any(other.id == game.id for other in observers.of_address(call.session, call.address))


def _not_yet(call: Call, game: Game) -> str:
    """What there is in the meantime, for those who play it."""
    sorry = f"{game.name} is not over; HISTORY opens when the game is over."
    if call.sitter is None or call.sitter.game.id != game.id or game.turn < 2:
        return sorry
    turn = game.turn - 1
    return f"{sorry} Until then REPORT {turn} and MAP {turn} send again what you were told after turn {turn}."


def _which(call: Call) -> str:
    ended = [game.name for game in games.in_states(call.session, GameState.FINISHED) if _may_ask(call, game)]
    there = f" Games that are over: {', '.join(ended[-_LISTED:])}." if ended else ""
    return f"HISTORY needs the name of a game, as in HISTORY QJ-101.{there}"


COMMAND = Command(
    140,
    Form("HISTORY", (), _TAKES),
    run,
    Call,
    "a game that is over: standings, records, maps; HISTORY FULL: and all logs",
    "`HISTORY` tells how your game went once it is over: who won, everybody's scores and road, turning points, records, the "
    "map as a moving picture, and a PDF with the whole map as it changed. `HISTORY QJ-101` is for another game. `HISTORY FULL` "
    "also brings everybody's orders and what they were told, turn by turn, in a ZIP file; press that did not go to all stays "
    "between those who wrote it.",
)
