"""Skeletons in the closet: found by bribes, and revealed (order 380; AC-10, ruling 59)."""

from __future__ import annotations

from postern.rulesets.alamaze.council.members import leave
from postern.rulesets.alamaze.figures import rank_cost
from postern.rulesets.alamaze.influence import change_influence
from postern.rulesets.alamaze.regions import change_reaction
from postern.rulesets.alamaze.treasury import pay
from postern.rulesets.alamaze.turn import Doing, Handlers, Turn
from postern.rulesets.alamaze.world import Kingdom, Skeleton


def learn_skeleton(turn: Turn, victim: Kingdom, knower: Kingdom) -> Skeleton | None:
    """A kingdom learns of one skeleton of another that it does not know yet, by lot, and is told its code. None when there is
    none left, and before the turn. Whether the bribed figure knows any is for the bribe to roll (AC-10-05)."""
    unknown = [one for one in victim.skeletons if not one.revealed and knower.code not in one.known_by]
    if not unknown or turn.expected:
        return None
    found = turn.stream("skeleton", victim.code, knower.code, len(unknown)).choice(unknown)
    found.known_by.append(knower.code)
    turn.tell_kingdoms("skeleton-learned", (knower.code,), kingdom=victim.code, skeleton=found.code, major=found.major)
    return found


def reveal(doing: Doing) -> bool:
    """380: an emissary makes a skeleton public; a wrong code costs the own ruler influence (AC-10-02..10)."""
    turn, order = doing.turn, doing.order
    figure, victim = doing.own_figure(of="emissary"), doing.other_kingdom()
    if figure is None or victim is None:
        return False
    found = next((one for one in victim.skeletons if one.code == order.code), None)
    if found is not None and found.revealed:
        return doing.fail(f"The skeleton {order.code} of {victim.code} is known to all already.")
    if found is None and turn.expected:
        return doing.unsure(f"We do not know that {victim.code} has a skeleton {order.code}.", "A wrong code costs influence.")
    gold = rank_cost(turn, figure)
    if not doing.sole(figure) or not pay(doing, gold):
        return False
    if found is None:
        change_influence(turn, doing.kingdom, doing.tables.value("skeleton.wrong_code"), "wrong skeleton")
        return doing.done(f"{victim.code} has no skeleton {order.code}", gold)
    _make_public(turn, victim, found)
    return doing.done(f"a {'major' if found.major else 'minor'} skeleton of {victim.code} revealed", gold)


def _make_public(turn: Turn, victim: Kingdom, skeleton: Skeleton) -> None:
    """The ruler loses influence, a member of the Council his chair, and for a major one some region thinks worse of him."""
    skeleton.revealed = True
    turn.tell_all("skeleton-revealed", kingdom=victim.code, skeleton=skeleton.code, major=skeleton.major)
    name = "skeleton.major" if skeleton.major else "skeleton.minor"
    change_influence(turn, victim, turn.tables.value(name), "skeleton")
    if victim.code in turn.world.council.members:
        leave(turn, victim, "skeleton")
    if skeleton.major and not turn.expected:
        good = [region for region, one in sorted(victim.reactions.items()) if one != "Hostile"]
        mixed = turn.stream("skeleton regions", victim.code, skeleton.code).shuffled(good)
        for region in mixed[: turn.tables.whole("skeleton.major_regions")]:
            change_reaction(turn, victim, region, -1, "skeleton")


HANDLERS: Handlers = {380: reveal}
