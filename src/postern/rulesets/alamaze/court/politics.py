"""Emissaries at work in a center: status quo, rebellion and usurpation (AC-08-18..24, ruling 33)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.court.acting import act, demon_prince, did, emissary_at_work
from postern.rulesets.alamaze.effects import happens
from postern.rulesets.alamaze.figures import imprison, rank_cost, rank_percent
from postern.rulesets.alamaze.ownership import change_owner
from postern.rulesets.alamaze.regions import influence_word, reaction
from postern.rulesets.alamaze.tables import Resistance
from postern.rulesets.alamaze.turn import Doing, Handlers, Turn
from postern.rulesets.alamaze.world import Center, Figure, Kingdom

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


def status_quo(doing: Doing) -> bool:
    """310: adds the emissary's power to the resistance of the center (AC-08-06, AC-08-19)."""
    found = emissary_at_work(doing)
    if found is None:
        return False
    figure, center = found
    gold = rank_cost(doing.turn, figure)
    if not act(doing, figure, gold):
        return False
    there = doing.world.status_quo.get(center.area, 0)
    doing.world.status_quo[center.area] = round(there + power(doing.turn, doing.kingdom, figure), 2)
    return did(doing, figure, f"keeps the order in {center.name}", gold)


def rebel(doing: Doing) -> bool:
    """320: a center of another kingdom shall be neutral (AC-08-05)."""
    found = emissary_at_work(doing)
    if found is None:
        return False
    figure, center = found
    where = f"{figure.name} is in {center.area}"
    if center.owner == doing.code:
        return doing.fail(f"{where}, which is ours: nothing to rebel against.", "To strengthen it:", f"310 {figure.code}")
    if not center.owner:
        return doing.unsure(f"{where}, which is neutral.", f"330 {figure.code} tries to win it.")
    return _attempt(doing, figure, center, "")


def usurp(doing: Doing) -> bool:
    """330: a center shall be ours (AC-08-04)."""
    found = emissary_at_work(doing)
    if found is None:
        return False
    figure, center = found
    if center.owner == doing.code:
        ours = "our capital" if center.area == doing.kingdom.capital else "a center of ours"
        remedy = f"Move him first with 350 {figure.code} and the area of a center."
        return doing.fail(f"{figure.name} is in {center.area}, {ours}.", remedy)
    return _attempt(doing, figure, center, doing.code)


def _attempt(doing: Doing, figure: Figure, center: Center, owner: str) -> bool:
    """The attempt is made and paid. It succeeds where power reaches resistance; who fails badly goes to prison (AC-08-21)."""
    turn, kingdom, number = doing.turn, doing.kingdom, doing.order.number
    gold = rank_cost(turn, figure)
    if not act(doing, figure, gold):
        return False
    what = "rebellion" if number == REBEL else "usurpation"
    if turn.expected:
        return did(doing, figure, f"{what} tried in {center.name}", gold)
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
        result = f"{center.name} is {'ours' if owner else 'neutral'}"
    else:
        result = f"failed in {center.name}{' and was imprisoned' if jailed else ''}"
    if jailed:
        imprison(turn, kingdom, figure, before)
    return did(doing, figure, result, gold)


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


def denigration(doing: Doing) -> bool:
    """273: for this turn the region of a Demon Prince likes another kingdom less by half a level."""
    figure, other = demon_prince(doing), doing.other_kingdom()
    if figure is None or other is None:
        return False
    return _sway(doing, figure, other, doing.tables.value("demonic.denigration"))


def submission(doing: Doing) -> bool:
    """283: for this turn the region of a Demon Prince likes us better by one level."""
    figure = demon_prince(doing)
    return figure is not None and _sway(doing, figure, doing.kingdom, -doing.tables.value("demonic.submission"))


def _sway(doing: Doing, figure: Figure, kingdom: Kingdom, levels: float) -> bool:
    region = doing.world.region_of(figure.area)
    name = doing.tables.regions[region].name
    if not any(doing.world.region_of(one.area) == region for one in doing.world.centers_of(doing.code)):
        return doing.fail(f"We have no center in {name}, where {figure.name} is.", "The order needs one there.")
    gold = doing.tables.whole("demonic.gold")
    if not act(doing, figure, gold):
        return False
    worse = doing.turn.state(Moods).worse
    worse[kingdom.code, region] = worse.get((kingdom.code, region), 0) + levels
    return did(doing, figure, f"swayed {name} for this turn", gold)


HANDLERS: Handlers = {
    273: denigration,
    283: submission,
    310: status_quo,
    REBEL: rebel,
    USURP: usurp,
}
