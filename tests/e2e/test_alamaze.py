"""A game of Alamaze Classic by mail: two kingdoms join, one writes 18 lines with mistakes and looks ahead, three turns run."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.e2e.house import House
from tests.e2e.player import Player, files_of, flat, text_of
from tests.e2e.sitting import join, report_of

Newcomer = Callable[[], Player]

RIGHT = """\
991 T4 P1 A5
993 1A 3A 4A
480 OR
500 IL
799 1WA OL
720 2WA KN
move group 3WA KP
970 VA UJ
600 KP D 1
350 SA KQ
310 JO
210 500
200 F 3,000
60 925 GR KP OR ; every turn from now on
"""
WRONG = """\
110 2nd Warlock 2EL 2
600 JM D 4
121 3WA 2SO
720 1WA
"""


@pytest.mark.rule("AC-01-05", "AC-27-10", "AC-09-03")
def test_two_kingdoms_play_three_turns(house: House, newcomer: Newcomer) -> None:
    house.write_game("AC-1", ruleset="alamaze_classic", seats=2, computers=0, documents=["html", "pdf"])
    assert "AC-1 is open" in house.master("create", "AC-1")
    ann, ben = newcomer(), newcomer()
    join(ann, "AC-1", "ANNE", more="KINGDOM=Warlock")
    join(ben, "AC-1", "BEN", more="KINGDOM=WA or EL")  # the Warlock is taken: the Elves it is
    first = report_of(ann, "AC-1", 0)
    assert "Warlock" in text_of(first)
    assert "DOSSIER OF THE WARLOCK KINGDOM" in text_of(first)
    assert any(name.endswith(".pdf") for name in files_of(first))

    # Every mistake is named with its line and what to write instead; the rest stands, each order with its result and price.
    answer = ann.answer(ann.reply(first, RIGHT + WRONG))
    words = flat(answer)
    assert "Did you mean: 110 2WA 2EL 2" in words
    assert "Did you mean: 600 JM D 3" in words
    assert "720 column B is missing" in words
    assert "2WA marches to KN; JM KN, 5 points" in words
    assert "Standing orders: 1 of 4" in words
    assert "Gold through the turn in the treasury: 60,000" in words

    mended = ann.answer(ann.reply(answer, RIGHT))
    assert "to mend" not in str(mended["Subject"])
    forecast = ann.answer(ann.reply(mended, "FORECAST"))
    assert "forecast" in str(forecast["Subject"])
    assert "PRODUCTION AND TREASURY" in text_of(forecast)
    assert "720" in text_of(ann.answer(ann.reply(mended, "HELP 720")))
    ann.answer(ann.reply(mended, "READY"))
    theirs = report_of(ben, "AC-1", 0)
    assert "DOSSIER OF THE ELVEN KINGDOM" in text_of(theirs)
    ben.answer(ben.reply(theirs, "991 T4 P1 A5\n210 600\nREADY"))

    told = flat(report_of(ann, "AC-1", 1))
    assert "Olbern of 1WA has power 3 now" in told
    assert "2WA marched from JM by KN: 5 points" in told
    for turn in (2, 3):
        for player, order in ((ann, "480 OR"), (ben, "200 F 3000")):
            player.answer(player.reply(report_of(player, "AC-1", turn - 1), f"{order}\nREADY"))
        told = flat(report_of(ann, "AC-1", turn))
        assert "guards Orran" in told, "the standing order runs by itself"
    assert "16.00" in told  # influence: 13, and a point in each of three turns
