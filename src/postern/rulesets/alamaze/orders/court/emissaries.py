"""Emissaries at work, and figures that move.

- Emissaries at work in a center: status quo, rebellion and usurpation (AC-08-18..24, ruling 33).
- New bases for figures, and the capital's own move (AC-19, AC-04-24, AC-04-36, rulings 35, 36, 46 and 84).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.orders.acting import act, did, own_center
from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.rules.centers import can_be_capital, change_owner, hides
from postern.rulesets.alamaze.rules.effects import Asked, amount, chance, happens, rows
from postern.rulesets.alamaze.rules.figures import carry_off, imprison, rank_cost, rank_percent, relocate
from postern.rulesets.alamaze.rules.regions import allied, influence_word, reaction
from postern.rulesets.alamaze.tables import Resistance
from postern.rulesets.alamaze.turn import Doing, Turn
from postern.rulesets.alamaze.world.records import Center, Figure, Group, Kingdom

REBEL, USURP = 320, 330


@dataclass
class Moods:
    """By how many levels demons make the regions' reaction to kingdoms worse this turn, by kingdom and region."""

    worse: dict[tuple[str, int], float] = field(default_factory=dict)


def forget_status_quo(turn: Turn) -> None:
    """What emissaries did for the order of a center last turn counts for parleys up to here, and no longer."""
    turn.world.status_quo.clear()


def power(turn: Turn, kingdom: Kingdom, figure: Figure, luck: int = 0) -> float:
    """The power of an emissary: a share of the ruler's influence by rank (AC-08-10), with luck in points of that share."""
    return kingdom.influence * (rank_percent(turn, figure) + luck) / 100


@ORDERS.effect()
def status_quo(doing: Doing, emissary: Figure, workplace: Center) -> str:
    """310: adds the emissary's power to the resistance of the center (AC-08-06, AC-08-19)."""
    there = doing.world.status_quo.get(workplace.area, 0)
    doing.world.status_quo[workplace.area] = round(there + power(doing.turn, doing.kingdom, emissary), 2)
    return f"keeps the order in {workplace.name}"


@ORDERS.need
def base_to_rebel(doing: Doing, emissary: Figure, workplace: Center) -> bool:
    """Fail where the center is ours, or nobody's."""
    where = f"{emissary.name} is in {workplace.area}"
    if workplace.owner == doing.code:
        return doing.fail(f"{where}, which is ours: nothing to rebel against.", "To strengthen it:", f"310 {emissary.code}")
    return bool(workplace.owner) or doing.unsure(f"{where}, which is neutral.", f"330 {emissary.code} tries to win it.")


@ORDERS.effect()
def rebel(doing: Doing, emissary: Figure, workplace: Center) -> str:
    """320: a center of another kingdom shall be neutral (AC-08-05)."""
    return _attempt(doing, emissary, workplace, "")


@ORDERS.need
def base_to_usurp(doing: Doing, emissary: Figure, workplace: Center) -> bool:
    """Fail where the center is ours."""
    if workplace.owner != doing.code:
        return True
    ours = "our capital" if workplace.area == doing.kingdom.capital else "a center of ours"
    remedy = f"Move him first with 350 {emissary.code} and the area of a center."
    return doing.fail(f"{emissary.name} is in {workplace.area}, {ours}.", remedy)


@ORDERS.effect()
def usurp(doing: Doing, emissary: Figure, workplace: Center) -> str:
    """330: a center shall be ours (AC-08-04)."""
    return _attempt(doing, emissary, workplace, doing.code)


def _attempt(doing: Doing, figure: Figure, center: Center, owner: str) -> str:
    """The attempt is made. It succeeds where power reaches resistance; who fails badly goes to prison (AC-08-21)."""
    turn, kingdom, number = doing.turn, doing.kingdom, doing.order.number
    what = "rebellion" if number == REBEL else "usurpation"
    if turn.expected:
        return f"{what} tried in {center.name}"
    most, before = turn.tables.whole("politics.random"), center.owner
    luck = turn.stream("politics", doing.code, figure.code).between(-most, most)
    lacking = round(resistance(turn, kingdom, center, number) - power(turn, kingdom, figure, luck), 4)
    won = lacking <= 0 and not _is_capital(turn, center)
    percent = prison_percent(turn, center, lacking)
    jailed = not won and happens(turn, percent, "prison", doing.code, figure.code)
    data = {"figure": figure.name, "rank": figure.rank, "of": doing.code, "area": center.area, "center": center.name}
    doing.tell(what, before, **data, owner=before, success=won, jailed=jailed)
    if won:
        change_owner(turn, center, owner, "politics")
        return f"{center.name} is {'ours' if owner else 'neutral'}"
    if jailed:
        imprison(turn, kingdom, figure, before)
    return f"failed in {center.name}{' and was imprisoned' if jailed else ''}"


def _is_capital(turn: Turn, center: Center) -> bool:
    """A capital can be taken by arms alone (AC-04-27..29)."""
    return bool(center.owner) and turn.kingdom(center.owner).capital == center.area


def prison_percent(turn: Turn, center: Center, lacking: float) -> float:
    """The chance of prison in percent after a failure by so much (AC-08-21)."""
    tables = turn.tables
    if _is_capital(turn, center):
        return tables.value("politics.capital_prison_pct")
    badly = tables.value("politics.prison_slope") * (lacking - tables.value("politics.prison_free"))
    return min(max(badly, 0), tables.value("politics.prison_cap"))


def resistance(turn: Turn, kingdom: Kingdom, center: Center, number: int) -> float:
    """What a kingdom's power has to reach in a center, to rebel it (320) or to usurp it (330)."""
    tables = turn.tables
    value = _by_reaction(turn, kingdom, center)
    if center.owner:
        value *= _hold_of(turn, turn.kingdom(center.owner), turn.world.region_of(center.area))
        if number == USURP:
            value *= tables.value("politics.if_controlled")
    value += turn.world.status_quo.get(center.area, 0)
    return max(value, tables.value("politics.least_resistance"))


def success_percent(turn: Turn, kingdom: Kingdom, figure: Figure, center: Center, number: int) -> float:
    """The chance in percent that 320 or 330 succeeds, as far as this world shows what matters: for forecasts."""
    most = turn.tables.whole("politics.random")
    if _is_capital(turn, center):
        return 0
    needed = resistance(turn, kingdom, center, number)
    enough = sum(round(needed - power(turn, kingdom, figure, luck), 4) <= 0 for luck in range(-most, most + 1))
    return 100 * enough / (2 * most + 1)


def _by_reaction(turn: Turn, kingdom: Kingdom, center: Center) -> float:
    """By the region's reaction and the size of the center; what demons changed lies between the rows (ruling 33)."""
    rows, world = turn.tables.resistances, turn.world
    region = world.region_of(center.area)
    place = [one.reaction for one in rows].index(reaction(world, kingdom, region))
    worst = place if rows[place].reaction == "Hostile-2" else [one.reaction for one in rows].index("Hostile")
    at = min(max(place + turn.state(Moods).worse.get((kingdom.code, region), 0), 0), worst)
    low = int(at)
    here, next_one = _size(rows[low], center), _size(rows[min(low + 1, len(rows) - 1)], center)
    return here + (next_one - here) * (at - low)


def _size(row: Resistance, center: Center) -> float:
    return float(getattr(row, center.type.lower()))


def _hold_of(turn: Turn, owner: Kingdom, region: int) -> float:
    """How firmly the present owner holds a center: firmer where he controls the region or is welcome in it, weaker where his
    influence is minor or the region is hostile to him."""
    word = influence_word(turn.world, owner.code, region)
    mood = reaction(turn.world, owner, region) if owner.reactions else ""  # not known on an imagined world
    steps = (region in owner.controlled) + (mood == "Friendly") - (word == "minor") - mood.startswith("Hostile")
    return 1 + turn.tables.value("politics.controller_step") * steps


@ORDERS.need
def center_around(doing: Doing, demon_prince: Figure) -> bool:
    """Fail where we have no center in the region of the Demon Prince."""
    region = doing.world.region_of(demon_prince.area)
    if any(doing.world.region_of(one.area) == region for one in doing.world.centers_of(doing.code)):
        return True
    why = f"We have no center in {doing.tables.regions[region].name}, where {demon_prince.name} is."
    return doing.fail(why, "The order needs one there.")


@ORDERS.effect("demonic_denigration")
def denigration(doing: Doing, demon_prince: Figure, other_kingdom: Kingdom) -> str:
    """273: for this turn the region of a Demon Prince likes another kingdom less by half a level."""
    return _sway(doing, demon_prince, other_kingdom, doing.tables.value("demonic.denigration"))


@ORDERS.effect("demonic_submission")
def submission(doing: Doing, demon_prince: Figure) -> str:
    """283: for this turn the region of a Demon Prince likes us better by one level."""
    return _sway(doing, demon_prince, doing.kingdom, -doing.tables.value("demonic.submission"))


def _sway(doing: Doing, figure: Figure, kingdom: Kingdom, levels: float) -> str:
    region, worse = doing.world.region_of(figure.area), doing.turn.state(Moods).worse
    worse[kingdom.code, region] = worse.get((kingdom.code, region), 0) + levels
    return f"swayed {doing.tables.regions[region].name} for this turn"


@ORDERS.effect("relocate_figure")
def move(doing: Doing) -> bool:
    """350: a figure has its base in another center within reach, whoever holds it (AC-19-02..12, AC-19-17, AC-19-18)."""
    figure = doing.own_figure()
    if figure is None:
        return False
    if figure.code == doing.kingdom.ruler:
        return doing.fail(f"{figure.name} rules and lives at the capital.", "Order 355 moves the capital.")
    center = _destination(doing, figure, doing.tables.whole("emissary.range"))
    if center is None:
        return False
    gold = _price(doing, figure)
    if not act(doing, figure, gold):
        return False
    besieger = _besieger(doing, figure)
    if besieger is not None and _taken_on_the_way(doing, figure, besieger):
        return doing.done(f"taken by {besieger.id} on the way out", gold)
    if (group := _in_the_way(doing, center)) is not None:
        if not doing.turn.expected:
            return did(doing, figure, f"turned back: {group.id} stood at {center.name}", gold)
        doing.note(f"{group.id} was seen at {center.area}.", "If it is there and no ally, the way is blocked.")
    relocate(doing.turn, doing.kingdom, figure, center.area)
    return did(doing, figure, f"moved to {center.name} ({center.area})", gold)


@ORDERS.effect()
def gate(doing: Doing) -> bool:
    """351: a move that nothing blocks: of a Demon Prince anywhere, of who has the amulet for it within reach."""
    figure = doing.own_figure()
    if figure is None:
        return False
    asked = Asked(doing.world, doing.code, figure=figure)
    far = figure.rank == "Demon Prince"
    if not far and not any(row.source_kind == "artifact" for row in rows(asked, "order_access", str(doing.order.number))):
        return doing.fail(f"{figure.name} knows no gate.", "350 moves the figure:", f"350 {figure.code} {doing.order.area}")
    center = _destination(doing, figure, None if far else doing.tables.whole("gate.artifact_range"))
    gold = doing.tables.whole("gate.gold")
    if center is None or not act(doing, figure, gold):
        return False
    relocate(doing.turn, doing.kingdom, figure, center.area)
    return did(doing, figure, f"stepped through a gate to {center.name} ({center.area})", gold)


def _destination(doing: Doing, figure: Figure, reach: int | None) -> Center | None:
    """The center that the figure moves to; None after a failure (AC-19-03..07)."""
    area, tables = doing.order.area, doing.tables
    if area not in tables.areas:
        doing.fail(f"There is no area {area}.", "Areas run from AA to ZZ.")
        return None
    away, center = tables.grid.distance(figure.area, area), doing.world.centers.get(area)
    there = center is not None and not center.destroyed
    if reach is not None and away > reach:
        known = f"{area} is {away} areas away" if there else f"No center is known at {area}, and it is {away} areas away"
        doing.fail(f"{known}; the limit is {reach}.")
        return None
    if figure.area == area:
        doing.fail(f"{figure.name} is based in {area} already.")
        return None
    if center is None or not there:
        doing.unsure(f"No center is known at {area}; a base has to be one.", "It fails if there is none.")
        return None
    return center


def _price(doing: Doing, figure: Figure) -> int:
    """By rank, by an agent's level, or the price of a High Priestess (AC-13-07, AC-19-17)."""
    if figure.priestess:
        return doing.tables.whole("priestess.move_gold")
    if figure.agent:
        base = figure.level * doing.tables.whole("agent.move_gold_per_level")
        return int(amount(Asked(doing.world, doing.code, figure=figure), "price", "mission", base))
    return rank_cost(doing.turn, figure)


def _besieger(doing: Doing, figure: Figure) -> Group | None:
    """The first group of a kingdom that is no ally which besieges the center where the figure is."""
    for group in doing.world.groups_at(figure.area):
        if group.siege and group.siege.area == figure.area and not allied(doing.world, group.kingdom, doing.code):
            return group
    return None


def _taken_on_the_way(doing: Doing, figure: Figure, besieger: Group) -> bool:
    """Who leaves a siege may be caught by those outside (AC-19-12)."""
    asked = Asked(doing.world, doing.code, figure=figure)
    percent = chance(asked, "capture.leaving_siege", doing.tables.value("relocation.siege_capture_pct"))
    if not happens(doing.turn, percent, "leaving siege", doing.code, figure.code):
        return False
    imprison(doing.turn, doing.kingdom, figure, besieger.kingdom)
    return True


def _in_the_way(doing: Doing, center: Center) -> Group | None:
    """A group that blocks the way in: of a kingdom that is no ally, in the open and with brigades (AC-19-08, AC-19-11)."""
    for group in doing.world.groups_at(center.area):
        if not allied(doing.world, group.kingdom, doing.code) and not hides(doing.world, group.id):
            return group
    return None


@ORDERS.need
def new_capital(doing: Doing) -> Center | None:
    """Find the own center that can be the capital in place of the old one."""
    center, world, old = own_center(doing, doing.order.area), doing.world, doing.kingdom.capital
    if center is None:
        return None
    if center.area == old:
        doing.fail(f"{center.name} is the capital already.")
    elif any(one.siege and one.siege.area == old for one in world.groups_at(old)):
        doing.fail("The capital is under siege and cannot be moved.")
    elif not can_be_capital(world, doing.code, center.area):
        doing.unsure(f"A foreign group that is stronger than its walls stands at {center.name}.")
    else:
        return center
    return None


@ORDERS.effect()
def move_capital(doing: Doing, ruler: Figure, new_capital: Center) -> str:
    """355: another own center becomes the capital. Who is at the old one and has not acted goes along, which is then that
    figure's action, and so do the prisoners (AC-04-24, AC-04-36)."""
    king, center, kingdom, world = ruler, new_capital, doing.kingdom, doing.world
    old = kingdom.capital
    kingdom.capital = center.area
    doing.tell("capital", area=center.area)
    for figure in kingdom.figures.values():
        if figure.held_by or figure.area != old:
            continue
        key = (doing.code, figure.code)
        if figure is king or key not in doing.turn.sole_actions:
            doing.turn.sole_actions[key] = doing.order.number
            relocate(doing.turn, kingdom, figure, center.area)
    relocate(doing.turn, kingdom, king, center.area)
    for other in world.kingdoms.values():
        for figure in other.figures.values():
            if figure.held_by == doing.code:
                carry_off(figure, center.area)
    return f"{center.name} is the capital"


@ORDERS.need
def alternates(doing: Doing, ruler: Figure) -> list[str] | None:
    """Find the own centers that the ruler names, none of them the capital."""
    chosen = [area for area in (doing.order.area, doing.order.second_area) if area]
    if not doing.can_act(ruler) or not all(own_center(doing, area) for area in chosen):
        return None
    if doing.kingdom.capital in chosen:
        doing.fail(f"{doing.kingdom.capital} is the capital itself.", "Name other centers of ours.")
        return None
    return chosen


@ORDERS.effect()
def name_alternates(doing: Doing, alternates: list[str]) -> str:
    """495: where the capital goes when it falls, a first and a second choice; it stays until changed (ruling 36)."""
    doing.kingdom.alternates = alternates
    return f"alternate capitals: {', '.join(alternates)}"
