"""Words for movement and raids, and for what is handed over and left behind on the way."""

from __future__ import annotations

from fractions import Fraction

from postern.game.kit.telling import Data, Said, Say
from postern.rulesets.great_jewels.telling import teller
from postern.rulesets.great_jewels.telling.forms import engines, goods, where
from postern.rulesets.great_jewels.wording import mixed


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
