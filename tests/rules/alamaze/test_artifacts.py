"""Artifacts: what each row of effects does, who may have them, who joins the finder, and what becomes of the lost
(AC-06-103..109, AC-21-64, rulings 28, 50, 51 and 84)."""

from __future__ import annotations

import pytest

from postern.rulesets.alamaze.orders.magic.sightings import win
from postern.rulesets.alamaze.rules.economy import yield_of
from postern.rulesets.alamaze.rules.effects import (
    Asked,
    amount,
    artifact_key,
    chance,
    drop_artifact,
    give_artifact,
    holds,
    place_of,
    suits,
)
from postern.rulesets.alamaze.rules.groups import value_in, value_vs_center
from postern.rulesets.alamaze.tables import edition
from postern.rulesets.alamaze.world.records import Leader, Place, Sighting, Wizard, World, places
from tests.rules.alamaze.build import begin, center, failures, new_world, play, put_group, quiet_world, told
from tests.rules.alamaze.casting import carried_out

TABLES = edition("classic")

DEMON, CONSUL, KING = ("Demon Prince",), ("Consul",), ("King",)
ASSASSINS = ("ALVIN", "FARIN", "LERIX", "HERAC", "HURBL", "MORGA", "TORAG", "ANGLA", "NARSI", "ELAN")


def asked(key: str, held_by: str, brigades: int = 2, against: tuple[str, ...] = ()) -> Asked:
    """A question of the Underworld about a group, an agent, its ruler, or its capital that has this artifact."""
    world = new_world()
    kingdom = world.kingdoms["UN"]
    group = put_group(world, "1UN", kingdom.capital, brigades, artifacts=[key] if held_by == "group" else [])
    group.brigades = {"UN": brigades} if brigades else {}
    figures = {"ruler": kingdom.figures[kingdom.ruler], "agent": next(one for one in kingdom.figures.values() if one.agent)}
    figure = figures.get(held_by)
    if figure is not None:
        figure.artifacts = [key]
    place = center(world, kingdom.capital, artifacts=[key] if held_by == "center" else [])
    return Asked(world, "UN", group=group, figure=figure, center=place, against=against)


AMOUNTS = [
    ("RODFI", "group", "battle_damage", "enemy", 0, 1_400),
    ("WANDL", "group", "battle_damage", "enemy", 0, 1_000),
    ("DRAGN", "group", "battle_damage", "enemy", 0, 800),
    ("AMULET", "agent", "resist", "305", 0, 50),
    ("AMULET", "agent", "resist", "306", 0, 50),
    ("HORN", "center", "center_defense", "center", 9_000, 13_000),
    ("PLOW", "center", "production", "food", 3_000, 6_000),
    ("CHAMP", "group", "battle_morale", "own", 100, 105),
    ("RINVI", "agent", "level_bonus", "agent", 6, 10),
    ("CROWN", "ruler", "influence", "ruler", 0, 2),
    ("CROWN", "agent", "influence", "ruler", 0, 0),
    ("ORBAM", "group", "magic_dealt", "battle", 1, 0.5),
    ("RSPEL", "group", "level_bonus", "wizard", 3, 4),
    ("RPOWE", "group", "level_bonus", "wizard", 3, 5),
    ("CORAD", "group", "grant", "leader:Marshal", 0, 1),
    ("TWINS", "group", "grant", "adept", 0, 2),
    ("EKLAR", "group", "grant", "wizard:2", 0, 1),
]


@pytest.mark.parametrize(("key", "held_by", "effect", "target", "base", "value"), AMOUNTS)
@pytest.mark.rule("AC-23-28")
def test_what_an_artifact_adds(key: str, held_by: str, effect: str, target: str, base: float, value: float) -> None:
    assert amount(asked(key, held_by), effect, target, base) == value


CHANCES = [
    *((key, "agent", "success.940", (), 50, 60) for key in ASSASSINS),
    *((key, "agent", "success.945", (), 50, 60) for key in ASSASSINS),
    ("DBANE", "agent", "success.940", (), 50, 60),
    ("DBANE", "agent", "success.940", DEMON, 50, 80),
    ("ANNIH", "agent", "success.940", (), 50, 60),
    ("ANNIH", "agent", "success.940", CONSUL, 50, 80),
    ("RULEL", "agent", "success.940", (), 50, 60),
    ("RULEL", "agent", "success.940", KING, 50, 70),
    ("DRAGN", "group", "parley", (), 30, 45),
    ("DRAGN", "group", "threat", (), 30, 45),
    ("DRAGN", "group", "diplomacy", (), 30, 45),
    ("AMULET", "agent", "assassinated", (), 40, 20),
    ("AMULET", "agent", "kidnapped", (), 40, 20),
]


@pytest.mark.parametrize(("key", "held_by", "roll", "against", "base", "percent"), CHANCES)
@pytest.mark.rule("AC-23-28")
def test_the_chances_that_an_artifact_changes(
    key: str, held_by: str, roll: str, against: tuple[str, ...], base: float, percent: float
) -> None:
    assert chance(asked(key, held_by, against=against), roll, base) == percent


ALLOWED = [
    ("PALAM", "group", "order_access", "972", 2),
    ("PALCR", "agent", "order_access", "972", 2),
    ("KYGEM", "group", "encounter_access", "GEM", 2),
    ("KYSLA", "group", "encounter_access", "ELAN", 2),
    ("KYSTA", "group", "encounter_access", "SORAT", 2),
    ("KYMAK", "group", "encounter_access", "RPOWE", 2),
    ("DRAGN", "group", "order_access", "727", 0),
    ("REDBA", "group", "order_access", "727", 5),
    ("WHERD", "group", "order_access", "727", 5),
    ("GUARD", "agent", "guard_spell", "Ward", 2),
    ("ONYX", "agent", "order_access", "351", 2),
    ("RPOWE", "group", "figure_safe", "wizard", 2),
    ("GEM", "group", "order_access", "729", 2),
    ("SORAT", "ruler", "order_access", "471", 2),
]


@pytest.mark.parametrize(("key", "held_by", "effect", "target", "brigades"), ALLOWED)
@pytest.mark.rule("AC-23-28", "AC-06-108")
def test_what_an_artifact_allows(key: str, held_by: str, effect: str, target: str, brigades: int) -> None:
    assert holds(asked(key, held_by, brigades), effect, target)


def test_the_stallions_carry_a_patrol_farther() -> None:
    assert amount(asked("CHAMP", "group", 0), "move_points", "patrol", 25) == 27


def test_the_ring_of_invisibility_makes_missions_dearer() -> None:
    """The Underworld pays half: (2,500 + 2,000) / 2."""
    assert amount(asked("RINVI", "agent"), "price", "mission", 2_500) == 2_250


@pytest.mark.parametrize(("key", "brigades"), [("DRAGN", 1), ("REDBA", 6), ("WHERD", 6)])
def test_what_flies_carries_no_larger_group(key: str, brigades: int) -> None:
    assert not holds(asked(key, "group", brigades), "order_access", "727")


def test_every_row_of_an_artifact_stands_in_a_table_above() -> None:
    rows = {(row.source, effect, target) for (effect, target), some in TABLES.effects.items() for row in some}
    artifacts = {one for one in rows if one[0] in TABLES.artifacts}
    proved = {(key, effect, target) for key, _, effect, target, *_ in [*AMOUNTS, *ALLOWED]}
    proved |= {(key, "chance_factor" if key == "AMULET" else "chance_points", roll) for key, _, roll, *_ in CHANCES}
    assert artifacts == proved | {("CHAMP", "move_points", "patrol"), ("RINVI", "price", "mission")}


# --- where they work -------------------------------------------------------------------------------------------------------


WEAPONS = [("FARIN", 10), ("LERIX", 10), ("HERAC", 10), ("ALVIN", 15), ("HURBL", 15), ("MORGA", 15), ("TORAG", 15)]
GREAT = [("ANGLA", 25), ("NARSI", 25), ("ELAN", 25)]


@pytest.mark.parametrize(("key", "percent"), [*WEAPONS, *GREAT])
@pytest.mark.rule("AC-06-104")
def test_a_weapon_adds_to_the_value_of_its_group(key: str, percent: int) -> None:
    """Two brigades of 2,442 against centers, at full morale and without a leader."""
    world = quiet_world()
    group = put_group(world, "2WA", "KL", 2, leaders=[])
    plain = value_vs_center(world, group), value_in(world, group, "Plains")
    group.artifacts = [key]
    assert value_vs_center(world, group) == pytest.approx(plain[0] * (1 + percent / 100), abs=1)
    assert value_in(world, group, "Plains") == pytest.approx(plain[1] * (1 + percent / 100), abs=1)


@pytest.mark.rule("AC-06-105")
def test_other_artifacts_work_only_in_their_place() -> None:
    world = quiet_world()
    world.turn = 2
    village = center(world, "JO", owner="WA", food=7_000)
    group = put_group(world, "2WA", "JO", 2, leaders=[], artifacts=["PLOW", "DBANE"])
    value = value_vs_center(world, group)
    assert yield_of(world, village)[0] == 7_000
    group.artifacts = []
    village.artifacts = ["PLOW"]
    assert (yield_of(world, village)[0], value_vs_center(world, group)) == (14_000, value)


# --- changing hands -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "code", "fits"),
    [
        ("NARSI", "WI", False),
        ("NARSI", "EL", True),
        ("NARSI", "WA", True),
        ("MORGA", "EL", False),
        ("MORGA", "WI", True),
        ("FARIN", "EL", True),
        ("FARIN", "WI", True),
    ],
)
@pytest.mark.rule("AC-21-64")
def test_good_and_evil_do_not_fit_together(key: str, code: str, fits: bool) -> None:
    world = quiet_world()
    world.sightings = {}
    group = world.groups[f"1{code}"]
    assert suits(TABLES, key, code) is fits
    assert give_artifact(begin(world), key, code, group) is fits
    assert (key in group.artifacts, key in world.lost_artifacts) == (fits, not fits)


def test_an_artifact_is_in_one_place_only() -> None:
    world = quiet_world()
    turn = begin(world)
    king = world.kingdoms["WA"].figures[world.kingdoms["WA"].ruler]
    for holder in (world.groups["1WA"], king, world.centers["KP"], world.groups["2WA"]):
        assert give_artifact(turn, "CROWN", "WA", holder)
        assert [place.holder for key, place in places(world) if key == "CROWN"] == [holder]
    assert 29 not in world.sightings
    assert drop_artifact(turn, "CROWN", "KL") == "KL"
    assert place_of(world, "CROWN") == Place("KL")
    assert world.groups["2WA"].artifacts == []
    assert sorted(key for key, _ in places(world)) == sorted(TABLES.artifacts)


def test_artifacts_are_named_by_number_or_key() -> None:
    assert [artifact_key(TABLES, said) for said in ("53776", "RSPEL", "11111")] == ["RSPEL", "RSPEL", ""]


def test_the_lost_are_guarded_again_where_they_lie_or_in_the_wild_by_lot() -> None:
    world = quiet_world()
    for site in (16, 17, 18, 19):
        del world.sightings[site]
    world.lost_artifacts = {"CHAMP": "KL", "KYMAK": "KO", "WANDL": "LM", "DRAGN": "NP"}
    play(world, until="899.45")
    assert world.lost_artifacts == {}
    found = {one.item: one for one in world.sightings.values()}
    assert (found["KYMAK"].site, found["KYMAK"].area) == (17, "KO")
    for key in ("CHAMP", "WANDL", "DRAGN"):
        area = found[key].area
        assert TABLES.areas[area].terrain != "Sea"
        assert area not in world.centers
    assert len({one.area for one in world.sightings.values()}) == 40


# --- who joins the finder ---------------------------------------------------------------------------------------------


def found_by(key: str, world: World) -> list[str]:
    turn = begin(world)
    win(turn, world.groups["1WA"], key)
    assert place_of(world, key) is None
    (one,) = told(turn, "found-figures", "WA")
    return list(one["joined"])


@pytest.mark.rule("AC-06-103")
def test_a_marshal_adepts_and_a_wizard_join_the_finder() -> None:
    world = quiet_world()
    put_group(world, "1WA", "BF", 2, leaders=[], wizards=[])
    assert found_by("CORAD", world) == ["Cora Draco (1WA)"]
    assert found_by("TWINS", world) == ["Vacco (1WA)", "Occav (1WA)"]
    assert found_by("EKLAR", world) == ["Eklar (1WA)"]
    group = world.groups["1WA"]
    assert group.leaders == [Leader("Cora Draco", "Marshal")]
    assert group.wizards == [Wizard("VA", "Vacco", 0), Wizard("OC", "Occav", 0), Wizard("EK", "Eklar", 2)]
    assert world.kingdoms["WA"].recovered == 3


def test_who_finds_no_room_goes_to_the_next_group_or_away() -> None:
    world = quiet_world()
    full = [Wizard(f"X{place}", f"X{place}", 1) for place in range(3)]
    put_group(world, "1WA", "CI", 2, wizards=list(full))
    put_group(world, "2WA", "JM", 2, wizards=full[:2])
    put_group(world, "3WA", "JO", 2, wizards=list(full))
    assert found_by("TWINS", world) == ["Vacco (2WA)", "Occav (4WA)"]
    assert world.groups["4WA"].area == world.kingdoms["WA"].capital
    world.groups["4WA"].wizards = list(full)
    assert found_by("EKLAR", world) == []


def test_a_code_that_is_taken_gives_way_to_the_next() -> None:
    world = quiet_world()
    put_group(world, "1WA", "NI", 2, wizards=[Wizard("EK", "Ekbert", 1)])
    found_by("EKLAR", world)
    assert [one.code for one in world.groups["1WA"].wizards] == ["EK", "EA"]


# --- what the owner knows ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-06-106")
def test_the_finder_reads_what_an_artifact_does_and_nobody_else_does() -> None:
    world = quiet_world()
    world.sightings = {1: Sighting(1, "KL", "PALAM")}
    put_group(world, "1WA", "KL", 2, leaders=[Leader("Drlas", "Warlord")])
    turn = play(world, {"WA": "140 1WA - 3"}, until="140")
    (one,) = told(turn, "found-artifact", "WA")
    assert (one["number"], one["order"], one["kept"]) == ("18663", "972", True)
    assert one["power"] == "1 area, level 1 recon, no range limit"
    assert told(turn, "found-artifact", "SO") == []
    assert {code for code, kingdom in world.kingdoms.items() if kingdom.memory.powers} == {"WA"}
    assert world.groups["1WA"].artifacts == ["PALAM"]


@pytest.mark.rule("AC-06-109", "AC-06-106")
def test_of_an_artifact_that_came_otherwise_a_wizard_learns_the_power() -> None:
    world = quiet_world()
    group = put_group(world, "1WA", "KP", 2)
    give_artifact(begin(world), "PALAM", "WA", world.groups["2WA"])
    assert world.kingdoms["WA"].memory.powers == []
    assert failures(carried_out(world, "WA", "796 1WA OL 18663")) == ["Palantir Ambalar is in JM; 1WA is in KP."]
    give_artifact(begin(world), "PALAM", "WA", world.centers["KP"])
    turn = carried_out(world, "WA", "796 1WA OL 18663")
    (one,) = told(turn, "artifact-power", "WA")
    assert (one["order"], one["power"]) == ("972", "1 area, level 1 recon, no range limit")
    assert world.kingdoms["WA"].memory.powers == ["PALAM"]
    assert group.artifacts == []
    assert failures(carried_out(world, "WA", "796 1WA RE 53776")) == ["We do not have the artifact 53776."]
