"""Single changes of a module: a number, a comparison, a branch, an "and" for an "or".

Found by the syntax tree, made in the text. Libraries for this (mutmut, cosmic-ray) choose tests by file or run them all; here
the clauses choose, so this is all that is left to do.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
_ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
}


@dataclass(frozen=True)
class Mutant:
    """One change: the text from ``start`` to ``end`` (in characters) becomes ``text``."""

    start: int
    end: int
    text: str
    line: int
    function: str
    """The function around it, "" at the top of the module."""

    def applied(self, source: str) -> str:
        """The module with the change."""
        return source[: self.start] + self.text + source[self.end :]


def mutants(source: str) -> list[Mutant]:
    """All changes of a module, in the order of its text. Names of annotations, docstrings and texts are left alone, and what a
    class is decorated with: whether it is frozen or has slots is no rule."""
    tree = ast.parse(source)
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    lines = source.splitlines()

    def place(line: int, column: int) -> int:
        """Columns of the syntax tree count bytes."""
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    def span(node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return place(node.lineno, node.col_offset), place(node.end_lineno, node.end_col_offset)

    def between(left: ast.expr, right: ast.expr, old: str, new: str, function: str) -> Iterator[Mutant]:
        start, end = span(left)[1], span(right)[0]
        at = source.find(old, start, end)
        if at >= 0:
            yield Mutant(at, at + len(old), new, source.count("\n", 0, at) + 1, function)

    def visit(node: ast.AST, function: str) -> Iterator[Mutant]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            function = node.name
            inner: list[ast.AST] = [*node.body, *node.args.defaults, *(one for one in node.args.kw_defaults if one)]
        elif isinstance(node, ast.ClassDef):
            inner = [*node.bases, *node.body]
        elif isinstance(node, ast.AnnAssign):
            inner = [node.value] if node.value is not None else []
        elif isinstance(node, ast.JoinedStr):
            inner = []
        else:
            inner = list(ast.iter_child_nodes(node))
        yield from changes(node, function)
        for child in inner:
            yield from visit(child, function)

    def changes(node: ast.AST, function: str) -> Iterator[Mutant]:
        match node:
            case ast.Constant(value=value) if type(value) is int:
                start, end = span(node)
                yield Mutant(start, end, str(value + 1), node.lineno, function)
            case ast.Constant(value=value) if type(value) is bool:
                start, end = span(node)
                yield Mutant(start, end, str(not value), node.lineno, function)
            case ast.Compare(left=left, ops=ops, comparators=right):
                for one, operator, other in zip([left, *right], ops, right, strict=False):
                    yield from between(one, other, *_COMPARISONS[type(operator)], function)
            case ast.BinOp(left=left_side, op=operation, right=right_side) if type(operation) in _ARITHMETIC:
                yield from between(left_side, right_side, *_ARITHMETIC[type(operation)], function)
            case ast.BoolOp(op=joined, values=values):
                old, new = ("and", "or") if isinstance(joined, ast.And) else ("or", "and")
                for one, other in itertools.pairwise(values):
                    yield from between(one, other, old, new, function)
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                start, end = span(test)
                if source[start:end] != "TYPE_CHECKING":
                    yield Mutant(start, end, f"not ({source[start:end]})", test.lineno, function)

    found = {(one.start, one.end): one for one in visit(tree, "")}
    return [found[key] for key in sorted(found)]
