"""What speaks against an order, as far as its writer can know: it is dropped, or stands with a warning (ruling 1.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from postern.game.kit.orders.digits import is_number
from postern.game.kit.orders.kinds import TOKEN, Refusal
from postern.game.kit.orders.sheets import NOT_UNDERSTOOD, Head, Judgement, Said
from postern.game.kit.report.telling import listed
from postern.rulesets.cosmos.knowledge import View
from postern.rulesets.cosmos.orders.families.nations import others
from postern.rulesets.cosmos.orders.order import TYPES, Judged
from postern.rulesets.cosmos.tables.orders import ORDERS, TRAITS
from postern.rulesets.cosmos.tables.scenario import Scenario
from postern.rulesets.cosmos.turn import Giver
from postern.rulesets.cosmos.world.places import hex_of
from postern.rulesets.cosmos.world.records import Location, Nation, Unit

_Check = Callable[[str, View], Judgement | None]


def judge(said: Said, view: View) -> Iterator[Judgement]:
    """What speaks against an order: who is ordered, what its arguments name, and what the order itself knows of
    (CF-1.2-16)."""
    giver = _giver(said, view)
    if fault := _sort_fault(said, giver, view):
        yield fault, False
        return
    named = _named(said)
    for sign, texts in named.items():
        told = (_BY_SIGN[sign](one, view) for one in texts if sign in _BY_SIGN)
        yield from (one for one in told if one is not None)
    yield from _beyond_forms(said.kind.name, named, view)
    if giver is None:
        return
    if isinstance(giver, Unit) and "unit-type" in named:
        yield from _recruiting(giver, named["unit-type"][0], named.get("individuals", ()), view)
    if isinstance(giver, Unit) and _stupid(giver, view) and not TRAITS[said.kind.name].stupid:
        kind = view.world.tables.unit_types[giver.type].name
        yield Refusal("NOT POSSIBLE", f"{giver.id} is of {kind}, too stupid for {said.kind.name}: the order will fail."), True
    if isinstance(said.order, Judged) and (fault := said.order.objection(giver, view)):
        yield fault, False
    elif isinstance(said.order, Judged) and (doubt := said.order.doubt(giver, view)):
        yield doubt, True


def _giver(said: Said, view: View) -> Giver | None:
    """Who will carry the order out: whom the letter orders, or whom the outer orders give their blocks to; None: unknown."""
    giver: Giver | None = view.nation if said.head.sort == "nation" else view.own(said.head.name)
    for outer in said.outer:
        giver = outer.taker(giver, view) if giver is not None and hasattr(outer, "taker") else None
    return giver


def _sort_fault(said: Said, giver: Giver | None, view: View) -> Refusal | None:
    """Why an order is not for nations, units or locations (CF-3-01..03)."""
    name, sorts = said.kind.name, said.kind.giver.split("+")
    if said.outer and not {"unit", "location"} & set(sorts):
        return Refusal(NOT_UNDERSTOOD, f"{name} is a nation order and stands in no block.", _to_the_top(said.head, view))
    sort = "nation" if isinstance(giver, Nation) else "location" if isinstance(giver, Location) else "unit"
    if giver is not None and sort not in sorts:
        if sorts == ["nation"]:
            return Refusal(
                NOT_UNDERSTOOD, f"{name} is a nation order and stands in front of the first unit.", _to_the_top(said.head, view)
            )
        remedy = f"Write the number of a {sorts[0]} on a line by itself above it."
        return Refusal(NOT_UNDERSTOOD, f"{name} is for a {' or '.join(sorts)}; here a {sort} is ordered.", remedy)
    if isinstance(giver, Location):
        types = view.world.tables.location_types
        special = {order for one in types.values() for order in one.orders}
        if name in special and name not in types[giver.type].orders:
            return Refusal("NOT POSSIBLE", f"{giver.id} is a {giver.type}; {name} is not for such a location.")
    return None


def _to_the_top(head: Head, view: View) -> str:
    return f"Move it below nation {view.nation.number}: at the top."


def _stupid(unit: Unit, view: View) -> bool:
    return view.world.tables.unit_types[unit.type].able("stupid")


def _named(said: Said) -> dict[str, list[str]]:
    """The texts of an order's arguments by their signs."""
    tokens = (token for form in said.kind.forms for token in TOKEN.finditer(form.text))
    signs = {token["field"]: token["sign"] or token["field"] for token in tokens}
    found: dict[str, list[str]] = {}
    for name, texts in said.texts.items():
        if (sign := signs.get(name, "")) in TYPES:
            found.setdefault(sign, []).extend(re.findall(TYPES[sign].pattern, texts))
    return found


def _beyond_forms(name: str, named: Mapping[str, list[str]], view: View) -> Iterator[Judgement]:
    """What an order declares of its arguments: whose units it names, how far its positions lie apart."""
    row = ORDERS.get(name)
    if row is None:
        return
    for text in named.get("unit", ()) if row.units else ():
        number = view.number(text)
        unit = view.world.units.get(number)
        if number and (unit is None or unit.owner != view.code):
            yield (
                Refusal("NOT YOURS", f"{number} is not yours.", f"{name} is for own units: your order form has their numbers."),
                False,
            )
        elif unit and row.units == "individuals" and view.world.tables.unit_types[unit.type].mass:
            remedy = "List individuals only, or set the tactics of mass units."
            yield Refusal("NOT POSSIBLE", f"{number} is a mass unit; {name} is for individuals.", remedy), False
    places = [one.lstrip("ou").removesuffix("d") for one in named.get("position", ())] if row.longest_leg else []
    for here, there in pairwise(places):
        ends = [hex_of(view.world, one) for one in (here, there) if is_number(one) and _is_place(one, view)]
        if len(ends) == len((here, there)) and view.world.tables.grid.distance(*ends) > row.longest_leg:
            why = f"{here} and {there} are more than two hexes apart, so the {name} will fail there."
            yield Refusal("TOO FAR", why, f"Name the hexes between, or write far{name} {here} {there}."), True


def _is_place(text: str, view: View) -> bool:
    return int(text) in view.world.hexes or int(text) in view.world.locations


def _recruiting(giver: Unit, said: str, individuals: Sequence[str], view: View) -> Iterator[Judgement]:
    """What speaks against recruiting a type: the recruiter cannot, or there cannot be so few or so many (CF-7.1-09)."""
    tables, name = view.world.tables, said.strip("\"'")
    kind = tables.unit_types.get(int(name) if is_number(name) else tables.type_numbers.get(name, 0))
    if kind is None:
        return
    possible = [number for recruiter, number in tables.recruiting if recruiter == giver.type]
    if kind.no not in possible:
        who = tables.unit_types[giver.type].name
        types = f"It recruits {listed(_types(tables, possible))}." if possible else "It recruits nobody."
        yield Refusal("NOT POSSIBLE", f"A {who} cannot recruit {kind.name}.", types), False
    for number in map(int, individuals):
        if not kind.min <= number <= kind.max:
            how = "below the smallest" if number < kind.min else "above the greatest"
            limit = kind.min if number < kind.min else kind.max
            remedy = f"Choose {kind.min} to {kind.max}; the standard is {kind.std}."
            yield Refusal("NOT POSSIBLE", f"{number} is {how} {kind.name} unit ({limit}).", remedy), False


def _types(tables: Scenario, numbers: Iterable[int]) -> list[str]:
    return [f"{tables.unit_types[one].name} ({one})" for one in sorted(numbers)]


# --- what arguments name --------------------------------------------------------------------------------------------------


def _unknown(what: str, said: str, view: View) -> Judgement:
    places = view.world.hexes
    why = f"No {what} {said} is known to you; the order will probably fail."
    return Refusal("UNKNOWN", why, f"Hexes run from {min(places)} to {max(places)}." if "hex" in what else ""), True


def _position(said: str, view: View) -> Judgement | None:
    text = said.removesuffix("d").lstrip("ou")
    if not is_number(text):
        return None
    unit = view.world.units.get(int(text))
    owner = unit.owner if unit else view.world.slot_of(int(text))
    if owner not in ("", view.code):
        why = f"{text} belongs to {owner}; only an own unit can be a position."
        return Refusal("NOT YOURS", why, "Name the hex where you saw it: see your map notes."), False
    return None if view.knows(int(text)) else _unknown("hex, location or unit", text, view)


def _known(what: str) -> _Check:
    def check(said: str, view: View) -> Judgement | None:
        return _unknown(what, said, view) if is_number(said) and int(said) and not view.knows(int(said)) else None

    return check


def _nation(said: str, view: View) -> Judgement | None:
    world = view.world
    if world.tables.nation(said) is not None:
        return None
    return Refusal("NO SUCH NATION", f'"{said}" is no nation.', f"Other nations: {others(world, view.code)}."), False


def _unit_type(said: str, view: View) -> Judgement | None:
    tables, name = view.world.tables, said.strip("\"'")
    if name in tables.type_numbers or (is_number(name) and int(name) in tables.unit_types):
        return None
    return Refusal("NO SUCH TYPE", f'"{name}" is no unit type.', "Types are given by number or by name in quotes."), False


def _location_type(said: str, view: View) -> Judgement | None:
    types, name = view.world.tables.location_types, said.strip("\"'")
    if name in types or (is_number(name) and any(one.no == int(name) for one in types.values())):
        return None
    kinds = ", ".join(f"{one.no} {one.type}" for one in types.values() if one.built_by)
    return Refusal("NO SUCH TYPE", f'"{name}" is no kind of location.', f"To be built: {kinds}."), False


def _resource(said: str, view: View) -> Judgement | None:
    name, colon, _ = said.partition(":")
    if not colon or name in view.world.tables.resources:  # without an amount it is all of everything
        return None
    return Refusal(
        "NO SUCH RESOURCE", f'"{name}" is no resource.', f"There are {', '.join(view.world.tables.resources)}."
    ), False


_BY_SIGN: Mapping[str, _Check] = {
    "position": _position,
    "unit": _known("unit"),
    "location": _known("location"),
    "hex": _known("hex"),
    "place": _known("hex or location"),
    "item": _known("item"),
    "id": _known("hex, location, unit or item"),
    "id/-": _known("hex, location, unit or item"),
    "nation": _nation,
    "unit-type": _unit_type,
    "location-type": _location_type,
    "resource:amount": _resource,
}
"""What the text of an argument can be seen to be wrong in, by its sign."""
