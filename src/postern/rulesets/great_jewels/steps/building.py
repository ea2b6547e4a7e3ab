"""Steps 3b and 12: building (chapters 8, 9, 13, 15, 16). Everything is paid with zorans that lie in the province itself."""

from __future__ import annotations

from collections import defaultdict

from postern.rulesets.great_jewels.geography import coastal
from postern.rulesets.great_jewels.orders.model import BuildCsps, BuildEngines, BuildNavies, BuildRoad, Issued
from postern.rulesets.great_jewels.steps import mercenaries
from postern.rulesets.great_jewels.steps.checks import free_of_siege, in_place, own_province
from postern.rulesets.great_jewels.steps.transfers import NAMED, TROOPS_A_RAM, TROOPS_A_TOWER, room_for
from postern.rulesets.great_jewels.tables import CSPS_A_TURN, FAVOURITE, decided
from postern.rulesets.great_jewels.talismans.hooks import AFTER_BUILDING, CSP_LIMIT, CSP_PRICE
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.wording import counted
from postern.rulesets.great_jewels.world import Force, People, Province, Terrain

_PRICES = decided("building")


def navy_price(province: Province) -> int:
    """Zorans for one navy: 25, or 15 in forest whoever builds (QJ-09-05, QJ-09-06)."""
    return int(_PRICES["navy_in_forest"] if province.terrain is Terrain.FOREST else _PRICES["navy"])


def road_price(people: People, province: Province) -> int:
    """Zorans for a road: 15 in clear or the builder's most favourable terrain, else 25 (QJ-08-04 to QJ-08-06)."""
    easy = province.terrain is Terrain.CLEAR or province.terrain.value == FAVOURITE[people.value]
    return int(_PRICES["road_in_easy_land"] if easy else _PRICES["road"])


def csp_price(turn: Turn, province: Province) -> int:
    """Zorans for one CSP: 5, unless a talisman there makes it cheaper (QJ-13-02)."""
    return CSP_PRICE.fold(turn, Force(garrison=province.name), int(_PRICES["csp"]), None)


def csp_limit(turn: Turn, province: Province) -> int:
    """CSPs that a player's province may build in one turn: 4, Azoni 6 (QJ-13-03), more with a talisman there."""
    people = turn.world.players[province.owner].people
    return CSP_LIMIT.fold(turn, Force(garrison=province.name), CSPS_A_TURN[people.value], None)


def build_navies_and_engines(turn: Turn) -> None:
    """Step 3b: navies, rams and siege towers in the order of the mail, as far as the zorans there go."""
    for issued in list(turn.orders):
        if turn.is_void(issued):
            continue
        match issued.order:
            case BuildNavies() as navies if _build_navies(turn, issued, navies):
                turn.carried_out(issued)
            case BuildEngines() as engines if _build_engines(turn, issued, engines):
                turn.carried_out(issued)


def build_roads_and_csps(turn: Turn) -> None:
    """Step 12: roads and ordered CSPs in the order of the mail, then autobuild, then the mercenaries."""
    built: dict[str, int] = defaultdict(int)
    for issued in list(turn.orders):
        if turn.is_void(issued):
            continue
        match issued.order:
            case BuildRoad() as road if _build_road(turn, issued, road):
                turn.carried_out(issued)
            case BuildCsps() as csps if _build_csps(turn, issued, csps, built):
                turn.carried_out(issued)
    for province in turn.world.provinces.values():
        if province.autobuild and province.owner in turn.world.players:
            _autobuild(turn, province, built)
    mercenaries.fortify(turn)
    for force in turn.holders():
        if force.garrison:
            AFTER_BUILDING.fold(turn, force, None, None)


def _affordable(
    turn: Turn, issued: Issued, province: Province, wanted: int, price: int, most: int, what: tuple[str, str], form: str
) -> int:
    """How many of the wanted things are built: limited by ``most`` and by the zorans there; 0 with a failure."""
    thing, things = what
    number = min(wanted, most, province.zorans // price)
    if wanted <= 0:
        turn.fail(issued, "NOT ENOUGH ZORANS", f"The quantity is {wanted}; it needs to be 1 or more.")
    elif number <= 0:
        needs = f"One {thing} costs {counted(price, 'zoran')}; {province.name} has {province.zorans} left at this point."
        turn.fail(issued, "NOT ENOUGH ZORANS", needs, f"It needs {price - province.zorans} more.")
    elif number < wanted:
        asked = f"you asked for {wanted}"
        why = f"{province.name} has {counted(province.zorans, 'zoran')} left at this point, {price} for each {thing}; {asked}."
        if number == most:
            why = f"{province.name} may build {counted(most, thing, things)} now ({asked})."
            if province.zorans // price < wanted:
                why = f"{why[:-1]} and has {counted(province.zorans, 'zoran')} left, {price} for each."
        turn.note(issued, "NOT ENOUGH ZORANS", why, f"Possible now: {number}.", form.format(number))
    return max(0, number)


def _build_navies(turn: Turn, issued: Issued, order: BuildNavies) -> bool:
    province = own_province(turn, issued, order.province)
    if province is None:
        return False
    if not coastal(province.name):
        why = f"{province.name} does not touch the ocean; navies are built in coastal provinces."
        turn.fail(issued, "NOT COASTAL", why, own_coast(turn, issued.seat))
        return False
    if not free_of_siege(turn, issued, province, "build anything"):
        return False
    price = navy_price(province)
    form = f"G{province.name}BN{{}}"
    number = _affordable(turn, issued, province, order.quantity, price, order.quantity, ("navy", "navies"), form)
    if number == 0:
        return False
    province.zorans -= number * price
    province.navies += number
    _tell_built(turn, province, "navies", number, number * price)
    return True


def own_coast(turn: Turn, seat: str) -> str:
    """Which provinces a player can build navies in, in words."""
    own = [place.name for place in turn.world.provinces.values() if place.owner == seat and coastal(place.name)]
    return f"Your coastal provinces: {', '.join(own[:12])}." if own else "You own no coastal province now."


def _build_engines(turn: Turn, issued: Issued, order: BuildEngines) -> bool:
    province = own_province(turn, issued, order.province)
    if province is None or not free_of_siege(turn, issued, province, "build anything"):
        return False
    leader = in_place(turn, issued, order.leader, province.name, f"The garrison of {province.name}")
    if leader is None:
        return False
    if leader.owner != issued.seat and leader.number not in turn.accepts:
        turn.fail(
            issued,
            "NOT YOURS",
            f"L{leader.number} belongs to {leader.owner}, who has not accepted siege equipment for him this turn.",
            f"{leader.owner} needs to order  L{leader.number}E  in the same turn.",
        )
        return False
    room = room_for(leader, order.goods)
    crew = TROOPS_A_RAM if order.goods == "rams" else TROOPS_A_TOWER
    letter = "R" if order.goods == "rams" else "S"
    if room == 0:
        held = leader.rams if order.goods == "rams" else leader.towers
        why = (
            f"L{leader.number} has {counted(leader.troops, 'troop')} and {held} {NAMED[order.goods]}; "
            f"each needs {counted(crew, 'troop')}."
        )
        turn.fail(issued, "NOT ENOUGH TROOPS", why, f"For {order.quantity} more he needs {crew * (held + order.quantity)}.")
        return False
    price = int(_PRICES["engine"])
    what = ("ram", "rams") if order.goods == "rams" else ("siege tower", "siege towers")
    form = f"G{province.name}B{letter}{{}}L{leader.number}"
    number = _affordable(turn, issued, province, order.quantity, price, room, what, form)
    if number == 0:
        return False
    province.zorans -= number * price
    setattr(leader, order.goods, getattr(leader, order.goods) + number)
    _tell_built(turn, province, NAMED[order.goods], number, number * price, leader.number, leader.owner)
    return True


def _still_mine(turn: Turn, issued: Issued, name: str) -> Province | None:
    """The province if its owner held it through this turn and it is not besieged (QJ-08-09, QJ-13-04, QJ-16-03)."""
    if name in turn.captured and turn.province(name).owner == issued.seat:
        turn.fail(issued, "NOT YOURS", f"{name} became yours only in this turn; its garrison builds from the next turn on.")
        return None
    province = own_province(turn, issued, name)
    if province is None or not free_of_siege(turn, issued, province, "build anything"):
        return None
    return province


def _build_road(turn: Turn, issued: Issued, order: BuildRoad) -> bool:
    province = _still_mine(turn, issued, order.province)
    if province is None:
        return False
    if province.road:
        turn.fail(issued, "ALREADY THERE", f"{province.name} has a road already.")
        return False
    price = road_price(turn.world.players[issued.seat].people, province)
    if province.zorans < price:
        why = f"A road in {province.name} costs {counted(price, 'zoran')}; it has {province.zorans} left at this point."
        turn.fail(issued, "NOT ENOUGH ZORANS", why, f"It needs {price - province.zorans} more.")
        return False
    province.zorans -= price
    province.road = True
    _tell_built(turn, province, "road", 1, price)
    return True


def _build_csps(turn: Turn, issued: Issued, order: BuildCsps, built: dict[str, int]) -> bool:
    province = _still_mine(turn, issued, order.province)
    if province is None:
        return False
    left = csp_limit(turn, province) - built[province.name]
    if left <= 0:
        why = f"{province.name} has built {counted(built[province.name], 'citadel point')} this turn, the most that it may."
        turn.fail(issued, "NOT ENOUGH ZORANS", why, "It may build again next turn.")
        return False
    form = f"G{province.name}BC{{}}"
    what = ("citadel point", "citadel points")
    number = _affordable(turn, issued, province, order.quantity, csp_price(turn, province), left, what, form)
    if number == 0:
        return False
    _raise_citadel(turn, province, number, built)
    return True


def _autobuild(turn: Turn, province: Province, built: dict[str, int]) -> None:
    if province.besieged or province.name in turn.captured:
        return
    left = csp_limit(turn, province) - built[province.name]
    number = min(left, province.zorans // csp_price(turn, province))
    if number > 0:
        _raise_citadel(turn, province, number, built)


def _raise_citadel(turn: Turn, province: Province, number: int, built: dict[str, int]) -> None:
    cost = number * csp_price(turn, province)
    province.zorans -= cost
    province.csps += number
    built[province.name] += number
    _tell_built(turn, province, "citadel points", number, cost)


def _tell_built(turn: Turn, province: Province, what: str, quantity: int, cost: int, leader: int = 0, whose: str = "") -> None:
    turn.tell(
        "built",
        to=[province.owner, whose],
        province=province.name,
        what=what,
        quantity=quantity,
        cost=cost,
        leader=leader,
        csps=province.csps,
        navies=province.navies,
    )
