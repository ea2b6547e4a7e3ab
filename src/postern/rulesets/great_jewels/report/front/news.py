"""What a turn brought a player, weighed: news with a weight in troops, from events and the view alone.

A battle weighs what was at stake in it, in troops, and not how many forces took part (``decided.toml``, battles).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from postern.game.events import Event
from postern.game.front import Balance
from postern.game.kit.report.changes import Net, net
from postern.game.kit.report.telling import counted, listed
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.report.front.fights import Row, battles_of, felled, owner
from postern.rulesets.great_jewels.tables import decided, hex_of, spoken, titled
from postern.rulesets.great_jewels.world.records import LOTU

SCOUT = 2
"""An army of so few troops is a scout: its end is no news."""
_LEADER = 12
_PROVINCE, _RATE, _UNKNOWN = 12, 3, 8
_TALISMAN, _CITY, _DRAGON = 40, 60, 60
_NAMED = 4
_PASSED = 4
"""A province won and lost again weighs so many times less than one that is lost."""


@dataclass(frozen=True, slots=True)
class News:
    """One piece of news: its kind in ``data/headlines.toml``, whether it is good, its weight, and the words for its facts.

    ``sums`` marks news that gathers several others, which count no more when all is added up.
    """

    kind: str
    good: bool
    weight: int
    words: Mapping[str, str] = field(default_factory=dict)
    sums: bool = False


def worth(place: str, view: View) -> int:
    """What a province is worth in troops: its levies and taxes of some turns, as far as they are known."""
    entry = view.entries.get(place)
    rates = entry.levy + entry.tax if entry is not None else 0
    return _PROVINCE + _RATE * (rates or _UNKNOWN)


def news(view: View, events: Sequence[Event]) -> list[News]:
    """All news of a turn for the reader of this view."""
    own = [one for one in events if view.seat in one.seen_by]
    return [*_conquests(view, own), *_kills(view, own), *_prizes(view, own), *_lands_lost(view, own), *_dead(view, own)]


_MOODS = ("A good turn.", "A steady turn.", "A hard turn.")
_POINTS, _PLACE, _SHARE = 60, 40, 50
"""Twice the usual points of a turn, and a place among those met, in troops; less than this part of all own is nothing."""
_BORN = 8
"""What a new leader, without troops and experience, is worth; no difference is clear that is not more."""
_UNCHANGED = ("besieged", "regained", "passed")
_BIRTHS = ("new-leader", "birthstone", "head hunted")


def born(events: Iterable[Event]) -> set[str]:
    """The reader's new leaders, of events that he may know."""
    return {f"L{one.data['leader']}" for one in events if one.kind in _BIRTHS and one.data["leader"]}


def balance(view: View, events: Sequence[Event]) -> Balance:
    """All that a turn gained and lost, in troops; what is only besieged is not lost, what changed hands twice neither."""
    own = [one for one in events if view.seat in one.seen_by]
    alone = [one for one in news(view, own) if not one.sums and one.kind not in _UNCHANGED]
    gained = sum(one.weight for one in alone if one.good) + _BORN * len(born(own))
    lost = sum(one.weight for one in alone if not one.good)
    troops = view.summary.garrisons + view.summary.troops
    return Balance(gained, lost, _MOODS, least=max(_BORN, troops // _SHARE), points=_POINTS, place=_PLACE)


def _rows(view: View, events: Sequence[Event]) -> list[tuple[str, list[Row]]]:
    return [(one.data["place"], one.data["forces"]) for one in battles_of(events, view.seat)]


def _troops(rows: Iterable[Row]) -> int:
    return sum(row.get("troops", 0) for row in rows)


def army(rows: Iterable[Row]) -> int:
    """What leaders and garrisons that fell were worth: their troops, and each leader with his bonus."""
    return sum(row.get("troops", 0) + (_LEADER + row.get("bonus", 0)) * (row["force"][0] == "L") for row in rows)


def changed_hands(view: View, events: Iterable[Event]) -> Net[str]:
    """Sum up which provinces the reader won and lost in the turn, from the events that he may know."""
    changes = [
        (one.data["province"], one.data["from_"], one.data["by"])
        if one.kind == "captured"
        else (one.data["province"], view.seat, "")  # only the owner hears of it
        for one in events
        if one.kind in ("captured", "went-neutral")
    ]
    return net(changes, lambda place: view.seat if place in view.provinces else None, view.seat)


def _conquests(view: View, events: Sequence[Event]) -> Iterable[News]:
    hands = changed_hands(view, events)
    kept = {place: hands.before[place] for place in hands.won}
    for place in hands.regained:
        yield News("regained", True, worth(place, view), {"place": spoken(place)})
    for place in hands.passed:
        yield News("passed", False, worth(place, view) // _PASSED, {"place": spoken(place)})
    battles = dict(_rows(view, events))
    total = 0
    for place, foe in kept.items():
        rows = battles.get(place, [])
        walls = [row for row in felled(rows, view.seat, view.player.allies) if row["force"][0] == "G"]
        size = worth(place, view)
        total += size
        if walls:
            yield News("stormed", True, size, _stormed(place, rows, walls[0], view))
        else:
            yield News("taken" if foe else "settled", True, size, {"place": spoken(place), "foe": foe})
    if len(kept) > 1:
        yield News("conquests", True, total, _several(kept), sums=True)
    for place, rows in battles.items():
        for row in felled(rows, view.seat, view.player.allies):
            if row["force"][0] == "G" and place not in kept:
                yield News("breached", True, army([row]), _stormed(place, rows, row, view))


def _stormed(place: str, rows: Sequence[Row], walls: Row, view: View) -> dict[str, str]:
    """The facts of a garrison's fall: of the reader's forces, those that struck it or answered its blows count."""
    own = [
        row
        for row in rows
        if row["owner"] == view.seat and (walls["force"] in row["targets"] or row["force"] in walls["targets"])
    ]
    lost = sum(row.get("lost", 0) for row in own)
    whose = owner(walls)
    return {
        "place": spoken(place),
        "garrison": "the neutral garrison" if whose == "neutral" else f"the garrison of {whose}",
        "own": counted(_troops(own), "troop"),
        "fallen": counted(walls["troops"], "troop") if "troops" in walls else "unknown strength",
        "lost": counted(lost, "troop") if lost else "none",
    }


def _kills(view: View, events: Sequence[Event]) -> Iterable[News]:
    fallen = [(place, row) for place, rows in _rows(view, events) for row in felled(rows, view.seat, view.player.allies)]
    leaders = [(place, row) for place, row in fallen if row["force"][0] == "L" and not is_scout(row)]
    leaders += [(one.data["province"], _waylaid(one.data)) for one in events if _by_ambush(one, view)]
    for place, row in leaders:
        yield News("slain", True, army([row]), _slain(place, row))
    if len(leaders) > 1:
        names = few([f"{row['force']} of {owner(row)}" for _, row in leaders])
        words = _number(len(leaders)) | {"names": names, "fallen": counted(_troops(row for _, row in leaders), "troop")}
        yield News("slaughter", True, army(row for _, row in leaders), words, sums=True)


def _by_ambush(event: Event, view: View) -> bool:
    """True where the reader's forces killed an enemy leader on his way."""
    data = event.data
    if event.kind != "waylaid" or not data["killed"] or data["owner"] in (view.seat, *view.player.allies):
        return False
    return any(owner == view.seat for _, owner, _ in data["by"])


def _waylaid(data: Mapping[str, Any]) -> Row:
    """A leader who fell in an ambush, as battles list the fallen."""
    row = {"force": f"L{data['leader']}", "owner": data["owner"]}
    return row | ({"troops": data["troops"]} if "troops" in data else {})


def is_scout(row: Row) -> bool:
    """True for a leader of little experience with hardly any troops: his end is no news."""
    return row["force"][0] == "L" and "troops" in row and row["troops"] <= SCOUT and row.get("bonus", 0) <= SCOUT


def _slain(place: str, row: Row) -> dict[str, str]:
    troops = counted(row["troops"], "troop") if "troops" in row else "an army of unknown strength"
    return {"leader": row["force"], "foe": owner(row), "place": spoken(place), "fallen": troops}


def _prizes(view: View, events: Sequence[Event]) -> Iterable[News]:
    for one in events:
        data = one.data
        match one.kind:
            case "talisman-won":
                words = {"name": titled(data["name"]), "holder": _holder(data["holder"])}
                yield News("talisman", True, _TALISMAN, words)
            case "city-opened" if data["province"] in view.provinces:
                yield News("city", True, _CITY, {"city": titled(data["city"]), "place": spoken(data["province"])})
            case "dragon-duel" if data["slain"] and any(owner == view.seat for _, owner, _ in data["alive"]):
                words = {"place": spoken(data["province"]), "hoard": counted(data["hoard"], "zoran")}
                yield News("dragon", True, _DRAGON, words)
            case "bribery" if data["paid"] >= data["price"] and view.seat in (data["by"], data["old"]):
                good = data["by"] == view.seat
                yield News("bribed" if good else "bribed-away", good, 2 * _LEADER, {"leader": f"L{data['leader']}"})


def _holder(force: str) -> str:
    return f"the garrison of {force[1:]}" if force[0] == "G" else force


def _lands_lost(view: View, events: Sequence[Event]) -> Iterable[News]:
    hands = changed_hands(view, events)
    lost = {place: hands.after[place] for place in hands.lost}
    for place, foe in lost.items():
        kind = "strayed" if not foe else "lost-home" if place == view.player.home else "lost"
        yield News(kind, False, worth(place, view), {"place": spoken(place), "foe": foe})
    if len(lost) > 1:
        yield News("losses", False, sum(worth(place, view) for place in lost), _several(lost), sums=True)
    for place, rows in _rows(view, events):
        for row in rows:
            if row["owner"] == view.seat and row["destroyed"] and row["force"][0] == "G" and place not in lost:
                words = {"place": spoken(place), "fallen": counted(row["troops"], "troop")}
                yield News("bared", False, army([row]), words)
    yield from _sieges(view)


def _sieges(view: View) -> Iterable[News]:
    """Own provinces that lie under siege, and by whom, where he is seen."""
    for place, strength in besiegers(view).items():
        foe, troops = max(strength.items(), key=lambda pair: (pair[1], pair[0]))
        words = {
            "place": spoken(place),
            "foe": foe,
            "troops": counted(troops, "troop"),
            "garrison": str(view.provinces[place].garrison + own_troops(view, place)),
        }
        yield News("besieged", False, worth(place, view), words)


def besiegers(view: View) -> dict[str, dict[str, int]]:
    """Besieged provinces with the troops of those of others who stand there, where any are seen."""
    found = {}
    for place in sorted((name for name, one in view.provinces.items() if one.besieged), key=hex_of):
        strength: dict[str, int] = {}
        for one in strangers(view, place):
            strength[one[1]] = strength.get(one[1], 0) + one[2]
        if strength:
            found[place] = strength
    return found


def own_troops(view: View, place: str) -> int:
    """Troops of the reader's own armies there that are not at peace."""
    return sum(one.troops for one in view.leaders.values() if one.province == place and not one.at_peace)


def strangers(view: View, place: str) -> list[tuple[int, str, int]]:
    """Armies of players who are no allies, seen in a province this turn: number, owner, troops."""
    entry = view.entries.get(place)
    if entry is None or entry.turn != view.turn:
        return []
    friends = (view.seat, *view.player.allies)
    return [
        (one.number, one.owner, one.troops)
        for one in entry.leaders
        if one.owner in view.players and one.owner not in friends and not one.killed and one.troops and "-P" not in one.flags
    ]


def _dead(view: View, events: Sequence[Event]) -> Iterable[News]:
    armies = {row["force"]: row for _, rows in _rows(view, events) for row in rows if row["owner"] == view.seat}
    dead = []
    for one in events:
        if one.kind == "leader-died":
            name = f"L{one.data['leader']}"
            row = armies.get(name, {"force": name})
            if not is_scout(row):
                dead.append((one.data["province"], row, bool(one.data["refuge"])))
    for place, row, risen in dead:
        words = {"leader": row["force"], "place": spoken(place), "fallen": counted(row.get("troops", 0), "troop")}
        yield News("risen" if risen else "fallen", False, row.get("troops", 0) if risen else army([row]), words)
    gone = [row for _, row, risen in dead if not risen]
    if len(gone) > 1:
        words = _number(len(gone)) | {"names": few([row["force"] for row in gone])}
        yield News("fallen-many", False, army(gone), words | {"fallen": counted(_troops(gone), "troop")}, sums=True)


_WORDS = "no one two three four five six seven eight nine ten eleven twelve".split()


def _number(many: int) -> dict[str, str]:
    word = _WORDS[many] if many < len(_WORDS) else str(many)
    return {"number": word, "Number": word.capitalize()}


def _several(places: Iterable[str]) -> dict[str, str]:
    names = [spoken(name) for name in sorted(places, key=hex_of)]
    return _number(len(names)) | {"names": few(names)}


def few(names: Sequence[str]) -> str:
    return listed(names) if len(names) <= _NAMED + 1 else f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more"


_NUMBERS = decided("battles")
PAGE_FROM = int(_NUMBERS["page_from"])
MOST_PAGES = int(_NUMBERS["most_pages"])


def stake(event: Event, view: View) -> int:
    """What this battle weighs for the reader of this view: forces and troops that fell, with as much of the province's worth
    as its garrison lost, and the guardians of a Forbidden City."""
    place, rows = event.data["place"], event.data["forces"]
    guardians = int(_NUMBERS["guardians"]) * any(row["owner"] == LOTU for row in rows)
    return guardians + sum(_fallen(row) + _land(row, place, view) for row in rows)


def ranked(view: View, events: Sequence[Event]) -> list[Event]:
    """The reader's battles, the weightiest first; those of equal weight stay in the order of time."""
    return sorted(battles_of(events, view.seat), key=lambda one: -stake(one, view))


def weighty(view: View, events: Sequence[Event]) -> list[Event]:
    """The battles that have a page of their own, the weightiest first."""
    return [one for one in ranked(view, events) if stake(one, view) >= PAGE_FROM][:MOST_PAGES]


def _fallen(row: Row) -> int:
    if not row["destroyed"]:
        return int(row.get("lost", 0))
    return army([row]) if "troops" in row else int(_NUMBERS["unseen"])


def _land(row: Row, place: str, view: View) -> int:
    if row["force"] != f"G{place}":
        return 0
    whole = worth(place, view) * (int(_NUMBERS["home"]) if place == view.player.home else 1)
    return whole if row["destroyed"] else whole * int(row.get("lost", 0)) // max(1, int(row.get("troops", 0)))
