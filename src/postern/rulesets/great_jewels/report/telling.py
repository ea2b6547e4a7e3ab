"""Words for what happened: one sentence an event kind, made last and in one place.

A step records ``turn.tell("captured", to=[...], province="B3", by="GREEDY")``. Its sentence stands in ``data/tellings.toml``,
or, where it needs more, beside ``@teller("captured")`` here. The report asks ``sentence(event, reader)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from postern.game.events import Event
from postern.game.kit.report.telling import Data, Forms, Said, Say, Tellings, capital, counted, listed
from postern.game.report import Battle, Column, Table
from postern.rulesets.great_jewels.knowledge import TERRAIN_NAMES
from postern.rulesets.great_jewels.tables import CONTENT, hex_of, mixed, one_of, spoken
from postern.rulesets.great_jewels.world.records import LOTU

_MANY = {"towers": "siege towers", "csps": "citadel points"}


def where(force: str) -> str:
    """L13 stays L13; GB3 becomes the garrison of B3."""
    return force if force.startswith("L") else f"the garrison of {force[1:]}"


def goods(number: int, what: str) -> str:
    """So many of goods as orders and events name them: 3 troops, 1 navy, no siege towers."""
    many = _MANY.get(what, what)
    return counted(number, one_of(many), many)


def engines(data: Mapping[str, Any]) -> str:
    """The rams and siege towers among these facts: 2 rams and 1 siege tower."""
    return listed([goods(data[what], what) for what in ("rams", "towers") if data[what]])


def places(names: Iterable[str], most: int = 12, spare: int = 1) -> str:
    """The provinces in the order of the map; of more than ``most`` and ``spare`` the first and how many more."""
    every = [spoken(name) for name in sorted(names, key=hex_of)]
    more = len(every) - most
    return listed(every) if more <= spare else f"{', '.join(every[:most])} and {more} more"


FORMS: Forms = {
    "force": where,
    "Force": lambda force: capital(where(force)),
    "bare force": lambda force: where(force).removeprefix("the "),
    "raiders": lambda force: force if force.startswith("L") else "the garrison",
    "target": lambda force: "the garrison" if force == "G" else force,
    "holder": lambda owner: owner if owner not in ("", LOTU) else "its owner",
    "land": lambda letter: TERRAIN_NAMES[letter],
    "leaders": lambda numbers: ", ".join(f"L{number}" for number in numbers),
    "with new bonus": lambda pairs: listed([f"L{number} (now {bonus})" for number, bonus in pairs]),
    "some places": places,
    "less points": lambda points: counted(-points, "point"),
}


_PLACES = frozenset("province place start goal origin landfall refuge path goals".split())


def _prepared(event: Event, reader: str) -> Mapping[str, Any]:
    """The facts of an event with names of provinces as sentences say them, and with what follows from several facts."""
    data = {key: _spoken(key, value) for key, value in event.data.items()} if event.kind != "battle" else {**event.data}
    if "leader" in data and "owner" in data:
        other = f"L{data['leader']} of {data['owner']}" if data["leader"] else "an army that you do not see"
        data["who"] = f"L{data['leader']}" if data["owner"] == reader else other
    if "what" in data and "quantity" in data:
        data["things"] = goods(data["quantity"], data["what"])
    if "rams" in data and "towers" in data:
        data |= {"engines": engines(data), "them": "it" if data["rams"] + data["towers"] == 1 else "them"}
    return data


def _spoken(key: str, value: Any) -> Any:
    """Names of provinces in row L are told with the word province, lest they read as leaders."""
    if key not in _PLACES or not value:
        return value
    return [spoken(one) for one in value] if isinstance(value, list) else spoken(value)


TELLINGS = Tellings(CONTENT.toml("tellings"), FORMS, _prepared)
teller, sentence, kinds = TELLINGS.teller, TELLINGS.sentence, TELLINGS.kinds


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


@teller("moved")
def _moved(data: Data, reader: str, say: Say) -> Said:
    *way, goal = data["path"]
    cost, points = (mixed(Fraction(data[key])) for key in ("cost", "points"))
    text = "L{leader} " + ("[force-march]" if data["forced"] else "[move]") + " from {start} to {goal}{way:? through {way}}"
    text += "{whole:? ({cost} of {points} points)}"
    text += "{died:?; {died} of his {before} {before:=troop/troops} [die] on the way}."
    return Said(say(text, way=way, goal=goal, cost=cost, points=points), tone="bad" if data["died"] else "body")


@teller("sailed")
def _sailed(data: Data, reader: str, say: Say) -> Said:
    text = "L{leader} [sail] from {start} to {goal}"
    if data["landfall"] != data["goal"]:
        back = "back " if data["landfall"] == data["start"] else ""
        text = f"L{{leader}} [sail] from {{start}} for {{goal}}; a storm [drive] him {back}to {{landfall}}"
    text += "{lost:?; {lost} of his {before:troop} [drown] on the way}"
    if data["drowned"]:
        text += "{lost:?, and L{leader} [drown] with them.}{lost:!; L{leader} [drown].}"
    else:
        text += "{refused:?. Off {landfall} his navy [was|would be] sent back to {start}}."
    hard = data["lost"] or data["drowned"] or data["refused"] or data["landfall"] != data["goal"]
    return Said(say(text), "attention", "bad") if hard else Said(say(text))


@teller("flew")
def _flew(data: Data, reader: str, say: Say) -> Said:
    text = say(
        "L{leader} [fly] on the Magic Carpet (T78) from {start} to {goal}"
        "{too_many:?; {too_many:troop} [had|would have] no room [and die]}{fell:?; {fell:troop} [fall] off}"
        "{left_behind:?; {left_behind:ram or tower/rams and towers} "
        "[{left_behind:=was/were}|would be] left behind and broken up}."
    )
    return Said(text, tone="bad" if data["too_many"] or data["fell"] or data["left_behind"] else "body")


@teller("transferred")
def _transferred(data: Data, reader: str, say: Say) -> Said:
    giver = where(data["giver"]) if data["giver"] else "somebody whom you do not see"
    text = "{giver} [hand] {things} to {receiver:force} in {place}"
    if reader != data["seat"]:
        text += "{seat:? by order of {seat}}"
    if reader == data["whose"]:
        text += ", who [then had|would then have] {now}" if data["receiver"].startswith("L") else ", then {now}"
    things = goods(data["quantity"], data["goods"])
    return Said(say(text + ".", giver=giver, things=things), "detail" if reader == data["seat"] else "normal")


@teller("crew short")
def _crew_short(data: Data, reader: str, say: Say) -> Said:
    if reader != data["owner"]:
        return Said(say("{who} [leave] {zorans:zoran} in {province}; {zorans:=it is/they are} yours."), tone="good")
    parts = []
    if data["zorans"]:
        stay = "{zorans:zoran}, which [{zorans:=stays/stay}|would stay] in {province}"
        parts.append(f"without troops he could not carry {stay}")
    if broken := engines(data):
        few = "[had|would have] only {troops:troop}, too few" if data["troops"] else "[had|would have] no troops"
        parts.append(f"he {few} to man {broken}, which [break] up")
    return Said(say(f"L{{leader}} in {{province}}: {'; '.join(parts)}."), "attention", "bad")


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


SOURCES = {"deeds": "kills and razing"}
"""Words for what points were given for, where the plain key does not say it."""


@teller("scored")
def _scored(data: Data, reader: str, say: Say) -> Said:
    every = {**data["parts"], **({"ravaging": data["ravaging"]} if data["ravaging"] else {})}
    parts = ", ".join(f"{points:+} for {SOURCES.get(reason, reason)}" for reason, points in every.items())
    total = data["points"] + data["ravaging"]
    did = f"[lose] {counted(-total, 'point')}" if total < 0 else f"[score] {counted(total, 'point')}"
    return Said(say(f"You {did} this turn{{parts:? ({{parts}})}}; your score [is|would be] {{score}}.", parts=parts))


@teller("turns-missed")
def _turns_missed(data: Data, reader: str, say: Say) -> Said:
    left = data["vacant_after"] - data["missed"]
    text = "No orders came from you for {missed} turns in a row. After {left} more your place may be given to another player."
    return Said(say(text, left=left), "attention", "bad")


@teller("jewels-won")
def _jewels_won(data: Data, reader: str, say: Say) -> Said:
    jewels = "all three Great Jewels" if data["jewels"] == 3 else "two Great Jewels and all nine Lesser Stones"
    over = "The game [is|would be] over."
    if mates := data.get("mates"):  # turns from before there were teams say nothing of them
        team = [data["winner"], *mates]
        yours = " That is your team." if reader in team else ""
        text = f"The team of {{team}} [holds|would hold] {jewels} and [rules|rule] Zorplia.{yours} {over}"
        return Said(say(text, team=team), "attention", "good" if yours else "body")
    if data["winner"] == reader:
        text = f"You [hold|would hold] {jewels}: {{points}} points, and Zorplia [is|would be] yours. {over}"
        return Said(say(text), "attention", "good")
    return Said(say(f"{{winner}} [holds|would hold] {jewels} and [is|be] Lord of Zorplia. {over}"), "attention")
