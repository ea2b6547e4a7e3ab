"""A forecast speaks of what would happen, never as if it had."""

from __future__ import annotations

import re

import pytest

from postern.game.chance import Chance
from postern.game.report import Bullets
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.forecast import forecast
from postern.rulesets.great_jewels.orders.reading import read
from postern.rulesets.great_jewels.ruleset import RULESET
from postern.rulesets.great_jewels.telling.foreseen import foreseen
from postern.rulesets.great_jewels.view import View, view_of
from tests.rules.great_jewels.build import leader
from tests.rules.great_jewels.test_expected import scene

_PAST = re.compile(
    r"\b(?:moved|handed|built|captured|raided|joined|scored|fell|died|lost|won|took|hired|came|went|ate|was|were|had)\b"
)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("L1 moved from H16 to I16 (1 of 4 points).", "L1 would move from H16 to I16 (1 of 4 points)."),
        (
            "L1 force-marched from B4 to C4; 2 of his 9 troops died on the way.",
            "L1 would force-march from B4 to C4; 2 of his 9 troops would die on the way.",
        ),
        ("G handed 5 troops to L1 in B4, who then had 9.", "G would hand 5 troops to L1 in B4, who would then have 9."),
        ("L3 hired 15 troops for 45 zorans and now has 26.", "L3 would hire 15 troops for 45 zorans and then have 26."),
        ("They took the province and are its garrison.", "They would take the province and be its garrison."),
        (
            "They did not come back, but you have seen what is there.",
            "They would not come back, but you would have seen what is there.",
        ),
        ("Q8 is still besieged: 12 enemy troops.", "Q8 would still be besieged: 12 enemy troops."),
        ("L4 was waylaid and killed in C4.", "L4 would be waylaid and killed in C4."),
        ("L5 tries to unlock it; his chance is 50 in 100.", "L5 would try to unlock it; his chance is 50 in 100."),
        ("You lost L5. Bonus gained: L4 +1.", "You would lose L5. Bonus gained: L4 +1."),
        ("It took the province and is its garrison.", "It would take the province and be its garrison."),
        ("1 troop raids C9: 25 in 100 that it takes it.", "1 troop would raid C9: 25 in 100 that it takes it."),
        ("Enemy leaders where they left or arrived killed them.", "Enemy leaders where they left or arrived would kill them."),
        ("The Shadow came to L2, who has no bonus to lose.", "The Shadow would come to L2, who has no bonus to lose."),
        ("T5 (SILVER SWORD) left in WAS, G of TOOK.", "T5 (SILVER SWORD) left in WAS, G of TOOK."),
    ],
)
def test_tellings_of_what_happened_become_tellings_of_what_would(told: str, said: str) -> None:
    assert foreseen(told) == said


def _sentences(text: str, view: View) -> list[str]:
    section = next(one for one in forecast(read(text, view), view).sections if one.key == "account")
    return [item for block in section.blocks if isinstance(block, Bullets) for item in block.items]


def test_a_march_is_foreseen() -> None:
    world = scene()
    leader(world, 15, "LORD", "E5", troops=4, bonus=3)
    said = _sentences("L15MD4", view_of(world, "LORD"))
    assert any(one.startswith("L15 would move from E5 to D4") for one in said), said


def test_no_forecast_of_a_whole_game_speaks_of_the_past() -> None:
    names = ["ANN", "BOB", "CLEO", "DORA"]
    world = RULESET.setup({}, [Signup(name, {}) for name in names], Chance("foreseen"))
    said: set[str] = set()
    for turn in range(8):
        sheets = {}
        for name in names:
            view = RULESET.view(world, name)
            text = RULESET.plan(view, Chance(f"plan {turn} {name}"))
            sheets[name] = RULESET.read(text, view)
            said |= set(_sentences(text, view))
        world = RULESET.resolve(world, sheets, Chance("foreseen")).world
    assert len(said) > 100
    assert not [one for one in said if _PAST.search(one)]
