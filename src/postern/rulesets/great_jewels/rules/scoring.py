"""Victory points (step 13, chapter 4, QJ-28.1-012 to 020, QJ-28.2-02 and 03, ruling 16), and the end of the game (chapter 2,
rulings 17 and 27): Great Jewels counted, the ending turn, players who fall out, the final table with its ties and winners.

A Slenth scores for killing troops, leaders and CSPs (QJ-04-15 to QJ-04-21). Points of events are kept as exact fractions, by
player and by force, and floored once a turn when scores are counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from math import floor

from postern.game.ruleset import Standing
from postern.rulesets.great_jewels.rules import hooks
from postern.rulesets.great_jewels.rules.economy import levy_rate, tax_rate
from postern.rulesets.great_jewels.rules.forces import people_of
from postern.rulesets.great_jewels.tables import CATALOGUE, JEWELS, KEYS, RINGS, STONES, decided
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, Leader, People, Player, Province, Terrain, World

Rank = tuple[bool, int, int, int, int]


def holdings(world: World) -> dict[str, set[int]]:
    """The talismans that each player has with leaders and in provinces."""
    held: dict[str, set[int]] = {name: set() for name in world.players}
    for number, talisman in world.talismans.items():
        if (owner := world.owner_of(talisman.holder)) in held:
            held[owner].add(number)
    return held


def _merits(world: World) -> dict[str, Rank]:
    """What ranks each player: a win by jewels, score, Great Jewels, provinces, leaders."""
    held = holdings(world)
    owners = [province.owner for province in world.provinces.values()]
    leading = [leader.owner for leader in world.leaders.values()]
    return {
        name: (
            world.finished and name in world.winners,
            player.score,
            len(held[name].intersection(JEWELS)),
            owners.count(name),
            leading.count(name),
        )
        for name, player in world.players.items()
    }


def sides(world: World) -> list[list[str]]:
    """Who wins or loses together: the teams, or in a game without teams every player alone."""
    together: dict[object, list[str]] = {}
    for name, player in world.players.items():
        together.setdefault(player.team or name, []).append(name)
    return list(together.values())


def best(world: World) -> list[str]:
    """The players, or the team, with the highest score; ties are broken by Great Jewels, provinces, leaders, else the victory
    is shared."""
    alone = _merits(world)
    merits = [(_together(alone[name] for name in side)[1:], side) for side in sides(world)]
    highest = max(merit for merit, _ in merits)
    return [name for merit, side in merits if merit == highest for name in side]


def _together(merits: Iterable[Rank]) -> Rank:
    """What a team has between its players."""
    won, *rest = zip(*merits, strict=True)
    score, jewels, provinces, leaders = map(sum, rest)
    return any(won), score, jewels, provinces, leaders


def final_standings(world: World) -> tuple[Standing, ...]:
    """Every player's place and score, best first; equal in everything means an equal rank. Winners stand first.

    In a game of teams the rank is the team's, and each player's note names it with what its players have together.
    """
    alone = _merits(world)
    merits = {tuple(side): _together(alone[name] for name in side) for side in sides(world)}
    table = []
    for side in sorted(merits, key=lambda side: merits[side], reverse=True):
        rank = 1 + sum(other > merits[side] for other in merits.values())
        for name in sorted(side, key=lambda name: alone[name], reverse=True):
            player = world.players[name]
            won = world.finished and name in world.winners
            notes = [f"team {player.team}, together {merits[side][1]}"] if player.team else []
            notes += ["winner"] if won else ["out of the game"] if player.out else []
            table.append(Standing(name, player.score, rank, ", ".join(notes)))
    return tuple(table)


_NUMBERS = decided("kill_points")


def troop_points(people: str) -> int:
    """Points for one killed troop of a player of this people; 0 for troops that are no player's (ruling 16)."""
    return int(_NUMBERS.get(people, 0))


def leader_kill_points(people: str, bonus: int) -> int:
    """Points for a killed leader of a player of this people: 60 + 6 x bonus, 40 + 4 x bonus or 30 + 3 x bonus."""
    return troop_points(people) * (int(_NUMBERS["leader_as_troops"]) + bonus)


def credit(turn: Turn, force: Force, points: Fraction, place: str) -> None:
    """Gives event points for a deed in this province to a force's owner if that force scores kills: a Slenth's, or one that
    scores like them (T98). Impassable land brings none (QJ-28.2-17)."""
    if turn.province(place).terrain is Terrain.IMPASSABLE:
        return
    scores = people_of(turn, force) == People.SLENTH or hooks.SCORES_KILLS.fold(turn, force, False, None)
    if points and scores:
        turn.kill_points[turn.owner_of(force)] += points
        turn.kill_points_of[force] += points


def credit_shares(turn: Turn, points: int, shares: Iterable[tuple[Force, Fraction, bool]], place: str) -> None:
    """Divides points for one victim in this province by share of the attack factors delivered: (force, factors, whether they
    score)."""
    shares = list(shares)
    total = sum((factors for _, factors, _ in shares), Fraction(0))
    for force, factors, scoring in shares:
        if scoring and total:
            credit(turn, force, points * factors / total, place)


def credit_csps(turn: Turn, force: Force, province: str, csps: int | Fraction) -> None:
    """Points for CSPs that this force destroyed in another player's province, by rams, talisman or spell (QJ-04-21)."""
    owner = turn.province(province).owner
    if turn.player(owner) is not None and owner != turn.owner_of(force):
        credit(turn, force, csps * Fraction(int(_NUMBERS["csp"])), province)


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


def check_jewels(turn: Turn) -> None:
    """Ends the game at once when a player has all three Great Jewels, or two and all Lesser Stones (QJ-02-17, QJ-28.1-307).

    Should two players qualify together, three real jewels win. The steps that are left of the turn are then skipped. What a
    team's players hold counts together, and the points go to the one who holds most of it.
    """
    if turn.expected or turn.world.finished or not turn.world.variant.jewels_win:
        return
    held = holdings(turn.world)
    together = [(side, set[int]().union(*(held[name] for name in side))) for side in sides(turn.world)]
    winners = [(side, numbers) for side, numbers in together if numbers.issuperset(JEWELS)]
    if not winners:
        stones = set(STONES.values())
        lacks_one = len(JEWELS) - 1
        winners = [(side, one) for side, one in together if len(one.intersection(JEWELS)) == lacks_one and stones <= one]
    for side, numbers in winners:
        points = int(decided("scores")["jewels"][len(JEWELS)])
        name = max(side, key=lambda name: len(held[name].intersection(JEWELS)))
        turn.world.players[name].score += points
        turn.world.finished, turn.world.winners = True, list(side)
        jewels = len(numbers.intersection(JEWELS))
        mates = [mate for mate in side if mate != name]
        turn.tell("jewels-won", to=turn.world.players, winner=name, jewels=jewels, points=points, mates=mates)
    if winners:
        _break_off(turn)


def end_by_song(turn: Turn) -> None:
    """Ends the game at once when T142 has brought its end to this turn: whoever leads now has won (QJ-28.1-313)."""
    world = turn.world
    _break_off(turn)
    world.finished, world.winners = True, best(world)
    _proclaim(turn)


def _break_off(turn: Turn) -> None:
    """The game ends in the middle of a turn: what has been won by deeds counts, the points for what one has, which are given in
    step 13, are not given any more."""
    score_deeds(turn)
    _call_back(turn)


def _call_back(turn: Turn) -> None:
    """Raiders and mustered troops that are on their way as the game ends are counted where they came from."""
    for party in turn.raids:
        if leader := turn.leader(party.source.leader or 0):
            leader.troops += party.troops
        elif party.source.garrison and turn.province(party.origin).owner == party.seat:
            turn.province(party.origin).garrison += party.troops
    turn.raids.clear()


def end_turn(turn: Turn) -> None:
    """Who has fallen out, whether the game is over (QJ-02-19), and on to the next turn number."""
    world = turn.world
    if not turn.expected:
        _eliminate(turn)
        if not world.finished and _is_over(turn):
            world.finished, world.winners = True, best(world)
            _proclaim(turn)
    world.turn += 1


def _proclaim(turn: Turn) -> None:
    scores = {name: player.score for name, player in turn.world.players.items()}
    turn.tell("game-over", to=turn.world.players, winners=list(turn.world.winners), scores=scores)


def _is_over(turn: Turn) -> bool:
    """The last turn has run, nobody is left, or somebody has the score that the variant asks for."""
    players, limit = turn.world.players, turn.world.variant.score_limit
    highest = max(sum(players[name].score for name in side) for side in sides(turn.world))
    reached = bool(limit) and highest >= limit
    return reached or turn.number >= turn.world.end_turn or all(player.out for player in players.values())


def _eliminate(turn: Turn) -> None:
    """A player without province and leader is out and keeps his score in the table; with a leader alone one can still capture a
    province (QJ-03-03)."""
    owners = {province.owner for province in turn.world.provinces.values()}
    owners |= {leader.owner for leader in turn.world.leaders.values()}
    for name, player in turn.world.players.items():
        if not player.out and name not in owners:
            player.out = True
            turn.tell("eliminated", to=[name], score=player.score)


def count_missed(turn: Turn, present: Collection[str]) -> None:
    """Counts turns missed in a row and warns (ruling 27); ``present`` are the players whose orders had come."""
    rules = decided("absence")
    for name, player in turn.world.players.items():
        if player.out:
            continue
        player.missed = 0 if name in present else player.missed + 1
        if player.missed >= rules["vacant_after"]:
            turn.tell("seat-vacant", to=[name], missed=player.missed)
        elif player.missed >= rules["warn_after"]:
            turn.tell("turns-missed", to=[name], missed=player.missed, vacant_after=rules["vacant_after"])
