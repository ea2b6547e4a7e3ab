"""Letters from templates: ``templates/letters/NAME/{subject,text,html}.j2``, plain text in 72 columns and HTML.

A letter is made of parts, each a template and its data; the first part that has a subject gives the letter's.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import structlog
from jinja2 import DictLoader, Environment, StrictUndefined, Template, TemplateNotFound
from markdown_it import MarkdownIt
from markupsafe import Markup

from postern.desk.documents.inline_css import inliner, rules_of
from postern.desk.documents.mailto import mailto
from postern.desk.language.corrections import folded
from postern.desk.settings.resources import templates_in
from postern.desk.timing.durations import spoken
from postern.desk.timing.moments import briefly, told
from postern.render.columns import is_whole
from postern.render.html import dark

WIDTH = 72
_QUOTED_ROWS = 10
"""How much of one line of a letter is shown in quotation."""
_BASE, _LOOK = "base.html.j2", "_look.css.j2"
_SHEET = re.compile(r'<body[^>]*>(?:.*?<div class="sheet"[^>]*>)?', re.DOTALL)
_WORDS = re.compile(r'<body[^>]*>(?:.*?<div class="sheet"[^>]*>(.*)</div>|(.*))\s*</body>', re.DOTALL)

_NO_REPLY: Mapping[str, object] = {"reply": "", "seat_reply": ""}

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Part:
    """One part of a letter: the template's name and its data.

    In the data of a letter that can be replied to, ``reply`` is the address for that, and ``seat_reply`` the same where a
    reply speaks for the part's seat.

    ``bare``: the whole letter in plain text, its subject on the first line, for when a template fails (somebody edited it) and
    the letter must go out all the same.
    """

    name: str
    data: Mapping[str, object] = field(default_factory=dict)
    bare: str = ""


@dataclass(frozen=True)
class Page:
    """A letter's words: the subject on one line, the plain text, and the HTML document (or "").

    ``fault``: why there is no HTML though it was wanted, as "orders/html.j2: what is wrong".
    """

    subject: str
    text: str
    html: str
    fault: str = ""


class _Environment(Environment):
    """Its templates have all globals in common: a map of maps would be laid out anew for each page and each import."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the environment's own globals where a template adds none."""
        return super().make_globals(d) if d else self.globals


class Templates:
    """All templates, compiled when first used and kept. Raises ConfigError when one cannot be read."""

    def __init__(self, folder: Path) -> None:
        self._text, self._html = _environment(folder, False), _environment(folder, True)
        self._known: dict[str, Template | None] = {}
        self._look: Callable[[str], str] | None = None

    def page(self, parts: Sequence[Part], html: bool = True) -> Page:
        """Renders the parts into one letter; as text alone where the HTML fails. Raises LookupError when no part has a subject,
        and what another template raises that fails; not where a part says what the letter is without its templates."""
        try:
            subject, text = self._words(parts)
        except Exception as error:
            bare = next((part.bare for part in parts if part.bare), "")
            if not bare:
                raise
            _log.error("a template fails; its letter goes out bare", letter=parts[0].name, error=f"{error!r}")
            subject, _, text = bare.partition("\n")
            return Page(subject, tidy(text), "")
        document, fault = self._document(parts, subject) if html else ("", "")
        return Page(subject, text, document, fault)

    def _words(self, parts: Sequence[Part]) -> tuple[str, str]:
        subject = next((found for part in parts if (found := self._subject(part)) is not None), None)
        if subject is None:
            raise LookupError(f"none of {[part.name for part in parts]} has a subject")
        texts = [self._get(self._text, f"{part.name}/text.j2").render(part.data).strip("\n") for part in parts]
        return subject, tidy("\n\n".join(texts))

    def _document(self, parts: Sequence[Part], subject: str) -> tuple[str, str]:
        """The HTML, or "" and why there is none: a template of it that fails takes nobody the letter."""
        bodies: list[Markup] = []
        name = _LOOK
        try:
            if self._look is None:
                self._look = inliner(rules_of(self._get(self._text, _LOOK).render()))
            for part in parts:
                name = f"{part.name}/html.j2"
                bodies.append(Markup(self._get(self._html, name).render({**_NO_REPLY, **part.data})))
            name = _BASE
            page = self._get(self._html, name).render(title=subject, bodies=bodies, dark=dark())
            return self._look(page), ""
        except Exception as error:
            _log.error("a template fails; its letter goes out without HTML", template=name, error=f"{error!r}")
            return "", f"{name}: {type(error).__name__}: {error}"

    def _subject(self, part: Part) -> str | None:
        name = f"{part.name}/subject.j2"
        if name not in self._known:
            try:
                self._known[name] = self._text.get_template(name)
            except TemplateNotFound:
                self._known[name] = None
        template = self._known[name]
        return None if template is None else " ".join(template.render(part.data).split())

    def _get(self, environment: Environment, name: str) -> Template:
        template = self._known.get(name)
        if template is None:
            template = self._known[name] = environment.get_template(name)
        return template


def factual(part: Part) -> Part:
    """The part of a letter to a game master; if its template fails, the letter still lists the facts."""
    told = (
        f'The template of this letter, "{part.name}", fails. postern gm doctor helps to find the line; what is mended counts '
        "from the daemon's next start. Here are the facts that the letter was to tell:"
    )
    facts = [f"{name}: {fact}" for name, value in part.data.items() if (fact := _fact(value))]
    return replace(part, bare="\n".join([f"[Postern] {part.name.replace('_', ' ')}", fill(told), "", *map(hang, facts)]))


def _fact(value: object) -> str:
    if isinstance(value, (list, tuple, set, frozenset)):
        return "\n".join(filter(None, map(_fact, value)))
    if isinstance(value, (str, int, float, date, timedelta)):
        return str(value)
    return str(getattr(value, "name", ""))


@cache
def _environment(folder: Path, html: bool) -> Environment:
    """What turns the folder's templates into words; one for all desks of this process, since compiling takes long."""
    # Read whole at the start: what is edited or upgraded beside a daemon counts from its next one, all of it together.
    return environment(templates_in(folder), html)


def environment(texts: Mapping[str, str], html: bool) -> Environment:
    """The Jinja environment in which these templates (name → text) are compiled, with everything that they may use."""
    environment = _Environment(
        loader=DictLoader(texts),
        autoescape=html,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    environment.filters |= {
        "fill": fill,
        "folded": folded,
        "hang": hang,
        "beside": beside,
        "count": count,
        "spoken": spoken,
        "told": told,
        "longest": longest,
        "briefly": briefly,
        "mailto": mailto,
        "markdown": _markdown,
        "quoted": quoted,
    }
    return environment


def tidy(text: str) -> str:
    """No trailing blanks, never two empty lines together, one line end at the end."""
    lines = [line.rstrip() for line in text.splitlines()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"


def fill(text: object, indent: int = 0, width: int = WIDTH) -> str:
    """The text in lines of at most ``width`` columns, all indented. Empty lines part paragraphs."""
    margin = " " * indent
    paragraphs = re.split(r"\n\s*\n", str(text).strip())
    return "\n\n".join("\n".join(_wrap(" ".join(paragraph.split()), width - indent, margin)) for paragraph in paragraphs)


def beside(left: object, text: object, column: int, width: int = WIDTH) -> str:
    """``left``, and the text in a column beside it, beginning at ``column``; below it where ``left`` is too long."""
    start = str(left).rstrip()
    margin = " " * column
    lines = _wrap(" ".join(str(text).split()), width - column, margin)
    if not lines:
        return start
    if len(start) < column:
        return "\n".join([start.ljust(column) + lines[0].lstrip(), *lines[1:]])
    return "\n".join([start, *lines])


def hang(text: object, indent: int = 0, width: int = WIDTH) -> str:
    """Lines as they are, indented, those too long for a letter going on below, a little further in."""
    told = []
    for line in str(text).splitlines():
        margin = " " * min(indent + len(line) - len(line.lstrip()), width // 2)
        whole = line.strip()
        first, *more = [whole] if len(margin + whole) <= width else _lines(whole, width - len(margin) - 2) or [""]
        told += [margin + first, *(f"{margin}  {rest}" for rest in more)]
    return "\n".join(told)


def words_on_sheet(document: str) -> Markup:
    """What stands on the sheet of a letter's or report's HTML document, or in its body: a part of another letter."""
    words = _WORDS.search(document)
    return Markup((words[1] or words[2] or "").strip() if words else "")


def put_on_sheet(document: str, words: str) -> str:
    """The document with these words at the top of its sheet, or of its body."""
    return _SHEET.sub(lambda found: f"{found[0]}\n{words}\n", document, count=1)


def longest(items: Sequence[object], name: str) -> int:
    """How long the longest of the items' texts with this name is."""
    return max([len(getattr(item, name)) for item in items])


def count(number: int, word: str, plural: str = "") -> str:
    """``1 order``, ``9 orders``, ``no orders``."""
    noun = word if number == 1 else plural or f"{word}s"
    return f"{number or 'no'} {noun}"


def sentence(text: str) -> str:
    """The words as a sentence: a capital, but for a name, path or address, and a full stop behind a single line."""
    first = text.split(maxsplit=1)[0] if text.split() else ""
    name = any(character in first for character in "./@_")
    begun = text if name else text[:1].upper() + text[1:]
    return begun if "\n" in text or text.endswith((".", "?", "!", ":")) else f"{begun}."


def quoted(line: object) -> str:
    """A line of the letter that is answered, whole behind ``>``; of a very long one what it begins with."""
    rows = _lines(str(line), WIDTH - 2) or [""]
    shown = rows[:_QUOTED_ROWS]
    return "\n".join(f"> {row}" for row in shown) + ("\n> ..." if len(rows) > len(shown) else "")


@lru_cache(maxsize=1_024)  # most sentences of an answer are those of the one before
def _wrap(text: str, width: int, margin: str) -> tuple[str, ...]:
    if len(text) <= width and text:
        return (margin + text,)
    return tuple(margin + line for line in _lines(text, max(width, 20)))


def _lines(text: str, width: int) -> list[str]:
    """The text in lines of so many columns. Longer words are broken, but no address: it stays whole on its own line."""
    lines: list[str] = []
    for line in textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False):
        broken = range(0, len(line), len(line) if is_whole(line) else width)
        lines += [line[at : at + broken.step] for at in broken]
    return lines


_md = MarkdownIt("commonmark", {"html": False}).enable("table")


def _markdown(text: str) -> Markup:
    """Markdown as HTML; HTML inside it is shown, not interpreted."""
    return Markup(_md.render(text))
