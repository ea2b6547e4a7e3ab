"""STANDBY: puts the writer on the list of those who would take over a seat that lost its player."""

from __future__ import annotations

import re

from postern.desk.answers.answer import Call
from postern.desk.commands.spec import Command
from postern.desk.games.standbys import WISH, join_list
from postern.desk.language.parse import Form
from postern.desk.outbox.outgoing import confirm_token
from postern.desk.settings.gamename import PATTERN, game_name
from postern.store import games, people, standbys
from postern.store.tables import Game, GameState

_TAKES = re.compile(rf"(?:(?:for\s+)?(?P<game>{PATTERN}))?\s*(?P<off>off|cancel|no)?[.!]*", re.IGNORECASE)


def run(call: Call) -> None:
    """Puts the writer on the list of a game, or of all; who is not known by a token is asked to confirm by replying."""
    found = _TAKES.fullmatch(call.rest)
    name = game_name(found["game"] or "") if found else ""
    game = games.by_name(call.session, name) if name else None
    if name and (game is None or game.practice or game.state == GameState.FINISHED):
        call.say(f"There is no game {name} going on here. STANDBY alone is for any game.")
        return
    off = bool(found and found["off"])
    if call.sitter is None:
        _ask(call, game, off)
        return
    if off:
        standbys.remove(call.session, call.address, game.id if game else None)
    else:
        join_list(call.session, call.desk, call.address, game, call.now)
    call.part(WISH, game=game, off=off)


def _ask(call: Call, game: Game | None, off: bool) -> None:
    if off:
        call.say("To leave the list of standbys, reply STANDBY OFF to the letter that put you on it.")
        return
    held = people.hold(
        call.session, WISH, call.address, game.id if game else None, {}, call.now, inbox_id=call.letter.row.id, replaces=True
    )
    call.answer.reply_token = confirm_token(call.desk, held.id)
    call.part("standby_confirm", game=game)


COMMAND = Command(
    280,
    Form("STANDBY", (), _TAKES),
    run,
    Call,
    "STANDBY QJ-101 offers to take over a seat of that game, STANDBY alone of any",
    "`STANDBY` puts you on the list of those who would take over a seat that its player gives up; `STANDBY QJ-101` for that "
    "game alone. When one is free you get a letter that says how it stands; the first who replies has it. `STANDBY OFF` "
    "takes you off the list.",
)
