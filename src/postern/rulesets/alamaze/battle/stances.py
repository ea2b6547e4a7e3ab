"""Orders of battle between groups: they are read before the first battle is fought (AC-21-28..36, AC-21-52, AC-21-56..63)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.activity import Activity
from postern.rulesets.alamaze.battle.host import Stance
from postern.rulesets.alamaze.group_values import change_morale
from postern.rulesets.alamaze.turn import Doing, Handlers, Turn
from postern.rulesets.alamaze.world import Group

ATTACK, SECOND_WAVE, EVADE, DEFEND, ENTRENCH = 110, 111, 118, 120, 121
CENTER_ATTACKS = (150, 160, 180)


@dataclass(frozen=True)
class Attack:
    """An order of attack on a group."""

    doing: Doing
    group: str
    enemy: str
    tactic: int

    @property
    def wave(self) -> int:
        """110 or 111."""
        return self.doing.order.number


@dataclass
class Stances:
    """What groups ordered against each other, by (group, enemy)."""

    attacks: dict[tuple[str, str], Attack] = field(default_factory=dict)
    defenses: dict[tuple[str, str], int] = field(default_factory=dict)
    evades: set[tuple[str, str]] = field(default_factory=set)


def tactic(doing: Doing, mode: str) -> int | None:
    """The tactic of column C, without one the kingdom's own (AC-21-35, AC-21-36); None after a failure."""
    row = doing.tables.kingdoms[doing.code]
    usual = row.default_attack_tactic if mode == "attack" else row.default_defense_tactic
    chosen = usual if doing.order.tactic is None else doing.order.tactic
    if (mode, chosen) not in doing.tables.tactics:
        doing.fail(f"Tactic {chosen} does not exist.", f"Use 1, 2 or 3, or leave it out for our default {usual}.")
        return None
    return chosen


def orders_of(turn: Turn, group: str, numbers: tuple[int, ...]) -> list[int]:
    """Those of these numbers that are ordered for a group in this turn."""
    return [n for n in numbers if any(one.order.group == group for one in turn.by_number.get(n, ()))]


def attack(doing: Doing) -> bool:
    """110 and 111: attacks a group in the area; fought when all orders of battle were read (AC-21-41..49)."""
    group = doing.own_group()
    enemy = doing.enemy_group(group) if group else None
    if group is None or enemy is None:
        return False
    if group.patrol:
        return doing.fail(f"{group.id} is a patrol; patrols cannot attack.", "Give it troops by 700 or 740.")
    if enemy.patrol:
        return doing.unsure(f"{enemy.id} is a patrol; patrols cannot be attacked.")
    if orders_of(doing.turn, group.id, (ENTRENCH,)):
        return doing.fail(f"{group.id} entrenches this turn (121) and cannot attack.", "Keep one of the two orders.")
    chosen, stances = tactic(doing, "attack"), doing.turn.state(Stances)
    if chosen is None:
        return False
    if (group.id, enemy.id) in stances.attacks:
        return doing.fail(f"{group.id} already attacks {enemy.id}; one attack a target and turn.")
    stances.attacks[group.id, enemy.id] = Attack(doing, group.id, enemy.id, chosen)
    return doing.done("attack ordered") if doing.turn.expected else True


def evade(doing: Doing) -> bool:
    """118: a small group at home in the terrain avoids one enemy (AC-21-51)."""
    group = doing.own_group()
    enemy = doing.enemy_group(group) if group else None
    if group is None or enemy is None:
        return False
    terrain, most = doing.tables.areas[group.area].terrain, doing.tables.whole("evade.brigades")
    if not doing.tables.abilities[doing.tables.kingdoms[doing.code].ability(terrain)].evasion:
        return doing.fail(f"We have no Evasion in this terrain ({terrain}).", "Defend by 120, with tactic 1 to withdraw.")
    if group.size > most:
        return doing.fail(f"{group.id} has {group.size} brigades; at most {most} can evade.")
    doing.turn.state(Stances).evades.add((group.id, enemy.id))
    return doing.done(f"evades {enemy.id}")


def defend(doing: Doing) -> bool:
    """120: a prepared defense against one group (AC-21-11, AC-21-31..34, AC-21-52)."""
    group = doing.own_group()
    if group is None:
        return False
    if also := orders_of(doing.turn, group.id, CENTER_ATTACKS):
        why = f"{group.id} also has {also[0]} in this letter; a group that defends cannot attack a center."
        return doing.fail(why, "Keep one of the two.")
    enemy = doing.enemy_group(group)
    if enemy is None:
        return False
    chosen = tactic(doing, "defend")
    if chosen is None:
        return False
    doing.turn.state(Stances).defenses[group.id, enemy.id] = chosen
    doing.turn.state(Activity).defended.add(group.id)
    return doing.done(f"stands ready against {enemy.id}")


def entrench(doing: Doing) -> bool:
    """121: the group digs in against everybody (AC-21-56..63)."""
    group = doing.own_group()
    if group is None:
        return False
    activity = doing.turn.state(Activity)
    activity.defended.add(group.id)
    activity.entrenched.add(group.id)
    return doing.done("entrenched")


def tire(turn: Turn) -> None:
    """After the battles those who dug in by order have lost morale (AC-21-62)."""
    for id in sorted(turn.state(Activity).entrenched):
        if turn.world.groups[id].area:
            change_morale(turn.world, turn.world.groups[id], turn.tables.value("entrench.morale"))


def stance(turn: Turn, group: Group, enemy: Group) -> Stance:
    """How a group meets an enemy: as ordered against it; else entrenched, by order or because nobody leads its kingdom; else
    it is surprised (AC-21-53, AC-21-57..61)."""
    stances, key = turn.state(Stances), (group.id, enemy.id)
    if key in stances.attacks:
        return Stance("attack", stances.attacks[key].tactic)
    if key in stances.defenses:
        return Stance("defend", stances.defenses[key])
    if group.id in turn.state(Activity).entrenched or unled(turn, group):
        return Stance("entrenched")
    return Stance("surprised")


def unled(turn: Turn, group: Group) -> bool:
    """True for a group of a kingdom that nobody plays, or whose player has not written for long (AC-21-57, ruling 73)."""
    kingdom = turn.world.kingdoms[group.kingdom]
    return not kingdom.seat or not kingdom.active or kingdom.missed >= turn.tables.whole("missed_turns.standby")


HANDLERS: Handlers = {ATTACK: attack, SECOND_WAVE: attack, EVADE: evade, DEFEND: defend, ENTRENCH: entrench}
