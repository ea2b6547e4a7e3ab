"""Sailing in step 7 (chapter 9, ruling 2): who may sail, storms, drift, landing."""

from __future__ import annotations

from postern.game.kit.report.telling import counted, listed
from postern.rulesets.great_jewels.rules import hooks
from postern.rulesets.great_jewels.rules.battle import waylay
from postern.rulesets.great_jewels.rules.battle.aftermath import kill_leader
from postern.rulesets.great_jewels.rules.checks import settle_crew, unseen
from postern.rulesets.great_jewels.rules.movement.arriving import end_move, enter
from postern.rulesets.great_jewels.tables import COAST, along_coast, coastal, decided, distance, sailing_distance
from postern.rulesets.great_jewels.turn.orders import Issued, Sail
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, Leader, Province, Terrain

_RULES = decided("sailing")


def storm_percent(distance: int) -> int:
    """The chance of drifting, and again of storm losses, over a distance in hexes: 2 percent a hex after the first."""
    return int(_RULES["percent_a_hex"]) * (distance - 1)


def may_land(turn: Turn, leader: Leader, name: str) -> bool:
    """True for coastal provinces that a navy may make for: no Forbidden City, not impassable, not sealed."""
    province = turn.province(name)
    if not coastal(name) or province.city or province.terrain is Terrain.IMPASSABLE:
        return False
    return name not in turn.sealed or hooks.MAY_ENTER.fold(turn, Force(leader=leader.number), False, name)


def landing_multiple(turn: Turn, province: str) -> int:
    """How many times their normal attack the defenders of a coastal province strike at a landing navy: talismans in its own
    garrison and in both neighbouring coastal provinces of the same owner tell (QJ-28.1-107)."""
    owner = turn.province(province).owner
    multiple = 1
    for name in (province, along_coast(province, 1), along_coast(province, -1)):
        if turn.province(name).owner == owner:
            multiple = hooks.LANDING_MULTIPLE.fold(turn, Force(garrison=name), multiple, province)
    return multiple


def may_sail(turn: Turn, issued: Issued, order: Sail, leader: Leader) -> bool:
    """Step 5b: from an own coastal province, or one of a player who has declared the sailor an ally, with a navy left there,
    to a coastal province within 12 hexes (QJ-09-07 to QJ-09-09)."""
    origin = turn.province(leader.province)
    who = f"L{leader.number}"
    if not coastal(origin.name):
        why = f"{who} is in {origin.name}, which does not touch the ocean."
        turn.fail(issued, "NOT COASTAL", why, _harbours(turn, leader.owner))
    elif not origin.owner or not turn.declared_ally(origin.owner, leader.owner):
        why = f"The navies of {origin.name} belong to {origin.owner or 'nobody'}, who has not declared you an ally."
        turn.fail(issued, "NO NAVY", why, "You sail from your own provinces, or from those of a player who calls you ally.")
    elif _free_navies(turn, origin.name) <= 0:
        why = f"{origin.name} has {counted(origin.navies, 'navy', 'navies')}, and each carries one leader."
        if origin.navies:
            why = f"{why[:-1]}; earlier orders take them."
        turn.fail(issued, "NO NAVY", why, *_one_more(origin, leader))
    elif order.province == origin.name:
        turn.fail(issued, "NOT ADJACENT", f"{who} is in {origin.name} already.")
    elif not coastal(order.province):
        near = _nearest_landing(turn, leader, order.province)
        turn.fail(issued, "NOT COASTAL", f"{order.province} does not touch the ocean.", *_offer(leader, near))
    elif far := too_far(turn, leader, order.province):
        turn.fail(issued, "NOT ENOUGH MP", far, *_offer(leader, _nearest_landing(turn, leader, order.province)))
    elif not may_land(turn, leader, order.province):
        _refuse_goal(turn, issued, order, leader)
    elif hooks.MAY_ENTER.fold(turn, Force(leader=leader.number), origin.name not in turn.sealed, origin.name):
        return _trust(turn, issued, leader, origin)
    else:
        turn.fail(issued, "SEALED", f"{origin.name} is sealed by a spell; nobody leaves it this turn.")
    return False


def _harbours(turn: Turn, seat: str) -> str:
    """Where a player's navies lie; without any, where he can build them."""
    own = [place.name for place in turn.world.provinces.values() if place.owner == seat and place.navies]
    return f"Your navies lie in {listed(own[:12])}." if own else own_coast(turn, seat)


def _free_navies(turn: Turn, origin: str) -> int:
    taken = sum(
        1
        for number, issued in turn.marching.items()
        if isinstance(issued.order, Sail) and turn.place_of(Force(leader=number)) == origin
    )
    return turn.province(origin).navies - taken


def _one_more(origin: Province, leader: Leader) -> tuple[str, str]:
    """How the province comes to a further navy this turn, and the line for it, if its owner leads the sailor and can pay."""
    price = navy_price(origin)
    if origin.owner != leader.owner or origin.besieged:
        return "", ""
    if origin.zorans < price:
        return f"A navy costs {price} zorans there; {origin.name} has {origin.zorans} left.", ""
    return "A navy built this turn can sail this turn:", f"G{origin.name}BN1"


def _refuse_goal(turn: Turn, issued: Issued, order: Sail, leader: Leader) -> None:
    province = turn.province(order.province)
    offer = _offer(leader, _nearest_landing(turn, leader, order.province))
    if province.city:
        turn.visit(leader.owner, province.name)
        turn.fail(issued, "LOCKED", f"{province.name} is a Forbidden City; no navy lands there.", *offer)
    elif province.terrain is Terrain.IMPASSABLE:
        turn.fail(issued, "IMPASSABLE", f"{province.name} is impassable; no navy lands there.", *offer)
    else:
        turn.fail(issued, "SEALED", f"{province.name} is sealed by a spell; nobody enters it this turn.", *offer)


def _trust(turn: Turn, issued: Issued, leader: Leader, port: Province) -> bool:
    """True; tells who is to sail from an ally's port what he cannot know (QJ-22-06)."""
    if turn.expected and port.owner != leader.owner:
        turn.note(issued, "NO NAVY", waits_for_host(leader.number, port.owner))
    return True


def waits_for_host(number: int, host: str) -> str:
    """On what the voyage of a leader depends who sails from the port of another player."""
    return f"L{number} sails only if {host}, who owns the port, has declared you an ally and has a navy for him."


def too_far(turn: Turn, leader: Leader, goal: str) -> str:
    """Why no navy carries him from one coast to the other in one turn; "" when one can."""
    hexes, reach = sailing_distance(leader.province, goal), _range(turn, leader, goal)
    return f"{goal} is {hexes} hexes from {leader.province} by sea; a navy sails {reach}." if hexes > reach else ""


def _range(turn: Turn, leader: Leader, goal: str) -> int:
    return hooks.SAIL_RANGE.fold(turn, Force(leader=leader.number), int(_RULES["range"]), goal)


def _nearest_landing(turn: Turn, leader: Leader, goal: str) -> str:
    """The landing within range that lies nearest to a goal out of reach, "" when there is none. Looked for only while
    orders are checked, in the world as their giver knows it."""
    if not turn.expected:
        return ""
    reachable = [
        name
        for name in COAST
        if name != leader.province
        and may_land(turn, leader, name)
        and sailing_distance(leader.province, name) <= _range(turn, leader, name)
    ]
    return min(reachable, key=lambda name: distance(name, goal), default="")


def _offer(leader: Leader, landing: str) -> tuple[str, str]:
    return (f"The nearest landing within range is {landing}.", f"L{leader.number}S{landing}") if landing else ("", "")


# --- step 7 --------------------------------------------------------------------------------------------------------------


def sail(turn: Turn, order: Sail, leader: Leader) -> bool:
    """The voyage on the navy that was kept for him in step 5b: drift and losses by storm, then the landing (QJ-09-10 to
    QJ-09-16). True, for it is always carried out."""
    origin, number = turn.province(leader.province), leader.number
    percent = storm_percent(sailing_distance(origin.name, order.province))
    drift, losses = _drift_percent(turn, leader, percent), hooks.STORM_CHANCE.fold(turn, Force(leader=number), percent, number)
    landfall = _landfall(turn, leader, order.province, drift)
    turn.visit(leader.owner, origin.name)
    turn.departures[origin.name].append(f"L{number}->SEA")
    turn.flag(Force(leader=number), "-S")
    turn.moved.add(number)
    before = leader.troops
    drowned = _storm(turn, leader, losses)
    data = {
        "leader": number,
        "start": origin.name,
        "goal": order.province,
        "landfall": landfall,
        "before": before,
        "lost": before - leader.troops,
        "drowned": drowned,
        "percent": percent,
        "refused": not drowned and _sent_back(turn, leader, landfall),
    }
    if turn.expected:  # the odds as the giver knows them, for the answer to his letter
        data |= {"drift_percent": drift, "storm_percent": losses}
    turn.tell("sailed", to=[leader.owner], **data)
    if data["refused"]:
        turn.visit(leader.owner, landfall)
        whose = {"leader": 0, "owner": ""} if unseen(turn, Force(leader=number)) else {"leader": number, "owner": leader.owner}
        turn.tell("landing refused", to=[turn.province(landfall).owner], province=landfall, **whose)
        settle_crew(turn, number)
        return True
    if drowned:
        kill_leader(turn, number, "storm", to=landfall)
    _hand_over_navy(turn, leader, origin.name, landfall)
    if not drowned:
        _land(turn, leader, landfall)
    return True


def _drift_percent(turn: Turn, leader: Leader, percent: int) -> int:
    percent = hooks.DRIFT_CHANCE.fold(turn, Force(leader=leader.number), percent, leader.number)
    return hooks.DRIFT_CHANCE.fold(turn, Force(garrison=leader.province), percent, leader.number)


def _landfall(turn: Turn, leader: Leader, goal: str, percent: int) -> str:
    """Where the navy comes to land: the goal, or 1 to 3 places along the coast from it (ruling 2)."""
    if turn.expected:
        return goal
    stream = turn.stream("drift", leader.number)
    if not stream.percent(percent):
        return goal
    places = stream.between(1, int(_RULES["drift_farthest"]))
    return drifted(turn, leader, goal, places, stream.choice((1, -1)))


def drifted(turn: Turn, leader: Leader, goal: str, places: int, direction: int) -> str:
    """The landing so many places along the coast from the goal; provinces where nobody can land are skipped."""
    at = goal
    while places:
        at = along_coast(at, direction)
        if may_land(turn, leader, at):
            places -= 1
    return at


def _storm(turn: Turn, leader: Leader, percent: int) -> bool:
    """Rolls for losses at sea: 1 to 5 on the die cost so many tenths of the troops, 6 all of them and perhaps the leader.
    True when he drowns. Zorans and equipment of an army without troops sink."""
    if turn.expected:
        return False
    stream = turn.stream("storm", leader.number)
    if not stream.percent(percent):
        return False
    die = stream.between(1, int(_RULES["die"]))
    if die < int(_RULES["die"]):
        leader.troops -= leader.troops * die * int(_RULES["percent_a_pip"]) // 100
    else:
        leader.troops = 0
    if leader.troops == 0:
        leader.zorans = leader.rams = leader.towers = 0
    return die == int(_RULES["die"]) and stream.percent(int(_RULES["leader_drowns_percent"]))


def _hand_over_navy(turn: Turn, leader: Leader, origin: str, landfall: str) -> None:
    """The navy lies where it landed and belongs to whoever owns that province (QJ-09-04, QJ-09-07). The owners learn it."""
    if origin == landfall:
        return
    for kind, name, change in (("navy gone", origin, -1), ("navy came", landfall, 1)):
        province = turn.province(name)
        province.navies += change
        if province.owner != leader.owner:
            turn.tell(kind, to=[province.owner], province=name, navies=province.navies)


def _sent_back(turn: Turn, leader: Leader, landfall: str) -> bool:
    owner = turn.province(landfall).owner
    if owner == leader.owner or turn.declared_ally(owner, leader.owner):
        return False
    return hooks.REFUSES_LANDING.fold(turn, Force(garrison=landfall), False, leader.number)


def _land(turn: Turn, leader: Leader, landfall: str) -> None:
    enter(turn, leader.number, landfall)
    settle_crew(turn, leader.number)
    hooks.ON_LANDING.fold(turn, Force(leader=leader.number), None, landfall)
    waylay.landing_waylay(turn, leader.number, landfall, landing_multiple(turn, landfall))
    if turn.leader(leader.number) is leader:
        end_move(turn, leader.number)


def navy_price(province: Province) -> int:
    """Zorans for one navy: 25, or 15 in forest whoever builds (QJ-09-05, QJ-09-06)."""
    return int(decided("building")["navy_in_forest" if province.terrain is Terrain.FOREST else "navy"])


def own_coast(turn: Turn, seat: str) -> str:
    """Which provinces a player can build navies in, in words."""
    own = [place.name for place in turn.world.provinces.values() if place.owner == seat and coastal(place.name)]
    return f"Your coastal provinces: {', '.join(own[:12])}." if own else "You own no coastal province now."
