"""Words for battles, waylays and their consequences (chapters 18, 19)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from postern.game.report import Battle, Column, Table
from postern.rulesets.great_jewels.telling import Said, told
from postern.rulesets.great_jewels.telling.powers import start, where
from postern.rulesets.great_jewels.wording import counted, listed
from postern.rulesets.great_jewels.world import LOTU

Data = Mapping[str, Any]

_COLUMNS = (
    Column("Force"),
    Column("Troops", number=True),
    Column("What it did", wide=True),
    Column("AF", number=True),
    Column("DF", number=True),
    Column("Lost", number=True),
    Column("Left", number=True),
)
FACTORS = "AF and DF in the tables of battles are the factors with which a force attacks and defends (`HELP COMBAT`)."
_UNKNOWN = "?"
_GARRISON = re.compile(r" to G(?=[A-Z][0-9]+$)")
"""Before the province whose garrison won something."""


@told("battle")
def _battle(data: Data, reader: str) -> Said:
    place = data["place"]
    own = [row for row in data["forces"] if row["owner"] == reader]
    foes = [row for row in data["forces"] if row["owner"] != reader]
    beaten = [row for row in foes if row["destroyed"]]
    lost = [row for row in own if row["destroyed"]]
    battle = Battle(
        title=f"Battle in {place}",
        place=place,
        forces=Table(_COLUMNS, tuple(_row(row, place) for row in data["forces"])),
        losses=tuple(_gains(data["forces"])),
        outcome=_outcome(own, foes, beaten, lost, place),
        spoils=tuple(_spoils(data)),
    )
    text = f"Battle in {place}: {battle.outcome}"
    if lost or _bared(own):
        return Said(text, "attention", "bad", battle)
    return Said(text, "normal", "good" if beaten else "body", battle)


def _row(row: Data, place: str) -> tuple[str, ...]:
    known = "troops" in row
    bonus = f"+{row['bonus']}" if row.get("bonus") else ""
    left = row["troops"] - row["lost"] + row.get("risen", 0) if known else 0
    defence = row.get("defence", _UNKNOWN)
    if row.get("covered"):
        defence += f" (x{_multiple(row)} for {row['covered']})"
    return (
        f"{row['force'].removesuffix(place) or 'G'} {_owner(row)}",
        f"{row['troops']}{bonus}" if known else _UNKNOWN,
        _deed(row, place),
        str(row.get("dealt", _UNKNOWN)),
        defence,
        str(row["lost"]) if known else _UNKNOWN,
        ("dead" if row["killed"] else str(left)) if known or row["killed"] else _UNKNOWN,
    )


def _multiple(row: Data) -> int:
    return 3 if row["force"].startswith("G") else 2


def _owner(row: Data) -> str:
    return row["owner"] or "neutral"


def _deed(row: Data, place: str) -> str:
    verbs = {"attack": "attacked", "assault": "assaulted", "leave": "was leaving", "defend": "stood"}
    deed = verbs[row["did"]]
    if row["did"] in ("attack", "assault"):
        deed += f" {listed([target.removesuffix(place) or 'G' for target in row['targets']]) or 'elsewhere'}"
    if row["remote"]:
        deed += " from next door"
    return deed + (", betrayed" if row["betrayed"] else "")


def _gains(rows: Sequence[Data]) -> list[str]:
    """What the fight gave to forces beyond the table: slain who joined them, bonus gained."""
    lines = [
        f"{counted(row['risen'], 'of the slain', 'of the slain')} joined {where(row['force'])}."
        for row in rows
        if row.get("risen")
    ]
    if gains := [f"{row['force']} +{row['gain']}" for row in rows if row.get("gain")]:
        lines.append(f"Bonus gained: {', '.join(gains)}.")
    return lines


def _outcome(own: Sequence[Data], foes: Sequence[Data], beaten: Sequence[Data], lost: Sequence[Data], place: str) -> str:
    parts = [_fall(row, place) for row in beaten]
    if lost:
        parts.append(f"You lost {listed([_short(row, place) for row in lost])}.")
    if bared := _bared(own):
        parts.append(f"{listed(bared)} lost all {'his' if len(bared) == 1 else 'their'} troops.")
    mine = sum(row["lost"] for row in own)
    seen = [row["lost"] for row in foes if "lost" in row]
    unseen = len(seen) < len(foes)
    if mine or sum(seen) or unseen:
        theirs = "unknown" if unseen else str(sum(seen) or "none")
        parts.append(f"Your losses: {counted(mine, 'troop') if mine else 'none'}, theirs {theirs}.")
    elif not parts:
        parts.append("No troops were lost.")
    return " ".join(parts)


def _bared(own: Sequence[Data]) -> list[str]:
    """Own leaders who live without a single one of the troops that they had."""
    return [
        row["force"]
        for row in own
        if row["force"].startswith("L") and not row["destroyed"] and row["troops"] == row["lost"] > 0 and not row.get("risen")
    ]


def _fall(row: Data, place: str) -> str:
    if row["force"].startswith("L"):
        return f"{row['force']} of {_owner(row)} was killed."
    return f"The {'garrison' if row['owner'] else 'neutral garrison'} of {place} was wiped out."


def _short(row: Data, place: str) -> str:
    return str(row["force"]) if row["force"].startswith("L") else f"the garrison of {place}"


def _spoils(data: Data) -> list[str]:
    lines = []
    for one in data["booty"]:
        lines.append(f"{start(where(one['to']))} took {counted(one['zorans'], 'zoran')} from {where(one['from'])}.")
    if data.get("csps", 0) < 0:
        were = "was" if data["csps"] == -1 else "were"
        lines.append(f"{counted(-data['csps'], 'citadel point')} {were} razed; {data['csps_left']} left.")
    elif data.get("csps", 0) > 0:
        lines.append(f"The attackers' rams became {counted(data['csps'], 'citadel point')}; {data['csps_left']} there now.")
    return lines


@told("leader-died")
def _leader_died(data: Data, reader: str) -> Said:
    ways = {
        "combat": "fell in combat",
        "waylay": "was waylaid and killed",
        "dragon": "was slain by the dragon",
        "storm": "drowned",
        "doom": "perished",
        "hot potato": "perished when the Hot Potato went off",
    }
    who = f"L{data['leader']}"
    left = f" talismans: {listed([_GARRISON.sub(' to the garrison of ', one) for one in data['talismans']])}."
    risen = f" lives again in {data['refuge']}, without troops or goods, with his bonus."
    text, more = [f"{who} {ways.get(data['way'], 'died')} in {data['province']}."], []
    if data["talismans"]:
        text.append("His" + left)
        more.append(f"{who}'s" + left)
    if data["refuge"]:
        text.append("He" + risen)
        more.append(who + risen)
    return Said(" ".join(text), "attention", "bad", more=" ".join(more))


@told("talisman-won")
def _talisman_won(data: Data, reader: str) -> Said:
    holder = start(where(data["holder"]))
    text = f'{holder} won T{data["talisman"]} "{data["name"]}" from the dead.'
    return Said(text, tone="good", more=text)


@told("no-cause-to-attack")
def _no_cause(data: Data, reader: str) -> Said:
    whose = data["owner"] if data["owner"] not in ("", LOTU) else "its owner"
    target = data["target"] if data["target"] != "G" else "the garrison"
    text = f"{data['source']} did not attack {target} in {data['place']}: {whose} attacked none of your forces there."
    return Said(text, "detail")


@told("banned")
def _banned(data: Data, reader: str) -> Said:
    text = "You broke the peace of a mercenary stronghold: they sell you no troops for the rest of the game."
    return Said(text, "attention", "bad")


@told("engines-broken")
def _engines_broken(data: Data, reader: str) -> Said:
    parts = [counted(data[kind], noun) for kind, noun in (("rams", "ram"), ("towers", "siege tower")) if data[kind]]
    return Said(f"In the attack on {data['province']} L{data['leader']} lost {listed(parts)}.", "detail")


@told("crew lost")
def _crew_lost(data: Data, reader: str) -> Said:
    parts = [counted(data[kind], noun) for kind, noun in (("rams", "ram"), ("towers", "siege tower")) if data[kind]]
    them = "it" if data["rams"] + data["towers"] == 1 else "them"
    text = f"L{data['leader']} in {data['province']} lost {listed(parts)}: too few of his troops were left to man {them}."
    return Said(text, tone="bad")


@told("catapults")
def _catapults(data: Data, reader: str) -> Said:
    change = data["csps"]
    result = f"razed {counted(-change, 'citadel point')}" if change <= 0 else f"became {counted(change, 'citadel point')} there"
    who = f"L{data['leader']}" if data["owner"] == reader else f"L{data['leader']} of {data['owner']}"
    rams = counted(data["rams"], "ram")
    bad = data["owner"] != reader
    text = f"{who} threw {rams} at {data['province']} with catapults; {'it' if data['rams'] == 1 else 'they'} {result}."
    return Said(text, "attention" if bad else "normal", "bad" if bad else "good")


@told("cease-fire")
def _cease_fire(data: Data, reader: str) -> Said:
    return Said(f"A cease fire held in {data['province']}: there was no combat this turn.")


@told("waylaid")
def _waylaid(data: Data, reader: str) -> Said:
    who = f"L{data['leader']}" if data["owner"] == reader else f"L{data['leader']} of {data['owner']}"
    by = listed([_waylayer(force, owner, beast, reader) for force, owner, beast in data["by"]])
    where = f"when he landed in {data['province']}" if data["landing"] else f"in {data['province']}"
    text = f"{who} was waylaid {where} by {by} with {data['factors']} attack factors."
    if data.get("troops"):
        text += f" {_share(data['dead'], data['troops'])} died."
    if data["killed"]:
        text += " He was killed." if not data.get("troops") else " So did he."
    if data["betrayed"]:
        text += " They counted as betrayed."
    if data["zorans"]:
        text += f" The waylayers took {counted(data['zorans'], 'zoran')}."
    if data["owner"] == reader:
        return Said(text, "attention" if data["dead"] or data["killed"] else "normal", "bad")
    return Said(text, tone="good")


def _share(dead: int, troops: int) -> str:
    """Says 5 of 30 troops, none of his 8 troops, all 6 troops."""
    if not dead:
        return f"None of his {counted(troops, 'troop')}"
    if dead == troops:
        return f"All {troops} of his troops" if troops > 1 else "His only troop"
    return f"{dead} of {counted(troops, 'troop')}"


def _waylayer(force: str, owner: str, beast: bool, reader: str) -> str:
    if beast:
        return f"the hound of {force.removeprefix('G')}"
    name = f"the garrison of {force.removeprefix('G')}" if force.startswith("G") else force
    if owner == reader or force.startswith("G"):
        return name
    return f"{name} of {owner}" if owner else name


@told("cloak")
def _cloak(data: Data, reader: str) -> Said:
    if data["counter"] and data.get("jewel"):
        text = f"A Great Jewel keeps the cloak from hiding L{data['leader']}; its counter stands at {data['counter']}."
        return Said(text)
    if data["counter"]:
        return Said(f"The cloak hides L{data['leader']}; its counter stands at {data['counter']}.", "detail")
    return Said(f"The cloak of L{data['leader']} hides him no more: its counter is used up.")


@told("hound")
def _hound(data: Data, reader: str) -> Said:
    return Said(f"The hound of {data['province']} strikes as {data['strength']} troops.", "detail")
