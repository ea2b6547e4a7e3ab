"""The phase at work: who acts when (AK-D3.0-11, AK-D3.0-12), what comes before an action, and which function carries it out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal

from postern.game.kit.report.telling import counted
from postern.rulesets.adventurer_kings.orders.finding import meant, province_names
from postern.rulesets.adventurer_kings.orders.grammar import NAMES, ROWS
from postern.rulesets.adventurer_kings.orders.types import Action, Defend, Leave, Meet, Move, PickUp, Pursue, Recruit, Trail
from postern.rulesets.adventurer_kings.rules.abilities.levels import experience, initiative
from postern.rulesets.adventurer_kings.rules.encounters.wandering import meets_monster
from postern.rulesets.adventurer_kings.turn import Defence, Doing, Issued, Turn
from postern.rulesets.adventurer_kings.world import Character, World

Effect = Callable[[Doing, Any], bool]
"""Carries an order out and returns True; False after saying why it cannot be (``Doing.fail``)."""
EFFECTS: dict[type, Effect] = {}
"""What each type of orders does. A family adds its own."""


def effect(kind: type) -> Callable[[Effect], Effect]:
    """Register what orders of a type do. Raises ValueError for a second function for one type."""

    def register(call: Effect) -> Effect:
        if kind in EFFECTS:
            raise ValueError(f"there are two functions for {kind.__name__}")
        EFFECTS[kind] = call
        return call

    return register


def begin_phase(turn: Turn) -> None:
    """What was of the phase before is forgotten."""
    turn.came_from.clear()
    turn.acted.clear()


def orders_of(turn: Turn, phase: int) -> dict[int, Issued]:
    """Return the orders of this phase by the number of who has one; he who has none Defends (AK-D3.0-06)."""
    found = {}
    for issued in turn.orders:
        order = issued.order.order
        if isinstance(order, Action) and order.phase == phase:
            found[int(issued.order.head.name)] = issued
    return found


def order_of_action(turn: Turn, orders: Mapping[int, Issued]) -> list[int]:
    """Return who acts in this phase, in order: by falling initiative, the lower number first, whoever Defends behind all others
    (AK-P3.0-02, 03, 07); then each who waits for others directly behind the last of these (AK-P3.0-04 to 06, AK-P3.4-02)."""
    world = turn.world
    acting = [one for one in world.characters.values() if one.status == "serving"]
    worth = {one.id: initiative(world, one) for one in acting}
    defends = {one.id for one in acting if one.id not in orders or isinstance(orders[one.id].order.order, Defend)}
    line = [one.id for one in sorted(acting, key=lambda one: (one.id in defends, -worth[one.id], one.id))]
    waits = _waits(turn, orders, line, defends)
    waiting = [one for one in reversed(line) if one in waits]
    for second in waiting * len(waiting):
        line.remove(second)
        line.insert(max(map(line.index, waits[second])) + 1, second)
    return line


def _waits(turn: Turn, orders: Mapping[int, Issued], line: list[int], defends: set[int]) -> dict[int, set[int]]:
    """For whom each who waits does so. A cycle is cut at its lowest number (AK-D3.0-12): he does not wait in it."""
    found: dict[int, set[int]] = {}
    for first, second in sorted(_pairs(turn, orders), key=lambda pair: (-pair[1], pair[0])):
        if first in line and second in line and second not in defends and not _waits_for(found, first, second):
            found.setdefault(second, set()).add(first)
    return found


def _waits_for(waits: Mapping[int, set[int]], one: int, other: int) -> bool:
    return one == other or any(_waits_for(waits, each, other) for each in waits.get(one, ()))


def _pairs(turn: Turn, orders: Mapping[int, Issued]) -> Iterator[tuple[int, int]]:
    """Who acts directly before whom: B before A, for whom he does something friendly where both are; A before B, where A moves
    to B for it; whoever is pursued in the province, or trailed, before his pursuer; the owner who recruits before a guest."""
    world = turn.world
    for number, issued in orders.items():
        who, order = world.characters[number], issued.order.order
        if friend := _befriended(turn, number, issued):
            if friend.province == who.province:
                yield number, friend.id
            elif _moves_to(world, orders.get(friend.id)) == who.province:
                yield friend.id, number
        if isinstance(order, Pursue | Trail):
            for one in _named(world.characters.values(), order.who):
                if one.province == who.province or isinstance(order, Trail):
                    yield one.id, number
        if isinstance(order, Recruit) and who.kingdom != (owner := world.provinces[who.province].owner):
            for one in world.serving(owner):
                if one.province == who.province and one.id in orders and isinstance(orders[one.id].order.order, Recruit):
                    yield one.id, number


def _befriended(turn: Turn, number: int, issued: Issued) -> Character | None:
    """For which other character of the same kingdom an order is friendly: armies or items for him, armies that he leads, a
    spell or an encounter."""
    world, order = turn.world, issued.order.order
    friends = [one for one in world.serving(world.characters[number].kingdom) if one.id != number]
    if isinstance(order, PickUp):
        leaders = {world.armies[one].leader for one in order.armies if one in world.armies}
        return next((one for one in friends if one.id in leaders), None)
    name = getattr(order, "taker", None) or getattr(order, "target", None)
    name = order.who if isinstance(order, Meet) else name
    return next(iter(_named(friends, name)), None) if name else None


def _named(among: Iterable[Character], text: str) -> list[Character]:
    """Those whom a number or a name, perhaps quoted, may mean."""
    known = {one.id: one for one in among}
    return [known[number] for number in meant(text, {number: one.name for number, one in known.items()})]


def _moves_to(world: World, issued: Issued | None) -> int:
    """To which province an order moves its character, 0 for no other."""
    if issued is None or not isinstance(order := issued.order.order, Move):
        return 0
    return next(iter(meant(order.to, province_names(world))), 0)


def act(turn: Turn) -> None:
    """Everybody acts in the order of the phase: a random monster first where the action may meet one, the action, and what is
    learnt by it (AK-D3.0-11, AK-D3.19-01)."""
    world, orders = turn.world, orders_of(turn, turn.phase)
    turn.initiative = order_of_action(turn, orders)
    for number in turn.initiative:
        who, issued = world.characters[number], orders.get(number)
        if issued is None:
            if who.status == "serving":
                turn.defending.setdefault(number, Defence())
        elif turn.takes_up(issued):
            _carry_out(turn, who, issued)
        turn.acted.add(number)
    for number, issued in orders.items():
        if number not in turn.acted and turn.takes_up(issued):
            doing = Doing(turn, issued, world.characters[number], world.kingdom_of(issued.seat))
            if _may_act(doing, issued.order.order):
                doing.fail("NOT YET", f"{doing.who.name} may act again from the next phase on.")


def _carry_out(turn: Turn, who: Character, issued: Issued) -> None:
    order, kingdom = issued.order.order, turn.world.kingdom_of(issued.seat)
    doing = Doing(turn, issued, who, kingdom)
    if not _may_act(doing, order):
        return
    if not isinstance(order, Defend):
        turn.defending.pop(who.id, None)
    row = ROWS[NAMES[type(order)]]
    if row.encounter == "always" and not meets_monster(turn, who, who.province):
        doing.fail("MONSTER", f"A monster kept {who.name} from it.")
    elif EFFECTS[type(order)](doing, order):
        turn.carried_out(issued)
        if row.experience and who.alive:
            experience(turn, who, row.experience)


def _gone(doing: Doing) -> Literal[False]:
    """Say once a year of a character that he is gone, with all his orders that are lost by it (AK-D3.0-07); to each order where
    they are tried out, for none of them stands."""
    who, issued = doing.who, doing.issued
    first = [one for one in doing.turn.failures if one.code == "GONE" and one.issued.order.head == issued.order.head]
    if not first or doing.turn.expected:
        return doing.fail("GONE", f"{who.name} is {'dead' if not who.alive else 'no longer in your service'}.")
    why, _, more = first[0].why.partition(" Lost with it")
    lost = [*filter(None, more.partition(": ")[2].rstrip(".").split("; ")), issued.code]
    verb = "is" if len(lost) == 1 else "are"
    told = replace(first[0], why=f"{why} Lost with it {verb} {counted(len(lost), 'more order')}: {'; '.join(lost)}.")
    doing.turn.failures[doing.turn.failures.index(first[0])] = told
    return False


def _may_act(doing: Doing, order: Action) -> bool:
    """Whether he lives, serves, and may do this now."""
    who, turn = doing.who, doing.turn
    if who.kingdom != doing.kingdom.code or not who.alive:
        return _gone(doing)
    if who.hired == turn.world.turn and not who.king:
        turn.defending.setdefault(who.id, Defence())
        return doing.fail("NEW", f"{who.name} was hired this year, and takes orders from the next year on.")
    if not who.levelled and not isinstance(order, Move | Defend | Leave | PickUp):
        why = f"{who.name} has no levels yet: he may move, defend, leave and pick up armies."
        return doing.fail("HEIR", why, "Write, outside of his block, a name and 4 levels, such as", "")
    return True
