"""Step 6c: what rams and their enchanted kin do to citadels, and what becomes of them (QJ-18-68, QJ-18-69, QJ-18-74); attacks
on a neighbouring province by talisman: field artillery and catapults (QJ-28.1-273 to -276, -301 to -303).
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from fractions import Fraction

from postern.rulesets.great_jewels.rules import hooks
from postern.rulesets.great_jewels.rules.battle.blows import Blow, Clash
from postern.rulesets.great_jewels.rules.checks import knows_city, lies_in_fog, sees_leader, sees_province
from postern.rulesets.great_jewels.rules.scoring import credit_csps
from postern.rulesets.great_jewels.rules.spells import label, reaches, uses
from postern.rulesets.great_jewels.tables import adjacent, decided
from postern.rulesets.great_jewels.turn.orders import Issued, UseTalisman
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, Leader, Talisman

_NUMBERS = decided("combat")
_RAMS_A_CSP = int(decided("combat_talismans")["rams_a_csp"])


def work_engines(turn: Turn, clash: Clash, rams: dict[int, int]) -> dict[str, int]:
    """Rams raze the citadels of attacked garrisons once all combat is over, even those of dead armies. Gives the change of
    CSPs by province.

    ``rams``: how many each attacking leader brought, as he stood before combat. Living leaders lose some of the rams and
    towers which they used.
    """
    changes = {}
    for target in sorted(clash.by_target):
        if not target.garrison:
            continue
        attackers = {blow.source.leader for blow in clash.by_target[target] if blow.source.leader and not blow.remote}
        scoring = {blow.source.leader for blow in clash.by_target[target] if not blow.second}
        before = turn.province(target.garrison).csps
        _batter(turn, target, {number: rams.get(number, 0) for number in sorted(attackers)}, scoring)
        changes[target.garrison] = turn.province(target.garrison).csps - before
        for number in sorted(attackers):
            _wear_down(turn, turn.leader(number))
    return changes


def _batter(turn: Turn, garrison: Force, rams: dict[int, int], scoring: Container[int]) -> None:
    """First rams turn into CSPs where an enchantment does that, then enchanted rams, then the others. ``scoring``: the
    leaders whose attack may score; the second attack of the Double Whammy does not (QJ-28.1-062)."""
    province = turn.province(garrison.garrison)
    if turn_rams(turn, garrison, sum(rams.values())):
        for number in rams:
            if (leader := turn.leader(number)) is not None:
                leader.rams = 0
        rams = dict.fromkeys(rams, 0)
    for number in rams:
        razed = min(province.csps, hooks.CSPS_RAZED.fold(turn, Force(leader=number), 0, province.name, garrison))
        province.csps -= razed
        if number in scoring:
            credit_csps(turn, Force(leader=number), province.name, razed)
    total = sum(rams.values())
    razed = min(province.csps, total)
    province.csps -= razed
    for number, own in rams.items():
        if own and number in scoring:
            credit_csps(turn, Force(leader=number), province.name, Fraction(razed * own, total))


def turn_rams(turn: Turn, garrison: Force, rams: int) -> bool:
    """Whether the garrison turns attacking rams against it into CSPs of its own, which are then added (T149)."""
    if not rams or not hooks.TURNS_RAMS.fold(turn, garrison, False, rams):
        return False
    turn.province(garrison.garrison).csps += rams // _RAMS_A_CSP
    return True


def _wear_down(turn: Turn, leader: Leader | None) -> None:
    """Each ram and tower used is lost with some chance; in a forecast none is."""
    if leader is None or turn.expected:
        return
    stream = turn.stream("engines", leader.number)
    percent = int(_NUMBERS["engine_loss_percent"])
    rams = sum(not stream.percent(percent) for _ in range(leader.rams))
    towers = sum(not stream.percent(percent) for _ in range(leader.towers))
    if (rams, towers) != (leader.rams, leader.towers):
        turn.tell(
            "engines-broken",
            to=[leader.owner],
            leader=leader.number,
            province=leader.province,
            rams=leader.rams - rams,
            towers=leader.towers - towers,
        )
    leader.rams, leader.towers = rams, towers


ARTILLERY, CATAPULTS = 124, 132
_CATAPULT_RAMS_A_CSP = int(decided("combat")["catapult_rams_a_csp"])


@dataclass(frozen=True, slots=True)
class Barrage:
    """Catapults that will throw their rams at a garrison next door once combat is over: all that are there before it."""

    source: Force
    target: Force
    rams: int
    issued: Issued


def remote_blows(turn: Turn) -> list[Blow]:
    """The blow of field artillery ordered this turn (T124), if it can be struck."""
    blows = []
    for issued, target, leader in _aimed(turn, ARTILLERY):
        if leader.troops > 0:
            blows.append(Blow(Force(leader=leader.number), target, turn.place_of(target), remote=True, issued=issued))
        else:
            turn.fail(issued, "NOT ENOUGH TROOPS", f"L{leader.number} has no troops when combat begins.")
    return blows


def barrages(turn: Turn) -> list[Barrage]:
    """The throw of catapults ordered this turn (T132), if it is possible."""
    found = []
    for issued, target, leader in _aimed(turn, CATAPULTS):
        if leader.rams > 0:
            found.append(Barrage(Force(leader=leader.number), target, leader.rams, issued))
        else:
            turn.fail(issued, "NOT ENOUGH TROOPS", f"L{leader.number} has no battering rams to throw.", "Give him rams first.")
    return found


def _aimed(turn: Turn, number: int) -> Iterator[tuple[Issued, Force, Leader]]:
    """The orders for one of the two talismans with target and gunner, where nothing keeps him from attacking and the target is
    in range; the others fail."""
    for issued, order, talisman in uses(turn, number):
        assert talisman.holder is not None
        leader = turn.leader(talisman.leader)
        if why := hooks.MAY_ATTACK.fold(turn, talisman.holder, "", None):
            turn.fail(issued, "TALISMAN NOT USABLE", why)
        elif leader is not None and _in_range(turn, issued, order, leader, talisman):
            yield issued, aim(order), leader


def throw(turn: Turn, barrage: Barrage) -> None:
    """All the rams fly; every third one razes a CSP. An enchanted garrison keeps them as CSPs instead (T149)."""
    leader = turn.world.leaders[barrage.source.leader]
    province = turn.province(barrage.target.garrison)
    rams, leader.rams = barrage.rams, 0
    before = province.csps
    if not turn_rams(turn, barrage.target, rams):
        province.csps -= min(province.csps, rams // _CATAPULT_RAMS_A_CSP)
        credit_csps(turn, barrage.source, province.name, before - province.csps)
    turn.carried_out(barrage.issued)
    turn.tell(
        "catapults",
        to=[leader.owner, province.owner],
        leader=leader.number,
        owner=leader.owner,
        province=province.name,
        rams=rams,
        csps=province.csps - before,
    )


def aim(order: UseTalisman) -> Force:
    """What a T124 or T132 order would strike."""
    garrison = order.garrison or order.province
    return Force(garrison=garrison) if garrison else Force(leader=order.leader or order.number)


def out_of_reach(turn: Turn, seat: str, leader: Leader, order: UseTalisman) -> tuple[str, str, str] | None:
    """The error code, reason and remedy why his talisman cannot strike this target from where he stands; None when it may.
    The target needs to be another player's force in an adjacent province that a player controls."""
    target = aim(order)
    near = f"a province next to {leader.province}, where L{leader.number} stands"
    if target.leader and not sees_leader(turn, seat, target.leader):
        why = f"{target} is not on your last printout; {label(ARTILLERY)} hits only what you see."
        return "NO SUCH LEADER", why, "Name a leader of another player whom your printout shows next door."
    place = turn.place_of(target)
    if target.leader and place != turn.start.get(target.leader) and not (place and adjacent(leader.province, place)):
        return "NOT THERE", f"{target} is gone: he is not in {near} when combat begins.", ""
    if place not in turn.world.provinces:
        return "NO SUCH PROVINCE", f"There is no province {place}.", ""
    if turn.owner_of(target) == seat:
        return "OWN FORCE", f"{target} is your own; nobody attacks himself.", ""
    if not adjacent(leader.province, place):
        return "NOT ADJACENT", f"{target} is not in {near}.", ""
    if turn.player(turn.province(place).owner) is None and not _beyond_sight(turn, seat, target):
        why = f"No player controls {place}; {label(order.talisman)} does not reach there."
        return "TALISMAN NOT USABLE", why, ""
    return None


def _beyond_sight(turn: Turn, seat: str, target: Force) -> bool:
    """True, when orders are checked, for a garrison that the player does not see now: what it is like shows in the turn."""
    place = target.garrison
    if not turn.expected or not place or knows_city(turn, seat, place):
        return False
    return not sees_province(turn, seat, place) or lies_in_fog(turn, seat, place)


def _in_range(turn: Turn, issued: Issued, order: UseTalisman, leader: Leader, talisman: Talisman) -> bool:
    """Whether he can strike the target now; a failure says why not."""
    if problem := out_of_reach(turn, issued.seat, leader, order):
        return turn.fail(issued, *problem)
    target = aim(order)
    place = turn.place_of(target)
    if target.leader in turn.protected:
        return turn.fail(issued, "PROTECTED", f"A spell protects {target} from every attack this turn.")
    if turn.troops_of(target) <= 0 and _beyond_sight(turn, issued.seat, target):
        why = f"You do not see the garrison of {place} now; this works only if a player holds {place}, with troops there."
        turn.note(issued, "NOT THERE", why)
        return False
    if target.garrison and turn.troops_of(target) <= 0:
        return turn.fail(issued, "NOT THERE", f"There are no garrison troops in {place} when combat begins.")
    if {place, leader.province} & turn.cease_fire:
        return turn.fail(issued, "CEASE FIRE", f"A cease fire holds between {leader.province} and {place} this turn (T87).")
    return reaches(turn, issued, talisman, target, str(target))
