"""What guards the capital when foreign groups are near: walls, wards and domes by spell, work of builders, and the stance of
the groups there (AC-04-10, AC-21-51..63)."""

from __future__ import annotations

from postern.rulesets.alamaze.battle.forecast import battle_outlook
from postern.rulesets.alamaze.battle.stances import DEFEND, ENTRENCH, EVADE
from postern.rulesets.alamaze.computer.magic import cast, has, idle
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.world import Group

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
    if survey.gold >= gold and survey.letter.food >= food * 2:
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
