"""Taking over units of others: bribes, charms, mercenaries (CF-7.4)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.rulesets.cosmos.rules.nations import announce_offers, bribed_tactics, for_hire, price, renew_offers
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import Unit, World
from tests.rules.cosmos.build import add_unit, begin, empty_world, form, give, run_phases, run_to, scenario_world, told

pytest.importorskip("postern.rulesets.cosmos.rules.economy.sources")

HERE, BESIDE = "205", "206"


def meeting(kind: str = "heavy infantry", individuals: int = 100, gold: int = 10_000) -> tuple[World, Unit, Unit]:
    """A Noble of Aldermark with gold, and a unit of the Clans, which is no enemy, at the same place."""
    world = empty_world()
    for one in world.nations.values():
        one.policies = {}
    world.nations["Am"].pool = {"gold": gold * 100}
    return world, add_unit(world, "Am", "noble", HERE), add_unit(world, "Gh", kind, HERE, individuals)


def bribe(world: World, noble: Unit, order: str, seed: str = "tests") -> Turn:
    give(noble, order)
    return run_phases(begin(world, seed), 1)


def gold(world: World, code: str = "Am") -> int:
    return world.nations[code].pool.get("gold", 0) // 100


@pytest.mark.rule("CF-7.4.2-11")
def test_the_example_of_the_book() -> None:
    """100 heavy infantry: 60 gold and 30 upkeep, at morale 20 it is 126; desert costs 189 to 504; 425 works in 75%."""
    world, _, unit = meeting()
    unit.spirit = 2000
    assert price(world, [unit], "desert") == (189, 504)
    assert round(Fraction(425 - 189 + 1, 504 - 189 + 1) * 100) == 75


PRICES = [
    # effect, morale, least, greatest: of a basis of 90
    ("defect", 0, 225, 540),
    ("desert", 0, 135, 360),
    ("flee", 0, 90, 270),
    ("defend", 0, 45, 180),
    ("flee", 50, 180, 540),
    ("flee", -50, 45, 135),
]


@pytest.mark.rule("CF-7.4.2-04", "CF-7.4.2-06", "CF-7.4.2-07", "CF-7.4.2-08", "CF-7.4.2-09")
@pytest.mark.parametrize(("effect", "morale", "least", "greatest"), PRICES)
def test_what_bribes_cost(effect: str, morale: int, least: int, greatest: int) -> None:
    world, _, unit = meeting()
    unit.spirit = 100 * morale
    assert price(world, [unit], effect) == (least, greatest)


@pytest.mark.rule("CF-7.4.2-09")
def test_the_morale_of_several_is_weighted_by_individuals() -> None:
    """100 at 30 and 50 at 0 have a mean of 20: (90 + 45) x 1.4 = 189 for flee at least."""
    world, _, unit = meeting()
    unit.spirit = 3000
    other = add_unit(world, "Gh", "heavy infantry", HERE, 50)
    assert price(world, [unit, other], "flee") == (189, 567)


@pytest.mark.rule("CF-7.4.2-05")
@pytest.mark.parametrize(
    ("kind", "owner", "position", "doubled"),
    [
        ("light infantry", "Gh", HERE, True),
        ("light infantry", "Sl", HERE, False),
        ("light infantry", "Gh", BESIDE, False),
        ("warboss", "Gh", HERE, False),
    ],
)
def test_beside_comrades_defection_costs_twice(kind: str, owner: str, position: str, doubled: bool) -> None:
    world, _, unit = meeting()
    other = add_unit(world, owner, kind, position)
    assert price(world, [unit], "defect") == ((450, 1080) if doubled else (225, 540))
    assert price(world, [unit], "desert") == (135, 360)
    if doubled:  # bribed together nobody stays behind: (90 + 8 + 4) x 2.5
        assert price(world, [unit, other], "defect") == (255, 612)


@pytest.mark.rule("CF-7.4.2-02", "CF-7.4.2-04", "CF-7.4.2-10")
def test_a_unit_that_defects_comes_over_with_all_its_people() -> None:
    world, noble, unit = meeting()
    chief = add_unit(world, "Gh", "warboss", HERE)
    form(chief, unit)
    turn = bribe(world, noble, f"bribe defect 540 {unit.id}")
    assert (unit.owner, unit.tactics, unit.individuals, unit.leader, unit.program) == ("Am", "defend", 100, 0, [])
    assert (chief.members, gold(world), unit.bought) == ([], 9460, True)
    assert told(turn, "went over", "AM")
    assert told(turn, "went over", "GH")
    assert world.policy("Gh", "Am") == "enemy"


@pytest.mark.rule("CF-7.4.2-06", "CF-5.4-04")
def test_a_unit_that_deserts_dissolves() -> None:
    world, noble, unit = meeting()
    bribe(world, noble, f"bribe desert 360 {unit.id}")
    assert unit.id not in world.units
    assert world.policy("Gh", "Am") == "enemy"


@pytest.mark.rule("CF-7.4.2-07", "CF-7.4.2-08")
@pytest.mark.parametrize("tactics", ["flee", "defend"])
def test_bribed_tactics_hold_in_the_battles_of_the_phase(tactics: str) -> None:
    world, noble, unit = meeting()
    turn = begin(world)
    give(noble, f"bribe {tactics} 300 {unit.id}")
    run_to(turn, "1e")
    assert unit.tactics == tactics
    unit.tactics = "charge"  # its owner takes it back in the same phase
    bribed_tactics(turn)
    assert unit.tactics == tactics
    unit.tactics = "charge"
    bribed_tactics(turn)
    assert unit.tactics == "charge"
    assert world.policy("Gh", "Am") == "neutral"


@pytest.mark.rule("CF-7.4.2-10")
@pytest.mark.parametrize(("offer", "works"), [(89, False), (270, True)])
def test_below_the_least_amount_no_bribe_works_and_with_the_greatest_every(offer: int, works: bool) -> None:
    for seed in map(str, range(20)):
        world, noble, unit = meeting()
        unit.tactics = "attack"
        turn = bribe(world, noble, f"bribe flee {offer} {unit.id}", seed)
        assert bool(told(turn, "bribed")) == works


@pytest.mark.rule("CF-7.4.2-10", "CF-7.4.2-11")
def test_between_them_chance_decides_evenly() -> None:
    """For 180 of 90 to 270 the chance is 91 of 181: of 200 tries some 100 work."""
    works = 0
    for seed in map(str, range(200)):
        world, noble, unit = meeting()
        works += bool(told(bribe(world, noble, f"bribe flee 180 {unit.id}", seed), "bribed"))
    assert 80 <= works <= 120


@pytest.mark.rule("CF-R-4.1")
@pytest.mark.rule("CF-7.4.2-12", "CF-7.4.2-13")
@pytest.mark.parametrize(("morale", "victims"), [(0, 45), (-4, 0)])
def test_half_of_a_refused_offer_is_lost(morale: int, victims: int) -> None:
    """89 gold: 44 come back; 45 go to the nation of faithful troops, or nowhere."""
    world, noble, unit = meeting(gold=100)
    world.nations["Gh"].pool = {}
    turn = begin(world)
    run_to(turn, "1d")
    unit.spirit = 100 * morale
    give(noble, f"bribe flee {89 if not morale else 80} {unit.id}")
    run_phases(turn, 1)
    assert gold(world) == (55 if not morale else 60)
    assert gold(world, "Gh") == victims
    assert (unit.owner, world.policy("Gh", "Am")) == ("Gh", "neutral")


@pytest.mark.rule("CF-7.4.2-14", "CF-7.4.2-03")
def test_all_listed_that_are_possible_are_bribed_together() -> None:
    """A leader, a unit elsewhere and one that does not exist are left out; two nations' troops come over at once."""
    world, noble, unit = meeting()
    other = add_unit(world, "Sl", "dwarven axemen", HERE)
    chief, away = add_unit(world, "Gh", "warboss", HERE), add_unit(world, "Gh", "goblin rabble", BESIDE)
    turn = bribe(world, noble, f"bribe defect 5000 {unit.id} {other.id} {chief.id} {away.id} 9999")
    assert (unit.owner, other.owner, chief.owner, away.owner) == ("Am", "Am", "Gh", "Gh")
    assert len(told(turn, "bribed")[0]["units"]) == 2


@pytest.mark.rule("CF-7.4.2-01", "CF-7.4.2-14")
@pytest.mark.parametrize("kind", ["warboss", "trolls", "bone warriors", "dire wolves"])
def test_leaders_beasts_and_the_dead_cannot_be_bribed(kind: str) -> None:
    world, noble, unit = meeting(kind, 0)
    turn = bribe(world, noble, f"bribe flee 3000 {unit.id}")
    assert (len(told(turn, "order failed")), gold(world)) == (1, 10_000)


@pytest.mark.rule("CF-7.4.2-01", "CF-7.4.2-02")
@pytest.mark.parametrize(("briber", "gold_there"), [("captain", 500), ("noble", 200)])
def test_captains_do_not_bribe_and_nobody_without_gold(briber: str, gold_there: int) -> None:
    world, _, unit = meeting(gold=gold_there)
    leader = add_unit(world, "Am", briber, HERE)
    turn = bribe(world, leader, f"bribe flee 300 {unit.id}")
    assert (len(told(turn, "order failed")), gold(world)) == (1, gold_there)


@pytest.mark.rule("CF-7.4.2-01")
def test_bandits_of_the_wild_can_be_bribed() -> None:
    world, noble, _ = meeting()
    bandits = add_unit(world, "Wd", "bandits", HERE)
    bribe(world, noble, f"bribe defect 9000 {bandits.id}")
    assert bandits.owner == "Am"


# --- mercenaries -------------------------------------------------------------------------------------------------------------


def market(turn: int = 3) -> tuple[World, Unit, Unit, Unit]:
    """A Knight of Aldermark in a free town, with its Captain and Foot for hire."""
    world = scenario_world()
    world.turn = turn
    world.nations["Am"].pool = {"gold": 100_000}
    knight = add_unit(world, "Am", "knight", "1521")
    return world, knight, world.units[7003], world.units[7004]


@pytest.mark.rule("CF-R-18.3")
@pytest.mark.rule("CF-7.4.3-01")
@pytest.mark.parametrize(("turn", "offers"), [(2, 0), (3, 8), (4, 0), (7, 8)])
def test_offers_are_told_when_they_are_new(turn: int, offers: int) -> None:
    world, _, captain, foot = market(turn)
    at_work = run_phases(begin(world), 1)
    if not told(at_work, "for hire"):
        announce_offers(at_work)
    found = told(at_work, "for hire", "RC")
    assert len(found) == offers
    assert for_hire(world, foot) == (turn >= 3)
    if offers:  # 100 of a type whose 50 cost 90
        costs = {one["who"]: one["cost"] for one in found}
        assert (costs[captain.id], costs[foot.id]) == ({"gold": 80}, {"gold": 180})


@pytest.mark.rule("CF-R-4.3")
@pytest.mark.rule("CF-7.4.3-02", "CF-7.4.3-03")
def test_mercenaries_are_hired_for_the_price_of_their_type() -> None:
    world, knight, captain, foot = market()
    give(knight, f"hire {captain.id} {foot.id}")
    turn = begin(world)
    run_phases(turn, 1)
    assert (captain.owner, foot.owner, foot.tactics, knight.program) == ("Am", "Am", "attack", [])
    assert gold(world) == 1000 - 80 - 180
    assert (foot.bought, foot.charmed_from, foot.charmed) == (True, "Fr", False)


@pytest.mark.rule("CF-7.4.3-03")
@pytest.mark.parametrize("blind", ["Am", "Fr"])
def test_hirer_and_hired_must_see_each_other(blind: str) -> None:
    world, knight, captain, _ = market()
    give(knight, f"hire {captain.id}")
    turn = run_to(begin(world), "1d")
    turn.sees[blind] = set()
    run_to(turn, "1e")
    assert captain.owner == "Fr"
    assert told(turn, "order failed")


@pytest.mark.rule("CF-7.4.3-03", "CF-R-18.3")
@pytest.mark.parametrize(
    ("position", "hidden", "works"),
    [("1521", False, True), ("274", False, True), ("274", True, False), ("190", False, False)],
    ids=["inside the town", "before the open town", "hiding before it", "far away"],
)
def test_who_sees_each_other_can_hire_from_wherever_he_stands(position: str, hidden: bool, works: bool) -> None:
    """Mercenaries in an open town see who stands before it; one who hides is not seen, and hires nobody."""
    world, knight, _, foot = market()
    knight.position, knight.hidden, knight.type = position, hidden, world.tables.type_numbers["captain"]
    give(knight, f"hire {foot.id}")
    turn = run_phases(begin(world), 1)
    assert (foot.owner == "Am") is works
    assert len(told(turn, "order failed", "AM")) == (not works)
    assert knight.position == position


@pytest.mark.rule("CF-7.4.3-03")
@pytest.mark.parametrize("other", ["scout far off", "captain nearby"])
def test_the_hirer_himself_must_see_and_be_seen(other: str) -> None:
    """That his nation sees the hired through another is not enough."""
    world, knight, _, foot = market()
    knight.position = "190"
    add_unit(world, "Am", other.split()[0], "1521" if "far" in other else "274")
    give(knight, f"hire {foot.id}")
    run_phases(begin(world), 1)
    assert foot.owner == "Fr"


@pytest.mark.rule("CF-7.4.3-03")
@pytest.mark.parametrize(("turn", "which"), [(2, 7004), (3, 7001)])
def test_only_who_offers_itself_is_hired(turn: int, which: int) -> None:
    world, knight, _, _ = market(turn)
    give(knight, f"hire {which}")
    at_work = run_phases(begin(world), 1)
    assert (world.units[which].owner, len(told(at_work, "order failed", "AM"))) == ("Fr", 1)


@pytest.mark.rule("CF-7.4.3-02")
def test_troops_cannot_hire() -> None:
    world, _, captain, _ = market()
    troop = add_unit(world, "Am", "medium infantry", "1521")
    give(troop, f"hire {captain.id}")
    assert told(run_phases(begin(world), 1), "order failed")


@pytest.mark.rule("CF-7.4.3-01")
@pytest.mark.parametrize(("turn", "owner", "back"), [(6, "Fr", True), (5, "Fr", False), (6, "Am", False), (2, "Fr", False)])
def test_offers_are_renewed_every_four_turns(turn: int, owner: str, back: bool) -> None:
    world, _, captain, foot = market(turn)
    world.locations[1521].owner = owner
    captain.owner, captain.behaviour = "Am", ""  # hired away
    del world.units[foot.id]  # dead
    before = set(world.units)
    renew_offers(begin(world))
    new = [world.units[number] for number in sorted(set(world.units) - before)]
    assert [(one.type, one.individuals, one.position, one.owner) for one in new] == (
        [(65, 1, "1521", "Fr"), (8, 100, "1521", "Fr")] if back else []
    )
