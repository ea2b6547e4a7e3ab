"""The final table: scores, ties and winners (gaps part 17)."""

from __future__ import annotations

from postern.game.ruleset import Standing
from postern.rulesets.great_jewels.talismans.catalogue import JEWELS
from postern.rulesets.great_jewels.world import World

Rank = tuple[bool, int, int, int, int]


def holdings(world: World) -> dict[str, set[int]]:
    """The talismans that each player has with leaders and in provinces."""
    held: dict[str, set[int]] = {name: set() for name in world.players}
    for number, talisman in world.talismans.items():
        if talisman.leader and talisman.leader in world.leaders:
            owner = world.leaders[talisman.leader].owner
        elif talisman.province:
            owner = world.provinces[talisman.province].owner
        else:
            continue
        if owner in held:
            held[owner].add(number)
    return held


def _merits(world: World) -> dict[str, Rank]:
    """What ranks each player: a win by jewels, score, Great Jewels, provinces, leaders."""
    held = holdings(world)
    owners = [province.owner for province in world.provinces.values()]
    leading = [leader.owner for leader in world.leaders.values()]
    return {
        name: (
            world.finished and name in world.winners,
            player.score,
            len(held[name].intersection(JEWELS)),
            owners.count(name),
            leading.count(name),
        )
        for name, player in world.players.items()
    }


def best(world: World) -> list[str]:
    """The players with the highest score; ties are broken by Great Jewels, provinces, leaders, else the victory is shared."""
    merits = {name: merit[1:] for name, merit in _merits(world).items()}
    highest = max(merits.values())
    return [name for name, merit in merits.items() if merit == highest]


def final_standings(world: World) -> tuple[Standing, ...]:
    """Every player's place and score, best first; equal in everything means an equal rank. Winners stand first."""
    merits = _merits(world)
    table = []
    for name in sorted(merits, key=lambda name: merits[name], reverse=True):
        rank = 1 + sum(other > merits[name] for other in merits.values())
        note = "winner" if world.finished and name in world.winners else "out of the game" if world.players[name].out else ""
        table.append(Standing(name, world.players[name].score, rank, note))
    return tuple(table)
