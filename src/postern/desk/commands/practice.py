"""PRACTICE: a private game against computer players, at once."""

from __future__ import annotations

import re

from rapidfuzz import process

from postern.desk.answers.answer import Call
from postern.desk.commands.spec import Command
from postern.desk.games.practice import open_practice, own, room
from postern.desk.games.reporting import report_request
from postern.desk.language.parse import Body, Form
from postern.desk.settings.preferences import prefs_of
from postern.desk.settings.rulesets import ruleset
from postern.game.ruleset import LEVELS, Level
from postern.store import seats, turns
from postern.store.tables import Game, Seat

_TAKES = re.compile(
    r"(?:(?P<level>easy|normal|hard)\b\s*)?(?:(?:a )?game|please|now|(?P<slug>[A-Za-z]+_[A-Za-z_]+))?[.!]*", re.IGNORECASE
)
_GOOD_GUESS = 60


def run(call: Call) -> None:
    """Begins a practice game for the writer; one who has as many as is allowed gets the newest back."""
    settings = call.desk.config.practice
    if not settings.rulesets:
        call.say("There are no practice games here. GAMES lists the games that take players.")
        return
    if len(held := own(call.session, call.address)) >= settings.per_address:
        _send_back(call, *held[0])
        return
    if not room(call.session, call.desk):
        call.say("All practice tables are taken at this moment; please write PRACTICE again tomorrow.")
        return
    slug = settings.rulesets[0]
    level, word = _wishes(call.rest)
    if word:
        near = process.extractOne(word, settings.rulesets, score_cutoff=_GOOD_GUESS)
        slug = near[0] if near else slug
    game, seat = open_practice(call, slug, level)
    call.answer.new_seat, call.answer.new_game = seat, game
    call.part(
        "practice", game=game, seat=seat, rules_title=ruleset(slug).title, ends_after=settings.ends_after, computers=level
    )


def _wishes(rest: str) -> tuple[Level, str]:
    """How strong the computer players should be, and which game was named, "" for none."""
    words = rest.strip(" .!").lower().split()
    level = next((level for level in LEVELS if level in words), None)
    return level or "normal", " ".join(word for word in words if word != level)


def _send_back(call: Call, seat: Seat, game: Game) -> None:
    """The practice game that there is, with its newest report, so that a lost letter is no dead end."""
    call.answer.new_seat, call.answer.new_game = seat, game
    newest = turns.latest(call.session, game.id)
    if newest is not None:
        prefs = prefs_of(seats.settings(call.session, call.address))
        call.answer.requests.append(report_request(newest, seat, game, call.desk.game_config(game), prefs))
    level = call.desk.game_config(game).computer_level
    call.part("practice_again", game=game, seat=seat, begun=newest is not None, computers=level)


COMMAND = Command(
    270,
    Form("PRACTICE", ("TRY",), _TAKES, Body.ANSWERS),
    run,
    Call,
    "begins a private game against computer players, at once",
    "`PRACTICE` begins a game of your own against computer players at once, without a deadline: each turn runs when you "
    "send `READY`, alone or below your orders, and the report comes back within seconds. `PRACTICE EASY` "
    "seats beginners at your table, `PRACTICE HARD` the strongest computer players that there are. Lines below "
    "it may say who you want to be, as with `JOIN`. `RESIGN` ends the game; one that you forget ends by itself.",
)
