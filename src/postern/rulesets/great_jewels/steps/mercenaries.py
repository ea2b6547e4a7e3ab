"""Step 3a: purchases of mercenaries (chapter 26); steps 12 and 13: what the strongholds do for themselves."""

from __future__ import annotations

from postern.rulesets.great_jewels.orders.model import BuyMercenaries, Issued
from postern.rulesets.great_jewels.steps.checks import own_leader
from postern.rulesets.great_jewels.steps.forces import is_stronghold
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.hooks import IN_STRONGHOLD
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.wording import counted
from postern.rulesets.great_jewels.world import Force

_RULES = decided("mercenaries")


def troops_for(zorans: int) -> int:
    """Troops that a leader with so many zorans buys: 3 zorans each, at most 25 (QJ-26-06 to QJ-26-08)."""
    return min(int(_RULES["most"]), zorans // int(_RULES["price"]))


def buy_mercenaries(turn: Turn) -> None:
    """Step 3a: what talismans bring in strongholds, then the purchases; the price goes into the stronghold's treasury."""
    for force in turn.holders():
        place = turn.place_of(force)
        if force.leader and place and is_stronghold(turn.province(place)):
            IN_STRONGHOLD.fold(turn, force, None, place)
    for issued, order in list(turn.given(BuyMercenaries)):
        if _buy(turn, issued, order.leader):
            turn.carried_out(issued)


def _buy(turn: Turn, issued: Issued, number: int) -> bool:
    leader = own_leader(turn, issued, number)
    if leader is None:
        return False
    province = turn.province(leader.province)
    if not is_stronghold(province):
        turn.fail(
            issued,
            "NOT THERE",
            f"L{number} is in {province.name}, which is no mercenary stronghold.",
            _strongholds(turn, issued),
        )
    elif turn.world.players[issued.seat].banned:
        turn.fail(
            issued,
            "BANNED",
            "You broke the peace of a stronghold; the mercenaries sell you no troops for the rest of the game.",
        )
    elif leader.troops == 0:
        turn.fail(
            issued,
            "NOT ENOUGH TROOPS",
            f"L{number} has no troops, so he carries no zorans to buy with.",
            "He needs at least 1 troop and 3 zorans.",
        )
    elif leader.bought == turn.number:
        turn.fail(issued, "ALREADY HAS AN ORDER", f"L{number} has bought mercenaries this turn already.")
    elif leader.bought and leader.bought == turn.number - 1:
        turn.fail(issued, "TWO TURNS IN A ROW", f"L{number} bought mercenaries last turn.", "He may buy again next turn.")
    elif (troops := troops_for(leader.zorans)) == 0:
        why = f"L{number} carries {counted(leader.zorans, 'zoran')}; one troop costs {_RULES['price']}."
        turn.fail(issued, "NOT ENOUGH ZORANS", why)
    else:
        cost = troops * int(_RULES["price"])
        leader.zorans -= cost
        leader.troops += troops
        province.zorans += cost
        leader.bought = turn.number
        turn.flag(Force(leader=number), "-Y")
        turn.tell("bought mercenaries", to=[leader.owner], leader=number, troops=troops, cost=cost, now=leader.troops)
        return True
    return False


def ban(turn: Turn, name: str) -> None:
    """Whoever gives an attack that is carried out in a stronghold, or has a spell fall on a force of another there, never buys
    from mercenaries again; the victim may (QJ-26-11, ruling 9)."""
    player = turn.player(name)
    if player is not None and not player.banned:
        player.banned = True
        turn.tell("banned", to=[name])


def resent_spell(turn: Turn, caster: str, force: Force) -> None:
    """A spell of this player has taken hold of this force: in a stronghold it bans him, unless the force is his own."""
    place = turn.place_of(force)
    if place and turn.owner_of(force) != caster and is_stronghold(turn.province(place)):
        ban(turn, caster)


def _strongholds(turn: Turn, issued: Issued) -> str:
    seen = turn.world.players[issued.seat].seen
    known = [name for name, entry in seen.items() if entry.tag == "MERC"]
    return f"Strongholds you have seen: {', '.join(known)}." if known else ""


def fortify(turn: Turn) -> None:
    """Step 12: every stronghold builds CSPs with the zorans it has, at most 4 a turn and never more CSPs than it has defenders
    then (QJ-26-14)."""
    price = int(decided("building")["csp"])
    for province in turn.world.provinces.values():
        if not is_stronghold(province):
            continue
        number = min(int(_RULES["csps_a_turn"]), province.zorans // price, province.garrison - province.csps)
        if number > 0:
            province.csps += number
            province.zorans -= number * price


def recruit(turn: Turn) -> None:
    """Step 13, with all other levies: strongholds that have been discovered gain 3 troops (QJ-26-13, QJ-23-12)."""
    for province in turn.world.provinces.values():
        if is_stronghold(province) and province.discovered:
            province.garrison += int(_RULES["recruits_a_turn"])
