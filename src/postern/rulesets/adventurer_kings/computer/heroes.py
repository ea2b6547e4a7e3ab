"""What computer characters without armies do in a year: magic for the realm, spying and theft, and adventures."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from postern.game.kit.planner import Proposal
from postern.rulesets.adventurer_kings.computer.deeds import beats, errands, fallen, tactics
from postern.rulesets.adventurer_kings.computer.survey import NUMBERS, TOML, Survey, of, year
from postern.rulesets.adventurer_kings.rules.abilities.levels import steps_between
from postern.rulesets.adventurer_kings.rules.exploring import MOST, explore_points
from postern.rulesets.adventurer_kings.tables import GRID, TABLES
from postern.rulesets.adventurer_kings.turn import PHASES
from postern.rulesets.adventurer_kings.world import Character, Feature, Guardian


class _Job(NamedTuple):
    """Something to do where a character is, what it is worth, its price, and what it takes."""

    order: str
    worth: float
    gold: int = 0
    takes: str = ""


def _idle(survey: Survey) -> Iterator[Character]:
    """Characters without armies and orders."""
    return (one for one in survey.free() if not survey.world.led_by(one.id))


# --- magic --------------------------------------------------------------------------------------------------------------------


def raise_dead(survey: Survey) -> Iterator[Proposal]:
    """A priest brings back who lies where he stands."""
    for who in _idle(survey):
        body = fallen(survey, who)
        if body is not None and survey.castable(who, "RE"):
            yield Proposal(year(who, [f"CA RE {body.id}"], f"PR {TABLES.spells['RE'].school}"), 6, of(who, f"body {body.id}"))


def curse(survey: Survey) -> Iterator[Proposal]:
    """Mages harm the land of an enemy kingdom beside them."""
    for who in _idle(survey):
        spells = [one for one in TOML["words"]["curses"].split() if survey.castable(who, one)]
        places = [one for one in GRID.neighbours(who.province) if survey.world.provinces[one].owner and survey.hostile(one)]
        if spells and places:
            place = max(places, key=lambda one: (survey.worth(one), -one))
            yield Proposal(
                year(who, [f"CA {spells[0]} {place}"] * 2, f"PR {TABLES.spells[spells[0]].school}"),
                3,
                of(who, f"curse {place}"),
            )


def bless(survey: Survey) -> Iterator[Proposal]:
    """Priests go round and raise the taxes of own provinces, and study the rest of the year."""
    spell = TABLES.spells["BL"]
    for who in _idle(survey):
        if not survey.castable(who, spell.code):
            continue
        actions, at, done, worth = list[str](), who.province, set[int](), 0.0
        while len(actions) < PHASES:
            own = [one for one in (at, *GRID.neighbours(at)) if _blessable(survey, one) and one not in done]
            if not own:
                break
            goal = max(own, key=lambda one: (one == at, survey.worth(one), -one))
            actions += [f"MO {goal}"] * (goal != at) + [f"CA {spell.code}"]
            worth += survey.worth(goal)
            done.add(goal)
            at = goal
        if actions:
            yield Proposal(year(who, actions, f"PR {spell.school}"), worth / 2, of(who, *(f"bless {one}" for one in done)))


def _blessable(survey: Survey, place: int) -> bool:
    province = survey.world.provinces[place]
    own = province.owner == survey.kingdom.code and not province.blessed and not province.at_sea
    return own and f"bless {place}" not in survey.taken


# --- spies and thieves --------------------------------------------------------------------------------------------------------


def spy(survey: Survey) -> Iterator[Proposal]:
    """A spy looks at the provinces of other kingdoms beside him; in war he follows the enemy's King. In peace he does
    so every few years."""
    world, code = survey.world, survey.kingdom.code
    enemies = [one for one in world.kingdoms.values() if one.code != code and survey.enemy(one.code) and world.king(one).alive]
    if not enemies and world.turn % NUMBERS.whole("spy.every"):
        return
    for who in _idle(survey):
        if who.king or survey.skill(who, "SP") < NUMBERS.whole("spy.least"):
            continue
        if enemies:
            king = world.king(enemies[0]).id
            yield Proposal(year(who, [f"PU {king}", f"TR {king}", "SP"], "PR SP"), 2.5, of(who, f"trail {king}"))
        for place, way in [(who.province, ()), *survey.walks(who.province, NUMBERS.whole("hero.far"))]:
            there = [one for one in GRID.neighbours(place) if world.provinces[one].owner not in ("", code)]
            if there:
                there.sort(key=lambda one: (world.relation(code, world.provinces[one].owner), one))
                actions = [*(f"MO {one}" for one in way), *(f"SP {one}" for one in there[:3])]
                yield Proposal(year(who, actions, "PR SP"), 2.2 - 0.4 * len(way), of(who, f"spy {there[0]}"))
                break


def meet(survey: Survey) -> Iterator[Proposal]:
    """Thieves rob strangers, and good swords attack Heroes of an enemy, where they stand together."""
    for who in _idle(survey):
        for one in survey.world.characters_in(who.province):
            if one.kingdom in ("", who.kingdom) or survey.world.relation(who.kingdom, one.kingdom) == "Allied":
                continue
            if survey.skill(who, "TH") >= NUMBERS.whole("spy.least"):
                yield Proposal(year(who, [f"EN {one.id} : ST, FL"], "PR TH"), 3, of(who, f"meet {one.id}"))
            elif survey.enemy(one.kingdom) and survey.skill(who, "ME") >= NUMBERS.whole("hero.duels") and not who.king:
                plan = ", ".join(tactics(survey, who))
                yield Proposal(year(who, [f"EN {one.id} : {plan}"], "PR ME"), 3, of(who, f"meet {one.id}"))


# --- adventures ---------------------------------------------------------------------------------------------------------------


def adventure(survey: Survey) -> Iterator[Proposal]:
    """Others go where most is to be done: they hire, explore, scout what they found, and enter where they expect to win."""
    for who in _idle(survey):
        if who.king and survey.level == "hard":
            continue
        first = errands(survey, who)
        for place, way in [(who.province, ()), *survey.walks(who.province, NUMBERS.whole("hero.far"))]:
            room = PHASES - len(first) - len(way)
            jobs = sorted(_jobs(survey, who, place), key=lambda one: (-one.worth, one.order))[: max(0, room)]
            if not jobs:
                continue
            actions = [*first, *(f"MO {one}" for one in way), *(one.order for one in jobs)]
            gain = sum(one.worth for one in jobs) / (1 + len(way) / 2)
            takes = of(who, *(one.takes for one in jobs if one.takes), *([f"goal {place}"] if way else []))
            cost = {"gold": sum(one.gold for one in jobs)}
            yield Proposal(year(who, actions, f"PR {survey.best(who)}"), gain, takes, cost)


def _jobs(survey: Survey, who: Character, place: int) -> Iterator[_Job]:
    yield from _offers(survey, place)
    for number, feature in enumerate(survey.world.provinces[place].features, 1):
        if survey.kingdom.code in feature.found_by:
            yield from _search(survey, who, place, number, feature)
    points = explore_points(survey.world, who, place)
    missing = min(MOST, NUMBERS.whole(f"hero.explored_{survey.level}")) - survey.kingdom.exploration.get(place, 0)
    for again in range(min(PHASES, -int(-missing // max(points, Fraction(1))))):
        yield _Job(
            "EX", (1 if not again else 0.8) * (NUMBERS.part("hero.at_sea") if survey.world.provinces[place].at_sea else 1)
        )


def _offers(survey: Survey, place: int) -> Iterator[_Job]:
    """An offer to the first free Hero there, while there is gold and room."""
    gold = NUMBERS.whole("hero.gold")
    heroes = [one for one in survey.view.own if not one.king]
    if len(heroes) >= NUMBERS.whole(f"hero.most_{survey.level}") or survey.budget.left["gold"] < gold:
        return
    for one in survey.world.characters_in(place):
        near = steps_between(one.alignment, survey.kingdom.alignment) <= TABLES.number("hire_difference_max")
        if one.status == "free" and near and survey.kingdom.code not in one.offers:
            yield _Job(f"HI {one.id}", 3, gold, f"hero {one.id}")
            return


def _search(survey: Survey, who: Character, place: int, number: int, feature: Feature) -> Iterator[_Job]:
    """A look into a feature whose inside is not known; else what fits its guardian: a fight, talk, or theft."""
    code, name = survey.kingdom.code, f"{place}.{number}"
    if code not in feature.scouted:
        yield _Job(f"SE {name} : SC", 1.6, 0, f"feature {name}")
    elif feature.guardian is None:
        inside = survey.kingdom.seen[place].inside.get(number)
        if inside is not None and (inside.gold or inside.items):
            yield _Job(f"SE {name}", 4, 0, f"feature {name}")
    elif plan := _plan(survey, who, feature, feature.guardian, place, number):
        yield _Job(f"SE {name} : {plan}", 1 + 1.5 * TABLES.monsters[feature.guardian.kind].tier, 0, f"feature {name}")


def _plan(survey: Survey, who: Character, feature: Feature, guardian: Guardian, place: int, number: int) -> str:
    """The plan for a guardian, "" where there is none that fits."""
    foe, code = TABLES.monsters[guardian.kind], survey.kingdom.code
    agreed = guardian.agreements.get(code)
    if beats(survey, who, guardian):
        return ", ".join(tactics(survey, who, foe))
    if agreed is not None:
        return _fulfilment(survey, who, guardian, place, number)
    if survey.level != "easy" and survey.skill(who, "DR") >= max(1, foe.talk) and code not in guardian.peace:
        return "TA, FL"
    inside = survey.kingdom.seen[place].inside.get(number)
    rich = inside is not None and (inside.gold or inside.items)
    return "ST, FL" if rich and survey.skill(who, "TH") >= NUMBERS.whole("spy.least") + foe.melee // 2 else ""


def _fulfilment(survey: Survey, who: Character, guardian: Guardian, place: int, number: int) -> str:
    """How what was agreed is done now, "" where it cannot be."""
    agreed = guardian.agreements[survey.kingdom.code]
    if agreed.kind == "riddle":
        inside = survey.kingdom.seen[place].inside.get(number)
        answers = [one.answer for one in TABLES.riddles.values() if inside is not None and one.text == inside.riddle]
        return f"SA-{answers[0]}, FL" if answers and survey.level == "hard" else ""
    if agreed.kind == "tribute":
        return "FU, FL" if survey.budget.left["gold"] >= agreed.gold else ""
    return "FU, FL" if agreed.kind == "item" and who.items else ""


def practise(survey: Survey) -> Iterator[Proposal]:
    """Whoever has nothing better to do learns what he can best; an Heir who gets his levels this year defends."""
    for who in survey.free():
        yield Proposal(year(who, [], f"PR {survey.best(who)}"), takes=of(who))
    king = survey.world.king(survey.kingdom)
    if king.status == "serving" and not king.levelled:
        yield Proposal(year(king, [], "DE"), takes=of(king))
