"""What each kingdom sees at the end of a turn (AC-20, rulings 29, 71 and 72; step 899.5): groups report what they passed
and what is where they end, own centers report groups, and the people of regions talk of armies."""

from __future__ import annotations

from postern.rulesets.alamaze.activity import Activity
from postern.rulesets.alamaze.effects import happens
from postern.rulesets.alamaze.regions import influence_word
from postern.rulesets.alamaze.sight.memory import (
    forget_absent,
    hidden,
    see_center,
    see_group,
    see_region,
    see_site,
    shown_size,
)
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import MASKED, Center, Group, Kingdom


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
