"""Practice (AK-D3.13-01 to 03) and the training of armies (AK-P6.1-06 to 09, AK-D6.1-01)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from postern.rulesets.adventurer_kings.rules.abilities.levels import invention
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn, clamped
from postern.rulesets.adventurer_kings.world import Army, Character

TRAINS = {"TA": False, "NA": True}
"""The abilities by which armies are trained, and whether those are the naval ones."""


def practice_chance(turn: Turn, who: Character, ability: str, beside: Iterable[Character]) -> Fraction:
    """Return the chance in percent to rise by Practice, doubled where one of those who practise the same ``beside`` him is
    better by a level at least."""
    skill = who.skills.get(ability, 0)
    base = TABLES.number("practice_pct") - TABLES.number("practice_pct_per_level") * (skill + 1)
    schooled = base + (invention(turn.world, who, "Schooling") or 0)
    taught = any(one.skills.get(ability, 0) > skill for one in beside)
    return clamped(schooled * (2 if taught else 1))


def train(turn: Turn, who: Character, ability: str, beside: Iterable[Character]) -> None:
    """Throw once for each army that he leads and this ability trains: it rises where an army of the higher quality, his or
    theirs who practise ``beside`` him, takes part as well."""
    armies = _taking_part(turn, who, ability)
    seen = {one.quality for leader in (who, *beside) for one in _taking_part(turn, leader, ability)}
    for army in armies:
        row = TABLES.qualities.get(army.quality)
        most = army.skeletal and army.quality >= TABLES.number("skeleton_trained_max")
        if row is None or not row.training or most or army.quality + 1 not in seen:
            continue
        thrown = turn.throw(row.training, "training", army.id, who.id)
        if thrown:
            army.quality += 1
            facts = {"army": army.id, "title": army.title, "quality": TABLES.qualities[army.quality].name}
            turn.tell_kingdom(who.kingdom, "trained", who=who.id, name=who.title, place=who.province, **facts, **thrown.told())


def _taking_part(turn: Turn, who: Character, ability: str) -> list[Army]:
    return [one for one in turn.world.led_by(who.id) if one.has("naval") == TRAINS[ability]]
