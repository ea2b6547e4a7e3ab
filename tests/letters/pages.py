"""How mail programs make plain text of a page, and how they break and mark the lines that they quote."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import lxml.html

_PARTED = frozenset("p h1 h2 h3 h4 table ul ol pre blockquote hr section".split())
_ON_LINES = frozenset("div tr li body".split())


@dataclass(frozen=True)
class Plainly:
    """What a program writes around bold text, code and headings, and between the cells of a table."""

    bold: str = ""
    code: str = ""
    heading: str = ""
    cell: str = "\n"
    capitals: bool = False
    """Whether what is bold, and headings, come in capitals."""


PLAINLY: Mapping[str, Plainly] = {
    "gmail": Plainly("*"),
    "thunderbird": Plainly("*", "|", cell="\t"),
    "apple": Plainly(cell="\t"),
    "roundcube": Plainly(cell="\t\t", capitals=True),
    "k9": Plainly(cell=" "),
    "markdown": Plainly("**", "`", "## ", " | "),
}


def plain_page(page: str, way: Plainly) -> str:
    """The page as plain text, in a program's way; what is hidden stays hidden."""
    found: list[str] = []
    _write(lxml.html.document_fromstring(page).body, way, False, found)
    lines = "\n".join(line.strip() if "\t" in line else line.rstrip() for line in "".join(found).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", lines).strip("\n")


def _write(element: lxml.html.HtmlElement, way: Plainly, pre: bool, found: list[str]) -> None:
    tag = str(element.tag)
    if tag in ("style", "head", "script") or "display:none" in (element.get("style") or ""):
        return
    gap = "\n\n" if tag in _PARTED else "\n" if tag in _ON_LINES or tag == "br" else ""
    bold, heading = tag in ("b", "strong", "th"), tag in ("h1", "h2", "h3", "h4")
    around = way.bold if bold else way.code if tag == "code" else ""
    if tag in ("td", "th") and element.getprevious() is not None:
        found.append(way.cell)
    found += [gap, "   - " if tag == "li" else "", way.heading if heading else "", around]
    shown = str.upper if way.capitals and (bold or heading) else str
    pre = pre or tag == "pre"
    found.append(shown(_text(element.text, pre)))
    for child in element:
        _write(child, way, pre, found)
        found.append(shown(_text(child.tail, pre)))
    found += [around, gap if tag != "br" else ""]


def _text(text: str | None, pre: bool) -> str:
    return (text or "") if pre else re.sub(r"\s+", " ", text or "")


def _broken(text: str, mark: str, width: int) -> str:
    """Every line marked, also those that were broken."""
    lines = (_fit(line.strip() if len(line) > width else line, width - len(mark)) for line in text.split("\n"))
    return "\n".join(f"{mark}{line}".rstrip() for some in lines for line in some)


def _combed(text: str) -> str:
    """Marked first and broken afterwards, so that tails have no mark."""
    return "\n".join(line for whole in text.split("\n") for line in _fit(f"> {whole}".rstrip(), 76))


def _fit(line: str, width: int) -> list[str]:
    return textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""] if len(line) > width else [line]


MARKED: Mapping[str, Callable[[str], str]] = {
    "narrow": lambda text: _broken(text, "> ", 72),
    "wide": lambda text: _broken(text, "> ", 998),
    "close": lambda text: _broken(text, ">", 76),
    "combed": _combed,
    "bare": str,
}
"""How the lines of a quotation are marked; "bare": not at all, as some telephones leave them."""
