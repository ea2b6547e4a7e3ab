"""Whatever players put into names, messages and orders: every form of a report shows it and nothing of it is interpreted."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from xml.etree import ElementTree

import pypdfium2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from postern.game.chart import Area, Chart, Owner, Terrain
from postern.game.report import Column, Letter, Map, Masthead, OrderForm, Podium, Report, Section, Table, Text, Victor
from postern.render import chart_svg, from_json, to_html, to_json, to_pdf, to_text
from postern.render.pdf.spelling import spelled

NASTY = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</td></table></body>",
    "<para><b>not closed",
    "&lt;b&gt; &amp; &#x3c;",
    "]]><!-- --><![CDATA[",
    "\u202egnp.exe\u202c",
    "\u2066isolated\u2069 \u200bzero\u200dwidth\ufeff",
    "null\x00byte \x1b[31mred\x07",
    "line\r\nBcc: all@players.test\r\n\r\nbody",
    "🎉👍🏽👩‍🚀🇩🇪 ☃ ★",
    "שלום مرحبا 日本語",
    "x" * 10_000,
    "**bold `code** a`",
    "{{ 7 * 7 }} {% raw %} ${x} %s",
    "../../etc/passwd",
    "\ud800 lone",
]
texts = st.one_of(st.sampled_from(NASTY), st.text(max_size=60), st.lists(st.sampled_from(NASTY[:11]), max_size=3).map("".join))
# Direction overrides and isolates, controls: what may stand in no form.
FORBIDDEN = {*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A)), "\x00", "\x07", "\x1b"}


def report(name: str, text: str) -> Report:
    square = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    area = Area("M1", (0.5, 0.5), square, "clear", name)
    chart = Chart(text, (area,), (Terrain("clear", "clear", text),), (Owner(name, name, name[:2], own=True),), turn=1)
    return Report(
        Masthead("The game", text, 1, name, text, ((name, text),)),
        (
            Section("happened", text, (Text(text), Text(text, "code"), Table((Column(name), Column("b")), ((text, name),)))),
            Section("map", "Map", (Map(chart, sketch=text, caption=text),)),
            Section("messages", "Messages", (Letter(name, text, name),)),
            Section("form", "Form", (OrderForm((text, name)),)),
            Section("victory", "Victory", (Podium(text, text, (Victor(name, 1, 5, text), Victor(text, 2, 3))),)),
        ),
    )


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(tag)
        self.found += [name for name, _ in attrs if name.startswith("on")]


def tags(document: str) -> list[str]:
    parser = Tags()
    parser.feed(document)
    return parser.found


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(texts, texts)
def test_text_html_json_and_svg_show_it_and_no_more(name: str, text: str) -> None:
    document = report(name, text)
    html = to_html(document)
    assert not set(tags(html)) & {"script", "img", "onerror", "para", "iframe"}
    assert not set(html) & FORBIDDEN
    assert not set(to_text(document)) & FORBIDDEN
    drawn = document.sections[1].blocks[0]
    assert isinstance(drawn, Map)
    ElementTree.fromstring(chart_svg(drawn.chart))
    json.loads(to_json(document))


@pytest.mark.slow
@pytest.mark.parametrize("text", NASTY)
def test_the_pdf_takes_it(text: str) -> None:
    data = to_pdf(report(text, text))
    pages = pypdfium2.PdfDocument(data)
    assert len(pages) >= 1
    assert "Messages" in "".join(page.get_textpage().get_text_range() for page in pages)


def test_a_report_survives_its_json() -> None:
    document = report("ANN", NASTY[0] + NASTY[10])
    assert from_json(to_json(document)) == document


def test_pictures_are_spelled_out_in_the_pdf() -> None:
    assert spelled("🎉 well done 👍🏽, Ann ☺️") == "[party popper] well done [thumbs up sign], Ann [white smiling face]"
    assert spelled("🇩🇪 → “Łukasz” – ΑΡΗΣ, ВОЛК… 5 €") == "DE → “Łukasz” – ΑΡΗΣ, ВОЛК… 5 €"
    document = report("ANN", "🎉")
    pages = pypdfium2.PdfDocument(to_pdf(document))
    assert "[party popper]" in "".join(page.get_textpage().get_text_range() for page in pages)
    plain = report("ANN", "nothing to spell")
    assert spelled(plain) is plain
