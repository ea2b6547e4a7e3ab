"""The forty mistakes of the example letter and their answers (ruling 88): a line, another line of the same letter, what is
said, what to write instead, and the line that can be sent as it stands."""

from __future__ import annotations

import pytest

from tests.rules.alamaze.build import answer
from tests.rules.alamaze.example import example_world

MISTAKES = [
    (
        "110 4th Warlock 2SO 2",
        "",
        '110 column A: "4th" is not a group ID: a digit and the code of our kingdom.',
        "Did you mean:",
        "110 4WA 2SO 2",
    ),
    (
        "110 2WA 2WA 2",
        "",
        "A group cannot act against its own kingdom.",
        "Foreign groups in the area: 2SO.",
        "",
    ),
    (
        "110 2WA 2SO 4",
        "",
        "Tactic 4 does not exist.",
        "Use 1, 2 or 3, or leave it out for our default 2.",
        "",
    ),
    (
        "120 1WA 2SO",
        "150 1WA - 2",
        "1WA also has 150 in this letter; a group that defends cannot attack a center.",
        "Keep one of the two.",
        "",
    ),
    (
        "121 3WA 2SO",
        "",
        "121 Entrench takes one column only.",
        "Did you mean:",
        "121 3WA",
    ),
    (
        "140 1WA 2",
        "",
        "140 column B stays blank; the tactic stands in column C.",
        "Did you mean:",
        "140 1WA - 2",
    ),
    (
        "140 3WA - 2",
        "",
        "3WA has no leader, wizard or adept to send.",
        "Give it a figure by 701 first (next turn).",
        "",
    ),
    (
        "150 1WA 2",
        "",
        "150 column B stays blank; the tactic stands in column C.",
        "Did you mean:",
        "150 1WA - 2",
    ),
    (
        "150 1WA - 5",
        "",
        "Tactic 5 does not exist.",
        "Use 1, 2 or 3, or leave it out for our default 2.",
        "",
    ),
    (
        "155 1WA RE KL",
        "",
        "155 Destroy Village is a spell of power 6 for our school (Arch); Rebern has power 3.",
        "Nearest he has: 171 Diplomacy.",
        "",
    ),
    (
        "113 1WA RE",
        "",
        "113 Acid Rain is a spell of power 7 for our school (Arch); Rebern has power 3.",
        "Nearest he has: 106 Chaos.",
        "",
    ),
    (
        "103 1WA KE",
        "",
        "KE (Kemir) is with 2WA, not with 1WA.",
        "Wizards of 1WA: RE (3), OL (2).",
        "",
    ),
    (
        "103 2WA KE 2SO",
        "102 2WA KE 2SO",
        "103 Firestrike is a spell of power 2 for our school (Arch); Kemir has power 1. "
        "He also casts 102 this turn; one spell a "
        "wizard and turn.",
        "Nearest he has: 102 Lightning Attack.",
        "",
    ),
    (
        "107 2WA BR",
        "",
        "Brsen (BR) is an adept.",
        "Adepts may use 91, 139 and 800 only.",
        "",
    ),
    (
        "200 F 60000",
        "",
        "We hold 30,856 food when it runs.",
        "At most 200 F 30856.",
        "200 F 30856",
    ),
    (
        "201 WA 5000 4000",
        "",
        "WA is our own kingdom.",
        "Give the code of another.",
        "",
    ),
    (
        "202 EL 6,000",
        "",
        "202 column C is missing: least food wanted.",
        "Write it behind 202 EL 6,000, as in 202 DA 15000 20000.",
        "",
    ),
    (
        "215 XX 500",
        "",
        "There is no kingdom XX in this game.",
        "Codes: AN BL DA DE DW EL GI GN RA RD SO TR UN WA WI.",
        "",
    ),
    (
        "310 VA",
        "",
        "Vanor is an Agent; this order needs an emissary.",
        "Ours: JO MI SA FA.",
        "",
    ),
    (
        "320 FA",
        "",
        "Famond is in JM, which is ours: nothing to rebel against.",
        "To strengthen it:",
        "310 FA",
    ),
    (
        "330 MI",
        "",
        "Mimir is in KP, our capital.",
        "Move him first with 350 MI and the area of a center.",
        "",
    ),
    (
        "350 FA ZZ",
        "",
        "No center is known at ZZ, and it is 16 areas away; the limit is 10.",
        "",
        "",
    ),
    (
        "350 JO LN",
        "330 JO",
        "Jonor already has 330; one mission a figure and turn, the lower number is done.",
        "",
        "",
    ),
    (
        "390 JO",
        "",
        "Jonor is in NQ; a title is given at the capital (KP) only.",
        "To bring the figure there:",
        "350 JO KP",
    ),
    (
        "410 300 1 R WI O",
        "",
        "The lowest bid is 500.",
        "",
        "",
    ),
    (
        "410 1500 2 R WA O",
        "",
        '410 column E: "O" is not the number of a region.',
        "It is written 410 QTY 2 R|L KGD REG O|S.",
        "",
    ),
    (
        "440 SO A",
        "",
        "Sorcerer is our natural enemy and stays an enemy.",
        "",
        "",
    ),
    (
        "470 OR 11",
        "",
        "There is no region 11: regions run from 1 to 10.",
        "",
        "",
    ),
    (
        "480 JO",
        "",
        "Jonor is a Count; this order needs a ruler.",
        "Ours: OR.",
        "480 OR",
    ),
    (
        "510 A Ilran KP",
        "",
        "The first two letters IL are taken by Ilwyn.",
        "Choose a name that starts otherwise.",
        "",
    ),
    (
        "560 2WA",
        "",
        "2WA stands at a village (LN).",
        "Recruits come from a town or city of ours: JM, KP.",
        "",
    ),
    (
        "599 KP",
        "",
        "599 is an order of the Dwarven alone.",
        "To raise the walls use 600, the area, D and 1 to 3.",
        "",
    ),
    (
        "600 KP D 4",
        "",
        "At most 3 at a time.",
        "Did you mean:",
        "600 KP D 3",
    ),
    (
        "720 1WA KL KM KN",
        "",
        "1WA stands in KL; list only the areas entered.",
        "",
        "720 1WA KM KN",
    ),
    (
        "720 2WA LM LL",
        "",
        "LM is water; by land the group would stay in LN.",
        "To cross, a fleet in the Sea of Foreboding is needed for each brigade; we have none there.",
        "710 2WA LM LL",
    ),
    (
        "740 2WA 2SO",
        "",
        "Groups of different kingdoms cannot be combined.",
        "",
        "",
    ),
    (
        "991 T1 P5",
        "",
        "991 may be given on turn 1 only.",
        "Your objectives are fixed: see the victory part.",
        "",
    ),
    (
        "995",
        "",
        "995 may be given from turn 16 on.",
        "",
        "",
    ),
]


@pytest.mark.parametrize(("line", "other", "why", "remedy", "paste"), MISTAKES)
def test_a_mistake_is_answered(line: str, other: str, why: str, remedy: str, paste: str) -> None:
    verdict = answer(example_world(), "WA", "\n".join(filter(None, (line, other))))
    (one,) = [problem for problem in verdict.problems if problem.line == 1]
    assert (one.why, one.remedy, one.paste) == (why, remedy, paste)
    assert not one.note
    assert [order for order in verdict.accepted if order.line == 1] == []
    if paste:
        again = answer(example_world(), "WA", paste)
        assert [problem for problem in again.problems if problem.code == "NOT UNDERSTOOD"] == []


KEPT = [
    ("110 2WA 3SO 2", "110 2WA 3SO 2", "3SO is not known to be in the area of 2WA (LN)."),
    ("400 YES", "400 Y", "Read as: 400 Y."),
]


@pytest.mark.parametrize(("line", "code", "why"), KEPT)
def test_a_line_that_stands_all_the_same_has_a_note(line: str, code: str, why: str) -> None:
    verdict = answer(example_world(), "WA", line)
    assert [one.code for one in verdict.accepted] == [code]
    assert [(one.why, one.note) for one in verdict.problems] == [(why, True)]


def test_they_are_forty() -> None:
    assert len(MISTAKES) + len(KEPT) == 40
