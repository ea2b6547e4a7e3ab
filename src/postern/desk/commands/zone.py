"""ZONE: sets the time zone in which the player reads times."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.settings import show
from postern.desk.commands.spec import Command
from postern.desk.language.parse import Form
from postern.desk.settings.preferences import prefer
from postern.desk.timing.zones import guess_zone


def run(call: SeatCall) -> None:
    """Sets the zone, or asks back where the name does not settle it."""
    wanted = call.rest.strip(" :=.?!")
    if wanted.upper() in ("GAME", "USUAL"):
        prefer(call.sitter.player, zone="")
        call.say("Times are told in the zone of each game from now on.")
    elif wanted:
        guess = guess_zone(wanted, call.now)
        if guess.zone:
            prefer(call.sitter.player, zone=guess.zone)
            call.say(f"Times are told in the zone {guess.zone} from now on.")
        else:
            call.say(f"{guess.why} {_choose(guess.choices)}")
    show(call)


def _choose(choices: tuple[str, ...]) -> str:
    if not choices:
        return "Name the big city of your time zone, as in ZONE Berlin or ZONE New York. Nothing was changed."
    return f"Write the one you mean: {', '.join(f'ZONE {choice}' for choice in choices)}. Nothing was changed."


COMMAND = Command(
    350,
    Form("ZONE", ("TIMEZONE",), re.compile(r"[:=]?\s*.{0,60}", re.IGNORECASE)),
    run,
    SeatCall,
    "the time zone of your letters: ZONE Berlin",
    "`ZONE Berlin` (or `ZONE Europe/Berlin`, any city that names a time zone) has all times told in that zone, and in "
    "UTC. `ZONE game` goes back to the zone of each game.",
)
