"""The tables in the handbook's topics: from the data of both scenarios, from the grammar and the traits of orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial

from postern.game.kit.orders.kinds import Form
from postern.game.kit.report.handbook import Tables, markdown_table
from postern.rulesets.cosmos.orders.grammar import grammar
from postern.rulesets.cosmos.tables.amounts import written
from postern.rulesets.cosmos.tables.land import VictoryRow
from postern.rulesets.cosmos.tables.orders import TRAITS
from postern.rulesets.cosmos.tables.scenario import CONTENT, SCENARIOS, Scenario, scenario

_MOST_NAMES = 8
"""Of a longer group the list of groups names the first."""
_LAST_PRIORITY = 14
_PRIORITY_NOTES = {
    2: "a move that was held up in the phase before",
    8: "moves into and out of locations",
    9: "all other orders",
    11: "moves from hex to hex",
}


def order_tables() -> dict[str, Callable[[], str]]:
    """What fills each ``{{table}}`` about orders, by its word."""
    return {
        "order control": partial(_order, "control"),
        "order groups": _order_groups,
        "every order": _every_order,
        "priorities": _priorities,
        "free orders": _free,
        "stupid orders": _stupid,
        "not in quest mode": partial(_by_quest_mode, "no"),
        "quest mode alone": partial(_by_quest_mode, "only"),
    }


def order_groups() -> tuple[str, ...]:
    """The groups of the grammar's orders, in its order."""
    return tuple(dict.fromkeys(kind.group for kind in grammar().kinds))


def _order_groups() -> str:
    rows = []
    for group in order_groups():
        names = list(dict.fromkeys(kind.name for kind in grammar().kinds if kind.group == group and kind.giver != "system"))
        if len(names) > _MOST_NAMES:
            names[_MOST_NAMES - 1 :] = [f"and {len(names) - _MOST_NAMES + 1} more"]
        rows.append((f"`HELP orders {group}`", ", ".join(names)))
    return markdown_table(("for more", "orders"), rows)


def _every_order() -> str:
    return "\n\n".join(f"**{group[0].upper()}{group[1:]}**\n\n{orders_of(group)}" for group in order_groups())


def orders_of(group: str) -> str:
    """Every form of the orders of one group, with what it does."""
    return _forms(form for kind, form in grammar().forms if kind.group == group)


def _order(name: str) -> str:
    return _forms(form for kind, form in grammar().forms if kind.name == name)


def _forms(forms: Iterable[Form]) -> str:
    return markdown_table(("order", "what it does"), [(f"`{form.shown}`", form.help) for form in forms])


def _names(wanted: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in wanted)


def _free() -> str:
    return _names(one.name for one in TRAITS.values() if one.free)


def _stupid() -> str:
    return _names(one.name for one in TRAITS.values() if one.stupid)


def _by_quest_mode(mode: str) -> str:
    return _names(one.name for one in TRAITS.values() if one.questing == mode)


def _priorities() -> str:
    rows = []
    for priority in range(1, _LAST_PRIORITY + 1):
        names = [one.name for one in TRAITS.values() if one.priority == priority]
        told = _PRIORITY_NOTES.get(priority, "")
        if priority == 11:
            told = f"{told}; {_names(name for name in names if name == 'embark')}"
        rows.append((str(priority), told or _names(names)))
    return markdown_table(("", "orders"), rows)


_TERRAINS = {
    "soft": ("farmlands", "plains", "woods", "wooded hills", "hills", "mountains", "high mountains"),
    "hard": ("swamp", "jungle", "desert", "wastelands", "underground"),
    "other": ("road", "city", "structure", "cave", "air"),
    "rivers": ("small river", "large river", "ford", "bridge"),
}
"""Columns of the tables of move costs."""
_SHORT = {"farmlands": "farms", "wooded hills": "w. hills", "mountains": "mount.", "high mountains": "high m."}
"""Headings that keep the tables of move costs side by side on a phone."""
FOR_ALL = {"all": "all nations", "any": "for hire"}
"""What stands in place of nations in the tables of unit types, in words."""


def tables() -> Tables:
    """What fills each ``{{table}}``, by its word."""
    found: dict[str, Callable[[], str]] = {
        **order_tables(),
        "resources": _resources,
        "building": _building,
        "tactics": _tactics,
        "loads": _loads,
        "wounds": _wounds,
        "walls": _walls,
        "bribes": _bribes,
    }
    for slug in SCENARIOS:
        one = scenario(slug)
        found |= {
            f"units {slug}": partial(_units, one),
            f"recruiting {slug}": partial(_recruiting, one),
            f"leaders {slug}": partial(_leaders, one),
            f"spells {slug}": partial(_spells, slug),
            f"casters {slug}": partial(_casters, slug),
            f"victory {slug}": partial(_victory, one),
            f"nations {slug}": partial(_nations, one),
            f"economy {slug}": partial(_economy, one),
            f"terrains {slug}": partial(_terrains, one),
            f"sight {slug}": partial(_sight, one),
            f"locations {slug}": partial(_locations, one),
        }
        for name, terrains in _TERRAINS.items():
            found[f"moves {name} {slug}"] = partial(_moves, one, terrains)
        found[f"numbers {slug}"] = partial(_numbers, one)
    return found


def _tactics() -> str:
    return markdown_table(
        ("tactics", "what the unit does"), [(row["tactics"], row["summary"]) for row in CONTENT.rows("tactics")]
    )


def _loads() -> str:
    """What loads do to move costs: each row holds up to a part of the capacity, with or without that part itself."""
    rows = [
        (f"{'up to' if row['included'] == 'true' else 'below'} {row['up_to']} of capacity", f"x {row['move_cost_factor']}")
        for row in CONTENT.rows("encumbrance")
    ]
    return markdown_table(("load", "move cost"), [*rows, ("more", "cannot move")])


def _wounds() -> str:
    rows = [
        (row["level"], f"{row['combat_efficiency_pct']} %", f"{row['carrying_capacity_pct']} %")
        for row in CONTENT.rows("wound_levels")
    ]
    return markdown_table(("individual", "fights at", "carries"), rows)


def _walls() -> str:
    found: dict[str, list[str]] = {}
    for row in CONTENT.rows("fortification_reduction"):
        found.setdefault(row["rating"], []).append(f"{row['attacker_efficiency_pct']} %")
    return markdown_table(("rating", "castle, fort", "city, town, other"), [(one, *cells) for one, cells in found.items()])


def _bribes() -> str:
    rows = [
        (row["effect"], f"{row['min_factor']} to {row['max_factor']}", row["result"].split(";")[0])
        for row in CONTENT.rows("bribes")
    ]
    return markdown_table(("effect", "times (cost + upkeep)", "result"), rows)


def _resources() -> str:
    rows = []
    for one in scenario(SCENARIOS[0]).resources.values():
        decay = f"{one.decay_pct_per_turn} %" if one.decay_pct_per_turn else ""
        arrives = f"{one.transfer_arrives_pct} %" if one.transfer_arrives_pct else ""
        weight = f"{float(one.weight_per_unit):g}" if one.weight_per_unit else ""
        rows.append((one.resource, decay, weight, arrives, *(_weight(n) for n in (one.tax_weight, one.villeinage_weight))))
    return markdown_table(("resource", "decays", "weight", "sent arrives", "tax", "manpower"), rows)


def _weight(number: Fraction) -> str:
    return f"{float(number):g}" if number else ""


def _building() -> str:
    one = scenario(SCENARIOS[0])
    rows = [
        (row.type, written(row.build_cost), f"{row.build_phases}", "engineers" if row.built_by == "unit" else row.built_by)
        for row in one.location_types.values()
        if row.build_phases
    ]
    return markdown_table(("location", "cost", "phases", "by"), rows)


def _locations(one: Scenario) -> str:
    """The places that bring points and that everybody has heard of: whose they are at the start, and where they lie."""
    counted = {row.type for row in one.victory if not (row.type in one.location_types and one.location_types[row.type].mode)}
    rows = [
        (str(place.id), place.name, place.type, place.outside, place.owner or "-")
        for place in one.locations.values()
        if place.type in counted
    ]
    return markdown_table(("number", "name", "kind", "in", "owner"), rows)


def _units(one: Scenario) -> str:
    rows = []
    players = {*_played(one), *FOR_ALL}
    for row in one.unit_types.values():
        if players & set(row.nations):
            size = f"{row.min}-{row.max}" if row.mass else "1"
            whose = " ".join(FOR_ALL.get(code, code) for code in row.nations)
            rows.append((str(row.no), row.name, whose, size, f"{float(row.combat_rating):g}"))
    return markdown_table(("no", "type", "nation", "size", "rating"), rows)


def _recruiting(one: Scenario) -> str:
    """The times of generals and captains for the mass types; lords are told by a sentence."""
    found: dict[int, str] = {}
    for (recruiter, kind), row in one.recruiting.items():
        leader, made = one.unit_types[recruiter], one.unit_types[kind]
        if made.mass and not made.able("animated") and not leader.admin_points and kind not in found:
            found[kind] = f"{row.base_phases} + {row.variable_phases}"
    rows = []
    for kind, time in sorted(found.items()):
        places = next(row.places for (_, made), row in one.recruiting.items() if made == kind)
        rows.append((one.unit_types[kind].name, time, ", ".join(places)))
    return markdown_table(("type", "phases", "where"), rows)


def _leaders(one: Scenario) -> str:
    rows = []
    for row in one.leaders.values():
        if row.leads:
            control = f"{row.control_base} + {row.control_shared}" if row.control_base else "-"
            name = one.unit_types[row.no].name
            rows.append((name, str(row.max_units), str(row.max_individuals), f"+{row.bonus_per_phase}", control))
    return markdown_table(("leader", "units", "heads", "morale", "control"), rows)


def _spells(slug: str) -> str:
    rows = [
        (row["order"].split()[0], row["casters"], row["phases"], row["mana"], row["range"])
        for row in CONTENT.rows(f"{slug}/spells")
    ]
    return markdown_table(("spell", "casters", "phases", "mana", "range"), dict.fromkeys(rows))


def _casters(slug: str) -> str:
    rows = [
        (row.caster, row.mana, str(row.production_per_turn), str(row.store_limit), str(row.start_store))
        for row in scenario(slug).casters.values()
    ]
    return markdown_table(("caster", "mana", "a turn", "at most", "at first"), rows)


def victory_words(row: VictoryRow) -> str:
    """What a row of the victory table counts, in words. Raises KeyError for a kind that has none."""
    words = {
        "location": f"{row.type} that you own",
        "hex": "hex that you own",
        "item": f"{row.type} that a unit or location of yours holds",
        "items inside": f"{row.type} that you own, with {row.count} or more {row.per}s held inside it",
        "each turn": f"{row.type} that you own at the end of a turn, each turn anew and kept for good",
        "each turn inside": f"{row.per} inside a {row.type} of yours at the end of a turn, each turn anew and kept for good",
        "ruler": "your ruler lives and does not flee" if row.type == "alive" else "ruler of an enemy whom you destroy",
    }
    counted = {
        "size": ", for each size; one that you took counts from the turn after, one size more each turn",
        "of hexes": f", but no more than one for every {row.count} hexes that you own",
    }
    return words[row.kind] + (counted.get(row.per, "") if row.kind == "location" else "")


def _victory(one: Scenario) -> str:
    return markdown_table(("points", "for"), [(str(row.points), victory_words(row)) for row in one.victory])


def _played(one: Scenario) -> list[str]:
    return [code for code, nation in one.nations.items() if nation.played]


def _nations(one: Scenario) -> str:
    rows = []
    for code in _played(one):
        nation = one.nations[code]
        home = one.locations[nation.home]
        rows.append((str(nation.no), code, nation.name, nation.people, f"{home.name} {home.id} in {home.outside}"))
    return markdown_table(("no", "code", "nation", "people", "home"), rows)


def _numbers(one: Scenario) -> str:
    """Which numbers the lords, leaders, scouts and troops of each nation have at the start."""
    rows = []
    for code in _played(one):
        units = [unit for unit in one.start_units.values() if unit.owner == code]
        kinds = [(unit, one.unit_types[unit.type_no]) for unit in units]
        lords = [unit.id for unit, kind in kinds if kind.admin_points]
        leaders = [unit.id for unit, kind in kinds if unit.type_no in one.leaders and not kind.major]
        scouts = [unit.id for unit, kind in kinds if not kind.mass and not kind.major and unit.type_no not in one.leaders]
        troops = [unit.id for unit, kind in kinds if kind.mass]
        rows.append((code, *map(_range, (lords, leaders, scouts, troops))))
    return markdown_table(("nation", "lords", "leaders", "scouts", "troops"), rows)


def _range(numbers: list[int]) -> str:
    return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else "".join(map(str, numbers))


def _economy(one: Scenario) -> str:
    rows = []
    for code in _played(one):
        nation = one.nations[code]
        tax, villeins = (f"{float(share) * 100:g} %" for share in (nation.tax, nation.villeinage))
        shares = (nation.eff_gold, nation.eff_food, nation.eff_wood, nation.eff_iron)
        rows.append((code, tax, villeins, f"{float(nation.trade_factor):g}", *map(str, shares)))
    return markdown_table(("", "tax", "manpower", "trade", "gold", "food", "wood", "iron"), rows)


def _moves(one: Scenario, terrains: Iterable[str]) -> str:
    wanted = [terrain for terrain in terrains if any(terrain in costs for costs in one.moves.values())]
    rows = [(profile, *(str(costs.get(terrain, "-")) for terrain in wanted)) for profile, costs in one.moves.items()]
    return markdown_table(("profile", *(_SHORT.get(terrain, terrain) for terrain in wanted)), rows)


def _terrains(one: Scenario) -> str:
    wanted = ("gold", "food", "wood", "iron")
    rows = [
        (name, *(f"{float(row.produces.get(what, 0)):g}" for what in wanted))
        for name, row in one.terrains.items()
        if row.produces
    ]
    return markdown_table(("terrain", *wanted), rows)


def _sight(one: Scenario) -> str:
    rows = [(name, str(row.viewing_range), f"{row.view_pct} %", f"{row.cover_pct} %") for name, row in one.terrains.items()]
    return markdown_table(("terrain", "range", "sees out", "hides"), rows)
