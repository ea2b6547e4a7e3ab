"""EXTEND: asks the game master for a later deadline."""

from __future__ import annotations

import re

from postern.desk.answers.answer import OrdersCall
from postern.desk.commands.spec import Command
from postern.desk.documents.templates import Part
from postern.desk.games.absences import past_absences
from postern.desk.language.parse import Form
from postern.desk.outbox.outgoing import tell_masters
from postern.desk.timing.durations import duration
from postern.desk.timing.moments import told
from postern.store import masters

_TAKES = re.compile(
    r"(?:by\s+)?(?:(?P<number>\d{1,3})\s*(?P<unit>d(?:ays?)?|h(?:ours?)?))?(?P<why>(?:[\s,:;.-]+|^)(?:because|as|please|since|for|until|to)\b.*)?[.!?]*",
    re.IGNORECASE,
)
_USUAL = "24h"


def run(call: OrdersCall) -> None:
    """Passes the wish on, once in a turn; the deadline stands until the game master moves it."""
    game, seat = call.sitter.game, call.sitter.seat
    if game.deadline is None:
        call.say(f"{game.name} has no deadline at this moment.")
        return
    found = _TAKES.fullmatch(call.rest)
    by = f"{found['number']}{found['unit'][0].lower()}" if found and found["number"] else _USUAL
    why = found["why"].strip(" ,:;.-") if found and found["why"] else ""
    then, away = past_absences(call.session, game, call.sitter.config, game.deadline + duration(by))
    part = Part(
        "master_extend",
        {"game": game, "seat": seat, "by": by, "why": why, "zone": call.sitter.config.zone, "away": away, "then": then},
    )
    if not (call.desk.config.desk.game_masters or masters.of_game(call.session, game.name)):
        call.say("This game names no game master who could be asked.")
    elif tell_masters(call.session, call.desk, part, f"extend/{game.id}/{game.turn}/{seat.id}", call.now, game):
        call.say("The game master has been asked for a later deadline. Until you hear otherwise the deadline stands as it is.")
        if away:
            dial = call.sitter.prefs.dial(call.sitter.config.zone)
            call.say(f"If it is granted: {away} It would then be {told(then, dial)}.")
    else:
        call.say("The game master has been asked by you in this turn already; the deadline stands until you hear otherwise.")
    call.answer.status = True


COMMAND = Command(
    170,
    Form("EXTEND", (), _TAKES),
    run,
    OrdersCall,
    "EXTEND 2d because ... asks the game master for a later deadline",
    "`EXTEND 2d because I am ill` asks the game master for a deadline two days later; `EXTEND 12h` for twelve hours. It "
    "stands as it is until the game master says otherwise. `PROPOSE EXTEND 2d` puts it to the vote of all players. For "
    "days that you know of before, use `ABSENCE`.",
)
