"""Step 0: types and ending turns of turn 1, geas orders, exclusive orders, what talismans do at the start of the turn.

A geas forces orders on another player's leader or garrison (QJ-28.2-20, QJ-28.2-21, T99, T133, ruling 21).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from postern.game.kit.orders.kinds import Refusal
from postern.rulesets.great_jewels.rules import hooks, spells
from postern.rulesets.great_jewels.rules.battle.engines import ARTILLERY, CATAPULTS, aim, out_of_reach
from postern.rulesets.great_jewels.rules.checks import probe, sees_leader, sees_province
from postern.rulesets.great_jewels.rules.economy import resent_spell
from postern.rulesets.great_jewels.rules.hooks import usable
from postern.rulesets.great_jewels.rules.movement.sailing import too_far
from postern.rulesets.great_jewels.rules.movement.ways import link, marches_by_force, rested
from postern.rulesets.great_jewels.tables import RINGS, coastal, decided
from postern.rulesets.great_jewels.turn import orders as model
from postern.rulesets.great_jewels.turn.orders import GiveTalisman, Issued, QJOrder, Spell
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, Leader, Talisman

ReadOrder: TypeAlias = Callable[[str], QJOrder | Refusal | None]
"""Reads the order inside a geas: None when the text is no order, a refusal when no geas gives it."""
_RINGS_OF_POWER = frozenset(number for numbers in RINGS.values() for number in numbers)


def insert_geas(turn: Turn, read: ReadOrder) -> None:
    """Settles which spell each jewel casts this turn, and puts geas orders at the head of their victims' orders.

    They are then carried out as if the victim had sent them; an own exclusive order of that force gives way. A force can be
    under one geas only, the first in the order of processing.
    """
    spells.choose_spells(turn)
    for issued, spell, talisman in spells.casting(turn, "G"):
        if _handed_on(turn, issued, talisman):
            continue
        order = _order(turn, issued, spell, read(spell.order))
        force = order.giver if order is not None else None
        if order is None or force is None or not _lays(turn, issued, spell, talisman, force):
            continue
        turn.geased.add(force)
        resent_spell(turn, issued.seat, force)
        _insert(turn, Issued(spell.player, order, 0, spell.order, geas=True))
        origin = turn.place_of(talisman.holder) if talisman.number == spells.ONE_RING and talisman.holder else ""
        if origin:
            probe(turn, spell.player, origin)
        if _sees(turn, issued.seat, force):
            turn.tell("geas laid", to=[issued.seat], force=str(force), player=spell.player, order=spell.order)
        turn.tell("geas suffered", to=[spell.player], force=str(force), order=spell.order, origin=origin)


def _insert(turn: Turn, issued: Issued) -> None:
    """At the head of the victim's orders, or at the end if he sent none."""
    place = next((index for index, one in enumerate(turn.orders) if one.seat == issued.seat), len(turn.orders))
    turn.orders = [*turn.orders[:place], issued, *turn.orders[place:]]


def _handed_on(turn: Turn, issued: Issued, talisman: Talisman) -> bool:
    """True, with a failure, when the caster hands the talisman on this turn: transfers come after step 0, yet note 1 lets it do
    nothing on the turn of its transfer, to whomever."""
    number = talisman.number
    if not any(one.seat == issued.seat and given.talisman == number for one, given in turn.given(GiveTalisman)):
        return False
    why = f"{spells.label(number)} is to be handed on this turn, and cannot be used on the turn of its transfer."
    turn.fail(issued, "TALISMAN NOT USABLE", why, "Lay the geas this turn and hand it on next turn, or the other way round.")
    return True


def _order(turn: Turn, issued: Issued, spell: Spell, read: QJOrder | Refusal | None) -> QJOrder | None:
    """The order inside the geas; None, with the reason, when it is none that a geas can give."""
    if read is None or isinstance(read, Refusal):
        code, why, remedy = ("NOT UNDERSTOOD", f"The order in the geas, {spell.order}, is none.", "")
        if read is not None:
            code, why, remedy = read.code, read.why, read.remedy
        turn.fail(issued, code, why, remedy)
        return None
    if read.giver is None:
        turn.fail(issued, "TALISMAN NOT USABLE", "A geas orders one leader or one garrison; this order belongs to neither.")
        return None
    return read


def _lays(turn: Turn, issued: Issued, spell: Spell, talisman: Talisman, force: Force) -> bool:
    """True when the geas comes over the force. A failure says why not, as far as the caster sees the force."""
    if spell.player not in turn.world.players or spell.player == issued.seat:
        others = ", ".join(name for name in turn.world.players if name != issued.seat)
        why = "A geas cannot be laid on your own forces." if spell.player == issued.seat else f"No player is {spell.player}."
        return turn.fail(issued, "NOT MET", why, f"The other players are {others}.")
    ring = talisman.number == spells.ONE_RING
    if ring and not _ring_reaches(turn, issued, force):
        return False
    theirs = turn.owner_of(force) == spell.player
    if not _sees(turn, issued.seat, force):
        works = spells.attempt_unseen(turn, issued, spell, talisman, str(force))
        return works and theirs and force not in turn.geased and usable(turn, talisman, against=force)
    if not theirs:
        return turn.fail(issued, "NOT THERE", f"{force} is not {spell.player}'s.")
    if not ring and not spells.reaches(turn, issued, talisman, force, str(force)):
        return False
    if force in turn.geased:
        return turn.fail(issued, "ALREADY HAS AN ORDER", f"{force} is under another geas this turn.")
    return spells.attempt(turn, issued, spell, talisman)


def _sees(turn: Turn, seat: str, force: Force) -> bool:
    """True when the force stands on the printout from which the player wrote his orders."""
    if force.leader:
        return sees_leader(turn, seat, force.leader)
    return sees_province(turn, seat, force.garrison)


def _ring_reaches(turn: Turn, issued: Issued, force: Force) -> bool:
    """T99 reaches a visible leader with a Ring of Power, even one with a Great Jewel (QJ-28.1-196, QJ-28.1-198)."""
    if not force.leader:
        why = f"{spells.label(spells.ONE_RING)} commands leaders who carry a Ring of Power, not garrisons."
    elif not sees_leader(turn, issued.seat, force.leader):
        why = f"{force} is not on your last printout; {spells.label(spells.ONE_RING)} commands only a leader whom you can see."
    elif not any(one.number in _RINGS_OF_POWER for one in turn.held(force)):
        why = f"{force} carries no Ring of Power (T29 to T44)."
    else:
        return True
    if turn.expected and _fog_around(turn, issued.seat, force.leader):
        why = f"Fog hides what {force} carries; the geas comes over him only if he carries a Ring of Power (T29 to T44)."
        turn.note(issued, "TALISMAN NOT USABLE", why)
        return False
    return turn.fail(issued, "TALISMAN NOT USABLE", why)


def _fog_around(turn: Turn, seat: str, leader: int) -> bool:
    """True when fog (T82) hides all but number and owner of this leader from the player."""
    entries = turn.world.players[seat].seen.values()
    return any(one.number == leader and one.fogged for entry in entries if entry.turn == turn.number for one in entry.leaders)


FIRST_TURN = 1
IMPERIAL_NAVIES = 83


def open_turn(turn: Turn, read: ReadOrder) -> None:
    """Takes types and ending turns of turn 1, settles which exclusive order each force has, and asks the talismans. Orders
    inside a geas are read by ``read``."""
    for leader in turn.world.leaders.values():
        leader.newborn = False
    if turn.number == FIRST_TURN and not turn.expected:
        fix_end_turn(turn)
    insert_geas(turn, read)
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
