"""What of a turn is told when the game is over (ruling 17): battles, sieges, great feats, players who fell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from postern.game.events import Deed, Event
from postern.rulesets.great_jewels.geography import hex_of
from postern.rulesets.great_jewels.ranking import holdings
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, JEWELS
from postern.rulesets.great_jewels.wording import titled
from postern.rulesets.great_jewels.world import LOTU, NOBODY, World

_WEIGHTS = decided("feats")
_NAMES = {NOBODY: "neutral troops", LOTU: "the guardians of Lotu"}
Row = Mapping[str, Any]


def deeds(before: World, after: World, events: Sequence[Event]) -> tuple[Deed, ...]:
    """The deeds of the turn between these worlds, of which ``events`` are all."""
    return (*_battles(events), *_sieges(events), *_feats(events), *_jewels(before, after), *_falls(before, after))


def figures(world: World) -> dict[str, dict[str, int]]:
    """What each player has, for the records."""
    held = holdings(world)
    found: dict[str, dict[str, int]] = {}
    for name in world.players:
        lands = [province for province in world.provinces.values() if province.owner == name]
        leaders = [leader for leader in world.leaders.values() if leader.owner == name]
        found[name] = {
            "provinces": len(lands),
            "troops": sum(one.garrison for one in lands) + sum(one.troops for one in leaders),
            "zorans": sum(one.zorans for one in lands) + sum(one.zorans for one in leaders),
            "citadel points": sum(one.csps for one in lands),
            "leaders": len(leaders),
            "talismans": len(held[name]),
            "Great Jewels": len(held[name].intersection(JEWELS)),
        }
    return found


def _battles(events: Iterable[Event]) -> Iterator[Deed]:
    """Each battle once: what its readers were told of it, put together."""
    rows: dict[tuple[str, str], dict[str, Row]] = {}
    for one in events:
        if one.kind != "battle":
            continue
        known = rows.setdefault((one.step, one.data["place"]), {})
        for row in one.data["forces"]:
            # Its owner knows all of a force; others may have been kept from seeing it.
            if row["force"] not in known or row["owner"] in one.seen_by:
                known[row["force"]] = row
    for _, place in sorted(rows, key=lambda key: (key[0], hex_of(key[1]))):
        yield _battle(place, list(rows[_, place].values()))


def _battle(place: str, rows: Sequence[Row]) -> Deed:
    """Who did better: whose foes lost more than it did itself. Nobody, where that is equal."""
    lost: defaultdict[str, int] = defaultdict(int)
    foes: defaultdict[str, set[str]] = defaultdict(set)
    owner_of = {row["force"]: row["owner"] for row in rows}
    for row in rows:
        lost[row["owner"]] += row.get("lost", 0)
        for target in row["targets"]:
            if target in owner_of and owner_of[target] != row["owner"]:
                foes[row["owner"]].add(owner_of[target])
                foes[owner_of[target]].add(row["owner"])
    gains = {owner: sum(lost[foe] for foe in foes[owner]) - lost[owner] for owner in sorted(lost)}
    best = max(gains, key=lambda owner: gains[owner])
    others = sorted(foes[best] or set(lost) - {best}, key=lambda owner: (-lost[owner], owner))
    worst = others[0] if others else best
    undecided = gains[best] == gains[worst]
    what = "undecided" if undecided else ""
    return Deed("battle", _name(best), _name(worst), place, sum(lost.values()), what)


def _name(owner: str) -> str:
    return _NAMES.get(owner, owner)


def _sieges(events: Iterable[Event]) -> Iterator[Deed]:
    """Who besieged what as the turn ended: besiegers are told of their own siege, and the owner of those whom he sees."""
    found: dict[str, tuple[str, set[str]]] = {}
    for one in events:
        if one.kind in ("besieged", "still-besieged"):
            owner = one.data["owner"]
            _, by = found.setdefault(one.data["province"], (owner, set()))
            by.update(one.data["by"] if "by" in one.data else one.seen_by - {owner})
    for place in sorted(found, key=hex_of):
        owner, by = found[place]
        yield from (Deed("siege", name, owner, place) for name in sorted(by))


def _feats(events: Iterable[Event]) -> Iterator[Deed]:
    for one in events:
        data = one.data
        match one.kind:
            case "city-opened":
                what = f"overcame the guardians of the Forbidden City of {titled(data['city'])} at {data['province']}"
                yield from (Deed("feat", name, "", data["province"], _WEIGHTS["city"], what) for name in sorted(one.seen_by))
            case "dragon-duel" if data["slain"]:
                what = f"slew the dragon of {data['province']}"
                owners = sorted({owner for _, owner, _ in data["alive"]})
                yield from (Deed("feat", owner, "", data["province"], _WEIGHTS["dragon"], what) for owner in owners)
            case "jewels-won":
                what = "held the Great Jewels that end the game"
                yield Deed("feat", data["winner"], "", "", _WEIGHTS["jewels"], what)


def _jewels(before: World, after: World) -> Iterator[Deed]:
    """Great Jewels that came to a player who had not held them when the turn began."""
    old, new = holdings(before), holdings(after)
    for name in after.players:
        for number in sorted((new[name] - old[name]).intersection(JEWELS)):
            what = f"came to hold {titled(CATALOGUE[number].name)}"
            yield Deed("feat", name, "", "", _WEIGHTS["jewel"], what)


def _falls(before: World, after: World) -> Iterator[Deed]:
    for name, player in after.players.items():
        if player.out and not before.players[name].out:
            yield Deed("fall", name)
