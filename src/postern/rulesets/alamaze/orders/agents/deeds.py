"""What missions of agents do, and how they would go.

- What agents do when they succeed: orders 900 to 971 with their missions (AC-12-06, rulings 42, 45 and 59).
- Summon Demon (spell 941): an assassin of a level of his own (ruling 49).
- How a mission would go, for a kingdom that asks before the turn: by its agent and the kind of target, without any guard.
"""

from __future__ import annotations

from functools import partial

from postern.rulesets.alamaze.orders.acting import caster
from postern.rulesets.alamaze.orders.agents import missions
from postern.rulesets.alamaze.orders.agents.missions import THINGS, Mission, free_victim, undertake
from postern.rulesets.alamaze.orders.agents.odds import Attacker, Target, level_of, odds, on_watch
from postern.rulesets.alamaze.orders.court.council import learn_skeleton
from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.orders.magic.enchantments import warded
from postern.rulesets.alamaze.rules.economy import yield_of
from postern.rulesets.alamaze.rules.effects import Outlook, artifact_key, happens, outlook, place_of, suits, take_away
from postern.rulesets.alamaze.rules.figures import die, free, imprison, rank_percent
from postern.rulesets.alamaze.rules.groups import end_if_empty
from postern.rulesets.alamaze.rules.sight import finds, report
from postern.rulesets.alamaze.tables import Edition
from postern.rulesets.alamaze.tables.grammar import Command
from postern.rulesets.alamaze.turn import LATE, Doing, Turn, book
from postern.rulesets.alamaze.world.records import Figure


def bribe(doing: Doing, agent: Figure, target: Target) -> str:
    """900: he may know a skeleton of his ruler, the likelier the higher he stands (AC-10-05)."""
    kingdom, figure = target.person()
    percent = rank_percent(doing.turn, figure)
    if not happens(doing.turn, percent, "knows a skeleton", kingdom.code, figure.code, doing.code):
        return f"{target.name} took the gold and knew nothing"
    found = learn_skeleton(doing.turn, kingdom, doing.kingdom)
    return f"{target.name} told of a skeleton" if found else f"{target.name} knew nothing new"


def sabotage(doing: Doing, agent: Figure, target: Target) -> str:
    """930: less food, gold or defense."""
    center, value = doing.world.centers[target.area], doing.tables.agent_value
    if doing.order.code == "D":
        center.defense = min(center.defense, max(center.defense - value("sabotage_defense"), value("sabotage_least_defense")))
    elif doing.order.code == "F":
        center.food = min(center.food, max(center.food - value("sabotage_food"), 0))
    else:
        center.gold = min(center.gold, max(center.gold - value("sabotage_gold"), 0))
    doing.turn.tell_kingdoms("sabotaged", (center.owner,), area=center.area, name=center.name, what=target.label)
    return f"{target.label.lower()} of {target.name} damaged"


def sink(doing: Doing, agent: Figure, target: Target) -> str:
    """935: one ship less."""
    doing.turn.kingdom(target.defender).fleets[target.thing].number -= 1
    doing.turn.tell_kingdoms("fleet-sabotaged", (target.defender,), sea=target.thing)
    return "one fleet destroyed"


def assassinate(doing: Doing, agent: Figure, target: Target) -> str:
    """940: the figure is dead."""
    kingdom, figure = target.person()
    die(doing.turn, kingdom, figure, "assassinated")
    return f"{target.name} is dead"


def assassinate_in_group(doing: Doing, agent: Figure, target: Target) -> str:
    """945: a leader or wizard less. Who took another form cannot be killed so (ruling 49)."""
    group = doing.world.groups[doing.order.enemy]
    leader = next((one for one in group.leaders if doing.order.code == "L" and one.name == target.thing), None)
    wizard = next((one for one in group.wizards if doing.order.code == "W" and one.code == target.thing), None)
    if wizard is not None and wizard.form:
        return ""
    if leader is not None:
        group.leaders.remove(leader)
    if wizard is not None:
        group.wizards.remove(wizard)
    data = {"figure": target.name, "rank": target.label, "group": group.id, "how": "assassinated"}
    doing.turn.tell_kingdoms("died-in-group", (group.kingdom,), **data)
    end_if_empty(doing.turn, group)
    return f"{target.name} of {group.id} is dead"


def rescue(doing: Doing, agent: Figure, target: Target) -> str:
    """950: a captive is free, at our capital."""
    kingdom, figure = target.person()
    center = doing.world.centers.get(doing.kingdom.capital)
    home = center.area if center is not None and center.owner == doing.code else ""
    free(doing.turn, kingdom, figure, home)
    doing.turn.tell_kingdoms("prisoner-gone", (target.defender,), figure=target.name, area=target.area)
    return f"{target.name} is free"


def kidnap(doing: Doing, agent: Figure, target: Target) -> str:
    """955: the figure is our prisoner, if the agent gets away with him."""
    kingdom, figure = target.person()
    value = doing.tables.agent_value
    percent = value("getaway_base_pct") + value("getaway_per_level_pct") * level_of(doing.world, doing.code, agent)
    percent = min(max(percent, value("minimum_chance_pct")), value("maximum_chance_pct"))
    if not happens(doing.turn, percent, "gets away", doing.code, agent.code):
        return ""
    imprison(doing.turn, kingdom, figure, doing.code)
    return f"{target.name} is ours"


def steal_artifact(doing: Doing, agent: Figure, target: Target) -> str:
    """960: the artifact is at the agent's base, or with him where the base is not ours."""
    world, key = doing.world, target.thing
    base = world.centers.get(agent.area)
    if place_of(world, key) is None:
        return ""
    take_away(world, key)
    holder = base if base is not None and base.owner == doing.code else agent
    holder.artifacts.append(key)
    doing.turn.tell_kingdoms("artifact-stolen", (target.defender,), artifact=key, name=target.name, area=target.area)
    return f"{target.name} is ours"


def steal_goods(doing: Doing, agent: Figure, target: Target) -> str:
    """965: half of what the center brings in this season, if the kingdom has so much."""
    victim, center = doing.turn.kingdom(target.defender), doing.world.centers[target.area]
    food, gold = (max(one * doing.tables.agent_value("steal_share_pct") // 100, 0) for one in yield_of(doing.world, center))
    food, gold = (min(food, victim.food), 0) if doing.order.code == "F" else (0, min(gold, victim.gold))
    book(doing.turn, victim, LATE, -food, -gold)
    book(doing.turn, doing.kingdom, LATE, food, gold)
    doing.turn.tell_kingdoms("robbed", (victim.code,), area=center.area, name=center.name, food=food, gold=gold)
    return f"{food or gold:,} {target.label.lower()}"


def spy(doing: Doing, agent: Figure, target: Target) -> str:
    """970: the report on an area."""
    level = level_of(doing.world, doing.code, agent)
    report(doing.turn, doing.kingdom, target.area, level, agent.name, on_watch(doing.turn, target.area, doing.code))
    return f"report on {target.area}"


def trail(doing: Doing, agent: Figure, target: Target) -> str:
    """971: the same where a group is, if it is there and can be seen."""
    group, level = doing.world.groups.get(doing.order.enemy), level_of(doing.world, doing.code, agent)
    if not target.area or group is None or not finds(doing.turn, group, level):
        return f"{doing.order.enemy} not found"
    return spy(doing, agent, target)


def _letter(doing: Doing, field: str, letters: str) -> bool:
    """True when a column says one of these letters."""
    said = getattr(doing.order, field)
    return said in tuple(letters) or doing.fail(f"{said} is none of {', '.join(letters)}.")


def _leader_or_wizard(doing: Doing) -> bool:
    return _letter(doing, "code", "LW") and _letter(doing, "second_code", "HL") and _not_ours(doing)


def _not_ours(doing: Doing) -> bool:
    return doing.order.enemy[1:] != doing.code or doing.fail(f"{doing.order.enemy} is our own group.")


def _of_another(doing: Doing) -> bool:
    return doing.other_kingdom() is not None


def _in_game(doing: Doing) -> bool:
    return doing.order.kingdom in doing.world.kingdoms or doing.other_kingdom() is not None


def _serves_us(doing: Doing) -> bool:
    """False for an artifact whose alignment is against our people (ruling 28)."""
    key = artifact_key(doing.tables, doing.order.artifact)
    if not key or suits(doing.tables, key, doing.code):
        return True
    return doing.fail(f"{doing.tables.artifacts[key].name} cannot come to us: its alignment is against our people.")


_STEAL = partial(_letter, field="code", letters="FG")
_SPOIL = partial(_letter, field="code", letters="FGD")
MISSIONS = {
    "bribe": Mission("bribery", missions.bribable, bribe, _of_another),
    "sabotage": Mission("sabotage", missions.saboteurs, sabotage, _SPOIL),
    "sabotage_ships": Mission("sabotage of ships", missions.fleet, sink, _of_another, ranged=False),
    "assassinate": Mission("assassination", missions.victim, assassinate, _of_another),
    "assassinate_in_group": Mission("assassination", missions.in_group, assassinate_in_group, _leader_or_wizard),
    "rescue": Mission("rescue", missions.prisoner, rescue, _in_game),
    "kidnap": Mission("kidnapping", missions.victim, kidnap, _of_another),
    "steal_artifact": Mission("theft", missions.artifact, steal_artifact, _serves_us),
    "steal_goods": Mission("theft", missions.storehouse, steal_goods, _STEAL),
    "spy": Mission("reconnaissance", missions.scene, spy),
    "trail_group": Mission("trailing", missions.trail, trail, _not_ours, "level_trails", ranged=False),
}
for _name, _mission in MISSIONS.items():
    ORDERS.effect(_name)(partial(undertake, mission=_mission))


_AS = 940
"""The demon has the chances of an assassin of emissaries."""


@ORDERS.effect()
def summon_demon(doing: Doing) -> bool:
    """941: a figure within reach of the group may die. A ward keeps the demon off; nobody learns who sent him."""
    group, tables = doing.own_group(), doing.tables
    if group is None or doing.other_kingdom() is None:
        return False
    away, most = tables.grid.distance(group.area, doing.order.area), tables.whole("scry.range")
    if away > most:
        return doing.fail(f"{doing.order.area} is {away} areas from {group.id}; the demon goes at most {most}.")
    if doing.turn.expected:
        return caster(doing) is not None and doing.done("a demon is sent")
    target = free_victim(doing)
    if target is None or caster(doing) is None:
        return False
    kingdom, figure = target.person()
    if warded(doing.turn, kingdom.code, figure.code):
        return doing.done(f"{target.name} was warded")
    chances = odds(doing.turn, _AS, Attacker(doing.code, level=tables.agent_value("demon_level")), target)
    if not happens(doing.turn, chances.success, "success.941", doing.code, target.name, group.id):
        return doing.done(f"{target.name} lives")
    die(doing.turn, kingdom, figure, "slain by a demon")
    return doing.done(f"{target.name} is dead")


_LABELS = {935: "Seapower", 950: "Any figure", 970: "Any map area", 971: "Trail group"}
_FOR_GOODS = (930, 965)


def mission_outlook(turn: Turn, code: str, agent: Figure, order: Command) -> Outlook | None:
    """The outlook of a mission's success where nobody stands on the watch. None for an order that is no mission, and where it
    hangs on what is not known: the rank of a figure, who has an artifact."""
    label = _LABELS.get(order.number) or (THINGS.get(order.code, "") if order.number in _FOR_GOODS else "")
    if not is_mission(turn.tables, order) or (order.number, label) not in turn.tables.agent_actions:
        return None
    target = Target(label, order.area, order.area)
    return outlook(odds(turn, order.number, Attacker(code, agent), target).success)


def is_mission(tables: Edition, order: Command) -> bool:
    """True for an order by which an agent goes to work on others."""
    return order.number in tables.orders and tables.orders[order.number].handler in MISSIONS
