"""UNDO: where the earlier orders are, to be sent again. Only the orders on file are kept, so that nothing is put back."""

from __future__ import annotations

import re

from postern.desk.answer import Call
from postern.desk.commands.spec import Command, Need
from postern.desk.moments import told
from postern.desk.parse import Form
from postern.store import outbox, seats
from postern.store.tables import OutboxLetter

_LISTED, _EMPTY = " on file", ": no orders on file"
"""What the subject of an answer says when it lists orders, and when there are none."""


def run(call: Call) -> None:
    """Names our letter that last showed other orders of this turn, and shows what is on file."""
    assert call.sitter is not None
    call.answer.show_orders = True
    turn = call.sitter.game.turn
    call.say(f"Nothing was taken back: I keep only the orders on file, which are below, and no earlier ones of turn {turn}.")
    earlier = _letter_before(call)
    if earlier is None:
        call.say("No letter of mine shows other orders of yours for this turn. CANCEL clears what is on file.")
        return
    written = told(earlier.created_at, call.sitter.prefs.dial(call.sitter.config.zone))
    call.say(
        f'Earlier ones are listed in my letter of {written}, with the subject "{earlier.subject}". To have them again, send '
        "them once more, from that list or from your own letter that it answered: they replace what is on file."
    )


def _letter_before(call: Call) -> OutboxLetter | None:
    """The newest answer to this player that lists orders of this turn, from before those on file came there."""
    assert call.sitter is not None
    seat_id, turn = call.sitter.seat.id or 0, call.sitter.game.turn
    before = seats.orders_changed_at(call.session, seat_id, turn)
    return outbox.newest_answer(call.session, seat_id, turn, call.sitter.address, before, _LISTED, _EMPTY)


LAST = (
    r"(?:(?:to\s+)?(?:my\s+|the\s+)?(?:last|latest|previous|former|old)"
    r"(?:\s+(?:letter|mail|e-?mail|message|orders?|changes?|one))?)"
)
"""How people name the state before their last letter; CANCEL is given it, too."""

COMMAND = Command(
    Form("UNDO", ("REVERT",), re.compile(rf"(?:{LAST}|that|this|it|my orders)?(?:,?\s*(?:please|pls))?[.!?]*", re.IGNORECASE)),
    run,
    Need.GAME,
    "where your earlier orders of this turn are, to send them again",
    "`UNDO` changes nothing: only the orders on file are kept, not those before them. It names the letter of mine that listed "
    "your earlier orders of this turn; send them again, and they replace what is on file.",
)
