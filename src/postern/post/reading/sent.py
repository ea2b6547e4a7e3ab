"""Letters that we sent, made ready to be compared with what a reply quotes of them."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from email import message_from_bytes
from email.policy import compat32
from functools import cached_property
from html import unescape
from itertools import accumulate

from postern.post.letter import END_MARK
from postern.post.reading.characters import plain_characters

_LONGEST_SENT = 400_000
_TEXT_LIES_WITHIN = 600_000
"""Text and page come before the documents in every letter of ours."""
_OPENING = 10
_DROPPED = dict.fromkeys([*range(10), *range(11, 33), 127, *map(ord, "*_|`#+-\u00b7\u2022\u25e6\u25aa")])
"""White space, and what programs draw when they make plain text of a page: `*bold*`, `|code|`, bullets, frames. It is none of
the words."""
_BETWEEN = "\f"
# What is never closed reaches to the end, and no pattern looks beyond the next tag: a page may be anybody's.
_UNSEEN = re.compile(
    r"<(style|head|script|title)\b.*?(?:</\1>|(?=<body\b)|\Z)|<!--.*?(?:-->|\Z)|"
    r"<(div|span|p)\b[^<>]*display:\s*none[^<>]*>.*?(?:</\2>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_KEPT = re.compile(r"(<pre\b.*?(?:</pre>|\Z))", re.DOTALL | re.IGNORECASE)
_INLINE = re.compile(r"</?(?:b|i|a|u|span|code|strong|em|img|small|sup|sub|font)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")


def bare_lines(lines: Sequence[str]) -> list[str]:
    """Return each line without white space and what is drawn around words, in plain small characters: what stays the same
    however it is wrapped, and whichever program made plain text of our page."""
    text = "\n".join(lines)
    if not text.isascii():
        text = "\n".join([line if line.isascii() else plain_characters(line) for line in lines])
    return text.translate(_DROPPED).casefold().split("\n")


def words_of_page(page: str) -> str:
    """Return what is to be seen of a page, roughly, for comparing its words: tags are taken out, and nothing is laid out."""
    text = _UNSEEN.sub("", page[:_LONGEST_SENT])
    for place, kept in enumerate(pieces := _KEPT.split(text)):
        pieces[place] = kept if place % 2 else kept.replace("\n", " ")
    return unescape(_TAG.sub("\n", _INLINE.sub("", "".join(pieces))))


BARE_END = bare_lines([END_MARK])[0]


@dataclass(frozen=True)
class SentText:
    """The text of a letter of ours as its bare lines, without empty ones and the end mark."""

    lines: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> SentText:
        """Make a text ready as we wrote it."""
        return cls(tuple(line for line in bare_lines(text[:_LONGEST_SENT].split("\n")) if line and line != BARE_END))

    @classmethod
    def of_page(cls, page: str) -> SentText:
        """Make a page ready as we wrote it. Its markup is our own: a few patterns do for a comparison of bare lines."""
        return cls.of(words_of_page(page))

    @cached_property
    def text(self) -> str:
        """All lines in a row."""
        return "".join(self.lines)

    @cached_property
    def begins(self) -> frozenset[int]:
        """Where lines begin in ``text``."""
        return frozenset(self._places[:-1])

    @cached_property
    def ends(self) -> frozenset[int]:
        """Where lines end in ``text``."""
        return frozenset(self._places[1:])

    @cached_property
    def whole(self) -> frozenset[str]:
        """The lines, to be asked for."""
        return frozenset(self.lines)

    @cached_property
    def _places(self) -> list[int]:
        return [*accumulate(map(len, self.lines), initial=0)]


def text_of(text: str) -> SentText:
    """Make a text or a page ready, whichever it is."""
    return SentText.of_page(text) if text.lstrip()[:1] == "<" else SentText.of(text)


def texts_of(raw: bytes) -> list[SentText]:
    """Return the texts of a letter of ours, plain text before its page."""
    letter = message_from_bytes(raw[:_TEXT_LIES_WITHIN], policy=compat32)
    found: list[str] = []
    for kind in ("text/plain", "text/html"):
        parts = [part for part in letter.walk() if part.get_content_type() == kind and not part.get_filename()]
        payloads = [part.get_payload(decode=True) for part in parts]
        found += [payload.decode("utf-8", "replace") for payload in payloads if isinstance(payload, bytes)]
    return [text_of(text) for text in found]


def opening(texts: Sequence[SentText]) -> int:
    """Return a number that tells how a letter's first two texts begin, and nothing else of them."""
    first, second = ([_mark(text.text) for text in texts] + [0, 0])[:2]
    return first << 32 | second


def _mark(bare: str) -> int:
    return zlib.crc32(bare[:_OPENING].encode()) >> 1


def packed(texts: Iterable[SentText]) -> bytes:
    """Return the texts of a letter as bytes, to be kept beside it."""
    return _BETWEEN.join("\n".join(text.lines) for text in texts).encode()


def unpacked(data: bytes) -> list[SentText]:
    """Return what ``packed`` has packed."""
    return [SentText(tuple(text.split("\n"))) for text in data.decode().split(_BETWEEN)]


def _no_part(line: str) -> str:
    return ""


@dataclass(frozen=True)
class SentLetter:
    """A letter of ours: its texts (plain, then of its page), made ready no sooner than they are asked for, and what a line
    of it is in the layout of its game's order letters ("head", "opens", "closes", or ""). Not ``named``: it is only one of
    those that may be answered, and many are alike."""

    texts: Iterable[SentText]
    part_of: Callable[[str], str] = _no_part
    named: bool = True


class Answered:
    """The letters of ours that a letter answers, nearest first: asked for and made ready once, and only as far as it takes.

    Texts given instead of letters are those of one letter.
    """

    def __init__(
        self, letters: Iterable[SentLetter | str], openings: Callable[[], Collection[int] | None] = lambda: None
    ) -> None:
        self._letters, self._openings = iter(letters), openings
        self._ready: list[tuple[list[SentText], Iterator[SentText], SentLetter]] = []

    def __iter__(self) -> Iterator[tuple[SentLetter, Iterator[SentText]]]:
        """Give each letter with its texts."""
        number = 0
        while number < len(self._ready) or self._more():
            ready, rest, letter = self._ready[number]
            yield letter, _kept(ready, rest)
            number += 1

    def may_begin(self, bare: Sequence[str]) -> bool:
        """Return whether one of the letters may begin on one of these lines, without looking into them."""
        known = self._openings()
        marks = {half for one in known or () for half in (one >> 32, one & 0xFFFFFFFF)}
        begins = ("".join(bare[number : number + _OPENING]) for number, line in enumerate(bare) if line)
        return known is None or any(_mark(begin) in marks for begin in begins)

    def _more(self) -> bool:
        letter = next(self._letters, None)
        if letter is None:
            return False
        if isinstance(letter, str):
            given = (letter, *(one for one in self._letters if isinstance(one, str)))
            letter = SentLetter(text_of(text) for text in given)
        self._ready.append(([], iter(letter.texts), letter))
        return True


def _kept(ready: list[SentText], rest: Iterator[SentText]) -> Iterator[SentText]:
    number = 0
    while True:
        if number == len(ready):
            text = next(rest, None)
            if text is None:
                return
            ready.append(text)
        yield ready[number]
        number += 1
