"""Moves, force marches and sailing (QJ-29-19 to QJ-29-22)."""

from __future__ import annotations

import re
from functools import partial

from postern.game.kit.orders import OrderKind, Saying, form
from postern.rulesets.great_jewels.orders.arguments import PROVINCE
from postern.rulesets.great_jewels.orders.model import Move, QJOrder, Sail
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.wording import spoken

GO = r"(?:MOV(?:ES?|ING)|MARCH(?:ES|ING)?|GO(?:ES|ING)?|WALKS?|TRAVELS?|RIDES?|ADVANCES?|RETREATS?|PROCEEDS?|HEADS?)"
_RUSH = r"(?:FORCEMARCH(?:ES|ING)?|RUSH(?:ES|ING)?)"
_VIA = "<goal:p1>(?: VIA| THROUGH| OVER| BY WAY OF) <path:way>"


def _moved_via(leader: int, goal: str, path: tuple[str, ...]) -> QJOrder:
    return Move(leader, (*path, goal))


def _marched_via(leader: int, goal: str, path: tuple[str, ...]) -> QJOrder:
    return Move(leader, (*path, goal), force_march=True)


def _words(order: Move, scene: Scene) -> str:
    """With the cost of the way when an expected turn knows it."""
    *between, goal = order.path
    verb = "force marches" if order.force_march else "marches"
    via = f" by way of {', '.join(map(spoken, between))}" if between else ""
    cost = scene.expected.costs.get(order.leader, "")
    end = scene.expected.ends.get(order.leader, goal)
    land = f"({scene.terrain(end)}{f', {cost}' if cost else ''})"
    if end != goal:
        land = f"(only as far as {spoken(end)}: {land[1:]}"
    return f"L{order.leader} {verb} to {spoken(goal)}{via} {land}"


def _sail_words(order: Sail, scene: Scene) -> str:
    cost = scene.expected.costs.get(order.leader, "")
    return f"L{order.leader} sails to {spoken(order.province)}{f' ({cost})' if cost else ''}"


_march = partial(Move, force_march=True)

KINDS = (
    OrderKind(
        "march",
        Move,
        (form("L<leader:nn>M<path:p1p2...>", "move along the listed provinces", force_march=False),),
        giver="leader",
        step="7a",
        group="move",
        words=_words,
        said=(
            Saying(rf"L<leader:nn> {GO} (?:TO )?{_VIA}", _moved_via),
            Saying(rf"{GO} L<leader:nn> (?:TO )?{_VIA}", _moved_via),
            Saying(rf"L<leader:nn> {GO} (?:FROM G?[A-S][0-9]+ )?(?:TO |VIA |THROUGH |ON )?<path:way>", Move),
            Saying(rf"{GO} L<leader:nn> (?:FROM G?[A-S][0-9]+ )?(?:TO |VIA |THROUGH )?<path:way>", Move),
            Saying(r"L<leader:nn> TO <path:way>", Move),
        ),
    ),
    OrderKind(
        "force march",
        Move,
        (
            form(
                "L<leader:nn>F<path:p1p2...>",
                "force march: as move with 6 movement points, no siege equipment, not two turns running",
                force_march=True,
            ),
        ),
        giver="leader",
        step="7a",
        group="move",
        words=_words,
        said=(
            Saying(rf"L<leader:nn> {_RUSH} (?:TO )?{_VIA}", _marched_via),
            Saying(rf"{_RUSH} L<leader:nn> (?:TO )?{_VIA}", _marched_via),
            Saying(rf"L<leader:nn> {_RUSH} (?:TO |VIA |THROUGH )?<path:way>", _march),
            Saying(rf"{_RUSH} L<leader:nn> (?:TO |VIA |THROUGH )?<path:way>", _march),
        ),
    ),
    OrderKind(
        "sailing",
        Sail,
        (form("L<leader:nn>S<province:p1>", "sail to a coastal province; uses one navy"),),
        giver="leader",
        step="7a",
        group="move",
        words=_sail_words,
        said=(
            Saying(r"L<leader:nn> SAIL(?:S|ING)? (?:TO |FOR )?<province:p1>", Sail),
            Saying(r"SAIL L<leader:nn> (?:TO |FOR )?<province:p1>", Sail),
        ),
    ),
)

COPIES = (
    ("LnnM*", "same move as the movement order directly before it"),
    ("LnnF*", "same force march as the movement order directly before it"),
)
"""What the help says of moves that copy another; which move that is, only the letter knows."""

SAME_BOOK = re.compile(r"L(?P<n>[0-9]{1,9})(?P<way>[MF])\*")
SAME_PLAIN = re.compile(
    r"L(?P<n>[0-9]{1,9}) (?:"
    r"FOLLOWS? (?:L(?P<m>[0-9]{1,9}))?"
    rf"|(?:{GO} )?(?:SAME(?: WAY| MOVE)?|LIKEWISE|DITTO)"
    r"|SAME(?: MOVE)? AS L(?P<j>[0-9]{1,9})"
    rf"|{GO} (?:WITH|LIKE|AS|BEHIND|ALONG WITH) L(?P<k>[0-9]{{1,9}}))"
)
"""LnnM* and LnnF*, and "L14 follows L13": read by the caller, who knows the moves written before."""

SAME_FOR = re.compile(
    r"(?:DO )?(?:SAME|LIKEWISE|DITTO)(?: WAY| MOVE)?(?: FOR| WITH)? (?P<all>L[0-9]+(?:(?: AND | ?& ?| ?\+ ?| )L[0-9]+)*)"
)
"""The same the other way round: "same for L14 and L15"."""

STAY = re.compile(
    r"(?P<unit>L[0-9]{1,9}|G?[A-S][0-9]{1,2}) "
    r"(?:HOLDS?|STAYS?(?: PUT| THERE)?|WAITS?|RESTS?|REMAINS?|DEFENDS?|(?:DOES |DO )?NOTHING)"
)
"""To stay needs no order."""

WITH_MANY = re.compile(r"(?P<head>[A-Z].*) (?P<link>WITH|BY|USING) (?P<all>L[0-9]+(?:(?: AND | ?& ?| ?\+ ?| )L[0-9]+)+)")
"""One order with several leaders behind it: "attack L31 with L13 and L14"."""

EVERY = re.compile(rf"ALL LEADERS(?: (?:IN|AT|FROM|OF) G?(?P<place>{PROVINCE}))? (?P<rest>[A-Z].*)")
"""All own leaders, or all in one province."""

MANY = re.compile(r"(?P<all>L[0-9]+(?:(?: AND | ?& ?| ?\+ ?| )L[0-9]+)+) (?P<rest>[A-Z].*)")
"""Several leaders with one order between them: "L13 and L14 move to B4"."""
