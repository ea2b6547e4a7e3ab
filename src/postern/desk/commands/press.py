"""PRESS: a letter to other players of the game, passed on without addresses; PRESS 7: the press of turn 7 again."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.answers.asking import ask_about_lines
from postern.desk.commands import registry
from postern.desk.commands.spec import Command
from postern.desk.documents.templates import Part
from postern.desk.games import observing, pressing
from postern.desk.games.pressing import NOBODY, Message
from postern.desk.games.readiness import people
from postern.desk.games.signing_up import EVERYBODY, MASTER, plain
from postern.desk.language.parse import Body, Form, match
from postern.desk.outbox import to_master
from postern.store import presses, seats
from postern.store.tables import Press, PressCopy, Seat

_TAKES = re.compile(r"(?P<how>(?:(?:ANON(?:YMOUS(?:LY)?)?|POSTAL|BACK)\s*)*)(?:TO\s+(?P<to>.+?))?\s*:?", re.IGNORECASE)
_OF_TURN = re.compile(r"(?:of\s+)?(?:turn\s*)?\d+[.?]?", re.IGNORECASE)
_ALL = (*EVERYBODY, "*")
_OBSERVERS = "those who observe the game"
_CALLED = re.compile(r"\bPLAYER\s+(?=\w)", re.IGNORECASE)
"""Before the name of a player who is called as the game master is, in a game that began before such names were kept."""


def run(call: SeatCall) -> None:
    """Passes the message on to every seat named that a person plays, or says what is needed."""
    if _OF_TURN.fullmatch(call.rest):
        _again(call)
        return
    found = _TAKES.fullmatch(call.rest)
    assert found is not None, "the parser only finds what the form takes"
    text = "\n".join(call.command.body).strip("\n")
    others = _others(call)
    if not call.command.ended and (at := _first_for_us(call)) is not None:
        body = call.command.body
        call.part("press_end", game=call.sitter.game, line=f"PRESS {call.rest}".strip(), message=body[:at], rest=body[at:])
        return
    if _for_master(found):
        _to_master(call, text, others)
        return
    message = _message(call, found, text, others)
    if not found["to"] and "BACK" not in found["how"].upper() and _are_orders(call, text):
        question = Part("press_orders", {"game": call.sitter.game, "text": text})
        ask_about_lines(call, question, text.splitlines())
        return
    _pass_on(call, found, message, text, others)


def pass_on(call: SeatCall, name: str, text: str) -> None:
    """Pass a message on to the player of this name, or to ALL, or say what is needed."""
    found, others = _TAKES.fullmatch(f"TO {name}"), _others(call)
    assert found is not None, "a name is one word"
    if _for_master(found):
        _to_master(call, text, others)
    else:
        _pass_on(call, found, _message(call, found, text, others), text, others)


def _pass_on(call: SeatCall, found: re.Match[str], message: Message | str, text: str, others: list[Seat]) -> None:
    fault = message if isinstance(message, str) else ""
    if isinstance(message, Message):
        fault = pressing.refusal(call.session, call.desk, call.sitter.config, message, call.now)
        if not fault:
            _send(call, message)
            if _also_master(found):
                _to_master(call, text, [])
            return
    call.part(
        "press_mend",
        fault=fault,
        names=[seat.name for seat in others] if call.sitter.config.press != "off" else [],
        game=call.sitter.game,
        text=text,
    )


def _are_orders(call: SeatCall, text: str) -> bool:
    """Whether what replies to press looks like orders, which nobody wants to show to a rival by mistake."""
    replied = pressing.replied_to(call) is not None
    return replied and pressing.reads_as_orders(call.session, call.desk, call.sitter, text)


def _first_for_us(call: SeatCall) -> int | None:
    """Where orders begin, or a command in capitals stands, in a message that no line END ends: they may be for us."""
    body = call.command.body
    orders = pressing.reads_as_orders(call.session, call.desk, call.sitter, "\n".join(body))
    for at, line in enumerate(body):
        if line.strip().isupper() and match(line, registry.forms()) is not None:
            return at
        if orders and pressing.reads_as_orders(call.session, call.desk, call.sitter, line):
            return at
    return None


def _others(call: SeatCall) -> list[Seat]:
    everybody = people(seats.of_game(call.session, call.sitter.game.id))
    return [seat for seat in everybody if seat.id != call.sitter.seat.id]


def _computers(call: SeatCall) -> set[str]:
    return {seat.name.upper() for seat in seats.of_game(call.session, call.sitter.game.id) if seat.computer}


def _named(found: re.Match[str]) -> list[str]:
    return _words(_CALLED.sub("", found["to"] or ""))


def _words(to: str) -> list[str]:
    return [word for word in re.split(r"[\s,;&]+", to.upper()) if word and word not in ("AND", "THE", "GAME")]


def _for_master(found: re.Match[str]) -> bool:
    """Whether the game master alone is meant: always, whatever players are called, unless PLAYER stands before the name."""
    names = _words(found["to"] or "")
    return bool(names) and all(plain(name) in MASTER for name in names)


def _also_master(found: re.Match[str]) -> bool:
    """Whether the game master is one of several who are meant."""
    names = _words(found["to"] or "")
    return "PLAYER" not in names and any(plain(name) in MASTER for name in names)


def _to_master(call: SeatCall, text: str, others: list[Seat]) -> None:
    """A word to the game master, who may answer it: possible in every game, and no press."""
    for seat in others:
        if plain(seat.name) in MASTER:
            call.say(f"To write to the player who is called {seat.name}, write PRESS TO PLAYER {seat.name}.")
    call.say(to_master.send(call.letter, call.sitter.game, call.sitter.seat, text, call.command.line))


def _message(call: SeatCall, found: re.Match[str], text: str, others: list[Seat]) -> Message | str:
    how = found["how"].upper()
    press = pressing.replied_to(call)
    if not found["to"] and press is not None:
        return pressing.back_to(call, *press, text)
    names = [word for word in _named(found) if not (_also_master(found) and plain(word) in MASTER)]
    public = any(word in _ALL for word in names)
    by_name = {seat.name.upper(): seat for seat in others}
    unknown = [] if public else [word for word in names if word not in by_name]
    if computers := _computers(call).intersection(unknown):
        are, read = ("are", "read") if len(computers) > 1 else ("is", "reads")
        called = " and ".join(word for word in unknown if word in computers)
        return f"{called} {are} played by the computer and {read} no letters; nothing was sent."
    to = others if public else [by_name[word] for word in dict.fromkeys(names) if word in by_name]
    if unknown and re.search(r":\s*\S", found["to"]):
        return "What you write goes on the lines below, not behind the colon; nothing was sent."
    if unknown:
        return f"Nobody here is called {' or '.join(unknown)}; nothing was sent."
    if not to:
        if not public:
            return "PRESS needs to know to whom; nothing was sent."
        if not observing.readers(call.session, call.sitter.game, call.sitter.config):
            return "There is nobody to write to."
    return Message(call.sitter.seat, to, text, "ANON" in how, "POSTAL" in how, public)


def _send(call: SeatCall, message: Message) -> None:
    game, config = call.sitter.game, call.sitter.config
    gone = pressing.send(call, message)
    names = f"{NOBODY}, if they still play" if message.veiled else ", ".join(seat.name for seat in message.to)
    if message.public and observing.readers(call.session, game, config):
        names = f"{names} and {_OBSERVERS}" if names else _OBSERVERS
    nameless = ", without your name" if message.anonymous else ""
    call.say(f"Your message {'went' if gone else 'goes'} to {names}{nameless}{'' if gone else ' when the turn has run'}.")


def _again(call: SeatCall) -> None:
    """The press of one turn: what the writer of this letter wrote, and what they were brought."""
    game, seat = call.sitter.game, call.sitter.seat
    number = re.search(r"\d+", call.rest)
    turn = int(number[0]) if number else game.turn
    letters = []
    for press, copy in presses.seen_by(call.session, seat, turn) if turn <= game.turn else ():
        writer = NOBODY if press.anonymous else pressing.name_of(call.session, press.seat_id)
        letters.append(
            {
                "writer": f"you{', without your name' if press.anonymous else ''}" if copy is None else writer,
                "to": _readers(press, copy),
                "at": press.created_at,
                "text": press.text,
                "muted": copy is not None and copy.muted,
            }
        )
    call.part("press_again", game=game, seat=seat, turn=turn, letters=letters, zone=call.sitter.config.zone)


def _readers(press: Press, copy: PressCopy | None) -> str:
    """Who got it, as the writer (no copy) and a reader may know: all players but one would be that one's name."""
    if copy is not None and (copy.veiled or press.public):
        return "you" if copy.veiled else "all players"
    return ", ".join(press.recipients) or _OBSERVERS


COMMAND = Command(
    150,
    Form("PRESS", ("MESSAGE",), re.compile(f"{_TAKES.pattern}|{_OF_TURN.pattern}", re.IGNORECASE), Body.MESSAGE, _OF_TURN),
    run,
    SeatCall,
    "PRESS TO name, a message below it, END; PRESS 5 shows that of turn 5",
    "`PRESS TO ORLA BRAN` sends the lines below it, up to a line `END` or the end of your letter, to those players at "
    "once; `PRESS TO ALL` to everybody; `PRESS ANON TO ALL` without your name, `PRESS POSTAL TO ORLA` when the turn has "
    "run, where the game allows that; `PRESS TO GM` to the game master. Addresses are never shown. Reply to press to answer "
    "its writer. `PRESS 5` shows what you wrote and got in turn 5. `MUTE`, `BLOCK` and `ABUSE` are for press that "
    "you do not want.",
    own_game_only=True,
)
