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
    caster,
    consul,
    did,
    emissary_at_work,
    named_ruler,
    region,
    unknown,
)
from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.rules.effects import Asked, happens, holds
from postern.rulesets.alamaze.rules.figures import rank_cost
from postern.rulesets.alamaze.rules.regions import change_reaction, controller, reaction, share
from postern.rulesets.alamaze.turn import Doing, pay
from postern.rulesets.alamaze.world.records import Figure, Kingdom, World

BEST = "Friendly"


@dataclass
class Speeches:
    """How many speeches (471) a kingdom's ruler has held this turn."""

    held: dict[str, int] = field(default_factory=dict)


@ORDERS.effect()
def enamor(doing: Doing) -> bool:
    """470: a region likes us better by one level."""
    king, found = doing.own_figure(of="ruler"), region(doing)
    if king is None or found is None or _is_best(doing, found.number):
        return False
    gold = doing.tables.whole("enamor.gold")
    if not act(doing, king, gold):
        return False
    change_reaction(doing.turn, doing.kingdom, found.number, 1, "470")
    return did(doing, king, f"{found.name} is {doing.kingdom.reactions[found.number]} to us", gold)


@ORDERS.effect("hold_speech")
def speak(doing: Doing) -> bool:
    """471: the same for a ruler with the staff for it, beside his one action, and some times a turn."""
    king, found, held = doing.own_figure(of="ruler"), region(doing), doing.turn.state(Speeches).held
    if king is None or found is None or not doing.can_act(king):
        return False
    if not holds(Asked(doing.world, doing.code, figure=king), "order_access", str(doing.order.number)):
        remedy = "Order 470 does the same as his one action:"
        return doing.fail(f"{king.name} has no artifact for this.", remedy, f"470 {king.code} {found.number}")
    most, gold = doing.tables.whole("enamor.orator_times"), doing.tables.whole("enamor.orator_gold")
    if held.get(doing.code, 0) >= most:
        return doing.fail(f"{king.name} has spoken {most} times this turn; that is the most.")
    if _is_best(doing, found.number) or not pay(doing, gold):
        return False
    held[doing.code] = held.get(doing.code, 0) + 1
    change_reaction(doing.turn, doing.kingdom, found.number, 1, "471")
    return doing.done(f"{found.name} is {doing.kingdom.reactions[found.number]} to us", gold)


def _is_best(doing: Doing, number: int) -> bool:
    """True after a failure: the region likes us as well as it can."""
    if doing.kingdom.reactions[number] != BEST:
        return False
    doing.fail(f"{doing.tables.regions[number].name} is {BEST} to us already; there is no better reaction.")
    return True


@ORDERS.effect()
def consul_enamor(doing: Doing) -> bool:
    """465: a Consul makes a region like any kingdom better, with a chance."""
    own, found, kingdom = consul(doing), region(doing), any_kingdom(doing)
    if own is None or found is None or kingdom is None:
        return False
    gold = doing.tables.whole("enamor.consul_gold")
    if (kingdom is doing.kingdom and _is_best(doing, found.number)) or not act(doing, own, gold):
        return False
    if not happens(doing.turn, doing.tables.value("enamor.consul_pct"), 465, doing.code, own.code):
        return did(doing, own, f"spoke for {kingdom.code} in {found.name} in vain", gold)
    change_reaction(doing.turn, kingdom, found.number, 1, "465")
    return did(doing, own, f"{found.name} likes {kingdom.code} better", gold)


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
def denigrate(doing: Doing) -> bool:
    """475: the ruler makes a region like another kingdom less by one level, with a chance."""
    king, found, other = doing.own_figure(of="ruler"), region(doing), doing.other_kingdom()
    if king is None or found is None or other is None:
        return False
    return _denigrate(doing, king, other, found.number, doing.tables.whole("denigrate.gold"), 0)


@ORDERS.effect()
def consul_denigrate(doing: Doing) -> bool:
    """478: a Consul does so, cheaper, and with a chance that is never small."""
    own, found, other = consul(doing), region(doing), doing.other_kingdom()
    if own is None or found is None or other is None:
        return False
    gold, least = doing.tables.whole("denigrate.consul_gold"), doing.tables.value("denigrate.consul_pct")
    return _denigrate(doing, own, other, found.number, gold, least)


def _denigrate(doing: Doing, figure: Figure, other: Kingdom, number: int, gold: int, least: float) -> bool:
    """The attempt. A kingdom that controls the region does not fall below Suspicious."""
    if not act(doing, figure, gold):
        return False
    name = doing.tables.regions[number].name
    if doing.turn.expected:
        return did(doing, figure, f"spoke against {other.code} in {name}", gold)
    percent = max(denigration_chance(doing.world, doing.kingdom, other, number), least)
    firm = controller(doing.world, number) == other.code and other.reactions[number] == "Suspicious"
    if firm or not happens(doing.turn, percent, doing.order.number, doing.code, figure.code):
        return did(doing, figure, f"spoke against {other.code} in {name} in vain", gold)
    change_reaction(doing.turn, other, number, -1, "denigration")
    return did(doing, figure, f"{name} likes {other.code} less", gold)


@ORDERS.effect()
def charm(doing: Doing) -> bool:
    """472: the region where the caster is likes us better, with a chance."""
    group = doing.own_group()
    if group is None:
        return False
    number = doing.world.region_of(group.area)
    if _is_best(doing, number) or caster(doing) is None:
        return False
    return _sway(doing, doing.kingdom, number, 1)


@ORDERS.effect()
def infuriate(doing: Doing) -> bool:
    """477: the region where the caster is likes another kingdom less, with a chance."""
    group, other = doing.own_group(), doing.other_kingdom()
    if group is None or other is None or caster(doing) is None:
        return False
    if unknown(doing):
        return doing.done("cast")
    return _sway(doing, other, doing.world.region_of(group.area), -1)


def _sway(doing: Doing, kingdom: Kingdom, number: int, steps: int) -> bool:
    spell = doing.order.number
    percent = doing.tables.value(f"spell.{spell}_pct")
    if doing.turn.expected:
        return doing.done("cast")
    if not happens(doing.turn, percent, spell, doing.code, doing.order.group, doing.order.wizard):
        return doing.done("without effect")
    change_reaction(doing.turn, kingdom, number, steps, doing.tables.spells[spell].name)
    return doing.done(f"{doing.tables.regions[number].name} likes {kingdom.code} {'better' if steps > 0 else 'less'}")


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


@ORDERS.effect()
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


@ORDERS.effect()
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
