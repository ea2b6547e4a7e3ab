"""The Letter Report: a letter of each Hero in the first person, his deeds between an opening and a closing of his own voice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from postern.game.events import Event
from postern.game.report import Block, Text
from postern.rulesets.adventurer_kings.knowledge import View
from postern.rulesets.adventurer_kings.report.telling import Reading
from postern.rulesets.adventurer_kings.report.voice import facts
from postern.rulesets.adventurer_kings.report.voice.facts import Fact, once_numbered, prose_of
from postern.rulesets.adventurer_kings.report.voice.phrases import Prose, first_word, told
from postern.rulesets.adventurer_kings.tables import GRID
from postern.rulesets.adventurer_kings.world import Character

_LONG = 60
"""Words from which on a letter needs no closing."""
_PLAIN = 4
"""Every so many letters a Hero begins with a plain word."""


def writers(reading: Reading) -> list[Character]:
    """Return those who write letters: the Heroes who serve at the end of the year."""
    return [one for one in reading.view.own if not one.king and one.heir_of == 0]


def letter_report(view: View, events: Sequence[Event]) -> tuple[Block, ...]:
    """Return a letter of each Hero (AK-P1.4-01), with its figures below it. No two begin with the same word."""
    reading = Reading(view, events)
    prose, begun, found = prose_of(reading), set[str](), facts.facts(reading)
    blocks: list[Block] = []
    for who in writers(reading):
        blocks += _letter(reading, prose, who, facts.folded(one for one in found if one.who == who.id and not one.alone), begun)
    return tuple(blocks)


def _letter(reading: Reading, prose: Prose, who: Character, deeds: list[Fact], begun: set[str]) -> Iterator[Block]:
    speaker, state = str(who.id), _state(reading, who, deeds)
    body = [facts.sentence(prose, reading, one, "hero", speaker, state) for one in deeds]
    body = [one for one in body if one] or [prose.say("quiet year", "hero", state, speaker)]
    own = "" if (reading.year + who.id) % _PLAIN == 0 else prose.say("opening", "hero", state, speaker, begun)
    opening = own or prose.say("plain opening", "hero", state, speaker, begun)
    begun.add(first_word(opening))
    text = " ".join([opening, *body])
    if len(text.split()) < _LONG or state["unpaid"]:
        closing = prose.choose("closing", "hero", state | {"joked": prose.joked}, speaker)
        prose.joked = closing is not None and closing.joke
        text = f"{text} {told(closing.words, state)}" if closing else text
    yield Text(f"**{who.title}**, {reading.view.place(who.province)}: {once_numbered(text)}")
    if figures := "; ".join(figure for one in deeds for figure in facts.figures(one)):
        yield Text(f"({figures})", "note")


def _state(reading: Reading, who: Character, deeds: list[Fact]) -> dict[str, Any]:
    """What opening and closing depend on: voice, place, loyalty, a guardian known there, a foe next door."""
    world, place = reading.world, who.province
    inside = reading.kingdom.seen[place].inside if place in reading.kingdom.seen else {}
    known = [
        (f"{place}.{number}", one.guardian.kind)
        for number, one in inside.items()
        if one.guardian and reading.code not in one.guardian.peace
    ]
    near = sorted(
        {
            world.provinces[one].owner
            for one in GRID.neighbours(place)
            if reading.view.known(one) and world.relation(reading.code, world.provinces[one].owner) == "Enemy"
        }
        - {""}
    )
    state = facts.person(who) | facts.at(reading, place) | {"name": who.name, "who": who.id, "sire": facts.sire(reading, who)}
    state |= {"loyal": who.loyal, "unpaid": any(one.kind == "hero unpaid" for one in deeds), "year": reading.year}
    state |= {
        "times": 1,
        "many": False,
        "newcomer": who.hired == reading.year,
        "stir": any(one.data.get("place") == place for one in reading.events),
        "season": "",
        "place": place,
    }
    if known:
        state |= {"lair": known[0][0], "guardian": known[0][1]}
    if near:
        state["near"] = reading.kingdom_name(near[0])
    return state
