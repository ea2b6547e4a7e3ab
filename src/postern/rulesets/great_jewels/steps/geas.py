"""Step 0: geas orders, forced on another player's leader or garrison (QJ-28.2-20, QJ-28.2-21, T99, T133, ruling 21)."""

from __future__ import annotations

from postern.game.kit.orders import Refusal
from postern.rulesets.great_jewels.orders.families import read_geas
from postern.rulesets.great_jewels.orders.model import GiveTalisman, Issued, QJOrder, Spell
from postern.rulesets.great_jewels.steps import spells
from postern.rulesets.great_jewels.steps.mercenaries import resent_spell
from postern.rulesets.great_jewels.steps.sight import probe, sees_leader, sees_province
from postern.rulesets.great_jewels.talismans.catalogue import RINGS
from postern.rulesets.great_jewels.talismans.notes import usable
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Talisman

_RINGS_OF_POWER = frozenset(number for numbers in RINGS.values() for number in numbers)


def insert_geas(turn: Turn) -> None:
    """Settles which spell each jewel casts this turn, and puts geas orders at the head of their victims' orders.

    They are then carried out as if the victim had sent them; an own exclusive order of that force gives way. A force can be
    under one geas only, the first in the order of processing.
    """
    spells.choose_spells(turn)
    for issued, spell, talisman in spells.casting(turn, "G"):
        if _handed_on(turn, issued, talisman):
            continue
        order = _order(turn, issued, spell)
        force = order.giver if order is not None else None
        if order is None or force is None or not _lays(turn, issued, spell, talisman, force):
            continue
        turn.geased.add(force)
        resent_spell(turn, issued.seat, force)
        _insert(turn, Issued(spell.player, order, 0, spell.order, geas=True))
        origin = turn.place_of(talisman.holder) if talisman.number == spells.ONE_RING and talisman.holder else ""
        if origin:
            probe(turn, spell.player, origin)
        if _sees(turn, issued.seat, force):
            turn.tell("geas laid", to=[issued.seat], force=str(force), player=spell.player, order=spell.order)
        turn.tell("geas suffered", to=[spell.player], force=str(force), order=spell.order, origin=origin)


def _insert(turn: Turn, issued: Issued) -> None:
    """At the head of the victim's orders, or at the end if he sent none."""
    place = next((index for index, one in enumerate(turn.orders) if one.seat == issued.seat), len(turn.orders))
    turn.orders = [*turn.orders[:place], issued, *turn.orders[place:]]


def _handed_on(turn: Turn, issued: Issued, talisman: Talisman) -> bool:
    """True, with a failure, when the caster hands the talisman on this turn: transfers come after step 0, yet note 1 lets it do
    nothing on the turn of its transfer, to whomever."""
    number = talisman.number
    if not any(one.seat == issued.seat and given.talisman == number for one, given in turn.given(GiveTalisman)):
        return False
    why = f"{spells.label(number)} is to be handed on this turn, and cannot be used on the turn of its transfer."
    turn.fail(issued, "TALISMAN NOT USABLE", why, "Lay the geas this turn and hand it on next turn, or the other way round.")
    return True


def _order(turn: Turn, issued: Issued, spell: Spell) -> QJOrder | None:
    """The order inside the geas; None, with the reason, when it is none that a geas can give."""
    read = read_geas(spell.order)
    if read is None or isinstance(read, Refusal):
        code, why, remedy = ("NOT UNDERSTOOD", f"The order in the geas, {spell.order}, is none.", "")
        if read is not None:
            code, why, remedy = read.code, read.why, read.remedy
        turn.fail(issued, code, why, remedy)
        return None
    if read.giver is None:
        turn.fail(issued, "TALISMAN NOT USABLE", "A geas orders one leader or one garrison; this order belongs to neither.")
        return None
    return read


def _lays(turn: Turn, issued: Issued, spell: Spell, talisman: Talisman, force: Force) -> bool:
    """True when the geas comes over the force. A failure says why not, as far as the caster sees the force."""
    if spell.player not in turn.world.players or spell.player == issued.seat:
        others = ", ".join(name for name in turn.world.players if name != issued.seat)
        why = "A geas cannot be laid on your own forces." if spell.player == issued.seat else f"No player is {spell.player}."
        return turn.fail(issued, "NOT MET", why, f"The other players are {others}.")
    ring = talisman.number == spells.ONE_RING
    if ring and not _ring_reaches(turn, issued, force):
        return False
    theirs = turn.owner_of(force) == spell.player
    if not _sees(turn, issued.seat, force):
        works = spells.attempt_unseen(turn, issued, spell, talisman, str(force))
        return works and theirs and force not in turn.geased and usable(turn, talisman, against=force)
    if not theirs:
        return turn.fail(issued, "NOT THERE", f"{force} is not {spell.player}'s.")
    if not ring and not spells.reaches(turn, issued, talisman, force, str(force)):
        return False
    if force in turn.geased:
        return turn.fail(issued, "ALREADY HAS AN ORDER", f"{force} is under another geas this turn.")
    return spells.attempt(turn, issued, spell, talisman)


def _sees(turn: Turn, seat: str, force: Force) -> bool:
    """True when the force stands on the printout from which the player wrote his orders."""
    if force.leader:
        return sees_leader(turn, seat, force.leader)
    return sees_province(turn, seat, force.garrison)


def _ring_reaches(turn: Turn, issued: Issued, force: Force) -> bool:
    """T99 reaches a visible leader with a Ring of Power, even one with a Great Jewel (QJ-28.1-196, QJ-28.1-198)."""
    if not force.leader:
        why = f"{spells.label(spells.ONE_RING)} commands leaders who carry a Ring of Power, not garrisons."
    elif not sees_leader(turn, issued.seat, force.leader):
        why = f"{force} is not on your last printout; {spells.label(spells.ONE_RING)} commands only a leader whom you can see."
    elif not any(one.number in _RINGS_OF_POWER for one in turn.held(force)):
        why = f"{force} carries no Ring of Power (T29 to T44)."
    else:
        return True
    if turn.expected and _fog_around(turn, issued.seat, force.leader):
        why = f"Fog hides what {force} carries; the geas comes over him only if he carries a Ring of Power (T29 to T44)."
        turn.note(issued, "TALISMAN NOT USABLE", why)
        return False
    return turn.fail(issued, "TALISMAN NOT USABLE", why)


def _fog_around(turn: Turn, seat: str, leader: int) -> bool:
    """True when fog (T82) hides all but number and owner of this leader from the player."""
    entries = turn.world.players[seat].seen.values()
    return any(one.number == leader and one.fogged for entry in entries if entry.turn == turn.number for one in entry.leaders)
