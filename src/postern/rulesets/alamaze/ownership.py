"""Population centers that change hands, and what becomes of those inside (AC-04, AC-08, AC-19, rulings 35 and 36)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from postern.rulesets.alamaze.figures import imprison, refuge, relocate
from postern.rulesets.alamaze.influence import change_influence
from postern.rulesets.alamaze.regions import allied
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Center, Figure, Kingdom

How: TypeAlias = Literal["attack", "siege", "parley", "politics", "region", "revolt"]
"""How a center came to its new owner. Only "attack" and "siege" endanger figures inside (AC-19-19..22)."""


def change_owner(turn: Turn, center: Center, owner: str, how: How) -> None:
    """A center has a new owner, "" for none. Figures of kingdoms that the new owner is no ally of are captured or flee; of a
    lost capital the next is named (AC-04-23..29)."""
    before = center.owner
    center.owner = owner
    turn.tell_kingdoms("center-owner", (before, owner), area=center.area, before=before, after=owner, how=how)
    if how in ("attack", "siege"):
        for kingdom, figure in list(turn.world.figures_at(center.area)):
            if figure.held_by == "" and not (owner and allied(turn.world, owner, kingdom.code)):
                _caught(turn, center, kingdom, figure, owner, how)
    loser = turn.world.kingdoms.get(before)
    if loser is not None and loser.capital == center.area:
        _new_capital(turn, loser, center.area)


def _caught(turn: Turn, center: Center, kingdom: Kingdom, figure: Figure, owner: str, how: How) -> None:
    """Captured, fled to its capital, or, an agent, gone underground (AC-08-27..29, AC-19-19..22, ruling 35)."""
    tables, stream = turn.tables, turn.stream("capture", center.area, kingdom.code, figure.code)
    ruler = "king_" if figure.code == kingdom.ruler else ""
    captured = stream.percent(tables.whole(f"capture.{ruler}{how}_pct"))
    stays = figure.agent and (how == "siege" or stream.percent(tables.whole("capture.underground_pct")))
    if captured and not turn.expected:
        imprison(turn, kingdom, figure, owner)
    elif not stays:
        relocate(turn, kingdom, figure, refuge(turn, kingdom, center.area))


def _new_capital(turn: Turn, kingdom: Kingdom, lost: str) -> None:
    """The capital moves at once to an alternate one, else to the own center with the highest defense (ruling 36). It costs
    a point of influence (AC-09-12). Prisoners go with it."""
    own = {one.area for one in turn.world.centers_of(kingdom.code)}
    kingdom.capital = next((area for area in kingdom.alternates if area in own), refuge(turn, kingdom, lost))
    turn.tell_kingdoms("capital-lost", (kingdom.code,), lost=lost, capital=kingdom.capital)
    change_influence(turn, kingdom, -1, "capital")
    for other in turn.world.kingdoms.values():
        for figure in other.figures.values():
            if figure.held_by == kingdom.code:
                figure.area = kingdom.capital
