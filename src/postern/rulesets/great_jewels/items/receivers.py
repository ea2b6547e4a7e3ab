"""Talismans that strike whoever gets them: T51, T66, T74, T79, T80, T109, T128, T130."""

from __future__ import annotations

from postern.rulesets.great_jewels.rules import capture, hooks
from postern.rulesets.great_jewels.rules.battle.aftermath import abandon_excess, kill_leader
from postern.rulesets.great_jewels.rules.hooks import usable
from postern.rulesets.great_jewels.rules.movement.arriving import carry_off, lose_sight_of, passable, random_province
from postern.rulesets.great_jewels.rules.spells import void_orders
from postern.rulesets.great_jewels.tables import CATALOGUE, JEWELS, decided, neighbours
from postern.rulesets.great_jewels.turn.orders import BuyMercenaries, GiveTalisman, Raid, Unlock
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, Leader, Talisman, garrison_force, leader_force

DUTCHMAN, LEPRECHAUN = 74, 86


def _is(turn: Turn) -> str:
    """What is only foreseen has not happened."""
    return "is" if turn.expected else "was"


@hooks.ON_TRANSFER.add(51)
def frighten(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T51: a leader who gets it loses all his bonus at once (QJ-28.1-051)."""
    if talisman.leader:
        leader = turn.world.leaders[talisman.leader]
        lost, leader.bonus = leader.bonus, 0
        turn.tell("bonus lost", to={leader.owner, turn.giver_of(talisman)}, leader=leader.number, lost=lost)


@hooks.ON_TRANSFER.add(66)
def gamble(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T66: the zorans there double (25 percent), vanish (25 percent) or stay (QJ-28.1-090)."""
    if turn.expected:
        return
    purse = turn.world.leaders[talisman.leader] if talisman.leader else turn.province(talisman.province)
    numbers = decided("powers")
    before = purse.zorans
    double, nil = int(numbers["poker_double"]), int(numbers["poker_nothing_left"])
    roll = turn.stream("poker chip", talisman.holder).below(100)
    if roll < double:
        purse.zorans = 2 * before
    elif roll < double + nil:
        purse.zorans = 0
    owner = turn.owner_of(talisman.holder)
    to = {owner, turn.giver_of(talisman)}
    turn.tell("poker chip", to=to, force=str(talisman.holder), before=before, zorans=purse.zorans)


@hooks.ON_TRANSFER.add(74)
def sail_away(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T74: the leader who gets it is carried to a random province and can neither move nor attack (QJ-28.1-109, -110)."""
    leader = turn.world.leaders[talisman.leader]
    why = f"L{leader.number} {_is(turn)} carried away by the Flying Dutchman this turn and can neither move nor attack."
    void_orders(turn, leader_force(leader.number), why)
    if turn.expected:
        _note_where_he_is_needed(turn, leader.number)
        lose_sight_of(turn, leader, turn.giver_of(talisman))
        return
    origin = leader.province
    goal = random_province(turn, turn.stream("dutchman", leader.number), but=origin)
    carry_off(turn, leader.number, goal)
    turn.tell("dutchman", to={leader.owner, turn.giver_of(talisman)}, leader=leader.number, origin=origin, goal=goal)


def _note_where_he_is_needed(turn: Turn, number: int) -> None:
    """What is still to be done by him, or handed to him or by him, rests on where the Flying Dutchman has set him down."""
    force = leader_force(number)
    for issued in turn.orders:
        match issued.order:
            case GiveTalisman(talisman=other, leader=receiver) if other > DUTCHMAN:
                needed = receiver == number or turn.world.talismans[other].holder == force
            case Raid() | Unlock() | BuyMercenaries() as order:
                needed = order.giver == force
            case _:
                needed = False
        if needed:
            why = (
                f"The Flying Dutchman carries L{number} to a random province before; this is done only if it is possible there."
            )
            turn.note(issued, "NOT THERE", why)


@hooks.MAY_MOVE.add(74)
def stay_aboard(turn: Turn, talisman: Talisman, nothing: None, why: str) -> str:
    """T74: no move on the turn of its transfer (QJ-28.1-110)."""
    if talisman.transferred != turn.number:
        return why
    return f"L{talisman.leader} {_is(turn)} carried away by the Flying Dutchman this turn and cannot move."


@hooks.MAY_ATTACK.add(74)
def stay_peaceful(turn: Turn, talisman: Talisman, nothing: None, why: str) -> str:
    """T74: no attack on the turn of its transfer (QJ-28.1-110)."""
    if talisman.transferred != turn.number:
        return why
    return f"L{talisman.leader} {_is(turn)} carried away by the Flying Dutchman this turn and cannot attack."


@hooks.AT_INCOME.add(74)
def haunt(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T74: each turn his troops double (2 of 3 times) or are halved (QJ-28.1-111)."""
    leader = turn.world.leaders[talisman.leader]
    if not leader.troops or turn.expected:
        return
    numbers = decided("powers")
    before = leader.troops
    favourable, total = numbers["dutchman_doubles"]
    if turn.stream("dutchman crew", leader.number).odds(favourable, total):
        leader.troops *= 2
    else:
        leader.troops //= 2
    turn.tell("dutchman crew", to=[leader.owner], leader=leader.number, before=before, troops=leader.troops)
    abandon_excess(turn, leader)


@hooks.ON_TRANSFER.add(79)
def stampede(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T79: all troops of the receiver raid one random adjacent province in step 4 (QJ-28.1-130)."""
    force = talisman.holder
    assert force is not None
    place = turn.place_of(force)
    around = [name for name in neighbours(place) if passable(turn.province(name))]
    if not around or not turn.troops_of(force):
        return
    turn.stampedes[force] = "" if turn.expected else turn.stream("meemies", force).choice(around)


@hooks.ON_TRANSFER.add(109)
def swap(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T109: the giver gets a random talisman of the receiver, never a Great Jewel (QJ-28.1-227)."""
    receiver = talisman.holder
    assert receiver is not None
    kept = {*JEWELS, talisman.number, LEPRECHAUN}
    offered = [one.number for one in turn.held(receiver) if one.number not in kept]
    if not offered or turn.expected:
        return
    number = turn.stream("swap meet", receiver).choice(offered)
    swapped = turn.world.talismans[number]
    hooks.ON_REMOVAL.ask(turn, swapped, None, giver)
    turn.place_talisman(number, giver)
    turn.tell(
        "swapped",
        to={turn.owner_of(giver), turn.owner_of(receiver)},
        talisman=number,
        name=CATALOGUE[number].name,
        giver=str(giver),
        receiver=str(receiver),
    )


@hooks.ON_TRANSFER.add(128)
def confer(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T128: the receiving player's ally declaration towards the giver flips; nobody is told (QJ-28.1-287, QJ-28.1-288)."""
    by = turn.giver_of(talisman)
    player = turn.player(turn.owner_of(talisman.holder))
    if player is None or player.name == by:
        return
    if by in player.allies:
        player.allies.remove(by)
    else:
        player.allies.append(by)


@hooks.ON_TRANSFER.add(130)
def bribe(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T130: an army of another player changes sides for 3 zorans a troop, given in the same turn (QJ-28.1-293 to -295)."""
    leader = turn.leader(talisman.leader) if talisman.leader else None
    by = turn.giver_of(talisman)
    if leader is None or leader.owner == by or not leader.troops:
        return
    paid = turn.bribes.get((by, leader.number), 0)
    price = leader.troops * int(decided("powers")["bribe"])
    old = leader.owner
    if paid >= price:
        _change_sides(turn, leader, by, paid)
    turn.tell(
        "bribery",
        to={by, old} if paid >= price else {by},
        leader=leader.number,
        old=old,
        by=by,
        place=leader.province,
        paid=paid,
        price=price,
        troops=leader.troops,
    )


def _change_sides(turn: Turn, leader: Leader, by: str, paid: int) -> None:
    why = f"L{leader.number} has been bribed by {by} and left your service this turn."
    void_orders(turn, leader_force(leader.number), why, all_later=True)
    turn.visit(leader.owner, leader.province)
    leader.owner = by
    leader.zorans -= min(paid, leader.zorans)
    turn.visit(by, leader.province)
    turn.hostile.discard(leader.number)
    turn.accepts.discard(leader.number)


@hooks.AT_END.add(80)
def tick(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T80: the counter starts (at 3 to 10) with the turn in which a player gains it and falls by 1 at the end of each turn; at
    zero all troops and leaders in the province die, it becomes neutral, and the talismans lie there."""
    if turn.expected:
        return
    if talisman.counter <= 0:
        low, high = decided("powers")["potato_fuse"]
        talisman.counter = turn.stream("hot potato").between(low, high)
    talisman.counter -= 1
    if talisman.counter == 0:
        _go_off(turn, talisman)


def _go_off(turn: Turn, talisman: Talisman) -> None:
    """Note 3 spares guardians and neutral garrisons. The province is lost before its leaders die: nobody rises again in it."""
    holder = talisman.holder
    assert holder is not None
    name = turn.place_of(holder)
    province = turn.province(name)
    leaders = [leader for leader in turn.leaders_in(name) if usable(turn, talisman, leader_force(leader.number))]
    told = turn.witnesses(name, turn.owner_of(holder))
    for player in told:
        turn.visit(player, name)
    turn.shown.add(talisman.number)
    troops = 0
    if usable(turn, talisman, garrison_force(name)):
        troops, province.garrison = province.garrison, 0
        capture.lose_province(turn, name)
    for leader in leaders:
        kill_leader(turn, leader.number, "hot potato", to=name)
    turn.tell("hot potato", to=told, province=name, troops=troops, leaders=[leader.number for leader in leaders])
