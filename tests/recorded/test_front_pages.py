"""The front pages of recorded games, read for contradictions with the reports that they open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from postern.game.battle import BattlePage
from postern.game.chance import Chance
from postern.game.events import seen
from postern.game.front import Fight, Front
from postern.game.report import Battle, Map, Report, following
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.ruleset import RULESET
from postern.rulesets.great_jewels.view import View
from tests.recorded.recording import load, stored
from tests.recorded.test_battle_pages import scouted

TURNS, SEATS = 5, 2
"""How far, and of how many seats, the pages are read in each test run; all under the marker ``slow``."""
GAMES = [path for path in stored() if path.name.startswith("great_jewels")]


def reports(path: Path, turns: int, seats: int) -> Iterator[tuple[View, Report]]:
    """The reports of a recorded game, turn by turn, each with what the one before lets it tell."""
    recording = load(path)
    chance = Chance(recording.seed)
    world: Any = RULESET.setup(recording.options, [Signup(name) for name in recording.seats], chance)
    readers = recording.seats[:seats]
    before: dict[str, Front | None] = {seat: RULESET.report(RULESET.view(world, seat), ()).front for seat in readers}
    for orders in recording.orders[:turns]:
        sheets = {seat: RULESET.read(text, RULESET.view(world, seat)) for seat, text in sorted(orders.items())}
        active = RULESET.active(world)
        outcome = RULESET.resolve(world, sheets, chance)
        world = outcome.world
        for seat in readers:
            if seat in active:
                view = RULESET.view(world, seat)
                report = following(RULESET.report(view, seen(outcome.events, seat)), before[seat])
                before[seat] = report.front
                yield view, report


def read_pages(path: Path, turns: int, seats: int) -> int:
    openings: dict[str, str] = {}
    many = 0
    for view, report in reports(path, turns, seats):
        front, facts = report.front, dict(report.masthead.facts)
        assert front is not None
        many += 1
        figures = {one.label: one for one in front.figures}
        assert facts["Score"].split()[0] == str(figures["Score"].value)
        told = re.search(r"\(([+-]\d+) this turn", facts["Score"])
        if told is not None and figures["Score"].change is not None:
            assert figures["Score"].change == int(told[1])
        if not view.player.out:
            assert facts["Realm"].split()[0].replace("no", "0") == str(figures["Provinces"].value)
            troops = [0 if one == "no" else int(one) for one in re.findall(r"(\d+|no) troops?", facts["Forces"])]
            assert sum(troops) == figures["Troops"].value
            assert facts["Wealth"].split()[0].replace("no", "0") == str(figures["Zorans"].value)
        _battles_agree(front, report)
        opening = " ".join(front.headline.split()[:3])
        assert openings.get(view.seat) != opening, (view.seat, view.turn, front.headline)
        openings[view.seat] = opening
        _places_agree(front, view)
        for hint in front.chances:
            verdict = RULESET.check(RULESET.read(hint.paste, view), view)
            assert len(verdict.accepted) == 1, (view.seat, view.turn, hint, verdict.problems)
            assert not verdict.problems, (view.seat, view.turn, hint, verdict.problems)
    return many


def _battles_agree(front: Front, report: Report) -> None:
    """Each battle is one of the account's or has a page, with its losses, and has its number on the map."""
    blocks = [block for section in report.sections for block in section.blocks]
    boxed = [block for block in blocks if isinstance(block, Battle)]
    paged = [block for block in blocks if isinstance(block, BattlePage)]
    clashes = [clash.area for block in blocks if isinstance(block, Map) for clash in block.chart.clashes]
    assert len(front.fights) + front.more == len(boxed) + len(paged) + len(scouted(report))
    for fight in front.fights:
        same = any(block.place == fight.place and _losses(fight.text) == _losses(block.outcome) for block in boxed)
        page = any(block.place == fight.place and _pays_alike(fight, block) for block in paged)
        assert same or page or fight.place in scouted(report), fight
        assert clashes[fight.number - 1] == fight.place


def _pays_alike(fight: Fight, page: BattlePage) -> bool:
    """Whether the reader and all others had and lost as many troops in both."""
    had = {one.name: (one.name, one.troops) for one in fight.forces}
    told = {host.name: (host.name, _sum([unit.before for unit in host.units])) for host in page.hosts}
    return had == told and fight.verdict == page.verdict


def _sum(numbers: list[int | None]) -> int | None:
    return None if None in numbers else sum(number or 0 for number in numbers)


def _losses(text: str) -> str:
    return text.partition("Your losses")[2]


def _places_agree(front: Front, view: View) -> None:
    """Provinces that the headline calls won or lost are the reader's or not."""
    won = re.search(
        r"^(?:province )?([A-S]\d+) (?:is yours:|joins your)|^You (?:storm|take) (?:province )?([A-S]\d+)", front.headline
    )
    if won is not None:
        assert (won[1] or won[2]) in view.provinces, front.headline
    lost = re.search(r"^(?:province )?([A-S]\d+) is (?:lost to|yours no more)", front.headline)
    if lost is not None:
        assert lost[1] not in view.provinces, front.headline


def test_front_pages_agree_with_their_reports() -> None:
    assert read_pages(GAMES[0], TURNS, SEATS) == TURNS * SEATS


@pytest.mark.slow
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.removesuffix(".json.gz"))
def test_all_front_pages_agree_with_their_reports(path: Path) -> None:
    assert read_pages(path, 99, 12) >= 20
