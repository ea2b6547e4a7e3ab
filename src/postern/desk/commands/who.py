"""WHO: lists the players of the game, who is away, and, where the game tells it, whose orders are awaited."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.spec import Command
from postern.desk.games.absences import away_words
from postern.desk.games.readiness import awaited, awaited_words
from postern.desk.language.parse import Form
from postern.store import seats
from postern.store.tables import GameState, Seat, SeatState


def run(call: SeatCall) -> None:
    """Lists the seats by the names that all players know, never who sits there."""
    game, seat, config = call.sitter.game, call.sitter.seat, call.sitter.config
    everybody = seats.of_game(call.session, game.id)
    named = game.state == GameState.RUNNING and game.turn > 0 and config.show_awaited == "names"
    missing = {one.id for one in awaited(everybody, game.turn)} if named else set()
    call.part(
        "who",
        game=game,
        seat=seat,
        rows=[(one.name, _words(one, seat, one.id in missing)) for one in everybody],
        awaited=awaited_words(config, everybody, game.turn, seat.id) if game.state == GameState.RUNNING else "",
        away=away_words(call.session, game, config, call.now),
    )


def _words(one: Seat, reader: Seat, missing: bool) -> str:
    if one.state == SeatState.OUT:
        kind = "out of the game"
    elif one.computer:
        kind = "a computer player"
    elif one.player_id is None:
        kind = "nobody at this moment"
    else:
        kind = "you" if one.id == reader.id else "a player"
    return f"{kind}; awaited" if missing else kind


COMMAND = Command(
    110,
    Form("WHO", ("PLAYERS",), re.compile(r"(?:plays|is (?:playing|awaited|away))?[.?]*", re.IGNORECASE)),
    run,
    SeatCall,
    "who plays in your game, who is away or awaited",
    "`WHO` lists the players of your game by their names in it, who is away, and who is still awaited where the game tells.",
    own_game_only=True,
)
