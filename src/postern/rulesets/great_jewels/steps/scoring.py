"""Step 13: victory points (chapter 4, QJ-28.1-012 to 020, QJ-28.2-02 and 03, ruling 16)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from math import floor

from postern.rulesets.great_jewels.ranking import holdings
from postern.rulesets.great_jewels.rates import levy_rate, tax_rate
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, JEWELS, KEYS, RINGS
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Leader, People, Player, Province, Terrain, World

_RULES = decided("scores")
Account = defaultdict[str, int]
"""Points by what they were given for, or by who has them."""


def banded(amount: int) -> int:
    """Points in whole bands of five: 13 counts three times, 10 twice, 5 once (QJ-04-03 to QJ-04-06)."""
    band = int(_RULES["band"])
    return amount * -(-amount // band)


def zoran_points(zorans: int) -> int:
    """A Rilris' points for the zorans of one province: nothing below 25, dearer in each higher band (QJ-04-10 to QJ-04-12)."""
    if zorans < _RULES["zorans_from"]:
        return 0
    bands = _RULES["zoran_bands"]
    points, worth_before = 0, 0
    for above, worth in bands:
        points += max(0, zorans - above) * (worth - worth_before)
        worth_before = worth
    return points


def bonus_points(bonus: int) -> int:
    """A Slenth's points for one leader's bonus, counted up to 50 (QJ-04-27, QJ-04-28)."""
    return banded(min(bonus, int(_RULES["slenth_highest_bonus"])))


def province_points(world: World, people: People, province: Province) -> int:
    """What an owner of this people scores for a province this turn: nothing for impassable land (QJ-28.2-17)."""
    if province.terrain is Terrain.IMPASSABLE:
        return 0
    match people:
        case People.AZONI:
            return banded(province.csps)
        case People.QUNTAG:
            return banded(levy_rate(world, province)) + banded(tax_rate(world, province))
        case People.RILRIS:
            return zoran_points(province.zorans)
        case People.SLENTH:
            return 0


def leader_points(world: World, people: People, leader: Leader) -> int:
    """What an owner of this people scores for a leader this turn."""
    if people is not People.SLENTH or world.provinces[leader.province].terrain is Terrain.IMPASSABLE:
        return 0
    return bonus_points(leader.bonus)


_AIMS = {People.AZONI: "citadels", People.QUNTAG: "rates", People.RILRIS: "zorans", People.SLENTH: "leaders"}


def score(turn: Turn) -> None:
    """Adds this turn's points to every player's score and tells him what they were given for."""
    accounts: dict[str, Account] = {name: defaultdict(int) for name in turn.world.players}
    _score_forces(turn, accounts)
    held = holdings(turn.world)
    ravaging = _ravaging(turn)
    for name, player in turn.world.players.items():
        if player.out:
            continue
        account = accounts[name]
        account["deeds"] += floor(turn.kill_points.get(name, 0))
        _score_talismans(player, held[name], account)
        _add(turn, player, account, ravaging)


def score_deeds(turn: Turn) -> None:
    """Adds the points for kills alone: they count when they happen (ruling 16), also when the game ends before step 13."""
    ravaging = _ravaging(turn)
    for name, player in turn.world.players.items():
        if points := floor(turn.kill_points.get(name, 0)):
            _add(turn, player, {"deeds": points}, ravaging)


def _add(turn: Turn, player: Player, account: Mapping[str, int], ravaging: Account) -> None:
    parts = {reason: points for reason, points in account.items() if points}
    total = sum(parts.values())
    player.score += total
    turn.tell("scored", to=[player.name], points=total, score=player.score, parts=parts, ravaging=ravaging[player.name])


def _ravaging(turn: Turn) -> Account:
    """What ravaging has brought or cost each player already this turn."""
    points: Account = defaultdict(int)
    for event in turn.events:
        if event.kind == "ravaged":
            points[event.data["by"]] += event.data["points"]
    return points


def _score_forces(turn: Turn, accounts: dict[str, Account]) -> None:
    """Points for provinces and leaders, and what talismans let them score beside (the Wands): Profit Sharing may turn all of
    these to another player."""
    for province in turn.world.provinces.values():
        if player := turn.player(province.owner):
            points = province_points(turn.world, player.people, province)
            _credit(turn, accounts, Force(garrison=province.name), player, points, _AIMS[player.people])
    for leader in turn.world.leaders.values():
        if player := turn.player(leader.owner):
            points = leader_points(turn.world, player.people, leader)
            _credit(turn, accounts, Force(leader=leader.number), player, points, _AIMS[player.people])
    for force in turn.holders():
        if player := turn.player(turn.owner_of(force)):
            _credit(turn, accounts, force, player, hooks.SCORES.fold(turn, force, 0, None), "talismans")


def _credit(turn: Turn, accounts: dict[str, Account], force: Force, owner: Player, points: int, aim: str) -> None:
    if points:
        for name, share in hooks.PROFITS.fold(turn, force, ((owner.name, points),), None):
            accounts[name][aim if name == owner.name else "profit sharing"] += share


def _score_talismans(player: Player, held: set[int], account: Account) -> None:
    rilris = player.people is People.RILRIS
    account["keys"] += len(held.intersection(KEYS)) * int(_RULES["key_rilris" if rilris else "key"])
    account["rings"] += len(held.intersection(RINGS[player.people])) * int(_RULES["ring"])
    account["jewels"] += int(_RULES["jewels"][min(len(held.intersection(JEWELS)), len(JEWELS) - 1)])
    complete = sorted(word for word, keys in KEY_SETS.items() if keys <= held) if rilris else []
    account["key sets"] += (len(complete) - len(player.key_sets)) * int(_RULES["key_set"])
    player.key_sets = complete


def _key_sets() -> dict[str, set[int]]:
    sets: dict[str, set[int]] = defaultdict(set)
    for number in KEYS:
        for word in CATALOGUE[number].name.split():
            sets[word].add(number)
    return dict(sets)


KEY_SETS: dict[str, set[int]] = _key_sets()
"""The ten sets of five keys each that share a word (QJ-28.1-013)."""
