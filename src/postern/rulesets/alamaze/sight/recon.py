"""The report on one area by an agent, a raven or a Palantir (AC-20-06, AC-20-07, AC-12-14, ruling 45)."""

from __future__ import annotations

from typing import Any

from postern.rulesets.alamaze.sight.memory import (
    forget_absent,
    forget_figures,
    hidden,
    see_center,
    see_figure,
    see_group,
    see_region,
    see_site,
)
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Group, Kingdom, places


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
