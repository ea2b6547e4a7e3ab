"""Problems in orders as a player is told them; equal ones share one paragraph that names their lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

EARLIER = "earlier"
"""Where a line stands that came with an earlier letter."""
_SHOWN = 3
"""So many different lines with the same mistake are each told apart; of more, so many are quoted."""


@dataclass(frozen=True)
class Correction:
    """A problem as the player is told: what was written, why, and what to write instead.

    ``line`` is its number in the letter just read; 0 where it was on file before (``old``), or is about no line.
    """

    line: int
    text: str
    why: str
    remedy: str
    paste: str
    old: bool = False


@dataclass(frozen=True)
class Paragraph:
    """One problem, or several equal ones: where, the lines to quote, how many more there are, why, what to write instead."""

    where: str
    texts: tuple[str, ...]
    more: int
    why: str
    remedy: str
    paste: str


def folded(mends: Sequence[Correction]) -> tuple[Paragraph, ...]:
    """A paragraph for each problem, and one for all that say the same, in the place of the first.

    Problems are equal when the line and all that is said of it are the same; many are, too, when what is said differs only
    in the line that it quotes.
    """
    gists = [_gist(mend) for mend in mends]
    alike: dict[object, set[str]] = {}
    for gist, mend in zip(gists, mends, strict=True):
        alike.setdefault(gist, set()).add(mend.text)
    groups: dict[object, list[Correction]] = {}
    for gist, mend in zip(gists, mends, strict=True):
        groups.setdefault(gist if len(alike[gist]) > _SHOWN else (gist, mend.text), []).append(mend)
    return tuple(_paragraph(group) for group in groups.values())


def _gist(mend: Correction) -> object:
    """What is said of the line, whatever it quotes, in small letters or in capitals."""
    quoted = mend.text.lower()
    said = [words.lower() for words in (mend.why, mend.remedy)]
    return (mend.line > 0, mend.old, mend.paste, *(words.replace(quoted, "\0") if quoted else words for words in said))


def _texts(mends: Iterable[Correction]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(mend.text for mend in mends))


def _paragraph(group: Sequence[Correction]) -> Paragraph:
    first, texts = group[0], _texts(group)
    lines = sorted({mend.line for mend in group if mend.line})
    where = lines_named(lines) if lines else EARLIER if first.old else ""
    if first.old and len(group) > 1:
        where += f", {len(group)} lines"
    why = first.why
    if len(texts) > 1 and why:
        why += f" So it is with the other {len(group) - 1} lines."
    return Paragraph(where, texts[:_SHOWN], len(texts[_SHOWN:]), why, first.remedy, first.paste)


def lines_named(lines: Sequence[int]) -> str:
    """Says line 7, lines 7 and 9, lines 7, 9 and 12 to 40; ``lines`` ascend."""
    if len(lines) == 1:
        return f"line {lines[0]}"
    runs: list[list[int]] = []
    for line in lines:
        if runs and line == runs[-1][-1] + 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    spans = [span for run in runs for span in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))]
    return f"lines {', '.join(spans[:-1])} and {spans[-1]}" if len(spans) > 1 else f"lines {spans[0]}"
