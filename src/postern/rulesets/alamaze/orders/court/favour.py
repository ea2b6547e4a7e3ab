"""What regions think of kingdoms: how it is changed, and how a court learns of it.

- Orders and spells that change how regions react to kingdoms (AC-05-03..05, AC-08-33).
- What emissaries and wizards learn at court: reactions of regions, and the influence of rulers (360, 365, 370).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from postern.rulesets.alamaze.orders.acting import (
    act,
    any_kingdom,
    did,
    emissary_at_work,
    named_ruler,
    unknown,
)
from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.rules.effects import Asked, happens, holds
from postern.rulesets.alamaze.rules.figures import rank_cost
from postern.rulesets.alamaze.rules.regions import change_reaction, controller, reaction, share
from postern.rulesets.alamaze.tables import Region
from postern.rulesets.alamaze.turn import Doing
from postern.rulesets.alamaze.world.records import Center, Figure, Group, Kingdom, World

BEST = "Friendly"


@dataclass
class Speeches:
    """How many speeches (471) a kingdom's ruler has held this turn."""

    held: dict[str, int] = field(default_factory=dict)


@ORDERS.need
def not_best(doing: Doing, region: Region) -> bool:
    """Fail where the region likes us as well as it can."""
    return not _is_best(doing, region.number)


def _is_best(doing: Doing, number: int) -> bool:
    if doing.kingdom.reactions[number] != BEST:
        return False
    doing.fail(f"{doing.tables.regions[number].name} is {BEST} to us already; there is no better reaction.")
    return True


@ORDERS.effect()
def enamor(doing: Doing, region: Region) -> str:
    """470: a region likes us better by one level."""
    change_reaction(doing.turn, doing.kingdom, region.number, 1, str(doing.order.number))
    return f"{region.name} is {doing.kingdom.reactions[region.number]} to us"


@ORDERS.need
def speech(doing: Doing, ruler: Figure) -> bool:
    """Fail for a ruler who cannot speak (471): it takes a staff, and is held some times a turn."""
    if not doing.can_act(ruler):
        return False
    if not holds(Asked(doing.world, doing.code, figure=ruler), "order_access", str(doing.order.number)):
        remedy = "Order 470 does the same as his one action:"
        return doing.fail(f"{ruler.name} has no artifact for this.", remedy, f"470 {ruler.code} {doing.order.region}")
    most = doing.tables.whole("enamor.orator_times")
    if doing.turn.state(Speeches).held.get(doing.code, 0) < most:
        return True
    return doing.fail(f"{ruler.name} has spoken {most} times this turn; that is the most.")


@ORDERS.effect()
def hold_speech(doing: Doing, region: Region) -> str:
    """471: the same for a ruler with the staff for it, beside his one action, and some times a turn."""
    held = doing.turn.state(Speeches).held
    held[doing.code] = held.get(doing.code, 0) + 1
    return enamor(doing, region)


@ORDERS.need
def not_best_if_ours(doing: Doing, region: Region, any_kingdom: Kingdom) -> bool:
    """Fail where the order is for us, and the region likes us as well as it can."""
    return any_kingdom is not doing.kingdom or not _is_best(doing, region.number)


@ORDERS.effect()
def consul_enamor(doing: Doing, consul: Figure, region: Region, any_kingdom: Kingdom) -> str:
    """465: a Consul makes a region like any kingdom better, with a chance."""
    if not happens(doing.turn, doing.tables.value("enamor.consul_pct"), 465, doing.code, consul.code):
        return f"spoke for {any_kingdom.code} in {region.name} in vain"
    change_reaction(doing.turn, any_kingdom, region.number, 1, "465")
    return f"{region.name} likes {any_kingdom.code} better"


def denigration_chance(world: World, own: Kingdom, other: Kingdom, number: int) -> float:
    """The chance in percent to make a region like another kingdom less: by influence, by shares of the region, and by how the
    region reacts to the speaker (ruling 7)."""
    tables = world.tables
    ours, theirs = share(world, own.code, number), share(world, other.code, number)
    theirs = theirs or Fraction(str(tables.value("denigrate.least_share")))
    base = tables.value("denigrate.base_pct") * own.influence / other.influence * float(ours / theirs)
    points = base + tables.reactions[reaction(world, own, number)].denigrate_points
    return min(max(points, tables.value("denigrate.minimum_pct")), tables.value("denigrate.maximum_pct"))


@ORDERS.effect()
def denigrate(doing: Doing, ruler: Figure, region: Region, other_kingdom: Kingdom) -> str:
    """475: the ruler makes a region like another kingdom less by one level, with a chance."""
    return _denigrate(doing, ruler, other_kingdom, region, 0)


@ORDERS.effect()
def consul_denigrate(doing: Doing, consul: Figure, region: Region, other_kingdom: Kingdom) -> str:
    """478: a Consul does so, cheaper, and with a chance that is never small."""
    return _denigrate(doing, consul, other_kingdom, region, doing.tables.value("denigrate.consul_pct"))


def _denigrate(doing: Doing, figure: Figure, other: Kingdom, region: Region, least: float) -> str:
    """The attempt. A kingdom that controls the region does not fall below Suspicious."""
    if doing.turn.expected:
        return f"spoke against {other.code} in {region.name}"
    percent = max(denigration_chance(doing.world, doing.kingdom, other, region.number), least)
    firm = controller(doing.world, region.number) == other.code and other.reactions[region.number] == "Suspicious"
    if firm or not happens(doing.turn, percent, doing.order.number, doing.code, figure.code):
        return f"spoke against {other.code} in {region.name} in vain"
    change_reaction(doing.turn, other, region.number, -1, "denigration")
    return f"{region.name} likes {other.code} less"


@ORDERS.need
def not_best_here(doing: Doing, group: Group) -> bool:
    """Fail where the region of the group likes us as well as it can."""
    return not _is_best(doing, doing.world.region_of(group.area))


@ORDERS.effect()
def charm(doing: Doing, group: Group) -> str:
    """472: the region where the caster is likes us better, with a chance."""
    return _sway(doing, doing.kingdom, doing.world.region_of(group.area), 1)


@ORDERS.effect()
def infuriate(doing: Doing, group: Group, other_kingdom: Kingdom) -> str:
    """477: the region where the caster is likes another kingdom less, with a chance."""
    return "cast" if unknown(doing) else _sway(doing, other_kingdom, doing.world.region_of(group.area), -1)


def _sway(doing: Doing, kingdom: Kingdom, number: int, steps: int) -> str:
    spell = doing.order.number
    percent = doing.tables.value(f"spell.{spell}_pct")
    if doing.turn.expected:
        return "cast"
    if not happens(doing.turn, percent, spell, doing.code, doing.order.group, doing.order.wizard):
        return "without effect"
    change_reaction(doing.turn, kingdom, number, steps, doing.tables.spells[spell].name)
    return f"{doing.tables.regions[number].name} likes {kingdom.code} {'better' if steps > 0 else 'less'}"


@ORDERS.effect()
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


@ORDERS.need
def base_of_another(doing: Doing, emissary: Figure, workplace: Center) -> bool:
    """Fail where another kingdom does not hold the center that the emissary is in."""
    where = f"{emissary.name} is in {workplace.area}"
    if workplace.owner == doing.code:
        return doing.fail(f"{where}, which is ours.", "The order needs a center of the other kingdom.")
    if not workplace.owner:
        return doing.unsure(f"{where}, which is neutral.", "It fails unless another kingdom holds the center.")
    return True


@ORDERS.effect()
def learn_influence(doing: Doing, workplace: Center) -> str:
    """365: the influence of the ruler whose center the emissary is in."""
    _tell_influence(doing, doing.turn.kingdom(workplace.owner))
    return f"asked for the influence of {workplace.owner}"


@ORDERS.need
def ruler_if_known(doing: Doing, other_kingdom: Kingdom) -> bool:
    """Fail where the order does not name who rules the other kingdom."""
    return unknown(doing) or named_ruler(doing, other_kingdom) is not None


@ORDERS.effect()
def reveal_influence(doing: Doing, other_kingdom: Kingdom) -> str:
    """370: the influence of a ruler, wherever he is."""
    _tell_influence(doing, other_kingdom)
    return f"the influence of {other_kingdom.code} is revealed"


def _tell_influence(doing: Doing, other: Kingdom) -> None:
    if not doing.turn.expected:
        doing.tell("influence-learnt", kingdom=other.code, hundredths=round(other.influence * 100))
