"""A player's new address: asked for by the player, confirmed at the old and at the new address, then carried out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from postern.desk.answers.answer import SeatCall
from postern.desk.context import Desk
from postern.desk.delivery.bounces import let_go_of
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.documents.templates import Part
from postern.desk.games import pressing
from postern.desk.games.mailboxes import seats_of_mailbox, tell_of_several
from postern.desk.games.reporting import report_request
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.outbox.outgoing import URGENT, About, NewLetter, confirm_token, put, put_answer
from postern.desk.settings.preferences import prefs_of
from postern.store import journal, outbox, people, personal, seats, turns
from postern.store.tables import Game, GameState, Held, LetterState, Player, Seat, SeatState

OLD, NEW = "address-old", "address-new"
"""The two halves of a move: what each address has to confirm."""
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
_A_DAY = 5
"""So many new addresses may a player name within a day: each is written to, and may be anybody's."""


def ask(call: SeatCall, new: str) -> str:
    """Writes to both addresses. Returns why not: the new one had too many letters from strangers within the hour, or the
    player has named too many within a day."""
    session, desk = call.session, call.desk
    if people.asked_since(session, call.address, OLD, call.now - _DAY) >= _A_DAY:
        return f"You have named {_A_DAY} new addresses within a day; please try again tomorrow. Nothing was changed."
    if outbox.written_between(session, new, "guest", call.now - _HOUR, call.now) >= desk.config.limits.guest_answers_per_hour:
        return f"Too many letters went to {new} within the hour. Please ask again later; nothing was changed."
    data = {"new": new, "player": call.sitter.player.id}
    old_half = people.hold(session, OLD, call.address, None, data, call.now, inbox_id=call.letter.row.id, replaces=True)
    new_half = people.hold(session, NEW, new, None, data | {"other": old_half.id}, call.now)
    old_half.data = data | {"other": new_half.id}
    session.add(old_half)
    call.answer.reply_token = confirm_token(desk, old_half.id)
    call.part("address_old", new=new)
    letter = NewLetter(
        new,
        [Part("address_new", {"name": desk.config.post.name})],
        kind="guest",
        reply_token=confirm_token(desk, new_half.id),
        priority=URGENT,
    )
    put(session, desk, letter, f"address/{new_half.id}", call.now)
    return ""


def confirm(letter: LetterAtHand, held: Held, besides: Sequence[str]) -> tuple[LetterState, str]:
    """Confirms one half of a move; with the second half the player moves. A reply to a letter that no longer counts is told
    so, and that the orders and commands in it (``besides``) are not carried out."""
    session = letter.session
    aside = [Part("set_aside", {"lines": besides})] if besides else []
    other = people.held(session, int(held.data["other"]))
    states = {held.state, other.state if other is not None else ""}
    if not states <= {"waiting", "confirmed"} or states == {"confirmed"}:
        part = Part("address_settled", {"moved": states == {"confirmed"}})
        put_answer(letter, NewLetter(held.address, [part, *aside]))
        return LetterState.HANDLED, "a change of address that was settled already"
    assert other is not None
    held.state = "confirmed"
    session.add(held)
    if other.state == "waiting":
        put_answer(letter, NewLetter(held.address, [Part("address_half", {}), *aside]))
        return LetterState.HANDLED, "one of two addresses has confirmed"
    old, new = (held, other) if held.kind == OLD else (other, held)
    player = session.get(Player, int(held.data["player"]))
    if player is None or player.address != old.address:
        part = Part("address_settled", {"moved": False})
        put_answer(letter, NewLetter(held.address, [part, *aside]))
        return LetterState.HANDLED, "a change of address of somebody who has moved already"
    if games := clash(session, letter.desk, player, new.address):
        part = Part("address_clash", {"games": games})
        put_answer(letter, NewLetter(held.address, [part, *aside]))
        return LetterState.HANDLED, "both addresses hold a seat in one game"
    move(session, letter.desk, player, new.address, letter.now, aside=aside)
    return LetterState.HANDLED, ""


def move(
    session: Session,
    desk: Desk,
    player: Player,
    new: str,
    now: datetime,
    actor: str = "desk",
    aside: Sequence[Part] = (),
) -> None:
    """Gives the player the new address, their seats new secrets, and both addresses a letter. A player who had the new address
    is merged in.

    What did not arrive at the old address is sent to the new one: the newest report, also of a finished game, and press.
    ``actor``: ``desk`` where both addresses have confirmed, else ``master``. ``aside``: what else the old address is told.
    """
    old = player.address
    since = let_go_of(session, desk, old)
    messages, reports = (outbox.not_arrived(session, old, kind, since) for kind in ("press", "report"))
    outbox.void_to(session, old)
    other = seats.known_player(session, new)
    if other is not None and other.id != player.id:
        personal.merge(session, player, other)
    personal.leave(player, now)
    player.address = new
    session.add(player)
    session.flush()
    for seat, game in seats.of_player(session, player.id):
        seats.renew(session, seat)
        newest = turns.latest(session, game.id)
        missed = newest is not None and f"report/{newest.id}/{seat.id}" in reports
        if (game.state != GameState.FINISHED or missed) and seat.state != SeatState.LEFT:
            journal.note(session, now, actor, "address changed", game.id, seat=seat.name)
            _welcome(session, desk, player, seat, game, now)
            tell_of_several(session, desk, game, new, now)
            pressing.deliver_again(session, desk, seat, messages, now)
    letter = NewLetter(
        old,
        [Part("address_left", {"name": desk.config.post.name, "by_master": actor == "master"}), *aside],
        kind="news",
        priority=URGENT,
    )
    put(session, desk, letter, f"address-left/{player.id}/{now.isoformat()}", now)


def _welcome(session: Session, desk: Desk, player: Player, seat: Seat, game: Game, now: datetime) -> None:
    """The letter by which the new address knows the seat: with the newest report, for what was under way is withdrawn."""
    prefs, config = prefs_of(player.settings), desk.game_config(game)
    newest = turns.latest(session, game.id)
    requests: Sequence[DocumentRequest] = ()
    if newest is not None and turns.report(session, newest.id, seat.id) is not None:
        requests = [report_request(newest, seat, game, config, prefs)]
    letter = NewLetter(
        player.address,
        [Part("address_moved", {"game": game, "seat": seat, "with_report": bool(requests)})],
        kind="news",
        about=About(game, seat, game.turn),
        requests=requests,
        priority=URGENT,
        prefs=prefs,
    )
    put(session, desk, letter, f"address-moved/{seat.id}/{seat.generation}", now)


def clash(session: Session, desk: Desk, player: Player, new: str) -> list[str]:
    """Return the games in which both addresses hold a seat, or the new one's mailbox does where the game allows no second."""
    other = seats.known_player(session, new)
    if other is None or other.id == player.id:
        return sorted(
            game.name
            for seat, game in seats.of_player(session, player.id)
            if desk.game_config(game).several_seats == "refused"
            and [one for one in seats_of_mailbox(session, game, new) if one.id != seat.id]
        )
    mine, theirs = (
        {game.name for seat, game in seats.of_player(session, who.id) if seat.state != SeatState.LEFT}
        for who in (player, other)
    )
    return sorted(mine & theirs)
