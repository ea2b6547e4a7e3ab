"""Levy and tax rates and the chance of a new leader (chapters 10 and 11, ruling 4).

A rate follows from the owner's people, the terrain, the province's hidden trait and the rises earned since capture. Talismans
that multiply what is collected act in step 13 only, not here.
"""

from __future__ import annotations

from postern.rulesets.great_jewels.tables import PEOPLES, decided
from postern.rulesets.great_jewels.world import People, Province, Terrain, World

Rates = tuple[int, int]
"""Levy rate (troops a turn) and tax rate (zorans a turn)."""


_BASE = {
    (people, terrain): (pair[0], pair[1]) for people, row in decided("base_rates").items() for terrain, pair in row.items()
}
_HOME = {people: (pair[0], pair[1]) for people, pair in decided("home_rates").items()}
_LEADERS = {
    (people, terrain): int(chance) for people, row in decided("leader_chance").items() for terrain, chance in row.items()
}
_WASTE = decided("waste")


def rates_for(people: People, province: Province) -> Rates:
    """The full levy and tax rate which a province yields to an owner of this people; ravaging is left out of account."""
    if province.terrain is Terrain.IMPASSABLE:
        return 0, 0
    levy, tax = _base(people, province)
    levy = max(0, levy + province.rises - province.levy_lost)
    if province.chain_gang:
        return levy, 1 + province.rises - province.chained_rises
    return levy, tax + province.rises


def base_rates(people: People, terrain: Terrain) -> Rates:
    """What land of this terrain yields to an owner of this people when he takes it, whatever its hidden trait."""
    return _BASE.get((people.value, terrain.value), (0, 0))


def _base(people: People, province: Province) -> Rates:
    if province.wasted:
        return int(_WASTE["levy"]), int(_WASTE["tax"])
    if province.home_of and province.home_of == province.owner:
        return _HOME[people.value]
    levy, tax = _BASE[people.value, province.terrain.value]
    return max(1, levy + province.trait), max(1, tax - province.trait)


def full_rates(world: World, province: Province) -> Rates:
    """Levy and tax rate before ravaging halves them (QJ-04-22 scores with these); 0 and 0 when no player owns the province."""
    player = world.players.get(province.owner)
    return rates_for(player.people, province) if player else (0, 0)


def levy_rate(world: World, province: Province) -> int:
    """Troops which the province yields each turn (QJ-05-04): the full rate, halved and floored while ravaged (QJ-04-23)."""
    levy, _ = full_rates(world, province)
    return levy // 2 if province.ravaged else levy


def tax_rate(world: World, province: Province) -> int:
    """Zorans which the province yields each turn (QJ-05-05): the full rate, halved and floored while ravaged (QJ-04-23)."""
    _, tax = full_rates(world, province)
    return tax // 2 if province.ravaged else tax


def put_in_chains(province: Province) -> None:
    """T59: the tax rate becomes 1 now; rises earned later add to it, capture undoes it."""
    province.chain_gang = True
    province.chained_rises = province.rises


def leader_chance(world: World, province: Province) -> int:
    """Percent chance that the province brings forth a leader this turn (QJ-05-06); 0 when no player owns it."""
    player = world.players.get(province.owner)
    if player is None or province.terrain is Terrain.IMPASSABLE:
        return 0
    if province.wasted:
        return int(_WASTE["leader_chance"])
    return _LEADERS[player.people.value, province.terrain.value]


def favourable(people: People) -> tuple[Terrain, Terrain, Terrain]:
    """The most favourable terrain of a people, the one in between, and the least favourable (QJ-05-19 to QJ-05-22)."""
    row = PEOPLES[people]
    return Terrain(row.most_favourable), Terrain(row.in_between), Terrain(row.least_favourable)
