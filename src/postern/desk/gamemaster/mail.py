"""A game master's letter: each line is a command, carried out in order; one answer tells what each did."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from rapidfuzz import process
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.documents.templates import Part, sentence
from postern.desk.gamemaster import relaying
from postern.desk.gamemaster.verbs import VERBS, Errand, Verb
from postern.desk.games.lookup import MasterError, Unsure
from postern.desk.language import assent
from postern.desk.language.replied_to import replied_to
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.outbox.outgoing import MASTER_GENERATION, NewLetter, confirm_token, master_token, put_answer
from postern.game.kit.orders.digits import is_number
from postern.post.tokens import SeatToken
from postern.store import masters, people
from postern.store.tables import Held, LetterState, OutboxLetter

_MOST = 200
"""Lines of one letter that are carried out: everybody's letters wait meanwhile."""
_GOOD_GUESS = 70
_SHORTEST_GUESSED = 3
_POLITE = re.compile(
    r"(?:hi|hello|hey|dear|good (?:day|morning|evening)|hallo|thanks|thank you|many thanks|thx|danke|cheers|bye|please|yours|"
    r"(?:best|kind|warm)(?: (?:regards|wishes))?|regards|greetings|sincerely)(?:[\s,]+[^\W\d]+){0,3}[\s.,!]*",
    re.IGNORECASE,
)
_GAME = re.compile(r"\w+-\d+")
_NO = re.compile(r"no(?: thanks| thank you)?[\s.!]*", re.IGNORECASE)
_LONGEST_NAME = 3
_TERSE = 2
_SYNONYMS = {
    "KICK": "EJECT",
    "REMOVE": "EJECT",
    "REINSTATE": "RESEAT",
    "UNPAUSE": "RESUME",
    "CONTINUE": "RESUME",
    "STOP": "PAUSE",
    "HOLD": "PAUSE",
    "DELAY": "EXTEND",
    "POSTPONE": "EXTEND",
    "UNDO": "ROLLBACK",
}
"""Words that may mean a verb: it is asked about."""
_LOOKS = {"LIST": "GAMES", "STATUS": "SHOW", "FAILED": "LETTERS"}
"""Words for verbs that only look: nothing can go wrong, and they are carried out. STATUS without a game is GAMES."""
WORDS = sorted({verb.word for verb in VERBS} | set(_SYNONYMS) | set(_LOOKS))
"""Every word with which a line to be carried out may begin."""


ERRANDS = "errands"
"""The kind of what is held until a game master says YES at their own address: lines of theirs, each with those below it."""
_ELSEWHERE = (
    "Not done yet: this line came from another address than yours. If you wrote it, reply YES to this letter; NO drops it."
)


@dataclass(frozen=True)
class Done:
    """One line of the letter and what came of it. ``fault``: nothing was changed by it. ``asks``: it waits for a YES."""

    line: str
    words: str
    fault: bool = False
    asks: bool = False


class Wanted(NamedTuple):
    """One thing that a letter wants: the verb (None where the line begins with none of ours), the line, and the lines below it
    that belong to it."""

    verb: Verb | None
    line: str
    body: str


def address_of(session: Session, desk: Desk, token: SeatToken) -> str:
    """The game master whose token this is; "" when it is nobody's, or no longer."""
    row = masters.by_id(session, token.seat_id)
    if row is None or row.generation != token.generation - MASTER_GENERATION:
        return ""
    return row.address if row.address in desk.config.desk.game_masters or row.games else ""


def confirm(letter: LetterAtHand, held: Held) -> tuple[LetterState, str] | None:
    """Handle a reply to a letter that asked a game master about lines or words of theirs. None where they are none any more."""
    return answer(letter, held.address, held) if is_master(letter.session, letter.desk, held.address) else None


def answer(letter: LetterAtHand, address: str, question: Held | None = None) -> tuple[LetterState, str]:
    """Carry the letter's lines out and answer the game master, always at their own address.

    A reply address is passed on easily: what comes from any other address only looks, and the rest is asked about.
    ``question``: what the letter asked that this one replies to; nobody but the reader of the master's mailbox has seen it.
    In reply to what a player wrote, words that are none of ours are for that player: they are asked about.
    """
    session, desk = letter.session, letter.desk
    own = letter.row.address == address
    letter.row.address = address
    requests: list[DocumentRequest] = []
    ours = replied_to(session, letter.incoming, address)
    reader = relaying.reader_of(session, ours)
    lines = list(letter.incoming.typed)
    done = []
    if reader is None and (own or question is not None):
        done = _confirmed(session, desk, address, question or _waiting(session, desk, address, ours), lines, requests)
    found = errands(lines, among_words=reader is not None)
    words = words_among(found, lines) if reader is not None else ""
    wanted = [errand for errand in found if errand[0] is not None or _is_slip(errand[1])] if words else found
    carried = [
        (errand, _carry_out(session, desk, address, errand, requests, own=own)) for errand in without_courtesies(wanted[:_MOST])
    ]
    done += [one for _, one in carried]
    asked = [[errand.line, errand.body] for errand, one in carried if one.asks]
    if len(wanted) > _MOST:
        said = f"One letter brings {_MOST} lines at most: {len(wanted) - _MOST} of yours, from this one on, were left undone. "
        done.append(Done(wanted[_MOST][1], f"{said}Send them in another letter.", True))
    parts, held = [], None
    if reader is not None and words:
        held = relaying.ask(session, desk, letter.row.id, address, reader, words)
        parts = [Part("master_relay", {"name": reader.name, "text": words})]
    if not done and not parts:
        done = [_carry_out(session, desk, address, _HELP, requests)]
    parts += [Part("master_answer", {"done": done})] if done else []
    if asked:
        data = {"lines": asked, "words": held.id if held is not None else None}
        held = people.hold(session, ERRANDS, address, None, data, letter.now, inbox_id=letter.row.id)
    token = confirm_token(desk, held.id) if held is not None else master_token(session, desk, address)
    put_answer(letter, NewLetter(address, parts, kind="master", reply_token=token, requests=requests))
    return LetterState.HANDLED, ""


def _waiting(session: Session, desk: Desk, address: str, letter: OutboxLetter | None) -> Held | None:
    """Return what a YES to ``letter`` is about: lines, or else words."""
    number = letter.dedupe_key.removeprefix("answer/") if letter is not None else ""
    lines = people.waiting(session, ERRANDS, address, desk.clock.now() - relaying.WAITS)
    return next((held for held in lines if str(held.inbox_id) == number), relaying.waiting(session, desk, address, letter))


def _confirmed(
    session: Session, desk: Desk, address: str, held: Held | None, lines: list[str], requests: list[DocumentRequest]
) -> list[Done]:
    """Do what a YES or NO on the first line does with what was asked about; that line, and what stands below it without
    being a line of ours, is taken out of ``lines``."""
    first = next((at for at, line in enumerate(lines) if line.strip()), None)
    if first is None or not (assent.is_yes(lines[first]) or _NO.fullmatch(lines[first].strip())):
        return []
    if held is None:
        return []
    line = lines[first].strip()
    lines[: first + 1] = []
    lines[:] = lines if any(verb is not None for verb, _, _ in errands(lines)) else []
    if held.state != "waiting" or held.created_at < desk.clock.now() - relaying.WAITS:
        said = "Nothing waits for your yes any more: it was carried out or dropped already, or is older than a week."
        return [Done(line, said, True)]
    if held.kind == ERRANDS:
        return _settle(session, desk, address, held, line, requests)
    try:
        with session.begin_nested():
            return [Done(line, relaying.settle(session, desk, held, address, send=assent.is_yes(line)))]
    except MasterError as error:
        return [Done(line, sentence(str(error)), True)]


def _settle(session: Session, desk: Desk, address: str, held: Held, line: str, requests: list[DocumentRequest]) -> list[Done]:
    """Carry the lines that were asked about out, and send the words, or drop them all."""
    yes = assent.is_yes(line)
    kept, words = held.data["lines"], people.held(session, held.data["words"]) if held.data["words"] else None
    held.state, held.data = "confirmed" if yes else "declined", {}
    session.add(held)
    done = [] if words is None else _confirmed(session, desk, address, words, [line], requests)
    if not yes:
        return [*done, *(Done(asked, "Dropped; nothing was done.", True) for asked, _ in kept)]
    for asked, body in kept:
        verb = _verb(asked.split()[0].upper(), len(asked.split()) > 1)
        done.append(_carry_out(session, desk, address, Wanted(verb, asked, body), requests, sure=True))
    return done


def errands(lines: list[str], *, among_words: bool = False) -> list[Wanted]:
    """What the letter wants, in order. ``among_words``: a line that merely begins with a verb's word ("Say hello to ANNE")
    is none."""
    found: list[Wanted] = []
    at = 0
    while at < len(lines):
        line = lines[at].strip()
        at += 1
        if not line:
            continue
        verb = _verb(line.split()[0].upper(), len(line.split()) > 1)
        if verb is not None and among_words and not _is_written_so(verb, line):
            verb = None
        body: list[str] = []
        if verb is not None and verb.body:
            while at < len(lines) and lines[at].strip().upper() != "END":
                body.append(lines[at])
                at += 1
            at += 1
        found.append(Wanted(verb, line, "\n".join(body)))
    return found


def words_among(found: Sequence[Wanted], lines: Sequence[str]) -> str:
    """The lines that are words to a person: the whole letter, where nothing in it is for us."""
    words = [line for verb, line, _ in found if verb is None and not _is_slip(line)]
    if len(words) == len(found):
        return "\n".join(lines).strip("\n")
    return "\n".join(line for line in words if not _POLITE.fullmatch(line))


def _is_written_so(verb: Verb, line: str) -> bool:
    """Whether the line is written as this verb is: with a game or a number behind it, or almost alone."""
    words = line.split()
    needs = next(iter(verb.form.split()[1:]), "")
    if needs == "game":
        return len(words) > 1 and _GAME.fullmatch(words[1]) is not None
    return len(words) > 1 and is_number(words[1]) if is_number(needs) else len(words) <= _TERSE


def _is_slip(line: str) -> bool:
    """Whether a line that is no word of ours is meant as one: PUASE QJ-101."""
    words = line.split()
    return (
        len(words) > 1
        and _GAME.fullmatch(words[1]) is not None
        and bool(_nearest(words[0].upper()) or _SYNONYMS.get(words[0].upper()))
    )


def without_courtesies(found: list[Wanted]) -> list[Wanted]:
    """The errands without greetings and thanks, and without the signature below the thanks."""
    last = max((at for at, (verb, _, _) in enumerate(found) if verb is not None), default=-1)
    below, kept = False, []
    for at, (verb, line, body) in enumerate(found):
        polite = verb is None and _POLITE.fullmatch(line) is not None and not _named(line)
        below = below or (polite and at > last)
        signature = below and len(line.split()) <= _LONGEST_NAME and not _named(line) and not re.search(r"\d", line)
        if not (polite or signature):
            kept.append(Wanted(verb, line, body))
    return kept


def _named(line: str) -> str:
    """The verb that stands somewhere in the line, with the game behind it where the line names one; "" without."""
    words = [word.strip(".,:;!?") for word in line.upper().split()]
    known = {verb.word: verb.word for verb in VERBS} | _SYNONYMS | _LOOKS
    verb = next((known[word] for word in words if word in known), "")
    game = next((word for word in words if _GAME.fullmatch(word)), "")
    return f"{verb} {game}".strip() if verb else ""


def _nearest(word: str) -> str:
    """The verb that a slip of the pen may have meant; "" for words too short to say."""
    if len(word) < _SHORTEST_GUESSED:
        return ""
    near = process.extractOne(word, [known.word for known in VERBS], score_cutoff=_GOOD_GUESS)
    return near[0] if near else ""


def _verb(word: str, more: bool) -> Verb | None:
    """The verb of this word: CREATE alone takes a body, CREATE with a name does not."""
    bare = word.rstrip(".:!?")
    meant = "GAMES" if bare == "STATUS" and not more else _LOOKS.get(bare, bare)
    fitting = [verb for verb in VERBS if verb.word == meant]
    return next((verb for verb in fitting if len(fitting) == 1 or verb.body is not more), None)


_HELP = Wanted(_verb("HELP", False), "HELP", "")


def _carry_out(
    session: Session,
    desk: Desk,
    actor: str,
    wanted: Wanted,
    requests: list[DocumentRequest],
    *,
    own: bool = True,
    sure: bool = False,
) -> Done:
    """Carry one line out. ``own``: it comes from the master's own address; ``sure``: the master was asked and said yes."""
    verb, line, body = wanted
    if verb is None:
        word = line.split()[0].upper().rstrip(".:!?")
        meant = _SYNONYMS.get(word) or _named(line) or _nearest(word)
        guess = f" Did you mean {meant}?" if meant else ""
        return Done(line, f"Not understood; nothing was done.{guess} HELP lists what you can write.", True)
    words = tuple(line.split()[1:])
    rest = line.partition(" ")[2].strip()
    if not own and (verb.looks is None or not verb.looks.fullmatch(rest)):
        return Done(line, _ELSEWHERE, True, asks=True)
    try:
        with session.begin_nested():
            return Done(line, verb.run(Errand(session, desk, actor, words, rest, body, requests, sure)))
    except Unsure as error:
        return Done(line, f"{sentence(str(error))} Reply YES to this letter if you mean that; NO drops it.", True, asks=True)
    except MasterError as error:
        return Done(line, sentence(str(error)), True)


def is_master(session: Session, desk: Desk, address: str) -> bool:
    """Whether a game master writes from this address."""
    return address.lower() in desk.config.desk.game_masters or masters.is_known(session, address.lower())


def greeting(
    session: Session, desk: Desk, address: str, wanted: str = "", before: Part | None = None
) -> tuple[Part, str] | None:
    """The letter that a game master replies to: the list of verbs, and the token of his reply address. None when the address
    is no game master's.

    ``wanted`` is what was asked for in a letter that is no reply, and proves nothing. ``before`` is the part that an
    earlier line of the same letter brought; the new part takes it in, so that there is one list only.
    """
    if not is_master(session, desk, address):
        return None
    asked = [one for one in cast("list[Done]", before.data["done"]) if one.fault] if before else []
    if wanted and wanted.upper().rstrip(".:!") != "HELP":
        why = (
            "A letter that is no reply does not prove that it is yours. If you wrote it, reply to this one with the same words."
        )
        asked.append(Done(wanted, why, True))
    help_ = _carry_out(session, desk, address, _HELP, [])
    return Part("master_answer", {"done": [*asked, help_]}), master_token(session, desk, address)
