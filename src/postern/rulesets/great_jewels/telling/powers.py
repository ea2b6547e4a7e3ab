"""Words for talismans and dragons that need more than a row."""

from __future__ import annotations

from postern.game.kit.telling import Data, Said, Say, counted, listed
from postern.rulesets.great_jewels.telling import teller
from postern.rulesets.great_jewels.wording import spoken


@teller("funds sent")
def _funds_sent(data: Data, reader: str, say: Say) -> Said:
    more = {"source": spoken(data["source"]), "arrived": data["amount"] - data["fee"]}
    text = "T114 [draw] {amount:zoran} from {source}: {arrived} [arrive] in {goal}, the fee [was|would be] {fee}."
    return Said(say(text, **more))


@teller("hot potato")
def _hot_potato(data: Data, reader: str, say: Say) -> Said:
    leaders = listed([f"L{number}" for number in data["leaders"]])
    dead = [counted(data["troops"], "garrison troop")] if data["troops"] else []
    dead += [f"{leaders} with all {'he' if len(data['leaders']) == 1 else 'they'} led"] if leaders else []
    text = "The Hot Potato (T80) [go] off in {province}{dead:?: {dead} [die]}."
    return Said(say(text, dead=" and ".join(dead)), "attention", "bad")


@teller("dragon-duel")
def _dragon_duel(data: Data, reader: str, say: Say) -> Said:
    def name(number: int, owner: str) -> str:
        return f"L{number}" if owner == reader else f"L{number} of {owner}"

    dead = [name(number, owner) for number, owner in data["dead"]]
    alive = [f"{name(number, owner)} (+{gain})" for number, owner, gain in data["alive"]]
    fate = "lives|would live"
    if data["slain"]:
        fate = "is slain. Its hoard:|would be slain. Its hoard:"
    text = f"The dragon of {{province}} [{fate}]"
    text += " {hoard:zoran} and whatever else lies there." if data["slain"] else "."
    text += "{dead:? It [kill] {dead}.}{alive:? Survivors and what they gained: {alive}.}"
    if any(owner == reader for _, owner in data["dead"]):
        return Said(say(text, dead=dead, alive=alive), "attention", "bad")
    return Said(say(text, dead=dead, alive=alive), tone="good" if data["slain"] else "body")
