"""Examples of orders with the reader's own leaders and provinces: what to write in place of a line that cannot be read."""

from __future__ import annotations

import re

from postern.rulesets.great_jewels.geography import exists, neighbours
from postern.rulesets.great_jewels.orders.forms import ANY_LEADER, ANY_PLACE, PROVINCE, clean
from postern.rulesets.great_jewels.orders.moves import GO
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.wording import listed
from postern.rulesets.great_jewels.world import Leader, Terrain

_MOVE = re.compile(rf"\b(?:{GO}|FORCEMARCH|COME|RETURN)\b")
_FIGHT = re.compile(r"\b(?:ATTACK|ASSAULT|FIGHT|KILL|CHARGE|STORM|CONQUER|CAPTURE|TAKE)")
_BUILD = re.compile(r"\b(?:BUILD|BILD|CONSTRUCT|CITADEL|CASTLE|WALL|CSP|NAV(?:Y|IES)|FLEET|SHIP|ROAD|RAISE)")
_GIVE = re.compile(r"\b(?:GIVE|HAND|TRANSFER|PASS|LEND|BRING|LOAD|SEND|PUT|DROP)")
_RAID = re.compile(r"\bRAID")
_BUY = re.compile(r"\b(?:BUY|HIRE|RECRUIT|PURCHASE|MERC)")
_OWN_LEADER = re.compile(r"(?<![A-Z0-9])L ?0*([0-9]{1,9})(?![0-9])")
_TALISMAN = re.compile(r"T ?0*([0-9]{1,3})(?![0-9])")
_PLACE = re.compile(rf"(?<![A-Z0-9])G? ?({PROVINCE})")


def filled(text: str, view: View) -> str:
    """A remedy with the reader's own names in the places left for them."""
    if "<" not in text:
        return text
    leader = _any_leader(view)
    return text.replace(ANY_LEADER, f"L{leader.number}" if leader else "L13").replace(
        ANY_PLACE, next_to(leader.province, view) if leader else "B4"
    )


def next_to(place: str, view: View) -> str:
    """A province beside this one, the easiest land first."""
    return min(neighbours(place), key=lambda name: ("CFMI".index(view.terrain(name).value), name in view.provinces))


def leader_named(spaced: str, view: View) -> Leader | None:
    """The reader's leader that the text names, the first of several."""
    numbers = (int(found) for found in _OWN_LEADER.findall(spaced))
    return next((view.leaders[number] for number in numbers if number in view.leaders), None)


def remedy(spaced: str, view: View) -> str:
    """How to write what these words, in capitals, seem to want, with the leader or province named in them or another own."""
    leader = leader_named(spaced, view) or _any_leader(view)
    if (talisman := _TALISMAN.match(spaced)) and int(talisman[1]) in CATALOGUE:
        return _talisman(int(talisman[1]))
    place = _province_named(spaced, view) or (leader.province if leader and leader.province in view.provinces else "")
    place = place or next(iter(view.provinces), "")
    goes, fights = _MOVE.search(spaced), _FIGHT.search(spaced)
    if leader and goes and fights and goes.start() < fights.start():
        return f"A force marches or attacks in a turn, not both. {_march(leader, view, spaced)}"
    if leader and fights:
        return _fight(leader, view)
    if place and _RAID.search(spaced):
        return f"To raid next door with 5 troops:  G{place}R5{next_to(place, view)}"
    if place and _BUILD.search(spaced):
        return f"G{place}BC2 builds 2 citadel points in {place}, G{place}BN1 a navy, G{place}BD a road."
    if leader and _BUY.search(spaced):
        return f"L{leader.number}Y buys mercenaries with all the zorans that L{leader.number} carries."
    if leader and _GIVE.search(spaced):
        there = f", G{leader.province}T5TL{leader.number} 5 of the garrison to him" if leader.province in view.provinces else ""
        return f"L{leader.number}T5TG hands 5 troops to the garrison of {leader.province}{there}; Z for T means zorans."
    if leader and (goes or (leader_named(spaced, view) and _beside(leader, view, spaced))):
        return _march(leader, view, spaced)
    return _forms(leader, place, view)


def _fight(leader: Leader, view: View) -> str:
    own = f"L{leader.number} stands in {leader.province}"
    here = f"{'and ' if leader.province not in view.provinces else ''}L{leader.number}AG attacks the garrison there"
    entry = view.entries.get(leader.province)
    seen = [one.number for one in entry.leaders if one.owner != view.seat and not one.killed] if entry is not None else []
    if seen and entry is not None and entry.turn == view.turn:
        return f"{own}. To attack whom you saw there:  {listed([f'L{leader.number}AL{number}' for number in seen[:4]], 'or')}"
    if leader.province in view.provinces:
        return f"{own}, which is yours. An attack names who is there, as in L{leader.number}AL and the enemy leader's number."
    return f"{own}, {here}; L{leader.number}AL and a number attacks a leader."


def passable_beside(place: str, view: View) -> list[str]:
    """The provinces beside this one that a march can enter."""
    return [name for name in neighbours(place) if view.terrain(name) is not Terrain.IMPASSABLE]


def _beside(leader: Leader, view: View, spaced: str) -> str:
    """A province that the words name and that the leader can step into, or ""."""
    ways = passable_beside(leader.province, view)
    return next((name for name in map(clean, _PLACE.findall(spaced)) if name in ways), "")


def _march(leader: Leader, view: View, spaced: str) -> str:
    ways = passable_beside(leader.province, view)
    near = _beside(leader, view, spaced) or next_to(leader.province, view)
    return f"L{leader.number} is in {leader.province}, next to {listed(ways, 'and')}. To march there:  L{leader.number}M{near}"


def _forms(leader: Leader | None, place: str, view: View) -> str:
    shown = []
    if leader:
        shown.append(f"L{leader.number}M{next_to(leader.province, view)} (march)")
    if place:
        shown.append(f"G{place}BC2 (build)")
    if leader:
        shown.append(f"L{leader.number}AG (attack the garrison where he is)")
    if not shown:
        return "HELP ORDERS lists all forms."
    return f"Orders look like {', '.join(shown)}; HELP ORDERS lists all."


def _talisman(number: int) -> str:
    order = CATALOGUE[number].order
    own = f"{order.replace('Tnn=', f'T{number}=').replace('Tn=', f'T{number}=')} uses it; " if order else ""
    return f"{own}T{number}{ANY_LEADER} hands it to a leader beside it, T{number}G to the garrison."


def _any_leader(view: View) -> Leader | None:
    """The strongest of the reader's leaders, the first of several."""
    return max(view.leaders.values(), key=lambda one: (one.troops, -one.number), default=None)


def _province_named(spaced: str, view: View) -> str:
    named = (clean(found) for found in _PLACE.findall(spaced))
    return next((name for name in named if exists(name) and name in view.provinces), "")
