"""Writes letters into the outbox: addresses, threads, Message-IDs, and drafts where documents have yet to be made."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.documents.drafts import pack
from postern.desk.documents.templates import Page, Part, factual
from postern.desk.outbox.holding import EVERYBODY, EXCHANGE, GUEST, holds_back, pause
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.settings.preferences import Prefs, prefs_of
from postern.desk.timing.durations import spoken
from postern.desk.timing.moments import told
from postern.post.letter import Address, Incoming, Outgoing, is_address, new_message_id
from postern.post.plain import compose_plain
from postern.post.reading.sent import SentText, opening, packed
from postern.post.tokens import find_token, make_token, plus_address, without_detail
from postern.store import brakes, masters, outbox, seats
from postern.store.brakes import ANSWER
from postern.store.tables import Game, OutState, Seat

URGENT, USUAL, BULK = 1, 5, 8
"""Priorities: answers before news, news before reports."""
CONFIRM_GENERATION = 0
"""Tokens of this generation name something held, not a seat: seats' generations begin at 1."""
VOTE_GENERATION = 2**36
"""Tokens from this generation on name a proposal and a seat that votes on it: the rest of the number is the generation of that
seat. A reply votes, and does nothing else."""
OBSERVER_GENERATION = 2**37
"""Tokens of this generation name an observer of a game: a reply ends their letters, and reaches no player."""
PRESS_GENERATION = 2**38
"""Tokens of this generation name a reader's copy of press: a reply to it goes to whoever wrote that."""
MASTER_GENERATION = 2**39
"""Tokens above this generation are a game master's: the rest of the number is the generation of his tokens."""
_UTC = ZoneInfo("UTC")
_HOUR = timedelta(hours=1)
_TEMPLATE_AGAIN = timedelta(days=7)
"""A template that goes on failing is told no more often."""

_ID = re.compile(r"<[^\s<>@]+@[^\s<>@]+>")


@dataclass(frozen=True)
class About:
    """What a letter is about: its game and turn, and the seat that may reply to it.

    ``thread``: the turn in whose thread it stands, if that is another (a report opens the next turn's thread).
    ``reply_name``: who gets a reply, if that is not the desk. ``observer``: the number of the observer it goes to (0:
    none); such letters can be ended by a reply or by the mail program's own button, List-Unsubscribe (RFC 2369).
    """

    game: Game | None = None
    seat: Seat | None = None
    turn: int | None = None
    thread: int | None = None
    reply_name: str = ""
    observer: int = 0
    elsewhere: str = ""
    """The address of another desk, where a reply to the letter belongs."""


@dataclass(frozen=True)
class NewLetter:
    """A letter to be written: to whom, made of which parts, about what.

    ``kind`` sorts letters for the limits and brakes (``answer``, ``guest``, ``news``, ``report``, ``press``, ``master`` ...).
    ``reply_token`` is the token of its reply address; without one it is that of the seat, or of the observer, that the letter
    is about. With ``requests`` the letter is a draft until a worker has made those documents. ``priority``: urgent for an
    answer, usual for any other letter, unless one is given. ``prefs`` are the reader's, where the caller has them at hand.
    ``not_before``: the moment before which it is not sent.
    """

    to: str
    parts: Sequence[Part]
    kind: str = ANSWER
    about: About = About()
    reply_token: str = ""
    requests: Sequence[DocumentRequest] = ()
    priority: int | None = None
    prefs: Prefs | None = None
    not_before: datetime | None = None


def put(session: Session, desk: Desk, letter: NewLetter, reason: str, now: datetime, answering: Incoming | None = None) -> bool:
    """Writes one letter into the outbox, once for each ``reason``. False when it was written before, or cannot be sent.

    ``answering`` is the letter that it answers. A ``zone`` in a part's data is the game's time zone; the template gets the
    reader's clock in its place. A letter that must not go out now (a brake, a paused address) is held. A letter whose HTML
    template fails goes out as text alone, and the game masters are told. Nothing is written to the desk's own address.
    """
    if not is_address(letter.to) or without_detail(letter.to) == without_detail(desk.address):
        return False
    reader = letter.prefs if letter.prefs is not None else prefs_of(seats.settings(session, letter.to))
    about, requests = letter.about, letter.requests
    reply = _reply_address(desk, letter)
    speaks_for = None if letter.reply_token or about.elsewhere else about.seat
    page = desk.templates.page([_as_read(part, reader, reply, speaks_for) for part in letter.parts], reader.html)
    composed = _compose(desk, letter, page, reply, now, answering)
    seat_id = about.seat.id if about.seat is not None else None
    held = holds_back(session, desk, letter.to, letter.kind, answering, now)
    if answering is not None:
        proof = "" if letter.kind == GUEST else _proof(desk, answering)
        desk.loops.answered(letter.to, answering, page.text, now, proof)
        if held or letter.to in desk.loops.on:
            brakes.withdraw_held_answers(session, letter.to, letter.kind, seat_id)
    if not held:
        session.info["drafts" if requests else "letters"] = True
    usual = URGENT if answering is not None else USUAL
    texts = [] if requests else [SentText.of(page.text), *([SentText.of_page(page.html)] if page.html else [])]
    written = outbox.write(
        session,
        outbox.NewOutboxLetter(
            message_id=composed.message_id,
            dedupe_key=reason,
            kind=letter.kind,
            recipient=letter.to,
            subject=page.subject,
            raw=None if requests else compose_plain(composed),
            draft=pack(composed, requests) if requests else None,
            bare=None if requests else packed(texts),
            opening=None if requests else opening(texts),
            state=OutState.HELD if held else OutState.DRAFT if requests else OutState.WAITING,
            priority=letter.priority if letter.priority is not None else usual,
            next_try=letter.not_before or now,
            game_id=about.game.id if about.game is not None else None,
            seat_id=seat_id,
            turn=about.turn,
            created_at=now,
        ),
    )
    if page.fault:
        _tell_of_template(session, desk, page.fault, now)
    return written


def _compose(
    desk: Desk, letter: NewLetter, page: Page, reply: Address | None, now: datetime, answering: Incoming | None
) -> Outgoing:
    """The letter with its headers: where a reply goes, in which thread it hangs, what it answers."""
    about = letter.about
    thread = _thread(desk, about)
    their_id = _whole_id(answering)
    return Outgoing(
        sender=Address(desk.address, desk.config.post.name),
        to=(Address(letter.to),),
        subject=page.subject,
        text=page.text,
        html=page.html,
        message_id=new_message_id(desk.domain),
        date=now.replace(microsecond=0),
        reply_to=reply,
        in_reply_to=their_id or (thread[0] if thread else ""),
        references=(*thread, their_id) if their_id else thread,
        auto_submitted="auto-replied" if answering is not None else "auto-generated",
        list_id=_list_id(desk, about.game, letter.parts),
        loop=desk.address,
        headers={"List-Unsubscribe": f"<mailto:{reply.email}?subject=unsubscribe>"} if reply and about.observer else {},
    )


def _reply_address(desk: Desk, letter: NewLetter) -> Address | None:
    """Where a reply belongs: another desk, or here with the token that says what it is about. None without either."""
    about = letter.about
    if about.elsewhere:
        return Address(about.elsewhere)
    token = letter.reply_token or _own_token(desk, about)
    return Address(plus_address(desk.address, token), about.reply_name or _reply_name(desk, about)) if token else None


def _thread(desk: Desk, about: About) -> tuple[str, ...]:
    """The id of the thread that all letters of one seat or observer about one turn share; empty for other letters."""
    turn = about.thread if about.thread is not None else about.turn
    place = str(about.seat.id) if about.seat is not None else f"o{about.observer}" if about.observer else ""
    return (thread_id(desk, about.game, place, turn or 0),) if about.game is not None and place else ()


def _tell_of_template(session: Session, desk: Desk, fault: str, now: datetime) -> None:
    """Tells the game masters that letters go out as text alone, of each fault once in a while.

    Their own letter about it may meet the same fault; it has been written by then, so that nothing runs in a circle.
    """
    reason = f"template/{hashlib.sha256(fault.encode()).hexdigest()[:16]}/"
    if not outbox.written_for(session, reason, now - _TEMPLATE_AGAIN):
        tell_masters(session, desk, Part("master_template", {"fault": fault}), f"{reason}{now.isoformat()}", now)


def put_answer(letter: LetterAtHand, answer: NewLetter) -> bool:
    """Writes the one answer to a letter (``put``); False when it was answered before, or cannot be sent. It says so when it is
    the last before a pause: nobody is met with silence untold."""
    said = _pause_words(letter, answer)
    if said:
        answer = replace(answer, parts=[Part("notice", {"sentences": [said]}), *answer.parts])
    return put(letter.session, letter.desk, answer, f"answer/{letter.row.id}", letter.now, answering=letter.incoming)


def _pause_words(letter: LetterAtHand, answer: NewLetter) -> str:
    """What an answer says of the pause that follows it; "" where none does."""
    session, desk, now, limits = letter.session, letter.desk, letter.now, letter.desk.config.limits
    if answer.to in desk.loops.on or EVERYBODY in desk.loops.on or answer.kind not in (ANSWER, GUEST):
        return ""
    proved, row = answer.kind != GUEST, letter.row

    def changed(since: datetime) -> bool:
        return row.seat_id is not None and brakes.changed_orders(session, row.seat_id, since)

    ends = desk.loops.pauses_after(answer.to, letter.incoming, row.stored_at, now, limits, changed if proved else None)
    if ends and proved:
        _, span = pause(session, desk, answer.to, EXCHANGE, now)
        until = told(now + span, prefs_of(seats.settings(session, answer.to)).dial(_UTC))
        return (
            "Your last letters followed upon my answers as a program's do. I go on reading your letters and carrying them out, "
            f"but hold my answers back until {until}; the newest is sent then."
        )
    if ends:
        span = limits.brake_for
        return f"You have written the same several times: a letter that only says it again gets no answer for {spoken(span)}."
    written = 0 if proved else outbox.written_between(session, answer.to, GUEST, now - _HOUR, now)
    most = limits.guest_answers_per_hour
    if proved or written + 1 < most:
        return ""
    return (
        f"This is the last of the {most} answers that your address can have within an hour to letters that prove nothing: "
        "further ones get none until then. Replies to letters of your game are answered at all times."
    )


def _proof(desk: Desk, letter: Incoming) -> str:
    """What shows that a letter which was answered as its writer's is theirs, in words, for a brake to name."""
    reply = find_token(desk.key, letter) is not None
    return "they came to a reply address of ours" if reply else "they were known by a signature or a password"


def _own_token(desk: Desk, about: About) -> str:
    """The token of the seat's player, or of the observer; none where nobody holds the seat: who just gave it up is not let
    in again."""
    seat = about.seat
    if about.observer:
        return make_token(desk.key, about.observer, OBSERVER_GENERATION)
    return make_token(desk.key, seat.id, seat.generation) if seat is not None and seat.player_id is not None else ""


def _reply_name(desk: Desk, about: About) -> str:
    game, seat = about.game, about.seat
    if game is not None and about.observer:
        return f"{game.name} observers"
    return f"{game.name} {seat.name}" if game is not None and seat is not None else desk.config.post.name


def tell_masters(session: Session, desk: Desk, part: Part, reason: str, now: datetime, game: Game | None = None) -> bool:
    """Writes the same letter to every game master, with ``game`` to that game's own masters too. They may reply to it.

    False when all had it before, or there is none. Where its template fails it tells the bare facts.
    """
    parts = [factual(part)]
    more = masters.of_game(session, game.name) if game is not None else []
    written: list[bool] = []
    for to in dict.fromkeys([*desk.config.desk.game_masters, *more]):
        letter = NewLetter(to, parts, kind="master", reply_token=master_token(session, desk, to), priority=URGENT)
        written.append(put(session, desk, letter, f"{reason}/{to}", now))
    return any(written)


def master_token(session: Session, desk: Desk, address: str) -> str:
    """The token of this game master's reply address."""
    row = masters.row(session, address.lower())
    return make_token(desk.key, row.id, MASTER_GENERATION + row.generation)


def thread_id(desk: Desk, game: Game, place: str, turn: int) -> str:
    """The id that all letters about one turn to one place share (``place``: a seat's number, or ``o`` and an observer's
    number)."""
    return f"<{game.name.lower()}.turn-{turn}.{place}@{desk.domain}>"


def turn_of_thread(game: Game, incoming: Incoming) -> int | None:
    """The turn whose orders were awaited in the letter that this one replies to; None where it does not say.

    The report of turn 6 asks for the orders of turn 7. So it opens the thread of turn 7, and its subject names turn 7, for
    mail programs that lose the thread.
    """
    pattern = re.compile(rf"<{re.escape(game.name.lower())}\.turn-(\d{{1,6}})\.\d+@")
    for reference in (*incoming.in_reply_to, *incoming.references[::-1]):
        if found := pattern.match(reference):
            return int(found[1])
    found = re.search(rf"\[{re.escape(game.name)} turn (\d{{1,6}})\]", incoming.subject, re.IGNORECASE)
    return int(found[1]) if found else None


def confirm_token(desk: Desk, held_id: int) -> str:
    """The token by which a reply confirms what is held under this number."""
    return make_token(desk.key, held_id, CONFIRM_GENERATION)


def _list_id(desk: Desk, game: Game | None, parts: Sequence[Part]) -> str:
    """The List-Id (RFC 2919) of a letter about one game, also to somebody who has no seat in it; "" for any other."""
    told = [one for part in parts for one in (part.data.get("game"), *_listed(part.data.get("games")))]
    names = {game.name} if game is not None else {one.name for one in told if isinstance(one, Game)}
    return f"{names.pop().lower()}.{desk.domain}" if len(names) == 1 else ""


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, (list, tuple)) else ()


def _as_read(part: Part, reader: Prefs, reply: Address | None, seat: Seat | None) -> Part:
    """The part with its reader's clock, and the address that its buttons write to; ``seat``: whom a reply speaks for."""
    told, zone = part.data.get("seat"), part.data.get("zone")
    data = {**part.data, "reply": reply.email if reply is not None else "", "seat_reply": ""}
    if isinstance(told, Seat) and seat is not None and told.id == seat.id:
        data["seat_reply"] = data["reply"]
    if isinstance(zone, ZoneInfo):
        data["zone"] = reader.dial(zone)
    return replace(part, data=data)


def _whole_id(incoming: Incoming | None) -> str:
    found = incoming.message_id.strip() if incoming is not None else ""
    return found if found.isascii() and _ID.fullmatch(found) else ""
