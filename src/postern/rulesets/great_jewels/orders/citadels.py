"""Citadel points and roads (step 12), and autobuild (chapters 8, 13 and 16, QJ-29-37 to QJ-29-39, QJ-29-41): paid with zorans
that lie in the province itself."""

from __future__ import annotations

from postern.game.kit.orders import Refusal
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, ORDERS
from postern.rulesets.great_jewels.orders.building import affordable, builder, tell_built
from postern.rulesets.great_jewels.orders.model import NOUNS, Autobuild, BuildCsps, BuildRoad, Issued, QJOrder
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.steps import mercenaries
from postern.rulesets.great_jewels.steps.checks import against_geas, own_province
from postern.rulesets.great_jewels.tables import CSPS_A_TURN, FAVOURITE, decided
from postern.rulesets.great_jewels.talismans.hooks import AFTER_BUILDING, CSP_LIMIT, CSP_PRICE
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.wording import counted, spoken
from postern.rulesets.great_jewels.world import Force, People, Province, Terrain

_PRICES = decided("building")


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
    mercenaries.fortify(turn)
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


KINDS = (
    ORDERS.kind("CSPs", _csps, type=BuildCsps, words=_csps_words, act=_build_csps),
    ORDERS.kind("autobuild on", Autobuild, act=_switch_autobuild),
    ORDERS.kind("road", BuildRoad, act=_build_road),
)
