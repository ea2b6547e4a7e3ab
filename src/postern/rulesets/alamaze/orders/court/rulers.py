"""Orders of rulers: influence, titles, friends and enemies, prisoners.

- Orders and spells that change the influence of rulers, titles, and who is friend and enemy (AC-08-33, AC-08-34, AC-09).
- Prisoners: their escapes (385) and their deaths (430) (AC-08-25, AC-04-26).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from postern.rulesets.alamaze.orders.acting import caster, named_ruler, unknown
from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.orders.magic.enchantments import warded
from postern.rulesets.alamaze.rules.effects import Asked, chance, happens
from postern.rulesets.alamaze.rules.figures import die, free
from postern.rulesets.alamaze.rules.regions import change_influence, leave, natural_enemy
from postern.rulesets.alamaze.turn import LATE, Doing, book, pay
from postern.rulesets.alamaze.world.records import Figure, Kingdom

_DECLARED = {"A": "ally", "E": "enemy", "N": "neutral"}
SCANDAL, CURSE, PRESTIGE, AURA = 381, 386, 481, 482


@dataclass
class Once:
    """What happens only once a turn: to whom a kingdom declared something, and who was struck or raised by which spell."""

    declared: set[tuple[str, str]] = field(default_factory=set)
    enchanted: set[tuple[int, str]] = field(default_factory=set)


@ORDERS.need
def may_rise(doing: Doing, emissary: Figure) -> bool:
    """Fail for an emissary who cannot get a title now."""
    if emissary.area != doing.kingdom.capital:
        return doing.fail(
            f"{emissary.name} is in {emissary.area}; a title is given at the capital ({doing.kingdom.capital}) only.",
            "To bring the figure there:",
            f"350 {emissary.code} {doing.kingdom.capital}",
        )
    if emissary.rank not in list(doing.tables.emissary_ranks)[:-1]:
        return doing.fail(f"{emissary.name} is a {emissary.rank}; there is no higher title to give.")
    return _can_lose(doing, -doing.tables.value("influence.title"))


@ORDERS.effect("bestow_title")
def bestow(doing: Doing, emissary: Figure) -> str:
    """390: an emissary at the capital rises by one rank; the ruler's influence shrinks (AC-09-16)."""
    ranks, before = list(doing.tables.emissary_ranks), emissary.rank
    emissary.rank = ranks[ranks.index(before) + 1]
    change_influence(doing.turn, doing.kingdom, doing.tables.value("influence.title"), "title")
    doing.tell("title", figure=emissary.name, before=before, rank=emissary.rank)
    return f"became {emissary.rank}"


def _can_lose(doing: Doing, points: float) -> bool:
    """True when the influence does not fall below the least by this; False after a failure (AC-09-16)."""
    least = doing.tables.value("influence.minimum")
    if round(doing.kingdom.influence - points, 2) >= least:
        return True
    return doing.fail(f"Our influence is {doing.kingdom.influence:.2f}; {points:g} less is below {least:g}.")


@ORDERS.need
def influence_to_raise(doing: Doing) -> bool:
    """Fail where the order does not raise our influence any more."""
    most = doing.tables.value("influence.raise_maximum")
    if doing.kingdom.influence < most:
        return True
    return doing.fail(f"Our influence is {doing.kingdom.influence:.2f}; this order does not raise it above {most:g}.")


@ORDERS.effect()
def raise_influence(doing: Doing) -> str:
    """480: one point of influence, up to the bound for this order (AC-09-07)."""
    most = doing.tables.value("influence.raise_maximum")
    points = min(doing.tables.value("influence.raise"), most - doing.kingdom.influence)
    changed = change_influence(doing.turn, doing.kingdom, points, "480")
    return f"influence +{changed:.2f}"


@ORDERS.need
def influence_to_sell(doing: Doing) -> bool:
    """Fail where the influence would fall below the least."""
    return _can_lose(doing, doing.tables.value("influence.sold"))


@ORDERS.effect()
def sell_influence(doing: Doing) -> str:
    """490: a point of influence for gold (AC-09-07, AC-09-16)."""
    points, gold = doing.tables.value("influence.sold"), doing.tables.whole("influence.sold_gold")
    change_influence(doing.turn, doing.kingdom, -points, "490")
    book(doing.turn, doing.kingdom, LATE, gold=gold)
    return f"influence -{points:g}, {gold:,} gold received"


@ORDERS.effect("declare_relation")
def declare(doing: Doing, other_kingdom: Kingdom) -> str | bool:
    """440: ally, enemy or neutral: free, once a turn for each kingdom (AC-08-34, ruling 38)."""
    other, code = other_kingdom, doing.order.code
    enemy, once = natural_enemy(doing.world, doing.kingdom), doing.turn.state(Once).declared
    name = doing.tables.kingdoms[other.code].name
    if enemy is not None and enemy.code == other.code:
        return doing.fail(f"{name} is our natural enemy and stays an enemy.")
    if (doing.code, other.code) in once:
        return doing.fail(f"{name} was declared something this turn already; once a turn for each kingdom.")
    once.add((doing.code, other.code))
    if code == "N":
        doing.kingdom.declared.pop(other.code, None)
    else:
        doing.kingdom.declared[other.code] = code
    doing.tell("declared", other.code, by=doing.code, other=other.code, what=_DECLARED[code])
    return f"{name}: {_DECLARED[code]}"


@ORDERS.effect()
def tarnish(doing: Doing, other_kingdom: Kingdom) -> bool:
    """381, 386: a ruler of another kingdom loses a point of influence, by a scandal also the seat on the council. By 386 only
    once a turn. Who did it is not told."""
    return _enchant(doing, other_kingdom, -1)


@ORDERS.effect()
def glorify(doing: Doing, any_kingdom: Kingdom) -> bool:
    """481, 482: a ruler of any kingdom gains a point of influence; by 482 only where the caster is, and once a turn."""
    return _enchant(doing, any_kingdom, 1)


def _enchant(doing: Doing, kingdom: Kingdom, points: int) -> bool:
    number, once = doing.order.number, doing.turn.state(Once).enchanted
    if unknown(doing):
        return caster(doing) is not None and doing.done("cast")
    figure, group = named_ruler(doing, kingdom), doing.own_group()
    if figure is None or group is None:
        return False
    if number == AURA and group.area != figure.area:
        return doing.unsure(f"{figure.name} is not where {group.id} is ({group.area}).")
    if number in (CURSE, AURA) and (number, kingdom.code) in once:
        return doing.unsure(f"{figure.name} was under this spell this turn already.")
    if caster(doing) is None:
        return False
    percent = doing.tables.value(f"spell.{number}_pct")
    if doing.turn.expected:
        return doing.done("cast")
    if warded(doing.turn, kingdom.code, figure.code):
        return doing.done(f"{figure.name} was protected")
    if not happens(doing.turn, percent, number, doing.code, group.id, doing.order.wizard):
        return doing.done("without effect")
    once.add((number, kingdom.code))
    change_influence(doing.turn, kingdom, points, doing.tables.spells[number].name)
    if number == SCANDAL and kingdom.code in doing.world.council.members:
        leave(doing.turn, kingdom, "magic")
    return doing.done(f"influence of {figure.name} {points:+d}")


_SORTS: dict[str, Callable[[Figure], bool]] = {
    "": lambda figure: True,
    "E": lambda figure: not figure.agent,
    "N": lambda figure: figure.agent,
}
"""Whom 430 puts to death: all, emissaries, or agents and fanatics."""


@ORDERS.effect()
def escape(doing: Doing) -> bool:
    """385: a captive tries to get away, more likely with a bribe; as often in a turn as is paid for."""
    figure, tables = doing.kingdom.figures.get(doing.order.figure), doing.tables
    captives = " ".join(one.code for one in doing.kingdom.figures.values() if one.held_by) or "none"
    if figure is None or not figure.held_by:
        return doing.fail(f"{doing.order.figure} is no figure of ours that is a prisoner.", f"Prisoners: {captives}.")
    each, most, gold = tables.whole("escape.bribe_gold"), tables.whole("escape.bribes"), doing.order.quantity or 0
    sums = [each * times for times in range(most + 1)]
    if gold not in sums:
        return doing.fail("The bribe is one of " + ", ".join(f"{one:,}" for one in sums) + ".")
    if not doing.can_act(figure) or not pay(doing, gold):
        return False
    base = tables.value("escape.chance_pct") + tables.value("escape.bribe_pct") * (gold // each)
    percent = chance(Asked(doing.world, doing.code, figure=figure), "escape", base)
    if doing.turn.expected:
        return doing.done(f"{figure.name} tries to escape", gold)
    if not happens(doing.turn, percent, "escape", doing.code, figure.code, len(doing.turn.done)):
        return doing.done(f"{figure.name} did not get away", gold)
    holder = figure.held_by
    doing.tell("escaped", holder, figure=figure.name, rank=figure.rank, of=doing.code)
    free(doing.turn, doing.kingdom, figure)
    return doing.done(f"{figure.name} escaped", gold)


@ORDERS.effect("execute_prisoners")
def execute(doing: Doing) -> str | bool:
    """430: one prisoner, all of a kingdom, all of a sort, or everybody."""
    order = doing.order
    ours = [
        (kingdom, figure)
        for _, kingdom in sorted(doing.world.kingdoms.items())
        for figure in kingdom.figures.values()
        if figure.held_by == doing.code
    ]
    chosen = [(kingdom, figure) for kingdom, figure in ours if _is_meant(doing, kingdom, figure)]
    if order.figure and not order.kingdom:
        return doing.fail("A prisoner is named with his kingdom.", "Write the kingdom in column A.", f"430 EL {order.figure}")
    if not chosen:
        held = ", ".join(f"{figure.code} ({figure.name}, {figure.rank}) of {kingdom.code}" for kingdom, figure in ours)
        return doing.fail("We hold no such prisoner.", f"Ours: {held}." if held else "We hold none at all.")
    for kingdom, figure in chosen:
        die(doing.turn, kingdom, figure, "executed")
    return f"put to death: {', '.join(figure.name for _, figure in chosen)}"


def _is_meant(doing: Doing, kingdom: Kingdom, figure: Figure) -> bool:
    order = doing.order
    return order.kingdom in ("", kingdom.code) and order.figure in ("", figure.code) and _SORTS[order.code](figure)
