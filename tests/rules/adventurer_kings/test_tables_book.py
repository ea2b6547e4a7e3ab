"""The tables of the rulebook, cell by cell: terrains, alignments, tempers, experience, March, Druid, Spy, monsters, army types,
offices."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.rulesets.adventurer_kings.rules.abilities.levels import steps_between
from postern.rulesets.adventurer_kings.tables import TABLES
from tests.rules.adventurer_kings.cells import cases, cells, keys

TERRAINS = """
AK-1.6-01 AK-D7.2-01 | Plain | 6 | 50 | 5-10 | 10
AK-1.6-02 AK-D7.2-01 | Desert | 2 | 25 | 5-10 | 15
AK-1.6-03 AK-D7.2-01 | Jungle | 4 | 10 | 3-6 | 25
AK-1.6-04 AK-D7.2-01 | Forest | 5 | 15 | 3-6 | 20
AK-1.6-05 AK-D7.2-01 | Mountain | 5 | 15 | 1-3 | 15
AK-1.6-06 AK-D7.2-01 | Sea | 1 | 25 | 5-10 | 5
"""


@pytest.mark.parametrize("row", cases(TERRAINS))
def test_terrains(row: list[str]) -> None:
    one = TABLES.terrains[row[0]]
    line = f"{one.line + 1}-{one.line + one.line_die}"
    assert cells(one.name, one.tax, one.explore, line, one.encounter) == row


@pytest.mark.rule("AK-P1.1-11")
def test_there_are_six_terrains() -> None:
    assert list(TABLES.terrains) == keys(TERRAINS)


ALIGNMENTS = """
AK-2.3-01 AK-2.3-10 AK-6.3-41 AK-P2.1-06 | Divine | 20 | - | - | 50 | WH | NE | Good
AK-2.3-02 AK-6.3-41 | Good | 12 | WH | SG | 40 | - | - | -
AK-2.3-03 AK-2.3-13 | Druidic | 15 | PS | DR | - | - | - | automatic_treat
AK-2.3-04 | Neutral | 20 | IL | SP | - | - | - | duelists
AK-2.3-05 | Pagan | 15 | EL | EX | - | - | - | magicians
AK-2.3-06 AK-2.3-14 AK-6.3-41 | Evil | 12 | NE | TH | 25 | - | - | automatic_break
AK-2.3-07 AK-2.3-14 AK-P2.1-06 | Undead | 20 | - | - | - | NE | WH | automatic_break necromantic_charm
"""


@pytest.mark.parametrize("row", cases(ALIGNMENTS))
def test_alignments(row: list[str]) -> None:
    one = TABLES.alignments[row[0]]
    assert cells(one.name, one.reduction, one.magic, one.special, one.fanatic or "", one.bonus, one.barred) == row[:-1]
    assert set(row[-1].replace("-", "").split()) <= {*one.traits, one.hero}


@pytest.mark.rule("AK-2.3-08")
def test_alignments_form_one_line_in_table_order() -> None:
    assert list(TABLES.alignments) == keys(ALIGNMENTS)
    assert steps_between("Divine", "Undead") == steps_between("Undead", "Divine") == 6
    assert [steps_between("Neutral", one) for one in TABLES.alignments] == [3, 2, 1, 0, 1, 2, 3]


TEMPERS = """
AK-2.4-01 AK-2.4-05 | Berserk | never | 4 | - | - | - | - | no
AK-2.4-02 AK-2.4-06 AK-2.4-07 | Brave | never | - | 10 | - | - | 5 | no
AK-2.4-03 AK-2.4-06 AK-2.4-08 AK-2.4-09 | Cautious | 1-50 | - | - | -10 | 10 | 10 | no
AK-2.4-04 AK-2.4-06 | Cowardly | 50-100 | - | - | - | - | 15 | yes
"""


@pytest.mark.parametrize("row", cases(TEMPERS))
def test_tempers(row: list[str]) -> None:
    one = TABLES.tempers[row[0]]
    refusal = f"{one.refuse_least}-{one.refuse_most}" if one.refuse_most else "never"
    numbers = [value or "" for value in (one.rage, one.elan, one.parry, one.flee, one.cowed)]
    assert cells(one.name, refusal, *numbers, one.begs) == row


def test_tempers_stand_in_their_order() -> None:
    assert list(TABLES.tempers) == keys(TEMPERS)


EXPERIENCE = """
AK-3.19-01 | move | 10 | MA
AK-3.19-02 | sail | 10 | NA
AK-3.19-03 | explore | 10 | EX
AK-3.19-04 | recruit | 5 | DR
AK-3.19-05 | pick_up | 5 | MA
AK-3.19-06 | pick_up_naval | 5 | NA
AK-3.19-07 | cast | 10 | -
AK-3.19-08 | spy | 10 | SP
AK-3.19-09 | command | 15 | -
AK-3.19-10 | lead | 10 | -
AK-3.19-11 | TA | 10 | DR
AK-3.19-12 | FI | 10 | AR
AK-3.19-13 | ME | 10 | ME
AK-3.19-14 | CA | 10 | -
AK-3.19-15 | ST | 15 | TH
"""


@pytest.mark.parametrize("row", cases(EXPERIENCE))
def test_experience(row: list[str]) -> None:
    one = TABLES.experience[row[0]]
    assert cells(one.name, one.chance, one.ability) == row
    assert len(TABLES.experience) == 15


MARCH = """
AK-4.12-01 AK-D7.8-02 | 0 | 0 | 0 | 80 | 50 | 20
AK-4.12-02 AK-D7.8-03 | 1 | 0 | 1 | 90 | 65 | 35
AK-4.12-03 AK-D7.8-04 | 2 | 1 | 1 | 95 | 80 | 50
AK-4.12-04 AK-D7.8-05 | 3 | 1 | 2 | 100 | 90 | 65
AK-4.12-05 AK-D7.8-06 | 4 | 2 | 2 | 100 | 95 | 80
AK-D4.1-01 AK-D7.8-07 | 5 | 2 | 3 | 100 | 100 | 90
AK-D4.1-01 | 6 | 3 | 3 | 100 | 100 | 95
AK-D4.1-01 | 7 | 3 | 4 | 100 | 100 | 100
AK-D4.1-01 | 8 | 4 | 4 | 100 | 100 | 100
AK-D4.1-01 | 9 | 4 | 5 | 100 | 100 | 100
"""


@pytest.mark.parametrize("row", cases(MARCH))
def test_march_and_the_unity_of_contingents(row: list[str]) -> None:
    one = TABLES.march[int(row[0])]
    assert cells(one.level, one.slow, one.fast, one.same, one.adjacent, one.far) == row
    assert (one.slow, one.fast) == (one.level // 2, (one.level + 1) // 2)


DRUID = """
AK-4.32-01 | 1 | Human Elf Dwarf Orc Mermen Werebeast | avian mammal
AK-4.32-02 | 2 | Whale Troll | reptilian sea
AK-4.32-03 | 3 | Eagle Ent | insectoid
AK-4.32-04 | 4 | Dragon | spirit
"""


@pytest.mark.parametrize("row", cases(DRUID))
def test_druid(row: list[str]) -> None:
    level = int(row[0])
    led = [one.name for one in TABLES.races.values() if one.druid == level]
    assert sorted(led) == sorted(row[1].split())
    assert {one.kind for one in TABLES.monsters.values() if one.talk == level} == set(row[2].split())


@pytest.mark.rule("AK-D5.4-01")
def test_humanoid_monsters_listen_without_druid() -> None:
    assert {one.kind for one in TABLES.monsters.values() if one.talk == 0} == {"humanoid"}


SPYING = """
AK-4.33-01 | 0 | 0 | 70 | 50
AK-4.33-02 | 1 | 50 | 55 | 100
AK-4.33-03 | 2 | 75 | 40 | 150
AK-4.33-04 | 3 | 88 | 28 | 200
AK-4.33-05 | 4 | 95 | 15 | 250
AK-D4.33-01 | 5 | 97 | 10 | 300
AK-D4.33-02 | 6 | 98 | 7 | 350
AK-D4.33-03 | 7 | 99 | 4 | 400
AK-D4.33-04 | 8 | 99 | 2 | 450
AK-D4.33-05 | 9 | 99 | 0 | 500
"""


@pytest.mark.parametrize("row", cases(SPYING))
def test_spying(row: list[str]) -> None:
    one = TABLES.spying[int(row[0])]
    assert cells(one.level, one.escape, one.error, one.follow) == row


BOOK_MONSTERS = """
AK-5.9-01 | Gryphon | 25 | 2 1-6 | 0 | Fast
AK-5.9-02 | Giant | 25 | 1 1-7 | 1 1-7 | Medium
AK-5.9-03 | Gargoyle | 15 | 1 1-6 | 0 | Medium
AK-5.9-04 | Demon | 30 | 3 1-8 | 0 | Fast
AK-5.9-05 | Troll | 25 | 1 1-6 | 0 | Medium
AK-5.9-06 | Spectre | 20 | 1 1-6 | 0 | Medium
AK-5.9-07 | Elasmosaurus | 25 | 2 1-7 | 0 | Fast
"""


@pytest.mark.parametrize("row", cases(BOOK_MONSTERS))
def test_monsters_of_the_book(row: list[str]) -> None:
    one = TABLES.monsters[row[0]]
    missile = f"{one.missile} 1-{one.missile_damage}" if one.missile else "0"
    assert cells(one.name, one.hit_points, f"{one.melee} 1-{one.damage}", missile, one.speed) == row


@pytest.mark.rule("AK-5.9-08")
def test_there_are_more_monsters_than_in_the_book() -> None:
    assert len(TABLES.monsters) == 31
    assert set(keys(BOOK_MONSTERS)) < set(TABLES.monsters)


ARMIES = """
AK-6.3-01 | GA | Garrison | 1/3 | 1 | 1 | - | - | -
AK-6.3-02 | BO | Bowmen | 2/2 | 2 | 2 | Forest Jungle | - | -
AK-6.3-03 | AX | Axemen | 2/2 | 2 | 2 | Forest Mountain | - | -
AK-6.3-04 | PH | Phalanx | 3/3 | 2 | 2 | Plain | Forest Jungle Sea | LE
AK-6.3-05 | LE | Legion | 3/3 | 2 | 2 | - | Sea | HC
AK-6.3-06 | LC | Light Cavalry | 2/2 | 4 | 2 | Plain Desert | - | CH CC EL WE WR DR
AK-6.3-07 | HC | Heavy Cavalry | 4/4 | 3 | 3 | Plain | Forest Jungle Mountain Sea | CH CC EL WE WR DR
AK-6.3-08 | CH | Chariots | 3/3 | 3 | 3 | Plain Desert | Forest Jungle Mountain Sea | CC EL WE WR DR
AK-6.3-09 | EL | Elephants | 2/5 | 2 | 3 | Jungle | Forest Mountain Sea | -
AK-6.3-10 | CC | Camel Corps | 2/2 | 3 | 3 | Desert | Forest Jungle Sea | -
AK-6.3-11 | WR | Warg Riders | 3/3 | 3 | 3 | Forest | Sea | EA
AK-6.3-12 | DR | Dragon Wing | 6/6 | 5 | 4 | - | - | BO
AK-6.3-13 | EA | Eagle Wing | 4/4 | 5 | 3 | Mountain | Forest Jungle | BO
AK-6.3-14 | WH | Whales | 5/5 | 4 | 3 | Sea | Plain Desert Jungle Forest Mountain | ME
AK-6.3-15 | FL | Fleet | 3/3 | 2 | 3 | Sea | Plain Desert Jungle Forest Mountain | -
AK-6.3-16 | ME | Mermen | 2/2 | 3 | 2 | Sea Jungle | Desert Mountain | BO
AK-6.3-17 | EN | Ents | 6/6 | 1 | 3 | Forest Jungle | Sea Desert | AX DR
AK-6.3-18 | TR | Trolls | 5/5 | 2 | 3 | Mountain | Sea | AX
AK-6.3-19 | WE | Werebeasts | 3/3 | 3 | 3 | Forest Mountain | Sea | -
"""


@pytest.mark.parametrize("row", cases(ARMIES))
def test_army_types(row: list[str]) -> None:
    one = TABLES.armies[row[0]]
    strength = f"{one.attack}/{one.defend}"
    assert cells(one.code, one.name, strength, one.speed, one.pay, one.home, one.adverse, one.nemesis) == row


def test_army_types_stand_in_the_order_of_the_book() -> None:
    assert list(TABLES.armies)[:19] == keys(ARMIES)


@pytest.mark.rule("AK-6.3-45")
def test_beasts_frighten_horses() -> None:
    beasts = {code for code, one in TABLES.armies.items() if "beast" in one.traits}
    assert beasts == {"CC", "EL", "WE", "WR", "DR"}
    assert all(beasts <= set(TABLES.armies[code].nemesis) for code in ("LC", "HC"))
    assert set(TABLES.armies["CH"].nemesis) == beasts


RACES = """
AK-6.3-23 | Elf | Forest | BO
AK-6.3-24 | Dwarf | Mountain | AX
AK-6.3-25 | Orc | Mountain | PH
AK-6.3-26 | Human | - | LE
"""


@pytest.mark.parametrize("row", cases(RACES))
def test_what_races_fight_better_in_and_as(row: list[str]) -> None:
    one = TABLES.races[row[0]]
    assert cells(one.name, one.home, one.favours) == row


QUALITIES = """
AK-6.3-33 AK-D7.2-07 AK-D6.1-02 | -1 | Sub-Depleted | 1/10 | - | yes
AK-6.3-32 AK-D7.2-07 AK-P6.1-05 AK-P6.1-06 | 0 | Depleted | 1/4 | 100 | yes
AK-6.3-32 AK-D7.2-07 AK-P6.1-05 AK-P6.1-06 | 1 | Green | 1 | 25 | yes
AK-6.3-32 AK-D7.2-07 AK-P6.1-06 | 2 | Average | 2 | 5 | no
AK-6.3-32 AK-D7.2-07 AK-P6.1-06 | 3 | Veteran | 3 | 1 | no
AK-6.3-32 AK-D7.2-07 AK-P6.1-06 | 4 | Crack | 4 | 1/5 | no
AK-6.3-32 AK-D7.2-07 | 5 | Elite | 5 | - | no
"""


@pytest.mark.parametrize("row", cases(QUALITIES))
def test_qualities(row: list[str]) -> None:
    one = TABLES.qualities[int(row[0])]
    assert cells(one.level, one.name, one.multiplier, one.training or "", one.rises) == row


OFFICES = """
AK-10.1-02 AK-D10.1-02 | EM | World Emperor | 20 | none
AK-10.1-04 AK-D10.1-02 | CH | Esteemed High Chancellor of the Imperium | 10 | Explore result and Spy escape +10 percent points
AK-10.1-09 AK-D10.1-02 | TR | Imperial Treasurer | 10 | total tax revenue +5%
AK-10.1-11 AK-D10.1-02 | MA | Imperial Grand Marshal | 10 | armies led +5% strength on land
AK-10.1-14 AK-D10.1-02 | AD | Imperial Grand Admiral | 10 | fleets led +1 movement point
AK-10.1-19 AK-D10.1-02 | DE | Lord High Defender of the Imperium | 10 | +2 hit points in encounters
AK-10.1-22 AK-D10.1-02 | HP | High Priest Palatine of the Empire | 10 | White spell success +10%
AK-10.1-25 AK-D10.1-02 | AM | Arch-Mage Palatine of the Empire | 10 | success of all spells +10%
"""


@pytest.mark.parametrize("row", cases(OFFICES))
def test_offices(row: list[str]) -> None:
    one = TABLES.offices[row[0]]
    assert cells(one.code, one.name, one.share, one.power) == row


@pytest.mark.rule("AK-10.1-30", "AK-P10.1-01")
def test_shares_of_offices_and_artifacts_add_up_to_100() -> None:
    shares = [one.share for one in TABLES.offices.values()]
    artifacts = [one for one in TABLES.items.values() if one.kind == "artifact"]
    assert shares == [20, 10, 10, 10, 10, 10, 10, 10]
    assert sum(shares) + len(artifacts) == 100


@pytest.mark.rule("AK-10.1-28")
def test_the_ten_artifacts() -> None:
    assert [one.name for one in TABLES.items.values() if one.kind == "artifact"] == [
        "Excalibur",
        "Bow of the Elven Kings",
        "Axe of the Dwarven Lords",
        "Scimitar of Orc Mastery",
        "Crown of Dragon Command",
        "Feather of the Great Eagle",
        "Horn of Neptune",
        "Holy Sword",
        "Invisible Sword",
        "Shadow Sword",
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        pytest.param("defense_factor", Fraction(5, 4), marks=pytest.mark.rule("AK-6.3-37")),
        pytest.param("exploration_factor_max", Fraction(5, 4), marks=pytest.mark.rule("AK-6.3-38")),
        pytest.param("tactical_pct_per_level", Fraction(20), marks=pytest.mark.rule("AK-6.3-36")),
        pytest.param("werebeast_bite_pct", Fraction(40), marks=pytest.mark.rule("AK-6.3-47")),
    ],
)
def test_constants_of_the_book(name: str, value: Fraction) -> None:
    assert TABLES.share(name) == value
