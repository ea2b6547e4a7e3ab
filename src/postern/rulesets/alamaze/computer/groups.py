"""A computer kingdom's groups before they march: what they give each other, and sightings they ride to.

- What own groups in one area give each other before they march: leaders, weapons and brigades to the strongest
  (AC-06-12..14, AC-06-82).
- Unusual sightings: groups go to those that are known, when their leaders and wizards can hope to win; artifacts come to
  whom they serve (AC-03-08..09, AC-06-103..110, rulings 50 and 51).
"""

from __future__ import annotations

from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.orders.magic.sightings import GUARDED, INVESTIGATE, JOIN, Party, strength
from postern.rulesets.alamaze.orders.movement.transfers import leader_of
from postern.rulesets.alamaze.rules.effects import Asked, rows
from postern.rulesets.alamaze.world.records import Group, Leader, Wizard

_TROOPS, _FIGURES, _COMBINE, _INTERCEPT = 700, 701, 740, 732


def gather(survey: Survey) -> None:
    """In each area the strongest group gets the leaders and weapons of the others, and of weak ones all brigades but one."""
    for strong in survey.groups:
        others = [one for one in survey.groups if one is not strong and one.area == strong.area and one.brigades]
        if not strong.brigades or any(survey.value(one) > survey.value(strong) for one in others):
            continue
        for weak in others:
            if not {weak.id, strong.id} & survey.joining and weak.id not in survey.storming:
                _figures(survey, weak, strong)
                _troops(survey, weak, strong)


def _figures(survey: Survey, weak: Group, strong: Group) -> None:
    """The best leaders for whom there is room, and a weapon."""
    tables = survey.tables
    room = tables.whole("group.leaders") - len(strong.leaders)
    best = sorted(weak.leaders, key=lambda one: -tables.leader_ranks[one.title].rank_order)
    leaders = [one for one in best if leader_of(weak, _code(one)) is one][: max(min(room, 2), 0)]
    weapon = next((one for one in weak.artifacts if tables.artifacts[one].combat_percent), None)
    if not leaders and weapon is None:
        return
    codes = [*map(_code, leaders), "-", "-"][:2]
    words = [*codes, "-", *([tables.artifacts[weapon].short_number] if weapon else [])]
    if survey.letter.order(_FIGURES, weak.id, strong.id, *words):
        for one in leaders:
            weak.leaders.remove(one)
            strong.leaders.append(one)
        if weapon:
            weak.artifacts.remove(weapon)
            strong.artifacts.append(weapon)


def _code(leader: Leader) -> str:
    return leader.name[:2].upper()


def _troops(survey: Survey, weak: Group, strong: Group) -> None:
    """All brigades but one of a group that is much weaker, of kinds for which there is room, up to a size. Who is worn down far
    more keeps his."""
    rule, tables = NUMBERS.army, survey.tables
    if survey.value(weak) * 2 > survey.value(strong) or weak.size < 2 or weak.attrition > strong.attrition + rule.worn:
        return
    kinds = tables.whole("group.brigade_types")
    known = survey.world.groups[weak.id].brigades
    for kind, number in sorted(known.items()):
        given = min(number, weak.size - 1, rule.most - strong.size)
        fits = kind in strong.brigades or len(strong.brigades) < kinds
        if given > 0 and fits and survey.letter.order(_TROOPS, weak.id, strong.id, kind, given):
            strong.brigades[kind] = strong.brigades.get(kind, 0) + given
            weak.brigades[kind] -= given
            if not weak.brigades[kind]:
                del weak.brigades[kind]
            survey.joining.update((weak.id, strong.id))
            return


def combine(survey: Survey) -> None:
    """Groups that stay in one area join the strongest of them, where its leaders and wizards leave room."""
    tables = survey.tables
    still = [one for one in survey.groups if one.id not in survey.goes_to and one.id not in survey.joining and one.brigades]
    for strong in still:
        for weak in still:
            fits = (
                weak is not strong
                and weak.area == strong.area
                and survey.value(weak) <= survey.value(strong)
                and not {weak.id, strong.id} & survey.joining
                and not any(f"{weak.id} {one.code}" in survey.busy for one in weak.wizards)
                and len(weak.leaders) + len(strong.leaders) <= tables.whole("group.leaders")
                and len(weak.wizards) + len(strong.wizards) <= tables.whole("group.wizards")
                and len({*weak.brigades, *strong.brigades}) <= tables.whole("group.brigade_types")
            )
            if fits and not _intercepts(survey, weak, strong) and survey.letter.order(_COMBINE, weak.id, strong.id):
                survey.joining.update((weak.id, strong.id))


def _intercepts(survey: Survey, *groups: Group) -> bool:
    """True where one of the groups may be elsewhere at the end of the turn."""
    return any(line.split()[:2] == [str(_INTERCEPT), one.id] for line in survey.letter.lines for one in groups)


_TACTICS = (1, 2, 3)
_PALANTIR = 972


def known(survey: Survey) -> set[str]:
    """Areas of sightings that the kingdom has seen."""
    return {one.area for one in survey.world.sightings.values()}


def ride(survey: Survey) -> None:
    """Groups that stand at a sighting and do not fight ride out, with as many wizards and as much caution as it takes."""
    for group in survey.groups:
        if group.area not in known(survey) or group.id in survey.defending or survey.rests():
            continue
        chosen = plan_ride(survey, group)
        if chosen is None or not survey.stream.percent(NUMBERS.sites.try_pct):
            continue
        tactic, riders, guarded = chosen
        if not survey.letter.order(INVESTIGATE, group.id, "-", tactic):
            return
        for wizard in guarded:
            if survey.letter.order(GUARDED, group.id, wizard.code):
                survey.busy.add(f"{group.id} {wizard.code}")
        for wizard in riders:
            survey.letter.order(JOIN, group.id, wizard.code)


def plan_ride(survey: Survey, group: Group) -> tuple[int, list[Wizard], list[Wizard]] | None:
    """The most careful way to win: tactic, wizards who ride along, and wizards who strike from safety; None for no hope. Those
    in safety do half as much, so that they ride openly only where that is not enough."""
    need = NUMBERS.sites.strength
    leaders = tuple(group.leaders)
    free = [one for one in group.wizards if f"{group.id} {one.code}" not in survey.busy and one.power]
    free.sort(key=lambda one: (-one.power, one.code))
    needed = survey.tables.spell_power(survey.code, GUARDED)
    able = [one for one in free if needed is not None and one.power >= needed]
    parties = [Party(leaders, (), ())] if leaders else []
    parties += [Party(leaders, (), tuple(able[:number])) for number in range(1, len(able) + 1)]
    parties += [Party(leaders, tuple(free[:number]), ()) for number in range(1, len(free) + 1)]
    for tactic in _TACTICS:
        for party in parties:
            if strength(survey.turn, group, party, tactic) >= need:
                return tactic, list(party.wizards), list(party.guarded)
    return None


def worth(survey: Survey, group: Group) -> dict[str, float]:
    """The sightings that a group can go to with hope, with what they are worth to it beside centers."""
    if not known(survey) or plan_ride(survey, group) is None:
        return {}
    return dict.fromkeys(sorted(known(survey) - survey.claimed), NUMBERS.sites.worth)


def gaze(survey: Survey) -> None:
    """A Palantir shows the center worth most whose defense nobody knows."""
    unknown = [
        (value, area)
        for area, value in survey.wanted.items()
        if not survey.defense_known(area) and area not in survey.looked_at
    ]
    for group in survey.groups:
        sources = {row.source for row in rows(Asked(survey.world, survey.code, group=group), "order_access", str(_PALANTIR))}
        for key in sorted(sources):
            if unknown and survey.letter.order(_PALANTIR, survey.tables.artifacts[key].short_number, max(unknown)[1]):
                survey.looked_at.add(max(unknown)[1])
                unknown.remove(max(unknown))
