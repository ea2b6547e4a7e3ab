"""From documents to what players receive: report → text, HTML, PDF, JSON; chart → PDF, SVG, PNG; handbook → text, PDF.

Every function here is pure: the same document gives the same bytes.
"""

from __future__ import annotations

from postern.render.chart import chart_closeup, chart_png, chart_svg
from postern.render.html import to_html
from postern.render.json import from_json, report_schema, to_json
from postern.render.pdf import to_pdf
from postern.render.pdf.handbook import handbook_pdf
from postern.render.text import to_text
from postern.render.topic import topic_text

__all__ = [
    "chart_closeup",
    "chart_png",
    "chart_svg",
    "from_json",
    "handbook_pdf",
    "report_schema",
    "to_html",
    "to_json",
    "to_pdf",
    "to_text",
    "topic_text",
]
