"""The High Priestess (AC-13).

- Divinations of a High Priestess: 750 to 770, 790 and 795 (AC-13-03..06, ruling 47). Each is her one action, is dear, and
  may cost her life; the answer is given all the same.
- What a High Priestess does besides divinations: she converts agents (780) and heals (793) (AC-13-08, ruling 47).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from postern.rulesets.alamaze.orders.acting import act
from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.rules.effects import artifact_key, happens, place_of
from postern.rulesets.alamaze.rules.figures import die
from postern.rulesets.alamaze.rules.regions import centers_in, reaction
from postern.rulesets.alamaze.rules.sight import see_center, see_fleet, see_group, shown_size
from postern.rulesets.alamaze.turn import Doing
from postern.rulesets.alamaze.world.records import Figure, Group, places

Answer: TypeAlias = dict[str, Any]
TYPES = {"C": "City", "T": "Town", "V": "Village"}


def divine(doing: Doing, priestess: Figure, answer: Callable[[Doing], Answer]) -> str:
    """Carries a divination out."""
    if doing.turn.expected:
        return "divined"
    doing.tell("divined", order=doing.order.number, figure=priestess.name, **answer(doing))
    if happens(doing.turn, doing.tables.value("priestess.death_pct"), "divination", doing.code, priestess.code):
        die(doing.turn, doing.kingdom, priestess, "divination")
        return "divined; it cost her life"
    return "divined"


def _region_or_kingdom(doing: Doing, *, with_code: bool = False) -> bool:
    """True when the region and the kingdom exist, and one of them is named (with a kingdom, a code too if need be)."""
    order, regions = doing.order, doing.tables.regions
    if order.region is not None and order.region not in regions:
        return doing.fail(f"There is no region {order.region}: regions run from {min(regions)} to {max(regions)}.")
    if order.kingdom and order.kingdom not in doing.world.kingdoms:
        return doing.fail(f"There is no kingdom {order.kingdom} in this game.")
    if order.region is None and not (order.kingdom and (order.code or not with_code)):
        return doing.fail("Name a region" + (", or a size and a kingdom." if with_code else " or a kingdom."))
    return True


@ORDERS.need
def asks_centers(doing: Doing) -> bool:
    """Fail for a type of centers that there is not."""
    code = doing.order.code
    if code and code not in TYPES:
        return doing.fail(f"{code} is none of C city, T town, V village.")
    return _region_or_kingdom(doing)


def _centers(doing: Doing) -> Answer:
    """750: centers of a type in a region, or of a kingdom."""
    order, world = doing.order, doing.world
    found = [
        see_center(doing.turn, doing.kingdom, one)
        for region in doing.tables.regions
        if order.region in (None, region)
        for one in centers_in(world, region)
        if one.type == TYPES.get(order.code, one.type) and order.kingdom in ("", one.owner)
    ]
    return {"centers": found}


@ORDERS.need
def asks_fleets(doing: Doing) -> bool:
    """Fail for a sea that there is not."""
    letters = ", ".join(f"{one.letter} {one.sea}" for one in doing.tables.seas.values())
    return doing.order.sea in doing.tables.seas or doing.fail(f"There is no sea {doing.order.sea}: {letters}.")


def _fleets(doing: Doing) -> Answer:
    """755: all kingdoms with ships in a sea."""
    others = [one for code, one in sorted(doing.world.kingdoms.items()) if code != doing.code and doing.order.sea in one.fleets]
    return {"fleets": [see_fleet(doing.turn, doing.kingdom, one, doing.order.sea) for one in others]}


def _size(word: str) -> str:
    return word.upper().replace(" ", "_")


@ORDERS.need
def asks_groups(doing: Doing) -> bool:
    """Fail for a size of groups that there is not."""
    words = [_size(one.word) for one in doing.tables.size_words]
    if doing.order.code and doing.order.code not in words:
        return doing.fail(f"{doing.order.code} is no size of a group.", f"Sizes: {' '.join(words)}.")
    return _region_or_kingdom(doing, with_code=True)


def _groups(doing: Doing) -> Answer:
    """760: groups of a size in a region, or of a kingdom. Who is invisible is not seen, who is masked shows no size."""
    order, world = doing.order, doing.world

    def fits(group: Group) -> bool:
        in_region = order.region in (None, world.region_of(group.area))
        size = order.code in ("", _size(shown_size(world, group)))
        return in_region and size and order.kingdom in ("", group.kingdom)

    others = [one for _, one in sorted(world.groups.items()) if one.area and one.kingdom != doing.code]
    seen = [one for one in others if one.hidden != "invisible" and fits(one)]
    return {"groups": [see_group(doing.turn, doing.kingdom, one) for one in seen]}


@ORDERS.need
def asks_reactions(doing: Doing) -> bool:
    """Fail where neither a region nor a kingdom is named, or one that there is not."""
    return _region_or_kingdom(doing)


def _reactions(doing: Doing) -> Answer:
    """765: how a region reacts to all kingdoms, or all regions to one, as it shows: allies and enemies of who controls it
    counted (ruling 166)."""
    order = doing.order
    regions = [order.region] if order.region is not None else list(doing.tables.regions)
    kingdoms = [one for code, one in sorted(doing.world.kingdoms.items()) if order.kingdom in ("", code)]
    found = [[one.code, region, reaction(doing.world, one, region)] for one in kingdoms for region in regions]
    return {"reactions": found}


def _conditions(doing: Doing) -> Answer:
    """770: the secret conditions of a kingdom (AC-30-11)."""
    return {"kingdom": doing.order.kingdom, "conditions": list(doing.turn.kingdom(doing.order.kingdom).conditions)}


@ORDERS.need
def asks_artifacts(doing: Doing) -> bool:
    """Fail for artifacts that there are not."""
    order, regions = doing.order, doing.tables.regions
    classes = sorted({one.class_ for one in doing.tables.artifacts.values()})
    if order.code and order.code not in classes:
        return doing.fail(f"{order.code} is no class of artifacts.", f"Classes: {' '.join(classes)}.")
    if order.region is not None and order.region not in regions:
        return doing.fail(f"There is no region {order.region}: regions run from {min(regions)} to {max(regions)}.")
    return bool(order.code) or order.region is not None or doing.fail("Name a class of artifacts or a region.")


def _artifact_name(doing: Doing) -> Answer:
    """790: one artifact of a class or in a region of which the kingdom has not heard, by lot; never an own one."""
    order, world, known = doing.order, doing.world, doing.kingdom.memory.artifacts
    fitting = [
        key
        for key, place in places(world)
        if place.kingdom != doing.code and key not in known
        if order.code in ("", doing.tables.artifacts[key].class_)
        if order.region is None or (place.area and world.region_of(place.area) == order.region)
    ]
    if not fitting:
        return {"artifact": ""}
    key = doing.turn.stream("artifact divined", doing.code, doing.order.figure).choice(fitting)
    known[key] = ""
    row = doing.tables.artifacts[key]
    return {"artifact": key, "name": row.name, "number": row.short_number, "class_": row.class_}


@ORDERS.need
def asks_place(doing: Doing) -> bool:
    """Fail for an artifact that there is not."""
    said = doing.order.artifact
    return bool(artifact_key(doing.tables, said)) or doing.fail(f"There is no artifact {said}.")


def _artifact_place(doing: Doing) -> Answer:
    """795: where an artifact is, and by what sort of holder it is held."""
    key = artifact_key(doing.tables, doing.order.artifact)
    place, name = place_of(doing.world, key), doing.tables.artifacts[key].name
    area = place.area if place else ""
    doing.kingdom.memory.artifacts[key] = area
    region = doing.world.region_of(area) if area else 0
    return {"artifact": key, "name": name, "area": area, "region": region, "holder": place.sort if place else ""}


_ANSWERS: dict[str, Callable[[Doing], Answer]] = {
    "divine_centers": _centers,
    "divine_fleets": _fleets,
    "divine_groups": _groups,
    "divine_reactions": _reactions,
    "divine_conditions": _conditions,
    "divine_artifact_name": _artifact_name,
    "divine_artifact_place": _artifact_place,
}
for _name, _answer in _ANSWERS.items():
    ORDERS.effect(_name)(partial(divine, answer=_answer))


@ORDERS.need
def converts(doing: Doing, priestess: Figure) -> list[Figure] | None:
    """Find the own agents that the order names, one or two, none of them a fanatic."""
    if not doing.can_act(priestess):
        return None
    agents = []
    for code in filter(None, (doing.order.second_figure, doing.order.third_figure)):
        agent = doing.own_figure(code, of="agent")
        if agent is None:
            return None
        if agent.rank == "Fanatic":
            doing.fail(f"{agent.name} is a fanatic already.")
            return None
        agents.append(agent)
    return agents


@ORDERS.effect()
def convert(doing: Doing, converts: list[Figure]) -> str:
    """780: one or two own agents become fanatics. It takes no action of theirs or of hers."""
    for agent in converts:
        agent.rank = "Fanatic"
    return f"{' and '.join(one.name for one in converts)} converted"


@ORDERS.effect("heal_group")
def heal(doing: Doing, priestess: Figure, group: Group) -> bool:
    """793: attrition of an own group in her region falls."""
    if doing.world.region_of(priestess.area) != doing.world.region_of(group.area):
        return doing.fail(f"{group.id} ({group.area}) is not in the region of {priestess.name} ({priestess.area}).")
    if group.unfed:
        return doing.fail(f"{group.id} goes hungry; hungry troops do not heal.")
    gold = doing.tables.whole("heal.gold")
    if not act(doing, priestess, gold):
        return False
    group.attrition = max(round(group.attrition + doing.tables.value("heal.attrition"), 2), 0)
    priestess.deed = f"healed {group.id}"
    return doing.done(f"attrition of {group.id} is now {group.attrition:g} percent", gold)
