"""Encounter plans (AK-D5.0-01): lists of tactics as players write them, read and put into the order that the rules allow."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from postern.game.kit.orders.kinds import Refusal
from postern.rulesets.adventurer_kings.tables import TABLES

PEACEFUL = ("SC", "TA", "SA", "FU", "GI", "ST")
AGGRESSIVE = ("CA", "US", "FI", "ME")
NOT_IN_SPECIAL = ("TA", "FU", "ST")
"""What a special plan may not contain (AK-P5.10-05)."""
NAMES = {
    "SC": "scout",
    "TA": "talk",
    "SA": "say",
    "FU": "fulfil",
    "GI": "give",
    "ST": "steal",
    "CA": "cast",
    "US": "use",
    "FI": "fire arrows",
    "ME": "melee",
    "FL": "flee",
}
_ARGUMENT = {"SA": r"[A-Z0-9'-]+", "GI": r"[0-9]+G?", "CA": r"[A-Z]{2}", "US": r"[0-9]+"}
_RANKS = {"SC": 0, "TA": 1, "SA": 1, "FU": 1, "GI": 1, "ST": 2, "CA": 3, "US": 3, "FI": 3, "ME": 3}
_NEAR = 55


@dataclass(frozen=True, slots=True)
class Tactic:
    """One tactic: its code, and the word, item, gold (``8G``) or spell behind its dash."""

    code: str
    what: str = ""

    def __str__(self) -> str:
        return f"{self.code}-{self.what}" if self.what else self.code

    @property
    def peaceful(self) -> bool:
        """Whether it belongs to the first stage of an encounter (AK-D5.0-02)."""
        return self.code in PEACEFUL


@dataclass(frozen=True, slots=True)
class Plan:
    """The tactics of a plan in the order of preference. ``cut`` says why tactics behind these were left out, "" where all
    stand."""

    tactics: tuple[Tactic, ...] = ()
    cut: str = ""

    def __str__(self) -> str:
        return ", ".join(map(str, self.tactics))


def read_plan(text: str) -> Plan | Refusal:
    """Return the plan that a text in capitals says, cut at the first tactic that may not stand where it does (AK-D5.0-01), or
    the reason why it is none."""
    written = [part.strip() for part in text.split(",")]
    most = TABLES.number("plan_tactics_max")
    if len(written) > most:
        return Refusal("TACTICS", f"A plan has at most {most} tactics; this one has {len(written)}.", "Leave some out.")
    tactics = []
    for one in written:
        found = _tactic(one)
        if isinstance(found, Refusal):
            return found
        tactics.append(found)
    return _in_order(tactics)


def _tactic(text: str) -> Tactic | Refusal:
    code, _, what = text.replace(" ", "").partition("-")
    if code not in NAMES:
        near = process.extractOne(
            code, [*NAMES, *(name.upper() for name in NAMES.values())], scorer=fuzz.ratio, score_cutoff=_NEAR
        )
        names = {name.upper(): key for key, name in NAMES.items()}
        best = names.get(near[0], near[0]) if near else "ME"
        listed = ", ".join(f"{key} ({name})" for key, name in NAMES.items())
        return Refusal("TACTIC", f"{text[:20] or 'nothing'} is no tactic; there are {listed}.", f"You could write {best}.")
    wanted = _ARGUMENT.get(code, "")
    if not re.fullmatch(wanted, what):
        shape = {"SA": "SA-WORD", "GI": "GI-13 for item 13 or GI-8G for 8 gold", "CA": "CA-FB", "US": "US-38"}.get(code, code)
        return Refusal("TACTIC", f"{text[:20]} is not how that tactic is written.", f"It is written {shape}.")
    if code == "CA":
        spell = TABLES.spells.get(what)
        if spell is None or spell.kind != "encounter":
            known = ", ".join(one.code for one in TABLES.spells.values() if one.kind == "encounter")
            if spell is not None:
                why = f"{spell.name} is no spell of encounters; the order CA {what} casts it."
                return Refusal("SPELL", why, f"Spells of encounters are {known}.")
            return Refusal("SPELL", f"There is no spell {what}.", f"Spells of encounters are {known}.")
    return Tactic(code, what)


def _in_order(tactics: list[Tactic]) -> Plan:
    """Cut a plan at the first tactic that is out of order: scouting first, then talk and gifts, then theft, before which only
    Invisibility may be cast, then all that is aggressive; flight anywhere."""
    rank = 0
    for place, one in enumerate(tactics):
        if one.code == "FL":
            continue
        own = _RANKS[one.code]
        before_theft = one == Tactic("CA", "IN") and any(later.code == "ST" for later in tactics[place:])
        if before_theft:
            own = max(rank, _RANKS["ST"])
        if own < rank:
            why = f"{one} may not stand behind {tactics[place - 1]}: the plan ends before it."
            return Plan(tuple(tactics[:place]), why)
        rank = own
    return Plan(tuple(tactics))


def special_fault(plan: Plan) -> str:
    """Return why a plan cannot be a special one, "" where it can."""
    wrong = sorted({one.code for one in plan.tactics if one.code in NOT_IN_SPECIAL})
    return f"Special plans may not contain TA, FU or ST; this one has {', '.join(wrong)}." if wrong else ""
