"""What losses do to a group: whole brigades are removed, the rest raises its attrition (AC-06-95, ruling 23)."""

from __future__ import annotations

from collections.abc import Mapping

from postern.rulesets.alamaze.world import Group


def remove_brigade(group: Group, code: str) -> None:
    """One brigade of this kind less."""
    group.brigades[code] -= 1
    if not group.brigades[code]:
        del group.brigades[code]


def take_losses(group: Group, part: float, weights: Mapping[str, float], highest: float) -> None:
    """Takes this part of a group's hit points away. ``weights`` say what a brigade of each kind counts for. Half of the loss
    removes whole brigades, the weakest first, as far as it goes; what remains is attrition of the whole group. Where that is
    above ``highest`` percent, the weakest brigade is removed and the rest is counted again."""
    there = 1 - group.attrition / 100
    loss = part * there * sum(weights[code] * number for code, number in group.brigades.items())
    budget = loss / 2
    while group.brigades:
        weakest = min(group.brigades, key=lambda code: (weights[code], code))
        if budget <= 0 or budget < (highest - group.attrition) / 100 * weights[weakest]:
            break
        remove_brigade(group, weakest)
        budget -= there * weights[weakest]
        loss -= there * weights[weakest]
    while group.brigades:
        full = sum(weights[code] * number for code, number in group.brigades.items())
        attrition = group.attrition + max(0.0, loss) / full * 100
        if attrition <= highest:
            group.attrition = round(attrition, 2)
            return
        weakest = min(group.brigades, key=lambda code: (weights[code], code))
        remove_brigade(group, weakest)
        loss -= there * weights[weakest]
    group.attrition = 0.0
