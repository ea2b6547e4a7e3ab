"""The report on forces, production, hidden work and victory, and the dossier (AC-04, AC-06, AC-18, AC-20, AC-23, AC-30)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.alamaze.rules import victory
from postern.rulesets.alamaze.rules.groups import value_vs_center
from postern.rulesets.alamaze.world.records import Fleet, Leader, Wizard
from tests.rules.alamaze.build import begin, new_world, put_group, quiet_world
from tests.rules.alamaze.reports import event, report_of, resolved, section

MONTH = event("month", influence=[1300, 1300], goals={}, given=0, limit=15)


def row(text: str, head: str) -> str:
    """The row of a table that begins with these words."""
    return next(line for line in text.split("\n") if line.startswith(head))


# --- groups ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-06-41")
def test_troops_are_summed_in_three_classes() -> None:
    world = quiet_world()
    put_group(world, "1WA", "KL", 3)
    put_group(world, "2WA", "KL", 2, kind="EL")
    text = section(report_of(world, [MONTH]), "groups")
    # 3 x (1,500 medium infantry, 100 light cavalry, 300 archers); 2 x (1,000 light infantry, 200 light and 100 elite cavalry,
    # 200 archers and 400 expert archers)
    assert row(text, "Infantry").startswith("Infantry / cavalry / archers | 4,500 / 300 / 900 | 2,000 / 600 / 1,200 |")
    assert "medium" not in text


@pytest.mark.rule("AC-21-65")
def test_each_group_shows_its_value_against_centers() -> None:
    world = quiet_world()
    group = put_group(world, "1WA", "KL", 3, morale=111, attrition=3.7, artifacts=[])
    group.leaders = [Leader("Drlas", "General"), Leader("Herik", "Captain")]
    text = section(report_of(world, [MONTH]), "groups")
    # 3 x 2,442 x morale 1.11 x attrition 0.963 x leaders 1.15 = 9,005.6, rounded down (ruling 18)
    assert value_vs_center(world, group) == 9_005
    assert row(text, "Value against centers").split(" | ")[1] == "9,005"


def test_a_group_tells_area_leaders_wizards_and_what_it_stands_as() -> None:
    world = quiet_world()
    put_group(world, "1WA", "KL", 3, ambush=True, attrition=3.7, morale=111, leaders=[Leader("Drlas", "General")])
    world.groups["1WA"].wizards = [Wizard("RE", "Rebern", 3), Wizard("BR", "Brsen", 0)]
    text = section(report_of(world, [MONTH]), "groups")
    for head, cell in (
        ("Area", "KL, 5, plains"),
        ("Size", "division"),
        ("Leaders", "General Drlas"),
        ("Wizards", "Rebern 3, adept Brsen"),
        ("Morale", "111"),
        ("Attrition", "3.7%"),
        ("Terrain change", "+0%"),
        ("Stands as", "ambush"),
    ):
        assert row(text, head).split(" | ")[1] == cell
    assert row(text, "Size").endswith("inactive")


# --- navy -----------------------------------------------------------------------------------------------------------------


def test_the_navy_tells_fleets_quality_and_what_is_free() -> None:
    world = quiet_world()
    world.kingdoms["WA"].fleets = {"F": Fleet(5, 12.3)}
    put_group(world, "2WA", "LL", 2)
    text = section(report_of(world, [MONTH]), "navy")
    assert "Sea of Foreboding (F) | 5 | 12.3 | 3" in text


# --- encounters -----------------------------------------------------------------------------------------------------------


def seen_group(size: str, **more: Any) -> dict[str, Any]:
    return {"group": "2SO", "kingdom": "SO", "area": "KL", "size": size, "leader": "", "brigades": None, "by": "1WA", **more}


@pytest.mark.rule("AC-06-18", "AC-06-31")
@pytest.mark.parametrize(
    ("size", "more", "said"),
    [
        ("Division", {"leader": "Captain Bewyn"}, "2SO (Sorcerer, division, Captain Bewyn), reported by 1WA."),
        ("Masked", {}, "2SO (Sorcerer, masked), reported by 1WA."),
        ("Division", {"brigades": 4}, "2SO (Sorcerer, division, 4 brigades), reported by 1WA."),
    ],
)
def test_foreign_groups_are_reported_by_size_word_and_first_leader(size: str, more: dict[str, Any], said: str) -> None:
    text = section(report_of(quiet_world(), [event("group-seen", **seen_group(size, **more))]), "encounters")
    assert said in text


@pytest.mark.rule("AC-18-16", "AC-20-02")
def test_centers_passed_are_told_with_the_moves() -> None:
    events = [event("center-passed", by="1WA", area="KL", name="Tamorstead", type="Village")]
    text = section(report_of(quiet_world(), events), "manoeuvres")
    assert "1WA passed the village Tamorstead (KL)." in text


@pytest.mark.rule("AC-03-15", "AC-18-26", "AC-20-03")
def test_encounters_with_unusual_things_have_a_heading_of_their_own() -> None:
    world = quiet_world()
    put_group(world, "1WA", "FD", 3)
    put_group(world, "2WA", "KL", 3)
    events = [
        event("site-seen", by="1WA", area="FD", terrain="Forest"),
        event("center-seen", by="2WA", area="KL", name="Tamorstead", type="Village", owner=""),
        event("group-seen", **seen_group("Army")),
    ]
    text = section(report_of(world, events), "encounters")
    unusual = text.split("Encounters with Unusual Things")[1]
    assert "1WA at FD (forest)" in unusual
    assert "2WA at KL: nothing." in unusual
    assert "KL: Tamorstead, a village of nobody, seen by 2WA." in text
    assert "army" in text.split("Centers where")[0]


@pytest.mark.rule("AC-20-04", "AC-20-08")
def test_reports_of_centers_and_talk_of_the_people_are_told() -> None:
    events = [
        event("group-seen", **seen_group("Army", by="KP")),
        event("regional-intelligence", region=5, group="1EL", size="Army Group"),
    ]
    text = section(report_of(quiet_world(), events), "encounters")
    assert "2SO (Sorcerer, army), reported by KP." in text
    assert "Amberland: 1EL (Elven, army group)." in text
    assert "1EL" not in text.split("Regional intelligence")[0]


# --- production -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-04-09")
def test_production_is_told_net_by_center_with_the_ledger_and_the_coming_turn() -> None:
    world, events = resolved(new_world(), {"WA": "600 KP D 1"})
    text = section(report_of(world, events), "production")
    # Wenenmere: 3,500 food and 11,000 gold of base in Late Summer, when its region brings in full
    assert "KP | Wenenmere (capital) | town | 10,000 | 29,500 | 3,500 | 3,500 | 11,000 | 11,000" in text
    assert "On hand at the start | 50,000 | 60,000" in text
    # 4,000 gold and 3,000 food for the walls; a fifth of (50,000 + 20,823 - 12,000 - 3,000) spoils
    assert "Orders | -3,000 | -4,000" in text
    assert "Spoilage | -11,164 | 0" in text
    assert "On hand now | 44,659 | 68,393" in text
    assert "the groups will need 12,000 food and 12,000 gold" in text
    assert "missing" not in text


def test_what_will_be_missing_is_told_in_time() -> None:
    world = quiet_world()
    world.kingdoms["WA"].food = world.kingdoms["WA"].gold = 0
    put_group(world, "1WA", "KP", 30)
    # turn 7, Late Winter: a quarter of 20,823 food, rounded down center by center, and half of the gold
    text = section(report_of(world, [MONTH]), "production")
    assert "food 5,205, gold 12,196; the groups will need 66,000 food and 66,000 gold" in text
    assert "60,795 food and 53,804 gold will be missing." in text


# --- hidden work ----------------------------------------------------------------------------------------------------------


def recon(**more: Any) -> dict[str, Any]:
    found = {"area": "UJ", "by": "Ilwyn", "level": 2, "center": {}, "groups": [], "figures": [], "artifacts": []}
    return {**found, "site": False, "traces": False, "watch": [], **more}


@pytest.mark.rule("AC-20-06", "AC-20-07")
def test_a_report_on_an_area_tells_center_groups_figures_artifacts() -> None:
    there: dict[str, Any] = {"area": "UJ", "name": "Kelendale", "type": "Town", "owner": "SO"}
    there |= {"defense": 9_000, "census": 30_000, "food": 3_500, "gold": 11_000}
    figure = {"figure": "Xibern", "code": "XI", "rank": "King", "level": 0, "of": "SO", "deed": "raised his influence"}
    found = recon(center=there, groups=[seen_group("Division", leader="General Setan")], figures=[figure], site=True)
    text = section(report_of(quiet_world(), [event("recon", **found)]), "covert-and-esoteric")
    assert "Center | Kelendale, town of Sorcerer; defense 9,000, census 30,000, food 3,500, gold 11,000" in text
    assert "Groups | 2SO (Sorcerer, division, General Setan)" in text
    assert "Figures | King Xibern of Sorcerer (raised his influence)" in text
    assert "Unusual sighting | yes" in text


@pytest.mark.rule("AC-06-106")
def test_what_an_artifact_does_is_told_only_when_it_was_learnt() -> None:
    world = quiet_world()
    put_group(world, "1WA", "KP", 3, artifacts=["DBANE"])
    hidden = section(report_of(world, [MONTH]), "covert-and-esoteric")
    assert "Demon Bane (53672) with 1WA." in hidden
    assert "assassination" not in hidden
    world.kingdoms["WA"].memory.powers = ["DBANE"]
    assert "assassination +10%" in section(report_of(world, [MONTH]), "covert-and-esoteric")


@pytest.mark.rule("AC-23-22", "AC-23-23")
def test_spells_of_a_power_are_listed_when_a_wizard_is_the_first_to_reach_it() -> None:
    world, events = resolved(new_world(), {})
    assert all(one.key != "spell-lists" for one in report_of(world, events).sections)
    world.groups["1WA"].wizards[0].power = 4
    world, events = resolved(world, {})
    text = section(report_of(world, events), "spell-lists")
    assert "Power 4, school Arch" in text
    listed = {line.split(" | ")[0] for line in text.split("\n") if " | " in line}
    arch = {str(one.number) for one in world.tables.spells.values() if one.level_arch == 4}
    assert listed == arch != set()


# --- victory --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-30-11")
def test_secret_conditions_are_told_to_the_own_player_alone() -> None:
    world = new_world()
    for code in world.kingdoms:
        world.kingdoms[code].conditions, world.kingdoms[code].objectives = ["1A", "2A", "3A"], ["T1", "P3"]
    world.kingdoms["SO"].conditions = ["8A", "8B", "6C"]
    world, events = resolved(world, {})
    own, other = (section(report_of(world, events, code), "victory") for code in ("WA", "SO"))
    assert "secret | 1A | control 3 regions | 0 / 3" in own
    assert "secret | 3A | influence 22 or more | 13 / 22" in own
    assert "8A" not in own
    assert "secret | 8B | ten or more agents of level 4 or higher | 0 / 10" in other


def test_a_measure_that_looks_at_the_natural_enemy_tells_no_number() -> None:
    world = new_world()
    world.kingdoms["WA"].conditions = ["7A", "7C"]
    world.kingdoms["SO"].controlled = [8, 9]
    turn = begin(world)
    victory.remember(turn)
    victory.close(turn)
    text = section(report_of(world, turn.events), "victory")
    assert "secret | 7A | control more regions than the natural enemy | 0 / 1" in text
    assert "| 0 / 3" in text


# --- the dossier ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-06-56", "AC-07-01", "AC-16-01", "AC-18-01", "AC-23-02")
def test_the_first_report_is_the_dossier_of_the_kingdom() -> None:
    told = report_of(new_world(), [], "DW")
    assert told.kind == "setup"
    itself, group = section(told, "dossier"), section(told, "group-dossier")
    row = new_world().tables.kingdoms["DW"]
    assert f"potential power {row.magic_potential}" in itself
    assert f"costs {row.research_gold_per_level:,} gold for each level" in itself
    assert f"in turns {', '.join(map(str, row.reinforcement_turns))}." in itself
    assert "Mountain | Supremacy | 5 | +30%" in group
    assert "Plains | Disadvantage | 5.5 | -10%" in group
    assert "Men | 1,500 heavy infantry, 300 guards, 400 archers" in group
    assert "Infantry / cavalry / archers | 1,800 / 0 / 400" in group
    sea = section(report_of(new_world(), [], "UN"), "dossier")
    naval = new_world().tables.kingdoms["UN"]
    assert f"Sea power: {naval.fleets} fleets of quality {naval.naval_quality:g} in the {naval.fleet_sea}." in sea


@pytest.mark.rule("AC-03-12", "AC-03-14", "AC-04-17")
def test_the_dossier_tells_cities_regions_and_seas_but_no_town_village_or_border() -> None:
    world = new_world()
    text = "\n".join(section(report_of(world), one.key) for one in report_of(world).sections if one.key != "map")
    own = {one.area for one in world.centers_of("WA")}
    for area, one in world.centers.items():
        assert (one.name in text) == (one.type == "City" or area in own), area
    known = section(report_of(world), "known")
    assert "5 Amberland" in known
    assert "Sea of Mystery (M)" in known
