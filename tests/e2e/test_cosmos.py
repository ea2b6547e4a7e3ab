"""A game of COSMOS by mail: two nations join, give programs with mistakes, look ahead, and play three turns."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.e2e.house import House
from tests.e2e.player import Player, files_of, flat, text_of
from tests.e2e.sitting import join, report_of

Newcomer = Callable[[], Player]

WRONG = """\
[M Rc
We take the hills, you take the woods.
]
3104:
form 3112 3113
move n
control -1
serach 3
3101:
recruit Heavy Infantry 75
recruit "Heavy Infantry" 50
  orders:
    mytactics defend
    myalias $guard
  .
3905:
move 200
"""
RIGHT = """\
3104:
form 3112 3113
move n
control -1
3101:
recruit "Heavy Infantry" 50
  orders:
    mytactics defend
    myalias $guard
  .
"""


@pytest.mark.rule("CF-1.2-01", "CF-1.2-02", "CF-4-01")
def test_two_nations_play_three_turns(house: House, newcomer: Newcomer) -> None:
    house.write_game("CF-1", ruleset="cosmos", seats=2, computers=0, documents=["html", "pdf"])
    assert "CF-1 is open" in house.master("create", "CF-1")
    ann, ben = newcomer(), newcomer()
    join(ann, "CF-1", "ANNE", more="NATION=Am")
    join(ben, "CF-1", "BEN", more="NATION=Rowan Court")
    first = report_of(ann, "CF-1", 0)
    text = flat(first)
    assert "You lead Kingdom of Aldermark from Stavenholm [1501] in 190" in text
    assert "HOW TO BEGIN" in text
    assert any(name.endswith(".pdf") for name in files_of(first))

    # Every mistake is named with its line and what to write instead; the rest stands, each order with its cost and phases.
    answer = ann.answer(ann.reply(first, WRONG))
    words = flat(answer)
    assert 'Unknown order "serach"' in words
    assert "needs quotes" in words
    assert "3905 is not yours" in words
    assert "3104 forms a force with 3112, 3113" in words
    assert "TO MEND (3)" in text_of(answer)

    mended = ann.answer(ann.reply(answer, RIGHT))
    assert "to mend" not in str(mended["Subject"])
    forecast = ann.answer(ann.reply(mended, "FORECAST"))
    assert "forecast" in str(forecast["Subject"])
    assert "TURN 3" in text_of(forecast)
    assert "recruit" in text_of(ann.answer(ann.reply(mended, "HELP recruiting")))
    ann.answer(ann.reply(mended, "READY"))
    theirs = report_of(ben, "CF-1", 0)
    ben.answer(ben.reply(theirs, "3504:\nform 3512\nmove n\ncontrol\nREADY"))

    told = flat(report_of(ann, "CF-1", 1))
    assert "12 hexes" in told
    for turn in (2, 3):
        for player, unit in ((ann, 3110), (ben, 3510)):
            order = "wait 30" if turn == 2 else "search 2"
            answer = player.answer(player.reply(report_of(player, "CF-1", turn - 1), f"{unit}:\n{order}\nREADY"))
            goes_on = "AS IT STANDS WITH THIS LETTER" in text_of(answer)
            assert goes_on == (turn == 3), "the wait of turn 2 stands before the search of turn 3"
        told = text_of(report_of(ann, "CF-1", turn))
    assert "Heavy Infantry: 50" in told  # what was recruited in turn 1 stands in the map notes
