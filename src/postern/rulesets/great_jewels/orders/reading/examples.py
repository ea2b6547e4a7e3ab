"""Examples of orders with the reader's own leaders and provinces: what to write in place of a line that cannot be read, or of
a direction of the compass.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from postern.game.kit.orders.kinds import Refusal
from postern.game.kit.report.telling import counted, listed
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.orders.arguments import ANY_LEADER, ANY_PLACE, PROVINCE, clean
from postern.rulesets.great_jewels.orders.moves import GO
from postern.rulesets.great_jewels.orders.reading import remedies
from postern.rulesets.great_jewels.tables import CATALOGUE, STEPS, exists, hex_of, name_of, neighbours, spoken
from postern.rulesets.great_jewels.world.records import Leader, Terrain

_MOVE = re.compile(rf"\b(?:{GO}|FORCEMARCH|COME|RETURN)\b")
_GOODS = r"\b(?:TROOPS?|MEN|ZORANS?|GOLD|RAMS?|TOWERS?|[0-9]+)\b"
_FIGHT = re.compile(rf"\b(?:ATTACK|ASSAULT|FIGHT|KILL|CHARGE|STORM|CONQUER|CAPTURE|TAKE(?!.*{_GOODS}))")
_BUILD = re.compile(
    r"\b(?:BUILD|BILD|CONSTRUCT|CITADEL|CASTLE|WALL|CSP|NAV(?:Y|IES)|FLEET|SHIP|ROAD|RAISE|MAKE.*\b(?:RAM|TOWER))"
)
_GIVE = re.compile(r"\b(?:GIVE|HAND|TRANSFER|PASS|LEND|BRING|LOAD|SEND|PUT|DROP|TAKE)")
_SENT = re.compile(r"\b(?:BRING|SEND|TAKE)S? L ?[0-9]+ (?:IN)?TO\b")
_LED = re.compile(
    rf"(?<![A-Z0-9])L[0-9]+ (?:AND|WITH|TAKES?|LEADS?|BRINGS?) ([0-9]+) (?:TROOPS?|MEN|SOLDIERS?|WARRIORS?)?\b"
    rf".*\bTO {PROVINCE}\b"
)
"""A leader and how many he takes along to a province."""
_RAID = re.compile(r"\bRAID")
_BUY = re.compile(r"\b(?:BUY|HIRE|RECRUIT|PURCHASE|MERC)")
_OWN_LEADER = re.compile(r"(?<![A-Z0-9])(?<!TO )(?<!VIA )(?<!THROUGH )L ?0*([0-9]{1,9})(?![0-9])")
_PEACE = re.compile(r"\b(?:PEACE|ALLY|ALLIANCE|FRIEND)")
_WAR = re.compile(r"\bWAR\b")
_CITY = re.compile(r"\b(?:OPEN|UNLOCK|ENTER)\b.*\bCITY\b")
_TALISMAN = re.compile(r"T ?0*([0-9]{1,3})(?![0-9])")
_GOAL = re.compile(rf"\b(?:IN)?TO G?({PROVINCE})")
_HOME = re.compile(r"\b(?:BACK )?(?:TO )?HOME\b")
_ALL_IN = re.compile(rf"\bALL LEADERS (?:IN|AT|FROM|OF) G?({PROVINCE})")
_VIA = re.compile(rf"\b(?:VIA|THROUGH|BY WAY OF) ({PROVINCE})")


def filled(text: str, view: View) -> str:
    """A remedy with the reader's own names in the places left for them."""
    if "<" not in text:
        return text
    leader = _any_leader(view)
    text = _LEADER_IN.sub(lambda found: _leader_in(found[1], view), text)
    text = _HANDING.sub(lambda found: _how_to_hand(int(found[1]), view), text)
    return text.replace(ANY_LEADER, f"L{leader.number}" if leader else "L13").replace(
        ANY_PLACE, next_to(leader.province, view) if leader else "B4"
    )


_LEADER_IN, _HANDING = re.compile(r"<leader in ([A-S][0-9]+)>"), re.compile(r"<handing T([0-9]+)>")


def _leader_in(place: str, view: View) -> str:
    """The strongest own leader there; without one, the words for his place."""
    strongest = _strongest(one for one in view.leaders.values() if one.province == place)
    return f"L{strongest.number}" if strongest else "L and his number"


def _how_to_hand(number: int, view: View) -> str:
    """For a talisman that the reader holds: to whom it can go; that it is not his, for others."""
    held = view.talismans.get(number)
    if held is None:
        return "You do not hold it."
    place = held.province or view.leaders[held.leader].province
    beside = _strongest(one for one in view.leaders.values() if one.province == place and one.number != held.leader)
    codes = [f"T{number}L{beside.number}"] if beside else []
    codes += [f"T{number}G"] if held.leader and place in view.provinces else []
    return f"To hand it on, write {listed(codes, 'or')}." if codes else f"It is in {spoken(place)}, with nobody beside it."


def next_to(place: str, view: View) -> str:
    """A province beside this one, the easiest land first."""
    return min(neighbours(place), key=lambda name: ("CFMI".index(view.terrain(name).value), name in view.provinces))


def leader_named(spaced: str, view: View) -> Leader | None:
    """The reader's leader that the text names, the first of several; what stands after TO or VIA is a province of row L."""
    numbers = (int(found) for found in _OWN_LEADER.findall(spaced))
    return next((view.leaders[number] for number in numbers if number in view.leaders), None)


def remedy(spaced: str, view: View) -> str:
    """How to write what these words, in capitals, seem to want, with the leader or province named in them or another own."""
    named = leader_named(spaced, view)
    leader = named or _any_leader(view)
    if (talisman := _TALISMAN.match(spaced)) and int(talisman[1]) in CATALOGUE:
        return _talisman(int(talisman[1]))
    spaced = _HOME.sub(f"TO {view.player.home}", spaced)
    if every := _ALL_IN.search(spaced):
        return _all_leaders(clean(every[1]), view, spaced)
    place = _province_named(spaced, view) or (leader.province if leader and leader.province in view.provinces else "")
    place = place or next(iter(view.provinces), "")
    if other := _towards_others(spaced, leader, view):
        return other
    goes, fights = _MOVE.search(spaced), _FIGHT.search(_without_names(spaced, view))
    if goes and not named:
        leader = next((one for one in view.leaders.values() if _route(one, view, spaced)), leader)
    if leader and goes and fights and goes.start() < fights.start():
        return f"A force marches or attacks in a turn, not both. {_march(leader, view, spaced)}"
    found = ""
    if leader and fights:
        found = remedies.fight(spaced, named, leader, view)
    elif place and _RAID.search(spaced):
        found = remedies.raid(spaced, named, view)
    elif place and _BUILD.search(spaced):
        found = remedies.build(spaced, named, place, view)
    elif leader and _BUY.search(spaced):
        found = f"L{leader.number}Y buys mercenaries with all the zorans that L{leader.number} carries."
    elif named and (led := _LED.search(spaced)) and _route(named, view, spaced):
        found = _led_away(named, int(led[1]), view, spaced)
    elif leader and _GIVE.search(spaced) and not _SENT.search(spaced):
        found = remedies.give(spaced, named, leader, view)
    elif leader and (goes or (named and _route(leader, view, spaced))):
        found = _march(leader, view, spaced)
    return found or _forms(leader, place, view)


def _without_names(spaced: str, view: View) -> str:
    """The words without players' names: a KILLER kills nobody by his name alone."""
    return re.sub(rf"\b(?:{'|'.join(view.players)})\b", " ", spaced)


def _towards_others(spaced: str, leader: Leader | None, view: View) -> str:
    """For words of peace and war with a player, of a city to be opened, of a talisman of one's own by its name; else ""."""
    name = next(iter(remedies.players_named(spaced, view)), "")
    if name and _PEACE.search(spaced):
        return f"A={name} makes {name} your ally. L and a number and P, as in L13P, puts one leader of yours at peace."
    if name and _WAR.search(spaced):
        ally = f"N={name} ends your alliance with {name}. " if name in view.player.allies else ""
        return f"{ally}War needs no order: who is not your ally may be attacked, as in L13AL and the number of an enemy leader."
    if name and _GIVE.search(spaced):
        return (
            f"A leader hands things to a leader of {name}'s who stands with him, as in L13T5ZL31 for 5 zorans, T49L31 for T49."
        )
    if leader and _CITY.search(spaced):
        return f"L{leader.number}U and the city's province opens it, for a leader who stands next to it with its key."
    held = remedies.talisman_named(spaced, view)
    return _talisman(held.number) if held and not _GIVE.search(spaced) else ""


def passable_beside(place: str, view: View) -> list[str]:
    """The provinces beside this one that a march can enter."""
    return [name for name in neighbours(place) if view.terrain(name) is not Terrain.IMPASSABLE]


def _route(leader: Leader, view: View, spaced: str) -> str:
    """The way that the words name as far as the leader can begin it: by way of some to the goal, or one province; or ""."""
    words = _OWN_LEADER.sub(lambda found: " " if int(found[1]) == leader.number else found[0], spaced)
    ways, goals = passable_beside(leader.province, view), remedies.places(" ".join(_GOAL.findall(words)))
    route = [*map(clean, _VIA.findall(words)), *goals[:1]]
    if route and route[0] in ways and all(there in passable_beside(here, view) for here, there in pairwise(route)):
        return "".join(route)
    return next((name for name in [*goals, *remedies.places(words)] if name in ways), "")


def _march(leader: Leader, view: View, spaced: str) -> str:
    ways = passable_beside(leader.province, view)
    route = _route(leader, view, spaced) or next_to(leader.province, view)
    where = f"L{leader.number} is in {spoken(leader.province)}, next to {listed(ways, 'and')}"
    return f"{where}. To march there:  L{leader.number}M{route}"


def _all_leaders(place: str, view: View, spaced: str) -> str:
    """For several words that speak of all leaders in a province: the one way in which they are read."""
    if not any(one.province == place for one in view.leaders.values()):
        return f"None of your leaders is in {spoken(place)}."
    goal = remedies.places(" ".join(_GOAL.findall(spaced)))
    rest = f"move to {goal[0]}" if goal and _MOVE.search(spaced) else f"move to {next_to(place, view)}"
    return f"To order them all at once, begin with them: all leaders in {place} {rest}"


def _led_away(leader: Leader, troops: int, view: View, spaced: str) -> str:
    """The march, and before it the troops that he lacks where the garrison can give them."""
    place = view.provinces.get(leader.province)
    lacking = min(max(0, troops - leader.troops), 0 if place is None or place.besieged else place.garrison)
    march = f"L{leader.number}M{_route(leader, view, spaced)}"
    if not lacking:
        return f"To march there:  {march}"
    many = counted(lacking, "troop")
    return f"To hand him {many} and march, on two lines:  G{leader.province}T{lacking}TL{leader.number}  and  {march}"


def _forms(leader: Leader | None, place: str, view: View) -> str:
    shown = []
    if leader:
        shown.append(f"L{leader.number}M{next_to(leader.province, view)} (march)")
    if place:
        shown.append(f"G{place}BC2 (build)")
    if leader and leader.province not in view.provinces:
        shown.append(f"L{leader.number}AG (attack the garrison where he is)")
    if not shown:
        return "HELP ORDERS shows the forms."
    return f"Orders look like {', '.join(shown)}; HELP ORDERS shows all."


def _talisman(number: int) -> str:
    orders = CATALOGUE[number].orders
    own = f"{listed(orders, 'or')}, for example, uses it; " if orders else ""
    return f"{own}T{number}{ANY_LEADER} hands it to a leader beside it, T{number}G to the garrison."


def _any_leader(view: View) -> Leader | None:
    """The strongest of the reader's leaders, the first of several."""
    return _strongest(view.leaders.values())


def _strongest(leaders: Iterable[Leader]) -> Leader | None:
    return max(leaders, key=lambda one: (one.troops, -one.number), default=None)


def _province_named(spaced: str, view: View) -> str:
    return next((name for name in remedies.places(spaced) if name in view.provinces), "")


_NAMES = ("east", "south-east", "south-west", "west", "north-west", "north-east")
_STEP = dict(zip(_NAMES, STEPS, strict=True))
_SIDES = {"north": ("north-west", "north-east"), "south": ("south-west", "south-east")}
_SHORT = {"E": "east", "W": "west", "N": "north", "S": "south"}
_SHORT |= {"SE": "south-east", "SW": "south-west", "NE": "north-east", "NW": "north-west"}
COMPASS = re.compile(r"\b(?:(NORTH|SOUTH)(?:[- ]?(EAST|WEST))?|(EAST|WEST)|(NE|NW|SE|SW|[NESW])(?=$))(?:WARDS?|ERN)?\b")


def compass_refusal(spaced: str, view: View) -> Refusal | None:
    """The refusal of words in capitals that send an own leader to some side; None for any other words."""
    found = COMPASS.search(spaced)
    leader = leader_named(spaced, view)
    if found is None or leader is None:
        return None
    side = _SHORT[found[4]] if found[4] else "-".join(word.lower() for word in found.groups()[:3] if word)
    ways = [(name, way) for way in _SIDES.get(side, (side,)) if (name := _beside(leader, way))]
    why = "The map names provinces, not directions: "
    forced = "F" if re.search(r"\bFORCE|\bRUSH", spaced) else "M"
    if not ways:
        return Refusal("NOT UNDERSTOOD", f"{why}{side} of {leader.province}, where L{leader.number} is, lies the sea.")
    codes = [f"L{leader.number}{forced}{name}" for name, _ in ways]
    if len(ways) == 1:
        return Refusal("NOT UNDERSTOOD", f"{why}{ways[0][1]} of {leader.province} lies {ways[0][0]}.", "To go there:", codes[0])
    lies = listed([f"{name} ({way})" for name, way in ways])
    return Refusal("NOT UNDERSTOOD", f"{why}{side} of {leader.province} lie {lies}.", f"Write {listed(codes, 'or')}")


def _beside(leader: Leader, way: str) -> str:
    (row, number), (down, along) = hex_of(leader.province), _STEP[way]
    place = (row + down, number + along)
    name = name_of(place) if 1 <= place[0] <= 19 and 1 <= place[1] <= 19 else ""
    return name if exists(name) else ""
