"""Words for battles, waylays and deaths (chapters 18, 19)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from postern.game.kit.telling import Data, Said, Say, counted, listed
from postern.game.report import Battle, Column, Table
from postern.rulesets.great_jewels.telling import teller
from postern.rulesets.great_jewels.telling.forms import where

FACTORS = "AF and DF in the tables of battles are the factors with which a force attacks and defends (`HELP COMBAT`)."
_UNKNOWN = "?"
_GARRISON = re.compile(r" to G(?=[A-Z][0-9]+$)")
"""Before the province whose garrison won something."""
_DID = {"attack": "[attack]", "assault": "[assault]", "leave": "[was|would be] leaving", "defend": "[stand]"}
_DIED = {
    "combat": "[fall] in combat",
    "waylay": "[be] waylaid and killed",
    "dragon": "[be] slain by the dragon",
    "storm": "[drown]",
    "doom": "[perish]",
    "hot potato": "[perish] when the Hot Potato [go] off",
}


@teller("battle")
def _battle(data: Data, reader: str, say: Say) -> Said:
    place, forces = data["place"], data["forces"]
    own = [row for row in forces if row["owner"] == reader]
    foes = [row for row in forces if row["owner"] != reader]
    bared = _bared(own)
    titles = ("Force", "Troops", say("What it [did|would do]"), "AF", "DF", "Lost", "Left")
    columns = tuple(Column(title, number=at not in (0, 2), wide=at == 2) for at, title in enumerate(titles))
    battle = Battle(
        title=f"Battle in {place}",
        place=place,
        forces=Table(columns, tuple(_row(row, place, say) for row in forces)),
        losses=tuple(_gains(forces, say)),
        outcome=_result(own, foes, bared, place, say),
        spoils=tuple(_spoils(data, say)),
    )
    text = f"Battle in {place}: {battle.outcome}"
    if bared or any(row["destroyed"] for row in own):
        return Said(text, "attention", "bad", battle)
    return Said(text, "normal", "good" if any(row["destroyed"] for row in foes) else "body", battle)


def _row(row: Data, place: str, say: Say) -> tuple[str, ...]:
    known = "troops" in row
    bonus = f"+{row['bonus']}" if row.get("bonus") else ""
    left = row["troops"] - row["lost"] + row.get("risen", 0) if known else 0
    defence = row.get("defence", _UNKNOWN)
    if row.get("covered"):
        defence += f" (x{3 if row['force'].startswith('G') else 2} for {row['covered']})"
    return (
        f"{row['force'].removesuffix(place) or 'G'} {_owner(row)}",
        f"{row['troops']}{bonus}" if known else _UNKNOWN,
        _deed(row, place, say),
        str(row.get("dealt", _UNKNOWN)),
        defence,
        str(row["lost"]) if known else _UNKNOWN,
        ("dead" if row["killed"] else str(left)) if known or row["killed"] else _UNKNOWN,
    )


def _owner(row: Data) -> str:
    return row["owner"] or "neutral"


def _deed(row: Data, place: str, say: Say) -> str:
    deed = say(_DID[row["did"]])
    if row["did"] in ("attack", "assault"):
        deed += f" {listed([target.removesuffix(place) or 'G' for target in row['targets']]) or 'elsewhere'}"
    return deed + (" from next door" if row["remote"] else "") + (", betrayed" if row["betrayed"] else "")


def _gains(rows: Sequence[Data], say: Say) -> list[str]:
    """What the fight gave to forces beyond the table: slain who joined them, bonus gained."""
    joined = "{risen:of the slain/of the slain} [join] {force:force}."
    lines = [say(joined, risen=row["risen"], force=row["force"]) for row in rows if row.get("risen")]
    if gains := [f"{row['force']} +{row['gain']}" for row in rows if row.get("gain")]:
        lines.append(f"Bonus gained: {', '.join(gains)}.")
    return lines


def _result(own: Sequence[Data], foes: Sequence[Data], bared: Sequence[str], place: str, say: Say) -> str:
    parts = [_fall(row, place, say) for row in foes if row["destroyed"]]
    if lost := [_short(row, place) for row in own if row["destroyed"]]:
        parts.append(say("You [lose] {lost}.", lost=lost))
    if bared:
        parts.append(say(f"{{bared}} [lose] all {'his' if len(bared) == 1 else 'their'} troops.", bared=bared))
    mine = sum(row["lost"] for row in own)
    seen = [row["lost"] for row in foes if "lost" in row]
    unseen = len(seen) < len(foes)
    if mine or sum(seen) or unseen:
        theirs = "unknown" if unseen else str(sum(seen) or "none")
        parts.append(f"Your losses: {counted(mine, 'troop') if mine else 'none'}, theirs {theirs}.")
    elif not parts:
        parts.append(say("No troops [were|would be] lost."))
    return " ".join(parts)


def _bared(own: Sequence[Data]) -> list[str]:
    """Own leaders who live without a single one of the troops that they had."""
    return [
        row["force"]
        for row in own
        if row["force"].startswith("L") and not row["destroyed"] and row["troops"] == row["lost"] > 0 and not row.get("risen")
    ]


def _fall(row: Data, place: str, say: Say) -> str:
    if row["force"].startswith("L"):
        return say(f"{row['force']} of {{owner}} [was|would be] killed.", owner=_owner(row))
    return say(f"The {'garrison' if row['owner'] else 'neutral garrison'} of {place} [was|would be] wiped out.")


def _short(row: Data, place: str) -> str:
    return str(row["force"]) if row["force"].startswith("L") else f"the garrison of {place}"


def _spoils(data: Data, say: Say) -> list[str]:
    lines = [say("{to:Force} [take] {zorans:zoran} from {from:force}.", **one) for one in data["booty"]]
    change = data.get("csps", 0)
    if change < 0:
        lines.append(say("{n:citadel point} [{n:=was/were}|would be] razed; {csps_left} left.", n=-change))
    elif change > 0:
        lines.append(say("The attackers' rams [become] {csps:citadel point}; {csps_left} [there now|would then be there]."))
    return lines


@teller("leader-died")
def _leader_died(data: Data, reader: str, say: Say) -> Said:
    talismans = [_GARRISON.sub(" to the garrison of ", one) for one in data["talismans"]]
    left = "{won:? {whose} talismans: {won}.}{refuge:? {he} [lives|would live] again in {refuge}, without troops or goods, "
    left += "with his bonus.}"
    who = f"L{data['leader']}"
    text = say(f"{who} {_DIED.get(data['way'], '[die]')} in {{province}}.{left}", won=talismans, whose="His", he="He")
    return Said(text, "attention", "bad", more=say(left, won=talismans, whose=f"{who}'s", he=who))


@teller("catapults")
def _catapults(data: Data, reader: str, say: Say) -> Said:
    result = "[raze] {points:citadel point}" if data["csps"] <= 0 else "[become] {points:citadel point} there"
    text = "{who} [throw] {rams:ram} at {province} with catapults; {rams:=it/they} "
    text = say(f"{text}{result}.", points=abs(data["csps"]))
    return Said(text, tone="good") if data["owner"] == reader else Said(text, "attention", "bad")


@teller("waylaid")
def _waylaid(data: Data, reader: str, say: Say) -> Said:
    text = "{who} [be] waylaid " + ("when he [landed|lands] in" if data["landing"] else "in")
    text += " {province} by {by} with {factors} attack factors."
    if data.get("troops"):
        text += f" {_share(data['dead'], data['troops'])} [die]."
    if data["killed"]:
        text += " So [did|would] he." if data.get("troops") else " He [be] killed."
    text += "{betrayed:? They [count] as betrayed.}{zorans:? The waylayers [take] {zorans:zoran}.}"
    said = say(text, by=[_waylayer(force, owner, beast, reader) for force, owner, beast in data["by"]])
    if data["owner"] == reader:
        return Said(said, "attention" if data["dead"] or data["killed"] else "normal", "bad")
    return Said(said, tone="good")


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
    return where(force) if owner in (reader, "") or force.startswith("G") else f"{force} of {owner}"
