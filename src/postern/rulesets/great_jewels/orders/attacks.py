"""Attacks, assaults and conditional attacks (QJ-29-28 to QJ-29-36)."""

from __future__ import annotations

import re

from postern.rulesets.great_jewels.orders.forms import Form, Refusal, force, goal
from postern.rulesets.great_jewels.orders.model import Attack, Mode, QJOrder
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.wording import counted, spoken

MODES: dict[str, Mode] = {"A": "attack", "K": "assault", "C": "conditional"}
SIGNS: dict[str, str] = {mode: letter for letter, mode in MODES.items()}

_ALL = r"(?: WITH ALL(?: TROOPS| MEN)?)?"
_IF = r"(?:CONDITIONALLY|IF ATTACKED|IF .{0,40}ATTACKS?.{0,20}|IN RETURN|ON CONDITION)"


def _attack(match: re.Match[str], mode: Mode) -> QJOrder | Refusal:
    source, leader = force(match), goal(match)
    if source.garrison and leader is None:
        return Refusal(
            "NOT UNDERSTOOD",
            "A garrison attacks leaders in its own province only; it cannot attack a garrison.",
            f"Write {source}{SIGNS[mode]}L and his number. To try for a province next door, raid it: {source}R5 and its name.",
        )
    return Attack(source, mode, leader)


def _book(match: re.Match[str]) -> QJOrder | Refusal:
    return _attack(match, MODES[match["mode"]])


def _normal(match: re.Match[str]) -> QJOrder | Refusal:
    return _attack(match, "attack")


def _assault(match: re.Match[str]) -> QJOrder | Refusal:
    return _attack(match, "assault")


def _conditional(match: re.Match[str]) -> QJOrder | Refusal:
    return _attack(match, "conditional")


BOOK = (Form(r"<who>(?P<mode>[AKC])<whom>", _book, "LnnALmm", "leader nn attacks leader mm (K assaults, C if attacked)"),)

PLAIN = (
    Form(rf"<giver> {_IF} (?:ATTACKS?|FIGHTS?|STRIKES?) <taker>", _conditional),
    Form(rf"<giver> (?:ATTACKS?|FIGHTS?|STRIKES?) <taker> {_IF}", _conditional),
    Form(rf"{_IF} ATTACK <taker> (?:WITH|BY|FROM) <giver>", _conditional),
    Form(r"<giver> CONDITIONAL(?: ATTACKS?)?(?: ON)? <taker>", _conditional),
    Form(rf"<giver> (?:ATTACKS?|FIGHTS?|STRIKES?|HITS?|BATTLES?|KILLS?)(?: AGAINST)? <taker>{_ALL}", _normal),
    Form(r"ATTACK <taker> (?:WITH|BY|FROM|USING) <giver>", _normal),
    Form(rf"<giver> (?:ASSAULTS?|STORMS?|CHARGES?) <taker>{_ALL}", _assault),
    Form(r"(?:ASSAULT|STORM) <taker> (?:WITH|BY|FROM|USING) <giver>", _assault),
)


def code(order: QJOrder) -> str:
    """The book's form, or "" for orders of other families."""
    match order:
        case Attack(source=source, mode=mode, leader=leader):
            return f"{source}{SIGNS[mode]}{f'L{leader}' if leader else 'G'}"
    return ""


_VERBS: dict[Mode, str] = {
    "attack": "attacks",
    "assault": "assaults",
    "conditional": "conditionally attacks",
}


def words(order: QJOrder, scene: Scene) -> str:
    """Plain words, with the target as last seen; "" for orders of other families."""
    match order:
        case Attack(source=source, mode=mode, leader=leader):
            place = scene.place(source)
            target, seen = _leader_target(scene, leader) if leader else _garrison_target(scene, place)
            notes = "; ".join(
                filter(None, (seen, "only if its owner attacks you there; waylays nobody" if mode == "conditional" else ""))
            )
            return f"{scene.force(source)} {_VERBS[mode]} {target}{f' ({notes})' if notes else ''}"
    return ""


def _leader_target(scene: Scene, leader: int) -> tuple[str, str]:
    """A leader, and what was seen of his strength."""
    seen = scene.seen_leader(leader)
    known = seen is not None and leader not in scene.view.leaders and not seen[1].fogged
    strength = f"{counted(seen[1].troops, 'troop')}, bonus {seen[1].bonus} when last seen" if seen and known else ""
    return scene.leader(leader), strength


def _garrison_target(scene: Scene, place: str) -> tuple[str, str]:
    """The garrison of a province, and what was seen of its strength."""
    if not place:
        return "the garrison", ""
    entry = scene.view.entries.get(place)
    known = entry is not None and not (entry.locked or entry.fogged or place in scene.view.provinces)
    strength = (
        f"{counted(entry.garrison, 'troop')}, {counted(entry.csps, 'citadel point')} when last seen" if entry and known else ""
    )
    return f"the garrison of {spoken(place)}", strength
