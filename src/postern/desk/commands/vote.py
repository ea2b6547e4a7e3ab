"""VOTE: yes or no to what another player proposed; alone: what is open."""

from __future__ import annotations

import re

from postern.desk.answer import Call
from postern.desk.commands.spec import Command, Need
from postern.desk.parse import Form
from postern.desk.voting import count, settle, voters, words_of
from postern.store import seats, votes

_TAKES = re.compile(
    r"(?:(?P<yes>yes|aye|for)|(?P<no>no|nay|against))?\s*(?:on|to)?\s*#?(?P<number>\d{1,4})?[.!]?", re.IGNORECASE
)


def run(call: Call) -> None:
    """Writes the vote down, or lists what is open."""
    assert call.sitter is not None
    game, seat = call.sitter.game, call.sitter.seat
    found = _TAKES.fullmatch(call.rest.strip())
    open_ones = votes.of_game(call.session, game.id or 0, "open")
    wanted = [one for one in open_ones if found and found["number"] and one.number == int(found["number"])]
    if not found or not (found["yes"] or found["no"]) or not open_ones:
        _list(call)
        return
    if not wanted and (found["number"] or len(open_ones) > 1):
        call.say("Say which proposal you mean, as in VOTE YES 2.")
        _list(call)
        return
    proposal = (wanted or open_ones)[0]
    everybody = seats.of_game(call.session, game.id or 0)
    if seat.id not in [one.id for one in voters(proposal, everybody)]:
        call.say(f"You have no vote on proposal {proposal.number}.")
        return
    votes.cast(call.session, proposal, seat.id or 0, bool(found["yes"]), call.now)
    call.say(f"Your vote on proposal {proposal.number} is {'yes' if found['yes'] else 'no'}: {words_of(proposal)}.")
    settle(call.session, call.desk, proposal, call.now)


def _list(call: Call) -> None:
    assert call.sitter is not None
    game, seat = call.sitter.game, call.sitter.seat
    everybody = seats.of_game(call.session, game.id or 0)
    rows = [
        (one, words_of(one), count(call.session, one, everybody, call.sitter.config), votes.ballots(call.session, one))
        for one in votes.of_game(call.session, game.id or 0, "open")
    ]
    entries = [(one, words, result, mine.get(seat.id or 0)) for one, words, result, mine in rows]
    call.part("votes", entries=entries, game=game, zone=call.sitter.config.zone)


COMMAND: Command = Command(
    Form("VOTE", ("VOTES",), _TAKES),
    run,
    Need.GAME,
    "VOTE YES or VOTE NO to a proposal; VOTE lists what is open",
    "`VOTE YES` or `VOTE NO` answers a proposal (`VOTE YES 2` when several are open); a later vote takes the place of an "
    "earlier one until it is decided. That somebody leaves passes nothing: what then has enough yes votes is counted with the "
    "next vote, or when its time is over. `VOTE` alone lists what is open and how you voted.",
)
