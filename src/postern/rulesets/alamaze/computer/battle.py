"""A computer kingdom's groups and wizards that fight, and what guards its capital.

- What guards the capital when foreign groups are near: walls, wards and domes by spell, work of builders, and the stance of
  the groups there (AC-04-10, AC-21-51..63).
- Groups where they stand: they meet foreign groups, win the center there, or go on with a siege (AC-21).
- Wizards beside groups that fight: each spell is tried on the battle as the kingdom foresees it, and the best one is cast
  (AC-06-99, ruling 49).
"""

from __future__ import annotations

from dataclasses import replace

from postern.rulesets.alamaze.computer.magic import cast, has, idle
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.orders.acting import spell_level
from postern.rulesets.alamaze.orders.battle import spells
from postern.rulesets.alamaze.orders.battle.attacks import (
    ASSAULT,
    DIPLOMACY,
    FACTORS,
    PARLEY,
    PLUNDER,
    SIEGE,
    THREAT,
    besieger,
    chance_to_surrender,
)
from postern.rulesets.alamaze.orders.battle.battles import (
    ATTACK,
    DEFEND,
    ENTRENCH,
    EVADE,
    SECOND_WAVE,
    assault_outlook,
    battle_outlook,
)
from postern.rulesets.alamaze.orders.battle.spells import BattleCast, Register, leader_level
from postern.rulesets.alamaze.rules.battle import POPULATION, Stance, host, storm
from postern.rulesets.alamaze.rules.battle import fight as battle
from postern.rulesets.alamaze.rules.centers import defense_of
from postern.rulesets.alamaze.world.records import Center, Group, Wizard

_WALLS, _WARD, _DOME = 601, 130, 135
_DWARVEN, _IMPROVE = 599, 600


def threat(survey: Survey) -> float:
    """How strong the foreign groups near the capital are, as a part of what it can bear; 0 where nobody is near."""
    capital = survey.own_center(survey.kingdom.capital)
    if capital is None:
        return 0.0
    foes = survey.foes_near(capital.area, NUMBERS.army.danger)
    return sum(survey.value(one) for one in foes) / max(capital.defense, 1)


def shelter(survey: Survey) -> None:
    """Spells for a threatened capital: a dome against storms of this turn, a ward against spells upon its walls, higher
    walls."""
    capital = survey.own_center(survey.kingdom.capital)
    if capital is None or threat(survey) * 100 < NUMBERS.protection.spells_pct:
        return
    near = survey.foes_near(capital.area, 1)
    for group, wizard in list(idle(survey)):
        here = group.area == capital.area
        same = survey.world.region_of(group.area) == survey.world.region_of(capital.area)
        for number in (_DOME, _WARD, _WALLS):
            fits = here if number == _WALLS else same and bool(near)
            once = f"spell {number}" if number != _WALLS else f"spell {number} {wizard.code}"
            if fits and once not in survey.busy and has(survey, group, wizard, number):
                survey.busy.add(once)
                cast(survey, group, wizard, number, *([] if number == _WALLS else [capital.area]))
                break


def build(survey: Survey) -> None:
    """Builders raise the walls of a threatened capital; Dwarves do it better than all others."""
    rule, tables = NUMBERS.protection, survey.tables
    capital = survey.own_center(survey.kingdom.capital)
    if capital is None or threat(survey) * 100 < rule.builders_pct or capital.defense >= rule.highest_walls:
        return
    if survey.code in tables.kingdom_orders.get(_DWARVEN, ()):
        gold = tables.whole("dwarven_defenses.gold")
        if survey.gold >= gold and survey.letter.order(_DWARVEN, capital.area, gold=gold):
            return
    steps = rule.steps
    gold, food = (steps * tables.whole(f"improve.{one}_per_1000") for one in ("gold", "food"))
    if survey.gold >= gold and survey.letter.left["food"] >= food * 2:
        survey.letter.order(_IMPROVE, capital.area, "D", steps, gold=gold, food=food)


def stand(survey: Survey, group: Group, foes: list[Group], stays: bool = True) -> bool:
    """How a group meets those whom it does not attack: small ones evade at home in their terrain, a group before several
    enemies digs in, others stand ready against the strongest. ``foes`` come the strongest first; ``stays``: it marches nowhere
    afterwards."""
    order, tables = survey.letter.order, survey.tables
    ability = tables.abilities[tables.kingdoms[survey.code].ability(tables.areas[group.area].terrain)]
    attack = tables.kingdoms[survey.code].default_attack_tactic
    evades = ability.evasion and group.size <= tables.whole("evade.brigades")
    hopeless = battle_outlook(survey.world, group, foes[0], attack, ready=False) == "hopeless"
    if evades and hopeless:
        done = order(EVADE, group.id, foes[0].id)
    elif len(foes) > 1:
        done = order(ENTRENCH, group.id)
    else:
        done = order(DEFEND, group.id, foes[0].id)
        if done:
            survey.defending[group.id] = foes[0].id
    if done and stays:
        survey.busy.add(group.id)
    return done


_CERTAIN = "certain"


def fight(survey: Survey) -> None:
    """Battles against groups that stand where ours do, and actions against the centers there."""
    for group in survey.groups:
        if group.brigades and not _meet(survey, group) and not survey.standing_in:
            _win_center(survey, group)
            _stand_before_marching(survey, group)


def hold(survey: Survey) -> None:
    """A siege that has begun goes on."""
    for group in survey.groups:
        if group.siege is not None and group.siege.area == group.area and group.id not in survey.busy:
            survey.letter.order(SIEGE, group.id)
            survey.busy.add(group.id)


def _meet(survey: Survey, group: Group) -> bool:
    """Attacks a foreign group in the area, or stands ready against the strongest; False when there is none to meet. Who attacks
    where another group of ours does comes in the second wave, when the first has done its work."""
    foes = sorted(survey.foes_at(group.area), key=lambda one: (-one.size, one.id))
    at_home = survey.own_center(group.area) is not None
    if not foes or not (at_home or group.area in survey.wanted):
        return False
    tactic = survey.tables.kingdoms[survey.code].default_attack_tactic
    if survey.skill.enemies and not survey.standing_in and group.id not in survey.busy:
        for foe in foes:
            if battle_outlook(survey.world, group, foe, tactic, ready=False) in survey.skill.battles_if:
                wave = SECOND_WAVE if foe.id in survey.storming.values() else ATTACK
                if survey.letter.order(wave, group.id, foe.id, tactic):
                    survey.storming[group.id] = foe.id
                    survey.busy.add(group.id)
                return True
    return at_home and stand(survey, group, foes)


def _stand_before_marching(survey: Survey, group: Group) -> None:
    """A group that does nothing at a foreign or empty place is not surprised there by who is stronger, and marches on after the
    battles."""
    foes = sorted(survey.foes_at(group.area), key=lambda one: (-survey.value(one), one.id))
    acts = group.id in survey.storming or group.id in survey.busy or group.id in survey.defending
    if foes and not acts and survey.value(foes[0]) > survey.value(group):
        stand(survey, group, foes[:1], stays=False)


def _win_center(survey: Survey, group: Group) -> None:
    """The gentlest way that leads to the center: threat, assault, parley or a wizard's words, siege. A center that could not
    be held is plundered."""
    center = survey.world.centers.get(group.area)
    if center is None or group.area not in survey.wanted or survey.rests():
        return
    order = survey.letter.order
    tactic = survey.tables.kingdoms[survey.code].default_attack_tactic
    _break_walls(survey, group, center)
    outlook = assault_outlook(survey.world, group, center, tactic)
    if _lost_again(survey, group, center, tactic):
        done = order(PLUNDER, group.id, "-", tactic)
    elif _threatens(survey, group, center, tactic):
        done = order(THREAT, group.id, "-", tactic)
    elif outlook in survey.skill.storms_if and not _bloody(survey, group, center):
        done = order(ASSAULT, group.id, "-", tactic)
    elif _may_surrender(survey, group, center):
        if order(PARLEY, group.id):
            survey.busy.add(group.id)
        return
    elif _talk(survey, group, center):
        survey.busy.add(group.id)
        return
    elif outlook in survey.skill.storms_if:
        done = order(ASSAULT, group.id, "-", tactic)
    else:
        _besiege(survey, group, center)
        return
    if done:
        survey.storming[group.id] = ""
        survey.claimed.add(center.area)
        if outlook != _CERTAIN:
            survey.busy.add(group.id)


def _threatens(survey: Survey, group: Group, center: Center, tactic: int) -> bool:
    """A threat costs less than an assault where the center may yield, and the group takes it also when it does not."""
    factor = survey.tables.value(FACTORS[THREAT])
    if survey.is_capital(center) or assault_outlook(survey.world, group, center, tactic, factor) != _CERTAIN:
        return False
    yields = chance_to_surrender(survey.world, survey.kingdom, group, center, THREAT) / 100
    return (1 - yields) * survey.loss_at(group, center, factor) <= survey.loss_at(group, center)


def _bloody(survey: Survey, group: Group, center: Center) -> bool:
    """True where words come before an assault that would cost much."""
    return survey.loss_at(group, center) * 100 >= NUMBERS.field.bloody_pct


def _lost_again(survey: Survey, group: Group, center: Center, tactic: int) -> bool:
    """True for a foreign center in a region that hates us anyway, with an enemy about who is much too strong for the group."""
    region = survey.world.region_of(center.area)
    if not center.owner or survey.kingdom.reactions[region] not in list(survey.tables.reactions)[-2:]:
        return False
    around = sum(survey.value(one) for one in survey.foes_near(center.area, 1))
    if around * 100 < survey.value(group) * NUMBERS.field.plunder_pct:
        return False
    return assault_outlook(survey.world, group, center, tactic, survey.tables.value(FACTORS[PLUNDER])) == _CERTAIN


def _break_walls(survey: Survey, group: Group, center: Center) -> None:
    """A wizard breaks the walls of a center that the group cannot surely storm, as long as enough of it is left to be won."""
    tactic = survey.tables.kingdoms[survey.code].default_attack_tactic
    if not survey.defense_known(center.area) or assault_outlook(survey.world, group, center, tactic) == _CERTAIN:
        return
    for row in survey.tables.center_spells.values():
        if row.type != center.type or center.defense <= row.defense:
            continue
        for wizard in sorted(group.wizards, key=lambda one: (one.power, one.code)):
            free = f"{group.id} {wizard.code}" not in survey.busy and has(survey, group, wizard, row.number)
            if free and center.defense > row.defense and cast(survey, group, wizard, row.number, center.area):
                center.defense -= row.defense


def _talk(survey: Survey, group: Group, center: Center) -> bool:
    """A wizard asks the center to surrender, the mightiest of those who can."""
    for wizard in sorted(group.wizards, key=lambda one: (-one.power, one.code)):
        if f"{group.id} {wizard.code}" in survey.busy or not has(survey, group, wizard, DIPLOMACY) or survey.is_capital(center):
            continue
        percent = chance_to_surrender(survey.world, survey.kingdom, group, center, DIPLOMACY, wizard.power)
        return percent >= NUMBERS.army.parley_pct and cast(survey, group, wizard, DIPLOMACY)
    return False


def _may_surrender(survey: Survey, group: Group, center: Center) -> bool:
    speaks = any(("leader", one.title) in survey.tables.parley for one in group.leaders)
    if not speaks or survey.is_capital(center):
        return False
    return chance_to_surrender(survey.world, survey.kingdom, group, center, PARLEY) >= NUMBERS.army.parley_pct


def _besiege(survey: Survey, group: Group, center: Center) -> None:
    """A siege, for which the value has only to be above the defense. One group a center."""
    taken = besieger(survey.world, center.area) not in (None, group)
    known = survey.defense_known(center.area)
    if not known or taken or center.area in survey.claimed or survey.value(group) <= center.defense:
        return
    if survey.letter.order(SIEGE, group.id):
        survey.busy.add(group.id)
        survey.claimed.add(center.area)


_INVISIBLE, _KILL, _WALL, _DEATH = spells.SELF_INVISIBLE, spells.KILL, spells.WALL, spells.DEATH
_WON = 1.0
"""What a battle won is worth beside all that a group can lose."""


def fight_by_magic(survey: Survey) -> None:
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
