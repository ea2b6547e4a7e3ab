"""A computer kingdom's court: emissaries, spells of the court, the High Priestess.

- Emissaries: they win centers, get titles, keep the order, and do what only some courts can (AC-08, AC-09).
- Spells of the court: against the rulers and figures of rivals, and for our own (AC-23).
- The High Priestess: she divines, heals and makes fanatics (AC-13).
"""

from __future__ import annotations

from collections.abc import Sequence

from postern.game.kit.orders.digits import is_number
from postern.rulesets.alamaze.computer.aims import asked, wanting
from postern.rulesets.alamaze.computer.intrigue import Known, figures_known
from postern.rulesets.alamaze.computer.magic import cast, has, idle
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.ruler import to_denigrate
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.orders.court.emissaries import REBEL, USURP, success_percent
from postern.rulesets.alamaze.rules.figures import rank_cost, rank_percent
from postern.rulesets.alamaze.rules.measures import MEASURES
from postern.rulesets.alamaze.world.records import Center, Figure, Group, Wizard

_RELOCATE, _GATE, _TITLE, _STATUS_QUO, _REVEAL_SKELETON = 350, 351, 390, 310, 380
_CONSUL_ENAMOR, _CONSUL_DENIGRATE, _CONSUL_SLEEP, _DEMONIC_DENIGRATION, _SUBMISSION = 465, 478, 306, 273, 283
_LEARN_REACTION, _LEARN_INFLUENCE = 360, 365


def send_emissaries(survey: Survey) -> None:
    """Each emissary tries to win the center where he is, or goes to the one that promises most. The strongest choose first."""
    idle = [one for one in survey.figures() if one.political and one.code != survey.kingdom.ruler]
    for figure in sorted(idle, key=lambda one: (-rank_percent(survey.turn, one), one.code)):
        if not survey.rests() and not _win(survey, figure):
            _travel(survey, figure)


def _win(survey: Survey, figure: Figure) -> bool:
    """Usurps or rebels where he is, when the chance is good enough."""
    center = survey.world.centers.get(figure.area)
    if center is None or figure.area not in survey.wanted or figure.area in survey.claimed:
        return False
    for number in (USURP, REBEL) if center.owner else (USURP,):
        if _chance(survey, figure, center, number) >= survey.skill.politics_pct:
            survey.usurping.append(center.area)
            return _order(survey, figure, center.area, number, figure.code)
    return False


def _order(survey: Survey, figure: Figure, area: str, *words: object) -> bool:
    if not survey.letter.order(*words, gold=rank_cost(survey.turn, figure)):
        return False
    survey.busy.add(figure.code)
    if area:
        survey.claimed.add(area)
    return True


def _chance(survey: Survey, figure: Figure, center: Center, number: int) -> float:
    key = (rank_percent(survey.turn, figure), center.area, number)
    known = survey.chances
    if key not in known:
        known[key] = success_percent(survey.turn, survey.kingdom, figure, center, number)
    return known[key]


def _travel(survey: Survey, figure: Figure) -> None:
    """Goes to the center where most can be won: a Demon Prince through a gate, which reaches everywhere."""
    gate = figure.rank == "Demon Prince" and survey.gold >= survey.tables.whole("gate.gold")
    grid, far = survey.tables.grid, len(survey.tables.areas) if gate else survey.tables.whole("emissary.range")
    best = (0.0, "")
    for area, worth in survey.wanted.items():
        center = survey.world.centers[area]
        if area in survey.claimed or area == figure.area or grid.distance(figure.area, area) > far:
            continue
        if not gate and survey.foes_at(area):
            continue
        usurping = _chance(survey, figure, center, USURP)
        rebelling = _chance(survey, figure, center, REBEL) / 2 if center.owner else 0.0
        promise = max(one if one >= survey.skill.politics_pct else 0 for one in (usurping, rebelling)) * worth
        best = max(best, (promise, area))
    if best[0] > 0:
        distant = gate and grid.distance(figure.area, best[1]) > 1
        _order(survey, figure, best[1], _GATE if distant else _RELOCATE, figure.code, best[1])


# --- titles ---------------------------------------------------------------------------------------------------------------


def promote(survey: Survey) -> None:
    """Those who are nearest to a rank that a goal asks for come to the capital for it."""
    rule, kingdom = NUMBERS.court, survey.kingdom
    if survey.world.turn < rule.titles_from or survey.rests():
        return
    ranks, given = list(survey.tables.emissary_ranks), 0
    lower = [one for one in survey.figures() if one.rank in ranks[:-1] and one.code != kingdom.ruler]
    lower.sort(key=lambda one: (-ranks.index(one.rank), one.code))
    for row in wanting(survey.world, kingdom, "emissaries"):
        rank, *_ = row.of.split(" or ")
        have = int(MEASURES[row.measure](survey.world, kingdom, row.of))
        below = [one for one in lower if one.code not in survey.busy and ranks.index(one.rank) < ranks.index(rank)]
        for figure in below[: int(row.least) - have]:
            if given < rule.titles and kingdom.influence - given / 2 >= rule.title_influence and _raise(survey, figure):
                given += 1


def _raise(survey: Survey, figure: Figure) -> bool:
    """A title where the ruler is, or the way there."""
    capital = survey.kingdom.capital
    if figure.area == capital:
        return _order(survey, figure, "", _TITLE, figure.code)
    near = survey.tables.grid.distance(figure.area, capital) <= survey.tables.whole("emissary.range")
    return near and survey.own_center(capital) is not None and _order(survey, figure, "", _RELOCATE, figure.code, capital)


def give_titles(survey: Survey) -> None:
    """Emissaries who have nothing to do come to the capital for a higher title: one a turn, or more where there is much
    gold."""
    ranks = list(survey.tables.emissary_ranks)[:-1]
    left = NUMBERS.court.titles_rich if survey.gold > NUMBERS.purse.gold_rich else 1
    if survey.kingdom.influence < NUMBERS.purse.title_influence or survey.gold < 0:
        return
    idle = [one for one in survey.figures() if one.rank in ranks and one.code != survey.kingdom.ruler]
    for figure in sorted(idle, key=lambda one: (-rank_percent(survey.turn, one), one.code)):
        if left and _raise(survey, figure):
            left -= 1


def keep_order(survey: Survey) -> None:
    """Emissaries who are left in an own center that others may want add to its resistance."""
    for figure in list(survey.figures()):
        center = survey.own_center(figure.area)
        if not figure.political or figure.code == survey.kingdom.ruler or center is None or center.type == "Village":
            continue
        if center.area != survey.kingdom.capital and survey.gold >= rank_cost(survey.turn, figure):
            _order(survey, figure, "", _STATUS_QUO, figure.code)


def reveal(survey: Survey) -> None:
    """A skeleton of a rival that we know is made public by the cheapest emissary who is left."""
    for other in sorted(survey.rivals | {one for one in survey.world.council.members if one != survey.code}):
        bones = [one for one in survey.world.kingdoms[other].skeletons if not one.revealed]
        idle = [one for one in survey.figures() if one.political and one.code != survey.kingdom.ruler]
        if bones and idle:
            figure = min(idle, key=lambda one: (rank_percent(survey.turn, one), one.code))
            _order(survey, figure, "", _REVEAL_SKELETON, figure.code, other, bones[0].code)


# --- what only some courts can -----------------------------------------------------------------------------------------------


def consuls(survey: Survey, most: int = 2) -> None:
    """So many Consuls beside the ruler make regions that we seek like us better, or rivals there less."""
    tables = survey.tables
    enamor, denigrate = tables.whole("enamor.consul_gold"), tables.whole("denigrate.consul_gold")
    sour = [one for one in survey.regions_sought if survey.kingdom.reactions[one] != "Friendly" and one != survey.wooed]
    rivals = to_denigrate(survey)
    for figure in [one for one in survey.figures() if one.rank == "Consul" and one.code != survey.kingdom.ruler][:most]:
        if sour and survey.gold >= enamor:
            _order_for(survey, figure, enamor, _CONSUL_ENAMOR, figure.code, sour.pop(0), survey.code)
        elif rivals and survey.gold >= denigrate:
            region, other = rivals.pop(0)
            _order_for(survey, figure, denigrate, _CONSUL_DENIGRATE, figure.code, region, other)
        elif targets := [one for one in figures_known(survey) if one.rank in survey.tables.emissary_ranks]:
            known = targets[0]
            _order_for(survey, figure, 0, _CONSUL_SLEEP, figure.code, known.kingdom, known.code, known.area)


def _order_for(survey: Survey, figure: Figure, gold: int, *words: object) -> None:
    if survey.letter.order(*words, gold=gold):
        survey.busy.add(figure.code)


def demons(survey: Survey) -> None:
    """A Demon Prince who is idle in a region where another of ours tries to win a center makes it like us better this turn."""
    gold = survey.tables.whole("demonic.gold")
    at_work = {survey.world.region_of(one) for one in survey.usurping}
    idle = [one for one in survey.figures() if one.rank == "Demon Prince" and one.code != survey.kingdom.ruler]
    for figure in idle:
        region = survey.world.region_of(figure.area)
        ours = any(survey.world.region_of(one.area) == region for one in survey.centers)
        if not ours or survey.gold < gold:
            continue
        if region in at_work:
            at_work.remove(region)
            _order_for(survey, figure, gold, _SUBMISSION, figure.code)
        elif rivals := [other for place, other in survey.rulers.items() if place == region]:
            _order_for(survey, figure, gold, _DEMONIC_DENIGRATION, figure.code, rivals[0])


def learn(survey: Survey) -> None:
    """An emissary who is left over at a center of a rival asks there: for his influence, or how its region takes him."""
    for figure in [one for one in survey.figures() if one.political and one.code != survey.kingdom.ruler]:
        center = survey.world.centers.get(figure.area)
        gold = rank_cost(survey.turn, figure)
        if center is None or center.owner not in survey.rivals or survey.gold < gold:
            continue
        number = survey.stream.choice((_LEARN_INFLUENCE, _LEARN_REACTION))
        words = [number, figure.code] + ([center.owner] if number == _LEARN_REACTION else [])
        _order(survey, figure, "", *words)


_WARD, _SLEEP, _REVEAL_INFLUENCE, _SCANDAL, _CURSE, _INFURIATE, _DEMON = 301, 305, 370, 381, 386, 477, 941
_RULERS = ("King", "Queen", "Regent")


def conspire(survey: Survey) -> None:
    """Each wizard who is free and strong enough does one rival harm; no two strike the same figure by the same spell."""
    known = figures_known(survey)
    kings = [one for one in known if one.rank in _RULERS]
    for group, wizard in list(idle(survey)):
        if wizard.power < NUMBERS.goals.court_power or survey.rests():
            continue
        _strike_ruler(survey, group, wizard, kings) or _summon_demon(survey, group, wizard, known) or _infuriate(
            survey, group, wizard
        ) or _sleep(survey, group, wizard, known) or _ward(survey, group, wizard)


def _strike_ruler(survey: Survey, group: Group, wizard: Wizard, kings: Sequence[Known]) -> bool:
    """A scandal for a member of the Council, a curse for any: influence is what all orders hang on."""
    for king in kings:
        seated = king.kingdom in survey.world.council.members
        spells = ((_SCANDAL, ()),) if seated else ()
        for number, where in (*spells, (_CURSE, (king.area,)), (_REVEAL_INFLUENCE, ())):
            if has(survey, group, wizard, number) and _once(survey, number, king.kingdom):
                return cast(survey, group, wizard, number, king.kingdom, king.code, *where)
    return False


def _once(survey: Survey, number: int, what: str) -> bool:
    """True the first time that a spell is meant for something in this turn."""
    key = f"spell {number} {what}"
    if key in survey.busy:
        return False
    survey.busy.add(key)
    return True


def _summon_demon(survey: Survey, group: Group, wizard: Wizard, known: Sequence[Known]) -> bool:
    """A demon kills the highest emissary of a rival who was found."""
    ranks = survey.tables.emissary_ranks
    high = [one for one in known if one.rank in ranks and ranks[one.rank].power_percent >= NUMBERS.goals.demon_rank_pct]
    for one in high if has(survey, group, wizard, _DEMON) else ():
        if _once(survey, _DEMON, f"{one.kingdom} {one.code}"):
            return cast(survey, group, wizard, _DEMON, one.area, one.code, one.kingdom)
    return False


def _infuriate(survey: Survey, group: Group, wizard: Wizard) -> bool:
    """The people of a region that we seek like the rival less who controls it, or has most centers in it."""
    region = survey.world.region_of(group.area)
    if region not in survey.regions_sought or not has(survey, group, wizard, _INFURIATE):
        return False
    owners = [one.owner for one in survey.world.centers.values() if survey.world.region_of(one.area) == region]
    others = sorted({one for one in owners if one not in ("", survey.code)})
    other = survey.rulers.get(region) or max(others, key=lambda one: (owners.count(one), one), default="")
    return bool(other) and _once(survey, _INFURIATE, str(region)) and cast(survey, group, wizard, _INFURIATE, other)


def _sleep(survey: Survey, group: Group, wizard: Wizard, known: Sequence[Known]) -> bool:
    """A figure of a rival sleeps where an agent of ours strikes at it, or who works in a region that we seek."""
    if not has(survey, group, wizard, _SLEEP):
        return False
    near = [one for one in known if survey.tables.grid.distance(group.area, one.area) <= survey.tables.whole("spell.range")]
    near.sort(key=lambda one: f"{one.kingdom} {one.code}" not in survey.looked_at)
    for one in near:
        struck = f"{one.kingdom} {one.code}" in survey.looked_at
        if (struck or survey.world.region_of(one.area) in survey.regions_sought) and _once(
            survey, _SLEEP, f"{one.kingdom} {one.code}"
        ):
            return cast(survey, group, wizard, _SLEEP, one.kingdom, one.code, one.area)
    return False


def _ward(survey: Survey, group: Group, wizard: Wizard) -> bool:
    """The own ruler is safe from foul play where foreign agents were found near the capital."""
    king = survey.kingdom.figures.get(survey.kingdom.ruler)
    if king is None or king.held_by or not has(survey, group, wizard, _WARD):
        return False
    reach = survey.tables.whole("spell.range")
    spies = [one for one in figures_known(survey) if one.level and survey.tables.grid.distance(one.area, king.area) <= reach]
    near = survey.tables.grid.distance(group.area, king.area) <= reach
    return (
        near and bool(spies) and _once(survey, _WARD, king.code) and cast(survey, group, wizard, _WARD, survey.code, king.code)
    )


_DIVINE_CENTERS, _DIVINE_GROUPS, _DIVINE_REACTIONS, _CONVERT, _HEAL = 750, 760, 765, 780, 793


def send_priestess(survey: Survey) -> None:
    """Heals a group that suffered much, tells of groups when the capital is in danger, and else of centers that nobody saw."""
    tables, capital = survey.tables, survey.kingdom.capital
    danger = bool(survey.foes_near(capital, NUMBERS.army.danger))
    for figure in [one for one in survey.figures() if one.priestess]:
        _convert(survey, figure.code)
        region = survey.world.region_of(figure.area)
        cost = tables.whole("heal.gold")
        worn = [one for one in survey.groups if one.attrition >= NUMBERS.intrigue.heal_attrition and not one.unfed]
        worn = [one for one in worn if survey.world.region_of(one.area) == region]
        if worn and survey.gold >= cost:
            done = survey.letter.order(_HEAL, figure.code, worn[0].id, gold=cost)
        elif survey.gold < cost * 2:
            done = False
        elif danger:
            home = survey.world.region_of(capital)
            done = survey.letter.order(_DIVINE_GROUPS, figure.code, "-", home, gold=tables.whole("divine.gold"))
        else:
            done = _divine(survey, figure.code)
        if done:
            survey.busy.add(figure.code)


def _divine(survey: Survey, code: str) -> bool:
    """Where centers of a near region are that nobody saw."""
    tables = survey.tables
    hidden: dict[int, int] = {}
    for area in survey.unseen:
        region = tables.areas[area].region
        hidden[region] = hidden.get(region, 0) + 1
    home = tables.kingdoms[survey.code].home_region
    near = [one for one in (home, *tables.regions[home].neighbours) if hidden.get(one, 0) > 10]
    if not near:
        return False
    place = survey.world.turn - 1
    kind, region = "TV"[place % 2], near[place // 2 % len(near)]
    return survey.letter.order(_DIVINE_CENTERS, code, kind, region, gold=tables.whole("divine.gold"))


def _convert(survey: Survey, code: str) -> None:
    """Makes fanatics of the best agents that can rise no further, unless goals ask for agents that are none."""
    figures = survey.kingdom.figures.values()
    if any(row.measure == "agents" and not is_number(row.of) for row in asked(survey.world, survey.kingdom)):
        return
    left = NUMBERS.intrigue.fanatics - sum(one.rank == "Fanatic" for one in figures)
    able = [one for one in figures if one.rank == "Agent" and not one.held_by and not one.exiled]
    able = sorted((one for one in able if one.level >= NUMBERS.intrigue.harm_level), key=lambda one: (-one.level, one.code))
    gold = survey.tables.whole("convert.gold")
    if left > 0 and able and survey.gold >= gold:
        survey.letter.order(_CONVERT, code, *(one.code for one in able[: min(left, 2)]), gold=gold)
