"""The tables of Classic agree with the book, with the rulings and among themselves (AC-02, AC-03, AC-15; rulings 7, 13 to 20,
24, 33, 42, 49, 50, 69, 82 to 88)."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from postern.game.kit.orders.declaring import prices_of
from postern.rulesets import alamaze
from postern.rulesets.alamaze.knowledge import view_of
from postern.rulesets.alamaze.sequence import FIXED, SEQUENCE
from postern.rulesets.alamaze.tables import LETTERS, TERRAINS, Edition, edition
from postern.rulesets.alamaze.tables.grammar import grammar
from tests.rules.alamaze.build import new_world

TABLES = edition("classic")
ROWS = TABLES.content.rows
KINGDOMS = ROWS("kingdoms_start")
BY_CODE = {row["code"]: row for row in KINGDOMS}
CENTERS = ROWS("population_centers")
ORDERS, SPELLS = ROWS("orders"), ROWS("spells")
ORDER_NUMBERS, SPELL_NUMBERS = {int(one["number"]) for one in ORDERS}, {int(one["number"]) for one in SPELLS}
GROUPS, FIGURES = ROWS("start_groups"), ROWS("start_figures")
SITES, ARTIFACTS = ROWS("unusual_sightings"), ROWS("artifacts")
SCHOOLS = ("dark", "arch", "shadow", "noble", "common")


def words(cell: str) -> list[str]:
    """The values of a cell, parted by blanks or semicolons."""
    return [one for one in re.split("[ ;]+", cell) if one]


def numbers(cell: str) -> set[int]:
    """The numbers that a cell names; ``850-853`` are four."""
    spans = re.findall(r"(\d{2,3})(?:-(\d{2,3}))?", cell)
    return {n for first, last in spans for n in range(int(first), int(last or first) + 1)}


# --- all tables --------------------------------------------------------------------------------------------------------------


def tables() -> list[str]:
    folder = files("postern.rulesets.alamaze.editions.classic") / "data"
    return sorted(page.name.removesuffix(".csv") for page in folder.iterdir() if page.name.endswith(".csv"))


@pytest.mark.parametrize("name", tables())
def test_a_table_is_whole(name: str) -> None:
    """Every row has a cell for each heading (``rows`` raises else); headings are plain words, none twice."""
    heads = list(ROWS(name)[0])
    assert len(set(heads)) == len(heads)
    assert [one for one in heads if not re.fullmatch("[a-z0-9_]+", one)] == []


def test_decisions_and_clauses_that_tables_name_can_be() -> None:
    named = {cell for name in tables() for row in ROWS(name) for cell in re.findall(r"G-(\d\d)", " ".join(row.values()))}
    assert {int(one) for one in named} <= set(range(1, 89))


# --- kingdoms (AC-02, rulings 19 to 22, 82, 85) ------------------------------------------------------------------------------

ROSTER = """
    AN Ancient Ones      7 16 3,2,1            12 2,1,- 7  8000 12  1 DE
    BL Black Dragon     10 13 3,2,1            11 -,-   4 10000 no  0 RD
    DA Darkelven         8 14 4,3,2            13 1,-,- 6  9000 12  1 EL
    DE Demon Princes     9 12 2,2,1            12 -,-,- 6 11000 13  1 AN
    DW Dwarven           3 15 2,1,1            10 -     3 12000 11  0 GN
    EL Elven             1 15 3,2,1            12 -,-,- 6  9500 13  1 DA
    GI Giant             6 12 2,1               8 -     3 10000 12  0 WI
    GN Gnome             7 13 3,2,1            12 -,-,- 5  9000 11  1 DW
    RA Ranger            4 12 4,2,1            12 -,-   4  9500 12  1 TR
    RD Red Dragon        3 12 2,1               8 -     3 11000 no  0 BL
    SO Sorcerer          8 13 2,2,1            12 3,2,1,-,- 8 8500 12 1 WA
    TR Troll             2 10 2,1               8 -,-   3 11000 10  0 RA
    UN Underworld        4 14 6,5,4,3,3,2,1,1  16 -,-   4 10000 14  3 no
    WA Warlock           5 13 2,2,1            12 3,2,1,- 7 8000 12 1 SO
    WI Witchlord        10 12 2,2,1            10 3,2,1,- 8 9500 12 1 GI
"""
"""Code, name, home, influence, agents and the cap of their levels, wizards (- an adept), potential, research, ships' quality,
fleets, natural enemy: the table of ruling 19 with the changes of ruling 85."""


@pytest.mark.rule("AC-01-01", "AC-02-01", "AC-02-02", "AC-02-28", "AC-02-31")
@pytest.mark.parametrize("line", [one for one in ROSTER.splitlines() if one.strip()])
def test_a_kingdom_starts_as_ruled(line: str) -> None:
    code, *name, home, influence, agents, cap, wizards, potential, research, quality, fleets, enemy = line.split()
    row, people = BY_CODE[code], wizards.split(",")
    assert row["name"] == " ".join(name)
    assert [row[one] for one in ("home_region", "influence", "agent_cap", "magic_potential")] == [
        home,
        influence,
        cap,
        potential,
    ]
    assert words(row["agents"]) == agents.split(",")
    assert words(row["wizards"]) == [one for one in people if one != "-"]
    assert int(row["adepts"]) == people.count("-")
    assert row["research_gold_per_level"] == research
    assert (row["naval_quality"] or "no", row["fleets"], row["natural_enemy"] or "no") == (quality, fleets, enemy)


@pytest.mark.rule("AC-02-28", "AC-02-29", *(f"AC-02-{n}" for n in range(21, 28)))
def test_the_roster_is_the_fifteen_and_the_absent_ones_are_not_in_it() -> None:
    assert " ".join(BY_CODE) == "AN BL DA DE DW EL GI GN RA RD SO TR UN WA WI"
    assert not set(BY_CODE) & set("BA HA NO PA SW UR WE".split())


@pytest.mark.rule("AC-02-31")
def test_natural_enemies_are_mutual() -> None:
    enemy = {code: row["natural_enemy"] for code, row in BY_CODE.items()}
    assert [code for code, other in enemy.items() if other and enemy[other] != code] == []
    assert [code for code, other in enemy.items() if not other] == ["UN"]
    assert (enemy["BL"], enemy["DA"], enemy["DE"]) == ("RD", "EL", "AN")


def strongest(column: str) -> set[str]:
    """The kingdoms with the highest number in a column of their brigades."""
    most = max(float(row[column]) for row in KINGDOMS)
    return {row["code"] for row in KINGDOMS if float(row[column]) == most}


def brigades(code: str) -> int:
    return sum(int(row["brigades"]) for row in GROUPS if row["kingdom"] == code)


def rank(code: str, value: dict[str, float]) -> int:
    """The place of a kingdom by a value, the highest first, from 1."""
    return 1 + sum(other > value[code] for other in value.values())


GOLD = {code: float(row["gold"]) for code, row in BY_CODE.items()}
FOOD = {code: float(row["food"]) for code, row in BY_CODE.items()}
POTENTIAL = {code: float(row["magic_potential"]) for code, row in BY_CODE.items()}
AGENTS = {code: float(sum(map(int, words(row["agents"])))) for code, row in BY_CODE.items()}
INFLUENCE = {code: float(row["influence"]) for code, row in BY_CODE.items()}
PACE = {code: -sum(float(row[f"move_{one.lower()}"]) for one in TERRAINS) for code, row in BY_CODE.items()}


@pytest.mark.rule("AC-02-06")
def test_ancient_ones_are_few_in_arms_and_great_in_influence() -> None:
    assert brigades("AN") <= 4
    assert rank("AN", INFLUENCE) == 1
    assert BY_CODE["AN"]["ruler"] == "Consul x3"


@pytest.mark.rule("AC-02-07", "AC-02-15")
def test_the_black_dragons_are_the_fastest_and_the_red_ones_the_strongest() -> None:
    assert rank("BL", PACE) == 1
    assert (rank("RD", PACE), strongest("brigade_value_vs_pc")) == (2, {"RD"})
    assert brigades("RD") < brigades("BL")
    assert GOLD["BL"] > sorted(GOLD.values())[7]
    assert float(BY_CODE["BL"]["brigade_value_vs_pc"]) < float(BY_CODE["RD"]["brigade_value_vs_pc"])


@pytest.mark.rule("AC-02-08")
def test_the_darkelven_have_good_agents_and_wizards_and_little_gold() -> None:
    assert rank("DA", AGENTS) <= 2
    assert words(BY_CODE["DA"]["wizards"])
    assert GOLD["DA"] == min(GOLD.values())


@pytest.mark.rule("AC-02-09")
def test_the_demon_princes_may_gate() -> None:
    assert BY_CODE["DE"]["ruler"] == "Demon Prince x3"
    assert "DE" in TABLES.kingdom_orders[351]


@pytest.mark.rule("AC-02-10")
def test_the_dwarves_are_at_home_in_mountains_slow_elsewhere_short_of_food_and_without_horse() -> None:
    row = BY_CODE["DW"]
    assert row["terrain_mountain"] == "Supremacy"
    assert float(row["move_plains"]) > 5
    assert FOOD["DW"] == min(FOOD.values())
    brigade = TABLES.brigades["DW"]
    assert brigade.men_lc + brigade.men_mc + brigade.men_hc + brigade.men_ec == 0
    assert row["fleets"] == "0"
    assert rank("DW", INFLUENCE) <= 3


@pytest.mark.rule("AC-02-11")
def test_the_elves_are_in_the_northwest_archers_led_by_marshal_glorin() -> None:
    assert BY_CODE["EL"]["home_region"] == "1"
    assert BY_CODE["EL"]["terrain_forest"] == "Supremacy"
    brigade = TABLES.brigades["EL"]
    assert brigade.archer_value > brigade.cavalry_value
    assert [one["name"] for one in FIGURES if one["kingdom"] == "EL" and one["kind"] == "Marshal"] == ["Glorin"]
    assert "Marshal" in words(next(one["leaders"] for one in GROUPS if one["group"] == "1EL"))


@pytest.mark.rule("AC-02-12")
def test_the_giants_are_the_fewest_and_the_strongest_man_by_man() -> None:
    brigade = TABLES.brigades["GI"]
    assert [int(one) for one in re.findall(r"\d+", brigade.men_special)] == [325, 75]
    others = {code: one.value_vs_pc for code, one in TABLES.brigades.items() if code in BY_CODE and code not in ("BL", "RD")}
    assert max(others, key=lambda code: others[code]) == "GI"


@pytest.mark.rule("AC-02-13", "AC-02-32")
def test_gnomes_and_dwarves_are_wealthy_and_the_gnomes_study_magic() -> None:
    average = sum(GOLD.values()) / len(GOLD)
    assert min(GOLD["GN"], GOLD["DW"]) > average
    assert POTENTIAL["GN"] > POTENTIAL["DW"]
    assert BY_CODE["GN"]["terrain_mountain"] == "Mastery"


@pytest.mark.rule("AC-02-14")
def test_the_rangers_are_few_and_fight_well() -> None:
    assert brigades("RA") <= 5
    men = {code: TABLES.brigades[code].factor for code in BY_CODE if TABLES.brigades[code].men_special == ""}
    assert rank("RA", men) == 1


@pytest.mark.rule("AC-02-16")
def test_the_sorcerer_is_the_greatest_wizard_with_a_poor_army() -> None:
    assert rank("SO", POTENTIAL) == 1
    wizards = {code: float(sum(map(int, words(row["wizards"])))) for code, row in BY_CODE.items()}
    assert rank("SO", wizards) == 1
    values = sorted((float(row["brigade_value_vs_pc"]), code) for code, row in BY_CODE.items())
    assert "SO" in [code for _, code in values[:3]]


@pytest.mark.rule("AC-02-17")
def test_the_trolls_are_weak_in_politics_gold_and_magic_and_grow() -> None:
    assert rank("TR", INFLUENCE) == len(INFLUENCE)
    assert GOLD["TR"] == min(GOLD.values())
    assert POTENTIAL["TR"] == min(POTENTIAL.values())
    assert BY_CODE["TR"]["reinforcement_brigades"] == "2"


@pytest.mark.rule("AC-02-18")
def test_the_underworld_has_the_greatest_agents() -> None:
    assert rank("UN", AGENTS) == 1
    assert max(int(row["agent_cap"]) for row in KINGDOMS) == int(BY_CODE["UN"]["agent_cap"])


@pytest.mark.rule("AC-02-19", "AC-02-20")
def test_the_warlock_is_in_the_middle_and_the_witchlord_in_the_south() -> None:
    assert BY_CODE["WA"]["home_region"] == "5"
    assert BY_CODE["WI"]["home_region"] == "10"
    assert float(BY_CODE["WI"]["brigade_value_vs_pc"]) > float(BY_CODE["WA"]["brigade_value_vs_pc"])


@pytest.mark.rule("AC-00-02")
def test_no_kingdom_starts_with_a_city() -> None:
    assert [row["area"] for row in CENTERS if row["type"] == "City" and row["start_controller"]] == []


def test_each_kingdom_starts_with_four_centers_and_its_capital_at_home() -> None:
    for code, row in BY_CODE.items():
        own = [one for one in CENTERS if one["start_controller"] == code]
        assert Counter(one["type"] for one in own) == {"Town": 2, "Village": 2}, code
        (capital,) = [one for one in own if one["capital"]]
        assert (capital["area"], capital["region"]) == (row["capital_area"], row["home_region"])


@pytest.mark.rule("AC-02-30", "AC-03-16")
def test_kingdoms_and_their_places_are_rows_of_tables() -> None:
    """Another roster is another table: the world holds just the rows, at the areas that they name."""
    world = new_world()
    assert list(world.kingdoms) == [row["code"] for row in KINGDOMS]
    assert {code: one.capital for code, one in world.kingdoms.items()} == {row["code"]: row["capital_area"] for row in KINGDOMS}
    assert {one.id: one.area for one in world.groups.values()} == {row["group"]: row["area"] for row in GROUPS}


def test_terrain_words_moves_and_reactions_join_their_tables() -> None:
    moves = {row["terrain_trait"]: row for row in ROWS("movement_costs")}
    reactions, seas = {row["reaction"] for row in ROWS("regional_reactions")}, {row["sea"] for row in ROWS("seas")}
    for row in KINGDOMS:
        for terrain in map(str.lower, TERRAINS):
            trait = row[f"terrain_{terrain}"]
            assert trait in TABLES.abilities
            assert float(moves[trait][terrain]) == float(row[f"move_{terrain}"]), (row["code"], terrain)
        assert {row[f"reaction_region_{n}"] for n in range(1, 11)} <= reactions
        assert bool(int(row["fleets"])) == (row["fleet_sea"] in seas)


def test_groups_hold_the_brigades_wizards_and_adepts_of_their_kingdom() -> None:
    for code, row in BY_CODE.items():
        own = [one for one in GROUPS if one["kingdom"] == code]
        assert "/".join(one["brigades"] for one in own if one["number"] != "4") == row["brigades_at_start"]
        assert sum(int(one["adepts"]) for one in own) == int(row["adepts"])
        assert sorted(w for one in own for w in words(one["wizards"])) == sorted(words(row["wizards"]))
        for one in own:
            assert len(words(one["wizards"])) + int(one["adepts"]) <= 3
            assert len(words(one["leaders"])) <= 3
            assert one["brigade_code"] in TABLES.brigades
            assert not one["area"] or one["area"] in TABLES.areas


def test_codes_of_figures_are_unique_in_a_kingdom_and_all_are_at_home() -> None:
    assert [key for key, n in Counter((one["kingdom"], one["code"]) for one in FIGURES).items() if n > 1] == []
    home = {(one["start_controller"], one["area"]) for one in CENTERS}
    assert [one["name"] for one in FIGURES if (one["kingdom"], one["area"]) not in home] == []


def test_a_few_kingdoms_have_wizards_and_all_an_adept() -> None:
    assert sum(bool(row["wizards"]) for row in KINGDOMS) == 5
    assert min(int(row["adepts"]) for row in KINGDOMS) == 1


# --- map and centers (AC-03, rulings 13, 14, 82) -----------------------------------------------------------------------------


@pytest.mark.rule("AC-03-01", "AC-03-02", "AC-03-03")
def test_the_map_has_676_areas_named_by_row_and_column() -> None:
    assert list(TABLES.areas) == [row + column for row in LETTERS for column in LETTERS]
    north_west, north_east, south_west = (set(TABLES.grid.neighbours(one)) for one in ("AA", "AZ", "ZA"))
    assert (north_west, north_east, south_west) == ({"AB", "BA", "BB"}, {"AY", "BY", "BZ"}, {"YA", "YB", "ZB"})


@pytest.mark.rule("AC-03-04", "AC-03-05", "AC-03-07")
def test_each_area_has_one_of_six_terrains() -> None:
    count = {"Plains": 304, "Forest": 100, "Mountain": 95, "Desert": 43, "Marsh": 36, "Sea": 98}
    assert Counter(one.terrain for one in TABLES.areas.values()) == count


@pytest.mark.rule("AC-03-06")
def test_terrain_means_something_else_for_each_ability() -> None:
    dwarven, elven = TABLES.kingdoms["DW"], TABLES.kingdoms["EL"]
    cost = {code: TABLES.movement_costs[one.ability("Mountain")].to_enter("Mountain") for code, one in TABLES.kingdoms.items()}
    assert cost["DW"] == 5 < cost["EL"] == 8
    assert (dwarven.ability("Mountain"), elven.ability("Forest")) == ("Supremacy", "Supremacy")


@pytest.mark.rule("AC-03-10", "AC-03-11", "AC-03-13", "AC-04-01", "AC-04-18", "AC-04-20")
def test_twelve_cities_on_the_public_map_and_ten_regions() -> None:
    assert Counter(row["type"] for row in CENTERS) == {"City": 12, "Town": 64, "Village": 74}
    assert {r["area"] for r in CENTERS if r["shown_on_public_map"] == "yes"} == {
        r["area"] for r in CENTERS if r["type"] == "City"
    }
    assert [row["region"] for row in CENTERS if row["name"] == "Avalon"] == ["5"]
    assert [int(row["number"]) for row in ROWS("regions")] == list(range(1, 11))

    def mean(kind: str, column: str) -> float:
        some = [float(row[column]) for row in CENTERS if row["type"] == kind]
        return sum(some) / len(some)

    assert mean("City", "gold") > mean("Town", "gold") > mean("Village", "gold")
    assert mean("City", "census") > mean("Town", "census") > mean("Village", "census")
    assert 2.5 <= mean("City", "gold") / mean("Town", "gold") <= 3.5


def test_centers_lie_on_the_map_and_more_than_half_are_neutral() -> None:
    for row in CENTERS:
        area = TABLES.areas[row["area"]]
        assert (area.region, area.terrain) == (int(row["region"]), row["terrain"])
    assert 2 * sum(not row["start_controller"] for row in CENTERS) > len(CENTERS)
    positive = sum(int(row["food"]) for row in CENTERS if int(row["food"]) > 0)
    villages = sum(int(row["food"]) for row in CENTERS if row["type"] == "Village")
    assert 0.70 <= villages / positive <= 0.80


def test_values_of_centers_lie_in_the_ranges_of_their_type() -> None:
    ranges = {row["type"]: row for row in ROWS("pc_ranges")}
    regions = {row["number"]: row for row in ROWS("regions")}
    walls = {"Mountain": 1.15, "Forest": 1.10, "Sea": 1.15}
    for row in CENTERS:
        region, capital = regions[row["region"]], bool(row["capital"])
        bounds = ranges["Capital" if capital else row["type"]]
        food = 1 if capital or int(row["food"]) < 0 else float(region["food_factor"])
        gold = 1 if capital else float(region["gold_factor"])
        for column, name, factor in (
            ("base_defense", "defense", 1 if capital else walls.get(row["terrain"], 1)),
            ("census", "census", 1),
            ("food", "food", food),
            ("gold", "gold", gold),
        ):
            least, most = float(bounds[f"{name}_low"]) * factor, float(bounds[f"{name}_high"]) * factor
            assert least - 1 <= float(row[column]) <= most + 1, (row["area"], column)


def test_borders_towns_villages_and_sightings_are_to_be_discovered() -> None:
    """Ruling 81: a king knows the cities and his own centers, no other, and the regions of these alone."""
    world = new_world()
    view = view_of(world, "WA")
    cities = {row["area"] for row in CENTERS if row["type"] == "City"}
    own = {row["area"] for row in CENTERS if row["start_controller"] == "WA"}
    assert set(view.world.centers) == cities | own
    assert view.world.sightings == {}
    assert set(view.kingdom.memory.regions) <= cities | own


def test_sightings_lie_as_ruled() -> None:
    assert Counter(row["quality"] for row in SITES) == {"Fine": 18, "Excellent": 10, "Superior": 5, "Quest": 4, "Enigma": 3}
    centers = {row["area"] for row in CENTERS}
    assert [row["site"] for row in SITES if row["area"] in centers or TABLES.areas[row["area"]].terrain == "Sea"] == []
    by_region = Counter(row["region"] for row in SITES)
    assert set(by_region.values()) <= {3, 4, 5}
    assert max(Counter(row["region"] for row in SITES if row["quality"] == "Quest").values()) == 1


def test_artifacts_join_their_sites_and_have_names_of_their_own() -> None:
    there = {(row["site"], row["item_key_decided"]) for row in SITES}
    assert [row["name"] for row in ARTIFACTS if (row["site"], row["item_key_decided"]) not in there] == []
    keys = {row["item_key_decided"] for row in ARTIFACTS}
    assert [row["name"] for row in ARTIFACTS if row["key_item"] and row["key_item"] not in keys] == []
    for column in ("short_number", "name", "item_key_decided"):
        assert len({row[column] for row in ARTIFACTS}) == len(ARTIFACTS) == 40
    count = Counter(row["class_"] for row in ARTIFACTS)
    assert min(count[one] for one in ("KING", "WEAPON", "WIZARD", "COVERT", "BENEVOLENT")) >= 4


# --- orders and spells (rulings 7, 49, 84, 86) -------------------------------------------------------------------------------


def test_orders_and_spells_share_their_numbers_but_for_three() -> None:
    assert (len(ORDER_NUMBERS), len(SPELL_NUMBERS)) == (len(ORDERS), len(SPELLS)) == (122, 82)
    assert {139, 799, 800} == ORDER_NUMBERS & SPELL_NUMBERS
    assert [row["number"] for row in ORDERS if not (row["clauses"] or row["decisions"])] == []
    filled = ("name", "form", "example", "phase", "cost", "performer", "summary", "standing_decided")
    assert [row["number"] for row in ORDERS if not all(row[one] for one in filled)] == []


def test_what_an_order_costs_is_told_with_the_numbers_that_the_turn_takes() -> None:
    """A cell names its figures, so that HELP and the turn cannot differ; "0", "x 1" and "per 1000" are no prices."""
    assert [row["number"] for row in ORDERS if re.search(r"\d", re.sub("{.*?}|^0$|(x|per) \\d+$", "", row["cost"]))] == []
    assert {number: TABLES.orders[number].cost for number in (470, 560, 970)} == {
        470: "16000",
        560: "7000 gold and 3000 food",
        970: "500 gold x agent level",
    }


def test_what_an_order_pays_by_its_row_is_what_its_cost_tells() -> None:
    """A cost of several parts, as those of ranks and missions, is told in words."""
    paid = {row["number"]: prices_of(row["pays"]) for row in ORDERS if row["pays"]}
    figures = {number: [one for one in names.values() if TABLES.figure(one) is not None] for number, names in paid.items()}
    assert figures["470"] == ["enamor.gold"]
    for row in ORDERS:
        told = re.findall("{(.*?)}", row["cost"])
        assert [one for one in figures.get(row["number"], ()) if one not in told] == []
        if told and row["cost"] == f"{{{told[0]}}}":
            assert figures.get(row["number"], told) == told


def test_a_cost_that_names_no_number_is_refused_with_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    faulty = Edition("classic")
    rows = [row | {"cost": row["cost"].replace("{enamor.gold}", "{enamour.gold}")} for row in map(dict, ORDERS)]
    monkeypatch.setattr(faulty.content, "_numbered", lambda name: list(enumerate(rows if name == "orders" else ROWS(name))))
    with pytest.raises(ValueError, match=r"orders.csv, 470: 'enamour.gold' is no number: name one of constants.csv"):
        faulty.orders  # noqa: B018


@pytest.mark.rule("AC-03-09")
def test_140_is_the_order_for_unusual_sightings() -> None:
    assert TABLES.orders[140].name == "Investigate Sighting"


EXAMPLES = [(row["number"], row["example"]) for row in ORDERS] + [
    (row["number"], row["example_decided"]) for row in SPELLS if int(row["number"]) not in ORDER_NUMBERS
]


@pytest.mark.parametrize(("number", "example"), EXAMPLES)
def test_an_example_is_read_as_its_order(number: str, example: str) -> None:
    head, *rest = example.split()
    line = " ".join([head, *(word if number == "510" and place == 1 else word.upper() for place, word in enumerate(rest))])
    found = grammar("classic").find(line)
    assert found is not None
    assert found.order.number == int(number)
    assert len(rest) <= 10


def test_no_form_is_read_as_another_order() -> None:
    for kind in grammar("classic").kinds:
        for form in kind.forms:
            found = grammar("classic").find(grammar("classic").example(form))
            assert found is not None
            assert found.kind is kind


def test_levels_of_spells_by_school() -> None:
    assert {
        row["number"]: [row[f"level_{one}"] for one in SCHOOLS] for row in SPELLS if row["number"] in ("102", "114", "610")
    } == {
        "102": ["1", "1", "1", "1", "2"],
        "114": ["8", "-", "-", "-", "-"],
        "610": ["4", "4", "4", "4", "3"],
    }


def test_orders_that_tables_name_are_there() -> None:
    named = [row["order_enabled"] for row in ARTIFACTS] + [row["order"] for row in ROWS("agent_actions")]
    named += [row["order"] for row in ROWS("countermeasures")] + [row["spell"] for row in ROWS("summons")]
    named += [row["order"] for row in ROWS("kingdom_orders")] + [row["spell"] for row in ROWS("never_standing")]
    named += [row.number for _, rows in TABLES.order_words for row in rows]
    assert {n for cell in named for n in numbers(cell)} - ORDER_NUMBERS - SPELL_NUMBERS == set()


@pytest.mark.rule("AC-27-01")
def test_what_can_be_a_standing_order_is_a_column() -> None:
    """Ruling 83: no moves, no acts of one time (ships are built anew each time, too), no choices."""
    never = {int(row["number"]) for row in ORDERS if row["standing_decided"] == "no"}
    moves = {350, 351, 355, 710, 715, 720, 725, 727, 729, 731, 732, 735}
    once = {203, 204, 205, 206, 235, 240, 245, 380, 390, 411, 412, 430, 440, 471, 495, 748, 910}
    assert never == {50, 60, 510, 699, 702, 743, *range(991, 998), *moves, *once}
    assert TABLES.never_standing == {88, 830, 850, 851, 852, 853}


# --- the sequence (AC-15, ruling 11) -----------------------------------------------------------------------------------------

STEPS = [
    ("2", 110, 121, "AC-15-05"),
    ("3", 139, 190, "AC-15-06"),
    ("5", 200, 245, "AC-15-08"),
    ("8", 273, 390, "AC-15-11"),
    ("10", 400, 412, "AC-15-13"),
    ("9", 430, 495, "AC-15-12"),
    ("11", 500, 600, "AC-15-14"),
    ("12", 699, 745, "AC-15-15"),
    ("13", 748, 795, "AC-15-16"),
    ("15", 799, 800, "AC-15-18"),
    ("16", 900, 979, "AC-15-19"),
]
"""The steps of the book with the first and last number of their orders. The king's orders stand behind those of the council, as
their numbers do (ruling 11)."""


@pytest.mark.parametrize(
    ("step", "first", "last"), [pytest.param(*one[:3], id=one[0], marks=pytest.mark.rule(one[3])) for one in STEPS]
)
def test_the_orders_of_a_step_lie_together_among_the_numbers(step: str, first: int, last: int) -> None:
    own = [int(row["number"]) for row in ORDERS if row["phase"].split()[0] == step]
    between = [row["phase"].split()[0] for row in ORDERS if first <= int(row["number"]) <= last]
    assert (min(own), max(own), set(between)) == (first, last, {step})


@pytest.mark.rule("AC-15-07", "AC-15-09", "AC-15-10", "AC-15-22")
def test_what_happens_by_itself_stands_between_the_numbers() -> None:
    """Production after the last action at a center (190) and before trade (200), reinforcements before consumption and both
    between trade (245) and the emissaries (273)."""
    places = {name: place for place, name, _ in FIXED}
    assert 190 < places["production"] == 195 < 200
    assert 245 < places["scheduled reinforcements"] < places["consumption"] < 273
    labels = [float(step.label) for step in SEQUENCE]
    assert labels == sorted(labels)


@pytest.mark.rule("AC-15-04")
def test_the_standing_list_changes_before_anything_else() -> None:
    assert SEQUENCE[0].name.startswith("standing orders")


@pytest.mark.rule("AC-15-17", "AC-15-20")
def test_control_of_regions_is_counted_before_research_and_agents() -> None:
    labels = [float(step.label) for step in SEQUENCE]
    assert labels.index(795) < labels.index(797) < labels.index(799) < labels.index(900)


# --- other tables ------------------------------------------------------------------------------------------------------------


def test_resistance_grows_by_type_of_center() -> None:
    for row in ROWS("politics_resistance"):
        village, town, city = (float(row[one]) for one in ("village", "town", "city"))
        assert (town, city) == (2 * village, 5 * village)


def test_prisoners_count_by_their_rank() -> None:
    power = {row["rank"]: int(row["power_percent"]) for row in ROWS("emissary_ranks")}
    ranked = [row for row in ROWS("status_prisoners") if row["prisoner"] in power]
    assert len(ranked) >= 6
    assert [row["prisoner"] for row in ranked if int(row["interim"]) != power[row["prisoner"]] * 150 // 100] == []


def test_parts_of_a_battle_sum_to_a_whole() -> None:
    for value in ("charge", "melee", "spell points"):
        parts = [row for row in ROWS("combat_stages") if row["battle"] == "group vs group" and row["value_used"] == value]
        assert sum(int(row["first_side_pct"]) for row in parts) == 100


def test_interim_points_are_a_quarter_of_those_at_the_end() -> None:
    both = [
        r for r in ROWS("status_points") if r["interim"].lstrip("-").isdigit() and r["final"] and "enemy" not in r["objective"]
    ]
    assert len(both) > 15
    assert [row["objective"] for row in both if 4 * int(row["interim"]) != int(row["final"])] == []


def test_the_rite_succeeds_at_seventy_percent_on_average() -> None:
    chances = [int(row["rite_percent"]) for row in ROWS("magic_potential") if row["potential"] != "6"]
    assert sum(chances) == 70 * len(chances)


@pytest.mark.parametrize(
    ("rank", "influence", "luck", "resistance", "succeeds"),
    [("Provincial Governor", 15, 0, 25, False), ("Provincial Governor", 15, 0, 10, False), ("Count", 15, -10, 5, True)],
)
def test_the_examples_of_usurpation(rank: str, influence: int, luck: int, resistance: float, succeeds: bool) -> None:
    """Ruling 33: a Governor before a Hostile city (25) and a Hostile town (10), a Count before a Tolerant town (5)."""
    power = influence * (TABLES.emissary_ranks[rank].power_percent + luck) / 100
    assert (power >= resistance) is succeeds


def test_every_number_and_feature_of_the_tables_is_asked_for() -> None:
    """By its name, or by a name that is put together: what nobody asks for is a second truth beside another table."""
    folder = Path(alamaze.__file__).parent
    code = "\n".join(page.read_text(encoding="utf-8") for page in sorted(folder.rglob("*.py")))
    forms = [
        one for one in re.findall(r'f"((?:[a-z_.]|\{[a-z_.()]+\})+)"', code) if re.search(r"[a-z_]+\.|\.[a-z_]+|_pct", one)
    ]
    put_together = ["[a-z0-9_]+".join(map(re.escape, re.split(r"\{[^}]*\}", one))) for one in forms]
    names = [row["name"] for table in ("constants", "agent_constants", "features") for row in ROWS(table)]
    told = {name for row in (*ORDERS, *SPELLS) for name in prices_of(row["pays"]).values()}
    asked = [one for one in names if f'"{one}"' in code or one in told or any(re.fullmatch(form, one) for form in put_together)]
    assert [one for one in names if one not in asked] == []
