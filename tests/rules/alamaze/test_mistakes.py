"""The mistakes of the example letter and their answers (ruling 88): a line, what is said of it, what can be sent instead."""

from __future__ import annotations

import pytest

from tests.rules.alamaze.build import answer
from tests.rules.alamaze.example import example_world

GROUP_ID = '110 column A: "4th" is not a group ID: a digit and the code of our kingdom.'


@pytest.mark.parametrize(
    ("line", "why", "remedy", "paste"),
    [
        ("110 4th Warlock 2SO 2", GROUP_ID, "Did you mean:", "110 4WA 2SO 2"),
        ("121 3WA 2SO", "121 Entrench takes one column only.", "Did you mean:", "121 3WA"),
        ("140 1WA 2", "140 column B stays blank; the tactic stands in column C.", "Did you mean:", "140 1WA - 2"),
        ("150 1WA 2", "150 column B stays blank; the tactic stands in column C.", "Did you mean:", "150 1WA - 2"),
        (
            "202 EL 6,000",
            "202 column C is missing: least food wanted.",
            "Write it behind 202 EL 6,000, as in 202 DA 15000 20000.",
            "",
        ),
        (
            "215 XX 500",
            "There is no kingdom XX in this game.",
            "Codes: AN BL DA DE DW EL GI GN RA RD SO TR UN WA WI.",
            "",
        ),
        (
            "410 1500 2 R WA O",
            '410 column E: "O" is not the number of a region.',
            "It is written 410 QTY 2 R|L KGD REG O|S.",
            "",
        ),
        ("560 2WA", "2WA stands at a village (LN).", "Recruits come from a town or city of ours: JM, KP.", ""),
        ("599 KP", "599 is an order of the Dwarven alone.", "To raise the walls use 600, the area, D and 1 to 3.", ""),
        ("600 KP D 4", "At most 3 at a time.", "Did you mean:", "600 KP D 3"),
        ("720 1WA KL KM KN", "1WA stands in KL; list only the areas entered.", "", "720 1WA KM KN"),
        (
            "720 2WA LM LL",
            "LM is water; by land the group would stay in LN.",
            "To cross, a fleet in the Sea of Foreboding is needed for each brigade; we have none there.",
            "710 2WA LM LL",
        ),
        ("740 2WA 2SO", "Groups of different kingdoms cannot be combined.", "", ""),
    ],
)
def test_a_mistake_is_answered(line: str, why: str, remedy: str, paste: str) -> None:
    verdict = answer(example_world(), "WA", line)
    (one,) = verdict.problems
    assert (one.why, one.remedy, one.paste) == (why, remedy, paste)
    assert not one.note
    assert verdict.accepted == ()


def test_a_whole_word_for_a_letter_is_read_and_named() -> None:
    verdict = answer(example_world(), "WA", "400 YES")
    assert "Read as: 400 Y." in [one.why for one in verdict.problems if one.note]
    assert [one.code for one in verdict.accepted] == ["400 Y"]
