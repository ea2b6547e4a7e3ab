"""What a player sees and remembers of provinces that are not his, and of others in those that are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from postern.game.report import Block, Bullets, Column, Section, Table, Text
from postern.rulesets.great_jewels.entries import MERCENARY_TAG, LeaderEntry, ProvinceEntry
from postern.rulesets.great_jewels.geography import hex_of
from postern.rulesets.great_jewels.holdings import LAND, talisman_words
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.wording import titled

_TAGS = {"-----": "neutral", "-DRAGON-": "a dragon", "MERC": "mercenaries"}
_FLAGS = {"-S": "besieged", "-U": "sealed", "-V": "ravaged"}


def seen_turn(entry: ProvinceEntry) -> int:
    """The turn at whose end an entry showed how things stood; 0 before the first."""
    return entry.turn - 1


def leader_words(leader: LeaderEntry) -> str:
    """Says L50 INDIA 16+13 (troops and bonus), what he carries, and that he is at peace or dead."""
    name = f"L{leader.number} {leader.owner}"
    if leader.fogged:
        return f"{name} (hidden by fog)"
    if leader.killed:
        return f"{name} killed"
    bonus = f"+{leader.bonus}" if leader.bonus else ""
    load = [
        f"{amount} {noun}{'s' if amount != 1 else ''}"
        for amount, noun in ((leader.zorans, "zoran"), (leader.rams, "ram"), (leader.towers, "tower"))
        if amount
    ]
    if leader.talismans:
        load.append(talisman_words(leader.talismans))
    if "-P" in leader.flags:
        load.append("at peace")
    cargo = f" ({', '.join(load)})" if load else ""
    return f"{name} {leader.troops}{bonus}{cargo}"


def holder_words(view: View, entry: ProvinceEntry) -> str:
    """Who holds a province: a player's name, neutral, nobody, a dragon, mercenaries, or which city is guarded there."""
    if entry.tag == "-----" and not entry.garrison:
        return "nobody"
    if entry.tag in _TAGS:
        return _TAGS[entry.tag]
    return entry.tag if entry.tag in view.players else f"City of {titled(entry.tag)}"


def sighted(view: View) -> Section | None:
    """Strangers in own provinces, provinces seen this turn, and those remembered; None when there is nothing of it."""
    foreign = sorted((one for name, one in view.entries.items() if name not in view.provinces), key=_place)
    now = [entry for entry in foreign if entry.turn == view.turn]
    before = [entry for entry in foreign if entry.turn != view.turn]
    blocks = [*_guests(view), *_now(view, now), *_before(view, before)]
    return Section("seen", "What you see and remember", tuple(blocks)) if blocks else None


def _place(entry: ProvinceEntry) -> tuple[int, int]:
    return hex_of(entry.name)


def _guests(view: View) -> list[Block]:
    lines = []
    for name in sorted(view.provinces, key=hex_of):
        guests = [one for one in view.entries[name].leaders if one.owner != view.seat]
        if guests:
            lines.append(f"{name}: {'; '.join(leader_words(one) for one in guests)}")
    return [Text("**Others in your provinces**", "lead"), Bullets(tuple(lines))] if lines else []


def _is_bare(entry: ProvinceEntry) -> bool:
    """Nothing to be told of it but that it is empty."""
    if entry.locked or entry.fogged or entry.tag != "-----":
        return False
    amounts = (entry.garrison, entry.csps, entry.zorans, entry.navies)
    return not (
        any(amounts) or entry.road or entry.tunnels or entry.stronghold or entry.talismans or entry.leaders or entry.drevonyxes
    )


def _now(view: View, entries: Sequence[ProvinceEntry]) -> list[Block]:
    bare = [entry for entry in entries if _is_bare(entry)]
    rest = [entry for entry in entries if not _is_bare(entry)]
    blocks: list[Block] = []
    if rest:
        columns, rows = _slim(_COLUMNS, [_row(view, entry) for entry in rest])
        anchors = tuple(f"province-{entry.name}" for entry in rest)
        blocks.append(Table(columns, rows, caption="Seen this turn", anchors=anchors))
    if bare:
        names = ", ".join(f"{entry.name} {LAND.get(entry.terrain, '')}".strip() for entry in bare)
        blocks.append(Text(f"**Empty:** {names}."))
    return blocks


def _before(view: View, entries: Sequence[ProvinceEntry]) -> list[Block]:
    bare = [entry for entry in entries if _is_bare(entry)]
    rest = [entry for entry in entries if not _is_bare(entry)]
    blocks: list[Block] = []
    if rest:
        aged = (*_COLUMNS[:2], Column("Turn", number=True), *_COLUMNS[2:])
        rows = []
        for entry in rest:
            row = _row(view, entry)
            rows.append((*row[:2], str(seen_turn(entry)), *row[2:]))
        columns, slim = _slim(aged, rows)
        anchors = tuple(f"province-{entry.name}" for entry in rest)
        caption = "Remembered from earlier turns (as it stood at the end of that turn)"
        blocks.append(Table(columns, slim, caption=caption, anchors=anchors))
    if bare:
        by_turn: dict[int, list[str]] = defaultdict(list)
        for entry in bare:
            by_turn[seen_turn(entry)].append(entry.name)
        spoken = "; ".join(f"turn {turn} {', '.join(names)}" for turn, names in sorted(by_turn.items(), reverse=True))
        blocks.append(Text(f"**Empty when last seen:** {spoken}."))
    return blocks


_COLUMNS = (
    Column("Province"),
    Column("Held by"),
    Column("Land"),
    Column("Garrison", number=True),
    Column("Citadel", number=True),
    Column("Navies", number=True),
    Column("Zorans", number=True),
    Column("Seen there", wide=True),
)


def _slim(columns: Sequence[Column], rows: Sequence[tuple[str, ...]]) -> tuple[tuple[Column, ...], tuple[tuple[str, ...], ...]]:
    """Without the column of navies when there are none."""
    at = [column.title for column in columns].index("Navies")
    if any(row[at] for row in rows):
        return tuple(columns), tuple(rows)
    return (*columns[:at], *columns[at + 1 :]), tuple((*row[:at], *row[at + 1 :]) for row in rows)


def _row(view: View, entry: ProvinceEntry) -> tuple[str, ...]:
    return (
        entry.name,
        holder_words(view, entry),
        LAND.get(entry.terrain, ""),
        str(entry.garrison or ""),
        str(entry.csps or ""),
        str(entry.navies or ""),
        str(entry.zorans or ""),
        "; ".join(note for note in _notes(view, entry) if note),
    )


def _notes(view: View, entry: ProvinceEntry) -> Iterable[str]:
    if entry.locked:
        yield "Forbidden City, locked"
    yield "fog: nothing more to be seen" if entry.fogged else ""
    yield from (words for flag, words in _FLAGS.items() if flag in entry.flags)
    yield "road" if entry.road else ""
    yield "tunnel to " + ", ".join(entry.tunnels) if entry.tunnels else ""
    yield "tunnels to the strongholds of mercenaries" if entry.stronghold and entry.tag != MERCENARY_TAG else ""
    yield from (f"Drevonyx of size {size}" for size in entry.drevonyxes)
    yield talisman_words(entry.talismans)
    current = entry.turn == view.turn
    for one in entry.leaders:
        if (current or not one.killed) and (one.owner != view.seat or one.killed):
            yield leader_words(one)
