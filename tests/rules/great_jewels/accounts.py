"""Nothing comes from nothing: every change of troops, zorans and talismans has an event or a rule that says so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from postern.game.chance import Chance
from postern.game.events import Event
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.rules.economy import levy_rate, tax_rate
from postern.rulesets.great_jewels.rules.forces import is_stronghold
from postern.rulesets.great_jewels.sequence import LAST_STEPS, SEQUENCE, in_order
from postern.rulesets.great_jewels.turn.orders import Issued, QJOrder
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Province, World, copy_world

Data = Mapping[str, Any]

# --- what there is -------------------------------------------------------------------------------------------------


def troops_in(world: World) -> int:
    return sum(place.garrison for place in world.provinces.values()) + sum(one.troops for one in world.leaders.values())


def zorans_in(world: World) -> int:
    return sum(place.zorans for place in world.provinces.values()) + sum(one.zorans for one in world.leaders.values())


def _raiding(turn: Turn, label: str) -> int:
    """Troops between two provinces: after step 4 and before step 10."""
    labels = [step.label for step in SEQUENCE]
    return sum(party.troops for party in turn.raids) if labels.index("4") <= labels.index(label) < labels.index("10") else 0


def assert_talismans(world: World) -> None:
    """Each of the 152 lies somewhere, with one living leader or in one province."""
    assert sorted(world.talismans) == list(range(1, 153))
    for number, one in world.talismans.items():
        assert bool(one.leader) != bool(one.province), number
        assert not one.leader or one.leader in world.leaders, number


def assert_nothing_negative(world: World) -> None:
    for place in world.provinces.values():
        assert min(place.garrison, place.csps, place.navies, place.zorans) >= 0, place
    for one in world.leaders.values():
        assert min(one.troops, one.bonus, one.zorans, one.rams, one.towers) >= 0, one


# --- what events say of it -----------------------------------------------------------------------------------------


def _harm(data: Data, words: str) -> int:
    found = re.search(rf"(\d+) {words}", data["harm"])
    return -int(found[1]) if found else 0


_TROOPS: dict[str, Callable[[Data], int]] = {
    "recruited": lambda data: data["troops"],
    "troops sold": lambda data: -data["sold"],
    "bought mercenaries": lambda data: data["troops"],
    "charmed": lambda data: data["troops"],
    "moved": lambda data: -data["died"],
    "sailed": lambda data: -data["lost"],
    "flew": lambda data: -data["too_many"] - data["fell"],
    "kraken": lambda data: -data["troops"],
    "dragon-ate-army": lambda data: -data["troops"],
    "drevonyx-ate": lambda data: -data["troops"],
    "dragon hatched": lambda data: -data["troops"],
    "dutchman crew": lambda data: data["troops"] - data["before"],
    "beehive": lambda data: data["troops"],
    "leprechaun": lambda data: data["amount"] if data["what"] == "troops" else 0,
    "raided": lambda data: 0 if data["outcome"] in ("captured", "joined") else -data["troops"],
    "mischief": lambda data: _harm(data, r"(?:garrison troops? (?:was|were) lost|troops? deserted)"),
}
_ZORANS: dict[str, Callable[[Data], int]] = {
    "recruited": lambda data: -data["zorans"],
    "troops sold": lambda data: data["gain"],
    "funds sent": lambda data: -data["fee"],
    "head hunted": lambda data: -data["spent"],
    "poker chip": lambda data: data["zorans"] - data["before"],
    "liquidated": lambda data: data["zorans"],
    "bribery": lambda data: -data["paid"] if data["paid"] >= data["price"] else 0,
    "built": lambda data: -data["cost"],
    "leprechaun": lambda data: data["amount"] if data["what"] == "zorans" else 0,
    "gold found": lambda data: data["zorans"],
    "sieve": lambda data: -data["zorans"],
    "wand burnt": lambda data: -data["zorans"],
    "mischief": lambda data: _harm(data, "zorans? vanished"),
}


def _explained(events: Iterable[Event], table: Mapping[str, Callable[[Data], int]]) -> int:
    return sum(table[event.kind](event.data) for event in events if event.kind in table)


def _fallen(events: Sequence[Event]) -> int:
    """Troops lost in battles and ambushes, less those risen. Each force once, by its owner's account where there is one."""
    rows: dict[tuple[str, str, str], Data] = {}
    for event in events:
        if event.kind == "battle":
            for row in event.data["forces"]:
                key = (event.step, event.data["place"], row["force"])
                if key not in rows or row["owner"] in event.seen_by:
                    rows[key] = row
    waylaid = [event.data for event in events if event.kind == "waylaid" and "troops" in event.data]
    exact = {(data["leader"], data["province"]): data["dead"] for data in reversed(waylaid)}
    return int(sum(row.get("lost", 0) - row.get("risen", 0) for row in rows.values()) + sum(exact.values()))


# --- whole games ---------------------------------------------------------------------------------------------------


def accounted(world: World, seed: str) -> World:
    """The world after a turn of computer play, each step of which is held against what its events say."""
    orders = {}
    for seat in RULESET.active(world):
        view = RULESET.view(world, seat)
        orders[seat] = Issued.of(seat, RULESET.read(RULESET.plan(view, Chance(seed)), view), QJOrder)
    turn = Turn(copy_world(world), in_order(orders, world), Chance(seed).turn(world.turn))
    before = "0"
    for step in SEQUENCE:
        if turn.world.finished and step.label not in LAST_STEPS:
            continue
        old = copy_world(turn.world)
        told, waiting = len(turn.events), _raiding(turn, before)
        turn.step = step.label
        step.run(turn)
        events = turn.events[told:]
        troops = troops_in(turn.world) + _raiding(turn, step.label) - troops_in(old) - waiting
        zorans = zorans_in(turn.world) - zorans_in(old)
        expected_troops = _explained(events, _TROOPS) - _fallen(events) + _by_rule(old, turn, step.label, events, levies=True)
        expected_zorans = _explained(events, _ZORANS) + _by_rule(old, turn, step.label, events, levies=False)
        assert troops == expected_troops, (step.label, troops, expected_troops, [(one.kind, dict(one.data)) for one in events])
        assert zorans == expected_zorans, (step.label, zorans, expected_zorans, [(one.kind, dict(one.data)) for one in events])
        assert_talismans(turn.world)
        assert_nothing_negative(turn.world)
        before = step.label
    return turn.world


def _by_rule(old: World, turn: Turn, label: str, events: Sequence[Event], *, levies: bool) -> int:
    """What a step changes by a rule that tells nobody: strongholds recruit and build, land yields, dead men drop out."""
    if label == "12":
        grown = [(old.provinces[name], place) for name, place in turn.world.provinces.items() if is_stronghold(place)]
        if levies:
            return sum(_recruits(was, place) for was, place in grown)
        return sum(-5 * (place.csps - was.csps) for was, place in grown)
    if label == "13a":
        return _yield(old, turn, events, levies)
    gone = set(old.leaders) - set(turn.world.leaders)
    if label == "14b" and levies:
        burst = [event.data for event in events if event.kind == "hot potato"]
        return -int(sum(data["troops"] for data in burst)) - sum(old.leaders[number].troops for number in gone)
    if label == "7a" and not levies:
        sunk = [
            event.data["leader"] for event in events if event.kind == "sailed" and event.data["lost"] == event.data["before"]
        ]
        return -sum(old.leaders[number].zorans for number in sunk)
    return 0


def _recruits(was: Province, place: Province) -> int:
    """What a stronghold's garrison has grown by: 3, and only once it has been discovered (QJ-26-13)."""
    grown = place.garrison - was.garrison
    assert grown in ((0, 3) if place.discovered else (0,)), place
    return grown


def _yield(old: World, turn: Turn, events: Sequence[Event], levies: bool) -> int:
    """Levies or taxes of this turn. Where talismans lie the yield itself is taken, after a look that it is within bounds."""
    haunted = {one.province for one in turn.world.drevonyxes}
    holding = {one.province for one in old.talismans.values() if one.province}
    total = 0
    for name, was in old.provinces.items():
        place = turn.world.provinces[name]
        change = place.garrison - was.garrison if levies else place.zorans - was.zorans
        here = [one for one in events if one.data.get("province") == name and one.kind != "dragon-ate-army"]
        told = _explained(here, _TROOPS if levies else _ZORANS)
        rate = (levy_rate if levies else tax_rate)(turn.world, place)
        if not was.owner and levies and is_stronghold(place):
            total += _recruits(was, place)
        elif not was.owner:
            assert change == told, name
        elif name in holding:
            assert -max(was.garrison, was.zorans) <= change - told <= max(0, 6 * rate + 450), (name, change, told, rate)
            total += change - told
        elif was.besieged or (levies and name in haunted):
            assert change == told, (name, change)
        else:
            assert change - told == rate, (name, change, told, rate)
            total += rate
    return total
