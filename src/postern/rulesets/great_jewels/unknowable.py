"""What a seat cannot know is no mistake: failures of a tried-out turn that rest on it become notes.

A leader who may arrive or hides, a city that another player may unlock, an ally who may have agreed: the order stands, and the
player reads on what it depends.
"""

from __future__ import annotations

from dataclasses import replace

from postern.rulesets.great_jewels.orders.model import (
    Attack,
    BuildEngines,
    GiveTalisman,
    Move,
    QJOrder,
    Sail,
    Transfer,
    Unlock,
    UseTalisman,
)
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.steps.sailing import waits_for_host
from postern.rulesets.great_jewels.turn import Failure
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.world import Force


def softened(failure: Failure, view: View) -> Failure:
    """The failure as it is when the seat could know of it; else a note that names what the order depends on."""
    if failure.note:
        return failure
    why = _depends(failure, view)
    return replace(failure, why=why, remedy="", paste="", note=True) if why else failure


def _depends(failure: Failure, view: View) -> str:
    match failure.issued.order:
        case Attack(leader=int(target)) if failure.code == "NOT THERE" and _may_be_anywhere(view, target):
            return f"L{target} is not on your printout there; the attack takes place only if he stands there in step 6."
        case Attack(source=Force(leader=leader), leader=None) if failure.code == "NOT THERE" and _in_fog(view, leader):
            place = view.leaders[leader].province
            return f"Fog hides whether {place} has garrison troops; the attack takes place only if it has."
        case Attack(source=Force(leader=leader), leader=None) if failure.code == "NOT THERE" and _at_home(view, leader):
            return f"{failure.why} The attack takes place only if {_host(view, leader)} hands the garrison some this turn."
        case Move(leader=leader) | Sail(leader=leader) if failure.step == "7a" and failure.code == "NO SUCH LEADER":
            return f"As far as you can see L{leader} falls in combat before he can move; he goes if he lives."
        case UseTalisman(talisman=78) if failure.step == "7a" and failure.code == "NO SUCH LEADER":
            return "As far as you can see its bearer falls in combat before he can move; he goes if he lives."
        case (
            Transfer(goods="rams" | "towers", source=Force(leader=giver), leader=int(target))
            | BuildEngines(province=giver, leader=target)
        ) if failure.code == "NOT YOURS" and (giver in view.leaders or giver in view.provinces) and _of_a_player(view, target):
            return f"{failure.why} You will not know before the turn runs."
        case Transfer(leader=int(target)) | GiveTalisman(leader=int(target)) | BuildEngines(leader=target) if (
            failure.code == "NO SUCH LEADER" and _may_be_given(failure.issued.order, view, target)
        ):
            here = f" {failure.remedy}" if failure.remedy else ""
            return f"L{target} is on none of your printouts of this turn; this is done only if he is there, unseen (T48).{here}"
        case Sail(leader=leader) if failure.code == "NO NAVY" and (owner := _host(view, leader)):
            return waits_for_host(leader, owner)
        case Move(leader=leader) if failure.code == "LOCKED":
            return f"{failure.why} It works only if it is unlocked for you this turn, by yourself or another player."
        case Unlock(province=province) if province not in view.entries and failure.code != "NOT ADJACENT":
            if failure.issued.order.leader in view.leaders:
                return f"You have not seen {province} yet; the order works only if it is a Forbidden City."
    return ""


def _in_fog(view: View, leader: int) -> bool:
    """True when fog hides the garrison of the province where this own leader stands."""
    own = view.leaders.get(leader)
    entry = view.current.get(own.province) if own else None
    return entry is not None and entry.fogged


def _at_home(view: View, leader: int) -> bool:
    """True when this own leader stands beside one of the other player who owns the province."""
    host, own = _host(view, leader), view.leaders.get(leader)
    entry = view.current.get(own.province) if own else None
    return entry is not None and any(one.owner == host and not one.killed for one in entry.leaders)


def _may_be_anywhere(view: View, leader: int) -> bool:
    """True for another's leader whom the latest printout shows nowhere."""
    if leader in view.leaders:
        return False
    return not any(one.number == leader for entry in view.current.values() for one in entry.leaders)


def _may_be_given(order: QJOrder, view: View, leader: int) -> bool:
    """True for another's leader who may stand unseen beside the giver, and could take this. Troops go to own leaders, who are
    never unseen, or from a garrison to those of an ally of the same people."""
    match order:
        case Transfer(goods="troops", source=source):
            kin = any(view.met.get(ally) is view.people for ally in view.player.allies)
            ours = kin and source.garrison in view.provinces
        case Transfer(source=source):
            ours = source.leader in view.leaders or source.garrison in view.provinces
        case BuildEngines(province=province):
            ours = province in view.provinces
        case GiveTalisman(talisman=talisman):
            held = view.talismans.get(talisman)
            ours = held is not None and not (held.province and view.provinces[held.province].besieged)
        case _:
            return False
    return ours and _may_be_anywhere(view, leader)


def _of_a_player(view: View, leader: int) -> bool:
    """True for a leader who was seen as another player's."""
    seen = Scene(view).seen_leader(leader)
    return seen is not None and leader not in view.leaders and seen[1].owner in view.players


def _host(view: View, leader: int) -> str:
    """The other player in whose province an own leader stands."""
    own = view.leaders.get(leader)
    entry = view.entries.get(own.province) if own else None
    return entry.tag if entry is not None and entry.tag in view.players and entry.tag != view.seat else ""
