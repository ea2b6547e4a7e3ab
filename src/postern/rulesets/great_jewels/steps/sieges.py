"""Step 14: siege determination (QJ-12-08, ruling 15)."""

from __future__ import annotations

from postern.rulesets.great_jewels.steps.accounts import fogged, seen_troops
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Leader, Province, garrison_force, leader_force


def besiegers(turn: Turn, province: Province) -> list[Leader]:
    """The armies that count for a siege: of other players, not at peace, not declared allies by the province's owner."""
    return [
        leader
        for leader in turn.leaders_in(province.name)
        if leader.troops and not leader.at_peace and not turn.declared_ally(province.owner, leader.owner)
    ]


def is_besieged(turn: Turn, province: Province) -> bool:
    """True when the besiegers have at least one troop and three times the garrison's; only players' provinces can be."""
    if not province.owner:
        return False
    troops = sum(leader.troops for leader in besiegers(turn, province))
    force = garrison_force(province.name)
    ratio = 0 if hooks.BESIEGED_BY_ANY.fold(turn, force, False, None) else int(decided("siege")["ratio"])
    return troops > 0 and troops >= ratio * province.garrison and hooks.MAY_BE_BESIEGED.fold(turn, force, True, None)


def determine_sieges(turn: Turn) -> None:
    """Settles for every province whether it is besieged in the coming turn; tells its owner and the besiegers."""
    armies = {leader.province for leader in turn.world.leaders.values() if leader.troops}
    for name, province in turn.world.provinces.items():
        before = province.besieged
        province.besieged = name in armies and is_besieged(turn, province)
        if province.besieged:
            _tell(turn, province, "still-besieged" if before else "besieged")
        elif before:
            turn.tell("siege-lifted", to=[province.owner], province=name)


def _tell(turn: Turn, province: Province, kind: str) -> None:
    """The owner is told of the besiegers as he sees them (hidden armies without a name, troops only where nothing hides their
    number); each besieger of his own troops."""
    against = besiegers(turn, province)
    seen = [army for army in against if not hooks.HIDDEN_ARMY.fold(turn, leader_force(army.number), False, None)]
    clear = len(seen) == len(against) and not any(fogged(turn, leader_force(army.number)) for army in seen)
    turn.tell(
        kind,
        to=[province.owner],
        province=province.name,
        owner=province.owner,
        by=sorted({army.owner for army in seen}),
        troops=sum(seen_troops(turn, leader_force(army.number)) for army in seen) if clear else 0,
        garrison=province.garrison,
    )
    for name in sorted({army.owner for army in against}):
        troops = sum(army.troops for army in against if army.owner == name)
        turn.tell(kind, to=[name], province=province.name, owner=province.owner, troops=troops)
