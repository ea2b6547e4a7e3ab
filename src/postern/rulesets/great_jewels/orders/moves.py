"""Moves, force marches and sailing (QJ-29-19 to QJ-29-22)."""

from __future__ import annotations

import re

from postern.rulesets.great_jewels.orders.forms import PROVINCE, Form, clean, way
from postern.rulesets.great_jewels.orders.model import Move, QJOrder, Sail
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.wording import spoken

GO = r"(?:MOV(?:ES?|ING)|MARCH(?:ES|ING)?|GO(?:ES|ING)?|WALKS?|TRAVELS?|RIDES?|ADVANCES?|RETREATS?|PROCEEDS?|HEADS?)"
_RUSH = r"(?:FORCEMARCH(?:ES|ING)?|RUSH(?:ES|ING)?)"
_STEP = rf"(?: ?[-/] ?| (?:AND )?(?:ON )?TO | VIA | AND | THROUGH | OVER | )(?={PROVINCE})"
_PATH = rf"(?P<path>{PROVINCE}(?:{_STEP}{PROVINCE})*)"
_VIA = rf"(?P<goal>{PROVINCE})(?: VIA| THROUGH| OVER| BY WAY OF) {_PATH}"


def _move(match: re.Match[str]) -> QJOrder:
    return Move(int(match["n"]), way(match))


def _march(match: re.Match[str]) -> QJOrder:
    return Move(int(match["n"]), way(match), force_march=True)


def _moved_via(match: re.Match[str]) -> QJOrder:
    return Move(int(match["n"]), (*way(match), clean(match["goal"])))


def _marched_via(match: re.Match[str]) -> QJOrder:
    return Move(int(match["n"]), (*way(match), clean(match["goal"])), force_march=True)


def _sail(match: re.Match[str]) -> QJOrder:
    return Sail(int(match["n"]), clean(match["p"]))


BOOK = (
    Form(r"L<n>M<path>", _move, "LnnMp1p2...", "leader nn moves to p1, then p2, and so on"),
    Form(r"L<n>F<path>", _march, "LnnFp1p2...", "leader nn force marches to p1, then p2, and so on"),
    Form(r"L<n>S<p>", _sail, "LnnSp1", "leader nn sails to p1"),
)

PLAIN = (
    Form(rf"L<n> {_RUSH} (?:TO )?{_VIA}", _marched_via),
    Form(rf"{_RUSH} L<n> (?:TO )?{_VIA}", _marched_via),
    Form(rf"L<n> {_RUSH} (?:TO |VIA |THROUGH )?{_PATH}", _march),
    Form(rf"{_RUSH} L<n> (?:TO |VIA |THROUGH )?{_PATH}", _march),
    Form(rf"L<n> {GO} (?:TO )?{_VIA}", _moved_via),
    Form(rf"{GO} L<n> (?:TO )?{_VIA}", _moved_via),
    Form(rf"L<n> {GO} (?:FROM G?[A-S][0-9]+ )?(?:TO |VIA |THROUGH |ON )?{_PATH}", _move),
    Form(rf"{GO} L<n> (?:FROM G?[A-S][0-9]+ )?(?:TO |VIA |THROUGH )?{_PATH}", _move),
    Form(rf"L<n> TO {_PATH}", _move),
    Form(r"L<n> SAIL(?:S|ING)? (?:TO |FOR )?<p>", _sail),
    Form(r"SAIL L<n> (?:TO |FOR )?<p>", _sail),
)

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


def code(order: QJOrder) -> str:
    """The book's form, or "" for orders of other families."""
    match order:
        case Move(leader=leader, path=path, force_march=rushed):
            return f"L{leader}{'F' if rushed else 'M'}{''.join(path)}"
        case Sail(leader=leader, province=province):
            return f"L{leader}S{province}"
    return ""


def words(order: QJOrder, scene: Scene) -> str:
    """Plain words, with the cost of the way when an expected turn knows it; "" for orders of other families."""
    match order:
        case Move(leader=leader, path=path, force_march=rushed):
            verb = "force marches" if rushed else "marches"
            via = f" by way of {', '.join(map(spoken, path[:-1]))}" if len(path) > 1 else ""
            cost = scene.expected.costs.get(leader, "")
            end = scene.expected.ends.get(leader, path[-1])
            land = f"({scene.terrain(end)}{f', {cost}' if cost else ''})"
            if end != path[-1]:
                land = f"(only as far as {spoken(end)}: {land[1:]}"
            return f"L{leader} {verb} to {spoken(path[-1])}{via} {land}"
        case Sail(leader=leader, province=province):
            cost = scene.expected.costs.get(leader, "")
            return f"L{leader} sails to {spoken(province)}{f' ({cost})' if cost else ''}"
    return ""
