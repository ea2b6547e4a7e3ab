"""What an order that cannot be carried out is told: whose it is, what is there, what is possible (ruling 24)."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.turn.orders import BuildEngines, BuildRoad, Destroy, QJOrder
from postern.rulesets.great_jewels.world.records import Force, World
from tests.rules.great_jewels.build import failures, land, leader, own, saw
from tests.rules.great_jewels.upto import failure, upto


def _province() -> World:
    """J6 is BBB's, and AAA has seen it so."""
    world = land()
    own(world, "J6", "BBB", zorans=50)
    own(world, "J7", "AAA", zorans=50)
    saw(world, "AAA", "J6")
    return world


def test_who_orders_anothers_province_reads_whose_it_is_and_what_he_owns() -> None:
    refused = failure(upto(_province(), "12", AAA=[BuildRoad("J6")]), "NOT YOURS")
    assert refused.why == "J6 belongs to BBB."
    assert refused.remedy == "Only the owner's garrison takes this order. You own B4, J7."
    world = _province()
    del world.players["AAA"].seen["J6"]
    assert failure(upto(world, "12", AAA=[BuildRoad("J6")]), "NOT YOURS").why == "J6 is not yours."
    nowhere = upto(world, "12", AAA=[BuildRoad("A1")])
    assert failures(nowhere, "AAA") == ["NO SUCH PROVINCE"]


def test_the_advice_where_a_leader_is_not_names_ones_own_only() -> None:
    world = _province()
    leader(world, 13, "AAA", "J7", troops=5)
    leader(world, 21, "BBB", "J7", troops=5)
    leader(world, 14, "AAA", "J6", troops=5)
    turn = upto(world, "3b", AAA=[BuildEngines("J7", "rams", 1, 14)])
    assert failure(turn, "NOT THERE").remedy == "Your leaders in J7: L13."


@pytest.mark.parametrize("order", [Destroy(Force(leader=13), "rams", 0), Destroy(Force(garrison="J7"), "navies", 0)])
def test_a_quantity_of_nothing_is_refused(order: QJOrder) -> None:
    world = _province()
    world.provinces["J7"].navies = 2
    leader(world, 13, "AAA", "J7", troops=5, rams=2)
    turn = upto(world, "2f", AAA=[order])
    assert failure(turn, "NOT THERE").why == "The quantity is 0; it needs to be 1 or more."
    assert not turn.done
