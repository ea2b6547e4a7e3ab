"""Paragraphs that a mail program broke into lines, joined again (RFC 3676, format=flowed)."""

from __future__ import annotations

import re
from collections.abc import Callable
from unicodedata import east_asian_width

_BROKEN_BEHIND = 40
"""Columns that a program fills at least before it breaks a line."""
_FEWEST = 3
_QUOTES = re.compile(r"^>*")


def stands_nowhere(line: str) -> bool:
    """For a reader that knows no game: no line is said to stand by itself."""
    return False


def is_flowed(text: str) -> bool:
    """Return whether spaces at the ends of lines say where a program broke them: not where all lines end so, as on telephones
    that leave a space behind every word they complete."""
    lines = [line for line in text.replace("\r\n", "\n").split("\n") if line.strip() and not line.startswith(">")]
    return len(lines) < _FEWEST or not all(line.endswith(" ") for line in lines)


def unflow(text: str, delsp: bool, alone: Callable[[str], bool] = stands_nowhere) -> str:
    """Join lines that end in a space with the line after them, at the same depth of quotation; undo space-stuffing.

    With `delsp` the space at the break is not part of the text. The signature line `-- ` never flows, nor does a line on which
    the next one's first word would have had room: no program breaks there, and a telephone leaves a space behind what it
    completes. A line that stands by itself (`alone`) is not joined to the one above.
    """
    done: list[list[str]] = []
    open_depth = -1
    for line in text.replace("\r\n", "\n").split("\n"):
        depth = _QUOTES.match(line).end()  # type: ignore[union-attr]  # matches always
        content = line[depth:].removeprefix(" ")
        signature = content == "-- "
        above = "".join(done[-1][-1:]) if done else ""
        if open_depth == depth and not signature and not _typed_apart(above, content, depth) and not alone(content):
            done[-1].append(content)
        else:
            done.append([">" * depth + " " if depth else "", content])
        flows = content.endswith(" ") and not signature
        open_depth = depth if flows else -1
        if flows and delsp:
            done[-1][-1] = content[:-1]
    return "\n".join("".join(pieces) for pieces in done)


def _typed_apart(above: str, below: str, depth: int) -> bool:
    return depth == 0 and _columns(above.rstrip()) + 1 + _columns(below.split(" ", 1)[0]) < _BROKEN_BEHIND


def _columns(text: str) -> int:
    return len(text) if text.isascii() else sum(1 + (east_asian_width(char) in "WF") for char in text)
