"""The ideas of a computer player, in the order in which they are asked: each proposes what characters do in a year."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from postern.game.kit.planner import Planner, Proposal
from postern.rulesets.adventurer_kings.computer.survey import NUMBERS, TOML, Survey
from postern.rulesets.adventurer_kings.rules.battle.estimate import outlook
from postern.rulesets.adventurer_kings.rules.travel import points_left
from postern.rulesets.adventurer_kings.tables import GRID, TABLES
from postern.rulesets.adventurer_kings.turn import PHASES
from postern.rulesets.adventurer_kings.world import Army, Character, Guardian


def _year(who: Character, actions: list[str], rest: str) -> tuple[str, ...]:
    """The lines of a year: these actions, and the rest of the phases with another."""
    actions = actions[:PHASES] + [rest] * (PHASES - len(actions))
    return tuple(f"CHAR {who.id} {phase} {order}" for phase, order in enumerate(actions, 1))


def _of(who: Character) -> frozenset[str]:
    return frozenset({f"CHAR {who.id}"})


# --- the kingdom --------------------------------------------------------------------------------------------------------------


def name_heir(survey: Survey) -> Iterator[Proposal]:
    """An Heir without levels gets a general's."""
    king = survey.world.king(survey.kingdom)
    if king.heir_of and not king.levelled:
        old = survey.world.characters[king.heir_of].skills
        first = max(old, key=lambda code: (old[code], code), default="TA")
        yield Proposal((f"HEIR {king.name} {first}3 {'TA1' if first != 'TA' else 'MA1'}",))


def choose_friends(survey: Survey) -> Iterator[Proposal]:
    """Treaties with those who are not next door: they share foes, not borders."""
    near = {one.code for one in survey.neighbours()}
    others = [one for one in survey.world.kingdoms.values() if one.code not in near and one.code != survey.kingdom.code]
    for one in others[: NUMBERS.whole("war.friends")]:
        if not one.given_up and survey.kingdom.relations.get(one.code) != "Allied":
            yield Proposal((f"TREAT {one.code}",))


def choose_enemy(survey: Survey) -> Iterator[Proposal]:
    """Where no free land is left within reach, the smallest neighbour becomes an enemy; one enemy at a time."""
    free = any(not survey.world.provinces[place].owner for one in survey.view.own for place, _ in survey.targets(one.province))
    at_war = "Enemy" in survey.kingdom.relations.values()
    if free or at_war or survey.world.turn < NUMBERS.whole("war.year"):
        return
    near = [one for one in survey.neighbours() if survey.kingdom.relations.get(one.code) == "Neutral"]
    if near:
        weakest = min(near, key=lambda one: (len(survey.world.owned(one.code)), one.number))
        yield Proposal((f"BREAK {weakest.code}",))


def vote(survey: Survey) -> Iterator[Proposal]:
    """In an election an ally who asks has the vote, else oneself."""
    if survey.world.election:
        ally = survey.kingdom.relations.get(survey.world.election) == "Allied"
        yield Proposal((f"VOTE {survey.world.election if ally else survey.kingdom.code}",))


def plan_duels(survey: Survey) -> Iterator[Proposal]:
    """Good swords challenge, others fight when they must and flee else."""
    for who in survey.view.own:
        strong = survey.skill(who, "ME") >= 3
        wanted = "ME" if strong else "ME, FL"
        if who.plan != wanted:
            yield Proposal((f"PLAN {who.id} {wanted}",))


# --- armies -------------------------------------------------------------------------------------------------------------------


def march(survey: Survey) -> Iterator[Proposal]:
    """A leader collects armies, recruits, and takes the best province that he can reach and beat; else he waits at home."""
    for who in survey.free():
        led = survey.world.led_by(who.id)
        if led or who.king or survey.skill(who, "TA"):
            yield from _campaign(survey, who, led)


def _campaign(survey: Survey, who: Character, led: list[Army]) -> Iterator[Proposal]:
    world, code = survey.world, survey.kingdom.code
    here = world.provinces[who.province]
    actions: list[str] = []
    idle = [one for one in world.armies_in(who.province) if one.owner == code and not one.leader and one.kind.speed > 1]
    slow = [one for one in led if one.kind.speed < 2]
    if slow and here.owner == code:
        actions.append(f"LE {','.join(str(one.id) for one in slow)}")
    room = NUMBERS.whole("army.most_a_leader") - len(led)
    if idle and room > 0:
        actions.append(f"PI {','.join(str(one.id) for one in idle[:room])}")
        led = [*led, *idle[:room]]
    force = [one for one in led if one.kind.speed > 1 and one.kind.moves != "water"]
    cost = 0
    if here.owner == code:
        kind, many, cost = _recruits(survey, who)
        if many:
            actions.append(f"RE {kind} {many}")
            home = here.home_of == code
            force = [*force, *(Army(0, here.native, kind, 2 if home else 1, who.province, code, who.id) for _ in range(many))]
    best = _target(survey, who, force)
    if best is not None:
        way, gain, odds = best
        moves = min((points_left(world, one) for one in force if one.id), default=2)
        actions += [f"MO {step}" for step in way[: max(1, min(moves, PHASES - len(actions)))]]
        yield Proposal(_year(who, actions, "EX"), gain, _of(who), {"gold": cost}, odds)
    elif actions or who.king:
        yield Proposal(_year(who, actions, "PR TA"), 0.5, _of(who), {"gold": cost})


def _recruits(survey: Survey, who: Character) -> tuple[str, int, int]:
    """The type, the number and the price of the armies that a leader can recruit where he stands."""
    here = survey.world.provinces[who.province]
    most = (
        TABLES.number("home_recruits_per_year" if here.home_of == survey.kingdom.code else "recruits_per_year") - here.recruited
    )
    kinds = [TABLES.armies[code] for code in here.types if TABLES.armies[code].moves != "water"]
    if not kinds or most <= 0:
        return "", 0, 0
    kind = max(kinds, key=lambda one: (one.attack / one.pay, one.code))
    many = min(most, survey.budget.left["gold"] // kind.pay)
    return kind.code, many, many * kind.pay


def _target(survey: Survey, who: Character, force: list[Army]) -> tuple[tuple[int, ...], float, float] | None:
    """The way to the best province to take, its worth and the odds; None where none is weak enough."""
    least = NUMBERS.part(f"army.ratio_{survey.level}")
    best: tuple[float, tuple[int, ...], float] | None = None
    for place, way in survey.targets(who.province):
        if f"province {place}" in survey.taken:
            continue
        foreseen = outlook(survey.world, who, force, place)
        if not force or foreseen.ratio < least + (0 if foreseen.year else NUMBERS.part("army.unseen_more")):
            continue
        seen = survey.kingdom.seen.get(place)
        worth = {"Rich": 8, "Prosperous": 5, "Poor": 2}.get(seen.wealth if seen else "", 4) / len(way)
        if best is None or worth > best[0]:
            best = worth, way, min(1.0, float(foreseen.ratio) / 2)
    return (best[1], best[0], best[2]) if best else None


# --- Heroes -------------------------------------------------------------------------------------------------------------------


def bless(survey: Survey) -> Iterator[Proposal]:
    """Priests raise the taxes of the province in which they stand, and study the rest of the year."""
    spell = TABLES.spells["BL"]
    for who in survey.free():
        here = survey.world.provinces[who.province]
        if survey.skill(who, spell.school) >= spell.level and here.owner == survey.kingdom.code:
            yield Proposal(_year(who, [f"CA {spell.code}"] * 2, f"PR {spell.school}"), 2.0, _of(who))


def adventure(survey: Survey) -> Iterator[Proposal]:
    """Others hire, explore, scout what they found, and enter where they expect to win."""
    for who in survey.free():
        here = survey.world.provinces[who.province]
        if survey.world.led_by(who.id) or here.at_sea:
            continue
        actions = [*_hiring(survey, who), *_searches(survey, who)]
        explored = survey.kingdom.exploration.get(who.province, 0)
        if explored < NUMBERS.whole("hero.explored"):
            actions.append("EX")
        if actions:
            yield Proposal(_year(who, actions, f"PR {survey.best(who)}"), float(len(actions)), _of(who))
        elif step := _onward(survey, who):
            yield Proposal(_year(who, [f"MO {step}", "EX"], f"PR {survey.best(who)}"), 1.0, _of(who))


def _hiring(survey: Survey, who: Character) -> Iterator[str]:
    """An offer to the first free Hero where he stands, while there is gold and room."""
    heroes = [one for one in survey.view.own if not one.king]
    if len(heroes) >= NUMBERS.whole("hero.most") or survey.budget.left["gold"] < NUMBERS.whole("hero.gold"):
        return
    for one in survey.world.characters_in(who.province):
        near = abs(TABLES.alignments[one.alignment].place - TABLES.alignments[survey.kingdom.alignment].place)
        if one.status == "free" and near < TABLES.number("hire_difference_max") and survey.kingdom.code not in one.offers:
            yield f"HI {one.id}"
            return


def _searches(survey: Survey, who: Character) -> Iterator[str]:
    """Scouting of features whose inside is not known, and the way in where he is strong enough."""
    for number, feature in enumerate(survey.world.provinces[who.province].features, 1):
        if survey.kingdom.code not in feature.found_by:
            continue
        name = f"{who.province}.{number}"
        if survey.kingdom.code not in feature.scouted:
            yield f"SE {name} : SC"
        elif feature.guardian is not None and _beats(survey, who, feature.guardian):
            arrows = "FI, " if survey.skill(who, "AR") > survey.skill(who, "ME") else ""
            yield f"SE {name} : {arrows}ME"


def _beats(survey: Survey, who: Character, guardian: Guardian) -> bool:
    """Whether he outlives a guardian by the edge that his level of play asks for."""
    foe, arms = TABLES.monsters[guardian.kind], max(survey.skill(who, "ME"), survey.skill(who, "AR"))
    hits, suffers = 0.5 + 0.1 * (arms - foe.melee), 0.5 + 0.1 * (foe.melee - arms)
    needs = guardian.hit_points / (max(0.1, hits) * (3.5 + (arms >= 3)))
    lasts = TABLES.number("character_hit_points") / (max(0.1, suffers) * (foe.damage + 1) / 2)
    return lasts >= NUMBERS.part(f"hero.edge_{survey.level}") * needs


def _onward(survey: Survey, who: Character) -> int:
    """An own or free province beside him that is explored least; 0 where all are known well enough."""
    near = [one for one in GRID.neighbours(who.province) if survey.view.known(one) and not survey.world.provinces[one].at_sea]
    explored = survey.kingdom.exploration
    least = min(near, key=lambda place: (explored.get(place, 0), place), default=0)
    return least if least and explored.get(least, 0) < NUMBERS.whole("hero.explored") else 0


def practise(survey: Survey) -> Iterator[Proposal]:
    """Whoever has nothing better to do learns what he can best."""
    for who in survey.free():
        yield Proposal(_year(who, [], f"PR {survey.best(who)}"), takes=_of(who))


IDEAS: Mapping[str, Callable[[Survey], Iterator[Proposal]]] = {
    one.__name__: one
    for one in (
        *(name_heir, choose_friends, choose_enemy, vote, plan_duels),
        *(march, bless, adventure, practise),
    )
}
PLANNER = Planner(IDEAS, TOML["ideas"])
