"""What a player holds, as tables that a person scans: provinces, leaders, talismans; how players stand; and what he sees and
remembers of provinces that are not his, and of others in those that are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from postern.game.kit.report.telling import counted, listed
from postern.game.report import Block, Bullets, Column, Section, Table, Text
from postern.game.ruleset import Standing
from postern.rulesets.great_jewels.knowledge import TERRAIN_NAMES, View
from postern.rulesets.great_jewels.tables import CATALOGUE, JEWELS, KEYS, hex_of, titled
from postern.rulesets.great_jewels.world.records import (
    MERCENARY_TAG,
    Leader,
    LeaderEntry,
    Province,
    ProvinceEntry,
    Talisman,
    TalismanEntry,
    Terrain,
)

_ORACLE = "T57"
_FLAGS = {"-T": "just handed over", "-!": "behaved oddly"}


def talisman_words(talismans: Iterable[TalismanEntry | Talisman]) -> str:
    """Says T16 Diamond Staff, T49 Sword of Doom [just handed over]; what the printout's flags say stands behind a name."""
    named = []
    for one in talismans:
        flags = listed([_FLAGS.get(flag, flag) for flag in one.flags]) if isinstance(one, TalismanEntry) else ""
        named.append(f"T{one.number} {titled(one.name)}{f' [{flags}]' if flags else ''}")
    return ", ".join(named)


def standing(view: View) -> list[tuple[str, str]]:
    """Facts on other players for the masthead: whom the reader has met, their scores without names, his allies."""
    facts = []
    if view.oracle:
        table = sorted(view.oracle.items(), key=lambda item: (-item[1], item[0]))
        facts.append(("All scores", ", ".join(f"{name} {score}" for name, score in table)))
    if view.met:
        facts.append(("Met", ", ".join(f"{name} ({people.value.title()})" for name, people in sorted(view.met.items()))))
    else:
        facts.append(("Met", "nobody yet"))
    if view.scores and not view.oracle and not view.finished:
        place = 1 + sum(score > view.player.score for score in view.scores)
        facts.append(("Their scores", f"{', '.join(map(str, reversed(view.scores)))}; yours is no. {place} among them"))
    if view.player.allies:
        facts.append(("Your allies", ", ".join(view.player.allies)))
    if not view.player.waylay:
        facts.append(("Waylaying", "switched off everywhere (`Z` switches it on)"))
    return facts


def standings(view: View) -> tuple[Standing, ...]:
    """The final table once the game is over; before that a seat knows who stands where only through the Oracle."""
    if view.standings:
        return view.standings
    if view.oracle:
        table = sorted(view.oracle.items(), key=lambda item: -item[1])
        return tuple(Standing(name, score, 1 + sum(other > score for _, other in table)) for name, score in table)
    return (Standing(view.seat, view.player.score, 0, "your score; ranks are secret"),)


def holdings(view: View) -> Section:
    """Provinces, leaders and talismans of the reader, and what his spying talismans found."""
    blocks: list[Block] = []
    told = [line for key, lines in view.player.told.items() if key != _ORACLE for line in lines]
    if told:
        blocks += [Text("**What your talismans told you**", "lead"), Bullets(tuple(told))]
    blocks += [table for table in (_provinces(view), _leaders(view), _talismans(view)) if table.rows]
    if not blocks:
        blocks.append(Text("Nothing is left to you."))
    return Section("holdings", "What you hold", tuple(blocks))


def _provinces(view: View) -> Table:
    titles = ("Province", "Land", "Levy", "Tax", "T/O", "Garrison", "Citadel", "Navies", "Zorans", "Notes")
    names = sorted(view.provinces, key=hex_of)
    rows = [_province(view, view.provinces[name]) for name in names]
    anchors = tuple(f"province-{name}" for name in names)
    return slim(titles, rows, ("Navies",), "Your provinces (T/O: turns owned, from 1 to 5)", anchors)


def slim(
    titles: Sequence[str], rows: Sequence[Sequence[object]], spare: Sequence[str], caption: str, anchors: Sequence[str] = ()
) -> Table:
    """A table without those of the ``spare`` columns in which nothing stands."""
    kept = [at for at, title in enumerate(titles) if title not in spare or any(row[at] for row in rows)]
    columns = tuple(Column(titles[at], number=titles[at] not in _WORDS, wide=titles[at] in _WIDE) for at in kept)
    return Table(columns, tuple(tuple(str(row[at]) for at in kept) for row in rows), caption=caption, anchors=tuple(anchors))


_WIDE = ("Notes", "Seen there")
_WORDS = ("Province", "Held by", "Land", "Leader", "In", "From", "To", *_WIDE)


def joined(notes: Iterable[str], by: str = "; ") -> str:
    """The notes that say something, in one cell."""
    return by.join(note for note in notes if note)


def province_notes(road: bool, entry: ProvinceEntry) -> Iterator[str]:
    """What a province has, whoever holds it: road, tunnels, Drevonyxes."""
    yield "road" if road else ""
    yield "tunnel to " + ", ".join(entry.tunnels) if entry.tunnels else ""
    yield "tunnels to the strongholds of mercenaries" if entry.stronghold and entry.tag != MERCENARY_TAG else ""
    yield from (f"Drevonyx of size {size}" for size in entry.drevonyxes)


def _province(view: View, place: Province) -> tuple[object, ...]:
    entry = view.entries[place.name]
    notes = [
        "home" if place.name == view.player.home else "",
        "besieged" if place.besieged else "",
        "ravaged" if place.ravaged else "",
        "laid waste" if place.wasted else "",
        "autobuild" if place.autobuild else "",
        *province_notes(place.road, entry),
        talisman_words(view.held(place.name)),
    ]
    amounts = (entry.levy, entry.tax, entry.turns_owned, place.garrison, place.csps or "", place.navies or "", place.zorans)
    return place.name, TERRAIN_NAMES[place.terrain], *amounts, joined(notes)


def _leaders(view: View) -> Table:
    rows = [_leader(view, leader) for _, leader in sorted(view.leaders.items())]
    titles = ("Leader", "In", "Troops", "Bonus", "Zorans", "Rams", "Towers", "Notes")
    anchors = tuple(f"leader-{number}" for number in sorted(view.leaders))
    return slim(titles, rows, ("Zorans", "Rams", "Towers"), "Your leaders", anchors)


def _leader(view: View, leader: Leader) -> tuple[object, ...]:
    notes = [
        "new" if leader.newborn else "",
        "at peace" if leader.at_peace else "",
        "just force-marched" if leader.force_marched == view.turn - 1 > 0 else "",
        "just hired mercenaries" if leader.bought == view.turn - 1 > 0 else "",
        talisman_words(view.held(leader.number)),
    ]
    return f"L{leader.number}", leader.province, leader.troops, leader.bonus, *carried(leader), joined(notes)


def carried(leader: Leader) -> tuple[object, ...]:
    """The cells of zorans, rams and towers."""
    return leader.zorans or "", leader.rams or "", leader.towers or ""


def _talismans(view: View) -> Table:
    columns = (Column("No."), Column("Talisman"), Column("With"), Column("What it does", wide=True))
    every = [one for _, one in sorted(view.talismans.items())]
    rows: list[tuple[str, ...]] = []
    first: dict[str, int] = {}
    for one in every:
        words = power_words(view, one)
        twin = first.setdefault(words, one.number)
        does = words if twin == one.number else f"As T{twin}."
        rows.append((f"T{one.number}", titled(one.name), _holder(view, one), does))
    return Table(columns, tuple(rows), caption="Your talismans", anchors=tuple(f"talisman-{one.number}" for one in every))


def _holder(view: View, talisman: Talisman) -> str:
    if talisman.leader:
        return f"L{talisman.leader} in {view.leaders[talisman.leader].province}"
    return f"garrison {talisman.province}"


def power_words(view: View, talisman: Talisman) -> str:
    """What a talisman does, and an example of the order that uses it if it takes one of its own."""
    number = talisman.number
    power = CATALOGUE[number]
    if number in JEWELS:
        return "One spell a turn, never the same twice running: see `HELP jewels`."
    if number in KEYS:
        first, second = power.name.split()
        cities = [name for name, entry in sorted(view.entries.items()) if entry.locked and entry.tag in (first, second)]
        opens = f"Opens the Forbidden Cities {titled(first)} and {titled(second)}"
        if not talisman.leader:
            return f"{opens} once a leader carries it: see `HELP cities`."
        if not cities:
            return f"{opens}, as in `L{talisman.leader}UM7` for one in M7."
        return f"{opens}: {' or '.join(f'`L{talisman.leader}U{name}`' for name in cities)}."
    sentences = [power.power]
    if own := [f"`{one}`" for one in power.orders if one.startswith(f"T{number}=")]:
        sentences.append(f"Order: {' or '.join(own)}.")
    if 1 in power.notes:
        sentences.append("Not on the turn you get it.")
    return " ".join(sentences)


_TAGS = {"-----": "neutral", "-DRAGON-": "a dragon", "MERC": "mercenaries"}
_SEEN_FLAGS = {"-S": "besieged", "-U": "sealed", "-V": "ravaged"}


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
    yield from (words for flag, words in _SEEN_FLAGS.items() if flag in entry.flags)
    yield from province_notes(entry.road, entry)
    yield talisman_words(entry.talismans)
    current = entry.turn == view.turn
    for one in entry.leaders:
        if (current or not one.killed) and (one.owner != view.seat or one.killed):
            yield leader_words(one)
