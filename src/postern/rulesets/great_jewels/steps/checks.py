"""Questions that many orders ask first: is it yours, is it there, may it act. Each records the failure itself."""

from __future__ import annotations

from difflib import get_close_matches

from postern.rulesets.great_jewels.orders.model import GiveTalisman, Issued
from postern.rulesets.great_jewels.steps.sight import sees_leader
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.wording import one_of
from postern.rulesets.great_jewels.world import Force, Leader, Province

RELIEF_FORCES = 106
BEFORE_TALISMANS = ("2a", "2b", "2c")
"""The transfers that come before those of talismans."""


def own_leader(turn: Turn, issued: Issued, number: int) -> Leader | None:
    """The living leader of the order's giver; None, with a failure, when he is dead, unknown or another's."""
    leader = turn.leader(number)
    if leader is not None and leader.owner == issued.seat:
        return leader
    if leader is not None and sees_leader(turn, issued.seat, number):
        turn.fail(issued, "NOT YOURS", f"L{number} belongs to {leader.owner}.", own_leaders(turn, issued.seat))
    elif any(fallen.leader.number == number and fallen.leader.owner == issued.seat for fallen in turn.fallen):
        turn.fail(issued, "NO SUCH LEADER", f"L{number} {'would fall' if turn.expected else 'fell'} earlier in this turn.")
    else:
        turn.fail(issued, "NO SUCH LEADER", f"You have no leader L{number}.", own_leaders(turn, issued.seat))
    return None


def own_leaders(turn: Turn, seat: str) -> str:
    """Which leaders a player has, in a sentence."""
    own = [f"L{leader.number}" for leader in turn.world.leaders.values() if leader.owner == seat]
    if not own:
        return "You have no leaders now."
    if len(own) > 12:
        return f"You have {len(own)} leaders: {', '.join(own[:12])} and others."
    return f"Your leaders: {', '.join(own)}."


def still_stands(turn: Turn, issued: Issued, force: Force) -> bool:
    """False, with a failure, for an exclusive order of a force that may no longer carry it out beside its others: the talisman
    that lets it do two things, or that the order is for, has changed hands since the orders were opened (T55, T78)."""
    orders = turn.exclusive.get(force, [])
    more = hooks.EXTRA_ATTACKS.fold(turn, force, 0, None) if force.leader else 0
    if not orders or any(one is issued for one in orders[: 1 + more]):
        return True
    return turn.fail(issued, "ALREADY HAS AN ORDER", f"{force} has the order {orders[0].code} and can do no more this turn.")


def own_province(turn: Turn, issued: Issued, name: str) -> Province | None:
    """The province if the order's giver owns it now; None, with a failure, otherwise."""
    province = turn.world.provinces.get(name)
    if province is None:
        turn.fail(issued, "NO SUCH PROVINCE", f"There is no province {name}.")
        return None
    if province.owner == issued.seat:
        return province
    seen = turn.world.players[issued.seat].seen.get(name)
    if seen is not None and seen.turn == turn.number and seen.tag == issued.seat:
        turn.fail(issued, "NOT YOURS", f"{name} {'would be' if turn.expected else 'was'} lost earlier in this turn.")
        return None
    whose = f"belongs to {province.owner}" if seen is not None and seen.tag == province.owner else "is not yours"
    own = [place.name for place in turn.world.provinces.values() if place.owner == issued.seat]
    near = f" You own {', '.join(own[:12])}{' and others' if len(own) > 12 else ''}." if own else ""
    turn.fail(issued, "NOT YOURS", f"{name} {whose}.", f"Only the owner's garrison takes this order.{near}")
    return None


def free_of_siege(turn: Turn, issued: Issued, province: Province, deed: str) -> bool:
    """False, with a failure, when the province is besieged: ``deed`` says what it then cannot do ("build anything")."""
    if not province.besieged:
        return True
    return turn.fail(
        issued,
        "BESIEGED",
        f"{province.name} is besieged and cannot {deed}.",
        _end_of_siege(turn, issued.seat, province),
    )


def _end_of_siege(turn: Turn, seat: str, province: Province) -> str:
    """When the siege ends, as far as its victim's own orders tell: Relief Forces come only after troops, zorans and engines."""
    if turn.step in BEFORE_TALISMANS:
        for issued, order in turn.given(GiveTalisman):
            holder = turn.world.talismans[order.talisman].holder
            own = issued.seat == seat and (order.talisman, order.leader) == (RELIEF_FORCES, None)
            if own and holder is not None and turn.place_of(holder) == province.name:
                return f"{issued.code} ends the siege later in this turn: talismans are handed over after troops and zorans."
    return "The siege lasts this whole turn; it ends next turn if fewer than 3 besieging troops a garrison troop remain."


def in_place(turn: Turn, issued: Issued, number: int, place: str, giver: str) -> Leader | None:
    """Any player's living leader who stands in ``place``; None, with a failure, otherwise. ``giver`` names the giver."""
    leader = turn.leader(number)
    if leader is None or (leader.province != place and not sees_leader(turn, issued.seat, number)):
        turn.fail(issued, "NO SUCH LEADER", f"There is no leader L{number} in {place}.", _those_in(turn, issued.seat, place))
        return None
    if leader.province != place:
        known = leader.owner == issued.seat or leader.province == turn.start.get(number)
        at = f"{giver} is in {place}, " if giver.startswith("L") else ""
        there = f"in {leader.province}" if known else "not there now" if at else f"not in {place} now"
        why = f"{at}L{number} is {there}{'' if at or not known else f' and not in {place}'}."
        turn.fail(issued, "NOT THERE", why, _those_in(turn, issued.seat, place))
        return None
    return leader


def _those_in(turn: Turn, seat: str, place: str) -> str:
    own = [f"L{leader.number}" for leader in turn.leaders_in(place) if leader.owner == seat]
    return f"Your leaders in {place}: {', '.join(own)}." if own else f"You have no leader in {place}."


def known_player(turn: Turn, issued: Issued, name: str) -> bool:
    """True for a player of this game whom the giver has met; otherwise a failure that names the nearest met player."""
    player = turn.world.players[issued.seat]
    if name in turn.world.players and (name in player.met or name in player.allies):
        return True
    if name == issued.seat:
        return turn.fail(issued, "NOT MET", "That is your own name.")
    met = f"You have met: {', '.join(player.met)}." if player.met else "You have met nobody yet."
    near = get_close_matches(name, player.met, n=1)
    paste = f"{issued.code.split('=')[0]}={near[0]}" if near and "=" in issued.code else ""
    return turn.fail(issued, "NOT MET", f"You have not met a player {name}.", met, paste)


def amount(turn: Turn, issued: Issued, wanted: int | None, there: int, what: str, whose: str, code: str, form: str = "") -> int:
    """How many of what is there are taken: all for None, at most what is there (with a note). 0, with a failure, when
    there is nothing or nothing was asked. ``form`` is the order with {} for the quantity, for a line to paste."""
    if there <= 0:
        turn.fail(issued, code, f"{whose} has no {what} now.")
        return 0
    if wanted is None:
        return there
    if wanted <= 0:
        turn.fail(issued, code, f"The quantity is {wanted}; it needs to be 1 or more.")
        return 0
    if wanted > there:
        why = f"{whose} has {there} {one_of(what) if there == 1 else what}, you asked for {wanted}."
        turn.note(issued, code, why, f"Possible now: {there}.", form.format(there))
        return there
    return wanted


def against_geas(turn: Turn, issued: Issued) -> bool:
    """True, with a failure, for a line that would undo what a geas orders the same force: its victim cannot take it back."""
    if issued.geas:
        return False
    force = issued.order.giver
    orders = [one.order for one in turn.orders if one.geas and one.order.giver == force]
    if not any(type(one) is type(issued.order) and one != issued.order for one in orders):
        return False
    turn.fail(issued, "ALREADY HAS AN ORDER", f"{force} is under a geas this turn and cannot obey you.")
    return True
