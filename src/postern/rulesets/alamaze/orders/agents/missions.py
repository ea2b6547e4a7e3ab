"""Missions of agents: one way for all of them (AC-12, rulings 42 and 43), and what they look for.

A mission finds its target, is paid, and the dice are thrown: for success, and after a failure for capture. What a success does
stands in ``deeds``. Before a turn the target is not known; then the order only takes its agent and its price. The targets, and
whether they are there, follow AC-12-06 (rulings 42, 46, 59 and 87).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from postern.rulesets.alamaze.orders.agents.odds import Attacker, Odds, Target, odds, price, ready, rise, row_of, send
from postern.rulesets.alamaze.orders.magic.enchantments import asleep
from postern.rulesets.alamaze.rules.effects import artifact_key, happens, place_of
from postern.rulesets.alamaze.rules.figures import die, imprison
from postern.rulesets.alamaze.turn import Doing, Turn
from postern.rulesets.alamaze.world.records import PEOPLE, Center, Figure, Kingdom


@dataclass(frozen=True)
class Mission:
    """What a mission needs and does. ``valid`` judges the columns alone; ``find`` looks for the target, and tells a failure
    itself; ``succeed`` says in words what came of the success, or "" when it came to nothing after all."""

    name: str
    find: Callable[[Doing, Figure], Target | None]
    succeed: Callable[[Doing, Figure, Target], str]
    valid: Callable[[Doing], bool] = lambda doing: True
    least_level: str = ""
    ranged: bool = True
    """Whether column AREA has to be within reach."""


def undertake(doing: Doing, mission: Mission) -> bool:
    """Carries a mission out."""
    areas = (doing.order.area,) if mission.ranged else ()
    least = doing.tables.agent_value(mission.least_level) if mission.least_level else 0
    agent = ready(doing, *areas, least_level=least)
    if agent is None or not mission.valid(doing):
        return False
    gold = price(doing.world, doing.code, agent)
    if doing.turn.expected:
        return send(doing, agent) and doing.done(f"{agent.name} goes to work", gold)
    target = mission.find(doing, agent)
    if target is None:
        return False
    extra = row_of(doing.turn, doing.order.number, target).extra_gold
    if not send(doing, agent, gold + extra):
        return False
    result = _attempt(doing, mission, agent, target)
    agent.deed = f"{mission.name}: {result}"
    return doing.done(f"{mission.name}: {result}", gold + extra)


def _attempt(doing: Doing, mission: Mission, agent: Figure, target: Target) -> str:
    """Throws the dice; what came of it in words."""
    turn, number = doing.turn, doing.order.number
    chances = odds(turn, number, Attacker(doing.code, agent), target)
    if happens(turn, chances.success, f"success.{number}", doing.code, agent.code):
        result = mission.succeed(doing, agent, target)
        if result:
            if row_of(turn, number, target).mission != "Recon":
                rise(turn, doing.kingdom, agent)
                _endanger(turn, chances, f"{number} {doing.code} {agent.code}")
            return result
    if not happens(turn, chances.capture, f"capture.{number}", doing.code, agent.code):
        return "failed, unseen"
    return caught(doing, mission.name, agent, target, chances)


def _endanger(turn: Turn, chances: Odds, attack: str) -> None:
    """Who could not stop a mission may pay with his life (ruling 42)."""
    tables = turn.tables
    for one in chances.watch:
        kind = "fanatic" if one.agent.rank == "Fanatic" else "agent"
        worth = tables.agent_value("defender_death_base_pct")
        worth += tables.agent_value("defender_death_per_level_pct") * one.agent.level
        percent = max(tables.agent_value(f"defender_death_pct_{kind}") - worth, tables.agent_value("minimum_chance_pct"))
        if happens(turn, percent, "defender", one.post.kingdom, one.agent.code, attack):
            die(turn, turn.kingdom(one.post.kingdom), one.agent, "on watch")


def caught(doing: Doing, what: str, agent: Figure, target: Target, chances: Odds) -> str:
    """An agent is caught: he dies, gets away worse for it, or is a prisoner, and may name his king (AC-12-04, ruling 43). Who
    watched there rises. What came of it in words."""
    turn, tables = doing.turn, doing.tables
    center = turn.world.centers.get(target.area)
    captor = target.defender if target.group or center is None or center.owner in ("", doing.code) else center.owner
    sort = "fanatic" if agent.rank == "Fanatic" else "agent"
    says = tables.agent_value(f"reveal_kingdom_when_captured_pct_{sort}")
    says += tables.agent_value("reveal_under_counter_espionage_pct") if chances.under_counter_espionage else 0
    named = happens(turn, says, "names his king", doing.code, agent.code)
    fate = _fate(doing, agent, target, captor)
    heard = {one for one in (captor, target.defender) if one}
    data = {"figure": agent.name, "rank": agent.rank, "of": doing.code if named else "", "fate": fate, "mission": what}
    turn.tell_kingdoms("agent-caught", sorted(heard), area=target.area, target=target.name, **data)
    if fate == "killed":
        die(turn, doing.kingdom, agent, "caught")
    elif fate == "imprisoned":
        imprison(turn, doing.kingdom, agent, captor, known=named)
    else:
        agent.level -= tables.agent_value("levels_lost_when_captured_above_level_6")
    for one in chances.watch:
        rise(turn, turn.kingdom(one.post.kingdom), one.agent)
    return f"failed, {fate}"


def _fate(doing: Doing, agent: Figure, target: Target, captor: str) -> str:
    danger = row_of(doing.turn, doing.order.number, target).danger
    if danger is not None and target.level >= danger:
        return "killed"
    if agent.level >= doing.tables.agent_value("level_kept_when_captured"):
        return "escaped"
    return "imprisoned" if captor else "killed"


THINGS = {"F": "Food", "G": "Gold", "D": "Defenses"}


def foreign_figure(doing: Doing) -> tuple[Kingdom, Figure] | None:
    """The figure of another kingdom in the area of the order, free or a prisoner there; None after a failure."""
    other, code = doing.other_kingdom(), doing.order.target
    if other is None:
        return None
    figure = other.figures.get(code)
    if figure is None or figure.area != doing.order.area:
        doing.unsure(f"No figure {code} of {other.code} was found in {doing.order.area}.")
        return None
    return other, figure


def victim(doing: Doing, agent: Figure) -> Target | None:
    """Whom an agent is to kill or to kidnap."""
    return free_victim(doing)


def free_victim(doing: Doing) -> Target | None:
    """A figure of another kingdom in the area of the order that is no prisoner; None after a failure."""
    found = foreign_figure(doing)
    if found is None:
        return None
    other, figure = found
    if figure.held_by:
        doing.unsure(f"{figure.name} is a prisoner there; order 950 is for prisoners.")
        return None
    return _figure(other, figure)


def bribable(doing: Doing, agent: Figure) -> Target | None:
    """An emissary who has nothing else to do, or a prisoner whom we hold (ruling 59). A king takes no bribes (AC-08-35)."""
    found = foreign_figure(doing)
    if found is None:
        return None
    other, figure = found
    if (doing.order.number, figure.rank) not in doing.tables.agent_actions:
        doing.fail(f"{figure.name} is {figure.rank}; such a figure takes no bribes.")
        return None
    if figure.held_by and figure.held_by != doing.code:
        doing.unsure(f"{figure.name} is a prisoner of others; only who holds him can bribe him.")
        return None
    if asleep(doing.turn, other.code, figure.code) or (other.code, figure.code) in doing.turn.sole_actions:
        doing.unsure(f"{figure.name} had no time to listen.", "Only who has no mission and is awake can be bribed.")
        return None
    return _figure(other, figure)


def _figure(other: Kingdom, figure: Figure) -> Target:
    """A figure as the target of foul play. The watch of his kingdom helps him only while he is free."""
    held = figure.held_by
    return Target(
        label=figure.rank,
        area=figure.area,
        name=figure.name,
        defender="" if held else other.code,
        owner=other,
        figure=figure,
        level=figure.level if figure.agent else 0,
        places=(figure.area,),
    )


def prisoner(doing: Doing, agent: Figure) -> Target | None:
    """A captive of ours or of others, where he is held."""
    owner = doing.world.kingdoms.get(doing.order.kingdom)
    figure = owner.figures.get(doing.order.target) if owner else None
    if owner is None or figure is None or not figure.held_by or figure.area != doing.order.area:
        doing.unsure(f"No prisoner {doing.order.target} of {doing.order.kingdom} was found in {doing.order.area}.")
        return None
    if figure.held_by == doing.code:
        doing.fail(f"{figure.name} is our own prisoner.")
        return None
    holder = "" if figure.held_by == PEOPLE else figure.held_by
    return Target("Any figure", figure.area, figure.name, holder, owner, figure, places=(figure.area,))


def foreign_center(doing: Doing) -> Center | None:
    """A center in the area of the order that is not ours; None after a failure."""
    center = doing.world.centers.get(doing.order.area)
    if center is None or center.destroyed:
        doing.unsure(f"No population center was found in {doing.order.area}.")
        return None
    if center.owner == doing.code:
        doing.fail(f"{center.name} is ours.")
        return None
    return center


def saboteurs(doing: Doing, agent: Figure) -> Target | None:
    """The stores, mines or walls of a center."""
    center = foreign_center(doing)
    if center is None:
        return None
    return _center(center, THINGS[doing.order.code])


def storehouse(doing: Doing, agent: Figure) -> Target | None:
    """Food or gold of the kingdom that owns a center."""
    center = foreign_center(doing)
    if center is None:
        return None
    if not center.owner:
        doing.unsure(f"{center.name} belongs to no kingdom; there is no treasury to rob.")
        return None
    return _center(center, THINGS[doing.order.code])


def _center(center: Center, label: str) -> Target:
    return Target(label, center.area, center.name, center.owner, places=(center.area,))


def fleet(doing: Doing, agent: Figure) -> Target | None:
    """The ships of a kingdom in a sea. Counter-espionage at its centers by that sea protects them."""
    other, tables = doing.other_kingdom(), doing.tables
    if other is None:
        return None
    ships, sea = other.fleets.get(doing.order.sea), tables.seas[doing.order.sea].sea
    if ships is None or ships.number < 1:
        doing.unsure(f"{other.code} has no ships in the {sea}.")
        return None
    harbours = [one.area for one in doing.world.centers_of(other.code)]
    by_it = tuple(one for one in harbours if sea in (tables.areas[one].sea, tables.areas[one].coastal_to))
    return Target("Seapower", "", f"the ships in the {sea}", other.code, thing=doing.order.sea, places=by_it)


def in_group(doing: Doing, agent: Figure) -> Target | None:
    """The highest or lowest leader or wizard of a group near the named area and within reach (ruling 46)."""
    order, tables = doing.order, doing.tables
    group, other = doing.world.groups.get(order.enemy), doing.other_kingdom(order.enemy[1:])
    if other is None:
        return None
    far = tables.agent_value("search_radius_945")
    if group is None or not group.area or tables.grid.distance(group.area, order.area) > far:
        doing.unsure(f"{order.enemy} was not found within {far} areas of {order.area}.")
        return None
    if tables.grid.distance(group.area, agent.area) > tables.agent_value("mission_range_areas"):
        doing.unsure(f"{order.enemy} is too far from {agent.name}'s base.")
        return None
    by_height = max if order.second_code == "H" else min
    there = Target("", group.area, "", other.code, other, group=group, places=(group.area, group.id))
    if order.code == "L" and group.leaders:
        ranks = list(tables.leader_ranks)
        leader = by_height(group.leaders, key=lambda one: ranks.index(one.title))
        return replace(there, label=tables.leader_ranks[leader.title].rank, name=leader.name, thing=leader.name)
    if order.code == "W" and group.wizards:
        wizard = by_height(group.wizards, key=lambda one: one.power)
        label = "Wizard" if wizard.power else "Adept"
        return replace(there, label=label, name=wizard.name, level=wizard.power, thing=wizard.code)
    doing.unsure(f"{order.enemy} has no {'leader' if order.code == 'L' else 'wizard'}.")
    return None


def artifact(doing: Doing, agent: Figure) -> Target | None:
    """An artifact of another kingdom, or one in the wild that is neither too great nor behind a riddle."""
    key = artifact_key(doing.tables, doing.order.artifact)
    place = place_of(doing.world, key) if key else None
    if place is None or place.area != doing.order.area:
        doing.unsure(f"No artifact {doing.order.artifact} was found in {doing.order.area}.")
        return None
    if place.kingdom == doing.code:
        doing.fail(f"{doing.tables.artifacts[key].name} is ours.", "Order 910 carries it.")
        return None
    row = doing.tables.artifacts[key]
    label = "Artifact (kingdom)" if place.kingdom else f"Artifact (wild, {row.quality.capitalize()})"
    if (doing.order.number, label) not in doing.tables.agent_actions:
        doing.unsure(f"{row.name} cannot be stolen from where it is.")
        return None
    figure = place.holder if isinstance(place.holder, Figure) else None
    holder = getattr(place.holder, "id", "")
    owner = doing.world.kingdoms.get(place.kingdom)
    return Target(label, place.area, row.name, place.kingdom, owner, figure, thing=key, places=(place.area, holder))


def scene(doing: Doing, agent: Figure) -> Target | None:
    """An area to be spied on; counter-espionage of whoever owns the center there hinders it."""
    return _scene(doing, doing.order.area, "Any map area")


def trail(doing: Doing, agent: Figure) -> Target | None:
    """The area of a group, wherever in the region it is."""
    order, group = doing.order, doing.world.groups.get(doing.order.enemy)
    if group is None or not group.area:
        return _scene(doing, "", "Trail group")
    near = doing.world.region_of(group.area) == order.region and doing.tables.grid.distance(
        group.area, agent.area
    ) <= doing.tables.agent_value("mission_range_areas")
    return _scene(doing, group.area if near else "", "Trail group")


def _scene(doing: Doing, area: str, label: str) -> Target:
    center = doing.world.centers.get(area)
    owner = center.owner if center is not None and center.owner != doing.code else ""
    return Target(label, area, area, owner, places=(area,))
