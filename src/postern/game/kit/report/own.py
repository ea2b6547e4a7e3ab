"""HELP for one thing of one's own: the rows about it in the sections of a report that say what a seat has, as a few lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from postern.game.handbook import Topic
from postern.game.report import Section, Table

_MOST_LINES = 12


def about_own(sections: Iterable[Section], word: str) -> Topic | None:
    """Return what the sections say of the unit, place or figure with this number, code or name; None where they have none."""
    tables = [block for section in sections for block in section.blocks if isinstance(block, Table)]
    named = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])", re.IGNORECASE)
    lines = [line for table in tables for line in _lines(table, named)]
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], f"and {len(lines) - _MOST_LINES + 1} more, in your report"]
    return Topic(word, f"Of yours: {word.upper()}", "\n".join(f"- {line}" for line in lines)) if lines else None


def _lines(table: Table, named: re.Pattern[str]) -> Iterator[str]:
    """The rows that are about it, the column that is headed by it, or all that stands in a place of this name."""
    titles = [column.title for column in table.columns]
    for at, title in enumerate(titles[1:], start=1):
        if named.fullmatch(title):
            yield from (f"{row[0]}: {row[at]}" for row in table.rows if row[at].strip(" -"))
            return
    here = named.search(table.caption) is not None and table.caption.startswith("At ")
    for row in table.rows:
        names = (cell for column, cell in zip(table.columns, row, strict=True) if not (column.number or column.wide))
        if here or named.search(row[0]) or any(named.fullmatch(cell.strip()) for cell in names):
            cells = zip(titles[1:], row[1:], strict=True)
            said = [f"{title.lower()} {cell}" if title else cell for title, cell in cells if cell.strip(" -")]
            place = f"{table.caption}: " if table.caption.startswith("At ") else ""
            yield f"{place}{row[0].strip('· ')}; {'; '.join(said)}"
