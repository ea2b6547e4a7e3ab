"""What the tellings say of a turn that has run, said of one that may yet come: "L13 moved" becomes "L13 would move"."""

from __future__ import annotations

import re
from dataclasses import replace

from postern.game.report import Battle, Column

_PHRASES = {
    "and now has": "and then have",
    "now has": "would then have",
    "now lies": "would then lie",
    "now lie": "would then lie",
    "then had": "would then have",
    "had": "would have",
    "has recovered": "would recover",
    "have fallen": "would fall",
    "has woken": "would wake",
    "has gone": "would go",
    "has wandered": "would wander",
    "has done its work and gone": "would do its work and go",
    "have seen": "would have seen",
    "did": "would",
    "did nothing": "would do nothing",
    "does nothing": "would do nothing",
    "So did he": "So would he",
    "yields": "would yield",
    "eats": "would eat",
    "are its garrison": "be its garrison",
    "is its garrison": "be its garrison",
    "is still": "would still be",
    "is now": "would then be",
    "is": "would be",
    "are": "would be",
    "goes on": "would go on",
    "goes": "would go",
    "besiege": "would besiege",
    "gain": "would gain",
    "lose": "would lose",
    "raid": "would raid",
    "raids": "would raid",
    "take": "would take",
    "stay": "would stay",
    "fight": "would fight",
    "lives": "would live",
    "tries": "would try",
    "builds": "would build",
    "falls": "would fall",
    "serves": "would serve",
    "hold": "would hold",
    "guard": "would guard",
    "strikes": "would strike",
    "hides": "would hide",
    "stands at": "would stand at",
    "sell": "would sell",
}
"""Phrases with their own way, the longest that fits first."""

_KEPT = (
    "his chance is", "his chance was", "whose tax rate is", "whose bonus is", "what they gained", "Bonus gained", "who stay",
    "is empty", "is there", "is higher", "could not", "cannot", "that they take", "where he is",
    "to lose", "left or arrived",
)  # fmt: skip
"""What is said as it is."""

_PAST = (
    "added-add arrived-arrive ate-eat attacked-attack assaulted-assault became-become blasted-blast broke-break "
    "brought-bring built-build burnt-burn came-come captured-capture carried-carry cast-cast changed-change destroyed-destroy "
    "died-die divided-divide drew-draw drove-drive drowned-drown ended-end fell-fall flew-fly force-marched-force-march "
    "found-find gave-give halved-halve handed-hand hatched-hatch healed-heal held-hold hired-hire joined-join killed-kill "
    "laid-lay landed-land launched-launch leapt-leap lost-lose moved-move perished-perish played-play protected-protect "
    "raided-raid raised-raise razed-raze rebelled-rebel recovered-recover rose-rise sailed-sail sang-sing scored-score "
    "sent-send sold-sell stole-steal stomped-stomp stood-stand struck-strike threw-throw took-take trickled-trickle "
    "tried-try turned-turn unlocked-unlock vanished-vanish was-be went-go were-be won-win worked-work"
)
_BASE = {past: base for past, _, base in (pair.rpartition("-") for pair in _PAST.split())} | {"force-marched": "force-march"}
_WORDS = {**{kept: kept for kept in _KEPT}, **_PHRASES, **{past: f"would {base}" for past, base in _BASE.items()}}
_FOUND = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(map(re.escape, _WORDS), key=len, reverse=True))})(?![\w-])")
_PASSIVE = re.compile(r"\b(?:was|were|is|are|be|been)(?: \w+)?(?: \w+ (?:and|or))? $")
_SHARED = re.compile(r"\b(?:and|or|but) $")


def foreseen(text: str) -> str:
    """The sentences of a telling as of something that would happen."""
    return _FOUND.sub(lambda match: _said(match.group(), text[: match.start()]), text)


def foreseen_battle(battle: Battle) -> Battle:
    """The account of a battle as of one that would be fought."""
    columns = [Column("What it would do", wide=True) if one.title == "What it did" else one for one in battle.forces.columns]
    at = next((place for place, one in enumerate(columns) if one.title == "What it would do"), -1)
    rows = (tuple(foreseen(cell) if place == at else cell for place, cell in enumerate(row)) for row in battle.forces.rows)
    return replace(
        battle,
        forces=replace(battle.forces, columns=tuple(columns), rows=tuple(rows)),
        losses=tuple(map(foreseen, battle.losses)),
        outcome=foreseen(battle.outcome),
        spoils=tuple(map(foreseen, battle.spoils)),
    )


def _said(found: str, before: str) -> str:
    """A verb alone stays where it belongs to "was" before it, and goes without "would" behind "and"."""
    if found in _BASE and _PASSIVE.search(before):
        return found
    if found in _BASE and _SHARED.search(before):
        return _BASE[found]
    return _WORDS[found]
