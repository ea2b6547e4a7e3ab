"""What computer leaders do in a year: gather armies, conquer by land and at sea, guard borders, and train."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from postern.game.kit.planner import Proposal
from postern.rulesets.adventurer_kings.computer.deeds import errands
from postern.rulesets.adventurer_kings.computer.survey import NUMBERS, TOML, Survey, Way, of, year
from postern.rulesets.adventurer_kings.rules.abilities.levels import power
from postern.rulesets.adventurer_kings.rules.battle.estimate import outlook
from postern.rulesets.adventurer_kings.rules.travel import points_left
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import PHASES
from postern.rulesets.adventurer_kings.world import Army, Character


@dataclass
class _Muster:
    """A leader's year as it is put together: actions, the armies that go, gold, and what it takes."""

    force: list[Army]
    actions: list[str] = field(default_factory=list)
    gold: int = 0
    takes: set[str] = field(default_factory=set)


def march(survey: Survey) -> Iterator[Proposal]:
    """A leader collects armies, recruits, and takes what he can reach and beat, by land or at sea; else he gathers, guards or
    trains."""
    for who in survey.free():
        if survey.world.led_by(who.id) or who.king or survey.skill(who, "TA") or survey.skill(who, "NA"):
            for sea in (False, True) if survey.world.turn >= NUMBERS.whole(f"army.sea_{survey.level}") else (False,):
                for alone in (False, True):
                    yield from _campaign(survey, who, sea, alone)


def _listed(armies: list[Army]) -> str:
    return ",".join(str(one.id) for one in armies)


def _campaign(survey: Survey, who: Character, sea: bool, alone: bool) -> Iterator[Proposal]:
    """A year by land or at sea; ``alone``: with what he leads."""
    muster = _muster(survey, who, sea, alone)
    if muster is None:
        return
    takes = of(who, *muster.takes)
    cost = {"gold": muster.gold}
    steps, gain, odds, goals = _conquests(survey, who, muster, sea)
    if goals:
        boosts = _boosts(survey, who, PHASES - len(muster.actions) - len(steps))
        actions = [*muster.actions, *boosts, *(f"MO {one}" for one in steps)]
        gain *= NUMBERS.part("army.king") if who.king else 1
        goal_names = {f"province {one}" for one in goals}
        gain = (2 + gain + NUMBERS.part("army.recruit") * muster.gold) * (1 + muster.gold)
        yield Proposal(
            year(who, actions, _rest(survey, who, steps[-1], sea)), gain, takes | goal_names | {f"march {who.id}"}, cost, odds
        )
    elif not sea and (muster.actions or who.king or muster.force):
        onward = [] if muster.actions or sea else _gathering(survey, who, muster)
        rest = _rest(survey, who, who.province, sea)
        if onward:  # who goes is not given armies that cannot go as far
            takes |= {f"march {onward[0].rsplit(' ', 1)[1] if ' TO ' in onward[0] else who.id}"}
        if survey.level != "easy" and muster.force and survey.threatened(who.province):
            muster.actions += ["DE"] * (NUMBERS.whole("army.guards") - len(muster.actions))
        yield Proposal(
            year(who, [*muster.actions, *onward], rest),
            (0.5 + NUMBERS.part("army.recruit") * muster.gold) * (1 + muster.gold),
            takes,
            cost,
        )


def _muster(survey: Survey, who: Character, sea: bool, alone: bool) -> _Muster | None:
    """The armies that he leads, those that wait for him and those that he can hire where he stands; None where he cannot go
    with them."""
    world, code = survey.world, survey.kingdom.code
    here, led = world.provinces[who.province], world.led_by(who.id)

    def goes(one: Army) -> bool:
        return (one.kind.moves == "water") == sea and (sea or one.kind.speed > 1) and one.id not in survey.surplus

    stay = [one for one in led if not goes(one)]
    muster = _Muster([one for one in led if goes(one)], errands(survey, who))
    if here.owner != code:
        return None if stay or (sea and not led) else muster
    if alone and not led:
        return None
    _disband(survey, who, muster)
    stay = [one for one in stay if one.id not in survey.surplus]
    room = NUMBERS.whole("army.most_a_leader") - len(muster.force)
    waiting = [] if alone else [one for one in survey.idle(who.province) if goes(one)][: max(0, room)]
    if survey.threatened(who.province) and len(muster.force) > 2 and len(waiting) == len(survey.idle(who.province)):
        weakest = min(muster.force, key=lambda one: (one.kind.attack, one.id))
        muster.force.remove(weakest)
        stay.append(weakest)
    if stay:
        muster.actions.append(f"LE {_listed(stay)}")
    if waiting:
        muster.actions.append(f"PI {_listed(waiting)}")
        muster.takes |= {f"army {one.id}" for one in waiting}
        muster.force += [replace(one, leader=who.id) for one in waiting]
    if not alone:
        _hire(survey, who, muster, sea)
    return muster


def _disband(survey: Survey, who: Character, muster: _Muster) -> None:
    """The first of his kingdom there disbands what cannot be paid."""
    here = [one for one in survey.world.armies_in(who.province) if one.id in survey.surplus]
    if here and who.id == min(one.id for one in survey.free() if one.province == who.province):
        muster.actions.append(f"DI {_listed(here)}")


def _hire(survey: Survey, who: Character, muster: _Muster, sea: bool) -> None:
    """Mercenaries who stand there, else recruits of the strongest type for its pay."""
    world, here, gold = survey.world, survey.world.provinces[who.province], survey.budget.left["gold"]
    for one in world.armies_in(who.province):
        price = one.kind.pay * TABLES.number("mercenary_price_factor")
        if one.mercenary and price <= gold and (one.kind.moves == "water") == sea and one.kind.speed > 1:
            muster.actions.append(f"RE #{one.id}")
            muster.takes.add(f"army {one.id}")
            muster.gold += price
            muster.force.append(replace(one, quality=2, leader=who.id, owner=who.kingdom, mercenary=False))
            return
    home = here.home_of == who.kingdom
    most = TABLES.number("home_recruits_per_year" if home else "recruits_per_year") - here.recruited
    kinds = [kind for kind in (TABLES.armies[one] for one in here.types) if (kind.moves == "water") == sea and kind.speed > 1]
    if not kinds or _contested(survey, who.province) or f"recruits {who.province}" in survey.taken:
        return
    kind = max(kinds, key=lambda one: (one.attack / one.pay, one.code))
    many = min(most, gold // kind.pay, NUMBERS.whole("army.fleets") - len(muster.force) if sea else most)
    if many > 0:
        muster.actions.append(f"RE {kind.code} {many}")
        muster.takes.add(f"recruits {who.province}")
        muster.gold += many * kind.pay
        quality = TABLES.number("home_recruit_quality" if home else "recruit_quality")
        muster.force += [Army(0, kind.race or here.native, kind.code, quality, who.province, who.kingdom, who.id)] * many


def _contested(survey: Survey, place: int) -> bool:
    """Whether armies of enemies stand there, with whom a battle comes first."""
    return any(
        one.owner != survey.kingdom.code and not one.mercenary and survey.enemy(one.owner)
        for one in survey.world.armies_in(place)
    )


def _conquests(survey: Survey, who: Character, muster: _Muster, sea: bool) -> tuple[Way, float, float, list[int]]:
    """The steps of a year, their worth, the odds of the first battle, and what is to be taken; the last may be out of reach
    yet."""
    force = muster.force
    if not force or (sea and len(force) < NUMBERS.whole("army.least_fleets")):
        return (), 0, 1, []
    left = min(points_left(survey.world, one, sea) for one in force) - _contested(survey, who.province)
    phases = PHASES - len(muster.actions)
    at, steps, gain, odds, goals = who.province, list[int](), 0.0, 1.0, list[int]()
    asked = NUMBERS.part(f"army.ratio_{survey.level}")
    while left > 0 and phases > 0 and len(goals) < NUMBERS.whole(f"army.goals_{survey.level}"):
        found = _target(survey, who, force, at, sea, asked, goals)
        if found is None or (goals and len(found[0]) > min(left, phases)):
            break
        way, worth, ratio = found
        gone = way[: min(left, phases)]
        steps += gone
        gain += worth
        odds = odds if goals else min(1.0, ratio / 2)
        goals.append(way[-1])
        if len(gone) < len(way):
            break
        left -= len(way) + (not sea and not power(who, "free_conquest"))
        phases -= len(way)
        at = way[-1]
        asked *= NUMBERS.part("army.losses")
    return tuple(steps), gain, odds, goals


def _target(
    survey: Survey, who: Character, force: list[Army], at: int, sea: bool, asked: float, goals: list[int]
) -> tuple[Way, float, float] | None:
    """The way to the best province to take, its worth and the ratio of strengths; None where none is weak enough."""
    best: tuple[float, Way, float] | None = None
    for place, way in survey.targets(at, sea):
        if f"province {place}" in survey.taken or place in goals:
            continue
        foreseen = outlook(survey.world, who, force, place)
        if foreseen.ratio < asked + (0 if foreseen.year else NUMBERS.part("army.unseen_more")):
            continue
        worth = survey.worth(place) / len(way)
        if best is None or worth > best[0]:
            best = worth, way, float(foreseen.ratio)
    return (best[1], best[0], best[2]) if best else None


def _boosts(survey: Survey, who: Character, room: int) -> list[str]:
    """Spells and items that strengthen his armies before a battle, while there is room."""
    if survey.level == "easy":
        return []
    found = ["CA AN"] if survey.castable(who, "AN") and survey.world.provinces[who.province].remains else []
    wanted = TOML["words"]["before_battle"].split()
    found += [f"CA {code}" for code in wanted if survey.castable(who, code) and not (code == "HW" and _unholy(survey))]
    found += [f"US {one}" for one in who.items if TABLES.items[one].spell in wanted]
    return found[: max(0, room)]


def _unholy(survey: Survey) -> bool:
    return "unholy" in TABLES.alignments[survey.kingdom.alignment].traits


def _gathering(survey: Survey, who: Character, muster: _Muster) -> list[str]:
    """Without a target: armies go to a better leader, or the leader to armies that wait, or home to recruit."""
    world, force = survey.world, muster.force
    best = max(survey.view.own, key=lambda one: (survey.skill(one, "TA"), len(world.led_by(one.id)), -one.id))
    moves = min((points_left(world, one) for one in force), default=PHASES)
    if force and best is not who and best.province == who.province and best.levelled:
        return [f"LE {_listed(force)} TO {best.id}"] if world.provinces[who.province].owner == who.kingdom else []
    home = survey.kingdom.home
    for place, way in survey.marches(who.province, NUMBERS.whole("army.far")):
        waits = [one for one in survey.idle(place) if one.kind.speed > 1 and one.kind.moves != "water"]
        recruits = place == home and survey.budget.left["gold"] >= NUMBERS.whole("army.gold")
        if waits or recruits or (force and best is not who and place == best.province):
            return [f"MO {one}" for one in way[: min(moves, PHASES)]]
    return []


def _rest(survey: Survey, who: Character, place: int, sea: bool) -> str:
    """What he does when he is there: explore, which good Kings leave to others, or train."""
    explored = survey.kingdom.exploration.get(place, 0) >= NUMBERS.whole(f"hero.explored_{survey.level}")
    if not sea and not explored and (not who.king or survey.level == "easy"):
        return "EX"
    wanted = ("NA",) if sea else ("TA", "MA") if survey.level == "hard" else ("TA",)
    most = NUMBERS.whole("army.tactics")
    better = [one for one in wanted if who.skills.get(one, 0) < min(most, who.aptitudes.get(one, 0))]
    return f"PR {min(better, key=lambda one: who.skills.get(one, 0)) if better else survey.best(who)}"
