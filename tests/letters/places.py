"""Letters with an order in any place where a person can write: each program and language, plain text and HTML.

What a program made of a reply is taken as it stands, or with the quoted text deleted, in whole or in part, and the order is put
on a line of its own, or before or behind what stands on one; in a page, into or beside any of its elements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import lxml.html
from lxml import etree

from tests.letters.letter import OURS, page, quoted
from tests.letters.programs import PROGRAMS
from tests.letters.tongues import BOT, TONGUES, WHO, Tongue
from tests.letters.webmail import ENGLISH_ONLY, WEBMAIL

ORDER = "L13MB4B5"
EMPTIED: Mapping[str, Callable[[str], str]] = {
    "whole": lambda text: text,
    "nothing": lambda text: "",
    "one line": lambda text: text.split("\n")[0],
    "half": lambda text: text[: text.index("ORDERS TO")].rstrip(),
    "without its end": lambda text: text.rpartition("\n")[0].rstrip(),
}
"""What is left of the quoted text."""


def heads(tongue: Tongue) -> Iterator[tuple[str, str]]:
    """What programs write above a quotation in a language, and the mark before quoted lines."""
    first, sent, to, subject = tongue.block
    block = f"{first} {WHO}\n{sent} {tongue.day}\n{to} Joe Player <joe@players.test>\n{subject} [QJ-101 turn 7] GREEDY"
    for intro in (tongue.thunderbird, tongue.gmail, tongue.apple, tongue.yahoo):
        yield intro, "> "
        yield intro, ""
    yield f"{tongue.original}\n{block}\n", ""
    yield f"{'_' * 32}\n{block}\n", ""
    yield f"{block}\n", ""
    yield f"-----Postern <{BOT}> wrote: -----\n{block}\n", ""
    yield tongue.forwarded + f"\n{block}\n", ""


def plain() -> Iterator[tuple[str, list[str]]]:
    """Replies as plain text: a name, and the lines."""
    for tongue in TONGUES:
        for number, (head, mark) in enumerate(heads(tongue)):
            for name, left in EMPTIED.items():
                text = left(OURS)
                body = f"READY\n\n{tongue.phone}\n\n{head}\n{quoted(text, mark) if text else ''}\n\n--\nJoe\n\n{tongue.legal}"
                yield f"{tongue.code}-{number}-{name}", body.split("\n")
    for program in PROGRAMS:
        for name, left in EMPTIED.items():
            text = left(OURS)
            yield (
                f"{program.name}-{name}",
                f"{program.intro}\n{quoted(text, program.mark) if text else ''}\n{program.foot}".split("\n"),
            )


def placed(lines: list[str]) -> Iterator[list[str]]:
    """The lines with the order in each place."""
    for place in range(len(lines) + 1):
        yield [*lines[:place], ORDER, *lines[place:]]
        if place < len(lines) and lines[place].strip(" >|") and not lines[place].startswith(">"):
            yield [*lines[:place], f"{ORDER} {lines[place]}", *lines[place + 1 :]]


def pages() -> Iterator[tuple[str, str]]:
    """Replies as pages: a name, and the markup."""
    for webmail in (*WEBMAIL, *ENGLISH_ONLY):
        for tongue in TONGUES if webmail in WEBMAIL else TONGUES[:1]:
            for name, left in EMPTIED.items():
                quote = webmail.quote(tongue, left(OURS) or "\u00a0")
                yield f"{webmail.name}-{tongue.code}-{name}", f"{webmail.typed(('READY',))}{webmail.foot(tongue)}{quote}"
    yield (
        "indented",
        f"<p>My orders for Fri 27 Nov 2026, 20:00:</p><blockquote style='margin:0 0 0 40px'>{page('READY')}</blockquote>",
    )


def placed_in_page(markup: str) -> Iterator[str]:
    """The page with the order in each place: at the begin and the end of each element, and behind it."""
    root = lxml.html.document_fromstring(markup)
    count = sum(1 for one in root.body.iter() if isinstance(one.tag, str))
    for number in range(count):
        for way in ("begin", "end", "behind"):
            root = lxml.html.document_fromstring(markup)
            element = [one for one in root.body.iter() if isinstance(one.tag, str)][number]
            if (element.tag in ("br", "hr", "img") or element is root.body) and (way == "behind") is (element is root.body):
                continue
            line = lxml.html.fromstring(f"<div>{ORDER}</div>")
            if way == "begin":
                line.tail, element.text = element.text, None
                element.insert(0, line)
            elif way == "end":
                element.append(line)
            else:
                line.tail, element.tail = element.tail, None
                element.addnext(line)
            yield etree.tostring(root, encoding="unicode", method="html")
