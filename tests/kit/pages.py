"""What must hold of a report whatever happened: page 1 tells of own land as it is, and map, list, tile and legend agree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from postern.game.chart import Chart
from postern.game.events import seen
from postern.game.front import Front
from postern.game.report import Map, Report
from postern.game.ruleset import Outcome
from postern.render.chart.owners import sides
from postern.render.chart.who import sides_of
from tests.kit.game import Game, Held

WON = re.compile(r"\b(?:is|are) yours(?! no)|\bYou (?:took control of|won|storm|take) |joins? your|(?:falls?|joins) to you\b")
LOST = re.compile(
    r"\b(?:is|are) lost\b|yours no |\bYou los[te]|(?:captured|took|takes) .* from you|went neutral|\bfalls? to (?!you)"
)
TWICE = re.compile(r"lost again|won and lost|won back|win back|yours again|won it back")


def sentences(front: Front) -> Iterator[str]:
    """Everything that page 1 says in words about what was won and lost."""
    texts = (front.headline, front.tale, *(one.text for one in front.dangers))
    return (part for text in texts for part in re.split(r"(?<=[.!?]) ", text))


def named(sentence: str, names: frozenset[str]) -> set[str]:
    return {name for name in names if re.search(rf"(?<![\w]){re.escape(name)}(?!\w)", sentence)}


def check_front(front: Front, before: frozenset[str], after: frozenset[str]) -> int:
    """No name is both won and lost, "yours" is the reader's, "lost" is not; returns how many names were so told."""
    won, lost = set[str](), set[str]()
    for one in sentences(front):
        if TWICE.search(one):
            continue
        names = named(one, before | after)
        won |= names if WON.search(one) else set()
        lost |= names if LOST.search(one) else set()
    assert not won & lost, (front.headline, front.tale, won & lost)
    assert won <= after, (front.headline, front.tale, won - after)
    assert won.isdisjoint(before), (front.headline, front.tale, won & before)
    assert lost.isdisjoint(after), (front.headline, front.tale, lost & after)
    return len(won | lost)


def check_map(report: Report, held: Held, listed: frozenset[str]) -> None:
    """Own areas are the same on the map, in the list, in the tile and in the legend."""
    chart = next(block.chart for one in report.sections for block in one.blocks if isinstance(block, Map))
    (own,) = (one for one in chart.owners if one.own)
    assert {one.name for one in chart.areas if one.owner == own.key} == held.areas
    assert {one.area for one in chart.sites if one.owner == own.key} == held.sites
    assert listed == held.areas
    assert report.front is not None
    assert {one.label: one.value for one in report.front.figures}[held.tile[0]] == held.tile[1]
    assert _legend(chart, own.name) in ({len(held.areas)} if held.areas else {0, None})


def _legend(chart: Chart, name: str) -> int | None:
    return next((one.count for one in sides_of(chart, sides(chart.owners)) if one.words == f"{name}, you"), None)


def check_reports(game: Game, before: Any, outcome: Outcome[Any], seats: tuple[str, ...]) -> int:
    """Both of these for the reports of some seats; returns how many names front pages told as won or lost."""
    rules, world = game.rules, outcome.world
    told = 0
    for seat in seats:
        report = rules.report(rules.view(world, seat), seen(outcome.events, seat))
        assert report.front is not None
        now = game.held(world, seat)
        check_map(report, now, game.listed(report))
        told += check_front(report.front, game.held(before, seat).names, now.names)
    return told
