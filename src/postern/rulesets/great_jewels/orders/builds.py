"""Building of citadel points, navies, roads, rams and siege towers (QJ-29-37 to QJ-29-43)."""

from __future__ import annotations

import re
from typing import Literal, cast

from postern.rulesets.great_jewels.orders.forms import Form, Refusal, clean, leader_in
from postern.rulesets.great_jewels.orders.model import Autobuild, BuildCsps, BuildEngines, BuildNavies, BuildRoad, QJOrder
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.wording import counted, spoken

_CSPS = r"(?:CSPS?|CITADELS?(?: POINTS?)?|CP|FORTIFICATIONS?|WALLS?)"
_NAVIES = r"(?:NAV(?:Y|IES)|SHIPS?|FLEETS?|BOATS?)"
_ENGINES = r"(?P<engine>(?:BATTERING )?RAMS?|(?:SIEGE )?TOWERS?)"
_COUNT = r"(?P<q>[0-9]{1,9})(?![0-9]) ?"
_SOME = r"(?:(?P<q>#|ALL|[0-9]{1,9})(?![0-9]) ?)?"
_BUILD = r"(?:BUILD(?:S|ING)?|CONSTRUCTS?|RAISES?|MAKES?|ADDS?)"


def _csps(match: re.Match[str]) -> QJOrder | Refusal:
    province = clean(match["p"])
    if not match["q"] or match["q"] in ("#", "ALL"):
        return Refusal(
            "NOT UNDERSTOOD",
            "Building citadel points needs a number.",
            f"Write how many, or G{province}BC+ to build as many as possible every turn. For four:",
            f"G{province}BC4",
        )
    return BuildCsps(province, int(match["q"]))


def _auto(match: re.Match[str]) -> QJOrder:
    return Autobuild(clean(match["p"]), match["sign"] in ("+", "ON"))


def _auto_on(match: re.Match[str]) -> QJOrder:
    return Autobuild(clean(match["p"]), True)


def _auto_off(match: re.Match[str]) -> QJOrder:
    return Autobuild(clean(match["p"]), False)


def _auto_named(match: re.Match[str]) -> QJOrder:
    return Autobuild(clean(match["p"]), match["sign"] != "OFF")


def _navies(match: re.Match[str]) -> QJOrder:
    return BuildNavies(clean(match["p"]), int(match["q"] or 1))


def _navies_counted(match: re.Match[str]) -> QJOrder | Refusal:
    province = clean(match["p"])
    if not match["q"] or match["q"] in ("#", "ALL"):
        return Refusal("NOT UNDERSTOOD", "Building navies needs a number.", "For one navy:", f"G{province}BN1")
    return BuildNavies(province, int(match["q"]))


def _road(match: re.Match[str]) -> QJOrder:
    return BuildRoad(clean(match["p"]))


def _engines(match: re.Match[str]) -> QJOrder:
    kind = "rams" if match["engine"].rsplit(" ", 1)[-1].startswith("R") else "towers"
    return BuildEngines(clean(match["p"]), cast(Literal["rams", "towers"], kind), int(match["q"]), int(match["m"]))


def _no_leader(match: re.Match[str]) -> Refusal:
    letter = match["engine"].rsplit(" ", 1)[-1][0].replace("T", "S")
    return Refusal(
        "NOT UNDERSTOOD",
        "Rams and siege towers are built onto a leader's army; the order needs his number.",
        f"Add the leader: G{clean(match['p'])}B{letter}{match['q']}{leader_in(clean(match['p']))}",
    )


BOOK = (
    Form(r"G<p>BC(?P<q>#|ALL|[0-9]{1,9})?", _csps, "Gp1BCqq", "garrison p1 builds qq citadel points"),
    Form(r"G<p>BC(?P<sign>[+-])", _auto, "Gp1BC+", "garrison p1 builds as many citadel points as possible every turn"),
    Form(r"G<p>BN(?P<q>#|ALL|[0-9]{1,9})?", _navies_counted, "Gp1BNqq", "garrison p1 builds qq navies"),
    Form(r"G<p>BD", _road, "Gp1BD", "garrison p1 builds a road"),
    Form(r"G<p>B(?P<engine>[RS])(?P<q>[0-9]{1,9})L<m>", _engines, "Gp1BRqqLmm", "garrison p1 builds qq rams onto leader mm"),
    Form(r"G<p>B(?P<engine>[RS])(?P<q>[0-9]{1,9})", _no_leader),
)

PLAIN = (
    Form(rf"<own> {_BUILD} {_SOME}{_CSPS}", _csps),
    Form(rf"{_BUILD} {_SOME}{_CSPS} (?:IN |AT |ON )?<own>", _csps),
    Form(rf"<own> {_BUILD} {_CSPS} {_COUNT}", _csps),
    Form(rf"<own> {_COUNT}{_CSPS}", _csps),
    Form(rf"<own> {_BUILD} (?:{_COUNT})?{_NAVIES}", _navies),
    Form(rf"{_BUILD} (?:{_COUNT})?{_NAVIES} (?:IN |AT )?<own>", _navies),
    Form(rf"<own> {_BUILD} ROADS?", _road),
    Form(rf"{_BUILD} ROADS? (?:IN |AT |THROUGH )?<own>", _road),
    Form(rf"<own> {_BUILD} {_COUNT}{_ENGINES} (?:ONTO |ON |FOR |TO |WITH )?L<m>", _engines),
    Form(rf"{_BUILD} {_COUNT}{_ENGINES} (?:IN |AT )<own> (?:ONTO |ON |FOR |TO )L<m>", _engines),
    Form(rf"{_BUILD} {_COUNT}{_ENGINES} (?:ONTO |ON |FOR |TO )L<m> (?:IN |AT )<own>", _engines),
    Form(rf"<own> {_BUILD} {_COUNT}{_ENGINES}", _no_leader),
    Form(r"<own> (?:TURNS? )?(?:ON )?AUTOBUILDS?(?: ON)?", _auto_on),
    Form(r"<own> (?:STOPS? AUTOBUILD(?:ING)?|AUTOBUILD OFF|NO AUTOBUILD|TURNS? OFF AUTOBUILD)", _auto_off),
    Form(
        r"AUTOBUILD (?:(?P<sign>ON|OFF) )?(?:IN |AT )?<own>",
        _auto_named,
    ),
    Form(r"(?:STOP|NO) AUTOBUILD(?:ING)? (?:IN |AT )?<own>", _auto_off),
    Form(rf"<own> {_BUILD} AS MANY {_CSPS} AS POSSIBLE(?: EVERY UNTIL STOPPED)?", _auto_on),
    Form(rf"<own> NO LONGER {_BUILD} {_CSPS}(?: BY ITSELF)?", _auto_off),
)


def code(order: QJOrder) -> str:
    """The book's form, or "" for orders of other families."""
    match order:
        case BuildCsps(province=province, quantity=number):
            return f"G{province}BC{number}"
        case Autobuild(province=province, on=on):
            return f"G{province}BC{'+' if on else '-'}"
        case BuildNavies(province=province, quantity=number):
            return f"G{province}BN{number}"
        case BuildRoad(province=province):
            return f"G{province}BD"
        case BuildEngines(province=province, goods=goods, quantity=number, leader=leader):
            return f"G{province}B{'R' if goods == 'rams' else 'S'}{number}L{leader}"
    return ""


def words(order: QJOrder, scene: Scene) -> str:
    """Plain words, with what is left in the treasury; "" for orders of other families."""
    match order:
        case BuildCsps(province=province, quantity=number):
            return f"{spoken(province)} builds {counted(number, 'citadel point')}{_citadel(scene, province)}"
        case Autobuild(province=province, on=True):
            return f"{spoken(province)} builds as many citadel points as possible (every turn until stopped)"
        case Autobuild(province=province):
            return f"{spoken(province)} no longer builds citadel points by itself"
        case BuildNavies(province=province, quantity=number):
            return f"{spoken(province)} builds {counted(number, 'navy', 'navies')}{_left(scene, province)}"
        case BuildRoad(province=province):
            return f"{spoken(province)} builds a road (usable from next turn on)"
        case BuildEngines(province=province, goods=goods, quantity=number, leader=leader):
            what = counted(number, "ram" if goods == "rams" else "siege tower")
            left = _left(scene, province) if leader in scene.view.leaders else ""  # another's may not take it
            return f"{spoken(province)} builds {what} for {scene.leader(leader)}{left}"
    return ""


def _left(scene: Scene, province: str) -> str:
    zorans = scene.expected.built.get(province)
    return f" ({counted(zorans, 'zoran')} left)" if zorans is not None else ""


def _citadel(scene: Scene, province: str) -> str:
    then = scene.expected.csps.get(province)
    return f" (its citadel then has {then})" if then is not None else ""
