"""Talismans of armies that do more than change a number.

Of battle: T49, T50, T61, T85, T87, T102, T104, T126, T144. Of those who hide, look around and lie in wait: T48, T75, T116,
T151. Against dragons and the Drevonyx: T103, T111, T145. Of movement, and of how cities open: T81, T84, T113, T115, T147,
T150.
"""

from __future__ import annotations

from fractions import Fraction

from postern.rulesets.great_jewels.rules import hooks
from postern.rulesets.great_jewels.rules.battle.aftermath import refuge_of
from postern.rulesets.great_jewels.rules.capture import lose_province
from postern.rulesets.great_jewels.rules.checks import tell_of_army
from postern.rulesets.great_jewels.rules.hooks import has_jewel
from postern.rulesets.great_jewels.rules.monsters import scatter, slay
from postern.rulesets.great_jewels.rules.powers.by_order import CHAMELEON, DISGUISED
from postern.rulesets.great_jewels.tables import decided, neighbours
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, Talisman

_NUMBERS = decided("combat_talismans")


@hooks.DOOM.add(49)
def doom(turn: Turn, talisman: Talisman, strike: hooks.Strike, decision: str) -> str:
    """T49: an attack kills the whole target in 75 of 100 cases, else its own army and leader (QJ-28.1-044, -045)."""
    if not strike.in_person or turn.expected:
        return decision
    again = ("second",) if strike.second else ()  # each attack has its own roll, on the same target too (T55)
    works = turn.stream("doom", strike.source, strike.target, *again).percent(int(_NUMBERS["doom_percent"]))
    return "target dies" if works else "source dies"


@hooks.CSPS_RAZED.add(50)
def grond(turn: Turn, talisman: Talisman, province: str, razed: int) -> int:
    """T50: razes 5 CSPs or half of them, whichever is more (QJ-28.1-048)."""
    return razed + max(int(_NUMBERS["grond_least"]), turn.province(province).csps // 2)


@hooks.NO_LOSSES.add(61)
def cover_retreat(turn: Turn, talisman: Talisman, strike: hooks.Strike, spared: bool) -> bool:
    """T61: no losses for an army that moves and does not attack (QJ-28.1-078)."""
    return spared or (talisman.leader in turn.leaving and strike.target not in turn.attackers)


@hooks.GAINS_FROM_KILLS.add(85)
def raise_zombies(turn: Turn, talisman: Talisman, killed: Fraction, nothing: None) -> None:
    """T85: 25 to 50 percent of those whom its carrier killed join him (QJ-28.1-152); only that is rounded (ruling 0)."""
    if turn.expected:
        return
    low, high = int(_NUMBERS["zombies_low_percent"]), int(_NUMBERS["zombies_high_percent"])
    percent = turn.stream("zombies", talisman.leader, turn.step).between(low, high)
    turn.world.leaders[talisman.leader].troops += int(killed * percent / 100)


@hooks.ON_TRANSFER.add(87)
def cease_fire(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T87: handed to a garrison it stops all combat in that province this turn (QJ-28.1-158)."""
    if talisman.province:
        turn.cease_fire.add(talisman.province)
        province = turn.province(talisman.province)
        there = {province.owner, *(leader.owner for leader in turn.leaders_in(province.name))}
        turn.tell("cease-fire", to=sorted(there), province=province.name)


@hooks.EXPERIENCE.add(102)
def medal(turn: Turn, talisman: Talisman, earned: int, gain: int) -> int:
    """T102: three times what the battle earned, whatever the number of troops (QJ-28.1-207)."""
    return earned * 3


@hooks.ATTACK_BONUS.add(104)
def hero(turn: Turn, talisman: Talisman, strike: hooks.Strike, bonus: int) -> int:
    """T104: an attacking garrison has a bonus equal to its CSPs (QJ-28.1-212)."""
    return turn.province(talisman.province).csps if strike.in_person else bonus


@hooks.ON_DEATH.add(126)
def rise_again(turn: Turn, talisman: Talisman, way: str, reborn: bool) -> bool:
    """T126: the dead leader lives again in his owner's home, if he has a province left (QJ-28.1-281)."""
    return reborn or bool(refuge_of(turn, turn.owner_of(Force(leader=talisman.leader))))


@hooks.ATTACK_PER_TROOP.add(144)
def palisade(turn: Turn, talisman: Talisman, strike: hooks.Strike, factors: int) -> int:
    """T144: whoever attacks its holder does so with one factor a troop less, and he alone sees it (QJ-28.1-319, -320)."""
    if strike.target != talisman.holder or strike.means == "defensive fire":
        return factors
    turn.shown_to[talisman.number].add(turn.owner_of(strike.source))
    return factors - 1


@hooks.ON_TRANSFER.add(48, beside_jewel=True)
def don_cloak(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T48: each transfer to a leader sets its counter to 200, even to one with a Great Jewel (QJ-28.1-040)."""
    talisman.counter = int(_NUMBERS["cloak_turns"])


@hooks.AT_END.add(48, beside_jewel=True)
def wear_out(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T48: each turn the counter falls by the troops of the army, whether or not a Great Jewel lets it hide them; its owner
    reads what is left (QJ-28.1-040, -041)."""
    leader = turn.world.leaders[talisman.leader]
    talisman.counter = max(0, talisman.counter - leader.troops)
    turn.tell(
        "cloak",
        to=[leader.owner],
        leader=leader.number,
        counter=talisman.counter,
        jewel=has_jewel(turn, Force(leader=leader.number)),
    )


@hooks.EXTRA_WAYLAY.add(151)
def hound(turn: Turn, talisman: Talisman, leader: int, factors: Fraction) -> Fraction:
    """T151: the hound strikes at whoever passes, with 3 factors for each troop of its strength (QJ-28.1-339)."""
    return factors + strength_of_hound(talisman) * int(_NUMBERS["hound_factors"])


@hooks.EXTRA_WAYLAY_KILLS.add(151)
def feed_hound(turn: Turn, talisman: Talisman, killed: int, nothing: None) -> None:
    """T151: it grows by every troop that it kills (QJ-28.1-340), and shows itself."""
    talisman.counter = strength_of_hound(talisman) + killed
    turn.shown.add(talisman.number)


@hooks.ON_REMOVAL.add(151)
def calm_hound(turn: Turn, talisman: Talisman, receiver: Force, nothing: None) -> None:
    """T151: handed out of the garrison it is as weak as at first (QJ-28.1-342)."""
    if receiver != talisman.holder:
        talisman.counter = int(_NUMBERS["hound_strength"])


@hooks.AT_END.add(151)
def report_hound(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T151: its owner reads its strength (QJ-28.1-341)."""
    owner = turn.province(talisman.province).owner
    turn.tell("hound", to=[owner], province=talisman.province, strength=strength_of_hound(talisman))


def strength_of_hound(talisman: Talisman) -> int:
    """As how many troops the hound strikes now: 20 at first."""
    return max(int(_NUMBERS["hound_strength"]), talisman.counter)


@hooks.PROBES.add(75)
def look_around(turn: Turn, talisman: Talisman, nothing: None, provinces: list[str]) -> list[str]:
    """T75: all provinces around the one where its leader ended the turn (QJ-28.1-113, QJ-28.1-114)."""
    return [*provinces, *neighbours(turn.world.leaders[talisman.leader].province)]


@hooks.SEEN_AS.add(CHAMELEON)
def masquerade(turn: Turn, talisman: Talisman, nothing: None, number: int) -> int:
    """T116: others see it under another number, while the guise holds (QJ-28.1-244, QJ-28.1-245)."""
    return int(talisman.word) if talisman.counter == DISGUISED else number


_DREVONYX, _DUEL = decided("drevonyx"), decided("dragon_duel")


@hooks.DREVONYX_MEETS.add(103, by_place=True)
def lull(turn: Turn, talisman: Talisman, meeting: hooks.Meeting, nothing: None) -> None:
    """T103: a Drevonyx that moves in falls asleep, and the garrison turns neutral (QJ-28.1-209)."""
    if meeting.moved and not meeting.drevonyx.asleep:
        meeting.drevonyx.asleep = True
        place = turn.province(talisman.province)
        turn.tell("drevonyx-lulled", to=turn.witnesses(place.name), province=place.name, size=meeting.drevonyx.size)
        if place.owner:
            lose_province(turn, place.name)


@hooks.ON_CAPTURE.add(103)
def rouse(turn: Turn, talisman: Talisman, captor: str, nothing: None) -> None:
    """T103: the capture itself wakes it, whatever becomes of the potion then (QJ-28.1-210)."""
    name = talisman.province
    for drevonyx in turn.world.drevonyxes:
        if drevonyx.province == name and drevonyx.asleep:
            drevonyx.asleep = False
            there = {captor, *(leader.owner for leader in turn.leaders_in(name))}
            turn.tell("drevonyx-woke", to=sorted(there), province=name, size=drevonyx.size)


@hooks.DREVONYX_MEETS.add(111, by_place=True)
def stomp(turn: Turn, talisman: Talisman, meeting: hooks.Meeting, nothing: None) -> None:
    """T111: usually kills the Drevonyx beside it, asleep or not, else breaks it up into small ones (QJ-28.1-231, -232)."""
    if turn.expected:
        return
    if turn.stream("bigfoot", meeting.drevonyx.province).percent(int(_DREVONYX["bigfoot_kills_percent"])):
        slay(turn, meeting.drevonyx)
    else:
        scatter(turn, meeting.drevonyx, int(_DREVONYX["bigfoot_pieces"]))


@hooks.DRAGON_DUEL.add(145)
def couch_lance(turn: Turn, talisman: Talisman, province: str, fate: str) -> str:
    """T145: two times in three the dragon dies, else the leader; this replaces his own roll (QJ-28.1-322)."""
    favourable, total = _DUEL["lance_kills"]
    kills = turn.stream("lance", talisman.leader).odds(int(favourable), int(total))
    return "dragon dies" if kills else "leader dies"


_MOVEMENT = decided("movement_talismans")


@hooks.ON_PASS.add(81)
def steal(turn: Turn, talisman: Talisman, province: str, nothing: None) -> None:
    """T81: the army steals 25 to 50 percent of a player's zorans in each province it passes (QJ-28.1-137, -139)."""
    leader, place = turn.leader(talisman.leader), turn.province(province)
    if leader is None or leader.troops == 0 or place.owner not in turn.world.players or turn.expected:
        return
    passed = sum(way.startswith(f"{Force(leader=leader.number)}->") for way in turn.departures[province])  # one draw each time
    percent = turn.stream("thief", leader.number, province, passed).between(
        int(_MOVEMENT["thief_low_percent"]), int(_MOVEMENT["thief_high_percent"])
    )
    loot = place.zorans * percent // 100
    if loot:
        place.zorans -= loot
        leader.zorans += loot
        turn.tell("stole", to=[leader.owner], leader=leader.number, province=province, zorans=loot, owner=place.owner)
        if place.owner != leader.owner:
            turn.tell("was robbed", to=[place.owner], province=province, zorans=loot)


@hooks.UNLOCKS.add(84)
def pick(turn: Turn, talisman: Talisman, fitting: int, percent: int) -> int:
    """T84: 25 percent on any city by itself, certainty beside a fitting key (QJ-28.1-149, -150)."""
    return 100 if fitting else int(_MOVEMENT["skeleton_percent"])


@hooks.FORCE_MARCH_LIMIT.add(113)
def drill(turn: Turn, talisman: Talisman, nothing: None, limit: int) -> int:
    """T113: any number of troops march, as many as the leader's bonus die (QJ-28.1-236, -237)."""
    leader = turn.world.leaders[talisman.leader]
    return max(0, leader.troops - leader.bonus)


@hooks.ON_MOVE_END.add(115)
def sing(turn: Turn, talisman: Talisman, province: str, nothing: None) -> None:
    """T115: where his move ends, troops of another player's garrison join him, as many as his bonus (QJ-28.1-242). Those who
    look for gold join no leader (QJ-28.1-252), those who are besieged cannot get out to him (QJ-12-09)."""
    leader, place = turn.world.leaders[talisman.leader], turn.province(province)
    if place.owner not in turn.world.players or place.owner == leader.owner:
        return
    if place.besieged or not hooks.RAIDS_ALLOWED.fold(turn, Force(garrison=province), True, None):
        return
    troops = min(leader.bonus, place.garrison)
    if troops:
        place.garrison -= troops
        leader.troops += troops
        tell_of_army(turn, "lured", leader, place.owner, province=province, holder=place.owner, troops=troops)


@hooks.MAY_MOVE.add(147)
def stick(turn: Turn, talisman: Talisman, nothing: None, why: str) -> str:
    """T147: the leader to whom it was handed this turn may not move (QJ-28.1-329)."""
    return why or "the Sticky Wicket (T147) holds him"


@hooks.ON_LANDING.add(150)
def summon_kraken(turn: Turn, talisman: Talisman, province: str, nothing: None) -> None:
    """T150: on landing in a hostile province the Kraken may destroy the garrison: troops in 500 (QJ-28.1-336, -337); not where
    a cease-fire holds (QJ-28.1-158)."""
    leader, place = turn.world.leaders[talisman.leader], turn.province(province)
    hostile = place.owner in turn.world.players and not turn.declared_ally(leader.owner, place.owner)
    if not hostile or not place.garrison or turn.expected or province in turn.cease_fire:
        return
    of = int(_MOVEMENT["kraken_troops"])
    if turn.stream("kraken", leader.number).odds(min(leader.troops, of), of):
        tell_of_army(turn, "kraken", leader, place.owner, province=province, holder=place.owner, troops=place.garrison)
        place.garrison = 0
