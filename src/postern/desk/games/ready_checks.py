"""READY in a letter with lines that are no orders, or without orders: the player is asked once, so that no turn runs by
mistake."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from postern.desk.answers.answer import Sitter
from postern.desk.answers.filing import Filed
from postern.desk.documents.templates import count
from postern.desk.games.readiness import set_ready
from postern.desk.language import assent
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.post.letter import Incoming
from postern.store import seats

_NONE = "none"
"""Stands for having no orders on file, among what was asked about."""


def say_ready(letter: LetterAtHand, sitter: Sitter, filed: Filed, left_out: Sequence[str]) -> str:
    """Takes READY, or holds it until it is said again. What to tell, in a sentence.

    ``left_out``: lines of the letter that were not read at all.
    """
    game, seat, turn = sitter.game, sitter.seat, sitter.game.turn
    unclear = unread_lines(sitter, letter.incoming, [*_not_carried_out(filed), *left_out])
    doubts = _fingerprints(turn, unclear)
    without = not filed.accepted and seats.orders(letter.session, seat.id, turn - 1) is not None
    asks = [*doubts, *([f"{turn}:{_NONE}"] if without else [])]
    ask = sitter.config.ready_with_problems == "ask" and not set(asks) <= set(seat.ready_asked)
    if ask:
        seat.ready_asked = asks
    set_ready(letter.session, game, seat, sitter.config, not ask, letter.now)
    if not ask:
        return _ready_words(turn, filed)
    if not doubts:
        return (
            f"You have no orders on file for turn {turn} that can be carried out, and gave some for turn {turn - 1}, so READY "
            "does not count yet. Reply READY to run the turn without any."
        )
    return (
        f"{count(len(unclear), 'line')} could not be read or carried out, so READY does not count yet. Reply READY to run the "
        "turn as it stands, or send first what is missing."
    )


def unread_lines(sitter: Sitter, incoming: Incoming, lines: Sequence[str]) -> list[str]:
    """Those of the lines that say more than a greeting or thanks."""
    names = [incoming.sender.name, incoming.sender.email.partition("@")[0], sitter.seat.name, sitter.game.name]
    return [line.strip() for line in lines if line.strip() and not assent.agrees([line], names)]


def _not_carried_out(filed: Filed) -> list[str]:
    """The lines of the letter that were read and are left out of the orders."""
    told = [one for one in filed.mend if not one.old and (one.line or filed.changed)]
    return [one.text or one.why for one in (*told, *filed.not_orders)]


def _fingerprints(turn: int, lines: Sequence[str]) -> list[str]:
    plain = [" ".join(line.split()).casefold() for line in lines]
    return [f"{turn}:{hashlib.sha256(line.encode('utf-8', 'replace')).hexdigest()[:16]}" for line in dict.fromkeys(plain)]


def _ready_words(turn: int, filed: Filed) -> str:
    if not filed.accepted:
        return f"You are ready for turn {turn}, with no orders on file that can be carried out."
    if filed.mend:
        lines = "line" if len(filed.mend) == 1 else "lines"
        return f"You are ready for turn {turn}, with {len(filed.mend)} {lines} still to mend."
    return f"You are ready for turn {turn}."
