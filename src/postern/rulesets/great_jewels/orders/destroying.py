"""Destroying one's own rams, siege towers, citadel points, navies and roads (QJ-29-54 to QJ-29-59)."""

from __future__ import annotations

import re
from typing import Literal

from postern.rulesets.great_jewels.orders.forms import Form, Refusal, amount_text, clean, quantity
from postern.rulesets.great_jewels.orders.model import Destroy, QJOrder
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.wording import counted
from postern.rulesets.great_jewels.world import Force

What = Literal["rams", "towers", "csps", "navies", "road"]
_WHAT: dict[str, What] = {"R": "rams", "S": "towers", "C": "csps", "N": "navies", "D": "road"}
_SIGNS: dict[str, str] = {what: letter for letter, what in _WHAT.items()}
_BREAK = r"(?:DESTROYS?|ABANDONS?|DROPS?|DITCH(?:ES)?|BURNS?|SCRAPS?|RAZES?|TEARS? DOWN|DEMOLISH(?:ES)?|SINKS?|BREAKS?)"
_ENGINES = r"(?P<what>(?:BATTERING )?RAMS?|(?:SIEGE )?TOWERS?)"
_WORKS = r"(?P<what>CSPS?|CITADELS?(?: POINTS?)?|NAV(?:Y|IES)|SHIPS?|FLEETS?)"
_ROAD = r"ROADS?"


def _kind(word: str) -> What:
    if word in _WHAT:
        return _WHAT[word]
    word = word.rsplit(" ", 1)[-1] if "CITADEL" not in word else "CITADEL"
    return {"R": "rams", "T": "towers", "C": "csps", "N": "navies", "S": "navies", "F": "navies"}[word[0]]  # type: ignore[return-value]


def _on_army(match: re.Match[str]) -> QJOrder:
    return Destroy(Force(leader=int(match["n"])), _kind(match["what"]), quantity(match))


def _in_province(match: re.Match[str]) -> QJOrder:
    return Destroy(Force(garrison=clean(match["p"])), _kind(match["what"]), quantity(match))


def _road(match: re.Match[str]) -> QJOrder:
    return Destroy(Force(garrison=clean(match["p"])), "road", 1)


def _needs_number(match: re.Match[str]) -> Refusal:
    given = match.group()
    return Refusal("NOT UNDERSTOOD", "Destroying needs a number.", "Write how many, or for all of them:", f"{given}#")


BOOK = (
    Form(r"L<n>X(?P<what>[RS])<q>", _on_army, "LnnXRqq", "leader nn destroys qq rams (S: siege towers)"),
    Form(r"G<p>X(?P<what>[CN])<q>", _in_province, "Gp1XCqq", "garrison p1 destroys qq citadel points (N: navies)"),
    Form(r"G<p>XD", _road, "Gp1XD", "garrison p1 destroys the road"),
    Form(r"(?:L<n>X[RS]|G<p>X[CN])", _needs_number),
)

PLAIN = (
    Form(rf"L<n> {_BREAK} <q> {_ENGINES}", _on_army),
    Form(rf"{_BREAK} <q> {_ENGINES} (?:OF |ON |FROM )?L<n>", _on_army),
    Form(rf"<own> {_BREAK} <q> {_WORKS}", _in_province),
    Form(rf"{_BREAK} <q> {_WORKS} (?:IN |OF |AT |FROM )?<own>", _in_province),
    Form(rf"<own> {_BREAK} {_ROAD}", _road),
    Form(rf"{_BREAK} {_ROAD} (?:IN |OF |AT |THROUGH )?<own>", _road),
)


def code(order: QJOrder) -> str:
    """The book's form, or "" for orders of other families."""
    match order:
        case Destroy(force=force, what="road"):
            return f"{force}XD"
        case Destroy(force=force, what=what, quantity=number):
            return f"{force}X{_SIGNS[what]}{amount_text(number)}"
    return ""


_NOUNS: dict[What, tuple[str, str]] = {
    "rams": ("ram", "rams"),
    "towers": ("siege tower", "siege towers"),
    "csps": ("citadel point", "citadel points"),
    "navies": ("navy", "navies"),
    "road": ("road", "roads"),
}


def words(order: QJOrder, scene: Scene) -> str:
    """Plain words; "" for orders of other families."""
    match order:
        case Destroy(force=force, what="road"):
            return f"{scene.force(force)} destroys its road"
        case Destroy(force=force, what=what, quantity=None):
            return f"{scene.force(force)} destroys all {'his' if force.leader else 'its'} {_NOUNS[what][1]}"
        case Destroy(force=force, what=what, quantity=number):
            return f"{scene.force(force)} destroys {counted(number or 0, *_NOUNS[what])}"
    return ""
