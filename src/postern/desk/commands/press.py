"""PRESS: a letter to other players of the game, passed on at once without their addresses."""

from __future__ import annotations

import re

from postern.desk.answer import Call
from postern.desk.commands.spec import Command, Need
from postern.desk.outgoing import About, put
from postern.desk.parse import Body, Form
from postern.desk.readiness import people
from postern.desk.stationery import Part
from postern.store import seats
from postern.store.tables import Press, Seat

_TAKES = re.compile(r"(?:(?P<anon>ANON(?:YMOUS|YMOUSLY)?\s+)?TO\s+(?P<to>.+?))?\s*:?", re.IGNORECASE)
_ALL = ("ALL", "EVERYBODY", "EVERYONE", "*")


def run(call: Call) -> None:
    """Passes the message on to every seat named that a person plays, or says what is needed."""
    assert call.sitter is not None
    found = _TAKES.fullmatch(call.rest)
    anonymous = bool(found and found["anon"])
    text = "\n".join(call.command.body).strip("\n")
    players = people(seats.of_game(call.session, call.sitter.game.id or 0))
    others = [seat for seat in players if seat.id != call.sitter.seat.id]
    to, unknown = _recipients(found["to"] if found and found["to"] else "", others)
    if fault := _fault(call, anonymous, to, unknown, text):
        call.part("press_mend", fault=fault, names=[seat.name for seat in others], game=call.sitter.game)
        return
    _pass_on(call, to, text, anonymous)
    names = ", ".join(seat.name for seat in to)
    call.say(f"Your message went to {names}{', without your name' if anonymous else ''}.")


def _recipients(text: str, others: list[Seat]) -> tuple[list[Seat], list[str]]:
    wanted = [word for word in re.split(r"[\s,;&]+", text.upper()) if word and word != "AND"]
    if any(word in _ALL for word in wanted):
        return others, []
    by_name = {seat.name.upper(): seat for seat in others}
    return [by_name[word] for word in wanted if word in by_name], [word for word in wanted if word not in by_name]


def _fault(call: Call, anonymous: bool, to: list[Seat], unknown: list[str], text: str) -> str:
    assert call.sitter is not None
    allowed = call.sitter.config.press
    if allowed == "off":
        return "This game has no press by the desk. HELP tells whether the game itself carries messages."
    if anonymous and allowed != "anonymous":
        return "This game has no anonymous press; leave ANON out to send it in your name."
    if unknown:
        return f"Nobody here is called {' or '.join(unknown)}; nothing was sent."
    if not to:
        return "PRESS needs to know to whom; nothing was sent."
    return "" if text.strip() else "PRESS needs a message on the lines below it; nothing was sent."


def _pass_on(call: Call, to: list[Seat], text: str, anonymous: bool) -> None:
    assert call.sitter is not None
    game, sender = call.sitter.game, call.sitter.seat
    row = Press(
        game_id=game.id or 0,
        turn=game.turn,
        seat_id=sender.id or 0,
        recipients=[seat.name for seat in to],
        anonymous=anonymous,
        text=text,
        created_at=call.now,
    )
    call.session.add(row)
    call.session.flush()
    addresses = seats.addresses(call.session, game.id or 0)
    writer = "" if anonymous else sender.name
    for seat in to:
        put(
            call.session,
            call.desk,
            to=addresses[seat.id or 0],
            parts=[Part("press", {"game": game, "seat": seat, "writer": writer, "text": text, "to": row.recipients})],
            reason=f"press/{row.id}/{seat.id}",
            kind="press",
            now=call.now,
            about=About(game, seat, game.turn),
        )


COMMAND = Command(
    Form("PRESS", ("MESSAGE",), _TAKES, Body.MESSAGE),
    run,
    Need.SEAT,
    "PRESS TO name, a message below it, END: sends it to that player",
    "`PRESS TO ORLA BRAN` sends the lines below it, up to a line `END` or the end of your letter, to those players at "
    "once; `PRESS TO ALL` to everybody; `PRESS ANON TO ALL` without your name, where the game allows that. Addresses "
    "are never shown.",
)
