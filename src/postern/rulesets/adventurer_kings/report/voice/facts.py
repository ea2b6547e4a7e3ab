"""The facts behind the prose: events of a year as a reader is told them, joined where one follows from the other, folded where
they are equal, each with its figures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from postern.game.events import Event
from postern.rulesets.adventurer_kings.report.telling import Reading, named, season, sections_of_events, tellings
from postern.rulesets.adventurer_kings.report.voice.phrases import Prose, fields, kinds, number, thing, told
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.world import Character

SIRE: Mapping[str, str] = {"Human": "Sire", "Elf": "my King", "Dwarf": "King", "Orc": "Boss"}
"""How Heroes of a race call their King."""
_QUEEN = {"my King": "my Queen", "King": "Queen"}
_GROUPS = {one.name: one.group for one in TABLES.abilities.values()}


def prose_of(reading: Reading) -> Prose:
    """Return the prose of a report: by game, reader and year."""
    names = "/".join(one.name for one in reading.world.kingdoms.values())
    return Prose(f"{'/'.join(reading.world.seats)}/{names}/{reading.view.seat}", reading.year)


@dataclass
class Fact:
    """What is told at once: one event, two that are joined, or several that are folded. ``parts`` are the facts of each."""

    kind: str
    data: dict[str, Any]
    events: list[Event]
    parts: list[dict[str, Any]]

    @property
    def who(self) -> int:
        """The character whose deed it is, 0 for nobody's."""
        return int(self.data.get("who") or 0)

    @property
    def alone(self) -> bool:
        """Whether it is told in a paragraph of its own, by the clerk whoever it befell."""
        return self.kind in kinds() and kinds()[self.kind].alone

    @property
    def season(self) -> str:
        """The season in which it happened, "" for the end of the year."""
        return str(self.data["season"])


def person(who: Character | None) -> dict[str, Any]:
    """Return the pronouns of a character and what his words depend on."""
    words = ("she", "her", "her", "herself") if who is not None and who.woman else ("he", "him", "his", "himself")
    facts: dict[str, Any] = dict(zip(("he", "him", "his", "himself"), words, strict=True))
    facts |= {"He": words[0].capitalize(), "His": words[2].capitalize()}
    if who is not None:
        facts |= {"king": who.king, "alignment": who.alignment, "temper": who.temper, "race": who.race}
    return facts


def sire(reading: Reading, who: Character) -> str:
    """Return how a Hero calls his King or Queen."""
    word = SIRE.get(who.race, SIRE["Human"])
    return _QUEEN.get(word, "Madam" if word == SIRE["Human"] else word) if reading.king.woman else word


def at(reading: Reading, place: int) -> dict[str, Any]:
    """Return the facts of a province that the reader has seen; nothing of another."""
    if not reading.view.known(place):
        return {}
    one = reading.world.provinces[place]
    return {"where": reading.view.place(place), "spot": one.name, "terrain": one.terrain}


def prepared(reading: Reading, event: Event) -> dict[str, Any]:
    """Return the facts of an event for sentences."""
    data = dict(named(reading.world, event).data)
    who = reading.world.characters.get(data.get("who") or 0)
    facts = at(reading, int(data.get("place") or 0)) | person(who) | data
    facts |= {"season": season(event.step), "year": reading.year, "times": 1, "many": False}
    if "ability" in data:
        facts["group"] = _GROUPS.get(str(data["ability"]), "")
    facts |= {key: [f"the {one}" for one in facts[key]] for key in _ARMIES if _titles(facts.get(key))}
    things = ("things", "names") if event.kind == "gave items" else ("things",)
    facts |= {key: [thing(one) for one in facts[key]] for key in things if key in facts}
    more = _MORE.get(event.kind)
    return facts | (more(reading, event.data) if more else {})


_ARMIES = ("armies", "titles", "weaker", "gone", "sunk")
_TITLE = re.compile(r"\d+(st|nd|rd|th) ")


def _titles(value: Any) -> bool:
    """Whether it is a list of armies by their titles, which want an article in a sentence."""
    return isinstance(value, list) and all(isinstance(one, str) and _TITLE.match(one) for one in value)


def _explored(reading: Reading, data: Mapping[str, Any]) -> dict[str, Any]:
    points = data["points"]
    return {"new": points > 0, "complete": points > 0 and data["now"] >= 100, "little": 0 < points <= 10}


def _remains(reading: Reading, data: Mapping[str, Any]) -> dict[str, Any]:
    found = Counter(str(one) for one in data["listed"])
    return {"listed": [f"{one} ({number(many)})" if many > 1 else one for one, many in found.items()]}


def _death(reading: Reading, data: Mapping[str, Any]) -> dict[str, Any]:
    return {"foreign": data["kingdom"] != reading.code}


def _conquest(reading: Reading, data: Mapping[str, Any]) -> dict[str, Any]:
    place = reading.world.provinces[data["place"]]
    won, lost = data["owner"] == reading.code, data["before"] == reading.code
    tax = place.tax if won and reading.view.been(data["place"]) else 0
    return {"won": won, "lost": lost, "home": place.home_of == reading.code, "rich": tax >= 8, "poor": 0 < tax <= 2}


def _relations(reading: Reading, data: Mapping[str, Any]) -> dict[str, Any]:
    names = ("Enemy", "Neutral", "Allied")
    other = data["other"] if data["one"] in (reading.code, reading.kingdom.name) else data["one"]
    kingdom = reading.world.kingdoms.get(other)
    return {"with": kingdom.name if kingdom else other, "better": names.index(data["now"]) > names.index(data["was"])}


def _battle(reading: Reading, data: Mapping[str, Any]) -> dict[str, Any]:
    side = next((one for one in ("attackers", "defenders") if reading.code in data[one]["codes"]), "")
    won = {"win": "attackers", "lose": "defenders"}.get(data["result"], "")
    fate = "seen" if not side else "won" if won == side else "lost" if won else "contested"
    foe = data["defender" if side == "attackers" else "attacker"]
    gone = {one: sum(unit["fate"] == "destroyed" for unit in data[one]["units"]) for one in ("attackers", "defenders")}
    ours, theirs = (gone.get(side, 0), gone["defenders" if side == "attackers" else "attackers"]) if side else (0, 0)
    odds = float(data["odds"])
    return {
        "fate": fate,
        "foe": foe,
        "ours": ours,
        "theirs": theirs,
        "crushed": odds >= 3,
        "close": odds < 1.2,
        "attack": side == "attackers",
    }


def _encounter(reading: Reading, data: Mapping[str, Any]) -> dict[str, Any]:
    mine = data["sides"][data["side"]] if data["side"] >= 0 else data["sides"][0]
    last = data["fates"][-1] if data["fates"] else {}
    return {
        "left": mine["end"],
        "full": mine["full"],
        "hurt": mine["end"] < mine["start"],
        "unhurt": mine["end"] == mine["start"],
        "spoils": bool(data["gold"] or data["items"]),
        "beast": data["foe"] in TABLES.monsters,
        "seen": data["side"] < 0,
        "last": last.get("word", ""),
        "result": result(data),
    }


_RESULTS = {
    "left": "parted in peace",
    "parted": "parted after the last round",
    "saved": "saved by an amulet",
    "begged": "begged",
}


def result(data: Mapping[str, Any]) -> str:
    """Return how an encounter ended, and for whom."""
    loser = {"me": f"{data['name']} ", "foe": f"{data['foe']} "}.get(data["lost"], "")
    return f"{loser}{_RESULTS.get(data['outcome'], data['outcome'])}"


_MORE: Mapping[str, Callable[[Reading, Mapping[str, Any]], dict[str, Any]]] = {
    "explored": _explored,
    "hero unpaid": lambda reading, data: {key: data.get(key, "") for key in ("chance", "throw", "then")},
    "hero died": _death,
    "remains": _remains,
    "conquered": _conquest,
    "taken": _conquest,
    "relations": _relations,
    "battle": _battle,
    "encounter": _encounter,
}


def ours(reading: Reading, event: Event) -> bool:
    """Return whether chronicle or letters tell an event: those that no other section tells, and of the others what has
    sentences and concerns the kingdom; public news of others not."""
    section = sections_of_events().get(event.kind, "")
    if not section:
        return event.kind in kinds() or event.kind in tellings().kinds()
    values = [value for value in event.data.values() if isinstance(value, str)]
    own = {reading.code, reading.kingdom.name} & set(values) or event.seen_by == {reading.view.seat}
    return event.kind in kinds() and bool(own or section == "battles")


def facts(reading: Reading) -> list[Fact]:
    """Return what chronicle and letters tell of the year, in order; what follows from the event before is joined to it."""
    found: list[Fact] = []
    for event in reading.events:
        if ours(reading, event):
            data = prepared(reading, event)
            if same := next((one for one in found if one.kind == event.kind == "remains" and _same(one.data, data)), None):
                same.events.append(event)
                same.parts.append(data)
                continue
            last = found[-1] if found else None
            kind = _joined().get((last.kind, event.kind)) if last and last.who == int(data.get("who") or 0) else None
            if last and kind:
                found[-1] = Fact(kind, last.data | data, [*last.events, event], [*last.parts, data])
            else:
                found.append(Fact(event.kind, data, [event], [data]))
    return found


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether one character has seen the same in one place again: that is told once a year."""
    return all(one.get(fact) == other.get(fact) for fact in ("who", "place", "listed"))


@cache
def _joined() -> Mapping[tuple[str, str], str]:
    """What two kinds of facts, one after the other, are told as."""
    return {
        (pair.partition("+")[0], pair.partition("+")[2]): one.name for one in kinds().values() for pair in one.joins if pair
    }


def folded(some: Iterable[Fact]) -> list[Fact]:
    """Return facts with equal ones told at once, in the place of the first. Where they differ, the fact is a list."""
    found: dict[object, Fact] = {}
    for at_place, one in enumerate(some):
        kind = kinds().get(one.kind)
        fold = kind.fold if kind else None
        key = at_place if fold is None else (one.kind, one.who, *(str(one.data.get(fact)) for fact in fold))
        if key in found:
            first = found[key]
            first.events, first.parts = first.events + one.events, first.parts + one.parts
            first.data = {fact: _both(first.data[fact], value) for fact, value in one.data.items() if fact in first.data} | {
                "times": first.data["times"] + 1,
                "many": True,
            }
        else:
            found[key] = Fact(one.kind, one.data, one.events, one.parts)
    return list(found.values())


def _both(one: Any, other: Any) -> Any:
    """A value that is equal, or the list of the different ones."""
    if one == other or isinstance(one, dict):
        return one
    some = one if isinstance(one, list) else [one]
    return some + [each for each in (other if isinstance(other, list) else [other]) if each not in some]


def sentence(
    prose: Prose, reading: Reading, fact: Fact, voice: str, speaker: str, more: Mapping[str, Any], must: Iterable[str] = ()
) -> str:
    """Return a fact in prose; where no sentence of its kind is left or fits, the plain ones of its events. ``must`` are facts
    of which it has to tell one."""
    said = prose.say(fact.kind, voice, dict(more) | fact.data, speaker, must=must)
    return said or " ".join(plain(reading, one) for one in fact.events).strip()


def plain(reading: Reading, event: Event) -> str:
    """Return the plain sentence of an event, "" where it has none."""
    if event.kind not in tellings().kinds():
        return ""
    said = tellings().sentence(named(reading.world, event), reading.kingdom.name)
    return said.text if said is not None else ""


def figures(fact: Fact) -> list[str]:
    """Return the figures of a fact, one an event: chance, throw, before and after."""
    found = []
    for event, part in zip(fact.events, fact.parts, strict=True):
        kind = kinds().get(event.kind)
        words = kind.figures if kind and kind.figures and fields(kind.figures) <= part.keys() else ""
        if not words and "throw" in part and "chance" in part:
            words = "{chance} %: {throw}{then:?, then {then}}"
        found.append(told(words, part) if words else "")
    return [f"{one} ({times} times)" if times > 1 else one for one, times in Counter(found).items() if one]


_NUMBERED = re.compile(r"\b([A-Z][\w' -]*?) \((\d+)\)")


def once_numbered(text: str) -> str:
    """Return a text in which the number of a province stands at its first mention alone."""
    had = set[str]()

    def shown(found: re.Match[str]) -> str:
        first = found.group(2) not in had
        had.add(found.group(2))
        return found.group(0) if first else found.group(1)

    return _NUMBERED.sub(shown, text)
