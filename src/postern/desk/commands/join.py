"""JOIN: asks for a seat in a game that still gathers its players."""

from __future__ import annotations

import re

from postern.desk.answer import Call
from postern.desk.commands.spec import Command, Need
from postern.desk.outgoing import confirm_token
from postern.desk.parse import Body, Form
from postern.desk.seating import free_seats, open_games, take_seat
from postern.store import games, people, seats
from postern.store.tables import Game, GameState

_TAKES = re.compile(r"(?:(?P<game>[A-Za-z][A-Za-z0-9]*-\d+)\b[\s:,.]*(?P<more>.*))?")


def run(call: Call) -> None:
    """Seats a known player at once; anybody else is asked to confirm by replying."""
    found = _TAKES.fullmatch(call.rest)
    name = (found["game"] or "").upper() if found else ""
    game = games.by_name(call.session, name) if name else None
    if game is None:
        unknown = f"There is no game {name} here." if name else "JOIN needs the name of a game, as in JOIN QJ-101."
        call.part("games", lead=unknown, games=open_games(call.session, call.desk), address=call.desk.address)
        return
    if refusal := _refusal(call, game):
        call.part("games", lead=refusal, games=open_games(call.session, call.desk), address=call.desk.address)
        return
    more = [found["more"]] if found and found["more"] else []
    _sign_up(call, game, "\n".join((*more, *call.command.body)))


def _refusal(call: Call, game: Game) -> str:
    held = [seat for seat, theirs in seats.of_address(call.session, call.address) if theirs.id == game.id]
    if held:
        return f"You already hold a seat in {game.name}: {held[0].name}."
    if game.state != GameState.FORMING or not call.desk.game_config(game).open:
        return f"{game.name} takes no new players: {'it is over' if game.state == GameState.FINISHED else 'it has begun'}."
    if free_seats(call.session, call.desk, game) < 1:
        return f"All seats of {game.name} are taken."
    return ""


def _sign_up(call: Call, game: Game, text: str) -> None:
    rules = call.desk.rules(game)
    taken = [seat.name for seat in seats.of_game(call.session, game.id or 0)]
    signup, problems = rules.signup(text, taken)
    told = [problem for problem in problems if not problem.note]
    if signup is None:
        call.part("join_mend", game=game, problems=told, address=call.desk.address)
        return
    if call.sitter is not None:
        seat = take_seat(call.session, call.desk, game, call.address, signup, call.now)
        call.answer.new_seat, call.answer.new_game = seat, game
        call.part("joined", game=game, seat=seat, free=free_seats(call.session, call.desk, game))
        return
    held = people.hold(
        call.session,
        "join",
        call.address,
        game.id or 0,
        {"name": signup.name, "wishes": dict(signup.wishes)},
        call.now,
        inbox_id=call.letter.id,
        replaces=True,
    )
    call.answer.reply_token = confirm_token(call.desk, held.id or 0)
    call.part("join_confirm", game=game, signup=signup, notes=problems)


COMMAND = Command(
    Form("JOIN", ("PLAY", "REGISTER"), _TAKES, Body.ANSWERS),
    run,
    Need.NOBODY,
    "JOIN QJ-101 asks for a seat in that game",
    "`JOIN QJ-101` asks for a seat. The lines below it say who you want to be; which lines a game knows, its answer "
    "tells you. You are then asked to confirm by replying, so that nobody can enter you in your name.",
)
