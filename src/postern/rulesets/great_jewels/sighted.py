"""What a player sees and remembers of provinces that are not his, and of others in those that are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from postern.game.kit.telling import counted
from postern.game.report import Block, Bullets, Section, Text
from postern.rulesets.great_jewels.entries import LeaderEntry, ProvinceEntry
from postern.rulesets.great_jewels.geography import hex_of
from postern.rulesets.great_jewels.holdings import joined, province_notes, slim, talisman_words
from postern.rulesets.great_jewels.orders.scene import TERRAIN_NAMES
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.wording import titled
from postern.rulesets.great_jewels.world import Terrain

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
    carried = ((leader.zorans, "zoran"), (leader.rams, "ram"), (leader.towers, "tower"))
    load = [counted(amount, noun) for amount, noun in carried if amount]
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
    foreign = sorted(
        (one for name, one in view.entries.items() if name not in view.provinces), key=lambda one: hex_of(one.name)
    )
    now = [entry for entry in foreign if entry.turn == view.turn]
    before = [entry for entry in foreign if entry.turn != view.turn]
    blocks = [*_guests(view), *_now(view, now), *_before(view, before)]
    return Section("seen", "What you see and remember", tuple(blocks)) if blocks else None


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
    names = ", ".join(f"{one.name} {_land(one)}".strip() for one in entries if _is_bare(one))
    empty = [Text(f"**Empty:** {names}.")] if names else []
    return [*_table(view, [one for one in entries if not _is_bare(one)], _TITLES, "Seen this turn"), *empty]


def _before(view: View, entries: Sequence[ProvinceEntry]) -> list[Block]:
    by_turn: dict[int, list[str]] = defaultdict(list)
    for entry in entries:
        if _is_bare(entry):
            by_turn[seen_turn(entry)].append(entry.name)
    names = "; ".join(f"turn {turn} {', '.join(names)}" for turn, names in sorted(by_turn.items(), reverse=True))
    empty = [Text(f"**Empty when last seen:** {names}.")] if names else []
    caption = "Remembered from earlier turns (as it stood at the end of that turn)"
    aged = (*_TITLES[:2], "Turn", *_TITLES[2:])
    return [*_table(view, [one for one in entries if not _is_bare(one)], aged, caption), *empty]


_TITLES = ("Province", "Held by", "Land", "Garrison", "Citadel", "Navies", "Zorans", "Seen there")


def _table(view: View, entries: Sequence[ProvinceEntry], titles: Sequence[str], caption: str) -> list[Block]:
    rows = []
    for entry in entries:
        goods = (entry.garrison or "", entry.csps or "", entry.navies or "", entry.zorans or "")
        age = (seen_turn(entry),) if "Turn" in titles else ()
        rows.append((entry.name, holder_words(view, entry), *age, _land(entry), *goods, joined(_notes(view, entry))))
    return [slim(titles, rows, ("Navies",), caption, [f"province-{entry.name}" for entry in entries])] if rows else []


def _land(entry: ProvinceEntry) -> str:
    """The terrain in words; "" while it is unknown."""
    return TERRAIN_NAMES[Terrain(entry.terrain)] if entry.terrain else ""


def _notes(view: View, entry: ProvinceEntry) -> Iterable[str]:
    if entry.locked:
        yield "Forbidden City, locked"
    yield "fog: nothing more to be seen" if entry.fogged else ""
    yield from (words for flag, words in _FLAGS.items() if flag in entry.flags)
    yield from province_notes(entry.road, entry)
    yield talisman_words(entry.talismans)
    current = entry.turn == view.turn
    for one in entry.leaders:
        if (current or not one.killed) and (one.owner != view.seat or one.killed):
            yield leader_words(one)
