"""Talismans that change a number or a flag, and those that change points and peoples.

The first are a row each in ``data/effects.csv``. ``change`` is ``yes`` or ``no``, or ``is``, ``plus``, ``times`` or ``at
least`` with a number. It is made when all conditions of ``when`` hold, parted by "and" (``_CONDITIONS``). ``traits`` are those
of ``hooks.py``; ``shown``: all others see it act.

The others need a function: the Rings of Power of Quntag and Slenth (QJ-28.1-019 to QJ-28.1-032); those of the eight powers of
X the Unknown (T64, QJ-28.1-085, ruling 23) that are no row; Profit Sharing (T143, QJ-28.1-315 to -317); and the Wands T95 to
T98, another race's aims for a turn (QJ-28.1-178 to QJ-28.1-193), none of which works for its own race.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from postern.game.kit.content import split
from postern.rulesets.great_jewels.items.lands import SEARCHING
from postern.rulesets.great_jewels.rules import capture, hooks
from postern.rulesets.great_jewels.rules.economy import levy_rate
from postern.rulesets.great_jewels.rules.hooks import usable
from postern.rulesets.great_jewels.rules.movement.arriving import random_neutral
from postern.rulesets.great_jewels.rules.powers.opening import settle_exclusive_orders
from postern.rulesets.great_jewels.rules.scoring import leader_points, province_points
from postern.rulesets.great_jewels.tables import CATALOGUE, CONTENT, FAVOURITE, PROVINCES, RINGS, WANDS, decided
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, People, Talisman, Terrain, garrison_force


def in_force(turn: Turn, talisman: Talisman) -> bool:
    """True when the holder's owner is of this ring's people and it is the lowest of the holder's waking rings of that people:
    one works only for its own people, and several do no more than one (QJ-28.1-021, QJ-28.1-022)."""
    holder = talisman.holder
    player = turn.player(turn.owner_of(holder)) if holder else None
    if holder is None or player is None or talisman.number not in RINGS[player.people]:
        return False
    awake = (one.number for one in turn.held(holder) if one.number in RINGS[player.people] and usable(turn, one))
    return talisman.number == min(awake, default=0)


@hooks.CAPTURES.add(*RINGS["QUNTAG"])
def overawe(turn: Turn, talisman: Talisman, province: str, captures: bool) -> bool:
    """Quntag Ring on an army: it captures a province without garrison if it outnumbers all armies of others there that are
    not at peace, taken together (QJ-28.1-026)."""
    leader = turn.world.leaders[talisman.leader]
    if not in_force(turn, talisman):
        return captures
    others = sum(one.troops for one in turn.leaders_in(province) if one.owner != leader.owner and not one.at_peace)
    return captures or leader.troops > others


@hooks.ATTACK_PER_TROOP.add(*RINGS["SLENTH"])
def press_on(turn: Turn, talisman: Talisman, strike: hooks.Strike, factors: int) -> int:
    """Slenth Ring in a garrison: its normal attacks count as assaults, without lowering its defence (QJ-28.1-031), from an
    ambush too: there it attacks in normal mode outside its favourite terrain (QJ-19-07, QJ-19-08)."""
    own = strike.source == talisman.holder and bool(talisman.province)
    abroad = turn.province(strike.place).terrain.value != FAVOURITE["SLENTH"]
    normal = strike.means == "attack" or (strike.means in ("waylay", "landing waylay") and abroad)
    return factors + 1 if own and normal and in_force(turn, talisman) else factors


Condition = Callable[[Turn, Talisman, Any], bool]
"""Whether an effect works now; asked with the context of its hook."""


@dataclass(frozen=True, slots=True)
class _Row:
    talismans: Annotated[tuple[int, ...], split()]
    hook: Annotated[tuple[str, ...], split()]
    change: str
    why: str
    when: Annotated[tuple[str, ...], split(" and ")] = ()
    traits: Annotated[tuple[str, ...], split()] = ()
    shown: bool = False


_TRAITS = frozenset(usable.__kwdefaults__ or ())
"""What ``usable`` asks of an effect."""


def _is_unknown(name: str) -> Condition:
    nature = decided("unknown")["names"].index(f"X {name.upper()}") + 1
    return lambda turn, talisman, context: bool(turn.world.unknown == nature)


def _leads_into(terrain: Terrain) -> Condition:
    return lambda turn, talisman, province: turn.province(province).terrain is terrain


_CONDITIONS: dict[str, Condition] = {
    "ring": lambda turn, talisman, context: in_force(turn, talisman),
    "garrison": lambda turn, talisman, context: bool(talisman.province),
    "leader": lambda turn, talisman, context: bool(talisman.leader),
    "counting": lambda turn, talisman, context: talisman.counter > 0,
    "searching": lambda turn, talisman, context: talisman.counter == SEARCHING,
    "transferred": lambda turn, talisman, context: bool(talisman.transferred),
    "levied": lambda turn, talisman, context: levy_rate(turn.world, turn.province(talisman.province)) > 0,
    "at sea": lambda turn, talisman, context: "-S" in turn.flags[Force(leader=talisman.leader)],
    "in person": lambda turn, talisman, strike: strike.in_person,
    "into mountain": _leads_into(Terrain.MOUNTAIN),
    "into forest": _leads_into(Terrain.FOREST),
    **{name: _is_unknown(name) for name in ("whetstone", "millstone", "scarecrow", "lodestone")},
}

_CHANGES: dict[str, Callable[[Any, Any], Any]] = {
    "is": lambda value, number: type(value)(number),
    "plus": operator.add,
    "times": operator.mul,
    "at least": max,
}


def _change(text: str) -> Callable[[Any], Any]:
    """What the words make of a value."""
    if text in ("yes", "no"):
        return lambda value: text == "yes"
    words, _, amount = text.rpartition(" ")
    change, number = _CHANGES[words], Fraction(amount) if "/" in amount else int(amount)
    return lambda value: change(value, number)


def _register(row: _Row) -> None:
    change, conditions = _change(row.change), [_CONDITIONS[name] for name in row.when]
    if strange := {*row.talismans} - CATALOGUE.keys():
        raise ValueError(f"data/effects.csv: there is no talisman {min(strange)} ({row.why})")
    if unknown := {*row.traits} - _TRAITS:
        raise ValueError(f"data/effects.csv: there is no trait {min(unknown)} ({row.why})")

    def effect(turn: Turn, talisman: Talisman, context: Any, value: Any) -> Any:
        if not all(holds(turn, talisman, context) for holds in conditions):
            return value
        if row.shown:
            turn.shown.add(talisman.number)
        return change(value)

    for name in row.hook:
        hook: hooks.Hook[Any, Any] = getattr(hooks, name)
        hook.add(*row.talismans, **dict.fromkeys(row.traits, True))(effect)


for _row in CONTENT.table("effects", _Row, lambda row: (row.talismans, row.hook)).values():
    _register(_row)


WHETSTONE, MILLSTONE, SCARECROW, LODESTONE, BEEHIVE, SIEVE, LANTERN, WANDERER = range(1, 9)


def _numbers() -> dict[str, int]:
    return decided("x_the_unknown")


@hooks.PROBES.add(64)
def shine(turn: Turn, talisman: Talisman, nothing: None, provinces: list[str]) -> list[str]:
    """X LANTERN: two random provinces are seen each turn."""
    if turn.world.unknown != LANTERN:
        return provinces
    return [*provinces, *turn.stream("lantern").shuffled(PROVINCES)[: _numbers()["provinces"]]]


@hooks.AT_INCOME.add(64)
def act(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """X BEEHIVE brings troops, X SIEVE loses zorans, X WANDERER leaves for a neutral province one turn in ten."""
    holder = talisman.holder
    assert holder is not None
    owner = turn.owner_of(holder)
    kind = turn.world.unknown
    if kind == BEEHIVE and talisman.province:
        turn.province(talisman.province).garrison += _numbers()["beehive"]
        turn.tell("beehive", to=[owner], province=talisman.province, troops=_numbers()["beehive"])
    elif kind == SIEVE:
        purse = turn.world.leaders[talisman.leader] if talisman.leader else turn.province(talisman.province)
        lost = purse.zorans * _numbers()["sieve_percent"] // 100
        purse.zorans -= lost
        if lost:
            turn.tell("sieve", to=[owner], force=str(holder), zorans=lost)
    elif kind == WANDERER and not turn.expected and turn.stream("wanderer").percent(_numbers()["wanders_percent"]):
        goal = random_neutral(turn, turn.stream("wanderer goes"))
        if goal:
            turn.place_talisman(talisman.number, garrison_force(goal))
            turn.tell("wandered off", to=[owner], force=str(holder), name=talisman.name)


def _giver(turn: Turn, talisman: Talisman) -> str:
    """The player who handed it to another player's force this turn, or ""."""
    giver = turn.giver_of(talisman)
    owner = turn.owner_of(talisman.holder)
    return giver if giver and giver != owner and not turn.expected else ""


def _shared(turn: Turn, talisman: Talisman) -> bool:
    """True in 75 of 100 cases: the giver gets the points; otherwise the owner gets them twice."""
    return turn.stream("profit sharing", talisman.holder).percent(decided("powers")["profit_sharing"])


@hooks.PROFITS.add(143)
def divert(turn: Turn, talisman: Talisman, nothing: None, points: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """The points of the province or of the leader's bonus; points for talismans are none of these."""
    giver = _giver(turn, talisman)
    if not giver:
        return points
    if _shared(turn, talisman):
        return tuple((giver, share) for _, share in points)
    return tuple((name, 2 * share) for name, share in points)


@hooks.AT_INCOME.add(143)
def divert_kills(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """The points which the force's kills brought this turn go the same way."""
    giver, holder = _giver(turn, talisman), talisman.holder
    if not giver or holder is None:
        return
    owner = turn.owner_of(holder)
    shared = _shared(turn, talisman)
    points = turn.kill_points_of.get(holder)
    if points:
        if shared:
            turn.kill_points[owner] -= points
            turn.kill_points[giver] += points
        else:
            turn.kill_points[owner] += points
    turn.tell("profit sharing", to={giver, owner}, force=str(holder), owner=owner, giver=giver, shared=shared)


AZONI, QUNTAG, RILRIS, SLENTH = WANDS["AZONI"], WANDS["QUNTAG"], WANDS["RILRIS"], WANDS["SLENTH"]
_PEOPLE = {number: People(people) for people, number in WANDS.items()}


def works_for(turn: Turn, talisman: Talisman, player: str) -> bool:
    """True when this wand is not the one of the player's own race (QJ-28.1-178)."""
    seat = turn.player(player)
    return seat is not None and seat.people is not _PEOPLE[talisman.number]


def _own_garrison(turn: Turn, talisman: Talisman) -> bool:
    """True when the wand was handed this turn to a garrison of the player who gave the order and still owns it."""
    giver = turn.giver_of(talisman)
    at_home = bool(talisman.province) and turn.province(talisman.province).owner == giver
    return talisman.transferred == turn.number and at_home and works_for(turn, talisman, giver)


def _bereft(turn: Turn, talisman: Talisman, new_holder: Force) -> set[str]:
    """Who hears what a wand has done to the province that loses it: the owner, and who gets it; when the province itself is
    lost with the wand in it, all who have leaders there, its captor among them."""
    if new_holder == talisman.holder:
        return turn.witnesses(talisman.province)
    return {turn.province(talisman.province).owner, turn.owner_of(new_holder)}


@hooks.SCORES.add(AZONI)
def citadels(turn: Turn, talisman: Talisman, nothing: None, points: int) -> int:
    """T95: on the turn of transfer the CSPs there score as an Azoni's (QJ-28.1-181)."""
    if not _own_garrison(turn, talisman):
        return points
    return points + province_points(turn.world, People.AZONI, turn.province(talisman.province))


@hooks.ON_REMOVAL.add(AZONI, lasting=True)
def fall(turn: Turn, talisman: Talisman, new_holder: Force, nothing: None) -> None:
    """T95: when it leaves a garrison all CSPs there are destroyed (QJ-28.1-182)."""
    if not talisman.province:
        return
    province = turn.province(talisman.province)
    if works_for(turn, talisman, province.owner) and province.csps:
        lost, province.csps = province.csps, 0
        turn.tell("wand razed", to=_bereft(turn, talisman, new_holder), province=province.name, csps=lost)


@hooks.ON_TRANSFER.add(QUNTAG)
def conquer(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T96: another player's province is the giver's at once, with all that is in it (QJ-28.1-184)."""
    by = turn.giver_of(talisman)
    if not talisman.province or not works_for(turn, talisman, by):
        return
    province = turn.province(talisman.province)
    if province.owner != by:
        turn.visit(province.owner, province.name)
        talisman.word, talisman.used = by, turn.number
        capture.take_province(turn, province.name, by)
        settle_exclusive_orders(turn, Force(garrison=province.name))


@hooks.SCORES.add(QUNTAG)
def realm(turn: Turn, talisman: Talisman, nothing: None, points: int) -> int:
    """T96: the province so captured scores as a Quntag's, for that turn (QJ-28.1-185)."""
    captured = talisman.used == turn.number and talisman.word == turn.giver_of(talisman)
    if not captured or not _own_garrison(turn, talisman):
        return points
    return points + province_points(turn.world, People.QUNTAG, turn.province(talisman.province))


@hooks.ON_REMOVAL.add(QUNTAG, lasting=True)
def scorch(turn: Turn, talisman: Talisman, new_holder: Force, nothing: None) -> None:
    """T96: when it leaves a garrison, or the province is lost, the land is ravaged, without points (QJ-28.1-186), unless a
    talisman there forbids it (QJ-28.1-065)."""
    arriving = talisman.transferred == turn.number and turn.step == "2d"
    if not talisman.province or arriving:
        return
    province = turn.province(talisman.province)
    may = hooks.MAY_BE_RAVAGED.fold(turn, Force(garrison=province.name), True, None)
    if may and works_for(turn, talisman, province.owner) and not province.ravaged:
        province.ravaged = True
        province.turns_owned = 1
        turn.ravaged.add(province.name)
        turn.tell("wand ravaged", to=_bereft(turn, talisman, new_holder), province=province.name)


@hooks.SCORES.add(RILRIS)
def treasure(turn: Turn, talisman: Talisman, nothing: None, points: int) -> int:
    """T97: on the turn of transfer the zorans there score as a Rilris' and are gone (QJ-28.1-188, QJ-28.1-189)."""
    if not _own_garrison(turn, talisman):
        return points
    province = turn.province(talisman.province)
    gained = province_points(turn.world, People.RILRIS, province)
    burnt, province.zorans = province.zorans, 0
    turn.tell("wand burnt", to=[province.owner], province=province.name, zorans=burnt, points=gained)
    return points + gained


@hooks.SCORES.add(SLENTH)
def terror(turn: Turn, talisman: Talisman, nothing: None, points: int) -> int:
    """T98: its leader's bonus scores as a Slenth's (QJ-28.1-193)."""
    leader = turn.leader(talisman.leader) if talisman.leader else None
    if leader is None or not works_for(turn, talisman, leader.owner):
        return points
    return points + leader_points(turn.world, People.SLENTH, leader)
