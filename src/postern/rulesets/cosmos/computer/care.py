"""Care of what a nation has: small units are merged, walls mended, leaders told when to flee, arms no more than are needed, a
lost capital replaced, and units sent home that cannot be paid."""

from __future__ import annotations

from postern.rulesets.cosmos.amounts import whole
from postern.rulesets.cosmos.computer.letter import NATION
from postern.rulesets.cosmos.computer.numbers import NUMBERS
from postern.rulesets.cosmos.computer.survey import Survey
from postern.rulesets.cosmos.places import hex_of, owner_of
from postern.rulesets.cosmos.world import Unit

_RULE = NUMBERS.care
_ARMS = "arms"


def tend(survey: Survey) -> None:
    """Gives the orders; merged units are merged in the survey's world at once, so that no other orders name them."""
    _merge(survey)
    _mend(survey)
    _warn_leaders(survey)
    _limit_arms(survey)
    _move_home(survey)


def _merge(survey: Survey) -> None:
    """Where more idle units stand than a leader leads, those of one type become one, while it is not too large."""
    for position in sorted({one.position for one in survey.own}):
        into: dict[int, Unit] = {}
        troops = survey.troops_at(position)
        for unit in troops if len(troops) > _RULE.many_units else ():
            first = into.setdefault(unit.type, unit)
            room = survey.kind(unit).max - first.individuals
            if first is unit or unit.charmed_from or first.charmed_from or unit.individuals > room:
                continue
            if survey.letter.order(NATION, f"merge {first.id} {unit.id}"):
                first.individuals += unit.individuals
                first.wounds = sorted([*first.wounds, *unit.wounds])
                del survey.world.units[unit.id]
    survey.__dict__.pop("own", None)


def _mend(survey: Survey) -> None:
    """Damaged walls without enemies before them are repaired."""
    for one in survey.places:
        quiet = not one.besieged and survey.foes_in(hex_of(survey.world, one.outside)) == 0
        if one.damage and quiet and not one.program and "repair" in survey.tables.location_types[one.type].orders:
            survey.letter.order(one.id, "repair damage")


def _warn_leaders(survey: Survey) -> None:
    """Leaders and casters flee from a battle before they fall: they are back at home after some time (CF-9-02)."""
    able = [one for one in survey.own if not survey.kind(one).mass and survey.kind(one).allowance and not one.flee_when]
    for level in sorted({_least(survey, one) for one in able} - {0}):
        units = [one for one in able if _least(survey, one) == level]
        survey.letter.order(NATION, f"fleewhen {level} {' '.join(str(one.id) for one in units)}")


def _least(survey: Survey, unit: Unit) -> int:
    return survey.kind(unit).wp * _RULE.flee_pct // 100


def _limit_arms(survey: Survey) -> None:
    """With arms enough for all who can be recruited, wood and iron are kept."""
    if survey.nation.limit_arms < 0 and whole(survey.nation.pool, _ARMS) >= _RULE.enough_arms:
        survey.letter.order(NATION, "limitarms 0")
    elif survey.nation.limit_arms == 0 and whole(survey.nation.pool, _ARMS) < _RULE.enough_arms // 2:
        survey.letter.order(NATION, "limitarms -1")


def _move_home(survey: Survey) -> None:
    """A nation whose capital was taken makes another of its places its home, the largest first."""
    if owner_of(survey.world, str(survey.nation.home)) == survey.code:
        return
    kinds = survey.tables.settings.get("home_in", "").split()
    places = [one for one in survey.places if one.type in kinds and not one.besieged]
    if places:
        best = max(places, key=lambda one: (one.size, one.rating, -one.id))
        if survey.letter.order(NATION, f"home {best.id}"):
            survey.nation.home = best.id


def send_away(survey: Survey) -> None:
    """When gold runs out, the weakest troops that nobody leads are disbanded in the capital before they dissolve unpaid."""
    gold = whole(survey.nation.pool, "gold") + whole(survey.nation.produced, "gold") - whole(survey.nation.used, "gold")
    troops = survey.troops_at(str(survey.nation.home))
    if survey.nation.produced and gold < 0 and len(troops) > 1:
        survey.letter.order(NATION, f"disband {troops[0].id}")
        survey.busy.add(troops[0].id)
