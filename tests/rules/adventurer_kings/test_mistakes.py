"""Forty wrong lines and what their answers say, as the answer to a letter has them."""

from __future__ import annotations

import pytest

from postern.game.orders import Problem
from postern.rulesets.adventurer_kings.game import RULESET
from postern.rulesets.adventurer_kings.world import Feature, World
from tests.rules.adventurer_kings.build import add_army, add_character, empty_world

ALDRIC, ANSGAR, TOVE = 1, 4, 5


def _elmet() -> World:
    """Year 5 of a kingdom: the King at home (82) with armies 1 and 2, a garrison 3, Ansgar with him, Tove in 64."""
    world = empty_world()
    world.turn = 5
    for number, name in ((82, "Elmshire"), (83, "Karn"), (64, "Holt"), (100, "Sallow Down")):
        world.provinces[number].name = name
    for number in (64, 83, 100):
        world.provinces[number].owner = "AA"
        world.kingdoms["AA"].exploration[number] = 100
    world.characters[ALDRIC].name = "Aldric"
    assert add_character(world, "AA", 82, {"TA": 2}, name="Ansgar").id == ANSGAR
    assert add_character(world, "AA", 64, {"ME": 3, "AR": 2}, name="Tove", items=[13, 22]).id == TOVE
    for kind in ("LE", "HC"):
        add_army(world, "AA", kind, 82, ALDRIC)
    add_army(world, "AA", "GA", 82)
    world.provinces[64].features.append(Feature("Cave", 1, 1, found_by=["AA"]))
    return world


def _answer(line: str, who: int = ALDRIC) -> Problem:
    world = _elmet()
    view = RULESET.view(world, "A")
    text = line if line[0].isalpha() and line != "EX" else f"CHAR {who}\n{line}"
    problems = RULESET.check(RULESET.read(text, view), view).problems
    assert problems, line
    return problems[0]


@pytest.mark.rule("AK-D3.0-06", "AK-D3.0-07")
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("1 MO 83x", "no province 83X | Did you mean 83 Karn"),
        ("1 MO Elmshir", "no province ELMSHIR | Did you mean Elmshire (82)"),
        ("1 MO 140", "a move goes 1. Adjacent are | 64 | 81 | 83 | 99 | 100 | 101"),
        ("1 MV 83", "no action MV | 1 MO 83"),
        ("6 EX", "phases of a year are 1 to 5"),
        ("0 EX", "phases of a year are 1 to 5"),
        ("EX", "number of the phase | 1 EX"),
        ("1 EXPLORE 83", "takes no province | 1 EX"),
        ("1 SE 64", "province.number | 1 SE 64.1"),
        ("1 SE 64.1 ME", "colon | 1 SE 64.1 : ME"),
        ("1 SE 64.1 : ME, TA", "TA may not stand behind ME"),
        ("1 SE 64.1 : SC, TA, TA, TA, TA, TA, TA, ME, FL", "at most 8 | 9"),
        ("1 SE 64.1 : CA-ZZ", "no spell ZZ | FB"),
        ("1 SE 64.1 : CA-BL", "Bless | order CA BL"),
        ("1 SE 64.1 : HIT", "no tactic | write ME"),
        ("1 RE XX 2", "XX | LE | HC | GA"),
        ("1 RE EL", "Elephants | LE | HC | GA"),
        ("1 RE LE 9", "4"),
        ("1 RE LE -1", "1 or more"),
        ("1 RE 88", "1 RE #88"),
        ("1 HI", "Free Heroes there | no free Hero there"),
        ("1 HI 4", "Ansgar is already in your service"),
        ("1 FI 1", "is your King, and cannot be dismissed"),
        ("1 DI 999", "999 | 1, 2, 3"),
        ("1 DI ALL ALL", "no gold back | 1 DI ALL"),
        ("1 LE 1 2", "commas | 1 LE 1,2"),
        ("1 LE 1 TO 5", "Tove is not in Elmshire"),
        ("1 PI 3,3", "twice | taken once"),
        ("1 CA", "can cast no action or battle spell"),
        ("1 CA FB", "spell of encounters | CA-FB in a plan"),
        ("1 US 27", "27 | carr"),
        ("1 EN 1 : ST", "himself | own King"),
        ("1 PR TAC", "no ability TAC | TA (Tactical)"),
        ("1 SP 140", "140"),
        ("1 DE 140", "Within reach are 82, 64"),
        ("1 GI 13 5", "1 GI 13 TO 5"),
        ("TREAT AA", "your own kingdom"),
        ("BREAK XX", "no kingdom XX | BB | CC"),
        ("GIVEGOLD six TO BB", "whole number | 6"),
        ("PLAN 5 TA, ME", "may not contain TA, FU or ST"),
    ],
)
def test_a_wrong_line_is_told_what_to_write(line: str, told: str) -> None:
    one = _answer(line)
    words = f"{one.why} {one.remedy} {one.paste}"
    parts = told.split(" | ")
    either = line in ("1 HI", "1 EN 1 : ST")
    assert (any if either else all)(part in words for part in parts), words


@pytest.mark.rule("AK-D3.0-02")
def test_a_letter_without_mistakes_has_no_problem() -> None:
    text = (
        "CHAR 1 ; King Aldric\n1 MO 100\n2 EX\n3 PR TA\n4 EX\n5 DE\nCHAR 4\n1 RE LE 1\n2 PR TA\n5 DE 83\n"
        "CHAR 5\n1 EX\n2 SE 64.1 : SC\nPLAN 1 ME\nPLAN 5 FI, ME, FL\nTREAT BB\nGIVEGOLD 6 TO BB\nMSG BB Hold the pass."
    )
    world = _elmet()
    view = RULESET.view(world, "A")
    verdict = RULESET.check(RULESET.read(text, view), view)
    assert [one for one in verdict.problems if not one.note] == []
    assert len(verdict.accepted) == 15
