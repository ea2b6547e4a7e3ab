"""Undo what editors and telephones do to plain characters: curly quotes, odd spaces, bullets, arrows."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from postern.post.letter import Frame

_REPLACED = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4\uff07", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63", "-"),
    **dict.fromkeys("\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t", " "),
    "\u2026": "...",
    "\u2192": "->",
    "\u2190": "<-",
    "\u21d2": "=>",
    "\u00d7": "x",
    "\u2217": "*",
    "\u2044": "/",
    "\u00bd": "1/2",
    "\u00bc": "1/4",
    "\u00be": "3/4",
}
_TABLE = str.maketrans(_REPLACED)
_FULL_WIDTH = re.compile(r"[\uff01-\uff5e]")
_BULLET = re.compile(
    r"^(\s*)(?:[\u2022\u2023\u2043\u2219\u25aa\u25ab\u25cf\u25cb\u25e6\u25a0\u00b7\uf0b7\u27a2\u2713\u2714]\s*|[-\u2013\u2014*+]\s+|o\s{2,})(?=\S)"
)
_NUMBERED = re.compile(r"^\s*(\d{1,3})[.)]\s+(?=\S)")
_MOST_MARKS = 30
_LINK = r"(?:tel|sms|callto|skype|facetime|geo|maps|https?|x-apple-data-detectors):"
_APPENDED = re.compile(rf"(?<=\S)(?: ?<{_LINK}[^<>\s]{{0,800}}>|<mailto:[^<>\s]{{0,300}}>)", re.IGNORECASE)
"""A link that a program wrote behind a word of which it is made: `3104<tel:3104>`."""
_LINKED = re.compile(rf"\[([^\[\]]{{1,80}})\]\({_LINK}[^()\s]{{0,800}}\)", re.IGNORECASE)
_STARRED = re.compile(r"^\s*\*([^*]+)\*\s*$")


def without_unseen(text: str) -> str:
    """The text without characters that show nothing (joiners, marks of direction): they hide how a line begins or ends."""
    if text.isascii():
        return text
    return "".join(char for char in text if unicodedata.category(char) != "Cf")


def plain_characters(line: str) -> str:
    """The line in plain characters, letters of all scripts kept (composed form), control characters dropped."""
    if line.isascii() and line.isprintable():
        return line
    plain = unicodedata.normalize("NFC", _without_piles(line)).translate(_TABLE)
    plain = _FULL_WIDTH.sub(lambda match: chr(ord(match.group()) - 0xFEE0), plain)
    if plain.isprintable():  # then none of those below is in it
        return plain
    return "".join(char for char in plain if char >= " " and unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co"))


def _without_piles(line: str) -> str:
    """The line with at most thirty marks on one letter (the stream-safe form of Unicode's annex 15): to bring the marks of
    a letter into their order takes time by the square of their number."""
    if len(line) - len(line.encode("ascii", "ignore")) <= _MOST_MARKS:
        return line  # no mark is ASCII
    done: list[str] = []
    marks = 0
    for char in line:
        marks = marks + 1 if unicodedata.combining(char) else 0
        if marks <= _MOST_MARKS:
            done.append(char)
    return "".join(done)


def plain_lines(lines: Iterable[str]) -> list[str]:
    """Lines in plain characters, without list bullets, list numbers, bold stars around a line and links behind words; ends
    stripped."""
    given = list(lines)
    linked = [_APPENDED.sub("", _LINKED.sub(r"\1", line)) if ":" in line else line for line in given]
    # Bullets first: some of them are private characters that the next step drops.
    plain = [_STARRED.sub(r"\1", plain_characters(_BULLET.sub(r"\1", line))).rstrip() for line in linked]
    return [Frame(line) if isinstance(was, Frame) else line for was, line in zip(given, _without_numbers(plain), strict=True)]


def _without_numbers(lines: Sequence[str]) -> list[str]:
    """Drop the numbers of a list, where at least two lines count up from one; other leading numbers are content."""
    done = list(lines)
    run: list[int] = []
    for place, line in enumerate([*lines, ""]):
        match = _NUMBERED.match(line)
        if match is not None and int(match.group(1)) == len(run) + 1:
            run.append(place)
            continue
        if line.strip() or place == len(lines):
            if len(run) > 1:
                for numbered in run:
                    done[numbered] = _NUMBERED.sub("", lines[numbered])
            run = [place] if match is not None and match.group(1) == "1" else []
    return done


def trimmed(lines: Sequence[str]) -> list[str]:
    """The lines without empty ones at either end and with at most one empty line between others."""
    done: list[str] = []
    for line in lines:
        if line.strip() or (done and done[-1]):
            done.append(line if line.strip() else "")
    while done and not done[-1]:
        done.pop()
    return done
