"""A topic of the handbook as plain text: what HELP sends."""

from __future__ import annotations

from collections.abc import Sequence

from postern.game.handbook import Topic
from postern.game.report import Table
from postern.render.columns import table_lines, wrap
from postern.render.markdown import Code, Items, Paragraph, Part, Quote, Title, parts
from postern.render.marks import Span, clean
from postern.render.text import COLUMNS, heading


def topic_text(topic: Topic) -> str:
    """The topic's title and body, at most 72 columns wide but for code lines that are longer themselves."""
    return "\n".join([*heading(topic.title), *_blocks(parts(topic.body), COLUMNS)]) + "\n"


def _blocks(body: Sequence[Part], columns: int) -> list[str]:
    lines: list[str] = []
    for index, part in enumerate(body):
        tight = index == 0 or isinstance(body[index - 1], Title)
        lines += [*([] if tight else [""]), *_block(part, columns)]
    return lines


def _block(part: Part, columns: int) -> list[str]:
    match part:
        case Title():
            title = _words(part.runs)
            return ["", *wrap(title.upper() if part.level <= 2 else title, columns)]
        case Paragraph():
            return wrap(_words(part.runs), columns)
        case Items():
            return _items(part, columns)
        case Code():
            return [("    " + clean(line)).rstrip() for line in part.lines]
        case Quote():
            return [("  | " + line).rstrip() for line in _blocks(part.parts, columns - 4)]
        case Table():
            return table_lines(part, columns)


def _items(part: Items, columns: int) -> list[str]:
    lines: list[str] = []
    bullets = ["-" if part.first is None else f"{part.first + index}." for index in range(len(part.items))]
    indent = max((len(bullet) for bullet in bullets), default=1) + 1
    for bullet, item in zip(bullets, part.items, strict=True):
        inner = _blocks(item, columns - indent) or [""]
        lines.append(bullet.ljust(indent) + inner[0])
        lines += [(" " * indent + line).rstrip() for line in inner[1:]]
    return lines


def _words(runs: Sequence[Span]) -> str:
    return clean("".join(run.text for run in runs))
