"""Relations of kingdoms (chapter 8): treaties, breaks, and armies of former allies that go home."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

from postern.rulesets.adventurer_kings.rules.abilities.levels import trait
from postern.rulesets.adventurer_kings.rules.travel import go_home
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import RELATIONS, Relation

Pair = tuple[str, str]


def change(turn: Turn, one: str, other: str, relation: Relation) -> None:
    """Two kingdoms get another relation: public news (AK-D1.4-03)."""
    kingdoms = turn.world.kingdoms
    facts = {"one": kingdoms[one].name, "other": kingdoms[other].name, "was": turn.world.relation(one, other), "now": relation}
    kingdoms[one].relations[other] = kingdoms[other].relations[one] = relation
    turn.announce("relations", **facts)


def settle(turn: Turn, breaks: Collection[Pair], automatic: Collection[Pair]) -> None:
    """Change the relations of the year by pair (AK-D8.3-04): a Break lowers them by a step and cancels both Treats, two Treats
    raise them. Pairs have who ordered it in front; ``automatic`` Breaks took effect already. Then armies of former allies go
    home (AK-D8.3-03)."""
    for one, other in combinations(turn.world.kingdoms, 2):
        was = turn.world.relation(one, other)
        if _either(one, other, automatic):
            continue
        now = _lowered(was) if _either(one, other, breaks) else _raised(turn, one, other, was)
        if now != was:
            change(turn, one, other, now)
        if was == "Allied" != now:
            _send_home(turn, one, other)
            _send_home(turn, other, one)


def _either(one: str, other: str, pairs: Collection[Pair]) -> bool:
    return (one, other) in pairs or (other, one) in pairs


def _lowered(was: Relation) -> Relation:
    return RELATIONS[max(RELATIONS.index(was) - 1, 0)]


def _raised(turn: Turn, one: str, other: str, was: Relation) -> Relation:
    """Two Treats raise a relation by a step (AK-P8.2-01), with a Druidic King to Allied at once (AK-D8.2-01); his alone makes a
    Neutral Allied (AK-P8.2-03)."""
    kingdoms = turn.world.kingdoms
    asked = [pair for pair in ((one, other), (other, one)) if pair in turn.treats]
    welcome = any(trait(kingdoms[who], "automatic_treat") for who, _ in asked)
    if len(asked) == 2:
        either = any(trait(kingdoms[who], "automatic_treat") for who in (one, other))
        return "Allied" if either else RELATIONS[min(RELATIONS.index(was) + 1, 2)]
    return "Allied" if welcome and was == "Neutral" else was


def _send_home(turn: Turn, owner: str, host: str) -> None:
    """The armies of a kingdom in provinces of another go to the nearest own province."""
    for army in turn.world.armies.values():
        if army.owner == owner and turn.here(army).owner == host:
            go_home(turn, army)
