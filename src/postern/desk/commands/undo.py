"""UNDO: the orders as they stood before the last letter that changed them; REDO brings back what UNDO took."""

from __future__ import annotations

import re

from postern.desk.answers.answer import OrdersCall
from postern.desk.commands.spec import Command
from postern.desk.language.parse import Form
from postern.desk.timing.moments import told
from postern.store import filed


def run(call: OrdersCall) -> None:
    """Puts the set before the present one back on file; said again, the one before that."""
    call.answer.show_orders = True
    if call.filing.touched:
        call.say("UNDO was left out: your letter changes your orders itself. Send UNDO alone, or above them.")
        return
    seat_id, turn, before = call.sitter.seat.id, call.sitter.game.turn, call.filing.before or ""
    earlier = filed.before(call.session, seat_id, turn, before)
    if earlier is None:
        call.say(f"There is nothing to take back: I know of no other orders of yours for turn {turn}.")
        return
    present = filed.standing(call.session, seat_id, turn, before)
    zone = call.sitter.prefs.dial(call.sitter.config.zone)
    when = f"your letter of {told(present.filed_at, zone)}" if present is not None else "they were changed last"
    call.say(
        f"Your orders for turn {turn} are again as they were before {when}. UNDO goes back one letter more; REDO brings back "
        "what this UNDO took."
    )
    call.filing.turn_to(earlier)


LAST = (
    r"(?:(?:to\s+)?(?:my\s+|the\s+)?(?:last|latest|previous|former|old)"
    r"(?:\s+(?:letter|mail|e-?mail|message|orders?|changes?|one))?)"
)
"""How people name the state before their last letter; CANCEL is given it, too."""

COMMAND = Command(
    40,
    Form("UNDO", ("REVERT",), re.compile(rf"(?:{LAST}|that|this|it|my orders)?(?:,?\s*(?:please|pls))?[.!?]*", re.IGNORECASE)),
    run,
    OrdersCall,
    "your orders as they were before your last letter",
    f"`UNDO` puts your orders back as they stood before your last letter that changed them; again, and it goes back one more. "
    f"The last {filed.KEPT} of a turn are kept. `REDO` brings back what `UNDO` took, until you send other orders.",
    own_game_only=True,
)
