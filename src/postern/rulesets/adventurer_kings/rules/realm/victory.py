"""The end of a year and of the game (chapter 10): coronation, elections, the last year, and what is of a year forgotten."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

from postern.rulesets.adventurer_kings.rules.memory import VEIL, remember
from postern.rulesets.adventurer_kings.rules.realm.economy import wealth, world_wealth
from postern.rulesets.adventurer_kings.rules.realm.offices import EMPEROR, leaders, scores
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn, percent
from postern.rulesets.adventurer_kings.world import Kingdom, World

_SEEN_LONGER = {one.code for one in TABLES.spells.values() if one.secret and one.name.lower() == VEIL}
"""Spells that hide something in the report on the year as well: they end when the next year begins."""


def tax_share(world: World, codes: Mapping[str, object] | tuple[str, ...]) -> Fraction:
    """Return how many percent of the world's tax base some kingdoms have together."""
    return Fraction(100 * sum(wealth(world, one) for one in codes), world_wealth(world))


def crown(turn: Turn) -> None:
    """A single King with more than 55% of the world's tax base is crowned, and the game is over (AK-P10.2-01)."""
    for kingdom in turn.world.kingdoms.values():
        if not turn.world.finished and (share := tax_share(turn.world, (kingdom.code,))) > TABLES.number(
            "victory_tax_share_pct"
        ):
            _announce(turn, "crowned", kingdom, percent(share))


def elect(turn: Turn, votes: Mapping[str, str]) -> None:
    """Count an announced election: ``votes`` are candidates by kingdom; more than half of the world's tax base elects, and the
    game is over (AK-P10.2-02, AK-D10.2-02)."""
    world = turn.world
    world.election, world.elected_year = "", world.turn
    shares = {one: tax_share(world, tuple(voter for voter, to in votes.items() if to == one)) for one in votes.values()}
    counted = [[world.kingdoms[one].name, percent(share)] for one, share in shares.items()]
    turn.announce("election held", votes=[f"{name} {share}%" for name, share in counted])
    for code, share in shares.items():
        if share > TABLES.number("election_share_pct"):
            _announce(turn, "elected", world.kingdoms[code], percent(share))


def _announce(turn: Turn, kind: str, kingdom: Kingdom, share: str) -> None:
    king = turn.world.king(kingdom)
    turn.announce(kind, name=king.title, kingdom=kingdom.name, share=share)
    finish(turn)


def group_led_by(world: World, leader: str) -> tuple[str, ...]:
    """Return the richest group, each Allied with each, that a kingdom leads as the one with the largest tax base, at a tie the
    lower number (AK-D10.2-04)."""
    worth = {code: (wealth(world, code), -one.number) for code, one in world.kingdoms.items()}
    allies = [one for one in worth if one != leader and world.relation(leader, one) == "Allied" and worth[one] < worth[leader]]
    groups = [(leader, *some) for size in range(len(allies) + 1) for some in combinations(allies, size)]
    united = [one for one in groups if all(world.relation(*pair) == "Allied" for pair in combinations(one, 2))]
    return max(united, key=lambda group: sum(worth[one][0] for one in group))


def finish(turn: Turn) -> None:
    """The game is over: every office is awarded, the King with the largest tax base is Emperor (AK-D10.1-08), and the best
    score wins (AK-D10.1-05)."""
    world = turn.world
    world.offices = leaders(world, at_end=True)
    world.finished, world.scores = True, scores(world)
    emperor = world.characters.get(world.offices.get(EMPEROR, 0))
    world.emperor = emperor.kingdom if emperor else ""
    best = world.kingdoms[next(iter(world.scores))]
    world.winners = [best.seat]
    table = [f"{world.kingdoms[code].name} {tenths // 10}.{tenths % 10}" for code, tenths in world.scores.items()]
    turn.announce("game over", emperor=emperor.title if emperor else "", winner=best.name, scores=table)


def end_year(turn: Turn) -> None:
    """After the last year the game is over (AK-D10.4-01). The next year begins: what is of a year is forgotten, and every
    kingdom remembers what it sees."""
    world = turn.world
    if not turn.expected and not world.finished and world.turn >= world.turns:
        finish(turn)
    for army in world.armies.values():
        army.used = 0
    for place in world.provinces.values():
        place.recruited, place.blessed, place.shaken, place.raided = 0, False, False, 0
    for who in world.characters.values():
        who.spells = {code: cast_at for code, cast_at in who.spells.items() if code in _SEEN_LONGER}
        who.illusion, who.used_items, who.offers, who.raised_by = "", [], [], []
    world.turn += 1
    if not turn.expected:
        remember(world)


def lift_veils(turn: Turn) -> None:
    """The spells that hid something in the report on the last year end as well."""
    for who in turn.world.characters.values():
        who.spells = {}
