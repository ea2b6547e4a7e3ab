"""The printout in the book's own codes (chapters 5, 6 and 31, ruling 28), one text line after another, made from entries; and
the prefilled order form: every force and place that can act, its position and limits as comments, ready to edit.

A line that names only a force ("L13") orders nothing, so that the form can be sent back whole with just a few lines filled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial

from postern.game.chance import Chance
from postern.game.kit.report.form import TIED, remark
from postern.game.kit.report.telling import counted
from postern.rulesets.great_jewels.knowledge import View, imagine
from postern.rulesets.great_jewels.orders.building import csp_limit, csp_price
from postern.rulesets.great_jewels.report.tables import holder_words, leader_words
from postern.rulesets.great_jewels.rules.hooks import FORCE_MARCH_LIMIT
from postern.rulesets.great_jewels.rules.movement.ways import marches_by_force, movement_points
from postern.rulesets.great_jewels.tables import CATALOGUE, JEWELS, coastal, hex_of, mixed, neighbours, titled
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import (
    MERCENARY_TAG,
    Force,
    Leader,
    LeaderEntry,
    Province,
    ProvinceEntry,
    TalismanEntry,
)

WIDTH = 72
RULE = "-" * WIDTH
NO_CHARGE = "NO CHARGE FOR THIS GAME"
_MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split()


def printout_lines(view: View) -> list[str]:
    """The whole printout: head, players, provinces seen, answers of talismans, summary. The due date is not known yet."""
    lines = [*head_lines(view), *player_lines(view), RULE]
    for entry in sorted(view.current.values(), key=lambda entry: (hex_of(entry.name)[1], hex_of(entry.name)[0])):
        lines += province_lines(entry)
    lines.append(RULE)
    for talisman, answers in view.player.told.items():
        if talisman == "T57":  # the Oracle stands among the players
            continue
        lines += [part for answer in answers for part in wrap(answer)]
    for line in view.summary.lines():
        lines += wrap(line)
    return lines


def head_lines(view: View) -> list[str]:
    """Game, turn and account; name, type and score; automatic waylay; accounting (QJ-31-01 to QJ-31-04, QJ-31-06)."""
    return [
        f"GAME {view.game} TURN {view.turn} ACCOUNT {view.player.account}",
        f"{view.seat} = {view.people.value}      YOUR SCORE: {view.player.score}",
        f"AUTOMATIC WAYLAY IS *{'on' if view.player.waylay else 'off'}*",
        NO_CHARGE,
    ]


def due_line(due: datetime) -> str:
    """The line that stands above the accounting."""
    return f"DUE DATE FOR THIS TURN IS: {due_date(due)}"


def due_date(due: datetime) -> str:
    """AUG-03-2016 20:00 CEST: the book's form of a date, with the time and its zone (QJ-31-05, ruling 29)."""
    return f"{_MONTHS[due.month - 1]}-{due.day:02}-{due.year} {due:%H:%M} {due:%Z}".rstrip()


def player_lines(view: View) -> list[str]:
    """Declared allies, players met with their types, their scores without names (QJ-31-07 to QJ-31-09)."""
    allies = _listing(f"[{name}]" for name in view.player.allies)
    met = _listing(f"[{name}]={people.value}" for name, people in view.met.items())
    scores = _listing(map(str, view.scores))
    lines = ["Players you have declared ally:", *allies, "Players you have met:", *met]
    return [*lines, "Their scores (in increasing order):", *scores]


def province_lines(entry: ProvinceEntry) -> list[str]:
    """One province: its line, the talismans in it, its leaders with theirs, and who left (QJ-05-23, QJ-31-10 to QJ-31-23)."""
    lines = wrap(province_code(entry))
    lines += [f"  {talisman_code(one)}" for one in entry.talismans]
    for leader in entry.leaders:
        lines += wrap("  " + leader_code(leader))
        lines += [f"    {talisman_code(one)}" for one in leader.talismans]
    if entry.departures:
        lines += _pack(entry.departures, "  ")
    return lines


def province_code(entry: ProvinceEntry) -> str:
    """``E1[LORD] (M,LV=4,TX=1,T/O=1,G=4,C=73,Z=155,RD,TGT=L13,-X)``: fields in the book's order, zero fields left out.

    A locked city is ``D6[DIAMOND]``; a province under the Fog of War shows owner and terrain only.
    """
    name = f"{entry.name}[{entry.tag}]"
    if entry.locked:
        return name
    numbers = (
        ("LV", entry.levy),
        ("TX", entry.tax),
        ("T/O", entry.turns_owned),
        ("G", entry.garrison),
        ("C", entry.csps),
        ("N", entry.navies),
        ("Z", entry.zorans),
    )
    fields = [entry.terrain, *(f"{key}={value}" for key, value in numbers if value)]
    if entry.road:
        fields.append("RD")
    fields += [f"TUN={tunnel}" for tunnel in entry.tunnels]
    if entry.stronghold and entry.tag != MERCENARY_TAG:
        fields.append(f"TUN={MERCENARY_TAG}")
    fields += [f"DREVONYX={size}" for size in entry.drevonyxes]
    fields += _tail(entry.targets, entry.flags, entry.geas)
    return f"{name} ({','.join(fields)})"


def leader_code(entry: LeaderEntry) -> str:
    """``L18[GREEDY]=38+10,R=2,S=1,Z=7,TGT=G,-P``; two dashes before one killed this turn; number and owner only in fog."""
    name = f"{'--' if entry.killed else ''}L{entry.number}[{entry.owner}]"
    if entry.fogged:
        return name
    strength = f"{entry.troops}+{entry.bonus}" if entry.bonus else str(entry.troops)
    numbers = (("R", entry.rams), ("S", entry.towers), ("Z", entry.zorans))
    fields = [f"{name}={strength}", *(f"{key}={value}" for key, value in numbers if value)]
    return ",".join([*fields, *_tail(entry.targets, entry.flags, entry.geas)])


def talisman_code(entry: TalismanEntry) -> str:
    """``T12="EMERALD SHIELD"``, with ``-T`` when transferred this turn and ``-!`` when it did something unusual."""
    return f'T{entry.number}="{entry.name}"' + "".join(entry.flags)


def _tail(targets: Sequence[str], flags: Sequence[str], geas: bool) -> list[str]:
    aimed = [f"TGT={'/'.join(targets)}"] if targets else []
    return [*aimed, *flags, *(["GEAS"] if geas else [])]


def wrap(line: str) -> list[str]:
    """The line in pieces of at most 72 columns, broken at commas only, unless one piece alone is longer."""
    lines: list[str] = []
    rest = line
    while len(rest) > WIDTH:
        comma = rest.rfind(",", 0, WIDTH)
        if comma < 0:
            comma = rest.find(",", WIDTH)
        if comma < 0 or comma + 1 == len(rest):
            break
        lines.append(rest[: comma + 1])
        rest = "    " + rest[comma + 1 :].lstrip()
    return [*lines, rest]


def _pack(items: Iterable[str], margin: str) -> list[str]:
    """Items side by side, two blanks apart, in lines of at most 72 columns."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 2 + len(item) <= WIDTH:
            lines[-1] += f"  {item}"
        else:
            lines.append(margin + item)
    return lines


def _listing(items: Iterable[str]) -> list[str]:
    return _pack(items, "") or ["none"]


_remark = partial(remark, mark="//")
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
    lines = ["", *_remark(f"Province {name}, {_LAND[view.terrain(name).value]}{shore}; next to {around}")]
    if others := _others(view, name):
        lines += _remark(f"Here too: {others}")
    for leader in leaders:
        lines += [*_remark(f"L{leader.number}: {_leader_words(view, trial, leader)}"), f"L{leader.number}"]
    if province is not None:
        lines += [*_remark(f"G{name}: {_garrison_words(view, trial, province)}"), f"G{name}"]
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
            lines += _remark(f"{titled(one.name)} with {one.holder}: {form}")
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
        told[place.besieged].append(f"{name}{TIED}{place.garrison}/{place.zorans}")
    lines = []
    if told[False]:
        lines += ["", *_remark("Quiet garrisons (troops/zorans), for musters (GB2M), building, raids:")]
        lines += _remark("  ".join(told[False]))
    if told[True]:
        lines += [
            "",
            *_remark("Besieged, nothing possible but to hold out (troops/zorans):"),
            *_remark("  ".join(told[True])),
        ]
    return lines
