"""The choices of turn 1: the ending turn and the character type (step 0, QJ-02-18, QJ-04-01)."""

from __future__ import annotations

from postern.game.kit.orders import Refusal
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, ORDERS
from postern.rulesets.great_jewels.orders.model import ChoosePeople, EndVote, Issued, QJOrder
from postern.rulesets.great_jewels.rates import favourable
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.world import People

EARLIEST_END, LATEST_END = 20, 30
FIRST_TURN = 1


def _vote(turn: int) -> QJOrder | Refusal:
    if EARLIEST_END <= turn <= LATEST_END:
        return EndVote(turn)
    return Refusal(
        NOT_UNDERSTOOD,
        f"The ending turn is a number from {EARLIEST_END} to {LATEST_END}; you wrote {turn}.",
        "Nearest possible:",
        f"E={min(max(turn, EARLIEST_END), LATEST_END)}",
    )


def _people(people: str) -> QJOrder | Refusal:
    if people not in People.__members__:
        return Refusal(NOT_UNDERSTOOD, f"There is no character type {people}.", f"The types are {', '.join(People)}.")
    return ChoosePeople(People(people))


def _first_turn_only(order: EndVote | ChoosePeople, view: View) -> Refusal | None:
    if view.turn == FIRST_TURN:
        return None
    what = "The ending turn is named" if isinstance(order, EndVote) else "The character type is chosen"
    why = f"{what} with the orders of turn 1 only; this is turn {view.turn}."
    return Refusal(NOT_UNDERSTOOD, why, "Leave it out.")


def _choose_people(turn: Turn, issued: Issued, order: ChoosePeople) -> bool:
    """Home terrain and home rates become those of the new type before anything else (QJ-04-01, ruling 26)."""
    player = turn.world.players[issued.seat]
    if turn.number != FIRST_TURN:
        why = f"The type can be changed with the orders of turn 1 only; this is turn {turn.number}."
        return turn.fail(issued, NOT_UNDERSTOOD, why, f"You stay {player.people}. Leave this line out.")
    player.people = order.people
    turn.province(player.home).terrain = favourable(order.people)[0]
    return True


def _vote_for_the_end(turn: Turn, issued: Issued, order: EndVote) -> bool:
    """The last one sent counts (ruling 17)."""
    low, high = decided("homes")["end_low"], decided("homes")["end_high"]
    if turn.world.variant.turn_limit:
        why = f"This game has a fixed last turn, {turn.world.variant.turn_limit}."
        turn.fail(issued, NOT_UNDERSTOOD, why, "Leave this line out.")
    elif turn.number != FIRST_TURN:
        why = f"The ending turn is named with the orders of turn 1 only; this is turn {turn.number}."
        turn.fail(issued, NOT_UNDERSTOOD, why, "Leave this line out.")
    elif not low <= order.turn <= high:
        why = f"The ending turn needs a number from {low} to {high}; you wrote {order.turn}."
        turn.fail(issued, NOT_UNDERSTOOD, why, paste=f"E={min(max(order.turn, low), high)}")
    else:
        turn.world.players[issued.seat].end_vote = order.turn
        return True
    return False


KINDS = (
    ORDERS.kind("ending turn", _vote, type=EndVote, check=_first_turn_only, act=_vote_for_the_end),
    ORDERS.kind("people", _people, type=ChoosePeople, check=_first_turn_only, act=_choose_people),
)
