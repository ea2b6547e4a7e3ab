"""The battles of a phase and the conquests after them, step by step (AK-P7.0-01, AK-D7.7)."""

from __future__ import annotations

from postern.rulesets.adventurer_kings.rules.abilities.levels import power
from postern.rulesets.adventurer_kings.rules.battle.account import account
from postern.rulesets.adventurer_kings.rules.battle.aftermath import settle, taker
from postern.rulesets.adventurer_kings.rules.battle.field import Battle
from postern.rulesets.adventurer_kings.rules.battle.lines import decide, draw_up
from postern.rulesets.adventurer_kings.rules.battle.sides import (
    armies_of,
    by_lot,
    contingents,
    first_there,
    hostile,
    muster,
    standing,
    succeed,
)
from postern.rulesets.adventurer_kings.rules.battle.strength import prepare, reckon
from postern.rulesets.adventurer_kings.rules.encounters.duel import duel
from postern.rulesets.adventurer_kings.rules.endings import change_owner
from postern.rulesets.adventurer_kings.rules.travel import drown, points_left
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Army


def fight(turn: Turn) -> None:
    """Fight the battles of the phase by ascending province number. ``turn.held`` has afterwards the provinces in which
    attackers stand alone."""
    turn.held.clear()
    withdrawn: set[int] = set()
    for place in sorted(turn.world.provinces):
        if sides := hostile(turn.world, place):
            _contest(turn, place, sides, withdrawn)


def _contest(turn: Turn, place: int, sides: list[list[str]], withdrawn: set[int]) -> None:
    """All battles in a province: the sides hostile to its owner attack one after the other those who hold it; whoever takes it
    from them holds it against enemies who come behind (AK-D7.0-01, AK-D7.0-02)."""
    world, owner = turn.world, turn.world.provinces[place].owner
    waiting = by_lot(turn, place, sides)
    defenders = {one.owner for one in standing(world, place, "Allied")}
    holders = [owner, *sorted(defenders - {owner})]
    if not defenders:
        holders = first_there(turn, place, sides)
        waiting.remove(holders)
    number = 0
    for codes in waiting:
        if owner not in holders and not any(world.relation(one, other) == "Enemy" for one in codes for other in holders):
            continue
        groups = _attacks(turn, place, codes, withdrawn, holders) if armies_of(world, place, holders) else []
        for armies in groups:
            if foes := armies_of(world, place, holders):
                number += 1
                withdrawn |= battle(turn, place, number, armies, codes, foes, holders)
        if not armies_of(world, place, holders) and armies_of(world, place, codes):
            holders = codes
    if holders in sides and not standing(world, place, "Allied"):
        turn.held[place] = holders


def _attacks(turn: Turn, place: int, codes: list[str], withdrawn: set[int], holders: list[str]) -> list[list[Army]]:
    """The groups in which a side attacks. Where orders are tried out, the own side drives out whom it knows, without loss, and
    others do not fight."""
    if not turn.expected:
        return contingents(turn, place, codes, withdrawn)
    own = {turn.world.kingdom_of(one.seat).code for one in turn.orders} & set(codes)
    ready = [one for group in contingents(turn, place, codes, withdrawn) for one in group] if own else []
    if ready:
        foes = armies_of(turn.world, place, holders)
        for one in foes:
            del turn.world.armies[one.id]
        for code in own:
            turn.tell_kingdom(
                code, "battle foreseen", place=place, where=turn.place(place), armies=len(ready), against=len(foes)
            )
    return []


def battle(
    turn: Turn, place: int, number: int, armies: list[Army], codes: list[str], foes: list[Army], holders: list[str]
) -> set[int]:
    """Fight one battle from the duel to the retreat, and tell of it. Returns the armies that left the field."""
    attackers, defenders = muster(turn, armies, codes, True), muster(turn, foes, holders, False)
    fought = Battle(turn, place, number, attackers, defenders)
    seats = turn.witnesses(place, *attackers.codes, *defenders.codes)
    _duel(fought, seats)
    prepare(fought)
    reckon(fought)
    draw_up(fought)
    decide(fought)
    settle(fought)
    turn.tell("battle", seats, **account(fought))
    return {one.army.id for side in fought.sides for one in side.units if one.to}


def _duel(fought: Battle, seats: list[str]) -> None:
    """The commanders may meet first; the armies of whoever loses are weaker, and somebody takes over from a dead one
    (AK-P7.1-02, AK-P7.1-04, AK-D7.1-01). A believed excuse costs nothing (AK-D7.1-04)."""
    first, second = (side.commander for side in fought.sides)
    if first is None or second is None:
        return
    fought.duel = duel(fought.turn, first, second, fought.place, fought.number, witnesses=seats)
    if fought.duel is None or fought.duel.excused:
        return
    side = fought.attackers if fought.duel.loser == first.id else fought.defenders
    for unit in side.units:
        unit.shaken = unit.leader is side.commander
    if fought.duel.died:
        succeed(fought, side)


# --- conquest --------------------------------------------------------------------------------------------------------------


def conquer(turn: Turn) -> None:
    """End the phase: armies at Sea without ships drown, and provinces in which only enemies of the owner stand are theirs
    (AK-D7.7-01, AK-D7.0-03)."""
    drown(turn)
    for place in sorted(turn.world.provinces):
        if codes := _takers(turn, place):
            _take(turn, place, codes)


def _takers(turn: Turn, place: int) -> list[str]:
    """The side that takes a province: that which holds it after the battles, else that which came first; [] where none does."""
    sides = [side for side in hostile(turn.world, place) if _able(turn, place, side)]
    if not sides or standing(turn.world, place, "Allied"):
        return []
    held = turn.held.get(place)
    return held if held in sides else first_there(turn, place, sides)


def _able(turn: Turn, place: int, codes: list[str]) -> list[Army]:
    """The armies of a side that can own a province: Sea only those that swim, sail or fly (AK-D6.2-05)."""
    at_sea = turn.world.provinces[place].at_sea
    return [one for one in armies_of(turn.world, place, codes) if not at_sea or one.kind.moves != "land"]


def _take(turn: Turn, place: int, codes: list[str]) -> None:
    """A side takes a province. On land each of its armies spends a movement point if it has one (AK-D7.7-01, AK-D7.7-05)."""
    world = turn.world
    change_owner(turn, place, taker(world, place, [one for one in codes if _able(turn, place, [one])]))
    if world.provinces[place].at_sea:
        return
    for army in armies_of(world, place, codes):
        leader = world.characters.get(army.leader)
        if points_left(world, army) > 0 and not (leader is not None and power(leader, "free_conquest")):
            army.used += 1
