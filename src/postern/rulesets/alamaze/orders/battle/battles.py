"""Battles of groups: the orders that lead to them, the battles themselves, and what a king can foresee.

- Orders of battle between groups: they are read before the first battle is fought (AC-21-28..36, AC-21-52, AC-21-56..63).
- The battles of groups: which are fought, in which order, and what comes of each (AC-21-40..50, ruling 23).
- How a battle would go, for a kingdom that asks before the turn: run on what it knows (its imagined world), without chance
  and without spells that have not been cast.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from postern.rulesets.alamaze.orders.battle import spells
from postern.rulesets.alamaze.orders.battle.spells import Register
from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.rules.aftermath import Fate, Told, after, as_seen, before, outcome, settle_group, thousandths
from postern.rulesets.alamaze.rules.battle import POPULATION, Aid, Course, Host, Stance, fight, host, storm
from postern.rulesets.alamaze.rules.centers import defense_of, is_capital
from postern.rulesets.alamaze.rules.effects import Outlook, outlook
from postern.rulesets.alamaze.rules.groups import change_morale, end_beaten, flies, size_word, water
from postern.rulesets.alamaze.rules.sea import fight_of_groups
from postern.rulesets.alamaze.turn import Activity, Doing, Turn
from postern.rulesets.alamaze.world.records import Center, Group, World

ATTACK, SECOND_WAVE, EVADE, DEFEND, ENTRENCH = 110, 111, 118, 120, 121
CENTER_ATTACKS = (150, 160, 180)


@dataclass(frozen=True)
class Attack:
    """An order of attack on a group."""

    doing: Doing
    group: str
    enemy: str
    tactic: int

    @property
    def wave(self) -> int:
        """110 or 111."""
        return self.doing.order.number


@dataclass
class Stances:
    """What groups ordered against each other, by (group, enemy)."""

    attacks: dict[tuple[str, str], Attack] = field(default_factory=dict)
    defenses: dict[tuple[str, str], int] = field(default_factory=dict)
    evades: set[tuple[str, str]] = field(default_factory=set)


def tactic(doing: Doing, mode: str) -> int | None:
    """The tactic of column C, without one the kingdom's own (AC-21-35, AC-21-36); None after a failure."""
    row = doing.tables.kingdoms[doing.code]
    usual = row.default_attack_tactic if mode == "attack" else row.default_defense_tactic
    chosen = usual if doing.order.tactic is None else doing.order.tactic
    if (mode, chosen) not in doing.tables.tactics:
        doing.fail(f"Tactic {chosen} does not exist.", f"Use 1, 2 or 3, or leave it out for our default {usual}.")
        return None
    return chosen


def orders_of(turn: Turn, group: str, numbers: tuple[int, ...]) -> list[int]:
    """Those of these numbers that are ordered for a group in this turn."""
    return [n for n in numbers if any(one.order.group == group for one in turn.by_number.get(n, ()))]


@ORDERS.effect()
def attack(doing: Doing) -> bool:
    """110 and 111: attacks a group in the area; fought when all orders of battle were read (AC-21-41..49)."""
    group = doing.own_group()
    enemy = doing.enemy_group(group) if group else None
    if group is None or enemy is None:
        return False
    if group.patrol:
        return doing.fail(f"{group.id} is a patrol; patrols cannot attack.", "Give it troops by 700 or 740.")
    if enemy.patrol:
        return doing.unsure(f"{enemy.id} is a patrol; patrols cannot be attacked.")
    if orders_of(doing.turn, group.id, (ENTRENCH,)):
        return doing.fail(f"{group.id} entrenches this turn (121) and cannot attack.", "Keep one of the two orders.")
    chosen, stances = tactic(doing, "attack"), doing.turn.state(Stances)
    if chosen is None:
        return False
    if (group.id, enemy.id) in stances.attacks:
        return doing.fail(f"{group.id} already attacks {enemy.id}; one attack a target and turn.")
    stances.attacks[group.id, enemy.id] = Attack(doing, group.id, enemy.id, chosen)
    return doing.done("attack ordered") if doing.turn.expected else True


@ORDERS.effect()
def evade(doing: Doing) -> bool:
    """118: a small group at home in the terrain avoids one enemy (AC-21-51)."""
    group = doing.own_group()
    enemy = doing.enemy_group(group) if group else None
    if group is None or enemy is None:
        return False
    terrain, most = doing.tables.areas[group.area].terrain, doing.tables.whole("evade.brigades")
    if not doing.tables.abilities[doing.tables.kingdoms[doing.code].ability(terrain)].evasion:
        return doing.fail(f"We have no Evasion in this terrain ({terrain}).", "Defend by 120, with tactic 1 to withdraw.")
    if group.size > most:
        return doing.fail(f"{group.id} has {group.size} brigades; at most {most} can evade.")
    doing.turn.state(Stances).evades.add((group.id, enemy.id))
    return doing.done(f"evades {enemy.id}")


@ORDERS.effect()
def defend(doing: Doing) -> bool:
    """120: a prepared defense against one group (AC-21-11, AC-21-31..34, AC-21-52)."""
    group = doing.own_group()
    if group is None:
        return False
    if also := orders_of(doing.turn, group.id, CENTER_ATTACKS):
        why = f"{group.id} also has {also[0]} in this letter; a group that defends cannot attack a center."
        return doing.fail(why, "Keep one of the two.")
    enemy = doing.enemy_group(group)
    if enemy is None:
        return False
    chosen = tactic(doing, "defend")
    if chosen is None:
        return False
    doing.turn.state(Stances).defenses[group.id, enemy.id] = chosen
    doing.turn.state(Activity).defended.add(group.id)
    return doing.done(f"stands ready against {enemy.id}")


@ORDERS.effect()
def entrench(doing: Doing) -> bool:
    """121: the group digs in against everybody (AC-21-56..63)."""
    group = doing.own_group()
    if group is None:
        return False
    activity = doing.turn.state(Activity)
    activity.defended.add(group.id)
    activity.entrenched.add(group.id)
    return doing.done("entrenched")


def tire(turn: Turn) -> None:
    """After the battles those who dug in by order have lost morale (AC-21-62)."""
    for id in sorted(turn.state(Activity).entrenched):
        if turn.world.groups[id].area:
            change_morale(turn.world, turn.world.groups[id], turn.tables.value("entrench.morale"))


def stance(turn: Turn, group: Group, enemy: Group) -> Stance:
    """How a group meets an enemy: as ordered against it; else entrenched, by order or because nobody leads its kingdom; else
    it is surprised (AC-21-53, AC-21-57..61)."""
    stances, key = turn.state(Stances), (group.id, enemy.id)
    if key in stances.attacks:
        return Stance("attack", stances.attacks[key].tactic)
    if key in stances.defenses:
        return Stance("defend", stances.defenses[key])
    if group.id in turn.state(Activity).entrenched or unled(turn, group):
        return Stance("entrenched")
    return Stance("surprised")


def unled(turn: Turn, group: Group) -> bool:
    """True for a group of a kingdom that nobody plays, or whose player has not written for long (AC-21-57, ruling 73)."""
    kingdom = turn.world.kingdoms[group.kingdom]
    return not kingdom.seat or not kingdom.active or kingdom.missed >= turn.tables.whole("missed_turns.standby")


DETERMINED = 3
"""The tactic of attack that goes through a wall of flame."""
WITHDRAWAL = 1
"""The tactic of defense that leaves before the fight."""


def fight_all(turn: Turn) -> None:
    """All battles of the turn: first every 110 in the order of the lot, then every 111; each is settled before the next
    (AC-21-41..43). Before the turn nothing is fought: what the enemy has is not known."""
    if turn.expected:
        return
    spells.settle(turn)
    for wave in (ATTACK, SECOND_WAVE):
        for attack in [one for one in turn.state(Stances).attacks.values() if one.wave == wave]:
            _try(turn, attack)
    tire(turn)


def _try(turn: Turn, attack: Attack) -> None:
    """One attack, if it comes to a battle."""
    doing, activity, known = attack.doing, turn.state(Activity), turn.state(Stances)
    group, enemy = turn.world.groups[attack.group], turn.world.groups[attack.enemy]
    pair, back = (group.id, enemy.id), (enemy.id, group.id)
    for one in (group, enemy):
        if not one.brigades or not one.area:
            doing.unsure(f"{one.id} has no brigades left.")
            return
        if one.id in activity.retreated:
            doing.unsure(f"{one.id} had retreated before; there is no battle.")
            return
    if known.evades & {pair, back}:
        evader = enemy if back in known.evades else group
        activity.defended.add(evader.id)
        turn.tell_kingdoms("evaded", (group.kingdom, enemy.kingdom), group=evader.id, area=group.area, attacker=group.id)
        doing.done(f"{evader.id} evaded")
    elif known.defenses.get(back) == WITHDRAWAL and activity.fights.get(group.id, 0):
        _withdraws(turn, enemy, group)
        doing.done(f"{enemy.id} had withdrawn")
    elif spells.walls(turn, *pair) and not _through_the_wall(turn, attack):
        for one, key in ((group, pair), (enemy, back)):
            if key not in known.attacks or known.attacks[key].tactic != DETERMINED:
                activity.retreated.add(one.id)
                one.siege = None
        turn.tell_kingdoms("wall-stopped", (group.kingdom, enemy.kingdom), group=group.id, enemy=enemy.id, area=group.area)
        doing.done("stopped by a wall of flame")
    elif water(turn.world, group.area) and not (flies(turn.world, group) and flies(turn.world, enemy)):
        _at_sea(turn, attack)
    else:
        doing.done(_battle(turn, group, enemy))


def _at_sea(turn: Turn, attack: Attack) -> None:
    """On the water ships fight, not troops; who flies fights there only those who fly too (AC-06-66, AC-22-17, ruling 31)."""
    group, enemy = turn.world.groups[attack.group], turn.world.groups[attack.enemy]
    if any(flies(turn.world, one) for one in (group, enemy)):
        attack.doing.unsure(f"{group.id} and {enemy.id} cannot meet on the water: one of them flies.")
        return
    won = fight_of_groups(turn, group, enemy) == group.kingdom
    attack.doing.done("won at sea" if won else "beaten at sea")


def _withdraws(turn: Turn, group: Group, attacker: Group) -> None:
    """Organized withdrawal before the fight, without a loss (AC-21-45)."""
    turn.state(Activity).retreated.add(group.id)
    group.siege = None
    both = (group.kingdom, attacker.kingdom)
    turn.tell_kingdoms("withdrew", both, group=group.id, area=group.area, attacker=attacker.id)


def _through_the_wall(turn: Turn, attack: Attack) -> bool:
    """A wall stops all but determined attacks and those who fly."""
    world, known = turn.world, turn.state(Stances).attacks
    back = known.get((attack.enemy, attack.group))
    if DETERMINED in (attack.tactic, back.tactic if back else 0):
        return True
    return any(flies(world, world.groups[one]) for one in (attack.group, attack.enemy))


def _burnt(turn: Turn, group: Group, enemy: Group, aid: Aid) -> None:
    """Who crosses a wall of flame loses a quarter before the first stage, less under a Shield (spell 98)."""
    attack = turn.state(Stances).attacks.get((group.id, enemy.id))
    crossing = attack is not None and attack.tactic == DETERMINED
    flying = any(flies(turn.world, one) for one in (group, enemy))
    if crossing and not flying and spells.walls(turn, group.id, enemy.id):
        aid.burnt = turn.tables.value("wall.crossing_part") * (1 - aid.shield)


def _battle(turn: Turn, first: Group, second: Group) -> str:
    """A battle from the first shot to its account. Gives its result for the attacker in a few words."""
    world, activity, area = turn.world, turn.state(Activity), first.area
    groups = (first, second)
    aids = (spells.aid(turn, first, second), spells.aid(turn, second, first))
    ways = (stance(turn, first, second), stance(turn, second, first))
    _burnt(turn, first, second, aids[0])
    _burnt(turn, second, first, aids[1])
    fights = (activity.fights.get(first.id, 0), activity.fights.get(second.id, 0))
    hosts = (
        host(world, first, ways[0], aids[0], against=second.kingdom, fights=fights[0]),
        host(world, second, ways[1], aids[1], against=first.kingdom, fights=fights[1]),
    )
    told = [_side(turn, *one) for one in zip(groups, ways, aids, hosts, fights, strict=True)]
    first.hidden = ""
    course = fight(turn.tables, *hosts)
    turn.state(Register).fought.add(frozenset((first.id, second.id)))
    terrain = turn.tables.areas[area].terrain
    for side, group in enumerate(groups):
        fate = _fate(turn, course, side)
        toll = settle_group(turn, group, aids[side], fate, terrain, groups[1 - side].id)
        after(group, told[side], course.lost[side], course.on_retreat[side], toll)
    taken = [[*one] for beaten, victor in (groups, groups[::-1]) for one in end_beaten(turn, beaten, victor)]
    _tell(turn, area, terrain, told, course, taken)
    if course.holder == 0:
        return "won"
    return "destroyed" if not first.brigades else "beaten back" if course.retreated[0] else "undecided"


def _side(turn: Turn, group: Group, way: Stance, aid: Aid, one: Host, fights: int) -> Told:
    return before(turn.world, group, way, aid, one, one.values["combined"] * one.multiplier, fights)


def _fate(turn: Turn, course: Course, side: int) -> Fate:
    won, tables = course.winner == side, turn.tables
    morale = tables.value("morale.battle_won") if won else 0.0
    if course.retreated[side]:
        morale = tables.value("morale.battle_lost")
    return Fate(
        part=course.whole_loss(side),
        won=won,
        retreated=course.retreated[side],
        destroyed=course.destroyed[side],
        morale=morale,
    )


def _tell(turn: Turn, area: str, terrain: str, told: list[Told], course: Course, taken: list[list[str]]) -> None:
    """Both kingdoms read the same battle, each with itself first."""
    for reader in (0, 1):
        order = (reader, 1 - reader)
        stages = [
            {
                "stage": blow.stage,
                "struck": [round(blow.struck[side]) for side in order],
                "lost": [thousandths(blow.lost[side]) for side in order],
            }
            for blow in course.blows
        ]
        kingdom = told[reader]["kingdom"]
        turn.tell_kingdoms(
            "battle",
            (kingdom,),
            area=area,
            terrain=terrain,
            enemy=told[1 - reader]["group"],
            enemy_percent=outcome(told[1 - reader])["percent"],
            **outcome(told[reader]),
            attacked=reader == 0,
            ours=told[reader],
            theirs=as_seen(turn.world, told[1 - reader], kingdom),
            stages=stages,
            retreated=[course.retreated[side] for side in order],
            held="" if course.holder is None else "ours" if course.holder == reader else "theirs",
            ended=course.ended,
            artifacts=taken,
        )


def assault_outlook(world: World, group: Group, center: Center, tactic: int, factor: float = 1.0) -> Outlook:
    """The outlook of an attack on a center whose defense is known, over all that its readiness may be (ruling 15).
    ``factor`` is that of plunder or of a refused threat (``battle.centers.FACTORS``)."""
    attacker = host(world, group, Stance("attack", tactic), Aid(), against=center.owner, terrain=POPULATION)
    if is_capital(world, center):
        days = [1 + world.tables.value("pc.modifier_capital")]
    else:
        span = round(world.tables.value("pc.modifier_range") * 100)
        days = [1 + percent / 100 for percent in range(-span, span + 1)]
    walls = defense_of(world, center) * factor
    return _word([storm(world.tables, attacker, walls * day).taken for day in days])


def battle_outlook(world: World, group: Group, enemy: Group, tactic: int, *, ready: bool) -> Outlook:
    """The outlook of an attack on a foreign group, over all sizes that its size word allows. ``ready``: it defends by the
    second tactic, else it is surprised."""
    own = host(world, group, Stance("attack", tactic), Aid(), against=enemy.kingdom)
    way = Stance("defend" if ready else "surprised")
    won = []
    for size in _sizes(world, enemy):
        kind = next(iter(enemy.brigades), "")
        seen = Group(enemy.id, enemy.kingdom, enemy.number, enemy.area, {kind: size})
        won.append(fight(world.tables, own, host(world, seen, way, Aid(), against=group.kingdom)).holder == 0)
    return _word(won)


def _sizes(world: World, enemy: Group) -> Iterator[int]:
    """How many brigades a group of its size word may have; of the largest word no more than half as much again."""
    word = size_word(world.tables, enemy.size)
    row = next(one for one in world.tables.size_words if one.word == word)
    return iter(range(max(row.brigades_low, 1), (row.brigades_high or row.brigades_low * 3 // 2) + 1))


def _word(won: list[bool]) -> Outlook:
    return outlook(100 * sum(won) / len(won))
