"""Games by computer players: what the proofs of the kit are tried on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from postern.desk.settings.rulesets import AnyRuleset, ruleset
from postern.game.chance import Chance
from postern.game.orders import OrderSheet
from postern.game.ruleset import Outcome, Signup

NAMES = (
    *("GREEDY", "LORD", "KILLER", "GRABIT", "MEANIE", "YECCH", "BLECCH", "HERO", "QUEEN", "DUKE", "BARON", "COUNT"),
    *("REGENT", "SQUIRE", "ABBOT"),
)

_SEATS = {"cosmos": 4, "alamaze_classic": 6, "adventurer_kings": 8}
"""How many play where it is not as many as the game takes: the smaller scenario of COSMOS."""


def new_game(rules: AnyRuleset, seed: str, seats: int = 0, options: Mapping[str, Any] = MappingProxyType({})) -> Any:
    """A world ready for turn 1, with as many seats as usual unless ``seats`` says how many."""
    most = seats or usual_seats(rules)
    return rules.setup(options, [Signup(name) for name in NAMES[:most]], Chance(seed))


def usual_seats(rules: AnyRuleset) -> int:
    """How many play in a game with the usual options."""
    return _SEATS.get(rules.slug, rules.max_seats)


def planned(rules: AnyRuleset, world: Any, seed: str) -> dict[str, OrderSheet]:
    """What every seat's computer player sends, as it is read from its text."""
    sheets = {}
    for seat in rules.active(world):
        view = rules.view(world, seat)
        sheets[seat] = rules.read(rules.plan(view, Chance(seed)), view)
    return sheets


def next_turn(rules: AnyRuleset, world: Any, seed: str) -> Outcome[Any]:
    """One turn in which every seat sends what its computer player plans."""
    return rules.resolve(world, planned(rules, world, seed), Chance(seed))


@cache
def _played(slug: str, seed: str, turns: int, seats: int) -> bytes:
    rules = ruleset(slug)
    world = new_game(rules, seed, seats) if turns == 0 else next_turn(rules, played(rules, seed, turns - 1, seats), seed).world
    return rules.dump(world)


def played(rules: AnyRuleset, seed: str, turns: int, seats: int = 0) -> Any:
    """The world after so many turns of computer play; the same object is never handed out twice."""
    return rules.load(_played(rules.slug, seed, turns, seats))
