"""What a turn changed, beyond what its steps tell one by one.

Each thing is told once and after its cause: what came of a blow stands with the blow, what became of troops that were driven
out with that, who raids has taken what he took, and a talisman that another line names is not told to be gone.

No single step tells of siege equipment that an army lost with the men who manned it, of talismans that are their owner's no
more, and of those that came or went with the land they lay in, or by themselves. When the game is over, a turn's battles,
sieges, great feats and falls are told (``deeds``, ruling 17).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from postern.game.events import Deed, Event
from postern.game.kit.report.telling import Data, Said
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.rules.scoring import holdings
from postern.rulesets.great_jewels.tables import CATALOGUE, JEWELS, decided, hex_of, titled
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import LOTU, NOBODY, World

_NAMED = re.compile(r"\bT([0-9]{1,3})\b")


def _won(won: Data, battle: Data) -> bool:
    killed = {row["force"] for row in battle["forces"] if row["killed"]}
    rows = (row for row in battle["forces"] if row["force"] == won["holder"] and not row["remote"])
    return any(killed & {*row["targets"]} for row in rows)


def _fell(died: Data, battle: Data) -> bool:
    here = died["way"] == "combat" and battle["place"] == died["province"]
    return here and any(row["force"] == f"L{died['leader']}" and row["destroyed"] for row in battle["forces"])


_CAUSES: Mapping[tuple[str, str], Callable[[Data, Data], bool]] = {
    ("leader-died", "waylaid"): lambda died, blow: (
        died["way"] == "waylay" and blow["killed"] and blow["leader"] == died["leader"]
    ),
    ("leader-died", "sailed"): lambda died, storm: (
        died["way"] == "storm" and storm["drowned"] and storm["leader"] == died["leader"]
    ),
    ("leader-died", "dragon-duel"): lambda died, duel: (
        died["way"] == "dragon" and any(number == died["leader"] for number, _ in duel["dead"])
    ),
    ("leader-died", "hot potato"): lambda died, blow: died["way"] == "hot potato" and died["leader"] in blow["leaders"],
    ("leader-died", "battle"): _fell,
    ("talisman-won", "battle"): _won,
    ("raided", "stampede"): lambda raid, drive: (raid["source"], raid["province"]) == (drive["force"], drive["goal"]),
}
"""What comes of what, and by which facts the two belong together."""


def deduplicate(said: Sequence[Said]) -> list[Said]:
    """What is told, without captures that a raid tells, and with deaths and their talismans where their cause is told.

    Whatever no other line tells stays as it is.
    """
    raids = [one.event for one in said if one.event.kind == "raided" and one.event.data["outcome"] == "captured"]
    raided = {(event.step, event.data["province"]) for event in raids}
    more: dict[int, list[str]] = defaultdict(list)
    kept = []
    for at, one in enumerate(said):
        if one.event.kind == "captured" and (one.event.step, one.event.data["province"]) in raided:
            continue
        blow = next((other for other, cause in enumerate(said) if _came_of(one, cause)), None)
        if blow is None:
            kept.append(at)
        elif one.more:
            more[blow].append(one.more)
    return [_with(said[at], more[at]) for at in kept]


def _came_of(said: Said, cause: Said) -> bool:
    event, blow = said.event, cause.event
    belongs = _CAUSES.get((event.kind, blow.kind))
    return belongs is not None and (event.kind == "raided" or blow.step == event.step) and belongs(event.data, blow.data)


def _with(said: Said, more: Sequence[str]) -> Said:
    """A blow with what came of it: in the box of a battle, and in the line that stands under attention."""
    if not more:
        return said
    box = said.battle and replace(said.battle, spoils=(*said.battle.spoils, *more))
    return replace(said, text=" ".join([said.text, *more]), battle=box)


def without_echoes(said: Sequence[Said]) -> list[Said]:
    """Leaves out that a talisman is gone where another sentence names it."""
    named = named_talismans(one for one in said if one.event.kind != "talisman gone")
    return [one for one in said if one.event.kind != "talisman gone" or one.event.data["talisman"] not in named]


def named_talismans(said: Iterable[Said]) -> set[int]:
    """The numbers of the talismans that these sentences name."""
    return {int(number) for one in said for number in _NAMED.findall(one.text)}


def untold_losses(before: World, turn: Turn) -> list[Event]:
    """Events for the owners alone, of what was theirs before the turn."""
    return _crews_lost(before, turn) + _talismans_gone(before, turn)


def _talismans_gone(before: World, turn: Turn) -> list[Event]:
    """One event a talisman; ``province``: the land lost with it, or "". The report leaves out what another line names."""
    found = []
    for number, was in before.talismans.items():
        owner = before.owner_of(was.holder)
        if owner in turn.world.players and turn.owner_of(turn.world.talismans[number].holder) != owner:
            land = was.province if was.province and turn.province(was.province).owner != owner else ""
            data = {"talisman": number, "name": was.name, "province": land}
            found.append(Event("talisman gone", _lost_in(turn, land), frozenset({owner}), data))
    return found


def _lost_in(turn: Turn, land: str) -> str:
    """The step in which this province was lost last."""
    ways = ("captured", "went-neutral")
    return next((one.step for one in reversed(turn.events) if one.kind in ways and one.data["province"] == land), "14")


def _crews_lost(before: World, turn: Turn) -> list[Event]:
    """An event for the owner of each leader who lives on with less siege equipment than all that was told leaves him."""
    found = []
    for number, was in before.leaders.items():
        now = turn.world.leaders.get(number)
        events = [event for event in turn.events if was.owner in event.seen_by]
        if now is None or turn.player(was.owner) is None or now.owner != was.owner or _told_in_full(events, number):
            continue
        rams, towers = (
            max(0, getattr(was, what) + sum(_change(event, number, what) for event in events) - getattr(now, what))
            for what in ("rams", "towers")
        )
        if rams or towers:
            lost = {"leader": number, "province": now.province, "rams": rams, "towers": towers}
            found.append(Event("crew lost", "14", frozenset({was.owner}), lost))
    return found


def _told_in_full(events: Sequence[Event], number: int) -> bool:
    """True when another line has said that all his equipment is gone."""
    for event in events:
        match event.kind:
            case "leader-died" if event.data["leader"] == number:
                return True
            case "flew" if event.data["leader"] == number and event.data["left_behind"]:
                return True
            case "liquidated" if event.data["force"] == f"L{number}":
                return True
    return False


def _change(event: Event, number: int, what: str) -> int:
    """By how many the event tells that the leader's rams or towers changed."""
    data, name = event.data, f"L{number}"
    about = str(data.get("goods", data.get("what", ""))).removeprefix("siege ") == what
    match event.kind:
        case "transferred" if about:
            return int(data["quantity"] * ((data["receiver"] == name) - (data["giver"] == name)))
        case "built" if about and data["leader"] == number:
            return int(data["quantity"])
        case "destroyed" if about and data["force"] == name:
            return -int(data["quantity"])
        case "crew short" | "engines-broken" if data["leader"] == number:
            return -int(data[what])
        case "catapults" if data["leader"] == number and what == "rams":
            return -int(data["rams"])
    return 0


def unnamed_talismans(view: View, events: Sequence[Event], said: Iterable[Said]) -> list[Event]:
    """Events for talismans that are the reader's since this turn, and that ``said`` does not name: found in captured provinces,
    or come by themselves."""
    named = named_talismans(said)
    own = [event for event in events if view.seat in event.seen_by]
    won = {event.data["province"]: event.step for event in own if event.kind == "captured" and event.data["by"] == view.seat}
    reader, found = frozenset({view.seat}), []
    for place in sorted(won.keys() & view.provinces.keys(), key=hex_of):
        here = [one for one in view.held(place) if one.gained == view.turn - 1 and one.number not in named]
        if here:
            named |= {one.number for one in here}
            names = [f"T{one.number} ({one.name})" for one in here]
            found.append(Event("talismans found", won[place], reader, {"province": place, "talismans": names}))
    for number, one in sorted(view.talismans.items()):
        if one.gained == view.turn - 1 > 0 and number not in named:
            data = {"talisman": number, "name": one.name, "holder": str(one.holder)}
            found.append(Event("talisman came", "14", reader, data))
    return found


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
