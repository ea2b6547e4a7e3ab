"""The front pages of recorded games, read for contradictions with the reports that they open."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from postern.game.battle import BattlePage
from postern.game.front import Fight, Front
from postern.game.report import Battle, Map, Report
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import View
from tests.recorded.reading import GAMES, reports
from tests.recorded.recording import load
from tests.recorded.test_battle_pages import scouted

PAGES, CASES = 10, 10
"""Each case reads so many pages of one seat, turn after turn; the cases lie in all games, from first turns to last ones."""


def read_pages(path: Path, seat: str, first: int) -> int:
    """Reads a seat's pages from a turn on, ten at most, and says how many there were."""
    openings: dict[str, str] = {}
    many = 0
    for view, report in reports(path, first + PAGES - 1, [seat]):
        if view.turn - 1 < first:
            continue
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


@pytest.mark.sampled(1)
@pytest.mark.parametrize("case", range(CASES))
def test_front_pages_agree_with_their_reports(case: int) -> None:
    path = GAMES[case % len(GAMES)]
    assert read_pages(path, load(path).seats[case], 1 + 15 * case // (CASES - 1)) == PAGES
