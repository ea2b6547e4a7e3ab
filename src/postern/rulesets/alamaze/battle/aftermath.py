"""After a battle: losses, the fallen and the risen, morale (AC-06-77..87, rulings 22 and 26)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.activity import Activity
from postern.rulesets.alamaze.battle.host import Aid, weights
from postern.rulesets.alamaze.battle.losses import take_losses
from postern.rulesets.alamaze.effects import happens
from postern.rulesets.alamaze.group_values import change_morale
from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Group, Leader, Wizard

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
