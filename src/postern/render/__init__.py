"""From documents to what players receive: report → text, HTML, PDF, JSON; chart → PDF, SVG, PNG; handbook → text, PDF.

Every function here is pure: the same document gives the same bytes.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from postern.render.chart import chart_png, chart_svg
    from postern.render.chart.closeup import chart_closeup
    from postern.render.chart.film import film
    from postern.render.html import to_html
    from postern.render.json import from_json, front_of, report_schema, to_json
    from postern.render.pdf import to_pdf
    from postern.render.pdf.gazette import gazette_pdf
    from postern.render.pdf.handbook import handbook_pdf
    from postern.render.stills import graph_png, maps_png, podium_png
    from postern.render.text import to_text
    from postern.render.topic import topic_text

__all__ = [
    "chart_closeup",
    "chart_png",
    "chart_svg",
    "film",
    "from_json",
    "front_of",
    "gazette_pdf",
    "graph_png",
    "handbook_pdf",
    "maps_png",
    "podium_png",
    "report_schema",
    "to_html",
    "to_json",
    "to_pdf",
    "to_text",
    "topic_text",
]

_HOMES = {
    "chart_closeup": "chart.closeup",
    "chart_png": "chart",
    "chart_svg": "chart",
    "film": "chart.film",
    "from_json": "json",
    "front_of": "json",
    "gazette_pdf": "pdf.gazette",
    "graph_png": "stills",
    "handbook_pdf": "pdf.handbook",
    "maps_png": "stills",
    "podium_png": "stills",
    "report_schema": "json",
    "to_html": "html",
    "to_json": "json",
    "to_pdf": "pdf",
    "to_text": "text",
    "topic_text": "topic",
}


def __getattr__(name: str) -> object:
    """Each function is read when it is first asked for (PEP 562): who reads a report need not know how a PDF is drawn."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found
