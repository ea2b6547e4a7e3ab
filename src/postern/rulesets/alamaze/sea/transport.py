"""Groups carried over water: orders 710 and 715, spell 708 (AC-18-18..25, rulings 30 and 31)."""

from __future__ import annotations

from postern.rulesets.alamaze.magic.casting import caster, spell_level
from postern.rulesets.alamaze.movement.marches import TO_CENTER
from postern.rulesets.alamaze.movement.travel import (
    Marches,
    Way,
    find_way,
    flies,
    go,
    may_move,
    points_of,
    proper_path,
    reach_of,
    water,
)
from postern.rulesets.alamaze.sea.patrols import Patrols, met_on_the_way
from postern.rulesets.alamaze.sea.power import rating, sea_of, ships_for
from postern.rulesets.alamaze.turn import Doing, Handlers
from postern.rulesets.alamaze.world import Group


def sail(doing: Doing) -> bool:
    """710, 715: ships carry the group along its way. In each sea of it the kingdom needs a ship for every brigade; the same
    ships carry any number of groups. Without enough of them, or into a storm, nobody sails (AC-18-21)."""
    world, group = doing.world, doing.own_group()
    if group is None or not may_move(doing, group) or not proper_path(doing, group, doing.tables.whole("move.areas")):
        return False
    to_center = doing.order.number in TO_CENTER
    way = find_way(world, group, doing.order.path, reach_of(world, group), lambda area: "", to_center)
    seas = [sea for sea in dict.fromkeys(sea_of(world, one) for one in (group.area, *way.areas)) if sea]
    if not seas:
        by_land = f"{725 if to_center else 720} {group.id} {' '.join(doing.order.path)}"
        return doing.fail("There is no water on this way.", "720 goes by land.", by_land)
    if not way.areas:
        return doing.fail(f"{group.id} cannot leave {group.area}: {way.why}.")
    if not all(_ships_carry(doing, group, sea) for sea in seas) or not _calm(doing, way):
        return False
    return _voyage(doing, group, way)


def _ships_carry(doing: Doing, group: Group, sea: str) -> bool:
    """False after a failure if the kingdom's ships in a sea are too few, or on patrol."""
    name, needed, have = doing.tables.seas[sea].sea, max(group.size, 1), rating(doing.kingdom, sea)
    if (doing.code, sea) in doing.turn.state(Patrols).ordered:
        return doing.fail(f"Our fleets in the {name} are on patrol (705); they carry nobody this turn.")
    if have >= needed:
        return True
    what = f"{group.size} brigades need" if group.size > 1 else f"{'A brigade' if group.size else 'A patrol'} needs"
    why = (
        f"{what} {needed} fleets in the {name}; we have {have}."
        if needed > 1
        else f"{what} a fleet in the {name}; we have none."
    )
    remedy = f"{group.id} flies; 720 takes it over the water." if flies(doing.world, group) else "748 builds fleets."
    return doing.fail(why, remedy, code="NO MEANS")


def _calm(doing: Doing, way: Way) -> bool:
    storms = doing.turn.state(Marches).storms
    found = next((area for area in way.areas if area in storms), "")
    return not found or doing.unsure(f"A storm rages at {found}; no ship sails there.")


def _voyage(doing: Doing, group: Group, way: Way) -> bool:
    """The group sails its way. Patrols may meet it where it enters a sea; what survives goes on, while ships for it are left,
    else it turns back to where it came from (AC-18-22, AC-18-23, AC-22-14)."""
    turn, world = doing.turn, doing.world
    met: set[str] = set()
    for place, area in enumerate(way.areas):
        sea = sea_of(world, area)
        if sea and sea not in met:
            met.add(sea)
            before = turn.state(Patrols).meetings.get(group.id, 0)
            alive = met_on_the_way(turn, group, sea)
            if not alive:
                turn.state(Marches).ordered[group.id] = doing.order.number
                return doing.done("lost at sea")
            fought = turn.state(Patrols).meetings.get(group.id, 0) > before
            if fought and rating(doing.kingdom, sea) < ships_for(world, group):
                back = tuple(way.areas[:place])
                return go(doing, group, Way(back, way.points, "too few ships are left, and it turned back"), "sailed")
    return go(doing, group, way, "sailed")


def mist(doing: Doing) -> bool:
    """708: ships of mist carry a group over any sea, a brigade for each power of the wizard. No patrol meets them and no storm
    stops them; they end on land, and their pace is the normal one (ruling 49)."""
    world, group = doing.world, doing.own_group()
    if group is None or not may_move(doing, group) or not proper_path(doing, group, doing.tables.whole("move.areas")):
        return False
    if water(world, doing.order.path[-1]):
        return doing.fail(f"{doing.order.path[-1]} is water; ships of mist are gone when the way ends.", "End it on land.")
    if (found := caster(doing)) is None:
        return False
    if group.size > (power := spell_level(doing.world, *found)):
        return doing.fail(f"{group.id} has {group.size} brigades; a wizard of power {power} carries as many as that.")
    way = find_way(world, group, doing.order.path, points_of(world, group), lambda area: "")
    dry = [place for place, area in enumerate(way.areas) if not water(world, area)]
    if not dry:
        return doing.fail(f"{group.id} would not reach land: {way.why}.")
    areas = way.areas[: dry[-1] + 1]
    points = find_way(world, group, areas, way.points, lambda area: "").points
    return go(doing, group, Way(areas, points, way.why), "sailed", forced=False)


HANDLERS: Handlers = {708: mist, 710: sail, 715: sail}
