"""Special orders of talismans, and the spells of the Great Jewels and Lesser Stones (QJ-29-64, QJ-28.2-05 and on)."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from postern.game.kit.orders import Form, OrderKind, Refusal, Saying, Words, example, form
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, PROVINCE, TYPES, handing
from postern.rulesets.great_jewels.orders.model import GiveTalisman, Letter, QJOrder, Spell, UseTalisman
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, JEWELS, PALANTIRI, STONES
from postern.rulesets.great_jewels.wording import counted, listed, spoken
from postern.rulesets.great_jewels.world import Force

ONE_RING = 99
ABOUT_TALISMANS = (116, 131)
"""Talismans whose orders name another one."""


_TRANSPORTS = "leader mmm to province pr, not a Forbidden City, not impassable"
_CHANGES = "terrain of pr becomes M, F, C or I"
_MOVES = "moves the Drevonyx from pr1 to pr2"
_RING = "The One Ring: geas on a visible leader with a Ring of Power"

# --- spells -----------------------------------------------------------------------------------------------------


def _spell(talisman: int, letter: Letter, **found: Any) -> QJOrder | Refusal:
    only = SPELL_OF_STONE.get(talisman)
    if only and only != letter:
        told = f"T{talisman} ({CATALOGUE[talisman].name})"
        why = f"{told} knows one spell only, {SPELL_NAMES[only]}; you wrote {SPELL_NAMES[letter]}."
        return Refusal("TALISMAN NOT USABLE", why, f"Its form is T{talisman}={SPELL_FORMS[only]}")
    return Spell(talisman, letter, **found)


def _blasts(order: Spell, scene: Scene) -> str:
    held = scene.view.talismans.get(order.talisman)
    place = scene.place(Force(leader=held.leader, garrison=held.province)) if held else ""
    own = ", your own province" if place in scene.view.provinces else ""
    where = f" (in {spoken(place)}{own})" if place else ""
    return f"T{order.talisman} ({CATALOGUE[order.talisman].name}) casts Blast Citadel where it is{where}"


SPELLS: tuple[tuple[Letter, str, str, str, str, str, str], ...] = (
    ("TL", "transport", "Transport Leader", "TL<leader:mmm><province:pr>", ": {whom} to {province}", "2e", _TRANSPORTS),
    ("B", "double bonus", "Double Bonus", "B<leader:Lmm>", " on {whom}", "2e", "doubles the bonus of leader mm"),
    ("S", "seal", "Seal Province", "S<province:pr>", " on {province}", "2e", "no movement into or out of pr this turn"),
    ("P", "protect", "Protect Leader", "P<leader:Lmm>", " on {whom}", "2e", "leader mm safe from all attacks"),
    ("C", "blast", "Blast Citadel", "C", "", "2e", "destroys all citadel points in the province of the jewel"),
    ("X", "change terrain", "Change Terrain", "X<province:pr><terrain:T>", ": {province} becomes {terrain}", "2e", _CHANGES),
    ("L", "spy", "Spy", "L<province:pr>", " on {province}", "15a", "probe of pr and its surrounding provinces"),
    ("D", "move Drevonyx", "Move Drevonyx", "D<province:pr1><second:pr2>", " from {province} to {second}", "9b", _MOVES),
    (
        "G",
        "geas",
        "Geas",
        "G<order>[<player:PLAYER>]",
        " on {player}: {order}",
        "0",
        "gives an order to a garrison or leader of PLAYER",
    ),
)
"""Each spell: its letter, how it is counted, its name, what stands behind the =, its words, its step, what it does."""

SPELL_NAMES: dict[Letter, str] = {letter: name for letter, _, name, *_ in SPELLS}
SPELL_FORMS: dict[Letter, str] = {letter: example(text, TYPES) for letter, _, _, text, *_ in SPELLS}
SPELL_OF_STONE: dict[int, Letter] = {STONES[letter]: letter for letter in SPELL_NAMES} | {ONE_RING: "G"}
"""What casts one spell only."""

_SPELL_KINDS = tuple(
    OrderKind(
        f"spell: {counted_as}",
        _spell,
        (form(f"T<talisman:n>={text}", f"spell {name}: {help}", letter=letter),),
        type=Spell,
        step=step,
        group="spell",
        words=f"{{power}} casts {name}{words}" if words else _blasts,
    )
    for letter, counted_as, name, text, words, step, help in SPELLS
)


# --- other talismans --------------------------------------------------------------------------------------------


def _use(number: int, step: str, words: Words, *forms: Form) -> OrderKind:
    """The order of one talisman: the step in which it acts, its words, and its forms without what stands before the =."""
    whole = [
        form(f"T{number}={one.text}", one.help, words=one.words and f"{{power}} {one.words}", talisman=number, **one.fixed)
        for one in forms
    ]
    told = f"{{power}} {words}" if isinstance(words, str) else words
    return OrderKind(f"T{number}", UseTalisman, tuple(whole), step=step, group="talisman", words=told)


def _sells(order: UseTalisman, scene: Scene) -> str:
    what = f"{order.number} of its garrison's troops for {counted(3 * order.number, 'zoran')}"
    return f"T{order.talisman} ({CATALOGUE[order.talisman].name}) sells {what}"


def _hunts(order: UseTalisman, scene: Scene) -> str:
    what = f"{counted(order.number, 'zoran')} for a new leader ({min(order.number, 100)} percent)"
    return f"T{order.talisman} ({CATALOGUE[order.talisman].name}) spends {what}"


_USES = (
    *(_use(one, "15a", "looks at {province}", form("<province:pr>", "Palantir: see province pr")) for one in PALANTIRI),
    _use(78, "7a", "carries its holder to {province}", form("<province:pr>", "Magic Carpet: fly to pr")),
    _use(92, "2e", "banishes {whom}", form("<leader:ldr>", "banish leader ldr in the same province")),
    _use(
        *(94, "8+", "ravages the province where it is"),
        form("R", "Warlord's Curse: ravage the province where the talisman is", sign="R"),
    ),
    OrderKind(
        "spell: geas",
        Spell,
        (form("T99=G<order>[<player:PLAYER>]", _RING, talisman=ONE_RING, letter="G"),),
        step="0",
        group="talisman",
        words="{power} casts Geas on {player}: {order}",
        near=tuple(Saying(f"T99={text}", partial(_spell, ONE_RING, letter)) for letter, _, _, text, *_ in SPELLS[:-1]),
    ),
    _use(
        *(108, "15a", "counts what {player} possesses (and goes to him then)"),
        form("<player:pppppp>", "Caesar's Census: see the summary lines of a player"),
    ),
    _use(
        *(114, "2e", "brings the zorans of {province} to its garrison"),
        form("<province:pr>", "Electronic Funds Transfer: bring zorans from own garrison pr"),
    ),
    _use(116, "0+", "takes the look of {other}", form("<number:nnn>", "Chameleon: look like talisman nnn")),
    _use(
        *(120, "15a", "names the allies of {player} (and goes to him then)"),
        form("<player:pppppp>", "Double Agent: see the allies of a player"),
    ),
    _use(
        *(124, "6", "fires at {whom}"),
        form("<leader:nnn>", "Field Artillery on leader: attack leader nnn in an adjacent province"),
        form("G<garrison:ppp>", "attack the garrison of adjacent province ppp", words="fires at the garrison of {garrison}"),
    ),
    _use(127, "2e", _sells, form("<number:qq>", "Penny Slaver: sell qq garrison troops")),
    _use(131, "15a", "looks for {other}", form("<number:nnn>", "Crystal Ball: locate talisman nnn")),
    _use(
        *(132, "6", "bombards the citadel of {province}"),
        form("<province:ppp>", "Catapults: bombard the citadel of adjacent province ppp"),
    ),
    _use(
        *(142, "2e", "tries to make the game one turn longer"),
        form("+", "The Fat Lady Sings (longer): game one turn longer", sign="+"),
        form(
            *("-", "The Fat Lady Sings (shorter): game one turn shorter"),
            words="tries to make the game one turn shorter",
            sign="-",
        ),
    ),
    _use(146, "2e", _hunts, form("<number:zzz>", "Head Hunter: spend zzz zorans for a new leader")),
)


# --- what cannot be read ----------------------------------------------------------------------------------------


def _wanted(kind: OrderKind) -> tuple[str, str]:
    """What a talisman's order needs behind the =, and an example of it."""
    texts = [one.text.partition("=")[2] for one in kind.forms]
    field = re.search(r"<([a-z]+)", texts[0])
    if field is None:
        return " or ".join(texts), " or ".join(texts)
    what = "talisman's number" if kind.forms[0].fixed["talisman"] in ABOUT_TALISMANS else field[1]
    return f"a {what}", example(texts[0], TYPES)


NEEDS = {one.forms[0].fixed["talisman"]: _wanted(one) for one in _USES}
"""What each talisman with an order of its own needs behind the =, and an example."""


def _refused(talisman: int, rest: str) -> Refusal:
    """Why ``Ttalisman=rest`` is no order: every talisman says what it takes."""
    power = CATALOGUE[talisman]
    told = f"T{talisman} ({power.name})"
    if talisman in JEWELS or talisman in SPELL_OF_STONE:
        return _no_spell(talisman, rest)
    if (needs := NEEDS.get(talisman)) is not None:
        what, like = needs
        return Refusal(NOT_UNDERSTOOD, f"{told} needs {what} after the =.", f"For example T{talisman}={like}")
    if power.orders:
        why = f"{told} takes no order of its own."
        return Refusal("TALISMAN NOT USABLE", why, f"For example {listed(power.orders, 'or')} uses it.")
    return Refusal("TALISMAN NOT USABLE", f"{told} takes no order: it works by itself.", handing(talisman))


def _no_spell(talisman: int, rest: str) -> Refusal:
    if only := SPELL_OF_STONE.get(talisman):
        remedy = f"Its form is T{talisman}={SPELL_FORMS[only]}"
    else:
        remedy = "Spells are " + ", ".join(f"{one} ({SPELL_NAMES[letter]})" for letter, one in SPELL_FORMS.items()) + "."
    return Refusal(NOT_UNDERSTOOD, f"T{talisman}={rest[:40]} is no spell that can be read.", remedy)


_ANY = OrderKind("talisman", UseTalisman, (), near=(Saying("T<talisman:any>=<rest:rest>", _refused),), group="talisman")
KINDS = (*_SPELL_KINDS, *_USES, _ANY)


def talismans_named(order: QJOrder) -> frozenset[int]:
    """The numbers of the talismans that an order names, as what it uses or as what it is about."""
    match order:
        case UseTalisman(talisman=number, number=other) if number in ABOUT_TALISMANS:
            return frozenset({number, other})
        case Spell(talisman=number) | GiveTalisman(talisman=number) | UseTalisman(talisman=number):
            return frozenset({number})
    return frozenset()


# --- plain words ------------------------------------------------------------------------------------------------

_LETTERS = {"CLEAR": "C", "MOUNTAIN": "M", "MOUNTAINS": "M", "FOREST": "F", "WOODS": "F", "IMPASSABLE": "I"}
_LETTERS |= {"LONGER": "+", "SHORTER": "-"}
_T = r"(?:USES? |CASTS? |WITH )?T(?P<t>[0-9]{1,9})(?: TO| CASTS?)?"
_N, _P, _Q = "(?P<n>[0-9]+)", f"(?P<p>{PROVINCE})", "(?P<q>[0-9]+)"
_SAID: tuple[tuple[str, str], ...] = (
    (rf"(?:TRANSPORTS?(?: LEADER)?|SENDS?) L{_N} (?:TO )?{_P}", "TL{n}{p}"),
    (rf"(?:DOUBLES?|DOUBLE BONUS)(?: BONUS)?(?: OF| ON)? L{_N}", "BL{n}"),
    (rf"SEALS? (?:ON )?{_P}", "S{p}"),
    (rf"(?:PROTECTS?|SHIELDS?)(?: LEADER)?(?: ON)? L{_N}", "PL{n}"),
    (r"BLASTS?(?: CITADEL)?(?: WHERE)?", "C"),
    (rf"CHANGES?(?: TERRAIN(?: OF)?)? {_P}(?: IN?TO| TO)? (?P<sign>CLEAR|MOUNTAINS?|FOREST|WOODS|IMPASSABLE)", "X{p}{sign}"),
    (rf"MOVES? DREVONYX(?: FROM)? {_P} (?:TO )?(?P<r>{PROVINCE})", "D{p}{r}"),
    (r"GEAS(?:ES)?(?: ON)? \[?(?P<k>[A-Z]{2,6})\]? (?P<rest>.+)", "G{rest}[{k}]"),
    (rf"BANISH(?:ES)? L{_N}", "L{n}"),
    (r"RAVAGES?(?: WHERE)?", "R"),
    (rf"(?:ATTACKS?|FIRES?(?: AT| ON)?|SHOOTS?(?: AT)?) (?P<rest>L[0-9]+|G?{PROVINCE})", "{rest}"),
    (rf"SELLS? {_Q}(?:(?: OF GARRISON)? TROOPS?| MEN)?(?: FOR [0-9]+ ZORANS)?", "{q}"),
    (rf"(?:FINDS?|LOCATES?|LOOKS? FOR) T?{_Q}", "{q}"),
    (rf"(?:LOOKS? LIKE|APPEARS? AS|AS|TAKES? LOOK OF) T?{_Q}", "{q}"),
    (rf"(?:BUYS?|SPENDS?) (?:LEADER (?:FOR )?)?{_Q}(?: ZORANS?| Z)?(?: FOR(?: NEW)? LEADER)?", "{q}"),
    (r"(?:SPY|SPIES|SPYING)(?: ON| AT)? (?P<rest>[A-Z]{2,6})", "{rest}"),
    (r"COUNTS? WHAT (?P<rest>[A-Z]{2,6}) POSSESSES", "{rest}"),
    (r"NAMES? ALLIES OF (?P<rest>[A-Z]{2,6})", "{rest}"),
    (rf"(?:FETCH(?:ES)?|FLY|FLIES|COLLECTS?)(?: TO| FROM)? G?{_P}", "{p}"),
    (rf"(?:BRINGS?|FETCH(?:ES)?) ZORANS (?:OF|FROM) G?{_P}(?: TO GARRISON)?", "{p}"),
    (rf"(?:CARRIES|BRINGS?|TAKES?) HOLDER TO {_P}", "{p}"),
    (rf"BOMBARDS?(?: CITADEL OF)? G?{_P}", "{p}"),
    (r"TRIES TO MAKE GAME 1 (?P<sign>LONGER|SHORTER)", "{sign}"),
)
_SAYINGS = tuple((re.compile(f"{_T} {pattern}"), code) for pattern, code in _SAID)
_LOOK = re.compile(
    rf"(?:SPY|LOOK|SEE|VIEW|SCRY|PROBE)?(?: AT| ON)? ?(?P<p>{PROVINCE}) (?:WITH|USING|BY) T(?P<t>[0-9]{{1,9}})"
    rf"|{_T.replace('<t>', '<u>')} (?:SPY|SPIES|LOOKS?|SEES?|VIEWS?|SCRY|SCRIES|PROBES?|AT|ON)(?: AT| ON)? (?P<r>{PROVINCE})"
)


def code_said(simple: str) -> str:
    """The code of a talisman order or spell in simple words ("T1 PROTECT L13", "T45 LOOK AT M7"); "" for any other words."""
    if match := _LOOK.fullmatch(simple):
        number = int(match["t"] or match["u"])
        return f"T{number}={'L' if number in JEWELS or number in SPELL_OF_STONE else ''}{match['p'] or match['r']}"
    for pattern, code in _SAYINGS:
        if match := pattern.fullmatch(simple):
            told = {name: _LETTERS.get(text, text) if name == "sign" else text for name, text in match.groupdict().items()}
            return f"T{int(told['t'])}={code.format_map(told).replace(' ', '')}"
    return ""
