"""The printout in the book's own codes (chapters 5, 6 and 31, ruling 28): one text line after another, made from entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from postern.rulesets.great_jewels.entries import MERCENARY_TAG, LeaderEntry, ProvinceEntry, TalismanEntry
from postern.rulesets.great_jewels.geography import hex_of
from postern.rulesets.great_jewels.view import View

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
