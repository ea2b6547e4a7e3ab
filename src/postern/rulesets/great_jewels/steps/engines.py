"""Step 6c: what rams and their enchanted kin do to citadels, and what becomes of them (QJ-18-68, QJ-18-69, QJ-18-74)."""

from __future__ import annotations

from collections.abc import Container
from fractions import Fraction

from postern.rulesets.great_jewels.steps.blows import Clash
from postern.rulesets.great_jewels.steps.kill_points import credit_csps
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Leader

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
