"""The death of leaders, whatever kills them: their talismans find new holders, and some rise again (QJ-18-81, QJ-28.1-281)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from postern.rulesets.great_jewels.rates import tax_rate
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Leader, Talisman


def kill_leader(turn: Turn, number: int, way: str, heirs: Sequence[tuple[Force, int]] = (), to: str = "") -> None:
    """Leader ``number`` dies, with all troops and siege equipment that he still has. Nothing happens if he is dead.

    ``way`` names what killed him: "combat", "waylay", "dragon", "storm", "doom", ... ``heirs`` are the forces that divide
    his talismans, with their weights (all 1 or more); without heirs the talismans lie in the province ``to``, or where he
    died. Zorans that he still carries lie there too: whoever sinks or divides them does so before. His further orders of
    this turn are void. A talisman may let him live again at home with his bonus and nothing else.
    """
    leader = turn.leader(number)
    if leader is None:
        return
    force = Force(leader=number)
    grave = to or leader.province
    reborn = hooks.ON_DEATH.fold(turn, force, False, way)
    refuge = refuge_of(turn, leader.owner) if reborn else ""
    turn.province(grave).zorans += leader.zorans
    leader.troops = leader.zorans = leader.rams = leader.towers = 0
    left = _divide(turn, turn.held(force), heirs, grave)
    turn.void.add(force)
    died_in = leader.province
    turn.remove_leader(number)
    if refuge:
        turn.add_leader(replace(leader, province=refuge, newborn=False))
        turn.visit(leader.owner, refuge)
    turn.tell(
        "leader-died",
        to=[leader.owner],
        leader=number,
        province=died_in,
        way=way,
        talismans=left,
        refuge=refuge,
    )


def refuge_of(turn: Turn, player: str) -> str:
    """The player's home, or his best-taxed province if he has lost it ("" when he owns none); ties by name."""
    seat = turn.player(player)
    if seat is None:
        return ""
    if turn.province(seat.home).owner == player:
        return seat.home
    owned = [name for name, province in turn.world.provinces.items() if province.owner == player]
    return max(owned, key=lambda name: tax_rate(turn.world, turn.province(name)), default="")


def _divide(turn: Turn, talismans: Sequence[Talisman], heirs: Sequence[tuple[Force, int]], grave: str) -> list[str]:
    """Gives each talisman to an heir by a weighted draw, or lays it into the grave's province; says what went where."""
    went = []
    for talisman in list(talismans):
        heir = _heir(turn, talisman, heirs)
        turn.place_talisman(talisman.number, heir or Force(garrison=grave))
        went.append(f"T{talisman.number} to {heir}" if heir else f"T{talisman.number} left in {grave}")
        if heir is not None:
            turn.tell("talisman-won", to=[turn.owner_of(heir)], talisman=talisman.number, name=talisman.name, holder=str(heir))
    return went


def _heir(turn: Turn, talisman: Talisman, heirs: Sequence[tuple[Force, int]]) -> Force | None:
    if not heirs:
        return None
    forces, weights = [force for force, _ in heirs], [weight for _, weight in heirs]
    if turn.expected:
        return forces[weights.index(max(weights))]
    return turn.stream("talisman spoils", talisman.number).weighted(forces, weights)


def abandon_excess(turn: Turn, leader: Leader) -> None:
    """After losses: rams beyond one a troop and towers beyond one for three troops are lost (QJ-15-04, QJ-15-06); zorans of
    a leader without troops lie in his province (QJ-06-08)."""
    leader.rams = min(leader.rams, leader.troops)
    leader.towers = min(leader.towers, leader.troops // 3)
    if not leader.troops and leader.zorans:
        told = {"leader": leader.number, "province": leader.province, "zorans": leader.zorans}
        turn.tell("zorans left", to=[leader.owner], **told)
        turn.province(leader.province).zorans += leader.zorans
        leader.zorans = 0
