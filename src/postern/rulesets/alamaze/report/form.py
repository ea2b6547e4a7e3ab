"""The order form: standing orders first, then every group, figure and center that can act with what it could do (AC-27-08).

All of it are remarks: a form that is sent back unchanged orders nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from postern.game.kit.report.form import remark
from postern.rulesets.alamaze.orders.court.emissaries import REBEL, USURP
from postern.rulesets.alamaze.report.answers import politics_outlook, storm_outlook
from postern.rulesets.alamaze.report.forces import where
from postern.rulesets.alamaze.report.reading import Reading
from postern.rulesets.alamaze.report.realm import figures, held, title
from postern.rulesets.alamaze.rules.economy import date
from postern.rulesets.alamaze.rules.effects import Outlook
from postern.rulesets.alamaze.rules.groups import points_of, size_word, to_enter, water
from postern.rulesets.alamaze.rules.regions import offered, order_limit, standing_limit
from postern.rulesets.alamaze.world.records import Center, Figure, Group

VILLAGE = "Village"
DUE = "; Orders are due at the deadline named in the letter."
"""The line that the deadline takes the place of (AC-28-06)."""
_HOW = (
    "Write orders in lines of their own, or take away the semicolon before one: what stands behind a semicolon is a remark. "
    "HELP and a number explains an order."
)

_remark = partial(remark, mark=";", further=" " * 4)


def order_form(reading: Reading) -> tuple[str, ...]:
    """The lines of the form."""
    world, limit = reading.world, order_limit(reading.world, reading.kingdom)
    lines = [
        f"; ORDERS FOR TURN {world.turn}, {reading.name} ({reading.code}), {date(reading.tables, world.turn)}.",
        f"; Up to {limit} orders; the standing orders do not count.",
        DUE,
        *_remark(_HOW),
        "",
        *_standing(reading),
    ]
    for head, parts in (("GROUPS", _groups(reading)), ("FIGURES", _figures(reading)), ("CENTERS", _centers(reading))):
        lines += ["", f"; {head}", *parts]
    return (*lines, "", "; THE KINGDOM", *_kingdom(reading))


def _standing(reading: Reading) -> Iterator[str]:
    limit = standing_limit(reading.world, reading.kingdom)
    yield f"; STANDING ORDERS ({len(reading.kingdom.standing)} of {limit}): they run by themselves."
    for slot, text in enumerate(reading.kingdom.standing, 1):
        yield from _could(f"{slot}. {text}", f"50 {slot}", "strikes it out")


def _could(what: str, order: str, then: str) -> Iterator[str]:
    """A remark on something, with an order that could be given."""
    yield from _remark(what)
    yield from _order(order, then)


def _order(order: str, then: str) -> Iterator[str]:
    yield from _remark(f"    {order} ; {then}")


# --- groups ---------------------------------------------------------------------------------------------------------------


def _groups(reading: Reading) -> Iterator[str]:
    own = reading.groups()
    for group in own:
        if group.area:
            yield from _remark(_group_words(reading, group))
            yield from _group_orders(reading, group)
    idle = [one.id for one in own if not one.area]
    strong = next((one for one in own if one.area and one.size > 1), None)
    if idle:
        yield from _remark(f"Inactive: {', '.join(idle)}.")
    if idle and strong is not None:
        brigade = next(iter(strong.brigades))
        yield from _order(f"702 {strong.id} {idle[0]} {brigade} 1", f"one brigade of {strong.id} becomes {idle[0]}")


def _group_words(reading: Reading, group: Group) -> str:
    leaders = ", ".join(f"{one.title} {one.name}" for one in group.leaders) or "no leader"
    wizards = ", ".join(f"{one.code} {one.power or 'adept'}" for one in group.wizards)
    size = size_word(reading.tables, group.size).lower()
    state = f"morale {group.morale:g}, attrition {group.attrition:g}%"
    return f"{group.id} {size} at {where(reading.world, group)}: {leaders}{f'; wizards {wizards}' if wizards else ''}; {state}"


def _group_orders(reading: Reading, group: Group) -> Iterator[str]:
    """Moves, fights, what can be done at the center and with the sighting there, research."""
    yield from _order(*_move(reading, group))
    for other in reading.world.groups_at(group.area):
        if other.kingdom != reading.code and group.brigades and other.brigades:
            yield from _order(f"110 {group.id} {other.id} 2", f"attacks {other.id}")
    center = reading.world.centers.get(group.area)
    if group.brigades and center is not None and not center.destroyed:
        if center.owner != reading.code:
            yield from _order(f"150 {group.id} - 2", f"storms {center.name}{_looks(storm_outlook(reading.view, group))}")
            yield from _order(f"190 {group.id}", f"besieges {center.name}")
        elif center.type != VILLAGE:
            yield from _order(f"560 {group.id}", "recruits a brigade")
    if group.area in reading.kingdom.memory.sites:
        yield from _order(f"140 {group.id} - 2", "investigates what is unusual there")
    if center is not None and center.owner == reading.code:
        yield from _research(reading, group)


def _research(reading: Reading, group: Group) -> Iterator[str]:
    rate = reading.tables.kingdoms[reading.code].research_gold_per_level
    for one in group.wizards:
        if one.power:
            gold = rate * (one.power + 1)
            yield from _order(f"799 {group.id} {one.code}", f"{one.name} learns power {one.power + 1}, {gold:,} gold")
        else:
            yield from _order(f"800 {group.id} {one.code}", f"{one.name} tries the Rite of the Magi, {rate:,} gold")


def _move(reading: Reading, group: Group) -> tuple[str, str]:
    """A step to the cheapest area beside it, with what each costs."""
    grid = reading.tables.grid
    sea = water(reading.world, group.area)
    near = sorted(
        (to_enter(reading.world, group, area), area)
        for area in grid.neighbours(group.area)
        if water(reading.world, area) == sea
    )
    if not near:
        return f"745 {group.id}", "rests"
    costs = ", ".join(f"{area} {cost:g}" for cost, area in near)
    number = 710 if sea else 720
    return f"{number} {group.id} {near[0][1]}", f"moves with {points_of(reading.world, group):g} points: {costs}"


# --- figures --------------------------------------------------------------------------------------------------------------


def _figures(reading: Reading) -> Iterator[str]:
    for one in figures(reading):
        words = f"{title(one)} {one.name} ({one.code}) at {reading.place(one.area)}"
        if one.held_by:
            yield from _remark(f"{words}, a prisoner")
            if one.political:
                yield from _order(f"385 {one.code}", "tries to escape")
            continue
        yield from _remark(words)
        for order, then in _figure_orders(reading, one):
            yield from _order(order, then)


def _figure_orders(reading: Reading, one: Figure) -> Iterator[tuple[str, str]]:
    center = reading.world.centers.get(one.area)
    own = center is not None and center.owner == reading.code
    if one.code == reading.kingdom.ruler:
        yield f"480 {one.code}", "raises his influence"
    elif one.priestess:
        yield f"793 {one.code} {_first_group(reading)}", "heals a group"
    elif one.agent:
        yield f"920 {one.code} {one.area}", "counter-espionage there"
        yield f"970 {one.code} {_goal(reading)}", "reconnaissance of an area"
        if one.level < reading.tables.kingdoms[reading.code].agent_cap:
            yield f"500 {one.code}", f"trains to level {one.level + 1}, {reading.world.training_price:,} gold"
    elif own:
        yield f"310 {one.code}", "strengthens the order there"
        if one.area == reading.kingdom.capital:
            yield f"390 {one.code}", "takes the next title"
    elif center is not None:
        yield f"330 {one.code}", f"tries to win {center.name}{_looks(politics_outlook(reading.view, one, USURP))}"
        if center.owner:
            yield f"320 {one.code}", f"incites {center.name} to rebel{_looks(politics_outlook(reading.view, one, REBEL))}"
    if one.code != reading.kingdom.ruler:
        yield f"350 {one.code} {_goal(reading)}", "moves to another base"


def _looks(word: Outlook | None) -> str:
    """How an order looks, as far as is known; "" where that cannot be judged."""
    return f": {word}, as far as is known" if word else ""


def _goal(reading: Reading) -> str:
    """The known foreign or neutral center that is nearest to the capital."""
    grid, home = reading.tables.grid, reading.kingdom.capital
    others = [area for area, one in reading.world.centers.items() if one.owner != reading.code and not one.destroyed]
    return min(others, key=lambda area: (grid.distance(area, home), area), default=home)


def _first_group(reading: Reading) -> str:
    return next((one.id for one in reading.groups() if one.area), f"1{reading.code}")


# --- centers and the kingdom ----------------------------------------------------------------------------------------------


def _centers(reading: Reading) -> Iterator[str]:
    for one in reading.world.centers_of(reading.code):
        yield from _remark(_center_words(one))
        yield from _order(f"600 {one.area} D 1", "improves its defense; F food, G gold")


def _center_words(one: Center) -> str:
    return f"{one.area} {one.name}, {one.type.lower()}: defense {one.defense:,}, food {one.food:,}, gold {one.gold:,}"


def _kingdom(reading: Reading) -> Iterator[str]:
    council = reading.world.council
    if reading.code in council.members:
        if council.issue is not None:
            yield from _order("400 Y", "votes yea; N nay, A abstains")
    elif offered(reading.world):
        yield from _order("210 500", "bids for a chair of the High Council")
    yield from _order("510 A Wilmar " + reading.kingdom.capital, "hires an agent; his name is yours to choose")
    yield from _order("200 F 1000", "sells food; G sells gold")
    for code, one in held(reading):
        yield from _order(f"430 {code} {one.code}", f"executes {one.name}")
    others = [code for code, one in reading.world.kingdoms.items() if one.active and code != reading.code]
    if others:
        yield from _order(f"440 {others[0]} A", f"declares {reading.kingdom_name(others[0])} an ally; E an enemy, N neither")
