"""The handbook of COSMOS: its topics are Markdown files in ``data/topics``, with the tables of ``handbook_tables``; and what
HELP sends for one order, one spell, one unit type or one kind of location."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from postern.game.handbook import Handbook, Topic
from postern.game.kit.orders.kinds import OrderKind
from postern.game.kit.report.handbook import markdown_table, read_handbook
from postern.rulesets.cosmos.orders.grammar import grammar
from postern.rulesets.cosmos.report.handbook_tables import FOR_ALL, order_groups, orders_of, tables
from postern.rulesets.cosmos.tables.amounts import written
from postern.rulesets.cosmos.tables.land import LocationType
from postern.rulesets.cosmos.tables.orders import ORDERS, OrderRow
from postern.rulesets.cosmos.tables.scenario import CONTENT, SCENARIOS, Scenario, scenario
from postern.rulesets.cosmos.tables.units import UnitType

_QUEST = {
    "yes": "In quest mode: possible.",
    "no": "In quest mode: not possible.",
    "only": "In quest mode alone.",
    "types": "In quest mode: for types that can go questing.",
}
_FAMILIARITY = {"n": "native", "f": "familiar", "u": "unfamiliar", "a": "alien"}
_ABILITIES = {
    "formation": "fights in formation",
    "charge": "can charge",
    "cancel-charge": "cannot be charged",
    "brave": "brave: loses less morale",
    "cowardly": "cowardly: loses more morale",
    "fearless": "knows no fear",
    "mindless": "mindless",
    "stupid": "stupid: takes few orders",
    "flies": "flies",
    "mount": "can be ridden",
    "hire": "can be hired",
    "rebel": "can be bribed though it has no owner",
    "illusion-immune": "sees through illusions",
    "animated": "made by magic",
    "marine": "fights well at sea",
    "siege": "siege engines of a standard unit: {n}",
    "sap": "sapping engines of a standard unit: {n}",
    "fear": "spreads fear ({n})",
    "build": "builds forts",
}
SAMPLES = {
    "TARGET": "7021",
    "POWER": "4",
    "HEX": "227",
    "TERRAIN": "plains",
    "POSITION": "190",
    "LOCATION": "1516",
    "[UNIT...]": "3112",
    "UNIT...": "3112",
    "[N]": "20",
}
"""What stands for what in the examples of spells."""


def entries() -> tuple[Topic, ...]:
    """An entry for each spell, each other order, each group of orders, each unit type and each kind of location."""
    return (*_spells(), *_orders(), *_order_groups(), *_unit_types(), *_location_types())


# --- orders ------------------------------------------------------------------------------------------------------------


def _orders() -> Iterator[Topic]:
    kinds = {kind.name: kind for kind in grammar().kinds}
    yield from (_order(row, kinds[name]) for name, row in sorted(ORDERS.items()))


def _order(row: OrderRow, kind: OrderKind) -> Topic:
    parts = [markdown_table(("order", "what it does"), [(f"`{form.shown}`", form.help) for form in kind.forms])]
    told = [f"- Takes: {row.takes}."]
    if kind.giver != "system":
        parts.append(f"For example `{grammar().example(kind.forms[-1])}`.")
        told.append(f"- Given to: a {kind.giver.replace('+', ' or ')}.")
    price = "nothing, it is free" if row.free else "one order of the allowance or one administration point"
    told.append(f"- Costs: {price}.")
    told += [f"- Its place in a phase: {row.priority} (1 comes first)."] if row.priority else []
    told.append(f"- {_QUEST[row.questing]}")
    told += ["- Stupid units can do it, too."] if row.stupid else []
    told += ["- Its orders stand below it, between `orders:` and a line with a full stop."] if kind.block else []
    told += [f"- Other words for it: {', '.join(kind.also)}."] if kind.also else []
    body = "\n\n".join([*parts, "\n".join(told), f"More: `HELP {row.topic}`."]) + "\n"
    return Topic(row.name, f"The order {row.name}", body, (f"order {row.name}", f"orders {row.name}", *kind.also))


def _order_groups() -> Iterator[Topic]:
    for group in order_groups():
        yield Topic(f"orders {group}", f"Orders: {group}", f"{orders_of(group)}\n\nMore: `HELP orders`.\n", (f"order {group}",))


# --- spells ------------------------------------------------------------------------------------------------------------


def _spells() -> Iterator[Topic]:
    found: dict[str, list[str]] = {}
    for slug in SCENARIOS:
        for row in CONTENT.rows(f"{slug}/spells"):
            text = _spell(row)
            told = found.setdefault(row["spell"], [])
            if not any(_same_spell(text, other) for other in told):
                told.append(text)
            else:
                told[:] = [text if _same_spell(text, other) else other for other in told]
    for name, texts in found.items():
        body = "\n\n".join([*texts, "More: `HELP magic`."]) + "\n"
        yield Topic(name, f"The spell {name}", body, (f"spell {name}", f"spells {name}", f"order {name}"))


def _spell(row: Mapping[str, str]) -> str:
    lines = [
        f"- Order: `{spell_example(row['order'])}`, that is {plain_form(row['order'])}.",
        f"- Casters: {row['casters']}.",
        f"- Takes {row['phases']} phases and {row['mana']} mana; range {row['range']} hexes.",
        f"- {row['effect'][0].upper()}{row['effect'][1:]}.",
    ]
    return "\n".join(lines)


def _same_spell(one: str, other: str) -> bool:
    """True when two texts differ in the casters alone: the later one names those of both scenarios."""
    return re.sub("- Casters: .*", "", one) == re.sub("- Casters: .*", "", other) and _first_caster(one) == _first_caster(other)


def _first_caster(text: str) -> str:
    found = re.search(r"Casters: ([^,.]+)", text)
    return found[1] if found else ""


def plain_form(form: str) -> str:
    """The form of a spell's order in small letters: ``firestrike target power (1-10)``."""
    name, _, rest = form.partition(" ")
    quoted = re.match(r"\"[^\"]*\"", rest)
    return f"{name} {rest.lower()}" if not quoted else f"{name} {quoted[0]}{rest[quoted.end() :].lower()}"


def spell_example(form: str) -> str:
    """An order in the form of a spell's row: ``firestrike TARGET POWER (1-10)`` as ``firestrike 7021 4``."""
    text = re.sub(r" \(\d+-\d+\)", "", form)
    for sign, sample in SAMPLES.items():
        text = text.replace(sign, sample)
    return text


# --- unit types --------------------------------------------------------------------------------------------------------


def _unit_types() -> Iterator[Topic]:
    numbers = sorted({no for slug in SCENARIOS for no in scenario(slug).unit_types})
    for no in numbers:
        homes = [one for one in map(scenario, SCENARIOS) if no in one.unit_types]
        texts = [_unit_type(one, one.unit_types[no]) for one in homes]
        parts = ["\n".join(line for line in texts[0] if all(line in text for text in texts))]
        for one, text in zip(homes, texts, strict=True):
            if own := [line for line in text if not all(line in other for other in texts)]:
                parts += [f"**{one.name}**", "\n".join(own)]
        name = homes[0].unit_types[no].name
        words = (f"unit {no}", f"type {no}", f"unit {name}", f"recruit {name}", *_plural(name))
        body = "\n\n".join([*parts, "More: `HELP units`."]) + "\n"
        yield Topic(name.lower(), f"{name} (unit type {no})", body, words)


def _plural(name: str) -> tuple[str, ...]:
    lower = name.lower()
    return (lower.removesuffix("s"),) if lower.endswith("s") else (f"{lower}s",)


def _unit_type(tables: Scenario, row: UnitType) -> list[str]:
    lines = [_what_it_is(tables, row)]
    wounds = f"Wound points {row.wp}"
    if row.wp > 1:
        wounds += f": light wounds from {row.light_at} lost, heavy from {row.heavy_at}, out of action from {row.incap_at}"
    heals = f"; one heals in {row.regen_phases} phases on average" if row.regen_phases else "; they do not heal"
    lines.append(f"- {wounds}{heals}.")
    lines.append(f"- Size {row.size}, weight {row.weight}, carries {row.capacity}.")
    lines.append(f"- Awareness {row.awareness}, hide factor {float(row.hide_factor):g}.")
    cost, upkeep = written(row.cost) or "cannot be bought", written(row.upkeep) or "nothing"
    lines.append(f"- Costs {cost}; upkeep each turn {upkeep}{' (a standard unit)' if row.mass else ''}.")
    if row.missile_range:
        area = "; each shot is an area attack" if " area:" in row.missile_form else ""
        lines.append(f"- Shoots as far as {row.missile_range} steps{area}.")
    if told := [_ability(one) for one in row.abilities]:
        lines.append(f"- Abilities: {'; '.join(told)}.")
    if row.allowance:
        points = f"; gives {row.admin_points} administration points" if row.admin_points else ""
        lines.append(f"- Orders allowed each turn: {row.allowance}{points}.")
    lines += [] if row.influences_control else ["- It has no influence on control."]
    lines += ["- A major character: it can go questing."] if row.major else []
    lines += _leads(tables, row)
    costs = ", ".join(f"{terrain} {phases}" for terrain, phases in tables.moves[row.move_profile].items())
    lines.append(f"- Moves ({row.move_profile}): {costs}.")
    grounds = tables.grounds[row.move_profile]
    by_fit = {fit: [t for t, one in grounds.items() if one.familiarity == fit and one.modifier] for fit in _FAMILIARITY}
    fights = [
        f"{_FAMILIARITY[fit]}: {', '.join(f'{t} {grounds[t].modifier} %' for t in names)}"
        for fit, names in by_fit.items()
        if names
    ]
    lines.append(f"- Fights: {'; '.join(fights)}; over walls {tables.over_walls[row.move_profile]} %.")
    return lines


def _what_it_is(tables: Scenario, row: UnitType) -> str:
    """What a type is: mass or individual, class, whose, its numbers and its combat rating."""
    owners = ", ".join(_nation(tables, code) for code in row.nations)
    kind = f"Mass unit of {row.min} to {row.max}, standard {row.std}" if row.mass else "One individual"
    return f"- {kind}; class {row.unit_class}; {owners}; combat rating {float(row.combat_rating):g}."


def _nation(tables: Scenario, code: str) -> str:
    return tables.nations[code].name if code in tables.nations else FOR_ALL[code]


def _ability(text: str) -> str:
    name, _, number = text.partition(":")
    return _ABILITIES.get(name, name).format(n=number)


def _leads(tables: Scenario, row: UnitType) -> list[str]:
    leader = tables.leaders.get(row.no)
    if leader is None:
        return []
    lines = []
    if leader.leads:
        named = ", ".join(tables.unit_types[no].name for no in leader.leads if no in tables.unit_types)
        lines.append(
            f"- Leads {leader.max_units} units with {leader.max_individuals} heads, "
            f"+{leader.bonus_per_phase} morale a phase: {named}."
        )
    if leader.control_base:
        more = ["takes nobody's land alone"] if not leader.can_neutralise else []
        more += ["needs an owned neighbour"] if leader.needs_owned_neighbour else []
        more += ["needs helpers"] if leader.helpers == "required" else []
        tail = f" ({'; '.join(more)})" if more else ""
        lines.append(f"- Controls in {leader.control_base} and shared {leader.control_shared} times its move cost{tail}.")
    if leader.battle_bonus_mass:
        lines.append(f"- A hero: +{leader.battle_bonus_mass} battle morale to mass units near it.")
    powers = [word for word, has in (("bribe", leader.bribe), ("hire", leader.hire)) if has]
    lines += [f"- Can {' and '.join(powers)}."] if powers else []
    recruits = [
        f"{tables.unit_types[made].name} {times.base_phases} + {times.variable_phases}"
        for (recruiter, made), times in tables.recruiting.items()
        if recruiter == row.no
    ]
    lines += [f"- Recruits in phases (base + a standard unit): {', '.join(recruits)}."] if recruits else []
    return lines


# --- kinds of locations ------------------------------------------------------------------------------------------------


def _location_types() -> Iterator[Topic]:
    found = {row.type: row for slug in SCENARIOS for row in scenario(slug).location_types.values()}
    for row in found.values():
        title = f"{row.type[0].upper()}{row.type[1:]}"
        yield Topic(row.type, title, _location_type(row), (f"location {row.type}", *_plural(row.type)))


def _location_type(row: LocationType) -> str:
    room = f"room {row.interior_size}" if row.interior_size is not None else "room for all"
    lines = [f"- Location type {row.no}; {room}; inside it is {row.interior_terrain or 'as outside'}."]
    if row.max_rating:
        lines.append(f"- Walls up to rating {row.max_rating}.")
    lines.append(
        "- It has influence on control." if row.influences_control else "- It follows the owner of the place where it stands."
    )
    if row.max_size:
        lines.append(
            f"- Grows to size {row.max_size}; "
            f"each size costs {written(row.expand_cost)} and eats {row.food_per_size} food a turn."
        )
    if row.build_phases:
        lines.append(f"- Built in {row.build_phases} phases for {written(row.build_cost)}.")
    if row.mined:
        lines.append(f"- {row.manpower_each} manpower give 1 {row.mined}, at most {row.most_mined} a turn.")
    if row.base_food:
        lines.append(f"- Gives {row.base_food} food a turn before efficiency.")
    if row.mana_per_turn:
        lines.append(f"- Gives {row.mana_per_turn} mana a turn.")
    lines += [f"- Seen in {row.mode} mode alone."] if row.mode else []
    lines += [f"- Its orders: {', '.join(row.orders)}, and those of every location."] if row.orders else []
    return "\n".join([*lines, "", "More: `HELP locations`.", ""])


@cache
def handbook() -> Handbook:
    """All topics in the order of their files, and an entry for each order, spell, unit type and kind of location."""
    return read_handbook("COSMOS Fantasy", "postern.rulesets.cosmos.data", tables(), entries())
