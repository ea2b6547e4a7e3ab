"""Special orders of talismans, and the spells of the Great Jewels and Lesser Stones (QJ-29-64, QJ-28.2-05 and on)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, cast

from postern.rulesets.great_jewels.geography import exists
from postern.rulesets.great_jewels.orders.forms import PROVINCE, Form, Refusal, clean, handing, no_such_province
from postern.rulesets.great_jewels.orders.model import GiveTalisman, QJOrder, Spell, UseTalisman
from postern.rulesets.great_jewels.orders.scene import TERRAIN_NAMES, Scene
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, JEWELS, STONES
from postern.rulesets.great_jewels.wording import counted, listed, spoken
from postern.rulesets.great_jewels.world import Force, Terrain

Letter = Literal["TL", "B", "S", "P", "C", "X", "L", "D", "G"]

ONE_RING = 99
SPELL_OF_STONE: dict[int, Letter] = {number: cast(Letter, letter) for letter, number in STONES.items()}
SPELL_NAMES: dict[str, str] = {
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
SPELL_FORMS: dict[str, str] = {
    "TL": "TL146B3",
    "B": "BL13",
    "S": "SB3",
    "P": "PL13",
    "C": "C",
    "X": "XB3F",
    "L": "LB3",
    "D": "DB3C4",
    "G": "GL13MB4[LORD]",
}
_N = r"0*([0-9]{1,9})"
_P = rf"({PROVINCE})"
_LEADER = rf"L?{_N}"

_SPELLS: tuple[tuple[Letter, str], ...] = (
    ("TL", rf"TL{_N}{_P}"),
    ("B", rf"B{_LEADER}"),
    ("S", rf"S{_P}"),
    ("P", rf"P{_LEADER}"),
    ("C", r"C"),
    ("X", rf"X{_P}([CMFI])"),
    ("L", rf"L{_P}"),
    ("D", rf"D{_P}{_P}"),
    ("G", r"G(.{1,60})\[([A-Z]{2,6})\]"),
)
_COMPILED = tuple((letter, re.compile(pattern)) for letter, pattern in _SPELLS)

Kind = Literal["province", "leader", "number", "player", "sign", "talisman"]
_USES: dict[int, tuple[Kind, str, str]] = {
    45: ("province", rf"G?{_P}", "M7"),
    46: ("province", rf"G?{_P}", "M7"),
    47: ("province", rf"G?{_P}", "M7"),
    78: ("province", _P, "M7"),
    92: ("leader", _LEADER, "L31"),
    94: ("sign", r"(R)", "R"),
    108: ("player", r"\[?([A-Z]{2,6})\]?", "LORD"),
    114: ("province", rf"G?{_P}", "B2"),
    116: ("talisman", rf"T?{_N}", "49"),
    120: ("player", r"\[?([A-Z]{2,6})\]?", "LORD"),
    124: ("leader", _LEADER, "L31"),
    127: ("number", rf"{_N}", "20"),
    131: ("talisman", rf"T?{_N}", "49"),
    132: ("province", rf"G?{_P}", "B3"),
    142: ("sign", r"([+-])", "+"),
    146: ("number", rf"{_N}Z?", "50"),
}
_USES_COMPILED = {number: (kind, re.compile(pattern), example) for number, (kind, pattern, example) in _USES.items()}
_ARTILLERY = re.compile(rf"G{_P}")

Inner = Callable[[str], QJOrder | Refusal | None]


def read_power(number: int, rest: str, inner: Inner) -> QJOrder | Refusal:
    """The order in ``Tnumber=rest``; ``inner`` reads the order of a geas. Rest is without blanks, in capitals."""
    if number not in CATALOGUE:
        return Refusal("TALISMAN NOT USABLE", f"There is no T{number}: talismans are T1 to T{max(CATALOGUE)}.")
    if number in JEWELS or number in SPELL_OF_STONE or number == ONE_RING:
        return _on_the_map(_spell(number, rest, inner))
    if number in _USES_COMPILED:
        return _on_the_map(_use(number, rest))
    power = CATALOGUE[number]
    if power.orders:
        why = f"T{number} ({power.name}) takes no order of its own."
        return Refusal("TALISMAN NOT USABLE", why, f"For example {listed(power.orders, 'or')} uses it.")
    return Refusal(
        "TALISMAN NOT USABLE",
        f"T{number} ({power.name}) takes no order: it works by itself.",
        handing(number),
    )


def _on_the_map(order: QJOrder | Refusal) -> QJOrder | Refusal:
    match order:
        case Spell(province=first, second=second) | UseTalisman(province=first, garrison=second):
            missing = next((name for name in (first, second) if name and not exists(name)), "")
            return no_such_province(missing) if missing else order
    return order


def _spell(number: int, rest: str, inner: Inner) -> QJOrder | Refusal:
    only = SPELL_OF_STONE.get(number, "G" if number == ONE_RING else "")
    for letter, pattern in _COMPILED:
        match = pattern.fullmatch(rest)
        if match is None:
            continue
        if only and letter != only:
            name = "Geas" if number == ONE_RING else SPELL_NAMES[only]
            return Refusal(
                "TALISMAN NOT USABLE",
                f"T{number} ({CATALOGUE[number].name}) knows one spell only, {name}; you wrote {SPELL_NAMES[letter]}.",
                f"Its form is T{number}={SPELL_FORMS[only]}",
            )
        return _typed_spell(number, letter, match, inner)
    if only:
        remedy = f"Its form is T{number}={SPELL_FORMS[only]}"
    else:
        remedy = "Spells are " + ", ".join(f"{form} ({SPELL_NAMES[letter]})" for letter, form in SPELL_FORMS.items()) + "."
    return Refusal("NOT UNDERSTOOD", f"T{number}={rest[:40]} is no spell that can be read.", remedy)


def _typed_spell(number: int, letter: Letter, match: re.Match[str], inner: Inner) -> QJOrder | Refusal:
    found = match.groups()
    match letter:
        case "TL":
            return Spell(number, letter, leader=int(found[0]), province=clean(found[1]))
        case "B" | "P":
            return Spell(number, letter, leader=int(found[0]))
        case "S" | "L":
            return Spell(number, letter, province=clean(found[0]))
        case "C":
            return Spell(number, letter)
        case "X":
            return Spell(number, letter, province=clean(found[0]), terrain=Terrain(found[1]))
        case "D":
            return Spell(number, letter, province=clean(found[0]), second=clean(found[1]))
    order = inner(found[0])
    if order is None:
        return Refusal(
            "NOT UNDERSTOOD",
            f"The order inside the geas, {found[0][:40]}, could not be read.",
            f"It needs to be one order of the victim's own, for example T{number}=GL13MB4[LORD]",
        )
    if isinstance(order, Refusal):
        return order
    return Spell(number, letter, order=found[0], player=found[1])


def _use(number: int, rest: str) -> QJOrder | Refusal:
    if number == 124 and (shot := _ARTILLERY.fullmatch(rest)):
        return UseTalisman(number, garrison=clean(shot[1]))
    kind, pattern, example = _USES_COMPILED[number]
    match = pattern.fullmatch(rest)
    if match is None:
        wanted = {"talisman": "a talisman's number", "number": "a number", "leader": "a leader"}
        wanted["sign"] = "+ or -" if number == 142 else example
        return Refusal(
            "NOT UNDERSTOOD",
            f"T{number} ({CATALOGUE[number].name}) needs {wanted.get(kind, f'a {kind}')} after the =.",
            f"For example T{number}={'+ or -' if number == 142 else example}",
        )
    value = match[1]
    match kind:
        case "province":
            return UseTalisman(number, province=clean(value))
        case "leader":
            return UseTalisman(number, leader=int(value))
        case "player":
            return UseTalisman(number, player=value)
        case "sign":
            return UseTalisman(number, sign=value)
        case "talisman":
            if int(value) not in CATALOGUE:
                return Refusal("TALISMAN NOT USABLE", f"There is no T{int(value)}: talismans are T1 to T{max(CATALOGUE)}.")
            return UseTalisman(number, number=int(value))
    if int(value) == 0:
        return Refusal("NOT UNDERSTOOD", "The quantity is 0; it needs to be 1 or more.")
    return UseTalisman(number, number=int(value))


def talismans_named(order: QJOrder) -> frozenset[int]:
    """The numbers of the talismans that an order names, as what it uses or as what it is about."""
    match order:
        case Spell(talisman=number) | GiveTalisman(talisman=number):
            return frozenset({number})
        case UseTalisman(talisman=number, number=other) if number in _USES and _USES[number][0] == "talisman":
            return frozenset({number, other})
        case UseTalisman(talisman=number):
            return frozenset({number})
    return frozenset()


_TERRAINS = {"CLEAR": "C", "MOUNTAIN": "M", "MOUNTAINS": "M", "FOREST": "F", "WOODS": "F", "IMPASSABLE": "I"}
_T = r"(?:USES? |CASTS? |WITH )?T(?P<t>[0-9]{1,9})(?: TO| CASTS?)?"
_PLAIN: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (rf"{_T} (?:TRANSPORTS?(?: LEADER)?|SENDS?) L(?P<n>[0-9]+) (?:TO )?(?P<p>{PROVINCE})", lambda m: f"TL{m['n']}{m['p']}"),
    (rf"{_T} (?:DOUBLES?|DOUBLE BONUS)(?: BONUS)?(?: OF| ON)? L(?P<n>[0-9]+)", lambda m: f"BL{m['n']}"),
    (rf"{_T} SEALS? (?:ON )?(?P<p>{PROVINCE})", lambda m: f"S{m['p']}"),
    (rf"{_T} (?:PROTECTS?|SHIELDS?)(?: LEADER)?(?: ON)? L(?P<n>[0-9]+)", lambda m: f"PL{m['n']}"),
    (rf"{_T} BLASTS?(?: CITADEL)?(?: WHERE)?", lambda m: "C"),
    (
        rf"{_T} CHANGES?(?: TERRAIN(?: OF)?)? (?P<p>{PROVINCE})(?: IN?TO| TO)? (?P<k>{'|'.join(_TERRAINS)})",
        lambda m: f"X{m['p']}{_TERRAINS[m['k']]}",
    ),
    (
        rf"{_T} MOVES? DREVONYX(?: FROM)? (?P<p>{PROVINCE}) (?:TO )?(?P<r>{PROVINCE})",
        lambda m: f"D{m['p']}{m['r']}",
    ),
    (rf"{_T} GEAS(?:ES)?(?: ON)? \[?(?P<k>[A-Z]{{2,6}})\]? (?P<rest>.+)", lambda m: f"G{m['rest'].replace(' ', '')}[{m['k']}]"),
    (rf"{_T} BANISH(?:ES)? L(?P<n>[0-9]+)", lambda m: f"L{m['n']}"),
    (rf"{_T} RAVAGES?(?: WHERE)?", lambda m: "R"),
    (rf"{_T} (?:ATTACKS?|FIRES?(?: AT| ON)?|SHOOTS?(?: AT)?) (?P<rest>L[0-9]+|G?{PROVINCE})", lambda m: m["rest"]),
    (rf"{_T} SELLS? (?P<q>[0-9]+)(?:(?: OF GARRISON)? TROOPS?| MEN)?(?: FOR [0-9]+ ZORANS)?", lambda m: m["q"]),
    (rf"{_T} (?:FINDS?|LOCATES?|LOOKS? FOR) T?(?P<q>[0-9]+)", lambda m: m["q"]),
    (rf"{_T} (?:LOOKS? LIKE|APPEARS? AS|AS|TAKES? LOOK OF) T?(?P<q>[0-9]+)", lambda m: m["q"]),
    (rf"{_T} (?:BUYS?|SPENDS?) (?:LEADER (?:FOR )?)?(?P<q>[0-9]+)(?: ZORANS?| Z)?(?: FOR(?: NEW)? LEADER)?", lambda m: m["q"]),
    (rf"{_T} (?:SPY|SPIES|SPYING)(?: ON| AT)? (?P<rest>[A-Z]{{2,6}})", lambda m: m["rest"]),
    (rf"{_T} COUNTS? WHAT (?P<rest>[A-Z]{{2,6}}) POSSESSES", lambda m: m["rest"]),
    (rf"{_T} NAMES? ALLIES OF (?P<rest>[A-Z]{{2,6}})", lambda m: m["rest"]),
    (rf"{_T} (?:FETCH(?:ES)?|FLY|FLIES|COLLECTS?)(?: TO| FROM)? G?(?P<p>{PROVINCE})", lambda m: m["p"]),
    (rf"{_T} (?:BRINGS?|FETCH(?:ES)?) ZORANS (?:OF|FROM) G?(?P<p>{PROVINCE})(?: TO GARRISON)?", lambda m: m["p"]),
    (rf"{_T} (?:CARRIES|BRINGS?|TAKES?) HOLDER TO (?P<p>{PROVINCE})", lambda m: m["p"]),
    (rf"{_T} BOMBARDS?(?: CITADEL OF)? G?(?P<p>{PROVINCE})", lambda m: m["p"]),
    (rf"{_T} TRIES TO MAKE GAME 1 (?P<k>LONGER|SHORTER)", lambda m: "+" if m["k"] == "LONGER" else "-"),
)
_PLAIN_COMPILED = tuple((re.compile(pattern), rest) for pattern, rest in _PLAIN)
_LOOK = re.compile(
    rf"(?:SPY|LOOK|SEE|VIEW|SCRY|PROBE)?(?: AT| ON)? ?(?P<p>{PROVINCE}) (?:WITH|USING|BY) T(?P<t>[0-9]{{1,9}})"
    rf"|{_T.replace('<t>', '<u>')} (?:SPY|SPIES|LOOKS?|SEES?|VIEWS?|SCRY|SCRIES|PROBES?|AT|ON)(?: AT| ON)? (?P<r>{PROVINCE})"
)


def read_plain_power(simple: str, inner: Inner) -> QJOrder | Refusal | None:
    """A talisman order or spell in simple words ("T1 PROTECT L13", "T45 LOOK AT M7"); None when it is none."""
    if match := _LOOK.fullmatch(simple):
        number = int(match["t"] or match["u"])
        place = match["p"] or match["r"]
        return read_power(number, f"L{place}" if number in JEWELS or number in SPELL_OF_STONE else place, inner)
    for pattern, rest in _PLAIN_COMPILED:
        if match := pattern.fullmatch(simple):
            return read_power(int(match["t"]), rest(match), inner)
    return None


BOOK_ASSIGNMENT = re.compile(r"T0*([0-9]{1,9})=(.*)")
"""Tnn=order; the rest depends on the talisman."""

NAMES = (Form(r"T<t>=(?!)", lambda match: Refusal("", ""), "Tnn=order", "special order of talisman nn"),)
"""The skeleton for guessing; never matches."""


def code(order: QJOrder) -> str:
    """The book's form, or "" for orders of other families."""
    match order:
        case Spell(talisman=number, letter="TL", leader=leader, province=province):
            return f"T{number}=TL{leader}{province}"
        case Spell(talisman=number, letter="B" | "P" as letter, leader=leader):
            return f"T{number}={letter}L{leader}"
        case Spell(talisman=number, letter="X", province=province, terrain=terrain):
            return f"T{number}=X{province}{terrain}"
        case Spell(talisman=number, letter="G", order=text, player=player):
            return f"T{number}=G{text}[{player}]"
        case Spell(talisman=number, letter=letter, province=province, second=second):
            return f"T{number}={letter}{province}{second}"
        case UseTalisman(talisman=number):
            return f"T{number}={_use_text(order)}"
    return ""


def _use_text(order: UseTalisman) -> str:
    if order.garrison:
        return f"G{order.garrison}"
    if order.leader:
        return f"L{order.leader}" if order.talisman == 92 else str(order.leader)
    return order.province or order.player or order.sign or str(order.number)


def words(order: QJOrder, scene: Scene) -> str:
    """Plain words; "" for orders of other families."""
    match order:
        case Spell():
            return f"T{order.talisman} ({CATALOGUE[order.talisman].name}) casts {_spell_words(order, scene)}"
        case UseTalisman():
            return f"T{order.talisman} ({CATALOGUE[order.talisman].name}) {_use_words(order, scene)}"
    return ""


def _spell_words(order: Spell, scene: Scene) -> str:
    name = SPELL_NAMES[order.letter]
    match order.letter:
        case "TL":
            return f"{name}: {scene.leader(order.leader)} to {spoken(order.province)}"
        case "B" | "P":
            return f"{name} on {scene.leader(order.leader)}"
        case "S" | "L":
            return f"{name} on {spoken(order.province)}"
        case "C":
            return f"{name} where it is{_place_of(order.talisman, scene)}"
        case "X":
            return f"{name}: {spoken(order.province)} becomes {TERRAIN_NAMES[order.terrain] if order.terrain else ''}"
        case "D":
            return f"{name} from {spoken(order.province)} to {spoken(order.second)}"
    return f"{name} on {order.player}: {order.order}"


def _place_of(number: int, scene: Scene) -> str:
    held = scene.view.talismans.get(number)
    place = scene.place(Force(leader=held.leader, garrison=held.province)) if held else ""
    if not place:
        return ""
    return f" (in {spoken(place)}{', your own province' if place in scene.view.provinces else ''})"


def _use_words(order: UseTalisman, scene: Scene) -> str:
    match order.talisman:
        case 45 | 46 | 47:
            return f"looks at {spoken(order.province)}"
        case 78:
            return f"carries its holder to {spoken(order.province)}"
        case 92:
            return f"banishes {scene.leader(order.leader)}"
        case 94:
            return "ravages the province where it is"
        case 108:
            return f"counts what {order.player} possesses (and goes to him then)"
        case 114:
            return f"brings the zorans of {spoken(order.province)} to its garrison"
        case 116:
            return f"takes the look of T{order.number} ({CATALOGUE[order.number].name})"
        case 120:
            return f"names the allies of {order.player} (and goes to him then)"
        case 124:
            return f"fires at {f'the garrison of {spoken(order.garrison)}' if order.garrison else scene.leader(order.leader)}"
        case 127:
            return f"sells {order.number} of its garrison's troops for {counted(3 * order.number, 'zoran')}"
        case 131:
            return f"looks for T{order.number} ({CATALOGUE[order.number].name})"
        case 132:
            return f"bombards the citadel of {spoken(order.province)}"
        case 142:
            return f"tries to make the game one turn {'longer' if order.sign == '+' else 'shorter'}"
    return f"spends {counted(order.number, 'zoran')} for a new leader ({min(order.number, 100)} percent)"
