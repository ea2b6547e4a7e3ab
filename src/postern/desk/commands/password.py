"""PASSWORD: sets a password; a letter that brings it is known as its player's even if it is no reply
(``letters.authentication``)."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.answers.asking import Kept, ask
from postern.desk.commands.spec import Command
from postern.desk.documents.templates import Part
from postern.desk.language.parse import Form
from postern.desk.settings.auth_policy import Way
from postern.post.proof.password import LONGEST, SHORTEST, fits, hash_password
from postern.store import credentials


def run(call: SeatCall) -> None:
    """Asks before it sets the seat's password; takes it away; or tells whether there is one. It is never shown itself."""
    seat, game = call.sitter.seat, call.sitter.game
    if not call.desk.accepts(Way.PASSWORD, call.sitter.config):
        call.say(f"{game.name} takes no passwords: you are known by replying to its letters.")
    elif call.rest.upper().startswith("SET"):
        _set(call)
    elif call.rest:
        _off(call)
    else:
        has = credentials.of_seat(call.session, seat, credentials.PASSWORD) is not None
        call.say(f"Your seat has {'a' if has else 'no'} password. PASSWORD SET and the word gives it a new one.")


def _set(call: SeatCall) -> None:
    typed = next((one.text for one in call.incoming.passwords if one.sets and one.line == call.command.line), "")
    if not fits(typed):
        call.say(f"A password needs {SHORTEST} to {LONGEST} characters after PASSWORD SET. Nothing was changed.")
        return
    question = Part("password_ask", {"game": call.sitter.game, "seat": call.sitter.seat})
    ask(call, question, {"hash": hash_password(typed)})


def _off(call: SeatCall) -> None:
    if credentials.of_seat(call.session, call.sitter.seat, credentials.PASSWORD) is None:
        call.say("Your seat had no password.")
        return
    ask(call, Part("proof_off_ask", {"game": call.sitter.game, "seat": call.sitter.seat, "what": "password"}), {"off": True})


def confirmed(call: SeatCall, kept: Kept) -> None:
    """Sets the password, or removes it."""
    if kept.get("off"):
        credentials.drop(call.session, call.sitter.seat, credentials.PASSWORD)
        call.say("Your seat's password no longer counts.")
        return
    seat, game = call.sitter.seat, call.sitter.game
    credentials.put(call.session, seat, credentials.PASSWORD, str(kept["hash"]), call.now)
    call.say(
        f"The password of {seat.name} in {game.name} is set. A letter from your address that is no reply to one of mine "
        f"counts at once when a line of it is PASSWORD and that word. If you did not set it, write PASSWORD OFF."
    )


COMMAND = Command(
    390,
    Form("PASSWORD", (), re.compile(r"(?:set|off)?[\s.!?]*", re.IGNORECASE)),
    run,
    SeatCall,
    "PASSWORD SET word: a word by which I know a letter that is no reply",
    "`PASSWORD SET word` in a reply sets a password of 8 characters or more for your seat, where the game takes passwords. A "
    "letter to your own address asks whether you mean it; reply `YES` to it. "
    "From then on a letter from your address counts without being a reply when one of its lines is `PASSWORD word`; the "
    "line is taken out before anything else is read. `PASSWORD OFF` takes the password away. Use one that you use nowhere "
    "else: letters travel openly.",
    confirmed,
)
