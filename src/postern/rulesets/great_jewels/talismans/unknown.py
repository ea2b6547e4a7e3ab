"""X the Unknown (T64), one of eight powers, another in every game (QJ-28.1-085, ruling 23): those that are no row."""

from __future__ import annotations

from postern.rulesets.great_jewels.geography import PROVINCES
from postern.rulesets.great_jewels.steps.arriving import random_neutral
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Talisman, garrison_force

WHETSTONE, MILLSTONE, SCARECROW, LODESTONE, BEEHIVE, SIEVE, LANTERN, WANDERER = range(1, 9)


def _numbers() -> dict[str, int]:
    return decided("x_the_unknown")


@hooks.PROBES.add(64)
def shine(turn: Turn, talisman: Talisman, nothing: None, provinces: list[str]) -> list[str]:
    """X LANTERN: two random provinces are seen each turn."""
    if turn.world.unknown != LANTERN:
        return provinces
    return [*provinces, *turn.stream("lantern").shuffled(PROVINCES)[: _numbers()["provinces"]]]


@hooks.AT_INCOME.add(64)
def act(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """X BEEHIVE brings troops, X SIEVE loses zorans, X WANDERER leaves for a neutral province one turn in ten."""
    holder = talisman.holder
    assert holder is not None
    owner = turn.owner_of(holder)
    kind = turn.world.unknown
    if kind == BEEHIVE and talisman.province:
        turn.province(talisman.province).garrison += _numbers()["beehive"]
        turn.tell("beehive", to=[owner], province=talisman.province, troops=_numbers()["beehive"])
    elif kind == SIEVE:
        purse = turn.world.leaders[talisman.leader] if talisman.leader else turn.province(talisman.province)
        lost = purse.zorans * _numbers()["sieve_percent"] // 100
        purse.zorans -= lost
        if lost:
            turn.tell("sieve", to=[owner], force=str(holder), zorans=lost)
    elif kind == WANDERER and not turn.expected and turn.stream("wanderer").percent(_numbers()["wanders_percent"]):
        goal = random_neutral(turn, turn.stream("wanderer goes"))
        if goal:
            turn.place_talisman(talisman.number, garrison_force(goal))
            turn.tell("wandered off", to=[owner], force=str(holder), name=talisman.name)
