"""The end of the turn: what the rules say happens then, points, limits, and the end of the game (CF-4-05, ruling 2.1, steps 4
and 7)."""

from __future__ import annotations

from postern.rulesets.cosmos import flight, questing, taking_over
from postern.rulesets.cosmos.economy.walls import settle_fortifications
from postern.rulesets.cosmos.npc import restore_wild
from postern.rulesets.cosmos.points import admin_limit, all_gates, keep_points, score, standings
from postern.rulesets.cosmos.sight.memory import note_moving
from postern.rulesets.cosmos.turn import Turn


def return_home(turn: Turn) -> None:
    """Whoever fled, retreated or travelled appears when his time is up (ruling 2.1, step f); bribed tactics hold in the
    battles of the phase (CF-7.4.2-07)."""
    flight.return_home(turn)
    questing.arrive(turn)
    taking_over.bribed_tactics(turn)


def end_turn(turn: Turn) -> None:
    """Broken fortifications lose a rating, and what stands no longer vanishes (CF-16.3-07..09); what roams the land comes back
    (ruling 15.8). Who is seen on the way is noted (CF-19.1.2-02)."""
    note_moving(turn)
    settle_fortifications(turn)
    restore_wild(turn)
    taking_over.renew_offers(turn)


def count_points(turn: Turn) -> None:
    """Points, administration limits, who is gone, and whether the game is over (CF-5.3-04, rulings 12.8, 12.9,
    ``victory.csv``)."""
    world = turn.world
    for nation in world.nations.values():
        if turn.tables.nations[nation.code].played:
            keep_points(world, nation)
            nation.admin_limit = admin_limit(world, nation)
    gates = all_gates(world)
    for code in turn.tables.factions.get(gates, ()):
        world.nations[code].kept += int(turn.tables.settings["moon_gate_victory"])
    score(world)
    _eliminate(turn)
    if gates or world.turn >= world.turns or not any(True for _ in world.seated()):
        _finish(turn)
    world.turn += 1


def _eliminate(turn: Turn) -> None:
    """A nation without hexes, locations and units leaves the game; its points stay (ruling 12.9). Of others nobody
    can foresee it."""
    world = turn.world
    if turn.expected:
        return
    there = {one.owner for one in world.hexes.values()} | {one.owner for one in world.locations.values()}
    there |= {one.owner for one in world.units.values()}
    for nation in list(world.seated()):
        if nation.code not in there:
            nation.eliminated = True
            turn.tell("eliminated", world.seats(), nation=nation.code)


def _finish(turn: Turn) -> None:
    table = standings(turn.world)
    turn.world.finished = True
    turn.world.winners = [one.seat for one in table if one.rank == 1]
    turn.tell("over", turn.seats(), winners=turn.world.winners)
