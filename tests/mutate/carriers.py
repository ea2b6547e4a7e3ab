"""Where a clause of a rulebook stands in the code: the parts of modules and the rows of tables that name it, and how to change
them.

A part is a function, a method, or a value at the top of a module with its comment; where only a module's first words name a
clause, all of the module is meant.
"""

from __future__ import annotations

import ast
import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.mutate.mutants import Mutant, mutants

_NUMBER = re.compile(r"(?<![\w.-])-?\d+(?:\.\d+)?(?![\w.-])")


@dataclass(frozen=True)
class Change:
    """A change of a module or a table below ``src``."""

    path: Path
    source: str
    mutant: Mutant

    @property
    def code(self) -> bool:
        """True for a change of a module, False for one of a table."""
        return self.path.suffix == ".py"

    def __str__(self) -> str:
        old = " ".join(self.source[self.mutant.start : self.mutant.end].split())
        return f"{self.path}:{self.mutant.line} {self.mutant.function}: {old[:60]} -> {' '.join(self.mutant.text.split())[:60]}"


def named(text: str, clauses: Sequence[str]) -> list[str]:
    """The clauses that a text names, also as "QJ-29-44 to QJ-29-53" and "QJ-28.1-028, -029"."""
    place = {clause: at for at, clause in enumerate(clauses)}
    prefix = clauses[0].partition("-")[0] if clauses else ""
    word = rf"{prefix}-[0-9][0-9.]*(?:-[0-9]+)+"
    found = [clause for clause in re.findall(word, text) if clause in place]
    for first, last in re.findall(rf"({word}) to ({word})", text):
        if first in place and last in place:
            found += clauses[place[first] : place[last] + 1]
    for first, more in re.findall(rf"({word})((?:, -[0-9]+)+)", text):
        stem = first.rpartition("-")[0]
        found += [clause for end in re.findall(r"-[0-9]+", more) if (clause := f"{stem}{end}") in place]
    return list(dict.fromkeys(found))


def parts(source: str) -> list[tuple[int, int]]:
    """Where the parts of a module begin and end, in lines from 1; comments belong to what they stand above."""
    found: list[tuple[int, int]] = []

    def add(nodes: Sequence[ast.stmt], last: int) -> None:
        for node in nodes:
            end = node.end_lineno or node.lineno
            if isinstance(node, ast.ClassDef):
                add(node.body, last)
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and found and found[-1][1] == last:
                found[-1] = (found[-1][0], end)  # what a value is, below it
            else:
                found.append((last + 1, end))
            last = end

    body = ast.parse(source).body
    words = body[:1] if isinstance(body[0], ast.Expr) else []
    heads = [*words, *(one for one in body if isinstance(one, ast.Import | ast.ImportFrom))]
    add([one for one in body if one not in heads], max((one.end_lineno or 0 for one in heads), default=0))
    return found


def left_out(source: str) -> list[Mutant]:
    """Changes that leave out a call that stands alone, or a value that is set on something."""
    starts = _starts(source)
    found = []
    for node, function in _statements(ast.parse(source), ""):
        called = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom)
        sets = isinstance(node, ast.AugAssign) or (
            isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute | ast.Subscript)
        )
        if function and (called or sets):
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            start = _place(source, starts, node.lineno, node.col_offset)
            end = _place(source, starts, node.end_lineno, node.end_col_offset)
            text = "yield from ()" if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Call) else "pass"
            found.append(Mutant(start, end, text + "\n" * (node.end_lineno - node.lineno), node.lineno, function))
    return found


def _statements(node: ast.AST, function: str) -> Iterator[tuple[ast.stmt, str]]:
    if isinstance(node, ast.FunctionDef):
        function = node.name
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child, function
        yield from _statements(child, function)


def _starts(source: str) -> list[int]:
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _place(source: str, starts: Sequence[int], line: int, column: int) -> int:
    """Columns of the syntax tree count bytes."""
    text = source[starts[line - 1] : starts[line]]
    return starts[line - 1] + len(text.encode()[:column].decode())


def cells(source: str, clause: str, clauses: Sequence[str]) -> list[Mutant]:
    """The changes of a table's cells in rows that name the clause: numbers by one, words by another of the column."""
    lines = source.splitlines(keepends=True)
    starts = _starts(source)
    reader = csv.reader(io.StringIO(source))
    rows, spans, last = [], [], 0
    for row in reader:
        rows.append(row)
        spans.append((last, reader.line_num))
        last = reader.line_num
    found = []
    for row, (first, end) in list(zip(rows, spans, strict=True))[1:]:
        if clause not in named(" ".join(row), clauses):
            continue
        for at, cell in enumerate(row):
            other = _other(cell, [one[at] for one in rows[1:] if at < len(one)], at)
            if other is not None and not named(cell, clauses):
                changed = io.StringIO()
                csv.writer(changed, lineterminator="").writerow([*row[:at], other, *row[at + 1 :]])
                stop = starts[end] - (1 if lines[end - 1].endswith("\n") else 0)
                found.append(Mutant(starts[first], stop, changed.getvalue(), first + 1, ""))
    return found


def _other(cell: str, column: Sequence[str], at: int) -> str | None:
    if _NUMBER.fullmatch(cell):
        return str(int(cell) + 1) if "." not in cell else str(float(cell) + 1)
    if at == 0 or not cell:
        return None
    return next((one for one in column if one and one != cell and len(one) < 40), None)


def settings(source: str, clause: str, clauses: Sequence[str]) -> list[Mutant]:
    """The changes of numbers and switches of a TOML file that stand beside or right below a comment that names the clause."""
    found, below, at = [], False, 0
    for number, line in enumerate(source.splitlines(keepends=True), start=1):
        code, sign, remark = line.partition("#")
        names = bool(sign) and clause in named(remark, clauses)
        if not code.strip():
            below = names or (below and bool(sign))
        elif names or below:
            for match in [*_NUMBER.finditer(code), *re.finditer(r"\b(?:true|false)\b", code)]:
                text = match[0]
                new = {"true": "false", "false": "true"}.get(text) or str(int(text) + 1 if "." not in text else float(text) + 1)
                found.append(Mutant(at + match.start(), at + match.end(), new, number, ""))
        at += len(line)
    return found


def changes_of(files: Mapping[Path, str], clause: str, clauses: Sequence[str]) -> tuple[list[Change], list[Change]]:
    """All changes of the parts and rows that name the clause, and of modules whose first words alone name it."""
    found: list[Change] = []
    whole: list[Change] = []
    for path, source in files.items():
        if clause not in named(source, clauses):
            continue
        if path.suffix == ".csv":
            found += [Change(path, source, one) for one in cells(source, clause, clauses)]
        elif path.suffix == ".toml":
            found += [Change(path, source, one) for one in settings(source, clause, clauses)]
        else:
            every = every_change(path, source)
            lines = source.splitlines()
            mine = [part for part in parts(source) if clause in named("\n".join(lines[part[0] - 1 : part[1]]), clauses)]
            inside = [one for one in every if any(first <= one.mutant.line <= last for first, last in mine)]
            found += inside
            whole += [] if mine else every
    return found, whole


def every_change(path: Path, source: str) -> list[Change]:
    """All changes of a module, in the order of its text."""
    every = [*mutants(source), *left_out(source)]
    return [Change(path, source, one) for one in sorted(every, key=lambda one: (one.start, one.end))]
