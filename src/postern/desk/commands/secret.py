"""NEW SECRET: makes all earlier reply addresses of a seat invalid, and sends a new one."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.answers.asking import Kept, ask
from postern.desk.commands.spec import Command
from postern.desk.documents.templates import Part
from postern.desk.language.parse import Form
from postern.desk.outbox.outgoing import URGENT, About, NewLetter, put
from postern.store import credentials, journal, seats
from postern.store.tables import Game, Seat, SeatState

_TAKES = re.compile(r"secret(?P<all>\s+(?:for\s+)?all)?(?:\s+please)?[.!]*", re.IGNORECASE)


def run(call: SeatCall) -> None:
    """Asks, and says which seats it is for."""
    found = _TAKES.fullmatch(call.rest)
    every = bool(found and found["all"])
    renewed, kept = _chosen(call, every)
    data = {"game": call.sitter.game, "seat": call.sitter.seat, "renewed": _names(renewed), "others": _names(kept)}
    ask(call, Part("secret_ask", data), {"all": every})


def confirmed(call: SeatCall, kept: Kept) -> None:
    """Changes the generation of each seat. The answer carries the first token of the letter's own seat; every other seat gets
    a letter of its own. All go to the player's own address."""
    renewed, others = _chosen(call, bool(kept.get("all")))
    for seat, game in renewed:
        ways = any(credentials.of_seat(call.session, seat, kind) for kind in (credentials.PASSWORD, credentials.PGP))
        seats.renew(call.session, seat)
        journal.note(call.session, call.now, "desk", "new secret", game.id, seat=seat.name)
        part = Part("new_secret", {"game": game, "seat": seat, "ways": ways, "others": _names(others)})
        if seat.id == call.sitter.seat.id:
            call.answer.parts.append(part)
            continue
        letter = NewLetter(call.sitter.address, [part], kind="news", about=About(game, seat, game.turn), priority=URGENT)
        put(call.session, call.desk, letter, f"new-secret/{seat.id}/{seat.generation}", call.now)


def _chosen(call: SeatCall, every: bool) -> tuple[list[tuple[Seat, Game]], list[tuple[Seat, Game]]]:
    """The player's seats that get a new secret, this one first, and those that keep theirs."""
    here = call.sitter.seat.id
    held = [(seat, game) for seat, game in seats.of_player(call.session, call.sitter.player.id)]
    mine = [(seat, game) for seat, game in held if seat.id == here]
    rest = [(seat, game) for seat, game in held if seat.id != here and seat.state != SeatState.LEFT]
    return ([*mine, *rest], []) if every else (mine, rest)


def _names(held: list[tuple[Seat, Game]]) -> list[str]:
    return [f"{seat.name} in {game.name}" for seat, game in held]


COMMAND = Command(
    380,
    Form("SECRET", ("NEW",), _TAKES, bare=True),
    run,
    SeatCall,
    "NEW SECRET: only the answer to it, and later letters, can be replied to",
    "`NEW SECRET` is for when somebody else may have seen one of your letters: replies to letters of this seat that you "
    "had before are worth nothing from then on, nor are its password and key. `NEW SECRET ALL` does it for all your seats. A "
    "letter to your own address asks whether you mean it; reply `YES` to it, and then write in reply to the answer, or to "
    "any later letter, as you are used to.",
    confirmed,
)
