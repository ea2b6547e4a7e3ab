"""What chance will decide is not foreseen: orders tried out before the turn roll no dice."""

from __future__ import annotations

import random

import pytest

from postern.game.chance import Chance, Stream
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.rules.powers.by_order import DISGUISED
from postern.rulesets.great_jewels.sequence import SEQUENCE
from postern.rulesets.great_jewels.setup import set_up
from postern.rulesets.great_jewels.tables import coastal, neighbours
from postern.rulesets.great_jewels.turn.orders import Attack, Move, QJOrder, Raid, Sail, Unlock
from postern.rulesets.great_jewels.world.records import LOTU, Drevonyx, World, leader_force
from tests.rules.great_jewels.build import land, leader, own, talisman
from tests.rules.great_jewels.test_talismans_wild import _orders as talisman_orders
from tests.rules.great_jewels.upto import upto

SEATS = ("AAA", "BBB", "CCC", "DDD", "EEE", "FFF")


def crowd(seed: int) -> tuple[World, random.Random]:
    """A new game in which every talisman is with a leader or a garrison of a player, and armies share their provinces with
    those of others, with dragons, guardians and Drevonyxes."""
    draw = random.Random(seed)
    world = set_up({}, [Signup(name) for name in SEATS], Chance(f"crowd {seed}"))
    world.turn, world.end_turn, world.cities_taken = 24, 60, ["GOLD"]
    leaders = [one for one in world.leaders.values() if one.owner != LOTU]
    homes = [one.home for one in world.players.values()]
    lairs = [name for name, one in world.provinces.items() if one.dragon or one.city]
    for home in homes:
        world.provinces[home].zorans, world.provinces[home].navies = 99, 9
    for one in leaders:
        one.troops, one.bonus, one.zorans, one.rams = draw.randint(0, 40), draw.randint(0, 9), draw.randint(0, 30), 1
        one.province = draw.choice([*homes, *homes, *lairs])
    for one_of_all in world.talismans.values():
        one_of_all.leader, one_of_all.province = draw.choice([(draw.choice(leaders).number, ""), (0, draw.choice(homes))])
        one_of_all.gained = one_of_all.transferred = draw.choice((0, 0, 0, world.turn))
    world.drevonyxes = [Drevonyx(44, name, asleep=False) for name in (*homes[:3], neighbours(homes[0])[0])]
    for home in homes:
        world.provinces[neighbours(home)[1]].city = draw.choice(("GOLD", "SWORD"))
    world.unknown = 8  # X WANDERER
    world.talismans[116].counter = DISGUISED
    return world, draw


def deeds(draw: random.Random, world: World) -> dict[str, list[QJOrder]]:
    """What the talismans may do, and one more thing for each leader."""
    orders: dict[str, list[QJOrder]] = {
        seat: [one.order for one in given] for seat, given in talisman_orders(draw, world).items()
    }
    for one in world.leaders.values():
        there = [
            other.number for other in world.leaders.values() if other.province == one.province and other.owner != one.owner
        ]
        way = draw.choice(neighbours(one.province))
        may: list[QJOrder] = [Move(one.number, (way,)), Raid(leader_force(one.number), 1, way)]
        may += [Attack(leader_force(one.number), "attack", draw.choice([*there, None]))] * 3
        may += [Unlock(one.number, neighbours(one.province)[1])] * 4
        may += [Sail(one.number, draw.choice([name for name in world.provinces if coastal(name)]))]
        if one.owner in orders:
            orders[one.owner].append(draw.choice(may))
    return orders


@pytest.mark.parametrize("seed", range(8))
def test_orders_tried_out_roll_no_dice(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    world, draw = crowd(seed)
    orders = deeds(draw, world)

    def cast(stream: Stream, bound: int) -> int:
        raise AssertionError("a die was rolled before the turn")

    monkeypatch.setattr(Stream, "below", cast)
    last = [step.label for step in SEQUENCE if step.label not in ("15b", "15c")][-1]
    turn = upto(world, last, "seed", True, **orders)
    assert len(turn.done) > 20


@pytest.mark.rule("QJ-28.1-137", "QJ-28.1-336")
@pytest.mark.parametrize(("number", "order"), [(81, Move(13, ("A5", "A6"))), (150, Sail(13, "A5"))])
def test_neither_loot_nor_the_kraken_is_foreseen(number: int, order: QJOrder) -> None:
    world = land()
    own(world, "A4", "AAA", navies=1)
    own(world, "A5", "BBB", garrison=3, zorans=100)
    leader(world, 13, "AAA", "A4", troops=500)
    talisman(world, number, 13)
    for expected in (True, False):
        place = upto(world, "7a", expected=expected, AAA=[order]).province("A5")
        assert ((place.garrison, place.zorans) == (3, 100)) == expected
