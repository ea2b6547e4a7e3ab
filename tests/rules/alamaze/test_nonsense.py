"""Values that no table holds, in every column of every order: each fails with a reason, none breaks the program."""

from __future__ import annotations

import re

import pytest

from postern.game.chance import Chance
from postern.game.kit.turn import BROKEN
from postern.rulesets.alamaze.game import CLASSIC
from postern.rulesets.alamaze.knowledge import view_of
from postern.rulesets.alamaze.orders.reading import read
from tests.rules.alamaze.build import answer, problem, quiet_world
from tests.rules.alamaze.row import ALAMAZE_CLASSIC

NONSENSE = ("ZZ", "9ZZ", "9", "99", "X", "ZZZZZ", "99999", "0", "ZZ9")


def _lines() -> list[str]:
    """The letters of the kit's row, which have each order, with each of their words replaced by each nonsense in turn."""
    plain = [one for text in ALAMAZE_CLASSIC.phrases for one in text.split("\n") if re.match(r"[0-9]", one)]
    plain += ["935 HA D RA", "471 ER 7", "765 WO 7"]
    found = []
    for line in plain:
        words = line.split()
        for place in range(1, len(words)):
            found += [" ".join([*words[:place], one, *words[place + 1 :]]) for one in NONSENSE]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("kingdom", ["DA", "SO"])
def test_no_value_of_a_column_breaks_the_program(kingdom: str) -> None:
    """Twenty lines a letter: all are tried in the answer, and in the turn."""
    world = quiet_world()
    world.kingdoms[kingdom].influence = 19
    view = view_of(world, world.kingdoms[kingdom].seat)
    lines, broken = _lines(), []
    assert len(lines) > 2_000
    for first in range(0, len(lines), 20):
        sheet = read("\n".join(lines[first : first + 20]), view)
        broken += [one.text for one in CLASSIC.check(sheet, view).problems if one.code == BROKEN]
        broken += [f"{one.code}: {one.trace}" for one in CLASSIC.resolve(world, {view.seat: sheet}, Chance("n")).broken]
    assert not broken


@pytest.mark.parametrize("line", ["935 HA X RA", "705 X", "755 WO X"])
def test_seas_are_those_of_the_tables(line: str) -> None:
    found = problem(quiet_world(), "DA", line)
    assert (found.code, found.why) == ("NOT THERE", "There is no sea X.")
    assert "T (Sea of Terror)" in found.remedy


@pytest.mark.parametrize("line", ["470 HE 11", "475 HE 0 EL"])
def test_regions_are_those_of_the_tables(line: str) -> None:
    assert "egions run from 1 to 10." in problem(quiet_world(), "DA", line).why


def test_a_standing_order_is_struck_out_by_a_place_that_is_on_the_list() -> None:
    world = quiet_world()
    world.kingdoms["DA"].standing = ["480 HE"]
    assert problem(world, "DA", "50 0").why == "There is no standing order 0."
    assert not answer(world, "DA", "50 1").problems
