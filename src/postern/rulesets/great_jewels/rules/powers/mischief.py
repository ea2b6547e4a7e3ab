"""Step 14b: counters of talismans, their hidden tricks, and what four wands together do (rulings 19, 20 and 22)."""

from __future__ import annotations

from collections.abc import Callable

from postern.game.chance import Stream
from postern.game.kit.report.telling import counted
from postern.rulesets.great_jewels.rules import hooks
from postern.rulesets.great_jewels.rules.battle.aftermath import abandon_excess
from postern.rulesets.great_jewels.rules.checks import probe
from postern.rulesets.great_jewels.rules.forces import take_troops
from postern.rulesets.great_jewels.rules.movement.arriving import is_player, random_neutral
from postern.rulesets.great_jewels.rules.scoring import holdings, leader_points, province_points
from postern.rulesets.great_jewels.tables import CATALOGUE, JEWELS, KEYS, WANDS, decided
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, People, Player, Talisman, garrison_force

Trick = Callable[[Turn, Talisman, Force, Stream], str]
"""Plays a trick on the holder and says what happened, in words; "" when the holder has nothing of that kind."""

_NUMBERS = decided("mischief")
INNOCENT = frozenset({*JEWELS, *KEYS})
"""Talismans without hidden effects (QJ-28-15)."""


def end_of_turn_powers(turn: Turn) -> None:
    """Counters run down, then talismans play tricks on the players who hold them, then four wands are looked for."""
    for force in turn.holders():
        hooks.AT_END.fold(turn, force, None, None)
    if turn.expected:
        return
    for force in turn.holders():
        if is_player(turn, force):
            for talisman in turn.held(force):
                _tempt(turn, talisman)
    join_wands(turn)


def _tempt(turn: Turn, talisman: Talisman) -> None:
    strength = CATALOGUE[talisman.number].strength
    if talisman.number in INNOCENT or not strength or talisman.holder is None:
        return
    stream = turn.stream("mischief", talisman.number)
    if stream.percent(_NUMBERS["chance"][strength]):
        play_trick(turn, talisman, stream)


def play_trick(turn: Turn, talisman: Talisman, stream: Stream) -> None:
    """One of four tricks of the talisman's class, with equal odds; a second draw if the first finds nothing to harm."""
    holder = talisman.holder
    assert holder is not None
    owner, place = turn.owner_of(holder), turn.place_of(holder)
    strength = CATALOGUE[talisman.number].strength
    harm = ""
    for _ in range(2):
        harm = harm or stream.choice(_tricks(strength))(turn, talisman, holder, stream)
    if harm:
        turn.unusual.add(talisman.number)
        turn.visit(owner, place)
        turn.tell(
            "mischief",
            to=[owner],
            talisman=talisman.number,
            name=CATALOGUE[talisman.number].name,
            force=str(holder),
            place=place,
            harm=harm,
        )


def _tricks(strength: str) -> tuple[Trick, ...]:
    return (_weaken, _desertion, _loss_of_zorans, _FOURTH[strength])


def _weaken(turn: Turn, talisman: Talisman, holder: Force, stream: Stream) -> str:
    """A leader loses bonus; a garrison troops (class A) or CSPs (classes B and C)."""
    strength = CATALOGUE[talisman.number].strength
    rules = _NUMBERS[strength]
    if holder.leader:
        leader = turn.world.leaders[holder.leader]
        if strength == "A":
            lost = leader.bonus - leader.bonus * rules["bonus_percent"] // 100
        else:
            lost = min(leader.bonus, stream.between(*rules["bonus"]))
        leader.bonus -= lost
        return f"L{leader.number} lost {lost} of his bonus" if lost else ""
    province = turn.province(holder.garrison)
    if strength == "A":
        lost = province.garrison * rules["garrison_percent"] // 100
        province.garrison -= lost
        return f"{lost} garrison {'troop was' if lost == 1 else 'troops were'} lost" if lost else ""
    lost = min(province.csps, rules["csps"])
    province.csps -= lost
    return f"{lost} {'citadel point' if lost == 1 else 'citadel points'} fell" if lost else ""


def _desertion(turn: Turn, talisman: Talisman, holder: Force, stream: Stream) -> str:
    lost = _part(turn.troops_of(holder), talisman, "desert", stream)
    take_troops(turn, holder, lost)
    if holder.leader:
        abandon_excess(turn, turn.world.leaders[holder.leader])
    return f"{counted(lost, 'troop')} deserted" if lost else ""


def _loss_of_zorans(turn: Turn, talisman: Talisman, holder: Force, stream: Stream) -> str:
    purse = turn.purse_of(holder)
    lost = _part(purse.zorans, talisman, "zorans", stream)
    purse.zorans -= lost
    return f"{counted(lost, 'zoran')} vanished" if lost else ""


def _part(amount: int, talisman: Talisman, what: str, stream: Stream) -> int:
    """How much of an amount is lost by a talisman of this class: a number drawn, or so many percent."""
    rules = _NUMBERS[CATALOGUE[talisman.number].strength]
    return min(amount, stream.between(*rules[what])) if what in rules else int(amount * rules[f"{what}_percent"] // 100)


def _jump(turn: Turn, talisman: Talisman, holder: Force, stream: Stream) -> str:
    """Class A: the talisman leaves for a random guarded neutral province; nobody has taken it out (ruling 19, T95, T96)."""
    goal = random_neutral(turn, stream)
    if not goal:
        return ""
    turn.place_talisman(talisman.number, garrison_force(goal))
    return "it vanished and is yours no more"


def _sleep(turn: Turn, talisman: Talisman, holder: Force, stream: Stream) -> str:
    """Class B: the talisman does nothing until the end of the next turn."""
    talisman.dead_until = turn.number + _NUMBERS["B"]["sleeps"]
    return f"it does nothing until the end of turn {talisman.dead_until}"


def _gossip(turn: Turn, talisman: Talisman, holder: Force, stream: Stream) -> str:
    """Class C: a random other player sees the province."""
    owner, place = turn.owner_of(holder), turn.place_of(holder)
    others = [name for name, player in turn.world.players.items() if name != owner and not player.out]
    if not others:
        return ""
    probe(turn, stream.choice(others), place)
    return f"it has let another player see {place}"


_FOURTH: dict[str, Trick] = {"A": _jump, "B": _sleep, "C": _gossip}


def join_wands(turn: Turn) -> None:
    """The first time that a player holds all four: either he scores once as all four types, or all his leaders lose half
    their bonus; then the wands leave for random guarded neutral provinces (QJ-28.1-179, ruling 22)."""
    held = holdings(turn.world)
    for name, player in turn.world.players.items():
        if player.wands_done or not held[name].issuperset(WANDS.values()):
            continue
        player.wands_done = True
        apotheosis = turn.stream("four wands", name).percent(decided("wands")["apotheosis"])
        points = _apotheosis(turn, player) if apotheosis else _babel(turn, player)
        _scatter(turn)
        turn.tell("four wands", to=[name], apotheosis=apotheosis, points=points)


def _apotheosis(turn: Turn, player: Player) -> int:
    """Points for provinces and leaders as the three other types would score them."""
    world = turn.world
    points = 0
    for people in People:
        if people is not player.people:
            points += sum(province_points(world, people, one) for one in world.provinces.values() if one.owner == player.name)
            points += sum(leader_points(world, people, one) for one in world.leaders.values() if one.owner == player.name)
    player.score += points
    return points


def _babel(turn: Turn, player: Player) -> int:
    for leader in turn.world.leaders.values():
        if leader.owner == player.name:
            leader.bonus //= 2
    return 0


def _scatter(turn: Turn) -> None:
    """They leave by themselves: nobody has taken them out of a garrison, so they raze and ravage nothing (ruling 19)."""
    taken: set[str] = set()
    for number in WANDS.values():
        goal = random_neutral(turn, turn.stream("wand leaves", number), but=taken)
        if goal:
            taken.add(goal)
            turn.place_talisman(number, garrison_force(goal))
