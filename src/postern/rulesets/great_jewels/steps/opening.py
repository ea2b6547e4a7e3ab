"""Step 0: types and ending turns of turn 1, geas orders, exclusive orders, what talismans do at the start of the turn."""

from __future__ import annotations

from postern.rulesets.great_jewels.geography import coastal
from postern.rulesets.great_jewels.orders import model
from postern.rulesets.great_jewels.steps.artillery import ARTILLERY, CATAPULTS, aim, out_of_reach
from postern.rulesets.great_jewels.steps.geas import insert_geas
from postern.rulesets.great_jewels.steps.sailing import too_far
from postern.rulesets.great_jewels.steps.shortfalls import rested
from postern.rulesets.great_jewels.steps.sight import sees_province
from postern.rulesets.great_jewels.steps.ways import link, marches_by_force
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Leader

FIRST_TURN = 1
IMPERIAL_NAVIES = 83


def open_turn(turn: Turn) -> None:
    """Takes types and ending turns of turn 1, settles which exclusive order each force has, and asks the talismans."""
    for leader in turn.world.leaders.values():
        leader.newborn = False
    if turn.number == FIRST_TURN and not turn.expected:
        fix_end_turn(turn)
    insert_geas(turn)
    settle_exclusive_orders(turn)
    for force in turn.holders():
        hooks.AT_START.fold(turn, force, None, None)


def fix_end_turn(turn: Turn) -> None:
    """The game ends after the average of the numbers named, rounded to nearest, half up; 25 for who named none (QJ-02-19).

    A variant with a turn limit ends after that turn.
    """
    if turn.world.variant.turn_limit:
        turn.world.end_turn = turn.world.variant.turn_limit
        return
    default = int(decided("homes")["end_default"])
    votes = [player.end_vote or default for player in turn.world.players.values() if not player.out]
    turn.world.end_turn = (2 * sum(votes) + len(votes)) // (2 * len(votes))


def settle_exclusive_orders(turn: Turn, only: Force | None = None) -> None:
    """The first order that can be carried out stands for each force; later ones fail and are taken out of the turn. ``only``:
    for this force alone, which has got another owner (QJ-29-02, QJ-30-19).

    An order given by geas goes before the owner's. An earlier order that plainly cannot be carried out (its first step is not
    adjacent, say) makes way for a later one that can. Orders of forces that are not the giver's are left to their own steps.
    """
    by_force: dict[Force, list[model.Issued]] = {} if only is None else {only: []}
    for issued in turn.orders:
        force = turn.exclusive_force(issued.order)
        if only not in (None, force):
            continue
        if force is not None and turn.owner_of(force) == issued.seat and not turn.is_void(issued):
            by_force.setdefault(force, []).append(issued)
    refused: set[int] = set()
    for force, orders in by_force.items():
        standing = _standing(turn, force, orders) if orders else []
        turn.exclusive[force] = standing
        for issued in orders:
            if not any(issued is one for one in standing):
                refused.add(id(issued))
                _refuse(turn, force, issued, standing)
    if refused:
        turn.orders = [issued for issued in turn.orders if id(issued) not in refused]


def _standing(turn: Turn, force: Force, orders: list[model.Issued]) -> list[model.Issued]:
    """The orders of this force that stand: one, or with the Double Whammy an attack and one more attack or march (T55)."""
    ranked = sorted(orders, key=lambda issued: not issued.geas)
    first = next((issued for issued in ranked if not _hindrance(turn, force, issued)), ranked[0])
    standing = [first]
    for issued in ranked[ranked.index(first) + 1 :]:
        if len(standing) > hooks.EXTRA_ATTACKS.fold(turn, force, 0, None) or not _may_join(standing[0], issued):
            break
        if not _hindrance(turn, force, issued):
            standing.append(issued)
    return standing


def _may_join(first: model.Issued, second: model.Issued) -> bool:
    """True for two real attacks, or one and a plain move, in either order: what the Double Whammy allows (QJ-28.1 T55)."""
    orders = (first.order, second.order)
    attacks = sum(isinstance(order, model.Attack) and order.mode != "conditional" for order in orders)
    moves = sum(isinstance(order, model.Move) and not order.force_march for order in orders)
    return attacks >= 1 and attacks + moves == len(orders)


def _hindrance(turn: Turn, force: Force, issued: model.Issued) -> tuple[str, str] | None:
    """The error code and reason why an order cannot be carried out whatever else happens; None when it may be."""
    place = turn.place_of(force)
    match issued.order:
        case model.Move(path=path) if path and not _linked(turn, place, path[0]):
            if path[0] == place:
                return "NOT ADJACENT", f"{force} is in {place} already; a march begins with the province next on the way."
            return "NOT ADJACENT", f"{force} is in {place}; {path[0]} does not border it."
        case model.Move(leader=number, force_march=True) if marches_by_force(turn, turn.world.leaders[number], True):
            return _too_tired(turn, turn.world.leaders[number])
        case model.Sail() if not coastal(place):
            return "NOT COASTAL", f"{force} is in {place}, which is not on the coast."
        case model.Sail(province=goal) if not coastal(goal):
            return "NOT COASTAL", f"{goal} is not on the coast."
        case model.Sail(leader=number, province=goal) if not _awaits(turn, number, IMPERIAL_NAVIES):
            if goal == place:
                return "NOT ADJACENT", f"{force} is in {place} already."
            if far := too_far(turn, turn.world.leaders[number], goal):
                return "NOT ENOUGH MP", far
        case model.Attack(source=Force(leader=number), leader=None) if number and turn.province(place).owner == issued.seat:
            return "OWN FORCE", f"The garrison of {place} is your own; nobody attacks himself."
        case model.Attack(leader=int(target)):
            there = turn.leader(target)
            if there is None or there.province != place:
                return "NOT THERE", f"L{target} is not in {place}, where {force} stands."
            if there.owner == issued.seat:
                return "OWN FORCE", f"L{target} is your own leader; nobody attacks himself."
        case model.UseTalisman(talisman=number) as use if number in (ARTILLERY, CATAPULTS) and force.leader:
            problem = out_of_reach(turn, issued.seat, turn.world.leaders[force.leader], use)
            goal = aim(use).garrison
            if problem and (problem[0] != "TALISMAN NOT USABLE" or not goal or sees_province(turn, issued.seat, goal)):
                return problem[:2]
    return None


def _too_tired(turn: Turn, leader: Leader) -> tuple[str, str] | None:
    """Why a leader cannot force march whatever else happens: he did so last turn, or carries siege equipment of which no order
    rids him (QJ-07-10, QJ-07-12)."""
    if rested(turn, leader) and (not (leader.rams or leader.towers) or _unloads(turn, leader)):
        return None
    if rested(turn, leader):
        return "SIEGE EQUIPMENT", f"L{leader.number} carries siege equipment, with which nobody force marches."
    return "TWO TURNS IN A ROW", f"L{leader.number} force-marched last turn and needs a turn without before the next."


def _unloads(turn: Turn, leader: Leader) -> bool:
    """True when an order may take rams or towers, or the troops that man them, from him before he marches."""
    giver = Force(leader=leader.number)
    given = any(
        issued.order.giver == giver
        for issued in turn.orders
        if isinstance(issued.order, model.Transfer | model.Destroy | model.Raid)
    )
    return given or any(order.leader == leader.number for _, order in turn.given(model.GiveTalisman))


def _awaits(turn: Turn, leader: int, talisman: int) -> bool:
    """True when an order of this turn hands him the talisman."""
    return any((order.talisman, order.leader) == (talisman, leader) for _, order in turn.given(model.GiveTalisman))


def _linked(turn: Turn, one: str, other: str) -> bool:
    return other in turn.world.provinces and bool(link(turn, one, other))


def _refuse(turn: Turn, force: Force, issued: model.Issued, standing: list[model.Issued]) -> None:
    hindrance = _hindrance(turn, force, issued)
    if hindrance is not None:
        code, why = hindrance
        turn.fail(issued, code, why, f"{standing[0].code} stands instead.", beside=standing[0])
        return
    if standing[0].geas:
        turn.fail(issued, "ALREADY HAS AN ORDER", f"{force} is under a geas this turn and cannot obey you.")
        return
    why = f"{force} has the order {standing[0].code}; a force can have only one order to move, sail, attack or ravage."
    remedy = f"To do this instead, leave out {standing[0].code}."
    turn.fail(issued, "ALREADY HAS AN ORDER", why, remedy, beside=standing[0])
