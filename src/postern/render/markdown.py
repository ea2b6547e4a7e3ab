"""The handbook's Markdown as a short list of plain parts: headings, paragraphs, lists, tables, code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from postern.game.report import Column, Table
from postern.render.marks import Span

Runs = tuple[Span, ...]
_PROSE = 20
"""Letters from which on a cell is more than a word or two: a table of shorter ones keeps its own width."""


@dataclass(frozen=True)
class Title:
    """A heading within a topic; ``level`` from 1."""

    level: int
    runs: Runs


@dataclass(frozen=True)
class Paragraph:
    """A paragraph; a line end within it is a break that the writer wanted."""

    runs: Runs


@dataclass(frozen=True)
class Items:
    """A list; each item holds parts of its own. ``first`` is the number of the first item, None for bullets."""

    items: tuple[tuple[Part, ...], ...]
    first: int | None = None


@dataclass(frozen=True)
class Code:
    """Lines as they stand."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Quote:
    """Parts set apart: examples and remarks."""

    parts: tuple[Part, ...]


Part = Title | Paragraph | Items | Code | Quote | Table


def parts(body: str) -> tuple[Part, ...]:
    """The parts of a Markdown text. HTML in it is shown as it is written, never interpreted."""
    return _parts(SyntaxTreeNode(_parser().parse(body)).children)


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _parts(nodes: Sequence[SyntaxTreeNode]) -> tuple[Part, ...]:
    return tuple(part for node in nodes for part in _part(node))


def _part(node: SyntaxTreeNode) -> list[Part]:
    match node.type:
        case "heading":
            return [Title(int(node.tag[1:]), _inline(node))]
        case "paragraph":
            return [Paragraph(_inline(node))]
        case "bullet_list":
            return [Items(tuple(_parts(item.children) for item in node.children))]
        case "ordered_list":
            return [Items(tuple(_parts(item.children) for item in node.children), int(node.attrs.get("start", 1)))]
        case "fence" | "code_block":
            return [Code(tuple(node.content.rstrip("\n").split("\n")))]
        case "blockquote":
            return [Quote(_parts(node.children))]
        case "table":
            return [_table(node)]
        case _:
            return []


def _inline(node: SyntaxTreeNode) -> Runs:
    tokens = [token for child in node.children if child.token for token in child.token.children or []]
    return _runs(tokens)


def _runs(tokens: Sequence[Token]) -> Runs:
    found: list[Span] = []
    strong = 0
    target = ""
    for token in tokens:
        strong += {"strong_open": 1, "strong_close": -1}.get(token.type, 0)
        match token.type:
            case "text":
                found.append(Span(token.content, strong > 0))
            case "code_inline":
                found.append(Span(token.content, strong > 0, code=True))
            case "softbreak":
                found.append(Span(" ", strong > 0))
            case "hardbreak":
                found.append(Span("\n", strong > 0))
            case "link_open":
                target = str(token.attrs.get("href", ""))
            case "link_close":
                shown = "".join(run.text for run in found)
                if target and not target.startswith("#") and not shown.endswith(target):
                    found.append(Span(f" ({target})"))
    return tuple(run for run in found if run.text)


def _table(node: SyntaxTreeNode) -> Table:
    """The table as the report's model has it: right-aligned columns hold numbers, the longest one is wide if it is prose."""
    heads, *rows = [[_marked(_inline(cell)) for cell in row.children] for part in node.children for row in part.children]
    styles = [str(cell.attrs.get("style", "")) for cell in node.children[0].children[0].children]
    longest = [max((len(row[index]) for row in rows), default=0) for index in range(len(heads))]
    wide = max(range(len(heads)), key=lambda index: (longest[index], -index))
    columns = tuple(
        Column(head, "right" in style, index == wide and longest[index] >= _PROSE)
        for index, (head, style) in enumerate(zip(heads, styles, strict=True))
    )
    return Table(columns, tuple(tuple(row) for row in rows))


def _marked(runs: Runs) -> str:
    """The runs in the light marks of reports."""
    return "".join(f"`{run.text}`" if run.code else f"**{run.text}**" if run.strong else run.text for run in runs)
