"""Questions that many orders ask first: is it seen, is it yours, is it there, may it act, and who can carry and man it.

A player sees beyond his own forces who is on his last printout, and by probes: raid, talisman or spell. The crew check is step
2g (QJ-15-03 to QJ-15-10, QJ-17-07). What an order asks records the failure itself.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from postern.rulesets.great_jewels.rules import hooks
from postern.rulesets.great_jewels.tables import one_of
from postern.rulesets.great_jewels.turn.orders import GiveTalisman, Goods, Issued
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, Leader, Province


def sees_leader(turn: Turn, player: str, number: int) -> bool:
    """True when the leader is the player's own, or stands (alive) on the printout from which he wrote these orders."""
    leader = turn.leader(number)
    if leader is not None and leader.owner == player:
        return True
    seat = turn.player(player)
    if seat is None:
        return False
    return any(
        one.number == number and not one.killed
        for entry in seat.seen.values()
        if entry.turn == turn.number
        for one in entry.leaders
    )


def leaders_shown(turn: Turn, player: str, place: str) -> list[int]:
    """The leaders in a province of whom this player may be told: his own, and those whom no talisman hides."""
    return [
        leader.number
        for leader in turn.leaders_in(place)
        if leader.owner == player or not hooks.HIDDEN_ARMY.fold(turn, Force(leader=leader.number), False, None)
    ]


def unseen(turn: Turn, force: Force) -> bool:
    """True for an army that no other player sees now (T48), and of whose deeds, but for attacks and waylays, none is told
    whose they are (QJ-28.1-037)."""
    return bool(force.leader) and hooks.HIDDEN_ARMY.fold(turn, force, False, None)


def tell_of_army(turn: Turn, kind: str, leader: Leader, other: str, **data: Any) -> None:
    """Tells his owner and another player of what befell by this leader's army; of an unseen one the other does not learn whose
    it is."""
    hidden = other not in ("", leader.owner) and unseen(turn, Force(leader=leader.number))
    to = [leader.owner] if hidden else [leader.owner, other]
    turn.tell(kind, to=to, leader=leader.number, owner=leader.owner, **data)
    if hidden:
        turn.tell(kind, to=[other], leader=0, owner="", **data)


def sees_province(turn: Turn, player: str, name: str) -> bool:
    """True when the province is the player's own, or stands in full on the printout from which he wrote these orders."""
    if turn.province(name).owner == player:
        return True
    entry = turn.world.players[player].seen.get(name)
    return entry is not None and entry.turn == turn.number and not entry.locked


def lies_in_fog(turn: Turn, player: str, name: str) -> bool:
    """True when fog (T82) kept the garrison of the province off the printout from which the player wrote these orders."""
    entry = turn.world.players[player].seen.get(name)
    return entry is not None and entry.turn == turn.number and entry.fogged


def knows_city(turn: Turn, player: str, name: str) -> bool:
    """True when a printout has ever shown the player that this province is a Forbidden City."""
    entry = turn.world.players[player].seen.get(name)
    return entry is not None and entry.tag == turn.province(name).city != ""


def knows_no_city(turn: Turn, player: str, name: str) -> bool:
    """True of a province without guardians that the player owns or sees, or once saw without a lock, a player's or nobody's: it
    is no secret to that player that nothing is locked there (QJ-24-06)."""
    if turn.province(name).city:
        return False
    entry = turn.world.players[player].seen.get(name)
    once = entry is not None and not entry.locked and entry.tag in ("-----", *turn.world.players)
    return once or sees_province(turn, player, name)


def blocks_spying(turn: Turn, player: str, province: str) -> bool:
    """True when a talisman keeps this player from seeing the province by raid, talisman or spell (QJ-28.1-257)."""
    if turn.province(province).owner == player:
        return False
    return hooks.BLOCKS_SPYING.fold(turn, Force(garrison=province), False, None)


def probe(turn: Turn, player: str, province: str) -> bool:
    """Puts the province on the player's next printout, unless something there blocks spying; says whether it did."""
    if blocks_spying(turn, player, province):
        return False
    turn.visit(player, province)
    return True


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


TROOPS_A_TOWER = 3
TROOPS_A_RAM = 1


def check_crews(turn: Turn) -> None:
    """Step 2g: armies that cannot hold their zorans or man their equipment lose them (QJ-17-07, QJ-17-08)."""
    for number in sorted(turn.world.leaders):
        settle_crew(turn, number)


def settle_crew(turn: Turn, number: int) -> None:
    """Zorans of a leader without troops go into the province; equipment beyond the crew is destroyed."""
    leader = turn.leader(number)
    if leader is None:
        return
    zorans = leader.zorans if leader.troops == 0 else 0
    rams = max(0, leader.rams - leader.troops // TROOPS_A_RAM)
    towers = max(0, leader.towers - leader.troops // TROOPS_A_TOWER)
    if not (zorans or rams or towers):
        return
    province = turn.province(leader.province)
    leader.zorans -= zorans
    province.zorans += zorans
    leader.rams -= rams
    leader.towers -= towers
    tell_of_army(
        turn,
        "crew short",
        leader,
        province.owner if zorans else leader.owner,
        province=province.name,
        holder=province.owner,
        troops=leader.troops,
        zorans=zorans,
        rams=rams,
        towers=towers,
    )


def room_for(leader: Leader, goods: Goods) -> int:
    """How many more rams or towers the army's troops can man (QJ-15-03 to QJ-15-05)."""
    if goods == "rams":
        return max(0, leader.troops // TROOPS_A_RAM - leader.rams)
    return max(0, leader.troops // TROOPS_A_TOWER - leader.towers)


def commands(turn: Turn, seat: str, owner: str) -> bool:
    """True when ``seat`` may move troops in and out of ``owner``'s garrison, or raid into it as into his own: his own,
    or a mutual ally's of the same character type (QJ-17-03, QJ-14-10)."""
    if seat == owner:
        return True
    one, other = turn.player(seat), turn.player(owner)
    return one is not None and other is not None and turn.mutual_allies(seat, owner) and one.people is other.people


def seen_troops(turn: Turn, force: Force) -> int:
    """The troops which others believe a force to have."""
    return hooks.SEEN_TROOPS.fold(turn, force, turn.troops_of(force), None)


def fogged(turn: Turn, force: Force) -> bool:
    """Whether the fog of war hides this force from others: its own in a garrison, any of its owner's armies' there."""
    if force.garrison:
        return hooks.FOGGED.fold(turn, force, False, None)
    leader = turn.world.leaders[force.leader]
    mates = [one for one in turn.leaders_in(leader.province) if one.owner == leader.owner]
    return any(hooks.FOGGED.fold(turn, Force(leader=one.number), False, None) for one in mates)
