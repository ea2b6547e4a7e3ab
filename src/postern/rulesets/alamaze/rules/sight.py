"""What kingdoms see and remember (AC-20).

- What a kingdom sees goes into its memory, with the turn, and is told (AC-20). Map, view and forecasts rest on it alone.
- The report on one area by an agent, a raven or a Palantir (AC-20-06, AC-20-07, AC-12-14, ruling 45).
- What each kingdom sees at the end of a turn (AC-20, rulings 29, 71 and 72; step 899.5): groups report what they passed and
  what is where they end, own centers report groups, and the people of regions talk of armies.
- Hidden groups that others feel: Warlords, and of invisible ones strong wizards, too (AC-06-73, rulings 27 and 29).
"""

from __future__ import annotations

from typing import Any

from postern.rulesets.alamaze.rules.battle import leads
from postern.rulesets.alamaze.rules.effects import happens
from postern.rulesets.alamaze.rules.groups import size_word
from postern.rulesets.alamaze.rules.regions import influence_word
from postern.rulesets.alamaze.turn import Activity, Turn
from postern.rulesets.alamaze.world.records import (
    MASKED,
    Center,
    CenterMemory,
    Figure,
    FigureMemory,
    Fleet,
    FleetMemory,
    Group,
    GroupMemory,
    Kingdom,
    World,
    places,
)


def hidden(group: Group) -> bool:
    """True for a group that ordinary eyes do not see: in ambush, or invisible (AC-20-01, ruling 29)."""
    return group.ambush or group.hidden == "invisible"


def shown_size(world: World, group: Group, through_masks: bool = False) -> str:
    """The size word that others read (AC-06-19..31)."""
    return MASKED if group.hidden == "masked" and not through_masks else size_word(world.tables, group.size)


def first_leader(group: Group) -> str:
    """The first leader with his rank, "" for none (ruling 70)."""
    return f"{group.leaders[0].title} {group.leaders[0].name}" if group.leaders else ""


def see_region(kingdom: Kingdom, world: World, area: str) -> None:
    """A kingdom knows in which region an area lies that it was in (AC-03-12)."""
    kingdom.memory.regions[area] = world.region_of(area)


def see_group(turn: Turn, kingdom: Kingdom, group: Group, through_masks: bool = False, count: bool = False) -> dict[str, Any]:
    """A foreign group is seen; gives what was seen of it. Masked groups show no size and no leader unless somebody sees
    through the mask; ``count``: the brigades are counted."""
    size = shown_size(turn.world, group, through_masks)
    leader = first_leader(group) if size != MASKED else ""
    brigades = group.size if count and size != MASKED else None
    kingdom.memory.groups[group.id] = GroupMemory(turn.world.turn, group.area, size, leader, brigades)
    return {
        "group": group.id,
        "kingdom": group.kingdom,
        "area": group.area,
        "size": size,
        "leader": leader,
        "brigades": brigades,
    }


def forget_absent(turn: Turn, kingdom: Kingdom, area: str) -> None:
    """Groups and sights that were remembered in an area are struck out where it is seen that they are not there any more."""
    memory, world = kingdom.memory, turn.world
    there = {one.id for one in world.groups_at(area)}
    for id in [id for id, one in memory.groups.items() if one.area == area and id not in there]:
        del memory.groups[id]
    if area in memory.sites and not any(one.area == area for one in world.sightings.values()):
        del memory.sites[area]


def see_center(turn: Turn, kingdom: Kingdom, center: Center, banner: bool = True, values: bool = False) -> dict[str, Any]:
    """A center is seen: where it is and its type, its ``banner``, and its ``values``. What was known before and not seen now
    stays known. Gives what was seen."""
    memory = kingdom.memory.centers
    known = memory.get(center.area, CenterMemory(0, None))
    known.turn = turn.world.turn
    data: dict[str, Any] = {"area": center.area, "name": center.name, "type": center.type}
    if banner:
        known.owner = data["owner"] = center.owner
    if values:
        known.defense, known.census, known.food, known.gold = center.defense, center.census, center.food, center.gold
        data |= {"defense": center.defense, "census": center.census, "food": center.food, "gold": center.gold}
    memory[center.area] = known
    return data


def forget_figures(kingdom: Kingdom, area: str) -> None:
    """Foreign figures that were found in an area are struck out before it is looked at anew."""
    for known in kingdom.memory.figures.values():
        for code in [code for code, one in known.items() if one.area == area]:
            del known[code]


def see_figure(turn: Turn, kingdom: Kingdom, other: Kingdom, figure: Figure) -> dict[str, Any]:
    """A foreign figure is found at its base, with what it did last."""
    known = kingdom.memory.figures.setdefault(other.code, {})
    known[figure.code] = FigureMemory(turn.world.turn, figure.area, figure.rank, figure.level)
    return {
        "figure": figure.name,
        "code": figure.code,
        "rank": figure.rank,
        "level": figure.level,
        "of": other.code,
        "deed": figure.deed,
    }


def see_site(turn: Turn, kingdom: Kingdom, area: str) -> bool:
    """True where an unusual sighting is, which then is known (AC-20-03)."""
    there = any(one.area == area for one in turn.world.sightings.values())
    if there:
        kingdom.memory.sites[area] = turn.world.turn
    return there


def see_fleet(turn: Turn, kingdom: Kingdom, other: Kingdom, sea: str) -> dict[str, Any]:
    """A foreign kingdom's ships in a sea are counted; the sea by its letter."""
    fleet = other.fleets.get(sea, Fleet(0, 0))
    kingdom.memory.fleets.setdefault(other.code, {})[sea] = FleetMemory(turn.world.turn, fleet.number, fleet.quality)
    return {"kingdom": other.code, "sea": sea, "fleets": fleet.number, "tenths": round(fleet.quality * 10)}


def report(turn: Turn, kingdom: Kingdom, area: str, level: int, by: str, watch: list[str]) -> None:
    """All that eyes of this level find in an area: the center, groups, figures, artifacts, an unusual sighting. ``watch`` are
    agents on counter-espionage there, by name."""
    world = turn.world
    see_region(kingdom, world, area)
    forget_absent(turn, kingdom, area)
    center = world.centers.get(area)
    there = {} if center is None or center.destroyed else see_center(turn, kingdom, center, values=True)
    groups, traces = groups_found(turn, kingdom, area, level)
    data: dict[str, Any] = {
        "area": area,
        "by": by,
        "level": level,
        "center": there,
        "groups": groups,
        "figures": figures_found(turn, kingdom, area),
        "artifacts": _artifacts_found(turn, kingdom, area),
        "site": see_site(turn, kingdom, area),
        "traces": traces,
        "watch": watch,
    }
    turn.tell_kingdoms("recon", (kingdom.code,), **data)


def groups_found(turn: Turn, kingdom: Kingdom, area: str, level: int) -> tuple[list[dict[str, Any]], bool]:
    """Foreign groups that eyes of this level find in an area, and whether there are traces of what they cannot find."""
    sees = level >= turn.tables.agent_value("level_sees_masked_and_ambush")
    count = level >= turn.tables.agent_value("level_counts_brigades")
    others = [one for one in turn.world.groups_at(area) if one.kingdom != kingdom.code]
    found = [see_group(turn, kingdom, one, sees, count) for one in others if finds(turn, one, level)]
    invisible = any(one.hidden == "invisible" for one in others)
    return found, invisible and level >= turn.tables.agent_value("level_sees_invisible")


def finds(turn: Turn, group: Group, level: int) -> bool:
    """True for a group that eyes of this level find: from level 7 on one in ambush too, an invisible one never."""
    sees = level >= turn.tables.agent_value("level_sees_masked_and_ambush")
    return not hidden(group) or (sees and group.hidden != "invisible")


def figures_found(turn: Turn, kingdom: Kingdom, area: str) -> list[dict[str, Any]]:
    """Foreign figures who have their base there, with what they did last (AC-20-07)."""
    forget_figures(kingdom, area)
    return [
        see_figure(turn, kingdom, other, one)
        for other, one in turn.world.figures_at(area)
        if other.code != kingdom.code and not one.held_by
    ]


def _artifacts_found(turn: Turn, kingdom: Kingdom, area: str) -> list[dict[str, Any]]:
    """Artifacts that groups, figures or the center there hold; what hides in a sighting or with hidden groups stays hidden."""
    found = []
    for key, place in places(turn.world):
        seen = not (isinstance(place.holder, Group) and (hidden(place.holder) or place.holder.hidden))
        if place.area == area and place.holder is not None and seen and place.kingdom != kingdom.code:
            row = turn.tables.artifacts[key]
            kingdom.memory.artifacts[key] = area
            found.append({"artifact": key, "name": row.name, "number": row.short_number, "holder": place.sort})
    return found


def look_around(turn: Turn) -> None:
    """The eyes of all kingdoms. Before the turn nothing is foreseen of it."""
    if turn.expected:
        return
    for kingdom in turn.world.seated():
        _own_centers(turn, kingdom)
        _bases(turn, kingdom)
        for group in turn.world.groups_of(kingdom.code):
            if group.area:
                _on_the_way(turn, kingdom, group)
                _at_the_end(turn, kingdom, group)
        for center in _reporting(turn, kingdom):
            _seen_from(turn, kingdom, center)
        _regional_intelligence(turn, kingdom)


def _own_centers(turn: Turn, kingdom: Kingdom) -> None:
    """Own centers are known in full. Of one that was lost the kingdom was told to whom."""
    memory = kingdom.memory.centers
    for area, known in memory.items():
        if known.owner == kingdom.code:
            known.owner = turn.world.centers[area].owner
    for center in turn.world.centers_of(kingdom.code):
        see_center(turn, kingdom, center, values=True)
        see_region(kingdom, turn.world, center.area)


def _bases(turn: Turn, kingdom: Kingdom) -> None:
    """Figures know whose banner flies over the foreign center where they live."""
    for area in sorted({one.area for one in kingdom.figures.values() if not one.held_by}):
        center = turn.world.centers.get(area)
        if center is not None and not center.destroyed and center.owner != kingdom.code:
            see_center(turn, kingdom, center)
            see_region(kingdom, turn.world, area)


def _on_the_way(turn: Turn, kingdom: Kingdom, group: Group) -> None:
    """Where and of what type centers are that a group passed (AC-20-02)."""
    for area in turn.state(Activity).passed.get(group.id, ()):
        see_region(kingdom, turn.world, area)
        center = turn.world.centers.get(area)
        if area != group.area and center is not None and not center.destroyed and center.owner != kingdom.code:
            turn.tell_kingdoms("center-passed", (kingdom.code,), by=group.id, **see_center(turn, kingdom, center, banner=False))


def _at_the_end(turn: Turn, kingdom: Kingdom, group: Group) -> None:
    """The center, the groups and the unusual sighting where a group ends (AC-20-03)."""
    area, world = group.area, turn.world
    see_region(kingdom, world, area)
    forget_absent(turn, kingdom, area)
    center = world.centers.get(area)
    if center is not None and center.destroyed:
        kingdom.memory.centers.pop(area, None)
    elif center is not None and center.owner != kingdom.code:
        turn.tell_kingdoms("center-seen", (kingdom.code,), by=group.id, **see_center(turn, kingdom, center))
    _groups_seen(turn, kingdom, area, group.id)
    if see_site(turn, kingdom, area):
        turn.tell_kingdoms("site-seen", (kingdom.code,), by=group.id, area=area, terrain=world.tables.areas[area].terrain)


def _groups_seen(turn: Turn, kingdom: Kingdom, area: str, by: str) -> None:
    for other in turn.world.groups_at(area):
        if other.kingdom != kingdom.code and not hidden(other):
            turn.tell_kingdoms("group-seen", (kingdom.code,), by=by, **see_group(turn, kingdom, other))


def _reporting(turn: Turn, kingdom: Kingdom) -> list[Center]:
    """Own centers that report groups: all, but of a very large kingdom some villages do not (AC-20-04, AC-20-05, ruling 71)."""
    tables = turn.tables
    centers = sorted(turn.world.centers_of(kingdom.code), key=lambda one: (-one.census, one.area))
    always = tables.whole("sight.all_report")
    percent = tables.value("sight.small_center_pct")
    rest = [one for one in centers[always:] if one.type != "Village" or happens(turn, percent, "report", one.area)]
    return sorted([*centers[:always], *rest], key=lambda one: one.area)


def _seen_from(turn: Turn, kingdom: Kingdom, center: Center) -> None:
    forget_absent(turn, kingdom, center.area)
    _groups_seen(turn, kingdom, center.area, center.area)


def _regional_intelligence(turn: Turn, kingdom: Kingdom) -> None:
    """Large groups in regions where the kingdom has influence: name and size, not where (AC-20-08..11, ruling 72)."""
    world, tables = turn.world, turn.tables
    sizes = {one.word.lower(): one.brigades_low for one in tables.size_words}
    least = {one.word: sizes[one.intelligence_from] for one in tables.influence_words if one.intelligence_from}
    for region in sorted({world.region_of(one.area) for one in world.centers_of(kingdom.code)}):
        word = influence_word(world, kingdom.code, region)
        if word not in least:
            continue
        for _, group in sorted(world.groups.items()):
            inside = group.area and group.kingdom != kingdom.code and world.region_of(group.area) == region
            size = shown_size(world, group)
            if inside and group.size >= least[word] and not hidden(group) and size != MASKED:
                turn.tell_kingdoms("regional-intelligence", (kingdom.code,), region=region, group=group.id, size=size)


def detect(turn: Turn) -> None:
    """At the end of movement: for each foreign hidden group in its area a group may feel that somebody is there. Who it is,
    and where there are several how many, is not told."""
    for _, group in sorted(turn.world.groups.items()):
        if not group.area:
            continue
        others = [one for one in turn.world.groups_at(group.area) if one.kingdom != group.kingdom]
        felt = [one for one in others if may_feel(turn, group, one) and _felt(turn, group, one)]
        if felt:
            turn.tell_kingdoms("something-hidden", (group.kingdom,), group=group.id, area=group.area)


def may_feel(turn: Turn, group: Group, other: Group) -> bool:
    """True when a group has somebody who might notice this hidden one."""
    if not other.ambush and other.hidden != "invisible":
        return False
    strong = turn.tables.value("hidden.felt_from_power")
    wizards = other.hidden == "invisible" and any(one.power >= strong for one in group.wizards)
    return wizards or leads(turn.tables, group.leaders, "Warlord")


def _felt(turn: Turn, group: Group, other: Group) -> bool:
    return happens(turn, turn.tables.value("warlord.detection_pct"), "felt", group.id, other.id)
