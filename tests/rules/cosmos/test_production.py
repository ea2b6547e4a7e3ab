"""Base production and what prevents it (CF-6.2, CF-6.3, CF-13.2)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from postern.rulesets.cosmos.rules.economy.production import (
    base_production,
    castle_rating,
    count_growth,
    hex_yields,
    make_mana,
    trade,
)
from postern.rulesets.cosmos.rules.economy.settling import settle_economy
from postern.rulesets.cosmos.world.records import Location, Pending, World
from tests.rules.cosmos.build import add_unit, begin
from tests.rules.cosmos.economy import bare_world, settled, stock, tuned, whole

HILLS, PLAINS, WOODS, FARMS = 191, 172, 225, 173
"""Hexes without rivers, roads and bays, and without locations."""


def grown(world: World, *owners: str, place: int = HILLS) -> dict[str, dict[str, float]]:
    """What each nation gets of a hex whose owner in each phase is told, one after the other."""
    turn = begin(world)
    for turn.phase, world.hexes[place].owner in enumerate(owners, 1):
        count_growth(turn)
    return {code: whole(amounts) for code, amounts in base_production(world, turn.growth).items()}


@pytest.mark.rule("CF-6.2-04", "CF-6.2-06", "CF-6.2-07", "CF-6.2-10", "CF-6.2-11")
def test_the_hills_of_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """25 gold, 150 food, 50 wood, 150 iron, 10 men, 3 elves, 5 dwarves: what dwarves and wood elves make of it."""
    world = bare_world()
    tuned(monkeypatch, world, "nations", "Sl", eff_gold=175, eff_food=100, eff_iron=125, eff_wood=100)
    tuned(monkeypatch, world, "nations", "Rc", eff_gold=0, eff_food=100, eff_iron=0, eff_wood=20, eff_mounts=0)
    dwarven = {"gold": 43.75, "food": 150, "iron": 187.5, "wood": 50, "dwarves": 5}
    assert grown(world, *["Sl"] * 24) == {"Sl": dwarven}
    assert grown(world, *["Rc"] * 24) == {"Rc": {"food": 150, "wood": 10, "elves": 3}}


@pytest.mark.rule("CF-6.2-14")
def test_efficiency_counts_for_hexes_and_not_for_trade(monkeypatch: pytest.MonkeyPatch) -> None:
    world = bare_world()
    city = world.locations[1502]
    city.owner = "Am"
    found = []
    for percent in (150, 50):
        tuned(monkeypatch, world, "nations", "Am", eff_gold=percent)
        traded = trade(world, city, world.nations["Am"], set())
        found.append((grown(world, *["Am"] * 24)["Am"]["gold"], traded))
    assert found == [(37.5, 3000), (12.5, 3000)]  # 25 gold; rating 6, size 5


@pytest.mark.rule("CF-6.2-12", "CF-2.1-05")
def test_a_hex_produces_for_each_owner_as_long_as_he_has_it() -> None:
    """Hills have 150 food, of which Am gets 100 %, Rc 115 %; nobody gets anything for four phases."""
    found = grown(bare_world(), *["Am"] * 8, *[""] * 4, *["Rc"] * 12)
    assert (found["Am"]["food"], found["Rc"]["food"]) == (50, 86.25)
    assert (found["Am"]["men"], found["Rc"]["elves"]) == (3.33, 1.5)


@pytest.mark.rule("CF-2.1.3-08")
@pytest.mark.parametrize(
    ("place", "name", "expected"),
    [(340, "food", 190), (340, "gold", 13), (177, "gold", 13), (307, "food", 0)],
)
def test_features_raise_base_production(place: int, name: str, expected: int) -> None:
    """Plains have 8 gold and 150 food, woods 10 gold: a bay adds 5 gold and 40 food, a road 3 gold, a river 10 % food."""
    world = bare_world()
    base = world.tables.terrains[world.tables.hexes[place].terrain].produces
    river = base["food"] * Fraction(11, 10) if name == "food" else 0
    assert hex_yields(world, place, "Am")[name] == (expected or river)


@pytest.mark.rule("CF-6.3-01")
@pytest.mark.parametrize(
    ("owner", "individuals", "tactics", "produces"),
    [
        ("Wd", 40, "attack", 0),
        ("Wd", 39, "attack", 150),
        ("Wd", 80, "defend", 0),
        ("Wd", 79, "defend", 150),
        ("Rc", 120, "attack", 150),
    ],
)
def test_enemies_stop_the_production_of_a_hex(owner: str, individuals: int, tactics: Any, produces: int) -> None:
    """A standard unit of bandits is 40. Rc is neutral."""
    world = bare_world()
    add_unit(world, owner, "Bandits", HILLS, individuals, tactics=tactics)
    assert grown(world, *["Am"] * 24).get("Am", {}).get("food", 0) == produces


@pytest.mark.rule("CF-6.3-01")
def test_enemies_stop_it_only_while_they_are_there() -> None:
    world = bare_world()
    world.hexes[HILLS].owner = "Am"
    bandits = add_unit(world, "Wd", "Bandits", HILLS)
    turn = begin(world)
    for turn.phase in range(1, 25):
        bandits.position = str(HILLS if turn.phase <= 6 else PLAINS)
        count_growth(turn)
    assert whole(base_production(world, turn.growth)["Am"])["food"] == 112.5  # 18 of 24 phases


@pytest.mark.rule("CF-6.3-01", "CF-6.3-02", "CF-17.1-01", "CF-13.1-03", "CF-6.2-05")
@pytest.mark.parametrize("stopped", ["besieged", "besieged outside", "occupied", ""])
def test_a_city_breeds_people_unless_besieged_or_occupied(stopped: str) -> None:
    """Stavenholm has size 8 and 7 men for each. A town inside of it stops with it."""
    world = bare_world()
    city, town = world.locations[1501], world.locations[1503]
    city.owner = town.owner = "Am"
    town.outside = "1501"
    besieged = {"besieged": city, "besieged outside": town}.get(stopped)
    if besieged:
        besieged.besieged = True
    if stopped == "occupied":
        add_unit(world, "Wd", "Ogres", 1501)
    found = grown(world, *[""] * 24).get("Am", {}).get("men", 0)
    assert found == {"besieged": 0, "besieged outside": 56, "occupied": 21, "": 77}[stopped]


@pytest.mark.rule("CF-6.3-03", "CF-6.6.4-03")
@pytest.mark.parametrize(("siege", "iron", "mana"), [("", 200, 5), ("now", 0, 0), ("earlier", 200, 5)])
def test_mines_and_temples_mind_only_a_siege_at_the_end(siege: str, iron: int, mana: int) -> None:
    world = bare_world()
    mine, city = world.locations[1505], world.locations[1501]
    temple = world.locations[1510]
    for one in (mine, city, temple):
        one.owner = "Am"
    mine.outside = temple.outside = "1501"
    world.nations["Am"].pool = stock(manpower=500, food=1000)
    turn = begin(world)
    for turn.phase in range(1, 25):
        city.besieged = siege != "" and turn.phase < 20
        count_growth(turn)
    city.besieged = siege == "now"
    settle_economy(turn)
    produced = whole(world.nations["Am"].produced)
    assert (produced.get("iron", 0), produced.get("holy mana", 0)) == (iron, mana)


@pytest.mark.rule("CF-6.2-08", "CF-6.2-09", "CF-6.2-02", "CF-6.5-04")
@pytest.mark.parametrize(
    ("carried", "wound", "doing", "then"),
    [
        (30, 0, "", 45),
        (30, 300, "", 40.5),  # lightly wounded: efficiency 70 %
        (30, 0, "gohome", 30),
        (30, 0, "retreat 190", 30),
        (70, 0, "", 75),
    ],
)
def test_the_mana_of_a_priest(carried: int, wound: int, doing: str, then: float) -> None:
    """A priest makes 15 mana, keeps it himself, and at most 75. The efficiency of his nation plays no part."""
    world = bare_world()
    priest = add_unit(world, "Am", "High Priest", 1501, carries=stock(holy_mana=carried))
    priest.wounds = [wound] if wound else []
    priest.program = [Pending(doing)] if doing else []
    make_mana(begin(world), world.nations["Am"])
    assert whole(priest.carries) == {"holy mana": then}
    assert world.nations["Am"].pool == {}


@pytest.mark.rule("CF-6.2-13", "CF-13.2-01", "CF-13.2-03", "CF-13.2-05", "CF-13.2-06")
@pytest.mark.parametrize(
    ("rating", "damage", "third", "more"), [(0, 0, 1, 1), (1, 0, 4, 1), (3, 0, 4, 1), (4, 0, 4, 4), (4, 12, 4, 1)]
)
def test_castles_raise_base_production(rating: int, damage: int, third: int, more: int) -> None:
    """From effective rating 1 on food, wood and mounts by a third, from 4 on also people and iron. Never gold."""
    world = bare_world()
    world.hexes[HILLS].owner = "Am"
    world.locations[1700] = Location(1700, "castle", str(HILLS), owner="Am", rating=rating, strength=12, damage=damage)
    found = hex_yields(world, HILLS, "Am")
    share = {1: Fraction(1), 4: Fraction(4, 3)}
    assert {name: found[name] for name in ("food", "wood", "horses")} == {
        "food": 150 * share[third],
        "wood": 50 * share[third],
        "horses": 3 * share[third],
    }
    assert (found["iron"], found["men"], found["gold"]) == (150 * share[more], 10 * share[more], Fraction(25))


@pytest.mark.rule("CF-13.2-02")
@pytest.mark.parametrize(
    ("owner", "besieged", "inside_city", "rating"),
    [("Am", False, False, 3), ("Rc", False, False, 2), ("Am", True, False, 2), ("Am", False, True, 3)],
)
def test_the_strongest_castle_of_the_owner_that_is_not_besieged_counts(
    owner: str, besieged: bool, inside_city: bool, rating: int
) -> None:
    world = bare_world()
    world.hexes[190].owner = "Am"
    world.locations[1700] = Location(1700, "castle", "190", owner="Am", rating=2, strength=6)
    where = "1501" if inside_city else "190"
    world.locations[1701] = Location(1701, "castle", where, owner=owner, rating=3, strength=9, besieged=besieged)
    world.locations[1702] = Location(1702, "fort", "190", owner="Am", rating=3, strength=30)
    assert castle_rating(world, 190) == rating


@pytest.mark.rule("CF-6.2-03", "CF-6.2-05")
def test_an_oasis_has_food_and_a_tower_helps_its_caster() -> None:
    world = bare_world()
    world.locations[1700] = Location(1700, "oasis", str(PLAINS), owner="Am")
    world.locations[1701] = Location(1701, "tower", "1501", owner="Am")
    mage = add_unit(world, "Am", "Mage", 1701)
    world.nations["Am"].pool = stock(gold=10)
    assert grown(world, *[""] * 24) == {"Am": {"food": 60}}
    settled(world)
    assert mage.carries == stock(enchantment_mana=17)


@pytest.mark.rule("CF-6.2-12")
@pytest.mark.parametrize(
    ("spell", "phases", "food", "men"), [("blessing", 24, 225, 15), ("blight", 24, 75, 5), ("blessing", 12, 187.5, 12.5)]
)
def test_spells_change_food_and_people_while_they_last(spell: str, phases: int, food: float, men: float) -> None:
    """Hills: 150 food, 10 men, 150 iron. Half again as much under a blessing, half under a blight."""
    world = bare_world()
    world.hexes[HILLS].until[spell] = world.moment(phases)
    found = grown(world, *["Am"] * 24)["Am"]
    assert (found["food"], found["men"], found["iron"]) == (food, men, 150)
