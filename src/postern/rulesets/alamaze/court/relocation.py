"""New bases for figures, and the capital's own move (AC-19, AC-04-24, AC-04-36, rulings 35, 36, 46 and 84)."""

from __future__ import annotations

from postern.rulesets.alamaze.court.acting import act, did
from postern.rulesets.alamaze.effects import Asked, amount, chance, happens, rows
from postern.rulesets.alamaze.figures import RELOCATE, carry_off, imprison, rank_cost, relocate
from postern.rulesets.alamaze.ownership import can_be_capital, hides
from postern.rulesets.alamaze.regions import allied
from postern.rulesets.alamaze.treasury import pay
from postern.rulesets.alamaze.turn import Doing, Handlers
from postern.rulesets.alamaze.world import Center, Figure, Group


def move(doing: Doing) -> bool:
    """350: a figure has its base in another center within reach, whoever holds it (AC-19-02..12, AC-19-17, AC-19-18)."""
    figure = doing.own_figure()
    if figure is None:
        return False
    if figure.code == doing.kingdom.ruler:
        return doing.fail(f"{figure.name} rules and lives at the capital.", "Order 355 moves the capital.")
    center = _destination(doing, figure, doing.tables.whole("emissary.range"))
    if center is None:
        return False
    gold = _price(doing, figure)
    if not act(doing, figure, gold):
        return False
    besieger = _besieger(doing, figure)
    if besieger is not None and _taken_on_the_way(doing, figure, besieger):
        return doing.done(f"taken by {besieger.id} on the way out", gold)
    if (group := _in_the_way(doing, center)) is not None:
        if not doing.turn.expected:
            return did(doing, figure, f"turned back: {group.id} stood at {center.name}", gold)
        doing.note(f"{group.id} was seen at {center.area}.", "If it is there and no ally, the way is blocked.")
    relocate(doing.turn, doing.kingdom, figure, center.area)
    return did(doing, figure, f"moved to {center.name} ({center.area})", gold)


def gate(doing: Doing) -> bool:
    """351: a move that nothing blocks: of a Demon Prince anywhere, of who has the amulet for it within reach."""
    figure = doing.own_figure()
    if figure is None:
        return False
    asked = Asked(doing.world, doing.code, figure=figure)
    far = figure.rank == "Demon Prince"
    if not far and not any(row.source_kind == "artifact" for row in rows(asked, "order_access", str(doing.order.number))):
        return doing.fail(f"{figure.name} knows no gate.", "350 moves the figure:", f"350 {figure.code} {doing.order.area}")
    center = _destination(doing, figure, None if far else doing.tables.whole("gate.artifact_range"))
    gold = doing.tables.whole("gate.gold")
    if center is None or not act(doing, figure, gold):
        return False
    relocate(doing.turn, doing.kingdom, figure, center.area)
    return did(doing, figure, f"stepped through a gate to {center.name} ({center.area})", gold)


def _destination(doing: Doing, figure: Figure, reach: int | None) -> Center | None:
    """The center that the figure moves to; None after a failure (AC-19-03..07)."""
    area, tables = doing.order.area, doing.tables
    if area not in tables.areas:
        doing.fail(f"There is no area {area}.", "Areas run from AA to ZZ.")
        return None
    away, center = tables.grid.distance(figure.area, area), doing.world.centers.get(area)
    there = center is not None and not center.destroyed
    if reach is not None and away > reach:
        known = f"{area} is {away} areas away" if there else f"No center is known at {area}, and it is {away} areas away"
        doing.fail(f"{known}; the limit is {reach}.")
        return None
    if figure.area == area:
        doing.fail(f"{figure.name} is based in {area} already.")
        return None
    if center is None or not there:
        doing.unsure(f"No center is known at {area}; a base has to be one.", "It fails if there is none.")
        return None
    return center


def _price(doing: Doing, figure: Figure) -> int:
    """By rank, by an agent's level, or the price of a High Priestess (AC-13-07, AC-19-17)."""
    if figure.priestess:
        return doing.tables.whole("priestess.move_gold")
    if figure.agent:
        base = figure.level * doing.tables.whole("agent.move_gold_per_level")
        return int(amount(Asked(doing.world, doing.code, figure=figure), "price", "mission", base))
    return rank_cost(doing.turn, figure)


def _besieger(doing: Doing, figure: Figure) -> Group | None:
    """The first group of a kingdom that is no ally which besieges the center where the figure is."""
    for group in doing.world.groups_at(figure.area):
        if group.siege and group.siege.area == figure.area and not allied(doing.world, group.kingdom, doing.code):
            return group
    return None


def _taken_on_the_way(doing: Doing, figure: Figure, besieger: Group) -> bool:
    """Who leaves a siege may be caught by those outside (AC-19-12)."""
    asked = Asked(doing.world, doing.code, figure=figure)
    percent = chance(asked, "capture.leaving_siege", doing.tables.value("relocation.siege_capture_pct"))
    if not happens(doing.turn, percent, "leaving siege", doing.code, figure.code):
        return False
    imprison(doing.turn, doing.kingdom, figure, besieger.kingdom)
    return True


def _in_the_way(doing: Doing, center: Center) -> Group | None:
    """A group that blocks the way in: of a kingdom that is no ally, in the open and with brigades (AC-19-08, AC-19-11)."""
    for group in doing.world.groups_at(center.area):
        if not allied(doing.world, group.kingdom, doing.code) and not hides(doing.world, group.id):
            return group
    return None


def move_capital(doing: Doing) -> bool:
    """355: another own center becomes the capital. Who is at the old one and has not acted goes along, which is then that
    figure's action, and so do the prisoners (AC-04-24, AC-04-36)."""
    king, kingdom, world = doing.own_figure(of="ruler"), doing.kingdom, doing.world
    if king is None:
        return False
    center, gold, old = _own(doing, doing.order.area), doing.tables.whole("capital.move_gold"), kingdom.capital
    if center is None:
        return False
    if center.area == old:
        return doing.fail(f"{center.name} is the capital already.")
    if any(one.siege and one.siege.area == old for one in world.groups_at(old)):
        return doing.fail("The capital is under siege and cannot be moved.")
    if not can_be_capital(world, doing.code, center.area):
        return doing.unsure(f"A foreign group that is stronger than its walls stands at {center.name}.")
    if not act(doing, king, gold):
        return False
    kingdom.capital = center.area
    doing.tell("capital", area=center.area)
    for figure in kingdom.figures.values():
        if figure.held_by or figure.area != old:
            continue
        key = (doing.code, figure.code)
        if figure is king or key not in doing.turn.sole_actions:
            doing.turn.sole_actions[key] = doing.order.number
            relocate(doing.turn, kingdom, figure, center.area)
    relocate(doing.turn, kingdom, king, center.area)
    for other in world.kingdoms.values():
        for figure in other.figures.values():
            if figure.held_by == doing.code:
                carry_off(figure, center.area)
    return did(doing, king, f"{center.name} is the capital", gold)


def _own(doing: Doing, area: str) -> Center | None:
    center = doing.world.centers.get(area)
    if center is None or center.owner != doing.code:
        ours = ", ".join(one.area for one in doing.world.centers_of(doing.code)) or "none"
        doing.fail(f"We have no center in {area}.", f"Ours: {ours}.", code="NOT YOURS")
        return None
    return center


def name_alternates(doing: Doing) -> bool:
    """495: where the capital goes when it falls, a first and a second choice; it stays until changed (ruling 36)."""
    king = doing.own_figure(of="ruler")
    chosen = [area for area in (doing.order.area, doing.order.second_area) if area]
    if king is None or not doing.can_act(king) or not all(_own(doing, area) for area in chosen):
        return False
    if doing.kingdom.capital in chosen:
        return doing.fail(f"{doing.kingdom.capital} is the capital itself.", "Name other centers of ours.")
    gold = doing.tables.whole("capital.alternate_gold")
    if not pay(doing, gold):
        return False
    doing.kingdom.alternates = chosen
    return doing.done(f"alternate capitals: {', '.join(chosen)}", gold)


HANDLERS: Handlers = {RELOCATE: move, 351: gate, 355: move_capital, 495: name_alternates}
