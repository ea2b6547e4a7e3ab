"""Words for talismans: handing over, what they do on arrival, what they do by order, and their tricks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postern.rulesets.great_jewels.telling import Said, told
from postern.rulesets.great_jewels.wording import counted, listed, spoken

Data = Mapping[str, Any]


def where(force: str) -> str:
    """L13 stays L13; GB3 becomes the garrison of B3."""
    return force if force.startswith("L") else f"the garrison of {force[1:]}"


def start(text: str) -> str:
    """With a capital at its beginning."""
    return text[:1].upper() + text[1:]


def count(number: int, one: str, many: str = "") -> str:
    """3 troops, 1 troop."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def every(number: int, one: str = "troop") -> str:
    """All 3 troops, the only troop."""
    return f"all {number} {one}s" if number > 1 else f"the only {one}"


@told("talisman handed")
def handed(data: Data, reader: str) -> Said:
    name = f"T{data['talisman']} ({data['name']})"
    if reader == data["by"]:
        whose = "" if data["owner"] == reader else f" of {data['owner']}"
        return Said(f"{start(where(data['giver']))} handed {name} to {where(data['receiver'])}{whose}.", "detail")
    by = data["by"] or "Somebody whom you do not see"
    return Said(f"{by} handed {name} to your {where(data['receiver']).removeprefix('the ')}.", "attention")


@told("talismans found")
def found(data: Data, reader: str) -> Said:
    return Said(f"In {data['province']} you found {listed(data['talismans'])}.", tone="good")


@told("talisman gone")
def gone(data: Data, reader: str) -> Said:
    name = f"T{data['talisman']} ({data['name']})"
    if data["province"]:
        return Said(f"With {data['province']} you lost {name}.", "attention", "bad")
    return Said(f"{name} is yours no more.", "attention", "bad")


@told("talisman came")
def came(data: Data, reader: str) -> Said:
    return Said(f"T{data['talisman']} ({data['name']}) came to {where(data['holder'])} and is yours now.", "attention")


@told("guise put on")
def guise_put_on(data: Data, reader: str) -> Said:
    return Said(f"The Chameleon (T116) took the look of T{data['talisman']} ({data['name']}) for other players.", "detail")


@told("banished")
def banished(data: Data, reader: str) -> Said:
    text = f"L{data['leader']} was banished from {data['origin']} to {data['goal']} and took T92 (BANISH LEADER) with him."
    if reader == data["owner"] and reader != data["by"]:
        return Said(f"{text} {data['by']} did it; his other orders of this turn were void.", "attention", "bad")
    return Said(text)


@told("funds sent")
def funds_sent(data: Data, reader: str) -> Said:
    arrived = data["amount"] - data["fee"]
    drawn = f"T114 drew {count(data['amount'], 'zoran')} from {spoken(data['source'])}"
    return Said(f"{drawn}: {arrived} arrived in {data['goal']}, the fee was {data['fee']}.")


@told("troops sold")
def troops_sold(data: Data, reader: str) -> Said:
    sold = f"{count(data['sold'], 'garrison troop')} of {data['province']} {'was' if data['sold'] == 1 else 'were'}"
    text = f"{sold} sold into slavery for {count(data['gain'], 'zoran')}."
    if data["revolt"]:
        left = count(data["left"], "troop")
        return Said(f"{text} The province rebelled and is neutral now; {left} hold it against you.", "attention", "bad")
    return Said(text)


@told("fat lady")
def fat_lady(data: Data, reader: str) -> Said:
    aim = "lengthen" if data["sign"] == "+" else "shorten"
    done = "It worked: the ending turn has moved by one." if data["works"] else "It did not work."
    return Said(f"The Fat Lady sang to {aim} the game, with a chance of {data['chance']} percent. {done}")


@told("head hunted")
def head_hunted(data: Data, reader: str) -> Said:
    spent = count(data["spent"], "zoran")
    if data["leader"]:
        text = f"The Head Hunter found a new leader, L{data['leader']}, in {data['province']} for {spent}."
        return Said(text, tone="good")
    return Said(f"The Head Hunter took {spent} in {data['province']} and found nobody.")


@told("agent gone")
def agent_gone(data: Data, reader: str) -> Said:
    name = f"T{data['talisman']} ({data['name']})"
    if reader == data["player"]:
        return Said(f"{name} came to your garrison in {data['province']}: somebody has used it to spy on you.", "attention")
    return Said(f"{name} has done its work and gone to {data['player']}.")


@told("healed by hand")
def healed(data: Data, reader: str) -> Said:
    return Said(f"The Healing Hand (T56) healed {data['province']}: it is ravaged no more.", tone="good")


@told("chain gang")
def chain_gang(data: Data, reader: str) -> Said:
    if data["works"]:
        return Said(f"The Chain Gang (T59) builds a road in {data['province']}; its tax rate falls from {data['tax']} to 1.")
    return Said(f"The Chain Gang (T59) does nothing in {data['province']}, whose tax rate is {data['tax']}.")


@told("tunnel dug")
def tunnel_dug(data: Data, reader: str) -> Said:
    if data["works"]:
        return Said(f"A tunnel joins {data['province']} and {data['goal']} now.")
    return Said(f"No tunnel can be dug from {data['province']} to {data['goal']}; Moho (T76) did nothing.")


@told("tunnels fell in")
def tunnels_fell(data: Data, reader: str) -> Said:
    goals = ", ".join(data["goals"])
    return Said(f"The tunnels from {data['province']} to {goals} have fallen in.")


@told("relieved")
def relieved(data: Data, reader: str) -> Said:
    return Said(f"Relief Forces (T106) ended the siege of {data['province']}.", tone="good")


@told("liquidated")
def liquidated(data: Data, reader: str) -> Said:
    what = "the siege equipment" if data["force"].startswith("L") else "citadel points, navies and road"
    if not data["zorans"]:
        return Said(f"Liquidated Assets (T107) found nothing to sell with {where(data['force'])}.")
    return Said(f"Liquidated Assets (T107) turned {what} of {where(data['force'])} into {count(data['zorans'], 'zoran')}.")


@told("wizard's tower")
def wizards_tower(data: Data, reader: str) -> Said:
    points = count(data["csps"], "citadel point")
    return Said(f"Wizard's Tower (T148) left {data['province']} with {points} instead of {data['before']}.")


@told("bonus lost")
def bonus_lost(data: Data, reader: str) -> Said:
    if not data["lost"]:
        return Said(f"The Shadow of Fear (T51) came to L{data['leader']}, who has no bonus to lose.", "attention")
    return Said(f"The Shadow of Fear (T51) took all {data['lost']} of L{data['leader']}'s bonus.", "attention", "bad")


@told("poker chip")
def poker_chip(data: Data, reader: str) -> Said:
    if data["before"] == data["zorans"]:
        if not data["before"]:
            return Said(f"The Jeweled Poker Chip (T66) found no zorans with {where(data['force'])}.")
        return Said(f"The Jeweled Poker Chip (T66) left the {count(data['before'], 'zoran')} of {where(data['force'])} alone.")
    change = f"from {data['before']} to {data['zorans']}"
    tone = "good" if data["zorans"] > data["before"] else "bad"
    text = f"The Jeweled Poker Chip (T66) changed the zorans of {where(data['force'])} {change}."
    return Said(text, tone="good") if tone == "good" else Said(text, "attention", "bad")


@told("dutchman")
def dutchman(data: Data, reader: str) -> Said:
    text = f"The Flying Dutchman (T74) carried L{data['leader']} from {data['origin']} to {data['goal']}."
    return Said(f"{text} He could neither move nor attack.", "attention")


@told("dutchman crew")
def dutchman_crew(data: Data, reader: str) -> Said:
    tone = "good" if data["troops"] > data["before"] else "bad"
    text = f"The Flying Dutchman (T74) changed L{data['leader']}'s troops from {data['before']} to {data['troops']}."
    return Said(text, tone="good") if tone == "good" else Said(text, "attention", "bad")


@told("stampede")
def stampede(data: Data, reader: str) -> Said:
    own = reader == data["owner"]
    whose = where(data["force"]) if own else f"{where(data['force'])} of {data['owner']}"
    out = "out" if data["force"].startswith("G") else f"out of {data['place']}"
    text = f"The Screaming Meemies (T79) drove {every(data['troops'])} of {whose} {out} into {data['goal']}."
    return Said(text, "attention", "bad") if own else Said(text)


@told("swapped")
def swapped(data: Data, reader: str) -> Said:
    name = f"T{data['talisman']} ({data['name']})"
    return Said(f"In exchange for the Swap Meet (T109), {name} went from {where(data['receiver'])} to {where(data['giver'])}.")


@told("bribery")
def bribery(data: Data, reader: str) -> Said:
    leader, paid, troops = f"L{data['leader']}", count(data["paid"], "zoran"), count(data["troops"], "troop")
    if reader == data["by"] and data["paid"] >= data["price"]:
        return Said(f"{leader} took {paid} and serves you now, with {troops}.", tone="good")
    if reader == data["by"]:
        were, ask = "was" if data["paid"] == 1 else "were", "asks" if data["troops"] == 1 else "ask"
        text = f"{leader} was not bribed: {paid} {were} given, {troops} {ask} for {data['price']}."
        return Said(text, "attention", "bad")
    text = f"{leader} was bribed by {data['by']} in {data['place']} and left you with {troops}."
    return Said(text, "attention", "bad")


@told("leprechaun")
def leprechaun(data: Data, reader: str) -> Said:
    left = count(data["amount"], {"csps": "citadel point", "zorans": "zoran", "troops": "troop"}[data["what"]])
    return Said(f"The Leaping Leprechaun (T86) left {left} in {data['province']} and leapt away.", tone="good")


@told("birthstone")
def birthstone(data: Data, reader: str) -> Said:
    return Said(f"The Birthstone (T90) brought forth L{data['leader']} in {data['province']}.", tone="good")


@told("recruited")
def recruited(data: Data, reader: str) -> Said:
    gain = count(data["troops"], "troop")
    return Said(f"The Recruiting Bonus (T93) added {gain} to the garrison of {data['province']} for {data['zorans']} zorans.")


@told("dragon hatched")
def hatched(data: Data, reader: str) -> Said:
    text = f"The Dragon's Egg (T117) hatched in {data['province']}: a dragon lives there now"
    if not data["troops"]:
        return Said(f"{text}.", "attention", "bad")
    are = "is" if data["troops"] == 1 else "are"
    return Said(f"{text}, and {every(data['troops'], 'garrison troop')} {are} dead.", "attention", "bad")


@told("gold rush")
def gold_rush(data: Data, reader: str) -> Said:
    return Said(f"The garrison of {data['province']} has gone looking for gold (T118).", "attention")


@told("gold found")
def gold_found(data: Data, reader: str) -> Said:
    return Said(
        f"The garrison of {data['province']} struck gold: {data['zorans']} zorans. It is back at its post.", tone="good"
    )


@told("beehive")
def beehive(data: Data, reader: str) -> Said:
    return Said(f"T64 brought {data['troops']} troops to the garrison of {data['province']}.", tone="good")


@told("sieve")
def sieve(data: Data, reader: str) -> Said:
    return Said(f"{count(data['zorans'], 'zoran')} of {where(data['force'])} trickled away beside T64.", tone="bad")


@told("wandered off")
def wandered(data: Data, reader: str) -> Said:
    return Said(f"T64 ({data['name']}) has wandered off from {where(data['force'])}.", "attention")


@told("hot potato")
def hot_potato(data: Data, reader: str) -> Said:
    leaders = listed([f"L{number}" for number in data["leaders"]])
    killed = [count(data["troops"], "garrison troop")] if data["troops"] else []
    killed += [f"{leaders} with all {'he' if len(data['leaders']) == 1 else 'they'} led"] if leaders else []
    dead = f": {' and '.join(killed)} died" if killed else ""
    return Said(f"The Hot Potato (T80) went off in {data['province']}{dead}.", "attention", "bad")


@told("wand razed")
def wand_razed(data: Data, reader: str) -> Said:
    fallen = count(data["csps"], "citadel point")
    return Said(f"The Azoni Wand (T95) changed hands in {data['province']}: {fallen} fell there.", "attention", "bad")


@told("wand ravaged")
def wand_ravaged(data: Data, reader: str) -> Said:
    return Said(f"The Quntag Wand (T96) changed hands in {data['province']}, which is ravaged now.", "attention", "bad")


@told("wand burnt")
def wand_burnt(data: Data, reader: str) -> Said:
    spent = count(data["zorans"], "zoran")
    points, are = counted(data["points"], "point"), "is" if data["zorans"] == 1 else "are"
    return Said(f"The Rilris Wand (T97) scored {points} for {spent} in {data['province']}, which {are} gone.")


@told("profit sharing")
def profit_sharing(data: Data, reader: str) -> Said:
    force = where(data["force"])
    if data["shared"]:
        return Said(f"Profit Sharing (T143): {data['giver']} scores this turn's points of {force} instead of {data['owner']}.")
    return Said(f"Profit Sharing (T143): {data['owner']} scores this turn's points of {force} twice.")


@told("city founded")
def city_founded(data: Data, reader: str) -> Said:
    leaders = ", ".join(f"L{number}" for number in data["leaders"])
    lost = f" {leaders} and the garrison guard it now." if leaders else " Its garrison guards it now."
    text = f"The Forbidden Architect (T123) turned {data['province']} into the Forbidden City {data['city']}."
    return Said(text + lost, "attention", "bad")


@told("mischief")
def mischief(data: Data, reader: str) -> Said:
    name = f"T{data['talisman']} ({data['name']})"
    there = f" in {data['place']}" if data["force"].startswith("L") else ""
    return Said(f"{name} played a trick on {where(data['force'])}{there}: {data['harm']}.", "attention", "bad")


@told("four wands")
def four_wands(data: Data, reader: str) -> Said:
    gone = "Then the four wands vanished to guarded provinces."
    if data["apotheosis"]:
        text = f"All four wands together: you scored as all four types this turn, {data['points']} points more. {gone}"
        return Said(text, "attention", "good")
    return Said(f"All four wands together: a babel of voices halved the bonus of all your leaders. {gone}", "attention", "bad")
