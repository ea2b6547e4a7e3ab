"""Step 9b: the spell that moves a Drevonyx (QJ-28.2-19)."""

from __future__ import annotations

from postern.rulesets.great_jewels.steps.drevonyx import has_moved
from postern.rulesets.great_jewels.steps.landscape import witnesses
from postern.rulesets.great_jewels.steps.sight import knows_city, sees_province
from postern.rulesets.great_jewels.steps.spells import attempt, attempt_unseen, casting
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Drevonyx, Terrain


def summon_drevonyxes(turn: Turn) -> None:
    """Casts spell D: the largest Drevonyx of the first province goes to the second, which may be neither a Forbidden City nor
    impassable, for nothing can be moved into that (QJ-28.2-16). One that has been moved has had its move (QJ-27-10)."""
    for issued, spell, talisman in casting(turn, "D"):
        goal = turn.province(spell.second)
        if knows_city(turn, issued.seat, goal.name):
            turn.fail(
                issued,
                "LOCKED",
                f"{goal.name} is a Forbidden City; no Drevonyx can be sent there.",
                "Name a province that is no Forbidden City.",
            )
            continue
        walled = goal.terrain is Terrain.IMPASSABLE
        if walled and (turn.world.terrain_map[goal.name] is goal.terrain or sees_province(turn, issued.seat, goal.name)):
            turn.fail(
                issued,
                "IMPASSABLE",
                f"{goal.name} is impassable; nothing can be moved into it.",
                "Name a province that is not impassable.",
            )
            continue
        here = [one for one in turn.world.drevonyxes if one.province == spell.province and not has_moved(turn, one)]
        if sees_province(turn, issued.seat, spell.province):
            if not here:
                turn.fail(issued, "NOT THERE", f"There is no Drevonyx in {spell.province} that can be moved now.")
                continue
            works = attempt(turn, issued, spell, talisman)
        else:
            works = attempt_unseen(turn, issued, spell, talisman, spell.province)
        if works and here and not (goal.city or walled):
            _send(turn, max(here, key=lambda drevonyx: drevonyx.size), goal.name)


def _send(turn: Turn, one: Drevonyx, goal: str) -> None:
    origin = one.province
    to = {*witnesses(turn, origin), *witnesses(turn, goal)}
    one.province = goal
    turn.drevonyx_moved.append(one)
    turn.tell("drevonyx summoned", to=to, size=one.size, origin=origin, goal=goal)
