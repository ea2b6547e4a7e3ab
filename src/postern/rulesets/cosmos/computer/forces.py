"""Armies: troops join leaders, and every leader goes where most is to be had for his time (CF-8, CF-14, CF-15.6.1). Scouts go
where the map is blank, and where towns were not looked into for long (CF-18)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from postern.rulesets.cosmos.computer.numbers import NATION, NUMBERS
from postern.rulesets.cosmos.computer.survey import Survey, Target, targets, work
from postern.rulesets.cosmos.world.places import hex_of, location_at, outwards
from postern.rulesets.cosmos.world.records import Unit
from postern.rulesets.cosmos.world.strength import force_of

_NEARLY_DONE = 12
"""Phases of a control under way, after which its leader has work already."""
_LOOKED_AT = 12
"""Of the targets that seem best to a leader so many are looked at closely."""
_ARMY = 3
"""A force of so many troops leaves one behind in what it took."""


# --- forming forces --------------------------------------------------------------------------------------------------------


def muster(survey: Survey) -> None:
    """Where leaders stand idle among troops: officers, who need some to take land, get the weakest each; the best leader gets
    all others but a garrison of the capital."""
    for position in sorted({one.position for one in survey.own}):
        waiting = [one for one in survey.own if one.position == position and _leader(survey, one) and survey.idle(one)]
        if not waiting:
            continue
        troops = survey.troops_at(position)
        troops = _without_garrison(survey, troops, position)
        lone = [one for one in waiting if not one.members]
        for officer in [one for one in lone if _officer(survey, one)]:
            escort = next((one for one in troops if _takes(survey, officer, one)), None)
            if escort is not None and _form(survey, officer, [escort]):
                troops.remove(escort)
        lords = sorted(
            (one for one in waiting if not _officer(survey, one)), key=lambda one: (one.id == survey.nation.heir, one.id)
        )
        for lord in lords[:1]:
            army = _army_of(survey, lord, troops)
            full = len(army) < sum(_takes(survey, lord, one) for one in troops)  # he can lead no more
            if full or position != str(survey.nation.home) or survey.might(army) >= NUMBERS.work.gathering:
                _form(survey, lord, army)


def _leader(survey: Survey, unit: Unit) -> bool:
    return survey.leads(unit) is not None and not unit.leader and unit.id != survey.nation.ruler


def _officer(survey: Survey, unit: Unit) -> bool:
    row = survey.leads(unit)
    return row is not None and row.helpers == "required"


def _takes(survey: Survey, leader: Unit, troop: Unit) -> bool:
    row = survey.leads(leader)
    return row is not None and troop.type in row.leads


def _army_of(survey: Survey, lord: Unit, troops: list[Unit]) -> list[Unit]:
    """The best troops at hand, as many as a leader can lead beside those he has (CF-8.3), with some siege
    engines."""
    row, found = survey.leads(lord), []
    if row is not None:
        units = row.max_units - len(lord.members)
        heads = row.max_individuals - sum(survey.world.units[one].individuals for one in lord.members)
        engines = [one for one in troops if survey.kind(one).able("siege")][-1:]
        best = sorted(troops, key=lambda one: (survey.might([one]) / one.individuals, one.id), reverse=True)
        for one in [*engines, *(one for one in best if one not in engines)]:
            if _takes(survey, lord, one) and units > 0 and one.individuals <= heads:
                found.append(one)
                units, heads = units - 1, heads - one.individuals
    return found


def _without_garrison(survey: Survey, troops: list[Unit], position: str) -> list[Unit]:
    """The troops without the weakest ones that hold a city or town."""
    kept, left = 0.0, list(troops)
    while left and kept < survey.garrison_of(position):
        kept += survey.might([left.pop(0)])
    return left


def garrison(survey: Survey) -> None:
    """Troops that stand elsewhere without need go to own cities and towns that lack some, those that bring most first."""
    world, threats = survey.world, dict(survey.threats())
    for place in sorted(survey.places, key=lambda one: (-survey.garrison_of(str(one.id)), one.id)):
        position, hex_number = str(place.id), hex_of(world, str(place.id))
        inside = [one for one in survey.own if survey.kind(one).mass and position in outwards(world, one.position)]
        coming = [one for one in survey.own if any(each.text == f"move {position}" for each in one.program)]
        lacking = survey.garrison_of(position) - survey.might({one.id: one for one in (*inside, *coming)}.values())
        if lacking <= 0:
            continue
        spare = [
            one
            for spot in sorted({one.position for one in survey.own} - {position})
            for one in _without_garrison(survey, survey.troops_at(spot), spot)
            if hex_number in survey.reach(one) and not survey.kind(one).able("siege")
            if survey.might([one]) > threats.get(hex_number, 0.0)
        ]
        enough = [one for one in spare if survey.might([one]) >= lacking]
        for one in sorted(
            spare, key=lambda one: (one not in enough, survey.reach(one)[hex_number], survey.might([one]), one.id)
        ):
            ways = [f"farmove {hex_number}"] if hex_of(world, one.position) != hex_number else []
            if survey.letter.order(one.id, *ways, f"move {position}"):
                survey.busy.add(one.id)
            break


def _form(survey: Survey, leader: Unit, troops: list[Unit]) -> bool:
    """Puts troops into a leader's force, in the letter and in the world as it will be."""
    word = "include" if leader.members else "form"
    if not troops or not survey.letter.order(leader.id, f"{word} {' '.join(str(one.id) for one in troops)}"):
        return False
    leader.members = [*leader.members, *(one.id for one in troops)]
    for one in troops:
        one.leader = leader.id
    return True


# --- sending them out ------------------------------------------------------------------------------------------------------


@dataclass
class _Job:
    """A leader at work: where he will be, after how many phases, and what he will have taken by then."""

    leader: Unit
    place: int
    phases: int
    first: list[str] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)


def send_out(survey: Survey) -> None:
    """Gives leaders without work the targets that are worth most for their time, the best first, until all have enough."""
    jobs = [job for unit in survey.own if (job := _job(survey, unit)) is not None]
    jobs = [job for job in jobs if not survey.stream.percent(survey.skill.resting_pct)]
    if not survey.standing_in:
        _fetch_troops(survey, jobs)
        jobs = [job for job in jobs if job.leader.id not in survey.busy]
    aims = targets(survey)
    offers = {job.leader.id: _best(survey, job, aims) for job in jobs}
    while offers:
        job = max(jobs, key=lambda one: (offers.get(one.leader.id, (0.0, None))[0], -one.leader.id))
        value, target = offers.pop(job.leader.id, (0.0, None))
        if target is None or value <= 0:
            break
        taken = target.position in survey.claimed
        if taken or (_take(survey, job, target) and job.phases < NUMBERS.work.horizon):
            offers[job.leader.id] = _best(survey, job, aims)


def _fetch_troops(survey: Survey, jobs: list[_Job]) -> None:
    """The nearest lord comes home when many troops wait there for a leader."""
    home = str(survey.nation.home)
    place = hex_of(survey.world, home)
    waiting = survey.might(_without_garrison(survey, survey.troops_at(home), home))
    near = [job for job in jobs if not _officer(survey, job.leader) and place in survey.reach(job.leader, job.place)]
    if waiting < NUMBERS.work.gathering or not near:
        return
    job = min(near, key=lambda one: (job_phases(survey, one, place), one.leader.id))
    if job.leader.position != home and survey.letter.order(job.leader.id, *job.first, f"farmove {home}"):
        survey.busy.add(job.leader.id)


def job_phases(survey: Survey, job: _Job, place: int) -> int:
    """When a leader could be in a hex."""
    return job.phases + survey.reach(job.leader, job.place)[place]


def _job(survey: Survey, unit: Unit) -> _Job | None:
    """A leader who can be given work, and when he is ready for it; None for another."""
    if not _leader(survey, unit) or unit.questing or unit.embarked or unit.id in survey.busy:
        return None
    job = _Job(unit, hex_of(survey.world, unit.position), 0)
    if not unit.program:
        return job
    first = unit.program[0]
    if first.text.startswith("control"):
        if not first.begun:
            job.first = ["break"]  # somebody obstructs it: it stays claimed, so that he goes elsewhere
        elif len(unit.program) == 1 and first.left <= _NEARLY_DONE:
            job.phases = first.left
            job.taken = {unit.position}
        else:
            return None
        return job
    if {"blocked", "delayed"} & first.memory.keys():
        job.first = ["break"]
        return job
    return None


def _best(survey: Survey, job: _Job, aims: list[Target]) -> tuple[float, Target | None]:
    """The target that is worth most for the time of a leader, with its value."""
    reach = survey.reach(job.leader, job.place)
    left = survey.phases_left - job.phases
    seen = [
        (one.worth / (reach[one.place] + 1), one) for one in aims if one.place in reach and one.position not in survey.claimed
    ]
    seen.sort(key=lambda pair: (-pair[0], pair[1].position))
    best: tuple[float, Target | None] = (0.0, None)
    looked = 0
    for _, target in seen:
        if survey.standing_in and (target.owner or target.foe or target.fight):
            continue
        phases = work(survey, job.leader, target, frozenset(job.taken))
        if phases is None or reach[target.place] + phases > left:
            continue
        value = target.worth / (reach[target.place] + phases)
        best = max(best, (value, target), key=lambda pair: pair[0])
        looked += 1
        if looked >= _LOOKED_AT:
            break
    return best


def _take(survey: Survey, job: _Job, target: Target) -> bool:
    """Writes the orders by which a leader takes a target. False when they cannot be paid for."""
    world, owner = survey.world, target.owner
    declares = bool(owner) and world.policy(survey.code, owner) != "enemy"
    lines = [*job.first, *_lines(survey, job, target)]
    if declares and not survey.letter.order(NATION, f"policy {owner.lower()} enemy"):
        return False
    if not survey.letter.order(job.leader.id, *lines):
        return False
    if declares:
        world.nations[survey.code].policies[owner] = "enemy"
    phases = work(survey, job.leader, target, frozenset(job.taken)) or 0
    job.phases += survey.reach(job.leader, job.place).get(target.place, 0) + phases
    job.place, job.first = target.place, []
    job.taken.add(target.position)
    survey.claimed.add(target.position)
    survey.busy.add(job.leader.id)
    return True


def _lines(survey: Survey, job: _Job, target: Target) -> Iterator[str]:
    world = survey.world
    if job.leader.position != str(target.place) or job.taken:
        yield f"farmove {target.place}"
    if target.fight:
        return
    for spot in reversed(list(outwards(world, target.position))[:-1]):
        location = world.locations[int(spot)]
        if location.owner != survey.code and target.owner:
            if location.rating >= NUMBERS.fighting.battered_from and _engines(survey, job.leader):
                yield f"damage {spot} {NUMBERS.fighting.battering}"
            yield "storm"
            yield "storm"
        yield f"move {spot}"
    yield "control -1"
    members = [world.units[number] for number in job.leader.members]
    taken = location_at(world, target.position)
    if members and taken is not None and (taken.size or len(members) >= _ARMY):
        weakest = min(members, key=lambda one: (survey.might([one]), one.id))
        yield f"leave {weakest.id}"


def _engines(survey: Survey, leader: Unit) -> bool:
    return any(survey.kind(one).able("siege") for one in force_of(survey.world, leader))


_EACH = 4
"""About how many phases a scout takes for a hex."""
_LUCK = 8
"""So many phases farther may be as good."""
_SIGHT = 2
"""What lies so near to where a scout goes, he sees."""


def explore(survey: Survey) -> None:
    """Sends each scout without work through a few blank hexes, each the nearest to the one before, a little by luck."""
    for scout in (one for one in survey.own if is_scout(survey, one) and survey.idle(one)):
        goals = _goals(survey, scout)
        if goals:
            survey.letter.order(scout.id, f"farmove {' '.join(map(str, goals))}", *["hide"] * _in_danger(survey, goals[-1]))


def is_scout(survey: Survey, unit: Unit) -> bool:
    """True for an individual that leads nobody, casts nothing and is no major character."""
    kind = survey.kind(unit)
    return not kind.mass and not kind.major and kind.allowance > 0 and unit.type not in survey.tables.leaders


def _goals(survey: Survey, scout: Unit) -> list[int]:
    reach, grid = survey.reach(scout), survey.tables.grid
    goals: list[int] = []
    for _ in range(NUMBERS.work.searching):
        blank = [one for one in reach if _blank(survey, one) and one not in survey.claimed_hexes]
        if not blank:
            break
        last = goals[-1] if goals else 0
        far = {one: grid.distance(last, one) * _EACH if last else reach[one] for one in blank}
        goals.append(min(blank, key=lambda one: (far[one] + survey.stream.below(_LUCK), one)))
        survey.claimed_hexes.update(grid.within(goals[-1], _SIGHT))
    return goals


def _blank(survey: Survey, place: int) -> bool:
    """True for a hex that is not on the map, or was seen long ago and is not the nation's."""
    seen = survey.nation.memory.hexes.get(place)
    if seen is None:
        return True
    return seen.turn < survey.world.turn - NUMBERS.fighting.remembered and survey.world.hexes[place].owner != survey.code


def _in_danger(survey: Survey, place: int) -> bool:
    """True for a hex where somebody may look for a scout: that of others, or one where strangers stand."""
    owner = survey.world.hexes[place].owner
    return bool(owner and not survey.world.friendly(survey.code, owner)) or survey.foes_in(place) > 0
