"""The places where talismans bend the rules, and the eight notes below the talisman list (QJ-28.1 notes 1 to 8).

A rule asks its hook: ``ATTACK_FACTORS.fold(turn, force, value, strike)``. The hook passes the value through the effects of all
talismans which that force holds and may use now, lowest number first, and gives back what is left of it. An effect is a
function, ``@hooks.ON_TRANSFER.add(56)``, or a row where it only changes a number or a flag (``items/effects.py``). Rules never
name a talisman, talismans never repeat a rule.

Every hook says what its value is and who is asked. Several forces to ask (a leader and the garrison he attacks): fold twice.

An effect may have traits. ``lasting``: it goes on after the turn of transfer although note 2 stands at the talisman (T51, T56,
T95, T96, T106). ``by_place``: it works in nobody's province too, where the talisman merely lies (T103, T111).
``beside_jewel``: it goes on where note 5 makes the talisman do nothing (T48's counter).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from postern.game.kit import hooks
from postern.rulesets.great_jewels.tables import CATALOGUE, JEWELS
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import LOTU, NOBODY, Drevonyx, Force, Talisman


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


C = TypeVar("C")
V = TypeVar("V")


class Hook(hooks.Hook[Turn, Talisman, C, V], Generic[C, V]):
    """One place where talismans may change a value. ``C`` is the context that effects are given, ``V`` the value."""

    def fold(self, turn: Turn, holder: Force, value: V, context: C, against: Force | None = None) -> V:
        """The value after the effects of the holder's usable talismans. ``against``: whom the effect would hit, so that
        notes 3 and 4 (non-player forces, jewel holders) are honoured."""
        for talisman in turn.held(holder):
            value = self.ask(turn, talisman, value, context, against)
        return value

    def ask(self, turn: Turn, talisman: Talisman, value: V, context: C, against: Force | None = None) -> V:
        """The value after the effect of this one talisman, if it is usable now: for its own transfer or removal."""
        return self.apply(
            turn, talisman, talisman.number, value, context, lambda traits: usable(turn, talisman, against, **traits)
        )


@dataclass(frozen=True, slots=True)
class Strike:
    """One force's blow at another: what effects of attack and defence look at. ``means`` says what kind of blow; ``second``: it
    is the second attack of its force in one turn (T55)."""

    source: Force
    target: Force
    place: str
    means: str  # "attack", "assault", "defensive fire", "waylay", "landing waylay", "remote" (T124)
    second: bool = False

    @property
    def in_person(self) -> bool:
        """True for a blow struck in combat on the spot, not from next door, not in an ambush."""
        return self.means in ("attack", "assault")


@dataclass(frozen=True, slots=True)
class Meeting:
    """A Drevonyx at the end of step 9; ``moved``: it came into the province this turn."""

    drevonyx: Drevonyx
    moved: bool


# --- status and orders -------------------------------------------------------------------------------------------------
AT_START: Hook[None, None] = Hook("at the start of the turn, step 0 (T93, T116): asked of every force with talismans")
EXTRA_ATTACKS: Hook[None, int] = Hook("exclusive orders which a force may have beyond one (T55: 1); asked of the leader")

# --- transfers (2d): done when a transfer order is carried out; the holder asked is the receiver -------------------------
ON_TRANSFER: Hook[Force, None] = Hook("just transferred; context: the giver (T51, T56, T59, T66-T70, T74, T76, T77, ...)")
ON_REMOVAL: Hook[Force, None] = Hook("about to leave by order or capture; context: the new holder (T95, T96)")

# --- movement (7) --------------------------------------------------------------------------------------------------------
MAY_MOVE: Hook[None, str] = Hook('reason why the leader may not move, "" if he may (T147, T74)')
MOVEMENT_POINTS: Hook[bool, Fraction] = Hook("movement points of a leader; context: force march (T52, T64)")
FORCE_MARCH_LIMIT: Hook[None, int] = Hook("troops that survive a force march of this leader (T113)")
ENTRY_COST: Hook[str, Fraction] = Hook("cost for this leader to enter the context province off the road (T97, T98)")
PLAIN_MARCH: Hook[None, bool] = Hook("a force march order of this leader is carried out as a plain move (T52)")
MAY_ENTER: Hook[str, bool] = Hook("leader may enter or leave this impassable or sealed province (T101)")
STOPS_MOVE: Hook[int, bool] = Hook("garrison's province ends every move that enters it; context: the leader (T65)")
ON_PASS: Hook[str, None] = Hook("leader has entered the context province and goes on; before waylay (T81)")
ON_MOVE_END: Hook[str, None] = Hook("leader's move ended in the context province (T115)")
SAIL_RANGE: Hook[str, int] = Hook("sailing range in hexes of the leader; context: the goal (T83)")
DRIFT_CHANCE: Hook[int, int] = Hook(
    "percent chance of drifting; asked of leader and start garrison; context: leader (T71, ...)"
)
STORM_CHANCE: Hook[int, int] = Hook("percent chance of storm losses; asked of the leader; context: leader number (T72, T83)")
LANDING_MULTIPLE: Hook[str, int] = Hook(
    "times the normal attack on navies landing in the context province; asked of its garrison and both coastal neighbours (T73)"
)
REFUSES_LANDING: Hook[int, bool] = Hook("garrison sends the navy of the context leader back (T110)")
ON_LANDING: Hook[str, None] = Hook("leader landed in the context province, before the landing waylay (T150)")

# --- waylay (7) ----------------------------------------------------------------------------------------------------------
WAYLAY_IMMUNE: Hook[str, bool] = Hook("leader is not waylaid in the context province, or on landing (T48, T71, T72, T83)")
WAYLAY_ALLOWED: Hook[str, bool] = Hook("force may waylay in the context province (T64 scarecrow, T118)")
WAYLAY_MULTIPLE: Hook[Strike, int] = Hook("times the normal attack when waylaying (T105)")
WAYLAY_DEFENCE: Hook[Strike, int] = Hook("defence factors per troop of the waylaid leader (T81)")
NO_LOSSES: Hook[Strike, bool] = Hook("target suffers no losses from this blow (T61)")
EXTRA_WAYLAY: Hook[int, Fraction] = Hook("attack factors of a beast that waylays the context leader beside the garrison (T151)")
SPRINGS: Hook[None, bool] = Hook("force waylays those who end their move beside it (T152)")
EXTRA_WAYLAY_KILLS: Hook[int, None] = Hook("asked of the same garrison: the beast has killed so many troops (T151)")

# --- combat (6) ----------------------------------------------------------------------------------------------------------
ATTACK_PER_TROOP: Hook[Strike, int] = Hook("attack factors per troop; asked of source, then of target (Slenth Ring, T144)")
MAY_ATTACK: Hook[None, str] = Hook('reason why the force may not attack, "" if it may (T74, T118)')
ATTACK_BONUS: Hook[Strike, int] = Hook("bonus counted for attack, capped by troops afterwards (Slenth Ring; T104 garrison)")
DEFENCE_BONUS: Hook[None, int] = Hook("bonus counted for defence (Azoni Ring)")
ATTACK_FACTORS: Hook[Strike, Fraction] = Hook("whole attack factors of the blow (T88, T89, T64)")
DEFENCE_FACTORS: Hook[None, Fraction] = Hook("multiple of the defence factors of a force (T88, T89)")
DEFENSIVE_FIRE: Hook[Strike, Fraction] = Hook("defensive fire of a force (T100)")
ALLOWS_MACB: Hook[None, bool] = Hook("multi-army bonus may be used against this force (T112)")
COUNTS_BETRAYED: Hook[Strike, bool] = Hook("target defends as if betrayed by this attacker (T58)")
EFFECTIVE_CSPS: Hook[None, int] = Hook("CSPs that the towers leave; asked of the garrison (Azoni Ring)")
IGNORES_CSPS: Hook[Strike, bool] = Hook("attacker neutralises every CSP (T121)")
DOOM: Hook[Strike, str] = Hook('the blow decides by itself: "" or "target dies" or "source dies" (T49)')
CSPS_RAZED: Hook[str, int] = Hook("CSPs that the attacker razes in the context province before his rams (T50)")
TURNS_RAMS: Hook[int, bool] = Hook("garrison turns attacking rams into CSPs; context: number of rams (T149)")
GAINS_FROM_KILLS: Hook[Fraction, None] = Hook("leader survived; context: the troops that he killed as his exact share (T85)")
EXPERIENCE: Hook[int, int] = Hook("bonus gained from combat, cut by the troop limit; context: the gain before that cut (T102)")
TAKES_ZORANS: Hook[None, bool] = Hook("army takes all zorans of what its owner destroyed in its province (Rilris Ring)")
ON_DEATH: Hook[str, bool] = Hook("leader dies in the context way; True: he lives again elsewhere (T126)")
SCORES_KILLS: Hook[None, bool] = Hook("force scores kills as a Slenth would (T98)")

# --- ravaging, monsters, raids, capture ------------------------------------------------------------------------------------
MAY_BE_RAVAGED: Hook[None, bool] = Hook("province may be ravaged (T56)")
DRAGON_DUEL: Hook[str, str] = Hook('"" or "dragon dies" or "leader dies": replaces the roll (T145); context: province')
SAFE_FROM_DRAGON: Hook[None, bool] = Hook("leader and his troops are safe from dragons (T62)")
SAFE_FROM_DREVONYX: Hook[None, bool] = Hook("leader shields every force of his owner in the province (T62)")
DREVONYX_MEETS: Hook[Meeting, None] = Hook("a Drevonyx is in the province of this garrison or leader (T103, T111)")
KEEPS_ASLEEP: Hook[None, bool] = Hook("the Drevonyx that sleeps in this neutral province stays asleep (T103)")
RAIDS_ANYWHERE: Hook[None, bool] = Hook("garrison may raid any province and out of a siege (T129)")
RAIDS_ALLOWED: Hook[None, bool] = Hook("garrison may raid, attack or hand over troops (T118)")
ON_CAPTURE: Hook[str, None] = Hook("its province has just been captured; context: the new owner (T103)")
CAPTURES: Hook[str, bool] = Hook(
    "army, not at peace, captures the ungarrisoned context province beyond the normal rule (Quntag Ring)"
)

UNLOCKS: Hook[int, int] = Hook("percent chance to unlock a city; context: fitting keys of the leader (T84)")

# --- building, income, siege, sight -----------------------------------------------------------------------------------------
IN_STRONGHOLD: Hook[str, None] = Hook("leader is in the context mercenary stronghold in step 3a (T125)")
AFTER_BUILDING: Hook[None, None] = Hook("step 12, after roads and CSPs; asked of garrisons (T60 levy, T123)")
CSP_LIMIT: Hook[None, int] = Hook("CSPs which the garrison may build in a turn (T60)")
CSP_PRICE: Hook[None, int] = Hook("zorans for one CSP (T60)")
OWNED_STEP: Hook[None, int] = Hook("by how much T/O rises (Quntag Ring, T51)")
LEVY: Hook[None, int] = Hook("troops which the garrison gets (T51, T53, T54, T118)")
TAX: Hook[None, int] = Hook("zorans which the province yields (Rilris Ring, T51, T53, T54)")
AT_INCOME: Hook[None, None] = Hook("step 13, after levies and taxes (T64, T74, T86, T90, T91, T117, T118)")
MAY_BE_BESIEGED: Hook[None, bool] = Hook("garrison can be besieged (Slenth Ring, T106); False lifts a siege at once")
BESIEGED_BY_ANY: Hook[None, bool] = Hook("any enemy army besieges this garrison, however small, at once (T118)")
AT_END: Hook[None, None] = Hook("step 14 (T48 and T80 counters, T60)")
PROBES: Hook[None, list[str]] = Hook("further provinces which the owner is shown (T75, T64 lantern)")
HIDDEN_ARMY: Hook[None, bool] = Hook("leader is left out of other players' entries (T48)")
SEEN_TROOPS: Hook[None, int] = Hook("troops that others see (T63)")
FOGGED: Hook[None, bool] = Hook("others see only owner (and terrain) of this owner's forces here (T82)")
BLOCKS_SPYING: Hook[None, bool] = Hook("province cannot be seen by raid or talisman (T119)")
SEEN_AS: Hook[None, int] = Hook("number under which others see a talisman; asked of its holder (T116)")
SCORES: Hook[None, int] = Hook("further points at step 13 for the owner (T95, T96, T97, T98 bonus)")
"""Asked of each force with talismans; the value is the points so far."""
PROFITS: Hook[None, tuple[tuple[str, int], ...]] = Hook("who scores the points of a leader or province, talismans apart (T143)")
"""Asked of each force that scores; the value is ((owner, points),), the effect gives back who gets how much of them."""
