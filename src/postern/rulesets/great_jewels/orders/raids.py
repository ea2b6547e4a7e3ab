"""Raids and musters (QJ-29-23 to QJ-29-27)."""

from __future__ import annotations

import re

from postern.rulesets.great_jewels.geography import neighbours
from postern.rulesets.great_jewels.orders.forms import Form, Refusal, amount_text, clean, force, quantity
from postern.rulesets.great_jewels.orders.model import Muster, QJOrder, Raid
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.wording import counted, listed, spoken
from postern.rulesets.great_jewels.world import Force, Terrain

_TROOPS = r"(?: ?(?:TROOPS?|MEN|MAN|SOLDIERS?|WARRIORS?|T))?"
_SIDES = r"(?: SURROUNDING| ADJACENT| NEIGHBOU?R(?:ING|S)?)?(?: PROVINCES?| SIDES| NEIGHBOU?RS)?"
_AROUND = rf"(?:\*|ALL AROUND|AROUND|EVERYWHERE|ALL{_SIDES})"


def _raid(match: re.Match[str]) -> QJOrder:
    return Raid(force(match), quantity(match), clean(match["r"]))


def _around(match: re.Match[str]) -> QJOrder | Refusal:
    number = quantity(match)
    if number is None:
        source = force(match)
        return Refusal(
            "NOT UNDERSTOOD",
            "A raid on all sides sends the same number of troops to each; # (all) is possible only for a single target.",
            f"Write how many for each side: {source}R5*",
        )
    return Raid(force(match), number, None)


def _no_quantity(match: re.Match[str]) -> Refusal:
    source, goal = force(match), clean(match["r"]) if match["r"] else "*"
    return Refusal(
        "NOT UNDERSTOOD",
        "A raid needs the number of troops that go.",
        f"Write how many, for example {source}R5{goal}" + (f", or {source}R#{goal} for all." if goal != "*" else "."),
    )


def _no_target(match: re.Match[str]) -> Refusal:
    written = match.group()
    return Refusal(
        "NOT UNDERSTOOD",
        "A raid needs its goal.",
        f"Add the province, for example {written}B3, or * for all surrounding ones: {written}*",
    )


def _muster(match: re.Match[str]) -> QJOrder:
    return Muster(clean(match["p"]))


BOOK = (
    Form(r"<who>R<q><r>", _raid, "LnnRqqp1", "leader nn raids qq troops to p1"),
    Form(r"<who>R<q>\*", _around, "LnnRqq*", "leader nn raids qq troops to every surrounding province"),
    Form(r"G<p>M", _muster, "Gp1M", "garrison p1 musters all troops from surrounding own provinces"),
    Form(r"<who>R(?:<r>|\*)", _no_quantity),
    Form(r"<who>R<q>", _no_target),
)

PLAIN = (
    Form(rf"<giver> RAIDS? <r> (?:WITH )?<q>{_TROOPS}", _raid),
    Form(rf"<giver> RAIDS? (?:WITH )?<q>{_TROOPS} (?:TO |INTO |IN )?<r>", _raid),
    Form(rf"RAID <r> FROM <giver> (?:WITH )?<q>{_TROOPS}", _raid),
    Form(rf"RAID <r> (?:WITH )?<q>{_TROOPS} FROM <giver>", _raid),
    Form(rf"RAID (?:WITH )?<q>{_TROOPS} FROM <giver> (?:TO |INTO )?<r>", _raid),
    Form(r"SEND <q> RAIDERS? FROM <giver> (?:TO |INTO )?<r>", _raid),
    Form(r"<giver> SENDS? <q> RAIDERS? (?:TO |INTO )?<r>", _raid),
    Form(rf"RAID {_AROUND} FROM <giver> (?:WITH )?<q>{_TROOPS}(?: EACH)?", _around),
    Form(rf"<giver> RAIDS? (?:WITH )?<q>{_TROOPS} (?:EACH )?(?:TO |INTO )?(?:EACH |EVERY )?{_AROUND}", _around),
    Form(rf"<giver> RAIDS? {_AROUND} (?:WITH )?<q>{_TROOPS}(?: EACH)?", _around),
    Form(rf"<giver> RAIDS? EVERY SURROUNDING WITH <q>{_TROOPS} EACH", _around),
    Form(rf"<giver> RAIDS? (?:TO |INTO )?(?:<r>|{_AROUND})", _no_quantity),
    Form(r"<own> MUSTERS?(?: ALL)?(?: TROOPS?| GARRISONS OF YOUR SURROUNDING PROVINCES)?", _muster),
    Form(r"MUSTER (?:ALL )?(?:TROOPS? )?(?:IN |AT |TO |INTO )?<own>", _muster),
)


def code(order: QJOrder) -> str:
    """The book's form, or "" for orders of other families."""
    match order:
        case Raid(source=source, quantity=number, province=province):
            return f"{source}R{amount_text(number)}{province or '*'}"
        case Muster(province=province):
            return f"G{province}M"
    return ""


def words(order: QJOrder, scene: Scene) -> str:
    """Plain words; "" for orders of other families."""
    match order:
        case Raid(source=source, quantity=number, province=None):
            each = f"{counted(number or 0, 'troop')} each"
            goals = _goals(scene, source, number or 0)
            return f"{scene.force(source)} raids every surrounding province with {each}{goals}{_doomed(scene, source)}"
        case Raid(source=source, quantity=number, province=province):
            troops = "all its troops" if number is None else counted(number, "troop")
            return f"{scene.force(source)} raids {spoken(province or '')} with {troops}{_doomed(scene, source, province)}"
        case Muster(province=province):
            lost = sorted(spoken(giver[1:]) for giver, goal in scene.expected.doomed if goal == province and giver[0] == "G")
            fate = f" (those of {listed(lost)} die {_IF_SEEN})" if lost else ""
            return f"{spoken(province)} musters the garrisons of your surrounding provinces{fate}"
    return ""


def _goals(scene: Scene, source: Force, each: int) -> str:
    """A note on where the groups go when they do not go to all sides."""
    goals = scene.expected.groups.get((source, each))
    if not goals:
        return ""
    passable = [name for name in neighbours(scene.place(source)) if scene.view.terrain(name) is not Terrain.IMPASSABLE]
    return f" (groups go to {listed([spoken(name) for name in goals])})" if len(goals) < len(passable) else ""


_IF_SEEN = "if the enemy leaders seen where they leave or arrive are there then"


def _doomed(scene: Scene, source: Force, province: str | None = None) -> str:
    """A note on raiders whom the enemy leaders who were seen will kill."""
    dead = any(giver == str(source) and province in (None, goal) for giver, goal in scene.expected.doomed)
    return f" (they die {_IF_SEEN})" if dead else ""
