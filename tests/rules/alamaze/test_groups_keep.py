"""Whatever own groups give each other, nobody and nothing is lost but what a full group has no room for."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from postern.rulesets.alamaze.world.records import Leader, Wizard, World
from tests.rules.alamaze.build import give, put_group, quiet_world, told

KINDS = ("WA", "RE", "VE", "SN", "GH")


def gathered(random: Random) -> World:
    """The four Warlock groups in one area, the last inactive, with brigades, figures and artifacts by lot."""
    world = quiet_world()
    names = iter(f"{one}{other}xxx" for one in "ABCDEFGH" for other in "ABCDEFGH")
    for number, artifact in zip((1, 2, 3), ("CHAMP", "GEM", "REDBA"), strict=True):
        group = put_group(world, f"{number}WA", "MN", artifacts=[artifact])
        group.brigades = {kind: random.randint(1, 4) for kind in random.sample(KINDS, random.randint(0, 3))}
        group.leaders = [Leader(next(names), "Captain") for _ in range(random.randint(1, 3))]
        group.wizards = [Wizard(name[:2], name, 1) for name in (next(names) for _ in range(random.randint(0, 3)))]
    return world


def belongings(world: World) -> Counter[str]:
    """Everything in the four groups, and how often."""
    all_there: Counter[str] = Counter()
    for group in world.groups_of("WA"):
        all_there.update(group.brigades)
        all_there.update([one.name for one in group.leaders] + [one.name for one in group.wizards] + group.artifacts)
    return all_there


def transfer(random: Random, world: World) -> str:
    """An order for two of the groups, which may fail."""
    giver, taker = random.sample([one.id for one in world.groups_of("WA")], 2)
    group = world.groups[giver]
    kind, number = random.choice(KINDS), random.randint(1, 4)
    leader = random.choice(group.leaders).name[:2] if group.leaders else "-"
    wizard = random.choice(group.wizards).code if group.wizards else "-"
    artifact = random.choice(group.artifacts) if group.artifacts else "-"
    return random.choice(
        (
            f"700 {giver} {taker} {kind} {number} {random.choice(KINDS)} 1",
            f"741 {giver} {taker} {kind} {number}",
            f"701 {giver} {taker} {leader} - {wizard} {artifact}",
            f"742 {giver} {taker} {leader}",
            f"{random.choice((699, 702, 743))} {giver} {taker} {kind} 1 {leader} {wizard}",
            f"740 {giver} {taker}",
        )
    )


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.rule("AC-06-32", "AC-06-34", "AC-06-82")
def test_transfers_keep_everything(seed: int) -> None:
    random = Random(seed)
    world = gathered(random)
    for _ in range(12):
        before = belongings(world)
        turn = give(world, {"WA": "\n".join(transfer(random, world) for _ in range(4))}, until="745")
        lost = sum(len(one["lost"]) for one in told(turn, "groups-combined"))
        after = belongings(world)
        if not lost:
            assert after == before
        assert not after - before
        for group in world.groups_of("WA"):
            assert max(len(group.leaders), len(group.wizards), len(group.brigades)) <= 3
            assert bool(group.area) == bool(group.brigades or group.leaders or group.wizards)
            assert all(number > 0 for number in group.brigades.values())
            assert group.area or not group.artifacts
