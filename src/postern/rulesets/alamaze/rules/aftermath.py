"""What a battle leaves behind: losses, the fallen and the risen, and its account.

- What losses do to a group: whole brigades are removed, the rest raises its attrition (AC-06-95, ruling 23).
- After a battle: losses, the fallen and the risen, morale (AC-06-77..87, rulings 22 and 26).
- The account of a battle as its kingdoms are told it: each its own side in full, of the other what was seen (AC-06-18,
  AC-06-100, AC-06-107). Parts are in thousandths of a percent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from postern.rulesets.alamaze.rules.battle import Aid, Host, Stance, weights
from postern.rulesets.alamaze.rules.effects import happens
from postern.rulesets.alamaze.rules.groups import change_morale, size_word
from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.turn import Activity, Turn
from postern.rulesets.alamaze.world.records import Group, Leader, Wizard, World


def remove_brigade(group: Group, code: str) -> None:
    """One brigade of this kind less."""
    group.brigades[code] -= 1
    if not group.brigades[code]:
        del group.brigades[code]


def take_losses(group: Group, part: float, weights: Mapping[str, float], highest: float) -> None:
    """Takes this part of a group's hit points away. ``weights`` say what a brigade of each kind counts for. Half of the loss
    removes whole brigades, the weakest first, as far as it goes; what remains is attrition of the whole group. Where that is
    above ``highest`` percent, the weakest brigade is removed and the rest is counted again."""
    there = 1 - group.attrition / 100
    loss = part * there * sum(weights[code] * number for code, number in group.brigades.items())
    budget = loss / 2
    while group.brigades:
        weakest = min(group.brigades, key=lambda code: (weights[code], code))
        if budget <= 0 or budget < (highest - group.attrition) / 100 * weights[weakest]:
            break
        remove_brigade(group, weakest)
        budget -= there * weights[weakest]
        loss -= there * weights[weakest]
    while group.brigades:
        full = sum(weights[code] * number for code, number in group.brigades.items())
        attrition = group.attrition + max(0.0, loss) / full * 100
        if attrition <= highest:
            group.attrition = round(attrition, 2)
            return
        weakest = min(group.brigades, key=lambda code: (weights[code], code))
        remove_brigade(group, weakest)
        loss -= there * weights[weakest]
    group.attrition = 0.0


MOST_LEADERS = 3


@dataclass(frozen=True)
class Fate:
    """How a battle ended for a group: which part of itself it lost, and whether it won, gave way, or was routed."""

    part: float
    won: bool
    retreated: bool
    destroyed: bool
    morale: float
    """Points of morale that it gained or lost by the outcome."""


@dataclass
class Toll:
    """Who fell, who rose by a step, who became a leader, and what became of artifacts, for the account of the battle."""

    fallen: list[str] = field(default_factory=list)
    risen: list[tuple[str, str]] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    destroyed: bool = False


def settle_group(turn: Turn, group: Group, aid: Aid, fate: Fate, terrain: str, key: str) -> Toll:
    """What a battle does to one group. ``key`` names the other side in the streams of chance. A group whose last brigade is
    gone is destroyed; its wizards may live on as a patrol."""
    tables, activity, toll = turn.tables, turn.state(Activity), Toll()
    activity.fought(group.id)
    group.ambush = False
    if fate.retreated:
        activity.retreated.add(group.id)
        group.siege = None
    weigh = weights(turn.world, group, terrain)
    take_losses(group, 1.0 if fate.destroyed else fate.part, weigh, tables.value("group_attrition.maximum"))
    if not group.brigades:
        _destroyed(turn, group, aid, key, toll)
        return toll
    _fallen(turn, group, aid, fate, key, toll)
    _risen(turn, group, fate, key, toll)
    change_morale(turn.world, group, fate.morale)
    return toll


def _fallen(turn: Turn, group: Group, aid: Aid, fate: Fate, key: str, toll: Toll) -> None:
    """Each leader, and each wizard who is not safe, may be slain (AC-06-85, AC-06-102). Adepts take no part (AC-23-13)."""
    tables = turn.tables
    shield = tables.value("leader.shield_factor") if aid.shielded else 1
    percent = tables.value("leader.death_pct") + (tables.value("leader.death_retreat_pct") if fate.retreated else 0)
    for leader in list(group.leaders):
        if happens(turn, percent * shield, "leader falls", group.id, key, leader.name):
            group.leaders.remove(leader)
            toll.fallen.append(leader.name)
    for wizard in [one for one in group.wizards if one.power and one.code not in aid.safe]:
        chance = tables.value("wizard.battle_death_pct") * shield
        if happens(turn, chance, "wizard falls", group.id, key, wizard.code):
            _wizard_dies(group, wizard, toll)


def _wizard_dies(group: Group, wizard: Wizard, toll: Toll) -> None:
    group.wizards.remove(wizard)
    toll.fallen.append(wizard.name)


def _risen(turn: Turn, group: Group, fate: Fate, key: str, toll: Toll) -> None:
    """Survivors gain a step, and a new Captain may come forward (AC-06-77..79, AC-06-86)."""
    tables = turn.tables
    for leader in group.leaders:
        following = next_title(tables, leader.title)
        if following and happens(turn, promotion(tables, following, fate.won), "promotion", group.id, key, leader.name):
            leader.title = following
            toll.risen.append((leader.name, following))
    free = len(group.leaders) < MOST_LEADERS
    if fate.won and free and happens(turn, tables.value("leader.new_pct"), "new leader", group.id, key):
        leader = Leader(_name(turn, group, key), next(iter(tables.leader_ranks)))
        group.leaders.append(leader)
        toll.new.append(leader.name)


def promotion(tables: Edition, following: str, won: bool) -> float:
    """The chance in percent to rise to this title after a battle (ruling 26)."""
    if tables.leader_ranks[following].rank == "Warlord":
        return tables.value("leader.promotion_warlord_pct")
    return tables.value("leader.promotion_winner_pct" if won else "leader.promotion_loser_pct")


def next_title(tables: Edition, title: str) -> str:
    """The next step: I, II, then the next class; "" above the highest (AC-06-78, AC-06-79)."""
    titles = list(tables.leader_ranks)
    place = titles.index(title) + 1
    return titles[place] if place < len(titles) else ""


def _name(turn: Turn, group: Group, key: str) -> str:
    """A name that no leader or wizard of the kingdom has (ruling 78)."""
    own = turn.world.groups_of(group.kingdom)
    taken = {one.name for some in own for one in some.leaders} | {one.name for some in own for one in some.wizards}
    names = [one for one in turn.tables.leader_names if one not in taken]
    return turn.stream("leader name", group.id, key).choice(names)


def _destroyed(turn: Turn, group: Group, aid: Aid, key: str, toll: Toll) -> None:
    """All leaders perish; wizards who come away are a patrol, else nothing is left of the group (AC-06-34, AC-06-84)."""
    toll.destroyed = True
    toll.fallen += [one.name for one in group.leaders]
    group.leaders.clear()
    for wizard in list(group.wizards):
        percent = 0.0 if wizard.code in aid.safe else turn.tables.value("wizard.destroyed_death_pct")
        if happens(turn, percent, "wizard falls", group.id, key, wizard.code):
            _wizard_dies(group, wizard, toll)
    group.attrition, group.siege = 0.0, None


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
