"""Strength of units in battle: type, quality and special factors (AK-6.3-20 to AK-6.3-71)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from postern.rulesets.adventurer_kings.rules.battle.strength import multiplier, times
from postern.rulesets.adventurer_kings.rules.travel import points_left
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.world import Army
from tests.rules.adventurer_kings.battles import HOME, PLACE, Scene, factors, strength, units
from tests.rules.adventurer_kings.build import add_army, add_character, empty_world


def attacker(kind: str, terrain: str = "Plain", race: str = "", quality: int = 1, **more: Any) -> tuple[Scene, Army]:
    """One attacking army (Green: its strength is that of its type) against one of Bowmen."""
    scene = Scene(kind, "BO", terrain=terrain, **more)
    army = scene.mine[0]
    army.quality, army.race = quality, race or army.race
    scene.leader.race = army.race
    return scene, army


@pytest.mark.rule("AK-6.3-20")
@pytest.mark.parametrize(("kind", "speed"), [("GA", 1), ("LE", 2), ("HC", 3), ("LC", 4), ("DR", 5), ("EN", 1)])
def test_speed_is_the_number_of_provinces_of_a_year(kind: str, speed: int) -> None:
    world = empty_world()
    assert points_left(world, add_army(world, "AA", kind, HOME)) == speed


@pytest.mark.rule("AK-6.3-22", "AK-6.3-37", "AK-6.3-52", "AK-6.3-63")
def test_a_garrison_is_worth_three_times_as_much_in_defence_and_defenders_a_quarter_more() -> None:
    scene = Scene("GA", "GA")
    for army in (*scene.mine, *scene.theirs):
        army.quality = 1
    told = scene.fight()
    assert (strength(told, scene.mine[0]), strength(told, scene.theirs[0])) == ("1.0", "3.8")  # 3 x 1.25 = 3.75
    assert factors(told, scene.theirs[0])["defence"] == "x1.25"
    assert "defence" not in factors(told, scene.mine[0])


RACES = [  # race, type, terrain, type strength, clauses
    ("Elf", "BO", "Plain", "3.0"),  # 2 + 1 as Bowmen
    ("Elf", "BO", "Forest", "5.0"),  # 2 + 1 as Bowmen + 1 race + 1 type at home
    ("Elf", "LE", "Forest", "4.0"),
    ("Elf", "LE", "Mountain", "3.0"),
    ("Dwarf", "AX", "Mountain", "5.0"),
    ("Dwarf", "AX", "Plain", "3.0"),
    ("Dwarf", "LE", "Mountain", "4.0"),
    ("Orc", "PH", "Mountain", "5.0"),
    ("Orc", "PH", "Plain", "5.0"),  # 3 + 1 as Phalanx + 1 type at home
    ("Orc", "LE", "Forest", "3.0"),
    ("Human", "LE", "Plain", "4.0"),
    ("Human", "LE", "Forest", "4.0"),
    ("Human", "LE", "Mountain", "4.0"),
    ("Human", "BO", "Plain", "2.0"),
]


@pytest.mark.rule("AK-6.3-23", "AK-6.3-24", "AK-6.3-25", "AK-6.3-26", "AK-6.3-53")
@pytest.mark.parametrize(("race", "kind", "terrain", "expected"), RACES)
def test_races_are_better_in_their_terrain_and_as_their_type(race: str, kind: str, terrain: str, expected: str) -> None:
    scene, army = attacker(kind, terrain, race)
    assert strength(scene.fight(), army) == expected


@pytest.mark.rule("AK-6.3-27", "AK-6.3-28", "AK-6.3-54", "AK-6.3-55")
@pytest.mark.parametrize(
    ("race", "kind", "terrain", "expected"),
    [
        ("Human", "HC", "Plain", "5.0"),
        ("Human", "HC", "Desert", "1.0"),  # 4 without camels: Depleted, 4 x 1/4
        ("Human", "HC", "Forest", "2.0"),
        ("Human", "LE", "Sea", "2.0"),  # (3 + 1) / 2: halved after the additions
        ("Orc", "PH", "Forest", "2.0"),
        ("Eagle", "EA", "Mountain", "5.0"),
        ("Eagle", "EA", "Jungle", "2.0"),
        ("Troll", "TR", "Sea", "2.5"),
        ("Dragon", "DR", "Sea", "6.0"),
        ("Human", "FL", "Sea", "4.0"),
        ("Human", "FL", "Plain", "1.5"),
    ],
)
def test_home_terrain_adds_one_and_adverse_terrain_halves(race: str, kind: str, terrain: str, expected: str) -> None:
    scene, army = attacker(kind, terrain, race)
    assert strength(scene.fight(), army) == expected


@pytest.mark.rule("AK-6.3-50")
@pytest.mark.parametrize(("terrain", "expected"), [("Sea", "6.0"), ("Plain", "0.0"), ("Jungle", "0.0")])
def test_whales_are_worth_nothing_on_land(terrain: str, expected: str) -> None:
    scene, army = attacker("WH", terrain)
    assert strength(scene.fight(), army) == expected


@pytest.mark.rule("AK-6.3-44")
@pytest.mark.parametrize(("face", "expected"), [(2, "2.0"), (3, "3.0"), (5, "5.0")])
def test_elephants_are_thrown_for_at_each_battle(face: int, expected: str) -> None:
    scene, army = attacker("EL")
    assert strength(scene.fight(strength=face), army) == expected


@pytest.mark.rule("AK-6.3-44")
def test_elephants_show_every_strength_from_two_to_five() -> None:
    found = set()
    for number in range(40):
        scene, army = attacker("EL")
        found.add(strength(scene.fight_out(str(number)), army))
    assert found == {"2.0", "3.0", "4.0", "5.0"}


@pytest.mark.rule("AK-D4.23-04", "AK-6.3-56", "AK-D7.2-15")
@pytest.mark.parametrize(("kind", "expected"), [("HC", "3.5"), ("BO", "2.5")])
def test_illusory_terrain_takes_the_mean_of_both_terrains_on_both_sides(kind: str, expected: str) -> None:
    scene = Scene(kind, kind, captain={})
    assert scene.captain is not None
    scene.captain.spells, scene.captain.illusion = {"IT": 2}, "Forest"
    scene.mine[0].quality = scene.theirs[0].quality = 1
    told = scene.fight()
    assert strength(told, scene.mine[0]) == expected
    assert factors(told, scene.theirs[0])["mean with Forest"] == expected
    assert told["illusion"] == "Forest"


@pytest.mark.rule("AK-D4.23-04")
def test_of_two_illusions_the_stronger_is_seen() -> None:
    scene = Scene("BO", "BO", captain={})
    assert scene.captain is not None
    scene.leader.spells, scene.leader.illusion = {"IT": 3}, "Forest"
    scene.captain.spells, scene.captain.illusion = {"IT": 2}, "Desert"
    assert scene.fight()["illusion"] == "Forest"


# --- quality ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-6.3-32", "AK-6.3-33", "AK-6.3-34", "AK-D7.2-07")
def test_quality_multiplies_without_top() -> None:
    expected = ["1/10", "1/10", "1/4", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
    assert [multiplier(quality) for quality in range(-2, 10)] == [Fraction(one) for one in expected]


@pytest.mark.rule("AK-6.3-32", "AK-6.3-33")
@pytest.mark.parametrize(("quality", "expected"), [(-1, "0.4"), (0, "1.0"), (1, "4.0"), (2, "8.0"), (3, "12.0"), (5, "20.0")])
def test_strength_is_that_of_the_type_times_quality(quality: int, expected: str) -> None:
    scene, army = attacker("LE", quality=quality)
    assert strength(scene.fight(), army) == expected


@pytest.mark.rule("AK-6.3-35", "AK-6.3-59", "AK-D7.2-17")
@pytest.mark.parametrize(("home_of", "owner", "expected"), [("AA", "BB", "12.0"), ("AA", "", "12.0"), ("BB", "BB", "8.0")])
def test_armies_are_better_in_the_home_where_their_king_began_even_when_it_is_lost(
    home_of: str, owner: str, expected: str
) -> None:
    scene = Scene("LE", "BO", owner=owner)
    scene.world.provinces[PLACE].home_of = home_of
    told = scene.fight()
    assert strength(told, scene.mine[0]) == expected
    assert factors(told, scene.theirs[0]).get("home province", "") == ("+1" if home_of == owner else "")


FANATICS = [("Divine", 50), ("Good", 40), ("Evil", 25), ("Druidic", 0), ("Neutral", 0), ("Pagan", 0), ("Undead", 0)]


@pytest.mark.rule("AK-6.3-41", "AK-6.3-42", "AK-6.3-60", "AK-P2.1-09")
@pytest.mark.parametrize(("alignment", "chance"), FANATICS)
def test_armies_are_fanatical_by_the_alignment_of_their_king_whatever_their_race(alignment: str, chance: int) -> None:
    for face, fanatical in ((chance, chance > 0), (chance + 1, False)):
        scene, army = attacker("LE", race="Orc", quality=2, alignment=alignment)
        told = scene.fight(fanatic={army.id: max(face, 1)})
        assert units(told)[army.id]["fanatical"] is fanatical
        assert strength(told, army) == ("9.0" if fanatical else "6.0")


@pytest.mark.rule("AK-D7.2-16")
def test_fanaticism_is_that_of_the_own_king_beside_allies_and_natives_have_none() -> None:
    scene = Scene("LE", "LE", owner="")
    scene.world.kingdoms["AA"].alignment = "Good"
    scene.world.kingdoms["CC"].relations["AA"] = scene.world.kingdoms["AA"].relations["CC"] = "Allied"
    ally = add_character(scene.world, "CC", PLACE)
    other = add_army(scene.world, "CC", "LE", PLACE, ally.id)
    scene.came[ally.id] = HOME
    told = scene.fight(fanatic=1, unite=1)
    assert {one: each["fanatical"] for one, each in units(told).items()} == {scene.mine[0].id: True, other.id: False}
    assert not units(told, "defenders")[scene.theirs[0].id]["fanatical"]


@pytest.mark.rule("AK-6.3-43")
@pytest.mark.parametrize(
    ("skeletal", "alignment", "fanatical"), [(True, "Undead", True), (False, "Undead", False), (True, "Evil", False)]
)
def test_skeletal_armies_under_an_undead_leader_are_always_fanatical(skeletal: bool, alignment: str, fanatical: bool) -> None:
    scene, army = attacker("LE")
    army.skeletal, scene.leader.alignment = skeletal, alignment
    assert units(scene.fight())[army.id]["fanatical"] is fanatical


@pytest.mark.rule("AK-D2.0-11")
@pytest.mark.parametrize(("alignment", "fanatical"), [("Neutral", True), ("Good", True), ("Evil", False), ("Undead", False)])
def test_holy_war_makes_all_armies_led_fanatical_but_not_for_evil_and_undead(alignment: str, fanatical: bool) -> None:
    scene, army = attacker("LE", alignment=alignment)
    scene.leader.spells = {"HW": 5}
    assert units(scene.fight())[army.id]["fanatical"] is fanatical


@pytest.mark.rule("AK-6.3-46", "AK-6.3-57")
def test_in_the_desert_a_side_without_camels_fights_one_level_worse() -> None:
    scene = Scene("LE CC", "LE", terrain="Desert")
    told = scene.fight()
    assert strength(told, scene.mine[0]) == "8.0"  # 4 x 2
    assert strength(told, scene.theirs[0]) == "5.0"  # 4 x 1 x 1.25
    assert factors(told, scene.theirs[0])["no camels"] == "-1"
    plain = Scene("LE", "LE")
    assert "no camels" not in factors(plain.fight(), plain.mine[0])


DRUIDS = [  # race of the leader, his Druid level, type, race of the army, missing levels
    ("Human", 0, "BO", "Elf", 1),
    ("Human", 1, "BO", "Elf", 0),
    ("Human", 1, "DR", "Dragon", 3),
    ("Human", 0, "LE", "Human", 0),
    ("Elf", 0, "BO", "Elf", 0),
    ("Human", 0, "WE", "Werebeast", 1),
    ("Human", 1, "TR", "Troll", 1),
    ("Human", 0, "WH", "Whale", 2),
    ("Human", 3, "EN", "Ent", 0),
    ("Human", 2, "EA", "Eagle", 1),
]


@pytest.mark.rule("AK-6.3-58", "AK-D4.32-01", "AK-D4.32-02")
@pytest.mark.parametrize(("race", "druid", "kind", "army_race", "missing"), DRUIDS)
def test_each_druid_level_that_a_leader_lacks_lowers_quality(
    race: str, druid: int, kind: str, army_race: str, missing: int
) -> None:
    scene = Scene(kind, "BO", leader={"DR": druid}, terrain="Sea")
    scene.leader.race, scene.mine[0].race = race, army_race
    assert factors(scene.fight(), scene.mine[0]).get("Druid", "") == (f"-{missing}" if missing else "")


@pytest.mark.rule("AK-D4.32-03", "AK-D4.25-07")
def test_garrisons_and_skeletal_armies_need_no_druid() -> None:
    scene = Scene("LE", "BO", leader={"DR": 0})
    scene.theirs[0].race = scene.mine[0].race = "Elf"
    scene.mine[0].skeletal = True
    told = scene.fight()
    assert "Druid" not in factors(told, scene.theirs[0])
    assert "Druid" not in factors(told, scene.mine[0])


@pytest.mark.rule("AK-D4.22-03", "AK-6.3-61", "AK-D4.2-06", "AK-D4.2-09")
def test_oratory_raises_the_armies_that_the_caster_leads() -> None:
    scene = Scene("LE LE", "BO")
    scene.leader.spells = {"OR": 4}
    other = add_character(scene.world, "AA", PLACE, {"DR": 1})
    scene.mine[1].leader, scene.came[other.id] = other.id, HOME
    told = scene.fight(unite=1)
    assert [strength(told, one) for one in scene.mine] == ["12.0", "8.0"]  # 4 x 3, 4 x 2
    assert factors(told, scene.mine[0])["Oratory"] == "+1"


ITEMS = [  # item, type, race, terrain, name, whether it helps
    (1, "LE", "Human", "Plain", True),
    (1, "LE", "Human", "Sea", False),
    (2, "BO", "Human", "Plain", True),
    (2, "LE", "Human", "Plain", False),
    (3, "AX", "Human", "Plain", True),
    (3, "BO", "Dwarf", "Plain", False),
    (4, "BO", "Orc", "Plain", True),
    (4, "PH", "Human", "Plain", False),
    (5, "DR", "Dragon", "Plain", True),
    (5, "EA", "Eagle", "Plain", False),
    (6, "EA", "Eagle", "Plain", True),
    (7, "WH", "Whale", "Sea", True),
    (7, "ME", "Mermen", "Sea", True),
    (7, "FL", "Human", "Sea", False),
    (27, "BO", "Human", "Sea", True),
]


@pytest.mark.rule("AK-6.3-62", "AK-DM-03", "AK-DM-04", "AK-DM-05", "AK-DM-06", "AK-DM-07", "AK-DM-08", "AK-DM-09", "AK-DM-29")
@pytest.mark.parametrize(("item", "kind", "race", "terrain", "helps"), ITEMS)
def test_items_of_the_leader_raise_quality(item: int, kind: str, race: str, terrain: str, helps: bool) -> None:
    scene, army = attacker(kind, terrain, race)
    scene.leader.items = [item]
    assert factors(scene.fight(), army).get(TABLES.items[item].name, "") == ("+1" if helps else "")


@pytest.mark.rule("AK-DM-05", "AK-DM-06", "AK-DM-07", "AK-DM-08", "AK-DM-09", "AK-D4.32-01")
@pytest.mark.parametrize(
    ("item", "kind", "race", "spared"),
    [
        (3, "LE", "Dwarf", True),
        (3, "LE", "Orc", False),
        (4, "LE", "Orc", True),
        (5, "DR", "Dragon", True),
        (6, "EA", "Eagle", True),
        (6, "DR", "Dragon", False),
        (7, "WH", "Whale", True),
        (7, "ME", "Mermen", True),
        (1, "LE", "Elf", False),
    ],
)
def test_items_stand_for_missing_druid_levels(item: int, kind: str, race: str, spared: bool) -> None:
    scene = Scene(kind, "BO", terrain="Sea", leader={"DR": 0})
    scene.mine[0].race, scene.leader.items = race, [item]
    assert ("Druid" not in factors(scene.fight(), scene.mine[0])) is spared


@pytest.mark.rule("AK-D7.2-17", "AK-6.3-34")
def test_item_bonuses_add_up_beyond_elite() -> None:
    scene, army = attacker("BO", quality=5)
    scene.leader.items = [1, 2, 27]
    assert strength(scene.fight(), army) == "16.0"  # 2 x (5 + 3)


@pytest.mark.rule("AK-D2.0-17")
@pytest.mark.parametrize(
    ("terrain", "druid", "expected"), [("Forest", 8, "+1"), ("Jungle", 8, "+1"), ("Plain", 8, ""), ("Forest", 7, "")]
)
def test_the_captain_of_the_woods_leads_better_in_forest_and_jungle(terrain: str, druid: int, expected: str) -> None:
    scene, army = attacker("LE", terrain, leader={"DR": druid})
    assert factors(scene.fight(), army).get("wood captain", "") == expected


# --- special factors -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-6.3-38", "AK-6.3-64", "AK-D7.2-08", "AK-6.3-71")
@pytest.mark.parametrize(
    ("mine", "theirs", "owner", "attack", "defend"),
    [
        (100, 0, "BB", "x1.25", ""),
        (75, 0, "", "x1.19", ""),
        (80, 40, "BB", "x1.1", ""),
        (40, 80, "BB", "", "x1.1"),
        (0, 100, "BB", "", "x1.25"),
        (60, 60, "BB", "", ""),
    ],
)
def test_the_side_that_knows_the_province_better_is_stronger(
    mine: int, theirs: int, owner: str, attack: str, defend: str
) -> None:
    scene = Scene("LE", "LE", owner=owner)
    scene.world.kingdoms["AA"].exploration[PLACE] = mine
    scene.world.kingdoms["BB"].exploration[PLACE] = theirs
    told = scene.fight()
    assert factors(told, scene.mine[0]).get("explored", "") == attack
    assert factors(told, scene.theirs[0]).get("explored", "") == defend
    if theirs == 100:  # defence and full exploration: 8 x 1.5625
        assert strength(told, scene.theirs[0]) == "12.5"


@pytest.mark.rule("AK-D7.2-08")
def test_allies_use_the_higher_exploration_among_them() -> None:
    scene = Scene("LE", "LE")
    scene.world.kingdoms["BB"].relations["CC"] = scene.world.kingdoms["CC"].relations["BB"] = "Allied"
    add_army(scene.world, "CC", "LE", PLACE)
    scene.world.kingdoms["CC"].exploration[PLACE] = 40
    assert factors(scene.fight(), scene.theirs[0])["explored"] == "x1.1"


@pytest.mark.rule("AK-6.3-36", "AK-6.3-65", "AK-D4.1-03", "AK-P4.1-02", "AK-P4.1-04")
@pytest.mark.parametrize(
    ("terrain", "kind", "named"),
    [("Plain", "LE", "Tactical"), ("Plain", "FL", "Tactical"), ("Sea", "FL", "Naval"), ("Sea", "LE", "Naval")],
)
def test_a_leader_strengthens_his_own_units_by_tactical_on_land_and_naval_at_sea(terrain: str, kind: str, named: str) -> None:
    scene = Scene(f"{kind} LE", "BO", terrain=terrain, leader={"TA": 2, "NA": 3})
    other = add_character(scene.world, "AA", PLACE)
    scene.mine[1].leader, scene.came[other.id] = other.id, HOME
    told = scene.fight(unite=1)
    assert factors(told, scene.mine[0])[named] == {"Tactical": "x1.4", "Naval": "x1.6"}[named]
    assert not {"Tactical", "Naval"} & set(factors(told, scene.mine[1]))
    assert not {"Tactical", "Naval"} & set(factors(told, scene.theirs[0]))


@pytest.mark.rule("AK-D4.23-02", "AK-6.3-66", "AK-D2.0-13")
@pytest.mark.parametrize(("skill", "level", "expected"), [(3, 1, "x1.15"), (4, 4, "x1.6"), (2, 2, "x1.3"), (8, 8, "x3")])
def test_phantasmal_armies_give_more_by_the_level_of_the_caster(skill: int, level: int, expected: str) -> None:
    scene, army = attacker("LE", leader={"IL": skill})
    scene.leader.spells = {"PH": level}
    assert factors(scene.fight(), army)["Phantasmal Armies"] == expected


INVENTED = [(7, "BO"), (8, "AX"), (9, "PH"), (10, "LE"), (11, "LC"), (11, "HC"), (12, "CH"), (13, "FL")]


@pytest.mark.rule(*(f"AK-D4.35-{number:02d}" for number in range(9, 16)))
@pytest.mark.parametrize(("number", "kind"), INVENTED)
def test_inventions_strengthen_their_types(number: int, kind: str) -> None:
    scene = Scene(f"{kind} GA", kind)
    scene.world.kingdoms["AA"].inventions = [number]
    told = scene.fight()
    name = TABLES.inventions[number].name
    assert factors(told, scene.mine[0])[name] == "x1.15"
    assert name not in factors(told, scene.mine[1])
    assert name not in factors(told, scene.theirs[0])


@pytest.mark.rule("AK-D4.35-16", "AK-D4.35-17", "AK-6.3-37")
@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [([], [], "x1.25"), ([14], [], "x1.15"), ([], [15], "x1.35"), ([14], [15], "x1.25"), ([15], [14], "x1.25")],
)
def test_siegecraft_and_fortification_change_the_factor_of_defence(mine: list[int], theirs: list[int], expected: str) -> None:
    scene = Scene("LE", "LE")
    scene.world.kingdoms["AA"].inventions, scene.world.kingdoms["BB"].inventions = mine, theirs
    assert factors(scene.fight(), scene.theirs[0])["defence"] == expected


@pytest.mark.rule("AK-D10.1-02")
@pytest.mark.parametrize(("terrain", "expected"), [("Plain", "x1.05"), ("Sea", "")])
def test_the_marshal_leads_better_on_land(terrain: str, expected: str) -> None:
    scene, army = attacker("LE", terrain)
    scene.world.offices["MA"] = scene.leader.id
    assert factors(scene.fight(), army).get("Marshal", "") == expected


@pytest.mark.rule("AK-D2.0-08")
@pytest.mark.parametrize(("naval", "sea_near", "expected"), [(8, True, "4.0"), (8, False, "1.5"), (7, True, "1.5")])
def test_fleets_of_a_great_admiral_fight_as_at_home_on_coasts(naval: int, sea_near: bool, expected: str) -> None:
    scene, army = attacker("FL", leader={"NA": naval})
    scene.world.provinces[118].terrain = "Sea" if sea_near else "Plain"
    assert strength(scene.fight(), army) == expected


@pytest.mark.rule("AK-6.3-69", "AK-6.3-70", "AK-6.3-71", "AK-D0-04", "AK-D7.2-13")
def test_elf_bowmen_of_the_example() -> None:
    scene, army = attacker("BO", "Forest", "Elf", 2, leader={"TA": 2})
    told = scene.fight()
    assert strength(told, army) == "14.0"  # (2 + 1 + 1 + 1) x 2 x 1.4
    stages = [one["stage"] for one in told["attackers"]["factors"][str(army.id)]]
    assert stages == sorted(stages, key=["type", "quality", "special"].index)
    scene = Scene("LE", "BO", terrain="Forest", captain={"TA": 2})
    assert scene.captain is not None
    scene.captain.race = scene.theirs[0].race = "Elf"
    scene.world.provinces[PLACE].home_of = "BB"
    scene.world.kingdoms["BB"].exploration[PLACE] = 100
    assert strength(scene.fight(), scene.theirs[0]) == "32.8"  # 5 x 3 x 1.4 x 1.5625 = 32.8125, not 1.625


@pytest.mark.rule("AK-D7.2-14", "AK-6.3-29", "AK-6.3-67")
def test_phalanx_and_cavalry_of_the_examples() -> None:
    scene, army = attacker("PH", "Jungle", quality=3, leader={"TA": 1})
    assert strength(scene.fight(), army) == "5.4"
    scene = Scene("CH", "HC")
    told = scene.fight()
    assert strength(told, scene.theirs[0]) == "12.5"
    assert units(told, "defenders")[scene.theirs[0].id]["final"] == "8.3"  # 10 x 1.25 x 2/3
    assert factors(told, scene.theirs[0])["nemesis"] == "x2/3"


@pytest.mark.rule("AK-6.3-71", "AK-6.3-70")
def test_factors_are_multiplied_and_never_added() -> None:
    factor = TABLES.share("defense_factor") * TABLES.share("exploration_factor_max")
    assert factor == Fraction(15625, 10000)
    assert times(factor) == "x1.56"
