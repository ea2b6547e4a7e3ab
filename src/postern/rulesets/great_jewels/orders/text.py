"""From a line of a letter to pieces that may be orders: normalising as people write (QJ-29-04, QJ-29-05, ruling 24).

Plain words are made simple before the families look at them: "Please let leader 13 move to the province B4" becomes "L13 MOVE
TO B4"; "the garrison of B2" becomes "GB2".
"""

from __future__ import annotations

import functools
import re
import unicodedata
from dataclasses import dataclass

from postern.game.kit.orders.file import with_words
from postern.rulesets.great_jewels.orders.arguments import PROVINCE
from postern.rulesets.great_jewels.tables import CONTENT

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹘﹣－⁃"), "-")
_STARS = dict.fromkeys(map(ord, "＊∗⁎٭★☆✱✲✳✻"), "*")
_BLANKS = dict.fromkeys(map(ord, "\t\v\f\u00a0\u2007\u2009\u200a\u202f\u2002\u2003\u3000"), " ")
_OTHERS = {**dict.fromkeys(map(ord, "→⇒➡➔➜➞⟶⇨⮕"), ">"), ord("‚"): ",", ord("，"): ",", ord("；"): ";"}
_LOOKALIKES = _DASHES | _STARS | _BLANKS | _OTHERS

_BULLET = re.compile(r"\s*(?:[-*+•·‣◦▪>]\s+|\(?[0-9]{1,3}[.):]\s+|[0-9]{1,2}\ufe0f?\u20e3\s*|\[X\]\s+)+", re.IGNORECASE)
_PICTURES = frozenset({"So", "Sk", "Me"})
"""Kinds of characters that pictures are made of: the picture, its shade, the frame around it."""
_NO_DIGITS = re.compile("([\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089\u2460-\u249b\u24ea-\u24ff\u2776-\u2793]+)")
_STYLES = frozenset("\ufe0e\ufe0f")
_DOUBT = frozenset("❌✖✗✘☒❎⛔🚫👎❓❔🛑☐⬜◻🔲🔳")
"""Pictures that may take back what they stand beside."""
_SMILE = re.compile(r"(?<!\s)\s+(?:[:;=]-?[)(DP]+|<3|\^\^)\s*$")
_ORNAMENT = re.compile(r"[\W_]*")
_PARTS = re.compile(r"(?:\([^()]*\)|[^,;])+")
"""What commas and semicolons part, save those inside of brackets."""
LONGEST_PIECE = 400
"""So many characters may make one order."""
_MOST_QUOTED = 60
_QUOTES = "\"'`´‘’“”„«»"

_BARS = re.compile("[|\u2502\u2503]")
_ROW = re.compile(rf"\s*{_BARS.pattern}(.*){_BARS.pattern}\s*")
_COUNT = re.compile(r"#?[0-9]{1,3}[.):]?")

SIGNATURE = "-- "
"""The line that parts a mail from its signature; nothing after it is read."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a line, where it stood, and its two readable forms.

    ``text`` is as written; ``spaced`` is in capitals with single blanks (for plain words); ``compact`` has no blanks at
    all (for the book's forms). ``line`` and ``column`` count from 1.
    """

    line: int
    column: int
    text: str
    spaced: str
    compact: str


def is_quoted(raw: str) -> bool:
    """True for a line that begins with a mark of quotation."""
    return raw.lstrip().startswith((">", "|"))


def cells_of(raw: str) -> list[str]:
    """The cells of a line drawn as the row of a table ("| L13MB4 | to help KING |"), but for a number that counts the
    rows; none for any other line."""
    row = _ROW.fullmatch(raw)
    cells = [cell.strip() for cell in _BARS.split(row[1]) if not is_ornament(cell)] if row else []
    return cells[1:] if len(cells) > 1 and _COUNT.fullmatch(cells[0]) else cells


def is_ornament(raw: str) -> bool:
    """True for blank lines and lines of marks only ("-----", "***"): nothing that a reader would take for an order."""
    return _ORNAMENT.fullmatch(raw) is not None


@functools.lru_cache(maxsize=1_024)
def spaced_form(text: str) -> str:
    """Capitals, plain characters, single blanks, no full stop or quotation marks around; cut where characters that stand for
    whole sentences make it longer than it was written, and longer than an order may be."""
    plain = _composed(text.translate(_LOOKALIKES))[: max(len(text), LONGEST_PIECE + 1)]
    plain = plain.translate(_LOOKALIKES)
    if not plain.isascii():
        plain = "".join(character for character in plain if unicodedata.category(character)[0] != "C" or character.isspace())
        if _DOUBT.isdisjoint(plain):
            plain = "".join(
                " " if character in _STYLES or unicodedata.category(character) in _PICTURES else character
                for character in plain
            )
    words = " ".join(plain.upper().split())
    return words.strip(_QUOTES + " ").rstrip(".,!").strip()


def _composed(text: str) -> str:
    """The text in compatible characters; a raised or circled digit stays what it is: ``2²`` is not 22."""
    if text.isascii():
        return text
    return "".join(one if _NO_DIGITS.fullmatch(one) else unicodedata.normalize("NFKC", one) for one in _NO_DIGITS.split(text))


def piece_of(line: int, column: int, text: str) -> Piece:
    """The readable forms of a text that is known to stand alone."""
    spaced = spaced_form(text)
    return Piece(line, column, text.strip(), spaced, spaced.replace(" ", ""))


def same_length(raw: str) -> tuple[int, str]:
    """A line with plain characters, without its bullet or number, and how many were cut at its front."""
    flat = raw.translate(_LOOKALIKES)
    bullet = _BULLET.match(flat)
    start = bullet.end() if bullet else len(flat) - len(flat.lstrip())
    return start, flat[start:]


def pieces_of(line: int, raw: str) -> list[Piece]:
    """The pieces of one line, parted at commas and semicolons, empty ones left out."""
    start, rest = same_length(raw)
    comment = rest.find("//")
    rest = _SMILE.sub("", rest if comment < 0 else rest[:comment])
    pieces: list[Piece] = []
    for match in _PARTS.finditer(rest):
        text = match.group()
        lead = len(text) - len(text.lstrip())
        piece = piece_of(line, start + match.start() + lead + 1, raw[start + match.start() : start + match.end()])
        if piece.compact:
            pieces.append(piece)
    return pieces


def joined(first: Piece, second: Piece, link: str = " ") -> Piece:
    """Two pieces that a comma parted, read as one."""
    return Piece(
        first.line,
        first.column,
        f"{first.text}, {second.text}",
        f"{first.spaced}{link}{second.spaced}",
        f"{first.compact}{link.strip()}{second.compact}",
    )


def short(text: str) -> str:
    """A text cut to what a problem quotes of it."""
    return text if len(text) <= _MOST_QUOTED else text[: _MOST_QUOTED - 3] + "..."


_PLAIN = CONTENT.toml("plain")
_PLAIN_PARTS = {"PROVINCE": PROVINCE, **_PLAIN["parts"]}
_FILLERS = frozenset(_PLAIN["fillers"].split())
_NUMBERS = {word: str(number) for number, word in enumerate(_PLAIN["numbers"].split(), start=1)}


def patterns_of(section: str) -> list[tuple[str, str]]:
    """The rows of a section of ``data/plain.toml``: regular expressions, and what stands for what they fit."""
    return [(with_words(pattern, _PLAIN_PARTS), other) for pattern, other in _PLAIN[section]]


_REWRITES = tuple((re.compile(pattern), replacement) for pattern, replacement in patterns_of("rewrites"))


@functools.lru_cache(maxsize=1024)
def simplify(spaced: str) -> str:
    """Simple words for the plain-word forms, single blanks, in capitals. Asked for the same piece by several forms."""
    text = spaced
    for pattern, replacement in _REWRITES:
        text = pattern.sub(replacement, text)
    words = [_NUMBERS.get(word, word) for word in text.split() if word not in _FILLERS]
    return " ".join(words)
