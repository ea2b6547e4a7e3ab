"""The command that a stranger's letter comes nearest to, where it holds none: misspelt, or a wish to join in plain words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from postern.desk.commands import registry
from postern.desk.language.parse import Body, CommandLine, Form, corrected
from postern.desk.settings.gamename import PATTERN, game_name

_HARMLESS = frozenset({"JOIN", "HELP", "GAMES", "RULES", "PRACTICE", "STANDBY", "OBSERVE"})
"""Commands that may be guessed: they only tell something, are asked about before they count, or begin a game of one's own."""
WISH = re.compile(
    r"\b(?:join|play|seat|sign (?:me )?up|count me in|take part|i'?m in|i want in|let me in|register)\b", re.IGNORECASE
)
"""Words of somebody who wishes to play and has not found the line for it."""
_GAME = re.compile(rf"(?<![\w-])(?P<game>{PATTERN}|[A-Za-z]{{2,}}\d+)(?![\w-])(?P<more>.*)")
_MORE = re.compile(r"[\s,;:.]*(?:(?:and|but|please)\s+)*", re.IGNORECASE)
_LONGEST = 60


def nearest(lines: Sequence[str]) -> tuple[CommandLine, str] | None:
    """The command that the first line with a wish stands for, and a sentence that says so; None where no line has one."""
    for at, line in enumerate(lines):
        found = _slip(line) or _in_words(line)
        if found is not None:
            form, rest = found
            body = tuple(lines[at + 1 :]) if form.body is Body.ANSWERS else ()
            typed = " ".join(line.split())
            typed = f"{typed[:_LONGEST]}..." if len(typed) > _LONGEST else typed
            return CommandLine(form.name, at + 1, rest, body), f'I took "{typed}" as {f"{form.name} {rest}".strip()}.'
    return None


def _slip(line: str) -> tuple[Form, str] | None:
    found = corrected(line, registry.forms())
    return found if found is not None and found[0].name in _HARMLESS else None


def _in_words(line: str) -> tuple[Form, str] | None:
    """A sentence that wishes to join and names a game: "I want to join QJ-101 as OTIS"."""
    found = _GAME.search(line) if WISH.search(line) else None
    if found is None:
        return None
    more = _MORE.sub("", found["more"], count=1).rstrip(" .!")
    return registry.forms()["JOIN"], f"{game_name(found['game'])} {more}".strip()
