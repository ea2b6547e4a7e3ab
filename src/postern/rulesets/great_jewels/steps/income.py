"""Step 13: turns owned, levies, taxes, new leaders (chapters 5, 6, 10, 11) and experience."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, dataclass, field

from postern.rulesets.great_jewels.rates import leader_chance, levy_rate, tax_rate
from postern.rulesets.great_jewels.steps import mercenaries
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import LOTU, Province, garrison_force

ROLL_OVER = 5
"""T/O beyond this goes back to 1, and the rates rise by 1 (QJ-05-09)."""


@dataclass
class _Yields:
    """What a player's land brought: troops, zorans, how many provinces gave them, which gave none for a siege, and where the
    rates rose."""

    levies: int = 0
    taxes: int = 0
    provinces: int = 0
    without: list[str] = field(default_factory=list)
    risen: list[str] = field(default_factory=list)

    def add(self, province: Province, troops: int, zorans: int, rises: int) -> None:
        self.levies += troops
        self.taxes += zorans
        self.provinces += not province.besieged
        if province.besieged:
            self.without.append(province.name)
        if rises:
            self.risen.append(province.name)


def collect_income(turn: Turn) -> None:
    """Mercenaries recruit. Each owned province: its T/O goes up, then it yields levies, taxes and perhaps a leader; then
    talismans yield theirs."""
    mercenaries.recruit(turn)
    owned = [province for province in turn.world.provinces.values() if province.owner]
    haunted = {drevonyx.province for drevonyx in turn.world.drevonyxes}
    yields = {province.owner: _Yields() for province in owned}
    for province in owned:
        rises = province.rises
        if province.name not in turn.captured and province.name not in turn.ravaged:
            _count_turn_owned(turn, province)
        troops, zorans = province.garrison, province.zorans
        _collect(turn, province, haunted=province.name in haunted)
        yields[province.owner].add(province, province.garrison - troops, province.zorans - zorans, province.rises - rises)
    for owner, sums in yields.items():
        turn.tell("income", to=[owner], **asdict(sums))
    if not turn.expected:
        for province in owned:
            if turn.stream("new leader", province.name).percent(leader_chance(turn.world, province)):
                leader = turn.new_leader(province.owner, province.name)
                turn.tell("new-leader", to=[province.owner], leader=leader.number, province=province.name)
    for force in turn.holders():
        hooks.AT_INCOME.fold(turn, force, None, None)


def _count_turn_owned(turn: Turn, province: Province) -> None:
    """T/O goes up by 1; when it passes 5 it starts again, the rates rise and ravaged land has healed (QJ-05-09, QJ-04-25)."""
    province.turns_owned += hooks.OWNED_STEP.fold(turn, garrison_force(province.name), 1, None)
    while province.turns_owned > ROLL_OVER:
        province.turns_owned -= ROLL_OVER
        province.rises += 1
        if province.ravaged:
            province.ravaged = False
            turn.tell("healed", to=[province.owner], province=province.name)


def _collect(turn: Turn, province: Province, *, haunted: bool) -> None:
    """Levies into the garrison, taxes into the treasury: none while besieged; no levies where a Drevonyx lies (QJ-27-12)."""
    if province.besieged:
        return
    force = garrison_force(province.name)
    if not haunted:
        province.garrison += max(0, hooks.LEVY.fold(turn, force, levy_rate(turn.world, province), None))
    province.zorans += max(0, hooks.TAX.fold(turn, force, tax_rate(turn.world, province), None))


def gain_experience(turn: Turn) -> None:
    """Each player's leader has an even chance of 1 more bonus, up to the number of his troops (QJ-06-15, QJ-06-18); his
    owner is told who gained it."""
    if turn.expected:
        return
    chance = int(decided("homes")["leader_rise_percent"])
    risen: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, leader in sorted(turn.world.leaders.items()):
        if leader.owner != LOTU and leader.bonus < leader.troops and turn.stream("experience", number).percent(chance):
            leader.bonus += 1
            risen[leader.owner].append((number, leader.bonus))
    for owner, leaders in risen.items():
        turn.tell("experience", to=[owner], leaders=leaders)
