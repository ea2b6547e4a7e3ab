"""The sentences of what agents, priestesses and eyes tell."""

from __future__ import annotations

import pytest

from postern.game.events import Event
from postern.game.kit.content import Content
from postern.game.kit.report.telling import Tellings, told_to

WORDS = Tellings(Content("postern.rulesets.alamaze").toml("tellings/shadows"))
CAUGHT = {"figure": "Reran", "rank": "Agent", "mission": "sabotage", "target": "Wenenmere", "area": "KP"}


@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        ("agent-rose", {"figure": "Grgor", "level": 2}, "Grgor rose to level 2."),
        (
            "agent-caught",
            CAUGHT | {"of": "SO", "fate": "imprisoned"},
            "Reran, Agent of SO, was caught at sabotage against Wenenmere in KP and thrown into prison.",
        ),
        (
            "agent-caught",
            CAUGHT | {"of": "", "fate": "imprisoned"},
            "Reran, Agent, was caught at sabotage against Wenenmere in KP, thrown into prison, and kept silent about his king.",
        ),
        (
            "agent-caught",
            CAUGHT | {"of": "", "fate": "killed"},
            "Reran, Agent of an unknown king, was caught at sabotage against Wenenmere in KP and killed.",
        ),
        (
            "agent-caught",
            CAUGHT | {"of": "SO", "fate": "escaped", "area": ""},
            "Reran, Agent of SO, was caught at sabotage against Wenenmere, and escaped.",
        ),
        ("robbed", {"food": 0, "gold": 700, "area": "KP", "name": "Wenenmere"}, "Thieves took 700 gold at Wenenmere (KP)."),
        (
            "center-seen",
            {"by": "1SO", "name": "Bramaford", "type": "Village", "owner": "", "area": "LN"},
            "1SO saw Bramaford, a neutral Village, at LN.",
        ),
        (
            "group-seen",
            {"group": "1EL", "size": "Army", "leader": "Marshal Glorin", "area": "LN", "by": "1SO"},
            "1EL (Army, Marshal Glorin) was at LN, reported by 1SO.",
        ),
        ("regional-intelligence", {"region": 5, "group": "1EL", "size": "Army"}, "People of region 5 talked of 1EL (Army)."),
        ("located", {"target": "1EL", "area": ""}, "1EL was nowhere to be found."),
    ],
)
def test_the_sentence(kind: str, data: dict[str, object], said: str) -> None:
    (only,) = told_to(WORDS, [Event(kind, "900", frozenset({"WA"}), data)], "WA")
    assert only.text == said
