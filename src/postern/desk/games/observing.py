"""Observers of a game: they ask, confirm, get what all players know, and end it with one word.

Their letters are made from what every seat may know (``Ruleset.public``), and from press to all where the game's file allows
it. Their reply address carries a token of the observer: a reply can end the letters, and reaches no player.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlmodel import Session

from postern.desk.answers.answer import Call
from postern.desk.context import Desk
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.documents.templates import Part
from postern.desk.games.reporting import ending_request, public_request
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.outbox.outgoing import BULK, OBSERVER_GENERATION, About, NewLetter, confirm_token, put, put_answer
from postern.desk.settings.gamefile import GameConfig
from postern.desk.settings.preferences import prefs_of
from postern.post.tokens import SeatToken, find_token
from postern.store import games, journal, observers, outbox, people, seats, turns
from postern.store.tables import Game, GameState, Held, LetterState, Observer, Player, Press, TurnRecord

WISH = "observe"
"""The kind of what is held until its writer confirms that they want to observe."""
REPORT, PRESS = "public", "observer"
"""The kinds of the letters to observers."""
_STANDING = "standing"
"""Begins the reasons of letters of which only the newest says how the game stands."""
OFF = re.compile(r"(?:please\s+)?(?:unsubscribe|unobserve|stop)(?:\s+(?:me|please))?[.!]*", re.IGNORECASE)
"""A line, or a subject, that says nothing but that the letters are to end."""
NO = re.compile(rf"{OFF.pattern}|no(?:,?\s*thank(?:s| you))?[.!]*", re.IGNORECASE)


# --- the wish and its confirmation -----------------------------------------------------------------------------------------


def ask(call: Call, name: str) -> None:
    """OBSERVE: a known player becomes an observer at once; anybody else is asked to confirm by replying."""
    session, desk = call.session, call.desk
    address, _ = observer_of(call)
    game = games.by_name(session, name) if name else None
    fault = _refusal(session, desk, game, name, address)
    if game is None or fault:
        call.part("observe_mend", fault=fault, games=_to_observe(session, desk))
    elif call.sitter is not None:
        _, requests = _begin(session, desk, game, address, call.now)
        call.answer.requests += requests
        call.part("observing", **_words(desk, game, requests), by_name=True)
    else:
        held = people.hold(session, WISH, call.address, game.id, {}, call.now, inbox_id=call.letter.row.id, replaces=True)
        call.answer.reply_token = confirm_token(desk, held.id)
        call.part("observe_confirm", game=game)


def confirm(letter: LetterAtHand, held: Held) -> tuple[LetterState, str]:
    """A reply to the letter that asked: it confirms the wish once; later it tells how things stand, or ends it."""
    session, desk = letter.session, letter.desk
    game, now = games.by_id(session, held.game_id or 0), letter.now
    first = letter.first_line
    observed = any(other.id == game.id for other in observers.of_address(session, held.address))
    fault = _refusal(session, desk, game, game.name, held.address)
    about, requests = About(), list[DocumentRequest]()
    off = NO.fullmatch(first) is not None
    if off or (held.state in ("confirmed", "declined") and not observed):
        part = Part("unobserved", {"games": end(session, held.address, [game], "observer", now) or [game]})
        held.state = "declined"
    elif fault:
        part = Part("observe_mend", {"fault": fault, "games": _to_observe(session, desk)})
    else:
        number, requests = _begin(session, desk, game, held.address, now)
        part = Part("observing", _words(desk, game, requests) | {"by_name": False})
        about = about_observer(game, number, game.turn)
        held.state = "confirmed"
    session.add(held)
    put_answer(letter, NewLetter(held.address, [part], about=about, requests=requests))
    return LetterState.HANDLED, fault


def _refusal(session: Session, desk: Desk, game: Game | None, name: str, address: str) -> str:
    """Why this address may not observe the game, in a sentence that says what it may do; "" when it may."""
    config = desk.usable_config(game) if game is not None and not game.practice else None
    seat = next((seat for seat, other in seats.of_address(session, address) if game is not None and other.id == game.id), None)
    if not name:
        return "OBSERVE needs the name of a game, as in OBSERVE QJ-101."
    if game is not None and seat is not None:
        return f"You play in {game.name}: the reports of {seat.name} tell you more than the public one, which says no more."
    if game is None or config is None or not config.observable:
        return f"There is no game {name} here that may be observed."
    if game.state == GameState.MOVED:
        return f"{game.name} has moved to {game.reason}; write there."
    if game.state == GameState.FINISHED:
        return f"{game.name} is over; nothing more will come of it."
    watched = [other for other in observers.of_address(session, address) if other.state != GameState.FINISHED]
    if len(watched) >= desk.config.limits.observed_games and all(other.id != game.id for other in watched):
        names = ", ".join(other.name for other in watched)
        return f"You observe {names}, and that is as many as one address may. UNOBSERVE {watched[-1].name} makes room."
    return ""


def _to_observe(session: Session, desk: Desk) -> list[Game]:
    going_on = games.in_states(session, GameState.FORMING, GameState.STARTING, GameState.RUNNING, GameState.PAUSED)
    configs = ((game, desk.usable_config(game)) for game in going_on if not game.practice)
    return [game for game, config in configs if config is not None and config.observable]


def _begin(session: Session, desk: Desk, game: Game, address: str, now: datetime) -> tuple[int, list[DocumentRequest]]:
    """Writes the observer down. Returns their number, and the newest public report with the map of the first one."""
    player = seats.player(session, address, now)
    if all(other.id != game.id for other in observers.of_address(session, address)):
        journal.note(session, now, "player", "observer came", game.id)
    observer = observers.add(session, game.id, player.id, now)
    newest, first = turns.latest(session, game.id), turns.record(session, game.id, 0)
    config, prefs = desk.game_config(game), prefs_of(player.settings)
    requests = []
    if newest is not None and turns.public_report(session, newest.id) is not None:
        requests.append(public_request(newest, game, config, prefs))
        if first is not None and first.id != newest.id and "png" in requests[0].want:
            requests.append(DocumentRequest("map", ("png",), game.ruleset, turn_id=first.id, name=f"{game.name}-land"))
    return observer.id, requests


def _words(desk: Desk, game: Game, requests: Sequence[DocumentRequest], moved: str = "") -> dict[str, object]:
    config = desk.game_config(game)
    return {
        "game": game,
        "zone": config.zone,
        "press": config.press != "off" and config.observers_read_press,
        "report": bool(requests),
        "moved": moved,
    }


# --- letters to them -------------------------------------------------------------------------------------------------------


def report(session: Session, desk: Desk, game: Game, record: TurnRecord, winners: Sequence[str]) -> None:
    """Writes the public report of a turn to everybody who observes the game."""
    config, now = desk.game_config(game), record.ran_at
    data = {
        "game": game,
        "turn": record.turn,
        "again": record.attempt > 1,
        "finished": record.finished,
        "winners": winners,
        "deadline": record.next_deadline,
        "zone": config.zone,
    }
    for number, address in _watching(session, desk, game, config, now):
        prefs = prefs_of(seats.settings(session, address))
        outbox.supersede(session, None, f"{_STANDING}/{number}")
        letter = NewLetter(
            address,
            [Part("public_report", data)],
            kind=REPORT,
            about=about_observer(game, number, record.turn, thread=record.turn + 1),
            requests=[
                *([ending_request(game, config, prefs)] if record.finished else []),
                public_request(record, game, config, prefs),
            ],
            priority=BULK,
            prefs=prefs,
        )
        put(session, desk, letter, f"public/{record.id}/{number}", now)


def tell(
    session: Session,
    desk: Desk,
    game: Game,
    now: datetime,
    taken_back: Mapping[str, object] | None = None,
    moved: bool = False,
) -> None:
    """Tells every observer how the game stands: paused, going on, over, with its deadline ``moved``, or set back to an
    earlier turn (``taken_back``: what players are told of it). Such a letter that was not sent yet is replaced by the next,
    except for the last kind."""
    config = desk.game_config(game)
    for number, address in _watching(session, desk, game, config, now):
        outbox.supersede(session, None, f"{_STANDING}/{number}")
        letter = NewLetter(
            address,
            [Part("observed_news", {"game": game, "zone": config.zone, "taken_back": taken_back, "moved": moved})],
            kind=PRESS,
            about=about_observer(game, number, game.turn),
        )
        put(session, desk, letter, f"{'taken-back' if taken_back else _STANDING}/{number}/{now.isoformat()}", now)


def _watching(session: Session, desk: Desk, game: Game, config: GameConfig, now: datetime) -> list[tuple[int, str]]:
    """(observer, address) of all observers; where the game's file has none any more, they get a farewell, and nobody does."""
    watching = observers.of_game(session, game.id)
    if config.observable:
        return watching
    for _, address in watching:
        dismiss(session, desk, game, address, "", now)
    return []


def pass_on(session: Session, desk: Desk, game: Game, press: Press, writer: str, now: datetime) -> None:
    """Passes press to all on to the observers, once; ``writer`` is "" where it has no name. Nobody can reply to it."""
    for number, address in readers(session, game, desk.game_config(game)):
        letter = NewLetter(
            address,
            [Part("public_press", {"game": game, "writer": writer, "text": press.text})],
            kind=PRESS,
            about=about_observer(game, number, game.turn),
        )
        put(session, desk, letter, f"press/{press.id}/observer/{number}", now)


def readers(session: Session, game: Game, config: GameConfig) -> list[tuple[int, str]]:
    """Who gets press to all besides the players: (observer, address)."""
    return observers.of_game(session, game.id) if config.observable and config.observers_read_press else []


def tell_moved_here(session: Session, desk: Desk, game: Game, now: datetime) -> None:
    """The game has come from another server, and its observers with it: from here on letters come from this address."""
    for number, address in observers.of_game(session, game.id):
        letter = NewLetter(
            address,
            [Part("observing", _words(desk, game, (), desk.address) | {"by_name": False})],
            kind=PRESS,
            about=about_observer(game, number, game.turn),
        )
        put(session, desk, letter, f"observing/{number}/{now.isoformat()}", now)


def about_observer(game: Game, number: int, turn: int, thread: int | None = None) -> About:
    """What a letter to the observer of this number is about; their reply address ends the letters."""
    return About(game, turn=turn, thread=thread, observer=number)


# --- the end of it ---------------------------------------------------------------------------------------------------------


def leave(call: Call, name: str) -> None:
    """UNOBSERVE: from the game named, from that whose letter is replied to, or from all."""
    address, here = observer_of(call)
    watched = observers.of_address(call.session, address)
    if name:
        watched = [game for game in watched if game.name == name]
    elif here is not None:
        watched = [here]
    if watched:
        call.part("unobserved", games=end(call.session, address, watched, "observer", call.now))
        return
    call.part("observer_none", wanted=name, sitter=call.sitter is not None)


def drop_unreachable(session: Session, address: str, now: datetime) -> list[str]:
    """Ends the letters to an observer's address that keeps bouncing. Returns the names of the games."""
    return [game.name for game in end(session, address, observers.of_address(session, address), "desk", now)]


def dismiss(session: Session, desk: Desk, game: Game, address: str, actor: str, now: datetime) -> bool:
    """Ends the letters to one observer, who is told. ``actor``: the game master who does it, or "" where the game's file
    does. False where that address does not observe the game."""
    if not end(session, address, [game], actor or "desk", now):
        return False
    letter = NewLetter(
        address,
        [Part("observing_over", {"game": game, "master": bool(actor), "open": desk.game_config(game).open})],
        kind=PRESS,
        about=About(game, turn=game.turn),
    )
    put(session, desk, letter, f"observing-over/{game.id}/{address}/{now.isoformat()}", now)
    return True


def end(session: Session, address: str, watched: Sequence[Game], actor: str, now: datetime) -> list[Game]:
    """Ends the letters to an observer. Returns the games that they observed until now."""
    left = [game for game in watched if observers.remove(session, address, [game.id])]
    for game in left:
        journal.note(session, now, actor, "observer left", game.id)
    return left


# --- who it is -------------------------------------------------------------------------------------------------------------


def observer_of(call: Call) -> tuple[str, Game | None]:
    """The address of the observer whom the letter is about, and the game whose public letter it replies to."""
    found = found_by(call.session, find_token(call.desk.key, call.incoming))
    return (found[1].address, found[2]) if found is not None else (call.address, None)


def found_by(session: Session, token: SeatToken | None) -> tuple[Observer, Player, Game] | None:
    """The observer whose reply address carries this token, their player and the game; None for any other token."""
    ours = token is not None and token.generation == OBSERVER_GENERATION
    return observers.find(session, token.seat_id) if token is not None and ours else None


def watched_words(session: Session, address: str) -> str:
    """A sentence that names the games which this address observes; "" for none."""
    names = [game.name for game in observers.of_address(session, address) if game.state != GameState.FINISHED]
    return f"You observe {', '.join(names)}; UNOBSERVE {names[-1]} ends that." if names else ""
