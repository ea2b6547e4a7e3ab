"""Seeing from afar: ravens (888), the spell Locate (855), Palantirs (972) (AC-06-108, rulings 7 and 49)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.artifacts.holding import artifact_key, place_of
from postern.rulesets.alamaze.court.enchanted import warded
from postern.rulesets.alamaze.effects import Asked, rows
from postern.rulesets.alamaze.magic.casting import caster
from postern.rulesets.alamaze.sight.memory import see_group
from postern.rulesets.alamaze.sight.recon import report
from postern.rulesets.alamaze.turn import Doing, Handlers
from postern.rulesets.alamaze.world import Center, Figure, Group, Place


@dataclass
class Scried:
    """Artifacts that have shown an area in this turn."""

    used: set[str] = field(default_factory=set)


def raven(doing: Doing) -> bool:
    """888: a report as by a new agent on an area within reach of the group; nothing can go wrong."""
    group, tables, area = doing.own_group(), doing.tables, doing.order.area
    if group is None or not _on_map(doing, area):
        return False
    away, most = tables.grid.distance(group.area, area), tables.whole("scry.range")
    if away > most:
        return doing.fail(f"{area} is {away} areas from {group.id}; ravens fly at most {most}.")
    if caster(doing) is None:
        return False
    _look(doing, "a raven")
    return doing.done(f"a raven flew to {area}")


def palantir(doing: Doing) -> bool:
    """972: the same of any area, by an artifact that can show it, once a turn each."""
    key = artifact_key(doing.tables, doing.order.artifact)
    place = place_of(doing.world, key) if key else None
    if place is None or place.kingdom != doing.code or place.holder is None:
        return doing.fail(f"We have no artifact {doing.order.artifact}.", code="NOT YOURS")
    name = doing.tables.artifacts[key].name
    if not any(row.source == key for row in rows(_asked(doing, place), "order_access", str(doing.order.number))):
        return doing.fail(f"{name} shows nothing.")
    if not _on_map(doing, doing.order.area):
        return False
    used = doing.turn.state(Scried).used
    if key in used:
        return doing.fail(f"{name} has shown another area this turn.")
    used.add(key)
    _look(doing, name)
    return doing.done(f"{name} showed {doing.order.area}")


def _asked(doing: Doing, place: Place) -> Asked:
    holder = place.holder
    return Asked(
        doing.world,
        doing.code,
        group=holder if isinstance(holder, Group) else None,
        figure=holder if isinstance(holder, Figure) else None,
        center=holder if isinstance(holder, Center) else None,
    )


def _on_map(doing: Doing, area: str) -> bool:
    return area in doing.tables.areas or doing.fail(f"There is no area {area}.")


def _look(doing: Doing, by: str) -> None:
    if not doing.turn.expected:
        report(doing.turn, doing.kingdom, doing.order.area, doing.tables.agent_value("scry_level"), by, [])


def locate(doing: Doing) -> bool:
    """855: the area of a group, or of a figure; an invisible group or a warded figure is not found."""
    order = doing.order
    if order.code not in ("G", "E"):
        return doing.fail(f"{order.code} is neither G, a group, nor E, a figure.")
    if order.code == "E" and doing.other_kingdom() is None:
        return False
    if caster(doing) is None:
        return False
    if doing.turn.expected:
        return doing.done("cast")
    area = _group_area(doing) if order.code == "G" else _figure_area(doing)
    doing.tell("located", target=order.target, of=order.kingdom, area=area)
    return doing.done(f"{order.target} is in {area}" if area else f"{order.target} not found")


def _group_area(doing: Doing) -> str:
    group = doing.world.groups.get(doing.order.target)
    if group is None or group.hidden == "invisible":
        return ""
    if group.area and group.kingdom != doing.code:
        see_group(doing.turn, doing.kingdom, group)
    return group.area


def _figure_area(doing: Doing) -> str:
    code, kingdom = doing.order.target, doing.order.kingdom
    figure = doing.turn.kingdom(kingdom).figures.get(code)
    return "" if figure is None or warded(doing.turn, kingdom, code) else figure.area


HANDLERS: Handlers = {855: locate, 888: raven, 972: palantir}
