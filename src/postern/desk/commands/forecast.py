"""FORECAST: shows what the orders on file would do by themselves."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.settings import show
from postern.desk.commands.spec import Command
from postern.desk.language.parse import Form
from postern.desk.settings.preferences import prefer


def run(call: SeatCall) -> None:
    """Adds the ruleset's forecast, made from the orders as the whole letter leaves them; or says whether it always comes."""
    wish = call.rest.strip(" .?!").upper()
    if wish in _SWITCH:
        prefer(call.sitter.player, forecast=_SWITCH[wish])
        call.say(f"A forecast comes {'with every answer to orders' if _SWITCH[wish] else 'when you ask for it'} from now on.")
        show(call)
    elif call.filing is None:
        call.say(f"FORECAST: there are no orders to give in {call.sitter.game.name} now.")
    else:
        call.answer.forecast = True


_SWITCH = {"ALWAYS": True, "ON": True, "OFF": False, "NEVER": False}


COMMAND = Command(
    70,
    Form("FORECAST", ("PREVIEW",), re.compile(r"(?:(?:my )?orders|always|on|off|never)?[.?!]?", re.IGNORECASE)),
    run,
    SeatCall,
    "what would follow from your orders alone",
    "`FORECAST` shows what would follow from your orders alone, in the world as you know it. Others move too: it is "
    "no promise. `FORECAST ALWAYS` has it with every answer to orders, `FORECAST OFF` only when you ask.",
    own_game_only=True,
)
