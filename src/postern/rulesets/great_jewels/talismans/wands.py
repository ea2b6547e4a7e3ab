"""The Wands T95 to T98: another race's aims for a turn (QJ-28.1-178 to QJ-28.1-193). None works for its own race."""

from __future__ import annotations

from postern.rulesets.great_jewels.steps import capture
from postern.rulesets.great_jewels.steps.opening import settle_exclusive_orders
from postern.rulesets.great_jewels.steps.scoring import leader_points, province_points
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.talismans.catalogue import WANDS
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, People, Talisman

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
