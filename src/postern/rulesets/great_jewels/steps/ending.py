"""The end of the game (chapter 2, rulings 17 and 27): Great Jewels counted, the ending turn, players who fall out."""

from __future__ import annotations

from collections.abc import Collection

from postern.rulesets.great_jewels.ranking import best, holdings, sides
from postern.rulesets.great_jewels.steps.scoring import score_deeds
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.catalogue import JEWELS, STONES
from postern.rulesets.great_jewels.turn import Turn


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
