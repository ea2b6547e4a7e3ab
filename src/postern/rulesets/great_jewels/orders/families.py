"""All orders in one table: how each is read, and how each is written back in the book's form."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import replace

from postern.game.kit.orders.grammar import Found, Grammar
from postern.game.kit.orders.kinds import Refusal
from postern.rulesets.great_jewels.knowledge import TERRAIN_NAMES, Scene
from postern.rulesets.great_jewels.orders import attacks, building, choices, messages, moves, raids, talismans, transfers
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, ORDERS, TYPES
from postern.rulesets.great_jewels.orders.text import simplify
from postern.rulesets.great_jewels.tables import CATALOGUE, spoken
from postern.rulesets.great_jewels.turn.orders import BuildEngines, Muster, QJOrder, Transfer
from postern.rulesets.great_jewels.world.records import Force, Terrain

_KINDS = (
    *transfers.KINDS,
    *talismans.HANDING_KINDS,
    *moves.KINDS,
    *raids.KINDS,
    *attacks.KINDS,
    *building.CITADEL_KINDS,
    *building.KINDS,
    *choices.STATUS_KINDS,
    *building.DESTROYING_KINDS,
    *raids.RAVAGING_KINDS,
    *transfers.HIRING_KINDS,
    *talismans.UNLOCKING_KINDS,
    *choices.KINDS,
    *talismans.POWER_KINDS,
    *messages.KINDS,
)
"""All kinds of orders, in the order in which their forms are tried and told."""
if ORDERS.left:
    raise ValueError(f"data/orders.toml: no module of orders/ makes a kind of {', '.join(ORDERS.left)}")
_PERSONAL = "talismans, alliances, messages and settings stay with their owner"
_SHARED = (Transfer, Muster, BuildEngines)
_ASSIGNED = re.compile(r"T0*[0-9]{1,9}=.*|D=.*")
_KEPT = 4_096
"""Pieces in plain words whose reading is kept in memory."""
_ZEROS = re.compile(r"T0+(?=[0-9]+=)")
_BARE_LEADER = re.compile(r"[0-9]")


def _geas_text(text: str) -> str | Refusal:
    order = read_geas(text)
    if order is None:
        return Refusal(
            NOT_UNDERSTOOD,
            f"The order inside the geas, {text[:40]}, could not be read.",
            "It needs to be one order of the victim's own, for example GL13MB4[LORD] behind the =.",
        )
    return order if isinstance(order, Refusal) else text


GRAMMAR = Grammar(_KINDS, {**TYPES, "order": replace(TYPES["order"], read=_geas_text)})


def code_of(order: QJOrder) -> str:
    """An order in the book's form; a message as its D= line only."""
    return GRAMMAR.code_of(order)


def words_of(order: QJOrder, scene: Scene) -> str:
    """Plain words for one order in this scene, with its consequence in numbers where it is known."""
    return GRAMMAR.words_of(order, scene, _told)


def _told(name: str, value: object, scene: Scene) -> Iterator[tuple[str, object]]:
    """The value of a field in words; of a leader also whose he is (``whom``), of a talisman its name (``power``, ``other``)."""
    match value:
        case Force():
            yield name, scene.force(value)
        case Terrain():
            yield name, TERRAIN_NAMES[value]
        case str():
            yield name, spoken(value)
        case _:
            yield name, value
    if isinstance(value, int) and name == "leader":
        yield "whom", scene.leader(value)
    if value in CATALOGUE and name in ("talisman", "number"):
        yield "power" if name == "talisman" else "other", f"T{value} ({CATALOGUE[value].name})"


def read_book(compact: str) -> Found | None:
    """What a piece without blanks, in capitals, says in the book's form; None when no form of the book fits."""
    found = GRAMMAR.find(_ZEROS.sub("T", compact))
    if found is None and _BARE_LEADER.match(compact):  # a missing L before a leader's number (ruling 24)
        return read_book("L" + compact)
    return found


@functools.lru_cache(maxsize=_KEPT)
def read_plain(spaced: str) -> Found | None:
    """What a piece says in plain words, or None."""
    simple = simplify(spaced)
    if _BARE_LEADER.match(simple) and (found := _plain("L" + simple)):
        return found
    return _plain(simple)


def _plain(simple: str) -> Found | None:
    if found := GRAMMAR.said(simple):
        return found
    code = talismans.code_said(simple)
    return GRAMMAR.find(code) if code else None


def read_geas(compact: str) -> QJOrder | Refusal | None:
    """One order as a geas may give it (QJ-28.2-20): for one leader or garrison, none of the player's own (ruling 21), and none
    in which a second force has a part (QJ-28.2-21, ruling 32).

    None when the text has no form of the book; a refusal says why it cannot be.
    """
    if _ASSIGNED.fullmatch(compact):
        return _no_geas(_PERSONAL)
    found = read_book(compact)
    if found is None:
        return None
    order: QJOrder | Refusal = found.order
    if isinstance(order, _SHARED):
        return _no_geas("transfers, musters and the building of engines take two forces")
    return order if isinstance(order, Refusal) or order.giver else _no_geas(_PERSONAL)


def _no_geas(reason: str) -> Refusal:
    return Refusal(
        "TALISMAN NOT USABLE",
        f"A geas orders one leader or one garrison; {reason}.",
        "For example T1=GL13MB4[LORD], with a leader of his, a way and his owner.",
    )


def parse(code: str) -> QJOrder | None:
    """The order that a line in the book's form says, without any player's view; None when it says none."""
    found = read_book(code.upper().replace(" ", ""))
    return None if found is None or isinstance(found.order, Refusal) else found.order
