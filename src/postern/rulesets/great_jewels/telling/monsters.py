"""Words for dragons and the Drevonyx (chapters 25, 27)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postern.rulesets.great_jewels.telling import Said, told
from postern.rulesets.great_jewels.telling.powers import every
from postern.rulesets.great_jewels.wording import counted, listed

Data = Mapping[str, Any]


@told("dragon-ate-army")
def _ate_army(data: Data, reader: str) -> Said:
    text = f"The dragon of {data['province']} killed {every(data['troops'])} of L{data['leader']}."
    if data["zorans"]:
        lie = "lies" if data["zorans"] == 1 else "lie"
        text += f" His {counted(data['zorans'], 'zoran')} {lie} in the hoard."
    return Said(text, "attention", "bad")


@told("dragon-awaits")
def _awaits(data: Data, reader: str) -> Said:
    return Said(f"Your leaders who stay in {data['province']} fight the dragon there.")


@told("dragon-duel")
def _duel(data: Data, reader: str) -> Said:
    place = data["province"]
    dead = [_name(number, owner, reader) for number, owner in data["dead"]]
    alive = [f"{_name(number, owner, reader)} (+{gain})" for number, owner, gain in data["alive"]]
    if data["slain"]:
        text = f"The dragon of {place} is slain. Its hoard: {counted(data['hoard'], 'zoran')} and whatever else lies there."
    else:
        text = f"The dragon of {place} lives."
    if dead:
        text += f" It killed {listed(dead)}."
    if alive:
        text += f" Survivors and what they gained: {listed(alive)}."
    if any(owner == reader for _, owner in data["dead"]):
        return Said(text, "attention", "bad")
    return Said(text, tone="good" if data["slain"] else "body")


def _name(number: int, owner: str, reader: str) -> str:
    return f"L{number}" if owner == reader else f"L{number} of {owner}"


@told("drevonyx-woke")
def _woke(data: Data, reader: str) -> Said:
    text = f"The Drevonyx in {data['province']} has woken, size {data['size']}. It eats from next turn on."
    return Said(text, "attention", "bad")


@told("drevonyx-ate")
def _ate(data: Data, reader: str) -> Said:
    who = data["force"] if data["force"].startswith("L") else f"the garrison of {data['province']}"
    where = "" if who.startswith("the garrison") else f" in {data['province']}"
    text = f"The Drevonyx ate {counted(data['troops'], 'troop')} of {who}{where}; {data['left'] or 'none'} left."
    return Said(text, "attention", "bad")


@told("zorans left")
def _zorans_left(data: Data, reader: str) -> Said:
    lie = "lies" if data["zorans"] == 1 else "lie"
    return Said(
        f"The {counted(data['zorans'], 'zoran')} that L{data['leader']} carried {lie} in {data['province']} now.", tone="bad"
    )


@told("drevonyx-left")
def _left(data: Data, reader: str) -> Said:
    return Said(f"A Drevonyx of size {data['size']} went away from {data['province']}.")


@told("drevonyx-came")
def _came(data: Data, reader: str) -> Said:
    return Said(f"A Drevonyx of size {data['size']} came into {data['province']}.", "attention", "bad")


@told("drevonyx-divided")
def _divided(data: Data, reader: str) -> Said:
    return Said(f"The Drevonyx of {data['province']} divided; the young one has size {data['small']}.", "attention", "bad")


@told("drevonyx-slain")
def _slain(data: Data, reader: str) -> Said:
    return Said(f"Bigfoot stomped the Drevonyx in {data['province']}: it is dead.", tone="good")


@told("drevonyx-scattered")
def _scattered(data: Data, reader: str) -> Said:
    text = f"Bigfoot stomped the Drevonyx in {data['province']}: it broke into {data['pieces']} small ones."
    return Said(text + " They are in the provinces around.", "attention", "bad")


@told("drevonyx-lulled")
def _lulled(data: Data, reader: str) -> Said:
    text = f"The Sleeping Potion put a Drevonyx of size {data['size']} to sleep in {data['province']}."
    return Said(text + " The garrison there is neutral now.", "attention", "bad")
