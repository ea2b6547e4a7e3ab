"""Among one's own nothing is lost: transfers, marches and raids only carry troops, zorans and talismans about."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from postern.game.chance import Chance
from postern.rulesets.great_jewels.sequence import SEQUENCE
from postern.rulesets.great_jewels.tables import neighbours
from postern.rulesets.great_jewels.turn.orders import GiveTalisman, Issued, Move, Muster, QJOrder, Raid, Transfer
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, World, copy_world
from tests.rules.great_jewels.accounts import assert_nothing_negative, troops_in, zorans_in
from tests.rules.great_jewels.build import land, leader, own, talisman

_REALM = ("J10", *neighbours("J10"))
_LEADERS = (1, 2, 3, 4, 5)
_LOOT = (4, 9, 14, 45, 57, 100)
"""Keys and quiet talismans: handing them over changes nothing else."""

_places = st.sampled_from(_REALM)
_leaders = st.sampled_from(_LEADERS)
_forces = st.one_of(_places.map(lambda name: Force(garrison=name)), _leaders.map(lambda number: Force(leader=number)))
_amounts = st.one_of(st.none(), st.integers(min_value=1, max_value=30))
_orders: st.SearchStrategy[QJOrder] = st.one_of(
    st.builds(
        Transfer,
        source=_forces,
        goods=st.sampled_from(["troops", "zorans"]),
        quantity=_amounts,
        leader=st.one_of(st.none(), _leaders),
    ),
    st.builds(GiveTalisman, talisman=st.sampled_from(_LOOT), leader=st.one_of(st.none(), _leaders)),
    st.builds(Move, leader=_leaders, path=st.lists(_places, min_size=1, max_size=3).map(tuple)),
    st.builds(Raid, source=_forces, quantity=_amounts, province=_places),
    st.builds(Muster, province=_places),
)


def _realm() -> World:
    """Seven provinces of AAA around J10 with five leaders; BBB is far away."""
    world = land()
    for at, name in enumerate(_REALM):
        own(world, name, "AAA", garrison=7 * at, zorans=10 + at)
    for number in _LEADERS:
        leader(world, number, "AAA", _REALM[number], troops=6 * (number - 1), bonus=number, zorans=3 * (number - 1))
    holders: tuple[int | str, ...] = (1, 2, 3, "J10", _REALM[1], _REALM[2])
    for number, holder in zip(_LOOT, holders, strict=True):
        talisman(world, number, holder)
    return world


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(orders=st.lists(_orders, max_size=14))
@pytest.mark.rule("QJ-12-04", "QJ-17-01", "QJ-17-02")
def test_transfers_marches_and_raids_among_ones_own_lose_nothing(orders: list[QJOrder]) -> None:
    world = _realm()
    issued = [Issued("AAA", order, line, repr(order)) for line, order in enumerate(orders, start=1)]
    turn = Turn(copy_world(world), issued, Chance("own").turn(world.turn))
    for step in SEQUENCE:
        if step.label == "12":
            break
        turn.step = step.label
        step.run(turn)
    assert troops_in(turn.world) == troops_in(world)
    assert zorans_in(turn.world) == zorans_in(world)
    assert_nothing_negative(turn.world)
    holders = [turn.world.talismans[number].holder for number in _LOOT]
    assert all(holder is not None for holder in holders)
    assert {turn.owner_of(holder) for holder in holders if holder} == {"AAA"}
    assert [turn.province(name).owner for name in _REALM] == ["AAA"] * len(_REALM)
