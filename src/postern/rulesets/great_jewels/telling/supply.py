"""Words for transfers, building, buying and destroying."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postern.rulesets.great_jewels.telling import Said, told
from postern.rulesets.great_jewels.wording import counted, listed

_ONE = {
    "troops": "troop",
    "zorans": "zoran",
    "rams": "ram",
    "siege towers": "siege tower",
    "towers": "siege tower",
    "citadel points": "citadel point",
    "csps": "citadel point",
    "navies": "navy",
}


def _some(number: int, what: str) -> str:
    one = _ONE.get(what, what)
    return counted(number, one, "navies" if one == "navy" else "")


def _named(force: str) -> str:
    return f"the garrison of {force[1:]}" if force.startswith("G") else force


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _lying(navies: int) -> str:
    return f"{navies} now {'lies' if navies == 1 else 'lie'}"


@told("transferred")
def transferred(data: Mapping[str, Any], reader: str) -> Said:
    goods = _some(data["quantity"], data["goods"])
    giver, receiver = _named(data["giver"] or "somebody whom you do not see"), _named(data["receiver"])
    by = "" if reader == data["seat"] or not data["seat"] else f" by order of {data['seat']}"
    text = f"{_capital(giver)} handed {goods} to {receiver} in {data['place']}{by}."
    if reader == data["whose"]:
        text = f"{text[:-1]}, who then had {data['now']}." if receiver.startswith("L") else f"{text[:-1]}, then {data['now']}."
    return Said(text, weight="detail" if reader == data["seat"] else "normal")


@told("crew short")
def crew_short(data: Mapping[str, Any], reader: str) -> Said:
    who, place = f"L{data['leader']}", data["province"]
    if reader != data["owner"]:
        are = "it is" if data["zorans"] == 1 else "they are"
        whose = f"L{data['leader']} of {data['owner']}" if data["leader"] else "An army that you do not see"
        left = f"{whose} left {_some(data['zorans'], 'zorans')} in {place}"
        return Said(f"{left}; {are} yours.", tone="good")
    parts = []
    if data["zorans"]:
        stay = "stays" if data["zorans"] == 1 else "stay"
        parts.append(f"without troops he could not carry {_some(data['zorans'], 'zorans')}, which {stay} in {place}")
    broken = [_some(data[what], what) for what in ("rams", "towers") if data[what]]
    if broken:
        few = f"he had only {_some(data['troops'], 'troops')}, too few" if data["troops"] else "he had no troops"
        parts.append(f"{few} to man {listed(broken)}, which broke up")
    return Said(f"{who} in {place}: {'; '.join(parts)}.", weight="attention", tone="bad")


@told("destroyed")
def destroyed(data: Mapping[str, Any], reader: str) -> Said:
    what = "its road" if data["what"] == "road" else _some(data["quantity"], data["what"])
    return Said(f"{_capital(_named(data['force']))} destroyed {what}.", weight="detail")


@told("built")
def built(data: Mapping[str, Any], reader: str) -> Said:
    cost = _some(data["cost"], "zorans")
    if data["what"] == "road":
        return Said(f"{data['province']} built a road for {cost}; it can be used from next turn.", tone="good")
    things = _some(data["quantity"], data["what"])
    text = f"{data['province']} built {things} for {cost}"
    if data["leader"]:
        return Said(f"{text}, for L{data['leader']}.", tone="good")
    if data["what"] == "navies":
        return Said(f"{text}; {_lying(data['navies'])} there.", tone="good")
    return Said(f"{text}; its citadel now has strength {data['csps']}.", tone="good")


@told("bought mercenaries")
def bought(data: Mapping[str, Any], reader: str) -> Said:
    text = f"L{data['leader']} hired {_some(data['troops'], 'troops')} for {_some(data['cost'], 'zorans')}"
    return Said(f"{text} and now has {data['now']}.", tone="good")


@told("navy launched")
def navy_launched(data: Mapping[str, Any], reader: str) -> Said:
    return Said(f"The Shipyards (T91) in {data['province']} launched a navy; {_lying(data['navies'])} there.", tone="good")


@told("navy gone")
def navy_gone(data: Mapping[str, Any], reader: str) -> Said:
    left = f"{data['navies']} {'is' if data['navies'] == 1 else 'are'}" if data["navies"] else "none is"
    return Said(f"Somebody sailed away from {data['province']} with a navy of yours; {left} left there.", "attention", "bad")


@told("navy came")
def navy_came(data: Mapping[str, Any], reader: str) -> Said:
    return Said(f"A navy came to {data['province']} from the sea and is yours; {_lying(data['navies'])} there.", tone="good")


@told("charmed")
def charmed(data: Mapping[str, Any], reader: str) -> Said:
    text = (
        f"The Charisma Effect (T125) brought L{data['leader']} {_some(data['troops'], 'troops')} in {data['province']}, free."
    )
    return Said(f"{text} He now has {data['now']}.", tone="good")


@told("charisma passed")
def charisma_passed(data: Mapping[str, Any], reader: str) -> Said:
    to = f"L{data['leader']}" if reader == data["owner"] else f"L{data['leader']} of {data['owner']}"
    text = f"In {data['province']} the Charisma Effect (T125) left L{data['from_']} for {to}, whose bonus is higher."
    return Said(text, tone="good" if reader == data["owner"] else "bad")
