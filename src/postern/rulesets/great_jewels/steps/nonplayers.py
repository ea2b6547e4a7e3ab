"""How forces that no player leads choose their blows: neutral garrisons and guardians (QJ-23-05, QJ-23-11, QJ-24-09)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from postern.rulesets.great_jewels.steps.blows import Blow
from postern.rulesets.great_jewels.steps.forces import is_guarded_city, largest, side_of
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import LOTU, NOBODY, Force, Leader, Province

_NUMBERS = decided("non_players")


def neutral_answers(turn: Turn, blows: Sequence[Blow]) -> list[Blow]:
    """Each attacked neutral garrison hits back at the largest army that attacks it, now and then assaulting. The others
    get its defensive fire."""
    attackers: dict[str, set[int]] = {}
    for blow in blows:
        place = blow.target.garrison
        hits_back = side_of(turn, blow.target) == NOBODY and blow.source.leader not in turn.protected
        if place and hits_back and blow.source.leader and not blow.remote:
            attackers.setdefault(place, set()).add(blow.source.leader)
    answers = []
    for place, numbers in sorted(attackers.items()):
        victim = largest([turn.world.leaders[number] for number in sorted(numbers)])
        assault = _now_and_then(turn, "neutral assault", place, int(_NUMBERS["neutral_assault_percent"]))
        answers.append(_blow(Force(garrison=place), victim, place, assault))
    return answers


def guardian_blows(turn: Turn, province: Province, intruders: Iterable[Leader]) -> list[Blow]:
    """One blow of each guardian leader with troops, and of the guardian garrison, at one of these intruders: usually the
    largest army, else a random one; leaders without troops only if no army is there."""
    if not is_guarded_city(province):
        return []
    present = [leader for leader in intruders if leader.owner != LOTU and leader.number not in turn.protected]
    armies = [leader for leader in present if leader.troops] or present
    if not armies:
        return []
    guardians = [
        Force(leader=leader.number) for leader in turn.leaders_in(province.name) if leader.owner == LOTU and leader.troops
    ]
    if province.garrison:
        guardians.append(Force(garrison=province.name))
    return [_guardian_blow(turn, guardian, province.name, armies) for guardian in guardians]


def _guardian_blow(turn: Turn, guardian: Force, place: str, armies: Sequence[Leader]) -> Blow:
    victim = largest(armies)
    stream = turn.stream("guardian target", turn.step, guardian)
    if not turn.expected and not stream.percent(int(_NUMBERS["guardian_largest_percent"])):
        victim = stream.choice(armies)
    assault = _now_and_then(turn, "guardian assault", guardian, int(_NUMBERS["guardian_assault_percent"]))
    return _blow(guardian, victim, place, assault)


def _now_and_then(turn: Turn, kind: str, who: object, percent: int) -> bool:
    return not turn.expected and turn.stream(kind, turn.step, who).percent(percent)


def _blow(source: Force, victim: Leader, place: str, assault: bool) -> Blow:
    return Blow(source, Force(leader=victim.number), place, "assault" if assault else "attack")
