"""A game of Adventurer Kings by mail: two Kings join with all that may be chosen, one writes a letter with mistakes and looks
ahead, three years run, with a duel and a dungeon in the report."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.e2e.house import House
from tests.e2e.player import Player, files_of, flat, text_of
from tests.e2e.sitting import join, report_of

Newcomer = Callable[[], Player]

CHOICES = """\
KING Rosamund
KINGDOM Elmet
RACE Human
ALIGNMENT Divine
ALTALIGNMENT Good
TEMPER Berserk
ABILITIES TA1 ME3
SECOND HC
"""
WRONG = """\
1 MV 83
6 EX
EX
3 PR TAC
"""


@pytest.mark.rule("AK-D11-01", "AK-D11-03", "AK-P3.0-09", "AK-P11.0-01", "AK-D3.0-13")
def test_two_kings_play_three_years(house: House, newcomer: Newcomer) -> None:
    house.write_game("AK-1", ruleset="adventurer_kings", seats=4, computers=2, press="named", documents=["html", "pdf"])
    assert "AK-1 is open" in house.master("create", "AK-1")
    ann, ben = newcomer(), newcomer()
    join(ann, "AK-1", "ANNE", more=CHOICES)
    join(ben, "AK-1", "BEN", more="KINGDOM Vale\nALIGNMENT Divine\nALTALIGNMENT Evil\nRACE Orc")
    first = report_of(ann, "AK-1", 0)
    text, words = text_of(first), flat(first)
    assert "King Rosamund" in words
    assert "Human, Divine, Berserk" in words
    assert any(name.endswith(".pdf") for name in files_of(first))
    theirs = report_of(ben, "AK-1", 0)
    assert "Orc, Evil" in flat(theirs), "there is one Divine King, and Anne asked first"

    king, *heroes = re.findall(r"^CHAR (\d+)", text, re.MULTILINE)
    goal = re.search(rf"CHAR {king}\s+1 MO (\d+)", text)
    feature = re.search(r"SE (\d+\.\d)", text)
    assert goal is not None
    assert feature is not None
    right = f"CHAR {king}\n1 RE LE 2\n2 MO {goal[1]}\n3 EX\n4 PR TA\n5 DE\n"
    right += "".join(f"CHAR {one}\n1 SE {feature[1]} : ME\n2 EX\n3 PR ME\n" for one in heroes)
    right += f"PLAN {king} ME\nTREAT VA\n"

    # Every mistake is named with its line and what to write instead; the rest stands.
    answer = ann.answer(ann.reply(first, right + WRONG))
    told = flat(answer)
    assert "There is no action MV" in told
    assert "The phases of a year are 1 to 5" in told
    assert "The number of the phase, 1 to 5, is missing" in told
    assert "Did you mean TA (Tactical)?" in told
    assert "Rosamund, phase 1: recruits 2 Legion" in told
    assert "you look" in told, "how the battle looks"

    mended = ann.answer(ann.reply(answer, right))
    assert "to mend" not in str(mended["Subject"])
    forecast = ann.answer(ann.reply(mended, "FORECAST"))
    assert "forecast" in str(forecast["Subject"])
    assert "treasury" in flat(forecast)
    assert "search a feature of the province" in flat(ann.answer(ann.reply(mended, "HELP SE")))

    passed = flat(ann.answer(ann.reply(mended, "MSG VA Peace between us?")))
    assert "Your message went to BEN" in passed
    assert "Peace between us?" in text_of(ben.titled("AK-1", "ANNE writes to you")), "at once, by the code of the kingdom"

    # A later letter replaces only the block that it has.
    later = ann.answer(ann.reply(mended, f"CHAR {heroes[0]}\n1 SE {feature[1]} : SC\n2 EX"))
    assert "recruits 2 Legion" in flat(later)
    ann.answer(ann.reply(later, "READY"))
    ben.answer(ben.reply(theirs, "TREAT EL\nREADY"))

    report = report_of(ann, "AK-1", 1)
    told = flat(report)
    assert "Allied" in told, "both ordered TREAT"
    assert "Duel" in told
    assert "LETTER REPORT" in text_of(report)
    assert "Your orders for year 1 came too late" not in told
    for year in (2, 3):
        for player, order in ((ann, f"CHAR {king}\n1 PR TA"), (ben, "CHAR 2\n1 PR TA")):
            player.answer(player.reply(report_of(player, "AK-1", year - 1), f"{order}\nREADY"))
        told = flat(report_of(ann, "AK-1", year))
        assert f"year {year}" in told.lower()
