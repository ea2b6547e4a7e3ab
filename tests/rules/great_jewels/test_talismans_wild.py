"""All talismans and spells at once, at random: nothing breaks, nothing is lost, everything has words."""

from __future__ import annotations

import random

import pytest

from postern.game.chance import Chance
from postern.game.orders import Order, OrderSheet
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.knowledge import view_of
from postern.rulesets.great_jewels.report.answers import check
from postern.rulesets.great_jewels.report.telling import sentence
from postern.rulesets.great_jewels.setup import set_up
from postern.rulesets.great_jewels.tables import PROVINCES, STONES
from postern.rulesets.great_jewels.turn.orders import GiveTalisman, Issued, Letter, QJOrder, Spell, UseTalisman
from postern.rulesets.great_jewels.world.records import LOTU, Terrain, World
from tests.rules.great_jewels.build import run_turn

LETTERS: tuple[Letter, ...] = ("TL", "B", "S", "P", "C", "X", "L", "D", "G")
BY_NAME = {108, 120}
BY_PROVINCE = {45, 46, 47, 78, 114, 132}
BY_LEADER = {92, 124}
BY_NUMBER = {116, 127, 131, 146}
LETTER_OF: dict[int, Letter] = {**{STONES[letter]: letter for letter in LETTERS}, 99: "G"}


def _spell(draw: random.Random, world: World, number: int) -> Spell:
    letter = LETTER_OF[number] if number in LETTER_OF else draw.choice(LETTERS)
    victim = draw.choice(sorted(world.leaders))
    place = world.leaders[victim].province
    return Spell(
        number,
        letter,
        leader=victim,
        province=draw.choice([place, draw.choice(PROVINCES)]),
        second=draw.choice(PROVINCES),
        terrain=draw.choice(list(Terrain)),
        order=draw.choice([f"L{victim}M{draw.choice(PROVINCES)}", f"L{victim}KG", f"G{place}XC2", f"L{victim}R2*"]),
        player=draw.choice(list(world.players)),
    )


def _use(draw: random.Random, world: World, number: int) -> QJOrder | None:
    leader = draw.choice(sorted(world.leaders))
    if number < 4 or number in LETTER_OF:
        return _spell(draw, world, number)
    if number in BY_NAME:
        return UseTalisman(number, player=draw.choice(list(world.players)))
    if number in BY_PROVINCE:
        return UseTalisman(number, province=draw.choice(PROVINCES))
    if number in BY_LEADER:
        return UseTalisman(number, leader=leader)
    if number in BY_NUMBER:
        return UseTalisman(number, number=draw.randint(1, 152))
    if number in (94, 142):
        return UseTalisman(number, sign="R" if number == 94 else draw.choice("+-"))
    return None


def _orders(draw: random.Random, world: World) -> dict[str, list[Issued]]:
    sheets: dict[str, list[Issued]] = {name: [] for name in world.players}
    for number, talisman in world.talismans.items():
        holder = talisman.holder
        if holder is None:
            continue
        owner = world.leaders[holder.leader].owner if holder.leader else world.provinces[holder.garrison].owner
        if owner not in sheets:
            continue
        order = _use(draw, world, number) if draw.random() < 0.6 else None
        if order is None:
            place = world.leaders[holder.leader].province if holder.leader else holder.garrison
            there = [one.number for one in world.leaders.values() if one.province == place]
            order = GiveTalisman(number, draw.choice([*there, None]))
        sheets[owner].append(Issued(owner, order, len(sheets[owner]) + 1, repr(order)))
    return sheets


@pytest.mark.parametrize("seed", range(3))
def test_a_game_of_nothing_but_talismans_stays_whole(seed: int) -> None:
    draw = random.Random(seed)
    seats = [Signup(name) for name in ("AAA", "BBB", "CCC", "DDD", "EEE", "FFF")]
    world = set_up({}, seats, Chance(f"wild {seed}"))
    world.turn = 18
    world.end_turn = 60
    numbers = sorted(number for number, one in world.leaders.items() if one.owner != LOTU)
    for talisman in world.talismans.values():
        talisman.leader, talisman.province = draw.choice(numbers), ""
    for jewel, bearer in zip((1, 2, 3), numbers[::7], strict=False):  # with different players, or the game is over
        world.talismans[jewel].leader = bearer
    for number in numbers:
        world.leaders[number].troops = draw.randint(0, 40)
        if number % 2:
            world.leaders[number].province = world.leaders[draw.choice(numbers)].province
    heard = set()
    for _ in range(20):
        if world.finished:
            break
        orders = _orders(draw, world)
        for seat in world.players:
            lines = tuple(Order(one.line, one.code, one.code, "", one.order) for one in orders[seat])
            verdict = check(OrderSheet("", lines), view_of(world, seat))
            assert len(verdict.accepted) <= len(lines)
        turn = run_turn(world, orders, Chance(f"wild {seed}").turn(world.turn))
        world = turn.world
        for event in turn.events:
            heard.add(event.kind)
            for reader in event.seen_by:
                sentence(event, reader)
        for talisman in world.talismans.values():
            assert bool(talisman.leader) != bool(talisman.province)
            assert not talisman.leader or talisman.leader in world.leaders
            assert not talisman.province or talisman.province in world.provinces
        for leader in world.leaders.values():
            assert min(leader.troops, leader.bonus, leader.zorans, leader.rams, leader.towers) >= 0
            assert leader.zorans == 0 or leader.troops > 0
        for province in world.provinces.values():
            assert min(province.garrison, province.csps, province.navies, province.zorans) >= 0
            assert province.owner == "" or province.owner in world.players
    assert len(heard) > 25
