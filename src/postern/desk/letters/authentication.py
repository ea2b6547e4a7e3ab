"""Authentication of letters without a token: by a signature, a password line, or DKIM, where the game accepts it.

``post/proof`` checks what a letter brings; this module decides what it proves. A letter that brings nothing is held until its
writer confirms it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlmodel import Session

from postern.desk.answers.answer import Sitter
from postern.desk.answers.places import GAME_LINE
from postern.desk.context import Desk
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.settings.auth_policy import Way
from postern.post.letter import Incoming
from postern.post.proof import dkim, pgp
from postern.post.proof.password import is_password, take_passwords
from postern.post.proof.results import vouched
from postern.post.proof.sender import plain_header
from postern.post.reading.signed import OPENPGP
from postern.post.tokens import SeatToken
from postern.store import credentials, inbox, seats
from postern.store.tables import Game

MOST_WRONG = 5
"""So many wrong passwords in an hour, and none is looked at for the rest of it."""
_SHORT_KEY = 16


@dataclass(frozen=True)
class Known:
    """A letter whose seat is proved: the part of it that is proved, how it is known, and a sentence about that for its
    player."""

    sitter: Sitter
    incoming: Incoming
    said: str
    way: Way


@dataclass(frozen=True)
class Unknown:
    """A letter whose seat is not proved. ``why``, where there is a reason to tell, is for the seat's player alone."""

    why: str = ""


def authenticate(letter: LetterAtHand, token: SeatToken | None) -> Known | Unknown:
    """Whose letter this is, without a valid token. ``token`` is a genuine token that is no longer valid.

    Raises KeysWanted for DKIM keys that must be looked up first; nothing has been changed then.
    """
    desk, incoming = letter.desk, letter.incoming
    sitters = sitters_of(letter.session, desk, letter.row.address)
    if token is not None:  # a letter with a token of old can only be for the seat of that token
        sitters = [sitter for sitter in sitters if sitter.seat.id == token.seat_id]
    if not sitters or len(incoming.from_addresses) != 1 or plain_header(incoming.raw) is None:
        return Unknown()
    if OPENPGP in incoming.signatures:
        known = _by_key(letter, sitters)
        if known is not None:
            return known
    sitter = meant(f"{incoming.subject}\n{incoming.text}", sitters)
    if sitter is None:
        return Unknown()
    incoming = without_name(incoming, sitter.game)
    letter = replace(letter, incoming=incoming)
    why = ""
    typed = next((password.text for password in incoming.passwords if not password.sets), "")
    if typed and desk.accepts(Way.PASSWORD, sitter.config):
        why = _wrong_password(letter.session, desk, typed, sitter)
        if not why:
            return _known(sitter, incoming, Way.PASSWORD, "it bore the password of your seat")
    if desk.accepts(Way.DKIM, sitter.config):
        domain = _vouching(letter, sitter)
        if domain:
            return _known(sitter, incoming, Way.DKIM, f"{domain} vouches for its sender (DKIM)")
    return Unknown(why)


def signature_words(letter: LetterAtHand, sitter: Sitter | None) -> str:
    """One sentence about the digital signatures that came with a letter; "" where none came.

    An OpenPGP signature is checked with the seat's key, if it has one. This proves nothing more about the letter.
    """
    incoming = letter.incoming
    if not incoming.signatures:
        return ""
    came = f"It came with {' and '.join(incoming.signatures)}"
    kept = credentials.of_seat(letter.session, sitter.seat, credentials.PGP) if sitter is not None else None
    if kept is None or OPENPGP not in incoming.signatures:
        return f"{came}, which I did not check."
    signed = pgp.find_signed(incoming.raw)
    checked = pgp.check(signed, kept.data, letter.now, letter.desk.config.limits.reading) if signed is not None else None
    if checked is None:
        return f"{came}. I checked it with your key: it is not by that key, too old, or the text was changed on its way."
    told = {line.strip() for line in checked.lines}
    whole = all(line.strip() in told for line in incoming.typed if line.strip())
    part = "" if whole else ", for a part of the letter"
    return f"{came}. It is good{part}, and by your key {checked.fingerprint[-_SHORT_KEY:]}."


def meant(text: str, sitters: Sequence[Sitter]) -> Sitter | None:
    """The seat that a text is about: the only one there is, or the one whose game the text names. Where it names none, the
    only one in a game that is no practice game. A line GAME QJ-2 turns to another game; it counts as the text's own game
    only where nothing else names one."""
    if len(sitters) == 1:
        return sitters[0]
    own = "\n".join(line for line in text.splitlines() if not GAME_LINE.fullmatch(line))
    named = [sitter for sitter in sitters if names(own, sitter.game)]
    named = named or [sitter for sitter in sitters if names(text, sitter.game)]
    named = named or [sitter for sitter in sitters if not sitter.game.practice]
    return named[0] if len(named) == 1 else None


def names(text: str, game: Game) -> bool:
    """Whether a text names this game."""
    return re.search(rf"(?<![\w-]){re.escape(game.name)}(?![\w-])", text, re.IGNORECASE) is not None


def without_name(incoming: Incoming, game: Game) -> Incoming:
    """The letter, with lines emptied that only say which game it is for."""
    alone = re.compile(rf"\s*(?:(?:for|game)\b[\s:]*)?{re.escape(game.name)}[\s.:]*", re.IGNORECASE)
    if not any(alone.fullmatch(line) for line in incoming.lines):
        return incoming
    return replace(incoming, lines=tuple("" if alone.fullmatch(line) else line for line in incoming.lines))


def sitters_of(session: Session, desk: Desk, address: str) -> list[Sitter]:
    """The seats that this address holds, newest game first."""
    found = seats.of_address(session, address)
    player = seats.known_player(session, address) if found else None
    if player is None:
        return []
    return [Sitter(seat, game, config, player) for seat, game in found if (config := desk.usable_config(game)) is not None]


def _known(sitter: Sitter, incoming: Incoming, way: Way, because: str) -> Known:
    where = f"{sitter.seat.name} in {sitter.game.name}"
    return Known(
        sitter, incoming, f"Your letter was no reply to one of mine; I take it as from {where}, because {because}.", way
    )


def _by_key(letter: LetterAtHand, sitters: Sequence[Sitter]) -> Known | None:
    """Known by a signature. The signed text must name the game: else a signed word to a friend could be sent here."""
    desk = letter.desk
    able = [sitter for sitter in sitters if desk.accepts(Way.PGP, sitter.config)]
    signed = pgp.find_signed(letter.incoming.raw) if able else None
    if signed is None:
        return None
    now = desk.clock.now()
    for sitter in able:
        kept = credentials.of_seat(letter.session, sitter.seat, credentials.PGP)
        checked = pgp.check(signed, kept.data, now, desk.config.limits.reading) if kept is not None else None
        if checked is None or not names("\n".join(checked.lines), sitter.game):
            continue
        proved = without_name(
            take_passwords(replace(letter.incoming, lines=checked.lines, passwords=(), signatures=())), sitter.game
        )
        if not any(line.strip() for line in proved.lines):
            return None
        if not credentials.use_proof(letter.session, checked.proof, letter.row.id, now):
            return None
        return _known(sitter, proved, Way.PGP, f"it is signed with your key {checked.fingerprint[-_SHORT_KEY:]}")
    return None


def _wrong_password(session: Session, desk: Desk, typed: str, sitter: Sitter) -> str:
    """Why the letter's password proves nothing; "" when it is the seat's."""
    now = desk.clock.now()
    kept = credentials.of_seat(session, sitter.seat, credentials.PASSWORD)
    if kept is None:
        return "Your seat has no password yet; PASSWORD SET, in a reply to one of my letters, gives it one."
    if credentials.failures(kept, now) >= MOST_WRONG:
        return "There were several wrong passwords within an hour; until it is over none is looked at."
    if is_password(kept.data, typed):
        return ""
    credentials.note_failure(session, kept, now)
    return "The password in it is not the one of your seat."


def _vouching(letter: LetterAtHand, sitter: Sitter) -> str:
    """The domain that vouches for the letter's sender; "" where none does, or where the letter was used before.

    A letter that had to wait for a key while a later one of the same seat was handled does not overrule that one: it is
    held like any other that nobody vouches for.
    """
    desk, incoming = letter.desk, letter.incoming
    now = desk.clock.now()
    found = dkim.signatures(incoming, desk.address, now)
    if not found:
        return ""
    server = desk.config.trust.authserv_id
    if server:
        header = plain_header(incoming.raw)
        chosen = vouched(header, server, found) if header is not None else None
    else:
        keys = desk.keys.get([signature.key_name for signature in found])
        chosen = next((one for one in found if dkim.verify(incoming.raw, one, keys[one.key_name])), None)
    if chosen is None or inbox.later_of_seat(letter.session, sitter.seat.id, letter.row.id):
        return ""
    return chosen.domain if credentials.use_proof(letter.session, chosen.proof, letter.row.id, now) else ""
