"""What own groups in one area give each other before they march: leaders, weapons and brigades to the strongest (AC-06-12..14,
AC-06-82)."""

from __future__ import annotations

from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.movement.changes import leader_of
from postern.rulesets.alamaze.world import Group, Leader

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
