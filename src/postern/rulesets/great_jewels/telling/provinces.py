"""Words for provinces that change hands, grow, suffer and are besieged (chapters 5, 12, 20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from postern.rulesets.great_jewels.geography import hex_of
from postern.rulesets.great_jewels.telling import Said, told
from postern.rulesets.great_jewels.wording import counted, listed, spoken

Data = Mapping[str, Any]
_MOST_NAMED = 12


@told("captured")
def _captured(data: Data, reader: str) -> Said:
    if data["by"] == reader:
        whom = f" from {data['from_']}" if data["from_"] else ""
        return Said(f"You captured {data['province']}{whom}.", tone="good")
    return Said(f"{data['by']} captured {data['province']} from you.", "attention", "bad")


@told("spared")
def _spared(data: Data, reader: str) -> Said:
    place, owner, leader = data["province"], data["owner"], f"L{data['leader']}"
    why = f"{owner}, its owner, is your declared ally. To capture from an ally {leader} needs to be hostile ({leader}H)."
    return Said(f"{place} had no garrison left, but was not captured: {why}", "attention", "bad")


@told("went-neutral")
def _went_neutral(data: Data, reader: str) -> Said:
    return Said(f"{data['province']} is yours no more: it went neutral.", "attention", "bad")


@told("city-opened")
def _city_opened(data: Data, reader: str) -> Said:
    text = f"The last guardians of {data['city']} have fallen: {data['province']} is now a province like any other."
    return Said(text, tone="good")


@told("income")
def _income(data: Data, reader: str) -> Said:
    parts = []
    if data["provinces"]:
        troops, zorans = counted(data["levies"], "troop"), counted(data["taxes"], "zoran")
        parts.append(f"Levies brought {troops} and taxes {zorans} from {counted(data['provinces'], 'province')}.")
    if data["without"]:
        parts.append(f"Nothing came from {_places(data['without'])}, besieged.")
    if data["risen"]:
        parts.append(f"Rates rose by 1 in {_places(data['risen'])}.")
    return Said(" ".join(parts), "detail")


def _places(names: Sequence[str]) -> str:
    """The names, of very many the first ones."""
    every = [spoken(name) for name in sorted(names, key=hex_of)]
    more = len(every) - _MOST_NAMED
    return listed(every) if more < 2 else f"{', '.join(every[:_MOST_NAMED])} and {more} more"


@told("new-leader")
def _new_leader(data: Data, reader: str) -> Said:
    return Said(f"A new leader, L{data['leader']}, came forward in {data['province']}.", tone="good")


@told("experience")
def _experience(data: Data, reader: str) -> Said:
    leaders = listed([f"L{number} (now {bonus})" for number, bonus in data["leaders"]])
    return Said(f"Experience added 1 to the bonus of {leaders}.", "detail")


@told("healed")
def _healed(data: Data, reader: str) -> Said:
    return Said(f"{data['province']} has recovered from the ravages; it yields its full rates again.", tone="good")


def _siege_numbers(data: Data) -> str:
    enemies = counted(data["troops"], "enemy troop") if data["troops"] else "enemies whose number you cannot see"
    garrison = f"a garrison of {counted(data['garrison'], 'troop')}" if data["garrison"] else "an empty garrison"
    return f"{enemies} against {garrison}"


@told("besieged")
def _besieged(data: Data, reader: str) -> Said:
    if data["owner"] == reader:
        by = listed(data["by"]) or "armies that you cannot see"
        return Said(f"{data['province']} is besieged by {by}: {_siege_numbers(data)}.", "attention", "bad")
    return Said(f"You besiege {data['province']} of {data['owner']} with {counted(data['troops'], 'troop')}.", tone="good")


@told("still-besieged")
def _still_besieged(data: Data, reader: str) -> Said:
    if data["owner"] == reader:
        return Said(f"{data['province']} is still besieged: {_siege_numbers(data)}.", "attention", "bad")
    return Said(f"Your siege of {data['province']} goes on with {counted(data['troops'], 'troop')}.", "detail")


@told("siege-lifted")
def _siege_lifted(data: Data, reader: str) -> Said:
    return Said(f"The siege of {data['province']} is over.", tone="good")
