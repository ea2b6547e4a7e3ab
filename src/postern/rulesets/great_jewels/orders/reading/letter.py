"""Reading a letter of orders: every line becomes an order, nothing, or a problem with its remedy (QJ-29, ruling 24)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from postern.game.kit.orders.kinds import Refusal
from postern.game.orders import Order, OrderSheet, Problem
from postern.rulesets.great_jewels.knowledge import Scene, View
from postern.rulesets.great_jewels.orders import messages, moves
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, PROVINCE
from postern.rulesets.great_jewels.orders.families import code_of, read_book, words_of
from postern.rulesets.great_jewels.orders.messages import Body, sections
from postern.rulesets.great_jewels.orders.reading import guessing
from postern.rulesets.great_jewels.orders.reading.examples import filled
from postern.rulesets.great_jewels.orders.reading.guessing import without_purpose
from postern.rulesets.great_jewels.orders.reading.pieces import SAYS_HOW, Context, gathered, orders_in
from postern.rulesets.great_jewels.orders.talismans import talismans_named
from postern.rulesets.great_jewels.orders.text import (
    Piece,
    cells_of,
    is_ornament,
    is_quoted,
    piece_of,
    pieces_of,
    short,
    simplify,
    spaced_form,
)
from postern.rulesets.great_jewels.tables import catalogue_of
from postern.rulesets.great_jewels.turn.orders import Move, QJOrder

_IGNORED = frozenset({"END", "ADD", "ORDERS", "ORDER"})
_REFERENCE = re.compile(rf"\b(?:[LT][0-9]+|G?{PROVINCE})(?![0-9])|=|#")
_VERBS = re.compile(
    r"\b(?:MOVE|MARCH|SAIL|ATTACK|ASSAULT|BUILD|RAID|MUSTER|RAVAGE|DESTROY|TRANSFER|UNLOCK|WAYLAY|ALLY|HOSTILE|BUY)"
)
_WISH = re.compile(
    r"(?:MAKE|LAY|PAVE|RAISE|RECRUIT|TRAIN|GIVE|PUT|LOAD|FETCH|BRING|SEND|SPEND|HIRE|SELL|OPEN|USE|CAST|DEFEND|FORTIFY|CONQUER"
    r"|CAPTURE|TAKE(?! CARE)|KILL|SPY|PROBE|DECLARE)\b.*\b(?:ROADS?|NAV(?:Y|IES)|SHIPS?|FLEETS?|BOATS?|CITADELS?|CASTLES?"
    r"|WALLS?|CSPS?|RAMS?|TOWERS?|TROOPS?|MEN|SOLDIERS?|ARM(?:Y|IES)|LEADERS?|ZORANS?|GOLD|MONEY|GARRISONS?|CITY|PALANTIRI?|TALISMANS?"
    r"|JEWELS?|SPELLS?|CARPET|PEACE|WAR)\b"
)
"""Words that ask for something of the game, though they name no force and no place."""
_MESSAGE_SAID = re.compile(
    r"(?:[0-9]+ )?A MESSAGE OF [0-9]+ LINES? GOES TO (?P<to>ALL PLAYERS YOU HAVE MET|[A-Z]{2,6})(?P<anon> WITHOUT YOUR NAME)?"
)
"""What we say of a message when orders are read back: it has no text of its own."""
_START = re.compile(rf"\bFROM G?(?P<place>{PROVINCE})(?![0-9])")
"""Where a move is said to begin; it begins where its leader stands."""
_MOST_PIECES = 2000
"""Orders, or what was meant as such, in one letter."""
_MOST_GUESSES = 25
_MOST_UNREAD = 60
_MOST_CHATTER = 300
_LONGEST_WISH = 10
_MOST_REMARKS = 60
"""Pieces of one line in which orders are looked for behind a remark's mark."""


@dataclass
class _Letter:
    """What has been read so far."""

    view: View
    scene: Scene
    context: Context
    orders: list[Order] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    messages: int = 0
    pieces: int = 0
    unread: int = 0
    chatter: list[tuple[int, str]] = field(default_factory=list)

    def add(self, piece: Piece, order: QJOrder, code: str = "") -> None:
        if unknown := talismans_named(order) - catalogue_of(self.view.edition):
            number, last = min(unknown), max(catalogue_of(self.view.edition))
            self.refuse(piece, Refusal("TALISMAN NOT USABLE", f"There is no T{number}: talismans are T1 to T{last}."))
            return
        self.orders.append(Order(piece.line, piece.text, code or code_of(order), words_of(order, self.scene), order))
        self.context.last = order
        if isinstance(order, Move):
            self.context.moves[order.leader] = order

    def refuse(self, piece: Piece, refusal: Refusal, note: bool = False, order: str = "", lines: int = 1) -> None:
        if not note:
            self.context.last = None
        self.problems.append(
            Problem(
                refusal.code,
                piece.line,
                refusal.why,
                filled(refusal.remedy, self.view),
                refusal.paste,
                piece.column,
                short(piece.text),
                note,
                order,
                known=bool(guessing.words_of_orders(piece.spaced.partition(" ")[0])),
                lines=lines,
            )
        )


def read(text: str, view: View) -> OrderSheet:
    """Reads a letter leniently. Every order carries its line, its text, the book's form, plain words and the typed order.

    Never raises, whatever the text is.
    """
    letter = _Letter(view, Scene(view), Context(view))
    for part in sections(_lines(text)):
        if isinstance(part, Body):
            _read_message(letter, part)
        elif not is_ornament(part.raw):
            _read_line(letter, part.index + 1, part.raw)
    _tell_chatter(letter)
    if letter.unread > _MOST_UNREAD:
        why = f"{letter.unread - _MOST_UNREAD} more pieces of this letter could not be read as orders."
        letter.problems.append(Problem(NOT_UNDERSTOOD, 0, why, "HELP ORDERS shows the forms."))
    if letter.pieces > _MOST_PIECES:
        why = f"A letter may hold {_MOST_PIECES} orders; this one has {letter.pieces}, and those beyond were not read."
        letter.problems.append(Problem("TOO LONG", 0, why))
    return OrderSheet(text, tuple(letter.orders), tuple(sorted(letter.problems, key=lambda one: (one.line, one.column))))


def _lines(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", text)


def _read_line(letter: _Letter, number: int, raw: str) -> None:
    """A line as written: a row of a table cell by cell, what is marked as quoted only to ask about it."""
    cells = cells_of(raw) if letter.pieces <= _MOST_PIECES else []
    if not cells and letter.pieces <= _MOST_PIECES and is_quoted(raw) and _is_order_quoted(letter, number, raw):
        return
    _name_remarks(letter, number, raw)
    alone = [bool(_first_order(letter, number, cell)) for cell in cells]
    doubt = any(SAYS_HOW.search(spaced_form(cell)) for cell, order in zip(cells, alone, strict=True) if not order)
    if doubt or not any(alone):
        _read_text(letter, number, " ".join(cells) if cells else raw)
        return
    first = len(letter.orders)
    for cell in cells:
        before = len(letter.orders)
        _read_text(letter, number, cell)
        said = {order.code for order in letter.orders[first:before]}
        if said.issuperset(order.code for order in letter.orders[before:]):
            del letter.orders[before:]  # the same in words, in a cell of its own


def _name_remarks(letter: _Letter, number: int, raw: str) -> None:
    """Names orders behind the mark of a remark, where something else stands before it: they may have been meant."""
    said, *behind = raw.split("//")
    if not said.strip() or not behind:
        return
    before, codes = _codes(number, said), _codes(number, ",".join(behind))
    if missing := [code for code in codes if code not in before]:
        why = f"Behind the mark of a remark and not read: {', '.join(map(short, missing[:5]))}."
        remedy = "If it is an order, write it on a line of its own."
        letter.refuse(piece_of(number, 1, raw), Refusal(NOT_UNDERSTOOD, why, remedy))


def _codes(number: int, text: str) -> list[str]:
    """The orders that stand in a text in the book's forms."""
    found = [read_book(piece.compact) for piece in pieces_of(number, text)[:_MOST_REMARKS]]
    return [code_of(one.order) for one in found if one is not None and not isinstance(one.order, Refusal)]


def begins_order(line: str) -> bool:
    """Return whether the first piece of a line is an order in the book's form, or a force by itself, as in an order form."""
    first = pieces_of(1, line)[:1]
    return any(guessing.BARE.fullmatch(one.compact) or read_book(one.compact) is not None for one in first)


def _first_order(letter: _Letter, number: int, text: str) -> QJOrder | None:
    found = (one for piece in pieces_of(number, text) for _, one in orders_in(letter.context, piece) or ())
    return next((one for one in found if not isinstance(one, Refusal)), None)


def _is_order_quoted(letter: _Letter, number: int, raw: str) -> bool:
    """Whether an order stands behind the mark of a quotation. It may be somebody else's, or of an earlier turn: its writer
    is asked."""
    mark = raw.lstrip()[:1]
    plain = raw.lstrip(" \t>|").rstrip()
    found = _first_order(letter, number, plain)
    code = code_of(found) if found is not None else messages.head_of(plain)
    if not code:
        return False
    letter.unread += 1
    if letter.unread <= _MOST_UNREAD:
        why = f'The sign "{mark}" before it marks a quotation, so it was not read.'
        piece = piece_of(number, 1, raw)
        letter.refuse(piece, Refusal(NOT_UNDERSTOOD, why, "If it is an order of yours, write it without the sign:", code))
    return True


def _read_text(letter: _Letter, number: int, raw: str) -> None:
    if letter.pieces > _MOST_PIECES:
        letter.pieces += 1
        return
    raw, purpose = without_purpose(raw)
    before = len(letter.orders)
    pieces = gathered(pieces_of(number, raw))
    if not pieces or (len(pieces) == 1 and (guessing.BARE.fullmatch(pieces[0].compact) or pieces[0].compact in _IGNORED)):
        return
    if said := _MESSAGE_SAID.fullmatch(pieces[0].spaced):
        to = messages.EVERYBODY if said["to"].startswith("ALL ") else said["to"]
        letter.refuse(pieces[0], messages.no_text(to, bool(said["anon"])))
        return
    if _is_chatter(raw) and (len(letter.chatter) > _MOST_CHATTER or not any(orders_in(letter.context, one) for one in pieces)):
        letter.chatter.append((number, short(raw.strip())))
        return
    for piece in pieces:
        _take(letter, piece)
    if purpose and len(letter.orders) > before:
        why = f'The words behind it, "{short(purpose)}", were taken as a remark.'
        letter.refuse(pieces[0], Refusal(NOT_UNDERSTOOD, why), note=True, order=letter.orders[-1].code)


def _take(letter: _Letter, piece: Piece) -> None:
    letter.pieces += 1
    if letter.pieces > _MOST_PIECES:
        return
    found = orders_in(letter.context, piece)
    if found is None and (stay := moves.STAY.fullmatch(simplify(piece.spaced))):
        letter.refuse(piece, Refusal("NO ORDER NEEDED", f"{stay['unit']} stays where it is; that needs no order."), note=True)
        return
    if found is None:
        letter.unread += 1
        if letter.unread <= _MOST_UNREAD:
            letter.refuse(piece, guessing.not_understood(piece, letter.view, guess=letter.unread <= _MOST_GUESSES))
        letter.context.last = None
        return
    room = max(_MOST_PIECES - letter.pieces + 1, 0)
    letter.pieces += len(found) - 1
    for part, order in found[:room]:
        if isinstance(order, Refusal):
            letter.refuse(part, order)
        else:
            letter.add(part, order)
            _tell_start(letter, part, order)


def _tell_start(letter: _Letter, piece: Piece, order: QJOrder) -> None:
    """A note where a move is said to begin elsewhere than its leader stands: perhaps another leader was meant."""
    leader = letter.view.leaders.get(order.leader) if isinstance(order, Move) else None
    said = _START.search(simplify(piece.spaced)) if leader is not None else None
    if leader is not None and said is not None and said["place"] != leader.province:
        why = f"L{leader.number} stands in {leader.province} on your printout, not in {said['place']}."
        letter.refuse(piece, Refusal("NOT THERE", why), note=True, order=code_of(order))


def _is_chatter(raw: str) -> bool:
    """A greeting, a signature, a remark: words without any force, province or sign of an order."""
    spaced = piece_of(1, 1, raw).spaced
    if re.search(r"[A-Z][0-9]|[0-9][A-Z]", spaced):
        return False
    if _WISH.match(simplify(spaced)) and len(spaced.split()) <= _LONGEST_WISH:
        return False
    return not _REFERENCE.search(spaced) and not _VERBS.search(spaced) and re.search(r"[^\W\d_]{2}", spaced) is not None


def _tell_chatter(letter: _Letter) -> None:
    """A note for each line that was no order; whoever shows them draws neighbours together."""
    for line, text in letter.chatter:
        letter.problems.append(
            Problem(NOT_UNDERSTOOD, line, "Left aside, read as a remark and not as an order.", text=text, note=True)
        )


def _read_message(letter: _Letter, body: Body) -> None:
    order, longer = messages.message_of(body)
    head = Piece(body.index + 1, 1, body.raw.strip(), "", "")
    swallowed = _swallowed(body)
    refusal = messages.message_refusal(letter.view, order, letter.messages)
    if refusal is not None:
        letter.refuse(head, refusal, lines=len(body.below) + 1)
        if swallowed is not None:
            letter.refuse(head, swallowed)
        return
    letter.messages += 1
    letter.add(Piece(head.line, 1, "\n".join([head.text, *body.text_below]), "", ""), order)
    if longer:
        lines = ", ".join(map(str, longer))
        most = f"Lines of a message hold at most {messages.LONGEST_LINE} characters"
        why = f"{most}; broken into several: line {lines} of this message."
        letter.refuse(head, Refusal("TOO LONG", why), note=True)
    if swallowed is not None:
        letter.refuse(head, swallowed, note=True)


def _swallowed(body: Body) -> Refusal | None:
    """What to say of lines of a message that look like orders; None when there are none."""
    found = [text.strip() for text in body.text_below if messages.is_head(text) or read_book(piece_of(1, 1, text).compact)]
    if not found:
        return None
    more = f" and {len(found) - 5} more" if len(found) > 5 else ""
    why = f"The lines below it are its text, also those that look like orders: {', '.join(map(short, found[:5]))}{more}."
    return Refusal(NOT_UNDERSTOOD, why, "If they are orders, put a line END or an empty line before them.")
