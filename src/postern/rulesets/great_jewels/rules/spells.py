"""Who may cast which spell: the Great Jewels, the Lesser Stones and the One Ring (section 28.2, ruling 21).

One spell order a jewel a turn stands: the first that is possible. It is chosen when the orders are opened and tested again
when its moment comes, for a jewel that has changed hands since does nothing (note 1). Orders are void when banishment,
bribery, flight or a spell took their giver away or holds him.
"""

from __future__ import annotations

from collections.abc import Iterator

from postern.rulesets.great_jewels.rules.checks import sees_leader
from postern.rulesets.great_jewels.rules.economy import resent_spell
from postern.rulesets.great_jewels.rules.hooks import has_jewel, usable
from postern.rulesets.great_jewels.tables import CATALOGUE, JEWELS, STONES, decided
from postern.rulesets.great_jewels.turn import orders
from postern.rulesets.great_jewels.turn.orders import Issued, Spell, UseTalisman
from postern.rulesets.great_jewels.turn.state import EXCLUSIVE_TALISMANS, Turn
from postern.rulesets.great_jewels.world.records import Force, Leader, Talisman

_LATER = (orders.Raid, orders.Destroy, orders.BuyMercenaries, orders.Unlock)
"""Orders of a force that are carried out after step 2e, beside those of which it has one a turn."""


def void_orders(turn: Turn, force: Force, why: str, *, all_later: bool = False) -> None:
    """Takes back the orders of a force to move, sail, attack or ravage, with a talisman too; ``all_later``: every order
    of step 2f and after, and whatever else is still to come. Their giver reads why."""
    settled = {id(issued) for issued in turn.done} | {id(failure.issued) for failure in turn.failures if not failure.note}
    kept = []
    for issued in turn.orders:
        if id(issued) not in settled and _bound(turn, issued.order, force, all_later):
            turn.fail(issued, "ALREADY HAS AN ORDER", why)
        else:
            kept.append(issued)
    turn.orders = kept
    turn.exclusive.pop(force, None)
    if all_later:
        turn.void.add(force)


def _bound(turn: Turn, order: orders.QJOrder, force: Force, all_later: bool) -> bool:
    if isinstance(order, orders.UseTalisman):
        holder = turn.world.talismans[order.talisman].holder
        return order.talisman in EXCLUSIVE_TALISMANS and holder == force
    return (order.sole or (all_later and isinstance(order, _LATER))) and order.giver == force


ONE_RING = 99
SPELLS = {
    "TL": "Transport Leader",
    "B": "Double Bonus",
    "S": "Seal Province",
    "P": "Protect Leader",
    "C": "Blast Citadel",
    "X": "Change Terrain",
    "L": "Spy",
    "D": "Move Drevonyx",
    "G": "Geas",
}
_LETTER_OF = {number: letter for letter, number in STONES.items()} | {ONE_RING: "G"}


def label(number: int) -> str:
    """``T45 "PALANTIR"``."""
    return f'T{number} "{CATALOGUE[number].name}"'


def choose_spells(turn: Turn) -> None:
    """Fills ``turn.spells``: for each talisman the first order that its holder may give (QJ-28.2-05, QJ-28.2-09)."""
    for issued, spell in turn.given(Spell):
        problem = _problem(turn, issued, spell)
        if problem is None:
            turn.spells[spell.talisman] = issued
        else:
            turn.fail(issued, *problem)


def _problem(turn: Turn, issued: Issued, spell: Spell) -> tuple[str, str, str] | None:
    number = spell.talisman
    if number not in JEWELS and number not in _LETTER_OF:
        return "TALISMAN NOT USABLE", f"T{number} casts no spells.", "Spells come from T1 to T3 and T133 to T141."
    if number in _LETTER_OF and _LETTER_OF[number] != spell.letter:
        own = _LETTER_OF[number]
        return (
            "TALISMAN NOT USABLE",
            f"{label(number)} casts only {SPELLS[own]} ({own}), not {SPELLS[spell.letter]}.",
            f"Write T{number}={own}...",
        )
    talisman = turn.world.talismans[number]
    if talisman.holder is None or turn.owner_of(talisman.holder) != issued.seat:
        return "NOT YOURS", f"{label(number)} is with none of your leaders or garrisons.", ""
    if number in JEWELS and talisman.word == spell.letter and talisman.used == turn.number - 1:
        return (
            "TWO TURNS IN A ROW",
            f"T{number} cast {SPELLS[spell.letter]} last turn and cannot cast the same spell two turns in a row.",
            "Another spell is possible now.",
        )
    if number in turn.spells:
        return (
            "ALREADY HAS AN ORDER",
            f"T{number} casts {turn.spells[number].code} this turn; one spell a turn is possible.",
            "Take one of the two lines out.",
        )
    return None


def casting(turn: Turn, letter: str) -> Iterator[tuple[Issued, Spell, Talisman]]:
    """The chosen spells of this letter whose talisman is still with its player and may act now; the others fail."""
    for issued in list(turn.spells.values()):
        spell = issued.order
        assert isinstance(spell, Spell)
        if spell.letter == letter and not turn.is_void(issued):
            talisman = turn.world.talismans[spell.talisman]
            if ready(turn, issued, talisman):
                yield issued, spell, talisman


def ready(turn: Turn, issued: Issued, talisman: Talisman) -> bool:
    """True when the talisman is the giver's and may act at this moment; a failure says why not."""
    number = talisman.number
    if talisman.holder is None or turn.owner_of(talisman.holder) != issued.seat:
        return turn.fail(issued, "NOT YOURS", f"{label(number)} is with none of your leaders or garrisons now.")
    if usable(turn, talisman):
        return True
    if talisman.dead_until >= turn.number:
        why = f"{label(number)} has played a trick and does nothing before turn {talisman.dead_until + 1}."
    elif talisman.gained >= turn.number and 1 in CATALOGUE[number].notes:
        why = f"{label(number)} came to its holder only this turn; it can be used from turn {turn.number + 1} on."
    elif 5 in CATALOGUE[number].notes and has_jewel(turn, talisman.holder):
        why = f"{label(number)} does not work beside a Great Jewel."
    elif CATALOGUE[number].on == "garrison":
        why = f"{label(number)} works only in a garrison; {talisman.holder} carries it."
    else:
        why = f"{label(number)} works only on a leader; it lies in {talisman.holder.garrison}."
    return turn.fail(issued, "TALISMAN NOT USABLE", why)


def struck_leader(turn: Turn, issued: Issued, spell: Spell, talisman: Talisman) -> Leader | None:
    """Casts a spell on a leader; gives him back if it works on him.

    For a leader whom the caster sees, reasons against it are told (immune). Cast on one whom he does not see, the spell is
    spent whether he lives or not, and the caster does not learn what came of it.
    """
    number = spell.leader
    leader = turn.leader(number)
    if sees_leader(turn, issued.seat, number) and leader is not None:
        immune = not reaches(turn, issued, talisman, Force(leader=number), f"L{number}")
        if immune or not attempt(turn, issued, spell, talisman):
            return None
    else:
        works = attempt_unseen(turn, issued, spell, talisman, f"L{number}")
        if leader is None or not works or not usable(turn, talisman, against=Force(leader=number)):
            return None
    resent_spell(turn, issued.seat, Force(leader=number))
    return leader


def attempt_unseen(turn: Turn, issued: Issued, spell: Spell, talisman: Talisman, target: str) -> bool:
    """An attempt on a target that the caster does not see now: he is told that it was made, and no more."""
    if turn.expected:
        turn.note(issued, "NOT THERE", f"{target} is not on your last printout: you will not learn what the spell does there.")
    works = attempt(turn, issued, spell, talisman)
    if works:
        turn.tell("cast unseen", to=[issued.seat], talisman=talisman.number, spell=SPELLS[spell.letter], target=target)
    return works


def reaches(turn: Turn, issued: Issued, talisman: Talisman, force: Force, name: str) -> bool:
    """True when notes 3 and 4 let the talisman work against this force; a failure says why not."""
    if usable(turn, talisman, against=force):
        return True
    why = f"{name} is immune: no player's, or with a Great Jewel."
    return turn.fail(issued, "TALISMAN NOT USABLE", why)


def attempt(turn: Turn, issued: Issued, spell: Spell, talisman: Talisman) -> bool:
    """Notes a legal attempt; True when the spell works. A Lesser Stone works in 40 of 100 attempts (QJ-28.1-305)."""
    talisman.word, talisman.used = spell.letter, turn.number
    turn.carried_out(issued)
    if talisman.number in JEWELS or talisman.number == ONE_RING:
        return True
    if turn.expected:
        return False
    works = turn.stream("stone", talisman.number).percent(decided("powers")["stone"])
    if not works:
        turn.tell("stone failed", to=[issued.seat], talisman=talisman.number, spell=SPELLS[spell.letter])
    return works


def uses(turn: Turn, number: int) -> Iterator[tuple[Issued, UseTalisman, Talisman]]:
    """The orders for one talisman whose holder may use it now; the others fail with the reason."""
    for issued, order in list(turn.given(UseTalisman)):
        if order.talisman == number and ready(turn, issued, turn.world.talismans[number]):
            yield issued, order, turn.world.talismans[number]
