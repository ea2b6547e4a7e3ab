"""Figures under a spell for this turn: warded (301) or asleep (305, 306). Missions of agents ask here too."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.court.acting import act, any_kingdom, consul, did, named_figure, unknown
from postern.rulesets.alamaze.effects import Asked, amount, happens, holds
from postern.rulesets.alamaze.magic.casting import caster
from postern.rulesets.alamaze.turn import Doing, Handlers, Turn
from postern.rulesets.alamaze.world import Figure, Group, Kingdom


@dataclass
class Enchanted:
    """Figures that are warded this turn, by kingdom and code. Those that sleep stand in ``Turn.asleep``."""

    warded: set[tuple[str, str]] = field(default_factory=set)


def asleep(turn: Turn, kingdom: str, code: str) -> bool:
    """True for a figure that sleeps for the rest of the turn."""
    return (kingdom, code) in turn.asleep


def warded(turn: Turn, kingdom: str, code: str) -> bool:
    """True for a figure that a ward protects, by spell or by what it carries: spells against it do nothing."""
    if (kingdom, code) in turn.state(Enchanted).warded:
        return True
    figure = turn.kingdom(kingdom).figures.get(code)
    return figure is not None and holds(Asked(turn.world, kingdom, figure=figure), "guard_spell", "Ward")


def ward(doing: Doing) -> bool:
    """301: a figure of any kingdom within reach is warded for this turn."""
    kingdom, group = any_kingdom(doing), doing.own_group()
    if kingdom is None or group is None:
        return False
    if unknown(doing):
        return caster(doing) is not None and doing.done(f"{doing.order.figure} of {kingdom.code} warded")
    figure = _in_reach(doing, group, kingdom)
    if figure is None or caster(doing) is None:
        return False
    doing.turn.state(Enchanted).warded.add((kingdom.code, figure.code))
    return doing.done(f"{figure.name} warded")


def sleep(doing: Doing) -> bool:
    """305: a figure within reach sleeps for the rest of the turn, unless it is protected."""
    kingdom, group = any_kingdom(doing), doing.own_group()
    if kingdom is None or group is None:
        return False
    if unknown(doing):
        return caster(doing) is not None and doing.done("cast")
    figure = _in_reach(doing, group, kingdom, doing.order.area)
    if figure is None or caster(doing) is None:
        return False
    return doing.done(_put_to_sleep(doing, kingdom, figure))


def consul_sleep(doing: Doing) -> bool:
    """306: a Consul does the same, with a chance."""
    own, kingdom = consul(doing), any_kingdom(doing)
    if own is None or kingdom is None:
        return False
    if unknown(doing):
        return act(doing, own) and did(doing, own, "tries to put a figure to sleep")
    figure = named_figure(doing, kingdom, doing.order.second_figure, doing.order.area)
    if figure is None or not act(doing, own):
        return False
    if not happens(doing.turn, doing.tables.value("consul_sleep.pct"), 306, doing.code, own.code):
        return did(doing, own, f"{figure.name} stayed awake")
    return did(doing, own, _put_to_sleep(doing, kingdom, figure))


def _in_reach(doing: Doing, group: Group, kingdom: Kingdom, area: str = "") -> Figure | None:
    """The figure of a spell, near enough to the group that casts; None after a failure."""
    figure, most = named_figure(doing, kingdom, doing.order.figure, area), doing.tables.whole("spell.range")
    if figure is None:
        return None
    away = doing.tables.grid.distance(group.area, figure.area)
    if away > most:
        doing.unsure(f"{figure.name} is {away} areas away from {group.id}; the spell reaches {most}.")
        return None
    return figure


def _put_to_sleep(doing: Doing, kingdom: Kingdom, figure: Figure) -> str:
    """Makes a figure sleep if nothing protects it; what came of it."""
    resist = amount(Asked(doing.world, kingdom.code, figure=figure), "resist", str(doing.order.number))
    if warded(doing.turn, kingdom.code, figure.code) or happens(doing.turn, resist, "resist", kingdom.code, figure.code):
        return f"{figure.name} was protected"
    doing.turn.asleep.add((kingdom.code, figure.code))
    doing.tell("asleep", kingdom.code, figure=figure.name, of=kingdom.code)
    return f"{figure.name} sleeps"


HANDLERS: Handlers = {301: ward, 305: sleep, 306: consul_sleep}
