"""Commands that cannot be undone: a letter to the player's own address asks first, and a reply that says YES carries them out.

This holds for every writer and every kind of proof: a reply address may have been passed on, and a sender's name can be
forged, but the letter that asks reaches only the player's own mailbox. One letter asks about everything that the player's
letter wants.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlmodel import Session, col, select

from postern.desk.answers.answer import Call, SeatCall, Sitter
from postern.desk.documents.templates import Part
from postern.desk.language.parse import CommandLine, OrderLines, Piece
from postern.desk.outbox.outgoing import confirm_token
from postern.store import people
from postern.store.tables import Held

ASKED = "asked"
"""The kind of what waits for a YES: steps, each a command, its seat and what the command kept for then."""
LINES = "LINES"
"""The step that is no command but lines of a letter."""
_ENDED = ("PRESS", "ABUSE")
"""Commands whose message goes on up to a line END."""


def ask(call: Call, question: Part, kept: Mapping[str, object] | None = None, *, of_seat: bool = True) -> None:
    """Puts the question into the answer, which goes to the player's own address, and keeps the command until the YES.

    ``kept`` is then given to the command's ``confirmed``. ``of_seat``: whether the command is about the letter's seat
    alone.
    """
    number = call.sitter.seat.id if call.sitter is not None and of_seat else None
    _keep(call, question, {"seat": number, "name": call.command.name, "kept": dict(kept or {})})


def ask_about_lines(call: SeatCall, question: Part, lines: Sequence[str]) -> None:
    """As ``ask``, for lines that the letter's proof does not cover: after the YES they are read for this seat."""
    _keep(call, question, {"seat": call.sitter.seat.id, "name": LINES, "kept": {"lines": list(lines)}})


def lines_of(piece: Piece) -> list[str]:
    """A piece as it stood in the letter."""
    if isinstance(piece, OrderLines):
        return list(piece.lines)
    end = ["END"] if piece.name in _ENDED else []
    return [f"{piece.name} {piece.rest}".strip(), *piece.body, *end]


def _keep(call: Call, question: Part, step: Mapping[str, Any]) -> None:
    sitter = call.sitter
    held = next((one for one in _waiting(call.session, call.address) if one.inbox_id == call.letter.row.id), None)
    if held is None:
        held = people.hold(
            call.session, ASKED, call.address, None, {"steps": [], "seats": {}}, call.now, inbox_id=call.letter.row.id
        )
    seats = {str(sitter.seat.id): sitter.seat.generation} if sitter is not None else {}
    before = [one for one in held.data["steps"] if one["name"] == LINES or _place(one) != _place(step)]
    if len(before) == len(held.data["steps"]):
        call.answer.parts.append(question)
    held.data = {"steps": [*before, step], "seats": {**held.data["seats"], **seats}}
    call.session.add(held)
    call.session.flush()
    if step["name"] != LINES:
        _replace_older(call.session, held)
    call.answer.reply_token = confirm_token(call.desk, held.id)


def _place(step: Mapping[str, Any]) -> tuple[str, int | None]:
    return step["name"], step["seat"]


def _replace_older(session: Session, held: Held) -> None:
    """An older letter that asked about nothing else waits no more: the newest counts."""
    newer = {_place(step) for step in held.data["steps"]}
    for other in _waiting(session, held.address):
        if other.id != held.id and {_place(step) for step in other.data["steps"]} <= newer:
            other.state = "replaced"
            session.add(other)


def _waiting(session: Session, address: str) -> Sequence[Held]:
    query = select(Held).where(Held.kind == ASKED, Held.address == address, Held.state == "waiting")
    return session.exec(query.order_by(col(Held.id))).all()


def steps(held: Held, sitters: Sequence[Sitter], read: Callable[[Sitter, Sequence[str]], Sequence[Piece]]) -> list[Piece]:
    """What to do after the YES, as pieces of a letter from the first of these seats. The steps of a seat that has had a new
    secret or another player since are dropped. ``read`` splits lines that were kept."""
    names = {sitter.seat.id: sitter.game.name for sitter in sitters}
    here = sitters[0].game.name if sitters else ""
    pieces: list[Piece] = []
    for step in held.data["steps"]:
        if step["seat"] is not None and step["seat"] not in names:
            continue
        if (game := names.get(step["seat"], here)) != here:
            pieces.append(CommandLine("GAME", 0, game))
            here = game
        if step["name"] == LINES:
            pieces += read(next(one for one in sitters if one.seat.id == step["seat"]), step["kept"]["lines"])
        else:
            pieces.append(CommandLine(step["name"], 0, "", kept=step["kept"]))
    return pieces


def waits(held: Held) -> bool:
    """Whether a YES still counts. FORGET ME can be confirmed by a reply to any letter that asked, even after a NO."""
    forget = all(step["name"] == "FORGET" for step in held.data["steps"])
    return held.state == "waiting" or (forget and held.state != "confirmed")


Kept = Mapping[str, Any]
"""What a command kept while it waited for the YES."""
