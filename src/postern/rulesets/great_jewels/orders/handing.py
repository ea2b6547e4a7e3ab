"""Transfers of talismans, in the order of their numbers (step 2d, chapter 28, ruling 18, QJ-29-17 and QJ-29-18)."""

from __future__ import annotations

from postern.rulesets.great_jewels.orders.arguments import ORDERS
from postern.rulesets.great_jewels.orders.model import GiveTalisman, Issued
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.steps.sight import leaders_shown, sees_leader, unseen
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE
from postern.rulesets.great_jewels.talismans.hooks import ON_REMOVAL, ON_TRANSFER
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Talisman

LEPRECHAUN = 86
MIND_LEECH = 122
ENTERS_SIEGES = 7
"""The note that lets a talisman into a besieged garrison (QJ-28.1-007)."""
RAILROAD = 129
"""It lets raiders out of a besieged garrison on the turn of its transfer (QJ-28.1-291), so it gets in without that note."""


def transfer_talismans(turn: Turn) -> None:
    """Carries out TnnLmm and TnnG; each talisman acts at once when it arrives (QJ-28-07 to QJ-28-10)."""
    orders = sorted(turn.given(GiveTalisman), key=lambda pair: pair[1].talisman)
    for issued, order in orders:
        receiver = _receiver(turn, issued, order)
        if receiver is not None:
            hand_over(turn, order.talisman, receiver, issued.seat)
            turn.carried_out(issued)


def hand_over(turn: Turn, number: int, receiver: Force, by: str) -> None:
    """A talisman changes hands by an executed transfer order of player ``by``: leaving, arriving, acting, in this order."""
    talisman = turn.world.talismans[number]
    giver = talisman.holder
    assert giver is not None
    place = turn.place_of(giver)
    ON_REMOVAL.ask(turn, talisman, None, receiver)
    turn.place_talisman(number, receiver)
    talisman.transferred = turn.number
    turn.givers[number] = by
    owner = turn.owner_of(receiver)
    told = {"talisman": number, "name": CATALOGUE[number].name, "receiver": str(receiver), "owner": owner, "place": place}
    if by != owner and unseen(turn, giver):
        turn.tell("talisman handed", to=[by], giver=str(giver), by=by, **told)
        turn.tell("talisman handed", to=[owner], giver="", by="", **told)
    else:
        turn.tell("talisman handed", to={by, owner}, giver=str(giver), by=by, **told)
    ON_TRANSFER.ask(turn, talisman, None, giver, against=receiver)


def _receiver(turn: Turn, issued: Issued, order: GiveTalisman) -> Force | None:
    """The force that gets the talisman, or None when the order fails (the reason is then recorded)."""
    talisman = turn.world.talismans[order.talisman]
    holder = talisman.holder
    label = f'T{talisman.number} "{CATALOGUE[talisman.number].name}"'
    if holder is None or turn.owner_of(holder) != issued.seat:
        why = f"{label} is with none of your leaders or garrisons."
        turn.fail(issued, "NOT YOURS", why, "Only a talisman which you hold can be handed over.")
    elif talisman.number == LEPRECHAUN:
        turn.fail(issued, "TALISMAN NOT USABLE", f"{label} leaps where it likes: nobody can hand it over.")
    elif talisman.transferred == turn.number:
        why = f"{label} has been handed over this turn already; it can change hands by order once a turn."
        turn.fail(issued, "ALREADY HAS AN ORDER", why, "Give the further transfer with the orders of the next turn.")
    elif order.leader is None:
        return _garrison(turn, issued, talisman, holder, label)
    else:
        return _leader(turn, issued, talisman, holder, label, order.leader)
    return None


def _leader(turn: Turn, issued: Issued, talisman: Talisman, holder: Force, label: str, number: int) -> Force | None:
    leader = turn.leader(number)
    place = turn.place_of(holder)
    visible = leader is not None and (leader.province == place or sees_leader(turn, issued.seat, number))
    if leader is None or not visible:
        reach = "reaches only a leader whom you can see" if talisman.number == MIND_LEECH else f"is in {place}"
        why = f"L{number} is neither in {place} nor on your last printout; {label} {reach}."
        turn.fail(issued, "NO SUCH LEADER", why, *_those_near(turn, place, holder, talisman.number))
    elif leader.province != place and (talisman.number != MIND_LEECH or leader.owner == issued.seat):
        known = leader.owner == issued.seat or leader.province == turn.start.get(number)
        where = f"in {leader.province}" if known else "not there now"
        why = f"{label} is in {place}, L{number} is {where}: both need to be in the same province."
        turn.fail(issued, "NOT THERE", why, *_those_near(turn, place, holder, talisman.number))
    elif holder == Force(leader=number):
        turn.fail(issued, "NOT THERE", f"L{number} carries {label} already.")
    elif holder.garrison and turn.province(place).besieged:
        turn.fail(issued, "BESIEGED", f"{place} is besieged: no talisman can leave its garrison.")
    else:
        return Force(leader=number)
    return None


def _those_near(turn: Turn, place: str, holder: Force, talisman: int) -> tuple[str, str]:
    """Who could take it in this province, and the order for the first of them who is of the same player."""
    seat = turn.owner_of(holder)
    here = [one for one in leaders_shown(turn, seat, place) if Force(leader=one) != holder]
    if not here:
        return f"No other leader is in {place}.", ""
    if holder.garrison and turn.province(place).besieged:
        return f"{place} is besieged: no talisman can leave its garrison.", ""
    own = [one for one in here if turn.owner_of(Force(leader=one)) == seat]
    there = f"In {place} {'is' if len(here) == 1 else 'are'} {', '.join(f'L{one}' for one in here)}."
    return there, f"T{talisman}L{own[0]}" if own else ""


def _garrison(turn: Turn, issued: Issued, talisman: Talisman, holder: Force, label: str) -> Force | None:
    place = turn.place_of(holder)
    province = turn.province(place)
    enters = ENTERS_SIEGES in CATALOGUE[talisman.number].notes or talisman.number == RAILROAD
    if holder.garrison:
        turn.fail(issued, "NOT THERE", f"{label} lies in the garrison of {place} already.")
    elif province.owner not in turn.world.players:
        why = f"No player owns {place}; only the garrison of a player can take {label}."
        turn.fail(issued, "NOT YOURS", why, "Capture the province first, or hand the talisman to a leader there.")
    elif province.besieged and not enters:
        why = f"{place} is besieged, and {label} is none of those that can be brought into a besieged garrison."
        turn.fail(issued, "BESIEGED", why)
    else:
        return Force(garrison=place)
    return None


def _words(order: GiveTalisman, scene: Scene) -> str:
    whom = scene.leader(order.leader) if order.leader else "the garrison where it is"
    return f"T{order.talisman} ({CATALOGUE[order.talisman].name}) goes to {whom}"


KINDS = (ORDERS.kind("talisman handed over", GiveTalisman, words=_words),)
