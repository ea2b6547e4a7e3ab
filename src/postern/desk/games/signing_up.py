"""What a JOIN letter says of the seat, read by the game's rules; the desk adds reserved names, and names as bare words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from postern.desk.settings.rulesets import AnyRuleset
from postern.game.orders import NOT_TAKEN, Problem
from postern.game.ruleset import Signup

MASTER = frozenset({"GM", "GAMEMASTER", "MASTER", "MODERATOR"})
"""Whom a player writes to who writes to the game master."""
EVERYBODY = frozenset({"ALL", "EVERYBODY", "EVERYONE"})
_RESERVED = MASTER | EVERYBODY | {"POSTERN", "HOST", "ANON", "ANONYMOUS", "OBSERVER", "OBSERVERS", "PLAYER"}
_LOOK_ALIKE = str.maketrans(
    # Cyrillic, Greek, Cherokee and small capitals, and digits, that look like Latin capitals.
    "АВСЕНІЈКМОРЅТХУԌԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹᏀᎷᎪᏞᎻᏚᎢᎬᏒᎠᏢɢᴍᴀʟʜᴏꜱᴛᴇʀᴅᴘɴ01345789",
    "ABCEHIJKMOPSTXYGWABEZHIKMNOPTYXCGMALHSTERDPGMALHOSTERDPNOIEASTBG",
)
_NAME_ALONE = re.compile(
    r"(?:(?:and\s+)?(?:as|named|called|call\s+me|my\s+name\s+is|i\s+am|i'm)\s+)?(?P<name>[^\W\d_]{2,20})[.!]*", re.IGNORECASE
)
_COURTESIES = frozenset("AGAIN ASAP BITTE CHEERS DANKE HELLO HI NOW OK PLEASE PLS PLZ SOON THANKS THX TODAY TOO YES".split())
_KEPT = "{} is kept for the game master and for this desk, so that nobody takes letters to them for letters to a player."


def plain(name: str) -> str:
    """A name as it looks: in Latin capitals, also what looks like one (letters of other alphabets, digits), nothing between."""
    letters = unicodedata.normalize("NFKD", name).upper().translate(_LOOK_ALIKE)
    return "".join(letter for letter in letters if letter.isalpha())


def is_reserved(name: str) -> bool:
    """Whether a name is kept in every game, or looks like one that is."""
    seen = plain(name)
    # A one may stand for an L as well as for an I.
    return seen in _RESERVED or plain(name.replace("1", "L").replace("|", "L")) in _RESERVED


def read_signup(
    rules: AnyRuleset, text: str, taken: Sequence[str], options: Mapping[str, Any] = MappingProxyType({})
) -> tuple[Signup | None, list[Problem]]:
    """As ``Ruleset.signup``; a name that is kept for the desk is refused in every game."""
    signup, problems = rules.signup(text, taken, options)
    if signup is None or not is_reserved(signup.name):
        return signup, problems
    remedy = "Choose another, and write a line like"
    return None, [Problem("NAME RESERVED", 0, _KEPT.format(signup.name), remedy, "NAME=ORLA"), *problems]


def with_name(rules: AnyRuleset, said: str, options: Mapping[str, Any] = MappingProxyType({})) -> str:
    """What stands behind the game on a line of JOIN: a bare word that is no wish of the game's is the name (JOIN QJ-1 KING)."""
    found = _NAME_ALONE.fullmatch(said.strip())
    if found is None or found["name"].upper() in _COURTESIES or says_something(rules, said, options):
        return said
    return f"NAME={found['name']}"


def says_something(rules: AnyRuleset, line: str, options: Mapping[str, Any]) -> bool:
    """Whether the game's rules read a wish in a line."""
    signup, problems = rules.signup(line, (), options)
    return (signup, [problem for problem in problems if problem.code != NOT_TAKEN]) != rules.signup("", (), options)
