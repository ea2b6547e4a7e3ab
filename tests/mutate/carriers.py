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
from collections import Counter
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
    """The clauses that a text names, also as "QJ-29-44 to QJ-29-53", "QJ-28.1-028 to -031", "AC-03-12..15", "QJ-24-11, -12" and
    "CF-19.2-02, 03"."""
    place = {clause: at for at, clause in enumerate(clauses)}
    prefix = clauses[0].partition("-")[0] if clauses else ""
    word = rf"{prefix}-(?:[0-9]|[A-Z]+)[0-9.]*(?<!\.)(?:-[0-9]+)+"
    found = [clause for clause in re.findall(word, text) if clause in place]
    for first, last in re.findall(rf"({word}) to ({word})", text):
        if first in place and last in place:
            found += clauses[place[first] : place[last] + 1]
    for first, end in re.findall(rf"({word})(?:\.\.| to )-?([0-9]+)", text):
        last = f"{first.rpartition('-')[0]}-{end}"
        if first in place and last in place:
            found += clauses[place[first] : place[last] + 1]
    for first, more in re.findall(rf"({word})((?:, -?[0-9]{{2,3}}(?![\d.-]))+)", text):
        stem = first.rpartition("-")[0]
        found += [clause for end in re.findall(r"[0-9]+", more) if (clause := f"{stem}-{end}") in place]
    return list(dict.fromkeys(found))


@dataclass(frozen=True)
class Part:
    """The lines of a module in which a clause may be named, and those that then carry it out: from 1, the last included."""

    named: tuple[int, int]
    carries: tuple[int, int]


def parts(source: str) -> list[Part]:
    """The parts of a module in order; comments belong to what they stand above, and a class is meant by its first words."""
    found: list[Part] = []

    def add(nodes: Sequence[ast.stmt], last: int) -> None:
        for node in nodes:
            end = node.end_lineno or node.lineno
            if isinstance(node, ast.ClassDef):
                words = node.body[:1] if _is_text(node.body[0]) else []
                head = words[0].end_lineno or last if words else node.body[0].lineno - 1
                found.append(Part((last + 1, head), (last + 1, end)))
                add(node.body[len(words) :], head)
            elif _is_text(node) and found and found[-1].named[1] == last:
                first = found[-1].named[0]
                found[-1] = Part((first, end), (first, end))  # what a value is, below it
            else:
                found.append(Part((last + 1, end), (last + 1, end)))
            last = end

    body = ast.parse(source).body
    heads = [*body[: _is_text(body[0])], *(one for one in body if isinstance(one, ast.Import | ast.ImportFrom))]
    add([one for one in body if one not in heads], max((one.end_lineno or 0 for one in heads), default=0))
    return found


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


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
    rows = _rows(source)
    return [
        _row_changed(span, row, at, other)
        for span, row in rows[1:]
        if clause in named(" ".join(row), clauses)
        for at, cell in enumerate(row)
        if not named(cell, clauses)
        and (other := _other(cell, [one[at] for _, one in rows[1:] if at < len(one)], at)) is not None
    ]


def _other(cell: str, column: Sequence[str], at: int) -> str | None:
    if _NUMBER.fullmatch(cell):
        return _more(cell)
    if at == 0 or not cell:
        return None
    return next((one for one in column if one and one != cell and len(one) < 40), None)


def told_cells(files: Mapping[Path, str], statement: str, most: int = 4) -> list[Change]:
    """The changes of table cells that a clause is about: numbers of its statement, in the rows that share most words with
    it. For a clause that is data and that no row names."""
    words, numbers = _words(statement), {one.replace(",", "") for one in re.findall(r"\d[\d,]*(?:\.\d+)?", statement)}
    tables = [(path, source, _rows(source)[1:]) for path, source in files.items() if path.suffix == ".csv"]
    often = Counter(word for _, _, rows in tables for _, row in rows for word in words & _words(" ".join(row)))
    ranked: list[tuple[float, Change]] = []
    for path, source, rows in tables:
        for span, row in rows:
            shared = words & _words(" ".join(row))
            found = [at for at, cell in enumerate(row) if _NUMBER.fullmatch(cell) and cell in numbers]
            if len(shared) > 1 and found:
                score = sum(1 / often[word] for word in shared)
                ranked += [(-score, Change(path, source, _row_changed(span, row, at, _more(row[at])))) for at in found]
    return [change for _, change in sorted(ranked, key=lambda pair: pair[0])][:most]


def _words(text: str) -> set[str]:
    return {word.rstrip("s") for word in re.findall(r"[a-z]{3,}", text.lower())}


def _more(number: str) -> str:
    return str(float(number) + 1) if "." in number else str(int(number) + 1)


def _rows(source: str) -> list[tuple[tuple[int, int, int], list[str]]]:
    """The rows of a table, each with where its text begins and ends and its line."""
    lines, starts = source.splitlines(keepends=True), _starts(source)
    reader = csv.reader(io.StringIO(source))
    found, last = [], 0
    for row in reader:
        stop = starts[reader.line_num] - (1 if lines[reader.line_num - 1].endswith("\n") else 0)
        found.append(((starts[last], stop, last + 1), row))
        last = reader.line_num
    return found


def _row_changed(span: tuple[int, int, int], row: Sequence[str], at: int, text: str) -> Mutant:
    changed = io.StringIO()
    csv.writer(changed, lineterminator="").writerow([*row[:at], text, *row[at + 1 :]])
    return Mutant(span[0], span[1], changed.getvalue(), span[2], "")


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
                new = {"true": "false", "false": "true"}.get(text) or _more(text)
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
            texts = ((part, "\n".join(lines[part.named[0] - 1 : part.named[1]])) for part in parts(source))
            mine = [part.carries for part, text in texts if clause in named(text, clauses)]
            inside = [one for one in every if any(first <= one.mutant.line <= last for first, last in mine)]
            found += inside
            whole += [] if mine else every
    return found, whole


def every_change(path: Path, source: str) -> list[Change]:
    """All changes of a module, in the order of its text."""
    every = [*mutants(source), *left_out(source)]
    return [Change(path, source, one) for one in sorted(every, key=lambda one: (one.start, one.end))]
