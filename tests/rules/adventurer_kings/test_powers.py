"""Secret powers: from which skill on, and that their owner hears of them."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.rules.abilities.levels import level, power, rise
from postern.rulesets.adventurer_kings.tables import TABLES
from tests.rules.adventurer_kings.build import HOMES, add_character, always, empty_world, only, told, turn_of

POWERS = [
    ("TA", "no_nemesis", "nemesis factor", "good_fortune", "favourable"),
    ("MA", "free_conquest", "no extra movement point", "sea_crossing", "one Sea province"),
    ("NA", "free_engagement", "no extra movement point", "coastal_home", "home terrain in coastal land"),
    ("AR", "two_arrows", "two arrows", "far_arrows", "at Spell range"),
    ("ME", "hit_points", "+3 hit points", "two_blows", "two attacks"),
    ("WH", "holy_war", "all fanatical", "sure_resurrection", "95%"),
    ("PS", "domination", "10% x level", "sure_hire", "95%"),
    ("IL", "veil", "not shown to other players", "strong_phantasms", "25% per level instead of 15%"),
    ("EL", "storm", "15% of them sink", "summon_elemental", "strength 6, quality Veteran, speed 3, pay 0"),
    ("NE", "average_skeletons", "Average instead of Green", "rise_again", "50% chance to rise"),
    ("EX", "no_encounters", "no random encounters", "wide_exploring", "at half, for all adjacent provinces"),
    ("DR", "peace_with_beasts", "never attack", "wood_captain", "+1 quality in Forest and Jungle"),
    ("SP", "far_spying", "3 provinces", "steals_inventions", "25%"),
    ("TH", "choice_theft", "the one of highest tier", "rich_theft", "3 x as much gold"),
    ("SG", "sees_treasure", "known to the kingdom exactly", "two_inventions", "two inventions"),
]


@pytest.mark.rule(*(f"AK-D2.0-{number:02}" for number in range(6, 21)), "AK-P2.0-02")
@pytest.mark.parametrize(("ability", "at_5", "words_5", "at_8", "words_8"), POWERS)
def test_which_powers_skill_5_and_8_give(ability: str, at_5: str, words_5: str, at_8: str, words_8: str) -> None:
    row = TABLES.abilities[ability]
    assert words_5 in row.words_5
    assert words_8 in row.words_8
    hero = add_character(empty_world(), "AA", HOMES["AA"])
    for skill in range(1, 10):
        hero.skills[ability] = skill
        assert (power(hero, at_5), power(hero, at_8)) == (skill >= 5, skill >= 8)


@pytest.mark.rule("AK-D2.0-02")
def test_items_and_inventions_give_no_powers() -> None:
    world = empty_world()
    hero = add_character(world, "AA", HOMES["AA"], {"SP": 4}, items=[23])
    world.kingdoms["AA"].inventions = [17]
    assert level(world, hero, "SP") == 6
    assert not power(hero, "far_spying")


@pytest.mark.rule("AK-P2.0-03", "AK-D1.4-04")
@pytest.mark.parametrize(("skill", "words"), [(4, "spying range 3 provinces"), (7, "steals an invention"), (5, ""), (3, "")])
def test_the_owner_alone_hears_of_a_power_when_it_is_reached(skill: int, words: str) -> None:
    world = empty_world()
    hero = add_character(world, "AA", HOMES["AA"], {"SP": skill})
    hero.aptitudes["SP"] = 9
    turn = always(turn_of(world))
    rise(turn, hero, "SP")
    assert bool(told(turn, "power")) == bool(words)
    if words:
        event = only(turn, "power")
        assert words in event.data["words"]
        assert event.seen_by == {"A"}
