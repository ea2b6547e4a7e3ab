"""What a player may have meant: the nearest order for a line that cannot be read; offered, never taken (ruling 24).

With it remarks without a sign before them: plain words behind an order that tell what it is for ("L13MB4 to help Anna").
"""

from __future__ import annotations

import re
from functools import cache

from rapidfuzz import fuzz, process

from postern.game.kit.orders.grammar import Found
from postern.game.kit.orders.kinds import Form, Refusal
from postern.rulesets.great_jewels import tables
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, PROVINCE, clean, goods
from postern.rulesets.great_jewels.orders.families import GRAMMAR, code_of, read_book, read_plain
from postern.rulesets.great_jewels.orders.reading.examples import COMPASS, compass_refusal, remedy
from postern.rulesets.great_jewels.orders.reading.pieces import SAYS_HOW, in_view
from postern.rulesets.great_jewels.orders.text import Piece, piece_of, pieces_of, same_length, short, simplify, spaced_form
from postern.rulesets.great_jewels.turn.orders import Destroy, QJOrder, Ravage

_SWAPS = (("O", "0"), ("I", "1"), ("|", "1"))
_AS_FIGURES = str.maketrans("LIO|", "1101")
_NEXT = re.compile(r"[0-9](?:L|[IO|](?=[0-9]))")
"""A figure with the letter of the next leader or province behind it: as a figure it would make a far larger number."""
_NEAR_WORD = 68
_LONGEST = 80
_QUOTED = 24
"""Up to this length a line is named once more in what is said of it."""
_LETTERS = "MAGLTRBKFSCX"
_STRAY = re.compile(r"(?<![0-9])[^0-9]|[^0-9](?![0-9])")
"""A character that may be left out: between figures it parts two numbers."""


_VOCABULARY = tuple(
    sorted(
        "MOVE MARCH SAIL FORCEMARCH ATTACK ASSAULT BUILD RAID MUSTER RAVAGE GARRISON DESTROY GIVE HAND TRANSFER TROOPS ZORANS "
        "TOWERS RAMS CITADEL NAVY NAVIES ROAD PEACE HOSTILE WAYLAY ALLY MERCENARIES UNLOCK ACCEPT TO FROM WITH".split()
    )
)
"""The words to which others are mended."""


def words_of_orders(spaced: str) -> frozenset[str]:
    """Those of these words that orders are said with, with the endings that verbs take."""
    known = frozenset(_VOCABULARY)
    words = re.findall(r"[A-Z]{2,}", spaced)
    return frozenset(word for word in words if not known.isdisjoint({word, re.sub(r"(?:S|ES|ED|ING)$", "", word)}))


def nearest_order(piece: Piece) -> QJOrder | None:
    """An order that the piece becomes by mending its words or one character; None when nothing near makes sense."""
    if len(piece.compact) > _LONGEST:
        return None
    return _by_words(piece.spaced) or _by_signs(piece.compact)


def _order(found: Found | None) -> QJOrder | None:
    return None if found is None or isinstance(found.order, Refusal) else found.order


def _harmless(found: Found | None) -> QJOrder | None:
    """The order unless it lays waste what is one's own: that is never guessed."""
    return None if isinstance(order := _order(found), Ravage | Destroy) else order


def _by_words(spaced: str) -> QJOrder | None:
    mended: list[str] = []
    changed = False
    for word in simplify(spaced).split():
        near = None
        if len(word) >= 3 and word.isalpha() and word not in _VOCABULARY:
            near = process.extractOne(word, _VOCABULARY, scorer=fuzz.ratio, score_cutoff=_NEAR_WORD)
        mended.append(near[0] if near else word)
        changed = changed or near is not None
    return _harmless(read_plain(" ".join(mended))) if changed else None


def _by_signs(compact: str) -> QJOrder | None:
    """O for 0 and the like, a doubled or stray character, a slip of one letter."""
    if len(compact) > 24:
        return None
    tries = [re.sub(r"^(T[0-9]+)(?=[A-Z+-])", r"\1=", compact), re.sub(r"^L[0-9]+(?=T[0-9]+=)", "", compact)]
    tries += [f"G{compact}"] if re.match(PROVINCE, compact) else []
    tries += [f"L{compact[1:]}"] if re.match(r"[I|][0-9]", compact) else []
    if not _NEXT.search(compact):
        tries.append(re.sub(r"(?<=[A-S])[LIO|0-9]+(?![0-9])", lambda found: found[0].translate(_AS_FIGURES), compact))
        tries += [compact.replace(old, new) for old, new in _SWAPS if old in compact]
    tries += [re.sub(r"[^A-Z0-9#*=+\-\[\]]", "", compact), re.sub(r"^[0-9]{1,3}[.):]", "", compact)]
    for old in ("TO", "->", ">"):
        tries.append(compact.replace(old, ""))
    tries += [f"{compact[: one.start()]}{compact[one.end() :]}" for one in _STRAY.finditer(compact)]
    for index, character in enumerate(compact):
        if character.isalpha():
            tries += [compact[:index] + other + compact[index + 1 :] for other in _LETTERS if other != character]
    for text in tries:
        if text != compact and (order := _harmless(read_book(text))) is not None:
            return order
    return None


def _skeleton(compact: str) -> str:
    text = re.sub(r"L[0-9]+", "l", compact[:40])
    text = re.sub(r"G" + PROVINCE, "g", text)
    text = re.sub(PROVINCE, "p", text)
    return re.sub(r"[0-9]+|#", "q", text)


def _skeleton_of_form(form: Form) -> str:
    """The same of a form; the orders of single talismans are left out."""
    return _skeleton_shown(form.shown)


@cache
def _skeleton_shown(shown: str) -> str:
    if re.match("T(?:n=|[0-9])", shown):
        return ""
    text = re.sub(r"L(?:nn|mm)", "l", shown)
    text = re.sub(r"Gp[0-9]", "g", text)
    text = re.sub(r"(?:p[0-9])+(?:\.\.\.)?", "p", text)
    return re.sub(r"qq|nn", "q", text)


GUESS, TO_MOVE = "Did you mean this?", "To move:"
"""The remedies of guesses, which are to be tried out before they are shown."""

BARE = re.compile(rf"L[0-9]{{1,9}}|G{PROVINCE}|T[0-9]{{1,3}}")
"""A force or a talisman by itself: in the order form it orders nothing."""

_HELD = re.compile(r"L[0-9]{1,9}T0*([1-9][0-9]{0,2})(?:TO(?!WERS).*)?")
"""A leader and a talisman, perhaps with its receiver, and no troops: the talisman's own order needs no leader."""

_NO_NUMBER = re.compile(rf"(?P<giver>L[0-9]{{1,9}}|G{PROVINCE})T(?P<goods>[TZRS]?)(?P<receiver>L[0-9]{{1,9}}|G)")
"""A transfer that does not say how many."""

LEADER_AND_PLACE = re.compile(rf"L0*([1-9][0-9]{{0,8}})((?:[-/~:.]*{PROVINCE})+)")
"""A leader and provinces with nothing between, or a dash: most likely a move."""


def not_understood(piece: Piece, view: View, guess: bool) -> Refusal:
    """The refusal of a piece that cannot be read, with the nearest order or form when ``guess`` is set, or else with
    examples of the reader's own."""
    written = short(piece.text)
    begun = (
        read_book(piece_of(piece.line, piece.column, piece.text.split()[0]).compact) if guess and " " in piece.text else None
    )
    spaced = simplify(piece.spaced)
    if BARE.fullmatch(piece.compact):
        return Refusal(NOT_UNDERSTOOD, f"{written} stands here without an order.", "Write on after it, or leave it out.")
    why = f"{written if len(written) <= _QUOTED else 'This'} could not be read as an order."
    if (held := _HELD.fullmatch(piece.compact)) and int(held[1]) in view.talismans:
        return Refusal(NOT_UNDERSTOOD, why, remedy(f"T{held[1]}", view))
    if bare := _NO_NUMBER.fullmatch(piece.compact):
        sign = bare["goods"] or "T"
        code = f"{bare['giver']}T#{sign}{bare['receiver']}"
        if _order(read_book(code)) is not None:
            said = f"{why} It does not say how many {goods(sign)}."
            return Refusal(NOT_UNDERSTOOD, said, "All of them, or a number for #:", code)
    found = LEADER_AND_PLACE.fullmatch(piece.compact) if guess else None
    way = [clean(name) for name in re.findall(PROVINCE, found[2])] if found else []
    if found and all(map(tables.exists, way)):
        code = f"L{int(found[1])}M{''.join(way)}"
        return Refusal(NOT_UNDERSTOOD, f"{written} does not say what L{int(found[1])} does.", TO_MOVE, code)
    without = _order(read_plain(" ".join(COMPASS.sub(" ", spaced).split()))) if COMPASS.search(spaced) else None
    order = without or _harmless(begun) or (nearest_order(piece) if guess else None)
    if order is not None and isinstance(in_view(view, Found(order, {})), Refusal):
        order = None
    compass = compass_refusal(spaced, view) if without is None else None
    if compass is not None:
        return compass
    if order is not None:
        return Refusal(NOT_UNDERSTOOD, why, GUESS, code_of(order))
    form = GRAMMAR.nearest_form(_skeleton(piece.compact), _skeleton_of_form) if guess else None
    if form is not None and not re.search("[A-Z]{3}", piece.compact):
        return Refusal(NOT_UNDERSTOOD, why, f"The nearest form is {form.shown}, as in {GRAMMAR.example(form)} ({form.help}).")
    return Refusal(NOT_UNDERSTOOD, why, remedy(spaced, view))


_APART = re.compile(r"\t\s*|\s{2,}")
"""What parts such a remark from its order: two blanks, or a tab."""
_PURPOSE = re.compile(
    r"(?:TO|FOR|SO THAT|BECAUSE|AS (?:AGREED|PROMISED|PLANNED|YOU ASKED))(?: [^\W\d_]+(?:['’-][^\W\d_]+)*,?)*"
)
_GOES_ON = re.compile(
    r"\b(?:IF|TODAY|TURNS?|THEN|AND|OR|ALSO|TOO|BUT|ELSE|POSSIBLE|CASE|WITH|WITHOUT|ALL|BOTH|EACH|HALF|REST|BE|DO|PEACE|WAR"
    r"|LAST|FIRST|BACK|AGAIN|TWICE|VIA|THROUGH|ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN"
    r"|(?:EVERY|FORC|CONFIRM|DISCUSS|CHECK|DECI[DS]|CONSIDER|THINK|ASK(?!ED)|STAY"
    r"|ROAD|NAV|SHIP|FLEET|BOAT|CITADEL|CASTLE|WALL|CSP|RAM|TOWER|TROOP|MEN|SOLDIER|ZORAN|GOLD|MONEY|GARRISON"
    r"|PALANTIR|TALISMAN|JEWEL|SPELL|CARPET)\w*)\b"
)
"""Words that may go on with the order, besides those that say how, when or whether (``SAYS_HOW``)."""
_NO_WORD_OF_AN_ORDER = frozenset({"TO", "FROM"})
_LONGEST_PURPOSE = 100


def without_purpose(raw: str) -> tuple[str, str]:
    """The line and "", or the one order of the book on it and the words behind two blanks or a tab that tell what it is for.

    Words that may be more than that stay where they are: a condition, another order or a part of one.
    """
    start, _ = same_length(raw)
    gap = _APART.search(raw, start)
    words = raw[gap.end() :].strip() if gap is not None else ""
    if gap is None or not words or len(words) > _LONGEST_PURPOSE:
        return raw, ""
    spaced = spaced_form(words)
    if not _PURPOSE.fullmatch(spaced) or " " not in spaced or COMPASS.search(spaced):
        return raw, ""
    if SAYS_HOW.search(spaced) or _GOES_ON.search(spaced):
        return raw, ""
    if words_of_orders(spaced) - _NO_WORD_OF_AN_ORDER:
        return raw, ""
    pieces = pieces_of(1, raw[: gap.start()])
    whole = len(pieces) == 1 and read_book(pieces[0].compact) is not None
    return (raw[: gap.start()], words) if whole else (raw, "")
