"""Text in columns of a terminal: wrapping by display width, and tables whose long cells wrap within their column."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from postern.game.report import Table
from postern.render.marks import one_line, plain, width

GAP = 2
_LEAST = 6
_LONGEST_ADDRESS = 900
"""Longer ones would not fit on a line of a mail (RFC 5321)."""
_SQUEEZED = 24


def is_whole(word: str) -> bool:
    """Whether the word is an address of the web or of mail, which opens nothing once it is broken."""
    return len(word) <= _LONGEST_ADDRESS and ("://" in word or "@" in word[1:-1] or word.lower().startswith("www."))


def wrap(text: str, columns: int, first: str = "", rest: str = "", *, addresses: bool = False) -> list[str]:
    """The text on lines of at most ``columns``, ``first`` before the first line and ``rest`` before each other one.

    Words longer than a line are cut; with ``addresses`` those stay whole, on a line of their own. Line ends in the text are
    kept; an empty text gives one line with ``first``.
    """
    lines: list[str] = []
    for part in text.split("\n") or [""]:
        lead = first if not lines else rest
        line, used = lead, width(lead)
        empty = True
        for word in part.split():
            while True:
                need = width(word) + (0 if empty else 1)
                if used + need <= columns:
                    line, used, empty = line + ("" if empty else " ") + word, used + need, False
                    break
                if not empty:
                    lines.append(line)
                    line, used, empty = rest, width(rest), True
                    continue
                if addresses and is_whole(word):
                    line, used, empty = line + word, used + need, False
                    break
                head = _fit(word, max(1, columns - used))
                lines.append(line + head)
                word = word[len(head) :]
                line, used = rest, width(rest)
        if not empty or not part.split():
            lines.append(line.rstrip())
    return lines


def table_lines(table: Table, columns: int) -> list[str]:
    """The table as lines of at most ``columns``: side by side when it fits, else one record after another."""
    rows = [tuple(plain(cell) for cell in row) for row in table.rows]
    heads = [one_line(column.title) for column in table.columns]
    remark = _remark(table, heads, rows, columns)
    if remark is not None:
        return _with_remarks(table, remark, columns)
    widths = _widths(table, heads, rows, columns)
    lines = wrap(plain(table.caption), columns) if table.caption else []
    if widths is None:
        return lines + _records(heads, rows, columns)
    right = [column.number for column in table.columns]
    lines += _row(heads, widths, right)
    lines.append((" " * GAP).join("-" * size for size in widths))
    for row in rows:
        lines += _row(row, widths, right)
    return lines


def pad(text: str, columns: int, right: bool = False) -> str:
    """The text filled with blanks to ``columns``, on its left when ``right``."""
    blanks = " " * max(0, columns - width(text))
    return blanks + text if right else text + blanks


def _remark(table: Table, heads: Sequence[str], rows: Sequence[Sequence[str]], columns: int) -> int | None:
    """The last column's index when it is wide and would be squeezed: its cells then go on lines of their own."""
    last = len(heads) - 1
    if last < 2 or not table.columns[last].wide:
        return None
    widths = _widths(table, heads, rows, columns)
    natural = max((_longest_line(row[last]) for row in rows), default=0)
    return last if widths is None or widths[last] < min(natural, _SQUEEZED) else None


def _with_remarks(table: Table, last: int, columns: int) -> list[str]:
    """The table without its last column, each row's last cell below it, indented."""
    narrow = Table(table.columns[:last], tuple(row[:last] for row in table.rows), table.caption)
    heads = [one_line(column.title) for column in narrow.columns]
    rows = [tuple(plain(cell) for cell in row) for row in narrow.rows]
    widths = _widths(narrow, heads, rows, columns)
    if widths is None:
        wide = [tuple(plain(cell) for cell in row) for row in table.rows]
        return _records([one_line(column.title) for column in table.columns], wide, columns)
    right = [column.number for column in narrow.columns]
    lines = wrap(plain(table.caption), columns) if table.caption else []
    lines += [*_row(heads, widths, right), (" " * GAP).join("-" * size for size in widths)]
    for row, whole in zip(rows, table.rows, strict=True):
        lines += _row(row, widths, right)
        remark = plain(whole[last])
        lines += wrap(remark, columns, "    ", "    ") if remark else []
    return lines


def _fit(word: str, columns: int) -> str:
    """The longest head of the word that takes at most ``columns`` (at least one character)."""
    head = ""
    for character in word:
        if head and width(head + character) > columns:
            break
        head += character
    return head


def _row(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> list[str]:
    stacks = [wrap(cell, size) for cell, size in zip(cells, widths, strict=True)]
    blanks = [""] * len(widths)
    return [
        (" " * GAP)
        .join(
            pad(piece or blank, size, number) for piece, blank, size, number in zip(pieces, blanks, widths, right, strict=True)
        )
        .rstrip()
        for pieces in zip_longest(*stacks)
    ]


def _widths(table: Table, heads: Sequence[str], rows: Sequence[Sequence[str]], columns: int) -> list[int] | None:
    """A width for each column, or None when the table is too wide to stand side by side."""
    if not heads:
        return None
    count = range(len(heads))
    natural = [max([_longest_line(heads[i]), *(_longest_line(row[i]) for row in rows)], default=1) for i in count]
    least = [max([_longest_word(heads[i]), *(_longest_word(row[i]) for row in rows)], default=1) for i in count]
    least = [natural[i] if table.columns[i].number else min(natural[i], max(least[i], _LEAST)) for i in count]
    room = columns - GAP * (len(heads) - 1)
    if sum(natural) <= room:
        return [max(1, size) for size in natural]
    if sum(least) > room:
        least = [min(size, 18) if table.columns[i].wide else size for i, size in enumerate(least)]
        if sum(least) > room:
            return None
    widths = list(least)
    soft = [i for i in count if table.columns[i].wide] or [i for i in count if natural[i] > least[i]]
    hard = [i for i in count if i not in soft]
    for i in hard:
        widths[i] += min(natural[i] - least[i], room - sum(widths))
    while (spare := room - sum(widths)) > 0 and (open_ := [i for i in soft if widths[i] < natural[i]]):
        for i in open_[: max(1, spare)]:
            widths[i] += 1
    if any(table.columns[i].wide and widths[i] < min(natural[i], 12) for i in count):
        return None
    return [max(1, size) for size in widths]


def _longest_line(cell: str) -> int:
    return max(width(line) for line in cell.split("\n"))


def _longest_word(cell: str) -> int:
    return max((width(word) for word in cell.split()), default=0)


def _records(heads: Sequence[str], rows: Sequence[Sequence[str]], columns: int) -> list[str]:
    """Each row as a record: its first cell as a line, the others below it as ``heading: value`` phrases."""
    lines: list[str] = []
    for row in rows:
        lines += wrap(row[0], columns)
        pairs = [f"{head}: {cell}" if head else cell for head, cell in zip(heads[1:], row[1:], strict=True) if cell]
        if pairs:
            lines += wrap("; ".join(pairs), columns, "    ", "    ")
    return lines
