"""JOIN: asks for a seat in a game that is still looking for players."""

from __future__ import annotations

import re

from postern.desk.answers.answer import Call
from postern.desk.commands.spec import Command
from postern.desk.games.seating import begin_words, free_seats, games_part, join_refusal, next_open, open_games, take_seat
from postern.desk.games.signing_up import read_signup, with_name
from postern.desk.language.parse import Body, Form
from postern.desk.outbox.outgoing import confirm_token
from postern.desk.settings.gamename import PATTERN, game_name
from postern.game.kit.signup import choice_words
from postern.game.orders import Problem
from postern.game.ruleset import Signup
from postern.store import games, people, seats
from postern.store.tables import Game

_TAKES = re.compile(
    rf"(?:(?:game )?(?P<game>{PATTERN})\b[\s:,.]*(?P<more>.*)|(?:game )?(?P<near>[A-Za-z]{{2,}} ?\d[\dOoIl]*)[.!]?"
    r"|(?:any|next|any game|next game)?[.!]?|(?P<lines>\w+\s*=.*))",
    re.IGNORECASE,
)


def run(call: Call) -> None:
    """Seats a known player at once; anybody else is asked to confirm by replying."""
    found = _TAKES.fullmatch(call.rest)
    name = (found["game"] or found["near"] or "").upper() if found else ""
    game = games.by_name(call.session, game_name(name)) if name else next_open(call.session, call.desk, call.address)
    if game is None or game.practice:
        lead = f"There is no game {name} here." if name else ""
        if not name and open_games(call.session, call.desk):  # without any the list says so itself
            lead = "No game has an open seat for you now."
        call.answer.parts.append(games_part(call.session, call.desk, lead))
    elif refusal := join_refusal(call.session, call.desk, game, call.address):
        call.answer.parts.append(games_part(call.session, call.desk, refusal))
    else:
        said = with_name(call.desk.rules(game), found["more"] or "", call.desk.game_config(game).options) if found else ""
        more = said or (found["lines"] or "" if found else "")
        _sign_up(call, game, "\n".join((more, *call.command.body)).strip())


def _sign_up(call: Call, game: Game, text: str) -> None:
    taken = [seat.name for seat in seats.of_game(call.session, game.id)]
    signup, problems = read_signup(call.desk.rules(game), text, taken, call.desk.game_config(game).options)
    if call.sitter is None:
        _hold(call, game, text, signup, problems)
    elif signup is None:
        call.part("join_mend", game=game, problems=told(problems), by_reply=False)
    else:
        seat = take_seat(call.session, call.desk, game, call.address, signup, call.now)
        call.answer.new_seat, call.answer.new_game = seat, game
        config = call.desk.game_config(game)
        free, begins = free_seats(call.session, call.desk, game), begin_words(game, config)
        call.part("joined", game=game, seat=seat, free=free, begins=begins, terms=config.terms, notes=problems)


def _hold(call: Call, game: Game, text: str, signup: Signup | None, problems: list[Problem]) -> None:
    """Keeps the wish until its writer replies, whether to confirm it or to add what it needs."""
    held = people.hold(
        call.session,
        "join",
        call.address,
        game.id,
        {"text": text},
        call.now,
        inbox_id=call.letter.row.id,
        replaces=True,
    )
    call.answer.reply_token = confirm_token(call.desk, held.id)
    if signup is None:
        call.part("join_mend", game=game, problems=told(problems), by_reply=True)
    else:
        config = call.desk.game_config(game)
        others = [seat.wishes for seat in seats.of_game(call.session, game.id) if not seat.computer and seat.player_id]
        choices = choice_words(call.desk.rules(game).signup_choices(config.options, others), signup.wishes)
        call.part("join_confirm", game=game, signup=signup, notes=problems, terms=config.terms, choices=choices)


def told(problems: list[Problem]) -> list[Problem]:
    """The problems that stand in the way of a seat."""
    return [problem for problem in problems if not problem.note]


COMMAND = Command(
    260,
    Form("JOIN", ("PLAY", "REGISTER"), _TAKES, Body.ANSWERS),
    run,
    Call,
    "JOIN QJ-101 asks for a seat in that game, JOIN alone for the next one open",
    "`JOIN QJ-101` asks for a seat in that game; `JOIN` alone for the next open seat. The lines below it say who you want "
    "to be, for example `NAME=ORLA`, as does `JOIN QJ-101 ORLA`; where a game has sides to choose from, name several in the "
    "order of your wishes. "
    "Which lines a game knows, its answer tells you. You are then asked to confirm by replying, so that nobody can enter "
    "you in your name.",
)
