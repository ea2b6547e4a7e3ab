"""Every event of magic and artifacts has its sentence."""

from __future__ import annotations

import pytest

from postern.game.events import Event
from postern.game.kit.report.telling import Mood
from postern.rulesets.alamaze.report.reading import CONTENT, tellings
from postern.rulesets.alamaze.world.records import Leader, Wizard
from tests.rules.alamaze.build import play, put_group, quiet_world

FOUND = {"group": "1WA", "artifact": "PALAM", "number": "18663", "name": "Palantir Ambalar", "quality": "FINE"}
POWER = {"power": "shows an area", "order": "972", "holder": "group", "class": "Covert"}
RIDE = {"group": "1WA", "area": "KK", "quality": "Fine", "terrain": "Desert", "tactic": 2, "party": ["Drlas", "Rebern"]}
SPELL = {"spell": 784, "name": "Plague", "wizard": "Zarl", "region": 5}


@pytest.mark.parametrize(
    ("kind", "data", "text"),
    [
        (
            "encounter-won",
            RIDE | {"fallen": ["Drlas"], "odds": "strong"},
            "1WA rode out to the unusual sighting at KK (Fine, Desert) with tactic 2 and overcame what was there: Drlas and "
            "Rebern. Drlas did not come back.",
        ),
        (
            "encounter-lost",
            RIDE | {"fallen": [], "odds": "close"},
            "1WA rode out to the unusual sighting at KK (Fine, Desert) with tactic 2: Drlas and Rebern. The guardian held; it "
            "was close.",
        ),
        ("encounter-barred", RIDE | {"key": "Key of the Gem", "key_area": "EO", "key_kingdom": "EL"}, "is at EO with EL."),
        ("found-artifact", FOUND | POWER | {"kept": True}, "To be held by: group. Used by order 972."),
        ("found-artifact", FOUND | POWER | {"kept": False}, "which will not serve us"),
        ("found-figures", FOUND | {"joined": ["Vacco (1WA)", "Occav (2WA)"]}, "Vacco (1WA) and Occav (2WA) joined us."),
        ("found-figures", FOUND | {"joined": []}, "no group had room"),
        ("artifact-power", FOUND | POWER | {"order": ""}, "Palantir Ambalar (18663): shows an area. To be held by: group."),
        ("rite-failed", {"wizard": "Merel", "group": "1DW", "dies": True}, "did not survive"),
        ("rite-failed", {"wizard": "Merel", "group": "1DW", "dies": False}, "may try again"),
        ("spell-list", {"power": 1, "spells": ["208 Create Food"]}, "Spells of power 1 are open to us: 208 Create Food."),
        ("regional-ended", SPELL, "Plague of Zarl upon region 5 was dispelled."),
        ("regional-worked", SPELL | {"hit": 2}, "Plague of Zarl upon region 5 struck 2 places."),
        ("regional-worked", SPELL | {"hit": 0}, "Plague of Zarl upon region 5 had no effect."),
        ("group-haunted", {"group": "1WA", "morale": -10, "attrition": 10}, "morale -10, attrition +10."),
        ("group-haunted", {"group": "1WA", "morale": -10, "attrition": 0}, "morale -10."),
        (
            "region-changed",
            {"region": 5, "food": -20, "census": 0},
            "food of the centers of region 5 changed by -20 percent.",
        ),
        ("groups-unveiled", {"region": 5, "size": "Army", "number": 1, "groups": ["1WA in KP"]}, "in region 5: 1, 1WA in KP."),
    ],
)
def test_what_is_told(kind: str, data: dict[str, object], text: str) -> None:
    said = tellings().sentence(Event(kind, "1", frozenset({"WA"}), data), "WA", Mood.HAPPENED)
    assert said is not None
    assert text in said.text


def test_every_event_of_a_turn_of_magic_has_its_sentence() -> None:
    world = quiet_world()
    wizards = [Wizard(f"A{letter}", f"A{letter}mar", 8) for letter in "ABCDEFGHI"]
    put_group(world, "1SO", "UJ", 2, wizards=wizards, attrition=20)
    put_group(world, "1EL", "NI", 2, leaders=[Leader("Bewyn", "Captain")])
    put_group(world, "1WA", "XP", 2, leaders=[Leader("Drlas", "Captain")])
    put_group(world, "1DA", "DS", 2, leaders=[Leader("Zarth", "Captain")])
    letters = {
        "SO": "751 1SO AA V\n761 1SO AB ARMY\n783 1SO AC\n784 1SO AD\n799 1SO AE\n"
        "815 1SO AF\n847 1SO AG\n861 1SO AH\n871 1SO AI",
        "EL": "140 1EL - 2\n800 2EL NA",
        "WA": "140 1WA - 1\n799 2WA KE",
        "DA": "140 1DA - 1\n779 1DA CA",
    }
    turn = play(world, letters)
    own = CONTENT.toml("tellings/mages")
    heard = {one.kind for one in turn.events}
    assert {"encounter-lost", "encounter-barred", "found-figures", "researched", "summoned", "transformed"} <= heard & set(own)
    for mood in Mood:
        for event in turn.events:
            for seat in event.seen_by if event.kind in own else ():
                assert tellings().sentence(event, seat, mood)
