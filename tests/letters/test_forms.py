"""Order forms of late reports, filled in where they lie as each program quotes them: what was typed is read, no more."""

from __future__ import annotations

import random
import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

import pytest

from postern import render
from postern.desk.settings.rulesets import ruleset
from postern.game.chance import Chance
from postern.game.events import seen
from postern.game.kit.orders.sheets import Given
from postern.game.orders import OrderSheet
from postern.game.ruleset import Signup
from postern.post.reading import Reply, read_letter
from postern.post.reading.sent import SentLetter, text_of
from tests.letters.letter import letter, part
from tests.letters.tongues import BOT, TONGUES, WHO
from tests.letters.webmail import ENGLISH_ONLY, WEBMAIL, Webmail

GAMES = ("great_jewels", "cosmos", "alamaze_classic", "adventurer_kings")
NAMES = ("LORD", "KING", "KNIGHT", "GREEDY")
TURNS = 4
ORDERS, HEADS = 10, 3
REMARK = re.compile(r"^\s*(?:;|//)\s*")
Line = tuple[str, bool]
"""A line of the quotation, and whether it was typed below another (and not changed in its place)."""


@dataclass(frozen=True)
class Report:
    """A late report of a seat: its text and page, the seat's view, and orders that it may give, each with its head."""

    rules: Any
    view: Any
    text: str
    page: str
    orders: tuple[tuple[str, str], ...]

    def codes(self, text: str) -> Counter[tuple[str, str]]:
        return Counter(_told(self.rules.read(text, self.view)))


def _told(sheet: OrderSheet) -> Iterator[tuple[str, str]]:
    for one in sheet.orders:
        yield one.data.head.name if isinstance(one.data, Given) else "", one.code


@cache
def report(slug: str) -> Report:
    rules = ruleset(slug)
    world = rules.setup({}, [Signup(name, {}) for name in NAMES], Chance("forms"))
    events: Sequence[Any] = ()
    for turn in range(TURNS):
        views = {name: rules.view(world, name) for name in rules.active(world)}
        plans = {name: rules.plan(view, Chance(f"{turn} {name}")) for name, view in views.items()}
        outcome = rules.resolve(world, {name: rules.read(plans[name], view) for name, view in views.items()}, Chance("forms"))
        world, events = outcome.world, outcome.events
    view = rules.view(world, "LORD")
    told = rules.report(view, seen(tuple(events), "LORD"))
    text, page = render.to_text(told), render.to_html(told)
    return Report(rules, view, text, page, tuple(_orders(rules, view, text)))


def _orders(rules: Any, view: Any, text: str) -> Iterator[tuple[str, str]]:
    """Single lines that are one order of this seat, with their heads: of its computer players, of the form's remarks, and
    of each kind that its grammar gives an example for."""
    lines = text.split("\n")
    heads = list(dict.fromkeys(line for line in lines if rules.line_part(line) == "head"))
    tried: list[tuple[str, str]] = []
    for level in ("easy", "normal", "hard"):
        head = ""
        for line in rules.plan(view, Chance(level), level=level).split("\n"):
            head = line if rules.line_part(line) == "head" else head
            tried.append((head, line))
    tried += [(head, bare) for head, bare in _remarks(rules, text) if bare]
    if heads:
        grammar = rules.grammar
        tried += [(head, grammar.example(form)) for _, form in grammar.forms for head in heads[:6]]
    for head, line in dict.fromkeys(tried):
        sheet = rules.read(f"{head}\n{line}" if head else line, view)
        if len(sheet.orders) == 1 and not any(not one.note for one in sheet.problems) and "\n" not in sheet.orders[0].code:
            given = sheet.orders[0].data
            head = "" if isinstance(given, Given) and not given.head.name else head
            yield head, line.strip()


def _remarks(rules: Any, text: str) -> Iterator[tuple[str, str]]:
    """The lines of a letter of ours with the head that they stand below, and what stands behind the mark of those that are
    remarks, else ""."""
    head = ""
    for line in text.split("\n"):
        head = line if rules.line_part(line) == "head" else head
        yield head, REMARK.sub("", line).strip() if REMARK.match(line) else ""


def _place(rules: Any, head: str, line: str) -> tuple[str, ...]:
    """What an order fills, where a second one takes its place: a phase, a plan."""
    words = line.upper().split()
    if rules.slug != "adventurer_kings":
        return ()
    return (
        (head, words[0]) if head else (words[0], words[1] if words[0] in ("PLAN", "TREAT", "BREAK") and len(words) > 1 else "")
    )


def form_lines(found: Report) -> list[int]:
    """The lines of the report in which something can be filled in."""
    lines = found.text.split("\n")
    if any(head for head, _ in found.orders):
        return [at for at, line in enumerate(lines) if found.rules.line_part(line) == "head"]
    begin = next(at for at, line in enumerate(lines) if re.match(r"ORDERS TO FILL IN|; .*ORDER FORM|.*ORDERS FOR TURN", line))
    return [at for at in range(begin + 1, len(lines)) if lines[at].strip()][:200]


def typed_on_top(found: Report, orders: Sequence[tuple[str, str]], chance: random.Random) -> tuple[list[str], list[Line]]:
    above: list[str] = []
    for head, some in groupby(sorted(orders, key=lambda one: one[0]), key=lambda one: one[0]):
        above += [*([head] if head else []), *(order for _, order in some)]
    return above, [(line, False) for line in found.text.split("\n")]


def typed_between(found: Report, orders: Sequence[tuple[str, str]], chance: random.Random) -> tuple[list[str], list[Line]]:
    lines = found.text.split("\n")
    places = form_lines(found)
    below: dict[int, list[str]] = {}
    for head, order in orders:
        place = next(at for at in places if lines[at] == head) if head else chance.choice(places)
        below.setdefault(place, []).append(order)
    return [], [
        one for at, line in enumerate(lines) for one in ((line, False), *((order, True) for order in below.get(at, ())))
    ]


def mark_removed(found: Report, orders: Sequence[tuple[str, str]], chance: random.Random) -> tuple[list[str], list[Line]]:
    """Each order of the form loses its mark; of what stands in the form nowhere nothing is filled in."""
    wanted = set(orders)
    done: list[Line] = []
    for line, (head, bare) in zip(found.text.split("\n"), _remarks(found.rules, found.text), strict=True):
        hit = {(head, bare), ("", bare)} & wanted if bare else set()
        wanted -= hit
        done.append((bare if hit else line, False))
    return [], done


def changed_in_place(found: Report, orders: Sequence[tuple[str, str]], chance: random.Random) -> tuple[list[str], list[Line]]:
    """A remark of the form becomes the order, or the name that it begins with is written on."""
    lines = found.text.split("\n")
    places = form_lines(found)
    taken: dict[int, str] = {}
    for head, order in orders:
        if head:
            at = next(at for at in places if lines[at] == head) + 1
            at = next((at for at in (at,) if lines[at].startswith(";") and at not in taken), -1)
        else:
            names = [at for at in places if at not in taken and lines[at].isalnum() and order.startswith(lines[at])]
            remarks = [at for at in places if at not in taken and REMARK.match(lines[at])]
            at = names[0] if names else chance.choice(remarks) if remarks else -1
        if at >= 0:
            taken[at] = order
        else:
            place = next(at for at in places if lines[at] == head) if head else chance.choice(places)
            taken[place] = f"{taken.get(place, lines[place])}\n{order}"
    return [], [
        (one, number > 0) for at, line in enumerate(lines) for number, one in enumerate(taken.get(at, line).split("\n"))
    ]


WAYS = {"on top": typed_on_top, "between": typed_between, "mark removed": mark_removed, "changed": changed_in_place}

INTRO = f"On Fri, Nov 20, 2026 at 8:00 PM, {WHO} wrote:"
BLOCK = f"From: {WHO}\nSent: Friday, November 20, 2026 8:00 PM\nTo: Joe <joe@players.test>\nSubject: [QJ-101 turn 7] GREEDY\n"


def _marked(above: list[str], lines: list[Line]) -> bytes:
    body = [line if typed else f"> {line}".rstrip() for line, typed in lines]
    return part("\n".join([*above, "", INTRO, *body, ""]))


def _wrapped(above: list[str], lines: list[Line]) -> bytes:
    body: list[str] = []
    for line, typed in lines:
        pieces = textwrap.wrap(line.strip(), 70, break_long_words=False, break_on_hyphens=False) if len(line) > 70 else [line]
        body += pieces if typed else [f"> {piece}".rstrip() for piece in pieces or [""]]
    return part("\n".join([*above, "", INTRO, *body, ""]))


def _flowed(above: list[str], lines: list[Line]) -> bytes:
    body = [line.rstrip() if typed else f"> {line}".rstrip() for line, typed in lines]
    stuffed = [f" {line}" if line.startswith((" ", "From ")) else line for line in [*above, "", INTRO, *body, ""]]
    return part("\n".join(stuffed), more="; format=flowed")


def _outlook(above: list[str], lines: list[Line]) -> bytes:
    return part("\n".join([*above, "", "_" * 32, BLOCK, *(line for line, _ in lines), ""]))


def _page(webmail: Webmail) -> Callable[[list[str], list[Line]], bytes]:
    def made(above: list[str], lines: list[Line]) -> bytes:
        quote = webmail.quote(TONGUES[0], "\n".join(line for line, _ in lines))
        return part(f"{webmail.typed(tuple(above)) if above else ''}{webmail.foot(TONGUES[0])}{quote}", "text/html")

    return made


CLIENTS: Mapping[str, Callable[[list[str], list[Line]], bytes]] = {
    "marked": _marked,
    "wrapped": _wrapped,
    "flowed": _flowed,
    "outlook plain": _outlook,
    **{webmail.name: _page(webmail) for webmail in (*WEBMAIL, *ENGLISH_ONLY)},
}


def drawn(found: Report, way: str, chance: random.Random) -> list[tuple[str, str]]:
    """Ten orders, under at least three heads where there are heads."""
    orders = list(found.orders)
    if way == "mark removed":
        remarks = {one for head, bare in _remarks(found.rules, found.text) if bare for one in ((head, bare), ("", bare))}
        orders = [one for one in orders if one in remarks]
    heads = sorted({head for head, _ in orders})
    if len(heads) >= HEADS:
        some = chance.sample(heads, min(len(heads), HEADS + 2))
        orders = [one for one in orders if one[0] in some]
    chance.shuffle(orders)
    orders = list({_place(found.rules, *one) or one: one for one in orders}.values())
    first = {head: (head, order) for head, order in orders}
    return list(dict.fromkeys([*first.values(), *orders]))[:ORDERS]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("way", WAYS)
def test_ten_orders_filled_in_are_read_and_nothing_else(slug: str, client: str, way: str) -> None:
    found = report(slug)
    chance = random.Random(f"{slug} {client} {way}")
    orders = drawn(found, way, chance)
    # The forms of two games hold no orders as remarks: theirs come back as they were, and nothing is ordered.
    assert len(orders) == (ORDERS if way != "mark removed" or slug in ("alamaze_classic", "adventurer_kings") else 0)
    above, lines = WAYS[way](found, orders, chance)
    raw = letter(CLIENTS[client](above, lines))

    def sent(reply: Reply) -> list[SentLetter]:
        return [SentLetter([text_of(found.text), text_of(found.page)], found.rules.line_part)]

    read = read_letter(raw, own_addresses=(BOT,), sent=sent)
    blocks: dict[str, list[str]] = {}
    for head, order in sorted(orders):
        blocks.setdefault(head, []).append(order)
    given = "\n".join("\n".join([head, *block] if head else block) for head, block in blocks.items())
    assert found.codes(read.text) == found.codes(given), read.text
