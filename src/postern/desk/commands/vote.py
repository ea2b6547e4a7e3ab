"""VOTE: yes or no to what another player proposed; alone: what is open."""

from __future__ import annotations

import re

from postern.desk.answers.answer import OrdersCall
from postern.desk.commands.spec import Command
from postern.desk.games.voting import concerned, count, settle, voters, words_of
from postern.desk.language.parse import Form
from postern.desk.language.replied_to import proposal_of, replied_to
from postern.store import seats, votes
from postern.store.tables import Proposal

_TAKES = re.compile(
    r"(?:(?:(?P<yes>yes|aye|for)|(?P<no>no|nay|against))\s*(?:on|to)?\s*#?(?P<number>\d{1,4})?)?[.!]?", re.IGNORECASE
)
"""A number alone may be a vote of the game's own."""


def run(call: OrdersCall) -> None:
    """Writes the vote down, or lists what is open."""
    game, seat = call.sitter.game, call.sitter.seat
    found = _TAKES.fullmatch(call.rest.strip())
    if not found or not (found["yes"] or found["no"]):
        _list(call)
        return
    proposal = _meant(call, int(found["number"]) if found["number"] else 0)
    if proposal is None:
        _list(call)
        return
    if proposal.state != "open":
        call.say(f"Proposal {proposal.number} is decided already ({proposal.state}): {words_of(proposal)}. No vote was noted.")
        _list(call)
        return
    everybody = seats.of_game(call.session, game.id)
    if concerned(proposal, seat) and found["no"]:
        votes.cast(call.session, proposal, seat.id, False, call.now)
        call.say(f"Your objection to proposal {proposal.number} is noted: if it passes, the game master decides.")
        return
    if seat.id not in [one.id for one in voters(call.session, proposal, everybody)]:
        call.say(f"You have no vote on proposal {proposal.number}.")
        return
    votes.cast(call.session, proposal, seat.id, bool(found["yes"]), call.now)
    call.say(f"Your vote on proposal {proposal.number} is {'yes' if found['yes'] else 'no'}: {words_of(proposal)}.")
    settle(call.session, call.desk, proposal, call.now)


def _meant(call: OrdersCall, number: int) -> Proposal | None:
    """The proposal of this number (0: of the letter that this one replies to, else the only open one). None where there is
    none such; then the player is asked which."""
    every = votes.of_game(call.session, call.sitter.game.id)
    if number:
        found = [one for one in every if one.number == number]
    else:
        asked = proposal_of(call.session, replied_to(call.session, call.incoming, call.sitter.address))
        open_ones = [one for one in every if one.state == "open"]
        found = [one for one in every if asked is not None and one.id == asked.id] or open_ones
    if len(found) == 1:
        return found[0]
    if number or found:
        call.say("Say which proposal you mean, as in VOTE YES 2.")
    return None


def _list(call: OrdersCall) -> None:
    game, seat = call.sitter.game, call.sitter.seat
    everybody = seats.of_game(call.session, game.id)
    rows = [
        (one, words_of(one), count(call.session, one, everybody, call.sitter.config), votes.ballots(call.session, one))
        for one in votes.of_game(call.session, game.id, "open")
    ]
    entries = [(one, words, result, mine.get(seat.id)) for one, words, result, mine in rows]
    call.part("votes", seat=call.sitter.seat, entries=entries, game=game, zone=call.sitter.config.zone)


COMMAND = Command(
    440,
    Form("VOTE", ("VOTES",), _TAKES),
    run,
    OrdersCall,
    "VOTE YES or VOTE NO to a proposal; VOTE lists what is open",
    "`VOTE YES` or `VOTE NO`, in reply to the letter that asks you, answers that proposal, and so does a plain yes or no; "
    "elsewhere say which one when several are open (`VOTE YES 2`). A later vote takes the place of an "
    "earlier one until it is decided. That somebody leaves passes nothing: what then has enough yes votes is counted with the "
    "next vote, or when its time is over. `VOTE` alone lists what is open and how you voted.",
)
