"""Building of citadel points, navies, roads, rams and siege towers (QJ-29-37 to QJ-29-43)."""

from __future__ import annotations

from functools import partial
from typing import Literal

from postern.game.kit.orders import OrderKind, Refusal, Saying, form
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, leader_in
from postern.rulesets.great_jewels.orders.model import Autobuild, BuildCsps, BuildEngines, BuildNavies, BuildRoad, QJOrder
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.wording import counted, spoken

_CSPS = r"(?:CSPS?|CITADELS?(?: POINTS?)?|CP|FORTIFICATIONS?|WALLS?)"
_NAVIES = r"(?:NAV(?:Y|IES)|SHIPS?|FLEETS?|BOATS?)"
_COUNT = "<quantity:count> ?"
_SOME = "(?:<quantity:qq> ?)?"
_BUILD = r"(?:BUILD(?:S|ING)?|CONSTRUCTS?|RAISES?|MAKES?|ADDS?)"


def _csps(province: str, quantity: int | None = None) -> QJOrder | Refusal:
    if quantity is None:
        return Refusal(
            NOT_UNDERSTOOD,
            "Building citadel points needs a number.",
            f"Write how many, or G{province}BC+ to build as many as possible every turn. For four:",
            f"G{province}BC4",
        )
    return BuildCsps(province, quantity)


def _navies(province: str, quantity: int | None = None) -> QJOrder | Refusal:
    if quantity is None:
        return Refusal(NOT_UNDERSTOOD, "Building navies needs a number.", "For one navy:", f"G{province}BN1")
    return BuildNavies(province, quantity)


def _engines(province: str, goods: Literal["rams", "towers"], quantity: int | None, leader: int) -> QJOrder | Refusal:
    if quantity is None:
        code = f"G{province}B{'R' if goods == 'rams' else 'S'}1L{leader}"
        return Refusal(NOT_UNDERSTOOD, "Building rams and siege towers needs a number.", "For one:", code)
    return BuildEngines(province, goods, quantity, leader)


def _no_leader(province: str, goods: Literal["rams", "towers"], quantity: int) -> Refusal:
    code = f"G{province}B{'R' if goods == 'rams' else 'S'}{quantity}"
    return Refusal(
        NOT_UNDERSTOOD,
        "Rams and siege towers are built onto a leader's army; the order needs his number.",
        f"Add the leader: {code}{leader_in(province)}",
    )


def _csps_words(order: BuildCsps, scene: Scene) -> str:
    then = scene.expected.csps.get(order.province)
    citadel = f" (its citadel then has {then})" if then is not None else ""
    return f"{spoken(order.province)} builds {counted(order.quantity, 'citadel point')}{citadel}"


def _auto_words(order: Autobuild, scene: Scene) -> str:
    if order.on:
        return f"{spoken(order.province)} builds as many citadel points as possible (every turn until stopped)"
    return f"{spoken(order.province)} no longer builds citadel points by itself"


def _navies_words(order: BuildNavies, scene: Scene) -> str:
    return f"{spoken(order.province)} builds {counted(order.quantity, 'navy', 'navies')}{_left(scene, order.province)}"


def _road_words(order: BuildRoad, scene: Scene) -> str:
    return f"{spoken(order.province)} builds a road (usable from next turn on)"


def _engines_words(order: BuildEngines, scene: Scene) -> str:
    what = counted(order.quantity, "ram" if order.goods == "rams" else "siege tower")
    left = _left(scene, order.province) if order.leader in scene.view.leaders else ""  # another's may not take it
    return f"{spoken(order.province)} builds {what} for {scene.leader(order.leader)}{left}"


def _left(scene: Scene, province: str) -> str:
    zorans = scene.expected.built.get(province)
    return f" ({counted(zorans, 'zoran')} left)" if zorans is not None else ""


_kind = partial(OrderKind, giver="garrison", group="build")
_CSPS_SAID = partial(Saying, make=_csps)
_AUTO_ON = partial(Saying, make=partial(Autobuild, on=True))
_AUTO_OFF = partial(Saying, make=partial(Autobuild, on=False))
_NAVIES_SAID = partial(Saying, make=partial(BuildNavies, quantity=1))
_ROAD = partial(Saying, make=BuildRoad)
_ENGINES = partial(Saying, make=BuildEngines)

KINDS = (
    _kind(
        "CSPs",
        _csps,
        (form("G<province:p1>BC<quantity:qq>", "build citadel points: 5 zorans each, at most 4 (Azoni 6) per turn"),),
        type=BuildCsps,
        step="12",
        words=_csps_words,
        near=(_CSPS_SAID("G<province:p1>BC"),),
        said=(
            _CSPS_SAID(rf"<province:own> {_BUILD} {_SOME}{_CSPS}"),
            _CSPS_SAID(rf"{_BUILD} {_SOME}{_CSPS} (?:IN |AT |ON )?<province:own>"),
            _CSPS_SAID(rf"<province:own> {_BUILD} {_CSPS} {_COUNT}"),
            _CSPS_SAID(rf"<province:own> {_COUNT}{_CSPS}"),
        ),
    ),
    _kind(
        "autobuild on",
        Autobuild,
        (form("G<province:p1>BC+", "from now on builds as many citadel points as possible every turn", on=True),),
        step="1",
        words=_auto_words,
        said=(
            _AUTO_ON(r"<province:own> (?:TURNS? )?(?:ON )?AUTOBUILDS?(?: ON)?"),
            _AUTO_OFF(r"<province:own> (?:STOPS? AUTOBUILD(?:ING)?|AUTOBUILD OFF|NO AUTOBUILD|TURNS? OFF AUTOBUILD)"),
            _AUTO_ON(r"AUTOBUILD (?:ON )?(?:IN |AT )?<province:own>"),
            _AUTO_OFF(r"AUTOBUILD OFF (?:IN |AT )?<province:own>"),
            _AUTO_OFF(r"(?:STOP|NO) AUTOBUILD(?:ING)? (?:IN |AT )?<province:own>"),
            _AUTO_ON(rf"<province:own> {_BUILD} AS MANY {_CSPS} AS POSSIBLE(?: EVERY UNTIL STOPPED)?"),
            _AUTO_OFF(rf"<province:own> NO LONGER {_BUILD} {_CSPS}(?: BY ITSELF)?"),
        ),
    ),
    _kind("autobuild off", Autobuild, (form("G<province:p1>BC-", "stops autobuild", on=False),), step="1", words=_auto_words),
    _kind(
        "navies",
        _navies,
        (form("G<province:p1>BN<quantity:qq>", "build navies: 25 zorans each, 15 in forest"),),
        type=BuildNavies,
        step="3b",
        words=_navies_words,
        near=(Saying("G<province:p1>BN", _navies),),
        said=(
            _NAVIES_SAID(rf"<province:own> {_BUILD} (?:{_COUNT})?{_NAVIES}"),
            _NAVIES_SAID(rf"{_BUILD} (?:{_COUNT})?{_NAVIES} (?:IN |AT )?<province:own>"),
        ),
    ),
    _kind(
        "road",
        BuildRoad,
        (form("G<province:p1>BD", "build road: 15 zorans in clear or most favourable terrain, else 25; usable next turn"),),
        step="12",
        words=_road_words,
        said=(
            _ROAD(rf"<province:own> {_BUILD} ROADS?"),
            _ROAD(rf"{_BUILD} ROADS? (?:IN |AT |THROUGH )?<province:own>"),
        ),
    ),
    _kind(
        "rams",
        _engines,
        (form("G<province:p1>BR<quantity:qq>L<leader:mm>", "build rams: 2 zorans each, onto leader mm", goods="rams"),),
        type=BuildEngines,
        step="3b",
        words=_engines_words,
        near=(Saying("G<province:p1>B<goods:rs><quantity:count>", _no_leader),),
        said=(
            _ENGINES(rf"<province:own> {_BUILD} {_COUNT}<goods:engines> (?:ONTO |ON |FOR |TO |WITH )?L<leader:mm>"),
            _ENGINES(rf"{_BUILD} {_COUNT}<goods:engines> (?:IN |AT )<province:own> (?:ONTO |ON |FOR |TO )L<leader:mm>"),
            _ENGINES(rf"{_BUILD} {_COUNT}<goods:engines> (?:ONTO |ON |FOR |TO )L<leader:mm> (?:IN |AT )<province:own>"),
            Saying(rf"<province:own> {_BUILD} {_COUNT}<goods:engines>", _no_leader),
        ),
    ),
    _kind(
        "towers",
        _engines,
        (
            form(
                "G<province:p1>BS<quantity:qq>L<leader:mm>",
                "build siege towers: 2 zorans each, onto leader mm",
                goods="towers",
            ),
        ),
        type=BuildEngines,
        step="3b",
        words=_engines_words,
    ),
)
