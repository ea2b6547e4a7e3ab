"""Orders carried out alone, without the rest of the turn: for tests of chances, which need many."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from postern.game.chance import Chance
from postern.rulesets.alamaze.sequence import declared, obey
from postern.rulesets.alamaze.turn import Doing, Issued, Turn
from postern.rulesets.alamaze.world.records import World
from tests.rules.alamaze.build import issued


def carried_out(world: World, code: str, text: str, seed: str = "tests") -> Turn:
    """A turn of which only the orders of this letter were carried out, by number."""
    return _carry_out(world, issued(world, {code: text}), seed)


def trials(world: World, code: str, text: str, times: int, prepare: Callable[[], object]) -> Iterator[Turn]:
    """The same so many times on one world, each with its own chance and after it was prepared."""
    orders = issued(world, {code: text})
    for seed in range(times):
        prepare()
        yield _carry_out(world, orders, str(seed))


def _carry_out(world: World, orders: list[Issued], seed: str) -> Turn:
    turn = Turn(world, orders, Chance(seed).turn(world.turn))
    for one in orders:
        turn.by_number.setdefault(one.order.number, []).append(one)
    for number, some in sorted(turn.by_number.items()):
        for one in some:
            if number in declared(world.edition):
                obey(Doing(turn, one))
    return turn
