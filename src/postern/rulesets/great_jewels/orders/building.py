"""Navies, rams and siege towers (step 3b, chapters 9, 15 and 16, QJ-29-40, QJ-29-42 and QJ-29-43): paid with zorans that lie in
the province itself."""

from __future__ import annotations

from typing import Literal

from postern.game.kit.orders import Refusal
from postern.rulesets.great_jewels.geography import coastal
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, ORDERS
from postern.rulesets.great_jewels.orders.model import NOUNS, SIGNS, BuildEngines, BuildNavies, Issued, QJOrder
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.steps.checks import free_of_siege, in_place, own_province
from postern.rulesets.great_jewels.steps.crews import TROOPS_A_RAM, TROOPS_A_TOWER, room_for
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.wording import counted, spoken
from postern.rulesets.great_jewels.world import Leader, Province, Terrain

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


def navy_price(province: Province) -> int:
    """Zorans for one navy: 25, or 15 in forest whoever builds (QJ-09-05, QJ-09-06)."""
    return int(_PRICES["navy_in_forest"] if province.terrain is Terrain.FOREST else _PRICES["navy"])


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


def own_coast(turn: Turn, seat: str) -> str:
    """Which provinces a player can build navies in, in words."""
    own = [place.name for place in turn.world.provinces.values() if place.owner == seat and coastal(place.name)]
    return f"Your coastal provinces: {', '.join(own[:12])}." if own else "You own no coastal province now."


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
