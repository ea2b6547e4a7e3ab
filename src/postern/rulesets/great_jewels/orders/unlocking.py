"""Unlocking of Forbidden Cities (step 5a, chapter 24, QJ-29-62 and QJ-29-63)."""

from __future__ import annotations

from postern.rulesets.great_jewels.geography import adjacent, neighbours
from postern.rulesets.great_jewels.orders.arguments import ORDERS
from postern.rulesets.great_jewels.orders.model import Issued, Unlock
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.steps.checks import own_leader
from postern.rulesets.great_jewels.steps.sight import knows_city, knows_no_city, sees_province
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.catalogue import KEYS
from postern.rulesets.great_jewels.talismans.hooks import UNLOCKS
from postern.rulesets.great_jewels.talismans.notes import usable
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.wording import listed, spoken
from postern.rulesets.great_jewels.world import Force, Leader, Province, Talisman


def _words(order: Unlock, scene: Scene) -> str:
    whom = f"you and {order.player}" if order.player else "your armies"
    return f"L{order.leader} tries to unlock the Forbidden City in {spoken(order.province)} for {whom}"


def fits(key: Talisman, city: str) -> bool:
    """True for a key with the city's name as either of its two words (QJ-24-04)."""
    return key.number in KEYS and city.upper() in key.name.upper().split()


def unlock_percent(turn: Turn, leader: Leader, city: str) -> int:
    """The chance, 0 to 100, that this leader's keys open the city with this name now: one fitting key 50, two or more 100
    (QJ-28.1-015 to QJ-28.1-017), more with T84; keys gained this turn do not count (QJ-24-16)."""
    force = Force(leader=leader.number)
    fitting = sum(fits(key, city) and usable(turn, key) for key in turn.held(force))
    rules = decided("unlocking")
    percent = int(rules["two_keys"]) if fitting > 1 else int(rules["one_key"]) * fitting
    return UNLOCKS.fold(turn, force, percent, fitting)


def _try(turn: Turn, issued: Issued, order: Unlock, province: Province, percent: int) -> None:
    opened = turn.expected or turn.stream("unlock", order.leader, province.name).percent(percent)
    guests = [order.player] if order.player and order.player != issued.seat else []
    if opened:
        turn.unlocked[province.name].update([issued.seat, *guests])
    data = {
        "leader": order.leader,
        "province": province.name,
        "city": province.city,
        "percent": percent,
        "opened": opened,
        "by": issued.seat,
        "guest": order.player,
        "expected": turn.expected,
    }
    turn.tell("unlocking", to=[issued.seat, *(guests if opened else [])], **data)


def _unlock(turn: Turn, issued: Issued, order: Unlock) -> bool:
    """One attempt a leader; success lets in all leaders of his player, and of the player named, this turn only."""
    leader = own_leader(turn, issued, order.leader)
    if leader is None:
        return False
    if any(isinstance(one.order, Unlock) and one.order.leader == leader.number for one in turn.done):
        why = f"L{leader.number} has tried a lock this turn already."
        return turn.fail(issued, "ALREADY HAS AN ORDER", why, "One attempt a leader and turn; another leader may try.")
    province = turn.province(order.province)
    percent = _may_try(turn, issued, order, leader, province)
    if percent == 0:
        return False
    turn.visit(leader.owner, province.name)
    _try(turn, issued, order, province, percent)
    return True


def _may_try(turn: Turn, issued: Issued, order: Unlock, leader: Leader, province: Province) -> int:
    """The chance in percent; 0, with a failure, when the attempt cannot be made."""
    who, name = f"L{leader.number}", province.name
    if leader.province == name:
        turn.fail(issued, "NOT ADJACENT", f"{who} is inside {name}; a city is unlocked from a province beside it.")
    elif not adjacent(leader.province, name) and knows_no_city(turn, issued.seat, name):
        turn.fail(issued, "NOT THERE", f"{name} is no Forbidden City with guardians inside; it needs no key.")
    elif not adjacent(leader.province, name):
        why = f"{who} is in {leader.province}, which does not border {name}."
        turn.fail(issued, "NOT ADJACENT", why, f"He needs to stand in {listed(neighbours(name), 'or')}.")
    elif _unknown(turn, issued.seat, province) and not (province.city and unlock_percent(turn, leader, province.city)):
        turn.fail(issued, "LOCKED", f"{who} finds no lock in {name} that he has a key to.")
    elif not province.city:
        why = f"{name} is no Forbidden City with guardians inside; it needs no key."
        turn.fail(issued, "NOT THERE", why, "A leader may simply move in.", f"{who}M{name}")
    elif order.player and order.player not in turn.world.players:
        turn.fail(issued, "NOT MET", f"There is no player {order.player} in this game.", "", f"{who}U{name}")
    elif (percent := unlock_percent(turn, leader, province.city)) == 0:
        _no_key(turn, issued, leader, province)
    else:
        return percent
    return 0


def _unknown(turn: Turn, seat: str, province: Province) -> bool:
    """True when the seat cannot know whether this is a Forbidden City: nobody finds one by trying locks all around without
    a key (QJ-24-06)."""
    return not knows_city(turn, seat, province.name) and not sees_province(turn, seat, province.name)


def _no_key(turn: Turn, issued: Issued, leader: Leader, province: Province) -> None:
    turn.visit(leader.owner, province.name)
    held = [key for key in turn.held(Force(leader=leader.number)) if fits(key, province.city) or UNLOCKS.knows(key.number)]
    if held:
        names = listed([f"T{key.number}" for key in held])
        why = f"{names} came to L{leader.number} only this turn; a key works from the turn after."
        turn.fail(issued, "TALISMAN NOT USABLE", why, "Try again next turn.")
        return
    keys = [f"T{key.number} {key.name}" for key in turn.world.talismans.values() if fits(key, province.city)]
    why = f"L{leader.number} carries no key to {province.name}, the {province.city} city."
    turn.fail(issued, "LOCKED", why, f"Keys that fit: {', '.join(keys)}.")


KINDS = (ORDERS.kind("unlocking", Unlock, words=_words, act=_unlock),)
