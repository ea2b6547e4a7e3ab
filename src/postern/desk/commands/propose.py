"""PROPOSE: puts something to the vote of all who play."""

from __future__ import annotations

import re

from postern.desk.answers.answer import OrdersCall
from postern.desk.commands.spec import Command
from postern.desk.games.mailboxes import mailboxes
from postern.desk.games.readiness import people
from postern.desk.games.voting import fewest_for, needs_of, open_proposal, words_of
from postern.desk.language.parse import Form
from postern.desk.timing.durations import duration, spoken
from postern.store import seats, votes

_TAKES = re.compile(
    r"(?P<draw>(?:a\s+)?draw)|(?:concession|concede|victory)\s+(?:to|of|by)\s+(?P<winner>\S+)"
    r"|(?:to\s+)?end(?:ing)?\s+(?:the\s+game\s+)?(?:after|at|on|with)?\s*turn\s+(?P<turn>\d{1,3})"
    r"|(?:to\s+)?(?:extend|pause|delay)\s+(?:the\s+deadline\s+)?(?:by\s+|for\s+)?(?P<span>[\w ]+)"
    r"|(?:to\s+)?replace\s+(?P<gone>\S+)|",
    re.IGNORECASE,
)
_HOW = (
    "Write PROPOSE DRAW, PROPOSE CONCESSION TO name, PROPOSE END TURN 24, PROPOSE EXTEND 2d or PROPOSE REPLACE name. "
    "Everybody who plays is asked."
)
_NOT_ALONE = (
    "A seat is taken by vote only where two others or more can vote, and here they cannot. The game master can: write "
    "PRESS TO GM and, on the lines below it, why. Nothing was proposed."
)
_MOST_OPEN = 3
"""So many proposals of one player may be open: everybody is asked about each by a letter."""
_LONGEST_DAYS = 60


def run(call: OrdersCall) -> None:
    """Opens the proposal, or says how one is written."""
    found = _TAKES.fullmatch(call.rest.strip().rstrip(".!"))
    wish = _wish(call, found) if found else _HOW
    if isinstance(wish, str):
        call.say(wish)
        return
    kind, detail = wish
    game, seat = call.sitter.game, call.sitter.seat
    if needs_of(call.sitter.config, kind) == "never":
        call.say(f"{game.name} does not vote on that.")
        return
    same = [one for one in votes.of_game(call.session, game.id, "open") if (one.kind, one.detail) == (kind, detail)]
    if same:
        call.say(f"That is proposed already: VOTE YES {same[0].number} or VOTE NO {same[0].number}.")
        return
    mine = [one for one in votes.of_game(call.session, game.id, "open") if one.seat_id == seat.id]
    if len(mine) >= _MOST_OPEN:
        call.say(f"{_MOST_OPEN} of your proposals are open; you may make another when one is decided. Nothing was proposed.")
        return
    made = open_proposal(call, kind, detail)
    least = call.sitter.config.votes.replace_least
    wait = f" It stays open for {spoken(least)} at least." if kind == "replace" and least else ""
    outcome = {"open": f"The others are asked now, and you are told what came of it.{wait}", "passed": "It is decided: yes."}
    call.say(f"You propose {words_of(made)} (number {made.number}). {outcome.get(made.state, 'It is decided: no.')}")


def _wish(call: OrdersCall, found: re.Match[str]) -> tuple[str, dict[str, object]] | str:
    """Kind and details of the proposal, or what is wrong with it."""
    game = call.sitter.game
    if found["draw"]:
        return "draw", {}
    if found["turn"]:
        turn = int(found["turn"])
        if turn < game.turn:
            return f"Turn {turn} has run already; the game can end after turn {game.turn} at the earliest."
        return "end", {"turn": turn}
    if found["span"]:
        return _span(found["span"], game.turn)
    name = (found["winner"] or found["gone"] or "").upper()
    if not name:
        return _HOW
    everybody = seats.of_game(call.session, game.id)
    able = people(everybody) if found["gone"] else [seat for seat in everybody if seat.state == "playing"]
    if name not in [seat.name.upper() for seat in able]:
        names = ", ".join(seat.name for seat in able)
        return f"Nobody here is called {name}; there are: {names}. Nothing was proposed."
    theirs = mailboxes(call.session, game.id, able)
    gone = {theirs[seat.id] for seat in able if seat.name.upper() == name}
    if found["gone"] and len(set(theirs.values()) - gone) < fewest_for("replace"):
        return _NOT_ALONE
    return ("concession" if found["winner"] else "replace"), {"seat": next(s.name for s in able if s.name.upper() == name)}


def _span(text: str, turn: int) -> tuple[str, dict[str, object]] | str:
    compact = re.sub(r"\s*(days?|hours?)\b", lambda unit: unit[1][0], text.strip(), flags=re.IGNORECASE)
    try:
        span = duration(compact)
    except ValueError:
        return f'"{text}" is no span of time. Write PROPOSE EXTEND 2d, or 12h.'
    if not 0 < span.total_seconds() <= _LONGEST_DAYS * 86400:
        return f"A deadline moves by {_LONGEST_DAYS} days at most. Nothing was proposed."
    return "extend", {"seconds": int(span.total_seconds()), "spoken": spoken(span), "turn": turn}


COMMAND = Command(
    430,
    Form("PROPOSE", (), re.compile(r".*")),
    run,
    OrdersCall,
    "puts a draw, a victory, the end or the deadline to the vote",
    "`PROPOSE DRAW`; `PROPOSE CONCESSION TO ORLA` (ORLA has won); `PROPOSE END TURN 24` (the game ends after it); "
    "`PROPOSE EXTEND 2d` (moves this turn's deadline); `PROPOSE REPLACE ORLA` (takes a seat from its player; such a vote "
    "stays open for some days, its player can object, and while they order the game master decides). Everybody who "
    "plays is asked by letter and answers `VOTE YES` or `VOTE NO`; how many must agree is the game's setting.",
)
