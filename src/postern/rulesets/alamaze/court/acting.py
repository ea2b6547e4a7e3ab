"""What the orders of the court have in common: who acts, where, for how much, and whom another kingdom's figure is."""

from __future__ import annotations

from postern.rulesets.alamaze.tables import Region
from postern.rulesets.alamaze.treasury import pay
from postern.rulesets.alamaze.turn import Doing, Turn
from postern.rulesets.alamaze.world import Center, Figure, Kingdom


def idle(turn: Turn) -> None:
    """At the beginning of a turn nobody has done anything yet."""
    for kingdom in turn.world.kingdoms.values():
        for figure in kingdom.figures.values():
            figure.deed = ""


def act(doing: Doing, figure: Figure, gold: int = 0) -> bool:
    """Takes the figure's one action of the turn, and its price; False after a failure, and then neither is taken."""
    if not doing.sole(figure):
        return False
    if pay(doing, gold):
        return True
    del doing.turn.sole_actions[doing.code, figure.code]
    return False


def did(doing: Doing, figure: Figure, result: str, gold: int = 0) -> bool:
    """The order is carried out, and this is what the figure did."""
    figure.deed = result
    return doing.done(result, gold)


def emissary_at_work(doing: Doing) -> tuple[Figure, Center] | None:
    """The emissary of the order and the center that he is based in; None after a failure (AC-08-02, AC-08-03, AC-08-32)."""
    figure = doing.own_figure(of="emissary")
    if figure is None:
        return None
    center = doing.world.centers.get(figure.area)
    if center is None:
        doing.fail(f"{figure.name} is in no population center ({figure.area}).", "Move him with 350 first.")
        return None
    return figure, center


def ruler(doing: Doing) -> Figure | None:
    """The own ruler for an order that does not name him, if he can act; None after a failure."""
    figure = doing.kingdom.figures[doing.kingdom.ruler]
    return figure if doing.can_act(figure) else None


def consul(doing: Doing) -> Figure | None:
    """The Consul of the order; None after a failure."""
    return _of_rank(doing, "Consul")


def demon_prince(doing: Doing) -> Figure | None:
    """The Demon Prince of the order; None after a failure."""
    return _of_rank(doing, "Demon Prince")


def _of_rank(doing: Doing, rank: str) -> Figure | None:
    figure = doing.own_figure(of="political")
    if figure is not None and figure.rank != rank:
        fitting = " ".join(one.code for one in doing.kingdom.figures.values() if one.rank == rank) or "none"
        doing.fail(f"{figure.name} is a {figure.rank}; this order needs a {rank}.", f"Ours: {fitting}.")
        return None
    return figure


def region(doing: Doing) -> Region | None:
    """The region of the order; None after a failure."""
    regions = doing.tables.regions
    found = regions.get(doing.order.region or 0)
    if found is None:
        doing.fail(f"There is no region {doing.order.region}: regions run from {min(regions)} to {max(regions)}.")
    return found


def any_kingdom(doing: Doing) -> Kingdom | None:
    """The kingdom of the order, which may be our own; None after a failure."""
    return doing.kingdom if doing.order.kingdom == doing.code else doing.other_kingdom()


def unknown(doing: Doing) -> bool:
    """True where the order is tried on an imagined world and names another kingdom: its figures and secrets are not there."""
    return doing.turn.expected and doing.order.kingdom != doing.code


def named_figure(doing: Doing, kingdom: Kingdom, code: str, area: str = "") -> Figure | None:
    """A figure of a kingdom by code, and based in this area where one is given; None after a failure."""
    figure = kingdom.figures.get(code)
    if figure is None:
        doing.unsure(f"{kingdom.code} has no figure {code}.")
        return None
    if area and figure.area != area:
        doing.unsure(f"{figure.name} ({code}) is not based in {area}.")
        return None
    return figure


def named_ruler(doing: Doing, kingdom: Kingdom) -> Figure | None:
    """The ruler of a kingdom, as a spell names him; None after a failure."""
    figure = named_figure(doing, kingdom, doing.order.figure, doing.order.area)
    if figure is not None and figure.code != kingdom.ruler:
        doing.unsure(f"{figure.name} does not rule {kingdom.code}.")
        return None
    return figure
