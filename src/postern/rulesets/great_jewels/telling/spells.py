"""Words for spells and geas orders."""

from __future__ import annotations

from typing import Literal

from postern.rulesets.great_jewels.telling import Said, told
from postern.rulesets.great_jewels.telling.powers import Data, count, start, where

_LAND = {"C": "clear", "M": "mountain", "F": "forest", "I": "impassable"}


@told("stone failed")
def stone_failed(data: Data, reader: str) -> Said:
    return Said(f"T{data['talisman']} was used for {data['spell']}, but the spell failed (it works 40 times in 100).")


@told("cast unseen")
def cast_unseen(data: Data, reader: str) -> Said:
    text = f"T{data['talisman']} cast {data['spell']} on {data['target']}, which you could not see"
    return Said(f"{text}; what came of it you will know when you see it.")


@told("bonus doubled")
def bonus_doubled(data: Data, reader: str) -> Said:
    return Said(f"A spell raised the bonus of L{data['leader']} from {data['before']} to {data['bonus']}.", tone="good")


@told("sealed")
def sealed(data: Data, reader: str) -> Said:
    return Said(f"{data['province']} was sealed by a spell: nothing could move into it or out of it this turn.", "attention")


@told("protected")
def protected(data: Data, reader: str) -> Said:
    return Said(f"A spell protected L{data['leader']} from all attacks this turn.")


@told("blasted")
def blasted(data: Data, reader: str) -> Said:
    spell = "Your spell" if data["own"] else "A spell"
    if not data["csps"]:
        return Said(f"{spell} struck at the citadel of {data['province']}, which has no citadel points.")
    lost = count(data["csps"], "citadel point")
    weight: Literal["attention", "normal"] = "normal" if data["own"] else "attention"
    return Said(f"{spell} blasted the citadel of {data['province']}: {lost} destroyed.", weight)


@told("terrain changed")
def terrain_changed(data: Data, reader: str) -> Said:
    if data["before"] == data["terrain"]:
        return Said(f"{data['province']} was to be changed, but was {_LAND[data['terrain']]} already.")
    change = f"from {_LAND[data['before']]} to {_LAND[data['terrain']]}"
    return Said(f"The terrain of {data['province']} changed {change}; its levy and tax rates changed with it.")


@told("geas laid")
def geas_laid(data: Data, reader: str) -> Said:
    return Said(f"You laid a geas on {where(data['force'])} of {data['player']}: {data['order']}.")


@told("geas suffered")
def geas_suffered(data: Data, reader: str) -> Said:
    origin = f" It came from {data['origin']}, where the One Ring was." if data["origin"] else ""
    return Said(f"{start(where(data['force']))} was under a geas and had to obey {data['order']}.{origin}", "attention", "bad")


@told("drevonyx summoned")
def drevonyx_summoned(data: Data, reader: str) -> Said:
    return Said(f"A spell moved the Drevonyx of size {data['size']} from {data['origin']} to {data['goal']}.", "attention")
