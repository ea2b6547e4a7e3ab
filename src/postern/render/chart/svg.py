"""A sheet written as SVG: the same strokes, in a file that any browser opens."""

from __future__ import annotations

from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

from postern.render import fonts
from postern.render.chart.sheet import Form, Ink, Layer, Sheet, Strokes, Words
from postern.render.marks import one_line

_SANS = "'Source Sans Pro','Source Sans 3','Segoe UI',Roboto,Arial,sans-serif"
_SERIFS = "'Source Serif Pro','Source Serif 4',Georgia,serif"
_FACES = {
    fonts.SERIF: f' font-family="{_SERIFS}" font-weight="600"',
    fonts.SERIF_BOLD: f' font-family="{_SERIFS}" font-weight="700"',
    fonts.SERIF_ITALIC: f' font-family="{_SERIFS}" font-style="italic"',
}


def svg(sheet: Sheet, title: str) -> str:
    """The sheet as an SVG document with a title for screen readers."""
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(sheet.width)} {_n(sheet.height)}" '
        f'width="{_n(sheet.width)}" height="{_n(sheet.height)}" role="img" font-family="{_SANS}" '
        'stroke-linecap="round" stroke-linejoin="round">\n'
        f"<title>{escape(one_line(title))}</title>\n",
        "<defs>\n",
        *(_form(form) for form in sheet.used_forms()),
    ]
    clips = list(dict.fromkeys(layer.clip for layer in sheet.layers if layer.clip))
    for number, (left, top, right, low) in enumerate(clips):
        parts.append(
            f'<clipPath id="clip{number}"><rect x="{_n(left)}" y="{_n(top)}" width="{_n(right - left)}" '
            f'height="{_n(low - top)}"/></clipPath>\n'
        )
    parts.append('</defs>\n<rect width="100%" height="100%" fill="#ffffff"/>\n')
    for layer in sheet.painted():
        within = f' clip-path="url(#clip{clips.index(layer.clip)})"' if layer.clip else ""
        parts += [f"<g{within}>\n", *_layer(layer), "</g>\n"] if within else _layer(layer)
    parts += [_tip(outline, text) for outline, text in sheet.tips]
    parts.append("</svg>\n")
    return "".join(parts)


def _layer(layer: Layer) -> list[str]:
    parts = [_strokes(stroke) for stroke in layer.strokes]
    parts += [
        f'<use href="#{form.name}" transform="translate({_n(x)} {_n(y)}) scale({_n(size)})"/>\n'
        for form, x, y, size in layer.forms
    ]
    return parts + [_words(word) for word in layer.words]


def _form(form: Form) -> str:
    paths = "".join(f'<path{_look(ink)} d="{_path(outline)}{"Z" if ink.fill else ""}"/>' for ink, outline in form.parts)
    return f'<g id="{form.name}">{paths}</g>\n'


def _tip(outline: tuple[tuple[float, float], ...], text: str) -> str:
    return f'<path d="{_path(outline)}Z" fill-opacity="0"><title>{escape(text)}</title></path>\n'


def _n(value: float) -> str:
    """A number with at most two places, as short as it can be."""
    text = f"{value:.2f}"
    return text.rstrip("0").rstrip(".")


def _look(ink: Ink) -> str:
    look = f' fill="{ink.fill or "none"}"'
    if ink.line:
        look += f' stroke="{ink.line}" stroke-width="{_n(ink.width)}"'
        if ink.dash:
            look += f' stroke-dasharray="{" ".join(map(_n, ink.dash))}"'
    return look + (f' opacity="{_n(ink.alpha)}"' if ink.alpha < 1 else "")


def _strokes(strokes: Strokes) -> str:
    look = _look(strokes.ink)
    data = [_path(points) + "Z" for points in strokes.polygons] + [_path(points) for points in strokes.lines]
    parts = [f'<path{look} d="{"".join(data)}"/>\n'] if data else []
    if strokes.circles:
        circles = "".join(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}"/>' for x, y, r in strokes.circles)
        parts.append(f"<g{look}>{circles}</g>\n")
    return "".join(parts)


@lru_cache(maxsize=8192)
def _path(points: tuple[tuple[float, float], ...]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _words(word: Words) -> str:
    look = f' x="{_n(word.x)}" y="{_n(word.y)}" font-size="{_n(word.size)}" fill={quoteattr(word.colour)}'
    if word.anchor != "start":
        look += f' text-anchor="{word.anchor}"'
    look += _FACES.get(word.face, ' font-weight="600"' if word.bold or word.face == fonts.BOLD else "")
    if word.spacing:
        look += f' letter-spacing="{_n(word.spacing)}"'
    if word.halo:
        look += f' stroke="{word.halo}" stroke-width="{_n(word.size * 0.28)}" paint-order="stroke"'
    return f"<text{look}>{escape(word.text)}</text>\n"
