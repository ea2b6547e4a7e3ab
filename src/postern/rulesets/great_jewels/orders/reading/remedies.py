"""What to write for a fight, a raid, a building or a gift that the words want: with their numbers, places and leaders where
these fit, and else nothing. Every function takes the words in capitals and gives the remedy, or "" when none is sure.
"""

from __future__ import annotations

import re

from postern.game.kit.report.telling import counted, listed
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.orders.arguments import PROVINCE, clean, goods
from postern.rulesets.great_jewels.orders.text import simplify
from postern.rulesets.great_jewels.tables import coastal, exists, neighbours, spoken, titled
from postern.rulesets.great_jewels.world.records import Force, Leader, LeaderEntry, Province, Talisman, Terrain

_PLACE = re.compile(rf"(?<![A-Z0-9])G? ?({PROVINCE})")
_GOAL = re.compile(rf"\b(?:RAIDS?|RAIDING|TO|INTO|ON|AGAINST) G?({PROVINCE})")
_NUMBER = re.compile(r"(?<![A-Z0-9])0*([1-9][0-9]{0,8})(?![A-Z0-9])")
_LEADER = re.compile(r"(?<![A-Z0-9])L0*([1-9][0-9]{0,8})(?![0-9])")
_TO_LEADER = re.compile(r"\b(?:TO|ONTO|INTO|FOR|GIVES?|HANDS?) L0*([1-9][0-9]{0,8})(?![0-9])")
_TO_GARRISON = re.compile(rf"\b(?:TO|INTO|IN) (?:GARRISON|G?{PROVINCE})")
_WHAT = re.compile(r"\b(?:TROOPS?|MEN|ZORANS?|GOLD|MONEY|COINS?|RAMS?|TOWERS?)\b")
_GOODS = (("Z", r"ZORANS?|GOLD|MONEY|COINS?"), ("R", r"RAMS?"), ("S", r"TOWERS?"))


def places(spaced: str) -> list[str]:
    """The provinces that the words name, in their order."""
    return [name for name in map(clean, _PLACE.findall(spaced)) if exists(name)]


def _number(spaced: str, otherwise: int) -> int:
    found = _NUMBER.search(spaced)
    return int(found[1]) if found else otherwise


def players_named(spaced: str, view: View) -> list[str]:
    """The other players whom the words name."""
    return [name for name in view.players if name != view.seat and re.search(rf"\b{name}\b", spaced)]


def talisman_named(spaced: str, view: View) -> Talisman | None:
    """The reader's talisman that the words name by its name."""
    named = (one for one in view.talismans.values() if re.search(rf"\b{re.escape(simplify(one.name))}\b", spaced))
    return next(named, None)


def foes(place: str, view: View) -> list[LeaderEntry]:
    """Leaders of others, allies left out, whom the latest printout shows there."""
    entry = view.current.get(place)
    friends = {view.seat, *view.player.allies}
    return [one for one in entry.leaders if one.owner not in friends and not one.killed] if entry is not None else []


def fight(spaced: str, named: Leader | None, leader: Leader, view: View) -> str:
    """``named`` is the own leader whom the words name; without one, an own leader who stands with the enemy they name."""
    players = players_named(spaced, view)
    numbers = {int(found) for found in _LEADER.findall(spaced)} - view.leaders.keys()
    for one in [named] if named else [leader, *view.leaders.values()]:
        seen = [
            foe.number
            for foe in foes(one.province, view)
            if (not players or foe.owner in players) and (not numbers or foe.number in numbers)
        ]
        if seen:
            sign, condition = ("C", ", if attacked") if re.search(r"\b(?:IF|CONDITION\w*)\b", spaced) else ("A", "")
            codes = listed([f"L{one.number}{sign}L{number}" for number in seen[:4]], "or")
            return f"L{one.number} stands in {spoken(one.province)}. To attack whom you saw there{condition}:  {codes}"
    own = f"L{leader.number} stands in {spoken(leader.province)}"
    if leader.province in view.provinces:
        return f"{own}, which is yours. An attack names who is there, as in L{leader.number}AL and the enemy leader's number."
    entry = view.entries.get(leader.province)
    if players or (
        entry is not None and (entry.tag in view.player.allies or not (entry.garrison or entry.fogged or entry.locked))
    ):
        return f"{own}; L{leader.number}AL and a number attacks a leader there."
    return f"{own}, and L{leader.number}AG attacks the garrison there; L{leader.number}AL and a number attacks a leader."


def raid(spaced: str, leader: Leader | None, view: View) -> str:
    """A raid from an own force beside the province named, from one named before others, with the number named."""
    if re.search(r"\b(?:AROUND|SIDES|EVERYWHERE)\b", spaced):
        return ""
    named = places(spaced)
    found = _GOAL.search(spaced)
    others = [name for name in named if name not in view.provinces]
    goal = clean(found[1]) if found and clean(found[1]) in named else others[0] if others else ""
    forces = [(Force(garrison=name), name, one.garrison) for name, one in view.provinces.items() if not one.besieged]
    forces += [
        (Force(leader=one.number), one.province, one.troops)
        for one in view.leaders.values()
        if one is leader and f"L{one.number}" != goal
    ]
    goals = [goal] if goal else list(view.terrain_map)
    ways = [
        (force, name, near, troops)
        for force, name, troops in forces
        for near in neighbours(name)
        if troops and near in goals and view.terrain(near) is not Terrain.IMPASSABLE
    ]
    if not ways:
        return f"None of your garrisons stands beside {spoken(goal)}; raiders go next door only." if goal else ""
    sought = _number(spaced, 5)
    force, _, near, troops = min(
        ways,
        key=lambda way: (
            not way[0].leader,
            way[1] not in named or way[1] == goal,
            way[3] < sought,
            "CFMI".index(view.terrain(way[2]).value),
            way[2] in view.provinces,
            -way[3],
        ),
    )
    written = (
        leader.province if leader and f"L{leader.number}" != goal else next((name for name in named if name != goal), near)
    )
    apart = written != near and near not in neighbours(written)
    other = f"{spoken(near)[0].upper()}{spoken(near)[1:]} does not border {spoken(written)}. " if apart else ""
    if re.search(r"\bALL\b", spaced):
        return f"{other}To raid {spoken(near)} with all troops:  {force}R#{near}"
    number = min(sought, troops)
    return f"{other}To raid {spoken(near)} with {counted(number, 'troop')}:  {force}R{number}{near}"


def build(spaced: str, named: Leader | None, place: str, view: View) -> str:
    """The building that the words name, or all that the place can build."""
    if re.search(r"\bRAMS?\b|\bTOWERS?\b", spaced):
        return _engines(spaced, named, place, view)
    if re.search(r"\bROAD", spaced):
        has = view.provinces[place].road
        return f"There is a road in {spoken(place)} already." if has else f"To build a road in {spoken(place)}:  G{place}BD"
    if re.search(r"\b(?:NAV(?:Y|IES)|FLEET|SHIP|BOAT)", spaced):
        if not coastal(place):
            return f"Navies are built only on the coast, where {spoken(place)} does not lie."
        return f"To build {counted(_number(spaced, 1), 'navy', 'navies')} in {spoken(place)}:  G{place}BN{_number(spaced, 1)}"
    navy = f"G{place}BN1 a navy, " if coastal(place) else ""
    number = _number(spaced, 2) if re.search(r"\b(?:CITADEL|CASTLE|WALL|CSP)", spaced) else 2
    points = counted(number, "citadel point")
    return f"G{place}BC{number} builds {points} in {spoken(place)}, {navy}G{place}BD a road."


def _engines(spaced: str, named: Leader | None, place: str, view: View) -> str:
    letter, noun = ("R", "ram") if re.search(r"\bRAMS?\b", spaced) else ("S", "siege tower")
    found = _TO_LEADER.search(spaced)
    army = (view.leaders.get(int(found[1])) if found else named) or next(
        (one for one in view.leaders.values() if one.province == place), None
    )
    if found and int(found[1]) not in view.leaders:
        return ""
    if army is None or army.province not in view.provinces:
        where = f"; L{army.number} is in {spoken(army.province)}" if army else ""
        return f"A province of yours builds {noun}s onto an army that stands there{where}."
    number = _number(spaced, 1)
    what = counted(number, noun)
    return f"To build {what} onto L{army.number}:  G{army.province}B{letter}{number}L{army.number}"


def give(spaced: str, named: Leader | None, leader: Leader, view: View) -> str:
    """A talisman by its name, or goods from the giver to the receiver whom the words name; else what the leader can hand."""
    if talisman := _talisman_given(spaced, view):
        return talisman
    found = _TO_LEADER.search(spaced)
    receiver = view.leaders.get(int(found[1])) if found else None
    letter = next((sign for sign, words in _GOODS if re.search(rf"\b(?:{words})\b", spaced)), "T")
    quantity = "#" if re.search(r"\bALL\b", spaced) else str(_number(spaced, 5))
    if re.search(r"\bTAKES?\b", spaced):
        receiver = receiver or named
    givers = [view.leaders[int(one)] for one in _LEADER.findall(spaced) if int(one) in view.leaders]
    giver = next((one for one in givers if one is not receiver), None)
    if found and receiver is None:
        return ""
    if receiver is not None and (_NUMBER.search(spaced) or _WHAT.search(spaced)):
        return _goods_to(receiver, giver, letter, quantity, view)
    if named and letter in "TZ" and _NUMBER.search(spaced) and _TO_GARRISON.search(spaced) and named.province in view.provinces:
        return f"To hand {_them(quantity)} to the garrison of {spoken(named.province)}:  L{named.number}T{quantity}{letter}G"
    if named is None and leader.province not in view.provinces:
        leader = next((one for one in view.leaders.values() if one.province in view.provinces), leader)
    quantity = quantity if _WHAT.search(spaced) else "5"
    return _what_he_can_hand(leader, view, letter if letter in "TZ" else "T", quantity)


def _them(quantity: str) -> str:
    return "it" if quantity == "1" else "them"


def _goods_to(receiver: Leader, giver: Leader | None, letter: str, quantity: str, view: View) -> str:
    """From the leader named if he has it there, else from the garrison; "" when neither can."""
    if giver and giver.province == receiver.province and getattr(giver, goods(letter)):
        return f"To hand {_them(quantity)} to L{receiver.number}:  L{giver.number}T{quantity}{letter}L{receiver.number}"
    place = view.provinces.get(receiver.province)
    if place is not None and _stock(place, letter) and not place.besieged:
        return f"To hand {_them(quantity)} to L{receiver.number}:  G{place.name}T{quantity}{letter}L{receiver.number}"
    return ""


def _stock(place: Province, letter: str) -> int:
    """What a garrison has of the goods that it can hand over."""
    return {"T": place.garrison, "Z": place.zorans}.get(letter, 0)


def _talisman_given(spaced: str, view: View) -> str:
    """For an own talisman that the words name by its name: its transfer if the receiver stands with it."""
    own = talisman_named(spaced, view)
    found = _TO_LEADER.search(spaced)
    if own is None:
        return ""
    holder = view.leaders.get(own.leader)
    place = holder.province if holder else own.province
    receiver = view.leaders.get(int(found[1])) if found else None
    what = f"{titled(own.name)} is T{own.number}"
    if receiver is None or receiver is holder:
        return f"{what}; T{own.number}L and a number hands it to that leader, T{own.number}G to the garrison."
    if receiver.province != place:
        there = f"L{receiver.number} in {spoken(receiver.province)}"
        return f"{what}. It is in {spoken(place)}, {there}; talismans pass only between forces in one province."
    return f"{what}. To hand it to L{receiver.number}:  T{own.number}L{receiver.number}"


def _what_he_can_hand(leader: Leader, view: View, letter: str, quantity: str) -> str:
    place = view.provinces.get(leader.province)
    if place is None or place.besieged:
        return ""
    noun = "troop" if letter == "T" else "zoran"
    ways = []
    for giver, stock, taker, end in (
        (f"L{leader.number}", getattr(leader, f"{noun}s"), f"the garrison of {spoken(place.name)}", "G"),
        (f"G{place.name}", _stock(place, letter), f"L{leader.number}", f"L{leader.number}"),
    ):
        if stock:
            many = quantity if quantity == "#" else str(min(int(quantity), stock))
            what = f"all {noun}s" if many == "#" else counted(int(many), noun)
            ways.append(f"{giver}T{many}{letter}{end} hands {what} to {taker}")
    return f"{', '.join(ways)}{'; Z for T means zorans' if letter == 'T' else ''}." if ways else ""
