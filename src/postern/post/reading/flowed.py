"""Paragraphs that a mail program broke into lines, joined again (RFC 3676, format=flowed)."""

from __future__ import annotations

import re

_BROKEN_BEHIND = 50
"""Columns that a program fills at least before it breaks a line."""
_CODE = re.compile(r"[^\W\d_]{0,3}\d|\S*=")
_QUOTES = re.compile(r"^>*")


def unflow(text: str, delsp: bool) -> str:
    """Join lines that end in a space with the line after them, at the same depth of quotation; undo space-stuffing.

    With `delsp` the space at the break is not part of the text. The signature line `-- ` never flows, nor does a coded order
    with the next one where that would have gone on its line: a telephone leaves a space behind what it completes.
    """
    done: list[list[str]] = []
    open_depth = -1
    for line in text.replace("\r\n", "\n").split("\n"):
        depth = _QUOTES.match(line).end()  # type: ignore[union-attr]  # matches always
        content = line[depth:].removeprefix(" ")
        signature = content == "-- "
        if open_depth == depth and not signature and not _typed_apart(done[-1][-1], content):
            done[-1].append(content)
        else:
            done.append([">" * depth + " " if depth else "", content])
        flows = content.endswith(" ") and not signature
        open_depth = depth if flows else -1
        if flows and delsp:
            done[-1][-1] = content[:-1]
    return "\n".join("".join(pieces) for pieces in done)


def _typed_apart(above: str, below: str) -> bool:
    first = below.split(" ", 1)[0]
    short = len(above.rstrip()) + 1 + len(first) < _BROKEN_BEHIND
    return short and _CODE.match(above) is not None and _CODE.match(below) is not None
