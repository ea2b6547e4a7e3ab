"""The report as mail HTML: one column, inline CSS, readable on a phone, the map as a picture within the letter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

import jinja2
from markupsafe import Markup, escape

import postern
from postern.game.battle import BattlePage, Unit
from postern.game.chart import Chart
from postern.game.front import Fight, Force, Race
from postern.game.report import (
    Battle,
    Bullets,
    Graph,
    Letter,
    Map,
    Maps,
    OrderForm,
    Podium,
    Report,
    Steps,
    Table,
    Text,
    Timeline,
)
from postern.render import style
from postern.render.battle_text import endings, host_name, known, measures_table, stages_table, under
from postern.render.blocks import BlockVisitor
from postern.render.courses import courses_table, spread, steps_table, timeline_table
from postern.render.front_text import race_line, strength
from postern.render.marks import clean, one_line, plain, spans

if TYPE_CHECKING:
    from postern.render.chart.words import Group

_ALL_MAPS = "{} small maps of who held what, from the start to the end; the film below shows every turn, the table the scores."
_FILM = "The map turn by turn as a moving picture: realms grow and shrink, battles are marked, and the scores run along beside."
_LINES = "A line for each player's score, turn by turn; the table below has the numbers."
_FEWEST_TURNS, _MOST_TURNS, _HIGHEST = 2, 9, 110
_ONE_LINE = 30
"""A code of so many signs fits on a line of a telephone, and is never broken."""


def to_html(
    report: Report,
    map_cid: str | None = None,
    *,
    closeup_cid: str | None = None,
    map_src: str | None = None,
    pictures: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """The report as a whole HTML document.

    ``map_cid`` is the Content-ID (without angle brackets) of the letter's part that holds the PNG map, ``closeup_cid``
    that of its close-up (``chart_closeup``), which then stands above it; ``map_src`` is the map's address when the
    document is a file. With none of them the map is the sketch in letters. Below the pictures a link leads to the map in
    words, at the end. ``pictures`` are the addresses of those of a finished game: "podium" (``podium_png``), "graph"
    (``graph_png``), "maps" (``maps_png``), "film" (``film``).
    """
    whole = f"cid:{map_cid}" if map_cid else map_src
    look = style.look(report.accent)
    colours = {"good": style.GOOD, "bad": style.BAD, "grey": style.GREY, "rule": style.RULE, "accent": look.accent}

    drawn = _Html(look, colours, pictures, whole, closeup_cid)
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            report=report,
            head=report.masthead,
            look=look,
            ink=style.INK,
            grey=style.GREY,
            rule=style.RULE,
            dark=dark(),
            front=Markup(_front(report)),
            words=_words(report) if whole else [],
            draw=lambda block: Markup(drawn.visit(block)),
        )
    )


class _Html(BlockVisitor[str]):
    """Each block as HTML, by the macros of the templates."""

    def __init__(
        self, look: style.Look, colours: Mapping[str, str], pictures: Mapping[str, str], whole: str | None, closeup: str | None
    ) -> None:
        self._look, self._colours, self._pictures, self._whole, self._closeup = look, colours, pictures, whole, closeup

    def _picture(self, kind: str, shows: str) -> str:
        return str(_macro("picture")(self._pictures[kind], shows, self._colours)) if kind in self._pictures else ""

    def text(self, block: Text) -> str:
        return str(_macro("text")(block, self._look, self._colours))

    def bullets(self, block: Bullets) -> str:
        return str(_macro("bullets")(block.items))

    def table(self, block: Table) -> str:
        return str(_macro("table")(block, self._colours)) if block.rows else ""

    def battle(self, block: Battle) -> str:
        return str(_macro("small_battle" if block.small else "battle")(block, self._look, self._colours))

    def battle_page(self, block: BattlePage) -> str:
        return _battle_page(block, self._colours)

    def map(self, block: Map) -> str:
        return str(_macro("map")(block, _pictures(block.chart, self._whole, self._closeup), self._colours))

    def maps(self, block: Maps) -> str:
        caption = self.text(Text(block.caption)) if block.caption else ""
        return caption + self._picture("maps", _ALL_MAPS.format(len(block.charts))) + self._picture("film", _FILM)

    def graph(self, block: Graph) -> str:
        return self._picture("graph", _LINES) + str(_macro("table")(courses_table(block), self._colours))

    def podium(self, block: Podium) -> str:
        return self._picture("podium", _podium(block))

    def timeline(self, block: Timeline) -> str:
        return str(_macro("table")(timeline_table(block), self._colours))

    def steps(self, block: Steps) -> str:
        return str(_macro("table")(steps_table(block), self._colours))

    def letter(self, block: Letter) -> str:
        return str(_macro("letter")(block, self._colours))

    def orderform(self, block: OrderForm) -> str:
        return str(_macro("form")(block))


def _podium(podium: Podium) -> str:
    best = ", ".join(f"{one.rank}. {one.name} with {one.score:,} points" for one in podium.places)
    return f"{podium.headline}: {best} on the steps of a podium."


@cache
def dark() -> Markup:
    """The style rules of letters and reports on a dark screen."""
    return Markup(_environment().get_template("_dark.css.j2").render())


def _pictures(chart: Chart, whole: str | None, closeup_cid: str | None) -> list[tuple[str, str]]:
    """The pictures of a map, each with what it shows in words."""
    # What draws takes long to read: letters alone need none of it.
    from postern.render.chart.closeup import chart_closeup
    from postern.render.chart.words import described

    near = chart_closeup(chart) if closeup_cid else None
    pictures = [(f"cid:{closeup_cid}", described(near))] if near is not None else []
    return [*pictures, (whole, described(chart))] if whole else pictures


def _words(report: Report) -> list[Group]:
    """The report's map area by area, for who does not see its pictures."""
    from postern.render.chart.words import in_words

    charts = [block.chart for section in report.sections for block in section.blocks if isinstance(block, Map)]
    return in_words(charts[0]) if charts else []


def _front(report: Report) -> str:
    """The front page, or nothing where the report has none."""
    if report.front is None:
        return ""
    from postern.render.chart.owners import OWN, colour_of  # reads ReportLab, which letters without a front page do not need

    moods = {"good": style.GOOD, "bad": style.BAD, "body": style.GREY}
    sides = [[(force, colour_of(force), *bar_of(force, fight)) for force in fight.forces] for fight in report.front.fights]
    race, bars = race_line(report.front), race_bars(report.front.race)
    page = _environment().get_template("front.html.j2")
    return page.render(
        front=report.front,
        head=report.masthead,
        own=OWN,
        moods=moods,
        sides=sides,
        race=race,
        bars=bars,
        strength=strength,
    )


def _battle_page(page: BattlePage, colours: Mapping[str, str]) -> str:
    """A battle told at length: its band, its tale, each force with its bar, blows, losses and what followed."""
    from postern.render.chart.owners import OWN, colour_of

    most = max([max(unit.before or 0, unit.after or 0) for host in page.hosts for unit in host.units] + [1])
    hosts = [
        (
            host_name(host),
            colour := colour_of(Force(host.name, None, own=host.own, number=host.number)),
            style.mix(colour, "#ffffff", 0.78),
            [(unit, f"{known(unit.before)} → {unit.left}", *_bar_of_unit(unit, most)) for unit in host.units],
        )
        for host in page.hosts
    ]
    tables = [table for table in (measures_table(page), stages_table(page)) if table.rows]
    draw = _environment().get_template("battle.html.j2")
    return draw.render(
        page=page,
        under=under(page),
        hosts=hosts,
        tables=tables,
        endings=endings(page),
        colours=colours,
        own=OWN,
        moods={"good": style.GOOD, "bad": style.BAD, "body": "#6a5d4c"},
        tints={"good": "#e7f2e8", "bad": "#fbecea", "body": "#f0ebe0"},
    )


def _bar_of_unit(unit: Unit, most: int) -> tuple[int, int]:
    """How wide the bars of what is left of a force and of what fell are, in percent of the strongest; 0 and 0 if unknown."""
    if unit.before is None or unit.after is None:
        return 0, 0
    left = 0 if unit.gone else unit.after
    return round(left * 96 / most), round(max(0, unit.before - left) * 96 / most)


def bar_of(force: Force, fight: Fight) -> tuple[int, int]:
    """How wide the bars of those who are left and of those who fell are, in percent of the strongest side."""
    most = max(1, *(one.troops or 0 for one in fight.forces))
    lost = min(force.lost or 0, force.troops or 0)
    return round(((force.troops or 0) - lost) * 90 / most), round(lost * 90 / most)


def race_bars(race: Race | None) -> list[tuple[int, int, int, int | None, int]]:
    """The race as pairs of bars: turn, the reader's score and the height of its bar, the best other score and its height.

    The highest bar is ``_HIGHEST`` pixels high. Where only one turn is known, or no points yet, there are none.
    """
    if race is None or not race.tells or len(race.turns) < _FEWEST_TURNS:
        return []
    most = max(1, *race.own, *(score or 0 for score in race.best))
    rows = {turn: (own, best) for turn, own, best in zip(race.turns, race.own, race.best, strict=True)}
    return [
        (turn, own, _high(own, most), best, _high(best or 0, most))
        for turn, (own, best) in ((turn, rows[turn]) for turn in spread(race.turns, _MOST_TURNS))
    ]


def _high(score: int, most: int) -> int:
    return max(1, round(max(0, score) * _HIGHEST / most))


def marked(text: str) -> Markup:
    """The text as HTML: its light marks as elements, everything else escaped."""
    found = Markup("")
    for run in spans(text):
        inner = Markup("<br>").join(escape(line) for line in run.text.split("\n"))
        if run.code:
            whole = "white-space:nowrap;" if len(run.text) <= _ONE_LINE else ""
            inner = Markup('<code style="{}font:.95em Consolas,Menlo,monospace">{}</code>').format(whole, inner)
        found += Markup("<b>{}</b>").format(inner) if run.strong else inner
    return found


def prepare() -> None:
    """Reads and compiles all templates now. Raises jinja2's TemplateSyntaxError for a broken one."""
    for name in _environment().list_templates():
        _environment().get_template(name)


@cache
def _environment() -> jinja2.Environment:
    # Read whole, as letters' templates are: what is edited beside a daemon counts from its next start.
    home = folder()
    return environment({str(path.relative_to(home)): path.read_text("utf-8-sig") for path in home.rglob("*.j2")})


def environment(texts: Mapping[str, str]) -> jinja2.Environment:
    """What these templates (name → text) are compiled in: all that they may use."""
    environment = jinja2.Environment(
        loader=jinja2.DictLoader(texts),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters |= {"marks": marked, "line": one_line, "bare": plain, "clean": clean}
    return environment


@cache
def _macro(name: str) -> Callable[..., str]:
    """One of the macros that draw a block; they escape what they are given."""
    return cast(Callable[..., str], getattr(_environment().get_template("blocks.html.j2").module, name))


def folder() -> Path:
    """Where the report's templates lie: in the package when installed, beside ``src`` when run from the project's folder."""
    package = Path(postern.__file__).resolve().parent
    for found in (package / "templates" / "report", package.parents[1] / "templates" / "report"):
        if found.is_dir():
            return found
    raise FileNotFoundError(f"the report's templates are missing: neither in {package} nor beside it")
