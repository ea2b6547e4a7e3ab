"""Tables decided beside the rulebook, cell by cell: abilities, items, spells, inventions, monsters, features, names."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from postern.rulesets.adventurer_kings.tables import TABLES
from tests.rules.adventurer_kings.cells import cases, cells, keys

ABILITIES = """
AK-D2.0-01 | TA | Tactical | martial
AK-D2.0-01 | MA | March | martial
AK-D2.0-01 | NA | Naval | martial
AK-D2.0-01 | AR | Archery | martial
AK-D2.0-01 | ME | Melee | martial
AK-D2.0-01 | WH | White | magic
AK-D2.0-01 | PS | Psychic | magic
AK-D2.0-01 | IL | Illusory | magic
AK-D2.0-01 | EL | Elemental | magic
AK-D2.0-01 | NE | Necromancy | magic
AK-D2.0-01 | EX | Explorer | special
AK-D2.0-01 | DR | Druid | special
AK-D2.0-01 | SP | Spy | special
AK-D2.0-01 | TH | Thief | special
AK-D2.0-01 | SG | Sage | special
"""


@pytest.mark.parametrize("row", cases(ABILITIES))
def test_abilities(row: list[str]) -> None:
    one = TABLES.abilities[row[0]]
    assert cells(one.code, one.name, one.group) == row


@pytest.mark.rule("AK-P4.1-01", "AK-P4.2-01", "AK-P4.3-01")
def test_there_are_five_abilities_of_each_group() -> None:
    groups = [one.group for one in TABLES.abilities.values()]
    assert [groups.count(one) for one in ("martial", "magic", "special")] == [5, 5, 5]


POWERS = """
AK-D2.0-06 | TA | 5 | no enemy column may use the nemesis factor against your front line
AK-D2.0-06 | TA | 8 | your side rolls its battle-wide random event as favourable always
AK-D2.0-07 | MA | 5 | conquering a land province costs no extra movement point
AK-D2.0-07 | MA | 8 | armies led may cross one Sea province between two land provinces without ships, ending on land
AK-D2.0-08 | NA | 5 | a fleet engagement costs no extra movement point
AK-D2.0-08 | NA | 8 | fleets led count as in home terrain in coastal land provinces
AK-D2.0-09 | AR | 5 | two arrows per FI at Bow range
AK-D2.0-09 | AR | 8 | may FI at Spell range
AK-D2.0-10 | ME | 5 | +3 hit points in encounters
AK-D2.0-10 | ME | 8 | two attacks per ME
AK-D2.0-11 | WH | 5 | CA HW Holy War: armies led are all fanatical until the end of the year (no effect for Evil and Undead)
AK-D2.0-11 | WH | 8 | Resurrection success 95%
AK-D2.0-12 | PS | 5 | CA DO Domination: one enemy army in the province, chance 10% x level, joins you
AK-D2.0-12 | PS | 8 | Hire chance is 95% for every hero not barred by alignment
AK-D2.0-13 | IL | 5 | CA VE Veil: armies led are not shown to other players this year and can not be pursued
AK-D2.0-13 | IL | 8 | Phantasmal Armies gives 25% per level instead of 15%
AK-D2.0-14 | EL | 5 | CA ST Storm: each fleet in a Sea province within 1 loses one quality level, 15% of them sink
AK-D2.0-14 | EL | 8 | CA EL Summon Elemental: a unit of strength 6, quality Veteran, speed 3, pay 0, until the end of the year
AK-D2.0-15 | NE | 5 | animated armies are Average instead of Green
AK-D2.0-15 | NE | 8 | when the caster dies in an encounter, 50% chance to rise at the end of the year
AK-D2.0-16 | EX | 5 | no random encounters
AK-D2.0-16 | EX | 8 | Explore also counts, at half, for all adjacent provinces
AK-D2.0-17 | DR | 5 | random monsters of classes he can talk to never attack
AK-D2.0-17 | DR | 8 | every army of his own may be led at +1 quality in Forest and Jungle
AK-D2.0-18 | SP | 5 | spying range 3 provinces
AK-D2.0-18 | SP | 8 | each Spy action also steals an invention with 25%
AK-D2.0-19 | TH | 5 | a stolen item may be chosen (the one of highest tier)
AK-D2.0-19 | TH | 8 | stealing from a King takes 3 x as much gold
AK-D2.0-20 | SG | 5 | identifies all items and treasures known to the kingdom exactly
AK-D2.0-20 | SG | 8 | each discovery yields two inventions
"""


@pytest.mark.parametrize("row", cases(POWERS))
def test_secret_powers(row: list[str]) -> None:
    one = TABLES.abilities[row[0]]
    assert (one.words_5 if row[1] == "5" else one.words_8) == row[2]


@pytest.mark.rule("AK-P2.0-08")
def test_the_chance_that_an_aptitude_rises() -> None:
    assert [TABLES.aptitudes[skill].rise for skill in range(9)] == [0, 10, 25, 50, 100, 80, 60, 40, 20]


ITEMS = """
AK-DM-03 | 1 | Excalibur | 3 | artifact | ME 2 | 2 | land | - | - | - | always | no
AK-DM-04 | 2 | Bow of the Elven Kings | 3 | artifact | AR 3 | - | BO | - | - | - | always | no
AK-DM-05 | 3 | Axe of the Dwarven Lords | 3 | artifact | ME 2 | - | AX | Dwarf | - | - | always | no
AK-DM-06 | 4 | Scimitar of Orc Mastery | 3 | artifact | ME 2 | - | Orc | Orc | - | - | always | no
AK-DM-07 | 5 | Crown of Dragon Command | 3 | artifact | - | - | DR | DR | - | - | always | no
AK-DM-08 | 6 | Feather of the Great Eagle | 3 | artifact | - | - | EA | EA | - | - | always | no
AK-DM-09 | 7 | Horn of Neptune | 3 | artifact | NA 1 | - | WH ME | WH ME | - | - | always | no
AK-DM-10 | 8 | Holy Sword | 3 | artifact | ME 2; WH 1 | - | - | - | - | - | always | no
AK-DM-11 | 9 | Invisible Sword | 3 | artifact | ME 1 | - | - | - | -20 0 | - | always | no
AK-DM-12 | 10 | Shadow Sword | 3 | artifact | ME 1; TH 1; SP 1 | - | - | - | - | - | always | no
AK-DM-13 | 11 | Sword +1 | 1 | weapon | ME 1 | - | - | - | - | - | always | no
AK-DM-14 | 12 | Sword +2 | 2 | weapon | ME 2 | - | - | - | - | - | always | no
AK-DM-15 | 13 | Flaming Sword | 2 | weapon | ME 1 | 2 | - | - | - | - | always | no
AK-DM-16 | 14 | Psychic Scourge | 2 | spell | ME 1 | - | - | - | - | PW 2 | once_per_encounter | yes
AK-DM-17 | 15 | Bow of Accuracy | 1 | weapon | AR 1 | - | - | - | - | - | always | no
AK-DM-18 | 16 | Mithril Armor | 2 | armor | - | - | - | - | - | - | always | no
AK-DM-19 | 17 | Shield of Valor | 1 | armor | - | - | - | - | -10 -10 | - | always | no
AK-DM-20 | 18 | Elven Cloak | 1 | cloak | TH 1 | - | - | - | - | - | always | no
AK-DM-21 | 19 | Boots of Speed | 1 | boots | MA 1 | - | - | - | - | - | always | no
AK-DM-22 | 20 | Astrolabe | 1 | tool | NA 1 | - | - | - | - | - | always | no
AK-DM-23 | 21 | Tome of Tactics | 2 | tome | TA 1 | - | - | - | - | - | always | no
AK-DM-24 | 22 | Druid's Torc | 1 | jewel | DR 1 | - | - | - | - | - | always | no
AK-DM-25 | 23 | Spyglass | 1 | tool | SP 1 | - | - | - | - | - | always | no
AK-DM-26 | 24 | Thieves' Tools | 1 | tool | TH 1 | - | - | - | - | - | always | no
AK-DM-27 | 25 | Book of Lore | 1 | tome | SG 1 | - | - | - | - | - | always | no
AK-DM-28 | 26 | Pathfinder's Staff | 1 | tool | EX 1 | - | - | - | - | - | always | no
AK-DM-29 | 27 | Helm of Command | 3 | helm | - | - | all | - | - | - | always | no
AK-DM-30 | 28 | Ring of Invisibility | 2 | spell | - | - | - | - | - | IN 2 | once_per_encounter | yes
AK-DM-31 | 29 | Ring of Fire | 2 | spell | - | - | - | - | - | FB 2 | once_per_encounter | yes
AK-DM-32 | 30 | Wand of Lightning | 2 | spell | - | - | - | - | - | LI 3 | once_per_encounter | yes
AK-DM-33 | 31 | Staff of Blessing | 2 | spell | - | - | - | - | - | BL 2 | once_per_year | yes
AK-DM-34 | 32 | Crystal Ball | 2 | spell | - | - | - | - | - | CL 3 | once_per_year | yes
AK-DM-35 | 33 | Rod of Bones | 2 | spell | - | - | - | - | - | AN 2 | once_per_year | yes
AK-DM-36 | 34 | Lute of Oratory | 2 | spell | - | - | - | - | - | OR 2 | action | yes
AK-DM-37 | 35 | Mask of Phantasms | 2 | spell | - | - | - | - | - | PH 2 | action | yes
AK-DM-38 | 36 | Holy Relic | 1 | spell | - | - | - | - | - | HS 2 | once_per_encounter | yes
AK-DM-39 | 37 | Amulet of Life | 3 | jewel | - | - | - | - | - | - | used_up | no
AK-DM-40 | 38 | Potion of Healing | 1 | potion | - | - | - | - | - | - | used_up | no
AK-DM-41 | 39 | Scroll of Resurrection | 2 | scroll | - | - | - | - | - | RE 0 | used_up | yes
AK-DM-42 | 40 | Map of the Ancients | 1 | scroll | - | - | - | - | - | - | used_up | no
"""


@pytest.mark.parametrize("row", cases(ITEMS))
def test_items(row: list[str]) -> None:
    one = TABLES.items[int(row[0])]
    hit = f"{one.hit_by_melee} {one.hit_by_arrow}" if one.hit_by_melee else ""
    spell = f"{one.spell} {one.spell_level}" if one.spell else ""
    bonuses = one.levels, one.damage or "", one.quality_for, one.no_druid_for, hit, spell
    assert cells(one.number, one.name, one.tier, one.kind, *bonuses, one.use, one.magical) == row


@pytest.mark.rule("AK-DM-43")
def test_the_items_that_count_as_casting_spells() -> None:
    assert {one.number for one in TABLES.items.values() if one.magical} == {
        one.number for one in TABLES.items.values() if one.kind == "spell" or one.name == "Scroll of Resurrection"
    }


SPELLS = """
AK-D4.21-01 | HS | Holy Symbol | WH | encounter | 1 | no | - | d6 | 2 | - | - | - | -
AK-D4.21-02 | BL | Bless | WH | action | 1 | no | - | - | - | - | - | - | 8/5
AK-D4.21-03 | RE | Resurrect | WH | action | 2 | no | - | - | - | - | - | - | -
AK-D4.21-04 | SH | Shield of Faith | WH | encounter | 2 | no | - | - | - | -20 | - | - | -
AK-D4.21-05 | PA | Part the Seas | WH | action | 3 | no | 1 | - | - | - | - | - | -
AK-D4.22-01 | PW | Psychic Wind | PS | encounter | 1 | no | - | d3 | - | - | - | - | -
AK-D4.22-02 | MR | Mind Read | PS | action | 1 | no | - | - | - | - | - | - | -
AK-D4.22-03 | OR | Oratory | PS | battle | 2 | no | - | - | - | - | 1 | - | -
AK-D4.22-04 | CH | Charm | PS | encounter | 2 | no | - | - | - | - | - | - | -
AK-D4.22-05 | CL | Clairvoyance | PS | action | 3 | no | 4 | - | - | - | - | - | -
AK-D4.23-01 | IN | Invisibility | IL | encounter | 1 | no | - | - | - | -30 | - | - | -
AK-D4.23-02 | PH | Phantasmal Armies | IL | battle | 1 | no | - | - | - | - | - | 15 | -
AK-D4.23-03 | DI | Disguise | IL | action | 2 | no | - | - | - | - | - | - | -
AK-D4.23-04 | IT | Illusory Terrain | IL | battle | 2 | no | - | - | - | - | - | - | -
AK-D4.23-05 | MI | Mirror Images | IL | encounter | 2 | no | - | - | - | - | - | - | -
AK-D4.24-01 | FB | Fireball | EL | encounter | 1 | no | - | d6 | 1/2 | - | - | - | -
AK-D4.24-02 | WI | Favorable Winds | EL | action | 1 | no | - | - | - | - | - | - | -
AK-D4.24-03 | LI | Lightning | EL | encounter | 2 | no | - | d8 | 1/2 | - | - | - | -
AK-D4.24-04 | EQ | Earthquake | EL | action | 3 | no | 1 | - | - | - | - | - | 1/2
AK-D4.24-05 | FO | Flood | EL | action | 3 | no | 1 | - | - | - | - | - | -
AK-D4.25-01 | AN | Animate Skeletons | NE | action | 1 | no | - | - | - | - | - | - | -
AK-D4.25-02 | DR | Life Drain | NE | encounter | 1 | no | - | d4 | 1/2 | - | - | - | -
AK-D4.25-03 | FE | Fear | NE | encounter | 2 | no | - | - | - | - | - | - | -
AK-D4.25-04 | PL | Plague | NE | action | 2 | no | 1 | - | - | - | - | - | -
AK-D4.25-05 | KI | Kill Enemy | NE | encounter | 3 | no | - | - | - | - | - | - | -
AK-D4.25-06 | NC | Necromantic Charm | NE | action | 1 | no | - | - | - | - | - | - | -
AK-D4.2-08 | HW | Holy War | WH | action | 5 | yes | - | - | - | - | - | - | -
AK-D4.2-08 | DO | Domination | PS | action | 5 | yes | - | - | - | - | - | - | -
AK-D4.2-08 | VE | Veil | IL | action | 5 | yes | - | - | - | - | - | - | -
AK-D4.2-08 | ST | Storm | EL | action | 5 | yes | 1 | - | - | - | - | - | -
AK-D4.2-08 | EL | Summon Elemental | EL | action | 8 | yes | - | - | - | - | 3 | - | -
"""


@pytest.mark.parametrize("row", cases(SPELLS))
def test_spells(row: list[str]) -> None:
    one = TABLES.spells[row[0]]
    die = f"d{one.die}" if one.die else ""
    effects = (
        one.per_level or "",
        one.enemy_to_hit or "",
        one.quality or "",
        one.strength or "",
        one.tax if one.tax != 1 else "",
    )
    assert cells(one.code, one.name, one.school, one.kind, one.level, one.secret, one.reach or "", die, *effects) == row


def test_there_are_no_other_spells() -> None:
    assert set(TABLES.spells) == set(keys(SPELLS))


INVENTIONS = """
AK-D4.35-03 | 1 | Crop Rotation | tax | Plain | 1
AK-D4.35-04 | 2 | Irrigation | tax | Desert | 1
AK-D4.35-05 | 3 | Forestry | tax | Forest | 1
AK-D4.35-06 | 4 | Deep Mining | tax | Mountain | 1
AK-D4.35-07 | 5 | Spice Trade | tax | Jungle | 1
AK-D4.35-08 | 6 | Fishing Nets | tax | Sea | 1
AK-D4.35-09 | 7 | Longbow | strength | BO | 23/20
AK-D4.35-10 | 8 | Tempered Axes | strength | AX | 23/20
AK-D4.35-11 | 9 | Long Pike | strength | PH | 23/20
AK-D4.35-12 | 10 | Drill Manual | strength | LE | 23/20
AK-D4.35-13 | 11 | Stirrup | strength | LC HC | 23/20
AK-D4.35-14 | 12 | Spoked Wheel | strength | CH | 23/20
AK-D4.35-15 | 13 | Shipbuilding | strength | FL | 23/20
AK-D4.35-16 | 14 | Siegecraft | other | - | 23/20
AK-D4.35-17 | 15 | Fortification | other | - | 27/20
AK-D4.35-18 | 16 | Cartography | ability | EX | 1
AK-D4.35-19 | 17 | Cipher | ability | SP | 1
AK-D4.35-20 | 18 | Compass | ability | NA | 1
AK-D4.35-21 | 19 | Supply Trains | ability | MA | 1
AK-D4.35-22 | 20 | Medicine | other | - | 12
AK-D4.35-23 | 21 | Schooling | other | - | 5
AK-D4.35-24 | 22 | Heraldry | other | - | 10
AK-D4.35-25 | 23 | Coinage | other | - | 5
AK-D4.35-26 | 24 | Bestiary | other | - | 10
"""


@pytest.mark.parametrize("row", cases(INVENTIONS))
def test_inventions(row: list[str]) -> None:
    one = TABLES.inventions[int(row[0])]
    assert cells(one.number, one.name, one.kind, one.applies_to, one.value) == row
    assert len(TABLES.inventions) == 24


MONSTERS = """
AK-D5.9-01 | Goblin Chief | humanoid | 1 | 10 | 1 1-5 | 1 1-4 | Medium | no | Evil | - | 0
AK-D5.9-02 | Bandit Captain | humanoid | 1 | 10 | 2 1-6 | 1 1-5 | Medium | no | Neutral | - | 0
AK-D5.9-03 | Skeleton Warrior | spirit | 1 | 10 | 1 1-5 | 0 | Slow | yes | Undead | - | 4
AK-D5.9-04 | Dire Wolf | mammal | 1 | 12 | 1 1-5 | 0 | Fast | no | Neutral | - | 1
AK-D5.9-05 | Harpy | avian | 1 | 12 | 1 1-4 | 0 | Fast | no | Evil | PS-PW 1 | 1
AK-D5.9-06 | Ghoul | spirit | 1 | 14 | 1 1-5 | 0 | Medium | yes | Undead | - | 4
AK-D5.9-07 | Gargoyle | avian | 1 | 15 | 1 1-6 | 0 | Medium | no | Evil | - | 1
AK-D5.9-08 | Giant Spider | insectoid | 1 | 15 | 1 1-6 | 0 | Medium | no | Neutral | - | 3
AK-D5.9-09 | Giant Scorpion | insectoid | 1 | 18 | 1 1-6 | 0 | Slow | no | Neutral | - | 3
AK-D5.9-10 | Basilisk | reptilian | 2 | 18 | 2 1-6 | 0 | Slow | no | Evil | PS-PW 1 | 2
AK-D5.9-11 | Spectre | spirit | 2 | 20 | 1 1-6 | 0 | Medium | yes | Undead | - | 4
AK-D5.9-12 | Ogre | humanoid | 2 | 20 | 2 1-7 | 0 | Medium | no | Evil | - | 0
AK-D5.9-13 | Giant Ant Queen | insectoid | 2 | 20 | 2 1-6 | 0 | Slow | no | Neutral | - | 3
AK-D5.9-14 | Minotaur | mammal | 2 | 22 | 2 1-7 | 0 | Medium | no | Pagan | - | 1
AK-D5.9-15 | Mummy | spirit | 2 | 24 | 2 1-7 | 0 | Slow | yes | Undead | - | 4
AK-D5.9-16 | Gryphon | avian | 2 | 25 | 2 1-6 | 0 | Fast | no | Druidic | - | 1
AK-D5.9-17 | Giant | humanoid | 2 | 25 | 1 1-7 | 1 1-7 | Medium | no | Pagan | - | 0
AK-D5.9-18 | Troll | humanoid | 2 | 25 | 1 1-6 | 0 | Medium | no | Evil | - | 0
AK-D5.9-19 | Elasmosaurus | sea | 2 | 25 | 2 1-7 | 0 | Fast | no | Neutral | - | 2
AK-D5.9-20 | Wyvern | reptilian | 2 | 28 | 2 1-7 | 0 | Fast | no | Evil | - | 2
AK-D5.9-21 | Evil Wizard | humanoid | 2 | 10 | 1 1-5 | 0 | Medium | no | Evil | EL-FB 3; EL-LI 3 | 0
AK-D5.9-22 | Roc | avian | 3 | 30 | 2 1-8 | 0 | Fast | no | Neutral | - | 1
AK-D5.9-23 | Sphinx | mammal | 3 | 30 | 2 1-8 | 0 | Medium | no | Neutral | PS-PW 3 | 1
AK-D5.9-24 | Efreet | spirit | 3 | 30 | 2 1-8 | 0 | Fast | no | Pagan | EL-FB 3 | 4
AK-D5.9-25 | Demon | spirit | 3 | 30 | 3 1-8 | 0 | Fast | no | Evil | - | 4
AK-D5.9-26 | Sea Serpent | sea | 3 | 32 | 2 1-8 | 0 | Fast | no | Neutral | - | 2
AK-D5.9-27 | Vampire | spirit | 3 | 25 | 3 1-6 | 0 | Medium | yes | Undead | PS-PW 2; NE-DR 2 | 4
AK-D5.9-28 | Lich | spirit | 3 | 22 | 1 1-5 | 0 | Slow | yes | Undead | NE-DR 4; NE-FE 4 | 4
AK-D5.9-29 | Hydra | reptilian | 3 | 38 | 3 1-8 | 0 | Medium | no | Evil | - | 2
AK-D5.9-30 | Kraken | sea | 3 | 42 | 3 1-8 | 0 | Medium | no | Evil | - | 2
AK-D5.9-31 | Dragon | reptilian | 3 | 50 | 3 1-10 | 2 1-10 | Fast | no | Evil | - | 2
"""


@pytest.mark.parametrize("row", cases(MONSTERS))
def test_monsters(row: list[str]) -> None:
    one = TABLES.monsters[row[0]]
    missile = f"{one.missile} 1-{one.missile_damage}" if one.missile else "0"
    body = one.kind, one.tier, one.hit_points, f"{one.melee} 1-{one.damage}", missile, one.speed
    assert cells(one.name, *body, one.undead, one.alignment, one.spells, one.talk) == row


FEATURES = """
AK-DF-02 | Dungeon | land | 10 | 1:40 2:40 3:20 | - | Goblin Chief;Ogre;Minotaur;Giant Spider;Troll;Demon;Hydra
AK-DF-03 | Cave | land | 10 | 1:60 2:40 | - | Dire Wolf;Goblin Chief;Giant Spider;Ogre;Troll;Basilisk
AK-DF-04 | Tomb | land | 8 | 1:30 2:40 3:30 | - | Skeleton Warrior;Ghoul;Mummy;Spectre;Vampire;Lich
AK-DF-05 | Abandoned Castle | Plain Forest Mountain | 10 | 1:40 2:40 3:20 | - | Bandit Captain;Gargoyle;Giant;Spectre;Vampire
AK-DF-06 | Ruined Temple | land | 8 | 1:40 2:40 3:20 | - | Gargoyle;Ghoul;Minotaur;Basilisk;Demon
AK-DF-07 | Wizard's Tower | land | 8 | 2:70 3:30 | - | Evil Wizard;Gargoyle;Efreet;Lich
AK-DF-08 | Pyramid | Desert | 14 | 1:20 2:50 3:30 | - | Giant Scorpion;Mummy;Sphinx;Efreet
AK-DF-09 | Dragon Lair | Mountain Desert Forest | 5 | 3:100 | - | Dragon
AK-DF-10 | Aerie | Mountain | 8 | 1:20 2:50 3:30 | - | Harpy;Gryphon;Wyvern;Roc
AK-DF-11 | Enchanted Grove | Forest Jungle | 8 | 1:50 2:50 | - | Dire Wolf;Gryphon;Giant Spider;Wyvern
AK-DF-12 | Hive | Jungle Desert | 8 | 1:50 2:50 | - | Giant Spider;Giant Scorpion;Giant Ant Queen
AK-DF-13 | Volcano | Mountain | 3 | 3:100 | - | Efreet;Demon;Dragon
AK-DF-14 | Graveyard | Plain Forest | 6 | 1:60 2:40 | - | Skeleton Warrior;Ghoul;Spectre
AK-DF-15 | Inn | Plain Forest Mountain Desert Jungle | 8 | - | 1-2 | -
AK-DF-16 | Monastery | land | 5 | - | 1-1 | -
AK-DF-17 | Academy | Plain Forest | 4 | - | 1-1 | -
AK-DF-18 | Sea Grotto | Sea | 10 | 2:60 3:40 | - | Elasmosaurus;Sea Serpent;Kraken
AK-DF-19 | Sunken City | Sea | 5 | 3:100 | - | Kraken;Sea Serpent
"""


@pytest.mark.parametrize("row", cases(FEATURES))
def test_features(row: list[str]) -> None:
    one = TABLES.features[row[0]]
    heroes = f"{one.heroes_least}-{one.heroes_most}" if one.heroes_most else ""
    guardians = ";".join(one.guardians)
    land = [name for name in TABLES.terrains if name != "Sea"]
    assert sorted(one.terrains) == sorted(land if row[1] == "land" else row[1].split())
    assert cells(one.name, one.weight, one.tiers, heroes, guardians) == [row[0], *row[2:]]


@pytest.mark.rule("AK-P1.1-12")
def test_tiers_of_features_add_up_to_100() -> None:
    for one in TABLES.features.values():
        assert sum(int(part.partition(":")[2]) for part in one.tiers.split()) == (100 if one.guardians else 0)
    assert list(TABLES.features) == keys(FEATURES)


NATIVES = """
AK-D1.1-11 | Plain | Human 78; Elf 6; Dwarf 4; Orc 12
AK-D1.1-12 | Forest | Human 45; Elf 40; Orc 15
AK-D1.1-13 | Mountain | Human 25; Dwarf 40; Orc 22; Eagle 9; Dragon 4
AK-D1.1-14 | Desert | Human 75; Orc 18; Dragon 7
AK-D1.1-15 | Jungle | Human 58; Orc 28; Elf 10; Dragon 4
AK-D1.1-16 | Sea | Human 30; Whale 70
"""


@pytest.mark.parametrize("row", cases(NATIVES))
def test_natives_of_terrains(row: list[str]) -> None:
    one = TABLES.natives[row[0]]
    assert cells(one.terrain, one.weights) == row
    assert sum(one.weights.values()) == 100


LEVIES = """
AK-D1.1-17 | Human | Plain | LE 35; PH 20; LC 20; HC 15; CH 10
AK-D1.1-18 | Human | Forest | BO 60; AX 40
AK-D1.1-19 | Human | Mountain | AX 50; LE 50
AK-D1.1-20 | Human | Desert | CC 50; LC 35; CH 15
AK-D1.1-21 | Human | Jungle | EL 60; BO 40
AK-D1.1-22 | Human | Sea | FL 100
AK-D1.1-23 | Elf | Plain | BO 60; LC 40
AK-D1.1-24 | Elf | Forest | BO 75; EN 25
AK-D1.1-25 | Elf | Jungle | BO 70; EN 30
AK-D1.1-26 | Dwarf | Plain | AX 60; PH 40
AK-D1.1-27 | Dwarf | Mountain | AX 70; PH 30
AK-D1.1-28 | Orc | Plain | PH 60; WR 40
AK-D1.1-29 | Orc | Forest | WR 60; AX 20; WE 20
AK-D1.1-30 | Orc | Mountain | PH 50; TR 30; WE 20
AK-D1.1-31 | Orc | Desert | PH 60; WR 40
AK-D1.1-32 | Orc | Jungle | PH 55; WE 45
AK-D1.1-33 | Eagle | Mountain | EA 100
AK-D1.1-34 | Dragon | any land | DR 100
AK-D1.1-35 | Whale | Sea | WH 65; ME 35
"""


@pytest.mark.parametrize("row", cases(LEVIES))
def test_army_types_of_natives(row: list[str]) -> None:
    lands = [one for one in TABLES.terrains if one != "Sea"] if row[1] == "any land" else [row[1]]
    for terrain in lands:
        one = TABLES.levies[row[0], terrain]
        assert cells(one.race, one.weights) == [row[0], row[2]]
        assert sum(one.weights.values()) == 100


HOMES = """
AK-D1.2-02 | Human | Plain | LE | HC LC FL
AK-D1.2-03 | Elf | Forest | BO | LC FL
AK-D1.2-04 | Dwarf | Mountain | AX | PH FL
AK-D1.2-05 | Orc | Mountain | PH | WR FL
"""


@pytest.mark.parametrize("row", cases(HOMES))
def test_homes(row: list[str]) -> None:
    one = TABLES.homes[row[0]]
    assert cells(one.race, one.terrain, one.first, one.second) == row


DRAWS = """
AK-D2.2-02 | alignment | Good 20; Druidic 18; Neutral 24; Pagan 18; Evil 20
AK-D2.2-02 | temper | Berserk 20; Brave 35; Cautious 30; Cowardly 15
AK-D2.2-02 | race | Human 50; Elf 17; Dwarf 16; Orc 17
AK-D1.1-09 | tax_land | -3 1; -2 1; -1 2; 0 2; 1 2; 2 1; 3 1
AK-D1.1-09 | tax_sea | 0 4; 1 4; 2 1; 4 1
AK-D5.4-03 | agreement | tribute 2; riddle 2; item 1; deed 1
AK-D1.1-40 | features_land | 0 25; 1 45; 2 25; 3 5
AK-D1.1-40 | features_sea | 1 5; 0 95
AK-D1.1-38 | defenders | -1 1; 0 4; 1 1
"""


@pytest.mark.parametrize("row", cases(DRAWS))
def test_draws(row: list[str]) -> None:
    rows = TABLES.draws[row[0]]
    assert cells(rows[0].draw, {one.value: one.last - one.first + 1 for one in rows}) == row


ARCHETYPES = """
AK-D2.2-04 | General TA;ME;MA | 5
AK-D2.2-04 | Marcher MA;TA;ME | 2
AK-D2.2-04 | Admiral NA;TA;EX | 2
AK-D2.2-04 | Archer AR;EX;ME | 2
AK-D2.2-04 | Warrior ME;TA;AR | 2
AK-D2.2-04 | Mage school;SG;PS | 4
AK-D2.2-04 | Thief TH;SP;AR | 1
AK-D2.2-04 | Ranger EX;DR;AR | 1
AK-D2.2-04 | Sage SG;WH;EX | 1
"""


@pytest.mark.parametrize("row", cases(ARCHETYPES))
def test_archetypes(row: list[str]) -> None:
    one = next(one for one in TABLES.draws["archetype"] if one.value == row[0])
    assert cells(one.value, one.last - one.first + 1) == row


@pytest.mark.parametrize("table", list(TABLES.draws))
def test_a_table_of_draws_has_every_face_once(table: str) -> None:
    rows = TABLES.draws[table]
    faces = [face for one in rows for face in range(one.first, one.last + 1)]
    assert faces == list(range(1, rows[0].die + 1))


TREASURES = """
AK-DF-22 AK-DF-23 | 1 | 2 | 0 | 1 35
AK-DF-22 AK-DF-23 | 2 | 3 | 2 | 2 80; 1 25
AK-DF-22 AK-DF-23 | 3 | 4 | 6 | 3 100; 2 50
"""


@pytest.mark.parametrize("row", cases(TREASURES))
def test_treasures(row: list[str]) -> None:
    one = TABLES.treasures[int(row[0])]
    assert cells(one.tier, one.dice, one.more, one.items) == row


CONSTANTS = """
AK-D1.1-05 | land_provinces | 82
AK-D1.1-05 | land_quota_plain | 28
AK-D1.1-05 | land_quota_forest | 16
AK-D1.1-05 | land_quota_mountain | 14
AK-D1.1-05 | land_quota_jungle | 12
AK-D1.1-05 | land_quota_desert | 12
AK-P1.2-01 | start_gold | 10
AK-D3.4-02 | home_recruits_per_year | 4
AK-D3.4-02 | recruits_per_year | 2
AK-D2.2-09 | heroes_per_kingdom_max | 8
AK-P5.0-09 | character_hit_points | 10
AK-D5.0-01 | plan_tactics_max | 8
AK-D5.0-07 | encounter_rounds_max | 30
AK-DMC-01 | mercenary_move_pct | 30
AK-P2.1-08 | hero_willing_divine_undead_pct | 40
AK-D7.2-12 | attack_win_ratio | 21/20
AK-D7.2-12 | attack_lose_ratio | 19/20
AK-D7.2-10 | battle_event_pct | 60
AK-D7.2-10 | column_event_pct | 30
AK-P7.2-03 | second_line_pct | 50
AK-P7.2-03 | third_line_pct | 25
AK-P7.1-04 | duel_demoralization_factor | 3/4
AK-P10.2-01 | victory_tax_share_pct | 55
AK-P10.2-02 | election_share_pct | 50
AK-D10.4-01 | last_year_default | 15
AK-D10.4-01 | last_year_min | 10
AK-D10.4-01 | last_year_max | 20
AK-D2.2-10 | new_free_heroes_per_year | 2
AK-DF-27 | feature_reoccupied_pct | 5
AK-D4.35-01 | invention_pct_per_sage_level | 8
AK-D9.2-02 | unpaid_quality_loss_pct | 50
AK-D9.2-02 | unpaid_army_desertion_pct | 25
AK-D9.2-02 | unpaid_hero_desertion_pct | 50
AK-D9.2-03 | raid_base_pct | 5
AK-D9.2-03 | raid_per_year_pct | 3
AK-D9.2-03 | raid_max_pct | 40
AK-D9.2-03 | raid_tax_loss_pct_per_tier | 25
"""


@pytest.mark.parametrize("row", cases(CONSTANTS))
def test_constants(row: list[str]) -> None:
    assert TABLES.share(row[0]) == Fraction(row[1])


@pytest.mark.rule("AK-D5.4-07")
def test_there_are_riddles_with_one_word_answers() -> None:
    assert len(TABLES.riddles) >= 20
    assert all(re.fullmatch("[A-Z]+", one) for one in TABLES.riddles)
    assert not any(one.answer.lower() in one.text.lower() for one in TABLES.riddles.values())


@pytest.mark.rule("AK-D1.1-42")
def test_names() -> None:
    provinces = TABLES.names["provinces"]
    heroes = [name for race in keys(HOMES) for sex in ("men", "women") for name in TABLES.names[race][sex]]
    assert len(provinces) >= 190
    assert all(re.fullmatch("[A-Z][a-z]+( [A-Z][a-z]+)?", one) and len(one) <= 12 for one in provinces)
    assert len({*provinces, *heroes}) == len(provinces) + len(heroes)
    assert all(len(TABLES.names[race]["men"]) + len(TABLES.names[race]["women"]) >= 60 for race in keys(HOMES))
