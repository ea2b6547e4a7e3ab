"""The faces of every document: Source Sans Pro for data, Source Serif Pro for names, Cascadia Mono for codes; all embedded as
subsets.

All hold Latin, Greek and Cyrillic, and figures of one width, so that columns of numbers stand straight.
"""

from __future__ import annotations

import io
from functools import cache, lru_cache

import font_source_sans_pro
import font_source_serif_pro
import pymupdf_fonts
from reportlab import rl_config
from reportlab.lib.fonts import addMapping
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont

REGULAR = "PosternSans"
BOLD = "PosternSans-Semibold"
MONO = "PosternMono"
SERIF = "PosternSerif"
SERIF_TEXT = "PosternSerif-Text"
SERIF_BOLD = "PosternSerif-Bold"
SERIF_ITALIC = "PosternSerif-Italic"


@cache
def register() -> None:
    """Makes the faces known to ReportLab, once a process. Bold marks in paragraphs take the semibold face."""
    # Without this ReportLab names Helvetica, which it never embeds, on every page.
    rl_config.canvas_basefontname = REGULAR
    # Letters carry files in base64 anyway: ASCII within the file only makes it larger.
    rl_config.useA85 = 0
    files = font_source_sans_pro.font_files_ttf
    registerFont(TTFont(REGULAR, files["SourceSansPro"]))
    registerFont(TTFont(BOLD, files["SourceSansProSemibold"]))
    serif = font_source_serif_pro.font_files_ttf
    registerFont(TTFont(SERIF, serif["SourceSerifProSemibold"]))
    registerFont(TTFont(SERIF_TEXT, serif["SourceSerifPro"]))
    registerFont(TTFont(SERIF_BOLD, serif["SourceSerifProBold"]))
    registerFont(TTFont(SERIF_ITALIC, serif["SourceSerifProIt"]))
    registerFont(TTFont(MONO, io.BytesIO(pymupdf_fonts.fontbuffers["cascadia"]())))
    for face, bold in ((REGULAR, BOLD), (MONO, MONO)):
        addMapping(face, 0, 0, face)
        addMapping(face, 1, 0, bold)
        addMapping(face, 0, 1, face)
        addMapping(face, 1, 1, bold)


@lru_cache(maxsize=16_384)
def text_width(text: str, face: str, size: float) -> float:
    """The width of the text in points."""
    return float(stringWidth(text, face, size))
