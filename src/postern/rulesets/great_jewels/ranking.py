"""The final table: scores, ties and winners (ruling 17)."""

from __future__ import annotations

from collections.abc import Iterable

from postern.game.ruleset import Standing
from postern.rulesets.great_jewels.talismans.catalogue import JEWELS
from postern.rulesets.great_jewels.world import World

Rank = tuple[bool, int, int, int, int]


def holdings(world: World) -> dict[str, set[int]]:
    """The talismans that each player has with leaders and in provinces."""
    held: dict[str, set[int]] = {name: set() for name in world.players}
    for number, talisman in world.talismans.items():
        if (owner := world.owner_of(talisman.holder)) in held:
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


def sides(world: World) -> list[list[str]]:
    """Who wins or loses together: the teams, or in a game without teams every player alone."""
    together: dict[object, list[str]] = {}
    for name, player in world.players.items():
        together.setdefault(player.team or name, []).append(name)
    return list(together.values())


def best(world: World) -> list[str]:
    """The players, or the team, with the highest score; ties are broken by Great Jewels, provinces, leaders, else the victory
    is shared."""
    alone = _merits(world)
    merits = [(_together(alone[name] for name in side)[1:], side) for side in sides(world)]
    highest = max(merit for merit, _ in merits)
    return [name for merit, side in merits if merit == highest for name in side]


def _together(merits: Iterable[Rank]) -> Rank:
    """What a team has between its players."""
    won, *rest = zip(*merits, strict=True)
    score, jewels, provinces, leaders = map(sum, rest)
    return any(won), score, jewels, provinces, leaders


def final_standings(world: World) -> tuple[Standing, ...]:
    """Every player's place and score, best first; equal in everything means an equal rank. Winners stand first.

    In a game of teams the rank is the team's, and each player's note names it with what its players have together.
    """
    alone = _merits(world)
    merits = {tuple(side): _together(alone[name] for name in side) for side in sides(world)}
    table = []
    for side in sorted(merits, key=lambda side: merits[side], reverse=True):
        rank = 1 + sum(other > merits[side] for other in merits.values())
        for name in sorted(side, key=lambda name: alone[name], reverse=True):
            player = world.players[name]
            won = world.finished and name in world.winners
            notes = [f"team {player.team}, together {merits[side][1]}"] if player.team else []
            notes += ["winner"] if won else ["out of the game"] if player.out else []
            table.append(Standing(name, player.score, rank, ", ".join(notes)))
    return tuple(table)
