"""A handbook from a folder of Markdown files, one a topic, with tables that a game fills in from its data.

A file's name gives its place and the word after HELP (``05-movement.md``), its first line the title, a line ``Also: a, b``
further words that find it. A long topic has sections: a line ``## Title``, the same ``Also:`` line, whose first word stands
behind the topic's in HELP, and a line ``About:`` for the list of sections. A line ``{{table}}`` is filled from the game's data,
so that no number stands twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files

from postern.game.handbook import Handbook, Topic

Tables = Mapping[str, Callable[[], str]]
"""What makes each table, in Markdown, by the word between its braces."""

_TABLE = re.compile(r"\{\{(.*)\}\}")


def read_handbook(title: str, package: str, tables: Tables, entries: Iterable[Topic] = ()) -> Handbook:
    """The handbook in the folder ``topics`` of a package, its topics in the order of their files. ``entries`` are topics too
    small and too many to be listed. Raises ValueError for a table that there is not, and for a section without ``Also:``."""
    folder = files(package) / "topics"
    pages = sorted((page for page in folder.iterdir() if page.name.endswith(".md")), key=lambda page: page.name)
    topics = tuple(_topic(page.name, page.read_text(encoding="utf-8"), tables) for page in pages)
    return Handbook(title, topics, tuple(entries))


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown: a heading for each column, and rows with as many cells."""
    lines = ["".join(f"| {cell} " if cell else "| " for cell in cells) + "|" for cells in (head, *rows)]
    return "\n".join([lines[0], "|---" * len(head) + "|", *lines[1:]])


def _topic(file: str, text: str, tables: Tables) -> Topic:
    """One file as a topic."""
    opening, *rest = re.split(r"^## ", text.removeprefix("# "), flags=re.MULTILINE)
    title, also, _, body = _part(file, opening, tables)
    sections = []
    for part in rest:
        heading, words, hint, inner = _part(file, part, tables)
        if not words:
            raise ValueError(f"topics/{file}: the section {heading!r} needs a line Also: with its word in HELP")
        sections.append(Topic(words[0], heading, inner, words[1:], hint=hint))
    whole = "\n".join([body, *(f"## {section.title}\n\n{section.body}" for section in sections)])
    return Topic(file.removesuffix(".md").split("-", 1)[1], title, whole, also, body, tuple(sections))


def _part(file: str, text: str, tables: Tables) -> tuple[str, tuple[str, ...], str, str]:
    """The title of a topic or section, its further words, what it is about, and its text with the tables filled in."""
    title, *lines = text.splitlines()
    also: tuple[str, ...] = ()
    hint = ""
    if lines and lines[0].startswith("Also:"):
        also = tuple(word.strip() for word in lines.pop(0).removeprefix("Also:").split(","))
    if lines and lines[0].startswith("About:"):
        hint = lines.pop(0).removeprefix("About:").strip()
    filled = []
    for line in lines:
        table = _TABLE.fullmatch(line.strip())
        if table and table[1] not in tables:
            raise ValueError(f"topics/{file}: there is no table {table[1]!r}")
        filled.append(tables[table[1]]() if table else line)
    return title.strip(), also, hint, "\n".join(filled).strip() + "\n"
