"""Building and destroying: navies, rams and siege towers (step 3b, chapters 9, 15 and 16, QJ-29-40, QJ-29-42, QJ-29-43),
citadel points, roads and autobuild (step 12, chapters 8, 13 and 16, QJ-29-37 to QJ-29-39, QJ-29-41), all paid with zorans that
lie in the province itself; and destroying one's own (step 2f, chapter 16, QJ-29-54 to QJ-29-59).
"""

from __future__ import annotations

from typing import Literal

from postern.game.kit.orders.kinds import Refusal
from postern.game.kit.report.telling import counted
from postern.rulesets.great_jewels.knowledge import Scene
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, ORDERS
from postern.rulesets.great_jewels.rules import economy
from postern.rulesets.great_jewels.rules.checks import (
    TROOPS_A_RAM,
    TROOPS_A_TOWER,
    against_geas,
    amount,
    free_of_siege,
    in_place,
    own_leader,
    own_province,
    room_for,
)
from postern.rulesets.great_jewels.rules.hooks import AFTER_BUILDING, CSP_LIMIT, CSP_PRICE
from postern.rulesets.great_jewels.rules.movement.sailing import navy_price, own_coast
from postern.rulesets.great_jewels.tables import CSPS_A_TURN, FAVOURITE, coastal, decided, spoken
from postern.rulesets.great_jewels.turn.orders import (
    NOUNS,
    SIGNS,
    Autobuild,
    BuildCsps,
    BuildEngines,
    BuildNavies,
    BuildRoad,
    Destroy,
    Issued,
    QJOrder,
)
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, Leader, People, Province, Terrain

_PRICES = decided("building")


def _navies(province: str, quantity: int | None = None) -> QJOrder | Refusal:
    if quantity is None:
        return Refusal(NOT_UNDERSTOOD, "Building navies needs a number.", "For one navy:", f"G{province}BN1")
    return BuildNavies(province, quantity)


def _engines(province: str, goods: Literal["rams", "towers"], quantity: int | None, leader: int) -> QJOrder | Refusal:
    if quantity is None:
        code = f"G{province}B{SIGNS[goods]}1L{leader}"
        return Refusal(NOT_UNDERSTOOD, "Building rams and siege towers needs a number.", "For one:", code)
    return BuildEngines(province, goods, quantity, leader)


def _navies_words(order: BuildNavies, scene: Scene) -> str:
    return f"{spoken(order.province)} builds {counted(order.quantity, *NOUNS['navies'])}{_left(scene, order.province)}"


def _engines_words(order: BuildEngines, scene: Scene) -> str:
    what = counted(order.quantity, *NOUNS[order.goods])
    left = _left(scene, order.province) if order.leader in scene.view.leaders else ""  # another's may not take it
    return f"{spoken(order.province)} builds {what} for {scene.leader(order.leader)}{left}"


def _left(scene: Scene, province: str) -> str:
    zorans = scene.expected.built.get(province)
    return f" ({counted(zorans, 'zoran')} left)" if zorans is not None else ""


def affordable(
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
        return turn.fail(issued, "NOT COASTAL", why, own_coast(turn, issued.seat))
    if not free_of_siege(turn, issued, province, "build anything"):
        return False
    price = navy_price(province)
    form = f"G{province.name}BN{{}}"
    number = affordable(turn, issued, province, order.quantity, price, order.quantity, NOUNS["navies"], form)
    if number == 0:
        return False
    province.zorans -= number * price
    province.navies += number
    tell_built(turn, province, "navies", number, number * price)
    return True


def _build_engines(turn: Turn, issued: Issued, order: BuildEngines) -> bool:
    province = builder(turn, issued, order.province)
    leader = in_place(turn, issued, order.leader, province.name, f"The garrison of {province.name}") if province else None
    if province is None or leader is None or not takes_engines(turn, issued, leader):
        return False
    room = room_for(leader, order.goods)
    held: int = getattr(leader, order.goods)
    if room == 0:
        crew = TROOPS_A_RAM if order.goods == "rams" else TROOPS_A_TOWER
        has = f"{counted(leader.troops, 'troop')} and {held} {NOUNS[order.goods][1]}"
        why = f"L{leader.number} has {has}; each needs {counted(crew, 'troop')}."
        needs = f"For {order.quantity} more he needs {crew * (held + order.quantity)}."
        return turn.fail(issued, "NOT ENOUGH TROOPS", why, needs)
    price = int(_PRICES["engine"])
    form = f"G{province.name}B{SIGNS[order.goods]}{{}}L{leader.number}"
    number = affordable(turn, issued, province, order.quantity, price, room, NOUNS[order.goods], form)
    if number == 0:
        return False
    province.zorans -= number * price
    setattr(leader, order.goods, held + number)
    tell_built(turn, province, NOUNS[order.goods][1], number, number * price, leader.number, leader.owner)
    return True


def takes_engines(turn: Turn, issued: Issued, leader: Leader) -> bool:
    """Whether this leader takes rams and siege towers from the order's giver: a failure for another's who has not said so."""
    if leader.owner == issued.seat or leader.number in turn.accepts:
        return True
    why = f"L{leader.number} belongs to {leader.owner}, who has not accepted siege equipment for him this turn."
    return turn.fail(issued, "NOT YOURS", why, f"{leader.owner} needs to order  L{leader.number}E  in the same turn.")


def builder(turn: Turn, issued: Issued, name: str) -> Province | None:
    """The province if its owner orders it to build and it is not besieged; None, with a failure, otherwise."""
    province = own_province(turn, issued, name)
    return province if province and free_of_siege(turn, issued, province, "build anything") else None


def tell_built(turn: Turn, province: Province, what: str, quantity: int, cost: int, leader: int = 0, whose: str = "") -> None:
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


KINDS = (
    ORDERS.kind("navies", _navies, type=BuildNavies, words=_navies_words, act=_build_navies),
    ORDERS.kind("rams", _engines, type=BuildEngines, words=_engines_words, act=_build_engines),
)


def _csps(province: str, quantity: int | None = None) -> QJOrder | Refusal:
    if quantity is None:
        return Refusal(
            NOT_UNDERSTOOD,
            "Building citadel points needs a number.",
            f"Write how many, or G{province}BC+ to build as many as possible every turn. For four:",
            f"G{province}BC4",
        )
    return BuildCsps(province, quantity)


def _csps_words(order: BuildCsps, scene: Scene) -> str:
    then = scene.expected.csps.get(order.province)
    citadel = f" (its citadel then has {then})" if then is not None else ""
    return f"{spoken(order.province)} builds {counted(order.quantity, 'citadel point')}{citadel}"


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


def _still_mine(turn: Turn, issued: Issued, name: str) -> Province | None:
    """The province if its owner held it through this turn and it is not besieged (QJ-08-09, QJ-13-04, QJ-16-03)."""
    if name in turn.captured and turn.province(name).owner == issued.seat:
        turn.fail(issued, "NOT YOURS", f"{name} became yours only in this turn; its garrison builds from the next turn on.")
        return None
    return builder(turn, issued, name)


def _build_road(turn: Turn, issued: Issued, order: BuildRoad) -> bool:
    province = _still_mine(turn, issued, order.province)
    if province is None:
        return False
    if province.road:
        return turn.fail(issued, "ALREADY THERE", f"{province.name} has a road already.")
    price = road_price(turn.world.players[issued.seat].people, province)
    if province.zorans < price:
        why = f"A road in {province.name} costs {counted(price, 'zoran')}; it has {province.zorans} left at this point."
        return turn.fail(issued, "NOT ENOUGH ZORANS", why, f"It needs {price - province.zorans} more.")
    province.zorans -= price
    province.road = True
    tell_built(turn, province, "road", 1, price)
    return True


def _build_csps(turn: Turn, issued: Issued, order: BuildCsps) -> bool:
    province = _still_mine(turn, issued, order.province)
    if province is None:
        return False
    built = _built(turn, province)
    left = csp_limit(turn, province) - built
    if left <= 0:
        why = f"{province.name} has built {counted(built, 'citadel point')} this turn, the most that it may."
        return turn.fail(issued, "NOT ENOUGH ZORANS", why, "It may build again next turn.")
    form = f"G{province.name}BC{{}}"
    number = affordable(turn, issued, province, order.quantity, csp_price(turn, province), left, NOUNS["csps"], form)
    if number == 0:
        return False
    _raise_citadel(turn, province, number)
    return True


def _built(turn: Turn, province: Province) -> int:
    """Citadel points that the province has built this turn."""
    told = (event.data for event in turn.events if event.kind == "built")
    return sum(one["quantity"] for one in told if (one["province"], one["what"]) == (province.name, "citadel points"))


def _switch_autobuild(turn: Turn, issued: Issued, order: Autobuild) -> bool:
    province = None if against_geas(turn, issued) else own_province(turn, issued, order.province)
    if province is None:
        return False
    province.autobuild = order.on
    return True


def finish_building(turn: Turn) -> None:
    """Step 12, after the orders: autobuild, then the mercenaries, then talismans."""
    for province in turn.world.provinces.values():
        if province.autobuild and province.owner in turn.world.players:
            _autobuild(turn, province)
    economy.fortify(turn)
    for force in turn.holders():
        if force.garrison:
            AFTER_BUILDING.fold(turn, force, None, None)


def _autobuild(turn: Turn, province: Province) -> None:
    if province.besieged or province.name in turn.captured:
        return
    left = csp_limit(turn, province) - _built(turn, province)
    number = min(left, province.zorans // csp_price(turn, province))
    if number > 0:
        _raise_citadel(turn, province, number)


def _raise_citadel(turn: Turn, province: Province, number: int) -> None:
    cost = number * csp_price(turn, province)
    province.zorans -= cost
    province.csps += number
    tell_built(turn, province, "citadel points", number, cost)


CITADEL_KINDS = (
    ORDERS.kind("CSPs", _csps, type=BuildCsps, words=_csps_words, act=_build_csps),
    ORDERS.kind("autobuild on", Autobuild, act=_switch_autobuild),
    ORDERS.kind("road", BuildRoad, act=_build_road),
)


def _words(order: Destroy, scene: Scene) -> str:
    who = scene.force(order.force)
    if order.what == "road":
        return f"{who} destroys its road"
    if order.quantity is None:
        return f"{who} destroys all {'his' if order.force.leader else 'its'} {NOUNS[order.what][1]}"
    return f"{who} destroys {counted(order.quantity, *NOUNS[order.what])}"


def _destroy(turn: Turn, issued: Issued, order: Destroy) -> bool:
    """An owner breaks what is his; at most 8 CSPs a province and turn (QJ-16-06). Zorans and talismans never."""
    force = order.force
    owned = own_leader(turn, issued, force.leader) if force.leader else own_province(turn, issued, force.garrison)
    if owned is None:
        return False
    there = int(getattr(owned, order.what))
    done = _quantity(turn, issued, order, there)
    if done == 0:
        return False
    setattr(owned, order.what, False if order.what == "road" else there - done)
    turn.tell("destroyed", to=[issued.seat], force=str(force), what=order.what, quantity=done)
    return True


def _quantity(turn: Turn, issued: Issued, order: Destroy, there: int) -> int:
    """How many of those that are there are destroyed; 0, with a failure, for none."""
    whose = order.force.garrison or str(order.force)
    if order.what == "road":
        if not there:
            turn.fail(issued, "NOT THERE", f"{whose} has no road.")
        return there
    form = f"{order.force}X{SIGNS[order.what]}{{}}"
    wanted = order.quantity
    if order.what == "csps":
        limit, razed = int(decided("destroying")["csps_a_turn"]), _razed(turn, order)
        left = limit - razed
        if left <= 0:
            why = f"{whose} has destroyed {limit} citadel points this turn already, the most allowed."
            turn.fail(issued, "NOT THERE", why)
            return 0
        if there > left and (wanted is None or wanted > left):
            done = f", {razed} of them done" if razed else ""
            asked = f"it has {there}" if wanted is None else f"you asked for {wanted}"
            why = f"{whose} may destroy {limit} citadel points a turn{done}; {asked}."
            turn.note(issued, "NOT THERE", why, f"Possible now: {left}.", form.format(left))
            wanted = left
        there = min(there, left)
    return amount(turn, issued, wanted, there, NOUNS[order.what][1], whose, "NOT THERE", form)


def _razed(turn: Turn, order: Destroy) -> int:
    """Citadel points that this garrison has destroyed this turn."""
    told = (event.data for event in turn.events if event.kind == "destroyed")
    return sum(one["quantity"] for one in told if (one["force"], one["what"]) == (str(order.force), "csps"))


DESTROYING_KINDS = (ORDERS.kind("destroying", Destroy, words=_words, act=_destroy),)
