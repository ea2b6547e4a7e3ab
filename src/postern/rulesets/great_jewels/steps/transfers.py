"""Step 2: transfers of troops, zorans and siege equipment, and the crew check (chapter 17, QJ-15-03 to QJ-15-10)."""

from __future__ import annotations

from postern.rulesets.great_jewels.orders.model import Goods, Issued, Transfer
from postern.rulesets.great_jewels.steps.checks import amount, free_of_siege, in_place, own_leader
from postern.rulesets.great_jewels.steps.sight import tell_of_army, unseen
from postern.rulesets.great_jewels.talismans.hooks import RAIDS_ALLOWED
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import LOTU, Force, Leader, Province

SHORT = {
    "troops": "NOT ENOUGH TROOPS",
    "zorans": "NOT ENOUGH ZORANS",
    "rams": "NOT THERE",
    "towers": "NOT THERE",
}
"""The error code when there is too little of something."""

NAMED = {"troops": "troops", "zorans": "zorans", "rams": "rams", "towers": "siege towers"}
LETTER = {"troops": "T", "zorans": "Z", "rams": "R", "towers": "S"}

TROOPS_A_TOWER = 3
TROOPS_A_RAM = 1


def transfer_troops(turn: Turn) -> None:
    """Step 2a: between own armies, and with garrisons that one may command (QJ-17-01 to QJ-17-03)."""
    _transfer_all(turn, ("troops",))


def transfer_zorans(turn: Turn) -> None:
    """Step 2b: to any army in the province and to any player's garrison there that is not besieged (QJ-17-04)."""
    _transfer_all(turn, ("zorans",))


def transfer_engines(turn: Turn) -> None:
    """Step 2c: rams and towers between armies; another player has to accept them this turn (QJ-17-05)."""
    _transfer_all(turn, ("rams", "towers"))


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


def _transfer_all(turn: Turn, goods: tuple[Goods, ...]) -> None:
    for issued, order in list(turn.given(Transfer)):
        if order.goods in goods and _transfer(turn, issued, order):
            turn.carried_out(issued)


def _transfer(turn: Turn, issued: Issued, order: Transfer) -> bool:
    source = _source(turn, issued, order)
    if source is None:
        return False
    place = source.province if isinstance(source, Leader) else source.name
    target: Leader | Province | None
    if order.leader is None:
        target = _garrison_target(turn, issued, order, place)
    else:
        target = _leader_target(turn, issued, order, source, place)
    if target is None:
        return False
    given = amount(
        turn,
        issued,
        order.quantity,
        _has(source, order.goods),
        NAMED[order.goods],
        str(order.source) if order.source.leader else f"The garrison of {place}",
        SHORT[order.goods],
        form=f"{order.source}T{{}}{LETTER[order.goods]}{'G' if order.leader is None else f'L{order.leader}'}",
    )
    if given == 0:
        return False
    _add(source, order.goods, -given)
    _add(target, order.goods, given)
    ally = target.owner if target.owner != issued.seat else source.owner
    if turn.expected and order.goods == "troops" and ally != issued.seat:
        turn.note(issued, "NOT YOURS", f"The troops change hands only if {ally} has declared you an ally, too.")
    if order.goods == "zorans" and isinstance(target, Leader):
        turn.bribes[issued.seat, target.number] += given
    receiver = Force(leader=target.number) if isinstance(target, Leader) else Force(garrison=target.name)
    told = {
        "goods": NAMED[order.goods],
        "quantity": given,
        "receiver": str(receiver),
        "place": place,
        "whose": target.owner,
        "now": _has(target, order.goods),
    }
    hidden = target.owner != issued.seat and unseen(turn, order.source)
    to = [issued.seat] if hidden else [issued.seat, source.owner, target.owner]
    turn.tell("transferred", to=to, giver=str(order.source), seat=issued.seat, **told)
    if hidden:
        turn.tell("transferred", to=[target.owner], giver="", seat="", **told)
    return True


def _source(turn: Turn, issued: Issued, order: Transfer) -> Leader | Province | None:
    if order.source.leader:
        return own_leader(turn, issued, order.source.leader)
    province = turn.province(order.source.garrison)
    if order.goods == "troops" and commands(turn, issued.seat, province.owner):
        pass
    elif province.owner != issued.seat:
        turn.fail(
            issued,
            "NOT YOURS",
            f"{province.name} is not yours, so its garrison does not take your orders.",
            "Troops may be taken from the garrison of a mutual ally of your own character type, nothing else.",
        )
        return None
    if not free_of_siege(turn, issued, province, "hand anything in or out"):
        return None
    if order.goods == "troops" and not RAIDS_ALLOWED.fold(turn, order.source, True, None):
        turn.fail(
            issued,
            "NOT ENOUGH TROOPS",
            f"The troops of {province.name} are looking for gold (T118) and obey no order to leave.",
            f"Hand the talisman to a leader there first:  T118L{order.leader or ''}".rstrip(),
        )
        return None
    return province


def _garrison_target(turn: Turn, issued: Issued, order: Transfer, place: str) -> Province | None:
    province = turn.province(place)
    if order.goods in ("rams", "towers"):
        why = "Siege equipment stays with armies; a province cannot store it."
        turn.fail(issued, "NOT THERE", why, "Hand it to another leader there, or destroy it.")
        return None
    if not order.source.leader:
        turn.fail(issued, "NOT THERE", f"The garrison of {place} would hand this to itself.", "Name a leader there.")
        return None
    if province.owner in ("", LOTU):
        turn.fail(issued, "NOT YOURS", f"{place} belongs to no player, so there is no garrison to take anything.")
        return None
    if order.goods == "troops" and not commands(turn, issued.seat, province.owner):
        _refuse_troops(turn, issued, province.owner, f"the garrison of {place}")
        return None
    return province if free_of_siege(turn, issued, province, "hand anything in or out") else None


def _leader_target(turn: Turn, issued: Issued, order: Transfer, source: Leader | Province, place: str) -> Leader | None:
    assert order.leader is not None
    if order.source.leader == order.leader:
        turn.fail(issued, "NOT THERE", f"L{order.leader} would hand this to himself.", "Name another leader there.")
        return None
    target = in_place(turn, issued, order.leader, place, str(order.source))
    if target is None:
        return None
    if target.owner == LOTU:
        turn.fail(issued, "NOT YOURS", f"L{target.number} is a guardian of the city and takes nothing.")
        return None
    if order.goods == "troops":
        return _troops_target(turn, issued, target, source)
    if order.goods in ("rams", "towers") and target.owner != issued.seat and target.number not in turn.accepts:
        turn.fail(
            issued,
            "NOT YOURS",
            f"L{target.number} belongs to {target.owner}, who has not accepted siege equipment for him this turn.",
            f"{target.owner} needs to order  L{target.number}E  in the same turn.",
        )
        return None
    return target


def _troops_target(turn: Turn, issued: Issued, target: Leader, source: Leader | Province) -> Leader | None:
    """Army to army: own armies only. From a garrison: the giver's own, or between mutual allies of the same type."""
    allowed = target.owner == issued.seat
    if isinstance(source, Province):
        allowed = commands(turn, target.owner, source.owner) and issued.seat in (target.owner, source.owner)
    if allowed:
        return target
    if isinstance(source, Province):
        _refuse_troops(turn, issued, target.owner, f"L{target.number}")
    else:
        turn.fail(
            issued,
            "NOT YOURS",
            f"L{target.number} belongs to {target.owner}; troops pass from army to army only between your own leaders.",
        )
    return None


def _refuse_troops(turn: Turn, issued: Issued, other: str, whom: str) -> None:
    one, two = turn.player(issued.seat), turn.player(other)
    if one is not None and two is not None and turn.declared_ally(issued.seat, other) and one.people is not two.people:
        why = f"{whom} is of {other}, who leads {two.people}; you lead {one.people}."
        turn.fail(issued, "NOT THE SAME PLAYER TYPE", why, "Troops may be handed to mutual allies of the same type only.")
        return
    why = f"{whom} is of {other}; only a mutual ally of your own character type can take your troops."
    remedy = "Both of you need to have declared the other an ally." if turn.declared_ally(issued.seat, other) else ""
    turn.fail(issued, "NOT YOURS", why[0].upper() + why[1:], remedy)


def _has(holder: Leader | Province, goods: Goods) -> int:
    if isinstance(holder, Province):
        return holder.garrison if goods == "troops" else holder.zorans
    return int(getattr(holder, goods))


def _add(holder: Leader | Province, goods: Goods, quantity: int) -> None:
    if isinstance(holder, Province):
        if goods == "troops":
            holder.garrison += quantity
        else:
            holder.zorans += quantity
    else:
        setattr(holder, goods, getattr(holder, goods) + quantity)
