"""Talismans that change what a province yields: T86, T90, T93, T117, T118."""

from __future__ import annotations

from postern.rulesets.great_jewels.geography import PROVINCES
from postern.rulesets.great_jewels.steps import capture
from postern.rulesets.great_jewels.steps.dragons import devour_army
from postern.rulesets.great_jewels.steps.forces import is_stronghold
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Province, Talisman, Terrain, garrison_force

SEARCHING, FOUND = 1, 2
"""T118's counter: the garrison is looking for gold, or has found some and is free again."""


@hooks.AT_INCOME.add(86)
def leap(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T86 leaves CSPs, zorans or troops in a player's garrison and leaps to another province (QJ-28.1-154, QJ-28.1-155)."""
    if turn.expected or talisman.used == turn.number or not talisman.province:
        return
    talisman.used = turn.number
    province = turn.province(talisman.province)
    stream = turn.stream("leprechaun")
    numbers = decided("powers")
    what = stream.choice(("csps", "zorans", "troops"))
    low, high = numbers[f"leprechaun_{what}"]
    amount = stream.between(low, high)
    field = "garrison" if what == "troops" else what
    setattr(province, field, getattr(province, field) + amount)
    goal = stream.choice([name for name in PROVINCES if name != province.name and _leaps_to(turn.province(name))])
    turn.place_talisman(talisman.number, garrison_force(goal))
    turn.tell("leprechaun", to=[province.owner], province=province.name, what=what, amount=amount)


def _leaps_to(province: Province) -> bool:
    return not (province.city or province.dragon or is_stronghold(province) or province.terrain is Terrain.IMPASSABLE)


@hooks.AT_INCOME.add(90)
def bear(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T90: a new leader every turn, besides those of the normal roll (QJ-28.1-164)."""
    province = turn.province(talisman.province)
    leader = turn.new_leader(province.owner, province.name)
    turn.tell("birthstone", to=[province.owner], province=province.name, leader=leader.number)


@hooks.AT_START.add(93)
def recruit(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T93: 20 percent more troops for 2 zorans each, as far as the zorans go; not in a siege (QJ-28.1-171, QJ-28.1-172)."""
    province = turn.province(talisman.province)
    numbers = decided("powers")
    price = int(numbers["recruit_price"])
    gain = min(province.garrison * int(numbers["recruits"]) // 100, province.zorans // price)
    if province.besieged or not gain:
        return
    province.garrison += gain
    province.zorans -= gain * price
    turn.tell("recruited", to=[province.owner], province=province.name, troops=gain, zorans=gain * price)


@hooks.AT_INCOME.add(117)
def hatch(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T117: each turn, that of its transfer too, a dragon hatches with 50 percent (QJ-28.1-248 to QJ-28.1-250)."""
    province = turn.province(talisman.province)
    numbers = decided("powers")
    stream = turn.stream("dragon's egg", province.name)
    if turn.expected or not stream.percent(numbers["egg_hatches"]):
        return
    contents = decided("contents")
    owner, troops = province.owner, province.garrison
    province.garrison = 0
    capture.lose_province(turn, province.name)
    province.dragon = int(contents["dragon_strength"])
    hoard = int(contents["dragon_hoard"]) + int(contents["dragon_pip"]) * stream.between(1, int(contents["dragon_die"]))
    province.zorans += hoard
    leaders = turn.leaders_in(province.name)
    turn.tell("dragon hatched", to={owner, *(leader.owner for leader in leaders)}, province=province.name, troops=troops)
    for leader in leaders:
        devour_army(turn, leader.number)


@hooks.ON_TRANSFER.add(118)
def rush(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T118: the garrison goes looking for gold (QJ-28.1-252)."""
    talisman.counter = SEARCHING
    province = turn.province(talisman.province)
    to = {province.owner, turn.giver_of(talisman)}
    turn.tell("gold rush", to=to, province=province.name)


@hooks.ON_REMOVAL.add(118)
def call_off(turn: Turn, talisman: Talisman, receiver: Force, nothing: None) -> None:
    """T118: the search ends when it is handed out of the garrison, and only another transfer begins one (QJ-28.1-255)."""
    if receiver != talisman.holder:
        talisman.counter = 0


@hooks.ON_CAPTURE.add(118)
def forget(turn: Turn, talisman: Talisman, owner: str, nothing: None) -> None:
    """T118: those who were looking for gold are dead when their province is captured; the captor's troops stay at their posts,
    for it has not been transferred to them (QJ-28.1-252). Troops that change sides with it (T96) go on looking."""
    if not turn.province(talisman.province).garrison:
        talisman.counter = 0


@hooks.MAY_ATTACK.add(118)
def busy(turn: Turn, talisman: Talisman, nothing: None, why: str) -> str:
    """T118: no attacks while the search lasts (QJ-28.1-252)."""
    return why if talisman.counter != SEARCHING else f"The garrison of {talisman.province} is looking for gold (T118)."


@hooks.AT_INCOME.add(118)
def strike_gold(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T118: with 20 percent 150 to 200 zorans appear and the search is over (QJ-28.1-254)."""
    numbers = decided("powers")
    stream = turn.stream("gold rush", talisman.province)
    if talisman.counter != SEARCHING or turn.expected or not stream.percent(numbers["gold_found"]):
        return
    low, high = numbers["gold"]
    found = stream.between(low, high)
    province = turn.province(talisman.province)
    province.zorans += found
    talisman.counter = FOUND
    turn.tell("gold found", to=[province.owner], province=province.name, zorans=found)
