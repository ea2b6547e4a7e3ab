"""Mistakes in a stored or patched world are told with their place (README)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from postern.rulesets.alamaze.world.document import dump, load
from tests.rules.alamaze.build import new_world

MISTAKES: list[tuple[str, Any, str]] = [
    ("kingdoms.WA.capital", "9A", "kingdoms.WA.capital: there is no area '9A'"),
    ("kingdoms.WA.figures.OR.rank", "Pope", "kingdoms.WA.figures.OR.rank: there is no rank 'Pope'"),
    ("kingdoms.WA.figures.OR.area", "", "kingdoms.WA.figures.OR.area: there is no area ''"),
    ("kingdoms.WA.figures.OR.held_by", "XX", "kingdoms.WA.figures.OR.held_by: there is no holder 'XX'"),
    ("kingdoms.WA.figures.OR.artifacts", ["SPOON"], "kingdoms.WA.figures.OR.artifacts.0: there is no artifact 'SPOON'"),
    ("kingdoms.WA.figures.OR.code", "ZZ", "kingdoms.WA.figures.OR.code: is 'ZZ'"),
    ("kingdoms.WA.ruler", "QQ", "kingdoms.WA.ruler: there is no figure 'QQ'"),
    ("kingdoms.WA.reactions.4", "Furious", "kingdoms.WA.reactions.4: there is no reaction 'Furious'"),
    ("kingdoms.WA.declared", {"EL": "X"}, "kingdoms.WA.declared.EL: there is no declaration 'X'"),
    ("kingdoms.WA.declared", {"XX": "E"}, "kingdoms.WA.declared.XX: there is no kingdom 'XX'"),
    ("kingdoms.WA.conditions", ["9Z"], "kingdoms.WA.conditions.0: there is no condition '9Z'"),
    ("kingdoms.WA.objectives", ["T9"], "kingdoms.WA.objectives.0: there is no objective 'T9'"),
    ("kingdoms.WA.controlled", [11], "kingdoms.WA.controlled.0: there is no region 11"),
    ("kingdoms.WA.gained", [0], "kingdoms.WA.gained.0: there is no region 0"),
    ("kingdoms.WA.alternates", ["A"], "kingdoms.WA.alternates.0: there is no area 'A'"),
    ("kingdoms.WA.standing", ["fly away"], "kingdoms.WA.standing.0: 'fly away' is no order"),
    ("kingdoms.WA.seat", "EL", "kingdoms.WA.seat: EL leads EL already"),
    ("kingdoms.WA.influence", 26, "kingdoms.WA.influence: 26.0 cannot be"),
    ("kingdoms.WA.fleets", {"X": {"number": 1, "quality": 12}}, "kingdoms.WA.fleets.X: there is no sea 'X'"),
    ("groups.1WA.attrition", 250, "groups.1WA.attrition: 250.0 cannot be; it lies between 0 and 100"),
    ("groups.1WA.area", "99", "groups.1WA.area: there is no area '99'"),
    ("groups.1WA.brigades", {"XX": 1}, "groups.1WA.brigades.XX: there is no brigade 'XX'"),
    ("groups.1WA.brigades", {"WA": 0}, "groups.1WA.brigades.WA: 0 cannot be; it lies between 1 and 10000"),
    (
        "groups.1WA.leaders",
        [{"name": "A", "title": "Boss"}],
        "groups.1WA.leaders.0.title: there is no title of a leader 'Boss'",
    ),
    ("groups.1WA.hidden", "away", "groups.1WA.hidden: there is no way to hide 'away'"),
    ("groups.1WA.artifacts", ["FARIN", "FARIN"], "artifacts: FARIN is in 3 places"),
    ("centers.KP.owner", "XX", "centers.KP.owner: there is no kingdom 'XX'"),
    ("centers.KP.type", "Camp", "centers.KP.type: there is no type of center 'Camp'"),
    ("sightings.1.item", "SPOON", "sightings.1.item: there is no artifact 'SPOON'"),
    ("council.members", ["XX"], "council.members.0: there is no kingdom 'XX'"),
    ("turn", 41, "turn: 41 of 40 cannot be"),
    ("winners", ["NOBODY"], "winners.0: there is no seat 'NOBODY'"),
]


@pytest.mark.parametrize(("place", "value", "told"), MISTAKES, ids=[one[0] + "=" + str(one[1])[:12] for one in MISTAKES])
def test_a_mistake_in_a_world_is_told_with_its_place(place: str, value: Any, told: str) -> None:
    document = json.loads(dump(new_world()))
    *path, last = place.split(".")
    inner = document
    for name in path:
        inner = inner[name]
    assert last in inner
    inner[last] = value
    with pytest.raises(ValueError, match=r".+") as raised:
        load(json.dumps(document).encode())
    assert told in str(raised.value).split("\n")
