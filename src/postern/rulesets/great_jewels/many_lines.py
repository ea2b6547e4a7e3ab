"""Lines that tell many things of one sort at once: citadels built, goods handed over, provinces won and lost, scouts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from postern.game.events import Event
from postern.game.kit.telling import Group, Mood, Said, counted, in_mood, listed
from postern.rulesets.great_jewels.battle_pages import PAGED, SCOUTED
from postern.rulesets.great_jewels.fights import owner
from postern.rulesets.great_jewels.geography import hex_of
from postern.rulesets.great_jewels.in_front import SIEGES
from postern.rulesets.great_jewels.telling.forms import goods
from postern.rulesets.great_jewels.weighing import SCOUT
from postern.rulesets.great_jewels.wording import spoken

_FEW = 3
_TIMES = {1: "", 2: " (twice)"}


def is_known_siege(said: Said) -> bool:
    """Whether this tells of a siege of the reader's own province."""
    return said.event.kind in SIEGES and said.weight == "attention"


def _citadels(built: Sequence[Event], mood: Mood) -> list[str]:
    works = ", ".join(f"{one.data['province']} +{one.data['quantity']} ({one.data['csps']})" for one in built)
    spent = sum(one.data["cost"] for one in built)
    text = f"Citadel points [built|would be built] for {counted(spent, 'zoran')}, strength [now|then] in brackets: {works}."
    return [in_mood(text, mood)]


def _transfers(events: Sequence[Event], mood: Mood) -> list[str]:
    """One line for each giver: "GB4 handed 10 troops to L1 (now 10), 8 troops to L3 (now 8)."."""
    by_giver: dict[tuple[str, str], list[Event]] = defaultdict(list)
    for event in events:
        by_giver[event.data["place"], event.data["giver"]].append(event)
    lines = []
    for (place, giver), group in by_giver.items():
        gifts = []
        for event in group:
            data = event.data
            to = "the garrison" if str(data["receiver"]).startswith("G") else data["receiver"]
            now = in_mood(f" ([now|then] {data['now']})", mood) if data["whose"] == data["seat"] else ""
            gifts.append(f"{goods(data['quantity'], data['goods'])} to {to}{now}")
        who = f"The garrison of {place}" if giver.startswith("G") else f"{giver} in {spoken(place)}"
        lines.append(f"{who} {in_mood('[hand]', mood)} {', '.join(gifts)}.")
    return lines


def _gains(events: Sequence[Event], mood: Mood) -> list[str]:
    by_owner: dict[str, list[str]] = defaultdict(list)
    for event in events:
        by_owner[event.data["from_"]].append(event.data["province"])
    you = in_mood("You [capture]", mood)
    return [
        f"{you} {listed([spoken(name) for name in sorted(names, key=hex_of)])}{f' from {owner}' if owner else ''}."
        for owner, names in by_owner.items()
    ]


def _new_leaders(events: Sequence[Event], mood: Mood) -> list[str]:
    born = listed([f"L{event.data['leader']} in {spoken(event.data['province'])}" for event in events])
    return [f"New leaders came forward: {born}."]


def _own_scouts(events: Sequence[Event], mood: Mood) -> list[str]:
    raid = f"Scouts, {_troops(events)} in all, [raid] {_where(events)}."
    return [in_mood(f"{raid} None [came|would come] back, but you [have|would have] seen what is there.", mood)]


def _their_scouts(events: Sequence[Event], mood: Mood) -> list[str]:
    return [in_mood(f"Scouts of others, {_troops(events)} in all, [raid] {_where(events)} [and die].", mood)]


def _troops(events: Sequence[Event]) -> str:
    return counted(sum(event.data["troops"] for event in events), "troop")


def _where(events: Sequence[Event]) -> str:
    """The provinces of these events, with how often where it was more than once."""
    often = Counter(event.data["province"] for event in events)
    return listed([spoken(name) + _TIMES.get(often[name], f" ({often[name]} times)") for name in sorted(often, key=hex_of)])


def _paged(events: Sequence[Event], mood: Mood) -> list[str]:
    names = [spoken(event.data["place"]) for event in events]
    return [f"The battles in {listed(names)} are told on pages of their own."]


def _fallen_scouts(events: Sequence[Event], mood: Mood) -> list[str]:
    """One line for battles in which scouts alone fell, each told to one reader."""
    fell = []
    for event in events:
        (reader,) = event.seen_by
        gone = [row for row in event.data["forces"] if row["destroyed"]]
        whose = ["" if row["owner"] == reader else f" of {owner(row)}" for row in gone]
        fell += [f"{row['force']}{of} in {spoken(event.data['place'])}" for row, of in zip(gone, whose, strict=True)]
    return [in_mood(f"Scouts [fall]: {listed(fell)}.", mood)]


def _losses(events: Sequence[Event], mood: Mood) -> list[str]:
    by_captor: dict[str, list[str]] = defaultdict(list)
    for event in events:
        by_captor[event.data["by"]].append(event.data["province"])
    return [
        in_mood(f"{captor} [capture] {listed([spoken(name) for name in sorted(names, key=hex_of)])} from you.", mood)
        for captor, names in by_captor.items()
    ]


def _scouted(said: Said, kind: str) -> bool:
    data = said.event.data
    return said.event.kind == kind and data["outcome"] == "lost" and data["troops"] <= SCOUT


SCOUTS = (
    Group(lambda said: _scouted(said, "raided"), _own_scouts),
    Group(lambda said: _scouted(said, "was raided"), _their_scouts),
)
"""Raids by hardly any troops are told together."""
LOST = Group(lambda said: said.event.kind == "captured" and said.weight == "attention", _losses)
GROUPS = (
    *SCOUTS,
    Group(lambda said: said.event.kind == PAGED, _paged),
    Group(lambda said: said.event.kind == SCOUTED, _fallen_scouts),
    LOST,
    Group(lambda said: said.event.kind == "built" and said.event.data["what"] == "citadel points", _citadels, _FEW),
    Group(lambda said: said.event.kind == "transferred" and said.weight == "detail", _transfers, _FEW),
    Group(lambda said: said.event.kind == "captured" and said.tone == "good", _gains),
    Group(lambda said: said.event.kind == "new-leader", _new_leaders),
)
"""What is told in one line for many."""
ATTENDED = Group(is_known_siege, lambda events, mood: [], 0)
"""Sieges of the reader's own stand under attention."""
