"""KEY: sets an OpenPGP key; a letter signed with it is known as its player's even if it is no reply."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.answers.asking import Kept, ask
from postern.desk.commands.spec import Command
from postern.desk.documents.templates import Part
from postern.desk.language.parse import Body, Form
from postern.desk.settings.auth_policy import Way
from postern.post.proof.pgp import find_key
from postern.store import credentials


def run(call: SeatCall) -> None:
    """Asks whether the letter's public key is theirs; takes the key away; or tells which one counts."""
    seat, game = call.sitter.seat, call.sitter.game
    if not call.desk.accepts(Way.PGP, call.sitter.config):
        call.say(f"{game.name} takes no signatures: you are known by replying to its letters.")
        return
    if call.rest.strip(" .!:").upper() == "OFF":
        _off(call)
        return
    try:
        key = find_key(call.incoming.raw)
    except ValueError as error:
        call.say(f"{error} Nothing was changed.")
        return
    if key is None:
        has = credentials.of_seat(call.session, seat, credentials.PGP) is not None
        call.say(f"Your seat has {'a' if has else 'no'} key. KEY and your public key below it, in ASCII, gives it a new one.")
        return
    told = {"game": game, "seat": seat, "fingerprint": spaced(key.fingerprint), "names": key.names}
    ask(call, Part("key_confirm", told), {"key": key.armored})


def _off(call: SeatCall) -> None:
    if credentials.of_seat(call.session, call.sitter.seat, credentials.PGP) is None:
        call.say("Your seat had no key.")
        return
    ask(call, Part("proof_off_ask", {"game": call.sitter.game, "seat": call.sitter.seat, "what": "key"}), {"off": True})


def confirmed(call: SeatCall, kept: Kept) -> None:
    """Sets the key, or removes it."""
    if kept.get("off"):
        credentials.drop(call.session, call.sitter.seat, credentials.PGP)
        call.say("Your seat's key no longer counts.")
        return
    credentials.put(call.session, call.sitter.seat, credentials.PGP, str(kept["key"]), call.now)
    call.say("Your key is registered; from now on it counts.")


def spaced(fingerprint: str) -> str:
    """A fingerprint in groups of four, as programs show it."""
    return " ".join(fingerprint[at : at + 4] for at in range(0, len(fingerprint), 4))


COMMAND = Command(
    400,
    Form("KEY", (), re.compile(r"(?:off)?[\s.!:]*", re.IGNORECASE), Body.KEY),
    run,
    SeatCall,
    "KEY and your OpenPGP public key below it: I know letters signed with it",
    "`KEY` in a reply, with your OpenPGP public key below it or attached, registers the key for your seat, where the game "
    "takes signatures; a letter to your own address asks whether it is yours, and you reply `YES`. From then on a letter from "
    "your address counts without being a reply when it is signed with that key, clear-signed or PGP/MIME, and names the game "
    "in a line of the signed text (`QJ-101` alone will do). Only what is signed is read. `KEY OFF` takes the key away.",
    confirmed,
)
