"""What missions of agents look for, and whether it is there (AC-12-06, rulings 42, 46, 59 and 87)."""

from __future__ import annotations

from dataclasses import replace

from postern.rulesets.alamaze.agents.odds import Target
from postern.rulesets.alamaze.artifacts.holding import artifact_key, place_of
from postern.rulesets.alamaze.court.enchanted import asleep
from postern.rulesets.alamaze.turn import Doing
from postern.rulesets.alamaze.world import PEOPLE, Center, Figure, Kingdom

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
