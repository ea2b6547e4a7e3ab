"""Wizards beside groups that fight: each spell is tried on the battle as the kingdom foresees it, and the best one is cast
(AC-06-99, ruling 49)."""

from __future__ import annotations

from dataclasses import replace

from postern.rulesets.alamaze.battle import spells
from postern.rulesets.alamaze.battle.assault import storm
from postern.rulesets.alamaze.battle.field import fight as battle
from postern.rulesets.alamaze.battle.host import POPULATION, Stance, host
from postern.rulesets.alamaze.battle.spells import BattleCast, Register, leader_level
from postern.rulesets.alamaze.battle.walls import defense_of
from postern.rulesets.alamaze.computer.magic import cast, has, idle
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.magic.casting import spell_level
from postern.rulesets.alamaze.world import Group, Wizard

_INVISIBLE, _KILL, _WALL, _DEATH = spells.SELF_INVISIBLE, spells.KILL, spells.WALL, spells.DEATH
_WON = 1.0
"""What a battle won is worth beside all that a group can lose."""


def fight(survey: Survey) -> None:
    """A spell for each wizard of a group that fights or stands ready: what serves the battle most."""
    for group, wizard in list(idle(survey)):
        enemy = survey.storming.get(group.id, survey.defending.get(group.id))
        if enemy is not None and wizard.power and not _slay(survey, group, wizard, enemy):
            _help(survey, group, wizard, enemy)


def hide_adepts(survey: Survey) -> None:
    """Adepts of groups that fight make themselves invisible: nobody can kill them then."""
    for group, wizard in list(idle(survey)):
        if not wizard.power and survey.storming.get(group.id):
            cast(survey, group, wizard, _INVISIBLE)


def _slay(survey: Survey, group: Group, wizard: Wizard, enemy: str) -> bool:
    """Death for whole brigades of a large enemy; a leader who adds much dies by a wizard strong enough."""
    foe = survey.world.groups.get(enemy)
    if foe is None:
        return False
    once = f"{enemy} {_DEATH}"
    if foe.size >= NUMBERS.magic.death_size and once not in survey.busy and has(survey, group, wizard, _DEATH):
        survey.busy.add(once)
        return cast(survey, group, wizard, _DEATH, enemy)
    best = max((leader_level(survey.tables, one) for one in foe.leaders), default=0)
    once = f"{enemy} {_KILL}"
    able = best >= 2 and wizard.power >= 2 * best and once not in survey.busy and has(survey, group, wizard, _KILL)
    if able:
        survey.busy.add(once)
        return cast(survey, group, wizard, _KILL, enemy, "L", "H")
    return False


def _help(survey: Survey, group: Group, wizard: Wizard, enemy: str) -> None:
    """Tries all spells that he has. A battle that nothing turns is held up by a wall of flame."""
    level = spell_level(survey.world, group, wizard)
    register, rows = survey.turn.state(Register), survey.tables.battle_spells
    before = outcome(survey, group, enemy)
    best: tuple[float, int] = (before + NUMBERS.magic.least_gain_pct / 100, 0)
    for number, row in rows.items():
        once = f"{group.id} {number} {enemy}"
        if number in (_INVISIBLE, _WALL, spells.PROTECT) or (row.points_per_level and once in survey.busy):
            continue
        if (not enemy and number in spells.GROUP_ALONE) or not has(survey, group, wizard, number):
            continue
        made = BattleCast(number, group.id, group.kingdom, wizard.code, wizard.name, level, enemy)
        register.casts.append(made)
        best = max(best, (outcome(survey, group, enemy), number))
        register.casts.remove(made)
    number = best[1]
    lost = enemy in survey.world.groups and group.id in survey.defending and max(best[0], before) < 0
    if lost and has(survey, group, wizard, _WALL) and f"{group.id} {_WALL}" not in survey.busy:
        number = _WALL
        survey.busy.add(f"{group.id} {_WALL}")
    if number and cast(survey, group, wizard, number, *([enemy] if enemy else [])):
        survey.busy.add(f"{group.id} {number} {enemy}")
        register.casts.append(BattleCast(number, group.id, group.kingdom, wizard.code, wizard.name, level, enemy))


def outcome(survey: Survey, group: Group, enemy: str) -> float:
    """What a battle brings with the spells ordered so far: the parts that the other side loses less our own, and more where it
    is won. ``enemy`` is "" for the center where the group stands."""
    world, tables = survey.world, survey.tables
    foe = world.groups.get(enemy)
    tactic = tables.kingdoms[survey.code].default_attack_tactic
    way = Stance("defend") if group.id in survey.defending else Stance("attack", tactic)
    aid = spells.aid(survey.turn, group, foe)
    if foe is None:
        center = world.centers[group.area]
        own = host(world, group, way, aid, against=center.owner, terrain=POPULATION)
        hard = 1 + tables.value("pc.modifier_range")
        course = storm(tables, own, defense_of(world, center) * hard)
        return course.worn - course.lost - course.on_retreat + (_WON if course.taken else 0)
    foes_way = Stance("attack", 2) if group.id in survey.defending else Stance("defend")
    theirs = host(world, replace(foe), foes_way, spells.aid(survey.turn, foe, group), against=survey.code)
    own = host(world, group, way, aid, against=foe.kingdom)
    fought = battle(tables, own, theirs)
    return fought.whole_loss(1) - fought.whole_loss(0) + (_WON if fought.holder == 0 else 0)
