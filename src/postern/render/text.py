"""The report as a plain letter: 72 columns, complete in itself."""

from __future__ import annotations

from postern.game.battle import BattlePage
from postern.game.kit.report.telling import capital
from postern.game.report import (
    Battle,
    Bullets,
    Graph,
    Letter,
    Map,
    Maps,
    Masthead,
    OrderForm,
    Podium,
    Report,
    Section,
    Steps,
    Table,
    Text,
    Timeline,
)
from postern.render.battle_text import battle_lines
from postern.render.blocks import BlockVisitor
from postern.render.columns import pad, table_lines, wrap
from postern.render.courses import courses_table, steps_table, timeline_table
from postern.render.front_text import front_lines
from postern.render.marks import clean, one_line, plain, width

COLUMNS = 72

_LEADS = {"good": ("+ ", "  "), "bad": ("! ", "  "), "note": ("  ", "  ")}
_IN_THE_PDF = "The PDF shows it."
_COMMENTS = (";", "#", "//", "--", "'")


def to_text(report: Report) -> str:
    """The whole report as text: no line over 72 columns but order lines and addresses that are longer themselves."""
    name, standing = _name(report.masthead), _standing(report.masthead)
    if report.front is None:
        head = [name + standing]
    else:
        head = [name, front_lines(report.front, COLUMNS), *([standing] if standing else [])]
    parts = [*head, *(section_lines(section) for section in report.sections)]
    if report.footer:
        parts.append(["-" * COLUMNS, *wrap(plain(report.footer), COLUMNS)])
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def heading(title: str) -> list[str]:
    """A section's heading: capitals, underlined."""
    lines = wrap(one_line(title).upper(), COLUMNS)
    return [*lines, "=" * max(width(line) for line in lines)]


def section_lines(section: Section) -> list[str]:
    """The section with its heading, blocks parted by blank lines."""
    lines = heading(section.title)
    for index, block in enumerate(section.blocks):
        lines += ["", *_LINES.visit(block)] if index else _LINES.visit(block)
    return lines


def _name(masthead: Masthead) -> list[str]:
    """Game, title and seat."""
    lines = wrap(one_line(masthead.game).upper(), COLUMNS)
    seat = one_line(masthead.seat)
    title = one_line(masthead.title)
    lines += wrap(f"{title} for {seat}" if seat and seat not in title else title, COLUMNS)
    return [*lines, "=" * COLUMNS]


def _standing(masthead: Masthead) -> list[str]:
    """The line on how the turn went, and the facts."""
    lines = [*wrap(plain(masthead.line), COLUMNS), ""] if masthead.line else []
    indent = max((min(24, width(one_line(label))) for label, _ in masthead.facts), default=0) + 2
    for label, value in masthead.facts:
        lines += wrap(plain(value), COLUMNS, pad(one_line(label), indent - 1) + " ", " " * indent)
    return lines[:-1] if lines[-1:] == [""] else lines


class _Lines(BlockVisitor[list[str]]):
    """Each block as lines of text."""

    def text(self, block: Text) -> list[str]:
        if block.role == "code":
            return [line for part in plain(block.text).split("\n") for line in _verbatim(part, "")]
        first, rest = _LEADS.get(block.role, ("", ""))
        return wrap(plain(block.text), COLUMNS, first, rest)

    def bullets(self, block: Bullets) -> list[str]:
        return [line for item in block.items for line in wrap(plain(item), COLUMNS, "- ", "  ")]

    def table(self, block: Table) -> list[str]:
        return table_lines(block, COLUMNS)

    def battle(self, block: Battle) -> list[str]:
        return _small_battle(block) if block.small else _battle(block)

    def battle_page(self, block: BattlePage) -> list[str]:
        return battle_lines(block, COLUMNS)

    def map(self, block: Map) -> list[str]:
        return _map(block)

    def maps(self, block: Maps) -> list[str]:
        return wrap(f"{plain(block.caption)} {_IN_THE_PDF}".strip(), COLUMNS)

    def graph(self, block: Graph) -> list[str]:
        return table_lines(courses_table(block), COLUMNS)

    def podium(self, block: Podium) -> list[str]:
        """What is said of the victory, and the game in numbers; the best are in the table of standings."""
        told = "; ".join(f"{one_line(one.label).lower()} {one.written}" for one in block.figures)
        return [*wrap(f"{one_line(block.headline)}, {one_line(block.line)}.", COLUMNS), *wrap(capital(f"{told}."), COLUMNS)]

    def timeline(self, block: Timeline) -> list[str]:
        return table_lines(timeline_table(block), COLUMNS)

    def steps(self, block: Steps) -> list[str]:
        return table_lines(steps_table(block), COLUMNS)

    def letter(self, block: Letter) -> list[str]:
        return _letter(block)

    def orderform(self, block: OrderForm) -> list[str]:
        return _form(block)


_LINES = _Lines()


def _verbatim(line: str, indent: str) -> list[str]:
    """The line as it stands, its own blanks kept, wrapped only when it is too long."""
    if width(indent + line) <= COLUMNS:
        return [(indent + line).rstrip()]
    own = line[: len(line) - len(line.lstrip(" "))][:20]
    return wrap(line.strip(), COLUMNS, indent + own, indent + own + "  ", addresses=True)


def _battle(block: Battle) -> list[str]:
    inner = COLUMNS - 4
    parts = [
        wrap(plain(block.outcome), inner) if block.outcome else [],
        table_lines(block.forces, inner) if block.forces.rows else [],
        [line for item in (*block.losses, *block.spoils) for line in wrap(plain(item), inner, "- ", "  ")],
    ]
    title = _fit_title(block)
    lines = [f"+-- {title} " + "-" * (COLUMNS - 6 - width(title)) + "+"]
    for index, part in enumerate([part for part in parts if part]):
        lines += [f"| {pad('', inner)} |"] if index else []
        lines += [f"| {pad(line, inner)} |" for line in part]
    return [*lines, "+" + "-" * (COLUMNS - 2) + "+"]


def _small_battle(block: Battle) -> list[str]:
    """Two lines: what came of it, and what each side had and lost."""
    lines = wrap(f"{one_line(block.title)}. {plain(block.outcome)}", COLUMNS, "- ", "  ")
    return lines + wrap(" ".join(map(plain, (*block.losses, *block.spoils))), COLUMNS, "  ", "  ")


def _fit_title(block: Battle) -> str:
    title = one_line(block.title)
    place = one_line(block.place)
    if place and place not in title:
        title = f"{title}, {place}"
    return wrap(title, COLUMNS - 8)[0]


def _map(block: Map) -> list[str]:
    caption = plain(block.caption) if block.sketch else f"{plain(block.caption)} {_IN_THE_PDF}".strip()
    lines = wrap(caption, COLUMNS) if caption else []
    sketch = [line.rstrip() for line in clean(block.sketch).split("\n")] if block.sketch else []
    if lines and sketch:
        lines.append("")
    return lines + [line if width(line) <= COLUMNS else _cut(line) for line in sketch]


def _cut(line: str) -> str:
    """As much of a sketch's line as fits: a sketch that wraps could not be read."""
    while width(line) > COLUMNS:
        line = line[:-1]
    return line


def _letter(block: Letter) -> list[str]:
    to = f" to {one_line(block.to)}" if block.to else ""
    head = wrap(f"From {one_line(block.sender)}{to}:", COLUMNS)
    return head + [line for part in clean(block.text).split("\n") for line in _verbatim(part, "  | ")]


def _form(block: OrderForm) -> list[str]:
    lines: list[str] = []
    for line in block.lines:
        line = one_line(line) if "\n" in clean(line) else clean(line).rstrip()
        mark = next((mark for mark in _COMMENTS if line.startswith(mark)), "")
        if width(line) <= COLUMNS or not mark:
            lines.append(line)
        else:
            lines += wrap(line, COLUMNS, "", mark + "   ")
    return lines
