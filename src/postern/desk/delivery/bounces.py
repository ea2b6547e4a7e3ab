"""Bounces: letters that come back, and addresses to which nothing is sent until their player writes again.

A bounce counts only if it names a letter of ours: by the signed envelope sender that it was sent to (``post.verp``), or by
the Message-ID that it quotes. Both are known only to those who handled the letter, so a forged bounce cannot cut a player
off. A delay is only noted; a letter that will not arrive is told to the game masters, whoever is to blame. After several
failures that name the address itself (no full mailbox, no limit, no block of ours) all letters to it are kept back. A letter
from that address, or the game master, ends this; then one letter tells what was missed, with the newest report. Bounces of
letters to game masters are never told to the same address, so that no loop can arise.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import structlog
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.delivery.loop_guard import look
from postern.desk.documents.templates import Part
from postern.desk.games import observing
from postern.desk.games.reporting import report_request
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.outbox.outgoing import USUAL, About, NewLetter, put, tell_masters
from postern.desk.settings.preferences import prefs_of
from postern.post.bounced import TOO_LARGE, read_failures
from postern.post.letter import Bounce, Kind
from postern.post.verp import find_verp
from postern.store import brakes as store
from postern.store import journal, masters, outbox, seats, turns
from postern.store.tables import OutboxLetter, OutState, Trouble

_TOLD_EVERY = timedelta(days=1)
_PASSED_ON = ("press", "master")
"""Kinds that cannot be had again and so go out as they are once the address is good."""
_log = structlog.get_logger(__name__)


def our_letter(letter: LetterAtHand) -> OutboxLetter | None:
    """The letter of ours to whose envelope sender this letter was sent; None for other letters."""
    number = find_verp(letter.desk.key, (*letter.incoming.delivered_to, *(address.email for address in letter.incoming.to)))
    return letter.session.get(OutboxLetter, number) if number is not None else None


def note_report(letter: LetterAtHand, about: OutboxLetter | None) -> str:
    """Notes what a letter reports about a letter of ours: one that no person wrote, or that came to an envelope sender of
    ours.

    Returns why the letter needs nothing more; "" where a person wrote it all the same.
    """
    incoming = letter.incoming
    bounce = incoming.verdict.bounce or (read_failures(incoming.raw) if about is not None else None)
    ours = about or (outbox.by_message_id(letter.session, bounce.original_message_id) if bounce is not None else None)
    if bounce is not None and ours is not None:
        _note(letter.session, letter.desk, ours, bounce)
    if bounce is None and incoming.verdict.kind is Kind.HUMAN:
        return ""
    return incoming.verdict.reason or "a delivery report"


def refused(session: Session, desk: Desk, letter: OutboxLetter, error: str) -> None:
    """Counts a refusal of the address by the mail server like a bounce with a hard failure."""
    _count(session, desk, letter, error, desk.clock.now())


def welcome_back(session: Session, desk: Desk, address: str) -> None:
    """Sends again to an address from which a letter came, if it had bounced, and tells what was missed."""
    for troubled in desk.loops.troubled:
        if troubled.lower() == address:
            resume(session, desk, troubled, "desk")


def resume(session: Session, desk: Desk, address: str, actor: str) -> int:
    """Sends to this address again: messages as they are, one letter for the rest. Returns how many letters it missed."""
    trouble = store.trouble(session, address)
    if trouble is None:
        return 0
    now = desk.clock.now()
    missed = store.missed(session, address, trouble.first_at)
    session.delete(trouble)
    session.flush()
    look(session, desk)
    for letter in missed:
        passed_on = letter.kind in _PASSED_ON and (letter.raw is not None or letter.draft is not None)
        letter.state = (OutState.DRAFT if letter.raw is None else OutState.WAITING) if passed_on else OutState.VOID
        letter.next_try, letter.attempts, letter.owner, letter.owner_until = now, 0, "", None
        session.add(letter)
    session.flush()
    journal.note(session, now, actor, "mail goes on", None, address=address, missed=len(missed))
    _catch_up(session, desk, address, trouble, missed, now)
    return len(missed)


def let_go_of(session: Session, desk: Desk, address: str) -> datetime | None:
    """Forgets the bounces of an address to which nothing will be written any more. Returns when the first letter that
    bounced was written; None where none did."""
    trouble = store.trouble(session, address)
    if trouble is None:
        return None
    session.delete(trouble)
    session.flush()
    look(session, desk)
    return trouble.first_at


def tell_elsewhere(letter: LetterAtHand, address: str) -> None:
    """Tells a player whose letters bounce, at the other address that they write from, once a day."""
    session, now = letter.session, letter.now
    trouble = store.trouble(session, address)
    if trouble is None or (trouble.told_at is not None and timedelta() <= now - trouble.told_at < _TOLD_EVERY):
        return
    trouble.told_at = now
    session.add(trouble)
    part = Part(
        "mail_comes_back", {"address": _masked(address), "error": trouble.last_error.replace(address, _masked(address))}
    )
    new = NewLetter(letter.row.address, [part], kind="guest", priority=USUAL)
    put(session, letter.desk, new, f"back/{letter.row.id}", now, answering=letter.incoming)


def _note(session: Session, desk: Desk, letter: OutboxLetter, bounce: Bounce) -> None:
    now = desk.clock.now()
    error = f"came back: {bounce.status} {', '.join(bounce.recipients)}".strip()[:500]
    letter.last_error = error
    session.add(letter)
    too_large = bounce.status in TOO_LARGE
    # A report may be here before the sender has noted that the letter is out.
    if too_large and outbox.lighten(session, letter.id, error, now):
        session.info["drafts"] = True
        return
    if not (bounce.final or too_large) or letter.state not in (OutState.SENT, OutState.WAITING):
        return
    letter.state, letter.owner, letter.owner_until = OutState.BOUNCED, "", None
    session.flush()
    if letter.kind != "master":
        part = Part("master_letter_unsent", {"letters": [(letter, error)], "more": 0})
        tell_masters(session, desk, part, f"bounced/{letter.recipient}/{now.date()}", now)
    if bounce.permanent:
        _count(session, desk, letter, error, now)


def _count(session: Session, desk: Desk, letter: OutboxLetter, error: str, now: datetime) -> None:
    trouble = store.trouble(session, letter.recipient)
    if trouble is None:
        trouble = Trouble(address=letter.recipient, first_at=letter.created_at, last_at=now)
    trouble.hard += 1
    trouble.last_at, trouble.last_error = now, error[:500]
    session.add(trouble)
    session.flush()
    look(session, desk)
    if trouble.paused_at is None and trouble.hard >= desk.config.limits.bounces:
        _pause(session, desk, trouble, now)


def _pause(session: Session, desk: Desk, trouble: Trouble, now: datetime) -> None:
    trouble.paused_at = now
    session.add(trouble)
    session.flush()
    look(session, desk)
    store.hold_unsent(session, trouble.address)
    observed = observing.drop_unreachable(session, trouble.address, now)
    _log.warning("letters to an address are kept: they come back", hard=trouble.hard)
    journal.note(session, now, "desk", "mail kept", None, address=trouble.address, error=trouble.last_error)
    held = [f"{game.name} {seat.name}" for seat, game in seats.of_address(session, trouble.address)]
    master = trouble.address.lower() in desk.config.desk.game_masters or masters.is_known(session, trouble.address.lower())
    part = Part("master_mail_kept", {"trouble": trouble, "seats": held, "observed": observed, "master": master})
    tell_masters(session, desk, part, f"kept/{trouble.address}/{now.isoformat()}", now)


def _catch_up(
    session: Session, desk: Desk, address: str, trouble: Trouble, missed: Sequence[OutboxLetter], now: datetime
) -> None:
    """One letter for each seat of the address: what did not arrive, and the latest report if one was among it."""
    prefs = prefs_of(seats.settings(session, address))
    player = seats.known_player(session, address)
    for seat, game in seats.of_player(session, player.id) if player is not None else ():
        theirs = [letter for letter in missed if letter.seat_id == seat.id]
        latest = turns.latest(session, game.id)
        requests = []
        if latest is not None and any(letter.kind == "report" for letter in theirs):
            requests = [report_request(latest, seat, game, desk.game_config(game), prefs)]
        if not theirs:
            continue
        new = NewLetter(
            address,
            [Part("caught_up", {"game": game, "seat": seat, "letters": theirs, "report": bool(requests)})],
            kind="news",
            about=About(game, seat, game.turn),
            requests=requests,
        )
        put(session, desk, new, f"caught-up/{seat.id}/{trouble.first_at.isoformat()}/{now.isoformat()}", now)


def _masked(address: str) -> str:
    """The address so that its owner knows it and nobody else learns it: ``a…@example.org``."""
    local, _, domain = address.rpartition("@")
    return f"{local[:1]}…@{domain}"
