"""PRACTICE: a private game against computer players, at once."""

from __future__ import annotations

import re

from postern.desk.answers.answer import Call
from postern.desk.commands.spec import Command
from postern.desk.games.practice import open_practice, own, room
from postern.desk.games.reporting import report_request
from postern.desk.language.parse import Body, Form
from postern.desk.settings.preferences import prefs_of
from postern.desk.settings.rulesets import RULESETS, game_word, named, ruleset
from postern.game.ruleset import LEVELS, Level
from postern.store import seats, turns
from postern.store.tables import Game, Seat

_KNOWN = sorted({word for slug in RULESETS for word in slug.split("_")} | {"quest", "of", "the", "fantasy"})
_AROUND = frozenset({"a", "the", "game", "please", "now", "of", "in", *LEVELS})
"""Words beside the name of a game; with others of none the line is no command but words."""
_WORD = rf"(?:{'|'.join(sorted({*_KNOWN, *_AROUND}))})"
_TAKES = re.compile(rf"(?:{_WORD}\b\s*)*(?:[A-Za-z][\w.:-]{{1,40}}\b\s*)?(?:{_WORD}\b\s*)*[.!]*", re.IGNORECASE)


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
    level, word = _wishes(call.rest)
    slug = named(word, settings.rulesets) if word else settings.rulesets[0]
    words = [game_word(one) for one in settings.rulesets]
    if slug is None:
        call.say(
            f'I know no practice game "{word}". Write one of these lines: {", ".join(f"PRACTICE {one}" for one in words)}.'
        )
        return
    game, seat = open_practice(call, slug, level)
    call.answer.new_seat, call.answer.new_game = seat, game
    title, ends_after = ruleset(slug).title, settings.ends_after
    call.part("practice", game=game, seat=seat, rules_title=title, ends_after=ends_after, computers=level, words=words)


def _wishes(rest: str) -> tuple[Level, str]:
    """How strong the computer players should be, and which game was named, "" for none."""
    words = rest.strip(" .!").lower().split()
    level = next((level for level in LEVELS if level in words), None)
    name = " ".join(word for word in words if word not in _AROUND or (word == "of" and "quest" in words))
    return level or "normal", name


def _send_back(call: Call, seat: Seat, game: Game) -> None:
    """The practice game that there is, with its newest report, so that a lost letter is no dead end."""
    call.answer.new_seat, call.answer.new_game = seat, game
    newest = turns.latest(call.session, game.id)
    if newest is not None:
        prefs = prefs_of(seats.settings(call.session, call.address))
        call.answer.requests.append(report_request(newest, seat, game, call.desk.game_config(game), prefs))
    level = call.desk.game_config(game).computer_level
    words = [game_word(slug) for slug in call.desk.config.practice.rulesets]
    call.part("practice_again", game=game, seat=seat, begun=newest is not None, computers=level, words=words)


COMMAND = Command(
    270,
    Form("PRACTICE", ("TRY",), _TAKES, Body.ANSWERS),
    run,
    Call,
    "begins a private game against computer players, at once",
    "`PRACTICE` begins a game of your own against computer players at once, without a deadline: each turn runs when you "
    "send `READY`, alone or below your orders, and the report comes back within seconds. With a game's name, as in "
    "`PRACTICE COSMOS`, it begins that game; `GAMES` lists the names. `PRACTICE EASY` seats beginners at your table, "
    "`PRACTICE HARD` the strongest computer players that there are. Lines below it may say who you want to be, as with "
    "`JOIN`. `RESIGN` ends the game; one that you forget ends by itself.",
)
