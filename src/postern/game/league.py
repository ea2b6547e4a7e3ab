"""Many games of computer players, played through and counted: who wins, from where, with which side and level.

All of it goes by the ``Ruleset`` interface alone. Games come in rounds: in one round the same world is played once for every
level, with the levels moved on by a seat each time, so that each seat is played at each level from the same start.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Literal, TypeAlias

from postern.game.chance import Chance
from postern.game.ruleset import LEVELS, Ruleset, Signup, Uncovered

Entrant: TypeAlias = Literal["silent", "easy", "normal", "hard"]
ENTRANTS: tuple[Entrant, ...] = ("silent", *LEVELS)
"""What may play in a league: the levels, and a seat that never orders anything."""
_95_PERCENT = 1.96


@dataclass(frozen=True)
class Fixture:
    """A game to be played. ``round`` and ``seed`` are those of all games from the same start."""

    number: int
    round: int
    seed: str
    levels: Mapping[str, Entrant]
    options: Mapping[str, Any] = field(default_factory=dict)
    most_turns: int = 100
    check: bool = False
    census: bool = False


@dataclass(frozen=True)
class Result:
    """How a seat came out. ``win`` is 1, or its part of a shared victory."""

    seat: str
    side: str
    start: str
    level: Entrant
    score: int
    rank: int
    win: float


@dataclass(frozen=True)
class Match:
    """A game that was played. ``refused``: orders that the game's own checker does not take, as far as it was asked."""

    number: int
    round: int
    turns: int
    ending: str
    results: tuple[Result, ...] = ()
    orders: int = 0
    refused: tuple[str, ...] = ()
    uses: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Share:
    """Wins of a side, a start or a level: the part it won with its 95 % interval, and a fair part."""

    name: str
    games: int
    wins: float
    fair: float

    @property
    def won(self) -> float:
        """The part of its games that it won, 0 to 1."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the part won."""
        return wilson(self.wins, self.games)

    @property
    def of_fair(self) -> float:
        """1 for as many wins as chance would give."""
        return self.won / self.fair


@dataclass(frozen=True)
class Duel:
    """Two levels at the same seats of the same worlds: in how many the first had the higher score (half for as high a one)."""

    better: Entrant
    worse: Entrant
    seats: int
    ahead: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the part of seats at which the first was ahead."""
        return wilson(self.ahead, self.seats)


def fixtures(
    names: Sequence[str], levels: Sequence[Entrant], games: int, seed: str, options: Mapping[str, Any], **more: Any
) -> list[Fixture]:
    """The games of a league. Each has all levels at its table, as evenly as the seats allow."""
    made = []
    for number in range(games):
        round_, turned = divmod(number, len(levels))
        table = {name: levels[(place + turned) % len(levels)] for place, name in enumerate(names)}
        made.append(Fixture(number + 1, round_ + 1, f"{seed}/{round_ + 1}", table, options, **more))
    return made


def play(rules: Ruleset[Any, Any], fixture: Fixture) -> Match:
    """Plays one game to its end, or for as many turns as it may take."""
    chance = Chance(fixture.seed)
    world: Any = rules.setup(fixture.options, [Signup(name) for name in fixture.levels], chance)
    refused: list[str] = []
    used: Counter[str] = Counter()
    orders, turns, outcome = 0, 0, None
    while turns < fixture.most_turns and not (outcome and outcome.finished):
        turns += 1
        sheets = {}
        for seat in rules.active(world):
            level, view = fixture.levels[seat], rules.view(world, seat)
            sheet = rules.read("" if level == "silent" else rules.plan(view, chance, level=level), view)
            sheets[seat] = sheet
            orders += len(sheet.orders)
            used.update(rules.uses(sheet, view) if fixture.census else ())
            if fixture.check:
                problems = [one for one in rules.check(sheet, view).problems if not one.note]
                refused += [f"turn {rules.turn(world)}, {seat}: {one.text.strip()}: {one.why}" for one in problems]
        outcome = rules.resolve(world, sheets, chance)
        world = outcome.world
    assert outcome is not None
    for seat in fixture.levels if fixture.census and outcome.finished else ():
        view = rules.view(world, seat)
        used.update(rules.uses(rules.read("", view), view))
    end = rules.uncovered(world)
    first = outcome.winners or tuple(one.seat for one in end.standings if one.rank == 1)
    ending = ("by the rules" if outcome.finished else "cut off") + (", shared" if len(first) > 1 else "")
    results = _results(end, fixture, first)
    return Match(fixture.number, fixture.round, turns, ending, results, orders, tuple(refused), dict(used))


def _results(end: Uncovered, fixture: Fixture, first: Sequence[str]) -> tuple[Result, ...]:
    return tuple(
        Result(
            one.seat,
            end.sides.get(one.seat, ""),
            end.starts.get(one.seat, ""),
            fixture.levels[one.seat],
            one.score,
            one.rank,
            1 / len(first) if one.seat in first else 0.0,
        )
        for one in end.standings
    )


def shares(matches: Iterable[Match], key: Literal["side", "start", "level"]) -> list[Share]:
    """The wins by side, start or level, by its name; nothing where the game knows only one."""
    games: Counter[str] = Counter()
    wins: dict[str, float] = defaultdict(float)
    fair: dict[str, float] = defaultdict(float)
    for match in matches:
        for name in {getattr(one, key) for one in match.results}:
            mine = [one for one in match.results if getattr(one, key) == name]
            games[name] += 1
            wins[name] += sum(one.win for one in mine)
            fair[name] += len(mine) / len(match.results)
    if len(games) < 2:
        return []
    return [Share(name, games[name], wins[name], fair[name] / games[name]) for name in sorted(games)]


def duels(matches: Iterable[Match], levels: Sequence[Entrant]) -> list[Duel]:
    """Each level against each weaker one, over the rounds that were played whole."""
    rounds: dict[int, list[Match]] = defaultdict(list)
    for match in matches:
        rounds[match.round].append(match)
    scores: dict[tuple[int, str], dict[Entrant, int]] = defaultdict(dict)
    for number, played in rounds.items():
        for result in (one for match in played for one in match.results):
            scores[number, result.seat][result.level] = result.score
    found = []
    for worse, better in combinations(sorted(set(levels), key=ENTRANTS.index), 2):
        both = [(one[better], one[worse]) for one in scores.values() if better in one and worse in one]
        if both:
            ahead = sum(1.0 if high > low else 0.5 if high == low else 0.0 for high, low in both)
            found.append(Duel(better, worse, len(both), ahead))
    return found


def wilson(hits: float, trials: int) -> tuple[float, float]:
    """The interval that holds the true part in 19 cases of 20 (E. B. Wilson 1927), good for few trials, too."""
    if not trials:
        return 0.0, 1.0
    part, z2 = hits / trials, _95_PERCENT**2
    middle = (part + z2 / (2 * trials)) / (1 + z2 / trials)
    half = _95_PERCENT / (1 + z2 / trials) * math.sqrt(part * (1 - part) / trials + z2 / (4 * trials**2))
    return max(0.0, middle - half), min(1.0, middle + half)
