"""The eight notes below the talisman list (QJ-28.1 notes 1 to 8), tested at the moment of use."""

from __future__ import annotations

from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, JEWELS
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import LOTU, NOBODY, Force, Talisman


def has_jewel(turn: Turn, force: Force) -> bool:
    """True when a Great Jewel is with this leader, or in this garrison."""
    return any(talisman.number in JEWELS for talisman in turn.held(force))


def usable(
    turn: Turn,
    talisman: Talisman,
    against: Force | None = None,
    *,
    lasting: bool = False,
    by_place: bool = False,
    beside_jewel: bool = False,
) -> bool:
    """True when the notes let this talisman work now, against this force if one is named.

    Note 1: not on the turn in which its holder got it. Note 2: only on the turn of transfer. Note 3: not against
    non-player forces. Note 4: not against a holder of a Great Jewel. Note 5: not if held together with one. A talisman
    that mischief has put to sleep does nothing, one in no player's hands bends nothing, and one that works only on leaders
    (or only in garrisons) does nothing elsewhere. ``lasting`` effects of a talisman with note 2 (T106) outlast that turn;
    effects ``by_place`` ask only where the talisman lies, not whose it is (T103, T111); ``beside_jewel``, what goes on in spite
    of note 5 (T48's counter).
    """
    holder = talisman.holder
    if holder is None or talisman.dead_until >= turn.number:
        return False
    if not by_place and turn.owner_of(holder) in (NOBODY, LOTU):
        return False
    power = CATALOGUE[talisman.number]
    if (power.on == "leader" and not holder.leader) or (power.on == "garrison" and not holder.garrison):
        return False
    notes = power.notes
    if 1 in notes and talisman.gained >= turn.number:
        return False
    if 2 in notes and not lasting and talisman.transferred != turn.number:
        return False
    if 5 in notes and not beside_jewel and talisman.number not in JEWELS and has_jewel(turn, holder):
        return False
    if against is not None:
        if 3 in notes and turn.owner_of(against) in (NOBODY, LOTU):
            return False
        if 4 in notes and has_jewel(turn, against):
            return False
    return True
