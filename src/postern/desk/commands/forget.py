"""FORGET ME: what is personal is deleted, for good."""

from __future__ import annotations

import re

from postern.desk.answer import Call
from postern.desk.commands.spec import Command, Need
from postern.desk.forgetting import FORGET
from postern.desk.outgoing import confirm_token
from postern.desk.parse import Form
from postern.store import people, seats

_TAKES = re.compile(r"me(?P<yes>[\s,:.]+yes)?[.!]*", re.IGNORECASE)


def run(call: Call) -> None:
    """Says what would go and asks for FORGET ME YES; to somebody who holds no seat any reply to the answer will do."""
    found = _TAKES.fullmatch(call.rest)
    if call.sitter is not None and found and found["yes"]:
        call.answer.forget = True
        return
    player = call.sitter.player if call.sitter is not None else seats.known_player(call.session, call.address)
    if player is None:
        call.part("forget_nobody")
        return
    theirs = seats.of_player(call.session, player.id or 0)
    sure = call.sitter is not None
    by_word = sure or bool(seats.of_address(call.session, call.address))
    call.part("forget_ask", places=[f"{seat.name} in {game.name}" for seat, game in theirs], by_word=by_word, sure=sure)
    if not sure:
        held = people.hold(call.session, FORGET, call.address, None, {}, call.now, inbox_id=call.letter.id, replaces=True)
        call.answer.reply_token = confirm_token(call.desk, held.id or 0)


COMMAND = Command(
    Form("FORGET", (), _TAKES),
    run,
    Need.NOBODY,
    "FORGET ME deletes what is stored about you, for good",
    "`FORGET ME` deletes your address, your letters and whatever else is stored about you, and gives up your seats. You "
    "are asked once whether you mean it. `EXPORT` before it sends you a copy of everything.",
)
