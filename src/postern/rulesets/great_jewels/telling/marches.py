"""Words for movement over land, sea and through the air, for raids, ravaging and unlocking."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

from postern.rulesets.great_jewels.telling import Said, told
from postern.rulesets.great_jewels.wording import counted, listed, mixed

_UNSEEN = "an army that you do not see"


def _troops(number: int) -> str:
    return counted(number, "troop")


@told("moved")
def moved(data: Mapping[str, Any], reader: str) -> Said:
    path: list[str] = data["path"]
    how = "force-marched" if data["forced"] else "moved"
    through = f" through {listed(path[:-1])}" if len(path) > 1 else ""
    text = f"L{data['leader']} {how} from {data['start']} to {path[-1]}{through}"
    if data["whole"]:
        text = f"{text} ({mixed(Fraction(data['cost']))} of {mixed(Fraction(data['points']))} points)"
    if not data["died"]:
        return Said(f"{text}.", weight="normal")
    verb = "troop" if data["before"] == 1 else "troops"
    return Said(f"{text}; {data['died']} of his {data['before']} {verb} died on the way.", tone="bad")


@told("sailed")
def sailed(data: Mapping[str, Any], reader: str) -> Said:
    who = f"L{data['leader']}"
    text = f"{who} sailed from {data['start']} to {data['goal']}"
    if data["landfall"] != data["goal"]:
        back = "back " if data["landfall"] == data["start"] else ""
        text = f"{who} sailed from {data['start']} for {data['goal']}; a storm drove him {back}to {data['landfall']}"
    if data["lost"]:
        text = f"{text}; {data['lost']} of his {_troops(data['before'])} drowned on the way"
    if data["drowned"]:
        return Said(f"{text}, and {who} drowned with them." if data["lost"] else f"{text}; {who} drowned.", "attention", "bad")
    if data["refused"]:
        return Said(f"{text}. Off {data['landfall']} his navy was sent back to {data['start']}.", "attention", "bad")
    if data["lost"] or data["landfall"] != data["goal"]:
        return Said(f"{text}.", "attention", "bad")
    return Said(f"{text}.")


@told("landing refused")
def landing_refused(data: Mapping[str, Any], reader: str) -> Said:
    whose = f"the navy of L{data['leader']} of {data['owner']}" if data["leader"] else "a navy that you do not see"
    return Said(f"The Fleet Enema (T110) sent {whose} back from {data['province']}.")


@told("flew")
def flew(data: Mapping[str, Any], reader: str) -> Said:
    text = f"L{data['leader']} flew on the Magic Carpet (T78) from {data['start']} to {data['goal']}"
    losses = []
    if data["too_many"]:
        losses.append(f"{_troops(data['too_many'])} had no room and died")
    if data["fell"]:
        losses.append(f"{_troops(data['fell'])} fell off")
    if data["left_behind"]:
        left = counted(data["left_behind"], "ram or tower", "rams and towers")
        losses.append(f"{left} {'was' if data['left_behind'] == 1 else 'were'} left behind and broken up")
    return Said(f"{'; '.join([text, *losses])}.", tone="bad" if losses else "body")


@told("carried off")
def carried_off(data: Mapping[str, Any], reader: str) -> Said:
    text = f"A spell carried L{data['leader']} with his army from {data['start']} to {data['goal']}."
    return Said(text, weight="attention")


@told("not carried off")
def not_carried_off(data: Mapping[str, Any], reader: str) -> Said:
    return Said(f"A spell tried to carry L{data['leader']} to {data['goal']}, in vain: {data['reason']}.", weight="attention")


@told("stole")
def stole(data: Mapping[str, Any], reader: str) -> Said:
    whose = "your own" if data["owner"] == reader else f"{data['owner']}'s"
    loot = f"{counted(data['zorans'], 'zoran')} from {whose} treasury in {data['province']}"
    return Said(f"The Master Thief (T81) brought L{data['leader']} {loot}.", tone="good")


@told("was robbed")
def was_robbed(data: Mapping[str, Any], reader: str) -> Said:
    return Said(f"An army passing through {data['province']} stole {counted(data['zorans'], 'zoran')}.", "attention", "bad")


@told("lured")
def lured(data: Mapping[str, Any], reader: str) -> Said:
    text = f"The Siren Song (T115) drew {_troops(data['troops'])} of the garrison of {data['province']} to"
    if reader == data["owner"]:
        return Said(f"{text} L{data['leader']}.", tone="good")
    whom = f"L{data['leader']} of {data['owner']}" if data["leader"] else _UNSEEN
    return Said(f"{text} {whom}.", "attention", "bad")


@told("kraken")
def kraken(data: Mapping[str, Any], reader: str) -> Said:
    mine = reader == data["owner"]
    who = f"L{data['leader']}" if mine else f"L{data['leader']} of {data['owner']}" if data["leader"] else _UNSEEN
    text = (
        f"As {who} landed in {data['province']} the Kraken (T150) rose and destroyed the garrison of {_troops(data['troops'])}."
    )
    return Said(text, "attention", "good" if mine else "bad")


@told("unlocking")
def unlocking(data: Mapping[str, Any], reader: str) -> Said:
    lock = f"the Forbidden City {data['city']} in {data['province']}"
    odds = f"{data['percent']} in 100"
    if data["expected"]:
        return Said(f"L{data['leader']} tries to unlock {lock}; his chance is {odds}.")
    if reader != data["by"]:
        return Said(f"L{data['leader']} of {data['by']} unlocked {lock} for your armies, this turn only.", "attention", "good")
    if not data["opened"]:
        return Said(f"L{data['leader']} tried to unlock {lock}; the lock held (his chance was {odds}).", "attention", "bad")
    guest = f" and {data['guest']}" if data["guest"] and data["guest"] != reader else ""
    return Said(f"L{data['leader']} unlocked {lock} for you{guest}, this turn only.", tone="good")


@told("raid odds")
def raid_odds(data: Mapping[str, Any], reader: str) -> Said:
    raid, they_take = ("raids", "it takes") if data["troops"] == 1 else ("raid", "they take")
    text = f"{_troops(data['troops'])} {raid} {data['province']}: {data['percent']} in 100 that {they_take} it, if nobody else"
    return Said(f"{text} comes there and it is empty.")


_SEEN = "but you have seen what is there."
_OUTCOMES = {
    "captured": ("It took the province and is its garrison.", "They took the province and are its garrison.", "good"),
    "joined": ("It joined the garrison.", "They joined the garrison.", "body"),
    "lost": (f"It did not come back, {_SEEN}", f"They did not come back, {_SEEN}", "bad"),
    "contested": (
        f"Others came there too; it did not come back, {_SEEN}",
        f"Others came there too; none of them came back, {_SEEN}",
        "bad",
    ),
    "killed by enemies": (
        f"Enemy leaders where it left or arrived killed it, {_SEEN}",
        f"Enemy leaders where they left or arrived killed them all, {_SEEN}",
        "bad",
    ),
}
"""What became of one raider, of several, and how that is."""


@told("raided")
def raided(data: Mapping[str, Any], reader: str) -> Said:
    source = data["source"] if data["source"].startswith("L") else "the garrison"
    one, many, tone = _OUTCOMES[data["outcome"]]
    outcome = one if data["troops"] == 1 else many
    text = f"{_troops(data['troops'])} of {source} in {data['origin']} raided {data['province']}. {outcome}"
    weight: Literal["attention", "normal"] = "attention" if data["outcome"] == "killed by enemies" else "normal"
    return Said(text, weight, "good" if tone == "good" else "bad" if tone == "bad" else "body", more=outcome)


@told("raiders joined")
def raiders_joined(data: Mapping[str, Any], reader: str) -> Said:
    return Said(
        f"{_troops(data['troops'])} of {data['by']} came from {data['origin']} and joined your garrison of {data['province']}.",
        tone="good",
    )


@told("was raided")
def was_raided(data: Mapping[str, Any], reader: str) -> Said:
    raiders = "raider" if data["troops"] == 1 else "raiders"
    return Said(f"Somebody raided {data['province']} with {_troops(data['troops'])}; the {raiders} died.", weight="attention")


@told("ravaged")
def ravaged(data: Mapping[str, Any], reader: str) -> Said:
    rates = f"levy {data['levy']} and tax {data['tax']} are halved until it recovers"
    if reader != data["by"]:
        return Said(f"{data['by']} ravaged your province {data['province']}: {rates}.", "attention", "bad")
    gain = (
        f"you gain {counted(data['points'], 'point')}"
        if data["points"] >= 0
        else f"you lose {counted(-data['points'], 'point')}"
    )
    return Said(f"{data['province']} was ravaged: {gain}; {rates}.", tone="good" if data["points"] > 0 else "bad")
