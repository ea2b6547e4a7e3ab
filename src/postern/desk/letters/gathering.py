"""Letters in a player's name that nothing proves: the first of an hour is asked about at once, all others in one letter.

So nobody can fill a player's mailbox by writing in their name. Who confirms the first is there: then the others are asked
about at once. A reply carries out no more than the letter showed that it answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session

from postern.desk.answers.answer import Sitter
from postern.desk.context import Desk
from postern.desk.documents.templates import Part
from postern.desk.letters.read_stored import read_stored
from postern.desk.outbox.holding import GUEST
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.outbox.outgoing import About, NewLetter, confirm_token, put, tell_masters
from postern.store import inbox, outbox, people
from postern.store.tables import Held, LetterState

_HOUR = timedelta(hours=1)
_MOST = 20
"""So many letters are gathered; what comes beyond is thrown away, and counted."""
_MANY = 3
"""Of so many within an hour the game master hears."""
_REASON = "gathered"


def hold(letter: LetterAtHand, places: Sequence[Sitter], asked: datetime) -> Held:
    """Keep a letter for one of these seats, about which a letter asks that goes out at the moment ``asked``; a seat that has a
    new secret by the reply is none of them any more."""
    return people.hold(
        letter.session,
        "orders",
        letter.row.address,
        places[0].game.id,
        {"seats": _seats(places), "asked": asked.isoformat(), "letters": [letter.row.id]},
        letter.now,
        seat_id=places[0].seat.id if len(places) == 1 else None,
        inbox_id=letter.row.id,
    )


def letters_of(held: Held) -> list[int]:
    """Return the numbers of the letters that are held together, in the order in which they came."""
    alone = [held.inbox_id] if held.inbox_id else []
    return list(held.data.get("letters", alone))


def gather(letter: LetterAtHand, places: Sequence[Sitter], why: str = "") -> tuple[LetterState, str] | None:
    """Keep the letter with others that came within the hour after the last question about these seats, and ask about all of
    them when it is over; ``why`` tells, in a sentence, why this one does not prove that it is theirs. None where there was no
    such question: then it may be asked at once."""
    session, desk, now = letter.session, letter.desk, letter.now
    same = [
        one
        for one in people.unconfirmed(session, "orders", letter.row.address, now - 2 * _HOUR)
        if one.data.get("seats") == _seats(places) and "asked" in one.data
    ]
    last = max((datetime.fromisoformat(one.data["asked"]) for one in same), default=now - _HOUR)
    if last <= now - _HOUR or last > now + _HOUR:
        return None
    held = next((one for one in same if datetime.fromisoformat(one.data["asked"]) > now and one.state == "waiting"), None)
    if held is None:
        held = hold(letter, places, last + _HOUR)
    elif len(letters_of(held)) < _MOST:
        held.data = {**held.data, "letters": [*letters_of(held), letter.row.id]}
    else:
        held.data = {**held.data, "more": held.data.get("more", 0) + 1}
    if why:
        held.data = {**held.data, "why": why}
    session.add(held)
    session.flush()
    _ask(letter, places, held)
    number = len(letters_of(held)) + held.data.get("more", 0) + 1
    if number >= _MANY:
        facts = {"seat": places[0].seat, "game": places[0].game, "number": number}
        once = f"forged/{letter.row.address}/{now.date()}"
        tell_masters(session, desk, Part("master_forged", facts), once, now, places[0].game)
    return LetterState.HELD, "one of several within an hour that nothing proves: they are asked about together"


def ask_now(session: Session, held: Held, now: datetime) -> None:
    """Let the letter about what was gathered meanwhile go out, once its reader has confirmed ``held``: they are there."""
    for one in people.unconfirmed(session, "orders", held.address, now - 2 * _HOUR):
        if one.data.get("seats") == held.data.get("seats") and one.data.get("asked", "") > now.isoformat():
            one.data = {**one.data, "asked": now.isoformat()}
            session.add(one)
            outbox.bring_forward(session, held.address, f"{_REASON}/{one.id}", now)


def _ask(letter: LetterAtHand, places: Sequence[Sitter], held: Held) -> None:
    """Write the letter that asks about all that is held together, in place of an earlier one that waits to be sent."""
    session, desk, sitter = letter.session, letter.desk, places[0]
    alone = len(places) == 1
    outbox.supersede(session, sitter.seat.id if alone else None, f"{_REASON}/{held.id}")
    shown = [_shown(session, desk, number) for number in letters_of(held)]
    data: dict[str, object] = {"game": sitter.game, "seat": sitter.seat, "why": held.data.get("why", "")}
    about = About(sitter.game, sitter.seat, sitter.game.turn) if alone else About()
    if not alone:
        lines = [line for one in shown for line in one["lines"]]
        part = Part("which", {"games": [one.game.name for one in places], "lines": lines})
    elif len(shown) == 1:
        part = Part("confirm", data | {"lines": shown[0]["lines"], "others": []})
    else:
        more = {"letters": shown, "more": held.data.get("more", 0), "zone": sitter.config.zone}
        part = Part("confirm_several", data | more)
    new = NewLetter(
        held.address,
        [part],
        kind=GUEST,
        about=about,
        reply_token=confirm_token(desk, held.id),
        not_before=datetime.fromisoformat(held.data["asked"]),
    )
    put(session, desk, new, f"{_REASON}/{held.id}/{letter.row.id}", letter.now)


def _shown(session: Session, desk: Desk, number: int) -> Mapping[str, Any]:
    row = inbox.letter(session, number)
    assert row is not None, "what is held stays until it is settled"
    return {"came": row.arrived_at, "lines": [line for line in read_stored(session, desk, row).lines if line.strip()]}


def _seats(places: Sequence[Sitter]) -> dict[str, int]:
    return {str(sitter.seat.id): sitter.seat.generation for sitter in places}
