"""What emissaries and wizards learn at court: reactions of regions, and the influence of rulers (360, 365, 370)."""

from __future__ import annotations

from postern.rulesets.alamaze.court.acting import act, any_kingdom, did, emissary_at_work, named_ruler, unknown
from postern.rulesets.alamaze.figures import rank_cost
from postern.rulesets.alamaze.magic.casting import caster
from postern.rulesets.alamaze.regions import reaction
from postern.rulesets.alamaze.turn import Doing, Handlers
from postern.rulesets.alamaze.world import Kingdom


def learn_reaction(doing: Doing) -> bool:
    """360: how the region of the emissary reacts to a kingdom."""
    found, kingdom = emissary_at_work(doing), any_kingdom(doing)
    if found is None or kingdom is None:
        return False
    figure, center = found
    gold, region = rank_cost(doing.turn, figure), doing.world.region_of(center.area)
    if not act(doing, figure, gold):
        return False
    if not unknown(doing):
        word = reaction(doing.world, kingdom, region)
        doing.tell("reaction-learnt", kingdom=kingdom.code, region=region, reaction=word)
    return did(doing, figure, f"asked how {doing.tables.regions[region].name} thinks of {kingdom.code}", gold)


def learn_influence(doing: Doing) -> bool:
    """365: the influence of the ruler whose center the emissary is in."""
    found = emissary_at_work(doing)
    if found is None:
        return False
    figure, center = found
    where = f"{figure.name} is in {center.area}"
    if center.owner == doing.code:
        return doing.fail(f"{where}, which is ours.", "The order needs a center of the other kingdom.")
    if not center.owner:
        return doing.unsure(f"{where}, which is neutral.", "It fails unless another kingdom holds the center.")
    gold = rank_cost(doing.turn, figure)
    if not act(doing, figure, gold):
        return False
    _tell_influence(doing, doing.turn.kingdom(center.owner))
    return did(doing, figure, f"asked for the influence of {center.owner}", gold)


def reveal_influence(doing: Doing) -> bool:
    """370: the influence of a ruler, wherever he is."""
    other = doing.other_kingdom()
    if other is None:
        return False
    if not unknown(doing) and named_ruler(doing, other) is None:
        return False
    if caster(doing) is None:
        return False
    _tell_influence(doing, other)
    return doing.done(f"the influence of {other.code} is revealed")


def _tell_influence(doing: Doing, other: Kingdom) -> None:
    if not doing.turn.expected:
        doing.tell("influence-learnt", kingdom=other.code, hundredths=round(other.influence * 100))


HANDLERS: Handlers = {360: learn_reaction, 365: learn_influence, 370: reveal_influence}
