"""The line on how a turn went, on thirty turns of recorded games: what it says was worked out by hand from the turn's events.

``verdict_lines.csv`` has game, turn, seat, the line, and what happened.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.recorded.reading import GAMES, reports

TURNS = list(csv.DictReader((Path(__file__).parent / "verdict_lines.csv").read_text("utf-8").splitlines()))


def test_thirty_turns_are_judged() -> None:
    assert len({(row["game"], row["turn"], row["seat"]) for row in TURNS}) == 30


@pytest.mark.sampled(1)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.removesuffix(".json.gz"))
def test_the_line_says_how_the_turn_went(path: Path) -> None:
    wanted = {
        (int(row["turn"]), row["seat"]): row["line"] for row in TURNS if path.name == f"great_jewels-{row['game']}.json.gz"
    }
    assert wanted
    seats = dict.fromkeys(seat for _, seat in wanted)
    told = {
        (view.turn - 1, view.seat): report.masthead.line
        for view, report in reports(path, max(turn for turn, _ in wanted), seats)
    }
    assert {turn: told[turn] for turn in wanted} == wanted
