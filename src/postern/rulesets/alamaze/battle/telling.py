"""The account of a battle as its kingdoms are told it: each its own side in full, of the other what was seen (AC-06-18,
AC-06-100, AC-06-107). Parts are in thousandths of a percent."""

from __future__ import annotations

from typing import Any

from postern.rulesets.alamaze.battle.aftermath import Toll
from postern.rulesets.alamaze.battle.host import Aid, Host, Stance
from postern.rulesets.alamaze.group_values import size_word
from postern.rulesets.alamaze.world import Group, World

Told = dict[str, Any]


def thousandths(part: float) -> int:
    """A part of 1 in thousandths of a percent."""
    return round(part * 100_000)


def before(world: World, group: Group, stance: Stance, aid: Aid, host: Host, value: float, fights: int) -> Told:
    """A side as it went into battle: ``value`` is what it was worth in it."""
    first = group.leaders[0] if group.leaders else None
    return {
        "group": group.id,
        "kingdom": group.kingdom,
        "size": seen_size(world, group),
        "leader": f"{first.title} {first.name}" if first else "",
        "stance": stance.mode,
        "tactic": stance.tactic,
        "stunned": sorted(aid.stunned),
        "spells": [list(one) for one in aid.spells],
        "own": {
            "brigades": dict(group.brigades),
            "leaders": [f"{one.title} {one.name}" for one in group.leaders],
            "wizards": [[one.name, one.power] for one in group.wizards],
            "morale": thousandths(group.morale / 100),
            "attrition": thousandths(group.attrition / 100),
            "value": round(value),
            "multiplier": round(host.multiplier * 10_000),
            "armour": round(host.armour * 1_000),
            "threshold": thousandths(host.threshold),
            "fights_before": fights,
        },
    }


def after(group: Group, told: Told, lost: float, on_retreat: float, toll: Toll) -> None:
    """Adds how the side came out of it."""
    told["lost"], told["on_retreat"] = thousandths(lost), thousandths(on_retreat)
    told["fallen"], told["destroyed"] = toll.fallen, toll.destroyed
    told["own"] |= {
        "brigades_after": dict(group.brigades),
        "morale_after": thousandths(group.morale / 100),
        "attrition_after": thousandths(group.attrition / 100),
        "risen": [list(one) for one in toll.risen],
        "new": toll.new,
    }


def outcome(side: Told) -> Told:
    """What came of a battle for a side, as plain facts for a sentence: percent lost, who fell, who rose."""
    own = side["own"]
    return {
        "group": side["group"],
        "destroyed": side["destroyed"],
        "percent": round((side["lost"] + side["on_retreat"]) / 1_000),
        "fallen": side["fallen"],
        "risen": [f"{name} ({title})" for name, title in own["risen"]],
        "new": own["new"],
    }


def seen_size(world: World, group: Group) -> str:
    """The size word of a group, "Masked" where magic hides it (AC-06-31)."""
    return "Masked" if group.hidden == "masked" else size_word(world.tables, group.size)


def as_seen(world: World, side: Told, reader: str) -> Told:
    """A side as a foreign kingdom saw it: without what is its own, spells by name only where one of the reader's wizards has
    the power to cast them; else their number is 0 (AC-06-100)."""
    known = [[number if can_name(world, reader, number) else 0, name] for number, name in side["spells"]]
    return {**{name: value for name, value in side.items() if name != "own"}, "spells": known}


def can_name(world: World, reader: str, spell: int) -> bool:
    """True when a wizard of a kingdom has the power that its school asks for a spell."""
    level = world.tables.spells[spell].level(world.tables.kingdoms[reader].spell_school)
    wizards = [one for group in world.groups_of(reader) for one in group.wizards]
    return level is not None and any(one.power >= level for one in wizards)
