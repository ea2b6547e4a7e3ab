"""Step 2g: what an army's troops can carry and man (QJ-15-03 to QJ-15-10, QJ-17-07), and whose garrison a player commands."""

from __future__ import annotations

from postern.rulesets.great_jewels.orders.model import Goods
from postern.rulesets.great_jewels.steps.sight import tell_of_army
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Leader

TROOPS_A_TOWER = 3
TROOPS_A_RAM = 1


def check_crews(turn: Turn) -> None:
    """Step 2g: armies that cannot hold their zorans or man their equipment lose them (QJ-17-07, QJ-17-08)."""
    for number in sorted(turn.world.leaders):
        settle_crew(turn, number)


def settle_crew(turn: Turn, number: int) -> None:
    """Zorans of a leader without troops go into the province; equipment beyond the crew is destroyed."""
    leader = turn.leader(number)
    if leader is None:
        return
    zorans = leader.zorans if leader.troops == 0 else 0
    rams = max(0, leader.rams - leader.troops // TROOPS_A_RAM)
    towers = max(0, leader.towers - leader.troops // TROOPS_A_TOWER)
    if not (zorans or rams or towers):
        return
    province = turn.province(leader.province)
    leader.zorans -= zorans
    province.zorans += zorans
    leader.rams -= rams
    leader.towers -= towers
    tell_of_army(
        turn,
        "crew short",
        leader,
        province.owner if zorans else leader.owner,
        province=province.name,
        holder=province.owner,
        troops=leader.troops,
        zorans=zorans,
        rams=rams,
        towers=towers,
    )


def room_for(leader: Leader, goods: Goods) -> int:
    """How many more rams or towers the army's troops can man (QJ-15-03 to QJ-15-05)."""
    if goods == "rams":
        return max(0, leader.troops // TROOPS_A_RAM - leader.rams)
    return max(0, leader.troops // TROOPS_A_TOWER - leader.towers)


def commands(turn: Turn, seat: str, owner: str) -> bool:
    """True when ``seat`` may move troops in and out of ``owner``'s garrison, or raid into it as into his own: his own,
    or a mutual ally's of the same character type (QJ-17-03, QJ-14-10)."""
    if seat == owner:
        return True
    one, other = turn.player(seat), turn.player(owner)
    return one is not None and other is not None and turn.mutual_allies(seat, owner) and one.people is other.people
