"""The report as mail HTML: one column, inline CSS, readable on a phone, the map as a picture within the letter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import cast

import jinja2
from markupsafe import Markup, escape

import postern
from postern.game.chart import Chart
from postern.game.front import Fight, Force, Race
from postern.game.report import (
    Battle,
    Block,
    Bullets,
    Graph,
    Letter,
    Map,
    Maps,
    OrderForm,
    Report,
    Steps,
    Table,
    Text,
    Timeline,
)
from postern.render import style
from postern.render.courses import courses_table, spread, steps_table, timeline_table
from postern.render.front_text import CALM, NO_CHANCE, race_line, strength
from postern.render.marks import clean, one_line, plain, spans

_MOST_NAMED = 12
_FEWEST_TURNS, _MOST_TURNS, _HIGHEST = 2, 9, 110
_ONE_LINE = 30
"""A code of so many signs fits on a line of a telephone, and is never broken."""


def to_html(report: Report, map_cid: str | None = None, *, closeup_cid: str | None = None, map_src: str | None = None) -> str:
    """The report as a whole HTML document.

    ``map_cid`` is the Content-ID (without angle brackets) of the letter's part that holds the PNG map, ``closeup_cid``
    that of its close-up (``chart_closeup``), which then stands above it; ``map_src`` is the map's address when the
    document is a file. With none of them the map is the sketch in letters.
    """
    whole = f"cid:{map_cid}" if map_cid else map_src
    look = style.look(report.accent)
    colours = {"good": style.GOOD, "bad": style.BAD, "grey": style.GREY, "rule": style.RULE, "accent": look.accent}

    def draw(block: Block) -> str:
        match block:
            case Text():
                return str(_macro("text")(block, look, colours))
            case Bullets():
                return str(_macro("bullets")(block.items))
            case Table():
                return str(_macro("table")(block, colours)) if block.rows else ""
            case Battle():
                return str(_macro("battle")(block, look, colours))
            case Map():
                return str(_macro("map")(block, _pictures(block.chart, whole, closeup_cid), colours))
            case Maps():
                return str(_macro("text")(Text(block.caption), look, colours)) if block.caption else ""
            case Graph():
                return str(_macro("table")(courses_table(block), colours))
            case Timeline():
                return str(_macro("table")(timeline_table(block), colours))
            case Steps():
                return str(_macro("table")(steps_table(block), colours))
            case Letter():
                return str(_macro("letter")(block, colours))
            case OrderForm():
                return str(_macro("form")(block))

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
            draw=lambda block: Markup(draw(block)),
        )
    )


def dark() -> Markup:
    """The style rules of letters and reports on a dark screen."""
    return Markup(_environment().get_template("_dark.css.j2").render())


def _pictures(chart: Chart, whole: str | None, closeup_cid: str | None) -> list[tuple[str, str]]:
    """The pictures of a map, each with what it shows in words."""
    from postern.render.chart.closeup import chart_closeup  # draws, and so takes long to read: letters alone need none of it

    near = chart_closeup(chart) if closeup_cid else None
    pictures = [(f"cid:{closeup_cid}", described(near))] if near is not None else []
    return [*pictures, (whole, described(chart))] if whole else pictures


def described(chart: Chart) -> str:
    """What a picture of the chart shows, for who cannot see it: how much land, the reader's own places, the battles."""
    mine = {owner.key for owner in chart.owners if owner.own}
    own = [area.name for area in chart.areas if area.owner in mine]
    fought = list(dict.fromkeys(clash.area for clash in chart.clashes))
    told = [f"{chart.title}: a map of {len(chart.areas)} areas"]
    told += [f"yours are {_listed(own)}"] if own else []
    told += [f"battles in {_listed(fought)}"] if fought else []
    return f"{'; '.join(told)}."


def _listed(names: Sequence[str]) -> str:
    most = names[:_MOST_NAMED]
    return ", ".join(most) + (f" and {len(names) - len(most)} more" if len(names) > len(most) else "")


def _front(report: Report) -> str:
    """The front page, or nothing where the report has none."""
    if report.front is None:
        return ""
    from postern.render.chart.owners import OWN, colour_of  # reads ReportLab, which letters without a front page do not need

    moods = {"good": style.GOOD, "bad": style.BAD, "body": style.GREY}
    sides = [[(force, colour_of(force), *bar_of(force, fight)) for force in fight.forces] for fight in report.front.fights]
    calms = {"dangers": CALM, "chances": NO_CHANCE}
    race, bars = race_line(report.front), race_bars(report.front.race)
    page = _environment().get_template("front.html.j2")
    return page.render(
        front=report.front,
        head=report.masthead,
        own=OWN,
        moods=moods,
        sides=sides,
        calms=calms,
        race=race,
        bars=bars,
        strength=strength,
    )


def bar_of(force: Force, fight: Fight) -> tuple[int, int]:
    """How wide the bars of those who are left and of those who fell are, in percent of the strongest side."""
    most = max(1, *(one.troops or 0 for one in fight.forces))
    lost = min(force.lost or 0, force.troops or 0)
    return round(((force.troops or 0) - lost) * 90 / most), round(lost * 90 / most)


def race_bars(race: Race | None) -> list[tuple[int, int, int, int | None, int]]:
    """The race as pairs of bars: turn, the reader's score and the height of its bar, the best other score and its height.

    The highest bar is ``_HIGHEST`` pixels high. Where only one turn is known there are none.
    """
    if race is None or len(race.turns) < _FEWEST_TURNS:
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
