"""The order form: every unit and location that can be ordered, with what it still has to do, ready to edit (CF-1.2-15).

Pending orders stand in it as remarks with their numbers, as ``insert``, ``embed`` and ``clear`` count them: they go on by
themselves. So a form that is sent back unchanged orders nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from postern.rulesets.cosmos.names import called
from postern.rulesets.cosmos.places import hex_of, location_at
from postern.rulesets.cosmos.strength import force_of, type_of
from postern.rulesets.cosmos.turn import Actor
from postern.rulesets.cosmos.view import View
from postern.rulesets.cosmos.world import Pending, Unit

_WIDTH = 72
_HOW = (
    "Write orders below the numbers: a number alone orders nothing, and what stands behind a semicolon is a remark. Pending "
    "orders go on by themselves, and new ones come behind them. break removes all of them, clear 2 all but the first; insert 0 "
    "with a block puts orders in front."
)


def order_form(view: View) -> tuple[str, ...]:
    """The lines of the form: the nation, then locations that take orders, then units, forces under their leaders."""
    nation, world = view.nation, view.world
    row = world.tables.nations[nation.code]
    lines = [
        f"; ORDERS FOR TURN {world.turn}, {row.name}.",
        *_wrapped(_HOW),
        "",
        f"nation {row.no}:",
        f"; {nation.admin_limit} administration points, for orders above allowances.",
    ]
    for number, location in sorted(world.locations.items()):
        if location.owner == view.code and (location.program or world.tables.location_types[location.type].orders):
            lines += ["", f"{number}:", f"; {called(world, location)} in {location.outside}", *_pending(location)]
    for number, unit in sorted(world.units.items()):
        if unit.owner == view.code and unit.position and not unit.leader:
            lines += ["", f"{number}:", *_wrapped(_unit_words(view, unit)), *_force(view, unit), *_pending(unit)]
    return tuple(lines)


def _unit_words(view: View, unit: Unit) -> str:
    world = view.world
    inside = location_at(world, unit.position)
    where = f"{called(world, inside)}, hex {hex_of(world, unit.position)}" if inside else f"hex {unit.position}"
    allowance = type_of(world.tables, unit).allowance
    orders = f"allowance {allowance}" if allowance else "no allowance"
    many = f": {unit.individuals}" if type_of(world.tables, unit).mass else ""
    return f"{called(world, unit)}{many}, {orders}, tactics {unit.tactics}, at {where}"


def _force(view: View, unit: Unit) -> Iterator[str]:
    """The members of a force: orders of their own would part them from it (CF-8-05)."""
    members = force_of(view.world, unit)[1:]
    if members:
        yield from _wrapped(f"leads {', '.join(called(view.world, one) for one in members)}")


def _pending(actor: Actor) -> Iterator[str]:
    for place, one in enumerate(actor.program, 1):
        begun = f" (begun-{one.left})" if one.begun else ""
        yield f"; pending {place}. {one.text}{begun}"
        yield from _block(one.inner, 1)


def _block(orders: Sequence[Pending], depth: int) -> Iterator[str]:
    for one in orders:
        yield f";            {'  ' * depth}{one.text}"
        yield from _block(one.inner, depth + 1)


def _wrapped(text: str) -> Iterator[str]:
    """A remark in lines of some width."""
    line = ";"
    for word in text.split(" "):
        if len(line) + 1 + len(word) > _WIDTH and line != ";":
            yield line
            line = ";  "
        line += f" {word}"
    yield line
