"""The book's resource table to the last digit, and the start values of both scenarios (CF-6.1)."""

from __future__ import annotations

import csv
from fractions import Fraction
from importlib.resources import files

import pytest

from postern.rulesets.cosmos.rules.economy.production import (
    arms_possible,
    base_production,
    count_growth,
    full_growth,
    tax,
    trade,
    villeinage,
)
from postern.rulesets.cosmos.rules.economy.settling import distributed, potential, settle_economy, shown, upkeep_due
from postern.rulesets.cosmos.rules.economy.sources import pay
from postern.rulesets.cosmos.tables.amounts import Stock, total
from postern.rulesets.cosmos.world.records import World
from postern.rulesets.cosmos.world.strength import in_units
from tests.rules.cosmos.build import PLAYERS, add_unit, begin, scenario_world
from tests.rules.cosmos.economy import bare_world, stock, tuned

TABLE = """
resource    pool distr prod used lost upk poten
gold         103     0  521  582    0  382   521
food        2392     0 2233 1635  598 1635  2233
wood        3900     0  940  200  740    0   940
iron         200     0  200  200    0    0   200
horses       145     0   85   50   60    0    85
men         1370     0  248   50  248    0   248
manpower     548     0  548    0  548    0   548
arms         450     0  200  150    0    0   200
holy-mana      0    45   15    0    0    0    15
"""


@pytest.mark.rule(
    *(f"CF-6.1-{number:02}" for number in range(10, 17)),
    *("CF-6-01", "CF-6-09", "CF-6.2-01", "CF-6.2-02", "CF-6.5-01", "CF-6.5-02", "CF-6.6.2-02", "CF-6.6.5-01", "CF-6.5-09"),
    *("CF-4-07", "CF-6.5-14", "CF-6.5-16", "CF-6.6-01"),
)
def test_the_table_of_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hex yields what the book's nation produces. It began with what the columns imply, has 1109 men in one unit and a
    priest in another, and paid 50 men, 50 horses and 150 arms for a unit that is not finished. It had but 164 gold at first:
    so 200 gold are spent when production is in."""
    world = bare_world()
    nation, place = world.nations["Am"], 172  # plains, without river, road or bay
    land = {"gold": 521, "food": 2233, "wood": 940, "iron": 200, "horses": 85, "men": 248}
    tuned(monkeypatch, world, "terrains", "plains", produces={name: Fraction(number) for name, number in land.items()})
    tuned(monkeypatch, world, "nations", "Am", tax=Fraction(0), villeinage=Fraction("0.4"))
    tuned(monkeypatch, world, "unit_types", 2, cost={"men": 1109}, upkeep={"gold": 378, "food": 1635})
    world.hexes[place].owner = "Am"
    assert world.tables.hexes[place].terrain == "plains"
    add_unit(world, "Am", 2, place)
    add_unit(world, "Am", "High Priest", place, carries=stock(holy_mana=30))
    nation.pool = stock(gold=164, food=2392, wood=3900, iron=200, horses=170, men=1420, manpower=548, arms=400)
    turn = begin(world)
    assert pay(turn, nation, {"men": 50, "horses": 50, "arms": 150})
    for turn.phase in range(1, 25):
        count_growth(turn)
    settle_economy(turn)
    assert pay(turn, nation, {"gold": 200})
    columns = [
        shown(nation.pool),
        shown(distributed(world, "Am")),
        *map(shown, (nation.produced, nation.used, nation.lost)),
        shown(upkeep_due(world, nation)),
        shown(potential(world, nation)),
    ]
    for line in TABLE.strip().splitlines()[1:]:
        name, *numbers = line.split()
        assert [column.get(name.replace("-", " "), 0) for column in columns] == list(map(int, numbers)), name
    (told,) = (event.data for event in turn.events if event.kind == "resources" and event.data["owner"] == "Am")
    assert told["lost"] == {"food": 598, "horses": 60, "manpower": 548, "men": 248, "wood": 740}


def _start_values(slug: str) -> list[tuple[str, dict[str, str]]]:
    text = files("postern.rulesets.cosmos").joinpath(f"data/{slug}/economy_check.csv").read_text()
    return [(slug, row) for row in csv.DictReader(text.splitlines())]


@pytest.mark.rule("CF-1-01", "CF-2.1.3-08", "CF-13.2-05", "CF-13.2-02", "CF-13.1-01", "CF-16.1-08", "CF-2.1-05")
@pytest.mark.parametrize(("slug", "row"), [case for slug in PLAYERS for case in _start_values(slug)])
def test_start_values(slug: str, row: dict[str, str]) -> None:
    """The scenarios say what each nation's economy comes to at the start. The table has whole numbers for most."""
    world = scenario_world(slug)
    nation = world.nations[row["nation"]]
    base = base_production(world, full_growth(world, nation.code))[nation.code]
    people, mounts = world.tables.people(nation.code)[0], world.tables.nations[nation.code].mounts
    taxes = tax(world, nation, nation.pool)
    traded = sum(trade(world, one, nation, set()) for one in world.locations.values() if one.owner == nation.code)
    upkeep = upkeep_due(world, nation)
    kind = world.tables.resource(people)
    decayed = (nation.pool[people] + in_units(world, nation)[people]) * kind.decay_pct_per_turn // 100
    income = taxes + traded + base["gold"]
    hundredths = {
        "pool_population": nation.pool[people],
        "population_in_units": in_units(world, nation)[people],
        "equilibrium": base[people] * 100 // kind.decay_pct_per_turn,
        "population_production": base[people],
        "population_decay": decayed,
        "tax_gold": taxes,
        "trade_gold": traded,
        "hex_gold": base["gold"],
        "gold_income": income,
        "gold_upkeep": upkeep["gold"],
        "gold_net": income - upkeep["gold"],
        "food_production": base["food"],
        "food_upkeep": upkeep["food"],
        "wood_production": base["wood"],
        "iron_production": base["iron"],
        "arms_possible": arms_possible(world, nation, base),
        "manpower": villeinage(world, nation, nation.pool),
        "mounts_production": base.get(mounts, 0),
    }
    assert set(hundredths) == set(row) - {"nation"}
    for name, number in hundredths.items():
        exact = name in ("pool_population", "population_in_units", "population_production", "gold_upkeep", "food_upkeep")
        assert abs(number / 100 - float(row[name])) <= (0 if exact else 1), name


@pytest.mark.rule("CF-6.1-10", "CF-6.2-02", "CF-6.4-01")
@pytest.mark.parametrize("slug", list(PLAYERS))
def test_nothing_comes_from_nowhere(slug: str) -> None:
    """For six turns each nation's stores change by what was produced, used and lost, to the last hundredth."""
    world = scenario_world(slug)
    for world.turn in range(1, 7):
        before = {code: _owned(world, code) for code in world.nations}
        turn = begin(world)
        for turn.phase in range(1, 25):
            count_growth(turn)
        settle_economy(turn)
        assert not [event.kind for event in turn.events if event.kind in ("unit dissolved", "city shrank", "walls neglected")]
        for code in PLAYERS[slug]:
            nation, after = world.nations[code], _owned(world, code)
            columns = (nation.produced, nation.used, nation.lost)
            for name in {*before[code], *after, *(name for column in columns for name in column)}:
                produced, used, lost = (column.get(name, 0) for column in columns)
                assert after.get(name, 0) - before[code].get(name, 0) == produced - used - lost, (code, name)


def _owned(world: World, code: str) -> Stock:
    return total([world.nations[code].pool, distributed(world, code)])
