"""Battles as a witness tells them: who stood where, at most four causes in the order of their weight, who broke, who holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from postern.game.events import Event
from postern.game.kit.report.telling import capital, listed
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.report.telling import Reading, season
from postern.rulesets.adventurer_kings.report.voice.facts import prose_of
from postern.rulesets.adventurer_kings.report.voice.phrases import Prose
from postern.rulesets.adventurer_kings.tables import CONTENT, TABLES

SIDES = ("attackers", "defenders")
_CAUSES = 4
_CRUSHED, _CLOSE = 3.0, 1.2
"""The odds from which a side is crushed, and below which it is close."""
_GONE = {"destroyed": "destroyed", "regenerated": "broken", "escaped": "escaped", "to sea": "to sea"}


def battle_tale(view: View, event: Event, events: Sequence[Event] = ()) -> tuple[str, ...]:
    """Return the tale of a battle in two paragraphs: how it went, and what was left (AK-P1.4-04). With all events of the year
    no sentence comes in two tales."""
    prose, told = prose_of(Reading(view, events)), tuple[str, ...]()
    for one in [*(each for each in events if each.kind == "battle" and each is not event), event]:
        speaker = f"{one.step}/{one.data['place']}/{one.data['number']}"
        told = tuple(_told(prose, view, speaker, one.data, season(one.step)))
    return told


def _told(prose: Prose, view: View, speaker: str, data: Mapping[str, Any], when: str) -> Iterator[str]:
    def say(kind: str, **more: Any) -> str:
        return prose.say(kind, "witness", facts | more, speaker)

    facts = _facts(data) | {"season": when}
    causes = [say(kind, **more) for kind, more in list(_causes(data))[:_CAUSES]]
    yield " ".join(one for one in [say("battle opens"), *_stood(data, say), *causes] if one)
    broke = [say("battle broke", **one) for one in _broke(view, data)]
    yield " ".join(one for one in [*broke, say("battle ends")] if one)


def _facts(data: Mapping[str, Any]) -> dict[str, Any]:
    """The sides by name, where, and how clearly it was decided."""
    won = {"win": SIDES[0], "lose": SIDES[1]}.get(data["result"], "")
    odds, many = float(data["odds"]), {side: len(data[side]["units"]) for side in SIDES}
    facts = {"attacker": data["attacker"], "defender": data["defender"], "where": data["where"], "spot": data["name"]}
    facts |= {"terrain": data["terrain"], "armies": many[SIDES[0]], "against": many[SIDES[1]], "odds": data["odds"]}
    facts |= {"result": data["result"], "crushed": bool(won) and odds >= _CRUSHED, "close": bool(won) and odds < _CLOSE}
    if won:
        facts |= {"winner": data[won[:-1]], "loser": data["defender" if won == SIDES[0] else "attacker"]}
    return facts


def _stood(data: Mapping[str, Any], say: Any) -> Iterator[str]:
    """The strongest army in front of each side."""
    for side in SIDES:
        front = [one for one in data[side]["units"] if one["stand"] == "front"]
        if front:
            one = max(front, key=lambda each: (float(each["final"]), -each["army"]))
            kind = TABLES.armies[one["type"]].name
            yield say("stands in front", army=one["label"], type=kind, side=data[side[:-1]], fanatical=one["fanatical"])


def _causes(data: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What turned it, in order of weight, each a kind with its facts."""
    duel = data["duel"]
    if duel.get("name") and not duel["excused"]:
        yield "turned by duel", {"name": duel["name"], "died": duel["died"]}
    units = [(side, one) for side in SIDES for one in data[side]["units"]]
    for stand in ("outflank", "overfly"):
        for side in SIDES:
            if there := [one["label"] for own, one in units if own == side and one["stand"] == stand]:
                other = data["defender" if side == SIDES[0] else "attacker"]
                yield (
                    f"turned by {stand}",
                    {"names": _armies(there), "side": data[side[:-1]], "other": other, "many": len(there) > 1},
                )
    for side, one in units:
        if one["nemesis"]:
            yield "turned by nemesis", {"army": one["label"], "foe": one["nemesis"], "side": data[side[:-1]]}
    texts = CONTENT.toml("battle_events")
    for one in data["events"]:
        words = texts["good" if one["good"] else "ill"][one["text"] - 1].format(side=data[one["side"][:-1]])
        yield "turned by event", {"words": capital(words), "factor": one["factor"], "column": one["column"]}


def _broke(view: View, data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Armies by what became of them, those of a side at once."""
    for side in SIDES:
        for fate, word in _GONE.items():
            if gone := [one for one in data[side]["units"] if one["fate"] == fate]:
                goals = [view.place(to) for to in sorted({one["to"] for one in gone if one["to"]})]
                yield {
                    "fate": word,
                    "names": _armies([one["label"] for one in gone]),
                    "side": data[side[:-1]],
                    "many": len(gone) > 1,
                } | ({"goal": listed(goals)} if goals else {})


def _armies(labels: Sequence[str]) -> str:
    return listed([f"the {one}" for one in labels])
