"""MAP: the map of a turn."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.spec import Command
from postern.desk.games.reporting import map_request, wanted_turn
from postern.desk.language.parse import Form


def run(call: SeatCall) -> None:
    """Sends the newest map, or that of the turn named, as a picture."""
    found = wanted_turn(call.session, call.sitter, call.rest)
    if isinstance(found, str):
        call.say(found)
        return
    call.answer.requests.append(map_request(found, call.sitter.seat, call.sitter.game))
    call.part("map_again", game=call.sitter.game, seat=call.sitter.seat, turn=found.turn)


COMMAND = Command(
    130,
    Form("MAP", (), re.compile(r"(?:(?:of\s+)?(?:turn\s*)?\d*)[.?]?", re.IGNORECASE)),
    run,
    SeatCall,
    "MAP sends your newest map as a picture, MAP 5 that of turn 5",
    "`MAP` sends your newest map as a picture; `MAP 5` that of turn 5.",
    own_game_only=True,
)
