"""The forms of orders as tables: a pattern with named tokens, and what it makes.

Book forms are matched against a piece without blanks (``<who>T<q>(?P<goods>[TZ])<whom>``), plain-word forms against the same
piece in simple words. Every token in angle brackets is one named group; ``Form.read`` checks them all (does the province
exist, is the quantity more than nothing) before anything is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from postern.rulesets.great_jewels import geography
from postern.rulesets.great_jewels.orders.model import QJOrder
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE
from postern.rulesets.great_jewels.world import Force

PROVINCE = r"[A-S]0*[1-9][0-9]?(?![0-9])"
_NUMBER = r"[0-9]{1,9}(?![0-9])"

TOKENS: dict[str, str] = {
    "n": rf"(?P<n>{_NUMBER})",
    "m": rf"(?P<m>{_NUMBER})",
    "t": rf"(?P<t>{_NUMBER})",
    "q": rf"(?P<q>#|ALL|{_NUMBER})",
    "p": rf"(?P<p>{PROVINCE})",
    "r": rf"(?P<r>{PROVINCE})",
    "path": rf"(?P<path>(?:{PROVINCE})+)",
    "name": r"\[?(?P<name>[A-Z]{2,6})\]?",
    "who": rf"(?:L(?P<n>{_NUMBER})|G(?P<p>{PROVINCE}))",
    "whom": rf"(?:L(?P<m>{_NUMBER})|(?P<g>G(?:ARRISON)?)(?P<at>{PROVINCE})?)",
    # plain words: a garrison may be named by its province alone
    "giver": rf"(?:L(?P<n>{_NUMBER})|G?(?P<p>{PROVINCE}))",
    "own": rf"G?(?P<p>{PROVINCE})",
    "taker": rf"(?:L(?P<m>{_NUMBER})|(?P<g>GARRISON|G(?=$| ))|G?(?P<at>{PROVINCE}))",
    "way": rf"(?P<path>{PROVINCE}(?: {PROVINCE})*)",
}


ANY_LEADER, ANY_PLACE = "<leader>", "<place>"
"""In the remedy of a refusal: one of the reader's leaders, and a province next to him (``examples.filled``)."""


def leader_in(province: str) -> str:
    """In the remedy of a refusal: one of the reader's leaders in this province."""
    return f"<leader in {province}>"


def handing(talisman: int) -> str:
    """In the remedy of a refusal: how the reader can hand this talisman on."""
    return f"<handing T{talisman}>"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A piece that was recognised but cannot be an order: an error code, why, what to write, a line to paste."""

    code: str
    why: str
    remedy: str = ""
    paste: str = ""


@dataclass(frozen=True)
class Form:
    """One form of an order. ``name`` is the book's skeleton, shown when a player's line is close to it."""

    pattern: str
    make: Callable[[re.Match[str]], QJOrder | Refusal]
    name: str = ""
    meaning: str = ""

    @cached_property
    def regex(self) -> re.Pattern[str]:
        return re.compile(re.sub(r"(?<!P)<([a-z]+)>", lambda token: TOKENS[token[1]], self.pattern))

    def read(self, text: str) -> tuple[QJOrder | Refusal, re.Match[str]] | None:
        """The order in this text (with the match), a refusal, or None when the text has another form."""
        match = self.regex.fullmatch(text)
        if match is None:
            return None
        refusal = _checked(match)
        return (self.make(match) if refusal is None else refusal), match


def _checked(match: re.Match[str]) -> Refusal | None:
    groups = match.groupdict()
    for key in ("p", "r", "at", "path", "goal"):
        for name in re.findall(PROVINCE, groups.get(key) or ""):
            if not geography.exists(clean(name)):
                return no_such_province(clean(name))
    for key in ("n", "m"):
        if (number := groups.get(key)) and int(number) == 0:
            return Refusal("NO SUCH LEADER", "Leaders are counted from L1.", "Write the number of one of your leaders.")
    if (talisman := groups.get("t")) and int(talisman) not in CATALOGUE:
        return Refusal("TALISMAN NOT USABLE", f"There is no T{int(talisman)}: talismans are T1 to T{max(CATALOGUE)}.")
    amount = groups.get("q")
    if amount and amount not in ("#", "ALL") and int(amount) == 0:
        return Refusal("NOT UNDERSTOOD", "The quantity is 0; it needs to be 1 or more.", "Write how many, or # for all.")
    return None


def no_such_province(name: str) -> Refusal:
    """The refusal for a name off the map, with the extent of its row."""
    row = [place for place in geography.PROVINCES if place[0] == name[0]]
    nearest = min(row, key=lambda place: abs(int(place[1:]) - int(name[1:])))
    return Refusal(
        "NO SUCH PROVINCE",
        f"There is no province {name}: row {name[0]} runs from {row[0]} to {row[-1]}.",
        f"The nearest in that row is {nearest}.",
    )


def clean(province: str) -> str:
    """B04 is B4."""
    return f"{province[0]}{int(province[1:])}"


def way(match: re.Match[str]) -> tuple[str, ...]:
    """The provinces of a path, in order."""
    return tuple(clean(name) for name in re.findall(PROVINCE, match["path"]))


def force(match: re.Match[str]) -> Force:
    """The leader ``n`` or the garrison of ``p``."""
    if match.groupdict().get("n"):
        return Force(leader=int(match["n"]))
    return Force(garrison=clean(match["p"]))


def goal(match: re.Match[str]) -> int | None:
    """The leader ``m``, or None for the garrison."""
    return int(match["m"]) if match["m"] else None


def quantity(match: re.Match[str]) -> int | None:
    """The quantity ``q``; None for all of it."""
    return None if match["q"] in ("#", "ALL") else int(match["q"])


def amount_text(number: int | None) -> str:
    """A quantity as the book writes it."""
    return "#" if number is None else str(number)
