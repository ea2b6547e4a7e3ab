"""The prefilled order form: every force and place that can act, its position and limits as comments, ready to edit.

A line that names only a force ("L13") orders nothing, so that the form can be sent back whole with just a few lines filled.
"""

from __future__ import annotations

from collections.abc import Iterable

from postern.game.chance import Chance
from postern.rulesets.great_jewels.entries import ProvinceEntry
from postern.rulesets.great_jewels.geography import coastal, hex_of, neighbours
from postern.rulesets.great_jewels.imagined import imagine
from postern.rulesets.great_jewels.orders.citadels import csp_limit, csp_price
from postern.rulesets.great_jewels.sighted import holder_words, leader_words
from postern.rulesets.great_jewels.steps.ways import marches_by_force, movement_points
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, JEWELS
from postern.rulesets.great_jewels.talismans.hooks import FORCE_MARCH_LIMIT
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.wording import counted, mixed, titled
from postern.rulesets.great_jewels.world import Force, Leader, Province

_WIDTH = 72
_TIED = "\u00a0"
_LAND = {"C": "clear", "M": "mountain", "F": "forest", "I": "impassable"}
_WORTH_RAIDING = 5
"""Troops from which a garrison without a leader can spare a raid of four."""


def order_form(view: View) -> tuple[str, ...]:
    """The form's lines: leaders and garrisons place by place, then talismans that take orders, then quiet garrisons."""
    lines = [
        f"// ORDERS FOR TURN {view.turn}, {view.seat}",
        "// Write on after a name and delete what you do not need: a name alone",
        "// orders nothing. Lines with // are remarks.  L13MB4B5 march, L13FB4B5",
        "// force march, L13SB9 sail, L13AG attack garrison, L13AL24 attack L24,",
        "// L13T5ZG give 5 zorans to the garrison, GB2T5TL13 give 5 troops to",
        "// L13, GB2R4C3 raid C3, GB2BC4 build citadel points. # means all.",
    ]
    if view.turn == 1:
        lines += ["", "// The turn on which you would like the game to end, 20 to 30:", "E=25"]
    trial = Turn(imagine(view), [], Chance("form"), expected=True)
    busy: list[str] = []
    quiet: list[str] = []
    for place in sorted({leader.province for leader in view.leaders.values()} | set(view.provinces), key=hex_of):
        (quiet if _is_quiet(view, place) else busy).append(place)
    for place in busy:
        lines += _place_lines(view, trial, place)
    lines += _talisman_lines(view)
    lines += _quiet_lines(view, quiet)
    return tuple(lines)


# --- what stands where ------------------------------------------------------------------------------------------


def _is_quiet(view: View, name: str) -> bool:
    """A garrison with nothing urgent to do: no leader with it, no stranger there or next to it, nothing empty to raid."""
    if any(leader.province == name for leader in view.leaders.values()):
        return False
    if _strangers(view, name):
        return False
    place = view.provinces[name]
    if place.besieged or place.garrison < _WORTH_RAIDING:
        return True
    return not any(_is_open(view, other) or _strangers(view, other) for other in neighbours(name))


def _strangers(view: View, name: str) -> list[str]:
    """Leaders of others seen there this turn, in words."""
    entry = view.entries.get(name)
    if entry is None or entry.turn != view.turn:
        return []
    return [leader_words(one) for one in entry.leaders if one.owner != view.seat and not one.killed]


def _is_open(view: View, name: str) -> bool:
    """Land that a raid might take: nobody's, as far as the reader knows."""
    if name in view.provinces or view.terrain(name).value == "I":
        return False
    entry = view.entries.get(name)
    return entry is None or (entry.tag == "-----" and not entry.garrison)


def _place_lines(view: View, trial: Turn, name: str) -> list[str]:
    leaders = [leader for _, leader in sorted(view.leaders.items()) if leader.province == name]
    province = view.provinces.get(name)
    around = " ".join(f"{other}{view.terrain(other).value.lower()}" for other in neighbours(name))
    shore = ", coast" if coastal(name) else ""
    lines = ["", *_wrapped(f"Province {name}, {_LAND[view.terrain(name).value]}{shore}; next to {around}")]
    if others := _others(view, name):
        lines += _wrapped(f"Here too: {others}")
    for leader in leaders:
        lines += [*_wrapped(f"L{leader.number}: {_leader_words(view, trial, leader)}"), f"L{leader.number}"]
    if province is not None:
        lines += [*_wrapped(f"G{name}: {_garrison_words(view, trial, province)}"), f"G{name}"]
    return lines


def _others(view: View, name: str) -> str:
    """Who else is in a place: strangers, and the garrison if it is not the reader's."""
    entry = view.entries.get(name)
    parts = []
    if entry is not None and name not in view.provinces:
        parts.append(_holder(view, entry))
    return "; ".join([part for part in parts if part] + _strangers(view, name))


def _holder(view: View, entry: ProvinceEntry) -> str:
    holder = holder_words(view, entry)
    if entry.fogged:
        return f"{holder}, in fog"
    if not entry.garrison:
        return f"{holder}, no garrison" if holder != "nobody" else ""
    walls = f", citadel {entry.csps}" if entry.csps else ""
    return f"garrison ({holder}), {counted(entry.garrison, 'troop')}{walls}"


def _leader_words(view: View, trial: Turn, leader: Leader) -> str:
    parts = [counted(leader.troops, "troop"), f"bonus {leader.bonus}"]
    for amount, noun in ((leader.zorans, "zoran"), (leader.rams, "ram"), (leader.towers, "tower")):
        if amount:
            parts.append(counted(amount, noun))
    parts += [f"T{one.number}" for one in view.held(leader.number)]
    parts.append(_march_words(view, trial, leader))
    if leader.bought == view.turn - 1 > 0:
        parts.append("may not hire mercenaries this turn")
    if leader.at_peace:
        parts.append(f"at peace (L{leader.number}Q ends it)")
    return ", ".join(parts)


def _march_words(view: View, trial: Turn, leader: Leader) -> str:
    """His movement points, and what a force march would bring: "moves 4, forced 6 (8 of his troops survive)"."""
    twin = trial.world.leaders[leader.number]
    plain = f"moves {mixed(movement_points(trial, twin))}"
    if leader.force_marched == view.turn - 1 > 0:
        return f"{plain}, not forced again now"
    if leader.rams or leader.towers or not marches_by_force(trial, twin, ordered=True):
        return plain
    survivors = FORCE_MARCH_LIMIT.fold(trial, Force(leader=leader.number), min(leader.troops, 2 * leader.bonus), None)
    toll = f" ({survivors or 'none'} of his troops {'survives' if survivors == 1 else 'survive'})"
    return f"{plain}, forced {mixed(movement_points(trial, twin, force=True))}{toll if survivors < leader.troops else ''}"


def _garrison_words(view: View, trial: Turn, place: Province) -> str:
    parts = [counted(place.garrison, "troop"), _wealth(trial, place)]
    if place.csps:
        parts.append(f"citadel {place.csps}")
    if place.navies:
        parts.append(counted(place.navies, "navy", "navies"))
    parts += [f"T{one.number}" for one in view.held(place.name)]
    if place.besieged:
        parts.append("BESIEGED: it may only attack")
    return ", ".join(parts)


def _wealth(trial: Turn, place: Province) -> str:
    """The treasury, and how many citadel points it buys this turn at most."""
    afford = min(csp_limit(trial, place), place.zorans // csp_price(trial, place))
    words = counted(place.zorans, "zoran")
    return f"{words} (buys {afford} citadel points)" if afford > 1 and not place.besieged else words


def _talisman_lines(view: View) -> list[str]:
    """Talismans with an order of their own, each with its form."""
    lines: list[str] = []
    for number, one in sorted(view.talismans.items()):
        form = _order_of(number)
        if form:
            lines += _wrapped(f"{titled(one.name)} with {one.holder}: {form}")
    return ["", "// Talismans that take orders, each with an example:", *lines] if lines else []


def _order_of(number: int) -> str:
    """Examples of a talisman's own order ("T45=M7"); "" for those that have none, keys among them."""
    if number in JEWELS:
        return f"T{number}= and a spell, see HELP jewels"
    return " or ".join(one for one in CATALOGUE[number].orders if one.startswith(f"T{number}="))


def _quiet_lines(view: View, names: Iterable[str]) -> list[str]:
    """Garrisons that need no orders, several a line, as remarks: troops and zorans."""
    told: dict[bool, list[str]] = {True: [], False: []}
    for name in names:
        place = view.provinces[name]
        told[place.besieged].append(f"{name}{_TIED}{place.garrison}/{place.zorans}")
    lines = []
    if told[False]:
        lines += ["", *_wrapped("Quiet garrisons (troops/zorans), for musters (GB2M), building, raids:")]
        lines += _wrapped("  ".join(told[False]))
    if told[True]:
        lines += [
            "",
            *_wrapped("Besieged, nothing possible but to hold out (troops/zorans):"),
            *_wrapped("  ".join(told[True])),
        ]
    return lines


def _wrapped(text: str) -> list[str]:
    """Remark lines of at most 72 columns; words that are tied stay on one line."""
    lines, line = [], "//"
    for word in text.split(" "):
        if len(line) + 1 + len(word) > _WIDTH:
            lines.append(line)
            line = "//  "
        line = f"{line} {word}"
    return [one.replace(_TIED, " ") for one in (*lines, line)]
