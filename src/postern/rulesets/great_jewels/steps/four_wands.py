"""What happens to a player who holds all four wands (QJ-28.1-179, ruling 22)."""

from __future__ import annotations

from postern.rulesets.great_jewels.ranking import holdings
from postern.rulesets.great_jewels.steps.scoring import leader_points, province_points
from postern.rulesets.great_jewels.steps.wandering import random_neutral
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.catalogue import WANDS
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import People, Player, garrison_force


def join_wands(turn: Turn) -> None:
    """The first time that a player holds all four: either he scores once as all four types, or all his leaders lose half
    their bonus; then the wands leave for random guarded neutral provinces."""
    held = holdings(turn.world)
    for name, player in turn.world.players.items():
        if player.wands_done or not held[name].issuperset(WANDS.values()):
            continue
        player.wands_done = True
        apotheosis = turn.stream("four wands", name).percent(decided("wands")["apotheosis"])
        points = _apotheosis(turn, player) if apotheosis else _babel(turn, player)
        _scatter(turn)
        turn.tell("four wands", to=[name], apotheosis=apotheosis, points=points)


def _apotheosis(turn: Turn, player: Player) -> int:
    """Points for provinces and leaders as the three other types would score them."""
    world = turn.world
    points = 0
    for people in People:
        if people is not player.people:
            points += sum(province_points(world, people, one) for one in world.provinces.values() if one.owner == player.name)
            points += sum(leader_points(world, people, one) for one in world.leaders.values() if one.owner == player.name)
    player.score += points
    return points


def _babel(turn: Turn, player: Player) -> int:
    for leader in turn.world.leaders.values():
        if leader.owner == player.name:
            leader.bonus //= 2
    return 0


def _scatter(turn: Turn) -> None:
    """They leave by themselves: nobody has taken them out of a garrison, so they raze and ravage nothing (ruling 19)."""
    taken: set[str] = set()
    for number in WANDS.values():
        goal = random_neutral(turn, turn.stream("wand leaves", number), but=taken)
        if goal:
            taken.add(goal)
            turn.place_talisman(number, garrison_force(goal))
