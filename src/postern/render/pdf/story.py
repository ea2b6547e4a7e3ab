"""A report as a story of flowing parts: masthead, sections, boxed battles, the map on its own page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from xml.sax.saxutils import escape

from reportlab.platypus import CondPageBreak, Flowable, NextPageTemplate, PageBreak

from postern.game.battle import BattlePage
from postern.game.report import (
    Battle,
    Block,
    Bullets,
    Graph,
    Letter,
    Map,
    Maps,
    OrderForm,
    Podium,
    Report,
    Section,
    Steps,
    Table,
    Text,
    Timeline,
)
from postern.render import style
from postern.render.blocks import BlockVisitor
from postern.render.chart.draw import draw_in, scale_in
from postern.render.courses import courses_table, told_steps, told_timeline
from postern.render.marks import Links, one_line, plain, spans
from postern.render.pdf import grid
from postern.render.pdf.battle import BattleSheet
from postern.render.pdf.boxes import ChartPart, Facts, Heading, Panel, Picture
from postern.render.pdf.diagrams import StepsPart, TimelinePart
from postern.render.pdf.figures import graph_lines, maps_parts, podium_part
from postern.render.pdf.forms import code_lines, form_lines
from postern.render.pdf.front import FrontPage
from postern.render.pdf.page import Running, frame_size
from postern.render.pdf.prose import Press, Prose, literal, paragraph_style
from postern.render.style import map_frame_size, paper_size

_LONGEST_HEADING, _LONGEST_CELL = 160, 400
_CLOSE = 150.0
"""What ends on a page of its own, before a map and at the end, is this high at least, when there is as much."""
_LEAST_BELOW = 50.0
"""A heading within a section has so much of what it heads below it, itself counted."""


def running(report: Report) -> Running:
    """What stands on each page of a report, and what its file says of itself."""
    head = report.masthead
    return Running(
        f"{head.game}, {head.title}, {head.seat}" if head.seat else f"{head.game}, {head.title}",
        "Postern",
        head.line,
        report.language,
        f"{head.game} · {head.title}",
        head.seat,
        report.footer,
        style.look(report.accent),
        report.front is not None,
    )


def press_for(report: Report, paper: str) -> Press:
    """Colours, size of the text, and the entries of all tables of a report."""
    keys: dict[str, str] = {}
    tables = (block for section in report.sections for block in section.blocks if isinstance(block, Table))
    for anchor, words in ((anchor, words) for table in tables for anchor, words in _entries(table)):
        key = keys.setdefault(anchor, f"entry-{len(keys)}")
        if any(character.isalpha() for character in words):
            keys.setdefault(words, key)
    return Press(style.look(report.accent), *frame_size(paper), keys=keys, links=Links(keys))


def tell(report: Report, press: Press, paper: str) -> list[Flowable]:
    """All parts of the report in order."""
    story = [*_front(report, press, paper), *_masthead(report, press)]
    taken: set[str] = set()
    for section, following in zip(report.sections, [*report.sections[1:], None], strict=True):
        closes = following is None or any(isinstance(block, Map | BattlePage) for block in following.blocks[:1])
        story += _section(section, press, paper, taken, closes)
    return _without_empty_pages(story)


def _without_empty_pages(story: Sequence[Flowable]) -> list[Flowable]:
    """The story with one page break, the last, wherever several follow one another, and none at its end."""
    kept: list[Flowable] = []
    waiting: list[Flowable] = []
    for part in story:
        if isinstance(part, NextPageTemplate):
            waiting = [part, *(one for one in waiting if isinstance(one, PageBreak))]
        elif isinstance(part, PageBreak):
            waiting = [one for one in waiting if isinstance(one, NextPageTemplate)] + [part]
        else:
            kept += [*waiting, part]
            waiting = []
    return kept


def _entries(table: Table) -> list[tuple[str, str]]:
    """The anchor of each row that has one, with the words of its first cell: those lead to the row too."""
    return [(anchor, plain(row[0])) for anchor, row in zip(table.anchors, table.rows, strict=False) if anchor]


def _front(report: Report, press: Press, paper: str) -> list[Flowable]:
    """The front page and the turn to the next one, where the report has one."""
    if report.front is None:
        return []
    charts = [block.chart for section in report.sections for block in section.blocks if isinstance(block, Map)]
    page = FrontPage(report.front, report.masthead, press, paper_size(paper), charts)
    return [page, NextPageTemplate("page"), PageBreak()]


def _masthead(report: Report, press: Press) -> list[Flowable]:
    head = report.masthead
    title = f"{head.title} · {head.seat}" if head.seat and head.seat not in head.title else head.title
    game = Prose(escape(_heading(head.game).upper()), paragraph_style(press.look, "game"))
    story: list[Flowable] = [game, Heading(escape(_heading(title)), _heading(title), "top", 0, press, "title")]
    if report.front is not None:  # it has told who and when
        story = []
    if head.line:
        story.append(press.paragraph(head.line, "line"))
    if head.facts:
        story.append(Facts(tuple((_heading(label), _heading(value)) for label, value in head.facts), press))
    return story


def _section(section: Section, press: Press, paper: str, taken: set[str], closes: bool) -> Iterator[Flowable]:
    title = _heading(section.title)
    heading = Heading(escape(title), title, f"section-{section.key}", 0, press)
    opened = False
    drawn = _Parts(press, taken)
    made = [drawn.visit(block) for block in section.blocks]
    ends = _ends(section.blocks, made, press) if closes else {}
    for at, (block, parts) in enumerate(zip(section.blocks, made, strict=True)):
        if isinstance(block, Map):
            yield from _map_page(block, press, paper, None if opened else heading)
            opened = True
            continue
        if isinstance(block, BattlePage):
            yield from _battle_page(block, press, paper, f"battle-{section.key}-{at}", None if opened else heading)
            opened = True
            if not any(isinstance(one, BattlePage) for one in section.blocks[at + 1 : at + 2]):
                yield NextPageTemplate("page")
                yield PageBreak()
            continue
        if not opened and parts:
            yield CondPageBreak(44 + _together(section.blocks, made, at, press))
            yield heading
            opened = True
        elif parts:
            yield CondPageBreak(max(_together(section.blocks, made, at, press), ends.get(at, 0)))
        yield from parts


def _ends(blocks: Sequence[Block], made: list[list[Flowable]], press: Press) -> dict[int, float]:
    """The height from each of the last blocks of a section to its end, for those that are to stand together; none for a
    block that has a heading of its own before it."""
    ends: dict[int, float] = {}
    height = 0.0
    for at in range(len(made) - 1, 0, -1):
        for part in made[at]:
            height += float(part.wrap(press.width, press.height)[1] + part.getSpaceBefore() + part.getSpaceAfter())
        if height > _CLOSE:
            break
        before = blocks[at - 1]
        if not _heads(before):
            ends[at] = height
    return ends


def _together(blocks: Sequence[Block], made: list[list[Flowable]], at: int, press: Press) -> float:
    """The height of what must stand together at the start of a block: of a heading with the start of what it heads, and nothing
    for that start itself, for which the heading has cared."""
    if at and _heads(blocks[at - 1]) and made[at - 1]:
        return 0.0
    if not _heads(blocks[at]):
        return _opening(made[at], press)
    height = 0.0
    for part in (*made[at], *(made[at + 1] if made[at + 1 :] else ())):
        opening = getattr(part, "opening", None)
        height += float(part.getSpaceBefore() + (opening() if opening else part.wrap(press.width, press.height)[1]))
        if opening or height > _LEAST_BELOW:
            break
        height += float(part.getSpaceAfter())
    return height


def _heads(block: Block) -> bool:
    return isinstance(block, Text) and block.role == "lead"


def _opening(parts: list[Flowable], press: Press) -> float:
    """The height of what must stand together at the start of these parts."""
    height = 0.0
    for part in parts:
        opening = getattr(part, "opening", None)
        if opening is not None:
            return height + float(opening())
        height += float(part.wrap(press.width, press.height)[1]) + 4
        if height > 40:
            break
    return min(height, 60.0)


class _Parts(BlockVisitor[list[Flowable]]):
    """Each block as parts of a page. ``taken`` are the anchors that stand already."""

    def __init__(self, press: Press, taken: set[str]) -> None:
        self._press, self._taken = press, taken

    def text(self, block: Text) -> list[Flowable]:
        if block.role == "code":
            return [code_lines(block.text, self._press.width)]
        return [self._press.paragraph(block.text, block.role)]

    def bullets(self, block: Bullets) -> list[Flowable]:
        return [bullet(item, self._press) for item in block.items]

    def table(self, block: Table) -> list[Flowable]:
        return _table(block, self._press, self._press.width, self._taken)

    def battle(self, block: Battle) -> list[Flowable]:
        return _small_battle(block, self._press) if block.small else [_battle(block, self._press)]

    def battle_page(self, block: BattlePage) -> list[Flowable]:
        """It has a page of its own."""
        return []

    def map(self, block: Map) -> list[Flowable]:
        """It has a page of its own."""
        return []

    def maps(self, block: Maps) -> list[Flowable]:
        return maps_parts(block, self._press)

    def graph(self, block: Graph) -> list[Flowable]:
        """The lines, and below them the numbers of some of the turns."""
        lines: list[Flowable] = [graph_lines(block, self._press)] if block.turns and block.courses else []
        return [*lines, *_table(courses_table(block), self._press, self._press.width, set())]

    def podium(self, block: Podium) -> list[Flowable]:
        return [podium_part(block, self._press)]

    def timeline(self, block: Timeline) -> list[Flowable]:
        caption = [self._press.paragraph(block.caption, "caption")] if block.caption else []
        return [*caption, Picture(TimelinePart(block, self._press.width), told_timeline(block))]

    def steps(self, block: Steps) -> list[Flowable]:
        return [Picture(StepsPart(block, self._press.width / 2), told_steps(block))]

    def letter(self, block: Letter) -> list[Flowable]:
        return [_letter(block, self._press)]

    def orderform(self, block: OrderForm) -> list[Flowable]:
        return [form_lines(block, self._press.width)]


def bullet(item: str, press: Press) -> Prose:
    """One item of a list."""
    return Prose(press.markup(spans(item)), paragraph_style(press.look, "bullet"), bulletText="•")


def _table(block: Table, press: Press, width_: float, taken: set[str]) -> list[Flowable]:
    parts: list[Flowable] = []
    if not block.rows:
        return parts
    if block.caption:
        caption = press.paragraph(block.caption, "caption")
        parts.append(caption)
    own = []
    for name in block.anchors or [""] * len(block.rows):
        own.append(press.keys[name] if name and press.keys[name] not in taken else "")
        taken.add(press.keys.get(name, ""))
    return [*parts, grid.make(_bounded(block), press, width_, own)]


def _battle(block: Battle, press: Press) -> Panel:
    place = _heading(block.place)
    title = block.title if not place or place in block.title else f"{block.title} ({place})"
    parts: list[Flowable] = [press.paragraph(title, "panel")]
    if block.outcome:
        parts.append(press.paragraph(block.outcome))
    parts += _table(Table(block.forces.columns, block.forces.rows, block.forces.caption), press, press.width - 21, set())
    parts += [bullet(item, press) for item in block.losses]
    parts += [bullet(item, press) for item in block.spoils]
    return Panel(parts, press.look.accent, press.look.tint, press)


def _small_battle(block: Battle, press: Press) -> list[Flowable]:
    """A small battle in two lines: what came of it, and what each side had and lost."""
    lines = [f"**{_heading(block.title)}.** {block.outcome}", " ".join((*block.losses, *block.spoils))]
    return [bullet("\n".join(line for line in lines if line), press)]


def _letter(block: Letter, press: Press) -> Panel:
    to = f" to {_heading(block.to)}" if block.to else ""
    head = Prose(f"From <b>{escape(_heading(block.sender))}</b>{escape(to)}", paragraph_style(press.look, "label"))
    return Panel([head, Prose(literal(block.text), paragraph_style(press.look, "body"))], style.RULE, style.ZEBRA, press)


def _map_page(block: Map, press: Press, paper: str, heading: Heading | None) -> Iterator[Flowable]:
    """The map on a page of its own, which it fills; its caption is written into it."""
    chart = replace(block.chart, note=block.chart.note or plain(block.caption))
    upright, lying = map_frame_size(paper, False), map_frame_size(paper, True)
    landscape = scale_in(chart, *lying) > 1.1 * scale_in(chart, *upright)
    yield NextPageTemplate("map-landscape" if landscape else "map")
    yield PageBreak()
    yield ChartPart(draw_in(chart, *(lying if landscape else upright)), chart, heading)
    yield NextPageTemplate("page")
    yield PageBreak()


def _battle_page(block: BattlePage, press: Press, paper: str, key: str, heading: Heading | None) -> Iterator[Flowable]:
    """The battle on a page of its own; the first one of a section leaves the bookmark of its heading."""
    yield NextPageTemplate("whole")
    yield PageBreak()
    yield BattleSheet(block, press, paper_size(paper), key, heading)


def _heading(text: str) -> str:
    """What stands in a heading: one that fills a page could not be set at all."""
    return one_line(text)[:_LONGEST_HEADING]


def _bounded(table: Table) -> Table:
    """The table with headings and cells that fit on a page, which no row may leave."""
    columns = tuple(replace(column, title=_heading(column.title)) for column in table.columns)
    rows = tuple(tuple(cell[:_LONGEST_CELL] for cell in row) for row in table.rows)
    return replace(table, columns=columns, rows=rows)
