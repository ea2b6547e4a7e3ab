"""Sides on the map: a hue and a heraldic division each, so that colour is never the only sign of anything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from postern.game.chart import Outline, Owner, Point
from postern.game.front import Force
from postern.render.chart.sheet import Ink, Sheet
from postern.render.style import luminance, mix

OWN = "#00407a"
PAPER = "#fffdf7"
_NEUTRAL = "#6d6a66"

# Divisions of a flag as outlines from (0, 0) to (1, 1), in the side's hue on paper-white.
_PALE = (((0.34, 0.0), (0.66, 0.0), (0.66, 1.0), (0.34, 1.0)),)
_FESS = (((0.0, 0.32), (1.0, 0.32), (1.0, 0.68), (0.0, 0.68)),)
_BEND = (((0.0, 0.0), (0.3, 0.0), (1.0, 0.7), (1.0, 1.0), (0.7, 1.0), (0.0, 0.3)),)
_SINISTER = (((1.0, 0.0), (0.7, 0.0), (0.0, 0.7), (0.0, 1.0), (0.3, 1.0), (1.0, 0.3)),)
_CHIEF = (((0.0, 0.0), (1.0, 0.0), (1.0, 0.42), (0.0, 0.42)),)
_PARTED = (((0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0)),)
_PARTED_BEND = (((0.0, 0.0), (1.0, 1.0), (0.0, 1.0)),)
_QUARTERLY = (((0.0, 0.0), (0.5, 0.0), (0.5, 0.5), (0.0, 0.5)), ((0.5, 0.5), (1.0, 0.5), (1.0, 1.0), (0.5, 1.0)))
_PILE = (((0.0, 0.0), (1.0, 0.0), (0.5, 0.95)),)
_LOZENGE = (((0.5, 0.08), (0.86, 0.5), (0.5, 0.92), (0.14, 0.5)),)
_BARS = (((0.0, 0.0), (1.0, 0.0), (1.0, 0.24), (0.0, 0.24)), ((0.0, 0.76), (1.0, 0.76), (1.0, 1.0), (0.0, 1.0)))

SIDES: tuple[tuple[str, tuple[Outline, ...]], ...] = (
    ("#b2475d", _FESS),
    ("#00b2b2", _PARTED_BEND),
    ("#403229", _LOZENGE),
    ("#bc63f7", _PALE + _FESS),
    ("#3d6600", _PALE),
    ("#f7639e", _BEND),
    ("#8fb200", _CHIEF),
    ("#5700d9", _QUARTERLY),
    ("#388c7b", _PARTED),
    ("#66294e", _PILE),
    ("#7b8c38", _SINISTER),
    ("#825b8c", _BARS),
)
"""Hue and division by number at set-up. Neither red (danger) nor green (gain) is among the hues, nor the reader's blue.

Any two hues lie at least 12 apart (CIEDE2000) for all eyes; the divisions tell sides apart where there is no colour.
"""


@dataclass(frozen=True)
class Side:
    """How an owner is drawn: the reader's own solid in ``colour``, others paper-white with it as outline and division."""

    owner: Owner
    colour: str
    division: tuple[Outline, ...] = ()

    @property
    def on_colour(self) -> str:
        """The colour of letters on the side's colour."""
        return "#ffffff" if luminance(self.colour) < 0.62 else "#111111"


def sides(owners: Iterable[Owner]) -> dict[str, Side]:
    """A look for each owner, by key: the reader's own always the same, the others by their number at set-up."""
    looks: dict[str, Side] = {}
    for place, owner in enumerate(owners, start=1):
        if owner.own:
            looks[owner.key] = Side(owner, OWN)
        elif owner.neutral:
            looks[owner.key] = Side(owner, _NEUTRAL)
        else:
            turn, at = divmod((owner.number or place) - 1, len(SIDES))
            # Beyond twelve sides, a hue comes again with another division.
            looks[owner.key] = Side(owner, SIDES[at][0], SIDES[(at + 5 * turn) % len(SIDES)][1])
    return looks


def colour_of(force: Force) -> str:
    """The colour of a side in a fight, as on the map."""
    neutral = not force.own and not force.number
    return sides([Owner("side", force.name, "", force.own, neutral, force.number)])["side"].colour


def flag(sheet: Sheet, side: Side, x: float, y: float, width: float, dim: bool = False) -> None:
    """Draws the side's flag, its left edge at x, its middle at y, three parts wide and two high."""
    colour = mix(side.colour, "#f2f2f2", 0.45) if dim else side.colour
    height = width * 0.7
    top = y - height / 2

    def box(outline: Outline) -> tuple[Point, ...]:
        return tuple([(x + px * width, top + py * height) for px, py in outline])

    whole = box(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)))
    sheet.polygon(Ink(fill=colour if side.owner.own else PAPER), whole)
    for outline in side.division:
        sheet.polygon(Ink(fill=colour), box(outline), 1)
    sheet.polygon(Ink(line=colour, width=width * 0.1), whole, 2)
