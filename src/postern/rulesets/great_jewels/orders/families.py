"""All order families in one table: how each is read, and how each order is written back in the book's form."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import Protocol

from postern.rulesets.great_jewels.orders import (
    attacks,
    builds,
    destroying,
    messages,
    misc,
    moves,
    powers,
    raids,
    status,
    transfers,
)
from postern.rulesets.great_jewels.orders.forms import Form, Refusal
from postern.rulesets.great_jewels.orders.model import (
    AutoWaylay,
    BuildEngines,
    ChoosePeople,
    DeclareAlly,
    EndVote,
    GiveTalisman,
    Message,
    Muster,
    QJOrder,
    Spell,
    Transfer,
    UseTalisman,
)
from postern.rulesets.great_jewels.orders.plain import simplify
from postern.rulesets.great_jewels.orders.scene import Scene


class Family(Protocol):
    """What every module of an order family offers."""

    def code(self, order: QJOrder) -> str: ...

    def words(self, order: QJOrder, scene: Scene) -> str: ...


FAMILIES: tuple[Family, ...] = (transfers, moves, raids, attacks, builds, status, destroying, misc, powers, messages)
BOOK: tuple[Form, ...] = tuple(
    form for family in (transfers, moves, raids, attacks, builds, status, destroying, misc) for form in family.BOOK
)
PLAIN: tuple[Form, ...] = tuple(
    form for family in (transfers, moves, raids, attacks, builds, status, destroying, misc) for form in family.PLAIN
)
NAMED: tuple[Form, ...] = tuple(form for form in (*BOOK, *powers.NAMES) if form.name)
"""The forms that have a skeleton to show."""

Found = tuple[QJOrder | Refusal, "re.Match[str] | None"]
_KEPT = 4_096
"""Pieces whose reading is kept in memory: a player's next letter says most of the last one again."""
_PERSONAL = (GiveTalisman, DeclareAlly, AutoWaylay, EndVote, ChoosePeople, Message, Spell, UseTalisman)
_SHARED = (Transfer, Muster, BuildEngines)
_BARE_LEADER = re.compile(r"[0-9]")


def code_of(order: QJOrder) -> str:
    """An order in the book's form; a message as its D= line only."""
    for family in FAMILIES:
        if text := family.code(order):
            return text
    raise AssertionError(f"no family writes {order!r}")


@functools.lru_cache(maxsize=_KEPT)
def read_book(compact: str) -> Found | None:
    """The order in a piece without blanks, in capitals; a refusal; or None when no form of the book fits."""
    if assignment := powers.BOOK_ASSIGNMENT.fullmatch(compact):
        return powers.read_power(int(assignment[1]), assignment[2], read_geas), None
    for form in BOOK if _any_book().fullmatch(compact) else ():
        if found := form.read(compact):
            return found
    if _BARE_LEADER.match(compact):  # a missing L before a leader's number (ruling 24)
        return read_book("L" + compact)
    return None


@functools.cache
def _any_book() -> re.Pattern[str]:
    return _any(BOOK)


@functools.cache
def _any_plain() -> re.Pattern[str]:
    return _any(PLAIN)


def _any(forms: Iterable[Form]) -> re.Pattern[str]:
    """These forms in one: most of what is tried in guessing has none of them, and is soon done with."""
    return re.compile("|".join(f"(?:{re.sub(r'[(][?]P<[a-z]+>', '(?:', form.regex.pattern)})" for form in forms))


@functools.lru_cache(maxsize=_KEPT)
def read_plain(spaced: str) -> Found | None:
    """The order in plain words, a refusal, or None."""
    simple = simplify(spaced)
    if _BARE_LEADER.match(simple) and (found := _plain("L" + simple)):
        return found
    return _plain(simple)


def _plain(simple: str) -> Found | None:
    for form in PLAIN if _any_plain().fullmatch(simple) else ():
        if found := form.read(simple):
            return found
    power = powers.read_plain_power(simple, read_geas)
    return (power, None) if power is not None else None


def read_geas(compact: str) -> QJOrder | Refusal | None:
    """One order as a geas may give it: for one leader or garrison, none of the player's own (ruling 21), and none in which a
    second force has a part (QJ-28.2-21, ruling 32).

    None when the text has no form of the book; a refusal says why it cannot be.
    """
    if powers.BOOK_ASSIGNMENT.fullmatch(compact) or compact.startswith("D="):
        return _no_geas()
    found = read_book(compact)
    if found is None:
        return None
    order = found[0]
    if isinstance(order, _SHARED):
        return _for_one_only()
    return _no_geas() if isinstance(order, _PERSONAL) else order


def _for_one_only() -> Refusal:
    return Refusal(
        "TALISMAN NOT USABLE",
        "A geas orders one leader or one garrison; transfers, musters and the building of engines take two forces.",
        "For example T1=GL13MB4[LORD], with a leader of his, a way and his owner.",
    )


def _no_geas() -> Refusal:
    return Refusal(
        "TALISMAN NOT USABLE",
        "A geas orders one leader or one garrison; talismans, alliances, messages and settings stay with their owner.",
        "For example T1=GL13MB4[LORD], with a leader of his, a way and his owner.",
    )


def parse(code: str) -> QJOrder | None:
    """The order that a line in the book's form says, without any player's view; None when it says none."""
    found = read_book(code.upper().replace(" ", ""))
    return None if found is None or isinstance(found[0], Refusal) else found[0]
