"""What a player can see beyond his own forces: who is on his last printout, and probes by raid, talisman or spell."""

from __future__ import annotations

from typing import Any

from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Leader


def sees_leader(turn: Turn, player: str, number: int) -> bool:
    """True when the leader is the player's own, or stands (alive) on the printout from which he wrote these orders."""
    leader = turn.leader(number)
    if leader is not None and leader.owner == player:
        return True
    seat = turn.player(player)
    if seat is None:
        return False
    return any(
        one.number == number and not one.killed
        for entry in seat.seen.values()
        if entry.turn == turn.number
        for one in entry.leaders
    )


def leaders_shown(turn: Turn, player: str, place: str) -> list[int]:
    """The leaders in a province of whom this player may be told: his own, and those whom no talisman hides."""
    return [
        leader.number
        for leader in turn.leaders_in(place)
        if leader.owner == player or not hooks.HIDDEN_ARMY.fold(turn, Force(leader=leader.number), False, None)
    ]


def unseen(turn: Turn, force: Force) -> bool:
    """True for an army that no other player sees now (T48), and of whose deeds, but for attacks and waylays, none is told
    whose they are (QJ-28.1-037)."""
    return bool(force.leader) and hooks.HIDDEN_ARMY.fold(turn, force, False, None)


def tell_of_army(turn: Turn, kind: str, leader: Leader, other: str, **data: Any) -> None:
    """Tells his owner and another player of what befell by this leader's army; of an unseen one the other does not learn whose
    it is."""
    hidden = other not in ("", leader.owner) and unseen(turn, Force(leader=leader.number))
    to = [leader.owner] if hidden else [leader.owner, other]
    turn.tell(kind, to=to, leader=leader.number, owner=leader.owner, **data)
    if hidden:
        turn.tell(kind, to=[other], leader=0, owner="", **data)


def sees_province(turn: Turn, player: str, name: str) -> bool:
    """True when the province is the player's own, or stands in full on the printout from which he wrote these orders."""
    if turn.province(name).owner == player:
        return True
    entry = turn.world.players[player].seen.get(name)
    return entry is not None and entry.turn == turn.number and not entry.locked


def lies_in_fog(turn: Turn, player: str, name: str) -> bool:
    """True when fog (T82) kept the garrison of the province off the printout from which the player wrote these orders."""
    entry = turn.world.players[player].seen.get(name)
    return entry is not None and entry.turn == turn.number and entry.fogged


def knows_city(turn: Turn, player: str, name: str) -> bool:
    """True when a printout has ever shown the player that this province is a Forbidden City."""
    entry = turn.world.players[player].seen.get(name)
    return entry is not None and entry.tag == turn.province(name).city != ""


def knows_no_city(turn: Turn, player: str, name: str) -> bool:
    """True of a province without guardians that the player owns or sees, or once saw without a lock, a player's or nobody's: it
    is no secret to that player that nothing is locked there (QJ-24-06)."""
    if turn.province(name).city:
        return False
    entry = turn.world.players[player].seen.get(name)
    once = entry is not None and not entry.locked and entry.tag in ("-----", *turn.world.players)
    return once or sees_province(turn, player, name)


def blocks_spying(turn: Turn, player: str, province: str) -> bool:
    """True when a talisman keeps this player from seeing the province by raid, talisman or spell (QJ-28.1-257)."""
    if turn.province(province).owner == player:
        return False
    return hooks.BLOCKS_SPYING.fold(turn, Force(garrison=province), False, None)


def probe(turn: Turn, player: str, province: str) -> bool:
    """Puts the province on the player's next printout, unless something there blocks spying; says whether it did."""
    if blocks_spying(turn, player, province):
        return False
    turn.visit(player, province)
    return True
