"""Every event of war has its sentence, for each side that hears of it."""

from __future__ import annotations

import pytest

from postern.rulesets.alamaze.report.reading import tellings
from postern.rulesets.alamaze.world.records import CenterMemory, Leader, Siege, Wizard, World
from tests.rules.alamaze.build import answer, play, put_group, quiet_world


def war() -> World:
    world = quiet_world()
    world.kingdoms["WA"].memory.centers["NQ"] = CenterMemory(world.turn - 1, "SO")
    world.centers["NQ"].owner = "SO"
    put_group(world, "3WA", "NQ", 6, leaders=[Leader("One", "General")], wizards=[Wizard("RE", "Rebern", 8)])
    put_group(world, "2SO", "NQ", 2, leaders=[Leader("Two", "General")], wizards=[Wizard("ZO", "Zorn", 8)])
    return world


@pytest.mark.parametrize(
    ("letters", "told"),
    [
        ({"WA": "110 3WA 2SO 2"}, "3WA beat 2SO at NQ: it lost"),
        ({"SO": "110 2SO 3WA 3"}, "2SO retreated before 3WA at NQ: it lost"),
        ({"SO": "98 2SO ZO 3WA", "WA": "110 3WA 2SO 1"}, "A wall of flame at NQ kept 3WA and 2SO apart."),
        ({"WA": "150 3WA - 3"}, "3WA took Zanorford (NQ) by storm"),
        ({"WA": "150 3WA - 1"}, "Your Zanorford (NQ) threw 3WA back."),
        ({"WA": "160 3WA - 3"}, "Zanorford (NQ) threw 3WA back; it lost "),
        ({"WA": "170 3WA"}, "Zanorford (NQ) "),
        ({"WA": "190 3WA"}, "3WA besieged your Zanorford (NQ), month 1."),
        ({"WA": "92 3WA RE 2SO", "SO": "102 2SO ZO 3WA"}, "Rebern of 3WA dispelled spell 102 of 2SO."),
        ({"WA": "96 3WA RE 2SO L H"}, "Rebern of 3WA slew Two of 2SO by magic."),
        ({"SO": "99 2SO ZO 3WA"}, "Zorn of 2SO called death upon 3WA; brigades lost: WA"),
        ({"WA": "156 3WA RE NQ"}, "Spell 156 broke 7,000 of the defense of Zanorford (NQ)."),
    ],
)
def test_what_happens_in_war_has_words(letters: dict[str, str], told: str) -> None:
    world = war()
    world.groups["3WA"].morale = 50 if "- 1" in str(letters) or "160" in str(letters) else 160
    turn = play(world, letters, until="190")
    words = tellings()
    said = [one for event in turn.events for seat in event.seen_by if (one := words.sentence(event, seat)) is not None]
    assert any(one.text.startswith(told) for one in said), [one.text for one in said]


def test_a_siege_that_breaks_and_one_that_wins_have_words() -> None:
    for months, defense, words in (
        (2, 100, "Your Zanorford (NQ) fell to 3WA"),
        (1, 90_000, "The siege of your Zanorford (NQ)"),
    ):
        world = war()
        world.groups["3WA"].siege = Siege("NQ", months)
        world.centers["NQ"].defense = defense
        turn = play(world, {"WA": "190 3WA"}, until="190")
        said = [tellings().sentence(event, "SO") for event in turn.events if "SO" in event.seen_by]
        assert any(one is not None and one.text.startswith(words) for one in said)


def test_orders_of_war_are_read_back_in_words() -> None:
    found = answer(war(), "WA", "150 3WA - 2\n103 3WA RE\n190 3WA")
    assert [one.words.partition(";")[0] for one in found.accepted] == [
        "3WA attacks the center in its area with tactic 2",
        "Rebern of 3WA sends a firestrike upon the center",
    ]
